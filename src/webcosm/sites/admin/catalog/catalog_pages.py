"""Products, categories, attributes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from webcosm.sites.admin.catalog import attribute_pages, attribute_set_pages, category_pages, product_pages
from webcosm.sites.admin.catalog.product_form import STOCK, choices
from webcosm.sites.admin.catalog.product_state import TYPES, VISIBILITIES, ordered
from webcosm.sites.admin.catalog.product_store import remove, set_columns, set_stock
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BadRequest, Field, Form, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid, MassAction
from webcosm.sites.kit.mass import were
from webcosm.sites.shop.media import address_of
from webcosm.worlds import Row, Value

__all__ = ["attribute_pages", "attribute_set_pages", "category_pages", "product_pages", "products", "products_grid"]

LIST = "/catalog/products"
STATUSES = [("enabled", "Enabled"), ("disabled", "Disabled")]
CHEAPEST = (
    "CASE product.type WHEN 'configurable' THEN coalesce((SELECT min(variant.price) FROM product AS variant"
    " WHERE variant.parent_id = product.id), product.price) ELSE product.price END"
)
"""A configurable product costs what its cheapest variant does."""

IN_STOCK = (
    "CASE product.type WHEN 'configurable' THEN EXISTS (SELECT 1 FROM product AS variant"
    " WHERE variant.parent_id = product.id AND variant.in_stock) ELSE product.in_stock END"
)
"""A configurable product is in stock if any variant is."""


def products_grid(request: Request) -> Grid:
    """The list of products; its pictures come from the storefront, whose address depends on the visitor."""

    def thumbnail(row: Row) -> Markup | str:
        if row.image is None or "shop" not in request.addresses.hosts:
            return ""
        address = request.link("shop", address_of(Row(id=row.image), 160))
        return Markup('<img src="{}" alt="" width="48" height="48">').format(address)

    def edit(row: Row) -> str:
        return f"{LIST}/{row.key}"

    def sets(request: Request) -> Sequence[tuple[str, str]]:
        return choices(request.db, "attribute_set")

    image = "SELECT id FROM product_image WHERE product_id = %s ORDER BY position, id LIMIT 1"
    return Grid(
        "products",
        "FROM product",
        (
            Column("id", "ID", "product.id", "number", show=lambda row: str(row.id)),
            Column(
                "image",
                "Thumbnail",
                f"coalesce(({image % 'product.id'}), ({image % 'product.parent_id'}))",
                filter=False,
                sortable=False,
                show=thumbnail,
            ),
            Column("name", "Name", "product.name", link=edit),
            Column("type", "Type", "product.type", "choice", list(TYPES.items())),
            Column("set", "Attribute set", "product.attribute_set_id", "choice", sets),
            Column(
                "sku", "SKU", "product.sku", show=lambda row: Markup('<span class="code">{}</span>').format(row.sku)
            ),
            Column("price", "Price", CHEAPEST, "money"),
            Column("qty", "Quantity", "CASE product.type WHEN 'configurable' THEN NULL ELSE product.qty END", "number"),
            Column("stock", "Stock status", IN_STOCK, "choice", STOCK),
            Column("status", "Status", "iif(product.enabled, 'enabled', 'disabled')", "choice", STATUSES),
            Column("visibility", "Visibility", "product.visibility", "choice", list(VISIBILITIES.items()), shown=False),
            Column("brand", "Brand", "product.brand", shown=False),
            Column("updated", "Updated", "product.updated", "moment", shown=False),
        ),
        key="product.id",
        order="id",
        search=("name", "sku", "brand"),
        actions=(
            MassAction(f"{LIST}/enable", "Enable", "catalog.edit"),
            MassAction(f"{LIST}/disable", "Disable", "catalog.edit"),
            MassAction(f"{LIST}/stock", "Set stock status", "catalog.edit", field="in_stock", choices=STOCK),
            MassAction(f"{LIST}/attributes", "Change attributes", "catalog.edit"),
            MassAction(
                f"{LIST}/delete",
                "Delete",
                "catalog.edit",
                "Delete the ticked products? Those that were ordered stay.",
                danger=True,
            ),
        ),
        noun="product",
        empty="There are no products yet.",
    )


@site.get(LIST, needs="catalog.view")
def products(request: Request) -> Response:
    return products_grid(request).respond(request, "catalog/products.html")


# Mass actions ---------------------------------------------------------------------------------------------------------


@site.post(f"{LIST}/enable", needs="catalog.edit")
def enable(request: Request) -> Response:
    return _set_enabled(request, 1, "enabled")


@site.post(f"{LIST}/disable", needs="catalog.edit")
def disable(request: Request) -> Response:
    return _set_enabled(request, 0, "disabled")


def _set_enabled(request: Request, enabled: int, deed: str) -> Response:
    stamp = request.world.clock.stamp()
    return _set_all(request, deed, lambda number: set_columns(request.db, stamp, number, {"enabled": enabled}))


@site.post(f"{LIST}/stock", needs="catalog.edit")
def change_stock(request: Request) -> Response:
    chosen = request.form.get("in_stock", "")
    if chosen not in dict(STOCK):
        raise BadRequest(f"{chosen!r} is no stock status; there are 1 (in stock) and 0 (out of stock).")
    stamp = request.world.clock.stamp()
    deed = f"set to “{dict(STOCK)[chosen]}”"
    return _set_all(request, deed, lambda number: set_stock(request.db, stamp, number, int(chosen)))


def _set_all(request: Request, deed: str, change: Callable[[int], bool]) -> Response:
    """Does something to every ticked product and says for how many it made a difference."""
    grid = products_grid(request)
    numbers = grid.selected(request)
    if not numbers:
        request.flash("Tick at least one product first.", "wrong")
        return request.redirect(grid.back(request, LIST))
    changed = sum(change(number) for number in numbers)
    rest = f" The other {len(numbers) - changed} already were." if changed < len(numbers) else ""
    request.flash(f"{were(changed, 'product')} {deed}.{rest}")
    return request.redirect(grid.back(request, LIST))


@site.post(f"{LIST}/delete", needs="catalog.edit")
def delete_products(request: Request) -> Response:
    grid = products_grid(request)
    gone = kept = 0
    for number in grid.selected(request):
        if not request.db.value("SELECT 1 FROM product WHERE id = ?", number):
            continue  # a variant that went with its product
        if ordered(request.db, number):
            kept += 1
        else:
            remove(request.db, request.world.clock.stamp(), number)
            gone += 1
    if gone:
        request.flash(f"{were(gone, 'product')} deleted.")
    if kept:
        stands = "stands in orders and stays" if kept == 1 else "stand in orders and stay"
        request.flash(f"{plural(kept, 'product')} {stands} in the catalog.", "note")
    if not gone and not kept:
        request.flash("Tick at least one product first.", "wrong")
    return request.redirect(grid.back(request, LIST))


KEEP = ("", "Leave as it is")


def _attributes_form(request: Request) -> Form:
    flags = [KEEP, ("1", "Yes"), ("0", "No")]
    return Form(
        Field("ids", "Products", "hidden", max=200_000),
        Field("all", "All of the list", "hidden"),
        Field("query", "List", "hidden", max=2_000),
        Field("brand", "Brand", max=100, help="Left empty, it stays as it is."),
        Field("tax_class_id", "Tax class", "select", choices=[KEEP, *choices(request.db, "tax_class")]),
        Field("visibility", "Visibility", "select", choices=[KEEP, *VISIBILITIES.items()]),
        Field("weight", "Weight (grams)", "number", min=0, max=10_000_000, help="Left empty, it stays as it is."),
        Field("is_new", "Set product as new", "select", choices=flags),
        Field("on_sale", "Sale", "select", choices=flags),
    )


@site.post(f"{LIST}/attributes", needs="catalog.edit")
def change_attributes(request: Request) -> Response:
    """Shows the form for the ticked products, and takes it."""
    grid = products_grid(request)
    numbers = grid.selected(request)
    if not numbers:
        request.flash("Tick at least one product first.", "wrong")
        return request.redirect(grid.back(request, LIST))
    form = _attributes_form(request)
    if request.form.get("do") != "save":
        every = request.form.get("all", "")  # then the list's address says which
        ids = "" if every else ",".join(map(str, numbers))
        state = {"ids": ids, "all": every, "query": request.form.get("query", "")}
        request.shows("product attributes form", products=tuple(numbers))
        return request.render("catalog/products_attributes.html", form=form.show(state), count=len(numbers))
    read = form.read(request.form)
    chosen: dict[str, Value] = {
        name: int(value) if name in ("tax_class_id", "is_new", "on_sale") else value
        for name, value in read.values.items()
        if name not in ("ids", "all", "query") and value is not None
    }
    if read.valid and not chosen:
        read.fail("", "Choose at least one attribute to change.")
    if not read.valid:
        return request.render("catalog/products_attributes.html", status=422, form=read, count=len(numbers))
    stamp = request.world.clock.stamp()
    changed = sum(set_columns(request.db, stamp, number, chosen) for number in numbers)
    request.flash(f"{were(changed, 'product')} changed.")
    return request.redirect(grid.back(request, LIST))
