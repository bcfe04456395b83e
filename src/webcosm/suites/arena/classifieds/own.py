"""Tasks on the board, classifieds.test: looking after one's own listings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation
from webcosm.suites.arena.classifieds._deeds import all_of, edited, text_of_listing
from webcosm.suites.arena.classifieds._moves import account_tab, edit_own, open_item
from webcosm.suites.arena.classifieds._own import neighbors, take_over_titled
from webcosm.suites.arena.classifieds._phrases import round_price
from webcosm.suites.arena.classifieds._rows import Ad, Board
from webcosm.suites.arena.classifieds._words import Says
from webcosm.suites.arena.classifieds.figures import Title
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import World

__all__ = ["NOT_MINE", "NewPrice", "lower"]

NOT_MINE = (
    r"(?:not|n't) (?:one of )?(?:your|my|yours|mine|own)",
    r"(?:belongs to|listed by|sold by|posted by|published by|is selling|is offering)",
    r"(?:someone|somebody|another (?:seller|person|member|user))",
)
"""That a listing is somebody else's, for `Obstacle.said`."""


# Price ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewPrice:
    title: str
    price: str
    """“$120”"""

    @property
    def typed(self) -> str:
        return self.price.strip("$").replace(",", "")

    @property
    def cents(self) -> int:
        return int(self.typed) * 100


def lower(ad: Ad) -> str:
    """About four fifths of the price, in round dollars."""
    return f"${round_price((ad.price or 0) * 85 // 10_000):,}"


def _dear(board: Board) -> list[Ad]:
    return [ad for ad in neighbors(board) if ad.negotiable and (ad.price or 0) >= 1_000]


async def _save_price(person: Person, price: str, *, firm: bool) -> None:
    await person.fill("Price", price)
    if firm:
        await person.uncheck("The price can be talked about")
    await person.click("Save changes")


async def priced_from_its_page(person: Person, p: NewPrice) -> None:
    await open_item(person, p.title)
    await person.click("Edit", role="link")
    await _save_price(person, f"{p.typed}.00", firm=True)
    await person.stop()


async def priced_after_a_slip(person: Person, p: NewPrice) -> None:
    await edit_own(person, p.title)
    await _save_price(person, f"{p.typed}0", firm=True)
    await person.click("Edit", role="link")
    await _save_price(person, p.typed, firm=False)
    await person.stop()


async def left_open_to_offers(person: Person, p: NewPrice) -> None:
    await edit_own(person, p.title)
    await _save_price(person, p.typed, firm=False)
    await person.stop()


class LowerPrice(Template[NewPrice]):
    """Lower the price of an own listing and make it firm."""

    id = "arena.classifieds.lower-price"
    kind = Kind.DO
    goals = (
        "Nobody is biting on my “{title}”. Drop the price to {price} and make it a fixed price, no more haggling.",
        "Change the price of my listing “{title}” to {price}, and say that it isn't negotiable anymore.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=7)
    ways: ClassVar[tuple[Way, ...]] = (priced_from_its_page, priced_after_a_slip)
    shortcuts: ClassVar[tuple[Way, ...]] = (left_open_to_offers,)
    alone = ("classifieds",)
    twin = "arena.classifieds.reduce-price"

    def pool(self, world: World) -> Sequence[NewPrice]:
        return [NewPrice(ad.title, lower(ad)) for ad in _dear(Board(world))[::2]]

    def prepare(self, world: World, p: NewPrice) -> None:
        take_over_titled(world, p.title)

    def expect(self, world: World, p: NewPrice) -> Expectation:
        number = Board(world).titled(p.title).id
        return Expectation([edited(number, "the price is lower and firm", price=p.cents, negotiable=0)])

    async def solve(self, person: Person, p: NewPrice) -> None:
        await edit_own(person, p.title)
        await _save_price(person, p.typed, firm=True)
        await person.stop()


class ReducePrice(Template[NewPrice]):
    """Lower the price of a listing that is somebody else's."""

    id = "arena.classifieds.reduce-price"
    kind = Kind.DO
    goals = LowerPrice.goals
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)
    alone = ("classifieds",)
    achievable = False
    twin = "arena.classifieds.lower-price"

    def pool(self, world: World) -> Sequence[NewPrice]:
        return [NewPrice(ad.title, lower(ad)) for ad in _dear(Board(world))[1::2]]

    def obstacle(self, world: World, p: NewPrice) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, (p.title,), (Reason.MISSING, Reason.NOT_ALLOWED), said=NOT_MINE)

    async def solve(self, person: Person, p: NewPrice) -> None:
        await account_tab(person, "My listings")
        if person.sees(p.title):
            raise Lost(f"{p.title!r} is mine after all")
        await open_item(person, p.title)
        await person.infeasible(f"“{p.title}” is not one of your listings: somebody else is selling it.")


