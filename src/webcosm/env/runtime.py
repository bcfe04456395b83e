"""Everything that episodes share: universes, one server, browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from webcosm.browser import Browsers
from webcosm.browser.own import OwnBrowsers
from webcosm.env.episode import Episode
from webcosm.env.options import Options
from webcosm.env.spares import Spares
from webcosm.tasks import Task, extra_sites, make_task
from webcosm.worlds import Universe

if TYPE_CHECKING:
    from webcosm.sites.kit import Site

__all__ = ["Runtime"]


class Runtime:
    """Serves and shows many episodes at once from one process and one event loop.

    >>> async with Runtime() as runtime:                                    # doctest: +SKIP
    ...     async with runtime.episode("mini.click-test", seed=3) as episode:
    ...         observation = await episode.reset()

    With ``cdp`` every episode has a browser of its own that outside agents can drive: see :attr:`Episode.cdp_url`.
    ``outside`` are addresses (``http://127.0.0.1:7770``) of sites that others host and that episodes may reach.
    """

    def __init__(
        self,
        sites: Sequence[Site] | None = None,
        *,
        scale: str = "small",
        cache: Path | None = None,
        headed: bool = False,
        recycle_after: int = 300,
        cdp: bool = False,
        outside: Sequence[str] = (),
    ) -> None:
        # The server and the sites take as long to load as all the rest: not for whoever only wants names.
        from webcosm.server import Server
        from webcosm.sites import all_sites

        self.sites = tuple(sites) if sites is not None else (*all_sites(), *extra_sites())
        self.scale = scale
        self.cache = cache
        self.server = Server(self.sites, outside=outside).start()
        self.live = headed or cdp
        """Whether pages live in real time: a browser for people, or one that agents drive through DevTools."""
        self.browsers = (
            OwnBrowsers(headed=headed)
            if cdp
            else Browsers(headed=headed, trusting=not outside, recycle_after=recycle_after)
        )
        self.spares = Spares(self.server, self.browsers, self.universe)
        self._universes: dict[int, Universe] = {}

    def universe(self, seed: int = 0) -> Universe:
        if seed not in self._universes:
            blueprints = [site.blueprint for site in self.sites if site.blueprint]
            self._universes[seed] = Universe(blueprints, seed=seed, scale=self.scale, cache=self.cache)
        return self._universes[seed]

    async def build(self, universe: Universe, task: Task) -> None:
        """Builds the images that the task needs and that are not there yet."""
        for host in task.hosts:
            if site := self.server.sites.get(host):
                await asyncio.to_thread(universe.image, site.database)

    def episode(self, task: Task | str, *, seed: int = 0, universe: int = 0, options: Options | None = None) -> Episode:
        """An episode of a task, given itself or by id; call its :meth:`~Episode.reset` to begin."""
        return Episode(self, make_task(task, seed, universe) if isinstance(task, str) else task, options)

    async def close(self) -> None:
        await self.spares.close()
        await self.browsers.close()
        self.server.stop()
        for universe in self._universes.values():
            universe.close()
        self._universes.clear()

    async def __aenter__(self) -> Runtime:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
