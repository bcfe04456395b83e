"""A window is kept ready for the next episode, and used only where it fits."""

from __future__ import annotations

import pytest

from webcosm.browser import Viewport
from webcosm.env import Cosmos, open_task

pytestmark = pytest.mark.browser


async def test_the_next_episode_takes_the_window_that_was_kept_and_sees_the_same() -> None:
    async with Cosmos() as cosmos:
        episode = cosmos.episode(open_task(start_url="http://calc.test/"))
        first = await episode.reset()
        making = cosmos.spares._making
        assert making is not None
        spare = await making
        assert spare is not None
        second = await episode.reset()
        assert episode.window is spare.window
        assert second.text == first.text
        assert second.now == first.now
        step = await episode.act("goto('http://notes.test/')")
        assert step.info["error"] == ""
        assert episode.world.clock.elapsed_ms > 0, "its window moves the clock of its own world"


async def test_a_window_of_another_kind_is_thrown_away() -> None:
    async with Cosmos() as cosmos:
        await cosmos.episode(open_task(start_url="http://calc.test/")).reset()
        making = cosmos.spares._making
        assert making is not None
        spare = await making
        assert spare is not None
        task = open_task(start_url="http://calc.test/")
        task.viewport = Viewport(400, 700)
        episode = cosmos.episode(task)
        seen = await episode.reset()
        assert episode.window is not spare.window
        assert seen.view
        assert seen.view.viewport == (400, 700)
        assert spare.window not in spare.browser.windows


async def test_a_browser_that_is_gone_gives_no_window() -> None:
    async with Cosmos() as cosmos:
        episode = cosmos.episode(open_task(start_url="http://calc.test/"))
        await episode.reset()
        making = cosmos.spares._making
        assert making is not None
        spare = await making
        assert spare is not None
        await spare.browser.process.close()
        await episode.reset()
        assert episode.window is not spare.window
