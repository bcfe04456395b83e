"""The visitor's cart: a customer's own, or a guest's that the session has the key to."""

from __future__ import annotations

from webcosm.sites.kit import Request
from webcosm.sites.kit.formats import plural
from webcosm.sites.shop.rules.prices import group_of, item_price_sql
from webcosm.sites.shop.rules.quoting import Buyer, Quote, Wanted, buyer_of, cart_wishes, find_goods, quote, shortage
from webcosm.worlds import Row

__all__ = ["MOST_PIECES", "add_to_cart", "cart_summary", "find_cart", "merge_guest_cart", "need_cart", "quote_cart"]

MOST_PIECES = 9_999
"""Of one product in a cart."""


def find_cart(request: Request) -> Row | None:
    """The visitor's cart; None for a guest who has put nothing in yet."""
    if request.user:
        return request.db.row("SELECT * FROM cart WHERE customer_id = ?", request.user.id)
    token = request.session.get("cart")
    return request.db.row("SELECT * FROM cart WHERE token = ?", token) if isinstance(token, str) else None


def need_cart(request: Request) -> Row:
    """The visitor's cart, made if there is none."""
    cart = find_cart(request)
    if cart is None:
        if request.user:
            request.db.insert("cart", customer_id=request.user.id)
        else:
            request.session["cart"] = request.world.token()
            request.db.insert("cart", token=request.session["cart"])
        cart = find_cart(request)
    assert cart
    return cart


def quote_cart(request: Request, *, buyer: Buyer | None = None, region: str = "", method: str | None = None) -> Quote:
    """What the visitor's cart costs now."""
    cart = find_cart(request)
    return quote(
        request.db,
        request.world.clock.today(),
        cart_wishes(request.db, cart.id) if cart else [],
        buyer=buyer or buyer_of(request.user),
        region=region,
        method=method,
        coupon=cart.coupon if cart else "",
    )


def cart_summary(request: Request) -> tuple[int, int]:
    """How many pieces are in the visitor's cart, and their worth: for the top of every page."""
    cart = find_cart(request)
    if cart is None:
        return 0, 0
    price = item_price_sql(request.db, group_of(request), request.world.clock.today())
    row = request.db.row(
        f"SELECT coalesce(sum(cart_item.qty), 0) AS pieces, coalesce(sum(cart_item.qty * {price}), 0) AS worth"
        " FROM cart_item JOIN product ON product.id = cart_item.product_id WHERE cart_id = ?",
        cart.id,
    )
    assert row
    return row.pieces, row.worth


def add_to_cart(request: Request, wanted: Wanted) -> str | None:
    """Puts pieces of something into the cart; returns why not, if it cannot."""
    db = request.db
    goods = find_goods(db, wanted.product_id)
    if goods is None:
        return "This product is no longer sold."
    cart = find_cart(request)
    present = (
        db.row("SELECT * FROM cart_item WHERE cart_id = ? AND product_id = ?", cart.id, goods.id) if cart else None
    )
    qty = wanted.qty + (present.qty if present else 0)
    if problem := shortage(goods, qty):
        return f"{problem} Your cart already holds {plural(present.qty, 'piece')}." if present else problem
    if qty > MOST_PIECES:
        return f"A cart can hold at most {plural(MOST_PIECES, 'piece')} of one product."
    if present:
        db.run("UPDATE cart_item SET qty = ? WHERE id = ?", qty, present.id)
    else:
        cart_id = need_cart(request).id
        db.insert("cart_item", cart_id=cart_id, product_id=goods.id, qty=qty, added=request.world.clock.stamp())
    return None


def merge_guest_cart(request: Request) -> None:
    """After a guest signed in: what was in the guest's cart is now in the customer's, as far as there is stock."""
    db = request.db
    token = request.session.pop("cart", None)
    guest = db.row("SELECT * FROM cart WHERE token = ?", token) if isinstance(token, str) else None
    if guest is None:
        return
    own = need_cart(request)
    for wanted in cart_wishes(db, guest.id):
        goods = find_goods(db, wanted.product_id)
        present = db.row("SELECT * FROM cart_item WHERE cart_id = ? AND product_id = ?", own.id, wanted.product_id)
        if present:
            most = max(present.qty, min(present.qty + wanted.qty, goods.qty if goods else 0, MOST_PIECES))
            db.run("UPDATE cart_item SET qty = ? WHERE id = ?", most, present.id)
            db.run("DELETE FROM cart_item WHERE id = ?", wanted.item_id)
        else:
            db.run("UPDATE cart_item SET cart_id = ? WHERE id = ?", own.id, wanted.item_id)
    if guest.coupon and not own.coupon:
        db.run("UPDATE cart SET coupon = ? WHERE id = ?", guest.coupon, own.id)
    db.run("DELETE FROM cart WHERE id = ?", guest.id)
