"""One run at a time in a study's folder; what cannot be played is said once, in a sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from webcosm.browser import BrowserMissing
from webcosm.cli.app import app
from webcosm.study.lock import FolderBusy, only_run_in, working_in
from webcosm.study.plan import Plan, choose_keys
from webcosm.study.record import EpisodeRecord, StepRecord, StudyBroken, StudyFolder
from webcosm.study.running import StudyRefused, run_study
from webcosm.worlds import ImageBroken

HOLD = """
import sys, time
from pathlib import Path
from webcosm.study.lock import only_run_in
with only_run_in(Path(sys.argv[1])):
    print("here", flush=True)
    time.sleep(60)
"""
TASKS = ["arena.notes.open-note"]


def run(*arguments: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["run", *map(str, arguments)], env={"COLUMNS": "160"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stderr


def test_a_second_run_is_refused_until_the_first_has_ended_or_was_killed(tmp_path: Path) -> None:
    first = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE)
    assert first.stdout is not None
    first.stdout.readline()
    with (
        pytest.raises(FolderBusy, match=rf"another run \(process {first.pid}\) is playing into"),
        only_run_in(tmp_path),
    ):
        pass
    status, said = run(*TASKS, "--out", tmp_path)
    assert (status, "is playing into" in said) == (2, True)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    first.stdout.close()
    with only_run_in(tmp_path):
        pass


def test_workers_that_a_killed_run_left_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webcosm.study.lock.ORPHAN_SECONDS", 0.1)
    with (
        working_in(tmp_path),
        working_in(tmp_path),
        pytest.raises(FolderBusy, match="workers of a run that was killed are still playing into"),
        only_run_in(tmp_path),
    ):
        pass
    with only_run_in(tmp_path), working_in(tmp_path):
        pass


def test_a_missing_browser_is_said_once_before_the_first_episode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*, headed: bool) -> None:
        raise BrowserMissing("no browser was found; webcosm doctor --install gets one")

    monkeypatch.setattr("webcosm.study.running.find_for", none)
    monkeypatch.setattr("webcosm.study.running.run_local", lambda *_, **__: pytest.fail("nothing is to be played"))
    assert run(*TASKS, "--out", tmp_path) == (2, "webcosm: no browser was found; webcosm doctor --install gets one\n")


@pytest.mark.parametrize(
    "file, data, reason",
    [
        ("manifest.json", b"{", "manifest.json is damaged"),
        ("episodes.jsonl", b"\0\0\0\n", "episodes.jsonl: line 1 is damaged"),
        ("episodes.jsonl", b"{}\n", "episodes.jsonl: a line is no episode"),
    ],
)
def test_a_damaged_study_is_named_in_one_sentence(tmp_path: Path, file: str, data: bytes, reason: str) -> None:
    folder = StudyFolder(tmp_path)
    folder.create(Plan("oracle", choose_keys(TASKS, [0])).manifest({}))
    (tmp_path / file).write_bytes(data)
    with pytest.raises(StudyBroken, match=reason):
        (folder.manifest(), folder.episodes())
    status, said = run(*TASKS, "--out", tmp_path, "--resume")
    assert (status, reason in said.replace("\n", " ")) == (2, True), said


def test_an_image_that_was_altered_at_its_size_is_noticed_before_a_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path / "cache"))
    played: list[EpisodeRecord] = []
    monkeypatch.setattr("webcosm.study.running.run_local", lambda *_, **__: played)
    plan = Plan("oracle", choose_keys(TASKS, [0]))
    run_study(plan, tmp_path / "a", 1)
    (image,) = (tmp_path / "cache" / "images").glob("notes-*.db")
    data = bytearray(image.read_bytes())
    data[-1] ^= 1
    image.write_bytes(data)
    with pytest.raises(ImageBroken, match=str(image)):
        run_study(plan, tmp_path / "b", 1)
    result = CliRunner().invoke(app, ["doctor", "--verify"], env={"COLUMNS": "300"})
    assert result.exit_code == 1
    assert f"{image} is missing or was altered" in result.stdout


def test_a_full_folder_is_named(tmp_path: Path) -> None:
    folder = StudyFolder(tmp_path)
    folder.create({})
    file = tmp_path / "steps" / "one.jsonl"
    file.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left on device") as caught:
        folder.add_step(file, StepRecord(0, ""))
    assert caught.value.filename == str(file)


def test_a_study_that_holds_one_already_is_still_refused(tmp_path: Path) -> None:
    StudyFolder(tmp_path).create({})
    with pytest.raises(StudyRefused, match="holds a study already"):
        run_study(Plan("oracle", choose_keys(TASKS, [0])), tmp_path, 1)
