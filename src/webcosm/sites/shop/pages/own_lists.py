"""Lists that customers keep: the wish list and the compare list."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode, urlsplit

from webcosm.sites.kit import Field, Form, NotFound, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.shop.pages.products import axes_of, chosen_variant, variants_of
from webcosm.sites.shop.pages.storefront import cards, compared, number_setting
from webcosm.sites.shop.rules.carts import add_to_cart
from webcosm.sites.shop.rules.quoting import Wanted
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = ["back_to"]

MOST_OF_A_WISH = 9_999
WISH = Form(
    Field("qty", "Quantity", "number", required=True, min=1, max=MOST_OF_A_WISH),
    Field("note", "Comment", "textarea", max=500),
)


def back_to(request: Request, otherwise: str) -> Response:
    """To the page whose button was pressed."""
    before = urlsplit(request.headers.get("referer", ""))
    if not before.path.startswith("/") or before.path.startswith("//"):
        return request.redirect(otherwise)
    return request.redirect(before.path + (f"?{before.query}" if before.query else ""))


def _wanted(request: Request) -> Row:
    """The product that a form names, if it is for sale."""
    text = request.form.get("product_id", "")
    product = None
    if re.fullmatch("[0-9]{1,15}", text):
        product = request.db.row("SELECT * FROM product WHERE id = ? AND enabled", int(text))
    if product is None:
        raise NotFound("This product is not for sale any more.")
    return product


# The wish list --------------------------------------------------------------------------------------------------------


@site.get("/wishlist", roles=())
def wish_list(request: Request) -> Response:
    return _wish_list(request, {}, {})


def _wish_list(request: Request, typed: dict[str, str], errors: dict[str, str], status: int = 200) -> Response:
    rows = request.db.rows(
        "SELECT wish.*, coalesce(item.parent_id, item.id) AS shown_id, item.type AS item_type,"
        " (SELECT group_concat(label, ', ') FROM (SELECT attribute.label || ': ' || option.label AS label"
        "  FROM product_option AS has JOIN product_axis AS axis ON axis.product_id = item.parent_id"
        "   AND axis.attribute_id = has.attribute_id JOIN attribute ON attribute.id = has.attribute_id"
        "  JOIN attribute_option AS option ON option.id = has.option_id WHERE has.product_id = item.id"
        "  ORDER BY axis.position, axis.attribute_id)) AS options"
        " FROM wish JOIN product AS item ON item.id = wish.product_id WHERE wish.customer_id = ?"
        " ORDER BY wish.added, wish.id",
        request.need_user().id,
    )
    of_items = cards(request, list(dict.fromkeys([row.shown_id for row in rows] + [row.product_id for row in rows])))
    known = {card.product.id: card for card in of_items}
    wishes = [(row, known[row.shown_id], known[row.product_id], _link(request, row)) for row in rows]
    request.shows("wish list", customer=request.need_user().id)
    return request.render("wishlist.html", status=status, wishes=wishes, typed=typed, errors=errors)


def _link(request: Request, wish: Row) -> str:
    """The product's page, with the wished variant chosen."""
    key = request.db.value("SELECT url_key FROM product WHERE id = ?", wish.shown_id)
    options = request.db.rows(
        "SELECT has.attribute_id, has.option_id FROM product_option AS has JOIN product_axis AS axis"
        " ON axis.attribute_id = has.attribute_id AND axis.product_id = ? WHERE has.product_id = ?"
        " ORDER BY axis.position, axis.attribute_id",
        wish.shown_id,
        wish.product_id,
    )
    chosen = urlencode({f"option.{row.attribute_id}": row.option_id for row in options})
    return f"/{key}.html" + (f"?{chosen}" if chosen else "")


@site.post("/wishlist/add", roles=())
def add_wish(request: Request) -> Response:
    product = _wanted(request)
    named = product
    if product.type == "configurable":
        axes = axes_of(request.db, product.id)
        variant, _ = chosen_variant(variants_of(request, product.id), axes, request.form)
        product = variant.product if variant else product
    text = request.form.get("qty", "1")
    qty = int(text) if re.fullmatch("[0-9]{1,4}", text) and int(text) else 1
    customer = request.need_user()
    sql = "SELECT 1 FROM wish WHERE customer_id = ? AND product_id = ?"
    if request.db.value(sql, customer.id, product.id):
        request.flash(f"“{named.name}” is already on your wish list.", "note")
    elif request.db.value("SELECT count(*) FROM wish WHERE customer_id = ?", customer.id) >= (
        most := number_setting(request, "customers/wishlist_limit", 100)
    ):
        request.flash(f"Your wish list can hold up to {plural(most, 'product')}. Remove one first.", "wrong")
    else:
        request.db.insert(
            "wish", customer_id=customer.id, product_id=product.id, qty=qty, added=request.world.clock.stamp()
        )
        request.flash(f"“{named.name}” was added to your wish list.")
    return request.redirect("/wishlist")


@site.get("/wishlist/update", roles=())
def back_to_wishes(request: Request) -> Response:
    """For somebody who reloads the address that changes were sent to."""
    return request.redirect("/wishlist")


