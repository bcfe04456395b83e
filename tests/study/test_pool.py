"""Studies: the same verdicts however many workers; nothing lost and nothing twice after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from webcosm.lore import Rng
from webcosm.study.plan import Plan, choose_keys
from webcosm.study.pool import run_local
from webcosm.study.record import EpisodeRecord, StudyFolder
from webcosm.study.running import run_study

pytestmark = pytest.mark.browser

TASKS = ["arena.notes.count-by-tag", "arena.notes.open-note", "arena.notes.write-note"]


def verdicts(records: list[EpisodeRecord]) -> dict[str, object]:
    return {str(record.key): (record.outcome, record.score, record.steps, record.verdict) for record in records}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[EpisodeRecord]]:
    out = tmp_path_factory.mktemp("study") / "alone"
    return out, run_study(Plan("oracle", choose_keys(TASKS, range(2))), out, workers=1)


def test_every_episode_is_solved_and_recorded(alone: tuple[Path, list[EpisodeRecord]]) -> None:
    out, records = alone
    assert [record.outcome for record in records] == ["success"] * 6
    folder = StudyFolder(out)
    assert sorted(folder.episodes(), key=lambda record: record.key) == records
    for record in records:
        steps = folder.steps(record.key)
        assert [step.step for step in steps] == list(range(record.steps + 1)), (
            "the page before the first step counts as 0"
        )
        assert folder.blob(steps[0].screenshot, "png").startswith(b"\x89PNG")
        assert folder.blob(steps[0].text, "txt")
        assert steps[-1].reward == 1.0
    manifest = folder.manifest()
    assert manifest["agent"] == "oracle"
    assert "notes@0" in manifest["images"]
    assert manifest["packages"]["playwright"]


def test_a_study_that_was_played_to_its_end_starts_no_worker(
    alone: tuple[Path, list[EpisodeRecord]], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, records = alone
    monkeypatch.setattr("webcosm.study.pool._start", lambda *_: pytest.fail("there is nothing left to play"))
    assert run_study(Plan("oracle", choose_keys(TASKS, range(2))), out, workers=4, resume=True) == records


class Enough(Exception):
    pass


@pytest.mark.parametrize(
    "workers, pinned, homes",
    [(1, True, [None]), (2, True, [0, 1]), (6, True, [0, 1]), (6, False, [None, None])],
    ids=["one of two processors", "both", "more at once", "not wanted"],
)
def test_each_process_keeps_to_a_processor_if_every_one_has_a_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, workers: int, pinned: bool, homes: list[int | None]
) -> None:
    started: list[int | None] = []

    def start(_: Plan, __: Path, home: int | None) -> None:
        started.append(home)
        if len(started) == len(homes):
            raise Enough

    monkeypatch.setattr("webcosm.study.pool._start", start)
    monkeypatch.setattr("webcosm.study.pool.processors", lambda: [0, 1])
    plan = Plan("oracle", choose_keys(TASKS, range(2)))
    with pytest.raises(Enough):
        run_local(plan, plan.keys, tmp_path, workers, lambda _: None, pinned=pinned)
    assert started == homes


def test_shuffled_and_with_more_workers_the_verdicts_are_the_same(
    alone: tuple[Path, list[EpisodeRecord]], tmp_path: Path
) -> None:
    keys = Rng("shuffled").shuffled(choose_keys(TASKS, range(2)))
    many = run_study(Plan("oracle", keys), tmp_path / "many", workers=4)
    assert verdicts(many) == verdicts(alone[1])


@pytest.mark.sweep  # tests/docs/test_run_a_study.py plays the same agent on two of these tasks every day
def test_the_null_agent_never_scores(tmp_path: Path) -> None:
    records = run_study(Plan("null", choose_keys(TASKS, range(1))), tmp_path / "null", workers=1)
    assert [record.score for record in records] == [0.0, 0.0, 0.0]


KILLED = """
import sys
from pathlib import Path
from webcosm.study.running import run_study
from webcosm.study.plan import Plan, choose_keys
if __name__ == "__main__":
    run_study(Plan("oracle", choose_keys(sys.argv[2:], range(2))), Path(sys.argv[1]), workers=2, resume=True)
"""


def kill_after(lines: int, out: Path, script: Path) -> None:
    """Starts a study, and kills it without warning when so many episodes are written."""
    process = subprocess.Popen([sys.executable, script, out, *TASKS], stderr=subprocess.DEVNULL, start_new_session=True)
    file = out / "episodes.jsonl"
    while process.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") >= lines):
        try:
            process.wait(0.02)
        except subprocess.TimeoutExpired:
            continue
    if process.poll() is None:
        os.kill(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.sweep)])
def test_a_killed_study_goes_on_where_it_was(
    rounds: int, alone: tuple[Path, list[EpisodeRecord]], tmp_path: Path
) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    rng = Rng("kills")
    out = tmp_path / "killed"
    for round_ in range(rounds):
        kill_after(min(round_ + rng.integer(0, 1), 5), out, script)
        if (out / "episodes.jsonl").exists():
            with (out / "episodes.jsonl").open("ab") as file:
                file.write(b'{"schema":1,"key":{"task":"torn')  # as a kill in the middle of a line would leave it
    records = run_study(Plan("oracle", choose_keys(TASKS, range(2))), out, workers=2, resume=True)
    assert verdicts(records) == verdicts(alone[1])
    keys = [record.key for record in StudyFolder(out).episodes()]
    assert len(keys) == len(set(keys)) == 6
