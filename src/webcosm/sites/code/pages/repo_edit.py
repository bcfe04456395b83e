"""Changing files, branches and tags on the site."""

from __future__ import annotations

import re
from typing import Any

from webcosm.sites.code.git import Action, GitError, Repository
from webcosm.sites.code.pages.repo_files import at_revision, code_context, repository_at
from webcosm.sites.code.pages.shell import need, render_project, viewer_of
from webcosm.sites.code.rules.files import commit_files, make_branch, make_tag, remove_branch, remove_tag
from webcosm.sites.code.rules.licenses import IGNORES, LICENSES, license_text
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["EDIT"]

MESSAGE = Field("message", "Commit message", "textarea", required=True, max=5_000)
TARGET = Field(
    "branch", "Target branch", required=True, max=200, help="Another name makes a new branch from the present one."
)
EDIT = Form(
    Field("path", "File path", required=True, max=500, help="Folders with slashes; they are made as needed."),
    Field("content", "Content", "textarea", max=1_000_000),
    MESSAGE,
    TARGET,
    Field("seen", "", "hidden"),
)
UPLOAD = Form(
    Field("file", "File", "file", required=True, max=10_000_000), Field("path", "File path", max=500), MESSAGE, TARGET
)
REMOVE = Form(MESSAGE, TARGET)


def _need_branch(repository: Repository, rev: str) -> None:
    if not repository.empty and not repository.has_branch(rev):
        raise NotFound(f"Files are changed on branches, and {rev} is none.")


def _page(
    request: Request,
    project: Row,
    repository: Repository,
    rev: str,
    form: BoundForm,
    heading: str,
    button: str,
    back: str,
    *,
    status: int = 200,
    **context: Any,
) -> Response:
    shown = {"branches": [], "rev": rev} if repository.empty else code_context(request, project, repository, rev, "")
    return render_project(
        request,
        "repo_edit.html",
        project,
        "repository",
        status=status,
        form=form,
        heading=heading,
        button=button,
        back=back,
        **shown,
        **context,
    )


def _commit(request: Request, project: Row, rev: str, form: BoundForm, actions: list[Action]) -> str:
    """Does it on the branch that the form names; gives its name."""
    repository, branch = Repository(request.db, project.id), form.values["branch"]
    start = "" if repository.empty or repository.has_branch(branch) else rev
    seen = form.values.get("seen") or None
    commit_files(
        request.world,
        viewer_of(request),
        project,
        branch,
        actions,
        form.values["message"],
        start=start,
        expected=seen if branch == rev and not repository.empty else None,
    )
    return str(branch)


def _head(repository: Repository, rev: str) -> str:
    return "" if repository.empty else repository.branch(rev).sha


# Files ----------------------------------------------------------------------------------------------------------------


def _templates(request: Request, project: Row) -> dict[str, dict[str, str]]:
    holder, year = project.namespace_name, request.world.clock.today().year
    return {
        "LICENSE": {name: license_text(name, holder, year) for name in LICENSES},
        ".gitignore": dict(IGNORES),
    }


@site.get("/{project:path}/-/new/{place:path}", needs="own.view")
def new_file(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project, "push")
    rev, folder = (place, "") if repository.empty else at_revision(repository, place)
    _need_branch(repository, rev)
    path, content = f"{folder}/" if folder else "", ""
    kind, name = request.query.get("template", ""), request.query.get("name", "")
    if name in _templates(request, row).get(kind, {}):
        path, content = kind, _templates(request, row)[kind][name]
    request.shows("new file form", project=row.full_path, branch=rev, path=folder)
    form = EDIT.show(
        {
            "path": path,
            "content": content,
            "branch": rev,
            "message": f"Add {path}" if content else "Add new file",
            "seen": _head(repository, rev),
        }
    )
    return _page(
        request,
        row,
        repository,
        rev,
        form,
        "New file",
        "Commit changes",
        f"/-/tree/{rev}",
        offers={kind: list(texts) for kind, texts in _templates(request, row).items()},
        place=place,
    )


@site.post("/{project:path}/-/new/{place:path}", needs="own.edit")
def take_file(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project, "push")
    rev, _ = (place, "") if repository.empty else at_revision(repository, place)
    _need_branch(repository, rev)
    form = EDIT.read(request.form)
    if form.valid:
        path = form.values["path"].strip("/")
        try:
            branch = _commit(request, row, rev, form, [Action.create(path, _text(form.values["content"]))])
        except Refused as refused:
            form.fail("path" if "path" in str(refused).lower() or path in str(refused) else "", str(refused))
        else:
            request.flash(f"{path} was added to {branch}.")
            return request.redirect(f"/{row.full_path}/-/blob/{branch}/{path}")
    return _page(request, row, repository, rev, form, "New file", "Commit changes", f"/-/tree/{rev}", status=422)


