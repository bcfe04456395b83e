"""Dates, times of day, months, years and durations."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Literal, NamedTuple

from webcosm.judge.answer_types.base import Scalar, Sighting
from webcosm.judge.answer_types.figures import find_compounds, find_figures, same_amount, words_to_digits
from webcosm.judge.answer_types.moments import (
    MONTHS,
    TimeMention,
    find_dates,
    find_months,
    find_times,
    mask_moments,
    spelled_days_to_digits,
)
from webcosm.judge.answer_types.numbers import Quantity, check_quantity, exact, from_json_quantity, is_money, shown
from webcosm.judge.answer_types.wording import JsonValue, tidy

__all__ = ["Date", "DateTime", "Duration", "Month", "Time", "Year"]


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

    def _expected_length(self) -> int:
        return 30  # "Wednesday, 25 September 2024"

    def _prepare(self, text: str) -> str:
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

    def _expected_length(self) -> int:
        return 42

    def _prepare(self, text: str) -> str:
        return spelled_days_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[Moment]]:
        dates = [date for date in find_dates(text) if date.year is not None]
        found: list[Sighting[Moment]] = []
        for date in dates:
            flaw = f"that day is no {date.wrong_weekday}" if date.wrong_weekday else None
            for time in find_times(text):
                moment = Moment(Day(date.year, date.month, date.day), _clock(time))
                found.append(Sighting(moment, date.start, date.end, flaw=flaw))
                found.append(Sighting(moment, time.start, time.end))
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

    def _expected_length(self) -> int:
        return 14

    def _prepare(self, text: str) -> str:
        return spelled_days_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[YearMonth]]:
        return [Sighting(YearMonth(month.year, month.month), month.start, month.end) for month in find_months(text)]

    def _same(self, one: YearMonth, other: YearMonth) -> bool:
        return one.month == other.month and (one.year == other.year or one.year is None or other.year is None)

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


DURATION_UNITS: dict[str, tuple[str, Decimal]] = {
    word: (name, Decimal(seconds))
    for name, seconds, words in (
        ("weeks", 604_800, "week weeks wk wks"),
        ("days", 86_400, "day days d"),
        ("hours", 3_600, "hour hours hr hrs h"),
        ("minutes", 60, "minute minutes min mins m"),
        ("seconds", 1, "second seconds sec secs s"),
    )
    for word in words.split()
}
_DURATION_WORDS = "|".join(sorted(DURATION_UNITS, key=len, reverse=True))
DURATION_UNIT = re.compile(rf"\s?-?({_DURATION_WORDS})(?![a-z])\.?(?!\w*[a-z]\w*\d)", re.IGNORECASE)
SHORT_MINUTES = re.compile(r"(?<=\d)(\s?h(?:rs?|ours?)?\s?)(\d{1,2})(?![\d.:]|\s?[a-z])", re.IGNORECASE)
ATTACHED = re.compile(r"(?<=\d)(d|hr?s?|m|mins?)(?=\d)", re.IGNORECASE)  # 2h58min
ISO_DURATION = re.compile(r"\bP(?:(\d{1,4})D)?T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?\b")
CLOCK_DURATION = re.compile(r"(?<![\d:.])(\d{1,3}):(\d{2})(?::(\d{2}))?(?![\d:]|\s?[ap]\.?m\b)", re.IGNORECASE)
LOOSE_UNITS = (
    (re.compile(r"\bhalf an? (hour|minute|day)\b|\bhalf-hour\b", re.IGNORECASE), "0.5 "),
    (re.compile(r"\ba? ?quarter of an (hour)\b", re.IGNORECASE), "0.25 "),
    (re.compile(r"\b3 quarters of an (hour)\b", re.IGNORECASE), "0.75 "),
    (re.compile(r"\ban? (hour|minute|day|week)\b", re.IGNORECASE), "1 "),
)
UNIT_AND_A_HALF = re.compile(r"\b(\d+) (hour|minute|day|week)s? and a half\b", re.IGNORECASE)


def _iso_to_words(match: re.Match[str]) -> str:
    days, hours, minutes, seconds = (int(group or 0) for group in match.groups())
    return f"{days * 86_400 + hours * 3_600 + minutes * 60 + seconds} seconds"


class Span(NamedTuple):
    seconds: Decimal
    units: tuple[str, ...]
    slack: Decimal
    rounding: Decimal


@dataclass(frozen=True)
class Duration(Scalar[Span]):
    """A length of time in seconds.

    A value converted to another unit ("2.97 hours" for 178 minutes) may be off by half of its last digit if it has
    decimals and at least three digits. Everything else is held to ``tolerance``.
    """

    seconds: Quantity
    tolerance: Quantity = 0
    """In seconds."""
    unit: str = ""
    """Which unit a bare number has ("minutes"), if the goal fixes one."""
    clock: Literal["h:mm", "m:ss"] = "h:mm"
    """How "2:58" is read."""

    _decoders: ClassVar = {"seconds": from_json_quantity, "tolerance": from_json_quantity}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_quantity("Duration", "seconds", self.seconds, least=0)
        check_quantity("Duration", "tolerance", self.tolerance, least=0)
        if self.unit and self.unit not in DURATION_UNITS:
            raise ValueError(f"Duration: unknown unit {self.unit!r}; known: {', '.join(DURATION_UNITS)}")
        if self.clock not in ("h:mm", "m:ss"):
            raise ValueError(f"Duration: clock must be 'h:mm' or 'm:ss', got {self.clock!r}")

    def _expected_length(self) -> int:
        return 24

    def _prepare(self, text: str) -> str:
        text = ISO_DURATION.sub(_iso_to_words, text)
        text = ATTACHED.sub(r"\1 ", words_to_digits(tidy(text)))
        for pattern, amount in LOOSE_UNITS:
            text = pattern.sub(lambda m, amount=amount: amount + (m.group(1) or "hour"), text)  # type: ignore[misc]
        text = UNIT_AND_A_HALF.sub(r"\1.5 \2s", text)
        return SHORT_MINUTES.sub(r"\1\2min", text)

    def _find(self, text: str) -> Sequence[Sighting[Span]]:
        found = [
            Sighting(Span(part.value, part.units, part.slack, part.rounding), part.start, part.end)
            for part in find_compounds(text, DURATION_UNITS, DURATION_UNIT)
        ]
        for match in CLOCK_DURATION.finditer(text):
            found.append(Sighting(self._read_clock(match), match.start(), match.end(), strong=False))
        if self.unit and not found:
            _, factor = DURATION_UNITS[self.unit]
            found += [
                Sighting(
                    Span(figure.value * factor, (self.unit,), Decimal(0), Decimal(0)),
                    figure.start,
                    figure.end,
                    strong=False,
                )
                for figure in find_figures(mask_moments(text))
                if not is_money(text, figure)
            ]
        return found

    def _read_clock(self, match: re.Match[str]) -> Span:
        first, second, third = int(match.group(1)), int(match.group(2)), match.group(3)
        if third is not None:
            total = first * 3600 + second * 60 + int(third)
        else:
            total = first * 3600 + second * 60 if self.clock == "h:mm" else first * 60 + second
        return Span(Decimal(total), ("clock",), Decimal(0), Decimal(0))

    def _same(self, one: Span, other: Span) -> bool:
        return same_amount(one.seconds, one.rounding, one.units, other.seconds, other.rounding, other.units)

    def _best(self, chosen: Sequence[Sighting[Span]]) -> Sighting[Span]:
        return min(chosen, key=lambda sighting: sighting.value.rounding)

    def _difference(self, sighting: Sighting[Span]) -> str | None:
        span = sighting.value
        declared = DURATION_UNITS[self.unit][0] if self.unit else ""
        slack = span.slack if span.units != (declared,) else Decimal(0)
        off = abs(span.seconds - exact(self.seconds))
        return None if off <= max(exact(self.tolerance), slack) else f"{shown(span.seconds)} s is not {self.seconds} s"

    def _show(self, value: Span) -> JsonValue:
        return shown(value.seconds)
