"""Tasks on the portal, home.test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.sites import all_sites
from webcosm.sites.kit import Account, Site
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World


def _listed_sites() -> list[Site]:
    """Those that have a card on the portal."""
    return [site for site in all_sites() if site.name != "home"]


@dataclass(frozen=True)
class AccountHolder:
    name: str
    site: str


class FindPassword(Template[AccountHolder]):
    """What is somebody's password?"""

    id = "arena.home.find-password"
    kind = Kind.ASK
    goals = (
        "I'm {name} and I've forgotten my password for {site}. It should be on the portal's list of accounts."
        " What is it?",
        "What's the demo password for {name} on {site}? The portal has a list of accounts.",
    )
    sites = ("home",)
    difficulty = Difficulty(actions=2)
    revision = 2
    twin = "arena.home.look-up-password"

    def _accounts(self, world: World) -> dict[AccountHolder, Account]:
        found: dict[AccountHolder, Account] = {}
        for site in _listed_sites():
            people = site.accounts(world.lore)
            names = [account.name for account in people]
            found |= {AccountHolder(one.name, site.title): one for one in people if names.count(one.name) == 1}
        return found

    def pool(self, world: World) -> Sequence[AccountHolder]:
        return list(self._accounts(world))

    def answer(self, world: World, p: AccountHolder) -> Answer:
        return Text(self._accounts(world)[p].password, case=True)

    async def solve(self, person: Person, p: AccountHolder) -> None:
        await person.click(f"Details of {p.site}", role="link")
        row = next(row for row in person.rows() if len(row) == 4 and row[1].startswith(p.name))
        await person.answer(row[3])


class FindMissingPassword(Template[AccountHolder]):
    """What is the password of somebody who has no account there?"""

    id = "arena.home.look-up-password"
    kind = Kind.ASK
    goals = FindPassword.goals
    sites = ("home",)
    difficulty = Difficulty(actions=2)
    achievable = False
    twin = "arena.home.find-password"
    revision = 3

    def pool(self, world: World) -> Sequence[AccountHolder]:
        names = world.shop.values("SELECT first_name || ' ' || last_name FROM customer ORDER BY id LIMIT 30")
        return [
            AccountHolder(name, site.title)
            for site in _listed_sites()
            if (people := site.accounts(world.lore))
            for name in names
            if all(account.name != name for account in people)
        ]

    def obstacle(self, world: World, p: AccountHolder) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.name,))

    async def solve(self, person: Person, p: AccountHolder) -> None:
        await person.click(f"Details of {p.site}", role="link")
        if person.sees(p.name):
            raise Lost(f"{p.name} has an account at {p.site} after all")
        await person.infeasible(f"{p.name} has no account at {p.site}.")


@dataclass(frozen=True)
class SiteTitle:
    site: str


class OpenDetails(Template[SiteTitle]):
    """Open the portal's page about a site."""

    id = "arena.home.open-details"
    kind = Kind.GO
    goals = (
        "Open the portal's details page for {site}.",
        "I'd like to read what the portal says about {site}. Open that page, not the site itself.",
    )
    sites = ("home",)
    difficulty = Difficulty(actions=2)
    revision = 3
    twin = "arena.home.show-details"

    def pool(self, world: World) -> Sequence[SiteTitle]:
        return [SiteTitle(site.title) for site in _listed_sites()]

    def page(self, world: World, p: SiteTitle) -> PageShows:
        site = next(site for site in _listed_sites() if site.title == p.site)
        return PageShows("home", "site", {"name": site.name})

    async def solve(self, person: Person, p: SiteTitle) -> None:
        await person.click(f"Details of {p.site}", role="link")
        await person.stop()


KINDS_OF_SITES = ("Books", "Garden", "Mail", "Music", "Photos", "Recipes", "Travel")
"""What a site might be for that this web does not have."""


class OpenMissingDetails(Template[SiteTitle]):
    """Open the portal's page about a site that this web does not have."""

    id = "arena.home.show-details"
    kind = Kind.GO
    goals = OpenDetails.goals
    sites = ("home",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.home.open-details"
    revision = 3

    def pool(self, world: World) -> Sequence[SiteTitle]:
        """Names that more sites of the same makers might have."""
        titles = {site.title for site in all_sites()}
        makers = sorted({site.title.partition(" ")[0] for site in _listed_sites() if site.name != "manuals"})
        wished = [f"{maker} {kind}" for maker in makers for kind in KINDS_OF_SITES]
        return [SiteTitle(name) for name in wished if name not in titles]

    def obstacle(self, world: World, p: SiteTitle) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.site,))

    async def solve(self, person: Person, p: SiteTitle) -> None:
        await person.fill("Search the sites", p.site)
        await person.submit("Search the sites")
        if person.has(f"Details of {p.site}", role="link"):
            raise Lost(f"there is a site {p.site} after all")
        await person.infeasible(f"This web has no site called {p.site}.")


@dataclass(frozen=True)
class RegionFact:
    things: str


class RegionCount(Template[RegionFact]):
    """How many towns, states or inhabitants has the region?"""

    id = "arena.home.region-count"
    kind = Kind.ASK
    goals = (
        "How many {things} does our region have, according to the portal? I need the exact number.",
        "Look up the exact number of {things} in our region on the portal.",
    )
    sites = ("home",)
    difficulty = Difficulty(actions=2)
    revision = 2

    def pool(self, world: World) -> Sequence[RegionFact]:
        return [RegionFact(things) for things in ("inhabitants", "towns", "states")]

    def answer(self, world: World, p: RegionFact) -> Answer:
        region = world.home.rows("SELECT population AS inhabitants, towns, states FROM region")[0]
        return Number(region[p.things])

    async def solve(self, person: Person, p: RegionFact) -> None:
        await person.click("About", role="link")
        line = re.search(r"Inhabitants ([\d,]+) in ([\d,]+) towns and ([\d,]+) states", " ".join(person.text().split()))
        if line is None:
            raise Lost("the page about this web gives no numbers of its region")
        await person.answer(line[("inhabitants", "towns", "states").index(p.things) + 1])
