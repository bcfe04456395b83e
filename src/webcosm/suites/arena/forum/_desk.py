"""What the difficult families share: who is signed in, who else there is, and words that were written before the world
began. Everything is written by the site's own rules."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar

from webcosm.judge.effects import Free
from webcosm.judge.state import Allow
from webcosm.lore import Rng
from webcosm.sites.forum.rules.notices import begin_thread, say
from webcosm.sites.forum.rules.writing import add_comment, add_post
from webcosm.suites.arena.forum._rows import NUMBERED, WHEN, me, moderator
from webcosm.tasks import Levelled, Lost
from webcosm.worlds import BEGINNING, Change, Row, World

__all__ = [
    "FORUM",
    "FREE",
    "JUDGED",
    "NAMED_ARE_TOLD",
    "TIMES",
    "WHEN",
    "Moderating",
    "PointsTo",
    "account",
    "ago",
    "clock_forms",
    "colleagues",
    "comment_address",
    "comment_says",
    "desks",
    "fellow",
    "forum_named",
    "found_forum",
    "listed",
    "me",
    "members",
    "members_but",
    "message_me",
    "message_says",
    "moderator",
    "post_address",
    "post_says",
    "stamp",
    "thing",
    "without_threads",
    "write_comment",
    "write_post",
]

P = TypeVar("P")
FORUM = "http://forum.test"
WORDED = "people say why in their own words, or do not"
JUDGED = "worded freely; what it must say is a condition"
FREE: Free = {
    "moderation": {"id": NUMBERED, "created": WHEN, "reason": WORDED},
    "notification": {"id": NUMBERED, "created": WHEN, "text": WORDED},
    "report": {"closed": WHEN},
    "ban": {"id": NUMBERED, "created": WHEN, "reason": WORDED, "lifted": WHEN},
    "comment": {"body": JUDGED, "created": WHEN, "edited": WHEN, "flag": "whoever moderates may say so"},
    "comment_vote": {"created": WHEN},
    "post": {"title": JUDGED, "body": JUDGED, "created": WHEN, "edited": WHEN, "flag": "whoever moderates may say so"},
    "post_vote": {"created": WHEN},
    "thread": {"created": WHEN, "subject": "the goal names none"},
    "message": {"id": NUMBERED, "body": JUDGED, "created": WHEN},
}
"""For :func:`expect_deeds`: times, numbers that no other row names, and what people word freely."""
NAMED_ARE_TOLD = Allow(
    "whoever is named with an @ is told of it",
    lambda change: (
        change.table == "notification" and change.kind == "insert" and (change.new or {}).get("kind") == "mention"
    ),
)


class Moderating(Levelled[P], ABC):
    """Families whose user is the named moderator."""

    ways: ClassVar[tuple[Any, ...]] = ()
    shortcuts: ClassVar[tuple[Any, ...]] = ()

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"forum": str(moderator(world).username)}


# People ---------------------------------------------------------------------------------------------------------------


def account(world: World, number: int) -> Row:
    found = world.forum.row("SELECT * FROM account WHERE id = ?", number)
    if found is None:
        raise Lost(f"there is no account {number}")
    return found


def forum_named(world: World, name: str) -> Row:
    found = world.forum.row("SELECT * FROM forum WHERE name = ?", name)
    if found is None:
        raise Lost(f"there is no forum {name}")
    return found


def desks(world: World) -> list[Row]:
    """The forums that the named moderator looks after."""
    return world.forum.rows(
        "SELECT forum.* FROM forum JOIN moderator ON moderator.forum_id = forum.id WHERE account_id = ? ORDER BY id",
        moderator(world).id,
    )


def colleagues(world: World, forum_id: int) -> list[Row]:
    """The other moderators of a forum, those with the fewest administrator's rights first."""
    return world.forum.rows(
        "SELECT account.* FROM moderator JOIN account ON account.id = account_id"
        " WHERE forum_id = ? AND account.id <> ? AND role = 'member' AND active ORDER BY account.id",
        forum_id,
        moderator(world).id,
    )


def fellow(world: World, rng: Rng) -> Row:
    """Somebody who moderates a forum already, and is asked to look after a new one, too."""
    return rng.choice(
        world.forum.rows(
            "SELECT * FROM account WHERE id IN (SELECT account_id FROM moderator) AND id > 4 AND role = 'member'"
            " AND active ORDER BY id"
        )
    )


