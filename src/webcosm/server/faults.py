"""Universal switches: what a world's web can be made to suffer from, whatever the site."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from starlette.responses import Response

from webcosm.lore import Rng
from webcosm.sites.kit import Request, Site
from webcosm.sites.kit.skins import SKIN
from webcosm.sites.kit.switches import all_switches
from webcosm.worlds import Setting, Switch, World

__all__ = ["UNIVERSAL", "fails", "latency", "switches_of", "touch_up"]

S = TypeVar("S", bound=Setting)

# In real time, so not so long that the browser could be thought to hang.
LATENCY = Switch("latency", 0, "Milliseconds before a page is answered.", low=0, high=10_000)
ERROR_RATE = Switch("error_rate", 0.0, "Share of requests that fail with status 503.", low=0, high=1)
ERROR_PATHS = Switch("error_paths", "*", "Which paths may fail, as a shell pattern such as /checkout/*.")
HIDE_ARIA = Switch("hide_aria", False, "Serve pages without the labels that only screen readers hear.")
BANNER = Switch("banner", False, "Show a banner over the page until it is dismissed.")
UNIVERSAL: tuple[Switch[Any], ...] = (LATENCY, ERROR_RATE, ERROR_PATHS, HIDE_ARIA, BANNER, SKIN)

BANNER_COOKIE = "banner"
DISMISS = "/banner/dismiss"
_ARIA_LABEL = re.compile(rb"""\saria-(?:label|labelledby|describedby|description)=(?:"[^"]*"|'[^']*')""")
_BODY = re.compile(rb"<body[^>]*>")
_BANNER = (
    b'<div class="banner" role="region" aria-label="Notice"><form method="post" action="' + DISMISS.encode() + b'">'
    b"<span>We use cookies to remember you between pages.</span><button>Got it</button></form></div>"
)


def switches_of(sites: Iterable[Site]) -> list[Switch[Any]]:
    """Everything that can be set in a world with these sites; a ValueError names two that clash."""
    return all_switches(UNIVERSAL, sites)


def _setting(world: World, switch: Switch[S]) -> S:
    return switch.read(world.state.switches.get(switch.name, switch.default))


def latency(world: World) -> float:
    """Seconds to wait before answering."""
    return _setting(world, LATENCY) / 1000


def fails(world: World, path: str) -> bool:
    """Whether this request is to fail; the same requests fail in every run of a seed."""
    rate = _setting(world, ERROR_RATE)
    if not rate or not fnmatchcase(path, _setting(world, ERROR_PATHS)):
        return False
    world.state.faults += 1
    return Rng(world.universe.seed, "faults", world.state.seed, world.state.faults).chance(rate)


def touch_up(request: Request, response: Response) -> None:
    """Changes a finished page as the switches say."""
    if response.media_type != "text/html":
        return
    body = bytes(response.body)
    if _setting(request.world, BANNER) and request.cookies.get(BANNER_COOKIE) != "off":
        body = _BODY.sub(lambda found: found[0] + _BANNER, body, count=1)
    if _setting(request.world, HIDE_ARIA):
        body = _ARIA_LABEL.sub(b"", body)
    if body != response.body:
        response.body = body
        response.headers["content-length"] = str(len(body))
