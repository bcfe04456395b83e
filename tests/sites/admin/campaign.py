"""The small shop of ``sample.py``, with what marketing and reports are about: rules, reviews, messages, odd orders."""

from __future__ import annotations

from dataclasses import replace

from tests.sites.admin import sample
from webcosm.lore import Lore
from webcosm.worlds import Blueprint, Database

__all__ = ["CATALOG_RULE", "DRAFT", "SENT", "SPRING", "blueprint"]

SPRING, CATALOG_RULE = 1, 1
DRAFT, SENT = 1, 2
WHEN = "2026-05-02 08:00:00"


def blueprint() -> Blueprint:
    return replace(sample.blueprint(), fill=fill)


def fill(db: Database, lore: Lore, scale: str) -> None:
    sample.fill(db, lore, scale)
    _goods(db)
    _orders(db)
    _rules(db)
    _reviews(db)
    _messages(db)


def _goods(db: Database) -> None:
    """A shirt in two colors, and tea that is taxed as food, in one state only."""
    db.insert("tax_class", id=2, name="Food")
    db.run("UPDATE product SET tax_class_id = 2, brand = 'Leaf' WHERE id = 3")
    db.run("UPDATE product SET qty = 5, brand = 'Forge' WHERE id = 2")
    for place, region in enumerate(("QU", "FA")):
        db.insert("tax_rate", name=f"{region} goods", region=region, tax_class_id=1, percent=800 + 25 * place)
    db.insert("tax_rate", name="QU food", region="QU", tax_class_id=2, percent=200)
    for number, sku, parent in ((5, "SHIRT", None), (6, "SHIRT-RED", 5), (7, "SHIRT-BLUE", 5)):
        db.insert(
            "product",
            id=number,
            type="variant" if parent else "configurable",
            parent_id=parent,
            sku=sku,
            name="Linen Shirt" if not parent else f"Linen {sku.title()}",
            url_key=sku.lower(),
            brand="Weft",
            attribute_set_id=1,
            price=3000,
            tax_class_id=1,
            qty=number - 4,
            created="2024-02-01 08:00:00",
            updated="2024-02-01 08:00:00",
        )
    for product_id in range(1, 5):
        db.insert("product_category", product_id=product_id, category_id=1)
    for day in range(1, 29):
        for product_id in (1, 2, 3, 4, 5):
            db.insert(
                "product_view", product_id=product_id, day=f"2026-0{1 + day % 4}-{day:02d}", views=day * product_id % 7
            )
    db.insert("setting", path="catalog/low_stock_threshold", value="5")
    db.insert("website", id=2, code="trade", name="Trade")


def _orders(db: Database) -> None:
    """Variants and deleted goods in old orders, coupons, late updates, a canceled invoice, an adjusted refund."""
    db.run("UPDATE order_item SET product_id = 6 + order_id % 2 WHERE product_id = 4 AND order_id % 3 = 0")
    db.run("UPDATE order_item SET product_id = NULL WHERE product_id = 3 AND order_id % 4 = 0")
    db.run("UPDATE order_item SET discount = 7 WHERE order_id % 5 = 0")
    db.run("UPDATE orders SET coupon = 'SPRING10', discount = 120, total = total - 120 WHERE id % 5 = 0")
    db.run("UPDATE orders SET coupon = 'spring10' WHERE id = 10")
    db.run("UPDATE orders SET coupon = 'GONE', discount = 99, total = total - 99 WHERE id % 11 = 3")
    db.run("UPDATE orders SET updated = datetime(updated, '+40 days') WHERE id % 4 = 0")
    db.run("UPDATE orders SET shipping_title = 'Swift - Express', shipping_code = 'express' WHERE id % 6 = 1")
    db.run("UPDATE invoice SET status = 'canceled' WHERE id = 2")
    db.run("UPDATE credit_memo SET adjustment = -50, total = total - 50 WHERE id = 1")


def _rules(db: Database) -> None:
    db.insert(
        "cart_rule",
        id=SPRING,
        name="Spring",
        description="Ten percent off",
        active=1,
        coupon="SPRING10",
        uses_per_customer=30,
        from_date="2026-03-01",
        action="by_percent",
        amount=1000,
        priority=10,
    )
    db.insert("cart_rule", id=2, name="Four for three", active=0, action="buy_x_get_y", amount=1, step=3)
    for group in (1, 2):
        db.insert("cart_rule_group", rule_id=SPRING, group_id=group)
    db.insert("cart_rule_website", rule_id=SPRING, website_id=1)
    for number, (subject, operator, value) in enumerate(
        (("subtotal", "at least", "3000"), ("category", "is", "1"), ("brand", "is not", "Nowhere")), 1
    ):
        db.insert("cart_rule_condition", id=number, rule_id=SPRING, subject=subject, operator=operator, value=value)
    db.insert("catalog_rule", id=CATALOG_RULE, name="Tea week", active=1, action="to_fixed", amount=700)
    db.insert("catalog_rule_group", rule_id=CATALOG_RULE, group_id=2)
    db.insert("catalog_rule_website", rule_id=CATALOG_RULE, website_id=1)
    db.insert("catalog_rule_condition", id=1, rule_id=CATALOG_RULE, subject="sku", operator="is", value="TEA-1")


def _reviews(db: Database) -> None:
    told = (
        (1, 2, "Benny", "Fine", 4, "approved"),
        (1, None, "Guest 5", "Chipped", 2, "pending"),
        (2, 1, "Ada", "Heavy <b>", 3, "pending"),
        (2, 3, "C. B.", "Nonsense", 1, "rejected"),
        (5, None, "Anon", "Soft", 5, "approved"),
    )
    for number, (product_id, customer_id, nickname, title, stars, status) in enumerate(told, 2):
        db.insert(
            "review",
            id=number,
            product_id=product_id,
            customer_id=customer_id,
            nickname=nickname,
            title=title,
            body=f"What {nickname} thinks & says.",
            stars=stars,
            status=status,
            created=f"2026-04-0{number} 10:00:00",
        )


def _messages(db: Database) -> None:
    db.insert("search_rule", id=1, term="lantern", synonym="reed lamp", suggested=0)
    db.insert("search_rule", id=2, term="returns", redirect="/about-us")
    db.insert("newsletter", id=DRAFT, name="June", subject="Summer & you", content="**Hello** there.", updated=WHEN)
    db.insert("newsletter", id=SENT, name="May", subject="Spring", content="Bloom.", sent=WHEN, updated=WHEN)
    for number in (3, 4):
        db.insert("subscriber", id=number, email=f"reader{number}@mail.test", status="subscribed", changed=WHEN)
    db.insert("outgoing", id=1, recipient="ben2@mail.test", subject="Your link", body="Open <this>.", created=WHEN)
    for number, name in enumerate(("Uma", "Vic"), 1):
        db.insert(
            "contact_message",
            id=number,
            name=name,
            email=f"{name.lower()}@mail.test",
            message=f"Where is my parcel, asks {name}?\nThank you.",
            created=f"2026-05-1{number} 09:00:00",
        )
