"""``webcosm bench soak``: many episodes, several at once, and whether anything is left of them."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from webcosm.agents.oracle import solve
from webcosm.bench.processes import family, open_files, proportional_bytes, resident_bytes
from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show
from webcosm.bench.webcosm_side import solve_click_test
from webcosm.env import Episode, Look, Options, Runtime
from webcosm.tasks import Lost

__all__ = ["Holdings", "SoakFailed", "measure", "run"]

OPTIONS = Options(look=Look(parts=("text", "screenshot")))
AT_ONCE = 4
WARM_UP = 20
"""Episodes before the first look: everything that is loaded once is loaded then."""
SEEDS = 900
"""How many are played in turns: in seed 960 of click-test-2 one button lies upon the other, so nobody can solve it."""
GROWTH_MB = 20.0
"""How much more memory our process may hold at the end than at the beginning: 10 KB for each of 2,000 episodes."""


class SoakFailed(Exception):
    """An episode went wrong; the message says which and how."""


async def _solve_mini(episode: Episode) -> bool:
    return await solve_click_test(episode)


async def _write_note(episode: Episode) -> bool:
    await episode.reset()
    return (await solve(episode)).score == 1


async def _walk_away(episode: Episode) -> bool:
    """An episode that is closed in the middle, with a second window of its fork."""
    await episode.reset()
    step = await episode.act("click('1')")
    async with await episode.fork():
        return step.verdict is None


TASKS: tuple[tuple[str, Callable[[Episode], Awaitable[bool]]], ...] = (
    ("mini.click-test-2", _solve_mini),
    ("arena.notes.write-note", _write_note),
    ("mini.click-test-2", _solve_mini),
    ("mini.click-checkboxes", _walk_away),
)
"""In turns: the task and how it is played; what that returns says whether all went as it should."""


@dataclass(frozen=True)
class Holdings:
    """What is held at a moment when no episode runs."""

    processes: int
    """Our own and all that it started."""
    files: int
    """Open in our process."""
    worlds: int
    """On disk. Emptied folders wait for the next world and do not count."""
    resident: int
    """Bytes of our process."""
    family: int
    """Bytes of all processes together."""

    @classmethod
    def now(cls, runtime: Runtime) -> Holdings:
        gc.collect()
        me = os.getpid()
        return cls(
            processes=len(family()),
            files=open_files(me),
            worlds=_worlds(runtime.universe(0).storage.folder),
            resident=resident_bytes(me),
            family=proportional_bytes(me),
        )


def _worlds(folder: Path) -> int:
    return sum(path.is_dir() and any(path.iterdir()) for path in folder.iterdir()) if folder.exists() else 0


def measure(episodes: int, progress: Advance, *, at_once: int = AT_ONCE, warm_up: int = WARM_UP) -> list[Record]:
    """Runs the episodes and compares what is held at the beginning, in the middle and at the end."""
    if episodes < 2:
        raise ValueError(f"episodes={episodes}: at least 2 are needed")
    before = set(family())
    moments, folder = asyncio.run(_soak(episodes, progress, at_once, warm_up))
    left = set(family()) - before
    return [
        *_told(moments),
        Record("left.processes", len(left), "processes", target=0),
        Record("left.folders", int(folder.exists()), "folders", target=0),
    ]


async def _soak(episodes: int, progress: Advance, at_once: int, warm_up: int) -> tuple[dict[str, Holdings], Path]:
    moments = {}
    numbers = iter(range(warm_up + episodes))
    async with Runtime() as runtime:
        for moment, last in (
            ("begin", warm_up),
            ("middle", warm_up + episodes // 2),
            ("end", warm_up + episodes),
        ):
            turns = _until(numbers, last, progress, warm_up + episodes)
            await asyncio.gather(*(_play(runtime, turns) for _ in range(at_once)))
            await runtime.spares.close()  # the window kept for the next episode, perhaps with a world, is nobody's
            moments[moment] = Holdings.now(runtime)
        folder = runtime.universe(0).storage.folder
    return moments, folder


def _until(numbers: Iterator[int], last: int, progress: Advance, total: int) -> Iterator[int]:
    for number in numbers:
        progress(number, total, "episodes")
        yield number
        if number + 1 >= last:
            return


async def _play(runtime: Runtime, turns: Iterator[int]) -> None:
    for number in turns:
        task, play = TASKS[number % len(TASKS)]
        async with runtime.episode(task, seed=number % SEEDS, options=OPTIONS) as episode:
            try:
                well = await play(episode)
            except Lost as error:  # of the browser it could not know, the verdict does
                raise SoakFailed(_failure(number, episode, str(error))) from error
            if not well:
                raise SoakFailed(_failure(number, episode, "not as it should"))


def _failure(number: int, episode: Episode, what: str) -> str:
    return f"episode {number} ({episode.task.id}, seed {episode.task.seed}): {what}; verdict: {episode.verdict}"


def _told(moments: dict[str, Holdings]) -> list[Record]:
    first, last = moments["begin"], moments["end"]
    records = []
    for moment, held in moments.items():
        records += [
            Record(f"processes.{moment}", held.processes, "processes"),
            Record(f"files.{moment}", held.files, "open files"),
            Record(f"worlds.{moment}", held.worlds, "worlds", target=0),
            Record(f"memory.{moment}", held.resident / 1e6, "MB"),
            Record(f"memory.all-processes.{moment}", held.family / 1e6, "MB"),
        ]
    return [
        *records,
        Record("growth.processes", last.processes - first.processes, "processes", target=0),
        Record("growth.files", last.files - first.files, "open files", target=0),
        Record("growth.memory", (last.resident - first.resident) / 1e6, "MB", target=GROWTH_MB),
    ]


def run(*, json: bool, episodes: int) -> int:
    """The command: prints the measurements; the exit status is 0 if nothing leaks."""
    with progress_bar() as progress:
        records = measure(episodes, progress)
    show(records, title="Soak", as_json=json)
    return exit_status(records)
