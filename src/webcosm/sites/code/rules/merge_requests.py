"""Merge requests: opened, reviewed, approved, merged or closed, and what each of that leaves in their history."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from webcosm.sites.code.git import Repository
from webcosm.sites.code.rules.activity import add_event, add_todo, mentioned, settle_todos
from webcosm.sites.code.rules.heads import bring, head_of, request_row, target_of
from webcosm.sites.code.rules.issues import label_change, next_number
from webcosm.sites.code.rules.members import may_be_assigned
from webcosm.sites.code.rules.notes import system_note
from webcosm.sites.code.rules.places import project_by_id
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.texts import closing_numbers
from webcosm.worlds import Row, World

__all__ = [
    "approve",
    "close_request",
    "edit_request",
    "open_request",
    "reopen_request",
    "set_draft",
    "set_people",
    "set_request_labels",
    "set_request_milestone",
]


def open_request(
    world: World,
    author: Row,
    project: Row,
    source: Row,
    source_branch: str,
    target_branch: str,
    title: str,
    description: str = "",
    *,
    assignees: Sequence[Row] = (),
    reviewers: Sequence[Row] = (),
    labels: Collection[int] = (),
    milestone_id: int | None = None,
    draft: bool = False,
    squash: bool = False,
    remove_source: bool = False,
) -> Row:
    """Asks that a branch (of the project, or of a fork) be merged into another."""
    db, moment = world.code, world.clock.stamp()
    ours, theirs = Repository(db, project.id), Repository(db, source.id)
    if not ours.has_branch(target_branch):
        raise Refused(f"There is no branch {target_branch} in {project.full_path}.")
    if not theirs.has_branch(source_branch):
        raise Refused(f"There is no branch {source_branch} in {source.full_path}.")
    if (source.id, source_branch) == (project.id, target_branch):
        raise Refused("A branch cannot be merged into itself.")
    known = db.value(
        "SELECT number FROM merge_request WHERE project_id = ? AND source_project_id = ? AND source_branch = ?"
        " AND target_branch = ? AND state = 'open'",
        project.id,
        source.id,
        source_branch,
        target_branch,
    )
    if known is not None:
        raise Refused(f"There is an open merge request for these branches already: !{known}.")
    head = theirs.branch(source_branch).sha
    number = next_number(db, "merge_request", project.id)
    bring(db, number, project.id, source.id, head)
    ours = Repository(db, project.id)
    bases = ours.graph.merge_bases(head, ours.branch(target_branch).sha)
    title, marked = _undrafted(title)
    id = db.insert(
        "merge_request",
        project_id=project.id,
        number=number,
        source_project_id=source.id,
        source_branch=source_branch,
        target_branch=target_branch,
        title=title,
        description=description,
        author_id=author.id,
        draft=int(draft or marked),
        squash=int(squash),
        remove_source=int(remove_source),
        milestone_id=milestone_id,
        base_sha=bases[0] if bases else head,
        head_sha=head,
        created=moment,
        updated=moment,
    )
    request = request_row(db, id)
    for role, people, action in (("assignee", assignees, "assigned"), ("reviewer", reviewers, "review_requested")):
        for one in people:
            _check_person(world, project, one)
            db.run(f"INSERT INTO merge_request_{role} (merge_request_id, account_id) VALUES (?, ?)", id, one.id)
            add_todo(world, one.id, author.id, action, project.id, merge_request_id=id)
    for label in sorted(labels):
        db.run("INSERT INTO merge_request_label (merge_request_id, label_id) VALUES (?, ?)", id, label)
    _note_closes(world, project, request)
    add_event(world, author.id, "opened", project_id=project.id, merge_request_id=id)
    for one in mentioned(db, title, description):
        add_todo(world, one.id, author.id, "mentioned", project.id, merge_request_id=id)
    return request


def _undrafted(title: str) -> tuple[str, bool]:
    """``Draft: Colours`` -> ``Colours``, and that it was one."""
    rest = title.removeprefix("Draft:").removeprefix("WIP:")
    return (rest.strip(), True) if rest != title and rest.strip() else (title, False)


def _check_person(world: World, project: Row, account: Row) -> None:
    if not may_be_assigned(world, project, account):
        raise Refused(f"{account.name} (@{account.username}) cannot see {project.full_path}.")


def _note_closes(world: World, project: Row, request: Row) -> None:
    """Which issues merging will close, as its description and commits say; of its own project."""
    db = world.code
    repository = Repository(db, project.id)
    texts = [request.description]
    if repository.has_branch(request.target_branch):
        tip = repository.branch(request.target_branch).sha
        texts += [repository.store.commit(sha).message for sha in repository.graph.between(tip, request.head_sha)[:100]]
    wanted = set()
    for text in texts:
        for place, number in closing_numbers(db, project, text):
            if place.id == project.id:
                wanted |= set(db.values("SELECT id FROM issue WHERE project_id = ? AND number = ?", place.id, number))
    before = set(db.values("SELECT issue_id FROM closes WHERE merge_request_id = ?", request.id))
    for issue in sorted(wanted - before):
        db.run("INSERT INTO closes (merge_request_id, issue_id) VALUES (?, ?)", request.id, issue)
    for issue in sorted(before - wanted):
        db.run("DELETE FROM closes WHERE merge_request_id = ? AND issue_id = ?", request.id, issue)


# Changes --------------------------------------------------------------------------------------------------------------


def edit_request(world: World, author: Row, request: Row, title: str, description: str, target_branch: str) -> None:
    db, target = world.code, target_of(request)
    project = project_by_id(db, request.project_id)
    assert project
    if target_branch != request.target_branch and not Repository(db, project.id).has_branch(target_branch):
        raise Refused(f"There is no branch {target_branch} in {project.full_path}.")
    title, draft = _undrafted(title)
    before = (request.title, request.description, request.target_branch)
    if (title, description, target_branch) == before and (draft <= bool(request.draft)):
        return
    db.run(
        "UPDATE merge_request SET title = ?, description = ?, target_branch = ?, draft = ?, edited = ? WHERE id = ?",
        title,
        description,
        target_branch,
        int(draft or request.draft),
        world.clock.stamp(),
        request.id,
    )
    if title != request.title:
        system_note(world, author, target, f"changed the title from “{request.title}” to “{title}”")
    if description != request.description:
        system_note(world, author, target, "changed the description")
    if target_branch != request.target_branch:
        said = f"changed the target branch from `{request.target_branch}` to `{target_branch}`"
        system_note(world, author, target, said)
    _note_closes(world, project, request_row(db, request.id))
    for one in mentioned(db, description):
        add_todo(world, one.id, author.id, "mentioned", project.id, merge_request_id=request.id)


def set_draft(world: World, author: Row, request: Row, draft: bool) -> None:
    if draft == bool(request.draft):
        return
    world.code.run("UPDATE merge_request SET draft = ? WHERE id = ?", int(draft), request.id)
    system_note(world, author, target_of(request), "marked this as a draft" if draft else "marked this as ready")


def set_people(world: World, author: Row, request: Row, role: str, accounts: Sequence[Row]) -> None:
    """Its ``assignee`` or ``reviewer`` people: these and nobody else."""
    db = world.code
    project = project_by_id(db, request.project_id)
    assert project
    table = f"merge_request_{role}"
    before = {
        row.id: row
        for row in db.rows(
            f"SELECT account.* FROM {table} JOIN account ON account.id = account_id WHERE merge_request_id = ?"
            " ORDER BY account.id",
            request.id,
        )
    }
    after = {row.id for row in accounts}
    added = [row for row in accounts if row.id not in before]
    removed = [row for number, row in before.items() if number not in after]
    for row in added:
        _check_person(world, project, row)
        db.run(f"INSERT INTO {table} (merge_request_id, account_id) VALUES (?, ?)", request.id, row.id)
        action = "assigned" if role == "assignee" else "review_requested"
        add_todo(world, row.id, author.id, action, project.id, merge_request_id=request.id)
    for row in removed:
        db.run(f"DELETE FROM {table} WHERE merge_request_id = ? AND account_id = ?", request.id, row.id)
    verbs = (
        ("assigned to", "unassigned")
        if role == "assignee"
        else ("asked for a review by", "no longer asks for a review by")
    )
    parts = [
        f"{verb} {', '.join(f'@{row.username}' for row in rows)}"
        for verb, rows in zip(verbs, (added, removed), strict=True)
        if rows
    ]
    if parts:
        system_note(world, author, target_of(request), " and ".join(parts))


def set_request_labels(world: World, author: Row, request: Row, labels: Collection[int]) -> None:
    db = world.code
    before = set(db.values("SELECT label_id FROM merge_request_label WHERE merge_request_id = ?", request.id))
    added, removed = sorted(set(labels) - before), sorted(before - set(labels))
    for label in added:
        db.run("INSERT INTO merge_request_label (merge_request_id, label_id) VALUES (?, ?)", request.id, label)
    for label in removed:
        db.run("DELETE FROM merge_request_label WHERE merge_request_id = ? AND label_id = ?", request.id, label)
    said = label_change(db, added, removed)
    if said:
        system_note(world, author, target_of(request), said)


def set_request_milestone(world: World, author: Row, request: Row, milestone: Row | None) -> None:
    if (milestone.id if milestone else None) == request.milestone_id:
        return
    number = milestone.id if milestone else None
    world.code.run("UPDATE merge_request SET milestone_id = ? WHERE id = ?", number, request.id)
    said = f'changed the milestone to %"{milestone.title}"' if milestone else "removed the milestone"
    system_note(world, author, target_of(request), said)


def approve(world: World, account: Row, request: Row, approved: bool) -> None:
    """Gives one's approval, or takes it back."""
    db = world.code
    if request.state != "open":
        raise Refused(f"The merge request is {request.state}.")
    known = db.value(
        "SELECT count(*) FROM approval WHERE merge_request_id = ? AND account_id = ?", request.id, account.id
    )
    if bool(known) == approved:
        return
    if approved:
        if account.id == request.author_id:
            raise Refused("Who opened a merge request cannot approve it.")
        db.run(
            "INSERT INTO approval (merge_request_id, account_id, created) VALUES (?, ?, ?)",
            request.id,
            account.id,
            world.clock.stamp(),
        )
        settle_todos(world, account.id, merge_request_id=request.id)
        add_event(world, account.id, "approved", project_id=request.project_id, merge_request_id=request.id)
    else:
        db.run("DELETE FROM approval WHERE merge_request_id = ? AND account_id = ?", request.id, account.id)
    system_note(world, account, target_of(request), "approved this" if approved else "took back the approval")


def close_request(world: World, author: Row, request: Row) -> None:
    if request.state != "open":
        raise Refused(f"The merge request is {request.state} already.")
    world.code.run(
        "UPDATE merge_request SET state = 'closed', closed = ?, closed_by = ? WHERE id = ?",
        world.clock.stamp(),
        author.id,
        request.id,
    )
    system_note(world, author, target_of(request), "closed")
    add_event(world, author.id, "closed", project_id=request.project_id, merge_request_id=request.id)
    settle_todos(world, author.id, merge_request_id=request.id)


def reopen_request(world: World, author: Row, request: Row) -> None:
    db = world.code
    if request.state != "closed":
        raise Refused("Only a closed merge request can be reopened.")
    if head_of(db, request) is None:
        raise Refused(f"Its branch {request.source_branch} is gone.")
    db.run("UPDATE merge_request SET state = 'open', closed = NULL, closed_by = NULL WHERE id = ?", request.id)
    system_note(world, author, target_of(request), "reopened")
    add_event(world, author.id, "reopened", project_id=request.project_id, merge_request_id=request.id)
