"""People: what they wrote, and what they earned."""

from __future__ import annotations

from typing import Any

from webcosm.sites.forum.pages.shell import render, viewer_of
from webcosm.sites.forum.rules.feed import post_cards
from webcosm.sites.forum.rules.people import WRITTEN_SORTS, karma, written, written_comments
from webcosm.sites.forum.rules.reading import user_named
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Request, Response

__all__ = ["user_page"]

SIZE = 20
TITLES = {"all": "user", "posts": "user posts", "comments": "user comments"}


def _show(request: Request, name: str, what: str) -> Response:
    db, viewer = request.db, viewer_of(request)
    person = user_named(db, name)
    sorting = request.sorting(WRITTEN_SORTS)
    blocked = person.id in viewer.blocked
    found = "SELECT 'post' AS what, 0 AS id, '' AS created, 0 AS score WHERE 0"
    if not blocked:
        found = written(viewer, person.id, what)
    listing = request.listing(f"SELECT * FROM ({found}) ORDER BY {sorting.sql}", size=SIZE)
    posts = {row.id: row for row in post_cards(viewer, [one.id for one in listing.items if one.what == "post"])}
    rows = written_comments(viewer, [one.id for one in listing.items if one.what == "comment"])
    comments = {row.id: row for row in rows}
    lines = [(one.what, posts[one.id] if one.what == "post" else comments[one.id]) for one in listing.items]
    request.shows(TITLES[what], user=person.username, sort=sorting.key, page=listing.number)
    return _render(request, person, "user.html", what, listing=listing, sorting=sorting, lines=lines)


def _render(request: Request, person: Any, template: str, part: str, **context: Any) -> Response:
    db, viewer = request.db, viewer_of(request)
    return render(
        request,
        template,
        person=person,
        part=part,
        blocked=person.id in viewer.blocked,
        karma=karma(viewer, person.id),
        trophies=db.rows("SELECT * FROM trophy WHERE account_id = ? ORDER BY earned DESC, name", person.id),
        looks_after=db.values(
            "SELECT forum.name FROM moderator JOIN forum ON forum.id = forum_id WHERE account_id = ?"
            " ORDER BY forum.name COLLATE NOCASE",
            person.id,
        ),
        **context,
    )


@site.get("/user/{name}", needs="public.view")
def user_page(request: Request, name: str) -> Response:
    return _show(request, name, "all")


@site.get("/user/{name}/posts", needs="public.view")
def user_posts(request: Request, name: str) -> Response:
    return _show(request, name, "posts")


@site.get("/user/{name}/comments", needs="public.view")
def user_comments(request: Request, name: str) -> Response:
    return _show(request, name, "comments")


@site.get("/user/{name}/trophies", needs="public.view")
def user_trophies(request: Request, name: str) -> Response:
    person = user_named(request.db, name)
    request.shows("user trophies", user=person.username)
    return _render(request, person, "trophies.html", "trophies")
