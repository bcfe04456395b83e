"""Customer groups."""

from __future__ import annotations

from webcosm.sites.admin.rows import tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Database, Row

__all__ = ["GROUPS"]

GUESTS = 1
"""The group of those who are not signed in; the shop cannot do without it."""
FORM = Form(
    Field("name", "Group name", required=True, max=32),
    Field("tax_exempt", "Pays no tax", "checkbox"),
)
USES = (
    ("customer", "group_id", "customer"),
    ("orders", "group_id", "order"),
    ("cart_rule_group", "group_id", "cart price rule"),
    ("catalog_rule_group", "group_id", "catalog price rule"),
)
GROUPS = Grid(
    "customer-groups",
    "FROM customer_group",
    key="customer_group.id",
    columns=(
        Column("id", "ID", "customer_group.id", "number"),
        Column("name", "Group", "customer_group.name", link=lambda row: f"/customers/groups/{row.key}"),
        Column(
            "tax_exempt", "Pays tax", "NOT customer_group.tax_exempt", "choice", choices=(("1", "Yes"), ("0", "No"))
        ),
        Column(
            "customers", "Customers", "(SELECT count(*) FROM customer WHERE group_id = customer_group.id)", "number"
        ),
    ),
    order="id",
    descending=False,
    search=("name",),
    noun="group",
)


@site.get("/customers/groups", needs="customers.view")
def list_groups(request: Request) -> Response:
    return GROUPS.respond(
        request, title="Customer groups", buttons=[("/customers/groups/new", "Add group", "customers.edit")]
    )


@site.get("/customers/groups/new", needs="customers.edit")
def new_group(request: Request) -> Response:
    return _page(request, None, FORM.show())


@site.post("/customers/groups/new", needs="customers.edit")
def create_group(request: Request) -> Response:
    form = _read(request, 0)
    if not form.valid:
        return _page(request, None, form)
    request.db.insert("customer_group", name=form.values["name"], tax_exempt=int(form.values["tax_exempt"]))
    request.flash(f"The group {form.values['name']} was added.")
    return request.redirect("/customers/groups")


@site.get("/customers/groups/{number:int}", needs="customers.view")
def show_group(request: Request, number: int) -> Response:
    group = _group(request, number)
    return _page(request, group, FORM.show({**group, "tax_exempt": bool(group.tax_exempt)}))


@site.post("/customers/groups/{number:int}", needs="customers.edit")
def save_group(request: Request, number: int) -> Response:
    group = _group(request, number)
    form = _read(request, number)
    if number == GUESTS and form.valid and form.values["name"] != group.name:
        form.fail("name", f"The group of guests is always called {group.name}.")
    if not form.valid:
        return _page(request, group, form)
    values = {"name": form.values["name"], "tax_exempt": int(form.values["tax_exempt"])}
    changed = update_row(request.db, "customer_group", {"id": number}, group, values)
    tell_saved(request, changed, "The group was saved.")
    return request.redirect("/customers/groups")


@site.post("/customers/groups/{number:int}/delete", needs="customers.edit")
def delete_group(request: Request, number: int) -> Response:
    group = _group(request, number)
    if reason := _kept_by(request.db, number):
        raise Conflict(f"The group {group.name} cannot be deleted: {reason}.")
    request.db.run("DELETE FROM customer_group WHERE id = ?", number)
    request.flash(f"The group {group.name} was deleted.")
    return request.redirect("/customers/groups")


def _group(request: Request, number: int) -> Row:
    group = request.db.row("SELECT * FROM customer_group WHERE id = ?", number)
    if group is None:
        raise NotFound(f"There is no customer group with the id {number}.")
    return group


def _read(request: Request, own: int) -> BoundForm:
    form = FORM.read(request.form)
    sql = "SELECT 1 FROM customer_group WHERE name = ? COLLATE NOCASE AND id <> ?"
    if form.valid and request.db.value(sql, form.values["name"], own):
        form.fail("name", f"There is already a group called {form.values['name']}.")
    return form


def _kept_by(db: Database, number: int) -> str:
    """Why a group has to stay; '' if it may go."""
    if number == GUESTS:
        return "it is for everybody who is not signed in"
    for table, column, noun in USES:
        if count := db.value(f"SELECT count(*) FROM {table} WHERE {column} = ?", number):
            return f"{plural(count, noun)} {'belongs' if count == 1 else 'belong'} to it"
    return ""


def _page(request: Request, group: Row | None, form: BoundForm) -> Response:
    status = 422 if request.method == "POST" else 200
    kept = _kept_by(request.db, group.id) if group else ""
    request.shows("group form", id=group.id if group else None)
    return request.render("customers/group.html", status=status, group=group, form=form, kept=kept)
