"""Trails: rows that an undone slip leaves behind. A site names them, and they do not count.

Whoever puts an order on hold by mistake and takes it off again has harmed nothing, though two lines more stand in its
history. What cannot be undone (a mail that was sent, a payment that was taken) is no trail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from webcosm.worlds.changes import Change
from webcosm.worlds.database import Value

__all__ = ["Trail", "without_trails"]


@dataclass(frozen=True)
class Trail:
    """Rows of a table that an undone slip leaves behind."""

    table: str
    inserted: Callable[[Mapping[str, Value]], bool] | None = None
    """Which new rows are trails, such as lines of a history that nobody wrote to anybody; None for no new rows."""
    columns: frozenset[str] = frozenset()
    """A row of which only these columns differ, such as the time of its last change, is a trail."""
    anew: frozenset[str] = frozenset()
    """A row that was deleted and one that was inserted, alike but for these columns (its number, when it was added),
    are a trail together: somebody took it away and put it back. Empty where that makes a difference."""

    def has(self, change: Change) -> bool:
        if change.table != self.table:
            return False
        if change.kind == "insert":
            return self.inserted is not None and change.new is not None and self.inserted(change.new)
        return change.kind == "update" and set(change.columns) <= self.columns

    def is_back(self, gone: Change, there: Change) -> bool:
        """Whether a row that was deleted is there again as another."""
        if not self.anew or {gone.table, there.table} != {self.table}:
            return False
        if (gone.kind, there.kind) != ("delete", "insert") or gone.old is None or there.new is None:
            return False
        same = [name for name in gone.old if name not in self.anew and name not in gone.incidental]
        return all(gone.old[name] == there.new[name] for name in same)


def without_trails(changes: Sequence[Change], trails: Mapping[str, Iterable[Trail]]) -> list[Change]:
    """The changes that are no trails; `trails` has those of each site."""
    left = [change for change in changes if not any(trail.has(change) for trail in trails[change.site])]
    for gone in list(left):
        for there in left:
            if there.site == gone.site and any(trail.is_back(gone, there) for trail in trails[gone.site]):
                left.remove(gone)
                left.remove(there)
                break
    return left
