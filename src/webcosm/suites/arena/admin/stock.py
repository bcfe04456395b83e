"""Tasks at the back office: what the list of products tells about stock, and what a clerk may not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number, SetOf, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Update
from webcosm.lore import Rng
from webcosm.sites.shop.seed.fill import admin_accounts
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
