"""What the storefront's tasks share: the goods as a universe has them, and reading them off the pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from webcosm.judge.page import PageShows
from webcosm.tasks import Lost, Person
from webcosm.tasks.tables import all_pages
from webcosm.worlds import World

__all__ = [
    "ANY_ORDER",
    "VIEW",
    "Card",
    "Product",
    "all_cards",
    "by_brand",
    "by_category",
    "cards",
    "categories",
    "clear_names",
    "figures",
    "open_category",
    "open_product",
    "product_at",
    "product_named",
    "search",
    "shelf",
    "spec_rows",
    "specs_of",
]

VIEW = ("page", "mode", "size")
"""What changes how a list is leafed through, not what is in it."""
ANY_ORDER = (*VIEW, "sort", "dir")


# The universe's rows --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Product:
    """A product that lists show, with what its cheapest and dearest variants cost (in cents)."""

    id: int
    name: str
    url_key: str
    sku: str
    brand: str
    category: str
    low: int
    high: int

    @property
    def single(self) -> bool:
        """Whether all of it costs the same, so that “its price” has one meaning."""
        return self.low == self.high


def shelf(world: World) -> list[Product]:
    """All that is for sale, without the categories in which a catalog rule lowers prices today.

    Prices are worked out here and not by the site, from price and special price alone, so that a mistake of either
    shows up. Every product is in one category of the lowest level.
    """
    today = world.clock.today().isoformat()
    final = (
        "CASE WHEN special_price < price AND coalesce(special_from, :day) <= :day"
        " AND coalesce(special_to, :day) >= :day THEN special_price ELSE price END"
    )
    rows = world.shop.connection.execute(
        f"WITH variants AS MATERIALIZED (SELECT parent_id AS owner, min({final}) AS low, max({final}) AS high"
        "  FROM product WHERE parent_id IS NOT NULL AND enabled GROUP BY parent_id)"
        " SELECT product.id, product.name, url_key, sku, brand, category.name,"
        f" CASE type WHEN 'simple' THEN {final} ELSE low END, CASE type WHEN 'simple' THEN {final} ELSE high END"
        " FROM product JOIN product_category AS placed ON placed.product_id = product.id"
        " JOIN category ON category.id = placed.category_id LEFT JOIN variants ON variants.owner = product.id"
        " WHERE product.enabled AND visibility = 'both' AND (type = 'simple' OR low IS NOT NULL)"
        " ORDER BY product.id",
        {"day": today},
    )
    ruled = _ruled_categories(world, today)
    return [product for product in (Product(*row) for row in rows) if product.category not in ruled]


def _ruled_categories(world: World, today: str) -> set[str]:
    """Categories of the lowest level that hold something a catalog rule in force may make cheaper."""
    return set(
        world.shop.values(
            "WITH rule AS (SELECT id FROM catalog_rule WHERE active AND coalesce(from_date, :day) <= :day"
            "  AND coalesce(to_date, :day) >= :day),"
            " leaf AS (SELECT leaf.id, leaf.name, middle.id AS middle, middle.parent_id AS top FROM category AS leaf"
            "  JOIN category AS middle ON middle.id = leaf.parent_id)"
            " SELECT leaf.name FROM leaf, rule WHERE NOT EXISTS (SELECT 1 FROM catalog_rule_condition AS condition"
            "  WHERE condition.rule_id = rule.id AND subject = 'category' AND operator = 'is'"
            "  AND CAST(value AS INTEGER) NOT IN (leaf.id, leaf.middle, leaf.top))",
            {"day": today},
        )
    )


def categories(world: World) -> dict[str, int]:
    """Names of the categories of the lowest level, each with its number; no two categories share a name."""
    return {
        row.name: row.id
        for row in world.shop.rows(
            "SELECT name, id FROM category WHERE level = 3 AND active AND in_menu AND name IN"
            " (SELECT name FROM category GROUP BY lower(name) HAVING count(*) = 1) ORDER BY id"
        )
    }


def by_category(products: Iterable[Product]) -> dict[str, list[Product]]:
    found: dict[str, list[Product]] = {}
    for product in products:
        found.setdefault(product.category, []).append(product)
    return found


def by_brand(products: Iterable[Product]) -> dict[tuple[str, str], list[Product]]:
    """(brand, category) to what the brand has there; without brands whose name is a part of another's."""
    found: dict[tuple[str, str], list[Product]] = {}
    everything = list(products)
    brands = sorted({product.brand for product in everything if product.brand})
    together = "\n".join(brands).lower()
    doubtful = {brand for brand in brands if together.count(brand.lower()) > 1}
    for product in everything:
        if product.brand and product.brand not in doubtful:
            found.setdefault((product.brand, product.category), []).append(product)
    return found


