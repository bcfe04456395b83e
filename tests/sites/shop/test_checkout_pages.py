"""Checkout: both steps, for customers and guests; what is written at the end, and nothing before."""

from __future__ import annotations

from datetime import date

import pytest

from tests.sites.shop.reading import changed, flashes, text_of
from tests.sites.shop.small import KETTLE, MUG, put
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.sites.shop.rules.checkout_forms import card_note, expiry_problem, luhn
from webcosm.worlds import Row, World

NEW = {
    "first_name": "Ida",
    "last_name": "Lund",
    "company": "",
    "street": "12 Oak Street",
    "street2": "Apt 4",
    "city": "Farrow",
    "region": "FA",
    "postcode": "40105",
    "phone": "(685) 555-0100",
}
CARD = {
    "payment": "card",
    "card_name": "Ana Moss",
    "card_number": "4111 1111 1111 1111",
    "card_expiry": "08/28",
    "card_code": "123",
}
PLACED = {
    "insert orders": 1,
    "insert order_item": 1,
    "insert order_address": 2,
    "insert order_comment": 1,
    "update product": 1,
}


@pytest.fixture
def buyer(ana: Visitor, small_world: World) -> Visitor:
    """Ana with two mugs in her cart, at the door of checkout."""
    put(small_world.shop, 1, mug=2)
    ana.get("/checkout")
    return ana


@pytest.fixture
def paying(buyer: Visitor) -> Visitor:
    """Ana at the second step."""
    page = buyer.post("/checkout", {"address": "1", "method": "flat"})
    assert page.url == "http://shop.test/checkout/payment"
    return buyer


def the_order(world: World) -> Row:
    (order,) = world.shop.rows("SELECT * FROM orders")
    return order


def pay(visitor: Visitor, **form: str) -> VisitedPage:
    return visitor.post("/checkout/payment", {"payment": "check", "billing": "same", **form})


# Cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number,good",
    [
        ("4111 1111 1111 1111", True),
        ("5500-0000-0000-0004", True),
        ("4111111111111112", False),
        ("4111", False),
        ("4111x111", False),
        ("", False),
        ("0" * 20, False),
    ],
)
def test_check_digits(number: str, good: bool) -> None:
    assert luhn(number) == good


def test_every_wrong_digit_is_found() -> None:
    number = "4111111111111111"
    for place, digit in enumerate(number):
        for other in "0123456789".replace(digit, ""):
            assert not luhn(number[:place] + other + number[place + 1 :])


@pytest.mark.parametrize(
    "text,good",
    [("05/26", True), ("5/26", True), ("12 / 2030", True), ("04/26", False), ("13/28", False), ("x", False)],
)
def test_cards_are_good_until_the_end_of_their_month(text: str, good: bool) -> None:
    assert (expiry_problem(text, date(2026, 5, 31)) is None) == good


def test_only_the_last_digits_are_kept() -> None:
    assert card_note("4111 1111-1111 1234") == "1234"


# The first step -------------------------------------------------------------------------------------------------------


def test_an_empty_cart_cannot_be_checked_out(ana: Visitor) -> None:
    for path in ("/checkout", "/checkout/payment"):
        page = ana.get(path)
        assert (page.url, flashes(page)) == ("http://shop.test/cart", ["Your cart is empty."])


def test_a_cart_with_a_problem_goes_back(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, kettle=5)
    page = ana.get("/checkout")
    assert page.url == "http://shop.test/cart"
    assert "Only 3 pieces of Foundry Kettle are left." in flashes(page)


def test_the_default_address_is_chosen(buyer: Visitor) -> None:
    page = buyer.get("/checkout")
    assert 'name="address" value="1" checked' in page.text
    assert "Moss & Co" in text_of(page)
    assert "Parcel Post - Standard 3 to 5 working days $5.95" in text_of(page)
    assert "mule" not in page.text, "what is switched off is not offered"


