"""Tasks on the board, classifieds.test: who sells, and what buyers say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from webcosm.judge.answers import Answer, Date, Email, Number, PersonName
from webcosm.suites.arena.classifieds._moves import open_item
from webcosm.suites.arena.classifieds._rows import Ad, Board, clear_titles
from webcosm.suites.arena.classifieds.figures import AskBoard, Title
from webcosm.suites.arena.classifieds.find import seller_shown
from webcosm.tasks import Difficulty, Lost, Person
from webcosm.tasks.dates import read_day
from webcosm.worlds import Row, World

__all__ = ["Comment", "comments_shown"]


@dataclass(frozen=True)
class TwoTitles:
    one: str
    other: str


class BetterRated(AskBoard[TwoTitles]):
    """Which of two sellers has the better ratings?"""

    id = "arena.classifieds.better-rated"
    goals = (
        "I can't decide between “{one}” and “{other}”. Which of the two sellers has the better average rating? Tell me"
        " the name.",
        "Compare the sellers of “{one}” and “{other}”: who is rated higher by buyers? Just the name, please.",
    )
    difficulty = Difficulty(actions=7)

    def answers(self, world: World) -> Mapping[TwoTitles, Answer]:
        """Things of one category whose sellers are rated, by more than a tenth of a star apart."""
        rates = {
            row.seller_id: row.average
            for row in world.classifieds.rows(
                "SELECT seller_id, avg(stars) AS average FROM seller_rating GROUP BY seller_id"
            )
        }
        people = [ad for ad in clear_titles(Board(world)) if not ad.seller.endswith("Trading")]
        rated = [ad for ad in people if ad.seller_id in rates]
        found: dict[TwoTitles, Answer] = {}
        for one, other in _pairs(rated):
            if abs(rates[one.seller_id] - rates[other.seller_id]) > 0.15 and one.seller != other.seller:
                better = max(one, other, key=lambda ad: rates[ad.seller_id])
                found[TwoTitles(one.title, other.title)] = PersonName(better.seller)
        return found

    async def solve(self, person: Person, p: TwoTitles) -> None:
        rates = {}
        for title in (p.one, p.other):
            await open_item(person, title)
            seen = re.search(r"(\d\.\d) of 5 \(\d+ rating", " ".join(person.text().split()))
            if seen is None:
                raise Lost(f"the seller of {title!r} has no ratings")
            rates[seller_shown(person)] = float(seen[1])
        await person.answer(max(rates, key=lambda name: rates[name]))


def _pairs(ads: Iterable[Ad]) -> list[tuple[Ad, Ad]]:
    """Two things of a category each: what somebody may be unable to choose between."""
    by_category: dict[tuple[str, object], list[Ad]] = {}
    for ad in ads:
        by_category.setdefault((ad.slug, ad.values.get("type")), []).append(ad)
    return [pair for shelf in by_category.values() for pair in pairwise(shelf)]


class MemberSince(AskBoard[TwoTitles]):
    """Which of two sellers has been here longer, and since when?"""

    id = "arena.classifieds.member-since"
    goals = (
        "Of the sellers of “{one}” and “{other}”, one joined the board earlier. What date was that?",
        "Look up when the sellers of “{one}” and “{other}” became members, and give me the earlier of the two dates.",
    )
    difficulty = Difficulty(actions=7)

    def answers(self, world: World) -> Mapping[TwoTitles, Answer]:
        since = {row.id: row.created[:10] for row in world.classifieds.rows("SELECT id, created FROM account")}
        return {
            TwoTitles(one.title, other.title): Date(
                date.fromisoformat(min(since[one.seller_id], since[other.seller_id]))
            )
            for one, other in _pairs(clear_titles(Board(world)))
            if since[one.seller_id] != since[other.seller_id]
        }

    async def solve(self, person: Person, p: TwoTitles) -> None:
        days = []
        for title in (p.one, p.other):
            await open_item(person, title)
            seen = re.search(r"Member since (\w+ \d+, \d{4})", " ".join(person.text().split()))
            if seen is None:
                raise Lost(f"{person.view.url} does not say since when")
            days.append(read_day(seen[1]))
        await person.answer(min(days).isoformat())


class SellersEmail(AskBoard[Title]):
    """Where can one write to the seller?"""

    id = "arena.classifieds.sellers-email"
    goals = (
        "What email address does the seller of “{title}” use?",
        "I'd rather write from my own mailbox. What's the email address of whoever is selling “{title}”?",
    )
    difficulty = Difficulty(actions=4)

    def answers(self, world: World) -> Mapping[Title, Answer]:
        emails = {row.id: row.email for row in world.classifieds.rows("SELECT id, email FROM account")}
        return {Title(ad.title): Email(emails[ad.seller_id]) for ad in clear_titles(Board(world)) if ad.seller_id > 3}

    async def solve(self, person: Person, p: Title) -> None:
        await open_item(person, p.title)
        await person.answer(next(name for name in person.names("link") if "@" in name))


# Comments -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comment:
    """A comment as the page of its listing shows it."""

    title: str
    author: str
    stars: int
    day: date


def comments_shown(person: Person) -> list[Comment]:
    found = []
    text = " ".join(person.text().split())
    for one in person.view:
        if one.role != "heading" or " by " not in one.name:
            continue
        title, _, author = one.name.rpartition(" by ")
        seen = re.search(rf"{re.escape(title)} +by {re.escape(author)} (?:[★☆]+ )?(\d) of 5 · (\w+ \d+, \d{{4}})", text)
        if seen:
            found.append(Comment(title, author, int(seen[1]), read_day(seen[2])))
    return found


def _comments(world: World, least: int) -> dict[Ad, list[Row]]:
    """Of active listings with so many, the oldest first."""
    said: dict[int, list[Row]] = {}
    for row in world.classifieds.rows(
        "SELECT review.*, account.name AS author FROM review JOIN account ON account.id = author_id WHERE NOT removed"
        " ORDER BY review.created, review.id"
    ):
        said.setdefault(row.listing_id, []).append(row)
    return {ad: said[ad.id] for ad in clear_titles(Board(world)) if len(said.get(ad.id, [])) >= least}


class HarshestComment(AskBoard[Title]):
    """Who gave the fewest stars?"""

    id = "arena.classifieds.harshest-comment"
    goals = (
        "Who left the comment with the fewest stars under “{title}”?",
        "Read what people say about “{title}” and name whoever gave it the lowest score.",
    )
    difficulty = Difficulty(actions=4)

    def answers(self, world: World) -> Mapping[Title, Answer]:
        found: dict[Title, Answer] = {}
        for ad, said in _comments(world, 2).items():
            low, second, *_ = sorted(said, key=lambda row: row.stars)
            if low.stars < second.stars and len({row.author for row in said}) == len(said):
                found[Title(ad.title)] = PersonName(low.author)
        return found

    async def solve(self, person: Person, p: Title) -> None:
        await open_item(person, p.title)
        await person.answer(min(comments_shown(person), key=lambda one: one.stars).author)


class CommentedMonthsApart(AskBoard[Title]):
    """How many days lie between the first and the last comment?"""

    id = "arena.classifieds.days-between-comments"
    goals = (
        "How many days passed between the first and the latest comment on “{title}”?",
        "Count the days from the oldest to the newest comment under “{title}”.",
    )
    difficulty = Difficulty(actions=4)

    def answers(self, world: World) -> Mapping[Title, Answer]:
        found: dict[Title, Answer] = {}
        for ad, said in _comments(world, 2).items():
            days = (date.fromisoformat(said[-1].created[:10]) - date.fromisoformat(said[0].created[:10])).days
            if days > 1 and str(days) not in re.findall(r"\d+", ad.title):
                found[Title(ad.title)] = Number(days, unit="day")
        return found

    async def solve(self, person: Person, p: Title) -> None:
        await open_item(person, p.title)
        days = [one.day for one in comments_shown(person)]
        await person.answer((max(days) - min(days)).days)
