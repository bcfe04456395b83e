"""Coupons and what is written about them: which there may be for a cart, and how they are put into the shop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from webcosm.lore import Rng
from webcosm.sites.shop.rules.sums import Condition, Line, Rule
from webcosm.tasks import Dials
from webcosm.tasks.money import price_text
from webcosm.worlds import Value, World

__all__ = [
    "AUTOMATIC",
    "RETAILERS",
    "Offer",
    "automatic_rule",
    "categories_of",
    "drawn_offers",
    "known_categories",
    "write_rule",
]

CODES = (
    "MAPLE", "LANTERN", "HARBOR", "CLOVER", "PEPPER", "SPARROW", "COBALT", "WILLOW", "GINGER", "TANGO", "ORCHARD",
    "PEBBLE", "THIMBLE", "ACORN", "SATCHEL", "VELVET", "RIPPLE",
)  # fmt: skip
FIRST_RULE = 9_000
AUTOMATIC = FIRST_RULE - 1
"""Of the rule that needs no code."""
Refusal = Literal["", "expired", "retailers only"]
RETAILERS = "Retailer"
PRIORITY = 10
EXCLUSIVE = 1
"""Rules of this priority come before those that need no code, which come before all others."""


@dataclass(frozen=True)
class Offer:
    """A coupon with what is written about it."""

    rule: Rule
    says: str
    place: int
    """Where it is written: 0 in the note, 1 on the store's page, 2 with an order."""
    refused: Refusal = ""
    """Why it is not taken from this customer."""

    @property
    def code(self) -> str:
        return self.rule.coupon or ""

    def face(self, lines: Sequence[Line], shipping: int) -> int:
        """What it seems to be worth to whoever overlooks its conditions."""
        subtotal = sum(line.qty * line.price for line in lines)
        if self.rule.free_shipping:
            return shipping
        match self.rule.action:
            case "by_percent":
                return subtotal * self.rule.amount // 10_000
            case "by_fixed":
                return self.rule.amount * max(line.qty for line in lines)
            case "cart_fixed":
                return self.rule.amount
            case _:
                return max(line.price for line in lines)


