"""Who bought what and when: orders of customers and guests over two years, with their seasons and their fates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from webcosm.lore import Lore, Rng, Wheel
from webcosm.sites.shop.rules.sums import Line, totals
from webcosm.sites.shop.seed.catalogue import Item
from webcosm.sites.shop.seed.ledger import Deed, PlannedLine, PlannedOrder
from webcosm.sites.shop.seed.people import GUEST, RETAILER, WHOLESALE, Customer, PostalAddress, postal, shoppers
from webcosm.sites.shop.seed.store import DatedRule, Store, read_content
from webcosm.worlds import BEGINNING

__all__ = ["Buying", "plan_orders"]

ORDERS = {"small": 1_500, "full": 40_000}
FIRST_DAY = date(2024, 5, 14)
GUESTS = 0.12
MONTHS = (0.7, 0.8, 0.95, 1.0, 1.05, 1.0, 1.15, 1.05, 0.95, 1.1, 1.5, 1.9)
WEEKDAYS = (1.2, 1.1, 1.05, 1.0, 1.0, 0.85, 0.7)
HOURS = Wheel(range(24), (1, 0, 0, 0, 0, 1, 3, 6, 8, 9, 9, 8, 10, 8, 7, 7, 8, 9, 11, 14, 15, 12, 7, 3))
STAR_SHARE = 0.020
"""The bestseller's share of all that is bought; the next ones have clearly less."""
STARS = 24
STRANGERS = 900


