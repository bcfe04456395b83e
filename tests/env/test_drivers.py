"""Agents that drive the browser themselves: Playwright's page, and DevTools clients in real time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Dialog, async_playwright
from playwright.async_api import Error as PlaywrightError
from starlette.responses import HTMLResponse, JSONResponse, Response

from webcosm.browser import Patience
from webcosm.browser.live import STILL_FOR
from webcosm.browser.own import OwnBrowser
from webcosm.env import Episode, Options, Runtime, open_task
from webcosm.env.browsergym import BrowserGymShape
from webcosm.sites.kit import Request, Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PLAY = "http://play.test/"
PAGES = {
    "": '<a href="/late">late</a> <a href="/spin">spin</a> <a href="/ask">ask</a>',
    "late": """<p id=p>first</p><script>
        setTimeout(async () => {
          const answer = await (await fetch("/api")).json();
          setTimeout(() => { p.textContent = answer.word; }, 60);
        }, 60);
      </script>""",
    "ticking": "<p id=p>0</p><script>setInterval(() => { p.textContent = +p.textContent + 1; }, 20)</script>",
    "spin": """<style>@keyframes turn { to { rotate: 1turn } } div { animation: turn 1s infinite linear; width: 9px }
      </style><div>.</div>""",
    "choose": """<button onclick="setTimeout(() => file.click(), 200)">Choose</button><p id=p></p>
      <input type=file id=file hidden onchange="p.textContent = file.files[0].name">""",
    "further": """<button onclick="history.pushState(null, '', '?further'); p.textContent = 'there'">Further</button>
      <p id=p></p><script>if (!opener) setTimeout(() => window.open("/further"), 400)</script>""",
    "ask": """<button onclick="p.textContent = confirm('Sure?')">Ask</button><p id=p></p>""",
    "appear": """<button id=b style="display: none" onclick="document.title = 'clicked'">Go</button><script>
        setTimeout(() => { b.style.display = "block"; }, 300);
      </script>""",
}


def play() -> Site:
    site = Site("play", title="Play", tagline="", folder=Path(__file__).parent)

    @site.get("/api")
    def api(request: Request) -> Response:
        return JSONResponse({"word": "last"})

    @site.get("/{name}")
    def page(request: Request, name: str) -> Response:
        return HTMLResponse(f"<!doctype html><title>{name}</title>{PAGES[name]}")

    @site.get("/")
    def start(request: Request) -> Response:
        return page(request, "")

    return site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def runtime(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Runtime]:
    async with Runtime([play()], cache=tmp_path_factory.mktemp("cache")) as runtime:
        yield runtime


@pytest_asyncio.fixture(loop_scope="module")
async def episode(runtime: Runtime) -> AsyncIterator[Episode]:
    async with runtime.episode(open_task("Play.", PLAY)) as episode:
        await episode.reset()
        yield episode


async def shown(episode: Episode) -> str:
    assert episode.observation is not None
    return " ".join(element.name for element in episode.observation.elements if element.role == "StaticText")


class TestByHand:
    async def test_playwrights_own_waiting_works(self, episode: Episode) -> None:
        before = episode.world.clock.elapsed_ms
        async with episode.by_hand() as page:
            page.set_default_timeout(20_000)
            await page.goto(f"{PLAY}appear")
            await page.get_by_role("button", name="Go").click()  # it appears after 300 ms of page time
            assert await page.title() == "clicked"
        assert episode.observation is not None
        assert episode.observation.tabs[0].title == "clicked"
        assert episode.world.clock.elapsed_ms - before >= 300, "the world's clock goes with the page's time"

    async def test_actions_go_on_afterwards(self, episode: Episode) -> None:
        async with episode.by_hand() as page:
            await page.goto(f"{PLAY}late")
        assert "last" in await shown(episode), "the page has come to rest"
        step = await episode.act(f"goto('{PLAY}')")
        assert step.info["error"] == ""
        assert step.info["step"] == 1, "what was done by hand is no step"

    async def test_a_window_that_a_page_has_opened_can_be_driven_too(self, episode: Episode) -> None:
        await episode.act(f"goto('{PLAY}further')")
        async with episode.by_hand() as page:
            assert page.url == f"{PLAY}further", "the page that was opened is shown"
            await page.get_by_role("button").click()
            assert await page.locator("#p").inner_text() == "there"
        assert episode.window.tab.url == f"{PLAY}further?further"

    async def test_dialogs_are_the_drivers(self, episode: Episode) -> None:
        asked: list[str] = []

        async def accept(dialog: Dialog) -> None:
            asked.append(dialog.message)
            await dialog.accept()

        async with episode.by_hand() as page:
            page.on("dialog", accept)
            await page.goto(f"{PLAY}ask")
            await page.get_by_role("button").click()
            page.remove_listener("dialog", accept)
        assert asked == ["Sure?"]
        assert episode.observation is not None
        assert episode.observation.dialog is None
        assert "true" in await shown(episode)

    async def test_an_error_of_the_driver_comes_through_and_time_stands_again(self, episode: Episode) -> None:
        with pytest.raises(PlaywrightError, match="Timeout"):
            async with episode.by_hand() as page:
                await page.get_by_role("button", name="nowhere").click(timeout=200)
        elapsed = episode.window.clock.elapsed_ms
        await episode.window.tab.activity()
        assert episode.window.clock.elapsed_ms == elapsed

    async def test_it_cannot_be_replayed(self, episode: Episode) -> None:
        async with episode.by_hand() as page:
            await page.goto(f"{PLAY}late")
        with pytest.raises(RuntimeError, match="by hand"):
            await episode.fork(exact=True)
        twin = await episode.fork()
        assert twin.window.tab.url == f"{PLAY}late"
        await twin.close()
        await episode.reset()
        twin = await episode.fork(exact=True)
        await twin.close()

    async def test_a_shared_browser_has_no_address(self, episode: Episode) -> None:
        with pytest.raises(RuntimeError, match="cdp=True"):
            _ = episode.cdp_url


async def test_agents_written_for_browsergym_meet_no_dialogs(episode: Episode) -> None:
    await episode.act(f"goto('{PLAY}ask')")
    assert episode.observation is not None
    button = next(element.id for element in episode.observation.elements if element.role == "button")
    step = await episode.act(f"click('{button}')")
    assert step.observation is not None
    assert step.observation.dialog is not None
    observation, html = await BrowserGymShape().fetch(episode, step.observation)
    assert observation.dialog is None
    assert "false" in html, "it was dismissed"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Episode]:
    """One for all tests of real time; the last of them ends it."""
    async with Runtime([play()], cache=tmp_path_factory.mktemp("cache"), cdp=True) as runtime:
        options = Options(patience=Patience(limit=1_500))
        async with runtime.episode(open_task("Play.", PLAY), options=options) as episode:
            await episode.reset()
            yield episode


class TestRealTime:
    async def test_a_devtools_client_is_in_the_same_world(self, live: Episode) -> None:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.connect_over_cdp(live.cdp_url)
            (context,) = browser.contexts
            await context.pages[0].get_by_role("link", name="late").click()
            other = await context.new_page()
            answer = await other.goto("http://example.com/")
            assert answer is not None
            assert answer.status == 403, "nothing but this web can be reached"
            await other.close()
            await browser.close()
        step = await live.act("noop()")
        assert step.observation is not None
        assert step.observation.url == f"{PLAY}late"

    async def test_what_comes_late_is_waited_for(self, live: Episode) -> None:
        step = await live.act(f"goto('{PLAY}late')")
        assert step.info["settled"] == "quiet"
        assert "last" in await shown(live)

    async def test_a_page_that_never_rests_is_seen_after_the_limit(self, live: Episode) -> None:
        began = asyncio.get_running_loop().time()
        step = await live.act(f"goto('{PLAY}ticking')")
        assert step.info["settled"] == "limit"
        assert asyncio.get_running_loop().time() - began >= 1.5

    async def test_what_turns_for_ever_is_at_rest(self, live: Episode) -> None:
        assert (await live.act(f"goto('{PLAY}spin')")).info["settled"] == "quiet"

    async def test_rest_needs_a_moment_without_activity(self, live: Episode) -> None:
        await live.act(f"goto('{PLAY}')")
        began = asyncio.get_running_loop().time()
        await live.window.settle(Patience())
        assert asyncio.get_running_loop().time() - began >= STILL_FOR

    async def test_a_file_chooser_that_opens_late_is_waited_for(self, live: Episode, tmp_path: Path) -> None:
        (tmp_path / "receipt.txt").write_text("paid")
        live.hands.files = {"receipt.txt": tmp_path / "receipt.txt"}
        await live.act(f"goto('{PLAY}choose')")
        assert live.observation is not None
        button = next(element.id for element in live.observation.elements if element.role == "button")
        assert (await live.act(f"upload_file('{button}', 'receipt.txt')")).info["error"] == ""
        assert "receipt.txt" in await shown(live)

    async def test_a_dialog_ends_the_wait(self, live: Episode) -> None:
        step = await live.act(f"goto('{PLAY}ask')")
        assert step.observation is not None
        button = next(element.id for element in step.observation.elements if element.role == "button")
        step = await live.act(f"click('{button}')")
        assert step.info["settled"] == "dialog"
        assert (await live.act("accept_dialog()")).info["error"] == ""
        assert "true" in await shown(live)

    async def test_a_plain_fork_has_a_browser_of_its_own(self, live: Episode) -> None:
        await live.act(f"goto('{PLAY}late')")
        async with await live.fork() as twin:
            assert twin.cdp_url != live.cdp_url
            assert twin.window.tab.url == f"{PLAY}late"
            browser = twin.place.browser
        assert isinstance(browser, OwnBrowser)
        assert browser.lost

    async def test_it_cannot_be_replayed(self, live: Episode) -> None:
        with pytest.raises(RuntimeError, match="real time"):
            await live.fork(exact=True)

    async def test_the_worlds_clock_ticks(self, live: Episode) -> None:
        before = live.world.clock.elapsed_ms
        await live.act("noop()")
        assert live.world.clock.elapsed_ms > before

    async def test_nothing_of_the_browser_is_left(self, live: Episode) -> None:
        browser = live.place.browser
        assert isinstance(browser, OwnBrowser)
        assert browser.process.folder.exists()
        await live.close()
        assert not browser.process.folder.exists()
        assert browser.lost
