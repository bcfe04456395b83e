"""Many surface forms of random right values, and of wrong or uncommitted ones, for every answer type.

Each maker draws a value, says it in all the ways people and models say it, and says other things that must not pass:
neighbouring values, lists of guesses, hedges, denials, ranges, other units.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from webcosm.judge.answers import (
    Address,
    Answer,
    Choice,
    Coordinates,
    Date,
    DateTime,
    Distance,
    Duration,
    Email,
    Money,
    Month,
    NotFound,
    Number,
    Ordered,
    Percentage,
    Person,
    Phone,
    SetOf,
    Table,
    Text,
    Time,
    Url,
    Year,
    YesNo,
)
from webcosm.lore.rng import Rng

__all__ = ["MAKERS", "Variants", "variants"]


class Variants(NamedTuple):
    expected: Answer
    right: list[object]
    wrong: list[object]


FRAMES = (
    "{}",
    "{}.",
    " {} ",
    "**{}**",
    "`{}`",
    "The answer is {}.",
    "Answer: {}",
    "It's {}",
    "I found it: {}.",
    "I think it is {}.",
    '"{}"',
    "“{}”",
)
DOUBTS = ("maybe {}", "perhaps {}", "it might be {}", "possibly {}", "It could be {}", "My guess is {}", "{}?")
DENIALS = (
    "not {}",
    "It is not {}.",
    "It isn't {}",
    "anything but {}",
    "The answer is never {}",
    "everything except {}",
)
CONDITIONS = ("If all goes well, {}", "{} unless something changed", "It depends: {}", "Assuming the page is right, {}")
CHOICES = (
    "{} or {}",
    "either {} or {}",
    "{} / {}",
    "{}, {}",
    "{} and {}",
    "{}; {}",
    "{} vs {}",
    "{}\n{}",
    "first {}, then {}",
)


def spoken(forms: Iterable[str], rng: Rng) -> list[object]:
    """Each form alone, in two sentences and in JSON."""
    result: list[object] = []
    for form in forms:
        result.append(form)
        result += [frame.format(form) for frame in rng.sample(FRAMES[1:], 2)]
        result.append(json.dumps({"answer": form}))
    return result


def doubtful(form: str, others: Sequence[str], rng: Rng) -> list[object]:
    """The right form said without commitment, and beside others."""
    result: list[object] = [frame.format(form) for frame in (*DOUBTS, *DENIALS, *CONDITIONS)]
    for other in others:
        result += [frame.format(*rng.shuffled([form, other])) for frame in CHOICES]
    result += [" ".join([form, *others]), [form, *others], json.dumps([*others, form]), ", ".join([*others, form] * 20)]
    return result


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
        f"> {value}",
    ]
    wrong += [f"There are {n} of them" for n in near]
    wrong += doubtful(str(value), [str(value + 1), str(value + 7)], rng)
    return Variants(Number(value), right, wrong)


UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
SMALL = (UNITS + " seventeen eighteen nineteen").split(" ")
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_words(value: int) -> str:
    if value < 20:
        return SMALL[value]
    if value < 100:
        tens = TENS[value // 10 - 2]
        return f"{tens}-{SMALL[value % 10]}" if value % 10 else tens
    if value < 1000:
        rest = f" and {in_words(value % 100)}" if value % 100 else ""
        return f"{SMALL[value // 100]} hundred{rest}"
    rest = f" {in_words(value % 1000)}" if value % 1000 else ""
    return f"{in_words(value // 1000)} thousand{rest}"


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


def phone(rng: Rng) -> Variants:
    area, middle, last = rng.integer(201, 989), rng.integer(200, 999), rng.integer(0, 9999)
    forms = [
        f"{area}-{middle}-{last:04}",
        f"({area}) {middle}-{last:04}",
        f"+1 {area} {middle} {last:04}",
        f"+1 ({area}) {middle}-{last:04}",
        f"1-{area}-{middle}-{last:04}",
        f"{area}.{middle}.{last:04}",
        f"{area}{middle}{last:04}",
    ]
    other = f"{area}-{middle}-{(last + 1) % 10000:04}"
    wrong: list[object] = [
        other,
        f"{middle}-{last:04}",
        f"+44 {area} {middle} {last:04}",
        f"{forms[0]}5",
        forms[0][:-1],
    ]
    wrong += doubtful(forms[0], [other, f"{area + 1}-{middle}-{last:04}"], rng)
    return Variants(Phone(forms[2]), spoken(forms, rng), wrong)


FIRST = ("Ana", "Bo", "Cleo", "Dmitri", "Esra", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Keiko", "Lidia")
LAST = ("Lopez", "Chen", "Okafor", "Nilsson", "Haddad", "Moreau", "Sato", "Kowalski", "Rossi", "Varga", "Quinn")


def email(rng: Rng) -> Variants:
    first, last = rng.choice(FIRST).lower(), rng.choice(LAST).lower()
    value, other = f"{first}.{last}{rng.integer(1, 99)}@mail.test", f"{last}.{first}@mail.test"
    right = spoken([value, value.upper(), f"<{value}>", f"mailto:{value}"], rng)
    wrong: list[object] = [other, value[1:], value + "s", value.replace("@", " at "), value.replace(".test", "")]
    return Variants(Email(value), right, wrong + doubtful(value, [other], rng))


def url(rng: Rng) -> Variants:
    site, page, number = (
        rng.choice(["shop", "forum", "code"]),
        rng.choice(["orders", "items", "posts"]),
        rng.integer(1, 999),
    )
    rest = f"{site}.test/{page}/{number}?tab=a&sort=b"
    forms = [
        f"http://{rest}",
        f"https://{rest}",
        rest,
        f"http://{site}.test/{page}/{number}/?sort=b&tab=a",
        f"http://www.{rest}#top",
    ]
    other = f"http://{site}.test/{page}/{number + 1}?tab=a&sort=b"
    wrong: list[object] = [
        other,
        f"http://{rest}&x=1",
        f"http://{site}.test/{page}",
        f"/{page}/{number}",
        f"http://x.{rest}",
    ]
    wrong += [frame.format(forms[0]) for frame in (*DOUBTS[:-1], *DENIALS, *CONDITIONS)]
    wrong += [f"{forms[0]} {other}", f"{forms[0]} or {other}", [forms[0], other]]
    return Variants(Url(forms[0]), spoken(forms, rng), wrong)


def person(rng: Rng) -> Variants:
    first, other = rng.sample(FIRST, 2)
    last, second = rng.sample(LAST, 2)
    forms = [f"{first} {last}", f"{last}, {first}", f"Ms. {first} {last}", f"Dr {first} {last}", f"{first} J. {last}"]
    right = [*spoken([*forms, forms[0].upper()], rng), f"{first} {last} is the author of the review."]
    right += [f"The customer with the most orders is {first} {last}.", f"Author: {first} {last}"]
    wrong: list[object] = [
        first,
        last,
        f"{other} {last}",
        f"{first} {second}",
        f"{first} {other} {last}",
        f"{first} {last} {second}",
    ]
    wrong += doubtful(forms[0], [f"{other} {second}"], rng)
    return Variants(Person(f"{first} {last}"), right, wrong)


ADJECTIVES = ("Blue", "Sturdy", "Folding", "Quiet", "Ceramic", "Wool", "Compact", "Painted", "Solar", "Oak")
NOUNS = ("Mug", "Lamp", "Kettle", "Chair", "Backpack", "Blanket", "Speaker", "Shelf", "Notebook", "Clock")


def text(rng: Rng) -> Variants:
    one, two, three = rng.sample(ADJECTIVES, 3)
    noun, other = rng.sample(NOUNS, 2)
    value, rival = f"{one} {two} {noun}", f"{three} {other}"
    forms = [
        value,
        value.lower(),
        value.upper(),
        value.replace(" ", "-"),
        f"the {value}",
        f"  {one}  {two}\u00a0{noun}",
    ]
    right = [*spoken(forms, rng), f"The best-selling product is the {value}.", f"{value} is the best-selling product."]
    right += [f"Product name: {value}", f"It is called '{value}'."]
    wrong: list[object] = [noun, f"{one} {noun}", f"{value} {three}", f"{three} {value}", f"{value}s", rival]
    wrong += [f"The best one is the {rival}", f"{rival} is the {value}", f"{value} is {rival}", f"{value} {rival}"]
    return Variants(Text(value), right, wrong + doubtful(value, [rival], rng))


STATUSES = ("pending", "processing", "complete", "canceled", "on hold", "suspected fraud")


def choice(rng: Rng) -> Variants:
    value, other, third = rng.sample(STATUSES, 3)
    right = [
        *spoken([value, value.upper(), value.title()], rng),
        f"Order #12 of March 5, 2024 is {value}",
        {"status": value},
    ]
    wrong: list[object] = [
        other,
        third,
        f"un{value}",
        ", ".join(STATUSES),
        f"{value} {other}",
        f"was {other}, now {value}",
    ]
    return Variants(Choice(value, STATUSES), right, wrong + doubtful(value, [other, third], rng))


def yes_no(rng: Rng) -> Variants:
    value = rng.chance(0.5)
    word, other = ("yes", "no") if value else ("no", "yes")
    right = [*spoken([word, word.upper(), word.title(), str(value), str(value).lower()], rng), value, {"answer": value}]
    right.append(f"{word.title()}, the page says so.")
    wrong: list[object] = [
        other,
        not value,
        f"{word} and {other}",
        f"{word}/{other}",
        f"{word} or {other}",
        f"{word} {other}",
    ]
    wrong += [
        f"{word}, {other}",
        f"maybe {word}",
        f"{word}?",
        f"{word} if it is Monday",
        f"{word}. {other.title()}.",
        "it depends",
    ]
    return Variants(YesNo(value), right, wrong)


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


STREETS = (
    ("Street", "St."),
    ("Avenue", "Ave"),
    ("Road", "Rd."),
    ("Boulevard", "Blvd"),
    ("Lane", "Ln"),
    ("Drive", "Dr."),
)
STATES = (("Illinois", "IL"), ("New York", "NY"), ("Ohio", "OH"), ("West Virginia", "WV"))


def address(rng: Rng) -> Variants:
    number, unit, code = rng.integer(1, 999), rng.integer(1, 60), rng.integer(10_000, 99_999)
    name, city = rng.sample(["Oak", "Maple", "Harbor", "Mill", "Cedar", "Station"], 2)
    (kind, short), (state, letters) = rng.choice(STREETS), rng.choice(STATES)
    value = f"{number} {name} {kind}, Apartment {unit}, {city}ville, {state} {code}"
    brief = f"{number} {name} {short}, Apt. {unit}, {city}ville, {letters} {code}"
    forms = [value, brief, brief.lower(), brief.replace("Apt. ", "#"), brief.replace(",", "")]
    other = brief.replace(f"{number} {name}", f"{number + 1} {name}")
    wrong: list[object] = [
        other,
        brief.replace(str(code), str(code + 1)),
        brief.replace(name, "Elm"),
        brief[1:] if number > 9 else "1",
    ]
    wrong += [brief.replace(f"Apt. {unit}, ", ""), brief.replace(f", {letters}", ", TX"), f"{number} {name} {short}"]
    return Variants(Address(value, states=STATES), spoken(forms, rng), wrong + doubtful(brief, [other], rng))


def not_found(rng: Rng) -> Variants:
    noun = rng.choice(NOUNS).lower()
    forms = [
        "N/A",
        "n/a",
        "Not found",
        "None",
        "not available",
        f"There is no such {noun}",
        f"The {noun} does not exist",
    ]
    right: list[object] = [form for phrase in forms for form in (phrase, f"{phrase}.", json.dumps({"answer": phrase}))]
    right += [None, [], f"I could not find any {noun} like that.", f"There are no reviews of the {noun}."]
    wrong: list[object] = [
        "",
        noun,
        f"The {noun}",
        f"N/A or {noun}",
        rng.integer(0, 99),
        f"There are {rng.integer(2, 9)} {noun}s",
        "yes",
    ]
    wrong += [f"not found, but perhaps the {noun}", f"N/A, {rng.integer(2, 99)}", False]
    return Variants(NotFound(), right, wrong)


def _bulleted(items: Sequence[str]) -> list[object]:
    return [
        ", ".join(items),
        "; ".join(items),
        "\n".join(items),
        "\n".join(f"- {item}" for item in items),
        "\n".join(f"* {item}" for item in items),
        "\n".join(f"{n}. {item}" for n, item in enumerate(items, start=1)),
        "\n".join(f"{n}) {item}" for n, item in enumerate(items, start=1)),
        f"{', '.join(items[:-1])} and {items[-1]}",
        f"{', '.join(items[:-1])}, and {items[-1]}.",
        f"The items are: {', '.join(items)}",
        "Here they are:\n" + "\n".join(f"- {item}" for item in items),
        list(items),
        json.dumps(list(items)),
        {"items": list(items)},
        {"answer": list(items)},
    ]


def _products(rng: Rng, count: int) -> list[str]:
    return [
        f"{adjective} {noun}"
        for adjective, noun in zip(rng.sample(ADJECTIVES, count), rng.sample(NOUNS, count), strict=True)
    ]


def set_of(rng: Rng) -> Variants:
    count = rng.integer(2, 6)
    *items, extra, swap = _products(rng, count + 2)
    right = [form for order in (items, items[::-1], rng.shuffled(items)) for form in _bulleted(order)]
    wrong = _bulleted([*items, extra]) + _bulleted([*items[:-1], swap])
    if count > 2:
        wrong += _bulleted(items[:-1])
    wrong += [
        " or ".join(items),
        f"not {', '.join(items)}",
        f"maybe {', '.join(items)}",
        " ".join(items),
        f"{', '.join(items)}, etc.",
    ]
    return Variants(SetOf(tuple(Text(item) for item in items)), right, wrong)


def set_of_amounts(rng: Rng) -> Variants:
    cents = sorted({rng.integer(100, 500_000) for _ in range(4)})
    items = [f"${value / 100:,.2f}" for value in cents]
    right = _bulleted(items) + _bulleted(rng.shuffled(items)) + [[value / 100 for value in cents]]
    wrong = _bulleted([*items, "$7,000.01"]) + _bulleted([*items[:-1], "$7,000.01"]) + _bulleted(items[1:])
    return Variants(SetOf(tuple(Money(value / 100) for value in cents)), right, wrong)


def ordered(rng: Rng) -> Variants:
    *items, extra = _products(rng, rng.integer(3, 6))
    wrong = (
        _bulleted(items[::-1])
        + _bulleted([*items, extra])
        + _bulleted([*items, items[0]])
        + _bulleted([items[0], *items])
    )
    return Variants(Ordered(tuple(Text(item) for item in items)), _bulleted(items), wrong)


def table(rng: Rng) -> Variants:
    names = _products(rng, 3)
    prices = [rng.integer(100, 200_000) / 100 for _ in names]
    rows = list(zip(names, prices, strict=True))

    def forms(rows: Sequence[tuple[str, float]]) -> list[object]:
        return [
            [{"product": name, "unit price": price} for name, price in rows],
            [{"Unit_Price": f"${price:,.2f}", "Product": name} for name, price in rows],
            [[name, price] for name, price in rows],
            json.dumps([{"product": name, "unitPrice": price} for name, price in rows]),
            "| Product | Unit price |\n|---|---|\n" + "\n".join(f"| {name} | ${price:,.2f} |" for name, price in rows),
            "\n".join(f"{name}: ${price:,.2f}" for name, price in rows),
            "\n".join(f"- {name} - ${price:,.2f}" for name, price in rows),
            "product,unit price\n" + "\n".join(f"{name},{price:.2f}" for name, price in rows),
            dict(rows),
        ]

    right = forms(rows) + forms(rows[::-1])
    swapped = [(names[0], prices[1] + 1), *rows[1:]]
    wrong = (
        forms(rows[:-1])
        + forms([*rows, ("Elm Desk", 7.0)])
        + forms(swapped)
        + [", ".join(names), ", ".join(map(str, prices))]
    )
    expected = Table(("product", "unit price"), tuple((Text(name), Money(price)) for name, price in rows))
    return Variants(expected, right, wrong)


MAKERS: dict[str, Callable[[Rng], Variants]] = {
    maker.__name__: maker
    for maker in (
        *(plain_number, worded_number, money, percentage, date, time, date_time, duration, distance, coordinates),
        *(phone, email, url, person, text, choice, yes_no, month, year, address, not_found),
        *(set_of, set_of_amounts, ordered, table),
    )
}


def variants(name: str, rounds: int) -> list[Variants]:
    """The same ``rounds`` draws on every machine."""
    return [MAKERS[name](Rng("answer variants", name, number)) for number in range(rounds)]
