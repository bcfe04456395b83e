from __future__ import annotations

import pytest

from webcosm.lore.hours import OpeningHours, clock
from webcosm.lore.wordlists import load

SHOP = OpeningHours.parse("Mon-Fri 8:00-18:00; Sat 9:00-12:00 14:00-17:00")
BAR = OpeningHours.parse("Fri-Sat 18:00-2:00; Sun 16:00-24:00")


def test_text_groups_equal_days() -> None:
    assert SHOP.text() == "Mon–Fri 8:00–18:00; Sat 9:00–12:00, 14:00–17:00; Sun closed"
    assert BAR.text() == "Mon–Thu closed; Fri–Sat 18:00–2:00; Sun 16:00–24:00"
    assert OpeningHours.parse("always").text() == "Open 24 hours, every day"


def test_is_open_within_spans_only() -> None:
    assert SHOP.is_open(0, 8 * 60)
    assert not SHOP.is_open(0, 18 * 60)
    assert not SHOP.is_open(5, 13 * 60)
    assert not SHOP.is_open(6, 10 * 60)


def test_a_late_night_reaches_into_the_next_day() -> None:
    assert BAR.is_open(5, 60)
    assert BAR.is_open(6, 60)
    assert not BAR.is_open(6, 3 * 60)
    assert not BAR.is_open(0, 60)


def test_clock() -> None:
    assert [clock(minute) for minute in (0, 495, 1440, 1500)] == ["0:00", "8:15", "24:00", "1:00"]


@pytest.mark.parametrize("text", ["Mon 18:00-19:00 17:00-18:30", "Noday 8:00-9:00", "Mon"])
def test_bad_hours_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"Mon|Noday"):
        OpeningHours.parse(text)


def test_bad_moments_are_refused() -> None:
    with pytest.raises(ValueError, match="weekday 7"):
        SHOP.is_open(7, 0)
    with pytest.raises(ValueError, match="seven days"):
        OpeningHours(((),))


def test_every_written_line_can_be_read() -> None:
    for lines in load("hours").values():
        for line in lines:
            assert any(OpeningHours.parse(line).days)
