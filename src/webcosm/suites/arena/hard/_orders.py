"""Orders for hard tasks: put into the state that a task needs by the shop's own rules, and dealt with at the office."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from webcosm.lore import Rng
from webcosm.sites.shop.rules.ordering import cancel, hold, make_invoice, make_shipment
from webcosm.suites.arena.admin._rows import owner_name
from webcosm.suites.arena.hard._shop import OFFICE
from webcosm.tasks import Person
from webcosm.worlds import BEGINNING, Moment, Row, World

__all__ = [
    "SHIPPED_STATES",
    "STATES",
    "bring_to",
    "cancel_order",
    "comment_on",
    "drawn_state",
    "hours_after",
    "listed",
    "open_page",
    "press",
    "recent_orders",
    "reopen",
    "ship_order",
]

DOCUMENTS = {"shipment": ("track", "shipment_item"), "invoice": ("invoice_item",), "credit_memo": ("credit_memo_item",)}
STATES = ("open", "held", "invoiced", "part", "sent", "complete", "canceled")
"""How far an order has come: nothing done, on hold, paid only, one piece shipped, all shipped, paid and shipped, called
off. An order of one piece cannot be shipped in part."""
SHIPPED_STATES = ("part", "sent", "complete")


def recent_orders(world: World, count: int) -> list[Row]:
    """The last orders, by what no task changes of them: neither status nor documents."""
    rows = world.shop.rows(
        "SELECT orders.id, number, customer_id, email, first_name, last_name, group_id, subtotal, discount, shipping,"
        " tax, total, coupon, shipping_code, shipping_title, payment_code, payment_title, created,"
        " customer_group.name AS group_name,"
        " (SELECT sum(qty) FROM order_item WHERE order_id = orders.id) AS pieces"
        " FROM orders JOIN customer_group ON customer_group.id = group_id"
        " ORDER BY orders.id DESC LIMIT ?",
        count,
    )
    return rows[::-1]


def reopen(world: World, order: Row, placed: str | None = None) -> None:
    """As if the order had just come in: without documents, pending. `placed` moves it to another moment."""
    db = world.shop
    placed = placed or order.created
    for document, parts in DOCUMENTS.items():
        for part in parts:
            db.run(
                f"DELETE FROM {part} WHERE {document}_id IN (SELECT id FROM {document} WHERE order_id = ?)", order.id
            )
        db.run(f"DELETE FROM {document} WHERE order_id = ?", order.id)
    db.run("DELETE FROM payment WHERE order_id = ?", order.id)
    first = db.value("SELECT min(id) FROM order_comment WHERE order_id = ?", order.id)
    db.run("DELETE FROM order_comment WHERE order_id = ? AND id <> ?", order.id, first)
    db.run("UPDATE order_comment SET status = 'pending', created = ? WHERE id = ?", placed, first)
    db.run(
        "UPDATE orders SET status = 'pending', held_status = NULL, created = ?, updated = ? WHERE id = ?",
        placed,
        placed,
        order.id,
    )


def drawn_state(rng: Rng, order: Row, states: Sequence[str]) -> str:
    """One of the states, as often as it is named; shipped in part only if there is more than one piece."""
    state = rng.choice(states)
    return "sent" if state == "part" and order.pieces < 2 else state


def hours_after(order: Row, hours: int) -> datetime:
    """Some hours after an order was placed, but not after the world begins."""
    placed = datetime.fromisoformat(order.created).replace(tzinfo=UTC)
    return min(placed + timedelta(hours=hours), BEGINNING - timedelta(hours=1))


def bring_to(world: World, order: Row, state: str, when: datetime | None = None) -> None:
    """Does to an open order what brings it to one of `STATES`, by default some hours after it was placed."""
    when = when or hours_after(order, 9)
    db, clock, author = world.shop, Moment(when), owner_name(world)
    if state in ("invoiced", "complete"):
        make_invoice(db, clock, order.id, author=author)
    if state in ("sent", "complete"):
        make_shipment(db, Moment(when + timedelta(minutes=40)), order.id, author=author)
    if state == "part":
        item = db.value("SELECT min(id) FROM order_item WHERE order_id = ?", order.id)
        make_shipment(db, Moment(when + timedelta(minutes=40)), order.id, {int(item): 1}, author=author)
    if state == "held":
        hold(db, clock, order.id, author=author)
    if state == "canceled":
        cancel(db, clock, order.id, author=author)


# At the office --------------------------------------------------------------------------------------------------------


async def open_page(person: Person, order: Row) -> None:
    """One action, unless the order is open."""
    address = f"{OFFICE}/sales/orders/{order.id}"
    if person.view.url.partition("?")[0].partition("#")[0] != address:
        await person.goto(address)


async def press(person: Person, order: Row, button: str) -> None:
    """Two actions: a button on the order's page."""
    await open_page(person, order)
    await person.click(button, role="button")


async def cancel_order(person: Person, order: Row) -> None:
    """Three actions."""
    await open_page(person, order)
    await person.click("Cancel order…")
    await person.click("Yes, cancel the order", role="button")


async def comment_on(person: Person, order: Row, words: str, *, notify: bool = False) -> None:
    """Three actions, four with a message to the customer."""
    await open_page(person, order)
    await person.fill("Comment", words)
    if notify:
        await person.check("Notify customer by e-mail")
    await person.click("Submit comment", role="button")


async def ship_order(person: Person, order: Row, quantities: Mapping[str, int]) -> None:
    """Two actions, and one for each item of which not all is shipped; `quantities` by the item's label."""
    await person.goto(f"{OFFICE}/sales/orders/{order.id}/ship")
    for label, qty in quantities.items():
        await person.fill(f"Quantity of {label}", str(qty))
    await person.click("Submit shipment", role="button")


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
