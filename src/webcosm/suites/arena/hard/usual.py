"""The usual: order again what one always has. Orders show two that it may be; a note says which, or only the user. How
many follows from several orders, of which one may have been canceled and things have gone back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

from webcosm.judge.effects import expect_deeds
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.hard._buyer import BOUGHT, add_note, listed, order_deed, place_it
from webcosm.suites.arena.hard._past import past_order
from webcosm.suites.arena.hard._words import all_of_kind, in_words
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
    "oat-drink": "oat milk",
    "vitamins": "supplements",
    "sunscreen": "sunscreen",
}
"""What people have a usual of, by kind of goods, and how they call it."""
LIST = "Household staples"
OLD_LIST = "Household staples (old list)"
How = Literal["asked", "noted", "single"]


@dataclass(frozen=True)
class Had:
    """A line of an order of the past."""

    goods: Row
    qty: int
    order: int
    """Which of the orders, oldest first."""
    kept: bool = True


@dataclass(frozen=True)
class Staple:
    """One thing of which there is a usual."""

    word: str
    meant: Row
    other: Row
    """What was had just as often; never kept if there is but one that was."""
    had: tuple[Had, ...]
    how: How
    """How to find out which: from the user, from a note, or because only one was ever kept."""

    @property
    def times(self) -> list[Had]:
        """When what is meant was had, oldest first."""
        return sorted((one for one in self.had if one.goods.id == self.meant.id), key=lambda one: one.order)

    @property
    def qty(self) -> int:
        """How many the last time that they were kept."""
        return [one.qty for one in self.times if one.kept][-1]

    @property
    def another_qty(self) -> int:
        """How many another time: the last that went back, or the one before."""
        last, before = self.times[-1], self.times[-2]
        return before.qty if last.kept else last.qty


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
    revision = 3
    kind = Kind.DO
    goals = (
        "Order my usual {staples}: for each, the one we always get, and as many as I ordered of it the last time."
        " Anything I canceled or sent back doesn't count. Ship it by Parcel Post to my default address, and I'll pay by"
        " invoice.",
        "We're out of {staples}. Please get the ones we always order from Dray Market, as many of each as the last time"
        " I ordered that exact one, not counting anything I canceled or sent back. Parcel Post, default address,"
        " payment by invoice.",
    )
    sites = ("shop", "notes")
    skills = (Skill.ASK, Skill.RECONCILE, Skill.LOOK_ALIKES)
    levels = (
        Dials(rows=1, gaps=1, sources=2),
        Dials(rows=2, gaps=1, sources=2),
        Dials(rows=4, gaps=1, sources=2, stale=1, exceptions=1),
        Dials(rows=6, gaps=2, sources=2, stale=1, exceptions=2),
    )
    actions = (16, 19, 26, 32)

    # The case ---------------------------------------------------------------------------------------------------------

    @property
    def _delivered(self) -> int:
        """How many orders were delivered; one more, the newest, may be a canceled one."""
        return 3 + self.dials.exceptions

    def _hows(self, rng: Rng) -> list[How]:
        """At most so many to ask about as there are gaps; in half of the draws one less, which stands in a note."""
        rows, gaps = self.dials.rows, self.dials.gaps - rng.integer(0, 1)
        noted = {1: 1, 2: 2, 4: 3, 6: 4}[rows] - gaps
        counts: dict[How, int] = {"asked": gaps, "noted": noted, "single": rows - gaps - noted}
        return [how for how, times in counts.items() for _ in range(times)]

    def case(self, world: World, draw: int, kinds: dict[str, list[Row]] | None = None) -> tuple[Staple, ...] | None:
        kinds = _kinds(world) if kinds is None else kinds
        rng = Rng(world.universe.seed, self.id, draw)
        if len(kinds) < self.dials.rows:
            return None
        while True:
            staples = self._draw(rng, kinds)
            if not self._is_too_plain(staples):
                return staples

    def _draw(self, rng: Rng, kinds: Mapping[str, Sequence[Row]]) -> tuple[Staple, ...]:
        staples = []
        for kind, how in zip(rng.sample(sorted(kinds), self.dials.rows), self._hows(rng), strict=True):
            meant, other = rng.sample(kinds[kind], 2)
            had = [*self._times(rng, meant), *self._times(rng, other, kept=how != "single")]
            staples.append(Staple(STAPLES[kind], meant, other, tuple(had), how))
        return tuple(rng.shuffled(staples))

    def _times(self, rng: Rng, goods: Row, *, kept: bool = True) -> list[Had]:
        """Twice had and kept; at higher levels it went back another time, and there may be a canceled order of it."""
        went_back = int(self.dials.exceptions > 0 and (not kept or rng.chance(0.6)))
        qtys = iter(rng.shuffled((1, 2, 3, 4, 5)))
        orders = rng.sample(range(self._delivered), (2 if kept else 0) + went_back)
        found = [Had(goods, next(qtys), order) for order in sorted(orders)]
        if went_back:
            # Mostly the last time, or it would decide nothing.
            place = len(found) - 1 if rng.chance(0.7) else 0
            found[place] = replace(found[place], kept=False)
        if self.dials.exceptions > 1 and rng.chance(0.5):
            found.append(Had(goods, next(qtys), self._delivered, kept=False))
        return found

    def _orders(self, staples: Sequence[Staple]) -> dict[int, list[Had]]:
        """What was in the orders, oldest first."""
        found: dict[int, list[Had]] = {}
        for one in sorted((one for staple in staples for one in staple.had), key=lambda one: one.order):
            found.setdefault(one.order, []).append(one)
        return found

    def _is_too_plain(self, staples: Sequence[Staple]) -> bool:
        """Whether one order has all of it as it should be, or nothing that went back makes a difference."""
        wanted = {staple.meant.id: staple.qty for staple in staples}
        orders = [{one.goods.id: one.qty for one in lines} for lines in self._orders(staples).values()]
        if any(wanted.items() <= order.items() for order in orders if len(wanted) > 1 or order == wanted):
            return True
        return sum(not staple.times[-1].kept for staple in staples) < self.dials.exceptions

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
        """Both were had and kept as often: orders cannot tell."""
        staples = self._case(world, p)
        today = world.lore.today
        rng = Rng(world.universe.seed, self.id, "orders", p.draw)
        for order, lines in self._orders(staples).items():
            day = today - timedelta(days=16 + 24 * (self._delivered - order) - rng.integer(0, 9))
            wanted = {one.goods.id: one.qty for one in lines}
            if order == self._delivered:
                past_order(world, day, wanted, "flat", "invoice", "canceled")
            else:
                back = [one.goods.id for one in lines if not one.kept]
                past_order(world, day, wanted, "flat", "invoice", sent_back=back)
        noted = [one for one in staples if one.how == "noted"]
        day = today - timedelta(days=rng.integer(5, 9))
        items = [self._line(world, one, one.meant) for one in rng.shuffled(noted)]
        items += ["- Dish soap: the green one from the corner store", "- Bread: Saturdays, at the market"]
        head = "What we always get."
        if self.dials.stale:
            head = f"What we always get, as of {said_day(day)}. This replaces the old list."
            # The old list is wrong about all that stands in the new one, and silent about the rest.
            old = ["What we always get."] + [self._line(world, one, one.other) for one in noted]
            add_note(world, OLD_LIST, "\n".join(old), f"{today - timedelta(days=200)} 20:10:00")
        add_note(world, LIST, "\n".join([head, *items]), f"{day} 19:30:00")

    def _line(self, world: World, staple: Staple, goods: Row) -> str:
        """Of a list: what tells the one from the other, not the whole name."""
        both = {row.id: row for row in all_of_kind(world, goods.archetype, staple.word)}
        rng = Rng(world.universe.seed, self.id, "words", goods.id)
        pair = [both[one.id] for one in (staple.meant, staple.other) if one.id in both]
        words = in_words(both[goods.id], staple.word, pair, rng) if len(pair) > 1 else None
        words = words or f"{staple.word}, {goods.name}"
        return f"- {words[0].upper()}{words[1:]}"

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
                "single": f"There's only one that we ever kept of the {one.word}; check my orders.",
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
            "See in my orders what I have had and kept, and how many of each the last time. Where I have kept two"
            " kinds, see whether my notes say which one is the usual, by the newest list; if they don't, ask me. Then"
            " place one order."
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
            if one.how == "noted" and not person.sees(self._line(person.world, one, one.meant).removeprefix("- ")):
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
        """Orders all of the last order again that was delivered."""
        staples = self._case(person.world, p)
        await self._ask(person, staples)
        orders = self._orders(staples)
        last = orders[max(one for one in orders if one < self._delivered)]
        await self._order(person, [(one.goods, one.qty) for one in last])

    async def as_many_as_another_time(self, person: Person, p: Usual) -> None:
        """The right kinds, as many as when they went back, or the time before."""
        staples = self._case(person.world, p)
        await self._ask(person, staples)
        await self._order(person, [(one.meant, one.another_qty) for one in staples])

    async def asking_about_all(self, person: Person, p: Usual) -> None:
        """Asks about everything, also where it could have looked, and once again."""
        staples = self._case(person.world, p)
        for one in staples:
            for _ in range(3):
                await person.ask(f"Which {one.word} is the usual?")
        await self._order(person, [(one.meant, one.qty) for one in staples])

    ways = (by_reordering,)
    shortcuts = (guessing, half_done, first_rule, as_many_as_another_time, asking_about_all)
