"""Variants of numbers, amounts and measures."""

from __future__ import annotations

from tests.judge.variants.saying import CONDITIONS, DENIALS, DOUBTS, Variants, doubtful, in_words, spoken
from webcosm.judge.answers import Coordinates, Distance, Duration, Money, Number, Percentage
from webcosm.lore.rng import Rng

__all__ = ["coordinates", "distance", "duration", "money", "percentage", "plain_number", "worded_number"]


def plain_number(rng: Rng) -> Variants:
    value = rng.choice([rng.integer(2, 99), rng.integer(100, 999), rng.integer(1000, 999_999)])
    near = [value + 1, value - 1, value * 10, -value, value + rng.integer(2, 50)]
    right = spoken([str(value), f"{value:,}", f"{value}.0"], rng)
    right += [value, float(value), [value], {"count": value}, f"{value:,} items", f"about {value}"]
    right += [f"There are {value} of them", f"On March 5, 2024 there were {value}", f"You spent $9.99 on {value} mugs"]
    wrong: list[object] = [*near, *map(str, near), f"${value}", f"{value}%", f"{value}k", f"{value}+", f"over {value}"]
    wrong += [
        f"{value}-{value + 3}",
        f"{value} to {value + 3}",
        f"at least {value}",
        f"fewer than {value}",
        f">{value}",
    ]
    wrong += [f"There are {n} of them" for n in near]
    wrong += doubtful(str(value), [str(value + 1), str(value + 7)], rng)
    return Variants(Number(value), right, wrong)


def worded_number(rng: Rng) -> Variants:
    value = rng.choice([rng.integer(0, 99), rng.integer(100, 999), rng.integer(1000, 99_999)])
    words = in_words(value)
    forms = [words, words.capitalize(), words.upper(), words.replace("-", " "), words.replace(" and ", " ")]
    wrong: list[object] = [in_words(value + 1), in_words(value + 100), f"{words} or {in_words(value + 1)}"]
    wrong += [f"not {words}", f"between {words} and {in_words(value + 5)}", f"minus {words}" if value else "one"]
    wrong += [f"{words}, {in_words(value + 2)}", f"{words} {in_words(value + 20)}", f"almost {words}"]
    return Variants(Number(value), spoken(dict.fromkeys(forms), rng), wrong)


def money(rng: Rng) -> Variants:
    cents = rng.choice([rng.integer(101, 9_999), rng.integer(10_000, 999_999), rng.integer(1_000_000, 99_999_999)])
    value = cents / 100
    amount, flat = f"{value:,.2f}", f"{value:.2f}"
    forms = [
        f"${amount}",
        f"${flat}",
        f"USD {amount}",
        f"{amount} USD",
        f"{flat} dollars",
        f"US${amount}",
        flat,
        amount,
    ]
    right = spoken(forms, rng)
    european = amount.replace(",", "_").replace(".", ",").replace("_", ".")
    right += [value, {"amount": value, "currency": "USD"}, f"{european} $", f"You bought 3 mugs for ${amount}"]
    right += [f"{cents // 100} dollars and {cents % 100} cents", f"Order #000187 of March 5, 2024 came to ${amount}"]
    other, third = f"${(cents + 10) / 100:,.2f}", f"${(cents + 2500) / 100:,.2f}"
    wrong: list[object] = [other, third, f"€{amount}", f"{amount} EUR", f"£{flat}", f"-${amount}", f"${amount}k"]
    wrong += [
        f"${amount} - {third}",
        f"from ${amount} to {third}",
        f"under ${amount}",
        f"up to ${amount}",
        f"{amount}%",
    ]
    wrong += [f"${cents / 1000:,.3f}", f"${cents / 10:,.2f}", f"{european} €", f"The total was {other}."]
    wrong += doubtful(f"${amount}", [other, third], rng)
    return Variants(Money(value), right, wrong)


