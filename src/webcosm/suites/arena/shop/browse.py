"""Tasks on the storefront, shop.test: categories, orders and searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import UNSORTABLE, Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.suites.arena.shop._goods import ANY_ORDER, VIEW, categories, open_category, search
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Fact, World

ORDERS = {
    "price, lowest first": ("price", "asc"),
    "price, highest first": ("price", "desc"),
    "name, A to Z": ("name", "asc"),
    "name, Z to A": ("name", "desc"),
}
"""How goals word an order, and the parameters that mean it."""
LABELS = {"price": "Price", "name": "Product name"}
UNKNOWN_ORDERS = (
    "customer rating, highest first",
    "number of reviews, highest first",
    "weight, lowest first",
    "discount, highest first",
)


@dataclass(frozen=True)
class CategoryName:
    category: str


class OpenCategory(Template[CategoryName]):
    """Open a category by its name."""

    id = "arena.shop.open-category"
    kind = Kind.GO
    goals = (
        "Open the “{category}” category.",
        "I'd like to browse “{category}”. Take me to that category.",
        "Show me the category page for “{category}”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    revision = 3
    twin = "arena.shop.visit-category"

    def pool(self, world: World) -> Sequence[CategoryName]:
        return [CategoryName(name) for name in categories(world)]

    def page(self, world: World, p: CategoryName) -> PageShows:
        return PageShows("shop", "category", {"id": categories(world)[p.category]}, free=ANY_ORDER)

    async def solve(self, person: Person, p: CategoryName) -> None:
        await open_category(person, p.category)
        await person.stop()


class OpenMissingCategory(Template[CategoryName]):
    """Open a category that the store does not have."""

    id = "arena.shop.visit-category"
    kind = Kind.GO
    goals = OpenCategory.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    achievable = False
    twin = "arena.shop.open-category"
    revision = 3

    def pool(self, world: World) -> Sequence[CategoryName]:
        """Categories of two kinds of things, where the second kind is that of another category near by."""
        there = world.shop.values("SELECT lower(name) FROM category")
        departments: dict[str, list[list[str]]] = {}
        for row in world.shop.rows("SELECT name, url_path FROM category WHERE level = 3 ORDER BY id"):
            if row.name in categories(world) and row.name.count(" & ") == 1:
                departments.setdefault(row.url_path.split("/")[0], []).append(row.name.split(" & "))
        mixed = [
            f"{one[0]} & {other[1]}"
            for halves in departments.values()
            for one in halves
            for other in halves
            if one is not other
        ]
        return [CategoryName(name) for name in dict.fromkeys(mixed) if name.lower() not in there]

    def obstacle(self, world: World, p: CategoryName) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.category,))

    async def solve(self, person: Person, p: CategoryName) -> None:
        await person.click("Sitemap", role="link")
        if person.has(p.category, role="link"):
            raise Lost(f"there is a category {p.category!r} after all")
        await person.infeasible(f"The store has no category called “{p.category}”.")


@dataclass(frozen=True)
class CategoryOrder:
    category: str
    order: str


class SortCategory(Template[CategoryOrder]):
    """List a category in an order."""

    id = "arena.shop.sorted-category"
    kind = Kind.GO
    goals = (
        "Show me “{category}” sorted by {order}.",
        "Open “{category}” and sort it by {order}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 3
    twin = "arena.shop.category-in-order"

    def pool(self, world: World) -> Sequence[CategoryOrder]:
        return [CategoryOrder(name, order) for name in categories(world) for order in ORDERS]

    def page(self, world: World, p: CategoryOrder) -> PageShows:
        return sorted_list("category", p.order, id=categories(world)[p.category])

    async def solve(self, person: Person, p: CategoryOrder) -> None:
        await open_category(person, p.category)
        await sort_list(person, p.order)
        await person.stop()


def sorted_list(what: str, order: str, **facts: Fact) -> PageShows:
    sort, direction = ORDERS[order]
    return PageShows("shop", what, {**facts, "sort": sort, "dir": direction}, free=VIEW)


async def sort_list(person: Person, order: str) -> None:
    """One or two actions: a list begins in ascending order."""
    sort, direction = ORDERS[order]
    await person.choose("Sort by", LABELS[sort])
    if direction == "desc":
        await person.click("Set descending direction", role="link")


class SortCategoryUnknown(Template[CategoryOrder]):
    """List a category in an order that the store does not offer."""

    id = "arena.shop.category-in-order"
    kind = Kind.GO
    goals = SortCategory.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.shop.sorted-category"
    revision = 3

    def pool(self, world: World) -> Sequence[CategoryOrder]:
        return [CategoryOrder(name, order) for name in categories(world) for order in UNKNOWN_ORDERS]

    def obstacle(self, world: World, p: CategoryOrder) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.order.partition(",")[0],), (Reason.NOT_ALLOWED,), said=UNSORTABLE)

    async def solve(self, person: Person, p: CategoryOrder) -> None:
        await open_category(person, p.category)
        offered = person.names("option", "MenuListOption")
        wanted = p.order.partition(",")[0]
        if not offered or any(wanted.casefold() in label.casefold() for label in offered):
            raise Lost(f"the list offers {offered}, asked for {p.order!r}")
        await person.infeasible(f"The list cannot be sorted by {wanted}; there are only {', '.join(LABELS.values())}.")


@dataclass(frozen=True)
class Words:
    words: str


def searched_for(world: World) -> list[str]:
    """What customers search for and find, without the terms for which the merchant set up something else."""
    found: list[str] = world.shop.values(
        "SELECT term FROM search_use WHERE results >= 3 AND term NOT IN (SELECT term FROM search_rule) ORDER BY term"
    )
    return found


class SearchStore(Template[Words]):
    """Search for words."""

    id = "arena.shop.search"
    kind = Kind.GO
    goals = (
        "Search the store for “{words}”.",
        "Use the store's search to look up “{words}” and show me the results.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    revision = 3

    def pool(self, world: World) -> Sequence[Words]:
        return [Words(term) for term in searched_for(world)]

    def page(self, world: World, p: Words) -> PageShows:
        return PageShows("shop", "search", {"q": p.words}, free=ANY_ORDER)

    async def solve(self, person: Person, p: Words) -> None:
        await search(person, p.words)
        await person.stop()


@dataclass(frozen=True)
class WordsOrder:
    words: str
    order: str


class SearchSorted(Template[WordsOrder]):
    """Search for words and put what is found into an order."""

    id = "arena.shop.search-sorted"
    kind = Kind.GO
    goals = (
        "Search the store for “{words}” and sort the results by {order}.",
        "Show me the store's search results for “{words}”, sorted by {order}.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    revision = 3

    def pool(self, world: World) -> Sequence[WordsOrder]:
        return [WordsOrder(term, order) for term in searched_for(world) for order in ORDERS]

    def page(self, world: World, p: WordsOrder) -> PageShows:
        return sorted_list("search", p.order, q=p.words)

    async def solve(self, person: Person, p: WordsOrder) -> None:
        await search(person, p.words)
        await sort_list(person, p.order)
        await person.stop()
