"""Expecting what deeds bring about: the site's own rules say which rows they write, so that nobody retypes them.

A :class:`Deed` is something that somebody does at a site, as a call of the site's own rules: refund an order, hold one.
What follows from it (documents, history, stock, statuses, other triggers) is found out by doing it in a fork of the
world, and is required as one part of the end state. Deeds are also how a world begins half done (`tasks.repair`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from webcosm.judge.sets import Part, RowsExpectation, Untouched, over_rows
from webcosm.judge.state import Allow, Delete, Expectation, Insert, Matcher, Rule, RuleError, Update
from webcosm.judge.verdict import Check
from webcosm.worlds import Change, StepChanges, Timepiece, Value, World, folded_steps

__all__ = ["Deed", "DeedsExpectation", "Free", "Made", "expect_deeds"]

Free = Mapping[str, Mapping[str, str]]
"""Columns that may hold anything, by table, each with the reason."""


@dataclass(frozen=True)
class Made:
    """A row that a deed makes and that gets its number from the order in which deeds are done."""

    site: str
    table: str
    where: Mapping[str, Value]
    """What tells it from the rows of other deeds."""

    def number(self, changes: Sequence[Change]) -> tuple[int, int]:
        """For sorting: as the agent made them; what it did not make comes last."""
        for change in changes:
            if change.kind == "insert" and (change.site, change.table) == (self.site, self.table):
                row = change.new or {}
                if all(row.get(name) == value for name, value in self.where.items()) and isinstance(change.key[0], int):
                    return (0, change.key[0])
        return (1, 0)


@dataclass(frozen=True)
class Deed:
    """Something that somebody does at a site."""

    label: str
    """For people: ``order 100234: refunded without the shipping``."""
    do: Callable[[World, Timepiece], object]
    """Does it by the site's own rules; the clock dates it."""
    made: Made | None = None
    """The numbered row that it makes, if deeds may be done in any order and other rows name that number."""
    match: Mapping[str, Mapping[str, Matcher]] = field(default_factory=dict)
    """What columns must hold that people word freely, by table: other than what `do` writes."""


def expect_deeds(
    world: World,
    deeds: Sequence[Deed],
    free: Free,
    untouched: Sequence[Untouched] = (),
    *,
    allowed: Sequence[Allow] = (),
    conditions: Mapping[str, Callable[[Sequence[Change]], bool]] | None = None,
    never: Mapping[str, Callable[[Change], bool]] | None = None,
) -> DeedsExpectation:
    """All of these deeds, in any order, with everything that follows from them; nothing else.

    `world` is in its first state and is not changed. It must stay open while the expectation is used.
    """
    labels = [deed.label for deed in deeds]
    if doubles := sorted({label for label in labels if labels.count(label) > 1}):
        raise RuleError(f"two deeds are called {doubles[0]!r}; a report could not say which is wrong")

    def of(order: Sequence[Deed]) -> RowsExpectation:
        parts = _parts(world, order, free)
        return over_rows(parts, untouched, allowed=allowed, conditions=conditions, never=never)

    first = of(deeds)
    return DeedsExpectation(first.required, first.allowed, first.conditions, first.never, deeds, of, first)


@dataclass(frozen=True)
class DeedsExpectation(Expectation):
    """What deeds bring about. Make it with :func:`expect_deeds`."""

    deeds: Sequence[Deed] = ()
    of: Callable[[Sequence[Deed]], RowsExpectation] = lambda _: RowsExpectation()
    first: RowsExpectation = field(default_factory=RowsExpectation)
    """In the order in which the deeds were named."""

    def resolved(self, changes: Sequence[Change]) -> RowsExpectation:
        """In the order in which the agent did them, for documents are numbered in that order."""
        places: dict[tuple[str, str], list[int]] = {}
        for place, deed in enumerate(self.deeds):
            if deed.made:
                places.setdefault((deed.made.site, deed.made.table), []).append(place)
        order = list(range(len(self.deeds)))
        for alike in places.values():
            for place, came in zip(alike, sorted(alike, key=lambda at: _number(self.deeds[at], changes)), strict=True):
                order[place] = came
        return self.first if order == sorted(order) else self.of([self.deeds[place] for place in order])

    def checks(
        self,
        changes: Sequence[Change],
        steps: Sequence[StepChanges] = (),
        without_trails: Callable[[Sequence[Change]], Sequence[Change]] = list,
    ) -> tuple[list[Check], list[Change]]:
        return self.resolved(changes).checks(changes, steps, without_trails)

    def progress(self, changes: Sequence[Change]) -> float:
        return self.resolved(changes).progress(changes)


def _number(deed: Deed, changes: Sequence[Change]) -> tuple[int, int]:
    assert deed.made is not None
    return deed.made.number(changes)


def _parts(world: World, deeds: Sequence[Deed], free: Free) -> list[Part]:
    """What each deed changes, given those before it. A row that several touch belongs to the last of them."""
    with world.fork() as scratch:
        scratch.end_step(0)  # what happened meanwhile is nobody's deed
        scratch.history.clear()
        scratch.clock.advance(milliseconds=60_000)  # later than what was prepared, as whatever the agent does
        owner: dict[tuple[str, str, tuple[Value, ...]], Deed] = {}
        for number, deed in enumerate(deeds, 1):
            deed.do(scratch, scratch.clock)
            scratch.end_step(number)
            if scratch.history and scratch.history[-1].step == number:
                owner |= {(one.site, one.table, one.key): deed for one in scratch.history[-1].changes}
        rows = folded_steps(scratch.history)
    by_deed: dict[str, list[Rule]] = {deed.label: [] for deed in deeds}
    for change in rows:
        deed = owner[change.site, change.table, change.key]
        by_deed[deed.label].append(_rule(change, free.get(change.table, {}), deed.match.get(change.table, {})))
    return [Part(label, tuple(rules)) for label, rules in by_deed.items() if rules]


def _rule(change: Change, free: Mapping[str, str], match: Mapping[str, Matcher]) -> Rule:
    name = f"{change.kind} in {change.table}"
    if change.kind == "delete":
        return Delete(change.site, change.table, key=change.key, name=name)
    assert change.new is not None
    columns = [column for column in change.columns if column not in change.incidental and column not in free]
    values = {column: match.get(column, change.new[column]) for column in columns}
    there = {column: reason for column, reason in free.items() if column in change.new}
    if change.kind == "insert":
        return Insert(change.site, change.table, values, there, name=name)
    return Update(change.site, change.table, values, there, name=name, key=change.key)
