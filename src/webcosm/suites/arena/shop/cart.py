"""Tasks on the storefront: putting things into the cart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._moves import choose_options
from webcosm.suites.arena.shop._rows import OFFICE_CLOSED, added_to_cart, plain_goods, variants, without_offers
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import read_amount
from webcosm.worlds import Row, World


@dataclass(frozen=True)
class Pieces:
    qty: int
    product: str


class AddPieces(Template[Pieces]):
    """Put some pieces of a product into the cart."""

    id = "arena.shop.put-pieces"
    kind = Kind.DO
    goals = (
        "Put {qty} pieces of “{product}” into my cart.",
        "I need {qty} of “{product}”. Add exactly that many to the shopping cart, but do not order yet.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.pieces-to-cart"

    def pool(self, world: World) -> Sequence[Pieces]:
        """About as many pieces as the twin wants, only that there are so many."""
        goods = plain_goods(world, "in_stock AND qty > 8")[::8]
        return [Pieces(max(2, row.qty - 3 - row.id % 5), row.name) for row in goods]

    def expect(self, world: World, p: Pieces) -> Expectation:
        return Expectation([added_to_cart(world, _id_of(world, p.product), p.qty)])

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
    revision = 2

    def pool(self, world: World) -> Sequence[Pieces]:
        goods = plain_goods(world, "in_stock AND qty BETWEEN 4 AND 200")[::8]
        return [Pieces(row.qty + 2 + row.id % 5, row.name) for row in goods]

    def obstacle(self, world: World, p: Pieces) -> Obstacle:
        return Obstacle(
            Reason.SOLD_OUT,
            (p.product, str(p.qty), str(world.shop.value("SELECT qty FROM product WHERE name = ?", p.product))),
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
    options: str
    """``Color: Red, Size: M``"""


def said_options(row: Row) -> str:
    return str(row.options).replace("; ", ", ")


def _variant(world: World, p: Chosen) -> Row:
    return next(row for row in variants(world, "shown.name = ?", p.product) if said_options(row) == p.options)


class AddVariant(Template[Chosen]):
    """Put a product with certain options into the cart."""

    id = "arena.shop.choose-variant"
    kind = Kind.DO
    goals = (
        "Add “{product}” to my cart, with these options: {options}. Quantity: {qty}.",
        "Put {qty} × “{product}” ({options}) into the shopping cart.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=7)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.variant-to-cart"

    def pool(self, world: World) -> Sequence[Chosen]:
        rows = variants(world, "item.in_stock AND item.qty >= 4 AND item.id % 41 = 7")
        return [Chosen(1 + row.id % 3, row.title, said_options(row)) for row in rows if ", " not in row.options]

    def expect(self, world: World, p: Chosen) -> Expectation:
        return Expectation([added_to_cart(world, _variant(world, p).id, p.qty)])

    async def solve(self, person: Person, p: Chosen) -> None:
        await open_product(person, p.product)
        await choose_options(person, p.options.replace(", ", "; "))
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
    revision = 2

    def pool(self, world: World) -> Sequence[Chosen]:
        """Sold out only in these options: others of the same product can be had."""
        others = (
            "NOT (item.in_stock AND item.qty > 0) AND EXISTS (SELECT 1 FROM product AS sister WHERE sister.parent_id ="
            " shown.id AND sister.enabled AND sister.in_stock AND sister.qty > 0)"
        )
        rows = [row for row in variants(world, others) if ", " not in row.options]
        return [Chosen(1 + row.id % 3, row.title, said_options(row)) for row in rows[::3]]

    def obstacle(self, world: World, p: Chosen) -> Obstacle:
        return Obstacle(Reason.SOLD_OUT, (p.product, p.options))

    async def solve(self, person: Person, p: Chosen) -> None:
        await open_product(person, p.product)
        await choose_options(person, p.options.replace(", ", "; "))
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


class AddCheaperPack(Template[TwoPacks]):
    """Put that of two packs into the cart of which a piece costs less."""

    id = "arena.shop.add-cheaper-pack"
    kind = Kind.DO
    goals = (
        "“{product}” is sold in packs of {small} and in packs of {large}. Put one pack into my cart: the one that costs"
        " less for each piece in it.",
        "Compare the pack of {small} and the pack of {large} of “{product}” and add one of the pack with the lower"
        " price per piece to my cart.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)

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
