"""``webcosm bench episodes``: what steps, resets and whole episodes cost, in time and memory."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from webcosm.bench import pages
from webcosm.bench.compare import compared, in_turns, percentile
from webcosm.bench.peers import Side, against_what, browsergym, ourselves, sides
from webcosm.bench.processes import processor_seconds, proportional_bytes
from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show
from webcosm.env.processors import processors

__all__ = ["Sizes", "measure", "run"]

TASK = "click-test-2"
NOOP_RATIO = 10
RESET_RATIO = 15
RATE_RATIO = 20
MEMORY_RATIO = 10
OVERHEAD = 1.5
"""How many times a bare click and picture a whole step may take."""
REFUSED_MS = 1_000
"""In which an agent must be told that what it clicks is covered."""
CLICKED = ("click-checkboxes", "checkbox", "input[type=checkbox]")
"""A page that can be clicked for ever: its task, and the element's role and selector."""


@dataclass(frozen=True)
class Sizes:
    """How much is measured. Tests use small numbers."""

    crowd: tuple[int, ...] = (1, 2, 4)
    """Numbers of environments whose memory is compared."""
    batch: int = 100
    """Our episodes per process and round: so many that a round takes as long as the peer's, and its last moments, in
    which processors run idle, do not count."""
    peer_batch: int = 4
    rate_rounds: int = 3
    processes: int = len(processors())
    at_once: int = 2
    """Our episodes at once in each process, as in a study with four workers on two processors. With more, there are no
    more episodes a minute: the processors have enough to do, and less in their caches of each."""
    bare_windows: int = 40


def measure(rounds: int, progress: Advance, peer: str | None = None, sizes: Sizes | None = None) -> list[Record]:
    """All measurements, in turns with the peer if there is one."""
    if rounds < 1:
        raise ValueError(f"rounds={rounds}: at least 1 is needed")
    sizes = sizes or Sizes()
    with pages.serving() as address:
        with sides(peer, address, progress) as both:
            records = [*_latencies(both, rounds, progress), *_overhead(both["webcosm"], address, rounds, progress)]
            records.append(_refusal(both["webcosm"], rounds))
        with sides(peer, address, progress) as both:
            progress(3, 5, "memory")
            records.append(_memory(both, sizes.crowd))
        progress(4, 5, "episodes a minute")
        records += _rate(peer, address, progress, sizes)
    return [*records, Record("rounds", rounds, "rounds")]


def _latencies(both: Mapping[str, Side], rounds: int, progress: Advance) -> list[Record]:
    for side in both.values():
        side.ask("open_mini", name="mini", task=TASK, seed=0)

    def noop(side: Side, number: int) -> float:
        seconds: float = side.ask("noop", name="mini")
        return seconds

    def reset(side: Side, number: int) -> float:
        if side.name == "webcosm":
            side.ask("ready")
        return reset_at_once(side, number)

    def reset_at_once(side: Side, number: int) -> float:
        seconds: float = side.ask("reset", name="mini", seed=number)
        return seconds

    progress(0, 5, "steps that do nothing")
    noops = in_turns(both, rounds, noop)
    progress(1, 5, "resets")
    resets = in_turns(both, rounds, reset)
    at_once = in_turns({"webcosm": both["webcosm"]}, rounds, reset_at_once)
    for side in both.values():
        side.ask("close", name="mini")
    return [
        *compared("step.noop", noops, "ms", 1_000, least_ratio=NOOP_RATIO),
        *compared("reset", resets, "ms", 1_000, least_ratio=RESET_RATIO),
        compared("reset.one-upon-another", at_once, "ms", 1_000)[0],
    ]


def _overhead(side: Side, address: str, rounds: int, progress: Advance) -> list[Record]:
    """A step with a click, text and picture, beside a click and a picture by Playwright alone."""
    progress(2, 5, "clicks")
    task, role, selector = CLICKED
    side.ask("open_mini", name="clicked", task=task, seed=0)
    url = f"{address}/miniwob/{task}.html"
    bare = side.ask("bare_clicks", url=url, selector=selector, times=rounds + 1)[1:]
    steps = [side.ask("click", name="clicked", role=role) for _ in range(rounds + 1)][1:]
    side.ask("close", name="clicked")
    ours, theirs = percentile(steps, 50), percentile(bare, 50)
    return [
        Record("step.click.p50", 1_000 * ours, "ms"),
        Record("step.click.bare-playwright.p50", 1_000 * theirs, "ms"),
        Record("step.click.overhead", ours / theirs, "times bare Playwright", target=OVERHEAD),
    ]


