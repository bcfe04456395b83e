"""The visitor without a browser, and the addresses that visitors see."""

from __future__ import annotations

import pytest

from tests.sites.kit.sample import SITES
from webcosm.sites.kit import Addresses, Upload, Visitor
from webcosm.worlds import World

HOSTS = {"board": "board.test", "back": "admin.board.test"}


@pytest.mark.parametrize(
    "addresses, board, back",
    [
        (Addresses(HOSTS), "http://board.test/x", "http://admin.board.test/x"),
        (Addresses(HOSTS, 8000), "http://board.localhost:8000/x", "http://admin.board.localhost:8000/x"),
        (Addresses(HOSTS, 81, "al"), "http://board.al.localhost:81/x", "http://admin.board.al.localhost:81/x"),
    ],
)
def test_agents_and_people_see_the_sites_under_their_own_addresses(addresses: Addresses, board: str, back: str) -> None:
    assert addresses.of("board", "/x") == board
    assert addresses.of("back", "/x") == back
    assert addresses.of("board") == board.removesuffix("x")


def test_an_unknown_site_is_a_mistake_with_names() -> None:
    with pytest.raises(KeyError, match="there is no site 'bord'; there are board, back"):
        Addresses(HOSTS).of("bord")


def test_a_visitor_follows_redirects_and_says_where_they_led(visitor: Visitor) -> None:
    answer = visitor.post("/add", {"text": "new"})
    assert (answer.url, answer.status) == ("http://board.test/notes/46", 200)
    assert visitor.last is answer
    answer = visitor.get("/round/95")
    assert answer.url == "http://board.test/"


def test_or_not_if_told_so(visitor: Visitor) -> None:
    answer = visitor.post("/add", {"text": "new"}, follow=False)
    assert (answer.url, answer.status) == ("http://board.test/add", 303)
    assert answer.headers["location"] == "/notes/46"


def test_redirects_without_end_are_an_error(visitor: Visitor) -> None:
    with pytest.raises(ValueError, match=r"http://board\.test/round/1 leads on and on, at last to http://board\.test"):
        visitor.get("/round/1")


def test_addresses_are_relative_to_the_last_page(visitor: Visitor) -> None:
    visitor.get("/notes/7")
    assert visitor.get("8").url == "http://board.test/notes/8"
    assert visitor.get("?a=1").url == "http://board.test/notes/8?a=1"
    assert visitor.get("http://home.test/").status == 404
    assert visitor.get("/").url == "http://home.test/"


def test_a_visitor_keeps_each_hosts_cookies(world: World) -> None:
    visitor = Visitor(world, SITES)
    visitor.get("http://board.test/login")
    visitor.post("/login", {"username": "bo", "password": "bo's secret"})
    assert set(visitor.cookies["board.test"]) == {"session"}
    visitor.get("http://home.test/")
    assert visitor.cookies["home.test"] == {}


def test_a_form_carries_the_token_of_the_page_it_was_on_unless_given(visitor: Visitor) -> None:
    assert visitor.post("/add", {"text": "one"}).status == 200
    assert visitor.post("/add", {"text": "two", "csrf": "wrong"}).status == 403


def test_a_visitor_can_send_files(visitor: Visitor) -> None:
    visitor.get("/everything")
    answer = visitor.post("/everything", {"text": "fine"}, {"file": Upload("a.txt", "text/plain", b"abc")})
    assert "a.txt" in answer.text


def test_answers_hold_text_and_bytes(visitor: Visitor) -> None:
    font = visitor.get(SITES[0].look.static("fonts/inter.woff2", "kit"))
    assert font.data.startswith(b"wOF2")
    assert isinstance(font.text, str)


def test_a_host_that_is_not_there_is_an_error_with_names(world: World) -> None:
    with pytest.raises(ValueError, match=r"http://shop\.test/: no such host; there are board\.test, home\.test"):
        Visitor(world, SITES).get("http://shop.test/")