class Buying:
    """Makes orders: draws goods by popularity and reckons with the rules of the day."""

    def __init__(self, lore: Lore, store: Store, items: Sequence[Item], author: str) -> None:
        self.lore, self.store, self.author = lore, store, author
        self.words: dict[str, Any] = read_content("orders")
        self.items = [item for item in items if item.enabled]
        self.wheel = Wheel(self.items, popularities(lore, self.items))
        self.coupon_uses: Counter[tuple[str, str]] = Counter()
        customers = {person.id for person in shoppers(lore)}
        self.strangers = [person for person in lore.people if person.id not in customers][:STRANGERS]
        """People who buy without an account."""

    def goods(self, rng: Rng, day: date) -> Item:
        """Something that was for sale on that day."""
        for _ in range(40):
            item = self.wheel.draw(rng)
            if item.first_day < day:
                return item
        return min(self.items, key=lambda item: (item.first_day, item.id))

    def line(self, rng: Rng, item: Item, day: date, qty: int, offer: int | None = None) -> PlannedLine:
        chosen = rng.choice(item.offers) if offer is None else item.offers[offer % len(item.offers)]
        return PlannedLine(item, chosen, qty, item.price_on(chosen, day))

    def order(
        self, rng: Rng, when: datetime, buyer: Customer | None, lines: Sequence[PlannedLine], *,
        address: PostalAddress | None = None, shipping_code: str | None = None, with_coupon: bool | None = None,
    ) -> PlannedOrder:  # fmt: skip
        """An order that was placed, before anything else happened to it."""
        person = buyer.person if buyer else rng.choice(self.strangers)
        group = buyer.group if buyer else GUEST
        billing = buyer.addresses[0] if buyer else postal(person, person.home)
        shipping = address or (buyer.addresses[buyer.ships_to] if buyer else billing)
        merged = _merged(lines)
        weight = sum(line.offer.weight * line.qty for line in merged)
        code = shipping_code or self._shipping(rng, weight)
        method, carrier, title = self.store.shipping[code]
        payment = rng.weighted(("check", "card", "invoice", "cod"), (25, 52, 15, 8))
        sums_lines = [_sums_line(line) for line in merged]
        day = when.date()
        rules = [rule for rule in self.store.rules if rule.holds(day, group)]
        automatic = [rule.rule for rule in rules if rule.rule.coupon is None]
        exempt = group == WHOLESALE
        sums = totals(
            sums_lines, region=shipping.region, rates=self.store.rates, method=method, rules=automatic,
            tax_exempt=exempt,
        )  # fmt: skip
        coupon = ""
        if rng.chance(0.16) if with_coupon is None else with_coupon:
            for dated in rng.shuffled([rule for rule in rules if rule.rule.coupon]):
                tried = totals(
                    sums_lines, region=shipping.region, rates=self.store.rates, method=method,
                    rules=[*automatic, dated.rule], tax_exempt=exempt,
                )  # fmt: skip
                if dated.rule in tried.applied and self._may_use(dated, person.email):
                    sums, coupon = tried, dated.rule.coupon or ""
                    self.coupon_uses[coupon, person.email] += 1
                    break
        return PlannedOrder(
            when, buyer.id if buyer else None, person.email, person.given_name, person.family_name, group, billing,
            shipping, merged, sums, coupon, code, title, carrier, payment, self.store.payments[payment],
            self._payment_note(rng, payment), note=rng.choice(self.words["customer_notes"]) if rng.chance(0.06) else "",
        )  # fmt: skip

    def _may_use(self, dated: DatedRule, email: str) -> bool:
        used = self.coupon_uses[dated.rule.coupon or "", email]
        return dated.uses_per_customer is None or used < dated.uses_per_customer

    def _shipping(self, rng: Rng, weight: int) -> str:
        if weight > 20_000:
            return rng.weighted(("bulky", "pickup", "flat"), (8, 1, 1))
        return rng.weighted(("flat", "express", "pickup"), (70, 18, 12))

    def _payment_note(self, rng: Rng, payment: str) -> str:
        match payment:
            case "card":
                return f"Card ending in {rng.integer(1000, 9999)}"
            case "check":
                return f"Check no. {rng.integer(101, 1899)}"
            case "invoice":
                return f"Purchase order {rng.integer(2000, 9899)}" if rng.chance(0.4) else ""
            case _:
                return ""

    def happen(self, rng: Rng, order: PlannedOrder, fate: str) -> None:
        """What became of an order. Deeds that would lie in the future have not happened yet."""
        deeds: list[Deed] = []
        author = self.author if rng.chance(0.6) else ""
        told = rng.chance(0.7)
        paid = order.when + timedelta(hours=rng.integer(1, 40), minutes=rng.integer(0, 59))
        sent = paid + timedelta(hours=rng.integer(2, 50), minutes=rng.integer(0, 59))
        back = sent + timedelta(days=rng.integer(6, 24), hours=rng.integer(0, 9))
        invoice = Deed(paid, "invoice", author=author, notified=told)
        match fate:
            case "pending":
                if rng.chance(0.2):
                    deeds.append(Deed(paid, "note", comment=rng.choice(self.words["staff_notes"]), author=self.author))
            case "canceled":
                deeds.append(Deed(paid, "cancel", comment=rng.choice(self.words["cancel_reasons"]), author=author))
            case "holded":
                if rng.chance(0.4):
                    deeds.append(invoice)
                deeds.append(Deed(sent, "hold", comment=rng.choice(self.words["hold_reasons"]), author=self.author))
            case "fraud":
                deeds.append(Deed(paid, "fraud", comment=rng.choice(self.words["fraud_reasons"]), author=self.author))
            case "processing":
                deeds.append(invoice)
                if len(order.lines) > 1 and rng.chance(0.3):
                    deeds.append(Deed(sent, "ship", {0: order.lines[0].qty}, author=author, notified=told))
            case "complete" | "closed" | "part refund":
                comment = rng.choice(self.words["told_customer"]) if told and rng.chance(0.15) else ""
                deeds += [invoice, *self._shipments(rng, order, sent, author, told, comment)]
                if fate == "closed":
                    reason = rng.choice(self.words["refund_reasons"])
                    deeds.append(Deed(back, "refund", comment=reason, author=self.author, notified=True))
                elif fate == "part refund" and sum(line.qty for line in order.lines) > 1:
                    deeds.append(self._part_refund(rng, order, back))
            case _:
                raise ValueError(f"{fate!r} is no fate of an order")
        order.deeds = [deed for deed in deeds if deed.when < BEGINNING - timedelta(minutes=10)]

    def _shipments(
        self, rng: Rng, order: PlannedOrder, sent: datetime, author: str, told: bool, comment: str
    ) -> list[Deed]:
        if len(order.lines) > 2 and rng.chance(0.12):
            first = {0: order.lines[0].qty}
            later = sent + timedelta(days=rng.integer(1, 4))
            return [Deed(sent, "ship", first, author=author), Deed(later, "ship", author=author, notified=told)]
        return [Deed(sent, "ship", comment=comment, author=author, notified=told)]

    def _part_refund(self, rng: Rng, order: PlannedOrder, back: datetime) -> Deed:
        index = rng.integer(0, len(order.lines) - 1)
        reason = rng.choice(self.words["part_refund_reasons"])
        return Deed(back, "refund", {index: 1}, reason, self.author, True, refund_shipping=False)


