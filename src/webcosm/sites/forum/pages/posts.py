"""What is done to a post that is there: vote, edit, delete, hide, save, report, and the votes of a poll."""

from __future__ import annotations

from webcosm.sites.forum.pages.submit import BODY, TITLE, URL
from webcosm.sites.forum.pages.things import (
    ask,
    back,
    fold,
    form_page,
    is_preview,
    need_there,
    post_at,
    post_path,
    wants,
)
from webcosm.sites.forum.rules.writing import (
    delete_post,
    edit_captions,
    edit_post,
    toggle,
    vote_on_poll,
    vote_on_post,
)
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BadRequest, Conflict, Field, Forbidden, Form, Request, Response
from webcosm.worlds import Database, Row

__all__ = ["REPORT", "VOTES", "report_before", "vote_value"]

VOTES = {"1": 1, "0": 0, "-1": -1}
VOTED = {1: "You voted up", -1: "You voted down", 0: "You took back your vote on"}
REPORT = Form(
    Field("reason", "What is wrong with it?", required=True, min=3, max=300, help="The forum's moderators read it.")
)


def vote_value(request: Request) -> int:
    given = request.form.get("value", "")
    if given not in VOTES:
        raise BadRequest("A vote is 1, -1, or 0 to take it back.")
    return VOTES[given]


