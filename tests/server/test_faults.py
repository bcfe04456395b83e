"""The universal switches: latency, errors, hidden labels, a banner."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.server.talking import Browser, send
from webcosm.server.app import Server
from webcosm.server.faults import UNIVERSAL, fails
from webcosm.worlds import Setting, Universe, World, WorldState

ADDRESS = "http://board.test"


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were asked for; they take no time."""
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def note_down(delay: float, result: object = None) -> object:
        if delay <= 0.1:  # the server's own heartbeat
            return await sleep(delay, result)
        pauses.append(delay)
        return await sleep(0, result)

    monkeypatch.setattr(asyncio, "sleep", note_down)
    return pauses


def set_switches(world: World, **switches: Setting) -> None:
    world.state.switches.update(switches)


def test_without_switches_nothing_happens(agent: Browser, slept: list[float]) -> None:
    page = agent.get(f"{ADDRESS}/").text
    assert "banner" not in page
    assert 'aria-label="Add this note"' in page
    assert [agent.get(f"{ADDRESS}/").status for _ in range(30)] == [200] * 30
    assert slept == []


def test_every_answer_is_held_back_by_the_latency(agent: Browser, world: World, slept: list[float]) -> None:
    set_switches(world, latency=1500)
    for path in ("/", "/absent", "/refuse/mistake"):
        agent.get(ADDRESS + path)
    assert slept == [1.5, 1.5, 1.5]


def test_the_latency_of_one_world_is_not_anothers(
    server: Server, board: Universe, agent: Browser, slept: list[float]
) -> None:
    with board.open(WorldState(switches={"latency": 10_000})) as slow:
        credential = server.admit(slow)
        agent.get(f"{ADDRESS}/")
        assert slept == []
        Browser.at_own_proxy(credential).get(f"{ADDRESS}/")
        assert slept == [10.0]
        server.dismiss(credential)


# Errors ---------------------------------------------------------------------------------------------------------------


def pattern(agent: Browser, path: str, count: int = 40) -> str:
    return "".join("x" if agent.get(ADDRESS + path).status == 503 else "." for _ in range(count))


def test_a_failing_request_gets_a_page_in_the_sites_look_and_does_nothing(agent: Browser, world: World) -> None:
    agent.get(f"{ADDRESS}/")
    set_switches(world, error_rate=1.0)
    answer = agent.post(f"{ADDRESS}/add", {"text": "lost"})
    assert answer.status == 503
    assert "The site is overloaded. Please try again." in answer.text
    assert "Board &amp; Co" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert world.changes() == []
    assert agent.get(f"{ADDRESS}/static/kit/x/kit.css").status == 200, "static files do not fail"


def test_the_same_requests_fail_in_every_run_of_a_seed(server: Server, board: Universe) -> None:
    seen = []
    for seed in (1, 1, 2):
        with board.open(WorldState(seed=seed, switches={"error_rate": 0.4})) as world:
            credential = server.admit(world)
            seen.append(pattern(Browser.at_own_proxy(credential), "/mine"))
            server.dismiss(credential)
    assert seen[0] == seen[1]
    assert seen[0] != seen[2]
    assert 5 < seen[0].count("x") < 30


def test_after_a_reset_the_same_requests_fail_again(agent: Browser, world: World) -> None:
    set_switches(world, error_rate=0.5)
    first = pattern(agent, "/mine", 20)
    world.reset()
    set_switches(world, error_rate=0.5)
    assert pattern(agent, "/mine", 20) == first


def test_only_the_paths_named_fail(agent: Browser, world: World) -> None:
    set_switches(world, error_rate=1.0, error_paths="/notes/*")
    assert pattern(agent, "/notes/1", 3) == "xxx"
    assert pattern(agent, "/", 3) == pattern(agent, "/mine", 3) == "..."
    assert world.state.faults == 3, "only requests that may fail are drawn for"


def test_the_share_of_failures_is_the_rate(board: Universe) -> None:
    for rate in (0.0, 0.1, 0.5, 1.0):
        with board.open(WorldState(switches={"error_rate": rate})) as world:
            assert sum(fails(world, "/") for _ in range(2_000)) / 2_000 == pytest.approx(rate, abs=0.04)


