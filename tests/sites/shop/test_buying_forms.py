"""Every page of cart, checkout and account can be used with a screen reader: names, labels, one heading."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.sites.shop.small import place, put
from webcosm.sites.kit import Visitor
from webcosm.worlds import World

CUSTOMER = [
    "/cart",
    "/checkout",
    "/account",
    "/account/edit",
    "/account/addresses",
    "/account/addresses/new",
    "/account/addresses/2",
    "/account/orders",
    "/account/orders/1",
    "/account/orders/1/shipments",
    "/account/orders/1/print",
    "/account/reviews",
    "/account/newsletter",
    "/guest-order",
]
ANYBODY = ["/cart", "/login", "/register", "/forgot-password", "/guest-order"]


class Controls(HTMLParser):
    """Which inputs and buttons a page has, and which of them have a name to call them by."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.headings = 0
        self.posts_without_token = 0
        self.nameless: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._labelled: set[str] = set()
        self._token = True
        self._controls: list[tuple[str, str, bool]] = []
        self.feed(html)
        self.close()
        self.nameless += [
            where for identifier, where, named in self._controls if not named and identifier not in self._labelled
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        match tag:
            case "h1":
                self.headings += 1
            case "form" if given.get("method") == "post":
                self._token = False
            case "input" if given.get("name") == "csrf":
                self._token = True
            case "label":
                self._labelled.add(given.get("for", ""))
                self._open.append(("label", ""))
            case "input" | "select" | "textarea" if given.get("type") != "hidden":
                named = bool(given.get("aria-label")) or any(kind == "label" for kind, _ in self._open)
                self._controls.append((given.get("id", "?"), str(given), named))

    def handle_endtag(self, tag: str) -> None:
        if tag == "label" and self._open:
            self._open.pop()
        if tag == "form":
            self.posts_without_token += not self._token
            self._token = True


def check(visitor: Visitor, path: str) -> None:
    page = visitor.get(path)
    assert page.status == 200, path
    controls = Controls(page.text)
    assert controls.nameless == [], path
    assert controls.headings == 1, path
    assert len(controls.ids) == len(set(controls.ids)), f"{path}: an id is there twice"
    assert controls.posts_without_token == 0, f"{path}: a form without a token"


@pytest.mark.parametrize("path", CUSTOMER)
def test_pages_for_customers(ana: Visitor, small_world: World, path: str) -> None:
    place(small_world, mug=1)
    put(small_world.shop, 1, tea=2, red=1)
    check(ana, path)


@pytest.mark.parametrize("path", ANYBODY)
def test_pages_for_anybody(guest: Visitor, path: str) -> None:
    check(guest, path)


def test_the_second_step_of_checkout(ana: Visitor, guest: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, tea=2)
    ana.get("/checkout")
    ana.post("/checkout", {"address": "1", "method": "flat"})
    check(ana, "/checkout/payment")
    ana.post("/checkout/payment", {"payment": "check", "billing": "same"})
    check(ana, "/checkout/success")
