"""Comments: on issues, merge requests, commits and snippets. Threads, system notes, awards; who is told of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from webcosm.sites.code.rules.activity import add_event, add_todo, mentioned, settle_todos
from webcosm.worlds import Row, Value, World

__all__ = [
    "EMOJI",
    "Position",
    "Target",
    "add_note",
    "award",
    "delete_note",
    "edit_note",
    "resolve",
    "system_note",
]

EMOJI = {
    "thumbsup": "👍",
    "thumbsdown": "👎",
    "tada": "🎉",
    "heart": "❤️",
    "eyes": "👀",
    "rocket": "🚀",
    "confused": "😕",
    "laughing": "😆",
}


@dataclass(frozen=True)
class Target:
    """What a note is about."""

    kind: Literal["issue", "merge_request", "commit", "snippet"]
    project_id: int | None
    id: int | str
    """A commit's is its sha."""

    @property
    def column(self) -> str:
        return "commit_sha" if self.kind == "commit" else f"{self.kind}_id"

    @property
    def columns(self) -> dict[str, Value]:
        return {"project_id": self.project_id, self.column: self.id}

    @property
    def todo(self) -> dict[str, int]:
        """Which thing a to-do is about; commits and snippets have none."""
        return {self.column: int(self.id)} if self.kind in ("issue", "merge_request") else {}


@dataclass(frozen=True)
class Position:
    """A line of a change: at which head, of which side of which file."""

    sha: str
    path: str
    side: Literal["old", "new"]
    line: int

    @property
    def columns(self) -> dict[str, Value]:
        return {f"position_{name}": getattr(self, name) for name in ("sha", "path", "side", "line")}


def add_note(
    world: World,
    author: Row,
    target: Target,
    body: str,
    *,
    thread_id: int | None = None,
    threaded: bool = False,
    internal: bool = False,
    position: Position | None = None,
) -> int:
    """Writes a comment; gives its number. Whoever it names finds it on their list, and it settles its author's own."""
    db, moment = world.code, world.clock.stamp()
    number = db.insert(
        "note",
        **target.columns,
        thread_id=thread_id,
        author_id=author.id,
        body=body,
        internal=int(internal),
        threaded=int(threaded or position is not None),
        **(position.columns if position else {}),
        created=moment,
    )
    if thread_id is not None:  # an answer makes a thread of a lone note
        db.run("UPDATE note SET threaded = 1 WHERE id = ? AND NOT threaded", thread_id)
    _touch(world, target)
    if target.project_id is not None:
        add_event(world, author.id, "commented", project_id=target.project_id, note_id=number, **target.todo)
    if target.todo and target.project_id is not None:
        settle_todos(world, author.id, **target.todo)
        _tell(world, author.id, target, mentioned(db, body), number)
    return number


def _tell(world: World, author_id: int, target: Target, people: Iterable[Row], note_id: int) -> None:
    assert target.project_id is not None
    for one in people:
        add_todo(world, one.id, author_id, "mentioned", target.project_id, note_id=note_id, **target.todo)


def system_note(world: World, author: Row, target: Target, body: str) -> int:
    """A line of the history of a thing, as a sentence without its subject: “changed the due date to May 4, 2026”."""
    number = world.code.insert(
        "note", **target.columns, author_id=author.id, body=body, system=1, created=world.clock.stamp()
    )
    _touch(world, target)
    return number


def edit_note(world: World, note: Row, body: str) -> None:
    if body == note.body:
        return
    world.code.run("UPDATE note SET body = ?, edited = ? WHERE id = ?", body, world.clock.stamp(), note.id)


def delete_note(world: World, note: Row) -> None:
    """Takes a comment away, and with the first of a thread what answered it stays as a thread of its own."""
    db = world.code
    heir = db.row("SELECT * FROM note WHERE thread_id = ? ORDER BY id LIMIT 1", note.id)
    if heir is not None:
        db.run("UPDATE note SET thread_id = ? WHERE thread_id = ? AND id <> ?", heir.id, note.id, heir.id)
        db.run("UPDATE note SET thread_id = NULL, threaded = 1 WHERE id = ?", heir.id)
    db.run("DELETE FROM award WHERE note_id = ?", note.id)
    db.run("UPDATE todo SET note_id = NULL WHERE note_id = ?", note.id)
    db.run("DELETE FROM event WHERE note_id = ?", note.id)
    db.run("DELETE FROM note WHERE id = ?", note.id)


def resolve(world: World, author: Row, note: Row, resolved: bool) -> None:
    """Of a thread's first note: whether it is settled."""
    if resolved == (note.resolved is not None):
        return
    world.code.run(
        "UPDATE note SET resolved = ?, resolved_by = ? WHERE id = ?",
        world.clock.stamp() if resolved else None,
        author.id if resolved else None,
        note.id,
    )


def award(world: World, account: Row, emoji: str, **of: int) -> None:
    """Gives an emoji to an issue, a merge request or a note (``issue_id=…``), or takes it back."""
    ((column, number),) = of.items()
    known = world.code.value(
        f"SELECT id FROM award WHERE {column} = ? AND account_id = ? AND emoji = ?", number, account.id, emoji
    )
    if known is not None:
        world.code.run("DELETE FROM award WHERE id = ?", known)
    elif emoji in EMOJI:
        world.code.insert("award", account_id=account.id, emoji=emoji, **{column: number})
    else:
        raise ValueError(f"there is no emoji {emoji!r}; there are {', '.join(EMOJI)}")


def _touch(world: World, target: Target) -> None:
    if target.kind in ("issue", "merge_request"):
        world.code.run(f"UPDATE {target.kind} SET updated = ? WHERE id = ?", world.clock.stamp(), target.id)
