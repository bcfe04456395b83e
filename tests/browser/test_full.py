"""A full Chromium in place of the headless shell: pages keep their virtual time, but draw when they like."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.browser.stage import BROWSER, Stage
from webcosm.browser.chromium import VARIABLE, find_full

FULL = find_full()
pytestmark = [*BROWSER, pytest.mark.skipif(FULL is None, reason="no full Chromium is installed")]

PICTURES = """() => {
  for (let number = 0; number < 40; number++) {
    const picture = document.createElement('img');
    picture.loading = 'lazy';
    picture.width = picture.height = 60;
    picture.src = '/tile?shade=' + number * 6;
    document.body.append(picture);
  }
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def full() -> AsyncIterator[Stage]:
    with pytest.MonkeyPatch.context() as patch:
        assert FULL is not None
        patch.setenv(VARIABLE, str(FULL.path))
        async with Stage() as stage:
            yield stage


async def test_pages_are_seen_in_several_windows_at_once(full: Stage) -> None:
    scenes = await asyncio.gather(*(full.open() for _ in range(3)))
    assert {scene.window.clock.mode for scene in scenes} == {"virtual"}
    for scene in scenes:
        await scene.goto("plain")
        await scene.evaluate(PICTURES)
        assert (await scene.settle()).reason == "quiet"
    pictures = await asyncio.gather(*(scene.tab.screenshot() for scene in scenes))
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert [await scene.date() for scene in scenes] == [scene.world_ms() for scene in scenes]
    for scene in scenes:
        await scene.close()


async def test_a_window_has_several_tabs_of_one_size(full: Stage) -> None:
    scene = await full.open()
    await scene.goto("tabs")
    await scene.click("#blank")
    await scene.window.new_tab()
    await scene.goto("plain")
    assert await scene.addresses() == ["/tabs", "/clock", "/plain"]
    sizes = {str(await tab.evaluate("[innerWidth, innerHeight]")) for tab in scene.window.tabs}
    assert sizes == {"[1280, 720]"}
    await scene.close()