def _text(content: str | None) -> str:
    """As it is stored: line ends of one kind, and one at the end."""
    text = (content or "").replace("\r\n", "\n")
    return text if not text or text.endswith("\n") else text + "\n"


def _file(repository: Repository, rev: str, path: str) -> Any:
    try:
        return repository.file(rev, path)
    except GitError as error:
        raise NotFound(str(error)) from None


@site.get("/{project:path}/-/edit/{place:path}", needs="own.view")
def edit_file(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project, "push")
    rev, path = at_revision(repository, place)
    _need_branch(repository, rev)
    file = _file(repository, rev, path)
    if file.text is None:
        raise NotFound(f"{path} is no text that can be edited here.")
    request.shows("edit file form", project=row.full_path, branch=rev, path=path)
    typed = {"path": path, "content": file.text, "branch": rev, "message": f"Update {path}"}
    form = EDIT.show({**typed, "seen": _head(repository, rev)})
    return _page(request, row, repository, rev, form, f"Edit {path}", "Commit changes", f"/-/blob/{rev}/{path}")


@site.post("/{project:path}/-/edit/{place:path}", needs="own.edit")
def save_file(request: Request, project: str, place: str) -> Response:
    """Another path moves the file."""
    row, repository = repository_at(request, project, "push")
    rev, path = at_revision(repository, place)
    _need_branch(repository, rev)
    file = _file(repository, rev, path)
    form = EDIT.read(request.form)
    if form.valid:
        new, content = form.values["path"].strip("/"), _text(form.values["content"])
        if file.text is not None and "\r\n" in file.text:
            content = content.replace("\n", "\r\n")
        action = Action.update(path, content) if new == path else Action.move(path, new, content)
        try:
            branch = _commit(request, row, rev, form, [action])
        except Refused as refused:
            form.fail("", str(refused))
        else:
            request.flash(f"{new} was saved on {branch}.")
            return request.redirect(f"/{row.full_path}/-/blob/{branch}/{new}")
    return _page(
        request, row, repository, rev, form, f"Edit {path}", "Commit changes", f"/-/blob/{rev}/{path}", status=422
    )


@site.get("/{project:path}/-/delete/{place:path}", needs="own.view")
def ask_delete(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project, "push")
    rev, path = at_revision(repository, place)
    _need_branch(repository, rev)
    if not path or repository.kind_at(rev, path) is None:
        raise NotFound(f"There is no {path or 'file'} in {rev}.")
    request.shows("delete file form", project=row.full_path, branch=rev, path=path)
    form = REMOVE.show({"message": f"Delete {path}", "branch": rev})
    return _page(request, row, repository, rev, form, f"Delete {path}", "Delete file", f"/-/blob/{rev}/{path}")


@site.post("/{project:path}/-/delete/{place:path}", needs="own.edit")
def delete_file(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project, "push")
    rev, path = at_revision(repository, place)
    _need_branch(repository, rev)
    form = REMOVE.read(request.form)
    if form.valid:
        try:
            branch = _commit(request, row, rev, form, [Action.delete(path)])
        except Refused as refused:
            form.fail("", str(refused))
        else:
            request.flash(f"{path} was deleted from {branch}.")
            return request.redirect(f"/{row.full_path}/-/tree/{branch}")
    return _page(
        request, row, repository, rev, form, f"Delete {path}", "Delete file", f"/-/blob/{rev}/{path}", status=422
    )


@site.get("/{project:path}/-/upload/{place:path}", needs="own.view")
def ask_upload(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project, "push")
    rev, folder = (place, "") if repository.empty else at_revision(repository, place)
    _need_branch(repository, rev)
    request.shows("upload form", project=row.full_path, branch=rev, path=folder)
    form = UPLOAD.show({"branch": rev, "path": f"{folder}/" if folder else "", "message": "Upload a file"})
    return _page(request, row, repository, rev, form, "Upload file", "Upload file", f"/-/tree/{rev}", upload=True)


