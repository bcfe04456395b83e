"""Issues: how they are opened, changed, related and closed, and what each of that leaves in their history."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from webcosm.sites.code.rules.activity import add_event, add_todo, mentioned, settle_todos
from webcosm.sites.code.rules.members import may_be_assigned
from webcosm.sites.code.rules.notes import Target, system_note
from webcosm.sites.code.rules.places import project_by_id
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.kit.formats import day
from webcosm.worlds import Database, Row, World

__all__ = [
    "assign",
    "close_issue",
    "edit_issue",
    "issue_row",
    "mark_duplicate",
    "move_issue",
    "open_issue",
    "relate",
    "reopen_issue",
    "set_confidential",
    "set_due",
    "set_labels",
    "set_milestone",
    "set_weight",
    "unrelate",
]


ASSIGNEES = """
    SELECT account.* FROM issue_assignee JOIN account ON account.id = account_id WHERE issue_id = ? ORDER BY account.id
"""


def issue_row(db: Database, number: int) -> Row:
    row = db.row("SELECT * FROM issue WHERE id = ?", number)
    assert row
    return row


def target(issue: Row) -> Target:
    return Target("issue", issue.project_id, issue.id)


def open_issue(
    world: World,
    author: Row,
    project: Row,
    title: str,
    description: str = "",
    *,
    type: str = "issue",
    assignees: Sequence[Row] = (),
    labels: Collection[int] = (),
    milestone_id: int | None = None,
    due: date | None = None,
    weight: int | None = None,
    confidential: bool = False,
) -> Row:
    """Opens an issue; whoever it names or is assigned to finds it on their list."""
    db, moment = world.code, world.clock.stamp()
    number = next_number(db, "issue", project.id)
    id = db.insert(
        "issue",
        project_id=project.id,
        number=number,
        type=type,
        title=title,
        description=description,
        author_id=author.id,
        confidential=int(confidential),
        weight=weight,
        due=str(due) if due else None,
        milestone_id=milestone_id,
        created=moment,
        updated=moment,
    )
    for label in sorted(labels):
        db.insert("issue_label", issue_id=id, label_id=label)
    for one in assignees:
        _check_assignee(world, project, one)
        db.insert("issue_assignee", issue_id=id, account_id=one.id)
        add_todo(world, one.id, author.id, "assigned", project.id, issue_id=id)
    add_event(world, author.id, "opened", project_id=project.id, issue_id=id)
    _tell_mentioned(world, author, project.id, id, title, description)
    return issue_row(db, id)


def next_number(db: Database, table: str, project_id: int) -> int:
    """Numbers are counted for each project, and never given again."""
    return 1 + int(db.value(f"SELECT coalesce(max(number), 0) FROM {table} WHERE project_id = ?", project_id))


def _tell_mentioned(world: World, author: Row, project_id: int, issue_id: int, *texts: str) -> None:
    for one in mentioned(world.code, *texts):
        add_todo(world, one.id, author.id, "mentioned", project_id, issue_id=issue_id)


def _check_assignee(world: World, project: Row, account: Row) -> None:
    if not may_be_assigned(world, project, account):
        raise Refused(
            f"{account.name} (@{account.username}) cannot see {project.full_path}, so nothing can be assigned to them."
        )


# Changes --------------------------------------------------------------------------------------------------------------


def edit_issue(world: World, author: Row, issue: Row, title: str, description: str) -> None:
    db = world.code
    if (title, description) == (issue.title, issue.description):
        return
    moment = world.clock.stamp()
    db.run("UPDATE issue SET title = ?, description = ?, edited = ? WHERE id = ?", title, description, moment, issue.id)
    if title != issue.title:
        system_note(world, author, target(issue), f"changed the title from “{issue.title}” to “{title}”")
    if description != issue.description:
        system_note(world, author, target(issue), "changed the description")
    _tell_mentioned(world, author, issue.project_id, issue.id, title, description)


def close_issue(world: World, author: Row, issue: Row, how: str = "") -> None:
    """Closes it, if it is open; ``how`` goes on from “closed”: “by !12”."""
    if issue.state == "closed":
        return
    world.code.run(
        "UPDATE issue SET state = 'closed', closed = ?, closed_by = ? WHERE id = ?",
        world.clock.stamp(),
        author.id,
        issue.id,
    )
    system_note(world, author, target(issue), f"closed {how}".strip())
    add_event(world, author.id, "closed", project_id=issue.project_id, issue_id=issue.id)
    settle_todos(world, author.id, issue_id=issue.id)


def reopen_issue(world: World, author: Row, issue: Row) -> None:
    if issue.state == "open":
        return
    world.code.run(
        "UPDATE issue SET state = 'open', closed = NULL, closed_by = NULL, duplicate_of = NULL WHERE id = ?", issue.id
    )
    system_note(world, author, target(issue), "reopened")
    add_event(world, author.id, "reopened", project_id=issue.project_id, issue_id=issue.id)


def assign(world: World, author: Row, issue: Row, accounts: Sequence[Row]) -> None:
    """Assigns it to these people and to nobody else."""
    db = world.code
    project = project_by_id(db, issue.project_id)
    assert project
    before = {
        row.id: row
        for row in db.rows(
            ASSIGNEES,
            issue.id,
        )
    }
    after = {row.id: row for row in accounts}
    added, removed = (
        [row for row in accounts if row.id not in before],
        [row for id, row in before.items() if id not in after],
    )
    for row in added:
        _check_assignee(world, project, row)
        db.insert("issue_assignee", issue_id=issue.id, account_id=row.id)
        add_todo(world, row.id, author.id, "assigned", issue.project_id, issue_id=issue.id)
    for row in removed:
        db.run("DELETE FROM issue_assignee WHERE issue_id = ? AND account_id = ?", issue.id, row.id)
    parts = [f"assigned to {_names(added)}"] * bool(added) + [f"unassigned {_names(removed)}"] * bool(removed)
    if parts:
        system_note(world, author, target(issue), " and ".join(parts))


def _names(accounts: Sequence[Row]) -> str:
    return ", ".join(f"@{row.username}" for row in accounts)


def set_labels(world: World, author: Row, issue: Row, labels: Collection[int]) -> None:
    """Gives it these labels and no others."""
    db = world.code
    before = set(db.values("SELECT label_id FROM issue_label WHERE issue_id = ?", issue.id))
    added, removed = sorted(set(labels) - before), sorted(before - set(labels))
    for label in added:
        db.insert("issue_label", issue_id=issue.id, label_id=label)
    for label in removed:
        db.run("DELETE FROM issue_label WHERE issue_id = ? AND label_id = ?", issue.id, label)
    note = label_change(db, added, removed)
    if note:
        system_note(world, author, target(issue), note)


def label_change(db: Database, added: Sequence[int], removed: Sequence[int]) -> str:
    """What the history says of it: “added ~bug and removed ~"to do"”."""

    def said(labels: Sequence[int]) -> str:
        titles = [db.value("SELECT title FROM label WHERE id = ?", label) for label in labels]
        return " ".join(f'~"{title}"' if " " in title else f"~{title}" for title in titles)

    return " and ".join([f"added {said(added)}"] * bool(added) + [f"removed {said(removed)}"] * bool(removed))


def set_milestone(world: World, author: Row, issue: Row, milestone: Row | None) -> None:
    if (milestone.id if milestone else None) == issue.milestone_id:
        return
    world.code.run("UPDATE issue SET milestone_id = ? WHERE id = ?", milestone.id if milestone else None, issue.id)
    system_note(
        world,
        author,
        target(issue),
        f'changed the milestone to %"{milestone.title}"' if milestone else "removed the milestone",
    )


def set_due(world: World, author: Row, issue: Row, due: date | None) -> None:
    if (str(due) if due else None) == issue.due:
        return
    world.code.run("UPDATE issue SET due = ? WHERE id = ?", str(due) if due else None, issue.id)
    system_note(
        world, author, target(issue), f"changed the due date to {day(str(due))}" if due else "removed the due date"
    )


def set_weight(world: World, author: Row, issue: Row, weight: int | None) -> None:
    if weight == issue.weight:
        return
    world.code.run("UPDATE issue SET weight = ? WHERE id = ?", weight, issue.id)
    system_note(
        world, author, target(issue), "removed the weight" if weight is None else f"changed the weight to {weight}"
    )


def set_confidential(world: World, author: Row, issue: Row, confidential: bool) -> None:
    if confidential == bool(issue.confidential):
        return
    world.code.run("UPDATE issue SET confidential = ? WHERE id = ?", int(confidential), issue.id)
    said = "made the issue confidential" if confidential else "made the issue visible to everyone"
    system_note(world, author, target(issue), said)


# Relations ------------------------------------------------------------------------------------------------------------

RELATIONS = {"relates_to": "relates to", "blocks": "blocks", "is_blocked_by": "is blocked by"}


def reference(db: Database, issue: Row, seen_from: int) -> str:
    """``#12``, with its project's path before it if it is in another one."""
    if issue.project_id == seen_from:
        return f"#{issue.number}"
    project = project_by_id(db, issue.project_id)
    assert project
    return f"{project.full_path}#{issue.number}"


