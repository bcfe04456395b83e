"""Listings as pages need them: who may see one, what it says of itself, who sells it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from webcosm.sites.classifieds.rules.search import CARD
from webcosm.sites.classifieds.rules.terms import AWAY_DAYS, DAYS_ACTIVE
from webcosm.sites.kit import NotFound
from webcosm.sites.kit.formats import money, parse_moment
from webcosm.worlds import Database, Row

__all__ = ["attributes_of", "details", "is_around", "publish_row", "rating_of", "shown_listing", "state_of", "unread"]

OPEN = ("active", "sold", "expired")
"""What everybody may look at."""
RENEWABLE_AFTER = timedelta(days=7)


def shown_listing(db: Database, user: Row | None, number: int) -> Row:
    """The listing, if the visitor may see it: drafts are their owner's, what was removed also the moderators'."""
    row = db.row(
        "SELECT listing.*, city.name AS city, region.name AS region, region.code AS region_code,"
        " category.name AS category,"
        " category.slug, parent.name AS parent, parent.slug AS parent_slug, account.username, account.name AS seller,"
        " account.kind AS seller_kind, account.email AS seller_email, account.created AS seller_since,"
        " account.last_seen AS seller_seen, account.suspended AS seller_suspended"
        " FROM listing JOIN city ON city.id = listing.city_id JOIN region ON region.id = city.region_id"
        " JOIN category ON category.id = listing.category_id JOIN category AS parent ON parent.id = category.parent_id"
        " JOIN account ON account.id = listing.seller_id WHERE listing.id = ?",
        number,
    )
    own = row and user and row.seller_id == user.id
    seen = row and (
        row.status in OPEN
        or (own and row.status != "deleted")
        or (user and user.role == "moderator" and row.status == "removed")
    )
    if row is None or not seen:
        raise NotFound(f"There is no listing {number}. It may have been taken down.")
    return row


def state_of(listing: Row, now: datetime) -> str:
    """What is to be said of it today: one that ran out is expired, whatever the row says."""
    if listing.status == "active" and parse_moment(listing.expires) <= now:
        return "expired"
    return str(listing.status)


def may_renew(listing: Row, now: datetime) -> bool:
    if state_of(listing, now) in ("expired", "sold"):
        return True
    return listing.status == "active" and now - parse_moment(listing.published) >= RENEWABLE_AFTER


def publish_row(db: Database, number: int, now: datetime) -> None:
    """Puts a listing at the top of the lists, for as long as listings last."""
    ends = now + timedelta(days=DAYS_ACTIVE)
    db.run(
        "UPDATE listing SET status = 'active', published = ?, expires = ? WHERE id = ?",
        f"{now:%Y-%m-%d %H:%M:%S}",
        f"{ends:%Y-%m-%d %H:%M:%S}",
        number,
    )


def attributes_of(db: Database, category_id: int) -> list[tuple[Row, list[Row]]]:
    """The attributes of a category, each with its choices."""
    rows = db.rows("SELECT * FROM attribute WHERE category_id = ? ORDER BY position", category_id)
    choices = "SELECT * FROM attribute_choice WHERE attribute_id = ? ORDER BY position"
    return [(row, db.rows(choices, row.id) if row.kind == "choice" else []) for row in rows]


def details(db: Database, listing_id: int) -> list[tuple[str, str]]:
    """(label, value) of what a listing says besides words."""
    rows = db.rows(
        "SELECT attribute.*, listing_value.number, attribute_choice.label AS chosen FROM listing_value"
        " JOIN attribute ON attribute.id = listing_value.attribute_id"
        " LEFT JOIN attribute_choice ON attribute_choice.id = listing_value.choice_id"
        " WHERE listing_id = ? ORDER BY attribute.position",
        listing_id,
    )
    return [(row.label, _shown(row)) for row in rows]


def _shown(row: Row) -> str:
    if row.kind == "choice":
        return str(row.chosen)
    if row.kind == "yesno":
        return "Yes" if row.number else "No"
    figures = str(row.number) if row.code in ("year", "built") else f"{row.number:,}"
    return f"{figures} {row.unit}".strip()


def rating_of(db: Database, account_id: int) -> Row:
    """The average of a seller's ratings, and how many there are."""
    row = db.row("SELECT avg(stars) AS average, count(*) AS count FROM seller_rating WHERE seller_id = ?", account_id)
    assert row is not None
    return row


def is_around(account: Row, now: datetime) -> bool:
    """Whether somebody was here lately, and so answers."""
    return now - parse_moment(account.last_seen) < timedelta(days=AWAY_DAYS)


def cards(db: Database, where: str, *arguments: object, limit: int = 12) -> Sequence[Row]:
    return db.rows(f"{CARD} WHERE {where} LIMIT {limit:d}", *arguments)  # type: ignore[arg-type]


def unread(db: Database, account_id: int) -> int:
    """Messages that somebody else wrote and this account has not seen."""
    return int(
        db.value(
            "SELECT count(*) FROM message JOIN conversation ON conversation.id = message.conversation_id"
            " JOIN listing ON listing.id = conversation.listing_id WHERE read IS NULL AND sender_id <> ?"
            " AND ? IN (conversation.buyer_id, listing.seller_id)",
            account_id,
            account_id,
        )
    )


def price_words(listing: Row) -> str:
    """``$250``, ``Free``, ``Ask for the price``; rents say for how long."""
    if listing.price is None:
        return "Ask for the price"
    if listing.price == 0:
        return "Free"
    amount = money(listing.price).removesuffix(".00")
    return f"{amount} a month" if listing.category in RENTS else amount


RENTS = ("Apartments for rent", "Houses for rent", "Rooms and shares")
