"""Themes with a preview of each, and the design in use."""

from __future__ import annotations

from webcosm.sites.admin.rows import find_row, tell_saved
from webcosm.sites.admin.site import site
from webcosm.sites.admin.stores.settings import GROUPS, form_of, save, shown
from webcosm.sites.kit import BoundForm, Request, Response
from webcosm.sites.shop.media import address_of
from webcosm.worlds import Row

__all__ = ["design", "preview", "themes"]

LIST = "/content/themes"
DESIGN = "/content/design"


@site.get(LIST, needs="content.view")
def themes(request: Request) -> Response:
    rows = request.db.rows(
        "SELECT theme.*, parent.title AS parent FROM theme LEFT JOIN theme AS parent ON parent.id = theme.parent_id"
        " ORDER BY theme.id"
    )
    request.shows("themes")
    return request.render("content/themes.html", themes=rows, in_use=_in_use(request))


@site.get(f"{LIST}/{{number:int}}", needs="content.view")
def preview(request: Request, number: int) -> Response:
    theme = find_row(request.db, "theme", number)
    products = request.db.rows(
        "SELECT product.name, product.price, product.brand,"
        " (SELECT id FROM product_image WHERE product_id = product.id ORDER BY position, id LIMIT 1) AS image"
        " FROM product WHERE type = 'simple' AND enabled AND image IS NOT NULL ORDER BY id LIMIT 3"
    )
    served = "shop" in request.addresses.hosts
    pictures = [request.link("shop", address_of(Row(id=row.image), 160)) if served else "" for row in products]
    sample = {
        row.path: row.value for row in request.db.rows("SELECT path, value FROM setting WHERE path LIKE 'design/%'")
    }
    request.shows("theme preview", id=theme.id)
    return request.render(
        "content/theme.html",
        theme=theme,
        parent=request.db.value("SELECT title FROM theme WHERE id = ?", theme.parent_id),
        in_use=_in_use(request),
        products=list(zip(products, pictures, strict=True)),
        departments=request.db.values(
            "SELECT name FROM category WHERE level = 1 AND active ORDER BY position, id LIMIT 5"
        ),
        name=request.db.value("SELECT value FROM setting WHERE path = 'general/store_name'") or "",
        sample=sample,
    )


def _in_use(request: Request) -> str:
    return str(request.db.value("SELECT value FROM setting WHERE path = 'design/theme'") or "")


@site.post(f"{LIST}/{{number:int}}/apply", needs="content.edit")
def apply_theme(request: Request, number: int) -> Response:
    theme = find_row(request.db, "theme", number)
    if _in_use(request) == theme.code:
        request.flash(f"{theme.title} is in use already.", "note")
    else:
        request.db.run(
            "INSERT INTO setting (path, value) VALUES ('design/theme', ?)"
            " ON CONFLICT DO UPDATE SET value = excluded.value",
            theme.code,
        )
        request.flash(f"The store now wears the theme {theme.title}.")
    return request.redirect(f"{LIST}/{number}")


@site.get(DESIGN, needs="content.view")
def design(request: Request) -> Response:
    form = form_of(request.db, GROUPS["design"])
    return _show(request, form.show(shown(request.db, form.fields)))


@site.post(DESIGN, needs="content.edit")
def save_design(request: Request) -> Response:
    form = form_of(request.db, GROUPS["design"]).read(request.form)
    if not form.valid:
        return _show(request, form, status=422)
    changed = save(request.db, form)
    tell_saved(request, changed, "You saved the design.")
    return request.redirect(DESIGN)


def _show(request: Request, form: BoundForm, *, status: int = 200) -> Response:
    request.shows("design form")
    return request.render("content/design.html", status=status, form=form)
