"""Pictures of posts, whole and as thumbnails."""

from __future__ import annotations

from webcosm.sites.forum.pages.shell import viewer_of
from webcosm.sites.forum.pictures import numbered
from webcosm.sites.forum.rules.reading import sees_content, shown_post
from webcosm.sites.forum.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.sites.kit.media import show_drawing, show_upload

__all__ = ["picture", "thumbnail"]

WHOLE = 640


def _answer(request: Request, number: int, size: int) -> Response:
    post_id = request.db.value("SELECT post_id FROM post_picture WHERE id = ?", number)
    found = numbered(request.db, number)
    viewer = viewer_of(request)
    # Whoever may not read a post may not look at its pictures either.
    if found is None or not sees_content(viewer, shown_post(viewer, post_id)):
        raise NotFound(f"There is no picture {number}.")
    if found.file is None:
        return show_drawing(request, found.look, found.view, size)
    return show_upload(request, found.file, size)


@site.get("/media/post/{number:int}.png", needs="public.view")
def picture(request: Request, number: int) -> Response:
    return _answer(request, number, WHOLE)


@site.get("/media/post/{number:int}-{size:int}.png", needs="public.view")
def thumbnail(request: Request, number: int, size: int) -> Response:
    return _answer(request, number, size)
