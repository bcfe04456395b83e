"""Large data beside the tables: content-addressed pieces that worlds share, each with its own view of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.lore import Lore
from webcosm.worlds import Blueprint, Database, Universe, World

SCHEMA = """
CREATE TABLE object (id TEXT PRIMARY KEY NOT NULL, data BLOB, blob TEXT);
CREATE TABLE ref (name TEXT PRIMARY KEY NOT NULL, target TEXT NOT NULL REFERENCES object);
"""


def fill(db: Database, lore: Lore, scale: str) -> None:
    db.insert("object", id="seeded", data=b"from the image")
    db.insert("ref", name="main", target="seeded")


CODE = Blueprint("code", SCHEMA, fill, {"object": None})


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([CODE], cache=tmp_path_factory.mktemp("cache")) as made:
        yield made


def push(world: World, name: str, data: bytes) -> str:
    """As a code host would: the object beside the tables, its name and the branch in them."""
    blob = world.blobs.put(data)
    world.code.run("INSERT OR IGNORE INTO object (id, blob) VALUES (?, ?)", blob, blob)
    world.code.run("INSERT INTO ref VALUES (?, ?) ON CONFLICT DO UPDATE SET target = excluded.target", name, blob)
    return blob


def contents(world: World) -> dict[str, bytes]:
    rows = world.code.rows("SELECT name, data, blob FROM ref JOIN object ON id = target")
    return {row.name: row.data if row.blob is None else world.blobs.get(row.blob) for row in rows}


def files(universe: Universe) -> set[str]:
    folder = universe.storage.folder / "blobs"
    return {file.name for file in folder.iterdir()} if folder.exists() else set()


def test_what_is_put_in_comes_out_under_its_digest(universe: Universe) -> None:
    with universe.open() as world:
        name = world.blobs.put(b"tree")
        assert name == world.blobs.put(b"tree") == hashlib.sha256(b"tree").hexdigest()
        assert world.blobs.get(name) == b"tree"


def test_an_object_is_no_change_but_a_branch_is(universe: Universe) -> None:
    with universe.open() as world:
        push(world, "feature", b"x" * 100_000)
        assert [(change.table, change.key) for change in world.changes()] == [("ref", ("feature",))]
        assert len(world.changeset("code")) < 1_000, "the objects are not even looked at"


def test_worlds_see_their_own_blobs_only(universe: Universe) -> None:
    with universe.open() as one, universe.open() as other:
        name = one.blobs.put(b"secret")
        with pytest.raises(KeyError, match="this world has no blob"):
            other.blobs.get(name)


def test_a_blob_goes_with_the_last_world_that_has_it(universe: Universe) -> None:
    with universe.open() as world:
        name = push(world, "main", b"short-lived")
        child = world.fork()
        world.reset()
        assert child.blobs.get(name) == b"short-lived"
        assert name in files(universe)
        child.close()
        assert name not in files(universe)


def test_a_prepared_world_begins_with_its_blobs(universe: Universe, tmp_path: Path) -> None:
    state = universe.prepare(lambda world: void(push(world, "prepared", b"early")))
    with universe.open(state) as world:
        push(world, "late", b"late")
        world.save(tmp_path / "snapshot")
        world.reset()
        assert contents(world) == {"main": b"from the image", "prepared": b"early"}
    with universe.open_snapshot(tmp_path / "snapshot") as again:
        assert contents(again) == {"main": b"from the image", "prepared": b"early", "late": b"late"}
        again.reset()
        assert contents(again) == {"main": b"from the image", "prepared": b"early"}


def void(_: object) -> None:
    return None


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("push"), st.sampled_from(("main", "dev")), st.binary(max_size=40)),
        st.tuples(st.sampled_from(("fork", "reset", "snapshot", "delete"))),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
def test_fork_reset_snapshot_and_changes_go_together(
    universe: Universe, tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[object, ...]]
) -> None:
    first, before = {"main": b"from the image"}, files(universe)
    with ExitStack() as stack:
        world = stack.enter_context(universe.open())
        family: list[tuple[World, dict[str, bytes]]] = []
        expected = dict(first)
        for step in steps:
            match step:
                case ("push", str(name), bytes(data)):
                    push(world, name, data)
                    expected[name] = data
                case ("delete",):
                    world.code.run("DELETE FROM ref")
                    expected.clear()
                case ("fork",):
                    family.append((world, dict(expected)))
                    world = stack.enter_context(world.fork())
                case ("reset",):
                    world.reset()
                    expected = dict(first)
                case ("snapshot",):
                    file = tmp_path_factory.mktemp("snapshot") / "world"
                    world.save(file)
                    world.close()
                    world = stack.enter_context(universe.open_snapshot(file))
            assert contents(world) == expected
            differing = {name for name in {*first, *expected} if first.get(name) != expected.get(name)}
            told = {change.key[0] for change in world.changes() if change.columns}
            assert told == differing
            assert all(change.table == "ref" for change in world.changes())
        for relative, known in family:
            if not relative._closed:
                assert contents(relative) == known
    assert files(universe) == before
