"""When a page has come to rest after an action.

Page time costs almost nothing, so we let a *horizon* of it pass: every timer due within it fires, every request it
starts is answered. If the page did something visible in that time, we let another pass, up to a *limit*. Scripts that
run with every frame get their frames one by one; an animation is run to its end; one without end counts as rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from webcosm.browser.errors import DialogOpen
from webcosm.browser.frames import FRAME_MS, RESOLUTION_MS, Activity
from webcosm.browser.live import settle_live
from webcosm.browser.tab import Tab

__all__ = ["Patience", "Reason", "Settled", "settle"]

Reason = Literal["quiet", "limit", "dialog"]


@dataclass(frozen=True)
class Patience:
    """How long to wait, in milliseconds of page time."""

    horizon: int = 500
    """A page that does nothing for this long is at rest; a timer further away is not waited for."""
    limit: int = 3_000
    """A page that never rests (a ticking clock, an endless animation) is observed after this long."""
    frames: int = 64
    """How many frames are drawn one by one for scripts that ask for each; then they get one per horizon."""


@dataclass(frozen=True)
class Settled:
    """Why waiting ended, and how much page time it took."""

    reason: Reason
    page_ms: int


async def settle(tab: Tab, patience: Patience, start: int, leave: Callable[[], bool]) -> Settled:
    """Waits until the tab rests, the limit (counted from `start`) is reached, or another tab is to be waited for."""
    frames_left = patience.frames

    def ended(reason: Reason) -> Settled:
        return Settled(reason, tab.clock.elapsed_ms - start)

    if tab.clock.mode == "live":
        try:
            return ended(await settle_live(tab, patience.limit))
        except DialogOpen:
            return ended("dialog")
    if tab.on_error_page:
        await tab.advance(FRAME_MS)
        await tab.draw_frame()
        return ended("quiet")
    # Decided by counters alone: whether a frame *looks* different may depend on frames drawn while we waited before.
    try:
        await tab.advance(FRAME_MS)
        while True:
            before, sent = await tab.activity(), tab.requests.pending.sent
            await tab.draw_frame()
            if tab.requests.pending.sent > sent:  # by a script that ran with the frame
                await tab.wait_for_network()
                tab.frames.known_animations = None
            moving_for, endless = await tab.animations()  # which may itself compute styles
            drawn = await tab.activity()
            if drawn.scripts != before.scripts and frames_left:
                frames_left -= 1  # scripts run with each frame: let them have every one
                await tab.advance(FRAME_MS)
            elif moving_for:
                await tab.advance(
                    max(FRAME_MS, min(math.ceil(moving_for - RESOLUTION_MS / 2) + 1, patience.limit))
                )  # just past its end
            else:
                await tab.advance(patience.horizon)
                sent = tab.requests.pending.sent
                await tab.draw_frame()
                after = await tab.activity()
                if tab.requests.pending.sent > sent:
                    await tab.wait_for_network()
                    after = await tab.activity()
                # What turns for ever changes styles for ever; that is rest enough.
                if after.layouts == drawn.layouts and (endless or after.styles == drawn.styles):
                    return ended("quiet")
                if after.layouts == drawn.layouts and await _by_frames(tab, drawn, after):
                    return ended("quiet")
            if leave():
                return ended("quiet")
            if tab.clock.elapsed_ms - start >= patience.limit:
                return ended("limit")
    except DialogOpen:
        return ended("dialog")


async def _by_frames(tab: Tab, before: Activity, after: Activity) -> bool:
    """Whether it was the frame in between that computed styles, and another at the same moment does the same: so do
    pages that have had the focus in a field."""
    await tab.draw_frame()
    again = await tab.activity()
    return again.layouts == after.layouts and again.styles - after.styles == after.styles - before.styles
