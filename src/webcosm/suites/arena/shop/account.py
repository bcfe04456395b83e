"""Tasks on the storefront: the customer's name and the newsletter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.state import Expectation, Insert, Update, same_text
from webcosm.suites.arena.shop._rows import NUMBERED, WHEN, customer
from webcosm.suites.arena.shop.addresses import other_people
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.worlds import World


@dataclass(frozen=True)
class Rename:
    part: str
    name: str


async def with_a_slip_in_the_name(person: Person, p: Rename) -> None:
    """Saves a slip first, and reaches the form by another link; blanks around a name mean nothing."""
    for name in (p.name[:-1], f" {p.name} "):
        await person.click("Hello, ", role="link")
        await person.click("Edit", role="link")
        await person.fill(f"{p.part.capitalize()} name", name)
        await person.click("Save", role="button")
    await person.stop()


class ChangeName(Template[Rename]):
    """Change the first or last name of the account."""

    id = "arena.shop.change-name"
    kind = Kind.DO
    goals = (
        "Change my {part} name to {name} in my account, but leave my addresses alone.",
        "My {part} name is {name} now. Update my account, but not the addresses in my address book.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    ways = (with_a_slip_in_the_name,)
    revision = 2

    def pool(self, world: World) -> Sequence[Rename]:
        others = other_people(world)[:40]
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
class Reader:
    email: str


async def in_capitals_from_another_page(person: Person, p: Reader) -> None:
    """The case of an email address means nothing, and every page has the form at its foot."""
    await person.click("Sitemap", role="link")
    await person.fill("E-mail address", p.email.upper())
    await person.submit("E-mail address")
    await person.stop()


class SubscribeSomebody(Template[Reader]):
    """Let somebody have the newsletter."""

    id = "arena.shop.subscribe-newsletter"
    kind = Kind.DO
    goals = (
        "Sign {email} up for the shop's newsletter.",
        "Subscribe {email} to this shop's newsletter.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    ways = (in_capitals_from_another_page,)
    revision = 2

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


async def back_and_forth(person: Person, p: Reader) -> None:
    """By another link; unsubscribes, subscribes again, and unsubscribes after all."""
    await person.click("Hello, ", role="link")
    await person.click("Edit newsletter subscription", role="link")
    for wanted in (False, True, False):
        await (person.check if wanted else person.uncheck)("General subscription")
        await person.click("Save", role="button")
    await person.stop()


class EndNewsletter(Template[Reader]):
    """Stop the newsletter."""

    id = "arena.shop.end-newsletter"
    kind = Kind.DO
    goals = (
        "I don't want the shop's newsletter at {email} anymore. Please unsubscribe me.",
        "Cancel my newsletter subscription for {email}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    ways = (back_and_forth,)
    revision = 2

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
