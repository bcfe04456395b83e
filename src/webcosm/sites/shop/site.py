"""The storefront's site object, which its page modules add their pages to."""

from __future__ import annotations

from pathlib import Path

from webcosm.lore import Lore
from webcosm.sites.kit import Site
from webcosm.sites.shop.seed.fill import accounts, fill
from webcosm.sites.shop.seed.shelf import pack_shelf
from webcosm.worlds import BEGINNING, Database, Row

__all__ = ["site"]


def find_user(db: Database, username: str) -> Row | None:
    """A customer by e-mail address, which is the user name here."""
    return db.row(
        "SELECT *, email AS username, first_name || ' ' || last_name AS name, 'customer' AS role"
        " FROM customer WHERE email = ? AND active",
        username.strip().lower(),
    )


def fill_all(db: Database, lore: Lore, scale: str) -> None:
    fill(db, lore, scale)
    pack_shelf(db, BEGINNING.date())


FOLDER = Path(__file__).parent

site = Site(
    "shop",
    title="Dray Market",
    tagline="A general store with everything for the house",
    folder=FOLDER,
    fill=fill_all,
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
    sources=lambda: (FOLDER / "rules" / "sums.py", FOLDER / "rules" / "prices.py"),
    colour="#9a3f1d",
)
