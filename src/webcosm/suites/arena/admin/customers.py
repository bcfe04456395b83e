"""Tasks at the back office: customers and their accounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number, PersonName
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.judge.state import Expectation, Update, same_text
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import (
    ANY_VIEW,
    BUYER,
    READ_ONLY,
    apply_filters,
    go_to,
    named_customers,
    open_customer,
    reader_name,
    search_for,
    table,
)
from webcosm.suites.arena.admin._ways import look_up, set_for_ticked, tick_row
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.tables import count_shown
from webcosm.worlds import Row, World

GUESTS = 1
"""The group of those without an account; nobody can be put into it."""


def _customer_named(world: World, name: str) -> Row:
    customer = world.shop.row(f"SELECT * FROM customer WHERE {BUYER} = ?", name)
    assert customer is not None, "pools hold names of customers"
    return customer


@dataclass(frozen=True)
class PhoneNumber:
    phone: str


class CustomerByPhone(Template[PhoneNumber]):
    """Whose telephone number is it?"""

    id = "arena.admin.customer-by-phone"
    kind = Kind.ASK
    goals = (
        "Which customer has the phone number {phone}?",
        "Somebody called from {phone} and wants us to call back. Which of our customers is that?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[PhoneNumber]:
        """Numbers of default billing addresses that only one customer has."""
        phones = world.shop.values(
            "SELECT phone FROM customer JOIN address ON address.id = billing_id WHERE phone IN"
            " (SELECT phone FROM address GROUP BY phone HAVING count(DISTINCT customer_id) = 1) ORDER BY customer.id"
        )
        return [PhoneNumber(phone) for phone in phones]

    def answer(self, world: World, p: PhoneNumber) -> Answer:
        name = "customer.first_name || ' ' || customer.last_name"
        owner = f"SELECT {name} FROM customer JOIN address ON customer_id = customer.id WHERE phone = ?"
        return PersonName(world.shop.value(owner, p.phone))

    async def solve(self, person: Person, p: PhoneNumber) -> None:
        await go_to(person, "Customers", "All customers")
        await person.fill("Search by keyword", p.phone)
        await person.submit("Search by keyword")
        rows = table(person)
        if len(rows) != 1 or rows[0]["Phone"] != p.phone:
            raise Lost(f"{len(rows)} customers have the number {p.phone}")
        await person.answer(rows[0]["Name"])


@dataclass(frozen=True)
class Whereabouts:
    which: str
    """Nothing, or the group with a blank before it: `` in the “General” group``"""
    place: str
    """``the city of Bayardwade`` or ``the state of Farrowdale (FA)``"""


ANY_GROUP = ""
STATE, CITY = "the state of ", "the city of "


class CountCustomers(Template[Whereabouts]):
    """How many customers of a group live in a place?"""

    id = "arena.admin.count-customers"
    kind = Kind.ASK
    goals = (
        "How many customers{which} have their default billing address in {place}?",
        "Count our customers{which} whose default billing address is in {place}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Whereabouts]:
        counts = self._counts(world)
        cities = sorted({one.place.removeprefix(CITY) for one in counts if one.place.startswith(CITY)})
        # The list finds cities by a part of their name, so one that is part of another would be doubtful.
        doubtful = {
            city for city in cities if any(city.casefold() in other.casefold() for other in cities if other != city)
        }
        return [one for one, count in counts.items() if count >= 3 and one.place.removeprefix(CITY) not in doubtful]

    def answer(self, world: World, p: Whereabouts) -> Answer:
        return Number(self._counts(world)[p], unit="customer")

    def _counts(self, world: World) -> Counter[Whereabouts]:
        homes = world.shop.rows(
            "SELECT city, region, customer_group.name AS club FROM customer JOIN address ON address.id = billing_id"
            " JOIN customer_group ON customer_group.id = group_id ORDER BY customer.id"
        )
        known = world.lore.region.states
        states = {state.abbreviation: f"{state.name} ({state.abbreviation})" for state in known}
        return Counter(
            Whereabouts(which, place)
            for home in homes
            for which in (ANY_GROUP, f" in the “{home.club}” group")
            for place in (f"{STATE}{states[home.region]}", f"{CITY}{home.city}")
        )

    async def solve(self, person: Person, p: Whereabouts) -> None:
        await go_to(person, "Customers", "All customers")
        group = p.which.removeprefix(" in the “").removesuffix("” group")
        chosen = {"Group": group} if p.which != ANY_GROUP else {}
        if p.place.startswith(CITY):
            await apply_filters(person, {"City": p.place.removeprefix(CITY)}, chosen)
        else:
            state = p.place.removeprefix(STATE)
            await apply_filters(person, {}, {"State": state, **chosen})
        await person.answer(count_shown(person, "customer"))


@dataclass(frozen=True)
class EmailAddress:
    email: str


class OpenCustomer(Template[EmailAddress]):
    """Open a customer's page."""

    id = "arena.admin.show-customer"
    kind = Kind.GO
    goals = (
        "Open the account of the customer with the email address {email}.",
        "Show me the customer account that belongs to {email}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    revision = 3
    twin = "arena.admin.find-customer"

    def pool(self, world: World) -> Sequence[EmailAddress]:
        return [EmailAddress(email) for email in world.shop.values("SELECT email FROM customer ORDER BY id")]

    def page(self, world: World, p: EmailAddress) -> PageShows:
        number = world.shop.value("SELECT id FROM customer WHERE email = ?", p.email)
        return PageShows("admin", "customer", {"id": number}, free=("tab", *ANY_VIEW))

    async def solve(self, person: Person, p: EmailAddress) -> None:
        await search_for(person, p.email)
        await person.click("", role="link", within=p.email)
        await person.stop()


class OpenGuest(Template[EmailAddress]):
    """Open the account of somebody who ordered as a guest and has none."""

    id = "arena.admin.find-customer"
    kind = Kind.GO
    goals = OpenCustomer.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    achievable = False
    twin = "arena.admin.show-customer"
    revision = 3

    def pool(self, world: World) -> Sequence[EmailAddress]:
        guests = world.shop.values(
            "SELECT DISTINCT email FROM orders WHERE customer_id IS NULL"
            " AND email NOT IN (SELECT email FROM customer) ORDER BY email"
        )
        return [EmailAddress(email) for email in guests]

    def obstacle(self, world: World, p: EmailAddress) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.email,), said=(r"\bguest",))

    async def solve(self, person: Person, p: EmailAddress) -> None:
        await go_to(person, "Customers", "All customers")
        await person.fill("Search by keyword", p.email)
        await person.submit("Search by keyword")
        if table(person):
            raise Lost(f"there is an account of {p.email} after all")
        await person.infeasible(f"No customer account has the address {p.email}.")


