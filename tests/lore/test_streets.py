from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest

from webcosm.lore import Lore, Point, haversine
from webcosm.lore.geo import inside


def reachable(start: Point, neighbours: dict[Point, set[Point]]) -> set[Point]:
    seen = {start}
    waiting = [start]
    while waiting:
        for other in sorted(neighbours[waiting.pop()] - seen):
            seen.add(other)
            waiting.append(other)
    return seen


def graph(lines: list[tuple[Point, ...]]) -> dict[Point, set[Point]]:
    neighbours: dict[Point, set[Point]] = defaultdict(set)
    for line in lines:
        for one, other in pairwise(line):
            neighbours[one].add(other)
            neighbours[other].add(one)
    return neighbours


def test_every_crossing_of_a_town_can_be_reached_from_its_centre(lore: Lore) -> None:
    for city in lore.region.cities:
        net = graph([street.points for street in lore.region.streets_of[city.id]])
        assert reachable(city.point, net) == set(net), city.name


def test_every_town_can_be_reached_from_every_other(lore: Lore) -> None:
    region = lore.region
    net = graph([street.points for street in region.streets] + [road.points for road in region.roads])
    seen = reachable(region.cities[0].point, net)
    assert all(city.point in seen for city in region.cities)


def test_streets_cross_each_other(lore: Lore) -> None:
    """A street that meets no other street would be an island."""
    for city in lore.region.cities:
        uses: dict[Point, int] = defaultdict(int)
        for street in lore.region.streets_of[city.id]:
            for point in street.points:
                uses[point] += 1
        for street in lore.region.streets_of[city.id]:
            assert any(uses[point] > 1 for point in street.points), f"{street.name} in {city.name}"


def test_street_names_are_used_once_in_a_town(lore: Lore) -> None:
    for city in lore.region.cities:
        names = [street.name for street in lore.region.streets_of[city.id]]
        assert len(set(names)) == len(names)
        assert len(names) >= 4
        for name in names:
            words = name.split()
            assert len(set(words)) == len(words), name


def test_marks_are_the_distances_along_the_street(lore: Lore) -> None:
    for street in lore.region.streets[::17]:
        walked = 0.0
        for index in range(1, len(street.points)):
            walked += haversine(street.points[index - 1], street.points[index]) * 1000
            assert street.marks[index] == pytest.approx(walked, rel=0.03)
        assert street.length == street.marks[-1]


def test_house_numbers_run_along_the_street(one_lore: Lore) -> None:
    street = max(one_lore.region.streets, key=lambda street: street.length)
    first, last = street.locate(street.first_number), street.locate(street.last_number)
    assert haversine(first, street.points[0]) < 0.05
    assert haversine(last, street.points[-1]) < 0.05


def test_even_and_odd_numbers_face_each_other(one_lore: Lore) -> None:
    street = next(street for street in one_lore.region.streets if len(street.points) == 2)
    middle = (street.first_number + street.last_number) // 2
    across = haversine(street.locate(middle), street.locate(middle + 1)) * 1000
    along = street.length / (street.last_number - street.first_number + 1)
    assert across == pytest.approx((22.0**2 + along**2) ** 0.5, rel=0.1)


def test_a_number_that_does_not_exist_is_refused(one_lore: Lore) -> None:
    street = one_lore.region.streets[0]
    with pytest.raises(ValueError, match=f"numbers {street.first_number} to {street.last_number}, not 0"):
        street.locate(0)


def test_postcodes_are_those_of_the_town(lore: Lore) -> None:
    region = lore.region
    for street in region.streets:
        assert len(street.postcode) == 5
        assert street.postcode.startswith(region.cities[street.city_id].postcode_prefix)
        if street.neighbourhood_id is not None:
            hood = region.neighbourhoods[street.neighbourhood_id]
            assert hood.city_id == street.city_id
            assert hood.postcode == street.postcode


def test_neighbourhoods_of_the_larger_towns(lore: Lore) -> None:
    for city in lore.region.cities:
        names = [hood.name for hood in lore.region.neighbourhoods_of[city.id]]
        assert len(set(names)) == len(names)
        assert (len(names) >= 4) == (city.population >= 40_000)


def test_roads_begin_and_end_on_streets(lore: Lore) -> None:
    region = lore.region
    crossings = {
        city.id: {point for street in region.streets_of[city.id] for point in street.points} for city in region.cities
    }
    for road in region.roads:
        assert road.points[0] in crossings[road.from_city_id]
        assert road.points[-1] in crossings[road.to_city_id]
        assert road.marks[-1] == road.length > 0


def test_motorways_lead_from_the_large_cities_to_the_largest(lore: Lore) -> None:
    region = lore.region
    motorways = [road for road in region.roads if road.kind == "motorway"]
    reached = {0}
    while True:
        grown = reached | {
            city
            for road in motorways
            for city in (road.from_city_id, road.to_city_id)
            if {road.from_city_id, road.to_city_id} & reached
        }
        if grown == reached:
            break
        reached = grown
    assert reached >= set(range(9))
    assert len(motorways) < len(region.roads) / 2
    highways = [road.name for road in region.roads if road.kind == "highway"]
    assert len(set(highways)) == len(highways)


def test_most_roads_stay_on_land(lore: Lore) -> None:
    outline = [(point.lon, point.lat) for point in lore.region.outline]
    wet = [road for road in lore.region.roads if not all(inside((p.lon, p.lat), outline) for p in road.points)]
    assert len(wet) <= len(lore.region.roads) * 0.06
