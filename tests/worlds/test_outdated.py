"""What earlier versions left in the cache can be found and removed; nothing else is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.worlds.samples import blueprint
from webcosm.worlds import Universe, outdated_images, remove_outdated_images
from webcosm.worlds.image import locked

NEW = blueprint("shop")
OLD = replace(NEW, schema=f"{NEW.schema}\n-- as it once was")


def build(cache: Path) -> dict[str, Path]:
    paths = {}
    for name, site in {"old": OLD, "new": NEW, "other": blueprint("annex")}.items():
        with Universe([site], cache=cache) as universe:
            paths[name] = universe.image(site.name).path
    return paths


def test_only_what_these_sites_were_once_built_as_is_outdated(cache: Path) -> None:
    paths = build(cache)
    assert outdated_images(cache, [NEW]) == [paths["old"]]
    assert outdated_images(cache, [OLD]) == [paths["new"]]
    assert outdated_images(cache, []) == []


def test_an_empty_cache_has_nothing_outdated(cache: Path) -> None:
    assert outdated_images(cache, [NEW]) == []
    assert remove_outdated_images(cache, [NEW]) == 0


def test_removing_leaves_nothing_of_them_and_all_of_the_rest(cache: Path) -> None:
    paths = build(cache)
    before = set((cache / "images").iterdir())
    size = paths["old"].stat().st_size
    assert remove_outdated_images(cache, [NEW]) == size
    gone = {paths["old"].with_suffix(suffix) for suffix in (".db", ".json", ".lock")}
    assert set((cache / "images").iterdir()) == before - gone
    assert outdated_images(cache, [NEW]) == []
    with Universe([NEW], cache=cache) as universe, universe.open() as world:
        assert world.shop.value("SELECT count(*) FROM maker") == 4


def test_a_world_that_is_open_goes_on(cache: Path) -> None:
    with Universe([OLD], cache=cache) as universe, universe.open() as world:
        assert world.shop.value("SELECT count(*) FROM maker") == 4
        remove_outdated_images(cache, [NEW])
        world.shop.run("DELETE FROM review")
        assert world.shop.value("SELECT count(*) FROM maker") == 4


def test_a_draft_is_removed_unless_it_is_being_written(cache: Path) -> None:
    with Universe([NEW], cache=cache) as universe:
        image = universe.image("shop").path
    draft = image.with_name(f".{image.stem}-a_b1c2d3.tmp")
    draft.write_bytes(b"half")
    with locked(image.with_suffix(".lock")):
        assert remove_outdated_images(cache, [NEW]) == 0
        assert draft.exists()
    assert remove_outdated_images(cache, [NEW]) == 4
    assert not draft.exists()
    assert image.exists()


def test_a_draft_of_an_earlier_version_goes_with_its_lock(cache: Path) -> None:
    folder = cache / "images"
    folder.mkdir(parents=True)
    (folder / f".shop-{OLD.version}-0-full-a1b2c3d4.tmp").write_bytes(b"half")
    (folder / f"shop-{OLD.version}-0-full.lock").touch()
    assert remove_outdated_images(cache, [NEW]) == 4
    assert list(folder.iterdir()) == []
