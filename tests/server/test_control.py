"""The addresses every site has beside its own: /config, /finish, /clear and /submit."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from tests.server.talking import Browser
from webcosm.server.app import Credential, Server
from webcosm.worlds import Universe, World, WorldState

ADDRESS = "http://board.test"
DEFAULTS = {
    "latency": 0,
    "error_rate": 0.0,
    "error_paths": "*",
    "hide_aria": False,
    "banner": False,
    "skin": "default",
    "page_size": 20,
}


def add_note(browser: Browser, text: str, address: str = ADDRESS) -> None:
    browser.get(f"{address}/")
    assert browser.post(f"{address}/add", {"text": text}).status == 303


@pytest.fixture
def token(credential: Credential) -> str:
    """What a harness has and an agent has not."""
    return credential.control


@pytest.fixture
def local(server: Server) -> str:
    return f"http://board.localhost:{server.port}"


# /config --------------------------------------------------------------------------------------------------------------


def test_config_shows_all_switches_with_what_they_accept(agent: Browser, token: str) -> None:
    assert agent.get(f"{ADDRESS}/config?token={token}&format=json").json == DEFAULTS
    assert agent.get(f"{ADDRESS}/config?token={token}", Accept="application/json").json == DEFAULTS
    page = agent.get(f"{ADDRESS}/config?token={token}").text
    for name in DEFAULTS:
        assert f"<code>{name}</code>" in page
    assert "a whole number from 0 to 10000" in page
    assert "Notes on a page." in page
    assert "The switches are fixed" not in page


def test_config_shows_settings_in_the_type_of_their_switch(board: Universe, server: Server) -> None:
    with board.open(WorldState(switches={"page_size": "7", "hide_aria": "on"})) as world:
        credential = server.admit(world)
        address = f"{ADDRESS}/config?token={credential.control}&format=json"
        shown = Browser.at_own_proxy(credential).get(address).json
        server.dismiss(credential)
    assert (shown["page_size"], shown["hide_aria"]) == (7, True)


def test_other_sites_have_only_the_universal_switches(agent: Browser, token: str) -> None:
    assert "page_size" not in agent.get(f"http://home.test/config?token={token}&format=json").json


def test_config_sets_switches_of_the_world_and_of_the_site(agent: Browser, world: World, token: str) -> None:
    answer = agent.get(f"{ADDRESS}/config?token={token}&hide_aria=on&page_size=7&error_rate=0.25&format=json")
    assert answer.json == {**DEFAULTS, "hide_aria": True, "page_size": 7, "error_rate": 0.25}
    assert world.state.switches == {"hide_aria": True, "page_size": 7, "error_rate": 0.25}
    agent.get(f"{ADDRESS}/config?token={token}&error_rate=0&hide_aria=off")
    assert "1 to 7 of 45 notes" in agent.get(f"{ADDRESS}/").text
    assert agent.get(f"http://home.test/config?token={token}&format=json").json["hide_aria"] is False


@pytest.mark.parametrize(
    "query, words",
    [
        ("latency=x", "latency=x: accepted is a whole number from 0 to 10000."),
        ("latency=-1", "latency=-1: accepted is a whole number from 0 to 10000."),
        ("latency=99999", "latency=99999: accepted is a whole number from 0 to 10000."),
        ("latency=1.5", "latency=1.5: accepted is a whole number from 0 to 10000."),
        ("latency=", "latency=: accepted is a whole number from 0 to 10000."),
        ("error_rate=nan", "error_rate=nan: accepted is a number from 0 to 1."),
        ("error_rate=2", "error_rate=2: accepted is a number from 0 to 1."),
        ("hide_aria=maybe", "hide_aria=maybe: accepted is on or off."),
        ("page_size=0", "page_size=0: accepted is a whole number from 1 to 100."),
        (
            "speed=1",
            f"there is no switch 'speed'; there are {', '.join(DEFAULTS)}.",
        ),
        ("hide_aria=on&latency=x", "latency=x: accepted is a whole number from 0 to 10000."),
    ],
)
def test_a_bad_setting_is_refused_and_nothing_is_set(
    agent: Browser, world: World, query: str, words: str, token: str
) -> None:
    answer = agent.get(f"{ADDRESS}/config?token={token}&{query}&format=json")
    assert (answer.status, answer.json) == (400, {"error": words})
    page = agent.get(f"{ADDRESS}/config?token={token}&{query}")
    assert page.status == 400
    assert words.replace("'", "&#39;") in page.text
    assert "Board &amp; Co" in page.text
    assert world.state.switches == {}


def test_after_the_first_action_the_switches_are_fixed(agent: Browser, world: World, token: str) -> None:
    agent.get(f"{ADDRESS}/config?token={token}&banner=off&page_size=9")
    agent.get(f"{ADDRESS}/notes/1")
    assert agent.get(f"{ADDRESS}/config?token={token}&page_size=8").status == 200, "looking is no action"
    add_note(agent, "acted")
    answer = agent.get(f"{ADDRESS}/config?token={token}&page_size=7&format=json")
    assert answer.status == 409
    assert answer.json == {"error": "The switches are fixed once somebody has acted in this world."}
    shown = agent.get(f"{ADDRESS}/config?token={token}")
    assert shown.status == 200
    assert "The switches are fixed" in shown.text
    assert world.state.switches["page_size"] == 8


# /finish --------------------------------------------------------------------------------------------------------------


def test_finish_tells_exactly_the_worlds_changes(person: Browser, local: str, world: World, token: str) -> None:
    assert person.get(f"{local}/finish?token={token}&format=json").json == {
        "site": "board",
        "submission": None,
        "changes": [],
    }
    assert "Nothing has changed." in person.get(f"{local}/finish?token={token}").text
    add_note(person, "<b>one", local)
    add_note(person, "two", local)
    world.board.run("UPDATE note SET text = 'changed', seen = 9 WHERE id = 3")
    world.board.run("DELETE FROM note WHERE id = 4")
    changes = world.changes("board")
    assert [change.kind for change in changes] == ["update", "delete", "insert", "insert"]
    facts = person.get(f"{local}/finish?token={token}&format=json").json
    assert facts["changes"] == json.loads(json.dumps([change.to_json() for change in changes]))
    page = person.get(f"{local}/finish?token={token}").text
    for words in (
        "Update in note",
        "Delete in note",
        "Insert in note",
        "&lt;b&gt;one",
        "<td>note 3</td><td>changed</td>",
    ):
        assert words in page


def test_finish_of_a_site_on_the_same_database_tells_the_same(
    person: Browser, server: Server, local: str, token: str
) -> None:
    add_note(person, "one", local)
    other = person.get(f"http://admin.board.localhost:{server.port}/finish?token={token}&format=json").json
    assert other["changes"] == person.get(f"{local}/finish?token={token}&format=json").json["changes"]
    assert person.get(f"http://home.localhost:{server.port}/finish?token={token}&format=json").json["changes"] == []


# /submit --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["42", "", "a b & <c>", "ünïcode", "x" * 3_000])
def test_an_answer_is_handed_in_once(agent: Browser, world: World, answer: str) -> None:
    first = agent.get(f"{ADDRESS}/submit?retrieved_answer={quote(answer)}&format=json")
    assert (first.status, first.json) == (200, {"submission": answer})
    assert world.state.submission == answer
    second = agent.get(f"{ADDRESS}/submit?retrieved_answer=other")
    assert second.status == 409
    assert "An answer was handed in already" in second.text
    assert world.state.submission == answer


def test_without_the_answer_nothing_is_handed_in(agent: Browser, world: World) -> None:
    for query in ("", "?answer=42", "?format=json"):
        answer = agent.get(f"{ADDRESS}/submit{query}")
        assert answer.status == 400
        assert "/submit?retrieved_answer=42" in answer.text
    assert world.state.submission is None


def test_an_answer_is_handed_in_for_the_whole_world_and_shown_by_finish(
    person: Browser, server: Server, local: str, token: str
) -> None:
    page = person.get(f"http://home.localhost:{server.port}/submit?retrieved_answer=<42>")
    assert "&lt;42&gt;" in page.text
    assert person.get(f"{local}/finish?token={token}&format=json").json["submission"] == "<42>"
    assert "&lt;42&gt;" in person.get(f"{local}/finish?token={token}").text


def test_a_page_of_the_sites_own_stays_within_reach(agent: Browser, world: World) -> None:
    address = "http://admin.board.test/submit"
    assert "Submit a note" in agent.get(address).text
    assert "Submit a note" in agent.get(f"{address}?answer=42").text
    assert agent.post(address, {"retrieved_answer": "42"}).status == 403, "the site asks for its token"
    assert world.state.submission is None
    assert agent.get(f"{address}?retrieved_answer=42&format=json").json == {"submission": "42"}
    assert world.state.submission == "42"


# /clear ---------------------------------------------------------------------------------------------------------------


def test_clear_resets_the_whole_world(person: Browser, local: str, world: World, token: str) -> None:
    person.get(f"{local}/config?token={token}&page_size=9")
    person.get(f"{local}/login")
    person.post(f"{local}/login", {"username": "bo", "password": "bo's secret"})
    add_note(person, "one", local)
    person.get(f"{local}/submit?retrieved_answer=1")
    world.clock.advance(milliseconds=5_000)
    assert "Bo Lind" in person.get(f"{local}/").text
    answer = person.get(f"{local}/clear?token={token}&format=json")
    assert (answer.status, answer.json) == (200, {"cleared": True})
    assert world.changes() == []
    assert (world.state.submission, world.state.begun, world.state.switches) == (None, False, {})
    assert world.clock.elapsed_ms == 0
    front = person.get(f"{local}/").text
    assert "Ana" in front, "the cookie that said otherwise is gone"
    assert "1 to 20 of 45 notes" in front
    assert "This world is as new" in person.get(f"{local}/clear?token={token}").text


# Without the token ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["own proxy", "shared proxy", "plain address"])
@pytest.mark.parametrize("path", ["/config", "/config?banner=off", "/finish", "/finish?token=", "/clear?token=guess"])
def test_whoever_is_at_work_in_the_world_has_no_such_addresses(
    credential: Credential, server: Server, local: str, world: World, way: str, path: str
) -> None:
    match way:
        case "own proxy":
            agent, address = Browser.at_own_proxy(credential), ADDRESS
        case "shared proxy":
            agent, address = Browser.behind_proxy(credential), ADDRESS
        case _:
            agent, address = Browser(server.port), local
    plain = agent.get(f"{address}/no-such-page")
    for acted in (False, True):
        if acted:
            add_note(agent, "one", address)
        answer = agent.get(address + path)
        assert (answer.status, plain.status) == (404, 404)
        assert "is not an address of this site" in answer.text
    assert len(world.changes()) == 1
    assert world.state.switches == {}
    assert agent.get(f"{address}/submit?retrieved_answer=1").status == 200


def test_a_harness_may_look_and_reset_whenever_it_likes(
    person: Browser, agent: Browser, local: str, world: World, token: str
) -> None:
    add_note(agent, "one")
    assert len(person.get(f"{local}/finish?token={token}&format=json").json["changes"]) == 1
    assert person.get(f"{local}/clear?token={token}").status == 200
    assert world.changes() == []


# The banner -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://board.test/notes/1?x=2", "/notes/1?x=2"),
        ("http://evil.test/", "/"),
        ("http://home.test/about", "/"),
        ("http://board.test//evil.test/", "/"),
        ("nonsense", "/"),
        ("", "/"),
    ],
)
def test_dismissing_the_banner_leads_back_to_the_page_it_was_on(agent: Browser, referer: str, back: str) -> None:
    agent.get(f"{ADDRESS}/")
    answer = agent.post(f"{ADDRESS}/banner/dismiss", Referer=referer)
    assert (answer.status, answer.headers["location"]) == (303, back)
