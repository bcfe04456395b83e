"""Offers: who gets what, by the seller's house rules, while buyers think again and the user puts in a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import TypeAlias

from webcosm.judge.sets import Part, over_rows
from webcosm.judge.state import Expectation, Update
from webcosm.lore import Rng
from webcosm.suites.arena.classifieds._desk import (
    BOARD,
    GOODS,
    Talk,
    add_note,
    clear_own,
    first_name,
    give_to,
    member,
    next_numbers,
    open_note,
    ordinary_people,
    said_price,
    spare_listings,
)
from webcosm.tasks import Dials, Event, Kind, Levelled, Person, Situation, Skill, happened
from webcosm.tasks.dates import said_day
from webcosm.worlds import BEGINNING, Row, World

DRAWS, TRIES = 24, 120
Stock: TypeAlias = tuple[Sequence[Row], Sequence[Row], tuple[int, int]]
NOTE = "Offers on my listings"
CLAUSES = ("share", "ship", "late", "new", "quit", "trade")
"""Why an offer may not count, in the order in which levels take them up."""
WISHES = {
    "plain": (
        "Hello, I'd like to have it. I can pick it up on {day}.",
        "Is it still there? My offer stands, and I could come by on {day}.",
        "I have wanted one for a while. {day} would suit me for picking it up.",
        "Hi! I live close by and can fetch it on {day}, cash in hand.",
        "Looks good to me. No need to ship it, I'll come on {day}.",
    ),
    "ship": (
        "Could you send it to me? I pay the postage on top, of course.",
        "I live two hours away, so it would have to come by mail. I hope that works.",
        "I'd like it, but I can't come for it. Please pack it well and ship it.",
    ),
    "late": (
        "I am traveling and can fetch it on {late} at the earliest. Please keep it for me.",
        "I'd take it. Before {late} I have no car, then I come at once.",
        "Would you hold it until {late}? I move in then and pick it up the same day.",
    ),
    "trade": (
        "I'd pay half of it in cash, and you get a nearly new toaster for the rest.",
        "My offer is meant like this: a voucher for the garden center, worth the whole amount.",
        "I can give you a set of winter tires for it, they are worth what I offer.",
    ),
    "quit": (
        "Hello, I can pick it up on {day}. || Sorry, I found one closer to home. Please forget about my offer.",
        "I'd come on {day}. || Change of plan: we don't need it after all, so don't count on me.",
        "{day} would work for me. || I have to take my offer back, my roof leaks and the money is gone.",
    ),
}
"""What bidders write; after the bars a second message."""


@dataclass(frozen=True)
class Bid:
    listing: int
    buyer: Row
    amount: int
    when: datetime
    wish: str
    text: str
    talk: int = 0
    """The number of its conversation; the offer's is in the same place among offers."""
    offer: int = 0


@dataclass(frozen=True)
class Case:
    best: bool
    """Whether the highest offer wins, or the first one that counts."""
    share: int
    """Percent of the price below which no offer counts."""
    last_day: date
    joined: date
    listings: tuple[Row, ...]
    bids: tuple[Bid, ...] = ()
    quitter: Bid | None = None
    """Takes the offer back while the agent is at it; would have won."""
    friend: Bid | None = None
    """Whom the user prefers, as it turns out; would not have won."""

    def of(self, listing: Row) -> list[Bid]:
        return [one for one in self.bids if one.listing == listing.id]

    def price(self, bid: Bid) -> int:
        return next(int(one.price) for one in self.listings if one.id == bid.listing)


@dataclass(frozen=True)
class Offers:
    draw: int


