"""Order in a forum: who moderates it, who is banned from it, what moderators do; each deed has a line in the log."""

from __future__ import annotations

from webcosm.sites.forum.rules.notices import tell_of_moderation
from webcosm.sites.kit import Conflict, Forbidden
from webcosm.sites.kit.formats import day
from webcosm.worlds import Database, Row, Value

__all__ = [
    "add_moderator",
    "ban",
    "ban_of",
    "ban_words",
    "close_reports",
    "dismiss",
    "is_last_moderator",
    "lift_ban",
    "log",
    "moderated_forums",
    "moderates",
    "need_moderator",
    "remove",
    "remove_moderator",
    "restore",
    "set_locked",
    "set_pinned",
]


def moderates(db: Database, account: Row | None, forum_id: int) -> bool:
    """Whether the account has a moderator's rights over the forum; administrators have them everywhere."""
    if account is None:
        return False
    if account.role == "admin":
        return True
    return bool(db.value("SELECT 1 FROM moderator WHERE forum_id = ? AND account_id = ?", forum_id, account.id))


def need_moderator(db: Database, account: Row, forum: Row) -> None:
    if not moderates(db, account, forum.id):
        raise Forbidden(f"This is for the moderators of f/{forum.name}.")


def moderated_forums(db: Database, account: Row) -> list[Row]:
    """The forums that the account looks after, by name; all of them for an administrator."""
    if account.role == "admin":
        return db.rows("SELECT * FROM forum ORDER BY name COLLATE NOCASE")
    return db.rows(
        "SELECT forum.* FROM forum JOIN moderator ON moderator.forum_id = forum.id WHERE account_id = ?"
        " ORDER BY name COLLATE NOCASE",
        account.id,
    )


def log(
    db: Database,
    moderator: Row,
    forum_id: int,
    action: str,
    now: str,
    *,
    reason: str = "",
    rule_id: int | None = None,
    **about: Value,
) -> None:
    db.insert(
        "moderation",
        forum_id=forum_id,
        moderator_id=moderator.id,
        action=action,
        rule_id=rule_id,
        reason=reason,
        created=now,
        **about,
    )


def _spare_administrators(db: Database, account_id: int) -> None:
    if db.value("SELECT role FROM account WHERE id = ?", account_id) == "admin":
        raise Forbidden("Nobody moderates an administrator.")


# Bans -----------------------------------------------------------------------------------------------------------------


def ban_of(db: Database, account_id: int, forum_id: int, now: str) -> Row | None:
    """The ban that keeps the account out of the forum now, or None."""
    return db.row(
        "SELECT * FROM ban WHERE forum_id = ? AND account_id = ? AND lifted IS NULL AND (until IS NULL OR until > ?)"
        " ORDER BY id DESC",
        forum_id,
        account_id,
        now,
    )


def ban_words(found: Row) -> str:
    """``until June 1, 2026`` or ``for good``"""
    return f"until {day(found.until)}" if found.until else "for good"


def ban(db: Database, moderator: Row, forum: Row, account: Row, reason: str, until: str | None, now: str) -> int:
    """Keeps somebody from writing in a forum. ``until`` is a moment, or None for good."""
    _spare_administrators(db, account.id)
    if db.value("SELECT 1 FROM moderator WHERE forum_id = ? AND account_id = ?", forum.id, account.id):
        raise Conflict(f"{account.username} is a moderator of f/{forum.name}. Moderators cannot be banned.")
    number = db.insert(
        "ban", forum_id=forum.id, account_id=account.id, by_id=moderator.id, reason=reason, created=now, until=until
    )
    log(db, moderator, forum.id, "ban", now, reason=reason, account_id=account.id)
    row = db.row("SELECT * FROM ban WHERE id = ?", number)
    assert row
    tell_of_moderation(db, account.id, f"You were banned from f/{forum.name} {ban_words(row)}: {reason}", now)
    return number


def lift_ban(db: Database, moderator: Row, forum: Row, found: Row, now: str) -> None:
    db.run("UPDATE ban SET lifted = ? WHERE id = ?", now, found.id)
    log(db, moderator, forum.id, "unban", now, account_id=found.account_id)
    tell_of_moderation(db, found.account_id, f"Your ban from f/{forum.name} was lifted.", now)


# Posts and comments ---------------------------------------------------------------------------------------------------


