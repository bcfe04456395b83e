"""Tasks on the forum: what lists of posts, forums and people tell when they are sorted, counted and compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.judge.answers import Answer, Date, Number, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.sites.forum.rules.feed import range_start
from webcosm.suites.arena.forum._moves import (
    all_listed,
    choose_sort,
    listed_posts,
    open_forum,
    open_user,
    search,
)
from webcosm.suites.arena.forum._rows import comments, forums, people, posts
from webcosm.tasks import Difficulty, Kind, Lost, Person, Skill, Template
from webcosm.worlds import Row, World

__all__ = ["NO_POSTS", "PERIODS", "Extreme", "of_period", "writers", "written_by"]

PERIODS = {"week": "the past week", "month": "the past month", "year": "the past year"}
"""As lists call them; a month is of 30 days. To how people say them."""


@dataclass(frozen=True)
class Span:
    forum: str
    when: str


def of_period(world: World, said: str) -> list[Row]:
    """The posts of the last seven, 30 or 365 days, up to now; none if one is about to leave the period."""
    key = next(key for key, value in PERIODS.items() if value == said)
    first, soon = (range_start(key, world.clock.now() + timedelta(hours=late)) for late in (0, 1))
    found = posts(world, "post.created >= ?", first)
    leaving = {row.forum for row in found if row.created < str(soon)}
    return [row for row in found if row.forum not in leaving]


class PostsInPeriod(Template[Span]):
    """How many posts were made in a forum lately?"""

    id = "arena.forum.posts-lately"
    kind = Kind.ASK
    goals = (
        "How many posts have people made in f/{forum} in {when}?",
        "I'd like to know how busy f/{forum} is. How many posts did it get in {when}?",
        "Count the posts from {when} in f/{forum}.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[Span]:
        found = []
        for when in PERIODS.values():
            often = Counter(row.forum for row in of_period(world, when))
            found += [Span(one.name, when) for one in forums(world) if often[one.name] > 8]
        return found

    def answer(self, world: World, p: Span) -> Answer:
        return Number(sum(row.forum == p.forum for row in of_period(world, p.when)), unit="post")

    async def solve(self, person: Person, p: Span) -> None:
        await search(person, "")
        await person.choose("Forum", p.forum)
        await person.choose("From", p.when.removeprefix("the ").capitalize())
        await person.click("Search", role="button", within="Written by")
        await person.answer(found_in(person))


def found_in(person: Person) -> int:
    """How many results the page of a search says that there are."""
    for line in person.lines():
        words = line.split()
        if len(words) > 1 and words[1].startswith("result") and words[0].replace(",", "").isdecimal():
            return int(words[0].replace(",", ""))
    raise Lost("the search does not say how much it found")


# Extremes -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Extreme:
    forum: str
    most: str
    when: str


ORDERS = {
    "most upvoted": ("Top", "score"),
    "most discussed": ("Most commented", "comments"),
}
"""How people say it, to the list's name of it and the column. Upvotes less downvotes are what scores are."""


def extremes(world: World) -> list[tuple[Extreme, Row]]:
    """The first post of each such list, where nothing else comes near."""
    found = []
    for when in PERIODS.values():
        lately = of_period(world, when)
        for one in forums(world):
            here = [row for row in lately if row.forum == one.name]
            for most, (_, column) in ORDERS.items():
                ranked = sorted(here, key=lambda row: -row[column])
                if len(ranked) < 6 or ranked[0].ups < max(row.ups for row in ranked) * (most == "most upvoted"):
                    continue
                if ranked[0][column] > ranked[1][column]:
                    found.append((Extreme(one.name, most, when), ranked[0]))
    return found


def first_post(world: World, p: Extreme) -> Row:
    column = ORDERS[p.most][1]
    return max((row for row in of_period(world, p.when) if row.forum == p.forum), key=lambda row: row[column])


async def sort_forum(person: Person, p: Extreme) -> None:
    """Four actions, or five with a button for the period."""
    await open_forum(person, p.forum)
    await choose_sort(person, ORDERS[p.most][0], p.when)


