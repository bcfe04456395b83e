"""Open, fork, reset, close: what a world carries with it, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from tests.worlds.samples import blueprint, dump_world
from webcosm.worlds import ForbiddenSql, Universe, World, WorldClosed, WorldError, WorldState

MUCH = "INSERT INTO visit (page) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) SELECT hex(zeroblob(2000)) FROM n"  # noqa: E501


def test_a_log_of_any_size_leaves_the_image_alone(universe: Universe, world: World) -> None:
    """SQLite would copy a log of more than 1,000 pages into the database, if it were let."""
    world.shop.run(MUCH)
    world.shop.run("DELETE FROM product")
    world.fork().close()
    world.close()
    universe.image("shop").verify()
    with universe.open() as fresh:
        assert fresh.shop.value("SELECT count(*) FROM visit") == 1


def test_foreign_keys_hold_in_a_world(world: World) -> None:
    with pytest.raises(apsw.ConstraintError, match="FOREIGN KEY"):
        world.shop.insert("review", author="mira", product_id=77)


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '/tmp/elsewhere.db' AS elsewhere",
        "DETACH main",
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "PRAGMA journal_mode=DELETE",
        "PRAGMA locking_mode=normal",
        "PRAGMA wal_autocheckpoint=1",
        "PRAGMA foreign_keys=OFF",
        "PRAGMA writable_schema=ON",
        "PRAGMA user_version=3",
        "VACUUM",
        "VACUUM INTO '/tmp/elsewhere.db'",
        "CREATE TABLE unseen (id INTEGER PRIMARY KEY)",
        "CREATE VIRTUAL TABLE unseen USING fts5(words)",
        "CREATE TRIGGER unseen AFTER INSERT ON visit BEGIN DELETE FROM maker; END",
        "ALTER TABLE maker ADD COLUMN unseen",
        "ALTER TABLE maker RENAME TO unseen",
        "DROP TABLE review",
        "DROP TABLE product_search",
        "DROP TRIGGER product_listed",
        "SELECT 1; ATTACH ':memory:' AS elsewhere",
    ],
)
def test_statements_that_reach_past_the_world_or_its_changes_are_refused(world: World, sql: str) -> None:
    before = dump_world(world)
    with pytest.raises(ForbiddenSql, match="a world cannot run this statement"):
        world.shop.run(sql)
    assert dump_world(world) == before
    assert not Path("/tmp/elsewhere.db").exists()


def test_pragmas_that_only_tell_are_allowed(world: World) -> None:
    assert [row.name for row in world.shop.rows("PRAGMA table_info(stock)")] == ["place", "shelf", "amount"]
    assert world.shop.value("PRAGMA integrity_check") == "ok"
    assert world.shop.rows("PRAGMA foreign_key_check") == []


def test_a_temporary_table_is_no_part_of_the_world(world: World) -> None:
    world.shop.run("CREATE TEMP TABLE scratch (id INTEGER PRIMARY KEY)")
    world.shop.run("INSERT INTO scratch VALUES (1)")
    assert world.changes() == []
    assert world.changeset("shop") == b""


def test_a_closed_world_says_so(universe: Universe, tmp_path: Path) -> None:
    world = universe.open()
    database = world.shop
    world.close()
    world.close()  # twice is fine
    for use in (
        lambda: world.shop,
        lambda: world.database("shop"),
        lambda: world.changes(),
        lambda: world.changeset("shop"),
        lambda: world.fork(),
        lambda: world.reset(),
        lambda: world.save(tmp_path / "late"),
    ):
        with pytest.raises(WorldClosed, match="this world was closed; open or fork another"):
            use()
    for kept in (
        lambda: database.rows("SELECT 1"),
        lambda: database.value("SELECT 1"),
        lambda: database.run("DELETE FROM stock"),
        lambda: database.insert("visit", page="/"),
        lambda: database.run_many("INSERT INTO visit (page) VALUES (?)", [("/",)]),
    ):
        with pytest.raises(WorldClosed, match="was closed or reset since; ask the world for it again"):
            kept()


def test_a_database_kept_over_a_reset_says_so(world: World) -> None:
    kept = world.shop
    world.reset()
    with pytest.raises(WorldClosed, match="was closed or reset since"):
        kept.rows("SELECT 1")
    assert world.shop.value("SELECT 1") == 1


def test_closing_a_world_leaves_no_files(universe_of_one: Universe) -> None:
    world = universe_of_one.open()
    world.shop.run("DELETE FROM stock")
    child = world.fork()
    folder = universe_of_one.storage.folder
    assert len(list(folder.glob("*/*"))) == 4, "a database and a log for each"
    world.close()
    assert len(list(folder.glob("*/*"))) == 2
    child.close()
    assert list(folder.glob("*/*")) == []


def test_a_world_in_the_place_of_a_closed_one_knows_nothing_of_it(universe_of_one: Universe) -> None:
    for _ in range(3):
        with universe_of_one.open() as world:
            assert world.changes() == []
            assert world.shop.run("DELETE FROM stock") == 3
    assert len(list(universe_of_one.storage.folder.glob("*/"))) == 1, "one place serves them all"


def test_closing_a_universe_closes_its_worlds_and_keeps_its_images(universe_of_one: Universe) -> None:
    world = universe_of_one.open()
    world.shop.run("DELETE FROM stock")
    child = world.fork()
    image = universe_of_one.image("shop")
    universe_of_one.close()
    for left in (world, child):
        with pytest.raises(WorldClosed):
            left.changes()
    assert not universe_of_one.storage.folder.exists()
    image.verify()


def test_a_world_is_not_copied_in_the_middle_of_a_transaction(world: World, tmp_path: Path) -> None:
    with world.shop.transaction():
        world.shop.run("DELETE FROM stock")
        with pytest.raises(WorldError, match="cannot be forked in the middle of a transaction on 'shop'; end it first"):
            world.fork()
        with pytest.raises(WorldError, match="cannot be saved in the middle of a transaction"):
            world.save(tmp_path / "half")
    assert len(world.fork().changes()) == 3


def test_a_reset_ends_a_transaction(world: World) -> None:
    world.shop.run("BEGIN")
    world.shop.run("DELETE FROM stock")
    world.reset()
    assert world.shop.value("SELECT count(*) FROM stock") == 3
    assert world.changes() == []


def test_a_fork_of_a_fork_carries_all_changes(world: World) -> None:
    world.shop.run("DELETE FROM stock WHERE place = 'süd'")
    child = world.fork()
    child.annex.run("UPDATE maker SET name = 'Elm' WHERE id = 1")
    grandchild = child.fork()
    grandchild.shop.insert("visit", page="/")
    grandchild.shop.run("UPDATE maker SET name = 'Elm' WHERE id = 1")
    told = [(change.site, change.table, change.kind) for change in grandchild.changes()]
    assert told == [("annex", "maker", "update"), ("shop", "maker", "update"), ("shop", "stock", "delete")]
    assert len(child.changes()) == 2
    assert len(world.changes()) == 1


def test_a_fork_outlives_its_parent(world: World) -> None:
    world.shop.run("DELETE FROM stock WHERE place = 'süd'")
    child = world.fork()
    world.close()
    assert child.shop.value("SELECT count(*) FROM stock") == 2
    assert len(child.changes()) == 1


def test_counters_survive_a_fork(world: World) -> None:
    """An id that was given away and deleted is not given away again, in no copy of the world."""
    world.shop.run("DELETE FROM product WHERE id = ?", world.shop.insert("product", title="Short-lived"))
    assert world.changes() == []
    assert world.fork().shop.insert("product", title="Next") == 8


def test_tokens_depend_on_seeds_and_on_how_many_were_drawn(universe: Universe) -> None:
    with universe.open() as one, universe.open() as same, universe.open(WorldState(seed=1)) as other:
        drawn = [one.token() for _ in range(20)]
        assert drawn == [same.token() for _ in range(20)]
        assert len(set(drawn)) == 20
        assert not set(drawn) & {other.token() for _ in range(20)}
        assert len(one.token(40)) == 40
        assert one.secret == same.secret != other.secret


def test_tokens_go_on_in_a_fork_and_begin_again_after_a_reset(world: World) -> None:
    first, second = world.token(), world.token()
    with world.fork() as child:
        third = child.token()
        assert world.token() == third, "parent and child go on from the same point"
        child.reset()
        assert [child.token(), child.token()] == [first, second]
    world.reset()
    assert [world.token(), world.token(), world.token()] == [first, second, third]


def test_a_fork_has_its_own_state(universe: Universe) -> None:
    given = WorldState(accounts={"shop": "mira"}, switches={"latency": 3})
    with universe.open(given) as world:
        world.state.switches["latency"] = 5
        world.state.submission = "42"
        with world.fork() as child:
            child.state.accounts["shop"] = None
            child.state.switches["latency"] = 7
            assert child.state.submission == "42"
        assert world.state.accounts == {"shop": "mira"}
        assert world.state.switches == {"latency": 5}
        world.reset()
        assert world.state == given == WorldState(accounts={"shop": "mira"}, switches={"latency": 3})


def test_a_world_opens_only_the_sites_that_are_touched(universe_of_one: Universe) -> None:
    with universe_of_one.open() as world:
        assert world.changes() == []
        assert list((universe_of_one.storage.folder / "0").iterdir()) == []


def test_worlds_share_the_bytes_of_an_image_where_they_can(universe_of_one: Universe) -> None:
    with universe_of_one.open() as one, universe_of_one.open() as two:
        one.shop.run("DELETE FROM stock")
        two.shop.run("DELETE FROM stock")
        links = universe_of_one.image("shop").path.stat().st_nlink
        assert links == (3 if universe_of_one.storage.method == "link" else 1)


def test_the_method_is_found_out(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Universe([blueprint()], cache=cache) as universe:
        assert universe.storage.method == "link"

    def refuse(*_: object) -> None:
        raise OSError("this file system has no hard links")

    monkeypatch.setattr("os.link", refuse)
    with Universe([blueprint()], cache=cache) as universe, universe.open() as world:
        assert universe.storage.method == "copy"
        assert world.shop.value("SELECT count(*) FROM maker") == 4
    monkeypatch.undo()
    monkeypatch.setattr("apsw.vfs_names", lambda: ["unix"])
    with Universe([blueprint()], cache=cache) as universe:
        assert universe.storage.method == "copy"
