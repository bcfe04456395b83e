"""Which projects there are: of what archetype, whose, since when, and who works on them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from webcosm.lore import Lore, Rng
from webcosm.sites.code.seed.archetypes import CONTENT, Archetype, archetypes
from webcosm.sites.code.seed.facts import draw_fact
from webcosm.sites.code.seed.files import SLOT, look_up
from webcosm.sites.code.seed.groups import Group, Hand
from webcosm.sites.code.seed.hours import LAST, settle, stamp
from webcosm.sites.code.seed.people import LEAD, MAINTAINER, MEMBER, NEWCOMER, OPENED, Member
from webcosm.sites.code.seed.rows import Rows
from webcosm.sites.code.seed.scene import Plan
from webcosm.sites.kit.formats import slug
from webcosm.sites.kit.sentences import Text, lines
from webcosm.worlds import BEGINNING

__all__ = ["COUNTS", "make_plans"]

COUNTS = {"small": 40, "full": 320}
IGNORED = {
    "Python": "__pycache__/\n*.pyc\n.venv/\ndist/\n.coverage",
    "JavaScript": "node_modules/\ndist/\ncoverage/",
    "TypeScript": "node_modules/\ndist/\ncoverage/\n*.tsbuildinfo",
    "Go": "bin/\n*.test\ncover.out",
    "Rust": "target/\n**/*.rs.bk",
    "C": "*.o\nbuild/\na.out",
    "Lua": "*.love\nbuild/",
    "Ruby": ".bundle/\nvendor/bundle/\ncoverage/",
    "Java": "target/\n*.class\n.idea/",
}
LONG = 700
"""A series that can be so long makes for a long history."""
FLAWS = ("doc", "stale", "leak", "broken-json", "broken-link", "no-license")


class _Namer:
    """Draws the facts of a project so that no two projects of an archetype have the same."""

    def __init__(self, lore: Lore) -> None:
        self.lore = lore
        self.used: dict[tuple[str, str], int] = {}
        self.paths: set[tuple[int, str]] = set()
        self.long = 0
        """How many projects have a history of many hundred commits."""

    def scope(self, rng: Rng, archetype: Archetype) -> dict[str, Any]:
        scope: dict[str, Any] = {}
        for number, (name, choices) in enumerate(archetype.draws.items()):
            if isinstance(choices[0], str) and choices[0].startswith("@"):
                best = None
                for _ in range(12):
                    best = draw_fact(self.lore, rng, choices[0][1:])
                    key = (f"{archetype.name}:{name}", str(best["name"]))
                    if key not in self.used:
                        self.used[key] = 1
                        break
                scope[name] = best
                continue
            if number == 0:
                least = min(self.used.get((archetype.name, str(one)), 0) for one in choices)
                choices = [one for one in choices if self.used.get((archetype.name, str(one)), 0) == least]  # type: ignore[assignment]
            chosen = rng.choice(choices)
            self.used[archetype.name, str(chosen)] = self.used.get((archetype.name, str(chosen)), 0) + 1
            scope[name] = chosen
        return scope


def _owners(
    rng: Rng, count: int, groups: Sequence[Group], everybody: Sequence[Member]
) -> list[tuple[Group | None, Member]]:
    """Who has the projects: the named accounts some, groups more than half, others the rest."""
    named = {one.id: one for one in everybody[:5]}

    def of_group(group: Group) -> tuple[Group, Member]:
        able = [hand.who for hand in group.everybody if hand.access >= 40]
        return group, able[rng.integer(0, len(able) - 1)] if able else group.everybody[0].who

    own = [one for one in groups if any(hand.who.id == LEAD and hand.access == 50 for hand in one.everybody)]
    mine = [one for one in groups if any(hand.who.id == MAINTAINER for hand in one.hands)]
    found: list[tuple[Group | None, Member]] = [(None, named[MAINTAINER])] * 3
    found += [(None, named[MEMBER]), (None, named[LEAD])]
    found += [of_group(own[number % len(own)]) for number in range(4)]
    found += [(mine[number % len(mine)], named[MAINTAINER]) for number in range(3)]
    rest = [one for one in groups if one not in own]
    number = 0
    while len(found) < count * 6 // 10:
        found.append(of_group(rest[number % len(rest)]))
        number += 1
    others = [one for one in everybody if one.id not in (*range(1, 6),) and one.joined < LAST - timedelta(days=200)]
    drawn = rng.shuffled(others)
    while len(found) < count:
        found.append((None, drawn[len(found) % len(drawn)]))
    return found[:count]


def _fitting(rng: Rng, owners: Sequence[tuple[Group | None, Member]]) -> list[Archetype]:
    """For each owner an archetype that they would have, each about equally often."""
    used = dict.fromkeys(archetypes(), 0)
    chosen = []
    for group, _ in owners:
        kind = "person" if group is None else "common" if group.top.company is None else "company"
        able = [one for one in rng.shuffled(list(archetypes().values())) if kind in one.head["home"].split()]
        one = min(able, key=lambda one: used[one.name])
        used[one.name] += 1
        chosen.append(one)
    return chosen


def make_plans(lore: Lore, scale: str, everybody: Sequence[Member], groups: Sequence[Group], rows: Rows) -> list[Plan]:
    rng = lore.rng("code", "plans")
    count = COUNTS[scale]
    owners = _owners(rng.child("owners"), count, groups, everybody)
    namer = _Namer(lore)
    plans = []
    for number, (archetype, (group, owner)) in enumerate(
        zip(_fitting(rng.child("kinds"), owners), owners, strict=True)
    ):
        plans.append(_plan(lore, rng.child(number), number, archetype, group, owner, everybody, rows, namer))
    return plans


def _plan(
    lore: Lore, rng: Rng, number: int, archetype: Archetype, group: Group | None, owner: Member,
    everybody: Sequence[Member], rows: Rows, namer: _Namer,
) -> Plan:  # fmt: skip
    scope = namer.scope(rng.child("scope"), archetype)
    base = Text(rng.choice([one.strip() for one in archetype.head["names"].split(";")])).make(rng, _value(scope))
    base = base[:1].upper() + base[1:]
    namespace, namespace_path = (group.id, group.path) if group else (owner.id, owner.username)
    name = base
    suffixes = iter(("Kit", "Two", "Lite", "Next", "Desk", "Box", "Light", "Plus"))
    while (namespace, slug(name)) in namer.paths or (
        number > 12 and group and name in {path for _, path in namer.paths}
    ):
        name = f"{base} {next(suffixes)}"
    namer.paths.add((namespace, slug(name)))
    path = slug(name)

    early = max(owner.joined, group.created if group else OPENED) + timedelta(days=2)
    late = LAST - timedelta(days=150)
    start = early + (late - early) * (rng.uniform() ** 1.4) if late > early else early
    if number < 12:
        start = early + (late - early) * 0.5 * rng.uniform() if late > early else early
    fun = group is None or group.company is None
    start = settle(rng, start, fun=fun)
    dormant = number >= 12 and rng.chance(0.22)
    end = start + (LAST - start) * rng.uniform(0.3, 0.7) if dormant else LAST - timedelta(hours=rng.integer(2, 300))
    size = rng.uniform() ** 2.2
    if any(most >= LONG for _, _, most in archetype.series.values()) and namer.long < 2 + number // 40:
        namer.long += 1
        size = 0.9 + 0.1 * rng.uniform()

    visibility = rng.weighted(("public", "internal", "private"), (7, 1, 1.3))
    if group is not None:
        order = ("private", "internal", "public")
        visibility = order[min(order.index(visibility), order.index(group.visibility))]
    scope |= {
        "project": name,
        "path": path,
        "pkg": slug(name).replace("-", "_"),
        "owner": owner.name,
        "owner_email": owner.email,
        "namespace": namespace_path,
        "full_path": f"{namespace_path}/{path}",
        "holder": group.name if group else owner.name,
        "first_year": str(start.year),
        "home": lore.city(owner.who.city_id).name,
        "region": lore.region.name,
        "ignored": IGNORED.get(archetype.head.get("language", ""), "*.tmp\n.DS_Store"),
        "checks": _checks(archetype),
        "size": size,
        "token": "cpt_" + rng.token(24),
        "about": "",
    }
    scope["about"] = Text(archetype.head["about"]).make(rng, _value(scope))
    license = (CONTENT / "licenses" / f"{archetype.head['license']}.txt").read_text("utf-8").rstrip()
    scope["license_text"] = SLOT.sub(lambda found: look_up(scope, found[1], found[2]), license)
    row = rows.add(
        "project",
        namespace_id=namespace,
        path=path,
        name=name,
        description=scope["about"],
        visibility=visibility,
        archived=int(dormant and rng.chance(0.35)),
        creator_id=owner.id,
        merge_method="fast_forward" if rng.chance(0.15) else "merge",
        squash=rng.weighted(("allow", "never", "encourage", "always"), (6, 1, 2, 1)),
        approvals_required=rng.weighted((0, 1, 2), (6, 3, 1)) if group else 0,
        threads_to_merge=int(rng.chance(0.25)),
        remove_source=int(rng.chance(0.6)),
        wiki_enabled=int(bool(archetype.wiki) or rng.chance(0.5)),
        created=stamp(start),
        active=stamp(start),
    )
    merge = 30 if rng.chance(0.4) and group else 40
    row["_merge_access"] = merge
    if row["squash"] == "never":
        row["merge_method"] = "merge"
    rows.add("protected_branch", project_id=row["id"], pattern="main", push=40, merge=merge)
    if rng.chance(0.3):
        rows.add("protected_tag", project_id=row["id"], pattern="v*", access=40)
    topics = SLOT.sub(lambda found: look_up(scope, found[1], found[2]), archetype.head["topics"]).lower()
    for topic in dict.fromkeys(one.strip().replace(" ", "-") for one in topics.split(",")):
        if rng.chance(0.85):
            rows.add("topic", project_id=row["id"], name=topic)

    hands = _hands(rng.child("hands"), number, row, owner, group, start, everybody, rows)
    fans = _fans(rng.child("fans"), number, everybody, hands, visibility, start)
    flaws = _flaws(rng.child("flaws"), number, archetype, namer, dormant)
    reviewed = rng.uniform(0.35, 0.85) if len(hands) > 2 else rng.uniform(0.05, 0.3)
    plan = Plan(
        row, archetype, scope, owner, group, f"{namespace_path}/{path}", hands, fans, start, end, fun, reviewed, flaws,
        lively=not dormant,
    )  # fmt: skip
    _labels(rng.child("labels"), plan, rows)
    return plan


def _value(scope: dict[str, Any]) -> Any:
    def value(name: str, inner: str) -> str:
        found = scope[name]
        if isinstance(found, dict):
            found = found[inner] if inner else next(iter(found.values()))
        return str(found)

    return value


def _checks(archetype: Archetype) -> str:
    """What ``.pipeline.toml`` declares."""
    jobs = []
    stages = {"parses": "build", "valid-json": "build", "valid-toml": "build", "formatted": "build"}
    for check in archetype.head.get("checks", "readme-there license-there").split():
        jobs.append(f'[jobs.{check}]\nstage = "{stages.get(check, "check")}"\ncheck = "{check}"')
    return "\n\n".join(jobs)


def _hands(
    rng: Rng, number: int, row: dict[str, Any], owner: Member, group: Group | None, start: datetime,
    everybody: Sequence[Member], rows: Rows,
) -> list[Hand]:  # fmt: skip
    """Members: of the group, and some of the project alone."""
    hands = list(group.everybody) if group else [Hand(owner, 50, start - timedelta(minutes=1))]
    if group and all(hand.who is not owner for hand in hands):
        hands.append(Hand(owner, 40, start))
    known = {hand.who.id for hand in hands}
    more = rng.integer(0, 2) if group else rng.weighted((0, 1, 2, 4), (3, 3, 2, 1))
    able = [one for one in everybody if one.id not in known and one.id not in (NEWCOMER, LEAD, MEMBER, MAINTAINER)]
    able = [one for one in able if one.joined < LAST - timedelta(days=60)]
    chosen = rng.sample(able, min(more if number else 3, len(able)))
    named = {one.id: one for one in everybody[:5]}
    extra = {3: MAINTAINER, 4: MEMBER, 15: MEMBER, 17: LEAD, 20: MAINTAINER}.get(number)
    if extra is not None and extra not in known:
        chosen.append(named[extra])
    for who in chosen:
        since = max(start, who.joined) + timedelta(days=rng.integer(1, 220), minutes=rng.integer(0, 600))
        since = settle(rng, min(since, LAST - timedelta(days=3)))
        since = max(since, start + timedelta(minutes=5), who.joined + timedelta(minutes=5))
        access = 40 if who.id == extra else rng.weighted((10, 20, 30, 40), (1, 2, 5, 2))
        until = None
        if rng.chance(0.15) and who.id > 5:
            until = max((since + timedelta(days=30)).date(), BEGINNING.date() + timedelta(days=rng.integer(-200, 250)))
        hands.append(Hand(who, access, since, until))
        rows.add(
            "member",
            project_id=row["id"],
            account_id=who.id,
            access=access,
            expires=str(until) if until else None,
            by_id=owner.id,
            created=stamp(since),
        )
        rows.add("event", account_id=who.id, project_id=row["id"], action="joined", created=stamp(since))
    return hands


def _fans(
    rng: Rng, number: int, everybody: Sequence[Member], hands: Sequence[Hand], visibility: str, start: datetime
) -> list[Member]:
    """Widely different numbers: a few projects are known to everybody."""
    if visibility == "private":
        return []
    known = {hand.who.id for hand in hands}
    able = [one for one in everybody if one.id not in known and one.id != NEWCOMER]
    share = 0.5 * rng.uniform() ** 3.5 + (0.25 if number in (0, 5, 9) else 0.03)
    return rng.sample(able, min(len(able), 2 + int(len(able) * share)))


def _flaws(rng: Rng, number: int, archetype: Archetype, namer: _Namer, dormant: bool) -> tuple[str, ...]:
    """What is wrong in about half of the projects: of the kinds that fit, the one that was used least so far."""
    if dormant:
        return ("stale",) if archetype.deps else ()
    if number % 2 and not rng.chance(0.2):
        return ()
    fitting = [one for one in FLAWS if _fits(one, archetype)]
    chosen = min(fitting, key=lambda one: (namer.used.get(("flaw", one), 0), FLAWS.index(one)))
    namer.used["flaw", chosen] = namer.used.get(("flaw", chosen), 0) + 1
    return (chosen,)


def _fits(flaw: str, archetype: Archetype) -> bool:
    if flaw == "stale":
        return bool(archetype.deps)
    if flaw == "broken-json":
        return "valid-json" in archetype.head.get("checks", "").split()
    if flaw == "doc":
        return any(part == "docs" for change in archetype.changes.values() for part, _ in change.parts)
    return True


def _labels(rng: Rng, plan: Plan, rows: Rows) -> None:
    """Those of the outermost group, and the project's own."""
    written = [line.split(" | ") for line in lines((CONTENT / "labels.txt").read_text("utf-8"))]
    top = plan.group.top if plan.group else None
    for position, (title, color, said) in enumerate(written):
        shared = position < 4
        created = stamp(top.created if top and shared else plan.start)
        if top is not None and shared:
            if title not in top.labels:
                row = rows.add(
                    "label", namespace_id=top.id, title=title, description=said, color=color, created=created
                )
                top.labels[title] = int(row["id"])
            plan.labels[title] = top.labels[title]
        elif shared or title == "maintenance" or rng.chance(0.7):
            priority = {"priority: high": 1, "priority: low": 3}.get(title)
            row = rows.add(
                "label",
                project_id=plan.id,
                title=title,
                description=said,
                color=color,
                priority=priority,
                created=created,
            )
            plan.labels[title] = int(row["id"])
