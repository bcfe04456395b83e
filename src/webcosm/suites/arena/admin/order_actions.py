"""Tasks at the back office: canceling, holding, shipping and commenting orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import (
    BUYER,
    NUMBERED,
    WHEN,
    apply_filters,
    go_to,
    history_line,
    named_customers,
    next_id,
    open_order,
    order_becomes,
    order_numbered,
    piece_counts,
    reader_name,
    restocked,
    table,
)
from webcosm.suites.arena.admin.order_facts import OrderNumber
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["numbers_where"]

UNINVOICED = "NOT EXISTS (SELECT 1 FROM invoice WHERE order_id = orders.id)"
UNSHIPPED = "NOT EXISTS (SELECT 1 FROM shipment WHERE order_id = orders.id)"
UNREFUNDED = "NOT EXISTS (SELECT 1 FROM credit_memo WHERE order_id = orders.id)"


def numbers_where(world: World, condition: str) -> list[OrderNumber]:
    found = world.shop.values(f"SELECT number FROM orders WHERE {condition} ORDER BY id DESC LIMIT 200")
    return [OrderNumber(number) for number in found]


class CancelOrder(Template[OrderNumber]):
    """Cancel an order that nothing was done for yet."""

    id = "arena.admin.cancel-order"
    kind = Kind.DO
    goals = (
        "Cancel order {number}.",
        "The customer does not want order {number} any more and asked us to cancel it. Please do.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    twin = "arena.admin.call-off-order"

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return numbers_where(world, f"status IN ('pending', 'fraud') AND {UNINVOICED} AND {UNSHIPPED}")

    def expect(self, world: World, p: OrderNumber) -> Expectation:
        order = order_numbered(world, p.number)
        line = history_line(world, order, "canceled")
        return Expectation([order_becomes(order, status="canceled"), line, *restocked(world, order)])

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.click("Cancel order…")
        await person.click("Yes, cancel the order", role="button")
        await person.stop()


class CancelCompleteOrder(Template[OrderNumber]):
    """Cancel an order that was paid and sent."""

    id = "arena.admin.call-off-order"
    kind = Kind.DO
    goals = CancelOrder.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.cancel-order"
    revision = 2

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return numbers_where(world, "status = 'complete'")

    def obstacle(self, world: World, p: OrderNumber) -> Obstacle:
        return Obstacle(
            Reason.NOT_ALLOWED,
            (f"order {p.number}",),
            said=(r"\bcomplete", r"\b(?:shipped|sent|invoiced|paid|delivered|fulfilled)\b", NO_CONTROL),
        )

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        if person.has("Cancel order"):
            raise Lost(f"order {p.number} can be canceled after all")
        await person.infeasible(f"Order {p.number} is complete and can no longer be canceled.")


class HoldOrder(Template[OrderNumber]):
    """Put an open order on hold."""

    id = "arena.admin.hold-order"
    kind = Kind.DO
    goals = (
        "Put order {number} on hold.",
        "We have to clear something up with the customer first: set order {number} on hold, please.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    twin = "arena.admin.pause-order"

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return numbers_where(world, "status IN ('pending', 'processing', 'fraud')")

    def expect(self, world: World, p: OrderNumber) -> Expectation:
        order = order_numbered(world, p.number)
        held = order_becomes(order, status="holded", held_status=order.status)
        return Expectation([held, history_line(world, order, "holded")])

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.click("Hold", role="button")
        await person.stop()


class HoldOrderAsReader(Template[OrderNumber]):
    """Put an order on hold as somebody who may only look."""

    id = "arena.admin.pause-order"
    kind = Kind.DO
    goals = HoldOrder.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.hold-order"
    revision = 2

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"admin": reader_name(world)}

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return HoldOrder().pool(world)

    def obstacle(self, world: World, p: OrderNumber) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, ("orders", p.number))

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        if person.has("Hold", role="button"):
            raise Lost(f"order {p.number} can be put on hold after all")
        await person.infeasible("I am signed in with a role that may look at orders but not change them.")


class ReleaseOrder(Template[OrderNumber]):
    """Take an order off hold."""

    id = "arena.admin.release-order"
    kind = Kind.DO
    goals = (
        "Take order {number} off hold again.",
        "Order {number} was put on hold; that is settled now. Release it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[OrderNumber]:
        """Fewer than 20 in a small shop: orders are seldom on hold."""
        return numbers_where(world, "status = 'holded' AND held_status IS NOT NULL")

    def expect(self, world: World, p: OrderNumber) -> Expectation:
        order = order_numbered(world, p.number)
        released = order_becomes(order, status=order.held_status, held_status=None)
        return Expectation([released, history_line(world, order, order.held_status)])

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.click("Unhold", role="button")
        await person.stop()


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


class ShipOrder(Template[Parcel]):
    """Ship an order with a tracking number."""

    id = "arena.admin.ship-order"
    kind = Kind.DO
    goals = (
        "Order {number} has left the house, all of it. Enter the shipment: carrier {carrier}, tracking number"
        " {tracking}.",
        "Ship the whole of order {number} with {carrier}; the tracking number of the parcel is {tracking}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    twin = "arena.admin.enter-shipment"

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
    revision = 2

    def pool(self, world: World) -> Sequence[Parcel]:
        return _parcels(world, self.drawn_as, "status = 'canceled'")

    def obstacle(self, world: World, p: Parcel) -> Obstacle:
        return Obstacle(Reason.NOT_ALLOWED, (f"order {p.number}",), said=(r"\bcancell?ed", NO_CONTROL))

    async def solve(self, person: Person, p: Parcel) -> None:
        await open_order(person, p.number)
        if "Ship" in person.names("link"):
            raise Lost(f"order {p.number} can be shipped after all")
        await person.infeasible(f"Order {p.number} is canceled and cannot be shipped.")


@dataclass(frozen=True)
class Message:
    name: str
    comment: str


COMMENTS = (
    "Thank you for your call; we will write to you again by Friday.",
    "We have passed your question on to the maker and wait for the reply.",
    "A copy of the receipt is on its way to you by post.",
    "As agreed on the phone, your contact for this order is our front desk.",
    "We have noted your wish about the packaging.",
    "Please keep the number of this order ready when you call us.",
)
"""They fit an order in any status."""


class CommentLatestOrder(Template[Message]):
    """Write to a customer about their latest order."""

    id = "arena.admin.comment-latest-order"
    kind = Kind.DO
    goals = (
        "Add the comment “{comment}” to the latest order of {name} and have the customer notified of it by e-mail."
        " It must not show on the storefront, and the status stays as it is.",
        "On the most recent order of {name}, leave the comment “{comment}” with a notification by e-mail to the"
        " customer, but not visible on the storefront. Do not change the status.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)

    def pool(self, world: World) -> Sequence[Message]:
        names = named_customers(world)
        ordered = set(world.shop.values(f"SELECT DISTINCT {BUYER} FROM orders"))
        rng = Rng(world.universe.seed, self.drawn_as)
        return [Message(name, rng.choice(COMMENTS)) for name in names if name in ordered]

    def expect(self, world: World, p: Message) -> Expectation:
        order = world.shop.row(f"SELECT * FROM orders WHERE {BUYER} = ? ORDER BY created DESC LIMIT 1", p.name)
        assert order is not None, "the pool holds customers who ordered"
        line = history_line(world, order, order.status, p.comment, notified=True)
        return Expectation([order_becomes(order, status=order.status), line])

    async def solve(self, person: Person, p: Message) -> None:
        await go_to(person, "Sales", "Orders")
        await apply_filters(person, {"Customer name": p.name})
        await person.click(table(person)[0]["Order"], role="link")
        await person.fill("Comment", p.comment)
        await person.check("Notify customer by e-mail")
        await person.click("Submit comment", role="button")
        await person.stop()
