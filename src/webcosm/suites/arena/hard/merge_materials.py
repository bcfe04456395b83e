"""Materials that are in the list twice, spelled differently, beside others that only look like each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Delete, Expectation, Update
from webcosm.lore import Rng
from webcosm.suites.arena.admin._goods import save_product, touched
from webcosm.suites.arena.hard._shop import OFFICE
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill
from webcosm.worlds import Row, World

DRAWS = 24
SPELLINGS = {
    "Stainless Steel": "Stainless-Steel",
    "Cast Iron": "Cast-Iron",
    "Bone China": "Bone-China",
    "Aluminum": "Aluminium",
    "Enameled Cast Iron": "Enamelled Cast Iron",
    "Rubberwood": "Rubber Wood",
    "Engineered Wood": "Engineered-Wood",
    "Stoneware": "Stone Ware",
    "Earthenware": "Earthen Ware",
    "Ceramic": "Ceramics",
    "Carbon Steel": "Carbon-Steel",
    "Double-Walled Steel": "Double Walled Steel",
    "Porcelain": "Porcelin",
    "Glass": "Glas",
    "Steel": "Steele",
    "Silicone": "Silicone.",
    "Oak": "Oak.",
    "Pine": "Pine.",
}
"""What may be in a shop's list, and how somebody else would have written it."""
SLIPS = ("Porcelain", "Glass", "Steel", "Silicone", "Oak", "Pine")
"""Whose other spelling is a slip, which no shop would have on most of its products."""
LOOK_ALIKES = ("Cast Aluminum", "Oak Laminate", "Bamboo Fiber", "Pine Veneer", "Stainless Mesh", "Bone Resin")
_LISTED = "SELECT 1 FROM attribute_option WHERE attribute_id = ? AND label = ?"


@dataclass(frozen=True)
class Merge:
    pairs: str
    """As :attr:`Pair.text` has them, with a semicolon between."""
    draw: int


@dataclass(frozen=True)
class Page:
    """A product whose page says its material: itself, or all of its variants."""

    number: int
    shown: bool
    """Whether customers find it in the store."""


@dataclass(frozen=True)
class Pair:
    label: str
    keeps_other: bool
    """Whether the other spelling, which prepare() adds to the list, is the more common one."""
    given: tuple[int, ...]
    """Products to which prepare() gives the other spelling."""
    moved: tuple[int, ...]
    """Products that have the spelling that goes."""

    @property
    def text(self) -> str:
        pages = (",".join(map(str, numbers)) for numbers in (self.given, self.moved))
        return "|".join([self.label, "other" if self.keeps_other else "first", *pages])

    @classmethod
    def read(cls, text: str) -> Pair:
        label, kept, *pages = text.split("|")
        given, moved = (tuple(int(number) for number in one.split(",")) for one in pages)
        return cls(label, kept == "other", given, moved)

    @property
    def other(self) -> str:
        return SPELLINGS[self.label]

    @property
    def kept(self) -> str:
        return self.other if self.keeps_other else self.label

    @property
    def gone(self) -> str:
        return self.label if self.keeps_other else self.other


def _attribute(world: World) -> int:
    return int(world.shop.value("SELECT id FROM attribute WHERE code = 'material'"))


def _option(world: World, label: str) -> Row:
    sql = "SELECT * FROM attribute_option WHERE attribute_id = ? AND label = ?"
    row = world.shop.row(sql, _attribute(world), label)
    if row is None:
        raise Lost(f"there is no material {label!r}")
    return row


def _pages(world: World, label: str) -> list[Page]:
    """Products of a material; none at all if one of them does not offer it on its page, as variants differ in it."""
    rows = world.shop.rows(
        "SELECT owner.id, count(*) AS holders, max(1, (SELECT count(*) FROM product AS item WHERE item.parent_id ="
        " owner.id)) AS wanted, owner.enabled AND owner.visibility IN ('both', 'catalog') AND (owner.type = 'simple' OR"
        " EXISTS (SELECT 1 FROM product AS item WHERE item.parent_id = owner.id AND item.enabled)) AS shown"
        " FROM product_option AS held JOIN product ON product.id = held.product_id"
        " JOIN product AS owner ON owner.id = coalesce(product.parent_id, product.id)"
        " WHERE held.option_id = ? GROUP BY owner.id ORDER BY owner.id",
        _option(world, label).id,
    )
    if any(row.holders != row.wanted for row in rows):
        return []
    return [Page(row.id, bool(row.shown)) for row in rows]


