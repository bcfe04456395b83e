"""A page whose requests are sent one by one.

Requests are paused and continued while page time stands still, each when the one before has its response and the page
has processed it. So responses come in the order of the requests and take no page time.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Any

from webcosm.browser.connection import ignore_result
from webcosm.browser.errors import BrowserHung, BrowserLost
from webcosm.browser.frames import POLL_SECONDS, FrameControl, WindowClock

__all__ = ["ROUND_TRIPS", "PageRequests"]

ROUND_TRIPS = 20
"""Round trips through a page in which one that has everything it asked for does something with it."""
COOKIELESS_URL = "http://nobody.test/"
"""An address to ask for cookies of. There are none: it is a round trip through the process that brings the answers."""
MAX_BURST = 200
"""Requests that are paused at one moment; a page that sends more sends another with each response."""
NEXT_ROUND_TRIPS = 6
"""Round trips in which a page that has read a response sends its next request. Two were too few for a busy machine."""


class PageRequests(FrameControl, ABC):
    """A page whose requests we pause and continue."""

    _policy_set = False
    """Whether time was ever stopped or let pass in its name; until then its documents wait for nobody, and its scripts
    are paused until they are waited for: one that is there before would run before time passes."""
    _processed = 0
    """How many of the answers that came it was given time to take."""
    _drawn = 0
    """How many of them had been taken before the last frame was drawn."""

    async def draw_frame(self, offset: float = 0) -> None:
        taken = self._processed
        clock, acted = self.clock, self.clock.input_given
        clock.input_given = True
        try:
            await super().draw_frame(offset)
        finally:
            clock.input_given = acted
        self._drawn = taken
        if clock.paused and not (acted or clock.running_tab):
            self._start_releasing()  # not in the midst of it

    def _request_paused(self, event: dict[str, Any]) -> None:
        clock, request = self.clock, event["requestId"]
        if event["resourceType"] == "Document":  # most are alone: a page on its way asks for nothing else
            alone = not (clock.running_tab or clock.paused or self._releasing)
        else:
            alone = event["resourceType"] == "Script" and self._policy_set
        if clock.burst_at_ms != clock.elapsed_ms:
            clock.burst, clock.burst_at_ms = 0, clock.elapsed_ms
        clock.burst += 1
        if clock.driven_externally or alone or self._endless or _blocks(event) or "redirectedRequestId" in event:
            self._continue_request(request)
            return
        clock.paused.append((self, request, self.pending.add_paused(event)))
        if clock.running_tab is not None:
            clock.stopped.set()
        elif not clock.input_given:
            self._start_releasing()

    @property
    def _endless(self) -> bool:
        """Whether there is no end of requests at this moment: then time must pass with them, 10 ms each."""
        return self.clock.burst > MAX_BURST

    def _continue_request(self, request: str, key: str = "") -> None:
        def continued(work: asyncio.Future[Any]) -> None:
            if not work.cancelled() and work.exception():  # the page has left it meanwhile
                self.pending.drop(key)

        self.session.send("Fetch.continueRequest", {"requestId": request}).add_done_callback(continued)

    def _navigates_away(self) -> bool:
        """Whether a paused request is for a document that is to replace this one."""
        return any(tab is self and self.pending.is_document(key, self.target) for tab, _, key in self.clock.paused)

    async def _release_paused(self) -> None:
        work = self._start_releasing()
        await self.guard(asyncio.wait({work}))
        work.result()

    @property
    def _releasing(self) -> bool:
        return self.clock.releasing is not None and not self.clock.releasing.done()

    def _start_releasing(self) -> asyncio.Future[None]:
        clock = self.clock
        if clock.releasing is None or not self._releasing:
            clock.releasing = asyncio.ensure_future(_release(clock))
            clock.releasing.add_done_callback(ignore_result)
        return clock.releasing

    async def wait_for_responses(self, key: str | None = None, *, may_advance: bool = False) -> None:
        """Waits until the page has the response to one request, or to all that it sent and will send because of them.
        If only a task that needs time is in the way, it gets some when time may advance."""
        pending = self.pending
        while not self._endless:
            await self._wait_for_pending(key, may_advance)
            if self._processed != pending.finished:
                await self._let_page_process()
            elif not key and self.clock.paused:
                await self._release_paused()
            elif key or self._drawn == self._processed:
                break
            else:  # one frame for all of them: how many there are must not depend on how soon we hear of each
                await self.draw_frame()
                await self.activity()

    async def _wait_for_pending(self, key: str | None, may_advance: bool) -> None:
        pending = self.pending
        polls = 0
        while not self._endless and (key in pending.open if key else pending.open):
            if not key and pending.only_requested_navigations:
                if not may_advance:
                    return
                pending.requested_navigations.clear()
                await self._advance_one_ms()
                continue
            if not await self._pending_changes():
                polls += 1
                pending.drop_unread()
                if pending.open and polls * POLL_SECONDS > self.hung_after:
                    raise BrowserHung(f"no answer within {self.hung_after:g} seconds to {pending.urls}")
                await self.draw_frame()
            else:
                polls = 0
            await self.activity()

    async def _let_page_process(self) -> None:
        """Lets the page take what has come. It is handed an answer piece by piece; on a busy machine it takes a few
        turns to read it, and to ask the next."""
        pending = self.pending
        answers = pending.finished
        for _ in range(ROUND_TRIPS):
            if not pending.unread:
                break
            await self.send("Network.getCookies", urls=[COOKIELESS_URL])
            await self._metrics()
        pending.abandon_unread()
        for _ in range(NEXT_ROUND_TRIPS):
            await self._metrics()
        self._processed = answers

    async def _wait_for_subresources(self) -> None:
        """Waits for parts of pages that are under way before time is stopped or let pass: one that comes while it
        passes costs a page 10 ms, and one that comes while it stands does not."""
        for pending in [self.pending, *(tab.pending for tab in self.clock.tabs)]:
            while parts := pending.subresources.keys() - {key for *_, key in self.clock.paused}:
                if not await self._pending_changes(pending):
                    pending.drop_subresources(parts)  # they take long, or we have not heard of their end

    @abstractmethod
    async def _advance_one_ms(self) -> None:
        """Lets a moment of page time pass."""


def _blocks(event: dict[str, Any]) -> bool:
    """Whether a script stands still until it has the answer, and the page's time with it."""
    return bool(event["resourceType"] == "XHR" and event["request"]["initialPriority"] == "VeryHigh")


async def _release(clock: WindowClock) -> None:
    """Lets paused requests go, each when the one before has been answered and the page has taken the answer."""
    while clock.paused:
        # What a page asks before it goes elsewhere is answered before it does, whichever we hear of first.
        paused = next(
            (paused for paused in clock.paused if not paused[0].pending.is_document(paused[2])), clock.paused[0]
        )
        tab, request, key = paused
        try:
            if key not in tab.pending.open:
                await tab._metrics()  # a round trip, after which we have heard of it
            tab._continue_request(request, key)
            clock.paused.remove(paused)
            await tab.wait_for_responses(key)
        except BrowserLost:
            if tab._lost is None:
                raise
            clock.paused[:] = [paused for paused in clock.paused if paused[0] is not tab]  # it was closed meanwhile
