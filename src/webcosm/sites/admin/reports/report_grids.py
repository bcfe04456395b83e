"""Reports about how things stand now, which are lists: low stock, reviews, search terms."""

from __future__ import annotations

from webcosm.sites.admin.site import site
from webcosm.sites.kit import Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid

__all__ = ["LOW_STOCK", "REVIEWS_BY_CUSTOMER", "REVIEWS_BY_PRODUCT", "SEARCHES"]

STOCK = (("1", "In stock"), ("0", "Out of stock"))
STATUS = (("enabled", "Enabled"), ("disabled", "Disabled"))
TOLD = (
    "FROM (SELECT {who} AS who, count(*) AS reviews, sum(status = 'approved') AS approved,"
    " sum(status = 'pending') AS pending, sum(status = 'rejected') AS rejected, {more}max(created) AS last"
    " FROM review WHERE {who} IS NOT NULL GROUP BY {who}) AS told"
)
COUNTS = (
    Column("reviews", "Reviews", "told.reviews", "number"),
    Column("approved", "Approved", "told.approved", "number"),
    Column("pending", "Pending", "told.pending", "number"),
    Column("rejected", "Rejected", "told.rejected", "number"),
)
AVERAGE = Column("average", "Average rating", "told.average", "number", filter=False)
LAST = Column("last", "Last review", "told.last", "moment")

LOW_STOCK = Grid(
    "low-stock",
    "FROM product WHERE product.type <> 'configurable' AND product.qty <= ?",
    (
        Column("id", "ID", "product.id", "number"),
        Column("name", "Product", "product.name", link=lambda row: f"/catalog/products/{row.key}"),
        Column("sku", "SKU", "product.sku"),
        Column("qty", "Quantity", "product.qty", "number"),
        Column("stock", "Stock", "product.in_stock", "choice", STOCK),
        Column("status", "Status", "iif(product.enabled, 'enabled', 'disabled')", "choice", STATUS),
    ),
    key="product.id",
    order="qty",
    descending=False,
    search=("name", "sku"),
    noun="product",
    empty="Enough of everything is in stock.",
)
REVIEWS_BY_PRODUCT = Grid(
    "reviews-by-product",
    TOLD.format(who="product_id", more="round(avg(iif(status = 'approved', stars, NULL)), 2) AS average, "),
    joins={"product": "JOIN product ON product.id = told.who"},
    columns=(
        Column("id", "ID", "told.who", "number"),
        Column("name", "Product", "product.name", link=lambda row: f"/catalog/products/{row.key}"),
        Column("sku", "SKU", "product.sku"),
        *COUNTS,
        AVERAGE,
        LAST,
    ),
    key="told.who",
    order="reviews",
    search=("name", "sku"),
    noun="product",
    empty="Nothing was reviewed yet.",
)
REVIEWS_BY_CUSTOMER = Grid(
    "reviews-by-customer",
    TOLD.format(who="customer_id", more=""),
    joins={"customer": "JOIN customer ON customer.id = told.who"},
    columns=(
        Column("id", "ID", "told.who", "number"),
        Column(
            "name",
            "Customer",
            "customer.first_name || ' ' || customer.last_name",
            link=lambda row: f"/customers/{row.key}?tab=reviews",
        ),
        Column("email", "E-mail", "customer.email"),
        *COUNTS,
        LAST,
    ),
    key="told.who",
    order="reviews",
    search=("name", "email"),
    noun="customer",
    empty="No customer has written a review yet.",
)
SEARCHES = Grid(
    "searches",
    "FROM search_use",
    (
        Column("term", "Search term", "search_use.term"),
        Column("results", "Results", "search_use.results", "number"),
        Column("uses", "Uses", "search_use.uses", "number"),
        Column("last_used", "Last used", "search_use.last_used", "moment"),
    ),
    key="search_use.term",
    order="uses",
    search=("term",),
    noun="search term",
    empty="Nobody has searched for anything yet.",
)


def threshold(request: Request) -> int:
    """Of the settings; without one, what the storefront takes for few."""
    text = request.db.value("SELECT value FROM setting WHERE path = 'catalog/low_stock_threshold'") or ""
    return int(text) if text.isascii() and text.isdigit() else 5


@site.get("/reports/low-stock", needs="reports.view")
def low_stock(request: Request) -> Response:
    limit = threshold(request)
    lead = f"Products and variants of which {plural(limit, 'piece')} or less are left. The threshold is a setting."
    return LOW_STOCK.respond(request, "marketing/list.html", limit, title="Low stock report", lead=lead)


@site.get("/reports/reviews-by-product", needs="reports.view")
def reviews_by_product(request: Request) -> Response:
    lead = "Products that were reviewed. The average is that of the approved reviews."
    return REVIEWS_BY_PRODUCT.respond(request, title="Reviews by product", lead=lead)


@site.get("/reports/reviews-by-customer", needs="reports.view")
def reviews_by_customer(request: Request) -> Response:
    lead = "Customers who wrote reviews; those of guests are left out."
    return REVIEWS_BY_CUSTOMER.respond(request, title="Reviews by customer", lead=lead)


@site.get("/reports/search-terms", needs="reports.view")
def searches(request: Request) -> Response:
    lead = "What customers searched for, and how many products the last search found."
    return SEARCHES.respond(request, title="Search terms report", lead=lead)
