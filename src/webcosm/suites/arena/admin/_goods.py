"""What tasks about the catalogue share: products that a name means, their variants, and the rows that edits write."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from webcosm.judge.state import Matcher, Update
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import WHEN, search_for
from webcosm.tasks import Lost, Person
from webcosm.worlds import Row, Value, World

__all__ = [
    "MOST_PARAMETERS",
    "NameOnly",
    "Variant",
    "edited",
    "goods",
    "made_up_names",
    "open_by_sku",
    "open_product",
    "product_named",
    "report_no_product",
    "rng_for",
    "save_product",
    "spread",
    "touched",
    "variants",
    "variants_of",
]

MOST_PARAMETERS = 240
"""Enough for any study; more would only make pools slow."""

T = TypeVar("T")


@dataclass(frozen=True)
class NameOnly:
    product: str


# Products -------------------------------------------------------------------------------------------------------------


def goods(world: World, where: str = "TRUE") -> list[Row]:
    """Products with a page of their own whose name begins no other one's, so that a name means one product."""
    names = sorted(name.casefold() for name in world.shop.values("SELECT name FROM product WHERE type <> 'variant'"))
    begun = {one for one, following in pairwise(names) if following.startswith(one)}
    rows = world.shop.rows(f"SELECT * FROM product WHERE type <> 'variant' AND ({where}) ORDER BY id")
    return [row for row in rows if row.name.casefold() not in begun]


def spread(found: Sequence[T], most: int = MOST_PARAMETERS) -> list[T]:
    """At most so many of them, evenly taken from the whole."""
    if len(found) <= most:
        return list(found)
    return [found[place * len(found) // most] for place in range(most)]


def product_named(world: World, name: str) -> Row:
    row = world.shop.row("SELECT * FROM product WHERE type <> 'variant' AND name = ?", name)
    if row is None:
        raise LookupError(f"there is no product {name!r} in universe {world.universe.seed}")
    return row


def rng_for(world: World, family: str, row: Row) -> Rng:
    """Figures of a task follow from the universe, the template and the row it is about."""
    return Rng(world.universe.seed, family, row.id)


def made_up_names(world: World, where: str = "TRUE") -> list[tuple[Row, str]]:
    """Names that no product has: those of real ones, but of another brand that makes such things, too."""
    rows = goods(world, f"type = 'simple' AND {where}")
    taken = sorted(name.casefold() for name in world.shop.values("SELECT name FROM product"))
    makers: dict[str, list[str]] = {}
    for row in rows:
        brands = makers.setdefault(row.archetype, [])
        if row.brand not in brands:
            brands.append(row.brand)
    found = []
    for row in rows:
        others = [brand for brand in makers[row.archetype] if brand != row.brand]
        if others and row.name.startswith(row.brand):
            name = others[row.id % len(others)] + row.name.removeprefix(row.brand)
            following = bisect_left(taken, name.casefold())
            if following == len(taken) or not taken[following].startswith(name.casefold()):
                found.append((row, name))
    return spread(found)


# Variants -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Variant:
    row: Row
    options: dict[str, str]
    """By the label of the attribute, in the order of the product's axes: Color, then Size."""

    @property
    def label(self) -> str:
        """As the fields of its row are labelled: ``Red, M``"""
        return ", ".join(self.options.values())


def variants(world: World, where: str = "TRUE") -> dict[int, list[Variant]]:
    """The variants of all products that fulfil the condition (on ``parent``), by the product's id."""
    rows = world.shop.rows(
        "SELECT variant.id, attribute.label AS axis, attribute_option.label AS value FROM product AS parent"
        " JOIN product AS variant ON variant.parent_id = parent.id"
        " JOIN product_axis ON product_axis.product_id = parent.id"
        " JOIN attribute ON attribute.id = product_axis.attribute_id"
        " JOIN product_option ON product_option.product_id = variant.id"
        " AND product_option.attribute_id = attribute.id"
        f" JOIN attribute_option ON attribute_option.id = option_id WHERE {where}"
        " ORDER BY variant.id, product_axis.position"
    )
    options: dict[int, dict[str, str]] = {}
    for row in rows:
        options.setdefault(row.id, {})[row.axis] = row.value
    found: dict[int, list[Variant]] = {}
    for row in world.shop.rows(
        "SELECT variant.id, variant.parent_id, variant.price, variant.special_price, variant.weight, variant.qty,"
        " variant.in_stock, variant.enabled FROM product AS variant"
        f" JOIN product AS parent ON parent.id = variant.parent_id WHERE {where} ORDER BY variant.id"
    ):
        found.setdefault(row.parent_id, []).append(Variant(row, options.get(row.id, {})))
    return found


def variants_of(world: World, product: Row) -> list[Variant]:
    return variants(world, f"parent.id = {product.id:d}").get(product.id, [])


# Money ----------------------------------------------------------------------------------------------------------------


# Rows and ways --------------------------------------------------------------------------------------------------------


def edited(product: Row, **values: Value | Matcher) -> Update:
    """A product (or variant) whose own row changed."""
    return Update("shop", "product", key=(product.id,), values=values, free={"updated": WHEN})


def touched(product: Row) -> Update:
    """A product of which only parts in other tables changed: the row itself tells when."""
    return Update("shop", "product", key=(product.id,), free={"updated": WHEN}, name="the product's date of change")


async def open_product(person: Person, name: str) -> None:
    """Three actions."""
    await search_for(person, name)
    await person.click(name, role="link")


async def open_by_sku(person: Person, sku: str) -> None:
    """Three actions: results show SKUs beside names."""
    await search_for(person, sku)
    await person.click("", role="link", within=sku)


async def save_product(person: Person) -> None:
    await person.click("Save", role="button")
    if not person.sees("You saved the product"):
        raise Lost(f"the product was not saved: {person.text()[:400]}")


async def report_no_product(person: Person, name: str) -> None:
    """Three actions: looks for it and says that there is none."""
    await search_for(person, name)
    if name in person.names("link"):
        raise Lost(f"there is a product {name!r} after all")
    await person.infeasible(f"There is no product called “{name}” in the catalog.")
