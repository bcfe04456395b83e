from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest

from webcosm.lore import Lore
from webcosm.lore.names import Namer
from webcosm.lore.rng import Rng
from webcosm.lore.wordlists import load, table


def test_there_are_ten_thousand(lore: Lore) -> None:
    assert [person.id for person in lore.people] == list(range(10_000))


@pytest.mark.parametrize("field", ["email", "username", "phone"])
def test_what_must_be_unique_is(lore: Lore, field: str) -> None:
    values = [getattr(person, field) for person in lore.people]
    assert len(set(values)) == len(values)


def test_few_share_a_full_name(lore: Lore) -> None:
    names = Counter(person.full_name for person in lore.people)
    sharing = sum(uses for uses in names.values() if uses > 1)
    assert 0 < sharing < 300
    assert max(names.values()) <= 4


def test_names_come_from_many_cultures(lore: Lore) -> None:
    families = {person.family_name for person in lore.people}
    assert len(families) > 2_000
    assert len({person.given_name for person in lore.people}) > 1_800
    for culture, names in load("family_names").items():
        assert families & set(names), culture


def test_no_famous_names(lore: Lore) -> None:
    assert not {person.full_name for person in lore.people} & set(load("blocked")["full names"])


def test_old_people_have_old_names() -> None:
    namer = Namer(Rng("old"))
    modern = set(load("given_names")["english.female.modern"]) - set(load("given_names")["english.female.classic"])
    others = {
        name
        for section, names in load("given_names").items()
        if not section.startswith("english.female.modern")
        for name in names
    }
    born_1940 = {namer.draw(1940).given for _ in range(2_000)}
    assert not born_1940 & (modern - others)


def test_emails_and_usernames_are_well_formed(lore: Lore) -> None:
    for person in lore.people:
        assert re.fullmatch(r"[a-z0-9]+([._][a-z0-9]+)*@[a-z]+\.test", person.email), person.email
        assert re.fullmatch(r"[a-z0-9]+([._-][a-z0-9]+)*", person.username), person.username
        assert 4 <= len(person.username) <= 40
    hosts = Counter(person.email.split("@")[1] for person in lore.people)
    assert hosts.most_common(1)[0][0] == "mail.test"


def test_phones_have_the_area_code_of_the_town(lore: Lore) -> None:
    for person in lore.people:
        assert re.fullmatch(rf"\({lore.city(person.city_id).area_code}\) 555-\d{{4}}", person.phone)


def test_phones_are_nobody_elses(lore: Lore) -> None:
    others = {poi.phone for poi in lore.region.pois} | {company.phone for company in lore.companies}
    assert not others & {person.phone for person in lore.people}


def test_homes_are_real_addresses_and_no_shops(lore: Lore) -> None:
    region = lore.region
    doors = {(poi.address.street_id, poi.address.number) for poi in region.pois if poi.address}
    for person in lore.people:
        home = person.home
        street, city = region.streets[home.street_id], region.cities[home.city_id]
        assert street.city_id == city.id
        assert (home.street, home.city) == (street.name, city.name)
        assert street.first_number <= home.number <= street.last_number
        assert home.postcode == street.postcode
        assert home.state == region.state_of(city).abbreviation
        assert (home.street_id, home.number) not in doors


def test_people_live_where_people_live(lore: Lore) -> None:
    by_city = lore.people_of_city
    share = lore.region.cities[0].population / lore.region.population
    assert len(by_city[0]) / 10_000 == pytest.approx(share, abs=0.03)
    assert sum(len(people) for people in by_city.values()) == 10_000


def test_ages_suit_jobs(lore: Lore) -> None:
    youngest: dict[str, int] = {}
    for section in load("jobs"):
        for title, least, _ in table("jobs", section, 3):
            youngest[title] = min(int(least), youngest.get(title, 99))
    for person in lore.people:
        age = person.age_on(lore.today)
        assert 16 <= age <= 90
        if person.occupation in ("employed", "self-employed") and not person.job_title.startswith("Trainee"):
            assert age >= youngest[person.job_title], f"{person.job_title} aged {age}"
        if person.occupation == "retired":
            assert age >= 66
        if person.job_title == "High school student":
            assert age < 18


def test_employers_exist_and_have_such_jobs(lore: Lore) -> None:
    for person in lore.people:
        assert (person.company_id is not None) == (person.occupation == "employed")
        if person.company_id is not None:
            industry = lore.company(person.company_id).industry
            titles = {row[0] for row in table("jobs", industry, 3)} | {row[0] for row in table("jobs", "any", 3)}
            assert person.job_title in titles or person.job_title.startswith("Trainee"), (industry, person.job_title)
    employed = sum(person.occupation == "employed" for person in lore.people)
    assert 5_500 < employed < 8_000


def test_most_work_near_home(lore: Lore) -> None:
    linked = {(road.from_city_id, road.to_city_id) for road in lore.region.roads}
    near = total = 0
    for person in lore.people:
        if person.company_id is None:
            continue
        company = lore.company(person.company_id)
        branches = (
            {poi.city_id for poi in lore.region.branches_of[company.id]} if company.chain_id is not None else set()
        )
        places = {company.city_id} | branches
        total += 1
        near += any(
            place == person.city_id or (place, person.city_id) in linked or (person.city_id, place) in linked
            for place in places
        )
    assert near / total > 0.9


def test_people_of_company_inverts_company_of_person(one_lore: Lore) -> None:
    for company_id, staff in one_lore.people_of_company.items():
        assert all(person.company_id == company_id for person in staff)


def test_genders_and_pronouns(lore: Lore) -> None:
    counts = Counter(person.gender for person in lore.people)
    assert set(counts) == {"female", "male", "nonbinary"}
    assert abs(counts["female"] - counts["male"]) < 600
    woman = next(person for person in lore.people if person.gender == "female")
    assert woman.pronouns == ("she", "her", "her")


def test_interests_are_different_and_known(lore: Lore) -> None:
    known = set(lore.words.interests)
    for person in lore.people:
        assert 2 <= len(person.interests) == len(set(person.interests)) <= 5
        assert known.issuperset(person.interests)


def test_age_turns_on_the_birthday(one_lore: Lore) -> None:
    person = one_lore.people[0]
    birthday = (
        person.birth_date.replace(year=person.birth_date.year + 30) if person.birth_date.day != 29 else date(2030, 3, 1)
    )
    assert person.age_on(birthday) == birthday.year - person.birth_date.year
