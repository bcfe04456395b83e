"""Our side of the comparison: the same deeds as `browsergym_peer`, and a bare Playwright beside them.

Reads a JSON object per line, does what its `do` says and answers with one. All times are in seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterable
from typing import Any

from playwright.async_api import async_playwright

from webcosm.bench import pages, sizes
from webcosm.bench.processes import processor_seconds
from webcosm.browser import chromium
from webcosm.env import Episode, Limits, Look, Options, Runtime, open_task
from webcosm.env.loop import new_loop
from webcosm.env.processors import keep_to
from webcosm.observe.text import render
from webcosm.sites import all_sites
from webcosm.tasks import extra_sites

__all__ = ["Deeds", "main", "solve_click_test"]

LIMITS = Limits(steps=1_000_000, repeats=None, invalid=None)
PICTURE = Options(look=Look(parts=("text", "screenshot")), limits=LIMITS)
NO_PICTURE = Options(look=Look(parts=("text",)), limits=LIMITS)


class Deeds:
    """What can be asked for."""

    def __init__(self) -> None:
        self.runtime = Runtime((*all_sites(), *extra_sites(), pages.site))
        self._episodes: dict[str, Episode] = {}

    async def open_mini(self, name: str, task: str, seed: int) -> float:
        self._episodes[name] = self.runtime.episode(f"mini.{task}", seed=seed, options=PICTURE)
        return await self.reset(name, seed)

    async def open_table(self, name: str, url: str) -> float:
        self._episodes[name] = self.runtime.episode(open_task(goal="Look.", start_url=url), options=NO_PICTURE)
        return await self.reset(name, 0)

    async def reset(self, name: str, seed: int) -> float:
        began = time.perf_counter()
        self._episodes[name].task.seed = seed
        await self._episodes[name].reset()
        return time.perf_counter() - began

    async def ready(self) -> None:
        """Waits until what the next reset takes is there. In use it is made while the agent thinks and acts; here the
        event loop stands still between two orders."""
        await self.runtime.spares.ready()

    async def observe(self, name: str, screenshot: bool) -> dict[str, Any]:
        episode = self._episodes[name]
        episode.options = PICTURE if screenshot else NO_PICTURE
        began = time.perf_counter()
        seen = await episode.observe()
        records = time.perf_counter() - began
        text = seen.text
        took = time.perf_counter() - began
        buttons = sum(element.role == "button" and f"[{element.id}]" in text for element in seen.elements)
        return {"records": records, "text": took, "buttons": buttons}

    async def read(self, site: str, kinds: list[str]) -> list[tuple[str, tuple[int, int]]]:
        """Characters of the text of each kind of page, and of BrowserGym's of the same."""
        found = []
        async with self.runtime.episode(open_task(goal="Look."), options=NO_PICTURE) as episode:
            await episode.reset()
            for kind in kinds:
                await episode.window.goto(sizes.KINDS[site][kind](episode.world))
                await episode.window.settle(episode.patience)
                view = (await episode.observe()).view
                assert view is not None
                found.append((kind, (len(render(view).text), len(render(view, "browsergym").text))))
        return found

    async def noop(self, name: str) -> float:
        began = time.perf_counter()
        step = await self._episodes[name].act("noop()")
        assert step.observation is not None
        _ = step.observation.text
        return time.perf_counter() - began

    async def click(self, name: str, role: str) -> float:
        """Clicks the first element of a role, and sees what came of it."""
        episode = self._episodes[name]
        assert episode.observation is not None
        target = next(element.id for element in episode.observation.elements if element.role == role)
        began = time.perf_counter()
        step = await episode.act(f"click('{target}')")
        took = time.perf_counter() - began
        if step.info["error"]:
            raise RuntimeError(step.info["error"])
        return took

    async def refused(self, name: str) -> float:
        """Clicks the first element that is covered, and is told so."""
        episode = self._episodes[name]
        assert episode.observation is not None
        target = next(element.id for element in episode.observation.elements if element.role == "button")
        began = time.perf_counter()
        step = await episode.act(f"click('{target}')")
        took = time.perf_counter() - began
        if "is covered by" not in step.info["error"]:
            raise RuntimeError(f"a covered element was not refused: {step.info['error']!r}")
        return took

    async def bare_clicks(self, url: str, selector: str, times: int) -> list[float]:
        """The same with nothing but Playwright: a click and a picture."""
        took = []
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=chromium.find().path, args=["--no-sandbox"] if os.geteuid() == 0 else []
            )
            page = await browser.new_page(viewport={"width": 332, "height": 214})
            await page.goto(url)
            await page.evaluate("core.EPISODE_MAX_TIME = 1000000000; core.startEpisodeReal()")
            for _ in range(times):
                began = time.perf_counter()
                await page.click(selector)
                await page.screenshot()
                took.append(time.perf_counter() - began)
            await browser.close()
        return took

    async def bare_windows(self, url: str, times: int) -> float:
        """Opens a page in a window of its own and closes it, again and again, and never looks at it.

        Gives the processor time of one: less no episode can take that has a window to itself.
        """
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.arguments())
            began = 0.0
            for number in range(times + 1):
                if number == 1:  # the first is a warm-up
                    began = processor_seconds(os.getpid())
                context = await browser.new_context(viewport={"width": 332, "height": 214})
                page = await context.new_page()
                await page.goto(url)
                await context.close()
            took = (processor_seconds(os.getpid()) - began) / times
            await browser.close()
        return took

    async def keep_to(self, processor: int) -> None:
        """To be asked before anything else."""
        keep_to(processor)

    async def episodes(self, seeds: list[int], at_once: int) -> int:
        """Solves click-test-2 for each seed, several at once; tells how often."""
        waiting = iter(seeds)
        return sum(await asyncio.gather(*(self._solve_all(waiting) for _ in range(at_once))))

    async def _solve_all(self, waiting: Iterable[int]) -> int:
        solved = 0
        for seed in waiting:
            async with self.runtime.episode("mini.click-test-2", seed=seed, options=PICTURE) as episode:
                solved += await solve_click_test(episode)
        return solved

    async def close(self, name: str) -> None:
        await self._episodes.pop(name).close()

    async def end(self) -> None:
        for episode in self._episodes.values():
            await episode.close()
        await self.runtime.close()


async def solve_click_test(episode: Episode) -> bool:
    """Clicks the button that the goal names, found by what was seen."""
    seen = await episode.reset()
    wanted = seen.goal.text.removeprefix("Click button ").rstrip(".")
    button = next(element.id for element in seen.elements if element.role == "button" and element.name == wanted)
    step = await episode.act(f"click('{button}')")
    return step.terminated and step.reward > 0


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever is printed on the way is no answer
    with asyncio.Runner(loop_factory=new_loop) as runner:
        deeds = Deeds()
        for line in sys.stdin:
            order = json.loads(line)
            try:
                answer = {"result": runner.run(getattr(deeds, order.pop("do"))(**order))}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), file=answers, flush=True)
        runner.run(deeds.end())


if __name__ == "__main__":
    main()
