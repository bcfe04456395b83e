"""Reading and writing notes. Every function takes the account, so that no note is ever reached by its number alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.sites.kit import NotFound, Request, Sorting, match_query
from webcosm.sites.kit.listing import Listing
from webcosm.worlds import Database, Row, Value

__all__ = ["COLOURS", "Shelf", "count", "create", "destroy", "edit", "find", "notes_on", "tag_counts", "tags_of"]

COLOURS = ("plain", "yellow", "green", "blue", "rose")
PAGE = 12


@dataclass(frozen=True)
class Shelf:
    """Where a note can be."""

    key: str
    title: str
    where: str


SHELVES: Mapping[str, Shelf] = {
    "notes": Shelf("notes", "Notes", "note.deleted IS NULL AND note.archived = 0"),
    "archive": Shelf("archive", "Archive", "note.deleted IS NULL AND note.archived = 1"),
    "trash": Shelf("trash", "Trash", "note.deleted IS NOT NULL"),
}

ORDERS = {
    "updated": ("Last edited", "note.updated DESC, note.id DESC"),
    "created": ("Newest first", "note.created DESC, note.id DESC"),
    "oldest": ("Oldest first", "note.created, note.id"),
    "title": ("Title", "note.title COLLATE NOCASE, note.id"),
}
MATCH_ORDER = {"match": ("Best match", "note_search.rank, note.id")}


def find(db: Database, account: Row, number: int) -> Row:
    """A note of this account; another account's note is as absent as one that never was."""
    note = db.row("SELECT * FROM note WHERE id = ? AND account_id = ?", min(number, 2**62), account.id)
    if note is None:
        raise NotFound("There is no such note.")
    return note


def notes_on(request: Request, account: Row, shelf: str, search: str, tag: str) -> tuple[Listing, Sorting]:
    """The page of notes that the address asks for, and how it is sorted."""
    arguments: list[Value] = []
    joined, match = "", None
    if search:
        match = match_query(search)
        joined = "JOIN note_search ON note_search.rowid = note.id AND note_search MATCH ?"
        arguments.append(match)
    sorting = request.sorting({**MATCH_ORDER, **ORDERS} if match else ORDERS)
    if search and match is None:
        return Listing([], 1, PAGE, 0), sorting
    where = f"note.account_id = ? AND {SHELVES[shelf].where}"
    arguments.append(account.id)
    if tag:
        where += " AND note.id IN (SELECT note_id FROM note_tag WHERE tag = ?)"
        arguments.append(tag)
    pinned = "note.pinned DESC, " if shelf == "notes" and not search else ""
    sql = f"SELECT note.* FROM note {joined} WHERE {where} ORDER BY {pinned}{sorting.sql}"
    return request.listing(sql, *arguments, size=PAGE), sorting


def count(db: Database, account: Row, shelf: str, search: str = "") -> int:
    sql = f"SELECT count(*) FROM note WHERE account_id = ? AND {SHELVES[shelf].where}"
    match = match_query(search) if search else None
    if match is None:
        return int(db.value(sql, account.id))
    return int(
        db.value(f"{sql} AND id IN (SELECT rowid FROM note_search WHERE note_search MATCH ?)", account.id, match)
    )


def tag_counts(db: Database, account: Row) -> list[Row]:
    """The tags of the notes that are neither archived nor deleted."""
    return db.rows(
        "SELECT tag, count(*) AS notes FROM note_tag JOIN note ON note.id = note_tag.note_id"
        f" WHERE note.account_id = ? AND {SHELVES['notes'].where} GROUP BY tag ORDER BY tag",
        account.id,
    )


def tags_of(db: Database, number: int) -> list[str]:
    return db.values("SELECT tag FROM note_tag WHERE note_id = ? ORDER BY tag", number)


def create(db: Database, account: Row, stamp: str, values: Mapping[str, Any], tags: Sequence[str]) -> int:
    number = db.insert(
        "note",
        account_id=account.id,
        title=values["title"],
        body=values["body"],
        colour=values["colour"],
        pinned=int(values["pinned"]),
        created=stamp,
        updated=stamp,
    )
    _set_tags(db, number, tags)
    return number


def edit(db: Database, note: Row, stamp: str, values: Mapping[str, Any], tags: Sequence[str]) -> bool:
    """Writes what differs; False, and nothing written, if nothing does. Pinning alone is no new revision."""
    fresh = {name: values.get(name, note[name]) for name in ("title", "body", "colour")}
    pinned = int(values.get("pinned", note.pinned))
    text_differs = any(fresh[name] != note[name] for name in fresh) or list(tags) != tags_of(db, note.id)
    if not text_differs and pinned == note.pinned:
        return False
    db.run(
        "UPDATE note SET title = ?, body = ?, colour = ?, pinned = ?, updated = ?, revision = revision + ?"
        " WHERE id = ?",
        fresh["title"],
        fresh["body"],
        fresh["colour"],
        pinned,
        stamp if text_differs else note.updated,
        int(text_differs),
        note.id,
    )
    _set_tags(db, note.id, tags)
    return True


def destroy(db: Database, numbers: Sequence[int]) -> None:
    for number in numbers:
        db.run("DELETE FROM note_tag WHERE note_id = ?", number)
        db.run("DELETE FROM note WHERE id = ?", number)


def _set_tags(db: Database, number: int, tags: Sequence[str]) -> None:
    """Only the difference is written, so that the world's changes say what really changed."""
    before = tags_of(db, number)
    for tag in before:
        if tag not in tags:
            db.run("DELETE FROM note_tag WHERE note_id = ? AND tag = ?", number, tag)
    for tag in tags:
        if tag not in before:
            db.insert("note_tag", note_id=number, tag=tag)
