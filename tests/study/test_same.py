"""Two studies of the same agent that went the same way, and what is said where they did not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.commands import run
from tests.study.samples import sample_study
from webcosm.study.plan import Plan
from webcosm.study.record import EpisodeKey, StepRecord, StudyFolder
from webcosm.study.running import public_keys, run_study
from webcosm.study.same import compare_steps

KEY = EpisodeKey("arena.notes.rename", 1)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[StudyFolder, StudyFolder]:
    return sample_study(tmp_path / "a", "sfa"), sample_study(tmp_path / "b", "sfa")


def alter_step(folder: StudyFolder, number: int, change: Callable[[StepRecord], StepRecord]) -> None:
    steps = folder.steps(KEY)
    file = folder.begin_steps(KEY)
    for step in steps:
        folder.add_step(file, change(step) if step.step == number else step)


def test_studies_that_went_the_same_way(pair: tuple[StudyFolder, StudyFolder]) -> None:
    found = compare_steps(*pair)
    assert (found.episodes, found.steps, found.differences) == (3, 9, [])
    status, said, complained = run("report", str(pair[0].path), str(pair[1].path), "--same")
    assert (status, complained) == (0, "")
    assert "3 episodes and 9 steps in both" in said
    assert "Nothing differs." in said
    assert not (pair[0].path / "report").exists()


@pytest.mark.parametrize(
    "what, change",
    [
        ("action", lambda step: replace(step, action="click('8')")),
        ("error", lambda step: replace(step, error="element '7' is disabled")),
        ("address", lambda step: replace(step, url="http://notes.test/elsewhere")),
        ("text", lambda step: replace(step, text="0" * 32)),
        ("picture", lambda step: replace(step, screenshot="0" * 32)),
        ("changes", lambda step: replace(step, changes=[])),
        ("page time", lambda step: replace(step, page_ms=1_016)),
    ],
)
def test_a_step_that_differs_is_named(
    pair: tuple[StudyFolder, StudyFolder], what: str, change: Callable[[StepRecord], StepRecord]
) -> None:
    alter_step(pair[1], 1, change)
    (one,) = compare_steps(*pair).differences
    assert (one.key, one.step, one.what) == (KEY, 1, what)
    status, said, _ = run("report", str(pair[0].path), str(pair[1].path), "--same")
    assert status == 1
    assert f"{KEY}" in said
    assert f"Different: {what} 1." in said
    told = json.loads(run("report", str(pair[0].path), str(pair[1].path), "--same", "--json")[1])
    assert told["counts"][what] == sum(told["counts"].values()) == 1
    assert told["differences"][0]["episode"] == str(KEY)


def test_evidence_is_compared_apart_from_the_verdict(pair: tuple[StudyFolder, StudyFolder]) -> None:
    record = pair[1].episodes()[1]
    evidence = {**record.verdict["extra"]["evidence"], "answer": "43"}
    pair[1].add_episode(replace(record, verdict={**record.verdict, "extra": {"evidence": evidence}}))
    (one,) = compare_steps(*pair).differences
    assert (one.key, one.step, one.what, one.first, one.other) == (KEY, None, "evidence", "answer: 42", "answer: 43")


def test_what_is_not_compared_is_no_difference(pair: tuple[StudyFolder, StudyFolder]) -> None:
    alter_step(pair[1], 1, lambda step: replace(step, timings={"step": 9.0}, usage={"calls": 3}))
    record = pair[1].episodes()[1]
    pair[1].add_episode(replace(record, seconds=99.0, attempts=2))
    assert compare_steps(*pair).differences == []


def test_verdicts_lengths_and_missing_episodes_differ(pair: tuple[StudyFolder, StudyFolder]) -> None:
    first, other = pair
    record = other.episodes()[1]
    other.add_episode(
        replace(record, outcome="success", score=1.0, steps=3, verdict={**record.verdict, "outcome": "success"})
    )
    gone = other.path / "episodes.jsonl"
    gone.write_bytes(b"".join(line for line in gone.read_bytes().splitlines(True) if b'"seed":2' not in line))
    found = [
        (one.key.seed, one.step, one.what, one.first, one.other) for one in compare_steps(first, other).differences
    ]
    assert found == [
        (1, None, "verdict", "failure 0.0 (outcome)", "success 1.0 (outcome)"),
        (1, None, "steps", "2", "3"),
        (2, None, "episode", "played", "not played"),
    ]


@pytest.mark.parametrize("names, told", [(["a"], "1 were given"), (["a", "b", "a"], "3 were given")])
def test_two_studies_are_compared(
    tmp_path: Path, pair: tuple[StudyFolder, StudyFolder], names: list[str], told: str
) -> None:
    status, _, complained = run("report", *(str(tmp_path / name) for name in names), "--same")
    assert status == 2
    assert told in complained


@pytest.mark.browser
@pytest.mark.sweep
def test_the_public_list_goes_the_same_way_twice(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """With another number of workers, in another order. Pictures and page times may seldom differ: they are counted. A
    page that takes another beat of its clock writes later times into rows."""
    keys = public_keys([], 1, 0, 1, None)
    run_study(Plan("oracle", keys), tmp_path / "a", workers=4)
    run_study(Plan("oracle", keys[::-1]), tmp_path / "b", workers=3)
    found = compare_steps(StudyFolder(tmp_path / "a"), StudyFolder(tmp_path / "b"))
    assert found.episodes == len(keys)
    late = {one.key for one in found.differences if one.what == "page time"}
    assert [
        one
        for one in found.differences
        if one.what not in ("picture", "page time") and not (one.what in ("evidence", "changes") and one.key in late)
    ] == []
    differing = [one.to_json() for one in found.differences if one.what in ("picture", "page time")]
    print(
        f"{found.steps} steps, of which {found.counts['picture']} pictures and {found.counts['page time']} times differ"
    )
    record_property("differing", differing)
    assert len(differing) <= found.steps / 500, differing
