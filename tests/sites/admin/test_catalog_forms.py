"""The catalog's forms for those who cannot see, or have no mouse: every input has a name, every id is there once."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.sites.admin.goods import HAT, SHIRT, summary, universe
from webcosm.browser import chromium
from webcosm.server import Server
from webcosm.sites.admin import site as admin
from webcosm.sites.kit import Visitor
from webcosm.sites.shop import site as shop
from webcosm.worlds import Universe, World

PATHS = (
    *(f"/catalog/products/{number}" for number in (HAT, SHIRT, 11)),
    "/catalog/products/new",
    "/catalog/products/new?type=simple&set=2",
    "/catalog/products/new?type=configurable&set=2",
    "/catalog/products/new?type=configurable&set=2&axis.1=on&axis.2=on",
    f"/catalog/products/{HAT}/delete",
    "/catalog/categories",
    "/catalog/categories/3",
    "/catalog/categories/4/products",
    "/catalog/attributes/1",
    "/catalog/attribute-sets/2",
    "/content/pages/1",
    "/content/blocks/1",
    "/content/themes",
    "/content/themes/2",
    "/content/design",
    "/stores/settings/sales",
    "/stores/tax/1",
    "/stores/tax/classes",
    "/stores/shipping/1",
    "/stores/websites",
    "/system/users/1",
    "/system/roles/1",
)


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


class Inputs(HTMLParser):
    """Ids of a page, and inputs without a name to call them by."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.alone: list[str] = []
        self._inside = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "label":
            self._inside += 1
            self.labelled.add(given.get("for", ""))
        quiet = given.get("type") in ("hidden", "submit") or "aria-label" in given or self._inside
        if tag in ("input", "select", "textarea") and not quiet:
            self.alone.append(given.get("id", f"{tag} {given.get('name', '')}"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self._inside -= 1


@pytest.mark.parametrize("path", PATHS)
def test_every_input_has_a_label(visitor: Visitor, path: str) -> None:
    page = visitor.get(f"http://admin.shop.test{path}")
    assert page.status == 200
    inputs = Inputs(page.text)
    assert [one for one in inputs.alone if one not in inputs.labelled] == []
    assert sorted(inputs.ids) == sorted(set(inputs.ids))


@pytest.fixture
def page(world: World) -> Iterator[Page]:
    with Server([shop, admin]) as server, sync_playwright() as playwright:
        credential = server.admit(world)
        browser = playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.arguments())
        page = browser.new_context(
            proxy={"server": credential.server, "username": credential.username, "password": credential.password}
        ).new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        yield page
        browser.close()
    assert not troubles


@pytest.mark.browser
def test_a_shirt_gets_a_color_and_two_specifications_in_a_browser(page: Page, world: World) -> None:
    page.goto(f"http://admin.shop.test/catalog/products/{SHIRT}")
    page.get_by_label("Label of specification 3").fill("Fit")
    page.get_by_label("Value of specification 3").fill("Loose")
    page.get_by_role("button", name="Add specification").click()
    expect(page.get_by_label("Label of specification 4")).to_be_focused()
    page.keyboard.type("Buttons")
    page.get_by_label("Value of specification 4").fill("Horn")
    page.get_by_text("Add variants").click()
    page.get_by_role("checkbox", name="Green").check()
    page.get_by_role("button", name="Generate variants").click()
    expect(page.get_by_role("status")).to_contain_text("2 new variants")
    page.get_by_label("Quantity of Green, M").fill("8")
    page.get_by_label("Quantity of Green, M").press("Enter")  # saves; it does not generate again
    expect(page.get_by_role("status")).to_contain_text("You saved the product.")

    inserted = [key for table, kind, key, _ in summary(world.changes()) if (table, kind) == ("product_spec", "insert")]
    assert inserted == [(SHIRT, 3), (SHIRT, 4)]
    assert world.shop.values("SELECT qty FROM product WHERE sku LIKE 'SHIRT-GREEN-%' ORDER BY id") == [0, 8]
    description = world.shop.value("SELECT description FROM product WHERE id = ?", SHIRT)
    assert description == "Buttoned.\n\n- Two pockets\n- One collar"
