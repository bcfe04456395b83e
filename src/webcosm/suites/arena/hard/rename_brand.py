"""A brand changes its name. Discounts go by the brand of a product: renaming it ends some of them and begins others,
and no page says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from urllib.parse import quote_plus

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Allow, Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._goods import edited, save_product
from webcosm.suites.arena.hard._shop import OFFICE
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill
from webcosm.worlds import Change, Row, Value, World

DRAWS = 24
SUFFIXES = ("Kids", "Home", "Studio", "Outlet", "Basics", "Travel")
NEW_NAMES = ("Works", "Collective", "Goods", "Makers", "Supply House", "Trading Co.")
NAMES = (
    "Early Summer Offer",
    "Weekend Special",
    "Thank You Discount",
    "Favorites Week",
    "Members' Choice",
    "Warehouse Days",
    "Spring Encore",
    "Anniversary Deal",
    "Hand-Picked Savings",
)
PATHS = {"cart_rule": "cart-rules", "catalog_rule": "catalog-rules"}


@dataclass(frozen=True)
class Rename:
    old: str
    new: str
    products: str
    """The ids of all products of the brand, before some of them are given to a look-alike."""
    draw: int


@dataclass(frozen=True)
class Discount:
    """A price rule that asks for the brand. It is drawn, so its id is known only once it is in the world."""

    table: str
    name: str
    columns: Mapping[str, Value]
    conditions: tuple[tuple[str, str, str], ...]

    def __hash__(self) -> int:
        return sum(map(ord, self.name))


@dataclass(frozen=True)
class Case:
    products: tuple[Row, ...]
    """Those that are renamed; their variants follow."""
    others: tuple[Row, ...]
    """Those of a brand whose name begins with the same words."""
    other_brand: str
    discounts: tuple[Discount, ...]
    ended: Discount


def _products(world: World, brand: str) -> list[Row]:
    sql = "SELECT * FROM product WHERE type <> 'variant' AND brand = ? ORDER BY id"
    return world.shop.rows(sql, brand)


def _discounts(rng: Rng, brand: str, category: int, count: int, today: str, later: str) -> list[Discount]:
    """In the order in which levels take them up."""
    names = iter(rng.shuffled(NAMES))
    percent = [100 * rng.integer(5, 20) for _ in range(4)]
    common: dict[str, Value] = {"active": 1, "priority": 5}
    mine, others = ("brand", "is", brand), ("brand", "is not", brand)
    placed = ("category", "is", str(category))
    free = {**common, "action": "by_percent", "amount": 0, "free_shipping": 1, "coupon": None}
    coupon = f"SAVE{rng.integer(100, 999)}"
    found = [
        ("cart_rule", {**common, "action": "by_percent", "amount": percent[0], "coupon": coupon}, (mine,)),
        ("catalog_rule", {**common, "action": "by_percent", "amount": percent[1]}, (placed, others)),
        ("cart_rule", free, (mine, ("subtotal", "at least", str(1000 * rng.integer(4, 9))))),
        ("catalog_rule", {**common, "action": "by_fixed", "amount": 100, "from_date": later}, (mine,)),
        ("cart_rule", {**common, "action": "by_percent", "amount": percent[2], "from_date": today}, (others,)),
        ("catalog_rule", {**common, "action": "by_percent", "amount": percent[3], "to_date": later}, (placed, mine)),
    ]
    return [Discount(table, next(names), columns, asks) for table, columns, asks in found[:count]]


class RenameBrand(Levelled[Rename]):
    """Rename a brand so that its products keep the discounts that they have, and get no others."""

    family = "arena.hard.rename-brand"
    kind = Kind.DO
    revision = 3
    goals = (
        "The brand {old} is called {new} now. Change the Brand field of all of its products, and make sure customers"
        " keep getting exactly the discounts on them that they'd get today, including the promotions we've already"
        " planned. You don't need to change anything else about the products, like their names or specifications.",
        "{old} has rebranded as {new}. Update the Brand field of all {old} products; names and specifications don't"
        " need to change. Current and upcoming promotions have to work for every product just as they did before.",
    )
    sites = ("admin",)
    skills = (Skill.EFFECTS, Skill.COVERAGE, Skill.LOOK_ALIKES)
    levels = (
        Dials(rows=4, rules=1),
        Dials(rows=8, rules=2, look_alikes=1),
        Dials(rows=12, rules=4, look_alikes=2),
        Dials(rows=16, rules=6, look_alikes=3),
    )
    actions = (15, 25, 37, 50)

    # The case ---------------------------------------------------------------------------------------------------------

    def brands(self, world: World) -> list[str]:
        """Brands with as many products as the level has rows, or up to a third fewer, that no rule asks for."""
        return world.shop.values(
            "SELECT brand FROM product WHERE type <> 'variant' AND brand <> ''"
            " AND brand NOT IN (SELECT value FROM cart_rule_condition UNION SELECT value FROM catalog_rule_condition)"
            " GROUP BY brand HAVING count(*) BETWEEN ? AND ? ORDER BY brand",
            self.dials.rows - self.dials.rows // 3,
            self.dials.rows,
        )

    def _drawn(self, world: World, place: int, brands: Sequence[str]) -> Rename:
        rng = Rng(world.universe.seed, self.id, place)
        old = brands[place % len(brands)]
        taken = world.shop.values("SELECT DISTINCT brand FROM product")
        words = [f"{old.split()[0]} {word}" for word in rng.shuffled(NEW_NAMES)]
        products = ",".join(str(row.id) for row in _products(world, old))
        return Rename(old, next(one for one in words if one not in taken), products, place)

    def pool(self, world: World) -> Sequence[Rename]:
        brands = self.brands(world)
        return [self._drawn(world, place, brands) for place in range(DRAWS)] if brands else []

    def case(self, world: World, p: Rename) -> Case:
        """The same whenever it is asked: it does not go by the brands that products have by then."""
        rng = Rng(world.universe.seed, self.id, "case", p.draw)
        other_brand = f"{p.old} {rng.choice(SUFFIXES)}"
        products = world.shop.rows(f"SELECT * FROM product WHERE id IN ({p.products}) ORDER BY id")
        others = rng.sample(products, self.dials.look_alikes)
        apart = [row.id for row in others]
        kept = [row for row in products if row.id not in apart]
        category = world.shop.value(
            "SELECT category_id FROM product_category WHERE product_id = ? ORDER BY 1", rng.choice(kept).id
        )
        day = world.lore.today
        soon, past = [(day + timedelta(days=days)).isoformat() for days in (17, -60)]
        discounts = _discounts(rng, p.old, category, self.dials.rules, day.isoformat(), soon)
        asks = (("brand", "is", p.old),)
        columns: dict[str, Value] = {
            "active": 0,
            "priority": 5,
            "action": "by_percent",
            "amount": 1000,
            "to_date": past,
        }
        ended = Discount("catalog_rule", "Last Winter's Clearance", columns, asks)
        return Case(tuple(kept), tuple(others), other_brand, tuple(rng.shuffled(discounts)), ended)

    def prepare(self, world: World, p: Rename) -> None:
        case, db = self.case(world, p), world.shop
        for row in case.others:
            db.run("UPDATE product SET brand = ? WHERE id = ? OR parent_id = ?", case.other_brand, row.id, row.id)
            specified = "UPDATE product_spec SET value = ? WHERE product_id = ? AND label = 'Brand'"
            db.run(specified, case.other_brand, row.id)
        groups, websites = db.values("SELECT id FROM customer_group"), db.values("SELECT id FROM website")
        for one in (case.ended, *case.discounts):
            number = db.insert(one.table, name=one.name, **one.columns)
            for part, ids in (("group", groups), ("website", websites)):
                for each in ids:
                    db.insert(f"{one.table}_{part}", **{"rule_id": number, f"{part}_id": each})
            for subject, operator, value in one.conditions:
                db.insert(f"{one.table}_condition", rule_id=number, subject=subject, operator=operator, value=value)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Rename) -> Expectation:
        case = self.case(world, p)
        parts = []
        for product in case.products:
            sql = "SELECT * FROM product WHERE (id = ? OR parent_id = ?) AND brand = ? ORDER BY id"
            rows = world.shop.rows(sql, product.id, product.id, p.old)
            parts.append(Part(f"brand of {product.name}", tuple(edited(row, brand=p.new) for row in rows)))
        left = [Untouched(row.name, "shop", "product", key=(row.id,)) for row in case.others]
        conditions: dict[str, Callable[[Sequence[Change]], bool]] = {}
        renamed = partial(_specifies, products=[row.id for row in case.products], brand=p.new)
        allowed = [Allow("the specifications of a renamed product may say its brand, too", renamed)]
        for one in (*case.discounts, case.ended):
            number = _number(world, one)
            stored = world.shop.rows(f"SELECT * FROM {one.table}_condition WHERE rule_id = ?", number)
            wanted = sorted(
                (subject, how, p.new if value == p.old else value) for subject, how, value in one.conditions
            )
            # Whoever excludes the old name, which no product has any more, and the new one excludes the same.
            both = sorted([*wanted, ("brand", "is not", p.old)]) if ("brand", "is not", p.new) in wanted else wanted
            accepted = [wanted, both, *([sorted(one.conditions)] if one is case.ended else [])]
            conditions[f"“{one.name}” asks for the right brand"] = partial(
                _asks, table=f"{one.table}_condition", rule=number, stored=tuple(stored), accepted=accepted
            )
            fits = partial(_belongs, table=f"{one.table}_condition", rule=number)
            allowed.append(Allow("conditions of the rule, which are checked all together", fits))
        return over_rows(parts, left, allowed=allowed, conditions=conditions)

    def plan(self, world: World, p: Rename) -> str:
        return (
            "Change the brand of each product whose brand is exactly the old name. Then open every cart price rule and"
            " catalog price rule, also those that begin later, and see whether a condition names the old brand, to"
            " include or to exclude it; choose the new one there."
        )

    def facts(self, world: World, p: Rename) -> str:
        case = self.case(world, p)
        products = "; ".join(row.sku for row in case.products)
        rules = "; ".join(f"“{one.name}”" for one in case.discounts)
        return f"These products have the brand: {products}. These price rules name it: {rules}."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Rename) -> None:
        case = self.case(person.world, p)
        await self._rename(person, p, case.products)
        await self._change_rules(person, p, case.discounts)
        await person.stop()

    async def in_the_list(self, person: Person, p: Rename) -> None:
        """All at once in the list of products, the rules last first, and that of last winter, too."""
        case = self.case(person.world, p)
        await self._mass_rename(person, p, case.other_brand if case.others else "")
        await self._change_rules(person, p, [*reversed(case.discounts), case.ended])
        await person.stop()

    async def condition_made_anew(self, person: Person, p: Rename) -> None:
        """The condition is removed and another one added."""
        case = self.case(person.world, p)
        await self._rename(person, p, case.products)
        first, *others = case.discounts
        await person.goto(_address(person.world, first))
        operator = next(how for subject, how, _ in first.conditions if subject == "brand")
        await person.click("Remove the condition Brand", role="button")
        await person.choose("Add a condition on", "Brand")
        await person.click("Add condition", role="button")
        await person.choose("Brand: comparison", operator)
        await person.choose("Brand: value", p.new)
        await _save_rule(person)
        await self._change_rules(person, p, others)
        await person.stop()

    async def in_specifications_too(self, person: Person, p: Rename) -> None:
        """The first product's specifications say the new name as well."""
        case = self.case(person.world, p)
        first, *others = case.products
        specs = person.world.shop.values(
            "SELECT label FROM product_spec WHERE product_id = ? ORDER BY position", first.id
        )
        await person.goto(f"{OFFICE}/catalog/products/{first.id}")
        await person.fill("Brand", p.new)
        await person.fill(f"Value of specification {specs.index('Brand') + 1}", p.new)
        await save_product(person)
        await self._rename(person, p, others)
        await self._change_rules(person, p, case.discounts)
        await person.stop()

    async def products_only(self, person: Person, p: Rename) -> None:
        """Believes the message that all products were changed."""
        await self._rename(person, p, self.case(person.world, p).products)
        await person.stop()

    async def half_done(self, person: Person, p: Rename) -> None:
        case = self.case(person.world, p)
        await self._rename(person, p, case.products[:-1])
        await self._change_rules(person, p, case.discounts)
        await person.stop()

    async def first_rule(self, person: Person, p: Rename) -> None:
        """Renames whatever the list finds under the name, and mends the rules; or just the first of them."""
        case = self.case(person.world, p)
        await self._mass_rename(person, p, "")
        await self._change_rules(person, p, case.discounts if case.others else case.discounts[:-1])
        await person.stop()

    ways = (in_the_list, condition_made_anew, in_specifications_too)
    shortcuts = (products_only, half_done, first_rule)

    async def _rename(self, person: Person, p: Rename, products: Sequence[Row]) -> None:
        for row in products:
            await person.goto(f"{OFFICE}/catalog/products/{row.id}")
            await person.fill("Brand", p.new)
            await save_product(person)

    async def _mass_rename(self, person: Person, p: Rename, spared: str) -> None:
        """By the list, narrowed to the brand; products of a brand that is spared are not ticked."""
        await person.goto(f"{OFFICE}/catalog/products?f.brand={quote_plus(p.old)}&size=200")
        rows = person.world.shop.rows("SELECT id, brand FROM product WHERE brand LIKE ?", f"{p.old}%")
        for row in rows:
            if row.brand != spared and person.has(f"Select {row.id}", role="checkbox"):
                await person.check(f"Select {row.id}")
        await person.click("Actions", role="DisclosureTriangle")
        await person.click("Change attributes", role="button")
        await person.fill("Brand", p.new)
        await person.click("Change ", role="button")

    async def _change_rules(self, person: Person, p: Rename, discounts: Sequence[Discount]) -> None:
        for one in discounts:
            await person.goto(_address(person.world, one))
            await person.choose("Brand: value", p.new)
            await _save_rule(person)


