"""Writing customers: what belongs to one, and what goes with one who is deleted."""

from __future__ import annotations

from typing import Literal

from webcosm.sites.kit import Conflict, NotFound, Request
from webcosm.sites.kit.formats import plural
from webcosm.worlds import Database, Row

__all__ = ["delete_customer", "find_customer", "set_subscription"]


def find_customer(db: Database, number: int) -> Row:
    customer = db.row("SELECT *, first_name || ' ' || last_name AS name FROM customer WHERE id = ?", number)
    if customer is None:
        raise NotFound(f"There is no customer with the id {number}.")
    return customer


def set_subscription(request: Request, number: int, status: Literal["subscribed", "unsubscribed"]) -> None:
    """Writes only if it changes anything; somebody who never subscribed needs no unsubscription."""
    db, customer = request.db, find_customer(request.db, number)
    stamp = request.world.clock.stamp()
    if db.value("SELECT 1 FROM subscriber WHERE email = ?", customer.email):
        db.run(
            "UPDATE subscriber SET status = ?1, changed = ?2 WHERE email = ?3 AND status <> ?1",
            status,
            stamp,
            customer.email,
        )
    elif status == "subscribed":
        db.insert("subscriber", email=customer.email, customer_id=number, status=status, changed=stamp)


def delete_customer(db: Database, number: int) -> None:
    """Deletes an account that never bought anything. Reviews stay, without their author's account."""
    customer = find_customer(db, number)
    if orders := db.value("SELECT count(*) FROM orders WHERE customer_id = ?", number):
        bought = plural(orders, "order")
        raise Conflict(f"{customer.name} has {bought} and cannot be deleted; make the account inactive instead.")
    db.run("UPDATE review SET customer_id = NULL WHERE customer_id = ?", number)
    db.run("UPDATE subscriber SET customer_id = NULL WHERE customer_id = ?", number)
    db.run("UPDATE customer SET billing_id = NULL, shipping_id = NULL WHERE id = ?", number)
    db.run("DELETE FROM cart_item WHERE cart_id IN (SELECT id FROM cart WHERE customer_id = ?)", number)
    for table in ("cart", "wish", "comparison", "address"):
        db.run(f"DELETE FROM {table} WHERE customer_id = ?", number)
    db.run("DELETE FROM customer WHERE id = ?", number)
