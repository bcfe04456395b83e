"""Tasks on the storefront: what stands in the customer's orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.judge.answers import Answer, Choice, Date, Money, SetOf, Text, Unless
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.suites.arena.shop._moves import (
    holds,
    item_named,
    items_seen,
    list_orders,
    look_through,
    order_in_period,
)
from webcosm.suites.arena.shop._rows import (
    customer,
    order_detail,
    own_lines,
    own_orders,
    said_period,
    seen_options,
)
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.dates import read_day, said_day
from webcosm.tasks.money import dollars
from webcosm.worlds import Row, World

__all__ = ["WHICH", "Purchase", "line_of", "never_bought", "purchases"]


@dataclass(frozen=True)
class Purchase:
    product: str
    period: str


def purchases(world: World) -> dict[Purchase, Row]:
    """What was bought when; only what was bought once in its period, so that it means one order."""
    found: dict[Purchase, list[Row]] = {}
    days = _order_days(world)
    for line in own_lines(world):
        period = said_period(date.fromisoformat(line.created[:10]), days)
        found.setdefault(Purchase(line.name, period), []).append(line)
    return {purchase: lines[0] for purchase, lines in found.items() if len(lines) == 1}


def line_of(world: World, p: Purchase) -> Row:
    return purchases(world)[p]


def _order_days(world: World) -> list[date]:
    return [date.fromisoformat(order.created[:10]) for order in own_orders(world)]


def never_bought(world: World) -> list[Purchase]:
    """What other people bought when the customer bought something else: one thing for each order."""
    found: dict[Purchase, None] = {}
    days = _order_days(world)
    for day in days:
        name = world.shop.value(
            "SELECT item.name FROM order_item AS item JOIN orders ON orders.id = item.order_id"
            " WHERE orders.created < ?1 AND coalesce(customer_id, 0) <> ?2 AND item.name NOT IN"
            "  (SELECT mine.name FROM order_item AS mine JOIN orders ON orders.id = mine.order_id"
            "   WHERE customer_id = ?2)"
            " ORDER BY orders.created DESC, item.id LIMIT 1",
            day.isoformat(),
            customer(world).id,
        )
        found[Purchase(name, said_period(day, days))] = None
    return list(found)


async def report_never_bought(person: Person, p: Purchase) -> None:
    if await order_in_period(person, p.period, p.product):
        raise Lost(f"{p.product!r} was bought {p.period} after all")
    await person.infeasible(f"None of the orders placed {p.period} has “{p.product}”.")


class OrderStatus(Template[Purchase]):
    """What is the status of the order that has a product?"""

    id = "arena.shop.order-status"
    kind = Kind.ASK
    goals = (
        "What's the status of the order I placed {period} for “{product}”? Use the shop's wording.",
        "I ordered “{product}” {period}. What's the status of that order, in the shop's words?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    revision = 2
    twin = "arena.shop.status-of-order"

    def pool(self, world: World) -> Sequence[Purchase]:
        """Most orders are complete; only so many of those are taken that no status is the best guess by far."""
        bought = purchases(world)
        open_ones = [p for p, line in bought.items() if line.status != "complete"]
        complete = [p for p, line in bought.items() if line.status == "complete"]
        return open_ones + complete[: len(open_ones) // 3]

    def answer(self, world: World, p: Purchase) -> Answer:
        return Choice(STATUSES[line_of(world, p).status], tuple(STATUSES.values()), public=True)

    async def solve(self, person: Person, p: Purchase) -> None:
        order = await order_in_period(person, p.period, p.product)
        if order is None:
            raise Lost(f"no order placed {p.period} has {p.product!r}")
        await person.answer(order.status)


class OrderStatusMissing(Template[Purchase]):
    """What is the status of an order of something that was never bought?"""

    id = "arena.shop.status-of-order"
    kind = Kind.ASK
    goals = OrderStatus.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    achievable = False
    twin = "arena.shop.order-status"
    revision = 3

    def pool(self, world: World) -> Sequence[Purchase]:
        return never_bought(world)

    def obstacle(self, world: World, p: Purchase) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.product,))

    async def solve(self, person: Person, p: Purchase) -> None:
        await report_never_bought(person, p)


@dataclass(frozen=True)
class OfStatus:
    which: str
    """``most recent``, ``second most recent`` or ``oldest``"""
    status: str
    detail: str
    """``number``, ``total`` or ``date``"""


WHICH = {"most recent": -1, "second most recent": -2, "oldest": 0}
DETAILS = ("order number", "grand total", "order date")
NO_ORDER = "no such order"


def _detail(world: World, p: OfStatus) -> Answer:
    status = next(key for key, label in STATUSES.items() if label == p.status)
    orders = own_orders(world, "status = ?", status)
    if orders:
        return Unless(order_detail(orders[WHICH[p.which]], p.detail), NO_ORDER)
    return Unless(Text(NO_ORDER), NO_ORDER, instead_of=order_detail(own_orders(world)[0], p.detail))


class OrderOfStatus(Template[OfStatus]):
    """Number, total or date of the latest or oldest order of a status."""

    id = "arena.shop.order-with-status"
    kind = Kind.ASK
    goals = (
        "What's the {detail} of my {which} “{status}” order? If I don't have any, say “no such order”.",
        "Look at my orders with the status “{status}”. What's the {detail} of the {which} one? If there aren't any,"
        " just say “no such order”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 3

    def pool(self, world: World) -> Sequence[OfStatus]:
        """Statuses of three orders or more, and one of the shop's that none of the customer's orders has."""
        counts = {label: len(own_orders(world, "status = ?", key)) for key, label in STATUSES.items()}
        labels = [label for label, count in counts.items() if count >= 3]
        labels += [label for label, count in counts.items() if not count][:1]
        return [OfStatus(which, label, detail) for label in labels for which in WHICH for detail in DETAILS]

    def answer(self, world: World, p: OfStatus) -> Answer:
        return _detail(world, p)

    async def solve(self, person: Person, p: OfStatus) -> None:
        orders = [order for order in await list_orders(person) if order.status == p.status]
        if not orders:
            await person.answer("no such order")
            return
        order = orders[{"most recent": 0, "second most recent": 1, "oldest": -1}[p.which]]
        answers = {"order number": order.number, "grand total": f"${order.total}", "order date": said_day(order.day)}
        await person.answer(answers[p.detail])


@dataclass(frozen=True)
class OrderDay:
    day: str


class BoughtOnDay(Template[OrderDay]):
    """What was ordered on a day?"""

    id = "arena.shop.bought-on-day"
    kind = Kind.ASK
    goals = (
        "Which products did I order on {day}? List their SKUs.",
        "List the SKUs of everything in the order I placed on {day}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[OrderDay]:
        days = [order.created[:10] for order in own_orders(world)]
        return [OrderDay(said_day(day)) for day in days if days.count(day) == 1]

    def answer(self, world: World, p: OrderDay) -> Answer:
        skus = dict.fromkeys(
            world.shop.values(
                "SELECT sku FROM order_item JOIN orders ON orders.id = order_id WHERE customer_id = ?"
                " AND substr(created, 1, 10) = ? ORDER BY order_item.id",
                customer(world).id,
                read_day(p.day).isoformat(),
            )
        )
        return SetOf(tuple(Text(sku) for sku in skus))

    async def solve(self, person: Person, p: OrderDay) -> None:
        orders = [order for order in await list_orders(person) if said_day(order.day) == p.day]
        await person.click(f"View order {orders[0].number}", role="link")
        await person.answer(", ".join(dict.fromkeys(item.sku for item in items_seen(person))))


@dataclass(frozen=True)
class PurchaseOption:
    product: str
    period: str
    option: str


class BoughtOption(Template[PurchaseOption]):
    """Which size, color … of a product was bought?"""

    id = "arena.shop.bought-option"
    kind = Kind.ASK
    goals = (
        "Which {option} of “{product}” did I buy {period}?",
        "I ordered “{product}” {period}. What {option} did I get?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[PurchaseOption]:
        return [
            PurchaseOption(p.product, p.period, label.lower())
            for p, line in purchases(world).items()
            for label, option in seen_options(line.options).items()
            if option.casefold() not in p.product.casefold()
        ]

    def answer(self, world: World, p: PurchaseOption) -> Answer:
        options = seen_options(line_of(world, Purchase(p.product, p.period)).options)
        return Text(options[p.option.capitalize()])

    async def solve(self, person: Person, p: PurchaseOption) -> None:
        await order_in_period(person, p.period, p.product)
        options = item_named(person, p.product).text.removeprefix(p.product)
        start = options.index(f"{p.option.capitalize()}: ") + len(p.option) + 2
        await person.answer(
            options[start:].split(": ")[0].rsplit(" ", 1)[0] if ": " in options[start:] else options[start:]
        )


class PricePaid(Template[Purchase]):
    """What did one piece of a product cost?"""

    id = "arena.shop.price-paid"
    kind = Kind.ASK
    goals = (
        "What was the unit price of “{product}” when I ordered it {period}, before discounts and tax?",
        "How much was one “{product}” in the order I placed {period}? Ignore discounts and tax.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[Purchase]:
        return list(purchases(world))

    def answer(self, world: World, p: Purchase) -> Answer:
        return Money(dollars(line_of(world, p).price))

    async def solve(self, person: Person, p: Purchase) -> None:
        await order_in_period(person, p.period, p.product)
        await person.answer(f"${item_named(person, p.product).price}")


@dataclass(frozen=True)
class PurchaseBetween:
    product: str
    start: str
    end: str


SPAN = 55
"""Days within which there are three or four orders."""


class DayOfPurchase(Template[PurchaseBetween]):
    """On which day was a product last bought?"""

    id = "arena.shop.day-of-purchase"
    kind = Kind.ASK
    goals = (
        "I ordered “{product}” sometime between {start} and {end}. What day was that? If I ordered it more than once,"
        " I mean the last time.",
        "What's the last date I ordered “{product}” between {start} and {end}?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[PurchaseBetween]:
        """Spans that begin at different distances before the purchase, so that the day cannot be told from them."""
        found: dict[PurchaseBetween, None] = {}
        for place, line in enumerate(own_lines(world)):
            day = date.fromisoformat(line.created[:10])
            start = day - timedelta(days=5 + place * 17 % (SPAN - 10))
            end = min(start + timedelta(days=SPAN), world.clock.today())
            between = own_orders(world, "created >= ? AND created < ?", f"{start}", f"{end + timedelta(days=1)}")
            if 2 <= len(between) <= 4:
                found[PurchaseBetween(line.name, said_day(start), said_day(end))] = None
        return list(found)

    def answer(self, world: World, p: PurchaseBetween) -> Answer:
        start, end = read_day(p.start), read_day(p.end)
        days = [date.fromisoformat(line.created[:10]) for line in own_lines(world) if line.name == p.product]
        return Date(max(day for day in days if start <= day <= end))

    async def solve(self, person: Person, p: PurchaseBetween) -> None:
        start, end = read_day(p.start), read_day(p.end)
        orders = [order for order in await list_orders(person) if start <= order.day <= end]
        order = await look_through(person, orders, lambda one: holds(one, p.product))
        if order is None:
            raise Lost(f"{p.product!r} was not bought")
        await person.answer(said_day(order.day))
