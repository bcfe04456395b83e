"""`webcosm bench git` on a few small repositories."""

from __future__ import annotations

from pathlib import Path

from tests.sites.code.realgit import find_git
from webcosm.bench.git import measure


def test_it_measures_worlds_reading_writing_and_clones(tmp_path: Path) -> None:
    find_git()
    told: list[str] = []
    records = measure(2, lambda done, total, what: told.append(what), projects=2, cache=tmp_path)
    values = {record.name: record.value for record in records}
    assert values["clone.commits"] == 300
    assert values.keys() >= {"open.p50", "folder.first.p50", "blame.again.p50", "commit.p50", "clone.p50", "build.size"}
    assert all(value > 0 for value in values.values())
    assert told == ["building 2 repositories", "worlds", "clones"]
    assert list(tmp_path.iterdir()) == []
