"""What tasks on the storefront are made of: periods in words, spans of months, and the rows of an order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from webcosm.judge.state import Insert, Rule, Update
from webcosm.sites.kit.formats import money
from webcosm.sites.shop import site
from webcosm.sites.shop.rules.quoting import Wanted, buyer_of, quote
from webcosm.suites.arena.shop._rows import (
    contained,
    customer,
    own_month_spans,
    own_orders,
    placed_order,
    plain_goods,
    said_period,
    seen_options,
    variants,
    within,
    without_offers,
)
from webcosm.suites.arena.shop.addresses import same_digits
from webcosm.suites.arena.shop.words import SendAboutOrder
from webcosm.worlds import Change, Universe, World


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe, universe.open() as world:
        yield world


def test_a_period_is_the_month_unless_too_much_happened_in_it() -> None:
    few = [date(2026, 5, day) for day in (2, 12, 30)]
    many = [*few, date(2026, 5, 14)]
    assert said_period(few[0], few) == "in May 2026"
    assert said_period(many[0], many) == "between May 1 and 10, 2026"
    assert said_period(many[1], many) == "between May 11 and 20, 2026"
    assert said_period(many[2], many) == "between May 21 and 31, 2026"


def test_every_day_is_within_the_period_that_it_is_said_to_be_in_and_in_no_other() -> None:
    days = [date(2026, 5, day) for day in (1, 10, 11, 20, 21, 31)]
    periods = [
        "between May 1 and 10, 2026",
        "between May 11 and 20, 2026",
        "between May 21 and 31, 2026",
    ]
    assert [[within(period, day) for day in days] for period in periods] == [
        [True, True, False, False, False, False],
        [False, False, True, True, False, False],
        [False, False, False, False, True, True],
    ]
    assert within("May 2026", days[0])
    assert not within("May 2026", date(2025, 5, 1))


def test_spans_of_months_are_whole_and_over(world: World) -> None:
    spans = own_month_spans(world, 3)
    assert len(spans) > 10
    for first, last in spans:
        assert first.day == 1
        assert 88 <= (last - first).days <= 91
        assert last < world.clock.today().replace(day=1)


def test_names_within_other_names_are_told() -> None:
    assert contained(["Mug", "Red mug", "Pan"]) == {"Mug"}


def test_options_are_taken_apart() -> None:
    assert seen_options("Color: Red; Size: M") == {"Color": "Red", "Size": "M"}
    assert seen_options("") == {}


def test_a_telephone_number_is_its_digits() -> None:
    same = same_digits("(412) 555-8462")
    assert same("412-555-8462")
    assert not same("(412) 555-8463")
    assert not same("(412) 555-8462 after six")
    assert not same(4125558462)


def test_a_message_that_was_sent_must_name_its_facts(world: World) -> None:
    task = SendAboutOrder()
    asked = task.pool(world)[0]
    order = own_orders(world, "number = ?", asked.number)[0]
    buyer = customer(world)
    phone = world.shop.value("SELECT phone FROM address WHERE id = ?", buyer.billing_id)
    row = {
        "id": 1,
        "name": f"{buyer.first_name} {buyer.last_name}",
        "email": buyer.email,
        "phone": phone,
        "created": "",
    }

    def passed(message: str) -> bool:
        change = Change("shop", "contact_message", "insert", (1,), None, {**row, "message": message})
        checks, collateral = task.expect(world, asked).checks([change])
        return all(check.passed for check in checks) and not collateral

    right = f"Tax on order {asked.number}: {money(order.tax)}; {asked.words}"
    assert passed(right)
    assert not passed(right.replace(asked.number, "the order"))
    assert not passed(right.replace(money(order.tax), money(order.tax + 1)))
    assert not passed(right.replace(asked.words, "hello"))
    assert not passed(f"{right}, or {money(order.tax + 1)}")


def _rule(rules: list[Rule], kind: type[Rule], table: str) -> Rule:
    return next(rule for rule in rules if isinstance(rule, kind) and rule.table == table)


@pytest.mark.parametrize("shipping", ["flat", "express", "pickup", "bulky"])
def test_the_sums_of_an_order_are_those_that_the_shop_comes_to(world: World, shipping: str) -> None:
    goods = without_offers(world, [*plain_goods(world, "in_stock AND qty > 3"), *variants(world, "item.qty > 3")])
    buyer = customer(world)
    region = world.shop.value("SELECT region FROM address WHERE id = ?", buyer.shipping_id)
    for one, other in zip(goods[::397], goods[5::397], strict=False):
        wanted = {one.id: 2, other.id: 1}
        rules = placed_order(world, wanted, shipping, "check")
        bill = quote(
            world.shop,
            world.clock.today(),
            [Wanted(number, qty) for number, qty in wanted.items()],
            buyer=buyer_of(buyer),
            region=region,
            method=shipping,
        )
        order = _rule(rules, Insert, "orders").values
        totals = bill.totals
        assert (order["subtotal"], order["discount"], order["shipping"], order["tax"], order["total"]) == (
            totals.subtotal,
            totals.discount,
            totals.shipping,
            totals.tax,
            totals.total,
        )
        left = {rule.key: rule.values["qty"] for rule in rules if isinstance(rule, Update)}
        assert left == {(one.id,): one.qty - 2, (other.id,): other.qty - 1}


def test_an_order_says_all_columns_of_all_its_rows(world: World) -> None:
    for rule in placed_order(world, {plain_goods(world)[0].id: 1}, "flat", "cod"):
        if isinstance(rule, Insert):
            columns = world.shop.values("SELECT name FROM pragma_table_info(?)", rule.table)
            assert {*rule.values, *rule.free} == set(columns), rule.table


def test_orders_are_the_signed_in_customers_own(world: World) -> None:
    assert {order.customer_id for order in own_orders(world)} == {customer(world).id}
