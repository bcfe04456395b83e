"""Tax rates, and the classes of goods they are for."""

from __future__ import annotations

import re
from decimal import Decimal

from webcosm.sites.admin.catalog.product_form import choices
from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Row, Value

__all__ = ["percent_text", "read_percent", "tax_classes", "tax_rates"]

LIST = "/stores/tax"
CLASSES = "/stores/tax/classes"


def percent_text(hundredths: int) -> str:
    """``825`` -> ``8.25``"""
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def read_percent(text: str) -> int:
    """``8.25`` -> ``825``; a ValueError names what is accepted."""
    if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", text) or Decimal(text) > 100:
        raise ValueError(f"{text!r} is no percentage; write it like 8.25, from 0 to 100.")
    return int(Decimal(text) * 100)


def _percent_wrong(text: str) -> str | None:
    try:
        read_percent(text)
    except ValueError as error:
        return str(error)
    return None


RATES = Grid(
    "tax-rates",
    "FROM tax_rate JOIN tax_class ON tax_class.id = tax_class_id",
    (
        Column("id", "ID", "tax_rate.id", "number"),
        Column("name", "Name", "tax_rate.name", link=lambda row: f"{LIST}/{row.key}"),
        Column("region", "State", "tax_rate.region"),
        Column(
            "class",
            "Tax class",
            "tax_class.id",
            "choice",
            lambda request: choices(request.db, "tax_class"),
        ),
        Column("percent", "Rate", "tax_rate.percent", filter=False, show=lambda row: f"{percent_text(row.percent)} %"),
    ),
    key="tax_rate.id",
    order="name",
    descending=False,
    search=("name", "region"),
    noun="tax rate",
    empty="No tax is charged anywhere yet.",
)


@site.get(LIST, needs="stores.view")
def tax_rates(request: Request) -> Response:
    buttons = [(CLASSES, "Tax classes", "stores.view"), (f"{LIST}/new", "Add tax rate", "stores.edit")]
    return RATES.respond(request, title="Tax rates", buttons=buttons)


def _form(request: Request) -> Form:
    states = [
        (state.abbreviation, f"{state.name} ({state.abbreviation})") for state in request.world.lore.region.states
    ]
    return Form(
        Field("name", "Name", required=True, max=80),
        Field("region", "State", "select", True, choices=states),
        Field("tax_class_id", "Tax class", "select", True, choices=choices(request.db, "tax_class")),
        Field("percent", "Rate in percent", required=True, max=7, check=_percent_wrong, placeholder="8.25"),
    )


@site.get(f"{LIST}/new", needs="stores.edit")
def new_rate(request: Request) -> Response:
    return _show(request, None, _form(request).show())


@site.post(f"{LIST}/new", needs="stores.edit")
def make_rate(request: Request) -> Response:
    form = _read(request, None)
    if not form.valid:
        return _show(request, None, form, status=422)
    request.db.insert("tax_rate", **_columns(form))
    request.flash(f"The tax rate {form.values['name']} was added.")
    return request.redirect(LIST)


@site.get(f"{LIST}/{{number:int}}", needs="stores.view")
def edit_rate(request: Request, number: int) -> Response:
    row = find_row(request.db, "tax_rate", number)
    return _show(request, row, _form(request).show({**row, "percent": percent_text(row.percent)}))


