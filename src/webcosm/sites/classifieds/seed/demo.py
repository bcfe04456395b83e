"""What the two members whose passwords are known have on the board."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from webcosm.lore import Lore
from webcosm.sites.classifieds.seed.kinds import Kind, kinds
from webcosm.sites.classifieds.seed.listings import Listed, Shelf
from webcosm.sites.classifieds.seed.people import Person
from webcosm.worlds import BEGINNING, Database

__all__ = ["put_named", "write_wishes"]

OWN = (
    (
        ("sofa", "active", 6), ("laptop", "active", 11), ("board game", "active", 3), ("boots", "active", 20),
        ("table lamp", "active", 31), ("bike", "active", 2), ("coffee maker", "active", 44), ("tent", "sold", 52),
        ("record", "sold", 75), ("desk", "expired", 88), ("drill", "expired", 70), ("camera", "draft", 4),
        ("stroller", "draft", 9), ("dining chairs", "active", 57),
    ),
    (
        ("car", "active", 8), ("armchair", "active", 13), ("headphones", "active", 5), ("rug", "active", 25),
        ("phone", "sold", 40), ("mirror", "expired", 82), ("grill", "draft", 6),
    ),
)  # fmt: skip
"""By account: what, what became of it, how many days ago."""

SEARCHES = (
    ("Road bikes nearby", "category=bicycles&city={city}&within=25&sort=cheap", 1, 5),
    ("Leather sofas", "q=leather&category=furniture", 1, 12),
    ("Cheap guitars", "category=instruments&max=300&pictures=1", 0, 20),
    ("Apartments, two bedrooms", "category=apartments&bedrooms_min=2&bedrooms_max=2", 1, 3),
)


def put_named(lore: Lore, shelf: Shelf, people: Sequence[Person]) -> list[Listed]:
    rng = lore.rng("classifieds", "named things")
    by_noun: dict[str, Kind] = {}
    for kind in kinds():
        by_noun.setdefault(kind.noun, kind)
    listed = []
    for seller, own in zip(people, OWN, strict=False):
        for noun, status, days in own:
            thing = shelf.workshop.make(rng, by_noun[noun], seller.place, "plain")
            while not thing.photos or not thing.price or (status == "active" and thing.condition == "for_parts"):
                thing = shelf.workshop.make(rng, by_noun[noun], seller.place, "plain")
            created = BEGINNING - timedelta(days=days, hours=rng.integer(12, 23), minutes=rng.integer(0, 59))
            listed.append(shelf.put(rng, seller, thing, status, created))
    return listed


def write_wishes(db: Database, lore: Lore, people: Sequence[Person]) -> None:
    """What the named members keep an eye on: favorites and saved searches."""
    rng = lore.rng("classifieds", "wishes")
    for person, count in zip(people[:2], (11, 5), strict=True):
        there = db.rows(
            "SELECT id, published FROM listing WHERE status IN ('active', 'sold') AND seller_id <> ? ORDER"
            " BY id DESC LIMIT 900",
            person.id,
        )
        for one in rng.sample(there, count):
            when = db.value("SELECT datetime(?, '+3 hours')", one.published)
            kept = min(str(when), (BEGINNING - timedelta(hours=2)).strftime("%Y-%m-%d %H:%M:%S"))
            db.insert("favourite", account_id=person.id, listing_id=one.id, created=max(kept, one.published))
    for name, query, alerts, days in SEARCHES:
        created = BEGINNING - timedelta(days=days + 30)
        checked = BEGINNING - timedelta(days=days)
        db.insert(
            "saved_search",
            account_id=people[0].id,
            name=name,
            query=query.format(city=people[0].city_id),
            alerts=alerts,
            created=f"{created:%Y-%m-%d %H:%M:%S}",
            last_checked=f"{checked:%Y-%m-%d %H:%M:%S}",
        )
