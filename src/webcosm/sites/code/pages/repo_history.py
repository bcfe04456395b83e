"""A repository's past: commits, branches, tags."""

from __future__ import annotations

from datetime import date
from itertools import groupby

from webcosm.sites.code.git import GitError
from webcosm.sites.code.pages.repo_files import at_revision, authors_of, code_context, repository_at
from webcosm.sites.code.pages.shell import render_project
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.sites.kit.listing import Listing, page_number

__all__ = ["commits"]

SIZE = 40


def _day(text: str) -> str:
    try:
        return str(date.fromisoformat(text))
    except ValueError:
        return ""


@site.get("/{project:path}/-/commits/{place:path}", needs="public.view")
def commits(request: Request, project: str, place: str) -> Response:
    """What led to a revision, perhaps of one file or folder, one author, some words or a period; by days."""
    row, repository = repository_at(request, project)
    rev, path = at_revision(repository, place)
    filters = {
        "author": " ".join(request.query.get("author", "").split())[:200],
        "text": " ".join(request.query.get("search", "").split())[:200],
        "since": _day(request.query.get("since", "")),
        "until": _day(request.query.get("until", "")),
    }
    try:
        shas = repository.log_shas(rev, path=path, follow=bool(path), **filters)
    except GitError as error:
        raise NotFound(str(error)) from None
    number = page_number(request.query.get("page"), len(shas), SIZE)
    shown = repository.commits(shas[(number - 1) * SIZE : number * SIZE])
    listing = Listing(shown, number, SIZE, len(shas))
    told = {name: value for name, value in filters.items() if value}
    request.shows("commits", project=row.full_path, rev=rev, path=path, **told, page=number)
    return render_project(
        request,
        "repo_commits.html",
        row,
        "commits",
        **code_context(request, row, repository, rev, path),
        listing=listing,
        days=[(day, list(some)) for day, some in groupby(shown, lambda commit: commit.committed[:10])],
        authors=authors_of(request.db, shown),
        filters=filters,
    )


@site.get("/{project:path}/-/branches", needs="public.view")
def branches(request: Request, project: str) -> Response:
    row, repository = repository_at(request, project)
    words = request.query.get("search", "").strip().lower()[:100]
    sorting = request.sorting({"updated": ("Last updated", ""), "name": ("Name", "")})
    found = [branch for branch in repository.branches() if words in branch.name.lower()]
    if sorting.key == "updated":
        found.sort(key=lambda branch: branch.commit.committed, reverse=True)
    protected = request.db.rows("SELECT * FROM protected_branch WHERE project_id = ?", row.id)
    request.shows("branches", project=row.full_path, search=words, sort=sorting.key)
    return render_project(
        request,
        "repo_branches.html",
        row,
        "branches",
        branches=found,
        distance={branch.name: repository.ahead_behind(branch.sha) for branch in found if not branch.default},
        authors=authors_of(request.db, [branch.commit for branch in found]),
        protected=[rule.pattern for rule in protected],
        sorting=sorting,
        search=words,
    )


@site.get("/{project:path}/-/tags", needs="public.view")
def tags(request: Request, project: str) -> Response:
    row, repository = repository_at(request, project)
    words = request.query.get("search", "").strip().lower()[:100]
    found = [tag for tag in repository.tags() if words in tag.name.lower()]
    released = set(request.db.values("SELECT tag FROM release WHERE project_id = ?", row.id))
    request.shows("tags", project=row.full_path, search=words)
    return render_project(
        request,
        "repo_tags.html",
        row,
        "tags",
        tags=found,
        released=released,
        authors=authors_of(request.db, [tag.commit for tag in found]),
        search=words,
    )
