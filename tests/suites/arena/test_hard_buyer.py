"""Hard tasks of customers: every draw has one right end, which the shop's own sums agree with, and no other passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest

from webcosm.judge.effects import Deed
from webcosm.sites import open_universe
from webcosm.sites.shop.rules.quoting import Wanted, buyer_of, quote
from webcosm.suites.arena.hard._buyer import order_deed, own_addresses
from webcosm.suites.arena.hard.again import SameAgain
from webcosm.suites.arena.hard.coupons import BestCoupon
from webcosm.suites.arena.hard.shopping import ShoppingListChanges
from webcosm.suites.arena.hard.usual import OrderTheUsual
from webcosm.suites.arena.shop._rows import cart_id, customer, own_orders
from webcosm.tasks import Levelled, Template
from webcosm.tasks.events import fire
from webcosm.tasks.levels import at_levels
from webcosm.worlds import Timepiece, Universe, World, agents_changes

FAMILIES: tuple[type[Levelled[Any]], ...] = (BestCoupon, OrderTheUsual, ShoppingListChanges, SameAgain)
NUMBERED_TABLES = ("orders", "invoice", "shipment", "credit_memo")
TEMPLATES = [template for family in FAMILIES for template in at_levels(family)]


@pytest.fixture(scope="module", params=[0, 7])
def universe(request: pytest.FixtureRequest) -> Iterator[Universe]:
    with open_universe(seed=request.param) as universe:
        yield universe


@contextmanager
def prepared(universe: Universe, template: Template[Any], seed: int = 0) -> Iterator[tuple[World, Any]]:
    with universe.open() as world:
        p, _ = template.draw(world, seed)
    with universe.open(universe.prepare(lambda one: template.prepare(one, p))) as world:
        yield world, p


def passes(template: Template[Any], first: World, p: Any, *deeds: Deed) -> bool:
    """Whether the judge takes these deeds for right."""
    with first.fork() as world:
        for deed in deeds:
            deed.do(world, world.clock)
        checks, collateral = template.expect(first, p).checks(
            agents_changes(world.changes(), world.history, world.happenings)
        )
    return all(check.passed for check in checks) and not collateral


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.id)
def test_every_level_has_a_pool_and_something_to_do(template: type[Template[Any]], universe: Universe) -> None:
    one = template()
    with universe.open() as world:
        assert len(set(one.pool(world))) >= 20
    with prepared(universe, one) as (world, p):
        assert one.expect(world, p).progress(()) == 0
        assert not passes(one, world, p)
        assert one.plan(world, p)
        assert one.facts(world, p)


# The best coupon ------------------------------------------------------------------------------------------------------


def ways_to_order(one: BestCoupon, world: World, p: Any) -> list[tuple[int, dict[str, Any], dict[int, int]]]:
    """What the shop itself would ask for, with every coupon or none, whatever the goal leaves open."""
    case = one._case(world, p)
    shipping, _ = one._codes(p.draw)
    there = dict(zip([row.id for row in case.goods], case.qtys, strict=True))
    home = customer(world).shipping_id
    places = [row for row in own_addresses(world) if one.dials.limits or row.id == home]
    extras = [0, *there] if one.dials.limits > 1 else [0]
    codes = ["", *(offer.code for offer in case.offers)]
    found = []
    for code, place, extra in product(codes, places, extras):
        wanted = {number: qty + (number == extra) for number, qty in there.items()}
        bill = quote(
            world.shop,
            world.clock.today(),
            [Wanted(number, qty) for number, qty in wanted.items()],
            buyer=buyer_of(customer(world)),
            region=place.region,
            method=shipping,
            coupon=code,
        )
        if not bill.coupon_problem:
            found.append((bill.totals.total, {"coupon": code, "shipping": place}, wanted))
    return sorted(found, key=lambda one: one[0])


@pytest.mark.parametrize("template", at_levels(BestCoupon), ids=lambda one: one.id)
def test_only_the_lowest_total_passes(template: type[BestCoupon], universe: Universe) -> None:
    one = template()
    for seed in range(1 if one.dials.limits else 2):  # all ways to order are many there
        with prepared(universe, one, seed) as (world, p):
            shipping, payment = one._codes(p.draw)

            def ordered(how: Mapping[str, Any], wanted: Mapping[int, int], by: str = "", paid: str = "") -> Deed:
                return order_deed("ordered", wanted, by or shipping, paid or payment, **how)  # noqa: B023

            ranked = ways_to_order(one, world, p)
            least, how, wanted = ranked[0]
            assert least == one._case(world, p).least
            assert passes(one, world, p, ordered(how, wanted))
            assert passes(one, world, p, ordered({**how, "billing": how["shipping"]}, wanted)), "billed where it goes"
            other = next(row for row in ranked if row[0] > least)
            assert not passes(one, world, p, ordered(other[1], other[2]))
            assert not passes(one, world, p, ordered(how, dict(list(wanted.items())[1:])))
            assert not passes(one, world, p, ordered(how, wanted, paid="card"))
            assert not passes(one, world, p, ordered(how, wanted, by="pickup"))
            assert not passes(one, world, p, ordered(how, wanted), ordered({}, wanted)), "once is enough"


# The usual ------------------------------------------------------------------------------------------------------------


def kept_times(world: World, number: int) -> list[int]:
    """How many of it the customer had whenever it was neither canceled nor sent back, oldest first."""
    return world.shop.values(
        "SELECT item.qty FROM order_item AS item JOIN orders ON orders.id = item.order_id WHERE customer_id = ?"
        " AND product_id = ? AND status = 'complete' AND NOT EXISTS"
        " (SELECT 1 FROM credit_memo_item WHERE order_item_id = item.id) ORDER BY orders.created",
        customer(world).id,
        number,
    )


@pytest.mark.parametrize("template", at_levels(OrderTheUsual), ids=lambda one: one.id)
def test_orders_cannot_tell_which_is_the_usual(template: type[OrderTheUsual], universe: Universe) -> None:
    one = template()
    for seed in range(2):
        with prepared(universe, one, seed) as (world, p):
            staples = one._case(world, p)
            for staple in staples:
                told = [kept_times(world, goods.id) for goods in (staple.meant, staple.other)]
                assert told[0][-1] == staple.qty
                assert len(told[0]) == 2
                assert len(told[1]) == (0 if staple.how == "single" else 2)
                assert staple.another_qty != staple.qty
            wanted = {staple.meant.id: staple.qty for staple in staples}
            assert passes(one, world, p, order_deed("ordered", wanted, "flat", "invoice"))
            for staple in staples:
                rest = {number: qty for number, qty in wanted.items() if number != staple.meant.id}
                for wrong in ({staple.other.id: staple.qty}, {staple.meant.id: staple.qty + 1}):
                    assert not passes(one, world, p, order_deed("ordered", {**rest, **wrong}, "flat", "invoice"))


def test_a_question_is_needed_where_no_note_tells(universe: Universe) -> None:
    one = at_levels(OrderTheUsual)[0]()
    needed = set()
    for seed in range(6):
        with prepared(universe, one, seed) as (world, p):
            user = one.user(world, p)
            assert user
            (slot,) = user.slots
            (staple,) = one._case(world, p)  # type: ignore[attr-defined]
            notes = " ".join(world.notes.values("SELECT body FROM note"))
            assert slot.needed != (one._line(world, staple, staple.meant) in notes)  # type: ignore[attr-defined]
            needed.add(slot.needed)
            for question in (f"Which {staple.word} do you usually get?", f"Is it the {staple.other.name}?"):
                assert user.reply(question, [("assistant", question)]) == slot.reply
    assert needed == {True, False}


@pytest.mark.parametrize("template", at_levels(OrderTheUsual), ids=lambda one: one.id)
def test_no_order_of_the_past_is_the_answer(template: type[OrderTheUsual], universe: Universe) -> None:
    one = template()
    for seed in range(3):
        with prepared(universe, one, seed) as (world, p):
            wanted = {staple.meant.id: staple.qty for staple in one._case(world, p)}
            for order in own_orders(world):
                lines = "SELECT product_id, qty FROM order_item WHERE order_id = ?"
                had = {row.product_id: row.qty for row in world.shop.rows(lines, order.id)}
                assert had != wanted
                if one.dials.rows > 1:
                    assert not wanted.items() <= had.items(), "nor by leaving out what is too much"


@pytest.mark.parametrize("family", [OrderTheUsual, SameAgain], ids=lambda one: one.family)
def test_numbers_of_orders_and_papers_follow_the_days(family: type[Levelled[Any]], universe: Universe) -> None:
    one = at_levels(family)[3]()
    with universe.open() as first:
        before = {table: first.shop.value(f"SELECT max(number) FROM {table}") for table in NUMBERED_TABLES}
    with prepared(universe, one) as (world, _):
        days = world.shop.values("SELECT created FROM orders ORDER BY id")
        assert days == sorted(days)
        assert not world.shop.rows("SELECT * FROM orders WHERE number <> 100000 + id")
        assert not world.shop.rows("PRAGMA foreign_key_check")
        for table, last in before.items():
            assert world.shop.value(f"SELECT max(number) FROM {table}") <= last


# A list that changes --------------------------------------------------------------------------------------------------


def put(number: int, qty: int) -> Deed:
    def do(world: World, clock: Timepiece) -> None:
        world.shop.insert("cart_item", cart_id=cart_id(world), product_id=number, qty=qty, added=clock.stamp())

    return Deed(f"{qty} of {number}", do)


@pytest.mark.parametrize("template", at_levels(ShoppingListChanges), ids=lambda one: one.id)
def test_the_list_counts_as_it_is_at_the_end(template: type[ShoppingListChanges], universe: Universe) -> None:
    one = template()
    with prepared(universe, one) as (world, p):
        case = one.case(world, p.draw)
        at_first = one._wanted(world, case)
        with world.fork() as live:
            happenings = []
            for step, item in enumerate(case.open, 1):
                put(item.goods.id, item.qty).do(live, live.clock)
                live.end_step(step)
                happenings += fire(one.events(world, p), live, step)
        assert [happening.name for happening in happenings] == ["revised", "retracted", "sold out"][: one.dials.events]
        world.relive(happenings)
        in_the_end = one._wanted(world, case)
        assert passes(one, world, p, *(put(number, qty) for number, (_, qty) in in_the_end.items()))
        assert not passes(one, world, p, *(put(number, qty) for number, (_, qty) in at_first.items()))
        assert not passes(one, world, p, *(put(item.goods.id, item.qty) for item in case.open))
        assert not passes(one, world, p, *(put(item.goods.id, item.qty) for item in case.items))
        buyable = "SELECT qty FROM product WHERE id = ? AND in_stock AND enabled"
        assert all((world.shop.value(buyable, number) or 0) >= qty for number, (_, qty) in in_the_end.items())


@pytest.mark.parametrize("template", at_levels(ShoppingListChanges), ids=lambda one: one.id)
def test_a_line_fits_one_product_without_its_name(template: type[ShoppingListChanges], universe: Universe) -> None:
    one = template()
    for seed in range(3):
        with prepared(universe, one, seed) as (world, p):
            case = one.case(world, p.draw)
            assert len({item.word for item in case.items}) == len(case.items)
            priced = 0
            for item in case.items:
                for goods, said in ((item.goods, item.said), (item.instead, item.instead_said)):
                    if goods is None:
                        continue
                    assert goods.name not in said
                    if "price" in said:
                        priced += 1
                        assert f"from {goods.brand}" in said
                        rivals = world.shop.values(
                            "SELECT price FROM product WHERE archetype = ? AND brand = ? AND id <> ? AND enabled",
                            goods.archetype,
                            goods.brand,
                            goods.id,
                        )
                        side = [price > goods.price for price in rivals]
                        assert side == ["lowest" in said] * len(rivals)
                        continue
                    # Every part of it is true of this product, and all of them of no other.
                    brand, *parts = said.removeprefix(item.word).split(", ")
                    names = world.shop.values(
                        "SELECT name FROM product WHERE archetype = ? AND enabled", goods.archetype
                    )
                    fitting = [
                        name
                        for name in names
                        if brand.removeprefix(" from ") in name and all(has(name, part) for part in parts)
                    ]
                    assert fitting == [goods.name], said
            assert priced == one.dials.look_alikes


def has(name: str, part: str) -> bool:
    """Whether a name says so, in whole words."""
    if part == "not the multipack":
        return "Pack of" not in name and "Set of" not in name
    return f" {part} ".casefold() in f" {name} ".replace(",", " ").casefold()


# The same again -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("template", at_levels(SameAgain), ids=lambda one: one.id)
def test_one_of_a_kind_was_bought_in_winter_and_kept(template: type[SameAgain], universe: Universe) -> None:
    one = template()
    for seed in range(2):
        with prepared(universe, one, seed) as (world, p):
            things = one._case(world, p)
            for thing in things:
                kept = world.shop.rows(
                    "SELECT item.product_id, orders.id FROM order_item AS item JOIN orders ON orders.id = item.order_id"
                    " JOIN product ON product.id = item.product_id WHERE customer_id = ? AND archetype = ?"
                    " AND status = 'complete' AND orders.created BETWEEN '2025-12-01' AND '2026-03-01' AND NOT EXISTS"
                    " (SELECT 1 FROM credit_memo_item WHERE order_item_id = item.id)",
                    customer(world).id,
                    thing.meant.archetype,
                )
                assert [row.product_id for row in kept] == [thing.ordered.id]
                comments = "SELECT comment FROM order_comment WHERE order_id = ? AND visible ORDER BY created"
                told = [words for words in world.shop.values(comments, kept[0].id) if f"The {thing.word} " in words
                        or f"the {thing.word} " in words]  # fmt: skip
                assert told == list(thing.comments)
                color = thing.meant.options.removeprefix("Color: ")
                if thing.ordered.id != thing.meant.id:
                    assert f"in {color}" in told[-1]
                    assert f"in {thing.ordered.options.removeprefix('Color: ')}" in told[0]
                else:
                    assert all("keep" in words and f"in {color}" in words for words in told)
            wanted = {thing.meant.id: 1 for thing in things}
            assert passes(one, world, p, order_deed("ordered", wanted, "flat", "invoice"))
            for thing in things:
                rest = {number: qty for number, qty in wanted.items() if number != thing.meant.id}
                for other in thing.others:
                    wrong = {**rest, other.goods.id: 1}
                    assert not passes(one, world, p, order_deed("ordered", wrong, "flat", "invoice"))


@pytest.mark.parametrize("template", at_levels(SameAgain)[1:], ids=lambda one: one.id)
def test_the_status_of_an_order_does_not_tell_what_was_kept(template: type[SameAgain], universe: Universe) -> None:
    one = template()
    with prepared(universe, one) as (world, p):
        for thing in one._case(world, p):
            (back,) = [other for other in thing.others if other.fate == "sent back"]
            row = world.shop.row(
                "SELECT orders.* FROM orders JOIN order_item ON order_item.order_id = orders.id WHERE customer_id = ?"
                " AND product_id = ? AND orders.created BETWEEN '2025-12-01' AND '2026-03-01'",
                customer(world).id,
                back.goods.id,
            )
            assert row
            assert row.status == "complete"
