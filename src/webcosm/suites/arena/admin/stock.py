"""Tasks at the back office: how much is in stock, what it weighs, and what a clerk may not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number, SetOf, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Update
from webcosm.lore import Rng
from webcosm.sites.shop.seed.fill import admin_accounts
from webcosm.suites.arena.admin._goods import (
    NameOnly,
    edited,
    goods,
    open_by_sku,
    open_product,
    product_named,
    rng_for,
    save_product,
    spread,
)
from webcosm.suites.arena.admin._product_ways import (
    back_in_stock_in_the_list,
    deliver_in_two_goes,
    out_of_stock_in_the_list,
    set_quantity_after_a_slip,
)
from webcosm.suites.arena.admin._rows import WHEN, apply_filters, go_to, search_for, table
from webcosm.suites.arena.admin._ways import do_to_ticked, list_products, tick_row
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.tables import count_shown
from webcosm.worlds import World


@dataclass(frozen=True)
class Pieces:
    pieces: int


class ProductsWithQuantity(Template[Pieces]):
    """Of which products are there exactly so many pieces?"""

    id = "arena.admin.products-with-quantity"
    kind = Kind.ASK
    goals = (
        "Which simple products have exactly {pieces} in stock? Include disabled ones. I need their SKUs.",
        "List the SKUs of all simple products, enabled or not, with a quantity of exactly {pieces}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[Pieces]:
        numbers = world.shop.values(
            "SELECT qty FROM product WHERE type = 'simple' AND qty > 1 GROUP BY qty HAVING count(*) BETWEEN 2 AND 6"
            " ORDER BY qty"
        )
        return [Pieces(number) for number in numbers]

    def answer(self, world: World, p: Pieces) -> Answer:
        skus = world.shop.values("SELECT sku FROM product WHERE type = 'simple' AND qty = ? ORDER BY sku", p.pieces)
        return SetOf(tuple(Text(sku) for sku in skus))

    async def solve(self, person: Person, p: Pieces) -> None:
        await go_to(person, "Catalog", "Products")
        exactly = {"Quantity from": str(p.pieces), "Quantity to": str(p.pieces)}
        await apply_filters(person, exactly, {"Type": "Simple"})
        await person.answer(", ".join(row["SKU"] for row in table(person)))


@dataclass(frozen=True)
class Shortage:
    type: str
    pieces: int


TYPES = {"simple products": "Simple", "product variants": "Variant"}
"""As people say it, and as the list does."""


class CountShort(Template[Shortage]):
    """How many products are running short?"""

    id = "arena.admin.count-short"
    kind = Kind.ASK
    goals = (
        "How many {type} have fewer than {pieces} in stock? Include those with none, and disabled ones too.",
        "Count the {type} with fewer than {pieces} left, sold-out and disabled ones included.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Shortage]:
        found = []
        for kind, listed in TYPES.items():
            low = world.shop.values("SELECT qty FROM product WHERE type = ? AND qty < 30", listed.lower())
            for pieces in range(2, 31):
                if sum(qty < pieces for qty in low) not in (0, 1, pieces):
                    found.append(Shortage(kind, pieces))
        return found

    def answer(self, world: World, p: Shortage) -> Answer:
        short = "SELECT count(*) FROM product WHERE type = ? AND qty < ?"
        return Number(world.shop.value(short, TYPES[p.type].lower(), p.pieces), unit="product")

    async def solve(self, person: Person, p: Shortage) -> None:
        await go_to(person, "Catalog", "Products")
        await apply_filters(person, {"Quantity to": str(p.pieces - 1)}, {"Type": TYPES[p.type]})
        await person.answer(count_shown(person, "product"))


@dataclass(frozen=True)
class Weighed:
    sku: str
    grams: int


async def weigh_in_the_list(person: Person, p: Weighed) -> None:
    await list_products(person, p.sku)
    await tick_row(person, "SKU", p.sku)
    await do_to_ticked(person, "Change attributes")
    await person.fill("Weight (grams)", str(p.grams))
    await person.click("Change 1 product", role="button")
    await person.stop()


async def weigh_twice(person: Person, p: Weighed) -> None:
    await search_for(person, p.sku)
    await person.click("", role="link", within=p.sku)
    for grams in (p.grams * 10, p.grams):
        await person.fill("Weight (grams)", str(grams))
        await person.click("Save", role="button")
    await person.stop()


class CorrectWeight(Template[Weighed]):
    """Correct a product's weight."""

    id = "arena.admin.set-weight-of-sku"
    kind = Kind.DO
    goals = (
        "The product with SKU {sku} weighs {grams} grams. Correct its weight in the catalog.",
        "Set the weight of the product with SKU {sku} to {grams} g. Nothing else about it changes.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (weigh_in_the_list, weigh_twice)
    twin = "arena.admin.enter-weight"

    def pool(self, world: World) -> Sequence[Weighed]:
        rows = world.shop.rows(
            "SELECT sku, weight FROM product WHERE type = 'simple' AND weight >= 100 ORDER BY id LIMIT 300"
        )
        rng = Rng(world.universe.seed, self.drawn_as)
        return [Weighed(row.sku, row.weight + rng.integer(2, 40)) for row in rows]

    def expect(self, world: World, p: Weighed) -> Expectation:
        number = world.shop.value("SELECT id FROM product WHERE sku = ?", p.sku)
        return Expectation(
            [Update("shop", "product", key=(number,), values={"weight": p.grams}, free={"updated": WHEN})]
        )

    async def solve(self, person: Person, p: Weighed) -> None:
        await search_for(person, p.sku)
        await person.click("", role="link", within=p.sku)
        await person.fill("Weight (grams)", str(p.grams))
        await person.click("Save", role="button")
        await person.stop()


class CorrectWeightAsClerk(Template[Weighed]):
    """Correct a product's weight as a clerk, who may only look at the catalogue."""

    id = "arena.admin.enter-weight"
    kind = Kind.DO
    goals = CorrectWeight.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.set-weight-of-sku"
    revision = 3

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"admin": next(one.username for one in admin_accounts(world.lore) if one.role == "Clerk")}

    def pool(self, world: World) -> Sequence[Weighed]:
        return CorrectWeight().pool(world)

    def obstacle(self, world: World, p: Weighed) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, ("products", "catalog", "weight", "clerk", p.sku))

    async def solve(self, person: Person, p: Weighed) -> None:
        await search_for(person, p.sku)
        await person.click("", role="link", within=p.sku)
        if not person.sees("Your role may look at products, not change them."):
            raise Lost("the product can be changed after all")
        await person.infeasible("I am signed in as a clerk, who may look at products but not change them.")