def percentage(rng: Rng) -> Variants:
    value = rng.integer(1, 999) / 10
    text = f"{value:g}"
    right = spoken([f"{text}%", f"{text} %", f"{text} percent", f"{text} per cent", text], rng)
    right += [value, f"{text}% of the 2 pages", f"roughly {text}%"]
    wrong: list[object] = [f"{value + 1:g}%", f"{value / 100:.5f}", f"-{text}%", f"${text}", f"{text}-{value + 5:g}%"]
    wrong += [f"over {text}%", f"{value * 10:g}%", *doubtful(f"{text}%", [f"{value + 2:g}%"], rng)]
    return Variants(Percentage(value), right, wrong)


def duration(rng: Rng) -> Variants:
    hours, minutes = rng.integer(1, 11), rng.integer(1, 59)
    total = hours * 60 + minutes
    forms = [
        f"{hours}h{minutes:02}min",
        f"{hours}h {minutes}m",
        f"{hours}:{minutes:02}",
        f"{hours} hours {minutes} minutes",
        f"{hours} hours and {minutes} minutes",
        f"{hours} hrs, {minutes} mins",
        f"{total} minutes",
        f"{total} min",
        f"{total * 60} seconds",
        f"PT{hours}H{minutes}M",
        f"{in_words(hours)} hours and {in_words(minutes)} minutes",
    ]
    right = [*spoken(forms, rng), f"The drive takes {forms[0]} for 312 km", f"about {forms[3]}"]
    other = f"{hours}h{(minutes + 1) % 60:02}min"
    wrong: list[object] = [
        other,
        f"{total} hours",
        f"{total}",
        f"{hours} hours",
        f"{minutes} minutes",
        f"{total} seconds",
    ]
    wrong += [f"{hours}-{hours + 1} hours", f"{hours}h or {minutes}min", f"{forms[0]} to {hours + 1}h", f"{total} km"]
    wrong += [
        f"under {forms[0]}",
        f"at least {forms[3]}",
        f"{hours}:{minutes:02} PM",
        *doubtful(forms[0], [other], rng),
    ]
    return Variants(Duration(total * 60), right, wrong)


def distance(rng: Rng) -> Variants:
    value = rng.integer(11, 9_999) / 10
    text = f"{value:g}"
    forms = [
        f"{text} km",
        f"{text}km",
        f"{text} kilometers",
        f"{text} kilometres",
        f"{value * 1000:g} m",
        f"{value:,.1f} km",
    ]
    right = [
        *spoken(forms, rng),
        f"{text} km, 25 minutes by car",
        f"about {text} km",
        {"distance": value, "unit": "km"},
    ]
    wrong: list[object] = [f"{text} miles", f"{text} m", text, f"{value + 1:g} km", f"{value * 10:g} km", f"{text} ft"]
    wrong += [
        f"{text}-{value + 2:g} km",
        f"over {text} km",
        f"-{text} km",
        *doubtful(f"{text} km", [f"{value + 3:g} km"], rng),
    ]
    return Variants(Distance(value, "km"), right, wrong)


def coordinates(rng: Rng) -> Variants:
    latitude, longitude = round(rng.uniform(-85, 85), 4), round(rng.uniform(-175, 175), 4)
    sides = f"{abs(latitude)}° {'N' if latitude >= 0 else 'S'}, {abs(longitude)}° {'E' if longitude >= 0 else 'W'}"
    forms = [
        f"{latitude}, {longitude}",
        f"({latitude}, {longitude})",
        f"lat {latitude}, lon {longitude}",
        f"longitude: {longitude}, latitude: {latitude}",
        sides,
        f"POINT({longitude} {latitude})",
    ]
    right = [*spoken(forms, rng), {"lat": latitude, "lng": longitude}, [latitude, longitude]]
    wrong: list[object] = [f"{latitude + 0.01:.4f}, {longitude}", f"{latitude}, {longitude + 0.01:.4f}", str(latitude)]
    wrong += [f"{-latitude}, {longitude}", f"{latitude}, {longitude}, {latitude + 1:.4f}, {longitude}", [latitude]]
    wrong += [frame.format(forms[0]) for frame in (*DOUBTS[:-1], *DENIALS[:3], *CONDITIONS)]
    wrong += [f"{forms[0]} or {latitude + 1:.4f}, {longitude}", f"{forms[0]}\n{longitude}, {latitude}"]
    return Variants(Coordinates(latitude, longitude), right, wrong)
