"""Messages between buyers and sellers, and offers in them."""

from __future__ import annotations

from webcosm.sites.classifieds.pages.shell import render
from webcosm.sites.classifieds.rules.bargain import (
    VERDICTS,
    answer_message,
    close_offer,
    conversation_about,
    put_offer,
    say,
)
from webcosm.sites.classifieds.rules.board import shown_listing, state_of
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import Conflict, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.formats import money
from webcosm.worlds import Row

__all__ = ["conversation"]

MESSAGE = Form(Field("body", "Message", "textarea", required=True, max=2_000))
OFFER = Form(Field("amount", "Your offer", "money", required=True, min=1, max=9_999_999, placeholder="120"))
SIZE = 30


@site.get("/account/messages", needs="own.view")
def messages(request: Request) -> Response:
    user = request.need_user()
    side = request.query.get("side", "")
    mine = {"buying": "conversation.buyer_id = :user", "selling": "listing.seller_id = :user"}.get(
        side, ":user IN (conversation.buyer_id, listing.seller_id)"
    )
    found = request.db.rows(
        "SELECT conversation.*, listing.title, listing.seller_id, buyer.name AS buyer, seller.name AS seller,"
        " (SELECT id FROM listing_photo WHERE listing_id = listing.id ORDER BY position, id LIMIT 1) AS photo,"
        " (SELECT body FROM message WHERE conversation_id = conversation.id ORDER BY created DESC, id DESC"
        " LIMIT 1) AS last,"
        " (SELECT max(created) FROM message WHERE conversation_id = conversation.id) AS at,"
        " (SELECT count(*) FROM message WHERE conversation_id = conversation.id AND read IS NULL AND"
        " sender_id <> :user) AS new,"
        " (SELECT count(*) FROM offer WHERE conversation_id = conversation.id AND status = 'open' AND"
        " sender_id <> :user) AS offers"
        " FROM conversation JOIN listing ON listing.id = conversation.listing_id"
        " JOIN account AS buyer ON buyer.id = conversation.buyer_id JOIN account AS seller ON seller.id ="
        " listing.seller_id"
        f" WHERE {mine} ORDER BY at DESC, conversation.id DESC LIMIT 200",
        {"user": user.id},
    )
    request.shows("messages", account=user.id, side=side or None)
    return render(request, "messages.html", conversations=found, side=side)


@site.get("/account/messages/{number:int}", needs="own.view")
def conversation(request: Request, number: int) -> Response:
    return _show(request, number)


def _find(request: Request, number: int) -> tuple[Row, Row]:
    """The conversation and its listing, if the visitor takes part in it."""
    user = request.need_user()
    row = request.db.row(
        "SELECT conversation.*, buyer.name AS buyer, buyer.username AS buyer_username, seller.name AS seller,"
        " seller.username AS seller_username FROM conversation JOIN listing ON listing.id = listing_id"
        " JOIN account AS buyer ON buyer.id = buyer_id JOIN account AS seller ON seller.id = seller_id"
        " WHERE conversation.id = ? AND ? IN (buyer_id, seller_id)",
        number,
        user.id,
    )
    if row is None:
        raise NotFound(f"You have no conversation {number}.")
    listing = request.db.row(
        "SELECT listing.*, category.name AS category FROM listing JOIN category ON category.id ="
        " category_id WHERE listing.id = ?",
        row.listing_id,
    )
    assert listing
    return row, listing


def _show(request: Request, number: int, *, status: int = 200, **forms: object) -> Response:
    user = request.need_user()
    row, listing = _find(request, number)
    db = request.db
    db.run(
        "UPDATE message SET read = ? WHERE conversation_id = ? AND read IS NULL AND sender_id <> ?",
        request.world.clock.stamp(),
        number,
        user.id,
    )
    request.shows("conversation", id=number)
    lines = db.rows("SELECT *, 'message' AS what FROM message WHERE conversation_id = ?", number)
    lines += db.rows("SELECT *, 'offer' AS what FROM offer WHERE conversation_id = ?", number)
    lines.sort(key=lambda line: (line.created, line.what == "message", line.id))
    photo = db.value("SELECT id FROM listing_photo WHERE listing_id = ? ORDER BY position, id LIMIT 1", listing.id)
    context: dict[str, object] = {"form": MESSAGE.show(), "offer_form": OFFER.show(), **forms}
    return render(
        request,
        "conversation.html",
        status=status,
        conversation=row,
        listing=listing,
        lines=lines,
        photo=photo,
        visible=listing.status in ("active", "sold", "expired") or listing.seller_id == user.id,
        can_offer=state_of(listing, request.now) == "active"
        and not any(line.what == "offer" and line.status in ("open", "accepted") for line in lines),
        **context,
    )