def clear_names(products: Iterable[Product]) -> list[Product]:
    """Without those whose name is the beginning of another's (“…, 12 oz” beside “…, 12 oz, Pack of 2”)."""
    ordered = sorted(products, key=lambda product: product.name)
    longer = {
        one.id for one, following in pairwise(ordered) if following.name.casefold().startswith(one.name.casefold())
    }
    return sorted((product for product in ordered if product.id not in longer), key=lambda product: product.id)


def product_named(world: World, name: str) -> Product:
    found = [product for product in shelf(world) if product.name == name]
    if len(found) != 1:
        raise LookupError(f"{len(found)} products are called {name!r}")
    return found[0]


def product_at(world: World, product: Product) -> PageShows:
    """The product's page, whichever of its variants is chosen and however its reviews are turned over."""
    return PageShows("shop", "product", {"id": product.id}, free=("variant", "reviews", "review_sort"))


def spec_rows(world: World) -> dict[int, dict[str, str]]:
    """The specification of every product: label to value, without labels that a product states twice."""
    found: dict[int, dict[str, str]] = {}
    twice = set()
    for number, label, value in world.shop.connection.execute("SELECT product_id, label, value FROM product_spec"):
        of_product = found.setdefault(number, {})
        if label in of_product:
            twice.add((number, label))
        of_product[label] = value
    for number, label in sorted(twice):
        del found[number][label]
    return found


def figures(text: str) -> set[str]:
    """The numbers in a text. An answer should not be one of those that its goal names anyway."""
    return set(re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")))


# Reading the pages ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """A product in a list, as the page shows it."""

    name: str
    price: Decimal
    percent: int
    """0 without reviews."""
    reviews: int


async def search(person: Person, words: str) -> None:
    await person.fill("Search the store", words)
    await person.submit("Search the store")


async def open_product(person: Person, name: str) -> None:
    """Three actions from any page."""
    await search(person, name)
    await person.click(name, role="link")


async def open_category(person: Person, name: str) -> None:
    """Two actions from any page: the sitemap names all categories."""
    await person.click("Sitemap", role="link")
    await person.click(name, role="link")


def cards(person: Person) -> list[Card]:
    """The products on this page of a list."""
    found = []
    elements = person.view.elements
    for index, element in enumerate(elements):
        if element.role != "article":
            continue
        inside = elements[index + 1 :]
        end = next((at for at, one in enumerate(inside) if one.depth <= element.depth), len(inside))
        name = next((one.name for one in inside[:end] if one.role == "heading"), "")
        text = person.text_of(index)
        price = re.search(r"\$([\d,]+\.\d\d)", text.removeprefix(name))
        if not name or not price:
            continue
        rating = next((one.name for one in inside[:end] if one.name.startswith("Rating: ")), "0")
        reviews = re.search(r"\((\d+)\) reviews?\b", text)
        found.append(
            Card(
                name,
                Decimal(price[1].replace(",", "")),
                int(re.sub(r"\D", "", rating)),
                int(reviews[1]) if reviews else 0,
            )
        )
    return found


async def all_cards(person: Person) -> list[Card]:
    """The products of all pages of the list at hand; one action for each further page."""
    found = await all_pages(person, cards)
    if not found:
        raise Lost(f"{person.view.url} lists no products")
    return found


def specs_of(person: Person) -> dict[str, str]:
    """The specification table of a product's page."""
    return {row[0]: row[1] for row in person.rows() if len(row) == 2}
