"""The time of tests is counted by folder, and told where a folder takes more than its share."""

from __future__ import annotations

import pytest

from tests.budget import BUDGETS, SITE_BUDGET, FolderTimes, budget_of, folder_of, over_budget


@pytest.mark.parametrize(
    "nodeid, folder",
    [
        ("tests/sites/shop/test_cart.py::TestCart::test_add", "sites/shop"),
        ("tests/sites/shop/deeper/test_cart.py::test_add", "sites/shop"),
        ("tests/sites/test_calc_evaluate.py::test_sums", "sites/calc"),
        ("tests/suites/arena/test_arena.py::test_all[a/b::c]", "suites/arena"),
        ("tests/worlds/test_clock.py::test_now", "worlds"),
        ("tests/test_doctor.py::test_says", "tests"),
    ],
)
def test_time_is_counted_for_the_folder_or_the_site(nodeid: str, folder: str) -> None:
    assert folder_of(nodeid) == folder


def test_every_site_has_the_same_share_unless_it_is_named() -> None:
    assert budget_of("sites/wiki") == SITE_BUDGET
    assert budget_of("sites/shop") == BUDGETS["sites/shop"]


def test_what_exceeds_its_share_is_told_the_worst_first() -> None:
    spent = {"sites/wiki": SITE_BUDGET + 1, "sites/map": SITE_BUDGET + 9, "sites/forum": SITE_BUDGET, "worlds": 1.0}
    assert list(over_budget(spent)) == ["sites/map", "sites/wiki"]


def test_setting_up_and_tearing_down_count(pytestconfig: pytest.Config) -> None:
    times = FolderTimes(pytestconfig)
    for when in ("setup", "call", "teardown"):
        times.pytest_runtest_logreport(
            pytest.TestReport("tests/worlds/test_clock.py::test_now", ("", 0, ""), {}, "passed", None, when, duration=2)
        )
    assert times.seconds == {"worlds": 6.0}
