"""Newsletters: templates until they are sent, then a record of what was sent."""

from __future__ import annotations

from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response, render_markdown, site_link
from webcosm.sites.kit.formats import moment, plural
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Row, Value

__all__ = ["NEWSLETTERS"]

LIST = "/marketing/newsletters"
NEWSLETTERS = Grid(
    "newsletters",
    "FROM newsletter",
    (
        Column("id", "ID", "newsletter.id", "number"),
        Column("name", "Name", "newsletter.name", link=lambda row: f"{LIST}/{row.key}"),
        Column("subject", "Subject", "newsletter.subject"),
        Column(
            "status",
            "Status",
            "iif(newsletter.sent IS NULL, 'draft', 'sent')",
            "choice",
            (("draft", "Draft"), ("sent", "Sent")),
        ),
        Column("sent", "Sent", "newsletter.sent", "moment"),
        Column("updated", "Modified", "newsletter.updated", "moment"),
    ),
    key="newsletter.id",
    order="updated",
    search=("name", "subject"),
    noun="newsletter",
    empty="There are no newsletters yet.",
)
# The field is not called "content": every page has a part with that id, and a label would lead there.
FORM = Form(
    Field("name", "Name", required=True, max=120, help="Only shown here."),
    Field("subject", "Subject", required=True, max=200),
    Field("text", "Content", "textarea", True, max=50_000, help="Markdown."),
)


@site.get(LIST, needs="marketing.view")
def newsletters(request: Request) -> Response:
    buttons = [(f"{LIST}/new", "Add newsletter", "marketing.edit")]
    return NEWSLETTERS.respond(request, title="Newsletters", buttons=buttons)


@site.get(f"{LIST}/new", needs="marketing.edit")
def new_newsletter(request: Request) -> Response:
    given = request.query.get("copy", "")
    copied = find_row(request.db, "newsletter", int(given)) if given.isascii() and given.isdigit() else None
    shown = {"name": f"Copy of {copied.name}", "subject": copied.subject, "text": copied.content} if copied else {}
    return _show(request, None, FORM.show(shown))


@site.post(f"{LIST}/new", needs="marketing.edit")
def make_newsletter(request: Request) -> Response:
    form = _read(request, None)
    if _previewing(request) or not form.valid:
        return _show(request, None, form, status=200 if _previewing(request) else 422)
    number = request.db.insert("newsletter", **_columns(form), updated=request.world.clock.stamp())
    request.flash(f"The newsletter {form.values['name']} was added.")
    return request.redirect(f"{LIST}/{number}")


@site.get(f"{LIST}/{{number:int}}", needs="marketing.view")
def edit_newsletter(request: Request, number: int) -> Response:
    row = find_row(request.db, "newsletter", number)
    return _show(request, row, FORM.show({**row, "text": row.content}))


@site.post(f"{LIST}/{{number:int}}", needs="marketing.edit")
def save_newsletter(request: Request, number: int) -> Response:
    row = _draft(request, number)
    form = _read(request, number)
    if _previewing(request) or not form.valid:
        return _show(request, row, form, status=200 if _previewing(request) else 422)
    stamp = request.world.clock.stamp()
    changed = update_row(request.db, "newsletter", {"id": number}, row, _columns(form), updated=stamp)
    tell_saved(request, changed, "You saved the newsletter.")
    return request.redirect(f"{LIST}/{number}")


@site.get(f"{LIST}/{{number:int}}/send", needs="marketing.edit")
def confirm_sending(request: Request, number: int) -> Response:
    row = _draft(request, number)
    request.shows("newsletter sending", id=row.id)
    return request.render(
        "marketing/newsletter_send.html",
        row=row,
        readers=len(_readers(request)),
        preview=_rendered(request, row.content),
        listed=LIST,
    )


@site.post(f"{LIST}/{{number:int}}/send", needs="marketing.edit")
def send_newsletter(request: Request, number: int) -> Response:
    row = _draft(request, number)
    readers = _readers(request)
    if not readers:
        raise Conflict("Nobody is subscribed, so there is nobody to send it to.")
    stamp = request.world.clock.stamp()
    for email in readers:
        request.db.insert("outgoing", recipient=email, subject=row.subject, body=row.content, created=stamp)
    request.db.run("UPDATE newsletter SET sent = ? WHERE id = ?", stamp, number)
    request.flash(f"The newsletter {row.name} was sent to {plural(len(readers), 'subscriber')}.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="marketing.edit")
def delete_newsletter(request: Request, number: int) -> Response:
    row = _draft(request, number)
    request.db.run("DELETE FROM newsletter WHERE id = ?", number)
    request.flash(f"The newsletter {row.name} was deleted.")
    return request.redirect(LIST)


def _draft(request: Request, number: int) -> Row:
    row = find_row(request.db, "newsletter", number)
    if row.sent:
        raise Conflict(f"The newsletter {row.name} was sent on {moment(row.sent)}, so it stays as it is.")
    return row


def _readers(request: Request) -> list[str]:
    return request.db.values("SELECT email FROM subscriber WHERE status = 'subscribed' ORDER BY id")


def _previewing(request: Request) -> bool:
    return request.form.get("do") == "preview"


def _read(request: Request, number: int | None) -> BoundForm:
    form = FORM.read(request.form)
    name = form.values.get("name")
    if name and request.db.value("SELECT 1 FROM newsletter WHERE name = ? AND id IS NOT ?", name, number):
        form.fail("name", f"Name: there is a newsletter called {name} already.")
    return form


def _columns(form: BoundForm) -> dict[str, Value]:
    values = form.values
    return {"name": values["name"], "subject": values["subject"], "content": values["text"]}


def _rendered(request: Request, text: str) -> str:
    return render_markdown(text, link=lambda href: site_link(href, request.addresses), anchors=False).html


def _show(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    preview = _rendered(request, form.typed.get("text", "")) if _previewing(request) or (row and row.sent) else None
    request.shows("newsletter form", id=row.id if row else None)
    return request.render("marketing/newsletter.html", status=status, row=row, form=form, preview=preview, listed=LIST)
