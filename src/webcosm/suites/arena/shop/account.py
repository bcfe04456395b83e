"""Tasks on the storefront: addresses, names, the newsletter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Matcher, Update, same_text
from webcosm.lore import Resident
from webcosm.suites.arena.shop._rows import NUMBERED, OFFICE_CLOSED, WHEN, customer, made_default
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, Value, World

__all__ = ["same_digits"]


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


def _others(world: World) -> list[Resident]:
    """People who live in a house of their own and share no name with the customer."""
    me = customer(world)
    names = {me.first_name, me.last_name}
    return [
        one for one in world.lore.people[:120] if not one.home.unit and not {one.given_name, one.family_name} & names
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
class Default:
    street: str
    city: str
    kind: str


class MakeDefault(Template[Default]):
    """Make an address the default one."""

    id = "arena.shop.make-default-address"
    kind = Kind.DO
    goals = (
        "Make {street} in {city}, which is in my address book, my default {kind} address.",
        "From now on my default {kind} address shall be the one at {street}, {city}, from my address book.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)

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


@dataclass(frozen=True)
class NewAddress:
    first: str
    last: str
    street: str
    city: str
    state: str
    postcode: str
    phone: str


class AddAddress(Template[NewAddress]):
    """Add somebody's address to the address book."""

    id = "arena.shop.add-address"
    kind = Kind.DO
    goals = (
        "Add an address to my address book: {first} {last} (family name {last}), {street}, {city}, {state} {postcode},"
        " phone {phone}. It must not become a default address.",
        "Save the address of {first} {last} (family name {last}) in my address book, without making it a default:"
        " {street}, {city}, {state} {postcode}, telephone {phone}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=12)

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
            for one in _others(world)[:60]
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
        await person.fill("First name", p.first)
        await person.fill("Last name", p.last)
        await person.fill("Street address", p.street)
        await person.fill("City", p.city)
        await person.choose("State", p.state)
        await person.fill("Zip code", p.postcode)
        await person.fill("Phone number", p.phone)
        await person.click("Save address", role="button")
        await person.stop()


@dataclass(frozen=True)
class Rename:
    part: str
    name: str


class ChangeName(Template[Rename]):
    """Change the first or last name of the account."""

    id = "arena.shop.change-name"
    kind = Kind.DO
    goals = (
        "Change my {part} name in my account information to {name}. My addresses stay as they are.",
        "My {part} name is {name} now. Change it in my account, not in the address book.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[Rename]:
        others = _others(world)[:40]
        found = [Rename("last", one.family_name) for one in others]
        return list(dict.fromkeys(found + [Rename("first", one.given_name) for one in others]))

    def expect(self, world: World, p: Rename) -> Expectation:
        values = {f"{p.part}_name": same_text(p.name)}
        return Expectation([Update("shop", "customer", key=(customer(world).id,), values=values)])

    async def solve(self, person: Person, p: Rename) -> None:
        await person.click("Hello, ", role="link")
        await person.click("Account information", role="link")
        await person.fill(f"{p.part.capitalize()} name", p.name)
        await person.click("Save", role="button")
        await person.stop()


@dataclass(frozen=True)
class NewPhone:
    street: str
    phone: str


class ChangePhone(Template[NewPhone]):
    """Change the telephone number of an address."""

    id = "arena.shop.change-phone"
    kind = Kind.DO
    goals = (
        "In my address book, change the phone number of the address {street} to {phone}.",
        "The telephone number at {street} in my address book is out of date; it is {phone} now. Correct it.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[NewPhone]:
        return [
            NewPhone(address.street, one.phone)
            for place, address in enumerate(_addresses(world))
            for one in _others(world)[place:60:3]
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
    what: str
    street: str
    city: str
    state: str
    postcode: str


def _moves(world: World, what: Sequence[str]) -> list[Moved]:
    names = {state.abbreviation: state.name for state in world.lore.region.states}
    homes = [one.home for one in _others(world)[:48]]
    return [
        Moved(what[place % len(what)], f"{home.number} {home.street}", home.city, names[home.state], home.postcode)
        for place, home in enumerate(homes)
    ]


def _entry(p: Moved) -> str:
    """The street of the entry in question."""
    return p.what.split("“")[1].rstrip("”")


class CorrectAddress(Template[Moved]):
    """Correct an address in the address book."""

    id = "arena.shop.correct-shipping-address"
    kind = Kind.DO
    goals = (
        "The shipping address in {what} is wrong. Change it to {street}, {city}, {state} {postcode}, without an"
        " apartment or suite number. Name, company and phone number stay as they are.",
        "Please correct the shipping address in {what}: it is {street} in {city}, {state} {postcode}, without an"
        " apartment or suite. Leave name, company and phone number alone.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=10)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.change-shipping-address"

    def pool(self, world: World) -> Sequence[Moved]:
        return _moves(world, [f"my address book entry “{address.street}”" for address in _addresses(world)])

    def expect(self, world: World, p: Moved) -> Expectation:
        address = next(address for address in _addresses(world) if address.street in p.what)
        region = next(state.abbreviation for state in world.lore.region.states if state.name == p.state)
        values: dict[str, Any] = {"street": same_text(p.street), "street2": "", "city": same_text(p.city)}
        values |= {"region": region, "postcode": p.postcode}
        return Expectation([Update("shop", "address", key=(address.id,), values=values)])

    async def solve(self, person: Person, p: Moved) -> None:
        await open_addresses(person)
        await edit_address(person, _entry(p))
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
    revision = 2

    def pool(self, world: World) -> Sequence[Moved]:
        mine = [address.street for address in _addresses(world)]
        streets = world.shop.values(
            "SELECT DISTINCT street FROM address WHERE customer_id <> ? ORDER BY id LIMIT 48", customer(world).id
        )
        return _moves(world, [f"my address book entry “{street}”" for street in streets if street not in mine])

    def obstacle(self, world: World, p: Moved) -> Obstacle:
        return Obstacle(Reason.MISSING, (_entry(p),))

    async def solve(self, person: Person, p: Moved) -> None:
        await open_addresses(person)
        if person.sees(_entry(p)):
            raise Lost(f"{_entry(p)} is in the address book after all")
        await person.infeasible(f"There is no entry “{_entry(p)}” in the address book.")


@dataclass(frozen=True)
class Reader:
    email: str


class SubscribeSomebody(Template[Reader]):
    """Let somebody have the newsletter."""

    id = "arena.shop.subscribe-newsletter"
    kind = Kind.DO
    goals = (
        "Sign up {email} for the shop's newsletter.",
        "Let {email} receive the newsletter of this shop from now on.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=3)

    def pool(self, world: World) -> Sequence[Reader]:
        known = set(world.shop.values("SELECT lower(email) FROM subscriber UNION SELECT lower(email) FROM customer"))
        return [Reader(one.email) for one in world.lore.people if one.email.lower() not in known][:60]

    def expect(self, world: World, p: Reader) -> Expectation:
        values = {"email": p.email.lower(), "customer_id": None, "status": "subscribed"}
        return Expectation([Insert("shop", "subscriber", values=values, free={"id": NUMBERED, "changed": WHEN})])

    async def solve(self, person: Person, p: Reader) -> None:
        await person.fill("E-mail address", p.email)
        await person.click("Subscribe", role="button")
        await person.stop()


class EndNewsletter(Template[Reader]):
    """Stop the newsletter."""

    id = "arena.shop.end-newsletter"
    kind = Kind.DO
    goals = (
        "I do not want the shop's newsletter at {email} any more. Unsubscribe me.",
        "Cancel my newsletter subscription for {email}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[Reader]:
        """The signed-in customer has one subscription."""
        me = customer(world)
        sql = "SELECT email FROM subscriber WHERE customer_id = ? AND status = 'subscribed'"
        return [Reader(email) for email in world.shop.values(sql, me.id)]

    def expect(self, world: World, p: Reader) -> Expectation:
        number = world.shop.value("SELECT id FROM subscriber WHERE email = ?", p.email)
        values = {"status": "unsubscribed"}
        return Expectation([Update("shop", "subscriber", key=(number,), values=values, free={"changed": WHEN})])

    async def solve(self, person: Person, p: Reader) -> None:
        await person.click("Hello, ", role="link")
        await person.click("Newsletter subscription", role="link")
        await person.uncheck("General subscription")
        await person.click("Save", role="button")
        await person.stop()
