"""Users and roles: who may be made, changed and removed, and that an owner is always left."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.goods import summary, universe
from tests.sites.admin.sample import CLERK, PASSWORD, READER
from webcosm.sites.admin.permissions import PERMISSIONS
from webcosm.sites.kit import Visitor, check_password
from webcosm.worlds import Universe, World

USERS, ROLES = "/system/users", "/system/roles"
OWNER_NEEDED = "This would leave no active user who may do everything. Give another user that role first."


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


@pytest.mark.parametrize("path", [f"{USERS}/1", f"{USERS}/2", f"{ROLES}/1", f"{ROLES}/2"])
def test_saving_what_is_shown_writes_nothing(visitor: Visitor, world: World, path: str) -> None:
    assert "Nothing was changed." in send(visitor, path).text
    assert world.changes() == []


NEW = {
    "username": "una",
    "first_name": "Una",
    "last_name": "Berg",
    "email": "una@dray.test",
    "role_id": "2",
    "password": "long-enough",
    "password_again": "long-enough",
}


def test_a_new_user_can_sign_in(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{USERS}/new", NEW)
    assert "The user una was added." in page.text
    (change,) = world.changes()
    assert (change.table, change.kind) == ("admin_user", "insert")
    assert change.new
    assert (change.new["role_id"], change.new["active"]) == (2, 1)
    assert check_password("long-enough", "una", str(change.new["password"]))
    visitor.post("/logout")
    page = visitor.post("/login", {"username": "una", "password": "long-enough"})
    assert "Una Berg" in page.text


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"username": "tim"}, "Another user has the user name tim."),
        ({"username": "Una!"}, "User name: use small letters, figures, dots and hyphens."),
        ({"email": "tim@dray.test"}, "Another user has the e-mail address tim@dray.test."),
        ({"email": "una"}, "E-mail: write an address like name@example.test."),
        ({"password": "short", "password_again": "short"}, "Password needs at least 8 characters."),
        ({"password_again": "long-enougH"}, "The two passwords differ."),
        ({"role_id": "77"}, "Role: choose one of the options."),
        ({"first_name": ""}, "First name is required."),
    ],
)
def test_users_that_are_refused(visitor: Visitor, world: World, typed: dict[str, str], message: str) -> None:
    page = send(visitor, f"{USERS}/new", {**NEW, **typed})
    assert (page.status, errors(page)) == (422, [message])
    assert shown(page)["last_name"] == "Berg"
    assert world.changes() == []


def test_editing_a_user(visitor: Visitor, world: World) -> None:
    send(visitor, f"{USERS}/2", {"last_name": "Larsson", "role_id": "3", "active": None})
    assert summary(world.changes()) == [("admin_user", "update", (2,), ("last_name", "role_id", "active"))]


def test_a_new_password(visitor: Visitor, world: World) -> None:
    send(visitor, f"{USERS}/2", {"password": "another-one", "password_again": "another-one"})
    assert summary(world.changes()) == [("admin_user", "update", (2,), ("password",))]
    assert check_password("another-one", CLERK, world.shop.value("SELECT password FROM admin_user WHERE id = 2"))


def test_a_new_user_name_needs_a_new_password(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{USERS}/2", {"username": "timo"})
    assert errors(page) == ["A new user name needs a new password."]
    assert world.changes() == []


def test_renaming_oneself_keeps_one_signed_in(visitor: Visitor) -> None:
    page = send(visitor, f"{USERS}/1", {"username": "mona.r", "password": PASSWORD, "password_again": PASSWORD})
    assert (page.status, "You saved the user." in page.text) == (200, True)


def test_the_last_owner_stays_one(visitor: Visitor, world: World) -> None:
    assert errors(send(visitor, f"{USERS}/1", {"role_id": "2"})) == [OWNER_NEEDED]
    assert errors(send(visitor, f"{USERS}/1", {"active": None})) == ["You cannot lock yourself out."]
    assert errors(send(visitor, f"{ROLES}/1", {"system.edit": None})) == [OWNER_NEEDED]
    assert world.changes() == []
    send(visitor, f"{USERS}/2", {"role_id": "1"})
    send(visitor, f"{USERS}/1", {"role_id": "2"})
    assert summary(world.changes()) == [
        ("admin_user", "update", (1,), ("role_id",)),
        ("admin_user", "update", (2,), ("role_id",)),
    ]


def test_deleting_users(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{USERS}/2")
    assert visitor.post(f"{USERS}/1/delete").status == 409
    assert world.changes() == []
    visitor.get(f"http://admin.shop.test{USERS}/2")
    assert "The user tim was deleted." in visitor.post(f"{USERS}/2/delete").text
    assert summary(world.changes()) == [("admin_user", "delete", (2,), ())]


def test_roles(visitor: Visitor, world: World) -> None:
    send(visitor, f"{ROLES}/2", {"catalog.edit": "on", "marketing.edit": None})
    assert summary(world.changes()) == [
        ("role_permission", "insert", (2, "catalog.edit"), ()),
        ("role_permission", "delete", (2, "marketing.edit"), ()),
    ]


def test_a_new_role_sees_what_it_may_change(visitor: Visitor, world: World) -> None:
    assert errors(send(visitor, f"{ROLES}/new", {"name": "Clerk"})) == ["There is a role called Clerk already."]
    send(visitor, f"{ROLES}/new", {"name": "Editor", "content.edit": "on"})
    number = world.shop.value("SELECT id FROM role WHERE name = 'Editor'")
    assert world.shop.values("SELECT permission FROM role_permission WHERE role_id = ? ORDER BY 1", number) == [
        "content.edit",
        "content.view",
    ]
    visitor.get(f"http://admin.shop.test{ROLES}/{number}")
    visitor.post(f"{ROLES}/{number}/delete")
    assert world.changes() == []


def test_a_role_that_somebody_has_stays(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{ROLES}/2")
    page = visitor.post(f"{ROLES}/2/delete")
    assert (page.status, "1 user has the role Clerk." in page.text) == (409, True)
    assert world.changes() == []


def test_a_permission_taken_away_holds_at_once(as_user: Callable[[str], Visitor], world: World) -> None:
    reader = as_user(READER)
    assert reader.get("http://admin.shop.test/catalog/products").status == 200
    reader.world.shop.run("DELETE FROM role_permission WHERE role_id = 3 AND permission = 'catalog.view'")
    assert reader.get("http://admin.shop.test/catalog/products").status == 403


def test_only_those_with_the_permission(as_user: Callable[[str], Visitor]) -> None:
    for username in (CLERK, READER):
        visitor = as_user(username)
        for path in (USERS, f"{USERS}/new", f"{USERS}/1", ROLES, f"{ROLES}/1"):
            assert visitor.get(f"http://admin.shop.test{path}").status == 403, path
        visitor.get("http://admin.shop.test/")
        everything = {"name": "Clerk", **dict.fromkeys(PERMISSIONS.names, "on")}
        assert visitor.post(f"{ROLES}/2", everything).status == 403
        assert visitor.post(f"{USERS}/1/delete").status == 403
        assert visitor.world.changes() == []
