"""Draws the map of a region: states, counties, towns, rivers and lakes, before any street is laid.

Drafts hold places in metres; the region turns them into records once streets have given towns their addresses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from .geo import Flat, clip_to_nearest, direction, distance, inside, squared_distance
from .placenames import PlaceNames
from .rng import Rng
from .terrain import Terrain, make_terrain

__all__ = ["Lay", "RiverDraft", "TownDraft", "lay_out"]

# How many towns of each size a region has, largest first: (count, least, most inhabitants).
SIZES = (
    (1, 480_000, 760_000),
    (3, 150_000, 330_000),
    (7, 50_000, 120_000),
    (17, 14_000, 45_000),
    (26, 4_000, 13_000),
    (24, 600, 3_800),
)
NEAREST_TOWNS = 11_000.0


@dataclass(slots=True)
class TownDraft:
    id: int
    place: Flat
    state: int
    population: int
    setting: str = "any"
    name: str = ""
    county: int = -1
    river: int | None = None
    river_bank: tuple[Flat, Flat] | None = None
    """Where the river enters and leaves the town."""
    neighbours: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RiverDraft:
    name: str
    path: tuple[Flat, ...]
    towns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LakeDraft:
    name: str
    place: Flat
    outline: tuple[Flat, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Lay:
    """The lie of a region: all that streets, roads and records are made from."""

    terrain: Terrain
    names: PlaceNames
    state_sites: tuple[Flat, ...]
    towns: tuple[TownDraft, ...]
    """Largest first; a town's id is its position."""
    capitals: tuple[int, ...]
    seats: tuple[int, ...]
    """County seats; a county's id is its position."""
    rivers: tuple[RiverDraft, ...]
    lakes: tuple[LakeDraft, ...]
    links: tuple[tuple[int, int], ...]
    """Pairs of towns with a road between them."""

    def state_outline(self, state: int) -> list[Flat]:
        others = [site for index, site in enumerate(self.state_sites) if index != state]
        return clip_to_nearest(self.terrain.outline, self.state_sites[state], others)

    def county_outline(self, county: int) -> list[Flat]:
        seat = self.towns[self.seats[county]]
        others = [
            self.towns[other].place
            for other in self.seats
            if other != seat.id and self.towns[other].state == seat.state
        ]
        return clip_to_nearest(self.state_outline(seat.state), seat.place, others)


def lay_out(rng: Rng) -> Lay:
    terrain = make_terrain(rng.child("terrain"))
    sites = _spread(rng.child("places"), terrain, sum(size[0] for size in SIZES))
    state_sites = _state_sites(rng.child("states"), sites, rng.child("states", "count").integer(3, 5))
    towns, capitals = _sized(rng.child("sizes"), sites, state_sites)
    names = PlaceNames(rng.child("names"))
    rivers = _rivers(rng.child("rivers"), terrain, towns, names)
    for town in towns:
        town.setting = _setting(town, terrain)
        town.name = names.town(town.setting)
    seats = _seats(towns, len(state_sites), capitals)
    for town in towns:
        town.county = min(
            (county for county, seat in enumerate(seats) if towns[seat].state == town.state),
            key=lambda county: squared_distance(towns[seats[county]].place, town.place),
        )
    links = _over_land(_links([town.place for town in towns]), towns, terrain)
    for one, other in links:
        towns[one].neighbours.append(other)
        towns[other].neighbours.append(one)
    lakes = _lakes(rng.child("lakes"), terrain, towns, names)
    return Lay(terrain, names, state_sites, towns, capitals, seats, rivers, lakes, links)


def _spread(rng: Rng, terrain: Terrain, count: int) -> list[Flat]:
    """Town sites: on dry, not too high land, never too near to each other, with a third of them by the sea."""
    west, east = min(x for x, _ in terrain.outline), max(x for x, _ in terrain.outline)
    south, north = min(y for _, y in terrain.outline), max(y for _, y in terrain.outline)
    sites: list[Flat] = []
    apart = NEAREST_TOWNS
    while len(sites) < count:
        if len(sites) < count // 3:
            corner, other = rng.integer(0, len(terrain.outline) - 1), rng.uniform(0.93, 0.965)
            place = (terrain.outline[corner][0] * other, terrain.outline[corner][1] * other)
            fits = terrain.on_land(place, 3_200)
        else:
            place = (rng.uniform(west, east), rng.uniform(south, north))
            fits = terrain.on_land(place, 4_500)
        apart *= 0.9995  # so that a crowded island still gets all its towns
        if (
            fits
            and all(squared_distance(place, site) > apart * apart for site in sites)
            and terrain.elevation(place) < 800
        ):
            sites.append((round(place[0]) + 0.0, round(place[1]) + 0.0))
    return sites


