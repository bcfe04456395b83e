"""Tasks on the storefront: what the customer spent, and how many orders there were."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from webcosm.judge.answers import Answer, Money
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.suites.arena.shop._moves import (
    ListedOrder,
    item_named,
    items_seen,
    list_orders,
    look_through,
    open_order,
    sums_seen,
)
from webcosm.suites.arena.shop._rows import (
    own_lines,
    own_month_spans,
    own_orders,
    within,
)
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.dates import read_day, said_day, said_month
from webcosm.tasks.money import dollars
from webcosm.worlds import Row, World

__all__ = ["listed_between", "placed_between"]

COUNTED = "status <> 'canceled'"


def placed_between(world: World, start: str, end: str, where: str = COUNTED) -> list[Row]:
    """The customer's orders of some days, both counted in."""
    after = read_day(end) + timedelta(days=1)
    return own_orders(world, f"{where} AND created >= ? AND created < ?", f"{read_day(start)}", f"{after}")


async def listed_between(person: Person, start: str, end: str, canceled: bool = False) -> list[ListedOrder]:
    first, last = read_day(start), read_day(end)
    orders = [order for order in await list_orders(person) if first <= order.day <= last]
    return [order for order in orders if canceled or order.status != STATUSES["canceled"]]


@dataclass(frozen=True)
class MonthRule:
    month: str
    rule: str


LEFT_OUT, COUNTED_TOO = "leaving out canceled orders", "counting canceled orders too"


