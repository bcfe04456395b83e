"""Study folders made by hand, with every kind of outcome; no browser is needed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from webcosm.study.record import EpisodeKey, EpisodeRecord, StepRecord, StudyFolder

__all__ = ["CHANGE", "GOAL", "make_folder", "make_record", "picture", "sample_study"]

GOAL = "Rename my note <Groceries> & tell me its number."
CHANGE = {
    "site": "notes",
    "table": "note",
    "kind": "update",
    "key": [1],
    "old": {"id": 1, "title": "Groceries", "tag": None},
    "new": {"id": 1, "title": "<script>alert(1)</script>", "tag": None},
}
MANIFEST = {
    "webcosm": "0.1.0",
    "agent": "tester",
    "agent_options": {"model": "none"},
    "scale": "small",
    "python": "3.11",
    "browser": "Chromium",
    "images": {},
}


def picture(shade: int) -> bytes:
    """A screenshot of 320x180 in one grey."""
    buffer = io.BytesIO()
    Image.new("RGB", (320, 180), (shade, shade, shade)).save(buffer, "PNG")
    return buffer.getvalue()


def make_record(key: EpisodeKey, outcome: str, steps: int, **more: Any) -> EpisodeRecord:
    score = None if outcome == "error" else float(outcome == "success")
    evidence = {"changes": [CHANGE], "answer": "42", "infeasible": None, "url": "http://notes.test/", "title": "Notes"}
    verdict: dict[str, Any] = {
        "outcome": outcome,
        "score": score,
        "progress": score or 0.0,
        "checks": [{"name": "answer", "passed": outcome == "success", "seen": "'42': equal", "expected": ""}],
        "collateral": [CHANGE] if outcome == "failure" else [],
        "note": "",
        "extra": {"evidence": {**evidence, "text": "", "fields": {}}},
    }
    if outcome == "failure":
        verdict["checks"].append(
            {"name": "order of events", "passed": True, "seen": "", "expected": "", "reached": False}
        )
    if outcome == "error":
        verdict = {"outcome": "error", "score": None, "progress": 0.0, "checks": [], "collateral": []}
        verdict["note"] = "BrowserLost: it is gone"
    facts: dict[str, Any] = {"kind": "do", "sites": ("notes",), "difficulty": 3, "level": "easy"} | more
    return EpisodeRecord(key, "tester", GOAL, outcome, score, score or 0.0, steps, verdict, 1.5, **facts)


def make_folder(path: Path, keys: Sequence[EpisodeKey]) -> StudyFolder:
    folder = StudyFolder(path)
    folder.create(MANIFEST | {"keys": [vars(key) for key in keys]})
    return folder


def sample_study(path: Path, outcomes: str = "sfe", *, opening: bool = True) -> StudyFolder:
    """One episode of two steps per sign: success, failure (cut short), agent-error or error."""
    keys = [EpisodeKey("arena.notes.rename", seed) for seed in range(len(outcomes))]
    folder = make_folder(path, keys)
    for key, sign in zip(keys, outcomes, strict=True):
        outcome = {"s": "success", "f": "failure", "a": "agent-error", "e": "error"}[sign]
        file = folder.begin_steps(key)
        for number in range(0 if opening else 1, 3):
            folder.add_step(
                file,
                StepRecord(
                    step=number,
                    action=("", "click('7')", "answer('42')")[number],
                    error="element '7' is covered" if number == 1 and sign == "f" else "",
                    thought="The title is a link." if number == 1 else "",
                    url=f"http://notes.test/{number}",
                    text=folder.add_blob(f"page {number}".encode(), "txt"),
                    screenshot=folder.add_blob(picture(255 - number), "png"),
                    box=(32.0, 18.0, 64.0, 9.0) if number == 1 else None,
                    changes=[CHANGE] if number == 1 else [],
                    reward=1.0 if number == 2 and sign == "s" else 0.0,
                ),
            )
        folder.add_episode(make_record(key, outcome, 2, cut_short="30 steps" if sign == "f" else ""))
    return folder
