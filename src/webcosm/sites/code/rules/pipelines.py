"""Pipelines: the jobs that a project declares in ``.pipeline.toml``, run on every push.

stages = ["check", "test"]

[jobs.style]
stage = "check"
check = "formatted"
may_fail = true

[jobs.links]
stage = "test"
check = "links-resolve"
only = ["main"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from typing import Any

from webcosm.sites.code.git import Repository
from webcosm.sites.code.rules.activity import add_todo
from webcosm.sites.code.rules.checks import CHECKS, Tree, run_check
from webcosm.sites.code.rules.refused import Refused
from webcosm.worlds import Database, Row, World

__all__ = ["FILE", "Job", "plan_pipeline", "retry_job", "run_pipeline", "write_pipeline"]

FILE = ".pipeline.toml"
MOST_JOBS = 30


class BadPipeline(ValueError):
    """What is wrong with the file, in a sentence."""


@dataclass(frozen=True)
class Job:
    name: str
    stage: str
    check: str
    may_fail: bool = False
    only: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


def plan_pipeline(text: str) -> list[Job]:
    """The jobs in the order in which they run: stage by stage, then as they are written."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise BadPipeline(f"{FILE} is no TOML: {error}") from None
    stages, jobs = data.get("stages", ["test"]), data.get("jobs")
    if not isinstance(stages, list) or not all(isinstance(one, str) for one in stages):
        raise BadPipeline(f"“stages” in {FILE} must be a list of names.")
    if not isinstance(jobs, dict) or not jobs:
        raise BadPipeline(f"{FILE} has no jobs: write at least one table [jobs.NAME].")
    if len(jobs) > MOST_JOBS:
        raise BadPipeline(f"{FILE} has {len(jobs)} jobs; there may be {MOST_JOBS}.")
    found = [_job(name, job, stages) for name, job in jobs.items()]
    return sorted(found, key=lambda job: stages.index(job.stage))


def _job(name: str, job: Any, stages: Sequence[str]) -> Job:
    if not isinstance(job, dict):
        raise BadPipeline(f"The job {name} in {FILE} must be a table.")
    check, stage = job.get("check"), job.get("stage", stages[-1] if stages else "test")
    if not isinstance(check, str) or check not in CHECKS:
        raise BadPipeline(f"The job {name} names no check that there is; there are {', '.join(CHECKS)}.")
    if stage not in stages:
        raise BadPipeline(f"The job {name} is of the stage “{stage}”, which is not among the stages.")
    only = job.get("only", [])
    if not isinstance(only, list) or not all(isinstance(one, str) for one in only):
        raise BadPipeline(f"“only” of the job {name} must be a list of branches.")
    known = ("check", "stage", "only", "may_fail")
    options = {key: value for key, value in job.items() if key not in known}
    return Job(name, stage, check, job.get("may_fail") is True, tuple(only), options)


def run_pipeline(world: World, project: Row, account: Row, ref: str, sha: str, source: str = "push") -> int | None:
    """Runs the jobs of a commit; gives the pipeline's number, or None if the commit declares none."""
    db = world.code
    number = write_pipeline(db, project, account.id, ref, sha, world.clock.stamp(), source)
    if number is not None and db.value("SELECT status FROM pipeline WHERE id = ?", number) == "failed":
        _tell(world, project, account, sha)
    return number


def _tell(world: World, project: Row, account: Row, sha: str) -> None:
    """Whoever has an open merge request with this head finds it on their list."""
    for request in world.code.rows(
        "SELECT * FROM merge_request WHERE head_sha = ? AND state = 'open' AND source_project_id = ?", sha, project.id
    ):
        place = request.project_id
        add_todo(world, request.author_id, account.id, "build_failed", place, merge_request_id=request.id)


def write_pipeline(
    db: Database, project: Row, account_id: int, ref: str, sha: str, moment: str, source: str = "push"
) -> int | None:
    """The same, for seeds too: rows of the pipeline and its jobs at a moment."""
    repository = Repository(db, project.id)
    commit = repository.store.commit(sha)
    text = Tree(repository, commit).text(FILE)
    if text is None or not project.pipelines_enabled:
        return None
    branch = ref.removeprefix("refs/heads/").removeprefix("refs/tags/")
    try:
        planned, wrong = plan_pipeline(text), ""
    except BadPipeline as error:
        planned, wrong = [], str(error)
    jobs = [job for job in planned if not job.only or any(fnmatchcase(branch, one) for one in job.only)]
    if not jobs and not wrong:
        return None
    results: list[tuple[Job, str, list[str]]] = []
    failed_stage = ""
    for job in jobs:
        if failed_stage and job.stage != failed_stage:
            results.append((job, "skipped", []))
            continue
        said = run_check(job.check, Tree(repository, commit, job.options))
        results.append((job, "failed" if said else "passed", said))
        if said and not job.may_fail:
            failed_stage = job.stage
    status = _status(results, wrong)
    begun = datetime.fromisoformat(moment)
    seconds = [_seconds(sha, job) if outcome != "skipped" else 0 for job, outcome, _ in results]
    number = db.insert(
        "pipeline",
        project_id=project.id,
        ref=ref,
        sha=sha,
        account_id=account_id,
        source=source,
        status=status,
        created=moment,
        finished=f"{begun + timedelta(seconds=sum(seconds)):%Y-%m-%d %H:%M:%S}",
    )
    if wrong:
        results, seconds = [(Job("pipeline file", "config", "pipeline file"), "failed", [wrong])], [1]
    for position, ((job, outcome, said), took) in enumerate(zip(results, seconds, strict=True)):
        db.insert(
            "job",
            pipeline_id=number,
            position=position,
            stage=job.stage,
            name=job.name,
            check_name=job.check,
            may_fail=int(job.may_fail),
            status=outcome,
            seconds=took,
            log=_log(job, outcome, said, sha, took),
            created=moment,
        )
    return number


def _status(results: Sequence[tuple[Job, str, list[str]]], wrong: str) -> str:
    if wrong or any(outcome == "failed" and not job.may_fail for job, outcome, _ in results):
        return "failed"
    return "warning" if any(outcome == "failed" for _, outcome, _ in results) else "passed"


def _seconds(sha: str, job: Job) -> int:
    """How long it took: made up, but the same each time."""
    return 4 + int(sha[:6], 16) % 23 + 3 * (len(job.check) % 7)


def _log(job: Job, outcome: str, said: Sequence[str], sha: str, seconds: int) -> str:
    if outcome == "skipped":
        return "Skipped, since a job of an earlier stage failed.\n"
    doc = (CHECKS[job.check].__doc__ or "").strip() if job.check in CHECKS else "The pipeline file can be read."
    lines = [f"Getting {sha[:8]} ...", f"Check: {job.check}", f"  {doc}", ""]
    lines += said or ["Nothing wrong was found."]
    lines += ["", f"Job {'succeeded' if outcome == 'passed' else 'failed'} after {seconds} seconds."]
    return "\n".join(lines) + "\n"


def retry_job(world: World, job: Row) -> None:
    """Runs a job once more. As it looks at the same files it comes out the same."""
    if job.status == "skipped":
        raise Refused(f"The job {job.name} was {job.status}, and cannot be run again by itself.")
    world.code.run("UPDATE job SET retried = retried + 1 WHERE id = ?", job.id)
