from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.samples import blueprint
from webcosm.worlds import Method, Universe, World


@pytest.fixture(scope="session", params=["link", "copy"])
def method(request: pytest.FixtureRequest) -> Method:
    """Both ways to give a world its view of an image; every test of worlds holds for both."""
    chosen: Method = request.param
    return chosen


@pytest.fixture(scope="session")
def universe(method: Method, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    """One universe for all tests that leave it as it was. At its end the image must be the one that was built."""
    sites = [blueprint("shop", incidental={"product": frozenset({"views"}), "visit": None}), blueprint("annex")]
    with Universe(sites, cache=tmp_path_factory.mktemp(method), method=method) as made:
        yield made
        for site in made.blueprints:
            made.image(site).verify()


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as opened:
        yield opened


@pytest.fixture
def universe_of_one(method: Method, cache: Path) -> Iterator[Universe]:
    """A universe with a cache of its own, for tests that do it harm."""
    with Universe([blueprint()], cache=cache, method=method) as made:
        yield made


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"
