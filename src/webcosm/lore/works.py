"""Books, films and music, by people of the region."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from .companies import Company
from .grammar import Grammar
from .names import family_pool, given_pool
from .people import Resident
from .rng import Rng
from .wordlists import load

__all__ = ["Album", "Band", "Book", "Film", "Track", "make_albums", "make_bands", "make_books", "make_films"]

BOOKS, FILMS, BANDS, ALBUMS = 480, 260, 70, 240
_WORDS = load("works")
_BOOK_GENRES = ("literary", "crime", "science fiction", "fantasy", "romance", "history", "thriller", "children")
_FILM_GENRES = (
    "drama",
    "comedy",
    "crime",
    "thriller",
    "science fiction",
    "romance",
    "documentary",
    "horror",
    "fantasy",
)
_GENRE_LABELS = {"literary": "literary fiction", "history": "history", "children": "children’s books"}


@dataclass(frozen=True, slots=True)
class Book:
    id: int
    title: str
    author_id: int
    year: int
    genre: str
    pages: int
    isbn: str
    publisher_id: int
    """A company."""
    summary: str


@dataclass(frozen=True, slots=True)
class Film:
    id: int
    title: str
    director_id: int
    cast_ids: tuple[int, ...]
    year: int
    genre: str
    minutes: int
    studio_id: int
    """A company."""
    summary: str


@dataclass(frozen=True, slots=True)
class Band:
    id: int
    name: str
    member_ids: tuple[int, ...]
    formed: int
    genre: str
    city_id: int


@dataclass(frozen=True, slots=True)
class Track:
    title: str
    seconds: int


@dataclass(frozen=True, slots=True)
class Album:
    """By a band, or by one person; the other id is None."""

    id: int
    title: str
    artist: str
    band_id: int | None
    person_id: int | None
    year: int
    genre: str
    label_id: int
    """A company."""
    tracks: tuple[Track, ...]

    @property
    def seconds(self) -> int:
        return sum(track.seconds for track in self.tracks)


@cache
def grammar() -> Grammar:
    return Grammar({**_WORDS, "a given": given_pool("english"), "family": family_pool("english"),
                    "a relation": _WORDS["relation"]})  # fmt: skip


def titles(rng: Rng, section: str) -> Callable[[], str]:
    """A drawer of titles that never gives the same one twice, nor one with a telling word twice."""
    taken: set[str] = set()

    def draw() -> str:
        while True:
            title = grammar().expand(rng, rng.choice(_WORDS[section]))
            words = [word.rstrip("s’,") for word in title.lower().split() if word not in ("the", "a", "of", "and")]
            if title not in taken and len(set(words)) == len(words):
                taken.add(title)
                return title

    return draw


def pool(people: Sequence[Resident], interests: set[str], jobs: set[str], size: int) -> list[Resident]:
    """People with a fitting job first, then those with a fitting interest."""
    chosen = [person for person in people if person.job_title in jobs]
    chosen += [p for p in people if p.job_title not in jobs and not interests.isdisjoint(p.interests)]
    return [person for person in chosen if person.birth_date.year <= 1995][:size]


def _isbn(rng: Rng) -> str:
    """Thirteen digits with a right check digit."""
    digits = [9, 7, 9, 9] + [rng.integer(0, 9) for _ in range(8)]
    check = -sum(digit * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10
    text = "".join(str(digit) for digit in digits)
    return f"{text[:3]}-{text[3]}-{text[4:8]}-{text[8:]}-{check}"


def make_books(rng: Rng, people: Sequence[Resident], companies: Sequence[Company], last_year: int) -> tuple[Book, ...]:
    jobs = {"Novelist", "Journalist", "Freelance journalist", "Translator", "Screenwriter", "Professor", "Editor"}
    authors = pool(people, {"writing", "poetry", "local history", "crime novels"}, jobs, 260)
    publishers = [company for company in companies if company.industry == "publishing"]
    drawers = {genre: titles(rng, f"title.{genre}") for genre in _BOOK_GENRES}
    isbns: set[str] = set()
    books = []
    for index in range(BOOKS):
        author, genre = rng.choice(authors), rng.weighted(_BOOK_GENRES, (8, 6, 4, 4, 4, 3, 4, 3))
        publisher = rng.choice(publishers)
        isbn = _isbn(rng)
        while isbn in isbns:
            isbn = _isbn(rng)
        isbns.add(isbn)
        first = max(author.birth_date.year + 23, publisher.founded, 1962)
        books.append(
            Book(
                id=index,
                title=drawers[genre](),
                author_id=author.id,
                year=rng.integer(min(first, last_year), last_year),
                genre=_GENRE_LABELS.get(genre, genre),
                pages=rng.integer(24, 64) if genre == "children" else rng.integer(148, 620),
                isbn=isbn,
                publisher_id=publisher.id,
                summary=grammar().expand(rng, rng.choice(_WORDS[f"summary.{genre}"])),
            )
        )
    return tuple(books)


def make_films(rng: Rng, people: Sequence[Resident], companies: Sequence[Company], last_year: int) -> tuple[Film, ...]:
    directors = pool(people, {"old films"}, {"Producer", "Screenwriter", "Film editor", "Art director"}, 110)
    actors = pool(people, {"theatre", "improv theatre"}, {"Actor"}, 320)
    studios = [company for company in companies if company.industry == "film and television"]
    drawers = {genre: titles(rng, f"title.{genre}") for genre in _FILM_GENRES}
    films = []
    for index in range(FILMS):
        genre = rng.weighted(_FILM_GENRES, (7, 6, 4, 4, 3, 4, 3, 2, 2))
        director = rng.choice(directors)
        year = rng.integer(min(last_year, max(1975, director.birth_date.year + 25)), last_year)
        grown = [actor for actor in actors if actor.birth_date.year + 18 <= year and actor.id != director.id]
        studio = rng.choice(studios)
        films.append(
            Film(
                id=index,
                title=drawers[genre](),
                director_id=director.id,
                cast_ids=tuple(actor.id for actor in rng.sample(grown, min(len(grown), rng.integer(3, 7)))),
                year=year,
                genre=genre,
                minutes=rng.integer(52, 96) if genre == "documentary" else rng.integer(81, 158),
                studio_id=studio.id,
                summary=grammar().expand(rng, rng.choice(_WORDS[f"summary.{genre}"])),
            )
        )
    return tuple(films)


def _musicians(people: Sequence[Resident]) -> list[Resident]:
    return pool(
        people, {"guitar", "piano", "violin", "jazz", "choir singing", "ukulele"},
        {"Musician", "Music producer", "Music teacher", "Piano teacher"}, 420,
    )  # fmt: skip


def make_bands(rng: Rng, people: Sequence[Resident], last_year: int) -> tuple[Band, ...]:
    musicians = rng.shuffled(_musicians(people))
    draw = titles(rng, "band")
    bands = []
    for index in range(BANDS):
        members = tuple(musicians.pop() for _ in range(rng.integer(2, 5)))
        youngest = max(member.birth_date.year for member in members)
        bands.append(
            Band(
                id=index,
                name=draw(),
                member_ids=tuple(member.id for member in members),
                formed=rng.integer(min(youngest + 17, last_year - 3), last_year - 2),
                genre=rng.choice(_WORDS["genre.album"]),
                city_id=members[0].city_id,
            )
        )
    return tuple(bands)


def make_albums(
    rng: Rng, people: Sequence[Resident], bands: Sequence[Band], companies: Sequence[Company], last_year: int
) -> tuple[Album, ...]:
    soloists = rng.sample(_musicians(people), 60)
    labels = [company for company in companies if company.industry == "music"]
    draw_album, draw_song = titles(rng, "title.album"), titles(rng, "title.song")
    albums = []
    for index in range(ALBUMS):
        band = rng.choice(bands) if rng.chance(0.65) else None
        soloist = None if band else rng.choice(soloists)
        if band:
            artist, first, genre = band.name, band.formed, band.genre
        else:
            assert soloist is not None
            artist, first, genre = soloist.full_name, soloist.birth_date.year + 19, rng.choice(_WORDS["genre.album"])
        albums.append(
            Album(
                id=index,
                title=draw_album(),
                artist=artist,
                band_id=band.id if band else None,
                person_id=soloist.id if soloist else None,
                year=rng.integer(min(max(first, 1965), last_year), last_year),
                genre=genre,
                label_id=rng.choice(labels).id,
                tracks=tuple(Track(draw_song(), rng.integer(128, 372)) for _ in range(rng.integer(7, 13))),
            )
        )
    return tuple(albums)
