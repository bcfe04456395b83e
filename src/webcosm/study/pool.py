"""Playing many episodes at once: several processes, each with one browser and several episodes in it.

The parent hands out episodes and writes their lines; workers play. A worker that dies takes only its running episodes
with it; they are tried again elsewhere. A parent that dies takes its workers with it: they notice their pipe closing.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import MappingProxyType
from typing import Any

from webcosm.agents import make_agent
from webcosm.env import Runtime
from webcosm.env.loop import new_loop
from webcosm.env.processors import keep_to, processors
from webcosm.judge.verdict import Verdict
from webcosm.study.blame import agent_raised
from webcosm.study.lock import working_in
from webcosm.study.plan import Plan
from webcosm.study.play import facts_of, play
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder
from webcosm.tasks import make_task

__all__ = ["OnEpisode", "Queue", "Worker", "lost_record", "run_local"]

WATCH_SECONDS = 5.0
"""How often the parent looks whether a worker still gives a sign."""
END_SECONDS = 60.0
"""In which a worker must end that has nothing more to do."""
OnEpisode = Callable[[EpisodeRecord], None]
"""Called with each finished episode, in the order of finishing."""


class Worker:
    """Plays episodes in one process, some at once. The local pool and Ray's both are made of these."""

    def __init__(self, plan: Plan, out: Path) -> None:
        self.plan = plan
        self.folder = StudyFolder(out)
        self._runtimes: list[Runtime] = []
        """The last plays; those before it lost their server."""
        plan.prepare()

    async def play(self, key: EpisodeKey, attempt: int) -> EpisodeRecord:
        """Whatever goes wrong is in the record: nobody would hear of an exception."""
        try:
            runtime = self._ready()
            try:
                agent = make_agent(self.plan.agent, **self.plan.agent_options)
                agent.step_seconds = self.plan.limits.step
            except Exception as error:
                return lost_record(self.plan, key, attempt, agent_raised(error))
            return await play(runtime, agent, key, self.plan, self.folder, attempt)
        except Exception as error:
            return lost_record(self.plan, key, attempt, Verdict.broken(error))

    def _ready(self) -> Runtime:
        if not self._runtimes or not self._runtimes[-1].server.alive:
            plan = self.plan
            self._runtimes.append(Runtime(scale=plan.scale, headed=plan.headed, outside=plan.outside))
        return self._runtimes[-1]

    async def close(self) -> None:
        for runtime in self._runtimes:
            await runtime.close()


@dataclass
class _Child:
    process: Any
    pipe: Connection
    playing: dict[EpisodeKey, int] = field(default_factory=dict)
    """Episodes it is at, with the number of the attempt."""
    began: dict[EpisodeKey, float] = field(default_factory=dict)
    overdue: bool = False
    """Whether it was ended because it gave no sign."""


