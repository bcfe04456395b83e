"""A small world, templates on it, and somebody who clicks through pages that are written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from webcosm.act.actions import Action
from webcosm.judge.answers import Answer, Number
from webcosm.judge.evidence import Evidence
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.judge.state import Expectation, Update
from webcosm.lore import Lore
from webcosm.observe.records import Element, PageView
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.worlds import Blueprint, Change, Database, ServedPage, World

TITLES = ("Winter Bees", "Nine Rivers", "Low Tide", "The Cartographer", "Salt Roads")


def _fill(db: Database, lore: Lore, scale: str) -> None:
    for number, title in enumerate(TITLES, 1):
        db.insert("book", id=number, title=title, pages=100 + number, lent=0)


SHELF = Blueprint(
    "shelf",
    "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER NOT NULL, lent INTEGER NOT NULL)"
    " STRICT;",
    _fill,
)


@dataclass(frozen=True)
class Book:
    title: str


def _books(world: World) -> list[Book]:
    return [Book(title) for title in world.shelf.values("SELECT title FROM book ORDER BY id")]


class CountPages(Template[Book]):
    """How long is a book?"""

    id = "try.shelf.count-pages"
    kind = Kind.ASK
    goals = ("How many pages has {title}?", "Tell me the number of pages of {title}.")
    sites = ("shelf",)
    difficulty = Difficulty(actions=2)

    def pool(self, world: World) -> Sequence[Book]:
        return _books(world)

    def answer(self, world: World, p: Book) -> Answer:
        return Number(world.shelf.value("SELECT pages FROM book WHERE title = ?", p.title))

    async def solve(self, person: Person, p: Book) -> None:
        await person.goto(f"http://shelf.test/{p.title}")
        await person.answer(101)


class OpenBook(Template[Book]):
    """Open a book."""

    id = "try.shelf.open-book"
    kind = Kind.GO
    goals = ("Open {title}.",)
    sites = ("shelf",)
    start = ("http://shelf.test/all",)
    difficulty = Difficulty(actions=2, visual=1)

    def pool(self, world: World) -> Sequence[Book]:
        return _books(world)

    def page(self, world: World, p: Book) -> PageShows:
        return PageShows("shelf", "book", {"title": p.title})

    async def solve(self, person: Person, p: Book) -> None:
        await person.goto(f"http://shelf.test/{p.title}")
        await person.stop()


class LendBook(Template[Book]):
    """Lend a book."""

    id = "try.shelf.lend-book"
    kind = Kind.DO
    goals = ("Lend {title}.", "Mark {title} as lent.")
    sites = ("shelf",)
    difficulty = Difficulty(actions=3)

    def pool(self, world: World) -> Sequence[Book]:
        return _books(world)

    def expect(self, world: World, p: Book) -> Expectation:
        return Expectation([Update("shelf", "book", {"lent": 1}, key=(number_of(world, p),), name="the book is lent")])

    async def solve(self, person: Person, p: Book) -> None:
        await person.goto(f"http://shelf.test/{p.title}")
        await person.press("L")
        await person.stop()


class LendMissingBook(Template[Book]):
    """Lend a book that is not there."""

    id = "try.shelf.lend-missing-book"
    kind = Kind.DO
    goals = LendBook.goals
    sites = ("shelf",)
    difficulty = Difficulty(actions=1)
    achievable = False
    twin = "try.shelf.lend-book"

    def pool(self, world: World) -> Sequence[Book]:
        return [Book("The Lighthouse Accounts")]

    def obstacle(self, world: World, p: Book) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.title,))

    async def solve(self, person: Person, p: Book) -> None:
        await person.infeasible(f"There is no book called {p.title}.")


def number_of(world: World, p: Book) -> int:
    return int(world.shelf.value("SELECT id FROM book WHERE title = ?", p.title))


def lent(world: World, p: Book, **values: int) -> Change:
    """The change that lending a book makes."""
    old = dict(world.shelf.rows("SELECT * FROM book WHERE title = ?", p.title)[0])
    return Change("shelf", "book", "update", (old["id"],), old, {**old, "lent": 1, **values})


@dataclass
class Actor:
    """Does nothing but remember what it was told, and shows pages by address."""

    world: World
    pages: dict[str, PageView] = field(default_factory=dict)
    view: PageView = field(default_factory=lambda: page())
    done: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    problem: str = ""

    async def perform(self, action: Action) -> str:
        self.done.append(action.text)
        return self.problem


def page(*elements: Element) -> PageView:
    return PageView("http://shelf.test/", "Shelf", elements, (1280, 720), (0, 0), (1280, 720))


class CountPreparedPages(CountPages):
    """The book has grown before the task begins, and a second one was bought."""

    id = "try.shelf.count-prepared-pages"

    def prepare(self, world: World, p: Book) -> None:
        world.shelf.run("UPDATE book SET pages = pages + 1000 WHERE title = ?", p.title)
        world.shelf.insert("book", title=f"More {p.title}", pages=7, lent=0)


def showing(title: str, *changes: Change) -> Evidence:
    """Of somebody who ended on the page of a book."""
    page = ServedPage(200, "shelf", "book", {"title": title})
    return Evidence(changes=changes, url="http://shelf.test/book", page=page)
