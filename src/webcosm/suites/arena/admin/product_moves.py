"""Tasks at the back office: moving products to other categories, and deleting them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Insert, Rule
from webcosm.suites.arena.admin._goods import (
    NameOnly,
    goods,
    open_product,
    product_named,
    rng_for,
    save_product,
    spread,
    touched,
    variants_of,
)
from webcosm.suites.arena.admin._product_ways import tick_product
from webcosm.suites.arena.admin._rows import NUMBERED, go_to, table
from webcosm.suites.arena.admin._ways import confirm_for_ticked
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World


@dataclass(frozen=True)
class Moving:
    product: str
    old: str
    new: str


async def move_from_the_categories(person: Person, p: Moving) -> None:
    """In the lists of the two categories: removed from one, added to the other by its SKU."""
    await go_to(person, "Catalog", "Categories")
    await person.click(p.old, role="link")
    await person.click("Products (", role="link")
    while not person.has(f"Remove {p.product}", role="checkbox"):
        await person.click("Next", role="link")
    sku = next(row["SKU"] for row in table(person) if row["Product"].startswith(p.product))
    await person.check(f"Remove {p.product}")
    await person.click("Save", role="button")
    await person.click("Categories", role="link")
    await person.click(p.new, role="link")
    await person.click("Products (", role="link")
    await person.fill("Add products", sku)
    await person.click("Save", role="button")
    await person.stop()


async def move_in_two_goes(person: Person, p: Moving) -> None:
    await open_product(person, p.product)
    await person.check(p.new)
    await save_product(person)
    await person.uncheck(p.old)
    await save_product(person)
    await person.stop()


class MoveProduct(Template[Moving]):
    """Put a product into another category."""

    id = "arena.admin.move-product"
    kind = Kind.DO
    goals = (
        "Move “{product}” from the category “{old}” to “{new}”. It should only be in the new one.",
        "Take “{product}” out of the category “{old}” and put it in “{new}” instead.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (move_from_the_categories, move_in_two_goes)

    def pool(self, world: World) -> Sequence[Moving]:
        """To a neighbour of its category: both have the same parent, and each name is the only one of its kind."""
        rows = world.shop.rows(
            "SELECT product_id, own.name, (SELECT group_concat(name, '|') FROM category WHERE parent_id = own.parent_id"
            " AND id <> own.id AND name IN (SELECT name FROM category GROUP BY name HAVING count(*) = 1)) AS others"
            " FROM product_category JOIN category AS own ON own.id = category_id"
            " GROUP BY product_id HAVING count(*) = 1"
        )
        places = {row.product_id: row for row in rows if row.others}
        found = []
        for row in spread([row for row in goods(world) if row.id in places]):
            place = places[row.id]
            found.append(
                Moving(row.name, place.name, rng_for(world, self.drawn_as, row).choice(sorted(place.others.split("|"))))
            )
        return found

    def expect(self, world: World, p: Moving) -> Expectation:
        product = product_named(world, p.product)
        number = "SELECT id FROM category WHERE name = ?"
        old, new = (world.shop.value(number, name) for name in (p.old, p.new))
        wanted = {"product_id": product.id, "category_id": new}
        return Expectation(
            [
                Delete("shop", "product_category", key=(product.id, old)),
                Insert("shop", "product_category", values=wanted, free={"position": NUMBERED}),
                touched(product),
            ]
        )

    async def solve(self, person: Person, p: Moving) -> None:
        await open_product(person, p.product)
        await person.uncheck(p.old)
        await person.check(p.new)
        await save_product(person)
        await person.stop()


NEVER_ORDERED = "id NOT IN (SELECT coalesce(v.parent_id, v.id) FROM order_item JOIN product AS v ON v.id = product_id)"
GONE_WITH_IT = {
    "product_category": "product_id, category_id",
    "product_option": "product_id, attribute_id",
    "product_axis": "product_id, attribute_id",
    "product_spec": "product_id, position",
    "product_image": "id",
    "wish": "id",
    "comparison": "customer_id, product_id",
    "cart_item": "id",
    "review": "id",
}
"""What belongs to a product, with the columns of each table's key."""


async def delete_in_the_list(person: Person, p: NameOnly) -> None:
    await tick_product(person, p.product)
    await confirm_for_ticked(person, "Delete")
    await person.stop()


class DeleteProduct(Template[NameOnly]):
    """Delete a product for good, with all that belongs to it."""

    id = "arena.admin.delete-product"
    kind = Kind.DO
    goals = (
        "Delete the product “{product}” from the catalog for good. Disabling it isn't enough.",
        "Remove “{product}” from the catalog altogether. It has to be really gone, not just hidden.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (delete_in_the_list,)
    twin = "arena.admin.remove-product"

    def pool(self, world: World) -> Sequence[NameOnly]:
        return [NameOnly(row.name) for row in spread(goods(world, NEVER_ORDERED))]

    def expect(self, world: World, p: NameOnly) -> Expectation:
        product = product_named(world, p.product)
        required: list[Rule] = []
        for number in (product.id, *(variant.row.id for variant in variants_of(world, product))):
            required.append(Delete("shop", "product", key=(number,)))
            for part, key in GONE_WITH_IT.items():
                for row in world.shop.rows(f"SELECT {key} FROM {part} WHERE product_id = ? ORDER BY {key}", number):
                    required.append(Delete("shop", part, key=tuple(row.values())))
            related = "SELECT * FROM product_relation WHERE product_id = ?1 OR other_id = ?1 ORDER BY 1, 2"
            for row in world.shop.rows(related, number):
                required.append(Delete("shop", "product_relation", key=(row.product_id, row.other_id)))
        return Expectation(required)

    async def solve(self, person: Person, p: NameOnly) -> None:
        await open_product(person, p.product)
        await person.click("Delete", role="link")
        await person.click("Delete product", role="button")
        await person.stop()


class DeleteOrderedProduct(Template[NameOnly]):
    """Delete a product that stands in orders, which the shop forbids."""

    id = "arena.admin.remove-product"
    kind = Kind.DO
    goals = DeleteProduct.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    achievable = False
    twin = "arena.admin.delete-product"
    revision = 3

    def pool(self, world: World) -> Sequence[NameOnly]:
        return [NameOnly(row.name) for row in spread(goods(world, NEVER_ORDERED.replace(" NOT IN ", " IN ")))]

    def obstacle(self, world: World, p: NameOnly) -> Obstacle:
        return Obstacle(
            Reason.NOT_ALLOWED,
            (p.product,),
            said=(r"\b(?:ordered|orders|sold|bought)\b", r"\ban order\b", r"\bpurchase"),
        )

    async def solve(self, person: Person, p: NameOnly) -> None:
        await open_product(person, p.product)
        await person.click("Delete", role="link")
        if person.has("Delete product", role="button") or not person.sees("stands in orders"):
            raise Lost(f"{p.product!r} can be deleted after all")
        await person.infeasible(f"“{p.product}” was ordered, so it cannot be deleted; it can only be disabled.")
