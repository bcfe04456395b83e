"""Routing: which page answers an address, whatever the address is."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sites.kit.asking import ask, text_of
from tests.sites.kit.sample import site
from webcosm.sites.kit import Visitor
from webcosm.worlds import World


def test_parts_of_the_path_become_arguments(visitor: Visitor) -> None:
    assert json.loads(visitor.get("/words/caf%C3%A9%20au%20lait").text)["word"] == "café au lait"
    assert json.loads(visitor.get("/files/a/b/c.txt").text) == {"rest": "a/b/c.txt"}
    assert "<h1>note 7</h1>" in visitor.get("/notes/7").text
    assert "<h1>note 7</h1>" in visitor.get("/notes/007").text


@pytest.mark.parametrize(
    "path",
    [
        "/absent",
        "//",
        "/words",
        "/words/",
        "/words/a/b",
        "/notes/seven",
        "/notes/-7",
        "/notes/7.0",
        "/notes/٧",
        "/notes/7 ",
        "/notes/7\n",
        "/everything\n",
        "/everything/",
        "/Everything",
        "/notes/9223372036854775807",
        "/notes/9223372036854775808",
        "/notes/" + "9" * 10_000,
        "",
        "*",
        "notes/7",
        "/notes/7;x",
        "/../notes/7",
        "/.",
    ],
)
def test_an_address_that_no_page_has_is_not_found(world: World, path: str) -> None:
    response = ask(world, path)
    assert response.status_code == 404
    assert "Board &amp; Co" in text_of(response), "refused in the site's look"


@pytest.mark.parametrize("path", ["/\0", "/words/\0", "/files/a\0b", "/absent\0"])
def test_an_address_with_a_null_byte_is_a_bad_request(world: World, path: str) -> None:
    assert ask(world, path).status_code == 400


def test_head_is_answered_as_get_is(world: World) -> None:
    assert ask(world, "/notes/7", "HEAD").body == ask(world, "/notes/7").body
    assert ask(world, "/absent", "HEAD").status_code == 404
    assert ask(world, "/add", "HEAD").status_code == 405


@pytest.mark.parametrize(
    "path, method, allowed",
    [
        ("/", "POST", "GET"),
        ("/add", "GET", "POST"),
        ("/everything", "DELETE", "GET, POST"),
        ("/notes/7", "PATCH", "GET"),
        ("/notes/7", "get", "GET"),
        ("/notes/7", "BREW", "GET"),
    ],
)
def test_a_method_that_a_page_does_not_take_is_refused_with_those_it_takes(
    world: World, path: str, method: str, allowed: str
) -> None:
    response = ask(world, path, method)
    assert (response.status_code, response.headers["allow"]) == (405, allowed)
    assert f"It takes {allowed.replace(', ', ' or ')}." in text_of(response)


def test_an_unknown_method_of_an_unknown_address_is_not_found(world: World) -> None:
    assert ask(world, "/absent", "BREW").status_code == 404


@given(st.text(max_size=30), st.sampled_from(["GET", "HEAD", "POST", "PUT", "", "X Y"]))
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_any_path_is_answered_or_refused_but_never_breaks(world: World, path: str, method: str) -> None:
    for prefix in ("/", "/notes/", "/words/", "/files/", "/static/", "/static/kit/x/", "/ratio/"):
        assert ask(world, prefix + path, method).status_code < 500


def test_a_site_tells_its_routes() -> None:
    routes = [(route.method, route.path) for route in site.routes]
    assert ("GET", "/") in routes
    assert ("POST", "/add") in routes
    assert len(routes) == len(set(routes))


def test_a_route_gives_an_example_of_its_addresses() -> None:
    paths = {route.path: route for route in site.routes}
    assert paths["/notes/{number:int}"].example({}) == "/notes/1"
    assert paths["/notes/{number:int}"].example({"number": 7, "other": 8}) == "/notes/7"
    assert paths["/files/{rest:path}"].example({}) == "/files/x"


@pytest.mark.parametrize(
    "query, pairs",
    [
        ("", []),
        ("a=1&b=2&a=3", [["a", "1"], ["b", "2"], ["a", "3"]]),
        ("a=", [["a", ""]]),
        ("a", [["a", ""]]),
        ("a+b=%26", [["a b", "&"]]),
        ("q=%E2%82%AC", [["q", "€"]]),
        ("q=%FF", [["q", "\ufffd"]]),
        ("q=%", [["q", "%"]]),
        ("q=%ZZ", [["q", "%ZZ"]]),
    ],
)
def test_a_query_is_read_as_browsers_write_it(world: World, query: str, pairs: list[list[str]]) -> None:
    assert json.loads(text_of(ask(world, "/words/x", query_string=query)))["query"] == pairs


def test_of_parameters_with_one_name_the_last_counts(world: World) -> None:
    assert 'title="two"' in text_of(ask(world, "/escape", query_string="q=one&q=two"))


def test_a_query_of_very_many_parameters_is_refused(world: World) -> None:
    response = ask(world, "/escape", query_string="q&" * 1_001)
    assert response.status_code == 400
    assert "1,000 parameters" in text_of(response)
