"""Tasks on the board, classifieds.test: writing a listing from a wish."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from webcosm.judge.state import Expectation
from webcosm.suites.arena.classifieds._deeds import all_of, new_id, new_listing_rules, text_of_listing
from webcosm.suites.arena.classifieds._moves import account_tab, fill_listing, go_public, new_listing
from webcosm.suites.arena.classifieds._rows import Board
from webcosm.suites.arena.classifieds._words import Says
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import World

__all__ = ["Offer", "PublishOffer"]

CONDITIONS = {"new": "New", "like_new": "Like new", "used": "Used", "worn": "Worn", "for_parts": "For parts"}


@dataclass(frozen=True)
class Offer:
    """What somebody wants to sell, in their words; what the words mean is looked up in :data:`THINGS` and the rest."""

    thing: str
    """“my blue road bike (frame size M, 18 gears)”"""
    state: str
    """“it's used”"""
    remark: str
    """“the bell is missing”"""
    price: str
    """“$140”"""
    terms: str
    """“the price is firm”"""
    city: str

    @property
    def cents(self) -> int:
        return int(self.price.strip("$").replace(",", "")) * 100


@dataclass(frozen=True)
class Thing:
    slug: str
    category: str
    values: Mapping[str, str | int]
    labels: Sequence[tuple[str, str]]
    """What is filled in for the values."""
    named: Says
    """What a title must say."""
    title: str
    remarks: Mapping[str, Says]


STATES = {"it's used": "used", "it's as good as new": "like_new"}
TERMS = {"the price is firm": False, "I'm open to offers": True}

SOFA = {
    "one of the cushions has a stain": Says(("stain", r"~cushion")),
    "the legs come off for the stairs": Says(("legs", r"~come off|remov|unscrew|detach|stairs")),
    "it comes from a home with a cat": Says(("cat",)),
}
BIKE = {
    "the bell is missing": Says(("bell", r"~missing|no bell|without")),
    "it has new tires": Says(("new", r"~tires|tyres")),
    "a lock comes with it": Says(("lock",)),
}
PHONE = {
    "there's a hairline crack in the back": Says(("crack", r"~back|rear")),
    "the charger is included": Says(("charger",)),
    "the battery lasts a full day": Says(("battery", "day")),
}
SHOES = {
    "they were worn twice at most": Says((r"~worn|wore", r"~twice|two|2")),
    "the box is still there": Says(("box",)),
    "they run a little small": Says(("small",)),
}
TENT = {
    "one pole has been mended": Says(("pole", r"~mended|repair|fixed")),
    "it's waterproof": Says((r"~waterproof|watertight",)),
    "pegs and lines are all there": Says(("pegs", "lines")),
}
GUITAR = {
    "the strings are new": Says(("strings", "new")),
    "there's a scratch below the bridge": Says(("scratch", "bridge")),
    "it comes in a soft case": Says(("case",)),
}


def _bike(color: str, style: str, frame: str, gears: int) -> Thing:
    return Thing(
        "bicycles",
        "Bicycles",
        {"style": style, "frame": frame, "gears": gears, "color": color, "electric": 0},
        (("Style", style), ("Frame size", frame), ("Gears", str(gears)), ("Color", color), ("Electric", "No")),
        Says((r"~bike|bicycle",), any_amount=True),
        f"{color} {style.lower()} bike, size {frame}",
        BIKE,
    )


def _sofa(color: str, material: str, width: int) -> Thing:
    return Thing(
        "furniture",
        "Furniture",
        {"type": "Sofa", "material": material, "color": color, "width": width},
        (("Type", "Sofa"), ("Material", material), ("Color", color), ("Width", str(width))),
        Says((r"~sofa|couch",), any_amount=True),
        f"{color} {material.lower()} sofa",
        SOFA,
    )


def _phone(color: str, storage: str) -> Thing:
    return Thing(
        "phones",
        "Phones",
        {"storage": storage, "color": color, "unlocked": 1},
        (("Storage", storage), ("Color", color), ("Unlocked", "Yes")),
        Says((r"~phone",), any_amount=True),
        f"{color} phone with {storage}",
        PHONE,
    )


def _boots(color: str, fits: str, size: int) -> Thing:
    return Thing(
        "shoes",
        "Shoes",
        {"type": "Boots", "fits": fits, "size": size, "color": color},
        (("Type", "Boots"), ("For", fits), ("Size", str(size)), ("Color", color)),
        Says((r"~boots",), any_amount=True),
        f"{color} boots, size {size}",
        SHOES,
    )


