"""The shop's first rows: whole, consistent to the cent, and the same every time."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from itertools import pairwise
from pathlib import Path

import apsw
import pytest

from webcosm.lore import Lore
from webcosm.sites.kit import match_query
from webcosm.sites.shop.rules.order_state import find_order, item_progress, money_left, working_status
from webcosm.sites.shop.rules.quoting import tax_rates
from webcosm.sites.shop.rules.sums import Condition, Line, Rule, Shipping, totals
from webcosm.sites.shop.seed.fill import accounts, admin_accounts
from webcosm.sites.shop.site import site
from webcosm.worlds import Database, cache_folder
from webcosm.worlds.image import Image, build_image


@pytest.fixture(scope="module")
def lore() -> Lore:
    return Lore(0)


@pytest.fixture(scope="module")
def image(lore: Lore) -> Image:
    """From the cache that everybody shares."""
    assert site.blueprint
    return build_image(site.blueprint, lore, "small", cache_folder())


@contextmanager
def rows_of(image: Image) -> Iterator[Database]:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with closing(apsw.Connection(f"file:{image.path}?immutable=1", flags=flags)) as connection:
        yield Database(connection)


@pytest.fixture(scope="module")
def db(image: Image) -> Iterator[Database]:
    with rows_of(image) as rows:
        yield rows


# The whole ------------------------------------------------------------------------------------------------------------


def test_the_same_universe_is_built_to_the_same_byte(image: Image, lore: Lore, tmp_path: Path) -> None:
    """As somebody built it before, perhaps another process."""
    assert site.blueprint
    built = build_image(site.blueprint, Lore(lore.seed), "small", tmp_path)
    assert built.sha256 == image.sha256
    image.verify()


def test_another_universe_has_other_goods(db: Database) -> None:
    assert site.blueprint
    with rows_of(build_image(site.blueprint, Lore(1), "small", cache_folder())) as other:
        names = set(other.values("SELECT name FROM product WHERE type <> 'variant'"))
    own = set(db.values("SELECT name FROM product WHERE type <> 'variant'"))
    assert len(names & own) < len(own) / 20


def test_there_is_something_of_everything(db: Database) -> None:
    empty = [
        table
        for table in db.values("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
        if not table.startswith("sqlite_") and not db.value(f"SELECT count(*) FROM {table}")
    ]
    assert set(empty) <= {"comparison", "shelf_stale"}


def test_sizes(db: Database) -> None:
    assert db.value("SELECT count(*) FROM product WHERE type <> 'variant'") == 2_000
    assert db.value("SELECT count(*) FROM category WHERE level = 3") >= 60
    assert db.value("SELECT count(*) FROM customer") == 120
    assert db.value("SELECT count(*) FROM orders") == 1_500
    assert db.value("SELECT count(*) FROM review") > 2_500
    assert db.value("SELECT count(*) FROM cms_page") >= 10


# Products -------------------------------------------------------------------------------------------------------------


def test_no_two_products_have_the_same_name(db: Database) -> None:
    names = Counter(name.casefold() for name in db.values("SELECT name FROM product WHERE type <> 'variant'"))
    assert [name for name, count in names.items() if count > 1] == []


def test_every_text_is_finished(db: Database) -> None:
    sources = (
        "SELECT name FROM product", "SELECT description FROM product", "SELECT short_description FROM product",
        "SELECT value FROM product_spec", "SELECT look FROM product WHERE type = 'none'", "SELECT body FROM review",
        "SELECT title FROM review", "SELECT name FROM category", "SELECT description FROM category",
        "SELECT name FROM cart_rule", "SELECT value FROM cart_rule_condition", "SELECT name FROM catalog_rule",
        "SELECT content FROM cms_page", "SELECT content FROM cms_block", "SELECT message FROM contact_message",
        "SELECT value FROM setting", "SELECT comment FROM order_comment", "SELECT instructions FROM payment_method",
    )  # fmt: skip
    wrong = re.compile(r"[{}]|\[\[|\S  \S|\bNone\b(?=[ .,]*\w*$)(?<!: None)|,,| ,|\(\)|\.\.(?!\.)")
    for source in sources:
        bad = [text for text in db.values(source) if text != "None" and wrong.search(text)]
        assert bad[:3] == [], source


def test_products_that_are_no_variants_say_something(db: Database) -> None:
    short = db.values("SELECT name FROM product WHERE type <> 'variant' AND length(description) < 150")
    assert short == []


def test_specifications_tell_brand_maker_weight_size_and_first_day(db: Database) -> None:
    for label in ("Brand", "Manufacturer", "Weight", "Dimensions", "Date First Available"):
        having = db.value("SELECT count(DISTINCT product_id) FROM product_spec WHERE label = ?", label)
        assert having >= 1_900, label
    assert db.value("SELECT count(*) FROM product_spec WHERE label = 'Model Year'") > 100


def test_a_configurable_product_has_variants_that_differ_in_its_axes(db: Database) -> None:
    rows = db.rows(
        "SELECT variant.parent_id, variant.id, group_concat(product_option.option_id) AS options"
        " FROM product AS variant JOIN product_axis ON product_axis.product_id = variant.parent_id"
        " JOIN product_option ON product_option.product_id = variant.id"
        " AND product_option.attribute_id = product_axis.attribute_id GROUP BY variant.id ORDER BY variant.id"
    )
    combinations = Counter((row.parent_id, row.options) for row in rows)
    assert [key for key, count in combinations.items() if count > 1] == []
    assert len(rows) == db.value("SELECT count(*) FROM product WHERE type = 'variant'")
    parents = set(db.values("SELECT id FROM product WHERE type = 'configurable'"))
    assert parents == {row.parent_id for row in rows}
    assert parents == set(db.values("SELECT product_id FROM product_axis"))


def test_looks_are_told_and_every_product_has_pictures(db: Database) -> None:
    for text in db.values("SELECT look FROM product"):
        look = json.loads(text)
        assert set(look) - {"form"} == {"shape", "colors", "pattern", "count", "words", "backdrop", "parts"}
        assert look["backdrop"] not in look["colors"]
        assert look["colors"][0] != look["colors"][1]
    counts = Counter(
        db.values(
            "SELECT product_id FROM product_image JOIN product ON product.id = product_id WHERE type <> 'variant'"
        )
    )
    assert set(counts.values()) == {3, 4}
    assert len(counts) == 2_000


def test_larger_packs_cost_more_but_less_for_each_piece(db: Database) -> None:
    """Near-duplicates: what differs only in the pack can be compared by unit price."""
    families: dict[str, dict[int, int]] = {}
    for row in db.rows("SELECT name, price FROM product WHERE type = 'simple'"):
        found = re.fullmatch(r"(.+), (?:Pack|Set) of (\d+)", row.name)
        key, pack = (found[1], int(found[2])) if found else (row.name, 1)
        families.setdefault(key, {})[pack] = row.price
    compared = 0
    for name, prices in families.items():
        packs = sorted(prices)
        for small, large in pairwise(packs):
            compared += 1
            assert prices[small] < prices[large], name
            assert prices[large] / large <= prices[small] / small * 1.02, name
    assert compared > 30


def test_some_products_are_special_sold_out_disabled_or_new(db: Database) -> None:
    special = db.value("SELECT count(DISTINCT coalesce(parent_id, id)) FROM product WHERE special_price IS NOT NULL")
    assert 100 < special < 240
    assert db.value("SELECT count(*) FROM product WHERE special_price >= price") == 0
    for condition in ("qty = 0 AND type <> 'configurable'", "in_stock = 0", "enabled = 0", "is_new", "on_sale"):
        assert db.value(f"SELECT count(*) FROM product WHERE {condition}") > 10, condition


def test_search_terms_tell_what_the_search_finds(db: Database) -> None:
    rows = db.rows("SELECT * FROM search_use")
    assert len(rows) == 150
    for row in rows:
        found = db.value(
            "SELECT count(*) FROM product_search JOIN product ON product.id = product_search.rowid"
            " WHERE product_search MATCH ? AND enabled AND visibility IN ('search', 'both')",
            match_query(row.term),
        )
        assert row.results == found, row.term
    assert {row.results > 0 for row in rows} == {True, False}


# Reviews --------------------------------------------------------------------------------------------------------------


def test_reviews_are_many_for_some_products_and_none_for_many(db: Database) -> None:
    counts = Counter(db.values("SELECT product_id FROM review"))
    assert len(counts) < 1_500
    assert sum(count >= 30 for count in counts.values()) >= 10
    assert db.value("SELECT count(*) FROM (SELECT 1 FROM review GROUP BY product_id, body HAVING count(*) > 1)") == 0
    assert db.value("SELECT count(*) FROM review JOIN product ON product.id = product_id WHERE type = 'variant'") == 0


def test_most_reviews_are_approved_and_some_wait(db: Database) -> None:
    counts = Counter(db.values("SELECT status FROM review"))
    whole = sum(counts.values())
    assert 0.03 < counts["pending"] / whole < 0.10
    assert 0.01 < counts["rejected"] / whole < 0.04
    assert set(db.values("SELECT DISTINCT stars FROM review")) == {1, 2, 3, 4, 5}


# Orders ---------------------------------------------------------------------------------------------------------------


def _rules(db: Database, group: int, day: str, coupon: str) -> list[Rule]:
    rows = db.rows(
        "SELECT * FROM cart_rule WHERE active AND id IN (SELECT rule_id FROM cart_rule_group WHERE group_id = ?1)"
        " AND coalesce(from_date, '') <= ?2 AND coalesce(to_date, '9999') >= ?2 AND coalesce(coupon, ?3) = ?3",
        group,
        day,
        coupon,
    )
    return [
        Rule(
            row.id, row.name, row.coupon, row.action, row.amount, row.step, bool(row.free_shipping),
            bool(row.stop_further), row.priority,
            tuple(
                Condition(one.subject, one.operator, one.value)
                for one in db.rows("SELECT * FROM cart_rule_condition WHERE rule_id = ? ORDER BY id", row.id)
            ),
        )
        for row in rows
    ]  # fmt: skip


@pytest.fixture(scope="module")
def categories(db: Database) -> dict[int, frozenset[int]]:
    """Product -> its categories with those above, for variants their parents'."""
    parents = {row.id: row.parent_id for row in db.rows("SELECT id, parent_id FROM category")}
    found: dict[int, set[int]] = {}
    for row in db.rows(
        "SELECT product.id, category_id FROM product"
        " JOIN product_category ON product_id = coalesce(product.parent_id, product.id)"
    ):
        step = row.category_id
        while step is not None:
            found.setdefault(row.id, set()).add(step)
            step = parents[step]
    return {product: frozenset(ids) for product, ids in found.items()}


