"""Forks of a project in the making. Their commits are written with those of the project, since git keeps them together,
on branches called ``@USERNAME@BRANCH``; in the end each fork gets its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from webcosm.sites.code.git.logbook import COLUMNS
from webcosm.sites.code.git.repository import HEADS
from webcosm.sites.code.git.store import ObjectStore
from webcosm.sites.code.seed.people import Member
from webcosm.sites.code.seed.rows import Record
from webcosm.sites.code.seed.scene import Scene
from webcosm.worlds import Database

__all__ = ["Forks"]


class Forks:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.by_owner: dict[str, Record] = {}
        self._tips: dict[tuple[int, str], str] = {}

    def fork(self, who: Member) -> Record:
        """Their fork; made now if they have none."""
        scene, plan = self.scene, self.scene.plan
        if who.username in self.by_owner:
            return self.by_owner[who.username]
        taken = {(one["namespace_id"], one["path"]) for one in scene.rows.of("project")}
        path = plan.row["path"] if (who.id, plan.row["path"]) not in taken else f"{plan.row['path']}-{plan.id}"
        row = scene.rows.add(
            "project",
            namespace_id=who.id,
            path=path,
            name=plan.row["name"],
            description=plan.row["description"],
            visibility=plan.row["visibility"],
            forked_from=plan.id,
            creator_id=who.id,
            created=scene.moment,
            active=scene.moment,
        )
        for one in [one for one in scene.rows.of("topic") if one["project_id"] == plan.id]:
            scene.rows.add("topic", project_id=row["id"], name=one["name"])
        scene.rows.add("protected_branch", project_id=row["id"], pattern="main", push=40, merge=40)
        scene.event(who, "forked", project_id=row["id"], title=plan.full_path)
        scene.now += timedelta(minutes=2)
        self.by_owner[who.username] = row
        self._tips[row["id"], "main"] = scene.history.head("main")
        return row

    def _at(self, branch: str) -> tuple[Record, str]:
        _, owner, name = branch.split("@", 2)
        return self.by_owner[owner], name

    def push(self, branch: str, who: Member, sha: str, message: str) -> bool:
        """Whether the branch is of a fork; then its commit was pushed there."""
        if not branch.startswith("@"):
            return False
        row, name = self._at(branch)
        new = (row["id"], name) not in self._tips
        self._tips[row["id"], name] = sha
        self.scene.event(
            who, "pushed_new" if new else "pushed", project_id=row["id"], ref=HEADS + name, sha=sha, commits=1,
            title=message.partition("\n")[0],
        )  # fmt: skip
        row["active"] = self.scene.moment
        return True

    def moved(self, branch: str, sha: str) -> None:
        if branch.startswith("@"):
            row, name = self._at(branch)
            self._tips[row["id"], name] = sha

    def remove(self, branch: str) -> None:
        row, name = self._at(branch)
        self._tips.pop((row["id"], name), None)

    def forget(self) -> None:
        """Before the project is written: branches of forks are none of its own."""
        for name in [one for one in self.scene.history._refs if one.startswith(HEADS + "@")]:
            del self.scene.history._refs[name]

    def write(self, db: Database) -> None:
        """Once the project is written: its forks' branches, and the log of what leads to them."""
        if not self._tips:
            return
        parents = {
            row.sha: row.parents.split()
            for row in db.rows("SELECT sha, parents FROM commit_log WHERE project_id = ?", self.scene.plan.id)
        }
        tips: dict[int, list[str]] = {}
        for (project, name), sha in self._tips.items():
            db.insert("git_ref", project_id=project, name=HEADS + name, sha=sha)
            tips.setdefault(project, []).append(sha)
        for project, heads in tips.items():
            seen = _reached(parents, heads)
            db.run_many(
                f"INSERT INTO commit_log (project_id, {COLUMNS}) SELECT ?, {COLUMNS} FROM commit_log"
                " WHERE project_id = ? AND sha = ?",
                ((project, self.scene.plan.id, sha) for sha in sorted(seen)),
            )
        # What nobody has asked the project to merge yet is in the fork alone.
        store, plan = ObjectStore(db), self.scene.plan
        own = [store.peel(sha) for sha in db.values("SELECT sha FROM git_ref WHERE project_id = ?", plan.id)]
        db.run_many(
            "DELETE FROM commit_log WHERE project_id = ? AND sha = ?",
            ((plan.id, sha) for sha in sorted(parents.keys() - _reached(parents, own))),
        )


def _reached(parents: Mapping[str, Sequence[str]], tips: Sequence[str]) -> set[str]:
    """The commits that lead to these."""
    seen: set[str] = set()
    left = list(tips)
    while left:
        sha = left.pop()
        if sha not in seen:
            seen.add(sha)
            left.extend(parents[sha])
    return seen