async def _save_rule(person: Person) -> None:
    await person.click("Save rule", role="button")
    if not person.sees("You saved the rule"):
        raise Lost(f"the rule was not saved: {person.text()[:400]}")


def _number(world: World, discount: Discount) -> int:
    number = world.shop.value(f"SELECT max(id) FROM {discount.table} WHERE name = ?", discount.name)
    if number is None:
        raise Lost(f"there is no price rule “{discount.name}”")
    return int(number)


def _address(world: World, discount: Discount) -> str:
    return f"{OFFICE}/marketing/{PATHS[discount.table]}/{_number(world, discount)}"


def _belongs(change: Change, table: str, rule: int) -> bool:
    rows = [row for row in (change.old, change.new) if row]
    return change.table == table and all(row["rule_id"] == rule for row in rows)


def _specifies(change: Change, products: Sequence[int], brand: str) -> bool:
    """Whether a line of the specifications that said the old brand says the new one, and nothing else."""
    if (change.site, change.table) != ("shop", "product_spec") or not change.old or not change.new:
        return False
    said = {**change.old, "value": brand}
    return change.key[0] in products and change.old["label"] == "Brand" and dict(change.new) == said


def _asks(
    changes: Sequence[Change],
    table: str,
    rule: int,
    stored: Sequence[Row],
    accepted: Sequence[Sequence[tuple[str, str, str]]],
) -> bool:
    """Whether the rule's conditions are in the end what is accepted."""
    rows: dict[Value, Mapping[str, Value]] = {row.id: row for row in stored}
    for change in changes:
        if change.site == "shop" and _belongs(change, table, rule):
            rows.pop(change.key[0], None)
            if change.new:
                rows[change.key[0]] = change.new
    asked = sorted((str(row["subject"]), str(row["operator"]), str(row["value"])) for row in rows.values())
    return asked in accepted
