"""A code host with one person and a few empty projects, to try git on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sites.code.realgit import find_git
from tests.sites.code.workshop import blueprint
from webcosm.worlds import Database, Universe, World


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([blueprint], cache=tmp_path_factory.mktemp("workshop")) as universe:
        yield universe


@pytest.fixture
def world(workshop: Universe) -> Iterator[World]:
    with workshop.open() as world:
        yield world


@pytest.fixture
def db(world: World) -> Database:
    return world.code


@pytest.fixture
def git(tmp_path: Path) -> Path:
    """A folder for the real git."""
    find_git()
    return tmp_path
