"""Lays a town's streets and the roads between towns.

A town is a lattice of crossings, bent and jittered so that it looks grown: rows and columns are streets, every fifth
one is a main street, some pieces are missing, a river lets only main streets through, large towns get diagonal
avenues. Streets share the crossings' points, so a router can walk from one to the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .english import ordinal
from .geo import Flat, direction
from .places import TownDraft
from .rng import Rng
from .wordlists import load

__all__ = ["StreetDraft", "TownStreets", "lay_streets", "road_path", "stem_of"]

_WORDS = load("streets")
_MAIN_EVERY = 5

Crossing = tuple[int, int]
Piece = tuple[Crossing, Crossing]


@dataclass(frozen=True, slots=True)
class StreetDraft:
    name: str
    kind: str
    path: tuple[Crossing, ...]


@dataclass(frozen=True, slots=True)
class TownStreets:
    places: dict[Crossing, Flat]
    streets: list[StreetDraft]
    bridges: list[tuple[Flat, str]]
    """Where a street crosses the river, and the street's name."""

    def exit_towards(self, place: Flat) -> Crossing:
        """The crossing that lies farthest out in the direction of a place; roads leave the town there."""
        centre = self.places[(0, 0)]
        ahead = (place[0] - centre[0], place[1] - centre[1])
        length = math.sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1])

        def reach(crossing: Crossing) -> float:
            x, y = self.places[crossing][0] - centre[0], self.places[crossing][1] - centre[1]
            forward = (x * ahead[0] + y * ahead[1]) / length
            return forward - 0.5 * abs(x * ahead[1] - y * ahead[0]) / length

        return max(self.places, key=lambda crossing: (reach(crossing), crossing))


def lay_streets(rng: Rng, town: TownDraft, neighbours: list[str]) -> TownStreets:
    """``neighbours`` are names of the next towns: main streets are called after some of them."""
    places = _crossings(rng, town)
    pieces = _pieces(rng, places, town)
    kept = _connected(pieces, places)
    places = {crossing: place for crossing, place in places.items() if crossing in kept.reached}
    runs = _runs(rng, kept.pieces, places)
    runs += _diagonals(rng, places, town)
    namer = _StreetNamer(rng, neighbours, numbered=town.population > 12_000 and rng.chance(0.4))
    streets = [StreetDraft(namer.name(kind, path), kind, path) for kind, path in runs]
    return TownStreets(places, streets, _bridges(streets, places, town))


def _crossings(rng: Rng, town: TownDraft) -> dict[Crossing, Flat]:
    radius = 2.2 + 0.85 * math.sqrt(town.population / 1000)
    wide, high = radius * rng.uniform(0.85, 1.2), radius * rng.uniform(0.85, 1.2)
    reach = int(max(wide, high) * 1.4) + 1
    columns, rows = _lines(rng, reach, town), _lines(rng, reach, town)
    turn_x, turn_y = direction(rng.uniform(-45, 45))
    lean, skew, lump = rng.uniform(-0.25, 0.25), rng.uniform(-0.25, 0.25), rng.uniform(-0.35, 0.35)
    extent = max(columns[reach], rows[reach])
    bends = [rng.uniform(-0.18, 0.18) for _ in range(4)]
    jitter = rng.uniform(4, 16)
    places: dict[Crossing, Flat] = {}
    for i in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            u, v = i / wide, j / high
            if u * u + v * v > 1 + lean * u + skew * v + lump * u * v:
                continue
            x, y = columns[i], rows[j]
            s, t = x / extent, y / extent
            # A gentle field of quadratic bends curves the streets, more so away from the centre.
            x, y = (
                x + extent * (bends[0] * t * t + bends[1] * s * t) + rng.uniform(-jitter, jitter),
                y + extent * (bends[2] * s * s + bends[3] * s * t) + rng.uniform(-jitter, jitter),
            )
            places[(i, j)] = (
                round(town.place[0] + x * turn_x - y * turn_y, 2),
                round(town.place[1] + x * turn_y + y * turn_x, 2),
            )
    return places


def _lines(rng: Rng, reach: int, town: TownDraft) -> dict[int, float]:
    """Offsets of the lattice lines from the centre: blocks grow towards the edge of town."""
    block = rng.uniform(95, 125) + 0.06 * math.sqrt(town.population)
    offsets = {0: 0.0}
    for step in range(1, reach + 1):
        growth = 1 + 0.6 * step / reach
        offsets[step] = offsets[step - 1] + block * growth * rng.uniform(0.75, 1.35)
        offsets[-step] = offsets[-step + 1] - block * growth * rng.uniform(0.75, 1.35)
    return offsets