@dataclass(frozen=True)
class Stock:
    product: str
    qty: int


class SetQuantity(Template[Stock]):
    """Correct a product's quantity after a count."""

    id = "arena.admin.set-quantity"
    kind = Kind.DO
    goals = (
        "We did a stock count: there are {qty} of “{product}”. Correct the quantity in the catalog.",
        "Set the quantity of “{product}” to {qty}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (set_quantity_after_a_slip,)

    def pool(self, world: World) -> Sequence[Stock]:
        found = []
        for row in spread(goods(world, "type = 'simple' AND in_stock AND qty > 0")):
            qty = rng_for(world, self.drawn_as, row).integer(3, 400)
            found.append(Stock(row.name, qty + (qty == row.qty)))
        return found

    def expect(self, world: World, p: Stock) -> Expectation:
        return Expectation([edited(product_named(world, p.product), qty=p.qty)])

    async def solve(self, person: Person, p: Stock) -> None:
        await open_product(person, p.product)
        await person.fill("Quantity", str(p.qty))
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class Delivery:
    sku: str
    pieces: int


class ReceiveDelivery(Template[Delivery]):
    """Add what a supplier brought to a product's quantity."""

    id = "arena.admin.receive-delivery"
    kind = Kind.DO
    goals = (
        "{pieces} more units of SKU {sku} have come in. Add them to its quantity.",
        "We got a delivery of {pieces} units of SKU {sku}. Increase the stock by that much.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (deliver_in_two_goes,)

    def pool(self, world: World) -> Sequence[Delivery]:
        rows = spread(goods(world, "type = 'simple' AND in_stock AND qty > 0"))
        return [Delivery(row.sku, 6 * rng_for(world, self.drawn_as, row).integer(2, 30)) for row in rows]

    def expect(self, world: World, p: Delivery) -> Expectation:
        product = world.shop.rows("SELECT * FROM product WHERE sku = ?", p.sku)[0]
        return Expectation([edited(product, qty=product.qty + p.pieces)])

    async def solve(self, person: Person, p: Delivery) -> None:
        await open_by_sku(person, p.sku)
        await person.fill("Quantity", str(int(person.value("Quantity")) + p.pieces))
        await save_product(person)
        await person.stop()


class MarkOutOfStock(Template[NameOnly]):
    """Mark a product as out of stock."""

    id = "arena.admin.mark-out-of-stock"
    kind = Kind.DO
    goals = (
        "Mark “{product}” as out of stock, but leave its quantity and everything else as it is.",
        "We can't sell “{product}” right now. Set it to out of stock, but don't disable it or change its quantity.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (out_of_stock_in_the_list,)

    def pool(self, world: World) -> Sequence[NameOnly]:
        return [NameOnly(row.name) for row in spread(goods(world, "type = 'simple' AND in_stock AND qty > 0"))]

    def expect(self, world: World, p: NameOnly) -> Expectation:
        return Expectation([edited(product_named(world, p.product), in_stock=0)])

    async def solve(self, person: Person, p: NameOnly) -> None:
        await open_product(person, p.product)
        await person.choose("Stock status", "Out of stock")
        await save_product(person)
        await person.stop()


class BackInStock(Template[Stock]):
    """Put a product back in stock with a new quantity."""

    id = "arena.admin.back-in-stock"
    kind = Kind.DO
    goals = (
        "“{product}” is back. Mark it as in stock and set the quantity to {qty}.",
        "We have {qty} of “{product}” again. Update the quantity and put it back in stock.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (back_in_stock_in_the_list,)

    def pool(self, world: World) -> Sequence[Stock]:
        rows = goods(world, "type = 'simple' AND NOT in_stock")
        return [Stock(row.name, row.qty + rng_for(world, self.drawn_as, row).integer(12, 160)) for row in rows]

    def expect(self, world: World, p: Stock) -> Expectation:
        return Expectation([edited(product_named(world, p.product), in_stock=1, qty=p.qty)])

    async def solve(self, person: Person, p: Stock) -> None:
        await open_product(person, p.product)
        await person.fill("Quantity", str(p.qty))
        await person.choose("Stock status", "In stock")
        await save_product(person)
        await person.stop()
