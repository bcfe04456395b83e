"""Lists: pages, orderings, full-text search, and search results with the words that were looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sites.kit.asking import ask, text_of
from webcosm.sites.kit import Listing, Sorting, Visitor, highlighted, match_query
from webcosm.sites.kit.listing import page_number, with_query
from webcosm.worlds import World

# Pages ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked, page",
    [
        *((None, 1), ("", 1), ("1", 1), ("2", 2), ("3", 3), ("4", 3), ("0", 1), ("-1", 1), ("abc", 1), ("2.5", 1)),
        *(("999999999", 3), ("9" * 30, 1), ("٢", 1), (" 2", 1), ("002", 2)),
    ],
)
def test_the_page_asked_for_is_brought_into_range(asked: str | None, page: int) -> None:
    assert page_number(asked, total=45, size=20) == page


@given(st.text(max_size=12) | st.integers().map(str), st.integers(0, 10_000), st.integers(1, 100))
def test_any_page_number_gives_a_page_that_exists(asked: str, total: int, size: int) -> None:
    number = page_number(asked, total, size)
    listing = Listing([], number, size, total)
    assert 1 <= number <= listing.pages
    if total:
        assert 1 <= listing.first <= listing.last <= total
    else:
        assert (listing.first, listing.last, listing.pages) == (0, 0, 1)


@pytest.mark.parametrize(
    "total, number, expected",
    [
        (0, 1, "1"),
        (20, 1, "1"),
        (21, 1, "1 2"),
        (100, 3, "1 2 3 4 5"),
        (400, 1, "1 2 3 … 20"),
        (400, 5, "1 … 3 4 5 6 7 … 20"),
        (400, 10, "1 … 8 9 10 11 12 … 20"),
        (400, 20, "1 … 18 19 20"),
    ],
)
def test_the_pages_offered_are_the_ends_and_the_neighbourhood(total: int, number: int, expected: str) -> None:
    window = Listing([], number, 20, total).window()
    assert " ".join("…" if one is None else str(one) for one in window) == expected


@given(st.integers(0, 5_000), st.integers(1, 50), st.data())
def test_the_window_has_the_page_itself_and_both_ends_in_order(total: int, size: int, data: st.DataObject) -> None:
    pages = Listing([], 1, size, total).pages
    number = data.draw(st.integers(1, pages))
    offered = Listing([], number, size, total).window()
    numbers = [one for one in offered if one is not None]
    assert numbers == sorted(set(numbers))
    assert {1, number, pages} <= set(numbers)
    assert len(offered) <= 9


def shown(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<li><a href="/notes/(\d+)">', page)]


def test_the_pages_of_a_list_hold_each_row_once(visitor: Visitor) -> None:
    pages = [shown(visitor.get(f"/?page={number}").text) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [20, 20, 5]
    assert [number for page in pages for number in page] == list(range(45, 0, -1))


def test_the_pager_leads_on_and_keeps_the_rest_of_the_query(visitor: Visitor) -> None:
    first = visitor.get("/?sort=old&q=note&page=1").text
    assert 'rel="prev"' not in first
    assert '<span aria-current="page">1</span>' in first
    assert '<a href="?sort=old&amp;q=note&amp;page=2" rel="next">Next</a>' in first
    last = visitor.get("?sort=old&q=note&page=3").text
    assert 'rel="next"' not in last
    assert shown(last) == [41, 42, 43, 44, 45]
    assert "41 to 45 of 45 notes" in last


def test_a_list_of_one_page_has_no_pager_and_an_empty_one_no_rows(visitor: Visitor) -> None:
    page = visitor.get("/?q=note+45").text
    assert shown(page) == [45]
    assert "pager" not in page
    assert "0 to 0 of 0 notes" in visitor.get("/?q=nothingofthekind").text


# Orderings ------------------------------------------------------------------------------------------------------------

ORDERS = {"new": ("Newest first", "id DESC"), "old": ("Oldest first", "id")}


@pytest.mark.parametrize(
    "given, key", [(None, "new"), ("", "new"), ("old", "old"), ("OLD", "new"), ("id; DROP", "new")]
)
def test_only_orderings_that_are_offered_reach_the_database(given: str | None, key: str) -> None:
    sorting = Sorting.choose(given, ORDERS)
    assert (sorting.key, sorting.label, sorting.sql) == (key, *ORDERS[key])
    assert list(sorting.options.items()) == [("new", "Newest first"), ("old", "Oldest first")]


def test_the_chosen_ordering_is_selected_and_the_search_kept(visitor: Visitor) -> None:
    page = visitor.get("/?sort=old&q=note&page=2").text
    assert '<option value="old" selected>' in page
    assert '<input type="hidden" name="q" value="note">' in page
    assert 'type="hidden" name="page"' not in page, "another ordering begins at its first page"


@pytest.mark.parametrize(
    "changes, query",
    [
        ({}, "?a=1&b=2&a=3"),
        ({"b": 5}, "?a=1&a=3&b=5"),
        ({"a": "x y&"}, "?b=2&a=x+y%26"),
        ({"a": None}, "?b=2"),
        ({"a": None, "b": None}, "?"),
        ({"c": ""}, "?a=1&b=2&a=3&c="),
    ],
)
def test_a_query_with_some_parameters_replaced(changes: dict[str, object], query: str) -> None:
    assert with_query([("a", "1"), ("b", "2"), ("a", "3")], **changes) == query


# Search ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def index() -> Iterator[apsw.Connection]:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE page USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2')")
    yield connection
    connection.close()


def found(index: apsw.Connection, text: str, typed: str) -> bool:
    index.execute("DELETE FROM page")
    index.execute("INSERT INTO page VALUES (?)", (text,))
    return bool(index.execute("SELECT 1 FROM page WHERE page MATCH ?", (match_query(typed),)).fetchall())


@given(st.text())
@settings(max_examples=500)
def test_any_text_is_a_query_that_the_index_understands(index: apsw.Connection, typed: str) -> None:
    query = match_query(typed)
    if query is not None:
        index.execute("SELECT rowid FROM page WHERE page MATCH ?", (query,)).fetchall()


@given(
    st.lists(st.sampled_from(['"', "*", "NEAR(", ")", "AND", "OR", "NOT", "^", ":", "{a b}", "-", "text", "'", " "]))
)
def test_the_words_of_the_query_language_are_just_words(index: apsw.Connection, parts: list[str]) -> None:
    typed = "".join(parts)
    query = match_query(typed)
    if query is None:
        assert not re.search(r"\w", typed)
    else:
        index.execute("SELECT rowid FROM page WHERE page MATCH ?", (query,)).fetchall()


@given(st.lists(st.text("abcXYZéÖß0189", min_size=1, max_size=6), min_size=1, max_size=8))
def test_a_text_is_found_by_any_of_its_words(index: apsw.Connection, words: list[str]) -> None:
    text = ", ".join(words)
    for word in words:
        assert found(index, text, word)
    assert found(index, text, " ".join(reversed(words)))


@pytest.mark.parametrize(
    "text, typed, hit",
    [
        ("The blue lamp", "lamp blue", True),
        ("The blue lamp", "lamp red", False),
        ("The blue lamp", "blue la", True),
        ("The blue lamp", "bl lamp", False),
        ("The blue lamp", "LAMP", True),
        ("Crème brûlée", "creme brulee", True),
        ("Creme brulee", "crème brûlée", True),
        ("Cafés", "cafe\u0301s", True),
        ("İstanbul", "İstanbul", True),
        ("rock-and-roll", "rock-and-roll", True),
        ("a OR b", "or", True),
    ],
)
def test_all_words_must_be_there_and_the_last_may_be_unfinished(
    index: apsw.Connection, text: str, typed: str, hit: bool
) -> None:
    assert found(index, text, typed) is hit


@pytest.mark.parametrize("typed", ["", "  ", "!?*\"'", "-", "\u0301", "\0", "\ud800"])
def test_without_any_word_there_is_nothing_to_look_for(typed: str) -> None:
    assert match_query(typed) is None


def test_a_very_long_query_is_cut_to_twenty_words(index: apsw.Connection) -> None:
    query = match_query(" ".join(f"w{number}" for number in range(10_000)))
    assert query
    assert query.endswith('"w19"*')


@given(st.text(max_size=30))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_searching_for_anything_never_breaks_a_page(world: World, typed: str) -> None:
    response = ask(world, "/", query_string=with_query([("q", typed)])[1:])
    assert response.status_code == 200
    assert "Board" in text_of(response)


def test_highlighted_marks_hits_and_escapes_the_rest() -> None:
    assert highlighted("a \2<b>\3 & c") == "a <mark>&lt;b&gt;</mark> &amp; c"
