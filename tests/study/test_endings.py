"""How episodes ended: a wrong answer is not a stop, a stop is not a limit, and an error is neither."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.study.samples import make_record
from webcosm.study.endings import ending_of, endings
from webcosm.study.record import EpisodeKey, EpisodeRecord

KEY = EpisodeKey("arena.notes.rename")


def failed(ending: str, *checks: tuple[str, bool], **more: Any) -> EpisodeRecord:
    record = make_record(KEY, "failure", 2, ending=ending, **more)
    told = [{"name": name, "passed": passed, "seen": "", "expected": ""} for name, passed in checks]
    return replace(record, verdict={**record.verdict, "checks": told})


@pytest.mark.parametrize(
    "record, told",
    [
        (make_record(KEY, "success", 2, ending="stop"), "success"),
        (make_record(KEY, "error", 2), "error: BrowserLost: it is gone"),
        (failed("answer", ("answer", False)), "failure, wrong answer"),
        (failed("answer", ("answer", True), ("nothing else", False)), "failure, right answer but not the rest"),
        (failed("answer", ("note updated", False)), "failure, answered"),
        (failed("stop", ("answer", False)), "failure, stopped"),
        (failed("infeasible", ("not reported as infeasible", False)), "failure, reported as infeasible"),
        (failed("limit", ("answer", False), cut_short="30 steps"), "failure, cut short: 30 steps"),
        (failed("page"), "failure, ended by the page"),
        (failed(""), "failure, left unfinished"),
        (failed("unknown", ("answer", False)), "failure, wrong answer"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_ending_in_words(record: EpisodeRecord, told: str) -> None:
    assert ending_of(record) == told


def test_the_most_frequent_comes_first() -> None:
    records = [failed("stop"), make_record(KEY, "success", 1), failed("stop")]
    assert list(endings(records).items()) == [("failure, stopped", 2), ("success", 1)]
