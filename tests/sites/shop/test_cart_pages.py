"""The cart's pages: what they show, what each button changes, and what is refused."""

from __future__ import annotations

import pytest

from tests.sites.shop.reading import changed, flashes, text_of
from tests.sites.shop.small import KETTLE, LAMP, MUG, SHIRT, SHIRT_BLUE, SHIRT_RED, TEA, put
from webcosm.sites.kit import Visitor
from webcosm.worlds import World


def items(world: World) -> list[tuple[int, int]]:
    rows = world.shop.rows("SELECT product_id, qty FROM cart_item ORDER BY id")
    return [(row.product_id, row.qty) for row in rows]


def test_an_empty_cart_says_so(ana: Visitor, guest: Visitor) -> None:
    assert "Your cart is empty." in ana.get("/cart").text
    assert "Sign in to see what you put in before" in guest.get("/cart").text


# Putting in -----------------------------------------------------------------------------------------------------------


def test_adding_writes_one_row(ana: Visitor, small_world: World) -> None:
    page = ana.post("/cart/add", {"product_id": str(MUG), "qty": "2"})
    assert flashes(page) == ["You added 2 pieces of Harbor Mug to your cart."]
    assert (changed(small_world), items(small_world)) == ({"insert cart_item": 1}, [(MUG, 2)])
    ana.post("/cart/add", {"product_id": str(MUG), "qty": "1"})
    assert items(small_world) == [(MUG, 3)], "a second time raises the quantity"
    assert 'aria-label="Cart: 3 items, subtotal $36.00"' in ana.get("/cart").text


def test_a_guests_cart_is_made_with_the_first_thing(guest: Visitor, small_world: World) -> None:
    guest.get("/cart")
    assert changed(small_world) == {}, "looking makes no cart"
    guest.post("/cart/add", {"product_id": str(TEA), "qty": "1"})
    assert changed(small_world) == {"insert cart": 1, "insert cart_item": 1}
    assert "Evening Tea" in guest.get("/cart").text


def test_two_guests_have_two_carts(guest: Visitor, ana: Visitor, small_world: World) -> None:
    guest.post("/cart/add", {"product_id": str(TEA)})
    assert "Your cart is empty." in ana.get("/cart").text
    other = Visitor(small_world, guest.sites)
    other.get("http://shop.test/cart")
    other.post("/logout")
    assert "Your cart is empty." in other.get("/cart").text


def test_options_choose_the_variant(ana: Visitor, small_world: World) -> None:
    page = ana.post("/cart/add", {"product_id": str(SHIRT), "option.1": "1", "qty": "1"})
    assert (items(small_world), flashes(page)) == ([(SHIRT_RED, 1)], ["You added Linen Shirt to your cart."])
    assert "Color: Red" in ana.get("/cart").text


def test_without_options_the_product_page_asks_for_them(ana: Visitor, small_world: World) -> None:
    page = ana.post("/cart/add", {"product_id": str(SHIRT), "qty": "1"})
    assert page.url == "http://shop.test/linen-shirt.html"
    assert flashes(page) == ["Choose the color of Linen Shirt first."]
    assert items(small_world) == []


@pytest.mark.parametrize(
    "product,qty,words,page",
    [
        (KETTLE, "4", "Only 3 pieces of Foundry Kettle are left.", "foundry-kettle"),
        (LAMP, "1", "Reading Lamp is out of stock.", "reading-lamp"),
        (MUG, "0", "The quantity must be a whole number from 1 to 9,999, not 0.", "harbor-mug"),
        (MUG, "two", "The quantity must be a whole number from 1 to 9,999, not two.", "harbor-mug"),
    ],
)
def test_what_cannot_be_added(ana: Visitor, small_world: World, product: int, qty: str, words: str, page: str) -> None:
    answer = ana.post("/cart/add", {"product_id": str(product), "qty": qty})
    assert (flashes(answer), answer.url) == ([words], f"http://shop.test/{page}.html")
    assert changed(small_world) == {}


def test_a_refused_choice_keeps_its_options(ana: Visitor) -> None:
    answer = ana.post("/cart/add", {"product_id": str(SHIRT), "option.1": "2", "qty": "5"})
    assert answer.url == "http://shop.test/linen-shirt.html?option.1=2"
    assert flashes(answer) == ["Only 1 piece of Linen Shirt (Color: Blue) is left."]