@site.post("/{project:path}/-/upload/{place:path}", needs="own.edit")
def take_upload(request: Request, project: str, place: str) -> Response:
    """A path that ends with a slash, or none, takes the file's own name."""
    row, repository = repository_at(request, project, "push")
    rev, _ = (place, "") if repository.empty else at_revision(repository, place)
    _need_branch(repository, rev)
    form = UPLOAD.read(request.form, request.files)
    if form.valid:
        upload, path = form.values["file"], form.values["path"] or ""
        path = (path + upload.filename if not path or path.endswith("/") else path).strip("/")
        try:
            branch = _commit(request, row, rev, form, [Action.put(path, upload.data)])
        except Refused as refused:
            form.fail("path", str(refused))
        else:
            request.flash(f"{path} was uploaded to {branch}.")
            return request.redirect(f"/{row.full_path}/-/blob/{branch}/{path}")
    return _page(
        request, row, repository, rev, form, "Upload file", "Upload file", f"/-/tree/{rev}", status=422, upload=True
    )


# Branches and tags ----------------------------------------------------------------------------------------------------

NAME = re.compile(r"\s+")
BRANCH = Form(
    Field("name", "Branch name", required=True, max=200),
    Field("start", "From", required=True, max=200, help="A branch, a tag or a commit."),
)
TAG = Form(
    Field("name", "Tag name", required=True, max=200),
    Field("start", "On", required=True, max=200, help="A branch, a tag or a commit."),
    Field("message", "Message", "textarea", max=5_000, help="With one it is an annotated tag."),
)


@site.get("/{project:path}/-/branches/new", needs="own.view")
def new_branch(request: Request, project: str) -> Response:
    row, _ = repository_at(request, project, "push")
    request.shows("new branch form", project=row.full_path)
    return _form(request, row, BRANCH.show({"start": row.default_branch}), "New branch", "Create branch", "branches")


def _form(
    request: Request, project: Row, form: BoundForm, heading: str, button: str, tab: str, status: int = 200
) -> Response:
    return render_project(
        request,
        "plan_form.html",
        project,
        tab,
        status=status,
        form=form,
        heading=heading,
        button=button,
        back=f"/-/{tab}",
    )


@site.post("/{project:path}/-/branches/new", needs="own.edit")
def take_branch(request: Request, project: str) -> Response:
    row, _ = repository_at(request, project, "push")
    form = BRANCH.read(request.form)
    if form.valid:
        name = NAME.sub("-", form.values["name"])
        try:
            make_branch(request.world, viewer_of(request), row, name, form.values["start"])
        except Refused as refused:
            form.fail("name", str(refused))
        else:
            request.flash(f"The branch {name} was created.")
            return request.redirect(f"/{row.full_path}/-/tree/{name}")
    return _form(request, row, form, "New branch", "Create branch", "branches", 422)


@site.post("/{project:path}/-/branches/delete", needs="own.edit")
def delete_branch(request: Request, project: str) -> Response:
    row, _ = repository_at(request, project, "push")
    name = request.form.get("name", "")
    try:
        sha = remove_branch(request.world, viewer_of(request), row, name)
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"The branch {name} was deleted; it was at {sha[:8]}.")
    return request.redirect(f"/{row.full_path}/-/branches")


@site.get("/{project:path}/-/tags/new", needs="own.view")
def new_tag(request: Request, project: str) -> Response:
    row, _ = repository_at(request, project, "push")
    request.shows("new tag form", project=row.full_path)
    return _form(request, row, TAG.show({"start": row.default_branch}), "New tag", "Create tag", "tags")


@site.post("/{project:path}/-/tags/new", needs="own.edit")
def take_tag(request: Request, project: str) -> Response:
    row, _ = repository_at(request, project, "push")
    form = TAG.read(request.form)
    if form.valid:
        values = form.values
        try:
            make_tag(request.world, viewer_of(request), row, values["name"], values["start"], values["message"] or "")
        except Refused as refused:
            form.fail("name", str(refused))
        else:
            request.flash(f"The tag {values['name']} was created.")
            return request.redirect(f"/{row.full_path}/-/tags")
    return _form(request, row, form, "New tag", "Create tag", "tags", 422)


@site.post("/{project:path}/-/tags/delete", needs="own.edit")
def delete_tag(request: Request, project: str) -> Response:
    row, _ = repository_at(request, project, "push")
    need(request, "push", row)
    name = request.form.get("name", "")
    if request.db.value("SELECT id FROM release WHERE project_id = ? AND tag = ?", row.id, name) is not None:
        request.flash(f"The tag {name} has a release: delete that first.", "wrong")
        return request.redirect(f"/{row.full_path}/-/tags")
    try:
        remove_tag(request.world, viewer_of(request), row, name)
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"The tag {name} was deleted.")
    return request.redirect(f"/{row.full_path}/-/tags")
