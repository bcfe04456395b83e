"""One invoice, shipment, credit memo or transaction: on the screen and for the printer; tracking numbers."""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.sites.admin.sales.fulfilment_pages import carriers, read_track
from webcosm.sites.admin.sales.order_page import find_order, order_facts
from webcosm.sites.admin.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.sites.shop.rules import ordering
from webcosm.worlds import Row

__all__ = ["DOCUMENTS", "Document"]


@dataclass(frozen=True)
class Document:
    """A kind of document, by the last part of its list's address."""

    table: str
    name: str
    tab: str

    def find(self, request: Request, number: int) -> Row:
        row = request.db.row(f"SELECT * FROM {self.table} WHERE id = ?", number)
        if row is None:
            raise NotFound(f"There is no {self.name.lower()} with the id {number}.")
        return row

    def items(self, request: Request, number: int) -> list[Row]:
        """Its items, with what belongs to the pieces on it."""
        return request.db.rows(
            f"SELECT order_item.id, sku, name, options, price, part.qty, part.qty * price AS row_total"
            f" FROM {self.table}_item AS part JOIN order_item ON order_item.id = part.order_item_id"
            f" WHERE part.{self.table}_id = ? ORDER BY order_item.id",
            number,
        )


DOCUMENTS = {
    "invoices": Document("invoice", "Invoice", "invoices"),
    "shipments": Document("shipment", "Shipment", "shipments"),
    "credit-memos": Document("credit_memo", "Credit memo", "credit-memos"),
}


@site.get("/sales/invoices/{number:int}", needs="sales.view")
def show_invoice(request: Request, number: int) -> Response:
    return _show(request, "invoices", number)


@site.get("/sales/shipments/{number:int}", needs="sales.view")
def show_shipment(request: Request, number: int) -> Response:
    return _show(request, "shipments", number)


@site.get("/sales/credit-memos/{number:int}", needs="sales.view")
def show_credit_memo(request: Request, number: int) -> Response:
    return _show(request, "credit-memos", number)


@site.get("/sales/{kind}/{number:int}/print", needs="sales.view")
def print_document(request: Request, kind: str, number: int) -> Response:
    if kind == "orders":
        order = find_order(request, number)
        request.shows("document print", document="orders", id=number)
        return request.render("print.html", name="Order", document=order, order=order, **order_facts(request, order))
    if kind not in DOCUMENTS:
        raise NotFound(f"{request.path} is not an address of this site.")
    document = DOCUMENTS[kind].find(request, number)
    order = find_order(request, document.order_id)
    facts = {**order_facts(request, order), "items": DOCUMENTS[kind].items(request, number)}
    request.shows("document print", document=kind, id=number)
    return request.render("print.html", name=DOCUMENTS[kind].name, document=document, order=order, **facts)


def _show(request: Request, kind: str, number: int, *, wrong: str = "") -> Response:
    document = DOCUMENTS[kind].find(request, number)
    order = find_order(request, document.order_id)
    tracks = "SELECT * FROM track WHERE shipment_id = ? ORDER BY id"
    request.shows("document", document=kind, id=number)
    return request.render(
        "document.html",
        status=422 if wrong else 200,
        kind=kind,
        name=DOCUMENTS[kind].name,
        document=document,
        order=order,
        tracks=request.db.rows(tracks, number) if kind == "shipments" else [],
        carriers=carriers(request),
        wrong=wrong,
        **{**order_facts(request, order), "items": DOCUMENTS[kind].items(request, number)},
    )


@site.get("/sales/transactions/{number:int}", needs="sales.view")
def show_transaction(request: Request, number: int) -> Response:
    payment = request.db.row("SELECT * FROM payment WHERE id = ?", number)
    if payment is None:
        raise NotFound(f"There is no transaction with the id {number}.")
    request.shows("transaction", id=number)
    return request.render("transaction.html", payment=payment, order=find_order(request, payment.order_id))


# Tracking numbers -----------------------------------------------------------------------------------------------------


@site.post("/sales/shipments/{number:int}/tracks", needs="sales.edit")
def add_track(request: Request, number: int) -> Response:
    DOCUMENTS["shipments"].find(request, number)
    try:
        track = read_track(request)
        if track is None:
            raise ValueError("Type the tracking number.")
    except ValueError as error:
        return _show(request, "shipments", number, wrong=str(error))
    ordering.add_track(request.db, request.world.clock, number, track)
    request.flash(f"The tracking number {track.number} was added.")
    return request.redirect(f"/sales/shipments/{number}")


@site.post("/sales/shipments/{number:int}/tracks/{track:int}/remove", needs="sales.edit")
def remove_track(request: Request, number: int, track: int) -> Response:
    row = request.db.row("SELECT * FROM track WHERE id = ? AND shipment_id = ?", track, number)
    if row is None:
        raise NotFound("This shipment has no such tracking number; perhaps it was removed.")
    request.db.run("DELETE FROM track WHERE id = ?", track)
    request.flash(f"The tracking number {row.number} was removed.")
    return request.redirect(f"/sales/shipments/{number}")
