"""A small forum of known people, and those who visit it; and the forum as it is served."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from tests.sites.forum.town import fill
from webcosm.sites import all_sites
from webcosm.sites.forum import site
from webcosm.sites.kit import Upload, Visitor
from webcosm.sites.kit.session import Session, sign
from webcosm.worlds import Change, Universe, World, WorldState

FORUM = "http://forum.test"
Enter = Callable[[str | None], Visitor]
IMAGE = replace(site.blueprint, fill=fill, reads=()) if site.blueprint else None


def later(world: World, days: int = 0, minutes: int = 0) -> None:
    world.clock.advance(milliseconds=(days * 24 * 60 + minutes) * 60_000)


def picture(kind: str = "PNG", width: int = 64, height: int = 48, colour: str = "teal") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, kind)
    return file.getvalue()


def upload(data: bytes, name: str = "photo.png") -> Upload:
    return Upload(name, "image/png", data)


def written(world: World) -> dict[str, list[Change]]:
    """What changed, by table."""
    found: dict[str, list[Change]] = {}
    for one in world.changes():
        found.setdefault(one.table, []).append(one)
    return found


def row(change: Change) -> dict[str, Any]:
    """What a new row says."""
    assert change.new is not None
    return dict(change.new)


def left(world: World) -> list[Change]:
    """What changed and is no trail of an undone slip."""
    return world.universe.without_trails(world.changes())


def post(visitor: Visitor, path: str, form: dict[str, str] | None = None, **files: bytes) -> str:
    """Sends a form, and returns the status and the text of the page that came of it."""
    given = {name: upload(data) for name, data in files.items()}
    page = visitor.post(f"{FORUM}{path}", {"csrf": visitor.csrf_token(site), **(form or {})}, given)
    return f"{page.status} {page.text}"


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    assert IMAGE
    with Universe([IMAGE], cache=tmp_path_factory.mktemp("town")) as universe:
        yield universe


@pytest.fixture
def world(town: Universe) -> Iterator[World]:
    with town.open(WorldState(accounts={"forum": None})) as world:
        yield world


@pytest.fixture
def enter(world: World) -> Enter:
    """Somebody in the same world, or None for a guest."""
    entered: list[str] = []

    def enter(name: str | None) -> Visitor:
        visitor = Visitor(world, all_sites())
        if name is not None:
            # As the form for signing in does it, which has tests of its own.
            session = Session(user=name, number=len(entered) + 1)
            visitor.cookies["forum.test"] = {"session": session.write(sign(world.secret, "site/forum").encode())}
            entered.append(name)
        return visitor

    return enter


@pytest.fixture
def ada(enter: Enter) -> Visitor:
    """A member."""
    return enter("ada")


@pytest.fixture
def ben(enter: Enter) -> Visitor:
    """Another."""
    return enter("ben")


@pytest.fixture
def cleo(enter: Enter) -> Visitor:
    """Moderates the garden."""
    return enter("cleo")


@pytest.fixture
def dora(enter: Enter) -> Visitor:
    """Moderates the library and the attic."""
    return enter("dora")


@pytest.fixture
def arne(enter: Enter) -> Visitor:
    """An administrator."""
    return enter("arne")


@pytest.fixture
def guest(enter: Enter) -> Visitor:
    return enter(None)


@pytest.fixture(scope="session")
def forum() -> Iterator[Universe]:
    """As it is served, from the cache that everybody shares."""
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe
