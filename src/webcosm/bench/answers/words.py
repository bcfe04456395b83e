"""Questions whose answers are words."""

from __future__ import annotations

from webcosm.bench.answers.question import COLORS, MONTHS, PEOPLE, PRODUCTS, STATUSES, STREETS, TOWNS, Question
from webcosm.judge.answers import Address, Choice, Email, PersonName, Phone, Text, Url
from webcosm.lore.rng import Rng

__all__ = ["address", "color", "email", "link", "order_number", "person", "phone", "status", "title"]


def address(rng: Rng) -> Question:
    number, street, town, code = rng.integer(2, 99), rng.choice(STREETS), rng.choice(TOWNS), rng.integer(10_000, 99_000)
    short = street.replace("Street", "St").replace("Road", "Rd").replace("Avenue", "Ave").replace("Lane", "Ln")
    person = rng.choice(PEOPLE)
    return Question(
        f"Where does the customer {person} live?",
        f"the address of {person}",
        Address(f"{number} {street}, {town}, IL {code}"),
        (f"{number} {street}, {town}, IL {code}", f"{number} {short}., {town}, IL {code}"),
        (f"{number + 1} {street}, {town}, IL {code}", f"{number} {street}, {town}, IL {code + 1}"),
        (
            f"{person} lives at {{v}}.",
            f"{person}'s address is {{v}}.",
            "The customer account shows {v}.",
            "Their home is at {v}.",
        ),
    )


def title(rng: Rng) -> Question:
    value, other = rng.sample(PRODUCTS, 2)
    month = rng.choice(MONTHS)
    return Question(
        f"Which product sold best in {month}?",
        f"the best-selling product in {month}",
        Text(value),
        (value, value.lower(), f"the {value}"),
        (other, f"the {other}", f"{value} Pro", f"Mini {value}"),
        (
            f"In {month} the shop sold {{v}} more often than any other product.",
            f"{{v}} sold best in {month}.",
            "Customers bought {v} most often.",
            "It was {v}, with 14 pieces.",
        ),
    )


def color(rng: Rng) -> Question:
    value, other = rng.sample(COLORS, 2)
    product = rng.choice(PRODUCTS)
    return Question(
        f"Which color did I choose when I bought the {product}?",
        f"the color of your {product}",
        Text(value),
        (value, value.lower()),
        (other, other.lower(), f"light {value.lower()}"),
        ("You chose {v}.", f"You picked the {product} in {{v}}.", "It was {v}.", "You went for {v} that time."),
    )


def order_number(rng: Rng) -> Question:
    value, other = rng.sample(range(101_000, 101_999), 2)
    product = rng.choice(PRODUCTS)
    return Question(
        f"In which order did I buy the {product}? Give its number.",
        f"the number of the order with the {product}",
        Text(str(value)),
        (str(value), f"#{value}", f"order {value}"),
        (str(other), f"#{other}", f"order {other}"),
        (
            f"You bought the {product} in {{v}}.",
            "That was {v} (May 5, 2026).",
            "It's {v}, placed on May 5, 2026 for $24.90.",
            f"The {product} is part of {{v}}.",
        ),
    )


def status(rng: Rng) -> Question:
    value, other = rng.sample(STATUSES, 2)
    order = rng.integer(101_000, 101_999)
    british = value.replace("Canceled", "Cancelled")
    return Question(
        f"What is the status of order {order}?",
        f"the status of order {order}",
        Choice(value, STATUSES),
        (value, value.lower(), british),
        (other, other.lower(), "Shipped to the depot"),
        (
            f"Order {order} is {{v}}.",
            f"The status of order #{order} reads {{v}}.",
            f"Order {order} is currently {{v}}.",
        ),
    )


def person(rng: Rng) -> Question:
    value, other = rng.sample(PEOPLE, 2)
    first, last = value.split()
    product = rng.choice(PRODUCTS)
    return Question(
        f"Who wrote the latest review of the {product}?",
        f"the author of the latest review of the {product}",
        PersonName(value),
        (value, f"{last}, {first}", f"Ms. {value}"),
        (other, f"{first} {other.split()[1]}"),
        (
            f"{{v}} wrote the latest review of the {product}.",
            "The latest review was written by {v}.",
            "It was {v}.",
            "The most recent review comes from {v}, posted on May 5, 2026.",
        ),
    )


def phone(rng: Rng) -> Question:
    value, other = rng.sample(range(1_000, 9_999), 2)
    person = rng.choice(PEOPLE)
    return Question(
        f"What is the telephone number of {person}?",
        f"the telephone number of {person}",
        Phone(f"(412) 555-{value}"),
        (f"(412) 555-{value}", f"412-555-{value}", f"+1 412 555 {value}"),
        (f"(412) 555-{other}", f"412-555-{other}"),
        (f"You can reach {person} at {{v}}.", f"Call {person} on {{v}}."),
    )


def email(rng: Rng) -> Question:
    value, other = rng.sample([name.lower().replace(" ", ".") for name in PEOPLE], 2)
    return Question(
        "To which email address are the invoices sent?",
        "the address for invoices",
        Email(f"{value}@mail.test"),
        (f"{value}@mail.test",),
        (f"{other}@mail.test",),
        ("Invoices go to {v}.", "They are sent to {v} every month."),
    )


def link(rng: Rng) -> Question:
    value, other = rng.sample(range(10, 99), 2)
    return Question(
        "What is the web address of the report?",
        "the address of the report",
        Url(f"http://admin.test/reports/{value}"),
        (f"http://admin.test/reports/{value}",),
        (f"http://admin.test/reports/{other}",),
        ("The report is at {v}.", "Open {v} to see it."),
    )
