"""Every page that is served says what it shows, to the judge alone, and is found by the address that browsers show."""

from __future__ import annotations

import pytest

from tests.server.talking import Browser
from webcosm.worlds import ServedPage, World
from webcosm.worlds.served import MOST, ServedPages


def test_a_page_is_found_by_its_address_without_the_fragment(agent: Browser, world: World) -> None:
    answer = agent.get("http://board.test/notes/1")
    assert answer.status == 200
    page = world.served.at("http://board.test/notes/1#comments")
    assert page == ServedPage(200, "board", "note", {"id": 1})
    assert "note" not in {name.lower() for name in answer.headers}, "the browser is not told"


def test_an_address_is_as_it_was_sent(agent: Browser, world: World) -> None:
    agent.get("http://board.test/?q=a%20b&q=%C3%A9")
    assert world.served.at("http://board.test/?q=a%20b&q=%C3%A9") is not None
    assert world.served.at("http://board.test/?q=a b&q=é") is None


@pytest.mark.parametrize(("address", "status"), [("/notes/999", 404), ("/nowhere", 404)])
def test_an_error_page_shows_nothing(address: str, status: int, agent: Browser, world: World) -> None:
    agent.get(f"http://board.test{address}")
    assert world.served.at(f"http://board.test{address}") == ServedPage(status, "board")


def test_a_page_that_says_nothing_is_known_by_its_status(agent: Browser, world: World) -> None:
    agent.get("http://board.test/")
    page = world.served.at("http://board.test/")
    assert page is not None
    assert (page.status, page.what) == (200, "")


def test_a_reset_forgets_what_was_served(agent: Browser, world: World) -> None:
    agent.get("http://board.test/notes/1")
    world.reset()
    assert world.served.at("http://board.test/notes/1") is None


def test_the_oldest_are_forgotten_first() -> None:
    pages = ServedPages()
    for number in range(MOST + 1):
        pages.add(f"http://board.test/{number}", ServedPage(200))
        pages.add("http://board.test/0", ServedPage(200))
    assert pages.at("http://board.test/1") is None
    assert pages.at("http://board.test/0") is not None


def test_what_was_served_survives_being_written_down() -> None:
    page = ServedPage(200, "shop", "products", {"category": 5, "filters": {"brand": ["Elm"]}, "sort": "price"})
    assert ServedPage.from_json(page.to_json()) == page