def _is_main(piece: Piece) -> bool:
    (i, j), (k, m) = piece
    return (j == m and j % _MAIN_EVERY == 0) or (i == k and i % _MAIN_EVERY == 0)


def _pieces(rng: Rng, places: dict[Crossing, Flat], town: TownDraft) -> dict[Piece, bool]:
    """Every piece of street between neighbouring crossings, and whether it is there."""
    pieces: dict[Piece, bool] = {}
    missing = rng.uniform(0.06, 0.16)
    for i, j in places:
        for other in ((i + 1, j), (i, j + 1)):
            if other not in places:
                continue
            piece = ((i, j), other)
            there = _is_main(piece) or not rng.chance(missing)
            if town.river_bank and _crossing_point(places[piece[0]], places[other], *town.river_bank):
                there = _is_main(piece)
            pieces[piece] = there
    return pieces


@dataclass(frozen=True, slots=True)
class _Kept:
    pieces: set[Piece]
    reached: set[Crossing]


def _connected(pieces: dict[Piece, bool], places: dict[Crossing, Flat]) -> _Kept:
    """The pieces that are there, and of the missing ones as many as it takes to reach all from the centre."""
    there: dict[Crossing, list[Crossing]] = {crossing: [] for crossing in places}
    missing: dict[Crossing, list[Crossing]] = {crossing: [] for crossing in places}
    for (one, other), exists in pieces.items():
        links = there if exists else missing
        links[one].append(other)
        links[other].append(one)
    kept = {piece for piece, exists in pieces.items() if exists}
    order: list[Crossing] = [(0, 0)]
    reached = {(0, 0)}
    position = 0
    while True:
        while position < len(order):
            for other in there[order[position]]:
                if other not in reached:
                    reached.add(other)
                    order.append(other)
            position += 1
        bridge = next(((here, other) for here in order for other in missing[here] if other not in reached), None)
        if bridge is None:
            break
        kept.add(bridge if bridge in pieces else (bridge[1], bridge[0]))
        reached.add(bridge[1])
        order.append(bridge[1])
    return _Kept({piece for piece in kept if piece[0] in reached}, reached)


def _runs(rng: Rng, pieces: set[Piece], places: dict[Crossing, Flat]) -> list[tuple[str, tuple[Crossing, ...]]]:
    """Unbroken rows and columns, long ones cut at main streets, as (kind, path)."""
    reach = max(max(abs(i), abs(j)) for i, j in places)
    runs: list[tuple[str, tuple[Crossing, ...]]] = []
    for across in (True, False):
        # From the centre outwards, so that the best-known names go to the middle of town.
        for line in sorted(range(-reach, reach + 1), key=lambda value: (abs(value), value)):
            run: list[Crossing] = []
            for step in range(-reach, reach + 1):
                crossing = (step, line) if across else (line, step)
                after = (step + 1, line) if across else (line, step + 1)
                goes_on = (crossing, after) in pieces
                if goes_on:
                    run = [*run, after] if run else [crossing, after]
                    if line == 0 or not _ends_here(rng, step + 1, len(run)):
                        continue
                if len(run) > 1:
                    runs.append((_kind(line, run), tuple(run)))
                run = [after] if goes_on else []
    return runs


def _ends_here(rng: Rng, step: int, crossings: int) -> bool:
    """A street changes its name at a main street now and then, once it is long enough."""
    return step % _MAIN_EVERY == 0 and crossings > 4 and rng.chance(0.45)


def _kind(line: int, run: list[Crossing]) -> str:
    if line % _MAIN_EVERY == 0 and len(run) > 3:
        return "main"
    return "lane" if len(run) <= 3 else "street"


def _diagonals(rng: Rng, places: dict[Crossing, Flat], town: TownDraft) -> list[tuple[str, tuple[Crossing, ...]]]:
    runs: list[tuple[str, tuple[Crossing, ...]]] = []
    if town.population < 45_000:
        return runs
    start = rng.integer(-2, 2)  # the same for both, so that two diagonals meet at a crossing
    for slope in rng.sample((-1, 1), 1 if town.population < 140_000 else 2):
        path: list[Crossing] = []
        step = -60
        while step <= 60:
            crossing = (start + step, slope * step)
            if crossing in places and not _over_river(path, crossing, places, town):
                path.append(crossing)
            elif len(path) > 4:
                break
            else:
                path = []
            step += 1
        if len(path) > 4:
            runs.append(("avenue", tuple(path)))
    return runs


