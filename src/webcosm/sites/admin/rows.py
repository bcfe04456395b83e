"""Finding rows, and writing and telling only what differs, so that a world's changes say what really changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webcosm.sites.kit import NotFound, Request
from webcosm.worlds import Database, Row, Value

__all__ = ["YES_NO", "differing", "find_row", "tell_saved", "update_row"]

YES_NO = [("1", "Yes"), ("0", "No")]
"""Choices of a column that holds a flag."""


def find_row(db: Database, table: str, number: int) -> Row:
    """A row by its id, or a page that says there is none."""
    row = db.row(f"SELECT * FROM {table} WHERE id = ?", number)
    if row is None:
        raise NotFound(f"There is no {table.replace('_', ' ')} {number}.")
    return row


def differing(row: Mapping[str, Any], values: Mapping[str, Value]) -> dict[str, Value]:
    """Those of the values that the row does not hold yet."""
    return {name: value for name, value in values.items() if row[name] != value}


def update_row(
    db: Database,
    table: str,
    key: Mapping[str, Value],
    row: Mapping[str, Any],
    values: Mapping[str, Value],
    **touch: Value,
) -> bool:
    """Writes the columns that differ, and with them ``touch`` (a time of change); False if none does."""
    fresh = differing(row, values)
    if not fresh:
        return False
    columns = {**fresh, **touch}
    assigned = ", ".join(f'"{name}" = ?' for name in columns)
    found = " AND ".join(f'"{name}" = ?' for name in key)
    db.run(f'UPDATE "{table}" SET {assigned} WHERE {found}', *columns.values(), *key.values())
    return True


def tell_saved(request: Request, changed: bool, message: str) -> None:
    """The message, or that there was nothing to save."""
    request.flash(*((message, "done") if changed else ("Nothing was changed.", "note")))
