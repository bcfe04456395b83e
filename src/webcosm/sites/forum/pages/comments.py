"""Comments: answering a post or a comment, editing, deleting, voting, saving, reporting."""

from __future__ import annotations

from webcosm.sites.forum.pages.posts import REPORT, VOTED, report_before, vote_value
from webcosm.sites.forum.pages.submit import TOO_MANY
from webcosm.sites.forum.pages.things import (
    MARKDOWN,
    NAMES,
    ask,
    back,
    comment_at,
    comment_path,
    flag_field,
    fold,
    form_page,
    is_preview,
    need_there,
    post_at,
    post_path,
    wants,
)
from webcosm.sites.forum.rules.writing import (
    RATE_LIMIT,
    add_comment,
    capacity,
    delete_comment,
    edit_comment,
    need_open,
    need_unbanned,
    toggle,
    too_soon,
    vote_on_comment,
)
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Forbidden, Form, Request, Response
from webcosm.worlds import Row

__all__ = ["COMMENT", "comment_form"]

COMMENT = Field("body", "Comment", "textarea", required=True, max=10_000, help=f"{MARKDOWN} {NAMES}")


def comment_form(request: Request, forum: Row) -> Form:
    return Form(COMMENT, *flag_field(request, forum))


def _crumbs(post: Row) -> list[tuple[str, str]]:
    return [(f"/f/{post.forum}", f"f/{post.forum}"), (post_path(post), post.title)]


# Answering ------------------------------------------------------------------------------------------------------------


def _may_answer(request: Request, forum: Row, post: Row, parent: Row | None) -> Row:
    """Who answers, if that is possible here."""
    user = request.need_user()
    need_unbanned(request.db, user, forum, request.world.clock.stamp())
    need_open(request.db, user, post)
    if parent is not None and (parent.deleted or parent.removed_by is not None):
        raise Conflict("This comment is not there any more; it takes no replies.")
    return user


def _reply_page(
    request: Request, post: Row, parent: Row | None, form: BoundForm, status: int | None = None
) -> Response:
    return form_page(
        request,
        f"Reply to {parent.author}" if parent else "Comment on this post",
        form,
        "Reply" if parent else "Comment",
        comment_path(parent) if parent else post_path(post),
        crumbs=_crumbs(post),
        preview="body",
        status=status,
        answered=parent,
    )


def _show_reply(request: Request, forum: Row, post: Row, parent: Row | None) -> Response:
    _may_answer(request, forum, post, parent)
    request.shows("comment form", post=post.id, comment=parent.id if parent else None)
    return _reply_page(request, post, parent, comment_form(request, forum).show())


def _reply(request: Request, forum: Row, post: Row, parent: Row | None) -> Response:
    db, user = request.db, _may_answer(request, forum, post, parent)
    form = comment_form(request, forum).read(request.form)
    if not form.valid or is_preview(request):
        return _reply_page(request, post, parent, form)
    if refusal := too_soon(db, user, request.switch(RATE_LIMIT), request.now):
        form.fail("", refusal)
        return _reply_page(request, post, parent, form, TOO_MANY)
    now = request.world.clock.stamp()
    flag = capacity(db, user, forum.id, form.values.get("flag"))
    number = add_comment(db, user, post, parent, form.values["body"].strip(), now, flag=flag)
    told = f"Your reply to {parent.author}" if parent else "Your comment"
    request.flash(f"{told} on “{fold(post.title)}” was added.")
    return request.redirect(f"{post_path(post)}/comment/{number}")


@site.get("/f/{name}/post/{number:int}/reply", needs="own.view")
def comment_on_post(request: Request, name: str, number: int) -> Response:
    forum, post = post_at(request, name, number)
    return _show_reply(request, forum, post, None)


@site.post("/f/{name}/post/{number:int}/reply", needs="own.edit")
def send_comment(request: Request, name: str, number: int) -> Response:
    forum, post = post_at(request, name, number)
    return _reply(request, forum, post, None)


@site.get("/comment/{number:int}/reply", needs="own.view")
def reply(request: Request, number: int) -> Response:
    return _show_reply(request, *comment_at(request, number))


@site.post("/comment/{number:int}/reply", needs="own.edit")
def send_reply(request: Request, number: int) -> Response:
    return _reply(request, *comment_at(request, number))


# Votes ----------------------------------------------------------------------------------------------------------------


@site.post("/comment/{number:int}/vote", needs="own.edit")
def vote(request: Request, number: int) -> Response:
    _, post, comment = comment_at(request, number)
    value = vote_value(request)
    vote_on_comment(request.db, request.need_user(), comment, value, request.world.clock.stamp())
    request.flash(f"{VOTED[value]} the comment by {_author(comment)} on “{fold(post.title)}”.")
    return request.redirect(back(request, comment_path(comment), f"#comment-{comment.id}"))


def _author(comment: Row) -> str:
    return str(comment.author) if comment.author_active else "[deleted]"


# One's own ------------------------------------------------------------------------------------------------------------


