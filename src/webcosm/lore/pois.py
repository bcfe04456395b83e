"""Opens the doors of a town: cafés, schools, stations and all other points of interest."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from .geo import Point
from .grammar import Grammar
from .hours import OpeningHours
from .names import family_pool, given_pool
from .phones import PLACES, PhoneBook
from .poi_kinds import CUISINES, KINDS, NATURAL_KINDS, PoiKind
from .records import Address, Chain, City, Lake, Neighbourhood, Peak, Poi, River, State, Street
from .rng import Rng, Wheel
from .streets import stem_of
from .webnames import WebNames
from .wordlists import load

__all__ = ["PoiMaker", "address_on", "draw_chains", "natural_facts"]

_NAMES = load("poi_names")
_TEXTS = load("poi_texts")
_PLACES = load("places")
_CHAINS_PER_KIND = {
    "fast_food": 6,
    "supermarket": 5,
    "bank": 5,
    "cafe": 4,
    "pharmacy": 4,
    "hotel": 5,
    "clothes_shop": 5,
}
_CENTRAL = {"food", "nightlife", "shop", "service", "culture", "lodging", "civic"}
_OUTSKIRTS = {"airport", "golf_course", "campsite", "winery", "zoo", "garden_centre", "castle", "viewpoint"}
_WITHOUT_CONTACT = {"park", "playground", "monument", "car_park", "viewpoint"}
_YEARS = {
    "civic": (1850, 1985), "education": (1850, 2005), "religion": (1780, 1985), "culture": (1870, 2018),
    "health": (1900, 2022), "transport": (1850, 2010), "sight": (1750, 1990), "sport": (1900, 2020),
}  # fmt: skip
_BRANCH_NAMED_AFTER_PLACE = {"hotel", "bank", "cinema"}
_CULTURES_IN_NAMES = (
    "italian", "spanish", "chinese", "japanese", "korean", "vietnamese", "indian", "arabic", "turkish", "greek",
    "french", "ethiopian", "polish", "german",
)  # fmt: skip


@cache
def _grammar() -> Grammar:
    slots: dict[str, Sequence[str]] = {key: _PLACES[key] for key in ("tree", "animal", "saint", "colour")}
    slots |= {**_TEXTS, **_NAMES}
    for culture in _CULTURES_IN_NAMES:
        slots[f"{culture} given"] = given_pool(culture)
        slots[f"{culture} family"] = family_pool(culture)
    local = family_pool("english") + family_pool("irish") + family_pool("scottish") + family_pool("welsh")
    slots["family"] = local + family_pool("german")[::3] + family_pool("spanish")[::4] + family_pool("indian")[::4]
    slots["given"] = given_pool("english")
    return Grammar(slots)


def draw_chains(rng: Rng, web: WebNames) -> tuple[Chain, ...]:
    """Which chains a region has: some of the known names of each kind."""
    chains: list[Chain] = []
    cuisines = [name for name in CUISINES if name != "regional"]
    for kind, names in load("chains").items():
        count = min(len(names), _CHAINS_PER_KIND.get(kind, 3))
        for name in rng.sample(names, count):
            colour = f"#{rng.integer(20, 190):02x}{rng.integer(20, 190):02x}{rng.integer(20, 190):02x}"
            cuisine = rng.choice(cuisines) if kind == "restaurant" else None
            chains.append(Chain(len(chains), name, kind, web.site(name), cuisine, colour, len(chains)))
    return tuple(chains)


def address_on(street: Street, number: int, city: City, state: State, unit: str | None = None) -> Address:
    return Address(number, street.name, city.name, state.abbreviation, street.postcode, street.id, city.id, unit)


class PoiMaker:
    """Makes the points of interest of one region, town by town; ids go on counting."""

    def __init__(self, rng: Rng, chains: Sequence[Chain], phones: PhoneBook, web: WebNames, present_year: int) -> None:
        self._rng = rng
        self._phones = phones
        self._web = web
        self._present_year = present_year
        self._chains: dict[str, list[Chain]] = defaultdict(list)
        for chain in chains:
            self._chains[chain.kind].append(chain)
        self._cuisines = Wheel(list(CUISINES), [cuisine.weight for cuisine in CUISINES.values()])
        self.pois: list[Poi] = []

    def open_town(self, city: City, state: State, streets: Sequence[Street], hoods: Sequence[Neighbourhood]) -> None:
        town = _Town(city, state, streets, hoods)
        for kind in KINDS.values():
            count = kind.count(city.population)
            if (kind.name == "airport" and city.is_capital) or (
                kind.name in ("ferry_terminal", "lighthouse") and city.setting == "coast" and city.population > 12_000
            ):
                count = max(count, 1)
            if kind.name == "winery" and city.population > 60_000:
                count = 0
            for _ in range(count):
                self._open(kind, town)

    def _open(self, kind: PoiKind, town: _Town) -> None:
        rng, city = self._rng, town.city
        place = town.door(rng, kind)
        if place is None:
            return
        street, number = place
        area = town.hood_names.get(street.neighbourhood_id, city.name)
        chain = None
        if kind.chain_share and rng.chance(kind.chain_share):
            chain = rng.choice(self._chains[kind.name])
        cuisine = None
        if kind.name == "restaurant":
            cuisine = chain.cuisine if chain else self._cuisines.draw(rng)
        name = self._name(kind, cuisine, chain, town, street, area)
        levels = CUISINES[cuisine].price_levels if cuisine else kind.price_levels
        contact = kind.name not in _WITHOUT_CONTACT
        opened = self._opened(kind, city)
        self.pois.append(
            Poi(
                id=len(self.pois),
                name=name,
                kind=kind.name,
                category=kind.category,
                city_id=city.id,
                point=street.locate(number),
                address=address_on(street, number, city, town.state),
                neighbourhood_id=street.neighbourhood_id,
                chain_id=chain.id if chain else None,
                brand=chain.name if chain else None,
                cuisine=cuisine,
                phone=self._phones.next(city, PLACES) if contact else None,
                website=(chain.website if chain else self._web.site(name, city.name)) if contact else None,
                hours=_hours(rng.choice(load("hours")[kind.hours])) if kind.hours else None,
                rating=_rating(rng),
                reviews=_reviews(rng, city.population),
                price_level=rng.integer(*levels) if levels else None,
                opened=opened,
                features=self._features(kind),
                described=self._sentence(kind, cuisine, town, street, area, opened, is_chain=chain is not None),
            )
        )

    def _opened(self, kind: PoiKind, city: City) -> int:
        """Old institutions, younger shops."""
        oldest, youngest = _YEARS.get(kind.category, (1930, self._present_year - 1))
        first = max(oldest, city.founded + 5)
        share = self._rng.uniform()
        return max(first, youngest - int(share * share * (youngest - first)))

    def _name(
        self, kind: PoiKind, cuisine: str | None, chain: Chain | None, town: _Town, street: Street, area: str
    ) -> str:
        if chain:
            return f"{chain.name} {area}" if kind.name in _BRANCH_NAMED_AFTER_PLACE else chain.name
        patterns = _NAMES[kind.name]
        if cuisine and f"restaurant.{cuisine}" in _NAMES:
            patterns = _NAMES[f"restaurant.{cuisine}"]
        if kind.name == "place_of_worship" and town.city.population > 50_000 and self._rng.chance(0.35):
            patterns = _NAMES["place_of_worship.large"]
        for attempt in range(60):
            # The one of a small town is called after the town; later ones draw freely.
            pattern = patterns[0] if attempt == 0 and "{city}" in patterns[0] else self._rng.choice(patterns)
            stem = stem_of(street.name)
            name = _grammar().expand(self._rng, pattern, city=town.city.name, street=stem, road=street.name, area=area)
            if name not in town.names and not _echoes(name):
                town.names.add(name)
                return name
        # A very large town uses patterns up; a family name is always left.
        while True:
            name = _grammar().expand(self._rng, "{family} {label}", label=kind.label)
            if name not in town.names:
                town.names.add(name)
                return name

    def _features(self, kind: PoiKind) -> tuple[str, ...]:
        choices = _TEXTS.get(f"features.{kind.category}", _TEXTS["features.any"])
        return tuple(self._rng.sample(choices, self._rng.integer(0, min(3, len(choices)))))

    def _sentence(
        self, kind: PoiKind, cuisine: str | None, town: _Town, street: Street, area: str, opened: int, *, is_chain: bool
    ) -> str:
        more: dict[str, str | Sequence[str]] = {
            "label": kind.label if kind.label.startswith("Doctor") else kind.label[0].lower() + kind.label[1:],
            "place": street.name,
            "area": area,
            "city": town.city.name,
            "year": str(opened),
        }
        section = kind.category
        if cuisine:
            section = "restaurant"
            more |= {"cuisine": _adjective(cuisine), "cuisine dish": _TEXTS[f"dish.{cuisine}"]}
        elif section == "food":
            more["kind dish"] = _TEXTS[f"dish.{kind.name}"]
        templates = _TEXTS[section]
        if opened > self._present_year - 25:  # too young for a tradition
            templates = tuple(text for text in templates if "{year}" not in text) or templates
        if is_chain:
            templates = tuple(text for text in templates if "family" not in text)
        return _grammar().expand(self._rng, self._rng.choice(templates), **more)

    def add_natural(
        self,
        kind: str,
        name: str,
        city: City,
        point: Point,
        described: str | None = None,
    ) -> None:
        """A bridge, lake, peak, river or beach."""
        label, category = NATURAL_KINDS[kind]
        text = described or _grammar().expand(
            self._rng, self._rng.choice(_TEXTS["nature"]), label=label.lower(), city=city.name
        )
        self.pois.append(
            Poi(
                id=len(self.pois), name=name, kind=kind, category=category, city_id=city.id, point=point,
                address=None, neighbourhood_id=None, chain_id=None, brand=None, cuisine=None, phone=None, website=None,
                hours=None, rating=_rating(self._rng), reviews=_reviews(self._rng, city.population), price_level=None,
                opened=None, features=(), described=text,
            )
        )  # fmt: skip


class _Town:
    """What is taken in a town: doors and names."""

    def __init__(self, city: City, state: State, streets: Sequence[Street], hoods: Sequence[Neighbourhood]) -> None:
        self.city = city
        self.state = state
        self.names: set[str] = set()
        self.hood_names: dict[int | None, str] = {hood.id: hood.name for hood in hoods}
        self._doors: set[tuple[int, int]] = set()
        nearness = [_nearness(street, city) for street in streets]
        main = [4.0 if street.kind in ("main", "avenue") else 1.0 for street in streets]
        self._central = Wheel(streets, [near * weight for near, weight in zip(nearness, main, strict=True)])
        self._anywhere = Wheel(streets, [street.length for street in streets])
        self._outer = Wheel(streets, [1.02 - near for near in nearness])

    def door(self, rng: Rng, kind: PoiKind) -> tuple[Street, int] | None:
        wheel = self._anywhere
        if kind.name in _OUTSKIRTS:
            wheel = self._outer
        elif kind.category in _CENTRAL:
            wheel = self._central
        for _ in range(40):
            street = wheel.draw(rng)
            number = rng.integer(street.first_number, street.last_number)
            if (street.id, number) not in self._doors:
                self._doors.add((street.id, number))
                return street, number
        return None


def _nearness(street: Street, city: City) -> float:
    """One at the centre of town, falling off outwards."""
    middle = street.points[len(street.points) // 2]
    north, east = (middle.lat - city.point.lat) * 111.0, (middle.lon - city.point.lon) * 80.0
    return 1.0 / (1.0 + 3.0 * (north * north + east * east))


@cache
def _hours(text: str) -> OpeningHours:
    return OpeningHours.parse(text)


def _rating(rng: Rng) -> float:
    return round(min(5.0, max(1.6, rng.normal(4.15, 0.42))), 1)


def _reviews(rng: Rng, population: int) -> int:
    draw = rng.uniform()
    return int(3 + draw * draw * draw * (60 + math.sqrt(population) * 1.6))


def _adjective(cuisine: str) -> str:
    """As it stands before "restaurant" in a sentence."""
    plain = {"seafood": "seafood", "steakhouse": "steak", "vegetarian": "vegetarian", "barbecue": "barbecue"}
    return plain.get(cuisine) or (cuisine if cuisine == "regional" else cuisine.capitalize())


def _echoes(name: str) -> bool:
    """The same word twice, as in "Fork & Fork" or "Mill Street Mill"."""
    words = [word for word in name.replace("’s", "").lower().split() if word not in ("&", "the", "street", "of")]
    return len(set(words)) < len(words)


def natural_facts(feature: Peak | Lake | River, city: City) -> str:
    """One sentence with the feature's measure."""
    if isinstance(feature, Peak):
        return f"A peak of {feature.elevation:,} metres in the {feature.range_name}; the nearest town is {city.name}."
    if isinstance(feature, Lake):
        return f"A lake of {feature.area_km2} square kilometres near {city.name}, up to {feature.depth} metres deep."
    return f"A river of {feature.length_km} kilometres; {city.name} is the largest town on its banks."
