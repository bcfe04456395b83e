"""A shop of a dozen rows, known by heart, so that tests can say what must come out to the cent."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.kit import hash_password
from webcosm.sites.shop.rules import ordering
from webcosm.sites.shop.rules.ordering import Buyer, PostalAddress
from webcosm.sites.shop.site import site
from webcosm.worlds import Blueprint, Database, Row, World

__all__ = [
    "ADDRESS",
    "ANA",
    "BEN",
    "GUEST",
    "KETTLE",
    "LAMP",
    "MUG",
    "OLD_KETTLE",
    "SHIRT",
    "SHIRT_BLUE",
    "SHIRT_RED",
    "SMALL_SHOP",
    "TEA",
    "history",
    "order_of",
    "place",
    "put",
    "stock",
]

STAMP = "2026-01-02 10:00:00"
MUG, KETTLE, TEA, SHIRT, SHIRT_RED, SHIRT_BLUE, LAMP, OLD_KETTLE = range(1, 9)
"""Products: simple ones, a configurable shirt with two variants, one out of stock, one disabled."""

ANA = Buyer(1, "ana@example.test", "Ana", "Moss", 2)
BEN = Buyer(2, "ben@example.test", "Ben", "Ford", 3)
"""A tax-exempt wholesaler."""
GUEST = Buyer(None, "gus@example.test", "Gus", "Reed")
ADDRESS = PostalAddress("Ana", "Moss", "5 Mill Lane", "Quillby", "QU", "10001", "555-0100")


def fill(db: Database, lore: Lore, scale: str) -> None:
    _catalogue(db)
    _people(db)
    _selling(db)
    for path, value in {"general/store_name": "Dray Market", "sales/minimum_order": "500"}.items():
        db.insert("setting", path=path, value=value)
    db.insert("theme", id=1, code="dray", title="Dray", accent="#9a3f1d", ground="#faf7f2")


def _catalogue(db: Database) -> None:
    db.insert("category", id=1, name="Kitchen", url_path="kitchen", level=1, position=1)
    db.insert("category", id=2, parent_id=1, name="Drinkware", url_path="kitchen/drinkware", level=2, position=1)
    db.insert("category", id=3, name="Clothing", url_path="clothing", level=1, position=2)
    db.insert("attribute", id=1, code="color", label="Color", for_variants=1)
    db.insert("attribute_option", id=1, attribute_id=1, label="Red", position=1, swatch="#c0392b")
    db.insert("attribute_option", id=2, attribute_id=1, label="Blue", position=2, swatch="#2980b9")
    db.insert("attribute_set", id=1, name="Default")
    for number, name in enumerate(("Taxable Goods", "Food", "Exempt"), 1):
        db.insert("tax_class", id=number, name=name)
    goods = [
        (MUG, "simple", None, "MUG-1", "Harbor Mug", "Ash", 1_200, 350, 1, 10, 1, 1),
        (KETTLE, "simple", None, "KET-1", "Foundry Kettle", "Birch", 4_999, 1_400, 1, 3, 1, 1),
        (TEA, "simple", None, "TEA-1", "Evening Tea", "Ash", 650, 120, 2, 50, 1, 1),
        (SHIRT, "configurable", None, "SHI", "Linen Shirt", "Cedar", 2_500, 0, 1, 0, 1, 1),
        (SHIRT_RED, "variant", SHIRT, "SHI-R", "Linen Shirt Red", "Cedar", 2_500, 220, 1, 5, 1, 1),
        (SHIRT_BLUE, "variant", SHIRT, "SHI-B", "Linen Shirt Blue", "Cedar", 2_700, 220, 1, 1, 1, 1),
        (LAMP, "simple", None, "LAM-1", "Reading Lamp", "Birch", 3_900, 2_000, 1, 8, 0, 1),
        (OLD_KETTLE, "simple", None, "KET-0", "Old Kettle", "Birch", 3_000, 1_300, 1, 4, 1, 0),
    ]
    for number, kind, parent, sku, name, brand, price, weight, tax, qty, in_stock, enabled in goods:
        db.insert(
            "product",
            id=number,
            type=kind,
            parent_id=parent,
            sku=sku,
            name=name,
            url_key=name.lower().replace(" ", "-"),
            brand=brand,
            attribute_set_id=1,
            price=price,
            weight=weight,
            tax_class_id=tax,
            qty=qty,
            in_stock=in_stock,
            enabled=enabled,
            visibility="none" if parent else "both",
            created=STAMP,
            updated=STAMP,
        )
    db.insert("product_axis", product_id=SHIRT, attribute_id=1, position=1)
    db.insert("product_option", product_id=SHIRT_RED, attribute_id=1, option_id=1)
    db.insert("product_option", product_id=SHIRT_BLUE, attribute_id=1, option_id=2)
    for product, category in ((MUG, 2), (KETTLE, 1), (TEA, 1), (SHIRT, 3), (LAMP, 1), (OLD_KETTLE, 1)):
        db.insert("product_category", product_id=product, category_id=category)


def _people(db: Database) -> None:
    for number, (name, exempt) in enumerate((("Not Logged In", 0), ("General", 0), ("Wholesale", 1)), 1):
        db.insert("customer_group", id=number, name=name, tax_exempt=exempt)
    for number, buyer in enumerate((ANA, BEN), 1):
        db.insert(
            "customer",
            id=number,
            email=buyer.email,
            first_name=buyer.first_name,
            last_name=buyer.last_name,
            group_id=buyer.group_id,
            password=hash_password("quiet-lamp", buyer.email),
            created=STAMP,
        )
        db.insert("cart", id=number, customer_id=number)
    db.insert("address", id=1, customer_id=1, **ADDRESS.__dict__)
    work = {**ADDRESS.__dict__, "company": "Moss & Co", "street": "9 Dock Road", "city": "Farrow", "region": "FA"}
    db.insert("address", id=2, customer_id=1, **work)
    db.insert("address", id=3, customer_id=2, **{**ADDRESS.__dict__, "first_name": "Ben", "last_name": "Ford"})
    db.run("UPDATE customer SET billing_id = 1, shipping_id = 1 WHERE id = 1")
    db.insert("subscriber", id=1, email=BEN.email, customer_id=2, status="subscribed", changed=STAMP)


def _selling(db: Database) -> None:
    for number, (code, carrier, title, base, per_kg, free) in enumerate(
        (
            ("flat", "Parcel Post", "Standard", 495, 100, 10_000),
            ("express", "Swift", "Next Day", 1_495, 0, None),
            ("pickup", "Dray Market", "Pickup", 0, 0, None),
        ),
        1,
    ):
        db.insert(
            "shipping_method", id=number, code=code, carrier=carrier, title=title, base=base, per_kg=per_kg,
            free_from=free, days="3 to 5 working days", position=number,
        )  # fmt: skip
    db.insert("shipping_method", id=4, code="mule", carrier="Mule", title="Slow", active=0, base=1, position=4)
    for number, (code, title) in enumerate((("check", "Check"), ("card", "Credit Card"), ("invoice", "Invoice")), 1):
        db.insert("payment_method", id=number, code=code, title=title, position=number)
    rates = (("QU", 1, 825), ("QU", 2, 200), ("FA", 1, 600))
    for number, (region, tax_class, percent) in enumerate(rates, 1):
        db.insert(
            "tax_rate", id=number, name=f"{region} {tax_class}", region=region, tax_class_id=tax_class, percent=percent
        )
    db.insert("website", id=1, code="main", name="Main")
    db.insert("website", id=2, code="other", name="Other")
    rule(db, 1, "Ten percent", coupon="TEN", action="by_percent", amount=1_000)
    rule(
        db,
        2,
        "Five off 50",
        coupon="FIVE",
        action="cart_fixed",
        amount=500,
        conditions=[("subtotal", "at least", "5000")],
    )
    rule(db, 3, "Once", coupon="ONCE", action="by_percent", amount=2_000, uses_per_customer=1)
    rule(db, 4, "Over", coupon="OVER", action="by_percent", amount=2_000, to_date="2026-05-13")
    rule(db, 5, "Soon", coupon="SOON", action="by_percent", amount=2_000, from_date="2026-05-15")
    rule(db, 6, "Wholesale only", coupon="WHOLE", action="by_percent", amount=2_000, groups=(3,))
    rule(db, 7, "Elsewhere", coupon="ELSE", action="by_percent", amount=2_000, websites=(2,))
    rule(db, 8, "Asleep", coupon="SLEEP", action="by_percent", amount=2_000, active=0)
    rule(db, 9, "Three teas for two", action="buy_x_get_y", amount=1, step=2, conditions=[("sku", "is", "TEA-1")])
    rule(db, 10, "One left", coupon="RARE", action="by_percent", amount=2_000, uses_per_coupon=1)
    rule(db, 11, "Kitchen", coupon="KITCHEN", action="by_percent", amount=5_000, conditions=[("category", "is", "1")])


def rule(
    db: Database,
    number: int,
    name: str,
    *,
    groups: tuple[int, ...] = (1, 2, 3),
    websites: tuple[int, ...] = (1,),
    conditions: list[tuple[str, str, str]] | None = None,
    **columns: int | str,
) -> None:
    db.insert("cart_rule", **{"id": number, "name": name, "active": 1, **columns})
    for group in groups:
        db.insert("cart_rule_group", rule_id=number, group_id=group)
    for website in websites:
        db.insert("cart_rule_website", rule_id=number, website_id=website)
    for subject, operator, value in conditions or []:
        db.insert("cart_rule_condition", rule_id=number, subject=subject, operator=operator, value=value)


def put(db: Database, cart_id: int, **pieces: int) -> None:
    """Puts products (by the lower-case name of their constant) into a cart."""
    numbers = {"mug": MUG, "kettle": KETTLE, "tea": TEA, "red": SHIRT_RED, "blue": SHIRT_BLUE, "lamp": LAMP}
    for name, qty in pieces.items():
        db.insert("cart_item", cart_id=cart_id, product_id=numbers[name], qty=qty, added=STAMP)


def place(
    world: World,
    buyer: Buyer = ANA,
    *,
    coupon: str = "",
    address: PostalAddress = ADDRESS,
    method: str = "flat",
    payment: str = "check",
    note: str = "",
    expected: int | None = None,
    **pieces: int,
) -> int:
    cart_id = buyer.customer_id or world.shop.insert("cart", token="t")
    put(world.shop, cart_id, **pieces)
    world.shop.run("UPDATE cart SET coupon = ? WHERE id = ?", coupon, cart_id)
    return ordering.place_order(
        world.shop,
        world.clock,
        cart_id=cart_id,
        buyer=buyer,
        billing=address,
        shipping=address,
        shipping_code=method,
        payment_code=payment,
        payment_note="" if payment == "check" else "1111",
        note=note,
        expected_total=expected,
    )


def order_of(db: Database, order_id: int) -> Row:
    return ordering.find_order(db, order_id)


def stock(db: Database) -> dict[int, int]:
    return {row.id: row.qty for row in db.rows("SELECT id, qty FROM product ORDER BY id")}


def history(db: Database, order_id: int) -> list[str]:
    return db.values("SELECT status FROM order_comment WHERE order_id = ? ORDER BY id", order_id)


assert site.blueprint
SMALL_SHOP = Blueprint("shop", site.blueprint.schema, fill, site.blueprint.incidental)
