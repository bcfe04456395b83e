"""What tasks on the storefront share: the signed-in customer's rows, the shop's goods, the rows that deeds write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from types import MappingProxyType

from webcosm.judge.answers import Answer, Date, Money, Text
from webcosm.judge.state import Insert, Rule, Update
from webcosm.sites.shop.seed.fill import accounts
from webcosm.tasks.dates import last_of_month, said_month
from webcosm.tasks.money import dollars
from webcosm.worlds import Change, Row, Value, World

__all__ = [
    "ADDRESS",
    "NOT_ORDERED",
    "NUMBERED",
    "OFFICE_CLOSED",
    "WHEN",
    "WITH_OPTIONS",
    "added_to_cart",
    "beginnings",
    "cart_id",
    "contained",
    "customer",
    "made_default",
    "order_detail",
    "own_lines",
    "own_month_spans",
    "own_orders",
    "placed_order",
    "plain_goods",
    "said_choice",
    "said_period",
    "seen_options",
    "still_sold",
    "variants",
    "within",
    "without_offers",
]

WHEN = "the moment at which it was done"
NUMBERED = "given by the shop"
OFFICE_CLOSED: Mapping[str, str | None] = MappingProxyType({"admin": None})
"""Nobody is signed in at the back office, where one could change what stands in a customer's way."""
ADDRESS = ("first_name", "last_name", "company", "street", "street2", "city", "region", "postcode", "phone")

WITH_OPTIONS = """
    SELECT item.*, item.in_stock AND item.qty > 0 AS available, shown.id AS shown_id, shown.name AS title,
      group_concat(attribute.label || ': ' || option.label, '; ' ORDER BY axis.position, axis.attribute_id) AS options
    FROM product AS item JOIN product AS shown ON shown.id = item.parent_id
    JOIN product_axis AS axis ON axis.product_id = shown.id
    JOIN product_option AS has ON has.product_id = item.id AND has.attribute_id = axis.attribute_id
    JOIN attribute ON attribute.id = has.attribute_id JOIN attribute_option AS option ON option.id = has.option_id
    WHERE item.enabled AND shown.enabled AND shown.visibility = 'both' AND {where} GROUP BY item.id ORDER BY item.id
"""
"""Variants with their options in words; to be completed with a condition."""


# The customer ---------------------------------------------------------------------------------------------------------


def customer(world: World) -> Row:
    """Who is signed in at the beginning."""
    row = world.shop.row("SELECT * FROM customer WHERE email = ?", accounts(world.lore)[0].username)
    assert row, "the first account is a customer's"
    return row


def cart_id(world: World) -> int:
    return int(world.shop.value("SELECT id FROM cart WHERE customer_id = ?", customer(world).id))


def own_orders(world: World, where: str = "TRUE", *values: Value) -> list[Row]:
    """The customer's orders, oldest first."""
    sql = f"SELECT * FROM orders WHERE customer_id = ? AND {where} ORDER BY created, id"
    return world.shop.rows(sql, customer(world).id, *values)


def own_lines(world: World) -> list[Row]:
    """What the customer ordered, oldest first, without names that are part of other names of it."""
    lines = world.shop.rows(
        "SELECT item.*, orders.number, orders.status, orders.created, orders.discount AS order_discount"
        " FROM order_item AS item JOIN orders ON orders.id = item.order_id WHERE customer_id = ?"
        " ORDER BY orders.created, item.id",
        customer(world).id,
    )
    unclear = contained([line.name for line in lines])
    return [line for line in lines if line.name not in unclear]


def contained(names: Sequence[str]) -> set[str]:
    """Those that stand within another one."""
    every = {name: name.casefold() for name in names}
    return {one for one in every for other in every if one != other and every[one] in every[other]}


# Wording --------------------------------------------------------------------------------------------------------------


