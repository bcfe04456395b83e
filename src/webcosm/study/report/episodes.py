"""What the page of an episode shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.study.changes import ShownChange, cut, shown_changes
from webcosm.study.export import moves
from webcosm.study.record import EpisodeRecord, StepRecord, StudyFolder
from webcosm.study.report.pictures import Picture, inlined

__all__ = ["ShownStep", "episode_parts"]

MOST_PICTURES = 60
"""In one page, so that it stays under a few megabytes; later steps are told in words."""


@dataclass(frozen=True)
class ShownStep:
    """A step with the page on which the agent acted."""

    step: StepRecord
    action: str
    thought: str
    url: str
    """Of the page on which the agent acted."""
    picture: Picture | None
    mark: str
    """CSS of the frame around the acted-on element."""
    out_of_sight: bool
    """Whether that element was not on the picture."""
    why_none: str
    """Why there is no picture."""
    text: str
    """What the page said, where there is no picture."""
    changes: list[ShownChange]
    """What the step changed."""


def episode_parts(folder: StudyFolder, record: EpisodeRecord) -> dict[str, Any]:
    """The variables of `episode.html`."""
    verdict = record.verdict
    evidence: Mapping[str, Any] = verdict.get("extra", {}).get("evidence", {})
    steps = folder.steps(record.key)
    shown = _steps(folder, steps, verdict.get("collateral", []))
    last = steps[-1] if steps else None
    final = inlined(folder, last.screenshot) if last and len(shown) < MOST_PICTURES else None
    return {
        "steps": shown,
        "final": final,
        "final_url": last.url if last else "",
        "checks": verdict.get("checks", []),
        "changes": shown_changes(evidence.get("changes", []), verdict.get("collateral", [])),
        "evidence": evidence,
        "traceback": verdict.get("extra", {}).get("traceback", ""),
    }


def _steps(folder: StudyFolder, steps: list[StepRecord], collateral: Sequence[Mapping[str, Any]]) -> list[ShownStep]:
    shown = []
    for number, move in enumerate(moves(steps)):
        before = move.before
        picture = inlined(folder, before.screenshot) if before and number < MOST_PICTURES else None
        if before is None:
            why_none = "The page before the first step was not recorded."
        elif not before.screenshot:
            why_none = "No screenshot was taken."
        elif number >= MOST_PICTURES:
            why_none = f"Pictures end after {MOST_PICTURES} steps."
        else:
            why_none = f"blobs/{before.screenshot}.png is missing or damaged."
        mark = picture.mark(move.step.box) if picture else ""
        shown.append(
            ShownStep(
                step=move.step,
                action=cut(move.step.action),
                thought=cut(move.step.thought),
                url=before.url if before else "",
                picture=picture,
                mark=mark,
                out_of_sight=bool(picture and move.step.box and not mark),
                why_none="" if picture else why_none,
                text="" if picture else _text(folder, before),
                changes=shown_changes(move.step.changes, collateral),
            )
        )
    return shown


def _text(folder: StudyFolder, seen: StepRecord | None) -> str:
    try:
        return cut(folder.blob(seen.text, "txt").decode()) if seen and seen.text else ""
    except FileNotFoundError:
        return ""
