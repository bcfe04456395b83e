"""Two ways to hold a page's time, side by side: CDP virtual time with frames (ours) and Playwright's clock API.

Run it with ``python bench/time_mechanisms.py``; docs/time.md shows a result.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import Page, async_playwright
from starlette.responses import HTMLResponse, JSONResponse, Response

from webcosm.browser import Browsers, Patience, Viewport
from webcosm.browser.chromium import arguments, find
from webcosm.server import Server
from webcosm.sites.kit import Request, Site
from webcosm.worlds import Universe

HEAD = "<!doctype html><body><p id=o></p><script>var say = (w) => (o.textContent += w + '@' + Date.now() % 1e6 + ' ');"
ASK = "await (await fetch('/api')).json();"
PAGES = {
    "timers": "setTimeout(() => { say('one'); setTimeout(() => say('two'), 400); }, 400);</script>",
    "debounced search": f"setTimeout(async () => {{ {ASK} say('found'); }}, 250);</script>",
    "CSS transition": "</script><style>#b{width:9px;height:9px;transition:width .6s}#b.w{width:99px}</style>"
    "<div id=b></div><script>"
    "b.ontransitionend = () => say('end'); setTimeout(() => b.classList.add('w'), 50);</script>",
    "requestAnimationFrame": "let n = 0; const f = () => ++n < 40 ? requestAnimationFrame(f) : say('drawn');"
    " requestAnimationFrame(f);</script>",
    "fetch chain": f"(async () => {{ for (let i = 0; i < 3; i++) {{ {ASK} say('got' + i);"
    " await new Promise((r) => setTimeout(r, 300)); } })();</script>",
    "polling": f"(async () => {{ for (let i = 0; i < 4; i++) {{ {ASK}"
    " await new Promise((r) => setTimeout(r, 250)); } say('ready'); })();</script>",
    "inner frame": "onmessage = (e) => say(e.data);</script>"
    "<iframe srcdoc=\"<script>setTimeout(() => parent.postMessage('inner', '*'), 300)</script>\"></iframe>",
    "second tab": "const w = window.open('about:blank');"
    " w.eval(\"setTimeout(() => opener.say('other'), 300)\");</script>",
}
EXPECTED = {"timers": "two", "debounced search": "found", "CSS transition": "end", "requestAnimationFrame": "drawn",
            "fetch chain": "got2", "polling": "ready", "inner frame": "inner", "second tab": "other"}  # fmt: skip
RUNS = 3
Outcome = tuple[str, float]


def site() -> Site:
    site = Site("play", title="Play", tagline="", folder=Path(__file__).parent)

    @site.get("/api")
    def answer(request: Request) -> Response:
        return JSONResponse(1)

    @site.get("/page/{name}")
    def page(request: Request, name: str) -> Response:
        return HTMLResponse(HEAD + PAGES[name.replace("-", " ")])

    return site


async def measure(look: Callable[[str], Awaitable[Outcome]]) -> dict[str, list[Outcome]]:
    return {name: [await look(name) for _ in range(RUNS)] for name in PAGES}


async def main() -> None:
    play = site()
    assert play.blueprint is not None
    with (
        tempfile.TemporaryDirectory() as cache,
        Universe([play.blueprint], cache=Path(cache)) as universe,
        Server([play]) as server,
    ):
        world = universe.open()
        proxy = server.admit(world).proxy
        browsers = Browsers()

        async def ours(name: str) -> Outcome:
            browser, window = await browsers.open(proxy, Viewport(), datetime(2026, 5, 14, tzinfo=UTC), lambda _: None)
            began = time.perf_counter()
            await window.goto(f"http://play.test/page/{name.replace(' ', '-')}")
            await window.settle(Patience())
            spent = time.perf_counter() - began
            text = str(await window.tabs[0].page.evaluate("o.textContent"))
            await browsers.release(browser, window)
            return text, spent

        exact = await measure(ours)
        await browsers.close()
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=find().path, args=arguments())

            async def clock(name: str) -> Outcome:
                context = await chromium.new_context(proxy={"server": proxy})
                page: Page = await context.new_page()
                await page.clock.install(time=datetime(2026, 5, 14, tzinfo=UTC))
                began = time.perf_counter()
                await page.goto(f"http://play.test/page/{name.replace(' ', '-')}")
                await page.clock.run_for(3000)
                spent = time.perf_counter() - began
                text = str(await page.evaluate("o.textContent"))
                await context.close()
                return text, spent

            faked = await measure(clock)
            await chromium.close()
        world.close()
    print("| page | ours: happened | equal | ms | clock API: happened | equal | ms |\n|---|---|---|---|---|---|---|")
    for name in PAGES:
        cells = [cell for outcomes in (exact[name], faked[name]) for cell in row(name, outcomes)]
        print(f"| {name} | {' | '.join(cells)} |")


def row(name: str, outcomes: list[Outcome]) -> tuple[str, str, str]:
    happened = sum(EXPECTED[name] + "@" in text for text, _ in outcomes)
    equal = len({text for text, _ in outcomes}) == 1
    middle = sorted(spent for _, spent in outcomes)[len(outcomes) // 2]
    return f"{happened} of {len(outcomes)}", "yes" if equal else "no", f"{middle * 1000:.0f}"


if __name__ == "__main__":
    asyncio.run(main())
