"""The categories of the store: their tree, each one's particulars, and the products in it."""

from __future__ import annotations

from typing import Any

from webcosm.sites.admin.catalog.category_tree import branch, move, possible_parents, read_tree
from webcosm.sites.admin.catalog.product_form import URL_KEY, URL_KEY_HELP
from webcosm.sites.admin.rows import tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.formats import plural, slug
from webcosm.sites.kit.listing import Listing
from webcosm.worlds import Database, Row, Value

__all__ = ["categories", "category_products"]

LIST = "/catalog/categories"
PAGE = 50


@site.get(LIST, needs="catalog.view")
def categories(request: Request) -> Response:
    request.shows("categories")
    return request.render("catalog/categories.html", tree=read_tree(request.db, counted=True))


def _form(db: Database, number: int | None) -> Form:
    parents = [("", "None: a department"), *((str(row.id), row.trail) for row in possible_parents(db, number))]
    note = "" if number else "Left empty, it is made from the name."
    last = "Left empty, it comes last." if number is None else ""
    return Form(
        Field("name", "Category name", required=True, max=80),
        Field("active", "Enable category", "checkbox"),
        Field("in_menu", "Include in menu", "checkbox"),
        Field("parent_id", "Parent category", "select", choices=parents, help="The tree has three levels."),
        Field("position", "Position", "number", bool(number), last, min=0, max=9_999),
        Field("url_key", "URL key", "text", bool(number), note, max=80, pattern=URL_KEY, pattern_help=URL_KEY_HELP),
        Field("description", "Description", "textarea", max=5_000),
    )


@site.get(f"{LIST}/new", needs="catalog.edit")
def new_category(request: Request) -> Response:
    form = _form(request.db, None)
    parent = request.query.get("parent", "")
    given = parent if parent in dict(form["parent_id"].choices) else ""
    return _show(request, None, form.show({"active": True, "in_menu": True, "parent_id": given}))


@site.post(f"{LIST}/new", needs="catalog.edit")
def make_category(request: Request) -> Response:
    form = _read(request, None)
    if not form.valid:
        return _show(request, None, form, status=422)
    db, values = request.db, form.values
    parent = _parent(db, form)
    position = values["position"]
    if position is None:
        position = (db.value("SELECT max(position) FROM category WHERE parent_id IS ?", parent and parent.id) or 0) + 1
    number = db.insert(
        "category",
        parent_id=parent.id if parent else None,
        name=values["name"],
        url_path=_path(form, parent),
        level=parent.level + 1 if parent else 1,
        position=position,
        active=int(values["active"]),
        in_menu=int(values["in_menu"]),
        description=values["description"] or "",
    )
    request.flash(f"The category {values['name']} was added.")
    return request.redirect(f"{LIST}/{number}")


@site.get(f"{LIST}/{{number:int}}", needs="catalog.view")
def edit_category(request: Request, number: int) -> Response:
    row = _find(request.db, number)
    shown: dict[str, Any] = {
        **row,
        "active": bool(row.active),
        "in_menu": bool(row.in_menu),
        "url_key": row.url_path.rpartition("/")[2],
    }
    return _show(request, row, _form(request.db, number).show(shown))


