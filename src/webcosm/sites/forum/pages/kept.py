"""What somebody keeps and what they have put out of sight: saved posts and comments, hidden posts."""

from __future__ import annotations

from webcosm.sites.forum.pages.shell import render, viewer_of
from webcosm.sites.forum.rules.feed import post_cards
from webcosm.sites.forum.rules.people import written_comments
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Request, Response

__all__ = ["hidden", "saved"]

SIZE = 20
KINDS = {"": "Everything", "posts": "Posts", "comments": "Comments"}
THERE = (
    "SELECT saved.post_id, comment_id FROM saved LEFT JOIN comment ON comment.id = comment_id JOIN post"
    " ON post.id = coalesce(saved.post_id, comment.post_id) WHERE account_id = ? AND post.deleted IS NULL"
    " AND post.removed_by IS NULL AND comment.deleted IS NULL AND comment.removed_by IS NULL"
)
"""What was deleted or removed since is kept no longer."""
ONLY = {"": "", "posts": " AND saved.post_id IS NOT NULL", "comments": " AND comment_id IS NOT NULL"}


@site.get("/saved", needs="own.view")
def saved(request: Request) -> Response:
    viewer, user = viewer_of(request), request.need_user()
    kind = request.query.get("kind", "")
    kind = kind if kind in KINDS else ""
    listing = request.listing(
        f"{THERE}{ONLY[kind]} ORDER BY saved.created DESC, saved.id DESC",
        user.id,
        size=SIZE,
    )
    posts = {row.id: row for row in post_cards(viewer, [one.post_id for one in listing.items if one.post_id])}
    rows = written_comments(viewer, [one.comment_id for one in listing.items if one.comment_id])
    comments = {row.id: row for row in rows}
    lines = [
        ("post", posts[one.post_id]) if one.post_id else ("comment", comments[one.comment_id]) for one in listing.items
    ]
    request.shows("saved", kind=kind or None, page=listing.number)
    return render(request, "saved.html", listing=listing, lines=lines, kind=kind, kinds=KINDS)


@site.get("/hidden", needs="own.view")
def hidden(request: Request) -> Response:
    viewer, user = viewer_of(request), request.need_user()
    listing = request.listing(
        "SELECT post_id FROM hidden_post JOIN post ON post.id = post_id WHERE account_id = ?"
        " AND deleted IS NULL AND removed_by IS NULL ORDER BY post.created DESC, post_id DESC",
        user.id,
        size=SIZE,
    )
    request.shows("hidden posts", page=listing.number)
    posts = post_cards(viewer, [one.post_id for one in listing.items])
    return render(request, "hidden.html", listing=listing, posts=posts)
