"""Prices: lower those of one's own listings by rules of one's own, which changed and which a notice overrules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.classifieds._desk import (
    BOARD,
    FREE,
    GOODS,
    House,
    Talk,
    clear_own,
    give_to,
    member,
    next_numbers,
    ordinary_people,
    read_house_rules,
    said_price,
    set_price,
    spare_listings,
    write_house_rules,
)
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.money import typed_price
from webcosm.tasks.rules import Condition, Facts, Handbook, Notice, Rule, Treatment, draw_rows, drawn_handbook, flag
from webcosm.worlds import BEGINNING, Row, Timepiece, World

DRAWS, TRIES = 24, 200
LEAVE = Treatment("leave", ("leave it as it is", "its price stays"))
SOLD = Treatment("sold", ("mark it as sold", "it gets marked as sold, and nothing else"))
HOUSE = House(
    "Prices on Pennyboard",
    "a listing",
    "the day on which it was published",
    "All of this is about my active listings only. Always take the price that a listing has now, and round the new one"
    " down to whole dollars. “Condition” is what the listing says under its description, and how many people have"
    " written is the number of conversations about it. An offer is agreed when it has been accepted, by me or by them;"
    " if it was declined, or nobody has answered it yet, it is not.",
)
ASKS = ("Hello, is it still there?", "Hi! When could I have a look?", "Do you still have it?", "Would you deliver it?")


def _cut(percent: int) -> Treatment:
    says = ("lower its price by {percent}", "take {percent} off its price")
    return Treatment(f"cut {percent}", says, {"percent": percent}, {"percent": f"{percent}%"})


@dataclass(frozen=True)
class Ware:
    """A listing of mine, and what there is to know of it."""

    row: Row
    published: datetime
    talks: int
    offer: str
    """What became of the offer that somebody made; empty if nobody did."""
    facts: Facts

    @property
    def day(self) -> date:
        return self.published.date()


@dataclass(frozen=True)
class Case:
    book: Handbook
    wares: tuple[Ware, ...]
    people: tuple[Row, ...]

    def treatment(self, ware: Ware) -> Treatment:
        return self.book.decide(ware.facts, ware.day).treatment


@dataclass(frozen=True)
class Prices:
    draw: int


def _days(test: str, days: int) -> Condition:
    words = {"over": "more", "under": "fewer"}[test]
    says = (f"it was published {words} than {{value}} days before {BEGINNING:%B} {BEGINNING.day}",)
    return Condition("days", "over" if test == "over" else "under", days, says)


def _price(test: str, cents: int) -> Condition:
    words = {"over": "more", "under": "less"}[test]
    says = (f"it costs {words} than {{value}}", f"its price is {words} than {{value}}")
    return Condition("price", "over" if test == "over" else "under", cents, says, said_price(cents))


def _talks(count: int) -> Condition:
    return Condition("talks", "at least", count, ("at least {value} people have written about it",))


AGREED = flag("agreed", "an offer for it has been agreed", "I have agreed with somebody on its price")
FIRM = Condition("negotiable", "is", False, ("its price is firm, with no word about offers",))
WORN = Condition("condition", "is", "Used", ("its condition is “{value}”",))
NEW = Condition("condition", "is", "Like new", ("its condition is “{value}”",))
CONDITIONS = {"new": "New", "like_new": "Like new", "used": "Used", "worn": "Worn", "for_parts": "For parts"}


def _rules(rng: Rng, exceptions: int) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = [place < exceptions for place in range(3)]
    old, fresh = rng.integer(25, 38), rng.integer(6, 10)
    low, high = 100 * rng.integer(35, 50), 1_000 * rng.integer(15, 25)
    first, second, third = rng.sample([10, 15, 20, 25, 30], 3)
    return [
        Rule("agreed", (AGREED,), SOLD, rank=3),
        Rule("old", (_days("over", old),), _cut(first), (_price("under", low),) if kept[0] else ()),
        Rule("wanted", (_talks(2),), LEAVE, (WORN,) if kept[1] else ()),
        Rule("dear", (_price("over", high),), _cut(second), (FIRM,) if kept[2] else ()),
        Rule("fresh", (_days("under", fresh),), LEAVE),
        Rule("like new", (NEW,), _cut(third)),
    ]


class RepriceMine(Levelled[Prices]):
    """Lower prices by one's own rules."""

    family = "arena.classifieds.reprice-mine"
    kind = Kind.DO
    goals = (
        "Please go through my active Pennyboard listings and bring the prices down the way my note “Prices on"
        " Pennyboard” says.",
        "It's time to lower what I ask for on Pennyboard. The rules are in my note “Prices on Pennyboard”; apply them"
        " to everything of mine that's still active.",
    )
    sites = ("classifieds", "notes")
    skills = (Skill.SPLIT, Skill.POLICY, Skill.COVERAGE)
    levels = (
        Dials(rows=5, rules=2, sources=1),
        Dials(rows=9, rules=3, exceptions=1, sources=1),
        Dials(rows=14, rules=5, exceptions=2, sources=2, stale=1),
        Dials(rows=20, rules=6, exceptions=3, sources=2, stale=1),
    )
    actions = (17, 27, 44, 64)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, found: tuple[Sequence[Row], Sequence[Row]] | None = None) -> Case | None:
        """None if not every rule would decide about some listing."""
        goods, people = found or _stock(world)
        today = BEGINNING.date()
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            wares = [_ware(rng, row) for row in goods]
            changed = today - timedelta(days=rng.integer(16, 24) if self.dials.stale else 70)
            first = (_price("over", 100 * rng.integer(60, 120)),) if rng.chance(0.5) else (WORN,)
            rule = Rule("notice", first, rng.choice([_cut(5), LEAVE]), (AGREED,))
            notice = Notice(rule, today - timedelta(days=rng.integer(9, 14)), today + timedelta(days=14))
            rules = partial(_rules, exceptions=self.dials.exceptions)
            book = drawn_handbook(rng, self.dials, rules, _cut(10 if rng.chance(0.5) else 5), changed, notice)
            needed = [one.rule.name for one in book.notices]
            needed += [one.name for one in book.versions[-1].policy.rules] + ["otherwise"]
            rows = [(one.facts, one.day) for one in wares]
            places = draw_rows(rng, book, rows, self.dials.rows, needed, edges=self.dials.stale)
            if places is not None:
                chosen = tuple(wares[place] for place in places)
                return Case(book, chosen, tuple(rng.sample(list(people), 3 * len(chosen))))
        return None

    def _case(self, world: World, p: Prices) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Prices]:
        found = _stock(world)
        return [Prices(draw) for draw in range(DRAWS) if self.case(world, draw, found)]

    def prepare(self, world: World, p: Prices) -> None:
        case = self._case(world, p)
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        clear_own(world)
        me = member(world)
        talk, offer = next_numbers(world)
        people = iter(case.people)
        for ware in case.wares:
            give_to(world, ware.row.id, me, ware.published)
            for place in range(ware.talks):
                who = int(next(people).id)
                when = ware.published + (BEGINNING - ware.published) * rng.uniform(0.2, 0.8)
                lines = [(who, rng.choice(ASKS), when), (me.id, "Hello! Yes, it is.", when + timedelta(hours=1))]
                offers = []
                if ware.offer and place == 0:
                    amount = ware.row.price * rng.integer(80, 97) // 10_000 * 100
                    offers.append((offer, who, amount, ware.offer, when + timedelta(hours=2)))
                    offer += 1
                Talk(talk, int(ware.row.id), who, lines, offers).write(world)
                talk += 1
        write_house_rules(world, HOUSE, case.book, rng)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Prices) -> Expectation:
        case = self._case(world, p)
        deeds, untouched = [], []
        for one in case.wares:
            treatment, number = case.treatment(one), int(one.row.id)
            if treatment.name == "leave":
                untouched.append(Untouched(f"“{one.row.title}”", "classifieds", "listing", key=(number,)))
            else:
                do = partial(_do, number=number, price=_new_price(one, treatment))
                deeds.append(Deed(f"“{one.row.title}” ({treatment.name})", do))
        return expect_deeds(world, deeds, FREE, untouched)

    def plan(self, world: World, p: Prices) -> str:
        return (
            f"Read my note “{HOUSE.title}” and those that it names. Then go through all of my active listings with"
            " their price, condition, day and messages, decide about each by the version that counts for it, and only"
            " then edit."
        )

    def facts(self, world: World, p: Prices) -> str:
        case = self._case(world, p)
        told = []
        for one in case.wares:
            price = _new_price(one, case.treatment(one))
            how = case.treatment(one).name
            told.append(f"“{one.row.title}”: {said_price(price) if price else how}")
        return "By the rules: " + "; ".join(told) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Prices) -> None:
        case = self._case(person.world, p)
        await read_house_rules(person, HOUSE, case.book)
        await person.goto(f"{BOARD}/account/listings?state=active")
        await _treat(person, [(one, case.treatment(one)) for one in case.wares])

    async def last_first_with_a_slip(self, person: Person, p: Prices) -> None:
        """Lowers one too far, and mends it."""
        case = self._case(person.world, p)
        chosen = [(one, case.treatment(one)) for one in reversed(case.wares)]
        cut = next((one for one, how in chosen if how.name.startswith("cut")), None)
        if cut:
            await _edit_price(person, cut, 100)
        await _treat(person, chosen)

    async def first_rule(self, person: Person, p: Prices) -> None:
        """All that is not agreed gets what most get."""
        case = self._case(person.world, p)
        otherwise = case.book.versions[-1].policy.otherwise
        await _treat(person, [(one, SOLD if one.facts["agreed"] else otherwise) for one in case.wares])

    async def half_done(self, person: Person, p: Prices) -> None:
        """Leaves out the last one that something must be done about."""
        case = self._case(person.world, p)
        due = [(one, how) for one in case.wares if (how := case.treatment(one)).name != "leave"]
        await _treat(person, due[:-1])

    async def agreed_ones_too(self, person: Person, p: Prices) -> None:
        """Lowers what is agreed instead of marking it as sold."""
        case = self._case(person.world, p)
        chosen = [(one, case.treatment(one)) for one in case.wares]
        await _treat(person, [(one, _cut(10) if how is SOLD else how) for one, how in chosen])

    ways = (last_first_with_a_slip,)
    shortcuts = (first_rule, half_done, agreed_ones_too)


