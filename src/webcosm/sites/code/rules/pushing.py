"""What follows from a push, whether it came from git, from a form or from a merge."""

from __future__ import annotations

from webcosm.sites.code.git import Repository
from webcosm.sites.code.rules.activity import add_event
from webcosm.sites.code.rules.heads import HEADS, bring
from webcosm.sites.code.rules.issues import close_issue
from webcosm.sites.code.rules.notes import Target, system_note
from webcosm.sites.code.rules.pipelines import run_pipeline
from webcosm.sites.code.rules.texts import closing_numbers
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.worlds import Row, World

__all__ = ["after_push"]

MOST_READ = 100
"""Commits of one push whose messages are read for issues to close."""


def after_push(world: World, project: Row, account: Row, ref: str, old: str | None, new: str | None) -> None:
    """A ref has gone from one commit to another: it is told, open merge requests follow, a pipeline
    runs, issues are closed."""
    db = world.code
    repository = Repository(db, project.id)
    tip = repository.store.peel(new) if new else None
    shas = repository.graph.between(old, tip) if tip and ref.startswith(HEADS) else []
    title = repository.store.commit(tip).title if tip else ""
    action = "deleted_ref" if new is None else "pushed_new" if old is None else "pushed"
    of = {"ref": ref, "sha": tip, "commits": len(shas), "title": title}
    add_event(world, account.id, action, project_id=project.id, **of)
    if not ref.startswith(HEADS):
        return
    branch = ref.removeprefix(HEADS)
    _follow(world, project, account, branch, tip, len(shas))
    if tip:
        run_pipeline(world, project, account, ref, tip)
    if tip and branch == project.default_branch and old is not None:
        _close_issues(world, repository, project, account, shas[:MOST_READ])


def _follow(world: World, project: Row, account: Row, branch: str, tip: str | None, number: int) -> None:
    """Open merge requests from the branch have a new head."""
    db = world.code
    for request in db.rows(
        "SELECT * FROM merge_request WHERE source_project_id = ? AND source_branch = ? AND state = 'open' ORDER BY id",
        project.id,
        branch,
    ):
        if tip is None or tip == request.head_sha:
            continue
        db.run("UPDATE merge_request SET head_sha = ? WHERE id = ?", tip, request.id)
        bring(db, request.number, request.project_id, project.id, tip)
        said = f"added {number} commit{'s' if number != 1 else ''}"
        system_note(world, account, Target("merge_request", request.project_id, request.id), said)


def _close_issues(world: World, repository: Repository, project: Row, account: Row, shas: list[str]) -> None:
    """Those that the messages of commits on the default branch close, as far as whoever pushed may."""
    viewer = Viewer(world.code, account, str(world.clock.today()))
    for sha in reversed(shas):
        commit = repository.store.commit(sha)
        for place, number in closing_numbers(world.code, project, commit.message):
            issue = world.code.row("SELECT * FROM issue WHERE project_id = ? AND number = ?", place.id, number)
            if issue is not None and viewer.may("triage", place):
                close_issue(world, account, issue, f"with commit {sha[:8]}")
