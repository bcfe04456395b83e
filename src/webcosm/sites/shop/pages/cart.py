"""The cart: putting in, changing, taking out, coupons, and what it would cost to ship."""

from __future__ import annotations

import re
from urllib.parse import urlencode, urlsplit

from webcosm.sites.kit import BadRequest, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.shop.pages.products import axes_of, chosen_variant, variants_of
from webcosm.sites.shop.rules.carts import MOST_PIECES, add_to_cart, find_cart, need_cart, quote_cart
from webcosm.sites.shop.rules.postal import default_region, states
from webcosm.sites.shop.rules.quoting import (
    Quote,
    Wanted,
    buyer_of,
    cart_wishes,
    find_goods,
    quote,
    shipping_methods,
    shortage,
)
from webcosm.sites.shop.rules.sums import Shipping
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = ["coupon_answer", "estimate", "image_of", "method_costs", "remove_coupon"]


@site.get("/cart")
def show_cart(request: Request) -> Response:
    return _cart_page(request)


def _cart_page(request: Request, *, status: int = 200, typed_coupon: str = "", coupon_error: str = "") -> Response:
    chosen = estimate(request)
    bill = quote_cart(request, region=chosen["region"], method=chosen["method"])
    request.shows("cart")
    return request.render(
        "cart.html",
        status=status,
        bill=bill,
        images={position.item_id: image_of(request, position.product) for position in bill.positions},
        methods=method_costs(request, bill),
        estimate=chosen,
        states=states(request),
        typed_coupon=typed_coupon,
        coupon_error=coupon_error,
    )


def estimate(request: Request) -> dict[str, str]:
    """Where the visitor wants to know the shipping to: as chosen on the cart page, else the customer's own state."""
    kept = request.session.get("estimate")
    chosen = {"region": default_region(request), "postcode": "", "method": ""}
    if isinstance(kept, dict):
        chosen.update({key: str(kept[key]) for key in chosen if key in kept})
    methods = shipping_methods(request.db)
    if chosen["method"] not in methods:
        chosen["method"] = next(iter(methods), "")
    return chosen


def method_costs(request: Request, bill: Quote) -> list[tuple[Row, int]]:
    """Each way of shipping with what it would cost for this cart."""
    weight = sum(position.product.weight * position.qty for position in bill.positions)
    return [
        (
            row,
            0
            if bill.totals.free_shipping
            else Shipping(row.code, row.base, row.per_kg, row.free_from).cost(weight, bill.totals.subtotal),
        )
        for row in shipping_methods(request.db).values()
    ]


def image_of(request: Request, goods: Row) -> int | None:
    """The picture of a product, else that of what it is a variant of."""
    number = request.db.value(
        "SELECT id FROM product_image WHERE product_id IN (?1, ?2) ORDER BY product_id <> ?1, position, id LIMIT 1",
        goods.id,
        goods.shown_id,
    )
    return None if number is None else int(number)


# Putting in -----------------------------------------------------------------------------------------------------------


@site.post("/cart/add")
def add(request: Request) -> Response:
    qty = request.form.get("qty", "1").strip() or "1"
    number = request.form.get("product_id", "")
    product = (
        request.db.row("SELECT * FROM product WHERE id = ?", int(number))
        if re.fullmatch(r"[0-9]{1,15}", number)
        else None
    )
    if product is None:
        raise NotFound("There is no such product.")
    shown = find_goods(request.db, product.id)
    assert shown
    page = f"/{shown.path}.html"
    if not re.fullmatch(r"[0-9]{1,6}", qty) or not 1 <= int(qty) <= MOST_PIECES:
        request.flash(f"The quantity must be a whole number from 1 to {MOST_PIECES:,}, not {qty[:20]}.", "wrong")
        return request.redirect(page + _choices(request))
    product_id = product.id
    if product.type == "configurable":
        axes = axes_of(request.db, product.id)
        variant, wanted = chosen_variant(variants_of(request, product.id), axes, request.form)
        if variant is None:
            missing = [axis.attribute.label for axis in axes if axis.attribute.id not in wanted]
            words = f"Choose the {' and the '.join(missing).lower()} of {product.name} first."
            request.flash(words if missing else f"{product.name} is not made in this combination.", "wrong")
            return request.redirect(page + _choices(request))
        product_id = variant.product.id
    if problem := add_to_cart(request, Wanted(product_id, int(qty))):
        request.flash(problem, "wrong")
        return request.redirect(page + _choices(request))
    pieces = "" if qty == "1" else f"{plural(int(qty), 'piece')} of "
    request.flash(f"You added {pieces}{shown.title} to your cart.")
    return request.redirect(_back(request, "/cart"))


