"""Who may do what: every address of the back office names a permission, and the server holds to it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.sites.admin.sample import CLERK, OWNER, PASSWORD, READER
from webcosm.sites.admin import site
from webcosm.sites.admin.permissions import AREAS, PERMISSIONS, declared, page, permission_label
from webcosm.sites.admin.shell import MENU, MenuArea
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, WorldState

OPEN = {("GET", "/login"), ("POST", "/login"), ("POST", "/logout")}
ROUTES = [(method, pattern) for method, pattern in site.paths if (method, pattern.strip("^$")) not in OPEN]
As = Callable[[str], Visitor]


def address(pattern: str) -> str:
    """An address that fits the pattern, for things that exist where the sample has them."""
    path = re.sub(r"\(\?P<kind>[^)]*\)", "billing", pattern.strip("^$"))
    path = re.sub(r"\(\?P<\w+>\[0-9\]\+\)", "1", path)
    path = re.sub(r"\(\?P<\w+>[^)]*\)", "x", path)
    return "http://admin.shop.test" + path.replace("\\", "")


def allowed(visitor: Visitor, permission: str) -> bool:
    sql = "SELECT 1 FROM role_permission JOIN admin_user USING (role_id) WHERE username = ? AND permission = ?"
    user = visitor.world.state.accounts["admin"]
    return bool(visitor.world.shop.value(sql, user, permission))


def test_every_address_declares_a_permission() -> None:
    assert len(ROUTES) > 60
    assert [route for route in ROUTES if route not in declared] == []


def test_what_writes_needs_the_permission_to_edit() -> None:
    assert [route for route in ROUTES if route[0] == "POST" and not declared[route].endswith(".edit")] == []


def test_addresses_belong_to_the_area_that_they_name() -> None:
    for (_, pattern), permission in declared.items():
        first = pattern.strip("^$").split("/")[1]
        assert permission.split(".")[0] == (first if first in AREAS else "dashboard"), pattern


@pytest.mark.parametrize("username", [OWNER, CLERK, READER])
def test_pages_answer_those_who_may_and_refuse_all_others(as_user: As, username: str) -> None:
    visitor = as_user(username)
    role = visitor.world.shop.value(
        "SELECT role.name FROM role JOIN admin_user ON role.id = role_id WHERE username = ?", username
    )
    for method, pattern in ROUTES:
        if method != "GET":
            continue
        answer = visitor.get(address(pattern))
        permission = declared[method, pattern]
        if allowed(visitor, permission):
            assert answer.status in (200, 404, 409), f"{pattern}: {answer.status}"
        else:
            assert answer.status == 403, pattern
            assert (
                f"{permission_label(permission)}” ({permission}), which your role {role} does not have." in answer.text
            )
    assert visitor.world.changes() == []


@pytest.mark.parametrize("username", [CLERK, READER])
def test_forms_of_those_who_may_not_change_nothing(as_user: As, username: str) -> None:
    visitor = as_user(username)
    token = re.search(r'name="csrf" value="([^"]+)"', visitor.get("http://admin.shop.test/").text)
    assert token
    refused = 0
    for method, pattern in ROUTES:
        permission = declared[method, pattern]
        if method == "POST" and not allowed(visitor, permission):
            answer = visitor.post(address(pattern), {"csrf": token[1], "ids": "1", "all": "on"})
            assert (answer.status, permission in answer.text) == (403, True), pattern
            refused += 1
    assert refused > 20
    assert visitor.world.changes() == []


def test_nobody_gets_in_without_signing_in(office: Universe) -> None:
    with office.open(WorldState(accounts={"admin": None})) as world:
        visitor = Visitor(world, [site])
        for method, pattern in ROUTES:
            answer = (
                visitor.get(address(pattern), follow=False)
                if method == "GET"
                else visitor.post(address(pattern), follow=False)
            )
            assert (answer.status, answer.headers["location"].partition("?")[0]) == (303, "/login"), pattern
        assert "Sales" not in visitor.get("/login").text
        assert world.changes() == []


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
    if f"{area.key}.view" not in declared.values():
        pytest.skip(f"the area {area.key} has no pages yet")
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


def test_a_permission_that_does_not_exist_cannot_be_declared() -> None:
    with pytest.raises(ValueError, match=r"no permission 'sales\.rule'"):
        page("GET", "/nowhere", "sales.rule")
    assert len(PERMISSIONS) == 2 * len(AREAS)
