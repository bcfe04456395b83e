"""Questions about amounts and moments."""

from __future__ import annotations

import datetime
from decimal import Decimal

from webcosm.bench.answers.question import MONTHS, PRODUCTS, Question
from webcosm.judge.answers import (
    Coordinates,
    Date,
    DateTime,
    Distance,
    Duration,
    Money,
    Month,
    Number,
    Percentage,
    Time,
    Year,
)
from webcosm.lore.rng import Rng

__all__ = [
    "average",
    "clock",
    "coordinates",
    "count",
    "day",
    "distance",
    "duration",
    "moment",
    "money",
    "month",
    "percentage",
    "year",
]


def count(rng: Rng) -> Question:
    value, other = rng.sample(range(3, 60), 2)
    month = rng.choice(MONTHS)
    return Question(
        f"How many orders did I place in {month} that were not canceled?",
        f"the number of orders in {month} that were not canceled",
        Number(value, unit="order"),
        (str(value), f"{value} orders"),
        (str(other), f"{other} orders"),
        (
            f"You placed {{v}} in {month} that weren't canceled.",
            "I counted them one by one and got {v}.",
            "You had {v}, leaving out the canceled ones.",
            f"In {month}, {{v}} were placed and not canceled.",
            f"Leaving aside the ones that were canceled, there were {{v}} in {month}.",
        ),
        is_amount=True,
    )


def average(rng: Rng) -> Question:
    value, other = (Decimal(number) / 100 for number in rng.sample(range(200, 499), 2))
    product = rng.choice(PRODUCTS)
    return Question(
        f"What is the average rating of the {product}, rounded to two decimals?",
        f"the average rating of the {product}",
        Number(value, unit="star", decimals=2),
        (f"{value:.2f}", f"{value:.2f} stars", f"{value:.2f} out of 5"),
        (f"{other:.2f}", f"{other:.2f} stars"),
        (
            f"Customers gave the {product} {{v}} on average.",
            "Adding up the 14 ratings and dividing gives {v}.",
            "The mean works out at {v}.",
            "On average it was rated {v}.",
        ),
        is_amount=True,
    )


def money(rng: Rng) -> Question:
    cents, less = rng.integer(1_000, 300_000), rng.integer(100, 900)
    other = cents + rng.choice([10, 100, 995, 2_500])
    order = rng.integer(101_000, 101_999)
    right = (f"${cents / 100:,.2f}", f"{cents / 100:.2f} USD", f"{cents / 100:.2f} dollars")
    return Question(
        f"What is the grand total of order {order}?",
        f"the grand total of order {order}",
        Money(Decimal(cents) / 100),
        (*right, f"{cents / 100:.2f}"),
        (f"${other / 100:,.2f}", f"{other / 100:.2f} USD", f"€{cents / 100:,.2f}", f"HK${cents / 100:,.2f}"),
        (
            "All in all you paid {v}.",
            f"The goods cost ${(cents - less) / 100:,.2f} and shipping ${less / 100:.2f}, which adds up to {{v}}.",
            f"${(cents - less) / 100:,.2f} + ${less / 100:.2f} = {{v}}",
            f"Order #{order} came to {{v}}.",
            f"You spent {{v}} on order {order}.",
            f"Order {order} cost you {{v}} in total, shipping of ${less / 100:.2f} included.",
        ),
        is_amount=True,
    )


def percentage(rng: Rng) -> Question:
    value, other = rng.sample(range(5, 70), 2)
    product = rng.choice(PRODUCTS)
    return Question(
        f"By how many percent is the {product} reduced?",
        f"the discount on the {product}",
        Percentage(value),
        (f"{value}%", f"{value} %", f"{value} percent", str(value)),
        (f"{other}%", f"{other} percent", f"{other} per cent"),
        (
            f"The {product} is reduced by {{v}}.",
            "You save {v}.",
            "They took {v} off the price of $40.00.",
            f"Right now the {product} is {{v}} cheaper than usual.",
        ),
        is_amount=True,
    )


def day(rng: Rng) -> Question:
    first = datetime.date(2025, 1, 1) + datetime.timedelta(rng.integer(0, 500))
    other = first + datetime.timedelta(rng.choice([1, 7, 31, 365]))
    product = rng.choice(PRODUCTS)

    def said(day: datetime.date) -> tuple[str, ...]:
        return (
            f"{day:%B} {day.day}, {day.year}",
            day.isoformat(),
            f"{day.day} {day:%B %Y}",
            f"{day:%A}, {day:%B} {day.day}, {day.year}",
        )

    return Question(
        f"When did I last buy the {product}?",
        f"the date of your last purchase of the {product}",
        Date(first),
        said(first),
        said(other),
        (
            "You last bought it on {v}.",
            f"Your most recent order with the {product} was placed on {{v}}.",
            "That was on {v}, in order 101468.",
            f"The last time you bought the {product} was {{v}}.",
            "It was bought on {v} for $24.90.",
        ),
    )


