"""Every page that is served says what it shows, to the judge alone, and is found by the number of its response."""

from __future__ import annotations

import pytest

from tests.server.talking import Browser, Reply
from webcosm.worlds import PAGE_NUMBER, ServedPage, World
from webcosm.worlds.served import MOST, ServedPages


def served(world: World, answer: Reply) -> ServedPage | None:
    return world.served.numbered(answer.headers[PAGE_NUMBER])


def test_a_page_is_found_by_its_number(agent: Browser, world: World) -> None:
    answer = agent.get("http://board.test/notes/1")
    assert answer.status == 200
    assert served(world, answer) == ServedPage(200, "board", "note", {"id": 1})
    assert "note" not in {name.lower() for name in answer.headers}, "the browser is not told"


def test_the_same_address_gives_another_page_each_time(agent: Browser, world: World) -> None:
    first, second = agent.get("http://board.test/notes/1"), agent.get("http://board.test/notes/1")
    assert first.headers[PAGE_NUMBER] != second.headers[PAGE_NUMBER]
    assert served(world, first) == served(world, second)


@pytest.mark.parametrize(("address", "status"), [("/notes/999", 404), ("/nowhere", 404)])
def test_an_error_page_shows_nothing(address: str, status: int, agent: Browser, world: World) -> None:
    assert served(world, agent.get(f"http://board.test{address}")) == ServedPage(status, "board")


def test_a_page_that_says_nothing_is_known_by_its_status(agent: Browser, world: World) -> None:
    page = served(world, agent.get("http://board.test/"))
    assert page is not None
    assert (page.status, page.what) == (200, "")


def test_a_reset_forgets_what_was_served_and_gives_no_number_twice(agent: Browser, world: World) -> None:
    before = agent.get("http://board.test/notes/1")
    world.reset()
    agent.get("http://board.test/notes/1")
    assert served(world, before) is None


def test_the_oldest_are_forgotten_first() -> None:
    pages = ServedPages()
    numbers = [pages.add(ServedPage(200)) for _ in range(MOST + 1)]
    assert pages.numbered(str(numbers[0])) is None
    assert pages.numbered(str(numbers[1])) is not None


@pytest.mark.parametrize("number", ["", "-1", "x", "٣", "1.0", "9" * 30])
def test_what_is_no_number_of_a_page_finds_none(number: str) -> None:
    pages = ServedPages()
    pages.add(ServedPage(200))
    assert pages.numbered(number) is None


def test_what_was_served_survives_being_written_down() -> None:
    page = ServedPage(200, "shop", "products", {"category": 5, "filters": {"brand": ["Elm"]}, "sort": "price"})
    assert ServedPage.from_json(page.to_json()) == page
