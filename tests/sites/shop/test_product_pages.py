"""The page of a product: facts, options, pictures, reviews; and what it never gives away."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from tests.sites.shop.reading import changed, flashes, text_of
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.formats import money
from webcosm.sites.shop.rules.prices import price_of, price_range
from webcosm.worlds import BEGINNING, Database, Row, World

SHOP = "http://shop.test"
GENERAL = 2
REVIEW = {"stars": "4", "nickname": "Ivo", "title": "Sturdy", "body": "It has held for a year.\nStill does."}


@pytest.fixture
def db(stocked: World) -> Database:
    return stocked.database("shop")


@pytest.fixture
def simple(db: Database) -> Row:
    row = db.row(
        "SELECT * FROM product WHERE type = 'simple' AND enabled AND in_stock AND qty > 20 AND special_price IS NULL"
        " AND id IN (SELECT product_id FROM product_relation) ORDER BY id"
    )
    assert row
    return row


@pytest.fixture
def configurable(db: Database) -> Row:
    """With two axes, one of them colours."""
    row = db.row(
        "SELECT * FROM product WHERE type = 'configurable' AND enabled AND id IN (SELECT product_id FROM product_axis"
        " GROUP BY product_id HAVING count(*) = 2) AND id IN (SELECT product_id FROM product_axis JOIN attribute"
        " ON attribute.id = attribute_id WHERE code = 'color') ORDER BY id"
    )
    assert row
    return row


def test_the_page_of_a_simple_product_says_all_about_it(customer: Visitor, db: Database, simple: Row) -> None:
    answer = customer.get(f"{SHOP}/{simple.url_key}.html")
    words = text_of(answer)
    assert f"<h1>{simple.name}</h1>" in unescape(answer.text)
    for fact in (f"SKU {simple.sku}", simple.brand, "Availability In stock", "Add to Cart", "Add to Wish List"):
        assert fact in words, fact
    assert money(price_of(db, simple, GENERAL, BEGINNING.date()).final) in words
    for spec in db.rows("SELECT * FROM product_spec WHERE product_id = ?", simple.id):
        assert f"{spec.label} {spec.value}" in words
    related = db.values("SELECT other_id FROM product_relation WHERE product_id = ?", simple.id)
    assert related
    for number in related[:8]:
        key = db.value("SELECT url_key FROM product WHERE id = ? AND enabled", number)
        assert key is None or f'href="/{key}.html"' in answer.text
    assert f'<input type="hidden" name="product_id" value="{simple.id}">' in answer.text


def test_a_special_price_is_shown_beside_the_regular_one(customer: Visitor, db: Database, simple: Row) -> None:
    db.run("UPDATE product SET price = 5000, special_price = 1234 WHERE id = ?", simple.id)
    words = text_of(customer.get(f"{SHOP}/{simple.url_key}.html"))
    assert "Special price $12.34 Regular price $50.00" in words


@pytest.mark.parametrize(
    "qty, in_stock, said", [(3, 1, "In stock only 3 left"), (0, 1, "Out of stock"), (9, 0, "Out of stock")]
)
def test_availability(customer: Visitor, db: Database, simple: Row, qty: int, in_stock: int, said: str) -> None:
    db.run("UPDATE product SET qty = ?, in_stock = ? WHERE id = ?", qty, in_stock, simple.id)
    answer = customer.get(f"{SHOP}/{simple.url_key}.html")
    assert f"Availability {said}" in text_of(answer)
    assert ('<button class="big">Add to Cart</button>' in answer.text) == (said != "Out of stock")


def test_a_configurable_product_offers_the_options_of_its_enabled_variants(
    customer: Visitor, db: Database, configurable: Row
) -> None:
    gone = db.value("SELECT id FROM product WHERE parent_id = ? ORDER BY id", configurable.id)
    option = db.value(
        "SELECT option_id FROM product_option JOIN product_axis ON product_axis.attribute_id ="
        " product_option.attribute_id AND product_axis.product_id = ? WHERE product_option.product_id = ?",
        configurable.id,
        gone,
    )
    db.run("UPDATE product SET enabled = 0 WHERE id IN (SELECT product_id FROM product_option WHERE option_id = ?)"
           " AND parent_id = ?", option, configurable.id)  # fmt: skip
    answer = customer.get(f"{SHOP}/{configurable.url_key}.html")
    offered = {int(value) for value in re.findall(r'name="option\.\d+" value="(\d+)"', answer.text)}
    offered |= {int(value) for value in re.findall(r'<option value="(\d+)"', answer.text)}
    expected = db.values(
        "SELECT DISTINCT has.option_id FROM product AS item JOIN product_option AS has ON has.product_id = item.id"
        " JOIN product_axis AS axis ON axis.attribute_id = has.attribute_id AND axis.product_id = item.parent_id"
        " WHERE item.parent_id = ? AND item.enabled",
        configurable.id,
    )
    assert offered == set(expected)
    assert option not in offered
    price = price_range(db, configurable, GENERAL, BEGINNING.date())
    assert money(price.lowest.final) in text_of(answer)


def test_a_choice_in_the_address_shows_that_variant(customer: Visitor, db: Database, configurable: Row) -> None:
    variant = db.row("SELECT * FROM product WHERE parent_id = ? AND enabled ORDER BY id DESC", configurable.id)
    assert variant
    db.run("UPDATE product SET price = 98765, special_price = NULL, qty = 2, in_stock = 1 WHERE id = ?", variant.id)
    chosen = db.rows("SELECT * FROM product_option WHERE product_id = ? ORDER BY attribute_id", variant.id)
    query = "&".join(f"option.{row.attribute_id}={row.option_id}" for row in chosen)
    answer = customer.get(f"{SHOP}/{configurable.url_key}.html?{query}")
    words = text_of(answer)
    assert f"SKU {variant.sku} Availability In stock only 2 left" in words
    assert "$987.65" in words
    assert answer.text.count(" checked") + answer.text.count(" selected") >= 2
    for nonsense in ("option.1=x", "option.1=999999999999", "option.999=1"):
        assert customer.get(f"{SHOP}/{configurable.url_key}.html?{nonsense}").status == 200


def test_the_script_knows_price_and_stock_of_every_variant(customer: Visitor, db: Database, configurable: Row) -> None:
    answer = customer.get(f"{SHOP}/{configurable.url_key}.html")
    packed = re.search(r'data-matrix="([^"]+)"', answer.text)
    assert packed
    matrix = {one["sku"]: one for one in json.loads(unescape(packed[1]))}
    variants = db.rows("SELECT * FROM product WHERE parent_id = ? AND enabled", configurable.id)
    assert set(matrix) == {row.sku for row in variants}
    for row in variants:
        found = matrix[row.sku]
        price = price_of(db, row, GENERAL, BEGINNING.date())
        assert (found["regular"], found["final"]) == (price.regular, price.final)
        assert found["left"] == (row.qty if row.in_stock else 0)


def test_a_variant_is_shown_on_the_page_of_its_product(customer: Visitor, db: Database, configurable: Row) -> None:
    key = db.value("SELECT url_key FROM product WHERE parent_id = ?", configurable.id)
    assert customer.get(f"{SHOP}/{key}.html").url == f"{SHOP}/{configurable.url_key}.html"


def test_disabled_hidden_and_unknown_products_are_not_found(customer: Visitor, db: Database, simple: Row) -> None:
    assert customer.get(f"{SHOP}/no-such-thing.html").status == 404
    db.run("UPDATE product SET visibility = 'none' WHERE id = ?", simple.id)
    assert customer.get(f"{SHOP}/{simple.url_key}.html").status == 404
    db.run("UPDATE product SET visibility = 'both', enabled = 0 WHERE id = ?", simple.id)
    assert customer.get(f"{SHOP}/{simple.url_key}.html").status == 404


def test_views_are_counted_by_the_day_and_are_no_change(
    stocked: World, customer: Visitor, db: Database, simple: Row
) -> None:
    sql = "SELECT coalesce(sum(views), 0) FROM product_view WHERE product_id = ? AND day = '2026-05-14'"
    before = db.value(sql, simple.id)
    customer.get(f"{SHOP}/{simple.url_key}.html")
    customer.get(f"{SHOP}/{simple.url_key}.html?reviews=2")
    assert db.value(sql, simple.id) == before + 2
    assert list(stocked.changes()) == []


def test_looks_are_never_served(customer: Visitor, db: Database) -> None:
    """The look is what questions about pictures are asked of: no page may hold it, nor a pattern as an image's text."""
    pages = ["/", "/search?q=red", "/compare", "/wishlist", "/search/advanced?max=30"]
    pages += [f"/{path}.html?mode=list" for path in db.values("SELECT url_path FROM category WHERE level = 1")]
    pages += [f"/{key}.html" for key in db.values("SELECT url_key FROM product WHERE type <> 'variant' LIMIT 60")]
    for page in pages:
        text = unescape(customer.get(f"{SHOP}{page}").text)
        for sign in ('"shape"', '"pattern"', '"backdrop"', '"colors"'):
            assert sign not in text, f"{page} holds {sign}"


