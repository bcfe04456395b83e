"""Worlds on the small shop, and people who visit it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sites.shop.small import ANA, SMALL_SHOP
from webcosm.sites.kit import Visitor
from webcosm.sites.shop import site
from webcosm.worlds import Universe, World, WorldState


@pytest.fixture(scope="session")
def small_universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([SMALL_SHOP], cache=tmp_path_factory.mktemp("small")) as universe:
        yield universe


@pytest.fixture
def small_world(small_universe: Universe) -> Iterator[World]:
    with small_universe.open(WorldState(accounts={"shop": ANA.email})) as world:
        yield world


@pytest.fixture
def ana(small_world: World) -> Visitor:
    """A customer who is signed in."""
    visitor = Visitor(small_world, [site])
    visitor.get("http://shop.test/cart")
    return visitor


@pytest.fixture
def guest(small_world: World) -> Visitor:
    """Somebody without an account, in the same world."""
    visitor = Visitor(small_world, [site])
    visitor.get("http://shop.test/cart")
    visitor.post("/logout")
    return visitor


@pytest.fixture(scope="session")
def stocked_universe() -> Iterator[Universe]:
    """The shop as it is served, at its small scale, from the cache that everybody shares."""
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def stocked(stocked_universe: Universe) -> Iterator[World]:
    with stocked_universe.open() as world:
        yield world


@pytest.fixture
def customer(stocked: World) -> Visitor:
    """The customer who is signed in at the beginning."""
    visitor = Visitor(stocked, [site])
    visitor.get("http://shop.test/contact")
    return visitor


@pytest.fixture
def stranger(stocked_universe: Universe) -> Iterator[Visitor]:
    """Somebody who is not signed in, in a world of their own."""
    with stocked_universe.open(WorldState(accounts={"shop": None})) as world:
        visitor = Visitor(world, [site])
        visitor.get("http://shop.test/contact")
        yield visitor
