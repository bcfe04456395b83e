"""Trajectories for training: one row per step, as JSON lines or as Parquet.

A row holds what the agent saw before it acted, what it did, and what came of it, so that imitation can learn from
(observation, action) and reinforcement from (observation, action, reward, next_observation). Episodes that ended in an
error have no reward, so they are left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from webcosm.study.record import EpisodeRecord, StepRecord, StudyFolder

__all__ = ["COLUMNS", "FORMATS", "MissingPackage", "Move", "export", "moves", "rows"]

COLUMNS: Mapping[str, type] = {
    "study": str,
    "agent": str,
    "episode": str,
    "task": str,
    "seed": int,
    "universe": int,
    "trial": int,
    "step": int,
    "steps": int,
    "goal": str,
    "url": str,
    "observation": str,
    "screenshot": str,
    "thought": str,
    "action": str,
    "error": str,
    "next_url": str,
    "next_observation": str,
    "next_screenshot": str,
    "reward": float,
    "return": float,
    "terminated": bool,
    "truncated": bool,
    "outcome": str,
    "score": float,
}
"""The columns with their types. Texts and pictures that were not recorded are null."""
BATCH = 1_000
"""Rows that are held in memory at once."""


class MissingPackage(Exception):
    """A format needs a package that is not installed."""


@dataclass(frozen=True)
class Move:
    """A step with what was seen before it."""

    before: StepRecord | None
    """None if the page before the first step was not recorded."""
    step: StepRecord


def moves(steps: Iterable[StepRecord]) -> list[Move]:
    """Pairs every step with the one whose observation came before it. A record of step 0 is the opening: no action."""
    found: list[Move] = []
    before: StepRecord | None = None
    for step in steps:
        if step.step > 0:
            found.append(Move(before, step))
        before = step
    return found


def rows(
    folder: StudyFolder, records: Iterable[EpisodeRecord], *, only_successes: bool = False
) -> Iterator[dict[str, Any]]:
    """The rows of all judged episodes, or only of the successful, in the order of the records."""
    for record in records:
        if record.score is None or (only_successes and record.outcome != "success"):
            continue
        trail = moves(folder.steps(record.key))
        if len(trail) != record.steps:
            raise ValueError(f"{folder.path}: {record.key} took {record.steps} steps, but {len(trail)} are recorded")
        # The last step brings the score, also if the agent just stopped and was judged afterwards.
        rewards = [move.step.reward for move in trail[:-1]] + [record.score]
        for number, move in enumerate(trail):
            last = number == len(trail) - 1
            yield {
                "study": str(folder.path),
                "agent": record.agent,
                "episode": str(record.key),
                "task": record.key.task,
                "seed": record.key.seed,
                "universe": record.key.universe,
                "trial": record.key.trial,
                "step": move.step.step,
                "steps": record.steps,
                "goal": record.goal,
                **_seen(folder, move.before, ""),
                "thought": move.step.thought,
                "action": move.step.action,
                "error": move.step.error,
                **_seen(folder, move.step, "next_"),
                "reward": rewards[number],
                "return": sum(rewards[number:]),
                "terminated": last and not record.cut_short,
                "truncated": last and bool(record.cut_short),
                "outcome": record.outcome,
                "score": record.score,
            }


def _seen(folder: StudyFolder, step: StepRecord | None, prefix: str) -> dict[str, str | None]:
    return {
        f"{prefix}url": step.url if step else None,
        f"{prefix}observation": folder.blob(step.text, "txt").decode() if step and step.text else None,
        f"{prefix}screenshot": f"blobs/{step.screenshot}.png" if step and step.screenshot else None,
    }


def export(
    studies: Sequence[tuple[StudyFolder, Sequence[EpisodeRecord]]],
    form: str,
    path: Path,
    *,
    only_successes: bool = False,
) -> int:
    """Writes the trajectories of studies into one file; returns the number of rows."""
    if form not in FORMATS:
        raise ValueError(f"there is no format {form!r}; formats: {', '.join(FORMATS)}")
    found = (row for folder, records in studies for row in rows(folder, records, only_successes=only_successes))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.tmp")
    try:
        written = FORMATS[form](found, draft)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    return written


def _write_jsonl(found: Iterable[Mapping[str, Any]], path: Path) -> int:
    written = 0
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        for row in found:
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            written += 1
    return written


def _write_parquet(found: Iterable[Mapping[str, Any]], path: Path) -> int:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingPackage("Parquet needs pyarrow: pip install 'webcosm[parquet]', or export jsonl") from None
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    written = 0
    left = iter(found)
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while batch := list(islice(left, BATCH)):
            writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))
            written += len(batch)
    return written


FORMATS: Mapping[str, Callable[[Iterable[Mapping[str, Any]], Path], int]] = {
    "jsonl": _write_jsonl,
    "parquet": _write_parquet,
}