def _holders(world: World, page: int) -> list[Row]:
    """Whose material a page says: all variants', or the product's own."""
    sql = "SELECT * FROM product WHERE parent_id = ? ORDER BY id"
    return world.shop.rows(sql, page) or world.shop.rows("SELECT * FROM product WHERE id = ?", page)


def _give(world: World, page: int, option: int) -> None:
    for row in _holders(world, page):
        sql = "UPDATE product_option SET option_id = ? WHERE product_id = ? AND attribute_id = ?"
        world.shop.run(sql, option, row.id, _attribute(world))


class MergeMaterials(Levelled[Merge]):
    """Merge materials that are in the list twice, and leave those alone that only look alike."""

    family = "arena.hard.merge-materials"
    kind = Kind.DO
    revision = 3
    goals = (
        "Some materials in our catalog are in the list twice with different spellings. Merge each pair: keep the"
        " spelling that more products have, switch the other products over to it, and take the spare one off the list.",
        "Our list of materials has duplicates that are just spelled differently. Please move the products that have the"
        " less common spelling over to the more common one, and delete the spelling nobody needs anymore.",
    )
    sites = ("admin", "shop")
    skills = (Skill.LOOK_ALIKES, Skill.COVERAGE)
    levels = (
        Dials(rows=2, faults=1),
        Dials(rows=6, faults=2, look_alikes=2),
        Dials(rows=9, faults=3, look_alikes=4),
        Dials(rows=12, faults=4, look_alikes=6),
    )
    actions = (10, 23, 33, 44)

    # The case ---------------------------------------------------------------------------------------------------------

    def pool(self, world: World) -> Sequence[Merge]:
        listed = world.shop.values("SELECT label FROM attribute_option WHERE attribute_id = ?", _attribute(world))
        moves = self.dials.rows // self.dials.faults
        pages = {label: _pages(world, label) for label in SPELLINGS if label in listed}
        fitting = [label for label, all_ in pages.items() if sum(one.shown for one in all_) > 2 * moves]
        drawn: dict[str, int] = {}
        for draw in range(2 * DRAWS if len(fitting) >= self.dials.faults else 0):
            rng = Rng(world.universe.seed, self.id, draw)
            chosen = rng.sample(fitting, self.dials.faults)
            pairs = [self._pair(world, rng, label, pages[label], moves).text for label in chosen]
            drawn.setdefault(";".join(pairs), draw)
        return [Merge(pairs, draw) for pairs, draw in list(drawn.items())[:DRAWS]]

    def _pair(self, world: World, rng: Rng, label: str, pages: Sequence[Page], moves: int) -> Pair:
        """Most pieces have one spelling as well as most products: whichever one counts, the same one is kept."""
        shown = [one.number for one in pages if one.shown]
        few = sorted(shown, key=lambda page: (len(_holders(world, page)), page))[: max(moves + 1, len(shown) // 2)]
        moved = rng.sample(few, moves)
        if label in SLIPS or rng.chance(0.5):
            return Pair(label, False, tuple(moved), tuple(moved))
        return Pair(label, True, tuple(one.number for one in pages if one.number not in moved), tuple(moved))

    def case(self, p: Merge) -> list[Pair]:
        return [Pair.read(text) for text in p.pairs.split(";")]

    def prepare(self, world: World, p: Merge) -> None:
        rng = Rng(world.universe.seed, self.id, "list", p.draw)
        attribute, pairs = _attribute(world), self.case(p)
        alike = rng.sample(LOOK_ALIKES, self.dials.look_alikes)
        sql = "SELECT label FROM attribute_option WHERE attribute_id = ? ORDER BY position, id"
        listed = list(world.shop.values(sql, attribute))
        for label in rng.shuffled([*(one.other for one in pairs), *alike]):
            world.shop.insert("attribute_option", attribute_id=attribute, label=label, swatch="", position=0)
            listed.insert(rng.integer(0, len(listed)), label)  # at the end they would all be in one place
        for place, label in enumerate(listed, 1):
            sql = "UPDATE attribute_option SET position = ? WHERE attribute_id = ? AND label = ?"
            world.shop.run(sql, place, attribute, label)
        for one in pairs:
            for page in one.given:
                _give(world, page, _option(world, one.other).id)
        taken = [one.label for one in pairs]
        spare = [label for label in SPELLINGS if label not in taken and world.shop.value(_LISTED, attribute, label)]
        free = [one.number for label in spare for one in _pages(world, label) if one.shown]
        for label, page in zip(alike, rng.sample(free, len(alike)), strict=True):
            _give(world, page, _option(world, label).id)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Merge) -> Expectation:
        attribute = _attribute(world)
        parts, left = [], []
        for one in self.case(p):
            kept, gone = _option(world, one.kept), _option(world, one.gone)
            for page in one.moved:
                name = world.shop.value("SELECT name || ' (' || sku || ')' FROM product WHERE id = ?", page)
                rules = []
                for row in _holders(world, page):
                    key = (row.id, attribute)
                    rules += [Update("shop", "product_option", {"option_id": kept.id}, key=key), touched(row)]
                parts.append(Part(f"{name}: {one.kept}", tuple(rules)))
            parts.append(Part(f"“{one.gone}” is off the list", (Delete("shop", "attribute_option", key=(gone.id,)),)))
            left.append(Untouched(f"“{one.kept}”", "shop", "attribute_option", key=(kept.id,)))
        return over_rows(parts, left)

    def plan(self, world: World, p: Merge) -> str:
        return (
            "Read the options of the attribute Material in the back office, with how many products have each; pairs"
            " mean the same and differ in spelling alone. Find the products with the rarer spelling in the store, where"
            " lists can be narrowed by material, and change them in the back office. Then remove that option."
        )

    def facts(self, world: World, p: Merge) -> str:
        lines = []
        for one in self.case(p):
            numbers = ", ".join(map(str, one.moved))
            skus = world.shop.values(f"SELECT sku FROM product WHERE id IN ({numbers}) ORDER BY id")
            lines.append(f"“{one.gone}” becomes “{one.kept}” ({', '.join(skus)})")
        return "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Merge) -> None:
        await self._merge(person, p, self.case(p))

    async def one_after_the_other(self, person: Person, p: Merge) -> None:
        """Each pair is finished before the next one, the last first."""
        for one in reversed(self.case(p)):
            await self._move(person, [one])
            await self._remove(person, [one])
        await person.stop()

    async def first_rule(self, person: Person, p: Merge) -> None:
        """Keeps the spelling that is right in the dictionary, or the first; where that is right, one is left out. The
        other way round most products would have to be moved: as many are as there is time for."""
        pairs = self.case(p)
        turned = [Pair(one.label, False, one.given, one.given[: len(one.moved)]) for one in pairs]
        if turned == pairs:
            turned = [Pair(one.label, False, one.given, one.given[:-1]) for one in pairs]
        await self._move(person, turned)
        await person.stop()

    async def half_done(self, person: Person, p: Merge) -> None:
        """Moves the products, and leaves one spelling in the list."""
        pairs = self.case(p)
        await self._move(person, pairs)
        if pairs[:-1]:
            await self._remove(person, pairs[:-1])
        await person.stop()

    ways = (one_after_the_other,)
    shortcuts = (first_rule, half_done)

    async def _merge(self, person: Person, p: Merge, pairs: Sequence[Pair]) -> None:
        await self._move(person, pairs)
        await self._remove(person, pairs)
        await person.stop()

    async def _move(self, person: Person, pairs: Sequence[Pair]) -> None:
        for one in pairs:
            for page in one.moved:
                await person.goto(f"{OFFICE}/catalog/products/{page}")
                await person.choose("Material", one.kept)
                await save_product(person)

    async def _remove(self, person: Person, pairs: Sequence[Pair]) -> None:
        await person.goto(f"{OFFICE}/catalog/attributes/{_attribute(person.world)}")
        for one in pairs:
            await person.check(f"Remove {one.gone}")
        await person.click("Save", role="button")
        if not person.sees("You saved the attribute"):
            raise Lost(f"the attribute was not saved: {person.text()[:400]}")
