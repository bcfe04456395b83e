from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from webcosm.bench.report import Record, exit_status, progress_bar, show


def printed(records: list[Record], *, as_json: bool) -> str:
    console = Console(file=io.StringIO(), width=120)
    show(records, title="Steps", as_json=as_json, console=console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().replace("┃", "│").split("│")[1:-1]]


PLAIN = Record("open.p50", 0.51234, "ms")
COMPARED = Record("step.p50", 20.0, "ms", peer=700.0, ratio=35.0)
KEPT = Record("fork.p95", 1.25, "ms", target=5)
BROKEN = Record("memory", 1_234_567, "KB", target=100)


def test_json_has_name_value_and_unit_and_peers_where_there_are_any() -> None:
    assert json.loads(printed([PLAIN, COMPARED, KEPT], as_json=True)) == [
        {"name": "open.p50", "value": 0.51234, "unit": "ms"},
        {"name": "step.p50", "value": 20.0, "unit": "ms", "peer": 700.0, "ratio": 35.0},
        {"name": "fork.p95", "value": 1.25, "unit": "ms"},
    ]


def test_the_table_has_only_the_columns_it_needs() -> None:
    lines = printed([PLAIN], as_json=False).splitlines()
    assert cells(lines[2]) == ["measurement", "value", "unit"]
    assert cells(lines[4]) == ["open.p50", "0.512", "ms"]


def test_the_table_compares_and_says_whether_targets_are_met() -> None:
    lines = printed([PLAIN, COMPARED, KEPT, BROKEN], as_json=False).splitlines()
    assert lines[0].strip() == "Steps"
    assert cells(lines[2]) == ["measurement", "value", "unit", "peer", "ratio", "target", "met"]
    assert cells(lines[4]) == ["open.p50", "0.512", "ms", "", "", "", ""]
    assert cells(lines[5]) == ["step.p50", "20", "ms", "700", "35", "", ""]
    assert cells(lines[6]) == ["fork.p95", "1.25", "ms", "", "", "≤ 5", "yes"]
    assert cells(lines[7]) == ["memory", "1,234,567", "KB", "", "", "≤ 100", "no"]


@pytest.mark.parametrize("value, met", [(4.99, True), (5, True), (5.01, False)])
def test_a_target_may_be_reached_but_not_exceeded(value: float, met: bool) -> None:
    assert Record("x", value, "ms", target=5).met is met


@pytest.mark.parametrize("ratio, met", [(41.0, True), (40.0, True), (39.9, False), (None, None)])
def test_a_ratio_must_be_reached_where_there_is_a_peer(ratio: float | None, met: bool | None) -> None:
    record = Record("x", 5, "ms", peer=ratio and 5 * ratio, ratio=ratio, least_ratio=40)
    assert record.met is met
    lines = printed([record], as_json=False).splitlines()
    assert ("40 ×" in lines[4]) == (ratio is not None)


def test_the_exit_status_says_whether_all_targets_are_met() -> None:
    assert exit_status([PLAIN, COMPARED, KEPT]) == 0
    assert exit_status([PLAIN, KEPT, BROKEN]) == 1
    assert PLAIN.met is None


def test_progress_keeps_standard_output_clean(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as advance:
        advance(1, 2, "measuring")
    assert capsys.readouterr().out == ""
