"""What a role sees it may use: no link and no button that is shown to somebody is refused to them."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest

from tests.sites import test_shop_walk
from tests.sites.test_shop_walk import Form, FormReader, kind_of, send, walk
from webcosm.sites import all_sites, open_universe
from webcosm.sites.kit import Visitor
from webcosm.sites.shop.seed.fill import admin_accounts
from webcosm.worlds import Universe, WorldState


class ButtonReader(FormReader):
    """The buttons of a page that can be pressed, each as the form that it sends."""

    def __init__(self, *arguments: object) -> None:
        self.pressed: list[Form] = []
        self._inside = False
        self._fieldsets: list[bool] = []
        super().__init__(*arguments)  # type: ignore[arg-type]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = True
        elif tag == "fieldset":
            self._fieldsets.append("disabled" in given)
        elif tag == "button" and self._inside and given.get("type", "submit") == "submit":
            if "disabled" in given or any(self._fieldsets):
                return
            form = self.forms[-1]
            action = urljoin(self.answer.url, given["formaction"]) if "formaction" in given else form.action
            fields = form.fields | ({given["name"]: given.get("value", "")} if "name" in given else {})
            self.pressed.append(Form(form.page, form.method, action, fields, form.files))

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag == "form":
            self._inside = False
        elif tag == "fieldset":
            self._fieldsets.pop()


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with open_universe() as universe:
        yield universe


@pytest.mark.parametrize(
    "number, pages, buttons",
    [
        pytest.param(0, 90, 50, marks=pytest.mark.sweep),
        pytest.param(1, 80, 25, marks=pytest.mark.sweep),
        (2, 80, 1),
    ],
)
def test_nothing_that_is_shown_is_refused(
    universe: Universe, monkeypatch: pytest.MonkeyPatch, number: int, pages: int, buttons: int
) -> None:
    monkeypatch.setattr(test_shop_walk, "OF_A_KIND", 1)
    username = admin_accounts(universe.lore)[number].username
    visitor = Visitor(universe.open(WorldState(accounts={"admin": username})), all_sites())
    seen, _ = walk(visitor, "admin")
    refused = [address for address, answer in seen.items() if answer.status == 403]
    assert (refused, len(seen) >= pages) == ([], True), f"as {username}, {len(seen)} pages"
    shown: dict[str, Form] = {}
    for answer in seen.values():
        if "text/html" in answer.headers.get("content-type", ""):
            for form in ButtonReader(answer).pressed:
                if form.method == "POST":
                    shown.setdefault(kind_of(form.action), form)
    for form in shown.values():
        visitor.world.reset()
        visitor.cookies.clear()
        if send(visitor, form, form.fields).status == 403:
            refused.append(f"{form.action} on {form.page}")
    assert refused == [], f"as {username}"
    assert len(shown) >= buttons, list(shown)


@pytest.mark.parametrize("area", ["marketing", "reports", "sales"])
def test_a_role_of_one_area_meets_no_link_into_another(
    universe: Universe, monkeypatch: pytest.MonkeyPatch, area: str
) -> None:
    monkeypatch.setattr(test_shop_walk, "OF_A_KIND", 1)
    username = admin_accounts(universe.lore)[1].username
    with universe.open(WorldState(accounts={"admin": username})) as world:
        world.shop.run("DELETE FROM role_permission WHERE role_id = 2")
        for permission in ("dashboard.view", f"{area}.view", f"{area}.edit"):
            world.shop.insert("role_permission", role_id=2, permission=permission)
        visitor = Visitor(world, all_sites())
        pages, _ = walk(visitor, "admin")
        if area == "reports":
            for report in ("bestsellers", "customers-by-total"):
                address = f"http://admin.shop.test/reports/{report}?period=month&from=2026-04-01&to=2026-04-30"
                pages[address] = visitor.get(address)
                assert "April 2026" in pages[address].text
        assert len(pages) > 25
        assert {address: answer.status for address, answer in pages.items() if answer.status != 200} == {}
        others = {link for answer in pages.values() for link in FormReader(answer).links if "/catalog/" in link}
        assert others == set()
