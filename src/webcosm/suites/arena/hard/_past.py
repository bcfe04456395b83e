"""Orders of the past that a task begins with: numbered and dated as if they had been there all along."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from webcosm.sites.shop.rules.ordering import cancel, make_credit_memo, make_invoice, make_shipment
from webcosm.suites.arena.hard._buyer import order_deed
from webcosm.suites.arena.shop._rows import customer
from webcosm.worlds import Moment, Row, World

__all__ = ["Ending", "past_order"]

Ending = Literal["got", "canceled", "returned"]
PAPERS = {"invoice": "CAP", "shipment": "", "credit_memo": "REF"}
"""What an order has, with what its number is called in payments."""
ITEMS = {"invoice": ("invoice_item",), "shipment": ("shipment_item", "track"), "credit_memo": ("credit_memo_item",)}
OF_ORDER = ("order_item", "order_address", "order_comment", "invoice", "shipment", "credit_memo", "payment")
BACK_AFTER = 9
"""Days from an order to its refund."""
SOONEST_BACK = 4
ALL_BACK = "Everything was sent back unopened."
SOME_BACK = "Part of the order was sent back unopened."


def past_order(
    world: World,
    day: date,
    wanted: Mapping[int, int],
    shipping_code: str,
    payment_code: str,
    ending: Ending = "got",
    sent_back: Collection[int] = (),
) -> int:
    """Something that the customer ordered on about that day, by the shop's own rules; its id. The cart must be empty.

    Numbers tell when something was ordered, so it takes the place, the moments and the numbers of a stranger's order,
    which is gone. The products in `sent_back` were refunded, and the rest of the order kept.
    """
    db = world.shop
    place = _place(world, day, canceled=ending == "canceled")
    free = {kind: db.row(f"SELECT id, number, created FROM {kind} WHERE order_id = ?", place.id) for kind in PAPERS}
    _remove(world, place.id)
    if ending == "returned" or sent_back:
        free["credit_memo"] = memo = _free_memo(world, place.created)
        if memo:
            _remove(world, memo.order_id)
    stock = {number: db.value("SELECT qty FROM product WHERE id = ?", number) for number in wanted}
    clock = _moment(place.created)
    order_deed("ordered", wanted, shipping_code, payment_code).do(world, clock)
    order: int = db.value("SELECT max(id) FROM orders")
    if ending == "canceled":
        cancel(db, clock, order)
    else:
        assert free["invoice"]
        assert free["shipment"]
        make_invoice(db, _moment(free["invoice"].created), order, notified=True)
        make_shipment(db, _moment(free["shipment"].created), order, notified=True)
    memo = free["credit_memo"]
    back = _moment(memo.created) if memo else _moment(place.created, BACK_AFTER)
    if ending == "returned":
        make_credit_memo(db, back, order, comment=ALL_BACK, notified=True)
    elif sent_back:
        items = db.rows("SELECT id, product_id, qty FROM order_item WHERE order_id = ?", order)
        lines = {one.id: one.qty for one in items if one.product_id in sent_back}
        make_credit_memo(db, back, order, lines, shipping=0, comment=SOME_BACK, notified=True)
    for number, qty in stock.items():  # there is as much on the shelf as before
        db.run("UPDATE product SET qty = ? WHERE id = ?", qty, number)
    _renumber(world, order, place, free)
    return int(place.id)


def _moment(stamp: str, days: int = 0) -> Moment:
    return Moment(datetime.fromisoformat(stamp).replace(tzinfo=UTC) + timedelta(days=days))


def _place(world: World, day: date, *, canceled: bool) -> Row:
    """A stranger's order that was canceled, or invoiced and shipped at once and kept; nearest to that day."""
    row = world.shop.row(
        "SELECT id, number, created FROM orders WHERE customer_id IS NOT ?1 AND (status = 'canceled') = ?2 AND (?2 OR"
        "  status = 'complete' AND NOT EXISTS (SELECT 1 FROM credit_memo WHERE order_id = orders.id)"
        "  AND (SELECT count(*) FROM invoice WHERE order_id = orders.id) = 1"
        "  AND (SELECT count(*) FROM shipment WHERE order_id = orders.id) = 1)"
        " ORDER BY abs(julianday(created) - julianday(?3)), id LIMIT 1",
        customer(world).id,
        int(canceled),
        f"{day} 12:00:00",
    )
    assert row, "strangers order all the time"
    return row


def _free_memo(world: World, ordered: str) -> Row | None:
    """A stranger's refund of some days after an order; None if none is later, so that the next number is due."""
    return world.shop.row(
        "SELECT credit_memo.* FROM credit_memo JOIN orders ON orders.id = order_id WHERE customer_id IS NOT ?1"
        f" AND julianday(credit_memo.created) > julianday(?2) + {SOONEST_BACK}"
        "  AND (SELECT count(*) FROM credit_memo AS other WHERE other.order_id = orders.id) = 1"
        f" ORDER BY abs(julianday(credit_memo.created) - julianday(?2) - {BACK_AFTER}), credit_memo.id LIMIT 1",
        customer(world).id,
        ordered,
    )


def _remove(world: World, order: int) -> None:
    db = world.shop
    for kind, tables in ITEMS.items():
        for table in tables:
            db.run(f"DELETE FROM {table} WHERE {kind}_id IN (SELECT id FROM {kind} WHERE order_id = ?)", order)
    for table in reversed(OF_ORDER):
        db.run(f"DELETE FROM {table} WHERE order_id = ?", order)
    db.run("DELETE FROM orders WHERE id = ?", order)


def _renumber(world: World, order: int, place: Row, free: Mapping[str, Row | None]) -> None:
    """Gives an order and its papers ids and numbers that were set free."""
    db = world.shop
    _move(world, "orders", order, place)
    for table in OF_ORDER:
        db.run(f"UPDATE {table} SET order_id = ? WHERE order_id = ?", place.id, order)
    db.run("DELETE FROM orders WHERE id = ?", order)
    for kind, to in free.items():
        paper = db.row(f"SELECT id, number FROM {kind} WHERE order_id = ?", place.id)
        if paper is None or to is None or paper.id == to.id:
            continue
        _move(world, kind, paper.id, to)
        for table in ITEMS[kind]:
            db.run(f"UPDATE {table} SET {kind}_id = ? WHERE {kind}_id = ?", to.id, paper.id)
        db.run(f"DELETE FROM {kind} WHERE id = ?", paper.id)
        said = "UPDATE order_comment SET comment = replace(comment, ?, ?) WHERE order_id = ?"
        db.run(said, paper.number, to.number, place.id)
        if mark := PAPERS[kind]:
            paid = "UPDATE payment SET reference = ? WHERE order_id = ? AND reference = ?"
            db.run(paid, f"{mark}-{to.number}", place.id, f"{mark}-{paper.number}")


def _move(world: World, table: str, number: int, to: Row) -> None:
    """Writes a row once more, under another id and number; rows that name the old one are moved next."""
    row = world.shop.row(f"SELECT * FROM {table} WHERE id = ?", number)
    assert row
    world.shop.insert(table, **{**dict(row), "id": to.id, "number": to.number})
