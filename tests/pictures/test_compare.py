"""Uploads are known by what they show: the same picture, another file or size of it, a piece of it."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from webcosm.pictures import draw
from webcosm.pictures.compare import PictureUnreadable, compare
from webcosm.pictures.samples import samples

from .helpers import look

MUG = look("mug", ["Red", "White"], words=["Harbor"])
ORIGINALS = {
    "mug": draw(MUG, "front", 320),
    "sofa": draw(samples("furniture")[10].look(), "front", 320),
    "harbor": draw(samples("place")[4].look(), "front", 320),
    "pet": draw(samples("pet")[0].look(), "front", 320),
    "chart": draw(samples("chart")[0].look(), "front", 320),
}


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


def stored(picture: Image.Image, kind: str = "PNG", **rest: int) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **rest)
    return file.getvalue()


@pytest.mark.parametrize("name", sorted(ORIGINALS))
def test_another_file_with_the_same_pixels_is_the_same(name: str) -> None:
    assert compare(stored(opened(ORIGINALS[name]), compress_level=1), ORIGINALS[name]).kind == "same"


@pytest.mark.parametrize("side", [160, 240, 640])
@pytest.mark.parametrize("name", sorted(ORIGINALS))
def test_another_size_or_a_jpeg_of_it_is_near(name: str, side: int) -> None:
    smaller = opened(ORIGINALS[name]).resize((side, side), Image.Resampling.LANCZOS)
    for quality in (60, 90):
        assert compare(stored(smaller, "JPEG", quality=quality), ORIGINALS[name]).kind == "near"


@pytest.mark.parametrize("box", [(0.1, 0.1, 0.8, 0.8), (0.0, 0.2, 0.6, 1.0), (0.25, 0.25, 0.95, 0.75)])
@pytest.mark.parametrize("name", ["mug", "sofa", "harbor", "pet"])
def test_a_piece_is_found_where_it_was_cut_out(name: str, box: tuple[float, float, float, float]) -> None:
    whole = opened(ORIGINALS[name])
    left, top, right, bottom = (round(share * 320) for share in box)
    piece = whole.crop((left, top, right, bottom))
    for cut in (stored(piece), stored(piece.resize((200, 200 * piece.height // piece.width)), "JPEG", quality=85)):
        found = compare(cut, ORIGINALS[name])
        assert found.kind == "crop"
        assert found.box == pytest.approx(box, abs=0.03)


@pytest.mark.parametrize(
    "name", [*list(ORIGINALS)[:2], *(pytest.param(one, marks=pytest.mark.sweep) for one in list(ORIGINALS)[2:])]
)
def test_different_pictures_are_others(name: str) -> None:
    for other, two in ORIGINALS.items():
        assert name == other or not compare(ORIGINALS[name], two), other


@pytest.mark.parametrize(
    "change",
    [
        {"colors": ["Orange", "White"]},
        {"words": ["Mallow"]},
        {"pattern": "dots"},
        {"count": 2},
        {"colors": ["Burgundy"]},
    ],
)
def test_a_like_thing_is_another_picture(change: dict[str, object]) -> None:
    assert not compare(draw({**MUG, **change}, "front", 320), ORIGINALS["mug"])


def test_a_piece_without_anything_in_it_is_of_nothing() -> None:
    assert not compare(stored(opened(ORIGINALS["mug"]).crop((0, 0, 90, 40))), ORIGINALS["mug"])


def test_the_mirror_image_is_another_picture() -> None:
    turned = opened(ORIGINALS["harbor"]).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert not compare(stored(turned), ORIGINALS["harbor"])


def test_bytes_that_are_no_picture_are_named() -> None:
    with pytest.raises(PictureUnreadable, match="7 bytes"):
        compare(b"nothing", ORIGINALS["mug"])
