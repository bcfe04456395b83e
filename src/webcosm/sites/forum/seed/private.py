"""What those whose passwords are known have to themselves: messages, notifications, what they keep, hide and block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from webcosm.lore import Lore, Rng
from webcosm.sites.forum.seed.archetypes import CONTENT
from webcosm.sites.forum.seed.forums import Forum
from webcosm.sites.forum.seed.moments import DAY, HOUR, NOW, stamp, waking
from webcosm.sites.forum.seed.people import ADMIN, MEMBER, MODERATOR, NAMED, SECOND, People
from webcosm.sites.kit.sentences import Text
from webcosm.worlds import Database, Row

__all__ = ["write_private"]

WHOSE = {"member": MEMBER, "second": SECOND, "moderator": MODERATOR, "admin": ADMIN}
ABOUT = ("own", "theirs", "removed", "plain", "second")
HEAD = re.compile(r"===\s*(\w+)\s*\|\s*(\w+)\s*\|\s*(\d+)$")
LINE = re.compile(r"(you|me)(\*?):\s*(.+)$")
UNREAD = 2 * DAY
"""Notifications that are younger were not seen yet."""
KEPT = {MEMBER: (9, 5), SECOND: (4, 2), MODERATOR: (3, 2), ADMIN: (2, 0)}
"""Posts and comments that each of them has saved."""
HIDDEN = {MEMBER: (1, 4), SECOND: (1, 1), MODERATOR: (0, 2), ADMIN: (0, 0)}
"""Forums and posts that each has hidden."""
BLOCKED = {MEMBER: 2, SECOND: 1, MODERATOR: 1, ADMIN: 0}
NOTES = ("Shouts at everybody.", "Sells things by message.", "", "We do not get on, and that is fine.")


@dataclass
class Conversation:
    whose: int
    about: str
    days: int
    subject: Text = field(default_factory=lambda: Text(""))
    lines: list[tuple[bool, bool, Text]] = field(default_factory=list)
    """Whether it is from the one whose inbox it is, whether it was read, what it says."""


@cache
def conversations() -> tuple[Conversation, ...]:
    """All that are written."""
    found: list[Conversation] = []
    for number, line in enumerate((CONTENT / "messages.txt").read_text().splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        if head := HEAD.match(line):
            if head[1] not in WHOSE or head[2] not in ABOUT:
                raise ValueError(f"messages.txt:{number}: a head is === whose | about | days, not {line!r}")
            found.append(Conversation(WHOSE[head[1]], head[2], int(head[3])))
        elif line.startswith("subject: "):
            found[-1].subject = Text(line.removeprefix("subject: "))
        elif said := LINE.match(line):
            found[-1].lines.append((said[1] == "me", not said[2], Text(said[3])))
        else:
            raise ValueError(f"messages.txt:{number}: neither subject:, you: nor me: but {line!r}")
    return tuple(found)


def write_private(db: Database, lore: Lore, scale: str, people: People, forums: list[Forum]) -> None:
    """After all posts, comments, votes and the log."""
    rng = lore.rng("forum", "private", scale)
    _notify_of_words(db)
    _notify_of_moderation(db)
    _write_messages(db, lore, rng, people, forums)
    for number in range(1, NAMED + 1):
        _keep(db, rng, number)
        _turn_away(db, rng, number)
    db.run(
        "UPDATE notification SET read = datetime(created, '+5 hours') WHERE read IS NULL AND created < ?",
        stamp(NOW - UNREAD),
    )


# Notifications --------------------------------------------------------------------------------------------------------


def _notify_of_words(db: Database) -> None:
    """Everybody who answered one of the four, in the order in which it came."""
    db.run(
        "INSERT INTO notification (account_id, kind, post_id, comment_id, created)"
        " SELECT coalesce(parent.author_id, post.author_id) AS told, 'reply', post.id, comment.id, comment.created"
        " FROM comment JOIN post ON post.id = comment.post_id LEFT JOIN comment AS parent"
        " ON parent.id = comment.parent_id WHERE told <= ? AND told <> comment.author_id"
        " ORDER BY comment.created, comment.id",
        NAMED,
    )


def _notify_of_moderation(db: Database) -> None:
    """What moderators did to something that one of the four had written, in the words of the site."""
    for row in db.rows(
        "SELECT moderation.*, post.title, forum.name AS forum, rule.title AS rule, coalesce(comment.author_id,"
        " post.author_id) AS author FROM moderation JOIN post ON post.id = moderation.post_id JOIN forum"
        " ON forum.id = moderation.forum_id LEFT JOIN comment ON comment.id = moderation.comment_id"
        " LEFT JOIN forum_rule AS rule ON rule.id = rule_id WHERE action IN ('remove_post', 'restore_post',"
        " 'remove_comment', 'restore_comment') AND author <= ? AND author <> moderator_id"
        " ORDER BY moderation.created, moderation.id",
        NAMED,
    ):
        what = f"Your comment on “{row.title}”" if row.comment_id else f"Your post “{row.title}”"
        because = ". ".join(part.rstrip(".") for part in (row.rule or "", row.reason) if part)
        removed = row.action.startswith("remove")
        db.insert(
            "notification",
            account_id=row.author,
            kind="moderation",
            post_id=row.post_id,
            comment_id=row.comment_id,
            text=f"{what} was removed from f/{row.forum}: {because}."
            if removed
            else f"{what} is back in f/{row.forum}.",
            created=row.created,
        )


# Messages -------------------------------------------------------------------------------------------------------------


def _write_messages(db: Database, lore: Lore, rng: Rng, people: People, forums: list[Forum]) -> None:
    spoken: dict[int, set[int]] = {number: {number} for number in range(NAMED + 1)}
    told: list[tuple[int, int, bool, Conversation, dict[str, str]]] = []
    for one in sorted(conversations(), key=lambda one: -one.days):
        start = waking(rng, NOW - one.days * DAY - rng.integer(0, 9) * HOUR // 2)
        found = _other(db, rng, people, one, start, spoken[one.whose])
        if found is None:
            continue
        other, post = found
        spoken[one.whose].add(other)
        values = {
            "title": post.title if post else "",
            "forum": post.forum if post else rng.choice(_common(db, one.whose, forums)),
            "city": lore.city(people.cities[other]).name,
            "other": people.names[other],
            "me": people.names[one.whose],
            "liked": (*people.interests[other], "reading")[0],
        }
        told.append((start, other, one.lines[0][0], one, values))
    told.sort(key=lambda line: line[0])
    for start, other, begun, one, values in told:
        _write_conversation(db, rng, start, other, begun, one, values)


def _common(db: Database, number: int, forums: list[Forum]) -> list[str]:
    """The forums that somebody looks after, or else reads."""
    table = "moderator" if number == MODERATOR else "subscription"
    return db.values(f"SELECT name FROM {table} JOIN forum ON forum.id = forum_id WHERE account_id = ?", number) or [
        forums[0].name
    ]


CANDIDATES = {
    "own": "SELECT comment.author_id AS other, post.title, forum.name AS forum FROM post JOIN forum"
    " ON forum.id = forum_id JOIN comment ON comment.post_id = post.id WHERE post.author_id = ?1"
    " AND comment.author_id <> ?1"
    " AND comment.created < ?2 AND comment.deleted IS NULL AND comment.removed_by IS NULL AND post.deleted IS NULL"
    " AND post.removed_by IS NULL AND NOT pinned ORDER BY comment.created DESC LIMIT 30",
    "theirs": "SELECT post.author_id AS other, post.title, forum.name AS forum FROM post JOIN forum"
    " ON forum.id = forum_id JOIN comment ON comment.post_id = post.id WHERE comment.author_id = ?1"
    " AND post.author_id <> ?1"
    " AND comment.created < ?2 AND comment.deleted IS NULL AND comment.removed_by IS NULL AND post.deleted IS NULL"
    " AND post.removed_by IS NULL AND NOT pinned ORDER BY comment.created DESC LIMIT 30",
    "removed": "SELECT post.author_id AS other, post.title, forum.name AS forum FROM moderation JOIN post"
    " ON post.id = moderation.post_id JOIN forum ON forum.id = post.forum_id WHERE moderator_id = ?1"
    " AND action = 'remove_post' AND moderation.created < ?2 AND post.author_id <> ?1"
    " ORDER BY moderation.created DESC LIMIT 8",
    "plain": "SELECT account.id AS other, NULL AS title, NULL AS forum FROM account JOIN subscription ON account_id ="
    " account.id WHERE forum_id IN (SELECT forum_id FROM subscription WHERE account_id = ?1) AND account.created < ?2"
    " AND person_id IS NOT NULL AND messages_from = 'everybody' AND subscription.created < ?2 GROUP BY account.id"
    " ORDER BY account.id LIMIT 400",
}


def _other(
    db: Database, rng: Rng, people: People, one: Conversation, start: int, but: set[int]
) -> tuple[int, Row | None] | None:
    """With whom, and about which post; nobody writes to the same person about two things."""
    if one.about == "second":
        return (SECOND, None) if people.joined[SECOND] < start else None
    found = db.rows(CANDIDATES[one.about], one.whose, stamp(start))
    rows = [row for row in found if row.other not in but and row.other > NAMED]
    if not rows:
        return None
    row = rng.choice(rows)
    return row.other, row if row.title else None


def _write_conversation(
    db: Database, rng: Rng, start: int, other: int, begun: bool, one: Conversation, values: dict[str, str]
) -> None:
    def told(text: Text) -> str:
        return text.make(rng, lambda name, _: values[name])

    starter, answerer = (one.whose, other) if begun else (other, one.whose)
    thread = db.insert("thread", starter_id=starter, other_id=answerer, subject=told(one.subject), created=stamp(start))
    for when, (mine, read, text) in zip(_moments(rng, start, len(one.lines)), one.lines, strict=True):
        sender, reader = (one.whose, other) if mine else (other, one.whose)
        seen = stamp(min(when + rng.integer(5, 200) * 60, NOW - 60)) if read else None
        db.insert("message", thread_id=thread, sender_id=sender, body=told(text), created=stamp(when), read=seen)
        if reader <= NAMED:
            db.insert(
                "notification", account_id=reader, kind="message", thread_id=thread, created=stamp(when), read=seen
            )


def _moments(rng: Rng, start: int, count: int) -> Iterator[int]:
    """One after the other, and all before now."""
    longest = max(600, (NOW - 15 * 60 - start) // count)
    when = start
    for _ in range(count):
        yield when
        when += min(longest, rng.integer(6, 900) * 60)


# What they keep and turn away from ------------------------------------------------------------------------------------


def _keep(db: Database, rng: Rng, number: int) -> None:
    posts, comments = KEPT[number]
    mine = "forum_id IN (SELECT forum_id FROM subscription WHERE account_id = ?1)"
    joined = db.value("SELECT created FROM account WHERE id = ?", number)
    found = db.rows(
        "SELECT post_id AS id, created FROM post_standing WHERE shown = 1 AND score >= 5 AND created < ?2"
        f" AND created > ?3 AND {mine} ORDER BY created DESC LIMIT 400",
        number,
        stamp(NOW - 2 * DAY),
        joined,
    )
    said = db.rows(
        "SELECT comment.id, comment.created FROM comment JOIN truth ON truth.comment_id = comment.id JOIN post"
        " ON post.id = comment.post_id WHERE truth.kind IN ('right', 'correction') AND comment.deleted IS NULL"
        f" AND comment.removed_by IS NULL AND {mine.replace('forum_id IN', 'post.forum_id IN')}"
        " AND comment.author_id <> ?1 AND comment.created < ?2 AND comment.created > ?3"
        " ORDER BY comment.created DESC LIMIT 300",
        number,
        stamp(NOW - 2 * DAY),
        joined,
    )
    kept: list[tuple[str, str, int]] = []
    for column, rows, count in (("post_id", found, posts), ("comment_id", said, comments)):
        for row in rng.sample(rows, min(len(rows), count)):
            kept.append((_after(db, rng, row.created), column, row.id))
    for when, column, thing in sorted(kept):
        db.insert("saved", account_id=number, created=when, **{column: thing})


def _after(db: Database, rng: Rng, moment: str) -> str:
    """Within a day and a half."""
    when: str = db.value("SELECT datetime(?, ?)", moment, f"+{rng.integer(20, 2_000)} minutes")
    return when


def _turn_away(db: Database, rng: Rng, number: int) -> None:
    forums, posts = HIDDEN[number]
    others = db.values(
        "SELECT id FROM forum WHERE id NOT IN (SELECT forum_id FROM subscription WHERE account_id = ?)"
        " AND NOT featured ORDER BY id",
        number,
    )
    for forum in rng.sample(others, min(len(others), forums)):
        db.insert("hidden_forum", account_id=number, forum_id=forum)
    seen = db.values(
        "SELECT post_id FROM post_standing WHERE shown = 1 AND score < 1 AND created < ? ORDER BY created DESC"
        " LIMIT 60",
        stamp(NOW - DAY),
    )
    for post in sorted(rng.sample(seen, min(len(seen), posts))):
        db.insert("hidden_post", account_id=number, post_id=post)
    rude = db.rows(
        "SELECT comment.author_id AS who, max(comment.created) AS latest FROM comment JOIN truth ON comment_id ="
        " comment.id WHERE kind = 'breaks' AND comment.author_id > ? AND comment.created > ? AND comment.created < ?"
        " AND comment.author_id NOT IN (SELECT starter_id FROM thread UNION SELECT other_id FROM thread)"
        " GROUP BY 1 ORDER BY 1",
        NAMED,
        db.value("SELECT created FROM account WHERE id = ?", number),
        stamp(NOW - 3 * DAY),
    )
    for row in rng.sample(rude, min(len(rude), BLOCKED[number])):
        note, when = rng.choice(NOTES), _after(db, rng, row.latest)
        db.insert("block", account_id=number, blocked_id=row.who, note=note, created=when)
