"""Reports: every figure is what plain Python finds among all rows, and the address says what is shown."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest

from tests.sites.admin.campaign import blueprint
from tests.sites.admin.conftest import visiting
from tests.sites.admin.ledger import Ask, Ledger, amount
from tests.sites.admin.reading import flat
from tests.sites.admin.sample import OWNER, READER
from webcosm.sites.admin.reports.report_list import REPORTS
from webcosm.sites.admin.reports.report_query import PAGE, Report, period_label
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.sites.kit.formats import money
from webcosm.sites.shop import site as shop
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.worlds import Universe, WorldState

ALL = pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.key)
RANGES = (
    Ask("2024-01-01", "2026-05-14", "year"),
    Ask("2025-11-15", "2026-05-13", "month"),
    Ask("2026-03-01", "2026-05-14", "day"),
    Ask("2025-01-01", "2025-12-31", "month", ("complete", "closed")),
    Ask("2025-01-01", "2026-05-14", "year", ("canceled", "pending")),
    Ask("1999-01-01", "1999-12-31", "month"),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([blueprint()], cache=tmp_path_factory.mktemp("campaign")) as universe:
        yield universe


@pytest.fixture(scope="module")
def asker(office: Universe) -> Iterator[Visitor]:
    """The owner, in a world that no report changes."""
    with office.open(WorldState(accounts={"admin": OWNER})) as world:
        yield visiting(world)
        assert world.changes() == []


@pytest.fixture(scope="module")
def ledger(asker: Visitor) -> Ledger:
    return Ledger(asker.world.shop)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Visitor, Ledger]]:
    """The shop as it is served."""
    assert shop.blueprint
    with Universe([shop.blueprint], cache=tmp_path_factory.mktemp("served")) as universe, universe.open() as world:
        yield visiting(world), Ledger(world.shop)


def ask_for(visitor: Visitor, report: Report, ask: Ask, **more: str) -> VisitedPage:
    parameters = [("period", ask.period), ("from", ask.begin), ("to", ask.end), *more.items()]
    parameters += [("status", status) for status in ask.statuses]
    if ask.by in report.dates:
        parameters.append(("by", ask.by))
    return visitor.get(f"http://admin.shop.test/reports/{report.key}?{urlencode(parameters)}")


def rows_of(page: VisitedPage) -> list[tuple[str, ...]]:
    assert page.status == 200, page.text
    return [tuple(row) for row in csv.reader(io.StringIO(page.text))]


def check(visitor: Visitor, ledger: Ledger, report: Report, ask: Ask) -> None:
    heads, *rows = rows_of(ask_for(visitor, report, ask, format="csv"))
    assert heads == ("Period", *(cell.label for cell in report.cells))
    lines, totals = getattr(ledger, f"report_{report.key.replace('-', '_')}")(ask)
    assert rows == ([*lines, totals] if lines else [])


# Figures --------------------------------------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize("ask", RANGES, ids=str)
def test_figures_are_those_of_all_rows(asker: Visitor, ledger: Ledger, report: Report, ask: Ask) -> None:
    check(asker, ledger, report, ask)


@pytest.mark.parametrize(
    "report, by", [(report, by) for report in REPORTS for by in list(report.dates)], ids=lambda one: str(one)[:40]
)
def test_the_date_used_decides_the_period(asker: Visitor, ledger: Ledger, report: Report, by: str) -> None:
    check(asker, ledger, report, Ask("2025-01-01", "2026-05-14", "month", by=by))


@pytest.mark.sweep
@ALL
def test_figures_of_the_shop_as_it_is_served(served: tuple[Visitor, Ledger], report: Report) -> None:
    visitor, ledger = served
    for ask in (Ask("2025-06-01", "2026-05-14", "month"), Ask("2026-01-01", "2026-01-31", "day", ("complete",))):
        check(visitor, ledger, report, ask)
        assert ask.statuses or ask_for(visitor, report, ask, format="csv").text.count("\n") > 2, "it has rows"


@ALL
def test_the_page_shows_what_the_file_holds(asker: Visitor, report: Report) -> None:
    ask = Ask("2025-01-01", "2026-05-14", "month")
    file = rows_of(ask_for(asker, report, ask, format="csv"))
    page = ask_for(asker, report, ask)
    kinds = [cell.kind for cell in report.cells]

    def shown(row: tuple[str, ...]) -> list[str]:
        words = [row[0] if row[0] == "Total" else period_label(row[0])]
        for kind, text in zip(kinds, row[1:], strict=True):
            if kind == "money" and text:
                words.append(money(round(float(text) * 100)))
            else:
                words.append(f"{text} %" if kind == "percent" and text else text)
        return words

    table = re.findall(r"<tr>(.*?)</tr>", page.text, re.DOTALL)[1:]
    cells = [
        [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)]
        for row in table
    ]
    assert len(file) > 3
    assert cells == [shown(row) for row in file[1:]]


def test_a_sum_that_one_query_gives(asker: Visitor) -> None:
    """So that report and ledger cannot be wrong together."""
    row = asker.world.shop.row(
        "SELECT count(*) AS orders, sum(total) AS total FROM orders WHERE created LIKE '2025%' AND status = 'complete'"
    )
    assert row
    _, year, _ = rows_of(
        ask_for(asker, REPORTS[0], Ask("2025-01-01", "2025-12-31", "year", ("complete",)), format="csv")
    )
    assert (year[0], year[1], year[3]) == ("2025", str(row.orders), amount(row.total))


# Empty rows and pages -------------------------------------------------------------------------------------------------


@ALL
def test_empty_rows_name_every_period(asker: Visitor, report: Report) -> None:
    ask = Ask("2023-11-10", "2024-03-02", "month")
    _, *rows = rows_of(ask_for(asker, report, ask, format="csv", empty="1"))
    periods = sorted({row[0] for row in rows if row[0] != "Total"})
    assert periods == ["2023-11", "2023-12", "2024-01", "2024-02", "2024-03"]
    page = flat(ask_for(asker, report, ask, empty="1"))
    assert "November 2023" in page
    assert "November 2023" not in flat(ask_for(asker, report, ask))


@pytest.mark.parametrize(
    "period, begin, end, first, last, number",
    [
        ("day", "2024-02-27", "2024-03-01", "2024-02-27", "2024-03-01", 4),
        ("month", "2024-12-31", "2025-01-01", "2024-12", "2025-01", 2),
        ("year", "2023-12-31", "2026-01-01", "2023", "2026", 4),
    ],
)
def test_periods(asker: Visitor, period: str, begin: str, end: str, first: str, last: str, number: int) -> None:
    rows = rows_of(ask_for(asker, REPORTS[-1], Ask(begin, end, period), format="csv", empty="1"))[1:-1]
    assert (rows[0][0], rows[-1][0], len(rows)) == (first, last, number)


def test_long_reports_have_pages_and_totals_of_everything(asker: Visitor) -> None:
    ask = Ask("2025-01-01", "2026-05-14", "day")
    page = ask_for(asker, REPORTS[0], ask, empty="1")
    assert page.text.count('<td class="when">') == PAGE
    assert "499 rows, 1 to 200 shown; the totals are of all" in flat(page)
    last = ask_for(asker, REPORTS[0], ask, empty="1", page="3")
    assert last.text.count('<td class="when">') == 499 - 2 * PAGE
    assert re.findall(r"<tfoot>.*?</tfoot>", page.text) == re.findall(r"<tfoot>.*?</tfoot>", last.text)


# Asking ---------------------------------------------------------------------------------------------------------------


@ALL
def test_before_anything_is_asked_there_is_only_the_form(asker: Visitor, report: Report) -> None:
    page = asker.get(f"http://admin.shop.test/reports/{report.key}")
    assert (page.status, "<table" in page.text, 'role="alert"' in page.text) == (200, False, False)
    assert "then press Show report." in page.text
    for name in ("period", "from", "to", "empty", *(["status"] if report.statuses else [])):
        assert f'name="{name}"' in page.text, name


@ALL
@pytest.mark.parametrize(
    "query, message",
    [
        ("period=month&from=&to=2026-01-01", "From is required."),
        ("period=month", "From is required. To is required."),
        ("from=2026-02-30&to=2026-03-01", "From: '2026-02-30' is no date; write it like 2026-05-14."),
        ("from=2026-02-01&to=<b>", "To: '<b>' is no date; write it like 2026-05-14."),
        ("from=20260201&to=2026-03-01", "From: '20260201' is no date"),
        ("from=2026-03-02&to=2026-03-01", "To: 2026-03-01 is before 2026-03-02."),
        ("period=week&from=2026-03-01&to=2026-03-02", "Period: 'week' is none of day, month, year."),
        ("from=2026-03-01&to=2026-03-02&by=moon", "Date used: 'moon' is none of"),
        ("from=1900-01-01&to=2026-03-02&empty=1", "Empty rows: choose a shorter range or a longer period."),
    ],
)
def test_what_cannot_be_shown_is_said_and_kept(asker: Visitor, report: Report, query: str, message: str) -> None:
    page = asker.get(f"http://admin.shop.test/reports/{report.key}?{query}")
    assert (page.status, message in unescape(page.text), "<table" in page.text) == (422, True, False)
    for name, typed in re.findall(r"(from|to)=([^&]+)", query):
        field = re.search(rf'<input id="{name}"[^>]*>', page.text)
        assert field
        assert f'value="{typed}"' in unescape(field[0])


def test_a_status_that_does_not_exist(asker: Visitor) -> None:
    page = asker.get("http://admin.shop.test/reports/orders?from=2026-01-01&to=2026-02-01&status=lost")
    assert (page.status, "Order status: 'lost' is none of pending, processing" in unescape(page.text)) == (422, True)


def test_the_address_fills_the_form(asker: Visitor) -> None:
    ask = Ask("2026-01-01", "2026-02-01", "year", ("complete", "holded"), "updated")
    page = ask_for(asker, REPORTS[0], ask, empty="1")
    for words in (
        '<option value="year" selected>',
        '<option value="updated" selected>',
        'value="2026-01-01"',
        'value="2026-02-01"',
        'name="empty" value="1" checked',
    ):
        assert words in page.text, words
    for status in STATUSES:
        ticked = f'name="status" value="{status}" checked' in page.text
        assert ticked == (status in ask.statuses), status
    assert "Jan 1, 2026 to Feb 1, 2026, by year, Complete, On Hold" in flat(page)


def test_links_lead_to_products_and_customers(asker: Visitor) -> None:
    ask = Ask("2024-01-01", "2026-05-14", "year")
    pages = {report.key: ask_for(asker, report, ask).text for report in REPORTS}
    assert 'href="/catalog/products/5">Linen Shirt' in pages["bestsellers"]
    assert 'href="/catalog/products/4">Reed Lamp' in pages["product-views"]
    assert 'href="/customers/1">Ada Field' in pages["customers-by-orders"]


# How things stand -----------------------------------------------------------------------------------------------------


def grid_rows(visitor: Visitor, path: str) -> list[dict[str, str]]:
    answer = visitor.get(f"http://admin.shop.test/reports/{path}")
    assert answer.status == 200
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_low_stock_obeys_the_setting(visitor: Visitor) -> None:
    rows = grid_rows(visitor, "low-stock?format=csv")
    assert [(row["SKU"], row["Quantity"]) for row in rows] == [("SHIRT-RED", "2"), ("SHIRT-BLUE", "3"), ("PAN-1", "5")]
    assert "of which 5 pieces or less are left" in flat(visitor.get("/reports/low-stock"))
    visitor.world.shop.run("UPDATE setting SET value = '2' WHERE path = 'catalog/low_stock_threshold'")
    assert [row["SKU"] for row in grid_rows(visitor, "low-stock?format=csv")] == ["SHIRT-RED"]


def test_reviews_by_product_and_customer(asker: Visitor) -> None:
    products = {row["Product"]: row for row in grid_rows(asker, "reviews-by-product?format=csv")}
    mug = products["Stone Mug"]
    assert (mug["Reviews"], mug["Approved"], mug["Pending"], mug["Average rating"]) == ("3", "2", "1", "4.5")
    assert (products["Iron Pan"]["Average rating"], products["Linen Shirt"]["Last review"][:10]) == ("", "2026-04-06")
    people = {row["Customer"]: row["Reviews"] for row in grid_rows(asker, "reviews-by-customer?format=csv")}
    assert people == {"Ada Field": "2", "Ben Okoro": "1", "Cleo Brandt": "1"}


def test_search_terms_can_be_sorted_and_filtered(asker: Visitor) -> None:
    terms = [row["Search term"] for row in grid_rows(asker, "search-terms?format=csv")]
    assert terms == ["kettle <b>", "lantern", "tea", "iron pan", "mug"]
    few = grid_rows(asker, "search-terms?format=csv&f.uses.to=6&sort=term&dir=asc")
    assert [row["Search term"] for row in few] == ["iron pan", "mug"]
    assert "kettle &lt;b&gt;" in asker.get("/reports/search-terms").text


# Statistics -----------------------------------------------------------------------------------------------------------


def test_refreshing_notes_the_time_and_nothing_else(visitor: Visitor) -> None:
    page = visitor.get("http://admin.shop.test/reports/statistics")
    assert page.text.count(">Never<") == len(REPORTS) + 4
    assert "their figures are always live" in page.text
    page = visitor.post("/reports/statistics", {"report": "tax"})
    assert "The statistics of 1 report were refreshed." in page.text
    stored = visitor.world.shop.rows("SELECT * FROM statistics")
    assert stored == [{"report": "tax", "refreshed": visitor.world.clock.stamp()}]
    assert visitor.world.changes() == [], "when it was refreshed is incidental"


def test_refreshing_nothing_or_what_does_not_exist(visitor: Visitor) -> None:
    visitor.get("http://admin.shop.test/reports/statistics")
    assert "Tick at least one report first." in visitor.post("/reports/statistics", {}).text
    refused = visitor.post("/reports/statistics", {"report": "moon"})
    assert (refused.status, "There is no report &#39;moon&#39;" in refused.text) == (400, True)
    assert visitor.world.shop.rows("SELECT * FROM statistics") == []


def test_readers_see_reports_but_cannot_refresh(office: Universe) -> None:
    with office.open(WorldState(accounts={"admin": READER})) as world:
        visitor = visiting(world)
        page = visitor.get("/reports/statistics")
        assert (page.status, "<button>Refresh" in page.text, 'name="report"' in page.text) == (200, False, False)
        assert visitor.post("/reports/statistics", {"report": "tax"}).status == 403
