"""Projects to look at."""

from __future__ import annotations

from webcosm.sites.code.pages.shell import render, viewer_of
from webcosm.sites.code.rules.places import PROJECT
from webcosm.sites.code.site import site
from webcosm.sites.kit import Request, Response

__all__ = ["explore", "front"]


@site.get("/", needs="public.view")
def front(request: Request) -> Response:
    return request.redirect("/explore")


@site.get("/explore", needs="public.view")
def explore(request: Request) -> Response:
    viewer = viewer_of(request)
    listing = request.listing(f"{PROJECT} WHERE {viewer.visible} ORDER BY project.active DESC, project.id", size=20)
    request.shows("projects", page=listing.number)
    return render(request, "explore.html", listing=listing)
