"""Records survive a kill at any moment, and come back as they were written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.study.samples import make_folder, make_record, sample_study
from webcosm.study.record import EpisodeKey, StepRecord, StudyFolder

KEY = EpisodeKey("arena.notes.rename", seed=2, universe=7, trial=1)


def test_a_key_is_written_for_people() -> None:
    assert str(KEY) == "arena.notes.rename@7.2#1"


def test_episodes_come_back_as_they_were_written(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, [KEY])
    record = make_record(KEY, "failure", 3, cut_short="30 steps", achievable=False, revision=4, usage={"calls": 1})
    folder.add_episode(record)
    assert folder.episodes() == [record]


def test_steps_come_back_as_they_were_written(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, [KEY])
    file = folder.begin_steps(KEY)
    steps = [StepRecord(1, "click('1')", box=(1.0, 2.0, 3.0, 4.0)), StepRecord(2, "stop()", reward=1.0)]
    for step in steps:
        folder.add_step(file, step)
    assert folder.steps(KEY) == steps


def test_an_attempt_begins_its_steps_anew(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, [KEY])
    folder.add_step(folder.begin_steps(KEY), StepRecord(1, "click('1')"))
    folder.begin_steps(KEY)
    assert folder.steps(KEY) == []


@pytest.mark.parametrize("cut", [1, 20, 400])
def test_a_line_torn_by_a_kill_is_ignored_and_then_mended(tmp_path: Path, cut: int) -> None:
    folder = sample_study(tmp_path, "sf")
    file = tmp_path / "episodes.jsonl"
    first, second = folder.episodes()
    file.write_bytes(file.read_bytes()[:-cut])
    assert folder.episodes() == [first]
    folder.add_episode(second)
    assert folder.episodes() == [first, second]


def test_a_kill_before_the_first_line_is_whole_leaves_an_empty_study(tmp_path: Path) -> None:
    folder = sample_study(tmp_path, "s")
    (record,) = folder.episodes()
    (tmp_path / "episodes.jsonl").write_bytes(b'{"schema":1,"key"')
    assert folder.episodes() == []
    folder.add_episode(record)
    assert folder.episodes() == [record]


def test_equal_blobs_are_kept_once(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, [])
    assert folder.add_blob(b"same", "txt") == folder.add_blob(b"same", "txt") != folder.add_blob(b"other", "txt")
    assert len(list((tmp_path / "blobs").iterdir())) == 2
    assert folder.blob(folder.add_blob(b"same", "txt"), "txt") == b"same"


def test_texts_of_any_script_survive(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, [KEY])
    record = replace(make_record(KEY, "success", 1), goal="Ενα — “naïve” 日本\n\u2028next\x85")
    folder.add_episode(record)
    assert folder.episodes() == [record]


def test_a_folder_that_is_no_study_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="is not a study: it has no manifest"):
        StudyFolder(tmp_path).manifest()
