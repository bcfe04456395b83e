"""Every page says what it shows, as it read its address, to the judge and never to the browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from webcosm.sites import all_sites, open_universe, site_named
from webcosm.sites.kit import Visitor
from webcosm.worlds import ServedPage, Universe, World

NOTHING_ASKED = {
    ("home", "/search"),
    ("shop", "/search"),
    ("admin", "/search"),
    ("forum", "/search"),
    ("manuals", "/search"),
}
"""A search for nothing shows nothing."""


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with open_universe() as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    return Visitor(world, all_sites())


def shown(visitor: Visitor, url: str) -> ServedPage:
    return visitor.get(url).shown


def facts(visitor: Visitor, url: str) -> dict[str, Any]:
    page = visitor.get(url)
    assert page.status == 200, page.text
    assert page.shown.what, f"{url} does not say what it shows"
    return dict(page.shown.facts)


@pytest.mark.parametrize("name", [site.name for site in all_sites()])
def test_every_page_says_what_it_shows(name: str, universe: Universe) -> None:
    site = site_named(name)
    silent = []
    with universe.open() as world:
        for route in site.routes:
            page = Visitor(world, all_sites()).get(f"http://{site.host}{route.example({})}")
            is_page = page.status == 200 and page.headers["content-type"].startswith("text/html")
            if route.method == "GET" and is_page and not page.shown.what and (name, route.path) not in NOTHING_ASKED:
                silent.append(route.path)
            if page.status != 200:
                assert (page.shown.what, page.shown.facts) == ("", {}), f"{page.url} is an error and shows something"
    assert silent == []


def test_it_is_not_told_to_the_browser(visitor: Visitor) -> None:
    page = visitor.get("http://admin.shop.test/catalog/products/1")
    assert page.shown.what == "product form"
    assert "product form" not in page.text + str(page.headers)


def test_the_portal(visitor: Visitor) -> None:
    assert shown(visitor, "http://home.test/sites/calc") == ServedPage(200, "home", "site", {"name": "calc"})
    assert shown(visitor, "http://home.test/sites/CALC") == ServedPage(404, "home")
    assert facts(visitor, "http://home.test/search?q=+order++status") == {"q": "order status"}
    assert shown(visitor, "http://home.test/search?q=!").what == ""


def test_the_manuals(visitor: Visitor) -> None:
    assert shown(visitor, "http://manuals.test/shop") == ServedPage(200, "manuals", "manual", {"name": "shop"})
    found = facts(visitor, "http://manuals.test/search?site=shop&q=refund")
    assert found == {"q": "refund", "manual": "shop", "page": 1}
    assert facts(visitor, "http://manuals.test/search?q=refund&site=SHOP")["manual"] == ""


def test_notes(visitor: Visitor, world: World) -> None:
    row = world.notes.row(
        "SELECT note_id, tag FROM note_tag JOIN note ON note.id = note_id WHERE"
        " account_id = 1 AND NOT archived AND deleted IS NULL ORDER BY 1"
    )
    assert row
    note, tag = row.note_id, row.tag
    assert facts(visitor, f"http://notes.test/notes/{note}") == {"id": note}
    assert shown(visitor, f"http://notes.test/notes/{note}/edit").what == "note form"
    shelf = {"shelf": "notes", "account": 1, "q": "", "tag": tag, "sort": "title", "page": 1}
    assert facts(visitor, f"http://notes.test/?sort=title&tag={tag}") == shelf
    assert facts(visitor, f"http://notes.test/?sort=TITLE&tag={tag}") == {**shelf, "sort": "updated"}
    assert shown(visitor, f"http://notes.test/?sort=title&tag={tag.upper()}").what == ""
    assert facts(visitor, "http://notes.test/archive?q=a")["shelf"] == "archive"


def test_the_calculator(visitor: Visitor) -> None:
    wanted = {"quantity": "volume", "source": "pt", "target": "L", "value": "97"}
    address = "http://calc.test/convert?kind=volume&to=L"
    assert facts(visitor, f"{address}&from=pt&value=97") == wanted
    assert facts(visitor, f"{address}&value=97.0&from=pt") == wanted
    assert facts(visitor, f"{address}&from=PT&value=97") != wanted
    assert shown(visitor, f"{address}&from=pt&value=many").what == ""
    assert facts(visitor, "http://calc.test/?q=2*3")["expression"] == "2×3"
    assert shown(visitor, "http://calc.test/?q=2*").what == ""
    assert facts(visitor, "http://calc.test/percent?tool=of&percent=5&of=80.0") == {
        "tool": "of",
        "numbers": ("5", "80"),
    }
    assert facts(visitor, "http://calc.test/dates?tool=between&from=2026-01-02&to=2026-02-01") == {
        "from": "2026-01-02",
        "to": "2026-02-01",
    }


def test_lists_of_the_shop(visitor: Visitor, world: World) -> None:
    category = world.shop.row(
        "SELECT category.id, url_path, brand FROM category JOIN product_category AS placed ON category_id = category.id"
        " JOIN product ON product.id = product_id WHERE category.active AND enabled AND type = 'simple' ORDER BY 1"
    )
    assert category
    address = f"http://shop.test/{category.url_path}.html"
    usual = facts(visitor, address)
    assert usual["id"] == category.id
    assert (usual["sort"], usual["dir"], usual["page"], usual["brand"]) == ("position", "asc", 1, "")
    assert facts(visitor, f"{address}?sort=PRICE&dir=up&page=0&price=25-10&color=99999999") == usual
    brand = category.brand.replace(" ", "+").replace("&", "%26")
    narrow = facts(visitor, f"{address}?price=10-25.50&brand={brand}&sort=price&dir=desc")
    assert (narrow["price"], narrow["brand"], narrow["sort"], narrow["dir"]) == (
        (1000, 2550),
        category.brand,
        "price",
        "desc",
    )
    assert shown(visitor, f"{address}?brand={brand.upper()}x").what == ""
    assert shown(visitor, "http://shop.test/search/?q=lamp") == ServedPage(404, "shop")
    assert facts(visitor, "http://shop.test/search?q=++lamp&sort=name")["q"] == "lamp"
    assert shown(visitor, "http://shop.test/search?q=zzzyyyxxx").what == "search without results"


def test_things_of_the_shop(visitor: Visitor, world: World) -> None:
    row = world.shop.row("SELECT id, url_key FROM product WHERE enabled AND type = 'simple' ORDER BY id")
    assert row
    product = facts(visitor, f"http://shop.test/{row.url_key}.html")
    assert (product["id"], product["variant"]) == (row.id, None)
    variant = world.shop.row("SELECT parent_id, url_key FROM product WHERE enabled AND type = 'variant' ORDER BY id")
    assert variant
    assert facts(visitor, f"http://shop.test/{variant.url_key}.html")["id"] == variant.parent_id
    customer = facts(visitor, "http://shop.test/account/orders")["customer"]
    order = world.shop.value("SELECT id FROM orders WHERE customer_id = ? ORDER BY id", customer)
    assert facts(visitor, f"http://shop.test/account/orders/{order}") == {"id": order, "section": "items"}
    assert facts(visitor, f"http://shop.test/account/orders/{order}/items") == {"id": order, "section": "items"}
    assert shown(visitor, f"http://shop.test/account/orders/{order}/Items").what == ""
    assert shown(visitor, f"http://shop.test/account/orders/{order}/print").what == "order print"


def test_a_list_of_the_back_office_says_its_filters_as_it_read_them(visitor: Visitor) -> None:
    orders = "http://admin.shop.test/sales/orders"
    usual = {"q": "", "sort": "created", "dir": "desc", "page": 1, "size": 20}
    assert facts(visitor, orders) == usual
    assert facts(visitor, f"{orders}?sort=CREATED&dir=asc&size=21&f.status=") == {**usual, "dir": "asc"}
    assert facts(visitor, f"{orders}?f.total.from=%2410.5&f.created.to=2026-03-31&f.status=complete&q=a++b") == {
        **usual,
        "q": "a b",
        "f.status": "complete",
        "f.total.from": 1050,
        "f.created.to": "2026-03-31",
    }
    for wrong in ("f.status=Complete", "f.created.from=May", "f.total.to=lots"):
        assert shown(visitor, f"{orders}?{wrong}").what == ""


def test_another_route_to_the_same_rows(visitor: Visitor) -> None:
    reviews = "http://admin.shop.test/marketing/reviews"
    assert shown(visitor, f"{reviews}/pending?f.stars.to=2") == shown(
        visitor, f"{reviews}?f.stars.to=2&f.status=pending"
    )


def test_reports(visitor: Visitor) -> None:
    address = "http://admin.shop.test/reports/orders?from=2026-01-01&to=2026-03-31"
    wanted: dict[str, Any] = {
        "report": "orders",
        "period": "month",
        "from": "2026-01-01",
        "to": "2026-03-31",
        "by": "created",
    }
    wanted |= {"statuses": (), "empty": False, "page": 1}
    assert facts(visitor, f"{address}&period=month") == wanted
    assert facts(visitor, f"{address}&by=created&period=month&status=") == wanted
    assert shown(visitor, f"{address}&period=MONTH") == ServedPage(422, "admin")
    statuses = facts(visitor, f"{address}&period=month&status=pending&status=complete")["statuses"]
    assert sorted(statuses) == ["complete", "pending"]


def test_things_of_the_back_office(visitor: Visitor) -> None:
    assert shown(visitor, "http://admin.shop.test/content/themes/2") == ServedPage(
        200, "admin", "theme preview", {"id": 2}
    )
    assert facts(visitor, "http://admin.shop.test/customers/1?tab=CART") == {"id": 1, "tab": ""}
    tab = facts(visitor, "http://admin.shop.test/customers/1?tab=orders&sort=total")
    assert (tab["id"], tab["tab"], tab["sort"]) == (1, "orders", "total")
    assert facts(visitor, "http://admin.shop.test/marketing/cart-rules/new") == {"table": "cart_rule", "id": None}
