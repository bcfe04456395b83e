"""Dashboard, global search, notifications, signing in."""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.sites.admin import shell
from webcosm.sites.admin.reports import dashboard
from webcosm.sites.admin.site import site
from webcosm.sites.kit import NotFound, Request, Response, add_login
from webcosm.sites.kit.folding import contains, pattern
from webcosm.sites.kit.formats import plural
from webcosm.worlds import Database, Row

__all__ = ["SEARCHES", "Search", "shell", "site"]

add_login(site)

TABS = {
    "bestsellers": "Bestsellers",
    "viewed": "Most viewed products",
    "new-customers": "New customers",
    "customers": "Customers",
}
LISTS = {
    "bestsellers": dashboard.bestsellers,
    "viewed": dashboard.most_viewed,
    "new-customers": dashboard.new_customers,
    "customers": dashboard.customers_by_orders,
}


@dataclass(frozen=True)
class Search:
    """What the global search looks for in an area."""

    heading: str
    path: str
    """Of the list; a thing's own page is below it."""
    table: str
    title: str
    detail: str
    columns: tuple[str, ...]
    """Expressions that are looked into."""
    order: str

    def find(self, db: Database, text: str) -> tuple[list[Row], int]:
        """The first of what has the text in it, and how much there is."""
        where = "WHERE " + " OR ".join(contains(db, column, "?1") for column in self.columns)
        first = f"SELECT id FROM {self.table} {where} ORDER BY {self.order} LIMIT {HITS}"
        sql = f"SELECT id, {self.title} AS title, {self.detail} AS detail FROM {self.table}"
        rows = db.rows(f"{sql} WHERE id IN ({first}) ORDER BY {self.order}", pattern(text))
        few = len(rows) < HITS
        return rows, len(rows) if few else db.value(f"SELECT count(*) FROM {self.table} {where}", pattern(text))


SEARCHES = {
    "sales": Search(
        "Orders",
        "/sales/orders",
        "orders",
        "'Order ' || number",
        "first_name || ' ' || last_name || ', ' || date(created)",
        ("number",),
        "id DESC",
    ),
    "customers": Search(
        "Customers",
        "/customers",
        "customer",
        "first_name || ' ' || last_name",
        "email",
        ("(first_name || ' ' || last_name)", "email"),
        "last_name, first_name, id",
    ),
    "catalog": Search("Products", "/catalog/products", "product", "name", "sku", ("name", "sku"), "name, id"),
    "content": Search(
        "Pages", "/content/pages", "cms_page", "title", "'/' || url_key", ("title", "url_key"), "title, id"
    ),
}
"""By area."""
HITS = 8


@site.get("/", needs="dashboard.view")
def show_dashboard(request: Request) -> Response:
    db = request.db
    span = request.query.get("range", "")
    span = span if span in dashboard.RANGES else "month"
    measure = "amounts" if request.query.get("chart") == "amounts" else "orders"
    tab = request.query.get("tab", "")
    tab = tab if tab in TABS else "bestsellers"
    terms = "SELECT term, uses, results FROM search_use ORDER BY"
    request.shows("dashboard", range=span, chart=measure, tab=tab)
    return request.render(
        "dashboard.html",
        ranges=dashboard.RANGES,
        span=span,
        measure=measure,
        tabs=TABS,
        tab=tab,
        lifetime=dashboard.lifetime(db),
        figures=dashboard.range_figures(db, request.now, span),
        chart=dashboard.chart(db, request.now, span, measure),
        orders=dashboard.last_orders(db),
        last_terms=db.rows(f"{terms} last_used DESC, term LIMIT 5"),
        top_terms=db.rows(f"{terms} uses DESC, term LIMIT 5"),
        rows=LISTS[tab](db),
    )


@site.get("/search", needs="dashboard.view")
def search(request: Request) -> Response:
    """Everything with the words in it, in the areas that the user may see."""
    text = request.query.get("q", "").strip()
    groups = []
    for area, kind in SEARCHES.items():
        if text and request.may(f"{area}.view"):
            found, total = kind.find(request.db, text)
            hits = [Row({**row, "path": f"{kind.path}/{row.id}"}) for row in found]
            groups.append({"heading": kind.heading, "path": kind.path, "hits": hits, "total": total})
    if text:
        request.shows("search", q=" ".join(text.split()))
    return request.render("search.html", text=text, groups=groups)


# Notifications --------------------------------------------------------------------------------------------------------


@site.get("/notifications", needs="dashboard.view")
def notifications(request: Request) -> Response:
    listing = request.listing("SELECT * FROM notification ORDER BY created DESC, id DESC", size=20)
    request.shows("notifications", page=listing.number)
    return request.render("notifications.html", listing=listing)


@site.post("/notifications/read", needs="dashboard.edit")
def read_all(request: Request) -> Response:
    count = request.db.run("UPDATE notification SET seen = 1 WHERE NOT seen")
    request.flash(f"{plural(count, 'notification')} marked as read.")
    return request.redirect("/notifications")


@site.post("/notifications/{number:int}/read", needs="dashboard.edit")
def mark_read(request: Request, number: int) -> Response:
    note = _notification(request, number)
    request.db.run("UPDATE notification SET seen = 1 WHERE id = ? AND NOT seen", number)
    request.flash(f"“{note.title}” is marked as read.")
    return request.redirect("/notifications")


@site.post("/notifications/{number:int}/remove", needs="dashboard.edit")
def remove(request: Request, number: int) -> Response:
    note = _notification(request, number)
    request.db.run("DELETE FROM notification WHERE id = ?", number)
    request.flash(f"“{note.title}” was removed.")
    return request.redirect("/notifications")


def _notification(request: Request, number: int) -> Row:
    note = request.db.row("SELECT * FROM notification WHERE id = ?", number)
    if note is None:
        raise NotFound("There is no such notification; perhaps it was removed.")
    return note