def relate(world: World, author: Row, issue: Row, other: Row, kind: str) -> None:
    """Says how two issues belong together; both tell of it. ``is_blocked_by`` is ``blocks`` the other way round."""
    db = world.code
    if issue.id == other.id:
        raise Refused("An issue cannot be related to itself.")
    first, second = (other, issue) if kind == "is_blocked_by" else (issue, other)
    stored = "relates_to" if kind == "relates_to" else "blocks"
    known = db.value(
        "SELECT kind FROM issue_link WHERE (issue_id = ?1 AND other_id = ?2) OR (issue_id = ?2 AND other_id = ?1)",
        issue.id,
        other.id,
    )
    if known is not None:
        raise Refused(f"{reference(db, other, issue.project_id)} is linked already.")
    db.insert("issue_link", issue_id=first.id, other_id=second.id, kind=stored, created=world.clock.stamp())
    back = {"relates_to": "relates to", "blocks": "is blocked by", "is_blocked_by": "blocks"}[kind]
    system_note(
        world, author, target(issue), f"said that it {RELATIONS[kind]} {reference(db, other, issue.project_id)}"
    )
    system_note(world, author, target(other), f"said that it {back} {reference(db, issue, other.project_id)}")


def unrelate(world: World, author: Row, link: Row) -> None:
    db = world.code
    db.run("DELETE FROM issue_link WHERE id = ?", link.id)
    one, other = issue_row(db, link.issue_id), issue_row(db, link.other_id)
    system_note(world, author, target(one), f"removed the link to {reference(db, other, one.project_id)}")
    system_note(world, author, target(other), f"removed the link to {reference(db, one, other.project_id)}")