# Hidden labels --------------------------------------------------------------------------------------------------------


def test_hidden_labels_are_gone_and_the_rest_stays(agent: Browser, world: World) -> None:
    agent.get(f"{ADDRESS}/everything")
    refused = agent.post(f"{ADDRESS}/everything", {"text": ""})
    assert 'aria-describedby="text-error"' in refused.text
    before = agent.get(f"{ADDRESS}/").text
    set_switches(world, hide_aria=True)
    answer = agent.get(f"{ADDRESS}/")
    hidden = r' aria-(label|labelledby|describedby|description)="[^"]*"'
    assert re.search(hidden, before)
    assert answer.text == re.sub(hidden, "", before)
    assert answer.headers["content-length"] == str(len(answer.data))
    assert 'aria-current="page"' in answer.text, "what a label is not stays"


def test_error_pages_and_the_banner_have_no_labels_either(agent: Browser, world: World) -> None:
    set_switches(world, hide_aria=True, banner=True)
    for path in ("/", "/absent", "/refuse/mistake"):
        page = agent.get(ADDRESS + path).text
        assert 'class="banner"' in page
        assert "aria-label=" not in page


# The banner -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def bannered(world: World, agent: Browser) -> Browser:
    set_switches(world, banner=True)
    return agent


def test_the_banner_is_over_every_page_until_it_is_dismissed(bannered: Browser, world: World) -> None:
    for path in ("/", "/notes/1", "/absent"):
        answer = bannered.get(ADDRESS + path)
        assert answer.text.count('<div class="banner"') == 1
        assert answer.headers["content-length"] == str(len(answer.data))
    answer = bannered.post(f"{ADDRESS}/banner/dismiss", Referer=f"{ADDRESS}/notes/1?a=1")
    assert (answer.status, answer.headers["location"]) == (303, "/notes/1?a=1")
    assert "banner" not in bannered.get(f"{ADDRESS}/").text
    assert world.changes() == []


def test_dismissing_without_knowing_where_from_leads_to_the_front_page(bannered: Browser) -> None:
    assert bannered.post(f"{ADDRESS}/banner/dismiss").headers["location"] == "/"


def test_only_pages_get_the_banner(bannered: Browser) -> None:
    for path in ("/mine", "/static/kit/x/kit.css", "/submit?format=json"):
        assert "We use cookies" not in bannered.get(ADDRESS + path).text


def test_the_banner_of_one_site_is_not_dismissed_at_another(bannered: Browser) -> None:
    bannered.post(f"{ADDRESS}/banner/dismiss")
    assert "We use cookies" in bannered.get("http://home.test/").text


def test_head_tells_the_length_of_the_page_with_its_banner(bannered: Browser) -> None:
    head = send(bannered.port, "/notes/1", host="board.test", method="HEAD")
    assert head.headers["content-length"] == bannered.get(f"{ADDRESS}/notes/1").headers["content-length"]


def test_every_switch_says_what_it_does() -> None:
    assert [switch.name for switch in UNIVERSAL] == [
        "latency",
        "error_rate",
        "error_paths",
        "hide_aria",
        "banner",
        "skin",
    ]
    assert all(switch.help.endswith(".") for switch in UNIVERSAL)


def test_switches_a_world_is_made_with_hold_and_survive_clearing(server: Server, board: Universe) -> None:
    with board.open(WorldState(switches={"banner": "on", "latency": "0"})) as world:
        credential = server.admit(world)
        visitor = Browser.at_own_proxy(credential)
        assert 'class="banner"' in visitor.get(f"{ADDRESS}/").text
        world.reset()
        assert 'class="banner"' in visitor.get(f"{ADDRESS}/").text
        server.dismiss(credential)


@pytest.mark.parametrize("switches, told", [({"latency": "x"}, "latency=x"), ({"speed": 3}, "no switch 'speed'")])
def test_a_world_made_with_wrong_switches_is_not_let_in(
    server: Server, board: Universe, switches: dict[str, Setting], told: str
) -> None:
    with board.open(WorldState(switches=switches)) as world, pytest.raises(ValueError, match=told):
        server.admit(world)
