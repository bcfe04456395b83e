"""When a page has come to rest after an action.

Page time costs almost nothing, so we let a *horizon* of it pass: every timer due within it fires, every request it
starts is answered. If the page did something visible in that time, we let another pass, up to a *limit*. A page that
draws an animation gets its frames one by one while it moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from webcosm.browser.errors import DialogOpen
from webcosm.browser.tab import FRAME_MS, Tab

__all__ = ["Patience", "Reason", "Settled", "settle"]

Reason = Literal["quiet", "limit", "dialog", "closed"]


@dataclass(frozen=True)
class Patience:
    """How long to wait, in milliseconds of page time."""

    horizon: int = 500
    """A page that does nothing for this long is at rest; a timer further away is not waited for."""
    limit: int = 3_000
    """A page that never rests (a ticking clock, an endless animation) is observed after this long."""
    frames: int = 64
    """How many frames of an animation are drawn one by one; longer ones jump."""


@dataclass(frozen=True)
class Settled:
    """Why waiting ended, and how much page time it took."""

    reason: Reason
    page_ms: int


async def settle(tab: Tab, patience: Patience) -> Settled:
    start = tab.elapsed_ms
    frames_left = patience.frames
    try:
        await tab.run(FRAME_MS)  # lets a click's own follow-up (a navigation, a microtask chain) begin
        await tab.frame()
        while True:
            before = await tab.activity()
            moving = await tab.frame()
            drawn = await tab.activity()
            if (moving or drawn.scripts != before.scripts) and frames_left:
                frames_left -= 1  # an animation: scripts ran in the frame itself, or it looks different
                await tab.run(FRAME_MS)
            else:
                await tab.run(patience.horizon)
                moved = await tab.frame()
                after = await tab.activity()
                rested = not moved and (after.layouts, after.styles, after.nodes) == (
                    drawn.layouts,
                    drawn.styles,
                    drawn.nodes,
                )
                if rested:
                    return Settled("quiet", tab.elapsed_ms - start)
            if tab.elapsed_ms - start >= patience.limit:
                return Settled("limit", tab.elapsed_ms - start)
    except DialogOpen:
        return Settled("dialog", tab.elapsed_ms - start)
