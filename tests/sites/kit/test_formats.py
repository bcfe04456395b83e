"""Money, numbers and dates as people read and type them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webcosm.sites.kit.formats import (
    ago,
    clock_time,
    count,
    day,
    file_size,
    long_day,
    moment,
    money,
    parse_moment,
    parse_money,
    percent_of,
    plural,
    slug,
)

NOW = datetime(2026, 5, 14, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "cents, text",
    [
        (0, "$0.00"),
        (5, "$0.05"),
        (1250, "$12.50"),
        (123450, "$1,234.50"),
        (100_000_000_00, "$100,000,000.00"),
        (-5, "-$0.05"),
        (-123450, "-$1,234.50"),
    ],
)
def test_money_is_shown_to_the_cent(cents: int, text: str) -> None:
    assert money(cents) == text


@given(st.integers(0, 99_999_999_999))
def test_money_reads_back_what_it_shows(cents: int) -> None:
    shown = money(cents)
    for typed in (shown, shown.replace(",", ""), shown.removeprefix("$"), f"  {shown} ", shown.replace("$", "$ ")):
        assert parse_money(typed) == cents


@pytest.mark.parametrize("text, cents", [("12", 1200), ("12.5", 1250), ("0.05", 5), ("007", 700), ("1,000", 100_000)])
def test_money_is_read_as_people_type_it(text: str, cents: int) -> None:
    assert parse_money(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "$", "abc", "-1", "1.234", "1,23", "12,34.50", ".50", "1.", "1e3", "€5", "1 000", "1,0000", "0x1"),
        *("1" * 10, "999,999,999,999", "9" * 5_000, "1,000,000,000", "1\n2"),
    ],
)
def test_what_is_no_amount_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an amount; write it like 12\.50"):
        parse_money(text)


@given(st.text(max_size=12))
def test_any_text_is_an_amount_that_a_database_can_hold_or_refused(text: str) -> None:
    try:
        cents = parse_money(text)
    except ValueError:
        return
    assert 0 <= cents < 10**11


@pytest.mark.parametrize(
    "cents, percent, share",
    [
        (1000, 10, 100),
        (105, 10, 11),
        (104, 10, 10),
        (999, "8.25", 82),
        (50, Decimal("1"), 1),
        (-105, 10, -11),
        (0, 7, 0),
    ],
)
def test_a_share_is_rounded_half_up_to_the_cent(cents: int, percent: Decimal | int | str, share: int) -> None:
    assert percent_of(cents, percent) == share


def test_dates_and_times() -> None:
    stamp = "2026-05-04 09:05:30"
    assert day(stamp) == "May 4, 2026"
    assert day("2026-12-31") == "Dec 31, 2026"
    assert day(date(2026, 1, 1)) == "Jan 1, 2026"
    assert long_day(stamp) == "Monday, May 4, 2026"
    assert moment(stamp) == "May 4, 2026, 9:05 AM"
    assert moment(NOW) == "May 14, 2026, 9:00 AM"


@pytest.mark.parametrize(
    "hour, text",
    [(0, "12:07 AM"), (1, "1:07 AM"), (11, "11:07 AM"), (12, "12:07 PM"), (13, "1:07 PM"), (23, "11:07 PM")],
)
def test_the_clock_has_twelve_hours(hour: int, text: str) -> None:
    assert clock_time(f"2026-05-14 {hour:02d}:07:00") == text


@given(st.datetimes(min_value=datetime.fromisoformat("1000-01-01"), timezones=st.just(UTC)))
def test_a_stored_stamp_is_read_back_exactly(when: datetime) -> None:
    when = when.replace(microsecond=0)
    assert parse_moment(when.strftime("%Y-%m-%d %H:%M:%S")) == when
    assert parse_moment(when.date()) == when.replace(hour=0, minute=0, second=0)


@pytest.mark.parametrize(
    "passed, text",
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(0), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=6), "6 days ago"),
        (timedelta(days=7), "1 week ago"),
        (timedelta(days=29), "4 weeks ago"),
        (timedelta(days=30), "1 month ago"),
        (timedelta(days=364), "12 months ago"),
        (timedelta(days=365), "1 year ago"),
        (timedelta(days=3650), "10 years ago"),
    ],
)
def test_how_long_ago_is_told_in_the_largest_unit_that_fits(passed: timedelta, text: str) -> None:
    assert ago(NOW - passed, NOW) == text
    assert ago((NOW - passed).strftime("%Y-%m-%d %H:%M:%S"), NOW) == text


@pytest.mark.parametrize(
    "number, words, text",
    [
        (0, ("note",), "0 notes"),
        (1, ("note",), "1 note"),
        (2, ("city",), "2 cities"),
        (2, ("day",), "2 days"),
        (2, ("box",), "2 boxes"),
        (2, ("match",), "2 matches"),
        (2, ("address",), "2 addresses"),
        (1, ("address",), "1 address"),
        (2, ("person", "people"), "2 people"),
        (1_234, ("note",), "1,234 notes"),
    ],
)
def test_plural(number: int, words: tuple[str, ...], text: str) -> None:
    assert plural(number, *words) == text


def test_counts_and_sizes() -> None:
    assert count(1_234_567) == "1,234,567"
    assert [file_size(size) for size in (0, 1, 999, 1_000, 999_949, 999_950, 12_345_678)] == [
        "0 bytes",
        "1 byte",
        "999 bytes",
        "1.0 KB",
        "999.9 KB",
        "1.0 MB",
        "12.3 MB",
    ]


@pytest.mark.parametrize(
    "text, made",
    [
        ("Crème brûlée, 2 cups", "creme-brulee-2-cups"),
        ("  --A_b--  ", "a-b"),
        ("漢字", "x"),
        ("", "x"),
        ("ﬁne", "fine"),
    ],
)
def test_slugs(text: str, made: str) -> None:
    assert slug(text) == made


@given(st.text())
def test_any_text_has_a_slug_that_needs_no_quoting_and_is_its_own(text: str) -> None:
    made = slug(text)
    assert made
    assert set(made) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert slug(made) == made
