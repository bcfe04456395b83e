"""What the tasks on the scratchpad read from its rows."""

from __future__ import annotations

from webcosm.worlds import Row, World

__all__ = ["OWNER", "kept_notes", "missing_titles", "note_titled", "tags_in_use"]

OWNER = "(SELECT min(id) FROM account)"
"""The first account is the one that is signed in."""


def kept_notes(world: World, where: str = "NOT archived") -> list[Row]:
    """The owner's notes with titles that no other of their notes has, so that a title means one note."""
    return world.notes.rows(
        f"SELECT * FROM note WHERE account_id = {OWNER} AND deleted IS NULL AND {where} AND title IN"
        f" (SELECT title FROM note WHERE account_id = {OWNER} GROUP BY title HAVING count(*) = 1) ORDER BY id"
    )


def note_titled(world: World, title: str) -> Row:
    return next(note for note in kept_notes(world, "TRUE") if note.title == title)


def missing_titles(world: World) -> list[str]:
    """Titles that somebody else's notes have and the owner's have not: good titles, only not to be found."""
    found: list[str] = world.notes.values(
        f"SELECT DISTINCT title FROM note WHERE account_id <> {OWNER} AND lower(title) NOT IN"
        f" (SELECT lower(title) FROM note WHERE account_id = {OWNER}) ORDER BY title"
    )
    return found


def tags_in_use(world: World) -> list[str]:
    """Tags of at least two notes that are neither archived nor deleted."""
    found: list[str] = world.notes.values(
        f"SELECT tag FROM note_tag JOIN note ON note.id = note_id WHERE account_id = {OWNER}"
        " AND deleted IS NULL AND NOT archived GROUP BY tag HAVING count(*) >= 2 ORDER BY tag"
    )
    return found
