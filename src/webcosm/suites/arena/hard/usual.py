"""The usual: order again what one always has. Orders show two that it may be; a note says which, or only the user."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from webcosm.judge.effects import expect_deeds
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.hard._buyer import BOUGHT, add_note, listed, order_deed, past_order, place_it
from webcosm.suites.arena.notes._moves import open_note
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._rows import customer, plain_goods, without_offers
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill, Slot, User
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, World

DRAWS = 24
SHOP = "http://shop.test"
STAPLES = {
    "ground-coffee": "coffee",
    "batteries": "batteries",
    "honey": "honey",
    "copy-paper": "printer paper",
    "olive-oil": "olive oil",
    "pasta": "pasta",
    "rice": "rice",
    "peanut-butter": "peanut butter",
    "oatmeal": "oatmeal",
    "crackers": "crackers",
    "cookies": "cookies",
    "mixed-nuts": "nuts",
    "dried-fruit": "dried fruit",
    "oat-drink": "oat drink",
    "vitamins": "vitamins",
    "sunscreen": "sunscreen",
}
"""What people have a usual of, by kind of goods, and how they call it."""
LIST = "Household staples"
OLD_LIST = "Household staples (old list)"
How = Literal["asked", "noted", "single"]


@dataclass(frozen=True)
class Staple:
    """One thing of which there is a usual."""

    word: str
    meant: Row
    other: Row
    """What was bought just as often; not bought at all if it is the only one."""
    qty: int
    how: How
    """How to find out which: from the user, from a note, or because only one was ever bought."""


@dataclass(frozen=True)
class Usual:
    staples: str
    draw: int


def _kinds(world: World) -> dict[str, list[Row]]:
    """Goods of each kind that the customer has never ordered so far."""
    rows = without_offers(world, plain_goods(world, "in_stock AND qty >= 12 AND price <= 6000"))
    had = set(
        world.shop.values(
            "SELECT DISTINCT archetype FROM order_item JOIN product ON product.id = order_item.product_id"
            " JOIN orders ON orders.id = order_item.order_id WHERE customer_id = ?",
            customer(world).id,
        )
    )
    return {
        kind: goods
        for kind in STAPLES
        if kind not in had and len(goods := [row for row in rows if row.archetype == kind and _is_clear(row)]) > 1
    }


def _is_clear(goods: Row) -> bool:
    """Whether its name names no other staple, so that whoever asks about it asks about nothing else."""
    others = [word for kind, word in STAPLES.items() if kind != goods.archetype]
    return not any(word.removesuffix("s") in goods.name.casefold() for word in others)


class OrderTheUsual(Levelled[Usual]):
    """Order the usual of something."""

    family = "arena.hard.the-usual"
    kind = Kind.DO
    goals = (
        "Order my usual {staples}, as many as last time. Ship it by Parcel Post to my default address, and I'll pay by"
        " invoice.",
        "We're out of {staples}. Please order the usual from Dray Market, as many as last time: Parcel Post, default"
        " address, payment by invoice.",
    )
    sites = ("shop", "notes")
    skills = (Skill.ASK, Skill.RECONCILE, Skill.LOOK_ALIKES)
    levels = (
        Dials(rows=1, gaps=1, sources=2),
        Dials(rows=2, gaps=1, sources=2),
        Dials(rows=4, gaps=1, sources=2, stale=1),
        Dials(rows=6, gaps=2, sources=2, stale=1),
    )
    actions = (16, 19, 26, 32)

    # The case ---------------------------------------------------------------------------------------------------------

    def _hows(self, draw: int) -> list[How]:
        """At most so many to ask about as there are gaps; in every other draw one less, which then stands in a note."""
        rows, gaps = self.dials.rows, self.dials.gaps - draw % 2
        noted = {1: 1, 2: 2, 4: 3, 6: 4}[rows] - gaps
        counts: dict[How, int] = {"asked": gaps, "noted": noted, "single": rows - gaps - noted}
        return [how for how, times in counts.items() for _ in range(times)]

    def case(self, world: World, draw: int, kinds: dict[str, list[Row]] | None = None) -> tuple[Staple, ...] | None:
        kinds = _kinds(world) if kinds is None else kinds
        rng = Rng(world.universe.seed, self.id, draw)
        if len(kinds) < self.dials.rows:
            return None
        chosen = rng.sample(sorted(kinds), self.dials.rows)
        staples = []
        for kind, how in zip(chosen, self._hows(draw), strict=True):
            meant, other = rng.sample(kinds[kind], 2)
            staples.append(Staple(STAPLES[kind], meant, other, rng.integer(1, 3), how))
        return tuple(rng.shuffled(staples))

    def _case(self, world: World, p: Usual) -> tuple[Staple, ...]:
        """Read from the orders that were prepared where they are there already."""
        found = self.case(world, p.draw, self._kinds_before(world))
        assert found is not None, "the pool holds draws that have a case"
        return found

    def _kinds_before(self, world: World) -> dict[str, list[Row]]:
        """As they were in the universe, whatever was ordered since."""
        with world.universe.open() as first:
            return _kinds(first)

    def pool(self, world: World) -> Sequence[Usual]:
        kinds = _kinds(world)
        found = [(draw, case) for draw in range(DRAWS) if (case := self.case(world, draw, kinds))]
        return [Usual(listed([one.word for one in case]), draw) for draw, case in found]

    def prepare(self, world: World, p: Usual) -> None:
        """Both were bought as often, as many at a time, and together the last time: orders cannot tell."""
        staples = self._case(world, p)
        today = world.lore.today
        rng = Rng(world.universe.seed, self.id, "orders", p.draw)
        first = {one.meant.id: one.qty for one in staples}
        second = {(one.meant if one.how == "single" else one.other).id: one.qty for one in staples}
        for days, wanted in ((58, second), (37, first), (16, {**second, **first})):
            past_order(world, today - timedelta(days=days + rng.integer(0, 9)), wanted, "flat", "invoice")
        noted = [one for one in staples if one.how == "noted"]
        day = today - timedelta(days=rng.integer(5, 9))
        lines = [f"- {one.word.capitalize()}: {one.meant.name}" for one in rng.shuffled(noted)]
        lines += ["- Dish soap: the green one from the corner store", "- Bread: Saturdays, at the market"]
        head = "What we always get."
        if self.dials.stale:
            head = f"What we always get, as of {said_day(day)}. This replaces the old list."
            # The old list is wrong about all that stands in the new one, and silent about the rest.
            old = ["What we always get."] + [f"- {one.word.capitalize()}: {one.other.name}" for one in noted]
            add_note(world, OLD_LIST, "\n".join(old), f"{today - timedelta(days=200)} 20:10:00")
        add_note(world, LIST, "\n".join([head, *lines]), f"{day} 19:30:00")

    # What the user knows ----------------------------------------------------------------------------------------------

    def user(self, world: World, p: Usual) -> User:
        staples = self._case(world, p)
        words = "|".join(re.escape(one.word) for one in staples)
        names = "|".join(re.escape(row.brand.casefold()) for one in staples for row in (one.meant, one.other))
        nothing_named = re.compile(
            rf"^(?!.*\b(?:{words}|{names})\b).*\b(?:which|what)\b.*\b(?:one|kind|usual|product|brand)"
        )
        slots = []
        for one in staples:
            replies = {
                "asked": f"The usual {one.word}: that's the {one.meant.name}.",
                "noted": f"The {one.word}? I wrote that down in my notes.",
                "single": f"We've only ever had one {one.word}; check my orders.",
            }
            asks: tuple[str | re.Pattern[str], ...] = (one.word, one.meant.name, one.other.name)
            if one.how == "asked":
                asks = (*asks, nothing_named)
            slots.append(Slot(f"which {one.word}", asks, replies[one.how], needed=one.how == "asked"))
        return User(tuple(slots), spare=1)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Usual) -> Expectation:
        wanted = {one.meant.id: one.qty for one in self._case(world, p)}
        return expect_deeds(world, [order_deed("the usual is ordered", wanted, "flat", "invoice")], BOUGHT)

    def plan(self, world: World, p: Usual) -> str:
        return (
            "See in my orders what I have had and how many. Where I have had two kinds as often, see whether my notes"
            " say which one is the usual, by the newest list; if they don't, ask me. Then place one order."
        )

    def facts(self, world: World, p: Usual) -> str:
        return "; ".join(f"the usual {one.word}: {one.qty} of {one.meant.name}" for one in self._case(world, p)) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Usual) -> None:
        staples = self._case(person.world, p)
        await person.goto(f"{SHOP}/account/orders")
        await person.goto("http://notes.test/")
        await open_note(person, LIST)
        for one in staples:
            if one.how == "noted" and not person.sees(one.meant.name):
                raise Lost(f"the note does not name the {one.word}")
        await self._ask(person, staples)
        await self._order(person, [(one.meant, one.qty) for one in staples])

    async def _ask(self, person: Person, staples: Sequence[Staple]) -> None:
        for one in staples:
            if one.how == "asked":
                reply = await person.ask(f"You've had two kinds of {one.word}. Which one is the usual?")
                if one.meant.name not in reply:
                    raise Lost(f"the user does not say which {one.word}: {reply!r}")

    async def _order(self, person: Person, wanted: Sequence[tuple[Row, int]], *, place: bool = True) -> None:
        for goods, qty in wanted:
            await person.goto(f"{SHOP}/{goods.url_key}.html")
            await person.fill("Quantity", str(qty))
            await person.click("Add to Cart", role="button")
        await person.goto(f"{SHOP}/cart")
        if place:
            await place_it(person, "Parcel Post", "Invoice")
        await person.stop()

    async def by_reordering(self, person: Person, p: Usual) -> None:
        """Searches for the last one first; asks in other words and by name."""
        staples = self._case(person.world, p)
        for one in staples:
            if one.how == "asked":
                await person.ask(f"Should it be the {one.other.name} or the {one.meant.name}?")
        await person.goto(f"{SHOP}/")
        for one in reversed(staples):
            await open_product(person, one.meant.name)
            for _ in range(one.qty):
                await person.click("Add to Cart", role="button")
        await person.goto(f"{SHOP}/cart")
        await place_it(person, "Parcel Post", "Invoice")
        await person.stop()

    async def guessing(self, person: Person, p: Usual) -> None:
        """Right by luck and without asking; where nothing had to be asked, unluckily."""
        staples = self._case(person.world, p)
        lucky = any(one.how == "asked" for one in staples)
        await self._order(person, [(one.meant if lucky else one.other, one.qty) for one in staples])

    async def half_done(self, person: Person, p: Usual) -> None:
        """Asks and fills the cart, but does not order."""
        staples = self._case(person.world, p)
        await self._ask(person, staples)
        await self._order(person, [(one.meant, one.qty) for one in staples], place=False)

    async def first_rule(self, person: Person, p: Usual) -> None:
        """Orders all of the last order again."""
        staples = self._case(person.world, p)
        await self._ask(person, staples)
        both = [
            (row, one.qty)
            for one in staples
            for row in ((one.meant,) if one.how == "single" else (one.meant, one.other))
        ]
        await self._order(person, both)

    async def asking_about_all(self, person: Person, p: Usual) -> None:
        """Asks about everything, also where it could have looked, and once again."""
        staples = self._case(person.world, p)
        for one in staples:
            for _ in range(3):
                await person.ask(f"Which {one.word} is the usual?")
        await self._order(person, [(one.meant, one.qty) for one in staples])

    ways = (by_reordering,)
    shortcuts = (guessing, half_done, first_rule, asking_about_all)
