"""Lists from packed arrays: always the same as from the rows themselves, whatever was changed since."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta

import pytest

from webcosm.sites.shop.rules.prices import price_sql
from webcosm.sites.shop.rules.shelf import Goods, Shelf
from webcosm.worlds import Database, World

GENERAL = 2
MATCH = "SELECT rowid AS product_id, rowid AS rank FROM product_search WHERE product_search MATCH 'cotton OR black'"


@pytest.fixture
def db(stocked: World) -> Database:
    return stocked.database("shop")


def told(db: Database, goods: Goods) -> list[tuple[object, ...]]:
    """All that the arrays say, product by product."""
    options: dict[int, list[int]] = {}
    for owner, option in zip(goods.owner.tolist(), goods.option.tolist(), strict=True):
        options.setdefault(owner, []).append(option)
    return sorted(
        (number, rank, price, available, goods.brands[brand], sorted(options.get(place, [])))
        for place, (number, rank, price, available, brand) in enumerate(
            zip(
                goods.ids.tolist(),
                goods.rank.tolist(),
                goods.price.tolist(),
                goods.available.tolist(),
                goods.brand.tolist(),
                strict=True,
            )
        )
    )


def everything_told(db: Database, today: date) -> dict[str, object]:
    shelf = Shelf(db, GENERAL, today)
    categories = db.values("SELECT id FROM category ORDER BY id")
    lists = {f"category {number}": shelf.category(number) for number in categories}
    lists |= {"found": shelf.found(MATCH, ()), "everything": shelf.everything()}
    answers: dict[str, object] = {name: told(db, goods) for name, goods in lists.items()}
    for name, goods in [*lists.items()][::6]:
        for key in ("rank", "name", "price"):
            answers[f"{name} by {key}"] = goods.ordered(db, key, False), goods.ordered(db, key, True)
    for number in categories:
        answers[f"size of {number}"] = [shelf.size(number, only_available=only) for only in (False, True)]
    return answers


CHANGES: dict[str, Callable[[Database, int], object]] = {
    "sold": lambda db, number: db.run("UPDATE product SET qty = 0 WHERE id = ?", number),
    "dearer": lambda db, number: db.run("UPDATE product SET price = price + 111 WHERE id = ?", number),
    "special": lambda db, number: db.run("UPDATE product SET special_price = 1 WHERE id = ?", number),
    "renamed": lambda db, number: db.run("UPDATE product SET name = 'aaa' || id WHERE id = ?", number),
    "of a new brand": lambda db, number: db.run("UPDATE product SET brand = 'Newcomer' WHERE id = ?", number),
    "disabled": lambda db, number: db.run("UPDATE product SET enabled = 0 WHERE id = ?", number),
    "hidden": lambda db, number: db.run("UPDATE product SET visibility = 'none' WHERE id = ?", number),
    "without options": lambda db, number: db.run("DELETE FROM product_option WHERE product_id = ?", number),
    "placed elsewhere": lambda db, number: db.run(
        "INSERT OR IGNORE INTO product_category (product_id, category_id, position)"
        " SELECT ?, max(id), -3 FROM category",
        number,
    ),
    "in no category": lambda db, number: db.run("DELETE FROM product_category WHERE product_id = ?", number),
}


def test_packed_and_plain_lists_agree_before_and_after_changes(stocked: World, db: Database) -> None:
    today = stocked.clock.today()
    ids = db.values("SELECT id FROM product ORDER BY id")
    chance = random.Random(5)

    def unpacked() -> dict[str, object]:
        """The same without the arrays, all from the rows."""
        with db.transaction():
            kept = db.rows("SELECT * FROM shelf_pack")
            db.run("DELETE FROM shelf_pack")
            plain = everything_told(db, today)
            for row in kept:
                db.insert("shelf_pack", **row)
        return plain

    assert everything_told(db, today) == unpacked()
    for change in CHANGES.values():
        for number in chance.sample(ids, 4):
            change(db, number)
    db.run("UPDATE category SET parent_id = (SELECT max(id) FROM category WHERE level = 1) WHERE id ="
           " (SELECT min(id) FROM category WHERE level = 2)")  # fmt: skip
    stale = db.value("SELECT count(*) FROM shelf_stale")
    assert 0 < stale < len(ids)
    assert everything_told(db, today) == unpacked()


def test_specials_begin_and_end_by_the_day(stocked: World, db: Database) -> None:
    """The arrays hold the first day's prices; on another day those with specials are worked out anew."""
    for days in (0, 20, 400):
        today = stocked.clock.today() + timedelta(days=days)
        goods = Shelf(db, GENERAL, today).everything()
        plain = dict(db.connection.execute(f"SELECT id, {price_sql(db, GENERAL, today)} FROM product"))
        assert {number: plain[number] for number in goods.ids.tolist()} == dict(
            zip(goods.ids.tolist(), goods.price.tolist(), strict=True)
        )


def test_looking_at_lists_changes_nothing(stocked: World, db: Database) -> None:
    everything_told(db, stocked.clock.today())
    db.run("UPDATE product SET qty = qty + 1 WHERE id = 1")
    assert [change.table for change in stocked.changes()] == ["product"]
