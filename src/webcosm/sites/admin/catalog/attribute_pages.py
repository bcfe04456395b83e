"""Attributes of products, with the options one can choose from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from webcosm.sites.admin.catalog.product_state import options_of
from webcosm.sites.admin.rows import YES_NO, find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Database, Row, Value

__all__ = ["attributes"]

LIST = "/catalog/attributes"
_SPARE = re.compile(r"option\.new([0-9]{1,3})\.label")

ATTRIBUTES = Grid(
    "attributes",
    "FROM attribute",
    (
        Column("id", "ID", "attribute.id", "number"),
        Column("label", "Label", "attribute.label", link=lambda row: f"{LIST}/{row.key}"),
        Column("code", "Code", "attribute.code"),
        Column("filterable", "Used in filters", "attribute.filterable", "choice", YES_NO),
        Column("for_variants", "Used for variants", "attribute.for_variants", "choice", YES_NO),
        Column(
            "options", "Options", "(SELECT count(*) FROM attribute_option WHERE attribute_id = attribute.id)", "number"
        ),
    ),
    key="attribute.id",
    order="id",
    descending=False,
    search=("label", "code"),
    noun="attribute",
    empty="There are no attributes yet.",
)


@site.get(LIST, needs="catalog.view")
def attributes(request: Request) -> Response:
    buttons = [(f"{LIST}/new", "Add attribute", "catalog.edit")]
    return ATTRIBUTES.respond(request, title="Attributes", buttons=buttons)


def _attribute_form(db: Database, number: int | None, spares: Sequence[int]) -> Form:
    fields = [Field("label", "Label", required=True, max=60)]
    if number is None:
        words = "use small letters, figures and underscores, like heel_height."
        note = "The name in addresses of filtered lists; it cannot be changed later."
        fields.append(
            Field("code", "Code", required=True, max=40, pattern=r"[a-z][a-z0-9_]*", pattern_help=words, help=note)
        )
    fields += [
        Field("filterable", "Customers can narrow lists by it", "checkbox"),
        Field("for_variants", "Variants of a configurable product can differ in it", "checkbox"),
    ]
    rows = options_of(db, number) if number else []
    for key, name in [*((str(row.id), row.label) for row in rows), *((f"new{one}", "") for one in spares)]:
        spoken = name or f"new option {key.removeprefix('new')}"
        fields += [
            Field(f"option.{key}.label", f"Label of {spoken}", max=80),
            Field(
                f"option.{key}.swatch",
                f"Color code of {spoken}",
                max=7,
                pattern=r"#[0-9a-fA-F]{6}",
                pattern_help="write a color like #c0392b.",
            ),
            Field(f"option.{key}.position", f"Position of {spoken}", "number", min=0, max=9_999),
        ]
        if name:
            fields.append(Field(f"option.{key}.remove", f"Remove {spoken}", "checkbox"))
    return Form(*fields)


def _shown(db: Database, attribute: Row) -> dict[str, Any]:
    values: dict[str, Any] = {
        **attribute,
        "filterable": bool(attribute.filterable),
        "for_variants": bool(attribute.for_variants),
    }
    for row in options_of(db, attribute.id):
        values.update({f"option.{row.id}.{name}": row[name] for name in ("label", "swatch", "position")})
    return values


@site.get(f"{LIST}/new", needs="catalog.edit")
def new_attribute(request: Request) -> Response:
    form = _attribute_form(request.db, None, range(1, 6))
    return _show_attribute(request, None, form.show({"filterable": True}), list(range(1, 6)))


@site.post(f"{LIST}/new", needs="catalog.edit")
def make_attribute(request: Request) -> Response:
    form, spares = _read(request, None)
    if code := form.values.get("code"):
        holder = request.db.value("SELECT label FROM attribute WHERE code = ?", code)
        if holder:
            form.fail("code", f"Code: {code} is the code of {holder} already.")
    if not form.valid:
        return _show_attribute(request, None, form, spares, status=422)
    values = form.values
    number = request.db.insert(
        "attribute",
        code=values["code"],
        label=values["label"],
        filterable=int(values["filterable"]),
        for_variants=int(values["for_variants"]),
    )
    _save_options(request.db, number, values)
    request.flash(f"The attribute {values['label']} was added.")
    return request.redirect(f"{LIST}/{number}")


@site.get(f"{LIST}/{{number:int}}", needs="catalog.view")
def edit_attribute(request: Request, number: int) -> Response:
    attribute = find_row(request.db, "attribute", number)
    form = _attribute_form(request.db, number, (1, 2)).show(_shown(request.db, attribute))
    return _show_attribute(request, attribute, form, [1, 2])


@site.post(f"{LIST}/{{number:int}}", needs="catalog.edit")
def save_attribute(request: Request, number: int) -> Response:
    attribute = find_row(request.db, "attribute", number)
    form, spares = _read(request, number)
    axes = request.db.value("SELECT count(*) FROM product_axis WHERE attribute_id = ?", number)
    if axes and not form.values["for_variants"]:
        form.fail("for_variants", f"The variants of {plural(axes, 'product')} differ in it.")
    if not form.valid:
        return _show_attribute(request, attribute, form, spares, status=422)
    values = form.values
    fresh: dict[str, Value] = {
        "label": values["label"],
        "filterable": int(values["filterable"]),
        "for_variants": int(values["for_variants"]),
    }
    changed = update_row(request.db, "attribute", {"id": number}, attribute, fresh)
    changed |= _save_options(request.db, number, values)
    tell_saved(request, changed, "You saved the attribute.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="catalog.edit")
def delete_attribute(request: Request, number: int) -> Response:
    attribute = find_row(request.db, "attribute", number)
    used = request.db.value("SELECT count(*) FROM product_option WHERE attribute_id = ?", number)
    used += request.db.value("SELECT count(*) FROM product_axis WHERE attribute_id = ?", number)
    if used:
        raise Conflict(f"{attribute.label} is used by products and cannot be deleted.")
    for table in ("attribute_set_member", "attribute_option"):
        request.db.run(f"DELETE FROM {table} WHERE attribute_id = ?", number)
    request.db.run("DELETE FROM attribute WHERE id = ?", number)
    request.flash(f"The attribute {attribute.label} was deleted.")
    return request.redirect(LIST)


def _read(request: Request, number: int | None) -> tuple[BoundForm, list[int]]:
    spares = sorted(int(match[1]) for name in request.form if (match := _SPARE.fullmatch(name)))
    form = _attribute_form(request.db, number, spares).read(request.form)
    labels: dict[str, str] = {}
    used = _uses(request.db, number) if number else {}
    for name in form.typed:
        key, _, column = name.removeprefix("option.").partition(".")
        if not name.startswith("option.") or column != "label":
            continue
        if form.values.get(f"option.{key}.remove"):
            if key.isdecimal() and used.get(int(key)):
                uses = used[int(key)]
                message = f"{plural(uses, 'product')} {'has' if uses == 1 else 'have'} it, so it cannot be removed."
                form.fail(f"option.{key}.remove", message)
            continue
        label = form.values.get(name)
        if not label and (not key.startswith("new") or form.values.get(f"option.{key}.swatch")):
            form.errors.setdefault(name, "An option needs a label.")
        elif label and label.casefold() in labels:
            form.fail(name, f"There are two options called {label}.")
        if label:
            labels[label.casefold()] = key
    return form, spares


def _uses(db: Database, number: int) -> dict[int, int]:
    """How many products have each option of an attribute."""
    sql = "SELECT option_id, count(*) AS uses FROM product_option WHERE attribute_id = ? GROUP BY option_id"
    return {row.option_id: row.uses for row in db.rows(sql, number)}


def _save_options(db: Database, number: int, values: Mapping[str, Any]) -> bool:
    changed = False
    rows = options_of(db, number)
    for row in rows:
        if values.get(f"option.{row.id}.remove"):
            db.run("DELETE FROM attribute_option WHERE id = ?", row.id)
            changed = True
    for row in rows:
        if not values.get(f"option.{row.id}.remove"):
            fresh = {
                "label": values[f"option.{row.id}.label"],
                "swatch": values[f"option.{row.id}.swatch"] or "",
                "position": values[f"option.{row.id}.position"] or 0,
            }
            changed |= update_row(db, "attribute_option", {"id": row.id}, row, fresh)
    for name, label in values.items():
        if (match := _SPARE.fullmatch(name)) and label:
            last = db.value("SELECT max(position) FROM attribute_option WHERE attribute_id = ?", number) or 0
            given = values[f"option.new{match[1]}.position"]
            swatch = values[f"option.new{match[1]}.swatch"] or ""
            position = last + 1 if given is None else given
            db.insert("attribute_option", attribute_id=number, label=label, swatch=swatch, position=position)
            changed = True
    return changed


def _show_attribute(
    request: Request, attribute: Row | None, form: BoundForm, spares: Sequence[int], *, status: int = 200
) -> Response:
    rows = options_of(request.db, attribute.id) if attribute else []
    sets = (
        "SELECT id, name FROM attribute_set JOIN attribute_set_member ON set_id = id WHERE attribute_id = ? ORDER BY 2"
    )
    request.shows("attribute form", id=attribute.id if attribute else None)
    return request.render(
        "catalog/attribute.html",
        status=status,
        attribute=attribute,
        form=form,
        options=rows,
        spares=spares,
        uses=_uses(request.db, attribute.id) if attribute else {},
        colored=any(row.swatch for row in rows) or attribute is None,
        sets=request.db.rows(sets, attribute.id) if attribute else [],
    )
