"""Attribute sets: which attributes a product can have."""

from __future__ import annotations

from collections.abc import Sequence

from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Database, Row

__all__ = ["attribute_sets"]

SETS = "/catalog/attribute-sets"
ATTRIBUTE_SETS = Grid(
    "attribute-sets",
    "FROM attribute_set",
    (
        Column("id", "ID", "attribute_set.id", "number"),
        Column("name", "Name", "attribute_set.name", link=lambda row: f"{SETS}/{row.key}"),
        Column(
            "members",
            "Attributes",
            "(SELECT group_concat(label, ', ') FROM (SELECT label FROM attribute_set_member"
            " JOIN attribute ON attribute.id = attribute_id WHERE set_id = attribute_set.id ORDER BY label))",
        ),
        Column(
            "products",
            "Products",
            "(SELECT count(*) FROM product WHERE attribute_set_id = attribute_set.id AND type <> 'variant')",
            "number",
        ),
    ),
    key="attribute_set.id",
    order="name",
    descending=False,
    search=("name", "members"),
    noun="attribute set",
    empty="There are no attribute sets yet.",
)


@site.get(SETS, needs="catalog.view")
def attribute_sets(request: Request) -> Response:
    buttons = [(f"{SETS}/new", "Add attribute set", "catalog.edit")]
    return ATTRIBUTE_SETS.respond(request, title="Attribute sets", buttons=buttons)


def _set_form(db: Database) -> Form:
    members = (
        Field(f"member.{row.id}", row.label, "checkbox")
        for row in db.rows("SELECT * FROM attribute ORDER BY label, id")
    )
    return Form(Field("name", "Name", required=True, max=80), *members)


@site.get(f"{SETS}/new", needs="catalog.edit")
def new_set(request: Request) -> Response:
    request.shows("attribute set form", id=None)
    return request.render("catalog/attribute_set.html", set=None, form=_set_form(request.db).show(), products=0)


@site.post(f"{SETS}/new", needs="catalog.edit")
def make_set(request: Request) -> Response:
    form = _read_set(request, None)
    if not form.valid:
        return request.render("catalog/attribute_set.html", status=422, set=None, form=form, products=0)
    number = request.db.insert("attribute_set", name=form.values["name"])
    _save_members(request.db, number, _members(form))
    request.flash(f"The attribute set {form.values['name']} was added.")
    return request.redirect(f"{SETS}/{number}")


@site.get(f"{SETS}/{{number:int}}", needs="catalog.view")
def edit_set(request: Request, number: int) -> Response:
    row = find_row(request.db, "attribute_set", number)
    ticked = {f"member.{each}": True for each in _members_of(request.db, number)}
    return _show_set(request, row, _set_form(request.db).show({**row, **ticked}))


@site.post(f"{SETS}/{{number:int}}", needs="catalog.edit")
def save_set(request: Request, number: int) -> Response:
    row = find_row(request.db, "attribute_set", number)
    form = _read_set(request, number)
    for each in _members_of(request.db, number):
        if each in _members(form):
            continue
        uses = request.db.value(
            "SELECT count(*) FROM product_option JOIN product ON product.id = product_id"
            " WHERE attribute_id = ? AND attribute_set_id = ?",
            each,
            number,
        )
        if uses:
            label, has = form[f"member.{each}"].label, "has" if uses == 1 else "have"
            form.fail(f"member.{each}", f"{plural(uses, 'product')} of this set {has} a value of {label}.")
    if not form.valid:
        return _show_set(request, row, form, status=422)
    changed = update_row(request.db, "attribute_set", {"id": number}, row, {"name": form.values["name"]})
    changed |= _save_members(request.db, number, _members(form))
    tell_saved(request, changed, "You saved the attribute set.")
    return request.redirect(f"{SETS}/{number}")


@site.post(f"{SETS}/{{number:int}}/delete", needs="catalog.edit")
def delete_set(request: Request, number: int) -> Response:
    row = find_row(request.db, "attribute_set", number)
    if _products_of(request.db, number):
        raise Conflict(f"Products use the attribute set {row.name}. Give them another one first.")
    condition = "SELECT count(*) FROM catalog_rule_condition WHERE subject = 'attribute_set' AND value = ?"
    if request.db.value(condition, str(number)):
        raise Conflict(f"A catalog price rule asks for the attribute set {row.name}. Change the rule first.")
    request.db.run("DELETE FROM attribute_set_member WHERE set_id = ?", number)
    request.db.run("DELETE FROM attribute_set WHERE id = ?", number)
    request.flash(f"The attribute set {row.name} was deleted.")
    return request.redirect(SETS)


def _read_set(request: Request, number: int | None) -> BoundForm:
    form = _set_form(request.db).read(request.form)
    sql = "SELECT 1 FROM attribute_set WHERE name = ? AND id IS NOT ?"
    if (name := form.values.get("name")) and request.db.value(sql, name, number):
        form.fail("name", f"There is an attribute set called {name} already.")
    return form


def _show_set(request: Request, row: Row, form: BoundForm, *, status: int = 200) -> Response:
    products = _products_of(request.db, row.id)
    request.shows("attribute set form", id=row.id)
    return request.render("catalog/attribute_set.html", status=status, set=row, form=form, products=products)


def _products_of(db: Database, number: int) -> int:
    return int(db.value("SELECT count(*) FROM product WHERE attribute_set_id = ?", number))


def _members(form: BoundForm) -> list[int]:
    return [int(name.partition(".")[2]) for name, on in form.values.items() if name.startswith("member.") and on]


def _members_of(db: Database, number: int) -> list[int]:
    return db.values("SELECT attribute_id FROM attribute_set_member WHERE set_id = ? ORDER BY 1", number)


def _save_members(db: Database, number: int, ticked: Sequence[int]) -> bool:
    before = _members_of(db, number)
    for each in before:
        if each not in ticked:
            db.run("DELETE FROM attribute_set_member WHERE set_id = ? AND attribute_id = ?", number, each)
    for each in ticked:
        if each not in before:
            db.insert("attribute_set_member", set_id=number, attribute_id=each)
    return sorted(before) != sorted(ticked)
