"""Wish lists and compare lists: what each button changes, and whose list it is."""

from __future__ import annotations

import pytest

from tests.sites.shop.reading import changed, flashes, text_of
from webcosm.sites.kit import Visitor
from webcosm.worlds import Database, Row, World

SHOP = "http://shop.test"


@pytest.fixture
def db(stocked: World) -> Database:
    db = stocked.database("shop")
    db.run("DELETE FROM wish")
    db.run("DELETE FROM comparison")
    db.run("DELETE FROM cart_item")
    return db


@pytest.fixture
def goods(db: Database) -> list[Row]:
    sql = "SELECT * FROM product WHERE type = 'simple' AND enabled AND in_stock AND qty > 9 ORDER BY id LIMIT 6"
    return db.rows(sql)


def wishes(db: Database) -> list[Row]:
    return db.rows("SELECT * FROM wish ORDER BY id")


def test_a_product_is_put_on_the_wish_list_once(customer: Visitor, db: Database, goods: list[Row]) -> None:
    form = {"product_id": str(goods[0].id), "qty": "3"}
    answer = customer.post(f"{SHOP}/wishlist/add", form)
    assert answer.url == f"{SHOP}/wishlist"
    assert flashes(answer) == [f"“{goods[0].name}” was added to your wish list."]
    assert goods[0].name in text_of(answer)
    (wish,) = wishes(db)
    assert (wish.product_id, wish.qty, wish.note, wish.added) == (goods[0].id, 3, "", "2026-05-14 09:00:00")
    assert "already on your wish list" in flashes(customer.post(f"{SHOP}/wishlist/add", form))[0]
    assert wishes(db) == [wish]


def test_options_decide_which_variant_is_wished(customer: Visitor, db: Database) -> None:
    variant = db.row("SELECT * FROM product WHERE type = 'variant' AND enabled AND in_stock AND qty > 0 ORDER BY id")
    assert variant
    options = db.rows("SELECT * FROM product_option WHERE product_id = ?", variant.id)
    chosen = {f"option.{row.attribute_id}": str(row.option_id) for row in options}
    label = db.value("SELECT label FROM attribute_option WHERE id = ?", options[0].option_id)
    answer = customer.post(f"{SHOP}/wishlist/add", {"product_id": str(variant.parent_id)} | chosen)
    assert [wish.product_id for wish in wishes(db)] == [variant.id]
    assert f": {label}" in text_of(answer)
    customer.post(f"{SHOP}/wishlist/add", {"product_id": str(variant.parent_id)})
    assert [wish.product_id for wish in wishes(db)] == [variant.id, variant.parent_id]


def test_quantities_and_comments_are_changed_together_or_not_at_all(
    customer: Visitor, db: Database, goods: list[Row]
) -> None:
    for product in goods[:2]:
        customer.post(f"{SHOP}/wishlist/add", {"product_id": str(product.id)})
    first, second = wishes(db)
    form = {
        f"qty.{first.id}": "4",
        f"note.{first.id}": "For <b>Ana</b>",
        f"qty.{second.id}": "0",
        f"note.{second.id}": "",
    }
    answer = customer.post(f"{SHOP}/wishlist/update", form)
    assert answer.status == 422
    assert "must be at least 1" in answer.text
    assert wishes(db) == [first, second]
    answer = customer.post(f"{SHOP}/wishlist/update", form | {f"qty.{second.id}": "1"})
    assert flashes(answer) == ["Your wish list was updated."]
    assert [(wish.qty, wish.note) for wish in wishes(db)] == [(4, "For <b>Ana</b>"), (1, "")]
    assert "<b>Ana</b>" not in answer.text


def test_a_wish_is_removed(customer: Visitor, db: Database, goods: list[Row]) -> None:
    customer.post(f"{SHOP}/wishlist/add", {"product_id": str(goods[0].id)})
    answer = customer.post(f"{SHOP}/wishlist/{wishes(db)[0].id}/remove")
    assert wishes(db) == []
    assert "You have no items in your wish list." in answer.text


def test_a_wish_is_moved_to_the_cart(stocked: World, customer: Visitor, db: Database, goods: list[Row]) -> None:
    customer.post(f"{SHOP}/wishlist/add", {"product_id": str(goods[0].id), "qty": "2"})
    answer = customer.post(f"{SHOP}/wishlist/{wishes(db)[0].id}/cart")
    assert wishes(db) == []
    assert [(row.product_id, row.qty) for row in db.rows("SELECT * FROM cart_item")] == [(goods[0].id, 2)]
    assert "Cart: 2 items" in answer.text


