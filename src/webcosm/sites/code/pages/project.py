"""A project's home, stars and forks, and new projects."""

from __future__ import annotations

from webcosm.sites.code.git import Repository
from webcosm.sites.code.pages.repo_files import folder_context
from webcosm.sites.code.pages.shell import project_at, render, render_project, viewer_of
from webcosm.sites.code.rules.places import PROJECT, project_by_id
from webcosm.sites.code.rules.projects import LEVELS, create_project, fork_project, namespaces_for, set_star
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Form, Request, Response
from webcosm.worlds import Row

__all__ = ["LEVEL_NAMES", "show_project"]

LEVEL_NAMES = {
    "private": "Private: members only",
    "internal": "Internal: everybody who is signed in",
    "public": "Public: everybody",
}


def show_project(request: Request, project: Row) -> Response:
    """What it is, how to get it, its files and its readme; called by ``place`` for a plain path."""
    db, viewer = request.db, viewer_of(request)
    request.shows("project", project=project.full_path)
    source = project_by_id(db, project.forked_from) if project.forked_from else None
    context = {}
    repository = Repository(db, project.id)
    if viewer.may("read_code", project) and not repository.empty:
        rev = repository.default_branch
        context = folder_context(request, project, repository, rev, "")
        context["commit_count"] = len(repository.log_shas(rev))
    return render_project(
        request,
        "project.html",
        project,
        "home",
        **context,
        topics=db.values("SELECT name FROM topic WHERE project_id = ? ORDER BY name", project.id),
        source=source if source is not None and viewer.may("see", source) else None,
        clone=f"{request.link('code')}{project.full_path}.git",
        release=db.row(
            "SELECT * FROM release WHERE project_id = ? ORDER BY released DESC, id DESC LIMIT 1", project.id
        ),
    )


@site.post("/{project:path}/-/star", needs="own.edit")
def star(request: Request, project: str) -> Response:
    row, user = project_at(request, project), request.need_user()
    starred = request.db.value("SELECT count(*) FROM star WHERE project_id = ? AND account_id = ?", row.id, user.id)
    set_star(request.world, user, row, not starred)
    request.flash(f"You {'took your star from' if starred else 'starred'} {row.full_path}.")
    return request.redirect(f"/{row.full_path}")


@site.get("/{project:path}/-/starrers", needs="public.view")
def starrers(request: Request, project: str) -> Response:
    row = project_at(request, project)
    listing = request.listing(
        "SELECT account.*, star.created AS since FROM star JOIN account ON account.id = account_id WHERE project_id = ?"
        " ORDER BY star.created DESC, account.id",
        row.id,
        size=40,
    )
    request.shows("starrers", project=row.full_path, page=listing.number)
    return render_project(request, "project_starrers.html", row, "home", listing=listing)


@site.get("/{project:path}/-/forks", needs="public.view")
def forks(request: Request, project: str) -> Response:
    row = project_at(request, project)
    listing = request.listing(
        f"{PROJECT} WHERE project.forked_from = ? AND {viewer_of(request).visible}"
        " ORDER BY project.created, project.id",
        row.id,
        size=20,
    )
    request.shows("forks", project=row.full_path, page=listing.number)
    return render_project(request, "project_forks.html", row, "home", listing=listing)


# Forking and making ---------------------------------------------------------------------------------------------------


def _namespace_field(rows: list[Row]) -> Field:
    return Field(
        "namespace", "Namespace", "select", choices=[(str(row.id), row.full_path) for row in rows], required=True
    )


def _level_field(most: str = "public") -> Field:
    levels = LEVELS[: LEVELS.index(most) + 1]
    return Field(
        "visibility", "Visibility", "radio", choices=[(one, LEVEL_NAMES[one]) for one in levels], required=True
    )


def _fork_form(request: Request, source: Row) -> Form:
    return Form(
        Field("name", "Project name", required=True, max=100),
        _namespace_field(namespaces_for(viewer_of(request))),
        Field("path", "Path", required=True, max=100, help="The last part of the project's address."),
        _level_field(source.visibility),
    )


@site.get("/{project:path}/-/forks/new", needs="own.view")
def new_fork(request: Request, project: str) -> Response:
    row = project_at(request, project, "read_code")
    request.shows("fork form", project=row.full_path)
    typed = {"name": row.name, "path": row.path, "visibility": row.visibility, "namespace": ""}
    return _fork_page(request, row, _fork_form(request, row).show(typed))


def _fork_page(request: Request, project: Row, form: BoundForm, status: int = 200) -> Response:
    return render_project(
        request,
        "plan_form.html",
        project,
        "home",
        status=status,
        form=form,
        heading=f"Fork {project.name}",
        button="Fork project",
        back="",
    )


@site.post("/{project:path}/-/forks/new", needs="own.edit")
def take_fork(request: Request, project: str) -> Response:
    row = project_at(request, project, "read_code")
    form = _fork_form(request, row).read(request.form)
    if form.valid:
        values = form.values
        namespace = request.db.row("SELECT * FROM namespace WHERE id = ?", int(values["namespace"]))
        assert namespace
        try:
            made = fork_project(
                request.world,
                request.need_user(),
                row,
                namespace,
                values["name"],
                values["path"],
                values["visibility"],
            )
        except Refused as refused:
            form.fail("path", str(refused))
        else:
            request.flash(f"{row.full_path} was forked to {made.full_path}.")
            return request.redirect(f"/{made.full_path}")
    return _fork_page(request, row, form, 422)


def _new_form(request: Request) -> Form:
    return Form(
        Field("name", "Project name", required=True, max=100),
        _namespace_field(namespaces_for(viewer_of(request))),
        Field(
            "path", "Path", max=100, help="The last part of the project's address. If empty, it follows from the name."
        ),
        Field("description", "Description", "textarea", max=2_000),
        _level_field(),
        Field("readme", "Begin with a README", "checkbox"),
    )


@site.get("/projects/new", needs="own.view")
def new_project(request: Request) -> Response:
    request.need_user()
    request.shows("new project form")
    wanted = request.query.get("namespace", "")
    form = _new_form(request).show({"visibility": "private", "readme": "on", "namespace": wanted})
    return render(request, "project_new.html", form=form)


@site.post("/projects/new", needs="own.edit")
def take_project(request: Request) -> Response:
    user = request.need_user()
    form = _new_form(request).read(request.form)
    if form.valid:
        values = form.values
        namespace = request.db.row("SELECT * FROM namespace WHERE id = ?", int(values["namespace"]))
        assert namespace
        try:
            made = create_project(
                request.world,
                user,
                namespace,
                values["name"],
                path=values["path"] or "",
                description=values["description"] or "",
                visibility=values["visibility"],
                readme=values["readme"],
            )
        except Refused as refused:
            form.fail("visibility" if "open" in str(refused) else "path", str(refused))
        else:
            request.flash(f"The project {made.full_path} was created.")
            return request.redirect(f"/{made.full_path}")
    return render(request, "project_new.html", status=422, form=form)