def test_what_is_in_the_cart_counts_against_the_stock(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, kettle=2)
    answer = ana.post("/cart/add", {"product_id": str(KETTLE), "qty": "2"})
    assert flashes(answer) == ["Only 3 pieces of Foundry Kettle are left. Your cart already holds 2 pieces."]
    assert items(small_world) == [(KETTLE, 2)]


@pytest.mark.parametrize("number", ["", "999", "x"])
def test_products_that_are_not_there(ana: Visitor, number: str) -> None:
    assert ana.post("/cart/add", {"product_id": number}).status == 404


def test_forms_need_their_token(ana: Visitor, small_world: World) -> None:
    assert ana.post("/cart/add", {"product_id": str(MUG), "csrf": "no"}).status == 403
    assert items(small_world) == []


# Changing and taking out ----------------------------------------------------------------------------------------------


def item_id(world: World, product: int) -> int:
    return int(world.shop.value("SELECT id FROM cart_item WHERE product_id = ?", product))


def test_updating_quantities(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=1, tea=2, kettle=1)
    mug, tea, kettle = (item_id(small_world, one) for one in (MUG, TEA, KETTLE))
    page = ana.post("/cart/update", {f"qty.{mug}": "4", f"qty.{tea}": "0", f"qty.{kettle}": "9"})
    assert items(small_world) == [(MUG, 4), (KETTLE, 1)]
    assert flashes(page) == [
        "Evening Tea was taken out of your cart.",
        "Only 3 pieces of Foundry Kettle are left.",
        "Your cart was updated.",
    ]
    page = ana.post("/cart/update", {f"qty.{mug}": "-1"})
    assert flashes(page) == ["The quantity of Harbor Mug must be a whole number up to 9,999."]
    assert items(small_world) == [(MUG, 4), (KETTLE, 1)]


def test_a_shortage_is_told_and_fewer_are_taken(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=8)
    small_world.shop.run("UPDATE product SET qty = 3 WHERE id = ?", MUG)
    page = ana.get("/cart")
    assert "Only 3 pieces of Harbor Mug are left." in page.text
    assert "disabled>Proceed to checkout" in page.text
    ana.post("/cart/update", {f"qty.{item_id(small_world, MUG)}": "5"})
    assert items(small_world) == [(MUG, 5)], "fewer, if not yet few enough"


def test_removing_and_undoing_leaves_no_trace(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2)
    before = small_world.changes()
    page = ana.post(f"/cart/items/{item_id(small_world, MUG)}/remove")
    assert flashes(page) == ["Harbor Mug was taken out of your cart."]
    assert items(small_world) == []
    page = ana.post("/cart/restore")
    assert flashes(page) == ["Harbor Mug is back in your cart."]
    assert small_world.changes() == before
    assert ana.post("/cart/restore").status == 400


def test_only_own_items_can_be_removed(guest: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2)
    number = item_id(small_world, MUG)
    assert guest.post(f"/cart/items/{number}/remove").status == 404
    assert items(small_world) == [(MUG, 2)]


def test_moving_to_the_wish_list(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, blue=1)
    before = changed(small_world)
    assert before == {"insert cart_item": 1}
    page = ana.post(f"/cart/items/{item_id(small_world, SHIRT_BLUE)}/wish")
    assert flashes(page) == ["Linen Shirt was moved to your wish list."]
    assert changed(small_world) == {"insert wish": 1}
    assert small_world.shop.value("SELECT product_id FROM wish") == SHIRT_BLUE


def test_emptying(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2, tea=1)
    assert "Your cart is empty." in ana.post("/cart/empty").text
    assert changed(small_world) == {}


# Coupons, estimates, sums ---------------------------------------------------------------------------------------------


def test_a_coupon_is_applied_and_removed(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2)
    page = ana.post("/cart/coupon", {"coupon": "ten"})
    assert flashes(page) == ["The coupon TEN was applied."]
    assert "Discount (Ten percent) −$2.40" in text_of(page)
    assert small_world.shop.value("SELECT coupon FROM cart WHERE id = 1") == "TEN"
    page = ana.post("/cart/coupon/remove")
    assert flashes(page) == ["The coupon TEN was removed."]
    assert changed(small_world) == {"insert cart_item": 1}


