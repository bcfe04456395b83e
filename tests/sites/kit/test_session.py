"""Sessions: who is signed in, what a visitor carries along, and that nobody can make one up."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sites.kit.asking import ask, text_of
from tests.sites.kit.sample import ACCOUNTS, SITES, site
from webcosm.sites.kit import Visitor, check_password, hash_password
from webcosm.sites.kit.session import LIMIT, Session, sign, unsign
from webcosm.worlds import Universe, World, WorldState

SECRET = b"a secret"
LOGIN = "http://board.test/login"


def signed_in(visitor: Visitor) -> str | None:
    """Who the site takes the visitor for."""
    answer = visitor.get("http://board.test/mine", follow=False)
    return json.loads(answer.text)["user"] if answer.status == 200 else None


def sign_in(visitor: Visitor, username: str, password: str, **more: str) -> int:
    visitor.get(LOGIN)
    return visitor.post("/login", {"username": username, "password": password, **more}, follow=False).status


# The cookie -----------------------------------------------------------------------------------------------------------


@given(st.dictionaries(st.text(max_size=9), st.none() | st.integers() | st.text(max_size=40), max_size=5))
def test_a_session_comes_back_as_it_was(session: dict[str, object]) -> None:
    assert Session.read(Session(session).write(SECRET), SECRET) == session


def test_the_same_session_is_always_the_same_cookie() -> None:
    assert Session(b=1, a=2).write(SECRET) == Session(a=2, b=1).write(SECRET)


@given(st.data())
def test_a_cookie_with_any_character_changed_is_worth_nothing(data: st.DataObject) -> None:
    cookie = Session(user="ana").write(SECRET)
    position = data.draw(st.integers(0, len(cookie) - 1))
    other = data.draw(st.characters().filter(lambda one: one != cookie[position]))
    assert Session.read(cookie[:position] + other + cookie[position + 1 :], SECRET) is None


@pytest.mark.parametrize("cookie", [None, "", ".", "x", ".x", "x.", "e30=.", "é.é", "\0", "a.b.c"])
def test_what_is_no_session_is_none(cookie: str | None) -> None:
    assert Session.read(cookie, SECRET) is None


def test_a_session_signed_with_another_secret_is_worth_nothing() -> None:
    assert Session.read(Session(user="ana").write(b"another"), SECRET) is None


def test_signed_text_that_is_no_session_is_none() -> None:
    for text in ("no base 64!", base64.urlsafe_b64encode(b"no json").decode(), "w6k="):
        signed = f"{text}.{sign(SECRET, text)}"
        assert unsign(SECRET, signed) == text
        assert Session.read(signed, SECRET) is None


def test_a_session_fits_into_a_cookie_or_says_so() -> None:
    small, large = Session(stuff="x" * 2_500), Session(stuff="x" * 5_000)
    assert (small.fits, large.fits) == (True, False)
    assert len(small.write(SECRET)) < 4_000
    with pytest.raises(ValueError, match=rf"does not fit into a cookie \({LIMIT}\)"):
        large.write(SECRET)


def test_a_tampered_cookie_leaves_the_visitor_signed_in_as_anyone_without_one(visitor: Visitor) -> None:
    assert sign_in(visitor, "bo", "bo's secret") == 303
    assert signed_in(visitor) == "bo"
    visitor.cookies["board.test"]["session"] += "0"
    assert signed_in(visitor) == "ana"


def test_the_session_of_one_site_is_worth_nothing_at_another(world: World) -> None:
    """Else whoever may choose a name on one site could be the other's administrator."""
    visitor = Visitor(world, SITES)
    sign_in(visitor, "bo", "bo's secret")
    stolen = visitor.cookies["board.test"]["session"]
    assert signed_in(Visitor(world, SITES, {"board.test": {"session": stolen}})) == "bo"
    boardroom = Visitor(world, SITES, {"admin.board.test": {"session": stolen}})
    assert boardroom.get("http://admin.board.test/inside").status == 401


def test_the_session_of_one_universe_is_worth_nothing_in_another(board: Universe) -> None:
    with board.open(WorldState(seed=1)) as one, board.open(WorldState(seed=2)) as two:
        first = Visitor(one, SITES)
        sign_in(first, "bo", "bo's secret")
        assert signed_in(first) == "bo"
        assert signed_in(Visitor(two, SITES, cookies=first.cookies)) == "ana"


