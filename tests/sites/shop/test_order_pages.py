"""Orders as customers and guests see them."""

from __future__ import annotations

import pytest

from tests.sites.shop.reading import changed, flashes, text_of
from tests.sites.shop.small import BEN, GUEST, KETTLE, MUG, TEA, place, put
from webcosm.sites.kit import Visitor
from webcosm.sites.shop.rules import ordering
from webcosm.sites.shop.rules.ordering import Track
from webcosm.worlds import World


def test_the_list_with_its_pages(ana: Visitor, small_world: World) -> None:
    assert "You have placed no orders." in ana.get("/account/orders").text
    for _ in range(12):
        place(small_world, tea=1)
    place(small_world, BEN, tea=1)
    page = text_of(ana.get("/account/orders"))
    assert "Order # Date Ship to Order total Status Action 100012 May 14, 2026 Ana Moss" in page, "the newest first"
    assert ("Orders 1–10 of 12" in page, "100013" in page) == (True, False)
    page = text_of(ana.get("/account/orders?page=2"))
    assert ("Orders 11–12 of 12" in page, "100001" in page) == (True, True)
    assert "Orders 1–12 of 12" in text_of(ana.get("/account/orders?size=20"))
    assert "Orders 1–10 of 12" in text_of(ana.get("/account/orders?size=7")), "sizes are 10, 20 and 50"


def test_an_order_with_all_its_parts(ana: Visitor, small_world: World) -> None:
    db, clock = small_world.shop, small_world.clock
    number = place(small_world, coupon="TEN", payment="card", mug=2, red=1)
    page = text_of(ana.get(f"/account/orders/{number}"))
    assert "Order # 100001 Pending" in page
    assert "Placed on Thursday, May 14, 2026" in page
    assert "Harbor Mug MUG-1 $12.00 Ordered: 2 $24.00" in page
    assert "Linen Shirt Color: Red SHI-R $25.00 Ordered: 1 $25.00" in page
    assert "Subtotal $49.00 Discount (TEN) −$4.90 Shipping & handling $5.95 Tax $3.64 Grand total $53.69" in page
    assert "Shipping method Parcel Post - Standard" in page
    assert "Payment method Credit Card Card ending in 1111" in page
    assert "Invoices" not in page

    mug, shirt = ordering.item_progress(db, number)
    ordering.make_invoice(db, clock, number, notified=True)
    ordering.make_shipment(db, clock, number, {mug.id: 2}, tracks=[Track("Swift", "Swift Parcel", "SW123")])
    ordering.make_credit_memo(db, clock, number, {shirt.id: 1}, shipping=0, adjustment=-100)
    ordering.add_comment(db, clock, number, "complete", "Between us.")
    page = text_of(ana.get(f"/account/orders/{number}"))
    assert "Complete" in page
    assert "Ordered: 2 Shipped: 2" in page
    assert "Ordered: 1 Refunded: 1" in page
    assert "Invoice 300001 for $53.69 was made." in page
    assert "Between us." not in page, "only visible comments are shown"
    assert "Invoice # 300001" in text_of(ana.get(f"/account/orders/{number}/invoices"))
    assert "Swift, Swift Parcel: SW123" in text_of(ana.get(f"/account/orders/{number}/shipments"))
    page = text_of(ana.get(f"/account/orders/{number}/refunds"))
    assert "Refund # 700001" in page
    assert "Adjustment fee -$1.00 Grand total $23.36" in page
    page = text_of(ana.get(f"/account/orders/{number}/print"))
    assert ("Order # 100001" in page, "Sign out" in page) == (True, False)


def test_orders_cannot_be_edited_or_canceled_by_customers(ana: Visitor, small_world: World) -> None:
    number = place(small_world, mug=1)
    before = small_world.changes()
    assert "Cancel order" not in ana.get(f"/account/orders/{number}").text
    assert ana.post(f"/account/orders/{number}/cancel").status == 409
    assert ana.get(f"/account/orders/{number}/address").status == 404
    assert small_world.changes() == before


def test_where_the_merchant_allows_it_pending_orders_can_be_canceled(ana: Visitor, small_world: World) -> None:
    small_world.shop.insert("setting", path="sales/customer_cancel", value="1")
    number = place(small_world, mug=1)
    assert "Cancel order" in ana.get(f"/account/orders/{number}").text
    page = ana.post(f"/account/orders/{number}/cancel")
    assert ("Canceled" in page.text, flashes(page)) == (True, ["Order 100001 is canceled."])
    other = place(small_world, mug=1)
    ordering.make_invoice(small_world.shop, small_world.clock, other)
    assert ana.post(f"/account/orders/{other}/cancel").status == 409


def test_orders_of_others_are_out_of_reach(ana: Visitor, small_world: World) -> None:
    number = place(small_world, BEN, mug=1)
    for path in ("", "/invoices", "/print"):
        assert ana.get(f"/account/orders/{number}{path}").status == 404
    for path in ("/reorder", "/cancel"):
        assert ana.post(f"/account/orders/{number}{path}").status == 404
    assert ana.get(f"/guest-order/{number}").status == 404


# Reordering -----------------------------------------------------------------------------------------------------------


def test_reordering_fills_the_cart(ana: Visitor, small_world: World) -> None:
    number = place(small_world, mug=2, tea=1)
    before = changed(small_world)
    ana.get(f"/account/orders/{number}")
    page = ana.post(f"/account/orders/{number}/reorder")
    assert (page.url, flashes(page)) == (
        "http://shop.test/cart",
        ["The items of order 100001 are in your cart."],
    )
    assert changed(small_world) == {**before, "insert cart_item": 2}


