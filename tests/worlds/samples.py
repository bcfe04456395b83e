"""A small site with one of everything that a schema may hold, and what the tests compare it with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import apsw

from webcosm.lore import Lore
from webcosm.worlds import Blueprint, Change, Database, Universe, Value, World

SCHEMA = """
CREATE TABLE maker (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  note,                                       -- holds any type of value
  label TEXT GENERATED ALWAYS AS (name || '!') VIRTUAL
);
CREATE TABLE product (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  maker_id INTEGER REFERENCES maker ON DELETE CASCADE ON UPDATE CASCADE,
  title TEXT NOT NULL,
  price REAL,
  photo BLOB,
  views INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE stock (
  place TEXT,
  shelf TEXT,
  amount,
  PRIMARY KEY (place, shelf)
) WITHOUT ROWID;
CREATE TABLE review (
  author TEXT NOT NULL,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  words TEXT,
  PRIMARY KEY (product_id, author)
);
CREATE TABLE price_history (id INTEGER PRIMARY KEY, product_id INTEGER, was REAL, now REAL);
CREATE TABLE visit (id INTEGER PRIMARY KEY, page TEXT);
CREATE UNIQUE INDEX one_name ON maker (name COLLATE NOCASE);
CREATE INDEX by_price ON product (price);
CREATE VIRTUAL TABLE product_search USING fts5(title, content='product', content_rowid='id');
CREATE TRIGGER product_listed AFTER INSERT ON product BEGIN
  INSERT INTO product_search (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER product_gone AFTER DELETE ON product BEGIN
  INSERT INTO product_search (product_search, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER product_edited AFTER UPDATE ON product BEGIN
  INSERT INTO product_search (product_search, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO product_search (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER product_repriced AFTER UPDATE OF price ON product WHEN old.price IS NOT new.price BEGIN
  INSERT INTO price_history (product_id, was, now) VALUES (new.id, old.price, new.price);
END;
"""

WATCHED = ("maker", "price_history", "product", "review", "stock", "visit")
KEYS = {"product": ("id",), "stock": ("place", "shelf"), "review": ("author", "product_id")}


def fill(database: Database, lore: Lore, scale: str) -> None:
    """A few rows; the seed shows in one of them, so that universes differ."""
    for number, name in enumerate(("Ash & Co", "Birke", "Ćevap", "檜"), start=1):
        database.insert("maker", id=number, name=name, note=(None, 1, 1.0, b"\x00\xff")[number - 1])
    for number in range(1, 7):
        database.insert(
            "product", maker_id=1 + number % 3, title=f"Lamp {number}", price=number * 1.5, photo=bytes([number])
        )
    database.insert("stock", place="north", shelf="a", amount=lore.seed)
    database.insert("stock", place="north", shelf="b", amount=2.5)
    database.insert("stock", place="süd", shelf="a", amount="plenty")
    for product in (1, 2, 3):
        database.insert("review", author="mira", product_id=product, words="Bright.")
    database.insert("review", author="noor", product_id=1, words=None)
    database.insert("visit", id=1, page="/")


def blueprint(name: str = "shop", **changed: Any) -> Blueprint:
    return replace(Blueprint(name, SCHEMA, fill), **changed)


def image_twin(universe: Universe, site: str = "shop") -> apsw.Connection:
    """An ordinary SQLite database in memory with the image's contents."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    image = apsw.Connection(f"file:{universe.image(site).path}?immutable=1", flags=flags)
    twin = plain_twin(image)
    image.close()
    return twin


def plain_twin(source: apsw.Connection) -> apsw.Connection:
    """An ordinary SQLite database in memory with the same contents."""
    twin = apsw.Connection(":memory:")
    with twin.backup("main", source, "main") as backup:
        backup.step()
    twin.execute("PRAGMA foreign_keys=ON")
    return twin


Dump = dict[str, list[str]]


def dump(connection: apsw.Connection, tables: Iterable[str] | None = None) -> Dump:
    """Every row of every table (search index and counters too), written so that 1 and 1.0 differ."""
    if tables is None:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {table: sorted(repr(row) for row in connection.execute(f'SELECT * FROM "{table}"')) for table in tables}


def dump_world(world: World, site: str = "shop") -> Dump:
    return dump(world.database(site).connection)


Told = tuple[str, str, str, str]


def row_differences(before: apsw.Connection, after: apsw.Connection) -> list[Told]:
    """What changed between two databases, found row by row: table, kind, old row, new row."""
    told: list[Told] = []
    for table in WATCHED:
        old, new = _rows_by_key(before, table), _rows_by_key(after, table)
        for key in {**old, **new}:
            if key not in old:
                told.append((table, "insert", "", repr(new[key])))
            elif key not in new:
                told.append((table, "delete", repr(old[key]), ""))
            elif repr(old[key]) != repr(new[key]):
                told.append((table, "update", repr(old[key]), repr(new[key])))
    return sorted(told)


def as_told(changes: Iterable[Change]) -> list[Told]:
    """A world's changes in the form of :func:`row_differences`."""
    return sorted(
        (
            change.table,
            change.kind,
            "" if change.old is None else repr(dict(change.old)),
            "" if change.new is None else repr(dict(change.new)),
        )
        for change in changes
    )


def _rows_by_key(connection: apsw.Connection, table: str) -> dict[tuple[Value, ...], dict[str, Value]]:
    columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
    rows = [
        dict(zip(columns, row, strict=True)) for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table}")
    ]
    return {tuple(row[name] for name in KEYS.get(table, ("id",))): row for row in rows}