def test_every_order_is_reckoned_to_the_cent(db: Database, categories: dict[int, frozenset[int]]) -> None:
    rates = tax_rates(db)
    methods = {
        row.code: Shipping(row.code, row.base, row.per_kg, row.free_from)
        for row in db.rows("SELECT * FROM shipping_method")
    }
    exempt = {row.id: bool(row.tax_exempt) for row in db.rows("SELECT * FROM customer_group")}
    items: dict[int, list[tuple[Line, tuple[int, int, int]]]] = {}
    for row in db.rows(
        "SELECT order_item.*, product.brand, product.weight, product.tax_class_id FROM order_item"
        " JOIN product ON product.id = product_id ORDER BY order_item.id"
    ):
        line = Line(
            row.product_id, row.sku, row.brand, categories[row.product_id], row.qty, row.price, row.weight,
            row.tax_class_id,
        )  # fmt: skip
        items.setdefault(row.order_id, []).append((line, (row.row_total, row.discount, row.tax)))
    for order in db.rows("SELECT * FROM orders"):
        region = db.value("SELECT region FROM order_address WHERE order_id = ? AND kind = 'shipping'", order.id)
        result = totals(
            [line for line, _ in items[order.id]],
            region=region,
            rates=rates,
            method=methods[order.shipping_code],
            rules=_rules(db, order.group_id, order.created[:10], order.coupon),
            tax_exempt=exempt[order.group_id],
        )
        told = (order.subtotal, order.discount, order.shipping, order.tax, order.total)
        assert told == (result.subtotal, result.discount, result.shipping, result.tax, result.total), order.number
        rows = [(part.row_total, part.discount, part.tax) for part in result.lines]
        assert [row for _, row in items[order.id]] == rows, order.number
        if order.coupon:
            assert order.coupon in [rule.coupon for rule in result.applied], order.number


