"""Tasks at the back office: what is known about single orders and their documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from webcosm.judge.answers import Answer, Choice, Date, Email, Money, Number, SetOf, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.suites.arena.admin._rows import (
    BUYER,
    apply_filters,
    go_to,
    named_customers,
    open_order,
    order_numbered,
    search_for,
    table,
)
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import dollars, read_amount
from webcosm.worlds import World

__all__ = ["OrderNumber"]


@dataclass(frozen=True)
class OrderNumber:
    number: str


def _fact(person: Person, label: str) -> str:
    """What stands beside a label of the open order."""
    lines = person.lines()
    if label not in lines:
        raise Lost(f"{person.view.url} says nothing about {label!r}")
    return lines[lines.index(label) + 1]


async def _open_tab(person: Person, label: str) -> None:
    """A tab of the open order. It shows a number, which the entry of the menu with the same name does not."""
    await person.click(next(name for name in person.names("link") if re.fullmatch(rf"{label} \d+", name)))


class CountPieces(Template[OrderNumber]):
    """How many pieces does an order hold?"""

    id = "arena.admin.count-pieces"
    kind = Kind.ASK
    goals = (
        "How many items are there in order {number} in total, counting quantities?",
        "Add up the quantities of everything in order {number}. What's the total?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[OrderNumber]:
        numbers = world.shop.values(
            "SELECT orders.number FROM orders JOIN order_item ON order_id = orders.id GROUP BY orders.id"
            " HAVING count(*) >= 2 AND sum(qty) > count(*) ORDER BY orders.id"
        )
        return [OrderNumber(number) for number in numbers]

    def answer(self, world: World, p: OrderNumber) -> Answer:
        return Number(
            world.shop.value(
                "SELECT sum(qty) FROM order_item JOIN orders ON orders.id = order_id WHERE orders.number = ?", p.number
            ),
            unit="item",
        )

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.answer(sum(int(count) for count in re.findall(r"Ordered (\d+)", person.text())))


@dataclass(frozen=True)
class MethodOf:
    kind: str
    number: str


METHODS = {"payment": "Payment method", "shipping": "Shipping and handling"}


class OrderMethod(Template[MethodOf]):
    """How was an order paid or sent?"""

    id = "arena.admin.order-method"
    kind = Kind.ASK
    goals = (
        "What {kind} method was used for order {number}?",
        "Look up the {kind} method of order {number} for me.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[MethodOf]:
        """As many of each method, so that no single answer is a good guess."""
        found = []
        for kind in METHODS:
            titles = world.shop.values(f"SELECT DISTINCT {kind}_title FROM orders ORDER BY 1")
            for title in titles:
                numbers = world.shop.values(
                    f"SELECT number FROM orders WHERE {kind}_title = ? ORDER BY id DESC LIMIT 40", title
                )
                found += [MethodOf(kind, number) for number in numbers]
        return found

    def answer(self, world: World, p: MethodOf) -> Answer:
        order = order_numbered(world, p.number)
        titles = {kind: world.shop.values(f"SELECT DISTINCT {kind}_title FROM orders ORDER BY 1") for kind in METHODS}
        # Of the other kind, only the order's own may be told as well; others would be guesses.
        options = [
            title for kind in METHODS for title in titles[kind] if kind == p.kind or title != order[f"{kind}_title"]
        ]
        return Choice(order[f"{p.kind}_title"], tuple(options))

    async def solve(self, person: Person, p: MethodOf) -> None:
        await open_order(person, p.number)
        await person.answer(_fact(person, METHODS[p.kind]))


class OrderEmail(Template[OrderNumber]):
    """What is the e-mail address of the customer behind an order?"""

    id = "arena.admin.order-email"
    kind = Kind.ASK
    goals = (
        "What's the email address of the customer who placed order {number}?",
        "I need to write to the customer who placed order {number}. What's their email address?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    revision = 2
    twin = "arena.admin.email-of-order"

    def pool(self, world: World) -> Sequence[OrderNumber]:
        """The newest of each address: those who order often do not come up more often."""
        numbers = world.shop.values("SELECT max(number) FROM orders GROUP BY email ORDER BY 1")
        return [OrderNumber(number) for number in numbers]

    def answer(self, world: World, p: OrderNumber) -> Answer:
        return Email(order_numbered(world, p.number).email)

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.answer(_fact(person, "E-mail"))


class MissingOrderEmail(Template[OrderNumber]):
    """The e-mail address behind an order that there is not."""

    id = "arena.admin.email-of-order"
    kind = Kind.ASK
    goals = OrderEmail.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.admin.order-email"
    revision = 3

    def pool(self, world: World) -> Sequence[OrderNumber]:
        """Of all times, as its twin's."""
        there = set(OrderEmail().pool(world))
        numbers = [OrderNumber(number) for number in world.shop.values("SELECT number FROM orders ORDER BY id")[11::29]]
        return [one for one in numbers if one not in there]

    def prepare(self, world: World, p: OrderNumber) -> None:
        """The order has another number: the shop gave all of them, so that a missing one is never between others."""
        last = int(world.shop.value("SELECT max(CAST(number AS INTEGER)) FROM orders"))
        world.shop.run("UPDATE orders SET number = ? WHERE number = ?", str(last + 1), p.number)

    def obstacle(self, world: World, p: OrderNumber) -> Obstacle:
        return Obstacle(Reason.MISSING, (f"order {p.number}",))

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await search_for(person, p.number)
        if person.has(f"Order {p.number}", role="link"):
            raise Lost(f"there is an order {p.number} after all")
        await person.infeasible(f"There is no order {p.number}.")


