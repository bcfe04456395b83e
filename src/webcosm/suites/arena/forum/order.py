"""Tasks on the forum: what its moderators did and who they are, as the public log and lists tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number, Text
from webcosm.suites.arena.forum._moves import open_forum
from webcosm.suites.arena.forum._rows import forums
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["ACTIONS", "Deeds", "deeds", "open_log"]

ACTIONS = {
    "remove_post": "removed a post",
    "remove_comment": "removed a comment",
    "lock": "locked a post",
    "dismiss_report": "dismissed a report",
    "unlock": "unlocked a post",
    "edit_forum": "edited the forum itself",
}
"""Deeds as goals put them."""
LABELS = {
    "remove_post": "Removed the post",
    "remove_comment": "Removed a comment",
    "lock": "Locked the post",
    "dismiss_report": "Dismissed a report",
    "unlock": "Unlocked the post",
    "edit_forum": "Edited the forum",
}
"""As the log lists them."""


@dataclass(frozen=True)
class Deeds:
    forum: str
    moderator: str
    action: str


def deeds(world: World) -> Counter[Deeds]:
    """How often each moderator did each of these in each forum."""
    return Counter(
        Deeds(row.forum, row.username, ACTIONS[row.action])
        for row in world.forum.rows(
            "SELECT forum.name AS forum, username, action FROM moderation JOIN forum ON forum.id = forum_id"
            " JOIN account ON account.id = moderator_id WHERE account.active ORDER BY moderation.id"
        )
        if row.action in ACTIONS
    )


def moderators(world: World) -> list[Row]:
    return world.forum.rows(
        "SELECT forum.name AS forum, username, moderator.created FROM moderator JOIN forum ON forum.id = forum_id"
        " JOIN account ON account.id = account_id WHERE active ORDER BY forum.id, moderator.created"
    )


async def open_log(person: Person, p: Deeds) -> None:
    """Six actions: the log of a forum with what one moderator did of one kind."""
    await open_forum(person, p.forum)
    await person.click("Moderation log", role="link")
    key = next(key for key, said in ACTIONS.items() if said == p.action)
    await person.choose("Action", LABELS[key])
    await person.fill("Moderator", p.moderator)
    await person.click("Show", role="button")


def log_lines(person: Person) -> list[str]:
    known = tuple(label[0].lower() + label[1:] for label in LABELS.values())
    return [
        text
        for place, element in enumerate(person.view.elements)
        if element.role == "listitem" and any(f" {label}" in (text := person.text_of(place)) for label in known)
    ]


class ModeratorsDeeds(Template[Deeds]):
    """How often did a moderator do something in a forum?"""

    id = "arena.forum.moderator-deeds"
    kind = Kind.ASK
    goals = (
        "According to the moderation log of f/{forum}, how many times has {moderator} {action}?",
        "How often has {moderator} {action} in f/{forum}? The log should show it.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)

    def pool(self, world: World) -> Sequence[Deeds]:
        return [p for p, often in deeds(world).items() if often > 1]

    def answer(self, world: World, p: Deeds) -> Answer:
        return Number(deeds(world)[p], unit="time")

    async def solve(self, person: Person, p: Deeds) -> None:
        await open_log(person, p)
        await person.answer(len(log_lines(person)))


@dataclass(frozen=True)
class Locked:
    forum: str
    title: str


class WhoLocked(Template[Locked]):
    """Which moderator locked a post?"""

    id = "arena.forum.who-locked"
    kind = Kind.ASK
    goals = (
        "Nobody can comment on “{title}” in f/{forum} anymore. Which moderator locked it?",
        "Who locked the post “{title}” in f/{forum}? Their username, please.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[Locked]:
        return list(_locks(world))

    def answer(self, world: World, p: Locked) -> Answer:
        return Text(_locks(world)[p])

    async def solve(self, person: Person, p: Locked) -> None:
        await open_forum(person, p.forum)
        await person.click("Moderation log", role="link")
        await person.choose("Action", LABELS["lock"])
        await person.click("Show", role="button")
        line = next((text for text in log_lines(person) if p.title in text), "")
        if not line:
            raise Lost(f"the log says nothing of {p.title!r}")
        await person.answer(line.split()[0])


def _locks(world: World) -> dict[Locked, str]:
    """Posts that are locked now and were so once, with who did it."""
    rows = world.forum.rows(
        "SELECT forum.name AS forum, post.title, username FROM moderation JOIN post ON post.id = post_id"
        " JOIN forum ON forum.id = post.forum_id JOIN account ON account.id = moderator_id"
        " WHERE action = 'lock' AND locked AND deleted IS NULL AND removed_by IS NULL AND account.active"
        " AND post.title IN (SELECT title FROM post GROUP BY title HAVING count(*) = 1)"
        " GROUP BY post.id HAVING count(*) = 1 ORDER BY post.id"
    )
    return {Locked(row.forum, row.title): row.username for row in rows}


@dataclass(frozen=True)
class Forum:
    forum: str


class LongestModerator(Template[Forum]):
    """Who has moderated a forum the longest?"""

    id = "arena.forum.longest-moderator"
    kind = Kind.ASK
    goals = (
        "Who's been a moderator of f/{forum} the longest?",
        "Of the people who moderate f/{forum}, which one has done it for the longest time? Username, please.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=3)

    def pool(self, world: World) -> Sequence[Forum]:
        return [Forum(one.name) for one in forums(world) if len(_in_order(world, one.name)) > 1]

    def answer(self, world: World, p: Forum) -> Answer:
        return Text(_in_order(world, p.forum)[0])

    async def solve(self, person: Person, p: Forum) -> None:
        await open_forum(person, p.forum)
        # The side of the page names them, the first one first.
        lines = [line.strip() for line in person.lines()]
        await person.answer(lines[lines.index("Moderators") + 1])


def _in_order(world: World, forum: str) -> list[str]:
    """The first moderator first; empty if two began at once."""
    since = [(row.created, row.username) for row in moderators(world) if row.forum == forum]
    return [name for _, name in since] if len({when for when, _ in since}) == len(since) else []