def _tent(color: str) -> Thing:
    return Thing(
        "sports",
        "Sports and outdoors",
        {"type": "Tent", "color": color},
        (("Type", "Tent"), ("Color", color)),
        Says((r"~tent",), any_amount=True),
        f"{color} tent",
        TENT,
    )


def _guitar(make: str, color: str) -> Thing:
    return Thing(
        "instruments",
        "Musical instruments",
        {"type": "Acoustic guitar", "make": make, "color": color},
        (("Type", "Acoustic guitar"), ("Make", make), ("Color", color)),
        Says((r"~guitar",), any_amount=True),
        f"{make} acoustic guitar",
        GUITAR,
    )


THINGS: Mapping[str, Thing] = {
    "my blue road bike (frame size M, 18 gears, no motor)": _bike("Blue", "Road", "M", 18),
    "a red city bike with frame size S and 7 gears, not electric": _bike("Red", "City", "S", 7),
    "my black mountain bike, frame size L, 24 gears, no electric drive": _bike("Black", "Mountain", "L", 24),
    "our gray fabric sofa, 84 inches wide": _sofa("Gray", "Fabric", 84),
    "the brown leather sofa, which is 90 inches wide": _sofa("Brown", "Leather", 90),
    "my unlocked black phone with 128 GB": _phone("Black", "128 GB"),
    "an unlocked red phone with 64 GB of storage": _phone("Red", "64 GB"),
    "a pair of brown men's boots, size 10": _boots("Brown", "Men", 10),
    "my black women's boots in size 7": _boots("Black", "Women", 7),
    "our green tent": _tent("Green"),
    "an orange tent": _tent("Orange"),
    "my brown acoustic guitar by Sorrel": _guitar("Sorrel", "Brown"),
    "the black Ellery acoustic guitar": _guitar("Ellery", "Black"),
}
PRICES = (40, 65, 80, 95, 120, 140, 175, 210)


