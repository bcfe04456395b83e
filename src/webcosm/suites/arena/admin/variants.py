"""Tasks at the back office: prices, stock and state of the variants of configurable products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation
from webcosm.suites.arena.admin._goods import (
    MOST_PARAMETERS,
    NameOnly,
    Variant,
    edited,
    goods,
    open_product,
    product_named,
    rng_for,
    save_product,
    spread,
    variants,
    variants_of,
)
from webcosm.suites.arena.admin._product_ways import out_of_stock_in_the_list
from webcosm.suites.arena.admin._ways import do_to_ticked, list_products, tick_row
from webcosm.suites.arena.admin.products import PriceShare
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import price_text, read_cents, typed_price
from webcosm.worlds import Row, World

MOST_CELLS = 6
"""More fields of a matrix to fill in would be toil, not difficulty."""


def families(world: World, most: int = 40) -> list[tuple[Row, list[Variant]]]:
    """Configurable products with their variants, each of them told apart by its options."""
    rows = spread(goods(world, "type = 'configurable' AND enabled"), 2 * MOST_PARAMETERS)
    family = variants(world, f"parent.id IN ({', '.join(str(row.id) for row in rows)})")
    found = []
    for row in rows:
        items = family.get(row.id, [])
        if 2 <= len(items) <= most and len({item.label for item in items}) == len(items):
            found.append((row, items))
    return found


@dataclass(frozen=True)
class OptionPrice:
    product: str
    axis: str
    """``color``, ``size``, …"""
    value: str
    way: str
    amount: str

    @property
    def step(self) -> int:
        return read_cents(self.amount) * (1 if self.way == "Raise" else -1)


def having(items: Sequence[Variant], axis: str, value: str) -> list[Variant]:
    return [item for item in items if item.options.get(axis.capitalize()) == value]


async def one_on_its_own_page(person: Person, p: OptionPrice) -> None:
    """The first of the variants is changed on its own page, the others in the matrix, after a slip with one."""
    await open_product(person, p.product)
    chosen = [label for label in labels_in(person) if p.value in label.split(", ")]
    sku = person.value(f"SKU of {chosen[0]}")
    prices = {label: read_cents(person.value(f"Price of {label}")) + p.step for label in chosen}
    await person.fill(f"Price of {chosen[0]}", "1")
    for label in chosen[1:]:
        await person.fill(f"Price of {label}", price_text(prices[label]))
    await save_product(person)
    await list_products(person, sku)
    await person.click("", role="link", within=sku)
    await person.fill("Price", price_text(prices[chosen[0]]))
    await save_product(person)
    await person.stop()


class ChangeOptionPrice(Template[OptionPrice]):
    """Change the price of all variants of a product that have one size or color."""

    id = "arena.admin.change-option-price"
    kind = Kind.DO
    goals = (
        "{way} the price of “{product}” by {amount} for every variant in {axis} “{value}”, and only those.",
        "{way} the price of each {axis} “{value}” variant of “{product}” by {amount}. Leave the others alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=9)
    revision = 2
    ways = (one_on_its_own_page,)

    def pool(self, world: World) -> Sequence[OptionPrice]:
        found = []
        for row, items in families(world):
            if len(items[0].options) < 2 or any(item.row.special_price is not None for item in items):
                continue
            rng = rng_for(world, self.drawn_as, row)
            axis = rng.choice(sorted(items[0].options))
            value = rng.choice(sorted({item.options[axis] for item in items}))
            count = len(having(items, axis, value))
            if 2 <= count <= MOST_CELLS and count < len(items):
                step = 50 * rng.integer(1, max(1, min(item.row.price for item in items) // 200))
                way = rng.choice(("Raise", "Lower"))
                found.append(OptionPrice(row.name, axis.lower(), value, way, price_text(step)))
        return spread(found)

    def expect(self, world: World, p: OptionPrice) -> Expectation:
        items = having(variants_of(world, product_named(world, p.product)), p.axis, p.value)
        return Expectation([edited(item.row, price=item.row.price + p.step) for item in items])

    async def solve(self, person: Person, p: OptionPrice) -> None:
        await open_product(person, p.product)
        for label in labels_in(person):
            if p.value in label.split(", "):
                field = f"Price of {label}"
                await person.fill(field, typed_price(read_cents(person.value(field)) + p.step))
        await save_product(person)
        await person.stop()


def labels_in(person: Person) -> list[str]:
    """The variants that the open product's matrix shows, as they are labelled."""
    return [name.removeprefix("SKU of ") for name in person.names("textbox") if name.startswith("SKU of ")]


