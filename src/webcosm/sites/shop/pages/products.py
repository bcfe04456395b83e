"""The page of a product: what it is, what it costs, what people say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.sites.kit import BoundForm, Field, Form, Listing, NotFound, Request, Response
from webcosm.sites.kit.listing import page_number
from webcosm.sites.shop.media import address_of
from webcosm.sites.shop.pages.lists import trail
from webcosm.sites.shop.pages.storefront import block, cards, number_setting, ratings, setting, written
from webcosm.sites.shop.rules.prices import Price, group_of, item_price_sql, price_range, with_tax
from webcosm.sites.shop.rules.tax_display import shown_tax
from webcosm.sites.shop.site import site
from webcosm.worlds import Database, Row

__all__ = ["Axis", "Variant", "axes_of", "chosen_variant", "product_page", "variants_of"]

REVIEWS_ON_A_PAGE = 10
REVIEW_ORDERS = {
    "newest": ("Newest first", "created DESC, id DESC"),
    "oldest": ("Oldest first", "created, id"),
    "highest": ("Highest rating", "stars DESC, created DESC, id DESC"),
    "lowest": ("Lowest rating", "stars, created DESC, id DESC"),
}

REVIEW = Form(
    Field(
        "stars",
        "Your rating",
        "radio",
        required=True,
        choices=[("5", "5 stars"), ("4", "4 stars"), ("3", "3 stars"), ("2", "2 stars"), ("1", "1 star")],
    ),
    Field("nickname", "Nickname", required=True, max=60),
    Field("title", "Summary", required=True, max=120),
    Field("body", "Review", "textarea", required=True, max=4_000),
)


@dataclass(frozen=True)
class Axis:
    """What variants differ in, with the options that there are."""

    attribute: Row
    options: Sequence[Row]

    @property
    def name(self) -> str:
        """Of the field that chooses an option, in forms and in addresses."""
        return f"option.{self.attribute.id}"

    def label_of(self, options: Mapping[int, int]) -> str:
        """Of the option that a variant has."""
        chosen = options.get(self.attribute.id)
        return next((option.label for option in self.options if option.id == chosen), "")


@dataclass(frozen=True)
class Variant:
    product: Row
    price: Price
    options: Mapping[int, int]
    """Attribute to option."""

    @property
    def available(self) -> bool:
        return bool(self.product.in_stock and self.product.qty > 0)


def axes_of(db: Database, product_id: int) -> list[Axis]:
    """Of a configurable product; only options that an enabled variant has."""
    axes = []
    for attribute in db.rows(
        "SELECT attribute.* FROM product_axis JOIN attribute ON attribute.id = product_axis.attribute_id"
        " WHERE product_axis.product_id = ? ORDER BY product_axis.position, attribute.id",
        product_id,
    ):
        options = db.rows(
            "SELECT DISTINCT option.* FROM product AS item JOIN product_option AS has ON has.product_id = item.id"
            " AND has.attribute_id = ? JOIN attribute_option AS option ON option.id = has.option_id"
            " WHERE item.parent_id = ? AND item.enabled ORDER BY option.position, option.id",
            attribute.id,
            product_id,
        )
        axes.append(Axis(attribute, options))
    return axes


def variants_of(request: Request, product_id: int) -> list[Variant]:
    """The enabled variants of a configurable product, with the visitor's prices."""
    db = request.db
    final = item_price_sql(db, group_of(request), request.world.clock.today())
    rates = shown_tax(request).rates
    options: dict[int, dict[int, int]] = {}
    for row in db.rows(
        "SELECT has.product_id, has.attribute_id, has.option_id FROM product AS item"
        " JOIN product_option AS has ON has.product_id = item.id WHERE item.parent_id = ?",
        product_id,
    ):
        options.setdefault(row.product_id, {})[row.attribute_id] = row.option_id
    return [
        Variant(row, _price(row, rates), options.get(row.id, {}))
        for row in db.rows(
            f"SELECT id, sku, tax_class_id, price, qty, in_stock, {final} AS final,"
            " (SELECT image.id FROM product_image AS image WHERE image.product_id = product.id"
            "  ORDER BY image.position, image.id LIMIT 1) AS image_id"
            " FROM product WHERE parent_id = ? AND enabled ORDER BY id",
            product_id,
        )
    ]