@site.post("/wishlist/update", roles=())
def update_wishes(request: Request) -> Response:
    """Takes quantities and comments of all wishes at once; nothing is saved if one of them is wrong."""
    wishes = request.db.rows("SELECT * FROM wish WHERE customer_id = ? ORDER BY id", request.need_user().id)
    errors: dict[str, str] = {}
    changes = []
    for wish in wishes:
        if f"qty.{wish.id}" not in request.form:
            continue
        form = WISH.read({name: request.form.get(f"{name}.{wish.id}", "") for name in ("qty", "note")})
        errors |= {f"{name}.{wish.id}": message for name, message in form.errors.items()}
        if form.valid:
            note = (form.values["note"] or "").strip()
            if (form.values["qty"], note) != (wish.qty, wish.note):
                changes.append((form.values["qty"], note, wish.id))
    if errors:
        return _wish_list(request, dict(request.form), errors, status=422)
    for change in changes:
        request.db.run("UPDATE wish SET qty = ?, note = ? WHERE id = ?", *change)
    request.flash("Your wish list was updated." if changes else "Nothing was changed.", "done" if changes else "note")
    return request.redirect("/wishlist")


@site.post("/wishlist/{number:int}/remove", roles=())
def remove_wish(request: Request, number: int) -> Response:
    wish = _own_wish(request, number)
    request.db.run("DELETE FROM wish WHERE id = ?", wish.id)
    request.flash(f"“{wish.name}” was removed from your wish list.")
    return request.redirect("/wishlist")


@site.post("/wishlist/{number:int}/cart", roles=())
def move_to_cart(request: Request, number: int) -> Response:
    """Puts a wish into the cart and takes it off the list; one without a choice of options leads to its page."""
    wish = _own_wish(request, number)
    if wish.item_type == "configurable":
        request.flash("Choose the options of this product first.", "note")
        return request.redirect(f"/{wish.url_key}.html")
    if refused := add_to_cart(request, Wanted(wish.product_id, wish.qty)):
        request.flash(refused, "wrong")
        return request.redirect("/wishlist")
    request.db.run("DELETE FROM wish WHERE id = ?", wish.id)
    request.flash(f"“{wish.name}” was moved to your cart.")
    return request.redirect("/wishlist")


def _own_wish(request: Request, number: int) -> Row:
    wish = request.db.row(
        "SELECT wish.*, shown.name, shown.url_key, item.type AS item_type FROM wish JOIN product AS item"
        " ON item.id = wish.product_id JOIN product AS shown ON shown.id = coalesce(item.parent_id, item.id)"
        " WHERE wish.id = ? AND wish.customer_id = ?",
        number,
        request.need_user().id,
    )
    if wish is None:
        raise NotFound("This is not on your wish list any more.")
    return wish


# The compare list -----------------------------------------------------------------------------------------------------


@site.get("/compare")
def comparison(request: Request) -> Response:
    shown = cards(request, compared(request))
    ids = json.dumps([card.product.id for card in shown])
    specs: dict[str, dict[int, str]] = {}
    for row in request.db.rows(
        "SELECT product_id, label, value FROM product_spec WHERE product_id IN (SELECT value FROM json_each(?))"
        " ORDER BY position, product_id",
        ids,
    ):
        specs.setdefault(row.label, {})[row.product_id] = row.value
    request.shows("comparison", products=tuple(card.product.id for card in shown))
    return request.render("compare.html", cards=shown, specs=specs)


@site.post("/compare/add")
def add_to_comparison(request: Request) -> Response:
    product = _wanted(request)
    number = product.parent_id or product.id
    listed = compared(request)
    if number in listed:
        request.flash(f"“{product.name}” is already on your compare list.", "note")
    elif len(listed) >= (most := number_setting(request, "catalog/compare_limit", 4)):
        request.flash(f"You can compare up to {plural(most, 'product')}. Remove one first.", "wrong")
    else:
        if request.user:
            stamp = request.world.clock.stamp()
            request.db.insert("comparison", customer_id=request.user.id, product_id=number, added=stamp)
        else:
            request.session["compare"] = [*listed, number]
        request.flash(f"“{product.name}” was added to your compare list.")
    return back_to(request, "/compare")


@site.post("/compare/remove")
def remove_from_comparison(request: Request) -> Response:
    text = request.form.get("product_id", "")
    number = int(text) if re.fullmatch("[0-9]{1,15}", text) else 0
    if number not in compared(request):
        raise NotFound("This product is not on your compare list any more.")
    _keep_compared(request, [other for other in compared(request) if other != number])
    request.flash("The product was removed from your compare list.")
    return request.redirect("/compare")


@site.post("/compare/clear")
def clear_comparison(request: Request) -> Response:
    _keep_compared(request, [])
    request.flash("Your compare list is empty.")
    return request.redirect("/compare")


def _keep_compared(request: Request, numbers: list[int]) -> None:
    if request.user:
        request.db.run(
            "DELETE FROM comparison WHERE customer_id = ? AND product_id NOT IN (SELECT value FROM json_each(?))",
            request.user.id,
            json.dumps(numbers),
        )
    else:
        request.session["compare"] = numbers
