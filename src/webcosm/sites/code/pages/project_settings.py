"""A project's settings."""

from __future__ import annotations

from typing import Any

from webcosm.sites.code.git import Repository
from webcosm.sites.code.pages.project import LEVEL_NAMES
from webcosm.sites.code.pages.shell import project_at, render_project, viewer_of
from webcosm.sites.code.rules import projects as rules
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["FEATURES", "GENERAL"]

FEATURES = {
    "issues_enabled": "Issues",
    "merge_requests_enabled": "Merge requests",
    "wiki_enabled": "Wiki",
    "snippets_enabled": "Snippets",
    "pipelines_enabled": "Pipelines",
}
GENERAL = Form(
    Field("name", "Project name", required=True, max=100),
    Field("description", "Description", "textarea", max=2_000),
    Field("topics", "Topics", max=500, help="Separated by commas."),
)
OPENNESS = Form(
    Field("visibility", "Visibility", "radio", choices=list(LEVEL_NAMES.items()), required=True),
    *(Field(name, text, "checkbox") for name, text in FEATURES.items()),
)
MERGING = Form(
    Field(
        "merge_method",
        "How branches are merged",
        "radio",
        choices=[("merge", "With a merge commit"), ("fast_forward", "Fast-forward only")],
        required=True,
    ),
    Field(
        "squash",
        "Squashing commits",
        "select",
        choices=[
            ("never", "Never"),
            ("allow", "If asked for"),
            ("encourage", "Unless asked not to"),
            ("always", "Always"),
        ],
        required=True,
    ),
    Field("approvals_required", "Approvals required", "number", min=0, max=10, required=True),
    Field("green_to_merge", "Pipelines must pass before merging", "checkbox"),
    Field("threads_to_merge", "All threads must be resolved before merging", "checkbox"),
    Field("remove_source", "Delete the source branch after merging, unless asked not to", "checkbox"),
)
FORMS = {"general": GENERAL, "openness": OPENNESS, "merging": MERGING}
ACCESS = {"0": "Nobody", "40": "Maintainers", "30": "Developers and maintainers"}


def _show(request: Request, project: Row, *, status: int = 200, **forms: BoundForm) -> Response:
    db = request.db
    topics = ", ".join(db.values("SELECT name FROM topic WHERE project_id = ? ORDER BY name", project.id))
    request.shows("project settings", project=project.full_path)
    shown = {name: form.show({**project, "topics": topics}) for name, form in FORMS.items()} | forms
    repository = Repository(db, project.id)
    return render_project(
        request,
        "project_settings.html",
        project,
        "settings",
        status=status,
        forms=shown,
        branch_names=[] if repository.empty else repository.branch_names(),
        protected=db.rows("SELECT * FROM protected_branch WHERE project_id = ? ORDER BY pattern", project.id),
        protected_tags=db.rows("SELECT * FROM protected_tag WHERE project_id = ? ORDER BY pattern", project.id),
        access_choices=ACCESS,
        spaces=rules.namespaces_for(viewer_of(request)),
        owner=viewer_of(request).may("own", project),
    )


@site.get("/{project:path}/edit", needs="own.view")
def settings(request: Request, project: str) -> Response:
    return _show(request, project_at(request, project, "manage"))


def _check_openness(request: Request, project: Row, form: BoundForm) -> None:
    space = request.db.row("SELECT * FROM namespace WHERE id = ?", project.namespace_id)
    assert space
    levels = rules.LEVELS
    if space.kind == "group" and levels.index(form.values["visibility"]) > levels.index(space.visibility):
        form.fail(
            "visibility", f"A project cannot be more open than its group, and {space.full_path} is {space.visibility}."
        )


@site.post("/{project:path}/edit/default_branch", needs="own.edit")
def set_default_branch(request: Request, project: str) -> Response:
    row, name = project_at(request, project, "manage"), request.form.get("branch", "")
    if not Repository(request.db, row.id).has_branch(name):
        raise NotFound(f"There is no branch “{name[:80]}”.")
    request.db.run("UPDATE project SET default_branch = ? WHERE id = ?", name, row.id)
    request.flash(f"The default branch is {name} now.")
    return request.redirect(f"/{row.full_path}/edit")


