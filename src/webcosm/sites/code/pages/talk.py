"""The discussion under a thing: its threads, and what is done to single comments."""

from __future__ import annotations

from typing import Any

from webcosm.sites.code.pages.shell import project_at, viewer_of
from webcosm.sites.code.rules.notes import EMOJI, Target, award, delete_note, edit_note, resolve
from webcosm.sites.code.rules.texts import marked, sees_confidential
from webcosm.sites.code.site import site
from webcosm.sites.kit import Forbidden, NotFound, Request, Response, SignInNeeded
from webcosm.worlds import Row

__all__ = ["note_path", "talk_context"]


def talk_context(request: Request, project: Row, target: Target) -> dict[str, Any]:
    """All that was said, in the order in which it was begun; answers stand under what they answer."""
    db, viewer = request.db, viewer_of(request)
    internal = viewer.may("see_confidential", project)
    notes = db.rows(
        f"SELECT note.*, account.name, account.username, account.id AS account_id FROM note JOIN account"
        f" ON account.id = author_id WHERE note.{target.column} = ? AND (NOT internal OR ? OR author_id = ?)"
        " ORDER BY note.created, note.id",
        target.id,
        int(internal),
        viewer.id if viewer.id is not None else -1,
    )
    answers: dict[int, list[Row]] = {}
    for note in notes:
        if note.thread_id is not None:
            answers.setdefault(note.thread_id, []).append(note)
    given: dict[int, list[tuple[str, int]]] = {}
    column = f"{target.kind}_id"
    if target.kind in ("issue", "merge_request"):
        for row in db.rows(
            "SELECT note_id, emoji, count(*) AS number FROM award JOIN note ON note.id = note_id"
            f" WHERE note.{column} = ? GROUP BY note_id, emoji ORDER BY note_id, min(award.id)",
            target.id,
        ):
            given.setdefault(row.note_id, []).append((EMOJI[row.emoji], row.number))
    own = []
    if target.kind in ("issue", "merge_request"):
        own = db.rows(
            f"SELECT emoji, count(*) AS number, max(account_id = ?) AS mine FROM award WHERE {column} = ?"
            " GROUP BY emoji ORDER BY min(id)",
            viewer.id if viewer.id is not None else -1,
            target.id,
        )
    return {
        "notes": [note for note in notes if note.thread_id is None],
        "answers": answers,
        "awards": given,
        "own_awards": [(EMOJI[row.emoji], row.emoji, row.number, row.mine) for row in own],
        "emoji": EMOJI,
        "said": lambda note: marked(viewer, request.addresses, project, note.body),
        "may_change": lambda note: _may_change(request, project, note),
    }


def _may_change(request: Request, project: Row, note: Row) -> bool:
    viewer = viewer_of(request)
    own = viewer.id is not None and note.author_id == viewer.id and viewer.may("comment", project)
    return not note.system and (own or viewer.may("moderate", project))


def note_path(request: Request, project: Row, note: Row) -> str:
    """Where a comment is read."""
    base = f"/{project.full_path}/-"
    if note.issue_id is not None:
        number = request.db.value("SELECT number FROM issue WHERE id = ?", note.issue_id)
        return f"{base}/issues/{number}#note-{note.id}"
    if note.merge_request_id is not None:
        number = request.db.value("SELECT number FROM merge_request WHERE id = ?", note.merge_request_id)
        return f"{base}/merge_requests/{number}#note-{note.id}"
    if note.commit_sha is not None:
        return f"{base}/commit/{note.commit_sha}#note-{note.id}"
    return f"{base}/snippets/{note.snippet_id}#note-{note.id}"


def _note_at(request: Request, path: str, number: int) -> tuple[Row, Row]:
    project = project_at(request, path)
    note = request.db.row("SELECT * FROM note WHERE id = ? AND project_id = ? AND NOT system", number, project.id)
    if note is not None and note.issue_id is not None:  # what cannot be seen cannot be changed either
        issue = request.db.row("SELECT * FROM issue WHERE id = ?", note.issue_id)
        if issue and issue.confidential and not sees_confidential(viewer_of(request), project, issue):
            note = None
    if note is None:
        raise NotFound(f"There is no such comment in {project.full_path}.")
    return project, note


def _changeable(request: Request, path: str, number: int) -> tuple[Row, Row]:
    project, note = _note_at(request, path, number)
    if not _may_change(request, project, note):
        if request.user is None:
            raise SignInNeeded("Sign in to do this.")
        raise Forbidden("Only who wrote a comment and the project's maintainers can change it.")
    return project, note


@site.post("/{project:path}/-/notes/{number:int}/edit", needs="own.edit")
def save_note(request: Request, project: str, number: int) -> Response:
    place, note = _changeable(request, project, number)
    body = request.form.get("body", "").strip()
    if not body or len(body) > 100_000:
        request.flash("A comment has 1 to 100,000 characters.", "wrong")
    else:
        edit_note(request.world, note, body)
        request.flash("The comment was saved.")
    return request.redirect(note_path(request, place, note))


@site.post("/{project:path}/-/notes/{number:int}/delete", needs="own.edit")
def remove_note(request: Request, project: str, number: int) -> Response:
    place, note = _changeable(request, project, number)
    back = note_path(request, place, note).partition("#")[0]
    delete_note(request.world, note)
    request.flash("The comment was deleted.")
    return request.redirect(back)


@site.post("/{project:path}/-/notes/{number:int}/resolve", needs="own.edit")
def resolve_thread(request: Request, project: str, number: int) -> Response:
    place, note = _note_at(request, project, number)
    user, viewer = request.need_user(), viewer_of(request)
    if note.thread_id is not None or not note.threaded:
        raise NotFound("There is no such thread.")
    author = request.db.value("SELECT author_id FROM merge_request WHERE id = ?", note.merge_request_id)
    if not (viewer.may("push", place) or user.id in (note.author_id, author)):
        raise Forbidden("Threads are resolved by those who began them and by members from developer on.")
    settled = request.form.get("resolved") == "1"
    resolve(request.world, user, note, settled)
    request.flash("The thread is resolved." if settled else "The thread is open again.")
    return request.redirect(note_path(request, place, note))


@site.post("/{project:path}/-/notes/{number:int}/award", needs="own.edit")
def award_note(request: Request, project: str, number: int) -> Response:
    place, note = _note_at(request, project, number)
    if not viewer_of(request).may("comment", place):
        raise Forbidden("You may not give emoji here.")
    try:
        award(request.world, request.need_user(), request.form.get("emoji", ""), note_id=note.id)
    except ValueError as wrong:
        request.flash(str(wrong).capitalize(), "wrong")
    return request.redirect(note_path(request, place, note))
