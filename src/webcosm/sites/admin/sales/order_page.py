"""One order: what is known of it, its history, its addresses, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webcosm.sites.admin.addresses import address_form, address_values
from webcosm.sites.admin.rows import tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response
from webcosm.sites.shop.rules import ordering
from webcosm.worlds import Row, Value

__all__ = ["TABS", "find_order", "order_facts"]

TABS = {
    "": "Information",
    "invoices": "Invoices",
    "shipments": "Shipments",
    "credit-memos": "Credit memos",
    "comments": "Comments history",
}
LISTS = {
    "invoices": "SELECT * FROM invoice WHERE order_id = ? ORDER BY id DESC",
    "shipments": (
        "SELECT *, (SELECT sum(qty) FROM shipment_item WHERE shipment_id = shipment.id) AS quantity,"
        " (SELECT group_concat(carrier || ' ' || number, ', ') FROM track WHERE shipment_id = shipment.id) AS tracks"
        " FROM shipment WHERE order_id = ? ORDER BY id DESC"
    ),
    "credit-memos": "SELECT * FROM credit_memo WHERE order_id = ? ORDER BY id DESC",
    "comments": "SELECT * FROM order_comment WHERE order_id = ? ORDER BY created DESC, id DESC",
}


def find_order(request: Request, number: int) -> Row:
    return ordering.find_order(request.db, number)


def comment_form(request: Request, order: Row) -> Form:
    choices = [(one, ordering.status_label(one)) for one in ordering.comment_statuses(request.db, order)]
    return Form(
        Field("status", "Status", "select", choices=choices, required=True),
        Field("comment", "Comment", "textarea", max=2_000),
        Field("notify", "Notify customer by e-mail", "checkbox"),
        Field("visible", "Visible on the storefront", "checkbox"),
    )


@site.get("/sales/orders/{number:int}", needs="sales.view")
def show_order(request: Request, number: int) -> Response:
    order = find_order(request, number)
    form = comment_form(request, order).show({"status": order.status})
    return _render(request, order, form)


@site.post("/sales/orders/{number:int}/comment", needs="sales.edit")
def add_comment(request: Request, number: int) -> Response:
    order = find_order(request, number)
    form = comment_form(request, order).read(request.form)
    if form.valid:
        try:
            ordering.add_comment(
                request.db,
                request.world.clock,
                number,
                form.values["status"],
                form.values["comment"] or "",
                notified=form.values["notify"],
                visible=form.values["visible"],
                author=_author(request),
            )
        except Conflict as reason:
            form.fail("comment", reason.message)
    if not form.valid:
        return _render(request, order, form, status=422)
    request.flash("The comment was added.")
    tab = request.form.get("tab", "")
    return request.redirect(f"/sales/orders/{number}" + ("?tab=comments" if tab == "comments" else "#comments"))


@site.post("/sales/orders/{number:int}/cancel", needs="sales.edit")
def cancel(request: Request, number: int) -> Response:
    ordering.cancel(request.db, request.world.clock, number, author=_author(request))
    request.flash("The order was canceled. Its items are back in stock.")
    return request.redirect(f"/sales/orders/{number}")


@site.post("/sales/orders/{number:int}/hold", needs="sales.edit")
def hold(request: Request, number: int) -> Response:
    ordering.hold(request.db, request.world.clock, number, author=_author(request))
    request.flash("The order is on hold.", undo=f"/sales/orders/{number}/unhold")
    return request.redirect(f"/sales/orders/{number}")


@site.post("/sales/orders/{number:int}/unhold", needs="sales.edit")
def unhold(request: Request, number: int) -> Response:
    ordering.unhold(request.db, request.world.clock, number, author=_author(request))
    request.flash("The order is no longer on hold.")
    return request.redirect(f"/sales/orders/{number}")


@site.post("/sales/orders/{number:int}/email", needs="sales.edit")
def send_email(request: Request, number: int) -> Response:
    order = find_order(request, number)
    ordering.add_comment(
        request.db,
        request.world.clock,
        number,
        order.status,
        f"The order confirmation was sent to {order.email}.",
        notified=True,
        author=_author(request),
    )
    request.flash(f"The order confirmation was sent to {order.email}.")
    return request.redirect(f"/sales/orders/{number}")


# Addresses ------------------------------------------------------------------------------------------------------------


@site.get("/sales/orders/{number:int}/address/{kind}", needs="sales.edit")
def edit_address(request: Request, number: int, kind: str) -> Response:
    order, address = _address(request, number, kind)
    form = address_form(request, address.region).show(address)
    request.shows("order address form", order=order.id, address=kind)
    return request.render("order_address.html", order=order, kind=kind, form=form)


@site.post("/sales/orders/{number:int}/address/{kind}", needs="sales.edit")
def save_address(request: Request, number: int, kind: str) -> Response:
    order, address = _address(request, number, kind)
    form = address_form(request, address.region).read(request.form)
    if not form.valid:
        return request.render("order_address.html", status=422, order=order, kind=kind, form=form)
    key: dict[str, Value] = {"order_id": number, "kind": kind}
    changed = update_row(request.db, "order_address", key, address, address_values(form.values))
    tell_saved(request, changed, f"The {kind} address was saved.")
    return request.redirect(f"/sales/orders/{number}")


def _address(request: Request, number: int, kind: str) -> tuple[Row, Row]:
    order = find_order(request, number)
    address = request.db.row("SELECT * FROM order_address WHERE order_id = ? AND kind = ?", number, kind)
    if address is None:
        raise NotFound(f"An order has a billing and a shipping address, no {kind} address.")
    return order, address


# Showing --------------------------------------------------------------------------------------------------------------


def _render(request: Request, order: Row, form: BoundForm, status: int = 200) -> Response:
    db = request.db
    tab = request.query.get("tab", request.form.get("tab", ""))
    tab = tab if tab in TABS else ""
    request.shows("order", id=order.id, tab=tab)
    return request.render(
        "order.html",
        status=status,
        order=order,
        form=form,
        tab=tab,
        tabs=TABS,
        counts={name: db.value(f"SELECT count(*) FROM ({sql})", order.id) for name, sql in LISTS.items()},
        rows=db.rows(LISTS[tab], order.id) if tab else [],
        comments=db.rows(LISTS["comments"], order.id),
        leave=_leave(request, order),
        **order_facts(request, order),
    )


def order_facts(request: Request, order: Row) -> Mapping[str, Any]:
    """What pages about an order or its documents tell of it."""
    db = request.db
    addresses = db.rows("SELECT * FROM order_address WHERE order_id = ?", order.id)
    return {
        "items": ordering.item_progress(db, order.id),
        "addresses": {address.kind: address for address in addresses},
        "group": db.value("SELECT name FROM customer_group WHERE id = ?", order.group_id),
        "customer": db.row("SELECT id, first_name, last_name FROM customer WHERE id = ?", order.customer_id),
        "money_left": ordering.money_left(db, order),
    }


def _leave(request: Request, order: Row) -> Mapping[str, bool]:
    """Which buttons to show."""
    checks = {
        "cancel": ordering.can_cancel,
        "hold": ordering.can_hold,
        "unhold": ordering.can_unhold,
        "invoice": ordering.can_invoice,
        "ship": ordering.can_ship,
        "credit": ordering.can_credit_memo,
    }
    return {name: bool(check(request.db, order)) for name, check in checks.items()}


def _author(request: Request) -> str:
    return str(request.need_user().username)
