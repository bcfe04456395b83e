"""Releases, and what happened in a project."""

from __future__ import annotations

from webcosm.sites.code.git import GitError, Repository
from webcosm.sites.code.pages.profile import EVENTS
from webcosm.sites.code.pages.shell import project_at, render_project, viewer_of
from webcosm.sites.code.rules.activity import add_event
from webcosm.sites.code.rules.events import tell
from webcosm.sites.code.rules.files import make_tag
from webcosm.sites.code.rules.planning import milestones_of
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.texts import marked
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["RELEASE"]

RELEASE = Form(
    Field("tag", "Tag", required=True, max=200, help="One that there is, or a new one."),
    Field("start", "New tag on", max=200, help="A branch or commit; only for a new tag."),
    Field("title", "Title", max=255, help="If empty, the tag's name."),
    Field("notes", "Release notes", "textarea", max=100_000, help="Markdown."),
)
EDIT = Form(Field("title", "Title", required=True, max=255), Field("notes", "Release notes", "textarea", max=100_000))
LISTED = "SELECT release.*, account.name, account.username FROM release JOIN account ON account.id = author_id"


@site.get("/{project:path}/-/releases", needs="public.view")
def releases(request: Request, project: str) -> Response:
    row = project_at(request, project, "read_code")
    listing = request.listing(f"{LISTED} WHERE project_id = ? ORDER BY released DESC, release.id DESC", row.id, size=10)
    viewer = viewer_of(request)
    request.shows("releases", project=row.full_path, page=listing.number)
    return render_project(
        request,
        "repo_releases.html",
        row,
        "releases",
        listing=listing,
        said=lambda one: marked(viewer, request.addresses, row, one.notes),
        milestones_of=lambda one: _milestones(request, one),
    )


def _milestones(request: Request, release: Row) -> list[Row]:
    return request.db.rows(
        "SELECT milestone.* FROM release_milestone JOIN milestone ON milestone.id = milestone_id WHERE release_id = ?"
        " ORDER BY milestone.id",
        release.id,
    )


def _form(request: Request, project: Row, form: BoundForm, heading: str, button: str, status: int = 200) -> Response:
    return render_project(
        request,
        "plan_form.html",
        project,
        "releases",
        status=status,
        form=form,
        heading=heading,
        button=button,
        back="/-/releases",
    )


@site.get("/{project:path}/-/releases/new", needs="own.view")
def new_release(request: Request, project: str) -> Response:
    row = project_at(request, project, "push")
    request.shows("new release form", project=row.full_path)
    form = RELEASE.show({"start": row.default_branch, "tag": request.query.get("tag", "")})
    return _form(request, row, form, "New release", "Create release")


@site.post("/{project:path}/-/releases/new", needs="own.edit")
def take_release(request: Request, project: str) -> Response:
    """Of a tag that there is, or of one that is made with it."""
    row = project_at(request, project, "push")
    form, db, user = RELEASE.read(request.form), request.db, request.need_user()
    if form.valid:
        values, repository = form.values, Repository(db, row.id)
        try:
            if db.value("SELECT id FROM release WHERE project_id = ? AND tag = ?", row.id, values["tag"]) is not None:
                raise Refused(f"The tag {values['tag']} has a release already.")
            with db.transaction():
                if not repository.has_tag(values["tag"]):
                    make_tag(
                        request.world, viewer_of(request), row, values["tag"], values["start"] or row.default_branch
                    )
                moment = request.world.clock.stamp()
                db.insert(
                    "release",
                    project_id=row.id,
                    tag=values["tag"],
                    title=values["title"] or values["tag"],
                    notes=values["notes"] or "",
                    author_id=user.id,
                    created=moment,
                    released=moment,
                )
                add_event(request.world, user.id, "released", project_id=row.id, title=values["tag"])
        except Refused as refused:
            form.fail("tag", str(refused))
        else:
            request.flash(f"The release {values['tag']} was created.")
            return request.redirect(f"/{row.full_path}/-/releases/{values['tag']}")
    return _form(request, row, form, "New release", "Create release", 422)


def _release_at(request: Request, path: str, tag: str, ability: str = "read_code") -> tuple[Row, Row]:
    row = project_at(request, path, ability)
    release = request.db.row(f"{LISTED} WHERE project_id = ? AND tag = ?", row.id, tag)
    if release is None:
        raise NotFound(f"{row.full_path} has no release {tag}.")
    return row, release


@site.get("/{project:path}/-/releases/{tag:path}/edit", needs="own.view")
def edit_release(request: Request, project: str, tag: str) -> Response:
    row, release = _release_at(request, project, tag, "push")
    request.shows("edit release form", project=row.full_path, tag=tag)
    return _form(request, row, EDIT.show(release), f"Edit release {tag}", "Save changes")


@site.post("/{project:path}/-/releases/{tag:path}/edit", needs="own.edit")
def save_release(request: Request, project: str, tag: str) -> Response:
    row, release = _release_at(request, project, tag, "push")
    form = EDIT.read(request.form)
    if not form.valid:
        return _form(request, row, form, f"Edit release {tag}", "Save changes", 422)
    request.db.run(
        "UPDATE release SET title = ?, notes = ? WHERE id = ?",
        form.values["title"],
        form.values["notes"] or "",
        release.id,
    )
    request.flash(f"The release {tag} was saved.")
    return request.redirect(f"/{row.full_path}/-/releases/{tag}")


@site.post("/{project:path}/-/releases/{tag:path}/delete", needs="own.edit")
def delete_release(request: Request, project: str, tag: str) -> Response:
    row, release = _release_at(request, project, tag, "push")
    request.db.run("DELETE FROM release_milestone WHERE release_id = ?", release.id)
    request.db.run("DELETE FROM release WHERE id = ?", release.id)
    request.flash(f"The release {tag} was deleted; its tag is still there.")
    return request.redirect(f"/{row.full_path}/-/releases")


@site.get("/{project:path}/-/releases/{tag:path}", needs="public.view")
def show_release(request: Request, project: str, tag: str) -> Response:
    row, release = _release_at(request, project, tag)
    try:
        commit = Repository(request.db, row.id).commit(f"refs/tags/{tag}")
    except GitError:
        commit = None
    request.shows("release", project=row.full_path, tag=tag)
    return render_project(
        request,
        "repo_release.html",
        row,
        "releases",
        release=release,
        commit=commit,
        text=marked(viewer_of(request), request.addresses, row, release.notes),
        milestones=_milestones(request, release),
        milestone_choices=milestones_of(request.db, row),
    )


@site.get("/{project:path}/activity", needs="public.view")
def project_activity(request: Request, project: str) -> Response:
    """What was done in a project, the newest first."""
    row = project_at(request, project)
    listing = request.listing(
        f"{EVENTS} WHERE event.project_id = ? ORDER BY event.created DESC, event.id DESC", row.id, size=40
    )
    request.shows("project activity", project=row.full_path, page=listing.number)
    told = tell(viewer_of(request), listing.items)
    return render_project(request, "project_activity.html", row, "activity", listing=listing, events=told)
