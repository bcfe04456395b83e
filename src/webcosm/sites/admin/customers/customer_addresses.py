"""A customer's address book, with the default addresses."""

from __future__ import annotations

from webcosm.sites.admin.addresses import address_fields, address_values
from webcosm.sites.admin.customers.customer_store import find_customer
from webcosm.sites.admin.rows import tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row, Value

__all__ = ["book_form"]

DEFAULTS = (("billing_id", "Default billing address"), ("shipping_id", "Default shipping address"))


def book_form(request: Request, region: str = "") -> Form:
    ticks = (Field(column, label, "checkbox") for column, label in DEFAULTS)
    return Form(*address_fields(request, region), *ticks)


@site.get("/customers/{number:int}/addresses/new", needs="customers.edit")
def new_address(request: Request, number: int) -> Response:
    customer = find_customer(request.db, number)
    start = {"first_name": customer.first_name, "last_name": customer.last_name}
    start |= {column: customer[column] is None for column, _ in DEFAULTS}
    return _page(request, customer, None, book_form(request).show(start))


@site.post("/customers/{number:int}/addresses/new", needs="customers.edit")
def add_address(request: Request, number: int) -> Response:
    customer = find_customer(request.db, number)
    form = book_form(request).read(request.form)
    if not form.valid:
        return _page(request, customer, None, form)
    address_id = request.db.insert("address", customer_id=number, **address_values(form.values))
    _set_defaults(request, customer, address_id, form)
    request.flash("The address was added.")
    return request.redirect(f"/customers/{number}?tab=addresses")


@site.get("/customers/{number:int}/addresses/{address:int}", needs="customers.edit")
def edit_address(request: Request, number: int, address: int) -> Response:
    customer, row = _address(request, number, address)
    marks = {column: customer[column] == address for column, _ in DEFAULTS}
    return _page(request, customer, row, book_form(request, row.region).show({**row, **marks}))


@site.post("/customers/{number:int}/addresses/{address:int}", needs="customers.edit")
def save_address(request: Request, number: int, address: int) -> Response:
    customer, row = _address(request, number, address)
    form = book_form(request, row.region).read(request.form)
    if not form.valid:
        return _page(request, customer, row, form)
    changed = update_row(request.db, "address", {"id": address}, row, address_values(form.values))
    changed = _set_defaults(request, customer, address, form) or changed
    tell_saved(request, changed, "The address was saved.")
    return request.redirect(f"/customers/{number}?tab=addresses")


@site.post("/customers/{number:int}/addresses/{address:int}/delete", needs="customers.edit")
def delete_address(request: Request, number: int, address: int) -> Response:
    customer, _ = _address(request, number, address)
    gone: dict[str, Value] = {column: None for column, _ in DEFAULTS if customer[column] == address}
    update_row(request.db, "customer", {"id": number}, customer, gone)
    request.db.run("DELETE FROM address WHERE id = ?", address)
    request.flash("The address was deleted.")
    return request.redirect(f"/customers/{number}?tab=addresses")


def _address(request: Request, number: int, address: int) -> tuple[Row, Row]:
    customer = find_customer(request.db, number)
    row = request.db.row("SELECT * FROM address WHERE id = ? AND customer_id = ?", address, number)
    if row is None:
        raise NotFound(f"{customer.name} has no such address; perhaps it was deleted.")
    return customer, row


def _set_defaults(request: Request, customer: Row, address_id: int, form: BoundForm) -> bool:
    """A tick makes the address the default; taking the tick away leaves none."""
    wanted: dict[str, Value] = {}
    for column, _ in DEFAULTS:
        if form.values[column]:
            wanted[column] = address_id
        elif customer[column] == address_id:
            wanted[column] = None
    return update_row(request.db, "customer", {"id": customer.id}, customer, wanted)


def _page(request: Request, customer: Row, address: Row | None, form: BoundForm) -> Response:
    status = 422 if request.method == "POST" else 200
    request.shows("customer address form", customer=customer.id, id=address.id if address else None)
    return request.render("customers/address.html", status=status, customer=customer, address=address, form=form)
