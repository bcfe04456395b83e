"""Orders as customers see them, and guests who know enough about theirs."""

from __future__ import annotations

from urllib.parse import urlencode

from webcosm.sites.kit import Conflict, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.folding import same
from webcosm.sites.shop.pages.storefront import setting
from webcosm.sites.shop.rules import ordering
from webcosm.sites.shop.rules.carts import add_to_cart
from webcosm.sites.shop.rules.returns import return_period
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = ["ORDER_LIST", "may_cancel"]

PAGE_SIZES = (10, 20, 50)
ORDER_LIST = (
    "SELECT orders.*, ship.first_name || ' ' || ship.last_name AS ship_to FROM orders"
    " LEFT JOIN order_address AS ship ON ship.order_id = orders.id AND ship.kind = 'shipping'"
    " WHERE customer_id = ? ORDER BY created DESC, orders.id DESC"
)
LOOKUP = Form(
    Field("number", "Order number", required=True, max=20),
    Field("last_name", "Billing last name", required=True, max=50, autocomplete="family-name"),
    Field(
        "by",
        "Find the order by",
        "select",
        required=True,
        choices=[("email", "E-mail address"), ("postcode", "Billing zip code")],
    ),
    Field("proof", "E-mail address or zip code", required=True, max=100),
)
SECTIONS = ("items", "invoices", "shipments", "refunds")


@site.get("/account/orders", roles=())
def orders(request: Request) -> Response:
    asked = request.query.get("size", "")
    size = int(asked) if asked in map(str, PAGE_SIZES) else PAGE_SIZES[0]
    listing = request.listing(ORDER_LIST, request.need_user().id, size=size)
    request.shows("orders", customer=request.need_user().id, page=listing.number, size=size)
    return request.render("orders.html", here="orders", listing=listing, sizes=PAGE_SIZES, labels=ordering.STATUSES)


@site.get("/account/orders/{number:int}", roles=())
def order_items(request: Request, number: int) -> Response:
    return _order_page(request, _own_order(request, number), f"/account/orders/{number}", "items")


@site.get("/account/orders/{number:int}/print", roles=())
def print_order(request: Request, number: int) -> Response:
    return _print_page(request, _own_order(request, number))


@site.get("/account/orders/{number:int}/{section}", roles=())
def order_section(request: Request, number: int, section: str) -> Response:
    return _order_page(request, _own_order(request, number), f"/account/orders/{number}", section)


@site.post("/account/orders/{number:int}/reorder", roles=())
def reorder(request: Request, number: int) -> Response:
    """Puts what is still sold of an old order into the cart, and says what is not."""
    order = _own_order(request, number)
    lines, lost = ordering.reorder_lines(request.db, order.id)
    added = 0
    for line in lines:
        if problem := add_to_cart(request, line):
            lost.append(problem)
        else:
            added += 1
    for sentence in dict.fromkeys(lost):
        request.flash(sentence, "note")
    if not added:
        request.flash(f"Nothing of order {order.number} could be put into your cart.", "wrong")
        return request.redirect(f"/account/orders/{number}")
    request.flash(f"The items of order {order.number} are in your cart.")
    return request.redirect("/cart")


@site.post("/account/orders/{number:int}/cancel", roles=())
def cancel(request: Request, number: int) -> Response:
    order = _own_order(request, number)
    if not may_cancel(request, order):
        raise Conflict(f"Order {order.number} cannot be canceled here. Please contact us.")
    ordering.cancel(request.db, request.world.clock, order.id, comment="Canceled by the customer.")
    request.flash(f"Order {order.number} is canceled.")
    return request.redirect(f"/account/orders/{number}")


def may_cancel(request: Request, order: Row) -> bool:
    """Customers cancel pending orders only, and only where the merchant lets them."""
    allowed = setting(request, "sales/customer_cancel", "0") == "1"
    return allowed and order.status == "pending" and bool(ordering.can_cancel(request.db, order))


def _own_order(request: Request, number: int) -> Row:
    order = request.db.row("SELECT * FROM orders WHERE id = ? AND customer_id = ?", number, request.need_user().id)
    if order is None:
        raise NotFound("There is no such order in your account.")
    return order


# Without an account ---------------------------------------------------------------------------------------------------


@site.get("/guest-order")
def guest_lookup(request: Request) -> Response:
    request.shows("guest order form")
    return request.render("guest_order.html", form=LOOKUP.show())


