"""Tasks at the back office: cart price rules that are there, and new catalog price rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.state import Expectation, Insert, Matcher, Update, same_letters, same_text
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import go_to, next_id, table
from webcosm.suites.arena.admin._ways import look_up
from webcosm.suites.arena.admin.rules import CODES, OCCASIONS, taken_codes
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, Value, World


def cart_rule(world: World, name: str) -> Row:
    found = world.shop.row("SELECT * FROM cart_rule WHERE name = ?", name)
    if found is None:
        raise LookupError(f"there is no cart price rule {name!r} in universe {world.universe.seed}")
    return found


async def open_cart_rule(person: Person, name: str) -> None:
    """Three actions."""
    await go_to(person, "Marketing", "Cart price rules")
    await person.click(name, role="link")


@dataclass(frozen=True)
class KnownRule:
    told: str
    """What is said of it: its name, its coupon, or when it ended."""
    name: str


async def deactivate_another_first(person: Person, p: KnownRule) -> None:
    """Another rule was deactivated by mistake, and is active again."""
    await go_to(person, "Marketing", "Cart price rules")
    other = next(row["Rule"] for row in table(person) if row["Status"] == "Active" and row["Rule"] != p.name)
    await person.click(other, role="link")
    await person.uncheck("Active")
    await person.click("Save rule", role="button")
    await person.check("Active")
    await person.click("Save rule", role="button")
    await look_up(person, "Marketing", "Cart price rules", p.name)
    await person.click(p.name, role="link")
    await person.uncheck("Active")
    await person.click("Save rule", role="button")
    await person.stop()


class DeactivateRule(Template[KnownRule]):
    """Deactivate a cart price rule."""

    id = "arena.admin.deactivate-rule"
    kind = Kind.DO
    goals = (
        "Deactivate the cart price rule {told}, and change nothing else about it.",
        "The cart price rule {told} shouldn't be active anymore. Switch it off, but don't delete it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (deactivate_another_first,)

    def pool(self, world: World) -> Sequence[KnownRule]:
        """A shop has a dozen rules; each can be told in up to three ways."""
        rows = world.shop.rows("SELECT * FROM cart_rule WHERE active ORDER BY id")
        ends = [row.to_date for row in rows]
        found = [KnownRule(f"“{row.name}”", row.name) for row in rows]
        found += [KnownRule(f"with the coupon code {row.coupon}", row.name) for row in rows if row.coupon]
        found += [
            KnownRule(f"that ended on {said_day(row.to_date)}", row.name)
            for row in rows
            if row.to_date and row.to_date < world.lore.today.isoformat() and ends.count(row.to_date) == 1
        ]
        return found

    def expect(self, world: World, p: KnownRule) -> Expectation:
        return Expectation([Update("shop", "cart_rule", key=(cart_rule(world, p.name).id,), values={"active": 0})])

    async def solve(self, person: Person, p: KnownRule) -> None:
        await open_cart_rule(person, p.name)
        await person.uncheck("Active")
        await person.click("Save rule", role="button")
        await person.stop()


@dataclass(frozen=True)
class OtherCoupon:
    name: str
    coupon: str
    code: str


async def look_up_the_old_code(person: Person, p: OtherCoupon) -> None:
    """Found by its old code; the new one has a slip at first, and then small letters, which customers may type too."""
    await look_up(person, "Marketing", "Cart price rules", p.coupon)
    await person.click(p.name, role="link")
    for code in (f"{p.code}X", p.code.lower()):
        await person.fill("Coupon code", code)
        await person.click("Save rule", role="button")
    await person.stop()


class ChangeCoupon(Template[OtherCoupon]):
    """Give a cart price rule another coupon code."""

    id = "arena.admin.change-coupon"
    kind = Kind.DO
    goals = (
        "Change the coupon code of the cart price rule “{name}” from {coupon} to {code}.",
        "The code {coupon} has been shared too widely. Change the coupon code of the cart price rule “{name}” to"
        " {code}, and leave the rest of the rule alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (look_up_the_old_code,)

    def pool(self, world: World) -> Sequence[OtherCoupon]:
        rng = Rng(world.universe.seed, "other coupons")
        rows = world.shop.rows("SELECT name, coupon FROM cart_rule WHERE coupon IS NOT NULL ORDER BY id")
        taken = taken_codes(world)
        found = [
            OtherCoupon(row.name, row.coupon, f"{code}{rng.integer(31, 98)}") for row in rows for code in CODES[::3]
        ]
        return [p for p in found if p.code not in taken]

    def expect(self, world: World, p: OtherCoupon) -> Expectation:
        return Expectation(
            [Update("shop", "cart_rule", key=(cart_rule(world, p.name).id,), values={"coupon": same_letters(p.code)})]
        )

    async def solve(self, person: Person, p: OtherCoupon) -> None:
        await open_cart_rule(person, p.name)
        await person.fill("Coupon code", p.code)
        await person.click("Save rule", role="button")
        await person.stop()


@dataclass(frozen=True)
class BrandRule:
    name: str
    website: str
    group: str
    percent: int
    brand: str


async def condition_first(person: Person, p: BrandRule) -> None:
    """A wrong condition is added and removed, and the amount has cents."""
    await go_to(person, "Marketing", "Catalog price rules")
    await person.click("Add rule", role="link")
    await person.choose("Add a condition on", "SKU")
    await person.click("Add condition", role="button")
    await person.click("Remove", role="button")
    await person.choose("Add a condition on", "Brand")
    await person.click("Add condition", role="button")
    await person.choose("Brand: value", p.brand)
    await person.fill("Discount amount", f"{p.percent}.00")
    await person.check(p.group)
    await person.check(p.website)
    await person.fill("Rule name", f"{p.name} ")
    await person.click("Save rule", role="button")
    await person.stop()


class CreateCatalogRule(Template[BrandRule]):
    """Create a catalog price rule for the products of a brand."""

    id = "arena.admin.create-catalog-rule"
    kind = Kind.DO
    goals = (
        "Create an active catalog price rule called “{name}” that takes {percent}% off everything by {brand}, only"
        " for the website “{website}” and the customer group “{group}”. Leave everything else at the defaults.",
        "Take {percent} percent off all {brand} products with a new catalog price rule named “{name}”: active right"
        " away, website “{website}” only, customer group “{group}” only, otherwise default settings.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=12)
    revision = 2
    ways = (condition_first,)

    def pool(self, world: World) -> Sequence[BrandRule]:
        rng = Rng(world.universe.seed, "catalog rules")
        names = set(world.shop.values("SELECT name FROM catalog_rule"))
        websites = world.shop.values("SELECT name FROM website ORDER BY id")
        groups = world.shop.values("SELECT name FROM customer_group ORDER BY id")
        brands = world.shop.values("SELECT DISTINCT brand FROM product WHERE brand <> '' ORDER BY brand")
        found = [
            BrandRule(
                f"{rng.choice(OCCASIONS)}: {brand}",
                rng.choice(websites),
                rng.choice(groups),
                rng.choice((4, 6, 7, 8, 12, 18)),
                brand,
            )
            for brand in rng.sample(brands, min(40, len(brands)))
        ]
        return [p for p in found if p.name not in names]

    def expect(self, world: World, p: BrandRule) -> Expectation:
        number = next_id(world, "catalog_rule")
        website = world.shop.value("SELECT id FROM website WHERE name = ?", p.website)
        group = world.shop.value("SELECT id FROM customer_group WHERE name = ?", p.group)
        values: dict[str, Value | Matcher] = {
            "id": number,
            "name": same_text(p.name),
            "description": "",
            "active": 1,
            "from_date": None,
            "to_date": None,
            "action": "by_percent",
            "amount": p.percent * 100,
            "stop_further": 0,
            "priority": 0,
        }
        condition: dict[str, Value | Matcher] = {
            "id": next_id(world, "catalog_rule_condition"),
            "rule_id": number,
            "subject": "brand",
            "operator": "is",
            "value": p.brand,
        }
        return Expectation(
            [
                Insert("shop", "catalog_rule", values=values),
                Insert("shop", "catalog_rule_website", values={"rule_id": number, "website_id": website}),
                Insert("shop", "catalog_rule_group", values={"rule_id": number, "group_id": group}),
                Insert("shop", "catalog_rule_condition", values=condition),
            ]
        )

    async def solve(self, person: Person, p: BrandRule) -> None:
        await go_to(person, "Marketing", "Catalog price rules")
        await person.click("Add rule", role="link")
        await person.fill("Rule name", p.name)
        await person.check(p.website)
        await person.check(p.group)
        await person.fill("Discount amount", str(p.percent))
        await person.choose("Add a condition on", "Brand")
        await person.click("Add condition", role="button")
        await person.choose("Brand: value", p.brand)
        await person.click("Save rule", role="button")
        await person.stop()
