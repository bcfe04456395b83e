"""The account: profile, addresses, newsletter, reviews."""

from __future__ import annotations

import pytest

from tests.sites.shop.reading import changed, flashes, text_of
from tests.sites.shop.small import ANA, BEN, MUG, place
from webcosm.sites.kit import Visitor, check_password
from webcosm.worlds import Row, World

PATHS = [
    "/account",
    "/account/edit",
    "/account/addresses",
    "/account/addresses/new",
    "/account/addresses/1",
    "/account/orders",
    "/account/orders/1",
    "/account/reviews",
    "/account/newsletter",
]
ADDRESS = {
    "first_name": "Ana",
    "last_name": "Moss",
    "street": "77 Pier Road",
    "city": "Farrow",
    "region": "FA",
    "postcode": "40105",
    "phone": "(685) 555-0100",
}


def customer(world: World) -> Row:
    row = world.shop.row("SELECT * FROM customer WHERE id = 1")
    assert row
    return row


@pytest.mark.parametrize("path", PATHS)
def test_all_of_it_is_for_those_who_signed_in(guest: Visitor, path: str) -> None:
    assert guest.get(path).url.startswith("http://shop.test/login?next=")


def test_the_dashboard(ana: Visitor, small_world: World) -> None:
    page = text_of(ana.get("/account"))
    assert "Ana Moss ana@example.test" in page
    assert "Default billing address Ana Moss 5 Mill Lane Quillby, QU 10001 Phone: 555-0100" in page
    assert "You have placed no orders." in page
    assert "You are not subscribed to the newsletter." in page
    place(small_world, mug=1)
    assert "100001 May 14, 2026 Ana Moss $18.94 Pending View order Reorder" in text_of(ana.get("/account"))


# Profile --------------------------------------------------------------------------------------------------------------


def test_editing_the_profile(ana: Visitor, small_world: World) -> None:
    ana.get("/account/edit")
    form = {"first_name": "Anna", "last_name": "Moss", "birth_date": "1990-02-03", "gender": "Female"}
    page = ana.post("/account/edit", form)
    assert (page.url, flashes(page)) == ("http://shop.test/account", ["You saved your account information."])
    assert changed(small_world) == {"update customer": 1}
    row = customer(small_world)
    assert (row.first_name, row.birth_date, row.gender) == ("Anna", "1990-02-03", "Female")


@pytest.mark.parametrize(
    "form,words",
    [
        ({"first_name": ""}, "First name is required."),
        ({"birth_date": "2026-05-14"}, "this day has not come yet"),
        ({"gender": "Robot"}, "Gender: choose one of the options."),
    ],
)
def test_a_refused_profile(ana: Visitor, small_world: World, form: dict[str, str], words: str) -> None:
    page = ana.post("/account/edit", {"first_name": "Ana", "last_name": "Moor", **form})
    assert (page.status, words in text_of(page), 'value="Moor"' in page.text) == (422, True, True)
    assert changed(small_world) == {}


def test_a_new_email_address_needs_the_password(ana: Visitor, small_world: World) -> None:
    ana.get("/account/edit")
    page = ana.post("/account/email", {"email": "moss@example.test", "current": "loud-lamp"})
    assert (page.status, "This is not your current password." in page.text) == (422, True)
    page = ana.post("/account/email", {"email": BEN.email, "current": "quiet-lamp"})
    assert "There is already an account with this e-mail address." in page.text
    assert ana.get("/account/email").url == "http://shop.test/account/edit"
    page = ana.post("/account/email", {"email": "Moss@Example.test", "current": "quiet-lamp"})
    assert (page.url, "moss@example.test" in page.text) == ("http://shop.test/account", True)
    row = customer(small_world)
    assert row.email == "moss@example.test"
    assert check_password("quiet-lamp", row.email, row.password), "the old password still works"
    assert changed(small_world) == {"update customer": 1}


def test_a_subscription_moves_with_the_address(ana: Visitor, small_world: World) -> None:
    ana.post("/account/newsletter", {"subscribed": "on"})
    ana.post("/account/email", {"email": "moss@example.test", "current": "quiet-lamp"})
    rows = small_world.shop.rows("SELECT email, status FROM subscriber WHERE customer_id = 1")
    assert [tuple(row.values()) for row in rows] == [("moss@example.test", "subscribed")]


def test_a_new_password(ana: Visitor, small_world: World) -> None:
    ana.get("/account/edit")
    for form, words in (
        ({"old": "loud-lamp", "password": "paper-boat", "confirm": "paper-boat"}, "not your current password"),
        ({"old": "quiet-lamp", "password": "paper-boat", "confirm": "paper-ship"}, "not the same"),
        ({"old": "quiet-lamp", "password": "boat", "confirm": "boat"}, "at least 8 characters"),
    ):
        page = ana.post("/account/password", form)
        assert (page.status, words in page.text) == (422, True)
    assert changed(small_world) == {}
    form = {"old": "quiet-lamp", "password": "paper-boat", "confirm": "paper-boat"}
    assert flashes(ana.post("/account/password", form)) == ["You changed your password."]
    assert check_password("paper-boat", ANA.email, customer(small_world).password)


# Addresses ------------------------------------------------------------------------------------------------------------


