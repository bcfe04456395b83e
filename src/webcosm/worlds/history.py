"""What happened step by step: the rows that each step of an episode changed, as before it and as after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from webcosm.worlds.changes import Change, ChangeKind

__all__ = ["StepChanges", "folded_steps", "step_between"]

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
    return {(change.site, change.table, change.key): change for change in changes}


def _changed(like: Change | None, old: Any, new: Any) -> Change | None:
    """A change of the same row with other values; None if it comes to nothing."""
    assert like is not None, "a row that differs is known from one side or the other"
    if old is None and new is None:
        return None
    kind: ChangeKind = "insert" if old is None else "delete" if new is None else "update"
    change = replace(like, kind=kind, old=old, new=new)
    return change if change.columns else None