@pytest.mark.parametrize(
    "code,reason",
    [
        ("NOPE", "there is no such coupon"),
        ("OVER", "it expired on 2026-05-13"),
        ("FIVE", "it needs a subtotal of at least $50.00"),
        ("WHOLE", "it is not for your customer group"),
    ],
)
def test_a_refused_coupon_says_why_and_keeps_what_was_typed(
    ana: Visitor, small_world: World, code: str, reason: str
) -> None:
    put(small_world.shop, 1, mug=1)
    page = ana.post("/cart/coupon", {"coupon": code})
    assert page.status == 422
    assert f"The coupon “{code}” cannot be used: {reason}." in text_of(page)
    assert f'value="{code}"' in page.text
    assert changed(small_world) == {"insert cart_item": 1}
    assert ana.get("/cart/coupon").url == "http://shop.test/cart", "a reload leads back"


def test_a_coupon_that_stopped_giving_is_told(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, kettle=2)
    ana.post("/cart/coupon", {"coupon": "FIVE"})
    page = ana.post("/cart/update", {f"qty.{item_id(small_world, KETTLE)}": "1"})
    assert "FIVE gives nothing for this cart: it needs a subtotal of at least $50.00." in text_of(page)
    assert "Discount" not in text_of(page)


def test_an_empty_code(ana: Visitor, small_world: World) -> None:
    assert "Put something into your cart first." in ana.post("/cart/coupon", {"coupon": "TEN"}).text
    put(small_world.shop, 1, mug=1)
    assert "Enter a coupon code." in ana.post("/cart/coupon", {"coupon": " "}).text


def test_the_estimate_begins_with_the_customers_state(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2)
    page = text_of(ana.get("/cart"))
    assert (
        "Subtotal $24.00 Shipping estimate (Parcel Post - Standard) $5.95 Tax estimate $1.98 Order total $31.93" in page
    )
    page = text_of(ana.post("/cart/estimate", {"region": "FA", "postcode": "40105", "method": "express"}))
    assert "Shipping estimate (Swift - Next Day) $14.95 Tax estimate $1.44 Order total $40.39" in page
    assert changed(small_world) == {"insert cart_item": 1}, "the session keeps it"


def test_a_guests_tax_is_not_known_before_the_state(guest: Visitor) -> None:
    guest.post("/cart/add", {"product_id": str(MUG)})
    page = text_of(guest.get("/cart"))
    assert "Tax estimate depends on the state" in page
    assert "Tax estimate $0.99" in text_of(guest.post("/cart/estimate", {"region": "QU", "method": "flat"}))


@pytest.mark.parametrize(
    "form,words",
    [
        ({"region": "ZZ"}, "State: choose one of the options."),
        ({"region": "QU", "postcode": "12"}, "Zip code: write five digits."),
        ({"region": "QU", "method": "mule"}, "Shipping method: choose one of the options."),
    ],
)
def test_estimates_that_make_no_sense(ana: Visitor, small_world: World, form: dict[str, str], words: str) -> None:
    put(small_world.shop, 1, mug=1)
    assert words in flashes(ana.post("/cart/estimate", form))


def test_the_minimum_order_keeps_from_checkout(ana: Visitor, small_world: World) -> None:
    small_world.shop.run("UPDATE setting SET value = '2000' WHERE path = 'sales/minimum_order'")
    put(small_world.shop, 1, mug=1)
    page = ana.get("/cart")
    assert "The minimum order is $20.00. Add $8.00 more." in text_of(page)
    assert "disabled>Proceed to checkout" in page.text


def test_the_top_of_every_page_tells_what_the_cart_is_worth(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2, tea=3)
    assert 'aria-label="Cart: 5 items, subtotal $43.50"' in ana.get("/account").text


def test_special_prices_count_at_the_top_and_in_the_cart(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2)
    small_world.shop.run("UPDATE product SET special_price = 900, special_to = '2026-05-14' WHERE id = ?", MUG)
    page = ana.get("/cart")
    assert 'aria-label="Cart: 2 items, subtotal $18.00"' in page.text
    assert "Subtotal $18.00" in text_of(page)
    assert "$9.00 $12.00" in text_of(page), "with the regular price beside it"
