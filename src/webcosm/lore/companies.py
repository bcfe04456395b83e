"""Companies, public employers and the brands that companies own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from .english import ascii_fold
from .grammar import Grammar
from .names import family_pool
from .phones import COMPANIES, PhoneBook
from .pois import address_on
from .records import Address, Chain, City, Poi
from .region import Region
from .rng import Rng, Wheel
from .webnames import WebNames
from .wordlists import load, table

__all__ = ["BRAND_FIELDS", "Brand", "Company", "make_brands", "make_companies"]

_WORDS = load("companies")
_ORDINARY = 320  # companies that are neither chains nor public

_CHAIN_INDUSTRIES = {
    "cafe": "restaurants", "restaurant": "restaurants", "fast_food": "restaurants", "bakery": "restaurants",
    "ice_cream": "restaurants", "bank": "banking", "petrol_station": "energy", "hotel": "hospitality", "gym": "leisure",
    "cinema": "leisure", "bowling_alley": "leisure",
}  # fmt: skip

# Nobody made software in 1890.
_EARLIEST = {
    "software": 1984, "games": 1990, "biotechnology": 1982, "electronics": 1948, "telecommunications": 1975,
    "film and television": 1930, "advertising": 1925, "music": 1952, "pharmaceuticals": 1890, "consulting": 1955,
    "security": 1950, "energy": 1920, "recruitment": 1962, "environmental services": 1968, "sporting goods": 1900,
}  # fmt: skip

_SLOGANS = {
    "software": "technical", "electronics": "technical", "biotechnology": "technical", "pharmaceuticals": "technical",
    "engineering": "technical", "energy": "technical", "telecommunications": "technical", "research": "technical",
    "law": "professional", "accounting": "professional", "insurance": "professional", "consulting": "professional",
    "real estate": "professional", "recruitment": "professional", "banking": "professional", "advertising": "media",
    "publishing": "media", "film and television": "media", "music": "media", "games": "media",
    "food and drink": "consumer", "furniture": "consumer", "clothing": "consumer", "toys": "consumer",
    "cosmetics": "consumer", "sporting goods": "consumer", "household goods": "consumer", "pet care": "consumer",
    "retail": "consumer", "restaurants": "consumer", "health": "public", "higher education": "public",
    "schools": "public", "government": "public",
}  # fmt: skip

BRAND_FIELDS = {
    "electronics": "electronics", "groceries": "food and drink", "clothing": "clothing", "home": "household goods",
    "beauty": "cosmetics", "toys": "toys", "office": "office supplies", "garden": "garden and tools",
    "sports": "sporting goods", "pets": "pet care", "tools": "garden and tools", "kitchen": "household goods",
    "furniture": "furniture", "baby": "toys", "books and music": "publishing", "automotive": "engineering",
}  # fmt: skip
"""Product field -> industry of the companies that own its brands."""


@dataclass(frozen=True, slots=True)
class Company:
    id: int
    name: str
    industry: str
    kind: str
    """``chain``, ``public`` (schools, hospitals, town administrations) or ``business``."""
    founded: int
    city_id: int
    address: Address
    """Headquarters."""
    phone: str
    website: str
    employees: int
    ticker: str | None
    """On the stock exchange, for some large businesses."""
    slogan: str
    chain_id: int | None
    poi_id: int | None
    """The point of interest that it is, for a public employer."""


@dataclass(frozen=True, slots=True)
class Brand:
    id: int
    name: str
    field: str
    company_id: int
    founded: int
    tier: str
    """``budget``, ``standard`` or ``premium``."""
    colour: str
    website: str


@cache
def _grammar() -> Grammar:
    pool = family_pool("english") + family_pool("irish") + family_pool("scottish") + family_pool("welsh")
    pool += family_pool("german")[::2] + family_pool("french")[::3] + family_pool("spanish")[::4]
    pool += family_pool("indian")[::4] + family_pool("scandinavian")[::3] + family_pool("italian")[::4]
    return Grammar({**_WORDS, "family": pool})


def make_companies(rng: Rng, region: Region, web: WebNames, present_year: int) -> tuple[Company, ...]:
    maker = _CompanyMaker(rng, region, web, present_year)
    for chain in region.chains:
        maker.add_chain(chain)
    for city in region.cities:
        maker.add_public(city)
    maker.add_businesses()
    return tuple(maker.companies)


class _CompanyMaker:
    def __init__(self, rng: Rng, region: Region, web: WebNames, present_year: int) -> None:
        self.companies: list[Company] = []
        self._rng = rng
        self._region = region
        self._web = web
        self._present_year = present_year
        self._phones = PhoneBook()
        self._names: set[str] = {poi.name for poi in region.pois} | {chain.name for chain in region.chains}
        self._tickers: set[str] = set()
        self._doors = {(poi.address.street_id, poi.address.number) for poi in region.pois if poi.address}
        # Companies gather in the large cities.
        self._cities = Wheel(region.cities, [city.population for city in region.cities])

    def add_chain(self, chain: Chain) -> None:
        branches = len(self._region.branches_of[chain.id])
        endings = ("Group", "Holdings", "& Company", "Stores", "Limited")
        name = chain.name if self._rng.chance(0.5) else f"{chain.name} {self._rng.choice(endings)}"
        self._add(
            name, _CHAIN_INDUSTRIES.get(chain.kind, "retail"), "chain", self._cities.draw(self._rng),
            website=chain.website, employees=max(12, branches * self._rng.integer(9, 38)), chain_id=chain.id,
        )  # fmt: skip

    def add_public(self, city: City) -> None:
        """The town itself, its schools, its hospitals and universities."""
        region, rng = self._region, self._rng
        hall = region.pois_in(city.id, "town_hall")[0]
        title = "City" if city.population >= 40_000 else "Town"
        if city.population >= 6_000:
            self._add_poi(hall, f"{title} of {city.name}", "government", city, 20 + city.population // 90)
        schools = region.pois_in(city.id, "secondary_school") or region.pois_in(city.id, "primary_school")
        if city.population >= 6_000 and schools:
            self._add_poi(
                schools[0], f"{city.name} Public Schools", "schools", city, 30 + city.population // 75, own_site=True
            )
        for poi in region.pois_in(city.id, "hospital"):
            self._add_poi(poi, poi.name, "health", city, rng.integer(60, 200) + city.population // 150)
        for poi in region.pois_in(city.id, "university") + region.pois_in(city.id, "college"):
            self._add_poi(poi, poi.name, "higher education", city, rng.integer(60, 300) + city.population // 200)

    def _add_poi(
        self, poi: Poi, name: str, industry: str, city: City, employees: int, *, own_site: bool = False
    ) -> None:
        assert poi.address is not None
        assert poi.website is not None
        website = self._web.site(name) if own_site else poi.website
        self._add(
            name, industry, "public", city, website=website, employees=employees, address=poi.address, poi_id=poi.id,
            founded=city.founded if industry == "government" else poi.opened,
        )  # fmt: skip

    def add_businesses(self) -> None:
        industries = table("companies", "industries", 4)
        drawn = Wheel(industries, [float(row[1]) for row in industries])
        # One of each first, so that every trade exists somewhere.
        rows = [*industries, *(drawn.draw(self._rng) for _ in range(_ORDINARY - len(industries)))]
        for industry, _, least, most in rows:
            city = self._cities.draw(self._rng)
            name = self._name(industry, city)
            share = self._rng.uniform()
            employees = int(least) + int((int(most) - int(least)) * share * share * share * share)
            self._add(name, industry, "business", city, website=self._web.site(name), employees=employees)

    def _name(self, industry: str, city: City) -> str:
        while True:
            template = self._rng.choice(_WORDS[f"name.{industry}"])
            place = city.name if self._rng.chance(0.6) else self._region.states[city.state_id].name
            name = _grammar().expand(self._rng, template, place=place)
            words = [word for word in name.replace(",", "").split() if word != "&"]
            if name not in self._names and len(set(words)) == len(words):
                self._names.add(name)
                return name

    def _add(
        self,
        name: str,
        industry: str,
        kind: str,
        city: City,
        *,
        website: str,
        employees: int,
        address: Address | None = None,
        chain_id: int | None = None,
        poi_id: int | None = None,
        founded: int | None = None,
    ) -> None:
        rng = self._rng
        first = max(_EARLIEST.get(industry, 1850), city.founded + 5)
        year = founded or rng.integer(first, self._present_year - 2)
        if kind == "business":  # a young firm has not had the time to grow large
            employees = min(employees, 30 * (self._present_year - year))
        slogans = _WORDS[f"slogan.{_SLOGANS.get(industry, 'any')}"]
        if kind != "public":
            slogans += _WORDS["slogan.any"]
        self.companies.append(
            Company(
                id=len(self.companies),
                name=name,
                industry=industry,
                kind=kind,
                founded=year,
                city_id=city.id,
                address=address or self._office(city),
                phone=self._phones.next(city, COMPANIES),
                website=website,
                employees=employees,
                ticker=self._ticker(name) if kind != "public" and employees > 500 else None,
                slogan=_grammar().expand(rng, rng.choice(slogans), city=city.name, founded=year),
                chain_id=chain_id,
                poi_id=poi_id,
            )
        )

    def _office(self, city: City) -> Address:
        streets = [s for s in self._region.streets_of[city.id] if s.kind != "lane"] or self._region.streets_of[city.id]
        while True:
            street = self._rng.choice(streets)
            number = self._rng.integer(street.first_number, street.last_number)
            if (street.id, number) not in self._doors:
                self._doors.add((street.id, number))
                unit = f"Suite {self._rng.integer(1, 9)}0{self._rng.integer(1, 9)}" if self._rng.chance(0.3) else None
                return address_on(street, number, city, self._region.states[city.state_id], unit)

    def _ticker(self, name: str) -> str:
        letters = [letter for letter in ascii_fold(name).upper() if letter.isalpha()]
        for size in (3, 4):
            for _ in range(20):
                rest = sorted(self._rng.sample(range(1, len(letters)), size - 1))
                ticker = letters[0] + "".join(letters[index] for index in rest)
                if ticker not in self._tickers:
                    self._tickers.add(ticker)
                    return ticker
        raise ValueError(f"no free ticker for {name!r}")


def make_brands(rng: Rng, companies: Sequence[Company], web: WebNames, present_year: int) -> tuple[Brand, ...]:
    brands: list[Brand] = []
    for field, names in load("brands").items():
        owners = [c for c in companies if c.industry == BRAND_FIELDS[field] and c.kind == "business"]
        for name in rng.sample(names, len(names) * 4 // 5):
            owner = rng.choice(owners)
            brands.append(
                Brand(
                    id=len(brands),
                    name=name,
                    field=field,
                    company_id=owner.id,
                    founded=rng.integer(owner.founded, present_year - 1),
                    tier=rng.weighted(("budget", "standard", "premium"), (3, 5, 2)),
                    colour=f"#{rng.integer(20, 190):02x}{rng.integer(20, 190):02x}{rng.integer(20, 190):02x}",
                    website=web.site(name),
                )
            )
    return tuple(brands)
