"""A site that nobody expected to be visited is built outside of requests: no thread and no world waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.talking import Browser, eventually
from webcosm.lore import Lore
from webcosm.server import Server, images
from webcosm.sites.kit import Request, Response, Site
from webcosm.worlds import Database, Universe

GO = threading.Event()
BUILDS: list[int] = []


def fill(db: Database, lore: Lore, scale: str) -> None:
    BUILDS.append(lore.seed)
    if lore.seed == 1:
        GO.wait()
    if lore.seed == 2:
        raise LookupError("no such word list")


late = Site("late", title="Late", tagline="", folder=Path("/nowhere"), fill=fill)
quick = Site("quick", title="Quick", tagline="", folder=Path("/nowhere"))


@late.get("/{page}")
def _late(request: Request, page: str) -> Response:
    return Response(f"{page} {request.db.value('SELECT 1')}")


@quick.get("/")
def _quick(request: Request) -> Response:
    return Response("quick")


@pytest.fixture
def server() -> Iterator[Server]:
    with Server([late, quick]) as made:
        yield made


@pytest.fixture(autouse=True)
def _afresh() -> None:
    GO.clear()
    BUILDS.clear()


def universe_of(seed: int, cache: Path) -> Universe:
    blueprints = [site.blueprint for site in (late, quick) if site.blueprint]
    return Universe(blueprints, seed=seed, cache=cache)


def test_a_site_is_built_at_the_first_visit_and_only_then(server: Server, tmp_path: Path) -> None:
    with universe_of(0, tmp_path) as universe, universe.open() as world:
        browser = Browser.at_own_proxy(server.admit(world))
        assert browser.get("http://quick.test/").text == "quick"
        assert BUILDS == []
        assert [browser.get(f"http://late.test/{page}").text for page in "ab"] == ["a 1", "b 1"]
        assert BUILDS == [0]


def test_a_visitor_who_has_waited_long_is_asked_to_ask_again(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "WAIT_SECONDS", 0.05)
    with universe_of(1, tmp_path) as universe, universe.open() as world, universe.open() as other:
        browser, bystander = (Browser.at_own_proxy(server.admit(one)) for one in (world, other))
        first = browser.get("http://late.test/x?y=1")
        assert (first.status, first.headers["location"]) == (307, "http://late.test/x?y=1")
        assert bystander.get("http://quick.test/").text == "quick", "other worlds go on"
        assert browser.get("http://quick.test/").text == "quick", "and so does this one"
        GO.set()
        eventually(lambda: browser.get("http://late.test/x?y=1").status == 200)
        assert browser.last
        assert browser.last.text == "x 1"
        assert BUILDS == [1], "it was built once"


def test_a_site_that_cannot_be_built_says_so(server: Server, tmp_path: Path) -> None:
    with universe_of(2, tmp_path) as universe, universe.open() as world:
        assert Browser.at_own_proxy(server.admit(world)).get("http://late.test/x").status == 500
