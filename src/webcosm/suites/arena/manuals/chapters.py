"""Tasks on the manuals, manuals.test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from webcosm.act.catalogue import press
from webcosm.judge.answers import Answer, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.sites import site_named
from webcosm.sites.kit import match_query, render_markdown
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["OpenChapter"]


def _chapters(world: World) -> list[Row]:
    """The chapters of all manuals, with the titles of their sites; not the parts of chapters."""
    rows = world.manuals.rows("SELECT id, site, title, anchor, body FROM section WHERE anchor <> '' ORDER BY id")
    return [Row(row, site_title=site_named(row.site).title) for row in rows if row.anchor in _chapter_anchors(row.site)]


@cache
def _chapter_anchors(site: str) -> frozenset[str]:
    headings = render_markdown(site_named(site).manual or "").headings
    return frozenset(heading.anchor for heading in headings if heading.level == 2)


@dataclass(frozen=True)
class Chapter:
    site: str
    chapter: str


FRONT = "http://manuals.test/"


class OpenChapter(Template[Chapter]):
    """Go to a chapter of a manual."""

    id = "arena.manuals.show-chapter"
    kind = Kind.GO
    goals = (
        "Take me straight to the chapter “{chapter}” in the {site} manual.",
        "Open the {site} manual right at the chapter “{chapter}”.",
    )
    sites = ("manuals",)
    difficulty = Difficulty(actions=3)
    start = ("http://home.test/",)
    twin = "arena.manuals.find-chapter"
    revision = 3

    def pool(self, world: World) -> Sequence[Chapter]:
        return [Chapter(row.site_title, row.title) for row in _chapters(world)]

    def page(self, world: World, p: Chapter) -> PageShows:
        row = next(row for row in _chapters(world) if (row.site_title, row.title) == (p.site, p.chapter))
        return PageShows("manuals", "manual", {"name": row.site}, fragment=row.anchor)

    async def solve(self, person: Person, p: Chapter) -> None:
        await person.goto(FRONT)
        # By keyboard: a long title is broken into two lines, and the middle of its box may lie beside the words.
        link = person.find(p.chapter, ("link",), within=f"Contents of the {p.site} manual")
        await person.move(press(link.id, "Enter"))
        await person.stop()


NEIGHBOURS = {"shop": "admin", "admin": "shop", "notes": "calc", "calc": "notes", "home": "manuals", "manuals": "home"}
"""Sites whose manuals might have each other's chapters."""


class OpenMissingChapter(Template[Chapter]):
    """Go to a chapter that another manual has, but not this one."""

    id = "arena.manuals.find-chapter"
    kind = Kind.GO
    goals = OpenChapter.goals
    sites = ("manuals",)
    difficulty = Difficulty(actions=2)
    start = ("http://home.test/",)
    achievable = False
    twin = "arena.manuals.show-chapter"
    revision = 3

    def pool(self, world: World) -> Sequence[Chapter]:
        rows = _chapters(world)
        there = {(row.site_title, row.title.lower()) for row in rows}
        moved = [Chapter(site_named(NEIGHBOURS[row.site]).title, row.title) for row in rows if row.site in NEIGHBOURS]
        return [one for one in moved if (one.site, one.chapter.lower()) not in there]

    def obstacle(self, world: World, p: Chapter) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.chapter,))

    async def solve(self, person: Person, p: Chapter) -> None:
        await person.goto(FRONT)
        if person.has(p.chapter, role="link", within=f"Contents of the {p.site} manual"):
            raise Lost(f"the manual of {p.site} has a chapter {p.chapter!r} after all")
        await person.infeasible(f"The manual of {p.site} has no chapter “{p.chapter}”.")


@dataclass(frozen=True)
class Quotation:
    sentence: str


class FindQuotation(Template[Quotation]):
    """Which chapter says this?"""

    id = "arena.manuals.find-quotation"
    kind = Kind.ASK
    goals = (
        "One chapter of the manuals says: “{sentence}” What's its heading?",
        "Which chapter of the manuals says “{sentence}”? Give me the chapter's heading.",
    )
    sites = ("manuals",)
    difficulty = Difficulty(actions=3)
    revision = 2

    def pool(self, world: World) -> Sequence[Quotation]:
        """Sentences by which one chapter alone is found."""
        rows = _chapters(world)
        titles = [row.title for row in rows]
        found: list[Quotation] = []
        for row in rows:
            for sentence in re.split(r"(?<=[.])\s+", row.body):
                if not re.fullmatch(r"[A-Z][A-Za-z ,;'-]+\.", sentence) or not 6 <= len(sentence.split()) <= 16:
                    continue
                hits = world.manuals.values(
                    "SELECT rowid FROM section_index WHERE section_index MATCH ?", match_query(sentence)
                )
                if hits == [row.id] and titles.count(row.title) == 1:
                    found.append(Quotation(sentence))
        return found

    def answer(self, world: World, p: Quotation) -> Answer:
        return Text(next(row.title for row in _chapters(world) if p.sentence in row.body))

    async def solve(self, person: Person, p: Quotation) -> None:
        await person.fill("Search the manuals", p.sentence)
        await person.submit("Search the manuals")
        _, first, *_ = person.names("heading")
        await person.answer(first)


@dataclass(frozen=True)
class ScopedSearch:
    word: str
    site: str


FILLERS = {"about", "again", "elsewhere", "everything", "somebody", "something", "where", "which", "without"}
"""Words of headings that nobody looks up."""


class SearchManual(Template[ScopedSearch]):
    """Search one manual only."""

    id = "arena.manuals.search-one-manual"
    kind = Kind.GO
    goals = (
        "Search the manuals for “{word}”, but only show me results from the {site} manual.",
        "What does the {site} manual say about “{word}”? Show me the search results for just that manual.",
    )
    sites = ("manuals",)
    difficulty = Difficulty(actions=4)
    revision = 3

    def pool(self, world: World) -> Sequence[ScopedSearch]:
        words = {word.lower() for row in _chapters(world) for word in re.findall(r"\b[A-Za-z]{5,}\b", row.title)}
        found: list[ScopedSearch] = []
        for word in sorted(words):
            sites = world.manuals.values(
                "SELECT DISTINCT site FROM section WHERE id IN"
                " (SELECT rowid FROM section_index WHERE section_index MATCH ?) ORDER BY site",
                match_query(word),
            )
            if len(sites) >= 2 and word not in FILLERS:
                found += [ScopedSearch(word, site_named(site).title) for site in sites]
        return found

    def page(self, world: World, p: ScopedSearch) -> PageShows:
        site = next(row.site for row in _chapters(world) if row.site_title == p.site)
        return PageShows("manuals", "search", {"q": p.word, "manual": site}, free=("page",))

    async def solve(self, person: Person, p: ScopedSearch) -> None:
        await person.fill("Search the manuals", p.word)
        await person.submit("Search the manuals")
        scope = next(name for name in person.names("link") if re.fullmatch(rf"{re.escape(p.site)} \d+", name))
        await person.click(scope)
        await person.stop()
