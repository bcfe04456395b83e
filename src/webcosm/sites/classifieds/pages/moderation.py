"""The moderators' room: reports that wait, what was done about them, and accounts that were closed."""

from __future__ import annotations

from webcosm.sites.classifieds.pages.item import REASONS
from webcosm.sites.classifieds.pages.shell import category_tree, render
from webcosm.sites.classifieds.rules.board import details
from webcosm.sites.classifieds.rules.moderating import close_report, move, remove, suspend
from webcosm.sites.classifieds.rules.moderating import log as log_line
from webcosm.sites.classifieds.rules.search import CARD
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import Conflict, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["queue"]

ACTIONS = {
    "remove": "Removed listing",
    "restore": "Restored listing",
    "move": "Moved listing",
    "dismiss": "Dismissed report",
    "suspend": "Suspended account",
    "unsuspend": "Reopened account",
    "remove_review": "Removed comment",
    "warn": "Warned account",
}
OUTCOMES = {"open": "Open", "removed": "Removed", "moved": "Moved", "dismissed": "Dismissed"}


@site.get("/moderation", needs="moderation.view")
def queue(request: Request) -> Response:
    outcome = request.query.get("outcome", "open")
    outcome = outcome if outcome in OUTCOMES else "open"
    reason = request.query.get("reason", "")
    reason = reason if reason in REASONS else ""
    found = request.listing(
        "SELECT report.*, listing.title, listing.status AS listing_status, listing.price, account.name AS"
        " seller, account.username,"
        " category.name AS category, reporter.name AS reporter FROM report JOIN listing ON listing.id ="
        " report.listing_id"
        " JOIN account ON account.id = listing.seller_id JOIN category ON category.id = listing.category_id"
        " LEFT JOIN account AS reporter ON reporter.id = reporter_id WHERE outcome = ? AND (? = '' OR"
        " report.reason = ?)"
        f" ORDER BY report.created {'ASC' if outcome == 'open' else 'DESC'}, report.id",
        outcome,
        reason,
        reason,
        size=25,
    )
    request.shows("reports", outcome=outcome, reason=reason or None, page=found.number)
    return render(
        request, "queue.html", listing=found, outcome=outcome, reason=reason, outcomes=OUTCOMES, reasons=REASONS
    )


def _report(request: Request, number: int) -> Row:
    row = request.db.row(
        "SELECT report.*, reporter.name AS reporter, reporter.username AS reporter_username FROM report"
        " LEFT JOIN account AS reporter ON reporter.id = reporter_id WHERE report.id = ?",
        number,
    )
    if row is None:
        raise NotFound(f"There is no report {number}.")
    return row


@site.get("/moderation/reports/{number:int}", needs="moderation.view")
def report(request: Request, number: int) -> Response:
    row, db = _report(request, number), request.db
    listing = db.row(f"{CARD} WHERE listing.id = ?", row.listing_id)
    assert listing
    seller = db.row("SELECT * FROM account WHERE id = ?", listing.seller_id)
    request.shows("report", id=row.id)
    return render(
        request,
        "handle.html",
        report=row,
        listing=listing,
        seller=seller,
        details=details(db, listing.id),
        photos=db.rows("SELECT id FROM listing_photo WHERE listing_id = ? ORDER BY position, id", listing.id),
        review=row.review_id
        and db.row(
            "SELECT review.*, account.name AS author FROM review JOIN account ON account.id = author_id"
            " WHERE review.id = ?",
            row.review_id,
        ),
        others=db.rows(
            "SELECT id, title, status, published, price FROM listing WHERE seller_id = ? AND id <> ? AND"
            " status <> 'draft' ORDER BY coalesce(published, created) DESC, id DESC LIMIT 12",
            listing.seller_id,
            listing.id,
        ),
        reports=db.rows("SELECT * FROM report WHERE listing_id = ? AND id <> ? ORDER BY created", listing.id, row.id),
        reasons=REASONS,
        outcomes=OUTCOMES,
        groups=category_tree(db),
    )


def _reason(request: Request) -> str:
    return " ".join(request.form.get("reason", "").replace("\0", "").split())[:300]