def test_alternative_texts_are_product_names_only(customer: Visitor, simple: Row) -> None:
    text = customer.get(f"{SHOP}/{simple.url_key}.html").text
    described = set(re.findall(r'<img [^>]*alt="([^"]*)"', text))
    assert {unescape(one) for one in described} <= {"", simple.name}


def test_text_of_the_merchant_is_escaped(customer: Visitor, db: Database, simple: Row) -> None:
    bad = "<script>alert(1)</script>"
    for column in ("name", "brand", "short_description", "description"):
        db.run(f"UPDATE product SET {column} = ? WHERE id = ?", bad, simple.id)
    db.run("UPDATE product_spec SET label = ?1, value = ?1 WHERE product_id = ?2", bad, simple.id)
    for path in (f"/{simple.url_key}.html", "/search?q=alert", "/search?q=alert&mode=list"):
        answer = customer.get(f"{SHOP}{path}")
        assert answer.status == 200
        assert "<script>alert" not in answer.text
    customer.post(f"{SHOP}/compare/add", {"product_id": str(simple.id)})
    customer.post(f"{SHOP}/wishlist/add", {"product_id": str(simple.id)})
    for path in ("/compare", "/wishlist"):
        assert "<script>alert" not in customer.get(f"{SHOP}{path}").text


