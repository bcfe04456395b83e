"""Impostors that need no browser: each leaves evidence of not having done the task."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tests.tasks.library import SHELF, CountPages, LendBook, LendMissingBook, OpenBook
from webcosm.judge.answers import AnyOf, Money, NotFound, Number, SetOf, Table, Text
from webcosm.judge.evidence import Evidence
from webcosm.proof.impostors import CONSTANTS, IMPOSTORS, said
from webcosm.proof.runs import OracleRun, score_all
from webcosm.tasks import DrawnTask, Template
from webcosm.worlds import Universe


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with Universe([SHELF]) as shelf:
        yield shelf


def run_of(template: type[Template[Any]], universe: Universe, **end: Any) -> OracleRun:
    task = DrawnTask.of(template, 0, 0)
    task.prepare(universe)
    start = Evidence(url="http://shelf.test/", title="Shelf", text="All books")
    return OracleRun(task, universe, start, replace(start, **end) if end else None)


def forged(run: OracleRun) -> dict[str, list[Evidence]]:
    with run.task.open_first(run.universe) as world:
        found = {
            one.name: [evidence for _, evidence in one.forge(run, world)]
            for one in IMPOSTORS
            if one.applies(run.family) and (run.end or not one.needs_end)
        }
    return {name: evidences for name, evidences in found.items() if evidences}


def test_without_a_right_end_those_are_left_who_do_nothing_or_answer_at_once(universe: Universe) -> None:
    found = forged(run_of(CountPages, universe))
    assert list(found) == ["null", "elsewhere", "gives up", "reports at once", "N/A", "constant", "whole page"]
    assert [one.answer for one in found["constant"]] == [*CONSTANTS[1:], "2"]


def test_an_answer_is_asked_for(universe: Universe) -> None:
    run = run_of(CountPages, universe, answer="101", title="A book", text="It has 101 pages.")
    found = forged(run)
    assert {"gives up at the end", "title", "another question", "everything"} < found.keys()
    right = said(Number(101))
    wrong = [one.answer for one in found["another question"]]
    assert len(wrong) == 4
    assert set(wrong) < {"101", "102", "103", "104", "105"}
    assert right == "101"
    assert len((found["everything"][0].answer or "").split(", ")) == 5
    assert {one.answer for one in found["whole page"]} == {"All books", "It has 101 pages."}


def test_a_page_is_to_be_reached(universe: Universe) -> None:
    found = forged(run_of(OpenBook, universe, url="http://shelf.test/Low%20Tide"))
    assert len({str(one.page) for one in found["rival page"]}) == 4
    assert "another question" not in found


def test_what_cannot_be_done_is_answered_or_reported_without_a_reason(universe: Universe) -> None:
    found = forged(run_of(LendMissingBook, universe, infeasible="There is no such book."))
    assert [one.infeasible for one in found["no reason"]] == ["  "]
    answered = found["answers instead of reporting"]
    assert {"N/A", "bananas", "The item does not exist."} <= {one.answer for one in answered}
    assert {one.infeasible for one in answered} == {None}
    assert "gives up" not in found


@pytest.mark.parametrize("template", [CountPages, OpenBook, LendBook, LendMissingBook])
def test_none_of_them_scores(template: type[Template[Any]], universe: Universe) -> None:
    run = run_of(template, universe, text="It has pages.")
    for name, evidences in forged(run).items():
        assert {verdict.outcome for verdict in score_all(universe, run.task, evidences)} == {"failure"}, name


@pytest.mark.parametrize(
    "answer, text",
    [
        (Number(5), "5"),
        (Money(Decimal("12.50")), "12.50"),
        (SetOf((Text("home"), Text("money"))), "home, money"),
        (AnyOf((Text("home"), Text("money"))), "home"),
        (Table(("name", "age"), ((Text("Ann"), Number(5)), (Text("Bo"), Number(6)))), "Ann | 5\nBo | 6"),
        (NotFound(), "There is none."),
    ],
    ids=repr,
)
def test_what_somebody_would_answer(answer: Any, text: str) -> None:
    assert said(answer) == text


def test_what_cannot_be_done_is_reported_without_looking_in_general_or_falsely(universe: Universe) -> None:
    right = "There is no book called The Lighthouse Accounts."
    run = run_of(LendMissingBook, universe, infeasible=right, pages_opened=2)
    found = forged(run)
    assert right.replace("book called ", "") in [one.infeasible for one in found["reports at once"]]
    assert "bananas" in [one.infeasible for one in found["reports in general"]]
    assert "It is too late to do this with The Lighthouse Accounts." in [
        one.infeasible for one in found["reports falsely"]
    ]
    assert "The Lighthouse Accounts is out of stock." in [one.infeasible for one in found["reports falsely"]]
    names = ("reports at once", "reports in general", "reports falsely", "answers instead of reporting")
    reports = [evidence for name in names for evidence in found[name]]
    assert {verdict.outcome for verdict in score_all(universe, run.task, reports)} == {"failure"}
    assert [verdict.outcome for verdict in score_all(universe, run.task, [run.right_end])] == ["success"]
