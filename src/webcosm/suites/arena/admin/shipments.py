"""Tasks at the back office: shipping orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import (
    NUMBERED,
    WHEN,
    history_line,
    next_id,
    open_order,
    order_becomes,
    order_numbered,
    piece_counts,
    table,
)
from webcosm.suites.arena.admin._ways import look_up
from webcosm.suites.arena.admin.order_actions import UNREFUNDED, UNSHIPPED, numbers_where
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World


@dataclass(frozen=True)
class Parcel:
    number: str
    carrier: str
    tracking: str


CARRIERS = "SELECT DISTINCT carrier FROM shipping_method ORDER BY carrier"


def _parcels(world: World, template: str, condition: str) -> list[Parcel]:
    """Orders to be shipped, each with a carrier and a number of its own making."""
    carriers = world.shop.values(CARRIERS)
    parcels = []
    for order in numbers_where(world, condition):
        rng = Rng(world.universe.seed, template, order.number)
        parcels.append(Parcel(order.number, rng.choice(carriers), f"WB{rng.integer(10**9, 10**10 - 1)}"))
    return parcels


async def ship_then_add_the_number(person: Person, p: Parcel) -> None:
    """The tracking number is added to the shipment when that is there."""
    await open_order(person, p.number)
    await person.click("Ship", role="link")
    await person.click("Submit shipment", role="button")
    await person.click(next(name for name in person.names("link") if re.fullmatch(r"Shipments \d+", name)))
    await person.click(table(person)[0]["Shipment"], role="link")
    await person.choose("Carrier", p.carrier)
    await person.fill("Number", p.tracking)
    await person.click("Add", role="button")
    await person.stop()


async def ship_with_a_title(person: Person, p: Parcel) -> None:
    """From the list of orders, with a title of the tracking number and a blank behind it."""
    await look_up(person, "Sales", "Orders", p.number)
    await person.click(p.number, role="link")
    await person.click("Ship", role="link")
    await person.choose("Carrier", p.carrier)
    await person.fill("Title", "Package")
    await person.fill("Number", f"{p.tracking} ")
    await person.click("Submit shipment", role="button")
    await person.stop()


class ShipOrder(Template[Parcel]):
    """Ship an order with a tracking number."""

    id = "arena.admin.ship-order"
    kind = Kind.DO
    goals = (
        "Order {number} has shipped in full. Record the shipment: carrier {carrier}, tracking number {tracking}."
        " Don't email the customer.",
        "Create a shipment for everything in order {number}: {carrier}, tracking number {tracking}. The customer"
        " shouldn't get an email about it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2
    twin = "arena.admin.enter-shipment"
    ways = (ship_then_add_the_number, ship_with_a_title)

    def pool(self, world: World) -> Sequence[Parcel]:
        waiting = f"status IN ('pending', 'processing') AND {UNSHIPPED} AND {UNREFUNDED}"
        return _parcels(world, self.drawn_as, waiting)

    def expect(self, world: World, p: Parcel) -> Expectation:
        order = order_numbered(world, p.number)
        shipment = next_id(world, "shipment")
        status = "complete" if _all_invoiced(world, order) else "processing"
        number = str(500_000 + shipment)
        items = [
            Insert(
                "shop",
                "shipment_item",
                values={"shipment_id": shipment, "order_item_id": item.id, "qty": item.qty},
            )
            for item in piece_counts(world, order)
        ]
        return Expectation(
            [
                order_becomes(order, status=status),
                history_line(world, order, status, f"Shipment {number} was sent."),
                Insert(
                    "shop",
                    "shipment",
                    values={"id": shipment, "number": number, "order_id": order.id, "notified": 0},
                    free={"created": WHEN},
                ),
                *items,
                Insert(
                    "shop",
                    "track",
                    values={"shipment_id": shipment, "carrier": p.carrier, "number": p.tracking},
                    free={"id": NUMBERED, "created": WHEN, "title": "the goal names carrier and number only"},
                ),
            ]
        )

    async def solve(self, person: Person, p: Parcel) -> None:
        await open_order(person, p.number)
        await person.click("Ship", role="link")
        await person.choose("Carrier", p.carrier)
        await person.fill("Number", p.tracking)
        await person.click("Submit shipment", role="button")
        await person.stop()


def _all_invoiced(world: World, order: Row) -> bool:
    ordered = world.shop.value("SELECT sum(qty) FROM order_item WHERE order_id = ?", order.id)
    invoiced = world.shop.value(
        "SELECT sum(qty) FROM invoice_item JOIN invoice ON invoice.id = invoice_id WHERE order_id = ?", order.id
    )
    return bool(ordered == invoiced)


class ShipCanceledOrder(Template[Parcel]):
    """Ship an order that was canceled."""

    id = "arena.admin.enter-shipment"
    kind = Kind.DO
    goals = ShipOrder.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.ship-order"
    revision = 3

    def pool(self, world: World) -> Sequence[Parcel]:
        return _parcels(world, self.drawn_as, "status = 'canceled'")

    def obstacle(self, world: World, p: Parcel) -> Obstacle:
        return Obstacle(Reason.NOT_ALLOWED, (f"order {p.number}",), said=(r"\bcancell?ed", NO_CONTROL))

    async def solve(self, person: Person, p: Parcel) -> None:
        await open_order(person, p.number)
        if "Ship" in person.names("link"):
            raise Lost(f"order {p.number} can be shipped after all")
        await person.infeasible(f"Order {p.number} is canceled and cannot be shipped.")
