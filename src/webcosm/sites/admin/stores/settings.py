"""The shop's settings: what there is to set, how it is asked for, and how it is written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.sites.kit import BoundForm, Field, Form
from webcosm.worlds import Database

__all__ = ["GROUPS", "Group", "form_of", "save", "shown"]

TEXT_LIMIT = 200


@dataclass(frozen=True)
class Group:
    """Settings that are shown on one page. The fields' names are their paths in table ``setting``."""

    key: str
    title: str
    lead: str
    fields: tuple[Field, ...]


GROUPS = {
    group.key: group
    for group in (
        Group(
            "general",
            "General",
            "What the store is called and what it says of itself.",
            (
                Field("general/store_name", "Store name", required=True, max=60),
                Field("general/tagline", "Tagline", max=TEXT_LIMIT, help="One line that says what the store is."),
            ),
        ),
        Group(
            "contact",
            "Contact",
            "How customers reach the store. Shown on the contact page and in messages.",
            (
                Field("general/phone", "Phone", "tel", max=40),
                Field("general/email", "E-mail", "email", True, max=100),
                Field("general/street", "Street", max=TEXT_LIMIT),
                Field("general/city", "City", max=80),
                Field(
                    "general/region",
                    "State",
                    max=2,
                    pattern="[A-Z]{2}",
                    pattern_help="write the two capital letters of a state.",
                ),
                Field("general/postcode", "ZIP code", max=12),
                Field("general/hours", "Opening hours", max=TEXT_LIMIT),
            ),
        ),
        Group(
            "catalog",
            "Catalog",
            "What customers see of products, lists and wish lists.",
            (
                Field("catalog/show_out_of_stock", "Show products that are out of stock", "checkbox"),
                Field(
                    "catalog/low_stock_threshold",
                    "Low stock threshold",
                    "number",
                    True,
                    "Products with this quantity or less are in the low stock report.",
                    min=0,
                    max=10_000,
                ),
                Field("catalog/compare_limit", "Most products to compare", "number", True, min=2, max=20),
                Field("customers/wishlist_limit", "Most products on a wish list", "number", True, min=1, max=1_000),
            ),
        ),
        Group(
            "sales",
            "Sales",
            "Orders, checkout and returns.",
            (
                Field(
                    "sales/minimum_order",
                    "Minimum order amount",
                    "money",
                    True,
                    "Smaller orders are refused at checkout. 0.00 allows every order.",
                    max=100_000,
                ),
                Field("sales/guest_checkout", "Let guests check out", "checkbox"),
                Field(
                    "sales/return_days",
                    "Days for returns",
                    "number",
                    True,
                    "Counted from the last shipment. Order pages and the form for credit memos say until when.",
                    min=0,
                    max=365,
                ),
                Field("customers/default_group", "Group of new customers", "select", True),
            ),
        ),
        Group(
            "tax",
            "Tax display",
            "How prices are shown in the catalog. The rates are under Tax rates.",
            (
                Field(
                    "tax/display",
                    "Show prices",
                    "select",
                    True,
                    "With the tax of the customer's state, or of the store's while that is not known."
                    " Carts and orders name tax by itself.",
                    choices=[("excluding", "Excluding tax"), ("including", "Including tax")],
                ),
            ),
        ),
        Group(
            "reviews",
            "Reviews",
            "Who may write about products, and what happens then.",
            (
                Field("catalog/guest_reviews", "Let guests write reviews", "checkbox"),
                Field(
                    "catalog/reviews_need_approval",
                    "Reviews need approval",
                    "checkbox",
                    help="Without approval a review is shown at once.",
                ),
            ),
        ),
        Group(
            "design",
            "Design",
            "The look of the storefront.",
            (
                Field("design/theme", "Theme", "select", True),
                Field(
                    "general/store_name", "Logo text", required=True, max=60, help="The store's name, in its header."
                ),
                Field(
                    "design/page_title", "Page title", required=True, max=60, help="Of the home page, in browser tabs."
                ),
                Field("design/welcome", "Welcome text", max=TEXT_LIMIT),
                Field("design/copyright", "Footer text", max=TEXT_LIMIT),
                Field(
                    "design/products_per_page",
                    "Products per page",
                    "select",
                    True,
                    choices=[(size, size) for size in ("12", "24", "36")],
                ),
            ),
        ),
    )
}


def form_of(db: Database, group: Group) -> Form:
    """The group's form; themes and customer groups to choose from are the database's."""
    return Form(*(_with_choices(db, field) for field in group.fields))


def _with_choices(db: Database, field: Field) -> Field:
    sql = {
        "design/theme": "SELECT code AS value, title AS label FROM theme ORDER BY id",
        "customers/default_group": "SELECT id AS value, name AS label FROM customer_group WHERE id > 1 ORDER BY id",
    }.get(field.name)
    if sql is None:
        return field
    return Field(**{**vars(field), "choices": [(str(row.value), row.label) for row in db.rows(sql)]})


def shown(db: Database, fields: Sequence[Field]) -> dict[str, Any]:
    """The settings as the form shows them."""
    kept = _kept(db, fields)
    values: dict[str, Any] = {}
    for field in fields:
        text = kept.get(field.name, "")
        if field.kind == "checkbox":
            values[field.name] = text == "1"
        elif field.kind == "money":
            values[field.name] = int(text) if text.isdecimal() else None
        else:
            values[field.name] = text
    return values


def save(db: Database, form: BoundForm) -> bool:
    """Writes the settings that differ."""
    kept = _kept(db, form.fields)
    changed = False
    for field in form.fields:
        value = form.values[field.name]
        text = str(int(value)) if isinstance(value, bool) else "" if value is None else str(value)
        before = kept.get(field.name, "0" if field.kind == "checkbox" else "")
        if text == before:
            continue
        changed = True
        if field.name in kept:
            db.run("UPDATE setting SET value = ? WHERE path = ?", text, field.name)
        else:
            db.insert("setting", path=field.name, value=text)
    return changed


def _kept(db: Database, fields: Sequence[Field]) -> dict[str, str]:
    names = [field.name for field in fields]
    return {row.path: row.value for row in db.rows("SELECT path, value FROM setting") if row.path in names}