def mark_duplicate(world: World, author: Row, issue: Row, original: Row) -> None:
    """Closes it as a duplicate of another one."""
    if issue.id == original.id:
        raise Refused("An issue cannot be a duplicate of itself.")
    db = world.code
    db.run("UPDATE issue SET duplicate_of = ? WHERE id = ?", original.id, issue.id)
    system_note(
        world, author, target(issue), f"marked this as a duplicate of {reference(db, original, issue.project_id)}"
    )
    system_note(
        world, author, target(original), f"marked {reference(db, issue, original.project_id)} as a duplicate of this"
    )
    close_issue(world, author, issue)


def move_issue(world: World, author: Row, issue: Row, project: Row) -> Row:
    """Opens it anew in another project, comments and all, and closes it where it was."""
    db = world.code
    if project.id == issue.project_id:
        raise Refused("The issue is in this project already.")
    assignees = db.rows(
        ASSIGNEES,
        issue.id,
    )
    writer = db.row("SELECT * FROM account WHERE id = ?", issue.author_id)
    assert writer
    new = open_issue(
        world,
        writer,
        project,
        issue.title,
        issue.description,
        type=issue.type,
        assignees=[row for row in assignees if may_be_assigned(world, project, row)],
        labels=_same_labels(db, issue, project),
        due=date.fromisoformat(issue.due) if issue.due else None,
        weight=issue.weight,
        confidential=bool(issue.confidential),
    )
    places: dict[int, int] = {}
    for note in db.rows("SELECT * FROM note WHERE issue_id = ? ORDER BY id", issue.id):
        columns = {name: value for name, value in note.items() if name != "id"}
        columns |= {"project_id": project.id, "issue_id": new.id, "thread_id": places.get(note.thread_id)}
        places[note.id] = db.insert("note", **columns)
    db.run("UPDATE issue SET moved_to = ? WHERE id = ?", new.id, issue.id)
    system_note(world, author, target(issue), f"moved to {reference(db, new, issue.project_id)}")
    system_note(world, author, target(new), f"moved from {reference(db, issue, project.id)}")
    close_issue(world, author, issue)
    return new


def _same_labels(db: Database, issue: Row, project: Row) -> list[int]:
    """Of its labels those that the other project has too, by their titles."""
    return db.values(
        "SELECT mine.id FROM issue_label JOIN label ON label.id = label_id JOIN label AS mine"
        " ON mine.title = label.title AND (mine.project_id = ?2 OR mine.namespace_id = ?3)"
        " WHERE issue_id = ?1 ORDER BY mine.id",
        issue.id,
        project.id,
        project.namespace_id,
    )