# Reviews --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def reviewed(db: Database) -> Row:
    row = db.row(
        "SELECT product.* FROM product JOIN review ON review.product_id = product.id WHERE status = 'approved'"
        " AND enabled GROUP BY product.id HAVING count(*) > 20 ORDER BY product.id"
    )
    assert row
    return row


def test_the_rating_is_the_mean_of_the_approved_reviews_in_percent(
    customer: Visitor, db: Database, reviewed: Row
) -> None:
    stars = db.values("SELECT stars FROM review WHERE product_id = ? AND status = 'approved'", reviewed.id)
    percent, count = int(sum(stars) / len(stars) * 20 + 0.5), len(stars)
    answer = customer.get(f"{SHOP}/{reviewed.url_key}.html")
    assert f'aria-label="Rating: {percent} %"' in answer.text
    assert f"{percent} % ({count} reviews)" in text_of(answer)


@pytest.mark.parametrize(
    "key, order",
    [
        ("newest", "created DESC, id DESC"),
        ("oldest", "created, id"),
        ("highest", "stars DESC, created DESC, id DESC"),
        ("lowest", "stars, created DESC, id DESC"),
    ],
)
def test_pages_of_reviews_hold_all_approved_ones_in_order(
    customer: Visitor, db: Database, reviewed: Row, key: str, order: str
) -> None:
    db.run("UPDATE review SET title = 'Review ' || id WHERE product_id = ?", reviewed.id)
    last = db.value("SELECT max(id) FROM review WHERE product_id = ?", reviewed.id)
    db.run("UPDATE review SET status = 'pending' WHERE id = ?", last)
    approved = "FROM review WHERE product_id = ? AND status = 'approved'"
    expected = db.values(f"SELECT title {approved} ORDER BY {order}", reviewed.id)
    seen: list[str] = []
    for page in range(1, -(-len(expected) // 10) + 1):
        answer = customer.get(f"{SHOP}/{reviewed.url_key}.html?reviews={page}&review_sort={key}")
        seen += re.findall(r"<h3>(Review \d+)</h3>", answer.text)
    assert seen == expected


def test_page_numbers_of_reviews_out_of_range_give_the_nearest_page(customer: Visitor, reviewed: Row) -> None:
    for page in ("0", "999", "x", "-1"):
        assert 'class="review-list"' in customer.get(f"{SHOP}/{reviewed.url_key}.html?reviews={page}").text


def test_a_review_is_pending_until_it_is_approved(stocked: World, customer: Visitor, db: Database, simple: Row) -> None:
    customer.get(f"{SHOP}/{simple.url_key}.html")
    answer = customer.post(f"/reviews/{simple.id}", REVIEW)
    assert flashes(answer) == ["You submitted your review for moderation."]
    assert changed(stocked) == {"insert review": 1}
    row = db.row("SELECT * FROM review ORDER BY id DESC")
    assert row
    assert (row.stars, row.nickname, row.title, row.status, row.created) == (
        4, "Ivo", "Sturdy", "pending", "2026-05-14 09:00:00",
    )  # fmt: skip
    assert row.customer_id is not None
    assert "It has held for a year." not in answer.text
    db.run("UPDATE review SET status = 'approved' WHERE id = ?", row.id)
    assert "It has held for a year." in customer.get(f"{SHOP}/{simple.url_key}.html").text


def test_the_merchant_may_want_reviews_at_once_and_of_customers_only(stranger: Visitor) -> None:
    db = stranger.world.database("shop")
    product = db.row("SELECT * FROM product WHERE type = 'simple' AND enabled ORDER BY id")
    assert product
    db.run("UPDATE setting SET value = '0' WHERE path = 'catalog/reviews_need_approval'")
    stranger.get(f"{SHOP}/{product.url_key}.html")
    answer = stranger.post(f"/reviews/{product.id}", REVIEW)
    assert "It has held for a year." in answer.text
    assert db.value("SELECT customer_id FROM review ORDER BY id DESC") is None
    db.run("UPDATE setting SET value = '0' WHERE path = 'catalog/guest_reviews'")
    assert "Only signed-in customers can write reviews" in stranger.get(f"{SHOP}/{product.url_key}.html").text
    before = db.value("SELECT count(*) FROM review")
    assert stranger.post(f"/reviews/{product.id}", REVIEW).url.startswith(f"{SHOP}/login")
    assert db.value("SELECT count(*) FROM review") == before


@pytest.mark.parametrize(
    "field, value", [("stars", ""), ("stars", "6"), ("nickname", " "), ("title", ""), ("body", "")]
)
def test_an_incomplete_review_is_shown_again_with_what_was_typed(
    stocked: World, customer: Visitor, simple: Row, field: str, value: str
) -> None:
    customer.get(f"{SHOP}/{simple.url_key}.html")
    answer = customer.post(f"/reviews/{simple.id}", {**REVIEW, field: value})
    assert answer.status == 422
    assert 'class="error"' in answer.text
    assert list(stocked.changes()) == []
    if field != "body":
        assert "It has held for a year." in answer.text


def test_reviews_are_shown_as_typed(customer: Visitor, db: Database, simple: Row) -> None:
    bad = '<img src=x onerror="alert(1)">'
    db.run("UPDATE setting SET value = '0' WHERE path = 'catalog/reviews_need_approval'")
    customer.get(f"{SHOP}/{simple.url_key}.html")
    answer = customer.post(f"/reviews/{simple.id}", {"stars": "1", "nickname": bad, "title": bad, "body": bad})
    assert "<img src=x" not in answer.text
    assert answer.text.count("&lt;img src=x") == 3
