"""The list of products and what can be done to many of them at once."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import pytest

from tests.sites.admin.filling import errors, shown
from tests.sites.admin.goods import HAT, MUG, NOW, SHIRT, VARIANTS, Summary, summary, universe
from tests.sites.admin.sample import CLERK
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.worlds import Universe, World

LIST = "/catalog/products"


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


def listed(page: VisitedPage) -> list[int]:
    return [int(number) for number in re.findall(r'name="ids" value="(\d+)"', page.text)]


def mass(visitor: Visitor, deed: str, *numbers: int, **further: str) -> VisitedPage:
    visitor.get(f"http://admin.shop.test{LIST}")
    return visitor.post(f"{LIST}/{deed}", {"ids": ",".join(map(str, numbers)), **further})


def test_the_list(visitor: Visitor) -> None:
    page = visitor.get(f"http://admin.shop.test{LIST}")
    assert listed(page) == [20, 14, 13, 12, 11, 10, 4, 3, 2, 1]
    assert 'src="http://shop.test/media/1-160.png"' in page.text


@pytest.mark.parametrize(
    "query, numbers",
    [
        ("q=shirt", [14, 13, 12, 11, 10]),
        ("f.name=hat", [20]),
        ("f.sku=SHIRT-RED", [12, 11]),
        ("f.qty.from=8&f.qty.to=10", [14, 13, 12, 11]),
        ("f.price.from=15.00&f.price.to=21.00", [20, 12, 11, 10]),
        ("f.type=configurable", [10]),
        ("f.set=2&f.type=simple", [20]),
        ("f.status=disabled", []),
        ("f.stock=0", []),
        ("f.visibility=none", [14, 13, 12, 11]),
        ("f.brand=oak", [20, 14, 13, 12, 11, 10]),
        ("sort=price&dir=asc&f.type=simple", [3, 1, 20, 2, 4]),
        ("sort=qty&dir=asc&f.type=simple", [20, 1, 2, 3, 4]),
    ],
)
def test_filters(visitor: Visitor, query: str, numbers: list[int]) -> None:
    assert listed(visitor.get(f"http://admin.shop.test{LIST}?{query}")) == numbers


def test_a_configurable_product_shows_its_cheapest_variant_and_no_quantity(visitor: Visitor, world: World) -> None:
    world.shop.run("UPDATE product SET price = 1234 WHERE id = 14")
    page = visitor.get(f"http://admin.shop.test{LIST}?f.type=configurable&format=csv")
    (row,) = csv.DictReader(io.StringIO(page.text))
    assert (row["Price"], row["Quantity"], row["Stock status"]) == ("12.34", "", "In stock")


def test_disabling_writes_only_where_it_makes_a_difference(visitor: Visitor, world: World) -> None:
    world.shop.run("UPDATE product SET enabled = 0 WHERE id = 2")
    page = mass(visitor, "disable", MUG, 2, HAT)
    assert "2 products were disabled. The other 1 already were." in page.text
    assert summary(world.changes()) == [
        ("product", "update", (1,), ("enabled", "updated")),
        ("product", "update", (2,), ("enabled",)),
        ("product", "update", (HAT,), ("enabled", "updated")),
    ]
    mass(visitor, "enable", MUG)
    assert world.shop.value("SELECT enabled FROM product WHERE id = 1") == 1


def test_nothing_ticked(visitor: Visitor, world: World) -> None:
    for deed in ("enable", "disable", "delete", "attributes"):
        assert "Tick at least one product first." in mass(visitor, deed).text
    assert world.changes() == []


def test_stock_status_of_a_configurable_product_is_its_variants(visitor: Visitor, world: World) -> None:
    mass(visitor, "stock", SHIRT, in_stock="0")
    expected = [("product", "update", (number,), ("in_stock", "updated")) for number in VARIANTS.values()]
    assert summary(world.changes()) == expected
    assert "Out of stock" in visitor.get("http://shop.test/harbor-shirt.html").text
    visitor.get(f"http://admin.shop.test{LIST}")
    assert visitor.post(f"{LIST}/stock", {"ids": "1", "in_stock": "7"}).status == 400


def test_all_that_match(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{LIST}")
    page = visitor.post(f"{LIST}/disable", {"all": "on", "query": "f.type=variant"})
    assert page.url == f"http://admin.shop.test{LIST}?f.type=variant"
    assert [one.key for one in world.changes()] == [(number,) for number in VARIANTS.values()]


def test_deleting_many_keeps_the_ordered_ones(visitor: Visitor, world: World) -> None:
    page = mass(visitor, "delete", MUG, HAT, VARIANTS["Navy, M"])
    assert "2 products were deleted." in page.text
    assert "1 product stands in orders and stays in the catalog." in page.text
    deleted = [one.key for one in world.changes() if (one.table, one.kind) == ("product", "delete")]
    assert deleted == [(14,), (HAT,)]
    assert world.shop.value("SELECT updated FROM product WHERE id = ?", SHIRT) == NOW, "it lost a variant"


def test_changing_attributes(visitor: Visitor, world: World) -> None:
    page = mass(visitor, "attributes", MUG, SHIRT)
    assert "Change attributes of 2 products" in page.text
    page = mass(visitor, "attributes", MUG, SHIRT, do="save", on_sale="1", tax_class_id="2", weight="")
    assert "2 products were changed." in page.text
    expected: list[Summary] = [
        ("product", "update", (MUG,), ("tax_class_id", "on_sale", "updated")),
        ("product", "update", (SHIRT,), ("tax_class_id", "on_sale", "updated")),
    ]
    expected += [("product", "update", (number,), ("tax_class_id", "updated")) for number in VARIANTS.values()]
    assert summary(world.changes()) == expected
    assert world.shop.value("SELECT updated FROM product WHERE id = 1") == NOW


def test_changing_attributes_of_all_that_match(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{LIST}")
    page = visitor.post(f"{LIST}/attributes", {"all": "on", "query": "f.type=variant"})
    assert "Change attributes of 4 products" in page.text
    visitor.post(f"{LIST}/attributes", {**shown(page), "is_new": "1", "do": "save"})
    expected = [("product", "update", (number,), ("is_new", "updated")) for number in VARIANTS.values()]
    assert summary(world.changes()) == expected


def test_changing_no_attribute_is_refused(visitor: Visitor, world: World) -> None:
    page = mass(visitor, "attributes", MUG, do="save")
    assert (page.status, errors(page)) == (422, ["Choose at least one attribute to change."])
    page = mass(visitor, "attributes", MUG, do="save", weight="heavy", brand="Kuppel")
    assert errors(page) == ["Weight (grams) must be a whole number."]
    assert 'value="Kuppel"' in page.text
    assert world.changes() == []


def test_a_clerk_sees_the_list_but_no_actions(as_user: Callable[[str], Visitor]) -> None:
    visitor = as_user(CLERK)
    page = visitor.get(f"http://admin.shop.test{LIST}")
    assert page.status == 200
    assert "Add product" not in page.text
    assert mass(visitor, "disable", MUG).status == 403
    assert visitor.world.changes() == []
