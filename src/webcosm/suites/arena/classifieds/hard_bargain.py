"""Bargaining by one's own list: what sellers say follows from the board's rules, and decides on the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import chain

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.classifieds.rules.bargain import (
    ACCEPTED_SHARE,
    DECLINED_SHARE,
    close_offer,
    counter_price,
    put_offer,
)
from webcosm.suites.arena.classifieds._desk import (
    BOARD,
    FREE,
    GOODS,
    Talk,
    add_note,
    copy_listing,
    give_to,
    member,
    next_numbers,
    now_of,
    open_note,
    ordinary_people,
    said_price,
    spare_listings,
)
from webcosm.tasks import Dials, Event, Kind, Levelled, Person, Situation, Skill, happened
from webcosm.tasks.money import typed_price
from webcosm.worlds import BEGINNING, Row, Timepiece, World

DRAWS, TRIES = 24, 300
NOTE = "Wanted on Pennyboard"
KINDS = ("at once", "counter", "too dear", "second", "firm", "away", "hopeless")
"""How a bargain goes that keeps to the list, whatever the budget says."""


@dataclass(frozen=True)
class Item:
    """Something that is wanted."""

    row: Row
    seller: Row
    talk: int
    negotiable: bool
    away: bool
    start: int
    limit: int

    def answer(self, amount: int) -> str:
        """What the seller makes of a first or second offer, as the board's rules have it."""
        price = int(self.row.price)
        if self.away:
            return "silent"
        if amount >= price:
            return "accepted"
        if not self.negotiable or amount * 100 < price * DECLINED_SHARE:
            return "declined"
        return "accepted" if amount * 100 >= price * ACCEPTED_SHARE else "countered"

    def course(self, limit: int, room: int) -> tuple[list[tuple[str, int]], int]:
        """The steps of the bargain with so much money left, and what is agreed in the end: 0 if nothing."""
        steps: list[tuple[str, int]] = []
        for amount in (self.start, limit):
            amount = min(amount, int(self.row.price))
            if amount > room or (steps and amount <= self.start):
                return steps, 0
            steps.append(("offer", amount))
            match self.answer(amount):
                case "accepted":
                    return steps, amount
                case "silent":
                    return [*steps, ("withdraw", 0)], 0
                case "countered":
                    asked = counter_price(int(self.row.price), amount)
                    fits = asked <= min(limit, room)
                    return [*steps, ("accept" if fits else "decline", 0)], asked if fits else 0
        return steps, 0


Course = tuple[Item, list[tuple[str, int]]]


@dataclass(frozen=True)
class Case:
    lines: tuple[tuple[Item, ...], ...]
    """From the top; a second thing is wanted only if nothing came of the first."""
    budget: int
    """0 if there is none."""
    raised: int
    """The new limit of the last thing of all."""
    copies: tuple[tuple[Row, int, Row], ...] = ()
    """Look-alikes: of which listing, under which number, and whose."""

    @property
    def items(self) -> list[Item]:
        return list(chain.from_iterable(self.lines))

    @property
    def last(self) -> Item:
        return self.lines[-1][0]

    @property
    def dropped(self) -> Item:
        return self.lines[-2][0]

    def courses(self, *, raised: bool = False, dropped: bool = False, budget: bool = True) -> Iterator[Course]:
        """What is to be done about each thing, from the top."""
        room = self.budget if self.budget and budget else 10**9
        for line in self.lines:
            if dropped and line[0] is self.dropped:
                continue
            for item in line:
                steps, paid = item.course(self.raised if raised and item is self.last else item.limit, room)
                yield item, steps
                room -= paid
                if paid:
                    break


@dataclass(frozen=True)
class Wanted:
    draw: int


