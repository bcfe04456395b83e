"""Of the hard families' many tests, those of the lowest level in one universe run every day, and of the highest one in
four: the next ones with every commit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.suites.arena.universes import close_universes
from tests.suites.choosing import commits

HERE = Path(__file__).parent
HARD = re.compile(r"test_hard_|test_(forum|classifieds)_hard")
BETWEEN = (2, 3)
HIGHEST = 4
TURNS = 4
OTHER_UNIVERSE = 7


def _level(value: Any) -> int | None:
    """The level that a parameter of a test speaks of: a template, the name of one, or the level itself."""
    if isinstance(value, str):
        found = re.fullmatch(r"arena\.[a-z]+\.[a-z-]+\.([1-4])", value)
        return int(found[1]) if found else None
    return getattr(value, "level", None)


def is_for_the_sweep(name: str, parameters: dict[str, Any]) -> bool:
    of_levels = {parameters.get("level"), *map(_level, parameters.values())}
    if HIGHEST in of_levels and (crc32(name.encode()) + commits()) % TURNS:
        return True
    universes = {parameters.get("universe"), parameters.get("number")}
    return not of_levels.isdisjoint(BETWEEN) or OTHER_UNIVERSE in {one for one in universes if isinstance(one, int)}


@pytest.hookimpl(tryfirst=True)  # before the marks are used to choose
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE and HARD.match(item.path.stem) and isinstance(item, pytest.Function):
            callspec = getattr(item, "callspec", None)
            if callspec is not None and is_for_the_sweep(item.name, callspec.params):
                item.add_marker(pytest.mark.sweep)


@pytest.fixture(scope="package", autouse=True)
def universes_are_closed() -> Iterator[None]:
    yield
    close_universes()
