"""Judging by the page the agent ended on."""

from __future__ import annotations

import json

import pytest

from webcosm.judge.evidence import Evidence
from webcosm.judge.mentions import Mentions
from webcosm.judge.page import PageAt, PageShows
from webcosm.worlds import Fact, ServedPage


def failed(page: PageAt, url: str, text: str = "", **fields: str) -> list[str]:
    return [check.name for check in page.checks(Evidence(url=url, text=text, fields=fields)) if not check.passed]


BOOKS = PageAt("shelf.test", "/books", query={"tag": "sea"}, free=("page",), defaults={"sort": "title"})


@pytest.mark.parametrize(
    "url",
    [
        "http://shelf.test/books?tag=sea",
        "http://shelf.test/books/?tag=Sea",
        "http://shelf.test/books?tag=sea&sort=title",
        "http://shelf.test/books?page=2&tag=sea",
        "http://shelf.test/books?tag=sea&q=",
        "http://shelf.test/books?tag=%73ea#top",
    ],
)
def test_addresses_that_mean_the_page(url: str) -> None:
    assert failed(BOOKS, url) == []


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://shelf.test/book?tag=sea", "page"),
        ("http://other.test/books?tag=sea", "page"),
        ("http://shelf.test/books", "parameter tag"),
        ("http://shelf.test/books?tag=lake", "parameter tag"),
        ("http://shelf.test/books?tag=sea&sort=pages", "parameter sort"),
        ("http://shelf.test/books?tag=sea&q=boat", "no other parameters"),
    ],
)
def test_addresses_that_mean_another(url: str, why: str) -> None:
    assert failed(BOOKS, url) == [why]


def test_no_page_at_all_fails() -> None:
    assert "page" in failed(PageAt("shelf.test"), "")
    assert "page" in failed(PageAt("shelf.test"), "about:blank")


def test_the_front_page_has_no_path() -> None:
    assert failed(PageAt("shelf.test"), "http://shelf.test") == []


def test_a_part_of_the_page_is_asked_for_by_its_fragment() -> None:
    chapter = PageAt("shelf.test", "/help", fragment="lend-a-book")
    assert failed(chapter, "http://shelf.test/help#lend-a-book") == []
    assert failed(chapter, "http://shelf.test/help") == ["part of the page"]
    assert failed(chapter, "http://shelf.test/help#return-it") == ["part of the page"]
    assert failed(PageAt("shelf.test", "/help"), "http://shelf.test/help#anything") == []


def test_texts_that_the_page_must_show() -> None:
    page = PageAt("shelf.test", shows=("Nine  Rivers",))
    assert failed(page, "http://shelf.test/", "By the sea nine rivers meet") == []
    assert failed(page, "http://shelf.test/", "Nothing here") == ["shows 'Nine  Rivers'"]


def test_fields_that_are_filled_in_but_not_sent() -> None:
    page = PageAt("shelf.test", "/new", fields={"Title": "Nine Rivers"})
    assert failed(page, "http://shelf.test/new", Title="Nine Rivers") == []
    assert failed(page, "http://shelf.test/new", Title="Nine") == ["field 'Title'"]
    assert failed(page, "http://shelf.test/new") == ["field 'Title'"]


def test_a_draft_may_be_judged_by_the_facts_in_it() -> None:
    form = PageAt("shelf.test", "/write", fields={"Message": Mentions(("Moby Dick", "12.50"))})
    url = "http://shelf.test/write"
    told = Evidence(url=url, fields={"Message": "You charged me $12.50 for Moby Dick."})
    assert all(check.passed for check in form.checks(told))
    untold = Evidence(url=url, fields={"Message": "You charged me for Moby Dick."})
    assert [check.name for check in form.checks(untold) if not check.passed] == ["field 'Message'"]


def test_a_parameter_that_is_given_twice_asks_for_something_else() -> None:
    wanted = PageAt("shop.test", "/list", query={"status": "complete"})
    once = Evidence(url="http://shop.test/list?status=complete&status=Complete")
    twice = Evidence(url="http://shop.test/list?status=pending&status=complete")
    assert all(check.passed for check in wanted.checks(once))
    assert [check.name for check in wanted.checks(twice) if not check.passed] == ["one value for each parameter"]


# By what the page says it shows ---------------------------------------------------------------------------------------

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
