"""Tasks at the back office: newsletters and those who get them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Update, same_text
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import READ_ONLY, WHEN, apply_filters, go_to, next_id, reader_name, table
from webcosm.suites.arena.admin._ways import do_to_ticked, look_up, tick_row
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World


@dataclass(frozen=True)
class Reader:
    email: str


async def open_subscriber(person: Person, email: str) -> None:
    """Five actions: the list of subscribers, narrowed down to an address."""
    await go_to(person, "Marketing", "Subscribers")
    await apply_filters(person, {"E-mail": email})


async def unsubscribe_where_they_are(person: Person, p: Reader) -> None:
    """In the customer's own account, or ticked in the whole list if there is none."""
    await look_up(person, "Marketing", "Subscribers", p.email)
    row = next(row for row in table(person) if row["E-mail"] == p.email)
    if row["Customer"]:
        await person.click(row["Customer"], role="link")
        await person.click("Newsletter", role="link")
        await person.click("Unsubscribe", role="button")
    else:
        await tick_row(person, "E-mail", p.email)
        await do_to_ticked(person, "Unsubscribe")
    await person.stop()


async def after_another_customer(person: Person, p: Reader) -> None:
    """Somebody else was unsubscribed by mistake, and subscribed again."""
    await go_to(person, "Marketing", "Subscribers")
    await apply_filters(person, {}, {"Type": "Customer", "Status": "Subscribed"})
    other = next(row["Customer"] for row in table(person) if row["E-mail"] != p.email)
    await person.click(other, role="link")
    await person.click("Newsletter", role="link")
    await person.click("Unsubscribe", role="button")
    await person.click("Subscribe", role="button")
    await Unsubscribe().solve(person, p)


class Unsubscribe(Template[Reader]):
    """Take somebody off the newsletter."""

    id = "arena.admin.unsubscribe-email"
    kind = Kind.DO
    goals = (
        "{email} doesn't want our newsletter anymore. Unsubscribe that address, but keep it on the list.",
        "Please unsubscribe {email} from our newsletter. Don't delete the entry.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=9)
    revision = 2
    ways = (unsubscribe_where_they_are, after_another_customer)
    twin = "arena.admin.unsubscribe-address"

    def pool(self, world: World) -> Sequence[Reader]:
        emails = world.shop.values(
            "SELECT email FROM subscriber WHERE status = 'subscribed' AND NOT EXISTS (SELECT 1 FROM subscriber AS other"
            " WHERE other.id <> subscriber.id AND instr(other.email, subscriber.email)) ORDER BY id"
        )
        return [Reader(email) for email in emails]

    def expect(self, world: World, p: Reader) -> Expectation:
        number = world.shop.value("SELECT id FROM subscriber WHERE email = ?", p.email)
        left = Update("shop", "subscriber", key=(number,), values={"status": "unsubscribed"}, free={"changed": WHEN})
        return Expectation([left])

    async def solve(self, person: Person, p: Reader) -> None:
        await open_subscriber(person, p.email)
        await person.check("Select all on this page")
        await person.click("Actions", role="DisclosureTriangle")
        await person.click("Unsubscribe", role="button")
        await person.stop()


class UnsubscribeAsReader(Template[Reader]):
    """Take somebody off the newsletter as somebody who may only look."""

    id = "arena.admin.unsubscribe-address"
    kind = Kind.DO
    goals = Unsubscribe.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    achievable = False
    twin = "arena.admin.unsubscribe-email"
    revision = 3

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        """Nobody is signed in at the store, where customers decide on their own subscriptions."""
        return {"admin": reader_name(world), "shop": None}

    def pool(self, world: World) -> Sequence[Reader]:
        return Unsubscribe().pool(world)

    def obstacle(self, world: World, p: Reader) -> Obstacle:
        return Obstacle(
            Reason.NO_PERMISSION,
            ("subscribers", "subscription", "unsubscribe", "newsletter", p.email, *READ_ONLY),
            said=(NO_CONTROL,),
        )

    async def solve(self, person: Person, p: Reader) -> None:
        await open_subscriber(person, p.email)
        if person.has("Actions") or person.has("Select all on this page"):
            raise Lost(f"{p.email} can be unsubscribed after all")
        await person.infeasible("I am signed in with a role that may look at subscribers but not change them.")


THEMES = (
    ("Rainy days", "Warm, dry and unhurried", "Umbrellas, boots and tea wait in the store."),
    ("A fresh start", "Room for new things", "Boxes, shelves and good intentions are back in stock."),
    ("Into the garden", "What to plant this month", "Seeds, soil and gloves go well together."),
    ("The long table", "Guests are coming", "Plates and glasses for twelve, and what to put on them."),
    ("Back to school", "Sharp pencils, calm mornings", "Everything on the list is in one place."),
    ("Quiet evenings", "Lamps, blankets, books", "Turn the big light off and stay a while."),
)
MONTHS = ("July", "August", "September", "October", "November", "December")


@dataclass(frozen=True)
class Newsletter:
    name: str
    subject: str
    content: str


async def write_it_in_two_goes(person: Person, p: Newsletter) -> None:
    """With another subject at first, a preview and a line break behind the text."""
    await go_to(person, "Marketing", "Newsletters")
    await person.click("Add newsletter", role="link")
    await person.fill("Content", f"{p.content}\n")
    await person.fill("Subject", "To be found")
    await person.fill("Name", f"{p.name} ")
    await person.click("Preview", role="button")
    await person.click("Add newsletter", role="button")
    await person.fill("Subject", p.subject)
    await person.click("Save newsletter", role="button")
    await person.stop()


class WriteNewsletter(Template[Newsletter]):
    """Write a newsletter that is not sent yet."""

    id = "arena.admin.write-newsletter"
    kind = Kind.DO
    goals = (
        "Write a newsletter called “{name}” with the subject “{subject}” and save it, but don't send it. This is the"
        " whole text: “{content}”",
        "Prepare a new newsletter and save it without sending it: name “{name}”, subject “{subject}”, and just this"
        " as the text: “{content}”",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2
    ways = (write_it_in_two_goes,)

    def pool(self, world: World) -> Sequence[Newsletter]:
        taken = set(world.shop.values("SELECT name FROM newsletter"))
        year = world.lore.today.year
        found = [
            Newsletter(f"{month} {year}: {title}", subject, content)
            for month in MONTHS
            for title, subject, content in THEMES
        ]
        return Rng(world.universe.seed, "newsletters").shuffled([one for one in found if one.name not in taken])

    def expect(self, world: World, p: Newsletter) -> Expectation:
        written = Insert(
            "shop",
            "newsletter",
            values={
                "id": next_id(world, "newsletter"),
                "name": same_text(p.name),
                "subject": same_text(p.subject),
                "content": same_text(p.content),
                "sent": None,
            },
            free={"updated": WHEN},
        )
        return Expectation([written])

    async def solve(self, person: Person, p: Newsletter) -> None:
        await go_to(person, "Marketing", "Newsletters")
        await person.click("Add newsletter", role="link")
        await person.fill("Name", p.name)
        await person.fill("Subject", p.subject)
        await person.fill("Content", p.content)
        await person.click("Add newsletter", role="button")
        await person.stop()
