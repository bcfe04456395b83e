"""Days and months as goals and pages say them."""

from __future__ import annotations

from datetime import date

import pytest

from webcosm.tasks.dates import last_of_month, month_bounds, read_day, said_day, said_month


@pytest.mark.parametrize("stamp", ["2025-03-05", "2025-03-05 09:10:11", date(2025, 3, 5)])
def test_days_are_said_as_people_say_them_and_understood_again(stamp: str | date) -> None:
    assert said_day(stamp) == "March 5, 2025"
    assert said_month(stamp) == said_month("2025-03") == "March 2025"
    assert read_day(said_day(stamp)) == read_day("Mar 5, 2025") == date(2025, 3, 5)


def test_may_is_as_long_as_its_abbreviation() -> None:
    assert read_day("May 14, 2026") == date(2026, 5, 14)


def test_a_month_has_a_first_and_a_last_day() -> None:
    assert month_bounds("February 2024") == ("2024-02-01", "2024-02-29")
    assert month_bounds("December 2025") == ("2025-12-01", "2025-12-31")
    assert last_of_month(date(2026, 4, 12)) == date(2026, 4, 30)