@dataclass(frozen=True)
class NoteOn:
    name: str
    note: str


NOTES = (
    "Wants packages without plastic.",
    "Can only take calls in the morning.",
    "Has a key box at the side door.",
    "Pays by check, never by card.",
    "Moving in the fall; ask for the new address.",
    "Picks up orders at the store on Saturdays.",
)


async def note_from_the_list(person: Person, p: NoteOn) -> None:
    """A first note is replaced, and a line break stands behind the second."""
    await look_up(person, "Customers", "All customers", p.name)
    await person.click(p.name, role="link")
    for note in ("To be written", f"{p.note}\n"):
        await person.click("Edit account", role="link")
        await person.fill("Note", note)
        await person.click("Save customer", role="button")
    await person.stop()


class NoteOnCustomer(Template[NoteOn]):
    """Write a note about a customer."""

    id = "arena.admin.note-on-customer"
    kind = Kind.DO
    goals = (
        "Add this internal note to {name}'s account: “{note}”",
        "Make a note on {name}'s customer record that only staff can see: “{note}”",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (note_from_the_list,)

    def pool(self, world: World) -> Sequence[NoteOn]:
        blank = set(world.shop.values(f"SELECT {BUYER} FROM customer WHERE note = ''"))
        rng = Rng(world.universe.seed, self.drawn_as)
        return [NoteOn(name, rng.choice(NOTES)) for name in named_customers(world) if name in blank]

    def expect(self, world: World, p: NoteOn) -> Expectation:
        number = _customer_named(world, p.name).id
        return Expectation([Update("shop", "customer", key=(number,), values={"note": same_text(p.note)})])

    async def solve(self, person: Person, p: NoteOn) -> None:
        await open_customer(person, p.name)
        await person.click("Edit account", role="link")
        await person.fill("Note", p.note)
        await person.click("Save customer", role="button")
        await person.stop()


@dataclass(frozen=True)
class Membership:
    name: str
    group: str


async def move_in_the_list(person: Person, p: Membership) -> None:
    await look_up(person, "Customers", "All customers", p.name)
    await tick_row(person, "Name", p.name)
    await set_for_ticked(person, "Assign a group", p.group)
    await person.stop()


async def move_to_a_wrong_group_first(person: Person, p: Membership) -> None:
    await open_customer(person, p.name)
    await person.click("Edit account", role="link")
    groups = person.world.shop.values("SELECT name FROM customer_group WHERE id <> ? ORDER BY id", GUESTS)
    await person.choose("Group", next(name for name in groups if name != p.group))
    await person.click("Save customer", role="button")
    await person.click("Edit account", role="link")
    await person.choose("Group", p.group)
    await person.click("Save customer", role="button")
    await person.stop()


class MoveToGroup(Template[Membership]):
    """Put a customer into another group."""

    id = "arena.admin.move-to-group"
    kind = Kind.DO
    goals = (
        "Move {name} to the customer group “{group}”.",
        "From now on, {name} should be in the “{group}” group. Please change it in their customer account.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (move_in_the_list, move_to_a_wrong_group_first)
    twin = "arena.admin.put-into-group"

    def pool(self, world: World) -> Sequence[Membership]:
        groups = world.shop.rows("SELECT id, name FROM customer_group WHERE id <> ? ORDER BY id", GUESTS)
        members = {row.name: row.group_id for row in world.shop.rows(f"SELECT {BUYER} AS name, group_id FROM customer")}
        return [
            Membership(name, group.name)
            for name in named_customers(world)
            for group in groups
            if members[name] != group.id
        ]

    def expect(self, world: World, p: Membership) -> Expectation:
        group = world.shop.value("SELECT id FROM customer_group WHERE name = ?", p.group)
        number = _customer_named(world, p.name).id
        return Expectation([Update("shop", "customer", key=(number,), values={"group_id": group})])

    async def solve(self, person: Person, p: Membership) -> None:
        await open_customer(person, p.name)
        await person.click("Edit account", role="link")
        await person.choose("Group", p.group)
        await person.click("Save customer", role="button")
        await person.stop()


class MoveToGroupAsReader(Template[Membership]):
    """Put a customer into another group as somebody who may only look."""

    id = "arena.admin.put-into-group"
    kind = Kind.DO
    goals = MoveToGroup.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.move-to-group"
    revision = 3

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"admin": reader_name(world)}

    def pool(self, world: World) -> Sequence[Membership]:
        return MoveToGroup().pool(world)

    def obstacle(self, world: World, p: Membership) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, ("customers", "groups", p.name, *READ_ONLY))

    async def solve(self, person: Person, p: Membership) -> None:
        await open_customer(person, p.name)
        if person.has("Edit account", role="link"):
            raise Lost(f"the account of {p.name} can be edited after all")
        await person.infeasible("I am signed in with a role that may look at customers but not change them.")
