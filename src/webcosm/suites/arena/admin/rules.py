"""Tasks at the back office: new cart price rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows, SameNumber
from webcosm.judge.state import Expectation, Insert, Matcher, Rule, same_letters, same_text
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import go_to, next_id
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Change, Value, World

__all__ = ["CODES", "OCCASIONS", "taken_codes"]

OCCASIONS = (
    "Autumn Fair",
    "Birthday Week",
    "Early Bird Days",
    "Friends of the House",
    "Grand Reopening",
    "Harvest Weekend",
    "Jubilee Sale",
    "Late Night Shopping",
    "Moving Day Special",
    "Rainy Sunday",
    "Student Season",
    "Thank You Week",
)
CODES = ("AUTUMN", "BIRTHDAY", "EARLY", "FRIENDS", "GARDEN", "HARVEST", "JUBILEE", "NIGHT", "MOVING", "RAINY")
CART_DISCOUNTS = {
    "{amount}% off the product price": ("by_percent", "Percent of product price discount"),
    "${amount} off each item": ("by_fixed", "Fixed amount discount for each item"),
    "${amount} off the whole cart": ("cart_fixed", "Fixed amount discount for the whole cart"),
}
"""How people word a discount: what the database calls it, and the form."""


@dataclass(frozen=True)
class NewRule:
    name: str
    website: str
    group: str
    discount: str
    """15% off the product price"""
    amount: int
    coupon: str

    @property
    def action(self) -> tuple[str, str]:
        return next(
            action for wording, action in CART_DISCOUNTS.items() if wording.format(amount=self.amount) == self.discount
        )


def new_rules(world: World, purpose: str, codes: Sequence[str]) -> list[NewRule]:
    """One for every occasion and kind of discount; names and codes are new unless codes are given."""
    rng = Rng(world.universe.seed, "cart rules", purpose)
    names = set(world.shop.values("SELECT name FROM cart_rule"))
    websites = world.shop.values("SELECT name FROM website ORDER BY id")
    groups = world.shop.values("SELECT name FROM customer_group ORDER BY id")
    found = []
    for occasion in OCCASIONS:
        for wording in CART_DISCOUNTS:
            amount = rng.choice((3, 4, 6, 7, 9, 12, 14, 18))
            coupon = rng.choice(codes) if codes else f"{rng.choice(CODES)}{rng.integer(31, 98)}"
            one = NewRule(
                occasion, rng.choice(websites), rng.choice(groups), wording.format(amount=amount), amount, coupon
            )
            if one.name not in names:
                found.append(one)
    return found


def taken_codes(world: World) -> list[str]:
    found: list[str] = world.shop.values("SELECT coupon FROM cart_rule WHERE coupon IS NOT NULL ORDER BY id")
    return found


async def fill_cart_rule(person: Person, p: NewRule) -> None:
    """Ten actions: everything but saving."""
    await go_to(person, "Marketing", "Cart price rules")
    await person.click("Add rule", role="link")
    await person.fill("Rule name", p.name)
    await person.check(p.website)
    await person.check(p.group)
    await person.choose("Coupon type", "Specific coupon")
    await person.fill("Coupon code", p.coupon)
    await person.choose("Apply", p.action[1])
    await person.fill("Discount amount", str(p.amount))


async def draft_with_cents(person: Person, p: NewRule) -> None:
    """From the bottom of the form to its top, with the amount as shops write it."""
    await go_to(person, "Marketing", "Cart price rules")
    await person.click("Add rule", role="link")
    await person.choose("Apply", p.action[1])
    await person.fill("Discount amount", f"{p.amount}.00")
    await person.choose("Coupon type", "Specific coupon")
    await person.fill("Coupon code", p.coupon.lower())
    await person.check(p.group)
    await person.check(p.website)
    await person.fill("Rule name", f" {p.name}")
    await person.stop()


async def saved_after_all(person: Person, p: NewRule) -> None:
    """Wrong: nobody has looked it over, and it counts already."""
    await fill_cart_rule(person, p)
    await person.click("Save rule", role="button")
    await fill_cart_rule(person, p)
    await person.stop()


async def saved_and_deleted_again(person: Person, p: NewRule) -> None:
    """Wrong: for a while customers could use the coupon."""
    await fill_cart_rule(person, p)
    await person.click("Save rule", role="button")
    await person.click("Delete…", role="link")
    await person.click("Delete rule", role="button")
    await person.goto("http://admin.shop.test/")
    await fill_cart_rule(person, p)
    await person.stop()


class DraftCartRule(Template[NewRule]):
    """Fill in a cart price rule without saving it."""

    id = "arena.admin.draft-cart-rule"
    kind = Kind.GO
    goals = (
        "Set up a new cart price rule, but don't save it; I want to look it over first. “{name}”: {discount} with"
        " coupon code {coupon}, only for the website “{website}” and the customer group “{group}”. Leave everything"
        " else at the defaults.",
        "Fill in a new cart price rule called “{name}” and leave it open without saving: {discount}, coupon code"
        " {coupon}, website “{website}” only, customer group “{group}” only, defaults for the rest.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=11)
    revision = 4
    ways = (draft_with_cents,)
    shortcuts = (saved_after_all, saved_and_deleted_again)

    def pool(self, world: World) -> Sequence[NewRule]:
        return new_rules(world, "draft", ())

    def expect(self, world: World, p: NewRule) -> Expectation:
        def saved(change: Change) -> bool:
            return (change.site, change.table, change.kind) == ("shop", "cart_rule", "insert")

        return Expectation(never={"the rule was never saved": saved})

    def page(self, world: World, p: NewRule) -> PageShows:
        websites = world.shop.values("SELECT name FROM website ORDER BY id")
        groups = world.shop.values("SELECT name FROM customer_group ORDER BY id")
        return PageShows(
            "admin",
            "rule form",
            {"table": "cart_rule", "id": None},
            fields={
                "Rule name": p.name,
                "Description": "",
                "Active": "True",
                **{website: str(website == p.website) for website in websites},
                **{group: str(group == p.group) for group in groups},
                "From": "",
                "To": "",
                "Priority": "0",
                "Coupon type": "Specific coupon",
                "Coupon code": p.coupon,
                "Uses per coupon": "",
                "Uses per customer": "",
                "Apply": p.action[1],
                "Discount amount": SameNumber(str(p.amount)),
                "Free shipping": "False",
                "Discard subsequent rules": "False",
            },
        )

    async def solve(self, person: Person, p: NewRule) -> None:
        await fill_cart_rule(person, p)
        await person.stop()


def added_cart_rule(world: World, p: NewRule) -> list[Rule]:
    number = next_id(world, "cart_rule")
    website = world.shop.value("SELECT id FROM website WHERE name = ?", p.website)
    group = world.shop.value("SELECT id FROM customer_group WHERE name = ?", p.group)
    values: dict[str, Value | Matcher] = {
        "id": number,
        "name": same_text(p.name),
        "description": "",
        "active": 1,
        "coupon": same_letters(p.coupon),
        "uses_per_coupon": None,
        "uses_per_customer": None,
        "from_date": None,
        "to_date": None,
        "action": p.action[0],
        "amount": p.amount * 100,  # hundredths of a percent, or cents
        "step": 0,
        "free_shipping": 0,
        "stop_further": 0,
        "priority": 0,
    }
    return [
        Insert("shop", "cart_rule", values=values),
        Insert("shop", "cart_rule_website", values={"rule_id": number, "website_id": website}),
        Insert("shop", "cart_rule_group", values={"rule_id": number, "group_id": group}),
    ]


async def create_from_the_bottom(person: Person, p: NewRule) -> None:
    """Saved with another discount first, which is mended; the code is in small letters."""
    await go_to(person, "Marketing", "Cart price rules")
    await person.click("Add rule", role="link")
    await person.fill("Discount amount", "1")
    await person.choose("Coupon type", "Specific coupon")
    await person.fill("Coupon code", p.coupon.lower())
    await person.check(p.group)
    await person.check(p.website)
    await person.fill("Rule name", p.name)
    await person.click("Save rule", role="button")
    await person.choose("Apply", p.action[1])
    await person.fill("Discount amount", f"{p.amount}.00")
    await person.click("Save rule", role="button")
    await person.stop()


class CreateCartRule(Template[NewRule]):
    """Create a cart price rule with a coupon."""

    id = "arena.admin.create-cart-rule"
    kind = Kind.DO
    goals = (
        "Create a cart price rule called “{name}”: {discount} with the coupon code {coupon}, only for the website"
        " “{website}” and the customer group “{group}”. Make it active and leave everything else at the defaults.",
        "We need a new cart price rule, active right away. It's called “{name}” and gives {discount} with coupon code"
        " {coupon}; website “{website}” only, customer group “{group}” only. Keep the defaults for the rest.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=12)
    twin = "arena.admin.make-cart-rule"
    revision = 3
    ways = (create_from_the_bottom,)

    def pool(self, world: World) -> Sequence[NewRule]:
        taken = taken_codes(world)
        return [p for p in new_rules(world, "create", ()) if p.coupon not in taken]

    def expect(self, world: World, p: NewRule) -> Expectation:
        return Expectation(added_cart_rule(world, p))

    async def solve(self, person: Person, p: NewRule) -> None:
        await fill_cart_rule(person, p)
        await person.click("Save rule", role="button")
        await person.stop()


class CreateCartRuleTakenCoupon(Template[NewRule]):
    """Create a cart price rule with a coupon that another rule has."""

    id = "arena.admin.make-cart-rule"
    kind = Kind.DO
    goals = CreateCartRule.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=12)
    achievable = False
    twin = "arena.admin.create-cart-rule"
    revision = 3

    def pool(self, world: World) -> Sequence[NewRule]:
        return new_rules(world, "taken", taken_codes(world))

    def obstacle(self, world: World, p: NewRule) -> Obstacle:
        return Obstacle(
            Reason.INVALID,
            (p.coupon,),
            said=(r"\b(?:another|existing|different|other) (?:\w+ ){0,3}rule", r"\balready\b", r"\bunique\b"),
            false=(r"\bexpired\b", r"\bended\b"),
        )

    async def solve(self, person: Person, p: NewRule) -> None:
        await fill_cart_rule(person, p)
        await person.click("Save rule", role="button")
        if not person.sees(f"{p.coupon} is the code of the rule"):
            raise Lost(f"the coupon {p.coupon} is accepted after all")
        await person.infeasible(f"The coupon code {p.coupon} belongs to another cart price rule already.")
