"""A window is kept ready for the next episode, and used only where it fits."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.responses import HTMLResponse, Response

from webcosm.browser import Viewport
from webcosm.env import Look, Observation, Options, Runtime, open_task
from webcosm.env.spares import Spare
from webcosm.sites.kit import Request, Site
from webcosm.worlds import WorldClosed

pytestmark = pytest.mark.browser


async def test_the_next_episode_takes_the_window_that_was_kept_and_sees_the_same() -> None:
    async with Runtime() as runtime:
        episode = runtime.episode(open_task(start_url="http://calc.test/"))
        first = await episode.reset()
        making = runtime.spares._making
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


async def _spare(runtime: Runtime) -> Spare:
    await runtime.spares.ready()
    making = runtime.spares._making
    assert making is not None
    spare = making.result()
    assert spare is not None
    return spare


def _facts(seen: Observation) -> dict[str, object]:
    return {"text": seen.text, "html": seen.html, "picture": seen.screenshot, "now": seen.now, "settled": seen.settled}


@pytest.mark.parametrize("address", ["http://calc.test/", "http://shop.test/"])
async def test_from_the_third_time_on_the_start_pages_are_open_beforehand_and_nothing_else_differs(
    address: str,
) -> None:
    async with Runtime() as runtime:
        episode = runtime.episode(
            open_task(start_url=address), options=Options(look=Look(parts=("text", "html", "screenshot")))
        )
        seen = []
        for times, stands_ready in enumerate((False, True, True), start=1):
            observation = await episode.reset()
            spare = await _spare(runtime)
            assert (spare.stage is not None) == stands_ready, f"after reset {times}"
            step = await episode.act("scroll(0, 200)")
            assert step.info["error"] == ""
            assert step.observation is not None
            seen.append([_facts(one) for one in (observation, step.observation)])
        for later in seen[1:]:
            for one, other in zip(seen[0], later, strict=True):
                for part, fact in one.items():
                    assert fact == other[part], f"the {part} differs"


async def test_pages_that_are_open_beforehand_serve_all_seeds_of_a_page_that_is_seeded_when_it_has_loaded() -> None:
    async with Runtime() as runtime:
        plain: dict[int, tuple[str, str]] = {}
        for seed in (3, 4):
            async with Runtime() as other:
                observation = await other.episode("mini.click-test-2", seed=seed).reset()
                plain[seed] = (observation.goal.text, observation.text)
        for seed in (1, 2, 3, 4):
            episode = runtime.episode("mini.click-test-2", seed=seed)
            before = await _spare(runtime) if seed > 1 else None
            observation = await episode.reset()
            if seed > 2:
                assert before is not None
                assert episode.window is before.window, "it takes the window"
                assert before.stage is not None, "and finds its page open"
                assert (observation.goal.text, observation.text) == plain[seed]
            await episode.close()


@pytest.mark.parametrize("script", ["alert('Hello')", "setTimeout(() => alert('Hello'), 50)"], ids=["at once", "later"])
async def test_a_start_page_that_opens_a_dialog_keeps_nobody_waiting(tmp_path: Path, script: str) -> None:
    site = Site("loud", title="Loud", tagline="", folder=tmp_path)

    @site.get("/")
    def home(request: Request) -> Response:
        return HTMLResponse(f"<h1>Loud</h1><script>{script}</script>")

    async with Runtime([site], cache=tmp_path / "cache") as runtime:
        episode = runtime.episode(open_task(start_url="http://loud.test/"))
        for _ in range(3):
            seen = await episode.reset()
            assert seen.dialog is not None
            assert seen.dialog.message == "Hello"
            step = await episode.act("accept_dialog()")
            assert step.observation is not None
            assert "Loud" in step.observation.text


async def test_pages_that_nobody_wants_are_thrown_away_with_their_world() -> None:
    async with Runtime() as runtime:
        for _ in range(2):
            await runtime.episode(open_task(start_url="http://calc.test/")).reset()
        spare = await _spare(runtime)
        assert spare.stage is not None
        episode = runtime.episode(open_task(start_url="http://notes.test/"))
        await episode.reset()
        assert episode.window is not spare.window
        assert episode.window.tab.url == "http://notes.test/"
        assert spare.window not in spare.browser.windows
        with pytest.raises(WorldClosed):
            spare.stage.world.changes()
        assert (await _spare(runtime)).stage is None, "the next is not thought to begin as this one did"


async def test_a_window_of_another_kind_is_thrown_away() -> None:
    async with Runtime() as runtime:
        await runtime.episode(open_task(start_url="http://calc.test/")).reset()
        making = runtime.spares._making
        assert making is not None
        spare = await making
        assert spare is not None
        task = open_task(start_url="http://calc.test/")
        task.viewport = Viewport(400, 700)
        episode = runtime.episode(task)
        seen = await episode.reset()
        assert episode.window is not spare.window
        assert seen.view
        assert seen.view.viewport == (400, 700)
        assert spare.window not in spare.browser.windows


async def test_a_browser_that_is_gone_gives_no_window() -> None:
    async with Runtime() as runtime:
        episode = runtime.episode(open_task(start_url="http://calc.test/"))
        await episode.reset()
        making = runtime.spares._making
        assert making is not None
        spare = await making
        assert spare is not None
        await spare.browser.close()
        await episode.reset()
        assert episode.window is not spare.window