@site.post("/guest-order")
def take_lookup(request: Request) -> Response:
    form = LOOKUP.read(request.form)
    if form.valid:
        values = form.values
        column = "orders.email" if values["by"] == "email" else "bill.postcode"
        order = request.db.row(
            "SELECT orders.id FROM orders JOIN order_address AS bill ON bill.order_id = orders.id"
            f" AND bill.kind = 'billing' WHERE number = ? AND {same(request.db, 'bill.last_name')}"
            f" AND lower({column}) = lower(?)",
            values["number"].lstrip("#"),
            values["last_name"],
            values["proof"],
        )
        if order:
            kept = [one for one in request.session.get("guest_orders", []) if one != order.id]
            request.session["guest_orders"] = [*kept, order.id][-5:]
            return request.redirect(f"/guest-order/{order.id}")
        form.fail("", "We found no order for what you entered. Please check the number, the name and the rest.")
    return request.render("guest_order.html", status=422, form=form)


@site.get("/guest-order/{number:int}")
def guest_order(request: Request, number: int) -> Response:
    return _order_page(request, _known_order(request, number), f"/guest-order/{number}", "items")


@site.get("/guest-order/{number:int}/print")
def print_guest_order(request: Request, number: int) -> Response:
    return _print_page(request, _known_order(request, number))


@site.get("/guest-order/{number:int}/{section}")
def guest_order_section(request: Request, number: int, section: str) -> Response:
    return _order_page(request, _known_order(request, number), f"/guest-order/{number}", section)


def _known_order(request: Request, number: int) -> Row:
    """Only orders that the visitor has just looked up."""
    kept = request.session.get("guest_orders", [])
    order = request.db.row("SELECT * FROM orders WHERE id = ?", number) if number in kept else None
    if order is None:
        raise NotFound(
            "Look your order up first: we need its number, your last name and your e-mail address or zip code."
        )
    return order


# What both see --------------------------------------------------------------------------------------------------------


def _order_page(request: Request, order: Row, base: str, section: str) -> Response:
    if section not in SECTIONS:
        raise NotFound(f"An order has no page {section!r}; it has {', '.join(SECTIONS)}.")
    request.shows("order", id=order.id, section=section)
    db = request.db
    parts = {
        "invoices": _with_items(request, order, "invoice", " AND status <> 'canceled'"),
        "shipments": _with_items(request, order, "shipment"),
        "refunds": _with_items(request, order, "credit_memo"),
    }
    sql = "SELECT track.* FROM track JOIN shipment ON shipment.id = shipment_id WHERE order_id = ? ORDER BY track.id"
    return request.render(
        "order.html",
        here="orders",
        base=base,
        guest=base.startswith("/guest-order"),
        section=section,
        parts=parts,
        order=order,
        items=_shown_items(request, order),
        addresses=_addresses(request, order),
        tracks=db.rows(sql, order.id),
        comments=db.rows("SELECT * FROM order_comment WHERE order_id = ? AND visible ORDER BY id", order.id),
        labels=ordering.STATUSES,
        returns=return_period(db, order, request.world.clock.today()),
        can_cancel=bool(request.user) and may_cancel(request, order),
        login=urlencode({"next": base}),
    )


def _print_page(request: Request, order: Row) -> Response:
    request.shows("order print", id=order.id)
    return request.render(
        "order_print.html",
        order=order,
        items=_shown_items(request, order),
        addresses=_addresses(request, order),
        labels=ordering.STATUSES,
    )


def _shown_items(request: Request, order: Row) -> list[Row]:
    """With progress, and the address of the product where it is still for sale."""
    items = ordering.item_progress(request.db, order.id)
    for item in items:
        item["path"] = request.db.value(
            "SELECT shown.url_key FROM product AS item"
            " JOIN product AS shown ON shown.id = coalesce(item.parent_id, item.id)"
            " WHERE item.id = ? AND shown.enabled AND shown.visibility <> 'none'",
            item.product_id,
        )
    return items


def _addresses(request: Request, order: Row) -> dict[str, Row]:
    rows = request.db.rows("SELECT * FROM order_address WHERE order_id = ?", order.id)
    return {row.kind: row for row in rows}


def _with_items(request: Request, order: Row, table: str, more: str = "") -> list[tuple[Row, list[Row]]]:
    """Invoices, shipments or credit memos with what is on them."""
    db = request.db
    sql = (
        f"SELECT order_item.*, part.qty AS part_qty FROM {table}_item AS part JOIN order_item ON order_item.id ="
        f" part.order_item_id WHERE part.{table}_id = ? ORDER BY order_item.id"
    )
    rows = db.rows(f"SELECT * FROM {table} WHERE order_id = ?{more} ORDER BY id", order.id)
    return [(row, db.rows(sql, row.id)) for row in rows]
