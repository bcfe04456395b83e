"""The listings: who lists what and when, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

from webcosm.lore import Lore, Rng, Wheel
from webcosm.sites.classifieds.rules.terms import DAYS_ACTIVE
from webcosm.sites.classifieds.seed.kinds import category_plans, groups, kinds
from webcosm.sites.classifieds.seed.people import Person, stamp
from webcosm.sites.classifieds.seed.things import Thing, Workshop
from webcosm.worlds import BEGINNING, Database, Value

__all__ = ["COUNTS", "Listed", "Shelf", "write_categories", "write_listings"]

COUNTS = {"small": 2_500, "full": 65_955}
STATES = Wheel(("active", "sold", "expired", "removed", "draft"), (76.0, 11.0, 9.0, 1.5, 2.5))
SIBLINGS = 0.08
"""So many are look-alikes of one before: the same kind and model, told apart by a color, a price or a place."""


@dataclass(eq=False)
class Listed:
    """A listing as later parts of the seed need it. Its number is known once the shelf is written."""

    seller: Person
    thing: Thing
    status: str
    published: datetime | None
    ended: datetime | None
    """When it was sold, removed or ran out."""
    id: int = 0


class Shelf:
    """Gathers listings with their attributes and photos, and writes them in the order of their days."""

    def __init__(self, db: Database, workshop: Workshop) -> None:
        self.db = db
        self.workshop = workshop
        self.categories: dict[str, int] = {row.slug: row.id for row in db.rows("SELECT slug, id FROM category")}
        self._attributes: dict[tuple[int, str], int] = {}
        self._choices: dict[tuple[int, str], int] = {}
        for row in db.rows("SELECT id, category_id, code FROM attribute"):
            self._attributes[row.category_id, row.code] = row.id
        for row in db.rows("SELECT id, attribute_id, label FROM attribute_choice"):
            self._choices[row.attribute_id, row.label] = row.id
        self._gathered: list[tuple[str, Listed, tuple[Value, ...], tuple[Value, ...] | None]] = []

    def put(
        self,
        rng: Rng,
        seller: Person,
        thing: Thing,
        status: str,
        created: datetime,
        *,
        category: str = "",
        reason: str = "",
    ) -> Listed:
        category_id = self.categories[category or thing.kind.category]
        published = ended = None
        if status != "draft":
            published = self._renewed(rng, created, status)
            ended = self._ended(rng, status, published, BEGINNING if seller.around else seller.seen)
        changed = self._price_change(rng, thing, published, ended) if seller.around else None
        row = (
            seller.id, category_id, thing.title, thing.body, thing.price, int(thing.negotiable), thing.condition,
            seller.city_id, status, stamp(created), stamp(published) if published else None,
            stamp(published + timedelta(days=DAYS_ACTIVE)) if published else None, changed[2] if changed else None,
            reason,
            0 if status == "draft" else int(rng.uniform(0, 1) ** 2 * 400) + 3,
        )  # fmt: skip
        listed = Listed(seller, thing, status, published, ended)
        self._gathered.append((stamp(created), listed, row, changed))
        return listed

    @staticmethod
    def _renewed(rng: Rng, created: datetime, status: str) -> datetime:
        """When it was last brought to the top: on the first day, or again when it had run out."""
        last = created
        while status == "active" and last + timedelta(days=DAYS_ACTIVE) <= BEGINNING:
            last += timedelta(days=DAYS_ACTIVE, hours=rng.integer(1, 30))
            if last >= BEGINNING:
                return BEGINNING - timedelta(hours=rng.integer(1, 40))
        return last

    @staticmethod
    def _ended(rng: Rng, status: str, published: datetime, seen: datetime) -> datetime | None:
        expires = published + timedelta(days=DAYS_ACTIVE)
        if status == "expired":
            return expires
        if status in ("sold", "removed"):
            latest = max(min(expires, seen) - timedelta(minutes=10), published)
            return published + (latest - published) * rng.uniform(0.1, 0.95)
        return None

    @staticmethod
    def _price_change(
        rng: Rng, thing: Thing, published: datetime | None, ended: datetime | None
    ) -> tuple[int, int, str] | None:
        """One listing in nine was dearer at first: old price, new price, when."""
        latest = min(ended or BEGINNING, BEGINNING)
        if not thing.price or published is None or not rng.chance(0.11) or latest - published < timedelta(days=2):
            return None
        before = round(thing.price / 100 * rng.uniform(1.08, 1.35) / 5) * 500
        when = stamp(published + (latest - published) * rng.uniform(0.2, 0.9))
        return (before, thing.price, when) if before > thing.price else None

    def _values_of(self, listed: Listed, category_id: int) -> Iterator[tuple[Value, ...]]:
        for code, value in listed.thing.values.items():
            attribute = self._attributes.get((category_id, code))
            if attribute is not None:
                choice = self._choices.get((attribute, str(value)))
                if choice is None and isinstance(value, str) and not value.isdigit():
                    continue  # in a category that it does not belong to, which knows no such choice
                yield listed.id, attribute, choice, None if choice is not None else int(value)

    def write(self) -> None:
        """Numbers and writes all that was gathered, in few statements."""
        rows: list[tuple[Value, ...]] = []
        values: list[tuple[Value, ...]] = []
        photos: list[tuple[Value, ...]] = []
        changes: list[tuple[Value, ...]] = []
        for number, (_, listed, row, changed) in enumerate(sorted(self._gathered, key=lambda one: one[0]), start=1):
            listed.id = number
            rows.append((number, *row))
            values += self._values_of(listed, cast(int, row[1]))
            for position, (look, view) in enumerate(listed.thing.photos, start=1):
                photos.append((number, position, json.dumps(look, sort_keys=True), view))
            if changed:
                changes.append((number, *changed))
        self.db.run_many(
            "INSERT INTO listing (id, seller_id, category_id, title, body, price, negotiable, condition,"
            " city_id, status,"
            " created, published, expires, edited, removed_reason, views) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            rows,
        )
        self.db.run_many("INSERT INTO listing_value VALUES (?, ?, ?, ?)", values)
        self.db.run_many("INSERT INTO listing_photo (listing_id, position, look, view) VALUES (?, ?, ?, ?)", photos)
        self.db.run_many(
            "INSERT INTO price_change (listing_id, old_price, new_price, changed) VALUES (?, ?, ?, ?)",
            sorted(changes, key=lambda row: str(row[3])),
        )


def write_categories(db: Database) -> None:
    parents = {}
    for position, (name, slug) in enumerate(groups(), start=1):
        parents[slug] = db.insert("category", name=name, slug=slug, position=position)
    for position, plan in enumerate(category_plans(), start=1):
        number = db.insert("category", parent_id=parents[plan.group], name=plan.name, slug=plan.slug, position=position)
        for place, one in enumerate(plan.attributes, start=1):
            attribute = db.insert(
                "attribute",
                category_id=number,
                code=one.code,
                label=one.label,
                kind=one.kind,
                unit=one.unit,
                required=int(one.required),
                position=place,
            )
            for order, label in enumerate(one.choices, start=1):
                db.insert("attribute_choice", attribute_id=attribute, label=label, position=order)


def write_listings(lore: Lore, shelf: Shelf, people: Sequence[Person], count: int) -> list[Listed]:
    """So many listings: some people list one thing, some many."""
    rng = lore.rng("classifieds", "listings")
    written = kinds()
    wheel = Wheel(written, [kind.weight for kind in written])
    # A few sell a lot: the weights fall off like those of real boards.
    sellers = people[3:]
    crowd = Wheel(sellers, [12.0 if one.business else 1.0 / (1 + place % 37) for place, one in enumerate(sellers)])
    moments = sorted((rng.uniform(0, 1) ** 2.4 * 300 for _ in range(count)), reverse=True)
    listed: list[Listed] = []
    said: set[str] = set()
    for number, days in enumerate(moments):
        own = rng.child(number)
        seller = crowd.draw(own)
        # At night people sleep; the newest listings are of this morning.
        created = BEGINNING - timedelta(days=days, minutes=own.integer(3, 55))
        if created.hour < 6:
            created -= timedelta(hours=8)
        while not seller.around and max(created, _joined(seller)) > seller.seen - timedelta(days=2):
            seller = crowd.draw(own)
        created = max(created, _joined(seller))
        status = _status(own, created)
        if not seller.around and status == "active" and BEGINNING - created >= timedelta(days=DAYS_ACTIVE):
            status = "expired"  # nobody who is away renews
        if listed and own.chance(SIBLINGS):
            thing = _sibling(own, shelf.workshop, listed[-own.integer(1, min(len(listed), 60))].thing, seller)
        else:
            thing = shelf.workshop.make(own, wheel.draw(own), seller.place, seller.voice, business=seller.business)
        while thing.body in said:
            thing = shelf.workshop.written(own, thing, seller.place, seller.voice)
        said.add(thing.body)
        if created >= BEGINNING:
            created = BEGINNING - timedelta(minutes=own.integer(5, 400))
        listed.append(shelf.put(own, seller, thing, status, created))
    return listed


def _joined(seller: Person) -> datetime:
    """The morning after somebody came."""
    return datetime.combine(seller.joined, BEGINNING.timetz()) + timedelta(days=1)


def _status(rng: Rng, created: datetime) -> str:
    """What became of a listing of that day."""
    old = BEGINNING - created > timedelta(days=DAYS_ACTIVE)
    status = STATES.draw(rng)
    if status == "expired" and not old:
        return "active"
    if status == "active" and old and rng.chance(0.35):
        return rng.choice(("expired", "sold"))
    return "active" if status == "removed" else status


def _sibling(rng: Rng, workshop: Workshop, thing: Thing, seller: Person) -> Thing:
    values = dict(thing.values)
    wheel = thing.kind.picks.get("color")
    if wheel:
        values["color"] = wheel.draw(rng)
    price = thing.price
    if price:
        price = max(100, round(price / 100 * rng.uniform(0.8, 1.25) / 5) * 500) if price > 2_000 else price
    flaw = thing.flaw
    return workshop.written(rng, replace(thing, values=values, price=price, flaw=flaw), seller.place, seller.voice)
