"""calc.test: its pages, what they show and what they change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect, sync_playwright

from webcosm.browser import chromium
from webcosm.server.app import Server
from webcosm.sites.calc import site
from webcosm.sites.calc.dates import shifted, span
from webcosm.sites.calc.evaluate import evaluate
from webcosm.sites.calc.figures import grouped, plain
from webcosm.sites.calc.keys import KEYS, press
from webcosm.sites.calc.units import QUANTITIES, convert
from webcosm.sites.kit import Site, Visitor
from webcosm.worlds import BEGINNING, Universe, World

SITES = (site, *(Site(name, title=name, tagline="", folder=Path("/nowhere")) for name in ("home", "manuals")))
SEEDED = 15


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint], cache=tmp_path_factory.mktemp("cache")) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    visitor = Visitor(world, SITES)
    visitor.get("http://calc.test/")
    return visitor


# The calculator's page ------------------------------------------------------------------------------------------------


def test_an_address_shows_a_result_and_changes_nothing(visitor: Visitor, world: World) -> None:
    page = visitor.get("/?q=2%2B2*1000")
    assert page.status == 200
    assert "= 2,002" in page.text
    assert not world.changes()


def test_equals_stores_one_calculation(visitor: Visitor, world: World) -> None:
    page = visitor.post("/", {"q": " 2**3 * 1,000 ", "angle": "deg"})
    assert page.url == f"http://calc.test/?entry={SEEDED + 1}"
    assert "= 8,000" in page.text
    [change] = world.changes()
    assert (change.table, change.kind) == ("calculation", "insert")
    assert change.new == {
        "id": SEEDED + 1,
        "expression": "2^3 × 1,000",
        "result": "8000",
        "value": "8000",
        "angle": "deg",
        "created": "2026-05-14 09:00:00",
        "cleared": None,
    }


def test_a_mistake_is_shown_and_not_stored(visitor: Visitor, world: World) -> None:
    page = visitor.post("/", {"q": "(2+3*4"})
    assert page.status == 422
    assert "Missing closing parenthesis at position 7" in page.text
    assert 'value="(2+3*4"' in page.text
    assert 'data-position="7"' in page.text
    assert not world.changes()


def test_ans_is_the_newest_result_in_full(visitor: Visitor) -> None:
    visitor.post("/", {"q": "1/3"})
    visitor.post("/", {"q": "Ans*3"})
    assert "= 1<" in visitor.get("/?q=Ans").text
    assert 'value="Ans*3"' not in visitor.get("/").text


def test_stored_results_stay_when_ans_moves_on(visitor: Visitor) -> None:
    visitor.post("/", {"q": "20"})
    page = visitor.post("/", {"q": "Ans+1"})
    assert "= 21" in page.text
    assert "= 21" in visitor.get(page.url).text


def test_degrees_and_radians_are_remembered(visitor: Visitor, world: World) -> None:
    assert "= 0.5" in visitor.get("/?q=sin(30)").text
    page = visitor.post("/", {"q": "sin(pi/2)", "angle": "rad"})
    assert "= 1<" in page.text
    assert 'value="rad" checked' in visitor.get("/").text
    assert world.calc.value("SELECT angle FROM calculation ORDER BY id DESC") == "rad"
    assert 'value="deg" checked' in visitor.get("/?angle=deg").text
    assert 'value="deg" checked' in visitor.get("/?angle=gon").text


def test_keys_work_without_scripts(visitor: Visitor, world: World) -> None:
    text = ""
    for key in ("1", "2", "times", "open", "3", "plus", "4", "4", "back", "close"):
        page = visitor.post("/press", {"q": text, "key": key}, follow=False)
        text = page.headers["location"].removeprefix("/?q=")
        text = press_through(visitor, page.headers["location"])
    assert text == "12×(3+4)"
    assert "= 84" in visitor.get("/?q=" + quote(text)).text
    assert press(text, "all") == ""
    assert visitor.post("/press", {"q": "1", "key": "nonsense"}).status == 400
    assert not world.changes()


def press_through(visitor: Visitor, location: str) -> str:
    page = visitor.get(location)
    return page.text.split('id="q" name="q" value="')[1].split('"')[0]


def test_every_key_types_something_the_evaluator_knows() -> None:
    for key in KEYS:
        if key.types:
            before, after = ("4", "") if key.types[0] in "^!%)" else ("4×", "9)" if key.types.endswith("(") else "")
            text = {")": "(4)", ".": "4.5", "+": "4+1", "−": "4−1", "×": "4×1", "÷": "4÷1", "^": "4^2"}.get(
                key.types, before + key.types + after
            )
            if key.types == "(":
                text = "4×(9)"
            assert evaluate(text, ans=Decimal(1)).is_finite(), key.name


def test_the_first_submit_button_is_equals(visitor: Visitor) -> None:
    """Enter in the display presses the form's first button."""
    form = visitor.get("/").text.split('id="machine"')[1]
    buttons = [part.split(">")[0] for part in form.split("<button")[1:] if 'type="button"' not in part.split(">")[0]]
    assert 'name="equals"' in buttons[0]


