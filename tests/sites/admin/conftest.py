from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.sites.admin.sample import OWNER, blueprint
from webcosm.sites.admin import site as admin
from webcosm.sites.kit import Visitor
from webcosm.sites.shop import site as shop
from webcosm.worlds import Universe, World, WorldState


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    """The small shop of ``sample.py``."""
    with Universe([blueprint()], cache=tmp_path_factory.mktemp("office")) as universe:
        yield universe


@pytest.fixture
def world(office: Universe) -> Iterator[World]:
    with office.open(WorldState(accounts={"admin": OWNER})) as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    """The owner, signed in, on the dashboard."""
    return visiting(world)


@pytest.fixture
def as_user(office: Universe) -> Iterator[Callable[[str], Visitor]]:
    """Opens a world of its own for a user of the back office."""
    worlds = []

    def enter(username: str) -> Visitor:
        worlds.append(office.open(WorldState(accounts={"admin": username})))
        return visiting(worlds[-1])

    yield enter
    for world in worlds:
        world.close()


def visiting(world: World) -> Visitor:
    visitor = Visitor(world, [shop, admin])
    visitor.get("http://admin.shop.test/")
    return visitor
