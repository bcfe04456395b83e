"""For the tests of a site: walks every route as every role, and names those that do not hold to their permission."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from webcosm.sites.kit.client import Visitor
from webcosm.sites.kit.routing import Route
from webcosm.sites.kit.site import Site
from webcosm.worlds import World

__all__ = ["guarded_routes", "refusals"]

LOGIN = (("GET", "/login"), ("POST", "/login"), ("POST", "/logout"))


def guarded_routes(site: Site, public: Collection[tuple[str, str]] = LOGIN) -> list[Route]:
    """The routes of a site but those that are for everybody; an AssertionError names one without a permission."""
    routes = [route for route in site.routes if (route.method, route.path) not in public]
    open_to_all = [f"{route.method} {route.path}" for route in routes if not route.needs]
    if open_to_all:
        raise AssertionError(f"these routes of {site.name} name no permission: {', '.join(open_to_all)}")
    return routes


def refusals(
    site: Site,
    open_world: Callable[[], World],
    may: Callable[[str], bool],
    *,
    sites: Sequence[Site] = (),
    signed_in: bool = True,
    values: Mapping[str, object] | None = None,
    public: Collection[tuple[str, str]] = LOGIN,
) -> list[Route]:
    """Sends something to every route in a fresh world, and returns the routes that refused it.

    An AssertionError names a route that let in somebody who may not, refused somebody who may, failed, or wrote
    something in spite of its refusal. ``values`` are for the parts of paths (see :meth:`Route.example`).
    """
    wrong: list[str] = []
    refused: list[Route] = []
    for route in guarded_routes(site, public):
        allowed = may(route.needs)
        if allowed and route.method != "GET":
            continue  # what a form does with nothing in it is for the site's own tests
        with open_world() as world:
            visitor = Visitor(world, sites or [site])
            address = f"http://{site.host}{route.example(values or {})}"
            page = visitor.send(route.method, address, {"csrf": visitor.csrf_token(site)})
            told = f"{route.method} {route.path} ({route.needs}): {page.status}"
            to_login = page.status == 303 and page.headers["location"].startswith("/login")
            turned_away = page.status in (401, 403) or (to_login and not signed_in)
            if page.status >= 500 or turned_away == allowed:
                wrong.append(told)
            if turned_away:
                refused.append(route)
                if world.changes():
                    wrong.append(f"{told}, but it wrote something")
    if wrong:
        raise AssertionError("\n".join(wrong))
    return refused
