"""Newsletter: take those off who asked for it in messages, among near twins, people who changed their minds and people
who speak for others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Expectation, Update
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import BUYER, WHEN
from webcosm.suites.arena.admin._ways import do_to_ticked, tick_row
from webcosm.suites.arena.hard._letters import Letters
from webcosm.suites.arena.hard._shop import OFFICE, add_page
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, World

DRAWS = 24
KINDS = ("plain", "named", "twin", "back", "again", "other", "question")
"""What people write: a plain wish; one for another address of theirs; a wish from an address that looks like somebody
else's; a wish that is taken back; one that is taken back and then made again; a wish for somebody else; a question."""
WISHES = (
    "Please take me off the newsletter.",
    "I don't want your newsletter anymore. Please unsubscribe me.",
    "Too many emails for me. Could you stop sending me the newsletter?",
    "I never get round to reading your newsletter, so it can stop coming.",
    "Could you remove me from the list for the newsletter?",
    "One newsletter less would do me good, so please don't send me yours any longer.",
    "I would like to be unsubscribed from the newsletter.",
)
NAMED = (
    "Please stop the newsletter. I don't mean this address, I get it at {email}.",
    "Could you unsubscribe {email} from the newsletter? That's my other address; this one can stay as it is.",
    "I have two addresses on your newsletter list. Leave the one I am writing from, but take {email} off.",
    "I would like to get the newsletter only once, here, so please take my other address off: {email}.",
)
BACK = (
    "About the newsletter: I've changed my mind, please keep sending it.",
    "Forget what I wrote, I'll keep the newsletter.",
    "You know what, leave me on the list for the newsletter. The last issue was good after all.",
    "I was in a bad mood when I wrote about the newsletter. Please go on sending it to me.",
)
AGAIN = (
    "Sorry for the back and forth: please do take me off the newsletter after all.",
    "I have thought about the newsletter once more, and this is my last word: please unsubscribe me.",
    "Now I really mean it. No more newsletter for me, please.",
)
OTHERS = (
    "Please take my neighbor off the newsletter, she never reads it. Her address is {email}.",
    "My brother gets your newsletter at {email} and complains about it every time. Can you unsubscribe him?",
    "A colleague of mine wants no more newsletters from you and is too shy to say so. It is {email}.",
)
QUESTIONS = (
    "The coupon from your newsletter didn't work for me. Is it still valid?",
    "How often does the newsletter come out? I don't want to miss the next one.",
    "Somebody told me to unsubscribe from your newsletter, but I like it. Where do I find the older issues?",
)
RULES = (
    "How we handle messages about the newsletter:\n\n"
    "1. We take an address off if its owner asks for it. Where the message names another address of the owner's, that"
    " one is meant, and the one it was sent from stays as it is. Otherwise the address it was sent from is meant.\n"
    "2. Go by the address, never by the name. Many people share a name.\n"
    "3. If somebody writes more than once, only the last message about the subscription counts.\n"
    "4. Nobody can unsubscribe somebody else. We leave that address alone until its owner writes.\n\n"
    "Unsubscribed addresses stay on the list; never delete one."
)


@dataclass(frozen=True)
class Writer:
    kind: str
    name: str
    sent_from: str
    target: str
    """The address that the wish is about."""
    like: str
    """An address that could be taken for it; empty if there is none."""

    @property
    def goes(self) -> bool:
        return self.kind in ("plain", "named", "twin", "again")


@dataclass(frozen=True)
class Requests:
    since: str
    draw: int


FIRST_OF_THE_NAME = (
    "NOT EXISTS (SELECT 1 FROM customer AS other WHERE other.id < customer.id"
    " AND other.first_name = customer.first_name AND other.last_name = customer.last_name)"
)
"""Second accounts, such as prepare() makes, are nobody that a case is drawn from."""


def _readers(world: World) -> list[Row]:
    """Customers who get the newsletter."""
    return world.shop.rows(
        f"SELECT subscriber.email, {BUYER} AS name FROM subscriber"
        " JOIN customer ON customer.id = subscriber.customer_id WHERE subscriber.status = 'subscribed'"
        f" AND subscriber.email = customer.email AND {FIRST_OF_THE_NAME} ORDER BY customer.id"
    )


def _twin(world: World, email: str, rng: Rng) -> str:
    """An address that looks like another one and that nobody has."""
    name, _, host = email.partition("@")
    plain = name.replace(".", "").replace("_", "")
    options = [f"{plain}@{host}", f"{name}{rng.integer(2, 9)}@{host}", f"{name}@inkmail.test", f"{name}@postbox.test"]
    taken = world.shop.values(f"SELECT email FROM customer WHERE {FIRST_OF_THE_NAME} UNION SELECT email FROM orders")
    return next(one for one in rng.shuffled(options) if one not in taken and one != email)


