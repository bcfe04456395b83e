"""Whose turn it is to draw.

One process draws for all windows of a browser, and it dies when a frame begins while another has not ended, though it
is another window's. A dialog can come in the midst of a frame, which then ends only when somebody answers it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from webcosm.browser.contact import Contact
from webcosm.browser.wire import Wire

__all__ = ["RENEWED", "Turns"]

UNANSWERED = 2.0
"""Real seconds for which others wait for a frame that a dialog has broken off. A program answers far sooner; a model
may not, and who plays several windows in turns answers when each has had its turn."""
RENEWED = 5.0
"""Real seconds in which a window must draw again after the process that draws was made anew. It takes a tenth of
one."""


class Turns:
    """Frames of one browser, one at a time."""

    _of: ClassVar[WeakKeyDictionary[Wire, Turns]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self.renewals = 0
        """How often the process that draws was made anew. What a window had in it was lost then, so it must draw until
        it is there again."""
        self._one = asyncio.Lock()
        self._unended: asyncio.Future[Any] | None = None

    @classmethod
    def of(cls, wire: Wire) -> Turns:
        """Those of the browser at the other end."""
        return cls._of.setdefault(wire, cls())

    @asynccontextmanager
    async def next(self, page: Contact) -> AsyncIterator[None]:
        """Waits until it is the page's turn."""
        async with self._one:
            unended = self._unended
            if unended is not None and not unended.done():
                await page.guard(asyncio.wait({unended}, timeout=UNANSWERED))
                if not unended.done():
                    self.renewals += 1
                    await page.guard(page.session.wire.root.send("Browser.crashGpuProcess"))
                    await page.guard(asyncio.wait({unended}))  # it ends with the process
            yield

    def leave(self, drawing: asyncio.Future[Any]) -> None:
        """Whose turn it was leaves a frame that has not ended."""
        self._unended = drawing
