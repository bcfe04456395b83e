"""Categories: the tree, moving branches of it, and the products in each."""

from __future__ import annotations

import pytest

from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.goods import HAT, SHIRT, summary, universe
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World

LIST = "/catalog/categories"


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


def test_the_tree_counts_what_is_below(visitor: Visitor, world: World) -> None:
    world.shop.insert("product_category", product_id=HAT, category_id=3)  # which is below another of its categories
    page = visitor.get(f"http://admin.shop.test{LIST}").text
    assert '>Clothing</a> <span class="soft small">(2)</span>' in page
    assert '>Work Shirts</a> <span class="soft small">(1)</span>' in page


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_saving_what_is_shown_writes_nothing(visitor: Visitor, world: World, number: int) -> None:
    assert "Nothing was changed." in send(visitor, f"{LIST}/{number}").text
    assert world.changes() == []


@pytest.mark.parametrize(
    "typed, column, value",
    [
        ({"name": "Tops & Shirts"}, "name", "Tops & Shirts"),
        ({"active": None}, "active", 0),
        ({"in_menu": None}, "in_menu", 0),
        ({"position": "9"}, "position", 9),
        ({"description": "For the torso."}, "description", "For the torso."),
    ],
)
def test_each_field(visitor: Visitor, world: World, typed: dict[str, str | None], column: str, value: object) -> None:
    send(visitor, f"{LIST}/3", typed)
    (change,) = world.changes()
    assert (change.table, change.key, change.columns) == ("category", (3,), (column,))
    assert change.new
    assert change.new[column] == value


def test_another_url_key_moves_the_addresses_below(visitor: Visitor, world: World) -> None:
    send(visitor, f"{LIST}/3", {"url_key": "tops"})
    assert summary(world.changes()) == [
        ("category", "update", (3,), ("url_path",)),
        ("category", "update", (4,), ("url_path",)),
    ]
    assert world.shop.value("SELECT url_path FROM category WHERE id = 4") == "clothing/tops/work-shirts"
    assert "Harbor Shirt" in visitor.get("http://shop.test/clothing/tops/work-shirts.html").text


def test_moving_a_branch(visitor: Visitor, world: World) -> None:
    send(visitor, f"{LIST}/3", {"parent_id": "5"})
    rows = world.shop.rows("SELECT parent_id, url_path, level FROM category WHERE id IN (3, 4) ORDER BY id")
    assert [(row.parent_id, row.url_path, row.level) for row in rows] == [
        (5, "attic/shirts", 2),
        (3, "attic/shirts/work-shirts", 3),
    ]
    send(visitor, f"{LIST}/3", {"parent_id": ""})
    rows = world.shop.rows("SELECT parent_id, url_path, level FROM category WHERE id IN (3, 4) ORDER BY id")
    assert [(row.parent_id, row.url_path, row.level) for row in rows] == [
        (None, "shirts", 1),
        (3, "shirts/work-shirts", 2),
    ]


@pytest.mark.parametrize("parent", ["1", "3", "4", "99"])
def test_no_fourth_level_and_no_circle(visitor: Visitor, world: World, parent: str) -> None:
    world.shop.run("UPDATE category SET parent_id = 2, level = 2, url_path = 'clothing/kitchen' WHERE id = 1")
    before = summary(world.changes())
    page = send(visitor, f"{LIST}/3", {"parent_id": parent})
    assert (page.status, errors(page)) == (422, ["Parent category: choose one of the options."])
    assert summary(world.changes()) == before


def test_new_categories(visitor: Visitor, world: World) -> None:
    send(visitor, f"{LIST}/new", {"name": "Garden & Yard"})
    page = send(visitor, f"{LIST}/new?parent=3", {"name": "Polo", "url_key": "polos", "position": "7"})
    assert "The category Polo was added." in page.text
    rows = world.shop.rows("SELECT parent_id, url_path, level, position FROM category WHERE id > 5 ORDER BY id")
    assert [tuple(row.values()) for row in rows] == [
        (None, "garden-yard", 1, 6),
        (3, "clothing/shirts/polos", 3, 7),
    ]
    assert [one.kind for one in world.changes()] == ["insert", "insert"]
    assert "Polo" in visitor.get("http://shop.test/clothing/shirts/polos.html").text


def test_addresses_are_unique(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{LIST}/new", {"name": "Attic", "description": "kept"})
    assert errors(page) == ["URL key: /attic.html is the address of Attic already."]
    assert shown(page)["description"] == "kept"
    page = send(visitor, f"{LIST}/new", {"name": "Wool hat"})
    assert errors(page) == ["URL key: /wool-hat.html is the address of Wool Hat already."]
    assert world.changes() == []


def test_only_empty_categories_are_deleted(visitor: Visitor, world: World) -> None:
    for number, message in ((3, "Shirts has categories below it."), (4, "Work Shirts holds 1 product.")):
        visitor.get(f"http://admin.shop.test{LIST}/{number}")
        page = visitor.post(f"{LIST}/{number}/delete")
        assert (page.status, message in page.text) == (409, True)
    assert world.changes() == []
    visitor.get(f"http://admin.shop.test{LIST}/5")
    visitor.post(f"{LIST}/5/delete")
    assert summary(world.changes()) == [("category", "delete", (5,), ())]


def test_a_category_that_a_price_rule_names_stays(visitor: Visitor, world: World) -> None:
    rule = world.shop.insert("cart_rule", name="Attic sale", action="by_percent", amount=1000)
    world.shop.insert("cart_rule_condition", rule_id=rule, subject="category", operator="is", value="5")
    visitor.get(f"http://admin.shop.test{LIST}/5")
    assert visitor.post(f"{LIST}/5/delete").status == 409


def test_products_of_a_category(visitor: Visitor, world: World) -> None:
    path = f"{LIST}/4/products"
    assert "Nothing was changed." in send(visitor, path).text
    assert world.changes() == []
    send(visitor, path, {f"product.{SHIRT}.position": "5", "add": "HAT"})
    assert summary(world.changes()) == [
        ("product", "update", (SHIRT,), ("updated",)),
        ("product", "update", (HAT,), ("updated",)),
        ("product_category", "update", (SHIRT, 4), ("position",)),
        ("product_category", "insert", (HAT, 4), ()),
    ]
    send(visitor, path, {f"product.{SHIRT}.remove": "on"})
    assert world.shop.values("SELECT product_id FROM product_category WHERE category_id = 4") == [HAT]
    page = send(visitor, path, {"add": "HAT, NOPE"})
    assert errors(page) == ["Add products: there is no product with the SKU NOPE."]
