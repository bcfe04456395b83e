"""The best coupon: codes stand in several places, and the one that sounds best is not the one that leaves the least to
pay. Where the goods go, and one more of something, may count too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import product

from webcosm.judge.effects import expect_deeds
from webcosm.judge.sets import OneOf
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.shop.rules.quoting import buyer_of, categories_above, rules_in_force, tax_rates
from webcosm.sites.shop.rules.sums import Line, Rule, Shipping, totals
from webcosm.suites.arena.hard._buyer import BOUGHT, add_note, order_deed, own_addresses, place_it
from webcosm.suites.arena.hard._coupon_offers import (
    AUTOMATIC,
    RETAILERS,
    Offer,
    automatic_rule,
    categories_of,
    drawn_offers,
    known_categories,
    write_rule,
)
from webcosm.suites.arena.hard._shop import add_page
from webcosm.suites.arena.notes._moves import open_note
from webcosm.suites.arena.shop._rows import cart_id, customer, own_orders, plain_goods, without_offers
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.money import price_text
from webcosm.worlds import Row, World

DRAWS = 24
TRIES = 60
SHOP = "http://shop.test"
NOTE = "Coupon codes"
METHODS = {"flat": ("Parcel Post", "Parcel Post (standard)"), "express": ("Swift Couriers", "Swift Couriers (express)")}
PAYMENTS = {"invoice": "Invoice", "check": "Check or Money Order", "cod": "Cash on Delivery"}


@dataclass(frozen=True)
class Choice:
    """One way to order the cart."""

    offer: Offer
    address: Row
    extra: int
    """The product of which one more is bought; 0 for none."""
    total: int


@dataclass(frozen=True)
class Case:
    goods: tuple[Row, ...]
    qtys: tuple[int, ...]
    offers: tuple[Offer, ...]
    automatic: Rule | None
    """Needs no code."""
    faces: tuple[int, ...]
    """What the offers seem to be worth."""
    choices: tuple[Choice, ...]
    home: int
    """The default address."""

    @property
    def least(self) -> int:
        return min(choice.total for choice in self.choices)

    @property
    def best(self) -> list[Choice]:
        return [choice for choice in self.choices if choice.total == self.least]

    def among_the_largest(self, count: int) -> bool:
        """Whether one of the coupons that seem to be worth most is a best one."""
        ranked = sorted(zip(self.faces, self.offers, strict=True), key=lambda pair: -pair[0])
        return any(choice.offer == offer for choice in self.best for _, offer in ranked[:count])

    def plain(self) -> list[Choice]:
        """Those that leave the cart and the address as they are."""
        return [choice for choice in self.choices if choice.address.id == self.home and not choice.extra]


@dataclass(frozen=True)
class Buying:
    delivery: str
    payment: str
    freedom: str
    draw: int


FREEDOMS = (
    "",
    " It can go to any address in my address book, whichever makes it cheapest.",
    " It can go to any address in my address book, and you can order one more of one item if that brings the total down"
    " further.",
)


def _goods(world: World) -> list[Row]:
    """Things of everyday prices that are in one category, whose names stand in no other."""
    rows = without_offers(world, plain_goods(world, "in_stock AND qty >= 8 AND price BETWEEN 400 AND 3000"))
    return [row for row in rows if row.brand]


class BestCoupon(Levelled[Buying]):
    """Order the cart with the coupon that leaves the lowest total."""

    family = "arena.hard.best-coupon"
    revision = 2
    kind = Kind.DO
    goals = (
        "Order what's in my cart with the one coupon that leaves me the lowest total; my note “Coupon codes” says where"
        " I've seen codes. Ship it by {delivery}, and I'll pay by {payment}.{freedom}",
        "I'm ready to order my cart, shipped by {delivery} and paid by {payment}. My note “Coupon codes” says what"
        " coupons I know of: use whichever one gets the total lowest.{freedom}",
    )
    sites = ("shop", "notes")
    skills = (Skill.OPTIMISE, Skill.RECONCILE)
    levels = (
        Dials(rows=3, rules=4, sources=1),
        Dials(rows=4, rules=6, sources=2),
        Dials(rows=5, rules=10, sources=3, limits=1, exceptions=1),
        Dials(rows=6, rules=15, sources=3, limits=2, exceptions=1),
    )
    actions = (13, 14, 19, 21)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, goods: Sequence[Row] | None = None) -> Case | None:
        """Goods, coupons and all ways to order; None if what comes to mind first would be best."""
        goods = _goods(world) if goods is None else goods
        addresses, home = own_addresses(world), customer(world).shipping_id
        # The other states last, so that a coupon for one of them is not for the default address.
        regions = [one.region for one in sorted(addresses, key=lambda one: one.id != home)]
        method = self._method(world, draw)
        rates, categories = tax_rates(world.shop), known_categories(world)
        standing = rules_in_force(world.shop, world.lore.today, buyer_of(customer(world)))
        standing = [rule for rule in standing if rule.id != AUTOMATIC]
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            chosen = rng.sample(goods, self.dials.rows)
            if len({one.brand for one in chosen}) < len(chosen):
                continue
            qtys = [rng.integer(1, 2) for _ in chosen]
            qtys[rng.integer(0, len(chosen) - 1)] = 3
            lines = [
                Line(
                    one.id, one.sku, one.brand, categories_above(world.shop, one.id), qty, one.price, one.weight,
                    one.tax_class_id,
                )
                for one, qty in zip(chosen, qtys, strict=True)
            ]  # fmt: skip
            if not categories_of(lines, categories):
                continue
            offers = tuple(drawn_offers(rng, lines, regions, categories, self.dials))
            automatic = automatic_rule(rng, lines) if self.dials.exceptions else None
            always = [*standing, *([automatic] if automatic else [])]
            cost = method.cost(sum(one.qty * one.weight for one in lines), sum(one.qty * one.price for one in lines))
            found = []
            usable = [one for one in offers if not one.refused]
            places = addresses if self.dials.limits else [one for one in addresses if one.id == home]
            extras = [0, *(line.product_id for line in lines)] if self.dials.limits > 1 else [0]
            for offer, address, extra in product(usable, places, extras):
                bought = [replace(one, qty=one.qty + (one.product_id == extra)) for one in lines]
                sums = totals(bought, region=address.region, rates=rates, method=method, rules=[*always, offer.rule])
                if offer.rule in sums.applied:
                    found.append(Choice(offer, address, extra, sums.total))
            faces = tuple(offer.face(lines, cost) for offer in offers)
            case = Case(tuple(chosen), tuple(qtys), offers, automatic, faces, tuple(found), home)
            if found and self._is_hard(case):
                return case
        return None

    def _is_hard(self, case: Case) -> bool:
        plain = case.plain()
        if not plain or plain[0].total == case.least:
            return False  # the first code that is taken
        if self.dials.sources > 1 and min(self._noted(case), default=case.least + 1) == case.least:
            return False
        if len({one.offer.place for one in case.choices}) < self.dials.sources:
            return False
        if case.among_the_largest(self.dials.rules // 5):
            return False
        easy = [one for one in case.choices if not one.extra] if self.dials.limits > 1 else plain
        return not self.dials.limits or min(one.total for one in easy) > case.least

    def _noted(self, case: Case) -> list[int]:
        return [one.total for one in case.choices if one.offer.place == 0]

    def _codes(self, draw: int) -> tuple[str, str]:
        rng = Rng(self.id, "methods", draw)
        return rng.choice(tuple(METHODS)), rng.choice(tuple(PAYMENTS))

    def _method(self, world: World, draw: int) -> Shipping:
        row = world.shop.row("SELECT * FROM shipping_method WHERE code = ?", self._codes(draw)[0])
        assert row
        return Shipping(row.code, row.base, row.per_kg, row.free_from)

    def _case(self, world: World, p: Buying) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Buying]:
        """No kind of coupon is the best one in more than a third of them: there is nothing to bet on. Where one more
        piece must pay off there are two kinds for which it can, and each is best in half of them at most."""
        most = DRAWS // (2 if self.dials.limits > 1 else 3)
        goods = _goods(world)
        found: list[Buying] = []
        kinds: Counter[int] = Counter()
        for draw in range(4 * DRAWS):
            case = self.case(world, draw, goods) if len(found) < DRAWS else None
            if case and kinds[case.best[0].offer.rule.id] < most:
                kinds[case.best[0].offer.rule.id] += 1
                shipping, payment = self._codes(draw)
                words = PAYMENTS[payment].lower()
                found.append(Buying(METHODS[shipping][1], words, FREEDOMS[self.dials.limits], draw))
        return found

    def prepare(self, world: World, p: Buying) -> None:
        case, db = self._case(world, p), world.shop
        cart, buyer, today = cart_id(world), customer(world), str(world.lore.today)
        ended = str(world.lore.today - timedelta(days=14))
        db.run("UPDATE cart_rule SET active = 0 WHERE coupon IS NOT NULL")
        for goods, qty in zip(case.goods, case.qtys, strict=True):
            db.insert("cart_item", cart_id=cart, product_id=goods.id, qty=qty, added=f"{today} 07:40:00")
        retailers = db.value("SELECT id FROM customer_group WHERE name = ?", RETAILERS)
        for offer in case.offers:
            group = retailers if offer.refused == "retailers only" else buyer.group_id
            write_rule(world, offer.rule, offer.says, group, ended if offer.refused == "expired" else None)
        if case.automatic:
            write_rule(world, case.automatic, case.automatic.name, buyer.group_id)
        told = [[f"- {one.code}: {one.says}" for one in case.offers if one.place == place] for place in range(3)]
        note = told[0]
        if told[1]:
            note = [*note, "", "More of them are on the store's page, http://shop.test/coupons."]
            text = "Enter one of these codes in your cart or at checkout. Only one can be used per order.\n\n"
            if case.automatic:
                text += f"Without a code, there is {case.automatic.name} these days; the cart shows it.\n\n"
            add_page(world, "Coupons and Offers", "coupons", text + "\n".join(told[1]), "2026-05-02 09:00:00")
        if told[2]:
            order = own_orders(world)[-1]
            note = [*note, "", f"And they wrote some to me with my order {order.number}, in its comments."]
            words = "Thank you for your order! These codes are for your next one: "
            words += "; ".join(line.removeprefix("- ") for line in told[2]) + "."
            status = order.status
            db.insert(
                "order_comment", order_id=order.id, status=status, comment=words, notified=1, visible=1, author="",
                created="2026-05-04 10:15:00",
            )  # fmt: skip
        add_note(world, NOTE, "\n".join(note).strip(), "2026-05-10 18:20:00")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Buying) -> Expectation:
        case = self._case(world, p)
        shipping, payment = self._codes(p.draw)
        options = []
        for choice in case.best:
            wanted = self._wanted(case, choice)
            billed = {choice.address.id: choice.address, customer(world).billing_id: None}
            for bill in billed.values():
                label = f"ordered with {choice.offer.code}, shipped to {choice.address.city}"
                deed = order_deed(
                    label, wanted, shipping, payment, coupon=choice.offer.code, shipping=choice.address, billing=bill
                )
                options.append(expect_deeds(world, [deed], BOUGHT))
        return OneOf(options=options)

    def _wanted(self, case: Case, choice: Choice) -> dict[int, int]:
        return {one.id: qty + (one.id == choice.extra) for one, qty in zip(case.goods, case.qtys, strict=True)}

    def plan(self, world: World, p: Buying) -> str:
        return (
            "Collect the codes from the note and from every place that it names. Work out or try what each one leaves"
            " to pay with the shipping I want, tax included, for all that I leave open; then order with the best."
        )

    def facts(self, world: World, p: Buying) -> str:
        case = self._case(world, p)
        one = case.best[0]
        more = next((f", with one more of {row.name}" for row in case.goods if row.id == one.extra), "")
        how = f"{one.offer.code}, shipped to {one.address.street}{more}"
        return f"{how}, leaves the lowest total: {price_text(one.total)}."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Buying) -> None:
        case = self._case(person.world, p)
        await person.goto("http://notes.test/")
        await open_note(person, NOTE)
        if self.dials.sources > 1:
            await person.goto(f"{SHOP}/coupons")
        if self.dials.sources > 2:
            await person.goto(f"{SHOP}/account/orders")
        await self._order(person, p, case, case.best[0])

    async def tried_in_the_cart(self, person: Person, p: Buying) -> None:
        """With the last of equal optima; the code in small letters, after another one was tried and removed."""
        case = self._case(person.world, p)
        choice = case.best[-1]
        tried = next(one for one in case.plain() if one.offer.code != choice.offer.code)
        await person.goto(f"{SHOP}/cart")
        await person.fill("Coupon code", tried.offer.code.lower())
        await person.submit("Coupon code")
        await person.click("Remove coupon", role="button")
        await self._order(person, p, case, choice)

    async def _order(self, person: Person, p: Buying, case: Case, choice: Choice) -> None:
        await person.goto(f"{SHOP}/cart")
        for goods, qty in zip(case.goods, case.qtys, strict=True):
            if goods.id == choice.extra:
                await person.fill(f"Quantity of {goods.name}", str(qty + 1))
                await person.click("Update cart", role="button")
        street = choice.address.street if choice.address.id != case.home else ""
        shipping, payment = self._codes(p.draw)
        code = choice.offer.code
        await place_it(person, METHODS[shipping][0], PAYMENTS[payment], street=street, coupon=code)
        await person.stop()

    async def first_rule(self, person: Person, p: Buying) -> None:
        """Takes the first code that works."""
        case = self._case(person.world, p)
        await self._order(person, p, case, case.plain()[0])

    async def half_done(self, person: Person, p: Buying) -> None:
        """Finds the best coupon, and leaves it at that."""
        case = self._case(person.world, p)
        await person.goto(f"{SHOP}/cart")
        await person.fill("Coupon code", case.plain()[0].offer.code)
        await person.submit("Coupon code")
        await person.stop()

    async def as_it_is(self, person: Person, p: Buying) -> None:
        """The best that can be had without using what is left open; the second best where nothing is."""
        case = self._case(person.world, p)
        ranked = sorted(case.plain(), key=lambda one: one.total)
        await self._order(person, p, case, next(one for one in ranked if one.total > case.least))

    ways = (tried_in_the_cart,)
    shortcuts = (first_rule, half_done, as_it_is)
