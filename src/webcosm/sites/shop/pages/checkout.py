"""Checkout in two steps. What was chosen lives in the session; tables change when the order is placed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.session import Session
from webcosm.sites.shop.pages.cart import coupon_answer, image_of, method_costs, remove_coupon
from webcosm.sites.shop.pages.storefront import setting
from webcosm.sites.shop.rules.carts import find_cart, quote_cart
from webcosm.sites.shop.rules.checkout_forms import card_note, read_payment, read_shipping, show_payment, show_shipping
from webcosm.sites.shop.rules.customers import PASSWORD_FIELDS, check_passwords, email_taken, make_customer
from webcosm.sites.shop.rules.ordering import Buyer, PostalAddress, place_order
from webcosm.sites.shop.rules.postal import ADDRESS_FIELDS, default_region, postal, saved_addresses
from webcosm.sites.shop.rules.quoting import Quote, buyer_of, payment_methods, shipping_methods
from webcosm.sites.shop.site import site

__all__ = ["Plan"]

SPARE = "." * 400
"""Room that an address must leave in the session for everything else a visitor carries along."""
NEW_ACCOUNT = Form(*PASSWORD_FIELDS, Field("newsletter", "Send me the newsletter", "checkbox"))


@dataclass(frozen=True)
class Plan:
    """Where and how to ship, as the first step left it."""

    email: str
    address: PostalAddress
    save: bool
    """Whether the address goes into the address book."""
    method: str

    def buyer(self, request: Request) -> Buyer:
        if request.user:
            return buyer_of(request.user)
        return Buyer(email=self.email, first_name=self.address.first_name, last_name=self.address.last_name)


# Where and how to ship ------------------------------------------------------------------------------------------------


@site.get("/checkout")
def shipping_step(request: Request) -> Response:
    if away := _not_ready(request):
        return away
    return _shipping_page(request, show_shipping(request, _kept(request)))


@site.post("/checkout")
def take_shipping(request: Request) -> Response:
    if away := _not_ready(request):
        return away
    form = read_shipping(request)
    if form.valid:
        values = form.values
        address = values.get("address", "new")
        kept: dict[str, Any] = {"address": address, "method": values["method"], "email": values.get("email") or ""}
        if address == "new":
            kept["new"] = {name: values[name] or "" for name in ADDRESS_FIELDS}
            kept["save"] = bool(values.get("save"))
        if Session({**request.session, "checkout": kept, "spare": SPARE}).fits:
            request.session["checkout"] = kept
            return request.redirect("/checkout/payment")
        form.fail("", "This address is too long for our forms. Please shorten it.")
    return _shipping_page(request, form, status=422)


def _shipping_page(request: Request, form: BoundForm, *, status: int = 200) -> Response:
    region = form.typed.get("region", "")
    if (chosen := form.typed.get("address", "new")) != "new":
        region = next((row.region for row in saved_addresses(request) if str(row.id) == chosen), region)
    region = region or default_region(request)
    bill = quote_cart(request, region=region, method=form.typed.get("method") or None)
    request.shows("checkout", step="shipping")
    return request.render(
        "checkout_shipping.html",
        status=status,
        form=form,
        bill=bill,
        region=region,
        saved=saved_addresses(request),
        methods=method_costs(request, bill),
    )


# How to pay -----------------------------------------------------------------------------------------------------------


@site.get("/checkout/payment")
def payment_step(request: Request) -> Response:
    plan = _plan(request)
    if away := _not_ready(request, plan):
        return away
    assert plan
    return _payment_page(request, plan)


@site.post("/checkout/payment")
def take_payment(request: Request) -> Response:
    """Places the order, if everything is still as the buyer saw it."""
    plan = _plan(request)
    if away := _not_ready(request, plan):
        return away
    cart = find_cart(request)
    assert plan
    assert cart
    form = read_payment(request)
    if not form.valid:
        return _payment_page(request, plan, form, status=422)
    billing = _billing(request, form, plan)
    buyer = plan.buyer(request)
    if not request.user:
        buyer = replace(buyer, first_name=billing.first_name, last_name=billing.last_name)
    values = form.values
    reference = values.get("po_number")
    notes = {
        "card": card_note(values.get("card_number") or ""),
        "invoice": f"Purchase order {reference}" if reference else "",
    }
    try:
        order_id = place_order(
            request.db,
            request.world.clock,
            cart_id=cart.id,
            buyer=buyer,
            billing=billing,
            shipping=plan.address,
            shipping_code=plan.method,
            payment_code=values["payment"],
            payment_note=notes.get(values["payment"], ""),
            note=values["note"] or "",
            expected_total=int(values["total"]) if values["total"] else None,
        )
    except Conflict as problem:  # raised before anything is written
        form.fail("", problem.message)
        return _payment_page(request, plan, form, status=409)
    if request.user and plan.save:
        _save_address(request, plan.address)
    request.session.pop("checkout", None)
    request.session.pop("cart", None)
    request.session["placed"] = order_id
    return request.redirect("/checkout/success")


@site.post("/checkout/coupon")
def apply_coupon(request: Request) -> Response:
    plan = _plan(request)
    if away := _not_ready(request, plan):
        return away
    assert plan
    typed = request.form.get("coupon", "").strip()[:100]
    if wrong := coupon_answer(request, typed, plan.address.region):
        return _payment_page(request, plan, status=422, typed_coupon=typed, coupon_error=wrong)
    return request.redirect("/checkout/payment")


@site.post("/checkout/coupon/remove")
def take_coupon_off(request: Request) -> Response:
    remove_coupon(request)
    return request.redirect("/checkout/payment")


@site.get("/checkout/coupon")
def back_to_payment(request: Request) -> Response:
    """Reloading the page of a refused coupon."""
    return request.redirect("/checkout/payment")


def _payment_page(
    request: Request,
    plan: Plan,
    form: BoundForm | None = None,
    *,
    status: int = 200,
    typed_coupon: str = "",
    coupon_error: str = "",
) -> Response:
    bill = quote_cart(request, buyer=plan.buyer(request), region=plan.address.region, method=plan.method)
    form = form or show_payment(request, bill.totals.total)
    request.shows("checkout", step="payment")
    return request.render(
        "checkout_payment.html",
        status=status,
        form=form,
        plan=plan,
        shipping=asdict(plan.address),
        method=shipping_methods(request.db)[plan.method],
        payments=payment_methods(request.db),
        saved=saved_addresses(request),
        bill=bill,
        images={position.item_id: image_of(request, position.product) for position in bill.positions},
        typed_coupon=typed_coupon,
        coupon_error=coupon_error,
    )


def _billing(request: Request, form: BoundForm, plan: Plan) -> PostalAddress:
    match form.values["billing"]:
        case "same":
            return plan.address
        case "new":
            return postal(form.values, "billing_")
        case number:
            return next(postal(row) for row in saved_addresses(request) if str(row.id) == number)


def _save_address(request: Request, address: PostalAddress) -> None:
    """Into the address book, unless it is there already; the first one becomes the default."""
    user = request.need_user()
    if any(postal(row) == address for row in saved_addresses(request)):
        return
    number = request.db.insert("address", customer_id=user.id, **asdict(address))
    for column in ("billing_id", "shipping_id"):
        if user[column] is None:
            request.db.run(f"UPDATE customer SET {column} = ? WHERE id = ?", number, user.id)


# What was chosen so far -----------------------------------------------------------------------------------------------


def _kept(request: Request) -> dict[str, Any]:
    kept = request.session.get("checkout")
    return kept if isinstance(kept, dict) else {}


def _plan(request: Request) -> Plan | None:
    """The first step's outcome; None if it was not taken, or no longer holds."""
    kept = _kept(request)
    method = kept.get("method", "")
    if method not in shipping_methods(request.db) or not (request.user or kept.get("email")):
        return None
    if kept.get("address") == "new":
        return Plan(kept["email"], PostalAddress(**kept["new"]), bool(kept.get("save")), method)
    row = next((row for row in saved_addresses(request) if str(row.id) == kept.get("address")), None)
    return Plan(kept["email"], postal(row), False, method) if row else None


