"""Trails: rows that an undone slip leaves behind. A site names them, and they do not count.

Whoever puts an order on hold by mistake and takes it off again has harmed nothing, though two lines more stand in its
history. What cannot be undone (a mail that was sent, a payment that was taken) is no trail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from webcosm.worlds.changes import Change
from webcosm.worlds.database import Value

__all__ = ["Trail"]


@dataclass(frozen=True)
class Trail:
    """Rows of a table that an undone slip leaves behind."""

    table: str
    inserted: Callable[[Mapping[str, Value]], bool] | None = None
    """Which new rows are trails, such as lines of a history that nobody wrote to anybody; None for no new rows."""
    columns: frozenset[str] = frozenset()
    """A row of which only these columns differ, such as the time of its last change, is a trail."""

    def has(self, change: Change) -> bool:
        if change.table != self.table:
            return False
        if change.kind == "insert":
            return self.inserted is not None and change.new is not None and self.inserted(change.new)
        return change.kind == "update" and set(change.columns) <= self.columns
