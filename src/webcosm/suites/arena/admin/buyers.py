"""Tasks at the back office: who ordered, how often and for how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from webcosm.judge.answers import Answer, Date, Money, PersonName
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.suites.arena.admin._rows import (
    BUYER,
    all_rows,
    apply_filters,
    go_to,
    named_customers,
    status_of,
    table,
)
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.dates import month_bounds
from webcosm.tasks.money import dollars, read_amount
from webcosm.worlds import Row, World


@dataclass(frozen=True)
class Ranked:
    rank: str
    status: str
    period: str


RANKS = ("most", "second most", "third most")
QUARTERS = ("January to March", "April to June", "July to September", "October to December")
"""As goals say it: ``in 2025``, ``from April to June 2025``."""


class CustomerRank(Template[Ranked]):
    """Who has the most orders of a status?"""

    id = "arena.admin.customer-rank"
    kind = Kind.ASK
    goals = (
        "Which customer has the {rank} “{status}” orders among those placed {period}?",
        "Look at the “{status}” orders placed {period}. Who placed the {rank} of them?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=9)
    revision = 2

    def pool(self, world: World) -> Sequence[Ranked]:
        shared = set(world.shop.values(f"SELECT {BUYER} FROM orders GROUP BY {BUYER} HAVING count(DISTINCT email) > 1"))
        found = []
        for (status, period), counts in _orders_per_buyer(world).items():
            if sum(counts.values()) > 2 * 200:  # more pages than anybody would count through
                continue
            first = counts.most_common(len(RANKS) + 1)
            if shared & {name for name, _ in first}:  # the list shows names
                continue
            for place, (_, number) in enumerate(first[: len(RANKS)]):
                if number >= 2 and [other for _, other in first].count(number) == 1:
                    found.append(Ranked(RANKS[place], STATUSES[status], period))
        return found

    def answer(self, world: World, p: Ranked) -> Answer:
        counts = _orders_per_buyer(world)[status_of(p.status), p.period]
        return PersonName(counts.most_common()[RANKS.index(p.rank)][0])

    async def solve(self, person: Person, p: Ranked) -> None:
        await go_to(person, "Sales", "Orders")
        first, last = _period_bounds(p.period)
        await apply_filters(person, {"Purchase date from": first, "Purchase date to": last}, {"Status": p.status})
        await person.choose("Per page", "200")
        counts = Counter(row["Bill-to name"] for row in await all_rows(person))
        await person.answer(counts.most_common()[RANKS.index(p.rank)][0])


def _period_bounds(period: str) -> tuple[str, str]:
    """First and last day of ``in 2025`` or ``from April to June 2025``."""
    months, _, year = period.rpartition(" ")
    first, _, last = (months.removeprefix("from ") if months != "in" else "January to December").partition(" to ")
    return month_bounds(f"{first} {year}")[0], month_bounds(f"{last} {year}")[1]


def _orders_per_buyer(world: World) -> dict[tuple[str, str], Counter[str]]:
    """By status and year, and by status and quarter."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for row in world.shop.rows(
        f"SELECT status, substr(created, 1, 7) AS month, {BUYER} AS name, count(*) AS number FROM orders"
        " GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    ):
        year, month = row.month.split("-")
        for period in (f"in {year}", f"from {QUARTERS[(int(month) - 1) // 3]} {year}"):
            found.setdefault((row.status, period), Counter())[row.name] += row.number
    return found


@dataclass(frozen=True)
class CustomersStatus:
    name: str
    status: str


class CustomerTotal(Template[CustomersStatus]):
    """What do a customer's orders of a status come to?"""

    id = "arena.admin.customer-total"
    kind = Kind.ASK
    goals = (
        "What do {name}'s “{status}” orders add up to, going by grand total?",
        "Add up the grand totals of all of {name}'s orders with the status “{status}”.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[CustomersStatus]:
        names = set(named_customers(world))
        rows = world.shop.rows(
            f"SELECT {BUYER} AS name, status FROM orders GROUP BY 1, 2 HAVING count(*) BETWEEN 2 AND 12 ORDER BY 1, 2"
        )
        return [CustomersStatus(row.name, STATUSES[row.status]) for row in rows if row.name in names]

    def answer(self, world: World, p: CustomersStatus) -> Answer:
        cents = world.shop.value(
            f"SELECT sum(total) FROM orders WHERE {BUYER} = ? AND status = ?", p.name, status_of(p.status)
        )
        return Money(dollars(cents))

    async def solve(self, person: Person, p: CustomersStatus) -> None:
        await go_to(person, "Sales", "Orders")
        await apply_filters(person, {"Customer name": p.name}, {"Status": p.status})
        await person.answer(sum(read_amount(row["Grand total"]) for row in table(person)))


@dataclass(frozen=True)
class EndOfStatus:
    end: str
    status: str
    column: str
    """The one of the list of orders that is asked about."""
    asked: str
    """Who placed our newest order with the status “Pending”?"""


ENDS = {"newest": "DESC", "oldest": "ASC"}
ASKED = {
    "Bill-to name": "Who placed our {end} order with the status “{status}”?",
    "Purchase date": "When was our {end} “{status}” order placed?",
    "Grand total": "What's the grand total of our {end} “{status}” order?",
}


class EndOrder(Template[EndOfStatus]):
    """Who placed the newest or oldest order of a status, when, or for how much?"""

    id = "arena.admin.end-order"
    kind = Kind.ASK
    goals = (
        "{asked} Go by the purchase date.",
        "{asked} It's the date of purchase that counts.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[EndOfStatus]:
        present = world.shop.values("SELECT status FROM orders GROUP BY status HAVING count(*) > 1 ORDER BY status")
        return [
            EndOfStatus(end, STATUSES[status], column, asked.format(end=end, status=STATUSES[status]))
            for status in present
            for end in ENDS
            for column, asked in ASKED.items()
        ]

    def answer(self, world: World, p: EndOfStatus) -> Answer:
        order = self._order(world, p)
        match p.column:
            case "Bill-to name":
                return PersonName(f"{order.first_name} {order.last_name}")
            case "Purchase date":
                return Date(date.fromisoformat(order.created[:10]))
            case _:
                return Money(dollars(order.total))

    def _order(self, world: World, p: EndOfStatus) -> Row:
        order = world.shop.row(
            f"SELECT * FROM orders WHERE status = ? ORDER BY created {ENDS[p.end]} LIMIT 1", status_of(p.status)
        )
        assert order is not None, "the pool holds statuses that orders have"
        return order

    async def solve(self, person: Person, p: EndOfStatus) -> None:
        await go_to(person, "Sales", "Orders")
        await apply_filters(person, {}, {"Status": p.status})
        if p.end == "oldest":
            await person.click("Purchase date", role="link")
        row = table(person)[0]
        shown = row[p.column]
        await person.answer(shown.rpartition(",")[0] if p.column == "Purchase date" else shown)