def _price(row: Row, rates: Mapping[int, int]) -> Price:
    rate = rates.get(row.tax_class_id, 0)
    return Price(with_tax(row.price, rate), with_tax(row.final, rate))


def chosen_variant(
    variants: Sequence[Variant], axes: Sequence[Axis], chosen: Mapping[str, str]
) -> tuple[Variant | None, dict[int, int]]:
    """The variant that ``option.<attribute>=<option>`` fields choose, if they choose one, and what they chose."""
    wanted = {}
    for axis in axes:
        numbers = {str(option.id): int(option.id) for option in axis.options}
        if (given := chosen.get(axis.name, "")) in numbers:
            wanted[int(axis.attribute.id)] = numbers[given]
    if len(wanted) < len(axes) or not axes:
        return None, wanted
    fits = (variant for variant in variants if all(variant.options.get(key) == wanted[key] for key in wanted))
    return next(fits, None), wanted


def find_product(request: Request, url_key: str) -> Row | None:
    """By address; a variant is shown on the page of what it is a variant of."""
    return request.db.row(
        "SELECT shown.* FROM product AS named JOIN product AS shown ON shown.id = coalesce(named.parent_id, named.id)"
        " WHERE named.url_key = ?",
        url_key,
    )


def product_page(
    request: Request, product: Row, *, review: BoundForm | None = None, status: int = 200, count: bool = True
) -> Response:
    if not product.enabled or product.visibility == "none":
        raise NotFound(f"“{product.name}” is not for sale at the moment.")
    db = request.db
    today = request.world.clock.today()
    if count:
        db.run(
            "INSERT INTO product_view (product_id, day, views) VALUES (?, ?, 1)"
            " ON CONFLICT (product_id, day) DO UPDATE SET views = views + 1",
            product.id,
            today.isoformat(),
        )
    axes = axes_of(db, product.id) if product.type == "configurable" else []
    variants = variants_of(request, product.id) if product.type == "configurable" else []
    chosen, wanted = chosen_variant(variants, axes, request.query)
    images = _images(db, product, variants)
    prices = price_range(db, product, group_of(request), today, shown_tax(request).rates)
    related = db.values(
        "SELECT relation.other_id FROM product_relation AS relation JOIN product ON product.id = relation.other_id"
        " WHERE relation.product_id = ? AND product.enabled AND product.visibility <> 'none'"
        " ORDER BY relation.position, relation.other_id LIMIT 8",
        product.id,
    )
    rating = ratings(request, [product.id]).get(product.id)
    reviews = _reviews(request, product.id, rating.count if rating else 0)
    sorting = request.sorting(REVIEW_ORDERS, "review_sort")
    variant = chosen.product.id if chosen else None
    request.shows("product", id=product.id, variant=variant, reviews=reviews.number, review_sort=sorting.key)
    return request.render(
        "product.html",
        status=status,
        product=product,
        trail=_trail(request, product),
        images=images,
        shown=(chosen.product.image_id if chosen else None) or (images[0].id if images else None),
        chosen=chosen,
        wanted=wanted,
        axes=axes,
        variants=variants,
        matrix=_matrix(variants),
        prices=prices,
        left=_left(product, chosen),
        few=number_setting(request, "catalog/low_stock_threshold", 5),
        returns=block(request, "returns-short"),
        description=written(request, product.description),
        specs=db.rows("SELECT label, value FROM product_spec WHERE product_id = ? ORDER BY position", product.id),
        rating=rating,
        spread=_spread(db, product.id),
        reviews=reviews,
        sorting=sorting,
        review=review or REVIEW.show({"nickname": request.user.first_name} if request.user else None),
        may_review=_may_review(request),
        related=cards(request, related),
        address_of=address_of,
    )


