"""The moderators' tools: removing with a rule, restoring, locking and pinning, bans, reports, moderators."""

from __future__ import annotations

from webcosm.sites.forum.pages.forums import show_forum
from webcosm.sites.forum.pages.shell import render
from webcosm.sites.forum.pages.things import (
    ask,
    back,
    comment_at,
    comment_path,
    fold,
    form_page,
    post_at,
    post_path,
    wants,
)
from webcosm.sites.forum.rules.moderating import (
    dismiss,
    moderated_forums,
    need_moderator,
    remove,
    restore,
    set_locked,
    set_pinned,
)
from webcosm.sites.forum.rules.reading import forum_named
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Forbidden, Form, NotFound, Request, Response
from webcosm.worlds import Database, Row

__all__ = ["OUTCOMES", "moderated_forum"]

OUTCOMES = {"open": "Open", "removed": "Removed", "dismissed": "Dismissed"}
SIZE = 25


def moderated_forum(request: Request, name: str) -> Row:
    """A forum that the visitor moderates."""
    forum = forum_named(request.db, name)
    need_moderator(request.db, request.need_user(), forum)
    return forum


def _post(request: Request, name: str, number: int) -> tuple[Row, Row]:
    forum, post = post_at(request, name, number)
    need_moderator(request.db, request.need_user(), forum)
    return forum, post


def _comment(request: Request, number: int) -> tuple[Row, Row, Row]:
    forum, post, comment = comment_at(request, number)
    need_moderator(request.db, request.need_user(), forum)
    return forum, post, comment


# Removing and restoring -----------------------------------------------------------------------------------------------


def _remove_form(db: Database, forum: Row) -> Form:
    rules = db.rows("SELECT * FROM forum_rule WHERE forum_id = ? ORDER BY position, id", forum.id)
    choices = [(str(row.id), f"{row.position}. {row.title}") for row in rules]
    return Form(
        Field("rule", "Which rule does it break?", "select", choices=[("", "None of them"), *choices]),
        Field("reason", "Reason", max=300, help="The author reads it, and it stands in the log."),
    )


def _remove_page(
    request: Request, forum: Row, post: Row, comment: Row | None, form: BoundForm | None = None
) -> Response:
    what = "comment" if comment else "post"
    if form is None:
        form = _remove_form(request.db, forum).show()
        request.shows(f"remove {what}", id=(comment or post).id)
    return form_page(
        request,
        f"Remove the {what} by {(comment or post).author}" if comment else f"Remove “{post.title}”",
        form,
        f"Remove {what}",
        comment_path(comment) if comment else post_path(post),
        crumbs=[(f"/f/{forum.name}", f"f/{forum.name}"), (post_path(post), post.title)],
        intro="It can be restored. What stands under it stays; open reports about it are settled.",
        answered=comment,
        danger=True,
    )


def _take_removal(request: Request, forum: Row, post: Row, comment: Row | None) -> Response:
    db = request.db
    form = _remove_form(db, forum).read(request.form)
    if form.valid and not form.values["rule"] and not form.values["reason"]:
        form.fail("rule", "Name a rule or give a reason.")
    if not form.valid:
        return _remove_page(request, forum, post, comment, form)
    rule = db.row("SELECT * FROM forum_rule WHERE id = ?", int(form.values["rule"])) if form.values["rule"] else None
    reason = form.values["reason"] or ""
    remove(db, request.need_user(), forum, post, comment, rule, reason, request.world.clock.stamp())
    request.flash(f"The comment by {comment.author} was removed." if comment else f"“{fold(post.title)}” was removed.")
    if request.form.get("from") == "reports":
        return request.redirect(f"/f/{forum.name}/reports")
    return request.redirect(comment_path(comment) if comment else post_path(post))


@site.get("/f/{name}/post/{number:int}/remove", needs="own.view")
def ask_remove_post(request: Request, name: str, number: int) -> Response:
    return _remove_page(request, *_post(request, name, number), None)


@site.post("/f/{name}/post/{number:int}/remove", needs="own.edit")
def remove_post(request: Request, name: str, number: int) -> Response:
    return _take_removal(request, *_post(request, name, number), None)


@site.get("/comment/{number:int}/remove", needs="own.view")
def ask_remove_comment(request: Request, number: int) -> Response:
    return _remove_page(request, *_comment(request, number))


@site.post("/comment/{number:int}/remove", needs="own.edit")
def remove_comment(request: Request, number: int) -> Response:
    return _take_removal(request, *_comment(request, number))


@site.get("/f/{name}/post/{number:int}/restore", needs="own.view")
def ask_restore_post(request: Request, name: str, number: int) -> Response:
    _, post = _post(request, name, number)
    return ask(request, f"Restore “{post.title}”?", "Restore post", post_path(post))


@site.post("/f/{name}/post/{number:int}/restore", needs="own.edit")
def restore_post(request: Request, name: str, number: int) -> Response:
    forum, post = _post(request, name, number)
    restore(request.db, request.need_user(), forum, post, None, request.world.clock.stamp())
    request.flash(f"“{fold(post.title)}” was restored.")
    return request.redirect(post_path(post))


@site.get("/comment/{number:int}/restore", needs="own.view")
def ask_restore_comment(request: Request, number: int) -> Response:
    _, _, comment = _comment(request, number)
    return ask(
        request,
        f"Restore the comment by {comment.author}?",
        "Restore comment",
        comment_path(comment),
        quoted=comment.body,
    )


@site.post("/comment/{number:int}/restore", needs="own.edit")
def restore_comment(request: Request, number: int) -> Response:
    forum, post, comment = _comment(request, number)
    restore(request.db, request.need_user(), forum, post, comment, request.world.clock.stamp())
    request.flash(f"The comment by {comment.author} was restored.")
    return request.redirect(comment_path(comment))


