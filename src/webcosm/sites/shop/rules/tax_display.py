"""Prices with or without tax: what the merchant's setting “Show prices” makes of the prices in the catalog.

Carts and orders always name tax by itself; there it depends on where the goods go, and on discounts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from webcosm.sites.kit import Request
from webcosm.sites.shop.rules.prices import NO_TAX, group_of

__all__ = ["ShownTax", "shown_tax"]


@dataclass(frozen=True)
class ShownTax:
    """The tax in the prices that a visitor sees."""

    region: str
    """The state whose tax it is; '' if prices are shown without any."""
    rates: Mapping[int, int]
    """Hundredths of a percent, by tax class."""


def shown_tax(request: Request) -> ShownTax:
    """That of the customer's own state, or of the store's for somebody of whom none is known."""
    known: ShownTax | None = request.__dict__.get("shown_tax")
    if known is None:  # cards, lists and footer of one page all ask
        known = request.__dict__["shown_tax"] = _find(request)
    return known


def _find(request: Request) -> ShownTax:
    db = request.db
    if db.value("SELECT value FROM setting WHERE path = 'tax/display'") != "including":
        return ShownTax("", NO_TAX)
    if db.value("SELECT tax_exempt FROM customer_group WHERE id = ?", group_of(request)):
        return ShownTax("", NO_TAX)
    region = request.user and db.value(
        "SELECT region FROM address WHERE id = coalesce(?, ?)", request.user.shipping_id, request.user.billing_id
    )
    region = region or db.value("SELECT value FROM setting WHERE path = 'general/region'") or ""
    rows = db.rows("SELECT tax_class_id, percent FROM tax_rate WHERE region = ? ORDER BY tax_class_id", region)
    return ShownTax(region, {row.tax_class_id: row.percent for row in rows})
