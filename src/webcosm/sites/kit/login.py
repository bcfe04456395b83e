"""Real sign-in and sign-out pages for any site whose accounts have a password."""

from __future__ import annotations

from starlette.responses import Response

from webcosm.sites.kit.forms import Field, Form
from webcosm.sites.kit.request import Request
from webcosm.sites.kit.session import check_password
from webcosm.sites.kit.site import Site
from webcosm.worlds import Row

__all__ = ["FORM", "WRONG_PASSWORD", "add_login", "find_account"]

WRONG_PASSWORD = "This user name and password do not belong together."

FORM = Form(
    Field("username", "User name", required=True, max=100, autocomplete="username"),
    Field("password", "Password", "password", required=True, max=200, autocomplete="current-password"),
)


def add_login(site: Site) -> None:
    """Gives a site ``/login`` and ``/logout``; users have ``username``, ``name`` and ``password``."""

    @site.get("/login")
    def login(request: Request) -> Response:
        request.shows("sign-in form")
        return request.render("login.html", form=FORM.show(), next=_safe(request.query.get("next")))

    @site.post("/login")
    def take_login(request: Request) -> Response:
        form = FORM.read(request.form)
        target = _safe(request.form.get("next"))
        if form.valid:
            user = find_account(request, form.values["username"], form.values["password"])
            if user:
                request.sign_in(user.username)
                request.flash(f"Welcome back, {user.name}.")
                return request.redirect(target)
            form.fail("", WRONG_PASSWORD)
        return request.render("login.html", status=422, form=form, next=target)

    @site.post("/logout")
    def logout(request: Request) -> Response:
        request.sign_out()
        request.flash("You are signed out.", "note")
        return request.redirect("/login")


def find_account(request: Request, username: str, password: str) -> Row | None:
    """The account, if the password is its own."""
    user = request.site.find_user(request.db, username) if request.site.find_user else None
    return user if user and check_password(password, user.username, user.password) else None


def _safe(target: str | None) -> str:
    """Only paths of this site; anything else would let a link send people elsewhere."""
    return target if target and target.startswith("/") and not target.startswith(("//", "/\\")) else "/"
