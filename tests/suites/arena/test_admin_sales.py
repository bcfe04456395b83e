"""Tasks with orders and customers at the back office: their expectations are what the shop really writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from webcosm.sites.shop.rules import ordering
from webcosm.sites.shop.site import site
from webcosm.suites.arena.admin import buyers as admin_buyers
from webcosm.suites.arena.admin import customers as admin_customers
from webcosm.suites.arena.admin import order_actions as admin_order_deeds
from webcosm.suites.arena.admin import order_documents as admin_order_papers
from webcosm.suites.arena.admin import order_facts as admin_order_facts
from webcosm.suites.arena.admin import orders as admin_orders
from webcosm.suites.arena.admin import shipments as admin_shipments
from webcosm.suites.arena.admin import stock as admin_stock
from webcosm.suites.arena.admin._rows import named_customers, owner_name, status_of
from webcosm.suites.arena.admin.order_actions import CancelOrder, HoldOrder, HoldOrderAsReader, ReleaseOrder
from webcosm.suites.arena.admin.order_documents import BACK, InvoiceOrder, RefundOrder
from webcosm.suites.arena.admin.shipments import ShipOrder
from webcosm.tasks import Template
from webcosm.tasks.collection import templates_of
from webcosm.worlds import Change, Universe, Value, World

MODULES = (
    admin_orders,
    admin_buyers,
    admin_order_facts,
    admin_order_deeds,
    admin_order_papers,
    admin_shipments,
    admin_customers,
    admin_stock,
)
TEMPLATES: list[type[Template[Any]]] = [template for module in MODULES for template in templates_of(module)]


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


# What deeds write -----------------------------------------------------------------------------------------------------


def cancel(world: World, number: int, p: Any) -> None:
    ordering.cancel(world.shop, world.clock, number, author=owner_name(world))


def hold(world: World, number: int, p: Any) -> None:
    ordering.hold(world.shop, world.clock, number, author=owner_name(world))


def release(world: World, number: int, p: Any) -> None:
    ordering.unhold(world.shop, world.clock, number, author=owner_name(world))


def ship(world: World, number: int, p: Any) -> None:
    track = ordering.Track(p.carrier, p.carrier, p.tracking)
    ordering.make_shipment(world.shop, world.clock, number, tracks=[track], author=owner_name(world))


def invoice(world: World, number: int, p: Any) -> None:
    ordering.make_invoice(world.shop, world.clock, number, author=owner_name(world))


def refund(world: World, number: int, p: Any) -> None:
    items = world.shop.values("SELECT id FROM order_item WHERE order_id = ?", number) if p.goods == BACK else ()
    ordering.make_credit_memo(world.shop, world.clock, number, restock=items, author=owner_name(world))


DEEDS: list[tuple[type[Template[Any]], Callable[[World, int, Any], None]]] = [
    (CancelOrder, cancel),
    (HoldOrder, hold),
    (ReleaseOrder, release),
    (ShipOrder, ship),
    (InvoiceOrder, invoice),
    (RefundOrder, refund),
]


@pytest.mark.parametrize(("template", "deed"), DEEDS, ids=lambda one: getattr(one, "id", ""))
def test_the_deed_writes_what_is_expected_and_nothing_else(
    template: type[Template[Any]], deed: Callable[[World, int, Any], None], universe: Universe
) -> None:
    family = template()
    with universe.open() as world:
        pool = family.shuffled_pool(world)[:12]
    for p in pool:
        with universe.open() as world:
            expectation = family.expect(world, p)
            deed(world, world.shop.value("SELECT id FROM orders WHERE number = ?", p.number), p)
            checks, collateral = expectation.checks(world.changes())
            assert [check.name for check in checks if not check.passed] == [], p
            assert collateral == [], p


# Slips ----------------------------------------------------------------------------------------------------------------


def judged(universe: Universe, slip: Callable[[World, int], None]) -> bool:
    """Whether somebody passes who puts an order on hold, but does something else besides."""
    family = HoldOrder()
    with universe.open() as world:
        p = family.shuffled_pool(world)[0]
        expectation = family.expect(world, p)
        number = world.shop.value("SELECT id FROM orders WHERE number = ?", p.number)
        slip(world, number)
        hold(world, number, p)
        checks, collateral = expectation.checks(world.changes(), (), universe.without_trails)
        return all(check.passed for check in checks) and not collateral


def held_and_released(world: World, number: int) -> None:
    hold(world, number, None)
    release(world, number, None)


def another_one_too(world: World, number: int) -> None:
    other = world.shop.value("SELECT id FROM orders WHERE status = 'processing' AND id <> ?", number)
    held_and_released(world, other)


def another_one_not_released(world: World, number: int) -> None:
    hold(world, world.shop.value("SELECT id FROM orders WHERE status = 'processing' AND id <> ?", number), None)


def written_to(world: World, number: int, comment: str = "", **told: bool) -> None:
    status = world.shop.value("SELECT status FROM orders WHERE id = ?", number)
    ordering.add_comment(world.shop, world.clock, number, status, comment, author=owner_name(world), **told)


@pytest.mark.parametrize("slip", [held_and_released, another_one_too])
def test_a_slip_that_was_undone_is_no_failure(universe: Universe, slip: Callable[[World, int], None]) -> None:
    assert judged(universe, slip)


@pytest.mark.parametrize(
    "slip",
    [
        another_one_not_released,
        lambda world, number: written_to(world, number, "Sorry", notified=True),
        lambda world, number: written_to(world, number, "Sorry", visible=True),
        lambda world, number: written_to(world, number, "A comment stays"),
    ],
)
def test_what_cannot_be_undone_or_was_not_counts(universe: Universe, slip: Callable[[World, int], None]) -> None:
    assert not judged(universe, slip)


def test_dates_of_change_are_trails_and_what_changed_is_none(universe: Universe) -> None:
    for table in ("orders", "product", "cms_page", "cms_block", "newsletter"):
        row: dict[str, Value] = {"id": 1, "updated": "2026-01-01", "status": "new"}
        touched = Change("shop", table, "update", (1,), row, {**row, "updated": "2026-01-02"})
        changed = Change("shop", table, "update", (1,), row, {**row, "updated": "2026-01-02", "status": "old"})
        assert universe.without_trails([touched, changed]) == [changed], table


# Pools ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.id)
def test_a_pool_has_many_members_each_once(template: type[Template[Any]], world: World) -> None:
    pool = template().pool(world)
    assert len(set(pool)) == len(pool)
    assert len(pool) >= (5 if template is ReleaseOrder else 20)  # orders are seldom on hold


@pytest.mark.parametrize("template", [one for one in TEMPLATES if one.twin], ids=lambda one: one.id)
def test_twins_read_alike_and_differ_in_whether_they_can_be_done(template: type[Template[Any]]) -> None:
    twin = next(one for one in TEMPLATES if one.id == template.twin)
    assert (twin.twin, twin.goals, twin.kind) == (template.id, template.goals, template.kind)
    assert twin.achievable is not template.achievable


def test_names_stand_for_one_customer_each(world: World) -> None:
    names = named_customers(world)
    buyers = world.shop.rows("SELECT DISTINCT email, first_name || ' ' || last_name AS name FROM orders")
    assert all(sum(name in buyer.name for buyer in buyers) <= 1 for name in names)


def test_somebody_who_may_only_look_is_signed_in_where_the_role_matters(world: World) -> None:
    username = HoldOrderAsReader().accounts_in(world)["admin"]
    role = world.shop.value("SELECT role_id FROM admin_user WHERE username = ?", username)
    permissions = world.shop.values("SELECT permission FROM role_permission WHERE role_id = ?", role)
    assert "sales.view" in permissions
    assert "sales.edit" not in permissions


# Small helpers --------------------------------------------------------------------------------------------------------


def test_statuses_by_the_words_that_pages_show() -> None:
    assert (status_of("On Hold"), status_of("Suspected Fraud")) == ("holded", "fraud")
