"""Groups: those of companies that make software, and those of people with something in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from webcosm.lore import Lore, Rng
from webcosm.sites.code.seed.archetypes import CONTENT
from webcosm.sites.code.seed.hours import LAST, settle, stamp
from webcosm.sites.code.seed.people import LEAD, MAINTAINER, MEMBER, NEWCOMER, OPENED, Member
from webcosm.sites.code.seed.rows import Rows
from webcosm.sites.kit.formats import slug
from webcosm.sites.kit.sentences import fill, lines
from webcosm.worlds import BEGINNING, Database

__all__ = ["COUNTS", "Group", "Hand", "write_groups"]

COUNTS = {"small": (4, 3), "full": (17, 22)}
"""Of companies, and of others."""
TODAY = BEGINNING.date()


@dataclass(frozen=True)
class Hand:
    """Somebody who works on something, from when on, with what access."""

    who: Member
    access: int
    since: datetime
    until: date | None = None

    def here(self, when: datetime) -> bool:
        return self.since < when and (self.until is None or when.date() <= self.until)


@dataclass
class Group:
    id: int
    path: str
    name: str
    visibility: str
    created: datetime
    about: str
    hands: list[Hand] = field(default_factory=list)
    parent: Group | None = None
    company: int | None = None
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def everybody(self) -> list[Hand]:
        """Its members and those of the groups it is in; of each the highest access."""
        best: dict[int, Hand] = {}
        for hand in (*self.hands, *(self.parent.everybody if self.parent else ())):
            if hand.who.id not in best or best[hand.who.id].access < hand.access:
                best[hand.who.id] = hand
        return list(best.values())

    @property
    def top(self) -> Group:
        return self.parent.top if self.parent else self


@dataclass
class _Maker:
    db: Database
    rows: Rows
    lore: Lore
    rng: Rng
    everybody: Sequence[Member]
    next: int
    taken: set[str]
    made: list[Group] = field(default_factory=list)

    def group(
        self, path: str, name: str, about: str, owner: Member, members: Sequence[Member], rng: Rng,
        parent: Group | None = None, visibility: str = "public", company: int | None = None,
    ) -> Group:  # fmt: skip
        earliest = max(owner.joined, parent.created if parent else OPENED)
        begun = earliest + timedelta(days=rng.integer(2, 60), seconds=rng.integer(0, 30_000))
        created = settle(rng, min(begun, LAST - timedelta(days=40)))
        full = f"{parent.path}/{path}" if parent else path
        if full in self.taken:
            full = path = f"{path}-{len(self.taken)}"
        self.taken.add(full)
        one = Group(self.next, full, name, visibility, created, about, parent=parent, company=company)
        self.next += 1
        self.db.insert(
            "namespace",
            id=one.id,
            full_path=full,
            path=path,
            name=name,
            kind="group",
            parent_id=parent.id if parent else None,
            description=about,
            visibility=visibility,
            creates_projects="developer" if rng.chance(0.3) else "maintainer",
            created=stamp(created),
        )
        self.join(one, owner, 50, rng, created)
        for member in members:
            if all(hand.who.id != member.id for hand in one.hands):
                self.join(one, member, rng.weighted((10, 20, 30, 40), (1, 2, 6, 3)), rng)
        self.made.append(one)
        return one

    def join(
        self, group: Group, who: Member, access: int, rng: Rng, when: datetime | None = None, expires: bool = True
    ) -> None:
        earliest = max(group.created, who.joined) + timedelta(hours=rng.integer(1, 400))
        since = when or settle(rng, min(earliest, LAST - timedelta(days=1)))
        until = None
        if access < 50 and expires and who.id > 5 and rng.chance(0.12):
            until = max(since.date() + timedelta(days=30), TODAY + timedelta(days=rng.integer(-150, 200)))
        group.hands.append(Hand(who, access, since, until))
        self.rows.add(
            "member",
            namespace_id=group.id,
            account_id=who.id,
            access=access,
            expires=str(until) if until else None,
            by_id=group.hands[0].who.id if len(group.hands) > 1 else None,
            created=stamp(since),
        )


def _fitting(rng: Rng, everybody: Sequence[Member], count: int, before: datetime) -> list[Member]:
    old = [one for one in everybody if one.joined < before and one.id not in (MEMBER, NEWCOMER, LEAD, MAINTAINER)]
    return rng.sample(old, min(count, len(old)))


def write_groups(db: Database, rows: Rows, lore: Lore, scale: str, everybody: Sequence[Member]) -> list[Group]:
    """Groups, subgroups, and who belongs to them."""
    rng = lore.rng("code", "groups")
    named = {one.id: one for one in everybody[:5]}
    maker = _Maker(db, rows, lore, rng, everybody, len(everybody) + 1, {one.username.lower() for one in everybody})
    companies, others = COUNTS[scale]
    own = next((one.who.company_id for one in (named[LEAD], named[MAINTAINER]) if one.who.company_id is not None), 0)
    software = [one.id for one in lore.companies if one.industry == "software" and one.id != own]
    staff = {
        one: [m for m in everybody if m.who.company_id == one and m.id not in (LEAD, NEWCOMER)]
        for one in (own, *software)
    }
    chosen = [own, *sorted(software, key=lambda one: (-len(staff[one]), one))][:companies]
    written = [line.split(" | ") for line in lines((CONTENT / "groups.txt").read_text("utf-8"))]
    common = rng.shuffled(written[1:])
    teams = [line.split(" | ") for line in lines((CONTENT / "teams.txt").read_text("utf-8"))]

    for number, id in enumerate(chosen):
        company = lore.company(id)
        own_rng = rng.child("company", id)
        hired = [one for one in staff[id] if one.id != MAINTAINER or number == 0]
        more = _fitting(own_rng, everybody, max(2, 6 - len(hired)), LAST - timedelta(days=300))
        people = list(dict.fromkeys((*hired, *more)))
        owner = named[LEAD] if number == 0 else min(people, key=lambda one: one.joined)
        if number == 0:
            people = [named[MEMBER], *(one for one in people if one.id not in (MEMBER, LEAD))]
        city = lore.city(company.city_id).name
        about = f"What {company.name} of {city} makes in the open. {company.slogan}"
        visibility = own_rng.weighted(("public", "internal"), (5, 1)) if number else "public"
        top = maker.group(
            slug(company.name), company.name, about, owner, [one for one in people[:14] if one.id != MEMBER], own_rng,
            visibility=visibility, company=id,
        )  # fmt: skip
        if number == 0:
            maker.join(top, named[MEMBER], 30, own_rng)
        for path, name, said in own_rng.sample(teams, min(len(teams), 2 if number == 0 else own_rng.integer(0, 3))):
            some = own_rng.sample(people, min(len(people), 3))
            closed = own_rng.chance(0.25)
            maker.group(
                path, name, said, owner, some, own_rng.child(path), parent=top,
                visibility="private" if closed else visibility,
            )  # fmt: skip

    for number, (path, name, said) in enumerate((written[0], *common)[:others]):
        own_rng = rng.child("common", path)
        slots = {"region": lore.region.name, "city": lore.region.cities[number % 30].name}
        title = fill(name, slots) or name
        about = fill(said, slots) or said
        people = _fitting(own_rng, everybody, own_rng.integer(4, 11), LAST - timedelta(days=200))
        top = maker.group(
            slug(fill(path, slots) or path), title, about, min(people, key=lambda one: one.joined), people, own_rng
        )
        if number == 0:
            maker.join(top, named[MAINTAINER], 40, own_rng)
            maker.join(top, named[MEMBER], 20, own_rng)
        elif number == 1:
            maker.join(top, named[MAINTAINER], 40, own_rng)
    _share(rows, rng.child("shares"), maker.made)
    return maker.made


def _share(rows: Rows, rng: Rng, groups: Sequence[Group]) -> None:
    """Some groups are invited into others."""
    tops = [one for one in groups if one.parent is None]
    for one in tops[2:]:
        if not rng.chance(0.3):
            continue
        other = rng.choice([group for group in tops if group is not one])
        since = max(one.created, other.created) + timedelta(days=rng.integer(5, 90))
        rows.add(
            "group_share",
            group_id=other.id,
            namespace_id=one.id,
            access=rng.choice((10, 20, 30)),
            expires=str(TODAY + timedelta(days=rng.integer(20, 300))) if rng.chance(0.4) else None,
            created=stamp(settle(rng, min(since, LAST - timedelta(days=2)))),
        )
