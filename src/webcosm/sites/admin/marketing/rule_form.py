"""The form of a price rule: what cart rules and catalog rules ask for, and how it is read and shown again.

Fields of groups, websites and conditions are named ``group.2``, ``website.1`` and ``condition.7.value``; a condition
that is not stored yet has a key like ``new1`` instead of its id.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webcosm.sites.admin.addresses import regions
from webcosm.sites.admin.catalog.product_form import choices
from webcosm.sites.admin.stores.tax_pages import percent_text, read_percent
from webcosm.sites.kit import BadRequest, BoundForm, Field, Form, Request
from webcosm.sites.kit.formats import money, parse_money, plural
from webcosm.worlds import Database, Row

__all__ = [
    "CART",
    "CATALOG",
    "SUBJECTS",
    "RuleKind",
    "amount_words",
    "build",
    "condition_keys",
    "next_key",
    "read_rule",
    "stored_values",
]

NUMBERS = ("subtotal", "items", "weight")
SUBJECTS = {
    "subtotal": "Cart subtotal",
    "items": "Pieces in the cart",
    "weight": "Weight of the cart in grams",
    "region": "Shipping state",
    "category": "Category",
    "sku": "SKU",
    "brand": "Brand",
    "attribute_set": "Attribute set",
}
IS = (("is", "is"), ("is not", "is not"))
COMPARED = (("at least", "is at least"), ("at most", "is at most"), *IS)
PERCENT = ("by_percent", "to_percent")
MOST_DOLLARS = 999_999
_KEY = re.compile(r"condition\.([0-9]{1,12}|new[0-9]{1,3})\.subject")


@dataclass(frozen=True)
class RuleKind:
    """Cart rules or catalog rules: where they are kept and what they can do."""

    table: str
    path: str
    title: str
    noun: str
    actions: Mapping[str, str]
    subjects: tuple[str, ...]
    for_carts: bool


CART = RuleKind(
    "cart_rule",
    "/marketing/cart-rules",
    "Cart price rules",
    "cart price rule",
    {
        "by_percent": "Percent of product price discount",
        "by_fixed": "Fixed amount discount for each item",
        "cart_fixed": "Fixed amount discount for the whole cart",
        "buy_x_get_y": "Buy X get Y free",
    },
    ("subtotal", "items", "weight", "region", "category", "sku", "brand"),
    for_carts=True,
)
CATALOG = RuleKind(
    "catalog_rule",
    "/marketing/catalog-rules",
    "Catalog price rules",
    "catalog price rule",
    {
        "by_percent": "Reduce by a percentage of the price",
        "by_fixed": "Reduce by a fixed amount",
        "to_percent": "Set to a percentage of the price",
        "to_fixed": "Set to a fixed amount",
    },
    ("category", "sku", "brand", "attribute_set"),
    for_carts=False,
)


def amount_words(action: str, amount: int, step: int = 0) -> str:
    """``10.00 %``, ``$2.00``, ``buy 3, get 1``"""
    if action in PERCENT:
        return f"{percent_text(amount)} %"
    return f"buy {step}, get {amount}" if action == "buy_x_get_y" else money(amount)


# Fields ---------------------------------------------------------------------------------------------------------------


def build(request: Request, kind: RuleKind, conditions: Mapping[str, str]) -> Form:
    """The form with these conditions: their keys and subjects."""
    db = request.db
    fields = [
        Field("name", "Rule name", required=True, max=120),
        Field("description", "Description", "textarea", max=1_000),
        Field("active", "Active", "checkbox"),
        *(Field(f"website.{row.id}", row.name, "checkbox") for row in db.rows("SELECT * FROM website ORDER BY id")),
        *(
            Field(f"group.{row.id}", row.name, "checkbox")
            for row in db.rows("SELECT * FROM customer_group ORDER BY id")
        ),
        Field("from_date", "From", "date", help="Left empty, it holds from the beginning."),
        Field("to_date", "To", "date", help="This day included. Left empty, it never ends."),
        Field("priority", "Priority", "number", True, "Rules with a smaller number come first.", min=0, max=10_000),
        Field("action", "Apply", "select", True, choices=tuple(kind.actions.items())),
        Field("amount", "Discount amount", required=True, max=12, help=_amount_help(kind)),
        Field("stop_further", "Discard subsequent rules", "checkbox"),
    ]
    if kind.for_carts:
        coupons = (("none", "No coupon"), ("specific", "Specific coupon"))
        fields += [
            Field("coupon_type", "Coupon type", "select", True, choices=coupons),
            Field(
                "coupon",
                "Coupon code",
                max=40,
                pattern=r"[A-Za-z0-9_-]+",
                pattern_help="use letters, figures, hyphens and underscores.",
            ),
            Field("uses_per_coupon", "Uses per coupon", "number", min=1, max=1_000_000, help="Left empty: no limit."),
            Field("uses_per_customer", "Uses per customer", "number", min=1, max=10_000, help="Left empty: no limit."),
            Field("step", "Pieces to buy (X)", "number", min=0, max=1_000, help="Only for “Buy X get Y free”."),
            Field("free_shipping", "Free shipping", "checkbox"),
        ]
    for key, subject in conditions.items():
        fields += _condition_fields(request, key, subject)
    return Form(*fields)


def _amount_help(kind: RuleKind) -> str:
    free = " For “Buy X get Y free”, the number of free pieces (Y)." if kind.for_carts else ""
    return f"Percentages like 10 or 12.50, amounts in dollars.{free}"


def _condition_fields(request: Request, key: str, subject: str) -> list[Field]:
    name, label = f"condition.{key}", SUBJECTS[subject]
    operators = COMPARED if subject in NUMBERS else IS
    value = Field(f"{name}.value", f"{label}: value", **_input(request, subject))
    return [
        Field(f"{name}.subject", "Condition", "hidden"),
        Field(f"{name}.operator", f"{label}: comparison", "select", True, choices=operators),
        value,
    ]


def _input(request: Request, subject: str) -> dict[str, Any]:
    """What fits a subject: an amount, a number, a choice or a text."""
    db = request.db
    if subject == "subtotal":
        return {"kind": "money", "required": True, "max": MOST_DOLLARS}
    if subject in ("items", "weight"):
        return {"kind": "number", "required": True, "min": 0, "max": 100_000_000}
    if subject == "sku":
        return {"required": True, "max": 64}
    offered = {
        "region": lambda: regions(request),
        "category": lambda: _categories(db),
        "brand": lambda: [(brand, brand) for brand in _brands(db)],
        "attribute_set": lambda: choices(db, "attribute_set"),
    }[subject]()
    return {"kind": "select", "required": True, "choices": [("", "Choose…"), *offered]}


def _brands(db: Database) -> list[str]:
    """Also those that only a rule still speaks of, so that saving it again is possible."""
    return db.values(
        "SELECT brand FROM product WHERE brand <> ''"
        " UNION SELECT value FROM cart_rule_condition WHERE subject = 'brand'"
        " UNION SELECT value FROM catalog_rule_condition WHERE subject = 'brand' ORDER BY 1"
    )


def _categories(db: Database) -> list[tuple[str, str]]:
    rows = db.rows(
        "WITH RECURSIVE tree (id, path, place) AS ("
        " SELECT id, name, printf('%06d', position) FROM category WHERE parent_id IS NULL"
        " UNION ALL SELECT category.id, path || ' / ' || name, place || printf('%06d', position)"
        " FROM category JOIN tree ON category.parent_id = tree.id) SELECT id, path FROM tree ORDER BY place, id"
    )
    return [(str(row.id), row.path) for row in rows]


# Reading and showing --------------------------------------------------------------------------------------------------


def condition_keys(kind: RuleKind, typed: Mapping[str, str]) -> dict[str, str]:
    """Keys and subjects of the conditions that were sent."""
    found = {match[1]: subject for name, subject in typed.items() if (match := _KEY.fullmatch(name))}
    for subject in found.values():
        if subject not in kind.subjects:
            raise BadRequest(f"{subject!r} cannot be a condition here; there are {', '.join(kind.subjects)}.")
    return found


def next_key(keys: Mapping[str, str]) -> str:
    taken = [int(key.removeprefix("new")) for key in keys if key.startswith("new")]
    return f"new{max(taken, default=0) + 1}"


def stored_values(db: Database, kind: RuleKind, row: Row) -> tuple[dict[str, str], dict[str, Any]]:
    """The conditions of a stored rule, and all values as the form shows them."""
    shown: dict[str, Any] = {**row}
    flags = ("active", "stop_further", *(("free_shipping",) if kind.for_carts else ()))
    shown |= {name: bool(row[name]) for name in flags}
    if row.action in PERCENT:
        shown["amount"] = percent_text(row.amount)
    elif row.action != "buy_x_get_y":
        shown["amount"] = f"{row.amount // 100}.{row.amount % 100:02d}"
    if kind.for_carts:
        shown["coupon_type"] = "none" if row.coupon is None else "specific"
        shown["step"] = row.step or None
    for part in ("website", "group"):
        sql = f"SELECT {part}_id FROM {kind.table}_{part} WHERE rule_id = ?"
        shown |= {f"{part}.{number}": True for number in db.values(sql, row.id)}
    keys = {}
    for each in db.rows(f"SELECT * FROM {kind.table}_condition WHERE rule_id = ? ORDER BY id", row.id):
        keys[str(each.id)] = each.subject
        value: Any = int(each.value) if each.subject in NUMBERS and each.value.isdigit() else each.value
        shown |= {
            f"condition.{each.id}.subject": each.subject,
            f"condition.{each.id}.operator": each.operator,
            f"condition.{each.id}.value": value,
        }
    return keys, shown


def read_rule(request: Request, kind: RuleKind, number: int | None) -> BoundForm:
    """What was sent, checked; ``amount`` becomes what the database holds."""
    keys = condition_keys(kind, request.form)
    form = build(request, kind, keys).read(request.form)
    values = form.values
    for part, wanted in (("website", "website"), ("group", "customer group")):
        if not any(value for name, value in values.items() if name.startswith(f"{part}.")):
            form.errors[part] = f"Choose at least one {wanted}."
    begin, end = values.get("from_date"), values.get("to_date")
    if begin and end and begin > end:
        form.fail("to_date", f"To: {end} is before {begin}.")
    if kind.for_carts:
        _check_coupon(request.db, form, number)
    if "action" in values and values.get("amount"):
        _check_amount(kind, form)
    for key, subject in keys.items():
        if subject == "sku" and (sku := values.get(f"condition.{key}.value")):
            _check_sku(request.db, kind, form, key, sku)
    return form


def _check_coupon(db: Database, form: BoundForm, number: int | None) -> None:
    code, wanted = form.values.get("coupon"), form.values.get("coupon_type") == "specific"
    if wanted and not code and "coupon" not in form.errors:
        form.fail("coupon", "Coupon code is required for a specific coupon.")
    if wanted and code:
        sql = "SELECT name FROM cart_rule WHERE upper(coupon) = upper(?) AND id IS NOT ?"
        if taken := db.value(sql, code, number):
            form.fail("coupon", f"Coupon code: {code} is the code of the rule {taken} already.")
    if form.values.get("coupon_type") == "none":
        for name in ("coupon", "uses_per_coupon", "uses_per_customer"):
            if form.values.get(name):
                form.fail(name, f"{form[name].label}: leave this empty, or choose a specific coupon.")


def _check_amount(kind: RuleKind, form: BoundForm) -> None:
    action, text = form.values["action"], form.values["amount"]
    free = kind.for_carts and form.values.get("free_shipping")
    try:
        if action in PERCENT:
            amount = read_percent(text)
        elif action == "buy_x_get_y":
            amount = _pieces(text)
        else:
            amount = parse_money(text)
    except ValueError as error:
        form.fail("amount", f"Discount amount: {str(error).rstrip('.')}.")
        return
    if not amount and not free and not action.startswith("to_"):
        unless = " unless shipping is free" if kind.for_carts else ""
        form.fail("amount", f"Discount amount must be more than 0{unless}.")
    if action == "buy_x_get_y" and not form.values.get("step") and "step" not in form.errors:
        form.fail("step", "Pieces to buy (X) must be at least 1.")
    form.values["amount"] = amount


def _pieces(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or not int(text):
        raise ValueError(f"{text!r} is no number of free pieces; write one like 1")
    return int(text)


def _check_sku(db: Database, kind: RuleKind, form: BoundForm, key: str, sku: str) -> None:
    found = db.row("SELECT id, sku, type FROM product WHERE sku = ? COLLATE NOCASE", sku)
    name = f"condition.{key}.value"
    if found is None:
        form.fail(name, f"SKU: there is no product {sku}.")
    elif kind.for_carts and found.type == "configurable":
        many = plural(db.value("SELECT count(*) FROM product WHERE parent_id = ?", found.id), "variant")
        form.fail(name, f"SKU: {found.sku} is sold as {many}; write the SKU of one of them.")
    else:
        form.values[name] = found.sku