def _choices(request: Request) -> str:
    """The options that were chosen, so that the product's page keeps them."""
    chosen = [(name, value) for name, value in sorted(request.form.items()) if name.startswith("option.") and value]
    return f"?{urlencode(chosen)}" if chosen else ""


def _back(request: Request, otherwise: str) -> str:
    """The page of ours on which the button was."""
    parts = urlsplit(request.headers.get("referer", ""))
    if parts.netloc and parts.netloc == request.headers.get("host", "") and parts.path not in ("", "/login"):
        return parts.path + (f"?{parts.query}" if parts.query else "")
    return otherwise


# Changing and taking out ----------------------------------------------------------------------------------------------


@site.post("/cart/update")
def update(request: Request) -> Response:
    """Takes all quantities at once; a quantity of 0 takes the item out. Bad ones are refused one by one."""
    cart = find_cart(request)
    changed = False
    for wanted in cart_wishes(request.db, cart.id) if cart else []:
        typed = request.form.get(f"qty.{wanted.item_id}", str(wanted.qty)).strip()
        goods = find_goods(request.db, wanted.product_id)
        title = goods.title if goods else "this item"
        if not re.fullmatch(r"[0-9]{1,6}", typed) or int(typed) > MOST_PIECES:
            request.flash(f"The quantity of {title} must be a whole number up to {MOST_PIECES:,}.", "wrong")
        elif int(typed) == 0:
            request.db.run("DELETE FROM cart_item WHERE id = ?", wanted.item_id)
            request.flash(f"{title} was taken out of your cart.")
            changed = True
        elif int(typed) != wanted.qty:
            # Fewer are always welcome, even if there is still too little stock.
            problem = shortage(goods, int(typed)) if goods and int(typed) > wanted.qty else None
            if problem:
                request.flash(problem, "wrong")
            else:
                request.db.run("UPDATE cart_item SET qty = ? WHERE id = ?", int(typed), wanted.item_id)
                changed = True
    if changed:
        request.flash("Your cart was updated.")
    return request.redirect("/cart")


@site.post("/cart/items/{number:int}/remove")
def remove(request: Request, number: int) -> Response:
    item, title = _own_item(request, number)
    request.db.run("DELETE FROM cart_item WHERE id = ?", number)
    request.session["removed"] = [item.id, item.product_id, item.qty, item.added]
    request.flash(f"{title} was taken out of your cart.", undo="/cart/restore")
    return request.redirect("/cart")


@site.post("/cart/restore")
def restore(request: Request) -> Response:
    """Puts back what was taken out last."""
    kept = request.session.pop("removed", None)
    if not isinstance(kept, list) or len(kept) != 4:
        raise BadRequest("There is nothing to put back.")
    number, product_id, qty, added = kept
    cart = need_cart(request)
    goods = find_goods(request.db, product_id)
    if goods is None or request.db.value(
        "SELECT 1 FROM cart_item WHERE cart_id = ? AND product_id = ?", cart.id, product_id
    ):
        request.flash("It could not be put back; it is no longer sold or already in your cart.", "note")
    else:
        free = request.db.value("SELECT 1 FROM cart_item WHERE id = ?", number) is None
        place = {"id": number} if free else {}
        request.db.insert("cart_item", **place, cart_id=cart.id, product_id=product_id, qty=qty, added=added)
        request.flash(f"{goods.title} is back in your cart.")
    return request.redirect("/cart")


