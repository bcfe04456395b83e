"""What goes wrong in one world harms neither its image nor any other world."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.programs import finish, line, say, start
from tests.worlds.samples import blueprint, dump, dump_world, image_twin
from webcosm.worlds import DiskFull, Method, Universe, World, WorldError

ROUNDS = 8


def test_a_process_killed_in_the_middle_of_writing_harms_nobody(universe_of_one: Universe) -> None:
    cache, method = universe_of_one.cache, universe_of_one.storage.method
    draw = random.Random(method)
    first = dump(image_twin(universe_of_one))
    neighbour = start("hold", cache, method)
    neighbours_folder = Path(line(neighbour))
    with universe_of_one.open() as mine:
        mine.shop.run("DELETE FROM stock WHERE place = 'süd'")
        kept = dump_world(mine)
        victims = [start("write_until_killed", cache, method, seed) for seed in range(ROUNDS)]
        folders = [Path(line(victim)) for victim in victims]  # one that starts later would sweep after the killed
        for number, (victim, folder) in enumerate(zip(victims, folders, strict=True), start=1):
            say(victim)
            for _ in range(draw.randrange(1, 60)):
                assert line(victim), "it still runs"
            victim.kill()
            victim.communicate()
            assert folder.is_dir(), "it left its files"
            universe_of_one.image("shop").verify()
            say(neighbour)
            assert line(neighbour) == str(1 + number), "the neighbour goes on"
            assert dump_world(mine) == kept
            with Universe([blueprint()], cache=cache, method=method) as next_one, next_one.open() as fresh:
                assert not folder.exists(), "the next universe sweeps"
                assert dump_world(fresh) == first
            assert neighbours_folder.is_dir(), "but not what is in use"
    finish(neighbour)
    assert not neighbours_folder.exists()


def test_universes_made_at_the_same_time_do_not_sweep_each_other(cache: Path) -> None:
    with Universe([blueprint()], cache=cache) as universe:
        universe.image("shop")
    together = [start("hold", cache, "link") for _ in range(4)]
    folders = [Path(line(process)) for process in together]
    assert len(set(folders)) == 4
    for process in together:
        say(process)
        assert line(process) == "2"
    for process in together:
        finish(process)


def test_a_limit_on_file_sizes_is_told(universe_of_one: Universe) -> None:
    universe_of_one.image("shop")
    told = finish(start("limited", universe_of_one.cache, universe_of_one.storage.method, 1_000_000)).splitlines()
    error, before, others, anew = told
    assert error.startswith("WorldError: a world's file could not be read or written: ")
    assert error.endswith("then reset the world. Its image and all other worlds are unharmed.")
    assert before == "/first", "what was written before can be read"
    assert others == "3", "the other world goes on"
    assert anew == "2", "and a reset world is as good as new"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    made = subprocess.run([mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(f"no small disk here: {made.stderr}")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill_up(folder: Path) -> Path:
    """Takes the rest of the disk."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass
    return ballast


def write_much(world: World) -> None:
    for _ in range(2_000):
        world.shop.insert("visit", page="/x" * 4_000)


def test_a_full_disk_is_told_and_harms_nobody(small_disk: Path, method: Method) -> None:
    with Universe([blueprint()], cache=small_disk, method=method) as universe:
        with universe.open() as world, universe.open() as other:
            other.shop.run("DELETE FROM stock WHERE place = 'süd'")
            world.shop.run("DELETE FROM stock WHERE place = 'north'")
            with pytest.raises(DiskFull, match=r"the disk .* is full: .*Free some space and reset the world"):
                write_much(world)
            fill_up(small_disk)
            assert world.shop.value("SELECT count(*) FROM stock") == 1, "the world can be read"
            assert {change.table for change in world.changes()} == {"stock", "visit"}
            assert other.shop.value("SELECT count(*) FROM stock") == 2, "and so can the other"
            with pytest.raises(DiskFull):
                world.fork()
            with pytest.raises(DiskFull):
                world.save(small_disk / "snapshot")
            world.reset()
            write = world.shop.run("DELETE FROM stock WHERE place = 'north'")
            assert write == 2, "what the world had taken is free again"
            other.shop.run("DELETE FROM stock WHERE place = 'north'")
            assert other.fork().shop.value("SELECT count(*) FROM stock") == 0
        universe.image("shop").verify()


def test_a_transaction_on_a_full_disk_is_undone_as_a_whole(small_disk: Path, method: Method) -> None:
    with Universe([blueprint()], cache=small_disk, method=method) as universe, universe.open() as world:

        def all_at_once() -> None:
            with world.shop.transaction():
                world.shop.run("DELETE FROM stock")
                with world.shop.transaction():
                    write_much(world)

        for _ in range(2):
            with pytest.raises(DiskFull, match="is full"):
                all_at_once()
            assert not world.shop.connection.in_transaction
            assert world.changes() == []
            assert world.shop.value("SELECT count(*) FROM stock") == 3
        with world.shop.transaction():
            world.shop.run("DELETE FROM stock")
        assert len(world.changes()) == 3


def test_a_disk_too_full_for_an_image_is_told(small_disk: Path, method: Method) -> None:
    with Universe([blueprint()], cache=small_disk, method=method) as universe:
        ballast = fill_up(small_disk)
        with universe.open() as world, pytest.raises(DiskFull):
            world.database("shop")
        ballast.unlink()
        with universe.open() as world:
            assert world.shop.value("SELECT count(*) FROM maker") == 4
        universe.image("shop").verify()


def test_too_many_open_files_are_told_and_harm_nobody(universe_of_one: Universe) -> None:
    with universe_of_one.open() as world, universe_of_one.open() as late:
        world.shop.run("DELETE FROM stock WHERE place = 'süd'")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (1, hard))
            with pytest.raises(
                WorldError, match=r"could not be read or written: .* a limit on file sizes or open files"
            ):
                late.database("shop")
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert late.shop.value("SELECT count(*) FROM stock") == 3, "it opens when there is room again"
        assert world.shop.value("SELECT count(*) FROM stock") == 2


def test_a_damaged_database_is_told(universe_of_one: Universe) -> None:
    image = universe_of_one.image("shop")
    image.path.write_bytes(bytes(image.path.stat().st_size))
    with (
        universe_of_one.open() as world,
        pytest.raises(WorldError, match=r"a world's database is damaged: .*verify\(\)"),
    ):
        world.shop.rows("SELECT * FROM maker")
