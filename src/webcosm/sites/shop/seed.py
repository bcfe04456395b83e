"""The shop's first state."""

from __future__ import annotations

from collections.abc import Sequence

from webcosm.lore import Lore
from webcosm.sites.kit import Account
from webcosm.worlds import Database

__all__ = ["accounts", "admin_accounts", "fill"]


def accounts(lore: Lore) -> Sequence[Account]:
    """Who can sign in at the storefront; the first is signed in at the beginning."""
    return ()


def admin_accounts(lore: Lore) -> Sequence[Account]:
    """Who can sign in at the back office; the first is signed in at the beginning."""
    return ()


def fill(db: Database, lore: Lore, scale: str) -> None:
    """All rows."""
