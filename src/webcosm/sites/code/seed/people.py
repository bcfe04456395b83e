"""Who has an account: people who make software for a living, those who like to, and others who report and ask."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from webcosm.lore import Lore, Resident, Rng
from webcosm.sites.kit import Account, hash_password
from webcosm.worlds import BEGINNING, Database

__all__ = [
    "ADMIN",
    "COUNTS",
    "LEAD",
    "MAINTAINER",
    "MEMBER",
    "NEWCOMER",
    "Member",
    "accounts",
    "members",
    "write_people",
]

COUNTS = {"small": 120, "full": 1_080}
MAINTAINER, MEMBER, LEAD, NEWCOMER, ADMIN = 1, 2, 3, 4, 5
"""The numbers of the accounts whose passwords are known."""
PASSWORDS = ("green-twig-4", "second-branch-7", "old-oak-12", "new-leaf-9", "tall-hedge-3")
ROLES = ("maintainer", "developer", "group owner", "newcomer", "admin")
NOTES = (
    "Maintains a few projects, works in two groups",
    "A developer in a group, to see projects from the other side",
    "Owns a group and its projects",
    "Registered lately; a member of nothing",
    "Administrator: may do everything everywhere",
)
TRADES = (
    "software",
    "developer",
    "programmer",
    "data",
    "machine learning",
    "site reliability",
    "security engineer",
    "database",
)
OPENED = datetime(2019, 9, 2, 8, tzinfo=BEGINNING.tzinfo)
BIO = "{job} in {city}."


@dataclass(frozen=True)
class Member:
    """An account as the seed knows it; its number is its row."""

    id: int
    who: Resident
    role: str
    joined: datetime

    @property
    def username(self) -> str:
        return self.who.username

    @property
    def name(self) -> str:
        return self.who.full_name

    @property
    def email(self) -> str:
        return self.who.email


def _makes_software(one: Resident) -> bool:
    job = one.job_title.lower()
    return not job.startswith("retired") and any(trade in job for trade in TRADES)


@lru_cache(maxsize=8)
def members(lore: Lore, scale: str) -> tuple[Member, ...]:
    """All accounts, the named ones first."""
    rng = lore.rng("code", "people")
    grown = [one for one in lore.people if one.age_on(lore.today) >= 17]
    trade = rng.shuffled([one for one in grown if _makes_software(one)])
    fans = rng.shuffled([one for one in grown if "open-source software" in one.interests and not _makes_software(one)])
    named = [one for one in trade if 26 <= one.age_on(lore.today) <= 55][:5]
    rest = [one for one in trade if one not in named]
    share = min(len(rest), COUNTS[scale] * 7 // 10)
    chosen = [*named, *rest[:share], *fans][: COUNTS[scale]]
    if len(chosen) < COUNTS[scale]:
        known = {one.id for one in chosen}
        others = [one for one in grown if one.id not in known and one.age_on(lore.today) < 70]
        chosen += rng.shuffled(others)[: COUNTS[scale] - len(chosen)]
    return tuple(
        Member(number, one, "admin" if number == ADMIN else "member", _joined(rng.child(one.id), number))
        for number, one in enumerate(chosen, 1)
    )


def _joined(rng: Rng, number: int) -> datetime:
    if number == NEWCOMER:
        return BEGINNING - timedelta(days=9, hours=3)
    if number in (MAINTAINER, MEMBER, LEAD, ADMIN):
        return OPENED + timedelta(days=rng.integer(3, 200), minutes=rng.integer(0, 700))
    days = (BEGINNING - OPENED).days
    return OPENED + timedelta(days=rng.integer(10, days - 30), minutes=rng.integer(0, 700))


def accounts(lore: Lore) -> list[Account]:
    """Those whose passwords are known."""
    named = members(lore, "small")[:5]
    return [
        Account(role, one.username, password, one.name, note)
        for role, one, password, note in zip(ROLES, named, PASSWORDS, NOTES, strict=True)
    ]


def write_people(db: Database, lore: Lore, scale: str) -> tuple[Member, ...]:
    """Accounts and their namespaces; a namespace has the number of its account."""
    everybody = members(lore, scale)
    known = dict(enumerate(PASSWORDS, 1))
    for one in everybody:
        rng = lore.rng("code", "account", one.who.id)
        told = rng.chance(0.6)
        city = lore.city(one.who.city_id).name
        created = f"{one.joined:%Y-%m-%d %H:%M:%S}"
        db.insert(
            "account",
            id=one.id,
            username=one.username,
            name=one.name,
            email=one.email,
            password=hash_password(known[one.id], one.username) if one.id in known else "",
            role=one.role,
            person_id=one.who.id,
            bio=BIO.format(job=one.who.job_title, city=city) if told and one.who.job_title else "",
            location=city if told else "",
            organization=lore.company(one.who.company_id).name if told and one.who.company_id is not None else "",
            job_title=one.who.job_title if told else "",
            feed_token=rng.token(20),
            created=created,
        )
        db.insert(
            "namespace",
            id=one.id,
            full_path=one.username,
            path=one.username,
            name=one.name,
            kind="user",
            account_id=one.id,
            created=created,
        )
    return everybody
