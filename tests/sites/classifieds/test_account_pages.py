"""Joining, the profile, and what others see of it."""

from __future__ import annotations

from webcosm.sites.classifieds import site
from webcosm.sites.kit import Visitor
from webcosm.worlds import World


def test_somebody_joins_and_is_signed_in(world: World, guest: Visitor) -> None:
    guest.get("/register")
    taken = site.accounts(world.lore)[0].username
    form = {
        "username": taken.upper(),
        "name": "Ida  Poe",
        "email": "ida@example.test",
        "city": "1",
        "password": "long enough",
    }
    assert "This user name is taken" in guest.post("/register", form).text
    assert guest.post("/register", form | {"username": "ida poe"}).status == 422
    page = guest.post("/register", form | {"username": "ida.poe"})
    assert "Hello, Ida Poe" in page.text
    assert guest.get("/post/cars").status == 200


def test_a_profile_is_changed_and_shown(world: World, member: Visitor) -> None:
    me = world.classifieds.row("SELECT * FROM account WHERE id = 1")
    assert me
    form = {
        "name": me.name,
        "email": me.email,
        "phone": me.phone,
        "city": str(me.city_id),
        "about": "<i>I sell boats.</i>",
    }
    member.get("/account/profile")
    member.post("/account/profile", form)
    assert [(each.table, each.columns) for each in world.changes()] == [("account", ("about",))]
    assert "&lt;i&gt;I sell boats.&lt;/i&gt;" in member.get(f"/seller/{me.username}").text
    second = world.classifieds.value("SELECT email FROM account WHERE id = 2")
    assert "Somebody else uses" in member.post("/account/profile", form | {"email": second}).text


def test_a_password_is_changed_by_who_knows_the_old_one(world: World, member: Visitor) -> None:
    account = site.accounts(world.lore)[0]
    member.get("/account/profile")
    assert member.post("/account/password", {"old": "guess", "new": "brand new one"}).status == 422
    member.post("/account/password", {"old": account.password, "new": "brand new one"})
    member.post("/logout")
    page = member.post("/login", {"username": account.username, "password": "brand new one"})
    assert "Welcome back" in page.text


def test_the_rules_say_what_may_be_sold(guest: Visitor) -> None:
    page = guest.get("/rules")
    assert all(word in page.text for word in ("Live animals", "gift cards", "duplicate", "category"))
