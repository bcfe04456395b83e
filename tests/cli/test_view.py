"""`webcosm view` and `webcosm report` on studies as they are, and on damaged ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run
from tests.study.samples import sample_study
from webcosm.study.record import StudyFolder

KEY = "arena.notes.rename@0.0#0"


@pytest.fixture
def failed(tmp_path: Path) -> StudyFolder:
    return sample_study(tmp_path / "study", "f")


def test_each_step_shows_what_it_changed(failed: StudyFolder) -> None:
    _, said, _ = run("view", str(failed.path))
    told = "update notes.note 1: title 'Groceries' → '<script>alert(1)</script>'"
    lines = " ".join(said.split())
    assert lines.count(told) == 1
    assert lines.index("click('7')") < lines.index(told) < lines.index("answer('42')"), "at the step that did it"
    assert f"changed {told}" in run("view", str(failed.path), KEY, "--step", "1")[1]
    assert "changed" not in run("view", str(failed.path), KEY, "--step", "2")[1]


def test_a_check_that_was_not_reached_is_no_tick(failed: StudyFolder) -> None:
    _, said, _ = run("view", str(failed.path))
    assert "– order of events: not reached" in said
    assert "✓" not in said


@pytest.mark.parametrize("command", [("view",), ("report", "--no-html")], ids=lambda command: str(command[0]))
@pytest.mark.parametrize(
    "file, data, told",
    [
        ("manifest.json", b"\0" * 64, "manifest.json is damaged"),
        ("manifest.json", b'["a list"]', "manifest.json is damaged"),
        ("episodes.jsonl", b"\0" * 64 + b"\n", "episodes.jsonl: line 1 is damaged"),
        ("episodes.jsonl", b'{"key": 7}\n', "episodes.jsonl: a line is no episode"),
    ],
)
def test_a_damaged_study_is_one_sentence_with_its_path(
    failed: StudyFolder, command: tuple[str, ...], file: str, data: bytes, told: str
) -> None:
    (failed.path / file).write_bytes(data)
    status, said, complained = run(command[0], str(failed.path), *command[1:])
    assert (status, said) == (2, "")
    assert complained.startswith(f"webcosm: {failed.path / file}")
    assert told in complained
    assert complained.count("\n") == 1


def test_damaged_and_missing_files_of_an_episode_are_named(failed: StudyFolder) -> None:
    (text,) = {step.text for step in failed.steps(failed.episodes()[0].key) if step.step == 2}
    (failed.path / "blobs" / f"{text}.txt").unlink()
    status, _, complained = run("view", str(failed.path), KEY, "--step", "2")
    assert (status, complained) == (
        2,
        f"webcosm: {failed.path / 'blobs' / text}.txt is missing: the study's folder is not whole\n",
    )
    for picture in (failed.path / "blobs").glob("*.png"):
        picture.write_bytes(b"\0" * 100)
    assert run("report", str(failed.path))[0] == 0, "a report does without"
    assert (
        "is missing or damaged" in (failed.path / "report" / "episodes" / "arena.notes.rename@0.0.0.html").read_text()
    )
    steps = failed.steps_file(failed.episodes()[0].key)
    steps.write_bytes(b"\0\0\n")
    for command in (["view", str(failed.path)], ["report", str(failed.path)]):
        status, _, complained = run(*command)
        assert (status, f"{steps}: line 1 is damaged" in complained) == (2, True)
