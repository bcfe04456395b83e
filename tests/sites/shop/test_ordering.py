"""Orders from placing to the last refund: which rows each deed writes, and when it is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.sites.shop.small import (
    ANA,
    BEN,
    GUEST,
    KETTLE,
    LAMP,
    MUG,
    OLD_KETTLE,
    SHIRT_RED,
    SMALL_SHOP,
    TEA,
    history,
    order_of,
    place,
    stock,
)
from webcosm.sites.kit import Conflict, NotFound
from webcosm.sites.shop.rules import ordering
from webcosm.sites.shop.rules.ordering import Buyer, Track
from webcosm.sites.shop.rules.quoting import Quote, Wanted, cart_wishes, find_goods, quote, shortage
from webcosm.worlds import Database, Universe, World


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([SMALL_SHOP], cache=tmp_path_factory.mktemp("cache")) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.fixture
def db(world: World) -> Database:
    return world.shop


def kinds(world: World) -> Counter[tuple[str, str]]:
    return Counter((change.table, change.kind) for change in world.changes())


def quoted(world: World, wanted: list[Wanted], buyer: Buyer = ANA, coupon: str = "", region: str = "QU") -> Quote:
    return quote(world.shop, world.clock.today(), wanted, buyer=buyer, region=region, method="flat", coupon=coupon)


# Quotes ---------------------------------------------------------------------------------------------------------------


def test_goods_are_known_by_what_the_shopper_sees(db: Database) -> None:
    shirt = find_goods(db, SHIRT_RED)
    assert shirt
    assert (shirt.title, shirt.path, shirt.options, shirt.sku) == ("Linen Shirt", "linen-shirt", "Color: Red", "SHI-R")
    assert find_goods(db, 999) is None


@pytest.mark.parametrize(
    "product,qty,words",
    [
        (MUG, 10, None),
        (MUG, 11, "Only 10 pieces of Harbor Mug are left."),
        (6, 2, "Only 1 piece of Linen Shirt (Color: Blue) is left."),
        (LAMP, 1, "Reading Lamp is out of stock."),
        (OLD_KETTLE, 1, "Old Kettle is no longer sold."),
        (4, 1, "Linen Shirt is no longer sold."),
    ],
)
def test_shortages_in_words(db: Database, product: int, qty: int, words: str | None) -> None:
    goods = find_goods(db, product)
    assert goods
    assert shortage(goods, qty) == words


def test_a_variant_of_a_disabled_product_is_not_sold(db: Database) -> None:
    db.run("UPDATE product SET enabled = 0 WHERE id = 4")
    goods = find_goods(db, SHIRT_RED)
    assert goods
    assert shortage(goods, 1) == "Linen Shirt (Color: Red) is no longer sold."


def test_automatic_rules_and_categories_from_above(world: World) -> None:
    assert quoted(world, [Wanted(TEA, 3)]).totals.discount == 650
    half = quoted(world, [Wanted(MUG, 1), Wanted(SHIRT_RED, 1)], coupon="kitchen")
    assert [position.discount for position in half.positions] == [600, 0], "the mug is in a child of Kitchen"
    assert half.coupon == "KITCHEN"


def test_the_groups_prices_and_exemption_hold(world: World) -> None:
    assert quoted(world, [Wanted(MUG, 1)], ANA).totals.tax == 99
    assert quoted(world, [Wanted(MUG, 1)], BEN).totals.tax == 0
    assert quoted(world, [Wanted(MUG, 1)], ANA, region="FA").totals.tax == 72


@pytest.mark.parametrize(
    "code,problem",
    [
        ("TEN", None),
        (" ten ", None),
        ("NOPE", "there is no such coupon"),
        ("SLEEP", "there is no such coupon"),
        ("OVER", "it expired on 2026-05-13"),
        ("SOON", "it is valid from 2026-05-15"),
        ("WHOLE", "it is not for your customer group"),
        ("ELSE", "it is not for this store"),
        ("FIVE", "it needs a subtotal of at least $50.00"),
    ],
)
def test_coupons_and_why_not(world: World, code: str, problem: str | None) -> None:
    result = quoted(world, [Wanted(MUG, 1)], coupon=code)
    assert result.coupon_problem == problem
    assert (result.totals.discount > 0) == (problem is None)


def test_uses_are_counted_from_orders_that_stand(world: World) -> None:
    first = place(world, coupon="ONCE", mug=1)
    assert order_of(world.shop, first).coupon == "ONCE"
    assert quoted(world, [Wanted(MUG, 1)], coupon="ONCE").coupon_problem == "you have used it as often as you may"
    assert quoted(world, [Wanted(MUG, 1)], BEN, coupon="ONCE").coupon_problem is None
    ordering.cancel(world.shop, world.clock, first)
    assert quoted(world, [Wanted(MUG, 1)], coupon="ONCE").coupon_problem is None
    place(world, BEN, coupon="RARE", mug=1)
    assert quoted(world, [Wanted(MUG, 1)], coupon="RARE").coupon_problem == "it was used as often as it may be"


def test_a_guest_is_known_by_the_address(world: World) -> None:
    place(world, GUEST, coupon="ONCE", mug=1)
    assert quoted(world, [Wanted(MUG, 1)], GUEST, coupon="ONCE").coupon_problem
    assert quoted(world, [Wanted(MUG, 1)], Buyer(), coupon="ONCE").coupon_problem is None


def test_a_rule_that_stops_others_excludes_a_coupon(world: World) -> None:
    world.shop.run("UPDATE cart_rule SET stop_further = 1, priority = -1 WHERE id = 9")
    result = quoted(world, [Wanted(TEA, 3)], coupon="TEN")
    assert result.coupon_problem == "another discount of this cart excludes it"


def test_a_stored_rule_without_sense_does_nothing(world: World) -> None:
    world.shop.insert("cart_rule_condition", rule_id=9, subject="brand", operator="at least", value="A")
    assert quoted(world, [Wanted(TEA, 3)]).totals.discount == 0


# Placing --------------------------------------------------------------------------------------------------------------


def test_placing_writes_exactly_its_rows(world: World, db: Database) -> None:
    before = stock(db)
    order_id = place(world, coupon="ten", note="Ring twice", mug=2, red=1)
    order = order_of(db, order_id)
    assert (order.number, order.status, order.customer_id, order.coupon) == ("100001", "pending", 1, "TEN")
    assert (order.subtotal, order.discount, order.shipping) == (4_900, 490, 595)
    assert order.tax == 178 + 186  # 8.25 % of 21.60 and of 22.50
    assert order.total == 4_900 - 490 + 595 + 178 + 186
    assert (order.shipping_title, order.payment_title) == ("Parcel Post - Standard", "Check")
    items = db.rows("SELECT sku, name, options, qty, price, discount, row_total FROM order_item ORDER BY id")
    assert [tuple(item.values()) for item in items] == [
        ("MUG-1", "Harbor Mug", "", 2, 1_200, 240, 2_400),
        ("SHI-R", "Linen Shirt", "Color: Red", 1, 2_500, 250, 2_500),
    ]
    assert stock(db) == {**before, MUG: 8, SHIRT_RED: 4}
    (comment,) = db.rows("SELECT * FROM order_comment")
    assert (comment.status, comment.comment, comment.visible, comment.author) == ("pending", "Ring twice", 1, "")
    assert kinds(world) == {
        ("orders", "insert"): 1,
        ("order_item", "insert"): 2,
        ("order_address", "insert"): 2,
        ("order_comment", "insert"): 1,
        ("product", "update"): 2,
    }, "the cart is as it was: empty and without a coupon"


def test_a_guests_cart_is_gone(world: World, db: Database) -> None:
    order = order_of(db, place(world, GUEST, tea=2))
    assert (order.customer_id, order.email, order.group_id) == (None, "gus@example.test", 1)
    assert db.value("SELECT count(*) FROM cart WHERE customer_id IS NULL") == 0
    assert not [change for change in world.changes() if change.table in ("cart", "cart_item")]


@pytest.mark.parametrize(
    "pieces,more,words",
    [
        ({}, {}, "The cart is empty."),
        ({"kettle": 4}, {}, "Only 3 pieces of Foundry Kettle are left."),
        ({"lamp": 1}, {}, "Reading Lamp is out of stock."),
        ({"mug": 1}, {"method": "mule"}, "'mule' is not offered"),
        ({"mug": 1}, {"payment": "shells"}, "'shells' is not offered"),
        ({"mug": 1}, {"expected": 1}, "The total has changed"),
    ],
)
def test_what_cannot_be_placed(world: World, pieces: dict[str, int], more: dict[str, object], words: str) -> None:
    with pytest.raises(Conflict, match=words):
        place(world, **more, **pieces)  # type: ignore[arg-type]
    assert world.shop.value("SELECT count(*) FROM orders") == 0


def test_the_minimum_order_counts_after_the_discount(world: World, db: Database) -> None:
    db.run("UPDATE setting SET value = '1100' WHERE path = 'sales/minimum_order'")
    with pytest.raises(Conflict, match=r"minimum order is \$11.00"):
        place(world, coupon="TEN", mug=1)
    db.run("DELETE FROM cart_item")
    assert place(world, mug=1)


def test_a_coupon_that_no_longer_counts_is_not_kept(world: World, db: Database) -> None:
    assert order_of(db, place(world, coupon="FIVE", mug=1)).coupon == ""


def test_the_expected_total_lets_it_pass(world: World) -> None:
    assert place(world, expected=1_200 + 595 + 99, mug=1)


# Deeds ----------------------------------------------------------------------------------------------------------------


def test_canceling_brings_the_goods_back(world: World, db: Database) -> None:
    before = stock(db)
    order_id = place(world, mug=2, kettle=1)
    ordering.cancel(db, world.clock, order_id, author="owner")
    assert order_of(db, order_id).status == "canceled"
    assert stock(db) == before
    assert history(db, order_id) == ["pending", "canceled"]
    with pytest.raises(Conflict, match="Order 100001 is canceled and cannot be canceled"):
        ordering.cancel(db, world.clock, order_id)


def test_holding_and_unholding_brings_the_status_back(world: World, db: Database) -> None:
    order_id = place(world, mug=2)
    ordering.make_invoice(db, world.clock, order_id)
    ordering.hold(db, world.clock, order_id)
    order = order_of(db, order_id)
    assert (order.status, order.held_status) == ("holded", "processing")
    for deed in (
        ordering.cancel,
        ordering.hold,
        ordering.make_invoice,
        ordering.make_shipment,
        ordering.make_credit_memo,
    ):
        with pytest.raises(Conflict, match="is on hold and cannot be"):
            deed(db, world.clock, order_id)
    ordering.unhold(db, world.clock, order_id)
    order = order_of(db, order_id)
    assert (order.status, order.held_status) == ("processing", None)
    with pytest.raises(Conflict, match="is not on hold"):
        ordering.unhold(db, world.clock, order_id)
    assert history(db, order_id) == ["pending", "processing", "holded", "processing"]


def test_from_pending_to_complete(world: World, db: Database) -> None:
    order_id = place(world, mug=2, tea=1)
    invoice_id = ordering.make_invoice(db, world.clock, order_id, notified=True, author="owner")
    order = order_of(db, order_id)
    invoice = db.row("SELECT * FROM invoice WHERE id = ?", invoice_id)
    assert invoice
    assert (invoice.number, invoice.total, invoice.shipping) == ("300001", order.total, order.shipping)
    payment = db.row("SELECT * FROM payment")
    assert payment
    assert (payment.kind, payment.amount, payment.reference) == ("capture", order.total, "CAP-300001")
    assert order.status == "processing"
    tracks = [Track("Swift", "Swift Parcel", "SW123"), Track("Parcel Post", "Post", "P9")]
    shipment_id = ordering.make_shipment(db, world.clock, order_id, tracks=tracks, comment="Handle with care.")
    assert db.values("SELECT number FROM track WHERE shipment_id = ? ORDER BY id", shipment_id) == ["SW123", "P9"]
    assert order_of(db, order_id).status == "complete"
    assert history(db, order_id) == ["pending", "processing", "complete"]
    words = db.values("SELECT comment FROM order_comment ORDER BY id")
    assert words[1] == f"Invoice 300001 for ${order.total / 100:.2f} was made."
    assert words[2] == "Shipment 500001 was sent. Handle with care."
    for deed in (ordering.make_invoice, ordering.make_shipment, ordering.cancel, ordering.hold):
        with pytest.raises(Conflict, match="is complete and cannot be"):
            deed(db, world.clock, order_id)


def test_shipping_first_then_invoicing_completes_too(world: World, db: Database) -> None:
    order_id = place(world, mug=1)
    ordering.make_shipment(db, world.clock, order_id)
    assert order_of(db, order_id).status == "processing"
    with pytest.raises(Conflict, match="was shipped and can no longer be canceled"):
        ordering.cancel(db, world.clock, order_id)
    with pytest.raises(Conflict, match="All of order 100001 is shipped"):
        ordering.make_shipment(db, world.clock, order_id)
    with pytest.raises(Conflict, match="Nothing was paid for order 100001 yet"):
        ordering.make_credit_memo(db, world.clock, order_id)
    ordering.make_invoice(db, world.clock, order_id)
    assert order_of(db, order_id).status == "complete"


def test_an_invoiced_order_is_refunded_not_canceled(world: World, db: Database) -> None:
    order_id = place(world, mug=1)
    ordering.make_invoice(db, world.clock, order_id)
    with pytest.raises(Conflict, match="refunded by a credit memo instead"):
        ordering.cancel(db, world.clock, order_id)
    with pytest.raises(Conflict, match="All of order 100001 is invoiced"):
        ordering.make_invoice(db, world.clock, order_id)


def test_refunding_everything_closes(world: World, db: Database) -> None:
    before = stock(db)
    order_id = place(world, mug=2, tea=1)
    ordering.make_invoice(db, world.clock, order_id)
    mug, tea = ordering.item_progress(db, order_id)
    memo_id = ordering.make_credit_memo(db, world.clock, order_id, restock=[mug.id], comment="Came broken.", author="o")
    memo = db.row("SELECT * FROM credit_memo WHERE id = ?", memo_id)
    order = order_of(db, order_id)
    assert memo
    assert (memo.number, memo.total, memo.comment, order.status) == ("700001", order.total, "Came broken.", "closed")
    assert stock(db) == {**before, TEA: before[TEA] - 1}
    restocked = db.rows("SELECT order_item_id, restocked FROM credit_memo_item ORDER BY order_item_id")
    assert [tuple(row.values()) for row in restocked] == [(mug.id, 1), (tea.id, 0)]
    assert db.values("SELECT reference FROM payment ORDER BY id") == ["CAP-300001", "REF-700001"]
    with pytest.raises(Conflict, match="is closed and cannot be refunded"):
        ordering.make_credit_memo(db, world.clock, order_id)


def test_adjustments_and_shipping_of_a_refund(world: World, db: Database) -> None:
    order_id = place(world, mug=2)
    order = order_of(db, order_id)
    ordering.make_invoice(db, world.clock, order_id)
    (item,) = ordering.item_progress(db, order_id)
    with pytest.raises(Conflict, match=r"At most \$5.95 of the shipping"):
        ordering.make_credit_memo(db, world.clock, order_id, {item.id: 1}, shipping=596)
    with pytest.raises(Conflict, match="can still be refunded"):
        ordering.make_credit_memo(db, world.clock, order_id, {}, shipping=0, adjustment=order.total + 1)
    with pytest.raises(Conflict, match="cannot be negative"):
        ordering.make_credit_memo(db, world.clock, order_id, {item.id: 1}, shipping=0, adjustment=-9_999)
    with pytest.raises(Conflict, match="There is nothing to refund"):
        ordering.make_credit_memo(db, world.clock, order_id, {}, shipping=0)
    with pytest.raises(Conflict, match="at most 2 pieces of Harbor Mug, not 3"):
        ordering.make_credit_memo(db, world.clock, order_id, {item.id: 3})
    with pytest.raises(Conflict, match="Item 99 is not part of this order"):
        ordering.make_credit_memo(db, world.clock, order_id, {99: 1})
    ordering.make_credit_memo(db, world.clock, order_id, {item.id: 1}, shipping=0, adjustment=-100)
    memo = db.row("SELECT * FROM credit_memo")
    assert memo
    assert (memo.subtotal, memo.tax, memo.adjustment, memo.total) == (1_200, 99, -100, 1_199)
    assert order_of(db, order_id).status == "processing"
    ordering.make_credit_memo(db, world.clock, order_id, {}, shipping=0, adjustment=order.total - 1_199)
    assert order_of(db, order_id).status == "closed", "all money went back"


def test_refunding_what_was_not_shipped_leaves_nothing_to_do(world: World, db: Database) -> None:
    order_id = place(world, mug=1, tea=1)
    ordering.make_invoice(db, world.clock, order_id)
    mug, tea = ordering.item_progress(db, order_id)
    ordering.make_shipment(db, world.clock, order_id, {mug.id: 1})
    assert order_of(db, order_id).status == "processing"
    ordering.make_credit_memo(db, world.clock, order_id, {tea.id: 1}, shipping=0)
    assert order_of(db, order_id).status == "complete"


def test_items_gone_from_the_catalogue_are_not_restocked(world: World, db: Database) -> None:
    order_id = place(world, mug=1, tea=1)
    db.run("UPDATE order_item SET product_id = NULL WHERE product_id = ?", MUG)
    left = stock(db)
    ordering.cancel(db, world.clock, order_id)
    assert stock(db) == {**left, TEA: left[TEA] + 1}


def test_comments_and_suspicion(world: World, db: Database) -> None:
    order_id = place(world, mug=1)
    ordering.add_comment(db, world.clock, order_id, "pending", " Called. ", notified=True, visible=True, author="clerk")
    row = db.row("SELECT * FROM order_comment ORDER BY id DESC")
    assert row
    assert (row.comment, row.notified, row.visible, row.author) == ("Called.", 1, 1, "clerk")
    with pytest.raises(Conflict, match="Write a comment"):
        ordering.add_comment(db, world.clock, order_id, "pending", "  ")
    with pytest.raises(Conflict, match="cannot become Complete by a comment, only Pending or Suspected Fraud"):
        ordering.add_comment(db, world.clock, order_id, "complete", "x")
    ordering.add_comment(db, world.clock, order_id, "fraud", "")
    with pytest.raises(Conflict, match="suspected fraud and cannot be invoiced"):
        ordering.make_invoice(db, world.clock, order_id)
    assert ordering.comment_statuses(db, order_of(db, order_id)) == ("fraud", "pending")
    ordering.add_comment(db, world.clock, order_id, "pending", "All right after all")
    ordering.make_invoice(db, world.clock, order_id)


def test_a_track_needs_all_its_parts(world: World, db: Database) -> None:
    order_id = place(world, mug=1)
    with pytest.raises(Conflict, match="needs a number"):
        ordering.make_shipment(db, world.clock, order_id, tracks=[Track("Swift", "Swift", " ")])


def test_reordering_skips_what_is_not_sold(world: World, db: Database) -> None:
    order_id = place(world, mug=4, tea=2, kettle=1, red=1)
    db.run("UPDATE product SET qty = 3 WHERE id = ?", MUG)
    db.run("UPDATE product SET enabled = 0 WHERE id = ?", KETTLE)
    db.run("UPDATE order_item SET product_id = NULL WHERE product_id = ?", SHIRT_RED)
    lines, lost = ordering.reorder_lines(db, order_id)
    assert [(line.product_id, line.qty) for line in lines] == [(MUG, 3), (TEA, 2)]
    assert lost == [
        "Linen Shirt is no longer sold.",
        "Only 3 pieces of Harbor Mug are left.",
        "Foundry Kettle is no longer sold.",
    ]


def test_nothing_can_be_done_to_an_order_that_is_not_there(world: World, db: Database) -> None:
    with pytest.raises(NotFound, match="There is no order 77"):
        ordering.cancel(db, world.clock, 77)
    assert cart_wishes(db, 1) == []
