"""The websites, one folder each, and the kit they are made of."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

from webcosm.plugins import load_plugins
from webcosm.sites.kit import Site
from webcosm.worlds import Universe
from webcosm.worlds.image import check_schema

__all__ = ["Site", "all_sites", "database_of", "host_of", "open_universe", "site_named"]

NAMES = ("home", "shop", "admin", "forum", "classifieds", "code", "calc", "notes", "manuals")
"""Our own sites, in the order the portal shows them: each is ``webcosm.sites.NAME`` with a ``site`` in it."""


@functools.cache
def all_sites() -> tuple[Site, ...]:
    """Our sites, then those that other installed packages bring (entry points of the group ``webcosm.sites``).

    Of these, one that is broken or that takes a name which is taken is left out; see :mod:`webcosm.plugins`.
    """
    sites: list[Site] = [import_module(f"webcosm.sites.{name}").site for name in NAMES]

    def add(entry: EntryPoint, site: object) -> None:
        if not isinstance(site, Site):
            raise TypeError(f"{site!r} is no site; the entry point must name a webcosm.Site")
        for attribute in ("name", "host"):
            value = getattr(site, attribute)
            for other in sites:
                if getattr(other, attribute) == value:
                    raise ValueError(f"two sites have the {attribute} {value!r}: {other!r} and {site!r}")
        check_schema(site.name, site.schema)
        sites.append(site)

    load_plugins("webcosm.sites", add)
    return tuple(sites)


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