def test_the_address_book(ana: Visitor) -> None:
    page = text_of(ana.get("/account/addresses"))
    assert "Default shipping address Ana Moss 5 Mill Lane" in page
    assert "Additional addresses Ana Moss Moss & Co 9 Dock Road Farrow, FA 10001" in page
    assert "Ben" not in page


def test_adding_an_address(ana: Visitor, small_world: World) -> None:
    ana.get("/account/addresses/new")
    page = ana.post("/account/addresses/new", ADDRESS)
    assert (page.url, flashes(page)) == ("http://shop.test/account/addresses", ["You saved the address."])
    assert changed(small_world) == {"insert address": 1}


def test_a_new_default(ana: Visitor, small_world: World) -> None:
    ana.post("/account/addresses/new", {**ADDRESS, "default_shipping": "on"})
    assert changed(small_world) == {"insert address": 1, "update customer": 1}
    row = customer(small_world)
    assert (row.billing_id, row.shipping_id) == (1, 4)


def test_editing_an_address(ana: Visitor, small_world: World) -> None:
    page = ana.get("/account/addresses/2")
    assert 'value="9 Dock Road"' in page.text
    ana.post("/account/addresses/2", {**ADDRESS, "default_billing": "on"})
    assert changed(small_world) == {"update address": 1, "update customer": 1}
    row = small_world.shop.row("SELECT * FROM address WHERE id = 2")
    assert row
    assert (row.street, row.company) == ("77 Pier Road", "")
    assert customer(small_world).billing_id == 2


def test_a_default_stays_one_until_another_is_made(ana: Visitor, small_world: World) -> None:
    assert "This is your default billing address." in ana.get("/account/addresses/1").text
    ana.post("/account/addresses/1", ADDRESS)
    assert (customer(small_world).billing_id, changed(small_world)) == (1, {"update address": 1})


@pytest.mark.parametrize(
    "form,words",
    [
        ({"city": ""}, "City is required."),
        ({"postcode": "1"}, "write five digits"),
        ({"region": "ZZ"}, "State: choose one of the options."),
        ({"phone": "12"}, "write it like (303) 555-0100."),
    ],
)
def test_a_refused_address(ana: Visitor, small_world: World, form: dict[str, str], words: str) -> None:
    for path in ("/account/addresses/new", "/account/addresses/2"):
        page = ana.post(path, {**ADDRESS, **form})
        assert (page.status, words in text_of(page), 'value="77 Pier Road"' in page.text) == (422, True, True)
    assert changed(small_world) == {}


def test_deleting_an_address(ana: Visitor, small_world: World) -> None:
    page = ana.post("/account/addresses/1/delete")
    assert (page.status, "A default address cannot be deleted." in page.text) == (409, True)
    assert flashes(ana.post("/account/addresses/2/delete")) == ["You deleted the address."]
    assert changed(small_world) == {"delete address": 1}


def test_addresses_of_others_are_out_of_reach(ana: Visitor, small_world: World) -> None:
    assert ana.get("/account/addresses/3").status == 404
    assert ana.post("/account/addresses/3", ADDRESS).status == 404
    assert ana.post("/account/addresses/3/delete").status == 404
    assert changed(small_world) == {}


# Newsletter and reviews -----------------------------------------------------------------------------------------------


def test_subscribing_and_unsubscribing(ana: Visitor, small_world: World) -> None:
    ana.get("/account/newsletter")
    page = ana.post("/account/newsletter", {"subscribed": "on"})
    assert flashes(page) == ["You are subscribed to the newsletter now."]
    assert 'name="subscribed" value="on" checked' in page.text
    assert changed(small_world) == {"insert subscriber": 1}
    assert flashes(ana.post("/account/newsletter", {"subscribed": "on"})) == ["Nothing was changed."]
    page = ana.post("/account/newsletter")
    assert flashes(page) == ["You are no longer subscribed."]
    assert small_world.shop.value("SELECT status FROM subscriber WHERE customer_id = 1") == "unsubscribed"


def test_a_subscriber_without_account_becomes_the_customers(ana: Visitor, small_world: World) -> None:
    small_world.shop.insert("subscriber", email=ANA.email, status="subscribed", changed="2026-01-01 10:00:00")
    assert "You are subscribed to the newsletter." in ana.get("/account").text
    ana.post("/account/newsletter")
    row = small_world.shop.row("SELECT * FROM subscriber WHERE email = ?", ANA.email)
    assert row
    assert (row.customer_id, row.status) == (1, "unsubscribed")


def test_own_reviews(ana: Visitor, small_world: World) -> None:
    assert "You have written no reviews." in ana.get("/account/reviews").text
    for number, (owner, status) in enumerate([(1, "approved"), (1, "pending"), (2, "approved")], 1):
        small_world.shop.insert(
            "review",
            product_id=MUG,
            customer_id=owner,
            nickname="Moss",
            title=f"Review {number}",
            body="Holds coffee.",
            stars=4,
            status=status,
            created=f"2026-03-0{number} 10:00:00",
        )
    page = text_of(ana.get("/account/reviews"))
    assert "Review 2 Harbor Mug · Mar 2, 2026 · ★★★★☆ Pending Holds coffee. As Moss Review 1" in page
    assert "Review 3" not in page
