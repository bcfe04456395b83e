"""Tasks at the back office: further variants of configurable products, of values that exist or of new ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.state import Expectation, Insert, Rule
from webcosm.suites.arena.admin._goods import (
    open_product,
    product_named,
    rng_for,
    save_product,
    spread,
    touched,
    variants_of,
)
from webcosm.suites.arena.admin._rows import NUMBERED, WHEN, go_to, next_id
from webcosm.suites.arena.admin.variants import families
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import price_text, read_cents, typed_price
from webcosm.worlds import Change, Row, Value, World

__all__ = ["new_variant"]

PROPOSED = "proposed by the shop, and the goal does not ask for another"
MADE = "made by the shop from the product"


def new_variant(
    world: World, parent: Row, number: int, words: Sequence[str], options: Mapping[int, int], price: int, qty: int
) -> list[Rule]:
    """The rows of a new variant: ``words`` and ``options`` are those of the axes, in order."""
    values: dict[str, Value] = {
        "id": number,
        "type": "variant",
        "parent_id": parent.id,
        "name": f"{parent.name} - {', '.join(words)}",
        "brand": parent.brand,
        "archetype": parent.archetype,
        "attribute_set_id": parent.attribute_set_id,
        "price": price,
        "special_price": None,
        "special_from": None,
        "special_to": None,
        "tax_class_id": parent.tax_class_id,
        "weight": parent.weight,
        "qty": qty,
        "in_stock": 1,
        "enabled": 1,
        "visibility": "none",
        "is_new": 0,
        "on_sale": 0,
        "short_description": "",
        "description": "",
    }
    free = {"sku": PROPOSED, "url_key": MADE, "look": MADE, "created": WHEN, "updated": WHEN}
    rules: list[Rule] = [Insert("shop", "product", values=values, free=free, name=f"a variant {', '.join(words)}")]
    for attribute_id, option_id in {**common_options(world, parent), **options}.items():
        row: dict[str, Value] = {"product_id": number, "attribute_id": attribute_id, "option_id": option_id}
        rules.append(Insert("shop", "product_option", values=row))
    return rules


def picture_of(parent: Row, number: int) -> Insert:
    """A variant of another color gets a picture of its own."""
    values: dict[str, Value] = {
        "product_id": number,
        "position": 1,
        "view": "front",
        "label": parent.name,
        "file": None,
    }
    return Insert("shop", "product_image", values=values, free={"id": NUMBERED})


def common_options(world: World, parent: Row) -> dict[int, int]:
    """What all variants of a product have beside the options of its axes."""
    rows = world.shop.rows(
        "SELECT attribute_id, min(option_id) AS option_id FROM product_option JOIN product ON product.id = product_id"
        " WHERE parent_id = ?1 AND attribute_id NOT IN (SELECT attribute_id FROM product_axis WHERE product_id = ?1)"
        " GROUP BY attribute_id HAVING count(DISTINCT option_id) = 1"
        " AND count(*) = (SELECT count(*) FROM product WHERE parent_id = ?1) ORDER BY 1",
        parent.id,
    )
    return {row.attribute_id: row.option_id for row in rows}


def options_of(world: World, axis: str) -> dict[str, Row]:
    """The options of an attribute, by their labels."""
    rows = world.shop.rows(
        "SELECT attribute_option.* FROM attribute_option JOIN attribute ON attribute.id = attribute_id"
        " WHERE attribute.label = ? ORDER BY attribute_option.position, attribute_option.id",
        axis,
    )
    return {row.label: row for row in rows}


LAST = "it only has to come after all others"


def comes_last(world: World, axis: str) -> Mapping[str, Callable[[Sequence[Change]], bool]]:
    """That a new option of an attribute stands after those that were there, wherever that is."""
    last = max(option.position for option in options_of(world, axis).values())

    def holds(changes: Sequence[Change]) -> bool:
        new = [change.new for change in changes if change.table == "attribute_option" and change.kind == "insert"]
        return bool(new) and all(row is not None and int(row["position"] or 0) > last for row in new)

    return {"the new option comes last": holds}


async def add_variants(person: Person, value: str, price: str, qty: int) -> None:
    """Six actions: in the open product, all combinations that a value makes, at one price and quantity."""
    await person.click("Add variants", role="DisclosureTriangle")
    await person.check(value)
    await person.fill("Price of new variants", typed_price(read_cents(price)))
    await person.fill("Quantity of new variants", str(qty))
    await person.click("Generate variants", role="button")
    await save_product(person)


@dataclass(frozen=True)
class AnotherColor:
    product: str
    color: str
    price: str
    qty: int


class AddColor(Template[AnotherColor]):
    """Offer a product in a further color that the shop knows."""

    id = "arena.admin.add-color"
    kind = Kind.DO
    goals = (
        "We're adding {color} to “{product}”. Create that variant at {price} with {qty} in stock.",
        "“{product}” now also comes in {color}. Add that variant at {price}, quantity {qty}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2

    def pool(self, world: World) -> Sequence[AnotherColor]:
        colors = list(options_of(world, "Color"))
        found = []
        for row, items in families(world):
            if list(items[0].options) == ["Color"]:
                rng = rng_for(world, self.drawn_as, row)
                used = {item.options["Color"] for item in items}
                color = rng.choice([name for name in colors if name not in used])
                price = max(item.row.price for item in items) + 100 * rng.integer(1, 5)
                found.append(AnotherColor(row.name, color, price_text(price), rng.integer(5, 90)))
        return spread(found)

    def expect(self, world: World, p: AnotherColor) -> Expectation:
        parent, number = product_named(world, p.product), next_id(world, "product")
        option = options_of(world, "Color")[p.color]
        own = {option.attribute_id: option.id}
        rules = new_variant(world, parent, number, [p.color], own, read_cents(p.price), p.qty)
        return Expectation([*rules, picture_of(parent, number), touched(parent)])

    async def solve(self, person: Person, p: AnotherColor) -> None:
        await open_product(person, p.product)
        await add_variants(person, p.color, p.price, p.qty)
        await person.stop()


@dataclass(frozen=True)
class AnotherSize:
    product: str
    size: str
    price: str
    qty: int


class AddSize(Template[AnotherSize]):
    """Offer a product in a further size, in each of its colors."""

    id = "arena.admin.add-size"
    kind = Kind.DO
    goals = (
        "Add size {size} to “{product}” in every color it comes in now, at {price} each with {qty} of each in stock.",
        "We now carry “{product}” in size {size}, in all the colors we already have. Add those variants at {price},"
        " quantity {qty} each.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2

    def pool(self, world: World) -> Sequence[AnotherSize]:
        """Sizes that other goods of the kind have, so that a shoe is not offered in Queen."""
        sizes: dict[str, list[str]] = {}
        for row in world.shop.rows(
            "SELECT DISTINCT archetype, attribute_option.label, attribute_option.position FROM product"
            " JOIN product_option ON product_id = product.id JOIN attribute_option ON attribute_option.id = option_id"
            " JOIN attribute ON attribute.id = attribute_option.attribute_id AND attribute.label = 'Size'"
            " WHERE type = 'variant' ORDER BY 3"
        ):
            sizes.setdefault(row.archetype, []).append(row.label)
        found = []
        for row, items in families(world):
            if list(items[0].options) == ["Color", "Size"]:
                rng = rng_for(world, self.drawn_as, row)
                used = {item.options["Size"] for item in items}
                other = [size for size in sizes.get(row.archetype, []) if size not in used]
                if other:
                    price = max(item.row.price for item in items) + 50 * rng.integer(1, 9)
                    found.append(AnotherSize(row.name, rng.choice(other), price_text(price), rng.integer(5, 60)))
        return spread(found)

    def expect(self, world: World, p: AnotherSize) -> Expectation:
        parent, number = product_named(world, p.product), next_id(world, "product")
        colors, size = options_of(world, "Color"), options_of(world, "Size")[p.size]
        used = {item.options["Color"] for item in variants_of(world, parent)}
        rules: list[Rule] = [touched(parent)]
        for place, color in enumerate(name for name in colors if name in used):
            option = colors[color]
            own = {option.attribute_id: option.id, size.attribute_id: size.id}
            rules += new_variant(world, parent, number + place, [color, p.size], own, read_cents(p.price), p.qty)
            rules.append(picture_of(parent, number + place))
        return Expectation(rules)

    async def solve(self, person: Person, p: AnotherSize) -> None:
        await open_product(person, p.product)
        await add_variants(person, p.size, p.price, p.qty)
        await person.stop()


@dataclass(frozen=True)
class NewTaste:
    product: str
    axis: str
    """``flavor`` or ``scent``"""
    value: str
    price: str
    qty: int


NEW_TASTES = {
    "Flavor": (
        "Rhubarb Custard",
        "Elderflower",
        "Toasted Sesame",
        "Salted Maple",
        "Quince",
        "Yuzu Ginger",
        "Pear Thyme",
    ),
    "Scent": ("Bergamot", "White Tea", "Cardamom", "Wild Thyme", "Juniper", "Orange Blossom", "Hay Meadow"),
}


class AddNewValue(Template[NewTaste]):
    """Add a flavor or scent that the shop does not know yet, and a variant of it."""

    id = "arena.admin.add-new-value"
    kind = Kind.DO
    goals = (
        "“{product}” now also comes in “{value}”, a {axis} we don't have in the catalog yet. Add it at the end of our"
        " list of {axis}s, then add that variant at {price} with {qty} in stock.",
        "Add “{value}” as a new {axis}, after all the others. Then offer “{product}” in it for {price}, quantity"
        " {qty}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=15)
    revision = 2

    def pool(self, world: World) -> Sequence[NewTaste]:
        found = []
        known = {axis: list(options_of(world, axis)) for axis in NEW_TASTES}
        for row, items in families(world):
            axis = next(iter(items[0].options))
            if len(items[0].options) == 1 and axis in NEW_TASTES:
                rng = rng_for(world, self.drawn_as, row)
                value = rng.choice([name for name in NEW_TASTES[axis] if name not in known[axis]])
                price = max(item.row.price for item in items) + 10 * rng.integer(1, 9)
                found.append(NewTaste(row.name, axis.lower(), value, price_text(price), rng.integer(5, 90)))
        return spread(found)

    def expect(self, world: World, p: NewTaste) -> Expectation:
        parent, number = product_named(world, p.product), next_id(world, "product")
        known = options_of(world, p.axis.capitalize()).values()
        attribute_id = next(iter(known)).attribute_id
        values: dict[str, Value] = {
            "id": next_id(world, "attribute_option"),
            "attribute_id": attribute_id,
            "label": p.value,
            "swatch": "",
        }
        added = Insert("shop", "attribute_option", values, {"position": LAST})
        own = {attribute_id: next_id(world, "attribute_option")}
        rules = new_variant(world, parent, number, [p.value], own, read_cents(p.price), p.qty)
        last = comes_last(world, p.axis.capitalize())
        return Expectation([added, *rules, touched(parent)], conditions=last)

    async def solve(self, person: Person, p: NewTaste) -> None:
        await go_to(person, "Catalog", "Attributes")
        await person.click(p.axis.capitalize(), role="link")
        await person.fill("Label of new option 1", p.value)
        await person.click("Save", role="button")
        if not person.sees("You saved the attribute"):
            raise Lost(f"{p.value!r} was not added: {person.text()[:300]}")
        await open_product(person, p.product)
        await add_variants(person, p.value, p.price, p.qty)
        await person.stop()
