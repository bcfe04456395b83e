"""Episodes side by side: the same to the byte, none touched by another's end, nothing left behind."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from tests.env.conftest import STAGE, Begin, Errand, element
from webcosm.act import ActionSet
from webcosm.env import Episode, Look, Options, Runtime

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_sixteen_at_once_with_the_same_actions_are_the_same(runtime: Runtime) -> None:
    async def run(number: int) -> list[object]:
        task = Errand("test.errand", start=("http://notes.test/new",))
        look = Look(parts=("text", "screenshot"))
        async with runtime.episode(task, options=Options(look=look)) as episode:
            await episode.reset()
            record: list[object] = []
            title = element(episode, "Title", "textbox")
            app = f"goto('{STAGE}/app.html')"
            for text in (f"type('{title}', 'Hello', submit=True)", "go_back()", app, "noop(1600)"):
                step = await episode.act(text)
                assert step.observation is not None, step.verdict
                assert step.info["error"] == ""
                record += [step.observation.text, step.observation.screenshot, step.observation.now, step.info]
            return [*record, episode.world.changes()]

    first, *others = await asyncio.gather(*(run(number) for number in range(16)))
    for other in others:
        assert [one == same for one, same in zip(first, other, strict=True)] == [True] * len(first)


async def test_page_time_and_world_time_are_one(begin: Begin) -> None:
    """What a script reads from the browser's clock and what the server says differ by less than a settling."""
    episode = await begin("app.html")
    for number in range(1, 4):
        step = await episode.act("noop(3000)")
        assert step.observation is not None
        page_ms = await episode.window.tab.run_script("Date.now()")
        assert datetime.fromtimestamp(page_ms / 1000, UTC) == step.observation.now
        assert (step.observation.now - episode.chat.messages[0].when).total_seconds() >= 3 * number


async def test_a_crash_is_an_error_of_ours_and_the_next_episode_works(begin: Begin) -> None:
    neighbour = await begin("links.html")
    episode = await begin("links.html", actions=ActionSet(include=("python",)))
    step = await episode.act("python(\"await page.goto('chrome://crash')\")")
    assert (step.observation, step.terminated, step.truncated, step.reward) == (None, False, True, 0.0)
    assert step.verdict is not None
    assert (step.verdict.outcome, step.verdict.score) == ("error", None)
    assert step.verdict.note.startswith("BrowserLost: ")
    assert step.info["outcome"] == "error"
    assert (await neighbour.act("noop()")).info["error"] == ""
    await episode.reset()
    assert (await episode.act("answer('42')")).reward == 1.0


async def test_a_hanging_page_is_an_error_of_ours_and_the_next_episode_works(begin: Begin) -> None:
    episode = await begin("busy.html")
    episode.window.tab.connection.hung_after = 1
    step = await episode.act(f"click('{element(episode, 'Never ends')}')")
    assert step.verdict is not None
    assert (step.verdict.outcome, step.verdict.score, step.truncated) == ("error", None, True)
    assert step.verdict.note == "BrowserHung: the browser did not answer within 1 seconds"
    await episode.reset()
    step = await episode.act(f"click('{element(episode, 'Ends')}')")
    assert step.observation is not None
    assert "still here" in step.observation.text


async def test_closing_leaves_nothing_behind(runtime: Runtime) -> None:
    async def left() -> tuple[int, int, int, int]:
        await runtime.spares.close()  # the window kept for the next episode is nobody's
        worlds = sum(not world._closed for world in runtime.universe()._worlds)
        browser = runtime.browsers._current
        known = (
            await browser.connection.root.send("Target.getBrowserContexts") if browser else {"browserContextIds": []}
        )
        return worlds, len(runtime.server._tenants), len(runtime.server._proxies), len(known["browserContextIds"])

    before = await left()
    episodes = [runtime.episode(Errand("test.errand", start=("http://notes.test/new",))) for _ in range(3)]
    await asyncio.gather(*(episode.reset() for episode in episodes))
    episodes.append(await episodes[0].fork())
    episodes.append(await episodes[0].fork(exact=True))
    assert await left() == tuple(count + 5 for count in before)
    folders = [episode.world._folder for episode in episodes]
    await asyncio.gather(*(close(episode) for episode in episodes))
    assert await left() == before
    assert all(not any(folder.iterdir()) for folder in folders if folder.exists())


async def close(episode: Episode) -> None:
    await episode.act("stop()")
    await episode.close()