def test_the_preview_is_data_and_changes_nothing(visitor: Visitor, world: World) -> None:
    assert json.loads(visitor.get("/preview?q=1000*2").text) == {"result": "2000", "shown": "2,000"}
    wrong = json.loads(visitor.get("/preview?q=5/0").text)
    assert wrong == {"error": "Division by zero", "position": 2}
    assert not world.changes()


def test_memory_keys(visitor: Visitor, world: World) -> None:
    def key(name: str, expression: str = "") -> str:
        return visitor.post("/memory", {"memory": name, "q": expression}).text

    assert "Memory empty" in visitor.get("/").text
    key("MS", "6*7")
    [change] = world.changes()
    assert (change.table, change.kind, change.new) == ("memory", "insert", {"id": 1, "value": "42"})
    key("M+", "8")
    assert world.calc.value("SELECT value FROM memory") == "50"
    key("M-")  # an empty display stands for the last answer, 112.5
    assert world.calc.value("SELECT value FROM memory") == "-62.5"
    assert 'value="2*-62.5"' in key("MR", "2*")
    page = key("M+", "1/0")
    assert "Division by zero" in page
    key("MC")
    assert not world.changes()
    assert visitor.post("/memory", {"memory": "MX"}).status == 400


def test_memory_overflow_is_refused(visitor: Visitor, world: World) -> None:
    visitor.post("/memory", {"memory": "MS", "q": "9e9999"})
    page = visitor.post("/memory", {"memory": "M+", "q": "9e9999"})
    assert page.status == 422
    assert "The result is too large for the memory" in page.text
    assert world.calc.value("SELECT value FROM memory") == "9E+9999"


# History --------------------------------------------------------------------------------------------------------------


def test_the_seeded_history_is_right(world: World) -> None:
    rows = world.calc.rows("SELECT * FROM calculation ORDER BY id")
    assert len(rows) == SEEDED
    assert [row.created for row in rows] == sorted(row.created for row in rows)
    assert rows[-1].created < BEGINNING.strftime("%Y-%m-%d %H:%M:%S")
    for row in rows:
        assert plain(evaluate(row.expression)) == row.result, row.expression


def test_history_is_newest_first_and_can_be_used_again(visitor: Visitor) -> None:
    visitor.post("/", {"q": "7*6"})
    page = visitor.get("/").text
    assert page.index("Use 7×6 again") < page.index("Use 18.75×6 again")
    assert 'href="/?q=7%C3%976&amp;angle=deg"' in page
    assert "= 42" in visitor.get("/?q=7%C3%976&angle=deg").text


def test_history_is_paged(visitor: Visitor) -> None:
    for number in range(20):
        visitor.post("/", {"q": f"{number}+1"})
    first, second = visitor.get("/history").text, visitor.get("/history?page=2").text
    assert "35 calculations" in first
    assert "19+1" in first
    assert "19+1" not in second
    assert "4×7.25" in second


