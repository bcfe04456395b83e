"""Which roads are motorways, and what roads are called."""

from __future__ import annotations

import heapq

from .geo import distance
from .places import Lay
from .rng import Rng

__all__ = ["Route", "number_routes"]

Route = tuple[str, str]
"""Kind and name of a road."""

_LARGE_CITIES = 9


def number_routes(rng: Rng, lay: Lay) -> list[Route]:
    """For each link: a motorway where the way from a large city to the largest one runs, a highway elsewhere.

    A motorway has one name all the way to its end; it shares the last stretch with those that came before."""
    lengths = {link: distance(lay.towns[link[0]].place, lay.towns[link[1]].place) for link in lay.links}
    routes: dict[tuple[int, int], Route] = {}
    for number, city in enumerate(range(1, _LARGE_CITIES), start=1):
        for link in _shortest_way(city, 0, lengths):
            routes.setdefault(link, ("motorway", f"Motorway {number}"))
    numbers = iter(rng.shuffled(range(10, 10 + 2 * len(lay.links))))
    return [routes.get(link) or ("highway", f"Route {next(numbers)}") for link in lay.links]


def _shortest_way(start: int, goal: int, lengths: dict[tuple[int, int], float]) -> list[tuple[int, int]]:
    neighbours: dict[int, list[tuple[int, tuple[int, int]]]] = {}
    for link in lengths:
        neighbours.setdefault(link[0], []).append((link[1], link))
        neighbours.setdefault(link[1], []).append((link[0], link))
    waiting: list[tuple[float, int]] = [(0.0, start)]
    came_by: dict[int, tuple[int, tuple[int, int]] | None] = {start: None}
    best = {start: 0.0}
    while waiting:
        gone, town = heapq.heappop(waiting)
        if town == goal:
            break
        for other, link in neighbours[town]:
            length = gone + lengths[link]
            if length < best.get(other, float("inf")):
                best[other] = length
                came_by[other] = (town, link)
                heapq.heappush(waiting, (length, other))
    way = []
    step = came_by[goal]
    while step is not None:
        town, link = step
        way.append(link)
        step = came_by[town]
    return way