@site.post("/f/{name}/post/{number:int}/vote", needs="own.edit")
def vote(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    value = vote_value(request)
    vote_on_post(request.db, request.need_user(), post, value, request.world.clock.stamp())
    request.flash(f"{VOTED[value]} “{fold(post.title)}”.")
    return request.redirect(back(request, post_path(post), f"#post-{post.id}"))


@site.post("/f/{name}/post/{number:int}/poll", needs="own.edit")
def vote_in_poll(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    if post.kind != "poll":
        raise Conflict("This post is no poll.")
    given = request.form.get("option", "")
    if not given.isdecimal() or not given.isascii() or len(given) > 15:
        request.flash("Choose one of the options first.", "wrong")
        return request.redirect(post_path(post))
    vote_on_poll(request.db, request.need_user(), post, int(given), request.world.clock.stamp())
    label = request.db.value("SELECT label FROM poll_option WHERE id = ?", int(given))
    request.flash(f"You voted for “{label}” in “{fold(post.title)}”.")
    return request.redirect(post_path(post))


# Editing --------------------------------------------------------------------------------------------------------------


def _own(request: Request, name: str, number: int) -> Row:
    _, post = post_at(request, name, number)
    if post.author_id != request.need_user().id:
        raise Forbidden("Only who wrote a post can edit or delete it.")
    need_there(post, "post")
    return post


def _captions(db: Database, post: Row) -> list[Row]:
    return db.rows("SELECT position, caption FROM post_picture WHERE post_id = ? ORDER BY position", post.id)


def _edit_form(post: Row, captions: list[Row]) -> Form:
    fields = [TITLE]
    if post.kind == "link" and post.crosspost_of is None:
        fields.append(URL)
    for place, _ in enumerate(captions, 1):
        fields.append(Field(f"caption_{place}", f"Caption {place}" if len(captions) > 1 else "Caption", max=200))
    return Form(*fields, BODY)


def _crumbs(post: Row) -> list[tuple[str, str]]:
    return [(f"/f/{post.forum}", f"f/{post.forum}"), (post_path(post), post.title)]


@site.get("/f/{name}/post/{number:int}/edit", needs="own.view")
def edit(request: Request, name: str, number: int) -> Response:
    post = _own(request, name, number)
    captions = _captions(request.db, post)
    typed = {**post, **{f"caption_{place}": row.caption for place, row in enumerate(captions, 1)}}
    request.shows("edit post form", id=post.id)
    form = _edit_form(post, captions).show(typed)
    return form_page(request, "Edit post", form, "Save changes", post_path(post), crumbs=_crumbs(post), preview="body")


@site.post("/f/{name}/post/{number:int}/edit", needs="own.edit")
def save_edit(request: Request, name: str, number: int) -> Response:
    db = request.db
    post = _own(request, name, number)
    captions = _captions(db, post)
    form = _edit_form(post, captions).read(request.form)
    if not form.valid or is_preview(request):
        return form_page(
            request, "Edit post", form, "Save changes", post_path(post), crumbs=_crumbs(post), preview="body"
        )
    values = form.values
    changed = edit_post(
        db,
        post,
        values["title"],
        values.get("url") or post.url,
        (values["body"] or "").strip(),
        request.world.clock.stamp(),
    )
    changed |= edit_captions(db, post, [values[f"caption_{place}"] or "" for place, _ in enumerate(captions, 1)])
    if changed:
        request.flash(f"“{fold(values['title'])}” was saved.")
    else:
        request.flash("Nothing was changed.", "note")
    return request.redirect(post_path(post))


@site.get("/f/{name}/post/{number:int}/delete", needs="own.view")
def ask_delete(request: Request, name: str, number: int) -> Response:
    post = _own(request, name, number)
    request.shows("delete post", id=post.id)
    return ask(
        request,
        f"Delete “{post.title}”?",
        "Delete post",
        post_path(post),
        told="Nobody can read it any more, and it leaves all lists. Comments under it stay. This cannot be undone.",
        danger=True,
        crumbs=_crumbs(post),
    )


@site.post("/f/{name}/post/{number:int}/delete", needs="own.edit")
def delete(request: Request, name: str, number: int) -> Response:
    post = _own(request, name, number)
    delete_post(request.db, post, request.world.clock.stamp())
    request.flash(f"“{fold(post.title)}” was deleted.")
    return request.redirect(f"/f/{post.forum}")


# Keeping and hiding ---------------------------------------------------------------------------------------------------


@site.get("/f/{name}/post/{number:int}/save", needs="own.view")
def ask_save(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    there = _is_kept(request, "saved", post)
    question = f"Take “{post.title}” off your saved posts?" if there else f"Save “{post.title}”?"
    return ask(
        request,
        question,
        "Unsave" if there else "Save",
        post_path(post),
        value="0" if there else "1",
        crumbs=_crumbs(post),
    )


@site.post("/f/{name}/post/{number:int}/save", needs="own.edit")
def save(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    wanted = wants(request)
    if wanted:
        need_there(post, "post")
    stamp = request.world.clock.stamp()
    toggle(request.db, "saved", wanted, stamp, account_id=request.need_user().id, post_id=post.id)
    told = f"“{fold(post.title)}” is among your saved posts." if wanted else f"“{fold(post.title)}” is no longer saved."
    request.flash(told, undo=f"{post_path(post)}/save?value={0 if wanted else 1}")
    return request.redirect(back(request, post_path(post), f"#post-{post.id}"))


@site.get("/f/{name}/post/{number:int}/hide", needs="own.view")
def ask_hide(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    there = _is_kept(request, "hidden_post", post)
    return ask(
        request,
        f"Show “{post.title}” in lists again?" if there else f"Hide “{post.title}”?",
        "Unhide" if there else "Hide",
        post_path(post),
        told="" if there else "It leaves your lists. You find it again under Hidden.",
        value="0" if there else "1",
        crumbs=_crumbs(post),
    )


@site.post("/f/{name}/post/{number:int}/hide", needs="own.edit")
def hide(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    wanted = wants(request)
    toggle(request.db, "hidden_post", wanted, account_id=request.need_user().id, post_id=post.id)
    told = f"“{fold(post.title)}” is hidden from your lists." if wanted else f"“{fold(post.title)}” is shown again."
    request.flash(told, undo=f"{post_path(post)}/hide?value={0 if wanted else 1}")
    return request.redirect(back(request, f"/f/{post.forum}" if wanted else post_path(post)))


def _is_kept(request: Request, table: str, post: Row) -> bool:
    sql = f"SELECT 1 FROM {table} WHERE account_id = ? AND post_id = ?"
    return bool(request.db.value(sql, request.need_user().id, post.id))


# Reports --------------------------------------------------------------------------------------------------------------


def report_before(db: Database, user: Row, post_id: int, comment_id: int | None) -> bool:
    sql = "SELECT 1 FROM report WHERE reporter_id = ? AND post_id = ? AND comment_id IS ? AND outcome = 'open'"
    return bool(db.value(sql, user.id, post_id, comment_id))


@site.get("/f/{name}/post/{number:int}/report", needs="own.view")
def report(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    need_there(post, "post")
    request.shows("report form", post=post.id)
    return form_page(
        request,
        "Report this post",
        REPORT.show(),
        "Send report",
        post_path(post),
        crumbs=_crumbs(post),
        intro=f"“{post.title}” by {post.author}",
    )


@site.post("/f/{name}/post/{number:int}/report", needs="own.edit")
def send_report(request: Request, name: str, number: int) -> Response:
    db, user = request.db, request.need_user()
    _, post = post_at(request, name, number)
    need_there(post, "post")
    form = REPORT.read(request.form)
    if form.valid and report_before(db, user, post.id, None):
        form.fail("", "You have reported this post already; a moderator will look at it.")
    if not form.valid:
        return form_page(
            request,
            "Report this post",
            form,
            "Send report",
            post_path(post),
            crumbs=_crumbs(post),
            intro=f"“{post.title}” by {post.author}",
        )
    db.insert(
        "report",
        forum_id=post.forum_id,
        post_id=post.id,
        reporter_id=user.id,
        reason=form.values["reason"],
        created=request.world.clock.stamp(),
    )
    request.flash(f"Thank you. The moderators of f/{post.forum} will look at “{fold(post.title)}”.")
    return request.redirect(post_path(post))