def _own(request: Request, number: int) -> tuple[Row, Row]:
    """A post and a comment of the visitor's own under it."""
    _, post, comment = comment_at(request, number)
    if comment.author_id != request.need_user().id:
        raise Forbidden("Only who wrote a comment can edit or delete it.")
    need_there(comment, "comment")
    return post, comment


EDIT = Form(COMMENT)


def _edit_page(request: Request, post: Row, comment: Row, form: BoundForm) -> Response:
    return form_page(
        request, "Edit comment", form, "Save changes", comment_path(comment), crumbs=_crumbs(post), preview="body"
    )


@site.get("/comment/{number:int}/edit", needs="own.view")
def edit(request: Request, number: int) -> Response:
    post, comment = _own(request, number)
    request.shows("edit comment form", id=comment.id)
    return _edit_page(request, post, comment, EDIT.show(comment))


@site.post("/comment/{number:int}/edit", needs="own.edit")
def save_edit(request: Request, number: int) -> Response:
    post, comment = _own(request, number)
    form = EDIT.read(request.form)
    if not form.valid or is_preview(request):
        return _edit_page(request, post, comment, form)
    if edit_comment(request.db, comment, form.values["body"].strip(), request.world.clock.stamp()):
        request.flash(f"Your comment on “{fold(post.title)}” was saved.")
    else:
        request.flash("Nothing was changed.", "note")
    return request.redirect(comment_path(comment))


@site.get("/comment/{number:int}/delete", needs="own.view")
def ask_delete(request: Request, number: int) -> Response:
    post, comment = _own(request, number)
    request.shows("delete comment", id=comment.id)
    return ask(
        request,
        "Delete your comment?",
        "Delete comment",
        comment_path(comment),
        told="Its place stays, so that replies to it keep theirs. This cannot be undone.",
        danger=True,
        crumbs=_crumbs(post),
        quoted=comment.body,
    )


@site.post("/comment/{number:int}/delete", needs="own.edit")
def delete(request: Request, number: int) -> Response:
    post, comment = _own(request, number)
    delete_comment(request.db, comment, request.world.clock.stamp())
    request.flash(f"Your comment on “{fold(post.title)}” was deleted.")
    return request.redirect(post_path(post))


# Keeping and reporting ------------------------------------------------------------------------------------------------


@site.get("/comment/{number:int}/save", needs="own.view")
def ask_save(request: Request, number: int) -> Response:
    _, post, comment = comment_at(request, number)
    sql = "SELECT 1 FROM saved WHERE account_id = ? AND comment_id = ?"
    there = bool(request.db.value(sql, request.need_user().id, comment.id))
    request.shows("save comment", id=comment.id)
    return ask(
        request,
        "Take this comment off your saved ones?" if there else "Save this comment?",
        "Unsave" if there else "Save",
        comment_path(comment),
        value="0" if there else "1",
        crumbs=_crumbs(post),
    )


@site.post("/comment/{number:int}/save", needs="own.edit")
def save(request: Request, number: int) -> Response:
    _, post, comment = comment_at(request, number)
    wanted = wants(request)
    if wanted:
        need_there(comment, "comment")
    stamp = request.world.clock.stamp()
    toggle(request.db, "saved", wanted, stamp, account_id=request.need_user().id, comment_id=comment.id)
    state = "is among your saved comments" if wanted else "is no longer saved"
    request.flash(
        f"The comment by {_author(comment)} on “{fold(post.title)}” {state}.",
        undo=f"/comment/{comment.id}/save?value={0 if wanted else 1}",
    )
    return request.redirect(back(request, comment_path(comment), f"#comment-{comment.id}"))


def _report_page(request: Request, post: Row, comment: Row, form: BoundForm) -> Response:
    return form_page(
        request,
        f"Report the comment by {_author(comment)}",
        form,
        "Send report",
        comment_path(comment),
        crumbs=_crumbs(post),
        answered=comment,
    )


@site.get("/comment/{number:int}/report", needs="own.view")
def report(request: Request, number: int) -> Response:
    _, post, comment = comment_at(request, number)
    need_there(comment, "comment")
    request.shows("report form", post=post.id, comment=comment.id)
    return _report_page(request, post, comment, REPORT.show())


@site.post("/comment/{number:int}/report", needs="own.edit")
def send_report(request: Request, number: int) -> Response:
    db, user = request.db, request.need_user()
    forum, post, comment = comment_at(request, number)
    need_there(comment, "comment")
    form = REPORT.read(request.form)
    if form.valid and report_before(db, user, post.id, comment.id):
        form.fail("", "You have reported this comment already; a moderator will look at it.")
    if not form.valid:
        return _report_page(request, post, comment, form)
    db.insert(
        "report",
        forum_id=forum.id,
        post_id=post.id,
        comment_id=comment.id,
        reporter_id=user.id,
        reason=form.values["reason"],
        created=request.world.clock.stamp(),
    )
    request.flash(f"Thank you. The moderators of f/{forum.name} will look at the comment by {_author(comment)}.")
    return request.redirect(comment_path(comment))
