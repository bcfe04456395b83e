"""Variants of names, texts and ways to reach someone."""

from __future__ import annotations

import json

from tests.judge.variants.saying import CONDITIONS, DENIALS, DOUBTS, Variants, doubtful, spoken
from webcosm.judge.answers import Address, Choice, Email, NotFound, PersonName, Phone, Text, Url, YesNo
from webcosm.lore.rng import Rng

__all__ = ["ADJECTIVES", "NOUNS", "address", "choice", "email", "not_found", "person", "phone", "text", "url", "yes_no"]


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
    return Variants(PersonName(f"{first} {last}"), right, wrong)


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
