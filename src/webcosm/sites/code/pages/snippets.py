"""Snippets: a file or two that belong to nothing else, somebody's own or a project's."""

from __future__ import annotations

from typing import Any

from webcosm.sites.code.pages.shell import need, project_at, render, render_project, viewer_of
from webcosm.sites.code.rules.highlight import highlight
from webcosm.sites.code.rules.places import project_by_id
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Forbidden, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["SNIPPET", "visible_snippets"]

SNIPPET = Form(
    Field("title", "Title", required=True, max=255),
    Field("description", "Description", max=1_000),
    Field("path", "File name", required=True, max=255),
    Field("content", "Content", "textarea", required=True, max=200_000),
    Field(
        "visibility",
        "Visibility",
        "radio",
        choices=[
            ("private", "Private: only you, or the project's members"),
            ("internal", "Internal: everybody who is signed in"),
            ("public", "Public: everybody"),
        ],
        required=True,
    ),
)


def visible_snippets(request: Request) -> str:
    """A condition of SQL over ``snippet``."""
    viewer = viewer_of(request)
    own = viewer.id if viewer.id is not None else -1
    levels = "('public', 'internal')" if viewer.user else "('public')"
    members = ", ".join(map(str, sorted(viewer.project_levels))) or "NULL"
    seen = f"(snippet.project_id IS NULL OR snippet.project_id IN (SELECT id FROM project WHERE {viewer.visible}))"
    return (
        f"(snippet.author_id = {own} OR {int(viewer.is_admin)} OR snippet.project_id IN ({members})"
        f" OR (snippet.visibility IN {levels} AND {seen}))"
    )


def _snippet_at(request: Request, number: int, project: Row | None = None) -> Row:
    row = request.db.row(f"SELECT * FROM snippet WHERE id = ? AND {visible_snippets(request)}", number)
    if row is None or row.project_id != (project.id if project else None):
        raise NotFound("There is no such snippet, or you may not see it.")
    return row


LISTED = "SELECT snippet.*, account.name, account.username FROM snippet JOIN account ON account.id = author_id"


@site.get("/dashboard/snippets", needs="own.view")
def my_snippets(request: Request) -> Response:
    user = request.need_user()
    listing = request.listing(
        f"{LISTED} WHERE author_id = ? ORDER BY snippet.created DESC, snippet.id DESC", user.id, size=20
    )
    request.shows("your snippets", page=listing.number)
    return render(request, "snippet_list.html", listing=listing, layout="layout.html", new="/-/snippets/new", base="")


@site.get("/explore/snippets", needs="public.view")
def explore_snippets(request: Request) -> Response:
    listing = request.listing(
        f"{LISTED} WHERE snippet.project_id IS NULL AND {visible_snippets(request)}"
        " ORDER BY snippet.created DESC, snippet.id DESC",
        size=20,
    )
    request.shows("snippets", page=listing.number)
    return render(request, "snippet_list.html", listing=listing, layout="layout.html", new="/-/snippets/new", base="")


@site.get("/{project:path}/-/snippets", needs="public.view")
def project_snippets(request: Request, project: str) -> Response:
    place = project_at(request, project)
    listing = request.listing(
        f"{LISTED} WHERE snippet.project_id = ? AND {visible_snippets(request)}"
        " ORDER BY snippet.created DESC, snippet.id DESC",
        place.id,
        size=20,
    )
    request.shows("project snippets", project=place.full_path, page=listing.number)
    new = f"/{place.full_path}/-/snippets/new" if viewer_of(request).may("push", place) else ""
    return render_project(request, "snippet_list.html", place, "snippets", listing=listing, new=new)


# Making and changing --------------------------------------------------------------------------------------------------


def _form(
    request: Request, project: Row | None, form: BoundForm, heading: str, back: str, status: int = 200
) -> Response:
    context = {"form": form, "heading": heading, "back": back}
    if project is None:
        return render(request, "snippet_form.html", status=status, layout="layout.html", **context)
    return render_project(request, "snippet_form.html", project, "snippets", status=status, **context)


def _take(request: Request, project: Row | None, back: str) -> Response:
    form, db = SNIPPET.read(request.form), request.db
    if not form.valid:
        return _form(request, project, form, "New snippet", back, 422)
    values = form.values
    number = db.insert(
        "snippet",
        project_id=project.id if project else None,
        author_id=request.need_user().id,
        title=values["title"],
        description=values["description"] or "",
        visibility=values["visibility"],
        created=request.world.clock.stamp(),
    )
    db.insert("snippet_file", snippet_id=number, path=values["path"], content=values["content"])
    request.flash(f"The snippet “{values['title']}” was created.")
    return request.redirect(f"{back}/{number}")


@site.get("/-/snippets/new", needs="own.view")
def new_snippet(request: Request) -> Response:
    request.need_user()
    request.shows("new snippet form")
    return _form(request, None, SNIPPET.show({"visibility": "private"}), "New snippet", "/dashboard/snippets")


@site.post("/-/snippets/new", needs="own.edit")
def take_snippet(request: Request) -> Response:
    return _take(request, None, "/-/snippets")


