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
from webcosm.suites.arena.admin.variants import families, labels_in
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import price_text, read_cents, typed_price
from webcosm.worlds import Change, Row, Value, World

__all__ = ["LAST", "NEW_TASTES", "Conditions", "comes_last", "new_variants", "options_of"]

Conditions = Mapping[str, Callable[[Sequence[Change]], bool]]

PROPOSED = "proposed by the shop, and the goal does not ask for another"
MADE = "made by the shop from the product"
OWN = "that of the new variant, which a condition sees to"


def new_variants(
    world: World,
    parent: Row,
    variants: Mapping[str, Mapping[int, int]],
    price: int,
    qty: int,
    *,
    pictured: bool = False,
) -> tuple[list[Rule], Conditions]:
    """What is required of new variants, which may be made in any order. Each is told by the words behind its name, and
    has an option for each of some attributes; one of another color gets a picture of its own."""
    common = common_options(world, parent)
    wanted = {f"{parent.name} - {words}": {**common, **own} for words, own in variants.items()}
    rules: list[Rule] = []
    for name, options in wanted.items():
        rules.append(_variant_row(parent, name, price, qty))
        for attribute_id, option_id in options.items():
            row: dict[str, Value] = {"attribute_id": attribute_id, "option_id": option_id}
            rules.append(Insert("shop", "product_option", row, {"product_id": OWN}))
        if pictured:
            rules.append(_picture_row(parent))

    def belong(changes: Sequence[Change]) -> bool:
        new = [(change.table, change.new) for change in changes if change.kind == "insert" and change.new is not None]
        numbers = {row["name"]: row["id"] for table, row in new if table == "product"}
        options: dict[Value, dict[Value, Value]] = {}
        for row in (row for table, row in new if table == "product_option"):
            options.setdefault(row["product_id"], {})[row["attribute_id"]] = row["option_id"]
        pictures = [row["product_id"] for table, row in new if table == "product_image"]
        return all(
            name in numbers and options.get(numbers[name]) == own and pictures.count(numbers[name]) == int(pictured)
            for name, own in wanted.items()
        )

    return rules, {"each new variant has its own options": belong}


def _variant_row(parent: Row, name: str, price: int, qty: int) -> Insert:
    values: dict[str, Value] = {
        "type": "variant",
        "parent_id": parent.id,
        "name": name,
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
    free = {"id": NUMBERED, "sku": PROPOSED, "url_key": MADE, "look": MADE, "created": WHEN, "updated": WHEN}
    return Insert("shop", "product", values=values, free=free, name=f"a variant {name.removeprefix(parent.name)[3:]}")


def _picture_row(parent: Row) -> Insert:
    values: dict[str, Value] = {"position": 1, "view": "front", "label": parent.name, "file": None}
    return Insert("shop", "product_image", values=values, free={"id": NUMBERED, "product_id": OWN})


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


def comes_last(world: World, axis: str) -> Conditions:
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


async def fill_in_the_new_row(person: Person, p: AnotherColor) -> None:
    """Price and quantity are typed into the new variant's own row."""
    await open_product(person, p.product)
    await person.click("Add variants", role="DisclosureTriangle")
    await person.check(p.color)
    await person.click("Generate variants", role="button")
    await person.fill(f"Quantity of {p.color}", str(p.qty))
    await person.fill(f"Price of {p.color}", p.price)
    await save_product(person)
    await person.stop()


async def mend_the_new_variant(person: Person, p: AnotherColor) -> None:
    """It is saved with a wrong price and none in stock, and mended on its own page."""
    await open_product(person, p.product)
    await add_variants(person, p.color, "$1.00", 0)
    await person.click(p.color, role="link")
    await person.fill("Price", p.price)
    await person.fill("Quantity", str(p.qty))
    await save_product(person)
    await person.stop()


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
    ways = (fill_in_the_new_row, mend_the_new_variant)

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
        parent = product_named(world, p.product)
        option = options_of(world, "Color")[p.color]
        made = {p.color: {option.attribute_id: option.id}}
        rules, conditions = new_variants(world, parent, made, read_cents(p.price), p.qty, pictured=True)
        return Expectation([*rules, touched(parent)], conditions=conditions)

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


async def one_color_after_the_other(person: Person, p: AnotherSize) -> None:
    """The color that stands last is saved first, then all others."""
    await open_product(person, p.product)
    colors = {label.split(", ")[0] for label in labels_in(person)}
    last = next(name for name in reversed(list(options_of(person.world, "Color"))) if name in colors)
    await person.click("Add variants", role="DisclosureTriangle")
    await person.check(last)
    await person.check(p.size)
    await person.fill("Price of new variants", p.price)
    await person.fill("Quantity of new variants", str(p.qty))
    await person.click("Generate variants", role="button")
    await save_product(person)
    if len(colors) > 1:
        await add_variants(person, f"{p.size} in use", p.price, p.qty)
    await person.stop()


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
    ways = (one_color_after_the_other,)

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
        parent = product_named(world, p.product)
        size = options_of(world, "Size")[p.size]
        used = {item.options["Color"] for item in variants_of(world, parent)}
        made = {
            f"{color}, {p.size}": {option.attribute_id: option.id, size.attribute_id: size.id}
            for color, option in options_of(world, "Color").items()
            if color in used
        }
        rules, conditions = new_variants(world, parent, made, read_cents(p.price), p.qty, pictured=True)
        return Expectation([*rules, touched(parent)], conditions=conditions)

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


async def last_with_room_to_spare(person: Person, p: NewTaste) -> None:
    """The new value gets a position far behind the others; the variant's row is filled in by hand."""
    await go_to(person, "Catalog", "Attributes")
    await person.click(p.axis.capitalize(), role="link")
    await person.fill("Position of new option 1", "100")
    await person.fill("Label of new option 1", p.value)
    await person.click("Save", role="button")
    await open_product(person, p.product)
    await person.click("Add variants", role="DisclosureTriangle")
    await person.check(p.value)
    await person.click("Generate variants", role="button")
    await person.fill(f"Price of {p.value}", p.price)
    await person.fill(f"Quantity of {p.value}", str(p.qty))
    await save_product(person)
    await person.stop()


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
    ways = (last_with_room_to_spare,)

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
        parent = product_named(world, p.product)
        known = options_of(world, p.axis.capitalize()).values()
        attribute_id = next(iter(known)).attribute_id
        values: dict[str, Value] = {
            "id": next_id(world, "attribute_option"),
            "attribute_id": attribute_id,
            "label": p.value,
            "swatch": "",
        }
        added = Insert("shop", "attribute_option", values, {"position": LAST})
        made = {p.value: {attribute_id: next_id(world, "attribute_option")}}
        rules, conditions = new_variants(world, parent, made, read_cents(p.price), p.qty)
        last = comes_last(world, p.axis.capitalize())
        return Expectation([added, *rules, touched(parent)], conditions={**conditions, **last})

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
