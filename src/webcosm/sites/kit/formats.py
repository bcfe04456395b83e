"""Money, numbers and dates as people read and type them: the one place where they are formatted and parsed."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime
from decimal import ROUND_HALF_UP, Decimal

__all__ = [
    "ago",
    "clock_time",
    "count",
    "day",
    "file_size",
    "long_day",
    "moment",
    "money",
    "parse_moment",
    "parse_money",
    "percent_of",
    "plural",
    "slug",
]


def money(cents: int) -> str:
    """``123450`` -> ``$1,234.50``. Amounts are whole cents everywhere, so nothing is lost to rounding."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def parse_money(text: str) -> int:
    """``$1,234.50`` -> ``123450``, up to nine digits before the point; a ValueError names what is accepted."""
    match = re.fullmatch(r"\s*\$?\s*(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.(\d{1,2}))?\s*", text)
    if not match:
        raise ValueError(f"{text!r} is not an amount; write it like 12.50")
    return int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0"))


def percent_of(cents: int, percent: Decimal | int | str) -> int:
    """A share of an amount, rounded half up to the cent as shops do."""
    return int((Decimal(cents) * Decimal(percent) / 100).quantize(Decimal(1), ROUND_HALF_UP))


def parse_moment(stamp: str | date | datetime) -> datetime:
    """A stored stamp (``2026-05-14`` or ``2026-05-14 09:00:00``) as a time."""
    if isinstance(stamp, datetime):
        return stamp
    if isinstance(stamp, date):
        return datetime(stamp.year, stamp.month, stamp.day, tzinfo=UTC)
    return datetime.fromisoformat(stamp).replace(tzinfo=UTC)


def day(stamp: str | date) -> str:
    """``May 14, 2026``"""
    moment_ = parse_moment(stamp)
    return f"{moment_:%b} {moment_.day}, {moment_.year}"


def long_day(stamp: str | date) -> str:
    """``Thursday, May 14, 2026``"""
    moment_ = parse_moment(stamp)
    return f"{moment_:%A}, {moment_:%B} {moment_.day}, {moment_.year}"


def clock_time(stamp: str | datetime) -> str:
    """``9:05 AM``"""
    moment_ = parse_moment(stamp)
    return f"{moment_.hour % 12 or 12}:{moment_:%M %p}"


def moment(stamp: str | datetime) -> str:
    """``May 14, 2026, 9:05 AM``"""
    return f"{day(stamp)}, {clock_time(stamp)}"


def ago(stamp: str | datetime, now: datetime) -> str:
    """How long before now, in the largest unit that fits: ``3 hours ago``."""
    seconds = int((now - parse_moment(stamp)).total_seconds())
    if seconds < 60:
        return "just now"
    for size, unit in ((31_536_000, "year"), (2_592_000, "month"), (604_800, "week"), (86_400, "day"), (3_600, "hour")):
        if seconds >= size:
            return f"{plural(seconds // size, unit)} ago"
    return f"{plural(seconds // 60, 'minute')} ago"


def count(number: int) -> str:
    return f"{number:,}"


def plural(number: int, singular: str, many: str | None = None) -> str:
    """``1 note``, ``3 notes``, ``2 cities``, ``2 boxes``; say ``many`` where this is not how the word goes."""
    if number == 1:
        return f"1 {singular}"
    if many is None:
        if re.search(r"[^aeiou]y$", singular):
            many = singular[:-1] + "ies"
        else:
            many = singular + ("es" if re.search(r"(s|x|z|ch|sh)$", singular) else "s")
    return f"{number:,} {many}"


def file_size(size: int) -> str:
    if size < 1_000:
        return plural(size, "byte")
    return f"{size / 1_000:.1f} KB" if size < 999_950 else f"{size / 1_000_000:.1f} MB"


def slug(text: str) -> str:
    """``Crème brûlée, 2 cups`` -> ``creme-brulee-2-cups``, for addresses."""
    # Letter by letter: whole texts would have their accents sorted, slowly where there are many, only to be dropped.
    plain = "".join(unicodedata.normalize("NFKD", letter) for letter in text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "x"