def test_clearing_the_history_and_undo(visitor: Visitor, world: World) -> None:
    page = visitor.post("/history/clear")
    assert "History cleared." in page.text
    assert "Nothing here yet" in page.text
    changes = world.changes()
    assert len(changes) == SEEDED
    assert {(change.kind, change.columns) for change in changes} == {("update", ("cleared",))}
    assert "= 0<" in visitor.get("/?q=Ans").text
    visitor.post("/history/undo/1")
    assert not world.changes()
    assert "There is nothing to undo" in visitor.post("/history/undo/1").text


def test_undo_brings_back_only_what_that_clearing_took(visitor: Visitor, world: World) -> None:
    page = visitor.post("/history/3/delete", {"from": "history"})
    assert page.url.endswith("/history")
    assert 'action="/history/undo/1"' in page.text
    visitor.post("/history/clear")
    visitor.post("/history/undo/2")
    assert [change.key for change in world.changes()] == [(3,)]
    assert visitor.get("/?entry=3").status == 404


def test_an_empty_history_says_so(visitor: Visitor) -> None:
    visitor.post("/history/clear", {"from": "history"})
    assert "No calculations are kept here" in visitor.get("/history").text
    visitor.get("/")
    assert "empty already" in visitor.post("/history/clear").text


@pytest.mark.parametrize("number", ["0", "999", "x", "-1", "9" * 40, "", "1 OR 1=1"])
def test_unknown_entries(visitor: Visitor, number: str) -> None:
    assert visitor.get(f"/?entry={quote(number)}").status == (200 if number == "" else 404)


# Manners of every page ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/press", "/memory", "/history/clear", "/history/1/delete", "/history/undo/1"])
def test_forms_need_their_token(visitor: Visitor, world: World, path: str) -> None:
    assert visitor.post(path, {"csrf": "forged", "q": "1+1", "key": "1", "memory": "MS"}).status == 403
    assert not world.changes()


def test_typed_markup_is_shown_as_typed(visitor: Visitor) -> None:
    evil = '"><script>alert(1)</script>'
    for page in (
        visitor.get(f"/?q={quote(evil)}"),
        visitor.post("/", {"q": evil}),
        visitor.get(f"/convert?value={quote(evil)}"),
    ):
        assert "<script>alert" not in page.text
        assert "&lt;script&gt;" in page.text


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=80), path=st.sampled_from(["/", "/preview", "/convert", "/percent", "/dates", "/history"]))
def test_no_query_breaks_a_page(universe: Universe, text: str, path: str) -> None:
    names = ("q", "angle", "entry", "value", "kind", "from", "to", "page", "percent", "of", "bill", "days", "start")
    with universe.open() as world:
        visitor = Visitor(world, SITES)
        query = "&".join(f"{name}={quote(text)}" for name in names)
        for tool in ("of", "tip", "between", "add"):
            assert visitor.get(f"http://calc.test{path}?tool={tool}&{query}").status in (200, 404, 422)
        assert visitor.get(f"http://calc.test/?q={quote(text)}").status == 200
        assert visitor.post("http://calc.test/", {"q": text}, follow=False).status in (303, 422)


def test_worlds_of_one_seed_are_alike(universe: Universe) -> None:
    pages = []
    for _ in range(2):
        with universe.open() as world:
            visitor = Visitor(world, SITES)
            visitor.get("http://calc.test/")
            visitor.post("/", {"q": "2*3"})
            visitor.post("/memory", {"memory": "MS", "q": "4"})
            pages.append((visitor.get("/").text, visitor.get("/history").text, world.changes()))
    assert pages[0] == pages[1]


# Units, percentages, dates --------------------------------------------------------------------------------------------

