"""Tasks on the board, classifieds.test: favorites and saved searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Insert, same_letters
from webcosm.suites.arena.classifieds._deeds import NOW, same_search
from webcosm.suites.arena.classifieds._moves import (
    HOME,
    account_tab,
    browse,
    cards,
    open_card,
    open_item,
    save_search,
    search,
)
from webcosm.suites.arena.classifieds._own import neighbors
from webcosm.suites.arena.classifieds._phrases import described, round_price
from webcosm.suites.arena.classifieds._rows import Ad, Board, me
from webcosm.suites.arena.classifieds._wishes import Wanted, wishes
from webcosm.suites.arena.classifieds.figures import Title
from webcosm.suites.arena.classifieds.find import cheapest
from webcosm.suites.arena.classifieds.selling import drafts
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import World

__all__ = ["kept"]


def kept(world: World, number: int) -> Insert:
    return Insert(
        "classifieds",
        "favourite",
        values={"account_id": me(world).id, "listing_id": number},
        free={"created": NOW},
        name="it is among the favorites",
    )


async def press_favorite(person: Person) -> None:
    await person.click("☆ Favorite", role="button")
    await person.stop()


# Favorites ------------------------------------------------------------------------------------------------------------


async def kept_after_a_slip(person: Person, p: Wanted) -> None:
    """The first of the list, taken off again, and then the cheapest."""
    await browse(person, p.query)
    await open_card(person, cards(person)[0])
    await person.click("☆ Favorite", role="button")
    await person.click("★ Favorite", role="button")
    await browse(person, f"{p.query}&sort=cheap")
    await open_card(person, cards(person)[0])
    await press_favorite(person)


async def kept_the_latest(person: Person, p: Wanted) -> None:
    await browse(person, p.query)
    await open_card(person, cards(person)[0])
    await press_favorite(person)


class KeepCheapest(Template[Wanted]):
    """Put the cheapest of what fits a wish among the favorites."""

    id = "arena.classifieds.keep-cheapest"
    kind = Kind.DO
    goals = (
        "Find the cheapest of the {words} and save it to my favorites.",
        "I'm comparing {words}. Put the one with the lowest price on my list of favorites.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=9)
    ways: ClassVar[tuple[Way, ...]] = (kept_after_a_slip,)
    shortcuts: ClassVar[tuple[Way, ...]] = (kept_the_latest,)

    def pool(self, world: World) -> Sequence[Wanted]:
        """None of which is mine or kept already."""
        mine = me(world).id
        known = set(world.classifieds.values("SELECT listing_id FROM favourite WHERE account_id = ?", mine))
        return [
            wanted
            for wanted, ads in wishes(Board(world), 3, 40)
            if cheapest(ads) and not any(ad.id in known or ad.seller_id == mine for ad in ads)
        ]

    def expect(self, world: World, p: Wanted) -> Expectation:
        best = cheapest(Board(world).fitting(p.query))
        assert best, "the pool holds what has a cheapest one"
        return Expectation([kept(world, best.id)])

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, f"{p.query}&sort=cheap")
        await open_card(person, cards(person)[0])
        await press_favorite(person)


async def kept_from_its_seller(person: Person, p: Title) -> None:
    await person.goto(f"{HOME}/listings?q={p.title}")
    await person.click(p.title, role="link")
    await press_favorite(person)


class KeepListing(Template[Title]):
    """Put a listing among the favorites."""

    id = "arena.classifieds.keep-listing"
    kind = Kind.DO
    goals = (
        "Add “{title}” to my favorites so I can find it again.",
        "Bookmark the listing “{title}” for me under my favorites.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=5)
    ways: ClassVar[tuple[Way, ...]] = (kept_from_its_seller,)
    twin = "arena.classifieds.bookmark-listing"

    def pool(self, world: World) -> Sequence[Title]:
        return [Title(ad.title) for ad in neighbors(Board(world))]

    def expect(self, world: World, p: Title) -> Expectation:
        return Expectation([kept(world, Board(world).titled(p.title).id)])

    async def solve(self, person: Person, p: Title) -> None:
        await open_item(person, p.title)
        await press_favorite(person)


class BookmarkListing(Template[Title]):
    """Put a listing among the favorites that is not on the board."""

    id = "arena.classifieds.bookmark-listing"
    kind = Kind.DO
    goals = KeepListing.goals
    sites = ("classifieds",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.classifieds.keep-listing"

    def pool(self, world: World) -> Sequence[Title]:
        """What others have begun to write and not published: good titles, only nobody can see them."""
        named = {me(world).id, me(world).id + 1}
        return [Title(ad.title) for ad in drafts(Board(world)) if ad.seller_id not in named]

    def obstacle(self, world: World, p: Title) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.title,))

    async def solve(self, person: Person, p: Title) -> None:
        await search(person, p.title)
        if p.title in person.names("link"):
            raise Lost(f"{p.title!r} is on the board after all")
        await person.infeasible(f"There is no listing called “{p.title}” on the board.")


@dataclass(frozen=True)
class Limit:
    which: str
    """“costs less than $20 or more than $200”"""
    low: int
    high: int
    """In cents: what lies between them is kept."""


async def dropped_one_by_one(person: Person, p: Limit) -> None:
    """By the page of each listing."""
    await account_tab(person, "Favorites")
    addresses = [str(one.url) for one in person.view if one.role == "link" and one.name in _beyond(person, p)]
    for address in addresses:
        await person.goto(address)
        await person.click("★ Favorite", role="button")
    await person.stop()


async def dropped_only_one(person: Person, p: Limit) -> None:
    await account_tab(person, "Favorites")
    await person.click(f"Remove {_beyond(person, p)[0]} from favorites", role="button")
    await person.stop()


def _beyond(person: Person, p: Limit) -> list[str]:
    return [card.title for card in cards(person) if card.price is not None and not p.low < card.price < p.high]


NO_LIMIT = 10**12


def _between(low: int, high: int) -> int:
    """The roundest amount between two prices, in cents; 0 if there is none."""
    for step in (10_000, 5_000, 1_000, 500, 100):
        if low < (high - 1) // step * step:
            return (high - 1) // step * step
    return 0


def _limits(low: int, high: int) -> str:
    words = [f"less than ${low // 100:,}"] if low else []
    words += [f"more than ${high // 100:,}"] if high < NO_LIMIT else []
    return f"costs {' or '.join(words)}"


class TidyFavorites(Template[Limit]):
    """Take off the list of favorites whatever is too dear, or too cheap."""

    id = "arena.classifieds.tidy-favorites"
    kind = Kind.DO
    goals = (
        "Clean up my favorites: remove everything that {which}. Keep the rest.",
        "Take anything that {which} off my list of favorites and leave the others there.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=7)
    ways: ClassVar[tuple[Way, ...]] = (dropped_one_by_one,)
    shortcuts: ClassVar[tuple[Way, ...]] = (dropped_only_one,)

    def pool(self, world: World) -> Sequence[Limit]:
        """One limit or two, each between two prices, that take two to six and leave the rest."""
        prices = sorted(ad.price for ad in self._kept(world) if ad.price is not None)
        between = [_between(one, other) for one, other in pairwise(prices) if _between(one, other)]
        found = []
        for low in (0, *between):
            for high in (*between, NO_LIMIT):
                gone = [price for price in prices if not low < price < high]
                if low < high and 2 <= len(gone) <= 6:
                    found.append(Limit(_limits(low, high), low, high))
        return found

    def _kept(self, world: World) -> list[Ad]:
        board, mine = Board(world), me(world).id
        numbers = world.classifieds.values(
            "SELECT listing_id FROM favourite WHERE account_id = ? ORDER BY listing_id", mine
        )
        return [board.get(number) for number in numbers]

    def expect(self, world: World, p: Limit) -> Expectation:
        mine = me(world).id
        return Expectation(
            [
                Delete("classifieds", "favourite", key=(mine, ad.id), name=f"“{ad.title}” is taken off")
                for ad in self._kept(world)
                if ad.price is not None and not p.low < ad.price < p.high
            ]
        )

    async def solve(self, person: Person, p: Limit) -> None:
        await account_tab(person, "Favorites")
        for title in _beyond(person, p):
            await person.click(f"Remove {title} from favorites", role="button")
        await person.stop()


# Saved searches -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Watch:
    words: str
    query: str
    name: str
    news: str
    """“let me know about new ones”"""


NEWS = {"I want to hear about new ones": 1, "no notifications, please": 0}


async def saved_in_an_order(person: Person, p: Watch) -> None:
    await browse(person, f"{p.query}&sort=cheap")
    await save_search(person, p.name, alerts=bool(NEWS[p.news]))
    await person.stop()


async def told_afterwards(person: Person, p: Watch) -> None:
    """Saved with the other choice about news, which is then changed."""
    await browse(person, p.query)
    await save_search(person, p.name, alerts=not NEWS[p.news])
    await person.click(f"Turn alerts for {p.name} {'on' if NEWS[p.news] else 'off'}", role="button")
    await person.stop()


async def saved_the_category(person: Person, p: Watch) -> None:
    await browse(person, p.query.partition("&")[0])
    await save_search(person, p.name, alerts=bool(NEWS[p.news]))
    await person.stop()


class SaveSearch(Template[Watch]):
    """Save a search under a name, with or without alerts."""

    id = "arena.classifieds.save-search"
    kind = Kind.DO
    goals = (
        "Save a search for {words} under the name “{name}”; {news}.",
        "I want to keep an eye on {words}. Save that as a search called “{name}”; {news}.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=10)
    ways: ClassVar[tuple[Way, ...]] = (saved_in_an_order, told_afterwards)
    shortcuts: ClassVar[tuple[Way, ...]] = (saved_the_category,)

    def pool(self, world: World) -> Sequence[Watch]:
        """With a limit on the price, so that there is more than a category to choose."""
        board, news = Board(world), list(NEWS)
        found: list[Watch] = []
        for wanted, ads in wishes(board, 3, 60, sure=False):
            prices = sorted(ad.price for ad in ads if ad.price)
            if "&" not in wanted.query or not prices:
                continue
            query = f"{wanted.query}&max={round_price(prices[len(prices) // 2] // 100)}"
            name = NAMES[len(found) % len(NAMES)]
            found.append(Watch(described(board, query), query, name, news[len(found) % 2]))
        return found

    def expect(self, world: World, p: Watch) -> Expectation:
        return Expectation(
            [
                Insert(
                    "classifieds",
                    "saved_search",
                    values={
                        "account_id": me(world).id,
                        "name": same_letters(p.name),
                        "query": same_search(p.query),
                        "alerts": NEWS[p.news],
                    },
                    free={"id": "the next number", "created": NOW},
                    name="the search is saved",
                )
            ]
        )

    async def solve(self, person: Person, p: Watch) -> None:
        await browse(person, p.query)
        await save_search(person, p.name, alerts=bool(NEWS[p.news]))
        await person.stop()


NAMES = ("For the new place", "Birthday present", "Bargains", "For my sister", "Maybe this summer", "Weekend project")
