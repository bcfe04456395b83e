"""What happened step by step: the rows that each step of an episode changed, as before it and as after it.

What somebody else did meanwhile is kept apart as :class:`Happening`: its rows are none of the agent's changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from webcosm.worlds.changes import Change, ChangeKind

__all__ = ["Happening", "StepChanges", "agents_changes", "folded_steps", "step_between"]

_Place = tuple[str, str, tuple[Any, ...]]


@dataclass(frozen=True)
class StepChanges:
    """The rows that one step changed. Their old values are those before the step, not those of the first state."""

    step: int
    changes: tuple[Change, ...]

    def to_json(self) -> dict[str, Any]:
        return {"step": self.step, "changes": [change.to_json() for change in self.changes]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StepChanges:
        return cls(data["step"], tuple(Change.from_json(change) for change in data["changes"]))


@dataclass(frozen=True)
class Happening:
    """Something that happened by itself at the end of a step: rows that somebody else wrote, words of the user."""

    name: str
    step: int
    message: str = ""
    """What the user said; empty if nothing."""
    changes: tuple[Change, ...] = ()
    """The rows that it changed, as before it and as after it."""

    def to_json(self) -> dict[str, Any]:
        changes = [change.to_json() for change in self.changes]
        return {"name": self.name, "step": self.step, "message": self.message, "changes": changes}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Happening:
        changes = tuple(Change.from_json(change) for change in data["changes"])
        return cls(data["name"], data["step"], data["message"], changes)


def agents_changes(
    changes: Sequence[Change], steps: Sequence[StepChanges], happenings: Sequence[Happening]
) -> tuple[Change, ...]:
    """What is the agent's of all changes: how the end differs from the first state with the happenings' rows in it.

    Column by column: whoever edits the price of a product whose stock somebody else lowered has changed the price
    alone, and whoever sets the stock back has changed the stock.
    """
    if not any(happening.changes for happening in happenings):
        return tuple(changes)
    timeline = sorted(
        [(step.step, 0, change) for step in steps for change in step.changes]
        + [(one.step, 1, change) for one in happenings for change in one.changes],
        key=lambda entry: entry[:2],
    )
    touched = dict.fromkeys(_place(change) for *_, whose, change in timeline if whose)
    found = {_place(change): change for change in changes}
    for place in touched:
        entries = [(whose, change) for *_, whose, change in timeline if _place(change) == place]
        base = entries[0][1].old
        for whose, change in entries:
            base = _with(base, change) if whose else base
        mine = _changed(entries[-1][1], base, entries[-1][1].new)
        if mine is None:
            found.pop(place, None)
        else:
            found[place] = mine
    return tuple(found.values())


def _with(row: Mapping[str, Any] | None, change: Change) -> Mapping[str, Any] | None:
    """A row to which somebody has done what a change says; one that is not there is not updated."""
    if change.kind != "update":
        return change.new
    assert change.new is not None
    return {**row, **{name: change.new[name] for name in change.columns}} if row is not None else None


def step_between(before: Sequence[Change], after: Sequence[Change]) -> tuple[Change, ...]:
    """What a step did, from all changes since the beginning as they were before and after it."""
    known, now = _by_place(before), _by_place(after)
    found = []
    for place in dict.fromkeys((*known, *now)):
        past, present = known.get(place), now.get(place)
        old = past.new if past else present.old if present else None
        new = present.new if present else past.old if past else None
        if change := _changed(past or present, old, new):
            found.append(change)
    return tuple(found)


def folded_steps(steps: Iterable[StepChanges]) -> tuple[Change, ...]:
    """All steps together: what differs from the first state at their end."""
    first: dict[_Place, Change] = {}
    last: dict[_Place, Change] = {}
    for step in steps:
        for place, change in _by_place(step.changes).items():
            first.setdefault(place, change)
            last[place] = change
    together = (_changed(begun, begun.old, last[place].new) for place, begun in first.items())
    return tuple(change for change in together if change is not None)


def _by_place(changes: Sequence[Change]) -> dict[_Place, Change]:
    return {_place(change): change for change in changes}


def _place(change: Change) -> _Place:
    return (change.site, change.table, change.key)


def _changed(like: Change | None, old: Any, new: Any) -> Change | None:
    """A change of the same row with other values; None if it comes to nothing."""
    assert like is not None, "a row that differs is known from one side or the other"
    if old is None and new is None:
        return None
    kind: ChangeKind = "insert" if old is None else "delete" if new is None else "update"
    change = replace(like, kind=kind, old=old, new=new)
    return change if change.columns else None
