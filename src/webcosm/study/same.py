"""Whether two studies went the same way: every verdict, and of every step what was done, read, seen and waited for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from webcosm.study.record import EpisodeKey, EpisodeRecord, StepRecord, StudyFolder

__all__ = ["ASPECTS", "Difference", "Sameness", "compare_steps"]

ASPECTS = (
    *("episode", "verdict", "steps", "action", "error", "address", "text"),
    *("evidence", "changes", "picture", "page time"),
)
"""What is compared, the gravest first."""
JUDGED = ("outcome", "score", "progress", "checks", "collateral")
"""The parts of a verdict."""


@dataclass(frozen=True)
class Difference:
    """One thing that is otherwise in the other study."""

    key: EpisodeKey
    step: int | None
    """None for the episode as a whole."""
    what: str
    first: str
    other: str

    def to_json(self) -> dict[str, Any]:
        return {
            "episode": str(self.key),
            "step": self.step,
            "what": self.what,
            "first": self.first,
            "other": self.other,
        }


@dataclass(frozen=True)
class Sameness:
    """What came of comparing two studies."""

    episodes: int
    """That are in both."""
    steps: int
    """Of these, that are in both."""
    differences: list[Difference]

    @property
    def counts(self) -> dict[str, int]:
        """How many differences there are of each kind."""
        found = Counter(one.what for one in self.differences)
        return {what: found[what] for what in ASPECTS}

    def to_json(self) -> dict[str, Any]:
        return {
            "episodes": self.episodes,
            "steps": self.steps,
            "counts": self.counts,
            "differences": [one.to_json() for one in self.differences],
        }


def compare_steps(first: StudyFolder, other: StudyFolder) -> Sameness:
    """Episode by episode and step by step, in the order of their keys."""
    ours, theirs = ({record.key: record for record in folder.episodes()} for folder in (first, other))
    differences: list[Difference] = []
    episodes = steps = 0
    for key in sorted({**ours, **theirs}):
        one, two = ours.get(key), theirs.get(key)
        if one is None or two is None:
            sides = ("played" if side else "not played" for side in (one, two))
            differences.append(Difference(key, None, "episode", *sides))
            continue
        episodes += 1
        differences += _of_verdicts(key, one, two)
        pairs = list(zip(first.steps(key), other.steps(key), strict=False))
        steps += len(pairs)
        for mine, yours in pairs:
            differences += _of_steps(key, mine, yours)
    return Sameness(episodes, steps, differences)


def _of_verdicts(key: EpisodeKey, one: EpisodeRecord, two: EpisodeRecord) -> Iterator[Difference]:
    # Notes are not compared: those of errors tell of the machine's time.
    differing = [part for part in JUDGED if one.verdict.get(part) != two.verdict.get(part)]
    if differing:
        told = (f"{record.outcome} {record.score} ({', '.join(differing)})" for record in (one, two))
        yield Difference(key, None, "verdict", *told)
    seen: list[Mapping[str, Any]] = [record.verdict.get("extra", {}).get("evidence", {}) for record in (one, two)]
    for name in {**seen[0], **seen[1]}:
        if seen[0].get(name) != seen[1].get(name):
            yield Difference(key, None, "evidence", *(f"{name}: {side.get(name)}" for side in seen))
    if one.steps != two.steps:
        yield Difference(key, None, "steps", str(one.steps), str(two.steps))


def _of_steps(key: EpisodeKey, mine: StepRecord, yours: StepRecord) -> Iterator[Difference]:
    one, two = _step_parts(mine), _step_parts(yours)
    for what, value in one.items():
        if value != two[what]:
            yield Difference(key, mine.step, what, str(value), str(two[what]))


def _step_parts(step: StepRecord) -> dict[str, Any]:
    return {
        "action": step.action,
        "error": step.error,
        "address": step.url,
        "text": step.text,
        "changes": [dict(change) for change in step.changes],
        "picture": step.screenshot,
        "page time": step.page_ms,
    }
