"""What the difficult families of the board share: listings and people to prepare a world with, rules that stand in
notes, and the deeds of members and moderators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webcosm.judge.effects import Free
from webcosm.lore import Rng
from webcosm.sites.classifieds.rules.terms import DAYS_ACTIVE
from webcosm.sites.kit.formats import parse_moment
from webcosm.suites.arena.classifieds._rows import me as member
from webcosm.suites.arena.classifieds._rows import moderator
from webcosm.tasks import Person
from webcosm.tasks.dates import said_day
from webcosm.tasks.prose import notice_text, policy_text
from webcosm.tasks.rules import Handbook
from webcosm.worlds import BEGINNING, Row, Timepiece, World

__all__ = [
    "BOARD",
    "FREE",
    "GOODS",
    "House",
    "Talk",
    "add_note",
    "clear_own",
    "copy_listing",
    "first_name",
    "give_to",
    "member",
    "moderator",
    "next_numbers",
    "now_of",
    "open_note",
    "ordinary_people",
    "read_house_rules",
    "said_price",
    "set_price",
    "spare_listings",
    "write_house_rules",
]

BOARD = "http://classifieds.test"
WHEN = "when it was done"
NUMBERED = "numbered as it is made"
GOODS = (
    "price <= 60000 AND slug NOT IN ('cars', 'trucks-vans', 'motorcycles', 'trailers-campers', 'boats', 'apartments',"
    " 'houses-rent', 'houses-sale', 'rooms', 'services', 'free')"
)
"""For :func:`spare_listings`: what people carry home."""
FREE: Free = {
    "listing": {"edited": WHEN, "removed_reason": "worded freely"},
    "price_change": {"id": NUMBERED, "changed": WHEN, "old_price": "a slip may have come between"},
    "offer": {"id": NUMBERED, "created": WHEN, "answered": WHEN},
    "message": {"id": NUMBERED, "created": WHEN},
    "conversation": {"created": WHEN},
    "report": {"closed": WHEN},
    "moderation": {"id": NUMBERED, "created": WHEN, "reason": "worded freely"},
    "account": {"suspended": WHEN},
    "favourite": {"created": WHEN},
}
"""For :func:`expect_deeds`: times, ids that no other row names, and reasons that people word as they like."""


# People and things ----------------------------------------------------------------------------------------------------


def ordinary_people(world: World, *, around: bool = True) -> list[Row]:
    """Private members that nobody plays, here for some months already; those who are around, or those who are away."""
    since, seen = (f"{BEGINNING - timedelta(days=days):%Y-%m-%d}" for days in (150, 30))
    return world.classifieds.rows(
        "SELECT account.*, city.name AS city FROM account JOIN city ON city.id = city_id WHERE password = ''"
        " AND suspended IS NULL AND kind = 'private' AND account.created < ? AND (last_seen > ?) = ?"
        " AND NOT EXISTS (SELECT 1 FROM account AS twin WHERE twin.name = account.name AND twin.id <> account.id)"
        " ORDER BY account.id",
        since,
        seen,
        int(around),
    )


def spare_listings(world: World, where: str = "TRUE") -> list[Row]:
    """Active listings of ordinary sellers that nobody has written to, commented on, reported or kept, with a title
    that no other listing has."""
    return world.classifieds.rows(
        "SELECT listing.*, category.slug, category.name AS category, city.name AS city FROM listing"
        " JOIN category ON category.id = category_id JOIN account ON account.id = seller_id"
        " JOIN city ON city.id = listing.city_id"
        " WHERE listing.status = 'active' AND listing.expires > ? AND price >= 2000 AND price % 100 = 0"
        " AND account.password = '' AND account.kind = 'private'"
        " AND length(title) >= 12 AND listing.body NOT LIKE '%sold%'"
        " AND EXISTS (SELECT 1 FROM listing_photo WHERE listing_id = listing.id)"
        " AND NOT EXISTS (SELECT 1 FROM conversation WHERE listing_id = listing.id)"
        " AND NOT EXISTS (SELECT 1 FROM review WHERE listing_id = listing.id)"
        " AND NOT EXISTS (SELECT 1 FROM report WHERE listing_id = listing.id)"
        " AND NOT EXISTS (SELECT 1 FROM favourite WHERE listing_id = listing.id)"
        " AND NOT EXISTS (SELECT 1 FROM price_change WHERE listing_id = listing.id)"
        " AND NOT EXISTS (SELECT 1 FROM truth WHERE listing_id = listing.id OR other_id = listing.id)"
        " AND NOT EXISTS (SELECT 1 FROM listing AS twin WHERE twin.title = listing.title AND twin.id <> listing.id)"
        f" AND {where} ORDER BY listing.id",
        f"{BEGINNING + timedelta(days=1):%Y-%m-%d %H:%M:%S}",
    )


def first_name(account: Row) -> str:
    return str(account.name).split()[0]


def said_price(cents: int) -> str:
    """``$250``, and cents where there are some."""
    whole, rest = divmod(cents, 100)
    return f"${whole:,}.{rest:02d}" if rest else f"${whole:,}"


def now_of(clock: Timepiece) -> datetime:
    """The moment at which a deed is done, as the board's rules want it."""
    return parse_moment(clock.stamp())