def drawn_offers(
    rng: Rng, lines: Sequence[Line], regions: Sequence[str], categories: Mapping[int, str], dials: Dials
) -> Iterator[Offer]:
    """As many as there are rules; the first kinds are taken up by every level."""
    subtotal = sum(line.qty * line.price for line in lines)
    codes = iter(f"{word}{rng.integer(3, 40)}" for word in rng.shuffled(CODES))
    brand = rng.choice(lines)
    many = max(lines, key=lambda line: line.qty)
    dearest = max(lines, key=lambda line: line.qty * line.price)
    part = rng.choice(categories_of(lines, categories))

    def rule(
        action: str, amount: int, *conditions: Condition, step: int = 0, free: bool = False, alone: bool = False
    ) -> Rule:
        code = next(codes)
        priority = EXCLUSIVE if alone else PRIORITY
        return Rule(
            0, f"Coupon {code}", code, action, amount, step, free, alone, priority=priority, conditions=conditions
        )

    def from_(cents: int) -> Condition:
        return Condition("subtotal", "at least", str(cents))

    percent = rng.integer(6, 9)
    fixed = 25 * rng.integer(subtotal * 6 // 2500, subtotal * 11 // 2500)
    floor = subtotal // 1000 * 1000
    pieces = sum(line.qty for line in lines)
    steep = rng.integer(20, 30)
    each = 25 * rng.integer(3, 8)
    above = subtotal + rng.integer(100, 450)
    above -= above % 50
    higher = 25 * (above * rng.integer(14, 18) // 2500)
    away = 25 * rng.integer(subtotal * 9 // 2500, subtotal * 13 // 2500)
    share = rng.integer(14, 18)
    kind, rest, single, shops = rng.integer(26, 35), rng.integer(13, 17), rng.integer(11, 14), rng.integer(20, 25)
    light = max(1, sum(line.qty * line.weight for line in lines) // 2_000)
    lightly = 25 * rng.integer(subtotal * 20 // 2500, subtotal * 25 // 2500)
    known: list[tuple[Rule, str, Refusal]] = [
        (rule("by_percent", 100 * percent), f"{percent}% off everything", ""),
        (rule("cart_fixed", fixed, from_(floor)), f"{price_text(fixed)} off from {price_text(floor)}", ""),
        (rule("by_percent", 0, from_(1500), free=True), "free shipping from $15.00, whatever the carrier", ""),
        (rule("by_percent", 100 * steep, Condition("brand", "is", brand.brand)), f"{steep}% off {brand.brand}", ""),
        (rule("by_fixed", each, Condition("sku", "is", many.sku)), f"{price_text(each)} off each {many.sku}", ""),
        (rule("by_percent", 2500), "25% off everything", "expired"),
        (
            rule("cart_fixed", away, Condition("region", "is", regions[-1])),
            f"{price_text(away)} off orders shipped to {regions[-1]}",
            "",
        ),
        (
            rule("by_percent", 100 * kind, Condition("category", "is", str(part))),
            f"{kind}% off everything in {categories[part]}",
            "",
        ),
        (
            rule("by_percent", 100 * rest, Condition("brand", "is not", dearest.brand)),
            f"{rest}% off everything that isn't from {dearest.brand}",
            "",
        ),
        (
            rule("by_percent", 100 * single, alone=True),
            f"{single}% off everything, but not together with other discounts",
            "",
        ),
        (rule("cart_fixed", higher, from_(above)), f"{price_text(higher)} off from {price_text(above)}", ""),
        (
            rule("by_percent", 100 * share, Condition("items", "at least", str(pieces + 1))),
            f"{share}% off when you buy {pieces + 1} or more",
            "",
        ),
        (rule("buy_x_get_y", 1, step=many.qty), f"buy {many.qty} of the same item, get one more free", ""),
        (
            rule("cart_fixed", lightly, Condition("weight", "at most", str(1_000 * light))),
            f"{price_text(lightly)} off orders that weigh no more than {light} kg",
            "",
        ),
        (rule("by_percent", 100 * shops), f"{shops}% off everything, for retailers", "retailers only"),
    ]
    for place, (one, says, refused) in enumerate(known[: dials.rules]):
        yield Offer(replace(one, id=FIRST_RULE + place), says, rng.integer(0, dials.sources - 1), refused)


def categories_of(lines: Sequence[Line], categories: Mapping[int, str]) -> list[int]:
    """The categories that the lines are in, of those that are known."""
    return sorted({one for line in lines for one in line.category_ids if one in categories})


def known_categories(world: World) -> dict[int, str]:
    """Those whose name no other one has."""
    return {
        row.id: row.name
        for row in world.shop.rows(
            "SELECT id, name FROM category WHERE parent_id IS NOT NULL GROUP BY name HAVING count(*) = 1 ORDER BY id"
        )
    }


def automatic_rule(rng: Rng, lines: Sequence[Line]) -> Rule:
    """A discount that one has without a code, and loses with some."""
    share, brand = rng.integer(10, 20), rng.choice(lines).brand
    conditions = (Condition("brand", "is", brand),)
    return Rule(
        AUTOMATIC, f"{share}% off {brand}", None, "by_percent", 100 * share, priority=PRIORITY // 2,
        conditions=conditions,
    )  # fmt: skip


def write_rule(world: World, rule: Rule, says: str, group: Value, ended: str | None = None) -> None:
    db = world.shop
    texts: dict[str, Value] = {"name": rule.name, "description": says, "coupon": rule.coupon, "to_date": ended}
    db.insert(
        "cart_rule", **texts, id=rule.id, active=1, action=rule.action, amount=rule.amount, step=rule.step,
        free_shipping=int(rule.free_shipping), stop_further=int(rule.stop_further), priority=rule.priority,
    )  # fmt: skip
    db.insert("cart_rule_group", rule_id=rule.id, group_id=group)
    db.insert("cart_rule_website", rule_id=rule.id, website_id=1)
    for one in rule.conditions:
        texts = {"subject": one.subject, "operator": one.operator, "value": one.value}
        db.insert("cart_rule_condition", rule_id=rule.id, **texts)
