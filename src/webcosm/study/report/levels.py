"""How success falls with the level and with each dial, which skills are lacking, and how often claims are false.

Only families with levels have dials. A claim is an episode that the agent ended as done, by `stop` or an answer; a
false success is a claim that the judge refuses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from webcosm.study.record import EpisodeRecord
from webcosm.study.stats import Passes, Rate, judged, passes, success_rate
from webcosm.tasks.levels import family_of

__all__ = ["Claims", "Headroom", "claims", "headroom"]


@dataclass(frozen=True)
class Claims:
    """How often the agent said that it was done, and how often that was not so."""

    made: int
    false: int

    @property
    def rate(self) -> float | None:
        return self.false / self.made if self.made else None


@dataclass(frozen=True)
class Headroom:
    """What the levelled episodes of a study tell."""

    levels: Mapping[str, Rate]
    skills: Mapping[str, Rate]
    families: Mapping[str, Mapping[str, Rate]]
    """By family, then by level."""
    dials: Mapping[str, Mapping[int, Rate]]
    """By dial, then by how far it was turned up: the curve."""
    passes: Mapping[str, Sequence[Passes]]
    """pass@k and pass^k by level."""
    claims: Mapping[str, Claims]
    """By level."""
    hints: tuple[str, ...]
    """What agents were told beside the goal."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def headroom(records: Iterable[EpisodeRecord]) -> Headroom | None:
    """Of the episodes of families with levels; None if there are none."""
    own = [record for record in records if record.dials]
    if not own:
        return None
    by_level = _grouped(own, lambda one: [one.level])
    by_dial: defaultdict[str, dict[int, Rate]] = defaultdict(dict)
    for (dial, value), part in _grouped(own, lambda one: one.dials.items()).items():
        by_dial[dial][value] = success_rate(part)
    return Headroom(
        levels={level: success_rate(part) for level, part in by_level.items()},
        skills={skill: success_rate(part) for skill, part in _grouped(own, lambda one: one.skills).items()},
        families={
            family: {level: success_rate(few) for level, few in _grouped(part, lambda one: [one.level]).items()}
            for family, part in _grouped(own, lambda one: [family_of(one.key.task)]).items()
        },
        # A dial that is the same everywhere has no curve.
        dials={dial: curve for dial, curve in sorted(by_dial.items()) if len(curve) > 1},
        passes={level: passes(part) for level, part in by_level.items()},
        claims={level: claims(part) for level, part in by_level.items()},
        hints=tuple(sorted({record.hint for record in own if record.hint})),
    )


def claims(records: Iterable[EpisodeRecord]) -> Claims:
    made = [record for record in judged(records) if record.ending in ("stop", "answer")]
    return Claims(len(made), sum(record.outcome != "success" for record in made))


def _grouped(
    records: Iterable[EpisodeRecord], names: Callable[[EpisodeRecord], Iterable[Any]]
) -> dict[Any, list[EpisodeRecord]]:
    groups: defaultdict[Any, list[EpisodeRecord]] = defaultdict(list)
    for record in records:
        for name in names(record):
            groups[name].append(record)
    return {name: groups[name] for name in sorted(groups)}