def test_the_cookie_is_out_of_reach_of_scripts_and_not_sent_along_from_elsewhere(visitor: Visitor) -> None:
    visitor.get(LOGIN)
    cookie = visitor.post("/login", {"username": "bo", "password": "bo's secret"}, follow=False).headers["set-cookie"]
    assert re.fullmatch(r'session="?[\w=-]+\.[0-9a-f]{32}"?; HttpOnly; Path=/; SameSite=lax', cookie)


def test_no_cookie_is_set_where_nothing_changed(visitor: Visitor) -> None:
    assert "set-cookie" not in visitor.get("/").headers


def test_a_session_too_large_for_a_cookie_is_our_mistake_and_undoes_the_request(visitor: Visitor) -> None:
    assert visitor.get("/stuff-session?size=1000").status == 200
    assert [change.new and change.new["text"] for change in visitor.world.changes()] == [
        "written by a session too large"
    ]
    answer = visitor.get("/stuff-session?size=9000")
    assert answer.status == 500
    assert "Something broke on our side" in answer.text
    assert len(visitor.world.changes()) == 1
    assert signed_in(visitor) == "ana"


# Passwords ------------------------------------------------------------------------------------------------------------


def test_a_password_is_stored_salted_and_never_as_it_is() -> None:
    stored = hash_password("pw", "ana")
    assert "pw" not in stored
    assert stored == hash_password("pw", "ana"), "the same in every build"
    assert stored != hash_password("pw", "bo")
    assert check_password("pw", "ana", stored)
    assert not check_password("pw ", "ana", stored)
    assert not check_password("pw", "bo", stored)


# Signing in and out ---------------------------------------------------------------------------------------------------


def test_the_first_account_is_signed_in_at_the_beginning(visitor: Visitor) -> None:
    assert signed_in(visitor) == ACCOUNTS[0].username
    assert "Ana &lt;b&gt;Berg&lt;/b&gt;" in visitor.get("/").text


def test_a_world_may_begin_with_another_account_or_with_nobody(board: Universe) -> None:
    for chosen, expected in (("bo", "bo"), (None, None), ("nobody of that name", None)):
        with board.open(WorldState(accounts={"board": chosen})) as world:
            assert signed_in(Visitor(world, SITES)) == expected
    with board.open(WorldState(accounts={"home": "bo"})) as world:
        assert signed_in(Visitor(world, SITES)) == "ana", "another site's choice does not matter"


def test_signing_out_and_in_again(visitor: Visitor) -> None:
    page = visitor.post("/logout")
    assert page.url == LOGIN
    assert "You are signed out." in page.text
    assert signed_in(visitor) is None
    assert "Sign out" not in visitor.get("/").text
    visitor.get(LOGIN)
    page = visitor.post("/login", {"username": "bo", "password": "bo's secret"})
    assert page.url == "http://board.test/"
    assert "Welcome back, Bo Lind." in page.text
    assert signed_in(visitor) == "bo"
    assert visitor.world.changes() == [], "sessions are not among a world's changes"


# What is left after signing out ---------------------------------------------------------------------------------------


def copy_of(visitor: Visitor, world: World | None = None) -> Visitor:
    """Somebody who has copied the visitor's cookies."""
    return Visitor(world or visitor.world, SITES, {host: dict(held) for host, held in visitor.cookies.items()})


def test_a_copied_cookie_ends_with_the_session_it_was_copied_from(visitor: Visitor) -> None:
    sign_in(visitor, "bo", "bo's secret")
    thief = copy_of(visitor)
    assert signed_in(thief) == "bo"
    visitor.get(LOGIN)
    visitor.post("/logout")
    assert signed_in(copy_of(thief)) is None
    assert signed_in(thief) is None
    sign_in(visitor, "bo", "bo's secret")
    assert signed_in(visitor) == "bo", "signing in again is a session of its own"
    assert signed_in(thief) is None, "which does not bring the old one back"


def test_who_signs_out_of_the_first_session_is_not_signed_in_again_for_want_of_a_cookie(visitor: Visitor) -> None:
    assert signed_in(visitor) == "ana"
    visitor.get(LOGIN)
    early = copy_of(visitor)
    visitor.post("/logout")
    assert signed_in(Visitor(visitor.world, SITES)) is None
    assert signed_in(early) is None


