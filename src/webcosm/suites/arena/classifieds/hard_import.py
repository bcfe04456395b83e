"""An import that put things on the board twice, and a helper who has begun to clean up without looking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Expectation, Insert, Rule, Update
from webcosm.lore import Rng
from webcosm.suites.arena.classifieds._desk import (
    BOARD,
    FREE,
    GOODS,
    Talk,
    add_note,
    clear_own,
    copy_listing,
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
from webcosm.tasks.money import typed_price
from webcosm.worlds import BEGINNING, Row, World

DRAWS = 24
NOTE = "After the import"
IMPORTED = BEGINNING - timedelta(days=9)
TWINS = (
    "I have two of these and list them one by one. This is the second.",
    "There is another one just like it, in a listing of its own. This one was in the guest room.",
    "Mine and my sister's are the same, so you find both here. This one is hers.",
)
"""What tells a second thing of a kind from a copy of the listing."""
ASKS = (
    "Hello, is it still available?",
    "Hi, could I come and see it at the weekend?",
    "Good morning, how old is it exactly?",
    "Is the price your last word?",
)


@dataclass(frozen=True)
class Pair:
    """A thing and its two listings."""

    row: Row
    old: int
    new: int
    wrote: str
    """Which of them people have written to: ``old``, ``new``, ``both`` or none."""
    agreed: str = ""
    """With which a price was agreed, if people have written to both."""
    sold: str = ""
    """Which of them the helper has marked as sold."""
    price: int = 0
    """The price of the newer one."""

    @property
    def keep(self) -> str:
        return self.agreed or ("new" if self.wrote == "new" else "old")

    @property
    def kept(self) -> int:
        return self.new if self.keep == "new" else self.old

    @property
    def gone(self) -> int:
        return self.old if self.keep == "new" else self.new

    @property
    def repriced(self) -> bool:
        return self.keep == "new" and self.price != self.row.price


@dataclass(frozen=True)
class Case:
    pairs: tuple[Pair, ...]
    twins: tuple[tuple[Row, int], ...]
    """Things that there are two of, with the number of the second listing."""
    singles: tuple[Row, ...]
    people: tuple[Row, ...]


@dataclass(frozen=True)
class Import:
    draw: int


class PublishedTwice(Levelled[Import]):
    """Leave one listing of each thing."""

    family = "arena.classifieds.published-twice"
    kind = Kind.DO
    goals = (
        "Since the import some of my things are on Pennyboard twice. Please clean that up the way my note “After the"
        " import” says.",
        "My Pennyboard listings are a mess: the import published things a second time, and Ana has already meddled with"
        " them. Put it right as my note “After the import” says, and touch nothing else.",
    )
    sites = ("classifieds", "notes")
    skills = (Skill.REPAIR, Skill.SPLIT, Skill.LOOK_ALIKES)
    levels = (
        Dials(rows=4, rules=2, done=1, faults=1),
        Dials(rows=7, rules=2, look_alikes=1, done=2, faults=1),
        Dials(rows=10, rules=3, look_alikes=2, done=3, faults=2),
        Dials(rows=14, rules=4, look_alikes=3, done=5, faults=3),
    )
    actions = (15, 22, 30, 46)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        with world.universe.open() as first:
            goods, people = spare_listings(first, GOODS), ordinary_people(first)
            number = int(first.classifieds.value("SELECT max(id) FROM listing"))
        rng = Rng(world.universe.seed, self.id, draw)
        dials = self.dials
        rows = rng.sample(goods, dials.rows + dials.look_alikes + 3)
        kinds = ["new", "old", "none"] + (["both"] * 2 if dials.rules > 2 else [])
        kinds += [rng.choice(["new", "old", "none", *kinds[3:]]) for _ in range(dials.rows - len(kinds))]
        pairs: list[Pair] = []
        for row, wrote in zip(rows, rng.shuffled(kinds), strict=False):
            number += 1
            # Both sides must occur, or one of them could be taken for all.
            agreed = ("new", "old")[sum(bool(one.agreed) for one in pairs) % 2] if wrote == "both" else ""
            differs = dials.rules > 3 and rng.chance(0.5)
            price = round(row.price * rng.uniform(1.1, 1.35) / 100) * 100 if differs else int(row.price)
            pairs.append(Pair(row, int(row.id), number, wrote, agreed, "", price))
        marked = rng.sample(range(dials.rows), dials.done + dials.faults)
        for place, at in enumerate(marked):
            one = pairs[at]
            wrong = place < dials.faults
            sold = one.keep if wrong else {"new": "old", "old": "new"}[one.keep]
            pairs[at] = Pair(one.row, one.old, one.new, one.wrote, one.agreed, sold, one.price)
        twins = []
        for row in rows[dials.rows : -3]:
            number += 1
            twins.append((row, number))
        return Case(tuple(pairs), tuple(twins), tuple(rows[-3:]), tuple(rng.sample(people, dials.rows * 2 + 4)))

    def pool(self, world: World) -> Sequence[Import]:
        return [Import(draw) for draw in range(DRAWS)]

    def prepare(self, world: World, p: Import) -> None:
        case, db = self.case(world, p.draw), world.classifieds
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        clear_own(world)
        me = member(world)
        for row in [*(one.row for one in case.pairs), *(row for row, _ in case.twins), *case.singles]:
            give_to(world, row.id, me, BEGINNING - timedelta(days=rng.integer(12, 40), hours=rng.integer(0, 9)))
        for place, one in enumerate(case.pairs):
            copy_listing(world, one.old, one.new, IMPORTED + timedelta(minutes=place))
            db.run("UPDATE listing SET price = ? WHERE id = ?", one.price, one.new)
            if one.sold:
                marked = one.new if one.sold == "new" else one.old
                db.run("UPDATE listing SET status = 'sold' WHERE id = ?", marked)
        for place, (row, number) in enumerate(case.twins):
            copy_listing(world, row.id, number, IMPORTED - timedelta(days=1, minutes=place))
            db.run("UPDATE listing SET body = body || ? WHERE id = ?", f"\n\n{rng.choice(TWINS)}", number)
        db.run("UPDATE listing SET status = 'sold' WHERE id = ?", case.singles[0].id)
        self._write_talks(world, case, rng, me.id)
        add_note(world, NOTE, self._text(), f"{BEGINNING.date() - timedelta(days=1)} 21:10:00")

    def _write_talks(self, world: World, case: Case, rng: Rng, me: int) -> None:
        talk, offer = next_numbers(world)
        people = iter(case.people)
        asked: list[tuple[int, int, str]] = [(int(case.singles[1].id), int(case.singles[1].price), "")]
        for one in case.pairs:
            sides = {"both": ["old", "new"], "none": []}.get(one.wrote, [one.wrote])
            for side in sides:
                status = ("accepted" if side == one.agreed else "declined") if one.agreed else ""
                asked.append((one.new if side == "new" else one.old, one.price, status))
        for listing, price, status in asked:
            who = int(next(people).id)
            when = BEGINNING - timedelta(days=rng.integer(2, 7), hours=rng.integer(1, 9))
            lines = [(who, rng.choice(ASKS), when), (me, "Hello! Yes, it is. When would suit you?", _later(when, 3))]
            offers = []
            if status:
                amount = price * (95 if status == "accepted" else 70) // 10_000 * 100
                lines.append((who, f"I would give you {said_price(amount)} for it.", _later(when, 5)))
                offers.append((offer, who, amount, status, _later(when, 5)))
            Talk(talk, listing, who, lines, offers).write(world)
            talk, offer = talk + 1, offer + 1

    def _text(self) -> str:
        more = ""
        if self.dials.rules > 2:
            more += " Where people have written to both, the one for which I have accepted an offer stays."
        prices = ""
        if self.dials.rules > 3:
            prices = (
                "\n- The import got some prices wrong: what stays must have the price of the older listing of the two."
            )
        twins = ""
        if self.dials.look_alikes:
            twins = (
                "\n- I do own a few things twice. Two listings are a pair only if their descriptions are the same, word"
                " for word. Anything else stays as it is."
            )
        return (
            f"The import of {said_day(IMPORTED.date())} has put some of my things on the board a second time.\n"
            f"- Of each pair one listing stays: the one that people have written to.{more} Where nobody has written to"
            f" either, the older one stays. Delete the other one, don't just mark it as sold.{prices}{twins}\n"
            "- Ana wanted to help and marked one of the two as sold in some pairs, without looking at the messages."
            " None of these is sold. If she got the one that should stay, renew it, so that it is on the board again."
            " If she got the other one, delete it.\n- What is there only once is fine, sold or not."
        )

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Import) -> Expectation:
        case = self.case(world, p.draw)
        parts, untouched = [], []
        when = "when it was done"
        for one in case.pairs:
            gone = Update("classifieds", "listing", {"status": "deleted"}, key=(one.gone,))
            parts.append(Part(f"“{one.row.title}”: listing {one.gone} is deleted", (gone,)))
            values: dict[str, object] = {}
            free: dict[str, str] = {}
            rules: list[Rule] = []
            if one.sold == one.keep:
                values["status"] = "active"
                free |= {"published": when, "expires": when}
            if one.repriced:
                values["price"] = one.row.price
                free["edited"] = when
                change = {"listing_id": one.kept, "new_price": one.row.price}
                rules.append(Insert("classifieds", "price_change", change, FREE["price_change"]))
            if values:
                rules.append(Update("classifieds", "listing", values, free, key=(one.kept,)))  # type: ignore[arg-type]
                parts.append(Part(f"“{one.row.title}”: listing {one.kept} is as it should be", tuple(rules)))
            else:
                untouched.append(Untouched(f"listing {one.kept}", "classifieds", "listing", key=(one.kept,)))
        for row, number in case.twins:
            untouched += [
                Untouched(f"listing {id_}", "classifieds", "listing", key=(id_,)) for id_ in (int(row.id), number)
            ]
        return over_rows(parts, untouched)

    def plan(self, world: World, p: Import) -> str:
        return (
            f"Read my note “{NOTE}”. List all of my listings and find those with the same title, compare their"
            " descriptions, and see in my messages which of the two people wrote to. Then delete, renew and correct."
        )

    def facts(self, world: World, p: Import) -> str:
        told = [
            f"“{one.row.title}”: {one.kept} stays" + (f" at {said_price(one.row.price)}" if one.repriced else "")
            for one in self.case(world, p.draw).pairs
        ]
        return "Of the pairs, these listings stay: " + "; ".join(told) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Import) -> None:
        await open_note(person, NOTE)
        await self._clean(person, self.case(person.world, p.draw).pairs)

    async def _clean(self, person: Person, pairs: Sequence[Pair], *, careful: bool = True) -> None:
        for one in pairs:
            keep, gone = (one.kept, one.gone) if careful else (one.old, one.new)
            await person.goto(f"{BOARD}/account/listings/{gone}/delete")
            await person.click("Delete listing", role="button")
            if one.sold and (one.sold == "new") == (keep == one.new):
                await person.goto(f"{BOARD}/account/listings?state=sold")
                await person.click(f"Renew {one.row.title}", role="button")
            if careful and one.repriced:
                await _reprice(person, one)
        await person.stop()

    async def prices_first(self, person: Person, p: Import) -> None:
        """Corrects prices before anything else, goes on from the last, and through the list of listings."""
        pairs = self.case(person.world, p.draw).pairs
        for one in pairs:
            if one.repriced:
                await _reprice(person, one)
        for one in reversed(pairs):
            await person.goto(f"{BOARD}/item/{one.gone}")
            await person.click("Delete", role="link")
            await person.click("Delete listing", role="button")
            if one.sold == one.keep:
                await person.click(f"Renew {one.row.title}", role="button")
        await person.stop()

    async def first_rule(self, person: Person, p: Import) -> None:
        """Keeps the older one of each pair."""
        await self._clean(person, self.case(person.world, p.draw).pairs, careful=False)

    async def half_done(self, person: Person, p: Import) -> None:
        """Leaves out the last pair."""
        await self._clean(person, self.case(person.world, p.draw).pairs[:-1])

    async def trusting_the_helper(self, person: Person, p: Import) -> None:
        """Deletes whatever is marked as sold, and sees to the other pairs."""
        pairs = [
            Pair(one.row, one.old, one.new, "none", {"old": "new", "new": "old"}.get(one.sold, ""), one.sold, one.price)
            if one.sold
            else one
            for one in self.case(person.world, p.draw).pairs
        ]
        await self._clean(person, pairs)

    ways = (prices_first,)
    shortcuts = (first_rule, half_done, trusting_the_helper)


def _later(when: datetime, hours: int) -> datetime:
    return when + timedelta(hours=hours)


async def _reprice(person: Person, pair: Pair) -> None:
    """Three actions."""
    await person.goto(f"{BOARD}/account/listings/{pair.kept}/edit")
    await person.fill("Price", typed_price(pair.row.price))
    await person.click("Save changes", role="button")