def _state_sites(rng: Rng, sites: list[Flat], count: int) -> tuple[Flat, ...]:
    """Centres of states, far from each other."""
    chosen = [rng.choice(sites)]
    while len(chosen) < count:
        ranked = sorted(sites, key=lambda site: -min(squared_distance(site, other) for other in chosen))
        chosen.append(ranked[rng.integer(0, 3)])
    # Two rounds of moving each centre to the middle of its towns even the sizes out.
    for _ in range(2):
        groups: list[list[Flat]] = [[] for _ in chosen]
        for site in sites:
            groups[min(range(count), key=lambda index: squared_distance(chosen[index], site))].append(site)
        chosen = [
            (math.fsum(x for x, _ in group) / len(group), math.fsum(y for _, y in group) / len(group))
            for group in groups
        ]
    return tuple(chosen)


def _sized(rng: Rng, sites: list[Flat], state_sites: tuple[Flat, ...]) -> tuple[tuple[TownDraft, ...], tuple[int, ...]]:
    populations = [rng.integer(least, most) for count, least, most in SIZES for _ in range(count)]
    populations.sort(reverse=True)
    states = [
        min(range(len(state_sites)), key=lambda index: squared_distance(state_sites[index], site)) for site in sites
    ]
    first_cities = []  # each state's largest: somewhere about its middle
    for state, centre in enumerate(state_sites):
        own = sorted(
            (i for i in range(len(sites)) if states[i] == state), key=lambda i: squared_distance(sites[i], centre)
        )
        first_cities.append(own[rng.integer(0, min(3, len(own) - 1))])
    rng.shuffle(first_cities)
    order = first_cities + rng.shuffled([index for index in range(len(sites)) if index not in first_cities])
    towns = tuple(
        TownDraft(id=rank, place=sites[index], state=states[index], population=populations[rank])
        for rank, index in enumerate(order)
    )
    capitals = []
    for state in range(len(state_sites)):
        ranked = [town.id for town in towns if town.state == state]
        capitals.append(ranked[0 if rng.chance(0.65) or len(ranked) == 1 else 1])
    return towns, tuple(capitals)


