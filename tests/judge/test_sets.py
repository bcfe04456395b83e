"""Expectations over many rows say which one is wrong."""

from __future__ import annotations

import pytest

from tests.judge.test_state import accepts, inserted, updated
from webcosm.judge.sets import OneOf, Part, Untouched, over_rows
from webcosm.judge.state import Expectation, Insert, RuleError, Update

LENT = [
    Part(f"book {number}: 300 pages", (Update("shelf", "book", {"pages": 300}, key=(number,)),)) for number in (1, 2, 3)
]
LEFT = [Untouched("book 9", "shelf", "book", key=(9,))]


def test_all_of_it_and_nothing_else() -> None:
    wanted = over_rows(LENT, LEFT)
    done = [updated(number, pages=300) for number in (3, 1, 2)]
    assert accepts(wanted, *done)
    assert not accepts(wanted, *done[:2])
    assert not accepts(wanted, *done, updated(9, pages=300))
    assert not accepts(wanted, *done, updated(8, pages=300))


def test_the_report_names_the_row_that_is_wrong() -> None:
    checks, _ = over_rows(LENT, LEFT).checks([updated(1, pages=300), updated(2, pages=301), updated(9, title="x")])
    wrong = {check.name: check.seen for check in checks if not check.passed}
    assert list(wrong) == ["book 2: 300 pages", "book 3: 300 pages", "book 9: left alone"]
    assert "pages is 301, not 300" in wrong["book 2: 300 pages"]


def test_progress_is_the_share_of_parts_and_doing_nothing_is_none() -> None:
    wanted = over_rows(LENT, LEFT)
    assert wanted.progress([]) == 0
    assert wanted.progress([updated(1, pages=300)]) == pytest.approx(1 / 3)


def test_a_part_is_done_when_all_its_rows_are() -> None:
    both = Part(
        "both",
        (
            Update("shelf", "book", {"pages": 300}, key=(1,)),
            Insert("shelf", "book", {"title": "x", "pages": 1}, {"id": "next", "seen": "any"}),
        ),
    )
    wanted = over_rows([both])
    assert wanted.progress([updated(1, pages=300)]) == 0
    assert accepts(wanted, updated(1, pages=300), inserted(title="x", pages=1))


def test_parts_need_names_of_their_own() -> None:
    with pytest.raises(RuleError, match="two parts are called 'book 1"):
        over_rows([LENT[0], LENT[0]])


def test_any_optimum_will_do_and_a_mixture_will_not() -> None:
    first = Expectation(
        [Update("shelf", "book", {"pages": 1}, key=(1,)), Update("shelf", "book", {"pages": 2}, key=(2,))]
    )
    other = Expectation(
        [Update("shelf", "book", {"pages": 2}, key=(1,)), Update("shelf", "book", {"pages": 1}, key=(2,))]
    )
    wanted = OneOf(options=(first, other))
    assert accepts(wanted, updated(1, pages=1), updated(2, pages=2))
    assert accepts(wanted, updated(1, pages=2), updated(2, pages=1))
    assert not accepts(wanted, updated(1, pages=2), updated(2, pages=2))
    assert wanted.progress([updated(1, pages=2)]) == 0.5
    assert wanted.resolved([updated(1, pages=2)]) is other
    with pytest.raises(RuleError, match="at least one option"):
        OneOf(options=())
