"""Who wrote what: blame, contributors; and all files at once."""

from __future__ import annotations

from datetime import date, timedelta

from webcosm.sites.code.git import GitError
from webcosm.sites.code.git.archive import make_archive
from webcosm.sites.code.git.blaming import blame
from webcosm.sites.code.git.statistics import commits_by_day, contributors, languages
from webcosm.sites.code.pages.repo_files import at_revision, authors_of, code_context, repository_at
from webcosm.sites.code.pages.shell import render_project
from webcosm.sites.code.rules.highlight import highlight
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response

__all__ = ["show_blame"]


@site.get("/{project:path}/-/blame/{place:path}", needs="public.view")
def show_blame(request: Request, project: str, place: str) -> Response:
    """Each line with the commit that brought it."""
    row, repository = repository_at(request, project)
    rev, path = at_revision(repository, place)
    try:
        file, found = repository.file(rev, path), blame(repository, rev, path)
    except GitError as error:
        raise NotFound(str(error)) from None
    if file.text is None:
        raise NotFound(f"{path} is no text.")
    request.shows("blame", project=row.full_path, rev=rev, path=path)
    lines = highlight(file.name, file.text)
    parts = [(found.commits[one.sha], one, lines[one.start - 1 : one.start - 1 + one.count]) for one in found.ranges]
    return render_project(
        request,
        "repo_blame.html",
        row,
        "repository",
        **code_context(request, row, repository, rev, path),
        parts=parts,
        authors=authors_of(request.db, list(found.commits.values())),
    )


def _day(text: str) -> str:
    try:
        return str(date.fromisoformat(text))
    except ValueError:
        return ""


@site.get("/{project:path}/-/graphs/{place:path}", needs="public.view")
def show_contributors(request: Request, project: str, place: str) -> Response:
    """Who has how many commits on a branch, over time."""
    row, repository = repository_at(request, project)
    rev, _ = at_revision(repository, place)
    since, until = _day(request.query.get("since", "")), _day(request.query.get("until", ""))
    people = contributors(repository, rev, since=since, until=until)
    days = commits_by_day(repository, rev)
    request.shows("contributors", project=row.full_path, rev=rev, since=since, until=until)
    accounts = request.db.rows("SELECT * FROM account")
    return render_project(
        request,
        "repo_contributors.html",
        row,
        "insights",
        **code_context(request, row, repository, rev, ""),
        people=people,
        months=_months(days),
        languages=languages(repository, rev),
        accounts={one.email.lower(): one for one in accounts},
        since=since,
        until=until,
    )


def _months(days: dict[str, int]) -> list[tuple[str, int]]:
    """Commits in each month from the first to the last one, those without any too."""
    counts: dict[str, int] = {}
    for day, number in days.items():
        counts[day[:7]] = counts.get(day[:7], 0) + number
    if not counts:
        return []
    month, last, found = date.fromisoformat(f"{min(counts)}-01"), max(counts), []
    while f"{month:%Y-%m}" <= last:
        found.append((f"{month:%Y-%m}", counts.get(f"{month:%Y-%m}", 0)))
        month = (month + timedelta(days=32)).replace(day=1)
    return found[-72:]


@site.get("/{project:path}/-/archive/{place:path}", needs="public.view")
def download(request: Request, project: str, place: str) -> Response:
    """All files of a revision: ``main.zip`` or ``main.tar.gz``."""
    row, repository = repository_at(request, project)
    for end, kind in ((".zip", "zip"), (".tar.gz", "tar.gz"), (".tar", "tar")):
        if place.endswith(end):
            try:
                made = make_archive(repository, row.path, place.removesuffix(end), kind=kind)
            except GitError as error:
                raise NotFound(str(error)) from None
            headers = {"Content-Disposition": f'attachment; filename="{made.filename}"'}
            request.shows("archive", project=row.full_path, rev=place.removesuffix(end))
            return Response(made.data, media_type="application/octet-stream", headers=headers)
    raise NotFound("An archive ends in .zip, .tar or .tar.gz.")
