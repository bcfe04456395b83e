"""Points, distances and a flat frame to build in.

Everything that decides a fact uses only additions, products, quotients and ``math.sqrt``: those are equal to the last
bit on every machine, while ``sin``, ``cos`` and ``**`` of C libraries are not. ``haversine`` is for display, routing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = [
    "Flat", "Frame", "Point", "clip_to_nearest", "cosine", "direction", "distance", "haversine", "inside",
    "squared_distance",
]  # fmt: skip

Flat = tuple[float, float]
"""A place in metres east and north of the region's origin."""

METRES_PER_DEGREE = 111_320.0
EARTH_RADIUS_KM = 6371.0088
PI = 3.141592653589793


class Point(NamedTuple):
    lat: float
    lon: float


def haversine(a: Point, b: Point) -> float:
    """Great-circle distance in kilometres."""
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    half_lat = math.sin((lat_b - lat_a) / 2)
    half_lon = math.sin(math.radians(b.lon - a.lon) / 2)
    return (
        2
        * EARTH_RADIUS_KM
        * math.asin(math.sqrt(half_lat * half_lat + math.cos(lat_a) * math.cos(lat_b) * half_lon * half_lon))
    )


def squared_distance(a: Flat, b: Flat) -> float:
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])


def distance(a: Flat, b: Flat) -> float:
    """Metres between two places on the plane."""
    return math.sqrt(squared_distance(a, b))


def cosine(degrees: float) -> float:
    """Portable cosine for -180 to 180 degrees (Taylor series, exact to about 1e-12)."""
    square = (degrees * PI / 180.0) * (degrees * PI / 180.0)
    term = total = 1.0
    for step in range(1, 15):
        term = -term * square / ((2 * step - 1) * (2 * step))
        total += term
    return total


def direction(degrees: float) -> Flat:
    """The unit vector at an angle from east, counter-clockwise, for -180 to 180 degrees."""
    sine = cosine(90.0 - degrees if degrees >= -90.0 else -270.0 - degrees)
    return cosine(degrees), sine


@dataclass(frozen=True, slots=True)
class Frame:
    """Between metres on the region's plane and degrees on the globe."""

    lat: float
    lon: float
    metres_per_lon: float

    @classmethod
    def at(cls, lat: float, lon: float) -> Frame:
        return cls(lat, lon, METRES_PER_DEGREE * cosine(lat))

    def point(self, place: Flat) -> Point:
        """Rounded to six decimals (a tenth of a metre): what the world shows and shares."""
        return Point(
            round(self.lat + place[1] / METRES_PER_DEGREE, 6),
            round(self.lon + place[0] / self.metres_per_lon, 6),
        )


def inside(place: Flat, outline: Sequence[Flat]) -> bool:
    x, y = place
    within = False
    before_x, before_y = outline[-1]
    for corner_x, corner_y in outline:
        crosses = (corner_y > y) != (before_y > y)
        if crosses and x < (before_x - corner_x) * (y - corner_y) / (before_y - corner_y) + corner_x:
            within = not within
        before_x, before_y = corner_x, corner_y
    return within


def clip_to_nearest(outline: Sequence[Flat], site: Flat, others: Sequence[Flat]) -> list[Flat]:
    """The part of an outline that lies nearer to ``site`` than to any of the others (a Voronoi cell)."""
    cell = list(outline)
    for other in others:
        normal_x, normal_y = other[0] - site[0], other[1] - site[1]
        limit = (normal_x * (site[0] + other[0]) + normal_y * (site[1] + other[1])) / 2
        kept: list[Flat] = []
        for index, corner in enumerate(cell):
            before = cell[index - 1]
            side = normal_x * corner[0] + normal_y * corner[1] - limit
            side_before = normal_x * before[0] + normal_y * before[1] - limit
            if (side <= 0) != (side_before <= 0):
                share = side_before / (side_before - side)
                kept.append((before[0] + share * (corner[0] - before[0]), before[1] + share * (corner[1] - before[1])))
            if side <= 0:
                kept.append(corner)
        cell = kept
    return cell
