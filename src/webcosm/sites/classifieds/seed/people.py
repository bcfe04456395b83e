"""Who has an account on the board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from webcosm.lore import Lore, Resident, Rng
from webcosm.sites.classifieds.seed.kinds import content
from webcosm.sites.classifieds.seed.things import Place
from webcosm.sites.kit import Account, hash_password
from webcosm.sites.kit.sentences import filled, lines
from webcosm.worlds import BEGINNING, Database

__all__ = ["Person", "accounts", "stamp", "write_people"]

PEOPLE = {"small": 1_300, "full": 9_600}
BUSINESSES = {"small": 18, "full": 120}
VOICES = ("plain", "plain", "chatty", "list", "terse")
PASSWORDS = ("penny-wise-9", "second-hand-4", "keep-order-7")
FIRST_DAY = date(2019, 3, 1)
"""When the board opened."""


@dataclass(frozen=True)
class Person:
    """An account as the seed needs it."""

    id: int
    name: str
    city_id: int
    place: Place
    voice: str
    business: bool
    joined: date
    around: bool
    """Whether they were seen in the last days, and so answer."""
    seen: datetime
    """When they were last here; what others do not do to it happens before."""


def stamp(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M:%S")


@lru_cache(maxsize=8)
def _named(lore: Lore) -> tuple[Resident, Resident, Resident]:
    """The member who is signed in at first, another who trades, and a moderator; all live in the largest cities."""
    rng = lore.rng("classifieds", "named")
    big = {city.id for city in lore.region.cities[:3]}
    grown = [one for one in lore.people if one.city_id in big and 28 <= one.age_on(lore.today) <= 58]
    first, second, third = rng.sample([one for one in grown if one.occupation == "employed"], 3)
    return first, second, third


def accounts(lore: Lore) -> list[Account]:
    """Those whose passwords are known: a member, a second member, a moderator."""
    notes = (
        "Sells and buys; has drafts, offers and saved searches",
        "Another member, to see the board from the other side",
        "Moderator: sees the queue of reports and the log",
    )
    roles = ("member", "member", "moderator")
    return [
        Account(role, one.username, password, one.full_name, note)
        for role, one, password, note in zip(roles, _named(lore), PASSWORDS, notes, strict=True)
    ]


def write_people(db: Database, lore: Lore, scale: str) -> list[Person]:
    """The accounts; those of :func:`accounts` come first."""
    rng = lore.rng("classifieds", "people")
    _write_places(db, lore)
    named = _named(lore)
    names = {one.id for one in named}
    others = [one for one in rng.shuffled(lore.people) if one.id not in names and one.age_on(lore.today) >= 18]
    people: list[Person] = []
    residents = [*named, *others[: PEOPLE[scale]]]
    firms = BUSINESSES[scale]
    traders = {one.id for one in residents[3:] if one.occupation == "self-employed"}
    for number, one in enumerate(residents, start=1):
        business = one.id in traders and firms > 0
        firms -= business
        people.append(_write_person(db, lore, rng, number, one, business))
    return people


def _write_places(db: Database, lore: Lore) -> None:
    for state in lore.region.states:
        db.insert("region", id=state.id, name=state.name, code=state.abbreviation)
    for city in lore.region.cities:
        db.insert("city", id=city.id, region_id=city.state_id, name=city.name, lat=city.point.lat, lon=city.point.lon)


def _write_person(db: Database, lore: Lore, rng: Rng, number: int, one: Resident, business: bool) -> Person:
    city = lore.city(one.city_id)
    street = lore.street(one.home.street_id)
    near = (
        lore.region.neighbourhoods[street.neighbourhood_id].name if street.neighbourhood_id is not None else city.name
    )
    place = Place(city.name, street.name, near, 0.85 + min(0.5, city.population / 1_000_000))
    known = {account.username: account for account in accounts(lore)}
    account = known.get(one.username)
    days = (lore.today - FIRST_DAY).days
    joined = FIRST_DAY + timedelta(days=rng.integer(0, days - 120 if account is None else 900))
    around = account is not None or rng.chance(0.78)
    away = timedelta(minutes=rng.integer(60, 60 * 24 * 6)) if around else timedelta(days=rng.integer(33, 58))
    phrases = content("phrases")["about"]
    about = filled(rng, lines(phrases["business" if business else "lines"]), {"city": city.name})[0]
    name = f"{one.family_name} Trading" if business else one.full_name
    db.insert(
        "account",
        id=number,
        username=one.username,
        name=name,
        email=one.email,
        phone=one.phone,
        password=hash_password(account.password, one.username) if account else "",
        role=account.role if account else "member",
        kind="business" if business else "private",
        person_id=one.id,
        city_id=city.id,
        about=about if business or rng.chance(0.4) else "",
        created=f"{joined} {rng.integer(7, 22):02d}:{rng.integer(0, 59):02d}:{rng.integer(0, 59):02d}",
        last_seen=stamp(BEGINNING - away),
    )
    return Person(number, name, city.id, place, rng.choice(VOICES), business, joined, around, BEGINNING - away)
