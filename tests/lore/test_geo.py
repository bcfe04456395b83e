from __future__ import annotations

import math

import pytest

from webcosm.lore.geo import Frame, Point, clip_to_nearest, cosine, direction, haversine, inside

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


def test_haversine_knows_a_degree_of_latitude() -> None:
    assert haversine(Point(0, 0), Point(1, 0)) == pytest.approx(111.195, abs=0.01)
    assert haversine(Point(45, 7), Point(45, 7)) == 0


@pytest.mark.parametrize("degrees", [-180, -135, -90, -30, 0, 33.3, 90, 120, 180])
def test_portable_trigonometry_agrees_with_the_library(degrees: float) -> None:
    assert cosine(degrees) == pytest.approx(math.cos(math.radians(degrees)), abs=1e-9)
    east, north = direction(degrees)
    assert east == pytest.approx(math.cos(math.radians(degrees)), abs=1e-9)
    assert north == pytest.approx(math.sin(math.radians(degrees)), abs=1e-9)


def test_frame_keeps_distances() -> None:
    frame = Frame.at(42.0, -40.0)
    assert haversine(frame.point((0, 0)), frame.point((3000, 4000))) == pytest.approx(5.0, rel=0.005)


def test_inside() -> None:
    assert inside((5, 5), SQUARE)
    assert not inside((15, 5), SQUARE)
    assert not inside((-1, -1), SQUARE)


def test_cells_share_out_an_outline() -> None:
    left = clip_to_nearest(SQUARE, (2, 5), [(8, 5)])
    assert max(x for x, _ in left) == 5
    assert min(x for x, _ in left) == 0
    assert inside((4.9, 5), left)
    assert not inside((5.1, 5), left)
