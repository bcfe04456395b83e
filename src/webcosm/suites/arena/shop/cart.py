"""Tasks on the storefront: putting things into the cart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation
from webcosm.suites.arena.shop._goods import cards, open_product, search
from webcosm.suites.arena.shop._moves import add_from_front_page, choose_options, empty_of_others
from webcosm.suites.arena.shop._rows import (
    NOT_ORDERED,
    OFFICE_CLOSED,
    added_to_cart,
    plain_goods,
    said_choice,
    variants,
    without_offers,
)
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import read_amount
from webcosm.worlds import Row, World


@dataclass(frozen=True)
class Pieces:
    qty: int
    product: str


def _scarce(world: World) -> list[Row]:
    """Goods of which there are as many as one person may want, and not many more."""
    return plain_goods(world, "in_stock AND qty BETWEEN 7 AND 30")


async def with_the_quantity_set_in_the_cart(person: Person, p: Pieces) -> None:
    await open_product(person, p.product)
    await person.click("Add to Cart", role="button")
    await person.click("Cart: ", role="link")
    await person.fill(f"Quantity of {p.product}", str(p.qty))
    await person.click("Update cart", role="button")
    await person.stop()


async def after_another_product(person: Person, p: Pieces) -> None:
    """Puts something else into the cart by mistake, takes it out, and adds the right one in two goes."""
    await add_from_front_page(person)
    for qty in (1, p.qty - 1):
        await open_product(person, p.product)
        await person.fill("Quantity", str(qty))
        await person.click("Add to Cart", role="button")
    await empty_of_others(person, p.product)
    await person.stop()


async def with_something_else_beside_it(person: Person, p: Pieces) -> None:
    await open_product(person, p.product)
    await person.fill("Quantity", str(p.qty))
    await person.click("Add to Cart", role="button")
    await add_from_front_page(person)
    await person.stop()


class AddPieces(Template[Pieces]):
    """Put some pieces of a product into the cart."""

    id = "arena.shop.put-pieces"
    kind = Kind.DO
    goals = (
        "Add {qty} of “{product}” to my cart. Don't check out yet.",
        "I need exactly {qty} of “{product}”. Put them in my cart, but don't check out.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    shortcuts = (with_something_else_beside_it,)
    ways = (
        with_the_quantity_set_in_the_cart,
        after_another_product,
    )
    revision = 2
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.pieces-to-cart"

    def pool(self, world: World) -> Sequence[Pieces]:
        """About as many as the twin wants, only that there are so many: a bit fewer than all there are."""
        return [Pieces(row.qty - row.id % 5, row.name) for row in _scarce(world)[::2]]

    def expect(self, world: World, p: Pieces) -> Expectation:
        return Expectation([added_to_cart(world, _id_of(world, p.product), p.qty)], never=NOT_ORDERED)

    async def solve(self, person: Person, p: Pieces) -> None:
        await open_product(person, p.product)
        await person.fill("Quantity", str(p.qty))
        await person.click("Add to Cart", role="button")
        await person.stop()


class AddTooMany(Template[Pieces]):
    """Put more pieces of a product into the cart than there are."""

    id = "arena.shop.pieces-to-cart"
    kind = Kind.DO
    goals = AddPieces.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    achievable = False
    twin = "arena.shop.put-pieces"
    revision = 3

    def pool(self, world: World) -> Sequence[Pieces]:
        return [Pieces(row.qty + 1 + row.id % 5, row.name) for row in _scarce(world)[1::2]]

    def obstacle(self, world: World, p: Pieces) -> Obstacle:
        left = world.shop.value("SELECT qty FROM product WHERE name = ?", p.product)
        return Obstacle(
            Reason.SOLD_OUT, (p.product, str(p.qty), str(left)), false=(rf"\b(?:only|just) (?!{left}\b)\d+",)
        )

    async def solve(self, person: Person, p: Pieces) -> None:
        await open_product(person, p.product)
        await person.fill("Quantity", str(p.qty))
        await person.click("Add to Cart", role="button")
        left = re.search(r"Only (\d+) pieces? of", person.text())
        if not left:
            raise Lost(f"there are {p.qty} of {p.product!r} after all")
        await person.infeasible(f"Only {left[1]} pieces of it are left.")


def _id_of(world: World, name: str) -> int:
    return int(world.shop.value("SELECT id FROM product WHERE name = ? AND type = 'simple'", name))


@dataclass(frozen=True)
class Chosen:
    qty: int
    product: str
    choice: str
    """As people say it: ``Red``, ``size M``"""
    options: str
    """As the shop does: ``Color: Red``"""


def _chosen(row: Row) -> Chosen:
    return Chosen(1 + row.id % 3, row.title, said_choice(row.options), row.options)


def _variant(world: World, p: Chosen) -> Row:
    return next(row for row in variants(world, "shown.name = ?", p.product) if row.options == p.options)


async def after_too_many_were_refused(person: Person, p: Chosen) -> None:
    """Asks for more than there are, which the shop refuses, then adds one and sets the quantity in the cart."""
    await open_product(person, p.product)
    await choose_options(person, p.options)
    await person.fill("Quantity", "9999")
    await person.click("Add to Cart", role="button")
    await person.fill("Quantity", "1")
    await person.click("Add to Cart", role="button")
    await person.click("Cart: ", role="link")
    if p.qty > 1:
        await person.fill(f"Quantity of {p.product}", str(p.qty))
        await person.click("Update cart", role="button")
    await person.stop()


class AddVariant(Template[Chosen]):
    """Put a product with certain options into the cart."""

    id = "arena.shop.choose-variant"
    kind = Kind.DO
    goals = (
        "Add {qty} of “{product}” in {choice} to my cart.",
        "I want “{product}” in {choice}. Put {qty} in my cart.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=7)
    ways = (after_too_many_were_refused,)
    revision = 2
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.variant-to-cart"

    def pool(self, world: World) -> Sequence[Chosen]:
        rows = variants(world, "item.in_stock AND item.qty >= 4 AND item.id % 41 = 7")
        return [_chosen(row) for row in rows if "; " not in row.options]

    def expect(self, world: World, p: Chosen) -> Expectation:
        return Expectation([added_to_cart(world, _variant(world, p).id, p.qty)])

    async def solve(self, person: Person, p: Chosen) -> None:
        await open_product(person, p.product)
        await choose_options(person, p.options)
        await person.fill("Quantity", str(p.qty))
        await person.click("Add to Cart", role="button")
        await person.stop()


class AddVariantSoldOut(Template[Chosen]):
    """Put a product with options into the cart of which there are none left."""

    id = "arena.shop.variant-to-cart"
    kind = Kind.DO
    goals = AddVariant.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    achievable = False
    twin = "arena.shop.choose-variant"
    revision = 3

    def pool(self, world: World) -> Sequence[Chosen]:
        """Sold out only in these options: others of the same product can be had."""
        others = (
            "NOT (item.in_stock AND item.qty > 0) AND EXISTS (SELECT 1 FROM product AS sister WHERE sister.parent_id ="
            " shown.id AND sister.enabled AND sister.in_stock AND sister.qty > 0)"
        )
        rows = [row for row in variants(world, others) if "; " not in row.options]
        return [_chosen(row) for row in rows[::3]]

    def obstacle(self, world: World, p: Chosen) -> Obstacle:
        option = p.options.partition(": ")[2]
        return Obstacle(Reason.SOLD_OUT, (p.product, p.choice, option), false=(r"\bno such\b", r"not come in\b"))

    async def solve(self, person: Person, p: Chosen) -> None:
        await open_product(person, p.product)
        await choose_options(person, p.options)
        if not re.search(r"Availability Out of stock", person.text()):
            raise Lost(f"{p.product!r} can be had in {p.options} after all")
        await person.infeasible(f"“{p.product}” with {p.options} is out of stock.")


@dataclass(frozen=True)
class TwoPacks:
    product: str
    small: int
    large: int


PACK = re.compile(r", Pack of (\d+)\b")


def _pairs(world: World) -> dict[TwoPacks, tuple[Row, Row]]:
    """The same goods in two packs, whose prices for a piece differ."""
    packs: dict[str, dict[int, Row]] = {}
    for row in without_offers(world, plain_goods(world, "in_stock AND qty > 0 AND name LIKE '%, Pack of %'")):
        if found := PACK.search(row.name):
            packs.setdefault(PACK.sub("", row.name), {})[int(found[1])] = row
    pairs: dict[TwoPacks, tuple[Row, Row]] = {}
    for name, rows in packs.items():
        for small in sorted(rows):
            for large in (count for count in sorted(rows) if count > small):
                if rows[small].price * large != rows[large].price * small:
                    pairs[TwoPacks(name, small, large)] = (rows[small], rows[large])
    return pairs


async def after_both_packs(person: Person, p: TwoPacks) -> None:
    """Puts both packs into the cart to compare them there, and takes the dearer one out."""
    names: dict[str, int] = {}
    await search(person, p.product)
    for card in cards(person):
        found = PACK.search(card.name)
        if found and PACK.sub("", card.name) == p.product and int(found[1]) in (p.small, p.large):
            names[card.name] = int(found[1])
    for name in names:
        await search(person, p.product)
        await person.click(name, role="link")
        await person.click("Add to Cart", role="button")
    await person.click("Cart: ", role="link")
    prices = {
        name: read_amount(row[1]) / count
        for name, count in names.items()
        for row in person.rows()
        if len(row) == 4 and row[0].startswith(name)
    }
    await person.click(f"Remove {max(prices, key=lambda name: prices[name])}", role="button")
    await person.stop()


class AddCheaperPack(Template[TwoPacks]):
    """Put that of two packs into the cart of which a piece costs less."""

    id = "arena.shop.add-cheaper-pack"
    kind = Kind.DO
    goals = (
        "“{product}” comes in packs of {small} and packs of {large}. Add one pack of whichever is cheaper per item to"
        " my cart.",
        "Which is the better deal on “{product}”, the {small}-pack or the {large}-pack? Put one of whichever is"
        " cheaper per item in my cart.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    ways = (after_both_packs,)
    revision = 2

    def pool(self, world: World) -> Sequence[TwoPacks]:
        """As many as there are goods without options that come in two packs."""
        return list(_pairs(world))

    def expect(self, world: World, p: TwoPacks) -> Expectation:
        small, large = _pairs(world)[p]
        cheaper = small if small.price * p.large < large.price * p.small else large
        return Expectation([added_to_cart(world, cheaper.id, 1)])

    async def solve(self, person: Person, p: TwoPacks) -> None:
        await person.fill("Search the store", p.product)
        await person.submit("Search the store")
        prices: dict[str, Decimal] = {}
        for index, element in enumerate(person.view.elements):
            found = element.role == "article" and PACK.search(text := person.text_of(index))
            if found and PACK.sub("", text).startswith(p.product) and int(found[1]) in (p.small, p.large):
                name = next(name for name in person.names("link") if text.startswith(name))
                prices[name] = read_amount(text) / int(found[1])
        if len(prices) != 2:
            raise Lost(f"{len(prices)} packs of {p.product!r} are shown")
        await person.click(f"Add to Cart: {min(prices, key=lambda name: prices[name])}", role="button")
        await person.stop()
