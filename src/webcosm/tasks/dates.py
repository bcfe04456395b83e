"""Days and months as goals and pages say them. For templates and their oracles."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime

__all__ = ["last_of_month", "month_bounds", "read_day", "said_day", "said_month"]


def said_day(stamp: str | date) -> str:
    """``2025-03-05`` (or a moment of it) -> ``March 5, 2025``"""
    day = _day(stamp)
    return f"{day:%B} {day.day}, {day.year}"


def said_month(stamp: str | date) -> str:
    """``2025-03``, a day or a moment of it -> ``March 2025``"""
    return f"{_day(stamp):%B %Y}"


def read_day(text: str) -> date:
    """``March 5, 2025`` or ``Mar 5, 2025`` -> the day"""
    form = "%b %d, %Y" if re.match(r"\w{3} ", text) else "%B %d, %Y"
    return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no zone


def month_bounds(said: str) -> tuple[str, str]:
    """``March 2026`` -> its first and its last day, ``2026-03-01`` and ``2026-03-31``"""
    first = datetime.strptime(said, "%B %Y").date()  # noqa: DTZ007 - a day has no zone
    return first.isoformat(), last_of_month(first).isoformat()


def last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _day(stamp: str | date) -> date:
    if isinstance(stamp, date):
        return stamp
    return date.fromisoformat(stamp[:10] if len(stamp) > 7 else f"{stamp}-01")
