"""Sold for others: what everybody is owed follows from one sale after the other, and from what was said about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count

from webcosm.judge.answers import Answer, Money, Table, Text
from webcosm.lore import Rng
from webcosm.suites.arena.classifieds._desk import (
    BOARD,
    GOODS,
    Talk,
    add_note,
    clear_own,
    give_to,
    member,
    next_numbers,
    open_note,
    ordinary_people,
    said_price,
    spare_listings,
)
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import dollars, price_text
from webcosm.worlds import BEGINNING, Row, World

DRAWS, TRIES = 24, 200
NOTE = "Selling for others"
NAMES = ("Mara", "Jonas", "Priya", "Tess", "Owen", "Nadia", "Felix", "Ruth")
ASKED = ("Hello, I would like to have it.", "Hi! Is it still there? I am interested.", "Good evening, I'd take it.")
LOWERED = (
    ("I have seen the scratch that you wrote of. Could we say {price} instead?", "Fine, {price} it is."),
    ("The cable is missing, as it turns out. Would {price} be all right?", "You are right. Then {price}."),
    ("Can you bring it to my place? I'd make it {price} then.", "Sure, {price}, and I bring it."),
)
REFUSED = (
    ("Looking at it once more, I think {price} would be fair.", "No, sorry, we have a deal at what we said."),
    ("My wife says {price} is enough for that.", "I'd rather keep to what we agreed on."),
)
GAVE_UP = (
    ("I am so sorry, I can't take it after all.", "A pity, but never mind. I'll look for somebody else."),
    ("Our car broke down, so we have to pass. Please sell it to somebody else.", "Oh dear. All right, I will."),
)


@dataclass(frozen=True)
class Sale:
    row: Row
    owner: str
    agreed: int
    """What the board says that was agreed."""
    paid: int
    """What was paid in the end."""
    when: datetime
    earlier: int = 0
    """What somebody had agreed on who did not take it after all; 0 if nobody."""
    asked: int = 0
    """What the buyer asked for in vain afterwards; 0 if nothing."""
    sold: bool = True
    """Not yet if it is agreed but has not been handed over."""


@dataclass(frozen=True)
class Case:
    sales: tuple[Sale, ...]
    """In the order in which prices were agreed."""
    owners: tuple[str, ...]
    percent: int
    less: int
    """Percent after the cap; 0 if there is no cap."""
    cap: int
    advance: tuple[str, int]
    """Who has had how much already; nobody if 0."""
    people: tuple[Row, ...] = ()

    def owed(self, sales: Sequence[Sale] | None = None, *, capped: bool = True) -> dict[str, int]:
        """What each owner is to get, sale by sale."""
        kept = dict.fromkeys(self.owners, 0)
        owed = dict.fromkeys(self.owners, 0)
        for one in self.sales if sales is None else sales:
            if one.sold:
                over = bool(self.less) and capped and kept[one.owner] >= self.cap
                share = one.paid * (self.less if over else self.percent) // 10_000 * 100
                kept[one.owner] += share
                owed[one.owner] += one.paid - share
        name, amount = self.advance
        if amount:
            owed[name] -= amount
        return owed


@dataclass(frozen=True)
class Sharing:
    draw: int


class ShareOut(Levelled[Sharing]):
    """Tell what the owners of things sold for others are owed."""

    family = "arena.classifieds.share-out"
    kind = Kind.ASK
    goals = (
        "I sell things for a few friends on Pennyboard; my note “Selling for others” says whose is what and how we"
        " share. How much do I owe each of them now?",
        "Time to pay my friends for what I've sold for them on Pennyboard. Going by my note “Selling for others” and by"
        " what was agreed with the buyers, how much does each of them get?",
    )
    sites = ("classifieds", "notes")
    skills = (Skill.LEDGER, Skill.RECONCILE, Skill.COVERAGE)
    levels = (
        Dials(rows=4, rules=1, exceptions=1, sources=2),
        Dials(rows=7, rules=2, exceptions=2, look_alikes=1, sources=2),
        Dials(rows=11, rules=3, exceptions=4, look_alikes=2, sources=2),
        Dials(rows=16, rules=3, exceptions=6, look_alikes=3, sources=2),
    )
    actions = (8, 9, 11, 13)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, stock: Stock | None = None) -> Case | None:
        goods, people = stock or _stock(world)
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            case = self._drawn(rng, goods, people)
            if self._is_alive(case):
                return case
        return None

    def _drawn(self, rng: Rng, goods: Sequence[Row], people: Sequence[Row]) -> Case:
        dials = self.dials
        total = dials.rows + dials.look_alikes
        owners = tuple(rng.sample(list(NAMES), {4: 2, 7: 2, 11: 3, 16: 4}[dials.rows]))
        rows = rng.sample(list(goods), total)
        whose = [owners[place % len(owners)] for place in range(total)]
        hours = rng.sample(range(30, 24 * 28), total)
        sales = []
        for row, owner, ago in zip(rows, whose, hours, strict=True):
            agreed = int(row.price) * rng.integer(78, 99) // 10_000 * 100
            when = BEGINNING - timedelta(hours=ago, minutes=rng.integer(0, 59))
            sales.append(Sale(row, owner, agreed, agreed, when))
        for place in rng.sample(range(dials.rows), dials.exceptions):
            one = sales[place]
            kind = rng.choice(("lowered", "lowered", "gave up", "refused"))
            less = one.agreed * rng.integer(70, 88) // 10_000 * 100
            if kind == "lowered" or dials.exceptions == 1:
                sales[place] = replace(one, paid=less)
            elif kind == "refused":
                sales[place] = replace(one, asked=less)
            else:
                sales[place] = replace(one, earlier=one.agreed + 100 * rng.integer(1, 6))
        for place in range(dials.rows, total):
            sales[place] = replace(sales[place], sold=False)
        percent = 5 * rng.integer(2, 4)
        less = rng.choice((4, 5)) if dials.rules > 1 else 0
        advance = (rng.choice(owners), 100 * rng.integer(8, 20)) if dials.rules > 2 else ("", 0)
        by_day = tuple(sorted(sales, key=lambda one: one.when))
        most = max(sum(one.paid for one in sales if one.owner == name) for name in owners)
        cap = max(200, most * percent // 30_000 * 100)
        return Case(by_day, owners, percent, less, cap, advance, tuple(rng.sample(list(people), 2 * total)))

    def _is_alive(self, case: Case) -> bool:
        """Whether the cap decides about something, what was said does, and everybody is owed something."""
        right = case.owed()
        if min(right.values()) <= 500 or (case.less and right == case.owed(capped=False)):
            return False
        return right != case.owed([replace(one, paid=one.agreed) for one in case.sales])

    def _case(self, world: World, p: Sharing) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Sharing]:
        stock = _stock(world)
        return [Sharing(draw) for draw in range(DRAWS) if self.case(world, draw, stock)]

    def prepare(self, world: World, p: Sharing) -> None:
        case, db = self._case(world, p), world.classifieds
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        clear_own(world)
        me = member(world)
        talk, offer = (count(number) for number in next_numbers(world))
        people = iter(case.people)
        for one in case.sales:
            number = int(one.row.id)
            give_to(world, number, me, one.when - timedelta(days=rng.integer(4, 9)))
            if one.sold:
                db.run("UPDATE listing SET status = 'sold' WHERE id = ?", number)
            buyer = int(next(people).id)
            if one.earlier:
                other, begun = int(next(people).id), one.when - timedelta(days=2)
                said, answered = rng.choice(GAVE_UP)
                lines = _lines(rng, other, me.id, begun, one.earlier, [(other, said), (me.id, answered)])
                offers = [(next(offer), other, one.earlier, "accepted", begun)]
                Talk(next(talk), number, other, lines, offers).write(world)
            more = []
            if one.paid != one.agreed or one.asked:
                said, answered = rng.choice(REFUSED if one.asked else LOWERED)
                price = said_price(one.asked or one.paid)
                more = [(buyer, said.format(price=price)), (me.id, answered.format(price=price))]
            lines = _lines(rng, buyer, me.id, one.when, one.agreed, more)
            offers = [(next(offer), buyer, one.agreed, "accepted", one.when)]
            Talk(next(talk), number, buyer, lines, offers).write(world)
        add_note(world, NOTE, self._note(rng, case), f"{BEGINNING.date() - timedelta(days=1)} 18:45:00")

    def _note(self, rng: Rng, case: Case) -> str:
        lines = []
        for name in case.owners:
            titles = [f"“{one.row.title}”" for one in rng.shuffled(list(case.sales)) if one.owner == name]
            lines.append(f"- {name}: " + ", ".join(titles))
        share = f"I keep {case.percent}% of each sale"
        if case.less:
            share += (
                f" until what I have kept from somebody comes to {said_price(case.cap)} or more; from that person's"
                f" next sale on I keep {case.less}%. What counts is the order in which the prices were agreed"
            )
        name, amount = case.advance
        day = said_day(BEGINNING.date() - timedelta(days=4))
        paid = f" {name} has had {said_price(amount)} already, on {day}; that comes off."
        return (
            "What is whose:\n"
            + "\n".join(lines)
            + f"\nHow we share: {share}. My share of a sale is rounded down to whole"
            " dollars, the rest is theirs. Only what is marked as sold counts. What counts of it is what the buyer has"
            " paid: the price that was agreed, or another one if we both settled on it afterwards in our messages. If"
            " somebody gave up, it's what the next one has paid." + (paid if amount else "")
        )

    # What is right ----------------------------------------------------------------------------------------------------

    def answer(self, world: World, p: Sharing) -> Answer:
        owed = self._case(world, p).owed()
        return Table(("name", "amount"), tuple((Text(name), Money(dollars(cents))) for name, cents in owed.items()))

    def plan(self, world: World, p: Sharing) -> str:
        return (
            f"Read my note “{NOTE}”. Go through the messages about everything of mine that is marked as sold and see"
            " what was paid for it and when it was agreed. Then take it sale by sale, for each owner in that order."
        )

    def facts(self, world: World, p: Sharing) -> str:
        told = [
            f"“{one.row.title}” ({one.owner}): {said_price(one.paid)}" for one in self._case(world, p).sales if one.sold
        ]
        return "In this order these prices were paid: " + "; ".join(told) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Sharing) -> None:
        case = self._case(person.world, p)
        await open_note(person, NOTE)
        await person.goto(f"{BOARD}/account/listings?state=sold")
        await person.goto(f"{BOARD}/account/messages?side=selling")
        for one in case.sales:
            if one.paid != one.agreed or one.earlier or one.asked:
                await person.goto(f"{BOARD}/item/{one.row.id}")
        await self._say(person, case.owed())

    async def in_prose(self, person: Person, p: Sharing) -> None:
        """Says it as a table, the last one first."""
        owed = self._case(person.world, p).owed()
        rows = [f"| {name} | {price_text(cents)} |" for name, cents in reversed(owed.items())]
        await person.answer("\n".join(["| name | amount |", "|---|---|", *rows]))

    async def first_rule(self, person: Person, p: Sharing) -> None:
        """Believes the offers, and always takes the same share."""
        case = self._case(person.world, p)
        await self._say(person, case.owed([replace(one, paid=one.agreed) for one in case.sales], capped=False))

    async def half_done(self, person: Person, p: Sharing) -> None:
        """Leaves out the newest sale."""
        case = self._case(person.world, p)
        last = next(one for one in reversed(case.sales) if one.sold)
        await self._say(person, case.owed([one for one in case.sales if one is not last]))

    async def by_list_price(self, person: Person, p: Sharing) -> None:
        """Takes the prices of the listings."""
        case = self._case(person.world, p)
        await self._say(person, case.owed([replace(one, paid=int(one.row.price)) for one in case.sales]))

    async def _say(self, person: Person, owed: dict[str, int]) -> None:
        await person.answer("\n".join(f"{name}: {price_text(cents)}" for name, cents in owed.items()))

    ways = (in_prose,)
    shortcuts = (first_rule, half_done, by_list_price)


Stock = tuple[Sequence[Row], Sequence[Row]]


def _stock(world: World) -> Stock:
    """Things and people as they were in the universe, whatever was prepared since."""
    with world.universe.open() as first:
        return spare_listings(first, GOODS), ordinary_people(first)


def _lines(
    rng: Rng, buyer: int, seller: int, agreed: datetime, price: int, more: Sequence[tuple[int, str]]
) -> list[tuple[int, str, datetime]]:
    """What is said before and after an offer of the buyer's is accepted."""
    lines = [
        (buyer, rng.choice(ASKED), agreed - timedelta(minutes=40)),
        (seller, f"Agreed, {said_price(price)}. When would you like to come?", agreed + timedelta(minutes=51)),
    ]
    return lines + [(who, text, agreed + timedelta(hours=4 + 3 * place)) for place, (who, text) in enumerate(more)]
