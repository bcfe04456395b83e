"""The lore of one universe."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from .companies import Brand, Company, make_brands, make_companies
from .dump import fingerprint
from .events import Works, make_works
from .mapmaker import make_region
from .people import Resident, make_people
from .records import City, Poi, State, Street
from .region import Region
from .rng import Rng
from .today import TODAY
from .webnames import WebNames
from .words import Words

__all__ = ["LARGEST_SEED", "Lore"]

T = TypeVar("T")

LARGEST_SEED = 2**32 - 1


class Lore:
    """Facts that all sites of a universe share, made from nothing but the seed.

    Sections are built when first asked for, and kept.

    >>> Lore(7).person(12).full_name == Lore(7).person(12).full_name
    True
    """

    def __init__(self, seed: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
            raise ValueError(f"a universe's seed is a whole number from 0 to {LARGEST_SEED}, not {seed!r}")
        self.seed = seed
        self.today = TODAY

    def __repr__(self) -> str:
        return f"Lore({self.seed})"

    def rng(self, *labels: object) -> Rng:
        """A generator for draws that belong to this universe; the labels name what is drawn."""
        return Rng("lore", self.seed, *labels)

    @cached_property
    def _web(self) -> WebNames:
        """Hosts are given out in one order: region, companies, brands."""
        return WebNames()

    @cached_property
    def region(self) -> Region:
        return make_region(self.rng("region"), self.today.year, self._web)

    @cached_property
    def companies(self) -> tuple[Company, ...]:
        region = self.region
        return make_companies(self.rng("companies"), region, self._web, self.today.year)

    @cached_property
    def brands(self) -> tuple[Brand, ...]:
        companies = self.companies
        return make_brands(self.rng("brands"), companies, self._web, self.today.year)

    @cached_property
    def people(self) -> tuple[Resident, ...]:
        return make_people(self.rng("people"), self.region, self.companies, self.today)

    @cached_property
    def works(self) -> Works:
        return make_works(self.rng("works"), self.region, self.people, self.companies, self.today)

    @cached_property
    def words(self) -> Words:
        return Words()

    def fingerprint(self) -> str:
        """A digest of all facts: equal for equal seeds on every machine."""
        return fingerprint(
            {
                "seed": self.seed,
                "region": self.region,
                "companies": self.companies,
                "brands": self.brands,
                "people": self.people,
                "works": self.works,
                "words": self.words.lists,
            }
        )

    def person(self, person_id: int) -> Resident:
        return _item(self.people, person_id, "person")

    def city(self, city_id: int) -> City:
        return _item(self.region.cities, city_id, "city")

    def city_named(self, name: str) -> City:
        try:
            return self.region.city_by_name[name]
        except KeyError:
            raise LookupError(f"{self.region.name} has no city named {name!r}") from None

    def state(self, state_id: int) -> State:
        return _item(self.region.states, state_id, "state")

    def street(self, street_id: int) -> Street:
        return _item(self.region.streets, street_id, "street")

    def poi(self, poi_id: int) -> Poi:
        return _item(self.region.pois, poi_id, "point of interest")

    def company(self, company_id: int) -> Company:
        return _item(self.companies, company_id, "company")

    def brand(self, brand_id: int) -> Brand:
        return _item(self.brands, brand_id, "brand")

    @cached_property
    def person_by_username(self) -> Mapping[str, Resident]:
        return MappingProxyType({person.username: person for person in self.people})

    @cached_property
    def person_by_email(self) -> Mapping[str, Resident]:
        return MappingProxyType({person.email: person for person in self.people})

    @cached_property
    def people_of_city(self) -> Mapping[int, tuple[Resident, ...]]:
        return _groups(len(self.region.cities), [(person.city_id, person) for person in self.people])

    @cached_property
    def people_of_company(self) -> Mapping[int, tuple[Resident, ...]]:
        pairs = [(person.company_id, person) for person in self.people if person.company_id is not None]
        return _groups(len(self.companies), pairs)

    @cached_property
    def brands_of_field(self) -> Mapping[str, tuple[Brand, ...]]:
        fields = dict.fromkeys(brand.field for brand in self.brands)
        return MappingProxyType({f: tuple(brand for brand in self.brands if brand.field == f) for f in fields})


def _item(items: tuple[T, ...], item_id: int, what: str) -> T:
    if not 0 <= item_id < len(items):
        raise LookupError(f"there is no {what} with the id {item_id}; ids go from 0 to {len(items) - 1}")
    return items[item_id]


def _groups(count: int, pairs: list[tuple[int, Resident]]) -> Mapping[int, tuple[Resident, ...]]:
    groups: list[list[Resident]] = [[] for _ in range(count)]
    for key, person in pairs:
        groups[key].append(person)
    return MappingProxyType({key: tuple(group) for key, group in enumerate(groups)})
