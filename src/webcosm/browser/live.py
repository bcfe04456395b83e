"""When a page that lives in real time has come to rest.

There is no clock of ours to run ahead, so we look at it again and again until nothing has happened for a short while:
it has loaded, no request is under way, no animation that ends is running, and its counters stand still.
"""

from __future__ import annotations

import asyncio
import time
from typing import Literal

from webcosm.browser.tab import Tab

__all__ = ["LOOK_EVERY", "STILL_FOR", "settle_live"]

LOOK_EVERY = 0.03
"""Real seconds between two looks."""
STILL_FOR = 0.15
"""Real seconds without any activity that count as rest: longer than the pause between a page's answer and its next
request, shorter than people notice."""


async def settle_live(tab: Tab, limit_ms: int) -> Literal["quiet", "limit"]:
    """Waits until the page rests, or for a number of real milliseconds."""
    end = time.monotonic() + limit_ms / 1000
    still_since = time.monotonic()
    before: tuple[float, ...] = ()
    while True:
        reading = await _reading(tab)
        now = time.monotonic()
        if not reading or reading != before:
            still_since, before = now, reading
        elif now - still_since >= STILL_FOR:
            return "quiet"
        if now >= end:
            return "limit"
        await tab.guard(asyncio.sleep(min(LOOK_EVERY, end - now)))


async def _reading(tab: Tab) -> tuple[float, ...]:
    """The counters that must not change; nothing while the page is busy for certain."""
    state = await tab.evaluate("document.readyState")
    moving_for, endless = await tab.animations()
    if state != "complete" or tab.requests.pending.open or moving_for:
        return ()
    activity = await tab.activity()
    # Scripts are not counted, as our looking is one; what turns for ever changes styles for ever.
    return (activity.layouts,) if endless else (activity.layouts, activity.styles)
