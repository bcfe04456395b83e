"""Tasks on the storefront, shop.test: finding the one product that fits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.suites.arena.shop._goods import (
    Product,
    all_cards,
    by_brand,
    by_category,
    cards,
    categories,
    open_category,
    product_at,
    search,
    shelf,
    spec_rows,
    specs_of,
)
from webcosm.suites.arena.shop.filters import narrow
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

P = TypeVar("P")
PERSONAL = frozenset(
    {"Weight", "Manufacturer", "Dimensions", "Date First Available", "Brand", "Model Number", "Number of Items"}
)
"""Specifications that hardly any two products share, or that nobody shops by."""


class FindProduct(Template[P], ABC):
    """Templates that lead to the page of the one product that fits."""

    kind = Kind.GO
    sites = ("shop",)
    revision = 3

    @abstractmethod
    def targets(self, world: World) -> dict[P, Product]:
        """Every question that has one answer, with it."""

    def pool(self, world: World) -> Sequence[P]:
        return list(self.targets(world))

    def page(self, world: World, p: P) -> PageShows:
        return product_at(world, self.targets(world)[p])


async def open_first_with(person: Person, names: Iterable[str], label: str, value: str) -> None:
    """Opens the products of a list, one after the other, until one has the specification; then stops."""
    listed = person.view.url
    for number, name in enumerate(names):
        if number:
            await person.goto(listed)
        await person.click(name, role="link")
        if specs_of(person).get(label) == value:
            return await person.stop()
    raise Lost(f"nothing at {listed} has {label} {value!r}")


@dataclass(frozen=True)
class SpecInCategory:
    category: str
    label: str
    value: str


class CheapestWithSpec(FindProduct[SpecInCategory]):
    """The cheapest product of a category with a specification."""

    id = "arena.shop.cheapest-with-spec"
    goals = (
        "Open the cheapest product in “{category}” that lists “{label}” as “{value}”.",
        "What's the cheapest thing in “{category}” with “{value}” listed for “{label}”? Take me to its page.",
    )
    difficulty = Difficulty(actions=9)

    def targets(self, world: World) -> dict[SpecInCategory, Product]:
        """Specifications of two products or more, of which one is the cheapest, and something without it is cheaper.

        No more than three cheaper ones, so that a person finds it by going through the list in the order of prices;
        and one price for each product, so that “cheapest” has one meaning.
        """
        specs, known = spec_rows(world), categories(world)
        found = {}
        for category, products in by_category(shelf(world)).items():
            if category not in known or not all(product.single for product in products):
                continue
            ordered = sorted(products, key=lambda product: product.low)
            having: dict[tuple[str, str], list[int]] = {}
            for place, product in enumerate(ordered):
                for label, value in specs.get(product.id, {}).items():
                    if label not in PERSONAL:
                        having.setdefault((label, value), []).append(place)
            for (label, value), places in having.items():
                first = places[0]
                if len(places) >= 2 and 1 <= first <= 3 and ordered[first].low < ordered[first + 1].low:
                    found[SpecInCategory(category, label, value)] = ordered[first]
        return found

    async def solve(self, person: Person, p: SpecInCategory) -> None:
        await open_category(person, p.category)
        await person.choose("Sort by", "Price")
        names = [card.name for card in cards(person)]
        await open_first_with(person, names, p.label, p.value)


@dataclass(frozen=True)
class BrandSpec:
    brand: str
    category: str
    label: str
    value: str


class BrandWithSpec(FindProduct[BrandSpec]):
    """The one product of a brand that has a specification."""

    id = "arena.shop.brand-with-spec"
    goals = (
        "{brand} has several products in “{category}”. Open the one that lists “{label}” as “{value}”.",
        "Find the {brand} product in “{category}” with “{value}” listed for “{label}”, and open its page.",
    )
    difficulty = Difficulty(actions=8)

    def targets(self, world: World) -> dict[BrandSpec, Product]:
        """What one of three or four products has and the others have differently, and none of their names tell."""
        specs, known = spec_rows(world), categories(world)
        found = {}
        for (brand, category), products in by_brand(shelf(world)).items():
            if category not in known or not 3 <= len(products) <= 4:
                continue
            for product in products:
                for label, value in specs.get(product.id, {}).items():
                    others = [specs[other.id].get(label) for other in products if other is not product]
                    told = value.casefold() in " ".join(other.name for other in products).casefold()
                    if label not in PERSONAL and all(others) and value not in others and not told:
                        found[BrandSpec(brand, category, label, value)] = product
        return found

    async def solve(self, person: Person, p: BrandSpec) -> None:
        await open_category(person, p.category)
        await narrow(person, "Brand", p.brand)
        names = [card.name for card in cards(person)]
        await open_first_with(person, names, p.label, p.value)


@dataclass(frozen=True)
class RatedInCategory:
    category: str
    reviews: int


class BestRated(FindProduct[RatedInCategory]):
    """The best-rated product of a category among those with enough reviews."""

    id = "arena.shop.best-rated"
    goals = (
        "Which product in “{category}” has the best rating among those with at least {reviews} reviews? Open its page.",
        "Open the page of the highest-rated product in “{category}”, counting only products with {reviews} or more"
        " reviews.",
    )
    difficulty = Difficulty(actions=6)

    def targets(self, world: World) -> dict[RatedInCategory, Product]:
        """Two or more have enough reviews, one of them the highest percentage, and the bound keeps out a better one."""
        rated = {
            row.product_id: (int(row.stars * 20 + 0.5), row.number)
            for row in world.shop.rows(
                "SELECT product_id, avg(stars) AS stars, count(*) AS number FROM review WHERE status = 'approved'"
                " GROUP BY product_id"
            )
        }
        found = {}
        known = categories(world)
        for category, products in by_category(shelf(world)).items():
            for least in (2, 3, 4, 5, 8, 10):
                fit = [one for one in products if rated.get(one.id, (0, 0))[1] >= least]
                out = [rated[one.id][0] for one in products if one.id in rated and one not in fit]
                ordered = sorted(fit, key=lambda one: -rated[one.id][0])
                if len(fit) < 2 or not out or category not in known:
                    continue
                best, second = rated[ordered[0].id][0], rated[ordered[1].id][0]
                if second < best <= max(out):
                    found[RatedInCategory(category, least)] = ordered[0]
        return found

    async def solve(self, person: Person, p: RatedInCategory) -> None:
        await open_category(person, p.category)
        listed = person.view.url
        fit = [card for card in await all_cards(person) if card.reviews >= p.reviews]
        best = max(fit, key=lambda card: card.percent)
        if not person.has(best.name, role="link"):
            await person.goto(listed)
        await person.click(best.name, role="link")
        await person.stop()


@dataclass(frozen=True)
class SpecBelow:
    category: str
    label: str
    value: str
    price: int
    """Whole dollars."""


class OnlyUnderPrice(FindProduct[SpecBelow]):
    """The only product of a category under a price that has a specification."""

    id = "arena.shop.only-under-price"
    goals = (
        "Open the only product under ${price} in “{category}” that lists “{label}” as “{value}”.",
        "I'm looking for something in “{category}” under ${price} with “{value}” listed for “{label}”. There's just"
        " one; open its page.",
    )
    difficulty = Difficulty(actions=9)

    def targets(self, world: World) -> dict[SpecBelow, Product]:
        """Bounds that two to four products are under, one of them with what others above the bound have as well."""
        specs, known = spec_rows(world), categories(world)
        found = {}
        for category, products in by_category(shelf(world)).items():
            if category not in known or not all(product.single for product in products):
                continue
            ordered = sorted(products, key=lambda product: product.low)
            all_values = Counter(pair for one in products for pair in specs.get(one.id, {}).items())
            for size in (2, 3, 4):
                bound = ordered[size].low // 100 if size < len(ordered) else 0
                if bound * 100 <= ordered[size - 1].low:
                    continue  # no whole amount lies between the two prices
                below = ordered[:size]
                values = Counter(pair for one in below for pair in specs.get(one.id, {}).items())
                for one in below[1:]:
                    for label, value in specs.get(one.id, {}).items():
                        pair = (label, value)
                        if label not in PERSONAL and values[pair] == 1 and all_values[pair] >= 2:
                            found[SpecBelow(category, label, value, bound)] = one
        return found

    async def solve(self, person: Person, p: SpecBelow) -> None:
        await open_category(person, p.category)
        await person.choose("Sort by", "Price")
        names = [card.name for card in cards(person) if card.price < p.price]
        await open_first_with(person, names, p.label, p.value)


@dataclass(frozen=True)
class ArticleNumber:
    sku: str


class OpenBySku(Template[ArticleNumber]):
    """Open a product by its number."""

    id = "arena.shop.find-sku"
    kind = Kind.GO
    goals = (
        "Open the page of the product with SKU {sku}.",
        "All I have is the item number {sku}. Take me to that product's page.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 3
    twin = "arena.shop.open-sku"

    def pool(self, world: World) -> Sequence[ArticleNumber]:
        return [ArticleNumber(product.sku) for product in shelf(world)]

    def page(self, world: World, p: ArticleNumber) -> PageShows:
        return product_at(world, next(product for product in shelf(world) if product.sku == p.sku))

    async def solve(self, person: Person, p: ArticleNumber) -> None:
        await search(person, p.sku)
        await person.click(cards(person)[0].name, role="link")
        if not person.sees(p.sku):
            raise Lost(f"{person.view.url} is not {p.sku}")
        await person.stop()


class OpenMissingSku(Template[ArticleNumber]):
    """Open a product by a number that no product has."""

    id = "arena.shop.open-sku"
    kind = Kind.GO
    goals = OpenBySku.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.shop.find-sku"
    revision = 3

    def pool(self, world: World) -> Sequence[ArticleNumber]:
        """Numbers of real products with the digits of another one behind the letters."""
        there = set(world.shop.values("SELECT sku FROM product"))
        products = shelf(world)
        mixed = [
            f"{one.sku.rpartition('-')[0]}-{other.sku.rpartition('-')[2]}"
            for one, other in zip(products, [*products[40:], *products[:40]], strict=True)
        ]
        return [ArticleNumber(sku) for sku in dict.fromkeys(mixed) if sku not in there]

    def obstacle(self, world: World, p: ArticleNumber) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.sku,))

    async def solve(self, person: Person, p: ArticleNumber) -> None:
        await search(person, p.sku)
        if not person.sees("returned no results"):
            raise Lost(f"a search for {p.sku} finds something after all")
        await person.infeasible(f"No product of the store has the SKU {p.sku}.")
