"""Who is looking, and what they may do in which project and group."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from webcosm.worlds import Database, Row

__all__ = [
    "ABILITIES",
    "ACCESS",
    "DEVELOPER",
    "GUEST",
    "MAINTAINER",
    "NOBODY",
    "OWNER",
    "REPORTER",
    "STRANGER",
    "Viewer",
    "access_name",
]

NOBODY, STRANGER, GUEST, REPORTER, DEVELOPER, MAINTAINER, OWNER = -1, 0, 10, 20, 30, 40, 50
"""Whoever may not even see a project; whoever may as anybody may; and the levels of members."""
ACCESS = {GUEST: "Guest", REPORTER: "Reporter", DEVELOPER: "Developer", MAINTAINER: "Maintainer", OWNER: "Owner"}

ABILITIES = {
    "see": STRANGER,  # the project's home, issues, milestones, members
    "read_code": STRANGER,  # of a private project: REPORTER
    "comment": STRANGER,  # who is signed in: comments, issues, forks, stars
    "see_confidential": REPORTER,  # others' confidential issues, internal notes
    "triage": REPORTER,  # labels, milestones, assignees, closing others' issues
    "push": DEVELOPER,  # branches, tags, files, merge requests of the project's own branches, wiki, releases, pipelines
    "merge": DEVELOPER,
    "moderate": MAINTAINER,  # others' notes
    "manage": MAINTAINER,  # settings, members, protected branches
    "own": OWNER,  # visibility, transfer, archive, delete
}
"""The least access that each ability needs. Branches may be protected beyond this."""


def access_name(access: int) -> str:
    return ACCESS[access]


@dataclass(frozen=True)
class Viewer:
    """A visitor, with what the database says of them; read when it is first needed."""

    db: Database
    user: Row | None = field(default=None)
    today: str = "9999-12-31"
    """Memberships that expired before this day count no more."""

    @property
    def id(self) -> int | None:
        return self.user.id if self.user else None

    @property
    def is_admin(self) -> bool:
        return self.user is not None and self.user.role == "admin"

    # Levels ---------------------------------------------------------------------------------------------------------

    @cached_property
    def group_levels(self) -> dict[int, int]:
        """The access that memberships give in groups and their subgroups; groups invited elsewhere count there."""
        if self.user is None:
            return {}
        levels: dict[int, int] = {}
        for row in self.db.rows(
            """
            WITH RECURSIVE held (id, access) AS (
              SELECT namespace_id, access FROM member
                WHERE account_id = ?1 AND namespace_id IS NOT NULL AND coalesce(expires, ?2) >= ?2
              UNION SELECT id, 50 FROM namespace WHERE account_id = ?1
              UNION SELECT child.id, held.access FROM namespace AS child JOIN held ON child.parent_id = held.id
            ), shared (id, access) AS (
              SELECT id, access FROM held
              UNION SELECT group_share.namespace_id, min(group_share.access, held.access) FROM group_share
                JOIN held ON held.id = group_share.group_id
                WHERE group_share.namespace_id IS NOT NULL AND coalesce(group_share.expires, ?2) >= ?2
              UNION SELECT child.id, shared.access FROM namespace AS child JOIN shared ON child.parent_id = shared.id
            )
            SELECT id, max(access) AS access FROM shared GROUP BY id
            """,
            self.user.id,
            self.today,
        ):
            levels[row.id] = row.access
        return levels

    @cached_property
    def project_levels(self) -> dict[int, int]:
        """The access that memberships give in projects, directly or through groups."""
        if self.user is None:
            return {}
        levels: dict[int, int] = {}

        def grant(project: int, access: int) -> None:
            levels[project] = max(levels.get(project, 0), access)

        for row in self.db.rows("SELECT id, namespace_id FROM project WHERE deleted IS NULL"):
            if row.namespace_id in self.group_levels:
                grant(row.id, self.group_levels[row.namespace_id])
        for row in self.db.rows(
            "SELECT project_id, access FROM member WHERE account_id = ?1 AND project_id IS NOT NULL"
            " AND coalesce(expires, ?2) >= ?2",
            self.user.id,
            self.today,
        ):
            grant(row.project_id, row.access)
        for row in self.db.rows(
            "SELECT project_id, group_id, access FROM group_share WHERE project_id IS NOT NULL"
            " AND coalesce(expires, ?1) >= ?1",
            self.today,
        ):
            if row.group_id in self.group_levels:
                grant(row.project_id, min(row.access, self.group_levels[row.group_id]))
        return levels

    def access(self, project: Row) -> int:
        """The level in a project; NOBODY if it may not be seen."""
        if project.deleted is not None:
            return NOBODY
        if self.is_admin:
            return OWNER
        level = self.project_levels.get(project.id, STRANGER)
        if level == STRANGER and not self._open(project.visibility):
            return NOBODY
        return level

    def group_access(self, group: Row) -> int:
        """The same for a group; whoever may see one of its projects may see it."""
        if self.is_admin:
            return OWNER
        level = self.group_levels.get(group.id, STRANGER)
        if level == STRANGER and not self._open(group.visibility):
            inside = self.db.values("SELECT id FROM project WHERE namespace_id = ? AND deleted IS NULL", group.id)
            return STRANGER if any(one in self.project_levels for one in inside) else NOBODY
        return level

    def may(self, ability: str, project: Row) -> bool:
        """Whether the visitor may do this there; an archived project is only read."""
        level, least = self.access(project), ABILITIES[ability]
        if level == NOBODY:
            return False
        if ability == "read_code":
            least = REPORTER if project.visibility == "private" else STRANGER
        elif ability in ("comment", "triage", "push", "merge", "moderate"):
            if self.user is None or project.archived:
                return False
            if ability == "comment" and project.visibility == "private":
                least = GUEST
        return level >= least

    # Lists ----------------------------------------------------------------------------------------------------------

    @cached_property
    def visible(self) -> str:
        """A condition of SQL over ``project``: those that the visitor may see."""
        if self.is_admin:
            return "project.deleted IS NULL"
        members = ", ".join(map(str, sorted(self.project_levels))) or "NULL"
        levels = "('public', 'internal')" if self.user else "('public')"
        return f"(project.deleted IS NULL AND (project.visibility IN {levels} OR project.id IN ({members})))"

    @cached_property
    def trusted(self) -> str:
        """A condition of SQL over ``project``: those whose confidential issues the visitor may see."""
        if self.is_admin:
            return "project.deleted IS NULL"
        ids = ", ".join(str(one) for one, access in sorted(self.project_levels.items()) if access >= REPORTER)
        return f"(project.deleted IS NULL AND project.id IN ({ids or 'NULL'}))"

    def _open(self, visibility: str) -> bool:
        return visibility == "public" or (visibility == "internal" and self.user is not None)
