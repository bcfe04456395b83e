"""Windows of one browser draw in turn, also when a dialog has interrupted the frame of one of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest
import pytest_asyncio

from tests.browser.programs import Page
from tests.browser.stage import BROWSER, HOME, Scene, Stage
from webcosm.browser import frame_lock

pytestmark = BROWSER

ASKS: Page = {"first": [], "clicked": [["frame", 0, [["ask", "b", [["timer", 0, []], ["frame", 0, []]]]]]]}
"""When it is clicked, a dialog comes in the midst of its next frame."""
CRASHES = 6
"""So often Chromium's drawing process may end before the browser gives up, if nobody tells it otherwise."""


@pytest_asyncio.fixture(loop_scope="session")
async def own() -> AsyncIterator[Stage]:
    """A stage with a browser that nobody else draws in."""
    async with Stage() as stage:
        yield stage


async def _scene(stage: Stage) -> Scene:
    scene = await stage.open()
    await scene.goto(f"{HOME}/program?p={quote(json.dumps(ASKS))}")
    return scene


async def _ask(scene: Scene) -> None:
    await scene.press("#begin")
    assert (await scene.settle()).reason == "dialog"


async def _answer(scene: Scene) -> tuple[object, ...]:
    """What is there after the dialog."""
    await scene.tab.answer_dialog(accept=True)
    settled = await scene.settle()
    return (
        settled,
        await scene.date(),
        await scene.evaluate("document.querySelector('pre').textContent"),
        (await scene.tab.screenshot()),
    )


async def _who_draws(scene: Scene) -> list[int]:
    processes = (await scene.browser.connection.root.send("SystemInfo.getProcessInfo"))["processInfo"]
    return [process["id"] for process in processes if process["type"] == "GPU"]


async def _alone(stage: Stage) -> tuple[object, ...]:
    scene = await _scene(stage)
    await _ask(scene)
    seen = await _answer(scene)
    await scene.close()
    return seen


async def test_others_wait_for_the_answer_to_a_dialog_in_the_midst_of_a_frame(own: Stage) -> None:
    alone = await _alone(own)
    asks, other = await _scene(own), await _scene(own)
    before, drawer = await other.tab.screenshot(), await _who_draws(asks)
    await _ask(asks)
    picture = asyncio.ensure_future(other.tab.screenshot())
    assert not (await asyncio.wait({picture}, timeout=frame_lock.UNANSWERED_SECONDS / 4))[0], "it did not wait"
    assert await _answer(asks) == alone
    assert await picture == before
    assert await _who_draws(asks) == drawer, "the process that draws for all windows was lost"


async def test_windows_that_all_ask_in_the_midst_of_a_frame_are_as_one_that_is_alone(own: Stage) -> None:
    alone = await _alone(own)
    scenes = [await _scene(own) for _ in range(4)]
    drawer = await _who_draws(scenes[0])

    async def play(scene: Scene) -> tuple[object, ...]:
        await _ask(scene)
        return await _answer(scene)

    assert await asyncio.gather(*(play(scene) for scene in scenes)) == [alone] * len(scenes)
    assert await _who_draws(scenes[0]) == drawer, "the process that draws for all windows was lost"


async def test_windows_that_are_played_in_turns_do_not_wait_for_each_other_for_ever(
    own: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_lock, "UNANSWERED_SECONDS", 0.05)
    alone = await _alone(own)
    scenes = [await _scene(own) for _ in range(CRASHES + 2)]
    idle = await _scene(own)
    before, drawer = await idle.tab.screenshot(), await _who_draws(idle)
    for scene in scenes:
        await _ask(scene)
    assert [await _answer(scene) for scene in scenes] == [alone] * len(scenes)
    assert await idle.tab.screenshot() == before
    assert await _who_draws(idle) != drawer, "nobody drew while a dialog was open: this test shows nothing"


async def test_a_window_that_is_closed_with_its_dialog_keeps_nobody_waiting(own: Stage) -> None:
    asks, other = await _scene(own), await _scene(own)
    before, drawer = await other.tab.screenshot(), await _who_draws(other)
    await _ask(asks)
    await asks.close()
    assert await other.tab.screenshot() == before
    assert await _who_draws(other) == drawer, "the process that draws for all windows was lost"
