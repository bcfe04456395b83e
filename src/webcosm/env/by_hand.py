"""Driving an episode through the Playwright page itself.

In the default browser nothing moves unless we say so: timers and frames are ours. Playwright's own waiting (until an
element is visible, stable, enabled) needs both, so while somebody drives by hand the page lives in real time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from webcosm.browser import BrowserError, DialogOpen, Window
from webcosm.browser.frames import FRAME_MS

__all__ = ["alive"]


@asynccontextmanager
async def alive(window: Window) -> AsyncIterator[None]:
    """Time passes and frames are drawn in all tabs of a window while the block runs."""
    enough = asyncio.Event()
    window.clock.driven_externally = True
    heart = asyncio.ensure_future(_beat(window, enough))
    try:
        yield
    finally:
        enough.set()
        await heart
        window.clock.driven_externally = False
        window.on_time_passed(window.clock.elapsed_ms)


async def _beat(window: Window, enough: asyncio.Event) -> None:
    """One frame after another, no faster than real time goes."""
    while not enough.is_set():
        due = time.monotonic() + FRAME_MS / 1000
        for tab in list(window.tabs):
            try:
                # The tabs of a window share their time, but a new document waits for its own tab's.
                if tab is window.active or tab.virtual_time in window.clock.awaiting_budget:
                    await tab.advance_freely(FRAME_MS)
                await tab.draw_frame()
            except DialogOpen:
                pass  # nothing moves until whoever drives has answered it
            except BrowserError:
                if tab in window.tabs:
                    return  # whoever drives meets the same error in a call of their own
        try:
            await asyncio.wait_for(enough.wait(), max(0.0, due - time.monotonic()))
        except TimeoutError:
            pass
