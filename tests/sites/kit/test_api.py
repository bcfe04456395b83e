"""Sites for scripts: every method, JSON in and out, checked fields, refusals as data, and never a failure of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webcosm.sites.kit import (
    Field,
    Form,
    Items,
    NotFound,
    Request,
    Response,
    Site,
    Visitor,
    add_login,
    add_session_api,
    hash_password,
    read_body,
)
from webcosm.sites.kit.body import JSON_LIMIT
from webcosm.worlds import Database, Row, Universe, World, WorldState

TRIP = Form(
    Field("title", "Title", required=True, max=40),
    Field("day", "Day", "date"),
    Field("seats", "Seats", "number", min=1, max=9),
    Field("price", "Price", "money", max=500),
    Field("shared", "Shared", "checkbox"),
    Field("class", "Class", "select", choices=[("first", "First"), ("second", "Second")]),
)
GUESTS = Items("guests", "Guests", (Field("name", "Name", required=True), Field("age", "Age", "number")), most=3)
TAGS = Items("tags", "Tags", Field("tag", "Tag", max=5))
API = "http://trips.test/api/trips"


def find_user(db: Database, username: str) -> Row | None:
    return db.row("SELECT * FROM account WHERE username = ?", username)


def fill(db: Database, *_: object) -> None:
    db.insert("account", username="ana", name="Ana", role="member", password=hash_password("secret", "ana"))
    db.insert("trip", id=1, title="Harbour", body="{}")


def make_site(folder: Path) -> Site:
    (folder / "schema.sql").write_text(
        "CREATE TABLE account (username TEXT PRIMARY KEY, name TEXT, role TEXT, password TEXT) STRICT;"
        "CREATE TABLE trip (id INTEGER PRIMARY KEY, title TEXT, body TEXT) STRICT;"
    )
    site = Site("trips", title="Trips", tagline="", folder=folder, fill=fill, find_user=find_user)
    add_login(site)
    add_session_api(site)

    def find(request: Request, number: int) -> Row:
        trip = request.db.row("SELECT * FROM trip WHERE id = ?", number)
        if trip is None:
            raise NotFound(f"There is no trip {number}.")
        return trip

    def store(request: Request, number: int | None, values: dict[str, Any], status: int = 200) -> Response:
        body = json.dumps(values, default=str)
        if number is None:
            number = request.db.insert("trip", title=values["title"], body=body)
        else:
            request.db.run("UPDATE trip SET body = ? WHERE id = ?", body, number)
        return request.answer_json({"id": number, **json.loads(body)}, status)

    @site.get("/api/trips/{number:int}", api=True)
    def show(request: Request, number: int) -> Response:
        return request.answer_json({"title": find(request, number).title})

    @site.post("/api/trips", roles=(), api=True)
    def add(request: Request) -> Response:
        return store(request, None, read_body(request, TRIP, GUESTS, TAGS), 201)

    @site.put("/api/trips/{number:int}", roles=(), api=True)
    def replace(request: Request, number: int) -> Response:
        find(request, number)
        return store(request, number, read_body(request, TRIP))

    @site.patch("/api/trips/{number:int}", roles=(), api=True)
    def change(request: Request, number: int) -> Response:
        find(request, number)
        return store(request, number, read_body(request, TRIP, partial=True))

    @site.delete("/api/trips/{number:int}", roles=(), api=True)
    def remove(request: Request, number: int) -> Response:
        request.db.run("DELETE FROM trip WHERE id = ?", find(request, number).id)
        return Response(status_code=204)

    @site.post("/api/broken", api=True)
    def broken(request: Request) -> Response:
        raise RuntimeError("broken")

    @site.post("/echo")
    def echo(request: Request) -> Response:
        return request.answer_json(request.json())

    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return make_site(tmp_path_factory.mktemp("trips"))


@pytest.fixture(scope="module")
def universe(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint], cache=tmp_path_factory.mktemp("cache")) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open(WorldState(accounts={"trips": "ana"})) as world:
        yield world


@pytest.fixture
def visitor(world: World, site: Site) -> Visitor:
    return Visitor(world, [site])


# Methods and bodies ---------------------------------------------------------------------------------------------------


def test_every_method_has_its_pages(visitor: Visitor) -> None:
    made = visitor.call("POST", API, {"title": "Lake", "day": "2026-05-14", "price": 1250, "guests": [{"name": "Bo"}]})
    assert (made.status, made.json["id"]) == (201, 2)
    assert (made.json["day"], made.json["price"], made.json["seats"]) == ("2026-05-14", 1250, None)
    assert made.json["guests"] == [{"name": "Bo", "age": None}]
    assert visitor.call("PUT", f"{API}/2", {"title": "Sea"}).json["title"] == "Sea"
    assert visitor.call("PATCH", f"{API}/2", {"seats": 3}).json == {"id": 2, "seats": 3}
    assert visitor.call("GET", f"{API}/2").json == {"title": "Lake"}
    assert visitor.call("DELETE", f"{API}/2").status == 204
    assert visitor.call("GET", f"{API}/2").json == {"error": "There is no trip 2.", "fields": {}}


def test_a_method_that_is_not_taken_is_refused_with_those_that_are(visitor: Visitor) -> None:
    page = visitor.call("POST", f"{API}/1", {})
    assert (page.status, page.headers["allow"]) == (405, "DELETE, GET, PATCH, PUT")
    assert page.json["error"] == "It takes DELETE or GET or PATCH or PUT."


@pytest.mark.parametrize(
    "content, fields",
    [
        ({}, {"title": "Title is required."}),
        ({"title": 3}, {"title": "Title must be a text, not a number."}),
        ({"title": None}, {"title": "Title is required."}),
        ({"title": "x" * 41}, {"title": "Title may have at most 40 characters; this has 41."}),
        ({"title": "x", "day": "soon"}, {"day": "Day: write the date like 2026-05-14."}),
        ({"title": "x", "seats": "3"}, {"seats": "Seats must be a whole number, not a text."}),
        ({"title": "x", "seats": 3.0}, {"seats": "Seats must be a whole number, not a number."}),
        ({"title": "x", "seats": True}, {"seats": "Seats must be a whole number, not true or false."}),
        ({"title": "x", "seats": 10}, {"seats": "Seats must be at most 9."}),
        ({"title": "x", "seats": 10**400}, {"seats": "Seats must be a whole number."}),
        ({"title": "x", "price": 50_001}, {"price": "Price must be at most $500.00."}),
        ({"title": "x", "price": "12.50"}, {"price": "Price must be whole cents, not a text."}),
        ({"title": "x", "shared": "on"}, {"shared": "Shared must be true or false, not a text."}),
        ({"title": "x", "class": "third"}, {"class": "Class: choose one of the options."}),
        ({"title": "x", "guests": {}}, {"guests": "Guests must be a list, not an object."}),
        ({"title": "x", "guests": [{}] * 4}, {"guests": "Guests may have at most 3 entries; this has 4."}),
        (
            {"title": "x", "guests": [{"name": "Bo"}, {"age": "7"}]},
            {"guests.1.name": "Name is required.", "guests.1.age": "Age must be a whole number, not a text."},
        ),
        ({"title": "x", "guests": [7]}, {"guests.0": "An object with name, age is accepted, not a number."}),
        ({"title": "x", "tags": ["ok", "too long"]}, {"tags.1": "Tag may have at most 5 characters; this has 8."}),
    ],
)
def test_what_is_wrong_is_told_field_by_field(visitor: Visitor, content: Any, fields: dict[str, str]) -> None:
    page = visitor.call("POST", API, content)
    assert (page.status, page.json["fields"]) == (422, fields)
    assert page.json["error"] == " ".join(fields.values())
    assert visitor.world.changes() == []


def test_fields_that_do_not_exist_are_refused(visitor: Visitor) -> None:
    page = visitor.call("PATCH", f"{API}/1", {"id": 9})
    told = "There is no such field; there are title, day, seats, price, shared, class."
    assert (page.status, page.json["fields"]) == (422, {"id": told})
    assert visitor.call("PATCH", f"{API}/1", [1]).json["error"].endswith("is accepted, not a list.")


# Bodies that are no JSON ----------------------------------------------------------------------------------------------


def send(visitor: Visitor, body: bytes, kind: str = "application/json") -> tuple[int, str]:
    headers = {"content-type": kind, "x-csrf-token": visitor.csrf_token(visitor.sites[0])}
    page = visitor.send("POST", API, body=body, headers=headers)
    assert set(page.json) == {"error", "fields"}
    return page.status, page.json["error"]


@pytest.mark.parametrize(
    "body, words",
    [
        (b"", "The body is not JSON: Expecting value: line 1 column 1 (char 0)."),
        (b"{", "The body is not JSON: Expecting property name"),
        (b'{"title": NaN}', "The body is not JSON: NaN is no number."),
        (b'{"seats": 1e999}', "The body is not JSON: 1e999 is no number."),
        (b"9" * 5_000, "The body is not JSON: "),
        (b"\xff\xfe\x00", "The body is not JSON: "),
        (b"[" * 100_000, "nested more than 32 deep."),
        (b"[" * 40 + b"]" * 40, "nested more than 32 deep."),
    ],
)
def test_a_body_that_is_no_json_is_a_bad_request_that_says_why(visitor: Visitor, body: bytes, words: str) -> None:
    status, error = send(visitor, body)
    assert (status, words in error) == (400, True), error


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx", "json"])
def test_only_json_is_taken_for_json(visitor: Visitor, kind: str) -> None:
    status, error = send(visitor, b'{"title": "x"}', kind)
    assert status == 415
    assert error.startswith("The body must be JSON (Content-Type: application/json); this is ")


def test_other_names_for_json_are_taken(visitor: Visitor) -> None:
    for kind in ("application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"):
        assert send(visitor, b"{}", kind)[0] == 422


def test_a_body_that_is_too_long_is_refused(visitor: Visitor) -> None:
    assert send(visitor, b'"' + b"x" * JSON_LIMIT + b'"') == (
        413,
        "A JSON body may have at most 1,000,000 bytes; this has 1,000,002.",
    )


def test_halves_of_characters_do_not_reach_the_database(visitor: Visitor) -> None:
    assert visitor.call("POST", API, {"title": "a\ud800b\0"}).json["title"] == "a?b"


NAMES = [*"ab", "title", "day", "seats", "guests", "tags", "price"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6),
    max_leaves=20,
)
ANY = settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@given(JSON, st.sampled_from(["POST", "PUT", "PATCH", "DELETE"]))
@ANY
def test_no_json_makes_a_page_fail(visitor: Visitor, content: Any, method: str) -> None:
    for address in (API, f"{API}/1"):
        assert visitor.call(method, address, content).status < 500


@given(st.binary(max_size=60), st.sampled_from(["application/json", "text/plain", "", "multipart/form-data"]))
@ANY
def test_no_bytes_make_a_page_fail(visitor: Visitor, body: bytes, kind: str) -> None:
    assert send(visitor, body, kind)[0] < 500


# Refusals as data -----------------------------------------------------------------------------------------------------


def test_a_failure_of_ours_is_told_as_data_too(visitor: Visitor) -> None:
    page = visitor.call("POST", "http://trips.test/api/broken")
    assert (page.status, page.json) == (500, {"error": "Something broke on our side.", "fields": {}})


def test_pages_for_scripts_refuse_in_json_whoever_asks_and_others_those_who_ask_for_it(visitor: Visitor) -> None:
    assert visitor.get(f"{API}/7").json["error"] == "There is no trip 7."
    assert visitor.get("http://trips.test/nowhere").text.startswith("<!doctype html>")
    page = visitor.call("GET", "http://trips.test/nowhere")
    assert (page.status, page.json["error"]) == (404, "/nowhere is not an address of this site.")


def test_a_page_for_people_can_take_json_too(visitor: Visitor) -> None:
    assert visitor.call("POST", "http://trips.test/echo", [1, "é", None]).json == [1, "é", None]


def test_who_is_not_signed_in_is_told_so_and_not_sent_elsewhere(universe: Universe, site: Site) -> None:
    with universe.open(WorldState(accounts={"trips": None})) as world:
        page = Visitor(world, [site]).call("POST", API, {"title": "x"})
        assert (page.status, page.json["error"]) == (401, "This page is for signed-in users.")
        assert world.changes() == []


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("token", ["", "wrong"])
def test_what_writes_needs_the_token_in_its_header(visitor: Visitor, method: str, token: str) -> None:
    address = API if method == "POST" else f"{API}/1"
    page = visitor.call(method, address, {"title": "x"}, x_csrf_token=token)
    assert page.status == 403
    assert page.json["error"].startswith("The header X-CSRF-Token is missing or has expired")
    assert visitor.world.changes() == []


def test_a_token_in_the_body_of_json_does_not_count(visitor: Visitor, site: Site) -> None:
    content = {"title": "x", "csrf": visitor.csrf_token(site)}
    assert visitor.call("POST", API, content, x_csrf_token="").status == 403


def test_templates_can_put_the_token_where_scripts_read_it(visitor: Visitor, site: Site, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "app.html").write_text("<head>{{ csrf_meta }}</head>")
    app = Site("trips", title="", tagline="", folder=tmp_path)
    app.get("/")(lambda request: request.render("app.html"))
    page = Visitor(visitor.world, [app]).get("http://trips.test/")
    assert page.text == f'<head><meta name="csrf-token" content="{visitor.csrf_token(site)}"></head>'


# The session of a front end -------------------------------------------------------------------------------------------


def test_a_front_end_signs_in_and_out_and_learns_its_token(universe: Universe, site: Site) -> None:
    with universe.open(WorldState(accounts={"trips": None})) as world:
        visitor = Visitor(world, [site])
        session = "http://trips.test/api/session"
        assert visitor.call("GET", session).json["user"] is None
        wrong = visitor.call("POST", session, {"username": "ana", "password": "guess"})
        assert (wrong.status, wrong.json["error"]) == (422, "This user name and password do not belong together.")
        empty = visitor.call("POST", session, {"username": ""})
        assert set(empty.json["fields"]) == {"username", "password"}
        first = visitor.call("GET", session).json["csrf"]
        entered = visitor.call("POST", session, {"username": "ana", "password": "secret"}).json
        assert entered["user"] == {"username": "ana", "name": "Ana", "role": "member"}
        assert entered["csrf"] != first
        assert visitor.call("POST", API, {"title": "x"}, x_csrf_token=entered["csrf"]).status == 201
        assert visitor.call("DELETE", session).json["user"] is None
        assert visitor.call("POST", API, {"title": "x"}).status == 401