def _over_river(path: list[Crossing], crossing: Crossing, places: dict[Crossing, Flat], town: TownDraft) -> bool:
    if not path or not town.river_bank:
        return False
    return _crossing_point(places[path[-1]], places[crossing], *town.river_bank) is not None


def _crossing_point(a: Flat, b: Flat, c: Flat, d: Flat) -> Flat | None:
    """Where the pieces a-b and c-d cross, if they do."""
    ab_x, ab_y, cd_x, cd_y = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = ab_x * cd_y - ab_y * cd_x
    if turn == 0:
        return None
    along_ab = ((c[0] - a[0]) * cd_y - (c[1] - a[1]) * cd_x) / turn
    along_cd = ((c[0] - a[0]) * ab_y - (c[1] - a[1]) * ab_x) / turn
    if 0 <= along_ab <= 1 and 0 <= along_cd <= 1:
        return a[0] + along_ab * ab_x, a[1] + along_ab * ab_y
    return None


def _bridges(streets: Iterable[StreetDraft], places: dict[Crossing, Flat], town: TownDraft) -> list[tuple[Flat, str]]:
    if not town.river_bank:
        return []
    bridges = []
    for street in streets:
        for one, other in zip(street.path, street.path[1:], strict=False):
            place = _crossing_point(places[one], places[other], *town.river_bank)
            if place:
                bridges.append((place, street.name))
    return bridges


class _StreetNamer:
    """Names that are used once in a town."""

    def __init__(self, rng: Rng, neighbours: list[str], *, numbered: bool) -> None:
        self._rng = rng
        self._main = rng.shuffled(_WORDS["main"])
        self._neighbours = [f"{name} Road" for name in neighbours]
        self._stems = rng.shuffled(_WORDS["stem"])
        self._next = 0
        self._numbered = numbered
        self._taken: set[str] = set()

    def name(self, kind: str, path: tuple[Crossing, ...]) -> str:
        while True:
            name = self._propose(kind, path)
            if name not in self._taken:
                self._taken.add(name)
                return name

    def _propose(self, kind: str, path: tuple[Crossing, ...]) -> str:
        (i, j), (k, _) = path[0], path[1]
        if kind == "main" and self._main and (i == k == 0 or j == 0):
            return self._main.pop()
        if kind == "main" and self._neighbours and self._rng.chance(0.5):
            return self._neighbours.pop()
        if kind == "main" and self._main and self._rng.chance(0.4):
            return self._main.pop()
        if self._numbered and kind == "street" and i == k and i > 0:
            number = f"{ordinal(i)} Street"
            if number not in self._taken:
                return number
        stem = self._stems[self._next % len(self._stems)]
        self._next += 1
        return f"{stem} {self._rng.choice(_WORDS[f'type.{kind}'])}"


def stem_of(street: str) -> str:
    """What a street's neighbours are called after: ``Maple Street`` gives ``Maple``, ``4th Street`` and ``Broadway``
    stay whole."""
    stem = street.rpartition(" ")[0]
    return street if not stem or stem[0].isdigit() else stem


def road_path(rng: Rng, start: Flat, end: Flat) -> list[Flat]:
    """A road over land in gentle bends; its ends are exactly the given ones."""
    across = (end[1] - start[1], start[0] - end[0])
    length = math.sqrt(across[0] * across[0] + across[1] * across[1])
    pieces = max(2, int(length // 1_800))
    bow, wave = rng.uniform(-0.06, 0.06), rng.uniform(-0.12, 0.12)
    path = [start]
    for piece in range(1, pieces):
        share = piece / pieces
        swing = share * (1 - share) * (4 * bow + wave * 4 * (share - 0.5)) + rng.uniform(-0.3, 0.3) * 120 / length
        path.append(
            (
                round(start[0] + share * (end[0] - start[0]) + swing * across[0], 2),
                round(start[1] + share * (end[1] - start[1]) + swing * across[1], 2),
            )
        )
    path.append(end)
    return path
