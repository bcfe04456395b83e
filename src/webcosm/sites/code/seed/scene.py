"""What goes on in one project: its people, its clock, and the rows that what they do leaves behind."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from webcosm.lore import Lore, Rng
from webcosm.sites.code.git import Person
from webcosm.sites.code.git.seeding import HistoryWriter
from webcosm.sites.code.rules.activity import CODE, MENTION
from webcosm.sites.code.seed.archetypes import Archetype
from webcosm.sites.code.seed.groups import Group, Hand
from webcosm.sites.code.seed.hours import LAST, later, stamp
from webcosm.sites.code.seed.people import Member
from webcosm.sites.code.seed.rows import Record, Rows
from webcosm.sites.kit.sentences import Text

__all__ = ["Plan", "Scene"]


@dataclass
class Plan:
    """A project before its history is told."""

    row: Record
    archetype: Archetype
    scope: dict[str, Any]
    owner: Member
    group: Group | None
    full_path: str
    hands: list[Hand]
    """All who may work on it, those of its groups too."""
    fans: list[Member]
    """Others who take an interest: they report, ask, star and fork."""
    start: datetime
    end: datetime
    fun: bool
    """Made in evenings and on weekends."""
    reviewed: float
    """How much of the work of members goes through merge requests."""
    flaws: tuple[str, ...] = ()
    lively: bool = True
    """Whether there is work in progress at the end."""
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def id(self) -> int:
        return int(self.row["id"])


class Scene:
    def __init__(self, plan: Plan, rows: Rows, history: HistoryWriter, lore: Lore, rng: Rng) -> None:
        self.plan = plan
        self.rows = rows
        self.history = history
        self.lore = lore
        self.rng = rng
        self.now = plan.start
        self._deeds: list[tuple[datetime, int, Callable[[], None]]] = []
        self._count = 0
        self.numbers = {"issue": 0, "merge_request": 0}
        self.people = {one.who.username.lower(): one.who for one in plan.hands}
        self.people |= {one.username.lower(): one for one in plan.fans}

    # Time -----------------------------------------------------------------------------------------------------------

    def at(self, when: datetime, deed: Callable[[], None]) -> None:
        """Something to be done, unless the world begins before."""
        if when <= LAST:
            self._count += 1
            heapq.heappush(self._deeds, (max(when, self.now), self._count, deed))

    def after(self, least: float, most: float, deed: Callable[[], None]) -> None:
        """… so many hours from now."""
        self.at(later(self.rng, self.now, least, most, fun=self.plan.fun), deed)

    def run(self) -> None:
        while self._deeds:
            self.now, _, deed = heapq.heappop(self._deeds)
            deed()

    @property
    def moment(self) -> str:
        return stamp(self.now)

    # People ---------------------------------------------------------------------------------------------------------

    def hands(self, least: int, but: Collection[Member] = ()) -> list[Hand]:
        return [one for one in self.plan.hands if one.access >= least and one.here(self.now) and one.who not in but]

    def hand(self, least: int, but: Collection[Member] = ()) -> Member | None:
        """One of those who may, the owner more often than others."""
        able = self.hands(least, but)
        if not able:
            return None
        weights = [5 if one.who is self.plan.owner else 1 + one.access // 20 for one in able]
        return self.rng.weighted(able, weights).who

    def fan(self, but: Collection[Member] = ()) -> Member | None:
        able = [one for one in self.plan.fans if one.joined < self.now and one not in but]
        return self.rng.choice(able) if able else None

    def somebody(self, but: Collection[Member] = ()) -> Member | None:
        """Who talks: a fan or a member."""
        return (self.fan(but) if self.rng.chance(0.6) else self.hand(10, but)) or self.hand(10, but) or self.fan(but)

    def access(self, who: Member) -> int:
        return max((one.access for one in self.plan.hands if one.who is who and one.here(self.now)), default=0)

    # Rows -----------------------------------------------------------------------------------------------------------

    def event(self, who: Member, action: str, **of: Any) -> None:
        of.setdefault("project_id", self.plan.id)
        self.rows.add("event", account_id=who.id, action=action, **of, created=self.moment)

    def number(self, table: str) -> int:
        self.numbers[table] += 1
        return self.numbers[table]

    def note(self, thing: Record, table: str, who: Member, body: str, **columns: Any) -> Record:
        """A comment, or with ``system=1`` a line of history."""
        row = self.rows.add(
            "note",
            project_id=thing["project_id"],
            **{f"{table}_id": thing["id"]},
            author_id=who.id,
            body=body,
            **columns,
            created=self.moment,
        )
        thing["updated"] = self.moment
        if not columns.get("system"):
            self.event(who, "commented", note_id=row["id"], **{f"{table}_id": thing["id"]})
            self.settle(who, thing, table)
            for name in MENTION.findall(CODE.sub(" ", body)):
                if (named := self.people.get(name.lower())) is not None:
                    self.todo(named, who, "mentioned", thing, table, note_id=row["id"])
        return row

    def system(self, thing: Record, table: str, who: Member, body: str) -> None:
        self.note(thing, table, who, body, system=1)

    def todo(self, whose: Member, by: Member, action: str, thing: Record, table: str, **columns: Any) -> None:
        if whose is by:
            return
        open_ones: list[Record] = thing.setdefault("_todos", [])
        key = {"account_id": whose.id, "action": action, "state": "pending"}
        if any(all(one[name] == value for name, value in key.items()) for one in open_ones):
            return
        open_ones.append(
            self.rows.add(
                "todo",
                account_id=whose.id,
                author_id=by.id,
                project_id=thing["project_id"],
                **{f"{table}_id": thing["id"]},
                action=action,
                state="pending",
                **columns,
                created=self.moment,
            )
        )

    def settle(self, who: Member | None, thing: Record, table: str) -> None:
        """Somebody has dealt with it, or (None) it is over for everybody."""
        for one in thing.get("_todos", ()):
            if who is None or one["account_id"] == who.id:
                one["state"] = "done"

    # Words ----------------------------------------------------------------------------------------------------------

    def say(self, texts: Sequence[Text], **more: Any) -> str:
        """One of the wordings, its slots filled."""
        scope = {**self.plan.scope, **more}

        def value(name: str, inner: str) -> str:
            found = scope[name]
            if isinstance(found, dict):
                found = found[inner] if inner else next(iter(found.values()))
            return str(found)

        return self.rng.choice(texts).make(self.rng, value) if texts else ""

    @staticmethod
    def person(who: Member) -> Person:
        return Person(who.name, who.email)
