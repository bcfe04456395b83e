"""Tasks on the board, classifieds.test: finding the one listing that fits."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from urllib.parse import parse_qsl

from webcosm.judge.page import PageShows
from webcosm.suites.arena.classifieds._moves import (
    all_cards,
    browse,
    cards,
    labelled,
    open_card,
    search,
    shown_total,
)
from webcosm.suites.arena.classifieds._phrases import noun_of, with_article
from webcosm.suites.arena.classifieds._rows import Ad, Board, wish
from webcosm.suites.arena.classifieds._wishes import Wanted, is_sure, wishes
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["FindByWish", "FindListing", "asked", "cheapest", "figure", "first_of", "listing_at", "look_into"]

P = TypeVar("P")


def listing_at(ad: Ad) -> PageShows:
    return PageShows("classifieds", "listing", {"id": ad.id})


class FindListing(Template[P], ABC):
    """Templates that lead to the page of a listing, worked out once for the whole pool."""

    kind = Kind.GO
    sites = ("classifieds",)

    @abstractmethod
    def targets(self, world: World) -> Mapping[P, Ad]:
        """Every question that has one answer, with it."""

    def pool(self, world: World) -> Sequence[P]:
        return list(self.targets(world))

    def page(self, world: World, p: P) -> PageShows:
        return listing_at(self.targets(world)[p])


class FindByWish(Template[Wanted], ABC):
    """Templates that lead to the best of what fits a wish."""

    kind = Kind.GO
    sites = ("classifieds",)

    @abstractmethod
    def best(self, ads: Sequence[Ad]) -> Ad | None:
        """Of what a wish finds, in its order; None if that is no good question."""

    def pool(self, world: World) -> Sequence[Wanted]:
        return [wanted for wanted, ads in wishes(Board(world), 3, 30) if self.best(ads) is not None]

    def target(self, world: World, p: Wanted) -> Ad:
        found = self.best(Board(world).fitting(p.query))
        if found is None:
            raise LookupError(f"{self.id}: nothing is the best of {p.query!r}")
        return found

    def page(self, world: World, p: Wanted) -> PageShows:
        return listing_at(self.target(world, p))


def cheapest(ads: Sequence[Ad]) -> Ad | None:
    """The one that costs the least, if all name a price and it is not the first anyway."""
    best = first_of(ads, lambda ad: ad.price or 0) if priced(ads) else None
    return None if best is ads[0] else best


def first_of(ads: Sequence[Ad], key: Callable[[Ad], float]) -> Ad | None:
    """The one with the least of something, if no other has as little."""
    ordered = sorted(ads, key=key)
    return ordered[0] if len(ordered) > 1 and key(ordered[0]) < key(ordered[1]) else None


def priced(ads: Sequence[Ad]) -> bool:
    return all(ad.price for ad in ads)


class OpenCheapest(FindByWish):
    """The cheapest of what fits a wish."""

    id = "arena.classifieds.open-cheapest"
    goals = (
        "I'm after {words}. Open the cheapest one on offer.",
        "Take me to the listing with the lowest price among the {words}.",
        "Which of the {words} costs the least? Open its page for me.",
    )
    difficulty = Difficulty(actions=8)

    def best(self, ads: Sequence[Ad]) -> Ad | None:
        return cheapest(ads)

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, f"{p.query}&sort=cheap")
        await open_card(person, cards(person)[0])
        await person.stop()


class OpenLatest(FindByWish):
    """The most recent listing with pictures of what fits a wish."""

    id = "arena.classifieds.open-latest"
    goals = (
        "Open the most recently published listing among the {words} that comes with at least one photo.",
        "Of the {words}, which one with a picture was posted last? Take me to it.",
    )
    difficulty = Difficulty(actions=8)

    def best(self, ads: Sequence[Ad]) -> Ad | None:
        """Where there are several with pictures, and some without."""
        shown = [ad for ad in ads if ad.photos]
        return shown[0] if 2 <= len(shown) < len(ads) else None

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, f"{p.query}&pictures=1")
        await open_card(person, cards(person)[0])
        await person.stop()


@dataclass(frozen=True)
class NearCity:
    words: str
    query: str
    city: str


class OpenNearest(Template[NearCity]):
    """What fits a wish and is nearest to a city."""

    id = "arena.classifieds.open-nearest"
    kind = Kind.GO
    sites = ("classifieds",)
    goals = (
        "I live in {city} and want one of the {words} on the board. Open the one that is closest to me.",
        "Which of the {words} is nearest to {city}? Open that listing.",
    )
    difficulty = Difficulty(actions=11)

    def pool(self, world: World) -> Sequence[NearCity]:
        board, found = Board(world), []
        towns = [number for number in board.cities if any(ad.city_id == number for ad in board.active)]
        for place, (wanted, ads) in enumerate(wishes(board, 4, 40, places=0, sure=False)):
            for turn in range(3):
                city = towns[(place * 7 + turn * 5) % len(towns)]
                if self._nearest(board, wanted.query, ads, city):
                    found.append(NearCity(wanted.words, wanted.query, board.cities[city].name))
        return found

    def _nearest(self, board: Board, query: str, ads: Sequence[Ad], city: int) -> Ad | None:
        """Where there is nothing in the city itself, the one that is alone in the narrowest circle that holds any."""
        for miles in (0, 10, 25, 50):
            inside = [ad for ad in ads if board.miles(city, ad.city_id) <= miles]
            if inside:
                alone = miles and len(inside) == 1 and is_sure(board, inside, narrower(query, city=city, within=miles))
                return inside[0] if alone else None
        return None

    def page(self, world: World, p: NearCity) -> PageShows:
        board = Board(world)
        found = self._nearest(board, p.query, board.fitting(p.query), self._city(board, p))
        assert found, "the pool holds what has a nearest one"
        return listing_at(found)

    def _city(self, board: Board, p: NearCity) -> int:
        return next(number for number, row in board.cities.items() if row.name == p.city)

    async def solve(self, person: Person, p: NearCity) -> None:
        city = self._city(Board(person.world), p)
        await browse(person, f"{p.query}&city={city}&within=10")
        for miles in (25, 50):
            if shown_total(person):
                break
            await person.choose("Distance from the city", f"Within {miles} miles")
            await person.click("Apply filters")
        await open_card(person, cards(person)[0])
        await person.stop()


# By what lists do not sort by -----------------------------------------------------------------------------------------


async def look_into(person: Person, label: str) -> list[tuple[str, str]]:
    """The addresses of all listings of the list at hand, each with what its page says under a label: two actions
    each."""
    listed = person.view.url
    links = {one.id: one.url for one in person.view if one.role == "link"}
    addresses = [str(links[card.element]) for card in await all_cards(person)]
    found = []
    for address in addresses:
        await person.goto(address)
        found.append((address, labelled(person, label)))
    if not found:
        raise Lost(f"nothing at {listed}")
    return found


def figure(text: str) -> int:
    """``80,500 mi`` -> 80500"""
    return int(re.sub(r"\D", "", text))


@dataclass(frozen=True)
class Extreme:
    words: str
    query: str
    most: str
    """“has the fewest miles on the clock”"""


EXTREMES: Mapping[str, tuple[str, str, int]] = {
    "has the fewest miles on it": ("mileage", "Mileage", 1),
    "has the highest mileage": ("mileage", "Mileage", -1),
    "is the newest by model year": ("year", "Year", -1),
    "is the oldest by model year": ("year", "Year", 1),
    "has the most floor space": ("area", "Area", -1),
    "has the least floor space": ("area", "Area", 1),
    "has the most gears": ("gears", "Gears", -1),
    "has the biggest screen": ("screen", "Screen", -1),
    "was built first": ("built", "Built", 1),
}
"""What is asked for, the code of the attribute, its label, and which end of it."""


class OpenExtreme(Template[Extreme]):
    """The one with the most or least of something that lists cannot be sorted by."""

    id = "arena.classifieds.open-extreme"
    kind = Kind.GO
    sites = ("classifieds",)
    goals = (
        "Among the {words}, open the one that {most}.",
        "Look at the {words} and take me to whichever {most}.",
    )
    difficulty = Difficulty(actions=12)

    def pool(self, world: World) -> Sequence[Extreme]:
        return [
            Extreme(wanted.words, wanted.query, most)
            for wanted, ads in wishes(Board(world), 3, 5)
            for most in EXTREMES
            if self._best(ads, most)
        ]

    def _best(self, ads: Sequence[Ad], most: str) -> Ad | None:
        code, _, way = EXTREMES[most]
        if not all(isinstance(ad.values.get(code), int) for ad in ads):
            return None
        return first_of(ads, partial(_value, code=code, way=way))

    def page(self, world: World, p: Extreme) -> PageShows:
        found = self._best(Board(world).fitting(p.query), p.most)
        assert found, "the pool holds what has one at the end"
        return listing_at(found)

    async def solve(self, person: Person, p: Extreme) -> None:
        _, label, way = EXTREMES[p.most]
        await browse(person, p.query)
        seen = await look_into(person, label)
        await _come_back(person, min(seen, key=lambda one: way * figure(one[1]))[0])
        await person.stop()


def _value(ad: Ad, code: str, way: int) -> float:
    return way * int(ad.values[code])


async def _come_back(person: Person, address: str) -> None:
    if person.view.url != address:
        await person.goto(address)


class OpenBestValue(FindByWish):
    """The home with the lowest price for each square foot."""

    id = "arena.classifieds.open-best-value"
    goals = (
        "Compare the {words}: which one costs the least for its size, going by price per square foot? Open it.",
        "Open whichever of the {words} costs the least per square foot.",
    )
    difficulty = Difficulty(actions=11)

    def pool(self, world: World) -> Sequence[Wanted]:
        return [wanted for wanted, ads in wishes(Board(world), 2, 6, places=8, only=HOMES) if self.best(ads)]

    def best(self, ads: Sequence[Ad]) -> Ad | None:
        """By two percent, so that nobody's rounding matters."""
        if not priced(ads) or not all(isinstance(ad.values.get("area"), int) for ad in ads):
            return None
        first, second, *_ = sorted(ads, key=_per_foot)
        return first if _per_foot(first) * 1.02 < _per_foot(second) else None

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, p.query)
        prices = [card.price for card in cards(person)]
        seen = await look_into(person, "Area")
        rates = {address: (price or 0) / figure(area) for price, (address, area) in zip(prices, seen, strict=True)}
        await _come_back(person, min(rates, key=lambda address: rates[address]))
        await person.stop()