def members(world: World, forum_id: int, *, joined: str = "2026-03-01", where: str = "TRUE") -> list[Row]:
    """Who could have written in a forum: nobody with a password, a moderator's rights or a ban there. `joined` is a day
    by which they were all members; every name is a word of its own, so that a text names who it names."""
    return world.forum.rows(
        "SELECT * FROM account WHERE id > 4 AND active AND role = 'member' AND created < ?"
        " AND messages_from = 'everybody'"
        " AND NOT EXISTS (SELECT 1 FROM moderator WHERE account_id = account.id)"
        " AND NOT EXISTS (SELECT 1 FROM ban WHERE account_id = account.id)"
        " AND NOT EXISTS (SELECT 1 FROM block WHERE blocked_id <= 4 AND account_id = account.id)"
        " AND NOT EXISTS (SELECT 1 FROM block WHERE account_id <= 4 AND blocked_id = account.id)"
        f" AND username GLOB '[A-Za-z]*' AND {where} ORDER BY id",
        joined,
    )


def members_but(rng: Rng, found: Sequence[Row], count: int) -> list[Row]:
    """Some of them, of whom nobody's name is within another's."""
    chosen: list[Row] = []
    for one in rng.shuffled(found):
        name = one.username.casefold()
        if not any(name in other.username.casefold() or other.username.casefold() in name for other in chosen):
            chosen.append(one)
        if len(chosen) == count:
            break
    return chosen


def found_forum(
    world: World, name: str, title: str, description: str, rules: Sequence[tuple[str, str]], keepers: Sequence[Row]
) -> Row:
    """A forum in which nothing was written yet, two years old: what a task is about stands there and nothing else."""
    made = stamp(ago(days=730))
    number = world.forum.insert(
        "forum",
        name=name,
        title=title,
        description=description,
        sidebar=f"{description} Please read the rules before you post.",
        tags="hobby",
        creator_id=keepers[0].id,
        created=made,
    )
    for position, (rule, text) in enumerate(rules, 1):
        world.forum.insert("forum_rule", forum_id=number, position=position, title=rule, text=text)
    for keeper in keepers:
        joined = max(made, keeper.created)
        world.forum.run("INSERT INTO moderator VALUES (?, ?, ?)", number, keeper.id, joined)
        world.forum.run("INSERT INTO subscription VALUES (?, ?, ?)", number, keeper.id, joined)
    return forum_named(world, name)


# Words ----------------------------------------------------------------------------------------------------------------


def stamp(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}"


def ago(**span: float) -> datetime:
    """A moment before the world begins: ``ago(days=3, hours=2)``."""
    return BEGINNING - timedelta(**span)


def write_post(
    world: World,
    forum: Row,
    author: Row,
    title: str,
    body: str,
    when: datetime,
    *,
    flag: str = "none",
    pinned: bool = False,
    voters: Sequence[Row] = (),
) -> int:
    number = add_post(world.forum, author, forum, "text", title, stamp(when), body=body, flag=flag)
    if pinned:
        world.forum.run("UPDATE post SET pinned = 1 WHERE id = ?", number)
    for place, voter in enumerate(who for who in voters if who.id != author.id):
        moment = stamp(min(when + timedelta(minutes=7 * place + 3), ago(minutes=2)))
        world.forum.run("INSERT INTO post_vote VALUES (?, ?, 1, ?)", number, voter.id, moment)
    return number


def write_comment(
    world: World,
    post: int,
    author: Row,
    body: str,
    when: datetime,
    *,
    parent: int | None = None,
    flag: str = "none",
    voters: Sequence[Row] = (),
    vote: int = 1,
) -> int:
    above = thing(world, "comment", parent) if parent else None
    number = add_comment(world.forum, author, thing(world, "post", post), above, body, stamp(when), flag=flag)
    for place, voter in enumerate(who for who in voters if who.id != author.id):
        moment = stamp(min(when + timedelta(minutes=5 * place + 2), ago(minutes=2)))
        world.forum.run("INSERT INTO comment_vote VALUES (?, ?, ?, ?)", number, voter.id, vote, moment)
    return number


