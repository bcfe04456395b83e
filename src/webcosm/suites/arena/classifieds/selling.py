"""Tasks on the board, classifieds.test: drafts that go live, and things that are sold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from webcosm.judge.state import Expectation
from webcosm.suites.arena.classifieds._deeds import NOW, all_of, edited, said, wrote
from webcosm.suites.arena.classifieds._moves import account_tab, edit_own, open_item, open_talk
from webcosm.suites.arena.classifieds._own import neighbors, take_over, take_over_titled
from webcosm.suites.arena.classifieds._rows import Ad, Board, me, speakable
from webcosm.suites.arena.classifieds._words import Says
from webcosm.suites.arena.classifieds.own import NewPrice, lower
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import Row, World

__all__ = ["Inquiry", "drafts", "inquiries", "talk_about"]


# Sold -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Inquiry:
    title: str
    buyer: str


def inquiries(board: Board, offers: str) -> list[tuple[Ad, Row]]:
    """Neighbors' listings with somebody who asked about them, whose last offer is in such a state (“none” without)."""
    near = {ad.id: ad for ad in neighbors(board)}
    rows = board.world.classifieds.rows(
        "SELECT conversation.*, account.name, last.status AS offer, last.amount, last.id AS last,"
        " last.sender_id = buyer_id AS theirs FROM conversation JOIN account ON account.id = buyer_id LEFT JOIN"
        " offer AS last ON last.id = (SELECT max(id) FROM offer WHERE conversation_id = conversation.id)"
        " ORDER BY conversation.id"
    )
    return [(near[row.listing_id], row) for row in rows if row.listing_id in near and (row.offer or "none") in offers]


GONE = Says(
    (r"~sold|gone|taken|found a buyer|not available|no longer available|went to|isn't available|has a buyer",),
    any_amount=True,
)


async def told_first(person: Person, p: Inquiry) -> None:
    await open_talk(person, p.buyer, p.title)
    await person.fill("Message", f"Hi {p.buyer.split()[0]}, somebody else has it now. It's gone, sorry!")
    await person.click("Send message")
    await open_item(person, p.title)
    await person.click("Mark as sold", role="button")
    await person.stop()


async def told_nobody(person: Person, p: Inquiry) -> None:
    await account_tab(person, "My listings")
    await person.click(f"Mark {p.title} as sold", role="button")
    await person.stop()


async def told_something_else(person: Person, p: Inquiry) -> None:
    await open_talk(person, p.buyer, p.title)
    await person.fill("Message", "Thank you for your message. I will think about it.")
    await person.click("Send message")
    await open_item(person, p.title)
    await person.click("Mark as sold", role="button")
    await person.stop()


class SoldElsewhere(Template[Inquiry]):
    """Mark an own listing as sold and tell somebody who had asked."""

    id = "arena.classifieds.sold-elsewhere"
    kind = Kind.DO
    goals = (
        "A coworker just bought my “{title}”. Mark the listing as sold, and let {buyer}, who had asked about it, know"
        " that it's gone.",
        "My “{title}” is sold. Show that on the board, and write {buyer} a short line in our conversation to say so.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=8)
    ways: ClassVar[tuple[Way, ...]] = (told_first,)
    shortcuts: ClassVar[tuple[Way, ...]] = (told_nobody, told_something_else)

    def pool(self, world: World) -> Sequence[Inquiry]:
        return [Inquiry(ad.title, row.name) for ad, row in inquiries(Board(world), "none declined")]

    def prepare(self, world: World, p: Inquiry) -> None:
        take_over_titled(world, p.title)

    def expect(self, world: World, p: Inquiry) -> Expectation:
        ad, mine = Board(world).titled(p.title), int(me(world).id)
        talk = talk_about(world, ad.id, p.buyer)
        return all_of(
            [edited(ad.id, "it is marked as sold", status="sold"), wrote(talk, mine, f"a message to {p.buyer}")],
            the_message_says_that_it_is_gone=said(mine, GONE, talk),
        )

    async def solve(self, person: Person, p: Inquiry) -> None:
        await account_tab(person, "My listings")
        await person.click(f"Mark {p.title} as sold", role="button")
        await open_talk(person, p.buyer, p.title)
        await person.fill("Message", f"Hello {p.buyer.split()[0]}, I'm sorry, the listing has just been sold.")
        await person.click("Send message")
        await person.stop()


def talk_about(world: World, listing: int, buyer: str) -> int:
    return int(
        world.classifieds.value(
            "SELECT conversation.id FROM conversation JOIN account ON account.id = buyer_id WHERE listing_id = ? AND"
            " account.name = ?",
            listing,
            buyer,
        )
    )


# Drafts ---------------------------------------------------------------------------------------------------------------


async def published_in_two_steps(person: Person, p: NewPrice) -> None:
    await account_tab(person, "My listings")
    await person.click(f"Edit {p.title}", role="link")
    await person.fill("Price", p.typed)
    await person.click("Save draft")
    await person.click(f"Edit {p.title}", role="link")
    await person.click("Publish", role="button")
    await person.stop()


async def left_as_a_draft(person: Person, p: NewPrice) -> None:
    await edit_own(person, p.title)
    await person.fill("Price", p.typed)
    await person.click("Save draft")
    await person.stop()


class PublishDraft(Template[NewPrice]):
    """Publish a draft at another price."""

    id = "arena.classifieds.publish-draft"
    kind = Kind.DO
    goals = (
        "My draft “{title}” can go live now, but for {price}.",
        "Publish “{title}”, which I saved as a draft. Set the price to {price} first.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)
    ways: ClassVar[tuple[Way, ...]] = (published_in_two_steps,)
    shortcuts: ClassVar[tuple[Way, ...]] = (left_as_a_draft,)

    def pool(self, world: World) -> Sequence[NewPrice]:
        return [NewPrice(ad.title, lower(ad)) for ad in drafts(Board(world)) if ad.price and ad.price >= 1_000]

    def prepare(self, world: World, p: NewPrice) -> None:
        take_over(world, self._draft(world, p).id)

    def expect(self, world: World, p: NewPrice) -> Expectation:
        free = {"published": NOW, "expires": "60 days later"}
        return Expectation([edited(self._draft(world, p).id, "it is live", free, status="active", price=p.cents)])

    def _draft(self, world: World, p: NewPrice) -> Ad:
        return next(ad for ad in drafts(Board(world)) if ad.title == p.title)

    async def solve(self, person: Person, p: NewPrice) -> None:
        await edit_own(person, p.title)
        await person.fill("Price", p.typed)
        await person.click("Publish", role="button")
        await person.stop()


def drafts(board: Board) -> list[Ad]:
    """Whose titles nothing else on the board has."""
    titles = Counter(ad.title.casefold() for ad in board.ads)
    return [ad for ad in board.ads if ad.status == "draft" and titles[ad.title.casefold()] == 1 and speakable(ad)]
