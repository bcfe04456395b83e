"""The paused requests of a window: continued one by one, while page time stands still.

CDP pauses what pages request (``Fetch.requestPaused``). Each request is continued when the one before it has its
response and the page has processed that. So responses come in the order of the requests and take no page time.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from webcosm.browser.clock import WindowClock
from webcosm.browser.connection import ignore_result
from webcosm.browser.errors import BrowserLost

if TYPE_CHECKING:
    from webcosm.browser.requests import PageRequests

__all__ = ["PausedRequest", "RequestQueue"]

MAX_BURST = 200
"""Requests that are paused at one moment; a page that sends more sends another with each response."""


class PausedRequest(NamedTuple):
    page: PageRequests
    """Whose it is."""
    id: str
    """By which CDP continues it."""
    key: str
    """By which it is found among the page's pending requests."""


@dataclass
class RequestQueue:
    """One window's, as its pages share their time."""

    clock: WindowClock
    paused: list[PausedRequest] = field(default_factory=list)
    """In the order in which we heard of them."""
    input_given: bool = False
    """Whether inputs were given since pages last came to rest: what they request because of one is continued after the
    last of them."""
    _releasing: asyncio.Future[None] | None = None
    """The work that continues them."""
    _burst: int = 0
    """How many requests pages have sent since time last moved."""
    _burst_at_ms: int = 0
    """Where it stood then."""

    def count(self) -> None:
        """A page has sent a request."""
        if self._burst_at_ms != self.clock.elapsed_ms:
            self._burst, self._burst_at_ms = 0, self.clock.elapsed_ms
        self._burst += 1

    @property
    def endless(self) -> bool:
        """Whether there is no end of requests at this moment: then time must pass with them, 10 ms each."""
        return self._burst > MAX_BURST

    @property
    def releasing(self) -> bool:
        """Whether requests are being continued."""
        return self._releasing is not None and not self._releasing.done()

    def start_releasing(self) -> asyncio.Future[None]:
        """Begins to continue them, unless that is under way."""
        if self._releasing is None or not self.releasing:
            self._releasing = asyncio.ensure_future(self._release())
            self._releasing.add_done_callback(ignore_result)
        return self._releasing

    async def _release(self) -> None:
        while self.paused:
            # What a page requests before it navigates is answered before it does, whichever we hear of first.
            first = next((one for one in self.paused if not one.page.pending.is_document(one.key)), self.paused[0])
            try:
                await first.page.ensure_known(first.key)
                first.page.continue_request(first.id, first.key)
                self.paused.remove(first)
                await first.page.wait_for_responses(first.key)
            except BrowserLost:
                if first.page.connection.lost is None:
                    raise
                self.paused[:] = [one for one in self.paused if one.page is not first.page]  # it was closed meanwhile
