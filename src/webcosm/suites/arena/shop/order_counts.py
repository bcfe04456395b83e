"""Tasks on the storefront: counting and comparing orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.suites.arena.shop._rows import order_detail, own_month_spans
from webcosm.suites.arena.shop.spending import listed_between, placed_between
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.dates import said_day
from webcosm.worlds import World


@dataclass(frozen=True)
class Extreme:
    which: str
    start: str
    end: str
    detail: str


class ExtremeOrder(Template[Extreme]):
    """Which order was the most or the least expensive?"""

    id = "arena.shop.extreme-order"
    kind = Kind.ASK
    goals = (
        "What's the {detail} of my {which} expensive order from {start} through {end}, going by grand total? Don't"
        " count canceled orders.",
        "Find my {which} expensive order (by grand total) from {start} through {end}, leaving out canceled ones."
        " What's its {detail}?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[Extreme]:
        found = []
        details = ("order number", "order date", "grand total")
        for place, (start, end) in enumerate((*own_month_spans(world, 4), *own_month_spans(world, 6))):
            first, last = said_day(start), said_day(end)
            totals = [order.total for order in placed_between(world, first, last)]
            if len(totals) >= 4 and len(set(totals)) == len(totals):
                found += [
                    Extreme(which, first, last, details[(place + turn) % 3])
                    for turn, which in enumerate(("most", "least"))
                ]
        return found

    def answer(self, world: World, p: Extreme) -> Answer:
        orders = sorted(placed_between(world, p.start, p.end), key=lambda order: order.total)
        order = orders[-1 if p.which == "most" else 0]
        return order_detail(order, p.detail)

    async def solve(self, person: Person, p: Extreme) -> None:
        orders = sorted(await listed_between(person, p.start, p.end), key=lambda order: order.total)
        order = orders[-1 if p.which == "most" else 0]
        answers = {"order number": order.number, "grand total": f"${order.total}", "order date": said_day(order.day)}
        await person.answer(answers[p.detail])


@dataclass(frozen=True)
class StatusBetween:
    status: str
    start: str
    end: str


class CountOfStatus(Template[StatusBetween]):
    """How many orders of a time have a status?"""

    id = "arena.shop.count-of-status"
    kind = Kind.ASK
    goals = (
        "How many of the orders I placed from {start} through {end} are “{status}” now?",
        "Count my orders from {start} through {end} that have the status “{status}”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[StatusBetween]:
        """Not where there are none or one, which anybody would guess."""
        found = []
        for start, end in (*own_month_spans(world, 3), *own_month_spans(world, 6), *own_month_spans(world, 9)):
            first, last = said_day(start), said_day(end)
            statuses = [order.status for order in placed_between(world, first, last, "TRUE")]
            rare = {"canceled", "closed"}
            found += [
                StatusBetween(label, first, last)
                for status, label in STATUSES.items()
                if statuses.count(status) >= (2 if status in rare else 4)
            ]
        return found

    def answer(self, world: World, p: StatusBetween) -> Answer:
        status = next(key for key, label in STATUSES.items() if label == p.status)
        return Number(len(placed_between(world, p.start, p.end, f"status = '{status}'")))

    async def solve(self, person: Person, p: StatusBetween) -> None:
        orders = await listed_between(person, p.start, p.end, canceled=True)
        await person.answer(sum(order.status == p.status for order in orders))
