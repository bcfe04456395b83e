"""Episodes in a few lines, as `webcosm run` ends and `webcosm view` begins."""

from __future__ import annotations

from collections.abc import Sequence

from webcosm.cli.console import console, say, table
from webcosm.study.endings import endings
from webcosm.study.record import EpisodeRecord

__all__ = ["show_summary"]


def show_summary(records: Sequence[EpisodeRecord]) -> None:
    """Success by group of tasks, errors apart, and how the episodes ended."""
    rows = table("tasks", "episodes", "solved", "errors", "steps", "seconds")
    groups = sorted({_group(record) for record in records})
    for name in [*groups, "all"] if len(groups) > 1 else groups:
        own = [record for record in records if name in ("all", _group(record))]
        judged = [record for record in own if record.outcome != "error"]
        share = f"{sum(record.outcome == 'success' for record in judged) / len(judged):.1%}" if judged else "–"
        steps = f"{sum(record.steps for record in judged) / len(judged):.1f}" if judged else "–"
        seconds = f"{sum(record.seconds for record in own) / len(own):.2f}"
        rows.add_row(name, str(len(own)), share, str(len(own) - len(judged)), steps, seconds)
    console().print(rows)
    ended = endings(records)
    if ended and ended.keys() != {"success"}:
        say("Ended: " + "; ".join(f"{count} {how}" for how, count in ended.items()))


def _group(record: EpisodeRecord) -> str:
    return (
        ".".join(record.key.task.split(".")[:2])
        if record.key.task.count(".") > 1
        else record.key.task.partition(".")[0]
    )
