"""A picture of one page of a fresh world."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from webcosm.browser import Refused, Viewport
from webcosm.env.open import OpenTask
from webcosm.env.options import Look, Options
from webcosm.env.runtime import Runtime
from webcosm.sites.kit import Site
from webcosm.worlds import WorldState

__all__ = ["DESK", "NOBODY", "PHONE", "Shot", "take_shot"]

DESK, PHONE = Viewport(1280, 720), Viewport(390, 844)
NOBODY = "nobody"


@dataclass(frozen=True)
class Shot:
    png: bytes
    url: str
    """Where the page is in the end."""
    title: str


@dataclass
class _Page(OpenTask):
    accounts: dict[str, str | None] = field(default_factory=dict)

    def first_state(self) -> WorldState:
        return replace(super().first_state(), accounts=dict(self.accounts))


async def take_shot(
    runtime: Runtime,
    address: str,
    *,
    universe: int = 0,
    viewport: Viewport = DESK,
    user: str | None = None,
    full_page: bool = False,
) -> Shot:
    """The page at an address (``notes.test/new`` will do) as it is shown to the site's usual user or to another.

    A ValueError says what is wrong with the address or the user.
    """
    url = address if "://" in address else f"http://{address}"
    host = urlsplit(url).hostname or ""
    site = runtime.server.sites.get(host)
    if site is None:
        raise ValueError(f"{address}: there is no site {host!r}; there are {', '.join(sorted(runtime.server.sites))}")
    accounts = {site.name: _username(runtime, site, universe, user)} if user is not None else {}
    task = _Page("shot", 0, universe, start=(url,), viewport=viewport, words="Look.", accounts=accounts)
    options = Options(look=Look(parts=("full_screenshot",) if full_page else ("screenshot",)))
    async with runtime.episode(task, options=options) as episode:
        try:
            seen = await episode.reset()
        except Refused as error:
            raise ValueError(f"{address}: {error}") from None
        png = seen.full_screenshot if full_page else seen.screenshot
        if png is None:
            raise ValueError(f"{address}: the page shows a dialog, and nothing can be seen behind it")
        return Shot(png, seen.url, seen.tabs[seen.active_tab].title)


def _username(runtime: Runtime, site: Site, universe: int, user: str) -> str | None:
    known = [account.username for account in site.accounts(runtime.universe(universe).lore)]
    if user == NOBODY:
        return None
    if user not in known:
        there = ", ".join([*known, NOBODY]) if known else f"none there, only {NOBODY}"
        raise ValueError(f"{user!r} has no account at {site.host}; accounts: {there}")
    return user