async def one_at_a_time(person: Person, p: PriceShare) -> None:
    """Saved after each price, the last variant first."""
    await open_product(person, p.product)
    for label in reversed(labels_in(person)):
        await person.fill(f"Price of {label}", price_text(p.of(read_cents(person.value(f"Price of {label}")))))
        await save_product(person)
    await person.stop()


class ChangeAllPrices(Template[PriceShare]):
    """Change the prices of all variants of a product by a percentage."""

    id = "arena.admin.change-all-prices"
    kind = Kind.DO
    goals = (
        "{way} the price of every variant of “{product}” by {percent}%, rounding each to the nearest cent.",
        "{way} the prices of “{product}” by {percent} percent: every variant, each rounded to the nearest cent.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=9)
    revision = 2
    ways = (one_at_a_time,)

    def pool(self, world: World) -> Sequence[PriceShare]:
        found = []
        for row, items in families(world, MOST_CELLS):
            rng = rng_for(world, self.drawn_as, row)
            way, percent = rng.choice(("Raise", "Lower")), rng.choice((5, 8, 10, 12, 15, 20, 25))
            plain = all(item.row.special_price is None for item in items)
            # Half a cent might be rounded either way.
            if plain and len(items) >= 3 and not any(item.row.price * percent % 100 == 50 for item in items):
                found.append(PriceShare(row.name, way, percent))
        return spread(found)

    def expect(self, world: World, p: PriceShare) -> Expectation:
        items = variants_of(world, product_named(world, p.product))
        return Expectation([edited(item.row, price=p.of(item.row.price)) for item in items])

    async def solve(self, person: Person, p: PriceShare) -> None:
        await open_product(person, p.product)
        for label in labels_in(person):
            field = f"Price of {label}"
            await person.fill(field, typed_price(p.of(read_cents(person.value(field)))))
        await save_product(person)
        await person.stop()


class AllOutOfStock(Template[NameOnly]):
    """Mark a product as out of stock in every variant."""

    id = "arena.admin.all-out-of-stock"
    kind = Kind.DO
    goals = (
        "Mark every variant of “{product}” as out of stock. Don't touch the quantities.",
        "We can't deliver “{product}” in any variant. Set all of them to out of stock and leave the quantities alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=9)
    revision = 2
    ways = (out_of_stock_in_the_list,)

    def pool(self, world: World) -> Sequence[NameOnly]:
        return [
            NameOnly(row.name)
            for row, items in spread(families(world, MOST_CELLS))
            if sum(item.row.in_stock for item in items) >= 2
        ]

    def expect(self, world: World, p: NameOnly) -> Expectation:
        items = variants_of(world, product_named(world, p.product))
        return Expectation([edited(item.row, in_stock=0) for item in items if item.row.in_stock])

    async def solve(self, person: Person, p: NameOnly) -> None:
        await open_product(person, p.product)
        for label in labels_in(person):
            if person.value(f"Stock status of {label}") != "Out of stock":
                await person.choose(f"Stock status of {label}", "Out of stock")
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class OneVariant:
    product: str
    options: str
    """``Red, M``"""


async def disable_in_the_list(person: Person, p: OneVariant) -> None:
    await list_products(person, p.product)
    await person.choose("Per page", "200")
    await tick_row(person, "Name", f"{p.product} - {p.options}")
    await do_to_ticked(person, "Disable")
    await person.stop()


async def disable_after_another(person: Person, p: OneVariant) -> None:
    """Another variant was disabled by mistake, and enabled again."""
    await open_product(person, p.product)
    enabled = {
        item.label for item in variants_of(person.world, product_named(person.world, p.product)) if item.row.enabled
    }
    other = next(label for label in labels_in(person) if label in enabled and label != p.options)
    await person.uncheck(f"Enable {other}")
    await save_product(person)
    await person.check(f"Enable {other}")
    await person.uncheck(f"Enable {p.options}")
    await save_product(person)
    await person.stop()


class DisableVariant(Template[OneVariant]):
    """Take one variant of a product out of the store."""

    id = "arena.admin.disable-variant"
    kind = Kind.DO
    goals = (
        "Disable the “{options}” variant of “{product}” so customers can't pick it anymore. Leave the others alone.",
        "We no longer sell “{product}” in “{options}”. Disable just that variant; don't delete it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (disable_in_the_list, disable_after_another)

    def pool(self, world: World) -> Sequence[OneVariant]:
        found = []
        for row, items in spread(families(world)):
            enabled = [item for item in items if item.row.enabled]
            if len(enabled) >= 2:
                found.append(OneVariant(row.name, rng_for(world, self.drawn_as, row).choice(enabled).label))
        return found

    def expect(self, world: World, p: OneVariant) -> Expectation:
        return Expectation([edited(variant_labelled(world, p.product, p.options).row, enabled=0)])

    async def solve(self, person: Person, p: OneVariant) -> None:
        await open_product(person, p.product)
        await person.uncheck(f"Enable {p.options}")
        await save_product(person)
        await person.stop()


def variant_labelled(world: World, product: str, label: str) -> Variant:
    items = variants_of(world, product_named(world, product))
    return next(item for item in items if item.label == label)


@dataclass(frozen=True)
class VariantStock:
    product: str
    options: str
    qty: int


async def on_its_own_page(person: Person, p: VariantStock) -> None:
    await open_product(person, p.product)
    sku = person.value(f"SKU of {p.options}")
    await list_products(person, sku)
    await person.click("", role="link", within=sku)
    await person.fill("Quantity", str(p.qty))
    await save_product(person)
    await person.stop()


class SetVariantQuantity(Template[VariantStock]):
    """Correct the quantity of one variant of a product."""

    id = "arena.admin.correct-variant-quantity"
    kind = Kind.DO
    goals = (
        "We have {qty} of “{product}” in “{options}”. Correct the quantity of that variant, and don't add any.",
        "Set the quantity of the existing “{options}” variant of “{product}” to {qty}. Don't add any variants.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (on_its_own_page,)
    twin = "arena.admin.enter-variant-quantity"

    def pool(self, world: World) -> Sequence[VariantStock]:
        found = []
        for row, items in spread(families(world)):
            rng = rng_for(world, self.drawn_as, row)
            item, qty = rng.choice(items), rng.integer(4, 250)
            found.append(VariantStock(row.name, item.label, qty + (qty == item.row.qty)))
        return found

    def expect(self, world: World, p: VariantStock) -> Expectation:
        return Expectation([edited(variant_labelled(world, p.product, p.options).row, qty=p.qty)])

    async def solve(self, person: Person, p: VariantStock) -> None:
        await open_product(person, p.product)
        await person.fill(f"Quantity of {p.options}", str(p.qty))
        await save_product(person)
        await person.stop()


class SetVariantQuantityMissing(Template[VariantStock]):
    """Correct the quantity of a variant that the product does not come in."""

    id = "arena.admin.enter-variant-quantity"
    kind = Kind.DO
    goals = SetVariantQuantity.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.correct-variant-quantity"
    revision = 4

    def pool(self, world: World) -> Sequence[VariantStock]:
        """One option is exchanged for another that such goods may have, but no variant of the product."""
        labels: dict[tuple[int, str], list[str]] = {}
        for option in world.shop.rows(
            "SELECT DISTINCT attribute_set_id, attribute.label AS axis, attribute_option.label FROM product"
            " JOIN product_option ON product_id = product.id JOIN attribute_option ON attribute_option.id = option_id"
            " JOIN attribute ON attribute.id = attribute_option.attribute_id WHERE type = 'variant' ORDER BY 1, 2, 3"
        ):
            labels.setdefault((option.attribute_set_id, option.axis), []).append(option.label)
        found = []
        for row, items in spread(families(world)):
            rng = rng_for(world, self.drawn_as, row)
            axis = next(iter(items[0].options))
            used = {item.options[axis] for item in items}
            foreign = [label for label in labels[row.attribute_set_id, axis] if label not in used]
            if foreign:
                missing = {**rng.choice(items).options, axis: rng.choice(foreign)}
                found.append(VariantStock(row.name, ", ".join(missing.values()), rng.integer(4, 250)))
        return found

    def obstacle(self, world: World, p: VariantStock) -> Obstacle:
        odd = p.options.split(", ")[0]
        return Obstacle(
            Reason.MISSING,
            (p.options, odd),
            others=tuple(world.shop.values("SELECT DISTINCT label FROM attribute_option ORDER BY label")),
            owner=p.product,
            other_owners=tuple(
                world.shop.values(
                    "SELECT DISTINCT name FROM product WHERE type <> 'variant' AND name <> ? ORDER BY name", p.product
                )
            ),
        )

    async def solve(self, person: Person, p: VariantStock) -> None:
        await open_product(person, p.product)
        if p.options in labels_in(person):
            raise Lost(f"{p.product!r} comes in {p.options!r} after all")
        await person.infeasible(f"“{p.product}” has no variant “{p.options}”.")
