"""Lists of posts: six orders, time ranges, and pages that begin after a key and never at an offset."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.worlds import Database, Row, Value

__all__ = ["RANGED", "RANGES", "SORTS", "Page", "feed", "pinned_posts", "post_cards", "range_start"]

SORTS = {
    "hot": ("Hot", "heat"),
    "new": ("New", "created"),
    "active": ("Active", "active"),
    "top": ("Top", "score"),
    "controversial": ("Controversial", "dispute"),
    "comments": ("Most commented", "comments"),
}
"""Key of an order to its label and its column of ``post_standing``; always the greatest first."""
RANGED = ("top", "controversial", "comments")
"""The orders for which a time range may be chosen."""
RANGES: dict[str, tuple[str, timedelta | None]] = {
    "hour": ("Past hour", timedelta(hours=1)),
    "day": ("Past 24 hours", timedelta(days=1)),
    "week": ("Past week", timedelta(days=7)),
    "month": ("Past month", timedelta(days=30)),
    "year": ("Past year", timedelta(days=365)),
    "all": ("All time", None),
}
SHORT = ("hour", "day", "week", "month")
"""Ranges with so few posts that these are better sorted than picked out of all."""


@dataclass(frozen=True)
class Page:
    """A part of a list, and the key after which the next one begins; empty if there is none."""

    items: Sequence[Row]
    after: str
    is_first: bool


def range_start(name: str, now: datetime) -> str | None:
    span = RANGES[name][1]
    return (now - span).strftime("%Y-%m-%d %H:%M:%S") if span else None


def feed(
    viewer: Viewer,
    forums: Collection[int] | None,
    sort: str,
    *,
    period: str = "all",
    now: datetime,
    after: str = "",
    size: int = 25,
    leave_out: Sequence[int] = (),
) -> Page:
    """The posts of these forums (None: of all that the visitor has not hidden) that come after a key."""
    column = SORTS[sort][1]
    mark = _read_key(after, column)
    conditions, arguments = _conditions(viewer, leave_out)
    since = range_start(period, now) if sort in RANGED else None
    if since:
        # The plus sign keeps SQLite from an index that would not help.
        conditions.append("created >= ?" if period in SHORT else "+created >= ?")
        arguments.append(since)
    if mark:
        conditions.append(f"({column}, post_id) < (?, ?)")
        arguments += mark
    by = f"+{column}" if since and period in SHORT else column
    order = f"ORDER BY {by} DESC, post_id DESC LIMIT {size + 1}"
    where = " AND ".join(["shown = 1", *conditions])
    picked = f"SELECT post_id, {column} AS sorted FROM post_standing WHERE"
    if forums is None:
        if viewer.hidden_forums:
            where += f" AND forum_id NOT IN ({_numbers(viewer.hidden_forums)})"
        rows = viewer.db.rows(f"{picked} {where} {order}", *arguments)
    elif not forums:
        rows = []
    else:
        # Of each forum the first ones, by its own index, and of these the first.
        parts = [f"SELECT * FROM ({picked} forum_id = {number:d} AND {where} {order})" for number in sorted(forums)]
        union = " UNION ALL ".join(parts)
        rows = viewer.db.rows(f"{union} ORDER BY sorted DESC, post_id DESC LIMIT {size + 1}", *(arguments * len(parts)))
    more = len(rows) > size
    rows = rows[:size]
    items = post_cards(viewer, [row.post_id for row in rows])
    return Page(items, f"{rows[-1].sorted}~{rows[-1].post_id}" if more else "", mark is None)


def _conditions(viewer: Viewer, leave_out: Sequence[int]) -> tuple[list[str], list[Value]]:
    """What keeps posts out of a visitor's lists."""
    conditions: list[str] = []
    arguments: list[Value] = []
    if viewer.blocked:
        conditions.append(f"post_id NOT IN (SELECT id FROM post WHERE author_id IN ({_numbers(viewer.blocked)}))")
    if viewer.hides_posts:
        conditions.append("post_id NOT IN (SELECT post_id FROM hidden_post WHERE account_id = ?)")
        arguments.append(viewer.id)
    if leave_out:
        conditions.append(f"post_id NOT IN ({_numbers(leave_out)})")
    return conditions, arguments


def _numbers(numbers: Collection[int]) -> str:
    return ", ".join(f"{number:d}" for number in sorted(numbers))


def _read_key(text: str, column: str) -> tuple[Value, int] | None:
    """``VALUE~POST`` as it stands in an address; None if it is no key of this order."""
    value, _, number = text.rpartition("~")
    if not re.fullmatch(r"[0-9]{1,15}", number):
        return None
    if column in ("created", "active"):
        return (value, int(number)) if re.fullmatch(r"[0-9: -]{19}", value) else None
    if re.fullmatch(r"-?[0-9]{1,15}", value):
        return int(value), int(number)
    return (
        (float(value), int(number)) if re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,20}(e[-+]?[0-9]{1,2})?", value) else None
    )


# Cards ----------------------------------------------------------------------------------------------------------------

CARD = (
    "SELECT post.id, post.forum_id, post.author_id, post.kind, post.title, post.url, post.body, post.flag,"
    " post.created, post.edited, post.deleted, post.removed_by, post.locked, post.pinned, post.crosspost_of,"
    " forum.name AS forum, forum.title AS forum_title, account.username AS author, account.active AS author_active,"
    " standing.score, standing.comments, standing.ups, standing.downs, standing.active AS last_active,"
    " (SELECT id FROM post_picture WHERE post_id = post.id ORDER BY position, id LIMIT 1) AS picture,"
    " (SELECT count(*) FROM post_picture WHERE post_id = post.id) AS pictures,"
    " (SELECT value FROM post_vote WHERE post_id = post.id AND account_id = :viewer) AS mine,"
    " EXISTS (SELECT 1 FROM saved WHERE account_id = :viewer AND post_id = post.id) AS saved,"
    " EXISTS (SELECT 1 FROM hidden_post WHERE account_id = :viewer AND post_id = post.id) AS hidden"
    " FROM post JOIN forum ON forum.id = post.forum_id JOIN account ON account.id = post.author_id"
    " JOIN post_standing AS standing ON standing.post_id = post.id"
)
"""What lists and pages show of a post; a condition on ``post`` follows."""


def post_cards(viewer: Viewer, ids: Sequence[int]) -> list[Row]:
    """The posts of these numbers, in their order."""
    if not ids:
        return []
    place = {number: place for place, number in enumerate(ids)}
    rows = viewer.db.rows(f"{CARD} WHERE post.id IN ({_numbers(place)})", {"viewer": viewer.id})
    rows.sort(key=lambda row: place[row.id])
    return rows


def pinned_posts(viewer: Viewer, forum_id: int) -> list[Row]:
    """What the moderators keep at the top of a forum, the newest first."""
    ids = viewer.db.values(
        "SELECT id FROM post WHERE forum_id = ? AND pinned AND deleted IS NULL AND removed_by IS NULL"
        " ORDER BY created DESC, id DESC LIMIT 5",
        forum_id,
    )
    return [row for row in post_cards(viewer, ids) if row.author_id not in viewer.blocked and not row.hidden]


def subscribed_forums(db: Database, account_id: int) -> list[Row]:
    return db.rows(
        "SELECT forum.id, forum.name, forum.title FROM subscription JOIN forum ON forum.id = forum_id"
        " WHERE account_id = ? ORDER BY forum.name COLLATE NOCASE",
        account_id,
    )
