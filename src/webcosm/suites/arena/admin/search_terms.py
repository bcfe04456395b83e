"""Tasks at the back office: what customers search for in the store, and what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from webcosm.judge.answers import Answer, Number, Ordered, SetOf, Text
from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, same_letters
from webcosm.suites.arena.admin._rows import READ_ONLY, apply_filters, go_to, next_id, reader_name, table
from webcosm.suites.arena.admin._ways import search_list
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, World


@dataclass(frozen=True)
class TopTerms:
    places: int
    least: int


class TopSearchTerms(Template[TopTerms]):
    """Which search terms are used most?"""

    id = "arena.admin.top-search-terms"
    kind = Kind.ASK
    goals = (
        "What are the {places} most-used search terms whose last search found at least {least} products? Most used"
        " first.",
        "Of the search terms that found {least} or more products the last time somebody used them, which {places} are"
        " used most? Start with the most used.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2

    def pool(self, world: World) -> Sequence[TopTerms]:
        found: dict[tuple[str, ...], TopTerms] = {}
        for least in (2, 3, 5, 8, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100):
            for places in (2, 3, 4):
                rows = self._terms(world, least)[: places + 1]
                if len({row.uses for row in rows}) == places + 1 and places != least:
                    found.setdefault(tuple(row.term for row in rows[:places]), TopTerms(places, least))
        return list(found.values())

    def _terms(self, world: World, least: int) -> list[Row]:
        return world.shop.rows("SELECT term, uses FROM search_use WHERE results >= ? ORDER BY uses DESC LIMIT 6", least)

    def answer(self, world: World, p: TopTerms) -> Answer:
        return Ordered(tuple(Text(row.term) for row in self._terms(world, p.least)[: p.places]))

    async def solve(self, person: Person, p: TopTerms) -> None:
        await go_to(person, "Reports", "Search terms")
        await apply_filters(person, {"Results from": str(p.least)})
        rows = sorted(table(person), key=lambda row: -int(row["Uses"]))
        await person.answer("\n".join(row["Search term"] for row in rows[: p.places]))


@dataclass(frozen=True)
class Term:
    term: str


class SearchTermUses(Template[Term]):
    """How often was a term searched for?"""

    id = "arena.admin.search-term-uses"
    kind = Kind.ASK
    goals = (
        "How many times have customers searched the store for exactly “{term}”?",
        "How often has the search term “{term}” been used?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2

    def pool(self, world: World) -> Sequence[Term]:
        terms = world.shop.values("SELECT term FROM search_use WHERE uses > 2 ORDER BY term")
        return [Term(term) for term in terms if not re.search(r"\d", term)]

    def answer(self, world: World, p: Term) -> Answer:
        return Number(world.shop.value("SELECT uses FROM search_use WHERE term = ?", p.term), unit="time")

    async def solve(self, person: Person, p: Term) -> None:
        await go_to(person, "Marketing", "Search terms")
        await apply_filters(person, {"Search term": p.term})
        await person.answer(next(row["Uses"] for row in table(person) if row["Search term"] == p.term))


@dataclass(frozen=True)
class LastUse:
    begin: str
    """April 30, 2026"""
    end: str
    first: str
    last: str


class VainSearchTerms(Template[LastUse]):
    """Which search terms find nothing?"""

    id = "arena.admin.vain-search-terms"
    kind = Kind.ASK
    goals = (
        "Which search terms found no products at all and were last used from {begin} to {end}, both days included?",
        "List every search term without any results that was last used between {begin} and {end}. Include those two"
        " days.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[LastUse]:
        """Spans of the last five weeks; each set of terms is asked for once."""
        rows = world.shop.rows("SELECT term, date(last_used) AS day FROM search_use WHERE results = 0 ORDER BY term")
        days = [(world.lore.today - timedelta(days=back)).isoformat() for back in range(35, 0, -1)]
        found: dict[tuple[str, ...], LastUse] = {}
        for first in days:
            for last in days:
                terms = tuple(row.term for row in rows if first <= row.day <= last)
                if 2 <= len(terms) <= 6:
                    found.setdefault(terms, LastUse(said_day(first), said_day(last), first, last))
        return list(found.values())

    def answer(self, world: World, p: LastUse) -> Answer:
        terms = world.shop.values(
            "SELECT term FROM search_use WHERE results = 0 AND last_used BETWEEN ? AND ?", p.first, f"{p.last} 23:59:59"
        )
        return SetOf(tuple(Text(term) for term in terms))

    async def solve(self, person: Person, p: LastUse) -> None:
        await go_to(person, "Reports", "Search terms")
        await apply_filters(person, {"Results to": "0", "Last used from": p.first, "Last used to": p.last})
        await person.answer(", ".join(row["Search term"] for row in table(person)))


# Rules ----------------------------------------------------------------------------------------------------------------


SYNONYMS = {
    "trainers": "sneakers",
    "torch": "flashlight",
    "settee": "sofa",
    "pushchair": "stroller",
    "nappies": "diapers",
    "spanner": "wrench",
    "pullover": "sweater",
    "mobile": "smartphone",
    "skillet": "frying pan",
    "rucksack": "backpack",
    "cushion": "pillow",
    "crisps": "chips",
    "biscuits": "cookies",
    "loudspeaker": "speaker",
    "wellies": "boots",
    "trousers": "pants",
    "shades": "sunglasses",
    "felt pens": "markers",
    "hosepipe": "hose",
    "jigsaw": "puzzle",
    "cuddly toy": "plush",
    "dummy": "pacifier",
    "fish tank": "aquarium",
    "coffee maker": "coffee machine",
    "timepiece": "watch",
    "carpet": "rug",
    "drapes": "curtains",
    "gamepad": "controller",
    "shovel": "spade",
    "noodles": "pasta",
    "porridge": "oatmeal",
    "sun cream": "sunscreen",
}
"""What some customers say, and what the goods are called."""
TOPICS = {
    "refund": "returns",
    "send back": "returns",
    "exchange": "returns",
    "money back": "returns",
    "delivery time": "shipping",
    "shipping costs": "shipping",
    "where is my parcel": "shipping",
    "voucher": "gift-cards",
    "gift certificate": "gift-cards",
    "jobs": "careers",
    "vacancies": "careers",
    "work with you": "careers",
    "size chart": "size-guide",
    "what size am i": "size-guide",
    "when are you open": "store-hours",
    "closing time": "store-hours",
    "bulk order": "wholesale",
    "trade account": "wholesale",
    "help": "faq",
    "common questions": "faq",
    "data protection": "privacy",
    "washing instructions": "care-tips",
    "how to clean": "care-tips",
    "who are you": "about-us",
    "company history": "about-us",
    "present ideas": "gift-guide-2025",
    "terms of sale": "terms",
}
"""What some customers search for although it is no product, and the page that tells them."""


def with_rules(world: World) -> set[str]:
    """Terms for which the merchant has decided something already."""
    return set(world.shop.values("SELECT term FROM search_rule"))


def new_rule(world: World, term: str, *, synonym: str = "", redirect: str = "") -> Insert:
    return Insert(
        "shop",
        "search_rule",
        values={
            "id": next_id(world, "search_rule"),
            "term": term,
            "synonym": same_letters(synonym),
            "redirect": redirect,
            "suggested": 1,
        },
        name=f"the rule for {term}",
    )


async def open_new_term(person: Person, term: str) -> None:
    """Four actions."""
    await go_to(person, "Marketing", "Search terms")
    await person.click("Add search term", role="link")
    await person.fill("Search term", term)


@dataclass(frozen=True)
class Synonym:
    term: str
    synonym: str


async def mend_a_synonym(person: Person, p: Synonym) -> None:
    """In capitals, and with another synonym at first."""
    await open_new_term(person, p.term.upper())
    await person.fill("Synonym", "something else")
    await person.click("Save search term", role="button")
    await search_list(person, p.term)
    await person.click(p.term, role="link")
    await person.fill("Synonym", p.synonym.capitalize())
    await person.click("Save search term", role="button")
    await person.stop()


class AddSynonym(Template[Synonym]):
    """Let a search term find what another one finds."""

    id = "arena.admin.search-synonym"
    kind = Kind.DO
    goals = (
        "Customers who search for “{term}” should get the results for “{synonym}”. Set that up as a synonym, with the"
        " defaults otherwise.",
        "Add a search synonym: “{term}” should search for “{synonym}” instead. Leave the term's other settings at the"
        " defaults.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (mend_a_synonym,)

    def pool(self, world: World) -> Sequence[Synonym]:
        taken = with_rules(world)
        sold = "SELECT EXISTS (SELECT 1 FROM product WHERE type <> 'variant' AND name LIKE '%' || ? || '%')"
        return [
            Synonym(term, synonym)
            for term, synonym in SYNONYMS.items()
            if term not in taken and world.shop.value(sold, synonym)
        ]

    def expect(self, world: World, p: Synonym) -> Expectation:
        return Expectation([new_rule(world, p.term, synonym=p.synonym)])

    async def solve(self, person: Person, p: Synonym) -> None:
        await open_new_term(person, p.term)
        await person.fill("Synonym", p.synonym)
        await person.click("Save search term", role="button")
        await person.stop()


@dataclass(frozen=True)
class Redirect:
    term: str
    target: str


async def redirect_instead_of_a_synonym(person: Person, p: Redirect) -> None:
    """It was a synonym at first, by mistake; blanks stand around the path."""
    await open_new_term(person, p.term.capitalize())
    await person.fill("Synonym", p.target[1:])
    await person.click("Save search term", role="button")
    await search_list(person, p.term)
    await person.click(p.term, role="link")
    await person.fill("Synonym", "")
    await person.fill("Redirect", f" {p.target} ")
    await person.click("Save search term", role="button")
    await person.stop()


class AddRedirect(Template[Redirect]):
    """Let a search term lead to a page of the store."""

    id = "arena.admin.redirect-term"
    kind = Kind.DO
    goals = (
        "When customers search for “{term}”, send them to {target} instead of showing results. Leave the term's other"
        " settings at the defaults.",
        "Redirect searches for “{term}” in our store to {target}. Keep everything else about the term at its default.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (redirect_instead_of_a_synonym,)
    twin = "arena.admin.redirect-search"

    def pool(self, world: World) -> Sequence[Redirect]:
        taken = with_rules(world)
        pages = world.shop.values("SELECT url_key FROM cms_page WHERE active")
        return [Redirect(term, f"/{page}") for term, page in TOPICS.items() if term not in taken and page in pages]

    def expect(self, world: World, p: Redirect) -> Expectation:
        return Expectation([new_rule(world, p.term, redirect=p.target)])

    async def solve(self, person: Person, p: Redirect) -> None:
        await open_new_term(person, p.term)
        await person.fill("Redirect", p.target)
        await person.click("Save search term", role="button")
        await person.stop()


class AddRedirectAsReader(Template[Redirect]):
    """Let a search term lead to a page of the store as somebody who may only look."""

    id = "arena.admin.redirect-search"
    kind = Kind.DO
    goals = AddRedirect.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.admin.redirect-term"
    revision = 3

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"admin": reader_name(world)}

    def pool(self, world: World) -> Sequence[Redirect]:
        return AddRedirect().pool(world)

    def obstacle(self, world: World, p: Redirect) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, ("search terms", "redirects", p.term, *READ_ONLY), said=(NO_CONTROL,))

    async def solve(self, person: Person, p: Redirect) -> None:
        await go_to(person, "Marketing", "Search terms")
        if person.has("Add search term", role="link"):
            raise Lost("search terms can be added after all")
        await person.infeasible("I am signed in with a role that may look at search terms but not add any.")
