"""The lie of the land: an island's coast, its mountains, lakes and rivers, in metres on the region's plane."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .geo import Flat, direction, inside, squared_distance
from .rng import Rng

__all__ = ["Terrain", "make_terrain", "nearest_edge"]

CORNERS = 120  # of the coast line
HALF_WIDTH, HALF_HEIGHT = 150_000.0, 115_000.0
FULL_HEIGHT_INLAND = 14_000.0  # from here on the coast no longer lowers the land


@dataclass(frozen=True, slots=True)
class Peak:
    place: Flat
    height: float
    breadth: float
    range_index: int


@dataclass(frozen=True, slots=True)
class Terrain:
    outline: tuple[Flat, ...]
    peaks: tuple[Peak, ...]

    def to_coast(self, place: Flat) -> float:
        """Metres to the coast line."""
        return min(
            nearest_edge(place, before, corner)
            for before, corner in zip((self.outline[-1], *self.outline[:-1]), self.outline, strict=True)
        )

    def elevation(self, place: Flat) -> int:
        """Metres above the sea, for a place on land."""
        height = 45.0
        for peak in self.peaks:
            apart = squared_distance(place, peak.place) / (peak.breadth * peak.breadth)
            height += peak.height / ((1 + apart) * (1 + apart))
        lowered = min(1.0, self.to_coast(place) / FULL_HEIGHT_INLAND)
        return max(2, round(height * lowered))

    def on_land(self, place: Flat, margin: float) -> bool:
        return inside(place, self.outline) and self.to_coast(place) >= margin


def nearest_edge(place: Flat, start: Flat, end: Flat) -> float:
    """Distance from a place to a straight piece of line."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    square = along_x * along_x + along_y * along_y
    share = 0.0
    if square > 0:
        share = ((place[0] - start[0]) * along_x + (place[1] - start[1]) * along_y) / square
        share = min(1.0, max(0.0, share))
    gap_x, gap_y = place[0] - start[0] - share * along_x, place[1] - start[1] - share * along_y
    return math.sqrt(gap_x * gap_x + gap_y * gap_y)


def make_terrain(rng: Rng) -> Terrain:
    return Terrain(_outline(rng.child("outline")), _peaks(rng.child("peaks")))


def _outline(rng: Rng) -> tuple[Flat, ...]:
    """An oval with bays and headlands: every corner's reach wanders away from its neighbour's, and comes back."""
    corners = CORNERS
    reach = [1.0] * corners
    for waves, depth in ((5, 0.15), (13, 0.09), (37, 0.05)):
        knots = [rng.uniform(-depth, depth) for _ in range(waves)]
        for index in range(corners):
            position = index * waves / corners
            left = int(position)
            share = position - left
            smooth = share * share * (3 - 2 * share)
            reach[index] += knots[left] * (1 - smooth) + knots[(left + 1) % waves] * smooth
    outline = []
    for index in range(corners):
        east, north = direction(-180.0 + 360.0 * index / corners)
        outline.append((HALF_WIDTH * reach[index] * east, HALF_HEIGHT * reach[index] * north))
    return tuple(outline)


def _peaks(rng: Rng) -> tuple[Peak, ...]:
    """Two ranges of mountains, each a bent row of peaks."""
    peaks = []
    for range_index in range(2):
        side = -1 if range_index == 0 else 1
        x, y = side * rng.uniform(15_000, 60_000), rng.uniform(-35_000, 35_000)
        heading = rng.uniform(-180, 180)
        for _ in range(rng.integer(5, 8)):
            peaks.append(Peak((x, y), rng.uniform(500, 1500), rng.uniform(7_000, 13_000), range_index))
            heading = (heading + rng.uniform(-25, 25) + 180) % 360 - 180
            east, north = direction(heading)
            step = rng.uniform(8_000, 14_000)
            x = max(-0.6 * HALF_WIDTH, min(0.6 * HALF_WIDTH, x + east * step))
            y = max(-0.6 * HALF_HEIGHT, min(0.6 * HALF_HEIGHT, y + north * step))
    return tuple(peaks)
