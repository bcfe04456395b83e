"""Pipelines and their jobs."""

from __future__ import annotations

from webcosm.sites.code.git import GitError, Repository
from webcosm.sites.code.pages.shell import project_at, render_project
from webcosm.sites.code.rules.checks import CHECKS
from webcosm.sites.code.rules.pipelines import FILE, retry_job, run_pipeline
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["pipelines"]

STATES = ("passed", "failed", "warning", "canceled", "skipped")
LISTED = "SELECT pipeline.*, account.name, account.username FROM pipeline JOIN account ON account.id = account_id"


def _place(request: Request, path: str, ability: str = "read_code") -> Row:
    row = project_at(request, path, ability)
    if not row.pipelines_enabled:
        raise NotFound(f"{row.full_path} runs no pipelines.")
    return row


@site.get("/{project:path}/-/pipelines", needs="public.view")
def pipelines(request: Request, project: str) -> Response:
    row = _place(request, project)
    status = request.query.get("status", "") if request.query.get("status") in STATES else ""
    branch = request.query.get("ref", "").strip()[:200]
    listing = request.listing(
        f"{LISTED} WHERE project_id = ?1 AND (?2 = '' OR status = ?2) AND (?3 = '' OR ref IN ('refs/heads/' || ?3,"
        " 'refs/tags/' || ?3)) ORDER BY pipeline.id DESC",
        row.id,
        status,
        branch,
        size=20,
    )
    repository = Repository(request.db, row.id)
    request.shows("pipelines", project=row.full_path, status=status, ref=branch, page=listing.number)
    return render_project(
        request,
        "ci_pipelines.html",
        row,
        "pipelines",
        listing=listing,
        chosen=status,
        ref=branch,
        states=STATES,
        branch_names=[] if repository.empty else repository.branch_names(),
        titles={one.sha: _title(repository, one.sha) for one in listing.items},
        declared=not repository.empty and repository.has_file(repository.default_branch, FILE),
        checks=[(name, (check.__doc__ or "").strip()) for name, check in CHECKS.items()],
    )


def _title(repository: Repository, sha: str) -> str:
    try:
        return repository.store.commit(sha).title
    except GitError:
        return ""


def _pipeline_at(request: Request, path: str, number: int, ability: str = "read_code") -> tuple[Row, Row]:
    row = _place(request, path, ability)
    pipeline = request.db.row(f"{LISTED} WHERE pipeline.id = ? AND project_id = ?", number, row.id)
    if pipeline is None:
        raise NotFound(f"{row.full_path} has no pipeline #{number}.")
    return row, pipeline


@site.get("/{project:path}/-/pipelines/{number:int}", needs="public.view")
def show_pipeline(request: Request, project: str, number: int) -> Response:
    row, pipeline = _pipeline_at(request, project, number)
    jobs = request.db.rows("SELECT * FROM job WHERE pipeline_id = ? ORDER BY position", pipeline.id)
    stages: dict[str, list[Row]] = {}
    for job in jobs:
        stages.setdefault(job.stage, []).append(job)
    request.shows("pipeline", project=row.full_path, number=number)
    return render_project(
        request,
        "ci_pipeline.html",
        row,
        "pipelines",
        pipeline=pipeline,
        stages=stages,
        title=_title(Repository(request.db, row.id), pipeline.sha),
    )


@site.get("/{project:path}/-/jobs/{number:int}", needs="public.view")
def show_job(request: Request, project: str, number: int) -> Response:
    row = _place(request, project)
    job = _job(request, row, number)
    pipeline = request.db.row(f"{LISTED} WHERE pipeline.id = ?", job.pipeline_id)
    request.shows("job", project=row.full_path, number=number)
    return render_project(request, "ci_job.html", row, "pipelines", job=job, pipeline=pipeline)


def _job(request: Request, project: Row, number: int) -> Row:
    job = request.db.row(
        "SELECT job.* FROM job JOIN pipeline ON pipeline.id = pipeline_id WHERE job.id = ? AND project_id = ?",
        number,
        project.id,
    )
    if job is None:
        raise NotFound(f"{project.full_path} has no job #{number}.")
    return job


@site.post("/{project:path}/-/jobs/{number:int}/retry", needs="own.edit")
def retry(request: Request, project: str, number: int) -> Response:
    row = _place(request, project, "push")
    job = _job(request, row, number)
    try:
        retry_job(request.world, job)
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"The job {job.name} ran again; it {job.status} as before.")
    return request.redirect(f"/{row.full_path}/-/jobs/{number}")


@site.post("/{project:path}/-/pipelines", needs="own.edit")
def run(request: Request, project: str) -> Response:
    """Runs the pipeline of a branch by hand."""
    row = _place(request, project, "push")
    branch = request.form.get("ref", "")
    repository = Repository(request.db, row.id)
    if not repository.has_branch(branch):
        raise NotFound(f"There is no branch “{branch[:80]}”.")
    sha = repository.branch(branch).sha
    number = run_pipeline(request.world, row, request.need_user(), f"refs/heads/{branch}", sha, "web")
    if number is None:
        request.flash(f"{branch} declares no jobs for itself in {FILE}.", "wrong")
        return request.redirect(f"/{row.full_path}/-/pipelines")
    request.flash(f"Pipeline #{number} ran for {branch}.")
    return request.redirect(f"/{row.full_path}/-/pipelines/{number}")
