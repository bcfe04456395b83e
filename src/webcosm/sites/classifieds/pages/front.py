"""The front page, the rules, and how one joins."""

from __future__ import annotations

import re

from webcosm.sites.classifieds.pages.shell import region_tree, render
from webcosm.sites.classifieds.rules.board import cards
from webcosm.sites.classifieds.rules.search import Criteria
from webcosm.sites.classifieds.seed.kinds import content
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import Field, Form, Request, Response, hash_password
from webcosm.worlds import Database

__all__ = ["front"]

LATEST = 12


@site.get("/", needs="board.view")
def front(request: Request) -> Response:
    request.shows("front page")
    db = request.db
    where, arguments = Criteria().conditions(db, request.now)
    counts = {
        row.category_id: row.number
        for row in db.rows(
            f"SELECT category_id, count(*) AS number FROM listing WHERE {where} GROUP BY category_id", *arguments
        )
    }
    ids = db.values(f"SELECT id FROM listing WHERE {where} ORDER BY published DESC, id DESC LIMIT {LATEST}", *arguments)
    marks = ", ".join(map(str, ids)) or "NULL"
    latest = cards(db, f"listing.id IN ({marks}) ORDER BY published DESC, listing.id DESC", limit=LATEST)
    return render(
        request, "front.html", latest=latest, counts=counts, regions=region_tree(db), total=sum(counts.values())
    )


@site.get("/rules", needs="board.view")
def rules(request: Request) -> Response:
    request.shows("rules")
    return render(request, "rules.html", rules=content("written")["rules"])


# Joining --------------------------------------------------------------------------------------------------------------


def _join_form(db: Database) -> Form:
    return Form(
        Field(
            "username",
            "User name",
            required=True,
            min=3,
            max=30,
            pattern=r"[A-Za-z0-9][A-Za-z0-9._-]*",
            pattern_help="use letters, figures, dots and hyphens.",
            autocomplete="username",
        ),
        Field("name", "Your name", required=True, max=60, help="Buyers see it.", autocomplete="name"),
        Field("email", "E-mail", "email", required=True, max=100, autocomplete="email"),
        Field("city", "City", "select", required=True, choices=city_choices(db)),
        Field("password", "Password", "password", required=True, min=8, max=200, autocomplete="new-password"),
    )


def city_choices(db: Database) -> list[tuple[str, str]]:
    """Value and label of every city."""
    rows = db.rows(
        "SELECT city.id, city.name, region.code FROM city JOIN region ON region.id = region_id ORDER BY city.name"
    )
    return [("", "Choose a city"), *((str(row.id), f"{row.name}, {row.code}") for row in rows)]


@site.get("/register", needs="board.view")
def register(request: Request) -> Response:
    request.shows("registration form")
    return render(request, "register.html", form=_join_form(request.db).show())


@site.post("/register", needs="board.edit")
def join(request: Request) -> Response:
    db = request.db
    form = _join_form(db).read(request.form)
    if form.valid and db.value("SELECT 1 FROM account WHERE username = ?", form.values["username"]):
        form.fail("username", "This user name is taken.")
    if form.valid and db.value("SELECT 1 FROM account WHERE email = ?", form.values["email"]):
        form.fail("email", "Somebody has joined with this e-mail address already.")
    if not form.valid:
        return render(request, "register.html", status=422, form=form)
    values = form.values
    now = request.world.clock.stamp()
    db.insert(
        "account",
        username=values["username"],
        name=re.sub(r"\s+", " ", values["name"]),
        email=values["email"],
        password=hash_password(values["password"], values["username"]),
        city_id=int(values["city"]),
        created=now,
        last_seen=now,
    )
    request.sign_in(values["username"])
    request.flash(f"Welcome to Pennyboard, {values['name']}.")
    return request.redirect("/account")
