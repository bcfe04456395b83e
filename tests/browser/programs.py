"""Random pages: programs of timers, frames, requests, dialogs, inner frames, windows and navigations.

`python -m tests.browser.programs 100 20 --times 3` plays the programs of seeds 100 to 119, each three times at once,
and tells which of them differ; with `--wild`, programs that also ask the person, open windows and go elsewhere.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import difflib
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from tests.browser.stage import HOME, Scene, Stage
from webcosm.browser import DialogOpen

Program = list[list[Any]]
"""Verbs of pages/program.html, each with an argument and what is to be done then."""

CLICKS = 2
DIALOGS = 20
"""How many a program may show at a time."""
FAILED = "failed:"
ENDLESS = 60
"""Real seconds that no program takes."""
WORDS = ("a", "b", "c", "d")
WAITS = (0, 1, 5, 16, 50, 120, 300)

Page = dict[str, Program]

Draw = Callable[["Dice", int], Any]
VERBS: dict[str, tuple[int, Draw]] = {
    "timer": (6, lambda dice, _: dice.choice(WAITS)),
    "frame": (3, lambda *_: 0),
    "idle": (1, lambda *_: 0),
    "message": (1, lambda *_: 0),
    "fetch": (5, lambda dice, _: dice.choice(WORDS)),
    "headers": (1, lambda dice, _: dice.choice(WORDS)),
    "xhr": (2, lambda dice, _: dice.choice(WORDS)),
    "blocking": (1, lambda dice, _: dice.choice(WORDS)),
    "style": (2, lambda *_: 0),
    "picture": (1, lambda dice, _: dice.randrange(256)),
    "ask": (1, lambda dice, _: dice.choice(WORDS)),
    "within": (1, lambda *_: 0),
    "inner": (1, lambda dice, depth: dice.page(depth)),
    "open": (1, lambda dice, depth: dice.page(depth)),
    "go": (1, lambda dice, depth: dice.page(depth)),
    "send": (1, lambda dice, depth: dice.page(depth)),
}
"""How often each occurs, and its argument."""
WILD = ("blocking", "headers", "ask", "open", "go", "send")
"""Those that not all pages have; several of them at once are not always played alike."""


class Dice(random.Random):
    """Draws programs, wild ones or not."""

    wild = False

    def program(self, depth: int) -> Program:
        """One to three things at once, each with things to do when it is done."""
        if depth <= 0:
            return []
        names = [verb for verb in VERBS if self.wild or verb not in WILD]
        verbs = self.choices(names, [VERBS[verb][0] for verb in names], k=self.randint(1, 3))
        return [[verb, VERBS[verb][1](self, depth - 2), self.program(depth - 1 - self.randint(0, 1))] for verb in verbs]

    def page(self, depth: int) -> Page:
        """What a page does at first, and what when it is clicked."""
        return {"first": self.program(depth - 1), "clicked": self.program(depth)}


def drawn(seed: int, *, wild: bool = False) -> Page:
    dice = Dice(seed)
    dice.wild = wild
    return dice.page(4)


async def play(stage: Stage, what: Page) -> list[str]:
    """Opens a page with the program and clicks; what is there after each."""
    scene = await stage.open()
    try:
        await scene.window.goto(f"{HOME}/program?p={quote(json.dumps(what))}")
        lines = await _seen(scene)
        for _ in range(CLICKS):
            if await scene.evaluate("!!document.getElementById('begin')"):
                await scene.press("#begin")
            lines += await _seen(scene)
        return lines
    finally:
        await scene.close()


async def _seen(scene: Scene) -> list[str]:
    lines = []
    settled = await scene.settle()
    for _ in range(DIALOGS):
        if settled.reason != "dialog" or scene.tab.dialog is None:
            break
        lines.append(f"{scene.tab.dialog}")
        with contextlib.suppress(DialogOpen):  # the next
            await scene.tab.answer_dialog(accept=True)
        settled = await scene.settle()
    lines.append(str(settled))
    if settled.reason != "dialog":
        lines += [str(await scene.date()), *(await scene.text()).split("\n")]
        lines += await scene.evaluate(
            "[...document.querySelectorAll('pre')].flatMap(pre => pre.textContent.split('\\n'))"
        )
        lines.append(hashlib.sha256(await scene.tab.screenshot()).hexdigest())
    lines += [str(len(scene.window.tabs)), *(await scene.addresses())]
    return lines


async def differences(stage: Stage, what: Page, times: int) -> list[str]:
    """What is not alike when the program is played several times at once."""
    first, *others = await asyncio.gather(*(_tried(stage, what) for _ in range(times)))
    if first[0].startswith(FAILED):
        return first
    return [line for other in others for line in difflib.unified_diff(first, other, lineterm="", n=2)]


async def _tried(stage: Stage, what: Page) -> list[str]:
    try:
        async with asyncio.timeout(ENDLESS):
            return await play(stage, what)
    except Exception as error:
        return [f"{FAILED} {type(error).__name__}: {error}"]


def _told(lines: Sequence[str]) -> Iterator[str]:
    return (line[:160] for line in lines if not line.startswith(("---", "+++")))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--times", type=int, default=2)
    parser.add_argument("--wild", action="store_true")
    given = parser.parse_args()
    differ = 0
    async with Stage() as stage:
        for seed in range(given.first, given.first + given.count):
            if lines := await differences(stage, drawn(seed, wild=given.wild), given.times):
                differ += 1
                print(f"seed {seed}:", *_told(lines), sep="\n  ", flush=True)
    print(f"{differ} of {given.count} differ")


if __name__ == "__main__":
    asyncio.run(main())