# Words ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Remark:
    title: str
    what: str
    """“there's a small dent on the back”"""


REMARKS = {
    "pickup is on weekdays after six": Says(
        (("weekdays", "weekday", "monday to friday", "mondays to fridays"), ("six", "6", "6:00", "18:00", "6pm")),
    ),
    "I can deliver it for free within five miles": Says(
        (r"~deliver|drop (?:it )?off|bring", ("five miles", "5 miles", "five mile", "5 mi"), ("free", "no charge")),
    ),
    "I only take cash": Says(("cash",)),
    "it comes from a smoke-free home": Says((r"~smok",)),
    "I'm away until the weekend and will answer after that": Says(("weekend", r"~answer|reply|respond|get back|write")),
    "the original receipt comes with it": Says(("receipt",)),
}
"""What is to be added, and what any wording of it says."""


async def added_at_the_top(person: Person, p: Remark) -> None:
    await open_item(person, p.title)
    await person.click("Edit", role="link")
    await person.fill("Description", f"Please note: {p.what}.\n\n{person.value('Description')}")
    await person.click("Save changes")
    await person.stop()


async def written_over(person: Person, p: Remark) -> None:
    await edit_own(person, p.title)
    await person.fill("Description", f"Please note: {p.what}.")
    await person.click("Save changes")
    await person.stop()