# Preparing a world ----------------------------------------------------------------------------------------------------


def clear_own(world: World) -> None:
    """The member's listings are gone, with all that was written about them."""
    db, me = world.classifieds, member(world).id
    mine = "(SELECT id FROM listing WHERE seller_id = ?)"
    for table in ("message", "offer"):
        db.run(
            f"DELETE FROM {table} WHERE conversation_id IN (SELECT id FROM conversation WHERE listing_id IN {mine})", me
        )
    db.run(f"DELETE FROM conversation WHERE listing_id IN {mine}", me)
    db.run("UPDATE listing SET status = 'deleted' WHERE seller_id = ?", me)


def give_to(world: World, listing: int, seller: Row, published: datetime) -> None:
    """Makes it a listing of somebody else's, published then. How the first seller wants to trade, which is said last,
    is left out."""
    ends = published + timedelta(days=DAYS_ACTIVE)
    body = str(world.classifieds.value("SELECT body FROM listing WHERE id = ?", listing))
    kept = body.rpartition("\n\n")[0] or body
    world.classifieds.run(
        "UPDATE listing SET body = ?, seller_id = ?, city_id = ?, created = ?, published = ?, expires = ?,"
        " edited = NULL WHERE id = ?",
        kept,
        seller.id,
        seller.city_id,
        _stamp(published),
        _stamp(published),
        _stamp(ends),
        listing,
    )


def copy_listing(world: World, source: int, number: int, published: datetime) -> None:
    """The same listing once more, with its attributes and photos, under a number that is free."""
    db, ends = world.classifieds, published + timedelta(days=DAYS_ACTIVE)
    row = db.row("SELECT * FROM listing WHERE id = ?", source)
    assert row
    dates = {"created": _stamp(published), "published": _stamp(published), "expires": _stamp(ends)}
    db.insert("listing", **{**row, **dates, "id": number, "views": 0})
    for value in db.rows("SELECT * FROM listing_value WHERE listing_id = ? ORDER BY attribute_id", source):
        db.insert("listing_value", **{**value, "listing_id": number})
    for photo in db.rows("SELECT * FROM listing_photo WHERE listing_id = ? ORDER BY id", source):
        columns = {name: value for name, value in photo.items() if name != "id"}
        db.insert("listing_photo", **{**columns, "listing_id": number})


