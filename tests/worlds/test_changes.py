"""What a world tells of its changes: each row once, old and new, nothing that came to nothing."""

from __future__ import annotations

import json

import pytest

from tests.worlds.samples import blueprint
from webcosm.worlds import Change, Universe, Value, World


def told(world: World) -> list[tuple[str, str, tuple[object, ...]]]:
    return [(change.table, change.kind, change.key) for change in world.changes()]


@pytest.mark.parametrize(
    "statements",
    [
        pytest.param(
            ["INSERT INTO maker (id, name) VALUES (9, 'Zed')", "DELETE FROM maker WHERE id = 9"], id="insert-delete"
        ),
        pytest.param(
            ["UPDATE maker SET name = 'Zed' WHERE id = 2", "UPDATE maker SET name = 'Birke' WHERE id = 2"],
            id="update-back",
        ),
        pytest.param(
            [
                "DELETE FROM stock WHERE place = 'north' AND shelf = 'b'",
                "INSERT INTO stock VALUES ('north', 'b', 2.5)",
            ],
            id="delete-insert-same",
        ),
        pytest.param(["INSERT OR REPLACE INTO stock VALUES ('north', 'b', 2.5)"], id="replace-by-same"),
        pytest.param(["UPDATE maker SET name = name"], id="update-to-same"),
        pytest.param(["BEGIN", "DELETE FROM review", "ROLLBACK"], id="rolled-back"),
    ],
)
@pytest.mark.parametrize("fork_between", [False, True])
def test_what_comes_to_nothing_is_no_change(world: World, statements: list[str], fork_between: bool) -> None:
    current = world
    for statement in statements:
        current.shop.run(statement)
        if fork_between and not current.shop.connection.in_transaction:
            current = current.fork()
    assert current.changes() == []
    assert current.changeset("shop") == b""


@pytest.mark.parametrize("fork_between", [False, True])
def test_a_row_deleted_and_inserted_anew_is_an_update(world: World, fork_between: bool) -> None:
    world.shop.run("DELETE FROM stock WHERE place = 'north' AND shelf = 'b'")
    current = world.fork() if fork_between else world
    current.shop.run("INSERT INTO stock VALUES ('north', 'b', 3)")
    (change,) = current.changes()
    assert (change.kind, change.key, change.columns) == ("update", ("north", "b"), ("amount",))
    assert change.old == {"place": "north", "shelf": "b", "amount": 2.5}
    assert change.new == {"place": "north", "shelf": "b", "amount": 3}


def test_a_row_whose_key_changes_is_deleted_and_inserted(world: World) -> None:
    world.shop.run("UPDATE stock SET shelf = 'z' WHERE place = 'süd'")
    assert told(world) == [("stock", "delete", ("süd", "a")), ("stock", "insert", ("süd", "z"))]


def test_an_integer_that_becomes_the_equal_float_is_a_change(world: World) -> None:
    world.shop.run("UPDATE maker SET note = 1.0 WHERE id = 2")
    (change,) = world.changes()
    assert change.columns == ("note",)
    assert repr((change.old or {})["note"]) == "1"
    assert repr((change.new or {})["note"]) == "1.0"


def test_an_update_holds_the_whole_row_without_generated_columns(world: World) -> None:
    world.shop.run("UPDATE maker SET note = NULL WHERE id = 2")
    (change,) = world.changes()
    assert change == Change(
        site="shop",
        table="maker",
        kind="update",
        key=(2,),
        old={"id": 2, "name": "Birke", "note": 1},
        new={"id": 2, "name": "Birke", "note": None},
    )


def test_cascades_and_triggers_are_told_too(world: World) -> None:
    world.shop.run("DELETE FROM product WHERE id = 1")
    world.shop.run("UPDATE product SET price = 7 WHERE id = 2")
    assert told(world) == [
        ("price_history", "insert", (1,)),
        ("product", "delete", (1,)),
        ("product", "update", (2,)),
        ("review", "delete", ("mira", 1)),
        ("review", "delete", ("noor", 1)),
    ]


def test_the_search_index_is_not_told(world: World) -> None:
    world.shop.run("UPDATE product SET title = 'Lantern' WHERE id = 1")
    assert world.shop.values("SELECT rowid FROM product_search('lantern')") == [1]
    assert told(world) == [("product", "update", (1,))]


def test_incidental_columns_and_tables_are_left_out(world: World) -> None:
    world.shop.run("UPDATE product SET views = views + 1")
    world.shop.insert("visit", page="/lamps")
    world.shop.run("DELETE FROM visit WHERE id = 1")
    assert world.changes() == []
    assert world.changeset("shop") != b""  # which leaves nothing out


