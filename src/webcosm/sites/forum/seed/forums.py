"""The forums: those of cities and those of subjects, with their rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from webcosm.lore import City, Lore
from webcosm.lore.english import ascii_fold
from webcosm.sites.forum.seed.archetypes import CONTENT, RULES, Archetype
from webcosm.sites.forum.seed.moments import DAY, HOUR, OPENED, stamp
from webcosm.sites.kit.sentences import lines
from webcosm.worlds import Database

__all__ = ["CITIES", "Forum", "Rule", "forum_names", "forums", "write_forums"]

CITIES = {"small": 4, "full": 40}


@dataclass(frozen=True)
class Rule:
    about: str
    title: str
    text: str
    id: int = 0


@dataclass(frozen=True, eq=False)
class Forum:
    id: int
    name: str
    title: str
    description: str
    sidebar: str
    tags: tuple[str, ...]
    featured: bool
    weight: float
    rules: tuple[Rule, ...]
    city: City | None = None
    like: str = ""
    sport: str = ""
    admins: bool = False
    interests: frozenset[str] = frozenset()
    """Of people whom it draws."""

    @property
    def founded(self) -> int:
        """When it was made: in the weeks before the first posts."""
        return OPENED + 14 * DAY + self.id * 5 * HOUR

    def takes(self, one: Archetype) -> bool:
        """Whether threads of an archetype are posted here."""
        return ("@city" in one.forums) if self.city else self.name in one.forums or self.like in one.forums

    def rule(self, about: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.about == about), None)


@cache
def _plan() -> dict[str, Any]:
    return tomllib.loads((CONTENT / "forums.toml").read_text())


def forum_names(lore: Lore, scale: str) -> list[str]:
    return [one.name for one in forums(lore, scale)]


def forums(lore: Lore, scale: str) -> list[Forum]:
    """The forums of a scale, those of cities first, with the numbers they get."""
    plan = _plan()
    made: list[Forum] = []
    number = 0
    shared: dict[str, str] = {}
    drawn: dict[str, frozenset[str]] = {}

    def rules(text: str, city: City | None) -> tuple[Rule, ...]:
        nonlocal number
        found = []
        for line in lines(text):
            about, title, words = (part.strip() for part in line.split("|"))
            if about not in RULES:
                raise ValueError(f"forums.toml: a rule about {about!r}; there are {', '.join(RULES)}")
            number += 1
            found.append(Rule(about, title, _of_city(lore, words, city), number))
        return tuple(found)

    local = plan["city"]
    for at, city in enumerate(lore.region.cities[: CITIES[scale]]):
        described, side = lines(local["descriptions"]), lines(local["sidebars"])
        made.append(
            Forum(
                len(made) + 1,
                city_forum_name(city),
                _of_city(lore, local["title"], city),
                _of_city(lore, described[at % len(described)], city),
                _of_city(lore, side[at % len(side)].replace("\\n", "\n"), city),
                (*local["tags"], lore.state(city.state_id).name.lower()),
                False,
                local["weight"] * (city.population / 150_000) ** 0.5,
                rules(local["rules"], city),
                city,
            )
        )
    taken = {one.name.lower() for one in made}
    for one in plan["forum"]:
        if one.get("scale", "small") != scale and scale == "small":
            continue
        if one["name"].lower() in taken:
            raise ValueError(f"two forums are called {one['name']}")
        words = one.get("interests", "")
        drawn[one["name"]] = frozenset(words.split(", ")) if words else drawn.get(one.get("like", ""), frozenset())
        shared[one["name"]] = one.get("rules", "") or shared[one["like"]]
        made.append(
            Forum(
                len(made) + 1,
                one["name"],
                one["title"],
                one["description"],
                one["sidebar"].strip(),
                tuple(one["tags"]),
                one.get("featured", False),
                one["weight"],
                rules(shared[one["name"]], None),
                like=one.get("like", ""),
                sport=one.get("sport", ""),
                admins=one.get("admins", False),
                interests=drawn[one["name"]],
            )
        )
    return made


def city_forum_name(city: City) -> str:
    """``Port Enora`` is at /f/PortEnora."""
    return re.sub(r"[^A-Za-z0-9]", "", ascii_fold(city.name).title() if city.name.islower() else ascii_fold(city.name))


def _of_city(lore: Lore, text: str, city: City | None) -> str:
    if city is None:
        return text
    values = {
        "name": city.name,
        "nickname": city.nickname,
        "state": lore.state(city.state_id).name,
        "demonym": city.demonym,
    }
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], text)


def write_forums(db: Database, made: Sequence[Forum]) -> None:
    for one in made:
        db.insert(
            "forum",
            id=one.id,
            name=one.name,
            title=one.title,
            description=one.description,
            sidebar=one.sidebar,
            tags=",".join(sorted(one.tags)),
            featured=int(one.featured),
            created=stamp(one.founded),
        )
    db.run_many(
        "INSERT INTO forum_rule (id, forum_id, position, title, text) VALUES (?, ?, ?, ?, ?)",
        [
            (rule.id, one.id, place, rule.title, rule.text)
            for one in made
            for place, rule in enumerate(one.rules, start=1)
        ],
    )
