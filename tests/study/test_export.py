"""Trajectories for training."""

from __future__ import annotations

import builtins
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.study.samples import GOAL, sample_study
from webcosm.study.export import COLUMNS, MissingPackage, export, moves, rows
from webcosm.study.record import StudyFolder


@pytest.fixture
def folder(tmp_path: Path) -> StudyFolder:
    return sample_study(tmp_path / "study")


def exported(folder: StudyFolder, path: Path, **more: Any) -> list[dict[str, Any]]:
    export([(folder, folder.episodes())], "jsonl", path, **more)
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_row_holds_what_was_seen_done_and_earned(folder: StudyFolder, tmp_path: Path) -> None:
    first, second, *_ = exported(folder, tmp_path / "out.jsonl")
    assert list(first) == list(COLUMNS)
    assert (first["episode"], first["step"], first["steps"], first["goal"]) == ("arena.notes.rename@0.0#0", 1, 2, GOAL)
    assert (first["observation"], first["action"], first["next_observation"]) == ("page 0", "click('7')", "page 1")
    assert (first["url"], first["next_url"]) == ("http://notes.test/0", "http://notes.test/1")
    assert first["thought"] == "The title is a link."
    assert (Path(first["study"]) / first["screenshot"]).read_bytes().startswith(b"\x89PNG")
    assert first["next_screenshot"] == second["screenshot"]


def test_rewards_returns_and_endings(folder: StudyFolder, tmp_path: Path) -> None:
    found = exported(folder, tmp_path / "out.jsonl")
    told = [(row["reward"], row["return"], row["terminated"], row["truncated"], row["outcome"]) for row in found]
    assert told == [
        (0.0, 1.0, False, False, "success"),
        (1.0, 1.0, True, False, "success"),
        (0.0, 0.0, False, False, "failure"),
        (0.0, 0.0, False, True, "failure"),
    ], "the failure was cut short, and the error is left out"


def test_an_agent_that_just_stopped_gets_its_reward_at_the_last_step(folder: StudyFolder) -> None:
    records = [replace(record, score=1.0, outcome="success") for record in folder.episodes()[1:2]]
    assert [row["reward"] for row in rows(folder, records)] == [0.0, 1.0]


def test_only_successes(folder: StudyFolder, tmp_path: Path) -> None:
    found = exported(folder, tmp_path / "out.jsonl", only_successes=True)
    assert {row["episode"] for row in found} == {"arena.notes.rename@0.0#0"}


def test_without_an_opening_the_first_observation_is_null(tmp_path: Path) -> None:
    folder = sample_study(tmp_path / "study", "s", opening=False)
    first, second = exported(folder, tmp_path / "out.jsonl")
    assert (first["observation"], first["screenshot"], first["url"]) == (None, None, None)
    assert second["observation"] == "page 1"
    assert [move.before is None for move in moves(folder.steps(folder.episodes()[0].key))] == [True, False]


def test_lost_steps_are_told(folder: StudyFolder, tmp_path: Path) -> None:
    next((folder.path / "steps").glob("*.0#0.jsonl")).unlink()
    with pytest.raises(ValueError, match=r"arena\.notes\.rename@0\.0#0 took 2 steps, but 0 are recorded"):
        exported(folder, tmp_path / "out.jsonl")
    assert list(tmp_path.glob("*out.jsonl*")) == [], "no half-written file is left"


def test_an_unknown_format_is_told(folder: StudyFolder, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no format 'csv'; formats: jsonl, parquet"):
        export([(folder, folder.episodes())], "csv", tmp_path / "out.csv")


def test_parquet_holds_the_same_rows(folder: StudyFolder, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow, which is large")
    assert export([(folder, folder.episodes())], "parquet", tmp_path / "out.parquet") == 4
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.to_pylist() == exported(folder, tmp_path / "out.jsonl")


def test_parquet_without_pyarrow_says_what_to_install(
    folder: StudyFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.partition(".")[0] == "pyarrow":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingPackage, match=r"pip install 'webcosm\[parquet\]'"):
        export([(folder, folder.episodes())], "parquet", tmp_path / "out.parquet")