HOMES = ("apartments", "houses-rent", "houses-sale", "rooms")


def _per_foot(ad: Ad) -> float:
    return (ad.price or 0) / int(ad.values["area"])


# By what somebody wrote -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Remark:
    thing: str
    city: str
    remark: str


class OpenByRemark(FindListing[Remark]):
    """The listing in which the seller says something."""

    id = "arena.classifieds.open-by-remark"
    goals = (
        "I saw {thing} in {city} the other day. All I remember is that the seller wrote “{remark}” Find and open it.",
        "Somebody in {city} is offering {thing} and says: “{remark}” Open that listing.",
    )
    difficulty = Difficulty(actions=4)

    def targets(self, world: World) -> Mapping[Remark, Ad]:
        """Sentences that no other listing has, nor any with the same words in another order."""
        board = Board(world)
        known = Counter(sentence for ad in board.ads for sentence in set(_sentences(ad.body)))
        found = {}
        for ad in board.lasting:
            noun = noun_of(ad.slug, ad.values)
            told = [one for one in _sentences(ad.body) if known[one] == 1 and 7 <= len(one.split()) <= 16]
            told = [one for one in told if not set('“”"$') & set(one)]
            if noun and told and ad.id not in board.doubtful:
                found[Remark(with_article(noun[0]), ad.city, told[-1])] = ad
        return found

    async def solve(self, person: Person, p: Remark) -> None:
        await search(person, re.sub(r"[^\w\s'-]", " ", p.remark))
        links = {one.id: str(one.url) for one in person.view if one.role == "link"}
        for address in [links[card.element] for card in cards(person) if card.city == p.city]:
            await person.goto(address)
            if person.sees(p.remark):
                return await person.stop()
        raise Lost(f"no listing in {p.city} says {p.remark!r}")