def popularities(lore: Lore, items: Sequence[Item]) -> list[float]:
    """How often each item is bought, so that the first places of any bestseller list are clear."""
    weights = [item.popularity for item in items]
    old = [index for index, item in enumerate(items) if item.first_day < FIRST_DAY]
    whole = sum(weights)
    for place, index in enumerate(lore.rng("shop", "stars").sample(old, min(STARS, len(old)))):
        weights[index] = whole * STAR_SHARE / (1.0 + 0.35 * place)
        items[index].popularity = max(items[index].popularity, 60.0 - place)
    return weights


def plan_orders(
    buying: Buying, lore: Lore, customers: Sequence[Customer], scale: str, own: Sequence[PlannedOrder]
) -> list[PlannedOrder]:
    """The orders of everybody but the two who can sign in, whose own are given."""
    rng = lore.rng("shop", "orders")
    days = [FIRST_DAY + timedelta(days=number) for number in range((lore.today - FIRST_DAY).days)]
    growth = [
        MONTHS[day.month - 1] * WEEKDAYS[day.weekday()] * (0.7 + number / len(days)) for number, day in enumerate(days)
    ]
    calendar = Wheel(days, growth)
    others = [customer for customer in customers if customer.id > 2]
    regulars = Wheel(others, [_loyalty(rng) * (3.0 if each.group == WHOLESALE else 1.0) for each in others])
    plans = list(own)
    while len(plans) < ORDERS[scale]:
        day = calendar.draw(rng)
        buyer = None if rng.chance(GUESTS) else regulars.draw(rng)
        if buyer and day <= buyer.joined:
            continue
        when = moment(rng, day)
        lines = [buying.line(rng, buying.goods(rng, day), day, _pieces(rng, buyer)) for _ in range(_rows(rng))]
        order = buying.order(rng, when, buyer, lines)
        buying.happen(rng, order, _fate(rng, (lore.today - day).days))
        plans.append(order)
    return plans


def moment(rng: Rng, day: date) -> datetime:
    hour = HOURS.draw(rng)
    return datetime(day.year, day.month, day.day, hour, rng.integer(0, 59), rng.integer(0, 59), tzinfo=UTC)


def _loyalty(rng: Rng) -> float:
    return 0.15 / rng.uniform(0.06, 1.0)


def _rows(rng: Rng) -> int:
    return rng.weighted((1, 2, 3, 4, 5), (40, 28, 18, 9, 5))


def _pieces(rng: Rng, buyer: Customer | None) -> int:
    if buyer and buyer.group in (WHOLESALE, RETAILER):
        return rng.weighted((1, 2, 4, 6, 10, 12), (3, 3, 3, 2, 1, 1))
    return rng.weighted((1, 2, 3, 4), (76, 16, 5, 3))


def _fate(rng: Rng, age: int) -> str:
    fates = ("pending", "processing", "complete", "closed", "part refund", "canceled", "holded", "fraud")
    if age <= 4:
        return rng.weighted(fates, (46, 32, 12, 0, 0, 6, 3, 1))
    if age <= 20:
        return rng.weighted(fates, (12, 14, 62, 0, 0, 8, 3, 1))
    if age <= 45:
        return rng.weighted(fates, (2, 2, 80, 3, 2, 9, 1.2, 0.8))
    return rng.weighted(fates, (0.3, 0.4, 82, 4.2, 2.6, 9.6, 0.4, 0.5))


def _merged(lines: Sequence[PlannedLine]) -> list[PlannedLine]:
    """One row for each offer."""
    found: dict[int, PlannedLine] = {}
    for line in lines:
        before = found.get(line.offer.id)
        qty = line.qty + (before.qty if before else 0)
        found[line.offer.id] = PlannedLine(line.item, line.offer, qty, line.price)
    return list(found.values())


def _sums_line(line: PlannedLine) -> Line:
    item, offer = line.item, line.offer
    return Line(offer.id, offer.sku, item.brand, item.categories, line.qty, line.price, offer.weight, item.tax_class)
