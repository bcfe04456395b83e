"""Judging recorded episodes again, from their evidence alone: no browser, no server.

An episode is left as it is where the verdict could not be trusted: if it has no evidence, if its task has no template,
or if the task is no longer the one that the agent was given. Of a task file's task, the answer and the address are
judged again; what its judge read on the sites stands as it was read.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from webcosm.judge.evidence import Evidence
from webcosm.sites import database_of
from webcosm.study.images import image_hashes
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder
from webcosm.study.report.summary import Study, make_study
from webcosm.study.running import universe_of
from webcosm.suites.files import FileError, FileTask, NotAgain, TaskFiles, use_task_files
from webcosm.tasks import DrawnTask, EmptyPool, UnknownTask, current_id, make_task
from webcosm.worlds import Universe

__all__ = ["Rescored", "Rescoring", "rescore", "with_new_verdicts", "write_rescored"]


@dataclass(frozen=True)
class Rescored:
    """An episode whose score or outcome is another now."""

    old: EpisodeRecord
    new: EpisodeRecord

    def to_json(self) -> dict[str, Any]:
        return {
            "episode": str(self.new.key),
            "old": {"outcome": self.old.outcome, "score": self.old.score, "revision": self.old.revision},
            "new": {"outcome": self.new.outcome, "score": self.new.score, "revision": self.new.revision},
        }


@dataclass
class Rescoring:
    """What judging a study again brought."""

    records: list[EpisodeRecord] = field(default_factory=list)
    """All episodes in the order of their keys, with their new verdicts where there are any."""
    changed: list[Rescored] = field(default_factory=list)
    same: int = 0
    left: dict[str, list[EpisodeKey]] = field(default_factory=lambda: defaultdict(list))
    """Episodes that were left as they are, by reason."""

    def to_json(self) -> dict[str, Any]:
        return {
            "same": self.same,
            "changed": [one.to_json() for one in self.changed],
            "left": {reason: [str(key) for key in keys] for reason, keys in sorted(self.left.items())},
        }


def rescore(records: Sequence[EpisodeRecord], manifest: Mapping[str, Any]) -> Rescoring:
    """Judges the episodes again with the tasks as they are now."""
    found = Rescoring()
    if "files" in manifest:
        use_task_files(TaskFiles.from_json(manifest["files"]))
    universes: dict[int, Universe] = {}
    altered: dict[int, set[str]] = {}
    try:
        for record in sorted(records, key=lambda record: record.key):
            seed = record.key.universe
            if seed not in universes:
                universes[seed] = universe_of(seed, str(manifest.get("scale", "small")))
                altered[seed] = _altered_databases(universes[seed], manifest)
            new = _judged_again(record, universes[seed], altered[seed])
            if isinstance(new, str):
                found.left[new].append(record.key)
                found.records.append(record)
                continue
            found.records.append(new)
            if (new.outcome, new.score) == (record.outcome, record.score):
                found.same += 1
            else:
                found.changed.append(Rescored(record, new))
    finally:
        for universe in universes.values():
            universe.close()
    return found


def with_new_verdicts(study: Study, found: Rescoring) -> Study:
    """The study as it reads now; its new verdicts are written down."""
    write_rescored(study.folder, found)
    return make_study(study.label, study.folder, study.manifest, found.records)


def write_rescored(folder: StudyFolder, rescoring: Rescoring) -> Path:
    """Writes `rescored.jsonl` beside `episodes.jsonl`, in the same format; the latter is never touched."""
    file = folder.path / "rescored.jsonl"
    lines = (json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":")) for record in rescoring.records)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", errors="backslashreplace")
    return file


def _altered_databases(universe: Universe, manifest: Mapping[str, Any]) -> set[str]:
    """Databases whose first rows are others than when the study ran: what was right then need not be right now."""
    then: Mapping[str, str] = manifest.get("images", {})
    known = [name for name in sorted(universe.blueprints) if f"{name}@{universe.seed}" in then]
    now = image_hashes(universe, known)
    return {name for name in known if now[f"{name}@{universe.seed}"] != then[f"{name}@{universe.seed}"]}


def _judged_again(record: EpisodeRecord, universe: Universe, altered: set[str]) -> EpisodeRecord | str:
    """The record with a new verdict, or why there is none."""
    evidence = record.verdict.get("extra", {}).get("evidence")
    try:
        task = make_task(current_id(record.key.task), record.key.seed, record.key.universe)
    except (UnknownTask, FileError):
        return "there is no such task any more"
    if isinstance(task, FileTask):
        return _file_task_again(record, task)
    if not isinstance(task, DrawnTask):
        return "the task has no template, so only its own page can judge it"
    if evidence is None:
        return "there is no evidence, for the episode ended in an error"
    if touched := sorted(altered & {database_of(site) for site in task.family.sites}):
        return f"the data of {', '.join(touched)} changed since"
    try:
        task.prepare(universe)
    except EmptyPool:
        return "the template has no such task any more"
    if task.goal != record.goal:
        return "the seed draws another goal now"
    verdict = task.score(universe, Evidence.from_json(evidence))
    return replace(
        record,
        outcome=verdict.outcome,
        score=verdict.score,
        progress=verdict.progress,
        verdict=verdict.to_json(),
        revision=task.family.revision,
    )


def _file_task_again(record: EpisodeRecord, task: FileTask) -> EpisodeRecord | str:
    if task.data["intent"] != record.goal:
        return "the file has another goal now"
    try:
        verdict = task.judge_again(record.verdict.get("extra", {}))
    except NotAgain as reason:
        return str(reason)
    return replace(
        record, outcome=verdict.outcome, score=verdict.score, progress=verdict.progress, verdict=verdict.to_json()
    )
