"""The same again: among look-alikes in one's orders and in the shop, the one that was bought and kept in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise, takewhile
from typing import Literal

from webcosm.judge.effects import expect_deeds
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.hard._buyer import BOUGHT, listed, order_deed, place_it
from webcosm.suites.arena.hard._past import Ending, past_order
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._moves import choose_options
from webcosm.suites.arena.shop._rows import customer, seen_options, variants, without_offers
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.worlds import Row, World

DRAWS = 24
SHOP = "http://shop.test"
THINGS = {
    "electric-kettle": "kettle",
    "toaster": "toaster",
    "teapot": "teapot",
    "blender": "blender",
    "coffee-maker": "coffee maker",
    "stand-mixer": "stand mixer",
    "table-lamp": "table lamp",
    "floor-lamp": "floor lamp",
    "flower-vase": "vase",
    "watering-can": "watering can",
    "throw-blanket": "throw blanket",
    "wall-clock": "wall clock",
    "room-fan": "fan",
    "hair-dryer": "hair dryer",
    "stapler": "stapler",
    "toolbox": "toolbox",
    "backpack": "backpack",
    "speaker": "speaker",
    "keyboard": "keyboard",
}
"""Goods of which people have one, by kind, and how they call it."""
WINTER = (date(2025, 12, 4), date(2026, 2, 22))
AUTUMN = (date(2025, 9, 8), date(2025, 11, 20))
SPRING = (date(2026, 3, 9), date(2026, 5, 2))
SENT_INSTEAD = (
    "The {word} had run out in {was}, so we sent it in {now} instead, as agreed on the phone.",
    "As agreed, the {word} was delivered in {now} and not in {was}.",
)
EXCHANGED = (
    "As you asked, we exchanged the {word} in {was} for one in {now}.",
    "The {word} in {was} came back to us, and the same one in {now} was sent in exchange.",
)
NOT_EXCHANGED = (
    "You asked to exchange the {word} in {was} for one in {now}. We are sorry: that color will not be in for a while."
    " You wrote that you will keep it, then.",
    "The {word} cannot be exchanged for one in {now} at the moment. As you decided, you keep the one in {was}.",
)
Fate = Literal[Ending, "sent back"]


@dataclass(frozen=True)
class Bought:
    """Something bought in the past."""

    goods: Row
    day: date
    fate: Fate
    """What is sent back was in one order with something that was kept."""


@dataclass(frozen=True)
class Thing:
    word: str
    meant: Row
    """What was bought last winter and kept in the end."""
    ordered: Row
    """What the order says; the same unless another color was sent or came in exchange."""
    comments: tuple[str, ...]
    """What the shop wrote about it, oldest first."""
    others: tuple[Bought, ...]
    """Look-alikes."""
    day: date


@dataclass(frozen=True)
class Again:
    things: str
    number: str
    draw: int


def _color(goods: Row) -> str:
    return seen_options(goods.options)["Color"]


def _kinds(world: World) -> dict[str, dict[str, list[Row]]]:
    """By kind and product: variants in several colors, of kinds that the customer has never ordered."""
    had = set(
        world.shop.values(
            "SELECT DISTINCT archetype FROM order_item JOIN product ON product.id = order_item.product_id"
            " JOIN orders ON orders.id = order_item.order_id WHERE customer_id = ?",
            customer(world).id,
        )
    )
    found: dict[str, dict[str, list[Row]]] = {}
    for row in without_offers(world, variants(world, "item.in_stock AND item.qty >= 3")):
        if row.archetype in THINGS and row.archetype not in had and list(seen_options(row.options)) == ["Color"]:
            found.setdefault(row.archetype, {}).setdefault(row.title, []).append(row)
    return {
        kind: products
        for kind, products in found.items()
        if len(products) > 1 and any(len(rows) > 2 for rows in products.values())
    }


class SameAgain(Levelled[Again]):
    """Buy again what was bought last winter, in the same color."""

    family = "arena.hard.same-again"
    revision = 3
    kind = Kind.DO
    goals = (
        "Last winter, from December through February, I bought {things}, and I'd like the same again: the same model,"
        " in the color that I ended up with. Never mind what I canceled or sent back. Order {number}, by Parcel Post to"
        " my default address, and I'll pay by invoice.",
        "I need {things} again, just like what I bought last winter (December through February) and kept: the same"
        " model, in the color that I ended up with. Order {number}. Parcel Post, default address, payment by invoice.",
    )
    sites = ("shop",)
    skills = (Skill.LOOK_ALIKES, Skill.RECONCILE)
    levels = (
        Dials(rows=1, look_alikes=2, sources=1),
        Dials(rows=1, look_alikes=4, sources=1),
        Dials(rows=2, look_alikes=5, sources=2),
        Dials(rows=5, look_alikes=5, sources=2, stale=1),
    )
    actions = (14, 14, 17, 26)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, kinds: Mapping[str, dict[str, list[Row]]]) -> tuple[Thing, ...] | None:
        rng = Rng(world.universe.seed, self.id, draw)
        if len(kinds) < self.dials.rows:
            return None
        chosen = rng.sample(sorted(kinds), self.dials.rows)
        return tuple(
            self._thing(rng.child(kind), THINGS[kind], kinds[kind], swapped=self.dials.sources > 1 and place % 2 == 0)
            for place, kind in enumerate(chosen)
        )

    def _thing(self, rng: Rng, word: str, products: Mapping[str, list[Row]], swapped: bool) -> Thing:
        title = rng.choice(sorted(name for name, rows in products.items() if len(rows) > 2))
        meant, second, third = rng.sample(products[title], 3)
        # The product whose name is most alike, in the same color if it comes in it.
        twin = max(sorted(name for name in products if name != title), key=lambda name: _alike(name, title))
        like = next((row for row in products[twin] if _color(row) == _color(meant)), products[twin][0])
        others = (
            Bought(second, _day(rng, AUTUMN), "got"),
            Bought(like, _day(rng, SPRING), "got"),
            Bought(third, _day(rng, WINTER), "sent back"),
            Bought(like, _day(rng, WINTER), "canceled"),
            Bought(rng.choice(products[twin]), _day(rng, WINTER), "returned"),
        )
        ordered = second if swapped else meant
        comments = self._comments(rng, word, meant, second, third, swapped)
        return Thing(word, meant, ordered, comments, others[: self.dials.look_alikes], _day(rng, WINTER))

    def _comments(self, rng: Rng, word: str, meant: Row, second: Row, third: Row, swapped: bool) -> tuple[str, ...]:
        """How one color became another; at the highest level by way of a third, or after all not."""
        if not swapped:
            words = {"word": word, "was": _color(meant), "now": _color(second)}
            return (rng.choice(NOT_EXCHANGED).format(**words),) if self.dials.stale else ()
        colors = [_color(row) for row in ((second, third, meant) if self.dials.stale else (second, meant))]
        kinds = [SENT_INSTEAD, EXCHANGED] if self.dials.stale else [rng.choice((SENT_INSTEAD, EXCHANGED))]
        return tuple(
            rng.choice(kind).format(word=word, was=was, now=now)
            for kind, (was, now) in zip(kinds, pairwise(colors), strict=True)
        )

    def _case(self, world: World, p: Again) -> tuple[Thing, ...]:
        with world.universe.open() as first:  # whatever has been ordered since
            found = self.case(world, p.draw, _kinds(first))
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Again]:
        kinds = _kinds(world)
        cases = [(draw, case) for draw in range(DRAWS) if (case := self.case(world, draw, kinds))]
        number = "one of each" if self.dials.rows > 1 else "one"
        return [Again(listed([f"a {one.word}" for one in case]), number, draw) for draw, case in cases]

    def prepare(self, world: World, p: Again) -> None:
        things = self._case(world, p)
        # What one sends back is in one order with what one keeps of the next thing, or of the same if it is alone.
        for thing, before in zip(things, (*things[-1:], *things[:-1]), strict=True):
            back = [one.goods.id for one in before.others if one.fate == "sent back"]
            lines = dict.fromkeys((thing.ordered.id, *back), 1)
            order = past_order(world, thing.day, lines, "flat", "invoice", sent_back=back)
            for place, words in enumerate(thing.comments):
                _comment(world, order, words, 1 + 13 * place)
            for other in thing.others:
                if other.fate != "sent back":
                    past_order(world, other.day, {other.goods.id: 1}, "flat", "invoice", other.fate)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Again) -> Expectation:
        wanted = {one.meant.id: 1 for one in self._case(world, p)}
        return expect_deeds(world, [order_deed("the same is ordered again", wanted, "flat", "invoice")], BOUGHT)

    def plan(self, world: World, p: Again) -> str:
        return (
            "Open my orders from December through February and leave out canceled and refunded ones, and refunded lines"
            " of the others. See the model and the color there, and whether comments on the order say that another"
            " color was sent or came in exchange. Then order one of each."
        )

    def facts(self, world: World, p: Again) -> str:
        return "; ".join(f"{one.word}: {one.meant.title} ({one.meant.options})" for one in self._case(world, p)) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Again) -> None:
        things = self._case(person.world, p)
        await person.goto(f"{SHOP}/account/orders")
        await self._order(person, [one.meant for one in things])

    async def _order(self, person: Person, goods: Sequence[Row], *, place: bool = True) -> None:
        for one in goods:
            key = person.world.shop.value("SELECT url_key FROM product WHERE id = ?", one.shown_id)
            await person.goto(f"{SHOP}/{key}.html")
            await choose_options(person, one.options)
            await person.click("Add to Cart", role="button")
        await person.goto(f"{SHOP}/cart")
        if place:
            await place_it(person, "Parcel Post", "Invoice")
        await person.stop()

    async def with_a_slip(self, person: Person, p: Again) -> None:
        """By searching, the last one first; a look-alike is put into the cart and taken out again."""
        things = self._case(person.world, p)
        slip = things[0].others[1].goods
        await person.goto(f"{SHOP}/")
        for goods in (slip, *(one.meant for one in reversed(things))):
            await open_product(person, goods.title)
            await choose_options(person, goods.options)
            await person.click("Add to Cart", role="button")
        await person.goto(f"{SHOP}/cart")
        await person.click(f"Remove {slip.title}", role="button")
        await place_it(person, "Parcel Post", "Invoice")
        await person.stop()

    async def first_rule(self, person: Person, p: Again) -> None:
        """Takes the newest one that the orders show."""
        things = self._case(person.world, p)
        await self._order(person, [max(one.others, key=lambda other: other.day).goods for one in things])

    async def half_done(self, person: Person, p: Again) -> None:
        """Fills the cart and does not order."""
        await self._order(person, [one.meant for one in self._case(person.world, p)], place=False)

    async def another_color(self, person: Person, p: Again) -> None:
        """The right model: in the color that was ordered where another one came, else in one bought before."""
        things = self._case(person.world, p)
        swapped = any(one.ordered.id != one.meant.id for one in things)
        await self._order(person, [one.ordered if swapped else one.others[0].goods for one in things])

    async def by_status(self, person: Person, p: Again) -> None:
        """Believes that whatever is in a complete order was kept; at the first level, whenever it was."""
        things = self._case(person.world, p)
        back = [other.goods for one in things for other in one.others if other.fate == "sent back"]
        await self._order(person, back or [one.others[0].goods for one in things])

    ways = (with_a_slip,)
    shortcuts = (first_rule, half_done, another_color, by_status)


def _comment(world: World, order: int, words: str, days: int) -> None:
    """So many days after it was shipped."""
    row = world.shop.row(
        "SELECT status, shipment.created FROM orders JOIN shipment ON order_id = orders.id WHERE orders.id = ?", order
    )
    assert row
    day = date.fromisoformat(row.created[:10]) + timedelta(days=days)
    world.shop.insert(
        "order_comment", order_id=order, status=row.status, comment=words, notified=1, visible=1, author="",
        created=f"{day} 11:05:00",
    )  # fmt: skip


def _day(rng: Rng, span: tuple[date, date]) -> date:
    return span[0] + timedelta(days=rng.integer(0, (span[1] - span[0]).days))


def _alike(one: str, other: str) -> int:
    """How many letters two names begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
