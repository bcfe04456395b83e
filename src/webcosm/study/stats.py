"""Figures of a study: pure functions of its records.

Success is counted over judged episodes. An `agent-error` is one that was not solved. Those with outcome `error` are
kept apart everywhere: they are counted as errors, and never averaged in as 0; `as_failures` is the rate if they were.

Intervals hold 95 %. They come from a stratified bootstrap: episodes are drawn anew, with replacement, within each
template, 1,000 times. Templates with a single episode would never vary that way, so they are drawn from together. The
draws depend on nothing but the outcomes: the generator is seeded the same way for every figure, and what is drawn from
is sorted first. Where there are fewer than 30 episodes, or the draws are all alike, they say too little, and the
interval is Wilson's (Newcombe's for the difference of two studies).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from webcosm.study.record import EpisodeKey, EpisodeRecord
from webcosm.tasks import current_id

__all__ = [
    "GROUPINGS",
    "LEVELS",
    "Cell",
    "Comparison",
    "Passes",
    "Rate",
    "Spread",
    "bootstrap",
    "compare",
    "difficulty_grid",
    "grouped",
    "judged",
    "mcnemar",
    "newcombe",
    "pass_at",
    "pass_every",
    "passes",
    "spread",
    "success_rate",
    "template_histogram",
    "wilson",
]

SAMPLES = 1_000
SEED = 0
SMALL = 30
"""Fewer episodes than this get Wilson's interval."""
Z = 1.959963984540054
"""The normal distribution's 97.5th percentile."""
LEVELS = ("easy", "medium", "hard", "level 1", "level 2", "level 3", "level 4")
UNRATED = "unrated"


# Rates ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rate:
    """How often episodes succeed. The figures are None where nothing was judged."""

    solved: int
    judged: int
    errors: int
    rate: float | None = None
    standard_error: float | None = None
    low: float | None = None
    high: float | None = None
    interval: str = ""
    """How the interval was found: bootstrap or wilson."""
    agent_errors: int = 0
    """Of the judged, those that the agent itself broke off."""
    as_failures: float | None = None
    """The rate if every error were a failure."""


