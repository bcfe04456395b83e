"""Tasks on the forum: passing on what stands there: the result of a poll, a post, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.mentions import Says
from webcosm.judge.state import Expectation, Rule, same_text
from webcosm.suites.arena.forum._moves import crosspost, listed_posts, open_forum, open_post, open_user, write_post
from webcosm.suites.arena.forum._rows import (
    all_said,
    forum,
    me,
    new_post,
    poll_options,
    posts,
    telling_posts,
    titled,
)
from webcosm.suites.arena.forum.lists import Writer, writers, written_by
from webcosm.suites.arena.forum.threads import read_poll
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["Passing", "results"]

# What a poll came to --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    title: str
    forum: str


def results(world: World) -> dict[Outcome, tuple[Row, list[Row]]]:
    """Polls with a clear winner, and their options; whoever names such a poll names none of them."""
    found = {}
    for poll in telling_posts(world, "post.kind = 'poll'"):
        options = sorted(poll_options(world, poll.id), key=lambda row: -row.votes)
        around = f"{poll.title} {poll.body}".casefold()
        short = all(len(row.label.split()) < 9 and row.label.casefold() not in around for row in options)
        if short and options[0].votes > max(options[1].votes, 2):
            found[Outcome(poll.title, poll.forum)] = (poll, options)
    return found


def _result(world: World, p: Outcome) -> Says:
    options = sorted(poll_options(world, titled(world, p.title).id), key=lambda row: -row.votes)
    return Says((options[0].label, str(options[0].votes)), without=tuple(row.label for row in options[1:]))


async def _announced_with_the_title(person: Person, p: Outcome) -> None:
    _, options = results(person.world)[p]
    await person.goto(f"http://forum.test/f/{p.forum}/submit")
    title = f"The winner is {options[0].label} ({options[0].votes} votes)"
    await write_post(person, p.forum, title)
    await person.stop()


async def _without_the_figure(person: Person, p: Outcome) -> None:
    """Wrong: how many votes it got was to be told."""
    _, options = results(person.world)[p]
    await write_post(person, p.forum, "The poll is decided", f"The winner is {options[0].label}. Thank you all!")
    await person.stop()


class AnnouncePoll(Template[Outcome]):
    """Tell in a new post which option of a poll is ahead."""

    id = "arena.forum.announce-poll"
    kind = Kind.DO
    goals = (
        "Look up the poll “{title}” and tell people in f/{forum} in a new post which option is ahead and how many"
        " votes it has. Don't bring up the other options.",
        "Write a new post in f/{forum} with the result of the poll “{title}”: the leading option and its number of"
        " votes, nothing about the others.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=10)
    ways = (_announced_with_the_title,)
    shortcuts = (_without_the_figure,)

    def pool(self, world: World) -> Sequence[Outcome]:
        return list(results(world))

    def expect(self, world: World, p: Outcome) -> Expectation:
        rules = new_post(world, forum(world, p.forum).id, {})
        return all_said(rules, _result(world, p), "says which option is ahead, with its votes")

    async def solve(self, person: Person, p: Outcome) -> None:
        await open_post(person, p.title)
        votes = await read_poll(person)
        best = max(votes, key=lambda label: votes[label])
        await open_forum(person, p.forum)
        await write_post(person, p.forum, "Result so far", f"{best} is ahead with {votes[best]} votes.")
        await person.stop()


# Passing on -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Passing:
    title: str
    source: str
    target: str


KIN = {
    "cooking": "gardening",
    "gardening": "homeimprovement",
    "bicycling": "outdoors",
    "selfhosted": "technology",
    "technology": "programming",
    "books": "movies",
    "movies": "books",
    "boardgames": "parenting",
    "sports": "bicycling",
}
"""A forum whose people might care, too."""


def _crossposted(world: World, source: Row, forum_id: int, title: str) -> list[Rule]:
    values = {
        "kind": "link",
        "title": same_text(title),
        "body": "",
        "url": f"http://forum.test/f/{source.forum}/post/{source.id}",
        "crosspost_of": source.id,
    }
    return new_post(world, forum_id, values)


async def _from_the_list(person: Person, p: Passing) -> None:
    await open_forum(person, p.source)
    source = titled(person.world, p.title)
    await person.goto(f"http://forum.test/f/{p.source}/post/{source.id}/crosspost")
    await person.choose("Into the forum", f"f/{p.target}")
    await person.click("Crosspost", role="button")
    await person.stop()


async def _written_anew(person: Person, p: Passing) -> None:
    """Wrong: a copy has no tie to the original."""
    await write_post(person, p.target, p.title, "See the original.")
    await person.stop()


class Crosspost(Template[Passing]):
    """Crosspost something to another forum."""

    id = "arena.forum.crosspost"
    kind = Kind.DO
    goals = (
        "Crosspost “{title}” from f/{source} to f/{target} and keep the title.",
        "People in f/{target} should see “{title}” from f/{source}, too. Crosspost it there under the same title.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_from_the_list,)
    shortcuts = (_written_anew,)

    def pool(self, world: World) -> Sequence[Passing]:
        passed = set(world.forum.values("SELECT crosspost_of FROM post WHERE crosspost_of IS NOT NULL"))
        return [
            Passing(row.title, row.forum, KIN[row.forum])
            for row in telling_posts(world, "post.kind <> 'link' AND NOT post.pinned")
            if row.forum in KIN and row.id not in passed
        ][::4]

    def expect(self, world: World, p: Passing) -> Expectation:
        source = titled(world, p.title)
        return Expectation(_crossposted(world, source, forum(world, p.target).id, p.title))

    async def solve(self, person: Person, p: Passing) -> None:
        await open_post(person, p.title)
        await crosspost(person, p.target)
        await person.stop()


@dataclass(frozen=True)
class Repost:
    username: str
    forum: str
    title: str


def _pictures(world: World) -> dict[Repost, Row]:
    """The only picture that somebody posted in a forum, with a title for it."""
    found = {}
    for p, written in writers(world).items():
        shown = [row for row in written if row.kind == "picture"]
        if len(shown) == 1 and p.forum != "pics" and p.username != me(world).username:
            title = TITLES[shown[0].id % len(TITLES)]
            found[Repost(p.username, p.forum, title)] = shown[0]
    return found


def _picture(world: World, p: Repost) -> Row:
    written = written_by(world, Writer(p.username, p.forum))
    return next(row for row in written if row.kind == "picture")


TITLES = (
    "Too good to stay in one forum",
    "Found this here and had to share it",
    "Look at this one",
    "My favorite picture of the week",
)


async def _found_in_the_forum(person: Person, p: Repost) -> None:
    source = _picture(person.world, p)
    await person.goto(f"http://forum.test/f/{p.forum}/post/{source.id}")
    await crosspost(person, "pics", p.title)
    await person.stop()


async def _under_its_old_title(person: Person, p: Repost) -> None:
    """Wrong: it was to have a new one."""
    source = _picture(person.world, p)
    await person.goto(f"http://forum.test/f/{p.forum}/post/{source.id}")
    await crosspost(person, "pics")
    await person.stop()


class RepostPicture(Template[Repost]):
    """Repost a picture in the forum for pictures."""

    id = "arena.forum.repost-picture"
    kind = Kind.DO
    goals = (
        "{username} posted one picture in f/{forum}. Crosspost it to f/pics with the title “{title}”.",
        "Repost the picture that {username} put into f/{forum} in f/pics. Use the crosspost function and call it"
        " “{title}”.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=11)
    ways = (_found_in_the_forum,)
    shortcuts = (_under_its_old_title,)

    def pool(self, world: World) -> Sequence[Repost]:
        unclear = {row.title for row in posts(world)} - {row.title for row in telling_posts(world)}
        return [p for p, row in _pictures(world).items() if row.title not in unclear]

    def expect(self, world: World, p: Repost) -> Expectation:
        return Expectation(_crossposted(world, _picture(world, p), forum(world, "pics").id, p.title))

    async def solve(self, person: Person, p: Repost) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        found = [row for row in listed_posts(person) if row.forum == p.forum and "Picture" in row.marks]
        if len(found) != 1:
            raise Lost(f"{p.username} has {len(found)} pictures in f/{p.forum} on the first page")
        await person.click(found[0].title, role="link")
        await crosspost(person, "pics", p.title)
        await person.stop()
