"""Tasks on the board, classifieds.test: messages to sellers, and offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Rule
from webcosm.suites.arena.classifieds._deeds import (
    all_of,
    offer_by,
    reply_by,
    said,
    talk_rules,
    wrote,
)
from webcosm.suites.arena.classifieds._moves import (
    HOME,
    make_offer,
    open_item,
    open_talk,
    search,
    send_message,
)
from webcosm.suites.arena.classifieds._own import neighbors
from webcosm.suites.arena.classifieds._phrases import round_price
from webcosm.suites.arena.classifieds._rows import Ad, Board, me
from webcosm.suites.arena.classifieds._words import Says
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import World

__all__ = ["Bid", "Visit", "answered", "dollars_of", "outcome", "strangers"]


def strangers(board: Board) -> list[Ad]:
    """Things with a picture that I have nothing to do with yet."""
    things = [ad for ad in neighbors(board) if ad.group not in ("homes", "work-favors") and ad.photos]
    return [ad for ad in things if (ad.price or 0) >= 2_000]


# Messages -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Visit:
    title: str
    day: str
    hour: str
    """“six in the evening”"""


HOURS = {
    "ten in the morning": ("ten", "10", "10:00", "10am", "10 am", "10 a.m"),
    "noon": ("noon", "12", "12:00", "midday", "12pm", "12 pm"),
    "four in the afternoon": ("four", "4", "4:00", "16:00", "4pm", "4 pm", "4 p.m"),
    "six in the evening": ("six", "6", "6:00", "18:00", "6pm", "6 pm", "6 p.m"),
}
DAYS = ("Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday")


async def asked_by_offer_page(person: Person, p: Visit) -> None:
    """From what the seller offers besides, and in other words."""
    await open_item(person, p.title)
    number = person.view.url.rpartition("/")[2].partition("?")[0]
    await person.goto(f"{HOME}/item/{number}/message")
    await person.fill("Message", f"Hi there! Would {p.day.upper()} at {HOURS[p.hour][1]} suit you for a quick visit?")
    await person.click("Send message")
    await person.stop()


async def asked_nothing_of_the_kind(person: Person, p: Visit) -> None:
    await open_item(person, p.title)
    await send_message(person, "Hello, I like what you are selling. It looks great in the pictures!")
    await person.stop()


async def asked_for_another_time(person: Person, p: Visit) -> None:
    await open_item(person, p.title)
    other = next(hour for hour in HOURS if hour != p.hour)
    await send_message(person, f"Hello, may I come and see it on {p.day} at {other}?")
    await person.stop()


class AskToVisit(Template[Visit]):
    """Ask a seller for a time to come by."""

    id = "arena.classifieds.ask-to-visit"
    kind = Kind.DO
    goals = (
        "Write to the seller of “{title}” and ask if I can come and have a look on {day} at {hour}. Don't mention the"
        " price yet.",
        "I'd like to see “{title}” in person. Message the seller to ask whether {day} at {hour} works, and leave money"
        " out of it.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=7)
    ways: ClassVar[tuple[Way, ...]] = (asked_by_offer_page,)
    shortcuts: ClassVar[tuple[Way, ...]] = (asked_nothing_of_the_kind, asked_for_another_time)

    def pool(self, world: World) -> Sequence[Visit]:
        hours = list(HOURS)
        return [
            Visit(ad.title, DAYS[place % len(DAYS)], hours[place % len(hours)])
            for place, ad in enumerate(strangers(Board(world)))
        ]

    def expect(self, world: World, p: Visit) -> Expectation:
        ad, mine = Board(world).titled(p.title), int(me(world).id)
        talk, begun = talk_rules(world, ad)
        others = [*(day for day in DAYS if day != p.day), "Thursday"]
        asks = Says(
            (p.day, HOURS[p.hour]),
            without=(rf"\b(?:{'|'.join(others).lower()})\b", r"\b(?:price|discount|cheaper|negotiable|dollars)\b"),
            most=120,
        )
        rules = [*begun, wrote(talk, mine, "my message"), *reply_by(world, talk, ad.seller_id)]
        return all_of(rules, the_message_asks_for_the_time=said(mine, asks, talk))

    async def solve(self, person: Person, p: Visit) -> None:
        await open_item(person, p.title)
        await send_message(person, f"Hello! Could I come by on {p.day} at {p.hour} and have a look? Thank you.")
        await person.stop()


# Offers ---------------------------------------------------------------------------------------------------------------


def outcome(world: World, ad: Ad, amount: int) -> str:
    """What a seller makes of a first offer, as the help page says: open if they are away."""
    if not reply_by(world, 0, ad.seller_id):
        return "open"
    price = ad.price or 0
    if amount >= price:
        return "accepted"
    if not ad.negotiable or amount * 100 < price * 75:
        return "declined"
    return "accepted" if amount * 100 >= price * 90 else "countered"


def half_way(price: int, amount: int) -> int:
    """What a seller asks for instead: half way, in whole dollars, rounded up."""
    return -(-(price + amount) // 200) * 100


def answered(world: World, ad: Ad, talk: int, amount: int, then: str = "open") -> list[Rule]:
    """My offer, and what the seller answers; a counter-offer is in the end as ``then`` says."""
    mine, what = int(me(world).id), outcome(world, ad, amount)
    rules: list[Rule] = [offer_by(talk, mine, amount, what, "my offer")]
    if what == "countered":
        rules.append(offer_by(talk, ad.seller_id, half_way(ad.price or 0, amount), then, f"the counter-offer, {then}"))
    return [*rules, *reply_by(world, talk, ad.seller_id)]


@dataclass(frozen=True)
class Bid:
    title: str
    amount: str
    """“$120”"""

    @property
    def typed(self) -> str:
        return self.amount.strip("$").replace(",", "")

    @property
    def cents(self) -> int:
        return int(self.typed) * 100


async def offered_with_cents(person: Person, p: Bid) -> None:
    await open_item(person, p.title)
    await make_offer(person, f"${p.typed}.00")
    await person.stop()


async def offered_in_a_message(person: Person, p: Bid) -> None:
    await open_item(person, p.title)
    await send_message(person, f"I offer {p.amount} for it.")
    await person.stop()


class MakeOffer(Template[Bid]):
    """Make an offer."""

    id = "arena.classifieds.make-offer"
    kind = Kind.DO
    goals = (
        "Offer {amount} for “{title}”. Whatever the seller says to that, leave it at this one offer for now.",
        "Put in an offer of {amount} on “{title}” for me. I'll deal with the answer myself.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=7)
    ways: ClassVar[tuple[Way, ...]] = (offered_with_cents,)
    shortcuts: ClassVar[tuple[Way, ...]] = (offered_in_a_message,)
    twin = "arena.classifieds.place-offer"

    def pool(self, world: World) -> Sequence[Bid]:
        return _bids(strangers(Board(world))[::2])

    def expect(self, world: World, p: Bid) -> Expectation:
        ad = Board(world).titled(p.title)
        talk, begun = talk_rules(world, ad)
        return Expectation([*begun, *answered(world, ad, talk, p.cents)])

    async def solve(self, person: Person, p: Bid) -> None:
        await open_item(person, p.title)
        await make_offer(person, p.typed)
        await person.stop()


def _bids(ads: Sequence[Ad]) -> list[Bid]:
    shares = (92, 82, 70)
    return [
        Bid(ad.title, f"${round_price((ad.price or 0) * shares[place % 3] // 10_000):,}")
        for place, ad in enumerate(ads)
    ]


class PlaceOffer(Template[Bid]):
    """Make an offer for something that is sold."""

    id = "arena.classifieds.place-offer"
    kind = Kind.DO
    goals = MakeOffer.goals
    sites = ("classifieds",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.classifieds.make-offer"

    def pool(self, world: World) -> Sequence[Bid]:
        return _bids(strangers(Board(world))[1::2])

    def prepare(self, world: World, p: Bid) -> None:
        """It was among my favorites until it was sold: there it can still be seen."""
        number = Board(world).titled(p.title).id
        world.classifieds.run("UPDATE listing SET status = 'sold' WHERE id = ?", number)
        world.classifieds.insert("favourite", account_id=me(world).id, listing_id=number, created="2026-05-13 18:20:00")

    def obstacle(self, world: World, p: Bid) -> Obstacle:
        return Obstacle(
            Reason.SOLD_OUT, (p.title,), (Reason.MISSING, Reason.NOT_ALLOWED), said=(r"\bsold\b", NO_CONTROL)
        )

    async def solve(self, person: Person, p: Bid) -> None:
        await search(person, p.title)
        if p.title in person.names("link"):
            raise Lost(f"{p.title!r} is on offer after all")
        await person.click("Favorites", role="link")
        await person.click(p.title, role="link")
        await person.infeasible(f"“{p.title}” has been sold, so no offer can be made anymore.")


@dataclass(frozen=True)
class Haggle:
    title: str
    amount: str
    limit: str


def dollars_of(amount: str) -> int:
    return int(amount.strip("$").replace(",", ""))


async def haggled_half(person: Person, p: Haggle) -> None:
    await open_item(person, p.title)
    await make_offer(person, str(dollars_of(p.amount)))
    await person.stop()


async def decided_later(person: Person, p: Haggle) -> None:
    """Comes back to the conversation by the list of messages."""
    await open_item(person, p.title)
    await make_offer(person, str(dollars_of(p.amount)))
    seller = next(one.name for one in person.view if one.role == "heading").removeprefix("Conversation with ")
    await open_talk(person, seller, p.title)
    await _decide(person, p)


async def _decide(person: Person, p: Haggle) -> None:
    asks = next((name for name in person.names("button") if name.startswith("Accept $")), "")
    if not asks:
        raise Lost(f"the seller of {p.title!r} asks for no other price")
    if float(asks.removeprefix("Accept $").replace(",", "")) <= dollars_of(p.limit):
        await person.click(asks, role="button")
    else:
        await person.click("Decline", role="button")
    await person.stop()


class HaggleUpTo(Template[Haggle]):
    """Make an offer, and decide on the counter-offer by a limit."""

    id = "arena.classifieds.haggle-up-to"
    kind = Kind.DO
    goals = (
        "Offer {amount} for “{title}”. If the seller comes back with another price, take it as long as it's at most"
        " {limit}; otherwise turn it down.",
        "See if you can get me “{title}” for {amount}. A counter-offer of up to {limit} is fine, so accept it. Decline"
        " anything above that.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=8)
    ways: ClassVar[tuple[Way, ...]] = (decided_later,)
    shortcuts: ClassVar[tuple[Way, ...]] = (haggled_half,)

    def pool(self, world: World) -> Sequence[Haggle]:
        """What sellers answer with a counter-offer, every other time below the limit."""
        found: list[Haggle] = []
        for ad in strangers(Board(world)):
            price = ad.price or 0
            amount = price * 80 // 10_000 * 100
            if outcome(world, ad, amount) != "countered":
                continue
            back = half_way(price, amount)
            limit = back + 200 if len(found) % 2 else back - 200
            if amount < limit < price:
                found.append(Haggle(ad.title, f"${amount // 100:,}", f"${limit // 100:,}"))
        return found

    def expect(self, world: World, p: Haggle) -> Expectation:
        ad = Board(world).titled(p.title)
        talk, begun = talk_rules(world, ad)
        amount = dollars_of(p.amount) * 100
        then = "accepted" if half_way(ad.price or 0, amount) <= dollars_of(p.limit) * 100 else "declined"
        return Expectation([*begun, *answered(world, ad, talk, amount, then)])

    async def solve(self, person: Person, p: Haggle) -> None:
        await open_item(person, p.title)
        await make_offer(person, str(dollars_of(p.amount)))
        await _decide(person, p)
