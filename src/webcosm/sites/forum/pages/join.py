"""Signing up."""

from __future__ import annotations

from webcosm.sites.forum.pages.settings import EMAIL, USERNAME
from webcosm.sites.forum.pages.shell import render
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response, hash_password

__all__ = ["register"]

JOIN = Form(
    USERNAME,
    EMAIL,
    Field(
        "password",
        "Password",
        "password",
        required=True,
        min=8,
        max=200,
        help="At least 8 characters.",
        autocomplete="new-password",
    ),
    Field("again", "Password again", "password", required=True, max=200, autocomplete="new-password"),
)


def _page(request: Request, form: BoundForm) -> Response:
    return render(request, "register.html", status=200 if form.valid else 422, form=form)


@site.get("/register", needs="public.view")
def register(request: Request) -> Response:
    request.shows("sign-up form")
    return _page(request, JOIN.show())


@site.post("/register", needs="public.edit")
def join(request: Request) -> Response:
    db = request.db
    if request.user is not None:
        raise Conflict("You are signed in already. Sign out before you make another account.")
    form = JOIN.read(request.form)
    values = form.values
    # Also names of accounts that were deleted stay theirs.
    if values.get("username") and db.value("SELECT 1 FROM account WHERE username = ?", values["username"]):
        form.fail("username", f"“{values['username']}” is taken.")
    if values.get("email") and db.value("SELECT 1 FROM account WHERE lower(email) = ?", values["email"].lower()):
        form.fail("email", "There is an account with this e-mail address.")
    if values.get("password") and values.get("again") and values["password"] != values["again"]:
        form.fail("again", "The passwords are not the same.")
    if not form.valid:
        return _page(request, form)
    name = values["username"]
    db.insert(
        "account",
        username=name,
        email=values["email"],
        password=hash_password(values["password"], name),
        created=request.world.clock.stamp(),
    )
    request.sign_in(name)
    request.flash(f"Welcome to {site.title}, {name}.")
    return request.redirect("/forums")
