"""Judging by changes: what must have changed, what may have, and nothing else.

An :class:`Expectation` lists the changes a task requires and those it allows. Every change of the world must be one of
them; any other is collateral and fails the task. A rule speaks of every column of its row: each is either matched or
declared free with the reason why its value does not matter. So a judge cannot overlook a column by accident.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webcosm.judge.verdict import Check
from webcosm.worlds import Change, StepChanges, Value

__all__ = [
    "Allow",
    "Delete",
    "Expectation",
    "Insert",
    "Matcher",
    "Rule",
    "RuleError",
    "Update",
    "same_letters",
    "same_text",
]

Matcher = Callable[[Value], bool]
Wanted = Value | Matcher
STRAIGHT = str.maketrans("’‘“”", "''\"\"")
BLANKS = re.compile(r"(?<=\S)[^\S\n]+")


class RuleError(Exception):
    """A rule that forgets a column or names one that is not there: a mistake of the task's author."""


def same_text(text: str) -> Matcher:
    """Equal up to what people write without meaning to: double spaces, spacing at line ends and around the whole,
    and the straight quotation marks of keyboards for curly ones."""
    wanted = _tidy(text)

    def match(value: Value) -> bool:
        return isinstance(value, str) and _tidy(value) == wanted

    match.__doc__ = repr(text)
    return match


def same_letters(text: str) -> Matcher:
    """Equal up to capitals and spacing: for codes that work however they are typed, such as ``#9c3b2e``."""
    wanted = _tidy(text).casefold()

    def match(value: Value) -> bool:
        return isinstance(value, str) and _tidy(value).casefold() == wanted

    match.__doc__ = f"{text!r} in any case"
    return match


def _tidy(text: str) -> str:
    lines = text.replace("\r\n", "\n").translate(STRAIGHT).strip().split("\n")
    return "\n".join(BLANKS.sub(" ", line.rstrip()) for line in lines)


@dataclass(frozen=True)
class Rule:
    """One kind of change: in a table, of a row, with these values."""

    site: str
    table: str
    values: Mapping[str, Wanted] = field(default_factory=dict)
    free: Mapping[str, str] = field(default_factory=dict)
    """Columns that may hold anything, each with the reason."""
    count: int = 1
    """How many such changes there must be."""
    name: str = ""
    """What the rule means, for people; made from table and kind if empty."""

    kind = ""

    @property
    def label(self) -> str:
        return self.name or f"{self.kind} in {self.site}.{self.table}"

    def fits(self, change: Change) -> bool:
        return (change.site, change.table, change.kind) == (self.site, self.table, self.kind) and self._matches(change)

    def _matches(self, change: Change) -> bool:
        raise RuleError(f"{type(self).__name__} does not say what it matches")

    def misses(self, change: Change) -> list[str]:
        """What keeps a change of the rule's table and kind from fitting, for people."""
        row: Mapping[str, Value] = change.new or change.old or {}
        return [
            f"{column} is {_shown(row[column])}, not {_wanted(wanted)}"
            for column, wanted in self.values.items()
            if column in row and not _holds(wanted, row[column])
        ]

    def _values_match(self, row: Mapping[str, Value], columns: Sequence[str]) -> bool:
        for column in (*self.values, *self.free):
            if column not in row:
                raise RuleError(f"{self.label}: there is no column {column!r}; there are {', '.join(row)}")
        for column in columns:
            if column not in self.values and column not in self.free:
                raise RuleError(f"{self.label}: says nothing about column {column!r}; match it or declare it free")
        return all(_holds(wanted, row[column]) for column, wanted in self.values.items())


def _holds(wanted: Wanted, value: Value) -> bool:
    if callable(wanted):
        return wanted(value)
    return type(wanted) is type(value) and wanted == value


def _shown(value: Value) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _wanted(wanted: Wanted) -> str:
    return (wanted.__doc__ or "as it should be").strip() if callable(wanted) else _shown(wanted)


@dataclass(frozen=True)
class Insert(Rule):
    """A new row. Every column is matched or free."""

    kind = "insert"

    def _matches(self, change: Change) -> bool:
        assert change.new is not None
        return self._values_match(change.new, [name for name in change.new if name not in change.incidental])


@dataclass(frozen=True)
class Update(Rule):
    """A row whose `key` is given now holds these values; columns that are neither matched nor free are unchanged."""

    key: tuple[Value, ...] = ()
    kind = "update"

    def _matches(self, change: Change) -> bool:
        assert change.new is not None
        if change.key != self.key or not self._values_match(change.new, ()):
            return False
        return all(name in self.values or name in self.free for name in change.columns)

    def misses(self, change: Change) -> list[str]:
        if change.key != self.key:
            return [f"it is the row {change.key}, not {self.key}"]
        others = [name for name in change.columns if name not in self.values and name not in self.free]
        return [*super().misses(change), *(f"{name} was changed too" for name in others)]