@site.post(f"{LIST}/{{number:int}}", needs="stores.edit")
def save_rate(request: Request, number: int) -> Response:
    row = find_row(request.db, "tax_rate", number)
    form = _read(request, number)
    if not form.valid:
        return _show(request, row, form, status=422)
    changed = update_row(request.db, "tax_rate", {"id": number}, row, _columns(form))
    tell_saved(request, changed, "You saved the tax rate.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="stores.edit")
def delete_rate(request: Request, number: int) -> Response:
    row = find_row(request.db, "tax_rate", number)
    request.db.run("DELETE FROM tax_rate WHERE id = ?", number)
    request.flash(f"The tax rate {row.name} was deleted.")
    return request.redirect(LIST)


def _read(request: Request, number: int | None) -> BoundForm:
    form = _form(request).read(request.form)
    if not form.valid:
        return form
    values = form.values
    if request.db.value("SELECT 1 FROM tax_rate WHERE name = ? AND id IS NOT ?", values["name"], number):
        form.fail("name", f"There is a tax rate called {values['name']} already.")
    sql = "SELECT name FROM tax_rate WHERE region = ? AND tax_class_id = ? AND id IS NOT ?"
    if clash := request.db.value(sql, values["region"], int(values["tax_class_id"]), number):
        form.fail("region", f"{clash} is the rate for this state and class already.")
    return form


def _columns(form: BoundForm) -> dict[str, Value]:
    values = form.values
    return {
        "name": values["name"],
        "region": values["region"],
        "tax_class_id": int(values["tax_class_id"]),
        "percent": read_percent(values["percent"]),
    }


def _show(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    request.shows("tax rate form", id=row.id if row else None)
    return request.render(
        "stores/edit.html",
        status=status,
        form=form,
        back=(LIST, "Tax rates"),
        heading=row.name if row else "New tax rate",
        action="Save" if row else "Add tax rate",
        deletion=(f"{LIST}/{row.id}/delete", f"Delete the tax rate {row.name}?") if row else None,
        permission="stores.edit",
    )


# Classes --------------------------------------------------------------------------------------------------------------

CLASS = Form(Field("name", "Name", required=True, max=80))


@site.get(CLASSES, needs="stores.view")
def tax_classes(request: Request) -> Response:
    rows = request.db.rows(
        "SELECT id, name,"
        " (SELECT count(*) FROM product WHERE tax_class_id = tax_class.id AND type <> 'variant') AS products,"
        " (SELECT count(*) FROM tax_rate WHERE tax_class_id = tax_class.id) AS rates FROM tax_class ORDER BY id"
    )
    request.shows("tax classes")
    return request.render("stores/tax_classes.html", classes=rows)


@site.get(f"{CLASSES}/new", needs="stores.edit")
def new_class(request: Request) -> Response:
    return _show_class(request, None, CLASS.show())


@site.post(f"{CLASSES}/new", needs="stores.edit")
def make_class(request: Request) -> Response:
    form = _read_class(request, None)
    if not form.valid:
        return _show_class(request, None, form, status=422)
    request.db.insert("tax_class", name=form.values["name"])
    request.flash(f"The tax class {form.values['name']} was added.")
    return request.redirect(CLASSES)


@site.get(f"{CLASSES}/{{number:int}}", needs="stores.view")
def edit_class(request: Request, number: int) -> Response:
    row = find_row(request.db, "tax_class", number)
    return _show_class(request, row, CLASS.show(row))


@site.post(f"{CLASSES}/{{number:int}}", needs="stores.edit")
def save_class(request: Request, number: int) -> Response:
    row = find_row(request.db, "tax_class", number)
    form = _read_class(request, number)
    if not form.valid:
        return _show_class(request, row, form, status=422)
    changed = update_row(request.db, "tax_class", {"id": number}, row, {"name": form.values["name"]})
    tell_saved(request, changed, "You saved the tax class.")
    return request.redirect(CLASSES)


@site.post(f"{CLASSES}/{{number:int}}/delete", needs="stores.edit")
def delete_class(request: Request, number: int) -> Response:
    row = find_row(request.db, "tax_class", number)
    for table in ("product", "tax_rate"):
        if request.db.value(f"SELECT 1 FROM {table} WHERE tax_class_id = ? LIMIT 1", number):
            raise Conflict(f"The tax class {row.name} is used by a {table.replace('_', ' ')} and stays.")
    request.db.run("DELETE FROM tax_class WHERE id = ?", number)
    request.flash(f"The tax class {row.name} was deleted.")
    return request.redirect(CLASSES)


def _read_class(request: Request, number: int | None) -> BoundForm:
    form = CLASS.read(request.form)
    sql = "SELECT 1 FROM tax_class WHERE name = ? AND id IS NOT ?"
    if form.valid and request.db.value(sql, form.values["name"], number):
        form.fail("name", f"There is a tax class called {form.values['name']} already.")
    return form


def _show_class(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    request.shows("tax class form", id=row.id if row else None)
    return request.render(
        "stores/edit.html",
        status=status,
        form=form,
        back=(CLASSES, "Tax classes"),
        heading=row.name if row else "New tax class",
        action="Save" if row else "Add tax class",
        deletion=(f"{CLASSES}/{row.id}/delete", f"Delete the tax class {row.name}?") if row else None,
        permission="stores.edit",
    )
