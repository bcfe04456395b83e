"""Tasks on the storefront, shop.test: narrowing categories by price, brand, color and the like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.act import catalogue as do
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.observe.records import Element
from webcosm.suites.arena.shop._goods import ANY_ORDER, by_brand, by_category, categories, open_category, shelf
from webcosm.suites.arena.shop._rows import said_choice
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["narrow"]


@dataclass(frozen=True)
class PriceSpan:
    category: str
    low: int
    high: int
    """Whole dollars."""


class PriceRange(Template[PriceSpan]):
    """Narrow a category to a range of prices."""

    id = "arena.shop.price-range"
    kind = Kind.GO
    goals = (
        "Show me only the “{category}” products that cost at least ${low} but less than ${high}.",
        "Filter “{category}” by price: ${low} and up, but under ${high}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    revision = 3

    def pool(self, world: World) -> Sequence[PriceSpan]:
        """Round bounds with something below, within and above."""
        found = []
        known = categories(world)
        for category, products in by_category(shelf(world)).items():
            prices = sorted(product.low for product in products)
            low, high = prices[len(prices) // 4] // 100, prices[3 * len(prices) // 4] // 100
            within = [price for price in prices if low * 100 <= price < high * 100]
            if category in known and prices[0] < low * 100 and len(within) >= 2 and high * 100 <= prices[-1]:
                found.append(PriceSpan(category, low, high))
        return found

    def page(self, world: World, p: PriceSpan) -> PageShows:
        span = (p.low * 100, p.high * 100)
        return PageShows("shop", "category", {"id": categories(world)[p.category], "price": span}, free=ANY_ORDER)

    async def solve(self, person: Person, p: PriceSpan) -> None:
        await open_category(person, p.category)
        await person.fill("From $", str(p.low))
        await person.fill("below $", str(p.high))
        await person.click("Go", role="button")
        await person.stop()


@dataclass(frozen=True)
class BrandInCategory:
    brand: str
    category: str


async def narrow(person: Person, facet: str, choice: str) -> None:
    """Picks a choice of a facet beside a list: one action, and one more for each fold that hides it."""
    for _ in range(3):
        inside = _facet(person, facet)
        wanted = [one for one in inside if one.role == "link" and one.name == choice]
        if wanted:
            return await person.move(do.click(wanted[0].id))
        fold = [one for one in inside if one.role == "DisclosureTriangle"][-1]  # the facet's own, or “5 more” in it
        await person.move(do.click(fold.id))
    raise Lost(f"{person.view.url} offers no {facet} {choice!r}")


def _facet(person: Person, label: str) -> list[Element]:
    elements = person.view.elements
    for at, element in enumerate(elements):
        if element.role == "DisclosureTriangle" and element.name.casefold().startswith(f"{label.casefold()} "):
            end = next((n for n in range(at, len(elements)) if elements[n].depth < element.depth), len(elements))
            return list(elements[at:end])
    raise Lost(f"{person.view.url} has nothing to narrow the list by {label}")


class BrandFilter(Template[BrandInCategory]):
    """Narrow a category to a brand."""

    id = "arena.shop.filter-brand"
    kind = Kind.GO
    goals = (
        "In “{category}”, show me only the {brand} products. If it doesn't have any, let me know.",
        "Filter “{category}” down to just the {brand} products, or tell me if there aren't any.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 3
    twin = "arena.shop.narrow-to-brand"

    def pool(self, world: World) -> Sequence[BrandInCategory]:
        groups = by_brand(shelf(world))
        return [
            BrandInCategory(brand, category)
            for (brand, category), products in groups.items()
            if len(products) >= 2 and sum(1 for _, other in groups if other == category) >= 3
        ]

    def page(self, world: World, p: BrandInCategory) -> PageShows:
        number = categories(world)[p.category]
        return PageShows("shop", "category", {"id": number, "brand": p.brand}, free=ANY_ORDER)

    async def solve(self, person: Person, p: BrandInCategory) -> None:
        await open_category(person, p.category)
        await narrow(person, "Brand", p.brand)
        await person.stop()


class BrandFilterMissing(Template[BrandInCategory]):
    """Narrow a category to a brand that has nothing there."""

    id = "arena.shop.narrow-to-brand"
    kind = Kind.GO
    goals = BrandFilter.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.shop.filter-brand"
    revision = 3

    def pool(self, world: World) -> Sequence[BrandInCategory]:
        """Each brand with a category of which it has nothing: the one that comes next after one of its own."""
        names = list(categories(world))
        pairs = by_brand(shelf(world))
        # Of the whole catalogue: what is switched off today must not make a brand missing by accident.
        taken = {
            (row.brand, row.category)
            for row in world.shop.rows(
                "SELECT DISTINCT brand, category.name AS category FROM product JOIN product_category AS placed"
                " ON placed.product_id = product.id JOIN category ON category.id = placed.category_id"
            )
        }
        wished = dict.fromkeys((brand, names[(names.index(own) + 1) % len(names)]) for brand, own in pairs)
        return [BrandInCategory(*pair) for pair in wished if pair not in taken]

    def obstacle(self, world: World, p: BrandInCategory) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.brand,))

    async def solve(self, person: Person, p: BrandInCategory) -> None:
        await open_category(person, p.category)
        if person.has(p.brand, role="link"):
            raise Lost(f"{p.category} has something by {p.brand} after all")
        await person.infeasible(f"There is nothing by {p.brand} in “{p.category}”.")


@dataclass(frozen=True)
class OptionInCategory:
    category: str
    attribute: str
    option: str
    choice: str
    """As people say it: ``Red``, ``size 6``"""


class OptionFilter(Template[OptionInCategory]):
    """Narrow a category to what can be had in a color, a size, a flavor …"""

    id = "arena.shop.option-filter"
    kind = Kind.GO
    goals = (
        "I'm looking through “{category}”. Show me only the ones that come in {choice}.",
        "Filter “{category}” by {attribute}: just {option}, please.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 3

    def pool(self, world: World) -> Sequence[OptionInCategory]:
        """Options that some but not all products of a category have, themselves or in a variant."""
        known = categories(world)
        return [
            OptionInCategory(
                row.category, row.attribute.lower(), row.option, said_choice(f"{row.attribute}: {row.option}")
            )
            for row in world.shop.rows(
                "WITH offered AS (SELECT DISTINCT coalesce(item.parent_id, item.id) AS product_id, option_id"
                "  FROM product AS item JOIN product_option ON product_option.product_id = item.id WHERE item.enabled)"
                " SELECT category.name AS category, attribute.label AS attribute, option.label AS option,"
                "  count(*) AS fitting, (SELECT count(*) FROM product_category WHERE category_id = category.id) AS size"
                " FROM offered JOIN product ON product.id = offered.product_id AND product.enabled"
                " JOIN product_category AS placed ON placed.product_id = product.id"
                " JOIN category ON category.id = placed.category_id"
                " JOIN attribute_option AS option ON option.id = offered.option_id"
                " JOIN attribute ON attribute.id = option.attribute_id AND attribute.filterable"
                " GROUP BY category.id, option.id HAVING fitting >= 2 AND fitting < size - 1"
                " ORDER BY category.id, option.id"
            )
            if row.category in known
        ]

    def page(self, world: World, p: OptionInCategory) -> PageShows:
        row = world.shop.row(
            "SELECT code, option.id FROM attribute_option AS option JOIN attribute ON attribute.id = attribute_id"
            " WHERE lower(attribute.label) = ? AND option.label = ?",
            p.attribute,
            p.option,
        )
        assert row is not None, "pools hold options that there are"
        # “size” is how many products a page of the list has, so that attribute goes by another name.
        parameter = "size_option" if row.code == "size" else row.code
        number = categories(world)[p.category]
        return PageShows("shop", "category", {"id": number, parameter: row.id}, free=ANY_ORDER)

    async def solve(self, person: Person, p: OptionInCategory) -> None:
        await open_category(person, p.category)
        await narrow(person, p.attribute, p.option)
        await person.stop()