def test_signing_out_ends_no_other_session(visitor: Visitor) -> None:
    other = Visitor(visitor.world, SITES)
    sign_in(visitor, "bo", "bo's secret")
    sign_in(other, "bo", "bo's secret")
    visitor.get(LOGIN)
    visitor.post("/logout")
    assert (signed_in(visitor), signed_in(other)) == (None, "bo")


def test_ended_sessions_are_part_of_forks_and_snapshots_and_not_of_a_reset(
    visitor: Visitor, board: Universe, tmp_path: Path
) -> None:
    sign_in(visitor, "bo", "bo's secret")
    thief = copy_of(visitor)
    with visitor.world.fork() as before:
        visitor.get(LOGIN)
        visitor.post("/logout")
        assert signed_in(copy_of(thief, before)) == "bo", "it has not happened in the other world"
    visitor.world.save(tmp_path / "kept")
    with visitor.world.fork() as fork, board.open_snapshot(tmp_path / "kept") as kept:
        assert [signed_in(copy_of(thief, world)) for world in (fork, kept)] == [None, None]
        assert kept.state == fork.state
    visitor.world.reset()
    assert signed_in(Visitor(visitor.world, SITES)) == "ana"


@pytest.mark.parametrize(
    "username, password",
    [("bo", "wrong"), ("bo", "ana's secret"), ("nobody", "x"), ("' OR 1=1 --", "x"), ("bo\0", "x")],
)
def test_a_wrong_name_or_password_gets_the_form_again_with_the_same_words(
    visitor: Visitor, username: str, password: str
) -> None:
    visitor.get(LOGIN)
    answer = visitor.post("/login", {"username": username, "password": password})
    assert answer.status == 422
    assert "This user name and password do not belong together." in answer.text
    assert re.search(r'type="password"[^>]* value=""', answer.text), "a password is never shown again"
    assert signed_in(visitor) == "ana"


def test_the_login_form_wants_both_fields(visitor: Visitor) -> None:
    visitor.get(LOGIN)
    answer = visitor.post("/login", {"username": "", "password": ""})
    assert answer.status == 422
    assert "User name is required." in answer.text
    assert "Password is required." in answer.text


@pytest.mark.parametrize(
    "target, reached",
    [
        ("/notes/3?a=1", "/notes/3?a=1"),
        ("", "/"),
        ("http://evil.test/", "/"),
        ("//evil.test/", "/"),
        ("/\\evil.test", "/"),
        ("javascript:alert(1)", "/"),
        ("notes/3", "/"),
        ("/\t/evil.test", "/%09/evil.test"),
        ("/a\r\nSet-Cookie: x=1", "/a%0D%0ASet-Cookie:%20x=1"),
    ],
)
def test_after_signing_in_people_stay_on_the_site(visitor: Visitor, target: str, reached: str) -> None:
    visitor.get(LOGIN)
    form = {"username": "bo", "password": "bo's secret", "next": target}
    assert visitor.post("/login", form, follow=False).headers["location"] == reached


# Roles ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def stranger(board: Universe) -> Iterator[Visitor]:
    """A visitor who is not signed in."""
    with board.open(WorldState(accounts={"board": None})) as world:
        yield Visitor(world, SITES)


def test_a_page_for_users_sends_strangers_to_sign_in_and_back(stranger: Visitor) -> None:
    page = stranger.get("http://board.test/mine?a=1&b=%26")
    assert page.url == "http://board.test/login?next=%2Fmine%3Fa%3D1%26b%3D%2526"
    assert "This page is for signed-in users." in page.text
    back = re.search(r'name="next" value="([^"]*)"', page.text)
    assert back
    answer = stranger.post("/login", {"username": "bo", "password": "bo's secret", "next": "/mine?a=1&b=%26"})
    assert answer.url == "http://board.test/mine?a=1&b=%26"
    assert back[1] == "/mine?a=1&amp;b=%26"


def test_a_form_for_users_sends_strangers_to_sign_in_and_writes_nothing(stranger: Visitor) -> None:
    assert stranger.post("http://board.test/keepers").url == LOGIN
    assert stranger.world.changes() == []


def test_without_a_login_page_strangers_are_refused(stranger: Visitor) -> None:
    answer = stranger.get("http://admin.board.test/inside")
    assert answer.status == 401
    assert "Please sign in" in answer.text


