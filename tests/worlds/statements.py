"""Random SQL over the sample site: few keys and few values, so that statements meet on the same rows."""

from __future__ import annotations

from dataclasses import dataclass

import apsw
from hypothesis import strategies as st

from webcosm.worlds import Database, Value

__all__ = ["Statement", "programs", "run_both", "run_plain", "run_world"]


@dataclass(frozen=True)
class Statement:
    sql: str
    arguments: tuple[Value, ...] = ()


ids = st.integers(1, 7)
texts = st.one_of(
    st.sampled_from(["", "a", "A", "1", "naïve — 🦉", "it's", 'say "x"', "\x00z"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
)
numbers = st.one_of(st.sampled_from([0, 1, 1.0, -1, 2**53, 2.5, 0.1]), st.integers(-3, 3), st.just(2**63 - 1))
blobs = st.one_of(st.sampled_from([b"", b"\x00", b"a"]), st.binary(max_size=3))
anything = st.one_of(st.none(), numbers, texts, blobs)
prices = st.one_of(st.none(), st.sampled_from([0.0, 1.0, 1.5, 9.99]), st.floats(-9, 9))
places = st.sampled_from(["north", "süd", ""])
shelves = st.sampled_from(["a", "b", "A"])
authors = st.sampled_from(["mira", "noor", "ℵ"])
insert = st.sampled_from(["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"])
update = st.sampled_from(["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"])


def _statement(
    verb: st.SearchStrategy[str], rest: str, *arguments: st.SearchStrategy[Value]
) -> st.SearchStrategy[Statement]:
    return st.builds(Statement, verb.map(lambda word: f"{word} {rest}"), st.tuples(*arguments))


always = st.just("")

single = st.one_of(
    _statement(insert, "INTO maker (id, name, note) VALUES (?, ?, ?)", ids, texts, anything),
    _statement(
        insert,
        "INTO product (id, maker_id, title, price, photo) VALUES (?, ?, ?, ?, ?)",
        ids,
        ids,
        texts,
        prices,
        st.none() | blobs,
    ),
    _statement(insert, "INTO product (title, price) VALUES (?, ?)", texts, prices),
    _statement(insert, "INTO stock VALUES (?, ?, ?)", places, shelves, anything),
    _statement(insert, "INTO review (author, product_id, words) VALUES (?, ?, ?)", authors, ids, st.none() | texts),
    _statement(insert, "INTO visit (page) VALUES (?)", texts),
    _statement(
        always,
        "INSERT INTO stock VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = excluded.amount",
        places,
        shelves,
        anything,
    ),
    _statement(update, "maker SET note = ? WHERE id = ?", anything, ids),
    _statement(update, "maker SET id = ? WHERE id = ?", ids, ids),
    _statement(update, "maker SET name = ? WHERE id = ?", texts, ids),
    _statement(update, "product SET price = ? WHERE id = ?", prices, ids),
    _statement(update, "product SET price = price * 2 WHERE maker_id = ?", ids),
    _statement(update, "product SET title = ?, photo = ? WHERE id = ?", texts, blobs, ids),
    _statement(update, "product SET views = views + 1 WHERE id = ?", ids),
    _statement(update, "product SET id = ? WHERE id = ?", ids, ids),
    _statement(update, "stock SET amount = ? WHERE place = ?", anything, places),
    _statement(update, "stock SET shelf = ? WHERE place = ? AND shelf = ?", shelves, places, shelves),
    _statement(update, "review SET author = ?, product_id = ? WHERE author = ?", authors, ids, authors),
    _statement(always, "DELETE FROM maker WHERE id = ?", ids),
    _statement(always, "DELETE FROM product WHERE id = ?", ids),
    _statement(always, "DELETE FROM stock WHERE place = ? AND shelf = ?", places, shelves),
    _statement(always, "DELETE FROM review WHERE product_id = ?", ids),
    _statement(always, "DELETE FROM maker"),
    _statement(always, "DELETE FROM product"),
    _statement(always, "DELETE FROM stock"),
)

transaction = st.builds(
    lambda inside, end: [Statement("BEGIN"), *inside, Statement(end)],
    st.lists(single, max_size=4),
    st.sampled_from(["COMMIT", "ROLLBACK"]),
)
programs = st.lists(single.map(lambda one: [one]) | transaction, max_size=8).map(
    lambda parts: [statement for part in parts for statement in part]
)


def run_world(database: Database, statement: Statement) -> str:
    """What came of it: how many rows changed, or which rule it broke."""
    try:
        return str(database.run(statement.sql, *statement.arguments))
    except apsw.ConstraintError as error:
        return str(error)


def run_plain(connection: apsw.Connection, statement: Statement) -> str:
    before = connection.total_changes()
    try:
        connection.execute(statement.sql, statement.arguments)
    except apsw.ConstraintError as error:
        return str(error)
    return str(connection.total_changes() - before)


def run_both(database: Database, model: apsw.Connection, program: list[Statement]) -> None:
    """The same statements in a world and in a plain database; both must say the same."""
    for statement in program:
        assert run_world(database, statement) == run_plain(model, statement), f"they disagree about {statement}"
