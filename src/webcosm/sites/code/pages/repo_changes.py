"""What changed: one commit, or between two revisions."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from webcosm.sites.code.git import GitError
from webcosm.sites.code.git.diffing import Diff, DiffLine, FileDiff, diff_commit, diff_revisions
from webcosm.sites.code.git.patches import mail_patch
from webcosm.sites.code.pages.repo_files import authors_of, repository_at
from webcosm.sites.code.pages.shell import render_project, viewer_of
from webcosm.sites.code.pages.talk import talk_context
from webcosm.sites.code.rules.notes import Target, add_note
from webcosm.sites.code.rules.texts import marked
from webcosm.sites.code.site import site
from webcosm.sites.kit import Forbidden, NotFound, Request, Response

__all__ = ["diff_context"]

MOST_FILES = 100
MOST_LINES = 1_500
"""Lines of one file that are shown at once."""


def diff_context(request: Request, diff: Diff) -> dict[str, Any]:
    """What templates need to show changes, as whoever looks likes them."""
    user = viewer_of(request).user
    wanted = request.query.get("view")
    view = wanted if wanted in ("inline", "parallel") else (user.diff_view if user else "inline")
    return {
        "diff": diff,
        "files": diff.files[:MOST_FILES],
        "more_files": max(0, len(diff.files) - MOST_FILES),
        "view": view,
        "line_html": line_html,
        "too_long": too_long,
    }


def too_long(file: FileDiff) -> bool:
    return sum(len(hunk.lines) for hunk in file.hunks) > MOST_LINES


def line_html(line: DiffLine) -> Markup:
    """The text of a line, with what differs from the other side marked."""
    parts, at = [], 0
    for start, end in line.marks:
        parts += [escape(line.text[at:start]), Markup("<mark>{}</mark>").format(line.text[start:end])]
        at = end
    return Markup("").join([*parts, escape(line.text[at:])])


@site.get("/{project:path}/-/commit/{sha}.patch", needs="public.view")
def commit_patch(request: Request, project: str, sha: str) -> Response:
    """As git applies it."""
    row, repository = repository_at(request, project)
    try:
        text = mail_patch(repository, sha)
    except GitError as error:
        raise NotFound(str(error)) from None
    request.shows("commit patch", project=row.full_path, sha=repository.resolve(sha))
    return Response(text, media_type="text/plain; charset=utf-8", headers={"X-Content-Type-Options": "nosniff"})


@site.get("/{project:path}/-/commit/{sha}", needs="public.view")
def show_commit(request: Request, project: str, sha: str) -> Response:
    row, repository = repository_at(request, project)
    try:
        commit = repository.commit(sha)
    except GitError as error:
        raise NotFound(str(error)) from None
    db = request.db
    request.shows("commit", project=row.full_path, sha=commit.sha)
    return render_project(
        request,
        "repo_commit.html",
        row,
        "commits",
        commit=commit,
        message=marked(viewer_of(request), request.addresses, row, commit.body) if commit.body.strip() else "",
        authors=authors_of(db, [commit]),
        parents=repository.commits(commit.parents),
        holding=repository.branches_with(commit.sha),
        tagged=repository.tags_with(commit.sha),
        requests=db.rows(
            "SELECT * FROM merge_request WHERE project_id = ?1 AND (merge_sha = ?2 OR head_sha = ?2) ORDER BY number",
            row.id,
            commit.sha,
        ),
        pipeline=db.row(
            "SELECT * FROM pipeline WHERE project_id = ? AND sha = ? ORDER BY id DESC LIMIT 1", row.id, commit.sha
        ),
        **diff_context(request, diff_commit(repository, commit.sha)),
        **talk_context(request, row, Target("commit", row.id, commit.sha)),
    )


@site.post("/{project:path}/-/commit/{sha}/notes", needs="own.edit")
def comment_commit(request: Request, project: str, sha: str) -> Response:
    row, repository = repository_at(request, project)
    try:
        commit = repository.commit(sha)
    except GitError as error:
        raise NotFound(str(error)) from None
    if not viewer_of(request).may("comment", row):
        raise Forbidden(f"You may not comment in {row.full_path}.")
    body = request.form.get("body", "").strip()
    if not body or len(body) > 100_000:
        request.flash("A comment has 1 to 100,000 characters.", "wrong")
    else:
        thread = request.form.get("thread", "")
        known = thread.isascii() and thread.isdecimal() and len(thread) < 12
        first = (
            request.db.row("SELECT * FROM note WHERE id = ? AND commit_sha = ?", int(thread), commit.sha)
            if known
            else None
        )
        target = Target("commit", row.id, commit.sha)
        add_note(
            request.world, request.need_user(), target, body, thread_id=(first.thread_id or first.id) if first else None
        )
        request.flash("Your comment was added.")
    return request.redirect(f"/{row.full_path}/-/commit/{commit.sha}")


@site.get("/{project:path}/-/compare", needs="public.view")
def compare(request: Request, project: str) -> Response:
    """What one revision has that another lacks, since they parted."""
    row, repository = repository_at(request, project)
    old, new = (request.query.get(name, "").strip()[:200] for name in ("from", "to"))
    context: dict[str, Any] = {}
    wrong = ""
    if old and new:
        try:
            context = diff_context(request, diff_revisions(repository, old, new, from_base=True))
            context["commits"] = repository.commits_between(old, new)
            context["authors"] = authors_of(request.db, context["commits"])
        except GitError as error:
            wrong = str(error)
    if not wrong:
        request.shows("comparison", project=row.full_path, old=old, new=new)
    return render_project(
        request,
        "repo_compare.html",
        row,
        "commits",
        status=422 if wrong else 200,
        old=old or row.default_branch,
        new=new,
        wrong=wrong,
        names=[] if repository.empty else [*repository.branch_names(), *(tag.name for tag in repository.tags())],
        **context,
    )