class AnswerOffers(Levelled[Offers]):
    """Accept and decline offers by the house rules."""

    family = "arena.classifieds.answer-offers"
    kind = Kind.DO
    goals = (
        "Several people have made offers on my Pennyboard listings. Please answer all of them by the house rules in my"
        " note “Offers on my listings”. No messages and no counter-offers, please.",
        "Can you go through the open offers on what I'm selling on Pennyboard? My note “Offers on my listings” says who"
        " gets what. Deal with all of them as it says, without any messages or counter-offers.",
    )
    sites = ("classifieds", "notes")
    skills = (Skill.LATE_CHANGE, Skill.SPLIT, Skill.RECONCILE)
    levels = (
        Dials(rows=5, rules=2),
        Dials(rows=9, rules=3),
        Dials(rows=14, rules=5, stale=1, events=1),
        Dials(rows=20, rules=6, stale=1, events=2),
    )
    actions = (19, 31, 46, 66)

    # The case ---------------------------------------------------------------------------------------------------------

    @property
    def clauses(self) -> Sequence[str]:
        return CLAUSES[: self.dials.rules]

    def case(self, world: World, draw: int, found: Stock | None = None) -> Case | None:
        """None if not every clause would decide about something."""
        stock = found or _stock(world)
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            case = self._drawn(rng, *stock)
            if self._is_alive(case) and (with_events := self._with_events(rng, case)):
                return with_events
        return None

    def _drawn(self, rng: Rng, goods: Sequence[Row], people: Sequence[Row], numbers: tuple[int, int]) -> Case:
        count = {5: 2, 9: 3, 14: 4, 20: 6}[self.dials.rows]
        listings = tuple(rng.sample(list(goods), count))
        case = Case(
            best=rng.chance(0.5),
            share=5 * rng.integer(14, 17),
            last_day=(BEGINNING + timedelta(days=rng.integer(7, 12))).date(),
            joined=date(rng.integer(2023, 2024), rng.integer(1, 12), 1),
            listings=listings,
        )
        # Who would win but for one clause. Too little is never the most: with “the highest one” it wins where nothing
        # else counts.
        others = [one for one in self.clauses if one != "share"]
        kinds: list[list[str]] = [others[place :: count - 1] for place in range(count - 1)] + [["share"]]
        kinds[0].append("better")
        bids: list[Bid] = []
        some = {first_name(one): one for one in rng.sample(list(people), 160)}.values()
        old, new = (iter([one for one in some if (_joined(one) >= case.joined) is late]) for late in (False, True))
        for place, listing in enumerate(listings):
            size = self.dials.rows // count + (place < self.dials.rows % count)
            nobody = kinds[place] == ["share"] and case.best
            kinds[place] += [] if nobody else ["good"]
            while len(kinds[place]) < size:
                kinds[place].append(rng.choice(others if nobody else ["good", "good", *self.clauses]))
            for kind in rng.shuffled(kinds[place]):
                bids.append(self._bid(rng, case, listing, next(new if kind == "new" else old), kind))
        came = {id(one): place for place, one in enumerate(sorted(bids, key=lambda one: one.when))}
        talk, offer = numbers
        return replace(
            case, bids=tuple(replace(one, talk=talk + came[id(one)], offer=offer + came[id(one)]) for one in bids)
        )

    def _bid(self, rng: Rng, case: Case, listing: Row, buyer: Row, kind: str) -> Bid:
        day = BEGINNING.date() + timedelta(days=rng.integer(2, (case.last_day - BEGINNING.date()).days))
        late = case.last_day + timedelta(days=rng.integer(1, 6))
        text = rng.choice(WISHES.get(kind, WISHES["plain"])).format(day=said_day(day), late=said_day(late))
        wins = kind not in ("good", "better")
        low, high = (case.share / 100, 0.9) if kind in ("good", "better") else (0.91, 1.0)
        if kind == "share":
            low, high = case.share / 100 - 0.2, case.share / 100 - 0.02
        elif kind == "better" or not case.best:
            low = case.share / 100 + 0.06
        amount = max(100, round(listing.price * rng.uniform(low, high) / 100) * 100)
        early = rng.integer(2, 4) if wins and not case.best else rng.integer(0, 2)
        hours = 24 * (0 if kind == "better" else 1 + early) + rng.integer(4, 23)
        when = BEGINNING - timedelta(hours=hours, minutes=rng.integer(0, 59))
        return Bid(int(listing.id), buyer, amount, when, kind if kind in WISHES else "plain", text)

    def _counts(self, case: Case, bid: Bid, clauses: Sequence[str]) -> bool:
        fails = {
            "share": bid.amount * 100 < case.price(bid) * case.share,
            "new": _joined(bid.buyer) >= case.joined,
        }
        return not any(fails.get(one, bid.wish == one) for one in clauses)

    def _winner(
        self, case: Case, listing: Row, clauses: Sequence[str] | None = None, gone: Bid | None = None
    ) -> Bid | None:
        clauses = self.clauses if clauses is None else clauses
        fit = [one for one in case.of(listing) if one != gone and self._counts(case, one, clauses)]
        # Of equal offers the one that came first.
        return min(fit, key=lambda one: (-one.amount if case.best else 0, one.when), default=None)

    def _is_alive(self, case: Case) -> bool:
        """Whether each clause decides who wins somewhere, both ways of choosing differ, and no two came at once."""
        right = [self._winner(case, one) for one in case.listings]
        if right.count(None) > 1 or len({one.when for one in case.bids}) < len(case.bids):
            return False
        for clause in self.clauses:
            rest = [one for one in self.clauses if one != clause]
            if [self._winner(case, one, rest) for one in case.listings] == right:
                return False
        other = replace(case, best=not case.best)
        return [self._winner(other, one) for one in case.listings] != right

    def _with_events(self, rng: Rng, case: Case) -> Case | None:
        """The quitter wins a listing which somebody else gets then; the friend loses another one."""
        listings = list(case.listings)
        quitter = friend = None
        if self.dials.events:
            fit = [one for one in listings if (won := self._winner(case, one)) and self._winner(case, one, gone=won)]
            if not fit:
                return None
            quitter = self._winner(case, rng.choice(fit))
        if self.dials.events > 1:
            losers = [
                bid
                for one in listings
                if not quitter or one.id != quitter.listing
                for bid in case.of(one)
                if bid != self._winner(case, one) and bid.wish == "plain"
            ]
            if not losers:
                return None
            friend = rng.choice(losers)
        return replace(case, quitter=quitter, friend=friend)

    def _case(self, world: World, p: Offers) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Offers]:
        stock = _stock(world)
        return [Offers(draw) for draw in range(DRAWS) if self.case(world, draw, stock)]

    def prepare(self, world: World, p: Offers) -> None:
        case = self._case(world, p)
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        clear_own(world)
        me = member(world)
        for number, listing in enumerate(case.listings):
            give_to(world, listing.id, me, BEGINNING - timedelta(days=5 + 4 * number, hours=3))
        for bid in case.bids:
            who, hours = int(bid.buyer.id), timedelta(hours=2)
            lines = [(who, text, bid.when + place * hours) for place, text in enumerate(bid.text.split(" || "))]
            Talk(bid.talk, bid.listing, who, lines, [(bid.offer, who, bid.amount, "open", bid.when)]).write(world)
        add_note(world, NOTE, self._rules_text(rng, case), f"{BEGINNING.date() - timedelta(days=6)} 20:40:00")
        if self.dials.stale:
            add_note(world, f"{NOTE} (winter)", self._old_text(rng, case), "2025-12-05 18:15:00")

    def _rules_text(self, rng: Rng, case: Case) -> str:
        who = "the highest one" if case.best else "the one that came first"
        tie = ". If two are equal, the one that came first." if case.best else ", however high the others are."
        said = {
            "share": f"Less than {case.share}% of the price doesn't count.",
            "ship": "I don't ship anything. Whoever can't pick it up is out.",
            "late": f"It has to be gone by {said_day(case.last_day)}: whoever can't come by that day doesn't count."
            " That day itself is fine.",
            "new": f"Nobody who joined the board on or after {said_day(case.joined)}. I've had bad luck with new ones.",
            "quit": "If somebody has written that they don't want it any more, that offer doesn't count.",
            "trade": "Cash for all of it. No swaps, no vouchers.",
        }
        lines = [f"- {said[one]}" for one in rng.shuffled(list(self.clauses))]
        head = f"How I decide about offers, thing by thing. Of the offers that count I accept {who}{tie}"
        tail = (
            "As soon as I have accepted one, I decline all the others for that thing and mark it as sold."
            " If none counts, I decline them all and the listing stays up."
        )
        since = "\nThis replaces what I wrote down for the winter." if self.dials.stale else ""
        return "\n".join([head, *lines, tail]) + since

    def _old_text(self, rng: Rng, case: Case) -> str:
        who = "the one that came first" if case.best else "the highest one"
        return (
            f"How I decide about offers this winter. Of the offers that count I accept {who}.\n- Less than"
            f" {case.share - 10}% of the price doesn't count.\n- Shipping is fine if they pay for it."
        )

    # What happens -----------------------------------------------------------------------------------------------------

    def events(self, world: World, p: Offers) -> Sequence[Event]:
        case = self._case(world, p)
        found = []
        if case.quitter:
            bid = case.quitter
            found.append(Event("taken back", partial(_is_due, case, bid, 3), write=partial(_take_back, bid)))
        if case.friend:
            bid = case.friend
            title = next(one.title for one in case.listings if one.id == bid.listing)
            words = (
                f"One more thing: {bid.buyer.name} is an old friend of mine and gets the “{title}”, whatever the rules"
                " say."
            )
            found.append(Event("friend", partial(_is_due, case, bid, 5), words))
        return found

    # What is right ----------------------------------------------------------------------------------------------------

    def _winners(self, world: World, case: Case) -> dict[int, Bid | None]:
        """Who gets what, after all that has happened so far."""
        gone = case.quitter if happened(world, "taken back") else None
        won = {int(one.id): self._winner(case, one, gone=gone) for one in case.listings}
        if case.friend and happened(world, "friend"):
            won[case.friend.listing] = case.friend
        return won

    def expect(self, world: World, p: Offers) -> Expectation:
        case = self._case(world, p)
        won = self._winners(world, case)
        parts = []
        for bid in case.bids:
            if bid == case.quitter and happened(world, "taken back"):
                continue
            verdict = "accepted" if won[bid.listing] == bid else "declined"
            rule = Update(
                "classifieds", "offer", {"status": verdict}, {"answered": "when it was done"}, key=(bid.offer,)
            )
            parts.append(Part(f"the offer of {bid.buyer.name} is {verdict}", (rule,)))
        for one in case.listings:
            if won[int(one.id)]:
                rule = Update("classifieds", "listing", {"status": "sold"}, key=(one.id,))
                parts.append(Part(f"“{one.title}” is marked as sold", (rule,)))
        return over_rows(parts)

    def plan(self, world: World, p: Offers) -> str:
        return (
            f"Read my note “{NOTE}” and make sure that it is the newest one. Then read every conversation about my"
            " listings to its end, look up when the bidder joined where that matters, decide thing by thing, and look"
            " once more before each answer: people change their minds."
        )

    def facts(self, world: World, p: Offers) -> str:
        case = self._case(world, p)
        told = []
        for one in case.listings:
            won = self._winner(case, one)
            told.append(f"“{one.title}”: {f'{won.buyer.name}, {said_price(won.amount)}' if won else 'nobody'}")
        return "At first these get what I sell: " + "; ".join(told) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Offers) -> None:
        await open_note(person, NOTE)
        await self._answer(person, self._case(person.world, p))

    async def _answer(
        self, person: Person, case: Case, listings: Sequence[Row] = (), *, last_first: bool = False
    ) -> None:
        """Thing by thing, the one that somebody takes an offer back for last, so that the news comes in time."""
        events = [one.listing for one in (case.friend, case.quitter) if one]
        for listing in listings or sorted(case.listings, key=lambda one: (one.id in events, one.id)):
            bids = case.of(listing)
            for bid in reversed(bids) if last_first else bids:
                won = self._winners(person.world, case)[int(listing.id)]
                if bid == case.quitter and happened(person.world, "taken back"):
                    continue
                await _decide(person, bid, accept=bid == won)
            if self._winners(person.world, case)[int(listing.id)]:
                await _mark_sold(person, listing)
        await person.stop()

    async def others_first(self, person: Person, p: Offers) -> None:
        """Begins with the thing that news would come about, so that it comes too late or not at all."""
        case = self._case(person.world, p)
        events = [one.listing for one in (case.quitter, case.friend) if one]
        order = sorted(case.listings, key=lambda one: (one.id not in events, -one.id))
        await self._answer(person, case, order, last_first=True)

    async def first_rule(self, person: Person, p: Offers) -> None:
        """The highest offer gets it, or the first one where the highest ones should, whatever else the rules say."""
        case = self._case(person.world, p)
        for listing in case.listings:
            bids = [one for one in case.of(listing) if one != case.quitter]
            won = max(bids, key=lambda one: (one.amount if case.best else 0, -one.when.timestamp()), default=None)
            for bid in bids:
                await _decide(person, bid, accept=bid == won)
            if won:
                await _mark_sold(person, listing)
        await person.stop()

    async def half_done(self, person: Person, p: Offers) -> None:
        """Leaves out the last thing."""
        case = self._case(person.world, p)
        events = [one.listing for one in (case.friend, case.quitter) if one]
        order = sorted(case.listings, key=lambda one: (one.id in events, one.id))
        await self._answer(person, case, order[:-1])

    async def winners_only(self, person: Person, p: Offers) -> None:
        """Accepts what is to be accepted and says nothing to the others."""
        case = self._case(person.world, p)
        for listing in case.listings:
            if won := self._winners(person.world, case)[int(listing.id)]:
                await _decide(person, won, accept=True)
                await _mark_sold(person, listing)
        await person.stop()

    ways = (others_first,)
    shortcuts = (first_rule, half_done, winners_only)


