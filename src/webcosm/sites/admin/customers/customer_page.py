"""One customer: account, addresses, orders, cart, wish list, reviews, newsletter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webcosm.sites.admin.customers.customer_lists import member_groups
from webcosm.sites.admin.customers.customer_store import delete_customer, find_customer, set_subscription
from webcosm.sites.admin.rows import tell_saved, update_row
from webcosm.sites.admin.sales.sales_lists import ORDERS
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BadRequest, BoundForm, Field, Form, Request, Response, hash_password
from webcosm.sites.shop.rules.prices import price_of
from webcosm.worlds import Row, Value

__all__ = ["ORDERS_OF", "TABS"]

TABS = {
    "": "Overview",
    "addresses": "Addresses",
    "orders": "Orders",
    "cart": "Cart",
    "wish-list": "Wish list",
    "reviews": "Reviews",
    "newsletter": "Newsletter",
}
ORDERS_OF = replace(
    ORDERS,
    name="customer-orders",
    where="orders.customer_id = ?",
    actions=(),
    empty="This customer has not ordered anything yet.",
)
ITEMS = "SELECT {of}.*, product.name, product.sku, product.price FROM {of} JOIN product ON product.id = product_id"
GENDERS = (("", "Not given"), ("Female", "Female"), ("Male", "Male"))


def account_form(request: Request, customer: Row | None) -> Form:
    known = {value for value, _ in GENDERS}
    other = [(customer.gender, customer.gender)] if customer and customer.gender not in known else []
    return Form(
        Field("first_name", "First name", required=True, max=60, autocomplete="off"),
        Field("last_name", "Last name", required=True, max=60, autocomplete="off"),
        Field("email", "E-mail", "email", required=True, max=120, autocomplete="off"),
        Field("group_id", "Group", "select", required=True, choices=member_groups(request)),
        Field("birth_date", "Date of birth", "date"),
        Field("gender", "Gender", "select", choices=[*GENDERS, *other]),
        Field(
            "password",
            "Password" if customer is None else "New password",
            "password",
            required=customer is None,
            min=8,
            max=100,
            help="At least 8 characters." + ("" if customer is None else " Leave it empty to keep the old one."),
            autocomplete="new-password",
        ),
        Field("active", "Account is active", "checkbox"),
        Field("note", "Note", "textarea", max=1_000, help="Only the back office sees it."),
    )


@site.get("/customers/{number:int}", needs="customers.view")
def show_customer(request: Request, number: int) -> Response:
    customer = find_customer(request.db, number)
    tab = request.query.get("tab", "")
    tab = tab if tab in TABS else ""
    facts = {**_facts(request, customer), "customer": customer, "tab": tab, "tabs": TABS}
    request.shows("customer", id=number, tab=tab)
    if tab == "orders":
        response = ORDERS_OF.respond(request, "customers/customer.html", number, rows=[], **facts)
        request.shows("customer", **{**request.page[1], "id": number, "tab": tab})
        return response
    return request.render("customers/customer.html", view=None, rows=_rows(request, customer, tab), **facts)


def _facts(request: Request, customer: Row) -> Mapping[str, Any]:
    db = request.db
    sales = db.row(
        "SELECT count(*) AS orders, coalesce(sum(total), 0) AS total,"
        " coalesce((2 * sum(total) + count(*)) / (2 * count(*)), 0) AS average, max(created) AS last"
        " FROM orders WHERE customer_id = ? AND status <> 'canceled'",
        customer.id,
    )
    return {
        "group": db.value("SELECT name FROM customer_group WHERE id = ?", customer.group_id),
        "addresses": db.rows("SELECT * FROM address WHERE customer_id = ? ORDER BY id", customer.id),
        "subscription": db.row("SELECT * FROM subscriber WHERE email = ?", customer.email),
        "sales": sales,
        "deletable": not db.value("SELECT 1 FROM orders WHERE customer_id = ?", customer.id),
    }


def _rows(request: Request, customer: Row, tab: str) -> list[Row]:
    db, today = request.db, request.world.clock.today()
    if tab == "cart":
        sql = (
            ITEMS.format(of="cart_item") + " JOIN cart ON cart.id = cart_id WHERE customer_id = ? ORDER BY cart_item.id"
        )
        rows = db.rows(sql, customer.id)
        for row in rows:
            product = Row(id=row.product_id, price=row.price)
            row["price"] = price_of(db, product, customer.group_id, today).final
        return rows
    if tab == "wish-list":
        return db.rows(
            ITEMS.format(of="wish") + " WHERE customer_id = ? ORDER BY added DESC, wish.id DESC", customer.id
        )
    if tab == "reviews":
        return db.rows(
            "SELECT review.*, product.name FROM review JOIN product ON product.id = product_id"
            " WHERE customer_id = ? ORDER BY review.created DESC, review.id DESC",
            customer.id,
        )
    return []


# Making and editing ---------------------------------------------------------------------------------------------------


@site.get("/customers/new", needs="customers.edit")
def new_customer(request: Request) -> Response:
    form = account_form(request, None).show({"group_id": member_groups(request)[0][0], "active": True})
    request.shows("customer form", id=None)
    return request.render("customers/account.html", customer=None, form=form)


@site.post("/customers/new", needs="customers.edit")
def create_customer(request: Request) -> Response:
    form = _read(request, None)
    if not form.valid:
        return request.render("customers/account.html", status=422, customer=None, form=form)
    values = _values(form)
    password = hash_password(form.values["password"], form.values["email"].lower())
    number = request.db.insert("customer", **values, password=password, created=request.world.clock.stamp())
    request.db.insert("cart", customer_id=number)  # every customer has one
    request.flash("The customer was added.")
    return request.redirect(f"/customers/{number}")


@site.get("/customers/{number:int}/edit", needs="customers.edit")
def edit_customer(request: Request, number: int) -> Response:
    customer = find_customer(request.db, number)
    form = account_form(request, customer).show({**customer, "active": bool(customer.active), "password": ""})
    request.shows("customer form", id=number)
    return request.render("customers/account.html", customer=customer, form=form)


@site.post("/customers/{number:int}/edit", needs="customers.edit")
def save_customer(request: Request, number: int) -> Response:
    customer = find_customer(request.db, number)
    form = _read(request, customer)
    if not form.valid:
        return request.render("customers/account.html", status=422, customer=customer, form=form)
    values = _values(form)
    if form.values["password"]:
        values["password"] = hash_password(form.values["password"], form.values["email"].lower())
    changed = update_row(request.db, "customer", {"id": number}, customer, values)
    if values["email"] != customer.email:
        request.db.run("UPDATE subscriber SET email = ? WHERE customer_id = ?", values["email"], number)
    tell_saved(request, changed, "The customer was saved.")
    return request.redirect(f"/customers/{number}")


def _read(request: Request, customer: Row | None) -> BoundForm:
    form = account_form(request, customer).read(request.form)
    email = str(form.values.get("email") or "").lower()
    own = customer.id if customer else 0
    if email and request.db.value("SELECT 1 FROM customer WHERE email = ? AND id <> ?", email, own):
        form.fail("email", f"Another customer has the address {email}.")
    if customer and email and email != customer.email:
        if request.db.value("SELECT 1 FROM subscriber WHERE email = ? AND customer_id IS NOT ?", email, own):
            form.fail("email", f"Somebody else gets the newsletter at {email}.")
        if not form.typed["password"]:
            form.fail("password", "The password is stored together with the e-mail address: give a new one, too.")
    born = form.values.get("birth_date")
    if born and born > request.world.clock.today():
        form.fail("birth_date", "Nobody is born in the future.")
    return form


def _values(form: BoundForm) -> dict[str, Value]:
    values = form.values
    return {
        "first_name": values["first_name"],
        "last_name": values["last_name"],
        "email": values["email"].lower(),
        "group_id": int(values["group_id"]),
        "birth_date": values["birth_date"].isoformat() if values["birth_date"] else None,
        "gender": values["gender"] or "",
        "active": int(values["active"]),
        "note": (values["note"] or "").strip(),
    }


@site.post("/customers/{number:int}/delete", needs="customers.edit")
def delete(request: Request, number: int) -> Response:
    name = find_customer(request.db, number).name
    delete_customer(request.db, number)
    request.flash(f"{name} was deleted.")
    return request.redirect("/customers")


@site.post("/customers/{number:int}/newsletter", needs="customers.edit")
def change_newsletter(request: Request, number: int) -> Response:
    match request.form.get("status"):
        case "subscribed":
            set_subscription(request, number, "subscribed")
            request.flash("The customer gets the newsletter.")
        case "unsubscribed":
            set_subscription(request, number, "unsubscribed")
            request.flash("The customer gets no newsletter.")
        case other:
            raise BadRequest(f"{other!r} is no subscription; there are subscribed and unsubscribed.")
    return request.redirect(f"/customers/{number}?tab=newsletter")
