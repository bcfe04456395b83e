"""Figures of families with levels."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from tests.study.samples import make_folder, make_record
from webcosm.study.record import EpisodeKey, EpisodeRecord
from webcosm.study.report.levels import claims, headroom
from webcosm.study.report.summary import read_studies
from webcosm.study.report.tables import study_tables


def record(level: int, seed: int, outcome: str, ending: str = "stop", trial: int = 0) -> EpisodeRecord:
    return make_record(
        EpisodeKey(f"arena.hard.things.{level}", seed, 0, trial),
        outcome,
        5,
        level=f"level {level}",
        dials={"rows": 4 * level, "sources": 1},
        skills=("policy", "ask") if level > 2 else ("policy",),
        ending=ending,
    )


RECORDS = [
    record(1, 0, "success"),
    record(1, 0, "success", trial=1),
    record(1, 1, "success"),
    record(1, 1, "failure", trial=1),
    record(4, 0, "failure"),
    record(4, 1, "failure", ending="limit"),
    record(4, 2, "error", ending=""),
]


def test_success_by_level_skill_family_and_dial() -> None:
    found = headroom(RECORDS)
    assert found is not None
    assert {name: (rate.solved, rate.judged) for name, rate in found.levels.items()} == {
        "level 1": (3, 4),
        "level 4": (0, 2),
    }
    assert {name: rate.judged for name, rate in found.skills.items()} == {"ask": 2, "policy": 6}
    assert list(found.families) == ["arena.hard.things"]
    assert {dial: list(curve) for dial, curve in found.dials.items()} == {"rows": [4, 16]}, "one value is no curve"
    assert [one.every for one in found.passes["level 1"]] == [0.75, 0.5]


def test_a_false_success_is_a_claim_that_the_judge_refuses() -> None:
    assert claims(RECORDS).made == 5
    assert claims(RECORDS).false == 2
    assert claims([]).rate is None
    assert headroom([make_record(EpisodeKey("arena.notes.pin-note"), "success", 3)]) is None


def test_records_keep_level_dials_and_skills() -> None:
    again = EpisodeRecord.from_json(RECORDS[0].to_json())
    assert again == RECORDS[0]


def test_the_tables_show_it(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "study", [one.key for one in RECORDS])
    for one in RECORDS:
        folder.add_episode(one)
    (study,) = read_studies([tmp_path / "study"])
    console = Console(width=160, record=True, file=io.StringIO())
    for table in study_tables(study):
        console.print(table)
    text = console.export_text()
    assert "By skill" in text
    assert "By dial: rows" in text
    assert "1 of 4 claims" in text
    assert "headroom" in study.to_json()