def test_a_role_that_does_not_fit_is_refused_by_name(visitor: Visitor) -> None:
    answer = visitor.get("/keepers")
    assert answer.status == 403
    assert "This needs the role keeper; you are signed in as reader." in answer.text
    visitor.get("/")
    assert visitor.post("/keepers").status == 403
    assert visitor.world.changes() == []


def test_the_right_role_may(visitor: Visitor) -> None:
    sign_in(visitor, "bo", "bo's secret")
    assert json.loads(visitor.get("/keepers").text) == {"user": "bo"}
    visitor.get("/")
    assert visitor.post("/keepers").status == 200
    assert [change.kind for change in visitor.world.changes()] == ["insert"]


# Form tokens ----------------------------------------------------------------------------------------------------------


def test_a_form_without_the_right_token_is_refused_and_writes_nothing(world: World) -> None:
    visitor = Visitor(world, SITES)
    for token in ({}, {"csrf": ""}, {"csrf": "x"}, {"csrf": "0" * 32}):
        answer = visitor.post("http://board.test/add", {"text": "x", **token})
        assert answer.status == 403
        assert "This form has expired." in answer.text
        visitor.last = None
    assert world.changes() == []


def test_the_token_of_one_user_is_not_anothers(visitor: Visitor) -> None:
    anas = re.search(r'name="csrf" value="(\w+)"', visitor.get("/").text)
    sign_in(visitor, "bo", "bo's secret")
    assert anas
    assert visitor.post("/add", {"text": "x", "csrf": anas[1]}).status == 403


# Messages -------------------------------------------------------------------------------------------------------------


def test_a_message_is_shown_once_on_the_next_page(visitor: Visitor) -> None:
    answer = visitor.post("/add", {"text": "<i>"}, follow=False)
    assert answer.status == 303
    shown = visitor.get(answer.headers["location"]).text
    assert '<div class="flash done" role="status">Added &lt;i&gt;.</div>' in shown
    assert "Added" not in visitor.get("/notes/1").text


def test_a_message_of_the_page_itself_is_shown_on_it_and_not_again(visitor: Visitor) -> None:
    assert "Hello." in visitor.get("/flash?kind=note").text
    assert "Hello." not in visitor.get("/notes/1").text


@pytest.mark.parametrize("page, status", [("/absent", 404), ("/refuse/bad", 400), ("/refuse/mistake", 500)])
def test_a_message_shown_on_an_error_page_is_not_shown_again(visitor: Visitor, page: str, status: int) -> None:
    visitor.get("/flash?then=redirect", follow=False)
    answer = visitor.get(page)
    assert (answer.status, "Hello." in answer.text) == (status, True)
    assert "Hello." not in visitor.get("/notes/1").text


def test_a_message_waits_for_a_page_that_people_see(visitor: Visitor) -> None:
    visitor.get("/flash?then=redirect", follow=False)
    for path in ("/mine", site.look.static("style.css"), "/flash?then=redirect&message=Again."):
        visitor.get(path, follow=False)
    shown = visitor.get("/notes/1").text
    assert "Hello." in shown
    assert "Again." in shown


def test_of_very_many_messages_the_last_are_kept(visitor: Visitor) -> None:
    for number in range(60):
        answer = visitor.get(f"/flash?then=redirect&message=Message+{number}+{'long' * 20}.", follow=False)
        assert answer.status == 303
    shown = re.findall(r"Message (\d+) ", visitor.get("/notes/1").text)
    assert shown[-1] == "59"
    assert 5 < len(shown) < 60
    assert shown == [str(number) for number in range(60 - len(shown), 60)]


def test_what_a_failed_page_did_to_the_session_is_undone(visitor: Visitor) -> None:
    for kind in ("bad", "conflict", "mistake"):
        answer = visitor.get(f"/refuse/{kind}")
        assert "This was not done." not in answer.text
        assert "Ana" in answer.text
        assert "Bo Lind" not in answer.text
        assert signed_in(visitor) == "ana"
        assert "This was not done." not in visitor.get("/notes/1").text


def test_the_answer_to_a_visitor_without_cookies_is_the_same_every_time(world: World) -> None:
    assert text_of(ask(world, "/")) == text_of(ask(world, "/"))
