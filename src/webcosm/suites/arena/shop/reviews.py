"""Tasks on the storefront, shop.test: what customers say of products."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from webcosm.judge.answers import Answer, Date, Number, SetOf, Text
from webcosm.suites.arena.shop._goods import clear_names, figures, open_product, shelf
from webcosm.suites.arena.shop.prices import ProductName
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.tables import all_pages
from webcosm.worlds import World

__all__ = ["Review", "all_of", "all_reviews", "distinct", "reviewed"]

PAGES = 3
"""Nobody likes to leaf through more than this to find something out; a page has ten reviews."""


@dataclass(frozen=True)
class Review:
    product: str
    nickname: str
    title: str
    body: str
    stars: int
    day: str
    """2026-05-14"""


def reviewed(world: World, least: int = 1, most: int = 10 * PAGES) -> dict[str, list[Review]]:
    """Names of products, each with the reviews that its page shows, the oldest first."""
    names = {product.id: product.name for product in clear_names(shelf(world))}
    found: dict[str, list[Review]] = {}
    for number, *rest in world.shop.connection.execute(
        "SELECT product_id, nickname, title, body, stars, substr(created, 1, 10) FROM review"
        " WHERE status = 'approved' ORDER BY product_id, created, id"
    ):
        if number in names:
            found.setdefault(names[number], []).append(Review(names[number], *rest))
    return {name: said for name, said in found.items() if least <= len(said) <= most}


def distinct(nicknames: Iterable[str]) -> bool:
    """Whether nobody's nickname is in another's, so that each means one person."""
    names = [name.casefold() for name in nicknames]
    return not any(one in other for at, one in enumerate(names) for to, other in enumerate(names) if at != to)


def all_of(nicknames: Iterable[str]) -> Answer:
    """A list of people."""
    return SetOf(tuple(Text(name) for name in nicknames))


# Reading the pages ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """A review as the page shows it."""

    title: str
    stars: int
    nickname: str
    day: str
    """May 14, 2026"""
    body: str


def reviews_on(person: Person) -> list[Said]:
    found = []
    for index, element in enumerate(person.view.elements):
        if element.role != "article":
            continue
        seen = re.search(
            r"(?P<title>.*?) (?P<percent>\d+) % · Review by (?P<nickname>.*?) · Posted on (?P<day>\w+ \d+, \d{4})"
            r" (?P<body>.*)",
            person.text_of(index),
        )
        if seen:
            found.append(Said(seen["title"], int(seen["percent"]) // 20, seen["nickname"], seen["day"], seen["body"]))
    return found


async def all_reviews(person: Person) -> list[Said]:
    """Of all pages; one action for each further one."""
    return await all_pages(person, reviews_on)


def spread_on(person: Person) -> dict[int, int]:
    """Stars to how many reviews give them."""
    text = " ".join(person.text().split())
    counts = {int(stars): int(number) for stars, number in re.findall(r"\b([1-5]) stars? (\d+)\b", text)}
    if len(counts) != 5:
        raise Lost(f"{person.view.url} does not show how many reviews give how many stars")
    return counts


# Counting -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StarsOfProduct:
    name: str
    stars: int


class CountStars(Template[StarsOfProduct]):
    """How many reviews give so many stars?"""

    id = "arena.shop.count-stars"
    kind = Kind.ASK
    goals = (
        "How many {stars}-star reviews does “{name}” have?",
        "How many customers gave “{name}” exactly {stars} stars in their reviews?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[StarsOfProduct]:
        return list(self._counts(world))

    def answer(self, world: World, p: StarsOfProduct) -> Answer:
        return Number(self._counts(world)[p], unit="review")

    def _counts(self, world: World) -> dict[StarsOfProduct, int]:
        """Two at least and not all; numbers that the goal names anyway are left out."""
        found = {}
        for name, said in reviewed(world, least=4, most=1000).items():
            for stars, number in sorted(Counter(review.stars for review in said).items()):
                if stars > 1 and 2 <= number < len(said) and str(number) not in {*figures(name), str(stars)}:
                    found[StarsOfProduct(name, stars)] = number
        return found

    async def solve(self, person: Person, p: StarsOfProduct) -> None:
        await open_product(person, p.name)
        await person.answer(spread_on(person)[p.stars])


class AverageStars(Template[ProductName]):
    """How many stars does a product get on average?"""

    id = "arena.shop.average-stars"
    kind = Kind.ASK
    goals = (
        "What's the average star rating of “{name}”, to two decimals? Work it out from all its reviews.",
        "On average, how many stars do customers give “{name}”? Go by all its reviews and round to two decimals.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[ProductName]:
        """Averages that are not whole, not at the border of two roundings, and no number of the name."""
        found = []
        for name, said in reviewed(world, least=3, most=1000).items():
            exact = 1000 * sum(review.stars for review in said) / len(said)
            if exact % 1000 and exact % 10 != 5 and f"{exact / 1000:.2f}".rstrip("0") not in figures(name):
                found.append(ProductName(name))
        return found

    def answer(self, world: World, p: ProductName) -> Answer:
        said = reviewed(world, most=1000)[p.name]
        return Number(round(sum(review.stars for review in said) / len(said), 2), unit="star", decimals=2)

    async def solve(self, person: Person, p: ProductName) -> None:
        await open_product(person, p.name)
        counts = spread_on(person)
        total = sum(stars * number for stars, number in counts.items())
        await person.answer(f"{total / sum(counts.values()):.2f}")


# Who and when ---------------------------------------------------------------------------------------------------------


class LowRaters(Template[ProductName]):
    """Who was not content with a product?"""

    id = "arena.shop.low-raters"
    kind = Kind.ASK
    goals = (
        "Which reviewers gave “{name}” two stars or fewer? List their nicknames.",
        "List the nicknames of everyone who gave “{name}” at most two stars.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[ProductName]:
        return [ProductName(name) for name in self._names(world)]

    def answer(self, world: World, p: ProductName) -> Answer:
        return all_of(self._names(world)[p.name])

    def _names(self, world: World) -> dict[str, list[str]]:
        found = {}
        for name, said in reviewed(world, least=4).items():
            low = [review.nickname for review in said if review.stars <= 2]
            if 2 <= len(low) <= 9 and distinct(review.nickname for review in said):
                found[name] = low
        return found

    async def solve(self, person: Person, p: ProductName) -> None:
        await open_product(person, p.name)
        await person.choose("Sort by", "Lowest rating")
        await person.answer("; ".join(review.nickname for review in reviews_on(person) if review.stars <= 2))


@dataclass(frozen=True)
class EndOfReviews:
    name: str
    end: str
    """``newest`` or ``oldest``"""


class ReviewTitle(Template[EndOfReviews]):
    """What is the title of the newest or oldest review?"""

    id = "arena.shop.review-title"
    kind = Kind.ASK
    goals = (
        "What's the title of the {end} customer review of “{name}”? If nobody has reviewed it, say “no reviews”.",
        "Find the {end} review of “{name}” and tell me its title. If it hasn't been reviewed, just say “no reviews”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 3

    def pool(self, world: World) -> Sequence[EndOfReviews]:
        """Of products with reviews, and of half as many without."""
        titled = list(self._titles(world))
        # Of any status: a review that waits for approval may come to be shown.
        with_reviews = set(world.shop.values("SELECT DISTINCT product_id FROM review"))
        bare = [product for product in clear_names(shelf(world)) if product.id not in with_reviews]
        ends = ("newest", "oldest")
        return titled + [EndOfReviews(one.name, ends[one.id % 2]) for one in bare[: len(titled) // 2]]

    def answer(self, world: World, p: EndOfReviews) -> Answer:
        return Text(self._titles(world).get(p, "no reviews"))

    def _titles(self, world: World) -> dict[EndOfReviews, str]:
        """Of products with different titles, where one day is the first or last."""
        found = {}
        for name, said in reviewed(world, least=3).items():
            if said[-1].day > said[-2].day and said[-1].title != said[0].title:
                found[EndOfReviews(name, "newest")] = said[-1].title
            if said[0].day < said[1].day and said[-1].title != said[0].title:
                found[EndOfReviews(name, "oldest")] = said[0].title
        return found

    async def solve(self, person: Person, p: EndOfReviews) -> None:
        await open_product(person, p.name)
        if person.sees("Nobody has reviewed this product yet."):
            await person.answer("no reviews")
            return
        if p.end == "oldest":
            await person.choose("Sort by", "Oldest first")
        await person.answer(reviews_on(person)[0].title)


@dataclass(frozen=True)
class Reviewer:
    name: str
    nickname: str


class ReviewDate(Template[Reviewer]):
    """When did somebody review a product?"""

    id = "arena.shop.review-date"
    kind = Kind.ASK
    goals = (
        "What date did {nickname} review “{name}”?",
        "When was {nickname}'s review of “{name}” posted?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[Reviewer]:
        """Two reviewers of each product, from different ends of the list."""
        return [
            Reviewer(name, review.nickname)
            for name, said in reviewed(world, least=3).items()
            if distinct(review.nickname for review in said)
            for review in (said[0], said[len(said) // 2])
        ]

    def answer(self, world: World, p: Reviewer) -> Answer:
        said = reviewed(world)[p.name]
        return Date(date.fromisoformat(next(review.day for review in said if review.nickname == p.nickname)))

    async def solve(self, person: Person, p: Reviewer) -> None:
        await open_product(person, p.name)
        said = await all_reviews(person)
        await person.answer(next(review.day for review in said if review.nickname == p.nickname))
