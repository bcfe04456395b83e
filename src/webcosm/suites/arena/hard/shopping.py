"""A shopping list in people's words that changes while one is at it: the user thinks again, and the shop runs out of
something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from webcosm.judge.sets import Part, over_rows
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.hard._buyer import add_note
from webcosm.suites.arena.hard._words import all_of_kind, by_price, in_words
from webcosm.suites.arena.hard.usual import STAPLES
from webcosm.suites.arena.notes._moves import open_note
from webcosm.suites.arena.shop._rows import NOT_ORDERED, added_to_cart, cart_id, plain_goods
from webcosm.tasks import Dials, Event, Kind, Levelled, Person, Situation, Skill, happened
from webcosm.worlds import Row, World

DRAWS = 24
SHOP = "http://shop.test"
WORDS = {
    **STAPLES,
    "binder": "binder",
    "drinking-glasses": "drinking glasses",
    "face-cream": "face cream",
    "face-serum": "face serum",
    "ground-spice": "seasoning",
    "marker-set": "markers",
    "pen": "pens",
    "picture-frame": "picture frame",
    "seeds": "seeds",
    "sticky-notes": "sticky notes",
    "whisk": "whisk",
}
"""Goods that people buy a few of, by kind, and how they call them."""
TITLES = ("To order this week", "For the house", "Supplies we need", "Weekend shopping")


@dataclass(frozen=True)
class Item:
    """A line of the list."""

    word: str
    """What people call the kind; there is no other of it on the list."""
    goods: Row
    said: str
    qty: int
    instead: Row | None = None
    """What to take if it is sold out."""
    instead_said: str = ""
    done: bool = False
    """Whether it is checked off."""


@dataclass(frozen=True)
class Case:
    items: tuple[Item, ...]
    gone: Item | None
    """Sold out from the beginning."""
    leaving: Item | None
    """Sold out meanwhile."""
    revised: Item
    retracted: Item
    more: int
    """How many of the revised one are wanted after all."""

    @property
    def open(self) -> list[Item]:
        return [one for one in self.items if not one.done]


@dataclass(frozen=True)
class Shopping:
    note: str
    draw: int


class ShoppingListChanges(Levelled[Shopping]):
    """Put what a list says into the cart, while it changes."""

    family = "arena.hard.shopping-list-changes"
    revision = 2
    kind = Kind.DO
    goals = (
        "Put everything that isn't checked off in my note “{note}” in my Dray Market cart, in the quantities it says."
        " I want to be able to check out right away, but don't place the order.",
        "Fill my Dray Market cart from my note “{note}”: whatever isn't checked off yet, as many as it says. Leave the"
        " cart ready for checkout, but don't check out.",
    )
    sites = ("shop", "notes")
    skills = (Skill.LATE_CHANGE, Skill.LOOK_ALIKES, Skill.SPLIT)
    levels = (
        Dials(rows=4, events=1),
        Dials(rows=6, exceptions=2, events=1),
        Dials(rows=8, exceptions=3, events=2, look_alikes=2),
        Dials(rows=10, exceptions=4, events=3, look_alikes=4),
    )
    actions = (21, 27, 36, 46)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        rng = Rng(world.universe.seed, self.id, draw)
        ticked = self.dials.exceptions
        # Two or three lines name something else in case that it is sold out; of one of them there is enough.
        spare = {0: 0, 2: 1, 3: 2, 4: 3}[ticked]
        with world.universe.open() as first:  # whatever has been sold since
            found = self._found(first, rng, spare)
            items = [next(found) for _ in range(self.dials.rows)]
            items += [replace(next(found), done=True) for _ in range(ticked)]
        gone = items[0] if spare > 1 else None
        leaving = items[1] if self.dials.events > 2 else None
        revised, retracted = items[self.dials.rows - 1], items[self.dials.rows - 2]
        return Case(tuple(rng.shuffled(items)), gone, leaving, revised, retracted, revised.qty + rng.integer(1, 3))

    def _found(self, first: World, rng: Rng, spare: int) -> Iterator[Item]:
        """Goods of one kind after the other, said so that nothing else of the kind is meant: the first ones with
        something else instead, the next ones by their price."""
        good = {row.id for row in plain_goods(first, "in_stock AND qty >= 12 AND price BETWEEN 300 AND 5000")}
        prices = self.dials.look_alikes
        for kind in rng.shuffled(sorted(WORDS)):
            word = WORDS[kind]
            every = all_of_kind(first, kind, word)
            rows = rng.shuffled([row for row in every if row.id in good and row.archetype == kind])
            said = ((row, words) for row in rows if (words := in_words(row, word, every, rng)))
            if spare and (pair := list(islice(said, 2)))[1:]:
                (goods, words), (other, others) = pair
                yield Item(word, goods, words, rng.integer(1, 3), other, others)
                spare -= 1
            elif prices and not spare:
                if dear := next(((row, words) for row in rows if (words := by_price(first, row, word, every))), None):
                    yield Item(word, *dear, rng.integer(1, 3))
                    prices -= 1
            elif not spare and (one := next(said, None)):
                yield Item(word, *one, rng.integer(1, 3))

    def pool(self, world: World) -> Sequence[Shopping]:
        return [Shopping(TITLES[draw % len(TITLES)], draw) for draw in range(DRAWS)]

    def prepare(self, world: World, p: Shopping) -> None:
        case = self.case(world, p.draw)
        lines = [f"- [{'x' if one.done else ' '}] {one.qty} x {one.said}" for one in case.items]
        spare = [
            f"{one.word.capitalize()} sold out? Then get {one.instead_said}, just as many."
            for one in case.items
            if one.instead
        ]
        body = "\n".join([*lines, "", *spare]).strip()
        add_note(world, p.note, body, "2026-05-13 21:05:00")
        if case.gone:
            _sell_out(world, case.gone.goods.id)

    # What happens -----------------------------------------------------------------------------------------------------

    def events(self, world: World, p: Shopping) -> Sequence[Event]:
        case = self.case(world, p.draw)
        cart = cart_id(world)
        more = f"One change to the list: please make it {case.more} of the {case.revised.word}."
        less = (
            f"We don't need the {case.retracted.word} after all, a neighbor had some to spare. Please leave that out."
        )
        found = [Event("revised", partial(_has_put, cart=cart, items=3), more)]
        if self.dials.events > 1:
            found.append(Event("retracted", partial(_has_put, cart=cart, items=5), less))
        if case.leaving:
            number = case.leaving.goods.id
            found.append(
                Event("sold out", partial(_has_put, cart=cart, items=7), write=partial(_sell_out, number=number))
            )
        return found

    # What is right ----------------------------------------------------------------------------------------------------

    def _wanted(self, world: World, case: Case) -> dict[int, tuple[Row, int]]:
        """What belongs in the cart after all that has happened so far."""
        wanted = {}
        for one in case.open:
            goods, qty = one.goods, one.qty
            if one is case.gone or (one is case.leaving and happened(world, "sold out")):
                assert one.instead
                goods = one.instead
            if one is case.revised and happened(world, "revised"):
                qty = case.more
            if not (one is case.retracted and happened(world, "retracted")):
                wanted[goods.id] = (goods, qty)
        return wanted

    def expect(self, world: World, p: Shopping) -> Expectation:
        wanted = self._wanted(world, self.case(world, p.draw))
        parts = [
            Part(f"{qty} of {goods.name} in the cart", (added_to_cart(world, number, qty),))
            for number, (goods, qty) in wanted.items()
        ]
        return over_rows(parts, never=NOT_ORDERED)

    def plan(self, world: World, p: Shopping) -> str:
        return (
            "Read the note, find out which product each line means, and add what isn't checked off, with what it names"
            " instead where something is sold out. Mind"
            " what I write meanwhile, and look at the cart once more at the end: it must have no problems."
        )

    def facts(self, world: World, p: Shopping) -> str:
        wanted = self._wanted(world, self.case(world, p.draw))
        return (
            "At first these are wanted: " + "; ".join(f"{qty} x {goods.name}" for goods, qty in wanted.values()) + "."
        )

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Shopping) -> None:
        case = self.case(person.world, p.draw)
        await person.goto("http://notes.test/")
        await open_note(person, p.note)
        cart = await self._fill(person, case, case.open)
        await self._settle(person, cart, self._wanted(person.world, case))
        await person.stop()

    async def _fill(self, person: Person, case: Case, items: Sequence[Item]) -> dict[int, tuple[Row, int]]:
        """Puts all of it into the cart, or what is named instead where it is sold out; returns what is in."""
        cart = {}
        for one in items:
            goods, qty = one.goods, one.qty
            await _open(person, goods)
            if one.instead and _is_sold_out(person.world, goods.id):
                goods = one.instead
                await _open(person, goods)
            await _add(person, qty)
            cart[goods.id] = (goods, qty)
        return cart

    async def _settle(
        self, person: Person, cart: dict[int, tuple[Row, int]], wanted: dict[int, tuple[Row, int]]
    ) -> None:
        """Makes the cart what is wanted by now."""
        for number, (goods, qty) in wanted.items():
            if number not in cart:
                await _open(person, goods)
                await _add(person, qty)
        await person.goto(f"{SHOP}/cart")
        for number, (goods, _) in cart.items():
            if number not in wanted:
                await person.click(f"Remove {goods.name}", role="button")
        changed = [row for number, row in wanted.items() if number in cart and cart[number][1] != row[1]]
        for goods, qty in changed:
            await person.fill(f"Quantity of {goods.name}", str(qty))
        if changed:
            await person.click("Update cart", role="button")

    async def last_first(self, person: Person, p: Shopping) -> None:
        """From the bottom of the list; what changed is seen to as soon as half of it is in, and at the end."""
        case = self.case(person.world, p.draw)
        items = case.open[::-1]
        half = len(items) - 1
        cart = await self._fill(person, case, items[:half])
        so_far = {number: row for number, row in self._wanted(person.world, case).items() if number in cart}
        await self._settle(person, cart, so_far)
        await self._fill(person, case, items[half:])
        put = {**so_far, **{one.goods.id: (one.goods, one.qty) for one in items[half:]}}
        put |= {one.instead.id: (one.instead, one.qty) for one in items[half:] if one.instead}
        there = set(
            person.world.shop.values("SELECT product_id FROM cart_item WHERE cart_id = ?", cart_id(person.world))
        )
        put = {number: row for number, row in put.items() if number in there}
        await self._settle(person, put, self._wanted(person.world, case))
        await person.stop()

    async def not_listening(self, person: Person, p: Shopping) -> None:
        """Does what the list said at first."""
        case = self.case(person.world, p.draw)
        await self._fill(person, case, case.open)
        await person.stop()

    async def half_done(self, person: Person, p: Shopping) -> None:
        """Leaves out the last thing that is wanted."""
        case = self.case(person.world, p.draw)
        cart = await self._fill(person, case, case.open)
        wanted = self._wanted(person.world, case)
        last = next(number for number in reversed(wanted))
        await self._settle(person, cart, {number: row for number, row in wanted.items() if number != last})
        await person.stop()

    async def first_rule(self, person: Person, p: Shopping) -> None:
        """Takes what is checked off as well; one of each where nothing is."""
        case = self.case(person.world, p.draw)
        if self.dials.exceptions:
            cart = await self._fill(person, case, case.items)
            ticked = {one.goods.id: (one.goods, one.qty) for one in case.items if one.done}
            await self._settle(person, cart, {**self._wanted(person.world, case), **ticked})
        else:
            await self._fill(person, case, [replace(one, qty=1) for one in case.open])
        await person.stop()

    ways = (last_first,)
    shortcuts = (not_listening, half_done, first_rule)


def _has_put(situation: Situation, cart: int, items: int) -> bool:
    return situation.inserted("shop", "cart_item", cart_id=cart) >= items


def _sell_out(world: World, number: int) -> None:
    world.shop.run("UPDATE product SET qty = 0, in_stock = 0 WHERE id = ?", number)


def _is_sold_out(world: World, number: int) -> bool:
    return not world.shop.value("SELECT in_stock FROM product WHERE id = ?", number)


async def _open(person: Person, goods: Row) -> None:
    await person.goto(f"{SHOP}/{goods.url_key}.html")


async def _add(person: Person, qty: int) -> None:
    if qty > 1:
        await person.fill("Quantity", str(qty))
    await person.click("Add to Cart", role="button")