DEFINITIONS = [
    ("length", "1 mi = 1760 yd = 5280 ft = 63360 in"),
    ("length", "1.852 km = 1852 m = 185200 cm = 1852000 mm = 1 nmi"),
    ("mass", "1 ton = 2000 lb = 32000 oz"),
    ("mass", "1 st = 14 lb"),
    ("mass", "1 t = 1000 kg = 1000000 g = 1000000000 mg"),
    ("volume", "1 gal = 4 qt = 8 pt = 16 cup = 128 fl oz = 256 tbsp = 768 tsp"),
    ("volume", "1 m³ = 1000 L = 1000000 mL"),
    ("volume", "77 ft³ = 576 gal"),
    ("area", "1 mi² = 640 ac = 3097600 yd² = 27878400 ft² = 4014489600 in²"),
    ("area", "1 km² = 100 ha = 1000000 m²"),
    ("speed", "22 ft/s = 15 mph"),
    ("speed", "18 km/h = 5 m/s"),
    ("speed", "463 km/h = 250 kn"),
    ("time", "1 yr = 365 d = 8760 h"),
    ("time", "1 wk = 7 d = 168 h = 10080 min = 604800 s = 604800000 ms"),
    ("data", "1 TB = 1000 GB = 1000000 MB = 1000000000 kB = 1000000000000 B = 8000000000000 bit"),
    ("data", "1 TiB = 1024 GiB = 1048576 MiB = 1073741824 KiB = 1099511627776 B"),
    ("data", "1 Gbit = 1000 Mbit = 125 MB"),
    ("temperature", "212 °F = 100 °C = 373.15 K"),
]


@pytest.mark.parametrize(
    "kind, value, source, target, result",
    [
        ("length", "26.2", "mi", "km", "42.1648128"),
        ("length", "1", "in", "cm", "2.54"),
        ("mass", "5", "lb", "kg", "2.26796185"),
        ("temperature", "98.6", "°F", "°C", "37"),
        ("temperature", "-40", "°C", "°F", "-40"),
        ("temperature", "0", "K", "°C", "-273.15"),
        ("volume", "2", "cup", "mL", "473.176473"),
        ("area", "1", "ac", "ft²", "43560"),
        ("speed", "60", "mph", "km/h", "96.56064"),
        ("time", "1", "wk", "min", "10080"),
        ("data", "1", "GiB", "MB", "1073.741824"),
        ("data", "100", "Mbit", "MB", "12.5"),
    ],
)
def test_conversions(visitor: Visitor, kind: str, value: str, source: str, target: str, result: str) -> None:
    page = visitor.get(f"/convert?kind={kind}&value={value}&from={quote(source)}&to={quote(target)}")
    assert page.status == 200
    assert f"<output>{grouped(result)}</output>" in page.text


@pytest.mark.parametrize("kind, chain", DEFINITIONS)
def test_units_keep_their_definitions(kind: str, chain: str) -> None:
    quantity = next(each for each in QUANTITIES if each.key == kind)
    amounts = [
        (Decimal(number), quantity.unit(key)) for number, key in (part.split(" ", 1) for part in chain.split(" = "))
    ]
    (amount, source), *others = amounts
    for expected, target in others:
        assert source
        assert target
        assert convert(amount, source, target, quantity) == expected, target.name


def test_every_unit_is_held_to_a_definition() -> None:
    told = {(kind, part.split(" ", 1)[1]) for kind, chain in DEFINITIONS for part in chain.split(" = ")}
    assert told == {(quantity.key, unit.key) for quantity in QUANTITIES for unit in quantity.units}


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(QUANTITIES), st.integers(0, 11), st.integers(0, 11), st.decimals(0, 10**9, places=3))
def test_converting_there_and_back(quantity: object, first: int, second: int, value: Decimal) -> None:
    chosen = next(each for each in QUANTITIES if each is quantity)
    source, target = chosen.units[first % len(chosen.units)], chosen.units[second % len(chosen.units)]
    there = convert(value, source, target, chosen)
    assert abs(convert(there, target, source, chosen) - value) <= Decimal("1e-20") * max(value, Decimal(1))


def test_conversion_mistakes(visitor: Visitor) -> None:
    assert "absolute zero" in visitor.get("/convert?kind=temperature&value=-500&from=%C2%B0C").text
    page = visitor.get("/convert?value=1/0")
    assert page.status == 422
    assert "Division by zero." in page.text
    assert visitor.get("/convert?value=").status == 422
    assert visitor.get("/convert?kind=nonsense&from=x&to=y").status == 200
    assert visitor.get("/convert?value=9e9999").status == 422


