"""Tasks on the storefront: where orders went, how, and opening them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Address, Answer, Choice, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.suites.arena.shop._moves import (
    address_lines,
    fact,
    list_orders,
    open_order,
    order_in_period,
)
from webcosm.suites.arena.shop._rows import OFFICE_CLOSED, customer, own_orders
from webcosm.suites.arena.shop.orders import Purchase, line_of, never_bought, purchases
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["OrderNumber", "order_numbered", "others_orders", "report_no_order"]


@dataclass(frozen=True)
class OrderNumber:
    number: str


def order_numbered(world: World, number: str) -> Row:
    return own_orders(world, "number = ?", number)[0]


def others_orders(world: World) -> list[str]:
    """Numbers of orders that other people placed, each just before one of the customer's."""
    numbers = world.shop.values(
        "SELECT (SELECT max(other.id) FROM orders AS other WHERE other.id < orders.id"
        "  AND coalesce(other.customer_id, 0) <> ?1) FROM orders WHERE customer_id = ?1 ORDER BY id",
        customer(world).id,
    )
    return [str(100_000 + number) for number in dict.fromkeys(numbers)]


async def report_no_order(person: Person, number: str) -> None:
    if number in [order.number for order in await list_orders(person)]:
        raise Lost(f"there is an order {number} after all")
    await person.infeasible(f"There is no order {number} in the account.")


