"""What others get to know of what is done: events, to-dos, and who takes part in what."""

from __future__ import annotations

import re
from collections.abc import Iterable

from webcosm.sites.code.rules.places import project_by_id
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.worlds import Database, Row, World

__all__ = ["MENTION", "add_event", "add_todo", "mentioned", "settle_todos", "touch"]

MENTION = re.compile(r"(?<![\w/@.`])@([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:/[A-Za-z0-9._-]*[A-Za-z0-9])*)")
CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)


def add_event(world: World, account_id: int, action: str, **of: int | str | None) -> None:
    """One line of the activity of an account and a project."""
    moment = world.clock.stamp()
    world.code.insert("event", account_id=account_id, action=action, created=moment, **of)
    if of.get("project_id") is not None:
        world.code.run("UPDATE project SET active = ? WHERE id = ?", moment, of["project_id"])


def touch(world: World, thing: Row, table: str) -> None:
    """The thing, an issue or a merge request, was updated now."""
    world.code.run(f"UPDATE {table} SET updated = ? WHERE id = ?", world.clock.stamp(), thing.id)


def add_todo(
    world: World,
    account_id: int,
    author_id: int,
    action: str,
    project_id: int,
    *,
    issue_id: int | None = None,
    merge_request_id: int | None = None,
    note_id: int | None = None,
) -> None:
    """Puts it on somebody's list, unless they did it themselves, may not see it, or have it there already."""
    db = world.code
    if account_id == author_id and action not in ("marked", "build_failed"):
        return
    account = db.row("SELECT * FROM account WHERE id = ?", account_id)
    project = project_by_id(db, project_id)
    assert account
    assert project
    if account.bot or not Viewer(db, account, str(world.clock.today())).may("see", project):
        return
    known = db.value(
        "SELECT id FROM todo WHERE account_id = ? AND state = 'pending' AND action = ? AND issue_id IS ? AND"
        " merge_request_id IS ?",
        account_id,
        action,
        issue_id,
        merge_request_id,
    )
    if known is None:
        db.insert(
            "todo",
            account_id=account_id,
            author_id=author_id,
            project_id=project_id,
            issue_id=issue_id,
            merge_request_id=merge_request_id,
            note_id=note_id,
            action=action,
            created=world.clock.stamp(),
        )


def settle_todos(
    world: World, account_id: int, *, issue_id: int | None = None, merge_request_id: int | None = None
) -> None:
    """Whoever has dealt with a thing need not be reminded of it."""
    world.code.run(
        "UPDATE todo SET state = 'done' WHERE account_id = ? AND state = 'pending' AND issue_id IS ? AND"
        " merge_request_id IS ?",
        account_id,
        issue_id,
        merge_request_id,
    )


def mentioned(db: Database, *texts: str) -> Iterable[Row]:
    """The accounts that texts name with ``@``, in code excepted; a group's name means its direct members."""
    names = {name.lower(): None for text in texts for name in MENTION.findall(CODE.sub(" ", text))}
    found: dict[int, Row] = {}
    for name in names:
        for row in db.rows(
            "SELECT account.* FROM account WHERE username = ?1 UNION SELECT account.* FROM account"
            " JOIN member ON member.account_id = account.id JOIN namespace ON namespace.id = member.namespace_id"
            " WHERE namespace.kind = 'group' AND full_path = ?1 ORDER BY id",
            name,
        ):
            found.setdefault(row.id, row)
    return found.values()
