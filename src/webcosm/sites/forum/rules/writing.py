"""Posts, comments and votes as they come to be and change: what is allowed, and which rows it writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webcosm.sites.forum.rules.moderating import ban_of, ban_words, moderates
from webcosm.sites.forum.rules.notices import tell_of_words
from webcosm.sites.kit import Conflict, Forbidden
from webcosm.sites.kit.formats import clock_time, parse_moment
from webcosm.worlds import Database, Row, Switch

__all__ = [
    "RATE_LIMIT",
    "Picture",
    "add_comment",
    "add_post",
    "capacity",
    "crosspost_source",
    "delete_comment",
    "delete_post",
    "edit_comment",
    "edit_post",
    "need_open",
    "need_unbanned",
    "toggle",
    "too_soon",
    "vote_on_comment",
    "vote_on_poll",
    "vote_on_post",
]

RATE_LIMIT = Switch(
    "forum.rate_limit",
    0,
    "Posts and comments that one account may write within ten minutes; 0 is as many as it likes.",
    low=0,
    high=1_000,
)
RATE_MINUTES = 10


@dataclass(frozen=True)
class Picture:
    """An uploaded picture, ready to be kept."""

    file: bytes
    caption: str = ""


# Who may write --------------------------------------------------------------------------------------------------------


def need_unbanned(db: Database, account: Row, forum: Row, now: str) -> None:
    """Turns away who is banned from the forum, and says why and for how long."""
    found = ban_of(db, account.id, forum.id, now)
    if found is not None and account.role != "admin":
        raise Forbidden(f"You are banned from f/{forum.name} {ban_words(found)}. The reason: {found.reason}")


def need_open(db: Database, account: Row, post: Row) -> None:
    """Comments go to posts that are there, and to locked ones only from moderators."""
    if post.deleted:
        raise Conflict("This post was deleted by its author; it takes no comments.")
    if post.removed_by is not None:
        raise Conflict("This post was removed by a moderator; it takes no comments.")
    if post.locked and not moderates(db, account, post.forum_id):
        raise Forbidden("This post is locked: it takes no new comments.")


def too_soon(db: Database, account: Row, limit: int, now: datetime) -> str | None:
    """What to tell somebody who writes too much, or None. A limit of 0 is none."""
    if not limit:
        return None
    since = f"{now - timedelta(minutes=RATE_MINUTES):%Y-%m-%d %H:%M:%S}"
    written = sorted(
        db.values("SELECT created FROM post WHERE author_id = ? AND created > ?", account.id, since)
        + db.values("SELECT created FROM comment WHERE author_id = ? AND created > ?", account.id, since)
    )
    if len(written) < limit:
        return None
    again = parse_moment(written[-limit]) + timedelta(minutes=RATE_MINUTES, seconds=59)
    return (
        f"You have written {len(written)} posts and comments in the last {RATE_MINUTES} minutes. "
        f"Please wait until {clock_time(again)}."
    )


def capacity(db: Database, account: Row, forum_id: int, wanted: str | None) -> str:
    """In which capacity something is written: as oneself unless one may speak as what one wants to."""
    if wanted == "admin" and account.role == "admin":
        return "admin"
    if wanted == "moderator" and moderates(db, account, forum_id):
        return "moderator"
    return "none"


# Posts ----------------------------------------------------------------------------------------------------------------


def add_post(
    db: Database,
    author: Row,
    forum: Row,
    kind: str,
    title: str,
    now: str,
    *,
    url: str = "",
    body: str = "",
    flag: str = "none",
    pictures: Sequence[Picture] = (),
    options: Sequence[str] = (),
    crosspost_of: int | None = None,
) -> int:
    """A new post, which its author votes for."""
    number = db.insert(
        "post",
        forum_id=forum.id,
        author_id=author.id,
        kind=kind,
        title=title,
        url=url,
        body=body,
        flag=flag,
        created=now,
        crosspost_of=crosspost_of,
    )
    for position, picture in enumerate(pictures, 1):
        db.insert("post_picture", post_id=number, position=position, caption=picture.caption, file=picture.file)
    for position, label in enumerate(options, 1):
        db.insert("poll_option", post_id=number, position=position, label=label)
    db.insert("post_vote", post_id=number, account_id=author.id, value=1, created=now)
    post = db.row("SELECT * FROM post WHERE id = ?", number)
    assert post
    tell_of_words(db, author, post, None, body, now)
    return number


def edit_post(db: Database, post: Row, title: str, url: str, body: str, now: str) -> bool:
    """Keeps what the post said before. An edit that changes nothing writes nothing; whether it did."""
    if (post.title, post.url, post.body) == (title, url, body):
        return False
    db.insert("post_edit", post_id=post.id, title=post.title, url=post.url, body=post.body, until=now)
    db.run("UPDATE post SET title = ?, url = ?, body = ?, edited = ? WHERE id = ?", title, url, body, now, post.id)
    return True


def edit_captions(db: Database, post: Row, captions: Sequence[str]) -> bool:
    """Of the pictures in their order. Whether any changed."""
    changed = False
    pictures = db.rows("SELECT id, caption FROM post_picture WHERE post_id = ? ORDER BY position", post.id)
    for picture, caption in zip(pictures, captions, strict=True):
        if picture.caption != caption:
            db.run("UPDATE post_picture SET caption = ? WHERE id = ?", caption, picture.id)
            changed = True
    return changed


def delete_post(db: Database, post: Row, now: str) -> None:
    """The comments stay; what the post said is shown to nobody."""
    db.run("UPDATE post SET deleted = ? WHERE id = ?", now, post.id)


def crosspost_source(db: Database, post: Row) -> Row:
    """What is passed on: of a post that was itself passed on, the first one."""
    first = db.row("SELECT * FROM post WHERE id = ?", post.crosspost_of) if post.crosspost_of else None
    return first or post


# Comments -------------------------------------------------------------------------------------------------------------


def add_comment(
    db: Database, author: Row, post: Row, parent: Row | None, body: str, now: str, *, flag: str = "none"
) -> int:
    """A new comment, which its author votes for."""
    if parent is not None and (parent.deleted or parent.removed_by is not None):
        raise Conflict("This comment is not there any more; it takes no replies.")
    number = db.insert(
        "comment",
        post_id=post.id,
        parent_id=parent.id if parent else None,
        author_id=author.id,
        body=body,
        flag=flag,
        created=now,
    )
    db.insert("comment_vote", comment_id=number, account_id=author.id, value=1, created=now)
    tell_of_words(db, author, post, number, body, now)
    return number


def edit_comment(db: Database, comment: Row, body: str, now: str) -> bool:
    """As :func:`edit_post`."""
    if comment.body == body:
        return False
    db.insert("comment_edit", comment_id=comment.id, body=comment.body, until=now)
    db.run("UPDATE comment SET body = ?, edited = ? WHERE id = ?", body, now, comment.id)
    return True


def delete_comment(db: Database, comment: Row, now: str) -> None:
    """Its place and the replies to it stay."""
    db.run("UPDATE comment SET deleted = ? WHERE id = ?", now, comment.id)


# Votes ----------------------------------------------------------------------------------------------------------------


def vote_on_post(db: Database, account: Row, post: Row, value: int, now: str) -> None:
    _vote(db, "post", account, post, value, now)


def vote_on_comment(db: Database, account: Row, comment: Row, value: int, now: str) -> None:
    _vote(db, "comment", account, comment, value, now)


def _vote(db: Database, what: str, account: Row, thing: Row, value: int, now: str) -> None:
    """1 or -1; 0 takes the vote back. One vote for each account and thing."""
    if thing.deleted or thing.removed_by is not None:
        raise Conflict(f"This {what} is not there any more; nobody can vote on it.")
    key = (thing.id, account.id)
    before = db.value(f"SELECT value FROM {what}_vote WHERE {what}_id = ? AND account_id = ?", *key)
    if value == (before or 0):
        return
    if value == 0:
        db.run(f"DELETE FROM {what}_vote WHERE {what}_id = ? AND account_id = ?", *key)
    elif before is None:
        db.run(f"INSERT INTO {what}_vote ({what}_id, account_id, value, created) VALUES (?, ?, ?, ?)", *key, value, now)
    else:
        db.run(
            f"UPDATE {what}_vote SET value = ?, created = ? WHERE {what}_id = ? AND account_id = ?", value, now, *key
        )


def vote_on_poll(db: Database, account: Row, post: Row, option_id: int, now: str) -> None:
    """Once for each account; who has chosen has chosen."""
    if post.deleted or post.removed_by is not None:
        raise Conflict("This post is not there any more; nobody can vote in its poll.")
    if post.locked:
        raise Conflict("This post is locked, and so is its poll.")
    if db.value("SELECT 1 FROM poll_vote WHERE post_id = ? AND account_id = ?", post.id, account.id):
        raise Conflict("You have voted in this poll already.")
    if not db.value("SELECT 1 FROM poll_option WHERE id = ? AND post_id = ?", option_id, post.id):
        raise Conflict("This poll has no such option.")
    db.run("INSERT INTO poll_vote VALUES (?, ?, ?, ?)", post.id, account.id, option_id, now)


# What somebody keeps or turns away from -------------------------------------------------------------------------------


def toggle(db: Database, table: str, wanted: bool, now: str | None = None, /, **key: int) -> bool:
    """Puts a row that only says "yes" in its place or takes it away. Whether that changed anything."""
    marks = " AND ".join(f"{name} = ?" for name in key)
    there = bool(db.value(f"SELECT 1 FROM {table} WHERE {marks}", *key.values()))
    if there == wanted:
        return False
    if wanted:
        stamp = {} if now is None else {"created": now}
        db.insert(table, **key, **stamp)
    else:
        db.run(f"DELETE FROM {table} WHERE {marks}", *key.values())
    return True
