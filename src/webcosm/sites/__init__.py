"""The websites, one folder each, and the kit they are made of."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from webcosm.sites.kit import Site
from webcosm.worlds import Universe

__all__ = ["Site", "all_sites", "database_of", "host_of", "open_universe", "site_named"]

NAMES = ("home", "shop", "admin", "calc", "notes", "manuals")
"""Our own sites, in the order the portal shows them: each is ``webcosm.sites.NAME`` with a ``site`` in it."""


@functools.cache
def all_sites() -> tuple[Site, ...]:
    """Our sites, then those that other installed packages bring (entry points of the group ``webcosm.sites``)."""
    own = [import_module(f"webcosm.sites.{name}").site for name in NAMES]
    brought = [entry.load() for entry in sorted(entry_points(group="webcosm.sites"), key=lambda entry: entry.name)]
    sites = (*own, *brought)
    for site in sites:
        if not isinstance(site, Site):
            raise TypeError(f"an entry point of webcosm.sites gave {site!r}; it must name a webcosm.sites.kit.Site")
    for attribute in ("name", "host"):
        seen: dict[str, Site] = {}
        for site in sites:
            value = getattr(site, attribute)
            if value in seen:
                raise ValueError(f"two sites have the {attribute} {value!r}: {seen[value]!r} and {site!r}")
            seen[value] = site
    return sites


def site_named(name: str) -> Site:
    for site in all_sites():
        if site.name == name:
            return site
    raise KeyError(f"there is no site {name!r}; there are {', '.join(site.name for site in all_sites())}")


def host_of(name: str) -> str:
    """The host of a site, also of one that is not installed here: ``shop.test``, ``admin.shop.test``."""
    return next((site.host for site in all_sites() if site.name == name), f"{name}.test")


def database_of(name: str) -> str:
    """Which database a site works on: its own, or that of the site whose rows it shares."""
    return next((site.database for site in all_sites() if site.name == name), name)


def open_universe(
    seed: int = 0, *, scale: str = "small", sites: Sequence[Site] | None = None, cache: Path | None = None
) -> Universe:
    """The universe of a seed, with these sites or all; each site's first state is built when it is first needed.

    >>> with open_universe(seed=7) as universe, universe.open() as world:           # doctest: +SKIP
    ...     world.notes.value("SELECT count(*) FROM note")
    """
    chosen = all_sites() if sites is None else sites
    return Universe([site.blueprint for site in chosen if site.blueprint], seed=seed, scale=scale, cache=cache)
