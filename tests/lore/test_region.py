from __future__ import annotations

import re

import pytest

from webcosm.lore import Lore, Point, haversine
from webcosm.lore.geo import inside
from webcosm.lore.placenames import demonym, state_abbreviations


def test_ids_are_positions(lore: Lore) -> None:
    region = lore.region
    for records in (
        region.states, region.counties, region.cities, region.neighbourhoods, region.streets, region.roads,
        region.rivers, region.lakes, region.peaks, region.chains, region.pois,
    ):  # fmt: skip
        assert [record.id for record in records] == list(range(len(records)))
        assert records


def test_the_region_is_of_a_good_size(lore: Lore) -> None:
    region = lore.region
    assert 3 <= len(region.states) <= 5
    assert len(region.cities) >= 60
    assert len(region.pois) >= 2_000
    assert len(region.counties) >= 2 * len(region.states)
    assert region.population == sum(state.population for state in region.states)


def test_states_counties_and_cities_belong_together(lore: Lore) -> None:
    region = lore.region
    for state in region.states:
        assert region.cities[state.capital_id].state_id == state.id
        assert region.cities[state.capital_id].is_capital
        assert set(state.city_ids) == {city.id for city in region.cities if city.state_id == state.id}
        assert set(state.county_ids) == {county.id for county in region.counties if county.state_id == state.id}
    for county in region.counties:
        assert county.seat_id in county.city_ids
        assert {region.cities[city].county_id for city in county.city_ids} == {county.id}
        assert {region.cities[city].state_id for city in county.city_ids} == {county.state_id}
    assert sum(city.is_capital for city in region.cities) == len(region.states)


@pytest.mark.parametrize("field", ["name", "area_code", "postcode_prefix", "nickname", "demonym", "point"])
def test_what_must_be_unique_of_a_city_is(lore: Lore, field: str) -> None:
    values = [getattr(city, field) for city in lore.region.cities]
    assert len(set(values)) == len(values)


def test_state_names_and_abbreviations(lore: Lore) -> None:
    shorts = [state.abbreviation for state in lore.region.states]
    assert len(set(shorts)) == len(shorts)
    assert all(re.fullmatch("[A-Z]{2}", short) for short in shorts)


def test_abbreviations_avoid_each_other_and_real_ones() -> None:
    shorts = state_abbreviations(["Maineland", "Mainley", "Mainwood", "Maine"])
    assert len(set(shorts)) == 4
    assert "ME" not in shorts
    assert "MA" not in shorts


def test_area_codes_and_postcodes_are_well_formed(lore: Lore) -> None:
    for city in lore.region.cities:
        assert re.fullmatch("[2-9][0-9][0-9]", city.area_code)
        assert not city.area_code.endswith("11")
        assert re.fullmatch("[1-9][0-9][0-9]", city.postcode_prefix)


def test_everything_lies_on_the_island(lore: Lore) -> None:
    region = lore.region
    outline = [(point.lon, point.lat) for point in region.outline]
    for city in region.cities:
        assert inside((city.point.lon, city.point.lat), outline), city.name
    south, north = min(p.lat for p in region.outline), max(p.lat for p in region.outline)
    west, east = min(p.lon for p in region.outline), max(p.lon for p in region.outline)
    points: list[Point] = [poi.point for poi in region.pois]
    points += [point for street in region.streets for point in street.points]
    points += [point for road in region.roads for point in road.points]
    for point in points:
        assert south <= point.lat <= north
        assert west <= point.lon <= east


def test_a_city_lies_in_its_state_and_county(lore: Lore) -> None:
    region = lore.region
    for city in region.cities:
        for outline in (region.states[city.state_id].outline, region.counties[city.county_id].outline):
            # The centre of town lies within a few metres of the site that borders were drawn from.
            assert inside((city.point.lon, city.point.lat), [(point.lon, point.lat) for point in outline]), city.name


def test_towns_keep_their_distance(lore: Lore) -> None:
    cities = lore.region.cities
    for index, one in enumerate(cities):
        for other in cities[index + 1 :]:
            assert haversine(one.point, other.point) > 5, f"{one.name} and {other.name}"


def test_cities_have_history_and_height(lore: Lore) -> None:
    for city in lore.region.cities:
        assert 1650 < city.founded < 1950
        assert 0 < city.elevation < 900
        assert 3 <= len(city.facts) <= 5
        for year in re.findall(r"\b1[6-9]\d\d\b|\b20\d\d\b", " ".join(city.facts)):
            assert city.founded <= int(year) < lore.today.year
        assert city.kind in ("city", "town", "village")


def test_peaks_are_higher_than_the_towns_below(lore: Lore) -> None:
    region = lore.region
    assert all(peak.elevation > 150 for peak in region.peaks)
    assert max(peak.elevation for peak in region.peaks) > max(city.elevation for city in region.cities)


@pytest.mark.parametrize(
    "name, expected",
    [("Alderton", "Aldertonian"), ("Bramwick", "Bramwickian"), ("Costa Lindera", "Costa Linderan"),
     ("Marlowe Springs", "Marlowe Springer"), ("Port Varley", "Port Varleyan"), ("Kelville", "Kelvillian"),
     ("Highstock-on-Sea", "Highstockite"), ("Drumchester", "Drumcestrian"), ("Oakport", "Oakporter")],
)  # fmt: skip
def test_demonyms(name: str, expected: str) -> None:
    assert demonym(name) == expected


def test_demonyms_follow_the_name(lore: Lore) -> None:
    for city in lore.region.cities:
        assert city.demonym[:3] == city.name[:3]
        assert city.demonym.endswith(("an", "ite", "er", "ian")), city.demonym
        assert city.demonym != city.name


def test_indices_hold_every_record_once(lore: Lore) -> None:
    region = lore.region
    assert sum(len(streets) for streets in region.streets_of.values()) == len(region.streets)
    assert sum(len(pois) for pois in region.pois_of.values()) == len(region.pois)
    assert sum(len(pois) for pois in region.pois_of_kind.values()) == len(region.pois)
    assert all(poi.kind == "library" for poi in region.pois_in(0, "library"))
    assert region.pois_in(0, "library")
    assert region.state_of(region.cities[0]).id == region.cities[0].state_id


def test_rivers_pass_their_towns(lore: Lore) -> None:
    region = lore.region
    for river in region.rivers:
        for city_id in river.city_ids:
            city = region.cities[city_id]
            assert city.river_id == river.id
            assert min(haversine(city.point, point) for point in river.points) < 12
