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
from webcosm.suites.arena.admin._product_ways import (
    change_attribute_in_the_list,
    disable_after_another,
    disable_in_the_list,
    enable_in_the_list,
)
from webcosm.suites.arena.admin._rows import WHEN
from webcosm.suites.arena.admin._ways import list_products
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
        "Disable “{product}” so it no longer shows in the store. Don't delete it.",
        "We're not selling “{product}” for now. Disable it in the catalog, but keep it there.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (disable_in_the_list, disable_after_another)

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
        "“{product}” is switched off in our catalog. Turn it back on so customers can see it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (enable_in_the_list,)

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
    """``new`` or ``on sale``"""


MARKS = {"new": ("is_new", "Set product as new"), "on sale": ("on_sale", "Sale")}


async def mark_in_the_list(person: Person, p: Mark) -> None:
    await change_attribute_in_the_list(person, p.product, MARKS[p.mark][1], "Yes")


async def mark_otherwise_first(person: Person, p: Mark) -> None:
    """The other mark was set by mistake."""
    await open_product(person, p.product)
    other = next(label for mark, (_, label) in MARKS.items() if mark != p.mark)
    await person.check(other)
    await save_product(person)
    await person.uncheck(other)
    await person.check(MARKS[p.mark][1])
    await save_product(person)
    await person.stop()


