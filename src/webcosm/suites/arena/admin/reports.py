"""Tasks at the back office: what sold best, what was viewed most, and what orders add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Money, Number, Ordered, Text
from webcosm.suites.arena.admin._figures import (
    COUNTED,
    LISTED,
    Span,
    bounds,
    named_once,
    open_report,
    report_rows,
    spans,
    sparing,
    top_row,
)
from webcosm.suites.arena.admin._rows import months_with_orders
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.dates import month_bounds, said_day, said_month
from webcosm.tasks.money import dollars
from webcosm.worlds import World

TOP = 5


# What sold best -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seller:
    name: str
    pieces: int


class Sales:
    """How many pieces of each product were ordered, month by month; read once for all spans."""

    def __init__(self, world: World) -> None:
        self.once = set(named_once(world).values())
        self.names: dict[int, str] = {}
        self.months: dict[str, Counter[int]] = {}
        for row in world.shop.rows(
            f"SELECT substr(orders.created, 1, 7) AS month, listed.id, listed.name, sum(order_item.qty) AS pieces"
            f" FROM {LISTED} WHERE {COUNTED} GROUP BY 1, 2 ORDER BY 1, 2"
        ):
            self.names[row.id] = row.name
            self.months.setdefault(row.month, Counter())[row.id] = row.pieces

    def best(self, span: Span) -> list[Seller]:
        """Best first."""
        pieces: Counter[int] = Counter()
        for month, sold in self.months.items():
            if span.first[:7] <= month <= span.last[:7]:
                pieces.update(sold)
        return [Seller(self.names[number], count) for number, count in pieces.most_common(TOP)]

    def clear(self, span: Span, places: int) -> bool:
        """Whether the first places are not shared, and are held by products that are known by their names."""
        best = self.best(span)[: places + 1]
        pieces = {seller.pieces for seller in best}
        return len(pieces) == places + 1 and all(seller.name in self.once for seller in best[:places])


class BestSeller(Template[Span]):
    """Which product sold best in a span of time?"""

    id = "arena.admin.best-seller"
    kind = Kind.ASK
    goals = (
        "Which product sold the most units in {when}? Go by order date, add up all variants of a product, and ignore"
        " canceled orders.",
        "What was our best-selling product in {when}, by units ordered? Count the variants of a product together,"
        " leave out canceled orders, and go by order date.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Span]:
        sales = Sales(world)
        return [span for span in spans(world) if sales.clear(span, 1)]

    def answer(self, world: World, p: Span) -> Answer:
        return Text(Sales(world).best(p)[0].name)

    async def solve(self, person: Person, p: Span) -> None:
        await open_report(person, "Bestsellers", "Year", p)
        await person.answer(top_row(person, report_rows(person))["Product"])


class InSpan:
    """Parameters that name a span of time."""

    when: str
    first: str
    last: str

    @property
    def span(self) -> Span:
        return Span(self.when, self.first, self.last)


@dataclass(frozen=True)
class Places(InSpan):
    places: int
    when: str
    first: str
    last: str


class BestSellers(Template[Places]):
    """Which products sold best, in order?"""

    id = "arena.admin.best-sellers"
    kind = Kind.ASK
    goals = (
        "List our top {places} products in {when} by units ordered, best seller first. Ignore canceled orders and add"
        " up the variants of each product.",
        "What were our {places} best-selling products in {when}, by units ordered? Best first. Leave out canceled"
        " orders and count variants with their product.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Places]:
        sales, every = Sales(world), spans(world)
        return [
            Places(places, span.when, span.first, span.last)
            for places in (2, 3)
            for span in every
            if sales.clear(span, places)
        ]

    def answer(self, world: World, p: Places) -> Answer:
        return Ordered(tuple(Text(row.name) for row in Sales(world).best(p.span)[: p.places]))

    async def solve(self, person: Person, p: Places) -> None:
        await open_report(person, "Bestsellers", "Year", p.span)
        await person.answer("\n".join(row["Product"] for row in report_rows(person)[: p.places]))


class BestSellerPieces(Template[Span]):
    """How many pieces of the best-selling product were ordered?"""

    id = "arena.admin.best-seller-pieces"
    kind = Kind.ASK
    goals = (
        "How many units of our best-selling product were ordered in {when}? Add up its variants and ignore canceled"
        " orders.",
        "Take our best seller in {when}, all variants together. How many units of it did customers order, not"
        " counting canceled orders?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Span]:
        found, sales = [], Sales(world)
        for span in spans(world):  # here a shared first place does no harm, but a number that the goal names does
            top = sales.best(span)[0].pieces
            if top > 2 and str(top) not in span.when.replace(",", "").split():
                found.append(span)
        return found

    def answer(self, world: World, p: Span) -> Answer:
        return Number(Sales(world).best(p)[0].pieces, unit="unit")

    async def solve(self, person: Person, p: Span) -> None:
        await open_report(person, "Bestsellers", "Year", p)
        await person.answer(top_row(person, report_rows(person))["Quantity ordered"])


# What was viewed most -------------------------------------------------------------------------------------------------


class MostViewed(Template[Span]):
    """Which product was viewed most on a day?"""

    id = "arena.admin.most-viewed"
    kind = Kind.ASK
    goals = (
        "Which product was viewed most often in our store on {when}?",
        "What product did our visitors look at the most on {when}?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Span]:
        """Days on which one product was ahead. Some are ahead on most days, so each is asked for a few times only."""
        rows = world.shop.rows(
            "SELECT day, product_id FROM (SELECT *, max(views) OVER (PARTITION BY day) AS most FROM product_view)"
            " WHERE views = most ORDER BY day"
        )
        days = Counter(row.day for row in rows)
        ahead = [row for row in rows if days[row.day] == 1]
        return sparing([(Span(said_day(row.day), row.day, row.day), row.product_id) for row in ahead], 4)

    def answer(self, world: World, p: Span) -> Answer:
        return Text(
            world.shop.value(
                "SELECT name FROM product_view JOIN product ON product.id = product_id WHERE day = ?"
                " ORDER BY views DESC LIMIT 1",
                p.first,
            )
        )

    async def solve(self, person: Person, p: Span) -> None:
        await open_report(person, "Product views", "Day", p)
        await person.answer(top_row(person, report_rows(person))["Product"])


# Sums -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Months:
    """Some months in a row."""

    first: str
    """March 2026"""
    last: str


class OrdersByMonth(Template[Months]):
    """How many orders came in each of several months?"""

    id = "arena.admin.orders-by-month"
    kind = Kind.ASK
    goals = (
        "How many orders did we get each month from {first} to {last}, not counting canceled ones? Oldest month first.",
        "Give me monthly order counts from {first} through {last}, without canceled orders, in chronological order.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Months]:
        known = months_with_orders(world)
        return [
            Months(said_month(known[at]), said_month(known[at + size - 1]))
            for size in (3, 4, 5)
            for at in range(len(known) - size + 1)
        ]

    def answer(self, world: World, p: Months) -> Answer:
        span = _from_to(p)
        counts = world.shop.values(
            f"SELECT count(*) FROM orders WHERE {COUNTED} AND created BETWEEN ? AND ?"
            " GROUP BY substr(created, 1, 7) ORDER BY substr(created, 1, 7)",
            *bounds(span),
        )
        return Ordered(tuple(Number(number) for number in counts))

    async def solve(self, person: Person, p: Months) -> None:
        await open_report(person, "Orders", "Month", _from_to(p))
        await person.answer(", ".join(row["Orders"] for row in report_rows(person)))


def _from_to(p: Months) -> Span:
    return Span("", month_bounds(p.first)[0], month_bounds(p.last)[1])


FIGURES = {
    "totals (including tax and shipping)": ("total", "Sales total"),
    "tax": ("tax", "Tax"),
    "shipping charges": ("shipping", "Shipping"),
    "discounts": ("discount", "Discount"),
}
"""How a figure is worded: its column in the database, and in the report."""


@dataclass(frozen=True)
class Figure(InSpan):
    figure: str
    when: str
    first: str
    last: str


class SalesFigure(Template[Figure]):
    """What do the orders of a span add up to?"""

    id = "arena.admin.sales-figure"
    kind = Kind.ASK
    goals = (
        "What did the {figure} for orders placed in {when} come to? Leave out canceled orders.",
        "Add up the {figure} for all orders placed in {when}, except canceled ones.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Figure]:
        columns = ", ".join(f"sum({column}) AS {column}" for column, _ in FIGURES.values())
        months = world.shop.rows(
            f"SELECT substr(created, 1, 7) AS month, {columns} FROM orders WHERE {COUNTED} GROUP BY 1"
        )
        every = spans(world)
        return [
            Figure(figure, span.when, span.first, span.last)
            for figure, (column, _) in FIGURES.items()
            for span in every
            if any(row[column] for row in months if span.first[:7] <= row.month <= span.last[:7])
        ]

    def answer(self, world: World, p: Figure) -> Answer:
        cents = world.shop.value(
            f"SELECT sum({FIGURES[p.figure][0]}) FROM orders WHERE {COUNTED} AND created BETWEEN ? AND ?",
            *bounds(p.span),
        )
        return Money(dollars(cents))

    async def solve(self, person: Person, p: Figure) -> None:
        await open_report(person, "Orders", "Year", p.span)
        await person.answer(top_row(person, report_rows(person))[FIGURES[p.figure][1]])