class PublishOffer(Template[Offer], ABC):
    """Templates that write a listing of a thing."""

    kind = Kind.DO
    sites = ("classifieds",)
    status: ClassVar[str] = "active"

    def pool(self, world: World) -> Sequence[Offer]:
        board, found = Board(world), []
        homes = [board.cities[number].name for number in self._cities(world)]
        for turn, (words, thing) in enumerate(THINGS.items()):
            for place, remark in enumerate(thing.remarks):
                number = turn * 3 + place
                found.append(
                    Offer(
                        words,
                        list(STATES)[number % 2],
                        remark,
                        f"${PRICES[number * 5 % 8]}",
                        list(TERMS)[number // 2 % 2],
                        homes[number % len(homes)],
                    )
                )
        return [one for one in found if one.state == "it's used" or one.remark not in FLAWS]

    def _cities(self, world: World) -> list[int]:
        """Large ones, so that an address is told by its name alone."""
        return list(range(6))

    def expect(self, world: World, p: Offer) -> Expectation:
        board, thing = Board(world), THINGS[p.thing]
        number = new_id(world, "listing")
        rules = new_listing_rules(
            world,
            title=None,
            slug=thing.slug,
            price=p.cents,
            negotiable=TERMS[p.terms],
            condition=STATES[p.state],
            city_id=next(number for number, row in board.cities.items() if row.name == p.city),
            values=thing.values,
            status=self.status,
        )
        return all_of(
            rules,
            the_title_says_what_it_is=text_of_listing(number, thing.named, "title"),
            the_description_says_so=text_of_listing(number, _allowing(thing.remarks[p.remark])),
        )

    def filled(self, world: World, p: Offer) -> list[tuple[str, str]]:
        thing = THINGS[p.thing]
        code = world.classifieds.value(
            "SELECT region.code FROM city JOIN region ON region.id = region_id WHERE city.name = ?", p.city
        )
        return [
            ("Title", thing.title),
            ("Description", f"{p.thing[0].upper()}{p.thing[1:]}. Please note that {p.remark}."),
            ("Price", p.price.strip("$")),
            ("The price can be talked about", "yes" if TERMS[p.terms] else "no"),
            ("Condition", CONDITIONS[STATES[p.state]]),
            ("City", f"{p.city}, {code}"),
            *thing.labels,
        ]


FLAWS = ("one of the cushions has a stain", "one pole has been mended", "there's a hairline crack in the back")
"""What nobody says of a thing that is as good as new."""


def _allowing(says: Says) -> Says:
    return Says(says.facts, says.without, any_amount=True, most=300)


async def published_from_a_draft(person: Person, p: Offer) -> None:
    """Saved as a draft first, then completed and published."""
    template = PublishThing()
    filled = template.filled(person.world, p)
    await new_listing(person, THINGS[p.thing].category)
    await fill_listing(person, filled)
    await person.click("Save draft")
    await person.click(THINGS[p.thing].title, role="link")
    await go_public(person)
    await person.stop()


async def published_without_details(person: Person, p: Offer) -> None:
    """Only what the form insists on."""
    template = PublishThing()
    filled = [one for one in template.filled(person.world, p) if one[0] not in ("Color", "Gears", "Width", "Make")]
    await new_listing(person, THINGS[p.thing].category)
    await fill_listing(person, filled)
    await go_public(person)
    await person.stop()


async def published_with_another_text(person: Person, p: Offer) -> None:
    filled = PublishThing().filled(person.world, p)
    await new_listing(person, THINGS[p.thing].category)
    await fill_listing(person, [(label, "A nice thing." if label == "Description" else text) for label, text in filled])
    await go_public(person)
    await person.stop()


class PublishThing(PublishOffer):
    """Publish a listing."""

    id = "arena.classifieds.publish-thing"
    goals = (
        "I want to sell {thing}. Publish a listing for pickup in {city} and mention that {remark}. I'm asking {price},"
        " and {terms}. As for its condition, {state}.",
        "Put {thing} up for sale at {price} in {city}. Mention that {remark}. Also, {state}, and {terms}.",
    )
    difficulty = Difficulty(actions=14)
    ways: ClassVar[tuple[Way, ...]] = (published_from_a_draft,)
    shortcuts: ClassVar[tuple[Way, ...]] = (published_without_details, published_with_another_text)

    async def solve(self, person: Person, p: Offer) -> None:
        await new_listing(person, THINGS[p.thing].category)
        await fill_listing(person, self.filled(person.world, p))
        await go_public(person)
        await person.stop()


async def drafted_by_another_way(person: Person, p: Offer) -> None:
    await account_tab(person, "My listings")
    await new_listing(person, THINGS[p.thing].category)
    await fill_listing(person, list(reversed(DraftThing().filled(person.world, p))))
    await person.click("Save draft")
    await person.stop()


async def published_at_once(person: Person, p: Offer) -> None:
    await new_listing(person, THINGS[p.thing].category)
    await fill_listing(person, DraftThing().filled(person.world, p))
    await go_public(person)
    await person.stop()


class DraftThing(PublishOffer):
    """Save a listing as a draft."""

    id = "arena.classifieds.draft-thing"
    goals = (
        "Prepare a listing for {thing}, but only as a draft, since I still have to take photos. Mention that {remark}."
        " I'm asking {price}, and {terms}. As for its condition, {state}. Pickup is in {city}.",
        "Save a draft for {thing} so that I can publish it later. The text should say that {remark}. Also, {state}, the"
        " place is {city}, I want {price}, and {terms}.",
    )
    difficulty = Difficulty(actions=14)
    ways: ClassVar[tuple[Way, ...]] = (drafted_by_another_way,)
    shortcuts: ClassVar[tuple[Way, ...]] = (published_at_once,)
    status = "draft"

    async def solve(self, person: Person, p: Offer) -> None:
        await new_listing(person, THINGS[p.thing].category)
        await fill_listing(person, self.filled(person.world, p))
        await person.click("Save draft")
        await person.stop()


# Homes ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Home:
    street: str
    city: str
    rooms: str
    """“two bedrooms and one bathroom”"""
    area: str
    """“1,000”"""
    rent: str
    """“$1,675”"""
    extras: str
    """“unfurnished, and pets are welcome”"""
    since: str
    """“July 1”"""


ROOMS = {
    "one bedroom and one bathroom": (1, 1),
    "two bedrooms and one bathroom": (2, 1),
    "two bedrooms and two bathrooms": (2, 2),
    "three bedrooms and two bathrooms": (3, 2),
}
EXTRAS = {
    "It comes furnished, and pets aren't allowed": (1, 0),
    "It's unfurnished, and pets are welcome": (0, 1),
    "It's furnished, and pets are fine": (1, 1),
    "It's unfurnished, and pets aren't allowed": (0, 0),
}


def _number(text: str) -> int:
    return int(text.strip("$").replace(",", ""))


def _home_fields(world: World, p: Home) -> list[tuple[str, str]]:
    bedrooms, bathrooms = ROOMS[p.rooms]
    furnished, pets = EXTRAS[p.extras]
    code = world.classifieds.value(
        "SELECT region.code FROM city JOIN region ON region.id = region_id WHERE city.name = ?", p.city
    )
    return [
        ("Title", f"{bedrooms}-bedroom apartment on {p.street}"),
        ("Description", f"Apartment on {p.street}, free from {p.since}."),
        ("Price", str(_number(p.rent))),
        ("The price can be talked about", "no"),
        ("City", f"{p.city}, {code}"),
        ("Bedrooms", str(bedrooms)),
        ("Bathrooms", str(bathrooms)),
        ("Area", str(_number(p.area))),
        ("Furnished", "Yes" if furnished else "No"),
        ("Pets allowed", "Yes" if pets else "No"),
    ]


async def rented_by_another_title(person: Person, p: Home) -> None:
    filled = dict(_home_fields(person.world, p))
    filled["Title"] = f"Nice flat, {p.street}"
    filled["Description"] = f"{p.street.upper()}: you can move in on {p.since}. {p.extras}."
    await new_listing(person, "Apartments for rent")
    await fill_listing(person, list(filled.items())[::-1])
    await go_public(person)
    await person.stop()


async def rented_as_a_house(person: Person, p: Home) -> None:
    """Of the first category that sounds right."""
    await new_listing(person, "Houses for rent")
    await fill_listing(person, [one for one in _home_fields(person.world, p) if one[0] != "Furnished"])
    await go_public(person)
    await person.stop()


class PublishHome(Template[Home]):
    """Publish an apartment for rent."""

    id = "arena.classifieds.publish-apartment"
    kind = Kind.DO
    goals = (
        "I'm renting out my apartment on {street} in {city}: {rooms}, {area} square feet, {rent} a month, and that's a"
        " fixed price. {extras}. It's free from {since}, which the description has to mention along with the street."
        " Publish the listing.",
        "Advertise my apartment in {city} for rent at a fixed {rent} a month. It has {rooms} on {area} square feet."
        " {extras}. Write in the description that it's on {street} and available from {since}.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=14)
    ways: ClassVar[tuple[Way, ...]] = (rented_by_another_title,)
    shortcuts: ClassVar[tuple[Way, ...]] = (rented_as_a_house,)

    def pool(self, world: World) -> Sequence[Home]:
        rooms, extras = list(ROOMS), list(EXTRAS)
        found = []
        for number, street in enumerate(world.lore.region.streets[:400:10]):
            bedrooms, bathrooms = ROOMS[rooms[number % 4]]
            found.append(
                Home(
                    street.name,
                    world.lore.city(street.city_id).name,
                    rooms[number % 4],
                    f"{280 + bedrooms * 210 + number % 5 * 30:,}",
                    f"${500 + bedrooms * 450 + bathrooms * 150 + number % 7 * 25:,}",
                    extras[number // 4 % 4],
                    ("June 1", "June 15", "July 1", "August 1")[number // 2 % 4],
                )
            )
        return found

    def expect(self, world: World, p: Home) -> Expectation:
        board, number = Board(world), new_id(world, "listing")
        bedrooms, bathrooms = ROOMS[p.rooms]
        furnished, pets = EXTRAS[p.extras]
        rules = new_listing_rules(
            world,
            title=None,
            slug="apartments",
            price=_number(p.rent) * 100,
            negotiable=False,
            condition="none",
            city_id=next(number for number, row in board.cities.items() if row.name == p.city),
            values={
                "bedrooms": bedrooms,
                "bathrooms": bathrooms,
                "area": _number(p.area),
                "furnished": furnished,
                "pets": pets,
            },
        )
        month, _, day = p.since.partition(" ")
        date = (p.since, f"{day} {month}", f"{month[:3]} {day}", f"{p.since}st", f"{p.since}th")
        told = Says((p.street, date), any_amount=True, most=300)
        flat = Says((r"~apartment|flat|bed|home|rent|room",), any_amount=True)
        return all_of(
            rules,
            the_title_says_what_it_is=text_of_listing(number, flat, "title"),
            the_description_says_where_and_when=text_of_listing(number, told),
        )

    async def solve(self, person: Person, p: Home) -> None:
        await new_listing(person, "Apartments for rent")
        await fill_listing(person, _home_fields(person.world, p))
        await go_public(person)
        await person.stop()
