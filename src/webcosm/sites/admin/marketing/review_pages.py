"""Reviews: the list, their approval, and those that the merchant writes down."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.shell import PENDING_REVIEWS, pending_reviews
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BadRequest, BoundForm, Field, Form, Request, Response
from webcosm.sites.kit.grid import Column, Grid, MassAction
from webcosm.sites.kit.mass import each_selected
from webcosm.worlds import Row, Value

__all__ = ["PENDING", "REVIEWS", "REVIEW_STATUSES"]

LIST = "/marketing/reviews"
PROSE = Markup('<div class="prose">{}</div>')
REVIEW_STATUSES = {"pending": "Pending", "approved": "Approved", "rejected": "Rejected"}
STARS = [(str(number), f"{number} star{'s' if number > 1 else ''}") for number in range(5, 0, -1)]

COLUMNS = (
    Column("id", "ID", "review.id", "number", link=lambda row: f"{LIST}/{row.key}"),
    Column("created", "Created", "review.created", "moment"),
    Column("status", "Status", "review.status", "choice", tuple(REVIEW_STATUSES.items())),
    Column("title", "Title", "review.title", link=lambda row: f"{LIST}/{row.key}"),
    Column("nickname", "Nickname", "review.nickname"),
    Column("body", "Review", "review.body", show=lambda row: PROSE.format(row.body)),
    Column("stars", "Stars", "review.stars", "number"),
    Column(
        "type",
        "Type",
        "iif(review.customer_id IS NULL, 'guest', 'customer')",
        "choice",
        (("customer", "Customer"), ("guest", "Guest")),
    ),
    Column("product", "Product", "product.name", link=lambda row: f"/catalog/products/{row.product_id}"),
    Column("sku", "SKU", "product.sku"),
)


def _grid(name: str, path: str, columns: tuple[Column, ...], empty: str, status: str = "") -> Grid:
    return Grid(
        name,
        "FROM review",
        columns,
        joins={"product": "JOIN product ON product.id = review.product_id"},
        where=f"review.status = '{status}'" if status else "",
        part_of=("reviews", {"f.status": status}) if status else None,
        key="review.id",
        search=("title", "nickname", "body", "product", "sku"),
        noun="review",
        actions=(
            MassAction(
                f"{path}/status",
                "Set the status",
                "marketing.edit",
                confirm="The store shows only approved reviews.",
                field="status",
                choices=tuple(REVIEW_STATUSES.items()),
            ),
            MassAction(
                f"{path}/delete",
                "Delete",
                "marketing.edit",
                confirm="Delete the ticked reviews? This cannot be undone.",
                danger=True,
            ),
        ),
        empty=empty,
        extra={"product_id": "review.product_id"},
    )


REVIEWS = _grid("reviews", LIST, COLUMNS, "Nobody has reviewed anything yet.")
PENDING = _grid(
    "pending-reviews",
    PENDING_REVIEWS,
    tuple(column for column in COLUMNS if column.key != "status"),
    "No review waits for approval.",
    "pending",
)
SKU = Field(
    "sku", "Product SKU", required=True, max=64, help="Of a product that is listed in the store, not a variant."
)
OWN = (
    Field("status", "Status", "select", True, choices=tuple(REVIEW_STATUSES.items())),
    Field("stars", "Rating", "select", True, choices=STARS),
    Field("nickname", "Nickname", required=True, max=60),
    Field("title", "Title", required=True, max=120),
    Field("body", "Review", "textarea", True, max=5_000),
)
NEW, EDIT = Form(SKU, *OWN), Form(*OWN)


@site.get(LIST, needs="marketing.view")
def reviews(request: Request) -> Response:
    buttons = [
        (f"{LIST}?f.status=pending", f"Pending reviews ({pending_reviews(request)})", "marketing.view"),
        (f"{LIST}/new", "Add review", "marketing.edit"),
    ]
    return REVIEWS.respond(request, "marketing/list.html", title="Reviews", buttons=buttons)


@site.get(PENDING_REVIEWS, needs="marketing.view")
def pending(request: Request) -> Response:
    buttons = [(LIST, "All reviews", "marketing.view")]
    lead = "Customers wrote these, and the store does not show them yet. Approve or reject them."
    return PENDING.respond(request, "marketing/list.html", title="Pending reviews", lead=lead, buttons=buttons)


@site.get(f"{LIST}/new", needs="marketing.edit")
def new_review(request: Request) -> Response:
    shown = {"status": "approved", "stars": "5", "sku": request.query.get("sku", "")}
    return _show(request, None, NEW.show(shown))


@site.post(f"{LIST}/new", needs="marketing.edit")
def make_review(request: Request) -> Response:
    form = NEW.read(request.form)
    product = _reviewable(request, form) if "sku" not in form.errors else None
    if not form.valid or product is None:
        return _show(request, None, form, status=422)
    number = request.db.insert(
        "review", product_id=product.id, customer_id=None, **_columns(form), created=request.world.clock.stamp()
    )
    request.flash(f"The review of {product.name} was added.")
    return request.redirect(f"{LIST}/{number}")


@site.get(f"{LIST}/{{number:int}}", needs="marketing.view")
def edit_review(request: Request, number: int) -> Response:
    row = find_row(request.db, "review", number)
    return _show(request, row, EDIT.show(row))


@site.post(f"{LIST}/{{number:int}}", needs="marketing.edit")
def save_review(request: Request, number: int) -> Response:
    row = find_row(request.db, "review", number)
    form = EDIT.read(request.form)
    if not form.valid:
        return _show(request, row, form, status=422)
    changed = update_row(request.db, "review", {"id": number}, row, _columns(form))
    tell_saved(request, changed, "You saved the review.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="marketing.edit")
def delete_review(request: Request, number: int) -> Response:
    row = find_row(request.db, "review", number)
    _delete(request, number)
    request.flash(f"The review “{row.title}” was deleted.")
    return request.redirect(LIST)


@site.post(f"{LIST}/status", needs="marketing.edit")
def set_status(request: Request) -> Response:
    return _set_status(request, REVIEWS, LIST)


@site.post(f"{PENDING_REVIEWS}/status", needs="marketing.edit")
def set_status_of_pending(request: Request) -> Response:
    return _set_status(request, PENDING, PENDING_REVIEWS)


@site.post(f"{LIST}/delete", needs="marketing.edit")
def delete_reviews(request: Request) -> Response:
    return each_selected(request, REVIEWS, LIST, partial(_delete, request), "deleted")


@site.post(f"{PENDING_REVIEWS}/delete", needs="marketing.edit")
def delete_pending(request: Request) -> Response:
    return each_selected(request, PENDING, PENDING_REVIEWS, partial(_delete, request), "deleted")


def _set_status(request: Request, grid: Grid, path: str) -> Response:
    status = request.form.get("status", "")
    if status not in REVIEW_STATUSES:
        raise BadRequest(f"{status!r} is no status of a review; there are {', '.join(REVIEW_STATUSES)}.")

    def set_one(number: int) -> bool:
        row = find_row(request.db, "review", number)
        return update_row(request.db, "review", {"id": number}, row, {"status": status})

    return each_selected(request, grid, path, set_one, f"set to {REVIEW_STATUSES[status]}")


def _delete(request: Request, number: int) -> bool:
    return bool(request.db.run("DELETE FROM review WHERE id = ?", number))


def _reviewable(request: Request, form: BoundForm) -> Row | None:
    """The product with the typed SKU; a variant is reviewed as part of its product."""
    sku = form.values["sku"]
    product = request.db.row(
        "SELECT product.*, parent.sku AS parent_sku FROM product LEFT JOIN product AS parent"
        " ON parent.id = product.parent_id WHERE product.sku = ?",
        sku,
    )
    if product is None:
        form.fail("sku", f"Product SKU: there is no product {sku}.")
    elif product.type == "variant":
        form.fail("sku", f"Product SKU: {sku} is a variant. Reviews belong to its product, {product.parent_sku}.")
        return None
    return product


def _columns(form: BoundForm) -> dict[str, Value]:
    values = {name: form.values[name] for name in ("status", "nickname", "title", "body")}
    return {**values, "stars": int(form.values["stars"])}


def _show(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    db = request.db
    product = db.row("SELECT id, name, sku, url_key FROM product WHERE id = ?", row.product_id) if row else None
    writer = db.row("SELECT * FROM customer WHERE id = ?", row.customer_id) if row and row.customer_id else None
    request.shows("review form", id=row.id if row else None)
    return request.render(
        "marketing/review.html", status=status, row=row, form=form, product=product, writer=writer, listed=LIST
    )
