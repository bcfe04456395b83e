"""The visitor's account: overview, profile, favorites, purchases; and what others see of a seller."""

from __future__ import annotations

from webcosm.sites.classifieds.pages.front import city_choices
from webcosm.sites.classifieds.pages.shell import render
from webcosm.sites.classifieds.rules.board import cards, is_around, rating_of
from webcosm.sites.classifieds.rules.searches import alerts
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import Conflict, Field, Form, NotFound, Request, Response, check_password, hash_password
from webcosm.worlds import Database, Row

__all__ = ["overview"]

SHOWN = 24
"""Listings on a seller's page; the others stand in the list."""

RATING = Form(
    Field(
        "stars",
        "Stars",
        "select",
        required=True,
        choices=[("", "Choose"), *((str(n), f"{n} of 5") for n in (5, 4, 3, 2, 1))],
    ),
    Field("words", "In a few words", max=300),
)


@site.get("/account", needs="own.view")
def overview(request: Request) -> Response:
    user, db = request.need_user(), request.db
    request.shows("account", id=user.id)
    counts = {
        row.status: row.number
        for row in db.rows(
            "SELECT status, count(*) AS number FROM listing WHERE seller_id = ? GROUP BY status", user.id
        )
    }
    offers = db.value(
        "SELECT count(*) FROM offer JOIN conversation ON conversation.id = conversation_id JOIN listing ON"
        " listing.id = listing_id"
        " WHERE offer.status = 'open' AND sender_id <> ? AND ? IN (buyer_id, seller_id)",
        user.id,
        user.id,
    )
    return render(
        request,
        "account.html",
        counts=counts,
        offers=offers,
        favourites=db.value("SELECT count(*) FROM favourite WHERE account_id = ?", user.id),
        searches=db.value("SELECT count(*) FROM saved_search WHERE account_id = ?", user.id),
        alerts=alerts(db, user, request.now),
        to_rate=len([row for row in _purchases(db, user) if row.stars is None]),
        rating=rating_of(db, user.id),
    )


@site.get("/account/favorites", needs="own.view")
def favourites(request: Request) -> Response:
    user = request.need_user()
    request.shows("favorites", account=user.id)
    found = cards(
        request.db,
        "listing.id IN (SELECT listing_id FROM favourite WHERE account_id = ?) AND listing.status IN"
        " ('active', 'sold', 'expired')"
        " ORDER BY (SELECT created FROM favourite WHERE account_id = ? AND listing_id = listing.id) DESC,"
        " listing.id DESC",
        user.id,
        user.id,
        limit=200,
    )
    return render(request, "favorites.html", listings=found)


# Purchases and ratings ------------------------------------------------------------------------------------------------


def _purchases(db: Database, user: Row) -> list[Row]:
    """Sold listings whose seller accepted an offer of the account, or whose counter-offer the account accepted."""
    return db.rows(
        "SELECT listing.*, account.name AS seller, account.username, max(offer.amount) AS paid,"
        " max(offer.answered) AS agreed,"
        " seller_rating.stars, seller_rating.words, seller_rating.buyer_id FROM conversation"
        " JOIN listing ON listing.id = conversation.listing_id JOIN account ON account.id = listing.seller_id"
        " JOIN offer ON offer.conversation_id = conversation.id AND offer.status = 'accepted'"
        " LEFT JOIN seller_rating ON seller_rating.listing_id = listing.id"
        " WHERE conversation.buyer_id = ? AND listing.status = 'sold' GROUP BY listing.id ORDER BY agreed"
        " DESC, listing.id",
        user.id,
    )


@site.get("/account/purchases", needs="own.view")
def purchases(request: Request) -> Response:
    user = request.need_user()
    request.shows("purchases", account=user.id)
    return render(request, "purchases.html", purchases=_purchases(request.db, user), form=RATING.show())


@site.post("/account/purchases/{number:int}/rate", needs="own.edit")
def rate(request: Request, number: int) -> Response:
    user, db = request.need_user(), request.db
    bought = next((row for row in _purchases(db, user) if row.id == number), None)
    if bought is None:
        raise NotFound("You can rate the sellers of what you have bought.")
    if bought.stars is not None:
        raise Conflict("This sale has been rated already.")
    form = RATING.read(request.form)
    if not form.valid:
        request.flash(" ".join(form.errors.values()), "wrong")
        return request.redirect("/account/purchases")
    db.insert(
        "seller_rating",
        listing_id=number,
        buyer_id=user.id,
        seller_id=bought.seller_id,
        stars=int(form.values["stars"]),
        words=form.values["words"] or "",
        created=request.world.clock.stamp(),
    )
    request.flash(f"You gave {bought.seller} {form.values['stars']} of 5 stars.")
    return request.redirect("/account/purchases")


