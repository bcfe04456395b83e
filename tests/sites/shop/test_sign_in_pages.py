"""Signing in and out, registering, and new passwords."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.sites.shop.reading import changed, flashes, text_of
from tests.sites.shop.small import ANA, MUG, TEA, put
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.worlds import World

NEW = {
    "first_name": "Ida",
    "last_name": "Lund",
    "email": "Ida@Example.test",
    "password": "paper-boat",
    "confirm": "paper-boat",
}


def sign_in(visitor: Visitor, email: str = ANA.email, password: str = "quiet-lamp", **more: str) -> VisitedPage:
    visitor.get("/login")
    return visitor.post("/login", {"email": email, "password": password, **more})


def test_signing_in_and_out(guest: Visitor, small_world: World) -> None:
    page = sign_in(guest, " ANA@example.test ")
    assert (page.url, flashes(page)) == ("http://shop.test/account", ["Welcome back, Ana."])
    assert changed(small_world) == {}
    page = guest.post("/logout")
    assert flashes(page) == ["You are signed out."]
    assert guest.get("/account").url.startswith("http://shop.test/login?next=")


def test_signing_in_leads_back(guest: Visitor) -> None:
    assert sign_in(guest, next="/account/orders").url == "http://shop.test/account/orders"


@pytest.mark.parametrize("target", ["//evil.test", "http://evil.test", "/\\evil.test"])
def test_but_never_elsewhere(guest: Visitor, target: str) -> None:
    assert sign_in(guest, next=target).url == "http://shop.test/account"


@pytest.mark.parametrize(
    "email,password", [(ANA.email, "loud-lamp"), ("nobody@example.test", "quiet-lamp"), ("", ""), (ANA.email, "")]
)
def test_wrong_passwords(guest: Visitor, email: str, password: str) -> None:
    page = sign_in(guest, email, password)
    assert page.status == 422
    assert f'value="{email}"' in page.text
    assert password not in page.text or not password


def test_a_closed_account_cannot_sign_in(guest: Visitor, small_world: World) -> None:
    small_world.shop.run("UPDATE customer SET active = 0 WHERE id = 1")
    assert "the account is closed" in sign_in(guest).text


def test_who_is_signed_in_needs_no_login(ana: Visitor) -> None:
    assert ana.get("/login").url == "http://shop.test/account"
    assert ana.get("/register").url == "http://shop.test/account"


def test_the_guests_cart_comes_along(guest: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=9)
    guest.post("/cart/add", {"product_id": str(MUG), "qty": "2"})
    guest.post("/cart/add", {"product_id": str(TEA), "qty": "1"})
    guest.post("/cart/coupon", {"coupon": "TEN"})
    sign_in(guest)
    rows = small_world.shop.rows("SELECT product_id, qty FROM cart_item WHERE cart_id = 1 ORDER BY product_id")
    assert [tuple(row.values()) for row in rows] == [(MUG, 10), (TEA, 1)], "no more than there are"
    assert small_world.shop.value("SELECT count(*) FROM cart") == 2, "the guest's cart is gone"
    assert small_world.shop.value("SELECT coupon FROM cart WHERE id = 1") == "TEN"


def test_registering(guest: Visitor, small_world: World) -> None:
    guest.post("/cart/add", {"product_id": str(MUG)})
    guest.get("/register")
    page = guest.post("/register", {**NEW, "newsletter": "on"})
    assert (page.url, flashes(page)) == (
        "http://shop.test/account",
        ["Thank you for registering with Dray Market."],
    )
    assert changed(small_world) == {
        "insert customer": 1,
        "insert cart": 1,
        "insert cart_item": 1,
        "insert subscriber": 1,
    }
    row = small_world.shop.row("SELECT * FROM customer WHERE email = 'ida@example.test'")
    assert row
    assert (row.first_name, row.group_id, row.active, row.created) == ("Ida", 2, 1, "2026-05-14 09:00:00")
    assert "Harbor Mug" in guest.get("/cart").text
    guest.post("/logout")
    assert sign_in(guest, "ida@example.test", "paper-boat").url == "http://shop.test/account"


@pytest.mark.parametrize(
    "form,words",
    [
        ({"email": "ANA@example.test"}, "There is already an account with this e-mail address."),
        ({"email": "ida"}, "write an address like name@example.test"),
        ({"password": "short", "confirm": "short"}, "Password needs at least 8 characters."),
        ({"confirm": "paper-ship"}, "The two passwords are not the same."),
        ({"first_name": " "}, "First name is required."),
    ],
)
def test_refused_registrations(guest: Visitor, small_world: World, form: dict[str, str], words: str) -> None:
    guest.get("/register")
    page = guest.post("/register", {**NEW, **form})
    assert (page.status, words in text_of(page), 'value="Lund"' in page.text) == (422, True, True)
    assert changed(small_world) == {}


# A new password -------------------------------------------------------------------------------------------------------


def sent_link(visitor: Visitor, world: World) -> str:
    visitor.get("/forgot-password")
    visitor.post("/forgot-password", {"email": ANA.email})
    message = world.shop.row("SELECT * FROM outgoing ORDER BY id DESC")
    assert message
    assert message.recipient == ANA.email
    link = re.search(r"http://\S+", message.body)
    assert link
    return link[0]


def test_a_link_sets_a_new_password_once(guest: Visitor, small_world: World) -> None:
    link = sent_link(guest, small_world)
    assert changed(small_world) == {"insert outgoing": 1}
    page = guest.get(link)
    assert ANA.email in page.text
    hidden = {name: unescape(value) for name, value in re.findall(r'name="(email|token)" value="([^"]+)"', page.text)}
    page = guest.post("/reset-password", {**hidden, "password": "new-lamp-1", "confirm": "other"})
    assert "The two passwords are not the same." in page.text
    page = guest.post("/reset-password", {**hidden, "password": "new-lamp-1", "confirm": "new-lamp-1"})
    assert page.url == "http://shop.test/login"
    assert changed(small_world) == {"insert outgoing": 1, "update customer": 1}
    assert sign_in(guest).status == 422, "the old one is gone"
    assert sign_in(guest, password="new-lamp-1").url == "http://shop.test/account"
    guest.post("/logout")
    page = guest.get(link)
    assert flashes(page) == ["This link is no longer good. Ask for a new one."]


def test_a_link_is_good_for_a_day(guest: Visitor, small_world: World) -> None:
    link = sent_link(guest, small_world)
    small_world.clock.advance(milliseconds=24 * 3_600_000)
    assert guest.get(link).url.startswith("http://shop.test/reset-password")
    small_world.clock.advance(milliseconds=1_000)
    assert guest.get(link).url == "http://shop.test/forgot-password"


@pytest.mark.parametrize("token", ["", "x", "2026-05-14T09:00:00.abc", "2026-05-14T09:00:00.ä"])
def test_forged_links(guest: Visitor, small_world: World, token: str) -> None:
    assert guest.get(f"/reset-password?email={ANA.email}&token={token}").url == "http://shop.test/forgot-password"
    form = {"email": ANA.email, "token": token, "password": "new-lamp-1", "confirm": "new-lamp-1"}
    assert guest.post("/reset-password", form).url == "http://shop.test/forgot-password"
    assert changed(small_world) == {}


def test_strangers_learn_nothing(guest: Visitor, small_world: World) -> None:
    guest.get("/forgot-password")
    page = guest.post("/forgot-password", {"email": "nobody@example.test"})
    assert flashes(page)[0].startswith("If there is an account for nobody@example.test")
    assert changed(small_world) == {}
    assert guest.post("/forgot-password", {"email": "x"}).status == 422
