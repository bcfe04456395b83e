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
from webcosm.suites.arena.admin import stock as admin_stock
from webcosm.suites.arena.admin._rows import named_customers, owner_name, status_of
from webcosm.suites.arena.admin.order_actions import CancelOrder, HoldOrder, HoldOrderAsReader, ReleaseOrder, ShipOrder
from webcosm.suites.arena.admin.order_documents import BACK, InvoiceOrder, RefundOrder
from webcosm.tasks import Template
from webcosm.tasks.collection import templates_of
from webcosm.worlds import Universe, World

MODULES = (
    admin_orders,
    admin_buyers,
    admin_order_facts,
    admin_order_deeds,
    admin_order_papers,
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
