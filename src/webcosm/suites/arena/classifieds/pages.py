"""Tasks on the board, classifieds.test: lists as somebody wants them, conversations, and forms that are not sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import UNSORTABLE, Obstacle, Reason
from webcosm.judge.page import PageShows, SameNumber
from webcosm.judge.state import Expectation
from webcosm.suites.arena.classifieds._moves import browse, open_item, pick_order
from webcosm.suites.arena.classifieds._phrases import described, round_price
from webcosm.suites.arena.classifieds._rows import Board, clear_titles, me, talks
from webcosm.suites.arena.classifieds._wishes import Wanted, wishes
from webcosm.suites.arena.classifieds.find import asked
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import dollars
from webcosm.worlds import Change, Fact, World

__all__ = ["list_of"]


def list_of(board: Board, query: str, free: Sequence[str] = ("view", "first", "total"), **more: Fact) -> PageShows:
    """The list that a wish leads to, however it is leafed through."""
    told: dict[str, Fact] = dict(asked(query))
    for name in ("min", "max"):
        if name in told:
            told[name] = int(str(told[name])) * 100
    for name, value in told.items():
        if value in ("yes", "no"):
            told[name] = value == "yes"
        elif name.endswith(("_min", "_max")) or name == "within":
            told[name] = int(str(value))
    if "city" in told:
        told["city"] = board.cities[int(str(told["city"]))].name
    if "region" in told:
        told["region"] = board.world.classifieds.value("SELECT name FROM region WHERE code = ?", str(told["region"]))
    if "pictures" in told:
        told["pictures"] = True
    if "sort" not in free:
        told.setdefault("sort", "newest")
    return PageShows("classifieds", "listings", {**told, **more}, free=free)


@dataclass(frozen=True)
class Ordered:
    words: str
    query: str
    order: str
    """As people say it."""


KNOWN_ORDERS = {
    "with the cheapest at the top": "cheap",
    "with the most expensive at the top": "dear",
    "with the longest-running offers at the top": "oldest",
}
UNKNOWN_ORDERS = {
    "with the best-rated sellers at the top": ("rating", "rated", "ratings", "seller ratings", "stars"),
    "with the most-viewed offers at the top": ("views", "viewed", "most-viewed", "popularity", "view count"),
    "with the ones that have the most pictures at the top": ("pictures", "photos", "number of pictures", "images"),
}
"""Orders that the site does not have, and what a report may call them."""


class ShowInOrder(Template[Ordered]):
    """Show what fits a wish in an order."""

    id = "arena.classifieds.show-in-order"
    kind = Kind.GO
    goals = (
        "Show me a list of just the {words}, {order}.",
        "I want to look through {words} and nothing else, {order}. Leave that list open.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=8)
    twin = "arena.classifieds.list-by"

    def pool(self, world: World) -> Sequence[Ordered]:
        return _turns(world, list(KNOWN_ORDERS), 0)

    def page(self, world: World, p: Ordered) -> PageShows:
        return list_of(Board(world), p.query, sort=KNOWN_ORDERS[p.order])

    async def solve(self, person: Person, p: Ordered) -> None:
        await browse(person, p.query)
        await pick_order(person, KNOWN_ORDERS[p.order])
        await person.stop()


class ListBy(Template[Ordered]):
    """Show what fits a wish in an order that the board does not have."""

    id = "arena.classifieds.list-by"
    kind = Kind.GO
    goals = ShowInOrder.goals
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)
    achievable = False
    twin = "arena.classifieds.show-in-order"

    def pool(self, world: World) -> Sequence[Ordered]:
        return _turns(world, list(UNKNOWN_ORDERS), 1)

    def obstacle(self, world: World, p: Ordered) -> Obstacle:
        return Obstacle(Reason.MISSING, UNKNOWN_ORDERS[p.order], (Reason.NOT_ALLOWED,), said=UNSORTABLE)

    async def solve(self, person: Person, p: Ordered) -> None:
        await browse(person, p.query)
        names = UNKNOWN_ORDERS[p.order]
        offered = [label.lower() for label in person.names("option", "MenuListOption") if label.endswith("first")]
        if any(name in label for label in offered for name in names):
            raise Lost(f"listings can be shown {p.order} after all")
        await person.infeasible(f"The board can't sort listings by {names[0]}: it offers {', '.join(offered)} only.")


def _turns(world: World, orders: Sequence[str], half: int) -> list[Ordered]:
    """Every other wish, so that twins have different ones, each in one of the orders."""
    found = list(wishes(Board(world), 4, 60, sure=False))[half::2]
    return [Ordered(wanted.words, wanted.query, orders[place % len(orders)]) for place, (wanted, _) in enumerate(found)]


class ShowGallery(Template[Wanted]):
    """Show the pictures of what fits a wish."""

    id = "arena.classifieds.show-gallery"
    kind = Kind.GO
    goals = (
        "I want to browse by eye. Show me the {words} as a picture gallery, without any that have no photos.",
        "Bring up a gallery of the {words}, only those with photos.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=9)

    def pool(self, world: World) -> Sequence[Wanted]:
        """With a limit on the price."""
        board, found = Board(world), []
        for wanted, ads in wishes(board, 5, 60, sure=False):
            prices = sorted(ad.price for ad in ads if ad.price)
            if prices:
                query = f"{wanted.query}&max={round_price(prices[len(prices) // 2] // 100)}"
                found.append(Wanted(described(board, query), query))
        return found

    def page(self, world: World, p: Wanted) -> PageShows:
        return list_of(Board(world), f"{p.query}&pictures=1", ("first", "total", "sort"), view="gallery")

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, f"{p.query}&pictures=1")
        await person.click("Gallery", role="link")
        await person.stop()


# Conversations --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Offered:
    who: str
    amount: str
    title: str


class OpenOffer(Template[Offered]):
    """The conversation in which somebody named a price."""

    id = "arena.classifieds.open-offer-talk"
    kind = Kind.GO
    goals = (
        "There's a conversation about “{title}” in which {who} offered {amount}. Open it.",
        "Find the messages about “{title}” where {who} named {amount} as an offer, and leave that conversation open.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=4)

    def pool(self, world: World) -> Sequence[Offered]:
        return list(self._talks(world))

    def page(self, world: World, p: Offered) -> PageShows:
        return PageShows("classifieds", "conversation", {"id": self._talks(world)[p]})

    def _talks(self, world: World) -> dict[Offered, int]:
        mine = me(world).id
        found: dict[Offered, int] = {}
        twice: set[Offered] = set()
        for talk in talks(world):
            for offer in world.classifieds.rows("SELECT * FROM offer WHERE conversation_id = ? ORDER BY id", talk.talk):
                who = "I" if offer.sender_id == mine else "the other person"
                p = Offered(who, _said(offer.amount), talk.title)
                twice |= {p} & found.keys()
                found[p] = talk.talk
        return {p: number for p, number in found.items() if p not in twice}

    async def solve(self, person: Person, p: Offered) -> None:
        await person.click("Messages", role="link")
        listed = person.view.url
        addresses = [str(one.url) for one in person.view if one.role == "link" and p.title in one.name]
        for address in addresses:
            if person.view.url != listed:
                await person.goto(listed)
            await person.goto(address)
            if _offer_shown(person, p):
                return await person.stop()
        raise Lost(f"nobody offered {p.amount} for {p.title!r}")


def _said(cents: int) -> str:
    return f"${dollars(cents):,.2f}".removesuffix(".00")


def _offer_shown(person: Person, p: Offered) -> bool:
    """Whether one side of the conversation that is open offered so much."""
    amount = p.amount if "." in p.amount else f"{p.amount}.00"
    for index, one in enumerate(person.view.elements):
        text = person.text_of(index) if one.role == "listitem" else ""
        if f"Offer: {amount}" in text:
            return text.startswith("You") == (p.who == "I")
    return False


# Forms ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bid:
    title: str
    amount: str


class DraftOffer(Template[Bid]):
    """Fill in an offer without sending it."""

    id = "arena.classifieds.draft-offer"
    kind = Kind.GO
    goals = (
        "Get an offer of {amount} for “{title}” ready, but don't send it. I'll press the button myself.",
        "Fill in an offer for “{title}” at {amount} and stop there: I want to sleep on it before it goes out.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)

    def pool(self, world: World) -> Sequence[Bid]:
        board = Board(world)
        return [
            Bid(ad.title, f"${ad.price * 8 // 1000 * 10:,}" if ad.price >= 10_000 else f"${ad.price * 8 // 1000}")
            for ad in clear_titles(board)
            if ad.price and ad.price >= 2_000 and ad.seller_id > 3 and ad.id not in _talked_about(world)
        ]

    def page(self, world: World, p: Bid) -> PageShows:
        number = Board(world).titled(p.title).id
        fields: Mapping[str, SameNumber] = {"Your offer": SameNumber(p.amount.strip("$").replace(",", ""))}
        return PageShows("classifieds", "offer form", {"id": number}, fields=fields)

    def expect(self, world: World, p: Bid) -> Expectation:
        def sent(change: Change) -> bool:
            return (change.table, change.kind) == ("offer", "insert")

        return Expectation(never={"no offer was sent": sent})

    async def solve(self, person: Person, p: Bid) -> None:
        await open_item(person, p.title)
        await person.click("Make an offer", role="link")
        await person.fill("Your offer", p.amount.strip("$").replace(",", ""))
        await person.stop()


def _talked_about(world: World) -> set[int]:
    return {talk.id for talk in talks(world)}