class OrderAddress(Template[OrderNumber]):
    """Where was an order sent?"""

    id = "arena.shop.order-address"
    kind = Kind.ASK
    goals = (
        "Where was my order {number} shipped to? Street, city, state and zip code, please.",
        "In my account, look up the shipping address of order {number}: street, city, state and zip code.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.address-of-order"

    def pool(self, world: World) -> Sequence[OrderNumber]:
        """All orders that went elsewhere than usual and as many others, so that home is no good guess."""
        home = world.shop.value("SELECT street FROM address WHERE id = ?", customer(world).shipping_id)
        orders = own_orders(world)
        streets = [_shipped_to(world, order.id).street for order in orders]
        usual = [order for order, street in zip(orders, streets, strict=True) if street == home]
        other = [order for order, street in zip(orders, streets, strict=True) if street != home]
        return [OrderNumber(order.number) for order in other + usual[-len(other) :]]

    def answer(self, world: World, p: OrderNumber) -> Answer:
        to = _shipped_to(world, order_numbered(world, p.number).id)
        street = f"{to.street}, {to.street2}" if to.street2 else to.street
        return Address(
            f"{street}, {to.city}, {to.region} {to.postcode}",
            optional=tuple(part for part in (f"{to.first_name} {to.last_name}", to.company) if part),
            states=tuple((state.name, state.abbreviation) for state in world.lore.region.states),
        )

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.answer(address_lines(person, "Shipping"))


def _shipped_to(world: World, order_id: int) -> Row:
    row = world.shop.row("SELECT * FROM order_address WHERE order_id = ? AND kind = 'shipping'", order_id)
    assert row
    return row


class OrderAddressMissing(Template[OrderNumber]):
    """Where was an order sent that is not the customer's?"""

    id = "arena.shop.address-of-order"
    kind = Kind.ASK
    goals = OrderAddress.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    achievable = False
    twin = "arena.shop.order-address"
    revision = 3

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return [OrderNumber(number) for number in others_orders(world)]

    def obstacle(self, world: World, p: OrderNumber) -> Obstacle:
        return Obstacle(
            Reason.MISSING,
            (f"order {p.number}",),
            said=(
                r"\bnot (?:yours|mine|one of (?:my|your))",
                r"another (?:customer|account|person)",
                r"(?:someone|somebody) else",
            ),
        )

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await report_no_order(person, p.number)


@dataclass(frozen=True)
class OrderMethod:
    number: str
    method: str
    """``shipping method`` or ``payment method``"""


class OrderMethodUsed(Template[OrderMethod]):
    """How was an order sent or paid for?"""

    id = "arena.shop.order-method"
    kind = Kind.ASK
    goals = (
        "What {method} did I use for order {number}?",
        "Look up the {method} of my order {number}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[OrderMethod]:
        """Four orders of each method at most, so that no guess is good."""
        found: list[OrderMethod] = []
        for column in ("shipping", "payment"):
            codes = dict.fromkeys(order[f"{column}_code"] for order in own_orders(world))
            for code in codes:
                orders = own_orders(world, f"{column}_code = ?", code)
                found += [OrderMethod(order.number, f"{column} method") for order in orders[:4]]
        return found

    def answer(self, world: World, p: OrderMethod) -> Answer:
        order = order_numbered(world, p.number)
        if p.method == "payment method":
            titles = world.shop.values("SELECT title FROM payment_method ORDER BY id")
            return Choice(order.payment_title, tuple(titles))
        methods = world.shop.rows("SELECT carrier, title FROM shipping_method ORDER BY id")
        # Not by the carrier alone: one of them bears the shop's own name.
        names = {f"{row.carrier} - {row.title}": (row.title,) for row in methods}
        return Choice(order.shipping_title, tuple(names), aliases=tuple(names.items()))

    async def solve(self, person: Person, p: OrderMethod) -> None:
        await open_order(person, p.number)
        await person.answer(fact(person, p.method.capitalize())[0])


class TrackingNumber(Template[OrderNumber]):
    """Which tracking number has the parcel of an order?"""

    id = "arena.shop.tracking-number"
    kind = Kind.ASK
    goals = (
        "What's the tracking number for my order {number}? If it doesn't have one, say “no tracking number”.",
        "I want to track my order {number}. What's the tracking number? If there isn't one, just say “no tracking"
        " number”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 3

    def pool(self, world: World) -> Sequence[OrderNumber]:
        """Orders with one parcel, and half as many that are open, were canceled or picked up."""
        sent = [order for order in own_orders(world) if len(_tracks(world, order.id)) == 1]
        unsent = [order for order in own_orders(world) if not _tracks(world, order.id)]
        return [OrderNumber(order.number) for order in sent + unsent[: len(sent) // 2]]

    def answer(self, world: World, p: OrderNumber) -> Answer:
        tracks = _tracks(world, order_numbered(world, p.number).id)
        return Text(tracks[0] if tracks else "no tracking number")

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        found = re.search(r"Tracking: .*?([A-Z]{2}\d{6,})", person.text())
        if not found and person.sees("Tracking:"):
            raise Lost(f"order {p.number} has a tracking number of another form")
        await person.answer(found[1] if found else "no tracking number")


def _tracks(world: World, order_id: int) -> list[str]:
    found: list[str] = world.shop.values(
        "SELECT track.number FROM track JOIN shipment ON shipment.id = shipment_id WHERE order_id = ?"
        " ORDER BY track.id",
        order_id,
    )
    return found


class OpenOrderOf(Template[Purchase]):
    """Open the order that has a product."""

    id = "arena.shop.open-order-of"
    kind = Kind.GO
    goals = (
        "Open the order I placed {period} with “{product}” in it.",
        "Show me the order from when I bought “{product}” {period}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    revision = 3
    twin = "arena.shop.show-order-of"

    def pool(self, world: World) -> Sequence[Purchase]:
        return list(purchases(world))

    def page(self, world: World, p: Purchase) -> PageShows:
        return PageShows("shop", "order", {"id": line_of(world, p).order_id, "section": "items"})

    async def solve(self, person: Person, p: Purchase) -> None:
        if await order_in_period(person, p.period, p.product) is None:
            raise Lost(f"no order placed {p.period} has {p.product!r}")
        await person.stop()


class OpenOrderOfMissing(Template[Purchase]):
    """Open the order that has a product which was never bought."""

    id = "arena.shop.show-order-of"
    kind = Kind.GO
    goals = OpenOrderOf.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    achievable = False
    twin = "arena.shop.open-order-of"
    revision = 3

    def pool(self, world: World) -> Sequence[Purchase]:
        return never_bought(world)

    def obstacle(self, world: World, p: Purchase) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.product,))

    async def solve(self, person: Person, p: Purchase) -> None:
        if await order_in_period(person, p.period, p.product):
            raise Lost(f"{p.product!r} was bought {p.period} after all")
        await person.infeasible(f"I find no order placed {p.period} with “{p.product}”.")


@dataclass(frozen=True)
class OrderPart:
    number: str
    part: str


PARTS = {"invoices": "Invoices", "shipments": "Order shipments", "refunds": "Refunds"}
TABLES = {"invoices": "invoice", "shipments": "shipment", "refunds": "credit_memo"}


class OpenOrderPart(Template[OrderPart]):
    """Open the invoices, shipments or refunds of an order."""

    id = "arena.shop.open-order-part"
    kind = Kind.GO
    goals = (
        "Show me the {part} for my order {number}.",
        "Open the page with the {part} that belong to my order {number}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    revision = 3

    def pool(self, world: World) -> Sequence[OrderPart]:
        """All refunds, and invoices and shipments of some orders."""
        found: list[OrderPart] = []
        for part, table in TABLES.items():
            orders = own_orders(world, f"id IN (SELECT order_id FROM {table})")
            found += [OrderPart(order.number, part) for order in orders[:: 1 if part == "refunds" else 3]]
        return found

    def page(self, world: World, p: OrderPart) -> PageShows:
        return PageShows("shop", "order", {"id": order_numbered(world, p.number).id, "section": p.part})

    async def solve(self, person: Person, p: OrderPart) -> None:
        await open_order(person, p.number)
        await person.click(PARTS[p.part], role="link")
        await person.stop()