# Beginning ------------------------------------------------------------------------------------------------------------


def _begin(request: Request, number: int) -> tuple[Row, Row]:
    user = request.need_user()
    listing = shown_listing(request.db, user, number)
    if listing.seller_id == user.id:
        raise Conflict("This is your own listing.")
    if listing.seller_suspended:
        raise Conflict("The seller's account was closed.")
    talk = conversation_about(request.db, listing, user, request.world.clock.stamp())
    row = request.db.row("SELECT * FROM conversation WHERE id = ?", talk)
    assert row
    return row, listing


@site.get("/item/{number:int}/message", needs="own.view")
def write(request: Request, number: int) -> Response:
    listing = shown_listing(request.db, request.user, number)
    request.shows("message form", id=listing.id)
    return render(request, "message.html", listing=listing, form=MESSAGE.show(), offer=False)


@site.post("/item/{number:int}/message", needs="own.edit")
def send(request: Request, number: int) -> Response:
    form = MESSAGE.read(request.form)
    if not form.valid:
        listing = shown_listing(request.db, request.user, number)
        return render(request, "message.html", status=422, listing=listing, form=form, offer=False)
    talk, listing = _begin(request, number)
    say(request.db, talk.id, request.need_user().id, form.values["body"].strip(), request.world.clock.stamp())
    answer_message(request.db, talk, listing, request.now)
    request.flash(f"Your message to {listing.seller} was sent.")
    return request.redirect(f"/account/messages/{talk.id}")


@site.get("/item/{number:int}/offer", needs="own.view")
def offer_page(request: Request, number: int) -> Response:
    listing = shown_listing(request.db, request.user, number)
    request.shows("offer form", id=listing.id)
    return render(request, "message.html", listing=listing, form=OFFER.show(), offer=True)


@site.post("/item/{number:int}/offer", needs="own.edit")
def make_offer(request: Request, number: int) -> Response:
    form = OFFER.read(request.form)
    if not form.valid:
        listing = shown_listing(request.db, request.user, number)
        return render(request, "message.html", status=422, listing=listing, form=form, offer=True)
    talk, listing = _begin(request, number)
    _put_offer(request, talk, listing, form.values["amount"])
    return request.redirect(f"/account/messages/{talk.id}")


# Going on -------------------------------------------------------------------------------------------------------------


@site.post("/account/messages/{number:int}/reply", needs="own.edit")
def reply(request: Request, number: int) -> Response:
    row, _ = _find(request, number)
    form = MESSAGE.read(request.form)
    if not form.valid:
        return _show(request, number, status=422, form=form)
    user = request.need_user()
    say(request.db, number, user.id, form.values["body"].strip(), request.world.clock.stamp())
    request.flash(f"Your message to {row.seller if user.id == row.buyer_id else row.buyer} was sent.")
    return request.redirect(f"/account/messages/{number}")


@site.post("/account/messages/{number:int}/offer", needs="own.edit")
def offer_again(request: Request, number: int) -> Response:
    row, listing = _find(request, number)
    form = OFFER.read(request.form)
    if not form.valid:
        return _show(request, number, status=422, offer_form=form)
    _put_offer(request, row, listing, form.values["amount"])
    return request.redirect(f"/account/messages/{number}")


def _put_offer(request: Request, talk: Row, listing: Row, amount: int) -> None:
    put_offer(request.db, talk, listing, request.need_user().id, amount, request.now)
    request.flash(f"You offered {money(amount)}.")


@site.post("/account/messages/{number:int}/offers/{offer:int}/{verdict}", needs="own.edit")
def judge_offer(request: Request, number: int, offer: int, verdict: str) -> Response:
    """Accepts or declines an offer of the other side, or withdraws one's own."""
    _, listing = _find(request, number)
    found = request.db.row("SELECT * FROM offer WHERE id = ? AND conversation_id = ?", offer, number)
    if found is None or verdict not in VERDICTS:
        raise NotFound("There is no such offer.")
    word = close_offer(request.db, listing, found, request.need_user().id, verdict, request.now)
    request.flash(f"The offer of {money(found.amount)} was {word}.")
    return request.redirect(f"/account/messages/{number}")
