"""Tasks at the back office: what the list of orders tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number
from webcosm.judge.page import PageShows
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.suites.arena.admin._rows import (
    ANY_VIEW,
    apply_filters,
    go_to,
    months_with_orders,
    status_of,
)
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.dates import month_bounds, said_month
from webcosm.tasks.tables import count_shown
from webcosm.worlds import Fact, World


@dataclass(frozen=True)
class StatusInMonth:
    status: str
    month: str


class CountOrders(Template[StatusInMonth]):
    """How many orders of a month have a status?"""

    id = "arena.admin.count-orders"
    kind = Kind.ASK
    goals = (
        "How many of the orders placed in {month} have the status “{status}”?",
        "How many orders from {month} are now “{status}”?",
        "I need a figure for {month}: of the orders placed that month, how many have the status “{status}”?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[StatusInMonth]:
        counts = world.shop.rows(
            "SELECT status, substr(created, 1, 7) AS month FROM orders GROUP BY 1, 2 HAVING count(*) >= 2 ORDER BY 2, 1"
        )
        months = months_with_orders(world)
        return [StatusInMonth(STATUSES[row.status], said_month(row.month)) for row in counts if row.month in months]

    def answer(self, world: World, p: StatusInMonth) -> Answer:
        first, last = month_bounds(p.month)
        return Number(
            world.shop.value(
                "SELECT count(*) FROM orders WHERE status = ? AND substr(created, 1, 10) BETWEEN ? AND ?",
                status_of(p.status),
                first,
                last,
            ),
            unit="order",
        )

    async def solve(self, person: Person, p: StatusInMonth) -> None:
        await go_to(person, "Sales", "Orders")
        await show_month(person, p.month, {"Status": p.status})
        await person.answer(count_shown(person, "order"))


async def show_month(person: Person, month: str, chosen: dict[str, str], **filled: str) -> None:
    first, last = month_bounds(month)
    more = {label.replace("_", " "): text for label, text in filled.items()}
    await apply_filters(person, {"Purchase date from": first, "Purchase date to": last, **more}, chosen)


class ListOrders(Template[StatusInMonth]):
    """Narrow the list of orders to a status and a month."""

    id = "arena.admin.list-orders"
    kind = Kind.GO
    goals = (
        "Show me all orders from {month} with the status “{status}”, and only those.",
        "I'd like to see the “{status}” orders placed in {month}: the whole month, nothing else.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 3

    def pool(self, world: World) -> Sequence[StatusInMonth]:
        return CountOrders().pool(world)

    def page(self, world: World, p: StatusInMonth) -> PageShows:
        first, last = month_bounds(p.month)
        filters = {"f.status": status_of(p.status), "f.created.from": first, "f.created.to": last}
        return PageShows("admin", "orders", filters, free=ANY_VIEW)

    async def solve(self, person: Person, p: StatusInMonth) -> None:
        await go_to(person, "Sales", "Orders")
        await show_month(person, p.month, {"Status": p.status})
        await person.stop()


@dataclass(frozen=True)
class AmountRange:
    payment: str
    low: int
    high: int


class ListOrdersByAmount(Template[AmountRange]):
    """Narrow the list of orders to a way of paying and a range of totals."""

    id = "arena.admin.list-orders-by-amount"
    kind = Kind.GO
    goals = (
        "List just the orders paid by “{payment}” with a grand total from ${low} to ${high}.",
        "I want to see all orders with the payment method “{payment}” whose grand total is at least ${low} and at"
        " most ${high}, and no others.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 3

    def pool(self, world: World) -> Sequence[AmountRange]:
        methods = world.shop.values("SELECT DISTINCT payment_title FROM orders ORDER BY 1")
        ranges = [(low, low + width) for low in (50, 100, 150, 200, 300, 500) for width in (25, 50, 100)]
        wanted = [AmountRange(method, low, high) for method in methods for low, high in ranges]
        return [one for one in wanted if _paid_within(world, one) >= 2]

    def page(self, world: World, p: AmountRange) -> PageShows:
        filters: dict[str, Fact] = {"f.payment": p.payment, "f.total.from": p.low * 100, "f.total.to": p.high * 100}
        return PageShows("admin", "orders", filters, free=ANY_VIEW)

    async def solve(self, person: Person, p: AmountRange) -> None:
        await go_to(person, "Sales", "Orders")
        wanted = {"Grand total from": str(p.low), "Grand total to": str(p.high)}
        await apply_filters(person, wanted, {"Payment method": p.payment})
        await person.stop()


def _paid_within(world: World, p: AmountRange) -> int:
    return int(
        world.shop.value(
            "SELECT count(*) FROM orders WHERE payment_title = ? AND total BETWEEN ? AND ?",
            p.payment,
            p.low * 100,
            p.high * 100,
        )
    )


@dataclass(frozen=True)
class AmountInMonth:
    month: str
    amount: int


class CountOrdersAbove(Template[AmountInMonth]):
    """How many orders of a month were larger than an amount?"""

    id = "arena.admin.count-orders-above"
    kind = Kind.ASK
    goals = (
        "How many orders placed in {month} have a grand total of ${amount} or more? Count every status.",
        "How many orders from {month} came to at least ${amount} in grand total, whatever their status?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[AmountInMonth]:
        months = [said_month(month) for month in months_with_orders(world)]
        wanted = [AmountInMonth(month, cap) for month in months for cap in (150, 250, 400, 600, 900)]
        return [one for one in wanted if _above(world, one) >= 2]

    def answer(self, world: World, p: AmountInMonth) -> Answer:
        return Number(_above(world, p), unit="order")

    async def solve(self, person: Person, p: AmountInMonth) -> None:
        await go_to(person, "Sales", "Orders")
        await show_month(person, p.month, {}, Grand_total_from=str(p.amount))
        await person.answer(count_shown(person, "order"))


def _above(world: World, p: AmountInMonth) -> int:
    return int(
        world.shop.value(
            "SELECT count(*) FROM orders WHERE total >= ? AND substr(created, 1, 10) BETWEEN ? AND ?",
            p.amount * 100,
            *month_bounds(p.month),
        )
    )