class Bargain(Levelled[Wanted]):
    """Bargain for what is on a list, and walk away where it says so."""

    family = "arena.classifieds.bargain"
    kind = Kind.DO
    goals = (
        "Please bargain for the things on my list “Wanted on Pennyboard”; it's in my notes, with what I'm ready to pay"
        " and how I go about it. Make the offers in the conversations I've already started, without any messages.",
        "My note “Wanted on Pennyboard” says what I want to buy on Pennyboard, for how much, and how to deal with the"
        " sellers. Get me what you can on those terms, and walk away from the rest. Offers only, no messages, in the"
        " conversations that I've begun.",
    )
    sites = ("classifieds", "notes")
    skills = (Skill.EFFECTS, Skill.PROCEDURE, Skill.LATE_CHANGE)
    levels = (
        Dials(rows=3, rules=3),
        Dials(rows=5, rules=3, exceptions=1),
        Dials(rows=8, rules=4, exceptions=2, look_alikes=2, events=1),
        Dials(rows=11, rules=4, exceptions=3, look_alikes=4, events=2),
    )
    actions = (24, 29, 38, 47)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, stock: Stock | None = None) -> Case | None:
        goods, here, gone, talk, number = stock or _stock(world)
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            rows = rng.sample(goods, self.dials.rows)
            sellers, away = rng.sample(here, self.dials.rows + self.dials.look_alikes), rng.sample(gone, 4)
            kinds = list(rng.sample(list(KINDS[:6]), min(self.dials.rows, 6)))
            kinds += [rng.choice(KINDS) for _ in range(self.dials.rows - len(kinds))]
            items = []
            for place, (row, kind) in enumerate(zip(rows, kinds, strict=True)):
                seller = away[place % 4] if kind == "away" and kinds[:place].count("away") < 4 else sellers[place]
                items.append(_item(rng, row, seller, talk + place, kind))
            case = self._laid_out(rng, items)
            copied = rng.sample(items, self.dials.look_alikes)
            copies = [(one.row, number + place, sellers[-1 - place]) for place, one in enumerate(copied)]
            case = replace(case, copies=tuple(copies))
            if self._is_alive(case):
                return case
        return None

    def _laid_out(self, rng: Rng, items: Sequence[Item]) -> Case:
        """Some lines name a second thing; the last two do not."""
        pairs, rest = self.dials.exceptions, list(items)
        lines = [(rest.pop(), rest.pop()) for _ in range(pairs)]
        singles = [(one,) for one in rest]
        ordered = [*rng.shuffled([*lines, *singles[2:]]), *singles[:2]]
        case = Case(tuple(ordered), 0, 0)
        last = case.last
        raised = int(last.row.price) * 96 // 10_000 * 100 + 100
        spent = sum(item.course(item.limit, 10**9)[1] for item, _ in case.courses())
        budget = spent * rng.integer(60, 90) // 10_000 * 100 if self.dials.rules > 3 else 0
        return Case(tuple(ordered), budget, max(raised, last.limit + 100))

    def _is_alive(self, case: Case) -> bool:
        """Whether the budget and each event decide about something, and something is agreed and something not."""
        plain = list(case.courses())
        paid = [item for item, steps in plain if steps and _is_agreed(item, steps)]
        if not paid or len(paid) == len(plain):
            return False
        if case.budget and plain == list(case.courses(budget=False)):
            return False
        if self.dials.events and not any(steps for item, steps in plain if item is case.last):
            return False
        if self.dials.events and list(case.courses(raised=True)) == plain:
            return False
        return self.dials.events < 2 or any(steps for item, steps in plain if item is case.dropped)

    def _case(self, world: World, p: Wanted) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Wanted]:
        stock = _stock(world)
        return [Wanted(draw) for draw in range(DRAWS) if self.case(world, draw, stock)]

    def prepare(self, world: World, p: Wanted) -> None:
        case = self._case(world, p)
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        me, db = int(member(world).id), world.classifieds
        for one in case.items:
            give_to(world, one.row.id, one.seller, BEGINNING - timedelta(days=rng.integer(4, 25), hours=2))
            db.run("UPDATE listing SET negotiable = ? WHERE id = ?", int(one.negotiable), one.row.id)
            when = BEGINNING - timedelta(hours=rng.integer(18, 40))
            lines = [(me, "Hello, is it still available?", when)]
            if not one.away:
                word = "can be talked about" if one.negotiable else "is firm"
                told = f"Hello! Yes, it is still available. The price {word}."
                lines.append((int(one.seller.id), told, when + timedelta(minutes=1)))
            Talk(one.talk, int(one.row.id), me, lines).write(world)
        for row, number, seller in case.copies:
            copy_listing(world, row.id, number, BEGINNING - timedelta(days=rng.integer(1, 3), hours=5))
            sql = "UPDATE listing SET seller_id = ?, city_id = ?, price = price * 8 / 1000 * 100 WHERE id = ?"
            db.run(sql, seller.id, seller.city_id, number)
        add_note(world, NOTE, self._text(case), f"{BEGINNING.date() - timedelta(days=1)} 22:05:00")

    def _text(self, case: Case) -> str:
        lines = []
        for line in case.lines:
            said = [
                f"“{one.row.title}” from {one.seller.name}: start at {said_price(one.start)},"
                f" {said_price(one.limit)} at most"
                for one in line
            ]
            lines.append("- " + ". Only if nothing comes of that: ".join(said))
        budget = ""
        if case.budget:
            budget = (
                f"\nIn all I have {said_price(case.budget)}. I never offer or accept what would take me over that,"
                " counting only what has been agreed from this list. A thing that I can't afford the first offer for is"
                " skipped, and it goes on with the next; so keep to the order."
            )
        return (
            "I have asked all of them whether it's still there. From the top:\n"
            + "\n".join(lines)
            + "\nHow I bargain: I begin with the first amount. If they turn it down, I offer the most that I'd pay, but"
            " never more than the price, and if they turn that down too, that's it. If they name a price themselves, I"
            " accept it if it's no more than my limit, and decline it if it is; after that I make no more offers. If no"
            " answer comes at once, I take my offer back and leave it." + budget
        )

    # What happens -----------------------------------------------------------------------------------------------------

    def events(self, world: World, p: Wanted) -> Sequence[Event]:
        case = self._case(world, p)
        found = []
        if self.dials.events:
            words = f"By the way, for the “{case.last.row.title}” I'd go up to {said_price(case.raised)}."
            found.append(Event("raised", partial(_is_due, [case.last.talk], 3), words))
        if self.dials.events > 1:
            words = f"You can leave out the “{case.dropped.row.title}”, a neighbor has given me one."
            found.append(Event("dropped", partial(_is_due, [case.last.talk, case.dropped.talk], 5), words))
        return found

    # What is right ----------------------------------------------------------------------------------------------------

    def _courses(self, world: World, case: Case) -> list[Course]:
        """After all that has happened so far."""
        return list(case.courses(raised=happened(world, "raised"), dropped=happened(world, "dropped")))

    def expect(self, world: World, p: Wanted) -> Expectation:
        case = self._case(world, p)
        me = int(member(world).id)
        courses = [(item, steps) for item, steps in self._courses(world, case) if steps]
        deeds = [
            Deed(f"“{item.row.title}”: {_told(item, steps)}", partial(_bargain, item=item, steps=steps, me=me))
            for item, steps in courses
        ]
        done = {item.talk for item, _ in courses}
        untouched = [
            Untouched(f"“{one.row.title}”", "classifieds", "offer", where={"conversation_id": one.talk})
            for one in case.items
            if one.talk not in done
        ]
        return expect_deeds(world, deeds, FREE, untouched)

    def plan(self, world: World, p: Wanted) -> str:
        return (
            f"Read my note “{NOTE}”. From its top, open the conversation about each thing and make the first offer;"
            " read what the seller makes of it, and go on as the note says. Keep count of what is agreed, and mind"
            " what I write meanwhile."
        )

    def facts(self, world: World, p: Wanted) -> str:
        case = self._case(world, p)
        told = [f"“{item.row.title}”: {_told(item, steps)}" for item, steps in case.courses() if steps]
        return "If nothing changes, it comes to this: " + "; ".join(told) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Wanted) -> None:
        await open_note(person, NOTE)
        await self._play(person, self._case(person.world, p), self._courses)

    async def _play(
        self, person: Person, case: Case, courses: Callable[[World, Case], Sequence[Course]], skip: int = 0
    ) -> None:
        """Thing by thing; what is still to come is planned anew each time."""
        done: set[int] = set()
        me = int(member(person.world).id)
        while True:
            left = [one for one in courses(person.world, case) if one[1] and one[0].talk not in done]
            if len(left) <= skip:
                break
            item, steps = left[0]
            done.add(item.talk)
            await _carry_out(person, item, steps, me)
        await person.stop()

    async def through_the_listing(self, person: Person, p: Wanted) -> None:
        """Finds the conversation of the first thing by its listing; the others as ever."""
        case = self._case(person.world, p)
        await person.goto(f"{BOARD}/item/{case.lines[0][0].row.id}")
        await person.click("Your conversation with the seller", role="link")
        await self._play(person, case, self._courses)

    async def first_rule(self, person: Person, p: Wanted) -> None:
        """Makes the first offers, and takes no for an answer."""
        case = self._case(person.world, p)

        def firsts(world: World, case: Case) -> list[Course]:
            return [(item, steps[:1]) for item, steps in self._courses(world, case)]

        await self._play(person, case, firsts)

    async def half_done(self, person: Person, p: Wanted) -> None:
        """Leaves out the last thing that something is to be done about."""
        await self._play(person, self._case(person.world, p), self._courses, skip=1)

    async def full_price(self, person: Person, p: Wanted) -> None:
        """Offers the most at once."""
        case = self._case(person.world, p)

        def at_once(world: World, case: Case) -> list[Course]:
            found = self._courses(world, case)
            return [(item, [("offer", min(item.limit, int(item.row.price)))]) for item, steps in found if steps]

        await self._play(person, case, at_once)

    ways = (through_the_listing,)
    shortcuts = (first_rule, half_done, full_price)


