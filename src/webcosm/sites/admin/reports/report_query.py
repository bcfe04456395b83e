"""What the address of a report asks for, and the engine that answers it.

A report is a source of rows with a date, grouped by period and perhaps by further columns. Reports about orders count
the orders with the ticked statuses; with none ticked, all but the canceled ones, as everywhere in the back office.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Literal
from urllib.parse import urlencode

from webcosm.sites.kit import Request, Response
from webcosm.sites.kit.formats import count, day, money
from webcosm.sites.kit.listing import Listing, page_number
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.worlds import Fact, Row

__all__ = ["CANCELED_TOO", "COUNTED", "PERIODS", "Cell", "Filter", "Report", "Result", "period_label"]

PERIODS = {"day": "Day", "month": "Month", "year": "Year"}
DIGITS = {"day": 10, "month": 7, "year": 4}
MOST_PERIODS = 3_700
"""Ten years of days: more empty rows nobody reads."""
PAGE = 200
COUNTED = ":counted"
"""In a report's SQL: whether an order counts."""
CANCELED_TOO = ":canceled_too"
"""In a report's SQL: whether canceled orders are told of, be it in a column of their own."""
LAST = "~"
"""Comes after every character of a date."""
Line = tuple[Any, ...]
"""A row as it is found: period, member, and the cells in their order. There may be many thousands."""


@dataclass(frozen=True)
class Cell:
    """A column of a report."""

    key: str
    label: str
    sql: str
    """Of a column that rows are grouped by, any expression; of a figure, an aggregate."""
    kind: Literal["text", "number", "money", "percent"] = "text"
    link: Callable[[Row], str | None] | None = None
    about: str = ""
    """SQL over the table that the report is about, which goes before ``sql`` where that table has the member."""
    adds_up: bool = True
    """Whether the total of a figure is the sum of its rows."""

    @property
    def numeric(self) -> bool:
        return self.kind != "text"

    def show(self, value: Any) -> str:
        if value is None:
            return ""
        match self.kind:
            case "money":
                return money(value)
            case "number":
                return count(value)
            case "percent":
                return f"{value // 100}.{value % 100:02d} %"
        return str(value)

    def plain(self, value: Any) -> str:
        """For files: amounts and percentages as plain numbers."""
        if value is None:
            return ""
        if self.kind in ("money", "percent"):
            return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02d}"
        return str(value)


