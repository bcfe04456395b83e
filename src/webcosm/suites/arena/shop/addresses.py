"""Tasks on the storefront: the address book."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Matcher, Update, same_text
from webcosm.lore import Resident
from webcosm.suites.arena.shop._rows import NUMBERED, OFFICE_CLOSED, customer, made_default
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, Value, World

__all__ = ["other_people", "same_digits"]


def same_digits(number: str) -> Matcher:
    """A telephone number, however its digits are parted."""
    wanted = re.sub(r"\D", "", number)

    def match(value: Value) -> bool:
        return (
            isinstance(value, str)
            and bool(re.fullmatch(r"[\d\s()./+-]+", value))
            and re.sub(r"\D", "", value) == wanted
        )

    match.__doc__ = number
    return match


def _addresses(world: World) -> list[Row]:
    return world.shop.rows("SELECT * FROM address WHERE customer_id = ? ORDER BY id", customer(world).id)


def other_people(world: World) -> list[Resident]:
    """People who live in a house of their own, have one first and one last name, and share none with the customer."""
    me = customer(world)
    names = {me.first_name, me.last_name}
    return [
        one
        for one in world.lore.people[:120]
        if not one.home.unit
        and not {one.given_name, one.family_name} & names
        and " " not in f"{one.given_name}{one.family_name}"
    ]


async def open_addresses(person: Person) -> None:
    """Two actions."""
    await person.click("Hello, ", role="link")
    await person.click("Address book", role="link")


async def edit_address(person: Person, street: str) -> None:
    """One action: another address by its street, a default one by what it is the default for."""
    if person.has(f"Edit address {street}", role="link"):
        await person.click(f"Edit address {street}", role="link")
    else:
        billing = person.text().partition("Default billing address")[2].partition("Default shipping address")[0]
        await person.click(f"Change {'billing' if street in billing else 'shipping'} address", role="link")


@dataclass(frozen=True)
class NewAddress:
    first: str
    last: str
    street: str
    city: str
    state: str
    postcode: str
    phone: str


async def _fill_in(person: Person, p: NewAddress) -> None:
    """One action for each part; the first state there is if none is said."""
    await person.fill("First name", p.first)
    await person.fill("Last name", p.last)
    await person.fill("Street address", p.street)
    await person.fill("City", p.city)
    await person.choose("State", p.state or _states(person)[0])
    await person.fill("Zip code", p.postcode)
    await person.fill("Phone number", p.phone)


def _states(person: Person) -> list[str]:
    return [state.name for state in person.world.lore.region.states]


@dataclass(frozen=True)
class Default:
    street: str
    city: str
    kind: str


async def with_a_new_address_taken_back(person: Person, p: Default) -> None:
    """Thinks that it has to be entered anew, sees that it has not, and deletes the new one again."""
    await open_addresses(person)
    await person.click("Add new address")
    await _fill_in(person, NewAddress("Ada", "Nobody", "1 Nowhere Lane", p.city, "", "00000", "(555) 555-0100"))
    await person.click("Save address", role="button")
    await person.click("Delete address 1 Nowhere Lane", role="button")
    await edit_address(person, p.street)
    await person.check(f"Use as my default {p.kind} address")
    await person.click("Save address", role="button")
    await person.stop()


class MakeDefault(Template[Default]):
    """Make an address the default one."""

    id = "arena.shop.make-default-address"
    kind = Kind.DO
    goals = (
        "Make {street}, {city} my default {kind} address. It's already in my address book.",
        "I'd like the {street}, {city} address in my address book to be my default {kind} address.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    ways = (with_a_new_address_taken_back,)
    revision = 2

    def pool(self, world: World) -> Sequence[Default]:
        """As many as there are addresses that are not the default yet."""
        me = customer(world)
        return [
            Default(address.street, address.city, kind)
            for address in _addresses(world)
            for kind in ("billing", "shipping")
            if address.id != me[f"{kind}_id"]
        ]

    def expect(self, world: World, p: Default) -> Expectation:
        number = next(address.id for address in _addresses(world) if address.street == p.street)
        return Expectation([made_default(world, {f"{p.kind}_id": number})])

    async def solve(self, person: Person, p: Default) -> None:
        await open_addresses(person)
        await edit_address(person, p.street)
        await person.check(f"Use as my default {p.kind} address")
        await person.click("Save address", role="button")
        await person.stop()


async def with_plain_digits_and_blanks(person: Person, p: NewAddress) -> None:
    """By another link, with a telephone number of digits alone, a double space and blanks that nobody sees."""
    typed = replace(
        p,
        first=f" {p.first}",
        street=f"{p.street.replace(' ', '  ', 1)} ",
        phone=re.sub(r"\D", "", p.phone),
    )
    await person.click("Hello, ", role="link")
    await person.click("Manage addresses", role="link")
    await person.click("Add new address")
    await _fill_in(person, typed)
    await person.click("Save address", role="button")
    await person.stop()


async def as_a_default(person: Person, p: NewAddress) -> None:
    await open_addresses(person)
    await person.click("Add new address")
    await _fill_in(person, p)
    await person.check("Use as my default shipping address")
    await person.click("Save address", role="button")
    await person.stop()


class AddAddress(Template[NewAddress]):
    """Add somebody's address to the address book."""

    id = "arena.shop.add-address"
    kind = Kind.DO
    goals = (
        "Add an address to my address book, but don't make it a default: {first} {last}, {street}, {city},"
        " {state} {postcode}, phone {phone}.",
        "Save {first} {last}'s address in my address book without making it a default: {street}, {city},"
        " {state} {postcode}. The phone number is {phone}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=12)
    ways = (with_plain_digits_and_blanks,)
    shortcuts = (as_a_default,)
    revision = 2

    def pool(self, world: World) -> Sequence[NewAddress]:
        names = {state.abbreviation: state.name for state in world.lore.region.states}
        return [
            NewAddress(
                one.given_name,
                one.family_name,
                f"{one.home.number} {one.home.street}",
                one.home.city,
                names[one.home.state],
                one.home.postcode,
                one.phone,
            )
            for one in other_people(world)[:60]
        ]

    def expect(self, world: World, p: NewAddress) -> Expectation:
        region = next(state.abbreviation for state in world.lore.region.states if state.name == p.state)
        texts = {"first_name": p.first, "last_name": p.last, "street": p.street, "city": p.city}
        values: dict[str, Any] = {name: same_text(text) for name, text in texts.items()}
        values |= {"customer_id": customer(world).id, "company": "", "street2": "", "region": region}
        values |= {"postcode": p.postcode, "phone": same_digits(p.phone)}
        return Expectation([Insert("shop", "address", values=values, free={"id": NUMBERED})])

    async def solve(self, person: Person, p: NewAddress) -> None:
        await open_addresses(person)
        await person.click("Add new address")
        await _fill_in(person, p)
        await person.click("Save address", role="button")
        await person.stop()


@dataclass(frozen=True)
class NewPhone:
    street: str
    phone: str


async def with_a_wrong_digit_first(person: Person, p: NewPhone) -> None:
    """Saves a slip of the pen, and corrects it with the digits set apart by dots."""
    digits = re.sub(r"\D", "", p.phone)
    for number in (digits[:-1] + str((int(digits[-1]) + 1) % 10), f"{digits[:3]}.{digits[3:6]}.{digits[6:]}"):
        await open_addresses(person)
        await edit_address(person, p.street)
        await person.fill("Phone number", number)
        await person.click("Save address", role="button")
    await person.stop()


class ChangePhone(Template[NewPhone]):
    """Change the telephone number of an address."""

    id = "arena.shop.change-phone"
    kind = Kind.DO
    goals = (
        "In my address book, change the phone number for {street} to {phone}.",
        "The phone number for {street} in my address book is out of date. It's {phone} now; please fix it.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    ways = (with_a_wrong_digit_first,)
    revision = 2

    def pool(self, world: World) -> Sequence[NewPhone]:
        return [
            NewPhone(address.street, one.phone)
            for place, address in enumerate(_addresses(world))
            for one in other_people(world)[place:60:3]
        ]

    def expect(self, world: World, p: NewPhone) -> Expectation:
        number = next(address.id for address in _addresses(world) if address.street == p.street)
        return Expectation([Update("shop", "address", key=(number,), values={"phone": same_digits(p.phone)})])

    async def solve(self, person: Person, p: NewPhone) -> None:
        await open_addresses(person)
        await edit_address(person, p.street)
        await person.fill("Phone number", p.phone)
        await person.click("Save address", role="button")
        await person.stop()


@dataclass(frozen=True)
class Moved:
    old: str
    """The street of the entry in question."""
    street: str
    city: str
    state: str
    postcode: str


def _moves(world: World, old: Sequence[str]) -> list[Moved]:
    names = {state.abbreviation: state.name for state in world.lore.region.states}
    homes = [one.home for one in other_people(world)[:48]]
    return [
        Moved(old[place % len(old)], f"{home.number} {home.street}", home.city, names[home.state], home.postcode)
        for place, home in enumerate(homes)
    ]


async def from_bottom_to_top(person: Person, p: Moved) -> None:
    """In another order of the parts, saved once in between."""
    for half in (True, False):
        await open_addresses(person)
        await edit_address(person, p.old)
        if half:
            await person.fill("Zip code", p.postcode)
            await person.choose("State", p.state)
            await person.fill("City", f"{p.city} ")
        else:
            await person.fill("Apartment, suite or floor", " ")
            await person.fill("Street address", p.street)
        await person.click("Save address", role="button")
    await person.stop()


async def entered_anew(person: Person, p: Moved) -> None:
    """Adds the right address and leaves the wrong one in the book."""
    await open_addresses(person)
    await person.click("Add new address")
    await _fill_in(person, NewAddress("Ada", "Nobody", p.street, p.city, p.state, p.postcode, "(555) 555-0100"))
    await person.click("Save address", role="button")
    await person.stop()


class CorrectAddress(Template[Moved]):
    """Correct an address in the address book."""

    id = "arena.shop.correct-shipping-address"
    kind = Kind.DO
    goals = (
        "The address in my address book entry for {old} is wrong. Change it to {street}, {city}, {state} {postcode},"
        " with no apartment or suite number, and keep the name, company and phone number.",
        "Please correct my address book entry for {old}: the address should be {street}, {city}, {state} {postcode},"
        " no apartment or suite. Leave the name, company and phone number as they are.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=10)
    ways = (from_bottom_to_top,)
    shortcuts = (entered_anew,)
    revision = 2
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.change-shipping-address"

    def pool(self, world: World) -> Sequence[Moved]:
        return _moves(world, [address.street for address in _addresses(world)])

    def expect(self, world: World, p: Moved) -> Expectation:
        address = next(address for address in _addresses(world) if address.street == p.old)
        region = next(state.abbreviation for state in world.lore.region.states if state.name == p.state)
        values: dict[str, Any] = {"street": same_text(p.street), "street2": "", "city": same_text(p.city)}
        values |= {"region": region, "postcode": p.postcode}
        return Expectation([Update("shop", "address", key=(address.id,), values=values)])

    async def solve(self, person: Person, p: Moved) -> None:
        await open_addresses(person)
        await edit_address(person, p.old)
        await person.fill("Street address", p.street)
        await person.fill("Apartment, suite or floor", "")
        await person.fill("City", p.city)
        await person.choose("State", p.state)
        await person.fill("Zip code", p.postcode)
        await person.click("Save address", role="button")
        await person.stop()


class CorrectMissingAddress(Template[Moved]):
    """Correct an address that is in somebody else's address book."""

    id = "arena.shop.change-shipping-address"
    kind = Kind.DO
    goals = CorrectAddress.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    achievable = False
    twin = "arena.shop.correct-shipping-address"
    revision = 3

    def pool(self, world: World) -> Sequence[Moved]:
        mine = [address.street for address in _addresses(world)]
        streets = world.shop.values(
            "SELECT DISTINCT street FROM address WHERE customer_id <> ? ORDER BY id LIMIT 48", customer(world).id
        )
        return _moves(world, [street for street in streets if street not in mine])

    def obstacle(self, world: World, p: Moved) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.old,))

    async def solve(self, person: Person, p: Moved) -> None:
        await open_addresses(person)
        if person.sees(p.old):
            raise Lost(f"{p.old} is in the address book after all")
        await person.infeasible(f"There is no entry “{p.old}” in the address book.")
