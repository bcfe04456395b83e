"""A project's wiki."""

from __future__ import annotations

from webcosm.sites.code.pages.shell import need, project_at, render_project, viewer_of
from webcosm.sites.code.rules.activity import add_event
from webcosm.sites.code.rules.texts import marked
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Form, NotFound, Request, Response
from webcosm.sites.kit.formats import slug
from webcosm.worlds import Row

__all__ = ["PAGE"]

PAGE = Form(
    Field("title", "Title", required=True, max=255, help="Folders with slashes: guides/Setup."),
    Field("body", "Text", "textarea", required=True, max=200_000, help="Markdown."),
    Field("message", "What you changed", max=255),
)
EDITS = (
    "SELECT wiki_edit.*, account.name, account.username FROM wiki_edit JOIN account ON account.id = author_id"
    " WHERE page_id = ? ORDER BY wiki_edit.id DESC"
)


def slug_of(title: str) -> str:
    """``guides/First steps`` -> ``guides/first-steps``"""
    return "/".join(part for part in (slug(one) for one in title.split("/")) if part) or "page"


def _wiki_at(request: Request, path: str) -> Row:
    project = project_at(request, path)
    if not project.wiki_enabled:
        raise NotFound(f"{project.full_path} has no wiki.")
    return project


def _pages(request: Request, project: Row) -> list[Row]:
    return request.db.rows(
        "SELECT * FROM wiki_page WHERE project_id = ? ORDER BY slug <> 'home', slug COLLATE NOCASE", project.id
    )


def _page_at(request: Request, project: Row, name: str) -> Row:
    row = request.db.row("SELECT * FROM wiki_page WHERE project_id = ? AND slug = ?", project.id, name)
    if row is None:
        raise NotFound(f"The wiki has no page “{name}”.")
    return row


@site.get("/{project:path}/-/wikis", needs="public.view")
def wiki_pages(request: Request, project: str) -> Response:
    place = _wiki_at(request, project)
    words = " ".join(request.query.get("search", "").split()).lower()[:100]
    found = [row for row in _pages(request, place) if words in f"{row.title} {row.body}".lower()]
    request.shows("wiki pages", project=place.full_path, search=words)
    return render_project(request, "wiki_pages.html", place, "wiki", pages=found, search=words)


@site.get("/{project:path}/-/wikis/new", needs="own.view")
def new_page(request: Request, project: str) -> Response:
    place = _wiki_at(request, project)
    need(request, "push", place)
    request.shows("new wiki page form", project=place.full_path)
    return _form(
        request, place, PAGE.show({"title": request.query.get("title", "")}), "New page", "Create page", "/-/wikis"
    )


def _form(
    request: Request, project: Row, form: BoundForm, heading: str, button: str, back: str, status: int = 200
) -> Response:
    return render_project(
        request,
        "plan_form.html",
        project,
        "wiki",
        status=status,
        form=form,
        heading=heading,
        button=button,
        back=back,
    )


@site.post("/{project:path}/-/wikis/new", needs="own.edit")
def take_page(request: Request, project: str) -> Response:
    place = _wiki_at(request, project)
    need(request, "push", place)
    user, form, db = request.need_user(), PAGE.read(request.form), request.db
    name = slug_of(form.values.get("title", ""))
    if form.valid:
        known = db.value("SELECT id FROM wiki_page WHERE project_id = ? AND slug = ?", place.id, name)
        if known is not None or name in ("new", "pages"):
            form.fail("title", "There is a page with this title already.")
    if not form.valid:
        return _form(request, place, form, "New page", "Create page", "/-/wikis", 422)
    values, moment = form.values, request.world.clock.stamp()
    number = db.insert(
        "wiki_page", project_id=place.id, slug=name, title=values["title"], body=values["body"], created=moment
    )
    _record(request, number, user, values, moment)
    add_event(request.world, user.id, "wiki", project_id=place.id, title=values["title"])
    request.flash(f"The page “{values['title']}” was created.")
    return request.redirect(f"/{place.full_path}/-/wikis/{name}")