# Profile --------------------------------------------------------------------------------------------------------------


def _profile_form(db: Database) -> Form:
    return Form(
        Field("name", "Name", required=True, max=60, help="Buyers see it.", autocomplete="name"),
        Field("email", "E-mail", "email", required=True, max=100, autocomplete="email"),
        Field("phone", "Phone", "tel", max=30, autocomplete="tel"),
        Field("city", "City", "select", required=True, choices=city_choices(db), help="New listings start with it."),
        Field("about", "About you", "textarea", max=600),
    )


PASSWORD = Form(
    Field("old", "Password now", "password", required=True, max=200, autocomplete="current-password"),
    Field("new", "New password", "password", required=True, min=8, max=200, autocomplete="new-password"),
)


@site.get("/account/profile", needs="own.view")
def profile(request: Request) -> Response:
    user = request.need_user()
    request.shows("profile form", id=user.id)
    form = _profile_form(request.db).show({**user, "city": str(user.city_id)})
    return render(request, "profile.html", form=form, password=PASSWORD.show())


@site.post("/account/profile", needs="own.edit")
def save_profile(request: Request) -> Response:
    user, db = request.need_user(), request.db
    form = _profile_form(db).read(request.form)
    if form.valid and db.value("SELECT 1 FROM account WHERE email = ? AND id <> ?", form.values["email"], user.id):
        form.fail("email", "Somebody else uses this e-mail address.")
    if not form.valid:
        return render(request, "profile.html", status=422, form=form, password=PASSWORD.show())
    values = form.values
    db.run(
        "UPDATE account SET name = ?, email = ?, phone = ?, city_id = ?, about = ? WHERE id = ?",
        values["name"],
        values["email"],
        values["phone"] or "",
        int(values["city"]),
        (values["about"] or "").strip(),
        user.id,
    )
    request.flash("Your profile was saved.")
    return request.redirect("/account/profile")


@site.post("/account/password", needs="own.edit")
def change_password(request: Request) -> Response:
    user, db = request.need_user(), request.db
    form = PASSWORD.read(request.form)
    if form.valid and not check_password(form.values["old"], user.username, user.password):
        form.fail("old", "This is not your password.")
    if not form.valid:
        shown = _profile_form(db).show({**user, "city": str(user.city_id)})
        return render(request, "profile.html", status=422, form=shown, password=form)
    db.run("UPDATE account SET password = ? WHERE id = ?", hash_password(form.values["new"], user.username), user.id)
    request.flash("Your password was changed.")
    return request.redirect("/account/profile")


# Sellers --------------------------------------------------------------------------------------------------------------


@site.get("/seller/{username}", needs="board.view")
def seller(request: Request, username: str) -> Response:
    db = request.db
    found = db.row(
        "SELECT account.*, city.name AS city, region.name AS region FROM account JOIN city ON city.id = city_id"
        " JOIN region ON region.id = region_id WHERE username = ?",
        username[:60],
    )
    if found is None:
        raise NotFound(f"There is nobody called “{username[:60]}” here.")
    request.shows("seller", id=found.id)
    active, now = (
        "listing.seller_id = ? AND listing.status = 'active' AND listing.expires > ?",
        request.world.clock.stamp(),
    )
    return render(
        request,
        "seller.html",
        seller=found,
        rating=rating_of(db, found.id),
        around=is_around(found, request.now),
        sold=db.value("SELECT count(*) FROM listing WHERE seller_id = ? AND status = 'sold'", found.id),
        listings=cards(db, f"{active} ORDER BY published DESC, listing.id DESC", found.id, now, limit=SHOWN),
        total=db.value(f"SELECT count(*) FROM listing WHERE {active}", found.id, now),
        ratings=db.rows(
            "SELECT seller_rating.*, account.name AS buyer, listing.title FROM seller_rating JOIN account"
            " ON account.id = buyer_id"
            " JOIN listing ON listing.id = listing_id WHERE seller_rating.seller_id = ? ORDER BY"
            " seller_rating.created DESC LIMIT 50",
            found.id,
        ),
    )