def test_nothing_else_is_left_out(world: World) -> None:
    world.shop.run("UPDATE product SET views = views + 1, title = 'Lantern' WHERE id = 1")
    world.shop.run("DELETE FROM product WHERE id = 6")
    world.shop.insert("product", title="New", views=3)
    world.annex.run("UPDATE product SET views = 1 WHERE id = 1")  # declares nothing incidental
    world.annex.insert("visit", page="/lamps")
    assert told(world) == [
        ("product", "update", (1,)),
        ("visit", "insert", (2,)),
        ("product", "update", (1,)),
        ("product", "delete", (6,)),
        ("product", "insert", (7,)),
    ]
    annex, _, edited, deleted, inserted = world.changes()
    assert annex.columns == ("views",)
    assert edited.columns == ("title",), "an incidental column beside a real one does not count"
    assert "views" in deleted.columns
    assert "views" in inserted.columns


def test_changes_come_in_an_order_that_does_not_tell_how_they_came_about(universe: Universe) -> None:
    rows = [("b", "1", None), ("a", "2", None), ("a", "1", None), ("", "9", b"\x00")]
    with universe.open() as one, universe.open() as other:
        one.shop.run_many("INSERT INTO stock VALUES (?, ?, ?)", rows)
        other.shop.run_many("INSERT INTO stock VALUES (?, ?, ?)", reversed(rows))
        assert one.changes() == other.changes()
        assert [change.key for change in one.changes()] == sorted((place, shelf) for place, shelf, _ in rows)


def test_keys_of_many_types_are_ordered_as_sqlite_does(universe: Universe) -> None:
    keys: list[Value] = [b"\x00", "text", 2.5, -1, 2, "Text", b""]
    schema = "CREATE TABLE thing (key ANY NOT NULL PRIMARY KEY, value) WITHOUT ROWID"
    site = blueprint("things", schema=schema, fill=lambda database, lore, scale: None)
    with Universe([site], cache=universe.cache, method=universe.storage.method) as made, made.open() as world:
        world.things.run_many("INSERT INTO thing VALUES (?, NULL)", [(key,) for key in keys])
        assert [change.key[0] for change in world.changes()] == world.things.values(
            "SELECT key FROM thing ORDER BY key"
        )


def test_changes_of_one_site_or_of_all(world: World) -> None:
    world.shop.run("DELETE FROM stock WHERE place = 'süd'")
    world.annex.run("DELETE FROM stock WHERE place = 'north' AND shelf = 'a'")
    assert [change.site for change in world.changes()] == ["annex", "shop"]
    assert [change.site for change in world.changes("shop")] == ["shop"]


def test_an_unknown_site_is_an_error(world: World) -> None:
    with pytest.raises(KeyError, match="there is no site database 'bank'; there are annex, shop"):
        world.changes("bank")
    with pytest.raises(AttributeError, match="there is no site database 'bank'; there are annex, shop"):
        world.bank  # noqa: B018


def test_changes_can_be_written_as_json(world: World) -> None:
    world.shop.run("UPDATE maker SET note = x'00ff' WHERE id = 2")
    world.shop.run("DELETE FROM stock WHERE shelf = 'b'")
    update, delete = (json.loads(json.dumps(change.to_json())) for change in world.changes())
    assert update == {
        "site": "shop",
        "table": "maker",
        "kind": "update",
        "key": [2],
        "old": {"id": 2, "name": "Birke", "note": 1},
        "new": {"id": 2, "name": "Birke", "note": {"blob": "00ff"}},
        "key_columns": ["id"],
    }
    assert delete["new"] is None


def test_a_change_names_the_columns_of_its_key_also_when_read_from_a_record(world: World) -> None:
    world.shop.run("INSERT INTO stock VALUES ('a', 'a', 3)")
    world.shop.run("UPDATE stock SET amount = 9 WHERE place = 'north' AND shelf = 'b'")
    world.shop.run("DELETE FROM stock WHERE place = 'süd'")
    changes = world.changes()
    assert [change.kind for change in changes] == ["insert", "update", "delete"]
    for change in changes:
        assert change.key_columns == ("place", "shelf")
        assert Change.from_json(change.to_json()).key_columns == ("place", "shelf")


def test_a_record_of_an_earlier_version_that_names_no_key_columns_is_read() -> None:
    data = {"site": "shop", "table": "stock", "kind": "delete", "key": ["a"], "old": {"place": "a"}, "new": None}
    assert Change.from_json(data) == Change("shop", "stock", "delete", ("a",), {"place": "a"}, None)
