"""What hard tasks on the storefront's customer side share: orders as deeds, and notes that a task begins with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from webcosm.judge.effects import Deed, Free
from webcosm.sites.shop.rules.ordering import place_order
from webcosm.sites.shop.rules.postal import postal
from webcosm.sites.shop.rules.quoting import buyer_of
from webcosm.suites.arena.shop._rows import NUMBERED, WHEN, cart_id, customer
from webcosm.tasks import Person
from webcosm.worlds import Row, Timepiece, Value, World

__all__ = ["BOUGHT", "add_note", "listed", "order_deed", "own_addresses", "place_it"]

BOUGHT: Free = {
    "orders": {"created": WHEN, "updated": WHEN},
    "order_item": {"id": NUMBERED},
    "order_comment": {"id": NUMBERED, "created": WHEN},
}
"""For :func:`expect_deeds`: times, and ids that no other row names."""


def own_addresses(world: World) -> list[Row]:
    """The customer's address book."""
    return world.shop.rows("SELECT * FROM address WHERE customer_id = ? ORDER BY id", customer(world).id)


def order_deed(
    label: str,
    wanted: Mapping[int, int],
    shipping_code: str,
    payment_code: str,
    *,
    coupon: str = "",
    shipping: Row | None = None,
    billing: Row | None = None,
) -> Deed:
    """Ordering these products (id to quantity) and nothing else; to the default addresses unless others are given."""
    return Deed(label, partial(_order, wanted, shipping_code, payment_code, coupon, shipping, billing))


def _order(
    wanted: Mapping[int, int],
    shipping_code: str,
    payment_code: str,
    coupon: str,
    shipping: Row | None,
    billing: Row | None,
    world: World,
    clock: Timepiece,
) -> None:
    db, buyer, cart = world.shop, customer(world), cart_id(world)
    there = {row.product_id: row.qty for row in db.rows("SELECT * FROM cart_item WHERE cart_id = ?", cart)}
    for product, qty in sorted(there.items()):
        if wanted.get(product) != qty:
            db.run("DELETE FROM cart_item WHERE cart_id = ? AND product_id = ?", cart, product)
    for product, qty in sorted(wanted.items()):
        if there.get(product) != qty:
            db.insert("cart_item", cart_id=cart, product_id=product, qty=qty, added=clock.stamp())
    db.run("UPDATE cart SET coupon = ? WHERE id = ?", coupon, cart)
    book = {row.id: row for row in own_addresses(world)}
    place_order(
        db,
        clock,
        cart_id=cart,
        buyer=buyer_of(buyer),
        billing=postal(billing or book[buyer.billing_id]),
        shipping=postal(shipping or book[buyer.shipping_id]),
        shipping_code=shipping_code,
        payment_code=payment_code,
    )


def add_note(world: World, title: str, body: str, written: str, *, archived: bool = False) -> None:
    """A note of whoever is signed in."""
    owner = world.notes.value("SELECT min(id) FROM account")
    texts: dict[str, Value] = {"title": title, "body": body, "created": written, "updated": written}
    world.notes.insert("note", account_id=owner, archived=int(archived), **texts)


def listed(words: Sequence[str]) -> str:
    """``tea, milk, and honey``"""
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


async def place_it(person: Person, carrier: str, payment: str, *, street: str = "", coupon: str = "") -> None:
    """From the cart to the placed order, with a coupon entered at the last step."""
    await person.click("Proceed to checkout")
    if street:
        await person.check(street)
    await person.check(carrier)
    await person.click("Next", role="button")
    if coupon:
        await person.fill("Coupon code", coupon)
        await person.click("Apply coupon", role="button")
    await person.check(payment)
    await person.click("Place order", role="button")
