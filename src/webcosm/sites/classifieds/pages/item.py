"""One listing: its photos and words, and what visitors can do with it."""

from __future__ import annotations

from webcosm.sites.classifieds.pages.shell import render
from webcosm.sites.classifieds.rules.board import details, is_around, rating_of, shown_listing, state_of
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.media import show_drawing, show_upload
from webcosm.worlds import Row

__all__ = ["item"]

REASONS = {
    "scam": "Scam: asks for money in advance",
    "duplicate": "Duplicate of another listing",
    "wrong_category": "Wrong category",
    "forbidden": "May not be sold here",
    "offensive": "Offensive words",
    "sold": "Sold already",
    "other": "Something else",
}
REPORT = Form(
    Field("reason", "What is wrong?", "radio", required=True, choices=list(REASONS.items())),
    Field("text", "In your words", "textarea", max=1_000),
)
REVIEW = Form(
    Field(
        "stars",
        "Stars",
        "select",
        required=True,
        choices=[("", "Choose"), *((str(n), f"{n} of 5") for n in (5, 4, 3, 2, 1))],
    ),
    Field("title", "Title", required=True, max=80),
    Field("body", "Comment", "textarea", required=True, max=2_000),
)


def _mail_form(kind: str) -> Form:
    fields = [
        Field("from_name", "Your name", required=True, max=80, autocomplete="name"),
        Field("from_email", "Your e-mail", "email", required=True, max=100, autocomplete="email"),
    ]
    if kind == "share":
        fields.append(Field("to_email", "Friend's e-mail", "email", required=True, max=100))
    return Form(*fields, Field("body", "Message", "textarea", required=kind == "contact", max=2_000))


@site.get("/media/{number:int}-{size:int}.png", needs="board.view")
def photo(request: Request, number: int, size: int) -> Response:
    row = request.db.row("SELECT * FROM listing_photo WHERE id = ?", number)
    if row is None:
        raise NotFound(f"There is no photo {number}.")
    shown_listing(request.db, request.user, row.listing_id)
    return (
        show_upload(request, row.file, size)
        if row.file is not None
        else show_drawing(request, row.look, row.view, size)
    )


@site.get("/item/{number:int}", needs="board.view")
def item(request: Request, number: int) -> Response:
    return show_item(request, number)


def show_item(request: Request, number: int, *, review: BoundForm | None = None) -> Response:
    db, user = request.db, request.user
    listing = shown_listing(db, user, number)
    request.shows("listing", id=listing.id)
    own = user is not None and user.id == listing.seller_id
    if not own and request.method == "GET":
        db.run("UPDATE listing SET views = views + 1 WHERE id = ?", listing.id)
    photos = db.rows("SELECT id, position FROM listing_photo WHERE listing_id = ? ORDER BY position, id", listing.id)
    asked = request.query.get("photo", "")
    chosen = int(asked) - 1 if asked.isdigit() and 1 <= int(asked[:3]) <= len(photos) else 0
    seller = db.row("SELECT * FROM account WHERE id = ?", listing.seller_id)
    assert seller
    more = db.rows(
        "SELECT id, title, price FROM listing WHERE seller_id = ? AND status = 'active' AND expires > ? AND id <> ?"
        " ORDER BY published DESC, id LIMIT 4",
        listing.seller_id,
        request.world.clock.stamp(),
        listing.id,
    )
    talk = user and db.row("SELECT * FROM conversation WHERE listing_id = ? AND buyer_id = ?", listing.id, user.id)
    return render(
        request,
        "item.html",
        status=422 if review else 200,
        listing=listing,
        status_now=state_of(listing, request.now),
        photos=photos,
        chosen=chosen,
        details=details(db, listing.id),
        rating=rating_of(db, listing.seller_id),
        around=is_around(seller, request.now),
        seller=seller,
        more=more,
        own=own,
        favourite=bool(
            user and db.value("SELECT 1 FROM favourite WHERE account_id = ? AND listing_id = ?", user.id, listing.id)
        ),
        reviews=db.rows(
            "SELECT review.*, account.name AS author, account.username FROM review JOIN account ON"
            " account.id = author_id"
            " WHERE listing_id = ? AND NOT removed ORDER BY review.created DESC, review.id DESC",
            listing.id,
        ),
        changes=db.rows("SELECT * FROM price_change WHERE listing_id = ? ORDER BY changed, id", listing.id),
        review=review or REVIEW.show(),
        talk=talk,
    )


# Favorites ------------------------------------------------------------------------------------------------------------


@site.post("/item/{number:int}/favorite", needs="own.edit")
def add_favourite(request: Request, number: int) -> Response:
    listing = shown_listing(request.db, request.user, number)
    request.db.run(
        "INSERT OR IGNORE INTO favourite (account_id, listing_id, created) VALUES (?, ?, ?)",
        request.need_user().id,
        listing.id,
        request.world.clock.stamp(),
    )
    request.flash(f"“{listing.title}” is among your favorites.", undo=f"/item/{number}/unfavorite")
    return request.redirect(f"/item/{number}")


