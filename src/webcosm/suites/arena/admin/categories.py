"""Tasks at the back office: categories of the store and values of attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Matcher, Update, same_letters, same_text
from webcosm.sites.kit.formats import slug
from webcosm.suites.arena.admin._goods import rng_for, spread
from webcosm.suites.arena.admin._rows import NUMBERED, go_to
from webcosm.suites.arena.admin.variant_additions import LAST, NEW_TASTES, comes_last, options_of
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, Value, World


def categories(world: World, where: str = "TRUE") -> list[Row]:
    """Categories whose name no other has."""
    return world.shop.rows(
        f"SELECT * FROM category WHERE {where}"
        " AND name IN (SELECT name FROM category GROUP BY name HAVING count(*) = 1) ORDER BY id"
    )


def category_named(world: World, name: str) -> Row:
    return next(row for row in categories(world) if row.name == name)


async def open_category(person: Person, name: str) -> None:
    """Three actions."""
    await go_to(person, "Catalog", "Categories")
    await person.click(name, role="link")


async def save(person: Person, kind: str) -> None:
    await person.click("Save", role="button")
    if not person.sees(f"You saved the {kind}"):
        raise Lost(f"the {kind} was not saved: {person.text()[:300]}")


@dataclass(frozen=True)
class CategoryName:
    category: str
    name: str


async def rename_twice(person: Person, p: CategoryName) -> None:
    """A wrong name is saved first, then the right one with a double space."""
    await open_category(person, p.category)
    await person.fill("Category name", f"{p.name} and More")
    await save(person, "category")
    await person.fill("Category name", p.name.replace(" ", "  ", 1))
    await save(person, "category")
    await person.stop()


class RenameCategory(Template[CategoryName]):
    """Give a category another name."""

    id = "arena.admin.rename-category"
    kind = Kind.DO
    goals = (
        "Rename the category “{category}” to “{name}”, but keep its URL key.",
        "The category “{category}” should be called “{name}” from now on. Don't change its URL key.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (rename_twice,)

    def pool(self, world: World) -> Sequence[CategoryName]:
        forms = ("{} and More", "Our {}", "All {}")
        return [
            CategoryName(row.name, rng_for(world, self.drawn_as, row).choice(forms).format(row.name))
            for row in categories(world)
        ]

    def expect(self, world: World, p: CategoryName) -> Expectation:
        number = category_named(world, p.category).id
        return Expectation([Update("shop", "category", key=(number,), values={"name": same_text(p.name)})])

    async def solve(self, person: Person, p: CategoryName) -> None:
        await open_category(person, p.category)
        await person.fill("Category name", p.name)
        await save(person, "category")
        await person.stop()


@dataclass(frozen=True)
class CategoryOnly:
    category: str


async def hide_after_disabling(person: Person, p: CategoryOnly) -> None:
    """It was disabled instead by mistake."""
    await open_category(person, p.category)
    await person.uncheck("Enable category")
    await save(person, "category")
    await person.check("Enable category")
    await person.uncheck("Include in menu")
    await save(person, "category")
    await person.stop()


class HideCategory(Template[CategoryOnly]):
    """Leave a category out of the store's menu."""

    id = "arena.admin.hide-category"
    kind = Kind.DO
    goals = (
        "Take “{category}” out of the store's menu, but keep the category enabled.",
        "Our store menu is too long. Leave “{category}” out of it, but don't disable the category.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (hide_after_disabling,)

    def pool(self, world: World) -> Sequence[CategoryOnly]:
        return [CategoryOnly(row.name) for row in categories(world, "active AND in_menu")]

    def expect(self, world: World, p: CategoryOnly) -> Expectation:
        number = category_named(world, p.category).id
        return Expectation([Update("shop", "category", key=(number,), values={"in_menu": 0})])

    async def solve(self, person: Person, p: CategoryOnly) -> None:
        await open_category(person, p.category)
        await person.uncheck("Include in menu")
        await save(person, "category")
        await person.stop()


NEW_CATEGORIES = ("Local Makers", "Last Chance", "Gift Ideas", "Refurbished", "Staff Favorites", "Small Batches")


async def choose_the_parent(person: Person, p: CategoryName) -> None:
    """From the list of all categories, with the parent chosen in the form."""
    await go_to(person, "Catalog", "Categories")
    await person.click("Add root category", role="link")
    await person.fill("Category name", f" {p.name} ")
    parents = [name for name in person.names("option") if name.split(" / ")[-1] == p.category]
    await person.choose("Parent category", parents[0])
    await person.click("Add category", role="button")
    await person.stop()


async def add_again_in_the_right_place(person: Person, p: CategoryName) -> None:
    """It was made a department at first, deleted, and made anew."""
    await go_to(person, "Catalog", "Categories")
    await person.click("Add root category", role="link")
    await person.fill("Category name", p.name)
    await person.click("Add category", role="button")
    await person.click("Delete…", role="DisclosureTriangle")
    await person.click("Delete", role="button")
    await person.click(p.category, role="link")
    await person.click("Add subcategory", role="link")
    await person.fill("Category name", p.name)
    await person.click("Add category", role="button")
    await person.stop()


class AddSubcategory(Template[CategoryName]):
    """Add a category below another one."""

    id = "arena.admin.add-subcategory"
    kind = Kind.DO
    goals = (
        "Create a category called “{name}” directly under “{category}”, with the default settings.",
        "“{category}” needs a subcategory called “{name}”. Add it and leave everything else at the defaults.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (choose_the_parent, add_again_in_the_right_place)
    twin = "arena.admin.new-subcategory"

    def pool(self, world: World) -> Sequence[CategoryName]:
        return [
            CategoryName(row.name, rng_for(world, self.drawn_as, row).choice(NEW_CATEGORIES))
            for row in categories(world, "level < 3")
        ]

    def expect(self, world: World, p: CategoryName) -> Expectation:
        parent = category_named(world, p.category)
        values: dict[str, Value | Matcher] = {
            "parent_id": parent.id,
            "name": same_text(p.name),
            "url_path": f"{parent.url_path}/{slug(p.name)}",
            "level": parent.level + 1,
            "active": 1,
            "in_menu": 1,
            "description": "",
        }
        return Expectation([Insert("shop", "category", values=values, free={"id": NUMBERED, "position": NUMBERED})])

    async def solve(self, person: Person, p: CategoryName) -> None:
        await open_category(person, p.category)
        await person.click("Add subcategory", role="link")
        await person.fill("Category name", p.name)
        await person.click("Add category", role="button")
        if not person.sees("was added"):
            raise Lost(f"the category was not added: {person.text()[:300]}")
        await person.stop()


class AddSubcategoryTooDeep(Template[CategoryName]):
    """Add a category below one of the third level, which is the last."""

    id = "arena.admin.new-subcategory"
    kind = Kind.DO
    goals = AddSubcategory.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.add-subcategory"
    revision = 3

    def pool(self, world: World) -> Sequence[CategoryName]:
        return [
            CategoryName(row.name, rng_for(world, self.drawn_as, row).choice(NEW_CATEGORIES))
            for row in categories(world, "level = 3")
        ]

    def obstacle(self, world: World, p: CategoryName) -> Obstacle:
        return Obstacle(
            Reason.NOT_ALLOWED,
            (p.category, "subcategories"),
            said=(
                r"\b(?:third|deepest|lowest)\b",
                r"\blevels?\b",
                r"\bdeep|\bdepth\b|\bnest|\bbottom of\b",
                r"(?:\bnot|n't|\bcannot) (?:\w+ ){0,3}parent\b",
                NO_CONTROL,
            ),
        )

    async def solve(self, person: Person, p: CategoryName) -> None:
        await open_category(person, p.category)
        if person.has("Add subcategory", role="link") or not person.sees("Level 3"):
            raise Lost(f"{p.category!r} can have subcategories after all")
        await person.infeasible(f"“{p.category}” is on the third level of the tree, and there is no fourth.")


@dataclass(frozen=True)
class NewColor:
    color: str
    code: str


COLORS = {
    "Terracotta": "#c8643c",
    "Sage": "#9caf88",
    "Petrol": "#1f5f6b",
    "Plum": "#6b2d5c",
    "Ivory": "#fffff0",
    "Rust": "#a6431b",
    "Denim": "#3b5b8c",
    "Apricot": "#f5b58a",
    "Forest": "#234f32",
    "Lilac": "#c3a6d8",
    "Sand": "#d9c49a",
    "Slate": "#5b6770",
    "Raspberry": "#b3275a",
    "Ocher": "#c68e2c",
    "Pistachio": "#b7cf8c",
    "Aubergine": "#43203f",
    "Peach": "#ffcba4",
    "Moss": "#6a7a3a",
    "Ice Blue": "#cfe6ef",
    "Brick": "#9c3b2e",
    "Rose": "#e3a1b0",
    "Cobalt": "#1f48a8",
}


async def far_behind_the_others(person: Person, p: NewColor) -> None:
    """With a position behind all others, and the code in capitals."""
    await go_to(person, "Catalog", "Attributes")
    await person.click("Color", role="link")
    await person.fill("Color code of new option 1", p.code.upper())
    await person.fill("Position of new option 1", "1000")
    await person.fill("Label of new option 1", f"{p.color} ")
    await save(person, "attribute")
    await person.stop()


class AddColorValue(Template[NewColor]):
    """Add a color, with its code, to those that products may have."""

    id = "arena.admin.add-color-value"
    kind = Kind.DO
    goals = (
        "Add {color} (color code {code}) to the colors we can choose from in the catalog, at the end of the list.",
        "We need a new color in the catalog: {color}, color code {code}. Put it last in the list of colors.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (far_behind_the_others,)

    def pool(self, world: World) -> Sequence[NewColor]:
        known = options_of(world, "Color")
        return [NewColor(color, code) for color, code in COLORS.items() if color not in known]

    def expect(self, world: World, p: NewColor) -> Expectation:
        known = options_of(world, "Color").values()
        values: dict[str, Value | Matcher] = {
            "attribute_id": next(iter(known)).attribute_id,
            "label": same_text(p.color),
            "swatch": same_letters(p.code),
        }
        free = {"id": NUMBERED, "position": LAST}
        return Expectation([Insert("shop", "attribute_option", values, free)], conditions=comes_last(world, "Color"))

    async def solve(self, person: Person, p: NewColor) -> None:
        await go_to(person, "Catalog", "Attributes")
        await person.click("Color", role="link")
        await person.fill("Label of new option 1", p.color)
        await person.fill("Color code of new option 1", p.code)
        await save(person, "attribute")
        await person.stop()


@dataclass(frozen=True)
class OptionName:
    attribute: str
    value: str
    name: str


async def rename_another_first(person: Person, p: OptionName) -> None:
    """Another option was renamed by mistake, and gets its own name again."""
    await go_to(person, "Catalog", "Attributes")
    await person.click(p.attribute.capitalize(), role="link")
    fields = [name for name in person.names("textbox") if name.startswith("Label of ") and person.value(name)]
    other = next(name.removeprefix("Label of ") for name in fields if name != f"Label of {p.value}")
    await person.fill(f"Label of {other}", "A slip")
    await save(person, "attribute")
    await person.fill("Label of A slip", other)
    await person.fill(f"Label of {p.value}", p.name)
    await save(person, "attribute")
    await person.stop()


class RenameOption(Template[OptionName]):
    """Give a value of an attribute another label."""

    id = "arena.admin.rename-option"
    kind = Kind.DO
    goals = (
        "Rename the {attribute} option “{value}” to “{name}”.",
        "In our catalog, the {attribute} “{value}” should be labeled “{name}” instead. Please change it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (rename_another_first,)

    def pool(self, world: World) -> Sequence[OptionName]:
        found = []
        for axis in ("Color", *NEW_TASTES, "Material"):
            labels = options_of(world, axis)
            named = [(label, f"{'Classic' if axis == 'Color' else 'Natural'} {label}") for label in labels]
            found += [OptionName(axis.lower(), label, name) for label, name in named if name not in labels]
        return spread(found)

    def expect(self, world: World, p: OptionName) -> Expectation:
        number = options_of(world, p.attribute.capitalize())[p.value].id
        return Expectation([Update("shop", "attribute_option", key=(number,), values={"label": same_text(p.name)})])

    async def solve(self, person: Person, p: OptionName) -> None:
        await go_to(person, "Catalog", "Attributes")
        await person.click(p.attribute.capitalize(), role="link")
        await person.fill(f"Label of {p.value}", p.name)
        await save(person, "attribute")
        await person.stop()
