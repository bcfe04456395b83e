"""What hard tasks about orders and messages show: rules that make sense, pages that give nothing away, letters that
must be read to their end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest

from tests.suites.arena.universes import universe
from webcosm.suites.arena.hard.cancellations import CancelList
from webcosm.suites.arena.hard.loyalty import LoyaltyGroups
from webcosm.suites.arena.hard.messages import AnswerMessages
from webcosm.suites.arena.hard.outage import HoldForOutage
from webcosm.suites.arena.hard.returns import RefundReturns
from webcosm.suites.arena.hard.review_rules import ReviewRules
from webcosm.suites.arena.hard.unsubscribing import UnsubscribeRequests
from webcosm.tasks import DrawnTask
from webcosm.tasks.dates import read_day, said_day
from webcosm.tasks.levels import Levelled, at_levels
from webcosm.tasks.rules import on_the_edge
from webcosm.worlds import World

LIST_CUTS_AT = 140
PAGES: dict[type[Levelled[Any]], str] = {
    CancelList: "cancellations",
    HoldForOutage: "card-outages",
    AnswerMessages: "order-messages",
    RefundReturns: "returns",
    ReviewRules: "review-rules",
    LoyaltyGroups: "loyalty",
}
each_family = pytest.mark.parametrize("family", PAGES, ids=lambda one: one.family)


@contextmanager
def prepared(family: type[Levelled[Any]], level: int, seed: int = 0) -> Iterator[tuple[World, Any, Any]]:
    """A world, the family at that level and the parameters."""
    task = DrawnTask.of(at_levels(family)[level - 1], seed, 0)
    with task.open_first(universe()) as world:
        yield world, task.family, task.parameters


@each_family
def test_an_older_page_says_before_when_it_held_and_notices_are_named_where_there_are_any(
    family: type[Levelled[Any]],
) -> None:
    for level in (1, 3):
        with prepared(family, level) as (world, task, p):
            handbook = task._case(world, p).handbook
            pages = world.shop.rows("SELECT * FROM cms_page WHERE url_key LIKE ? ORDER BY updated", f"{PAGES[family]}%")
        assert len(pages) == len(handbook.versions) == (2 if level > 2 else 1)
        for page, version, newer in zip(pages, handbook.versions, [*handbook.versions[1:], None], strict=True):
            holding = [one for one in handbook.notices if newer is None or one.since < newer.since]
            assert ("A notification in the back office overrules this page" in page.content) == bool(holding)
            assert f"In force {'from' if newer else 'since'} {said_day(version.since)}" in page.content
            assert page.title.partition(" before ")[2] == (said_day(newer.since) if newer else "")
        if level > 2:
            assert f"[{pages[0].title}](/{pages[0].url_key})" in pages[1].content


@pytest.mark.parametrize("family", [HoldForOutage, CancelList, AnswerMessages], ids=lambda one: one.family)
def test_some_orders_are_shipped_in_part_and_some_stand_on_a_limit(family: type[Levelled[Any]]) -> None:
    for seed in range(2):
        with prepared(family, 3, seed) as (world, task, p):
            case = task._case(world, p)
            if family is HoldForOutage:
                rows = [(one.facts, one.moment.date(), one) for one in case.orders if case.hit(one)]
            else:
                rows = [(one.facts, one.day, one) for one in (case.requests if family is CancelList else case.messages)]
            assert on_the_edge(case.handbook, [row[:2] for row in rows])
            parts = [one.order.id for _, _, one in rows if one.state == "part"]
            assert parts
            for order in parts:
                shipped = "SELECT sum(qty) FROM shipment_item JOIN shipment ON shipment.id = shipment_id"
                pieces = world.shop.value("SELECT sum(qty) FROM order_item WHERE order_id = ?", order)
                sent = world.shop.value(f"{shipped} WHERE order_id = ?", order)
                assert isinstance(sent, int)
                assert isinstance(pieces, int)
                assert 0 < sent < pieces


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.sweep)])
def test_what_is_done_stays_done_whatever_other_rules_fit(seed: int) -> None:
    with prepared(HoldForOutage, 4, seed) as (world, task, p):
        case = task._case(world, p)
        for one in case.orders:
            if one.facts["shipped"] or one.facts["invoiced"]:
                assert case.treatment(one).name == "leave"
    with prepared(AnswerMessages, 4, seed) as (world, task, p):
        case = task._case(world, p)
        assert all(case.treatment(one).name == "leave" for one in case.messages if one.facts["stranger"])
    with prepared(CancelList, 4, seed) as (world, task, p):
        case = task._case(world, p)
        for one in case.requests:
            if one.facts["shipped"]:
                assert case.treatment(one).name == "tell-shipped"
            elif one.facts["invoiced"]:
                assert case.treatment(one).name in ("refund", "hold", "tell-checked")
    with prepared(RefundReturns, 4, seed) as (world, task, p):
        case = task._case(world, p)
        assert all(case.treatment(one).name == "full" for one in case.requests if one.facts["broken"])
    with prepared(LoyaltyGroups, 3, seed) as (world, task, p):
        case = task._case(world, p)
        gold = next(rule for rule in case.handbook.versions[-1].policy.rules if rule.name == "gold")
        assert all(case.group(one) == "Gold" for one in case.customers if gold.applies(one.facts))


def test_letters_name_an_order_and_strangers_write_from_common_hosts() -> None:
    unnumbered = long = strangers = 0
    for seed in range(2):
        with prepared(AnswerMessages, 3, seed) as (world, task, p):
            case = task._case(world, p)
            numbers = {one.order.number: one for one in case.messages}
            hosts = {str(email).partition("@")[2] for email in world.shop.values("SELECT email FROM orders")}
            since = read_day(p.since)
            for letter in world.shop.rows("SELECT * FROM contact_message WHERE message LIKE '%order%'"):
                if date.fromisoformat(letter.created[:10]) < since:
                    continue
                long += len(letter.message) > LIST_CUTS_AT
                if found := re.search(r"order (\d+)", letter.message):
                    one = numbers[found[1]]
                    assert (letter.email != one.order.email) == one.facts["stranger"]
                    strangers += one.facts["stranger"]
                    assert letter.email.partition("@")[2] in hosts
                else:
                    unnumbered += 1
                    day = re.search(r"(?:order of|placed on) (\w+ \d+, \d+)", letter.message)
                    assert day
                    sql = "SELECT number FROM orders WHERE email = ? AND created LIKE ?"
                    (number,) = world.shop.values(sql, letter.email, f"{read_day(day[1])}%")
                    assert number in numbers
    assert unnumbered > 1
    assert long > 4
    assert strangers > 1


def test_near_twins_on_the_newsletter_list_do_not_stand_out() -> None:
    with universe().open() as world:
        before = set(world.shop.values("SELECT email FROM subscriber"))
    with prepared(UnsubscribeRequests, 4) as (world, task, p):
        rows = world.shop.rows("SELECT * FROM subscriber ORDER BY id")
        new = [row for row in rows if row.email not in before]
        due = {one.target for one in task.case(world, p.draw) if one.goes}
        letters = [str(one) for one in world.shop.values("SELECT message FROM contact_message WHERE name <> ''")]
    assert len(new) > 6
    assert {row.customer_id is None for row in new} == {True, False}
    assert len({row.changed[:10] for row in new}) > len(new) // 2
    assert min(row.id for row in new) < len(rows) // 3 < 2 * len(rows) // 3 < max(row.id for row in new)
    twins = {row.email for row in new}
    assert due & twins
    assert due - twins
    assert twins - due
    assert len(set(letters)) == len(letters)
    assert sum(len(one) > LIST_CUTS_AT for one in letters) > 5


@pytest.mark.parametrize("level", [1, 2])
def test_no_two_loyalty_tasks_tick_the_same_places_of_the_list(level: int) -> None:
    template = at_levels(LoyaltyGroups)[level - 1]()
    assert isinstance(template, LoyaltyGroups)
    with universe().open() as world:
        seen = set()
        pool = template.pool(world)
        for p in pool:
            case = template._case(world, p)
            listed = sorted(case.customers, key=lambda one: str(one.row.created), reverse=True)
            seen.add(tuple(case.group(one) for one in listed))
    assert len(seen) == len(pool)
