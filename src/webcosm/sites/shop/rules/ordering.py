"""Orders from placing to the last refund: what storefront and back office share.

Every deed checks whether it may be done, raises :class:`Conflict` with the reason if not, and writes exactly the rows
that it means, with one line of the order's history.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from webcosm.sites.kit import Conflict
from webcosm.sites.shop.rules.fulfilment import (
    CREDIT_MEMO_NUMBERS,
    INVOICE_NUMBERS,
    SHIPMENT_NUMBERS,
    Amounts,
    Track,
    add_track,
    make_credit_memo,
    make_invoice,
    make_shipment,
    next_id,
    preview_credit_memo,
    preview_invoice,
    require,
    set_status,
)
from webcosm.sites.shop.rules.order_state import (
    STATUSES,
    Leave,
    Timepiece,
    can_cancel,
    can_credit_memo,
    can_hold,
    can_invoice,
    can_ship,
    can_unhold,
    comment_statuses,
    find_order,
    item_progress,
    money_left,
    status_label,
    working_status,
)
from webcosm.sites.shop.rules.quoting import (
    Buyer,
    Quote,
    Wanted,
    cart_wishes,
    find_goods,
    payment_methods,
    quote,
    shipping_methods,
    shortage,
)
from webcosm.worlds import Database

__all__ = [
    "CREDIT_MEMO_NUMBERS",
    "INVOICE_NUMBERS",
    "ORDER_NUMBERS",
    "SHIPMENT_NUMBERS",
    "STATUSES",
    "Amounts",
    "Buyer",
    "Leave",
    "PostalAddress",
    "Timepiece",
    "Track",
    "add_comment",
    "add_track",
    "can_cancel",
    "can_credit_memo",
    "can_hold",
    "can_invoice",
    "can_ship",
    "can_unhold",
    "cancel",
    "comment_statuses",
    "find_order",
    "hold",
    "item_progress",
    "make_credit_memo",
    "make_invoice",
    "make_shipment",
    "money_left",
    "place_order",
    "preview_credit_memo",
    "preview_invoice",
    "reorder_lines",
    "status_label",
    "unhold",
    "working_status",
]

ORDER_NUMBERS = 100_000


@dataclass(frozen=True)
class PostalAddress:
    """Where goods or a bill go, as it is kept with the order."""

    first_name: str
    last_name: str
    street: str
    city: str
    region: str
    postcode: str
    phone: str
    company: str = ""
    street2: str = ""


def place_order(
    db: Database,
    clock: Timepiece,
    *,
    cart_id: int,
    buyer: Buyer,
    billing: PostalAddress,
    shipping: PostalAddress,
    shipping_code: str,
    payment_code: str,
    payment_note: str = "",
    note: str = "",
    expected_total: int | None = None,
) -> int:
    """Turns a cart into a pending order, at today's prices, and returns its id.

    Lowers the stock and empties the cart; a guest's cart is gone. ``note`` is what the customer wrote with the order.
    With ``expected_total`` the order is refused if it would cost anything else than the buyer saw.
    """
    method = shipping_methods(db).get(shipping_code)
    if method is None:
        raise Conflict(f"The shipping method {shipping_code!r} is not offered. Choose another one.")
    payment = payment_methods(db).get(payment_code)
    if payment is None:
        raise Conflict(f"The payment method {payment_code!r} is not offered. Choose another one.")
    coupon = db.value("SELECT coupon FROM cart WHERE id = ?", cart_id) or ""
    bill = quote(
        db,
        clock.today(),
        cart_wishes(db, cart_id),
        buyer=buyer,
        region=shipping.region,
        method=shipping_code,
        coupon=coupon,
    )
    _check_bill(bill, expected_total)
    order_id = next_id(db, "orders")
    db.insert(
        "orders",
        id=order_id,
        number=str(ORDER_NUMBERS + order_id),
        customer_id=buyer.customer_id,
        email=buyer.email,
        first_name=buyer.first_name,
        last_name=buyer.last_name,
        group_id=buyer.group_id,
        status="pending",
        subtotal=bill.totals.subtotal,
        discount=bill.totals.discount,
        shipping=bill.totals.shipping,
        tax=bill.totals.tax,
        total=bill.totals.total,
        coupon=bill.coupon if bill.coupon and not bill.coupon_problem else "",
        shipping_code=method.code,
        shipping_title=method.label,
        payment_code=payment.code,
        payment_title=payment.title,
        payment_note=payment_note,
        created=clock.stamp(),
        updated=clock.stamp(),
    )
    for position in bill.positions:
        db.insert(
            "order_item",
            order_id=order_id,
            product_id=position.product.id,
            sku=position.product.sku,
            name=position.product.title,
            options=position.product.options,
            qty=position.qty,
            price=position.price,
            discount=position.discount,
            tax=position.tax,
            row_total=position.row_total,
        )
        db.run("UPDATE product SET qty = qty - ? WHERE id = ?", position.qty, position.product.id)
    for kind, address in (("billing", billing), ("shipping", shipping)):
        db.insert("order_address", order_id=order_id, kind=kind, **asdict(address))
    _first_comment(db, clock, order_id, note.strip())
    _empty_cart(db, cart_id)
    return order_id


def cancel(db: Database, clock: Timepiece, order_id: int, *, comment: str = "", author: str = "") -> None:
    """Cancels an order of which nothing was invoiced or shipped; its goods go back to the shelf."""
    order = find_order(db, order_id)
    require(can_cancel(db, order))
    for item in item_progress(db, order_id):
        if item.product_id is not None:
            db.run("UPDATE product SET qty = qty + ? WHERE id = ?", item.qty, item.product_id)
    set_status(db, clock, order, "canceled", comment.strip(), False, False, author)


def hold(db: Database, clock: Timepiece, order_id: int, *, comment: str = "", author: str = "") -> None:
    """Puts an open order aside until it is unheld."""
    order = find_order(db, order_id)
    require(can_hold(db, order))
    db.run("UPDATE orders SET held_status = ? WHERE id = ?", order.status, order_id)
    set_status(db, clock, order, "holded", comment.strip(), False, False, author)


def unhold(db: Database, clock: Timepiece, order_id: int, *, comment: str = "", author: str = "") -> None:
    """Brings back the status that the order had when it was put on hold."""
    order = find_order(db, order_id)
    require(can_unhold(db, order))
    db.run("UPDATE orders SET held_status = NULL WHERE id = ?", order_id)
    status = order.held_status or working_status(db, order_id)
    set_status(db, clock, order, status, comment.strip(), False, False, author)


def add_comment(
    db: Database,
    clock: Timepiece,
    order_id: int,
    status: str,
    comment: str,
    *,
    notified: bool = False,
    visible: bool = False,
    author: str = "",
) -> int:
    """Adds a line to the history; ``status`` is the order's own or another of :func:`comment_statuses`."""
    order = find_order(db, order_id)
    allowed = comment_statuses(db, order)
    if status not in allowed:
        labels = " or ".join(status_label(one) for one in allowed)
        raise Conflict(f"Order {order.number} cannot become {status_label(status)} by a comment, only {labels}.")
    if not comment.strip() and status == order.status:
        raise Conflict("Write a comment, or choose another status.")
    return set_status(db, clock, order, status, comment.strip(), notified, visible, author)


