"""Tasks at the back office: canceling, holding and commenting orders."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import (
    BUYER,
    READ_ONLY,
    apply_filters,
    go_to,
    history_line,
    named_customers,
    open_customer,
    open_order,
    order_becomes,
    order_numbered,
    reader_name,
    restocked,
    table,
)
from webcosm.suites.arena.admin._ways import confirm_for_ticked, do_to_ticked, look_up, tick_row
from webcosm.suites.arena.admin.order_facts import OrderNumber
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["numbers_where"]

UNINVOICED = "NOT EXISTS (SELECT 1 FROM invoice WHERE order_id = orders.id)"
UNSHIPPED = "NOT EXISTS (SELECT 1 FROM shipment WHERE order_id = orders.id)"
UNREFUNDED = "NOT EXISTS (SELECT 1 FROM credit_memo WHERE order_id = orders.id)"


def numbers_where(world: World, condition: str) -> list[OrderNumber]:
    found = world.shop.values(f"SELECT number FROM orders WHERE {condition} ORDER BY id DESC LIMIT 200")
    return [OrderNumber(number) for number in found]


async def _tick_order(person: Person, number: str) -> None:
    """Five actions: the list of orders, with one of them ticked."""
    await look_up(person, "Sales", "Orders", number)
    await tick_row(person, "Order", number)


async def cancel_in_the_list(person: Person, p: OrderNumber) -> None:
    await _tick_order(person, p.number)
    await confirm_for_ticked(person, "Cancel")
    await person.stop()


async def cancel_after_a_hold(person: Person, p: OrderNumber) -> None:
    """Held by mistake and released again before it is canceled."""
    await open_order(person, p.number)
    await person.click("Hold", role="button")
    await person.click("Unhold", role="button")
    await person.click("Cancel order…")
    await person.click("Yes, cancel the order", role="button")
    await person.stop()


class CancelOrder(Template[OrderNumber]):
    """Cancel an order that nothing was done for yet."""

    id = "arena.admin.cancel-order"
    kind = Kind.DO
    goals = (
        "Cancel order {number}. If that's no longer possible, tell me; don't refund it instead.",
        "The customer has asked us to cancel order {number}. Cancel it, or tell me why you can't. Don't issue a"
        " refund.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    twin = "arena.admin.call-off-order"
    ways = (cancel_in_the_list, cancel_after_a_hold)

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return numbers_where(world, f"status IN ('pending', 'fraud') AND {UNINVOICED} AND {UNSHIPPED}")

    def expect(self, world: World, p: OrderNumber) -> Expectation:
        order = order_numbered(world, p.number)
        line = history_line(world, order, "canceled")
        return Expectation([order_becomes(order, status="canceled"), line, *restocked(world, order)])

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.click("Cancel order…")
        await person.click("Yes, cancel the order", role="button")
        await person.stop()


class CancelCompleteOrder(Template[OrderNumber]):
    """Cancel an order that was paid and sent."""

    id = "arena.admin.call-off-order"
    kind = Kind.DO
    goals = CancelOrder.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.cancel-order"
    revision = 3

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return numbers_where(world, "status = 'complete'")

    def obstacle(self, world: World, p: OrderNumber) -> Obstacle:
        return Obstacle(
            Reason.NOT_ALLOWED,
            (f"order {p.number}",),
            said=(
                r"(?<!to )(?<!not )(?<!n't )(?<!be )(?<!not been )\bcompleted?\b",
                r"\b(?:shipped|sent|invoiced|paid|delivered|fulfilled)\b",
                NO_CONTROL,
            ),
        )

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        if person.has("Cancel order"):
            raise Lost(f"order {p.number} can be canceled after all")
        await person.infeasible(f"Order {p.number} is complete and can no longer be canceled.")


async def hold_in_the_list(person: Person, p: OrderNumber) -> None:
    await _tick_order(person, p.number)
    await do_to_ticked(person, "Hold")
    await person.stop()


async def hold_undo_hold(person: Person, p: OrderNumber) -> None:
    await open_order(person, p.number)
    await person.click("Hold", role="button")
    await person.click("Undo", role="button")
    await person.click("Hold", role="button")
    await person.stop()


async def hold_after_another(person: Person, p: OrderNumber) -> None:
    """Another order was put on hold first, and released again."""
    await go_to(person, "Sales", "Orders")
    await apply_filters(person, {}, {"Status": "Processing"})
    await person.click(next(row["Order"] for row in table(person) if row["Order"] != p.number), role="link")
    await person.click("Hold", role="button")
    await person.click("Unhold", role="button")
    await HoldOrder().solve(person, p)


async def hold_and_mail(person: Person, p: OrderNumber) -> None:
    """The customer gets a mail, which nobody asked for and which cannot be taken back."""
    await open_order(person, p.number)
    await person.click("Send e-mail", role="button")
    await person.click("Hold", role="button")
    await person.stop()


async def hold_another_too(person: Person, p: OrderNumber) -> None:
    await go_to(person, "Sales", "Orders")
    await apply_filters(person, {}, {"Status": "Processing"})
    await person.click(next(row["Order"] for row in table(person) if row["Order"] != p.number), role="link")
    await person.click("Hold", role="button")
    await HoldOrder().solve(person, p)


class HoldOrder(Template[OrderNumber]):
    """Put an open order on hold."""

    id = "arena.admin.hold-order"
    kind = Kind.DO
    goals = (
        "Put order {number} on hold.",
        "We need to clear something up with the customer. Please put order {number} on hold.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    revision = 2
    twin = "arena.admin.pause-order"
    ways = (hold_in_the_list, hold_undo_hold, hold_after_another)
    shortcuts = (hold_and_mail, hold_another_too)

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return numbers_where(world, "status IN ('pending', 'processing', 'fraud')")

    def expect(self, world: World, p: OrderNumber) -> Expectation:
        order = order_numbered(world, p.number)
        held = order_becomes(order, status="holded", held_status=order.status)
        return Expectation([held, history_line(world, order, "holded")])

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.click("Hold", role="button")
        await person.stop()


class HoldOrderAsReader(Template[OrderNumber]):
    """Put an order on hold as somebody who may only look."""

    id = "arena.admin.pause-order"
    kind = Kind.DO
    goals = HoldOrder.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.hold-order"
    revision = 3

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"admin": reader_name(world)}

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return HoldOrder().pool(world)

    def obstacle(self, world: World, p: OrderNumber) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, ("orders", p.number, *READ_ONLY))

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        if person.has("Hold", role="button"):
            raise Lost(f"order {p.number} can be put on hold after all")
        await person.infeasible("I am signed in with a role that may look at orders but not change them.")


async def release_in_the_list(person: Person, p: OrderNumber) -> None:
    await _tick_order(person, p.number)
    await do_to_ticked(person, "Unhold")
    await person.stop()


async def release_hold_release(person: Person, p: OrderNumber) -> None:
    await open_order(person, p.number)
    await person.click("Unhold", role="button")
    await person.click("Hold", role="button")
    await person.click("Unhold", role="button")
    await person.stop()


class ReleaseOrder(Template[OrderNumber]):
    """Take an order off hold."""

    id = "arena.admin.release-order"
    kind = Kind.DO
    goals = (
        "Take order {number} off hold.",
        "The problem with order {number} has been sorted out. Release it from hold.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    revision = 2
    ways = (release_in_the_list, release_hold_release)

    def pool(self, world: World) -> Sequence[OrderNumber]:
        """Fewer than 20 in a small shop: orders are seldom on hold."""
        return numbers_where(world, "status = 'holded' AND held_status IS NOT NULL")

    def expect(self, world: World, p: OrderNumber) -> Expectation:
        order = order_numbered(world, p.number)
        released = order_becomes(order, status=order.held_status, held_status=None)
        return Expectation([released, history_line(world, order, order.held_status)])

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.click("Unhold", role="button")
        await person.stop()


@dataclass(frozen=True)
class Message:
    name: str
    comment: str


COMMENTS = (
    "Thanks for your call. We'll get back to you by Friday.",
    "We've passed your question on to the manufacturer and are waiting for a reply.",
    "A copy of the receipt is on its way to you in the mail.",
    "As agreed on the phone, please contact our front desk about this order.",
    "We've made a note of your packaging request.",
    "Please have your order number ready when you call us.",
)
"""They fit an order in any status."""


async def comment_from_the_customer(person: Person, p: Message) -> None:
    """By way of the customer's own list of orders, with a line break behind the comment."""
    await open_customer(person, p.name)
    await person.click(next(name for name in person.names("link") if re.fullmatch(r"Orders(?: \d+)?", name)))
    newest = max(table(person), key=lambda row: int(row["Order"]))
    await person.click(newest["Order"], role="link")
    await person.check("Notify customer by e-mail")
    await person.fill("Comment", f"{p.comment}\n")
    await person.click("Submit comment", role="button")
    await person.stop()


