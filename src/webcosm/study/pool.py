"""Playing many episodes at once: several processes, each with one browser and several episodes in it.

The parent hands out episodes and writes their lines; workers play. A worker that dies takes only its running episodes
with it; they are tried again elsewhere. A parent that dies takes its workers with it: they notice their pipe closing.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from webcosm.agents import make_agent
from webcosm.env import Runtime
from webcosm.env.loop import new_loop
from webcosm.env.processors import keep_to, processors
from webcosm.judge.verdict import Verdict
from webcosm.study.plan import Plan
from webcosm.study.play import facts_of, play
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder
from webcosm.tasks import make_task

__all__ = ["OnEpisode", "Worker", "lost_record", "run_local", "settle"]

OnEpisode = Callable[[EpisodeRecord], None]
"""Called with each finished episode, in the order of finishing."""


class Worker:
    """Plays episodes in one process, some at once. The local pool and Ray's both are made of these."""

    def __init__(self, plan: Plan, out: Path) -> None:
        self.plan = plan
        self.folder = StudyFolder(out)
        self._runtime: Runtime | None = None
        plan.prepare()

    async def play(self, key: EpisodeKey, attempt: int) -> EpisodeRecord:
        if self._runtime is None:
            self._runtime = Runtime(scale=self.plan.scale, headed=self.plan.headed, outside=self.plan.outside)
        agent = make_agent(self.plan.agent, **self.plan.agent_options)
        return await play(self._runtime, agent, key, self.plan, self.folder, attempt)

    async def close(self) -> None:
        if self._runtime is not None:
            await self._runtime.close()


@dataclass
class _Child:
    process: Any
    pipe: Connection
    playing: dict[EpisodeKey, int] = field(default_factory=dict)
    """Episodes it is at, with the number of the attempt."""


def run_local(
    plan: Plan, keys: Sequence[EpisodeKey], out: Path, workers: int, on_episode: OnEpisode, *, pinned: bool = True
) -> None:
    """Plays the episodes; `on_episode` gets each record as it comes.

    Where there are as many processes as processors, each keeps to one, unless they are not to be `pinned`.
    """
    most = len(processors())
    processes = min(most, workers, len(keys))  # none if a study is resumed that was played to its end
    homes = list(range(processes)) if pinned and processes == most else [None] * processes
    shares = [workers // processes + (number < workers % processes) for number in range(processes)]
    waiting = deque((key, 1) for key in keys)
    children = {number: _start(plan, out, home) for number, home in enumerate(homes)}
    try:
        while waiting or any(child.playing for child in children.values()):
            for number, child in children.items():
                while waiting and len(child.playing) < shares[number]:
                    key, attempt = waiting.popleft()
                    child.playing[key] = attempt
                    _send(child, (key, attempt))
            pipes = {child.pipe: number for number, child in children.items()}
            for pipe in wait(list(pipes)):
                number = pipes[pipe]  # type: ignore[index]
                child = children[number]
                try:
                    record: EpisodeRecord = child.pipe.recv()
                except (EOFError, OSError):
                    for key, attempt in child.playing.items():
                        why = f"the worker's process ended (exit code {child.process.exitcode})"
                        settle(plan, lost_record(plan, key, attempt, why), waiting, on_episode)
                    children[number] = _start(plan, out, homes[number])
                    continue
                del child.playing[record.key]
                settle(plan, record, waiting, on_episode)
    finally:
        for child in children.values():
            child.pipe.close()
        for child in children.values():
            child.process.join()


def settle(plan: Plan, record: EpisodeRecord, waiting: deque[tuple[EpisodeKey, int]], on_episode: OnEpisode) -> None:
    """An episode with an error is tried again, up to the limit; any other is finished."""
    if record.outcome == "error" and record.attempts < plan.limits.attempts:
        waiting.append((record.key, record.attempts + 1))
    else:
        on_episode(record)


def lost_record(plan: Plan, key: EpisodeKey, attempt: int, why: str) -> EpisodeRecord:
    """Of an episode whose worker went down with it."""
    task = make_task(key.task, key.seed, key.universe)
    verdict = Verdict.error(why).to_json()
    return EpisodeRecord(key, plan.agent, "", "error", None, 0.0, 0, verdict, 0.0, attempt, **facts_of(task))


def _send(child: _Child, job: tuple[EpisodeKey, int]) -> None:
    try:
        child.pipe.send(job)
    except OSError:
        pass  # it has just died; reading its pipe shows it


def _start(plan: Plan, out: Path, processor: int | None) -> _Child:
    # A fresh interpreter: a forked one would inherit threads and event loops in an unknown state.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_main, args=(plan, out, theirs, processor), daemon=True)
    process.start()
    theirs.close()
    return _Child(process, ours)


def _main(plan: Plan, out: Path, pipe: Connection, processor: int | None) -> None:
    if processor is not None:
        keep_to(processor)
    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(_serve(plan, out, pipe))
    except KeyboardInterrupt:
        pass


async def _serve(plan: Plan, out: Path, pipe: Connection) -> None:
    worker = Worker(plan, out)
    loop = asyncio.get_running_loop()
    jobs: asyncio.Queue[tuple[EpisodeKey, int] | None] = asyncio.Queue()

    def listen() -> None:
        for job in _incoming(pipe):
            loop.call_soon_threadsafe(jobs.put_nowait, job)

    threading.Thread(target=listen, name="webcosm-jobs", daemon=True).start()
    playing: set[asyncio.Task[None]] = set()

    async def one(key: EpisodeKey, attempt: int) -> None:
        record = await worker.play(key, attempt)
        try:
            pipe.send(record)
        except OSError:
            pass  # the parent is gone; so are we soon

    while (job := await jobs.get()) is not None:
        task = asyncio.ensure_future(one(*job))
        playing.add(task)
        task.add_done_callback(playing.discard)
    for task in playing:
        task.cancel()
    await worker.close()


def _incoming(pipe: Connection) -> Iterator[tuple[EpisodeKey, int] | None]:
    while True:
        try:
            yield pipe.recv()
        except (EOFError, OSError):
            yield None
            return
