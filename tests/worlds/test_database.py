"""SQL in, plain rows out."""

from __future__ import annotations

import apsw
import pytest

from webcosm.worlds import World


def test_rows_values_and_single_ones(world: World) -> None:
    rows = world.shop.rows("SELECT id, name FROM maker WHERE id < ? ORDER BY id", 3)
    assert rows == [{"id": 1, "name": "Ash & Co"}, {"id": 2, "name": "Birke"}]
    assert rows[1].name == rows[1]["name"] == "Birke"
    assert world.shop.row("SELECT name FROM maker WHERE id = :id", {"id": 2}) == {"name": "Birke"}
    assert world.shop.values("SELECT id FROM maker ORDER BY id DESC") == [4, 3, 2, 1]
    assert world.shop.value("SELECT count(*) FROM maker") == 4


def test_nothing_found(world: World) -> None:
    nobody = "SELECT * FROM maker WHERE id = 77"
    assert world.shop.rows(nobody) == []
    assert world.shop.row(nobody) is None
    assert world.shop.values(nobody) == []
    assert world.shop.value(nobody) is None


def test_a_column_that_a_row_does_not_have_is_named(world: World) -> None:
    row = world.shop.rows("SELECT id, name FROM maker")[0]
    with pytest.raises(AttributeError, match="no column 'nmae'; there are id, name"):
        row.nmae  # noqa: B018


def test_run_counts_rows_and_insert_gives_the_id(world: World) -> None:
    assert world.shop.run("UPDATE maker SET note = NULL WHERE id < 3") == 2
    assert world.shop.run("SELECT 1") == 0
    assert world.shop.insert("visit", page="/a") == 2
    world.shop.run_many("INSERT INTO visit (page) VALUES (?)", [("/b",), ("/c",)])
    assert world.shop.values("SELECT page FROM visit ORDER BY id") == ["/", "/a", "/b", "/c"]


def test_a_transaction_is_all_or_nothing(world: World) -> None:
    def insert_twice() -> None:
        with world.shop.transaction():
            world.shop.insert("maker", id=9, name="Elm")
            world.shop.insert("maker", id=9, name="Elm again")

    with pytest.raises(apsw.ConstraintError):
        insert_twice()
    assert world.changes() == []
    with world.shop.transaction():
        world.shop.insert("maker", id=8, name="Oak")
        with pytest.raises(apsw.ConstraintError):
            insert_twice()  # nested: undone alone
    assert [change.key for change in world.changes()] == [(8,)]


def test_mistakes_in_sql_pass_as_they_are(world: World) -> None:
    with pytest.raises(apsw.SQLError, match="no such table: nowhere"):
        world.shop.rows("SELECT * FROM nowhere")