def test_what_cannot_be_bought_stays_on_the_wish_list(customer: Visitor, db: Database, goods: list[Row]) -> None:
    customer.post(f"{SHOP}/wishlist/add", {"product_id": str(goods[0].id), "qty": "5"})
    (wish,) = wishes(db)
    db.run("UPDATE product SET qty = 1 WHERE id = ?", goods[0].id)
    answer = customer.post(f"{SHOP}/wishlist/{wish.id}/cart")
    assert wishes(db) == [wish]
    assert 'class="flash wrong"' in answer.text
    configurable = db.row("SELECT * FROM product WHERE type = 'configurable' AND enabled ORDER BY id")
    assert configurable
    customer.post(f"{SHOP}/wishlist/add", {"product_id": str(configurable.id)})
    answer = customer.post(f"{SHOP}/wishlist/{wishes(db)[1].id}/cart")
    assert answer.url == f"{SHOP}/{configurable.url_key}.html"
    assert len(wishes(db)) == 2


def test_wish_lists_are_private_and_need_an_account(stranger: Visitor) -> None:
    db = stranger.world.database("shop")
    number = db.value("SELECT id FROM wish ORDER BY id")
    if number is None:
        product = db.value("SELECT id FROM product WHERE type = 'simple' ORDER BY id")
        number = db.insert("wish", customer_id=1, product_id=product, added="2026-05-01 10:00:00")
    before = db.rows("SELECT * FROM wish")
    for path in (f"/wishlist/{number}/remove", f"/wishlist/{number}/cart", "/wishlist/add", "/wishlist/update"):
        assert stranger.post(f"{SHOP}{path}", {"product_id": "1"}).url.startswith(f"{SHOP}/login")
    owner = db.value("SELECT customer_id FROM wish WHERE id = ?", number)
    other = db.value("SELECT email FROM customer WHERE id <> ? AND active ORDER BY id", owner)
    stranger.world.state.accounts["shop"] = other
    visitor = Visitor(stranger.world, stranger.sites)
    visitor.get(f"{SHOP}/wishlist")
    assert visitor.post(f"{SHOP}/wishlist/{number}/remove").status == 404
    assert db.rows("SELECT * FROM wish") == before


@pytest.mark.parametrize("number", ["", "x", "0", "999999999999999999999", "-1"])
def test_products_that_do_not_exist_cannot_be_added(stocked: World, customer: Visitor, number: str) -> None:
    for path in ("/wishlist/add", "/compare/add", "/compare/remove"):
        assert customer.post(f"{SHOP}{path}", {"product_id": number}).status == 404
    assert list(stocked.changes()) == []


def test_the_wish_list_has_a_limit(customer: Visitor, db: Database, goods: list[Row]) -> None:
    db.run("UPDATE setting SET value = '1' WHERE path = 'customers/wishlist_limit'")
    for product in goods[:2]:
        answer = customer.post(f"{SHOP}/wishlist/add", {"product_id": str(product.id)})
    assert "can hold up to 1 product" in flashes(answer)[0]
    assert len(wishes(db)) == 1


# Compare --------------------------------------------------------------------------------------------------------------


def test_compared_products_stand_side_by_side_with_their_specifications(
    customer: Visitor, db: Database, goods: list[Row]
) -> None:
    for product in goods[:3]:
        customer.post(f"{SHOP}/compare/add", {"product_id": str(product.id)})
    answer = customer.get(f"{SHOP}/compare")
    assert answer.text.count('<th scope="col">') == 4
    for product in goods[:3]:
        assert product.sku in answer.text
        for spec in db.rows("SELECT * FROM product_spec WHERE product_id = ?", product.id):
            assert spec.value in text_of(answer)
    answer = customer.post(f"{SHOP}/compare/remove", {"product_id": str(goods[1].id)})
    assert db.values("SELECT product_id FROM comparison ORDER BY product_id") == [goods[0].id, goods[2].id]
    assert goods[1].sku not in answer.text
    answer = customer.post(f"{SHOP}/compare/clear")
    assert "You have nothing to compare." in answer.text
    assert db.values("SELECT product_id FROM comparison") == []


def test_the_compare_list_has_the_merchants_limit_and_no_doubles(
    customer: Visitor, db: Database, goods: list[Row]
) -> None:
    db.run("UPDATE setting SET value = '2' WHERE path = 'catalog/compare_limit'")
    for number in (goods[0].id, goods[0].id, goods[1].id, goods[2].id):
        answer = customer.post(f"{SHOP}/compare/add", {"product_id": str(number)})
    assert "You can compare up to 2 products." in flashes(answer)[0]
    assert db.values("SELECT product_id FROM comparison ORDER BY product_id") == [goods[0].id, goods[1].id]


def test_a_guests_compare_list_is_in_the_session(stranger: Visitor) -> None:
    db = stranger.world.database("shop")
    first, second = db.values("SELECT id FROM product WHERE type = 'simple' AND enabled ORDER BY id LIMIT 2")
    for number in (first, second):
        stranger.post(f"{SHOP}/compare/add", {"product_id": str(number)})
    assert changed(stranger.world) == {}
    stranger.post(f"{SHOP}/compare/remove", {"product_id": str(first)})
    assert stranger.get(f"{SHOP}/compare").text.count('<th scope="col">') == 2
    assert "Compare <span" in stranger.get(f"{SHOP}/").text
