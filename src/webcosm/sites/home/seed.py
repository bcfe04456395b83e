"""Notes down where this web is set."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.worlds import Database

__all__ = ["fill"]


def fill(db: Database, lore: Lore, scale: str) -> None:
    region = lore.region
    db.insert(
        "region",
        name=region.name,
        states=len(region.states),
        towns=len(region.cities),
        population=region.population,
        largest_city=region.cities[0].name,
    )
