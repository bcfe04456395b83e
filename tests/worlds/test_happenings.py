"""What others do meanwhile is kept apart from what the agent does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.lore import Lore
from webcosm.worlds import Blueprint, Change, Database, Happening, Universe, World, agents_changes
from webcosm.worlds.changes import apply_change

Write = tuple[str, int, str, int]
"""Verb, row, column and value."""
SCHEMA = "CREATE TABLE product (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL) STRICT;"


def _fill(db: Database, lore: Lore, scale: str) -> None:
    for number in (1, 2, 11, 12):
        db.insert("product", id=number, title=f"thing {number}", price=1.0)


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([Blueprint("shelf", SCHEMA, _fill)], cache=tmp_path_factory.mktemp("images")) as made:
        yield made


write = st.tuples(
    st.sampled_from(("insert", "update", "delete")),
    st.integers(1, 4),
    st.sampled_from(("title", "price")),
    st.integers(0, 3),
)
program = st.lists(st.tuples(st.booleans(), write), max_size=14)


def do(world: World, deed: Write) -> None:
    verb, row, column, value = deed
    shown = f"t{value}" if column == "title" else float(value)
    if verb == "insert":
        world.shelf.run("INSERT OR IGNORE INTO product (id, title, price) VALUES (?, 'new', 9.0)", row)
    elif verb == "delete":
        world.shelf.run("DELETE FROM product WHERE id = ?", row)
    else:
        world.shelf.run(f"UPDATE product SET {column} = ? WHERE id = ?", shown, row)


def act(world: World, step: int, deed: Write) -> None:
    do(world, deed)
    world.end_step(step)


def mine(world: World) -> tuple[Change, ...]:
    return agents_changes(world.changes(), world.history, world.happenings)


def rows(world: World) -> list[dict[str, object]]:
    return [dict(row) for row in world.shelf.rows("SELECT id, title, price FROM product ORDER BY id")]


@given(program)
@settings(max_examples=60, deadline=None)
def test_the_agents_changes_lead_from_a_world_with_the_happenings_to_the_end(
    universe: Universe, deeds: list[tuple[bool, Write]]
) -> None:
    with universe.open() as world, universe.open() as other:
        for step, (by_others, deed) in enumerate(deeds, 1):
            if by_others:
                world.happen("news", step, partial(do, deed=deed))
            else:
                act(world, step, deed)
        other.relive(world.happenings)
        for change in mine(world):
            apply_change(other.shelf, change)
        assert rows(other) == rows(world)


@given(st.lists(write, max_size=8), st.lists(write, max_size=8))
@settings(max_examples=40, deadline=None)
def test_who_works_on_other_rows_is_not_seen_in_the_agents_changes(
    universe: Universe, own: list[Write], others: list[Write]
) -> None:
    with universe.open() as alone, universe.open() as together:
        for step, deed in enumerate(own, 1):
            act(alone, step, deed)
            act(together, step, deed)
            if step <= len(others):
                verb, row, column, value = others[step - 1]
                together.happen("news", step, partial(do, deed=(verb, row + 10, column, value)))
        assert [(one.key, one.old, one.new) for one in mine(together)] == [
            (one.key, one.old, one.new) for one in mine(alone)
        ]


def test_columns_are_told_apart_in_one_row(universe: Universe) -> None:
    with universe.open() as world:
        act(world, 1, ("update", 1, "price", 3))
        world.happen("sold", 1, lambda world: do(world, ("update", 1, "title", 2)), "Sorry!")
        (change,) = mine(world)
        assert change.columns == ("price",)
        act(world, 2, ("update", 1, "title", 1))
        (change,) = mine(world)
        assert set(change.columns) == {"price", "title"}
        assert change.old is not None
        assert change.old["title"] == "t2", "what the other wrote is what the agent changed"


def test_taking_back_what_somebody_else_did_is_a_change(universe: Universe) -> None:
    with universe.open() as world:
        title = world.shelf.value("SELECT title FROM product WHERE id = 1")
        world.happen("news", 1, lambda world: do(world, ("update", 1, "title", 2)))
        assert mine(world) == ()
        world.shelf.run("UPDATE product SET title = ? WHERE id = 1", title)
        world.end_step(2)
        assert world.changes() == []
        (change,) = mine(world)
        assert change.columns == ("title",)


def test_a_fork_knows_what_happened_and_a_reset_world_does_not(universe: Universe) -> None:
    with universe.open() as world:
        world.happen("news", 1, lambda world: do(world, ("update", 1, "title", 2)))
        with world.fork() as child:
            assert child.happenings == world.happenings
            assert mine(child) == ()
        world.reset()
        assert world.happenings == []


def test_a_happening_is_plain_data(universe: Universe) -> None:
    with universe.open() as world:
        told = world.happen("news", 3, lambda world: do(world, ("delete", 1, "title", 0)), "It is gone.")
        assert Happening.from_json(told.to_json()) == told