def clock(rng: Rng) -> Question:
    hour, minute = rng.integer(1, 11), rng.choice([0, 15, 30, 45])
    evening = rng.chance(0.4)
    value = datetime.time(hour + 12 * evening, minute)
    other = datetime.time((value.hour + rng.choice([1, 2, 12])) % 24, minute)

    def said(time: datetime.time) -> tuple[str, ...]:
        half, short = ("PM" if time.hour > 11 else "AM"), (time.hour - 1) % 12 + 1
        part = "in the morning" if time.hour < 12 else "in the afternoon" if time.hour < 18 else "in the evening"
        forms = [f"{time:%H:%M}", f"{short}:{time:%M} {half}", f"{short}:{time:%M} {part}"]
        if time.minute == 0:
            forms += [f"{short} {half.lower()}", f"{short} o'clock {part}", f"{short} {part}"]
        if time.minute in (15, 30):
            forms.append(f"{'quarter' if time.minute == 15 else 'half'} past {short} {part}")
        return tuple(forms)

    return Question(
        "When does the shop open on Saturdays?",
        "the opening time on Saturdays",
        Time(value),
        said(value),
        said(other),
        (
            "On Saturdays it opens at {v}.",
            "The doors open at {v}.",
            "They open at {v} on Saturdays and close at night.",
        ),
    )


def moment(rng: Rng) -> Question:
    day = datetime.date(2026, rng.integer(1, 12), rng.integer(1, 28))
    first = datetime.datetime.combine(day, datetime.time(rng.integer(0, 23), rng.choice([5, 20, 50])))
    other = first + datetime.timedelta(hours=rng.choice([1, 12, 24]))

    def said(moment: datetime.datetime) -> tuple[str, ...]:
        return (
            f"{moment:%B} {moment.day}, {moment.year} at {moment:%H:%M}",
            f"{moment:%Y-%m-%d %H:%M}",
            f"{moment:%Y-%m-%dT%H:%M}",
        )

    return Question(
        "When was the note last changed?",
        "the time of the last change",
        DateTime(first),
        said(first),
        said(other),
        ("The note was last changed on {v}.", "You edited it last on {v}."),
    )


def month(rng: Rng) -> Question:
    value, other = rng.sample(range(12), 2)
    return Question(
        "In which month of 2025 did the shop sell the most?",
        "the best month of 2025",
        Month(value + 1, 2025, year_optional=True),
        (MONTHS[value], f"{MONTHS[value]} 2025"),
        (MONTHS[other], f"{MONTHS[other]} 2025", f"{MONTHS[value]} 2023"),
        ("Sales peaked in {v}.", "The shop sold the most in {v}.", "{v} was the strongest month."),
    )


def year(rng: Rng) -> Question:
    value, other = rng.sample(range(1950, 2024), 2)
    return Question(
        "In which year was the company founded?",
        "the year of its founding",
        Year(value),
        (str(value),),
        (str(other),),
        ("It was founded in {v}.", "The company goes back to {v}.", "They started out in {v} with 3 people."),
    )


def duration(rng: Rng) -> Question:
    hours, minutes = rng.integer(1, 9), rng.integer(2, 58)
    total, off = 60 * hours + minutes, rng.integer(61, 90)

    def said(total: int) -> tuple[str, ...]:
        h, m = divmod(total, 60)
        return (f"{h} h {m} min", f"{h} hours and {m} minutes", f"{total} minutes", f"{h}h{m:02}min")

    return Question(
        "How long does it take to drive from Clayholm to Norwick?",
        "the driving time",
        Duration(60 * total),
        said(total),
        (*said(total + off), f"{total} hours", f"{total} seconds"),
        ("The drive takes {v}.", "You need {v} by car.", "By car it's {v} for 120 miles."),
        is_amount=True,
    )


def distance(rng: Rng) -> Question:
    value, other = (Decimal(number) / 10 for number in rng.sample(range(21, 900), 2))
    return Question(
        "How many miles is it from Clayholm to Norwick?",
        "the distance",
        Distance(value, "mi"),
        (f"{value} miles", f"{value} mi"),
        (f"{other} miles", f"{other} mi", f"{value} km"),
        ("It is {v} from Clayholm to Norwick.", "The route is {v} long.", "You drive {v}, which takes 2 hours."),
        is_amount=True,
    )


def coordinates(rng: Rng) -> Question:
    latitude, longitude = rng.integer(3_000, 5_900) / 100, rng.integer(7_000, 12_000) / 100
    return Question(
        "What are the coordinates of the old mill?",
        "the position of the old mill",
        Coordinates(latitude, -longitude),
        (f"{latitude}, -{longitude}", f"{latitude}° N, {longitude}° W"),
        (f"{latitude + 1:.2f}, -{longitude}", f"{latitude}, {longitude}"),
        ("The mill is at {v}.",),
    )