@dataclass(frozen=True)
class Delete(Rule):
    """The row with this `key` is gone."""

    key: tuple[Value, ...] = ()
    kind = "delete"

    def _matches(self, change: Change) -> bool:
        return change.key == self.key

    def misses(self, change: Change) -> list[str]:
        return [] if change.key == self.key else [f"it is the row {change.key}, not {self.key}"]


@dataclass(frozen=True)
class Allow:
    """Changes that may be there or not, with the reason why they do no harm."""

    reason: str
    fits: Callable[[Change], bool]


@dataclass(frozen=True)
class Expectation:
    """Required and allowed changes, and further conditions over all of them together."""

    required: Sequence[Rule] = ()
    allowed: Sequence[Allow] = ()
    conditions: Mapping[str, Callable[[Sequence[Change]], bool]] = field(default_factory=dict)
    """Named predicates over the changes: sums, orders of events, "at most", "none"."""
    never: Mapping[str, Callable[[Change], bool]] = field(default_factory=dict)
    """Named predicates over what a single step changed, that may hold at no time, though it were undone again."""

    def checks(
        self,
        changes: Sequence[Change],
        steps: Sequence[StepChanges] = (),
        without_trails: Callable[[Sequence[Change]], Sequence[Change]] = list,
    ) -> tuple[list[Check], list[Change]]:
        """One check per rule and condition, and the collateral changes, which trails are not."""
        left = list(changes)
        checks = self._required_checks(left)
        begun = len(left) < len(changes) or (bool(changes or steps) and not self.required)
        unasked = [change for change in left if not any(allowed.fits(change) for allowed in self.allowed)]
        collateral = list(without_trails(unasked))
        for name, condition in self.conditions.items():
            holds = condition(changes)
            checks.append(Check(name, holds, reached=begun or not holds))
        for name, happens in self.never.items():
            done = [step.step for step in steps or [StepChanges(0, tuple(changes))] if any(map(happens, step.changes))]
            seen = f"done in step {done[0]}" if done else "never"
            checks.append(Check(name, not done, seen, reached=bool(done) or begun))
        return checks, collateral

    def resolved(self, changes: Sequence[Change]) -> Expectation:
        """The expectation in so many words, where what it asks for depends on what was done: itself for most."""
        return self

    def _required_checks(self, left: list[Change]) -> list[Check]:
        """One check per rule; what fits is taken out of `left`."""
        checks = []
        for rule in self.required:
            found = take(rule, left)
            seen = f"{found} found" + ("" if found >= rule.count else nearest(rule, left))
            checks.append(Check(rule.label, found >= rule.count, seen, f"{rule.count}"))
        return checks

    def progress(self, changes: Sequence[Change]) -> float:
        """The share of what is required that is done, from 0 to 1; what holds without doing anything is no progress."""
        parts: list[float] = []
        left = list(changes)
        for rule in self.required:
            parts.append(min(take(rule, left), rule.count) / rule.count)
        parts += [float(condition(changes)) for condition in self.conditions.values() if not condition(())]
        return sum(parts) / len(parts) if parts else 0.0

    def free_columns(self, change: Change) -> Mapping[str, str]:
        """Which of a change's columns may hold anything, with the reasons; for those who make mutants."""
        for rule in self.required:
            if rule.fits(change):
                return rule.free
        return {}


def take(rule: Rule, left: list[Change]) -> int:
    """How many changes fit a rule; as many as it asks for are taken out. The surplus stays behind as collateral."""
    found = [change for change in left if rule.fits(change)]
    for change in found[: rule.count]:
        left.remove(change)
    return len(found)


def nearest(rule: Rule, changes: Sequence[Change]) -> str:
    """What kept the change that comes nearest to a rule from fitting it."""
    alike = [one for one in changes if (one.site, one.table, one.kind) == (rule.site, rule.table, rule.kind)]
    misses = min((rule.misses(change) for change in alike), key=len, default=[])
    return f"; nearest: {', '.join(misses[:3])}" if misses else ""


def describe_change(change: Change) -> str:
    """A change in one line, for people."""
    row: Mapping[str, Any] = change.new or change.old or {}
    shown = ", ".join(f"{name}={row[name]!r}" for name in change.columns[:4])
    return f"{change.kind} {change.site}.{change.table} {change.key}: {shown}"
