"""Who sees what: forums, posts and comments as their pages need them, and what is hidden from whom."""

from __future__ import annotations

from webcosm.sites.forum.rules.feed import CARD
from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.sites.kit import NotFound
from webcosm.worlds import Database, Row

__all__ = ["forum_named", "post_state", "sees_content", "shown_comment", "shown_post", "user_named"]


def forum_named(db: Database, name: str) -> Row:
    """The forum, whatever the case of its name."""
    row = db.row(
        "SELECT forum.*, (SELECT count(*) FROM subscription WHERE forum_id = forum.id) AS subscribers"
        " FROM forum WHERE name = ?",
        name,
    )
    if row is None:
        raise NotFound(f"There is no forum “{name}”.")
    return row


def user_named(db: Database, name: str) -> Row:
    """The account, if it was not deleted."""
    row = db.row("SELECT * FROM account WHERE username = ?", name)
    if row is None:
        raise NotFound(f"There is nobody called “{name}” here.")
    if not row.active:
        raise NotFound("This account was deleted. What it wrote stays, without a name.")
    return row


def post_state(viewer: Viewer, post: Row) -> str:
    """What there is to say of a post or comment before it is shown: ``deleted``, ``removed``, ``blocked`` or ``""``."""
    if post.deleted:
        return "deleted"
    if post.removed_by is not None:
        return "removed"
    return "blocked" if post.author_id in viewer.blocked else ""


def sees_content(viewer: Viewer, post: Row) -> bool:
    """Whether the visitor may read it all the same: its author and the moderators may, save what its author deleted."""
    state = post_state(viewer, post)
    if not state:
        return True
    if state == "blocked":
        return False
    own = viewer.id is not None and post.author_id == viewer.id
    return own if state == "deleted" else own or viewer.moderates(post.forum_id)


def shown_post(viewer: Viewer, number: int) -> Row:
    """The post with all that its page says of it. There is a page for every post, also for one that was taken down."""
    row = viewer.db.row(f"{CARD} WHERE post.id = :post", {"viewer": viewer.id, "post": number})
    if row is None:
        raise NotFound(f"There is no post {number}.")
    return row


def shown_comment(viewer: Viewer, number: int) -> Row:
    """A comment with its post's forum and its author's name."""
    row = viewer.db.row(
        "SELECT comment.*, post.forum_id, forum.name AS forum, account.username AS author,"
        " account.active AS author_active"
        " FROM comment JOIN post ON post.id = comment.post_id JOIN forum ON forum.id = post.forum_id"
        " JOIN account ON account.id = comment.author_id WHERE comment.id = ?",
        number,
    )
    if row is None:
        raise NotFound(f"There is no comment {number}.")
    return row