def test_states_agree_with_invoices_shipments_and_refunds(db: Database) -> None:
    seen: Counter[str] = Counter()
    for number in db.values("SELECT id FROM orders ORDER BY id"):
        order = find_order(db, number)
        items, money = item_progress(db, number), money_left(db, order)
        seen[order.status] += 1
        assert all(0 <= item.refunded <= item.invoiced <= item.qty and item.shipped <= item.qty for item in items)
        assert 0 <= money.refunded <= money.captured <= order.total
        match order.status:
            case "pending" | "processing" | "complete":
                assert working_status(db, number) == order.status, order.number
            case "closed":
                assert money.refunded == money.captured == order.total, order.number
            case "canceled" | "fraud":
                assert money.captured == 0, order.number
                assert not any(item.shipped for item in items), order.number
            case "holded":
                assert order.held_status == working_status(db, number), order.number
        last = db.row("SELECT status, created FROM order_comment WHERE order_id = ? ORDER BY id DESC LIMIT 1", number)
        assert last
        assert (last.status, last.created) == (order.status, order.updated), order.number
    assert set(seen) == {"pending", "processing", "complete", "closed", "canceled", "holded", "fraud"}


def test_documents_add_up_and_money_moves_with_them(db: Database) -> None:
    assert db.value("SELECT count(*) FROM invoice WHERE total <> subtotal - discount + shipping + tax") == 0
    assert (
        db.value("SELECT count(*) FROM credit_memo WHERE total <> subtotal - discount + shipping + tax + adjustment")
        == 0
    )
    for table, kind in (("invoice", "capture"), ("credit_memo", "refund")):
        moved = f"SELECT sum(amount) FROM payment WHERE kind = '{kind}'"
        assert db.value(f"SELECT sum(total) FROM {table}") == db.value(moved)
    for table, first in (("orders", 100_000), ("invoice", 300_000), ("shipment", 500_000), ("credit_memo", 700_000)):
        assert db.value(f"SELECT count(*) FROM {table} WHERE number <> CAST({first} + id AS TEXT)") == 0
        stamps = db.values(f"SELECT created FROM {table} ORDER BY id")
        assert stamps == sorted(stamps), table
        assert stamps[-1] < "2026-05-14 09:00:00", table