class CommentLatestOrder(Template[Message]):
    """Write to a customer about their latest order."""

    id = "arena.admin.comment-latest-order"
    kind = Kind.DO
    goals = (
        "Add the comment “{comment}” to {name}'s latest order and email it to them. Don't show it on the storefront,"
        " and don't change the status.",
        "Leave this comment on {name}'s most recent order: “{comment}” Notify them by email, but keep it off the"
        " storefront and leave the status alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2
    ways = (comment_from_the_customer,)

    def pool(self, world: World) -> Sequence[Message]:
        names = named_customers(world)
        ordered = set(world.shop.values(f"SELECT DISTINCT {BUYER} FROM orders"))
        rng = Rng(world.universe.seed, self.drawn_as)
        return [Message(name, rng.choice(COMMENTS)) for name in names if name in ordered]

    def expect(self, world: World, p: Message) -> Expectation:
        order = world.shop.row(f"SELECT * FROM orders WHERE {BUYER} = ? ORDER BY created DESC LIMIT 1", p.name)
        assert order is not None, "the pool holds customers who ordered"
        line = history_line(world, order, order.status, p.comment, notified=True)
        return Expectation([order_becomes(order, status=order.status), line])

    async def solve(self, person: Person, p: Message) -> None:
        await go_to(person, "Sales", "Orders")
        await apply_filters(person, {"Customer name": p.name})
        await person.click(table(person)[0]["Order"], role="link")
        await person.fill("Comment", p.comment)
        await person.check("Notify customer by e-mail")
        await person.click("Submit comment", role="button")
        await person.stop()
