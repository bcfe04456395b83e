"""Roles: which areas of the back office their users may see and change."""

from __future__ import annotations

from collections.abc import Sequence

from webcosm.sites.admin.permissions import PERMISSIONS
from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.admin.system.owners import OwnerNeeded, keep_an_owner
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Database, Row

__all__ = ["roles"]

LIST = "/system/roles"

ROLES = Grid(
    "roles",
    "FROM role",
    (
        Column("id", "ID", "role.id", "number"),
        Column("name", "Role", "role.name", link=lambda row: f"{LIST}/{row.key}"),
        Column("users", "Users", "(SELECT count(*) FROM admin_user WHERE role_id = role.id)", "number"),
        Column(
            "permissions", "Permissions", "(SELECT count(*) FROM role_permission WHERE role_id = role.id)", "number"
        ),
    ),
    key="role.id",
    order="id",
    descending=False,
    search=("name",),
    noun="role",
)
FORM = Form(
    Field("name", "Role name", required=True, max=60),
    *(Field(permission, PERMISSIONS.label(permission), "checkbox") for permission in PERMISSIONS.names),
)


@site.get(LIST, needs="system.view")
def roles(request: Request) -> Response:
    return ROLES.respond(request, title="Roles", buttons=[(f"{LIST}/new", "Add role", "system.edit")])


@site.get(f"{LIST}/new", needs="system.edit")
def new_role(request: Request) -> Response:
    return _show(request, None, FORM.show())


@site.post(f"{LIST}/new", needs="system.edit")
def make_role(request: Request) -> Response:
    form = _read(request, None)
    if not form.valid:
        return _show(request, None, form, status=422)
    number = request.db.insert("role", name=form.values["name"])
    _save_permissions(request.db, number, _ticked(form))
    request.flash(f"The role {form.values['name']} was added.")
    return request.redirect(f"{LIST}/{number}")


@site.get(f"{LIST}/{{number:int}}", needs="system.view")
def edit_role(request: Request, number: int) -> Response:
    role = find_row(request.db, "role", number)
    return _show(request, role, FORM.show({**role, **dict.fromkeys(_held(request.db, number), True)}))


@site.post(f"{LIST}/{{number:int}}", needs="system.edit")
def save_role(request: Request, number: int) -> Response:
    role = find_row(request.db, "role", number)
    form = _read(request, number)
    if form.valid:
        try:
            with request.db.transaction():
                changed = update_row(request.db, "role", {"id": number}, role, {"name": form.values["name"]})
                changed |= _save_permissions(request.db, number, _ticked(form))
                keep_an_owner(request.db)
        except OwnerNeeded as error:
            form.fail("", str(error))
    if not form.valid:
        return _show(request, role, form, status=422)
    tell_saved(request, changed, "You saved the role.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="system.edit")
def delete_role(request: Request, number: int) -> Response:
    role = find_row(request.db, "role", number)
    if users := request.db.value("SELECT count(*) FROM admin_user WHERE role_id = ?", number):
        raise Conflict(f"{plural(users, 'user')} {'has' if users == 1 else 'have'} the role {role.name}.")
    request.db.run("DELETE FROM role_permission WHERE role_id = ?", number)
    request.db.run("DELETE FROM role WHERE id = ?", number)
    request.flash(f"The role {role.name} was deleted.")
    return request.redirect(LIST)


def _read(request: Request, number: int | None) -> BoundForm:
    form = FORM.read(request.form)
    sql = "SELECT 1 FROM role WHERE name = ? AND id IS NOT ?"
    if (name := form.values.get("name")) and request.db.value(sql, name, number):
        form.fail("name", f"There is a role called {name} already.")
    return form


def _ticked(form: BoundForm) -> list[str]:
    """Who may edit an area may see it, too."""
    wanted = []
    for area in PERMISSIONS.areas:
        view, edit = f"{area}.view", f"{area}.edit"
        if form.values[view] or form.values[edit]:
            wanted.append(view)
        if form.values[edit]:
            wanted.append(edit)
    return wanted


def _held(db: Database, number: int) -> list[str]:
    return db.values("SELECT permission FROM role_permission WHERE role_id = ? ORDER BY 1", number)


def _save_permissions(db: Database, number: int, wanted: Sequence[str]) -> bool:
    before = _held(db, number)
    for permission in before:
        if permission not in wanted:
            db.run("DELETE FROM role_permission WHERE role_id = ? AND permission = ?", number, permission)
    for permission in wanted:
        if permission not in before:
            db.insert("role_permission", role_id=number, permission=permission)
    return sorted(before) != sorted(wanted)


def _show(request: Request, role: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    users = "SELECT id, username, first_name || ' ' || last_name AS name FROM admin_user WHERE role_id = ? ORDER BY id"
    request.shows("role form", id=role.id if role else None)
    return request.render(
        "system/role.html",
        status=status,
        role=role,
        form=form,
        areas=PERMISSIONS.areas,
        users=request.db.rows(users, role.id) if role else [],
    )
