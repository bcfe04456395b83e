"""Lists: whatever the address asks for is what plain Python finds among all rows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from webcosm.sites.admin.customers.customer_lists import CUSTOMERS
from webcosm.sites.admin.customers.group_pages import GROUPS
from webcosm.sites.admin.marketing.review_pages import PENDING, REVIEWS
from webcosm.sites.admin.marketing.search_term_pages import SEARCH_TERMS
from webcosm.sites.admin.reports.report_grids import REVIEWS_BY_CUSTOMER, REVIEWS_BY_PRODUCT
from webcosm.sites.admin.sales.sales_lists import CREDIT_MEMOS, INVOICES, ORDERS, SHIPMENTS, TRANSACTIONS
from webcosm.sites.admin.site import site
from webcosm.sites.kit import Request, VisitedPage, Visitor
from webcosm.sites.kit.formats import money
from webcosm.sites.kit.grid import Column, Grid, GridView
from webcosm.sites.kit.request import Addresses
from webcosm.worlds import Row, Universe, World, WorldState

GRIDS = (ORDERS, INVOICES, SHIPMENTS, CREDIT_MEMOS, TRANSACTIONS, CUSTOMERS, GROUPS)
EVERY = (*GRIDS, REVIEWS, PENDING, REVIEWS_BY_PRODUCT, REVIEWS_BY_CUSTOMER, SEARCH_TERMS)
COLUMNS = [pytest.param(grid, column, id=f"{grid.name}-{column.key}") for grid in GRIDS for column in grid.columns]
URL = "http://admin.shop.test/sales/orders"


@pytest.fixture(scope="module")
def shop(office: Universe) -> Iterator[World]:
    """A world that no test here changes."""
    with office.open(WorldState(accounts={"admin": "mona"})) as world:
        yield world
        assert world.changes() == []


def view(world: World, grid: Grid, **query: object) -> GridView:
    parameters = {name.replace("__", "."): value for name, value in query.items()}
    return grid.view(asking(world, urlencode(parameters)))


def asking(world: World, query: str = "", form: dict[str, str] | None = None) -> Request:
    fields = form or {}
    return Request(
        site=site,
        world=world,
        addresses=Addresses({"admin": site.host}),
        query_string=query,
        form=fields,
        form_lists={name: [value] for name, value in fields.items()},
    )


def everything(world: World, grid: Grid) -> list[Row]:
    return world.shop.rows(grid.select())


def keys(rows: Sequence[Row]) -> list[Any]:
    return [row.key for row in rows]


def found(world: World, grid: Grid, **query: object) -> list[Any]:
    """The keys on all pages."""
    first = view(world, grid, size=200, **query)
    assert first.listing.pages == 1
    return keys(first.listing.items)


def values(rows: Sequence[Row], column: Column) -> list[Any]:
    return sorted({row[column.key] for row in rows if row[column.key] not in (None, "")})


def plain(world: World, asked: GridView) -> list[Row]:
    """What one query over everything finds."""
    sql, values = asked.query.sql(())
    return world.shop.rows(f"{sql} {asked.query.ordering}", *values)


# Sorting, filtering, paging -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid, column", COLUMNS)
def test_sorting_by_any_column_is_plain_sorting_with_the_key_as_tie_breaker(
    shop: World, grid: Grid, column: Column
) -> None:
    def place(row: Row) -> tuple[Any, ...]:
        value = row[column.key]
        return (value is not None, str(value).lower() if column.kind == "text" else value, row.key)

    expected = keys(sorted(everything(shop, grid), key=place))
    assert found(shop, grid, sort=column.key, dir="asc") == expected
    assert found(shop, grid, sort=column.key, dir="desc") == expected[::-1]


@pytest.mark.parametrize("grid, column", COLUMNS)
def test_filtering_by_any_column_keeps_exactly_the_rows_that_fit(shop: World, grid: Grid, column: Column) -> None:
    rows = everything(shop, grid)
    samples = values(rows, column)
    for sample in samples[:: max(1, len(samples) // 6)]:
        for query, fits in conditions(column, sample):
            expected = sorted(row.key for row in rows if row[column.key] is not None and fits(row[column.key]))
            parameters = {name.replace(".", "__"): value for name, value in query.items()}
            assert sorted(found(shop, grid, **parameters)) == expected, query


def conditions(column: Column, sample: Any) -> list[tuple[dict[str, str], Any]]:
    name = f"f.{column.key}"
    if column.kind == "text":
        part = str(sample)[1:5].upper()
        return [({name: part}, lambda value: part.strip().lower() in value.lower())]
    if column.kind == "choice":
        return [({name: str(sample)}, lambda value: value == sample)]
    typed = money(sample) if column.kind == "money" else str(sample)
    if column.kind in ("day", "moment"):
        typed = sample[:10]
        return [
            ({f"{name}.from": typed}, lambda value: value[:10] >= typed),
            ({f"{name}.to": typed}, lambda value: value[:10] <= typed),
            ({f"{name}.from": typed, f"{name}.to": typed}, lambda value: value[:10] == typed),
        ]
    return [
        ({f"{name}.from": typed}, lambda value: value >= sample),
        ({f"{name}.to": typed}, lambda value: value <= sample),
        ({f"{name}.from": typed, f"{name}.to": typed}, lambda value: value == sample),
    ]


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.name)
def test_the_keyword_finds_rows_that_have_every_word_in_some_searched_column(shop: World, grid: Grid) -> None:
    rows = everything(shop, grid)
    for row in rows[::7]:
        text = " ".join(str(row[key])[:4] for key in grid.search[:2] if row[key])
        expected = [
            one.key
            for one in rows
            if all(any(word.lower() in str(one[key] or "").lower() for key in grid.search) for word in text.split())
        ]
        assert sorted(found(shop, grid, q=text)) == sorted(expected)
        assert row.key in expected


def test_filters_are_joined_by_and(shop: World) -> None:
    expected = shop.shop.values(
        "SELECT id FROM orders WHERE status = 'complete' AND total BETWEEN 5000 AND 20000 AND created >= '2025-01-01'"
        " ORDER BY total, id"
    )
    assert len(expected) > 2
    query = {
        "f__status": "complete",
        "f__total__from": "50",
        "f__total__to": "200.00",
        "f__created__from": "2025-01-01",
    }
    assert found(shop, ORDERS, **query, sort="total", dir="asc") == expected


def test_pages_partition_the_list_in_order(shop: World) -> None:
    whole = found(shop, ORDERS)
    pages = [view(shop, ORDERS, page=number).listing for number in (1, 2, 3)]
    assert [key for page in pages for key in keys(page.items)] == whole
    assert [(page.first, page.last, page.total) for page in pages] == [(1, 20, 46), (21, 40, 46), (41, 46, 46)]
    assert keys(view(shop, ORDERS, page=99).listing.items) == keys(pages[2].items)
    assert len(view(shop, ORDERS, size=50).listing.items) == 46
    assert view(shop, ORDERS, size=7).listing.size == 20, "only the offered sizes are taken"


@pytest.mark.parametrize("few, many", [(500, 20_000), (0, 20_000), (0, 0)], ids=["few", "many", "too many"])
@pytest.mark.parametrize("grid", EVERY, ids=lambda grid: grid.name)
def test_how_the_rows_of_a_page_are_looked_for_makes_no_difference(
    shop: World, monkeypatch: pytest.MonkeyPatch, grid: Grid, few: int, many: int
) -> None:
    monkeypatch.setattr("webcosm.sites.kit.grid.FEW", few)
    monkeypatch.setattr("webcosm.sites.kit.grid.MANY", many)
    for query in ({}, {"q": "a"}, {"f__status": "pending"}, {"sort": grid.columns[-1].key, "dir": "desc", "page": 2}):
        asked = view(shop, grid, **query)
        rows = plain(shop, asked)
        assert asked.listing.total == len(rows), query
        begin = (asked.listing.number - 1) * asked.listing.size
        assert asked.listing.items == rows[begin : begin + asked.listing.size], query


@pytest.mark.parametrize("grid", EVERY, ids=lambda grid: grid.name)
def test_a_table_that_is_left_out_takes_no_row_away_and_adds_none(shop: World, grid: Grid) -> None:
    assert sorted(shop.shop.values(grid.select(()))) == sorted(keys(everything(shop, grid)))
    assert not any(f" {name} ON " in grid.select(()) for name in grid.joins)


def test_the_newest_orders_come_first(shop: World) -> None:
    assert found(shop, ORDERS) == list(range(46, 0, -1))


@pytest.mark.parametrize("text, expected", [("100%", [6]), ("o_o", []), ("'", [5]), ("\\", []), ("o'n", [5])])
def test_signs_that_sql_knows_are_only_signs(shop: World, text: str, expected: list[int]) -> None:
    assert found(shop, CUSTOMERS, f__name=text) == expected
    assert found(shop, CUSTOMERS, q=text) == expected


# What the address cannot ask for --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query, message",
    [
        ("f.total.from=ten", "Grand total: write an amount like 12.50."),
        ("f.created.to=yesterday", "Purchase date: write a date like 2026-05-14."),
        ("f.items.from=1.5", "Items: write a whole number."),
        ("f.status=lost", "Status: &#39;lost&#39; is none of the options."),
    ],
)
def test_a_filter_that_makes_no_sense_says_so_and_keeps_what_was_typed(
    visitor: Visitor, query: str, message: str
) -> None:
    page = visitor.get(f"{URL}?{query}")
    assert message in page.text
    assert "<strong>46 orders</strong>" in page.text
    assert '<details class="panel filters" open>' in page.text
    assert 'class="chip"' not in page.text
    if "from" in query:
        assert f'value="{query.partition("=")[2]}"' in page.text


@pytest.mark.parametrize("query", ["sort=nothing", "dir=sideways", "f.nothing=1", "page=x", "size=1e9", "columns=odd"])
def test_parameters_that_mean_nothing_are_passed_over(visitor: Visitor, query: str) -> None:
    page = visitor.get(f"{URL}?{query}")
    assert page.status == 200
    assert "<strong>46 orders</strong>" in page.text


# The page -------------------------------------------------------------------------------------------------------------


def test_chips_tell_the_filters_and_take_each_away(visitor: Visitor) -> None:
    page = visitor.get(f"{URL}?q=ada&f.status=complete&f.created.from=2025-01-01&sort=total&dir=desc&page=2")
    chips = dict(re.findall(r'<span class="chip"><b>(.*?):</b>.*?<a href="(.*?)"', page.text))
    assert list(chips) == ["Keyword", "Purchase date", "Status"]
    assert unescape(chips["Status"]) == "?q=ada&f.created.from=2025-01-01&sort=total&dir=desc"
    assert "from Jan 1, 2025" in page.text
    (clear,) = set(re.findall(r'<a class="small" href="(.*?)">Clear all', page.text))
    assert unescape(clear) == "?sort=total&dir=desc"


def test_the_filter_form_carries_sorting_and_keyword_along_but_not_the_page(visitor: Visitor) -> None:
    page = visitor.get(f"{URL}?q=ada&sort=total&page=2&f.status=complete")
    form = page.text.partition('<form class="sheet"')[2].partition("</form>")[0]
    hidden = dict(re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)">', form))
    assert hidden == {"q": "ada", "sort": "total"}
    assert '<option value="complete" selected>Complete</option>' in form
    labels = set(re.findall(r'<label for="(.*?)"', form))
    assert labels == set(re.findall(r'<(?:input|select) id="(.*?)"', form)), "every field has a label"


def test_an_empty_list_says_why(visitor: Visitor) -> None:
    assert "Nothing matches these filters." in visitor.get(f"{URL}?q=nobody-at-all").text
    visitor.world.shop.run("DELETE FROM payment")
    assert "No money has moved yet." in visitor.get("http://admin.shop.test/sales/transactions").text


def headers(page: VisitedPage) -> list[str]:
    return re.findall(r'<th scope="col".*?>(?:<a .*?>)?([^<]+)', page.text)


def test_chosen_columns_stay_until_the_default_is_asked_for(visitor: Visitor) -> None:
    default = ["Order", "Purchase date", "Bill-to name", "Ship-to name", "Grand total", "Status"]
    assert headers(visitor.get(URL)) == default
    assert headers(visitor.get(f"{URL}?columns=chosen&show=number&show=email&show=coupon")) == [
        "Order",
        "Customer e-mail",
        "Coupon",
    ]
    visitor.get("http://admin.shop.test/customers")
    assert headers(visitor.get(URL)) == ["Order", "Customer e-mail", "Coupon"]
    assert "columns=" not in visitor.last.text if visitor.last else False
    assert headers(visitor.get(f"{URL}?columns=chosen")) == default, "no column at all is no choice"
    visitor.get(f"{URL}?columns=chosen&show=total")
    assert headers(visitor.get(f"{URL}?columns=default&show=total")) == default
    assert visitor.world.changes() == []


def test_choices_for_all_lists_fit_into_the_session(visitor: Visitor) -> None:
    paths = (
        "sales/orders",
        "sales/invoices",
        "sales/shipments",
        "sales/credit-memos",
        "sales/transactions",
        "customers",
    )
    for path in paths:
        assert visitor.get(f"http://admin.shop.test/{path}?columns=chosen&show=number&show=name").status == 200
    assert headers(visitor.get(URL)) == ["Order"]
    assert headers(visitor.get("http://admin.shop.test/customers")) == ["Name"]


def test_the_export_has_all_matching_rows_in_the_shown_columns(visitor: Visitor) -> None:
    answer = visitor.get(f"{URL}?f.status=holded&sort=total&dir=asc&format=csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="orders.csv"'
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0] == ["Order", "Purchase date", "Bill-to name", "Ship-to name", "Grand total", "Status"]
    expected = visitor.world.shop.rows("SELECT number, total FROM orders WHERE status = 'holded' ORDER BY total, id")
    assert [(row[0], row[4], row[5]) for row in rows[1:]] == [
        (row.number, f"{row.total / 100:.2f}", "On Hold") for row in expected
    ]


def test_the_export_is_not_cut_at_a_page(visitor: Visitor) -> None:
    assert len(visitor.get(f"{URL}?format=csv&size=20&page=2").text.splitlines()) == 47


# Ticked rows ----------------------------------------------------------------------------------------------------------


def test_ticked_rows_are_those_of_the_list_only(shop: World) -> None:
    assert ORDERS.selected(asking(shop, form={"ids": "3,1,999,x"})) == [1, 3]
    assert ORDERS.selected(asking(shop)) == []


def test_everything_that_matches_can_be_chosen_at_once(shop: World) -> None:
    chosen = ORDERS.selected(asking(shop, form={"all": "on", "query": "f.status=holded&page=2", "ids": "1"}))
    assert chosen == shop.shop.values("SELECT id FROM orders WHERE status = 'holded' ORDER BY id")


def test_after_a_mass_action_the_list_is_as_before(visitor: Visitor) -> None:
    visitor.get(f"{URL}?f.status=pending&sort=total")
    page = visitor.post("/sales/orders/hold", {"ids": "7", "query": "f.status=pending&sort=total"})
    assert page.url == f"{URL}?f.status=pending&sort=total"
    assert "1 order was put on hold." in page.text


@pytest.mark.parametrize("typed", ["Inés", "INÉS", "ines", "INE\u0301S"])
def test_filters_and_keywords_do_not_mind_capitals_and_accents(visitor: Visitor, typed: str) -> None:
    db = visitor.world.shop
    db.run("UPDATE customer SET first_name = 'Inés', last_name = 'Sørensen' WHERE id = 2")
    db.run("UPDATE customer SET first_name = 'Ines' WHERE id = 3")
    for query in ({"f__name": typed}, {"q": typed}):
        assert sorted(keys(view(visitor.world, CUSTOMERS, **query).listing.items)) == [2, 3], query
    both = view(visitor.world, CUSTOMERS, q=f"{typed} SORENSEN")
    assert keys(both.listing.items) == [2]
    hits = visitor.get(f"http://admin.shop.test/search?{urlencode({'q': typed})}").text
    assert '<a href="/customers/2">Inés Sørensen</a>' in hits
    assert '<a href="/customers/3">Ines Brandt</a>' in hits
