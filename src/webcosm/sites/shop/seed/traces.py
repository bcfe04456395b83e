"""What visitors leave behind: views of products, searches, carts, wish lists; and when statistics were refreshed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from webcosm.lore import Lore
from webcosm.sites.kit import match_query
from webcosm.sites.shop.seed.catalogue import Item
from webcosm.sites.shop.seed.figures import stamp
from webcosm.sites.shop.seed.people import Customer
from webcosm.sites.shop.seed.store import read_content
from webcosm.worlds import Database, Value

__all__ = ["write_carts", "write_searches", "write_views"]

VIEW_DAYS = 90
SEARCHES = 150
REPORTS = (
    "orders", "tax", "invoiced", "shipping", "refunds", "coupons", "bestsellers", "product-views",
)  # fmt: skip
WISH_NOTES = ("For the new apartment", "Birthday in June", "Ask first whether the size is right", "Wait for a sale")


def write_views(db: Database, lore: Lore, items: Sequence[Item]) -> None:
    """How often product pages were looked at, a row for each product and day with views, over ninety days."""
    rng = lore.rng("shop", "views")
    days = [(lore.today - timedelta(days=ago)).isoformat() for ago in range(1, VIEW_DAYS + 1)]
    rows: list[tuple[Value, ...]] = []
    for item in items:
        if not item.enabled:
            continue
        alive = min(VIEW_DAYS, (lore.today - item.first_day).days)
        for place in rng.sample(range(alive), min(alive, round(item.popularity * rng.uniform(0.6, 1.4)))):
            rows.append((item.id, days[place], 1 + int(item.popularity * rng.uniform(0.0, 0.6))))
    db.run_many("INSERT INTO product_view (product_id, day, views) VALUES (?, ?, ?)", sorted(rows))
    for place, report in enumerate(REPORTS):
        refreshed = f"{lore.today - timedelta(days=1)} 06:0{place}:00"
        db.insert("statistics", report=report, refreshed=refreshed)


def write_searches(db: Database, lore: Lore, items: Sequence[Item]) -> None:
    """Search terms with what they really find, and the merchant's rules about some."""
    rng = lore.rng("shop", "searches")
    content = read_content("search")
    popular = sorted(items, key=lambda item: (-item.popularity, item.id))[:400]
    terms = dict.fromkeys(content["terms"])
    for item in popular:
        noun = item.draft.values["noun"].lower()
        brand = item.brand.lower()
        line = item.draft.line.lower()
        terms[rng.weighted((noun, brand, f"{brand} {noun}", f"{line} {noun}", line), (5, 3, 2, 2, 1))] = None
    chosen = list(content["terms"]) + [term for term in terms if term not in content["terms"]]
    chosen = chosen[:SEARCHES]
    for term in chosen:
        uses = max(1, round(2.2 / rng.uniform(0.012, 1.0)))
        used = stamp(lore.today - timedelta(days=1 + rng.integer(0, 30) // (1 + uses // 10)), rng)
        db.insert("search_use", term=term, uses=uses, results=_results(db, term), last_used=used)
    for rule in content["rule"]:
        db.insert("search_rule", **(rule | {"suggested": int(rule.get("suggested", True))}))


def _results(db: Database, term: str) -> int:
    match = match_query(term)
    if match is None:
        return 0
    return int(
        db.value(
            "SELECT count(*) FROM product WHERE enabled AND visibility IN ('search', 'both')"
            " AND id IN (SELECT rowid FROM product_search WHERE product_search MATCH ?)",
            match,
        )
    )


def write_carts(db: Database, lore: Lore, items: Sequence[Item], customers: Sequence[Customer]) -> None:
    """Things put into carts and onto wish lists. The demo customer's cart is empty."""
    rng = lore.rng("shop", "carts")
    buyable = [item for item in items if item.enabled and any(offer.buyable for offer in item.offers)]
    carts: list[tuple[Value, ...]] = []
    wishes: list[tuple[Value, ...]] = []
    for customer in customers:
        ago = rng.integer(1, 60)
        added = stamp(max(customer.joined, lore.today - timedelta(days=ago)), rng)
        if customer.id == 2 or (customer.id > 2 and rng.chance(0.14)):
            for item in rng.sample(buyable, rng.integer(1, 3)):
                offer = rng.choice([offer for offer in item.offers if offer.buyable])
                carts.append((len(carts) + 1, customer.id, offer.id, 1, added))
        if customer.id <= 2 or rng.chance(0.2):
            for item in rng.sample(buyable, 4 if customer.id == 1 else rng.integer(1, 6)):
                note = rng.choice(WISH_NOTES) if rng.chance(0.2) else ""
                wishes.append((len(wishes) + 1, customer.id, item.id, 1 + int(rng.chance(0.1)), note, added))
    db.run_many("INSERT INTO cart_item (id, cart_id, product_id, qty, added) VALUES (?, ?, ?, ?, ?)", carts)
    db.run_many("INSERT INTO wish (id, customer_id, product_id, qty, note, added) VALUES (?, ?, ?, ?, ?, ?)", wishes)
