"""The customer's account: profile, newsletter, reviews; modules of their own have addresses, orders and signing in."""

from __future__ import annotations

from webcosm.sites.kit import BoundForm, Field, Form, Request, Response, check_password, hash_password
from webcosm.sites.shop.pages import addresses as address_pages
from webcosm.sites.shop.pages import orders as order_pages
from webcosm.sites.shop.pages import sign_in as sign_in_pages
from webcosm.sites.shop.rules import ordering
from webcosm.sites.shop.rules.customers import check_passwords, email_taken, set_subscription
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = ["address_pages", "order_pages", "sign_in_pages", "site"]

PROFILE = Form(
    Field("first_name", "First name", required=True, max=50, autocomplete="given-name"),
    Field("last_name", "Last name", required=True, max=50, autocomplete="family-name"),
    Field("birth_date", "Date of birth", "date"),
    Field(
        "gender",
        "Gender",
        "select",
        choices=[("", "Not said"), ("Female", "Female"), ("Male", "Male"), ("Other", "Other")],
    ),
)
EMAIL = Form(
    Field("email", "E-mail address", "email", required=True, max=100, autocomplete="email"),
    Field("current", "Current password", "password", required=True, max=200, autocomplete="current-password"),
)
PASSWORD = Form(
    Field("old", "Current password", "password", required=True, max=200, autocomplete="current-password"),
    Field(
        "password",
        "New password",
        "password",
        required=True,
        min=8,
        max=200,
        help="At least 8 characters.",
        autocomplete="new-password",
    ),
    Field("confirm", "Confirm new password", "password", required=True, max=200, autocomplete="new-password"),
)
REVIEWS = (
    "SELECT review.*, product.name AS product, product.url_key, product.enabled FROM review"
    " JOIN product ON product.id = review.product_id WHERE customer_id = ? ORDER BY review.created DESC, review.id DESC"
)


@site.get("/account", roles=())
def dashboard(request: Request) -> Response:
    user = request.need_user()
    db = request.db
    request.shows("account", customer=user.id)
    return request.render(
        "account.html",
        here="dashboard",
        orders=db.rows(f"{order_pages.ORDER_LIST} LIMIT 5", user.id),
        reviews=db.rows(f"{REVIEWS} LIMIT 3", user.id),
        labels=ordering.STATUSES,
        saved={row.id: row for row in db.rows("SELECT * FROM address WHERE customer_id = ?", user.id)},
        subscribed=_subscribed(request, user),
    )


# Profile --------------------------------------------------------------------------------------------------------------


@site.get("/account/edit", roles=())
def edit(request: Request) -> Response:
    return _edit_page(request)


@site.post("/account/edit", roles=())
def save_profile(request: Request) -> Response:
    user = request.need_user()
    form = PROFILE.read(request.form)
    born = form.values.get("birth_date")
    if born and born >= request.world.clock.today():
        form.fail("birth_date", "Date of birth: this day has not come yet.")
    if not form.valid:
        return _edit_page(request, profile=form, status=422)
    request.db.run(
        "UPDATE customer SET first_name = ?, last_name = ?, birth_date = ?, gender = ? WHERE id = ?",
        form.values["first_name"],
        form.values["last_name"],
        born.isoformat() if born else None,
        form.values["gender"] or "",
        user.id,
    )
    request.flash("You saved your account information.")
    return request.redirect("/account")


@site.post("/account/email", roles=())
def change_email(request: Request) -> Response:
    user = request.need_user()
    form = EMAIL.read(request.form)
    email = (form.values.get("email") or "").lower()
    if form.valid and email != user.email and email_taken(request, email):
        form.fail("email", "There is already an account with this e-mail address.")
    _check_current(form, "current", user)
    if not form.valid:
        return _edit_page(request, email=form, status=422)
    # The stored password is salted with the address, so both change together.
    stored = hash_password(form.values["current"], email)
    request.db.run("UPDATE customer SET email = ?, password = ? WHERE id = ?", email, stored, user.id)
    request.db.run(
        "UPDATE subscriber SET email = ?1 WHERE customer_id = ?2 AND NOT EXISTS"
        " (SELECT 1 FROM subscriber AS other WHERE other.email = ?1)",
        email,
        user.id,
    )
    request.sign_in(email)
    request.flash("You changed your e-mail address.")
    return request.redirect("/account")


@site.post("/account/password", roles=())
def change_password(request: Request) -> Response:
    user = request.need_user()
    form = check_passwords(PASSWORD.read(request.form))
    _check_current(form, "old", user)
    if not form.valid:
        return _edit_page(request, password=form, status=422)
    stored = hash_password(form.values["password"], user.email)
    request.db.run("UPDATE customer SET password = ? WHERE id = ?", stored, user.id)
    request.flash("You changed your password.")
    return request.redirect("/account")


@site.get("/account/email", roles=())
@site.get("/account/password", roles=())
def back_to_profile(request: Request) -> Response:
    """Reloading the page of a refused change."""
    return request.redirect("/account/edit")


def _check_current(form: BoundForm, name: str, user: Row) -> None:
    typed = form.values.get(name)
    if typed and not check_password(typed, user.email, user.password):
        form.fail(name, "This is not your current password.")


def _edit_page(
    request: Request,
    *,
    profile: BoundForm | None = None,
    email: BoundForm | None = None,
    password: BoundForm | None = None,
    status: int = 200,
) -> Response:
    user = request.need_user()
    request.shows("account form", customer=user.id)
    return request.render(
        "account_edit.html",
        status=status,
        here="edit",
        profile=profile or PROFILE.show(user),
        email=email or EMAIL.show({"email": user.email}),
        password=password or PASSWORD.show(),
    )


# Newsletter and reviews -----------------------------------------------------------------------------------------------


@site.get("/account/newsletter", roles=())
def newsletter(request: Request) -> Response:
    subscribed = _subscribed(request, request.need_user())
    request.shows("newsletter form", customer=request.need_user().id)
    return request.render("account_newsletter.html", here="newsletter", subscribed=subscribed)


@site.post("/account/newsletter", roles=())
def save_newsletter(request: Request) -> Response:
    user = request.need_user()
    wanted = bool(request.form.get("subscribed"))
    if set_subscription(request, user.email, user.id, wanted):
        words = "You are subscribed to the newsletter now." if wanted else "You are no longer subscribed."
        request.flash(words)
    else:
        request.flash("Nothing was changed.", "note")
    return request.redirect("/account/newsletter")


def _subscribed(request: Request, user: Row) -> bool:
    sql = "SELECT 1 FROM subscriber WHERE (customer_id = ? OR email = ?) AND status = 'subscribed'"
    return request.db.value(sql, user.id, user.email) is not None


@site.get("/account/reviews", roles=())
def reviews(request: Request) -> Response:
    listing = request.listing(REVIEWS, request.need_user().id, size=10)
    request.shows("own reviews", customer=request.need_user().id, page=listing.number)
    return request.render("account_reviews.html", here="reviews", listing=listing)