Stock = tuple[Sequence[Row], Sequence[Row], Sequence[Row], int, int]


def _stock(world: World) -> Stock:
    """Things and people as they were in the universe, whatever was prepared since; the next free numbers."""
    with world.universe.open() as first:
        number = int(first.classifieds.value("SELECT max(id) + 1 FROM listing"))
        here, gone = ordinary_people(first), ordinary_people(first, around=False)
        goods = spare_listings(first, f"{GOODS} AND price >= 3000")
    return goods, here, gone, next_numbers(world)[0], number


def _item(rng: Rng, row: Row, seller: Row, talk: int, kind: str) -> Item:
    """A thing whose bargain goes so, unless money runs out."""
    price = int(row.price)

    def share(low: int, high: int) -> int:
        return price * rng.integer(low, high) // 10_000 * 100

    start, limit = {
        "at once": (price * 92 // 10_000 * 100 + 100, price),
        "counter": (share(79, 84), share(94, 99)),
        "too dear": (share(77, 82), share(85, 86)),
        "second": (share(60, 72), price * 93 // 10_000 * 100 + 100),
        "firm": (share(70, 90), price + 500),
        "away": (share(80, 90), share(93, 99)),
        "hopeless": (share(55, 62), share(66, 72)),
    }[kind]
    return Item(row, seller, talk, kind != "firm", kind == "away", start, max(limit, start + 100))


def _is_agreed(item: Item, steps: Sequence[tuple[str, int]]) -> bool:
    word, amount = steps[-1]
    return word == "accept" or (word == "offer" and item.answer(amount) == "accepted")


def _told(item: Item, steps: Sequence[tuple[str, int]]) -> str:
    """``offer $40, offer $52, decline``"""
    return ", ".join(f"{word} {said_price(amount)}" if amount else word for word, amount in steps)


def _is_due(talks: Sequence[int], offers: int, situation: Situation) -> bool:
    """When so many offers were made and none yet for these things."""
    made = [one.new or {} for one in situation.changes if one.table == "offer" and one.kind == "insert"]
    return len(made) >= offers and not any(one.get("conversation_id") in talks for one in made)


def _bargain(world: World, clock: Timepiece, item: Item, steps: Sequence[tuple[str, int]], me: int) -> None:
    """By the board's own rules."""
    db, now = world.classifieds, now_of(clock)
    talk = db.row("SELECT * FROM conversation WHERE id = ?", item.talk)
    assert talk
    for word, amount in steps:
        listing = db.row("SELECT * FROM listing WHERE id = ?", item.row.id)
        assert listing
        if word == "offer":
            put_offer(db, talk, listing, me, amount, now)
        else:
            offer = db.row("SELECT * FROM offer WHERE conversation_id = ? AND status = 'open'", item.talk)
            assert offer
            close_offer(db, listing, offer, me, word, now)


async def _carry_out(person: Person, item: Item, steps: Sequence[tuple[str, int]], me: int) -> None:
    """One action to go there, three for an offer, one for an answer."""
    await person.goto(f"{BOARD}/account/messages/{item.talk}")
    for word, amount in steps:
        if word == "offer":
            await person.click("Make an offer")
            await person.fill("Your offer", typed_price(amount))
            await person.click("Send offer", role="button")
        else:
            await person.click(word.capitalize(), role="button")
