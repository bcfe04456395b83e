"""Studies as a report reads them: their records with all figures together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from webcosm.study.endings import endings
from webcosm.study.record import SCHEMA, EpisodeRecord, StudyFolder
from webcosm.study.report.levels import headroom
from webcosm.study.stats import (
    GROUPINGS,
    Cell,
    Passes,
    Rate,
    Spread,
    difficulty_grid,
    grouped,
    judged,
    passes,
    spread,
    success_rate,
    template_histogram,
)

__all__ = ["Study", "Summary", "make_study", "read_studies", "summarise"]


@dataclass(frozen=True)
class Summary:
    """All figures of one study."""

    overall: Rate
    """SR"""
    achievable: Rate
    """SR_AC"""
    unachievable: Rate
    """SR_UA"""
    groups: Mapping[str, Mapping[str, Rate]]
    """By suite, site, kind, level, achievable and template."""
    grid: Sequence[Cell]
    histogram: Mapping[str, int]
    steps: Mapping[str, Spread | None]
    """Of all judged episodes, of successes, of failures and of agent-errors."""
    seconds: Mapping[str, Spread | None]
    progress: float | None
    """Mean share of the checks that held, over judged episodes."""
    passes: Sequence[Passes]
    endings: Mapping[str, int]
    usage: Mapping[str, float]
    """What asking models cost in all episodes, errors too: it was spent."""
    unsafe: int
    """Episodes whose agent ran code of its own."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def summarise(records: Iterable[EpisodeRecord]) -> Summary:
    records = list(records)
    own = judged(records)
    parts = {"all": own} | {
        name: [one for one in own if one.outcome == name] for name in ("success", "failure", "agent-error")
    }
    usage: Counter[str] = Counter()
    for record in records:
        usage.update({name: value for name, value in record.usage.items() if value is not None})
    return Summary(
        overall=success_rate(records),
        achievable=success_rate(record for record in records if record.achievable),
        unachievable=success_rate(record for record in records if not record.achievable),
        groups={name: grouped(records, names) for name, names in GROUPINGS.items()},
        grid=difficulty_grid(records),
        histogram=template_histogram(records),
        steps={name: spread(record.steps for record in part) for name, part in parts.items()},
        seconds={name: spread(record.seconds for record in part) for name, part in parts.items()},
        progress=sum(record.progress for record in own) / len(own) if own else None,
        passes=passes(records),
        endings=endings(records),
        usage=dict(sorted(usage.items())),
        unsafe=sum(record.unsafe for record in records),
    )


@dataclass(frozen=True)
class Study:
    """A study that has been read: what was asked for, what came of it, and its figures."""

    label: str
    """Unlike those of the other studies in a report."""
    folder: StudyFolder
    manifest: Mapping[str, Any]
    records: Sequence[EpisodeRecord]
    """Sorted by key."""
    summary: Summary

    @property
    def planned(self) -> int:
        return len(self.manifest.get("keys", ()))

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "folder": str(self.folder.path),
            "agent": self.manifest.get("agent"),
            "planned": self.planned,
            "finished": len(self.records),
            **self.summary.to_json(),
            **({"headroom": found.to_json()} if (found := headroom(self.records)) else {}),
        }


def read_studies(paths: Sequence[Path]) -> list[Study]:
    """Reads studies; those whose folders have one name are told apart by number."""
    names: Counter[str] = Counter()
    studies = []
    for path in paths:
        folder = StudyFolder(path)
        manifest = folder.manifest()
        if manifest.get("schema") != SCHEMA:
            raise ValueError(f"{path} was written in format {manifest.get('schema')}; this version reads {SCHEMA}")
        name = path.resolve().name
        names[name] += 1
        label = name if names[name] == 1 else f"{name}-{names[name]}"
        studies.append(make_study(label, folder, manifest, folder.episodes()))
    return studies


def make_study(label: str, folder: StudyFolder, manifest: Mapping[str, Any], records: Sequence[EpisodeRecord]) -> Study:
    ordered = sorted(records, key=lambda record: record.key)
    return Study(label, folder, manifest, ordered, summarise(ordered))
