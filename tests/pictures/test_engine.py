"""Paths, text and the canvas."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from webcosm.pictures.canvas import Canvas
from webcosm.pictures.palette import PALETTE, brightness, tone
from webcosm.pictures.paths import bounds, outline, oval, rect, ring, smooth, sym
from webcosm.pictures.registry import shape
from webcosm.pictures.text import extent, fit

from .helpers import Pixels


def _seen(canvas: Canvas) -> Pixels:
    with Image.open(io.BytesIO(canvas.png())) as picture:
        return np.asarray(picture.convert("RGB")).astype(np.int64)


def test_a_path_may_be_absolute_or_relative() -> None:
    absolute = outline("M10 10 L30 10 V40 H10 Z")
    assert absolute.tolist() == [[10, 10], [30, 10], [30, 40], [10, 40]]
    assert outline("M10 10 h20 v30 h-20 z").tolist() == absolute.tolist()
    assert outline("M1e-1 0.5").tolist() == [[0.1, 0.5]]


def test_curves_end_where_they_should_and_bend_between() -> None:
    quadratic = outline("M0 0 Q10 20 20 0")
    assert quadratic[-1].tolist() == [20, 0]
    assert bounds(quadratic)[3] == pytest.approx(10, abs=0.1)
    cubic = outline("M0 0 c0 -10 20 -10 20 0")
    assert bounds(cubic)[1] == pytest.approx(-7.5, abs=0.1)


def test_a_symmetric_outline_is_the_same_on_both_sides() -> None:
    points = sym("M50 10 L70 20 L60 80 L50 80")
    assert sorted(points.tolist()) == sorted([[100 - x, y] for x, y in points.tolist()])


def test_a_smooth_curve_passes_through_its_points() -> None:
    points = smooth("10,10 40,5 70,30 20,60").tolist()
    for knot in ([10, 10], [40, 5], [70, 30], [20, 60]):
        assert knot in points


def test_filling_a_ring_leaves_its_middle_open() -> None:
    canvas = Canvas(100, (255, 255, 255))
    canvas.fill(ring(oval(50, 50, 40), oval(50, 50, 20)), (255, 0, 0))
    picture = _seen(canvas)
    assert picture[50, 50].tolist() == [255, 255, 255]
    assert picture[50, 20].tolist() == [255, 0, 0]


def test_what_is_drawn_under_a_clip_stays_inside_and_coordinates_come_back() -> None:
    canvas = Canvas(100, (255, 255, 255))
    with canvas.at(10, 0), canvas.clip(rect(20, 20, 30, 30)):
        canvas.fill(rect(0, 0, 100, 100), (255, 0, 0))
    canvas.fill(rect(0, 0, 5, 5), (0, 0, 255))
    picture = _seen(canvas)
    red = np.argwhere(picture[:, :, 1] < 128)
    assert red[red[:, 0] > 10].min(axis=0).tolist() == [20, 30]
    assert red.max(axis=0).tolist() == [49, 59]
    assert picture[2, 2].tolist() == [0, 0, 255]


def test_a_clip_outside_the_picture_draws_nothing() -> None:
    canvas = Canvas(64, (255, 255, 255))
    for place in ((-80, -80), (180, 20), (20, 180)):
        with canvas.at(*place), canvas.clip(rect(0, 0, 30, 30)):
            canvas.fill(rect(0, 0, 30, 30), (255, 0, 0))
    assert (_seen(canvas) == 255).all()


def test_text_is_never_mirrored() -> None:
    pictures = []
    for flip in (False, True):
        canvas = Canvas(120, (255, 255, 255))
        with canvas.at(100 if flip else 0, 0, flip=flip):
            canvas.write(fit(("Harbor",), 80, 30, 20), 50, 50, (0, 0, 0))
        pictures.append(_seen(canvas))
    assert (pictures[0] == pictures[1]).all()
    assert (pictures[0] < 80).any()


def test_text_fills_its_box_but_does_not_leave_it() -> None:
    for words in (("Harbor",), ("Oakrest Classic", "Stainless Steel", "24 oz"), ("A", "Extraordinarily long entry")):
        lines = fit(words, 40, 25, 14)
        width, height = extent(lines)
        assert width <= 40.001
        assert height <= 25.001
        assert " ".join(line.text for line in lines) == " ".join(words)
        assert max(width / 40, height / 25, lines[0].size / 14) > 0.8


def test_tones_of_a_colour_go_from_light_to_dark_and_outlines_stand_out() -> None:
    for name in PALETTE:
        colour = tone(name)
        assert brightness(colour.light) > brightness(colour.dark), name
        assert abs(brightness(colour.line) - brightness(colour.base)) > 20, name


def test_a_shape_cannot_be_entered_twice() -> None:
    with pytest.raises(ValueError, match="'mug' is entered twice"):
        shape("mug", scene="kitchen")(lambda pen: None)
