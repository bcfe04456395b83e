from __future__ import annotations

import re
from collections import Counter

import pytest

from webcosm.lore import KINDS, NATURAL_KINDS, Lore, haversine, kind_label
from webcosm.lore.webnames import RESERVED_HOSTS, WebNames

BASICS = (
    "supermarket",
    "convenience",
    "cafe",
    "restaurant",
    "pub",
    "pharmacy",
    "post_office",
    "place_of_worship",
    "town_hall",
)


def test_there_are_many_kinds(lore: Lore) -> None:
    assert len(KINDS) + len(NATURAL_KINDS) >= 45
    assert len(lore.region.pois_of_kind) >= 80


def test_kind_labels() -> None:
    assert kind_label("petrol_station") == "Petrol station"
    assert kind_label("mountain") == "Mountain"
    with pytest.raises(ValueError, match="'volcano'"):
        kind_label("volcano")


def test_every_town_has_the_basics(lore: Lore) -> None:
    for city in lore.region.cities:
        for kind in BASICS:
            assert lore.region.pois_in(city.id, kind), f"{city.name} has no {kind}"


def test_capitals_have_what_a_capital_needs(lore: Lore) -> None:
    for state in lore.region.states:
        for kind in ("airport", "hospital", "railway_station", "library", "museum", "hotel"):
            assert lore.region.pois_in(state.capital_id, kind), f"{lore.city(state.capital_id).name} has no {kind}"


def test_large_towns_have_more(lore: Lore) -> None:
    counts = [len(lore.region.pois_of[city.id]) for city in lore.region.cities]
    assert counts[0] > 300
    assert counts[0] > counts[20] > counts[-1]


def test_addresses_are_real(lore: Lore) -> None:
    region = lore.region
    for poi in region.pois:
        if poi.address is None:
            assert poi.kind in NATURAL_KINDS
            continue
        street, city = region.streets[poi.address.street_id], region.cities[poi.city_id]
        assert street.city_id == poi.address.city_id == city.id
        assert (poi.address.street, poi.address.city) == (street.name, city.name)
        assert poi.address.state == region.states[city.state_id].abbreviation
        assert poi.address.postcode == street.postcode
        assert poi.point == street.locate(poi.address.number)
        assert min(haversine(poi.point, point) for point in street.points) < street.length / 1000 + 0.02


def test_a_name_stands_once_at_an_address(lore: Lore) -> None:
    keys = Counter((poi.name, poi.city_id, poi.address) for poi in lore.region.pois if poi.address)
    assert max(keys.values()) == 1


def test_no_two_share_a_door(lore: Lore) -> None:
    doors = Counter((poi.address.street_id, poi.address.number) for poi in lore.region.pois if poi.address)
    assert max(doors.values()) == 1


def test_independent_names_are_unique_in_a_town(lore: Lore) -> None:
    names = Counter(
        (poi.name, poi.city_id) for poi in lore.region.pois if poi.chain_id is None and poi.kind not in NATURAL_KINDS
    )
    repeated = [key for key, uses in names.items() if uses > 1]
    assert not repeated


def test_names_do_not_look_generated(lore: Lore) -> None:
    for poi in lore.region.pois:
        assert not re.search(r"\d(?!\d*(st|nd|rd|th)\b)|\{|\}|  ", poi.name), poi.name
        assert poi.name[0].isupper() or poi.name[0].isdigit()


def test_chains_have_branches_in_several_towns(lore: Lore) -> None:
    region = lore.region
    in_several = 0
    for chain in region.chains:
        branches = region.branches_of[chain.id]
        for poi in branches:
            assert poi.brand == chain.name
            assert poi.kind == chain.kind
            assert poi.website == chain.website
        in_several += len({poi.city_id for poi in branches}) >= 3
    assert in_several > len(region.chains) * 0.8


def test_websites_and_phones(lore: Lore) -> None:
    region = lore.region
    own = Counter(poi.website for poi in region.pois if poi.website and poi.chain_id is None)
    assert max(own.values()) == 1
    assert all(re.fullmatch(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?\.test", site) for site in own)
    assert not RESERVED_HOSTS & set(own)
    phones = [poi.phone for poi in region.pois if poi.phone]
    assert len(set(phones)) == len(phones)
    for poi in region.pois:
        if poi.phone:
            assert re.fullmatch(rf"\({region.cities[poi.city_id].area_code}\) 555-\d{{4}}", poi.phone)


def test_hosts_are_never_given_out_twice() -> None:
    web = WebNames()
    assert web.site("The Fox") == "fox.test"
    assert web.site("The Fox") == "the-fox.test"
    assert web.site("The Fox", "Alder Bay") == "the-fox-alder-bay.test"
    assert web.site("The Fox", "Alder Bay") == "the-fox-2.test"
    assert web.site("Shop") == "shop-2.test"


def test_facts_are_in_range(lore: Lore) -> None:
    for poi in lore.region.pois:
        assert 1.0 <= poi.rating <= 5.0
        assert poi.reviews > 0
        assert poi.price_level in (None, 1, 2, 3, 4)
        if poi.opened is not None:
            assert lore.city(poi.city_id).founded <= poi.opened < lore.today.year
        assert (poi.cuisine is not None) == (poi.kind == "restaurant")
        assert poi.described.endswith(".")
        assert "{" not in poi.described
        assert not re.search(r"\b[Aa] [aeio]", poi.described), poi.described


def test_hours_suit_the_kind(lore: Lore) -> None:
    for poi in lore.region.pois_of_kind["hospital"]:
        assert poi.hours is not None
        assert poi.hours.always
    for poi in lore.region.pois_of_kind["cafe"]:
        assert poi.hours is not None
        assert poi.hours.is_open(2, 12 * 60), poi.hours.text()


def test_address_text(one_lore: Lore) -> None:
    poi = one_lore.region.pois_in(0, "library")[0]
    assert poi.address is not None
    first, second = poi.address.lines()
    assert first == f"{poi.address.number} {poi.address.street}"
    assert second == f"{poi.address.city}, {poi.address.state} {poi.address.postcode}"
    assert poi.address.one_line() == f"{first}, {second}"
