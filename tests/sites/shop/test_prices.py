"""Prices: specials on their days, catalog rules in their order, ranges over variants, the same in Python and in SQL."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from webcosm.sites.shop.rules.prices import (
    GUESTS,
    Price,
    price_of,
    price_range,
    price_ranges,
    price_sql,
    touched_products,
)
from webcosm.worlds import Database, Row, World

TODAY = date(2026, 5, 14)
GENERAL = 2


@pytest.fixture
def db(stocked: World) -> Database:
    """Without the rules that the shop begins with."""
    db = stocked.database("shop")
    for table in ("catalog_rule_condition", "catalog_rule_group", "catalog_rule_website", "catalog_rule"):
        db.run(f"DELETE FROM {table}")
    return db


@pytest.fixture
def thing(db: Database) -> Row:
    """A simple product at $20.05."""
    number = db.value("SELECT id FROM product WHERE type = 'simple' AND enabled ORDER BY id")
    db.run("UPDATE product SET price = 2005, special_price = NULL WHERE id = ?", number)
    return one(db, number)


def one(db: Database, number: int) -> Row:
    row = db.row("SELECT * FROM product WHERE id = ?", number)
    assert row
    return row


def rule(
    db: Database,
    action: str,
    amount: int,
    *conditions: tuple[str, str, str],
    groups: tuple[int, ...] = (GENERAL,),
    website: int = 1,
    **columns: Any,
) -> None:
    """A catalog rule that is in force."""
    number = db.insert("catalog_rule", name=action, active=1, action=action, amount=amount)
    for column, value in columns.items():
        db.run(f"UPDATE catalog_rule SET {column} = ? WHERE id = ?", value, number)
    for group in groups:
        db.insert("catalog_rule_group", rule_id=number, group_id=group)
    db.insert("catalog_rule_website", rule_id=number, website_id=website)
    for subject, operator, value in conditions:
        db.insert("catalog_rule_condition", rule_id=number, subject=subject, operator=operator, value=value)


def final(db: Database, product: Row, group: int = GENERAL, today: date = TODAY) -> int:
    return price_of(db, product, group, today).final


@pytest.mark.parametrize(
    "first, last, expected",
    [
        (None, None, 1500),
        ("2026-05-14", "2026-05-14", 1500),
        ("2026-05-15", None, 2005),
        (None, "2026-05-13", 2005),
        ("2026-05-01", None, 1500),
        (None, "2026-05-31", 1500),
    ],
)
def test_a_special_price_holds_from_its_first_to_its_last_day(
    db: Database, thing: Row, first: str | None, last: str | None, expected: int
) -> None:
    db.run(
        "UPDATE product SET special_price = 1500, special_from = ?, special_to = ? WHERE id = ?", first, last, thing.id
    )
    assert price_of(db, one(db, thing.id), GENERAL, TODAY) == Price(2005, expected)


def test_a_special_price_above_the_price_does_nothing(db: Database, thing: Row) -> None:
    db.run("UPDATE product SET special_price = 9900 WHERE id = ?", thing.id)
    assert not price_of(db, one(db, thing.id), GENERAL, TODAY).reduced


@pytest.mark.parametrize(
    "action, amount, expected",
    [
        ("by_percent", 1000, 1805),  # 1804.5, half up
        ("to_percent", 9500, 1905),  # 1904.75
        ("by_fixed", 305, 1700),
        ("to_fixed", 999, 999),
        ("to_fixed", 5000, 2005),  # a rule never makes anything dearer
        ("by_fixed", 5000, 0),
        ("by_percent", 20000, 0),
    ],
)
def test_what_each_action_makes_of_a_price(db: Database, thing: Row, action: str, amount: int, expected: int) -> None:
    rule(db, action, amount)
    assert final(db, thing) == expected


def test_rules_act_one_after_the_other_until_one_stops_them(db: Database, thing: Row) -> None:
    rule(db, "by_fixed", 5, priority=1)
    rule(db, "by_percent", 5000, priority=2, stop_further=1)
    rule(db, "by_fixed", 900, priority=3)
    assert final(db, thing) == 1000


def test_the_least_of_special_price_and_rules_counts_and_they_do_not_add_up(db: Database, thing: Row) -> None:
    db.run("UPDATE product SET special_price = 1700 WHERE id = ?", thing.id)
    rule(db, "by_fixed", 200)
    assert final(db, one(db, thing.id)) == 1700
    rule(db, "by_fixed", 200)
    assert final(db, one(db, thing.id)) == 1605


def test_many_rules_are_no_burden(db: Database, thing: Row) -> None:
    for _ in range(40):
        rule(db, "by_fixed", 10)
    assert final(db, thing) == 1605


def test_rules_are_for_their_groups_websites_and_days_and_only_while_active(db: Database, thing: Row) -> None:
    db.insert("website", code="elsewhere", name="Elsewhere")
    other = db.value("SELECT max(id) FROM website")
    rule(db, "to_fixed", 100, groups=(3,))
    rule(db, "to_fixed", 100, website=other)
    rule(db, "to_fixed", 100, active=0)
    rule(db, "to_fixed", 100, to_date="2026-05-13")
    rule(db, "to_fixed", 100, from_date="2026-05-15")
    assert final(db, thing) == 2005
    assert final(db, thing, group=3) == 100
    assert final(db, thing, today=date(2026, 5, 15)) == 100


def test_all_conditions_of_a_rule_must_hold(db: Database, thing: Row) -> None:
    rule(db, "to_fixed", 100, ("brand", "is", thing.brand), ("sku", "is not", thing.sku))
    assert final(db, thing) == 2005
    rule(db, "to_fixed", 200, ("brand", "is", thing.brand), ("sku", "is", thing.sku))
    assert final(db, thing) == 200
    assert db.value("SELECT count(*) FROM product WHERE brand = ? AND id <> ?", thing.brand, thing.id)


def test_a_rule_for_a_department_reaches_variants_of_products_in_its_lowest_categories(db: Database) -> None:
    row = db.row(
        "SELECT item.*, top.id AS department FROM product AS item JOIN product_category AS placed"
        " ON placed.product_id = item.parent_id JOIN category AS leaf ON leaf.id = placed.category_id"
        " JOIN category AS middle ON middle.id = leaf.parent_id JOIN category AS top ON top.id = middle.parent_id"
        " WHERE item.enabled AND leaf.level = 3 ORDER BY item.id"
    )
    assert row
    rule(db, "to_fixed", 1, ("category", "is", str(row.department)))
    assert final(db, row) == 1
    whole = one(db, row.parent_id)
    assert price_range(db, whole, GENERAL, TODAY).highest.final == 1


def test_a_condition_that_names_nothing_fits_nothing_and_breaks_nothing(db: Database, thing: Row) -> None:
    for value in ("", "x", "'; DROP TABLE product", "9" * 40):
        for subject in ("category", "brand", "sku", "attribute_set"):
            rule(db, "to_fixed", 1, (subject, "is", value))
    assert final(db, thing) == 2005


def test_a_range_goes_over_the_enabled_variants_only(db: Database) -> None:
    parent = db.value("SELECT parent_id FROM product WHERE type = 'variant' GROUP BY parent_id HAVING count(*) > 2")
    first, second, *_ = db.values("SELECT id FROM product WHERE parent_id = ? ORDER BY id", parent)
    db.run("UPDATE product SET enabled = 0 WHERE parent_id = ?", parent)
    db.run("UPDATE product SET enabled = 1, price = 1000, special_price = NULL, qty = 0 WHERE id = ?", first)
    db.run("UPDATE product SET enabled = 1, price = 3000, special_price = 500, special_from = NULL,"
           " special_to = NULL, qty = 4, in_stock = 1 WHERE id = ?", second)  # fmt: skip
    found = price_range(db, one(db, parent), GUESTS, TODAY)
    assert (found.lowest, found.highest, found.available, found.single) == (
        Price(3000, 500), Price(1000, 1000), True, False,
    )  # fmt: skip
    db.run("UPDATE product SET in_stock = 0 WHERE id = ?", second)
    assert not price_range(db, one(db, parent), GUESTS, TODAY).available
    db.run("UPDATE product SET enabled = 0 WHERE parent_id = ?", parent)
    bare = price_range(db, one(db, parent), GUESTS, TODAY)
    assert bare.single
    assert not bare.available


def test_sql_and_ranges_agree_on_every_product_with_rules_in_force(db: Database) -> None:
    brand, sku = db.value("SELECT max(brand) FROM product"), db.value("SELECT max(sku) FROM product")
    rule(db, "by_percent", 750, ("brand", "is not", brand), priority=1)
    rule(db, "by_fixed", 50, ("category", "is", "2"), priority=2)
    rule(db, "to_fixed", 77, ("sku", "is", sku), priority=3)
    ids = db.values("SELECT id FROM product WHERE type <> 'variant' ORDER BY id")
    ranges = price_ranges(db, ids, GENERAL, TODAY)
    by_sql = db.rows(f"SELECT id, {price_sql(db, GENERAL, TODAY)} AS price FROM product WHERE type <> 'variant'")
    assert {row.id: row.price for row in by_sql} == {number: found.lowest.final for number, found in ranges.items()}


def test_products_that_rules_may_touch(db: Database, thing: Row) -> None:
    assert touched_products(db, GENERAL, TODAY) == []
    rule(db, "by_fixed", 1, ("sku", "is", thing.sku), ("brand", "is", "Nobody"))
    assert touched_products(db, GENERAL, TODAY) == [thing.id]
    rule(db, "by_fixed", 1, ("sku", "is not", thing.sku))
    assert touched_products(db, GENERAL, TODAY) is None
