"""Scams, duplicates, what may not be sold or stands in the wrong place; reports, and what moderators did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from webcosm.lore import Lore, Rng, Wheel
from webcosm.sites.classifieds.seed.kinds import content, kinds
from webcosm.sites.classifieds.seed.listings import Listed, Shelf
from webcosm.sites.classifieds.seed.people import Person, stamp
from webcosm.sites.classifieds.seed.things import Thing, Workshop
from webcosm.worlds import BEGINNING, Database

__all__ = ["Trouble", "put_trouble", "write_trouble"]

SHARES = {
    "scam": 0.012,
    "duplicate": 0.008,
    "wrong_category": 0.006,
    "forbidden": 0.006,
    "mismatch": 0.006,
    "sold": 0.004,
}
"""So many of all listings; of duplicates each has an original besides."""
WRONG = {
    "furniture": "office", "bicycles": "sports", "toys": "baby-things", "phones": "computers",
    "instruments": "tv-audio", "kitchenware": "appliances", "shoes": "sports", "records": "books", "tools": "garden",
    "cameras": "collectibles",
}  # fmt: skip
"""Where people put things that belong elsewhere."""
OTHER_COLOURS = ("Red", "Green", "Yellow", "Blue", "Black", "White", "Orange", "Purple")
REASONS = {kind: kind for kind in ("sold", "scam", "duplicate", "wrong_category", "forbidden")}
SERIAL = 3
"""Scams of one seller who runs several, and of another who did until the account was closed."""


@dataclass
class Trouble:
    """What is wrong with which listing."""

    listed: list[Listed] = field(default_factory=list)
    """All that were put, originals of duplicates among them."""
    wrong: list[tuple[Listed, str, Listed | None, str]] = field(default_factory=list)
    """Listing, kind, the original, the slug of the category that it belongs to."""
    closed: Person | None = None
    """Whose account moderators have closed."""


def put_trouble(lore: Lore, shelf: Shelf, people: Sequence[Person], count: int) -> Trouble:
    trouble = Trouble()
    workshop = shelf.workshop
    private = [one for one in people[3:] if not one.business and one.around]
    early = [one for one in private if one.joined < BEGINNING.date() - timedelta(days=60)]
    busy, trouble.closed = lore.rng("classifieds", "serial").sample(early, 2)
    private = [one for one in private if one not in (busy, trouble.closed)]
    written = [kind for kind in kinds() if kind.size not in ("service", "home") and not kind.more.get("free")]
    wheel = Wheel(written, [kind.weight for kind in written])
    for what, share in SHARES.items():
        for number in range(max(3, round(count * share))):
            rng = lore.rng("classifieds", "trouble", what, number)
            seller = rng.choice(private)
            serial = number // SERIAL if what == "scam" and count // SERIAL > 9 else -1
            if serial in (0, 1):
                seller = (busy, trouble.closed)[serial]
            created = max(
                BEGINNING - timedelta(days=rng.uniform(0.3, 50)),
                datetime.combine(seller.joined, BEGINNING.timetz()) + timedelta(days=1),
            )
            gone = what not in ("sold", "mismatch") and rng.chance(0.4)
            if serial in (0, 1):
                gone = serial == 1
            status = "removed" if gone else "active"
            thing = workshop.make(rng, wheel.draw(rng), seller.place, seller.voice)
            reason = str(content("phrases")["removal"].get(what, "")) if gone else ""
            match what:
                case "scam":
                    one = shelf.put(
                        rng, seller, workshop.scam(rng, thing, seller.place), status, created, reason=reason
                    )
                    trouble.wrong.append((one, what, None, ""))
                case "duplicate":
                    first = shelf.put(rng, seller, replace(thing, photos=thing.photos), "active", created)
                    later = min(created + timedelta(days=rng.uniform(0.2, 6)), BEGINNING - timedelta(minutes=40))
                    one = shelf.put(rng, seller, _again(rng, thing), status, max(later, created), reason=reason)
                    trouble.listed.append(first)
                    trouble.wrong.append((one, what, first, ""))
                case "wrong_category":
                    slug = rng.choice(sorted(WRONG))
                    own = [kind for kind in kinds() if kind.category == slug]
                    thing = workshop.make(rng, rng.choice(own), seller.place, seller.voice)
                    # What moderators moved stands where it belongs by now.
                    one = shelf.put(rng, seller, thing, "active", created, category="" if gone else WRONG[slug])
                    trouble.wrong.append((one, "" if gone else what, None, slug))
                case "forbidden":
                    one = _put_forbidden(rng, shelf, workshop, seller, thing, status, created, reason)
                    trouble.wrong.append((one, what, None, ""))
                case "mismatch":
                    one = shelf.put(rng, seller, _recoloured(rng, workshop, seller, thing), status, created)
                    trouble.wrong.append((one, what if _differs(one.thing) else "", None, ""))
                case _:
                    note = "\n\nUpdate: it is sold, thank you all. I take this down when I find the time."
                    one = shelf.put(rng, seller, replace(thing, body=thing.body + note), status, created)
                    trouble.wrong.append((one, what, None, ""))
            trouble.listed.append(one)
    return trouble


def _again(rng: Rng, thing: Thing) -> Thing:
    """The same thing, listed once more: with another title at most."""
    title = rng.choice((thing.title, f"{thing.title}!", f"{thing.title} (still available)"))
    return replace(thing, title=title)


def _put_forbidden(
    rng: Rng,
    shelf: Shelf,
    workshop: Workshop,
    seller: Person,
    thing: Thing,
    status: str,
    created: datetime,
    reason: str,
) -> Listed:
    key = rng.choice(sorted(content("phrases")["forbidden"]))
    title, body = workshop.forbidden(rng, seller.place, key)
    category = {"kittens": "pets", "puppy": "pets", "rifle": "sports", "replica": "bags-watches"}.get(
        key, "kitchenware"
    )
    price = rng.integer(3, 40) * 1_000
    sold = replace(thing, values={}, title=title, body=body, photos=(), price=price, flaw="", condition="used")
    return shelf.put(rng, seller, sold, status, created, category=category, reason=reason)


def _recoloured(rng: Rng, workshop: Workshop, seller: Person, thing: Thing) -> Thing:
    """A thing whose photos show another color than its words say."""
    coloured = [kind for kind in kinds() if "color" in kind.picks and kind.more.get("shape")]
    thing = workshop.make(rng, rng.choice(coloured), seller.place, seller.voice)
    while not thing.photos or str(thing.values["color"]).lower() not in f"{thing.title} {thing.body}".lower():
        thing = workshop.make(rng, rng.choice(coloured), seller.place, seller.voice)
    other = rng.choice([colour for colour in OTHER_COLOURS if colour != thing.values["color"]])
    return replace(thing, photos=tuple(({**look, "colors": [other]}, view) for look, view in thing.photos))


def _differs(thing: Thing) -> bool:
    return all(look["colors"] != [thing.values["color"]] for look, _ in thing.photos)


# Reports and the log --------------------------------------------------------------------------------------------------


def write_trouble(
    db: Database, lore: Lore, shelf: Shelf, people: Sequence[Person], trouble: Trouble, listed: Sequence[Listed]
) -> None:
    """After the listings have their numbers."""
    rng = lore.rng("classifieds", "reports")
    moderator = people[2]
    workshop = shelf.workshop
    reports: list[tuple[str, int, str, str, str, int]] = []
    log: list[tuple[str, str, int, str]] = []
    for one, kind, original, slug in trouble.wrong:
        if kind:
            category = shelf.categories[slug] if slug else None
            db.insert(
                "truth", listing_id=one.id, kind=kind, other_id=original.id if original else None, category_id=category
            )
        if one.published is None:
            continue
        moved = not kind and bool(slug)
        reason = "wrong_category" if moved else REASONS.get(kind, "other")
        text = workshop.said(rng, "report", reason)
        if one.status == "removed" and one.ended:
            asked = one.published + (one.ended - one.published) * 0.6
            reports.append((stamp(asked), one.id, reason, text, f"removed {stamp(one.ended)}", 0))
            log.append((stamp(one.ended), "remove", one.id, _removal(kind)))
        elif moved:
            asked = one.published + (BEGINNING - one.published) * 0.3
            done = one.published + (BEGINNING - one.published) * 0.5
            reports.append((stamp(asked), one.id, reason, text, f"moved {stamp(done)}", 0))
            log.append((stamp(done), "move", one.id, "It belongs here."))
        elif rng.chance(0.6 if kind != "mismatch" else 0.3):
            asked = one.published + (BEGINNING - one.published) * rng.uniform(0.2, 0.97)
            reports.append((stamp(asked), one.id, reason, text, "", 0))
    if trouble.closed:
        ended = [one.ended for one, *_ in trouble.wrong if one.seller is trouble.closed and one.ended]
        when = stamp(max(ended) + timedelta(minutes=4))
        db.run("UPDATE account SET suspended = ?, last_seen = ? WHERE id = ?", when, when, trouble.closed.id)
        log.append((when, "suspend", 0, "Ran several scams; all of the listings were removed first."))
    # People also report what is in order: out of envy, or because they did not read to the end.
    fine = [one for one in listed if one.status == "active" and one.published]
    for one in rng.sample(fine, max(12, len(fine) // 150)):
        assert one.published
        reason = rng.choice(("scam", "other", "wrong_category", "duplicate"))
        asked = one.published + (BEGINNING - one.published) * rng.uniform(0.1, 0.8)
        outcome = ""
        if rng.chance(0.5):
            done = asked + (BEGINNING - asked) * 0.5
            outcome = f"dismissed {stamp(done)}"
            log.append((stamp(done), "dismiss", one.id, "The rules do not bear it out."))
        reports.append((stamp(asked), one.id, reason, workshop.said(rng, "report", reason), outcome, 0))
    sellers = {one.id: one.seller.id for one in [*listed, *trouble.listed]}
    _write_reports(db, rng, moderator, people, reports, sellers)
    for created, action, listing, reason in sorted(log):
        closed = trouble.closed.id if trouble.closed and not listing else None
        db.insert(
            "moderation",
            moderator_id=moderator.id,
            action=action,
            listing_id=listing or None,
            account_id=closed,
            reason=reason,
            created=created,
        )


def _removal(kind: str) -> str:
    return str(content("phrases")["removal"][kind])


def _write_reports(
    db: Database,
    rng: Rng,
    moderator: Person,
    people: Sequence[Person],
    reports: list[tuple[str, int, str, str, str, int]],
    sellers: dict[int, int],
) -> None:
    around = [one for one in people[3:] if one.around]
    for created, listing, reason, text, outcome, _ in sorted(reports):
        word, _, when = outcome.partition(" ")
        reporter = rng.choice(around)
        known = rng.chance(0.75) and reporter.id != sellers.get(listing) and f"{reporter.joined} 23:59:59" < created
        db.insert(
            "report",
            listing_id=listing,
            reporter_id=reporter.id if known else None,
            reason=reason,
            text=text if rng.chance(0.85) else "",
            created=created,
            outcome=word or "open",
            closed_by=moderator.id if word else None,
            closed=when or None,
        )
