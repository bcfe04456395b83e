"""Where the branches of merge requests are."""

from __future__ import annotations

from webcosm.sites.code.git import Writer
from webcosm.sites.code.rules.notes import Target
from webcosm.worlds import Database, Row

__all__ = ["HEADS", "bring", "head_of", "request_row", "target_of"]

HEADS = "refs/heads/"


def request_row(db: Database, number: int) -> Row:
    row = db.row("SELECT * FROM merge_request WHERE id = ?", number)
    assert row
    return row


def target_of(request: Row) -> Target:
    return Target("merge_request", request.project_id, request.id)


def head_of(db: Database, request: Row) -> str | None:
    """Where its branch is now; None if the branch is gone."""
    if request.source_project_id is None:
        return None
    sql = "SELECT sha FROM git_ref WHERE project_id = ? AND name = ?"
    head: str | None = db.value(sql, request.source_project_id, HEADS + request.source_branch)
    return head


def bring(db: Database, number: int, project_id: int, source_id: int, head: str) -> None:
    """A head that came from a fork belongs to the project too, under a ref of the merge request's own."""
    if source_id != project_id:
        Writer(db, project_id).record(head)
    name = f"refs/merge-requests/{number}/head"
    db.run(
        "INSERT INTO git_ref (project_id, name, sha) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (project_id, name) DO UPDATE SET sha = ?3",
        project_id,
        name,
        head,
    )