@site.post(f"{LIST}/{{number:int}}", needs="catalog.edit")
def save_category(request: Request, number: int) -> Response:
    row = _find(request.db, number)
    form = _read(request, number)
    if not form.valid:
        return _show(request, row, form, status=422)
    values = form.values
    parent = _parent(request.db, form)
    fresh: dict[str, Value] = {
        "name": values["name"],
        "position": values["position"],
        "active": int(values["active"]),
        "in_menu": int(values["in_menu"]),
        "description": values["description"] or "",
    }
    changed = update_row(request.db, "category", {"id": number}, row, fresh)
    changed |= move(request.db, number, parent.id if parent else None, values["url_key"])
    tell_saved(request, changed, "You saved the category.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="catalog.edit")
def delete_category(request: Request, number: int) -> Response:
    db, row = request.db, _find(request.db, number)
    if len(branch(db, number)) > 1:
        raise Conflict(f"{row.name} has categories below it. Move or delete those first.")
    if held := db.value("SELECT count(*) FROM product_category WHERE category_id = ?", number):
        raise Conflict(f"{row.name} holds {plural(held, 'product')}. Only an empty category can be deleted.")
    for table in ("cart_rule_condition", "catalog_rule_condition"):
        if db.value(f"SELECT 1 FROM {table} WHERE subject = 'category' AND value = ?", str(number)):
            raise Conflict(f"A price rule asks for {row.name}. Change the rule first.")
    db.run("DELETE FROM category WHERE id = ?", number)
    request.flash(f"The category {row.name} was deleted.")
    return request.redirect(LIST)


def _read(request: Request, number: int | None) -> BoundForm:
    form = _form(request.db, number).read(request.form)
    if not form.valid:
        return form
    path = _path(form, _parent(request.db, form))
    if not path.rpartition("/")[2]:
        form.fail("url_key", "URL key: write one, the name has no letters to make it from.")
    clash = request.db.value("SELECT name FROM category WHERE url_path = ? AND id IS NOT ?", path, number)
    clash = clash or request.db.value("SELECT name FROM product WHERE url_key = ?", path)
    if clash:
        form.fail("url_key", f"URL key: /{path}.html is the address of {clash} already.")
    return form


def _parent(db: Database, form: BoundForm) -> Row | None:
    given = form.values["parent_id"]
    return db.row("SELECT * FROM category WHERE id = ?", int(given)) if given else None


def _path(form: BoundForm, parent: Row | None) -> str:
    key = form.values["url_key"] or slug(form.values["name"])
    return f"{parent.url_path}/{key}" if parent else key


def _find(db: Database, number: int) -> Row:
    row = db.row("SELECT * FROM category WHERE id = ?", number)
    if row is None:
        raise NotFound(f"There is no category {number}.")
    return row


def _show(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    count = "SELECT count(*) FROM product_category WHERE category_id = ?"
    store = request.link("shop", f"/{row.url_path}.html") if row and "shop" in request.addresses.hosts else None
    request.shows("category form", id=row.id if row else None)
    return request.render(
        "catalog/category.html",
        status=status,
        category=row,
        form=form,
        tree=read_tree(request.db, counted=True),
        products=request.db.value(count, row.id) if row else 0,
        children=len(branch(request.db, row.id)) - 1 if row else 0,
        store_address=store,
    )


# Products in a category -----------------------------------------------------------------------------------------------


@site.get(f"{LIST}/{{number:int}}/products", needs="catalog.view")
def category_products(request: Request, number: int) -> Response:
    row = _find(request.db, number)
    listing = _products(request, number)
    form = _products_form(listing)
    shown = {f"product.{each.id}.position": each.position for each in listing.items}
    return _show_products(request, row, listing, form.show(shown))


@site.post(f"{LIST}/{{number:int}}/products", needs="catalog.edit")
def save_category_products(request: Request, number: int) -> Response:
    """Takes the positions of the products on this page, removals, and SKUs to add."""
    db, row = request.db, _find(request.db, number)
    listing = _products(request, number)
    form = _products_form(listing).read(request.form)
    wanted = [part.strip() for part in (form.values.get("add") or "").split(",") if part.strip()]
    found: dict[str, int] = {}
    for sku in dict.fromkeys(wanted):
        product = db.row("SELECT id FROM product WHERE sku = ? AND type <> 'variant'", sku)
        if product is None:
            form.fail("add", f"Add products: there is no product with the SKU {sku}.")
        else:
            found[sku] = product.id
    if not form.valid:
        return _show_products(request, row, listing, form, status=422)
    stamp = request.world.clock.stamp()
    changed: list[int] = []
    for each in listing.items:
        key: dict[str, Value] = {"category_id": number, "product_id": each.id}
        if form.values[f"product.{each.id}.remove"]:
            db.run("DELETE FROM product_category WHERE category_id = ? AND product_id = ?", *key.values())
            changed.append(each.id)
        elif update_row(db, "product_category", key, each, {"position": form.values[f"product.{each.id}.position"]}):
            changed.append(each.id)
    for product_id in found.values():
        if not db.value("SELECT 1 FROM product_category WHERE category_id = ? AND product_id = ?", number, product_id):
            last = db.value("SELECT max(position) FROM product_category WHERE category_id = ?", number) or 0
            db.insert("product_category", product_id=product_id, category_id=number, position=last + 1)
            changed.append(product_id)
    for product_id in changed:
        db.run("UPDATE product SET updated = ? WHERE id = ?", stamp, product_id)
    tell_saved(request, bool(changed), "You saved the category's products.")
    return request.redirect(request.address)


def _products(request: Request, number: int) -> Listing:
    sql = (
        "SELECT product.id, product.sku, product.name, product.type, product.enabled, product_category.position"
        " FROM product_category JOIN product ON product.id = product_id WHERE category_id = ?"
        " ORDER BY product_category.position, product.id"
    )
    return request.listing(sql, number, size=PAGE)


def _products_form(listing: Listing) -> Form:
    fields = []
    for each in listing.items:
        fields.append(
            Field(f"product.{each.id}.position", f"Position of {each.name}", "number", True, min=0, max=99_999)
        )
        fields.append(Field(f"product.{each.id}.remove", f"Remove {each.name}", "checkbox"))
    return Form(*fields, Field("add", "Add products", max=1_000, help="SKUs, separated by commas."))


def _show_products(request: Request, row: Row, listing: Listing, form: BoundForm, *, status: int = 200) -> Response:
    request.shows("category products", id=row.id, page=listing.number)
    return request.render("catalog/category_products.html", status=status, category=row, listing=listing, form=form)
