"""Verdicts: the score with everything it rests on."""

from __future__ import annotations

import json

import pytest

from webcosm.judge.verdict import Check, Verdict
from webcosm.worlds import Change

YES, NO = Check("it is there", True), Check("it is blue", False, "red", "blue")
STRAY = Change("shelf", "book", "delete", (1,), {"id": 1}, None)


def test_success_needs_every_check() -> None:
    assert (Verdict.of([YES, YES]).outcome, Verdict.of([YES, YES]).score) == ("success", 1.0)
    assert (Verdict.of([YES, NO]).outcome, Verdict.of([YES, NO]).score) == ("failure", 0.0)


def test_collateral_fails_what_would_have_passed() -> None:
    verdict = Verdict.of([YES], [STRAY])
    assert (verdict.score, verdict.progress) == (0.0, 0.99)


def test_progress_is_the_share_of_checks_that_hold() -> None:
    assert Verdict.of([YES, NO, NO, YES]).progress == 0.5


def test_progress_that_is_given_counts_unless_all_is_well() -> None:
    assert Verdict.of([YES, NO], progress=0.25).progress == 0.25
    assert Verdict.of([YES, NO], progress=1.0).progress == 0.99, "1 means success"
    assert Verdict.of([YES], progress=0.0).progress == 1.0


def test_a_verdict_without_checks_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one check"):
        Verdict.of([])


def test_an_error_has_no_score() -> None:
    verdict = Verdict.error("the browser was lost")
    assert (verdict.outcome, verdict.score, verdict.note) == ("error", None, "the browser was lost")


def test_it_can_be_written() -> None:
    data = json.loads(json.dumps(Verdict.of([YES, NO], [STRAY], "close").to_json()))
    assert data["checks"][1] == {"name": "it is blue", "passed": False, "seen": "red", "expected": "blue"}
    assert (data["collateral"][0]["table"], data["note"], "extra" in data) == ("book", "close", False)
