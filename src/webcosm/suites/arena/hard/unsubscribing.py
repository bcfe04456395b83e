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
ALIKE = ("twin", "named", "again")
"""A wish from an address that looks like somebody else's; one for another address of theirs; one that is taken back and
then made again. All others write once and plainly, but for the exceptions."""
EXCEPTIONS = ("back", "other", "cross", "question", "still")
"""A wish that is taken back; one for somebody else; one that a namesake seems to take back, from another address; a
question; a wish, and later a question that has nothing to do with it."""
WISHES = (
    "Please take me off the newsletter.",
    "I don't want your newsletter anymore. Please unsubscribe me.",
    "Too many emails for me. Could you stop sending me the newsletter?",
    "I never get round to reading your newsletter, so it can stop coming.",
    "Could you remove me from the list for the newsletter?",
    "One newsletter less would do me good, so please don't send me yours any longer.",
    "I would like to be unsubscribed from the newsletter.",
    "My inbox is full to the brim, and your newsletter is the first thing that has to go.",
    "Thanks for the newsletter over the years. I am saying goodbye to it now, please see to that.",
    "I signed up for the newsletter to get the welcome coupon. I have used it, so you can take me off again.",
    "What do I have to do so that the newsletter stops? Consider this my request.",
    "Please cross me off the newsletter's list of readers.",
    "The newsletter is well made, but it is not for me. No more of it, please.",
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
KEEP = (
    "Please keep sending me the newsletter, I read every issue of it.",
    "The newsletter is my favorite mail of the week. Please don't take me off the list by mistake.",
)
AGAIN = (
    "Sorry for the back and forth: please do take me off the newsletter after all.",
    "I have thought about the newsletter once more, and this is my last word: please unsubscribe me.",
    "Now I really mean it. No more newsletter for me, please.",
)
OTHERS = (
    "Please take my neighbor off the newsletter, it is never even opened. The address is {email}.",
    "A cousin of mine gets your newsletter at {email} and complains about it every time. Can you stop that?",
    "A colleague of mine wants no more newsletters from you and is too shy to say so. It is {email}.",
)
QUESTIONS = (
    "The coupon from your newsletter didn't work for me. Is it still valid?",
    "How often does the newsletter come out? I don't want to miss the next one.",
    "Somebody told me to unsubscribe from your newsletter, but I like it. Where do I find the older issues?",
)
LATER = (
    "Is the coupon from the last newsletter still valid for me? I would like to use it this week.",
    "One more thing: the recipe in the newsletter of last month had no oven temperature. Which one is right?",
    "By the way, what was the name of the lamp on the cover of your spring newsletter?",
)
RULES = (
    "How we handle messages about the newsletter:\n\n"
    "1. We take an address off if its owner asks for it. Where the message names another address of the owner's, that"
    " one is meant, and the one it was sent from stays as it is. Otherwise the address it was sent from is meant.\n"
    "2. Go by the address, never by the name. Many people share a name.\n"
    "3. If several messages come from the same address, only the last one counts that says whether its owner wants the"
    " newsletter. Questions about something else change nothing.\n"
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
        return self.kind in ("plain", "named", "twin", "again", "cross", "still")


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
    hosts = world.shop.values("SELECT DISTINCT substr(email, instr(email, '@') + 1) FROM orders ORDER BY 1")
    others = rng.sample([str(one) for one in hosts if one != host], 2)
    options = [f"{plain}@{host}", f"{name}{rng.integer(2, 9)}@{host}", *(f"{name}@{one}" for one in others)]
    taken = world.shop.values(
        f"SELECT email FROM customer WHERE {FIRST_OF_THE_NAME} UNION SELECT email FROM orders"
        " UNION SELECT email FROM subscriber WHERE status <> 'subscribed'"
    )
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
        kinds = [ALIKE[at % len(ALIKE)] for at in range(twins)]
        kinds += [EXCEPTIONS[at % len(EXCEPTIONS)] for at in range(self.dials.exceptions)]
        kinds += ["plain"] * (self.dials.rows - len(kinds))
        turn = rng.integer(0, 1)
        writers = []
        for place, kind in enumerate(kinds):
            one, other = readers.pop(), readers.pop()
            like = _twin(world, one.email, rng)
            # Either of two that look alike may be the one that was there first: half of the time it is.
            mine, theirs = (like, one.email) if place // len(ALIKE) % 2 == turn else (one.email, like)
            if kind in ("twin", "cross"):
                # Sent from an address that looks like somebody else's, by somebody with the same name.
                writers.append(Writer(kind, one.name, mine, mine, theirs))
            elif kind == "named":
                writers.append(Writer(kind, one.name, theirs, mine, theirs))
            elif kind == "other":
                writers.append(Writer(kind, other.name, other.email, one.email, other.email))
            else:
                writers.append(
                    Writer(kind, one.name, one.email, one.email, "" if kind in ("back", "question") else like)
                )
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
        words = Letters(world, rng, share_long=0.6)
        writers = self.case(world, p.draw)
        written = [(one, _letters(one, words)) for one in writers]
        _let_subscribe(world, writers, rng)
        # Whoever writes twice does so while others write: neither the first nor the last ones are of one kind.
        senders = rng.shuffled([place for place, (_, letters) in enumerate(written) for _ in letters])
        moments = _moments(rng, since, str(world.lore.today - timedelta(days=1)), len(senders))
        for moment, place in zip(moments, senders, strict=True):
            writer, letters = written[place]
            email, message = letters.pop(0)
            world.shop.insert("contact_message", name=writer.name, email=email, message=message, created=moment)

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
        found = [one.like if one.kind == "twin" else one.sent_from for one in self.case(person.world, p.draw)]
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


def _letters(one: Writer, words: Letters) -> list[tuple[str, str]]:
    """From which addresses they write what, one after the other."""
    first = {"named": NAMED, "other": OTHERS, "question": QUESTIONS}.get(one.kind, WISHES)
    then = {"back": (BACK,), "again": (BACK, AGAIN), "cross": (KEEP,), "still": (LATER,)}.get(one.kind, ())
    letters = [
        (one.sent_from, words.lengthened(words.next_of(wordings).format(email=one.target)))
        for wordings in (first, *then)
    ]
    if one.kind == "cross":
        letters[1] = (one.like, letters[1][1])
    return letters


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
    created = db.value("SELECT created FROM customer WHERE id <> ? ORDER BY abs(id - ?) LIMIT 1", like.id, like.id)
    own = {"email": email, "billing_id": None, "shipping_id": None, "last_login": None, "created": created}
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
