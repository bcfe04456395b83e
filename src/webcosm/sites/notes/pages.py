"""The pages of the scratchpad."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from webcosm.sites.kit import BadRequest, BoundForm, Conflict, Field, Form, Request, Response, Site, add_login
from webcosm.sites.notes import store
from webcosm.sites.notes.seed import accounts, fill
from webcosm.sites.notes.text import blocks, excerpt, progress, read_tags, toggled, word_count
from webcosm.worlds import Database, Row, Trail

__all__ = ["site"]


def find_user(db: Database, username: str) -> Row | None:
    return db.row("SELECT * FROM account WHERE username = ?", username)


site = Site(
    "notes",
    title="Foolscap",
    tagline="Notes on plain paper",
    folder=Path(__file__).parent,
    fill=fill,
    accounts=accounts,
    find_user=find_user,
    incidental={"note": ("last_viewed",)},
    trails=(Trail("note", columns=frozenset({"updated", "revision"})),),
    icon="¶",
    colour="#27457c",
)
site.look.environment.filters.update(excerpt=excerpt, progress=progress, word_count=word_count)
add_login(site)


def _tags_wrong(text: str) -> str | None:
    try:
        read_tags(text)
    except ValueError as error:
        return str(error)
    return None


NOTE = Form(
    Field("title", "Title", required=True, max=120),
    Field("body", "Note", "textarea", max=20_000, help="Begin a line with - for a list, with - [ ] for a checklist."),
    Field("tags", "Tags", max=400, check=_tags_wrong, help="Separate tags with commas.", placeholder="home, shopping"),
    Field("colour", "Color", "select", choices=[(name, name.capitalize()) for name in store.COLOURS], required=True),
    Field("pinned", "Pin to the top", "checkbox"),
)

# Lists ----------------------------------------------------------------------------------------------------------------


@site.get("/", roles=())
def notes(request: Request) -> Response:
    return _shelf(request, "notes")


@site.get("/archive", roles=())
def archive(request: Request) -> Response:
    return _shelf(request, "archive")


@site.get("/trash", roles=())
def trash(request: Request) -> Response:
    return _shelf(request, "trash")


def _shelf(request: Request, key: str) -> Response:
    account = request.need_user()
    search = request.query.get("q", "").strip()
    tag = request.query.get("tag", "")
    listing, sorting = store.notes_on(request, account, key, search, tag)
    if listing.total or not tag:  # of a tag that nobody gave a note, the page says only that there is none
        words = " ".join(search.split())
        request.shows("notes", shelf=key, account=account.id, q=words, tag=tag, sort=sorting.key, page=listing.number)
    return _render(
        request,
        "shelf.html",
        shelf=store.SHELVES[key],
        listing=listing,
        sorting=sorting,
        search=search,
        tag=tag,
        tags={note.id: store.tags_of(request.db, note.id) for note in listing.items},
        archived_matches=store.count(request.db, account, "archive", search) if search and key == "notes" else 0,
    )


# One note -------------------------------------------------------------------------------------------------------------


@site.get("/new", roles=())
def new_note(request: Request) -> Response:
    request.shows("note form", id=None)
    start = {"colour": "plain", "tags": request.query.get("tag", ""), "title": request.query.get("title", "")}
    return _render(request, "edit.html", note=None, form=NOTE.show(start), revision=None, current=None)


@site.post("/new", roles=())
def create_note(request: Request) -> Response:
    form = NOTE.read(request.form)
    if not form.valid:
        return _render(request, "edit.html", status=422, note=None, form=form, revision=None, current=None)
    number = store.create(request.db, request.need_user(), request.world.clock.stamp(), *_values(form))
    request.flash("Note saved.")
    return request.redirect(f"/notes/{number}")


@site.get("/notes/{number:int}", roles=())
def show_note(request: Request, number: int) -> Response:
    note = store.find(request.db, request.need_user(), number)
    request.shows("note", id=note.id)
    request.db.run("UPDATE note SET last_viewed = ? WHERE id = ?", request.world.clock.stamp(), note.id)
    return _render(request, "note.html", note=note, tags=store.tags_of(request.db, number), blocks=blocks(note.body))


@site.get("/notes/{number:int}/edit", roles=())
def edit_note(request: Request, number: int) -> Response:
    note = _editable(request, number)
    request.shows("note form", id=note.id)
    form = NOTE.show({**note, "pinned": bool(note.pinned), "tags": ", ".join(store.tags_of(request.db, number))})
    return _render(request, "edit.html", note=note, form=form, revision=note.revision, current=None)


@site.post("/notes/{number:int}/edit", roles=())
def save_note(request: Request, number: int) -> Response:
    note = _editable(request, number)
    form = NOTE.read(request.form)
    if request.form.get("revision") != str(note.revision):
        current = {"note": note, "tags": store.tags_of(request.db, number)}
        return _render(request, "edit.html", status=409, note=note, form=form, revision=note.revision, current=current)
    if not form.valid:
        return _render(request, "edit.html", status=422, note=note, form=form, revision=note.revision, current=None)
    changed = store.edit(request.db, note, request.world.clock.stamp(), *_values(form))
    request.flash("Note saved." if changed else "Nothing was changed.", "done" if changed else "note")
    return request.redirect(f"/notes/{number}")


@site.post("/notes/{number:int}/check", roles=())
def tick(request: Request, number: int) -> Response:
    """Ticks or unticks a checklist line. Scripts ask for the answer as data."""
    note = _editable(request, number)
    line = request.form.get("line", "")
    if request.form.get("revision") != str(note.revision):
        raise Conflict("The note was changed in the meantime. Reload it and tick the line again.")
    body = toggled(note.body, int(line)) if re.fullmatch(r"[0-9]{1,6}", line) else None
    if body is None:
        raise BadRequest(f"Line {line or '(none)'} of this note is no checklist line.")
    store.edit(request.db, note, request.world.clock.stamp(), {"body": body}, store.tags_of(request.db, number))
    if request.wants_json:
        done, total = progress(body)
        return request.answer_json({"revision": note.revision + 1, "done": done, "total": total})
    return request.redirect(f"/notes/{number}")


# Moving notes about ---------------------------------------------------------------------------------------------------


@site.post("/notes/{number:int}/pin", roles=())
def pin(request: Request, number: int) -> Response:
    return _set(request, number, "pinned", 1, "Pinned to the top.")


@site.post("/notes/{number:int}/unpin", roles=())
def unpin(request: Request, number: int) -> Response:
    return _set(request, number, "pinned", 0, "No longer pinned.")


@site.post("/notes/{number:int}/archive", roles=())
def put_into_archive(request: Request, number: int) -> Response:
    return _set(request, number, "archived", 1, "Moved to the archive.", undo="unarchive")


@site.post("/notes/{number:int}/unarchive", roles=())
def take_from_archive(request: Request, number: int) -> Response:
    return _set(request, number, "archived", 0, "Moved back to your notes.")


@site.post("/notes/{number:int}/delete", roles=())
def delete(request: Request, number: int) -> Response:
    note = store.find(request.db, request.need_user(), number)
    if note.deleted is None:
        request.db.run("UPDATE note SET deleted = ? WHERE id = ?", request.world.clock.stamp(), note.id)
    request.flash(f"“{note.title}” was moved to the trash.", undo=f"/notes/{number}/restore")
    return request.redirect("/archive" if note.archived else "/")


@site.post("/notes/{number:int}/restore", roles=())
def restore(request: Request, number: int) -> Response:
    note = store.find(request.db, request.need_user(), number)
    request.db.run("UPDATE note SET deleted = NULL WHERE id = ?", note.id)
    request.flash(f"“{note.title}” is back.")
    return request.redirect(f"/notes/{number}")


@site.post("/notes/{number:int}/destroy", roles=())
def destroy(request: Request, number: int) -> Response:
    note = store.find(request.db, request.need_user(), number)
    if note.deleted is None:
        raise Conflict("Only notes in the trash can be deleted forever.")
    store.destroy(request.db, [note.id])
    request.flash(f"“{note.title}” was deleted forever.")
    return request.redirect("/trash")


@site.post("/trash/empty", roles=())
def empty_trash(request: Request) -> Response:
    sql = "SELECT id FROM note WHERE account_id = ? AND deleted IS NOT NULL ORDER BY id"
    store.destroy(request.db, request.db.values(sql, request.need_user().id))
    request.flash("The trash is empty.")
    return request.redirect("/trash")


def _set(request: Request, number: int, column: str, value: int, message: str, undo: str = "") -> Response:
    """Changes a flag of a note and goes back to where the button was."""
    note = _editable(request, number)
    request.db.run(f"UPDATE note SET {column} = ? WHERE id = ?", value, note.id)
    request.flash(message, undo=f"/notes/{number}/{undo}" if undo else "")
    return request.redirect(f"/notes/{number}" if request.form.get("from") == "note" else "/")


def _editable(request: Request, number: int) -> Row:
    note = store.find(request.db, request.need_user(), number)
    if note.deleted is not None:
        raise Conflict("This note is in the trash. Restore it first.")
    return note


def _values(form: BoundForm) -> tuple[dict[str, Any], Any]:
    values = {**form.values, "body": (form.values["body"] or "").rstrip()}
    return values, read_tags(form.values["tags"])


def _render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    """With what the sidebar shows."""
    account = request.need_user()
    counts = {key: store.count(request.db, account, key) for key in store.SHELVES}
    sidebar = {"counts": counts, "tags": store.tag_counts(request.db, account)}
    return request.render(template, status=status, sidebar=sidebar, tag_path=_tag_path, **context)


def _tag_path(tag: str) -> str:
    return f"/?tag={quote(tag)}"
