"""Which picture is at an address of the forum."""

from __future__ import annotations

import re

from webcosm.worlds import Database, Picture

__all__ = ["numbered", "picture_at"]

_ADDRESS = re.compile(r"/media/post/(\d{1,15})(?:-\d{1,4})?\.png")


def numbered(db: Database, number: int) -> Picture | None:
    """The picture of a ``post_picture`` row."""
    row = db.row("SELECT look, file FROM post_picture WHERE id = ?", number)
    if row is None:
        return None
    return Picture(row.look, "front") if row.file is None else Picture(file=bytes(row.file))


def picture_at(db: Database, path: str) -> Picture | None:
    """The picture at a path, in whatever size."""
    found = _ADDRESS.fullmatch(path)
    return numbered(db, int(found[1])) if found else None
