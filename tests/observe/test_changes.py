"""What changed: enough to make the new text of the old one, every line that differs named, and never longer."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from tests.observe.sample_views import views
from webcosm.observe.changes import applied, changes
from webcosm.observe.records import PageView
from webcosm.observe.text import render

LINES = st.lists(
    st.sampled_from(["a", " a", "-a", "+b", "line 3, after a", "the same page", "", "x" * 90]), max_size=12
)
PADDING = [f"row: {n} | some words that every page has" for n in range(20)]


@given(LINES, LINES)
def test_the_text_from_before_and_the_changes_make_the_text_of_now(old: list[str], new: list[str]) -> None:
    before, after = "\n".join([*PADDING, *old, *PADDING]), "\n".join([*PADDING, *new, *PADDING])
    told = changes(before, after)
    assert applied(before, told) == after
    assert len(told) <= len(after)


@given(views(), views())
def test_so_it_is_for_any_two_pages(one: PageView, other: PageView) -> None:
    before, after = render(one).text, render(other).text
    told = changes(before, after)
    assert applied(before, told) == after
    if told != after:
        added = [line for line in after.split("\n") if line not in before.split("\n")]
        assert all(f"+{line}" in told.split("\n") for line in added)


def test_places_are_named_by_their_number_and_the_line_before() -> None:
    before = "\n".join(["page", *PADDING, ' [7] button "Save"', *PADDING])
    after = before.replace('"Save"', '"Save" disabled')
    assert changes(before, after).split("\n") == [
        "the same page, 1 of 42 lines changed since the last step:",
        f"line 22, after {PADDING[-1]}",
        '-[7] button "Save"',
        '+ [7] button "Save" disabled',
    ]
    assert changes(before, before) == "the same page, nothing changed in 42 lines since the last step"


def test_another_page_is_told_whole() -> None:
    assert changes("\n".join("abc"), "\n".join("xyz")) == "x\ny\nz"


def test_long_pages_that_share_nothing_take_no_long_time() -> None:
    before, after = "\n".join(["a"] * 5000), "\n".join(["b"] * 5000)
    began = time.process_time()
    assert changes(before, after) == after
    assert time.process_time() - began < 1
