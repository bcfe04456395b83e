"""Expecting something of many rows: these so, those left alone, any best choice accepted.

A report should say which row is wrong. So what belongs together (an order that is refunded, with its documents, history
and stock) is one :class:`Part` with a name that people know, and one check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from webcosm.judge.state import Allow, Expectation, Rule, RuleError, describe_change, nearest, take
from webcosm.judge.verdict import Check
from webcosm.worlds import Change, StepChanges, Value

__all__ = ["OneOf", "Part", "RowsExpectation", "Untouched", "over_rows"]


@dataclass(frozen=True)
class Part:
    """Changes that belong together, under a name that people know: ``order 100234: refunded without the shipping``."""

    label: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Untouched:
    """A row that stays as it is; `site`, `table` and either its key or columns that tell it and what belongs to it."""

    label: str
    site: str
    table: str
    key: tuple[Value, ...] = ()
    where: Mapping[str, Value] = field(default_factory=dict)

    def has(self, change: Change) -> bool:
        if (change.site, change.table) != (self.site, self.table):
            return False
        row = change.new or change.old or {}
        return change.key == self.key if self.key else all(row.get(name) == is_ for name, is_ in self.where.items())


@dataclass(frozen=True)
class RowsExpectation(Expectation):
    """One check per part and per row that stays as it is. Make it with :func:`over_rows`."""

    parts: Sequence[Part] = ()
    untouched: Sequence[Untouched] = ()

    def checks(
        self,
        changes: Sequence[Change],
        steps: Sequence[StepChanges] = (),
        without_trails: Callable[[Sequence[Change]], Sequence[Change]] = list,
    ) -> tuple[list[Check], list[Change]]:
        checks, collateral = super().checks(changes, steps, without_trails)
        for row in self.untouched:
            touched = [describe_change(change) for change in collateral if row.has(change)]
            seen = "; ".join(touched) or "unchanged"
            checks.append(Check(f"{row.label}: left alone", not touched, seen, reached=bool(changes)))
        return checks, collateral

    def _required_checks(self, left: list[Change]) -> list[Check]:
        checks = []
        for part in self.parts:
            missing = [f"{rule.label}: missing{nearest(rule, left)}" for rule in part.rules if not _took(rule, left)]
            checks.append(Check(part.label, not missing, "; ".join(missing) or "done"))
        return checks

    def progress(self, changes: Sequence[Change]) -> float:
        """The share of the parts that are done."""
        left = list(changes)
        done = [not [rule for rule in part.rules if not _took(rule, left)] for part in self.parts]
        done += [condition(changes) for condition in self.conditions.values() if not condition(())]
        return sum(done) / len(done) if done else 0.0


def _took(rule: Rule, left: list[Change]) -> bool:
    return take(rule, left) >= rule.count


def over_rows(
    parts: Sequence[Part],
    untouched: Sequence[Untouched] = (),
    *,
    allowed: Sequence[Allow] = (),
    conditions: Mapping[str, Callable[[Sequence[Change]], bool]] | None = None,
    never: Mapping[str, Callable[[Change], bool]] | None = None,
) -> RowsExpectation:
    """These rows so, those left alone; labels must differ, since they are what a report says."""
    labels = [part.label for part in parts]
    if doubles := sorted({label for label in labels if labels.count(label) > 1}):
        raise RuleError(f"two parts are called {doubles[0]!r}; a report could not say which is wrong")
    required = [rule for part in parts for rule in part.rules]
    return RowsExpectation(required, allowed, conditions or {}, never or {}, parts, untouched)


@dataclass(frozen=True)
class OneOf(Expectation):
    """Any of several right ends: equal optima, for example. The one that comes nearest is what a report speaks of."""

    options: Sequence[Expectation] = ()

    def __post_init__(self) -> None:
        if not self.options:
            raise RuleError("OneOf needs at least one option")
        # For whoever asks what is required without saying what was done.
        object.__setattr__(self, "required", self.options[0].required)
        object.__setattr__(self, "allowed", self.options[0].allowed)

    def resolved(self, changes: Sequence[Change]) -> Expectation:
        def wrong(option: Expectation) -> tuple[int, int]:
            checks, collateral = option.checks(changes)
            return (sum(not check.passed for check in checks), len(collateral))

        return min((option.resolved(changes) for option in self.options), key=wrong)

    def checks(
        self,
        changes: Sequence[Change],
        steps: Sequence[StepChanges] = (),
        without_trails: Callable[[Sequence[Change]], Sequence[Change]] = list,
    ) -> tuple[list[Check], list[Change]]:
        return self.resolved(changes).checks(changes, steps, without_trails)

    def progress(self, changes: Sequence[Change]) -> float:
        return max(option.progress(changes) for option in self.options)

    def free_columns(self, change: Change) -> Mapping[str, str]:
        return next((free for option in self.options if (free := option.free_columns(change))), {})
