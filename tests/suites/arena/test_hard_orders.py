"""Hard tasks about orders at the office: pools, and what the judge makes of right and wrong deeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.suites.arena.universes import universe
from webcosm.judge.effects import Deed, DeedsExpectation
from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.proof import find_faults
from webcosm.sites.shop.rules.order_state import item_progress
from webcosm.sites.shop.rules.ordering import add_comment
from webcosm.suites.arena.hard.cancellations import CancelList
from webcosm.suites.arena.hard.messages import AnswerMessages
from webcosm.suites.arena.hard.outage import HoldForOutage
from webcosm.suites.arena.hard.refunds import CheckRefunds
from webcosm.suites.arena.hard.stock import ShipFromStock
from webcosm.tasks import DrawnTask, Template
from webcosm.tasks.events import fire
from webcosm.tasks.levels import Levelled, at_levels
from webcosm.tasks.money import price_text
from webcosm.worlds import Universe, World, agents_changes

FAMILIES: Sequence[type[Levelled[Any]]] = (CancelList, HoldForOutage, ShipFromStock, CheckRefunds, AnswerMessages)
TEMPLATES = [template for family in FAMILIES for template in at_levels(family)]
Choice = Callable[[Sequence[Deed]], Sequence[Deed]]
each_template = pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.id)


def played(
    template: type[Template[Any]],
    choose: Choice = list,
    after: Callable[[World], object] | None = None,
    *,
    seed: int = 0,
    number: int = 0,
) -> Verdict:
    """The verdict on somebody who does by the shop's own rules what was chosen of all that is due, and then `after`."""
    home = universe(number)
    task = DrawnTask.of(template, seed, number)
    with task.open_first(home) as world:
        done: list[str] = []
        events = task.family.events(world, task.parameters)
        due = _due(task, home, world)
        while left := [deed for deed in choose(due) if deed.label not in done]:
            world.clock.advance(milliseconds=2_000)
            left[0].do(world, world.clock)
            done.append(left[0].label)
            world.end_step(len(done))
            if fire(events, world, len(done)):
                due = _due(task, home, world)
        if after is not None:
            after(world)
            world.end_step(len(done) + 1)
        changes = agents_changes(world.changes(), world.history, world.happenings)
        evidence = Evidence(changes, steps=tuple(world.history), happenings=tuple(world.happenings), pages_opened=9)
    return task.score(home, evidence)


def _due(task: DrawnTask, home: Universe, world: World) -> Sequence[Deed]:
    with task.open_judged(home, world.happenings) as judged:
        expected = task.family.expect(judged, task.parameters)
        assert isinstance(expected, DeedsExpectation)
        return expected.deeds


@each_template
def test_pools_are_large_and_sound(template: type[Template[Any]]) -> None:
    assert not find_faults(template, universe(0), TEMPLATES)
    for number in (0, 7):
        with universe(number).open() as world:
            assert len(template().pool(world)) >= 20


@each_template
def test_what_is_due_is_right_in_any_order(template: type[Template[Any]]) -> None:
    assert played(template, seed=1).outcome == "success"
    backwards = played(template, lambda deeds: deeds[::-1], number=7)
    assert backwards.outcome == "success", [check for check in backwards.checks if not check.passed]


@each_template
def test_less_and_more_than_what_is_due_is_wrong(template: type[Template[Any]]) -> None:
    short = played(template, lambda deeds: deeds[1:])
    assert short.outcome != "success"
    assert len([check for check in short.checks if not check.passed]) == 1, "the report names the order"
    assert played(template, lambda deeds: ()).progress == 0

    def comments_elsewhere(world: World) -> None:
        order = world.shop.row("SELECT * FROM orders WHERE status = 'complete' ORDER BY id LIMIT 1")
        assert order is not None
        add_comment(world.shop, world.clock, order.id, order.status, "Sorry.", author="mara")

    assert played(template, after=comments_elsewhere).outcome != "success"


@pytest.mark.parametrize("template", at_levels(ShipFromStock)[2:], ids=lambda one: one.id)
def test_no_filter_of_the_list_gives_the_orders_that_wait_for_stock(template: type[Template[Any]]) -> None:
    task = DrawnTask.of(template, 0, 7)
    with task.open_first(universe(7)) as world:
        family = task.family
        assert isinstance(family, ShipFromStock)
        case = family.case(world, task.parameters.draw)
        assert case
        waiting = {one.order.id for one in case.orders}
        by_status = {
            status: set(world.shop.values("SELECT id FROM orders WHERE status = ?", status))
            for status in ("pending", "processing")
        }
        begun = {one.order.id for one in case.orders if one.state != "open"}
        assert by_status["pending"] == waiting - begun
        assert begun < by_status["processing"], "some are processed of which nothing is left"
        assert len(begun) == family.dials.exceptions
        for one in case.orders:
            left = {
                item.product_id: item.to_ship for item in item_progress(world.shop, one.order.id) if item.to_ship > 0
            }
            assert left == one.asks
        for row in world.shop.rows("SELECT id FROM orders WHERE status = 'processing' ORDER BY id"):
            if row.id not in waiting:
                assert not any(item.to_ship > 0 for item in item_progress(world.shop, row.id))


def test_refunds_that_agree_with_their_memo_may_be_wrong_by_what_was_paid_in_cash() -> None:
    task = DrawnTask.of(at_levels(CheckRefunds)[3], 0, 7)
    with task.open_first(universe(7)) as world:
        family = task.family
        assert isinstance(family, CheckRefunds)
        found = {one.kind: one for one in family.case(world, task.parameters.draw)}
        paid = {
            kind: sum(
                world.shop.values("SELECT amount FROM payment WHERE order_id = ? AND kind = 'refund'", one.order.id)
            )
            for kind, one in found.items()
        }
        said = {
            kind: world.shop.values("SELECT comment FROM order_comment WHERE order_id = ? ORDER BY id", one.order.id)
            for kind, one in found.items()
        }
    too_much, none_after_all, fine = found["cash high"], found["no cash low"], found["no cash"]
    assert paid["cash high"] == too_much.total
    assert too_much.words == f"Refund too high by {price_text(too_much.cash)}"
    assert too_much.note in said["cash high"]
    assert none_after_all.words == f"Refund too low by {price_text(none_after_all.cash)}"
    assert paid["no cash low"] == none_after_all.total - none_after_all.cash
    assert said["no cash low"][-2:] == [none_after_all.note, none_after_all.correction]
    assert paid["no cash"] == fine.total
    assert not fine.words


@each_template
def test_hints_name_what_is_to_be_found_out(template: type[Template[Any]]) -> None:
    task = DrawnTask.of(template, 0, 0)
    with task.open_first(universe(0)) as world:
        family, p = task.family, task.parameters
        plan, facts = family.plan(world, p), family.facts(world, p)
        numbers = [deed.label.split()[1].rstrip(":") for deed in _due(task, universe(0), world)]
    assert plan
    assert all(number in facts for number in numbers)
    assert not any(number in plan for number in numbers)
