"""Pages, blocks, themes and the design in use."""

from __future__ import annotations

from markupsafe import Markup

from webcosm.sites.admin.catalog.product_form import URL_KEY, URL_KEY_HELP
from webcosm.sites.admin.content import theme_pages
from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Field, Form, Request, Response, render_markdown, site_link
from webcosm.sites.kit.formats import slug
from webcosm.sites.kit.grid import Column, Grid, MassAction
from webcosm.sites.kit.mass import each_selected
from webcosm.sites.shop.site import site as shop
from webcosm.worlds import Row, Value

__all__ = ["blocks", "pages", "theme_pages"]

PAGES = "/content/pages"
BLOCKS = "/content/blocks"
TEXT = "text"
"""The field for column ``content``, which is an id that every page has already."""
STATUSES = [("enabled", "Enabled"), ("disabled", "Disabled")]
LAYOUTS = [("one column", "One column"), ("with menu", "With menu")]

PAGE_GRID = Grid(
    "pages",
    "FROM cms_page",
    (
        Column("id", "ID", "cms_page.id", "number"),
        Column("title", "Title", "cms_page.title", link=lambda row: f"{PAGES}/{row.key}"),
        Column("url_key", "URL key", "cms_page.url_key"),
        Column("layout", "Layout", "cms_page.layout", "choice", LAYOUTS),
        Column("status", "Status", "iif(cms_page.active, 'enabled', 'disabled')", "choice", STATUSES),
        Column("created", "Created", "cms_page.created", "moment"),
        Column("updated", "Modified", "cms_page.updated", "moment"),
    ),
    key="cms_page.id",
    order="id",
    descending=False,
    search=("title", "url_key"),
    noun="page",
    actions=(
        MassAction(f"{PAGES}/enable", "Enable", "content.edit"),
        MassAction(f"{PAGES}/disable", "Disable", "content.edit"),
        MassAction(f"{PAGES}/delete", "Delete", "content.edit", "Delete the ticked pages?", danger=True),
    ),
    empty="There are no pages yet.",
)
PAGE = Form(
    Field("active", "Enable page", "checkbox"),
    Field("title", "Page title", required=True, max=120),
    Field("heading", "Content heading", max=200, help="Shown above the text. Left empty, there is none."),
    Field(TEXT, "Content", "textarea", max=50_000, help="Markdown."),
    Field(
        "url_key",
        "URL key",
        max=120,
        pattern=URL_KEY,
        pattern_help=URL_KEY_HELP,
        help="The page's address in the store. Left empty, it is made from the title.",
    ),
    Field("layout", "Layout", "select", True, choices=LAYOUTS),
)


@site.get(PAGES, needs="content.view")
def pages(request: Request) -> Response:
    return PAGE_GRID.respond(request, title="Pages", buttons=[(f"{PAGES}/new", "Add page", "content.edit")])


@site.get(f"{PAGES}/new", needs="content.edit")
def new_page(request: Request) -> Response:
    return _show_page(request, None, PAGE.show({"active": True, "layout": "one column"}))


@site.post(f"{PAGES}/new", needs="content.edit")
def make_page(request: Request) -> Response:
    form = _read_page(request, None)
    if status := _not_yet(request, form):
        return _show_page(request, None, form, status=status)
    stamp = request.world.clock.stamp()
    number = request.db.insert("cms_page", **_page_columns(form), created=stamp, updated=stamp)
    request.flash(f"The page {form.values['title']} was added.")
    return request.redirect(f"{PAGES}/{number}")


@site.get(f"{PAGES}/{{number:int}}", needs="content.view")
def edit_page(request: Request, number: int) -> Response:
    row = find_row(request.db, "cms_page", number)
    return _show_page(request, row, PAGE.show({**row, TEXT: row.content, "active": bool(row.active)}))