def _stock(world: World) -> Stock:
    """Things and people as they were in the universe, whatever was prepared since."""
    with world.universe.open() as first:
        return spare_listings(first, GOODS), ordinary_people(first), next_numbers(first)


def _joined(account: Row) -> date:
    return date.fromisoformat(account.created[:10])


def _is_due(case: Case, bid: Bid, answered: int, situation: Situation) -> bool:
    """When so many offers are answered and nothing has been done yet about the thing that the bid is for."""
    there = [one.offer for one in case.bids if one.listing == bid.listing]
    closed = [one for one in situation.changes if one.table == "offer" and one.kind == "update"]
    sold = any(one.table == "listing" and one.key == (bid.listing,) for one in situation.changes)
    return len(closed) >= answered and not sold and not any(one.key[0] in there for one in closed)


def _take_back(bid: Bid, world: World) -> None:
    db, stamp = world.classifieds, world.clock.stamp()
    db.run("UPDATE offer SET status = 'withdrawn', answered = ? WHERE id = ?", stamp, bid.offer)
    text = "I have found another one this morning, so I take my offer back."
    db.insert("message", conversation_id=bid.talk, sender_id=bid.buyer.id, body=text, created=stamp)


async def _decide(person: Person, bid: Bid, *, accept: bool) -> None:
    """Two actions."""
    await person.goto(f"{BOARD}/account/messages/{bid.talk}")
    await person.click("Accept" if accept else "Decline", role="button")


async def _mark_sold(person: Person, listing: Row) -> None:
    """Two actions."""
    await person.goto(f"{BOARD}/account/listings")
    await person.click(f"Mark {listing.title} as sold", role="button")
