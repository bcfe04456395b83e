"""Tasks on the board, classifieds.test: answering offers, and taking one's own back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Update
from webcosm.suites.arena.classifieds._deeds import (
    NOW,
    new_id,
    offer_by,
    reply_by,
)
from webcosm.suites.arena.classifieds._moves import (
    HOME,
    open_item,
    open_talk,
)
from webcosm.suites.arena.classifieds._own import take_over_titled
from webcosm.suites.arena.classifieds._rows import Ad, Board, me
from webcosm.suites.arena.classifieds.selling import Inquiry, inquiries, talk_about
from webcosm.suites.arena.classifieds.talking import answered, dollars_of, strangers
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import World

__all__ = ["last_offer", "verdict"]


# Offers to me ---------------------------------------------------------------------------------------------------------


def verdict(number: int, status: str, name: str) -> Update:
    return Update("classifieds", "offer", key=(number,), values={"status": status}, free={"answered": NOW}, name=name)


async def accepted_from_the_listing(person: Person, p: Inquiry) -> None:
    await person.goto(f"{HOME}/account/messages?side=selling")
    await open_talk(person, p.buyer, p.title)
    await person.click("Accept $", role="button")
    await person.stop()


async def declined_instead(person: Person, p: Inquiry) -> None:
    await open_talk(person, p.buyer, p.title)
    await person.click("Decline", role="button")
    await person.stop()


class AcceptOffer(Template[Inquiry]):
    """Accept somebody's offer."""

    id = "arena.classifieds.accept-offer"
    kind = Kind.DO
    goals = (
        "Accept the offer that {buyer} made for my “{title}”.",
        "{buyer} made me an offer on “{title}”. I'm fine with it: accept it.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=4)
    ways: ClassVar[tuple[Way, ...]] = (accepted_from_the_listing,)
    shortcuts: ClassVar[tuple[Way, ...]] = (declined_instead,)
    twin = "arena.classifieds.take-offer"

    def pool(self, world: World) -> Sequence[Inquiry]:
        return [Inquiry(ad.title, row.name) for ad, row in inquiries(Board(world), "open") if row.theirs]

    def prepare(self, world: World, p: Inquiry) -> None:
        take_over_titled(world, p.title)

    def expect(self, world: World, p: Inquiry) -> Expectation:
        return Expectation([verdict(last_offer(world, p), "accepted", "the offer is accepted")])

    async def solve(self, person: Person, p: Inquiry) -> None:
        await open_talk(person, p.buyer, p.title)
        await person.click("Accept $", role="button")
        await person.stop()


def last_offer(world: World, p: Inquiry) -> int:
    """The number of the last offer in a conversation about a listing of mine."""
    talk = talk_about(world, Board(world).titled(p.title).id, p.buyer)
    return int(world.classifieds.value("SELECT max(id) FROM offer WHERE conversation_id = ?", talk))


class TakeOffer(Template[Inquiry]):
    """Accept an offer that has been declined before."""

    id = "arena.classifieds.take-offer"
    kind = Kind.DO
    goals = AcceptOffer.goals
    sites = ("classifieds",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.classifieds.accept-offer"

    def pool(self, world: World) -> Sequence[Inquiry]:
        return [Inquiry(ad.title, row.name) for ad, row in inquiries(Board(world), "declined") if row.theirs]

    def prepare(self, world: World, p: Inquiry) -> None:
        take_over_titled(world, p.title)

    def obstacle(self, world: World, p: Inquiry) -> Obstacle:
        closed = (r"\bdeclin", r"\brejected", r"turned (?:it )?down", r"(?:not|n't|no longer) open", r"\bclosed\b")
        return Obstacle(Reason.NOT_ALLOWED, (p.buyer, p.title, "offer"), (Reason.MISSING,), said=(*closed, NO_CONTROL))

    async def solve(self, person: Person, p: Inquiry) -> None:
        await open_talk(person, p.buyer, p.title)
        if person.has("Accept $", role="button"):
            raise Lost(f"the offer of {p.buyer} is open after all")
        await person.infeasible(f"The offer of {p.buyer} for “{p.title}” has been declined and is no longer open.")


@dataclass(frozen=True)
class Counter:
    title: str
    buyer: str
    amount: str


async def countered_with_cents(person: Person, p: Counter) -> None:
    await open_talk(person, p.buyer, p.title)
    await person.click("Make a counter-offer")
    await person.fill("Your offer", f"${dollars_of(p.amount)}.00")
    await person.click("Send offer")
    await person.stop()


async def declined_and_offered(person: Person, p: Counter) -> None:
    await open_talk(person, p.buyer, p.title)
    await person.click("Decline", role="button")
    await person.stop()


class CounterOffer(Template[Counter]):
    """Answer an offer with another price."""

    id = "arena.classifieds.counter-offer"
    kind = Kind.DO
    goals = (
        "What {buyer} is offering for my “{title}” isn't enough. Ask for {amount} instead.",
        "Reply to {buyer}'s offer on my “{title}” with a counter-offer of {amount}.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)
    ways: ClassVar[tuple[Way, ...]] = (countered_with_cents,)
    shortcuts: ClassVar[tuple[Way, ...]] = (declined_and_offered,)

    def pool(self, world: World) -> Sequence[Counter]:
        """At most a tenth more, which buyers take, or a quarter more."""
        found: list[Counter] = []
        for ad, row in inquiries(Board(world), "open"):
            amount = row.amount * (108 if len(found) % 2 else 125) // 10_000
            if row.theirs and row.amount // 100 < amount:
                found.append(Counter(ad.title, row.name, f"${amount:,}"))
        return found

    def prepare(self, world: World, p: Counter) -> None:
        take_over_titled(world, p.title)

    def expect(self, world: World, p: Counter) -> Expectation:
        ad, mine = Board(world).titled(p.title), int(me(world).id)
        inquiry = Inquiry(p.title, p.buyer)
        talk, number = talk_about(world, ad.id, p.buyer), last_offer(world, inquiry)
        offers = world.classifieds.rows("SELECT * FROM offer WHERE conversation_id = ? ORDER BY id", talk)
        buyer = offers[-1].sender_id
        best = max(row.amount for row in offers if row.sender_id == buyer)
        amount = dollars_of(p.amount) * 100
        replies = reply_by(world, talk, buyer)
        taken = "open" if not replies else "accepted" if amount * 100 <= best * 110 else "declined"
        return Expectation(
            [
                verdict(number, "countered", "the offer is answered"),
                offer_by(talk, mine, amount, taken, "the counter-offer"),
                *replies,
            ]
        )

    async def solve(self, person: Person, p: Counter) -> None:
        await open_talk(person, p.buyer, p.title)
        await person.click("Make a counter-offer")
        await person.fill("Your offer", str(dollars_of(p.amount)))
        await person.click("Send offer")
        await person.stop()


# Several offers -------------------------------------------------------------------------------------------------------


async def best_from_the_last(person: Person, p: BestOf) -> None:
    await _answer_all(person, p, backwards=True)


async def first_one_accepted(person: Person, p: BestOf) -> None:
    await _answer_all(person, p, wrong=True)


@dataclass(frozen=True)
class BestOf:
    title: str
    rank: str
    """Which of the offers is the best: the first, second or third."""


async def _answer_all(person: Person, p: BestOf, *, backwards: bool = False, wrong: bool = False) -> None:
    """Looks at every conversation about the listing, then accepts the highest offer and declines the others."""
    await person.click("Messages", role="link")
    addresses = [str(one.url) for one in person.view if one.role == "link" and p.title in one.name]
    offers: dict[str, float] = {}
    for address in addresses:
        await person.goto(address)
        button = next((name for name in person.names("button") if name.startswith("Accept $")), "")
        if button:
            offers[address] = float(button.removeprefix("Accept $").replace(",", ""))
    if not offers:
        raise Lost(f"no offers wait for {p.title!r}")
    best = (min if wrong else max)(offers, key=lambda address: offers[address])
    for address in sorted(offers, reverse=backwards):
        if person.view.url != address:
            await person.goto(address)
        await person.click("Accept $" if address == best else "Decline", role="button")
    await person.stop()


class AcceptBest(Template[BestOf]):
    """Accept the best of three offers and decline the others."""

    id = "arena.classifieds.accept-best-offer"
    kind = Kind.DO
    goals = (
        "Several people have made offers for my “{title}”. Accept the highest one and decline the others.",
        "Look at the offers that are waiting for my “{title}”: take the best and turn the rest down.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=11)
    ways: ClassVar[tuple[Way, ...]] = (best_from_the_last,)
    shortcuts: ClassVar[tuple[Way, ...]] = (first_one_accepted,)

    def pool(self, world: World) -> Sequence[BestOf]:
        ranks = ("first", "second", "third")
        busy = {row.listing_id for row in world.classifieds.rows("SELECT listing_id FROM conversation")}
        free = [ad for ad in strangers(Board(world)) if ad.id not in busy]
        return [BestOf(ad.title, ranks[place % 3]) for place, ad in enumerate(free)]

    def prepare(self, world: World, p: BestOf) -> None:
        """Three people who had nothing to do with it ask and offer."""
        take_over_titled(world, p.title)
        db, ad = world.classifieds, Board(world).titled(p.title)
        for number, (buyer, share) in enumerate(zip(self._buyers(world, ad), self._shares(p), strict=True)):
            hour = f"2026-05-14 0{6 + number}"
            talk = db.insert("conversation", listing_id=ad.id, buyer_id=buyer, created=f"{hour}:10:00")
            db.insert(
                "message",
                conversation_id=talk,
                sender_id=buyer,
                body=WORDS[number],
                created=f"{hour}:10:00",
            )
            db.insert(
                "offer",
                conversation_id=talk,
                sender_id=buyer,
                amount=(ad.price or 0) * share // 10_000 * 100,
                created=f"{hour}:12:00",
            )

    def _buyers(self, world: World, ad: Ad) -> list[int]:
        rows = world.classifieds.values(
            "SELECT id FROM account WHERE id > 3 AND kind = 'private' AND suspended IS NULL AND id <> ? AND last_seen >"
            " '2026-05-01' ORDER BY (id * 7919 + ?) % 1009 LIMIT 3",
            ad.seller_id,
            ad.id,
        )
        return [int(number) for number in rows]

    def _shares(self, p: BestOf) -> tuple[int, int, int]:
        return {"first": (91, 78, 84), "second": (72, 88, 80), "third": (81, 76, 93)}[p.rank]

    def expect(self, world: World, p: BestOf) -> Expectation:
        number = Board(world).titled(p.title).id
        offers = world.classifieds.rows(
            "SELECT offer.* FROM offer JOIN conversation ON conversation.id = conversation_id WHERE listing_id = ? AND"
            " status = 'open' ORDER BY offer.id",
            number,
        )
        best = max(offers, key=lambda row: row.amount)
        return Expectation(
            [
                verdict(row.id, "accepted" if row is best else "declined", "accepted" if row is best else "declined")
                for row in offers
            ]
        )

    async def solve(self, person: Person, p: BestOf) -> None:
        await _answer_all(person, p)


WORDS = (
    "Hello, I would come and get it this week. Here is what I can pay.",
    "Hi! Is it still there? I have made you an offer.",
    "Good morning, I am interested. Tell me what you think of my offer.",
)


# Withdrawing ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Second:
    title: str
    first: str
    amount: str


async def withdrawn_only(person: Person, p: Second) -> None:
    await _withdraw(person, p)
    await person.stop()


async def _withdraw(person: Person, p: Second) -> None:
    await person.click("Messages", role="link")
    await person.click(p.title, role="link")
    await person.click("Withdraw", role="button")


async def replaced_from_its_listing(person: Person, p: Second) -> None:
    await open_item(person, p.title)
    await person.click("Your conversation with the seller", role="link")
    await person.click("Withdraw", role="button")
    await _offer_again(person, p)


async def _offer_again(person: Person, p: Second) -> None:
    await person.click("Make an offer")
    await person.fill("Your offer", str(dollars_of(p.amount)))
    await person.click("Send offer")
    await person.stop()


class ReplaceOffer(Template[Second]):
    """Withdraw an offer that nobody has answered and make a better one."""

    id = "arena.classifieds.replace-offer"
    kind = Kind.DO
    goals = (
        "I offered {first} for “{title}” and haven't heard back. Take that offer back and make it {amount}.",
        "Replace my {first} offer on “{title}” with one for {amount}.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=7)
    ways: ClassVar[tuple[Way, ...]] = (replaced_from_its_listing,)
    shortcuts: ClassVar[tuple[Way, ...]] = (withdrawn_only,)

    def pool(self, world: World) -> Sequence[Second]:
        return [
            Second(ad.title, f"${(ad.price or 0) * 6 // 1_000:,}", f"${(ad.price or 0) * 8 // 1_000:,}")
            for ad in strangers(Board(world))
        ]

    def prepare(self, world: World, p: Second) -> None:
        db, ad, mine = world.classifieds, Board(world).titled(p.title), me(world).id
        when = "2026-05-12 19:05:00"
        talk = db.insert("conversation", listing_id=ad.id, buyer_id=mine, created=when)
        db.insert(
            "message",
            conversation_id=talk,
            sender_id=mine,
            body="Hello, I would take it at this price. Please let me know!",
            created=when,
        )
        db.insert("offer", conversation_id=talk, sender_id=mine, amount=dollars_of(p.first) * 100, created=when)

    def expect(self, world: World, p: Second) -> Expectation:
        old = world.classifieds.row("SELECT * FROM offer WHERE id = ?", new_id(world, "offer") - 1)
        assert old
        ad = Board(world).titled(p.title)
        second = answered(world, ad, old.conversation_id, dollars_of(p.amount) * 100)
        return Expectation([verdict(old.id, "withdrawn", "the first offer is withdrawn"), *second])

    async def solve(self, person: Person, p: Second) -> None:
        await _withdraw(person, p)
        await _offer_again(person, p)
