"""A post with its comments."""

from __future__ import annotations

from typing import Any

from webcosm.sites.forum.pages.forums import show_forum
from webcosm.sites.forum.pages.shell import viewer_of
from webcosm.sites.forum.pages.things import NAMES
from webcosm.sites.forum.rules.feed import post_cards
from webcosm.sites.forum.rules.reading import forum_named, sees_content, shown_comment, shown_post
from webcosm.sites.forum.rules.tree import COMMENT_SORTS, FIRST_THREADS, LOW_SCORE, read_tree
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Forbidden, NotFound, Request, Response
from webcosm.worlds import Database, Row

__all__ = ["poll_of", "post_page", "show_post"]

MOST_THREADS = 1_000


def show_post(
    request: Request, name: str, number: int, *, top: int | None = None, status: int = 200, **context: Any
) -> Response:
    """The page of a post, or of one comment of it (``top``); writers show it again with a form that was refused.

    ``reply_form`` is the form under the post, ``reply_to`` the comment that another form answers.
    """
    db, viewer = request.db, viewer_of(request)
    post = shown_post(viewer, number)
    forum = forum_named(db, post.forum)
    usual = viewer.user.comment_sort if viewer.user else "best"
    sort = request.query.get("comments", "")
    sort = sort if sort in COMMENT_SORTS else usual
    given = request.query.get("threads", "")
    threads = min(int(given), MOST_THREADS) if given.isdecimal() and len(given) < 6 else FIRST_THREADS
    threads = max(threads, FIRST_THREADS)
    if request.method == "GET":
        db.run("UPDATE post SET views = views + 1 WHERE id = ?", post.id)
    if top is None:
        request.shows("post", id=post.id, comments=sort, threads=threads)
    else:
        request.shows("comment", id=top, post=post.id, comments=sort)
    origin = post_cards(viewer, [post.crosspost_of]) if post.crosspost_of else []
    return show_forum(
        request,
        forum,
        "post.html",
        "post",
        status=status,
        post=post,
        tree=read_tree(viewer, post.id, sort, top=top, threads=threads),
        comment_sort=sort,
        comment_sorts={key: label for key, (label, _) in COMMENT_SORTS.items()},
        threads=threads,
        more_threads=threads + FIRST_THREADS,
        low_score=LOW_SCORE,
        names_help=NAMES,
        top=top,
        origin=origin[0] if origin else None,
        pictures=db.rows("SELECT id, caption FROM post_picture WHERE post_id = ? ORDER BY position, id", post.id),
        poll=poll_of(db, post.id, viewer.id) if post.kind == "poll" else None,
        is_edited=bool(db.value("SELECT EXISTS (SELECT 1 FROM post_edit WHERE post_id = ?)", post.id)),
        crossposts=db.rows(
            "SELECT post.id, forum.name AS forum FROM post JOIN forum ON forum.id = forum_id WHERE crosspost_of = ?"
            " AND deleted IS NULL AND removed_by IS NULL ORDER BY post.created, post.id",
            post.id,
        ),
        is_banned=viewer.id is not None
        and bool(
            db.value(
                "SELECT EXISTS (SELECT 1 FROM ban WHERE forum_id = ? AND account_id = ? AND lifted IS NULL"
                " AND (until IS NULL OR until > ?))",
                forum.id,
                viewer.id,
                request.world.clock.stamp(),
            )
        ),
        **{"reply_form": None, "reply_to": None, "comment_form": None, **context},
    )


def poll_of(db: Database, post_id: int, viewer_id: int | None) -> dict[str, Any]:
    """The options with their votes, and what the visitor chose."""
    options = db.rows(
        "SELECT id, label, (SELECT count(*) FROM poll_vote WHERE option_id = poll_option.id) AS votes"
        " FROM poll_option WHERE post_id = ? ORDER BY position, id",
        post_id,
    )
    mine = db.value("SELECT option_id FROM poll_vote WHERE post_id = ? AND account_id = ?", post_id, viewer_id)
    total = sum(one.votes for one in options)
    return {"options": options, "mine": mine, "total": total, "most": max((one.votes for one in options), default=0)}


def _at_home(request: Request, name: str, post: Row, rest: str = "") -> Response | None:
    """Sends who came by the name of another forum to the post's own address."""
    if post.forum.lower() == name.lower():
        return None
    query = f"?{request.query_string}" if request.query_string else ""
    return request.redirect(f"/f/{post.forum}/post/{post.id}{rest}{query}")


@site.get("/f/{name}/post/{number:int}", needs="public.view")
def post_page(request: Request, name: str, number: int) -> Response:
    post = shown_post(viewer_of(request), number)
    return _at_home(request, name, post) or show_post(request, name, number)


@site.get("/f/{name}/post/{number:int}/comment/{comment:int}", needs="public.view")
def comment_page(request: Request, name: str, number: int, comment: int) -> Response:
    row = shown_comment(viewer_of(request), comment)
    if row.post_id != number:
        raise NotFound(f"Post {number} has no comment {comment}.")
    if row.forum.lower() != name.lower():
        return request.redirect(f"/f/{row.forum}/post/{row.post_id}/comment/{comment}")
    return show_post(request, name, number, top=comment)


@site.get("/f/{name}/post/{number:int}/history", needs="public.view")
def post_history(request: Request, name: str, number: int) -> Response:
    viewer = viewer_of(request)
    post = shown_post(viewer, number)
    if away := _at_home(request, name, post, "/history"):
        return away
    if not sees_content(viewer, post):
        raise Forbidden("What this post said before is hidden with it.")
    request.shows("post history", id=post.id)
    edits = request.db.rows("SELECT * FROM post_edit WHERE post_id = ? ORDER BY until DESC, id DESC", post.id)
    forum = forum_named(request.db, post.forum)
    return show_forum(request, forum, "history.html", "post", post=post, comment=None, edits=edits)


@site.get("/comment/{number:int}/history", needs="public.view")
def comment_history(request: Request, number: int) -> Response:
    viewer = viewer_of(request)
    comment = shown_comment(viewer, number)
    post = shown_post(viewer, comment.post_id)
    if not sees_content(viewer, comment):
        raise Forbidden("What this comment said before is hidden with it.")
    request.shows("comment history", id=comment.id)
    edits = request.db.rows("SELECT * FROM comment_edit WHERE comment_id = ? ORDER BY until DESC, id DESC", number)
    forum = forum_named(request.db, post.forum)
    return show_forum(request, forum, "history.html", "post", post=post, comment=comment, edits=edits)


@site.get("/comment/{number:int}", needs="public.view")
def comment_address(request: Request, number: int) -> Response:
    """A short way to a comment."""
    row = shown_comment(viewer_of(request), number)
    return request.redirect(f"/f/{row.forum}/post/{row.post_id}/comment/{number}")
