"""What moderators do: remove, move and dismiss, each with its line in the log."""

from __future__ import annotations

from datetime import datetime

from webcosm.sites.kit import Conflict
from webcosm.worlds import Database, Row, Value

__all__ = ["close_report", "log", "move", "remove", "suspend"]


def log(db: Database, moderator: int, action: str, reason: str, now: datetime, **about: Value) -> None:
    """A line of the log, which is only ever added to."""
    db.insert("moderation", moderator_id=moderator, action=action, reason=reason, created=_stamp(now), **about)


def close_report(db: Database, moderator: int, report: Row, outcome: str, now: datetime) -> None:
    db.run(
        "UPDATE report SET outcome = ?, closed_by = ?, closed = ? WHERE id = ?",
        outcome,
        moderator,
        _stamp(now),
        report.id,
    )


def remove(db: Database, moderator: int, listing: Row, reason: str, now: datetime) -> None:
    if listing.status == "removed":
        raise Conflict("This listing is removed already.")
    db.run("UPDATE listing SET status = 'removed', removed_reason = ? WHERE id = ?", reason, listing.id)
    log(db, moderator, "remove", reason, now, listing_id=listing.id)


def move(db: Database, moderator: int, listing: Row, category: Row, reason: str, now: datetime) -> None:
    """Into another category; attributes that it has as well are taken along."""
    db.run("UPDATE listing SET category_id = ? WHERE id = ?", category.id, listing.id)
    for value in db.rows(
        "SELECT listing_value.*, attribute.code, attribute.kind, attribute_choice.label FROM listing_value"
        " JOIN attribute ON attribute.id = listing_value.attribute_id LEFT JOIN attribute_choice ON"
        " attribute_choice.id = choice_id"
        " WHERE listing_id = ?",
        listing.id,
    ):
        db.run("DELETE FROM listing_value WHERE listing_id = ? AND attribute_id = ?", listing.id, value.attribute_id)
        same = db.row(
            "SELECT * FROM attribute WHERE category_id = ? AND code = ? AND kind = ?",
            category.id,
            value.code,
            value.kind,
        )
        if same is None:
            continue
        choice = db.value("SELECT id FROM attribute_choice WHERE attribute_id = ? AND label = ?", same.id, value.label)
        if same.kind != "choice" or choice is not None:
            db.run("INSERT INTO listing_value VALUES (?, ?, ?, ?)", listing.id, same.id, choice, value.number)
    log(db, moderator, "move", reason, now, listing_id=listing.id)


def suspend(db: Database, moderator: int, account: Row, reason: str, now: datetime) -> None:
    if account.suspended:
        raise Conflict("This account is suspended already.")
    db.run("UPDATE account SET suspended = ? WHERE id = ?", _stamp(now), account.id)
    log(db, moderator, "suspend", reason, now, account_id=account.id)


def _stamp(now: datetime) -> str:
    return f"{now:%Y-%m-%d %H:%M:%S}"
