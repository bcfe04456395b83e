"""Home, contact, newsletter, sitemap and the pages that the merchant wrote."""

from __future__ import annotations

from datetime import timedelta

from webcosm.sites.kit import Field, Form, NotFound, Request, Response
from webcosm.sites.shop.pages.own_lists import back_to
from webcosm.sites.shop.pages.storefront import block, cards, written
from webcosm.sites.shop.site import site

__all__ = ["written_page"]

ON_THE_HOME_PAGE = 8
BESTSELLER_DAYS = 30
LISTED = "product.enabled AND product.visibility IN ('catalog', 'both') AND product.type <> 'variant'"

CONTACT = Form(
    Field("name", "Name", required=True, max=120, autocomplete="name"),
    Field("email", "E-mail", "email", required=True, max=200, autocomplete="email"),
    Field("phone", "Phone number", "tel", max=40, autocomplete="tel"),
    Field("message", "What’s on your mind?", "textarea", required=True, max=5_000),
)
SUBSCRIBE = Form(Field("newsletter_email", "E-mail address", "email", required=True, max=200))


@site.get("/")
def home(request: Request) -> Response:
    request.shows("front page")
    return request.render(
        "home.html",
        banner=block(request, "home-banner"),
        promise=block(request, "home-promise"),
        departments=request.db.rows(
            "SELECT name, url_path, description, (SELECT image.id FROM product_category AS placed"
            "  JOIN product_image AS image ON image.product_id = placed.product_id WHERE placed.category_id ="
            "   (SELECT leaf.id FROM category AS middle JOIN category AS leaf ON leaf.parent_id = middle.id"
            "    WHERE middle.parent_id = department.id ORDER BY middle.position, leaf.position, leaf.id LIMIT 1)"
            "  ORDER BY placed.position, placed.product_id, image.position, image.id LIMIT 1) AS image_id"
            " FROM category AS department WHERE level = 1 AND active AND in_menu ORDER BY position, id"
        ),
        shelves=[
            ("New arrivals", cards(request, _flagged(request, "is_new"))),
            ("Bestsellers", cards(request, _bestsellers(request))),
            ("On sale", cards(request, _flagged(request, "on_sale"))),
        ],
    )


def _flagged(request: Request, flag: str) -> list[int]:
    return request.db.values(
        f"SELECT id FROM product WHERE {flag} AND {LISTED} ORDER BY created DESC, id DESC LIMIT {ON_THE_HOME_PAGE:d}"
    )


def _bestsellers(request: Request) -> list[int]:
    """What was ordered most in the last weeks."""
    since = (request.now - timedelta(days=BESTSELLER_DAYS)).strftime("%Y-%m-%d %H:%M:%S")
    return request.db.values(
        "SELECT coalesce(item.parent_id, item.id) AS shown_id FROM orders"
        " JOIN order_item AS line ON line.order_id = orders.id JOIN product AS item ON item.id = line.product_id"
        " JOIN product ON product.id = coalesce(item.parent_id, item.id)"
        f" WHERE orders.created >= ? AND orders.status <> 'canceled' AND {LISTED}"
        f" GROUP BY shown_id ORDER BY sum(line.qty) DESC, shown_id LIMIT {ON_THE_HOME_PAGE:d}",
        since,
    )


@site.get("/contact")
def contact(request: Request) -> Response:
    known = None
    if request.user:
        phone = request.db.value("SELECT phone FROM address WHERE id = ?", request.user.billing_id)
        known = {"name": request.user.name, "email": request.user.email, "phone": phone}
    request.shows("contact form")
    return request.render("contact.html", form=CONTACT.show(known))


@site.post("/contact")
def send_message(request: Request) -> Response:
    form = CONTACT.read(request.form)
    if not form.valid:
        return request.render("contact.html", status=422, form=form)
    values = form.values
    request.db.insert(
        "contact_message",
        name=values["name"],
        email=values["email"],
        phone=values["phone"] or "",
        message=values["message"],
        created=request.world.clock.stamp(),
    )
    request.flash("Thanks for writing to us. We will answer you as soon as we can.")
    return request.redirect("/contact")


@site.post("/newsletter")
def subscribe(request: Request) -> Response:
    """The box in the footer of every page."""
    form = SUBSCRIBE.read(request.form)
    if not form.valid:
        request.flash(form.errors["newsletter_email"], "wrong")
        return back_to(request, "/")
    email = form.values["newsletter_email"].lower()
    known = request.db.row("SELECT id, status FROM subscriber WHERE email = ?", email)
    if known and known.status == "subscribed":
        request.flash(f"{email} receives our newsletter already.", "note")
        return back_to(request, "/")
    stamp = request.world.clock.stamp()
    if known:
        request.db.run("UPDATE subscriber SET status = 'subscribed', changed = ? WHERE id = ?", stamp, known.id)
    else:
        owner = request.db.value("SELECT id FROM customer WHERE email = ?", email)
        request.db.insert("subscriber", email=email, customer_id=owner, status="subscribed", changed=stamp)
    request.flash(f"Thank you. {email} will receive our newsletter.")
    return back_to(request, "/")


@site.get("/sitemap")
def sitemap(request: Request) -> Response:
    request.shows("sitemap")
    return request.render(
        "sitemap.html", pages=request.db.rows("SELECT title, url_key FROM cms_page WHERE active ORDER BY title, id")
    )


def written_page(request: Request, url_key: str) -> Response:
    page = request.db.row("SELECT * FROM cms_page WHERE url_key = ? AND active", url_key)
    if page is None:
        raise NotFound(f"{request.path} is not an address of this store.")
    request.shows("page", id=page.id)
    return request.render("page.html", page=page, content=written(request, page.content))