class MarkProduct(Template[Mark]):
    """Mark a product as new or as a sale."""

    id = "arena.admin.mark-product"
    kind = Kind.DO
    goals = (
        "Mark “{product}” as {mark} in the store. Don't change its prices.",
        "“{product}” should be flagged as {mark} in the store. Leave its prices alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (mark_in_the_list, mark_otherwise_first)

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


async def describe_twice(person: Person, p: NewText) -> None:
    """From the list; a first text is replaced by the right one, with a double space and a line break."""
    await list_products(person, p.product)
    await person.click(p.product, role="link")
    for text in ("To be written.", f"{p.text.replace('. ', '.  ')}\n"):
        await person.fill("Short description", text)
        await save_product(person)
    await person.stop()


class SetShortDescription(Template[NewText]):
    """Replace a product's short description."""

    id = "arena.admin.set-short-description"
    kind = Kind.DO
    goals = (
        "Replace the short description of “{product}” with this: {text}",
        "The short description of “{product}” should just say “{text}”",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (describe_twice,)

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


async def add_after_two_spaces(person: Person, p: NewText) -> None:
    """The sentence was added to the short description first, by mistake."""
    await open_product(person, p.product)
    short = person.value("Short description")
    await person.fill("Short description", f"{short} {p.text}")
    await save_product(person)
    await person.fill("Short description", short)
    await person.fill("Description", f"{person.value('Description').rstrip()}  {p.text}\n")
    await save_product(person)
    await person.stop()


class AddSentence(Template[NewText]):
    """Add a sentence at the end of a product's description."""

    id = "arena.admin.add-sentence"
    kind = Kind.DO
    goals = (
        "Add this sentence to the end of the full description of “{product}”, in the same paragraph as the last one:"
        " “{text}”",
        "The full description of “{product}” needs one more sentence at the end, without a new paragraph: “{text}”"
        " Don't change the short description.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (add_after_two_spaces,)

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


async def rename_twice(person: Person, p: NewName) -> None:
    """With a slip in the name at first; the right one has blanks around it."""
    await open_product(person, p.product)
    for name in (f"{p.name}!", f" {p.name} "):
        await person.fill("Product name", name)
        await save_product(person)
    await person.stop()


class RenameProduct(Template[NewName]):
    """Give a product another name; the names of its variants begin with it."""

    id = "arena.admin.rename-product"
    kind = Kind.DO
    goals = (
        "Rename the product “{product}” to “{name}”.",
        "“{product}” has a new name: “{name}”. Update it in the catalog.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (rename_twice,)

    def pool(self, world: World) -> Sequence[NewName]:
        endings = ("New Edition", "Gift Boxed", "Trade Pack", "Spring Collection", "Anniversary Edition")
        return [
            NewName(row.name, f"{row.name}, {rng_for(world, self.drawn_as, row).choice(endings)}")
            for row in spread(goods(world))
        ]

    def expect(self, world: World, p: NewName) -> Expectation:
        product = product_named(world, p.product)
        required = [edited(product, name=same_text(p.name))]
        for variant in variants_of(world, product):
            required.append(edited(variant.row, name=same_text(f"{p.name} - {variant.label}")))
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


async def weigh_in_the_list(person: Person, p: Weight) -> None:
    await change_attribute_in_the_list(person, p.product, "Weight (grams)", str(p.grams))


async def weigh_twice(person: Person, p: Weight) -> None:
    await open_product(person, p.product)
    for grams in (p.grams + 1000, p.grams):
        await person.fill("Weight (grams)", str(grams))
        await save_product(person)
    await person.stop()


class SetWeight(Template[Weight]):
    """Correct a product's weight; its variants weigh the same."""

    id = "arena.admin.set-weight"
    kind = Kind.DO
    goals = (
        "“{product}” actually weighs {grams} grams. Correct its weight in the catalog.",
        "Set the weight of “{product}” to {grams} g.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (weigh_in_the_list, weigh_twice)

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
class Maker:
    product: str
    value: str


MAKER = "Manufacturer"
"""The label of the line."""


async def name_the_maker_twice(person: Person, p: Maker) -> None:
    """From the list; a wrong name first, then the right one with a blank behind it."""
    await list_products(person, p.product)
    await person.click(p.product, role="link")
    for maker in ("Nobody Knows", f"{p.value} "):
        await person.fill(_maker_field(person), maker)
        await save_product(person)
    await person.stop()


class SetSpecification(Template[Maker]):
    """Correct a line of a product's specifications."""

    id = "arena.admin.set-specification"
    kind = Kind.DO
    goals = (
        "Change the manufacturer in the specifications of “{product}” to “{value}”.",
        "The specifications of “{product}” list the wrong manufacturer. It should be “{value}”.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (name_the_maker_twice,)

    def pool(self, world: World) -> Sequence[Maker]:
        """Makers of such goods: no publisher is said to have made a couch."""
        lines = world.shop.rows(
            "SELECT product_id, archetype, value FROM product_spec JOIN product ON product.id = product_id"
            " WHERE label = ? AND archetype <> '' GROUP BY product_id HAVING count(*) = 1 ORDER BY product_id",
            MAKER,
        )
        own = {line.product_id: line.value for line in lines}
        makers: dict[str, list[str]] = {}
        for kind, maker in sorted({(line.archetype, line.value) for line in lines}):
            makers.setdefault(kind, []).append(maker)
        found = []
        for row in spread([row for row in goods(world) if row.id in own and len(makers[row.archetype]) > 1]):
            others = [name for name in makers[row.archetype] if name != own[row.id]]
            found.append(Maker(row.name, rng_for(world, self.drawn_as, row).choice(others)))
        return found

    def expect(self, world: World, p: Maker) -> Expectation:
        product = product_named(world, p.product)
        place = world.shop.value(
            "SELECT position FROM product_spec WHERE product_id = ? AND label = ?", product.id, MAKER
        )
        changed = Update("shop", "product_spec", key=(product.id, place), values={"value": same_text(p.value)})
        return Expectation([changed, touched(product)])

    async def solve(self, person: Person, p: Maker) -> None:
        await open_product(person, p.product)
        await person.fill(_maker_field(person), p.value)
        await save_product(person)
        await person.stop()


def _maker_field(person: Person) -> str:
    """What the field of the maker is called in the open product's form."""
    labels = [element for element in person.view if element.name.startswith("Label of specification")]
    return next(f"Value of {label.name.removeprefix('Label of ')}" for label in labels if label.value == MAKER)
