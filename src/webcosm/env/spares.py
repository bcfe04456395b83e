"""A window kept ready for the next episode: opening one takes as long as the rest of a reset.

It waits on an empty page with its clock stopped, behind a proxy that leads to no world yet. The episode that takes it
lets its world in through that proxy. When one episode begins as the last did (further attempts at one task, a page that
is seeded only when it has loaded), the next one is thought to do so too: then a fresh world is let in at once, and the
start pages are open before anybody asks for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from webcosm.act.perform import Hands
from webcosm.browser import Browser, BrowserError, Browsers, DialogOpen, Refused, Settled, Window
from webcosm.env.beginning import Beginning, Timekeeper
from webcosm.observe.page import FrameGone
from webcosm.worlds import Universe, World

if TYPE_CHECKING:
    from webcosm.server import Credential, Server

__all__ = ["Spare", "Spares", "Stage"]


class Stage(NamedTuple):
    """What a window shows whose start pages are open."""

    world: World
    credential: Credential
    settled: Settled


@dataclass(frozen=True)
class Spare:
    browser: Browser
    window: Window
    hands: Hands
    proxy: str
    beginning: Beginning
    """What it was opened for."""
    stage: Stage | None = None
    """None while its page is empty."""

    def serves(self, beginning: Beginning) -> bool:
        """Whether an episode that begins so can take it. An empty window only has to have the right size and time."""
        mine = self.beginning
        return mine == beginning if self.stage else (mine.viewport, mine.now) == (beginning.viewport, beginning.now)


class Spares:
    """At most one window at a time, for the kind of episode that was begun last."""

    def __init__(self, server: Server, browsers: Browsers, universe: Callable[[int], Universe]) -> None:
        self._server = server
        self._browsers = browsers
        self._universe = universe
        self._last: Beginning | None = None
        self._making: asyncio.Task[Spare | None] | None = None

    def prepare(self, beginning: Beginning) -> None:
        """Begins to open a window, unless there is one already. Nobody waits for it until it is taken."""
        repeated, self._last = beginning == self._last, beginning
        if self._making is None:
            self._making = asyncio.ensure_future(self._make(beginning, repeated))

    async def ready(self) -> None:
        """Waits until the window is there."""
        if self._making is not None:
            await asyncio.wait({self._making})

    async def take(self, beginning: Beginning) -> Spare | None:
        """The window that was kept ready, if it is as wanted and its browser still fit."""
        making, self._making = self._making, None
        if making is None:
            return None
        spare = await making
        if spare is None:
            return None
        if spare.serves(beginning) and self._browsers.gives(spare.browser):
            return spare
        await self._discard(spare)
        return None

    async def _make(self, beginning: Beginning, with_pages: bool) -> Spare | None:
        proxy = self._server.open_proxy()
        try:
            browser, window = await self._browsers.open(proxy, beginning.viewport, beginning.now, lambda _: None)
        except BrowserError:
            self._server.close_proxy(proxy)
            return None  # whoever needs a window opens one, and meets the same error if it lasts
        spare = Spare(browser, window, Hands(window), proxy, beginning)
        return await self._open_pages(spare) if with_pages else spare

    async def _open_pages(self, empty: Spare) -> Spare | None:
        beginning = empty.beginning
        world = self._universe(beginning.universe).open(beginning.first_state)
        credential = self._server.admit(world, proxy=empty.proxy)
        empty.window.on_time_passed = Timekeeper(world)
        spare = replace(empty, stage=Stage(world, credential, Settled("quiet", 0)))
        try:
            settled = await beginning.open_pages(empty.window)
            if settled.reason != "dialog":  # which nothing can be read behind
                await empty.window.tab.guard(empty.hands.reader().open())
        except (BrowserError, DialogOpen, FrameGone, Refused):
            await self._discard(spare)
            return None  # as above
        return replace(spare, stage=Stage(world, credential, settled))

    async def _discard(self, spare: Spare) -> None:
        await self._browsers.release(spare.browser, spare.window)
        if spare.stage is None:
            self._server.close_proxy(spare.proxy)
        else:
            self._server.dismiss(spare.stage.credential)
            spare.stage.world.close()

    async def close(self) -> None:
        making, self._making = self._making, None
        if making is not None and (spare := await making) is not None:
            await self._discard(spare)