def judged(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """All but the errors."""
    return [record for record in records if record.outcome != "error"]


def success_rate(records: Iterable[EpisodeRecord]) -> Rate:
    """Share of the judged episodes that succeeded, with standard error and interval."""
    records = list(records)
    own = judged(records)
    solved, errors = sum(map(_success, own)), len(records) - len(own)
    broken_off = sum(record.outcome == "agent-error" for record in own)
    if not own:
        return Rate(0, 0, errors, as_failures=0.0 if errors else None)
    draws = bootstrap(_strata((record.key.task, float(_success(record))) for record in own))
    low, high, interval = *_percentiles(draws), "bootstrap"
    if len(own) < SMALL or low == high:
        low, high, interval = *wilson(solved, len(own)), "wilson"
    rate = solved / len(own)
    return Rate(
        solved,
        len(own),
        errors,
        rate,
        float(draws.std()),
        min(low, rate),
        max(high, rate),
        interval,
        broken_off,
        solved / len(records),
    )


def _success(record: EpisodeRecord) -> bool:
    return record.outcome == "success"


def bootstrap(strata: Mapping[str, Sequence[float]], samples: int = SAMPLES, seed: int = SEED) -> NDArray[np.float64]:
    """Means of `samples` data sets, each drawn anew with replacement within every stratum."""
    total = sum(len(values) for values in strata.values())
    if not total:
        raise ValueError("there is nothing to draw from: no stratum has a value")
    alone = [value for values in strata.values() if len(values) == 1 for value in values]
    pools = [strata[name] for name in sorted(strata) if len(strata[name]) > 1] + [alone]
    generator = np.random.Generator(np.random.PCG64(seed))
    sums = np.zeros(samples)
    for pool in pools:
        if pool:
            values = np.sort(np.asarray(pool, dtype=np.float64))
            sums += values[generator.integers(0, len(values), (samples, len(values)))].sum(axis=1)
    means: NDArray[np.float64] = sums / total
    return means


def _strata(values: Iterable[tuple[str, float]]) -> dict[str, list[float]]:
    strata: defaultdict[str, list[float]] = defaultdict(list)
    for name, value in values:
        strata[name].append(value)
    return dict(strata)


def _percentiles(draws: NDArray[np.float64]) -> tuple[float, float]:
    low, high = np.percentile(draws, (2.5, 97.5))
    return float(low), float(high)


def wilson(solved: int, total: int) -> tuple[float, float]:
    """Wilson's interval for a share; sensible for few values and at 0 and 1."""
    if not 0 <= solved <= total or not total:
        raise ValueError(f"{solved} of {total} is no share; give 0 <= solved <= total and total > 0")
    share = solved / total
    middle = (share + Z**2 / (2 * total)) / (1 + Z**2 / total)
    reach = Z / (1 + Z**2 / total) * sqrt(share * (1 - share) / total + Z**2 / (4 * total**2))
    # At 0 and 1 the bounds are exact; rounding must not push them past the share.
    return max(0.0, middle - reach) if solved else 0.0, min(1.0, middle + reach) if solved < total else 1.0


# Groups ---------------------------------------------------------------------------------------------------------------

Grouping = Callable[[EpisodeRecord], Sequence[str]]
GROUPINGS: Mapping[str, Grouping] = {
    "suite": lambda record: (record.key.task.partition(".")[0],),
    "site": lambda record: record.sites or ("other",),
    "kind": lambda record: (record.kind or "other",),
    "level": lambda record: (record.level or UNRATED,),
    "achievable": lambda record: ("achievable" if record.achievable else "unachievable",),
    "template": lambda record: (record.key.task,),
}
"""By what episodes are put together. One that uses several sites counts for each of them."""


def grouped(records: Iterable[EpisodeRecord], names: Grouping) -> dict[str, Rate]:
    """The success rate of each group, in the order of their names; levels go from easy to hard."""
    groups: defaultdict[str, list[EpisodeRecord]] = defaultdict(list)
    for record in records:
        for name in dict.fromkeys(names(record)):
            groups[name].append(record)
    return {name: success_rate(groups[name]) for name in sorted(groups, key=_place)}


def _place(name: str) -> tuple[int, str]:
    return (LEVELS.index(name) if name in LEVELS else len(LEVELS), name)


@dataclass(frozen=True)
class Cell:
    """One cell of the difficulty grid."""

    level: str
    visual: int
    rate: Rate


def difficulty_grid(records: Iterable[EpisodeRecord]) -> list[Cell]:
    """Success by level of difficulty and by visual difficulty; only cells that have episodes."""
    cells: defaultdict[tuple[str, int], list[EpisodeRecord]] = defaultdict(list)
    for record in records:
        cells[record.level or UNRATED, record.visual].append(record)
    order = sorted(cells, key=lambda cell: (_place(cell[0]), cell[1]))
    return [Cell(level, visual, success_rate(cells[level, visual])) for level, visual in order]


HISTOGRAM = ("0%", "to 20%", "to 40%", "to 60%", "to 80%", "under 100%", "100%")


def template_histogram(records: Iterable[EpisodeRecord]) -> dict[str, int]:
    """How many templates are never, sometimes and always solved. Templates with nothing but errors are not in it."""
    counts = dict.fromkeys(HISTOGRAM, 0)
    for rate in grouped(records, GROUPINGS["template"]).values():
        if rate.judged:
            counts[HISTOGRAM[_bin(rate.solved, rate.judged)]] += 1
    return counts


def _bin(solved: int, total: int) -> int:
    """0 and 1 have bins of their own; the others are open below and closed above."""
    return 0 if not solved else 6 if solved == total else -(-5 * solved // total)


# Steps and time ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spread:
    """How values are spread."""

    count: int
    mean: float
    median: float
    p90: float
    least: float
    most: float


def spread(values: Iterable[float]) -> Spread | None:
    """None if there are no values."""
    found = np.asarray(list(values), dtype=np.float64)
    if not found.size:
        return None
    median, p90 = np.percentile(found, (50, 90))
    return Spread(found.size, float(found.mean()), float(median), float(p90), float(found.min()), float(found.max()))


# Trials ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Passes:
    """pass@k and pass^k, averaged over the tasks that have at least k judged trials."""

    k: int
    at: float
    """Chance that at least one of k trials succeeds."""
    every: float
    """Chance that all k trials succeed."""
    tasks: int


def pass_at(trials: int, solved: int, k: int) -> float:
    """pass@k, without bias: the chance that k of the trials, drawn without replacement, hold a success."""
    _check_trials(trials, solved, k)
    return 1 - comb(trials - solved, k) / comb(trials, k)


def pass_every(trials: int, solved: int, k: int) -> float:
    """pass^k, without bias: the chance that k of the trials, drawn without replacement, are all successes."""
    _check_trials(trials, solved, k)
    return comb(solved, k) / comb(trials, k)


def _check_trials(trials: int, solved: int, k: int) -> None:
    if not 0 <= solved <= trials or not 1 <= k <= trials:
        raise ValueError(f"k={k} of {trials} trials with {solved} solved; give 1 <= k <= trials, 0 <= solved <= trials")


def passes(records: Iterable[EpisodeRecord]) -> list[Passes]:
    """For every k up to the most trials that a task has. A task is a template with a seed in a universe."""
    tasks: defaultdict[tuple[str, int, int], list[bool]] = defaultdict(list)
    for record in judged(records):
        tasks[record.key.task, record.key.seed, record.key.universe].append(_success(record))
    found = []
    for k in range(1, max(map(len, tasks.values()), default=0) + 1):
        tallies = [(len(trials), sum(trials), k) for trials in tasks.values() if len(trials) >= k]
        at, every = (sum(one(*tally) for tally in tallies) / len(tallies) for one in (pass_at, pass_every))
        found.append(Passes(k, at, every, len(tallies)))
    return found


# Two studies ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """A study compared with a first one, episode by episode. Figures are None where no pair was judged."""

    wins: int
    """Pairs that only this study solved."""
    ties: int
    losses: int
    """Pairs that only the first study solved."""
    errors: int
    """Pairs in which at least one episode was an error; in no other figure."""
    revised: int
    """Pairs whose task was changed between the studies; in no other figure."""
    unmatched: int
    """Episodes that only one of the studies has."""
    difference: float | None = None
    """Success rate of this study minus that of the first, over the pairs."""
    low: float | None = None
    high: float | None = None
    interval: str = ""
    p: float | None = None
    """McNemar's exact test, two-sided: how likely so uneven a split of wins and losses is if the studies are equal."""

    @property
    def pairs(self) -> int:
        return self.wins + self.ties + self.losses


def compare(first: Iterable[EpisodeRecord], other: Iterable[EpisodeRecord]) -> Comparison:
    """Pairs the episodes of equal task, seed, universe and trial, and sees what changed from the first study."""
    before, after = _by_key(first), _by_key(other)
    both = sorted(before.keys() & after.keys())
    pairs = [(before[key], after[key]) for key in both]
    same = [pair for pair in pairs if pair[0].revision == pair[1].revision]
    clean = [pair for pair in same if len(judged(pair)) == 2]
    table = Counter((_success(one), _success(two)) for one, two in clean)
    wins, losses = table[False, True], table[True, False]
    apart = (len(same) - len(clean), len(pairs) - len(same), len(before.keys() ^ after.keys()))
    if not clean:
        return Comparison(0, 0, 0, *apart)
    draws = bootstrap(_strata((two.key.task, float(_success(two)) - float(_success(one))) for one, two in clean))
    difference = (wins - losses) / len(clean)
    low, high, interval = *_percentiles(draws), "bootstrap"
    if len(clean) < SMALL or low == high:
        low, high, interval = *newcombe(table[True, True], wins, losses, table[False, False]), "newcombe"
    low, high = min(low, difference), max(high, difference)
    ties = len(clean) - wins - losses
    return Comparison(wins, ties, losses, *apart, difference, low, high, interval, mcnemar(wins, losses))


def _by_key(records: Iterable[EpisodeRecord]) -> dict[EpisodeKey, EpisodeRecord]:
    found: dict[EpisodeKey, EpisodeRecord] = {}
    for record in records:
        key = replace(record.key, task=current_id(record.key.task))  # a task may have been renamed between two studies
        if key in found:
            raise ValueError(f"the study has the episode {record.key} twice")
        found[key] = record
    return found


def mcnemar(wins: int, losses: int) -> float:
    """Two-sided exact p: a fair coin for every pair in which just one side succeeded."""
    tosses = wins + losses
    tail = sum(comb(tosses, heads) for heads in range(min(wins, losses) + 1))
    return min(1.0, 2 * tail / (1 << tosses))


def newcombe(both: int, wins: int, losses: int, neither: int) -> tuple[float, float]:
    """Newcombe's interval for the difference of two paired shares, from their two Wilson intervals."""
    total = both + wins + losses + neither
    one, two = (both + losses) / total, (both + wins) / total
    (low_one, high_one), (low_two, high_two) = wilson(both + losses, total), wilson(both + wins, total)
    margins = (both + losses) * (wins + neither) * (both + wins) * (losses + neither)
    phi = (both * neither - wins * losses) / sqrt(margins) if margins else 0.0
    down, up = two - low_two, high_two - two
    down_one, up_one = one - low_one, high_one - one
    # Rounding may leave a root of a number just below 0.
    lower = sqrt(max(0.0, down**2 - 2 * phi * down * up_one + up_one**2))
    upper = sqrt(max(0.0, up**2 - 2 * phi * up * down_one + down_one**2))
    return max(-1.0, two - one - lower), min(1.0, two - one + upper)
