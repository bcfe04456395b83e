"""The visitor's own listings: what became of them, and what can be done with them."""

from __future__ import annotations

from webcosm.sites.classifieds.pages.publish import own_listing
from webcosm.sites.classifieds.pages.shell import render
from webcosm.sites.classifieds.rules.board import may_renew, publish_row, state_of
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import Conflict, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["own_listings"]

FILTERS = {"": "All", "active": "Active", "draft": "Drafts", "sold": "Sold", "expired": "Expired", "removed": "Removed"}


@site.get("/account/listings", needs="own.view")
def own_listings(request: Request) -> Response:
    user = request.need_user()
    chosen = request.query.get("state", "")
    chosen = chosen if chosen in FILTERS else ""
    rows = request.db.rows(
        "SELECT listing.*, category.name AS category,"
        " (SELECT id FROM listing_photo WHERE listing_id = listing.id ORDER BY position, id LIMIT 1) AS photo,"
        " (SELECT count(*) FROM favourite WHERE listing_id = listing.id) AS favourites,"
        " (SELECT count(*) FROM conversation WHERE listing_id = listing.id) AS conversations,"
        " (SELECT count(*) FROM offer JOIN conversation ON conversation.id = conversation_id"
        "  WHERE listing_id = listing.id AND offer.status = 'open' AND sender_id <> listing.seller_id) AS offers"
        " FROM listing JOIN category ON category.id = category_id WHERE seller_id = ? AND status <> 'deleted'"
        " ORDER BY coalesce(published, created) DESC, listing.id DESC",
        user.id,
    )
    states = {row.id: state_of(row, request.now) for row in rows}
    counts = {key: sum(1 for row in rows if not key or states[row.id] == key) for key in FILTERS}
    shown = [row for row in rows if not chosen or states[row.id] == chosen]
    request.shows("own listings", account=user.id, state=chosen or None)
    return render(
        request,
        "own.html",
        listings=shown,
        states=states,
        counts=counts,
        filters=FILTERS,
        chosen=chosen,
        renewable={row.id: may_renew(row, request.now) for row in shown},
    )


def _back(request: Request, number: int) -> Response:
    return request.redirect(f"/item/{number}" if request.form.get("from") == "item" else "/account/listings")


def _mendable(request: Request, number: int) -> Row:
    listing = own_listing(request, number)
    if listing.status == "removed":
        raise Conflict("A moderator has removed this listing.")
    return listing


@site.post("/account/listings/{number:int}/renew", needs="own.edit")
def renew(request: Request, number: int) -> Response:
    listing = _mendable(request, number)
    if not may_renew(listing, request.now):
        raise Conflict("A listing can be renewed a week after it was published, or when it has expired.")
    publish_row(request.db, number, request.now)
    request.flash(f"“{listing.title}” is back at the top for 60 days.")
    return _back(request, number)


@site.post("/account/listings/{number:int}/sold", needs="own.edit")
def mark_sold(request: Request, number: int) -> Response:
    listing = _mendable(request, number)
    if listing.status not in ("active", "expired"):
        raise Conflict(f"Only a published listing can be marked as sold; this one is {listing.status}.")
    request.db.run("UPDATE listing SET status = 'sold' WHERE id = ?", number)
    request.flash(f"“{listing.title}” is marked as sold.", undo=f"/account/listings/{number}/unsold")
    return _back(request, number)


@site.post("/account/listings/{number:int}/unsold", needs="own.edit")
def mark_unsold(request: Request, number: int) -> Response:
    listing = _mendable(request, number)
    if listing.status != "sold":
        raise Conflict("This listing is not marked as sold.")
    over = listing.expires <= request.world.clock.stamp()
    request.db.run("UPDATE listing SET status = ? WHERE id = ?", "expired" if over else "active", number)
    request.flash(f"“{listing.title}” is no longer marked as sold.")
    return _back(request, number)


@site.post("/account/listings/{number:int}/publish", needs="own.edit")
def publish_draft(request: Request, number: int) -> Response:
    """Drafts are published from their form, where what is missing can be said."""
    own_listing(request, number)
    return request.redirect(f"/account/listings/{number}/edit")


@site.get("/account/listings/{number:int}/delete", needs="own.view")
def ask_delete(request: Request, number: int) -> Response:
    listing = own_listing(request, number)
    request.shows("delete form", id=listing.id)
    return render(request, "delete.html", listing=listing)


@site.post("/account/listings/{number:int}/delete", needs="own.edit")
def delete(request: Request, number: int) -> Response:
    listing = _mendable(request, number)
    request.db.run("UPDATE listing SET status = 'deleted' WHERE id = ?", number)
    request.flash(f"“{listing.title}” was deleted.", undo=f"/account/listings/{number}/undelete?was={listing.status}")
    return request.redirect("/account/listings")


@site.post("/account/listings/{number:int}/undelete", needs="own.edit")
def undelete(request: Request, number: int) -> Response:
    user = request.need_user()
    row = request.db.row("SELECT * FROM listing WHERE id = ? AND seller_id = ? AND status = 'deleted'", number, user.id)
    was = request.query.get("was", "")
    if row is None or was not in ("draft", "active", "sold", "expired") or (row.published is None) != (was == "draft"):
        raise NotFound("There is no such deleted listing.")
    request.db.run("UPDATE listing SET status = ? WHERE id = ?", was, number)
    request.flash(f"“{row.title}” is back.")
    return request.redirect("/account/listings")
