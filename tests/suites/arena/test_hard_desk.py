"""Hard tasks about notes, reviews and customers: pools, and what the judge makes of right and wrong deeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.suites.arena.universes import universe
from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Update
from webcosm.proof import find_faults
from webcosm.suites.arena.hard._club_books import closings
from webcosm.suites.arena.hard.ledger import ByMonth, CloseTheBooks
from webcosm.suites.arena.hard.loyalty import LoyaltyGroups
from webcosm.suites.arena.hard.review_rules import ReviewRules
from webcosm.suites.arena.hard.unsubscribing import UnsubscribeRequests
from webcosm.tasks import DrawnTask, Template
from webcosm.tasks.dates import said_day
from webcosm.tasks.levels import Levelled, at_levels
from webcosm.tasks.money import price_text

FAMILIES: Sequence[type[Levelled[Any]]] = (CloseTheBooks, ReviewRules, LoyaltyGroups, UnsubscribeRequests)
TEMPLATES = [template for family in FAMILIES for template in at_levels(family)]
each_template = pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.id)


@pytest.mark.parametrize("number", [0, 7])
@each_template
def test_pools_are_large_and_sound(template: type[Template[Any]], number: int) -> None:
    assert not find_faults(template, universe(number), TEMPLATES)
    with universe(number).open() as world:
        assert len(template().pool(world)) >= 20


@each_template
def test_preparing_does_not_change_what_is_right(template: type[Template[Any]]) -> None:
    task = DrawnTask.of(template, 1, 7)
    with task.open_first(universe(7)) as world:
        family, p = template(), task.parameters
        after = family.facts(world, p)
        assert family.plan(world, p)
        assert family.expect(world, p).required
    with universe(7).open() as world:
        assert template().facts(world, p) == after


def test_balances_are_read_in_many_forms_but_not_among_others() -> None:
    template = at_levels(CloseTheBooks)[1]
    task = DrawnTask.of(template, 0, 0)
    with task.open_first(universe(0)) as world:
        books = template().case(world, task.parameters.draw)  # type: ignore[attr-defined]
    right = closings(books, template().rules)  # type: ignore[attr-defined]
    match = ByMonth(books.months, tuple(right))
    told = list(zip(books.months, right, strict=True))
    assert match("\n".join(f"{month:%B %Y}: ${cents / 100:,.2f}" for month, cents in told))
    assert match("\n".join(f"{at}. {month:%b}: {cents / 100}" for at, (month, cents) in enumerate(told, 1)))
    assert match(
        "Closing balances 2026\n" + "; ".join(f"{month:%B} = $ {cents / 100}" for month, cents in reversed(told))
    )
    assert not match("\n".join(f"{month:%B}: ${cents / 100} or $12.00" for month, cents in told))
    assert not match("\n".join(f"{month:%B}: ${cents / 100}" for month, cents in told[:-1]))
    assert not match("\n".join(f"{month:%B}: ${cents / 100:.2f}" for month, cents in told) + "7")
    swapped = zip(books.months, reversed(right), strict=True)
    assert not match("\n".join(f"{month:%B}: ${cents / 100}" for month, cents in swapped))
    everything = " ".join(f"${cents / 100}" for cents in right)
    assert not match("\n".join(f"{month:%B}: {everything}" for month, _ in told))


def test_the_books_follow_each_correction_that_stands_and_what_turns_up_late() -> None:
    hardest = at_levels(CloseTheBooks)[3]
    for seed in range(3):
        task = DrawnTask.of(hardest, seed, 7)
        with task.open_first(universe(7)) as world:
            family, p = task.family, task.parameters
            assert isinstance(family, CloseTheBooks)
            books = family.case(world, p.draw)
            notes = {row.title: row.body for row in world.notes.rows("SELECT title, body FROM note")}
            (event,) = family.events(world, p)
        right = closings(books, family.rules)
        moved = [pair for pair in books.corrected if pair[0].day != pair[1].day]
        assert len(moved) == 1
        assert len(books.corrected) == 3
        for pair in books.corrected:
            rest = tuple(one for one in books.corrected if one != pair)
            assert closings(replace(books, corrected=rest), family.rules)[-1] != right[-1]
        assert books.taken_back
        assert closings(books, family.rules, taken_back=False)[-1] != right[-1]
        (call,) = [body for title, body in notes.items() if title.startswith("Phone call with")]
        assert books.club in call
        assert said_day(books.taken_back[0].day) in call
        assert books.found
        assert price_text(books.found.cents) in event.message
        assert closings(books, family.rules, found_too=True)[0] < right[0]


def judged(template: type[Template[Any]], *, skip: int = 0, extra: str = "", number: int = 0) -> str:
    """The outcome for somebody who writes what is due, but for the last `skip` rows, and then `extra`."""
    task, home = DrawnTask.of(template, 2, number), universe(number)
    with task.open_first(home) as world:
        rules = list(template().expect(world, task.parameters).required)
        for rule in rules[: len(rules) - skip]:
            assert isinstance(rule, Update)
            ((column, value),) = rule.values.items()
            assert rule.key is not None
            world.shop.run(f"UPDATE {rule.table} SET {column} = ? WHERE id = ?", value, rule.key[0])  # type: ignore[arg-type]
        if extra:
            world.shop.run(extra)
        world.end_step(1)
        evidence = Evidence(tuple(world.changes()), steps=tuple(world.history), pages_opened=9)
    return task.score(home, evidence).outcome


TOO_MUCH: dict[type[Levelled[Any]], str] = {
    ReviewRules: "UPDATE review SET status = 'rejected' WHERE id = (SELECT min(id) FROM review)",
    LoyaltyGroups: "UPDATE customer SET group_id = 3 WHERE id = (SELECT min(id) FROM customer WHERE group_id = 2)",
    UnsubscribeRequests: "UPDATE subscriber SET status = 'unsubscribed' WHERE status = 'subscribed'",
}


@pytest.mark.parametrize("template", [one for family in TOO_MUCH for one in at_levels(family)], ids=lambda one: one.id)
def test_all_that_is_due_and_nothing_else(template: type[Template[Any]]) -> None:
    assert judged(template) == judged(template, number=7) == "success"
    assert judged(template, skip=1) != "success"
    too_much = next(sql for family, sql in TOO_MUCH.items() if issubclass(template, family))
    assert judged(template, extra=too_much) != "success"