class UnsubscribeRequests(Levelled[Requests]):
    """Take those off the newsletter who asked for it."""

    family = "arena.hard.unsubscribe-requests"
    revision = 2
    kind = Kind.DO
    goals = (
        "Since {since}, people have been writing to us about the newsletter. Unsubscribe everyone who has to come off"
        " the list by our newsletter rules, which are a page in our store, and nobody else.",
        "Please deal with the messages about our newsletter that came in since {since}: unsubscribe whoever should be"
        " off the list. Our newsletter rules are a page in our store.",
    )
    sites = ("admin", "shop")
    skills = (Skill.LOOK_ALIKES, Skill.RECONCILE, Skill.SPLIT)
    levels = (
        Dials(rows=3, look_alikes=1, rules=4),
        Dials(rows=6, look_alikes=2, rules=4, exceptions=1),
        Dials(rows=10, look_alikes=4, rules=4, exceptions=3),
        Dials(rows=16, look_alikes=7, rules=4, exceptions=6),
    )
    actions = (9, 11, 13, 16)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> tuple[Writer, ...]:
        rng = Rng(world.universe.seed, self.id, draw)
        readers = rng.shuffled(_readers(world))
        twins = self.dials.look_alikes
        kinds = [("twin", "named", "again")[at % 3] for at in range(twins)]
        kinds += [("back", "other", "question")[at % 3] for at in range(self.dials.exceptions)]
        kinds += ["plain"] * (self.dials.rows - len(kinds))
        writers = []
        for kind in kinds:
            one, other = readers.pop(), readers.pop()
            like = _twin(world, one.email, rng)
            # Either of two that look alike may be the one that was there first.
            mine, theirs = (like, one.email) if rng.chance(0.5) else (one.email, like)
            if kind == "twin":
                # Sent from an address that looks like somebody else's, by somebody with the same name.
                writers.append(Writer(kind, one.name, mine, mine, theirs))
            elif kind == "named":
                writers.append(Writer(kind, one.name, theirs, mine, theirs))
            elif kind == "other":
                writers.append(Writer(kind, other.name, other.email, one.email, other.email))
            else:
                writers.append(Writer(kind, one.name, one.email, one.email, like if kind in ("again", "plain") else ""))
        return tuple(rng.shuffled(writers))

    def pool(self, world: World) -> Sequence[Requests]:
        return [Requests(said_day(self._since(world, draw)), draw) for draw in range(DRAWS)]

    def _since(self, world: World, draw: int) -> str:
        return str(world.lore.today - timedelta(days=Rng(self.id, draw, "since").integer(8, 20)))

    def prepare(self, world: World, p: Requests) -> None:
        rng = Rng(world.universe.seed, self.id, "messages", p.draw)
        since = self._since(world, p.draw)
        add_page(world, "Newsletter Rules", "newsletter-rules", RULES, f"{world.lore.today.year}-01-08 09:00:00")
        for word in ("newsletter", "subscri", "mail"):
            world.shop.run("DELETE FROM contact_message WHERE message LIKE ?", f"%{word}%")
        moments = iter(_moments(rng, since, str(world.lore.today - timedelta(days=1)), 3 * self.dials.rows))
        first: list[tuple[Writer, str]] = []
        second: list[tuple[Writer, str]] = []
        third: list[tuple[Writer, str]] = []
        letters = Letters(world, rng, share_long=0.6)
        writers = self.case(world, p.draw)
        for one in writers:
            words = {"named": NAMED, "other": OTHERS, "question": QUESTIONS}.get(one.kind, WISHES)
            first.append((one, letters.lengthened(letters.next_of(words).format(email=one.target))))
            if one.kind in ("back", "again"):
                second.append((one, letters.lengthened(letters.next_of(BACK))))
            if one.kind == "again":
                third.append((one, letters.lengthened(letters.next_of(AGAIN))))
        _let_subscribe(world, writers, rng)
        for writer, message in (*first, *rng.shuffled(second), *third):
            world.shop.insert(
                "contact_message", name=writer.name, email=writer.sent_from, message=message, created=next(moments)
            )

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Requests) -> Expectation:
        parts, untouched = [], []
        for one in self.case(world, p.draw):
            row = (_number(world, one.target),)
            if one.goes:
                rule = Update("shop", "subscriber", {"status": "unsubscribed"}, {"changed": WHEN}, key=row)
                parts.append(Part(f"{one.target} is unsubscribed", (rule,)))
            else:
                untouched.append(Untouched(one.target, "shop", "subscriber", key=row))
            if one.like:
                like = (_number(world, one.like),)
                untouched.append(Untouched(one.like, "shop", "subscriber", key=like))
        return over_rows(parts, untouched)

    def plan(self, world: World, p: Requests) -> str:
        return (
            f"Read the store's page “Newsletter Rules”. Read all contact messages since {p.since} in full, sort them by"
            " sender, and decide by each sender's last word which exact address comes off. Then tick these addresses in"
            " the list of subscribers."
        )

    def facts(self, world: World, p: Requests) -> str:
        return "These come off: " + ", ".join(one.target for one in self.case(world, p.draw) if one.goes) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Requests) -> None:
        await person.goto("http://shop.test/newsletter-rules")
        await person.goto(f"{OFFICE}/marketing/contact-messages?size=200")
        await _unsubscribe(person, [one.target for one in self.case(person.world, p.draw) if one.goes])

    async def one_after_the_other(self, person: Person, p: Requests) -> None:
        targets = [one.target for one in self.case(person.world, p.draw) if one.goes]
        for target in reversed(targets):
            await _tick_and_unsubscribe(person, [target])
        await person.stop()

    async def first_rule(self, person: Person, p: Requests) -> None:
        """Takes everybody off who wrote, by the address the message came from or that looks like it."""
        found = [one.sent_from if one.kind != "twin" else one.like for one in self.case(person.world, p.draw)]
        await _unsubscribe(person, found)

    async def half_done(self, person: Person, p: Requests) -> None:
        """Leaves out the last one."""
        await _unsubscribe(person, [one.target for one in self.case(person.world, p.draw) if one.goes][:-1])

    async def with_the_near_twins(self, person: Person, p: Requests) -> None:
        """Takes both addresses off where two look alike."""
        gone = [one for one in self.case(person.world, p.draw) if one.goes]
        await _unsubscribe(person, [email for one in gone for email in (one.target, one.like) if email])

    ways = (one_after_the_other,)
    shortcuts = (first_rule, half_done, with_the_near_twins)


