"""Signing in and out, making an account, and a new password for those who forgot theirs."""

from __future__ import annotations

import hmac
from datetime import timedelta
from urllib.parse import urlencode

from webcosm.sites.kit import Field, Form, Request, Response, check_password, hash_password
from webcosm.sites.kit.formats import parse_moment
from webcosm.sites.kit.session import sign
from webcosm.sites.shop.pages.storefront import setting
from webcosm.sites.shop.rules.carts import merge_guest_cart
from webcosm.sites.shop.rules.customers import PASSWORD_FIELDS, check_passwords, email_taken, make_customer
from webcosm.sites.shop.site import find_user, site
from webcosm.worlds import Row

__all__ = ["reset_token"]

EMAIL = Field("email", "E-mail address", "email", required=True, max=100, autocomplete="username")
LOGIN = Form(EMAIL, Field("password", "Password", "password", required=True, max=200, autocomplete="current-password"))
REGISTER = Form(
    Field("first_name", "First name", required=True, max=50, autocomplete="given-name"),
    Field("last_name", "Last name", required=True, max=50, autocomplete="family-name"),
    Field("email", "E-mail address", "email", required=True, max=100, autocomplete="email"),
    *PASSWORD_FIELDS,
    Field("newsletter", "Send me the newsletter", "checkbox"),
)
FORGOT = Form(EMAIL)
RESET = Form(*PASSWORD_FIELDS)
RESET_HOURS = 24


@site.get("/login")
def login(request: Request) -> Response:
    if request.user:
        return request.redirect(_safe(request.query.get("next")))
    request.shows("sign-in form")
    return request.render("login.html", form=LOGIN.show(), next=_safe(request.query.get("next")))


@site.post("/login")
def take_login(request: Request) -> Response:
    form = LOGIN.read(request.form)
    target = _safe(request.form.get("next"))
    if form.valid:
        user = find_user(request.db, form.values["email"])
        if user and check_password(form.values["password"], user.username, user.password):
            _enter(request, user.username)
            request.flash(f"Welcome back, {user.first_name}.")
            return request.redirect(target)
        form.fail("", "This e-mail address and password do not belong together, or the account is closed.")
    return request.render("login.html", status=422, form=form, next=target)


@site.post("/logout")
def logout(request: Request) -> Response:
    request.sign_out()
    request.flash("You are signed out.", "note")
    return request.redirect("/")


def _enter(request: Request, email: str) -> None:
    """Signs in, and brings along what a guest had put into the cart."""
    request.sign_in(email)
    user = request.need_user()
    request.db.run("UPDATE customer SET last_login = ? WHERE id = ?", request.world.clock.stamp(), user.id)
    merge_guest_cart(request)
    request.session.pop("checkout", None)


@site.get("/register")
def register(request: Request) -> Response:
    if request.user:
        return request.redirect("/account")
    request.shows("registration form")
    return request.render("register.html", form=REGISTER.show())


@site.post("/register")
def take_register(request: Request) -> Response:
    form = check_passwords(REGISTER.read(request.form))
    if "email" not in form.errors and email_taken(request, form.values["email"]):
        form.fail("email", "There is already an account with this e-mail address. Sign in instead.")
    if not form.valid:
        return request.render("register.html", status=422, form=form)
    values = form.values
    make_customer(
        request,
        email=values["email"],
        first_name=values["first_name"],
        last_name=values["last_name"],
        password=values["password"],
        newsletter=values["newsletter"],
    )
    _enter(request, values["email"].lower())
    request.flash(f"Thank you for registering with {setting(request, 'general/store_name', site.title)}.")
    return request.redirect("/account")


# A new password -------------------------------------------------------------------------------------------------------


@site.get("/forgot-password")
def forgot(request: Request) -> Response:
    request.shows("forgotten password form")
    return request.render("forgot_password.html", form=FORGOT.show())


@site.post("/forgot-password")
def send_link(request: Request) -> Response:
    """Sends a link, and says the same to everybody: who has an account is nobody's business."""
    form = FORGOT.read(request.form)
    if not form.valid:
        return request.render("forgot_password.html", status=422, form=form)
    user = find_user(request.db, form.values["email"])
    if user:
        token = reset_token(request, user, request.world.clock.stamp())
        address = request.link("shop", f"/reset-password?{urlencode({'email': user.email, 'token': token})}")
        request.db.insert(
            "outgoing",
            recipient=user.email,
            subject="Set a new password",
            body=f"Hello {user.first_name},\n\nopen this link within {RESET_HOURS} hours to set a new password:\n"
            f"{address}\n\nIf you did not ask for it, you need not do anything.",
            created=request.world.clock.stamp(),
        )
    request.flash(f"If there is an account for {form.values['email']}, we have sent it a link to set a new password.")
    return request.redirect("/login")


@site.get("/reset-password")
def reset(request: Request) -> Response:
    user = _link_owner(request, request.query.get("email", ""), request.query.get("token", ""))
    if user is None:
        return _stale(request)
    return request.render("reset_password.html", form=RESET.show(), email=user.email, token=request.query["token"])


@site.post("/reset-password")
def take_reset(request: Request) -> Response:
    email, token = request.form.get("email", ""), request.form.get("token", "")
    user = _link_owner(request, email, token)
    if user is None:
        return _stale(request)
    form = check_passwords(RESET.read(request.form))
    if not form.valid:
        return request.render("reset_password.html", status=422, form=form, email=user.email, token=token)
    stored = hash_password(form.values["password"], user.email)
    request.db.run("UPDATE customer SET password = ? WHERE id = ?", stored, user.id)
    request.flash("Your password was changed. You can sign in with it now.")
    return request.redirect("/login")


def reset_token(request: Request, user: Row, stamp: str) -> str:
    """Good for one change of this password: it is signed with the password that it replaces."""
    moment = stamp.replace(" ", "T")
    return f"{moment}.{sign(request.secret, f'reset/{user.email}/{user.password}/{moment}')}"


def _link_owner(request: Request, email: str, token: str) -> Row | None:
    user = find_user(request.db, email)
    stamp = token.partition(".")[0].replace("T", " ")
    if user is None or not hmac.compare_digest(reset_token(request, user, stamp).encode(), token.encode()):
        return None
    return user if request.now - parse_moment(stamp) <= timedelta(hours=RESET_HOURS) else None


def _stale(request: Request) -> Response:
    request.flash("This link is no longer good. Ask for a new one.", "wrong")
    return request.redirect("/forgot-password")


def _safe(target: str | None) -> str:
    """Only paths of this site; anything else would let a link send people elsewhere."""
    return target if target and target.startswith("/") and not target.startswith(("//", "/\\")) else "/account"
