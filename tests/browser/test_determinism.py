"""The same actions give the same page: text, time and picture, on an idle machine and on a busy one."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.browser.stage import ASKED, BROWSER, GATE, HOME, Scene, Stage
from webcosm.bench.processes import family

pytestmark = BROWSER

ROOT = Path(__file__).parents[2]
SCRIPT = (
    ("goto", "timers"),
    ("click", "#chain"),
    ("goto", "motion"),
    ("click", "#widen"),
    ("click", "#turn"),
    ("goto", "drawn"),
    ("click", "#some"),
    ("click", "#many"),
    ("goto", "search"),
    ("type", "ap"),
    ("goto", "chain"),
    ("click", "#fetches"),
    ("click", "#mixed"),
    ("goto", "nested"),
    ("goto", "poll"),
    ("click", "#endless"),
    ("goto", "tabs"),
    ("click", "#late"),
)
"""Timers, transitions, animations, canvases drawn frame by frame, debounced input, fetches one after the other, inner
frames, polling, popups."""

Trace = list[list[str]]


async def play(stage: Stage) -> Trace:
    """Does the script in a fresh scene; after each action, what the page is."""
    scene = await stage.open()
    try:
        return [[f"{verb} {what}", *await _step(scene, verb, what)] for verb, what in SCRIPT]
    finally:
        await scene.close()


async def _step(scene: Scene, verb: str, what: str) -> list[str]:
    settled = await getattr(scene, verb)(what)
    now = await scene.evaluate("[Date.now(), performance.now()]")
    assert now[0] == scene.world_ms()
    text = await scene.text()
    picture = hashlib.sha256(await scene.tab.screenshot()).hexdigest()
    return [str(settled), str(now), text, picture]


async def main() -> None:
    async with Stage() as stage:
        print(json.dumps(await play(stage)))


async def test_twice_in_a_row(stage: Stage) -> None:
    first, second = await play(stage), await play(stage)
    assert first == second
    assert len({picture for *_, picture in first}) > 10, "the pictures differ from step to step"


async def test_a_slow_font_changes_nothing(stage: Stage) -> None:
    async def seen(scene: Scene) -> list[str]:
        return [
            str(await scene.settle()),
            str(scene.world_ms()),
            hashlib.sha256(await scene.tab.screenshot()).hexdigest(),
        ]

    quick, slow = await stage.open(), await stage.open()
    await quick.window.goto(f"{HOME}/fonts")
    expected = await seen(quick)
    ASKED.clear()
    GATE.clear()
    try:
        await slow.window.goto(f"{HOME}/fonts")
        looking = asyncio.ensure_future(seen(slow))
        await asyncio.to_thread(ASKED.wait, 10)
        for _ in range(20):  # round trips, in which a page that does not wait would come to rest
            await slow.tab.activity()
        assert not looking.done(), "the page is not at rest while its font is under way"
    finally:
        GATE.set()
    assert await looking == expected
    await quick.close()
    await slow.close()


async def test_with_three_windows_at_once(stage: Stage) -> None:
    first, *others = await asyncio.gather(*(play(stage) for _ in range(3)))
    assert others == [first, first]


@pytest.mark.sweep
async def test_with_sixteen_windows_at_once(stage: Stage) -> None:
    alone = await play(stage)
    for trace in await asyncio.gather(*(play(stage) for _ in range(16))):
        assert trace == alone


@pytest.mark.sweep
async def test_in_another_process_while_others_burn_the_processor(stage: Stage) -> None:
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        other = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.browser.test_determinism", cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        output, _ = await other.communicate()
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    assert json.loads(output) == await play(stage)


@pytest.mark.sweep
@pytest.mark.parametrize("role", ["--type=renderer", "--type=gpu-process", "--headless"])
async def test_while_processes_of_the_browser_are_held_up(stage: Stage, role: str) -> None:
    expected = await play(stage)
    over = threading.Event()
    holding = asyncio.ensure_future(asyncio.to_thread(_hold_up, role, over))
    try:
        for _ in range(5):
            assert await play(stage) == expected
    finally:
        over.set()
        assert await holding > 100


def _hold_up(role: str, over: threading.Event) -> int:
    """Stops processes of this one's browsers for moments, as a busy machine does; gives how often."""
    rng = random.Random(role)
    held = 0
    while not over.is_set():
        commands = {number: Path(f"/proc/{number}/cmdline") for number in family() if number != os.getpid()}
        for number in [number for number, path in commands.items() if path.exists() and role in path.read_text()]:
            for _ in range(10):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGSTOP)
                    over.wait(rng.choice((0.002, 0.01, 0.03)))
                    os.kill(number, signal.SIGCONT)
                    held += 1
                over.wait(rng.random() / 50)
    return held


if __name__ == "__main__":
    asyncio.run(main())
