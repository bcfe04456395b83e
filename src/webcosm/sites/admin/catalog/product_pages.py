"""One product: making, editing, copying and deleting it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from webcosm.sites.admin.catalog.category_tree import read_tree
from webcosm.sites.admin.catalog.product_form import (
    Draft,
    blank_values,
    build,
    check_against,
    choices,
    drafts_in,
    spare_specs,
    values_of,
)
from webcosm.sites.admin.catalog.product_state import TYPES, ProductState, attributes_of_set, load, options_of, ordered
from webcosm.sites.admin.catalog.product_store import create, duplicate, remove, save
from webcosm.sites.admin.catalog.product_variants import propose, suggestion
from webcosm.sites.admin.rows import tell_saved
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BadRequest, BoundForm, Conflict, Request, Response
from webcosm.sites.shop.media import address_of

__all__ = ["edit_product", "new_product"]

LIST = "/catalog/products"


@site.get(f"{LIST}/new", needs="catalog.edit")
def new_product(request: Request) -> Response:
    """Asks for the type and attribute set first, then for the axes of a configurable product, then for the rest."""
    state = _begun(request)
    if isinstance(state, Response):
        return state
    return _show(request, state, build(request.db, state).show(blank_values(request.db)), [], [1])


@site.post(f"{LIST}/new", needs="catalog.edit")
def make_product(request: Request) -> Response:
    state = _begun(request)
    if isinstance(state, Response):
        raise BadRequest("Choose the type, the attribute set and what the variants differ in first.")
    form, drafts, spares = _read(request, state)
    if request.form.get("do") == "generate":
        return _generate(request, state, form, drafts, spares)
    if form.valid and state.type == "configurable" and not drafts:
        form.fail("", "A configurable product needs at least one variant: tick values and press “Generate variants”.")
    if not form.valid:
        return _show(request, state, form, drafts, spares, status=422)
    number = create(request.db, request.world.clock.stamp(), state, form.values, drafts)
    request.flash(f"{form.values['name']} was added to the catalog.")
    return request.redirect(f"{LIST}/{number}")


def _begun(request: Request) -> ProductState | Response:
    """The empty product that the address describes, or the page that asks for what is missing."""
    db = request.db
    chosen, set_text = request.query.get("type", ""), request.query.get("set", "")
    sets = choices(db, "attribute_set")
    if chosen not in ("simple", "configurable") or set_text not in dict(sets):
        request.shows("new product")
        return request.render("catalog/product_start.html", sets=sets, type=chosen or "simple", set=set_text)
    set_id = int(set_text)
    attributes = attributes_of_set(db, set_id)
    axes = []
    if chosen == "configurable":
        offered = [each for each in attributes if each.for_variants]
        axes = [each for each in offered if request.query.get(f"axis.{each.id}")]
        if not 1 <= len(axes) <= 3:
            return request.render(
                "catalog/product_axes.html", axes=offered, set_id=set_id, set_name=dict(sets)[set_text], many=len(axes)
            )
    spanned = [axis.id for axis in axes]
    return ProductState(None, chosen, set_id, [each for each in attributes if each.id not in spanned], axes)


@site.get(f"{LIST}/{{number:int}}", needs="catalog.view")
def edit_product(request: Request, number: int) -> Response:
    state = load(request.db, number)
    return _show(request, state, build(request.db, state).show(values_of(state)), [], [1])


@site.post(f"{LIST}/{{number:int}}", needs="catalog.edit")
def save_product(request: Request, number: int) -> Response:
    state = load(request.db, number)
    form, drafts, spares = _read(request, state)
    if request.form.get("do") == "generate":
        return _generate(request, state, form, drafts, spares)
    if not form.valid:
        return _show(request, state, form, drafts, spares, status=422)
    changed = save(request.db, request.world.clock.stamp(), state, form.values, drafts)
    tell_saved(request, changed, "You saved the product.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/duplicate", needs="catalog.edit")
def duplicate_product(request: Request, number: int) -> Response:
    if load(request.db, number).type == "variant":
        raise Conflict("A variant is no product of its own. Duplicate the product that it belongs to.")
    copy = duplicate(request.db, request.world.clock.stamp(), number)
    request.flash("This is the copy. It is disabled until you enable it.")
    return request.redirect(f"{LIST}/{copy}")


@site.get(f"{LIST}/{{number:int}}/delete", needs="catalog.edit")
def confirm_deletion(request: Request, number: int) -> Response:
    state = load(request.db, number)
    request.shows("product deletion", id=number)
    return request.render(
        "catalog/product_delete.html", product=state.row, state=state, ordered=ordered(request.db, number)
    )


@site.post(f"{LIST}/{{number:int}}/delete", needs="catalog.edit")
def delete_product(request: Request, number: int) -> Response:
    row = load(request.db, number).row
    assert row
    remove(request.db, request.world.clock.stamp(), number)
    request.flash(f"{row.name} was deleted.")
    return request.redirect(f"{LIST}/{row.parent_id}" if row.type == "variant" else LIST)


# The form -------------------------------------------------------------------------------------------------------------


def _read(request: Request, state: ProductState) -> tuple[BoundForm, list[Draft], list[int]]:
    drafts = drafts_in(request.db, state, request.form)
    spares = spare_specs(request.form)
    form = build(request.db, state, drafts, spares).read(request.form, request.files)
    if request.form.get("do") != "generate":
        check_against(request.db, state, form)
    return form, drafts, spares


def _generate(
    request: Request, state: ProductState, form: BoundForm, drafts: Sequence[Draft], spares: Sequence[int]
) -> Response:
    """Shows the form again, as typed, with proposed variants. Nothing is written yet."""
    if state.type != "configurable":
        raise BadRequest("Only a configurable product has variants.")
    wrong = {name: text for name, text in form.errors.items() if name in ("new_price", "new_qty")}
    ticked = [int(name.partition(".")[2]) for name, on in form.typed.items() if on and re.match(r"value\.", name)]
    try:
        fresh = propose(request.db, state, ticked, drafts) if not wrong else []
    except ValueError as error:
        form.errors = wrong
        form.fail("", str(error))
        return _show(request, state, form, drafts, spares, status=422)
    if wrong:
        form.errors = wrong
        return _show(request, state, form, drafts, spares, status=422)
    every = [*drafts, *fresh]
    whole = build(request.db, state, every, spares)
    sku = (form.typed.get("sku") or "").strip()
    filled: dict[str, Any] = {}
    for draft in fresh:
        price, qty = form.values.get("new_price"), form.values.get("new_qty")
        filled |= suggestion(request.db, state, draft, sku, price, qty)
    typed = {**form.typed, **whole.show(filled).typed}
    kept = {name: text for name, text in typed.items() if not name.startswith("value.")}
    proposed = BoundForm(whole, kept)
    return _show(request, state, proposed, every, spares, fresh=len(fresh))


def _show(
    request: Request,
    state: ProductState,
    form: BoundForm,
    drafts: Sequence[Draft],
    spares: Sequence[int],
    *,
    status: int = 200,
    fresh: int = 0,
) -> Response:
    db = request.db
    parent = db.row("SELECT id, name FROM product WHERE id = ?", state.row.parent_id) if state.row else None
    served = "shop" in request.addresses.hosts
    shown_at = (
        db.value("SELECT url_key FROM product WHERE id = ?", parent.id) if parent else state.row and state.row.url_key
    )
    axes = tuple(axis.id for axis in state.axes)
    request.shows("product form", id=state.row.id if state.row else None, type=state.type, set=state.set_id, axes=axes)
    return request.render(
        "catalog/product.html",
        status=status,
        state=state,
        product=state.row,
        parent=parent,
        form=form,
        drafts=drafts,
        spares=spares,
        fresh=fresh,
        type_label=TYPES[state.type],
        set_name=db.value("SELECT name FROM attribute_set WHERE id = ?", state.set_id),
        tree=read_tree(db),
        ticked=[int(name.partition(".")[2]) for name, on in form.typed.items() if on and name.startswith("category.")],
        pictures={each.id: request.link("shop", address_of(each, 160)) for each in state.images} if served else {},
        store_address=request.link("shop", f"/{shown_at}.html") if served and state.row else None,
        axis_options={axis.id: options_of(db, axis.id) for axis in state.axes},
        used={axis.id: state.used_options(axis.id) for axis in state.axes},
        own_options=_own_options(request, state),
        errors=_error_list(form),
    )


def _own_options(request: Request, state: ProductState) -> Mapping[str, str]:
    """What a variant is, in words."""
    if state.type != "variant":
        return {}
    sql = "SELECT label FROM attribute_option WHERE id = ?"
    return {axis.label: request.db.value(sql, state.options.get(axis.id)) or "" for axis in state.axes}


def _error_list(form: BoundForm) -> list[tuple[str, str]]:
    return [(field.name, form.errors[field.name]) for field in form.fields if field.name in form.errors]
