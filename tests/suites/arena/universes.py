"""Universes that many tests open worlds of; they are opened once and closed at the end (`conftest.py`)."""

from __future__ import annotations

from webcosm.sites import open_universe
from webcosm.worlds import Universe

__all__ = ["close_universes", "universe"]

_OPEN: dict[int, Universe] = {}


def universe(seed: int = 0) -> Universe:
    if seed not in _OPEN:
        _OPEN[seed] = open_universe(seed)
    return _OPEN[seed]


def close_universes() -> None:
    while _OPEN:
        _OPEN.popitem()[1].close()