def message_me(
    world: World, sender: Row, recipient: Row, subject: str, lines: Sequence[tuple[Row, str, datetime]]
) -> int:
    """A conversation that `sender` began with `recipient`; of each line who says it, what and when."""
    (_, first, began), *rest = lines
    number = begin_thread(world.forum, sender, recipient, subject, first, stamp(began))
    for who, words, when in rest:
        other = recipient if who.id == sender.id else sender
        say(world.forum, number, who, other.id, words, stamp(when))
    return number


def without_threads(world: World, one: Row, other: Row) -> None:
    """As if the two had never written to each other: who is to be written to has one way in, a new conversation."""
    sql = "SELECT id FROM thread WHERE (starter_id, other_id) IN (VALUES (?1, ?2), (?2, ?1))"
    for number in world.forum.values(sql, one.id, other.id):
        world.forum.run("DELETE FROM notification WHERE thread_id = ?", number)
        world.forum.run("DELETE FROM message WHERE thread_id = ?", number)
        world.forum.run("DELETE FROM thread WHERE id = ?", number)


def thing(world: World, what: str, number: int) -> Row:
    """A post or a comment."""
    found = world.forum.row(f"SELECT * FROM {what} WHERE id = ?", number)
    if found is None:
        raise Lost(f"there is no {what} {number}")
    return found


# What a text must say -------------------------------------------------------------------------------------------------

Wanted = Callable[[str], bool]


def comment_says(post: int, author: Row, wanted: Wanted) -> Callable[[Sequence[Change]], bool]:
    """A condition: somebody's new comment under a post says what it must."""
    return _some("comment", {"post_id": post, "author_id": author.id}, wanted)


def message_says(sender: Row, recipient: Row, wanted: Wanted) -> Callable[[Sequence[Change]], bool]:
    """A condition: a new conversation with somebody says what it must."""

    def holds(changes: Sequence[Change]) -> bool:
        begun = [
            change.key[0]
            for change in changes
            if change.table == "thread"
            and change.kind == "insert"
            and (change.new or {}).get("other_id") == recipient.id
        ]
        return any(_some("message", {"thread_id": number, "sender_id": sender.id}, wanted)(changes) for number in begun)

    return holds


def _some(table: str, where: Mapping[str, object], wanted: Wanted) -> Callable[[Sequence[Change]], bool]:
    def holds(changes: Sequence[Change]) -> bool:
        new = [one.new for one in changes if one.table == table and one.kind == "insert" and one.new]
        return any(all(row[name] == is_ for name, is_ in where.items()) and wanted(str(row["body"])) for row in new)

    return holds


def post_says(author: Row, forum: Row, wanted: Wanted) -> Callable[[Sequence[Change]], bool]:
    """A condition: somebody's new post in a forum says what it must, in its title or its text."""

    def holds(changes: Sequence[Change]) -> bool:
        new = [one.new for one in changes if one.table == "post" and one.kind == "insert" and one.new]
        mine = [row for row in new if (row["author_id"], row["forum_id"]) == (author.id, forum.id)]
        return any(wanted(f"{row['title']!s}\n{row['body']!s}") for row in mine)

    return holds


TIMES = r"\b\d{1,2}:\d{2}\b"
"""What looks like a time of day."""


def clock_forms(time: str) -> tuple[str, ...]:
    """``1:15 PM`` -> ``1:15``, ``13:15``; full hours also as ``9 AM``."""
    clock, half = time.split()
    hour, minute = clock.split(":")
    whole = (int(hour) % 12) + (12 if half == "PM" else 0)
    found = [clock, f"{whole}:{minute}", f"{whole:02}:{minute}"]
    if minute == "00":
        found += [f"{hour} {half.lower()}", f"{hour}{half.lower()}"]
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class PointsTo:
    """A text with the address of this post, and of no other."""

    post: int

    def __call__(self, value: str) -> bool:
        return {int(one) for one in re.findall(r"/post/(\d{1,12})\b", value)} == {self.post}


def post_address(forum: str, post: int) -> str:
    return f"{FORUM}/f/{forum}/post/{post}"


def comment_address(forum: str, post: int, comment: int) -> str:
    return f"{post_address(forum, post)}/comment/{comment}"


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
