"""Awards with their winners, and festivals; and all works together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from .companies import Company
from .grammar import Grammar
from .names import family_pool
from .people import Resident
from .region import Region
from .rng import Rng
from .sport import League, Team, make_leagues
from .wordlists import load, table
from .works import Album, Band, Book, Film, make_albums, make_bands, make_books, make_films

__all__ = ["Award", "Festival", "Winner", "Works", "make_works"]

_WORDS = load("works")
_MONTHS = load("places")["month"]
_AWARD_JOBS = {
    "science": {"Professor", "Research scientist", "Research fellow", "Research chemist"},
    "civic": {"Social worker", "Nurse", "Firefighter", "Youth worker", "Librarian", "Midwife"},
    "teaching": {"Primary school teacher", "Secondary school teacher", "Head teacher", "Maths teacher", "Lecturer"},
}
_FESTIVAL_MONTHS = {"music": (5, 9), "film": (9, 11), "book": (3, 10), "food": (8, 10), "town": (4, 9)}


@dataclass(frozen=True, slots=True)
class Winner:
    year: int
    person_id: int
    """Author, director or, for an award to people, the winner; of a band, its first member."""
    work_id: int | None
    """A book, film or album, as the award's field says."""


@dataclass(frozen=True, slots=True)
class Award:
    id: int
    name: str
    field: str
    """``books``, ``films``, ``music`` or ``people``."""
    founded: int
    city_id: int
    winners: tuple[Winner, ...]
    """Earliest first; years without a worthy work have none."""


@dataclass(frozen=True, slots=True)
class Festival:
    id: int
    name: str
    kind: str
    city_id: int
    venue_id: int
    """A point of interest."""
    founded: int
    month: int
    days: int
    described: str


@dataclass(frozen=True, slots=True)
class Works:
    books: tuple[Book, ...]
    films: tuple[Film, ...]
    bands: tuple[Band, ...]
    albums: tuple[Album, ...]
    leagues: tuple[League, ...]
    teams: tuple[Team, ...]
    awards: tuple[Award, ...]
    festivals: tuple[Festival, ...]


def make_works(
    rng: Rng, region: Region, people: Sequence[Resident], companies: Sequence[Company], today: date
) -> Works:
    last_year = today.year - 1
    books = make_books(rng.child("books"), people, companies, last_year)
    films = make_films(rng.child("films"), people, companies, last_year)
    bands = make_bands(rng.child("bands"), people, last_year)
    albums = make_albums(rng.child("albums"), people, bands, companies, last_year)
    leagues, teams = make_leagues(rng.child("sport"), region, last_year)
    awards = _awards(rng.child("awards"), region, people, books, films, albums, bands, last_year)
    festivals = _festivals(rng.child("festivals"), region, last_year)
    return Works(books, films, bands, albums, leagues, teams, awards, festivals)


def _awards(
    rng: Rng,
    region: Region,
    people: Sequence[Resident],
    books: Sequence[Book],
    films: Sequence[Film],
    albums: Sequence[Album],
    bands: Sequence[Band],
    last_year: int,
) -> tuple[Award, ...]:
    grammar = Grammar({"family": family_pool("english")})
    awards: list[Award] = []
    for field, which, template in table("works", "award", 3):
        city = region.cities[rng.integer(0, 9)]
        name = grammar.expand(rng, template, city=city.name, region=region.name)
        founded = rng.integer(1968, 2004)
        if field == "books":
            nominees = [Winner(book.year, book.author_id, book.id) for book in _books(books, which)]
        elif field == "films":
            nominees = [Winner(f.year, f.director_id, f.id) for f in films if which in ("any", f.genre)]
        elif field == "music":
            nominees = [Winner(a.year, _first_artist(a, bands), a.id) for a in albums if which in ("any", a.genre)]
        else:
            fitting = [person for person in people if person.job_title in _AWARD_JOBS[which]]
            nominees = [
                Winner(year, person.id, None)
                for year in range(founded, last_year + 1)
                for person in rng.sample(fitting, min(6, len(fitting)))
                if person.birth_date.year + 32 <= year
            ]
        by_year: dict[int, list[Winner]] = {}
        for nominee in nominees:
            by_year.setdefault(nominee.year, []).append(nominee)
        winners = tuple(rng.choice(by_year[year]) for year in range(founded, last_year + 1) if year in by_year)
        awards.append(Award(len(awards), name, field, founded, city.id, winners))
    return tuple(awards)


def _books(books: Sequence[Book], which: str) -> list[Book]:
    """The books that an award may go to."""
    if which == "any":
        return list(books)
    if which == "fiction":
        return [book for book in books if book.genre not in ("history", "children’s books")]
    if which == "first novel":
        first: dict[int, Book] = {}
        for book in sorted(_books(books, "fiction"), key=lambda book: (book.year, book.id)):
            first.setdefault(book.author_id, book)
        return list(first.values())
    return [book for book in books if book.genre == which]


def _first_artist(album: Album, bands: Sequence[Band]) -> int:
    if album.person_id is not None:
        return album.person_id
    assert album.band_id is not None
    return bands[album.band_id].member_ids[0]


def _festivals(rng: Rng, region: Region, last_year: int) -> tuple[Festival, ...]:
    festivals: list[Festival] = []
    grammar = Grammar(_WORDS)
    venues = {"film": "cinema", "book": "library", "music": "park", "food": "market", "town": "park"}
    kinds = tuple(_FESTIVAL_MONTHS)
    for city in region.cities[:46]:
        taken: set[str] = set()
        for kind in rng.sample(kinds, rng.integer(1, 3)):
            places = region.pois_in(city.id, venues[kind]) or region.pois_in(city.id, "town_hall")
            area = region.neighbourhoods_of[city.id]
            while True:
                template = rng.choice(_WORDS[f"festival.{kind}"])
                name = grammar.expand(rng, template, city=city.name, area=[hood.name for hood in area] or [city.name])
                river = "River" not in name or city.river_id is not None
                if name not in taken and river:
                    break
            taken.add(name)
            first, last = _FESTIVAL_MONTHS[kind]
            month = rng.integer(first, last)
            founded = rng.integer(max(1890, city.founded + 30), last_year - 2)
            text = f"Held every {_MONTHS[month - 1]} since {founded}: {rng.choice(_WORDS[f'festival.text.{kind}'])}."
            festivals.append(
                Festival(
                    len(festivals), name, kind, city.id, rng.choice(places).id, founded, month, rng.integer(1, 6), text
                )
            )
    return tuple(festivals)
