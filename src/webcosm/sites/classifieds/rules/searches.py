"""Searches that are saved: what has come since somebody last looked."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import parse_qsl

from webcosm.sites.classifieds.rules.search import Criteria
from webcosm.worlds import Database, Row

__all__ = ["alerts", "criteria_of", "new_listings"]


def criteria_of(db: Database, search: Row) -> Criteria:
    return Criteria.read(db, dict(parse_qsl(search.query)))


def new_listings(db: Database, search: Row, now: datetime) -> int:
    """How many of the listings that fit were published since it was last opened; one's own do not count."""
    where, arguments = criteria_of(db, search).conditions(db, now)
    since = search.last_checked or search.created
    sql = f"SELECT count(*) FROM listing WHERE {where} AND published > ? AND seller_id <> ?"
    return int(db.value(sql, *arguments, since, search.account_id))


def alerts(db: Database, user: Row, now: datetime) -> int:
    """New listings of all searches that somebody wants to be told about."""
    rows = db.rows("SELECT * FROM saved_search WHERE account_id = ? AND alerts ORDER BY id", user.id)
    return sum(new_listings(db, row, now) for row in rows)