@dataclass(frozen=True)
class Report:
    key: str
    title: str
    lead: str
    source: str
    """``FROM … WHERE …``; may use :data:`COUNTED`."""
    dates: Mapping[str, tuple[str, str]]
    """What can be used as the date: name in the address to (label, SQL). The first is the usual one."""
    figures: Sequence[Cell]
    groups: Sequence[Cell] = ()
    by: str = ""
    """SQL of what makes a group, besides the period: the row's member."""
    joins: str = ""
    """Further tables, of one row or none for each of the source, that only the groups need; totals do without."""
    about: str = ""
    """The table that members are ids of. It is read only for the rows that are shown."""
    order: str = ""
    """SQL of the order within a period, over the columns."""
    top: int | None = None
    """How many rows a period has at most."""
    statuses: bool = True
    """Whether it can be narrowed by the status of orders."""
    note: str = ""

    @property
    def cells(self) -> list[Cell]:
        return [*self.groups, *self.figures]

    @property
    def named_dates(self) -> list[tuple[str, str]]:
        return [(name, label) for name, (label, _) in self.dates.items()]

    def rows(self, request: Request, wanted: Filter) -> list[Line]:
        """All rows, period by period; with empty ones if they were asked for."""
        named = ", ".join(f'{cell.sql} AS "{cell.key}"' for cell in self.cells)
        period = f"substr({self._date(wanted)}, 1, {DIGITS[wanted.period]})"
        order = f"{self.order}, member" if self.order else "member"
        sql = wanted.spelled_out(
            f"SELECT {period} AS period, {self.by or 'NULL'} AS member, {named}"
            f" {self._narrowed(wanted, self.joins)} GROUP BY period, member ORDER BY period, {order}"
        )
        connection = request.db.connection
        found = self._top_rows(request, wanted, sql) if self.top else list(connection.execute(sql, wanted.arguments))
        return self._with_empty(found, wanted) if wanted.empty else found

    def _top_rows(self, request: Request, wanted: Filter, sql: str) -> list[Line]:
        """One period at a time, since the first few of each are found much faster than an order of all."""
        dates = wanted.spelled_out(f"SELECT {self._date(wanted)} AS at {self._narrowed(wanted)} ORDER BY at LIMIT 1")
        rows: list[Line] = []
        begin, until = wanted.arguments["from"], wanted.arguments["until"]
        while first := request.db.value(dates, {"from": begin, "until": until}):
            end = first[: DIGITS[wanted.period]] + LAST
            span = {"from": first, "until": min(end, until)}
            rows += request.db.connection.execute(f"{sql} LIMIT {self.top}", span)
            begin = end
        return rows

    def told(self, request: Request, rows: Sequence[Line]) -> list[Row]:
        """The rows by name, with what the table they are about tells of their members."""
        names = ("period", "member", *(cell.key for cell in self.cells))
        known = self._known_members(request, rows)
        return [Row(zip(names, row, strict=True), **known.get(row[1], {})) for row in rows]

    def _known_members(self, request: Request, rows: Sequence[Line]) -> dict[Any, Row]:
        if not self.about:
            return {}
        named = ", ".join(f'{cell.about} AS "{cell.key}"' for cell in self.cells if cell.about)
        members = sorted({row[1] for row in rows if isinstance(row[1], int)})
        sql = f"SELECT id AS member, {named} FROM {self.about} WHERE id IN (SELECT value FROM json_each(?))"
        return {row.member: row for row in request.db.rows(sql, json.dumps(members))}

    def totals(self, request: Request, wanted: Filter, rows: Sequence[Line]) -> dict[str, Any]:
        """The totals row: figures over everything, not sums of what may have been counted twice."""
        places = enumerate(self.figures, 2 + len(self.groups))
        totals = {cell.key: sum(row[place] for row in rows) for place, cell in places if cell.adds_up}
        named = ", ".join(f'coalesce({cell.sql}, 0) AS "{cell.key}"' for cell in self.figures if not cell.adds_up)
        if named:
            sql = wanted.spelled_out(f"SELECT {named} {self._narrowed(wanted)}")
            totals |= request.db.row(sql, wanted.arguments) or {}
        return totals

    def _date(self, wanted: Filter) -> str:
        return self.dates[wanted.by][1]

    def _narrowed(self, wanted: Filter, joins: str = "") -> str:
        tables, _, condition = self.source.partition(" WHERE ")
        dates = f"{self._date(wanted)} BETWEEN :from AND :until"
        return f"{tables} {joins} WHERE {f'{condition} AND {dates}' if condition else dates}"

    def _with_empty(self, found: Sequence[Line], wanted: Filter) -> list[Line]:
        by_period: dict[str, list[Line]] = {}
        for row in found:
            by_period.setdefault(row[0], []).append(row)
        blank = (None, *(None for _ in self.groups), *(0 for _ in self.figures))
        rows: list[Line] = []
        for period in wanted.periods():
            rows += by_period.get(period) or [(period, *blank)]
        return rows


def period_label(period: str) -> str:
    """``2026-05`` -> ``May 2026``"""
    if len(period) == 7:
        return f"{date.fromisoformat(period + '-01'):%B %Y}"
    return day(period) if len(period) == 10 else period


