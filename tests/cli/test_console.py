"""What commands say is what was meant: brackets in names, paths and goals are brackets."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from tests.cli.commands import run
from tests.study.samples import make_folder, make_record
from webcosm.cli import console
from webcosm.study.record import EpisodeKey, StepRecord

BRACKETS = "[/x] [red]webcosm[ray][/red]"
KEY = EpisodeKey("arena.notes.rename")


def test_a_refusal_keeps_its_brackets_and_its_line(tmp_path: Path) -> None:
    """Both were lost: `webcosm[ray]` became `webcosm`, and a path with `[/x]` was a traceback."""
    study = tmp_path / BRACKETS / ("long" * 40)
    assert run("view", str(study)) == (2, "", f"webcosm: {study} is not a study: it has no manifest.json\n")
    assert run("report", str(study)) == (2, "", f"webcosm: {study} is not a study: it has no manifest.json\n")


@pytest.mark.parametrize("command", ["tasks", "run", "verify", "play"])
def test_every_command_names_the_task_it_does_not_know(command: str) -> None:
    status, said, complained = run(command, "[/x]")
    assert (status, said) == (2, "")
    assert complained.startswith("webcosm: there is no task '[/x]'")


def test_what_is_recorded_is_shown_as_it_is(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "[/x]", [KEY])
    file = folder.begin_steps(KEY)
    text = folder.add_blob(BRACKETS.encode(), "txt")
    for number in range(2):
        folder.add_step(file, StepRecord(number, BRACKETS, BRACKETS, BRACKETS, f"http://notes.test/{BRACKETS}", text))
    record = make_record(KEY, "failure", 2)
    checks = [{"name": BRACKETS, "passed": False, "seen": BRACKETS, "expected": ""}]
    folder.add_episode(replace(record, goal=BRACKETS, verdict={**record.verdict, "checks": checks, "note": BRACKETS}))
    status, said, _ = run("view", str(folder.path), str(KEY))
    assert status == 0
    assert said.count(BRACKETS) == 1 + 2 * 3 + 2 + 1, "goal; action, error and page of two steps; a check; the note"
    _, said, _ = run("view", str(folder.path), str(KEY), "--step", "1")
    assert said.count(BRACKETS) == 5, "action, thought, error, page, text"
    _, said, _ = run("report", str(folder.path), "--no-html")
    assert "arena.notes.rename" in said


def test_a_progress_bar_says_what_it_is_at_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = io.StringIO()
    terminal = Console(file=seen, force_terminal=True, width=120, markup=False)
    monkeypatch.setattr(console, "error_console", lambda: terminal)
    with console.progress_bar() as progress:
        progress.add_task(BRACKETS, total=2)
    assert BRACKETS in seen.getvalue()


def test_a_bar_is_drawn_on_terminals_only() -> None:
    assert console.progress_bar().disable
