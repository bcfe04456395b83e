"""Projects: how they are made, forked, starred, changed and taken away."""

from __future__ import annotations

import re

from webcosm.sites.code.git import Action, Person, Writer, fork_repository
from webcosm.sites.code.rules.activity import add_event
from webcosm.sites.code.rules.places import RESERVED, find_namespace, project_by_id
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.viewer import DEVELOPER, MAINTAINER, Viewer
from webcosm.sites.kit.formats import slug
from webcosm.worlds import Database, Row, World

__all__ = [
    "LEVELS",
    "check_path",
    "create_project",
    "delete_project",
    "fork_project",
    "namespaces_for",
    "person_of",
    "rename_project",
    "set_star",
    "set_topics",
    "transfer_project",
]

PATH = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?")
LEVELS = ("private", "internal", "public")
"""From the least open on; a fork is never more open than what it comes from."""


def person_of(account: Row) -> Person:
    """An account as commits name it."""
    return Person(account.name, account.email)


def check_path(path: str) -> str:
    """The path, if it may be one."""
    if not PATH.fullmatch(path) or len(path) > 100 or path.endswith((".git", ".atom")):
        raise Refused(
            "A path has letters, digits, _, - and . only, begins and ends with a letter or digit, and does not"
            f" end in .git; “{path[:60]}” will not do."
        )
    return path


def namespaces_for(viewer: Viewer) -> list[Row]:
    """Where somebody may make projects: their own namespace first, then groups."""
    if viewer.user is None:
        return []
    rows = viewer.db.rows("SELECT * FROM namespace ORDER BY kind = 'group', full_path COLLATE NOCASE")
    levels = {"developer": DEVELOPER, "maintainer": MAINTAINER}
    return [
        row
        for row in rows
        if row.account_id == viewer.user.id
        or (row.kind == "group" and viewer.group_levels.get(row.id, 0) >= levels[row.creates_projects])
    ]


def _check_free(db: Database, namespace: Row, path: str, but: int = 0) -> None:
    taken = db.value("SELECT id FROM project WHERE namespace_id = ? AND path = ? AND id <> ?", namespace.id, path, but)
    if taken is not None or find_namespace(db, f"{namespace.full_path}/{path}") is not None:
        raise Refused(f"{namespace.full_path}/{path} is taken.")
    if namespace.full_path.lower() in RESERVED:
        raise Refused(f"{namespace.full_path} is not a namespace.")


def create_project(
    world: World,
    account: Row,
    namespace: Row,
    name: str,
    *,
    path: str = "",
    description: str = "",
    visibility: str = "private",
    readme: bool = False,
    files: dict[str, str | bytes] | None = None,
) -> Row:
    """A project; with a readme or the files of a template it has its first commit."""
    db, moment = world.code, world.clock.stamp()
    path = check_path(path or slug(name))
    _check_free(db, namespace, path)
    if namespace.kind == "group" and LEVELS.index(visibility) > LEVELS.index(namespace.visibility):
        raise Refused(
            f"A project cannot be more open than its group, and {namespace.full_path} is {namespace.visibility}."
        )
    id = db.insert(
        "project",
        namespace_id=namespace.id,
        path=path,
        name=name,
        description=description,
        visibility=visibility,
        creator_id=account.id,
        created=moment,
        active=moment,
    )
    db.insert("protected_branch", project_id=id, pattern="main", push=MAINTAINER, merge=MAINTAINER)
    contents: dict[str, str | bytes] = dict(files or {})
    if readme:
        contents.setdefault("README.md", f"# {name}\n" + (f"\n{description}\n" if description else ""))
    if contents:
        actions = [Action.create(one, content) for one, content in sorted(contents.items())]
        Writer(db, id).commit("main", actions, "Initial commit", person_of(account), moment)
    add_event(world, account.id, "created", project_id=id)
    row = project_by_id(db, id)
    assert row
    return row


def fork_project(world: World, account: Row, source: Row, namespace: Row, name: str, path: str, visibility: str) -> Row:
    """The same repository in another namespace; its objects are shared."""
    db, moment = world.code, world.clock.stamp()
    path = check_path(path)
    _check_free(db, namespace, path)
    if LEVELS.index(visibility) > LEVELS.index(source.visibility):
        raise Refused(
            f"A fork cannot be more open than what it comes from, and {source.full_path} is {source.visibility}."
        )
    known = db.value(
        "SELECT path FROM project WHERE forked_from = ? AND namespace_id = ? AND deleted IS NULL",
        source.id,
        namespace.id,
    )
    if known is not None:
        raise Refused(f"{namespace.full_path} has a fork of it already: {namespace.full_path}/{known}.")
    id = db.insert(
        "project",
        namespace_id=namespace.id,
        path=path,
        name=name,
        description=source.description,
        visibility=visibility,
        default_branch=source.default_branch,
        forked_from=source.id,
        creator_id=account.id,
        created=moment,
        active=moment,
    )
    fork_repository(db, source.id, id)
    db.insert("protected_branch", project_id=id, pattern=source.default_branch, push=MAINTAINER, merge=MAINTAINER)
    for topic in db.values("SELECT name FROM topic WHERE project_id = ? ORDER BY name", source.id):
        db.insert("topic", project_id=id, name=topic)
    add_event(world, account.id, "forked", project_id=id, title=source.full_path)
    row = project_by_id(db, id)
    assert row
    return row


def set_star(world: World, account: Row, project: Row, starred: bool) -> None:
    db = world.code
    if starred:
        db.run(
            "INSERT OR IGNORE INTO star (project_id, account_id, created) VALUES (?, ?, ?)",
            project.id,
            account.id,
            world.clock.stamp(),
        )
    else:
        db.run("DELETE FROM star WHERE project_id = ? AND account_id = ?", project.id, account.id)


def set_topics(world: World, project: Row, topics: list[str]) -> None:
    """These and no others."""
    db = world.code
    wanted = {topic.strip().lower() for topic in topics if topic.strip()}
    before = set(db.values("SELECT name FROM topic WHERE project_id = ?", project.id))
    for topic in sorted(wanted - before):
        db.insert("topic", project_id=project.id, name=topic)
    for topic in sorted(before - wanted):
        db.run("DELETE FROM topic WHERE project_id = ? AND name = ?", project.id, topic)


def rename_project(world: World, project: Row, path: str) -> None:
    """Another path; the old one leads here."""
    db = world.code
    check_path(path)
    namespace = db.row("SELECT * FROM namespace WHERE id = ?", project.namespace_id)
    assert namespace
    if path == project.path:
        return
    _check_free(db, namespace, path, project.id)
    db.run("UPDATE project SET path = ? WHERE id = ?", path, project.id)
    _leave_redirect(db, project)


def transfer_project(world: World, project: Row, namespace: Row) -> None:
    """To another namespace; the old path leads here."""
    db = world.code
    if namespace.id == project.namespace_id:
        raise Refused(f"{project.full_path} is there already.")
    _check_free(db, namespace, project.path)
    db.run("UPDATE project SET namespace_id = ? WHERE id = ?", namespace.id, project.id)
    _leave_redirect(db, project)


def _leave_redirect(db: Database, project: Row) -> None:
    db.run("DELETE FROM redirect WHERE full_path = ?", project.full_path)
    db.insert("redirect", full_path=project.full_path, project_id=project.id)


def delete_project(world: World, project: Row) -> None:
    """It is gone for everybody; its rows stay, as those of its issues and commits do."""
    world.code.run(
        "UPDATE project SET deleted = ?, path = path || '-deleted-' || id WHERE id = ?", world.clock.stamp(), project.id
    )
