"""Home, contact, newsletter, sitemap, written pages, and what stands around every page."""

from __future__ import annotations

import re

import pytest

from tests.sites.reading import read
from tests.sites.shop.reading import changed, flashes, text_of
from webcosm.sites.kit import Visitor
from webcosm.worlds import Database, World

SHOP = "http://shop.test"
MESSAGE = {
    "name": "Ivo Lund",
    "email": "ivo@example.test",
    "phone": "555-0199",
    "message": "Where is\nmy <b>it</b>?",
}


@pytest.fixture
def db(stocked: World) -> Database:
    return stocked.database("shop")


def test_the_home_page_shows_departments_and_what_is_new_bought_and_reduced(customer: Visitor, db: Database) -> None:
    answer = customer.get(f"{SHOP}/")
    for path in db.values("SELECT url_path FROM category WHERE level = 1 AND active AND in_menu"):
        assert f'<li><a href="/{path}.html">' in answer.text
    for title in ("Departments", "New arrivals", "Bestsellers", "On sale"):
        assert f">{title}</h2>" in answer.text
    assert "free from $75" in text_of(answer)
    db.run("UPDATE cms_block SET content = 'Only *today*: tea.' WHERE identifier = 'home-banner'")
    assert "<em>today</em>" in customer.get(f"{SHOP}/").text
    db.run("UPDATE cms_block SET active = 0 WHERE identifier = 'home-banner'")
    assert "<em>today</em>" not in customer.get(f"{SHOP}/").text


def test_bestsellers_are_what_was_ordered_most_of_late(customer: Visitor, db: Database) -> None:
    db.run("UPDATE orders SET created = '2024-01-01 10:00:00'")
    product = db.row("SELECT * FROM product WHERE type = 'simple' AND enabled ORDER BY id")
    assert product
    assert ">Bestsellers</h2>" not in customer.get(f"{SHOP}/").text
    order = db.value("SELECT id FROM orders WHERE status = 'complete'")
    db.run("UPDATE orders SET created = '2026-05-13 10:00:00' WHERE id = ?", order)
    db.run("UPDATE order_item SET product_id = ? WHERE order_id = ?", product.id, order)
    page = customer.get(f"{SHOP}/").text
    shelf = page[page.index(">Bestsellers</h2>") : page.index(">On sale</h2>")]
    assert re.findall(r'<h3 class="name"><a href="/([^"]+)\.html"', shelf) == [product.url_key]


def test_the_menu_has_three_levels_on_every_page(customer: Visitor, db: Database) -> None:
    page = customer.get(f"{SHOP}/contact").text
    menu = page[page.index('<ul class="menu">') : page.index('<ul class="quick">')]
    paths = re.findall(r'href="/([^"]+)\.html"', menu)
    assert sorted(paths) == sorted(db.values("SELECT url_path FROM category WHERE active AND in_menu"))
    hidden = db.value("SELECT id FROM category WHERE level = 3")
    db.run("UPDATE category SET in_menu = 0 WHERE id = ?", hidden)
    path = db.value("SELECT url_path FROM category WHERE id = ?", hidden)
    assert f'href="/{path}.html"' not in customer.get(f"{SHOP}/contact").text


def test_the_theme_colours_the_pages(customer: Visitor, db: Database) -> None:
    db.run("UPDATE setting SET value = 'harbor' WHERE path = 'design/theme'")
    theme = db.row("SELECT * FROM theme WHERE code = 'harbor'")
    assert theme
    assert f":root{{--accent:{theme.accent};--background:{theme.ground}}}" in customer.get(f"{SHOP}/").text
    db.run("UPDATE theme SET accent = '</style><script>', ground = 'x' WHERE code = 'harbor'")
    assert "<script>:" not in customer.get(f"{SHOP}/").text
    assert "</style><script>" not in customer.get(f"{SHOP}/").text


def test_the_contact_form_knows_who_is_signed_in(customer: Visitor, stranger: Visitor, db: Database) -> None:
    email = db.value("SELECT email FROM customer ORDER BY id")
    assert f'value="{email}"' in customer.get(f"{SHOP}/contact").text
    assert f'value="{email}"' not in stranger.get(f"{SHOP}/contact").text


def test_a_message_is_kept_as_written(stocked: World, customer: Visitor, db: Database) -> None:
    answer = customer.post(f"{SHOP}/contact", MESSAGE)
    assert flashes(answer) == ["Thanks for writing to us. We will answer you as soon as we can."]
    assert changed(stocked) == {"insert contact_message": 1}
    row = db.row("SELECT * FROM contact_message ORDER BY id DESC")
    assert row
    assert {name: row[name] for name in MESSAGE} == MESSAGE
    assert row.created == "2026-05-14 09:00:00"


@pytest.mark.parametrize("field, value", [("name", ""), ("email", "nowhere"), ("message", "  "), ("phone", "5" * 99)])
def test_a_wrong_message_is_shown_again_and_not_kept(stocked: World, customer: Visitor, field: str, value: str) -> None:
    answer = customer.post(f"{SHOP}/contact", {**MESSAGE, field: value})
    assert answer.status == 422
    assert f'id="{field}-error"' in answer.text
    assert "<b>it</b>" not in answer.text
    assert list(stocked.changes()) == []


