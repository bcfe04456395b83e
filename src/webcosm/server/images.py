"""Images of sites that an episode was not expected to visit, built while its browser waits."""

from __future__ import annotations

import asyncio

from webcosm.worlds import Image, Universe

__all__ = ["ImageBuilds"]

WAIT_SECONDS = 10.0
"""For an answer. Browsers and programs give up after 20 seconds or more."""


class ImageBuilds:
    """What is being built now. For one event loop."""

    def __init__(self) -> None:
        self._running: dict[tuple[int, str], asyncio.Task[Image]] = {}

    async def ready(self, universe: Universe, database: str) -> bool:
        """Whether a site's image is there, after waiting for it for a while; if not, the visitor is to ask again.

        It is built in a thread of its own: it holds up neither the pages of other worlds nor this one's lock.
        """
        if universe.has_image(database):
            return True
        key = (id(universe), database)
        if key not in self._running:
            self._running[key] = asyncio.ensure_future(asyncio.to_thread(universe.image, database))
        build = self._running[key]
        await asyncio.wait({build}, timeout=WAIT_SECONDS)
        if not build.done():
            return False
        self._running.pop(key, None)
        build.exception()  # the page will meet it too, and say so
        return True
