"""Tasks on the forum: getting to a list, a post, a comment or a person's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import FactTest, PageShows
from webcosm.sites.forum.rules.people import WRITTEN_SORTS
from webcosm.suites.arena.forum._moves import (
    all_listed,
    choose_sort,
    in_comment,
    load_all_comments,
    open_forum,
    open_post,
    open_user,
    search,
)
from webcosm.suites.arena.forum._rows import comments, first_of, forums, people, posts
from webcosm.suites.arena.forum.lists import NO_POSTS, PERIODS, Writer, taken_down, writers, written_by
from webcosm.suites.arena.forum.order import ACTIONS, Deeds, deeds, open_log
from webcosm.suites.arena.forum.threads import conversations, said_under
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Fact, Row, World

__all__ = ["OpenComment"]

# Sorted lists ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SortedForum:
    forum: str
    order: str
    when: str


ORDERS = {
    "most upvoted": ("top", "Top"),
    "most controversial": ("controversial", "Controversial"),
    "most commented": ("comments", "Most commented"),
}


class SortForum(Template[SortedForum]):
    """Show the posts of a forum in an order, of a time."""

    id = "arena.forum.sort-forum"
    kind = Kind.GO
    goals = (
        "Show me the posts of {when} in f/{forum}, the {order} ones first.",
        "List what was posted in f/{forum} in {when}, starting with the {order} posts.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[SortedForum]:
        return [
            SortedForum(one.name, order, when)
            for one in forums(world)
            if one.posts > 30
            for order in ORDERS
            for when in PERIODS.values()
        ]

    def page(self, world: World, p: SortedForum) -> PageShows:
        period = next(key for key, said in PERIODS.items() if said == p.when)
        return PageShows("forum", "forum", {"forum": p.forum, "sort": ORDERS[p.order][0], "t": period})

    async def solve(self, person: Person, p: SortedForum) -> None:
        await open_forum(person, p.forum)
        await choose_sort(person, ORDERS[p.order][1], p.when)
        await person.stop()


@dataclass(frozen=True)
class Written:
    username: str
    what: str
    order: str


ORDERS_OF_USER = {"the ones with the most points first": "top", "oldest first": "old"}


class SortWritten(Template[Written]):
    """Show what somebody wrote, in an order."""

    id = "arena.forum.sort-written"
    kind = Kind.GO
    goals = (
        "Show me all of {username}'s {what}, {order}.",
        "I want to go through {username}'s {what}, {order}. Bring up that list.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)

    def pool(self, world: World) -> Sequence[Written]:
        return [
            Written(row.username, what, order)
            for row in people(world)
            if row.posts > 3 and row.comments > 9
            for place, what in enumerate(("comments", "posts"))
            for order in [list(ORDERS_OF_USER)[(row.id + place) % 2]]
        ][::2]

    def page(self, world: World, p: Written) -> PageShows:
        return PageShows("forum", f"user {p.what}", {"user": p.username, "sort": ORDERS_OF_USER[p.order], "page": 1})

    async def solve(self, person: Person, p: Written) -> None:
        await open_user(person, p.username)
        await person.click(p.what.capitalize(), role="link")
        await choose_sort(person, WRITTEN_SORTS[ORDERS_OF_USER[p.order]][0])
        await person.stop()


@dataclass(frozen=True)
class Hunt:
    words: str
    forum: str
    what: str


class SearchForum(Template[Hunt]):
    """Search a forum for words, newest first."""

    id = "arena.forum.search-forum"
    kind = Kind.GO
    goals = (
        "Search the {what} in f/{forum} for “{words}” and show the newest ones first.",
        "Which {what} in f/{forum} mention “{words}”? Show me the search results, newest first.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[Hunt]:
        """Words that several things in a forum have, and more elsewhere."""
        found = []
        for words in WORDS:
            for table, what in (("post", "posts"), ("comment", "comments")):
                for name in _forums_with(world, table, words)[:3]:
                    found.append(Hunt(words, name, what))
        return found

    def page(self, world: World, p: Hunt) -> PageShows:
        facts: dict[str, Fact | FactTest] = {
            "q": p.words,
            "kind": p.what,
            "forum": p.forum,
            "sort": "new",
            "t": "all",
            "page": 1,
        }
        return PageShows("forum", "search", facts)

    async def solve(self, person: Person, p: Hunt) -> None:
        await search(person, p.words)
        if p.what != "posts":
            await person.choose("Search in", p.what.capitalize())
        await person.choose("Forum", p.forum)
        await person.choose("Sort by", "Newest")
        await person.click("Search", role="button", within="Written by")
        await person.stop()


WORDS = (
    *("receipt", "advice", "bicycle", "battery", "landlord", "garden", "recipe", "neighbor", "kitchen", "parking"),
    *("library", "mistake", "winter", "manual", "warranty", "beginner", "train", "market", "ticket", "repair"),
)
"""What people look for."""


def _forums_with(world: World, table: str, word: str) -> list[str]:
    """The forums where two or more posts or comments have a word, most of them first."""
    post = "post.id = comment.post_id" if table == "comment" else "post.id = found.rowid"
    join = "JOIN comment ON comment.id = found.rowid" if table == "comment" else ""
    return list(
        world.forum.values(
            f"SELECT forum.name FROM {table}_search AS found {join} JOIN post ON {post}"
            f" JOIN forum ON forum.id = post.forum_id WHERE {table}_search MATCH ? GROUP BY forum.id"
            " HAVING count(*) > 1 ORDER BY count(*) DESC, forum.name",
            f'"{word}"',
        )
    )


class ShowDeeds(Template[Deeds]):
    """Show what a moderator did of one kind in a forum."""

    id = "arena.forum.log-of-moderator"
    kind = Kind.GO
    goals = (
        "Show me every time {moderator} {action} in f/{forum}, and nothing else from the moderation log.",
        "In the moderation log of f/{forum}, I only want to see the entries where {moderator} {action}.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)

    def pool(self, world: World) -> Sequence[Deeds]:
        return list(deeds(world))

    def page(self, world: World, p: Deeds) -> PageShows:
        key = next(key for key, said in ACTIONS.items() if said == p.action)
        facts: dict[str, Fact | FactTest] = {"forum": p.forum, "action": key, "by": p.moderator, "page": 1}
        return PageShows("forum", "moderation log", facts)

    async def solve(self, person: Person, p: Deeds) -> None:
        await open_log(person, p)
        await person.stop()


# Single things --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comment:
    username: str
    title: str


class LonelyVoice(Protocol):
    """What names a comment."""

    @property
    def username(self) -> str: ...
    @property
    def title(self) -> str: ...


def lone_comments(world: World) -> dict[Comment, Row]:
    """The only comment of somebody under a post; replies alone, which stand on no list."""
    found = {}
    for said in conversations(world, 5).values():
        for row in first_of(said, lambda row: row.author_id):
            if row.parent_id is not None and row.author_id != row.post_author_id:
                found[Comment(row.author, row.title)] = row
                break
    return found


def lone_comment(world: World, p: LonelyVoice) -> Row:
    """The only comment of somebody under a post."""
    return next(row for row in said_under(world, p.title) if row.author == p.username)


class OpenComment(Template[Comment]):
    """Open somebody's comment by itself."""

    id = "arena.forum.open-comment"
    kind = Kind.GO
    goals = (
        "Open {username}'s comment on “{title}” on a page of its own, so that I can pass on the link.",
        "I need a link straight to what {username} commented on “{title}”. Take me to that comment's own page.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[Comment]:
        return list(lone_comments(world))

    def page(self, world: World, p: Comment) -> PageShows:
        row = lone_comment(world, p)
        return PageShows("forum", "comment", {"id": row.id, "post": row.post_id}, free=("comments",))

    async def solve(self, person: Person, p: Comment) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await in_comment(person, "Link", p.username)
        await person.stop()


class OpenBestPost(Template[Writer]):
    """Open the post of somebody in a forum that was received best."""

    id = "arena.forum.open-best-post"
    kind = Kind.GO
    goals = (
        "Open the post in f/{forum} that earned {username} the most points.",
        "Of everything {username} has posted in f/{forum}, which one did best? Open the post with the highest score.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=8)
    twin = "arena.forum.open-top-post-of"

    def pool(self, world: World) -> Sequence[Writer]:
        """Those with two or more there, none of them alike, and a better one elsewhere."""
        best = {row.author: row.forum for row in sorted(posts(world), key=lambda row: row.score)}
        found = []
        for p, written in writers(world, 2).items():
            scores = sorted(row.score for row in written)
            if scores[-1] > scores[-2] and best[p.username] != p.forum:
                found.append(p)
        return found

    def page(self, world: World, p: Writer) -> PageShows:
        best = max(written_by(world, p), key=lambda row: row.score)
        return PageShows("forum", "post", {"id": best.id}, free=("comments", "threads"))

    async def solve(self, person: Person, p: Writer) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        await choose_sort(person, "Top")
        found = await all_listed(person, lambda row: row.forum == p.forum)
        await person.click(next(row.title for row in found if row.forum == p.forum), role="link")
        await person.stop()


class OpenBestPostMissing(Template[Writer]):
    """Open the best post of somebody in a forum in which they have none."""

    id = "arena.forum.open-top-post-of"
    kind = Kind.GO
    goals = OpenBestPost.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    achievable = False
    twin = "arena.forum.open-best-post"

    def pool(self, world: World) -> Sequence[Writer]:
        """They comment there, and have two or more posts in another forum."""
        often = {p.username for p in writers(world, 2)}
        there, gone = writers(world), taken_down(world)
        pairs = dict.fromkeys(
            Writer(row.author, row.forum)
            for row in comments(world)
            if row.author in often and Writer(row.author, row.forum) not in there
        )
        return sorted((p for p in pairs if p not in gone), key=str)[3::5]

    def obstacle(self, world: World, p: Writer) -> Obstacle:
        return Obstacle(Reason.MISSING, (f"f/{p.forum}", p.forum, p.username), said=NO_POSTS)

    async def solve(self, person: Person, p: Writer) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        if any(row.forum == p.forum for row in await all_listed(person)):
            raise Lost(f"{p.username} did post in f/{p.forum}")
        await person.infeasible(f"{p.username} has not posted anything in f/{p.forum}.")


FORUM_ORDERS = {
    "the ones with the most subscribers first": ("subscribers", "Most subscribers"),
    "the ones with the most posts first": ("posts", "Most posts"),
}


@dataclass(frozen=True)
class Tag:
    tag: str
    order: str


class TagForums(Template[Tag]):
    """Show the forums with a tag, the largest first."""

    id = "arena.forum.forums-by-tag"
    kind = Kind.GO
    goals = (
        "Show me the forums tagged “{tag}”, {order}.",
        "Which forums are there with the tag “{tag}”? List them, {order}.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[Tag]:
        tags = sorted({tag for one in forums(world) for tag in one.tags.split(",") if tag})
        return [Tag(tag, order) for tag in tags for order in FORUM_ORDERS]

    def page(self, world: World, p: Tag) -> PageShows:
        return PageShows("forum", "forums", {"tag": p.tag, "sort": FORUM_ORDERS[p.order][0], "page": 1})

    async def solve(self, person: Person, p: Tag) -> None:
        await person.click("Forums", role="link")
        await person.choose("Tag", next(name for name in person.names("option") if name.split(" (")[0] == p.tag))
        await person.choose("Sort by", FORUM_ORDERS[p.order][1])
        await person.click("Show", role="button")
        await person.stop()
