"""Universal switches: what a world's web can be made to suffer from, whatever the site."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

from starlette.responses import Response

from webcosm.lore import Rng
from webcosm.sites.kit import Request, Site
from webcosm.worlds import Setting, Switch, World

__all__ = ["UNIVERSAL", "fails", "latency", "switches_of", "touch_up"]

UNIVERSAL = (
    # In real time, so not so long that the browser could be thought to hang.
    Switch("latency", 0, "Milliseconds before a page is answered.", low=0, high=10_000),
    Switch("error_rate", 0.0, "Share of requests that fail with status 503.", low=0, high=1),
    Switch("error_paths", "*", "Which paths may fail, as a shell pattern such as /checkout/*."),
    Switch("hide_aria", False, "Serve pages without the labels that only screen readers hear."),
    Switch("banner", False, "Show a banner over the page until it is dismissed."),
)

BANNER_COOKIE = "banner"
DISMISS = "/banner/dismiss"
_ARIA_LABEL = re.compile(rb"""\saria-(?:label|labelledby|describedby|description)=(?:"[^"]*"|'[^']*')""")
_BODY = re.compile(rb"<body[^>]*>")
_BANNER = (
    b'<div class="banner" role="region" aria-label="Notice"><form method="post" action="' + DISMISS.encode() + b'">'
    b"<span>We use cookies to remember you between pages.</span><button>Got it</button></form></div>"
)


def switches_of(sites: Iterable[Site]) -> list[Switch]:
    """All that can be switched in a world of these sites."""
    return [*UNIVERSAL, *(switch for site in sites for switch in site.switches.values())]


def _setting(world: World, name: str) -> Setting:
    switch = next(switch for switch in UNIVERSAL if switch.name == name)
    return switch.read(world.state.switches.get(name, switch.default))


def latency(world: World) -> float:
    """Seconds to wait before answering."""
    return float(_setting(world, "latency")) / 1000


def fails(world: World, path: str) -> bool:
    """Whether this request is to fail; the same requests fail in every run of a seed."""
    rate = float(_setting(world, "error_rate"))
    if not rate or not fnmatchcase(path, str(_setting(world, "error_paths"))):
        return False
    world.state.faults += 1
    return Rng(world.universe.seed, "faults", world.state.seed, world.state.faults).chance(rate)


def touch_up(request: Request, response: Response) -> None:
    """Changes a finished page as the switches say."""
    if response.media_type != "text/html":
        return
    body = bytes(response.body)
    if _setting(request.world, "banner") and request.cookies.get(BANNER_COOKIE) != "off":
        body = _BODY.sub(lambda found: found[0] + _BANNER, body, count=1)
    if _setting(request.world, "hide_aria"):
        body = _ARIA_LABEL.sub(b"", body)
    if body != response.body:
        response.body = body
        response.headers["content-length"] = str(len(body))
