"""What the region is made of. Every record has an integer id, which is its position in the region's tuple."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass

from .geo import METRES_PER_DEGREE, Point, cosine
from .hours import OpeningHours

__all__ = [
    "Address",
    "Chain",
    "City",
    "County",
    "Lake",
    "Neighbourhood",
    "Peak",
    "Poi",
    "River",
    "Road",
    "State",
    "Street",
]

KERB_METRES = 11.0  # from the middle of a street to the doors along it


@dataclass(frozen=True, slots=True)
class Address:
    number: int
    street: str
    city: str
    state: str
    """The state's two letters."""
    postcode: str
    street_id: int
    city_id: int
    unit: str | None = None
    """A flat or suite, as in ``Apt 4B``."""

    def lines(self) -> tuple[str, str]:
        unit = f", {self.unit}" if self.unit else ""
        return f"{self.number} {self.street}{unit}", f"{self.city}, {self.state} {self.postcode}"

    def one_line(self) -> str:
        return ", ".join(self.lines())


@dataclass(frozen=True, slots=True)
class State:
    id: int
    name: str
    abbreviation: str
    capital_id: int
    founded: int
    outline: tuple[Point, ...]
    county_ids: tuple[int, ...]
    city_ids: tuple[int, ...]
    """Largest first."""
    population: int
    motto: str
    flower: str
    bird: str


@dataclass(frozen=True, slots=True)
class County:
    id: int
    name: str
    state_id: int
    seat_id: int
    outline: tuple[Point, ...]
    city_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class City:
    id: int
    name: str
    state_id: int
    county_id: int
    population: int
    founded: int
    point: Point
    elevation: int
    """Metres above the sea."""
    setting: str
    """``coast``, ``river``, ``hill`` or ``any``."""
    demonym: str
    nickname: str
    area_code: str
    postcode_prefix: str
    """The first three of a postcode's five digits."""
    river_id: int | None
    trades: tuple[str, ...]
    """What the place lives, or once lived, by."""
    facts: tuple[str, ...]
    is_capital: bool

    @property
    def kind(self) -> str:
        """``city``, ``town`` or ``village``."""
        return "city" if self.population >= 40_000 else "town" if self.population >= 3_000 else "village"


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    id: int
    name: str
    city_id: int
    point: Point
    postcode: str


@dataclass(frozen=True, slots=True)
class Street:
    """Streets of a town meet where they have a point in common."""

    id: int
    name: str
    city_id: int
    neighbourhood_id: int | None
    kind: str
    """``main``, ``street``, ``avenue`` or ``lane``."""
    points: tuple[Point, ...]
    marks: tuple[float, ...]
    """Metres from the beginning to each point."""
    first_number: int
    last_number: int
    postcode: str
    speed: int
    """Kilometres an hour."""

    @property
    def length(self) -> float:
        return self.marks[-1]

    def locate(self, number: int) -> Point:
        """The door of a house number: even ones to the right of the street's direction, odd ones to the left."""
        if not self.first_number <= number <= self.last_number:
            raise ValueError(f"{self.name} has the numbers {self.first_number} to {self.last_number}, not {number}")
        along = self.length * (number - self.first_number + 0.5) / (self.last_number - self.first_number + 1)
        piece = min(bisect_right(self.marks, along), len(self.marks) - 1)
        start, end = self.points[piece - 1], self.points[piece]
        share = (along - self.marks[piece - 1]) / (self.marks[piece] - self.marks[piece - 1])
        metres_per_lon = METRES_PER_DEGREE * cosine(start.lat)
        north, east = (end.lat - start.lat) * METRES_PER_DEGREE, (end.lon - start.lon) * metres_per_lon
        length = math.sqrt(north * north + east * east)
        kerb = (KERB_METRES if number % 2 == 0 else -KERB_METRES) / length
        return Point(
            round(start.lat + share * (end.lat - start.lat) - kerb * east / METRES_PER_DEGREE, 6),
            round(start.lon + share * (end.lon - start.lon) + kerb * north / metres_per_lon, 6),
        )


@dataclass(frozen=True, slots=True)
class Road:
    """A road from one town to the next; it begins and ends at a point of a street of each."""

    id: int
    name: str
    kind: str
    """``motorway`` or ``highway``."""
    from_city_id: int
    to_city_id: int
    points: tuple[Point, ...]
    marks: tuple[float, ...]
    speed: int

    @property
    def length(self) -> float:
        return self.marks[-1]


@dataclass(frozen=True, slots=True)
class River:
    id: int
    name: str
    points: tuple[Point, ...]
    """From the source to the mouth."""
    length_km: int
    city_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lake:
    id: int
    name: str
    point: Point
    outline: tuple[Point, ...]
    area_km2: float
    depth: int
    nearest_city_id: int


@dataclass(frozen=True, slots=True)
class Peak:
    id: int
    name: str
    range_name: str
    point: Point
    elevation: int
    nearest_city_id: int


@dataclass(frozen=True, slots=True)
class Chain:
    """A name that stands over many doors. The company that runs it has the same id as the chain."""

    id: int
    name: str
    kind: str
    website: str
    cuisine: str | None
    colour: str
    """A hex colour for its sign."""
    company_id: int


@dataclass(frozen=True, slots=True)
class Poi:
    """A point of interest."""

    id: int
    name: str
    kind: str
    category: str
    city_id: int
    """For a natural feature, the nearest town."""
    point: Point
    address: Address | None
    """None for natural features and bridges."""
    neighbourhood_id: int | None
    chain_id: int | None
    brand: str | None
    """The chain's name."""
    cuisine: str | None
    phone: str | None
    website: str | None
    hours: OpeningHours | None
    rating: float
    """One to five."""
    reviews: int
    price_level: int | None
    """One (cheap) to four, where money is spent."""
    opened: int | None
    """Year."""
    features: tuple[str, ...]
    """Such as ``wheelchair access`` or ``outdoor seating``."""
    described: str
    """One sentence."""
