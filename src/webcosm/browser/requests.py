"""The requests of one page: paused when they are sent, continued in turn, and waited for until the page has processed
their responses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from webcosm.browser.clock import WindowClock
from webcosm.browser.connection import POLL_SECONDS, PageConnection
from webcosm.browser.errors import BrowserHung
from webcosm.browser.frames import FrameControl
from webcosm.browser.pending import PendingRequests
from webcosm.browser.request_queue import PausedRequest, RequestQueue

__all__ = ["ROUND_TRIPS", "PageRequests"]

ROUND_TRIPS = 20
"""Round trips through a page in which one that has everything it requested does something with it."""
COOKIELESS_URL = "http://nobody.test/"
"""An address without cookies. Asking for them is a round trip through the process that brings the responses."""
NEXT_ROUND_TRIPS = 6
"""Round trips in which a page that has read a response sends its next request. Two were too few for a busy machine."""


class PageRequests:
    """What one page has requested, and whether it has processed the responses."""

    def __init__(
        self,
        connection: PageConnection,
        pending: PendingRequests,
        frames: FrameControl,
        clock: WindowClock,
        queue: RequestQueue,
    ) -> None:
        self.connection = connection
        self.pending = pending
        self._frames = frames
        self._clock = clock
        self._queue = queue
        self.policy_set = False
        """Whether a virtual time policy was ever set in this page's name. Until then its documents wait for no budget,
        and its scripts are paused until they are waited for: one that came before would run before time passes."""

    # Pausing and continuing -----------------------------------------------------------------------------------------

    def request_paused(self, event: dict[str, Any]) -> None:
        """CDP has paused a request: it stays so until its turn comes, or is continued at once."""
        clock, queue = self._clock, self._queue
        if event["resourceType"] == "Document":  # most are alone: a page that navigates requests nothing else
            alone = not (clock.running or queue.paused or queue.releasing)
        else:
            alone = event["resourceType"] == "Script" and self.policy_set
        queue.count()
        if clock.driven_externally or alone or queue.endless or _blocks(event) or "redirectedRequestId" in event:
            self.continue_request(event["requestId"])
            return
        queue.paused.append(PausedRequest(self, event["requestId"], self.pending.add_paused(event)))
        if clock.running is not None:
            clock.stopped.set()
        elif not queue.input_given:
            queue.start_releasing()

    def continue_request(self, id: str, key: str = "") -> None:
        def continued(work: asyncio.Future[Any]) -> None:
            if not work.cancelled() and work.exception():  # the page has left it meanwhile
                self.pending.drop(key)

        self.connection.session.send("Fetch.continueRequest", {"requestId": id}).add_done_callback(continued)

    async def ensure_known(self, key: str) -> None:
        """A request may be paused before we hear that it was sent; afterwards we have."""
        if key not in self.pending.open:
            await self._frames.read_metrics()

    def navigates_away(self) -> bool:
        """Whether a paused request is for a document that is to replace the page's."""
        target = self.connection.target
        return any(one.page is self and self.pending.is_document(one.key, target) for one in self._queue.paused)

    async def release_paused(self) -> None:
        """Continues the window's paused requests and waits for their responses."""
        work = self._queue.start_releasing()
        await self.connection.guard(asyncio.wait({work}))
        work.result()

    # Waiting --------------------------------------------------------------------------------------------------------

    async def wait_for_responses(
        self, key: str | None = None, *, advance: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Waits until the page has processed the response to one request, or to all that it sent and will send because
        of them. If only a task that needs time is in the way, it gets some if there is a way to `advance`."""
        pending = self.pending
        while not self._queue.endless:
            await self._wait_for_pending(key, advance)
            if pending.processed != pending.finished:
                await self._let_page_process()
            elif not key and self._queue.paused:
                await self.release_paused()
            elif key or pending.drawn == pending.processed:
                break
            else:  # one frame for all of them: how many there are must not depend on how soon we hear of each
                await self._frames.draw()
                await self._frames.activity()

    async def _wait_for_pending(self, key: str | None, advance: Callable[[], Awaitable[None]] | None) -> None:
        pending, connection = self.pending, self.connection
        polls = 0
        while not self._queue.endless and (key in pending.open if key else pending.open):
            if not key and pending.only_requested_navigations:
                if advance is None:
                    return
                pending.requested_navigations.clear()
                await advance()
                continue
            if not await pending.wait_for_change(connection):
                polls += 1
                pending.drop_unread()
                if pending.open and polls * POLL_SECONDS > connection.hung_after:
                    raise BrowserHung(f"no answer within {connection.hung_after:g} seconds to {pending.urls}")
                await self._frames.draw()
            else:
                polls = 0
            await self._frames.activity()

    async def _let_page_process(self) -> None:
        """Lets the page process the responses that have come. It is handed a response piece by piece; on a busy machine
        it takes a few turns to read it, and to send the next request."""
        pending = self.pending
        finished = pending.finished
        for _ in range(ROUND_TRIPS):
            if not pending.unread:
                break
            await self.connection.send("Network.getCookies", urls=[COOKIELESS_URL])
            await self._frames.read_metrics()
        pending.abandon_unread()
        for _ in range(NEXT_ROUND_TRIPS):
            await self._frames.read_metrics()
        pending.processed = finished

    async def wait_for_subresources(self) -> None:
        """Waits for the subresources of all pages before time is stopped or let pass: one that comes while it passes
        costs a page 10 ms, and one that comes while it stands does not."""
        for pending in [self.pending, *(tab.requests.pending for tab in self._clock.tabs)]:
            while missing := pending.subresources.keys() - {one.key for one in self._queue.paused}:
                if not await pending.wait_for_change(self.connection):
                    pending.drop_subresources(missing)  # they take long, or we have not heard of their end


def _blocks(event: dict[str, Any]) -> bool:
    """Whether a script stands still until it has the response, and the page's time with it."""
    return bool(event["resourceType"] == "XHR" and event["request"]["initialPriority"] == "VeryHigh")
