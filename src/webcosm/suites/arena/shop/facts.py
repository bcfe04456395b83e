"""Tasks on the storefront, shop.test: what the store says about itself."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from decimal import Decimal

from webcosm.judge.answers import Address, Answer, Email, Money, Phone, Text, Time, Unless
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import dollars
from webcosm.worlds import World

__all__ = ["opening_hours"]

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEIGHTS = tuple(f"{kilograms}.{tenth}" for kilograms, tenth in zip(range(1, 14), "5283649157382", strict=True))
"""In kilograms; never whole, so that one has to know what a begun kilogram is."""
OTHER_WAYS = ("same-day", "evening", "weekend", "air mail", "sea freight")
HOLIDAYS = ("Sunday", "New Year's Day", "Thanksgiving Day", "Christmas Day", "Independence Day")


def settings(world: World) -> dict[str, str]:
    return {row.path: row.value for row in world.shop.rows("SELECT path, value FROM setting ORDER BY path")}


# Shipping -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parcel:
    way: str
    weight: str


class ShippingCost(Template[Parcel]):
    """What does it cost to ship a parcel of a weight?"""

    id = "arena.shop.parcel-cost"
    kind = Kind.ASK
    goals = (
        "How much does the store charge for {way} shipping on a package weighing {weight} kg?",
        "If my order weighs {weight} kg, what would {way} shipping cost?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    revision = 2
    twin = "arena.shop.cost-of-shipping"

    def pool(self, world: World) -> Sequence[Parcel]:
        ways = world.shop.values("SELECT title FROM shipping_method WHERE active AND per_kg > 0 ORDER BY position")
        return [Parcel(way.lower(), weight) for way in ways for weight in WEIGHTS]

    def answer(self, world: World, p: Parcel) -> Answer:
        way = world.shop.row("SELECT base, per_kg FROM shipping_method WHERE lower(title) = ?", p.way)
        assert way is not None, "pools hold ways that there are"
        return Money(dollars(way.base + way.per_kg * math.ceil(Decimal(p.weight))))

    async def solve(self, person: Person, p: Parcel) -> None:
        await person.click("Shipping and Delivery", role="link")
        row = next(row for row in person.rows() if row[0].casefold().startswith(p.way.casefold()))
        base, each = (Decimal(amount) for amount in re.findall(r"\$(\d+\.\d\d)", row[1]))
        await person.answer(f"${base + each * math.ceil(Decimal(p.weight))}")


class ShippingCostMissing(Template[Parcel]):
    """What does it cost to ship a parcel in a way that the store does not offer?"""

    id = "arena.shop.cost-of-shipping"
    kind = Kind.ASK
    goals = ShippingCost.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    achievable = False
    twin = "arena.shop.parcel-cost"
    revision = 3

    def pool(self, world: World) -> Sequence[Parcel]:
        offered = " ".join(world.shop.values("SELECT title || ' ' || carrier FROM shipping_method")).lower()
        return [Parcel(way, weight) for way in OTHER_WAYS if way.lower() not in offered for weight in WEIGHTS[::2]]

    def obstacle(self, world: World, p: Parcel) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.way, p.way.replace("-", " "), p.way.replace(" ", "")))

    async def solve(self, person: Person, p: Parcel) -> None:
        await person.click("Shipping and Delivery", role="link")
        ways = [row[0] for row in person.rows() if row]
        if not ways or any(p.way.casefold() in way.casefold() for way in ways):
            raise Lost(f"the store ships by {ways}, asked for {p.way}")
        await person.infeasible(f"The store does not ship by “{p.way}”.")


# Reaching the store ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ContactWay:
    detail: str


class StoreContact(Template[ContactWay]):
    """How can the store be reached?"""

    id = "arena.shop.store-contact"
    kind = Kind.ASK
    goals = (
        "What's this store's {detail}?",
        "I need to contact the store. What's its {detail}?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    revision = 2
    twin = "arena.shop.contact-of-store"

    def pool(self, world: World) -> Sequence[ContactWay]:
        """Only three: there are no other ways to reach the store."""
        return [ContactWay(detail) for detail in ("phone number", "email address", "street address")]

    def answer(self, world: World, p: ContactWay) -> Answer:
        known = {path.removeprefix("general/"): value for path, value in settings(world).items()}
        if p.detail == "phone number":
            return Phone(known["phone"])
        if p.detail == "email address":
            return Email(known["email"])
        return Address(f"{known['street']}, {known['city']}, {known['region']} {known['postcode']}")

    async def solve(self, person: Person, p: ContactWay) -> None:
        await person.click("Contact us", role="link")
        facts = contact_facts(person)
        await person.answer(
            facts[{"phone number": "Phone", "email address": "E-mail", "street address": "Address"}[p.detail]]
        )


def contact_facts(person: Person) -> dict[str, str]:
    """The list beside the contact form."""
    elements = person.view.elements
    terms = [index for index, element in enumerate(elements) if element.role == "term"]
    return {
        person.text_of(index): person.text_of(at)
        for index in terms
        for at in [next(at for at in range(index, len(elements)) if elements[at].role == "definition")]
    }


WISHED = {
    "fax number": ("fax",),
    "number for text messages": ("text messages", "text number", "texting", "SMS"),
    "P.O. box": ("box",),
}
"""Ways to reach a store that this one has not, and other words for them."""


class StoreContactMissing(Template[ContactWay]):
    """How can the store be reached in a way that it does not offer?"""

    id = "arena.shop.contact-of-store"
    kind = Kind.ASK
    goals = StoreContact.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    achievable = False
    twin = "arena.shop.store-contact"
    revision = 3

    def pool(self, world: World) -> Sequence[ContactWay]:
        """A handful, as of its twin; none that the written pages mention."""
        pages = " ".join(world.shop.values("SELECT content FROM cms_page ORDER BY id")).lower()
        wished = WISHED
        return [ContactWay(detail) for detail in wished if detail.lower() not in pages]

    def obstacle(self, world: World, p: ContactWay) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.detail, *WISHED[p.detail]))

    async def solve(self, person: Person, p: ContactWay) -> None:
        await person.click("Contact us", role="link")
        there = contact_facts(person)
        if not there or any(p.detail.split()[0].casefold() in term.casefold() for term in there):
            raise Lost(f"the contact page gives {list(there)}, asked for {p.detail}")
        await person.infeasible(f"The store has no {p.detail}; it gives only {', '.join(there)}.")


@dataclass(frozen=True)
class DayMoment:
    moment: str
    """``open`` or ``close``"""
    day: str


def opening_hours(text: str) -> dict[str, tuple[int, int]]:
    """Days to the hours at which the store opens and closes, from “Monday to Friday 8 AM to 8 PM, Saturday …”."""
    found = {}
    for first, last, *hours in re.findall(r"(\w+day)(?: to (\w+day))? (\d+) (AM|PM) to (\d+) (AM|PM)", text):
        opens, closes = (
            int(hour) % 12 + 12 * (half == "PM") for hour, half in zip(hours[::2], hours[1::2], strict=True)
        )
        for day in WEEK[WEEK.index(first) : WEEK.index(last or first) + 1]:
            found[day] = (opens, closes)
    return found


class OpeningHours(Template[DayMoment]):
    """When does the pickup counter open or close on a day?"""

    id = "arena.shop.counter-hours"
    kind = Kind.ASK
    goals = (
        "What time does the store's pickup counter {moment} on {day}? If it's closed that day, say “closed”.",
        "I want to pick up an order. When does the store's pickup counter {moment} on {day}? If it doesn't open at"
        " all, just say “closed”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    revision = 3

    def pool(self, world: World) -> Sequence[DayMoment]:
        """Two for each day on which the store is open, and some on which it is not: there are no more."""
        days = opening_hours(settings(world)["general/hours"])
        closed = [day for day in HOLIDAYS if day not in days]
        return [DayMoment(moment, day) for day in (*days, *closed[:3]) for moment in ("open", "close")]

    def answer(self, world: World, p: DayMoment) -> Answer:
        hours = opening_hours(settings(world)["general/hours"]).get(p.day)
        if hours:
            return Unless(Time(time(hours[p.moment == "close"])), "closed")
        return Unless(Text("closed"), "closed", instead_of=Time(time(0)))

    async def solve(self, person: Person, p: DayMoment) -> None:
        await person.click("Store Hours and Pickup", role="link")
        days = opening_hours(", ".join(" ".join(row) for row in person.rows()))
        if p.day not in days:
            if ["Sunday and public holidays", "closed"] not in person.rows():
                raise Lost(f"{person.view.url} does not say that the store is closed on {p.day}")
            await person.answer("closed")
            return
        hour = days[p.day][p.moment == "close"]
        await person.answer(f"{(hour - 1) % 12 + 1} {'PM' if hour >= 12 else 'AM'}")


# Sizes ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measure:
    size: str
    measure: str


class SizeGuide(Template[Measure]):
    """What are the measures of a size?"""

    id = "arena.shop.size-guide"
    kind = Kind.ASK
    goals = (
        "What are the {measure} measurements for a size {size} top, according to the store? Give me the range as"
        " written.",
        "Check the store's size guide: what {measure} range does it give for a size {size} top? I need it as written.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    revision = 2

    def pool(self, world: World) -> Sequence[Measure]:
        """As many as the table of sizes has cells."""
        return list(self._cells(world))

    def answer(self, world: World, p: Measure) -> Answer:
        return Text(self._cells(world)[p], aliases=(self._cells(world)[p].removesuffix(" in"),))

    def _cells(self, world: World) -> dict[Measure, str]:
        text = world.shop.value("SELECT content FROM cms_page WHERE url_key = 'size-guide'")
        head, _, *rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")
        ]
        return {
            Measure(row[0], measure): value for row in rows for measure, value in zip(head[1:], row[1:], strict=True)
        }

    async def solve(self, person: Person, p: Measure) -> None:
        await person.click("Size Guide", role="link")
        head = next(row for row in person.rows() if row[:1] == ["size"])
        row = next(row for row in person.rows() if row[:1] == [p.size])
        await person.answer(row[head.index(p.measure)])
