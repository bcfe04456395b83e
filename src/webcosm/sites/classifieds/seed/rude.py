"""Comments that break the rules, and reports about them and about those that only hurt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from webcosm.lore import Lore
from webcosm.sites.classifieds.seed.kinds import content
from webcosm.sites.classifieds.seed.people import Person, stamp
from webcosm.sites.kit.formats import parse_moment
from webcosm.sites.kit.sentences import fill, lines, varied
from webcosm.worlds import BEGINNING, Database

__all__ = ["write_rude"]

RUDE, HARSH = 12, 6
"""Comments that insult or give away somebody's number, and honest bad ones that are reported all the same."""


def write_rude(db: Database, lore: Lore, people: Sequence[Person]) -> None:
    rng = lore.rng("classifieds", "rude")
    moderator = people[2]
    phrases = content("phrases")["rude"]
    there = db.rows(
        "SELECT listing.*, account.name AS seller FROM listing JOIN account ON account.id = seller_id"
        " WHERE status = 'active' AND published < ? AND seller_id > 3"
        " AND listing.id NOT IN (SELECT listing_id FROM truth)"
        " ORDER BY listing.id",
        stamp(BEGINNING - timedelta(days=4)),
    )
    for number, listing in enumerate(rng.sample(there, RUDE)):
        published = parse_moment(listing.published)
        early = [one for one in people[3:] if one.joined < published.date() and one.id != listing.seller_id]
        author, reporter = rng.sample([one for one in early if one.around], 2)
        said = published + (BEGINNING - published) * rng.uniform(0.2, 0.5)
        title, _, body = varied(rng, lines(phrases["comments"])[number % len(lines(phrases["comments"]))]).partition(
            " | "
        )
        slots = {"seller": listing.seller.split()[0], "digits": f"{rng.integer(100, 999)}-01{rng.integer(10, 99)}"}
        gone = number % 4 == 3
        review = db.insert(
            "review",
            listing_id=listing.id,
            author_id=author.id,
            title=title,
            body=fill(body, slots) or body,
            stars=1,
            created=stamp(said),
            removed=int(gone),
        )
        db.insert("review_truth", review_id=review)
        reported = said + (BEGINNING - said) * rng.uniform(0.1, 0.5)
        done = reported + (BEGINNING - reported) * 0.5
        if gone or number % 3:
            db.insert(
                "report",
                listing_id=listing.id,
                review_id=review,
                reporter_id=reporter.id,
                reason="offensive",
                text=rng.choice(lines(phrases["reports"])),
                created=stamp(reported),
                outcome="removed" if gone else "open",
                closed_by=moderator.id if gone else None,
                closed=stamp(done) if gone else None,
            )
        if gone:
            db.insert(
                "moderation",
                moderator_id=moderator.id,
                action="remove_review",
                listing_id=listing.id,
                review_id=review,
                reason="Comments are about the listing, not about people.",
                created=stamp(done),
            )
    _report_harsh(db, lore)


def _report_harsh(db: Database, lore: Lore) -> None:
    """Sellers report what they do not like to read; the rules allow it."""
    rng = lore.rng("classifieds", "harsh")
    harsh = db.rows(
        "SELECT review.id, review.created, listing_id FROM review JOIN listing ON listing.id = listing_id"
        " WHERE stars <= 2 AND status = 'active' AND review.id NOT IN (SELECT review_id FROM review_truth)"
        " ORDER BY review.id"
    )
    for one in rng.sample(harsh, min(HARSH, len(harsh))):
        said = parse_moment(one.created)
        db.insert(
            "report",
            listing_id=one.listing_id,
            review_id=one.id,
            reason="offensive",
            text=rng.choice(lines(content("phrases")["rude"]["touchy"])),
            created=stamp(said + (BEGINNING - said) * rng.uniform(0.1, 0.9)),
        )
