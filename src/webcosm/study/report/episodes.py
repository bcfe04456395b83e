"""What the page of an episode shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webcosm.study.export import moves
from webcosm.study.record import EpisodeRecord, StepRecord, StudyFolder
from webcosm.study.report.pictures import Picture, inlined

__all__ = ["ShownChange", "ShownStep", "episode_parts"]

MOST_PICTURES = 60
"""In one page, so that it stays under a few megabytes; later steps are told in words."""
LONGEST = 4_000
"""Characters of a thought, an action or a value."""


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
    why_none: str
    """Why there is no picture."""
    text: str
    """What the page said, where there is no picture."""


@dataclass(frozen=True)
class ShownChange:
    """A changed row: which columns went from what to what."""

    name: str
    kind: str
    collateral: bool
    values: list[tuple[str, str, str]]


def episode_parts(folder: StudyFolder, record: EpisodeRecord) -> dict[str, Any]:
    """The variables of `episode.html`."""
    verdict = record.verdict
    evidence: Mapping[str, Any] = verdict.get("extra", {}).get("evidence", {})
    steps = folder.steps(record.key)
    shown = _steps(folder, steps)
    last = steps[-1] if steps else None
    final = inlined(folder, last.screenshot) if last and len(shown) < MOST_PICTURES else None
    return {
        "steps": shown,
        "final": final,
        "final_url": last.url if last else "",
        "checks": verdict.get("checks", []),
        "changes": _changes(evidence.get("changes", []), verdict.get("collateral", [])),
        "evidence": evidence,
        "traceback": verdict.get("extra", {}).get("traceback", ""),
    }


def _steps(folder: StudyFolder, steps: list[StepRecord]) -> list[ShownStep]:
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
            why_none = f"blobs/{before.screenshot}.png is missing."
        shown.append(
            ShownStep(
                step=move.step,
                action=_cut(move.step.action),
                thought=_cut(move.step.thought),
                url=before.url if before else "",
                picture=picture,
                mark=picture.mark(move.step.box) if picture else "",
                why_none="" if picture else why_none,
                text="" if picture else _text(folder, before),
            )
        )
    return shown


def _text(folder: StudyFolder, seen: StepRecord | None) -> str:
    try:
        return _cut(folder.blob(seen.text, "txt").decode()) if seen and seen.text else ""
    except FileNotFoundError:
        return ""


def _changes(changes: list[dict[str, Any]], collateral: list[dict[str, Any]]) -> list[ShownChange]:
    shown = []
    for change in changes:
        old, new = change["old"] or {}, change["new"] or {}
        values = [
            (column, _value(old.get(column)), _value(new.get(column)))
            for column in dict.fromkeys((*old, *new))
            if old.get(column) != new.get(column) or not (old and new)
        ]
        key = ", ".join(map(str, change["key"]))
        name = f"{change['site']}.{change['table']} {key}"
        shown.append(ShownChange(name, change["kind"], change in collateral, values))
    return shown


def _value(value: Any) -> str:
    return "" if value is None else _cut(str(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text) - LONGEST:,} more characters)"
