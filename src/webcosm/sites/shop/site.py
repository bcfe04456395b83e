"""The storefront's site object, which its page modules add their pages to."""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.kit import Site
from webcosm.sites.shop.seed.fill import accounts, fill
from webcosm.worlds import Database, Row

__all__ = ["site"]


def find_user(db: Database, username: str) -> Row | None:
    """A customer by e-mail address, which is the user name here."""
    return db.row(
        "SELECT *, email AS username, first_name || ' ' || last_name AS name, 'customer' AS role"
        " FROM customer WHERE email = ? AND active",
        username.strip().lower(),
    )


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
    colour="#9a3f1d",
)
