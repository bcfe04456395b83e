"""What people did, as sentences with links, as far as whoever reads may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.sites.code.rules.places import project_by_id
from webcosm.sites.code.rules.texts import sees_confidential
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.worlds import Row

__all__ = ["Told", "calendar", "tell"]

SIMPLE = {
    "created": "created the project",
    "joined": "joined the project",
    "left": "left the project",
    "starred": "starred",
    "forked": "forked",
}


@dataclass(frozen=True)
class Told:
    """One event: who, what, where."""

    event: Row
    verb: str
    """Such as “opened issue”; the thing follows."""
    thing: str
    address: str
    title: str
    project: Row | None


def tell(viewer: Viewer, events: Sequence[Row]) -> list[Told]:
    """Those that the viewer may know of."""
    found = []
    projects: dict[int, Row | None] = {}
    for event in events:
        project = None
        if event.project_id is not None:
            if event.project_id not in projects:
                projects[event.project_id] = project_by_id(viewer.db, event.project_id)
            project = projects[event.project_id]
            if project is None or not viewer.may("see", project):
                continue
        told = _told(viewer, event, project)
        if told is not None:
            found.append(told)
    return found


def _told(viewer: Viewer, event: Row, project: Row | None) -> Told | None:
    base = f"/{project.full_path}" if project else ""
    if event.action in ("pushed", "pushed_new", "deleted_ref"):
        if project is None or not viewer.may("read_code", project):
            return None
        branch = (event.ref or "").removeprefix("refs/heads/").removeprefix("refs/tags/")
        kind = "tag" if (event.ref or "").startswith("refs/tags/") else "branch"
        verb = {"pushed": "pushed to", "pushed_new": "pushed new", "deleted_ref": "deleted"}[event.action]
        address = f"{base}/-/commits/{branch}" if event.action != "deleted_ref" else base
        return Told(event, f"{verb} {kind}", branch, address, event.title, project)
    for table, name, sign in (("issue", "issue", "#"), ("merge_request", "merge request", "!")):
        number = event[f"{table}_id"]
        if number is None:
            continue
        thing = viewer.db.row(f"SELECT * FROM {table} WHERE id = ?", number)
        if thing is None or project is None:
            return None
        if table == "issue" and thing.confidential and not sees_confidential(viewer, project, thing):
            return None
        if table == "merge_request" and not viewer.may("read_code", project):
            return None
        verb = "commented on" if event.action == "commented" else event.action
        address = f"{base}/-/{table}s/{thing.number}"
        if event.note_id is not None:
            address += f"#note-{event.note_id}"
        return Told(event, f"{verb} {name}", f"{sign}{thing.number}", address, thing.title, project)
    if event.action == "released":
        return Told(event, "released", event.title, f"{base}/-/releases/{event.title}", "", project)
    if event.action == "wiki":
        return Told(event, "edited wiki page", event.title, f"{base}/-/wikis/home", "", project)
    if event.milestone_id is not None:
        milestone = viewer.db.row("SELECT * FROM milestone WHERE id = ?", event.milestone_id)
        if milestone is None:
            return None
        return Told(
            event, f"{event.action} milestone", milestone.title, f"{base}/-/milestones/{milestone.number}", "", project
        )
    return Told(event, SIMPLE.get(event.action, event.action), "", base, "", project)


def calendar(viewer: Viewer, account_id: int, since: str) -> dict[str, int]:
    """How much somebody did on each day, of what the viewer may see: pushes count by their commits, the rest by one."""
    return {
        row.day: row.number
        for row in viewer.db.rows(
            "SELECT substr(event.created, 1, 10) AS day, sum(CASE WHEN event.action IN ('pushed', 'pushed_new')"
            " THEN coalesce(event.commits, 1) ELSE 1 END) AS number FROM event"
            " JOIN project ON project.id = event.project_id WHERE event.account_id = ? AND event.created >= ?"
            " AND event.action IN ('created', 'pushed', 'pushed_new', 'opened', 'closed', 'merged', 'approved',"
            f" 'commented') AND {viewer.visible} GROUP BY day ORDER BY day",
            account_id,
            since,
        )
    }
