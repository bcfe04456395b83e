"""Tasks on the storefront, shop.test: what a product's specification says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.suites.arena.shop._goods import (
    by_category,
    clear_names,
    figures,
    open_product,
    product_named,
    shelf,
    spec_rows,
    specs_of,
)
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World


@dataclass(frozen=True)
class ProductSpec:
    name: str
    label: str


PLAIN = frozenset(
    re.split(
        ", ",
        "Weight, Net weight, Dimensions, Date First Available, Model Number, Model Year, Height, Width, Length, Depth,"
        " Diameter, Thickness, Size, Capacity, Volume, Pieces, Power, Shelf life, Best before, Best within, Warranty,"
        " Guarantee, Load, Max load, Carries up to, Weight limit, Load capacity, Strength, Keeps hot, Keeps warm,"
        " Stays warm, Fabric, Steel, Filter, Bowl, Control, Grain, Battery life, Run time, Play time, Playing time",
    )
)
"""Labels that nearly all products have, whose value may stand in the name, or that mean about the same as another."""


def _is_asked_for(label: str, value: str) -> bool:
    """Something with a figure in it, that some kinds of goods have and others have not."""
    return label not in PLAIN and len(value) > 3 and bool(figures(value))


class SpecValue(Template[ProductSpec]):
    """What does a product's specification say?"""

    id = "arena.shop.product-detail"
    kind = Kind.ASK
    goals = (
        "What does the product page of “{name}” list for “{label}”? Give it exactly as written.",
        "Check the product page of “{name}”: what does it say for “{label}”, word for word?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2
    twin = "arena.shop.product-fact"

    def pool(self, world: World) -> Sequence[ProductSpec]:
        """One value of each product that the name does not give away."""
        specs = spec_rows(world)
        found = []
        for product in clear_names(shelf(world)):
            labels = [
                label
                for label, value in specs[product.id].items()
                if _is_asked_for(label, value) and value.casefold() not in product.name.casefold()
            ]
            if labels:
                found.append(ProductSpec(product.name, labels[product.id % len(labels)]))
        return found

    def answer(self, world: World, p: ProductSpec) -> Answer:
        return Text(spec_rows(world)[product_named(world, p.name).id][p.label])

    async def solve(self, person: Person, p: ProductSpec) -> None:
        await open_product(person, p.name)
        await person.answer(specs_of(person)[p.label])


class SpecValueMissing(Template[ProductSpec]):
    """What does a product's specification say about something that it does not mention?"""

    id = "arena.shop.product-fact"
    kind = Kind.ASK
    goals = SpecValue.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.shop.product-detail"
    revision = 3

    def pool(self, world: World) -> Sequence[ProductSpec]:
        """Labels that other products of the category have, and that this one's page has no word of."""
        specs = spec_rows(world)
        texts = dict(world.shop.connection.execute("SELECT id, lower(short_description || description) FROM product"))
        found = []
        for products in by_category(clear_names(shelf(world))).values():
            every = dict.fromkeys(
                label
                for product in products
                for label, value in specs[product.id].items()
                if _is_asked_for(label, value)
            )
            for one in products:
                known = set(" ".join([one.name, *specs[one.id]]).lower().split())
                labels = [
                    label
                    for label in every
                    if label.lower() not in texts[one.id] and known.isdisjoint(label.lower().split())
                ]
                if labels:
                    found.append(ProductSpec(one.name, labels[one.id % len(labels)]))
        return found

    def obstacle(self, world: World, p: ProductSpec) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.label,))

    async def solve(self, person: Person, p: ProductSpec) -> None:
        await open_product(person, p.name)
        if p.label in specs_of(person) or person.sees(f"{p.label}:"):
            raise Lost(f"{p.name} has a {p.label} after all")
        await person.infeasible(f"The page of this product says nothing about “{p.label}”.")
