from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from typing import Any

import pytest

from webcosm.lore import LARGEST_SEED, Lore
from webcosm.lore.dump import canonical


@pytest.mark.parametrize("seed", ["x", -1, True, 1.0, None, LARGEST_SEED + 1])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed is a whole number from 0 to 4294967295, not"):
        Lore(seed)


def test_construction_builds_nothing() -> None:
    lore = Lore(5)
    assert repr(lore) == "Lore(5)"
    assert set(vars(lore)) == {"seed", "today"}


def test_sections_are_built_once(one_lore: Lore) -> None:
    assert one_lore.region is one_lore.region
    assert one_lore.people is one_lore.people


def run_fingerprint(hash_seed: str, order: str) -> str:
    code = f"from webcosm.lore import Lore; lore = Lore(11); {order}; print(lore.fingerprint())"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.strip()


def test_same_bytes_in_every_process_and_in_any_order_of_asking() -> None:
    prints = {run_fingerprint("1", "lore.works"), run_fingerprint("4242", "lore.brands; lore.words; lore.people")}
    assert len(prints) == 1
    assert len(prints.pop()) == 64


def test_the_facts_of_a_seed_do_not_change_unnoticed(one_lore: Lore) -> None:
    """Images and tasks are drawn from these facts: whoever changes them on purpose writes the new digest here."""
    assert one_lore.fingerprint() == FINGERPRINT_OF_SEED_0


FINGERPRINT_OF_SEED_0 = "709759d29e0f13559c3b5f43e417956150af2833a94bbf3a2927f211b139248c"


def test_another_seed_is_another_region(one_lore: Lore, other_lore: Lore) -> None:
    one, other = one_lore.region, other_lore.region
    names, other_names = {city.name for city in one.cities}, {city.name for city in other.cities}
    assert len(names & other_names) < 8
    assert {state.name for state in one.states} != {state.name for state in other.states}
    assert one.outline != other.outline
    assert not {city.point for city in one.cities} & {city.point for city in other.cities}
    assert [len(one.roads), len(one.streets), len(one.pois)] != [len(other.roads), len(other.streets), len(other.pois)]


def test_another_seed_has_other_people(one_lore: Lore, other_lore: Lore) -> None:
    names = {person.full_name for person in one_lore.people}
    assert len(names & {person.full_name for person in other_lore.people}) < len(names) / 4


def test_lookups(one_lore: Lore) -> None:
    lore = one_lore
    city = lore.region.cities[3]
    assert lore.city(3) is city
    assert lore.city_named(city.name) is city
    assert lore.person(9_999).id == 9_999
    assert lore.company(0).id == 0
    assert lore.poi(17).id == 17
    assert lore.street(5).id == 5
    assert lore.state(1).id == 1
    assert lore.brand(2).id == 2
    assert lore.person_by_email[lore.person(4).email] is lore.person(4)
    assert lore.person_by_username[lore.person(4).username] is lore.person(4)


def test_lookups_of_nothing_say_so(one_lore: Lore) -> None:
    with pytest.raises(LookupError, match="no city named 'Nowhere'"):
        one_lore.city_named("Nowhere")
    with pytest.raises(LookupError, match="no person with the id 10000; ids go from 0 to 9999"):
        one_lore.person(10_000)
    with pytest.raises(LookupError, match="no company with the id -1"):
        one_lore.company(-1)


def test_generators_belong_to_the_universe(one_lore: Lore) -> None:
    assert one_lore.rng("shop", 1).token() == Lore(0).rng("shop", 1).token()
    assert one_lore.rng("shop", 1).token() != Lore(1).rng("shop", 1).token()


def test_records_cannot_be_changed(one_lore: Lore) -> None:
    city: Any = one_lore.city(0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        city.name = "Elsewhere"


def test_canonical_form_refuses_what_it_does_not_know() -> None:
    with pytest.raises(TypeError, match="no canonical form for set"):
        canonical({"x": {1, 2}})
