"""Tasks at the back office: new products, simple ones and such with variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.state import Expectation, Insert, Rule
from webcosm.lore import Rng
from webcosm.sites.kit.formats import slug
from webcosm.suites.arena.admin._goods import save_product
from webcosm.suites.arena.admin._rows import NUMBERED, WHEN, go_to, next_id
from webcosm.suites.arena.admin.variant_additions import new_variants, options_of
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import price_text, read_cents, typed_price
from webcosm.worlds import Row, Value, World

LINES = ("Harborline", "Quiet Hour", "Longfield", "Bellwether", "Cloudberry", "Northgate", "Paper Lantern", "Saltmarsh")
THINGS = {
    "Drinkware": ("Camping Mug", "Espresso Cup", "Soup Mug", "Travel Tumbler"),
    "Textiles": ("Tea Towel", "Cushion Cover", "Picnic Blanket", "Table Runner"),
    "Office Supplies": ("Desk Tray", "Pen Cup", "Cable Box", "Letter Rack"),
    "Lighting": ("Reading Lamp", "Night Light", "Clamp Lamp", "String Light"),
    "Garden": ("Plant Stand", "Watering Bulb", "Seed Box", "Kneeling Pad"),
}
"""By attribute set; all of these sets have colors."""


@dataclass(frozen=True)
class NewSimple:
    name: str
    set: str
    sku: str
    price: str
    qty: int
    color: str
    department: str
    category: str


def shelves(world: World, set_name: str) -> list[Row]:
    """Categories of the third level that hold goods of an attribute set, with the two above them."""
    return world.shop.rows(
        "SELECT DISTINCT category.id, category.name, middle.name AS middle, top.name AS top FROM product"
        " JOIN product_category ON product_id = product.id JOIN category ON category.id = category_id"
        " JOIN category AS middle ON middle.id = category.parent_id JOIN category AS top ON top.id = middle.parent_id"
        " WHERE attribute_set_id = (SELECT id FROM attribute_set WHERE name = ?) ORDER BY category.id",
        set_name,
    )


def own_columns(world: World, name: str, sku: str, set_name: str) -> dict[str, Value]:
    """The row of a product of which nothing but this was said."""
    return {
        "id": next_id(world, "product"),
        "parent_id": None,
        "sku": sku,
        "name": name,
        "url_key": slug(name),
        "brand": "",
        "archetype": "",
        "attribute_set_id": world.shop.value("SELECT id FROM attribute_set WHERE name = ?", set_name),
        "special_price": None,
        "special_from": None,
        "special_to": None,
        "tax_class_id": world.shop.value("SELECT min(id) FROM tax_class"),
        "weight": 0,
        "in_stock": 1,
        "enabled": 1,
        "visibility": "both",
        "is_new": 0,
        "on_sale": 0,
        "short_description": "",
        "description": "",
        "look": "{}",
    }


def placed(world: World, product: int, category: str) -> Insert:
    number = world.shop.value("SELECT id FROM category WHERE name = ?", category)
    values: dict[str, Value] = {"product_id": product, "category_id": number}
    return Insert("shop", "product_category", values=values, free={"position": NUMBERED}, name=f"in {category}")


async def tick_category(person: Person, world: World, category: str) -> None:
    """Three actions: the branches above it are closed at first."""
    above = world.shop.rows(
        "SELECT middle.name AS middle, top.name AS top FROM category"
        " JOIN category AS middle ON middle.id = category.parent_id JOIN category AS top ON top.id = middle.parent_id"
        " WHERE category.name = ?",
        category,
    )[0]
    await person.click(above.top, role="DisclosureTriangle")
    await person.click(above.middle, role="DisclosureTriangle")
    await person.check(category)


async def add_product(person: Person) -> None:
    await person.click("Save", role="button")
    if not person.sees("was added to the catalog"):
        raise Lost(f"the product was not added: {person.text()[:400]}")


def _ideas(world: World, family: str) -> list[tuple[str, str, Rng]]:
    """New names with their attribute sets, and a generator for the rest of each."""
    taken = {name.casefold() for name in world.shop.values("SELECT name FROM product WHERE type <> 'variant'")}
    found = []
    for set_name, things in THINGS.items():
        for thing in things:
            rng = Rng(world.universe.seed, family, thing)
            name = f"{rng.choice(LINES)} {thing}"
            if name.casefold() not in taken:
                found.append((set_name, name, rng))
    return found


async def create_in_two_goes(person: Person, p: NewSimple) -> None:
    """With a wrong price and nothing else at first; the rest is added to the saved product."""
    await go_to(person, "Catalog", "Products")
    await person.click("Add product", role="link")
    await person.choose("Attribute set", p.set)
    await person.click("Continue", role="button")
    await person.fill("SKU", f" {p.sku}")
    await person.fill("Product name", f"{p.name} ")
    await person.fill("Price", "1")
    await person.fill("Quantity", "0")
    await add_product(person)
    await person.choose("Color", p.color)
    await tick_category(person, person.world, p.category)
    await person.fill("Quantity", str(p.qty))
    await person.fill("Price", p.price)
    await save_product(person)
    await person.stop()


class CreateSimpleProduct(Template[NewSimple]):
    """Add a simple product to the catalog."""

    id = "arena.admin.create-simple-product"
    kind = Kind.DO
    goals = (
        "Add a simple product to the catalog: “{name}”, SKU {sku}, attribute set “{set}”, {price}, {qty} in stock,"
        " color {color}, only in the category “{category}” (in “{department}”). Leave everything else at the"
        " defaults.",
        "We have a new product to sell: “{name}” in {color}, at {price}, {qty} in stock. Create it as a simple"
        " product with SKU {sku} and attribute set “{set}”, and put it in “{category}” under “{department}” only."
        " Keep the defaults otherwise.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=15)
    revision = 2
    ways = (create_in_two_goes,)

    def pool(self, world: World) -> Sequence[NewSimple]:
        colors = list(options_of(world, "Color"))
        found = []
        for set_name, name, rng in _ideas(world, self.drawn_as):
            shelf = rng.choice(shelves(world, set_name))
            price, sku = price_text(100 * rng.integer(8, 60) + 45), f"NEW-{rng.integer(20000, 99999)}"
            qty, color = rng.integer(10, 140), rng.choice(colors)
            found.append(NewSimple(name, set_name, sku, price, qty, color, shelf.top, shelf.name))
        return found

    def expect(self, world: World, p: NewSimple) -> Expectation:
        values = own_columns(world, p.name, p.sku, p.set)
        values |= {"type": "simple", "price": read_cents(p.price), "qty": p.qty}
        option, number = options_of(world, "Color")[p.color], next_id(world, "product")
        own: dict[str, Value] = {
            "product_id": number,
            "attribute_id": option.attribute_id,
            "option_id": option.id,
        }
        return Expectation(
            [
                Insert("shop", "product", values=values, free={"created": WHEN, "updated": WHEN}),
                Insert("shop", "product_option", values=own),
                placed(world, number, p.category),
            ]
        )

    async def solve(self, person: Person, p: NewSimple) -> None:
        await go_to(person, "Catalog", "Products")
        await person.click("Add product", role="link")
        await person.choose("Attribute set", p.set)
        await person.click("Continue", role="button")
        await person.fill("Product name", p.name)
        await person.fill("SKU", p.sku)
        await person.fill("Price", typed_price(read_cents(p.price)))
        await person.fill("Quantity", str(p.qty))
        await person.choose("Color", p.color)
        await tick_category(person, person.world, p.category)
        await add_product(person)
        await person.stop()


@dataclass(frozen=True)
class NewConfigurable:
    name: str
    set: str
    sku: str
    price: str
    qty: int
    one: str
    other: str
    third: str
    department: str
    category: str


async def add_colors_later(person: Person, p: NewConfigurable) -> None:
    """The third color at first, with a price of its own that is mended; then the other two."""
    await go_to(person, "Catalog", "Products")
    await person.click("Add configurable product", role="link")
    await person.choose("Attribute set", p.set)
    await person.click("Continue", role="button")
    await person.check("Color")
    await person.click("Continue", role="button")
    await person.fill("SKU", p.sku)
    await person.fill("Product name", p.name)
    await tick_category(person, person.world, p.category)
    await person.check(p.third)
    await person.fill("Price of new variants", "1.00")
    await person.click("Generate variants", role="button")
    await add_product(person)
    await person.fill(f"Price of {p.third}", p.price)
    await person.fill(f"Quantity of {p.third}", str(p.qty))
    await person.click("Add variants", role="DisclosureTriangle")
    for color in (p.other, p.one):
        await person.check(color)
    await person.fill("Quantity of new variants", str(p.qty))
    await person.fill("Price of new variants", p.price)
    await person.click("Generate variants", role="button")
    await save_product(person)
    await person.stop()


class CreateConfigurableProduct(Template[NewConfigurable]):
    """Add a product that comes in three colors to the catalog."""

    id = "arena.admin.create-configurable-product"
    kind = Kind.DO
    goals = (
        "Add “{name}” to the catalog as a configurable product (SKU {sku}, attribute set “{set}”). It comes in {one},"
        " {other} and {third}; every color costs {price} and has {qty} in stock. It belongs only in “{category}”"
        " under “{department}”. Leave everything else at the defaults.",
        "We're launching “{name}” in three colors: {one}, {other} and {third}. Set it up as a configurable product"
        " with a variant per color at {price}, {qty} of each in stock; SKU {sku}, attribute set “{set}”, only in the"
        " category “{category}” (in “{department}”). Defaults for the rest.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=20)
    revision = 2
    ways = (add_colors_later,)

    def pool(self, world: World) -> Sequence[NewConfigurable]:
        colors = list(options_of(world, "Color"))
        found = []
        for set_name, name, rng in _ideas(world, self.drawn_as):
            shelf = rng.choice(shelves(world, set_name))
            price, sku = price_text(100 * rng.integer(8, 60) + 25), f"SET-{rng.integer(20000, 99999)}"
            qty, (one, other, third) = rng.integer(10, 90), rng.shuffled(colors)[:3]
            found.append(NewConfigurable(name, set_name, sku, price, qty, one, other, third, shelf.top, shelf.name))
        return found

    def expect(self, world: World, p: NewConfigurable) -> Expectation:
        values = own_columns(world, p.name, p.sku, p.set)
        values |= {"type": "configurable", "qty": 0}
        colors, number = options_of(world, "Color"), next_id(world, "product")
        made = {label: {colors[label].attribute_id: colors[label].id} for label in (p.one, p.other, p.third)}
        axis: dict[str, Value] = {"product_id": number, "attribute_id": colors[p.one].attribute_id, "position": 1}
        free = {"created": WHEN, "updated": WHEN, "price": "pages tell the prices of the variants"}
        rules, conditions = new_variants(world, Row(values), made, read_cents(p.price), p.qty)
        own: list[Rule] = [
            Insert("shop", "product", values=values, free=free),
            Insert("shop", "product_axis", values=axis),
            placed(world, number, p.category),
        ]
        return Expectation([*own, *rules], conditions=conditions)

    async def solve(self, person: Person, p: NewConfigurable) -> None:
        await go_to(person, "Catalog", "Products")
        await person.click("Add configurable product", role="link")
        await person.choose("Attribute set", p.set)
        await person.click("Continue", role="button")
        await person.check("Color")
        await person.click("Continue", role="button")
        await person.fill("Product name", p.name)
        await person.fill("SKU", p.sku)
        await tick_category(person, person.world, p.category)
        for color in (p.one, p.other, p.third):
            await person.check(color)
        await person.fill("Price of new variants", typed_price(read_cents(p.price)))
        await person.fill("Quantity of new variants", str(p.qty))
        await person.click("Generate variants", role="button")
        await add_product(person)
        await person.stop()
