"""How far an order has come, and what may be done with it next."""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.sites.kit import NotFound
from webcosm.worlds import Database, Row, Timepiece

__all__ = [
    "STATUSES",
    "Leave",
    "Timepiece",
    "can_cancel",
    "can_credit_memo",
    "can_hold",
    "can_invoice",
    "can_ship",
    "can_unhold",
    "comment_statuses",
    "find_order",
    "item_progress",
    "money_left",
    "status_label",
    "working_status",
]

STATUSES = {
    "pending": "Pending",
    "processing": "Processing",
    "complete": "Complete",
    "closed": "Closed",
    "canceled": "Canceled",
    "holded": "On Hold",
    "fraud": "Suspected Fraud",
}
"""Status to the words that people read."""


@dataclass(frozen=True)
class Leave:
    """Whether something may be done; true if it may. ``reason`` says in words why not."""

    reason: str = ""

    def __bool__(self) -> bool:
        return not self.reason


def status_label(status: str) -> str:
    return STATUSES.get(status, status)


def find_order(db: Database, order_id: int) -> Row:
    order = db.row("SELECT * FROM orders WHERE id = ?", order_id)
    if order is None:
        raise NotFound(f"There is no order {order_id}.")
    return order


def item_progress(db: Database, order_id: int) -> list[Row]:
    """The order's items with how many pieces were invoiced, shipped and refunded, and how many still can be.

    What was refunded counts first as something that had been shipped and came back; only what was refunded beyond that
    need not be shipped any more.
    """
    return db.rows(
        """
        SELECT *,
          qty - invoiced AS to_invoice, qty - max(shipped, refunded) AS to_ship, invoiced - refunded AS to_refund
        FROM (
          SELECT order_item.*,
            (SELECT coalesce(sum(part.qty), 0) FROM invoice JOIN invoice_item AS part ON part.invoice_id = invoice.id
              WHERE invoice.order_id = ?1 AND status <> 'canceled' AND part.order_item_id = order_item.id) AS invoiced,
            (SELECT coalesce(sum(part.qty), 0) FROM shipment JOIN shipment_item AS part ON shipment_id = shipment.id
              WHERE shipment.order_id = ?1 AND part.order_item_id = order_item.id) AS shipped,
            (SELECT coalesce(sum(part.qty), 0) FROM credit_memo
              JOIN credit_memo_item AS part ON part.credit_memo_id = credit_memo.id
              WHERE credit_memo.order_id = ?1 AND part.order_item_id = order_item.id) AS refunded
          FROM order_item WHERE order_id = ?1
        ) ORDER BY id
        """,
        order_id,
    )


def money_left(db: Database, order: Row) -> Row:
    """What is still to be had of an order's amounts: ``captured``, ``refunded``, ``shipping_to_invoice`` and so on."""
    taken = db.row(
        "SELECT coalesce(sum(total), 0) AS total, coalesce(sum(shipping), 0) AS shipping"
        " FROM invoice WHERE order_id = ? AND status <> 'canceled'",
        order.id,
    )
    returned = db.row(
        "SELECT coalesce(sum(total), 0) AS total, coalesce(sum(shipping), 0) AS shipping"
        " FROM credit_memo WHERE order_id = ?",
        order.id,
    )
    assert taken
    assert returned
    return Row(
        captured=taken.total,
        refunded=returned.total,
        refundable=taken.total - returned.total,
        shipping_to_invoice=order.shipping - taken.shipping,
        shipping_to_refund=taken.shipping - returned.shipping,
    )


def working_status(db: Database, order_id: int) -> str:
    """``pending`` before anything was invoiced or shipped, then ``processing``, and ``complete`` when all was."""
    items = item_progress(db, order_id)
    if not any(item.invoiced or item.shipped for item in items):
        return "pending"
    return "processing" if any(item.to_invoice or item.to_ship for item in items) else "complete"


def can_cancel(db: Database, order: Row) -> Leave:
    if order.status not in ("pending", "processing", "fraud"):
        return _not_in(order, "canceled")
    items = item_progress(db, order.id)
    if any(item.invoiced for item in items):
        return Leave(f"Order {order.number} was invoiced; it is refunded by a credit memo instead.")
    if any(item.shipped for item in items):
        return Leave(f"Order {order.number} was shipped and can no longer be canceled.")
    return Leave()


def can_hold(db: Database, order: Row) -> Leave:
    return Leave() if order.status in ("pending", "processing", "fraud") else _not_in(order, "put on hold")


def can_unhold(db: Database, order: Row) -> Leave:
    return Leave() if order.status == "holded" else Leave(f"Order {order.number} is not on hold.")


def can_invoice(db: Database, order: Row) -> Leave:
    if order.status not in ("pending", "processing"):
        return _not_in(order, "invoiced")
    if not any(item.to_invoice for item in item_progress(db, order.id)):
        return Leave(f"All of order {order.number} is invoiced.")
    return Leave()


def can_ship(db: Database, order: Row) -> Leave:
    if order.status not in ("pending", "processing"):
        return _not_in(order, "shipped")
    if not any(item.to_ship for item in item_progress(db, order.id)):
        return Leave(f"All of order {order.number} is shipped.")
    return Leave()


def can_credit_memo(db: Database, order: Row) -> Leave:
    if order.status not in ("processing", "complete"):
        return _not_in(order, "refunded")
    money = money_left(db, order)
    if not money.captured:
        return Leave(f"Nothing was paid for order {order.number} yet, so nothing can be refunded.")
    if money.refundable <= 0:
        return Leave(f"All that was paid for order {order.number} is refunded.")
    return Leave()


def comment_statuses(db: Database, order: Row) -> tuple[str, ...]:
    """The statuses that a comment may give an order, its own first: open orders can be marked as suspected fraud."""
    if order.status in ("pending", "processing"):
        return (order.status, "fraud")
    if order.status == "fraud":
        return ("fraud", working_status(db, order.id))
    return (order.status,)


def _not_in(order: Row, deed: str) -> Leave:
    return Leave(f"Order {order.number} is {status_label(order.status).lower()} and cannot be {deed}.")
