"""Customers and groups: what each form changes, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.sites.admin.reading import flat, inserted, summary, updated
from tests.sites.admin.sample import CUSTOMER, OWNER, PASSWORD, READER
from webcosm.sites.admin import site as admin
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.formats import money
from webcosm.sites.shop import site as shop
from webcosm.worlds import Universe, WorldState

NOW = "2026-05-14 09:00:00"
ACCOUNT = {"first_name": "Ada", "last_name": "Field", "email": CUSTOMER, "group_id": "2", "active": "on"}
ADDRESS = {
    "first_name": "Ada",
    "last_name": "Field",
    "street": "2 Hill Street",
    "city": "Ostby",
    "region": "QU",
    "postcode": "10981",
    "phone": "555-0199",
}
NEVER_BOUGHT = 5


def open_page(visitor: Visitor, path: str) -> str:
    return visitor.get(f"http://admin.shop.test/customers{path}").text


# The page of a customer -----------------------------------------------------------------------------------------------


def test_the_overview_tells_what_the_orders_add_up_to(visitor: Visitor) -> None:
    page = flat(visitor.get("http://admin.shop.test/customers/1"))
    totals = visitor.world.shop.values("SELECT total FROM orders WHERE customer_id = 1 AND status <> 'canceled'")
    average = money(int(sum(totals) / len(totals) + 0.5))
    assert f"Lifetime total {money(sum(totals))} Orders {len(totals)} Average order {average}" in page
    assert "E-mail ada.field@mail.test Group General" in page
    assert "1 Mill Road Tarn, FA 20417 Phone: 555-0101" in page


@pytest.mark.parametrize(
    "tab, words",
    [
        ("addresses", "Default billing"),
        ("orders", "10 orders"),
        ("cart", "Iron Pan PAN-1 May 1, 2026, 10:00 AM 2 $45.50 $91.00"),
        ("wish-list", "Reed Lamp LMP-1 For the hall"),
        ("reviews", "Sturdy Stone Mug Approved"),
        ("newsletter", "ada.field@mail.test gets the newsletter, since Feb 1, 2025."),
    ],
)
def test_tabs(visitor: Visitor, tab: str, words: str) -> None:
    if tab == "orders":
        words = f"{visitor.world.shop.value('SELECT count(*) FROM orders WHERE customer_id = 1')} orders"
    assert words in flat(visitor.get(f"http://admin.shop.test/customers/1?tab={tab}"))


def test_tabs_of_somebody_without_anything(visitor: Visitor) -> None:
    for tab, words in (
        ("orders", "has not ordered anything yet"),
        ("cart", "The cart is empty."),
        ("wish-list", "The wish list is empty."),
        ("reviews", "has not reviewed anything"),
        ("newsletter", "never subscribed"),
    ):
        assert words in open_page(visitor, f"/{NEVER_BOUGHT}?tab={tab}")


def test_a_customer_that_does_not_exist(visitor: Visitor) -> None:
    assert visitor.get("http://admin.shop.test/customers/999").status == 404


# Accounts -------------------------------------------------------------------------------------------------------------


def test_a_new_customer_can_sign_in_at_the_storefront(office: Universe) -> None:
    with office.open(WorldState(accounts={"admin": OWNER, "shop": None})) as world:
        visitor = Visitor(world, [shop, admin])
        open_page(visitor, "/new")
        form = {
            **ACCOUNT,
            "first_name": "Gil",
            "email": "Gil@Mail.test",
            "group_id": "3",
            "password": "blue-boats",
            "birth_date": "1990-02-03",
            "note": "Rings twice.",
        }
        page = visitor.post("/customers/new", form)
        assert "Gil Field" in page.text
        assert summary(world) == [("cart", "insert", ()), ("customer", "insert", ())]
        (row,) = inserted(world, "customer")
        assert (row["email"], row["group_id"], row["birth_date"], row["note"], row["created"], row["active"]) == (
            "gil@mail.test",
            3,
            "1990-02-03",
            "Rings twice.",
            NOW,
            1,
        )
        visitor.get("http://shop.test/login")
        assert (
            visitor.post(
                "/login", {"username": "gil@mail.test", "email": "gil@mail.test", "password": "blue-boats"}
            ).status
            == 200
        )
        assert "Gil" in visitor.get("http://shop.test/account").text


@pytest.mark.parametrize(
    "part, message",
    [
        ({"first_name": " "}, "First name is required."),
        ({"email": "nowhere"}, "E-mail: write an address like name@example.test."),
        ({"email": "BEN2@mail.test"}, "Another customer has the address ben2@mail.test."),
        ({"group_id": "1"}, "Group: choose one of the options."),
        ({"password": "short"}, "Password needs at least 8 characters."),
        ({"birth_date": "2030-01-01"}, "Nobody is born in the future."),
    ],
)
def test_accounts_that_cannot_be(visitor: Visitor, part: dict[str, str], message: str) -> None:
    open_page(visitor, "/new")
    page = visitor.post("/customers/new", {**ACCOUNT, "email": "new@mail.test", "password": "blue-boats", **part})
    assert (page.status, message in page.text) == (422, True)
    assert 'value="Field"' in page.text
    assert visitor.world.changes() == []


def test_editing_writes_what_differs(visitor: Visitor) -> None:
    assert 'value="ada.field@mail.test"' in open_page(visitor, "/1/edit")
    assert "Nothing was changed." in visitor.post("/customers/1/edit", ACCOUNT).text
    visitor.post("/customers/1/edit", {**ACCOUNT, "group_id": "3", "note": "Prefers mornings.", "active": ""})
    assert updated(visitor.world, "customer") == {(1,): {"group_id": 3, "note": "Prefers mornings.", "active": 0}}


def test_a_new_e_mail_address_needs_a_new_password(visitor: Visitor) -> None:
    open_page(visitor, "/1/edit")
    page = visitor.post("/customers/1/edit", {**ACCOUNT, "email": "ada@mail.test"})
    assert (page.status, "give a new one, too" in page.text) == (422, True)
    visitor.post("/customers/1/edit", {**ACCOUNT, "email": "ada@mail.test", "password": "blue-boats"})
    assert summary(visitor.world) == [
        ("customer", "update", ("email", "password")),
        ("subscriber", "update", ("email",)),
    ]


def test_an_inactive_customer_cannot_sign_in(office: Universe) -> None:
    with office.open(WorldState(accounts={"admin": OWNER, "shop": None})) as world:
        visitor = Visitor(world, [shop, admin])
        open_page(visitor, "/1/edit")
        visitor.post("/customers/1/edit", {**ACCOUNT, "active": ""})
        visitor.get("http://shop.test/login")
        assert visitor.post("/login", {"username": CUSTOMER, "email": CUSTOMER, "password": PASSWORD}).status == 422


# Addresses ------------------------------------------------------------------------------------------------------------


def test_a_new_address_may_become_a_default(visitor: Visitor) -> None:
    open_page(visitor, "/1/addresses/new")
    visitor.post("/customers/1/addresses/new", {**ADDRESS, "shipping_id": "on"})
    number = visitor.world.shop.value("SELECT max(id) FROM address")
    assert summary(visitor.world) == [("address", "insert", ()), ("customer", "update", ("shipping_id",))]
    assert updated(visitor.world, "customer") == {(1,): {"shipping_id": number}}


def test_editing_and_deleting_an_address(visitor: Visitor) -> None:
    open_page(visitor, "/1/addresses/1")
    assert visitor.post("/customers/1/addresses/1", {**ADDRESS, "postcode": ""}).status == 422
    visitor.post("/customers/1/addresses/1", {**ADDRESS, "billing_id": "on", "shipping_id": "on"})
    assert updated(visitor.world, "address") == {
        (1,): {"street": "2 Hill Street", "city": "Ostby", "region": "QU", "postcode": "10981", "phone": "555-0199"}
    }
    assert visitor.get("/customers/1/addresses/2").status == 404, "another customer's"
    open_page(visitor, "/1?tab=addresses")
    visitor.post("/customers/1/addresses/1/delete")
    assert summary(visitor.world) == [("address", "delete", ()), ("customer", "update", ("billing_id", "shipping_id"))]


# Deleting, newsletter, mass deeds -------------------------------------------------------------------------------------


def test_who_bought_something_stays(visitor: Visitor) -> None:
    assert "/customers/1/delete" not in open_page(visitor, "/1")
    page = visitor.post("/customers/1/delete")
    assert (page.status, "cannot be deleted; make the account inactive instead" in page.text) == (409, True)
    assert visitor.world.changes() == []


def test_deleting_takes_along_what_belongs_to_the_account(visitor: Visitor) -> None:
    open_page(visitor, f"/{NEVER_BOUGHT}")
    page = visitor.post(f"/customers/{NEVER_BOUGHT}/delete")
    assert "Esme O&#39;Neil was deleted." in page.text
    assert summary(visitor.world) == [("address", "delete", ()), ("cart", "delete", ()), ("customer", "delete", ())]


def test_the_newsletter_of_one(visitor: Visitor) -> None:
    open_page(visitor, "/1?tab=newsletter")
    visitor.post("/customers/1/newsletter", {"status": "unsubscribed"})
    assert updated(visitor.world, "subscriber") == {(1,): {"status": "unsubscribed", "changed": NOW}}
    assert visitor.post("/customers/1/newsletter", {"status": "perhaps"}).status == 400


def test_assigning_a_group_to_many(visitor: Visitor) -> None:
    open_page(visitor, "")
    page = visitor.post("/customers/assign-group", {"ids": "1,2,3", "group": "3"})
    assert "3 customers are now in the group Wholesale." in page.text
    assert updated(visitor.world, "customer") == {(1,): {"group_id": 3}, (2,): {"group_id": 3}}
    assert visitor.post("/customers/assign-group", {"ids": "1", "group": "1"}).status == 400, "guests have no account"


def test_subscribing_and_unsubscribing_many(visitor: Visitor) -> None:
    open_page(visitor, "")
    visitor.post("/customers/subscribe", {"ids": "1,2,3"})
    assert updated(visitor.world, "subscriber") == {(2,): {"status": "subscribed", "changed": NOW}}
    assert [row["email"] for row in inserted(visitor.world, "subscriber")] == ["cleo3@mail.test"]
    visitor.post("/customers/unsubscribe", {"all": "on", "query": "f.group=3"})
    assert [(row["email"], row["status"]) for row in inserted(visitor.world, "subscriber")] == [
        ("cleo3@mail.test", "unsubscribed")
    ]


def test_deleting_many_says_who_stays(visitor: Visitor) -> None:
    open_page(visitor, "")
    page = visitor.post("/customers/delete", {"ids": "1,5,6"})
    assert "2 customers are deleted." in page.text
    assert "Ada Field has" in page.text
    assert visitor.world.shop.values("SELECT id FROM customer ORDER BY id") == [1, 2, 3, 4]
    assert "Tick at least one customer first." in visitor.post("/customers/delete", {}).text


# Groups ---------------------------------------------------------------------------------------------------------------


def test_groups_are_added_renamed_and_deleted(visitor: Visitor) -> None:
    open_page(visitor, "/groups/new")
    visitor.post("/customers/groups/new", {"name": "Friends", "tax_exempt": "on"})
    assert inserted(visitor.world, "customer_group") == [{"name": "Friends", "tax_exempt": 1}]
    open_page(visitor, "/groups/5")
    visitor.post("/customers/groups/5", {"name": "Old friends"})
    assert inserted(visitor.world, "customer_group") == [{"name": "Old friends", "tax_exempt": 0}]
    visitor.get("/customers/groups/5")
    visitor.post("/customers/groups/5/delete")
    assert visitor.world.changes() == []


@pytest.mark.parametrize(
    "path, form, status, message",
    [
        ("new", {"name": "general"}, 422, "There is already a group called general."),
        ("new", {"name": ""}, 422, "Group name is required."),
        ("1", {"name": "Strangers"}, 422, "The group of guests is always called Not Logged In."),
        ("1/delete", {}, 409, "it is for everybody who is not signed in"),
        ("2/delete", {}, 409, "5 customers belong to it"),
        ("99", {"name": "X"}, 404, "There is no customer group with the id 99."),
    ],
)
def test_groups_that_cannot_be(visitor: Visitor, path: str, form: dict[str, str], status: int, message: str) -> None:
    open_page(visitor, "/groups/new")
    page = visitor.post(f"/customers/groups/{path}", form)
    assert (page.status, message in page.text) == (status, True)
    assert visitor.world.changes() == []


def test_a_reader_sees_customers_and_groups_without_forms(as_user: Callable[[str], Visitor]) -> None:
    reader = as_user(READER)
    for path in ("/1", "/1?tab=addresses", "/1?tab=newsletter", "/groups/2", ""):
        forms = re.findall(r'<form[^>]*method="post"[^>]*action="(.*?)"', open_page(reader, path))
        assert forms == ["/logout"], path