def _record(request: Request, page_id: int, user: Row, values: dict[str, str], moment: str) -> None:
    request.db.insert(
        "wiki_edit",
        page_id=page_id,
        author_id=user.id,
        title=values["title"],
        body=values["body"],
        message=values.get("message") or "",
        created=moment,
    )


@site.get("/{project:path}/-/wikis/{name:path}/edit", needs="own.view")
def edit_page(request: Request, project: str, name: str) -> Response:
    place = _wiki_at(request, project)
    need(request, "push", place)
    row = _page_at(request, place, name)
    request.shows("edit wiki page form", project=place.full_path, page=row.slug)
    form = PAGE.show({"title": row.title, "body": row.body})
    return _form(request, place, form, f"Edit {row.title}", "Save changes", f"/-/wikis/{row.slug}")


@site.post("/{project:path}/-/wikis/{name:path}/edit", needs="own.edit")
def save_page(request: Request, project: str, name: str) -> Response:
    """The page keeps its address, whatever its title."""
    place = _wiki_at(request, project)
    need(request, "push", place)
    row, user, form = _page_at(request, place, name), request.need_user(), PAGE.read(request.form)
    if not form.valid:
        return _form(request, place, form, f"Edit {row.title}", "Save changes", f"/-/wikis/{row.slug}", 422)
    values, moment = form.values, request.world.clock.stamp()
    if (values["title"], values["body"]) == (row.title, row.body):
        request.flash("Nothing was changed.", "note")
    else:
        request.db.run(
            "UPDATE wiki_page SET title = ?, body = ?, edited = ? WHERE id = ?",
            values["title"],
            values["body"],
            moment,
            row.id,
        )
        _record(request, row.id, user, values, moment)
        add_event(request.world, user.id, "wiki", project_id=place.id, title=values["title"])
        request.flash(f"The page “{values['title']}” was saved.")
    return request.redirect(f"/{place.full_path}/-/wikis/{row.slug}")


@site.get("/{project:path}/-/wikis/{name:path}/history", needs="public.view")
def page_history(request: Request, project: str, name: str) -> Response:
    place = _wiki_at(request, project)
    row = _page_at(request, place, name)
    request.shows("wiki history", project=place.full_path, page=row.slug)
    edits = request.db.rows(EDITS, row.id)
    return render_project(request, "wiki_history.html", place, "wiki", page=row, edits=edits)


@site.post("/{project:path}/-/wikis/{name:path}/delete", needs="own.edit")
def delete_page(request: Request, project: str, name: str) -> Response:
    place = _wiki_at(request, project)
    need(request, "push", place)
    row = _page_at(request, place, name)
    request.db.run("DELETE FROM wiki_page WHERE id = ?", row.id)
    request.flash(f"The page “{row.title}” was deleted.")
    return request.redirect(f"/{place.full_path}/-/wikis")


@site.get("/{project:path}/-/wikis/{name:path}", needs="public.view")
def show_page(request: Request, project: str, name: str) -> Response:
    place = _wiki_at(request, project)
    row = request.db.row("SELECT * FROM wiki_page WHERE project_id = ? AND slug = ?", place.id, name)
    if row is None and name == "home":  # where the tab leads
        return request.redirect(f"/{place.full_path}/-/wikis")
    row = _page_at(request, place, name)
    version = request.query.get("version", "")
    old = None
    if version.isascii() and version.isdecimal() and len(version) < 12:
        old = request.db.row("SELECT * FROM wiki_edit WHERE id = ? AND page_id = ?", int(version), row.id)
    shown = old or row
    request.shows("wiki page", project=place.full_path, page=row.slug, version=old.id if old else None)
    return render_project(
        request,
        "wiki_page.html",
        place,
        "wiki",
        page=row,
        old=old,
        shown=shown,
        pages=_pages(request, place),
        text=marked(viewer_of(request), request.addresses, place, shown.body),
        last=request.db.row(EDITS + " LIMIT 1", row.id),
    )