def _trail(request: Request, product: Row) -> list[Row]:
    """Through the deepest category that the product is in."""
    category = request.db.row(
        "SELECT category.* FROM product_category AS placed JOIN category ON category.id = placed.category_id"
        " WHERE placed.product_id = ? AND category.active ORDER BY category.level DESC, category.id LIMIT 1",
        product.id,
    )
    return trail(request, category) if category else []


def _images(db: Database, product: Row, variants: Sequence[Variant]) -> list[Row]:
    """The product's own pictures; if it has none, one of each variant."""
    sql = "SELECT id, view, label FROM product_image WHERE product_id = ? ORDER BY position, id"
    own = db.rows(sql, product.id)
    return own or [
        Row(id=variant.product.image_id, view="", label="") for variant in variants if variant.product.image_id
    ]


def _matrix(variants: Sequence[Variant]) -> list[dict[str, Any]]:
    """What the page's script needs to show the price and stock of a choice."""
    return [
        {
            "options": {str(attribute): option for attribute, option in sorted(variant.options.items())},
            "sku": variant.product.sku,
            "regular": variant.price.regular,
            "final": variant.price.final,
            "left": variant.product.qty if variant.available else 0,
            "image": variant.product.image_id,
        }
        for variant in variants
    ]


def _left(product: Row, chosen: Variant | None) -> int | None:
    """How many there are of what can be bought now; None while options are still to be chosen."""
    item = chosen.product if chosen else product
    if product.type == "configurable" and chosen is None:
        return None
    return int(item.qty) if item.in_stock and item.qty > 0 else 0


# Reviews --------------------------------------------------------------------------------------------------------------


def _spread(db: Database, product_id: int) -> list[tuple[int, int]]:
    """(stars, how many reviews), five stars first."""
    rows = db.rows(
        "SELECT stars, count(*) AS number FROM review WHERE product_id = ? AND status = 'approved' GROUP BY stars",
        product_id,
    )
    counts = {row.stars: row.number for row in rows}
    return [(stars, counts.get(stars, 0)) for stars in range(5, 0, -1)]


def _reviews(request: Request, product_id: int, total: int) -> Listing:
    number = page_number(request.query.get("reviews"), total, REVIEWS_ON_A_PAGE)
    order = request.sorting(REVIEW_ORDERS, "review_sort").sql
    rows = request.db.rows(
        "SELECT nickname, title, body, stars, created FROM review WHERE product_id = ? AND status = 'approved'"
        f" ORDER BY {order} LIMIT ? OFFSET ?",
        product_id,
        REVIEWS_ON_A_PAGE,
        (number - 1) * REVIEWS_ON_A_PAGE,
    )
    return Listing(rows, number, REVIEWS_ON_A_PAGE, total)


def _may_review(request: Request) -> bool:
    return request.user is not None or setting(request, "catalog/guest_reviews", "1") != "0"


def _reviewable(request: Request, product_id: int) -> Row:
    product = request.db.row("SELECT * FROM product WHERE id = ? AND type <> 'variant'", product_id)
    if product is None:
        raise NotFound(f"There is no product {product_id} to review.")
    return product


@site.get("/reviews/{product_id:int}")
def back_to_product(request: Request, product_id: int) -> Response:
    """For somebody who reloads the address that a review was sent to."""
    return request.redirect(f"/{_reviewable(request, product_id).url_key}.html")


@site.post("/reviews/{product_id:int}")
def write_review(request: Request, product_id: int) -> Response:
    product = _reviewable(request, product_id)
    if not _may_review(request):
        request.need_user()
    form = REVIEW.read(request.form)
    if not form.valid:
        return product_page(request, product, review=form, status=422, count=False)
    pending = setting(request, "catalog/reviews_need_approval", "1") != "0"
    request.db.insert(
        "review",
        product_id=product.id,
        customer_id=request.user.id if request.user else None,
        nickname=form.values["nickname"],
        title=form.values["title"],
        body=form.values["body"],
        stars=int(form.values["stars"]),
        status="pending" if pending else "approved",
        created=request.world.clock.stamp(),
    )
    request.flash("You submitted your review for moderation." if pending else "Thank you. Your review is on the page.")
    return request.redirect(f"/{product.url_key}.html")