def test_the_newsletter_box_subscribes_once_and_again_after_unsubscribing(
    stocked: World, customer: Visitor, db: Database
) -> None:
    form = {"newsletter_email": " New@Example.test "}
    answer = customer.post(f"{SHOP}/newsletter", form)
    assert "new@example.test will receive our newsletter" in flashes(answer)[0]
    assert changed(stocked) == {"insert subscriber": 1}
    assert "already" in flashes(customer.post(f"{SHOP}/newsletter", form))[0]
    db.run("UPDATE subscriber SET status = 'unsubscribed' WHERE email = 'new@example.test'")
    customer.post(f"{SHOP}/newsletter", form)
    row = db.row("SELECT * FROM subscriber WHERE email = 'new@example.test'")
    assert row
    assert (row.status, row.customer_id) == ("subscribed", None)
    customer.post(f"{SHOP}/newsletter", {"newsletter_email": "nonsense"})
    assert changed(stocked) == {"insert subscriber": 1}


def test_a_customers_address_is_linked_to_the_account(customer: Visitor, db: Database) -> None:
    row = db.row("SELECT id, email FROM customer WHERE email NOT IN (SELECT email FROM subscriber) ORDER BY id DESC")
    assert row
    customer.post(f"{SHOP}/newsletter", {"newsletter_email": row.email})
    assert db.value("SELECT customer_id FROM subscriber WHERE email = ?", row.email) == row.id


def test_written_pages_are_served_while_they_are_active(customer: Visitor, db: Database) -> None:
    for row in db.rows("SELECT * FROM cms_page ORDER BY id"):
        answer = customer.get(f"{SHOP}/{row.url_key}")
        assert answer.status == (200 if row.active else 404)
        if row.active:
            assert f"<h1>{row.heading or row.title}</h1>" in answer.text.replace("&#39;", "'").replace("&amp;", "&")
    db.run(
        "UPDATE cms_page SET content = ? WHERE url_key = 'about-us'",
        "# Hi\n<script>alert(1)</script> [x](javascript:y)",
    )
    page = customer.get(f"{SHOP}/about-us").text
    assert "<script>alert" not in page
    assert 'href="javascript' not in page


def test_the_sitemap_links_all_categories_and_pages(customer: Visitor, db: Database) -> None:
    text = customer.get(f"{SHOP}/sitemap").text
    for path in db.values("SELECT url_path FROM category WHERE active AND in_menu"):
        assert text.count(f'href="/{path}.html"') >= 2
    for key in db.values("SELECT url_key FROM cms_page WHERE active"):
        assert f'href="/{key}"' in text


def test_unknown_addresses_are_not_found_in_the_shops_look(customer: Visitor) -> None:
    for path in ("/nothing", "/no/such/path", "/x.html", "/a/b/c.html", "/media/1-17.png", "/media/x"):
        answer = customer.get(f"{SHOP}{path}")
        assert answer.status == 404
        assert 'class="shop-head"' in answer.text


def test_the_mini_cart_shows_pieces_and_their_worth(customer: Visitor, db: Database) -> None:
    db.run("DELETE FROM cart_item")
    assert "Cart: 0 items, subtotal $0.00" in customer.get(f"{SHOP}/contact").text
    product = db.row("SELECT * FROM product WHERE type = 'simple' AND enabled AND in_stock AND qty > 3 ORDER BY id")
    assert product
    db.run("UPDATE product SET price = 1050, special_price = NULL WHERE id = ?", product.id)
    db.run("DELETE FROM catalog_rule_group")
    customer.post(f"{SHOP}/cart/add", {"product_id": str(product.id), "qty": "2"})
    assert "Cart: 2 items, subtotal $21.00" in customer.get(f"{SHOP}/contact").text


def test_every_kind_of_page_is_sound_for_screen_readers(customer: Visitor, db: Database) -> None:
    """One first heading, ids that are unique, labels that name a field, pictures with an alternative text."""
    product, configurable = (
        db.value("SELECT url_key FROM product WHERE type = ? AND enabled ORDER BY id", kind)
        for kind in ("simple", "configurable")
    )
    path = db.value("SELECT url_path FROM category WHERE level = 2 ORDER BY id")
    paths = ["/", f"/{path}.html", f"/{path}.html?mode=list", f"/{product}.html", f"/{configurable}.html", "/compare",
             "/wishlist", "/contact", "/sitemap", "/about-us", "/shipping", "/search?q=lamp", "/search?q=zzzz",
             "/search/advanced?max=20", "/nothing"]  # fmt: skip
    customer.post(f"{SHOP}/compare/add", {"product_id": "1"})
    for page in paths:
        answer = customer.get(f"{SHOP}{page}")
        reader = read(answer)
        assert reader.tags.count("h1") == 1, page
        double = [one for one in reader.ids if reader.ids.count(one) > 1]
        assert not double, f"{page}: {double}"
        assert set(reader.labels_for) <= set(reader.ids), page
        assert all(" alt=" in image for image in re.findall(r"<img [^>]*>", answer.text)), page
