"""Turns the lie of a region into its records: the one place where metres become coordinates and drafts get ids."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from .geo import Flat, Frame, Point, distance, squared_distance
from .grammar import Grammar
from .names import family_pool, given_pool
from .phones import PhoneBook
from .placenames import demonym, state_abbreviations
from .places import Lay, TownDraft, lay_out
from .pois import PoiMaker, draw_chains, natural_facts
from .records import City, County, Lake, Neighbourhood, Peak, River, Road, State, Street
from .region import Region
from .rng import Rng
from .routes import number_routes
from .streets import StreetDraft, TownStreets, lay_streets, road_path, stem_of
from .webnames import WebNames
from .wordlists import load, table

__all__ = ["make_region"]

_WORDS = load("places")
_SPEEDS = {"main": 50, "avenue": 60, "street": 40, "lane": 30, "highway": 90, "motorway": 120}
_HOODS_FROM = 40_000
_NUMBERS_PER_METRE = 1 / 9.0


def make_region(rng: Rng, present_year: int, web: WebNames) -> Region:
    return _MapMaker(rng, present_year, web).make()


class _MapMaker:
    def __init__(self, rng: Rng, present_year: int, web: WebNames) -> None:
        self.rng = rng
        self.present_year = present_year
        self.web = web
        self.lay: Lay = lay_out(rng.child("lay"))
        # Somewhere in an ocean, so that no coordinates are those of a real town.
        spot = rng.child("spot")
        self.frame = Frame.at(round(spot.uniform(37.0, 49.0), 2), round(spot.uniform(-46.0, -33.0), 2))
        self.town_streets: list[TownStreets] = []
        self.hoods: list[Neighbourhood] = []
        self.streets: list[Street] = []

    def make(self) -> Region:
        for town in self.lay.towns:
            neighbours = [self.lay.towns[other].name for other in town.neighbours]
            self.town_streets.append(lay_streets(self.rng.child("streets", town.id), town, neighbours))
        prefixes = self._postcode_prefixes()
        for town, laid in zip(self.lay.towns, self.town_streets, strict=True):
            self._record_streets(town, laid, prefixes[town.id])
        cities = self._cities(prefixes)
        states = self._states(cities)
        rivers, lakes, peaks = self._rivers(), self._lakes(), self._peaks()
        chains = draw_chains(self.rng.child("chains"), self.web)
        maker = PoiMaker(self.rng.child("pois"), chains, PhoneBook(), self.web, self.present_year)
        self._open_towns(maker, cities, states)
        self._open_nature(maker, cities, rivers, lakes, peaks)
        return Region(
            name=self.rng.child("name").choice(_WORDS["region"]),
            frame=self.frame,
            outline=self._points(self.lay.terrain.outline),
            states=states,
            counties=self._counties(),
            cities=cities,
            neighbourhoods=tuple(self.hoods),
            streets=tuple(self.streets),
            roads=self._roads(),
            rivers=rivers,
            lakes=lakes,
            peaks=peaks,
            chains=chains,
            pois=tuple(maker.pois),
        )

    def _points(self, places: Sequence[Flat]) -> tuple[Point, ...]:
        return tuple(self.frame.point(place) for place in places)

    def _postcode_prefixes(self) -> list[str]:
        """Three digits for each town; a state's towns share the first."""
        count = [0] * len(self.lay.state_sites)
        start = self.rng.child("postcodes").integer(1, 9 - len(count))
        prefixes = []
        for town in self.lay.towns:
            prefixes.append(f"{start + town.state}{count[town.state]:02d}")
            count[town.state] += 1
        return prefixes

    def _record_streets(self, town: TownDraft, laid: TownStreets, prefix: str) -> None:
        rng = self.rng.child("numbers", town.id)
        hood_places, first_hood = self._draw_hoods(rng, town, laid, prefix), len(self.hoods)
        points = {crossing: self.frame.point(place) for crossing, place in laid.places.items()}
        for hood_name, place, postcode in hood_places:
            self.hoods.append(Neighbourhood(len(self.hoods), hood_name, town.id, self.frame.point(place), postcode))
        for draft in laid.streets:
            hood = None
            if hood_places:
                middle = laid.places[draft.path[len(draft.path) // 2]]
                nearest = min(range(len(hood_places)), key=lambda i: squared_distance(hood_places[i][1], middle))
                hood = self.hoods[first_hood + nearest]
            marks = _marks([laid.places[crossing] for crossing in draft.path])
            first = rng.choice((1, 1, 1, 2, 10, 100, 101)) if draft.kind != "lane" else 1
            self.streets.append(
                Street(
                    id=len(self.streets),
                    name=draft.name,
                    city_id=town.id,
                    neighbourhood_id=hood.id if hood else None,
                    kind=draft.kind,
                    points=tuple(points[crossing] for crossing in draft.path),
                    marks=marks,
                    first_number=first,
                    last_number=first + max(5, int(marks[-1] * _NUMBERS_PER_METRE)),
                    postcode=hood.postcode if hood else f"{prefix}01",
                    speed=_SPEEDS[draft.kind],
                )
            )

    def _draw_hoods(self, rng: Rng, town: TownDraft, laid: TownStreets, prefix: str) -> list[tuple[str, Flat, str]]:
        """Neighbourhoods of a larger town: name, middle and postcode, one in the centre and the others spread out."""
        if town.population < _HOODS_FROM:
            return []
        names = list(_WORDS["neighbourhood"])
        if town.setting == "coast":
            names += _WORDS["neighbourhood.coast"]
        if town.river is not None:
            names += _WORDS["neighbourhood.river"]
        count = 4 + int(math.sqrt(town.population) / 75)
        chosen = [laid.places[(0, 0)]]
        spread = rng.shuffled(sorted(laid.places))[:160]
        while len(chosen) < count:
            farthest = max(spread, key=lambda c: min(squared_distance(laid.places[c], place) for place in chosen))
            chosen.append(laid.places[farthest])
        drawn = rng.sample(names, count)
        return [(drawn[i], place, f"{prefix}{i + 1:02d}") for i, place in enumerate(chosen)]

    def _cities(self, prefixes: list[str]) -> tuple[City, ...]:
        rng = self.rng.child("cities")
        codes = rng.sample([code for code in range(201, 990) if code % 100 != 11 and code != 555], len(prefixes))
        nicknames: set[str] = set()
        cities = []
        for town in self.lay.towns:
            suited = _WORDS.get(f"trade.{town.setting}", _WORDS["trade"])
            own_trades = tuple(dict.fromkeys((rng.choice(suited), rng.choice(_WORDS["trade"]))))
            founded = rng.integer(1688, 1820) if town.population > 40_000 else rng.integer(1720, 1912)
            cities.append(
                City(
                    id=town.id,
                    name=town.name,
                    state_id=town.state,
                    county_id=town.county,
                    population=town.population,
                    founded=founded,
                    point=self.frame.point(self.town_streets[town.id].places[(0, 0)]),
                    elevation=self.lay.terrain.elevation(town.place),
                    setting=town.setting,
                    demonym=demonym(town.name),
                    nickname=_nickname(rng, town, nicknames),
                    area_code=str(codes[town.id]),
                    postcode_prefix=prefixes[town.id],
                    river_id=town.river,
                    trades=own_trades,
                    facts=self._facts(rng, town, founded, own_trades),
                    is_capital=town.id in self.lay.capitals,
                )
            )
        return tuple(cities)

    def _facts(self, rng: Rng, town: TownDraft, founded: int, trades: tuple[str, ...]) -> tuple[str, ...]:
        streets: list[StreetDraft] = self.town_streets[town.id].streets
        grammar = Grammar({**_WORDS, "family": family_pool("english"), "old given": given_pool("english.vintage")})
        main = [street.name for street in streets if street.kind == "main"] or [streets[0].name]
        others = [other.name for other in self.lay.towns if other.id != town.id]
        facts = []
        suiting = [row for row in table("places", "fact", 3) if int(row[1]) > founded + 15]
        for earliest, latest, template in rng.sample(suiting, rng.integer(3, 5)):
            year = rng.integer(max(int(earliest), founded + 10), int(latest))
            facts.append(
                grammar.expand(
                    rng, template, year=year, street=main, trade=trades[0], other=others, month=_WORDS["month"],
                    count=f"{rng.integer(8, 90) * 100:,}",
                )
            )  # fmt: skip
        return tuple(facts)

    def _states(self, cities: tuple[City, ...]) -> tuple[State, ...]:
        rng = self.rng.child("states")
        names = rng.sample(_WORDS["state"], len(self.lay.state_sites))
        flowers, birds = rng.shuffled(_WORDS["flower"]), rng.shuffled(_WORDS["bird"])
        mottos = rng.shuffled(_WORDS["motto"])
        states = []
        for index, (name, short) in enumerate(zip(names, state_abbreviations(names), strict=True)):
            own = [city for city in cities if city.state_id == index]
            counties = tuple(i for i, seat in enumerate(self.lay.seats) if self.lay.towns[seat].state == index)
            states.append(
                State(
                    id=index, name=name, abbreviation=short, capital_id=self.lay.capitals[index],
                    founded=max(1790, min(city.founded for city in own) + rng.integer(15, 60)),
                    outline=self._points(self.lay.state_outline(index)), county_ids=counties,
                    city_ids=tuple(city.id for city in own), population=sum(city.population for city in own),
                    motto=mottos[index], flower=flowers[index], bird=birds[index],
                )
            )  # fmt: skip
        return tuple(states)

    def _counties(self) -> tuple[County, ...]:
        return tuple(
            County(
                id=index,
                name=self.lay.names.county(),
                state_id=self.lay.towns[seat].state,
                seat_id=seat,
                outline=self._points(self.lay.county_outline(index)),
                city_ids=tuple(town.id for town in self.lay.towns if town.county == index),
            )
            for index, seat in enumerate(self.lay.seats)
        )

    def _roads(self) -> tuple[Road, ...]:
        rng = self.rng.child("roads")
        roads: list[Road] = []
        towns = self.lay.towns
        for (one, other), (kind, name) in zip(
            self.lay.links, number_routes(rng.child("routes"), self.lay), strict=True
        ):
            start, end = self.town_streets[one], self.town_streets[other]
            leave, arrive = start.exit_towards(towns[other].place), end.exit_towards(towns[one].place)
            path = road_path(rng, start.places[leave], end.places[arrive])
            roads.append(Road(len(roads), name, kind, one, other, self._points(path), _marks(path), _SPEEDS[kind]))
        return tuple(roads)

    def _rivers(self) -> tuple[River, ...]:
        return tuple(
            River(index, river.name, self._points(river.path), round(_marks(river.path)[-1] / 1000), river.towns)
            for index, river in enumerate(self.lay.rivers)
        )

    def _lakes(self) -> tuple[Lake, ...]:
        return tuple(
            Lake(
                index, lake.name, self.frame.point(lake.place), self._points(lake.outline), _area(lake.outline),
                lake.depth, self._nearest(lake.place),
            )
            for index, lake in enumerate(self.lay.lakes)
        )  # fmt: skip

    def _peaks(self) -> tuple[Peak, ...]:
        ranges = self.rng.child("ranges").sample(_WORDS["range"], 2)
        return tuple(
            Peak(
                index, self.lay.names.feature("peak"), f"{ranges[peak.range_index]} Mountains",
                self.frame.point(peak.place), self.lay.terrain.elevation(peak.place), self._nearest(peak.place),
            )
            for index, peak in enumerate(self.lay.terrain.peaks)
        )  # fmt: skip

    def _nearest(self, place: Flat) -> int:
        return min(self.lay.towns, key=lambda town: squared_distance(town.place, place)).id

    def _open_towns(self, maker: PoiMaker, cities: tuple[City, ...], states: tuple[State, ...]) -> None:
        streets: list[list[Street]] = [[] for _ in cities]
        hoods: list[list[Neighbourhood]] = [[] for _ in cities]
        for street in self.streets:
            streets[street.city_id].append(street)
        for hood in self.hoods:
            hoods[hood.city_id].append(hood)
        for city in cities:
            maker.open_town(city, states[city.state_id], streets[city.id], hoods[city.id])

    def _open_nature(
        self,
        maker: PoiMaker,
        cities: tuple[City, ...],
        rivers: tuple[River, ...],
        lakes: tuple[Lake, ...],
        peaks: tuple[Peak, ...],
    ) -> None:
        for town, laid in zip(self.lay.towns, self.town_streets, strict=True):
            names: set[str] = set()
            for place, street in laid.bridges:
                name = f"{stem_of(street)} Bridge"
                if street.endswith("Bridge Street"):
                    name = "Old Bridge"
                if name in names or town.river is None:
                    continue
                names.add(name)
                text = f"Carries {street} over the {rivers[town.river].name} in {town.name}."
                maker.add_natural("bridge", name, cities[town.id], self.frame.point(place), text)
        for lake in lakes:
            near = cities[lake.nearest_city_id]
            maker.add_natural("lake", lake.name, near, lake.point, natural_facts(lake, near))
        for peak in peaks:
            near = cities[peak.nearest_city_id]
            maker.add_natural("mountain", peak.name, near, peak.point, natural_facts(peak, near))
        for river in rivers:
            middle = river.points[len(river.points) // 2]
            largest = cities[min(river.city_ids)] if river.city_ids else cities[self._nearest_point(middle, cities)]
            fact = natural_facts(river, largest) if river.city_ids else None
            maker.add_natural("river", river.name, largest, middle, fact)
        beaches = self.rng.child("beaches")
        for city in cities:
            if city.setting == "coast":
                place = min(self.lay.terrain.outline, key=lambda c: squared_distance(c, self.lay.towns[city.id].place))
                name = f"{beaches.choice(_WORDS['founder'])} {beaches.choice(('Beach', 'Sands', 'Strand', 'Cove'))}"
                maker.add_natural("beach", name, city, self.frame.point(place))

    @staticmethod
    def _nearest_point(point: Point, cities: tuple[City, ...]) -> int:
        return min(cities, key=lambda city: squared_distance(city.point, point)).id


def _marks(path: Sequence[Flat]) -> tuple[float, ...]:
    """Metres along a path to each of its corners."""
    marks = [0.0]
    total = 0.0
    for before, here in itertools.pairwise(path):
        total += distance(before, here)
        marks.append(round(total, 1))
    return tuple(marks)


def _area(outline: Sequence[Flat]) -> float:
    """Square kilometres inside an outline."""
    double = math.fsum(
        before[0] * here[1] - here[0] * before[1]
        for before, here in zip((outline[-1], *outline[:-1]), outline, strict=True)
    )
    return round(abs(double) / 2 / 1e6, 1)


def _nickname(rng: Rng, town: TownDraft, taken: set[str]) -> str:
    choices = _WORDS["nickname.any"] + _WORDS.get(f"nickname.{town.setting}", ()) * 3
    grammar = Grammar(_WORDS)
    size = "City" if town.population >= 40_000 else "Town"
    while True:
        name = grammar.expand(rng, rng.choice(choices), thing=_WORDS["nickname.thing"], name=town.name)
        name = name.replace(" City", f" {size}").replace(" Town", f" {size}")
        if name not in taken:
            taken.add(name)
            return name
