"""Tasks at the back office: marks, names, texts and measures of products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.state import Expectation, Update, same_text
from webcosm.suites.arena.admin._goods import (
    NameOnly,
    edited,
    goods,
    open_product,
    product_named,
    rng_for,
    save_product,
    spread,
    touched,
    variants_of,
)
from webcosm.suites.arena.admin._rows import WHEN
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.worlds import World

SENTENCES = (
    "Made to order in small batches.",
    "Ships in packaging without plastic.",
    "Comes with a two-year warranty.",
    "Gift wrapping is available on request.",
    "Spare parts can be ordered for ten years.",
    "The label is printed in English and Spanish.",
    "Chosen by our staff as a favorite of the season.",
    "Returns are free for this item.",
)


class DisableProduct(Template[NameOnly]):
    """Take a product out of the store."""

    id = "arena.admin.disable-product"
    kind = Kind.DO
    goals = (
        "Disable the product “{product}”, so that the store does not show it any more. Do not delete it.",
        "We stop selling “{product}” for now: disable it in the catalog, but keep it there.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[NameOnly]:
        return [NameOnly(row.name) for row in spread(goods(world, "enabled"))]

    def expect(self, world: World, p: NameOnly) -> Expectation:
        return Expectation([edited(product_named(world, p.product), enabled=0)])

    async def solve(self, person: Person, p: NameOnly) -> None:
        await open_product(person, p.product)
        await person.uncheck("Enable product")
        await save_product(person)
        await person.stop()


class EnableProduct(Template[NameOnly]):
    """Put a product back into the store."""

    id = "arena.admin.enable-product"
    kind = Kind.DO
    goals = (
        "Enable the product “{product}” again.",
        "“{product}” is switched off in our catalog. Switch it back on, so that customers see it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[NameOnly]:
        return [NameOnly(row.name) for row in goods(world, "NOT enabled")]

    def expect(self, world: World, p: NameOnly) -> Expectation:
        return Expectation([edited(product_named(world, p.product), enabled=1)])

    async def solve(self, person: Person, p: NameOnly) -> None:
        await open_product(person, p.product)
        await person.check("Enable product")
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class Mark:
    product: str
    mark: str
    """``as new`` or ``with the sale mark``"""


MARKS = {"as new": ("is_new", "Set product as new"), "with the sale mark": ("on_sale", "Sale")}


class MarkProduct(Template[Mark]):
    """Mark a product as new or as a sale."""

    id = "arena.admin.mark-product"
    kind = Kind.DO
    goals = (
        "Have the store show “{product}” {mark}. Its prices stay as they are.",
        "From now on, “{product}” is to be shown {mark} in the store. Change nothing else about it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[Mark]:
        rows = spread(goods(world, "enabled AND NOT is_new AND NOT on_sale"))
        return [Mark(row.name, tuple(MARKS)[place % 2]) for place, row in enumerate(rows)]

    def expect(self, world: World, p: Mark) -> Expectation:
        column, _ = MARKS[p.mark]
        return Expectation([edited(product_named(world, p.product), **{column: 1})])

    async def solve(self, person: Person, p: Mark) -> None:
        await open_product(person, p.product)
        await person.check(MARKS[p.mark][1])
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class NewText:
    product: str
    text: str


class SetShortDescription(Template[NewText]):
    """Replace a product's short description."""

    id = "arena.admin.set-short-description"
    kind = Kind.DO
    goals = (
        "Replace the short description of “{product}” by: {text}",
        "The short description of “{product}” shall read just “{text}” and nothing else.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[NewText]:
        return [
            NewText(row.name, f"From {row.brand}. {rng_for(world, self.drawn_as, row).choice(SENTENCES)}")
            for row in spread(goods(world, "brand <> ''"))
        ]

    def expect(self, world: World, p: NewText) -> Expectation:
        product = product_named(world, p.product)
        wanted = {"short_description": same_text(p.text)}
        return Expectation([Update("shop", "product", key=(product.id,), values=wanted, free={"updated": WHEN})])

    async def solve(self, person: Person, p: NewText) -> None:
        await open_product(person, p.product)
        await person.fill("Short description", p.text)
        await save_product(person)
        await person.stop()


class AddSentence(Template[NewText]):
    """Add a sentence at the end of a product's description."""

    id = "arena.admin.add-sentence"
    kind = Kind.DO
    goals = (
        "Add the sentence “{text}” at the very end of the description (not the short one) of “{product}”, in its last"
        " paragraph.",
        "The description of “{product}” needs one more sentence: “{text}” Put it right after the last one, in the same"
        " paragraph, and leave the short description alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[NewText]:
        rows = [row for row in goods(world) if row.description.endswith(".") and "\n- " not in row.description[-120:]]
        return [NewText(row.name, rng_for(world, self.drawn_as, row).choice(SENTENCES)) for row in spread(rows)]

    def expect(self, world: World, p: NewText) -> Expectation:
        product = product_named(world, p.product)
        wanted = {"description": same_text(f"{product.description} {p.text}")}
        return Expectation([Update("shop", "product", key=(product.id,), values=wanted, free={"updated": WHEN})])

    async def solve(self, person: Person, p: NewText) -> None:
        await open_product(person, p.product)
        await person.fill("Description", f"{person.value('Description').rstrip()} {p.text}")
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class NewName:
    product: str
    name: str


class RenameProduct(Template[NewName]):
    """Give a product another name; the names of its variants begin with it."""

    id = "arena.admin.rename-product"
    kind = Kind.DO
    goals = (
        "Rename the product “{product}” to “{name}”.",
        "The product “{product}” shall be called “{name}” from now on.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[NewName]:
        endings = ("New Edition", "Gift Boxed", "Trade Pack", "Spring Collection", "Anniversary Edition")
        return [
            NewName(row.name, f"{row.name}, {rng_for(world, self.drawn_as, row).choice(endings)}")
            for row in spread(goods(world))
        ]

    def expect(self, world: World, p: NewName) -> Expectation:
        product = product_named(world, p.product)
        required = [edited(product, name=p.name)]
        for variant in variants_of(world, product):
            required.append(edited(variant.row, name=f"{p.name} - {variant.label}"))
        return Expectation(required)

    async def solve(self, person: Person, p: NewName) -> None:
        await open_product(person, p.product)
        await person.fill("Product name", p.name)
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class Weight:
    product: str
    grams: int


class SetWeight(Template[Weight]):
    """Correct a product's weight; its variants weigh the same."""

    id = "arena.admin.set-weight"
    kind = Kind.DO
    goals = (
        "Parcels with “{product}” weigh {grams} grams. Correct the weight of the product in the catalog.",
        "Set the weight of “{product}” to {grams} g.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[Weight]:
        rows = spread(goods(world, "weight >= 20"))
        return [Weight(row.name, row.weight + rng_for(world, self.drawn_as, row).integer(7, 60)) for row in rows]

    def expect(self, world: World, p: Weight) -> Expectation:
        product = product_named(world, p.product)
        alike = [variant.row for variant in variants_of(world, product) if variant.row.weight == product.weight]
        return Expectation([edited(row, weight=p.grams) for row in (product, *alike)])

    async def solve(self, person: Person, p: Weight) -> None:
        await open_product(person, p.product)
        await person.fill("Weight (grams)", str(p.grams))
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class Spec:
    product: str
    label: str
    value: str


class SetSpecification(Template[Spec]):
    """Correct a line of a product's specifications."""

    id = "arena.admin.set-specification"
    kind = Kind.DO
    goals = (
        "In the specifications of “{product}”, change “{label}” to “{value}”.",
        "The specification “{label}” of “{product}” is wrong. It should be “{value}”; correct it there.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[Spec]:
        makers = world.shop.values("SELECT DISTINCT value FROM product_spec WHERE label = 'Manufacturer' ORDER BY 1")
        own = {
            row.product_id: row.value
            for row in world.shop.rows(
                "SELECT product_id, min(value) AS value FROM product_spec WHERE label = 'Manufacturer'"
                " GROUP BY 1 HAVING count(*) = 1"
            )
        }
        found = []
        for row in spread([row for row in goods(world) if row.id in own]):
            maker = rng_for(world, self.drawn_as, row).choice([name for name in makers if name != own[row.id]])
            found.append(Spec(row.name, "Manufacturer", maker))
        return found

    def expect(self, world: World, p: Spec) -> Expectation:
        product = product_named(world, p.product)
        place = world.shop.value(
            "SELECT position FROM product_spec WHERE product_id = ? AND label = ?", product.id, p.label
        )
        changed = Update("shop", "product_spec", key=(product.id, place), values={"value": p.value})
        return Expectation([changed, touched(product)])

    async def solve(self, person: Person, p: Spec) -> None:
        await open_product(person, p.product)
        line = next(
            element.name.removeprefix("Label of ")
            for element in person.view
            if element.name.startswith("Label of specification") and element.value == p.label
        )
        await person.fill(f"Value of {line}", p.value)
        await save_product(person)
        await person.stop()
