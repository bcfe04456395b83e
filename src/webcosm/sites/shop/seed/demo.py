"""The orders of the two customers who can sign in: planned, so that there is something to find in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from webcosm.lore import Lore, Rng
from webcosm.sites.shop.seed.catalogue import Item
from webcosm.sites.shop.seed.ledger import PlannedLine, PlannedOrder
from webcosm.sites.shop.seed.people import Customer
from webcosm.sites.shop.seed.sales import Buying, moment

__all__ = ["demo_orders", "second_orders"]

FIRST_ORDER = date(2024, 9, 17)
FATES = ("complete",) * 24 + ("part refund",) * 2 + ("canceled",) * 5 + ("closed",) * 3
"""Of the demo customer's older orders, in drawn order; the newest six are still open."""
OPEN = (("processing", 9), ("processing", 7), ("processing", 5), ("pending", 4), ("pending", 2), ("pending", 1))
"""Status and age in days."""
FAVORITES = 4
"""Products the demo customer buys again and again."""
STAPLES = 3
"""Categories the demo customer comes back to."""


def demo_orders(buying: Buying, lore: Lore, customer: Customer) -> list[PlannedOrder]:
    """Forty orders over twenty months: favorites bought repeatedly, two other addresses, coupons, refunds."""
    rng = lore.rng("shop", "demo")
    old = [item for item in buying.items if item.first_day < FIRST_ORDER]
    favorites = _spread(rng, old, FAVORITES)
    staples = [item.category for item in favorites[:STAPLES]]
    count = len(FATES)
    span = (lore.today - FIRST_ORDER).days - 48
    days = [FIRST_ORDER + timedelta(days=span * number // count + rng.integer(0, 9)) for number in range(count)]
    fates = rng.shuffled(FATES)
    plans = []
    for number, (day, fate) in enumerate(zip(days, fates, strict=True)):
        plans.append(_order(buying, rng, customer, day, fate, number, favorites, staples))
    for number, (fate, age) in enumerate(OPEN, start=count):
        day = lore.today - timedelta(days=age)
        plans.append(_order(buying, rng, customer, day, fate, number, favorites, staples))
    return plans


def _order(
    buying: Buying, rng: Rng, customer: Customer, day: date, fate: str, number: int, favorites: Sequence[Item],
    staples: Sequence[int],
) -> PlannedOrder:  # fmt: skip
    lines: list[PlannedLine] = []
    if number % 3 == 0:
        place = number // 3 % len(favorites)
        lines.append(buying.line(rng, favorites[place], day, rng.integer(1, 2), offer=place))
    if number % 2 == 1:
        shelf = [item for item in buying.items if item.category == staples[number // 2 % len(staples)]]
        known = [item for item in shelf if item.first_day < day]
        lines.append(buying.line(rng, rng.choice(known), day, 1))
    for _ in range(rng.weighted((0, 1, 2), (2, 5, 2)) if lines else rng.integer(1, 3)):
        lines.append(buying.line(rng, buying.goods(rng, day), day, rng.weighted((1, 2, 3), (8, 2, 1))))
    address = {4: customer.addresses[2], 7: customer.addresses[1]}.get(number % 9)
    order = buying.order(rng, moment(rng, day), customer, lines, address=address, with_coupon=number % 4 == 1)
    order.note = ""
    buying.happen(rng, order, fate)
    return order


def second_orders(buying: Buying, lore: Lore, customer: Customer) -> list[PlannedOrder]:
    """Ten orders, of which the newest is pending."""
    rng = lore.rng("shop", "second")
    plans = []
    for number, fate in enumerate(("complete",) * 6 + ("canceled", "closed", "processing", "pending")):
        day = (
            customer.joined + timedelta(days=12 + number * 52)
            if number < 8
            else lore.today - timedelta(days=13 - number)
        )
        lines = [buying.line(rng, buying.goods(rng, day), day, 1) for _ in range(rng.integer(1, 3))]
        order = buying.order(rng, moment(rng, day), customer, lines)
        buying.happen(rng, order, fate)
        plans.append(order)
    return plans


def _spread(rng: Rng, items: Sequence[Item], count: int) -> list[Item]:
    """Popular items of different departments and categories."""
    best: list[Item] = []
    for item in sorted(rng.sample(items, min(400, len(items))), key=lambda item: (-item.popularity, item.id)):
        if all(item.draft.kind.department != other.draft.kind.department for other in best):
            best.append(item)
            if len(best) == count:
                return best
    for item in items:  # fewer departments than favorites
        if item.category not in {other.category for other in best}:
            best.append(item)
            if len(best) == count:
                break
    return best
