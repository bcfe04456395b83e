"""Marks on pictures: where they are, what they say, and that they are the same every time."""

from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tests.observe.sample_views import Spec, forms_page, gallery_page, n, orders_page, page, views
from webcosm.observe.marks import ACTION_COLOUR, MARK_COLOURS, MarkOptions, draw_marks, mark_action
from webcosm.observe.records import Box, PageView
from webcosm.observe.text import render

Pixels = NDArray[np.uint8]


def blank(size: tuple[int, int] = (1280, 720), colour: str = "white") -> Image.Image:
    return Image.new("RGB", size, colour)


def pixels(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def covered(picture: Pixels, colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    """Where exactly this colour is."""
    found: NDArray[np.bool_] = (picture == np.array(colour, dtype=np.uint8)).all(axis=2)
    return found


def tag_box(picture: Pixels, colour: tuple[int, int, int]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of all pixels of this colour."""
    rows, columns = np.nonzero(covered(picture, colour))
    return int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())


def marked(*boxes: tuple[float, float, float, float]) -> PageView:
    specs: list[Spec] = [n("button", id=str(100 + i), mark=True, box=box) for i, box in enumerate(boxes)]
    return page(*specs)


def test_numbers_in_the_picture_are_those_in_the_list() -> None:
    for view in (forms_page(), orders_page(), gallery_page()):
        assert draw_marks(blank(), view).labels == render(view, "marks").ids


def test_tags_may_say_the_elements_ids() -> None:
    labels = draw_marks(blank(), gallery_page(), MarkOptions(labels="ids")).labels
    assert labels == {"4": "4", "6": "6", "7": "7", "14": "14"}


def test_the_frame_runs_around_the_element_in_the_first_colour() -> None:
    picture = pixels(draw_marks(blank(), marked((100, 200, 300, 50))).png)
    red = covered(picture, MARK_COLOURS[0])
    assert red[225, 98:100].all(), "left edge, two pixels wide, outside the box"
    assert red[250:252, 300].all(), "lower edge"
    assert not red[202:248, 102:398].any(), "nothing solid inside"


def test_colours_follow_the_order() -> None:
    boxes = [(50.0 + 60 * i, 300.0, 40.0, 40.0) for i in range(len(MARK_COLOURS) + 1)]
    picture = pixels(draw_marks(blank(), marked(*boxes)).png)
    for i, box in enumerate(boxes):
        below = picture[341, round(box[0]) + 20]
        assert tuple(below) == MARK_COLOURS[i % len(MARK_COLOURS)]


def test_white_digits_can_be_read_on_every_colour() -> None:
    def brightness(colour: tuple[int, int, int]) -> float:
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    assert [c for c in MARK_COLOURS if 1.05 / (brightness(c) + 0.05) < 4.5] == []


def test_the_device_scale_moves_and_enlarges_everything() -> None:
    view = marked((100, 200, 300, 50))
    once = tag_box(pixels(draw_marks(blank(), view).png), MARK_COLOURS[0])
    twice = tag_box(pixels(draw_marks(blank((2560, 1440)), view, MarkOptions(scale=2)).png), MARK_COLOURS[0])
    assert [abs(2 * a - b) <= 6 for a, b in zip(once, twice, strict=True)] == [True] * 4


def test_a_tag_avoids_text_where_there_is_room_elsewhere() -> None:
    image = blank()
    draw = ImageDraw.Draw(image)
    for y in range(270, 300, 3):  # something written above the element
        draw.line((90, y, 420, y), fill="black")
    draw.rectangle((100, 300, 400, 350), outline="grey")
    before = np.asarray(image)
    after = pixels(draw_marks(image, marked((100, 300, 300, 50))).png)
    hidden = (before != after).any(axis=2)[270:296]
    assert not hidden.any()


def test_tags_do_not_cover_each_other_where_there_is_room() -> None:
    boxes = [(100.0 + 14 * i, 300.0, 10.0, 16.0) for i in range(9)]  # a pager
    options = MarkOptions()
    alone = [
        int(covered(pixels(draw_marks(blank(), marked(*boxes[: i + 1])).png), MARK_COLOURS[i]).sum()) for i in range(9)
    ]
    together = pixels(draw_marks(blank(), marked(*boxes), options).png)
    left = [int(covered(together, MARK_COLOURS[i]).sum()) for i in range(9)]
    assert all(now >= 0.75 * then for now, then in zip(left, alone, strict=True)), (left, alone)


def test_tags_stay_inside_the_picture() -> None:
    tiny = [(0.0, 0.0, 2.0, 2.0), (1278.0, 0.0, 2.0, 2.0), (0.0, 718.0, 2.0, 2.0), (1278.0, 718.0, 2.0, 2.0)]
    picture = pixels(draw_marks(blank(), marked(*tiny)).png)
    sizes = []
    for colour in MARK_COLOURS[:4]:
        left, top, right, bottom = tag_box(picture, colour)
        sizes.append((right - left, bottom - top))
    assert {height for _, height in sizes} == {sizes[0][1]}, "no tag is cut off"
    assert max(width for width, _ in sizes) - min(width for width, _ in sizes) <= 4, "digits differ a little in width"


def test_tiny_elements_get_a_tag_but_no_frame() -> None:
    tiny = draw_marks(blank(), marked((100, 100, 2, 2)))
    assert tiny.labels == {"1": "100"}
    assert covered(pixels(tiny.png), MARK_COLOURS[0]).any()


def test_nothing_marked_nothing_drawn() -> None:
    done = draw_marks(blank(), page("words"))
    assert done.labels == {}
    assert (pixels(done.png) == 255).all()


def test_bytes_and_images_give_the_same_bytes_every_time() -> None:
    image = blank(colour="#204060")
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    first = draw_marks(image, forms_page())
    assert first.png == draw_marks(buffer.getvalue(), forms_page()).png
    assert np.asarray(image).max() == 0x60, "the picture given is left as it was"


@given(views(), st.sampled_from([0.5, 1.0, 2.0]))
@settings(max_examples=40, deadline=None)
def test_any_view_can_be_drawn(view: PageView, scale: float) -> None:
    done = draw_marks(blank((round(1280 * scale), round(720 * scale))), view, MarkOptions(scale=scale))
    assert done.labels == render(view, "marks").ids


def test_an_acted_on_box_is_framed_and_labelled() -> None:
    plain = pixels(mark_action(blank(), Box(300, 300, 200, 40)))
    orange = covered(plain, ACTION_COLOUR)
    assert orange[296:299, 400].all()
    assert not orange[300:340, 300:500].any(), "the element itself stays free"
    labelled = covered(pixels(mark_action(blank(), Box(300, 300, 200, 40), label="click [12]")), ACTION_COLOUR)
    assert labelled.sum() > orange.sum() + 300


def test_an_acted_on_point_is_ringed() -> None:
    orange = covered(pixels(mark_action(blank(), (640, 360), scale=1)), ACTION_COLOUR)
    rows, columns = np.nonzero(orange)
    assert abs(rows.mean() - 360) < 1
    assert abs(columns.mean() - 640) < 1
    assert orange[360, 640]


def test_actions_at_the_edge_and_outside_are_drawn_as_far_as_they_can_be() -> None:
    sizes = [
        len(mark_action(blank(), target, label="x")) for target in (Box(-50, -50, 60, 60), (0.0, 0.0), (5000.0, 9.0))
    ]
    assert all(size > 0 for size in sizes)


@pytest.mark.parametrize(
    "options", [{"scale": 0}, {"font_size": -1}, {"line_width": float("nan")}, {"labels": "names"}]
)
def test_bad_options_are_refused_by_value(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=str(next(iter(options.values())))):
        MarkOptions(**options)  # type: ignore[arg-type]


def test_bad_pictures_and_scales_are_refused() -> None:
    with pytest.raises(ValueError, match="not a picture"):
        draw_marks(b"<html>", forms_page())
    with pytest.raises(ValueError, match="scale"):
        mark_action(blank(), (1, 1), scale=0)


def test_neighbouring_colours_differ_clearly() -> None:
    around = [*MARK_COLOURS, MARK_COLOURS[0]]
    assert all(sum(abs(a - b) for a, b in zip(x, y, strict=True)) > 90 for x, y in pairwise(around))
