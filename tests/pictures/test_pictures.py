"""What pictures show: the shape, its colour, its pattern, how many there are, its words and its parts."""

from __future__ import annotations

import numpy as np
import pytest

from webcosm.pictures import PALETTE, PATTERNS, SHAPES, VIEWS
from webcosm.pictures.scenes import SCENES

from .helpers import Pixels, changed, grown, islands, look, near, pixels

SMALL = 64
PRINTS = [name for name in PATTERNS if name != "plain"]


def _purple(shape: str, view: str = "front") -> Pixels:
    return pixels(look(shape, ["Purple"], backdrop="Cream"), view, SMALL)


@pytest.mark.parametrize("view", VIEWS)
def test_every_shape_shows_its_colour_in_every_view(view: str) -> None:
    # Thin things show least of it: a fishing rod, the wires of a whisk.
    missing = {shape: float(near(_purple(shape, view), "Purple", 75).mean()) for shape in SHAPES}
    assert not {shape: share for shape, share in missing.items() if share < 0.004}


def test_no_shape_has_the_colour_of_another_look() -> None:
    for shape in SHAPES:
        teal = near(pixels(look(shape, ["Teal"], backdrop="Cream"), size=SMALL), "Purple", 60).mean()
        assert teal < near(_purple(shape), "Purple", 60).mean() / 3, shape


def test_no_two_shapes_look_alike() -> None:
    names = list(SHAPES)
    small = np.array([_purple(shape)[::2, ::2].ravel() for shape in names])
    alike = []
    for index in range(len(names) - 1):
        apart = np.abs(small[index + 1 :] - small[index]).mean(axis=1)
        alike += [(names[index], names[index + 1 + int(other)]) for other in np.flatnonzero(apart < 4)]
    assert not alike


def test_the_views_of_a_thing_differ() -> None:
    for shape in ("mug", "t-shirt", "sofa", "wrench"):
        seen = [pixels(look(shape), view) for view in VIEWS]
        for index, first in enumerate(seen):
            for second in seen[index + 1 :]:
                assert changed(first, second).mean() > 0.2, shape


def test_every_shape_has_a_scene_that_exists() -> None:
    assert {shape.scene for shape in SHAPES.values()} == set(SCENES)


@pytest.mark.parametrize("colour", PALETTE)
def test_a_thing_has_its_colour(colour: str) -> None:
    for shape in ("mug", "t-shirt", "handbag"):
        assert near(pixels(look(shape, [colour])), colour).mean() > 0.1, shape


def test_the_second_colour_is_seen_on_trims_and_in_patterns() -> None:
    assert near(pixels(look("backpack", ["Navy", "Yellow"])), "Yellow").mean() > 0.005
    assert near(pixels(look("dress", ["Navy", "Yellow"], pattern="dots")), "Yellow").mean() > 0.02


def test_a_striped_red_mug_is_red_and_white_in_turns() -> None:
    picture = pixels(look("mug", ["Red", "White"], pattern="stripes"))
    column = picture[40:85, 42]
    red, white = near(column[:, None], "Red", 90)[:, 0], near(column[:, None], "White", 90)[:, 0]
    turns = np.flatnonzero(np.diff(np.where(red, 1, np.where(white, -1, 0))[red | white]))
    assert len(turns) >= 5


@pytest.mark.parametrize("shape", ["t-shirt", "cushion", "umbrella", "mug", "box"])
def test_a_pattern_is_on_the_thing_and_not_beside_it(shape: str) -> None:
    plain, green = (pixels(look(shape, [colour], words=["Oak"])) for colour in ("Red", "Green"))
    inside = grown(changed(plain, green, 12), 2)
    seen: list[Pixels] = []
    for name in PRINTS:
        picture = pixels(look(shape, ["Red"], pattern=name, words=["Oak"]))
        where = changed(plain, picture)
        assert where.mean() > 0.02, name
        assert not (where & ~inside).any(), f"{name} runs over the edge"
        assert all(changed(picture, other).mean() > 0.02 for other in seen), name
        seen.append(picture)


def test_every_shape_can_carry_a_pattern() -> None:
    bare = []
    for shape in SHAPES:
        striped = pixels(look(shape, ["Purple"], backdrop="Cream", pattern="stripes"), size=SMALL)
        if changed(_purple(shape), striped).mean() < 0.002:
            bare.append(shape)
    assert not bare


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 9, 12])
def test_as_many_are_drawn_as_there_are(count: int) -> None:
    for shape in ("plate", "cushion", "soap-bar"):
        picture = pixels(look(shape, ["Purple"], count=count), size=240)
        plain = changed(picture, picture[2:3, 2:3] * np.ones_like(picture), 150)
        assert islands(near(picture, "Purple", 200) | plain, 150) == count, shape


def test_more_than_two_dozen_come_in_a_box_that_says_how_many() -> None:
    dozens, many, more = (pixels(look("mug", count=count)) for count in (24, 25, 48))
    assert changed(dozens, many).mean() > 0.2
    where = changed(many, more)
    assert 0 < where.mean() < 0.03, "only the number differs"


def test_words_are_shown_for_every_shape() -> None:
    silent = []
    for shape in SHAPES:
        first, second = (pixels(look(shape, words=[word])) for word in ("Harbor", "Mallow"))
        where = changed(first, second, 100)
        if where.sum() < 6 or where.mean() > 0.06:
            silent.append((shape, int(where.sum())))
    assert not silent


def test_words_are_large_enough_to_read() -> None:
    for shape in ("mug", "jar", "cereal-box", "wrench", "bottle"):
        first, second = (pixels(look(shape, words=[word]), size=320) for word in ("Harbor", "Mallow"))
        rows = np.flatnonzero(changed(first, second, 100).any(axis=1))
        assert rows[-1] - rows[0] >= 12, shape


def test_words_that_are_too_long_for_the_thing_go_on_a_card() -> None:
    long = "Unquestionably Extraordinary Refurbished Watercolor Collection"
    short, wordy = pixels(look("mug", words=["Oak"])), pixels(look("lipstick", words=[long]))
    card = (slice(80, 91), slice(7, 35))
    assert (wordy[card].sum(axis=2) > 720).mean() > 0.3
    assert (short[card].sum(axis=2) > 720).mean() < 0.1


def test_known_parts_are_drawn_on_the_thing_and_others_on_a_badge() -> None:
    plain, handle, other = (pixels(look("tumbler", parts=parts)) for parts in ([], ["handle"], ["brush"]))
    badge = (slice(5, 13), slice(62, 90))
    assert changed(plain, handle).mean() > 0.01
    assert not changed(plain, handle)[badge].any()
    assert changed(plain, other)[badge].mean() > 0.5
    assert not changed(plain, other)[30:].any()


def test_a_part_that_a_thing_always_has_needs_no_badge() -> None:
    assert not changed(pixels(look("jar")), pixels(look("jar", parts=["lid"]))).any()


def test_the_backdrop_can_be_chosen() -> None:
    cream, mint = (pixels(look("mug", backdrop=name)) for name in ("Cream", "Mint"))
    assert changed(cream, mint, 10)[:4].all()
    assert not changed(cream, mint)[50, 45]


def test_pale_things_stand_out_from_their_backdrop() -> None:
    for colour in ("White", "Cream", "Clear", "Beige"):
        picture = pixels(look("plate", [colour], backdrop="Cream"))
        assert np.abs(picture[48, 30] - picture[3, 3]).sum() > 45, colour
