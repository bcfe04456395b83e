"""Tasks on the storefront: messages to the shop, drafted or sent, and reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from webcosm.judge.mentions import Mentions
from webcosm.judge.page import PageShows
from webcosm.judge.state import Expectation, Insert, same_text
from webcosm.sites.kit.formats import money
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._moves import (
    item_named,
    list_orders,
    open_order,
    order_in_period,
    sums_seen,
)
from webcosm.suites.arena.shop._rows import NUMBERED, WHEN, beginnings, customer, own_orders, plain_goods
from webcosm.suites.arena.shop.orders import WHICH, Purchase, line_of, purchases
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Change, Row, World

MESSAGE = "What’s on your mind?"
NUMBERS_AND_AMOUNTS = r"\b10\d{4}\b|\b\d+\.\d\d\b"
"""Of these a message may hold only the right ones."""


NOT_SENT: Mapping[str, Callable[[Change], bool]] = MappingProxyType(
    {"nothing was sent": lambda change: change.table == "contact_message"}
)
"""For `Expectation.never`, where the goal says not to send the message."""


class DraftRefund(Template[Purchase]):
    """Draft a message that asks for a refund, with the order's number and the amount."""

    id = "arena.shop.draft-refund"
    kind = Kind.GO
    goals = (
        "Draft a message in the shop's contact form asking for a refund for “{product}”, which I ordered {period}. Use"
        " the word “refund”, and include the order number and what I paid for it (price times quantity, before tax)."
        " Don't submit it; I want to read it first.",
        "I want a refund for the “{product}” I ordered {period}. Fill in the contact form with the word “refund”, the"
        " order number and the item's subtotal (price times quantity) before tax, but don't send it.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=10)
    revision = 3

    def pool(self, world: World) -> Sequence[Purchase]:
        wanted = ("complete", "closed", "processing")
        return [p for p, line in purchases(world).items() if line.status in wanted and not line.order_discount]

    def expect(self, world: World, p: Purchase) -> Expectation:
        return Expectation(never=NOT_SENT)

    def page(self, world: World, p: Purchase) -> PageShows:
        line = line_of(world, p)
        message = Mentions((line.number, money(line.qty * line.price), "refund"), only=NUMBERS_AND_AMOUNTS)
        return PageShows("shop", "contact form", fields={MESSAGE: message, "E-mail": customer(world).email})

    async def solve(self, person: Person, p: Purchase) -> None:
        order = await order_in_period(person, p.period, p.product)
        if order is None:
            raise Lost(f"no order placed {p.period} has {p.product!r}")
        paid = item_named(person, p.product).subtotal
        await person.click("Contact us", role="link")
        await person.fill(MESSAGE, f"Hello, I would like a refund of ${paid} for one item of my order {order.number}.")
        await person.stop()


@dataclass(frozen=True)
class AboutOrder:
    which: str
    status: str
    words: str


CONCERNS = ("please call me", "a copy of the invoice", "as a present", "in writing")


class DraftAboutOrder(Template[AboutOrder]):
    """Draft a message about an order that must first be found."""

    id = "arena.shop.draft-about-order"
    kind = Kind.GO
    goals = (
        "Draft a message to the shop in its contact form about my {which} “{status}” order, but don't send it. Include"
        " the order number, its grand total and the words “{words}”.",
        "In the contact form, write something about my {which} order that's “{status}”. Mention its number and grand"
        " total, work in the words “{words}”, and don't submit it.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=6)
    revision = 3

    def pool(self, world: World) -> Sequence[AboutOrder]:
        common = [label for key, label in STATUSES.items() if len(own_orders(world, "status = ?", key)) >= 3]
        return [AboutOrder(which, label, words) for label in common for which in WHICH for words in CONCERNS]

    def expect(self, world: World, p: AboutOrder) -> Expectation:
        return Expectation(never=NOT_SENT)

    def page(self, world: World, p: AboutOrder) -> PageShows:
        status = next(key for key, label in STATUSES.items() if label == p.status)
        order = own_orders(world, "status = ?", status)[WHICH[p.which]]
        message = Mentions((order.number, money(order.total), p.words), only=NUMBERS_AND_AMOUNTS)
        return PageShows("shop", "contact form", fields={MESSAGE: message, "E-mail": customer(world).email})

    async def solve(self, person: Person, p: AboutOrder) -> None:
        orders = [order for order in await list_orders(person) if order.status == p.status]
        order = orders[{"most recent": 0, "second most recent": 1, "oldest": -1}[p.which]]
        await person.click("Contact us", role="link")
        await person.fill(MESSAGE, f"This is about order {order.number} for ${order.total}: {p.words}.")
        await person.stop()


@dataclass(frozen=True)
class Question:
    phone: str
    text: str


class DraftQuestion(Template[Question]):
    """Fill in the contact form with a text that is given."""

    id = "arena.shop.draft-question"
    kind = Kind.GO
    goals = (
        "Write this to the shop in the contact form, but don't send it: “{text}” Use {phone} as my phone number.",
        "Fill in the contact form with the phone number {phone} and the message “{text}”, but leave it unsent.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=4)
    revision = 3

    def pool(self, world: World) -> Sequence[Question]:
        asked = (
            "Will the {0} be cheaper next month?",
            "Do you have spare parts for the {0}?",
            "What material are the parts of the {0} made of?",
        )
        goods = plain_goods(world)[5::40]
        callers = world.lore.people[10:]
        return [
            Question(callers[place].phone, asked[place % 3].format(row.name.split(",")[0]))
            for place, row in enumerate(goods)
        ]

    def expect(self, world: World, p: Question) -> Expectation:
        return Expectation(never=NOT_SENT)

    def page(self, world: World, p: Question) -> PageShows:
        fields = {"Phone number": p.phone, MESSAGE: p.text, "E-mail": customer(world).email}
        return PageShows("shop", "contact form", fields=fields)

    async def solve(self, person: Person, p: Question) -> None:
        await person.click("Contact us", role="link")
        await person.fill("Phone number", p.phone)
        await person.fill(MESSAGE, p.text)
        await person.stop()


@dataclass(frozen=True)
class Complaint:
    number: str
    words: str


async def in_other_words(person: Person, p: Complaint) -> None:
    """Written in capitals and over several lines; sent too early once, which the form refuses."""
    await open_order(person, p.number)
    tax = sums_seen(person)["Tax"]
    await person.click("Contact us", role="link")
    await person.click("Submit", role="button")
    words = p.words.upper()
    await person.fill(
        MESSAGE, f"Hello,\n\n{words}!\nIt is about #{p.number}, where the tax was {tax} dollars.\n\nThanks"
    )
    await person.click("Submit", role="button")
    await person.stop()


async def sent_twice(person: Person, p: Complaint) -> None:
    """Sends half of it first: what was sent cannot be taken back."""
    await person.click("Contact us", role="link")
    await person.fill(MESSAGE, f"It is about order {p.number}.")
    await person.click("Submit", role="button")
    await in_other_words(person, p)


class SendAboutOrder(Template[Complaint]):
    """Send the shop a message about an order, with an amount from it."""

    id = "arena.shop.send-about-order"
    kind = Kind.DO
    goals = (
        "Send the shop a message about my order {number} using the contact form. Mention the order number and how much"
        " tax I paid on it, and include the words “{words}”. Leave my name, email and phone number as they are.",
        "Contact the shop about my order {number}: the message should give the order number and the tax on that order"
        " and include the words “{words}”. Send it through the contact form with my contact details unchanged.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    ways = (in_other_words,)
    shortcuts = (sent_twice,)
    revision = 2

    def pool(self, world: World) -> Sequence[Complaint]:
        orders = own_orders(world, "tax > 0 AND tax NOT IN (subtotal, shipping, total)")
        return [Complaint(order.number, CONCERNS[place % 4]) for place, order in enumerate(orders)]

    def expect(self, world: World, p: Complaint) -> Expectation:
        me, order = customer(world), own_orders(world, "number = ?", p.number)[0]
        phone = world.shop.value("SELECT phone FROM address WHERE id = ?", me.billing_id)
        facts = Mentions((p.number, money(order.tax), p.words), only=NUMBERS_AND_AMOUNTS)
        sent = Insert(
            "shop",
            "contact_message",
            values={"name": same_text(f"{me.first_name} {me.last_name}"), "email": me.email, "phone": phone},
            free={"id": NUMBERED, "created": WHEN, "message": "worded as one likes; the condition asks for its facts"},
            name=f"a message that mentions {facts}",
        )

        def told(changes: Sequence[Change]) -> bool:
            return all(facts((change.new or {}).get("message")) for change in changes if change.table == sent.table)

        return Expectation([sent], conditions={f"it mentions {facts}": told})

    async def solve(self, person: Person, p: Complaint) -> None:
        await open_order(person, p.number)
        tax = sums_seen(person)["Tax"]
        await person.click("Contact us", role="link")
        await person.fill(MESSAGE, f"On order {p.number} I paid ${tax} of tax: {p.words}.")
        await person.click("Submit", role="button")
        await person.stop()


@dataclass(frozen=True)
class NewReview:
    product: str
    stars: int
    nickname: str
    title: str
    text: str


OPINIONS = {
    1: ("Not what I hoped for", "It broke after a few days, and nobody could tell me why."),
    2: ("Disappointing", "It looks better in the picture than it is in the hand."),
    3: ("Does what it should", "Neither good nor bad. For this price I had hoped for a little more."),
    4: ("Nearly perfect", "I use it every week. Only the packaging could be simpler."),
    5: ("Would buy it again", "Well made and just as described. My whole family likes it."),
}


async def refused_once(person: Person, p: NewReview) -> None:
    """Forgets the stars at first; with blanks that nobody sees and straight quotation marks."""
    await open_product(person, p.product)
    await person.fill("Review", f"{p.text.replace('’', chr(39)).replace('. ', '.  ', 1)}\n")
    await person.fill("Summary", f"{p.title} ")
    await person.fill("Nickname", p.nickname)
    await person.click("Submit Review", role="button")
    await person.check("1 star" if p.stars == 1 else f"{p.stars} stars")
    await person.click("Submit Review", role="button")
    await person.stop()


class WriteReview(Template[NewReview]):
    """Write a review of something that was bought."""

    id = "arena.shop.write-review"
    kind = Kind.DO
    goals = (
        "Leave a {stars}-star review of “{product}” as {nickname}, titled “{title}”: “{text}”",
        "Review “{product}” for me: {stars} out of 5 stars, nickname {nickname}, summary “{title}”, and this text:"
        " “{text}”",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=9)
    ways = (refused_once,)
    revision = 2

    def pool(self, world: World) -> Sequence[NewReview]:
        names = list(dict.fromkeys(one.username for one in world.lore.people[20:80]))
        return [
            NewReview(row.name, 1 + place % 5, names[place % len(names)], *OPINIONS[1 + place % 5])
            for place, row in enumerate(self._bought(world))
        ]

    def _bought(self, world: World) -> list[Row]:
        """What the customer has bought and can still be found, under names that no other name begins with."""
        rows = world.shop.rows(
            "SELECT DISTINCT shown.id, shown.name FROM order_item AS line JOIN orders ON orders.id = line.order_id"
            " JOIN product AS item ON item.id = line.product_id"
            " JOIN product AS shown ON shown.id = coalesce(item.parent_id, item.id)"
            " WHERE customer_id = ? AND shown.enabled AND shown.visibility = 'both' ORDER BY shown.id",
            customer(world).id,
        )
        unclear = beginnings(world)
        return [row for row in rows if row.name not in unclear]

    def expect(self, world: World, p: NewReview) -> Expectation:
        number = world.shop.value("SELECT id FROM product WHERE name = ? AND type <> 'variant'", p.product)
        texts = {"nickname": p.nickname, "title": p.title, "body": p.text}
        values: dict[str, Any] = {name: same_text(text) for name, text in texts.items()}
        values |= {"product_id": number, "customer_id": customer(world).id, "stars": p.stars, "status": "pending"}
        return Expectation([Insert("shop", "review", values=values, free={"id": NUMBERED, "created": WHEN})])

    async def solve(self, person: Person, p: NewReview) -> None:
        await open_product(person, p.product)
        await person.check("1 star" if p.stars == 1 else f"{p.stars} stars")
        await person.fill("Nickname", p.nickname)
        await person.fill("Summary", p.title)
        await person.fill("Review", p.text)
        await person.click("Submit Review", role="button")
        await person.stop()