@dataclass(frozen=True)
class Talk:
    """A conversation that a world is prepared with."""

    number: int
    """Of the conversation; its offers have numbers of their own."""
    listing: int
    buyer: int
    lines: Sequence[tuple[int, str, datetime]]
    """Who wrote what, and when."""
    offers: Sequence[tuple[int, int, int, str, datetime]] = ()
    """Number, who, how much, what became of it, and when."""

    def write(self, world: World) -> None:
        db = world.classifieds
        begun = min([when for *_, when in self.lines] + [when for *_, when in self.offers])
        db.insert("conversation", id=self.number, listing_id=self.listing, buyer_id=self.buyer, created=_stamp(begun))
        for who, text, when in self.lines:
            db.insert("message", conversation_id=self.number, sender_id=who, body=text, created=_stamp(when))
        for number, who, amount, status, when in self.offers:
            answered = None if status == "open" else _stamp(when + timedelta(minutes=50))
            db.insert(
                "offer",
                id=number,
                conversation_id=self.number,
                sender_id=who,
                amount=amount,
                status=status,
                created=_stamp(when),
                answered=answered,
            )


def next_numbers(world: World) -> tuple[int, int]:
    """The numbers from which on conversations and offers can be added; those of the universe, whatever was since."""
    with world.universe.open() as first:
        talk, offer = (
            first.classifieds.value(f"SELECT max(id) + 1 FROM {table}") for table in ("conversation", "offer")
        )
    return int(talk), int(offer)


def set_price(world: World, clock: Timepiece, listing: int, price: int) -> None:
    """As the form of a listing does it."""
    db = world.classifieds
    before = db.value("SELECT price FROM listing WHERE id = ?", listing)
    db.insert("price_change", listing_id=listing, old_price=before, new_price=price, changed=clock.stamp())
    db.run("UPDATE listing SET price = ?, edited = ? WHERE id = ?", price, clock.stamp(), listing)


def _stamp(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}"


# Rules in notes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class House:
    """Rules of a house: the note that they stand in, and what they speak of."""

    title: str
    subject: str
    """One of the things that are decided about: ``a listing``."""
    counted: str
    """Which day of it says which version holds."""
    how: str = ""
    """What else is to be known."""


def write_house_rules(world: World, house: House, book: Handbook, rng: Rng) -> None:
    """One note for each version, each of which names the one before; another for each notice."""
    for place, version in enumerate(book.versions):
        parts = [policy_text(book.versions, place, rng, subject=house.subject, counted=house.counted, style="note")]
        parts += [house.how] if house.how else []
        if place:
            parts.append(f"What held before is in the note “{_title(house, book, place - 1)}”.")
        if book.notices:
            parts.append(f"A note called “{_notice_title(house)}” overrules this one for some of the time.")
        add_note(world, _title(house, book, place), "\n\n".join(parts), f"{version.since} 19:20:00")
    for notice in book.notices:
        text = notice_text(notice, rng, subject=house.subject, counted=house.counted)
        add_note(world, _notice_title(house), text, f"{notice.since} 19:20:00")


def add_note(world: World, title: str, body: str, written: str) -> None:
    """A note of whoever is signed in."""
    owner = world.notes.value("SELECT min(id) FROM account")
    world.notes.insert("note", account_id=owner, title=title, body=body, created=written, updated=written)


async def open_note(person: Person, title: str) -> None:
    """Four actions."""
    await person.goto("http://notes.test/")
    await person.fill("Search notes", title)
    await person.submit("Search notes")
    await person.click(title, role="link")


def _title(house: House, book: Handbook, place: int) -> str:
    """An older version is named by the first day on which it no longer holds."""
    if place == len(book.versions) - 1:
        return house.title
    return f"{house.title} before {said_day(book.versions[place + 1].since)}"


def _notice_title(house: House) -> str:
    return f"{house.title}: for these weeks"


async def read_house_rules(person: Person, house: House, book: Handbook) -> None:
    """At most seven actions: every version, and the notice."""
    titles = [_title(house, book, place) for place in reversed(range(len(book.versions)))]
    for title in [*titles, *([_notice_title(house)] if book.notices else [])]:
        await open_note(person, title)
