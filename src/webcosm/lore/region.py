"""The region of a universe: its map turned into records, with indices to look things up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from .geo import Frame, Point
from .records import Chain, City, County, Lake, Neighbourhood, Peak, Poi, River, Road, State, Street

__all__ = ["Region"]

T = TypeVar("T")


@dataclass(frozen=True)
class Region:
    """All places. A record's id is its position in its tuple."""

    name: str
    frame: Frame
    outline: tuple[Point, ...]
    """The coast."""
    states: tuple[State, ...]
    counties: tuple[County, ...]
    cities: tuple[City, ...]
    """Cities, towns and villages, largest first."""
    neighbourhoods: tuple[Neighbourhood, ...]
    streets: tuple[Street, ...]
    roads: tuple[Road, ...]
    rivers: tuple[River, ...]
    lakes: tuple[Lake, ...]
    peaks: tuple[Peak, ...]
    chains: tuple[Chain, ...]
    pois: tuple[Poi, ...]

    @cached_property
    def streets_of(self) -> Mapping[int, tuple[Street, ...]]:
        """A city's streets by the city's id."""
        return _by_id(self.cities, [(street.city_id, street) for street in self.streets])

    @cached_property
    def neighbourhoods_of(self) -> Mapping[int, tuple[Neighbourhood, ...]]:
        return _by_id(self.cities, [(hood.city_id, hood) for hood in self.neighbourhoods])

    @cached_property
    def pois_of(self) -> Mapping[int, tuple[Poi, ...]]:
        """A city's points of interest by the city's id."""
        return _by_id(self.cities, [(poi.city_id, poi) for poi in self.pois])

    @cached_property
    def pois_of_kind(self) -> Mapping[str, tuple[Poi, ...]]:
        return _grouped([(poi.kind, poi) for poi in self.pois])

    @cached_property
    def branches_of(self) -> Mapping[int, tuple[Poi, ...]]:
        """A chain's branches by the chain's id."""
        return _by_id(self.chains, [(poi.chain_id, poi) for poi in self.pois if poi.chain_id is not None])

    @cached_property
    def city_by_name(self) -> Mapping[str, City]:
        return MappingProxyType({city.name: city for city in self.cities})

    @property
    def population(self) -> int:
        return sum(city.population for city in self.cities)

    def pois_in(self, city_id: int, kind: str) -> tuple[Poi, ...]:
        return tuple(poi for poi in self.pois_of[city_id] if poi.kind == kind)

    def state_of(self, city: City) -> State:
        return self.states[city.state_id]


def _grouped(pairs: Sequence[tuple[str, T]]) -> Mapping[str, tuple[T, ...]]:
    groups: dict[str, list[T]] = defaultdict(list)
    for key, item in pairs:
        groups[key].append(item)
    return MappingProxyType({key: tuple(items) for key, items in groups.items()})


def _by_id(owners: Sequence[object], pairs: Sequence[tuple[int, T]]) -> Mapping[int, tuple[T, ...]]:
    """Groups for every id of ``owners``, empty ones too."""
    groups: list[list[T]] = [[] for _ in owners]
    for key, item in pairs:
        groups[key].append(item)
    return MappingProxyType({key: tuple(items) for key, items in enumerate(groups)})
