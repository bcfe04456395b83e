"""Tasks at the back office: refunds, coupons and low stock, and reports that are to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Money, Number, Ordered, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.suites.arena.admin._figures import (
    COUNTED,
    Span,
    bounds,
    open_report,
    report_rows,
    spans,
    sparing,
    top_row,
)
from webcosm.suites.arena.admin._rows import apply_filters, go_to, status_of
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import dollars
from webcosm.tasks.tables import count_shown
from webcosm.worlds import Row, World


class RefundedTotal(Template[Span]):
    """How much was given back with credit memos?"""

    id = "arena.admin.refunded-total"
    kind = Kind.ASK
    goals = (
        "How much did we refund in total in {when}? Go by the date of the credit memo.",
        "Add up all refunds from {when}, by credit memo date.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Span]:
        return [span for span in spans(world) if self._memos(world, span).memos > 1]

    def _memos(self, world: World, span: Span) -> Row:
        found = world.shop.row(
            "SELECT count(*) AS memos, sum(total) AS total FROM credit_memo WHERE created BETWEEN ? AND ?",
            *bounds(span),
        )
        assert found is not None
        return found

    def answer(self, world: World, p: Span) -> Answer:
        return Money(dollars(self._memos(world, p).total))

    async def solve(self, person: Person, p: Span) -> None:
        await open_report(person, "Refunds", "Year", p)
        await person.answer(top_row(person, report_rows(person))["Total refunded"])


class TopCoupons(Template[Span]):
    """Which coupons were used most?"""

    id = "arena.admin.top-coupons"
    kind = Kind.ASK
    goals = (
        "Which two coupon codes were used most often on orders placed in {when}? Ignore canceled orders. Most used"
        " first.",
        "What are our two most-used coupon codes for orders from {when}, leaving out canceled orders? Start with the"
        " most used one.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Span]:
        """Spans without shared places. A few coupons lead most of the time, so each pair is asked for sparingly."""
        found = []
        for span in spans(world):
            rows = self._coupons(world, span)
            uses = [row.uses for row in rows]
            if len(rows) > 1 and len(set(uses)) == len(uses):
                found.append((span, (rows[0].coupon, rows[1].coupon)))
        return sparing(found, 6)

    def _coupons(self, world: World, span: Span) -> list[Row]:
        return world.shop.rows(
            f"SELECT coupon, count(*) AS uses FROM orders WHERE coupon <> '' AND {COUNTED} AND created BETWEEN ? AND ?"
            " GROUP BY coupon ORDER BY uses DESC LIMIT 3",
            *bounds(span),
        )

    def answer(self, world: World, p: Span) -> Answer:
        return Ordered(tuple(Text(row.coupon) for row in self._coupons(world, p)[:2]))

    async def solve(self, person: Person, p: Span) -> None:
        await open_report(person, "Coupons", "Year", p)
        rows = sorted(report_rows(person), key=lambda row: -int(row["Uses"]))
        await person.answer(", ".join(row["Coupon code"] for row in rows[:2]))


@dataclass(frozen=True)
class Brand:
    brand: str
    pieces: int


class LowStock(Template[Brand]):
    """Of how many products of a brand is little left?"""

    id = "arena.admin.low-stock-count"
    kind = Kind.ASK
    goals = (
        "How many of our items with “{brand}” in the name have {pieces} or fewer left? Count every variant"
        " separately, plus products that have no variants, disabled ones included.",
        "We need to reorder “{brand}”. How many items with that in their name are down to {pieces} or fewer? Variants"
        " count one by one, products with variants don't count themselves, and disabled items count too.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Brand]:
        low = world.shop.rows("SELECT brand, name, qty FROM product WHERE type <> 'configurable' AND qty <= 5")
        brands = sorted({row.brand for row in low if row.brand})
        names = [(row.name.casefold(), row.qty) for row in low]
        found = []
        for brand in brands:
            low_brand = brand.casefold()
            quantities = [quantity for name, quantity in names if low_brand in name]
            for pieces in (3, 4, 5):
                count = sum(quantity <= pieces for quantity in quantities)
                if count > 1 and count != pieces:
                    found.append(Brand(brand, pieces))
        return found

    def answer(self, world: World, p: Brand) -> Answer:
        return Number(
            world.shop.value(
                "SELECT count(*) FROM product"
                " WHERE type <> 'configurable' AND instr(lower(name), lower(?)) AND qty <= ?",
                p.brand,
                p.pieces,
            )
        )

    async def solve(self, person: Person, p: Brand) -> None:
        await go_to(person, "Reports", "Low stock")
        await apply_filters(person, {"Product": p.brand, "Quantity to": str(p.pieces)})
        await person.answer(count_shown(person, "product"))


# Reports to be shown --------------------------------------------------------------------------------------------------

REPORTS = {
    "orders": ("Orders", "created"),
    "tax": ("Tax", "created"),
    "shipping": ("Shipping", "created"),
    "refunds": ("Refunds", "memo"),
    "coupons": ("Coupons", "created"),
    "bestsellers": ("Bestsellers", "created"),
    "product-views": ("Product views", "day"),
}
"""Name in the address: entry of the menu, and which date is used unless another is chosen."""
UNITS = ("day", "month", "year")


@dataclass(frozen=True)
class Shown:
    report: str
    """As the menu has it."""
    unit: str
    begin: str
    """March 1, 2026"""
    end: str
    first: str
    last: str

    @property
    def span(self) -> Span:
        return Span("", self.first, self.last)


def shown_reports(world: World, units: Sequence[str]) -> list[Shown]:
    found = []
    viewed = world.shop.value("SELECT min(day) FROM product_view")
    every = spans(world)
    for key, (report, _) in REPORTS.items():
        # Views are kept for some months only; of the other reports a third of the spans is plenty.
        chosen = [span for span in every if span.first >= viewed] if key == "product-views" else every[::3]
        for unit in units:
            for span in chosen:
                if unit != "day" or span.first[:7] == span.last[:7]:  # a year of days is no fit reading
                    found.append(Shown(report, unit, said_day(span.first), said_day(span.last), span.first, span.last))
    return found


class ShowReport(Template[Shown]):
    """Show a report for a span of time."""

    id = "arena.admin.open-report"
    kind = Kind.GO
    goals = (
        "Show me the “{report}” report from {begin} to {end}, broken down by {unit}, with no other filters. I need"
        " the report page itself, not your own calculation.",
        "I'd like to look at the “{report}” report for {begin} through {end}, by {unit} and not filtered any further."
        " Leave the report itself open for me, don't work anything out.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 3
    twin = "arena.admin.call-up-report"

    def pool(self, world: World) -> Sequence[Shown]:
        return shown_reports(world, UNITS)

    def page(self, world: World, p: Shown) -> PageShows:
        key, usual = next((key, usual) for key, (label, usual) in REPORTS.items() if label == p.report)
        wanted = {"report": key, "period": p.unit, "from": p.first, "to": p.last, "by": usual}
        return PageShows("admin", "report", wanted, free=("empty", "page"))

    async def solve(self, person: Person, p: Shown) -> None:
        await open_report(person, p.report, p.unit.title(), p.span)
        await person.stop()


class ShowReportByOtherUnit(Template[Shown]):
    """Show a report by a unit of time that reports do not have."""

    id = "arena.admin.call-up-report"
    kind = Kind.GO
    goals = ShowReport.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.admin.open-report"
    revision = 3

    def pool(self, world: World) -> Sequence[Shown]:
        return shown_reports(world, ("week", "quarter", "hour"))

    def obstacle(self, world: World, p: Shown) -> Obstacle:
        return Obstacle(
            Reason.MISSING,
            (p.unit, f"{p.unit}ly"),
            (Reason.NOT_ALLOWED,),
            said=(r"\bday,? (?:\w+ )?month", r"\bonly\b"),
        )

    async def solve(self, person: Person, p: Shown) -> None:
        await go_to(person, "Reports", p.report)
        offered = [name.casefold() for name in person.names("option", "MenuListOption")]
        if "month" not in offered or p.unit in offered:
            raise Lost(f"the periods of {person.view.url} are {offered}")
        await person.infeasible(f"Reports can be shown by day, month or year, but not by {p.unit}.")


@dataclass(frozen=True)
class StatusReport:
    report: str
    status: str
    when: str
    first: str
    last: str


class ReportOfStatus(Template[StatusReport]):
    """Show a report that only counts orders of one status."""

    id = "arena.admin.report-of-status"
    kind = Kind.GO
    goals = (
        "Show me the “{report}” report for {when} by month, counting only “{status}” orders.",
        "I want to see the “{report}” report for {when}, month by month, with just the orders whose status is"
        " “{status}”.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 3

    def pool(self, world: World) -> Sequence[StatusReport]:
        labels = [
            label for status, label in STATUSES.items() if status in ("pending", "processing", "complete", "closed")
        ]
        chosen = spans(world)[2::4]
        return [
            StatusReport(report, label, span.when, span.first, span.last)
            for report in ("Orders", "Tax", "Shipping", "Bestsellers")
            for label in labels
            for span in chosen
        ]

    def page(self, world: World, p: StatusReport) -> PageShows:
        key = next(key for key, (label, _) in REPORTS.items() if label == p.report)
        return PageShows(
            "admin",
            "report",
            {
                "report": key,
                "period": "month",
                "from": p.first,
                "to": p.last,
                "by": "created",
                "statuses": (status_of(p.status),),
            },
            free=("empty", "page"),
        )

    async def solve(self, person: Person, p: StatusReport) -> None:
        await go_to(person, "Reports", p.report)
        await person.choose("Period", "Month")
        await person.fill("From", p.first)
        await person.fill("To", p.last)
        await person.check(p.status)
        await person.click("Show report", role="button")
        await person.stop()
