"""Invoices, shipments and credit memos, whole or in parts. Their amounts add up to the order's, to the cent."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from webcosm.sites.kit import Conflict
from webcosm.sites.kit.formats import money, plural
from webcosm.sites.shop.rules.order_state import (
    Leave,
    Timepiece,
    can_credit_memo,
    can_invoice,
    can_ship,
    find_order,
    item_progress,
    money_left,
    working_status,
)
from webcosm.sites.shop.rules.sums import portion
from webcosm.worlds import Database, Row

__all__ = [
    "CREDIT_MEMO_NUMBERS",
    "INVOICE_NUMBERS",
    "SHIPMENT_NUMBERS",
    "Amounts",
    "Track",
    "add_track",
    "make_credit_memo",
    "make_invoice",
    "make_shipment",
    "next_id",
    "preview_credit_memo",
    "preview_invoice",
    "require",
    "set_status",
]

INVOICE_NUMBERS = 300_000
SHIPMENT_NUMBERS = 500_000
CREDIT_MEMO_NUMBERS = 700_000


@dataclass(frozen=True)
class Amounts:
    subtotal: int
    discount: int
    shipping: int
    tax: int
    adjustment: int = 0

    @property
    def total(self) -> int:
        return self.subtotal - self.discount + self.shipping + self.tax + self.adjustment


@dataclass(frozen=True)
class Track:
    """A parcel's number with its carrier."""

    carrier: str
    title: str
    number: str


def make_invoice(
    db: Database,
    clock: Timepiece,
    order_id: int,
    quantities: Mapping[int, int] | None = None,
    *,
    comment: str = "",
    notified: bool = False,
    author: str = "",
) -> int:
    """Invoices and captures the money for some pieces of each item (by order item id), or for all that is left.

    The first invoice carries the shipping. Writes invoice, its items, a payment, a comment; the order becomes
    ``processing``, or ``complete`` when all was shipped before.
    """
    order = find_order(db, order_id)
    require(can_invoice(db, order))
    chosen = _chosen(item_progress(db, order_id), quantities, "to_invoice", "invoice")
    if not chosen:
        raise Conflict("Choose at least one item to invoice.")
    amounts = _invoice_amounts(db, order, chosen)
    invoice_id = next_id(db, "invoice")
    number = str(INVOICE_NUMBERS + invoice_id)
    db.insert(
        "invoice",
        id=invoice_id,
        number=number,
        order_id=order_id,
        status="paid",
        subtotal=amounts.subtotal,
        discount=amounts.discount,
        shipping=amounts.shipping,
        tax=amounts.tax,
        total=amounts.total,
        notified=int(notified),
        created=clock.stamp(),
    )
    for item, qty in chosen:
        db.insert("invoice_item", invoice_id=invoice_id, order_item_id=item.id, qty=qty)
    _pay(db, clock, order_id, "capture", amounts.total, f"CAP-{number}")
    words = f"Invoice {number} for {money(amounts.total)} was made."
    set_status(db, clock, order, working_status(db, order_id), _joined(words, comment), notified, notified, author)
    return invoice_id


def preview_invoice(db: Database, order: Row, quantities: Mapping[int, int] | None = None) -> Amounts:
    """What an invoice of these pieces would say."""
    return _invoice_amounts(db, order, _chosen(item_progress(db, order.id), quantities, "to_invoice", "invoice"))


