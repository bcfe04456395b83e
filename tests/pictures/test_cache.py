"""Pictures are kept on disk once made, and those of other versions can be told and removed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from webcosm import pictures
from webcosm.pictures import cache
from webcosm.pictures.cache import PictureCache, outdated_pictures, remove_outdated_pictures

LOOK = json.dumps({"shape": "mug", "colors": ["Red"]})


def files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def test_a_picture_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = PictureCache(tmp_path).drawn(LOOK, "front", 160)
    assert first == pictures.draw(json.loads(LOOK), "front", 160)
    monkeypatch.setattr(cache, "draw", lambda *_: pytest.fail("drawn again"))
    assert PictureCache(tmp_path).drawn(LOOK, "front", 160) == first
    assert len(files(tmp_path)) == 1, "nothing is left beside it"


def test_another_look_view_or_size_is_another_picture(tmp_path: Path) -> None:
    kept = PictureCache(tmp_path)
    blue = LOOK.replace("Red", "Blue")
    made = {kept.drawn(LOOK, "front", 160), kept.drawn(blue, "front", 160), kept.drawn(LOOK, "angle", 160)}
    assert len(made | {kept.drawn(LOOK, "front", 320)}) == 4


def test_an_upload_is_scaled_once_and_what_is_no_picture_is_an_empty_square(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = PictureCache(tmp_path)
    upload = io.BytesIO()
    Image.new("RGB", (90, 30), "red").save(upload, "PNG")
    first = kept.scaled(upload.getvalue(), 32)
    with Image.open(io.BytesIO(kept.scaled(b"nothing", 32))) as empty:
        assert (empty.size, empty.getcolors()) == ((32, 32), [(1024, (255, 255, 255))])
    monkeypatch.setattr(cache, "_scaled", lambda *_: pytest.fail("scaled again"))
    assert kept.scaled(upload.getvalue(), 32) == first


def test_only_pictures_of_other_versions_are_outdated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(cache, "version", lambda: "earlier")
        size = len(PictureCache(tmp_path).drawn(LOOK, "front", 160))
    (tmp_path / "pictures" / "ab").mkdir()
    (tmp_path / "pictures" / "ab" / "abcd.png").write_bytes(b"x" * 39)  # of a time when versions had no folders
    now = PictureCache(tmp_path).drawn(LOOK, "front", 160)
    assert [file.parts[-3] for file in outdated_pictures(tmp_path)] == ["pictures", "earlier"]
    assert remove_outdated_pictures(tmp_path) == size + 39
    assert outdated_pictures(tmp_path) == []
    assert [file.read_bytes() for file in files(tmp_path)] == [now]


def test_a_cache_without_pictures_has_no_outdated_ones(tmp_path: Path) -> None:
    assert (outdated_pictures(tmp_path), remove_outdated_pictures(tmp_path)) == ([], 0)