@pytest.mark.parametrize(
    "query, expected",
    [
        ("tool=of&percent=15&of=80", ["15% of 80 is", ">12<"]),
        ("tool=ratio&part=30&whole=120", [">25%<"]),
        ("tool=change&before=80&after=100", ["an increase of", ">25%<"]),
        ("tool=change&before=100&after=80", ["a decrease of", ">20%<"]),
        ("tool=tip&bill=84.50&tip=18&people=3", ["$15.21", "$99.71", "$33.24"]),
        ("tool=tip&bill=10&tip=0&people=1", ["$0.00", "$10.00"]),
        ("tool=ratio&part=1&whole=0", ["Nothing is a percentage of zero"]),
        ("tool=tip&bill=10&tip=18&people=0", ["whole number from 1 to 1,000"]),
        ("tool=tip&bill=-1&tip=18&people=1", ["cannot be negative"]),
        ("tool=of&percent=x&of=", ["Percent: Unknown name", "Of is required."]),
    ],
)
def test_percent_tools(visitor: Visitor, query: str, expected: list[str]) -> None:
    text = visitor.get(f"/percent?{query}").text
    for part in expected:
        assert part in text


def test_dates_between(visitor: Visitor) -> None:
    text = visitor.get("/dates?tool=between&from=2026-05-14&to=2026-12-25").text
    for part in ("225 days", "32 weeks, 1 day", "7 months, 11 days", "161 workdays", "Thursday, May 14, 2026"):
        assert part in text
    assert "counted backwards" in visitor.get("/dates?tool=between&from=2026-05-14&to=2026-05-01").text
    assert visitor.get("/dates?tool=between&from=2026-02-30&to=").status == 422
    assert "Wednesday, July 1, 2026" in visitor.get("/dates?tool=add&start=2026-05-14&days=48").text
    assert "beyond the calendar" in visitor.get("/dates?tool=add&start=2026-05-14&days=4000000").text


@settings(deadline=None)
@given(st.dates(), st.dates())
def test_spans_agree_with_counting(start: date, end: date) -> None:
    found = span(start, end)
    assert found.days == abs((end - start).days)
    assert 0 <= found.months < 12
    assert 0 <= found.rest < 31
    if found.days < 2_000:
        days = [found.first + timedelta(days=step) for step in range(found.days)]
        assert found.workdays == sum(day.weekday() < 5 for day in days)
    assert shifted(found.first, found.days) == found.last


# In a browser ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(world: World) -> Iterator[Page]:
    with Server(SITES) as server, sync_playwright() as playwright:
        credential = server.admit(world)
        browser = playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.arguments())
        context = browser.new_context(
            proxy={"server": credential.server, "username": credential.username, "password": credential.password}
        )
        page = context.new_page()
        troubles: list[str] = []
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        yield page
        browser.close()
    assert not troubles


@pytest.mark.browser
def test_keyboard_and_keys_in_a_browser(page: Page, world: World) -> None:
    result, display = page.get_by_label("Result", exact=True), page.get_by_label("Expression")
    page.goto("http://calc.test/")
    expect(display).to_be_focused()

    page.keyboard.type("12*(3+4)")
    expect(result).to_have_text("= 84")  # the preview; nothing is stored yet
    assert not world.changes()
    page.keyboard.press("Enter")
    page.wait_for_url("**/?entry=*")
    expect(page.get_by_label("Use 12×(3+4) again")).to_be_visible()

    page.keyboard.type("+1")  # an operator goes on from the answer
    expect(display).to_have_value("Ans+1")
    expect(result).to_have_text("= 85")
    page.keyboard.press("=")
    page.wait_for_url("**/?entry=17")

    page.keyboard.type("5")  # a digit starts anew
    expect(display).to_have_value("5")
    page.keyboard.press("Escape")
    expect(display).to_have_value("")

    for name in ("7", "times", "opening parenthesis", "1", "plus", "2"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#problem")).to_contain_text("Missing closing parenthesis")
    display.press("ArrowLeft")
    page.get_by_role("button", name="9", exact=True).click()  # at the caret, not at the end
    expect(display).to_have_value("7×(1+92")
    page.get_by_role("button", name="clear everything").click()
    page.get_by_label("Use the result 112.5").click()
    expect(display).to_have_value("112.5")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert len(world.changes()) == 2
