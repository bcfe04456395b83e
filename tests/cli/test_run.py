"""The command `webcosm run`: time limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run


def test_a_step_longer_than_its_episode_is_refused(tmp_path: Path) -> None:
    limits = ("--step-seconds", "60", "--episode-seconds", "30")
    status, _, complaint = run("run", "arena.notes.open-note", *limits, "--out", str(tmp_path / "out"))
    assert status == 2
    assert "a step of 60 seconds in an episode of 30" in " ".join(complaint.split())
    assert not (tmp_path / "out").exists()


def test_a_models_time_limit_must_fit_into_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    asked = ("--agent", "reason", "--option", "timeout=60", "--step-seconds", "30")
    status, _, complaint = run("run", "arena.notes.open-note", *asked, "--out", str(tmp_path / "out"))
    assert status == 2
    assert "timeout=60 is too long: a step has 30 seconds, of which 27 may be spent" in " ".join(complaint.split())
    assert not (tmp_path / "out").exists()