@site.get("/{project:path}/-/snippets/new", needs="own.view")
def new_project_snippet(request: Request, project: str) -> Response:
    place = project_at(request, project, "push")
    request.shows("new snippet form", project=place.full_path)
    back = f"/{place.full_path}/-/snippets"
    return _form(request, place, SNIPPET.show({"visibility": place.visibility}), "New snippet", back)


@site.post("/{project:path}/-/snippets/new", needs="own.edit")
def take_project_snippet(request: Request, project: str) -> Response:
    place = project_at(request, project, "push")
    return _take(request, place, f"/{place.full_path}/-/snippets")


def _may_change(request: Request, row: Row) -> bool:
    viewer = viewer_of(request)
    if viewer.id is None:
        return False
    if row.author_id == viewer.id or viewer.is_admin:
        return True
    project = project_by_id(request.db, row.project_id) if row.project_id else None
    return project is not None and viewer.may("moderate", project)


def _show(request: Request, row: Row, project: Row | None) -> Response:
    files = request.db.rows("SELECT * FROM snippet_file WHERE snippet_id = ? ORDER BY path", row.id)
    request.shows("snippet", id=row.id)
    context: dict[str, Any] = {
        "snippet": row,
        "author": request.db.row("SELECT * FROM account WHERE id = ?", row.author_id),
        "files": [(one, highlight(one.path, one.content)) for one in files],
        "here": request.path,
        "changeable": _may_change(request, row),
    }
    if project is None:
        return render(request, "snippet.html", layout="layout.html", **context)
    return render_project(request, "snippet.html", project, "snippets", **context)


@site.get("/-/snippets/{number:int}", needs="public.view")
def show_snippet(request: Request, number: int) -> Response:
    return _show(request, _snippet_at(request, number), None)


@site.get("/{project:path}/-/snippets/{number:int}", needs="public.view")
def show_project_snippet(request: Request, project: str, number: int) -> Response:
    place = project_at(request, project)
    return _show(request, _snippet_at(request, number, place), place)


def _changeable(request: Request, number: int, project: Row | None) -> Row:
    row = _snippet_at(request, number, project)
    if not _may_change(request, row):
        raise Forbidden("Only who wrote a snippet can change it.")
    return row


def _save(request: Request, row: Row, project: Row | None, here: str) -> Response:
    form, db = SNIPPET.read(request.form), request.db
    if not form.valid:
        return _form(request, project, form, "Edit snippet", here, 422)
    values = form.values
    db.run(
        "UPDATE snippet SET title = ?, description = ?, visibility = ?, edited = ? WHERE id = ?",
        values["title"],
        values["description"] or "",
        values["visibility"],
        request.world.clock.stamp(),
        row.id,
    )
    first = db.value("SELECT path FROM snippet_file WHERE snippet_id = ? ORDER BY path", row.id)
    db.run(
        "UPDATE snippet_file SET path = ?, content = ? WHERE snippet_id = ? AND path = ?",
        values["path"],
        values["content"],
        row.id,
        first,
    )
    request.flash(f"The snippet “{values['title']}” was saved.")
    return request.redirect(here)


def _edit(request: Request, row: Row, project: Row | None, here: str) -> Response:
    file = request.db.row("SELECT * FROM snippet_file WHERE snippet_id = ? ORDER BY path", row.id)
    request.shows("edit snippet form", id=row.id)
    return _form(request, project, SNIPPET.show({**row, **(file or {})}), "Edit snippet", here)


@site.get("/-/snippets/{number:int}/edit", needs="own.view")
def edit_snippet(request: Request, number: int) -> Response:
    return _edit(request, _changeable(request, number, None), None, f"/-/snippets/{number}")


@site.post("/-/snippets/{number:int}/edit", needs="own.edit")
def save_snippet(request: Request, number: int) -> Response:
    return _save(request, _changeable(request, number, None), None, f"/-/snippets/{number}")


@site.get("/{project:path}/-/snippets/{number:int}/edit", needs="own.view")
def edit_project_snippet(request: Request, project: str, number: int) -> Response:
    place = project_at(request, project)
    return _edit(request, _changeable(request, number, place), place, f"/{place.full_path}/-/snippets/{number}")


@site.post("/{project:path}/-/snippets/{number:int}/edit", needs="own.edit")
def save_project_snippet(request: Request, project: str, number: int) -> Response:
    place = project_at(request, project)
    return _save(request, _changeable(request, number, place), place, f"/{place.full_path}/-/snippets/{number}")


def _delete(request: Request, row: Row, back: str) -> Response:
    for table, column in (("snippet_file", "snippet_id"), ("note", "snippet_id"), ("snippet", "id")):
        request.db.run(f"DELETE FROM {table} WHERE {column} = ?", row.id)
    request.flash(f"The snippet “{row.title}” was deleted.")
    return request.redirect(back)


@site.post("/-/snippets/{number:int}/delete", needs="own.edit")
def delete_snippet(request: Request, number: int) -> Response:
    need_row = _changeable(request, number, None)
    return _delete(request, need_row, "/dashboard/snippets")


@site.post("/{project:path}/-/snippets/{number:int}/delete", needs="own.edit")
def delete_project_snippet(request: Request, project: str, number: int) -> Response:
    place = project_at(request, project)
    need(request, "see", place)
    return _delete(request, _changeable(request, number, place), f"/{place.full_path}/-/snippets")
