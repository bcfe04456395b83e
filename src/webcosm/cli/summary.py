"""Episodes in a few lines, as `webcosm run` ends and `webcosm view` begins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webcosm.cli.console import console, say, table
from webcosm.study.endings import MOST_ERRORS, endings
from webcosm.study.record import EpisodeRecord

__all__ = ["errors_warning", "show_summary"]


def show_summary(records: Sequence[EpisodeRecord]) -> None:
    """Success by group of tasks, with errors left out and as failures, and how the episodes ended."""
    rows = table("tasks", "episodes", "solved", "errors", "if failed", "agent-errors", "steps", "seconds")
    groups = sorted({_group(record) for record in records})
    for name in [*groups, "all"] if len(groups) > 1 else groups:
        own = [record for record in records if name in ("all", _group(record))]
        judged = [record for record in own if record.outcome != "error"]
        solved = sum(record.outcome == "success" for record in judged)
        broken_off = sum(record.outcome == "agent-error" for record in judged)
        share = f"{solved / len(judged):.1%}" if judged else "–"
        steps = f"{sum(record.steps for record in judged) / len(judged):.1f}" if judged else "–"
        seconds = f"{sum(record.seconds for record in own) / len(own):.2f}"
        errors, all_in = str(len(own) - len(judged)), f"{solved / len(own):.1%}"
        rows.add_row(name, str(len(own)), share, errors, all_in, str(broken_off), steps, seconds)
    console().print(rows)
    ended = endings(records)
    if ended and ended.keys() != {"success"}:
        say("Ended: " + "; ".join(f"{count} {how}" for how, count in ended.items()))


def errors_warning(records: Sequence[EpisodeRecord], out: Path) -> str:
    """What to say of a study with too many errors of ours; empty for others."""
    errors = [record for record in records if record.outcome == "error"]
    if len(errors) <= MOST_ERRORS * len(records):
        return ""
    share = f"{len(errors)} of {len(records)} episodes ({len(errors) / len(records):.1%})"
    return (
        f"{share} ended in an error that is not the agent's, so the rates say little. The reasons stand above;"
        f" mend them, then give the command of the study with --resume to play these episodes in {out} again."
    )


def _group(record: EpisodeRecord) -> str:
    return (
        ".".join(record.key.task.split(".")[:2])
        if record.key.task.count(".") > 1
        else record.key.task.partition(".")[0]
    )
