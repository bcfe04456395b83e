"""A small shop of known rows, so that tests of the back office can say exactly what they expect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from webcosm.lore import Lore
from webcosm.sites.admin.permissions import PERMISSIONS
from webcosm.sites.kit import hash_password
from webcosm.sites.shop.rules.fulfilment import Track, make_credit_memo, make_invoice, make_shipment
from webcosm.sites.shop.site import site as shop
from webcosm.worlds import BEGINNING, Blueprint, Database

__all__ = ["CLERK", "CUSTOMER", "OWNER", "PASSWORD", "READER", "blueprint"]

OWNER, CLERK, READER = "mona", "tim", "rea"
CUSTOMER = "ada.field@mail.test"
PASSWORD = "quiet-lamp"
CITIES = (("Marlow", "QU", "10234"), ("Tarn", "FA", "20417"), ("Ostby", "QU", "10981"))
PEOPLE = (
    ("Ada", "Field"),
    ("Ben", "Okoro"),
    ("Cleo", "Brandt"),
    ("Dario", "Nunez"),
    ("Esme", "O'Neil"),
    ("Finn", "100% Wool"),
)
CLERK_MAY = {
    "dashboard.view",
    "sales.view",
    "sales.edit",
    "customers.view",
    "customers.edit",
    "marketing.view",
    "marketing.edit",
    "catalog.view",
    "content.view",
    "reports.view",
}


@dataclass(frozen=True)
class At:
    """A clock that stands at a given moment, for rows of the past."""

    moment: datetime

    def stamp(self) -> str:
        return self.moment.strftime("%Y-%m-%d %H:%M:%S")

    def today(self) -> date:
        return self.moment.date()


def blueprint() -> Blueprint:
    assert shop.blueprint
    return replace(shop.blueprint, fill=fill)


def fill(db: Database, lore: Lore, scale: str) -> None:
    _staff(db)
    _catalog(db)
    _customers(db)
    for place in range(46):
        _order(db, place)
    _rest(db)


def _staff(db: Database) -> None:
    for number, (role, held) in enumerate(
        (
            ("Owner", set(PERMISSIONS.names)),
            ("Clerk", CLERK_MAY),
            ("Read-only", {one for one in PERMISSIONS.names if one.endswith(".view") and not one.startswith("system")}),
        ),
        1,
    ):
        db.insert("role", id=number, name=role)
        for permission in sorted(held):
            db.insert("role_permission", role_id=number, permission=permission)
    for role_id, (username, first, last) in enumerate(
        ((OWNER, "Mona", "Reyes"), (CLERK, "Tim", "Larsen"), (READER, "Rea", "Holt")), 1
    ):
        db.insert(
            "admin_user",
            username=username,
            first_name=first,
            last_name=last,
            email=f"{username}@dray.test",
            password=hash_password(PASSWORD, username),
            role_id=role_id,
        )


def _catalog(db: Database) -> None:
    db.insert("attribute_set", id=1, name="Default")
    db.insert("tax_class", id=1, name="Taxable Goods")
    db.insert("category", id=1, parent_id=None, name="Kitchen", url_path="kitchen", level=1, position=1)
    goods = (
        ("MUG-1", "Stone Mug", 1200),
        ("PAN-1", "Iron Pan", 4550),
        ("TEA-1", "Smoky Tea", 899),
        ("LMP-1", "Reed Lamp", 7325),
    )
    for number, (sku, name, price) in enumerate(goods, 1):
        db.insert(
            "product",
            id=number,
            type="simple",
            sku=sku,
            name=name,
            url_key=sku.lower(),
            attribute_set_id=1,
            price=price,
            tax_class_id=1,
            qty=100,
            created="2024-01-01 08:00:00",
            updated="2024-01-01 08:00:00",
        )
        db.insert("product_view", product_id=number, day="2026-05-10", views=10 * number)
    db.insert("website", id=1, code="main", name="Main")
    db.insert("store_view", id=1, website_id=1, code="en", name="English")
    db.insert("theme", id=1, code="plain", title="Plain", accent="#9a3f1d", ground="#f7f2ea")
    db.insert("setting", path="design/theme", value="plain")
    db.insert("shipping_method", id=1, code="flat", carrier="Parcel Post", title="Standard", base=500, position=1)
    db.insert("payment_method", id=1, code="check", title="Check", position=1)


def _customers(db: Database) -> None:
    for number, (name, exempt) in enumerate((("Not Logged In", 0), ("General", 0), ("Wholesale", 1), ("Unused", 0)), 1):
        db.insert("customer_group", id=number, name=name, tax_exempt=exempt)
    for number, (first, last) in enumerate(PEOPLE, 1):
        email = CUSTOMER if number == 1 else f"{first.lower()}{number}@mail.test"
        db.insert(
            "customer",
            id=number,
            email=email,
            first_name=first,
            last_name=last,
            group_id=3 if number == 3 else 2,
            password=hash_password(PASSWORD, email),
            created=f"2025-0{number}-03 10:00:00",
        )
        city, region, postcode = CITIES[number % 3]
        db.insert(
            "address",
            id=number,
            customer_id=number,
            first_name=first,
            last_name=last,
            street=f"{number} Mill Road",
            city=city,
            region=region,
            postcode=postcode,
            phone=f"555-010{number}",
        )
        db.run("UPDATE customer SET billing_id = ?1, shipping_id = ?1 WHERE id = ?1", number)
        db.insert("cart", id=number, customer_id=number)
    db.insert("cart_item", cart_id=1, product_id=2, qty=2, added="2026-05-01 10:00:00")
    db.insert("wish", customer_id=1, product_id=4, qty=1, note="For the hall", added="2026-04-01 10:00:00")
    db.insert("subscriber", email=CUSTOMER, customer_id=1, status="subscribed", changed="2025-02-01 10:00:00")
    db.insert("subscriber", email="ben2@mail.test", customer_id=2, status="unsubscribed", changed="2025-02-01 10:00:00")


def _order(db: Database, place: int) -> None:
    """Order 1 is the oldest, the last is of yesterday. Customers 5 and 6 never bought; every seventh is a guest's."""
    number = place + 1
    placed = BEGINNING - timedelta(days=(45 - place) * 16 + 1, hours=place % 5)
    first, last = PEOPLE[place % 4]
    guest = place % 7 == 6
    email = f"guest{number}@mail.test" if guest else db.value("SELECT email FROM customer WHERE id = ?", place % 4 + 1)
    lines = [(place % 4 + 1, place % 3 + 1), ((place + 1) % 4 + 1, 1)][: place % 2 + 1]
    rows = [(db.row("SELECT * FROM product WHERE id = ?", product_id), qty) for product_id, qty in lines]
    subtotal = sum(product.price * qty for product, qty in rows if product)
    taxes = [product.price * qty * 8 // 100 for product, qty in rows if product]
    stamp = At(placed).stamp()
    db.insert(
        "orders",
        id=number,
        number=str(100_000 + number),
        customer_id=None if guest else place % 4 + 1,
        email=email,
        first_name=first,
        last_name=last,
        group_id=1 if guest else 2,
        status="pending",
        subtotal=subtotal,
        shipping=500,
        tax=sum(taxes),
        total=subtotal + 500 + sum(taxes),
        shipping_code="flat",
        shipping_title="Parcel Post - Standard",
        payment_code="check",
        payment_title="Check",
        created=stamp,
        updated=stamp,
    )
    for (product, qty), tax in zip(rows, taxes, strict=True):
        assert product
        db.insert(
            "order_item",
            order_id=number,
            product_id=product.id,
            sku=product.sku,
            name=product.name,
            options="Color: Red" if product.id == 1 else "",
            qty=qty,
            price=product.price,
            tax=tax,
            row_total=product.price * qty,
        )
    city, region, postcode = CITIES[place % 3]
    for kind in ("billing", "shipping"):
        db.insert(
            "order_address",
            order_id=number,
            kind=kind,
            first_name=first,
            last_name=last if kind == "billing" else f"{last}-{city}",
            street=f"{number} Quay Street",
            city=city,
            region=region,
            postcode=postcode,
            phone=f"555-02{number:02d}",
        )
    db.insert("order_comment", order_id=number, status="pending", created=stamp)
    _progress(db, number, placed)


def _progress(db: Database, number: int, placed: datetime) -> None:
    """By the rest of eight: 0-2 complete, 3 processing, 4 closed, 5 canceled, 6 on hold, 7 pending; 9 is fraud."""
    rest = number % 8
    if rest in (0, 1, 2, 3, 4) and number != 9:
        make_invoice(db, At(placed + timedelta(hours=1)), number)
        if rest != 3:
            track = Track("Parcel Post", "Parcel Post", f"PP{number:06d}")
            make_shipment(db, At(placed + timedelta(hours=2)), number, tracks=[track])
        if rest == 4:
            make_credit_memo(db, At(placed + timedelta(days=1)), number)
    status = {5: "canceled", 6: "holded"}.get(rest) or ("fraud" if number == 9 else "")
    if status:
        held = "pending" if status == "holded" else None
        db.run("UPDATE orders SET status = ?, held_status = ? WHERE id = ?", status, held, number)


def _rest(db: Database) -> None:
    for number, (title, severity) in enumerate(
        (("Low stock", "major"), ("New version", "notice"), ("Backup done", "minor")), 1
    ):
        db.insert(
            "notification",
            id=number,
            severity=severity,
            title=title,
            body=f"{title}: have a look.",
            seen=int(number == 3),
            created=f"2026-05-1{number} 08:00:00",
        )
    for place, term in enumerate(("mug", "iron pan", "tea", "lantern", "kettle <b>"), 1):
        db.insert(
            "search_use", term=term, uses=place * 3, results=place - 1, last_used=f"2026-05-0{6 - place} 12:00:00"
        )
    db.insert(
        "cms_page",
        title="About us",
        url_key="about-us",
        content="We sell.",
        created="2024-01-01 08:00:00",
        updated="2024-01-01 08:00:00",
    )
    db.insert(
        "review",
        product_id=1,
        customer_id=1,
        nickname="Ada",
        title="Sturdy",
        body="Survived a fall.",
        stars=5,
        status="approved",
        created="2026-03-01 10:00:00",
    )
