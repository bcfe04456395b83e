"""A world can be prepared: rows put in before it begins are part of its first state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.samples import blueprint
from webcosm.worlds import Universe, World, WorldError, WorldState

SHOP = {"visit": None}


@pytest.fixture
def universe(cache: Path) -> Iterator[Universe]:
    with Universe([blueprint(incidental=SHOP), blueprint("annex")], cache=cache) as made:
        yield made


def rearrange(world: World) -> None:
    """Something of everything: a row in, one changed, one gone, one in an incidental table, one by a trigger."""
    world.shop.insert("product", maker_id=1, title="Prepared lamp", price=1.0)
    world.shop.run("UPDATE product SET price = 99 WHERE id = 2")
    world.shop.run("DELETE FROM product WHERE id = 3")
    world.shop.insert("visit", page="/prepared")
    world.token()


def state_of(world: World) -> tuple[object, ...]:
    shop = world.shop
    return (
        shop.rows("SELECT id, title, price FROM product ORDER BY id"),
        shop.rows("SELECT * FROM price_history"),
        shop.values("SELECT page FROM visit"),
        shop.values("SELECT rowid FROM product_search WHERE product_search MATCH 'prepared'"),
    )


def test_prepared_rows_are_there_from_the_beginning_and_are_no_changes(universe: Universe) -> None:
    with universe.open(universe.prepare(rearrange)) as world:
        assert world.shop.value("SELECT title FROM product ORDER BY id DESC") == "Prepared lamp"
        assert world.changes() == []
        world.shop.run("UPDATE product SET price = 100 WHERE id = 2")
        (history, product) = world.changes("shop")
        assert (product.table, product.old and product.old["price"]) == ("product", 99)
        assert (history.table, history.kind) == ("price_history", "insert")


def test_worlds_that_were_not_prepared_do_not_see_them(universe: Universe) -> None:
    with universe.open() as before:
        expected = state_of(before)
        universe.prepare(rearrange)
        with universe.open() as after:
            assert state_of(after) == state_of(before) == expected


def test_tokens_and_the_clock_go_on_from_where_the_preparation_left_them(universe: Universe) -> None:
    with (
        universe.open(WorldState(seed=4)) as plain,
        universe.open(universe.prepare(rearrange, WorldState(seed=4))) as one,
    ):
        plain.token()
        assert one.token() == plain.token()


def test_a_fork_and_a_reset_keep_them(universe: Universe) -> None:
    with universe.open(universe.prepare(rearrange)) as world:
        first = state_of(world)
        world.shop.run("DELETE FROM product")
        with world.fork() as child:
            assert child.changes() == world.changes()
            assert len(child.changes("shop")) == 9, "six products and the reviews of two of them"
            child.reset()
            assert state_of(child) == first
            assert child.changes() == []
        world.reset()
        assert state_of(world) == first


def test_a_fork_of_a_world_that_was_not_touched_keeps_them(universe: Universe) -> None:
    with universe.open(universe.prepare(rearrange)) as world, world.fork() as child:
        assert state_of(child) == state_of(world)
        assert child.changes() == []


def test_a_snapshot_keeps_them_for_another_process(universe: Universe, cache: Path, tmp_path: Path) -> None:
    with universe.open(universe.prepare(rearrange)) as world:
        world.save(tmp_path / "early")
        first = state_of(world)
        world.shop.run("DELETE FROM product WHERE id = 1")
        world.save(tmp_path / "late")
        changes = world.changes()
    with Universe([blueprint(incidental=SHOP), blueprint("annex")], cache=cache) as other:
        with other.open_snapshot(tmp_path / "early") as early:
            assert state_of(early) == first
            assert early.changes() == []
        with other.open_snapshot(tmp_path / "late") as late:
            assert late.changes() == changes
            late.reset()
            assert state_of(late) == first


def test_preparations_add_up(universe: Universe) -> None:
    def more(world: World) -> None:
        world.annex.insert("visit", page="/more")

    state = universe.prepare(more, universe.prepare(rearrange, WorldState(accounts={"shop": "head"})))
    with universe.open(state) as world:
        assert world.shop.value("SELECT price FROM product WHERE id = 2") == 99
        assert world.annex.value("SELECT max(page) FROM visit") == "/more"
        assert world.state.accounts == {"shop": "head"}


def test_the_same_rows_have_the_same_name_everywhere(universe: Universe, cache: Path) -> None:
    def other(world: World) -> None:
        rearrange(world)
        world.shop.run("UPDATE maker SET note = 'x' WHERE id = 1")

    state = universe.prepare(rearrange)
    with Universe([blueprint(incidental=SHOP)], cache=cache) as twin:
        assert twin.prepare(rearrange) == state
    assert universe.prepare(other).prepared != state.prepared
    assert universe.prepare(lambda world: None).prepared == ""


def test_a_state_of_another_universe_is_refused(universe: Universe, cache: Path) -> None:
    state = universe.prepare(rearrange)
    with (
        Universe([blueprint()], cache=cache) as other,
        pytest.raises(WorldError, match="no rows prepared under"),
    ):
        other.open(state)


def test_an_error_in_the_steps_leaves_nothing_behind(universe: Universe) -> None:
    def failing(world: World) -> None:
        rearrange(world)
        raise LookupError("no such lamp")

    with pytest.raises(LookupError, match="no such lamp"):
        universe.prepare(failing)
    with universe.open() as world:
        assert world.shop.value("SELECT count(*) FROM product") == 6