def _sentences(body: str) -> list[str]:
    return [one.strip(" -") for line in body.splitlines() for one in re.findall(r"[^.!?]+[.!?]", line)]


# The seller -----------------------------------------------------------------------------------------------------------


class OpenSellerOf(FindByWish):
    """The page of whoever sells the dearest of what fits a wish."""

    id = "arena.classifieds.open-seller-of"
    goals = (
        "Who is selling the most expensive of the {words}? Open that seller's page.",
        "Find the priciest of the {words} and bring up the page of the person selling it.",
    )
    difficulty = Difficulty(actions=9)

    def best(self, ads: Sequence[Ad]) -> Ad | None:
        return first_of(ads, lambda ad: -(ad.price or 0)) if priced(ads) else None

    def page(self, world: World, p: Wanted) -> PageShows:
        return PageShows("classifieds", "seller", {"id": self.target(world, p).seller_id})

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, f"{p.query}&sort=dear")
        card = cards(person)[0]
        await open_card(person, card)
        await person.click(seller_shown(person), role="link")
        await person.stop()


def seller_shown(person: Person) -> str:
    """Whose listing is open."""
    at = next(at for at, one in enumerate(person.view.elements) if one.role == "heading" and one.name == "Seller")
    return next(one.name for one in person.view.elements[at:] if one.role == "link")


def asked(query: str) -> dict[str, str]:
    return dict(parse_qsl(query))


def narrower(query: str, **more: object) -> str:
    return wish(**{**asked(query), **more})
