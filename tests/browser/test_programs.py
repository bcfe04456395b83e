"""Small pages that do several things at once are played alike, whoever else is served; random ones in the sweep."""

from __future__ import annotations

import asyncio

import pytest

from tests.browser.programs import FAILED, Page, differences, drawn, play
from tests.browser.stage import BROWSER, Stage

pytestmark = BROWSER

NOTHING: Page = {"first": [], "clicked": []}
PROGRAMS: dict[str, Page] = {
    "a timer that is due when a run ends": {"first": [], "clicked": [["timer", 16, []]]},
    "a frame that an answer asks for": {
        "first": [],
        "clicked": [["fetch", "d", [["frame", 0, [["fetch", "b", []], ["picture", 86, []]]]]]],
    },
    "three fetches of a page that loads": {
        "first": [["fetch", "a", []], ["xhr", "b", []], ["fetch", "c", []]],
        "clicked": [],
    },
    "it goes elsewhere while it loads": {"first": [["go", NOTHING, []]], "clicked": []},
    "it sends a form while it loads": {"first": [["send", NOTHING, []]], "clicked": []},
    "it goes elsewhere with an answer": {"first": [["fetch", "b", [["go", NOTHING, []]]]], "clicked": []},
    "it goes elsewhere after a while": {"first": [["timer", 50, [["go", NOTHING, []]]]], "clicked": []},
    "it blocks and goes elsewhere": {"first": [["go", NOTHING, []], ["blocking", "d", []]], "clicked": []},
    "it asks with an answer": {"first": [], "clicked": [["fetch", "a", [["ask", "a", []]]]]},
    "it asks in the midst of a frame": {"first": [], "clicked": [["frame", 0, [["ask", "b", [["timer", 0, []]]]]]]},
    "it leaves an answer unread and asks": {"first": [["headers", "b", []]], "clicked": [["ask", "d", []]]},
    "it leaves an answer unread and opens a window": {
        "first": [["headers", "d", []]],
        "clicked": [["open", NOTHING, []]],
    },
    "it opens a window and asks": {"first": [], "clicked": [["open", NOTHING, []], ["ask", "c", []]]},
    "it opens a window and asks with an answer": {
        "first": [],
        "clicked": [["fetch", "b", [["open", NOTHING, []], ["ask", "c", []]]]],
    },
    "it opens a window and asks after a while": {
        "first": [],
        "clicked": [["timer", 120, [["open", NOTHING, []], ["ask", "c", []]]]],
    },
    "it asks the network and goes elsewhere": {"first": [], "clicked": [["fetch", "a", []], ["go", NOTHING, []]]},
}


@pytest.mark.parametrize("name", PROGRAMS)
async def test_it_is_played_alike_in_three_windows_at_once(stage: Stage, name: str) -> None:
    assert await differences(stage, PROGRAMS[name], 3) == []


async def test_a_page_that_opens_a_window_and_goes_elsewhere_while_it_loads_comes_to_rest(stage: Stage) -> None:
    page: Page = {
        "first": [["open", NOTHING, [["go", NOTHING, []]]], ["blocking", "d", []], ["fetch", "b", []]],
        "clicked": [],
    }
    played = await asyncio.gather(*(play(stage, page) for _ in range(9)))
    assert all("Settled(reason='quiet'" in str(lines) for lines in played)


async def test_what_a_program_does_is_seen(stage: Stage) -> None:
    played = await play(stage, {"first": [["timer", 5, []]], "clicked": [["style", 0, []]]})
    assert {"1 timer 0", "1 timer done 5", "2 style 506", "2 style done 506"} <= set(played)


@pytest.mark.sweep
@pytest.mark.parametrize("first", range(0, 100, 20))
async def test_most_random_pages_are_played_alike_and_none_fails(stage: Stage, first: int) -> None:
    """The rest differ in the order of an answer and a frame, timer or message at the same moment; one in ten does on an
    idle machine, and more while other tests run."""
    found = {seed: lines for seed in range(first, first + 20) if (lines := await differences(stage, drawn(seed), 3))}
    assert not [line for lines in found.values() for line in lines if line.lstrip("+-").startswith(FAILED)]
    assert len(found) <= 4, found