def test_nothing_was_bought_before_it_was_sold_or_by_who_was_not_there(db: Database) -> None:
    early = db.value(
        "SELECT count(*) FROM orders JOIN order_item ON order_id = orders.id JOIN product ON product.id = product_id"
        " WHERE product.created > orders.created"
    )
    assert early == 0
    assert (
        db.value(
            "SELECT count(*) FROM orders JOIN customer ON customer.id = customer_id"
            " WHERE customer.created > orders.created"
        )
        == 0
    )
    assert db.value("SELECT count(*) FROM orders WHERE customer_id IS NULL") > 100


def test_bestsellers_are_clear(db: Database) -> None:
    sold = db.values(
        "SELECT sum(order_item.qty) AS sold FROM order_item JOIN product ON product.id = product_id"
        " GROUP BY coalesce(parent_id, product.id) ORDER BY sold DESC LIMIT 3"
    )
    assert len(set(sold)) == 3


# The demo customer ----------------------------------------------------------------------------------------------------


def test_the_demo_customer_has_forty_orders_of_all_kinds(db: Database, lore: Lore) -> None:
    account = accounts(lore)[0]
    customer = db.row("SELECT * FROM customer WHERE email = ?", account.username)
    assert customer
    assert customer.id == 1
    orders = db.rows("SELECT * FROM orders WHERE customer_id = 1 ORDER BY created")
    assert len(orders) == 40
    months = (date.fromisoformat(orders[-1].created[:10]) - date.fromisoformat(orders[0].created[:10])).days / 30.4
    assert 19 < months < 21
    counts = Counter(order.status for order in orders)
    for status in ("pending", "processing", "complete", "closed", "canceled"):
        assert counts[status] >= 2, status
    assert sum(bool(order.coupon) for order in orders) >= 3
    assert len({order.shipping_code for order in orders}) >= 3


