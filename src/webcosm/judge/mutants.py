"""Mutants: wrong final states made from a right one. A judge that accepts one has a hole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Expectation
from webcosm.worlds import Change, Row, Value

__all__ = ["mutants"]


def mutants(
    evidence: Evidence, expectation: Expectation, strangers: Sequence[Change]
) -> Iterator[tuple[str, Evidence]]:
    """Named wrong variants of a right final state. `strangers` are changes that have no place in it."""
    changes = tuple(evidence.changes)
    for number, change in enumerate(changes):
        if not _required(change, expectation):
            continue  # an allowed change may be there or not
        rest = (*changes[:number], *changes[number + 1 :])
        yield f"without {_told(change)}", replace(evidence, changes=rest)
        for column, altered in _altered(change, expectation.free_columns(change)):
            yield f"{_told(change)} with another {column}", replace(evidence, changes=(*rest, altered))
        if change.kind != "insert":
            yield f"{_told(change)} of another row", replace(evidence, changes=(*rest, _elsewhere(change)))
        yield f"{_told(change)} twice", replace(evidence, changes=(*changes, _elsewhere(change)))
    for stranger in strangers:
        yield f"and {_told(stranger)}", replace(evidence, changes=(*changes, stranger))


def stranger(site: str, table: str, row: Row, keys: Sequence[str], column: str) -> Change:
    """A change to a row that has nothing to do with the task."""
    new = {**row, column: _other(row[column])}
    return Change(site, table, "update", tuple(row[name] for name in keys), dict(row), new, key_columns=tuple(keys))


def _required(change: Change, expectation: Expectation) -> bool:
    return any(rule.fits(change) for rule in expectation.required)


def _altered(change: Change, free: Mapping[str, str]) -> Iterator[tuple[str, Change]]:
    if change.new is None:
        return
    for column in change.new:
        if column in free or column in change.incidental:
            continue
        yield column, replace(change, new={**change.new, column: _other(change.new[column])})


def _elsewhere(change: Change) -> Change:
    """The same done to another row."""
    key = tuple(_other(part) for part in change.key)
    moved = dict(zip(change.key_columns, key, strict=bool(change.key_columns)))
    old, new = ({**row, **moved} if row else None for row in (change.old, change.new))
    return replace(change, key=key, old=old, new=new)


def _other(value: Value) -> Value:
    """A different value of the same type."""
    if value is None:
        return "2026-01-01 00:00:00"
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return 1 - value if value in (0, 1) else value + 1
    if isinstance(value, bytes):
        return value + b"!"
    return f"{value} (altered)"


def _told(change: Change) -> str:
    return f"the {change.kind} in {change.site}.{change.table}"