class Queue:
    """The episodes that are still to be played, with the number of the attempt.

    One that ends in an error comes again, up to the plan's limits; any other is finished.
    """

    def __init__(
        self, plan: Plan, keys: Sequence[EpisodeKey], on_episode: OnEpisode, tried: Mapping[EpisodeKey, int]
    ) -> None:
        self._waiting = deque((key, tried.get(key, 0) + 1) for key in keys)
        self._limits = plan.limits
        self._on_episode = on_episode
        self._tried = tried
        self._spent: dict[EpisodeKey, Mapping[str, Any]] = {}
        """What attempts have cost that are made again."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def take(self) -> tuple[EpisodeKey, int]:
        return self._waiting.popleft()

    def is_last(self, key: EpisodeKey, attempt: int) -> bool:
        """Whether an episode is not tried again after this attempt."""
        return attempt >= min(self._tried.get(key, 0) + self._limits.attempts, self._limits.attempts_in_all)

    def settle(self, record: EpisodeRecord) -> None:
        record = record.with_usage(self._spent.pop(record.key, {}))
        if record.outcome == "error" and not self.is_last(record.key, record.attempts):
            self._waiting.append((record.key, record.attempts + 1))
            self._spent[record.key] = record.usage
        else:
            self._on_episode(record)


def run_local(
    plan: Plan,
    keys: Sequence[EpisodeKey],
    out: Path,
    workers: int,
    on_episode: OnEpisode,
    *,
    tried: Mapping[EpisodeKey, int] = MappingProxyType({}),
    pinned: bool = True,
) -> None:
    """Plays the episodes; `on_episode` gets each record as it comes. `tried` says how often some were tried before.

    Where there are as many processes as processors, each keeps to one, unless they are not to be `pinned`.
    """
    most = len(processors())
    processes = min(most, workers, len(keys))  # none if a study is resumed that was played to its end
    homes = list(range(processes)) if pinned and processes == most else [None] * processes
    shares = [workers // processes + (number < workers % processes) for number in range(processes)]
    queue = Queue(plan, keys, on_episode, tried)
    children = {number: _start(plan, out, home) for number, home in enumerate(homes)}
    try:
        while queue or any(child.playing for child in children.values()):
            for number, child in children.items():
                while queue and len(child.playing) < shares[number]:
                    key, attempt = queue.take()
                    child.playing[key] = attempt
                    child.began[key] = time.monotonic()
                    _send(child, (key, attempt))
            pipes = {child.pipe: number for number, child in children.items()}
            ready = wait(list(pipes), timeout=WATCH_SECONDS)
            for child in children.values():
                if any(time.monotonic() - began > _patience(plan) for began in child.began.values()):
                    child.overdue = True
                    child.process.kill()  # reading its pipe shows it
            for pipe in ready:
                number = pipes[pipe]  # type: ignore[index]
                child = children[number]
                try:
                    record: EpisodeRecord = child.pipe.recv()
                except (EOFError, OSError):
                    child.process.join()
                    for key, attempt in child.playing.items():
                        queue.settle(
                            lost_record(plan, key, attempt, _why_lost(child, plan, queue.is_last(key, attempt)))
                        )
                    children[number] = _start(plan, out, homes[number])
                    continue
                del child.playing[record.key], child.began[record.key]
                queue.settle(record)
    finally:
        for child in children.values():
            child.pipe.close()
        for child in children.values():
            child.process.join(END_SECONDS)
            if child.process.is_alive():  # an agent in it does not let itself be ended
                child.process.kill()
                child.process.join()


def _patience(plan: Plan) -> float:
    """Real seconds after which an episode must have ended, and been replayed if need be, in a worker that works."""
    return 2 * (plan.limits.episode + plan.limits.step) + 60


def _why_lost(child: _Child, plan: Plan, last: bool) -> Verdict:
    """What became of a worker's episodes. A process that is killed is nobody's failure. One that ends by itself, or
    gives no sign any more, was brought to that by the agent's code, which runs in it; what is alike is tried again."""
    code = child.process.exitcode
    if child.overdue:
        told = f"the worker's process gave no sign for {_patience(plan):g} seconds"
        by_itself = True
    else:
        told = f"the worker's process ended (exit code {code})"
        by_itself = code is not None and code >= 0
    return Verdict.of_agent(told) if by_itself and last else Verdict.error(told)


def lost_record(plan: Plan, key: EpisodeKey, attempt: int, verdict: Verdict) -> EpisodeRecord:
    """Of an episode that nobody could play to its end: its worker went down with it, or there is no such task there."""
    try:
        facts = facts_of(make_task(key.task, key.seed, key.universe))
    except Exception:
        facts = {}
    said = verdict.to_json()
    return EpisodeRecord(key, plan.agent, "", verdict.outcome, verdict.score, 0.0, 0, said, 0.0, attempt, **facts)


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
        with working_in(out), asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(_serve(plan, out, pipe))
    except KeyboardInterrupt:
        pass


async def _serve(plan: Plan, out: Path, pipe: Connection) -> None:
    worker = Worker(plan, out)
    loop = asyncio.get_running_loop()
    jobs: asyncio.Queue[tuple[EpisodeKey, int] | None] = asyncio.Queue()

    def listen() -> None:
        for job in _incoming(pipe):
            with suppress(RuntimeError):  # the loop is closed: the study was interrupted, and there is nobody to tell
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