def test_choosing_writes_nothing(buyer: Visitor, small_world: World) -> None:
    page = buyer.post("/checkout", {"address": "new", "method": "express", "save": "on", **NEW})
    assert page.url == "http://shop.test/checkout/payment"
    assert "Ida Lund 12 Oak Street Apt 4 Farrow, FA 40105" in text_of(page)
    assert "Tax $1.44 Grand total $40.39" in text_of(page), "the tax of the chosen state"
    assert changed(small_world) == {"insert cart_item": 1}
    again = buyer.get("/checkout")
    assert 'value="12 Oak Street"' in again.text, "going back shows what was typed"


def test_a_saved_address_needs_no_other_fields(buyer: Visitor) -> None:
    page = buyer.post("/checkout", {"address": "2", "method": "pickup"})
    assert "Moss & Co 9 Dock Road" in text_of(page)


@pytest.mark.parametrize(
    "form,words",
    [
        ({"address": "1"}, "Shipping method is required."),
        ({"address": "3", "method": "flat"}, "Ship to: choose one of the options."),
        ({"address": "1", "method": "mule"}, "Shipping method: choose one of the options."),
        ({"address": "new", "method": "flat", **NEW, "street": ""}, "Street address is required."),
        ({"address": "new", "method": "flat", **NEW, "postcode": "ABC"}, "Zip code: write five digits, like 30106."),
        (
            {"address": "new", "method": "flat", **NEW, "phone": "call me"},
            "Phone number: write it like (303) 555-0100.",
        ),
        ({"address": "new", "method": "flat", **NEW, "region": ""}, "State is required."),
    ],
)
def test_a_refused_first_step_keeps_what_was_typed(buyer: Visitor, form: dict[str, str], words: str) -> None:
    page = buyer.post("/checkout", form)
    assert (page.status, words in text_of(page)) == (422, True)
    if form["address"] == "new":
        assert 'value="Ida"' in page.text
    assert buyer.get("/checkout/payment").url == "http://shop.test/checkout", "the second step needs the first"


def test_an_address_that_no_session_can_hold_is_refused(buyer: Visitor) -> None:
    long = {name: value or "😀" for name, value in NEW.items()}
    page = buyer.post(
        "/checkout",
        {"address": "new", "method": "flat", **long, "company": "😀" * 60, "street": "😀" * 80, "street2": "😀" * 60,
         "city": "😀" * 60, "first_name": "😀" * 50, "last_name": "😀" * 50},
    )  # fmt: skip
    assert (page.status, "This address is too long" in page.text) == (422, True)


# The second step ------------------------------------------------------------------------------------------------------


def test_placing_an_order_writes_exactly_its_rows(paying: Visitor, small_world: World) -> None:
    page = pay(paying, total="3193", note="Ring twice")
    assert page.url == "http://shop.test/checkout/success"
    assert "Your order number is 100001" in text_of(page)
    assert 'href="/account/orders/1"' in page.text
    assert changed(small_world) == PLACED
    order = the_order(small_world)
    assert (order.customer_id, order.total, order.payment_title) == (1, 3_193, "Check")
    assert small_world.shop.value("SELECT comment FROM order_comment") == "Ring twice"
    assert "Your cart is empty." in paying.get("/cart").text
    assert pay(paying).url == "http://shop.test/cart", "it cannot be sent twice"


def test_a_card_leaves_its_last_digits_only(paying: Visitor, small_world: World) -> None:
    pay(paying, **CARD)
    assert the_order(small_world).payment_note == "1111"
    assert not [change for change in small_world.changes() if "4111" in str(change.new)]


def test_a_purchase_order_number_is_kept(paying: Visitor, small_world: World) -> None:
    pay(paying, payment="invoice", po_number="PO-77")
    assert the_order(small_world).payment_note == "Purchase order PO-77"


def test_fields_of_other_methods_do_not_matter(paying: Visitor, small_world: World) -> None:
    pay(paying, card_number="nonsense", po_number="PO-77")
    assert the_order(small_world).payment_note == ""


