"""Ten thousand people: where they live, what they do, how to reach them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from .companies import Company
from .english import slug
from .names import Name, Namer
from .phones import PEOPLE, PhoneBook
from .pois import address_on
from .records import Address, City, Street
from .region import Region
from .rng import Rng, Wheel
from .webnames import MAIL_HOSTS
from .wordlists import load, table

__all__ = ["PEOPLE_COUNT", "Resident", "make_people"]

PEOPLE_COUNT = 10_000
_WORDS = load("people")
_PRONOUNS = {
    "female": ("she", "her", "her"),
    "male": ("he", "him", "his"),
    "nonbinary": ("they", "them", "their"),
}
# Ages: (from, to, share). Sites deal with people who have accounts, so it begins at sixteen.
_AGES = (
    (16, 17, 2.5),
    (18, 24, 12),
    (25, 34, 21),
    (35, 44, 20),
    (45, 54, 17),
    (55, 64, 14),
    (65, 74, 9),
    (75, 89, 4.5),
)
_RETIREMENT = 66


@dataclass(frozen=True, slots=True)
class Resident:
    id: int
    given_name: str
    family_name: str
    gender: str
    """``female``, ``male`` or ``nonbinary``."""
    birth_date: date
    home: Address
    email: str
    phone: str
    username: str
    occupation: str
    """``employed``, ``self-employed``, ``student``, ``retired``, ``homemaker`` or ``looking for work``."""
    company_id: int | None
    job_title: str
    interests: tuple[str, ...]

    @property
    def full_name(self) -> str:
        return f"{self.given_name} {self.family_name}"

    @property
    def city_id(self) -> int:
        return self.home.city_id

    @property
    def pronouns(self) -> tuple[str, str, str]:
        """As in ``she``, ``her`` (I know her), ``her`` (her book)."""
        return _PRONOUNS[self.gender]

    def age_on(self, day: date) -> int:
        before_birthday = (day.month, day.day) < (self.birth_date.month, self.birth_date.day)
        return day.year - self.birth_date.year - before_birthday


def make_people(rng: Rng, region: Region, companies: Sequence[Company], today: date) -> tuple[Resident, ...]:
    maker = _PeopleMaker(rng, region, companies, today)
    return tuple(maker.person(index) for index in range(PEOPLE_COUNT))


class _PeopleMaker:
    def __init__(self, rng: Rng, region: Region, companies: Sequence[Company], today: date) -> None:
        self._rng = rng
        self._region = region
        self._companies = companies
        self._today = today
        self._namer = Namer(rng.child("names"))
        self._phones = PhoneBook()
        self._emails: set[str] = set()
        self._usernames: set[str] = set()
        self._ages = Wheel(_AGES, [share for _, _, share in _AGES])
        self._mail = Wheel(list(MAIL_HOSTS), list(MAIL_HOSTS.values()))
        self._cities = Wheel(region.cities, [city.population for city in region.cities])
        self._streets = {
            city: Wheel(streets, [street.length for street in streets]) for city, streets in region.streets_of.items()
        }
        self._doors = {(poi.address.street_id, poi.address.number) for poi in region.pois if poi.address}
        self._employers = _employers(region, companies)

    def person(self, index: int) -> Resident:
        rng = self._rng
        birth_date = self._birth_date()
        age = self._today.year - birth_date.year - (
            (self._today.month, self._today.day) < (birth_date.month, birth_date.day)
        )  # fmt: skip
        name = self._namer.draw(birth_date.year)
        city = self._cities.draw(rng)
        occupation, company, title = self._work(age, city)
        return Resident(
            id=index,
            given_name=name.given,
            family_name=name.family,
            gender=name.gender,
            birth_date=birth_date,
            home=self._home(city),
            email=self._email(name, birth_date.year),
            phone=self._phones.next(city, PEOPLE),
            username=self._username(name, birth_date.year),
            occupation=occupation,
            company_id=company.id if company else None,
            job_title=title,
            interests=tuple(rng.sample(_WORDS["interests"], rng.integer(2, 5))),
        )

    def _birth_date(self) -> date:
        low, high, _ = self._ages.draw(self._rng)
        days = self._rng.integer(low * 36525 // 100 + 1, (high + 1) * 36525 // 100 - 2)
        return self._today - timedelta(days=days)

    def _home(self, city: City) -> Address:
        wheel = self._streets[city.id]
        while True:
            street: Street = wheel.draw(self._rng)
            number = self._rng.integer(street.first_number, street.last_number)
            if (street.id, number) in self._doors:
                continue
            unit = None
            if city.population > 30_000 and self._rng.chance(0.4):
                unit = f"Apt {self._rng.integer(1, 9)}{self._rng.choice('ABCDEF')}"
            return address_on(street, number, city, self._region.states[city.state_id], unit)

    def _work(self, age: int, city: City) -> tuple[str, Company | None, str]:
        rng = self._rng
        if age < 18:
            return "student", None, "High school student"
        if age < 24 and rng.chance(0.5 if age < 22 else 0.3):
            return "student", None, rng.choice(_WORDS["studies"])
        if age >= _RETIREMENT and rng.chance(0.88):
            former = self._title(rng.choice(self._employers[city.id].items).industry, 60)
            return "retired", None, f"Retired {former[0].lower() + former[1:] if former[1:2].islower() else former}"
        drawn = rng.uniform()
        if drawn < 0.07:
            return "self-employed", None, self._title("self-employed", age)
        if drawn < 0.10:
            return "homemaker", None, "Homemaker"
        if drawn < 0.125:
            return "looking for work", None, "Looking for work"
        company = rng.choice(self._companies) if rng.chance(0.05) else self._employers[city.id].draw(rng)
        return "employed", company, self._title(company.industry, age)

    def _title(self, industry: str, age: int) -> str:
        return _titles(industry, age).draw(self._rng)

    def _email(self, name: Name, birth_year: int) -> str:
        """Such as ``mara.holt@mail.test``; numbers come in when the plain forms are gone."""
        given, family = slug(name.given, ""), slug(name.family, "")
        forms = [
            f"{given}.{family}",
            f"{given}{family}",
            f"{given[0]}.{family}",
            f"{given}_{family}",
            f"{family}.{given}",
        ]
        host = self._mail.draw(self._rng)
        start = 0 if self._rng.chance(0.65) else self._rng.integer(0, len(forms) - 1)
        candidates = [*forms[start:], *(f"{given}.{family}{number}" for number in (birth_year % 100, birth_year))]
        for local in candidates:
            address = f"{local}@{host}"
            if address not in self._emails:
                self._emails.add(address)
                return address
        return self._numbered(self._emails, f"{given}.{family}", f"@{host}")

    def _username(self, name: Name, birth_year: int) -> str:
        given, family = slug(name.given, ""), slug(name.family, "")
        rng = self._rng
        style = rng.integer(0, 9)
        if style < 3:
            handle = (
                f"{rng.choice(_WORDS['handle first'])}{rng.choice(('', '_', '-'))}{rng.choice(_WORDS['handle second'])}"
            )
        elif style < 5:
            handle = f"{given}{rng.choice(('.', '_', ''))}{family}"
        elif style < 7:
            handle = f"{given[0]}{family}"
        elif style == 7:
            handle = f"{given}{rng.choice(('.', '_', ''))}{rng.choice(_WORDS['handle second'])}"
        else:
            handle = f"{given}{birth_year % 100:02d}"
        if handle not in self._usernames and len(handle) >= 4:
            self._usernames.add(handle)
            return handle
        return self._numbered(self._usernames, handle, "", rng.integer(2, 97))

    @staticmethod
    def _numbered(taken: set[str], stem: str, ending: str, number: int = 2) -> str:
        while f"{stem}{number}{ending}" in taken:
            number += 1
        taken.add(f"{stem}{number}{ending}")
        return f"{stem}{number}{ending}"


class _Employers:
    """Companies where people of a town work, drawn by size."""

    def __init__(self, items: Sequence[Company], weights: Sequence[float]) -> None:
        self.items = items
        self._wheel = Wheel(items, weights)

    def draw(self, rng: Rng) -> Company:
        return self._wheel.draw(rng)


def _employers(region: Region, companies: Sequence[Company]) -> list[_Employers]:
    """For each town: companies seated there, chains with a branch there, and some of the neighbouring towns."""
    seated: list[list[Company]] = [[] for _ in region.cities]
    for company in companies:
        seated[company.city_id].append(company)
    neighbours: list[list[int]] = [[] for _ in region.cities]
    for road in region.roads:
        neighbours[road.from_city_id].append(road.to_city_id)
        neighbours[road.to_city_id].append(road.from_city_id)
    result = []
    for city in region.cities:
        weights: dict[int, float] = {}
        for company in seated[city.id]:
            weights[company.id] = weights.get(company.id, 0.0) + _pull(company)
        for poi in region.pois_of[city.id]:
            if poi.chain_id is not None:
                weights[poi.chain_id] = weights.get(poi.chain_id, 0.0) + 6.0
        for other in neighbours[city.id]:
            for company in seated[other]:
                weights[company.id] = weights.get(company.id, 0.0) + 0.15 * _pull(company)
        if not weights:
            weights = {company.id: 1.0 for company in seated[0]}
        result.append(_Employers([companies[company_id] for company_id in weights], list(weights.values())))
    return result


def _pull(company: Company) -> float:
    """Larger employers draw more people, though not in proportion."""
    return math.sqrt(company.employees)


@cache
def _titles(industry: str, age: int) -> Wheel[str]:
    """The jobs of an industry that one may have at an age."""
    rows = table("jobs", industry, 3)
    weights = {title: float(weight) for title, youngest, weight in rows if age >= int(youngest)}
    if industry not in ("self-employed", "health", "schools", "government", "higher education"):
        for title, youngest, weight in table("jobs", "any", 3):
            if age >= int(youngest):
                weights[title] = weights.get(title, 0.0) + 0.6 * float(weight)
    if not weights:  # too young for any of them: an apprentice of the trade
        weights = {f"Trainee {rows[0][0].lower()}": 1.0}
    return Wheel(list(weights), list(weights.values()))