@dataclass
class Filter:
    """The parameters of an address, read and checked. Without any of them, only the form is shown."""

    period: str = "day"
    begin: date | None = None
    end: date | None = None
    by: str = ""
    statuses: tuple[str, ...] = ()
    empty: bool = False
    asked: bool = False
    """Whether "Show report" was pressed."""
    typed: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, report: Report, pairs: Sequence[tuple[str, str]]) -> Filter:
        typed = {name: value.strip() for name, value in pairs}
        usual = next(iter(report.dates))
        wanted = cls(by=usual, typed=typed)
        wanted.asked = any(name in typed for name in ("period", "from", "to"))
        if not wanted.asked:
            return wanted
        wanted.period = wanted._one_of("period", "Period", PERIODS, "day")
        wanted.by = wanted._one_of("by", "Date used", report.dates, usual)
        wanted.begin, wanted.end = wanted._day("from", "From"), wanted._day("to", "To")
        if report.statuses:
            wanted._read_statuses([value.strip() for name, value in pairs if name == "status" and value.strip()])
        wanted.empty = typed.get("empty", "") in ("1", "yes", "on")
        wanted._check_range()
        return wanted

    def _one_of(self, name: str, label: str, known: Mapping[str, object], usual: str) -> str:
        given = self.typed.get(name) or usual
        if given not in known:
            self.errors[name] = f"{label}: {given!r} is none of {', '.join(known)}."
            return usual
        return given

    def _day(self, name: str, label: str) -> date | None:
        text = self.typed.get(name, "")
        if not text:
            self.errors[name] = f"{label} is required."
            return None
        try:
            if len(text) != 10:
                raise ValueError(text)
            return date.fromisoformat(text)
        except ValueError:
            self.errors[name] = f"{label}: {text!r} is no date; write it like 2026-05-14."
            return None

    def _read_statuses(self, given: Sequence[str]) -> None:
        wrong = [status for status in given if status not in STATUSES]
        if wrong:
            self.errors["status"] = f"Order status: {wrong[0]!r} is none of {', '.join(STATUSES)}."
        self.statuses = tuple(status for status in STATUSES if status in given)

    def _check_range(self) -> None:
        if not self.begin or not self.end:
            return
        if self.begin > self.end:
            self.errors["to"] = f"To: {self.end} is before {self.begin}."
        elif self.empty and self.period == "day" and (self.end - self.begin).days >= MOST_PERIODS:
            self.errors["empty"] = "Empty rows: choose a shorter range or a longer period."

    @property
    def arguments(self) -> dict[str, str]:
        assert self.begin
        assert self.end
        return {
            "from": self.begin.isoformat(),
            "until": f"{self.end.isoformat()} 23:59:59",
        }

    @property
    def facts(self) -> dict[str, Fact]:
        """The range, and how it is narrowed and broken down."""
        return {
            "period": self.period,
            "from": self.begin.isoformat() if self.begin else None,
            "to": self.end.isoformat() if self.end else None,
            "by": self.by,
            "statuses": self.statuses,
            "empty": self.empty,
        }

    def spelled_out(self, sql: str) -> str:
        """A report's SQL with the statuses that count, in words that an index can serve."""
        ticked = ", ".join(f"'{status}'" for status in self.statuses)
        counted = f"orders.status IN ({ticked})" if ticked else "orders.status <> 'canceled'"
        too = not ticked or "canceled" in self.statuses
        return sql.replace(COUNTED, counted).replace(CANCELED_TOO, "TRUE" if too else "FALSE")

    def periods(self) -> list[str]:
        """Every period that the range touches."""
        assert self.begin
        assert self.end
        if self.period == "year":
            return [f"{year:04d}" for year in range(self.begin.year, self.end.year + 1)]
        if self.period == "month":
            first, last = (each.year * 12 + each.month - 1 for each in (self.begin, self.end))
            return [f"{number // 12:04d}-{number % 12 + 1:02d}" for number in range(first, last + 1)]
        days = (self.end - self.begin).days + 1
        return [(self.begin + timedelta(days=number)).isoformat() for number in range(days)]

    @property
    def words(self) -> str:
        """What is shown, for the heading of the table."""
        assert self.begin
        assert self.end
        named = ", ".join(STATUSES[status] for status in self.statuses)
        return f"{day(self.begin)} to {day(self.end)}, by {self.period}" + (f", {named}" if named else "")


class Result:
    """One answered report, for ``reports/report.html``."""

    def __init__(self, report: Report, request: Request, wanted: Filter) -> None:
        self.report, self.request = report, request
        self.rows = report.rows(request, wanted)
        self.totals = report.totals(request, wanted, self.rows)
        number = page_number(request.query.get("page"), len(self.rows), PAGE)
        shown = report.told(request, self.rows[(number - 1) * PAGE : number * PAGE])
        self.listing = Listing(shown, number, PAGE, len(self.rows))
        self.facts: dict[str, Fact] = {**wanted.facts, "page": number}
        """What the report shows, for :meth:`Request.shows`."""

    def address(self, **changes: object) -> str:
        """This report with some parameters replaced."""
        kept = [(name, value) for name, value in self.request.query_list if name not in ("page", "format")]
        return "?" + urlencode([*kept, *((name, str(value)) for name, value in changes.items() if value is not None)])

    def csv(self) -> Response:
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\r\n")
        cells = self.report.cells
        writer.writerow(["Period", *(cell.label for cell in cells)])
        for row in self.report.told(self.request, self.rows):
            writer.writerow([row.period, *(cell.plain(row[cell.key]) for cell in cells)])
        if self.rows:
            writer.writerow(["Total", *(cell.plain(self.totals.get(cell.key)) for cell in cells)])
        headers = {"Content-Disposition": f'attachment; filename="{self.report.key}.csv"'}
        return Response(file.getvalue(), media_type="text/csv", headers=headers)
