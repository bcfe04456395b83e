"""Dates, times of day, months and years."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from webcosm.judge.answer_types.base import Scalar, Sighting
from webcosm.judge.answer_types.figures import words_to_digits
from webcosm.judge.answer_types.form import Form
from webcosm.judge.answer_types.moments import (
    MONTHS,
    TimeMention,
    find_dates,
    find_months,
    find_times,
    spelled_days_to_digits,
)
from webcosm.judge.answer_types.numbers import check_quantity
from webcosm.judge.answer_types.wording import JsonValue, tidy

__all__ = ["Date", "DateTime", "Month", "Time", "Year"]


DATE_PART = re.compile(r"\b(day|month|year)\s?[:=]\s?(\w+)", re.IGNORECASE)


class Day(NamedTuple):
    """A date; without its year if none was written."""

    year: int | None
    month: int
    day: int


@dataclass(frozen=True)
class Date(Scalar[Day]):
    """A calendar day. A weekday written beside it must agree with it."""

    value: datetime.date
    year_optional: bool = False
    """Whether "March 5" will do, because the goal fixes the year."""

    _decoders: ClassVar = {"value": datetime.date.fromisoformat}

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.value, datetime.date) or isinstance(self.value, datetime.datetime):
            raise TypeError(f"Date: value must be a datetime.date, got {self.value!r}")

    def form(self) -> Form:
        if self.year_optional:
            return Form("one date (day and month)", "dates (day and month)", {"type": "string"})
        schema = {"type": "string", "format": "date", "description": "YYYY-MM-DD"}
        return Form("one date (day, month, year)", "dates (day, month, year)", schema)

    def _expected_length(self) -> int:
        return 30  # "Wednesday, 25 September 2024"

    def _text_of(self, value: JsonValue) -> str | None:
        if isinstance(value, dict) and {str(key).casefold() for key in value} == {"day", "month", "year"}:
            return ", ".join(f"{key}: {part}" for key, part in value.items())
        return super()._text_of(value)

    def _prepare(self, text: str) -> str:
        parts = {match[1].casefold(): match[2] for match in DATE_PART.finditer(tidy(text))}
        if len(parts) == 3:
            month = parts["month"]
            named = MONTHS[int(month) - 1] if month.isdigit() and 1 <= int(month) <= 12 else month
            return f"{parts['day']} {named} {parts['year']}"
        return spelled_days_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[Day]]:
        return [
            Sighting(
                Day(date.year, date.month, date.day),
                date.start,
                date.end,
                strong=date.year is not None,
                flaw=f"that day is no {date.wrong_weekday}" if date.wrong_weekday else None,
            )
            for date in find_dates(text)
        ]

    def _same(self, one: Day, other: Day) -> bool:
        return one == other

    def _difference(self, sighting: Sighting[Day]) -> str | None:
        year, month, day = sighting.value
        if year is None and not self.year_optional:
            return "the year is missing"
        same = (month, day) == (self.value.month, self.value.day) and year in (None, self.value.year)
        return None if same else f"{self._show(sighting.value)} is not {self.value}"

    def _show(self, value: Day) -> JsonValue:
        return f"{value.year or '????'}-{value.month:02}-{value.day:02}"


class Clock(NamedTuple):
    time: datetime.time
    has_seconds: bool
    has_half: bool


def _clock(mention: TimeMention) -> Clock:
    return Clock(mention.value, mention.has_seconds, mention.has_half)


def _seconds(time: datetime.time) -> int:
    return time.hour * 3600 + time.minute * 60 + time.second


def _clock_matches(clock: Clock, expected: datetime.time, tolerance: float, half_optional: bool) -> bool:
    goal = _seconds(expected)
    if not clock.has_seconds:
        goal -= expected.second
    readings = [_seconds(clock.time)]
    if half_optional and not clock.has_half:
        readings.append((readings[0] + 43_200) % 86_400)
    return any(abs(reading - goal) <= tolerance for reading in readings)


@dataclass(frozen=True)
class Time(Scalar[Clock]):
    """A time of day. Seconds that were not written are not compared. A bare "2:30" is in the night."""

    value: datetime.time
    tolerance: float = 0
    """In seconds."""
    half_optional: bool = False
    """Whether "2:30" may mean half past two in the afternoon."""

    _decoders: ClassVar = {"value": datetime.time.fromisoformat}

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.value, datetime.time):
            raise TypeError(f"Time: value must be a datetime.time, got {self.value!r}")
        check_quantity("Time", "tolerance", self.tolerance, least=0)

    def form(self) -> Form:
        schema = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "description": "HH:MM, 24 hours"}
        return Form("one time of day (hours and minutes)", "times of day (hours and minutes)", schema)

    def _expected_length(self) -> int:
        return 12

    def _prepare(self, text: str) -> str:
        return words_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[Clock]]:
        return [Sighting(_clock(time), time.start, time.end) for time in find_times(text)]

    def _same(self, one: Clock, other: Clock) -> bool:
        if one.has_seconds and other.has_seconds:
            return one.time == other.time
        return (one.time.hour, one.time.minute) == (other.time.hour, other.time.minute)

    def _difference(self, sighting: Sighting[Clock]) -> str | None:
        matches = _clock_matches(sighting.value, self.value, self.tolerance, self.half_optional)
        return None if matches else f"{sighting.value.time} is not {self.value}"

    def _show(self, value: Clock) -> JsonValue:
        return value.time.isoformat()


class Moment(NamedTuple):
    day: Day
    clock: Clock


@dataclass(frozen=True)
class DateTime(Scalar[Moment]):
    """A day and a time of day, both needed."""

    value: datetime.datetime
    tolerance: float = 0
    """In seconds, within the day."""

    _decoders: ClassVar = {"value": datetime.datetime.fromisoformat}

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.value, datetime.datetime):
            raise TypeError(f"DateTime: value must be a datetime.datetime, got {self.value!r}")
        check_quantity("DateTime", "tolerance", self.tolerance, least=0)

    def _kind(self) -> str:
        return "date with a time"

    def form(self) -> Form:
        schema = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"}
        return Form("one date with a time of day", "dates with a time of day", schema)

    def _expected_length(self) -> int:
        return 42

    def _prepare(self, text: str) -> str:
        return spelled_days_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[Moment]]:
        """Each time of day with the date beside it."""
        dates = [date for date in find_dates(text) if date.year is not None]
        found: list[Sighting[Moment]] = []
        for time in find_times(text) if dates else ():
            date = min(
                dates, key=lambda date: time.start - date.end if date.end <= time.start else date.start - time.end + 3
            )
            flaw = f"that day is no {date.wrong_weekday}" if date.wrong_weekday else None
            together = abs(time.start - date.end) <= 12 or abs(date.start - time.end) <= 12
            start, end = min(date.start, time.start), max(date.end, time.end)
            span = (start, end) if together else (time.start, time.end)
            found.append(Sighting(Moment(Day(date.year, date.month, date.day), _clock(time)), *span, flaw=flaw))
        return found

    def _same(self, one: Moment, other: Moment) -> bool:
        return one.day == other.day and one.clock.time == other.clock.time

    def _difference(self, sighting: Sighting[Moment]) -> str | None:
        day, clock = sighting.value
        same_day = day == (self.value.year, self.value.month, self.value.day)
        matches = same_day and _clock_matches(clock, self.value.time(), self.tolerance, half_optional=False)
        return None if matches else f"{self._show(sighting.value)} is not {self.value.isoformat(' ')}"

    def _show(self, value: Moment) -> JsonValue:
        return f"{value.day.year}-{value.day.month:02}-{value.day.day:02}T{value.clock.time.isoformat()}"


class YearMonth(NamedTuple):
    year: int | None
    month: int


@dataclass(frozen=True)
class Month(Scalar[YearMonth]):
    """A month, of one year if ``year`` is given. A full date is more than asked, and fits if its month does."""

    month: int
    year: int | None = None
    year_optional: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.month <= 12:
            raise ValueError(f"Month: month must be 1 to 12, got {self.month!r}")

    def form(self) -> Form:
        if self.year is None or self.year_optional:
            return Form("one month", "months", {"type": "string", "enum": [name.capitalize() for name in MONTHS]})
        schema = {"type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$", "description": "YYYY-MM"}
        return Form("one month with its year", "months with their years", schema)

    def _expected_length(self) -> int:
        return 14

    def _prepare(self, text: str) -> str:
        return spelled_days_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[YearMonth]]:
        return [Sighting(YearMonth(month.year, month.month), month.start, month.end) for month in find_months(text)]

    def _same(self, one: YearMonth, other: YearMonth) -> bool:
        return one.month == other.month and (one.year == other.year or one.year is None or other.year is None)

    def _best(self, chosen: Sequence[Sighting[YearMonth]]) -> Sighting[YearMonth]:
        return next((sighting for sighting in chosen if sighting.value.year is not None), chosen[0])

    def _difference(self, sighting: Sighting[YearMonth]) -> str | None:
        year, month = sighting.value
        if month == self.month and year is None and self.year is not None and not self.year_optional:
            return "the year is missing"
        same = month == self.month and (self.year is None or year in (None, self.year))
        return None if same else f"{self._show(sighting.value)} is not {self._show(YearMonth(self.year, self.month))}"

    def _show(self, value: YearMonth) -> JsonValue:
        return f"{MONTHS[value.month - 1].capitalize()}{f' {value.year}' if value.year else ''}"


YEAR = re.compile(r"(?<![\w$€£.,#])[12]\d{3}(?![\w%]|[.,]\d|[-/](?:1[3-9]|[2-9]\d)(?!\d))")


@dataclass(frozen=True)
class Year(Scalar[int]):
    """A year in four digits, also where it stands in a date."""

    value: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1000 <= self.value <= 2999:
            raise ValueError(f"Year: value must be 1000 to 2999, got {self.value!r}")

    def form(self) -> Form:
        return Form("one year", "years", {"type": "integer"})

    def _expected_length(self) -> int:
        return 4

    def _prepare(self, text: str) -> str:
        return spelled_days_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[int]]:
        dates = [date for date in find_dates(text) if date.year is not None]
        found = [Sighting(date.year or 0, date.start, date.end) for date in dates]
        for match in YEAR.finditer(text):
            if not any(date.start <= match.start() < date.end for date in dates):
                found.append(Sighting(int(match.group()), match.start(), match.end()))
        return found

    def _same(self, one: int, other: int) -> bool:
        return one == other

    def _difference(self, sighting: Sighting[int]) -> str | None:
        return None if sighting.value == self.value else f"{sighting.value} is not {self.value}"

    def _show(self, value: int) -> JsonValue:
        return value
