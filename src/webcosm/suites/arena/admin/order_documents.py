"""Tasks at the back office: invoicing and refunding orders, and mending their addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Matcher, Update, same_text
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import (
    NUMBERED,
    WHEN,
    history_line,
    next_id,
    open_order,
    order_becomes,
    order_numbered,
    piece_counts,
    restocked,
)
from webcosm.suites.arena.admin._ways import look_up
from webcosm.suites.arena.admin.order_actions import UNINVOICED, UNREFUNDED, UNSHIPPED, numbers_where
from webcosm.suites.arena.admin.order_facts import OrderNumber
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import price_text
from webcosm.worlds import Row, Value, World

AMOUNTS = ("subtotal", "discount", "shipping", "tax", "total")


def _money_moved(order: Row, kind: str, reference: str) -> list[Insert]:
    if not order.total:
        return []
    values = {"order_id": order.id, "kind": kind, "amount": order.total, "reference": reference}
    return [Insert("shop", "payment", values=values, free={"id": NUMBERED, "created": WHEN})]


async def invoice_after_looking_at_the_totals(person: Person, p: OrderNumber) -> None:
    """From the list; held and released on the way, and the totals are worked out before."""
    await look_up(person, "Sales", "Orders", p.number)
    await person.click(p.number, role="link")
    await person.click("Hold", role="button")
    await person.click("Unhold", role="button")
    await person.click("Invoice", role="link")
    await person.click("Update quantities", role="button")
    await person.click("Submit invoice", role="button")
    await person.stop()


class InvoiceOrder(Template[OrderNumber]):
    """Invoice all of an order."""

    id = "arena.admin.invoice-order"
    kind = Kind.DO
    goals = (
        "Invoice order {number} in full, without sending the customer a copy.",
        "Order {number} has been paid. Create an invoice for everything in it, but don't email it to the customer.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (invoice_after_looking_at_the_totals,)

    def pool(self, world: World) -> Sequence[OrderNumber]:
        return numbers_where(world, f"status IN ('pending', 'processing') AND {UNINVOICED} AND {UNSHIPPED}")

    def expect(self, world: World, p: OrderNumber) -> Expectation:
        order = order_numbered(world, p.number)
        invoice = next_id(world, "invoice")
        number = str(300_000 + invoice)
        amounts = {name: order[name] for name in AMOUNTS}
        made = Insert(
            "shop",
            "invoice",
            values={"id": invoice, "number": number, "order_id": order.id, "status": "paid", "notified": 0, **amounts},
            free={"created": WHEN},
        )
        items = [
            Insert("shop", "invoice_item", values={"invoice_id": invoice, "order_item_id": item.id, "qty": item.qty})
            for item in piece_counts(world, order)
        ]
        words = f"Invoice {number} for {price_text(order.total)} was made."
        line = history_line(world, order, "processing", words)
        paid = _money_moved(order, "capture", f"CAP-{number}")
        return Expectation([order_becomes(order, status="processing"), line, made, *items, *paid])

    async def solve(self, person: Person, p: OrderNumber) -> None:
        await open_order(person, p.number)
        await person.click("Invoice", role="link")
        await person.click("Submit invoice", role="button")
        await person.stop()


@dataclass(frozen=True)
class Refund:
    number: str
    goods: str


BACK, GONE = "Put all of the items back in stock.", "Don't put any of the items back in stock."


async def refund_after_looking_at_the_totals(person: Person, p: Refund) -> None:
    """From the list; everything is ticked and, if nothing is to go back, unticked again."""
    await look_up(person, "Sales", "Orders", p.number)
    await person.click(p.number, role="link")
    await person.click("Credit memo", role="link")
    await _tick_returns(person)
    await person.click("Update totals", role="button")
    if p.goods == GONE:
        await _tick_returns(person)
    await person.click("Refund", role="button")
    await person.stop()


async def _tick_returns(person: Person) -> None:
    """Ticks what goes back into stock, or takes the ticks away: an action for each item."""
    boxes = [name for name in person.names("checkbox") if name.startswith("Return ")]
    for place in range(len(boxes)):
        await person.click(boxes[place], role="checkbox", nth=boxes[:place].count(boxes[place]))


class RefundOrder(Template[Refund]):
    """Refund all of an order that was paid."""

    id = "arena.admin.refund-order"
    kind = Kind.DO
    goals = (
        "Refund order {number} in full, including shipping, with no adjustments and without emailing the customer."
        " {goods}",
        "The customer of order {number} gets all their money back, shipping too. Issue a credit memo for the whole"
        " order, with no adjustments and no email. {goods}",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2
    twin = "arena.admin.pay-back-order"
    ways = (refund_after_looking_at_the_totals,)

    def pool(self, world: World) -> Sequence[Refund]:
        """Orders that one invoice covers and that have one to three items, the newest of them."""
        paid = (
            f"status IN ('processing', 'complete') AND {UNREFUNDED} AND total > 0"
            " AND (SELECT group_concat(total) FROM invoice WHERE order_id = orders.id) = CAST(orders.total AS TEXT)"
            " AND (SELECT count(*) FROM order_item WHERE order_id = orders.id) <= 3"
        )
        return [Refund(one.number, goods) for one in numbers_where(world, paid) for goods in (BACK, GONE)]

    def expect(self, world: World, p: Refund) -> Expectation:
        order = order_numbered(world, p.number)
        memo = next_id(world, "credit_memo")
        number = str(700_000 + memo)
        amounts = {name: order[name] for name in AMOUNTS}
        back = int(p.goods == BACK)
        made = Insert(
            "shop",
            "credit_memo",
            values={
                "id": memo,
                "number": number,
                "order_id": order.id,
                "adjustment": 0,
                "comment": "",
                "notified": 0,
                **amounts,
            },
            free={"created": WHEN},
        )
        items = [
            Insert(
                "shop",
                "credit_memo_item",
                values={"credit_memo_id": memo, "order_item_id": item.id, "qty": item.qty, "restocked": back},
            )
            for item in piece_counts(world, order)
        ]
        line = history_line(world, order, "closed", f"Credit memo {number} for {price_text(order.total)} was made.")
        paid = _money_moved(order, "refund", f"REF-{number}")
        stock = restocked(world, order) if back else []
        return Expectation([order_becomes(order, status="closed"), line, made, *items, *paid, *stock])

    async def solve(self, person: Person, p: Refund) -> None:
        await open_order(person, p.number)
        await person.click("Credit memo", role="link")
        if p.goods == BACK:
            await _tick_returns(person)
        await person.click("Refund", role="button")
        await person.stop()


class RefundCanceledOrder(Template[Refund]):
    """Refund an order that was canceled before anything was paid."""

    id = "arena.admin.pay-back-order"
    kind = Kind.DO
    goals = RefundOrder.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.admin.refund-order"
    revision = 3

    def pool(self, world: World) -> Sequence[Refund]:
        canceled = numbers_where(world, f"status = 'canceled' AND {UNINVOICED}")
        return [Refund(one.number, goods) for one in canceled for goods in (BACK, GONE)]

    def obstacle(self, world: World, p: Refund) -> Obstacle:
        return Obstacle(
            Reason.NOT_ALLOWED,
            (f"order {p.number}",),
            said=(
                r"\bcancell?ed",
                r"(?:\bnothing|\bnot|n't|\bnever) (?:\w+ ){0,2}?(?:paid|invoiced|charged|captured)",
                r"\bno (?:invoice|payment|money)",
                NO_CONTROL,
            ),
        )

    async def solve(self, person: Person, p: Refund) -> None:
        await open_order(person, p.number)
        if "Credit memo" in person.names("link"):
            raise Lost(f"order {p.number} can be refunded after all")
        await person.infeasible(f"Order {p.number} was canceled; nothing was paid, so nothing can be refunded.")


@dataclass(frozen=True)
class Move:
    number: str
    kind: str
    street: str
    city: str
    state: str
    postcode: str


async def mend_a_slip(person: Person, p: Move) -> None:
    """The state and a wrong city are saved first, the rest after that, with blanks around it."""
    await look_up(person, "Sales", "Orders", p.number)
    await person.click(p.number, role="link")
    await person.click(f"Edit {p.kind} address", role="link")
    await person.choose("State", next(name for name in person.names("option") if name.endswith(f"({p.state})")))
    await person.fill("City", "Nowhere")
    await person.click("Save order address", role="button")
    await person.click(f"Edit {p.kind} address", role="link")
    await person.fill("Postal code", f" {p.postcode}")
    await person.fill("City", f"{p.city} ")
    await person.fill("Street address", p.street.replace(" ", "  ", 1))
    await person.click("Save order address", role="button")
    await person.stop()


class MendOrderAddress(Template[Move]):
    """Give an order another billing or shipping address."""

    id = "arena.admin.mend-order-address"
    kind = Kind.DO
    goals = (
        "Change the {kind} address of order {number} to {street}, {city}, {state} {postcode}. Keep the name and phone"
        " number.",
        "Order {number} needs a different {kind} address: {street}, {city}, {state} {postcode}. Leave the name and"
        " phone number alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2
    ways = (mend_a_slip,)

    def pool(self, world: World) -> Sequence[Move]:
        """Open orders, and addresses of customers elsewhere; no second lines, so that nothing is left unsaid."""
        rows = world.shop.rows(
            "SELECT orders.number, kind, city, region FROM orders JOIN order_address ON order_id = orders.id"
            " WHERE status IN ('pending', 'processing', 'holded') AND street2 = '' AND company = ''"
            " ORDER BY orders.id, kind"
        )
        homes = world.shop.rows("SELECT street, city, region, postcode FROM address WHERE street2 = '' ORDER BY id")
        rng = Rng(world.universe.seed, self.drawn_as)
        moves = []
        for row in rows:
            home = rng.choice([one for one in homes if one.city != row.city and one.region != row.region])
            moves.append(Move(row.number, row.kind, home.street, home.city, home.region, home.postcode))
        return moves

    def expect(self, world: World, p: Move) -> Expectation:
        order = order_numbered(world, p.number)
        values: dict[str, Value | Matcher] = {
            "street": same_text(p.street),
            "city": same_text(p.city),
            "region": p.state,
            "postcode": same_text(p.postcode),
        }
        return Expectation([Update("shop", "order_address", key=(order.id, p.kind), values=values)])

    async def solve(self, person: Person, p: Move) -> None:
        await open_order(person, p.number)
        await person.click(f"Edit {p.kind} address", role="link")
        await person.fill("Street address", p.street)
        await person.fill("City", p.city)
        states = [name for name in person.names("option") if name.endswith(f"({p.state})")]
        await person.choose("State", states[0])
        await person.fill("Postal code", p.postcode)
        await person.click("Save order address", role="button")
        await person.stop()
