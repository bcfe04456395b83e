"""The scratchpad's first state: two people and the notes they have written so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from webcosm.lore import Lore
from webcosm.sites.kit import Account, hash_password
from webcosm.worlds import Database

__all__ = ["WrittenNote", "accounts", "fill", "written_notes"]

CONTENT = Path(__file__).parent / "content"


@dataclass(frozen=True)
class WrittenNote:
    """A note as its content file has it."""

    title: str
    body: str
    created: str
    updated: str
    tags: Sequence[str]
    colour: str
    pinned: bool
    archived: bool


def accounts(lore: Lore) -> Sequence[Account]:
    return (
        Account("user", "nora", "lamplight", "Nora Whitfield", "Owns the notes shown at the beginning."),
        Account("user", "theo", "gravel-path", "Theo Marsh", "Has notes of his own."),
    )


def fill(db: Database, lore: Lore, scale: str) -> None:
    for account, name in zip(accounts(lore), ("first", "second"), strict=True):
        number = db.insert(
            "account",
            username=account.username,
            name=account.name,
            role=account.role,
            password=hash_password(account.password, account.username),
        )
        for note in sorted(written_notes(name), key=lambda note: note.created):
            note_id = db.insert(
                "note",
                account_id=number,
                title=note.title,
                body=note.body,
                colour=note.colour,
                pinned=int(note.pinned),
                archived=int(note.archived),
                created=note.created,
                updated=note.updated,
                last_viewed=note.updated,
            )
            for tag in note.tags:
                db.insert("note_tag", note_id=note_id, tag=tag)


def written_notes(name: str) -> Iterator[WrittenNote]:
    """The notes of a content file.

    A note begins with ``== title`` and a line of facts: when it was written and, after an arrow, last edited;
    then words beginning with # are tags, and ``pinned``, ``archived`` and a colour stand for themselves.
    """
    for part in (CONTENT / f"{name}.txt").read_text().split("\n== ")[1:]:
        title, facts, body = part.split("\n", 2)
        times, *words = facts.split(" | ")
        created, _, updated = times.partition(" -> ")
        flags = words[0].split() if words else []
        colours = [word for word in flags if not word.startswith("#") and word not in ("pinned", "archived")]
        yield WrittenNote(
            title=title,
            body=body.strip("\n"),
            created=f"{created}:00",
            updated=f"{updated or created}:00",
            tags=sorted(word[1:].replace("_", " ") for word in flags if word.startswith("#")),
            colour=colours[0] if colours else "plain",
            pinned="pinned" in flags,
            archived="archived" in flags,
        )
