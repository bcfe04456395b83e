"""Difficult tasks on the classifieds: pools, and what the judge makes of right and wrong deeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.suites.arena.universes import universe
from webcosm.judge.state import Update
from webcosm.proof import find_faults
from webcosm.sites.classifieds.rules.bargain import put_offer
from webcosm.sites.kit.formats import parse_moment
from webcosm.suites.arena.classifieds.hard_bargain import Bargain
from webcosm.suites.arena.classifieds.hard_homes import FindHome
from webcosm.suites.arena.classifieds.hard_import import PublishedTwice
from webcosm.suites.arena.classifieds.hard_offers import AnswerOffers
from webcosm.suites.arena.classifieds.hard_prices import RepriceMine
from webcosm.suites.arena.classifieds.hard_queue import ModerateQueue
from webcosm.suites.arena.classifieds.hard_share import ShareOut
from webcosm.tasks import DrawnTask, Kind, Template
from webcosm.tasks.levels import Levelled, at_levels

FAMILIES: Sequence[type[Levelled[Any]]] = (
    AnswerOffers,
    PublishedTwice,
    RepriceMine,
    Bargain,
    ModerateQueue,
    FindHome,
    ShareOut,
)
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
        assert family.kind is Kind.ASK or family.expect(world, p).required
    with universe(7).open() as world:
        assert template().facts(world, p) == after


@pytest.mark.parametrize("template", at_levels(AnswerOffers)[2:], ids=lambda one: one.id)
def test_an_offer_that_is_taken_back_makes_another_one_right(template: type[Template[Any]]) -> None:
    task = DrawnTask.of(template, 0, 0)
    with task.open_first(universe(0)) as world:
        family, p = template(), task.parameters
        event = next(one for one in family.events(world, p) if one.name == "taken back")
        before = family.expect(world, p).required
        assert event.write
        world.happen(event.name, 1, event.write)
        after = family.expect(world, p)
        assert len(after.required) == len(before) - 1
        taken_back = world.classifieds.value("SELECT id FROM offer WHERE status = 'withdrawn' ORDER BY answered DESC")
        offers = [rule for rule in after.required if isinstance(rule, Update) and rule.table == "offer"]
        assert (taken_back,) not in [rule.key for rule in offers]
        assert any(rule.values["status"] == "accepted" for rule in offers)


@pytest.mark.parametrize("template", at_levels(Bargain), ids=lambda one: one.id)
def test_sellers_answer_as_the_oracle_takes_for_granted(template: type[Template[Any]]) -> None:
    task = DrawnTask.of(template, 0, 0)
    with task.open_first(universe(0)) as world:
        case = template()._case(world, task.parameters)  # type: ignore[attr-defined]
        db = world.classifieds
        now = parse_moment(world.clock.stamp())
        for item in case.items:
            talk = db.row("SELECT * FROM conversation WHERE id = ?", item.talk)
            listing = db.row("SELECT * FROM listing WHERE id = ?", item.row.id)
            assert talk
            assert listing
            put_offer(db, talk, listing, talk.buyer_id, item.start, now)
            status = db.value(
                "SELECT status FROM offer WHERE conversation_id = ? AND sender_id = ?", item.talk, talk.buyer_id
            )
            assert status == {"silent": "open"}.get(item.answer(item.start), item.answer(item.start))


@pytest.mark.parametrize("template", at_levels(FindHome), ids=lambda one: one.id)
def test_the_best_home_is_cheaper_than_all_others_that_suit(template: type[Template[Any]]) -> None:
    with universe(0).open() as world:
        for p in template().pool(world):
            case = template()._case(world, p)  # type: ignore[attr-defined]
            rest = [one for one in case.homes if one is not case.best and case.suits(one)]
            assert case.suits(case.best)
            assert all(one.cost(car=case.car) >= case.best.cost(car=case.car) + 1_500 for one in rest)


def test_a_share_falls_once_enough_was_kept() -> None:
    template = at_levels(ShareOut)[1]
    with universe(0).open() as world:
        for p in template().pool(world):
            case = template()._case(world, p)  # type: ignore[attr-defined]
            for name in case.owners:
                kept = owed = 0
                for one in (one for one in case.sales if one.sold and one.owner == name):
                    percent = case.less if kept >= case.cap else case.percent
                    share = one.paid // 100 * percent // 100 * 100
                    kept, owed = kept + share, owed + one.paid - share
                assert case.owed()[name] == owed
