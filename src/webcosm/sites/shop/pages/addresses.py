"""The address book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webcosm.sites.kit import BoundForm, Conflict, NotFound, Request, Response
from webcosm.sites.shop.rules.postal import ADDRESS_FIELDS, address_form
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__: list[str] = []


@site.get("/account/addresses", roles=())
def address_book(request: Request) -> Response:
    user = request.need_user()
    rows = request.db.rows("SELECT * FROM address WHERE customer_id = ? ORDER BY id", user.id)
    others = [row for row in rows if row.id not in (user.billing_id, user.shipping_id)]
    request.shows("addresses", customer=user.id)
    return request.render("addresses.html", here="addresses", saved={row.id: row for row in rows}, others=others)


@site.get("/account/addresses/new", roles=())
def new_address(request: Request) -> Response:
    user = request.need_user()
    none = request.db.value("SELECT count(*) FROM address WHERE customer_id = ?", user.id) == 0
    start = {"first_name": user.first_name, "last_name": user.last_name}
    form = address_form(request).show({**start, "default_billing": none, "default_shipping": none})
    return _form_page(request, form, None)


@site.post("/account/addresses/new", roles=())
def add_address(request: Request) -> Response:
    form = address_form(request).read(request.form)
    if not form.valid:
        return _form_page(request, form, None, status=422)
    number = request.db.insert("address", customer_id=request.need_user().id, **_columns(form.values))
    _set_defaults(request, number, form.values)
    request.flash("You saved the address.")
    return request.redirect("/account/addresses")


@site.get("/account/addresses/{number:int}", roles=())
def edit_address(request: Request, number: int) -> Response:
    address = _own_address(request, number)
    user = request.need_user()
    defaults = {"default_billing": user.billing_id == number, "default_shipping": user.shipping_id == number}
    return _form_page(request, address_form(request).show({**address, **defaults}), address)


@site.post("/account/addresses/{number:int}", roles=())
def save_address(request: Request, number: int) -> Response:
    address = _own_address(request, number)
    form = address_form(request).read(request.form)
    if not form.valid:
        return _form_page(request, form, address, status=422)
    columns = _columns(form.values)
    sets = ", ".join(f"{name} = ?" for name in columns)
    request.db.run(f"UPDATE address SET {sets} WHERE id = ?", *columns.values(), number)
    _set_defaults(request, number, form.values)
    request.flash("You saved the address.")
    return request.redirect("/account/addresses")


@site.post("/account/addresses/{number:int}/delete", roles=())
def delete_address(request: Request, number: int) -> Response:
    user = request.need_user()
    _own_address(request, number)
    if number in (user.billing_id, user.shipping_id):
        raise Conflict("A default address cannot be deleted. Make another address the default first.")
    request.db.run("DELETE FROM address WHERE id = ?", number)
    request.flash("You deleted the address.")
    return request.redirect("/account/addresses")


def _form_page(request: Request, form: BoundForm, address: Row | None, *, status: int = 200) -> Response:
    request.shows("address form", id=address.id if address else None, customer=request.need_user().id)
    return request.render("address_edit.html", status=status, here="addresses", form=form, address=address)


def _own_address(request: Request, number: int) -> Row:
    sql = "SELECT * FROM address WHERE id = ? AND customer_id = ?"
    address = request.db.row(sql, number, request.need_user().id)
    if address is None:
        raise NotFound("There is no such address in your address book.")
    return address


def _columns(values: Mapping[str, Any]) -> dict[str, str]:
    return {name: values[name] or "" for name in ADDRESS_FIELDS}


def _set_defaults(request: Request, number: int, values: Mapping[str, Any]) -> None:
    """Ticked makes it the default; to make another one the default is the way to untick it."""
    user = request.need_user()
    for kind in ("billing", "shipping"):
        if values[f"default_{kind}"] and user[f"{kind}_id"] != number:
            request.db.run(f"UPDATE customer SET {kind}_id = ? WHERE id = ?", number, user.id)
