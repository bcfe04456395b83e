"""Pictures: the same, alike, known from their data, or as a vision model sees them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tests.models.endpoint import Script, serve_script
from webcosm.judge.legacy import JudgeUnavailable
from webcosm.judge.picture import (
    KnownPicture,
    LikePicture,
    PictureError,
    PictureOf,
    SamePicture,
    Shows,
    as_png,
    exact,
    ssim,
)
from webcosm.judge.rubric import VARIABLE, JudgeModel, choose_judge


def stored(image: Image.Image, kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()


def waves(seed: int, size: tuple[int, int]) -> Image.Image:
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    values = 128 + 60 * np.sin(x / (3 + seed)) * np.cos(y / (5 + seed)) + (x * 7 + y * 13 + seed * 29) % 31
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def disc(colour: str, size: int = 64) -> Image.Image:
    image = Image.new("RGB", (size, size), "white")
    ImageDraw.Draw(image).ellipse((size // 8, size // 8, size * 7 // 8, size * 7 // 8), fill=colour)
    return image


@pytest.mark.parametrize(
    "one, other, expected",
    [
        ((0, (40, 30)), (0, (40, 30)), 1.0),
        ((0, (40, 30)), (1, (40, 30)), 0.1745902340005662),
        ((2, (64, 48)), (3, (64, 48)), 0.49837755709233483),
        ((0, (40, 30)), (0, (80, 20)), 0.07435808471999515),
        ((4, (7, 7)), (5, (7, 7)), 0.9268835843234333),
    ],
)
def test_similarity_is_what_scikit_image_computes(
    one: tuple[int, tuple[int, int]], other: tuple[int, tuple[int, int]], expected: float
) -> None:
    """The numbers come from skimage.metrics.structural_similarity 0.26 with its defaults."""
    assert ssim(stored(waves(*one)), stored(waves(*other))) == pytest.approx(expected, abs=1e-9)


def test_similarity_does_not_depend_on_the_order() -> None:
    one, other = stored(waves(0, (40, 30))), stored(waves(1, (20, 60)))
    assert ssim(one, other) == ssim(other, one)


def test_what_is_no_picture_or_too_small_is_an_error() -> None:
    with pytest.raises(PictureError, match="not a picture"):
        ssim(b"hello", stored(disc("red")))
    with pytest.raises(PictureError, match="too small"):
        ssim(stored(waves(0, (6, 6))), stored(waves(0, (6, 6))))


def test_the_same_pixels_are_the_same_picture_however_stored() -> None:
    red = disc("red")
    assert exact(stored(red), stored(red, "BMP"))
    assert not exact(stored(red), stored(disc("blue")))
    assert not exact(stored(red), stored(red.resize((32, 32))))
    assert SamePicture(stored(red)).check(stored(red, "BMP")).passed
    assert not SamePicture(stored(red)).check(stored(disc("green"))).passed


def test_compression_and_size_leave_a_picture_alike() -> None:
    wanted = LikePicture((stored(waves(0, (40, 30))), stored(disc("red"))))
    assert wanted.check(stored(disc("red").resize((200, 200)), "JPEG")).passed
    check = wanted.check(stored(waves(1, (40, 30))))
    assert not check.passed
    assert check.seen.startswith("SSIM")
    assert not wanted.check().passed, "nothing is like it if there is nothing"


def test_pictures_become_png() -> None:
    png = stored(disc("red"))
    assert as_png(png) == png
    assert as_png(stored(disc("red"), "JPEG")).startswith(b"\x89PNG")


KNOWN = [
    KnownPicture(stored(disc("red")), {"kind": "disc", "colour": "red"}),
    KnownPicture(stored(disc("blue")), {"kind": "disc", "colour": "blue"}),
    KnownPicture(stored(waves(0, (64, 64))), {"kind": "waves", "colour": "grey"}),
]


def test_a_picture_is_known_by_the_data_it_was_drawn_from() -> None:
    wanted = PictureOf({"kind": "disc", "colour": "blue"})
    assert all(check.passed for check in wanted.checks(stored(disc("blue")), KNOWN))
    checks = wanted.checks(stored(disc("red")), KNOWN)
    assert [(check.name, check.passed) for check in checks] == [
        ("a picture of this world", True),
        ("its kind", True),
        ("its colour", False),
    ]


def test_a_picture_that_was_scaled_is_found_again_and_a_stranger_is_not() -> None:
    wanted = PictureOf({"kind": "waves"})
    small = stored(waves(0, (64, 64)), "JPEG")
    assert all(check.passed for check in wanted.checks(small, KNOWN))
    assert not any(check.passed for check in wanted.checks(stored(waves(3, (64, 64))), KNOWN))
    assert not any(check.passed for check in wanted.checks(small, []))


def test_a_vision_model_is_asked_about_each_picture() -> None:
    with serve_script(Script("No."), Script("Yes, a red disc")) as endpoint:
        model = JudgeModel("openai/eyes", endpoint.url, retries=0)
        check = Shows("Is it red?", "yes").check(stored(disc("blue")), stored(disc("red"), "JPEG"), model=model)
    assert check.passed
    assert check.seen == "No. | Yes, a red disc"
    text, image = endpoint.requests[1]["messages"][0]["content"]
    assert "Is it red?" in text["text"]
    assert image["image_url"]["url"].startswith("data:image/png;base64,")


def test_without_a_vision_model_nothing_is_said_about_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    choose_judge(None)
    with pytest.raises(JudgeUnavailable, match="--judge-model"):
        Shows("Is it red?", "yes").check(stored(disc("red")))
    with serve_script(Script(status=500)) as endpoint, pytest.raises(JudgeUnavailable, match="could not be asked"):
        Shows("Is it red?", "yes").check(stored(disc("red")), model=JudgeModel("openai/eyes", endpoint.url, retries=0))