@pytest.mark.parametrize(
    "form,words",
    [
        ({"payment": ""}, "Payment method is required."),
        ({"payment": "shells"}, "Payment method: choose one of the options."),
        ({**CARD, "card_number": "4111 1111 1111 1112"}, "this is not a valid card number"),
        ({**CARD, "card_expiry": "04/26"}, "this card expired in 04/26"),
        ({**CARD, "card_code": "12"}, "write the three or four digits"),
        ({**CARD, "card_name": ""}, "Name on card is required."),
        ({"billing": "new", "billing_city": "Farrow"}, "Street address is required."),
        ({"billing": "3"}, "Billing address: choose one of the options."),
        ({"note": "x" * 501}, "Note with your order may have at most 500 characters"),
    ],
)
def test_a_refused_payment_keeps_what_was_typed(
    paying: Visitor, small_world: World, form: dict[str, str], words: str
) -> None:
    page = pay(paying, **{"note": "Ring twice", **form})
    assert (page.status, words in text_of(page)) == (422, True)
    if form.get("payment") == "card":
        assert f'value="{form["card_expiry"]}"' in page.text
    assert "Ring twice" in page.text or "note" in form
    assert changed(small_world) == {"insert cart_item": 1}


def test_another_billing_address(paying: Visitor, small_world: World) -> None:
    pay(paying, billing="new", **{f"billing_{name}": value for name, value in NEW.items()})
    rows = {row.kind: row for row in small_world.shop.rows("SELECT * FROM order_address")}
    assert (rows["billing"].street, rows["shipping"].street) == ("12 Oak Street", "5 Mill Lane")
    assert small_world.shop.value("SELECT count(*) FROM address") == 3, "billing addresses are not saved unasked"


def test_the_default_billing_address_is_offered_when_goods_go_elsewhere(buyer: Visitor, small_world: World) -> None:
    page = buyer.post("/checkout", {"address": "2", "method": "flat"})
    assert 'name="billing" value="1" checked' in page.text
    pay(buyer, billing="1")
    rows = {row.kind: row.street for row in small_world.shop.rows("SELECT * FROM order_address")}
    assert rows == {"billing": "5 Mill Lane", "shipping": "9 Dock Road"}


def test_a_new_address_is_saved_with_the_order_if_asked(buyer: Visitor, small_world: World) -> None:
    buyer.post("/checkout", {"address": "new", "method": "flat", "save": "on", **NEW})
    pay(buyer)
    assert changed(small_world) == {**PLACED, "insert address": 1}
    assert (
        small_world.shop.value("SELECT street FROM address WHERE customer_id = 1 ORDER BY id DESC") == "12 Oak Street"
    )


def test_a_new_address_is_not_saved_unasked(buyer: Visitor, small_world: World) -> None:
    buyer.post("/checkout", {"address": "new", "method": "flat", **NEW})
    pay(buyer)
    assert changed(small_world) == PLACED


def test_a_price_that_changed_meanwhile_is_shown_first(paying: Visitor, small_world: World) -> None:
    seen = 3_193
    small_world.shop.run("UPDATE product SET price = 1300 WHERE id = ?", MUG)
    page = pay(paying, total=str(seen), note="Ring twice")
    assert (page.status, "The total has changed since you saw it." in page.text) == (409, True)
    assert "Ring twice" in page.text
    assert small_world.shop.value("SELECT count(*) FROM orders") == 0
    assert 'name="total" value="3410"' in page.text
    assert pay(paying, total="3410").url == "http://shop.test/checkout/success"


def test_stock_that_ran_out_meanwhile(paying: Visitor, small_world: World) -> None:
    small_world.shop.run("UPDATE product SET qty = 1 WHERE id = ?", MUG)
    page = pay(paying)
    assert page.url == "http://shop.test/cart"
    assert "Only 1 piece of Harbor Mug is left." in flashes(page)
    assert small_world.shop.value("SELECT count(*) FROM orders") == 0