def _number(world: World, email: str) -> int | None:
    """Before the world is prepared there is no such row."""
    number = world.shop.value("SELECT id FROM subscriber WHERE email = ?", email)
    return None if number is None else int(number)


def _let_subscribe(world: World, writers: Sequence[Writer], rng: Rng) -> None:
    """Addresses that are not on the list take the place of strangers who are; some get an account. Then the whole list
    is dealt anew, so that neither its numbers nor its dates tell who came last."""
    db = world.shop
    wanted = [(email, one.name) for one in writers for email in (one.sent_from, one.target, one.like) if email]
    known = set(db.values("SELECT email FROM subscriber"))
    strangers = db.values("SELECT id FROM subscriber WHERE customer_id IS NULL AND status = 'subscribed' ORDER BY id")
    places = rng.shuffled([int(one) for one in strangers])
    for place, (email, name) in enumerate(dict.fromkeys(one for one in wanted if one[0] not in known)):
        account = _second_account(world, email, name) if place % 2 == 0 else None
        if places:
            db.run("UPDATE subscriber SET email = ?, customer_id = ? WHERE id = ?", email, account, places.pop())
        else:
            changed = db.value("SELECT changed FROM subscriber ORDER BY id LIMIT 1 OFFSET ?", place)
            db.insert("subscriber", email=email, customer_id=account, status="subscribed", changed=changed)
    rows = db.rows("SELECT email, customer_id, status, changed FROM subscriber ORDER BY id")
    numbers = db.values("SELECT id FROM subscriber ORDER BY id")
    db.run("DELETE FROM subscriber")
    for number, row in zip(numbers, rng.shuffled(rows), strict=True):
        db.insert("subscriber", id=number, **row)


def _second_account(world: World, email: str, name: str) -> int | None:
    """Of somebody with a customer's name; None if the address has one."""
    db = world.shop
    if db.value("SELECT 1 FROM customer WHERE email = ?", email):
        return None
    like = db.row(f"SELECT * FROM customer WHERE {BUYER} = ? ORDER BY id LIMIT 1", name)
    assert like is not None, "writers are customers"
    own = {"email": email, "billing_id": None, "shipping_id": None, "last_login": None}
    return int(db.insert("customer", **{key: value for key, value in {**like, **own}.items() if key != "id"}))


def _moments(rng: Rng, since: str, until: str, count: int) -> list[str]:
    """So many different moments, in order; the first after `since` began, the last before `until` ended."""
    begin = datetime.fromisoformat(f"{since} 07:00:00")
    minutes = int((datetime.fromisoformat(f"{until} 22:00:00") - begin).total_seconds() // 60)
    return [str(begin + timedelta(minutes=one)) for one in sorted(rng.sample(list(range(minutes)), count))]


async def _unsubscribe(person: Person, emails: Sequence[str]) -> None:
    await _tick_and_unsubscribe(person, emails)
    await person.stop()


async def _tick_and_unsubscribe(person: Person, emails: Sequence[str]) -> None:
    await person.goto(f"{OFFICE}/marketing/subscribers?size=200")
    for email in dict.fromkeys(emails):
        await tick_row(person, "E-mail", email)
    await do_to_ticked(person, "Unsubscribe")
