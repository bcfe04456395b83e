"""Variants of dates and times."""

from __future__ import annotations

import datetime

from tests.judge.variants.saying import Variants, doubtful, spoken
from webcosm.judge.answers import Date, DateTime, Month, Time, Year
from webcosm.lore.rng import Rng

__all__ = ["date", "date_forms", "date_time", "month", "time", "time_forms", "year"]


def _day(rng: Rng) -> datetime.date:
    return datetime.date(2015, 1, 1) + datetime.timedelta(days=rng.integer(0, 5_500))


def _ordinal(day: int) -> str:
    return f"{day}{'th' if 10 <= day % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def date_forms(day: datetime.date) -> list[str]:
    long, short = f"{day:%B}", f"{day:%b}"
    return [
        day.isoformat(),
        f"{long} {day.day}, {day.year}",
        f"{long} {_ordinal(day.day)}, {day.year}",
        f"{short} {day.day}, {day.year}",
        f"{short}. {day.day} {day.year}",
        f"{day.day} {long} {day.year}",
        f"{day.day:02} {short} {day.year}",
        f"the {_ordinal(day.day)} of {long} {day.year}",
        f"{day:%A}, {long} {day.day}, {day.year}",
        f"{day:%a}, {day.day} {short} {day.year}",
        f"{day.month:02}/{day.day:02}/{day.year}",
        f"{day.month}/{day.day}/{day.year}",
        f"{day.month}/{day.day}/{day.year % 100:02}",
        f"{day.day:02}.{day.month:02}.{day.year}",
        f"{day.year}/{day.month:02}/{day.day:02}",
        f"{day.day:02}-{short}-{day.year}",
    ]


def date(rng: Rng) -> Variants:
    day = _day(rng)
    others = [day + datetime.timedelta(days=n) for n in (1, -1, 7, 30, 365)]
    right = spoken(date_forms(day), rng)
    right += [f"Order #000187 was placed on {day:%B} {day.day}, {day.year} for $12.50", f"{day.isoformat()}T10:30:00Z"]
    wrong: list[object] = [form for other in others for form in date_forms(other)[:8]]
    wrong += [
        f"{day:%B} {day.day}",
        f"{day:%B} {day.year}",
        str(day.year),
        f"{others[0]:%A}, {day:%B} {day.day}, {day.year}",
    ]
    wrong += [
        f"{day} to {others[2]}",
        f"between {day} and {others[2]}",
        f"{day:%B} {day.day}-{day.day + 1}, {day.year}",
    ]
    wrong += doubtful(date_forms(day)[1], [date_forms(others[0])[1], others[1].isoformat()], rng)
    return Variants(Date(day), right, wrong)


def _moment(rng: Rng) -> datetime.time:
    return datetime.time(rng.integer(0, 23), rng.integer(1, 59))


def time_forms(value: datetime.time) -> list[str]:
    hour, half = (value.hour % 12 or 12), ("PM" if value.hour >= 12 else "AM")
    dotted = f"{half[0].lower()}.m."
    return [
        f"{value:%H:%M}",
        f"{value:%H:%M:%S}",
        f"{hour}:{value:%M} {half}",
        f"{hour:02}:{value:%M} {half.lower()}",
        f"{hour}:{value:%M}{half.lower()}",
        f"{hour}:{value:%M} {dotted}",
    ]


def time(rng: Rng) -> Variants:
    value = _moment(rng)
    later = datetime.time((value.hour + 1) % 24, value.minute)
    flipped = datetime.time((value.hour + 12) % 24, value.minute)
    right = [*spoken(time_forms(value), rng), f"It starts at {value:%H:%M} on March 5, 2024."]
    wrong: list[object] = [*time_forms(later), *time_forms(flipped), f"{value:%H:%M}-{later:%H:%M}", str(value.hour)]
    wrong += doubtful(f"{value:%H:%M}", [f"{later:%H:%M}"], rng)
    return Variants(Time(value), right, wrong)


def date_time(rng: Rng) -> Variants:
    day, clock = _day(rng), _moment(rng)
    value = datetime.datetime.combine(day, clock)
    half = f"{clock.hour % 12 or 12}:{clock:%M} {'PM' if clock.hour >= 12 else 'AM'}"
    forms = [f"{day} {clock:%H:%M}", value.isoformat(), f"{day:%B} {day.day}, {day.year} at {half}", f"{half} on {day}"]
    wrong: list[object] = [str(day), half, f"{day + datetime.timedelta(days=1)} {half}", f"{day} 23:59:59.1 or {half}"]
    wrong += [
        f"{day} {(clock.hour + 1) % 24}:{clock:%M}",
        *doubtful(forms[0], [f"{day} {(clock.hour + 1) % 24}:00"], rng),
    ]
    return Variants(DateTime(value), spoken(forms, rng), wrong)


def month(rng: Rng) -> Variants:
    day = _day(rng).replace(day=1)
    after = (day + datetime.timedelta(days=45)).replace(day=1)
    forms = [f"{day:%B} {day.year}", f"{day:%b} {day.year}", f"{day:%Y-%m}", f"{day:%m/%Y}", f"{day:%B}, {day.year}"]
    wrong: list[object] = [
        f"{after:%B} {after.year}",
        f"{day:%B} {day.year + 1}",
        f"{day:%B}",
        str(day.year),
        f"{after:%Y-%m}",
    ]
    wrong += [f"{day:%B} - {after:%B} {after.year}", *doubtful(forms[0], [f"{after:%B} {after.year}"], rng)]
    return Variants(Month(day.month, day.year), spoken(forms, rng), wrong)


def year(rng: Rng) -> Variants:
    value = rng.integer(1900, 2030)
    right = [
        *spoken([str(value), f"in {value}", f"the year {value}"], rng),
        value,
        f"{value}-03-05",
        f"March 5, {value}",
    ]
    wrong: list[object] = [value + 1, str(value - 1), str(value)[2:], f"${value}", f"{value}-{value + 2}", f"{value}0"]
    return Variants(Year(value), right, wrong + doubtful(str(value), [str(value + 1)], rng))