def test_a_method_that_is_gone_meanwhile(paying: Visitor, small_world: World) -> None:
    small_world.shop.run("UPDATE shipping_method SET active = 0 WHERE code = 'flat'")
    page = pay(paying)
    assert page.url == "http://shop.test/checkout"
    assert flashes(page) == ["Please choose an address and a shipping method first."]


def test_a_coupon_at_the_second_step(paying: Visitor, small_world: World) -> None:
    page = paying.post("/checkout/coupon", {"coupon": "OVER"})
    assert (page.status, "it expired on 2026-05-13" in page.text) == (422, True)
    assert paying.get("/checkout/coupon").url == "http://shop.test/checkout/payment"
    page = paying.post("/checkout/coupon", {"coupon": "ten"})
    assert "Discount (Ten percent) −$2.40" in text_of(page)
    paying.post("/checkout/coupon/remove")
    page = paying.post("/checkout/coupon", {"coupon": "TEN"})
    pay(paying)
    order = the_order(small_world)
    assert (order.coupon, order.discount) == ("TEN", 240)
    assert changed(small_world) == PLACED, "the cart has no coupon any more"


def test_success_is_shown_to_the_buyer_only(ana: Visitor) -> None:
    assert ana.get("/checkout/success").url == "http://shop.test/cart"


# Guests ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def stranger(guest: Visitor) -> Visitor:
    """A guest with a kettle, at the second step."""
    guest.post("/cart/add", {"product_id": str(KETTLE)})
    guest.get("/checkout")
    page = guest.post("/checkout", {"email": "ida@example.test", "method": "flat", **NEW})
    assert page.url == "http://shop.test/checkout/payment"
    return guest


def test_guests_must_say_where_to_write(guest: Visitor) -> None:
    guest.post("/cart/add", {"product_id": str(KETTLE)})
    page = guest.post("/checkout", {"email": "ida", "method": "flat", **NEW})
    assert (page.status, "write an address like name@example.test" in page.text) == (422, True)


def test_a_guests_order(stranger: Visitor, small_world: World) -> None:
    page = pay(stranger)
    order = the_order(small_world)
    assert (order.customer_id, order.email, order.first_name, order.group_id) == (None, "ida@example.test", "Ida", 1)
    assert changed(small_world) == PLACED, "the guest's cart came and went"
    assert "/guest-order" in page.text


def test_a_guest_can_create_an_account_afterwards(stranger: Visitor, small_world: World) -> None:
    pay(stranger)
    page = stranger.post("/checkout/account", {"password": "short", "confirm": "short"})
    assert (page.status, "needs at least 8 characters" in page.text) == (422, True)
    page = stranger.post("/checkout/account", {"password": "quiet-lamp", "confirm": "loud-lamp"})
    assert "The two passwords are not the same." in page.text
    page = stranger.post("/checkout/account", {"password": "quiet-lamp", "confirm": "quiet-lamp", "newsletter": "on"})
    assert page.url == "http://shop.test/account"
    assert "100001" in page.text
    assert changed(small_world) == {
        **PLACED,
        "insert customer": 1,
        "insert cart": 1,
        "insert address": 1,
        "insert subscriber": 1,
    }
    assert stranger.post("/checkout/account", {}).status == 404


def test_an_account_is_not_offered_twice(guest: Visitor, small_world: World) -> None:
    guest.post("/cart/add", {"product_id": str(KETTLE)})
    guest.get("/checkout")
    guest.post("/checkout", {"email": "ana@example.test", "method": "flat", **NEW})
    assert "Create an account</h2>" not in pay(guest).text
    page = guest.post("/checkout/account", {"password": "quiet-lamp", "confirm": "quiet-lamp"})
    assert page.url.startswith("http://shop.test/checkout/account")
    assert small_world.shop.value("SELECT count(*) FROM customer") == 2


def test_guests_can_be_kept_out(guest: Visitor, small_world: World) -> None:
    small_world.shop.insert("setting", path="sales/guest_checkout", value="0")
    guest.post("/cart/add", {"product_id": str(KETTLE)})
    assert guest.get("/checkout").url == "http://shop.test/login?next=/checkout"