@site.post("/moderation/reports/{number:int}/{verdict}", needs="moderation.edit")
def decide(request: Request, number: int, verdict: str) -> Response:
    row, db, me, now = _report(request, number), request.db, request.need_user().id, request.now
    if row.outcome != "open":
        raise Conflict(f"This report is closed: {row.outcome}.")
    reason = _reason(request)
    listing = db.row("SELECT * FROM listing WHERE id = ?", row.listing_id)
    assert listing
    match verdict:
        case "dismiss":
            close_report(db, me, row, "dismissed", now)
            log_line(db, me, "dismiss", reason, now, listing_id=listing.id)
            done = "The report was dismissed."
        case "remove":
            if not reason:
                request.flash("Say why it is removed; the seller reads it.", "wrong")
                return request.redirect(f"/moderation/reports/{number}")
            if row.review_id is not None:
                db.run("UPDATE review SET removed = 1 WHERE id = ?", row.review_id)
                log_line(db, me, "remove_review", reason, now, listing_id=listing.id, review_id=row.review_id)
                done = "The comment was removed."
            else:
                remove(db, me, listing, reason, now)
                done = f"“{listing.title}” was removed."
            close_report(db, me, row, "removed", now)
        case "move":
            category = db.row(
                "SELECT * FROM category WHERE slug = ? AND parent_id IS NOT NULL", request.form.get("category", "")[:80]
            )
            if category is None or category.id == listing.category_id:
                request.flash("Choose another category to move it to.", "wrong")
                return request.redirect(f"/moderation/reports/{number}")
            move(db, me, listing, category, reason, now)
            close_report(db, me, row, "moved", now)
            done = f"“{listing.title}” was moved to {category.name}."
        case _:
            raise NotFound("A report can be dismissed, or its listing removed or moved.")
    request.flash(done)
    return request.redirect("/moderation")


# Listings and accounts ------------------------------------------------------------------------------------------------


def _any_listing(request: Request, number: int) -> Row:
    row = request.db.row("SELECT * FROM listing WHERE id = ? AND status NOT IN ('draft', 'deleted')", number)
    if row is None:
        raise NotFound(f"There is no listing {number}.")
    return row


@site.post("/moderation/listings/{number:int}/remove", needs="moderation.edit")
def remove_listing(request: Request, number: int) -> Response:
    listing, reason = _any_listing(request, number), _reason(request)
    if not reason:
        request.flash("Say why it is removed; the seller reads it.", "wrong")
        return request.redirect(f"/item/{number}")
    remove(request.db, request.need_user().id, listing, reason, request.now)
    request.flash(f"“{listing.title}” was removed.")
    return request.redirect(f"/item/{number}")


@site.post("/moderation/listings/{number:int}/restore", needs="moderation.edit")
def restore_listing(request: Request, number: int) -> Response:
    listing = _any_listing(request, number)
    if listing.status != "removed":
        raise Conflict("This listing is not removed.")
    over = listing.expires <= request.world.clock.stamp()
    request.db.run(
        "UPDATE listing SET status = ?, removed_reason = '' WHERE id = ?", "expired" if over else "active", number
    )
    log_line(request.db, request.need_user().id, "restore", _reason(request), request.now, listing_id=number)
    request.flash(f"“{listing.title}” was restored.")
    return request.redirect(f"/item/{number}")


@site.post("/moderation/accounts/{number:int}/{verdict}", needs="moderation.edit")
def account_verdict(request: Request, number: int, verdict: str) -> Response:
    db, user = request.db, request.need_user()
    account = db.row("SELECT * FROM account WHERE id = ?", number)
    if account is None or verdict not in ("suspend", "unsuspend", "warn"):
        raise NotFound("There is no such account, or nothing like that to do with it.")
    if account.role == "moderator" or account.id == user.id:
        raise Conflict("Moderators are not suspended here.")
    reason = _reason(request)
    if verdict != "unsuspend" and not reason:
        request.flash("Say why.", "wrong")
        return request.redirect(f"/seller/{account.username}")
    if verdict == "suspend":
        suspend(db, user.id, account, reason, request.now)
    if verdict == "unsuspend":
        if not account.suspended:
            raise Conflict("This account is not suspended.")
        db.run("UPDATE account SET suspended = NULL WHERE id = ?", number)
    if verdict != "suspend":
        log_line(db, user.id, verdict, reason, request.now, account_id=number)
    request.flash(
        f"{account.name} was"
        f" {'suspended' if verdict == 'suspend' else 'reopened' if verdict == 'unsuspend' else 'warned'}."
    )
    return request.redirect(f"/seller/{account.username}")


@site.get("/moderation/log", needs="moderation.view")
def log(request: Request) -> Response:
    action = request.query.get("action", "")
    action = action if action in ACTIONS else ""
    found = request.listing(
        "SELECT moderation.*, moderator.name AS moderator, listing.title, listing.status AS listing_status,"
        " account.name AS account, account.username"
        " FROM moderation JOIN account AS moderator ON moderator.id = moderator_id LEFT JOIN listing ON"
        " listing.id = listing_id"
        " LEFT JOIN account ON account.id = account_id WHERE ? = '' OR action = ? ORDER BY"
        " moderation.created DESC, moderation.id DESC",
        action,
        action,
        size=30,
    )
    request.shows("moderation log", action=action or None, page=found.number)
    return render(request, "log.html", listing=found, action=action, actions=ACTIONS)
