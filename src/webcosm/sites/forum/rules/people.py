"""What a user's page shows: what they wrote, and how it was received."""

from __future__ import annotations

from typing import Any

from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.worlds import Row

__all__ = ["WRITTEN_SORTS", "karma", "written", "written_comments"]

WRITTEN_SORTS = {
    "new": ("Newest", "created DESC, id DESC"),
    "top": ("Top", "score DESC, created DESC, id DESC"),
    "old": ("Oldest", "created, id"),
}


def karma(viewer: Viewer, account_id: int) -> Row:
    """Points of what somebody wrote, and how much that is."""
    row = viewer.db.row(
        "SELECT coalesce((SELECT sum(score) FROM post JOIN post_standing ON post_id = post.id WHERE author_id = ?1), 0)"
        " AS post_points,"
        " coalesce((SELECT sum(base_score) FROM comment WHERE author_id = ?1), 0) + coalesce((SELECT sum(value)"
        " FROM comment JOIN comment_vote ON comment_id = comment.id WHERE author_id = ?1), 0) AS comment_points,"
        " (SELECT count(*) FROM post WHERE author_id = ?1 AND deleted IS NULL AND removed_by IS NULL) AS posts,"
        " (SELECT count(*) FROM comment WHERE author_id = ?1 AND deleted IS NULL AND removed_by IS NULL) AS comments",
        account_id,
    )
    assert row
    return row


def _readable(viewer: Viewer, table: str, author_id: int) -> str:
    """What a visitor may read of somebody: to oneself also what was removed; to a moderator what they look after."""
    if viewer.id == author_id or viewer.is_admin:
        return f"{table}.deleted IS NULL"
    if not viewer.moderated:
        return f"{table}.deleted IS NULL AND {table}.removed_by IS NULL"
    forums = ", ".join(map(str, sorted(viewer.moderated)))
    return f"{table}.deleted IS NULL AND ({table}.removed_by IS NULL OR post.forum_id IN ({forums}))"


def written(viewer: Viewer, author_id: int, what: str) -> str:
    """SQL for the numbers and dates of somebody's posts, comments or both; columns what, id, created, score."""
    posts = (
        "SELECT 'post' AS what, post.id AS id, post.created AS created, standing.score AS score FROM post"
        f" JOIN post_standing AS standing ON standing.post_id = post.id WHERE post.author_id = {author_id:d}"
        f" AND {_readable(viewer, 'post', author_id)}"
    )
    comments = (
        "SELECT 'comment' AS what, comment.id AS id, comment.created AS created, comment.base_score +"
        " coalesce((SELECT sum(value) FROM comment_vote WHERE comment_id = comment.id), 0) AS score FROM comment"
        f" JOIN post ON post.id = comment.post_id WHERE comment.author_id = {author_id:d}"
        f" AND {_readable(viewer, 'comment', author_id)}"
    )
    return {"posts": posts, "comments": comments, "all": f"{posts} UNION ALL {comments}"}[what]


WRITTEN_COMMENT = (
    "SELECT comment.*, post.title, post.forum_id, post.deleted AS post_deleted, post.removed_by AS post_removed,"
    " post.author_id AS post_author, forum.name AS forum, account.username AS author, account.active AS author_active,"
    " comment.base_score + coalesce((SELECT sum(value) FROM comment_vote WHERE comment_id = comment.id), 0) AS score,"
    " (SELECT value FROM comment_vote WHERE comment_id = comment.id AND account_id = :viewer) AS mine,"
    " EXISTS (SELECT 1 FROM saved WHERE account_id = :viewer AND comment_id = comment.id) AS saved"
    " FROM comment JOIN post ON post.id = comment.post_id JOIN forum ON forum.id = post.forum_id"
    " JOIN account ON account.id = comment.author_id"
)


def written_comments(viewer: Viewer, ids: list[Any]) -> list[Row]:
    """Comments outside of their threads: each with its post's title and forum; in the order of the numbers."""
    if not ids:
        return []
    place = {number: place for place, number in enumerate(ids)}
    rows = viewer.db.rows(
        f"{WRITTEN_COMMENT} WHERE comment.id IN ({', '.join(f'{number:d}' for number in place)})",
        {"viewer": viewer.id},
    )
    rows.sort(key=lambda row: place[row.id])
    return rows
