"""Changed rows as people read them: which columns went from what to what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["LONGEST", "ShownChange", "cut", "shown_changes"]

LONGEST = 4_000
"""Characters of a thought, an action or a value on a page."""
LONGEST_IN_LINE = 80
"""Characters of a value on a screen."""
MOST_IN_LINE = 6
"""Columns of a row on a screen."""


@dataclass(frozen=True)
class ShownChange:
    """A changed row."""

    name: str
    kind: str
    collateral: bool
    values: list[tuple[str, str, str]]
    """Column, old value, new value; of those that differ, and of all where a row came or went."""

    @property
    def line(self) -> str:
        """All of it in one line, for a screen."""
        told = []
        for column, old, new in self.values:
            sides = [repr(cut(side, LONGEST_IN_LINE)) for side in (old, new)]
            if self.kind == "update":
                told.append(f"{column} {' → '.join(sides)}")
            elif old or new:
                told.append(f"{column} {sides[0] if old else sides[1]}")
        more = f", {len(told) - MOST_IN_LINE} more columns" if len(told) > MOST_IN_LINE else ""
        return f"{self.kind} {self.name}: {', '.join(told[:MOST_IN_LINE])}{more}"


def shown_changes(
    changes: Sequence[Mapping[str, Any]], collateral: Sequence[Mapping[str, Any]] = ()
) -> list[ShownChange]:
    """Changes as records keep them."""
    shown = []
    for change in changes:
        old, new = change["old"] or {}, change["new"] or {}
        values = [
            (column, _value(old.get(column)), _value(new.get(column)))
            for column in dict.fromkeys((*old, *new))
            if old.get(column) != new.get(column) or not (old and new)
        ]
        key = ", ".join(map(str, change["key"]))
        name = f"{change['site']}.{change['table']} {key}"
        shown.append(ShownChange(name, change["kind"], change in collateral, values))
    return shown


def _value(value: Any) -> str:
    return "" if value is None else cut(str(value))


def cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text) - longest:,} more characters)"
