"""The storefront's site object, which its page modules add their pages to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from webcosm.sites.kit import Site
from webcosm.sites.shop.pictures import picture_at
from webcosm.sites.shop.seed.fill import accounts, fill
from webcosm.worlds import Database, Row, Trail, Value

__all__ = ["site"]


def find_user(db: Database, username: str) -> Row | None:
    """A customer by e-mail address, which is the user name here."""
    return db.row(
        "SELECT *, email AS username, first_name || ' ' || last_name AS name, 'customer' AS role"
        " FROM customer WHERE email = ? AND active",
        username.strip().lower(),
    )


def _nobody_was_told(row: Mapping[str, Value]) -> bool:
    """A line of an order's history that the shop wrote for itself, as a hold and its undoing do."""
    return not row["notified"] and not row["visible"] and not row["comment"]


TRAILS = (
    *(Trail(table, columns=frozenset({"added"}), anew=frozenset({"id", "added"})) for table in ("wish", "cart_item")),
    Trail("comparison", columns=frozenset({"added"})),
    Trail("address", anew=frozenset({"id"})),
    Trail("subscriber", columns=frozenset({"changed"})),
    Trail("order_comment", inserted=_nobody_was_told),
    *(Trail(table, columns=frozenset({"updated"})) for table in ("orders", "product", "cms_page", "cms_block")),
    Trail("newsletter", columns=frozenset({"updated"})),
)
"""What is left of a slip that was undone on the storefront or in the back office. Orders that were placed, messages,
reviews and newsletters that went out, and strangers who were subscribed cannot be taken back: they are no trails."""

site = Site(
    "shop",
    title="Dray Market",
    tagline="A general store with everything for the house",
    folder=Path(__file__).parent,
    fill=fill,
    accounts=accounts,
    find_user=find_user,
    incidental={
        "customer": ("last_login",),
        "admin_user": ("last_login",),
        "product_view": None,
        "search_use": None,
        "shelf_stale": None,
        "statistics": None,
    },
    trails=TRAILS,
    pictures=picture_at,
    colour="#9a3f1d",
)
