"""Mutants: wrong final states, each one step away from a right one. A judge that accepts one has a hole.

A new one is a function under :func:`change_mutant`, which makes wrong versions of one required change, or under
:func:`end_mutant`, which spoils the end as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Expectation, Rule
from webcosm.proof.runs import OracleRun
from webcosm.sites import database_of, host_of
from webcosm.tasks import Kind
from webcosm.worlds import Change, ServedPage, Value, World

__all__ = ["change_mutants", "mutants"]

Mutant = tuple[str, str, Evidence]
"""The name by which it is counted, what was altered, and the evidence."""


@dataclass(frozen=True)
class Required:
    """A change that a rule requires, among the others."""

    change: Change
    rule: Rule
    rest: tuple[Change, ...]
    is_trail: bool = False
    """Whether one more of it would be what an undone slip leaves behind."""

    @property
    def all(self) -> tuple[Change, ...]:
        return (*self.rest, self.change)


ChangeMutant = Callable[[Required], Iterable[tuple[str, Sequence[Change]]]]
EndMutant = Callable[[OracleRun, World], Iterable[tuple[str, Evidence]]]
CHANGE_MUTANTS: dict[str, ChangeMutant] = {}
END_MUTANTS: dict[str, EndMutant] = {}


def change_mutant(name: str) -> Callable[[ChangeMutant], ChangeMutant]:
    def add(make: ChangeMutant) -> ChangeMutant:
        CHANGE_MUTANTS[name] = make
        return make

    return add


def end_mutant(name: str) -> Callable[[EndMutant], EndMutant]:
    def add(make: EndMutant) -> EndMutant:
        END_MUTANTS[name] = make
        return make

    return add


def mutants(run: OracleRun, world: World) -> Iterator[Mutant]:
    """All mutants of a run that was won; `world` is in its first state."""
    expectation = run.family.expect(world, run.task.parameters)
    yield from change_mutants(run.right_end, expectation, world.universe.without_trails)
    for name, make in END_MUTANTS.items():
        for what, evidence in make(run, world):
            yield name, what, evidence


def change_mutants(
    end: Evidence,
    expectation: Expectation,
    without_trails: Callable[[Sequence[Change]], Sequence[Change]] = list,
) -> Iterator[Mutant]:
    """Wrong versions of each required change; one that is merely allowed may be there or not."""
    changes = tuple(end.changes)
    expectation = expectation.resolved(changes)
    for place, change in enumerate(changes):
        rule = next((rule for rule in expectation.required if rule.fits(change)), None)
        if rule is None:
            continue
        rest = (*changes[:place], *changes[place + 1 :])
        required = Required(change, rule, rest, is_trail=not without_trails([change]))
        for name, make in CHANGE_MUTANTS.items():
            for what, altered in make(required):
                label = f"{change.kind} in {change.site}.{change.table}"
                yield name, f"the {label}{what}", replace(end, changes=tuple(altered))


# Of one change --------------------------------------------------------------------------------------------------------


@change_mutant("left out")
def leave_out(required: Required) -> Iterable[tuple[str, Sequence[Change]]]:
    yield "", required.rest


@change_mutant("another row")
def do_it_to_another_row(required: Required) -> Iterable[tuple[str, Sequence[Change]]]:
    if required.change.kind != "insert":
        yield "", (*required.rest, _moved(required.change))


@change_mutant("another key")
def insert_under_another_key(required: Required) -> Iterable[tuple[str, Sequence[Change]]]:
    keys = required.change.key_columns
    if required.change.kind == "insert" and keys and all(name in required.rule.values for name in keys):
        yield "", (*required.rest, _moved(required.change))


@change_mutant("twice")
def do_it_twice(required: Required) -> Iterable[tuple[str, Sequence[Change]]]:
    if not required.is_trail:
        yield "", (*required.all, _moved(required.change))


@change_mutant("another value")
def put_another_value(required: Required) -> Iterable[tuple[str, Sequence[Change]]]:
    change = required.change
    for column, value in (change.new or {}).items():
        if column in required.rule.free or column in change.incidental:
            continue
        for other in _others(value):
            if column in change.key_columns:
                altered = _with_key(change, {column: other})
            else:
                altered = replace(change, new={**(change.new or {}), column: other})
            yield f", with {column} = {other!r}", (*required.rest, altered)


def _moved(change: Change) -> Change:
    """The same done to another row."""
    if not change.key_columns:  # read from an old record
        return replace(change, key=tuple(_others(part)[0] for part in change.key))
    return _with_key(change, dict(zip(change.key_columns, (_others(part)[0] for part in change.key), strict=True)))


def _with_key(change: Change, parts: dict[str, Value]) -> Change:
    old, new = ({**row, **parts} if row else None for row in (change.old, change.new))
    key = tuple(parts.get(name, part) for name, part in zip(change.key_columns, change.key, strict=True))
    return replace(change, key=key, old=old, new=new)


def _others(value: Value) -> list[Value]:
    """Different values of the same type, the most telling first."""
    if value is None:
        return ["2026-01-01 00:00:00", "7"]
    if isinstance(value, int | float):
        return [1 - value, value + 1] if value == 0 or value == 1 else [value + 1]
    if isinstance(value, bytes):
        return [value + b"!"]
    return [f"{value} (altered)", f"{value}7"]


# Of the whole end -----------------------------------------------------------------------------------------------------


@end_mutant("stranger")
def change_something_else(run: OracleRun, world: World) -> Iterable[tuple[str, Evidence]]:
    """The task, and a change to a row that has nothing to do with it, in each database of the task's sites."""
    allowed = run.family.expect(world, run.task.parameters).allowed
    for stranger in _strangers(run, world):
        if stranger.kind == "insert" and any(rule.fits(stranger) for rule in allowed):
            continue  # many tasks let a log or a history grow
        what = f"and {stranger.kind} in {stranger.site}.{stranger.table}"
        yield what, replace(run.right_end, changes=(*run.right_end.changes, stranger))