@site.post("/item/{number:int}/unfavorite", needs="own.edit")
def drop_favourite(request: Request, number: int) -> Response:
    user = request.need_user()
    request.db.run("DELETE FROM favourite WHERE account_id = ? AND listing_id = ?", user.id, number)
    title = request.db.value("SELECT title FROM listing WHERE id = ?", number)
    request.flash(f"“{title}” is no longer among your favorites." if title else "It is no longer among your favorites.")
    return request.redirect("/account/favorites" if request.form.get("from") == "list" else f"/item/{number}")


# Comments -------------------------------------------------------------------------------------------------------------


@site.post("/item/{number:int}/comments", needs="own.edit")
def comment(request: Request, number: int) -> Response:
    user = request.need_user()
    listing = shown_listing(request.db, user, number)
    if listing.seller_id == user.id:
        raise Conflict("Sellers do not comment on their own listings.")
    form = REVIEW.read(request.form)
    if not form.valid:
        return show_item(request, number, review=form)
    request.db.insert(
        "review",
        listing_id=listing.id,
        author_id=user.id,
        title=form.values["title"],
        body=form.values["body"].strip(),
        stars=int(form.values["stars"]),
        created=request.world.clock.stamp(),
    )
    request.flash("Your comment was added.")
    return request.redirect(f"/item/{number}#comments")


# Mails and reports ----------------------------------------------------------------------------------------------------


def _mail_page(request: Request, number: int, kind: str, form: BoundForm | None = None) -> Response:
    listing = shown_listing(request.db, request.user, number)
    if form is None:
        user = request.user
        form = _mail_form(kind).show({"from_name": user.name, "from_email": user.email} if user else {})
        request.shows(f"{kind} form", id=listing.id)
        return render(request, "mail.html", listing=listing, kind=kind, form=form)
    return render(request, "mail.html", status=422, listing=listing, kind=kind, form=form)


def _send(request: Request, number: int, kind: str) -> Response:
    listing = shown_listing(request.db, request.user, number)
    form = _mail_form(kind).read(request.form)
    if not form.valid:
        return _mail_page(request, number, kind, form)
    to = form.values["to_email"] if kind == "share" else listing.seller_email
    request.db.insert(
        "mail",
        listing_id=listing.id,
        kind=kind,
        from_name=form.values["from_name"],
        from_email=form.values["from_email"],
        to_email=to,
        body=(form.values["body"] or "").strip(),
        sent=request.world.clock.stamp(),
    )
    request.flash(f"Your e-mail to {listing.seller if kind == 'contact' else to} was sent.")
    return request.redirect(f"/item/{number}")


@site.get("/item/{number:int}/contact", needs="board.view")
def contact(request: Request, number: int) -> Response:
    return _mail_page(request, number, "contact")


@site.post("/item/{number:int}/contact", needs="board.edit")
def send_contact(request: Request, number: int) -> Response:
    return _send(request, number, "contact")


@site.get("/item/{number:int}/share", needs="board.view")
def share(request: Request, number: int) -> Response:
    return _mail_page(request, number, "share")


@site.post("/item/{number:int}/share", needs="board.edit")
def send_share(request: Request, number: int) -> Response:
    return _send(request, number, "share")


@site.get("/item/{number:int}/report", needs="board.view")
def report(request: Request, number: int) -> Response:
    listing = shown_listing(request.db, request.user, number)
    request.shows("report form", id=listing.id)
    return render(
        request, "report.html", listing=listing, review=_reported_review(request, listing), form=REPORT.show()
    )


@site.post("/item/{number:int}/report", needs="board.edit")
def send_report(request: Request, number: int) -> Response:
    user = request.user
    listing = shown_listing(request.db, user, number)
    review = _reported_review(request, listing)
    form = REPORT.read(request.form)
    if form.valid and user and _reported_before(request, user, listing, review):
        form.fail("", "You have reported this already; a moderator will look at it.")
    if not form.valid:
        return render(request, "report.html", status=422, listing=listing, review=review, form=form)
    request.db.insert(
        "report",
        listing_id=listing.id,
        review_id=review.id if review else None,
        reporter_id=user.id if user else None,
        reason=form.values["reason"],
        text=(form.values["text"] or "").strip(),
        created=request.world.clock.stamp(),
    )
    request.flash("Thank you. A moderator will look at your report.")
    return request.redirect(f"/item/{number}")


def _reported_review(request: Request, listing: Row) -> Row | None:
    given = request.query.get("comment", "") or request.form.get("comment", "")
    if not given.isdigit() or len(given) > 15:
        return None
    return request.db.row(
        "SELECT * FROM review WHERE id = ? AND listing_id = ? AND NOT removed", int(given), listing.id
    )


def _reported_before(request: Request, user: Row, listing: Row, review: Row | None) -> bool:
    sql = "SELECT 1 FROM report WHERE reporter_id = ? AND listing_id = ? AND review_id IS ? AND outcome = 'open'"
    return bool(request.db.value(sql, user.id, listing.id, review.id if review else None))