class WhoWroteTheMost(Template[Extreme]):
    """Who wrote the most upvoted or most discussed post of a time?"""

    id = "arena.forum.author-of-top-post"
    kind = Kind.ASK
    goals = (
        "Who wrote the {most} post in f/{forum} from {when}?",
        "I want to know who's behind the {most} post of {when} in f/{forum}. Give me the username.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[Extreme]:
        return [p for p, _ in extremes(world)]

    def answer(self, world: World, p: Extreme) -> Answer:
        return Text(first_post(world, p).author)

    async def solve(self, person: Person, p: Extreme) -> None:
        await sort_forum(person, p)
        await person.answer(listed_posts(person)[0].author)


class HowMuchTheMost(Template[Extreme]):
    """How many points, and how many comments, has the first post of a list?"""

    id = "arena.forum.size-of-top-post"
    kind = Kind.ASK
    goals = (
        "How many comments does the {most} post in f/{forum} from {when} have?",
        "Look up the {most} post of {when} in f/{forum}. How many comments are there under it?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[Extreme]:
        return [p for p, row in extremes(world) if row.comments > 1]

    def answer(self, world: World, p: Extreme) -> Answer:
        return Number(first_post(world, p).comments, unit="comment")

    async def solve(self, person: Person, p: Extreme) -> None:
        await sort_forum(person, p)
        await person.answer(listed_posts(person)[0].comments)


# Forums compared ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trio:
    one: str
    two: str
    three: str


class LargestForum(Template[Trio]):
    """By how much does the largest of three forums beat the smallest?"""

    id = "arena.forum.subscriber-gap"
    kind = Kind.ASK
    goals = (
        "Among f/{one}, f/{two} and f/{three}, how many more subscribers does the biggest have than the smallest?",
        "Compare f/{one}, f/{two} and f/{three} by subscribers. What's the gap between the largest and the smallest?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=2)

    def pool(self, world: World) -> Sequence[Trio]:
        names = [one.name for one in forums(world)]
        count = len(names)
        return [
            Trio(names[place], names[(place + 5) % count], names[(place + 13) % count])
            for place in range(count)
            if len({names[place], names[(place + 5) % count], names[(place + 13) % count]}) == 3
        ]

    def answer(self, world: World, p: Trio) -> Answer:
        sizes = [one.subscribers for one in forums(world) if one.name in (p.one, p.two, p.three)]
        return Number(max(sizes) - min(sizes), unit="subscriber")

    async def solve(self, person: Person, p: Trio) -> None:
        await person.click("Forums", role="link")
        sizes = []
        wanted = {f"f/{name}" for name in (p.one, p.two, p.three)}
        for place, element in enumerate(person.view.elements):
            if element.role == "listitem":
                words = person.text_of(place).split()
                if words and words[0] in wanted and "subscribers" in words:
                    sizes.append(int(words[words.index("subscribers") - 1].replace(",", "")))
        await person.answer(max(sizes) - min(sizes))


# What somebody wrote --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Writer:
    username: str
    forum: str


NO_POSTS = (
    r"\bno (?:\w+ )?posts?\b",
    r"(?:\b(?:not|never)|n't) (?:\w+ ){0,2}?(?:post|wr[io]t|publish)\w*",
    r"\b0 posts?\b",
)
"""That somebody has written none, for `Obstacle.said`."""


def writers(world: World, least: int = 1) -> dict[Writer, list[Row]]:
    """Who wrote at least so many posts in a forum, oldest first."""
    found: dict[Writer, list[Row]] = {}
    for row in posts(world):
        found.setdefault(Writer(row.author, row.forum), []).append(row)
    return {p: written for p, written in sorted(found.items(), key=lambda one: str(one)) if len(written) >= least}


def written_by(world: World, p: Writer) -> list[Row]:
    """Somebody's posts in a forum, oldest first."""
    return posts(world, "author.username = ? AND forum.name = ?", p.username, p.forum)


def taken_down(world: World) -> set[Writer]:
    """Who has had a post removed from a forum, or has deleted one."""
    rows = world.forum.rows(
        "SELECT DISTINCT username, forum.name FROM post JOIN forum ON forum.id = forum_id"
        " JOIN account ON account.id = author_id WHERE coalesce(deleted, removed_by) IS NOT NULL"
    )
    return {Writer(*row.values()) for row in rows}


class LastPostDay(Template[Writer]):
    """When did somebody last post in a forum?"""

    id = "arena.forum.last-post-day"
    kind = Kind.ASK
    goals = (
        "When did {username} last post something in f/{forum}? The date is enough.",
        "What's the date of {username}'s most recent post in f/{forum}?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    twin = "arena.forum.latest-post-day"

    def pool(self, world: World) -> Sequence[Writer]:
        """Those who wrote elsewhere since, so that their newest post is not the one."""
        newest = {row.author: row.forum for row in posts(world)}
        gone = taken_down(world)
        return [p for p, _ in writers(world).items() if newest[p.username] != p.forum and p not in gone]

    def answer(self, world: World, p: Writer) -> Answer:
        return Date(date.fromisoformat(written_by(world, p)[-1].created[:10]))

    async def solve(self, person: Person, p: Writer) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        found = await all_listed(person, lambda row: row.forum == p.forum)
        await person.answer(max(row.created for row in found if row.forum == p.forum).strftime("%B %d, %Y"))


class LastPostDayMissing(Template[Writer]):
    """When did somebody post in a forum where they never did?"""

    id = "arena.forum.latest-post-day"
    kind = Kind.ASK
    goals = LastPostDay.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    achievable = False
    twin = "arena.forum.last-post-day"

    def pool(self, world: World) -> Sequence[Writer]:
        """They comment there, and post elsewhere; nothing of theirs was removed or deleted there."""
        ever = {tuple(row.values()) for row in world.forum.rows("SELECT DISTINCT author_id, forum_id FROM post")}
        posting = {row.author for row in posts(world)}
        pairs = dict.fromkeys(
            Writer(row.author, row.forum)
            for row in comments(world)
            if row.author in posting and (row.author_id, row.forum_id) not in ever
        )
        return sorted(pairs, key=str)[::7]

    def obstacle(self, world: World, p: Writer) -> Obstacle:
        return Obstacle(Reason.MISSING, (f"f/{p.forum}", p.forum, p.username), said=NO_POSTS)

    async def solve(self, person: Person, p: Writer) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        if any(row.forum == p.forum for row in await all_listed(person)):
            raise Lost(f"{p.username} did post in f/{p.forum}")
        await person.infeasible(f"{p.username} has never posted anything in f/{p.forum}.")


@dataclass(frozen=True)
class Points:
    forum: str
    least: int


def comment_points(world: World, account_id: int) -> list[int]:
    """Of each of somebody's comments that are shown on their page, wherever they stand."""
    return world.forum.values(
        "SELECT base_score + coalesce((SELECT sum(value) FROM comment_vote WHERE comment_id = comment.id), 0)"
        " FROM comment WHERE author_id = ? AND deleted IS NULL AND removed_by IS NULL",
        account_id,
    )


class NewestAuthorsComments(Template[Points]):
    """How many comments with so many points has the author of a forum's newest post?"""

    id = "arena.forum.comments-of-newest-author"
    kind = Kind.ASK
    goals = (
        "Find whoever made the latest post in f/{forum}. How many of their comments have {least} points or more?",
        "Who posted last in f/{forum}? I need to know how many comments by that person have at least {least} points.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=8, skills=(Skill.COVERAGE,))

    def pool(self, world: World) -> Sequence[Points]:
        newest = {row.forum: row for row in sorted(posts(world), key=lambda row: row.created)}
        found = []
        for name, row in newest.items():
            scores = comment_points(world, row.author_id)
            for least in (2, 3, 4):
                if len(scores) > 5 and sum(score >= least for score in scores) > 1:
                    found.append(Points(name, least))
        return sorted(found, key=str)

    def answer(self, world: World, p: Points) -> Answer:
        newest = max(posts(world, "forum.name = ?", p.forum), key=lambda row: row.created)
        scores = comment_points(world, newest.author_id)
        return Number(sum(score >= p.least for score in scores), unit="comment")

    async def solve(self, person: Person, p: Points) -> None:
        await open_forum(person, p.forum)
        await choose_sort(person, "New")
        author = listed_posts(person)[0].author
        await person.click(author, role="link")
        await person.click("Comments", role="link")
        await choose_sort(person, "Top")
        count = 0
        while True:
            scores = comment_scores(person)
            count += sum(score >= p.least for score in scores)
            if any(score < p.least for score in scores) or "Next" not in person.names("link"):
                break
            await person.click("Next", role="link")
        await person.answer(count)


def comment_scores(person: Person) -> list[int]:
    """Of the comments on somebody's page; the points stand before what was said."""
    return [
        int(found[1].replace(",", ""))
        for place, element in enumerate(person.view.elements)
        if element.role == "article" and (found := re.search(r" · (-?[\d,]+) points?\b", person.text_of(place)))
    ]


@dataclass(frozen=True)
class Username:
    username: str


class CommentsWritten(Template[Username]):
    """How many posts and comments has somebody written?"""

    id = "arena.forum.posts-and-comments"
    kind = Kind.ASK
    goals = (
        "How many posts and comments has {username} written on the forum, all together?",
        "Add up {username}'s posts and comments. What's the total?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[Username]:
        return [Username(row.username) for row in people(world) if row.posts > 3 and row.comments > 9][::3]

    def answer(self, world: World, p: Username) -> Answer:
        row = people(world, "username = ?", p.username)[0]
        return Number(row.posts + row.comments)

    async def solve(self, person: Person, p: Username) -> None:
        await open_user(person, p.username)
        lines = [line.strip() for line in person.lines()]
        shown = [int(lines[lines.index(name, lines.index("About")) + 1]) for name in ("Posts", "Comments")]
        await person.answer(sum(shown))
