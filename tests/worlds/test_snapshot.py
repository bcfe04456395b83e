"""A world on file: opened again it is the same, here or in another process."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.worlds.programs import finish, start
from tests.worlds.samples import blueprint, dump_world
from tests.worlds.statements import Statement, programs, run_world
from webcosm.worlds import SnapshotMismatch, Universe, World, WorldState
from webcosm.worlds.log import tidy_log
from webcosm.worlds.storage import log_of


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(program=programs)
def test_a_world_comes_back_as_it_was_saved(universe: Universe, tmp_path: Path, program: list[Statement]) -> None:
    path = tmp_path / "snapshot"
    with universe.open() as world:
        for statement in program:
            run_world(world.shop, statement)
        world.annex.run("DELETE FROM stock WHERE place = 'north'")
        world.save(path)
        with universe.open_snapshot(path) as restored:
            assert dump_world(restored) == dump_world(world)
            assert dump_world(restored, "annex") == dump_world(world, "annex")
            assert restored.changes() == world.changes()
            restored.save(tmp_path / "again")
            with universe.open_snapshot(tmp_path / "again") as twice:
                assert dump_world(twice) == dump_world(world)
                assert twice.changes() == world.changes()


def test_a_world_comes_back_in_another_process(universe_of_one: Universe, tmp_path: Path) -> None:
    path = tmp_path / "snapshot"
    with universe_of_one.open() as world:
        world.token()
        world.shop.run("UPDATE product SET title = 'naïve — 🦉', photo = x'00', price = NULL WHERE id = 3")
        world.shop.insert("product", title="Lantern")
        world.clock.advance(milliseconds=90_000)
        world.save(path)
        told = finish(start("reopen", universe_of_one.cache, universe_of_one.storage.method, path)).splitlines()
        assert told == [
            world.token(),
            "2026-05-14 09:01:30",
            str([change.to_json() for change in world.changes()]),
            hashlib.sha256(repr(dump_world(world)).encode()).hexdigest(),
        ]
    assert path.with_suffix(".again").read_bytes() == path.read_bytes(), "saved again, it is the same file"


def test_the_same_life_gives_the_same_bytes(universe_of_one: Universe, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one", "two")]
    for number, path in enumerate(paths):
        arguments = (universe_of_one.cache, universe_of_one.storage.method, path)
        finish(start("live_and_save", *arguments, PYTHONHASHSEED=str(number)))
    assert len({path.read_bytes() for path in paths}) == 1


def test_saving_changes_nothing(world: World, tmp_path: Path) -> None:
    world.shop.run("DELETE FROM stock")
    world.save(tmp_path / "one")
    world.save(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"], "no draft is left"
    assert len(world.changes()) == 3


def test_a_restored_world_remembers_its_beginning(universe: Universe, tmp_path: Path) -> None:
    first = WorldState(seed=4, elapsed_ms=10, accounts={"shop": None}, switches={"latency": 5})
    with universe.open(first) as world:
        token = world.token()
        world.state.submission = "42"
        world.state.begun = True
        world.clock.advance(milliseconds=5)
        world.shop.run("DELETE FROM stock")
        world.save(tmp_path / "snapshot")
    with universe.open_snapshot(tmp_path / "snapshot") as restored:
        assert (restored.state.submission, restored.state.begun, restored.clock.elapsed_ms) == ("42", True, 15)
        restored.reset()
        assert restored.state == first
        assert restored.clock.elapsed_ms == 10
        assert restored.token() == token
        assert restored.changes() == []


def test_counters_survive_a_snapshot(universe: Universe, tmp_path: Path) -> None:
    with universe.open() as world:
        world.shop.run("DELETE FROM product WHERE id = ?", world.shop.insert("product", title="Short-lived"))
        world.save(tmp_path / "snapshot")
    with universe.open_snapshot(tmp_path / "snapshot") as restored:
        assert restored.changes() == []
        assert restored.shop.insert("product", title="Next") == 8


def test_a_snapshot_of_another_universe_is_refused(universe_of_one: Universe, tmp_path: Path) -> None:
    path = tmp_path / "snapshot"
    with universe_of_one.open() as world:
        world.shop.run("DELETE FROM stock")
        world.save(path)
    reindexed = blueprint(schema=blueprint().schema + "CREATE INDEX more ON visit (page);")
    for sites, seed, message in (
        ([blueprint()], 1, r"is of universe {'seed': 0, 'scale': 'small'}, this one is {'seed': 1, 'scale': 'small'}"),
        ([reindexed], 0, "was taken on another version of 'shop'; it cannot be opened on this one"),
        ([blueprint("bank")], 0, "there is no site database 'shop'"),
    ):
        other = Universe(sites, seed=seed, cache=universe_of_one.cache)
        with other, pytest.raises(SnapshotMismatch, match=message):
            other.open_snapshot(path)


def _no_zip(path: Path) -> None:
    path.write_text("hello")


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def _flipped(path: Path) -> None:
    contents = bytearray(path.read_bytes())
    contents[len(contents) // 2] ^= 0xFF
    path.write_bytes(contents)


def _without_manifest(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("shop.log", b"")


def _manifest(text: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("manifest.json", text)

    return write


@pytest.mark.parametrize(
    "harm",
    [
        _no_zip,
        _cut,
        _flipped,
        _without_manifest,
        _manifest("{"),
        _manifest("[]"),
        _manifest("{}"),
        _manifest(json.dumps({"seed": 0, "scale": "small", "sites": {}, "first": {"x": 1}, "state": {}})),
        _manifest(json.dumps({"seed": 0, "scale": "small", "sites": {"shop": "0"}, "first": {}, "state": {}})),
    ],
)
def test_a_damaged_snapshot_is_told(universe_of_one: Universe, tmp_path: Path, harm: Callable[[Path], None]) -> None:
    path = tmp_path / "snapshot"
    with universe_of_one.open() as world:
        world.shop.run("DELETE FROM stock")
        world.save(path)
    harm(path)
    with pytest.raises(SnapshotMismatch, match=r"snapshot is not a snapshot of a world of this universe: "):
        universe_of_one.open_snapshot(path)
    assert list(universe_of_one.storage.folder.glob("*/*")) == [], "no world is left behind"


def test_a_missing_snapshot_is_told(universe: Universe, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        universe.open_snapshot(tmp_path / "nowhere")


def test_a_tidy_log_holds_each_page_once_and_only_what_was_committed(world: World, universe: Universe) -> None:
    log = log_of(Path(world.shop.connection.filename))
    assert tidy_log(log) == b""
    for number in range(50):
        world.shop.run("UPDATE stock SET amount = ?", number)
    world.shop.run("UPDATE stock SET amount = 'last'")
    once = tidy_log(log)
    assert log.stat().st_size > 50 * len(once) // 2
    world.shop.run("BEGIN")
    world.shop.run(
        "INSERT INTO visit (page) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
        " SELECT hex(zeroblob(2000)) FROM n"
    )  # more than the cache holds, so that it spills into the log
    assert tidy_log(log) == once
    world.shop.run("ROLLBACK")
    assert tidy_log(log) == once
    log.write_bytes(log.read_bytes()[:-1])
    assert tidy_log(log) == once, "a torn end was never committed"
