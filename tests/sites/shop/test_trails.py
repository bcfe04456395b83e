"""What is left of a slip that was undone does not count; what cannot be undone does."""

from __future__ import annotations

import pytest

from webcosm.sites.kit import Visitor
from webcosm.worlds import Change, Row, World

SHOP = "http://shop.test"


def counted(world: World) -> list[tuple[str, str]]:
    """The changes that are no trails."""
    found: list[Change] = world.universe.without_trails(world.changes())
    return [(change.kind, change.table) for change in found]


@pytest.fixture
def goods(stocked: World) -> Row:
    row = stocked.shop.row("SELECT * FROM product WHERE type = 'simple' AND enabled AND in_stock AND qty > 9")
    assert row
    return row


@pytest.fixture
def me(stocked: World) -> Row:
    row = stocked.shop.row("SELECT * FROM customer WHERE id = (SELECT customer_id FROM wish ORDER BY id)")
    assert row
    return row


def test_what_is_put_into_the_cart_and_taken_out_again(customer: Visitor, stocked: World, goods: Row) -> None:
    customer.post(f"{SHOP}/cart/add", {"product_id": str(goods.id), "qty": "2"})
    assert counted(stocked) == [("insert", "cart_item")]
    number = stocked.shop.value("SELECT max(id) FROM cart_item")
    customer.post(f"{SHOP}/cart/items/{number}/remove")
    assert counted(stocked) == []


def test_a_wish_that_is_put_back_as_it_was(customer: Visitor, stocked: World, me: Row) -> None:
    first = stocked.shop.rows("SELECT * FROM wish WHERE customer_id = ? ORDER BY id", me.id)[0]
    customer.post(f"{SHOP}/wishlist/{first.id}/remove")
    assert counted(stocked) == [("delete", "wish")]
    customer.post(f"{SHOP}/wishlist/add", {"product_id": str(first.product_id), "qty": str(first.qty + 1)})
    back = stocked.shop.row("SELECT * FROM wish WHERE product_id = ? AND customer_id = ?", first.product_id, me.id)
    assert back
    assert back.id != first.id
    assert sorted(counted(stocked)) == [("delete", "wish"), ("insert", "wish")], "the quantity is another one"
    customer.post(f"{SHOP}/wishlist/update", {f"qty.{back.id}": str(first.qty), f"note.{back.id}": first.note})
    assert counted(stocked) == []


def test_a_newsletter_that_is_ordered_again(customer: Visitor, stocked: World) -> None:
    customer.post(f"{SHOP}/account/newsletter", {})
    assert counted(stocked) == [("update", "subscriber")]
    stocked.shop.run("UPDATE subscriber SET changed = '2026-05-14 09:10:00' WHERE status = 'unsubscribed'")
    customer.post(f"{SHOP}/account/newsletter", {"subscribed": "on"})
    assert stocked.changes()
    assert counted(stocked) == []


def test_an_address_that_is_deleted_and_entered_again(customer: Visitor, stocked: World, me: Row) -> None:
    address = stocked.shop.rows(
        "SELECT * FROM address WHERE customer_id = ?1 AND id NOT IN (?2, ?3)", me.id, me.billing_id, me.shipping_id
    )[0]
    customer.post(f"{SHOP}/account/addresses/{address.id}/delete")
    assert counted(stocked) == [("delete", "address")]
    customer.post(f"{SHOP}/account/addresses/new", {name: str(value) for name, value in address.items()})
    assert counted(stocked) == []


def test_what_is_compared_no_longer(customer: Visitor, stocked: World, goods: Row) -> None:
    for deed in ("add", "remove"):
        customer.post(f"{SHOP}/compare/{deed}", {"product_id": str(goods.id)})
    assert counted(stocked) == []


def test_what_was_sent_or_posted_counts(customer: Visitor, stocked: World, goods: Row) -> None:
    customer.post(
        f"{SHOP}/contact", {"name": "A", "email": "a@mail.test", "phone": "(555) 555-0100", "message": "Hello, you."}
    )
    customer.post(f"{SHOP}/newsletter", {"newsletter_email": "stranger@mail.test"})
    review = {"stars": "5", "nickname": "A", "title": "Good", "body": "Well made and just as described."}
    customer.post(f"{SHOP}/reviews/{goods.id}", review)
    assert sorted(counted(stocked)) == [
        ("insert", "contact_message"),
        ("insert", "review"),
        ("insert", "subscriber"),
    ]


@pytest.mark.parametrize(("told", "left"), [({}, []), ({"notified": 1}, [("insert", "order_comment")])])
def test_a_line_of_an_orders_history_counts_if_somebody_was_told(
    stocked: World, told: dict[str, int], left: list[tuple[str, str]]
) -> None:
    order = stocked.shop.value("SELECT max(id) FROM orders")
    stocked.shop.insert("order_comment", order_id=order, status="holded", created="2026-05-14 09:10:00", **told)
    stocked.shop.run("UPDATE orders SET updated = '2026-05-14 09:10:00' WHERE id = ?", order)
    assert counted(stocked) == left
    stocked.shop.run("UPDATE orders SET status = 'holded' WHERE id = ?", order)
    assert counted(stocked) == [*left, ("update", "orders")]
