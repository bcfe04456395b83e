"""Every answer written by hand is judged as its author meant it."""

from __future__ import annotations

import pytest

from tests.judge.written import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=[f"{n}-{type(case.expected).__name__}" for n, case in enumerate(CASES)])
def test_no_written_answer_is_misjudged(case: Case) -> None:
    refused = [(given, case.expected.compare(given).reason) for given in case.right if not case.expected.compare(given)]
    accepted = [given for given in case.wrong if case.expected.compare(given)]
    assert not refused, f"right answers refused by {case.expected}: {refused}"
    assert not accepted, f"wrong answers accepted by {case.expected}: {accepted}"
