"""Judging by changes: what must have changed, what may have, and nothing else.

An :class:`Expectation` lists the changes a task requires and those it allows. Every change of the world must be one of
them; any other is collateral and fails the task. A rule speaks of every column of its row: each is either matched or
declared free with the reason why its value does not matter. So a judge cannot overlook a column by accident.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webcosm.judge.verdict import Check
from webcosm.worlds import Change, Value

__all__ = ["Allow", "Delete", "Expectation", "Insert", "Matcher", "Rule", "RuleError", "Update", "same_text"]

Matcher = Callable[[Value], bool]
Wanted = Value | Matcher


class RuleError(Exception):
    """A rule that forgets a column or names one that is not there: a mistake of the task's author."""


def same_text(text: str) -> Matcher:
    """Equal up to spacing at line ends and around the whole, which people add without meaning to."""
    wanted = _tidy(text)

    def match(value: Value) -> bool:
        return isinstance(value, str) and _tidy(value) == wanted

    match.__doc__ = repr(text)
    return match


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n"))


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


@dataclass(frozen=True)
class Delete(Rule):
    """The row with this `key` is gone."""

    key: tuple[Value, ...] = ()
    kind = "delete"

    def _matches(self, change: Change) -> bool:
        return change.key == self.key


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

    def checks(self, changes: Sequence[Change]) -> tuple[list[Check], list[Change]]:
        """One check per rule and condition, and the collateral changes."""
        left = list(changes)
        checks: list[Check] = []
        for rule in self.required:
            found = [change for change in left if rule.fits(change)]
            # More than asked for is not overlooked: the surplus stays behind as collateral.
            for change in found[: rule.count]:
                left.remove(change)
            checks.append(Check(rule.label, len(found) >= rule.count, f"{len(found)} found", f"{rule.count}"))
        collateral = [change for change in left if not any(allowed.fits(change) for allowed in self.allowed)]
        for name, condition in self.conditions.items():
            checks.append(Check(name, condition(changes)))
        return checks, collateral

    def free_columns(self, change: Change) -> Mapping[str, str]:
        """Which of a change's columns may hold anything, with the reasons; for those who make mutants."""
        for rule in self.required:
            if rule.fits(change):
                return rule.free
        return {}


def describe_change(change: Change) -> str:
    """A change in one line, for people."""
    row: Mapping[str, Any] = change.new or change.old or {}
    shown = ", ".join(f"{name}={row[name]!r}" for name in change.columns[:4])
    return f"{change.kind} {change.site}.{change.table} {change.key}: {shown}"
