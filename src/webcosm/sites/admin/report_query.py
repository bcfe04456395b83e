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
from webcosm.sites.shop.order_state import STATUSES
from webcosm.worlds import Row, Value

__all__ = ["PERIODS", "Cell", "Filter", "Report", "Result", "period_label"]

PERIODS = {"day": "Day", "month": "Month", "year": "Year"}
DIGITS = {"day": 10, "month": 7, "year": 4}
MOST_PERIODS = 3_700
"""Ten years of days: more empty rows nobody reads."""
PAGE = 200
COUNTED = (
    "CASE WHEN json_array_length(:statuses) THEN orders.status IN (SELECT value FROM json_each(:statuses))"
    " ELSE orders.status <> 'canceled' END"
)
"""Whether an order counts."""


@dataclass(frozen=True)
class Cell:
    """A column of a report."""

    key: str
    label: str
    sql: str
    """Of a column that rows are grouped by, any expression; of a figure, an aggregate."""
    kind: Literal["text", "number", "money", "percent"] = "text"
    link: Callable[[Row], str | None] | None = None

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
    """``FROM … WHERE …``; may use :statuses."""
    dates: Mapping[str, tuple[str, str]]
    """What can be used as the date: name in the address to (label, SQL). The first is the usual one."""
    figures: Sequence[Cell]
    groups: Sequence[Cell] = ()
    by: str = ""
    """SQL of what makes a group, besides the period."""
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

    def rows(self, request: Request, wanted: Filter) -> list[Row]:
        """All rows, period by period; with empty ones if they were asked for."""
        digits = DIGITS[wanted.period]
        named = ", ".join(f'{cell.sql} AS "{cell.key}"' for cell in self.cells)
        inner = (
            f"SELECT substr({self._date(wanted)}, 1, {digits}) AS period, {self.by or 'NULL'} AS member, {named}"
            f" {self._narrowed(wanted)} GROUP BY period, member"
        )
        order = f"{self.order}, member" if self.order else "member"
        ranked = f"SELECT *, row_number() OVER (PARTITION BY period ORDER BY {order}) AS place FROM ({inner})"
        limit = f" WHERE place <= {self.top:d}" if self.top else ""
        found = request.db.rows(f"SELECT * FROM ({ranked}){limit} ORDER BY period, place", wanted.arguments)
        return self._with_empty(found, wanted) if wanted.empty else found

    def totals(self, request: Request, wanted: Filter, rows: Sequence[Row]) -> dict[str, Any]:
        """The totals row: figures over everything, not sums of what may have been counted twice."""
        if self.top:
            return {cell.key: sum(row[cell.key] for row in rows) for cell in self.figures}
        named = ", ".join(f'coalesce({cell.sql}, 0) AS "{cell.key}"' for cell in self.figures)
        row = request.db.row(f"SELECT {named} {self._narrowed(wanted)}", wanted.arguments)
        assert row is not None
        return dict(row)

    def _date(self, wanted: Filter) -> str:
        return self.dates[wanted.by][1]

    def _narrowed(self, wanted: Filter) -> str:
        joint = " AND " if " WHERE " in self.source else " WHERE "
        return f"{self.source}{joint}{self._date(wanted)} BETWEEN :from AND :to || ' 23:59:59'"

    def _with_empty(self, found: Sequence[Row], wanted: Filter) -> list[Row]:
        by_period: dict[str, list[Row]] = {}
        for row in found:
            by_period.setdefault(row.period, []).append(row)
        blank = {**dict.fromkeys(cell.key for cell in self.groups), **dict.fromkeys(_keys(self.figures), 0)}
        rows: list[Row] = []
        for period in wanted.periods():
            rows += by_period.get(period) or [Row(period=period, **blank)]
        return rows


def _keys(cells: Sequence[Cell]) -> list[str]:
    return [cell.key for cell in cells]


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
    def arguments(self) -> dict[str, Value]:
        assert self.begin
        assert self.end
        return {
            "from": self.begin.isoformat(),
            "to": self.end.isoformat(),
            "statuses": json.dumps(self.statuses),
        }

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
        shown = self.rows[(number - 1) * PAGE : number * PAGE]
        self.listing = Listing(shown, number, PAGE, len(self.rows))

    def address(self, **changes: object) -> str:
        """This report with some parameters replaced."""
        kept = [(name, value) for name, value in self.request.query_list if name not in ("page", "format")]
        return "?" + urlencode([*kept, *((name, str(value)) for name, value in changes.items() if value is not None)])

    def csv(self) -> Response:
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\r\n")
        cells = self.report.cells
        writer.writerow(["Period", *(cell.label for cell in cells)])
        for row in self.rows:
            writer.writerow([row.period, *(cell.plain(row[cell.key]) for cell in cells)])
        if self.rows:
            writer.writerow(["Total", *(cell.plain(self.totals.get(cell.key)) for cell in cells)])
        headers = {"Content-Disposition": f'attachment; filename="{self.report.key}.csv"'}
        return Response(file.getvalue(), media_type="text/csv", headers=headers)