def test_reordering_says_what_is_missing(ana: Visitor, small_world: World) -> None:
    number = place(small_world, mug=2, kettle=1)
    small_world.shop.run("UPDATE product SET enabled = 0 WHERE id = ?", KETTLE)
    page = ana.post(f"/account/orders/{number}/reorder")
    assert flashes(page) == [
        "Foundry Kettle is no longer sold.",
        "The items of order 100001 are in your cart.",
    ]


def test_reordering_nothing(ana: Visitor, small_world: World) -> None:
    number = place(small_world, kettle=1)
    small_world.shop.run("UPDATE product SET in_stock = 0 WHERE id = ?", KETTLE)
    page = ana.post(f"/account/orders/{number}/reorder")
    assert page.url == f"http://shop.test/account/orders/{number}"
    assert flashes(page)[-1] == "Nothing of order 100001 could be put into your cart."


def test_reordering_with_a_full_cart(ana: Visitor, small_world: World) -> None:
    number = place(small_world, mug=2)
    put(small_world.shop, 1, mug=7)
    page = ana.post(f"/account/orders/{number}/reorder")
    assert "Only 8 pieces of Harbor Mug are left. Your cart already holds 7 pieces." in flashes(page)
    assert small_world.shop.value("SELECT qty FROM cart_item WHERE product_id = ?", MUG) == 7


@pytest.mark.parametrize(
    "days, passed, words",
    [
        (None, 30, "You can return the goods of this order until Jun 13, 2026."),
        (None, 31, "The return period of 30 days ended on Jun 13, 2026."),
        ("14", 14, "You can return the goods of this order until May 28, 2026."),
        ("14", 15, "The return period of 14 days ended on May 28, 2026."),
        ("0", 1, "The return period of 0 days ended on May 14, 2026."),
    ],
)
def test_the_order_says_until_when_it_can_be_returned(
    ana: Visitor, small_world: World, days: str | None, passed: int, words: str
) -> None:
    number = place(small_world, mug=1)
    assert "return the goods" not in text_of(ana.get(f"/account/orders/{number}")), "nothing was shipped yet"
    ordering.make_shipment(small_world.shop, small_world.clock, number)
    if days is not None:
        small_world.shop.insert("setting", path="sales/return_days", value=days)
    small_world.clock.advance(milliseconds=passed * 86_400_000)
    assert words in text_of(ana.get(f"/account/orders/{number}"))


# Without an account ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        {"number": "100001", "last_name": "moss", "by": "email", "proof": "GUS@example.test"},
        {"number": "#100001", "last_name": "Moss", "by": "postcode", "proof": "10001"},
    ],
)
def test_a_guest_finds_an_order(guest: Visitor, small_world: World, form: dict[str, str]) -> None:
    number = place(small_world, GUEST, tea=2)
    guest.get("/guest-order")
    page = guest.post("/guest-order", form)
    assert page.url == f"http://shop.test/guest-order/{number}"
    assert "Evening Tea TEA-1 $6.50 Ordered: 2 $13.00" in text_of(page)
    assert "Reorder" not in page.text
    ordering.make_shipment(small_world.shop, small_world.clock, number, tracks=[Track("Swift", "Swift", "SW9")])
    assert "Swift: SW9" in text_of(guest.get(f"/guest-order/{number}/shipments"))
    assert guest.get(f"/guest-order/{number}/print").status == 200


@pytest.mark.parametrize("typed", ["Núñez", "NÚÑEZ", "nunez"])
def test_a_guest_need_not_type_accents(guest: Visitor, small_world: World, typed: str) -> None:
    number = place(small_world, GUEST, tea=2)
    small_world.shop.run("UPDATE order_address SET last_name = 'Núñez' WHERE order_id = ?", number)
    guest.get("/guest-order")
    form = {"number": "100001", "last_name": typed, "by": "email", "proof": "gus@example.test"}
    assert guest.post("/guest-order", form).url == f"http://shop.test/guest-order/{number}"


@pytest.mark.parametrize(
    "form",
    [
        {"number": "100002", "last_name": "Moss", "by": "email", "proof": "gus@example.test"},
        {"number": "100001", "last_name": "Reed", "by": "email", "proof": "gus@example.test"},
        {"number": "100001", "last_name": "Moss", "by": "email", "proof": "10001"},
        {"number": "100001", "last_name": "Moss", "by": "postcode", "proof": "10002"},
    ],
)
def test_who_knows_too_little_finds_nothing(guest: Visitor, small_world: World, form: dict[str, str]) -> None:
    number = place(small_world, GUEST, tea=2)
    page = guest.post("/guest-order", form)
    assert (page.status, "We found no order for what you entered." in page.text) == (422, True)
    assert f'value="{form["proof"]}"' in page.text
    assert guest.get(f"/guest-order/{number}").status == 404


def test_lookups_need_everything(guest: Visitor) -> None:
    page = guest.post("/guest-order", {"by": "phone"})
    assert "Order number is required." in page.text
    assert "Find the order by: choose one of the options." in page.text


def test_goods_that_are_gone_are_shown_without_a_link(ana: Visitor, small_world: World) -> None:
    number = place(small_world, tea=1)
    assert 'href="/evening-tea.html"' in ana.get(f"/account/orders/{number}").text
    small_world.shop.run("UPDATE product SET enabled = 0 WHERE id = ?", TEA)
    page = ana.get(f"/account/orders/{number}")
    assert ('href="/evening-tea.html"' in page.text, "Evening Tea" in page.text) == (False, True)
