"""Writes the board's first state."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.classifieds.seed.demo import put_named, write_wishes
from webcosm.sites.classifieds.seed.listings import COUNTS, Shelf, write_categories, write_listings
from webcosm.sites.classifieds.seed.people import accounts, write_people
from webcosm.sites.classifieds.seed.rude import write_rude
from webcosm.sites.classifieds.seed.talk import write_talk
from webcosm.sites.classifieds.seed.things import Workshop
from webcosm.sites.classifieds.seed.trouble import put_trouble, write_trouble
from webcosm.worlds import Database

__all__ = ["accounts", "fill"]


def fill(db: Database, lore: Lore, scale: str) -> None:
    write_categories(db)
    people = write_people(db, lore, scale)
    shelf = Shelf(db, Workshop(lore))
    named = put_named(lore, shelf, people)
    trouble = put_trouble(lore, shelf, people, COUNTS[scale])
    people = [one for one in people if one is not trouble.closed]
    listed = write_listings(lore, shelf, people, COUNTS[scale] - len(named) - len(trouble.listed))
    shelf.write()
    write_trouble(db, lore, shelf, people, trouble, listed)
    write_talk(db, lore, shelf.workshop, people, [*named, *listed])
    write_rude(db, lore, people)
    write_wishes(db, lore, people)
    _see(db)


def _see(db: Database) -> None:
    """Who did something was there."""
    db.run(
        "UPDATE account SET last_seen = max(last_seen, seen.at) FROM (SELECT account, max(at) AS at FROM ("
        " SELECT sender_id AS account, created AS at FROM message UNION ALL SELECT author_id, created FROM review"
        " UNION ALL SELECT buyer_id, created FROM seller_rating UNION ALL SELECT reporter_id, created FROM report"
        " UNION ALL SELECT account_id, created FROM favourite"
        " UNION ALL SELECT seller_id, coalesce(edited, published, created) FROM listing) GROUP BY account) AS seen"
        " WHERE account.id = seen.account"
    )
