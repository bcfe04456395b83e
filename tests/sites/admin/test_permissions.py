"""Who may do what: every address of the back office names a permission, and the server holds to it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.sites.admin.sample import CLERK, OWNER, PASSWORD, READER
from webcosm.sites.admin import site
from webcosm.sites.admin.permissions import PERMISSIONS
from webcosm.sites.admin.shell import MENU, MenuArea
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.testing import guarded_routes, refusals
from webcosm.worlds import Universe, WorldState

ROUTES = guarded_routes(site)
VALUES = {"kind": "billing"}
As = Callable[[str], Visitor]


def held(office: Universe, username: str) -> set[str]:
    with office.open() as world:
        sql = "SELECT permission FROM role_permission JOIN admin_user USING (role_id) WHERE username = ?"
        return set(world.shop.values(sql, username))


def test_every_address_declares_a_permission() -> None:
    assert len(ROUTES) > 60


def test_what_writes_needs_the_permission_to_edit() -> None:
    assert [route.path for route in ROUTES if route.method == "POST" and not route.needs.endswith(".edit")] == []


def test_addresses_belong_to_the_area_that_they_name() -> None:
    for route in ROUTES:
        assert f"{route.needs.split('.')[0]}.view" == PERMISSIONS.to_see(route.path), route.path


@pytest.mark.parametrize("username, refused", [(OWNER, 0), (CLERK, 30), (READER, 60)])
def test_pages_answer_those_who_may_and_refuse_all_others(office: Universe, username: str, refused: int) -> None:
    may = held(office, username)
    found = refusals(
        site, lambda: office.open(WorldState(accounts={"admin": username})), may.__contains__, values=VALUES
    )
    assert len(found) >= refused
    assert (len(found) == 0) == (username == OWNER)


def test_nobody_gets_in_without_signing_in(office: Universe) -> None:
    found = refusals(
        site,
        lambda: office.open(WorldState(accounts={"admin": None})),
        lambda _: False,
        signed_in=False,
        values=VALUES,
    )
    assert found == ROUTES
    with office.open(WorldState(accounts={"admin": None})) as world:
        assert "Sales" not in Visitor(world, [site]).get("http://admin.shop.test/login").text


def test_a_refusal_names_the_permission_and_the_role(as_user: As) -> None:
    page = as_user(READER).get("http://admin.shop.test/system/users")
    assert page.status == 403
    assert "“System: view” (system.view), which your role Read-only does not have." in page.text


def test_menu_and_buttons_show_only_what_one_may_use(as_user: As) -> None:
    clerk = as_user(CLERK)
    areas = re.findall(r'<details class="area".*?</svg>(.*?)</summary>', clerk.get("http://admin.shop.test/").text)
    assert areas == ["Dashboard", "Sales", "Catalog", "Customers", "Marketing", "Content", "Reports"]
    assert "Cancel order" in clerk.get("/sales/orders/7").text

    reader = as_user(READER)
    order = reader.get("http://admin.shop.test/sales/orders/7").text
    for words in ("Cancel order", "Submit comment", ">Ship<", ">Invoice<", "/address/billing"):
        assert words not in order
    orders = reader.get("/sales/orders").text
    assert 'name="ids"' not in orders
    assert "Add customer" not in reader.get("/customers").text
    assert "Mark as read" not in reader.get("/notifications").text


@pytest.mark.parametrize("area", MENU, ids=lambda area: area.key)
def test_the_menu_leads_to_pages_that_exist(visitor: Visitor, area: MenuArea) -> None:
    for path, label in area.entries:
        assert visitor.get(f"http://admin.shop.test{path}").status == 200, label


def test_a_role_that_loses_a_permission_loses_it_at_once(visitor: Visitor) -> None:
    visitor.world.shop.run("DELETE FROM role_permission WHERE role_id = 1 AND permission = 'sales.view'")
    assert visitor.get("/sales/orders").status == 403
    assert "/sales/orders" not in visitor.get("/customers").text


def test_signing_in_and_out(office: Universe) -> None:
    with office.open(WorldState(accounts={"admin": None})) as world:
        visitor = Visitor(world, [site])
        visitor.get("http://admin.shop.test/sales/orders")
        assert visitor.post("/login", {"username": CLERK, "password": "wrong-word"}).status == 422
        page_ = visitor.post("/login", {"username": CLERK, "password": PASSWORD, "next": "/sales/orders"})
        assert (page_.url, "Welcome back, Tim Larsen." in page_.text) == ("http://admin.shop.test/sales/orders", True)
        assert visitor.post("/logout").url == "http://admin.shop.test/login"
        world.shop.run("UPDATE admin_user SET active = 0 WHERE username = ?", CLERK)
        assert visitor.post("/login", {"username": CLERK, "password": PASSWORD}).status == 422
