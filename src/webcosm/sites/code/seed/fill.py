"""Writes the code host's first state."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.code.seed.people import accounts, write_people
from webcosm.worlds import Database

__all__ = ["accounts", "fill"]


def fill(db: Database, lore: Lore, scale: str) -> None:
    write_people(db, lore, scale)
