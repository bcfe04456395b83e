"""Judging by the page the agent ended on."""

from __future__ import annotations

import json

import pytest

from webcosm.judge.evidence import Evidence
from webcosm.judge.mentions import Mentions
from webcosm.judge.page import PageShows, SameNumber
from webcosm.worlds import Fact, ServedPage

MUGS = PageShows("shop", "products", {"category": 5, "sort": "price", "brands": ("Elm",)}, free=("page",))
SHOWN: dict[str, Fact] = {"category": 5, "sort": "Price", "brands": ("elm",), "page": 2, "query": None, "tags": ()}


def shown(page: PageShows, served: ServedPage | None, url: str = "http://shop.test/x", **fields: str) -> list[str]:
    evidence = Evidence(url=url, page=served, fields=fields)
    return [check.name for check in page.checks(evidence) if not check.passed]


def test_a_page_that_shows_it_passes_whatever_its_address() -> None:
    for url in ("http://shop.test/c/5?sort=price", "http://shop.test/old/mugs?b=elm"):
        assert shown(MUGS, ServedPage(200, "shop", "products", SHOWN), url) == []


def test_a_page_read_back_from_a_record_is_judged_alike() -> None:
    page = ServedPage.from_json(json.loads(json.dumps(ServedPage(200, "shop", "products", SHOWN).to_json())))
    assert shown(MUGS, page) == []


@pytest.mark.parametrize(
    ("served", "why"),
    [
        (None, ["shows products"]),
        (ServedPage(404), ["shows products"]),
        (ServedPage(422, "shop", "products", SHOWN), ["shows products"]),
        (ServedPage(200, "shop", "product", SHOWN), ["shows products"]),
        (ServedPage(200, "admin", "products", SHOWN), ["shows products"]),
        (ServedPage(200, "shop", "products", SHOWN | {"category": 6}), ["category"]),
        (ServedPage(200, "shop", "products", SHOWN | {"category": "5"}), ["category"]),
        (ServedPage(200, "shop", "products", SHOWN | {"sort": None}), ["sort"]),
        (ServedPage(200, "shop", "products", SHOWN | {"brands": ("Elm", "Oak")}), ["brands"]),
        (ServedPage(200, "shop", "products", SHOWN | {"query": "red"}), ["nothing else chosen"]),
        (ServedPage(200, "shop", "products", SHOWN | {"tags": ("new",)}), ["nothing else chosen"]),
    ],
)
def test_a_page_that_shows_something_else_fails(served: ServedPage | None, why: list[str]) -> None:
    assert shown(MUGS, served) == why


def test_a_fact_can_be_a_condition() -> None:
    page = PageShows(
        "shop", "products", {"page": lambda number: isinstance(number, int) and number > 1}, free=tuple(SHOWN)
    )
    assert shown(page, ServedPage(200, "shop", "products", SHOWN)) == []
    assert shown(page, ServedPage(200, "shop", "products", SHOWN | {"page": 1})) == ["page"]


def test_drafts_and_parts_of_a_page() -> None:
    draft = PageShows("notes", "note form", fields={"Title": "Bread"}, fragment="text")
    form = ServedPage(200, "notes", "note form")
    assert shown(draft, form, "http://notes.test/new#text", Title="bread ") == []
    assert shown(draft, form, "http://notes.test/new", Title="Butter") == ["part of the page", "field 'Title'"]


def test_fields_that_are_filled_in_but_not_sent() -> None:
    page = PageShows("shelf", "book form", fields={"Title": "Nine Rivers"})
    form = ServedPage(200, "shelf", "book form")
    assert shown(page, form, Title="Nine  rivers") == []
    assert shown(page, form, Title="Nine") == ["field 'Title'"]
    assert shown(page, form) == ["field 'Title'"]


def test_a_draft_may_be_judged_by_the_facts_in_it() -> None:
    page = PageShows("shelf", "message form", fields={"Message": Mentions(("Moby Dick", "12.50"))})
    form = ServedPage(200, "shelf", "message form")
    assert shown(page, form, Message="You charged me $12.50 for Moby Dick.") == []
    assert shown(page, form, Message="You charged me for Moby Dick.") == ["field 'Message'"]


def test_a_page_that_says_nothing_is_not_the_right_one() -> None:
    assert shown(PageShows("shelf", ""), ServedPage(200, "shelf")) == ["shows "]


@pytest.mark.parametrize(
    ("typed", "right"),
    [("14", True), (" 14.00 ", True), ("$14", True), ("14 %", True), ("14.50", False), ("140", False), ("", False)],
)
def test_a_number_in_a_field_may_be_typed_in_many_ways(typed: str, right: bool) -> None:
    form = PageShows("shop", "rule form", fields={"Amount": SameNumber("14")})
    assert (shown(form, ServedPage(200, "shop", "rule form"), Amount=typed) == []) is right