def _not_ready(request: Request, plan: Plan | bool | None = True) -> Response | None:
    """Where to go instead, if this step cannot be taken."""
    if not request.user and setting(request, "sales/guest_checkout", "1") == "0":
        request.flash("Please sign in or create an account to check out.", "note")
        return request.redirect("/login?next=/checkout")
    bill: Quote = quote_cart(request)
    if not bill.positions:
        request.flash("Your cart is empty.", "note")
        return request.redirect("/cart")
    if bill.problems:
        for problem in bill.problems:
            request.flash(problem, "wrong")
        return request.redirect("/cart")
    if plan is None:
        request.flash("Please choose an address and a shipping method first.", "note")
        return request.redirect("/checkout")
    return None


# Afterwards -----------------------------------------------------------------------------------------------------------


@site.get("/checkout/success")
def success(request: Request) -> Response:
    return _success_page(request, NEW_ACCOUNT.show())


@site.post("/checkout/account")
def create_account(request: Request) -> Response:
    """For a guest who has just ordered: an account with the order, its address and a password."""
    order = request.db.row("SELECT * FROM orders WHERE id = ?", request.session.get("placed"))
    if order is None or request.user or order.customer_id is not None:
        raise NotFound("There is no order without an account.")
    form = check_passwords(NEW_ACCOUNT.read(request.form))
    if form.valid and email_taken(request, order.email):
        form.fail("", f"There is already an account for {order.email}. Sign in instead.")
    if not form.valid:
        return _success_page(request, form, status=422)
    number = make_customer(
        request,
        email=order.email,
        first_name=order.first_name,
        last_name=order.last_name,
        password=form.values["password"],
        newsletter=form.values["newsletter"],
    )
    address = request.db.row("SELECT * FROM order_address WHERE order_id = ? AND kind = 'shipping'", order.id)
    assert address
    saved = request.db.insert("address", customer_id=number, **asdict(postal(address)))
    request.db.run("UPDATE customer SET billing_id = ?1, shipping_id = ?1 WHERE id = ?2", saved, number)
    request.db.run("UPDATE orders SET customer_id = ? WHERE id = ?", number, order.id)
    request.sign_in(order.email)
    request.flash("Your account is ready, and your order is in it.")
    return request.redirect("/account")


def _success_page(request: Request, form: BoundForm, *, status: int = 200) -> Response:
    order = request.db.row("SELECT * FROM orders WHERE id = ?", request.session.get("placed"))
    if order is None:
        return request.redirect("/cart")
    known = order.customer_id is not None or email_taken(request, order.email)
    request.shows("checkout", step="done", order=order.id)
    return request.render("checkout_success.html", status=status, order=order, form=None if known else form)
