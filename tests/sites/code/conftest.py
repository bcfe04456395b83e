"""A code host with one person and a few empty projects, to try git on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sites.code.harbor import fill
from tests.sites.code.realgit import find_git
from tests.sites.code.workshop import blueprint
from webcosm.sites.code import site
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.client import VisitedPage
from webcosm.sites.kit.session import Session, sign
from webcosm.worlds import Database, Universe, World, WorldState


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


# The site itself, in a small harbor ---------------------------------------------------------------------------------

CODE = "http://code.test"
Enter = Callable[[str | None], Visitor]


def send(visitor: Visitor, path: str, /, **form: str) -> VisitedPage:
    """Sends a form."""
    return visitor.post(f"{CODE}{path}", {"csrf": visitor.csrf_token(site), **form})


@pytest.fixture(scope="session")
def harbor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    assert site.blueprint
    image = replace(site.blueprint, fill=fill, reads=())
    with Universe([image], cache=tmp_path_factory.mktemp("harbor")) as universe:
        yield universe


@pytest.fixture
def place(harbor: Universe) -> Iterator[World]:
    with harbor.open(WorldState(accounts={"code": None})) as world:
        yield world


@pytest.fixture
def enter(place: World) -> Enter:
    """Somebody in the same world, or None for a guest."""
    entered: list[str] = []

    def enter(name: str | None) -> Visitor:
        visitor = Visitor(place, [site])
        if name is not None:
            session = Session(user=name, number=len(entered) + 1)
            visitor.cookies["code.test"] = {"session": session.write(sign(place.secret, "site/code").encode())}
            entered.append(name)
        return visitor

    return enter
