"""Reading dates and times of day.

Numeric dates: year first is ISO; with slashes or dashes the month comes first (US) unless only day-first is possible;
with dots the day comes first.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

from webcosm.judge.answer_types.wording import vocabulary

__all__ = [
    "MONTHS",
    "DayMention",
    "TimeMention",
    "blank_moments",
    "find_dates",
    "find_months",
    "find_times",
    "mask_moments",
    "spelled_days_to_digits",
]

MONTHS = vocabulary("january february march april may june july august september october november december")
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_MONTH = "|".join([*MONTHS, "sept", *(name[:3] for name in MONTHS)])
_WEEKDAY = "|".join([*WEEKDAYS, "tues", "wednes", "thurs", "thur", *(name[:3] for name in WEEKDAYS)])
_LEAD = rf"(?:\b(?P<lead>{_WEEKDAY})\.?,? (?:the )?)?"
_TAIL = rf"(?:,? ?\(?\b(?:a )?(?P<tail>{_WEEKDAY})\b\)?)?"
_YEAR = r"(?P<year>[12]\d{3})(?!\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"

DATE_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}(?<![\d/.\-])(?P<year>[12]\d{{3}})(?P<mark>[-/.])(?P<month>\d{{1,2}})(?P=mark)(?P<day>\d{{1,2}})(?!\d){_TAIL}",
        rf"{_LEAD}(?<![\d/.\-])(?P<one>\d{{1,2}})(?P<mark>[-/.])(?P<two>\d{{1,2}})(?P=mark)(?P<short>\d{{4}}|\d{{2}})"
        rf"(?![\d/\-])(?!\.\d){_TAIL}",
        rf"{_LEAD}(?<![\d/.\-]){_DAY}[ \-/]?(?: ?of )? ?(?P<name>{_MONTH})\b\.?"
        rf"(?:,? ?[-/]?(?:of )?{_YEAR}|(?:-|,? ')(?P<brief>\d{{2}}))?(?!\d){_TAIL}",
        rf"{_LEAD}(?<![\d/.\-])(?P<year>[12]\d{{3}})[ ,\-/]{{1,2}}(?P<name>{_MONTH})\b\.?[ \-/]{_DAY}(?!\d){_TAIL}",
        rf"{_LEAD}\b(?P<name>{_MONTH})\b\.?[ \-/]?(?:the )?{_DAY}(?![\d:/])(?!-\d{{1,2}}(?!\d))"
        rf"(?: ?of)?(?:,? ?[-/]?{_YEAR}|,? '(?P<brief>\d{{2}})(?!\d))?{_TAIL}",
    )
)
DATE_HINT = re.compile(rf"\d[-/.]\d{{1,2}}[-/.]\d|\b(?:{'|'.join(name[:3] for name in MONTHS)})", re.IGNORECASE)
MONTH_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<name>{_MONTH})\b\.?,?(?: of)?[ \-/]?{_YEAR}",
        rf"(?<![\d/.\-]){_YEAR}[ ,\-/]{{1,2}}(?P<name>{_MONTH})\b",
        r"(?<![\d/.\-])(?P<year>[12]\d{3})[-/.](?P<month>\d{1,2})(?![\d/.\-]*\d)",
        r"(?<![\d/.\-])(?P<month>\d{1,2})[-/.](?P<year>[12]\d{3})(?![\d/\-])",
        rf"\b(?P<name>{_MONTH})\b",
    )
)
ORDINAL_DAYS = {
    word: day
    for day, word in enumerate(
        vocabulary(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
            "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first "
            "twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth "
            "twenty-ninth thirtieth thirty-first"
        ),
        start=1,
    )
}
_ORDINAL = "|".join(sorted(ORDINAL_DAYS, key=len, reverse=True))
_BEFORE_DAY = "|".join(rf"(?<=\b{name} )" for name in (*MONTHS, *(name[:3] for name in MONTHS)))
ORDINAL_DAY = re.compile(rf"(?:{_BEFORE_DAY})(?:{_ORDINAL})\b|\b(?:{_ORDINAL})(?= of (?:{_MONTH})\b)", re.IGNORECASE)


@dataclass(frozen=True)
class DayMention:
    year: int | None
    month: int
    day: int
    start: int
    end: int
    wrong_weekday: str | None = None


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, start=1) if month.startswith(name.casefold()[:3]))


def _numeric(groups: dict[str, str | None]) -> tuple[int, int, int]:
    one, two, short = int(groups["one"] or 0), int(groups["two"] or 0), groups["short"] or ""
    year = int(short) if len(short) == 4 else 2000 + int(short)
    month_first = groups["mark"] != "." and one <= 12
    return (year, one, two) if month_first else (year, two, one)


def _mention(match: re.Match[str]) -> DayMention | None:
    groups: dict[str, str | None] = match.groupdict()
    year: int | None
    if groups.get("one"):
        year, month, day = _numeric(groups)
    else:
        name, written_year = groups.get("name"), groups.get("year")
        year = int(written_year) if written_year else None
        if groups.get("brief"):
            year = 2000 + int(groups["brief"] or 0)
        month = _month_number(name) if name else int(groups["month"] or 0)
        day = int(groups["day"] or 0)
    try:
        date = datetime.date(year if year is not None else 2000, month, day)  # 2000 has a 29 February
    except ValueError:
        return None
    weekday = groups.get("lead") or groups.get("tail")
    wrong = None
    if weekday and year is not None and not WEEKDAYS[date.weekday()].startswith(weekday.casefold()[:3]):
        wrong = weekday
    return DayMention(year, month, day, match.start(), match.end(), wrong)


def spelled_days_to_digits(text: str) -> str:
    """The text with "March fifth" and "the fifth of March" in digits."""
    return ORDINAL_DAY.sub(lambda match: str(ORDINAL_DAYS[match.group().casefold()]), text)


def find_dates(text: str) -> list[DayMention]:
    """Every date in the text, in its order; no part of the text is read twice."""
    if not DATE_HINT.search(text):
        return []
    mentions = [_mention(match) for pattern in DATE_PATTERNS for match in pattern.finditer(text)]
    return _leftmost([mention for mention in mentions if mention is not None])


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=_Placed)


def _leftmost(mentions: Iterable[P]) -> list[P]:
    """The mentions without those that overlap an earlier or, from the same place, a longer one."""
    kept: list[P] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if not kept or kept[-1].end <= mention.start:
            kept.append(mention)
    return kept


@dataclass(frozen=True)
class MonthMention:
    year: int | None
    month: int
    start: int
    end: int


def find_months(text: str) -> list[MonthMention]:
    """Every month in the text, those of full dates too. A small "may" on its own is the verb, unless it is all."""
    dates = find_dates(text)
    found = [MonthMention(date.year, date.month, date.start, date.end) for date in dates]
    for match in (match for pattern in MONTH_PATTERNS for match in pattern.finditer(text)):
        if any(match.start() < date.end and date.start < match.end() for date in dates):
            continue
        groups = match.groupdict()
        year = int(groups["year"]) if groups.get("year") else None
        name = groups.get("name")
        if name == "may" and year is None and text.strip(" .!") != "may":
            continue
        month = _month_number(name) if name else int(groups["month"])
        if 1 <= month <= 12:
            found.append(MonthMention(year, month, match.start(), match.end()))
    return _leftmost(found)


@dataclass(frozen=True)
class TimeMention:
    value: datetime.time
    start: int
    end: int
    has_seconds: bool
    has_half: bool
    """Whether morning or afternoon is certain: "am", "pm", or an hour that only a 24-hour clock has."""


TIME_HINT = re.compile(
    r"\d:\d|\d ?[ap]\.?m\b|\dh\d|o'clock|noon|midday|midnight|\b(?:past|to) \d|\d (?:in the|at night|tonight)",
    re.IGNORECASE,
)
_PART = r"(?P<part>in the (?:early |late )?(?:morning|afternoon|evening)|at night|tonight|of the (?:morning|evening))"
_HALF = rf"(?:(?P<half>[ap]\.?m\b\.?)|{_PART}\b)"
TIME_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d:.])(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?::(?P<second>\d{{2}})(?:\.\d{{1,6}})?)?"
        rf"(?: ?{_HALF})?(?![\d:])",
        rf"(?<![\d:.])(?P<hour>\d{{1,2}})\.(?P<minute>\d{{2}}) ?{_HALF}",
        rf"(?<![\d:.])(?P<hour>\d{{1,2}}) ?{_HALF}",
        r"(?<![\d:.])(?P<hour>\d{1,2})h(?P<minute>\d{2})(?!\d| ?m)",
        rf"(?<![\d:.])(?P<hour>\d{{1,2}}) ?o'clock\b(?: ?{_HALF})?",
        rf"\b(?P<count>quarter|half|\d{{1,2}}(?: minutes?)?) (?P<side>past|after|to"
        rf"|before) (?P<hour>\d{{1,2}})(?! ?/)\b"
        rf"(?: o'clock)?(?: ?{_HALF})?",
        r"\b(?P<word>noon|midday|midnight)\b",
    )
)


def find_times(text: str) -> list[TimeMention]:
    """Every time of day in the text, in its order."""
    if not TIME_HINT.search(text):
        return []
    found: list[TimeMention] = []
    for match in (match for pattern in TIME_PATTERNS for match in pattern.finditer(text)):
        groups = match.groupdict()
        word, half = groups.get("word"), groups.get("half")
        hour = {"noon": 12, "midday": 12, "midnight": 0}[word.casefold()] if word else int(groups["hour"])
        minute, second = int(groups.get("minute") or 0), int(groups.get("second") or 0)
        part = (groups.get("part") or "").casefold()
        if half or (part and hour <= 12):
            if not 1 <= hour <= 12:
                continue
            late = (
                half[0] in "pP"
                if half
                else "morning" not in part and not ("night" in part and hour in (12, 1, 2, 3, 4))
            )
            hour = hour % 12 + (12 if late else 0)
        if count := groups.get("count"):
            if groups["hour"] and int(groups["hour"]) > 12:
                continue  # "48 to 51" is a range
            minutes = {"quarter": 15, "half": 30}.get(count.casefold()) or int(count.split()[0])
            if groups["side"].casefold() in ("past", "after"):
                minute = minutes
            else:
                hour, minute = (hour - 1) % 24, 60 - minutes
        if hour > 23 or not 0 <= minute <= 59 or second > 59:
            continue
        certain = bool(word or half or part or hour > 12 or hour == 0)
        value = datetime.time(hour, minute, second)
        found.append(TimeMention(value, match.start(), match.end(), bool(groups.get("second")), certain))
    return _leftmost(found)


@lru_cache(maxsize=1024)
def mask_moments(text: str) -> str:
    """The text, as long as before, with dates and times of day blotted out: they are no plain numbers."""
    mentions: list[_Placed] = [*find_dates(text), *find_times(text)]
    for mention in mentions:
        text = text[: mention.start] + "\x02" * (mention.end - mention.start) + text[mention.end :]
    return text


MONEY_MENTION = re.compile(
    r"[$€£]\s?\d[\d,]*(?:\.\d+)?|\b\d[\d,]*(?:\.\d+)? ?(?:USD|dollars|stars?|pieces?|percent)\b"
    r"|\d+ ?%|\bsize [XSML]{1,4}\b"
)


def blank_moments(text: str) -> str:
    """The text, as long as before, without dates, times of day and amounts: details that are no names."""
    text = re.sub("\x02", " ", mask_moments(text))
    return MONEY_MENTION.sub(lambda match: " " * len(match.group()), text)
