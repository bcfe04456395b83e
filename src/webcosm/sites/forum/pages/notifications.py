"""What somebody is told of: replies, mentions, messages, and what moderators did."""

from __future__ import annotations

from webcosm.sites.forum.pages.shell import render
from webcosm.sites.forum.rules.notices import read_all
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Request, Response

__all__ = ["notifications"]

SIZE = 30
KINDS = {"reply": "Replies", "mention": "Mentions", "message": "Messages", "moderation": "Moderation"}

FOUND = (
    "SELECT notification.*, forum.name AS forum, post.title, coalesce(comment.body, '') AS comment_body,"
    " comment.parent_id, coalesce(commenter.username, poster.username) AS author,"
    " coalesce(commenter.active, poster.active) AS author_active,"
    " coalesce(comment.deleted, comment.removed_by, post.deleted, post.removed_by) IS NOT NULL AS is_gone,"
    " thread.subject, (SELECT username FROM account WHERE id = iif(thread.starter_id = notification.account_id,"
    " thread.other_id, thread.starter_id)) AS other"
    " FROM notification LEFT JOIN post ON post.id = notification.post_id LEFT JOIN forum ON forum.id = post.forum_id"
    " LEFT JOIN comment ON comment.id = notification.comment_id"
    " LEFT JOIN account AS commenter ON commenter.id = comment.author_id"
    " LEFT JOIN account AS poster ON poster.id = post.author_id"
    " LEFT JOIN thread ON thread.id = notification.thread_id"
    " WHERE notification.account_id = ? AND (? = '' OR notification.kind = ?)"
    " ORDER BY notification.created DESC, notification.id DESC"
)


@site.get("/notifications", needs="own.view")
def notifications(request: Request) -> Response:
    user = request.need_user()
    kind = request.query.get("kind", "")
    kind = kind if kind in KINDS else ""
    listing = request.listing(FOUND, user.id, kind, kind, size=SIZE)
    request.shows("notifications", kind=kind or None, page=listing.number)
    read_all(request.db, [row.id for row in listing.items], request.world.clock.stamp())
    return render(request, "notifications.html", listing=listing, kind=kind, kinds=KINDS)
