"""The lists of orders, invoices, shipments, credit memos and transactions, and what is done to many orders at once."""

from __future__ import annotations

from collections.abc import Callable

from webcosm.sites.admin.shell import ORDER_STATUSES
from webcosm.sites.admin.site import site
from webcosm.sites.kit import Conflict, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid, MassAction
from webcosm.sites.kit.mass import were
from webcosm.sites.shop.rules import ordering
from webcosm.worlds import Row

__all__ = ["CREDIT_MEMOS", "INVOICES", "ORDERS", "SHIPMENTS", "TRANSACTIONS", "address_sql", "groups", "name_sql"]


def name_sql(kind: str) -> str:
    """The name on an order's billing or shipping address."""
    return f"{kind}.first_name || ' ' || {kind}.last_name"


def address_sql(kind: str) -> str:
    return (
        f"{kind}.street || iif({kind}.street2 = '', '', ', ' || {kind}.street2)"
        f" || ', ' || {kind}.city || ', ' || {kind}.region || ' ' || {kind}.postcode"
    )


ADDRESSES = {
    kind: f"LEFT JOIN order_address AS {kind} ON {kind}.order_id = orders.id AND {kind}.kind = '{kind}'"
    for kind in ("billing", "shipping")
}
"""Joins for what the two say."""


def _with_order(table: str) -> dict[str, str]:
    """Joins of a list of documents."""
    return {"orders": f"JOIN orders ON orders.id = {table}.order_id", **ADDRESSES}


def groups(request: Request) -> list[tuple[str, str]]:
    return [(str(row.id), row.name) for row in request.db.rows("SELECT id, name FROM customer_group ORDER BY id")]


def _titles(kind: str) -> Callable[[Request], list[tuple[str, str]]]:
    """Shipping or payment methods that orders were placed with; those of today may be others."""

    def read(request: Request) -> list[tuple[str, str]]:
        sql = f"SELECT DISTINCT {kind}_title FROM orders ORDER BY 1"
        return [(title, title) for title in request.db.values(sql)]

    return read


ORDERS = Grid(
    "orders",
    "FROM orders",
    joins=ADDRESSES,
    key="orders.id",
    columns=(
        Column("number", "Order", "orders.number", link=lambda row: f"/sales/orders/{row.key}"),
        Column("created", "Purchase date", "orders.created", "moment"),
        Column("bill_to", "Bill-to name", name_sql("billing")),
        Column("ship_to", "Ship-to name", name_sql("shipping")),
        Column("total", "Grand total", "orders.total", "money"),
        Column("status", "Status", "orders.status", "choice", choices=ORDER_STATUSES),
        Column("email", "Customer e-mail", "orders.email", shown=False),
        Column("customer", "Customer name", "orders.first_name || ' ' || orders.last_name", shown=False),
        Column("group", "Customer group", "orders.group_id", "choice", choices=groups, shown=False),
        Column("subtotal", "Subtotal", "orders.subtotal", "money", shown=False),
        Column("discount", "Discount", "orders.discount", "money", shown=False),
        Column("shipping", "Shipping and handling", "orders.shipping", "money", shown=False),
        Column("tax", "Tax", "orders.tax", "money", shown=False),
        Column(
            "refunded",
            "Total refunded",
            "(SELECT coalesce(sum(total), 0) FROM credit_memo WHERE credit_memo.order_id = orders.id)",
            "money",
            shown=False,
        ),
        Column("payment", "Payment method", "orders.payment_title", "choice", _titles("payment"), shown=False),
        Column(
            "method", "Shipping method", "orders.shipping_title", "choice", choices=_titles("shipping"), shown=False
        ),
        Column("billing_address", "Billing address", address_sql("billing"), shown=False),
        Column("shipping_address", "Shipping address", address_sql("shipping"), shown=False),
        Column("coupon", "Coupon", "orders.coupon", shown=False),
        Column("items", "Items", "(SELECT sum(qty) FROM order_item WHERE order_id = orders.id)", "number", shown=False),
    ),
    search=("number", "bill_to", "ship_to", "email"),
    actions=(
        MassAction(
            "/sales/orders/cancel",
            "Cancel",
            "sales.edit",
            confirm="Cancel the selected orders? This cannot be undone.",
            danger=True,
        ),
        MassAction("/sales/orders/hold", "Hold", "sales.edit"),
        MassAction("/sales/orders/unhold", "Unhold", "sales.edit"),
    ),
    noun="order",
    empty="No order was placed yet.",
)


def _order_columns() -> tuple[Column, ...]:
    """What lists of documents tell about their orders."""
    return (
        Column("order", "Order", "orders.number", link=lambda row: f"/sales/orders/{row.order_id}"),
        Column("ordered", "Order date", "orders.created", "moment"),
        Column("bill_to", "Bill-to name", name_sql("billing")),
    )


def _first(path: str, label: str, sql: str) -> Column:
    def link(row: Row) -> str:
        return f"{path}/{row.key}"

    return Column("number", label, sql, link=link)


