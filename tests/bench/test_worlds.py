"""The measurements of worlds, with sizes so small that only their form can be checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webcosm.bench import worlds
from webcosm.bench.report import Record
from webcosm.bench.worlds import Sizes, measure
from webcosm.worlds import Universe

TINY = Sizes(rows={"large": 300, "small": 30}, crowd=4)
VERBS = ("open", "fork", "reset", "changes", "close")

Measured = tuple[dict[str, Record], list[tuple[int, int, str]], Path]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    cache = tmp_path_factory.mktemp("cache")
    told: list[tuple[int, int, str]] = []
    records = measure(3, lambda done, total, doing: told.append((done, total, doing)), TINY, cache)
    by_name = {record.name: record for record in records}
    assert len(by_name) == len(records), "names are unique"
    return by_name, told, cache


def test_every_verb_is_measured_at_every_size_alone_and_in_a_crowd(measured: Measured) -> None:
    records = measured[0]
    wanted = {
        f"{verb}.{size}.{crowd}.p{percent}"
        for verb in VERBS
        for size in ("large", "small")
        for crowd in (1, 4)
        for percent in (50, 95)
    }
    wanted |= {f"ratio.{verb}.{crowd}" for verb in VERBS for crowd in (1, 4)}
    wanted |= {"disturbed.1", "disturbed.4"}
    wanted |= {f"{what}.{size}.4" for what in ("memory", "disk") for size in ("large", "small")}
    assert set(records) == wanted


def test_values_are_plausible(measured: Measured) -> None:
    records = measured[0]
    for verb in VERBS:
        for size in ("large", "small"):
            middle, high = (records[f"{verb}.{size}.4.p{percent}"] for percent in (50, 95))
            assert 0 < middle.value <= high.value
            assert middle.unit == high.unit == "ms"
        large, small = (records[f"{verb}.{size}.4.p50"].value for size in ("large", "small"))
        assert records[f"ratio.{verb}.4"].value == pytest.approx(large / small)
    assert 0 <= records["disturbed.4"].value <= 100
    for size in ("large", "small"):
        assert 0 < records[f"disk.{size}.4"].value < 1_000, "a folder takes room, an image is shared"
        assert records[f"memory.{size}.4"].unit == "MB"


def test_promises_are_marked(measured: Measured) -> None:
    targets = {name: record.target for name, record in measured[0].items() if record.target is not None}
    assert targets["open.large.4.p95"] == targets["fork.small.1.p95"] == targets["reset.large.1.p95"] == 5
    assert targets["ratio.fork.4"] == 1.5
    assert targets["memory.large.4"] == 1
    assert targets["disk.small.4"] == 100
    assert not [name for name in targets if name.endswith("p50") or name.startswith("close")]


def test_progress_runs_from_nothing_to_all(measured: Measured) -> None:
    told = measured[1]
    assert told[0] == (0, 9, "building 300 products")
    assert told[-1] == (9, 9, "4 open")
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)


def test_nothing_is_left_in_the_cache(measured: Measured) -> None:
    assert list(measured[2].iterdir()) == []


def test_the_large_table_has_the_width_of_real_products(tmp_path: Path) -> None:
    with Universe([worlds._blueprint("large", 2_000)], cache=tmp_path) as universe:
        size = universe.image("large").path.stat().st_size
    assert 1_000 < size / 2_000 < 1_120, "90,000 of them make about 95 MB"


@pytest.mark.parametrize("rounds", [0, -3])
def test_rounds_must_be_positive(rounds: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"rounds={rounds}: at least 1 is needed"):
        measure(rounds, lambda done, total, doing: None, TINY, tmp_path)


@pytest.mark.parametrize("values, percent, expected", [([3, 1, 2], 50, 2), ([1], 95, 1), (list(range(1, 101)), 95, 95)])
def test_percentiles_are_values_that_were_measured(values: list[float], percent: int, expected: float) -> None:
    assert worlds._percentile(values, percent) == expected


def test_the_command_prints_json_and_its_status_says_whether_targets_are_met(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [Record("open.large.1.p95", 1.0, "ms", target=5), Record("memory.large.200", 0.3, "MB", target=1)]
    monkeypatch.setattr(worlds, "measure", lambda rounds, progress: records[:rounds])
    assert worlds.run(json=True, rounds=2) == 0
    assert [record["name"] for record in json.loads(capsys.readouterr().out)] == [
        "open.large.1.p95",
        "memory.large.200",
    ]
    records[0] = Record("open.large.1.p95", 9.0, "ms", target=5)
    assert worlds.run(json=False, rounds=1) == 1
    assert "open.large.1.p95" in capsys.readouterr().out
