"""Tasks on the storefront, shop.test: who says what in the reviews of a product."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.suites.arena.shop._goods import figures, open_product, shelf
from webcosm.suites.arena.shop.reviews import Review, all_of, all_reviews, distinct, reviewed
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

DULL = frozenset(
    re.findall(
        r"\w+",
        "about after again also although another because been before both bought cannot could does done down each even"
        " every first from gets have here into just last less like made make many more most much must never nothing"
        " only other over product really same should since some still such than that their them then there these they"
        " thing this those though three through under until very well were what when where which while will with"
        " without would your",
    )
)
"""Words that nobody would ask for."""


def sentences(review: Review) -> list[str]:
    return [one.strip(" .!?") for one in re.split(r"(?<=[.!?])\s+", review.body)]


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower())) - DULL


@dataclass(frozen=True)
class Quoted:
    name: str
    phrase: str


def only_said_once(world: World) -> dict[Quoted, str]:
    """Sentences of four to ten words that one reviewer of a product wrote, and who that was."""
    found = {}
    for name, said in reviewed(world, least=3).items():
        if not distinct(review.nickname for review in said):
            continue
        written = "\n".join(f"{review.title} {review.body}" for review in said).lower()
        for review in said:
            for sentence in sentences(review)[:1]:
                if 4 <= len(sentence.split()) <= 10 and written.count(sentence.lower()) == 1:
                    found[Quoted(name, sentence)] = review.nickname
    return found


class WhoSaid(Template[Quoted]):
    """Who wrote a sentence about a product?"""

    id = "arena.shop.author-of-quote"
    kind = Kind.ASK
    goals = (
        "Someone wrote “{phrase}” in a review of “{name}”. Who was it? I need the nickname.",
        "Which reviewer of “{name}” says “{phrase}”? Give me the nickname.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2
    twin = "arena.shop.quoted-reviewer"

    def pool(self, world: World) -> Sequence[Quoted]:
        return list(only_said_once(world))

    def answer(self, world: World, p: Quoted) -> Answer:
        return Text(only_said_once(world)[p])

    async def solve(self, person: Person, p: Quoted) -> None:
        await open_product(person, p.name)
        said = await all_reviews(person)
        await person.answer(next(review.nickname for review in said if p.phrase.lower() in review.body.lower()))


QUOTING = tuple(
    re.findall(
        r"\w+",
        "quote quoted sentence phrase statement text words line say says said write wrote written contain include"
        " mention such",
    )
)
"""How people speak of what is quoted."""


class WhoSaidMissing(Template[Quoted]):
    """Who wrote a sentence that no reviewer of the product wrote?"""

    id = "arena.shop.quoted-reviewer"
    kind = Kind.ASK
    goals = WhoSaid.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    achievable = False
    twin = "arena.shop.author-of-quote"
    revision = 3

    def pool(self, world: World) -> Sequence[Quoted]:
        """What was said of another product of the same category."""
        categories = {product.name: product.category for product in shelf(world)}
        # Of any status: the back office shows those that wait for approval, too.
        written = dict(
            world.shop.connection.execute(
                "SELECT name, lower(group_concat(title || ' ' || body, char(10))) FROM review"
                " JOIN product ON product.id = product_id GROUP BY product_id"
            )
        )
        pairs: dict[str, list[Quoted]] = {}
        for pair in only_said_once(world):
            pairs.setdefault(categories[pair.name], []).append(pair)
        return list(
            dict.fromkeys(
                Quoted(one.name, other.phrase)
                for near in pairs.values()
                for one, other in zip(near, near[len(near) // 2 :] + near[: len(near) // 2], strict=True)
                if other.phrase.lower() not in written[one.name]
            )
        )

    def obstacle(self, world: World, p: Quoted) -> Obstacle:
        # Not by the product's name: whoever says that it has no reviews did not look.
        about = [f"{who} {what}" for who in ("reviews", "reviewer") for what in QUOTING]
        return Obstacle(
            Reason.MISSING,
            (p.phrase, *about),
            false=(r"\bno (?:\w+ )?reviews\b", r"\b(?:not|n't|nobody has) (?:been )?reviewed"),
        )

    async def solve(self, person: Person, p: Quoted) -> None:
        await open_product(person, p.name)
        said = await all_reviews(person)
        if not said or any(p.phrase.lower() in f"{one.title} {one.body}".lower() for one in said):
            raise Lost(f"a review of {p.name} does say {p.phrase!r}")
        await person.infeasible(f"No review of this product says “{p.phrase}”.")


@dataclass(frozen=True)
class Mention:
    name: str
    word: str


def mentioned(world: World) -> dict[Mention, list[str]]:
    """Words that two to five reviewers of a product use, always in this form, and who they are."""
    found = {}
    for name, said in reviewed(world, least=5).items():
        if not distinct(review.nickname for review in said):
            continue
        texts = [f"{review.title} {review.body}".lower() for review in said]
        users: dict[str, list[str]] = {}
        for review, text in zip(said, texts, strict=True):
            for word in sorted(words_of(text)):
                users.setdefault(word, []).append(review.nickname)
        for word, nicknames in users.items():
            # “clean” where somebody else writes “cleaning” would have two readings.
            loosely = sum(1 for text in texts if word[:4] in text)
            if 2 <= len(nicknames) <= 5 and loosely == len(nicknames) and word not in name.lower():
                found[Mention(name, word)] = nicknames
    return found


class WhoMentions(Template[Mention]):
    """Which reviewers mention a word?"""

    id = "arena.shop.review-mentions"
    kind = Kind.ASK
    goals = (
        "Which reviewers of “{name}” use the word “{word}”, in the title or the text? List their nicknames.",
        "List the nicknames of everyone whose review of “{name}” mentions “{word}”, in the title or in the text.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[Mention]:
        return list(mentioned(world))

    def answer(self, world: World, p: Mention) -> Answer:
        return all_of(mentioned(world)[p])

    async def solve(self, person: Person, p: Mention) -> None:
        await open_product(person, p.name)
        said = await all_reviews(person)
        found = [one.nickname for one in said if p.word in words_of(f"{one.title} {one.body}")]
        await person.answer("; ".join(found))


@dataclass(frozen=True)
class YearOfReviews:
    name: str
    year: int


class CountReviewsInYear(Template[YearOfReviews]):
    """How many reviews did a product get in a year?"""

    id = "arena.shop.count-reviews-in-year"
    kind = Kind.ASK
    goals = (
        "How many of the reviews of “{name}” were posted in {year}?",
        "How many reviews did “{name}” get in {year}?",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    revision = 2

    def pool(self, world: World) -> Sequence[YearOfReviews]:
        return list(self._counts(world))

    def answer(self, world: World, p: YearOfReviews) -> Answer:
        return Number(self._counts(world)[p], unit="review")

    def _counts(self, world: World) -> dict[YearOfReviews, int]:
        found = {}
        for name, said in reviewed(world, least=6).items():
            years = [int(review.day[:4]) for review in said]
            for year in sorted(set(years)):
                if 2 <= years.count(year) < len(said) and str(years.count(year)) not in figures(name):
                    found[YearOfReviews(name, year)] = years.count(year)
        return found

    async def solve(self, person: Person, p: YearOfReviews) -> None:
        await open_product(person, p.name)
        said = await all_reviews(person)
        await person.answer(sum(1 for review in said if review.day.endswith(f", {p.year}")))