@site.post("/{project:path}/edit/protected_branches", needs="own.edit")
def protect_branch(request: Request, project: str) -> Response:
    """Protects branches, changes how, or lifts it."""
    row, form, db = project_at(request, project, "manage"), request.form, request.db
    pattern = form.get("pattern", "").strip()[:200]
    back = f"/{row.full_path}/edit"
    if form.get("remove"):
        if not db.run("DELETE FROM protected_branch WHERE project_id = ? AND pattern = ?", row.id, pattern):
            raise NotFound("There is no such protected branch.")
        request.flash(f"{pattern} is protected no more.")
        return request.redirect(back)
    push, merge = form.get("push", ""), form.get("merge", "")
    if not pattern or push not in ACCESS or merge not in ACCESS:
        request.flash("Say which branch, who may push to it and who may merge into it.", "wrong")
        return request.redirect(back)
    db.run(
        "INSERT INTO protected_branch (project_id, pattern, push, merge) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT (project_id, pattern) DO UPDATE SET push = ?3, merge = ?4",
        row.id,
        pattern,
        int(push),
        int(merge),
    )
    request.flash(f"{pattern} is protected.")
    return request.redirect(back)


@site.post("/{project:path}/edit/path", needs="own.edit")
def change_path(request: Request, project: str) -> Response:
    row = project_at(request, project, "own")
    path = request.form.get("path", "").strip()
    try:
        rules.rename_project(request.world, row, path)
    except Refused as refused:
        request.flash(str(refused), "wrong")
        return request.redirect(f"/{row.full_path}/edit")
    request.flash(f"The project is at {row.namespace}/{path} now; the old address leads there.")
    return request.redirect(f"/{row.namespace}/{path}")


@site.post("/{project:path}/edit/transfer", needs="own.edit")
def transfer(request: Request, project: str) -> Response:
    row, wanted = project_at(request, project, "own"), request.form.get("namespace", "")
    space = next((one for one in rules.namespaces_for(viewer_of(request)) if str(one.id) == wanted), None)
    try:
        if space is None:
            raise Refused("There is no such namespace in which you may make projects.")
        rules.transfer_project(request.world, row, space)
    except Refused as refused:
        request.flash(str(refused), "wrong")
        return request.redirect(f"/{row.full_path}/edit")
    request.flash(f"The project is at {space.full_path}/{row.path} now.")
    return request.redirect(f"/{space.full_path}/{row.path}")


@site.post("/{project:path}/edit/archive", needs="own.edit")
def archive(request: Request, project: str) -> Response:
    row = project_at(request, project, "own")
    request.db.run("UPDATE project SET archived = NOT archived WHERE id = ?", row.id)
    request.flash(f"{row.full_path} is {'active again' if row.archived else 'archived'}.")
    return request.redirect(f"/{row.full_path}/edit")


@site.post("/{project:path}/edit/delete", needs="own.edit")
def delete(request: Request, project: str) -> Response:
    row = project_at(request, project, "own")
    if request.form.get("confirm", "").strip() != row.full_path:
        request.flash(f"To delete it, type {row.full_path}.", "wrong")
        return request.redirect(f"/{row.full_path}/edit")
    rules.delete_project(request.world, row)
    request.flash(f"{row.full_path} was deleted.")
    return request.redirect("/dashboard/projects")


@site.post("/{project:path}/edit/{part}", needs="own.edit")
def save(request: Request, project: str, part: str) -> Response:
    row = project_at(request, project, "own" if part == "openness" else "manage")
    if part not in FORMS:
        raise NotFound("There are no such settings.")
    form, db = FORMS[part].read(request.form), request.db
    if form.valid and part == "openness":
        _check_openness(request, row, form)
    if not form.valid:
        return _show(request, row, status=422, **{part: form})
    values: dict[str, Any] = dict(form.values)
    if part == "general":
        rules.set_topics(request.world, row, (values.pop("topics") or "").split(","))
    stored = {name: int(value) if isinstance(value, bool) else value or "" for name, value in values.items()}
    if part == "merging":
        stored["approvals_required"] = values["approvals_required"] or 0
    marks = ", ".join(f"{name} = :{name}" for name in stored)
    db.run(f"UPDATE project SET {marks} WHERE id = :id", {**stored, "id": row.id})
    request.flash(f"The settings of {stored.get('name', row.name)} were saved.")
    return request.redirect(f"/{row.full_path}/edit")
