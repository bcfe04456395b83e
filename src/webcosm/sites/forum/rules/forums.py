"""Forums among others: the index, tags, who looks after one, and what they did."""

from __future__ import annotations

from webcosm.sites.kit import match_query
from webcosm.sites.kit.folding import contains, pattern
from webcosm.worlds import Database, Row, Value

__all__ = ["INDEX_SORTS", "LOG_ACTIONS", "find_forums", "log_lines", "moderators_of", "tags"]

INDEX_SORTS = {
    "name": ("Name", "forum.name COLLATE NOCASE"),
    "subscribers": ("Most subscribers", "subscribers DESC, forum.name COLLATE NOCASE"),
    "posts": ("Most posts", "posts DESC, forum.name COLLATE NOCASE"),
}
LOG_ACTIONS = {
    "remove_post": "removed the post",
    "restore_post": "restored the post",
    "remove_comment": "removed a comment",
    "restore_comment": "restored a comment",
    "lock": "locked the post",
    "unlock": "unlocked the post",
    "pin": "pinned the post",
    "unpin": "unpinned the post",
    "ban": "banned",
    "unban": "lifted the ban of",
    "add_moderator": "made a moderator of",
    "remove_moderator": "took the moderator's rights from",
    "edit_forum": "edited the forum",
    "dismiss_report": "dismissed a report",
}
"""What a moderator did, as a line of the log says it."""


def find_forums(db: Database, order: str, *, words: str = "", tag: str = "") -> tuple[str, list[Value]]:
    """The forums with all of the words, in any order, and the tag; SQL and its arguments."""
    conditions, arguments = ["1"], list[Value]()
    for word in words.split()[:20]:
        conditions.append(contains(db, "forum.name || ' ' || forum.title || ' ' || forum.description"))
        arguments.append(pattern(word))
    if words and match_query(words) is None:
        conditions.append("0")
    if tag:
        conditions.append("',' || replace(forum.tags, ' ', '') || ',' LIKE ?")
        arguments.append(f"%,{tag.replace('%', '').replace('_', '')},%")
    return (
        "SELECT forum.*, (SELECT count(*) FROM subscription WHERE forum_id = forum.id) AS subscribers,"
        " (SELECT count(*) FROM post_standing WHERE forum_id = forum.id AND shown = 1) AS posts"
        f" FROM forum WHERE {' AND '.join(conditions)} ORDER BY {order}",
        arguments,
    )


def tags(db: Database) -> list[tuple[str, int]]:
    """Every tag and how many forums have it, by name."""
    found: dict[str, int] = {}
    for line in db.values("SELECT tags FROM forum"):
        for tag in line.split(","):
            if name := tag.strip().lower():
                found[name] = found.get(name, 0) + 1
    return sorted(found.items())


def moderators_of(db: Database, forum_id: int) -> list[Row]:
    """Who looks after a forum, the longest-serving first."""
    return db.rows(
        "SELECT account.id, account.username, moderator.created FROM moderator JOIN account ON account.id = account_id"
        " WHERE forum_id = ? AND active ORDER BY moderator.created, account.id",
        forum_id,
    )


def log_lines(forum_id: int, action: str = "", by: str = "") -> tuple[str, list[Value]]:
    """What moderators did in a forum, the latest first; SQL and its arguments."""
    conditions, arguments = ["moderation.forum_id = ?"], list[Value]([forum_id])
    if action:
        conditions.append("moderation.action = ?")
        arguments.append(action)
    if by:
        conditions.append("moderator.username = ?")
        arguments.append(by)
    return (
        "SELECT moderation.*, moderator.username AS moderator, post.title, post.deleted AS post_deleted,"
        " post.removed_by AS post_removed, comment.post_id AS comment_post, account.username AS about,"
        " account.active AS about_active, forum_rule.position AS rule_position, forum_rule.title AS rule"
        " FROM moderation JOIN account AS moderator ON moderator.id = moderator_id"
        " LEFT JOIN post ON post.id = moderation.post_id LEFT JOIN comment ON comment.id = moderation.comment_id"
        " LEFT JOIN account ON account.id = moderation.account_id"
        " LEFT JOIN forum_rule ON forum_rule.id = moderation.rule_id"
        f" WHERE {' AND '.join(conditions)} ORDER BY moderation.created DESC, moderation.id DESC",
        arguments,
    )