@site.post(f"{PAGES}/{{number:int}}", needs="content.edit")
def save_page(request: Request, number: int) -> Response:
    row = find_row(request.db, "cms_page", number)
    form = _read_page(request, number)
    if status := _not_yet(request, form):
        return _show_page(request, row, form, status=status)
    columns = _page_columns(form)
    changed = update_row(request.db, "cms_page", {"id": number}, row, columns, updated=request.world.clock.stamp())
    tell_saved(request, changed, "You saved the page.")
    return request.redirect(f"{PAGES}/{number}")


@site.post(f"{PAGES}/{{number:int}}/delete", needs="content.edit")
def delete_page(request: Request, number: int) -> Response:
    row = find_row(request.db, "cms_page", number)
    request.db.run("DELETE FROM cms_page WHERE id = ?", number)
    request.flash(f"The page {row.title} was deleted.")
    return request.redirect(PAGES)


@site.post(f"{PAGES}/enable", needs="content.edit")
def enable_pages(request: Request) -> Response:
    return _set_pages(request, 1)


@site.post(f"{PAGES}/disable", needs="content.edit")
def disable_pages(request: Request) -> Response:
    return _set_pages(request, 0)


def _set_pages(request: Request, active: int) -> Response:
    stamp = request.world.clock.stamp()

    def change(number: int) -> bool:
        row = find_row(request.db, "cms_page", number)
        return update_row(request.db, "cms_page", {"id": number}, row, {"active": active}, updated=stamp)

    return each_selected(request, PAGE_GRID, PAGES, change, "enabled" if active else "disabled")


@site.post(f"{PAGES}/delete", needs="content.edit")
def delete_pages(request: Request) -> Response:
    def delete(number: int) -> bool:
        return bool(request.db.run("DELETE FROM cms_page WHERE id = ?", number))

    return each_selected(request, PAGE_GRID, PAGES, delete, "deleted")


def _read_page(request: Request, number: int | None) -> BoundForm:
    form = PAGE.read(request.form)
    key = form.values.get("url_key") or slug(form.values.get("title") or "")
    if not key or "url_key" in form.errors:
        return form
    if taken := request.db.value("SELECT title FROM cms_page WHERE url_key = ? AND id IS NOT ?", key, number):
        form.fail("url_key", f"URL key: {key} is the address of {taken} already.")
    elif _reserved(key):
        form.fail("url_key", f"URL key: /{key} is a page of the store itself.")
    form.values["url_key"] = key
    return form


def _reserved(key: str) -> bool:
    """Whether the storefront has a page of its own at this address."""
    return f"/{key}" in {route.path for route in shop.routes}


def _page_columns(form: BoundForm) -> dict[str, Value]:
    values = form.values
    return {
        "title": values["title"],
        "url_key": values["url_key"],
        "heading": values["heading"] or "",
        "content": values[TEXT] or "",
        "layout": values["layout"],
        "active": int(values["active"]),
    }