def _refusal(side: Side, rounds: int) -> Record:
    """A step whose click cannot be done, with the observation that says so."""
    side.ask("open_table", name="covered", url=pages.COVERED_ADDRESS)
    steps = [side.ask("refused", name="covered") for _ in range(rounds + 1)][1:]
    side.ask("close", name="covered")
    return Record("step.refused.p50", 1_000 * percentile(steps, 50), "ms", target=REFUSED_MS)


def _memory(both: Mapping[str, Side], crowd: Sequence[int]) -> Record:
    """Megabytes per further environment: the slope from the smallest crowd to the largest."""
    slopes = {}
    for name, side in both.items():
        bytes_of = {}
        for number in range(1, max(crowd) + 1):
            side.ask("open_mini", name=f"memory-{number}", task=TASK, seed=number)
            if number in crowd:
                bytes_of[number] = proportional_bytes(side.process.pid)
        slopes[name] = _slope(bytes_of) / 1e6
    ours, *theirs = slopes.values()
    peer = theirs[0] if theirs else None
    return Record("memory.further", ours, "MB", peer, None if peer is None else peer / ours, least_ratio=MEMORY_RATIO)


def _slope(points: Mapping[int, float]) -> float:
    """Of the straight line that lies nearest to the points."""
    mean_x, mean_y = sum(points) / len(points), sum(points.values()) / len(points)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in points.items())
    return covariance / sum((x - mean_x) ** 2 for x in points)


class _Batch(NamedTuple):
    """Of episodes that were played at once."""

    solved: float
    """Which share. A slow machine may cost a peer its click, which it gives half a second."""
    per_minute: float
    processor: float
    """Seconds of an episode."""


def _rate(peer: str | None, address: str, progress: Advance, sizes: Sizes) -> list[Record]:
    """Episodes a minute, with as many processes on each side as there are cores, and what one costs the processors."""
    seeds = count()
    batches: dict[str, list[_Batch]] = {}
    with ExitStack() as stack:
        teams = {"webcosm": [stack.enter_context(ourselves()) for _ in range(sizes.processes)]}
        if sizes.processes == len(processors()):
            for number, side in enumerate(teams["webcosm"]):
                side.ask("keep_to", processor=number)  # as the processes of a study do
        if peer is not None:
            teams[peer] = [stack.enter_context(browsergym(address, progress)) for _ in range(sizes.processes)]
        for number in range(sizes.rate_rounds + 1):
            for name, team in teams.items():
                batch = sizes.peer_batch if name == peer else sizes.batch
                played = _episodes(team, batch if number else 2, sizes.at_once, seeds)
                if number:  # the first round is a warm-up
                    batches.setdefault(name, []).append(played)
        bare = teams["webcosm"][0].ask("bare_windows", url=f"{address}/miniwob/{TASK}.html", times=sizes.bare_windows)
    per_minute = {name: [batch.per_minute for batch in played] for name, played in batches.items()}
    processor = {name: [batch.processor for batch in played] for name, played in batches.items()}
    ours, *theirs = (100 * sum(batch.solved for batch in played) / len(played) for played in batches.values())
    return [
        compared("episodes", per_minute, "a minute", 1, more_is_better=True, least_ratio=RATE_RATIO)[0],
        Record("episodes.solved", ours, "%", *theirs),
        compared("episodes.processor", processor, "ms each", 1_000)[0],
        Record("episodes.processor.bare-window", 1_000 * bare, "ms each"),
    ]


def _episodes(team: Sequence[Side], batch: int, at_once: int, seeds: Iterator[int]) -> _Batch:
    began, busy = time.perf_counter(), sum(processor_seconds(side.process.pid) for side in team)
    for side in team:
        side.begin("episodes", seeds=[next(seeds) for _ in range(batch)], at_once=at_once)
    solved: list[int] = [side.finish() for side in team]
    seconds = time.perf_counter() - began
    busy = sum(processor_seconds(side.process.pid) for side in team) - busy
    played = batch * len(team)
    return _Batch(sum(solved) / played, 60 * played / seconds, busy / played)


def run(*, json: bool, rounds: int, against: str | None) -> int:
    """The command: prints the measurements; the exit status is 0 if all targets are met."""
    with progress_bar() as progress:
        records = measure(rounds, progress, against)
    show(records, title=f"Episodes{against_what(against)}", as_json=json)
    return exit_status(records)
