"""A window kept ready for the next episode: opening one takes as long as the rest of a reset.

It waits on an empty page with its clock stopped, behind a door that leads to no world yet. The episode that takes it
lets its world in through that door.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime

from webcosm.browser import Browser, BrowserError, Browsers, Viewport, Window
from webcosm.server import Server

__all__ = ["Spare", "Spares"]


@dataclass(frozen=True)
class Spare:
    browser: Browser
    window: Window
    door: str


class Spares:
    """At most one window at a time, for the kind of episode that was begun last."""

    def __init__(self, server: Server, browsers: Browsers) -> None:
        self._server = server
        self._browsers = browsers
        self._kind: tuple[Viewport, datetime] | None = None
        self._making: asyncio.Task[Spare | None] | None = None

    def prepare(self, viewport: Viewport, now: datetime) -> None:
        """Begins to open a window, unless there is one already. Nobody waits for it until it is taken."""
        if self._making is None:
            self._kind = (viewport, now)
            self._making = asyncio.ensure_future(self._make(viewport, now))

    async def take(self, viewport: Viewport, now: datetime) -> Spare | None:
        """The window that was kept ready, if it is as wanted and its browser still fit."""
        making, self._making = self._making, None
        if making is None:
            return None
        spare = await making
        if spare is None:
            return None
        if self._kind == (viewport, now) and self._browsers.gives(spare.browser):
            return spare
        await self._discard(spare)
        return None

    async def _make(self, viewport: Viewport, now: datetime) -> Spare | None:
        door = self._server.open_door()
        try:
            browser, window = await self._browsers.open(door, viewport, now, lambda _: None)
        except BrowserError:
            self._server.close_door(door)
            return None  # whoever needs a window opens one, and meets the same error if it lasts
        return Spare(browser, window, door)

    async def _discard(self, spare: Spare) -> None:
        await self._browsers.release(spare.browser, spare.window)
        self._server.close_door(spare.door)

    async def close(self) -> None:
        making, self._making = self._making, None
        if making is not None and (spare := await making) is not None:
            await self._discard(spare)
