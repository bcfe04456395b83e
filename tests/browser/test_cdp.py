"""CDP over pipes: calls, events, and what happens when the other end is gone."""

from __future__ import annotations

import asyncio

import pytest

from tests.browser.stage import BROWSER, Scene, Stage
from webcosm.browser import ProtocolError

pytestmark = BROWSER


async def test_calls_at_once_get_their_own_answers(scene: Scene) -> None:
    session = scene.tab.session
    sums = await asyncio.gather(
        *(session.send("Runtime.evaluate", {"expression": f"{number} * 2"}) for number in range(50))
    )
    assert [answer["result"]["value"] for answer in sums] == [number * 2 for number in range(50)]


async def test_a_wrong_call_says_what_was_wrong_with_it(scene: Scene) -> None:
    with pytest.raises(ProtocolError, match=r"Page.fly failed: 'Page.fly' wasn't found"):
        await scene.tab.session.send("Page.fly")
    with pytest.raises(ProtocolError, match=r"Runtime.evaluate failed: .*expression"):
        await scene.tab.session.send("Runtime.evaluate", {"expression": 7})


async def test_events_reach_those_who_listen_before_the_answer_to_a_later_call(scene: Scene) -> None:
    heard: list[str] = []

    def listener(event: dict[str, str]) -> None:
        heard.append(event["name"])

    session = scene.tab.session
    await session.send("Runtime.enable")
    await session.send("Runtime.addBinding", {"name": "tell"})
    session.on("Runtime.bindingCalled", listener)
    await session.send("Runtime.evaluate", {"expression": "tell('a'); tell('b')"})
    assert heard == ["tell", "tell"]
    session.remove_listener("Runtime.bindingCalled", listener)
    await session.send("Runtime.evaluate", {"expression": "tell('c')"})
    assert heard == ["tell", "tell"]


async def test_a_listener_that_fails_is_told_of_and_silences_nobody(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    heard: list[object] = []
    session = scene.tab.session
    session.on("Page.frameNavigated", broken)
    session.on("Page.frameNavigated", heard.append)
    await scene.goto("plain")
    assert len(heard) == 1
    assert "a listener to Page.frameNavigated failed" in caplog.text


async def test_a_second_session_lives_beside_the_first_until_it_is_detached(scene: Scene) -> None:
    second = await scene.tab.second_session()
    await second.send("Runtime.evaluate", {"expression": "window.shared = 5"})
    assert await scene.evaluate("window.shared") == 5
    await second.detach()
    with pytest.raises(ProtocolError, match="has been closed"):
        await second.send("Runtime.evaluate", {"expression": "1"})
    assert not scene.tab.session.closed


async def test_what_waits_for_a_page_that_is_closed_fails_at_once(scene: Scene) -> None:
    await scene.goto("plain")
    await scene.window.new_tab()
    session = scene.tab.session
    told: list[object] = []
    session.on("closed", told.append)
    waiting = asyncio.ensure_future(
        session.send("Runtime.evaluate", {"expression": "new Promise(() => {})", "awaitPromise": True})
    )
    await scene.window.close_tab()
    with pytest.raises(ProtocolError, match="has been closed"):
        await waiting
    assert told == [{}]


async def test_nobody_waits_for_a_browser_whose_connection_was_closed(stage: Stage) -> None:
    async with Stage() as own:
        scene = await own.open()
        waiting = asyncio.ensure_future(
            scene.tab.session.send("Runtime.evaluate", {"expression": "new Promise(() => {})", "awaitPromise": True})
        )
        await scene.tab.activity()
        await scene.browser.connection.close()
        with pytest.raises(ProtocolError, match="has been closed"):
            await waiting
        with pytest.raises(ProtocolError, match="has been closed"):
            await scene.browser.connection.root.send("Target.getTargets")
