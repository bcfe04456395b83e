"""Images are built once, whole or not at all, and the same everywhere."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from tests.worlds.programs import finish, line, say, start
from tests.worlds.samples import blueprint, fill
from webcosm.lore import Lore
from webcosm.worlds import Database, ImageBroken, Universe, cache_folder


def image_files(cache: Path) -> list[str]:
    return sorted(file.name for file in (cache / "images").iterdir() if file.suffix != ".lock")


def test_an_image_is_built_once(cache: Path) -> None:
    calls = []

    def counted(database: Database, lore: Lore, scale: str) -> None:
        calls.append((lore.seed, scale))
        fill(database, lore, scale)

    site = blueprint(fill=counted)
    for _ in range(2):
        with Universe([site], seed=3, cache=cache) as universe:
            with universe.open() as one, universe.open() as two:
                assert one.shop.value("SELECT count(*) FROM product") == 6
                assert two.shop.value("SELECT count(*) FROM product") == 6
            assert universe.image("shop") is universe.image("shop")
    assert calls == [(3, "small")]


def test_an_image_is_built_only_when_it_is_needed(cache: Path) -> None:
    with Universe([blueprint("shop"), blueprint("annex")], cache=cache) as universe, universe.open() as world:
        assert world.shop.value("SELECT count(*) FROM maker") == 4
        assert [name for name in image_files(cache) if name.startswith("annex")] == []


def test_processes_that_build_at_the_same_time_agree(cache: Path) -> None:
    builders = [start("build", cache) for _ in range(4)]
    for builder in builders:
        assert line(builder) == "ready"
    for builder in builders:
        say(builder)
    results = [finish(builder).split() for builder in builders]
    assert len({sha256 for sha256, _ in results}) == 1
    assert sorted(who for _, who in results) == ["built", "found", "found", "found"]
    assert len(image_files(cache)) == 2, "a database and its record, and no draft"


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    hashes = set()
    for number, hash_seed in enumerate(("0", "4711")):
        builder = start("build", tmp_path / str(number), PYTHONHASHSEED=hash_seed)
        say(builder)
        hashes.add(finish(builder).split()[1])
    assert len(hashes) == 1


def test_seeds_and_scales_have_images_of_their_own(cache: Path) -> None:
    found = set()
    for seed, scale in ((0, "small"), (1, "small"), (0, "full")):
        with Universe([blueprint()], seed=seed, scale=scale, cache=cache) as universe:
            found.add(universe.image("shop").path)
            with universe.open() as world:
                assert world.shop.value("SELECT amount FROM stock WHERE place = 'north' AND shelf = 'a'") == seed
    assert len(found) == 3


@pytest.mark.parametrize(
    "schema, complaint",
    [
        ("CREATE TABLE t (a INTEGER)", r"shop\.t has no primary key, so its changes could not be told apart"),
        ("CREATE TABLE t (a TEXT PRIMARY KEY)", r"shop\.t: its primary key may be NULL; declare the key columns NOT N"),
        ("CREATE TABLE t (a TEXT NOT NULL, b TEXT, PRIMARY KEY (a, b))", r"shop\.t: its primary key may be NULL"),
        ("CREATE TABLE t (a INT PRIMARY KEY)", r"shop\.t: its primary key may be NULL"),  # INT is not INTEGER
        (
            "CREATE TABLE t (a TEXT NOT NULL COLLATE NOCASE PRIMARY KEY)",
            r"shop\.t: its primary key is compared by NOCA",
        ),
        (
            "CREATE TABLE t (a TEXT COLLATE RTRIM PRIMARY KEY) WITHOUT ROWID",
            r"shop\.t: .* a UNIQUE index with COLLATE RT",
        ),
    ],
)
def test_tables_whose_changes_could_not_be_told_are_refused(cache: Path, schema: str, complaint: str) -> None:
    site = blueprint(schema=schema, fill=lambda database, lore, scale: None)
    with Universe([site], cache=cache) as universe, pytest.raises(ImageBroken, match=complaint):
        universe.image("shop")
    assert image_files(cache) == []


@pytest.mark.parametrize(
    "schema",
    [
        "CREATE TABLE t (a INTEGER PRIMARY KEY)",
        "CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID",
        "CREATE TABLE t (a TEXT NOT NULL, b REAL NOT NULL, PRIMARY KEY (a, b))",
        "CREATE TABLE t (a TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT COLLATE NOCASE UNIQUE)",
    ],
)
def test_tables_whose_changes_can_be_told_are_accepted(cache: Path, schema: str) -> None:
    site = blueprint(schema=schema, fill=lambda database, lore, scale: None)
    with Universe([site], cache=cache) as universe:
        assert universe.image("shop").tables == ("t",)


def test_rows_that_point_nowhere_are_refused(cache: Path) -> None:
    def careless(database: Database, lore: Lore, scale: str) -> None:
        database.insert("product", maker_id=77, title="Orphan")

    with Universe([blueprint(fill=careless)], cache=cache) as universe:
        with pytest.raises(ImageBroken, match=r"shop: rows that point nowhere .*\('product', 1, 'maker', 0\)"):
            universe.image("shop")
        assert image_files(cache) == []


def test_an_error_in_fill_leaves_nothing_behind(cache: Path) -> None:
    def failing(database: Database, lore: Lore, scale: str) -> None:
        fill(database, lore, scale)
        raise LookupError("no such word list")

    with Universe([blueprint(fill=failing)], cache=cache) as universe:
        with pytest.raises(LookupError, match="no such word list"):
            universe.image("shop")
        assert image_files(cache) == []


def test_a_killed_build_leaves_nothing_that_is_taken_for_an_image(cache: Path) -> None:
    builder = start("build_halfway", cache)
    assert line(builder) == "halfway"
    drafts = image_files(cache)
    assert len(drafts) == 1, "the draft is there"
    assert (cache / "images" / drafts[0]).stat().st_size > 100_000, "and part of the rows is in it"
    builder.kill()
    builder.communicate()
    builder = start("build", cache)  # the same version: its fill function stands in the same file
    say(builder)
    assert finish(builder).endswith("built\n")
    assert len(image_files(cache)) == 2, "the next build swept the draft away"


def test_another_schema_or_another_file_to_read_gives_a_new_version(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("oak")
    first = blueprint(reads=(tmp_path,)).version
    assert blueprint(reads=(tmp_path,)).version == first
    (tmp_path / "more.txt").write_text("ash")
    assert blueprint(reads=(tmp_path,)).version != first
    assert blueprint(reads=(words,), schema="CREATE TABLE t (a INTEGER PRIMARY KEY)").version != first


def test_a_truncated_image_is_told(cache: Path) -> None:
    with Universe([blueprint()], cache=cache) as universe:
        path = universe.image("shop").path
    size = path.stat().st_size
    os.truncate(path, size // 2)
    with Universe([blueprint()], cache=cache) as universe:
        with pytest.raises(ImageBroken, match=rf"has {size // 2} bytes, built with {size}; delete it to rebuild"):
            universe.open().database("shop")
        path.unlink()
        assert universe.open().shop.value("SELECT count(*) FROM maker") == 4


def test_a_torn_record_is_told(cache: Path) -> None:
    with Universe([blueprint()], cache=cache) as universe:
        record = universe.image("shop").path.with_suffix(".json")
    record.write_text(record.read_text()[:20])
    with Universe([blueprint()], cache=cache) as universe:
        with pytest.raises(ImageBroken, match=r"shop-.*\.json cannot be read.*delete it to rebuild"):
            universe.image("shop")
        record.unlink()
        universe.image("shop").verify()


def test_verify_finds_a_flipped_byte(cache: Path) -> None:
    with Universe([blueprint()], cache=cache) as universe:
        image = universe.image("shop")
        image.verify()
        contents = bytearray(image.path.read_bytes())
        contents[len(contents) // 2] ^= 1
        image.path.write_bytes(contents)
        with pytest.raises(ImageBroken, match=r"has hash [0-9a-f]{12}…, built as [0-9a-f]{12}…; delete it to rebuild"):
            image.verify()


def test_a_missing_image_is_told(universe_of_one: Universe) -> None:
    image = universe_of_one.image("shop")
    image.path.unlink()
    with universe_of_one.open() as world, pytest.raises(ImageBroken, match=r"the image .* is missing; make the univ"):
        world.database("shop")


def test_an_unknown_scale_or_site_is_an_error(cache: Path) -> None:
    with Universe([blueprint()], scale="huge", cache=cache) as universe:
        with pytest.raises(ValueError, match="scale 'huge' is not known; accepted: small, full"):
            universe.image("shop")
        with pytest.raises(KeyError, match="there is no site database 'bank'; there are shop"):
            universe.image("bank")


def test_an_image_is_an_ordinary_sqlite_file_with_a_record_beside_it(cache: Path) -> None:
    with Universe([blueprint()], cache=cache) as universe:
        image = universe.image("shop")
    facts = json.loads(image.path.with_suffix(".json").read_text())
    assert facts["sha256"] == image.sha256
    assert facts["tables"] == list(image.tables) == ["maker", "price_history", "product", "review", "stock", "visit"]
    database = sqlite3.connect(f"file:{image.path}?immutable=1", uri=True)
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("SELECT count(*) FROM product").fetchall() == [(6,)]
    database.close()


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.delenv("WEBCOSM_CACHE", raising=False)
    assert cache_folder() == tmp_path / "xdg" / "webcosm"
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path / "mine"))
    assert cache_folder() == tmp_path / "mine"
    monkeypatch.delenv("WEBCOSM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "webcosm"
