"""The index of forums, and the pages of one: its posts, what it is about, its rules, its log."""

from __future__ import annotations

from typing import Any

from webcosm.sites.forum.pages.front import chosen_order
from webcosm.sites.forum.pages.shell import render, viewer_of
from webcosm.sites.forum.rules.feed import feed, pinned_posts
from webcosm.sites.forum.rules.forums import INDEX_SORTS, LOG_ACTIONS, find_forums, log_lines, moderators_of, tags
from webcosm.sites.forum.rules.reading import forum_named
from webcosm.sites.forum.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["forum_page", "show_forum"]

LOG_SIZE = 40


@site.get("/forums", needs="public.view")
def index(request: Request) -> Response:
    return _index(request, request.query.get("tag", "").strip().lower())


def _index(request: Request, tag: str) -> Response:
    words = " ".join(request.query.get("q", "").split())
    sorting = request.sorting(INDEX_SORTS)
    sql, arguments = find_forums(request.db, sorting.sql, words=words, tag=tag)
    listing = request.listing(sql, *arguments, size=40)
    request.shows("forums", sort=sorting.key, tag=tag or None, q=words or None, page=listing.number)
    return render(
        request, "forums.html", listing=listing, sorting=sorting, tag=tag, words_typed=words, tags=tags(request.db)
    )


@site.get("/tags", needs="public.view")
def all_tags(request: Request) -> Response:
    request.shows("tags")
    return render(request, "tags.html", tags=tags(request.db))


@site.get("/tag/{name}", needs="public.view")
def tag_page(request: Request, name: str) -> Response:
    name = name.lower()
    if name not in dict(tags(request.db)):
        raise NotFound(f"No forum has the tag “{name}”.")
    return _index(request, name)


def show_forum(
    request: Request, forum: Row, template: str, part: str, *, status: int = 200, **context: Any
) -> Response:
    """A page of a forum, with its sidebar; also for those who write such pages."""
    viewer = viewer_of(request)
    return render(
        request,
        template,
        status=status,
        forum=forum,
        part=part,
        moderates=viewer.moderates(forum.id),
        is_subscribed=forum.id in viewer.subscribed,
        is_hidden=forum.id in viewer.hidden_forums,
        moderators=moderators_of(request.db, forum.id),
        rules=request.db.rows("SELECT * FROM forum_rule WHERE forum_id = ? ORDER BY position, id", forum.id),
        **context,
    )


@site.get("/f/{name}", needs="public.view")
def forum_page(request: Request, name: str) -> Response:
    forum = forum_named(request.db, name)
    viewer = viewer_of(request)
    sort, period = chosen_order(request)
    after = request.query.get("after", "")
    pinned = pinned_posts(viewer, forum.id) if sort == "hot" else []
    page = feed(
        viewer,
        [forum.id],
        sort,
        period=period,
        now=request.now,
        after=after,
        leave_out=[row.id for row in pinned],
    )
    request.shows("forum", forum=forum.name, sort=sort, t=period, after=None if page.is_first else after)
    return show_forum(
        request,
        forum,
        "forum.html",
        "posts",
        sort=sort,
        period=period,
        page=page,
        pinned=pinned if page.is_first else [],
    )


@site.get("/f/{name}/about", needs="public.view")
def about(request: Request, name: str) -> Response:
    forum = forum_named(request.db, name)
    request.shows("about forum", forum=forum.name)
    counts = request.db.row(
        "SELECT (SELECT count(*) FROM post_standing WHERE forum_id = ?1 AND shown = 1) AS posts,"
        " (SELECT count(*) FROM ban WHERE forum_id = ?1 AND lifted IS NULL AND (until IS NULL OR until > ?2)) AS bans,"
        " (SELECT username FROM account WHERE id = ?3 AND active) AS creator",
        forum.id,
        request.world.clock.stamp(),
        forum.creator_id,
    )
    return show_forum(request, forum, "about.html", "about", counts=counts)


@site.get("/f/{name}/rules", needs="public.view")
def rules(request: Request, name: str) -> Response:
    forum = forum_named(request.db, name)
    request.shows("forum rules", forum=forum.name)
    return show_forum(request, forum, "rules.html", "rules")


@site.get("/f/{name}/log", needs="public.view")
def log(request: Request, name: str) -> Response:
    forum = forum_named(request.db, name)
    action = request.query.get("action", "")
    action = action if action in LOG_ACTIONS else ""
    by = request.query.get("by", "").strip()
    sql, arguments = log_lines(forum.id, action, by)
    listing = request.listing(sql, *arguments, size=LOG_SIZE)
    request.shows("moderation log", forum=forum.name, action=action or None, by=by.lower() or None, page=listing.number)
    return show_forum(request, forum, "log.html", "log", listing=listing, action=action, by=by, actions=LOG_ACTIONS)
