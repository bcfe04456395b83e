"""The calculator's first state: a fortnight of small sums in its history."""

from __future__ import annotations

from pathlib import Path

from webcosm.lore import Lore
from webcosm.worlds import Database

__all__ = ["fill"]

HISTORY = Path(__file__).parent / "content" / "history.txt"


def fill(db: Database, lore: Lore, scale: str) -> None:
    for line in HISTORY.read_text().splitlines():
        if line and not line.startswith("#"):
            created, expression, result = line.split(" | ")
            db.insert("calculation", expression=expression, result=result, value=result, angle="deg", created=created)