def make_shipment(
    db: Database,
    clock: Timepiece,
    order_id: int,
    quantities: Mapping[int, int] | None = None,
    *,
    tracks: Sequence[Track] = (),
    comment: str = "",
    notified: bool = False,
    author: str = "",
) -> int:
    """Ships some pieces of each item, or all that is left. Stock was already lowered when the order was placed."""
    order = find_order(db, order_id)
    require(can_ship(db, order))
    chosen = _chosen(item_progress(db, order_id), quantities, "to_ship", "ship")
    if not chosen:
        raise Conflict("Choose at least one item to ship.")
    shipment_id = next_id(db, "shipment")
    number = str(SHIPMENT_NUMBERS + shipment_id)
    db.insert(
        "shipment", id=shipment_id, number=number, order_id=order_id, notified=int(notified), created=clock.stamp()
    )
    for item, qty in chosen:
        db.insert("shipment_item", shipment_id=shipment_id, order_item_id=item.id, qty=qty)
    for track in tracks:
        add_track(db, clock, shipment_id, track)
    words = f"Shipment {number} was sent."
    set_status(db, clock, order, working_status(db, order_id), _joined(words, comment), notified, notified, author)
    return shipment_id


def add_track(db: Database, clock: Timepiece, shipment_id: int, track: Track) -> int:
    """Adds a parcel number to a shipment."""
    for name in ("carrier", "title", "number"):
        if not getattr(track, name).strip():
            raise Conflict(f"A tracking number needs a {name}.")
    return db.insert(
        "track",
        shipment_id=shipment_id,
        carrier=track.carrier.strip(),
        title=track.title.strip(),
        number=track.number.strip(),
        created=clock.stamp(),
    )


def make_credit_memo(
    db: Database,
    clock: Timepiece,
    order_id: int,
    quantities: Mapping[int, int] | None = None,
    *,
    shipping: int | None = None,
    adjustment: int = 0,
    restock: Collection[int] = (),
    comment: str = "",
    notified: bool = False,
    author: str = "",
) -> int:
    """Refunds some pieces of each item, or all that were invoiced and not yet refunded.

    ``shipping`` is how much of it is refunded (None: what is left of it), ``adjustment`` is added (or, negative, kept
    back), ``restock`` names the order items whose pieces go back to the shelf. When every piece or all money is
    refunded, the order is ``closed``.
    """
    order = find_order(db, order_id)
    require(can_credit_memo(db, order))
    chosen = _chosen(item_progress(db, order_id), quantities, "to_refund", "refund")
    amounts = _credit_amounts(db, order, chosen, shipping, adjustment)
    _check_refund(db, order, chosen, amounts)
    memo_id = next_id(db, "credit_memo")
    number = str(CREDIT_MEMO_NUMBERS + memo_id)
    db.insert(
        "credit_memo",
        id=memo_id,
        number=number,
        order_id=order_id,
        subtotal=amounts.subtotal,
        discount=amounts.discount,
        shipping=amounts.shipping,
        tax=amounts.tax,
        adjustment=amounts.adjustment,
        total=amounts.total,
        comment=comment.strip(),
        notified=int(notified),
        created=clock.stamp(),
    )
    for item, qty in chosen:
        back = item.id in restock and item.product_id is not None
        db.insert("credit_memo_item", credit_memo_id=memo_id, order_item_id=item.id, qty=qty, restocked=int(back))
        if back:
            db.run("UPDATE product SET qty = qty + ? WHERE id = ?", qty, item.product_id)
    _pay(db, clock, order_id, "refund", amounts.total, f"REF-{number}")
    words = f"Credit memo {number} for {money(amounts.total)} was made."
    set_status(db, clock, order, _after_refund(db, order), _joined(words, comment), notified, notified, author)
    return memo_id


def preview_credit_memo(
    db: Database,
    order: Row,
    quantities: Mapping[int, int] | None = None,
    *,
    shipping: int | None = None,
    adjustment: int = 0,
) -> Amounts:
    """What a credit memo of these pieces would say."""
    chosen = _chosen(item_progress(db, order.id), quantities, "to_refund", "refund")
    return _credit_amounts(db, order, chosen, shipping, adjustment)


# What the deeds have in common ----------------------------------------------------------------------------------------


def require(leave: Leave) -> None:
    if not leave:
        raise Conflict(leave.reason)


