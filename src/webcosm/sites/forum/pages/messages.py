"""Direct messages: conversations between two people."""

from __future__ import annotations

from webcosm.sites.forum.pages.shell import render
from webcosm.sites.forum.pages.things import MARKDOWN, form_page, is_preview
from webcosm.sites.forum.rules.notices import (
    account_named,
    begin_thread,
    refusal_to_begin,
    refusal_to_write,
    say,
)
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["conversation"]

SIZE = 25
BODY = Field("body", "Message", "textarea", required=True, max=5_000, help=MARKDOWN)
NEW = Form(
    Field("to", "To", required=True, max=60, autocomplete="off", help="A user name."),
    Field("subject", "Subject", required=True, min=2, max=150),
    BODY,
)
REPLY = Form(BODY)

THREADS = (
    "SELECT thread.*, account.username AS other, account.active AS other_active, last.body AS last_body,"
    " last.created AS last_created, last.sender_id AS last_sender,"
    " (SELECT count(*) FROM message WHERE thread_id = thread.id) AS messages,"
    " (SELECT count(*) FROM message WHERE thread_id = thread.id AND read IS NULL AND sender_id <> :user) AS unread"
    " FROM thread JOIN account ON account.id = iif(starter_id = :user, other_id, starter_id)"
    " JOIN message AS last ON last.id = (SELECT id FROM message WHERE thread_id = thread.id"
    " ORDER BY created DESC, id DESC LIMIT 1)"
    " WHERE (starter_id = :user OR other_id = :user)"
    " AND account.id NOT IN (SELECT blocked_id FROM block WHERE account_id = :user)"
)


@site.get("/messages", needs="own.view")
def messages(request: Request) -> Response:
    user = request.need_user()
    found = request.listing(
        THREADS.replace(":user", "?1") + " ORDER BY last.created DESC, thread.id DESC", user.id, size=SIZE
    )
    request.shows("messages", account=user.id, page=found.number)
    return render(request, "messages.html", listing=found)


@site.get("/messages/new", needs="own.view")
def new(request: Request) -> Response:
    request.shows("message form", to=request.query.get("to", "").strip().lower() or None)
    return _new_page(request, NEW.show({"to": request.query.get("to", "")[:60]}))


def _new_page(request: Request, form: BoundForm) -> Response:
    return form_page(
        request,
        "New message",
        form,
        "Send message",
        "/messages",
        crumbs=[("/messages", "Messages")],
        preview="body",
    )


@site.post("/messages/new", needs="own.edit")
def send(request: Request) -> Response:
    db, user = request.db, request.need_user()
    form = NEW.read(request.form)
    if is_preview(request):
        return _new_page(request, form)
    person = account_named(db, form.values["to"]) if form.values.get("to") else None
    if form.values.get("to") and person is None:
        form.fail("to", "There is nobody of this name here.")
    elif person and (refusal := refusal_to_begin(db, user, person)):
        form.fail("to", refusal)
    if not form.valid or person is None:
        return _new_page(request, form)
    values, now = form.values, request.world.clock.stamp()
    number = begin_thread(db, user, person, values["subject"], values["body"].strip(), now)
    request.flash(f"Your message “{values['subject']}” was sent to {person.username}.")
    return request.redirect(f"/messages/{number}")


@site.get("/messages/{number:int}", needs="own.view")
def conversation(request: Request, number: int) -> Response:
    return _show(request, number, REPLY.show())


def _find(request: Request, number: int) -> tuple[Row, Row]:
    """The conversation and the other side, if the visitor takes part in it."""
    user = request.need_user()
    row = request.db.row("SELECT * FROM thread WHERE id = ? AND ? IN (starter_id, other_id)", number, user.id)
    if row is None:
        raise NotFound(f"You have no conversation {number}.")
    other = row.other_id if row.starter_id == user.id else row.starter_id
    person = request.db.row("SELECT * FROM account WHERE id = ?", other)
    assert person
    return row, person


def _show(request: Request, number: int, form: BoundForm) -> Response:
    user, db, now = request.need_user(), request.db, request.world.clock.stamp()
    row, person = _find(request, number)
    sql = "UPDATE message SET read = ? WHERE thread_id = ? AND read IS NULL AND sender_id <> ?"
    db.run(sql, now, number, user.id)
    sql = "UPDATE notification SET read = ? WHERE account_id = ? AND thread_id = ? AND read IS NULL"
    db.run(sql, now, user.id, number)
    request.shows("conversation", id=number)
    shown = None
    if is_preview(request):
        form, shown = REPLY.show({"body": form.typed["body"]}), form.typed["body"]
    return render(
        request,
        "conversation.html",
        status=200 if form.valid else 422,
        thread=row,
        person=person,
        lines=db.rows("SELECT * FROM message WHERE thread_id = ? ORDER BY created, id", number),
        refusal=refusal_to_write(db, user, person),
        form=form,
        preview=shown,
    )


@site.post("/messages/{number:int}/reply", needs="own.edit")
def reply(request: Request, number: int) -> Response:
    user, db = request.need_user(), request.db
    row, person = _find(request, number)
    form = REPLY.read(request.form)
    if not is_preview(request) and (refusal := refusal_to_write(db, user, person)):
        form.fail("", refusal)
    if not form.valid or is_preview(request):
        return _show(request, number, form)
    say(db, row.id, user, person.id, form.values["body"].strip(), request.world.clock.stamp())
    request.flash(f"Your message to {person.username} was sent.")
    return request.redirect(f"/messages/{number}")
