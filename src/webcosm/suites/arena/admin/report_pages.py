"""Tasks at the back office: refunds, coupons and low stock, and reports that are to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Money, Number, Ordered, Text
from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
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
from webcosm.suites.arena.admin._goods import spread
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
    "orders": ("Orders", ("created", "updated")),
    "tax": ("Tax", ("created", "updated")),
    "invoiced": ("Invoiced", ("invoice", "created")),
    "shipping": ("Shipping", ("created", "updated")),
    "refunds": ("Refunds", ("memo", "created")),
    "coupons": ("Coupons", ("created", "updated")),
    "bestsellers": ("Bestsellers", ("created", "updated")),
}
"""Name in the address: entry of the menu, and the dates that it can go by, the usual one first."""
BASES = {
    "updated": ("date of the last order update", "Order updated"),
    "invoice": ("invoice date", "Invoice created"),
    "memo": ("credit memo date", "Credit memo created"),
}
"""Dates that some reports can go by and others cannot: as goals say it, and as the form does."""
OF_EACH_BASIS = 60


@dataclass(frozen=True)
class Shown:
    report: str
    """As the menu has it."""
    basis: str
    """invoice date"""
    unit: str
    begin: str
    """March 1, 2026"""
    end: str
    first: str
    last: str

    @property
    def span(self) -> Span:
        return Span("", self.first, self.last)


def shown_reports(world: World, *, offered: bool) -> list[Shown]:
    """Reports with dates that they can, or cannot, go by: of every date as many, so that none tells which."""
    found = []
    for by, (basis, _) in BASES.items():
        reports = [report for report, dates in REPORTS.values() if (by in dates) is offered]
        for report in reports:
            for unit, span in spread(_broken_down(world), OF_EACH_BASIS // len(reports)):
                begin, end = said_day(span.first), said_day(span.last)
                found.append(Shown(report, basis, unit, begin, end, span.first, span.last))
    return found


def _broken_down(world: World) -> list[tuple[str, Span]]:
    """Spans with a unit that fits: a month by day, several by month, a year by year as well."""
    found = []
    for span in spans(world):
        months = int(span.last[5:7]) - int(span.first[5:7]) + 1
        found.append(("day" if months == 1 else "month", span))
        if months == 12:
            found.append(("year", span))
    return found


def report_called(label: str) -> tuple[str, tuple[str, ...]]:
    """Its name in the address, and the dates that it can go by."""
    return next((key, dates) for key, (report, dates) in REPORTS.items() if report == label)


class ShowReport(Template[Shown]):
    """Show a report for a span of time, by a date other than that of the order."""

    id = "arena.admin.open-report"
    kind = Kind.GO
    goals = (
        "Show me the “{report}” report from {begin} to {end}, broken down by {unit} and going by the {basis}, with no"
        " other filters. I need the report page itself, not your own calculation.",
        "I'd like to look at the “{report}” report for {begin} through {end}: by {unit}, based on the {basis}, and not"
        " filtered any further. Leave the report itself open for me; don't work anything out.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 3
    twin = "arena.admin.call-up-report"

    def pool(self, world: World) -> Sequence[Shown]:
        return shown_reports(world, offered=True)

    def page(self, world: World, p: Shown) -> PageShows:
        by = next(by for by, (basis, _) in BASES.items() if basis == p.basis)
        wanted = {"report": report_called(p.report)[0], "period": p.unit, "from": p.first, "to": p.last, "by": by}
        return PageShows("admin", "report", wanted, free=("empty", "page"))

    async def solve(self, person: Person, p: Shown) -> None:
        await go_to(person, "Reports", p.report)
        await person.choose("Date used", dict(BASES.values())[p.basis])
        await person.choose("Period", p.unit.title())
        await person.fill("From", p.first)
        await person.fill("To", p.last)
        await person.click("Show report", role="button")
        await person.stop()


class ShowReportByOtherDate(Template[Shown]):
    """Show a report by a date that this one cannot go by."""

    id = "arena.admin.call-up-report"
    kind = Kind.GO
    goals = ShowReport.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.admin.open-report"
    revision = 3

    def pool(self, world: World) -> Sequence[Shown]:
        return shown_reports(world, offered=False)

    def obstacle(self, world: World, p: Shown) -> Obstacle:
        label = dict(BASES.values())[p.basis].lower()
        return Obstacle(
            Reason.MISSING,
            (p.basis, label),
            (Reason.NOT_ALLOWED,),
            others=tuple(name for names in BASES.values() if p.basis not in names for name in names),
            said=(
                NO_CONTROL,
                rf"\bonly\b.*\b(?!{label})(?:order|invoice|credit memo) (?:created|updated|date)",
                r"(?:\bnot|n't|\bcannot) (?:go by|support|use|be (?:based|dated|run|shown|filtered|broken down|set))",
            ),
        )

    async def solve(self, person: Person, p: Shown) -> None:
        await go_to(person, "Reports", p.report)
        offered = person.names("option", "MenuListOption")
        if "Order created" not in offered or dict(BASES.values())[p.basis] in offered:
            raise Lost(f"the dates of {person.view.url} are {offered}")
        await person.infeasible(f"The {p.report} report cannot go by the {p.basis}; there is no such option.")


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
        key = report_called(p.report)[0]
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
