"""Whether a merge request can be merged, and merging it."""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.sites.code.git import GitError, Repository, Writer
from webcosm.sites.code.git.joining import Mergeability, Resolutions, merge_into, mergeability, rebase
from webcosm.sites.code.rules.activity import add_event, settle_todos
from webcosm.sites.code.rules.branches import may_merge, why_not_push
from webcosm.sites.code.rules.heads import HEADS, head_of, request_row, target_of
from webcosm.sites.code.rules.issues import close_issue
from webcosm.sites.code.rules.notes import system_note
from webcosm.sites.code.rules.places import project_by_id
from webcosm.sites.code.rules.projects import person_of
from webcosm.sites.code.rules.pushing import after_push
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.worlds import Database, Row, World

__all__ = ["Readiness", "merge", "readiness", "rebase_request", "resolve_conflicts"]


@dataclass(frozen=True)
class Readiness:
    """Whether it can be merged, and if not, why not; one sentence for each thing that stands in the way."""

    state: Mergeability | None
    reasons: tuple[str, ...]

    @property
    def ready(self) -> bool:
        return not self.reasons


def readiness(world: World, project: Row, request: Row) -> Readiness:
    db = world.code
    reasons: list[str] = []
    repository, head = Repository(db, project.id), head_of(db, request)
    state = None
    if request.state != "open":
        reasons.append(f"The merge request is {request.state}.")
    if request.draft:
        reasons.append("It is still a draft.")
    if head is None:
        reasons.append(f"Its branch {request.source_branch} is gone.")
    elif not repository.has_branch(request.target_branch):
        reasons.append(f"The branch {request.target_branch} is gone.")
    else:
        state = mergeability(repository, head, repository.branch(request.target_branch).sha)
        if state.merged:
            reasons.append(f"{request.target_branch} has all of its commits already.")
        elif not state.related:
            reasons.append("The branches have no commit in common.")
        elif state.conflicts:
            reasons.append(f"There are conflicts in {', '.join(conflict.path for conflict in state.conflicts[:5])}.")
        elif project.merge_method == "fast_forward" and not state.fast_forward and not request.squash:
            reasons.append(f"{request.target_branch} has moved on: rebase first.")
    given = int(db.value("SELECT count(*) FROM approval WHERE merge_request_id = ?", request.id))
    if given < project.approvals_required:
        reasons.append(f"It needs {project.approvals_required - given} more approval(s).")
    if project.threads_to_merge and open_threads(db, request):
        reasons.append("There are unresolved threads.")
    if project.green_to_merge and head is not None:
        status = db.value(
            "SELECT status FROM pipeline WHERE sha = ? AND project_id IN (?, ?) ORDER BY id DESC LIMIT 1",
            head,
            project.id,
            request.source_project_id,
        )
        if status not in ("passed", "warning"):
            reasons.append("Its pipeline has not passed.")
    return Readiness(state, tuple(reasons))


def open_threads(db: Database, request: Row) -> int:
    return int(
        db.value(
            "SELECT count(*) FROM note WHERE merge_request_id = ? AND threaded AND thread_id IS NULL"
            " AND resolved IS NULL",
            request.id,
        )
    )