@dataclass(frozen=True)
class LastOrders:
    count: int
    name: str


class SumOfLast(Template[LastOrders]):
    """What do somebody's last orders come to?"""

    id = "arena.admin.sum-of-last-orders"
    kind = Kind.ASK
    goals = (
        "What do {name}'s last {count} orders come to? Leave out canceled ones: take the {count} newest that weren't"
        " canceled and add up their grand totals.",
        "Add up the grand totals of {name}'s {count} most recent orders that weren't canceled.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2

    def pool(self, world: World) -> Sequence[LastOrders]:
        """Whose canceled orders are among the last ones and must be skipped; one page of the list is enough."""
        statuses: dict[str, list[str]] = {}
        for row in world.shop.rows(f"SELECT {BUYER} AS name, status FROM orders ORDER BY created DESC"):
            statuses.setdefault(row.name, []).append(row.status)
        found = []
        for name in named_customers(world):
            last = statuses.get(name, [])[:20]
            for count in (2, 3, 4, 5):
                if "canceled" in last[:count] and len(last) - last.count("canceled") >= count:
                    found.append(LastOrders(count, name))
        return found

    def answer(self, world: World, p: LastOrders) -> Answer:
        cents = world.shop.value(
            f"SELECT sum(total) FROM (SELECT total FROM orders WHERE {BUYER} = ?"
            " AND status <> 'canceled' ORDER BY created DESC LIMIT ?)",
            p.name,
            p.count,
        )
        return Money(dollars(cents))

    async def solve(self, person: Person, p: LastOrders) -> None:
        await go_to(person, "Sales", "Orders")
        await apply_filters(person, {"Customer name": p.name})
        kept = [read_amount(row["Grand total"]) for row in table(person) if row["Status"] != "Canceled"]
        await person.answer(sum(kept[: p.count]))


@dataclass(frozen=True)
class InvoiceOf:
    number: str
    asked: str


INVOICE_ASKED = (
    "What's the invoice number?",
    "When was the invoice created?",
    "How much tax is on the invoice?",
)


class InvoiceFacts(Template[InvoiceOf]):
    """What does an order's invoice say?"""

    id = "arena.admin.invoice-facts"
    kind = Kind.ASK
    goals = (
        "Order {number} was invoiced. {asked}",
        "Look up the invoice for order {number}. {asked}",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[InvoiceOf]:
        """Orders with one invoice, made on another day, with some tax; the newest of them."""
        numbers = world.shop.values(
            "SELECT orders.number FROM orders JOIN invoice ON order_id = orders.id WHERE invoice.tax > 0"
            " AND substr(invoice.created, 1, 10) <> substr(orders.created, 1, 10)"
            " GROUP BY orders.id HAVING count(*) = 1 ORDER BY orders.id DESC LIMIT 120"
        )
        return [InvoiceOf(number, asked) for number in numbers for asked in INVOICE_ASKED]

    def answer(self, world: World, p: InvoiceOf) -> Answer:
        invoice = world.shop.row(
            "SELECT invoice.* FROM invoice JOIN orders ON orders.id = order_id WHERE orders.number = ?", p.number
        )
        assert invoice is not None, "the pool holds orders with an invoice"
        if p.asked == INVOICE_ASKED[0]:
            return Text(invoice.number)
        if p.asked == INVOICE_ASKED[1]:
            return Date(date.fromisoformat(invoice.created[:10]))
        return Money(dollars(invoice.tax))

    async def solve(self, person: Person, p: InvoiceOf) -> None:
        await open_order(person, p.number)
        await _open_tab(person, "Invoices")
        row = table(person)[0]
        column = ("Invoice", "Created", "Tax")[INVOICE_ASKED.index(p.asked)]
        await person.answer(row[column].rpartition(",")[0] if column == "Created" else row[column])


class TrackingNumbers(Template[OrderNumber]):
    """Which parcels carried an order?"""

    id = "arena.admin.tracking-numbers"
    kind = Kind.ASK
    goals = (
        "A customer is asking for the tracking numbers of order {number}. List all of them.",
        "What tracking numbers was order {number} shipped under? I need every one of them.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[OrderNumber]:
        """Orders with several, and as many with one."""
        counted = world.shop.rows(
            "SELECT orders.number, count(*) AS parcels FROM orders JOIN shipment ON order_id = orders.id"
            " JOIN track ON shipment_id = shipment.id GROUP BY orders.id ORDER BY orders.id DESC"
        )
        several = [row.number for row in counted if row.parcels > 1][:100]
        single = [row.number for row in counted if row.parcels == 1][: len(several)]
        return [OrderNumber(number) for number in several + single]

    def answer(self, world: World, p: OrderNumber) -> Answer:
        tracks = world.shop.values(
            "SELECT track.number FROM track JOIN shipment ON shipment.id = shipment_id"
            " JOIN orders ON orders.id = order_id WHERE orders.number = ? ORDER BY track.id",
            p.number,
        )
        return SetOf(tuple(Text(number) for number in tracks))

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await _open_tab(person, "Shipments")
        cells = [row["Tracking numbers"] for row in table(person)]
        parcels = [parcel for cell in cells for parcel in cell.split(", ") if parcel]
        await person.answer(", ".join(parcel.split()[-1] for parcel in parcels))
