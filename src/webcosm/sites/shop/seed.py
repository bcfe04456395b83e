"""The shop's first state."""

from __future__ import annotations

from pathlib import Path

from webcosm.lore import Lore
from webcosm.sites.shop.seed_catalogue import write_catalogue
from webcosm.sites.shop.seed_goods import load_kinds
from webcosm.sites.shop.seed_people import accounts, admin_accounts, write_customers, write_staff
from webcosm.worlds import Database

__all__ = ["CONTENT", "accounts", "admin_accounts", "fill"]

CONTENT = Path(__file__).parent / "content"


def fill(db: Database, lore: Lore, scale: str) -> None:
    """All rows."""
    kinds = load_kinds(CONTENT / "goods")
    write_staff(db, lore)
    write_catalogue(db, lore, scale, kinds, {})
    write_customers(db, lore, scale)