INVOICES = Grid(
    "invoices",
    "FROM invoice",
    joins=_with_order("invoice"),
    key="invoice.id",
    columns=(
        _first("/sales/invoices", "Invoice", "invoice.number"),
        Column("created", "Invoice date", "invoice.created", "moment"),
        *_order_columns(),
        Column("status", "Status", "invoice.status", "choice", choices=(("paid", "Paid"), ("canceled", "Canceled"))),
        Column("total", "Grand total", "invoice.total", "money"),
        Column("subtotal", "Subtotal", "invoice.subtotal", "money", shown=False),
        Column("shipping", "Shipping", "invoice.shipping", "money", shown=False),
        Column("tax", "Tax", "invoice.tax", "money", shown=False),
        Column("email", "Customer e-mail", "orders.email", shown=False),
    ),
    extra={"order_id": "orders.id"},
    search=("number", "order", "bill_to"),
    noun="invoice",
    empty="No invoice was made yet. Open an order and press Invoice.",
)
SHIPMENTS = Grid(
    "shipments",
    "FROM shipment",
    joins=_with_order("shipment"),
    key="shipment.id",
    columns=(
        _first("/sales/shipments", "Shipment", "shipment.number"),
        Column("created", "Ship date", "shipment.created", "moment"),
        *_order_columns()[:2],
        Column("ship_to", "Ship-to name", name_sql("shipping")),
        Column(
            "quantity",
            "Total quantity",
            "(SELECT sum(qty) FROM shipment_item WHERE shipment_id = shipment.id)",
            "number",
        ),
        Column(
            "tracks",
            "Tracking numbers",
            "(SELECT group_concat(track.number, ', ' ORDER BY id) FROM track WHERE shipment_id = shipment.id)",
        ),
        Column("status", "Order status", "orders.status", "choice", choices=ORDER_STATUSES, shown=False),
        Column("shipping_address", "Shipping address", address_sql("shipping"), shown=False),
    ),
    extra={"order_id": "orders.id"},
    search=("number", "order", "ship_to", "tracks"),
    noun="shipment",
    empty="Nothing was shipped yet. Open an order and press Ship.",
)
CREDIT_MEMOS = Grid(
    "credit-memos",
    "FROM credit_memo",
    joins=_with_order("credit_memo"),
    key="credit_memo.id",
    columns=(
        _first("/sales/credit-memos", "Credit memo", "credit_memo.number"),
        Column("created", "Created", "credit_memo.created", "moment"),
        *_order_columns(),
        Column("status", "Order status", "orders.status", "choice", choices=ORDER_STATUSES, shown=False),
        Column("total", "Refunded", "credit_memo.total", "money"),
        Column("adjustment", "Adjustment", "credit_memo.adjustment", "money", shown=False),
        Column("comment", "Comment", "credit_memo.comment", shown=False),
        Column("email", "Customer e-mail", "orders.email", shown=False),
    ),
    extra={"order_id": "orders.id"},
    search=("number", "order", "bill_to"),
    noun="credit memo",
    empty="Nothing was refunded yet. Open a paid order and press Credit memo.",
)
TRANSACTIONS = Grid(
    "transactions",
    "FROM payment",
    joins=_with_order("payment"),
    key="payment.id",
    columns=(
        _first("/sales/transactions", "Transaction", "payment.reference"),
        Column("created", "Created", "payment.created", "moment"),
        Column("order", "Order", "orders.number", link=lambda row: f"/sales/orders/{row.order_id}"),
        Column("status", "Type", "payment.kind", "choice", choices=(("capture", "Capture"), ("refund", "Refund"))),
        Column("payment", "Payment method", "orders.payment_title", "choice", _titles("payment")),
        Column("amount", "Amount", "payment.amount", "money"),
    ),
    extra={"order_id": "orders.id"},
    search=("number", "order"),
    noun="transaction",
    empty="No money has moved yet.",
)


@site.get("/sales/orders", needs="sales.view")
def list_orders(request: Request) -> Response:
    return ORDERS.respond(request, title="Orders")


@site.get("/sales/invoices", needs="sales.view")
def list_invoices(request: Request) -> Response:
    return INVOICES.respond(request, title="Invoices")


@site.get("/sales/shipments", needs="sales.view")
def list_shipments(request: Request) -> Response:
    return SHIPMENTS.respond(request, title="Shipments")


@site.get("/sales/credit-memos", needs="sales.view")
def list_credit_memos(request: Request) -> Response:
    return CREDIT_MEMOS.respond(request, title="Credit memos")


@site.get("/sales/transactions", needs="sales.view")
def list_transactions(request: Request) -> Response:
    return TRANSACTIONS.respond(request, title="Transactions")


@site.post("/sales/orders/cancel", needs="sales.edit")
def cancel_many(request: Request) -> Response:
    return _each(request, ordering.cancel, "canceled")


@site.post("/sales/orders/hold", needs="sales.edit")
def hold_many(request: Request) -> Response:
    return _each(request, ordering.hold, "put on hold")


@site.post("/sales/orders/unhold", needs="sales.edit")
def unhold_many(request: Request) -> Response:
    return _each(request, ordering.unhold, "released from hold")


def _each(request: Request, deed: Callable[..., None], done: str) -> Response:
    """Does it to the orders where it can be done, and says where it could not."""
    chosen = ORDERS.selected(request)
    if not chosen:
        request.flash("Tick at least one order first.", "wrong")
        return request.redirect(ORDERS.back(request, "/sales/orders"))
    refused = []
    for number in chosen:
        try:
            deed(request.db, request.world.clock, number, author=request.need_user().username)
        except Conflict as reason:
            refused.append(reason.message)
    if len(refused) < len(chosen):
        request.flash(f"{were(len(chosen) - len(refused), 'order')} {done}.")
    if refused:
        more = f" And {len(refused) - 3} more." if len(refused) > 3 else ""
        request.flash(f"{plural(len(refused), 'order')} left as before. {' '.join(refused[:3])}{more}", "wrong")
    return request.redirect(ORDERS.back(request, "/sales/orders"))
