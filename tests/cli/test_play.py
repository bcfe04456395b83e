"""`webcosm play` and `webcosm view`, as a person at a shell meets them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from typer.testing import CliRunner

from webcosm.cli import app
from webcosm.study.record import StudyFolder

TASK = "arena.notes.open-note"


def view(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["view", *arguments], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


def post(address: str, move: object = None) -> dict[str, Any]:
    request = Request(address, json.dumps(move).encode(), {"Content-Type": "application/json"}, method="POST")
    with urlopen(request, timeout=60) as answer:
        told: dict[str, Any] = json.load(answer)
        return told


def play(out: Path, *moves: object) -> dict[str, Any]:
    """Plays in a process of its own through the address that it prints; returns what the last move led to."""
    command = [sys.executable, "-m", "webcosm", "play", TASK, "--no-open", "--out", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr
        address = next(found[1] for line in process.stderr if (found := re.search(r"Open (http\S+)", line)))
        state = {}
        for move in moves:
            state = post(f"{address}act", move)
        post(f"{address}leave")
        process.stderr.read()
    assert process.returncode == 0
    return state


@pytest.mark.browser
def test_what_a_person_played_is_recorded_and_can_be_viewed(tmp_path: Path) -> None:
    out = tmp_path / "mine"
    state = play(out, {"key": "End"}, {"action": "shout()"}, {"action": "stop()"})
    assert state["verdict"]["outcome"] == "failure"
    records = StudyFolder(out).episodes()
    assert [(record.agent, record.key.trial, record.outcome) for record in records] == [("human", 0, "failure")]
    assert [step.action for step in StudyFolder(out).steps(records[0].key)] == [
        "",
        "keyboard_press('End')",
        "shout()",
        "stop()",
    ]

    shown = view(str(out), f"{TASK}@0.0#0")
    assert "keyboard_press('End')" in shown
    assert "there is no action" in shown.lower() or "shout" in shown
    assert "failure, stopped, after 3 steps" in shown
    step = view(str(out), f"{TASK}@0.0#0", "--step", "1")
    assert "http://notes.test/" in step
    assert ".png" in step


@pytest.mark.browser
@pytest.mark.sweep
def test_what_is_played_again_goes_beside_it(tmp_path: Path) -> None:
    for _ in range(2):
        play(tmp_path / "mine")
    records = StudyFolder(tmp_path / "mine").episodes()
    assert [record.key.trial for record in records] == [0, 1]
    assert f"{TASK}@0.0#1" in view(str(tmp_path / "mine"))


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["view", str(tmp_path)])
    assert result.exit_code == 2
    assert "is not a study" in " ".join(result.output.split())
    StudyFolder(tmp_path).create({"keys": []})
    result = CliRunner().invoke(app, ["view", str(tmp_path), "arena.x"])
    assert "has no episode 'arena.x'; there are none" in " ".join(result.output.split())
    result = CliRunner().invoke(app, ["play", "arena.notes.opn-note"])
    assert result.exit_code == 2
    assert "did you mean arena.notes.open-note" in " ".join(result.output.split())
