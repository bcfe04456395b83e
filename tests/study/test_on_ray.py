"""On Ray: the same verdicts and the same records as at home, also when a worker is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from webcosm.study.on_ray import run_on_ray
from webcosm.study.plan import Plan, choose_keys
from webcosm.study.record import EpisodeRecord, StudyFolder
from webcosm.study.running import run_study

ray = pytest.importorskip("ray")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sweep,  # starting Ray and its workers takes a minute
    # Ray's own start-up leaves sockets and files to the collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray", "ignore::DeprecationWarning:ray"),
]

PLAN = Plan("oracle", choose_keys(["arena.notes.open-note", "arena.notes.write-note"], range(2)))


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False, configure_logging=False)
    yield
    ray.shutdown()


def told_of(records: list[EpisodeRecord]) -> dict[str, EpisodeRecord]:
    """By key, without what differs from run to run."""
    return {str(record.key): replace(record, seconds=0.0) for record in records}


def test_verdicts_and_records_are_those_of_a_local_run(tmp_path: Path) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    here = run_study(PLAN, home, workers=2)
    there = run_study(PLAN, away, workers=2, on="ray")
    assert told_of(there) == told_of(here)
    for key in PLAN.keys:
        mine, theirs = ([replace(step, timings={}) for step in StudyFolder(out).steps(key)] for out in (home, away))
        assert theirs == mine
    assert sorted(file.name for file in (away / "blobs").iterdir()) == sorted(
        file.name for file in (home / "blobs").iterdir()
    )


def workers_on_ray() -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                title = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if title.startswith(b"ray::_Remote"):
                found.append(int(folder.name))
    return found


def test_an_episode_whose_worker_is_killed_is_played_again(tmp_path: Path) -> None:
    folder = StudyFolder(tmp_path)
    folder.create(PLAN.manifest({}))
    seen: list[EpisodeRecord] = []

    def told(record: EpisodeRecord) -> None:
        seen.append(record)
        if len(seen) == 1:
            for pid in workers_on_ray():
                os.kill(pid, signal.SIGKILL)

    run_on_ray(PLAN, PLAN.keys, tmp_path, workers=1, on_episode=told)
    assert sorted(str(record.key) for record in seen) == sorted(str(key) for key in PLAN.keys)
    assert [record.outcome for record in seen] == ["success"] * len(PLAN.keys)
    assert max(record.attempts for record in seen) == 2, "the one that was lost took a second attempt"
