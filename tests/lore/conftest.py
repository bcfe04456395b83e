"""Universes that the lore's tests read; each is built once."""

from __future__ import annotations

from functools import cache

import pytest

from webcosm.lore import Lore


@cache
def universe(seed: int) -> Lore:
    return Lore(seed)


@pytest.fixture(scope="session", params=[0, 7, 4_294_967_295], ids=lambda seed: f"seed {seed}")
def lore(request: pytest.FixtureRequest) -> Lore:
    seed: int = request.param
    return universe(seed)


@pytest.fixture(scope="session")
def one_lore() -> Lore:
    return universe(0)


@pytest.fixture(scope="session")
def other_lore() -> Lore:
    return universe(7)
