"""A lock around drawing: one frame at a time in the whole browser.

One process (the GPU process) draws for all windows of a browser, and it dies when a frame begins while another has not
ended, though it is another window's. A dialog can come in the middle of a frame, which then ends only when somebody
answers it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from webcosm.browser.cdp import CdpConnection
from webcosm.browser.connection import PageConnection

__all__ = ["RESTART_SECONDS", "FrameLock"]

UNANSWERED_SECONDS = 2.0
"""Real seconds for which others wait for a frame that a dialog has broken off. A program answers far sooner; a model
may not, and whoever plays several windows in turn answers when each has had its step."""
RESTART_SECONDS = 5.0
"""Real seconds in which a window must draw again after the GPU process was restarted. It takes a tenth of one."""


class FrameLock:
    """The lock of one browser."""

    _of: ClassVar[WeakKeyDictionary[CdpConnection, FrameLock]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self.gpu_restarts = 0
        """How often the GPU process was restarted. What a window had in it was lost then, so it must draw until it is
        there again."""
        self._lock = asyncio.Lock()
        self._unfinished: asyncio.Future[Any] | None = None

    @classmethod
    def of(cls, connection: CdpConnection) -> FrameLock:
        """That of the browser at the other end."""
        return cls._of.setdefault(connection, cls())

    @asynccontextmanager
    async def turn(self, page: PageConnection) -> AsyncIterator[None]:
        """Waits until the page may draw. A frame that a dialog holds up is waited for, then ended by force."""
        async with self._lock:
            unfinished = self._unfinished
            if unfinished is not None and not unfinished.done():
                await page.guard(asyncio.wait({unfinished}, timeout=UNANSWERED_SECONDS))
                if not unfinished.done():
                    self.gpu_restarts += 1
                    await page.guard(page.session.connection.root.send("Browser.crashGpuProcess"))
                    await page.guard(asyncio.wait({unfinished}))  # it ends with the process
            yield

    def leave_unfinished(self, drawing: asyncio.Future[Any]) -> None:
        """Whoever had the lock leaves a frame that has not ended."""
        self._unfinished = drawing