# Locking and pinning --------------------------------------------------------------------------------------------------


@site.get("/f/{name}/post/{number:int}/lock", needs="own.view")
def ask_lock(request: Request, name: str, number: int) -> Response:
    _, post = _post(request, name, number)
    return ask(
        request,
        f"{'Unlock' if post.locked else 'Lock'} “{post.title}”?",
        "Unlock post" if post.locked else "Lock post",
        post_path(post),
        told="" if post.locked else "It takes no new comments then, save from moderators.",
        value="0" if post.locked else "1",
    )


@site.post("/f/{name}/post/{number:int}/lock", needs="own.edit")
def lock(request: Request, name: str, number: int) -> Response:
    _, post = _post(request, name, number)
    wanted = wants(request)
    _need_shown(post)
    set_locked(request.db, request.need_user(), post, wanted, request.world.clock.stamp())
    request.flash(f"“{fold(post.title)}” is {'locked' if wanted else 'open for comments'}.")
    return request.redirect(back(request, post_path(post)))


@site.get("/f/{name}/post/{number:int}/pin", needs="own.view")
def ask_pin(request: Request, name: str, number: int) -> Response:
    _, post = _post(request, name, number)
    return ask(
        request,
        f"{'Unpin' if post.pinned else 'Pin'} “{post.title}”?",
        "Unpin post" if post.pinned else "Pin post",
        post_path(post),
        told="" if post.pinned else "It stands at the top of the forum then.",
        value="0" if post.pinned else "1",
    )


@site.post("/f/{name}/post/{number:int}/pin", needs="own.edit")
def pin(request: Request, name: str, number: int) -> Response:
    _, post = _post(request, name, number)
    wanted = wants(request)
    _need_shown(post)
    set_pinned(request.db, request.need_user(), post, wanted, request.world.clock.stamp())
    request.flash(f"“{fold(post.title)}” is {'pinned' if wanted else 'no longer pinned'}.")
    return request.redirect(back(request, post_path(post)))


def _need_shown(post: Row) -> None:
    if post.deleted or post.removed_by is not None:
        raise Conflict("This post is not there any more.")


# Reports --------------------------------------------------------------------------------------------------------------

REPORTS = (
    "SELECT report.*, forum.name AS forum, post.title, post.body AS post_body, post.author_id AS post_author_id,"
    " post.deleted AS post_deleted, post.removed_by AS post_removed, post_author.username AS post_author,"
    " comment.body AS comment_body, comment.deleted AS comment_deleted, comment.removed_by AS comment_removed,"
    " comment_author.username AS comment_author, reporter.username AS reporter, reporter.active AS reporter_active,"
    " closer.username AS closer,"
    " (SELECT count(*) FROM report AS other WHERE other.post_id = report.post_id AND other.comment_id IS"
    " report.comment_id AND other.outcome = 'open') AS alike"
    " FROM report JOIN forum ON forum.id = report.forum_id JOIN post ON post.id = report.post_id"
    " JOIN account AS post_author ON post_author.id = post.author_id"
    " LEFT JOIN comment ON comment.id = report.comment_id"
    " LEFT JOIN account AS comment_author ON comment_author.id = comment.author_id"
    " JOIN account AS reporter ON reporter.id = reporter_id LEFT JOIN account AS closer ON closer.id = closed_by"
)


def _outcome(request: Request) -> str:
    given = request.query.get("outcome", "open")
    return given if given in OUTCOMES else "open"


def _order(outcome: str) -> str:
    return "report.created, report.id" if outcome == "open" else "report.closed DESC, report.id DESC"


@site.get("/f/{name}/reports", needs="own.view")
def forum_reports(request: Request, name: str) -> Response:
    forum, outcome = moderated_forum(request, name), _outcome(request)
    listing = request.listing(
        f"{REPORTS} WHERE report.forum_id = ? AND outcome = ? ORDER BY {_order(outcome)}", forum.id, outcome, size=SIZE
    )
    request.shows("reports", forum=forum.name, outcome=outcome, page=listing.number)
    return show_forum(request, forum, "reports.html", "reports", listing=listing, outcome=outcome, outcomes=OUTCOMES)


@site.get("/reports", needs="own.view")
def all_reports(request: Request) -> Response:
    """Of all forums that the visitor moderates."""
    user, outcome = request.need_user(), _outcome(request)
    forums = moderated_forums(request.db, user)
    if not forums:
        raise Forbidden("This is for moderators.")
    listing = request.listing(
        f"{REPORTS} WHERE report.forum_id IN ({', '.join(str(row.id) for row in forums)}) AND outcome = ?"
        f" ORDER BY {_order(outcome)}",
        outcome,
        size=SIZE,
    )
    request.shows("reports", outcome=outcome, page=listing.number)
    return render(request, "reports.html", forum=None, listing=listing, outcome=outcome, outcomes=OUTCOMES)


@site.post("/f/{name}/reports/{number:int}/dismiss", needs="own.edit")
def dismiss_report(request: Request, name: str, number: int) -> Response:
    forum = moderated_forum(request, name)
    found = request.db.row("SELECT * FROM report WHERE id = ? AND forum_id = ?", number, forum.id)
    if found is None:
        raise NotFound(f"f/{forum.name} has no report {number}.")
    reason = " ".join(request.form.get("reason", "").replace("\0", "").split())[:300]
    dismiss(request.db, request.need_user(), found, reason, request.world.clock.stamp())
    request.flash(f"The report “{fold(found.reason)}” was dismissed.")
    return request.redirect(back(request, f"/f/{forum.name}/reports"))
