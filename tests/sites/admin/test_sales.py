"""Orders: every button changes exactly the rows that it means, and the customer sees what was done."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.sites.admin.reading import flat, inserted, summary, updated
from tests.sites.admin.sample import CLERK, OWNER, READER
from webcosm.sites.admin import site as admin
from webcosm.sites.kit import Visitor
from webcosm.sites.shop import site as shop
from webcosm.worlds import Universe, WorldState

NOW = "2026-05-14 09:00:00"
PENDING, PROCESSING, COMPLETE, HELD = 7, 3, 2, 6
HISTORY = ("order_comment", "insert", ())
ADDRESS = {
    "first_name": "Cleo",
    "last_name": "Brandt",
    "street": "9 New Lane",
    "city": "Marlow",
    "region": "QU",
    "postcode": "10234",
    "phone": "555-0207",
}


def order(visitor: Visitor, number: int, path: str = "") -> str:
    """Opens a page of an order, so that its forms can be sent."""
    return visitor.get(f"http://admin.shop.test/sales/orders/{number}{path}").text


def items(visitor: Visitor, number: int) -> list[int]:
    return visitor.world.shop.values("SELECT id FROM order_item WHERE order_id = ? ORDER BY id", number)


# The page of an order -------------------------------------------------------------------------------------------------


def test_an_order_tells_all_about_itself(visitor: Visitor) -> None:
    text = flat(visitor.get("http://admin.shop.test/sales/orders/4"))
    for words in (
        "Order 100004 Closed",
        "Customer name Dario Nunez E-mail dario4@mail.test Customer group General",
        "4 Quay Street Marlow, QU 10234 Phone: 555-0204",
        "Payment method Check",
        "Parcel Post - Standard $5.00",
        "Stone Mug Color: Red SKU: MUG-1 $12.00 Ordered 1 Invoiced 1 Shipped 1 Refunded 1 $12.00 $0.96 $0.00 $12.96",
        "Subtotal $85.25 Shipping and handling $5.00 Tax $6.82 Grand total $97.07",
        "Total paid $97.07 Total refunded $97.07 Total due $0.00",
    ):
        assert words in text, words


def test_a_guest_has_no_account(visitor: Visitor) -> None:
    text = visitor.get("http://admin.shop.test/sales/orders/7").text
    assert "Ordered as a guest." in text
    assert "/customers/3" not in text


@pytest.mark.parametrize(
    "number, buttons",
    [
        (PENDING, {"Cancel order…", "Hold", "Invoice", "Ship"}),
        (PROCESSING, {"Hold", "Ship", "Credit memo"}),
        (COMPLETE, {"Credit memo"}),
        (HELD, {"Unhold"}),
        (4, set()),
        (5, set()),
    ],
)
def test_buttons_follow_the_status(visitor: Visitor, number: int, buttons: set[str]) -> None:
    head = order(visitor, number).partition('<div class="head">')[2].partition('<nav class="tabs"')[0]
    shown = set(
        re.findall(r'<(?:summary|button|a) class="(?:button|quiet|button quiet|button danger)"[^>]*>(.*?)<', head)
    )
    assert shown - {"Send e-mail", "Print"} == buttons


@pytest.mark.parametrize("number", [999, 10**30])
def test_an_order_that_does_not_exist(visitor: Visitor, number: int) -> None:
    assert visitor.get(f"http://admin.shop.test/sales/orders/{number}").status == 404


def test_tabs_list_the_documents(visitor: Visitor) -> None:
    assert "300003" in order(visitor, PROCESSING, "?tab=invoices")
    assert "This order has no shipments yet." in order(visitor, PROCESSING, "?tab=shipments")
    assert "Parcel Post PP000002" in order(visitor, COMPLETE, "?tab=shipments")
    assert "700001" in order(visitor, 4, "?tab=credit-memos")
    assert "Submit comment" in order(visitor, 4, "?tab=comments")


# Deeds ----------------------------------------------------------------------------------------------------------------


def test_canceling_puts_the_goods_back(visitor: Visitor) -> None:
    order(visitor, PENDING)
    page = visitor.post(f"/sales/orders/{PENDING}/cancel")
    assert "The order was canceled." in page.text
    assert summary(visitor.world) == [
        HISTORY,
        ("orders", "update", ("status", "updated")),
        ("product", "update", ("qty",)),
    ]
    assert updated(visitor.world, "product") == {(3,): {"qty": 101}}
    assert inserted(visitor.world, "order_comment") == [
        {
            "order_id": PENDING,
            "status": "canceled",
            "comment": "",
            "notified": 0,
            "visible": 0,
            "author": OWNER,
            "created": NOW,
        }
    ]


def test_what_was_invoiced_cannot_be_canceled(visitor: Visitor) -> None:
    order(visitor, PROCESSING)
    page = visitor.post(f"/sales/orders/{PROCESSING}/cancel")
    assert (page.status, "refunded by a credit memo instead" in page.text) == (409, True)
    assert visitor.world.changes() == []


def test_holding_can_be_undone_from_the_message(visitor: Visitor) -> None:
    order(visitor, PENDING)
    page = visitor.post(f"/sales/orders/{PENDING}/hold")
    assert updated(visitor.world, "orders") == {
        (PENDING,): {"status": "holded", "held_status": "pending", "updated": NOW}
    }
    assert f'<form method="post" action="/sales/orders/{PENDING}/unhold">' in page.text
    visitor.post(f"/sales/orders/{PENDING}/unhold")
    assert updated(visitor.world, "orders") == {(PENDING,): {"updated": NOW}}


def test_sending_the_confirmation_leaves_a_notified_entry(visitor: Visitor) -> None:
    order(visitor, COMPLETE)
    visitor.post(f"/sales/orders/{COMPLETE}/email")
    assert summary(visitor.world) == [HISTORY, ("orders", "update", ("updated",))]
    (entry,) = inserted(visitor.world, "order_comment")
    assert (entry["comment"], entry["notified"], entry["status"]) == (
        "The order confirmation was sent to ben2@mail.test.",
        1,
        "complete",
    )


def test_a_comment_with_ticks(visitor: Visitor) -> None:
    order(visitor, PENDING)
    form = {"status": "pending", "comment": "The <b>parcel</b> leaves today.", "notify": "on", "visible": "on"}
    page = visitor.post(f"/sales/orders/{PENDING}/comment", form)
    assert page.url.endswith(f"/sales/orders/{PENDING}#comments")
    assert "The &lt;b&gt;parcel&lt;/b&gt; leaves today." in page.text
    (entry,) = inserted(visitor.world, "order_comment")
    assert (entry["comment"], entry["notified"], entry["visible"], entry["author"]) == (form["comment"], 1, 1, OWNER)


def test_a_comment_can_mark_an_order_as_suspected_fraud(visitor: Visitor) -> None:
    order(visitor, PENDING)
    visitor.post(f"/sales/orders/{PENDING}/comment", {"status": "fraud", "comment": ""})
    assert updated(visitor.world, "orders") == {(PENDING,): {"status": "fraud", "updated": NOW}}


@pytest.mark.parametrize(
    "form", [{"status": "pending", "comment": "  "}, {"status": "complete", "comment": "Done"}, {}]
)
def test_a_comment_that_says_nothing_or_lies_is_refused(visitor: Visitor, form: dict[str, str]) -> None:
    order(visitor, PENDING)
    assert visitor.post(f"/sales/orders/{PENDING}/comment", form).status == 422
    assert visitor.world.changes() == []


@pytest.mark.parametrize("kind", ["billing", "shipping"])
def test_editing_an_address_changes_that_address_only(visitor: Visitor, kind: str) -> None:
    page = order(visitor, PENDING, f"/address/{kind}")
    assert 'value="7 Quay Street"' in page
    visitor.post(f"/sales/orders/{PENDING}/address/{kind}", ADDRESS)
    changed = {"street": "9 New Lane"} | ({"last_name": "Brandt"} if kind == "shipping" else {})
    assert summary(visitor.world) == [("order_address", "update", tuple(sorted(changed)))]
    assert updated(visitor.world, "order_address") == {(PENDING, kind): changed}


def test_an_incomplete_address_is_shown_again_with_what_was_typed(visitor: Visitor) -> None:
    order(visitor, PENDING, "/address/billing")
    page = visitor.post(f"/sales/orders/{PENDING}/address/billing", {**ADDRESS, "city": " ", "region": "ZZ"})
    assert page.status == 422
    assert "City is required." in page.text
    assert "State: choose one of the options." in page.text
    assert 'value="9 New Lane"' in page.text
    assert visitor.world.changes() == []
    assert visitor.get(f"/sales/orders/{PENDING}/address/home").status == 404


def test_mass_deeds_do_what_can_be_done_and_say_what_cannot(visitor: Visitor) -> None:
    visitor.get("http://admin.shop.test/sales/orders")
    page = visitor.post("/sales/orders/cancel", {"ids": f"{PENDING},{COMPLETE}"})
    assert "1 order was canceled." in page.text
    assert "1 order left as before. Order 100002 is complete and cannot be canceled." in page.text
    assert list(updated(visitor.world, "orders")) == [(PENDING,)]
    assert "Tick at least one order first." in visitor.post("/sales/orders/unhold", {}).text
    held = visitor.world.shop.value("SELECT count(*) FROM orders WHERE status = 'holded'")
    page = visitor.post("/sales/orders/unhold", {"all": "on", "query": "f.status=holded"})
    assert f"{held} orders were released from hold." in page.text
    assert visitor.world.shop.value("SELECT count(*) FROM orders WHERE status = 'holded'") == 0


# Invoices, shipments, credit memos ------------------------------------------------------------------------------------


def test_invoicing_a_part(visitor: Visitor) -> None:
    """Order 30 has 3 pans and a tea; it is on hold at first."""
    order(visitor, 30)
    visitor.post("/sales/orders/30/unhold")
    before = len(visitor.world.changes())
    pan, tea = items(visitor, 30)
    order(visitor, 30, "/invoice")
    page = visitor.post("/sales/orders/30/invoice", {f"qty.{pan}": "2", f"qty.{tea}": "0", "deed": "preview"})
    assert page.status == 200
    assert "Subtotal $91.00 Shipping and handling $5.00 Tax $7.28 Grand total $103.28" in flat(page)
    assert len(visitor.world.changes()) == before
    visitor.post(
        "/sales/orders/30/invoice", {f"qty.{pan}": "2", f"qty.{tea}": "0", "comment": "First part", "notify": "on"}
    )
    (invoice,) = inserted(visitor.world, "invoice")
    assert (invoice["total"], invoice["shipping"], invoice["notified"]) == (10328, 500, 1)
    assert [(row["order_item_id"], row["qty"]) for row in inserted(visitor.world, "invoice_item")] == [(pan, 2)]
    (payment,) = inserted(visitor.world, "payment")
    assert (payment["kind"], payment["amount"]) == ("capture", 10328)
    assert updated(visitor.world, "orders")[30,]["status"] == "processing"
    assert "First part" in order(visitor, 30)
    assert 'max="1" value="1"' in order(visitor, 30, "/invoice"), "the next invoice offers what is left"


@pytest.mark.parametrize(
    "typed, message", [("9", "At most 1 piece."), ("-1", "is not a whole number."), ("x", "is not")]
)
def test_quantities_that_cannot_be(visitor: Visitor, typed: str, message: str) -> None:
    (item,) = items(visitor, PENDING)
    for deed in ("invoice", "ship"):
        order(visitor, PENDING, f"/{deed}")
        page = visitor.post(f"/sales/orders/{PENDING}/{deed}", {f"qty.{item}": typed})
        assert (page.status, message in page.text, f'value="{typed}"' in page.text) == (422, True, True)
    page = visitor.post(f"/sales/orders/{PENDING}/invoice", {f"qty.{item}": "0"})
    assert (page.status, "Choose at least one item to invoice." in page.text) == (422, True)
    assert visitor.world.changes() == []


def test_shipping_with_two_tracking_numbers(visitor: Visitor) -> None:
    (item,) = items(visitor, PROCESSING)
    form = order(visitor, PROCESSING, "/ship")
    carriers = re.findall(r"<option>(.*?)</option>", form.partition('name="carrier.0"')[2].partition("</select>")[0])
    assert carriers[0] == "Parcel Post"
    assert carriers[-1] == "Custom"
    assert len(carriers) > 4
    visitor.post(
        f"/sales/orders/{PROCESSING}/ship",
        {
            f"qty.{item}": "3",
            "carrier.0": "Kestrel Express",
            "number.0": "KE-77",
            "carrier.1": "Custom",
            "title.1": "Our own van",
            "number.1": "12",
            "carrier.2": "Parcel Post",
        },
    )
    assert summary(visitor.world) == [
        HISTORY,
        ("orders", "update", ("status", "updated")),
        ("shipment", "insert", ()),
        ("shipment_item", "insert", ()),
        ("track", "insert", ()),
        ("track", "insert", ()),
    ]
    assert [(row["carrier"], row["title"], row["number"]) for row in inserted(visitor.world, "track")] == [
        ("Kestrel Express", "Kestrel Express", "KE-77"),
        ("Custom", "Our own van", "12"),
    ]
    assert updated(visitor.world, "orders") == {(PROCESSING,): {"status": "complete", "updated": NOW}}


@pytest.mark.parametrize(
    "track, message",
    [
        ({"carrier.0": "Kestrel Express", "title.0": "Fast"}, "Type the tracking number."),
        ({"carrier.0": "Custom", "number.0": "1"}, "Type a title that says who carries the parcel."),
        ({"carrier.0": "Pony", "number.0": "1"}, "Choose a carrier."),
        ({"carrier.0": "Kestrel Express", "number.0": "1" * 61}, "at most 60 characters"),
    ],
)
def test_tracking_numbers_that_lack_something(visitor: Visitor, track: dict[str, str], message: str) -> None:
    (item,) = items(visitor, PROCESSING)
    order(visitor, PROCESSING, "/ship")
    page = visitor.post(f"/sales/orders/{PROCESSING}/ship", {f"qty.{item}": "3", **track})
    assert (page.status, message in page.text) == (422, True)
    assert visitor.world.changes() == []


def test_tracking_numbers_come_and_go_later(visitor: Visitor) -> None:
    shipment = visitor.world.shop.value("SELECT id FROM shipment WHERE order_id = ?", COMPLETE)
    visitor.get(f"http://admin.shop.test/sales/shipments/{shipment}")
    assert visitor.post(f"/sales/shipments/{shipment}/tracks", {"carrier": "Tidewater Mail"}).status == 422
    page = visitor.post(f"/sales/shipments/{shipment}/tracks", {"carrier": "Tidewater Mail", "number": "TM 5"})
    assert "The tracking number TM 5 was added." in page.text
    assert summary(visitor.world) == [("track", "insert", ())]
    track = visitor.world.shop.value("SELECT max(id) FROM track")
    assert visitor.post(f"/sales/shipments/{shipment + 1}/tracks/{track}/remove").status == 404
    visitor.post(f"/sales/shipments/{shipment}/tracks/{track}/remove")
    assert visitor.world.changes() == []


def test_a_partial_credit_memo(visitor: Visitor) -> None:
    """Order 3 has three teas at $8.99, paid with $5 for shipping."""
    (item,) = items(visitor, PROCESSING)
    assert 'value="5.00"' in order(visitor, PROCESSING, "/credit-memo")
    form = {f"qty.{item}": "1", f"restock.{item}": "on", "shipping": "2", "adjustment": "1.50", "fee": "0.25"}
    page = visitor.post(f"/sales/orders/{PROCESSING}/credit-memo", {**form, "deed": "preview"})
    assert "Subtotal $8.99 Shipping and handling $2.00 Tax $0.72 Adjustment $1.25 Grand total $12.96" in flat(page)
    assert visitor.world.changes() == []
    visitor.post(f"/sales/orders/{PROCESSING}/credit-memo", {**form, "comment": "One was torn"})
    (memo,) = inserted(visitor.world, "credit_memo")
    assert {name: memo[name] for name in ("subtotal", "shipping", "tax", "adjustment", "total", "comment")} == {
        "subtotal": 899,
        "shipping": 200,
        "tax": 72,
        "adjustment": 125,
        "total": 1296,
        "comment": "One was torn",
    }
    assert updated(visitor.world, "product") == {(3,): {"qty": 101}}
    assert inserted(visitor.world, "payment")[0]["kind"] == "refund"
    assert visitor.world.shop.value("SELECT status FROM orders WHERE id = ?", PROCESSING) == "processing"


def test_a_credit_memo_of_everything_closes_the_order(visitor: Visitor) -> None:
    order(visitor, PROCESSING, "/credit-memo")
    (item,) = items(visitor, PROCESSING)
    form = {f"qty.{item}": "3", "shipping": "5", "adjustment": "0", "fee": "0"}
    visitor.post(f"/sales/orders/{PROCESSING}/credit-memo", form)
    assert updated(visitor.world, "orders") == {(PROCESSING,): {"status": "closed", "updated": NOW}}
    assert updated(visitor.world, "product") == {}


@pytest.mark.parametrize(
    "part, message",
    [
        ({"shipping": "5.01"}, "At most $5.00 of the shipping can be refunded."),
        ({"adjustment": "1"}, "At most $34.12 can still be refunded, not $35.12."),
        ({"fee": "100"}, "A refund cannot be negative"),
        ({"shipping": "much"}, "Refund shipping: write an amount like 12.50."),
    ],
)
def test_refunds_that_cannot_be(visitor: Visitor, part: dict[str, str], message: str) -> None:
    (item,) = items(visitor, PROCESSING)
    order(visitor, PROCESSING, "/credit-memo")
    form = {f"qty.{item}": "3", "shipping": "5", "adjustment": "0", "fee": "0", **part}
    page = visitor.post(f"/sales/orders/{PROCESSING}/credit-memo", form)
    assert (page.status, message in page.text) == (422, True)
    assert visitor.world.changes() == []


@pytest.mark.parametrize("path", ["invoice", "ship", "credit-memo"])
def test_forms_for_what_cannot_be_done_say_why(visitor: Visitor, path: str) -> None:
    page = visitor.get(f"http://admin.shop.test/sales/orders/5/{path}")
    assert (page.status, "is canceled and cannot be" in page.text) == (409, True)


def test_documents_on_screen_and_paper(visitor: Visitor) -> None:
    for kind, number, words in (
        ("invoices", 300001, "Grand total $17.96"),
        ("shipments", 500001, "PP000001"),
        ("credit-memos", 700001, "Grand total $97.07"),
    ):
        page = flat(visitor.get(f"http://admin.shop.test/sales/{kind}/1"))
        assert str(number) in page
        assert words in page
        paper = visitor.get(f"http://admin.shop.test/sales/{kind}/1/print").text
        assert str(number) in paper
        assert 'class="topbar"' not in paper
        assert visitor.get(f"http://admin.shop.test/sales/{kind}/99999").status == 404
    assert "Order 100003" in visitor.get("http://admin.shop.test/sales/orders/3/print").text
    assert visitor.get("http://admin.shop.test/sales/tea/3/print").status == 404
    assert "Money received" in visitor.get("http://admin.shop.test/sales/transactions/1").text


# Two sides of one shop ------------------------------------------------------------------------------------------------


def test_what_the_clerk_does_the_customer_sees(office: Universe) -> None:
    """Order 11 is Cleo’s: two teas, paid, not shipped."""
    state = WorldState(accounts={"admin": CLERK, "shop": "cleo3@mail.test"})
    with office.open(state) as world:
        visitor = Visitor(world, [shop, admin])
        customer = "http://shop.test/account/orders/11"
        before = visitor.get(customer).text
        assert "Processing" in before
        order(visitor, 11)
        visitor.post("/sales/orders/11/comment", {"status": "processing", "comment": "Packed by Tim.", "visible": "on"})
        order(visitor, 11)
        visitor.post("/sales/orders/11/comment", {"status": "processing", "comment": "Looks odd to me."})
        (item,) = items(visitor, 11)
        order(visitor, 11, "/ship")
        visitor.post("/sales/orders/11/ship", {f"qty.{item}": "1", "carrier.0": "Parcel Post", "number.0": "PP-EE-1"})
        after = visitor.get(customer).text
        assert "Packed by Tim." in after
        assert "Looks odd to me." not in after
        assert "PP-EE-1" in visitor.get(f"{customer}/shipments").text


def test_a_reader_can_read_every_kind_of_page(as_user: Callable[[str], Visitor]) -> None:
    reader = as_user(READER)
    for path in ("orders/3", "orders/8?tab=comments", "invoices/1", "shipments/1", "credit-memos/1", "transactions/1"):
        page = reader.get(f"http://admin.shop.test/sales/{path}")
        assert page.status == 200
        forms = re.findall(r'<form[^>]*method="post"[^>]*action="(.*?)"', page.text)
        assert forms == ["/logout"], path


def test_the_form_for_a_credit_memo_says_whether_goods_can_still_be_returned(visitor: Visitor) -> None:
    db = visitor.world.shop
    number = db.value("SELECT order_id FROM shipment JOIN orders ON orders.id = order_id WHERE status = 'complete'")
    db.run("UPDATE shipment SET created = '2026-05-01 12:00:00' WHERE order_id = ?", number)
    db.run("DELETE FROM setting WHERE path = 'sales/return_days'")
    db.insert("setting", path="sales/return_days", value="14")
    assert "The customer can return the goods until May 15, 2026." in order(visitor, number, "/credit-memo")
    db.run("UPDATE setting SET value = '12' WHERE path = 'sales/return_days'")
    assert "The return period of 12 days ended on May 13, 2026" in order(visitor, number, "/credit-memo")