def test_the_demo_customer_buys_again_and_to_several_addresses(db: Database) -> None:
    own = "FROM order_item JOIN orders ON orders.id = order_id AND customer_id = 1"
    repeated = db.values(f"SELECT product_id {own} GROUP BY product_id HAVING count(DISTINCT order_id) > 1")
    assert len(repeated) >= 3
    shelves = db.values(
        "SELECT category_id FROM product_category JOIN category ON category.id = category_id AND level = 3"
        " JOIN product ON coalesce(product.parent_id, product.id) = product_category.product_id"
        " JOIN order_item ON order_item.product_id = product.id"
        " JOIN orders ON orders.id = order_id AND customer_id = 1"
        " GROUP BY category_id HAVING count(DISTINCT order_id) >= 3"
    )
    assert len(shelves) >= 3
    assert db.value(f"SELECT count(*) {own} WHERE options <> ''") >= 5
    streets = db.values(
        "SELECT DISTINCT street FROM order_address JOIN orders ON orders.id = order_id"
        " WHERE customer_id = 1 AND kind = 'shipping'"
    )
    assert len(streets) == 3
    assert db.value("SELECT count(*) FROM credit_memo JOIN orders ON orders.id = order_id WHERE customer_id = 1") >= 4


def test_the_demo_customer_has_addresses_wishes_reviews_and_an_empty_cart(db: Database) -> None:
    assert db.value("SELECT count(*) FROM address WHERE customer_id = 1") == 3
    assert db.value("SELECT count(*) FROM wish WHERE customer_id = 1") == 4
    assert db.value("SELECT count(*) FROM review WHERE customer_id = 1") == 6
    assert db.value("SELECT count(*) FROM cart_item WHERE cart_id = 1") == 0


def test_the_second_customer_has_ten_orders(db: Database, lore: Lore) -> None:
    email = accounts(lore)[1].username
    assert db.value("SELECT count(*) FROM orders WHERE email = ?", email) == 10


# The shop and its people ----------------------------------------------------------------------------------------------


def test_every_customer_has_a_cart_and_default_addresses_of_their_own(db: Database) -> None:
    assert (
        db.value("SELECT count(*) FROM customer WHERE id NOT IN (SELECT customer_id FROM cart WHERE customer_id > 0)")
        == 0
    )
    foreign = db.value(
        "SELECT count(*) FROM customer JOIN address ON address.id IN (billing_id, shipping_id)"
        " WHERE customer_id <> customer.id"
    )
    assert foreign == 0


def test_staff_can_sign_in_with_their_roles(db: Database, lore: Lore) -> None:
    for account in admin_accounts(lore):
        user = db.row(
            "SELECT role.name, active FROM admin_user JOIN role ON role.id = role_id WHERE username = ?",
            account.username,
        )
        assert user
        assert (user.name, user.active) == (account.role, 1)
    assert db.value("SELECT count(*) FROM admin_user") == 5
    assert db.value("SELECT count(*) FROM admin_user WHERE active = 0") == 1
    clerk = db.values("SELECT permission FROM role_permission JOIN role ON role.id = role_id WHERE name = 'Clerk'")
    assert "catalog.edit" not in clerk
    assert "sales.edit" in clerk


def test_at_most_one_catalog_rule_is_active_and_it_did_not_touch_old_orders(db: Database) -> None:
    rules = db.rows("SELECT * FROM catalog_rule WHERE active")
    assert len(rules) <= 1
    assert all(rule.from_date >= "2026-05-14" for rule in rules)


def test_written_pages_are_really_written(db: Database) -> None:
    for page in db.rows("SELECT * FROM cms_page"):
        assert 150 <= len(page.content.split()) <= 400, page.url_key