def said_period(day: date, days: Sequence[date]) -> str:
    """``in May 2026`` or, if more than three of the days are in that month, ``between May 1 and 10, 2026``."""
    if sum((other.year, other.month) == (day.year, day.month) for other in days) <= 3:
        return f"in {said_month(day)}"
    month, year = said_month(day).split()
    first = min((day.day - 1) // 10, 2) * 10 + 1
    return f"between {month} {first} and {first + 9 if first < 21 else last_of_month(day).day}, {year}"


def within(period: str, day: date) -> bool:
    """Whether a day is in a period as it is said, with or without “in” before a month."""
    if third := re.fullmatch(r"between (\w+) (\d+) and (\d+), (\d{4})", period):
        month, first, last, year = third.groups()
        return said_month(day) == f"{month} {year}" and int(first) <= day.day <= int(last)
    return said_month(day) == period.removeprefix("in ")


def own_month_spans(world: World, length: int) -> list[tuple[date, date]]:
    """First and last days of all spans of so many whole months in which the customer was one."""
    months = sorted({order.created[:7] for order in own_orders(world)})
    firsts = [date.fromisoformat(f"{month}-01") for month in months]
    over = world.clock.today().replace(day=1)
    ends = [last_of_month(first) for first in firsts]
    spans = zip(firsts, ends[length - 1 :], strict=False)
    return [(first, last) for first, last in spans if last < over and (last - first).days < 31 * length]


def order_detail(order: Row, detail: str) -> Answer:
    """What a goal that names one of the `DETAILS` asks of an order."""
    if detail == "order number":
        return Text(order.number)
    return Money(dollars(order.total)) if detail == "grand total" else Date(date.fromisoformat(order.created[:10]))


# Goods ----------------------------------------------------------------------------------------------------------------


def plain_goods(world: World, where: str = "TRUE") -> list[Row]:
    """Products without options that can be found, under names that no other name begins with."""
    rows = world.shop.rows(
        "SELECT product.*, product.name AS title, in_stock AND qty > 0 AS available, '' AS options FROM product"
        f" WHERE type = 'simple' AND enabled AND visibility = 'both' AND {where} ORDER BY id"
    )
    unclear = beginnings(world)
    return [row for row in rows if row.name not in unclear]


def variants(world: World, where: str = "TRUE", *values: Value) -> list[Row]:
    """Variants that can be found, with their options in words."""
    unclear = beginnings(world)
    return [row for row in world.shop.rows(WITH_OPTIONS.format(where=where), *values) if row.title not in unclear]


def beginnings(world: World) -> set[str]:
    """Names that another name begins with."""
    names = sorted(world.shop.values("SELECT name FROM product WHERE type <> 'variant'"))
    return {one for one, following in pairwise(names) if following.startswith(one)}


def without_offers(world: World, rows: Sequence[Row]) -> list[Row]:
    """Those of some goods whose price is the plain one: no special price, and no rule that may lower it."""
    today = world.clock.today().isoformat()
    conditions = world.shop.rows(
        "SELECT subject, value FROM catalog_rule_condition WHERE rule_id IN (SELECT id FROM catalog_rule WHERE active"
        " AND coalesce(from_date, '') <= ?1 AND coalesce(to_date, '9999') >= ?1) ORDER BY id",
        today,
    )
    lowered: set[int] = set()
    for condition in conditions:
        column = {"brand": "brand", "sku": "sku"}.get(condition.subject)
        if column:
            lowered |= set(world.shop.values(f"SELECT id FROM product WHERE {column} = ?", condition.value))
        elif condition.subject == "category":
            lowered |= set(
                world.shop.values(
                    "WITH RECURSIVE below (id) AS (SELECT ?1 UNION SELECT category.id FROM category JOIN below"
                    "  ON category.parent_id = below.id)"
                    " SELECT product_id FROM product_category WHERE category_id IN (SELECT id FROM below)",
                    int(condition.value),
                )
            )
    return [row for row in rows if row.special_price is None and row.id not in lowered and row.parent_id not in lowered]


def seen_options(options: str) -> dict[str, str]:
    """``Color: Red; Size: M`` -> what each of them is"""
    return dict(part.split(": ", 1) for part in options.split("; ")) if options else {}


CHOICES = {
    "Size": "size {}",
    "Flavor": "the {} flavor",
    "Scent": "the {} scent",
    "Style": "the {} style",
    "Length": "the {} length",
    "Capacity": "the {} version",
    "Storage": "the {} version",
}
"""How people say that they want something “in …”; colors and materials are said as they are."""


def said_choice(options: str) -> str:
    """``Color: Red; Size: M`` -> ``Red, size M``"""
    return ", ".join(CHOICES.get(label, "{}").format(option) for label, option in seen_options(options).items())


def still_sold(world: World, order_id: int) -> bool:
    """Whether all of an order can be bought again."""
    return not world.shop.value(
        "SELECT count(*) FROM order_item AS item LEFT JOIN product ON product.id = item.product_id"
        " LEFT JOIN product AS parent ON parent.id = product.parent_id WHERE order_id = ? AND (product.id IS NULL"
        "  OR NOT product.enabled OR NOT product.in_stock OR product.qty < item.qty"
        "  OR NOT coalesce(parent.enabled, 1))",
        order_id,
    )


# Rows that deeds write ------------------------------------------------------------------------------------------------


def added_to_cart(world: World, product_id: int, qty: int) -> Insert:
    """A new item in the customer's cart."""
    return Insert(
        "shop",
        "cart_item",
        values={"cart_id": cart_id(world), "product_id": product_id, "qty": qty},
        free={"id": NUMBERED, "added": WHEN},
        name=f"{qty} of product {product_id} in the cart",
    )


NOT_ORDERED: Mapping[str, Callable[[Change], bool]] = MappingProxyType(
    {"nothing was ordered": lambda change: change.table == "orders"}
)
"""For `Expectation.never`, where the goal says not to check out."""


def made_default(world: World, values: Mapping[str, Value]) -> Update:
    return Update("shop", "customer", key=(customer(world).id,), values=values)


def placed_order(world: World, wanted: Mapping[int, int], shipping_code: str, payment_code: str) -> list[Rule]:
    """All rows of an order of these products (id to quantity) to the default addresses, without any discount.

    The sums are worked out here from the rows, not by the shop's own code, so that a mistake of its shows.
    """
    db, buyer = world.shop, customer(world)
    order_id = db.value("SELECT max(id) + 1 FROM orders")
    addresses = {
        kind: db.row("SELECT * FROM address WHERE id = ?", buyer[f"{kind}_id"]) for kind in ("billing", "shipping")
    }
    rules: list[Rule] = []
    subtotal = tax = weight = 0
    for product_id, qty in sorted(wanted.items()):
        goods = db.row(
            "SELECT product.*, coalesce(parent.name, product.name) AS title FROM product"
            " LEFT JOIN product AS parent ON parent.id = product.parent_id WHERE product.id = ?",
            product_id,
        )
        assert goods
        chosen = db.rows(WITH_OPTIONS.format(where="item.id = ?"), product_id)
        share = row_tax(world, goods, qty, addresses["shipping"])
        values: dict[str, Value] = {
            "order_id": order_id,
            "product_id": product_id,
            "sku": goods.sku,
            "name": goods.title,
            "options": chosen[0].options if chosen else "",
            "qty": qty,
            "price": goods.price,
            "discount": 0,
            "tax": share,
            "row_total": goods.price * qty,
        }
        rules.append(Insert("shop", "order_item", values=values, free={"id": NUMBERED}))
        rules.append(Update("shop", "product", key=(product_id,), values={"qty": goods.qty - qty}))
        subtotal, tax, weight = subtotal + goods.price * qty, tax + share, weight + goods.weight * qty
    for kind, address in addresses.items():
        assert address
        columns = {"order_id": order_id, "kind": kind, **{name: address[name] for name in ADDRESS}}
        rules.append(Insert("shop", "order_address", values=columns))
    method = db.row("SELECT * FROM shipping_method WHERE code = ?", shipping_code)
    payment = db.row("SELECT * FROM payment_method WHERE code = ?", payment_code)
    assert method
    assert payment
    free = method.free_from is not None and subtotal >= method.free_from
    shipping = 0 if free else method.base + method.per_kg * ((weight + 999) // 1000)
    sums = {"subtotal": subtotal, "discount": 0, "shipping": shipping, "tax": tax, "total": subtotal + shipping + tax}
    rules.append(
        Insert(
            "shop",
            "orders",
            values={
                "id": order_id,
                "number": str(100_000 + order_id),
                "customer_id": buyer.id,
                **{name: buyer[name] for name in ("email", "first_name", "last_name", "group_id")},
                "status": "pending",
                "held_status": None,
                **sums,
                "coupon": "",
                "shipping_code": shipping_code,
                "shipping_title": f"{method.carrier} - {method.title}",
                "payment_code": payment_code,
                "payment_title": payment.title,
                "payment_note": "",
            },
            free={"created": WHEN, "updated": WHEN},
        )
    )
    history = {"order_id": order_id, "status": "pending", "comment": "", "notified": 0, "visible": 0, "author": ""}
    rules.append(Insert("shop", "order_comment", values=history, free={"id": NUMBERED, "created": WHEN}))
    return rules


def row_tax(world: World, goods: Row, qty: int, address: Row | None) -> int:
    """Of some pieces sent to an address, rounded half up to the cent."""
    percent: int | None = world.shop.value(
        "SELECT percent FROM tax_rate WHERE region = ? AND tax_class_id = ?",
        address.region if address else "",
        goods.tax_class_id,
    )
    worth: int = goods.price * qty
    return (worth * (percent or 0) + 5_000) // 10_000
