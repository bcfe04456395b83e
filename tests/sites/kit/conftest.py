from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sites.kit.sample import SITES, site
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    """The universe of the sample sites."""
    blueprints = [site.blueprint for site in SITES if site.blueprint]
    with Universe(blueprints, cache=tmp_path_factory.mktemp("board")) as universe:
        yield universe


@pytest.fixture
def world(board: Universe) -> Iterator[World]:
    with board.open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    """Somebody who has the sample site's front page before them."""
    visitor = Visitor(world, SITES)
    visitor.get(f"http://{site.host}/")
    return visitor