def _stock(world: World) -> tuple[Sequence[Row], Sequence[Row]]:
    """Things and people as they were in the universe, whatever was prepared since."""
    with world.universe.open() as first:
        return spare_listings(first, GOODS), ordinary_people(first)


def _ware(rng: Rng, row: Row) -> Ware:
    days = rng.integer(2, 56)
    talks = rng.weighted((0, 1, 2, 3), (4, 3, 2, 1))
    offer = rng.weighted(("", "accepted", "declined", "open"), (5, 2, 2, 1)) if talks else ""
    published = datetime.combine(BEGINNING.date() - timedelta(days=days), BEGINNING.timetz()) + timedelta(
        minutes=rng.integer(0, 600) - 60
    )
    facts = {
        "days": days,
        "price": int(row.price),
        "talks": talks,
        "agreed": offer == "accepted",
        "negotiable": bool(row.negotiable),
        "condition": CONDITIONS.get(row.condition, ""),
    }
    return Ware(row, published, talks, offer, facts)


def _new_price(ware: Ware, treatment: Treatment) -> int:
    """0 if it is not to be changed."""
    percent = treatment.values.get("percent")
    return int(ware.row.price) * (100 - percent) // 10_000 * 100 if percent else 0


def _do(world: World, clock: Timepiece, number: int, price: int) -> None:
    if price:
        set_price(world, clock, number, price)
    else:
        world.classifieds.run("UPDATE listing SET status = 'sold' WHERE id = ?", number)


async def _treat(person: Person, chosen: Sequence[tuple[Ware, Treatment]]) -> None:
    for one, treatment in chosen:
        if treatment.name == "sold":
            await person.goto(f"{BOARD}/account/listings")
            await person.click(f"Mark {one.row.title} as sold", role="button")
        elif price := _new_price(one, treatment):
            await _edit_price(person, one, price)
    await person.stop()


async def _edit_price(person: Person, ware: Ware, price: int) -> None:
    """Three actions."""
    await person.goto(f"{BOARD}/account/listings/{ware.row.id}/edit")
    await person.fill("Price", typed_price(price))
    await person.click("Save changes", role="button")