def _show_page(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    store = "shop" in request.addresses.hosts and row and row.active
    request.shows("page form", id=row.id if row else None)
    return request.render(
        "content/page.html",
        status=status,
        row=row,
        form=form,
        kind="page",
        listed=(PAGES, "Pages"),
        preview=_preview(request, form),
        store_address=request.link("shop", f"/{row.url_key}") if row and store else None,
    )


def _not_yet(request: Request, form: BoundForm) -> int | None:
    """The status with which the form is shown again, for a preview or because something is wrong; None to save it."""
    if request.form.get("do") == "preview":
        return 200
    return None if form.valid else 422


def _preview(request: Request, form: BoundForm) -> Markup | None:
    """The text as the store would show it, if it was asked for."""
    if request.form.get("do") != "preview":
        return None
    text = form.typed.get(TEXT, "")
    return render_markdown(text, link=lambda href: site_link(href, request.addresses), anchors=False).html


# Blocks ---------------------------------------------------------------------------------------------------------------

BLOCK_GRID = Grid(
    "blocks",
    "FROM cms_block",
    (
        Column("id", "ID", "cms_block.id", "number"),
        Column("title", "Title", "cms_block.title", link=lambda row: f"{BLOCKS}/{row.key}"),
        Column("identifier", "Identifier", "cms_block.identifier"),
        Column("status", "Status", "iif(cms_block.active, 'enabled', 'disabled')", "choice", STATUSES),
        Column("updated", "Modified", "cms_block.updated", "moment"),
    ),
    key="cms_block.id",
    order="id",
    descending=False,
    search=("title", "identifier"),
    noun="block",
    empty="There are no blocks yet.",
)
BLOCK = Form(
    Field("active", "Enable block", "checkbox"),
    Field("title", "Block title", required=True, max=120),
    Field(
        "identifier",
        "Identifier",
        required=True,
        max=60,
        pattern=URL_KEY,
        pattern_help=URL_KEY_HELP,
        help="Says where the store shows it, like home-banner or footer-note.",
    ),
    Field(TEXT, "Content", "textarea", max=20_000, help="Markdown."),
)


@site.get(BLOCKS, needs="content.view")
def blocks(request: Request) -> Response:
    return BLOCK_GRID.respond(request, title="Blocks", buttons=[(f"{BLOCKS}/new", "Add block", "content.edit")])


@site.get(f"{BLOCKS}/new", needs="content.edit")
def new_block(request: Request) -> Response:
    return _show_block(request, None, BLOCK.show({"active": True}))


@site.post(f"{BLOCKS}/new", needs="content.edit")
def make_block(request: Request) -> Response:
    form = _read_block(request, None)
    if status := _not_yet(request, form):
        return _show_block(request, None, form, status=status)
    number = request.db.insert("cms_block", **_block_columns(form), updated=request.world.clock.stamp())
    request.flash(f"The block {form.values['title']} was added.")
    return request.redirect(f"{BLOCKS}/{number}")


@site.get(f"{BLOCKS}/{{number:int}}", needs="content.view")
def edit_block(request: Request, number: int) -> Response:
    row = find_row(request.db, "cms_block", number)
    return _show_block(request, row, BLOCK.show({**row, TEXT: row.content, "active": bool(row.active)}))


@site.post(f"{BLOCKS}/{{number:int}}", needs="content.edit")
def save_block(request: Request, number: int) -> Response:
    row = find_row(request.db, "cms_block", number)
    form = _read_block(request, number)
    if status := _not_yet(request, form):
        return _show_block(request, row, form, status=status)
    columns = _block_columns(form)
    changed = update_row(request.db, "cms_block", {"id": number}, row, columns, updated=request.world.clock.stamp())
    tell_saved(request, changed, "You saved the block.")
    return request.redirect(f"{BLOCKS}/{number}")


@site.post(f"{BLOCKS}/{{number:int}}/delete", needs="content.edit")
def delete_block(request: Request, number: int) -> Response:
    row = find_row(request.db, "cms_block", number)
    request.db.run("DELETE FROM cms_block WHERE id = ?", number)
    request.flash(f"The block {row.title} was deleted.")
    return request.redirect(BLOCKS)


def _read_block(request: Request, number: int | None) -> BoundForm:
    form = BLOCK.read(request.form)
    sql = "SELECT title FROM cms_block WHERE identifier = ? AND id IS NOT ?"
    if (given := form.values.get("identifier")) and (taken := request.db.value(sql, given, number)):
        form.fail("identifier", f"Identifier: {given} is that of {taken} already.")
    return form


def _block_columns(form: BoundForm) -> dict[str, Value]:
    values = form.values
    return {
        "title": values["title"],
        "identifier": values["identifier"],
        "content": values[TEXT] or "",
        "active": int(values["active"]),
    }


def _show_block(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    request.shows("block form", id=row.id if row else None)
    return request.render(
        "content/page.html",
        status=status,
        row=row,
        form=form,
        kind="block",
        listed=(BLOCKS, "Blocks"),
        preview=_preview(request, form),
        store_address=None,
    )
