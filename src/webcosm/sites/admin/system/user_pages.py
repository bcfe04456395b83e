"""Users of the back office and their roles."""

from __future__ import annotations

from typing import Any

from webcosm.sites.admin.catalog.product_form import choices
from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.admin.system import role_pages
from webcosm.sites.admin.system.owners import OwnerNeeded, keep_an_owner
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response, hash_password
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Row, Value

__all__ = ["role_pages", "users"]

LIST = "/system/users"
STATUSES = [("active", "Active"), ("inactive", "Inactive")]

USERS = Grid(
    "users",
    "FROM admin_user",
    (
        Column("id", "ID", "admin_user.id", "number"),
        Column("username", "User name", "admin_user.username", link=lambda row: f"{LIST}/{row.key}"),
        Column("first_name", "First name", "admin_user.first_name"),
        Column("last_name", "Last name", "admin_user.last_name"),
        Column("email", "E-mail", "admin_user.email"),
        Column("role", "Role", "admin_user.role_id", "choice", lambda request: choices(request.db, "role")),
        Column("status", "Status", "iif(admin_user.active, 'active', 'inactive')", "choice", STATUSES),
        Column("last_login", "Last signed in", "admin_user.last_login", "moment"),
    ),
    key="admin_user.id",
    order="id",
    descending=False,
    search=("username", "first_name", "last_name", "email"),
    noun="user",
)


@site.get(LIST, needs="system.view")
def users(request: Request) -> Response:
    return USERS.respond(request, title="Users", buttons=[(f"{LIST}/new", "Add user", "system.edit")])


def _form(request: Request, user: Row | None) -> Form:
    words = "use small letters, figures, dots and hyphens."
    note = "Left empty, it stays as it is." if user else "At least eight characters."
    return Form(
        Field("active", "This account is active", "checkbox"),
        Field("username", "User name", required=True, max=40, pattern=r"[a-z][a-z0-9._-]*", pattern_help=words),
        Field("first_name", "First name", required=True, max=60),
        Field("last_name", "Last name", required=True, max=60),
        Field("email", "E-mail", "email", True, max=100),
        Field("role_id", "Role", "select", True, choices=choices(request.db, "role")),
        Field("password", "New password" if user else "Password", "password", user is None, note, min=8, max=100),
        Field("password_again", "The same once more", "password", user is None, max=100),
    )


@site.get(f"{LIST}/new", needs="system.edit")
def new_user(request: Request) -> Response:
    return _show(request, None, _form(request, None).show({"active": True}))


@site.post(f"{LIST}/new", needs="system.edit")
def make_user(request: Request) -> Response:
    form = _read(request, None)
    if not form.valid:
        return _show(request, None, form, status=422)
    number = request.db.insert("admin_user", **_columns(form))
    request.flash(f"The user {form.values['username']} was added.")
    return request.redirect(f"{LIST}/{number}")


@site.get(f"{LIST}/{{number:int}}", needs="system.view")
def edit_user(request: Request, number: int) -> Response:
    user = find_row(request.db, "admin_user", number)
    shown: dict[str, Any] = {**user, "active": bool(user.active), "password": None}
    return _show(request, user, _form(request, user).show(shown))


@site.post(f"{LIST}/{{number:int}}", needs="system.edit")
def save_user(request: Request, number: int) -> Response:
    user = find_row(request.db, "admin_user", number)
    form = _read(request, user)
    me = request.need_user().id == number
    if me and not form.values.get("active"):
        form.fail("active", "You cannot lock yourself out.")
    if form.valid:
        try:
            with request.db.transaction():
                changed = update_row(request.db, "admin_user", {"id": number}, user, _columns(form))
                keep_an_owner(request.db)
        except OwnerNeeded as error:
            form.fail("", str(error))
    if not form.valid:
        return _show(request, user, form, status=422)
    if me:
        request.sign_in(form.values["username"])
    tell_saved(request, changed, "You saved the user.")
    demoted = me and int(form.values["role_id"]) != user.role_id  # the new role may not see this page
    return request.redirect("/" if demoted else f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="system.edit")
def delete_user(request: Request, number: int) -> Response:
    user = find_row(request.db, "admin_user", number)
    if request.need_user().id == number:
        raise Conflict("You cannot delete yourself.")
    request.db.run("DELETE FROM admin_user WHERE id = ?", number)
    try:
        keep_an_owner(request.db)
    except OwnerNeeded as error:
        raise Conflict(str(error)) from error
    request.flash(f"The user {user.username} was deleted.")
    return request.redirect(LIST)


def _read(request: Request, user: Row | None) -> BoundForm:
    form = _form(request, user).read(request.form)
    values, own = form.values, user.id if user else None
    for name, label in (("username", "user name"), ("email", "e-mail address")):
        sql = f"SELECT 1 FROM admin_user WHERE {name} = ? AND id IS NOT ?"
        if values.get(name) and request.db.value(sql, values[name], own):
            form.fail(name, f"Another user has the {label} {values[name]}.")
    if values.get("password") != values.get("password_again") and not {"password", "password_again"} & set(form.errors):
        form.fail("password_again", "The two passwords differ.")
    if user and values.get("username") not in (None, user.username) and not values.get("password"):
        form.errors.setdefault("password", "A new user name needs a new password.")
    return form


def _columns(form: BoundForm) -> dict[str, Value]:
    values = form.values
    columns: dict[str, Value] = {name: values[name] for name in ("username", "first_name", "last_name", "email")}
    columns |= {"role_id": int(values["role_id"]), "active": int(values["active"])}
    if values["password"]:
        columns["password"] = hash_password(values["password"], values["username"])
    return columns


def _show(request: Request, user: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    name = f"{user.first_name} {user.last_name}" if user else ""
    deletable = user and user.id != request.need_user().id
    request.shows("user form", id=user.id if user else None)
    return request.render(
        "stores/edit.html",
        status=status,
        form=form,
        back=(LIST, "Users"),
        heading=name or "New user",
        action="Save user" if user else "Add user",
        deletion=(f"{LIST}/{user.id}/delete", f"Delete the user {name}?") if user and deletable else None,
        permission="system.edit",
    )
