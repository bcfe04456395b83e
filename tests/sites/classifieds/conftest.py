"""The board at its small scale, and those who visit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from webcosm.sites import all_sites
from webcosm.sites.classifieds import site
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World

BOARD = "http://classifieds.test"
Enter = Callable[[int | None], Visitor]


def later(world: World, days: int = 0, minutes: int = 0) -> None:
    world.clock.advance(milliseconds=(days * 24 * 60 + minutes) * 60_000)


@pytest.fixture(scope="session")
def board() -> Iterator[Universe]:
    """As it is served, from the cache that everybody shares."""
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(board: Universe) -> Iterator[World]:
    with board.open() as world:
        yield world


@pytest.fixture
def enter(world: World) -> Enter:
    """Somebody in the same world: the account of that place in the list of accounts, or None for a guest."""

    def enter(place: int | None) -> Visitor:
        visitor = Visitor(world, all_sites())
        visitor.get(f"{BOARD}/login")
        visitor.post("/logout")
        if place is not None:
            account = site.accounts(world.lore)[place]
            visitor.post("/login", {"username": account.username, "password": account.password})
        return visitor

    return enter


@pytest.fixture
def member(enter: Enter) -> Visitor:
    """Who is signed in at the beginning of a world; account 1."""
    return enter(0)


@pytest.fixture
def other(enter: Enter) -> Visitor:
    """The second member; account 2."""
    return enter(1)


@pytest.fixture
def moderator(enter: Enter) -> Visitor:
    return enter(2)


@pytest.fixture
def guest(enter: Enter) -> Visitor:
    return enter(None)