def next_id(db: Database, table: str) -> int:
    """Numbers are made from ids, so the id must be known before the row is written."""
    return int(db.value(f"SELECT coalesce(max(id), 0) + 1 FROM {table}"))


def set_status(
    db: Database,
    clock: Timepiece,
    order: Row,
    status: str,
    comment: str,
    notified: bool,
    visible: bool,
    author: str,
) -> int:
    """Writes the order's new status and one line of its history."""
    db.run("UPDATE orders SET status = ?, updated = ? WHERE id = ?", status, clock.stamp(), order.id)
    return db.insert(
        "order_comment",
        order_id=order.id,
        status=status,
        comment=comment,
        notified=int(notified),
        visible=int(visible),
        author=author,
        created=clock.stamp(),
    )


def _chosen(items: Sequence[Row], quantities: Mapping[int, int] | None, left: str, deed: str) -> list[tuple[Row, int]]:
    """The items with how many of each, checked against how many are left."""
    if quantities is None:
        return [(item, item[left]) for item in items if item[left]]
    unknown = sorted(set(quantities) - {item.id for item in items})
    if unknown:
        raise Conflict(f"Item {unknown[0]} is not part of this order.")
    chosen = []
    for item in items:
        qty = quantities.get(item.id, 0)
        if not 0 <= qty <= item[left]:
            raise Conflict(f"You can {deed} at most {plural(item[left], 'piece')} of {item.name}, not {qty}.")
        if qty:
            chosen.append((item, qty))
    return chosen


def _invoice_amounts(db: Database, order: Row, chosen: Sequence[tuple[Row, int]]) -> Amounts:
    parts = _item_amounts(chosen, "invoiced")
    return Amounts(*parts[:2], money_left(db, order).shipping_to_invoice if chosen else 0, parts[2])


def _credit_amounts(
    db: Database, order: Row, chosen: Sequence[tuple[Row, int]], shipping: int | None, adjustment: int
) -> Amounts:
    left = money_left(db, order).shipping_to_refund
    wanted = left if shipping is None else shipping
    if not 0 <= wanted <= left:
        raise Conflict(f"At most {money(left)} of the shipping can be refunded, not {money(wanted)}.")
    subtotal, discount, tax = _item_amounts(chosen, "refunded")
    return Amounts(subtotal, discount, wanted, tax, adjustment)


def _item_amounts(chosen: Sequence[tuple[Row, int]], done: str) -> tuple[int, int, int]:
    """Subtotal, discount and tax of some pieces, after those that had theirs before."""
    return (
        sum(qty * item.price for item, qty in chosen),
        sum(portion(item.discount, item[done], qty, item.qty) for item, qty in chosen),
        sum(portion(item.tax, item[done], qty, item.qty) for item, qty in chosen),
    )


def _check_refund(db: Database, order: Row, chosen: Sequence[tuple[Row, int]], amounts: Amounts) -> None:
    left = money_left(db, order).refundable
    if amounts.total > left:
        raise Conflict(f"At most {money(left)} can still be refunded, not {money(amounts.total)}.")
    if amounts.total < 0:
        raise Conflict(f"A refund cannot be negative; this one would be {money(amounts.total)}.")
    if not chosen and amounts.total == 0:
        raise Conflict("There is nothing to refund. Choose items, shipping or an adjustment.")


def _after_refund(db: Database, order: Row) -> str:
    everything = all(item.refunded == item.qty for item in item_progress(db, order.id))
    if everything or money_left(db, order).refunded >= order.total:
        return "closed"
    # A refund of what was not yet shipped may leave nothing to do.
    return working_status(db, order.id)


def _pay(db: Database, clock: Timepiece, order_id: int, kind: str, amount: int, reference: str) -> None:
    """Moves money, if there is any to move."""
    if amount:
        db.insert("payment", order_id=order_id, kind=kind, amount=amount, reference=reference, created=clock.stamp())


def _joined(words: str, comment: str) -> str:
    return f"{words} {comment.strip()}".strip()
