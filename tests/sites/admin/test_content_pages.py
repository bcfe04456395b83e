"""Written pages, blocks, themes and the design in use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.goods import NOW, summary, universe
from tests.sites.admin.sample import CLERK
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World

PAGES, BLOCKS, THEMES, DESIGN = "/content/pages", "/content/blocks", "/content/themes", "/content/design"


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


@pytest.mark.parametrize("path", [f"{PAGES}/1", f"{BLOCKS}/1", DESIGN])
def test_saving_what_is_shown_writes_nothing(visitor: Visitor, world: World, path: str) -> None:
    assert "Nothing was changed." in send(visitor, path).text
    assert world.changes() == []


@pytest.mark.parametrize(
    "typed, column, value",
    [
        ({"title": "Who we are"}, "title", "Who we are"),
        ({"heading": "Hello"}, "heading", "Hello"),
        ({"text": "We **sell**.\r\n\r\nA lot."}, "content", "We **sell**.\n\nA lot."),
        ({"url_key": "who-we-are"}, "url_key", "who-we-are"),
        ({"layout": "with menu"}, "layout", "with menu"),
        ({"active": None}, "active", 0),
    ],
)
def test_each_field_of_a_page(
    visitor: Visitor, world: World, typed: dict[str, str | None], column: str, value: object
) -> None:
    send(visitor, f"{PAGES}/1", typed)
    (change,) = world.changes()
    assert (change.table, change.key, change.columns) == ("cms_page", (1,), (column, "updated"))
    assert change.new
    assert (change.new[column], change.new["updated"]) == (value, NOW)


def test_the_store_shows_the_page(visitor: Visitor) -> None:
    send(visitor, f"{PAGES}/1", {"heading": "Since <1987>", "text": "We *do* sell."})
    page = visitor.get("http://shop.test/about-us").text
    assert "Since &lt;1987&gt;" in page
    assert "<em>do</em>" in page
    send(visitor, f"{PAGES}/1", {"active": None})
    assert visitor.get("http://shop.test/about-us").status == 404


def test_a_preview_writes_nothing(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{PAGES}/1", {"text": "# Big\r\n<script>", "title": "Typed", "do": "preview"})
    assert page.status == 200
    assert "<h1>Big</h1>" in page.text
    assert "<script>\n" not in page.text
    assert shown(page)["title"] == "Typed"
    assert world.changes() == []


def test_a_new_page(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{PAGES}/new", {"title": "Gift Cards", "text": "Soon."})
    assert "The page Gift Cards was added." in page.text
    (change,) = world.changes()
    assert (change.table, change.kind) == ("cms_page", "insert")
    assert change.new
    assert (change.new["url_key"], change.new["layout"], change.new["active"]) == ("gift-cards", "one column", 1)
    assert "Soon." in visitor.get("http://shop.test/gift-cards").text


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"title": ""}, "Page title is required."),
        ({"title": "About Us"}, "URL key: about-us is the address of About us already."),
        ({"title": "x", "url_key": "cart"}, "URL key: /cart is a page of the store itself."),
        ({"title": "x", "layout": "sideways"}, "Layout: choose one of the options."),
    ],
)
def test_pages_that_are_refused(visitor: Visitor, world: World, typed: dict[str, str | None], message: str) -> None:
    page = send(visitor, f"{PAGES}/new", {"text": "Kept text", **typed})
    assert (page.status, errors(page)) == (422, [message])
    assert shown(page)["text"] == "Kept text"
    assert world.changes() == []


def test_deleting_and_disabling_pages(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{PAGES}")
    visitor.post(f"{PAGES}/disable", {"ids": "1"})
    assert summary(world.changes()) == [("cms_page", "update", (1,), ("active", "updated"))]
    visitor.get(f"http://admin.shop.test{PAGES}/1")
    page = visitor.post(f"{PAGES}/1/delete")
    assert "The page About us was deleted." in page.text
    assert summary(world.changes()) == [("cms_page", "delete", (1,), ())]


def test_blocks(visitor: Visitor, world: World) -> None:
    send(visitor, f"{BLOCKS}/1", {"text": "Summer is *here*."})
    assert summary(world.changes()) == [("cms_block", "update", (1,), ("content", "updated"))]
    assert "Summer is <em>here</em>." in visitor.get("http://shop.test/").text
    page = send(visitor, f"{BLOCKS}/new", {"title": "Other", "identifier": "home-banner"})
    assert errors(page) == ["Identifier: home-banner is that of Banner already."]
    send(visitor, f"{BLOCKS}/new", {"title": "Other", "identifier": "footer-note"})
    assert [one.kind for one in world.changes()] == ["update", "insert"]
    visitor.get(f"http://admin.shop.test{BLOCKS}/1")
    visitor.post(f"{BLOCKS}/1/delete")
    assert not world.shop.value("SELECT count(*) FROM cms_block WHERE id = 1")


def test_themes(visitor: Visitor, world: World) -> None:
    page = visitor.get(f"http://admin.shop.test{THEMES}").text
    assert "2 themes" in page
    assert f'href="{THEMES}/2"' in page
    page = visitor.get(f"http://admin.shop.test{THEMES}/2").text
    assert "#1f5673" in page
    assert world.changes() == []
    visitor.post(f"{THEMES}/2/apply")
    assert summary(world.changes()) == [("setting", "update", ("design/theme",), ("value",))]
    assert "#1f5673" in visitor.get("http://shop.test/").text
    assert visitor.get(f"http://admin.shop.test{THEMES}/9").status == 404


def test_design(visitor: Visitor, world: World) -> None:
    typed = {"design/theme": "harbor", "design/copyright": "© Dray", "design/welcome": "Come in!"}
    send(visitor, DESIGN, {**typed, "general/store_name": "Quayside"})
    assert summary(world.changes()) == [
        ("setting", "insert", ("design/copyright",), ()),
        ("setting", "update", ("design/theme",), ("value",)),
        ("setting", "insert", ("design/welcome",), ()),
        ("setting", "update", ("general/store_name",), ("value",)),
    ]
    home = visitor.get("http://shop.test/").text
    assert [text for text in ("© Dray", "Come in!", "Quayside", "#1f5673") if text not in home] == []
    page = send(visitor, DESIGN, {"design/theme": "neon", "design/welcome": "Hi"})
    assert errors(page) == ["Theme: choose one of the options."]
    assert shown(page)["design/welcome"] == "Hi"


def test_a_clerk_may_only_look(as_user: Callable[[str], Visitor]) -> None:
    visitor = as_user(CLERK)
    page = visitor.get(f"http://admin.shop.test{PAGES}/1")
    assert (page.status, '<fieldset class="bare" disabled>' in page.text) == (200, True)
    visitor.get("http://admin.shop.test/")
    for path in (f"{PAGES}/1", f"{PAGES}/1/delete", f"{BLOCKS}/1", f"{THEMES}/2/apply", DESIGN):
        assert visitor.post(path, shown(page)).status == 403, path
    assert visitor.world.changes() == []
