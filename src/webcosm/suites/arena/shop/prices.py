"""Tasks on the storefront, shop.test: prices and ratings of products and brands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from webcosm.judge.answers import Answer, Money, Number, Ordered, Percentage, Text
from webcosm.suites.arena.shop._goods import (
    Product,
    all_cards,
    by_brand,
    categories,
    clear_names,
    figures,
    open_category,
    open_product,
    product_named,
    shelf,
)
from webcosm.suites.arena.shop._rows import said_choice
from webcosm.suites.arena.shop.filters import narrow
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import dollars
from webcosm.worlds import World

__all__ = ["ProductName"]


@dataclass(frozen=True)
class BrandGoods:
    brand: str
    category: str


def brand_groups(world: World, least: int) -> dict[BrandGoods, list[Product]]:
    """What a brand has in a category, if that is enough and each thing has one price."""
    known = categories(world)
    return {
        BrandGoods(brand, category): products
        for (brand, category), products in by_brand(shelf(world)).items()
        if category in known and len(products) >= least and all(product.single for product in products)
    }


async def open_brand(person: Person, p: BrandGoods) -> None:
    """Three actions from any page."""
    await open_category(person, p.category)
    await narrow(person, "Brand", p.brand)


class BrandPrices(Template[BrandGoods]):
    """Between which prices does a brand sell a kind of goods?"""

    id = "arena.shop.brand-price-range"
    kind = Kind.ASK
    goals = (
        "What are the lowest and highest prices of {brand} products in “{category}”? Lowest first, please.",
        "What do the cheapest and the most expensive {brand} products in “{category}” cost? Give me both prices, in"
        " that order.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[BrandGoods]:
        groups = brand_groups(world, 3)
        return [p for p, products in groups.items() if len({product.low for product in products}) >= 3]

    def answer(self, world: World, p: BrandGoods) -> Answer:
        prices = [product.low for product in brand_groups(world, 3)[p]]
        return Ordered((Money(dollars(min(prices))), Money(dollars(max(prices)))))

    async def solve(self, person: Person, p: BrandGoods) -> None:
        await open_brand(person, p)
        prices = [card.price for card in await all_cards(person)]
        await person.answer(f"${min(prices)}, ${max(prices)}")


@dataclass(frozen=True)
class BrandExtreme:
    brand: str
    category: str
    extreme: str
    """``cheapest`` or ``most expensive``"""


class BrandExtremeName(Template[BrandExtreme]):
    """Which is a brand's cheapest or most expensive product in a category?"""

    id = "arena.shop.brand-extreme"
    kind = Kind.ASK
    goals = (
        "What's the {extreme} {brand} product in “{category}” called? Give me the full name.",
        "Give me the full name of the {extreme} {brand} product in “{category}”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[BrandExtreme]:
        return list(self._targets(world))

    def answer(self, world: World, p: BrandExtreme) -> Answer:
        return Text(self._targets(world)[p].name)

    def _targets(self, world: World) -> dict[BrandExtreme, Product]:
        found = {}
        for p, products in brand_groups(world, 3).items():
            ordered = sorted(products, key=lambda product: product.low)
            if ordered[0].low < ordered[1].low:
                found[BrandExtreme(p.brand, p.category, "cheapest")] = ordered[0]
            if ordered[-1].low > ordered[-2].low:
                found[BrandExtreme(p.brand, p.category, "most expensive")] = ordered[-1]
        return found

    async def solve(self, person: Person, p: BrandExtreme) -> None:
        await open_brand(person, BrandGoods(p.brand, p.category))
        pick = min if p.extreme == "cheapest" else max
        await person.answer(pick(await all_cards(person), key=lambda card: card.price).name)


class CountBrand(Template[BrandGoods]):
    """How many products of a brand does a category have?"""

    id = "arena.shop.count-brand"
    kind = Kind.ASK
    goals = (
        "How many {brand} products are there in “{category}”?",
        "Count the {brand} products the store has in “{category}”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[BrandGoods]:
        known = categories(world)
        groups = by_brand(shelf(world))
        return [BrandGoods(*key) for key, products in groups.items() if key[1] in known and len(products) >= 2]

    def answer(self, world: World, p: BrandGoods) -> Answer:
        return Number(len(by_brand(shelf(world))[(p.brand, p.category)]), unit="product")

    async def solve(self, person: Person, p: BrandGoods) -> None:
        await open_brand(person, p)
        await person.answer(len(await all_cards(person)))


@dataclass(frozen=True)
class ProductName:
    name: str


class RatingPercent(Template[ProductName]):
    """How is a product rated?"""

    id = "arena.shop.rating-percent"
    kind = Kind.ASK
    goals = (
        "What's the overall customer rating of “{name}”, in percent?",
        "How do customers rate “{name}” overall? I'd like the percentage the store shows.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[ProductName]:
        """Ratings that are neither perfect nor a number of the name."""
        rated = self._percentages(world)
        return [
            ProductName(product.name)
            for product in clear_names(shelf(world))
            if rated.get(product.id, 100) < 100 and str(rated[product.id]) not in figures(product.name)
        ]

    def answer(self, world: World, p: ProductName) -> Answer:
        return Percentage(self._percentages(world)[product_named(world, p.name).id])

    def _percentages(self, world: World) -> dict[int, int]:
        """Of products with two reviews or more."""
        return dict(
            world.shop.connection.execute(
                "SELECT product_id, CAST(20.0 * sum(stars) / count(*) + 0.5 AS INTEGER) FROM review"
                " WHERE status = 'approved' GROUP BY product_id HAVING count(*) >= 2"
            )
        )

    async def solve(self, person: Person, p: ProductName) -> None:
        await open_product(person, p.name)
        rating = next(name for name in person.names("image") if name.startswith("Rating: "))
        await person.answer(rating.removeprefix("Rating: "))


@dataclass(frozen=True)
class VariantChoice:
    name: str
    choice: str
    """As people say it: ``Red, size M``"""


class VariantPrice(Template[VariantChoice]):
    """What does a product cost in a size, a color …?"""

    id = "arena.shop.variant-price"
    kind = Kind.ASK
    goals = (
        "How much does “{name}” cost in {choice}?",
        "I'm interested in “{name}” in {choice}. What's the price?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[VariantChoice]:
        return list(self._prices(world))

    def answer(self, world: World, p: VariantChoice) -> Answer:
        return Money(dollars(self._prices(world)[p]))

    def _prices(self, world: World) -> dict[VariantChoice, int]:
        """Of the variants of products that start at another price: what the list says is not the answer."""
        today = world.clock.today().isoformat()
        labels = {
            number: said_choice(pairs)
            for number, pairs in world.shop.connection.execute(
                "SELECT has.product_id, group_concat(attribute.label || ': ' || option.label, '; '"
                " ORDER BY axis.position, axis.attribute_id)"
                " FROM product_option AS has JOIN product AS item ON item.id = has.product_id AND item.type = 'variant'"
                " JOIN product_axis AS axis ON axis.product_id = item.parent_id"
                "  AND axis.attribute_id = has.attribute_id"
                " JOIN attribute ON attribute.id = has.attribute_id"
                " JOIN attribute_option AS option ON option.id = has.option_id GROUP BY has.product_id"
            )
        }
        items: dict[int, list[tuple[int, int]]] = {}
        for owner, number, final in world.shop.connection.execute(
            "SELECT parent_id, id, CASE WHEN special_price < price AND coalesce(special_from, :day) <= :day"
            " AND coalesce(special_to, :day) >= :day THEN special_price ELSE price END FROM product"
            " WHERE parent_id IS NOT NULL AND enabled ORDER BY id",
            {"day": today},
        ):
            items.setdefault(owner, []).append((number, final))
        return {
            VariantChoice(product.name, labels[number]): final
            for product in clear_names(shelf(world))
            if not product.single
            for number, final in items[product.id]
            if final > product.low
        }

    async def solve(self, person: Person, p: VariantChoice) -> None:
        await open_product(person, p.name)
        await person.click("Prices and stock of all")
        head, *rows = [row for row in person.rows() if len(row) >= 4]
        axes = head[:-3]
        for row in rows:
            chosen = "; ".join(f"{axis}: {option}" for axis, option in zip(axes, row, strict=False))
            if said_choice(chosen) == p.choice:
                return await person.answer(row[-2])
        raise Lost(f"{p.name} cannot be had in {p.choice}")


class SpecialSaving(Template[ProductName]):
    """How much does a special price save?"""

    id = "arena.shop.special-saving"
    kind = Kind.ASK
    goals = (
        "“{name}” is on sale right now. How many dollars is that off the regular price?",
        "How much do I save on “{name}” if I buy it at today's price instead of the regular one?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[ProductName]:
        return [ProductName(name) for name in self._savings(world)]

    def answer(self, world: World, p: ProductName) -> Answer:
        return Money(dollars(self._savings(world)[p.name]))

    def _savings(self, world: World) -> dict[str, int]:
        """In cents. A dollar would be guessed too easily, and less is no saving."""
        regular = dict(world.shop.connection.execute("SELECT id, price FROM product WHERE type = 'simple'"))
        return {
            product.name: regular[product.id] - product.low
            for product in clear_names(shelf(world))
            if regular.get(product.id, 0) - product.low > 100
        }

    async def solve(self, person: Person, p: ProductName) -> None:
        await open_product(person, p.name)
        seen = re.search(r"Special price \$([\d,.]+) Regular price \$([\d,.]+)", " ".join(person.text().split()))
        if not seen:
            raise Lost(f"{p.name} is not reduced")
        now, regular = (Decimal(amount.replace(",", "")) for amount in seen.groups())
        await person.answer(f"${regular - now}")
