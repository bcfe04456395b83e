"""Registering."""

from __future__ import annotations

from webcosm.sites.code.pages.shell import render
from webcosm.sites.code.rules.places import RESERVED, find_namespace
from webcosm.sites.code.rules.projects import check_path
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response, hash_password

__all__ = ["register"]

JOIN = Form(
    Field("name", "Full name", required=True, max=100, autocomplete="name"),
    Field("username", "User name", required=True, max=60, autocomplete="username"),
    Field("email", "Address", "email", required=True, max=200, autocomplete="email"),
    Field("password", "Password", "password", required=True, min=8, max=200, autocomplete="new-password"),
)


def _page(request: Request, form: BoundForm, status: int = 200) -> Response:
    return render(request, "settings_register.html", status=status, form=form)


@site.get("/register", needs="public.view")
def register(request: Request) -> Response:
    request.shows("sign-up form")
    return _page(request, JOIN.show({}))


@site.post("/register", needs="public.edit")
def join(request: Request) -> Response:
    db, form = request.db, JOIN.read(request.form)
    if request.user is not None:
        raise Conflict("You are signed in already. Sign out before you make another account.")
    name = form.values.get("username", "")
    if form.valid:
        try:
            check_path(name)
            if name.lower() in RESERVED or find_namespace(db, name) is not None:
                raise Refused(f"“{name}” is taken.")
        except Refused as refused:
            form.fail("username", str(refused))
        if db.value("SELECT 1 FROM account WHERE email = ?", form.values["email"]):
            form.fail("email", "There is an account with this address.")
    if not form.valid:
        return _page(request, form, 422)
    moment = request.world.clock.stamp()
    number = db.insert(
        "account",
        username=name,
        name=form.values["name"],
        email=form.values["email"],
        password=hash_password(form.values["password"], name),
        feed_token=request.world.token(),
        created=moment,
    )
    db.insert(
        "namespace", full_path=name, path=name, name=form.values["name"], kind="user", account_id=number, created=moment
    )
    request.sign_in(name)
    request.flash(f"Welcome, {form.values['name']}.")
    return request.redirect("/dashboard/projects")
