"""What is in a repository: folders, files as they are shown and as they are, and finding one."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from markupsafe import Markup

from webcosm.sites.code.git import Commit, Entry, File, GitError, Repository
from webcosm.sites.code.git.errors import NoSuchPath
from webcosm.sites.code.pages.shell import project_at, render_project, viewer_of
from webcosm.sites.code.rules.highlight import highlight, language_of
from webcosm.sites.code.rules.texts import marked
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.worlds import Database, Row

__all__ = ["at_revision", "authors_of", "code_context", "readme_of", "repository_at"]

READMES = ("readme.md", "readme.markdown", "readme.txt", "readme")
LICENSES = ("license", "license.md", "license.txt", "copying")
MARKDOWN = (".md", ".markdown")
TEXT = "text/plain; charset=utf-8"


def repository_at(request: Request, path: str, ability: str = "read_code") -> tuple[Row, Repository]:
    project = project_at(request, path, ability)
    return project, Repository(request.db, project.id)


def at_revision(repository: Repository, place: str) -> tuple[str, str]:
    """Revision and path that the end of an address names: ``feature/blue/src/app.py``."""
    try:
        return repository.split(place)
    except GitError as error:
        raise NotFound(str(error)) from None


def authors_of(db: Database, commits: list[Commit]) -> dict[str, Row]:
    """The accounts behind commits, by the address in them."""
    emails = sorted({commit.author.email.lower() for commit in commits})
    marks = ", ".join("?" for _ in emails) or "NULL"
    return {row.email.lower(): row for row in db.rows(f"SELECT * FROM account WHERE email IN ({marks})", *emails)}


def crumbs(path: str) -> list[tuple[str, str]]:
    """Each folder on the way, with its whole path."""
    parts = PurePosixPath(path).parts if path else ()
    return [(part, "/".join(parts[: place + 1])) for place, part in enumerate(parts)]


def readme_of(entries: list[Entry]) -> Entry | None:
    named = {entry.name.lower(): entry for entry in reversed(entries) if entry.kind == "file"}
    return next((named[name] for name in READMES if name in named), None)


def shown_text(request: Request, project: Row, file: File) -> Markup | None:
    """Markdown as a page; other texts are shown as code."""
    if file.text is None or not file.name.lower().endswith(MARKDOWN):
        return None
    return marked(viewer_of(request), request.addresses, project, file.text)


def code_context(request: Request, project: Row, repository: Repository, rev: str, path: str) -> dict[str, Any]:
    """What all pages of files have: the revision, its choices, the way there."""
    return {
        "rev": rev,
        "path": path,
        "crumbs": crumbs(path),
        "branches": repository.branch_names(),
        "tags": [tag.name for tag in repository.tags()],
        "is_branch": repository.has_branch(rev),
        "may_write": viewer_of(request).may("push", project) and repository.has_branch(rev),
    }


def folder_context(request: Request, project: Row, repository: Repository, rev: str, path: str) -> dict[str, Any]:
    """A folder with its newest commit and its readme; also a project's home shows one."""
    try:
        entries = repository.entries(rev, path, last=True)
        last = repository.last_commit(rev, path)
    except GitError as error:
        raise NotFound(str(error)) from None
    found = readme_of(entries)
    readme = repository.file(rev, found.path) if found else None
    shown = None
    if readme is not None and readme.text is not None:
        shown = shown_text(request, project, readme) or Markup("<pre>{}</pre>").format(readme.text)
    commits = [last, *(entry.last for entry in entries if entry.last)]
    return {
        **code_context(request, project, repository, rev, path),
        "entries": entries,
        "last": last,
        "authors": authors_of(request.db, commits),
        "readme": readme,
        "readme_shown": shown,
    }


@site.get("/{project:path}/-/tree/{place:path}", needs="public.view")
def show_folder(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project)
    rev, path = at_revision(repository, place)
    kind = repository.kind_at(rev, path) if path else "folder"
    if kind == "file":
        return request.redirect(f"/{row.full_path}/-/blob/{rev}/{path}")
    context = folder_context(request, row, repository, rev, path)
    request.shows("folder", project=row.full_path, rev=rev, path=path)
    return render_project(request, "repo_folder.html", row, "repository", **context)


@site.get("/{project:path}/-/blob/{place:path}", needs="public.view")
def show_file(request: Request, project: str, place: str) -> Response:
    row, repository = repository_at(request, project)
    rev, path = at_revision(repository, place)
    try:
        if repository.kind_at(rev, path) == "folder":
            return request.redirect(f"/{row.full_path}/-/tree/{rev}/{path}")
        file, last = repository.file(rev, path), repository.last_commit(rev, path)
    except NoSuchPath as error:
        raise NotFound(str(error)) from None
    plain = request.query.get("plain") == "1"
    request.shows("file", project=row.full_path, rev=rev, path=path)
    return render_project(
        request,
        "repo_file.html",
        row,
        "repository",
        **code_context(request, row, repository, rev, path),
        file=file,
        last=last,
        authors=authors_of(request.db, [last]),
        language=language_of(file.name),
        lines=highlight(file.name, file.text) if file.text is not None else (),
        shown=None if plain else shown_text(request, row, file),
        plain=plain,
    )


@site.get("/{project:path}/-/raw/{place:path}", needs="public.view")
def raw_file(request: Request, project: str, place: str) -> Response:
    """The file itself, as plain text or as a download: a page of somebody's must not run here."""
    row, repository = repository_at(request, project)
    rev, path = at_revision(repository, place)
    try:
        file = repository.file(rev, path)
    except GitError as error:
        raise NotFound(str(error)) from None
    request.shows("raw file", project=row.full_path, rev=rev, path=path)
    headers = {"X-Content-Type-Options": "nosniff"}
    if file.binary:
        headers["Content-Disposition"] = "attachment"
        return Response(file.data, media_type="application/octet-stream", headers=headers)
    return Response(file.data, media_type=TEXT, headers=headers)


@site.get("/{project:path}/-/find_file/{place:path}", needs="public.view")
def find_file(request: Request, project: str, place: str) -> Response:
    """All files whose path has the words."""
    row, repository = repository_at(request, project)
    rev, _ = at_revision(repository, place)
    words = request.query.get("q", "").lower().split()[:10]
    paths = [path for path in repository.paths(rev) if all(word in path.lower() for word in words)]
    request.shows("find file", project=row.full_path, rev=rev, q=" ".join(words))
    return render_project(
        request,
        "repo_find.html",
        row,
        "repository",
        **code_context(request, row, repository, rev, ""),
        paths=paths[:500],
        total=len(paths),
        typed=" ".join(words),
    )