class SpentInMonth(Template[MonthRule]):
    """What did all orders of a month come to?"""

    id = "arena.shop.spent-in-month"
    kind = Kind.ASK
    goals = (
        "What do the grand totals of all the orders I placed in {month} add up to, {rule}? Ignore refunds.",
        "Add up the grand totals of my orders from {month}, {rule}. Don't subtract refunds.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[MonthRule]:
        """Months with more than one order that counts; both rules where they make a difference."""
        found: list[MonthRule] = []
        for month in dict.fromkeys(said_month(order.created) for order in own_orders(world)):
            every, counted = self._orders(world, month, COUNTED_TOO), self._orders(world, month, LEFT_OUT)
            if len(every) > 1 and counted:
                found.append(MonthRule(month, LEFT_OUT))
            if len(every) > len(counted) > 0:
                found.append(MonthRule(month, COUNTED_TOO))
        return found

    def _orders(self, world: World, month: str, rule: str) -> list[Row]:
        orders = own_orders(world, COUNTED if rule == LEFT_OUT else "TRUE")
        return [order for order in orders if said_month(order.created) == month]

    def answer(self, world: World, p: MonthRule) -> Answer:
        return Money(dollars(sum(order.total for order in self._orders(world, p.month, p.rule))))

    async def solve(self, person: Person, p: MonthRule) -> None:
        orders = [order for order in await list_orders(person) if within(p.month, order.day)]
        counted = [order.total for order in orders if p.rule == COUNTED_TOO or order.status != STATUSES["canceled"]]
        await person.answer(f"${sum(counted)}")


@dataclass(frozen=True)
class Between:
    start: str
    end: str


class SpentBetween(Template[Between]):
    """What did all orders between two days come to?"""

    id = "arena.shop.spent-between"
    kind = Kind.ASK
    goals = (
        "How much did I spend here from {start} through {end}? Add up the grand totals of my orders, leave out"
        " canceled ones, and don't subtract refunds.",
        "What do my orders from {start} through {end} come to? Use the grand totals, skip canceled orders and ignore"
        " refunds.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[Between]:
        found = []
        days = sorted({date.fromisoformat(order.created[:10]) for order in own_orders(world)})
        for place, day in enumerate(days):
            start, end = day - timedelta(days=place % 3), day + timedelta(days=50 + 7 * (place % 11))
            p = Between(said_day(start), said_day(end))
            if end < world.clock.today() and len(placed_between(world, p.start, p.end)) >= 3:
                found.append(p)
        return found

    def answer(self, world: World, p: Between) -> Answer:
        return Money(dollars(sum(order.total for order in placed_between(world, p.start, p.end))))

    async def solve(self, person: Person, p: Between) -> None:
        await person.answer(f"${sum(order.total for order in await listed_between(person, p.start, p.end))}")


@dataclass(frozen=True)
class WordBetween:
    word: str
    start: str
    end: str


class SpentOnWord(Template[WordBetween]):
    """What did the goods of one kind cost that were ordered in some months?"""

    id = "arena.shop.spent-on-kind"
    kind = Kind.ASK
    goals = (
        "How much did I spend from {start} through {end} on products with “{word}” in their names? Count price times"
        " quantity, before discounts, shipping and tax, and leave out canceled orders.",
        "In my orders from {start} through {end}, what do the items with “{word}” in the name come to (price times"
        " quantity, before discounts, shipping and tax)? Skip canceled orders.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=12)
    revision = 2

    def pool(self, world: World) -> Sequence[WordBetween]:
        """Words of categories and brands, where items with them were bought twice or more among a few orders."""
        found: list[WordBetween] = []
        lines = [line for line in own_lines(world) if line.status != "canceled"]
        words = self._words(world, " ".join(line.name for line in lines))
        matches = {word: [line for line in lines if word.lower() in line.name.lower()] for word in words}
        for start, end in (span for length in (2, 3, 4) for span in own_month_spans(world, length)):
            if not 3 <= len(placed_between(world, said_day(start), said_day(end))) <= 6:
                continue
            for word, matching in matches.items():
                inside = [line for line in matching if f"{start}" <= line.created[:10] <= f"{end}"]
                if len(inside) >= 2:
                    found.append(WordBetween(word, said_day(start), said_day(end)))
        return found

    def _words(self, world: World, bought: str) -> list[str]:
        """Those that were bought, and never stand within a longer word."""
        names = world.shop.values("SELECT DISTINCT name FROM category WHERE level > 1 ORDER BY name")
        kinds = {word.removesuffix("s") for name in names for word in re.findall(r"[A-Z][a-z]{3,}", name)}
        brands = world.shop.values("SELECT DISTINCT brand FROM product WHERE brand <> '' ORDER BY brand")
        text = bought.lower()
        return [
            word
            for word in sorted({*kinds, *brands})
            if (count := text.count(word.lower())) and len(re.findall(rf"\b{re.escape(word)}\b", bought)) == count
        ]

    def answer(self, world: World, p: WordBetween) -> Answer:
        orders = [order.id for order in placed_between(world, p.start, p.end)]
        rows = [
            row for number in orders for row in world.shop.rows("SELECT * FROM order_item WHERE order_id = ?", number)
        ]
        return Money(dollars(sum(row.qty * row.price for row in rows if p.word.lower() in row.name.lower())))

    async def solve(self, person: Person, p: WordBetween) -> None:
        spent = Decimal(0)

        def add_up(one: Person) -> bool:
            nonlocal spent
            spent += sum(item.subtotal for item in items_seen(one) if p.word in item.text)
            return False

        await look_through(person, await listed_between(person, p.start, p.end), add_up)
        await person.answer(f"${spent}")


class ShippingPaid(Template[Between]):
    """What did shipping cost in some months?"""

    id = "arena.shop.shipping-paid"
    kind = Kind.ASK
    goals = (
        "How much did I pay for shipping in total on orders placed from {start} through {end}? Leave out canceled"
        " orders, but don't subtract refunds.",
        "Add up the shipping charges on my orders from {start} through {end}. Skip canceled orders and ignore refunds.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=12)
    revision = 2

    def pool(self, world: World) -> Sequence[Between]:
        """Some months with three to six orders of which at least two cost something to ship."""
        found = []
        for start, end in (span for length in (2, 3, 4) for span in own_month_spans(world, length)):
            p = Between(said_day(start), said_day(end))
            orders = placed_between(world, p.start, p.end)
            if 3 <= len(orders) <= 6 and sum(order.shipping > 0 for order in orders) >= 2:
                found.append(p)
        return found

    def answer(self, world: World, p: Between) -> Answer:
        return Money(dollars(sum(order.shipping for order in placed_between(world, p.start, p.end))))

    async def solve(self, person: Person, p: Between) -> None:
        paid = Decimal(0)

        def add_up(one: Person) -> bool:
            nonlocal paid
            paid += sums_seen(one)["Shipping & handling"]
            return False

        await look_through(person, await listed_between(person, p.start, p.end), add_up)
        await person.answer(f"${paid}")


@dataclass(frozen=True)
class RefundPart:
    number: str
    part: str


REFUND_PARTS = {
    "in total": ("total", "Grand total"),
    "in tax": ("tax", "Tax"),
    "for the items alone": ("subtotal", "Subtotal"),
}


class RefundReceived(Template[RefundPart]):
    """How much was refunded for an order?"""

    id = "arena.shop.refund-received"
    kind = Kind.ASK
    goals = (
        "My order {number} was refunded, at least in part. How much did I get back {part}?",
        "How much was I refunded {part} on my order {number}?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    revision = 2

    def pool(self, world: World) -> Sequence[RefundPart]:
        """As many as there are orders with one refund; the goods where no discount makes the items alone doubtful."""
        found: list[RefundPart] = []
        for order in own_orders(world, "(SELECT count(*) FROM credit_memo WHERE order_id = orders.id) = 1"):
            memo = self._memo(world, order.number)
            plain = memo.discount == 0 and memo.adjustment == 0
            found += [RefundPart(order.number, part) for part in REFUND_PARTS if plain or part != "for the items alone"]
        return found

    def _memo(self, world: World, number: str) -> Row:
        memo = world.shop.row(
            "SELECT * FROM credit_memo WHERE order_id = (SELECT id FROM orders WHERE number = ?)", number
        )
        assert memo
        return memo

    def answer(self, world: World, p: RefundPart) -> Answer:
        return Money(dollars(self._memo(world, p.number)[REFUND_PARTS[p.part][0]]))

    async def solve(self, person: Person, p: RefundPart) -> None:
        await open_order(person, p.number)
        await person.click("Refunds", role="link")
        await person.answer(f"${sums_seen(person)[REFUND_PARTS[p.part][1]]}")


@dataclass(frozen=True)
class ReturnedItem:
    number: str
    product: str


class ReturnValue(Template[ReturnedItem]):
    """What would come back for returning one product of an order?"""

    id = "arena.shop.return-value"
    kind = Kind.ASK
    goals = (
        "I want to return all of the “{product}” from my order {number}. How much is that at the price I paid, before"
        " tax and shipping?",
        "How much would I get back for returning every “{product}” in my order {number}? Just the item price, no tax"
        " or shipping.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[ReturnedItem]:
        """Of orders with several items and without a discount, that were not given back or called off already."""
        lines = own_lines(world)
        sizes = [line.number for line in lines]
        names = [(line.number, line.name) for line in lines]
        return [
            ReturnedItem(line.number, line.name)
            for line in lines
            if line.status in ("complete", "processing") and not line.order_discount
            if sizes.count(line.number) > 1 and names.count((line.number, line.name)) == 1
        ]

    def answer(self, world: World, p: ReturnedItem) -> Answer:
        line = next(line for line in own_lines(world) if (line.number, line.name) == (p.number, p.product))
        return Money(dollars(line.qty * line.price))

    async def solve(self, person: Person, p: ReturnedItem) -> None:
        await open_order(person, p.number)
        item = item_named(person, p.product)
        await person.answer(f"${item.price * item.qty}")
