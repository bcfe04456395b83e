"""Packs what lists ask of products into arrays, one of each kind for all products and one for each category.

``webcosm.sites.shop.rules.shelf`` reads them. Rows of all arrays are in the order of the products' ids.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

import numpy as np

from webcosm.sites.shop.rules.prices import category_tree, regular_and_special_sql
from webcosm.worlds import Database

__all__ = ["AVAILABLE", "IN_LISTS", "IN_SEARCH", "SPECIAL", "category_part", "pack_shelf"]

IN_LISTS, IN_SEARCH, AVAILABLE, SPECIAL = 1, 2, 4, 8
"""Bits of the flags."""


def category_part(category_id: int) -> str:
    """The name of a category's array: its products as rows of the other arrays, then their positions."""
    return f"category/{category_id}"


def pack_shelf(db: Database, today: date) -> None:
    """Writes all arrays; prices are those of the day, before catalog rules."""
    rows = list(
        db.connection.execute(
            "SELECT product_id, in_lists, in_search, available, special, shelf_now.brand, options, name,"
            f" {regular_and_special_sql(today)} FROM shelf_now JOIN product ON product.id = product_id"
            " ORDER BY product_id"
        )
    )
    ids = [row[0] for row in rows]
    brands = sorted({row[5] for row in rows})
    number_of = {brand: number for number, brand in enumerate(brands)}
    options = [[int(option) for option in row[6].split(",") if option] for row in rows]
    by_name = sorted(range(len(rows)), key=lambda place: (rows[place][7].lower(), ids[place]))
    names = [0] * len(rows)
    for order, place in enumerate(by_name):
        names[place] = order
    flags = [row[1] * IN_LISTS + row[2] * IN_SEARCH + row[3] * AVAILABLE + row[4] * SPECIAL for row in rows]
    _write(db, "day", today.isoformat().encode())
    _write(db, "brands", json.dumps(brands).encode())
    _write(db, "ids", _packed(ids))
    _write(db, "flags", _packed(flags))
    _write(db, "price", _packed([row[8] for row in rows]))
    _write(db, "brand", _packed([number_of[row[5]] for row in rows]))
    _write(db, "names", _packed(names))
    _write(db, "first_option", _packed(np.cumsum([0, *map(len, options)]).tolist()))
    _write(db, "options", _packed([option for of_product in options for option in of_product]))
    place_of = {number: place for place, number in enumerate(ids)}
    for category in db.values("SELECT id FROM category ORDER BY id"):
        tree = ", ".join(map(str, category_tree(db, category)))
        members = db.connection.execute(
            f"SELECT product_id, min(position) FROM product_category WHERE category_id IN ({tree})"
            " GROUP BY product_id ORDER BY product_id"
        )
        found = [(place_of[number], position) for number, position in members if number in place_of]
        _write(db, category_part(category), _packed([place for place, _ in found] + [rank for _, rank in found]))


def _packed(numbers: Sequence[int]) -> bytes:
    return np.asarray(numbers, dtype="<i4").tobytes()


def _write(db: Database, part: str, data: bytes) -> None:
    db.run("INSERT OR REPLACE INTO shelf_pack (part, data) VALUES (?, ?)", part, data)
