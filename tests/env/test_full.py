"""Where there is a full Chromium only, episodes are played in that."""

from __future__ import annotations

import pytest

from webcosm.browser.chromium import VARIABLE, find_full
from webcosm.env import Look, Options, Runtime, open_task

FULL = find_full()
pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(FULL is None, reason="no full Chromium is installed"),
]


async def test_a_page_full_of_pictures_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert FULL is not None
    monkeypatch.setenv(VARIABLE, str(FULL.path))
    task = open_task(goal="Look around.", start_url="http://shop.test/")
    options = Options(look=Look(parts=("text", "screenshot")))
    async with Runtime() as runtime, runtime.episode(task, options=options) as episode:
        for observation in (await episode.reset(), (await episode.act("noop()")).observation):
            assert observation is not None
            assert observation.screenshot is not None
            assert observation.screenshot.startswith(b"\x89PNG")