def merge(
    world: World,
    viewer: Viewer,
    project: Row,
    request: Row,
    *,
    squash: bool | None = None,
    remove_source: bool | None = None,
    message: str = "",
) -> Row:
    """Merges it; closes the issues that it closes, and takes its branch away if that was asked for."""
    db, account = world.code, viewer.user
    assert account
    if not may_merge(viewer, project, request.target_branch):
        raise Refused(f"You do not have permission to merge into {request.target_branch}.")
    squash = bool(request.squash) if squash is None else squash
    squash = {"never": False, "always": True}.get(project.squash, squash)
    ready = readiness(world, project, request)
    if not ready.ready:
        raise Refused(" ".join(ready.reasons))
    head = head_of(db, request)
    assert head
    writer = Writer(db, project.id)
    old = writer.repository.branch(request.target_branch).sha
    said = message.strip() or (
        f"Merge branch '{request.source_branch}' into '{request.target_branch}'\n\n{request.title}\n\n"
        f"See merge request {project.full_path}!{request.number}"
    )
    try:
        merged = merge_into(
            writer,
            request.target_branch,
            head,
            said,
            person_of(account),
            world.clock.stamp(),
            method=project.merge_method,
            squash=squash,
            squash_message=f"{request.title}\n\n{request.description}".strip(),
        )
    except GitError as error:
        raise Refused(str(error)) from None
    moment = world.clock.stamp()
    bases = writer.repository.graph.merge_bases(head, old)
    db.run(
        "UPDATE merge_request SET state = 'merged', merged = ?, merged_by = ?, merge_sha = ?, head_sha = ?,"
        " base_sha = ?, squash = ? WHERE id = ?",
        moment,
        account.id,
        merged.commit.sha,
        head,
        bases[0] if bases else old,
        int(squash),
        request.id,
    )
    system_note(world, account, target_of(request), f"merged with commit {merged.commit.sha[:8]}")
    add_event(world, account.id, "merged", project_id=project.id, merge_request_id=request.id)
    settle_todos(world, account.id, merge_request_id=request.id)
    if request.target_branch == project.default_branch:
        for number in db.values("SELECT issue_id FROM closes WHERE merge_request_id = ? ORDER BY issue_id", request.id):
            issue = db.row("SELECT * FROM issue WHERE id = ?", number)
            if issue:
                close_issue(world, account, issue, f"with merge request !{request.number}")
    after_push(world, project, account, HEADS + request.target_branch, old, merged.commit.sha)
    remove_source = bool(request.remove_source) if remove_source is None else remove_source
    if remove_source:
        _remove_source(world, viewer, request)
    return request_row(db, request.id)


def _remove_source(world: World, viewer: Viewer, request: Row) -> None:
    """Takes its branch away, if whoever merged may and it is not the default one."""
    db = world.code
    source = project_by_id(db, request.source_project_id)
    branch = request.source_branch
    if source is None or branch == source.default_branch or why_not_push(viewer, source, branch):
        return
    sha = Writer(db, source.id).delete_branch(branch)
    assert viewer.user
    after_push(world, source, viewer.user, HEADS + branch, sha, None)


def rebase_request(world: World, viewer: Viewer, project: Row, request: Row) -> None:
    """Puts its commits upon the newest of the target branch."""
    db = world.code
    source = _own_branch(db, viewer, request)
    if source.id != project.id:
        raise Refused("A branch of a fork is rebased in the fork.")
    writer = Writer(db, project.id)
    old = writer.repository.branch(request.source_branch).sha
    assert viewer.user
    try:
        new = rebase(writer, request.source_branch, request.target_branch, person_of(viewer.user), world.clock.stamp())
    except GitError as error:
        raise Refused(str(error)) from None
    if new == old:
        raise Refused("There is nothing to rebase: the branch is up to date.")
    after_push(world, project, viewer.user, HEADS + request.source_branch, old, new)


def resolve_conflicts(
    world: World, viewer: Viewer, project: Row, request: Row, texts: Resolutions, message: str
) -> None:
    """Merges the target into its own branch, with what was decided about each file in conflict."""
    db = world.code
    source = _own_branch(db, viewer, request)
    if source.id != project.id:
        raise Refused("Conflicts of a fork's branch are resolved in the fork.")
    writer = Writer(db, project.id)
    old, target = (
        writer.repository.branch(request.source_branch).sha,
        writer.repository.branch(request.target_branch).sha,
    )
    assert viewer.user
    said = message.strip() or f"Merge branch '{request.target_branch}' into '{request.source_branch}'"
    try:
        merged = merge_into(
            writer,
            request.source_branch,
            target,
            said,
            person_of(viewer.user),
            world.clock.stamp(),
            resolutions=texts,
        )
    except GitError as error:
        raise Refused(str(error)) from None
    after_push(world, project, viewer.user, HEADS + request.source_branch, old, merged.commit.sha)


def _own_branch(db: Database, viewer: Viewer, request: Row) -> Row:
    """The project of its branch, if the visitor may push to it."""
    source = project_by_id(db, request.source_project_id) if request.source_project_id else None
    if request.state != "open" or source is None or head_of(db, request) is None:
        raise Refused("The merge request is not open, or its branch is gone.")
    why = why_not_push(viewer, source, request.source_branch)
    if why:
        raise Refused(why)
    return source
