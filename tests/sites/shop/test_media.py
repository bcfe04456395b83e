"""Pictures of products: drawn or scaled, in three sizes, never telling what they are drawn from."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image

import webcosm.sites
from webcosm import pictures
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.media import SIZES
from webcosm.sites.shop.media import address_of
from webcosm.worlds import Database, World

SHOP = "http://shop.test"


@pytest.fixture
def db(stocked: World) -> Database:
    return stocked.database("shop")


def upload(size: tuple[int, int], kind: str) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", size, "red").save(data, kind)
    return data.getvalue()


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_is_drawn_from_the_look_and_may_be_kept_by_browsers(
    customer: Visitor, db: Database, size: int
) -> None:
    row = db.row("SELECT product_image.*, look FROM product_image JOIN product ON product.id = product_id ORDER BY id")
    assert row
    answer = customer.get(SHOP + address_of(row, size))
    assert answer.headers["content-type"] == "image/png"
    assert "max-age" in answer.headers["cache-control"]
    with Image.open(io.BytesIO(answer.data)) as drawn:
        assert drawn.size == (size, size)
        assert not drawn.info.get("look")
    assert answer.data == pictures.draw(json.loads(row.look), row.view, size)


def test_pictures_are_kept_in_the_cache_of_the_universe(
    customer: Visitor, db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path / "elsewhere"))
    monkeypatch.setattr(customer.world.universe, "cache", tmp_path / "mine")
    number = db.value("SELECT id FROM product_image ORDER BY id")
    first = customer.get(f"{SHOP}/media/{number}-160.png").data
    assert [file.read_bytes() for file in (tmp_path / "mine" / "pictures").rglob("*.png")] == [first]
    assert not (tmp_path / "elsewhere").exists()


def test_another_look_is_another_picture(customer: Visitor, db: Database) -> None:
    row = db.row("SELECT product_image.*, look FROM product_image JOIN product ON product.id = product_id ORDER BY id")
    assert row
    first = customer.get(f"{SHOP}/media/{row.id}-160.png").data
    changed = json.loads(row.look) | {"colors": ["Yellow", "Purple"], "backdrop": "Black"}
    db.run("UPDATE product SET look = ? WHERE id = ?", json.dumps(changed), row.product_id)
    assert customer.get(f"{SHOP}/media/{row.id}-160.png").data != first


@pytest.mark.parametrize("kind, size", [("PNG", (900, 300)), ("JPEG", (40, 80))])
def test_uploads_are_scaled_into_the_square(customer: Visitor, db: Database, kind: str, size: tuple[int, int]) -> None:
    number = db.insert("product_image", product_id=1, position=99, view="upload", file=upload(size, kind))
    answer = customer.get(f"{SHOP}/media/{number}-320.png")
    with Image.open(io.BytesIO(answer.data)) as shown:
        assert shown.format == "PNG"
        assert shown.size == (320, 320)
        middle, corner = shown.convert("RGB").getpixel((160, 160)), shown.convert("RGB").getpixel((1, 1))
    assert isinstance(middle, tuple)
    assert middle[0] > 200
    assert middle[1] < 60
    assert corner == (255, 255, 255)


def test_an_upload_that_is_no_picture_gives_an_empty_square(customer: Visitor, db: Database) -> None:
    number = db.insert("product_image", product_id=1, position=99, view="upload", file=b"not a picture")
    answer = customer.get(f"{SHOP}/media/{number}-160.png")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


@pytest.mark.parametrize("path", ["/media/1-100.png", "/media/999999999-160.png", "/media/0-0.png"])
def test_there_are_no_other_sizes_and_pictures(customer: Visitor, path: str) -> None:
    assert customer.get(SHOP + path).status == 404


def test_judges_know_what_a_picture_shows_and_nobody_else_does(customer: Visitor, stocked: World, db: Database) -> None:
    rows = db.rows(
        "SELECT product_image.id, view, look, url_key FROM product_image JOIN product ON product.id = product_id"
        " WHERE file IS NULL AND type = 'simple' ORDER BY product_image.id LIMIT 400"
    )
    for row in rows[::40]:
        address = SHOP + address_of(row, 160)
        found = stocked.pictures.at(address)
        assert found is not None
        assert (found.look, found.view) == (row.look, row.view)
        seen = found.seen()[0]
        assert seen.colors or seen.attributes["colors"]
        answer = customer.get(address)
        with Image.open(io.BytesIO(answer.data)) as drawn:
            assert not drawn.info, "a picture carries nothing but its pixels"
        page = customer.get(f"{SHOP}/{row.url_key}.html")
        form = json.loads(row.look).get("form", {})
        for given in (answer, page):
            headers = json.dumps(dict(given.headers))
            assert row.view not in headers
            assert row.look not in headers
        assert row.look not in page.text
        assert all(f'"{name}": ' not in page.text for name in form)
        assert re.fullmatch(rf"{SHOP}/media/\d+-160\.png", address), "an address is a number"


def test_no_page_asks_for_the_truth_of_pictures() -> None:
    folder = Path(webcosm.sites.__file__).parent
    asking = [str(file) for file in folder.rglob("*.py") if re.search(r"world\.pictures\b", file.read_text())]
    assert [name for name in asking if not name.endswith("kit/site.py")] == []
