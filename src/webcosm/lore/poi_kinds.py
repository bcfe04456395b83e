"""The kinds of points of interest: how many a town has, when they open, what they cost."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .wordlists import table

__all__ = ["CUISINES", "KINDS", "NATURAL_KINDS", "Cuisine", "PoiKind", "kind_label"]


@dataclass(frozen=True, slots=True)
class PoiKind:
    name: str
    label: str
    category: str
    rate: float
    always_from: int
    """Towns with this many inhabitants have at least one."""
    most: int
    chain_share: float
    hours: str | None
    price_levels: tuple[int, int] | None

    def count(self, population: int) -> int:
        # Inhabitants share places the better the more they are: hence less than proportional.
        # The power is taken by square roots, which are the same on every machine: 5/8 = 1/2 + 1/8.
        tens = population / 10_000
        half = math.sqrt(tens)
        eighth = math.sqrt(math.sqrt(half))
        drawn = int(self.rate * half * eighth + 0.5)
        return min(self.most, max(drawn, 1 if population >= self.always_from else 0))


@dataclass(frozen=True, slots=True)
class Cuisine:
    name: str
    weight: float
    price_levels: tuple[int, int]


def _levels(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    return int(low), int(high)


KINDS = {
    row[0]: PoiKind(
        name=row[0],
        label=row[1],
        category=row[2],
        rate=float(row[3]),
        always_from=int(row[4]),
        most=int(row[5]),
        chain_share=float(row[6]),
        hours=None if row[7] == "-" else row[7],
        price_levels=None if row[8] == "-" else _levels(row[8]),
    )
    for row in table("poi_kinds", "kinds", 9)
}
NATURAL_KINDS = {row[0]: (row[1], row[2]) for row in table("poi_kinds", "natural", 3)}
CUISINES = {row[0]: Cuisine(row[0], float(row[1]), _levels(row[2])) for row in table("poi_kinds", "cuisines", 3)}


def kind_label(kind: str) -> str:
    """The kind in words: ``petrol_station`` is ``Petrol station``."""
    if kind in KINDS:
        return KINDS[kind].label
    if kind in NATURAL_KINDS:
        return NATURAL_KINDS[kind][0]
    raise ValueError(f"there is no kind of place named {kind!r}")
