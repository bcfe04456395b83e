"""Who is told of what: replies, mentions, messages and what moderators did; and who takes messages from whom."""

from __future__ import annotations

import re
from collections.abc import Iterable

from webcosm.worlds import Database, Row

__all__ = [
    "MOST_MENTIONS",
    "account_named",
    "begin_thread",
    "blocks",
    "mentioned",
    "read_all",
    "refusal_to_begin",
    "refusal_to_write",
    "say",
    "tell_of_moderation",
    "tell_of_words",
    "unread_messages",
    "unread_notifications",
]

MOST_MENTIONS = 10
"""Who names half the town in one comment tells nobody beyond these."""
_MENTION = re.compile(r"(?:(?<![\w/@.])@|(?<!\w)(?:(?<!/)/)?u/)([A-Za-z0-9][A-Za-z0-9._-]{1,29})(?<![.-])")


def account_named(db: Database, username: str) -> Row | None:
    """The account of that name, in whatever capitals; nobody who has left."""
    return db.row("SELECT * FROM account WHERE username = ? AND active", username.strip().removeprefix("u/")[:60])


def blocks(db: Database, account_id: int, other_id: int) -> bool:
    """Whether the first does not want to hear from the second."""
    return bool(db.value("SELECT 1 FROM block WHERE account_id = ? AND blocked_id = ?", account_id, other_id))


def unread_notifications(db: Database, account_id: int) -> int:
    return int(db.value("SELECT count(*) FROM notification WHERE account_id = ? AND read IS NULL", account_id))


def unread_messages(db: Database, account_id: int) -> int:
    """Messages from others that the account has not opened."""
    sql = (
        "SELECT count(*) FROM thread JOIN message ON message.thread_id = thread.id"
        " WHERE read IS NULL AND sender_id <> ?1 AND (starter_id = ?1 OR other_id = ?1)"
        " AND sender_id NOT IN (SELECT blocked_id FROM block WHERE account_id = ?1)"
    )
    return int(db.value(sql, account_id))


# Posts and comments ---------------------------------------------------------------------------------------------------


def mentioned(text: str) -> list[str]:
    """The names that a text calls as u/NAME or @NAME, each once."""
    names = dict.fromkeys(name.lower() for name in _MENTION.findall(text))
    return list(names)[:MOST_MENTIONS]


def tell_of_words(db: Database, author: Row, post: Row, comment_id: int | None, text: str, now: str) -> None:
    """Tells those whom a new post or comment concerns: who is answered of the reply, who is named of the mention.

    Nobody is told twice of the same words, nor of their own, nor by somebody whom they have blocked.
    """
    told = {author.id}
    if comment_id is not None:
        answered = db.value(
            "SELECT coalesce(parent.author_id, post.author_id) FROM comment JOIN post ON post.id = comment.post_id"
            " LEFT JOIN comment AS parent ON parent.id = comment.parent_id WHERE comment.id = ?",
            comment_id,
        )
        recipient = db.row("SELECT * FROM account WHERE id = ? AND active", answered)
        if recipient and recipient.id not in told and not blocks(db, recipient.id, author.id):
            told.add(recipient.id)
            if recipient.notify_replies:
                _tell(db, recipient.id, "reply", now, post_id=post.id, comment_id=comment_id)
    for name in mentioned(text):
        named = account_named(db, name)
        if named and named.id not in told and named.notify_mentions and not blocks(db, named.id, author.id):
            told.add(named.id)
            _tell(db, named.id, "mention", now, post_id=post.id, comment_id=comment_id)


def tell_of_moderation(
    db: Database, account_id: int, text: str, now: str, *, post_id: int | None = None, comment_id: int | None = None
) -> None:
    """Tells somebody what a moderator did to them or to what they wrote."""
    _tell(db, account_id, "moderation", now, text=text, post_id=post_id, comment_id=comment_id)


def _tell(db: Database, account_id: int, kind: str, now: str, **about: int | str | None) -> None:
    db.insert("notification", account_id=account_id, kind=kind, created=now, **about)


# Messages -------------------------------------------------------------------------------------------------------------


def refusal_to_write(db: Database, sender: Row, recipient: Row) -> str | None:
    """Why one cannot write to the other at all, or None.

    Whom somebody has blocked reads the same sentence as where no messages are taken: it is nobody's business.
    """
    if recipient.id == sender.id:
        return "This is your own account."
    if not recipient.active:
        return "This account was deleted."
    if blocks(db, sender.id, recipient.id):
        return f"You have blocked {recipient.username}. Unblock the account first if you want to write to it."
    if blocks(db, recipient.id, sender.id):
        return _no_messages(recipient)
    return None


def refusal_to_begin(db: Database, sender: Row, recipient: Row) -> str | None:
    """Why one cannot begin a conversation with the other, or None: some take part only in those that they began."""
    refusal = refusal_to_write(db, sender, recipient)
    if refusal is None and recipient.messages_from == "nobody":
        return _no_messages(recipient)
    return refusal


def _no_messages(recipient: Row) -> str:
    return f"{recipient.username} does not take messages at the moment."


def begin_thread(db: Database, sender: Row, recipient: Row, subject: str, body: str, now: str) -> int:
    number = db.insert("thread", starter_id=sender.id, other_id=recipient.id, subject=subject, created=now)
    say(db, number, sender, recipient.id, body, now)
    return number


def say(db: Database, thread_id: int, sender: Row, recipient_id: int, body: str, now: str) -> int:
    """A message, and a notice of it to whom it is for."""
    number = db.insert("message", thread_id=thread_id, sender_id=sender.id, body=body, created=now)
    _tell(db, recipient_id, "message", now, thread_id=thread_id)
    return number


def read_all(db: Database, ids: Iterable[int], now: str) -> None:
    """Marks notifications as seen."""
    for number in ids:
        db.run("UPDATE notification SET read = ? WHERE id = ? AND read IS NULL", now, number)
