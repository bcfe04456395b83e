"""The front page with its tabs: what is featured, everything, and one's own forums."""

from __future__ import annotations

from webcosm.sites.forum.pages.shell import render, viewer_of
from webcosm.sites.forum.rules.feed import RANGED, RANGES, SORTS, feed
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Request, Response

__all__ = ["chosen_order", "front"]

FRONT_SORTS = {"most_commented": "comments"}
"""What the preference calls otherwise than the address."""


def chosen_order(request: Request, usual: str = "hot") -> tuple[str, str]:
    """The order and the time range that the address asks for."""
    sort = request.query.get("sort", "")
    sort = sort if sort in SORTS else usual
    period = request.query.get("t", "")
    return sort, period if sort in RANGED and period in RANGES else "all"


def _show(request: Request, tab: str) -> Response:
    viewer, db = viewer_of(request), request.db
    user = viewer.user
    preferred = FRONT_SORTS.get(user.front_sort, user.front_sort) if user else "hot"
    sort, period = chosen_order(request, preferred)
    forums: frozenset[int] | None = None
    if tab == "featured":
        forums = frozenset(db.values("SELECT id FROM forum WHERE featured"))
    elif tab == "subscribed":
        forums = viewer.subscribed
    page = feed(viewer, forums, sort, period=period, now=request.now, after=request.query.get("after", ""))
    request.shows("front page", tab=tab, sort=sort, t=period, after=None if page.is_first else request.query["after"])
    return render(request, "front.html", tab=tab, sort=sort, period=period, page=page, featured=_featured(request))


def _featured(request: Request) -> list[object]:
    """Some forums for the side of the page."""
    return list(
        request.db.rows(
            "SELECT forum.name, forum.title, forum.description FROM forum WHERE featured ORDER BY name COLLATE NOCASE"
            " LIMIT 12"
        )
    )


@site.get("/", needs="public.view")
def front(request: Request) -> Response:
    viewer = viewer_of(request)
    tab = viewer.user.front_page if viewer.user else "featured"
    return _show(request, "featured" if tab == "subscribed" and not viewer.subscribed else tab)


@site.get("/featured", needs="public.view")
def featured(request: Request) -> Response:
    return _show(request, "featured")


@site.get("/all", needs="public.view")
def everything(request: Request) -> Response:
    return _show(request, "all")


@site.get("/subscribed", needs="own.view")
def subscribed(request: Request) -> Response:
    return _show(request, "subscribed")