@end_mutant("another answer")
def answer_something_else_too(run: OracleRun, world: World) -> Iterable[tuple[str, Evidence]]:
    if run.family.achievable and run.family.kind is Kind.ASK:
        answer = f"{run.right_end.answer} or {_shifted(run.right_end.answer)}"
        yield repr(answer), replace(run.right_end, answer=answer)


@end_mutant("altered answer")
def answer_something_else(run: OracleRun, world: World) -> Iterable[tuple[str, Evidence]]:
    if run.family.achievable and run.family.kind is Kind.ASK:
        answer = _shifted(run.right_end.answer)
        yield repr(answer), replace(run.right_end, answer=answer)


@end_mutant("another page")
def end_on_another_page(run: OracleRun, world: World) -> Iterable[tuple[str, Evidence]]:
    if run.family.achievable and run.family.kind is Kind.GO:
        site = run.family.sites[0]
        url = f"http://{host_of(site)}/elsewhere"
        yield url, replace(run.right_end, url=url, page=ServedPage(404, site))
        yield "none of this web", replace(run.right_end, page=None)
        if served := run.right_end.page:
            yield "an error with the same facts", replace(run.right_end, page=replace(served, status=422))
            yield "of another site", replace(run.right_end, page=replace(served, site=f"{served.site}2"))
            yield "that says nothing", replace(run.right_end, page=replace(served, what="", facts={}))


def _shifted(answer: str | None) -> str:
    """The answer with every digit moved on, or turned around if it has none."""
    moved = "".join(str((int(sign) + 1) % 10) if sign.isdigit() else sign for sign in answer or "")
    return moved if moved != answer else f"{moved[::-1]}x"


def _strangers(run: OracleRun, world: World) -> Iterator[Change]:
    """The last row of a table altered, deleted, and copied, in each database."""
    for site in dict.fromkeys(database_of(name) for name in run.family.sites):
        blueprint = world.universe.blueprints.get(site)
        if blueprint is None:
            continue
        database = world.database(site)
        for table in world.universe.image(site).tables:
            if blueprint.incidental.get(table, frozenset()) is None:
                continue
            columns = database.rows("SELECT name, type, pk FROM pragma_table_info(?)", table)
            keys = tuple(one.name for one in columns if one.pk)
            texts = [one.name for one in columns if one.type == "TEXT" and not one.pk]
            row = database.row(f'SELECT * FROM "{table}" ORDER BY {", ".join(keys)} DESC LIMIT 1')
            if row is None or not texts:
                continue
            key = tuple(row[name] for name in keys)
            altered = {**row, texts[0]: _others(row[texts[0]])[0]}
            yield from world.tell(site, [Change(site, table, "update", key, dict(row), altered, key_columns=keys)])
            yield Change(site, table, "delete", key, dict(row), None, key_columns=keys)
            yield from world.tell(site, [_moved(Change(site, table, "insert", key, None, dict(row), key_columns=keys))])
            break
