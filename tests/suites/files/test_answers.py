"""What an agent said and where it ended, judged by the rules that the benchmarks published. No page is needed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.suites.files.conftest import Write, entry
from tests.suites.files.shop import Shop
from webcosm.judge.evidence import Evidence

VISUAL: dict[str, Any] = {"image": None}
"""A field that makes it VisualWebArena's."""


def said(
    write: Write, data: dict[str, Any], answer: str | None = None, *, cannot: str | None = None, url: str = ""
) -> str:
    evidence = Evidence(answer=answer, infeasible=cannot, url=url)
    return write(data).judge_again({"evidence": evidence.to_json(), "live": []}).outcome


@pytest.mark.parametrize(
    "reference, answer, outcome",
    [
        ({"exact_match": "12"}, "120", "failure"),
        ({"exact_match": "$12"}, " $12 ", "success"),
        ({"must_include": ["12", "mug"]}, "The MUG is 120", "success"),
        ({"must_include": ["12 |OR| 13"]}, "12", "failure"),
    ],
)
def test_webarenas_answers(write: Write, reference: dict[str, Any], answer: str, outcome: str) -> None:
    assert said(write, entry(eval_types=["string_match"], reference_answers=reference), answer) == outcome


@pytest.mark.parametrize(
    "reference, answer, outcome",
    [
        ({"must_include": ["12 |OR| 13"]}, "13", "success"),
        ({"must_include": ["12"]}, "120", "failure"),
        ({"must_exclude": ["red"]}, "a blue one", "success"),
        ({"one_of": ["red", "blue"]}, "a blue one", "success"),
        ({"required_values": [">= 10", "< 20 |OR| == 30"]}, "30", "success"),
        ({"required_values": [">= 10"]}, "9", "failure"),
    ],
)
def test_visualwebarenas_answers(write: Write, reference: dict[str, Any], answer: str, outcome: str) -> None:
    data = entry(eval_types=["string_match"], reference_answers=reference, **VISUAL)
    assert said(write, data, answer) == outcome


def test_addresses(write: Write, shop: Shop) -> None:
    data = entry(eval_types=["url_match"], reference_url="__SHOPPING__/mug?a=1")
    url = f"{shop.url}/mug?a=1&b=2"
    assert said(write, data, url=url) == "success"
    assert said(write, {**data, **VISUAL}, url=url) == "failure", "VisualWebArena compares whole addresses"
    data["eval"]["url_note"] = "GOLD in PRED"
    assert said(write, {**data, **VISUAL}, url=url) == "success"


def test_na_said_in_so_many_letters_needs_no_judge_model(write: Write) -> None:
    data = entry(eval_types=["string_match"], reference_answers={"fuzzy_match": "N/A"}, string_note="No such mug.")
    assert said(write, data, "N/A") == said(write, data, cannot="there is none") == "success"
