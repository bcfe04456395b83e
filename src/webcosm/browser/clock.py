"""The clock that all tabs of a window share.

Chromium keeps one virtual time per renderer process, and a window has one of those. So this is the state of that time:
where it stands, and which tab is letting it pass. :mod:`webcosm.browser.virtual_time` moves it, in the name of a tab.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from webcosm.browser.tab import Tab
    from webcosm.browser.virtual_time import VirtualTime

__all__ = ["ClockMode", "WindowClock"]

ClockMode = Literal["exact", "virtual", "live"]
"""How time passes in a browser's pages.

* exact: virtual time, and frames are drawn when we say so
* virtual: virtual time, but Chromium draws when it likes
* live: real time
"""
TIMESTAMPED = ("Input.dispatchMouseEvent", "Input.dispatchKeyEvent")
"""Inputs that say when they were given."""


@dataclass
class WindowClock:
    """One window's time."""

    start_ms: int
    """The moment at which it begins, in milliseconds since 1970."""
    mode: ClockMode
    ticks_base: float | None = None
    """The same moment in Chromium's own ticks; None until the first tab has set it."""
    tabs: list[Tab] = field(default_factory=list)
    """All that live in it, also those that the window does not show yet."""
    elapsed_ms: int = 0
    """Page time since the start."""
    overshoot_ms: float = 0.0
    """By how much Chromium's time is ahead of that: a fraction of a millisecond."""
    runs: int = 0
    """How often time was let pass."""
    running: VirtualTime | None = None
    """In whose name time passes at present."""
    interrupted: VirtualTime | None = None
    """Whose budget a dialog has interrupted."""
    stalled: bool = False
    """Whether time must be forced to pass, even while requests are pending: no script reads a response."""
    awaiting_budget: dict[VirtualTime, None] = field(default_factory=dict)
    """Those with a document that came while time did not pass in their names; it loads when they get a budget."""
    driven_externally: bool = False
    """Whether somebody else drives the pages, as with Playwright; then no request is paused."""
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a run has ended, or must stop for a paused request or a document of another tab."""

    def read(self, ticks: float) -> None:
        """Takes over Chromium's own time, which may be ahead: a budget that a dialog interrupted runs on after it."""
        if self.ticks_base is not None:
            exact = ticks - self.ticks_base
            self.elapsed_ms = max(self.elapsed_ms, round(exact))
            self.overshoot_ms = exact - self.elapsed_ms

    def with_timestamp(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """The parameters of a call; an input is never older than the page. By default it is given at the machine's
        time. The page's may be ahead of that, and a document that another one opened crashes on an input from before
        its own beginning."""
        ahead = (self.ticks_base or 0) + self.elapsed_ms - time.monotonic() * 1000
        if method not in TIMESTAMPED or ahead <= 0:
            return parameters
        # Chromium takes the moment by the wall clock, which no page gets to see, and counts back from it.
        return {**parameters, "timestamp": time.time() + ahead / 1000}