def reorder_lines(db: Database, order_id: int) -> tuple[list[Wanted], list[str]]:
    """What of an old order can be bought again, and sentences about what cannot, or not so much of it."""
    wanted: dict[int, int] = {}
    names: dict[int, str] = {}
    lost = []
    for item in db.rows("SELECT * FROM order_item WHERE order_id = ? ORDER BY id", order_id):
        if item.product_id is None:
            lost.append(f"{item.name} is no longer sold.")
        else:
            wanted[item.product_id] = wanted.get(item.product_id, 0) + item.qty
            names[item.product_id] = item.name
    lines = []
    for product_id, qty in wanted.items():
        goods = find_goods(db, product_id)
        problem = shortage(goods, qty) if goods else f"{names[product_id]} is no longer sold."
        if problem:
            lost.append(problem)
        if goods and not shortage(goods, 1):
            lines.append(Wanted(product_id, min(qty, goods.qty)))
    return lines, lost


def _check_bill(bill: Quote, expected_total: int | None) -> None:
    if not bill.positions:
        raise Conflict("The cart is empty.")
    if bill.problems:
        raise Conflict(" ".join(bill.problems))
    if expected_total is not None and bill.totals.total != expected_total:
        raise Conflict("The total has changed since you saw it. Please check it and place the order again.")


def _first_comment(db: Database, clock: Timepiece, order_id: int, note: str) -> None:
    db.insert(
        "order_comment",
        order_id=order_id,
        status="pending",
        comment=note,
        notified=0,
        visible=int(bool(note)),
        author="",
        created=clock.stamp(),
    )


def _empty_cart(db: Database, cart_id: int) -> None:
    db.run("DELETE FROM cart_item WHERE cart_id = ?", cart_id)
    if db.value("SELECT customer_id FROM cart WHERE id = ?", cart_id) is None:
        db.run("DELETE FROM cart WHERE id = ?", cart_id)
    else:
        db.run("UPDATE cart SET coupon = '' WHERE id = ? AND coupon <> ''", cart_id)
