"""Writing orders with all that followed them: the rows that webcosm.sites.shop.rules.ordering would write, in bulk.

Deeds of all orders are worked through in the order of time, so that documents are numbered as they were made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from webcosm.lore import Rng
from webcosm.sites.kit.formats import money
from webcosm.sites.shop.rules.sums import Totals, portion
from webcosm.sites.shop.seed.catalogue import Item, Offer
from webcosm.sites.shop.seed.people import PostalAddress
from webcosm.worlds import Database, Value

__all__ = ["Deed", "Ledger", "PlannedLine", "PlannedOrder"]

ORDERS, INVOICES, SHIPMENTS, MEMOS = 100_000, 300_000, 500_000, 700_000


@dataclass
class Deed:
    """Something that is done with an order."""

    when: datetime
    kind: str
    """``invoice``, ``ship``, ``refund``, ``cancel``, ``hold``, ``fraud`` or ``note``."""
    quantities: Mapping[int, int] | None = None
    """Line -> pieces; None for all that is left."""
    comment: str = ""
    author: str = ""
    notified: bool = False
    refund_shipping: bool = True
    adjustment: int = 0


@dataclass(frozen=True)
class PlannedLine:
    item: Item
    offer: Offer
    qty: int
    price: int


@dataclass
class PlannedOrder:
    when: datetime
    customer_id: int | None
    email: str
    first_name: str
    last_name: str
    group: int
    billing: PostalAddress
    shipping: PostalAddress
    lines: list[PlannedLine]
    totals: Totals
    coupon: str
    shipping_code: str
    shipping_title: str
    carrier: str
    payment_code: str
    payment_title: str
    payment_note: str
    deeds: list[Deed] = field(default_factory=list)
    note: str = ""


class _State:
    """How far an order has come."""

    def __init__(self, number: int, plan: PlannedOrder, first_item: int) -> None:
        self.id, self.plan, self.first_item = number, plan, first_item
        count = len(plan.lines)
        self.invoiced, self.shipped, self.refunded = [0] * count, [0] * count, [0] * count
        self.shipping_invoiced = self.shipping_refunded = self.money_refunded = 0
        self.status = "pending"
        self.held: str | None = None
        self.updated = plan.when

    def working(self) -> str:
        if not any(self.invoiced) and not any(self.shipped):
            return "pending"
        # What was refunded before it was shipped need not be shipped any more.
        open_ = any(
            line.qty > invoiced or line.qty > max(shipped, refunded)
            for line, invoiced, shipped, refunded in zip(
                self.plan.lines, self.invoiced, self.shipped, self.refunded, strict=True
            )
        )
        return "processing" if open_ else "complete"

    def amounts(self, chosen: Mapping[int, int], done: list[int]) -> tuple[int, int, int]:
        parts = [(self.plan.totals.lines[index], done[index], qty) for index, qty in chosen.items()]
        return (
            sum(part.line.price * qty for part, _, qty in parts),
            sum(portion(part.discount, before, qty, part.line.qty) for part, before, qty in parts),
            sum(portion(part.tax, before, qty, part.line.qty) for part, before, qty in parts),
        )


class Ledger:
    """Collects the rows of all orders; ``write`` stores them."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.rows: dict[str, list[tuple[Value, ...]]] = {
            name: []
            for name in (
                "order_item", "order_address", "order_comment", "invoice", "invoice_item", "shipment",
                "shipment_item", "track", "credit_memo", "credit_memo_item", "payment",
            )
        }  # fmt: skip
        self.states: list[_State] = []

    def write(self, db: Database, plans: list[PlannedOrder]) -> None:
        plans = sorted(plans, key=lambda plan: (plan.when, plan.email))
        events: list[tuple[datetime, int, int, Deed | None]] = []
        for number, plan in enumerate(plans, start=1):
            self.states.append(_State(number, plan, len(self.rows["order_item"]) + 1))
            self._items(self.states[-1])
            events.append((plan.when, number, 0, None))
            events += [(deed.when, number, place, deed) for place, deed in enumerate(plan.deeds, start=1)]
        for _, number, _, deed in sorted(events, key=lambda event: event[:3]):
            state = self.states[number - 1]
            if deed is None:
                self._comment(state, state.plan.when, state.plan.note, visible=bool(state.plan.note))
            else:
                self._do(state, deed)
        db.run_many(f"INSERT INTO orders VALUES ({', '.join('?' * 22)})", [_order_row(state) for state in self.states])
        for table, rows in self.rows.items():
            if rows:
                db.run_many(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)

    def _items(self, state: _State) -> None:
        for place, (line, part) in enumerate(zip(state.plan.lines, state.plan.totals.lines, strict=True)):
            self.rows["order_item"].append((
                state.first_item + place, state.id, line.offer.id, line.offer.sku, line.item.name, line.offer.options,
                line.qty, line.price, part.discount, part.tax, part.row_total,
            ))  # fmt: skip
        for kind, address in (("billing", state.plan.billing), ("shipping", state.plan.shipping)):
            self.rows["order_address"].append((state.id, kind, *address.columns))

    def _comment(
        self, state: _State, when: datetime, text: str, notified: bool = False, visible: bool = False, author: str = ""
    ) -> None:
        rows = self.rows["order_comment"]
        stamp = f"{when:%Y-%m-%d %H:%M:%S}"
        rows.append((len(rows) + 1, state.id, state.status, text, int(notified), int(visible), author, stamp))
        state.updated = when

    def _do(self, state: _State, deed: Deed) -> None:
        stamp = f"{deed.when:%Y-%m-%d %H:%M:%S}"
        words = ""
        match deed.kind:
            case "invoice":
                words = self._invoice(state, deed, stamp)
            case "ship":
                words = self._ship(state, deed, stamp)
            case "refund":
                words = self._refund(state, deed, stamp)
            case "cancel":
                state.status = "canceled"
            case "hold":
                state.held, state.status = state.status, "holded"
            case "fraud":
                state.status = "fraud"
            case "note":
                pass
            case _:
                raise ValueError(f"{deed.kind!r} is no deed")
        visible = deed.notified
        text = f"{words} {deed.comment}".strip()
        self._comment(state, deed.when, text, deed.notified, visible, deed.author)

    def _left(self, state: _State, deed: Deed, done: list[int], of: list[int]) -> dict[int, int]:
        left = {index: most - done[index] for index, most in enumerate(of)}
        chosen = left if deed.quantities is None else {index: qty for index, qty in deed.quantities.items() if qty}
        if any(qty > left[index] for index, qty in chosen.items()):
            raise ValueError(f"order {state.id}: {deed.kind} of {chosen} where only {left} are left")
        return {index: qty for index, qty in chosen.items() if qty}

    def _invoice(self, state: _State, deed: Deed, stamp: str) -> str:
        chosen = self._left(state, deed, state.invoiced, [line.qty for line in state.plan.lines])
        subtotal, discount, tax = state.amounts(chosen, state.invoiced)
        shipping = state.plan.totals.shipping - state.shipping_invoiced
        total = subtotal - discount + shipping + tax
        number = len(self.rows["invoice"]) + 1
        self.rows["invoice"].append((
            number, str(INVOICES + number), state.id, "paid", subtotal, discount, shipping, tax, total,
            int(deed.notified), stamp,
        ))  # fmt: skip
        for index, qty in chosen.items():
            self.rows["invoice_item"].append((number, state.first_item + index, qty))
            state.invoiced[index] += qty
        state.shipping_invoiced += shipping
        self._pay(state, "capture", total, f"CAP-{INVOICES + number}", stamp)
        state.status = state.working()
        return f"Invoice {INVOICES + number} for {money(total)} was made."

    def _ship(self, state: _State, deed: Deed, stamp: str) -> str:
        chosen = self._left(state, deed, state.shipped, [line.qty for line in state.plan.lines])
        number = len(self.rows["shipment"]) + 1
        self.rows["shipment"].append((number, str(SHIPMENTS + number), state.id, int(deed.notified), stamp))
        for index, qty in chosen.items():
            self.rows["shipment_item"].append((number, state.first_item + index, qty))
            state.shipped[index] += qty
        if state.plan.shipping_code != "pickup":
            tracks = self.rows["track"]
            title = state.plan.shipping_title.partition(" - ")[2]
            tracks.append((len(tracks) + 1, number, state.plan.carrier, title, self._track(state), stamp))
        state.status = state.working()
        return f"Shipment {SHIPMENTS + number} was sent."

    def _track(self, state: _State) -> str:
        initials = "".join(word[0] for word in state.plan.carrier.split())
        return f"{initials}{self.rng.integer(10**8, 10**9 - 1)}{self.rng.integer(100, 999)}"

    def _refund(self, state: _State, deed: Deed, stamp: str) -> str:
        chosen = self._left(state, deed, state.refunded, state.invoiced)
        subtotal, discount, tax = state.amounts(chosen, state.refunded)
        shipping = state.shipping_invoiced - state.shipping_refunded if deed.refund_shipping else 0
        total = subtotal - discount + shipping + tax + deed.adjustment
        number = len(self.rows["credit_memo"]) + 1
        self.rows["credit_memo"].append((
            number, str(MEMOS + number), state.id, subtotal, discount, shipping, tax, deed.adjustment, total,
            deed.comment, int(deed.notified), stamp,
        ))  # fmt: skip
        for index, qty in chosen.items():
            self.rows["credit_memo_item"].append((number, state.first_item + index, qty, int(self.rng.chance(0.7))))
            state.refunded[index] += qty
        state.shipping_refunded += shipping
        state.money_refunded += total
        self._pay(state, "refund", total, f"REF-{MEMOS + number}", stamp)
        everything = all(line.qty == back for line, back in zip(state.plan.lines, state.refunded, strict=True))
        closed = everything or state.money_refunded >= state.plan.totals.total
        state.status = "closed" if closed else state.working()
        return f"Credit memo {MEMOS + number} for {money(total)} was made."

    def _pay(self, state: _State, kind: str, amount: int, reference: str, stamp: str) -> None:
        if amount:
            rows = self.rows["payment"]
            rows.append((len(rows) + 1, state.id, kind, amount, reference, stamp))


def _order_row(state: _State) -> tuple[Value, ...]:
    plan, sums = state.plan, state.plan.totals
    return (
        state.id, str(ORDERS + state.id), plan.customer_id, plan.email, plan.first_name, plan.last_name, plan.group,
        state.status, state.held, sums.subtotal, sums.discount, sums.shipping, sums.tax, sums.total, plan.coupon,
        plan.shipping_code, plan.shipping_title, plan.payment_code, plan.payment_title, plan.payment_note,
        f"{plan.when:%Y-%m-%d %H:%M:%S}", f"{state.updated:%Y-%m-%d %H:%M:%S}",
    )  # fmt: skip
