"""Websites and the store views of each."""

from __future__ import annotations

from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response
from webcosm.worlds import Row, Value

__all__ = ["websites"]

LIST = "/stores/websites"
VIEWS = "/stores/websites/views"
CODE = Field(
    "code",
    "Code",
    required=True,
    max=30,
    pattern="[a-z][a-z0-9_]*",
    pattern_help="use small letters, figures and underscores.",
)
WEBSITE = Form(Field("name", "Name", required=True, max=60), CODE)


@site.get(LIST, needs="stores.view")
def websites(request: Request) -> Response:
    views: dict[int, list[Row]] = {}
    for view in request.db.rows("SELECT * FROM store_view ORDER BY id"):
        views.setdefault(view.website_id, []).append(view)
    rows = request.db.rows("SELECT * FROM website ORDER BY id")
    request.shows("websites")
    return request.render("stores/websites.html", websites=rows, views=views)


@site.get(f"{LIST}/new", needs="stores.edit")
def new_website(request: Request) -> Response:
    return _show(request, "website", None, WEBSITE.show())


@site.post(f"{LIST}/new", needs="stores.edit")
def make_website(request: Request) -> Response:
    return _make(request, "website", WEBSITE)


@site.get(f"{LIST}/{{number:int}}", needs="stores.view")
def edit_website(request: Request, number: int) -> Response:
    row = find_row(request.db, "website", number)
    return _show(request, "website", row, WEBSITE.show(row))


@site.post(f"{LIST}/{{number:int}}", needs="stores.edit")
def save_website(request: Request, number: int) -> Response:
    return _save(request, "website", WEBSITE, number)


@site.post(f"{LIST}/{{number:int}}/delete", needs="stores.edit")
def delete_website(request: Request, number: int) -> Response:
    row = find_row(request.db, "website", number)
    if request.db.value("SELECT 1 FROM store_view WHERE website_id = ? LIMIT 1", number):
        raise Conflict(f"{row.name} has store views. Delete or move those first.")
    for table in ("cart_rule_website", "catalog_rule_website"):
        if request.db.value(f"SELECT 1 FROM {table} WHERE website_id = ? LIMIT 1", number):
            raise Conflict(f"A price rule holds on {row.name}. Change the rule first.")
    request.db.run("DELETE FROM website WHERE id = ?", number)
    request.flash(f"The website {row.name} was deleted.")
    return request.redirect(LIST)


def _view_form(request: Request) -> Form:
    rows = request.db.rows("SELECT id, name FROM website ORDER BY id")
    return Form(
        Field("website_id", "Website", "select", True, choices=[(str(row.id), row.name) for row in rows]),
        Field("name", "Name", required=True, max=60),
        CODE,
        Field("active", "Enable this store view", "checkbox"),
    )


@site.get(f"{VIEWS}/new", needs="stores.edit")
def new_view(request: Request) -> Response:
    return _show(request, "store_view", None, _view_form(request).show({"active": True}))


@site.post(f"{VIEWS}/new", needs="stores.edit")
def make_view(request: Request) -> Response:
    return _make(request, "store_view", _view_form(request))


@site.get(f"{VIEWS}/{{number:int}}", needs="stores.view")
def edit_view(request: Request, number: int) -> Response:
    row = find_row(request.db, "store_view", number)
    return _show(request, "store_view", row, _view_form(request).show({**row, "active": bool(row.active)}))


@site.post(f"{VIEWS}/{{number:int}}", needs="stores.edit")
def save_view(request: Request, number: int) -> Response:
    return _save(request, "store_view", _view_form(request), number)


@site.post(f"{VIEWS}/{{number:int}}/delete", needs="stores.edit")
def delete_view(request: Request, number: int) -> Response:
    row = find_row(request.db, "store_view", number)
    if not request.db.value("SELECT 1 FROM store_view WHERE active AND id <> ?", number):
        raise Conflict(f"{row.name} is the last enabled store view and stays.")
    request.db.run("DELETE FROM store_view WHERE id = ?", number)
    request.flash(f"The store view {row.name} was deleted.")
    return request.redirect(LIST)


# Both are edited alike ------------------------------------------------------------------------------------------------


def _words(table: str) -> str:
    return table.replace("_", " ")


def _read(request: Request, table: str, form: Form, number: int | None) -> BoundForm:
    read = form.read(request.form)
    if (code := read.values.get("code")) and request.db.value(
        f"SELECT 1 FROM {table} WHERE code = ? AND id IS NOT ?", code, number
    ):
        read.fail("code", f"The code {code} is taken.")
    if number and read.values.get("active") is False:
        others = request.db.value("SELECT 1 FROM store_view WHERE active AND id <> ?", number)
        if not others:
            read.fail("active", "This is the last enabled store view.")
    return read


def _make(request: Request, table: str, form: Form) -> Response:
    read = _read(request, table, form, None)
    if not read.valid:
        return _show(request, table, None, read, status=422)
    request.db.insert(table, **_columns(read))
    request.flash(f"The {_words(table)} {read.values['name']} was added.")
    return request.redirect(LIST)


def _save(request: Request, table: str, form: Form, number: int) -> Response:
    row = find_row(request.db, table, number)
    read = _read(request, table, form, number)
    if not read.valid:
        return _show(request, table, row, read, status=422)
    changed = update_row(request.db, table, {"id": number}, row, _columns(read))
    done = f"You saved the {_words(table)}."
    tell_saved(request, changed, done)
    return request.redirect(LIST)


def _columns(form: BoundForm) -> dict[str, Value]:
    numbers = ("website_id", "active")
    return {name: int(value) if name in numbers else value for name, value in form.values.items()}


def _show(request: Request, table: str, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    base = LIST if table == "website" else VIEWS
    request.shows(f"{_words(table)} form", id=row.id if row else None)
    return request.render(
        "stores/edit.html",
        status=status,
        form=form,
        back=(LIST, "Websites and views"),
        heading=row.name if row else f"New {_words(table)}",
        action="Save" if row else f"Add {_words(table)}",
        deletion=(f"{base}/{row.id}/delete", f"Delete the {_words(table)} {row.name}?") if row else None,
        permission="stores.edit",
    )