def _seats(towns: tuple[TownDraft, ...], states: int, capitals: tuple[int, ...]) -> tuple[int, ...]:
    """County seats: in each state the capital, then always the town farthest from the seats so far."""
    seats: list[int] = []
    for state in range(states):
        own = [town for town in towns if town.state == state]
        chosen = [capitals[state]]
        while len(chosen) < max(2, len(own) // 4) and len(chosen) < len(own):
            free = [town for town in own if town.id not in chosen]
            chosen.append(
                max(free, key=lambda town: min(squared_distance(town.place, towns[seat].place) for seat in chosen)).id
            )
        seats.extend(chosen)
    return tuple(seats)


def _setting(town: TownDraft, terrain: Terrain) -> str:
    if terrain.to_coast(town.place) < 9_000:
        return "coast"
    if town.river is not None:
        return "river"
    return "hill" if terrain.elevation(town.place) > 260 else "any"


def _rivers(rng: Rng, terrain: Terrain, towns: tuple[TownDraft, ...], names: PlaceNames) -> tuple[RiverDraft, ...]:
    """Rivers run from a peak to the sea and pass through the towns that lie near their way."""
    rivers: list[RiverDraft] = []
    mouths = rng.sample(terrain.outline, 24)
    for mouth in mouths:
        if len(rivers) == 4:
            break
        source = min((peak.place for peak in terrain.peaks), key=lambda place: squared_distance(place, mouth))
        length = distance(source, mouth)
        if length < 45_000 or any(squared_distance(mouth, river.path[-1]) < 70_000.0 * 70_000.0 for river in rivers):
            continue
        along = ((mouth[0] - source[0]) / length, (mouth[1] - source[1]) / length)
        passed = []
        for town in towns:
            offset = (town.place[0] - source[0], town.place[1] - source[1])
            forward = offset[0] * along[0] + offset[1] * along[1]
            sideways = abs(offset[0] * along[1] - offset[1] * along[0])
            if 8_000 < forward < length - 3_000 and sideways < 8_000 and town.river is None:
                passed.append((forward, town))
        path: list[Flat] = [source]
        used: list[int] = []
        last_forward = -1e9
        for forward, town in sorted(passed, key=lambda pair: pair[0]):
            if forward - last_forward < 12_000:
                continue
            last_forward = forward
            town.river = len(rivers)
            town.river_bank = _bank(rng, town, along)
            _meander(rng, path, town.river_bank[0])
            path.append(town.river_bank[1])
            used.append(town.id)
        beyond = (mouth[0] + along[0] * 300, mouth[1] + along[1] * 300)
        _meander(rng, path, beyond)
        rivers.append(RiverDraft(names.feature("river"), tuple(path), tuple(used)))
    return tuple(rivers)


def _bank(rng: Rng, town: TownDraft, along: Flat) -> tuple[Flat, Flat]:
    """A straight reach past the town's centre, a few blocks to one side of it."""
    reach = 700.0 + 9.0 * math.sqrt(town.population)
    shift = rng.choice((-1, 1)) * rng.uniform(0.12, 0.3) * reach
    x, y = town.place[0] - along[1] * shift, town.place[1] + along[0] * shift
    return (x - along[0] * reach, y - along[1] * reach), (x + along[0] * reach, y + along[1] * reach)


def _meander(rng: Rng, path: list[Flat], end: Flat) -> None:
    """Goes on from the path's end to ``end`` in bends."""
    start = path[-1]
    length = distance(start, end)
    pieces = max(1, int(length // 2_500))
    across = ((end[1] - start[1]) / length, -(end[0] - start[0]) / length) if length else (0.0, 0.0)
    bend = rng.uniform(-0.12, 0.12) * length
    for piece in range(1, pieces):
        share = piece / pieces
        swing = bend * 4 * share * (1 - share) + rng.uniform(-550, 550)
        path.append(
            (
                start[0] + share * (end[0] - start[0]) + across[0] * swing,
                start[1] + share * (end[1] - start[1]) + across[1] * swing,
            )
        )
    path.append(end)


def _links(sites: list[Flat]) -> tuple[tuple[int, int], ...]:
    """The Gabriel graph: a road joins two towns when no third lies in the circle between them.

    It is planar and connected, so roads do not cross and every town can be reached."""
    links = []
    for one, here in enumerate(sites):
        for other in range(one + 1, len(sites)):
            there = sites[other]
            middle = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
            radius = squared_distance(here, there) / 4
            between = any(
                squared_distance(middle, site) < radius for index, site in enumerate(sites) if index not in (one, other)
            )
            if not between:
                links.append((one, other))
    return tuple(links)


def _over_land(
    links: tuple[tuple[int, int], ...], towns: tuple[TownDraft, ...], terrain: Terrain
) -> tuple[tuple[int, int], ...]:
    """Without the links across a bay, as long as every town can still be reached."""

    def wet(link: tuple[int, int]) -> bool:
        (x, y), (other_x, other_y) = towns[link[0]].place, towns[link[1]].place
        return not all(
            inside((x + (other_x - x) * step / 8, y + (other_y - y) * step / 8), terrain.outline)
            for step in range(1, 8)
        )

    kept = list(links)
    for link in links:
        if wet(link):
            rest = [other for other in kept if other != link]
            if _all_reached(rest, len(towns)):
                kept = rest
    return tuple(kept)


def _all_reached(links: list[tuple[int, int]], count: int) -> bool:
    neighbours: list[list[int]] = [[] for _ in range(count)]
    for one, other in links:
        neighbours[one].append(other)
        neighbours[other].append(one)
    seen = {0}
    waiting = [0]
    while waiting:
        for other in neighbours[waiting.pop()]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == count


def _lakes(rng: Rng, terrain: Terrain, towns: tuple[TownDraft, ...], names: PlaceNames) -> tuple[LakeDraft, ...]:
    lakes: list[LakeDraft] = []
    for _ in range(400):
        if len(lakes) == 9:
            break
        place = (rng.uniform(-120_000, 120_000), rng.uniform(-95_000, 95_000))
        size = rng.uniform(900, 2_600)
        clear = all(distance(place, town.place) > size + 6_000 for town in towns)
        clear = clear and all(distance(place, lake.place) > 20_000 for lake in lakes)
        if not clear or not terrain.on_land(place, 9_000):
            continue
        outline = []
        stretch = rng.uniform(0.6, 1.5)
        for corner in range(18):
            east, north = direction(-180 + 20 * corner)
            reach = size * rng.uniform(0.8, 1.2)
            outline.append((place[0] + reach * stretch * east, place[1] + reach * north))
        lakes.append(LakeDraft(names.feature("lake"), place, tuple(outline), rng.integer(6, 140)))
    return tuple(lakes)