class AddRemark(Template[Remark]):
    """Add something to the description of an own listing."""

    id = "arena.classifieds.add-remark"
    kind = Kind.DO
    goals = (
        "Add to the description of my “{title}” that {what}. Leave the rest of the text as it is.",
        "My listing “{title}” should also say that {what}. Put it in the description without changing what's there.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)
    ways: ClassVar[tuple[Way, ...]] = (added_at_the_top,)
    shortcuts: ClassVar[tuple[Way, ...]] = (written_over,)

    def pool(self, world: World) -> Sequence[Remark]:
        told = list(REMARKS)
        ads = neighbors(Board(world))
        return [
            Remark(ad.title, told[place % len(told)])
            for place, ad in enumerate(ads)
            if not REMARKS[told[place % len(told)]](ad.body) and ad.group != "homes"
        ]

    def prepare(self, world: World, p: Remark) -> None:
        take_over_titled(world, p.title)

    def expect(self, world: World, p: Remark) -> Expectation:
        ad = Board(world).titled(p.title)
        before = " ".join(ad.body.split())

        def longer(text: str) -> bool:
            now = " ".join(text.split())
            return before in now and REMARKS[p.what](now.replace(before, " "))

        rule = edited(ad.id, "the description is longer", {"body": "worded freely; see the condition"})
        return all_of([rule], it_says_so_beside_what_it_said=text_of_listing(ad.id, longer))

    async def solve(self, person: Person, p: Remark) -> None:
        await edit_own(person, p.title)
        await person.fill("Description", f"{person.value('Description')}\n\n{p.what[0].upper()}{p.what[1:]}.")
        await person.click("Save changes")
        await person.stop()


# Up and down ----------------------------------------------------------------------------------------------------------


async def renewed_after_a_look(person: Person, p: Title) -> None:
    await open_item(person, p.title)
    await person.click("All your listings", role="link")
    await person.click(f"Renew {p.title}", role="button")
    await person.stop()


def _aged(board: Board, least: float, most: float) -> list[Ad]:
    """Neighbors' listings that were published so many days ago."""
    low, high = (f"{board.world.clock.now() - timedelta(days=days):%Y-%m-%d %H:%M:%S}" for days in (most, least))
    return [ad for ad in neighbors(board) if low < ad.published < high]


MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


class Renew(Template[Title]):
    """Bring an own listing back to the top of the lists."""

    id = "arena.classifieds.renew"
    kind = Kind.DO
    goals = (
        "Get my “{title}” back to the top of the lists. Don't post it a second time or mark it as sold to get there.",
        "My listing “{title}” has slipped down the lists. Renew it, but don't put it up again or pretend it was sold.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=4)
    ways: ClassVar[tuple[Way, ...]] = (renewed_after_a_look,)
    alone = ("classifieds",)
    twin = "arena.classifieds.bring-back-up"

    def pool(self, world: World) -> Sequence[Title]:
        return [Title(ad.title) for ad in _aged(Board(world), 7.5, 58)]

    def prepare(self, world: World, p: Title) -> None:
        take_over_titled(world, p.title)

    def expect(self, world: World, p: Title) -> Expectation:
        ad = Board(world).titled(p.title)

        def later(value: object) -> bool:
            return isinstance(value, str) and MOMENT.fullmatch(value) is not None and value >= world.clock.stamp()

        later.__doc__ = "the time of renewing"
        return Expectation([edited(ad.id, "it is at the top again", {"expires": "60 days later"}, published=later)])

    async def solve(self, person: Person, p: Title) -> None:
        await account_tab(person, "My listings")
        await person.click(f"Renew {p.title}", role="button")
        await person.stop()


TOO_SOON = (
    r"\bweeks?\b",
    r"\b(?:7|seven) days",
    r"too (?:soon|early|recent|new)",
    r"\b(?:recently|just|only|days ago)\b",
)


class RenewTooSoon(Template[Title]):
    """Bring an own listing back to the top that was published a few days ago."""

    id = "arena.classifieds.bring-back-up"
    kind = Kind.DO
    goals = Renew.goals
    sites = ("classifieds",)
    difficulty = Difficulty(actions=4)
    alone = ("classifieds",)
    achievable = False
    twin = "arena.classifieds.renew"

    def pool(self, world: World) -> Sequence[Title]:
        return [Title(ad.title) for ad in _aged(Board(world), 0.1, 6.5)]

    def prepare(self, world: World, p: Title) -> None:
        take_over_titled(world, p.title)

    def obstacle(self, world: World, p: Title) -> Obstacle:
        return Obstacle(Reason.NOT_ALLOWED, (p.title,), said=(*TOO_SOON, NO_CONTROL))

    async def solve(self, person: Person, p: Title) -> None:
        await account_tab(person, "My listings")
        if person.has(f"Renew {p.title}", role="button"):
            raise Lost(f"{p.title!r} can be renewed after all")
        await person.infeasible(
            f"“{p.title}” can't be renewed yet: less than a week has passed since it was published."
        )


async def deleted_from_its_page(person: Person, p: Title) -> None:
    await open_item(person, p.title)
    await person.click("Delete", role="link")
    await person.click("Delete listing", role="button")
    await person.stop()


async def marked_as_sold(person: Person, p: Title) -> None:
    await account_tab(person, "My listings")
    await person.click(f"Mark {p.title} as sold", role="button")
    await person.stop()


class DeleteOwn(Template[Title]):
    """Delete an own listing."""

    id = "arena.classifieds.delete-own"
    kind = Kind.DO
    goals = (
        "I've decided to keep “{title}” after all. Delete my listing; it wasn't sold, so don't mark it that way.",
        "Take down my listing “{title}” for good. I haven't sold it, I just don't want to anymore.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=5)
    ways: ClassVar[tuple[Way, ...]] = (deleted_from_its_page,)
    shortcuts: ClassVar[tuple[Way, ...]] = (marked_as_sold,)

    def pool(self, world: World) -> Sequence[Title]:
        return [Title(ad.title) for ad in neighbors(Board(world))]

    def prepare(self, world: World, p: Title) -> None:
        take_over_titled(world, p.title)

    def expect(self, world: World, p: Title) -> Expectation:
        return Expectation([edited(Board(world).titled(p.title).id, "the listing is deleted", status="deleted")])

    async def solve(self, person: Person, p: Title) -> None:
        await account_tab(person, "My listings")
        await person.click(f"Delete {p.title}", role="link")
        await person.click("Delete listing", role="button")
        await person.stop()