def remove(
    db: Database, moderator: Row, forum: Row, post: Row, comment: Row | None, rule: Row | None, reason: str, now: str
) -> None:
    """Takes a post or a comment out of sight. Reports about it are settled by that; what stands under it stays."""
    thing, what = (comment, "comment") if comment else (post, "post")
    _spare_administrators(db, thing.author_id)
    if thing.deleted:
        raise Conflict(f"This {what} was deleted by its author.")
    if thing.removed_by is not None:
        raise Conflict(f"This {what} is removed already.")
    db.run(f"UPDATE {what} SET removed_by = ? WHERE id = ?", moderator.id, thing.id)
    comment_id = comment.id if comment else None
    log(
        db,
        moderator,
        forum.id,
        f"remove_{what}",
        now,
        reason=reason,
        rule_id=rule.id if rule else None,
        post_id=post.id,
        comment_id=comment_id,
    )
    close_reports(db, moderator, post.id, comment_id, "removed", now)
    if thing.author_id != moderator.id:
        because = ". ".join(part.rstrip(".") for part in (rule.title if rule else "", reason) if part)
        subject = f"Your comment on “{post.title}”" if comment else f"Your post “{post.title}”"
        text = f"{subject} was removed from f/{forum.name}: {because}."
        tell_of_moderation(db, thing.author_id, text, now, post_id=post.id, comment_id=comment_id)


def restore(db: Database, moderator: Row, forum: Row, post: Row, comment: Row | None, now: str) -> None:
    thing, what = (comment, "comment") if comment else (post, "post")
    if thing.removed_by is None:
        raise Conflict(f"This {what} is not removed.")
    db.run(f"UPDATE {what} SET removed_by = NULL WHERE id = ?", thing.id)
    comment_id = comment.id if comment else None
    log(db, moderator, forum.id, f"restore_{what}", now, post_id=post.id, comment_id=comment_id)
    if thing.author_id != moderator.id:
        subject = f"Your comment on “{post.title}”" if comment else f"Your post “{post.title}”"
        text = f"{subject} is back in f/{forum.name}."
        tell_of_moderation(db, thing.author_id, text, now, post_id=post.id, comment_id=comment_id)


def set_locked(db: Database, moderator: Row, post: Row, locked: bool, now: str) -> bool:
    """Whether that changed anything."""
    if bool(post.locked) == locked:
        return False
    db.run("UPDATE post SET locked = ? WHERE id = ?", int(locked), post.id)
    log(db, moderator, post.forum_id, "lock" if locked else "unlock", now, post_id=post.id)
    return True


def set_pinned(db: Database, moderator: Row, post: Row, pinned: bool, now: str) -> bool:
    """Whether that changed anything."""
    if bool(post.pinned) == pinned:
        return False
    db.run("UPDATE post SET pinned = ? WHERE id = ?", int(pinned), post.id)
    log(db, moderator, post.forum_id, "pin" if pinned else "unpin", now, post_id=post.id)
    return True


# Reports --------------------------------------------------------------------------------------------------------------


def close_reports(db: Database, moderator: Row, post_id: int, comment_id: int | None, outcome: str, now: str) -> int:
    """All open reports about the same post or comment; one about a post says nothing of its comments."""
    return db.run(
        "UPDATE report SET outcome = ?, closed_by = ?, closed = ? WHERE outcome = 'open' AND post_id = ?"
        " AND comment_id IS ?",
        outcome,
        moderator.id,
        now,
        post_id,
        comment_id,
    )


def dismiss(db: Database, moderator: Row, found: Row, reason: str, now: str) -> None:
    """Closes one report and leaves everything as it is."""
    if found.outcome != "open":
        raise Conflict(f"This report is closed: {found.outcome}.")
    db.run(
        "UPDATE report SET outcome = 'dismissed', closed_by = ?, closed = ? WHERE id = ?", moderator.id, now, found.id
    )
    log(
        db,
        moderator,
        found.forum_id,
        "dismiss_report",
        now,
        reason=reason,
        post_id=found.post_id,
        comment_id=found.comment_id,
    )


# Moderators -----------------------------------------------------------------------------------------------------------


def is_last_moderator(db: Database, forum_id: int, account_id: int) -> bool:
    return db.values("SELECT account_id FROM moderator WHERE forum_id = ?", forum_id) == [account_id]


def add_moderator(db: Database, moderator: Row, forum: Row, account: Row, now: str) -> None:
    db.insert("moderator", forum_id=forum.id, account_id=account.id, created=now)
    log(db, moderator, forum.id, "add_moderator", now, account_id=account.id)
    if account.id != moderator.id:
        tell_of_moderation(db, account.id, f"You are a moderator of f/{forum.name} now.", now)


def remove_moderator(db: Database, moderator: Row, forum: Row, account: Row, now: str) -> None:
    """A forum keeps one moderator at least; and only an administrator steps down for an administrator."""
    if account.id != moderator.id:
        _spare_administrators(db, account.id)
    if is_last_moderator(db, forum.id, account.id):
        raise Conflict(f"{account.username} is the only moderator of f/{forum.name}. Add another one first.")
    db.run("DELETE FROM moderator WHERE forum_id = ? AND account_id = ?", forum.id, account.id)
    log(db, moderator, forum.id, "remove_moderator", now, account_id=account.id)
    if account.id != moderator.id:
        tell_of_moderation(db, account.id, f"You are no longer a moderator of f/{forum.name}.", now)