@site.post("/cart/items/{number:int}/wish", roles=())
def move_to_wish_list(request: Request, number: int) -> Response:
    item, title = _own_item(request, number)
    user = request.need_user()
    request.db.run("DELETE FROM cart_item WHERE id = ?", number)
    request.db.run(
        "INSERT INTO wish (customer_id, product_id, qty, added) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (customer_id, product_id) DO UPDATE SET qty = excluded.qty",
        user.id,
        item.product_id,
        item.qty,
        request.world.clock.stamp(),
    )
    request.flash(f"{title} was moved to your wish list.")
    return request.redirect("/cart")


@site.post("/cart/empty")
def empty(request: Request) -> Response:
    if cart := find_cart(request):
        request.db.run("DELETE FROM cart_item WHERE cart_id = ?", cart.id)
    request.flash("Your cart is empty now.")
    return request.redirect("/cart")


def _own_item(request: Request, number: int) -> tuple[Row, str]:
    """An item of the visitor's cart with the name of the goods."""
    cart = find_cart(request)
    item = request.db.row("SELECT * FROM cart_item WHERE id = ? AND cart_id = ?", number, cart.id) if cart else None
    if item is None:
        raise NotFound("This item is not in your cart any more.")
    goods = find_goods(request.db, item.product_id)
    return item, goods.title if goods else "The item"


# Coupons and estimates ------------------------------------------------------------------------------------------------


@site.post("/cart/coupon")
def apply_coupon(request: Request) -> Response:
    typed = request.form.get("coupon", "").strip()[:100]
    if wrong := coupon_answer(request, typed, estimate(request)["region"]):
        return _cart_page(request, status=422, typed_coupon=typed, coupon_error=wrong)
    return request.redirect("/cart")


@site.get("/cart/coupon")
def back_to_cart(request: Request) -> Response:
    """Reloading the page of a refused coupon."""
    return request.redirect("/cart")


@site.post("/cart/coupon/remove")
def take_coupon_off(request: Request) -> Response:
    remove_coupon(request)
    return request.redirect("/cart")


def coupon_answer(request: Request, typed: str, region: str) -> str | None:
    """Tries a coupon on the visitor's cart and keeps it if it gives something; else says why not."""
    if not typed:
        return "Enter a coupon code."
    cart = find_cart(request)
    wanted = cart_wishes(request.db, cart.id) if cart else []
    if cart is None or not wanted:
        return "Put something into your cart first."
    buyer = buyer_of(request.user)
    bill = quote(request.db, request.world.clock.today(), wanted, buyer=buyer, region=region, coupon=typed)
    if bill.coupon_problem:
        return f"The coupon “{typed}” cannot be used: {bill.coupon_problem}."
    request.db.run("UPDATE cart SET coupon = ? WHERE id = ?", bill.coupon, cart.id)
    request.flash(f"The coupon {bill.coupon} was applied.")
    return None


def remove_coupon(request: Request) -> None:
    cart = find_cart(request)
    if cart and cart.coupon:
        request.db.run("UPDATE cart SET coupon = '' WHERE id = ?", cart.id)
        request.flash(f"The coupon {cart.coupon} was removed.")


@site.post("/cart/estimate")
def take_estimate(request: Request) -> Response:
    """Where to ship to, and how: kept in the session only."""
    form = Form(
        Field("region", "State", "select", choices=states(request)),
        Field("postcode", "Zip code", max=10, pattern=r"[0-9]{5}(-[0-9]{4})?", pattern_help="write five digits."),
        Field("method", "Shipping method", "radio", choices=[(code, code) for code in shipping_methods(request.db)]),
    ).read(request.form)
    for message in form.errors.values():
        request.flash(message, "wrong")
    request.session["estimate"] = {name: value for name, value in form.values.items() if value}
    return request.redirect("/cart#summary")
