"""Days between dates, counted the ways people count them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.sites.kit.formats import plural

__all__ = ["Span", "shifted", "span"]


@dataclass(frozen=True)
class Span:
    """The time from one date to a later one; the last day is not counted."""

    first: date
    last: date
    backwards: bool
    """Whether the dates were given in the other order."""
    days: int
    years: int
    months: int
    rest: int
    """Days beyond the whole years and months."""
    workdays: int
    """Mondays to Fridays."""

    @property
    def in_weeks(self) -> str:
        weeks, rest = divmod(self.days, 7)
        return _joined((weeks, "week"), (rest, "day"))

    @property
    def in_months(self) -> str:
        return _joined((self.years, "year"), (self.months, "month"), (self.rest, "day"))


def span(start: date, end: date) -> Span:
    first, last = sorted((start, end))
    days = (last - first).days
    months = (last.year - first.year) * 12 + last.month - first.month
    while _months_later(first, months) > last:
        months -= 1
    rest = (last - _months_later(first, months)).days
    weeks, odd = divmod(days, 7)
    workdays = weeks * 5 + sum((first.weekday() + step) % 7 < 5 for step in range(odd))
    return Span(first, last, start > end, days, months // 12, months % 12, rest, workdays)


def shifted(start: date, days: int) -> date:
    try:
        return start + timedelta(days=days)
    except OverflowError:
        raise ValueError("That date lies beyond the calendar's years 1 to 9999.") from None


def _months_later(day: date, months: int) -> date:
    """The same day some months later, or the month's last day where there is no such day."""
    year, month = divmod(day.month - 1 + months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(day.year + year, month + 1, min(day.day, last))
        except ValueError:
            continue
    raise AssertionError("every month has 28 days")


def _joined(*parts: tuple[int, str]) -> str:
    named = [plural(number, unit) for number, unit in parts if number]
    return ", ".join(named) or f"0 {parts[-1][1]}s"
