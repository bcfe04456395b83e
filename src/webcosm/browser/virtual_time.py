"""Virtual time: lets page time pass, in the name of one tab.

CDP grants a page a *budget* of virtual time (``Emulation.setVirtualTimePolicy``): its timers fire as fast as the
machine can, and when the budget is spent, ``virtualTimeBudgetExpired`` tells so and time stands still again. All tabs
of a window share that time (see :class:`~webcosm.browser.clock.WindowClock`), but each document waits for a budget that
is granted to its own page.

A run to a goal may take several budgets. A request that a page sends stops it: time is paused, the request is continued
and waited for, and what is left of the run is granted anew. A dialog interrupts it: what is left then passes before any
other time, see :meth:`VirtualTime.resumable`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from webcosm.browser.clock import WindowClock
from webcosm.browser.connection import POLL_SECONDS, PageConnection, ignore_result
from webcosm.browser.errors import BrowserHung, DialogOpen
from webcosm.browser.frames import FrameControl
from webcosm.browser.request_queue import RequestQueue
from webcosm.browser.requests import ROUND_TRIPS, PageRequests

__all__ = ["VirtualTime"]

OVERSHOOT_MS, OVERSHOOTS = 0.001, 20
"""Milliseconds by which each run ends later than the one before, up to so many: a timer that is due when a run ends
would run before its end or after, as it happens, and a script that began where one ended may ask for such."""
MAX_STOPS = 2_000
"""How often requests may stop a run. A page that sends one every millisecond stops a run of 500 as often."""
STALLED_AFTER = 1.0
"""Real seconds in which time must have passed, if there may be a reason for which it never will."""
WAIT_FOR_NETWORK = "pauseIfNetworkFetchesPending"
"""CDP's policy for time that passes, but not while a request is pending."""
FORCE = "advance"
"""The one for time that passes whatever is pending."""


class VirtualTime:
    """The budgets of one page."""

    def __init__(
        self,
        connection: PageConnection,
        requests: PageRequests,
        frames: FrameControl,
        clock: WindowClock,
        queue: RequestQueue,
    ) -> None:
        self._connection = connection
        self._requests = requests
        self._pending = requests.pending
        self._frames = frames
        self._clock = clock
        self._queue = queue
        self._granted = 0
        """How many budgets it was granted."""
        self._expired = 0
        """How many of them are known to have expired."""
        self._granted_in_commit = 0
        """How many documents there had been when the last one was granted."""
        self._goal_ms = 0
        """Where in page time that one ends."""
        self._budget_ms = 0.0
        """How long it was."""
        self._echo_until_ms = 0
        """Until when a budget may expire that was granted to a document that is gone."""

    # Letting time pass ----------------------------------------------------------------------------------------------

    async def advance(self, milliseconds: int) -> None:
        """Lets page time pass. When a script sends a request, time stands until its response is here."""
        if self._connection.on_error_page:  # its time is none of the world's
            self._clock.stopped.clear()
            await self._grant(milliseconds)
            return
        await self._resume()
        self._clock.runs += 1
        await self._run_to(self._clock.elapsed_ms + milliseconds)

    async def advance_freely(self, milliseconds: int) -> None:
        """Lets page time pass while somebody else drives the page: no request is paused, so nothing is exact."""
        if self._connection.on_error_page:
            return
        await self._resume()
        self._clock.stopped.clear()
        self._goal_ms = self._clock.elapsed_ms + milliseconds
        with self.resumable():
            while not await self._grant(milliseconds, FORCE):
                pass
        await self._frames.activity()  # brings the elapsed time up to date

    async def advance_one_ms(self) -> None:
        """Lets a millisecond pass for a task that needs time, as the one that sends a form.

        Only when it is over is the request continued: a page that navigates does not answer, and the next document
        would begin to load in what is left, or not, as it happens.
        """
        await self._resume()
        clock = self._clock
        clock.stopped.clear()
        self._goal_ms = clock.elapsed_ms + 1
        with self._as_running(), self.resumable():
            while not await self._grant(1, FORCE):
                pass
            while self._expired < self._granted:  # a request was paused before, or a document of another tab has come
                self._grant_others(self._goal_ms, FORCE)
                clock.stopped.clear()
                await self._connection.guard(clock.stopped.wait())
        clock.elapsed_ms = max(clock.elapsed_ms, self._goal_ms)
        await self._requests.release_paused()

    @contextmanager
    def resumable(self) -> Iterator[None]:
        """What a dialog interrupts here is resumed later, in this page's name."""
        try:
            yield
        except DialogOpen:
            self._clock.interrupted = self
            raise

    @contextmanager
    def _as_running(self) -> Iterator[None]:
        """Time passes in this page's name; requests stay paused meanwhile."""
        self._clock.running = self
        try:
            yield
        finally:
            self._clock.running = None

    async def _resume(self) -> None:
        """Spends what a dialog left of a budget, which may be another page's."""
        interrupted, self._clock.interrupted = self._clock.interrupted, None
        if interrupted is None or interrupted._connection.lost is not None:
            return
        if interrupted._expired >= interrupted._granted and not self._queue.paused:
            return
        with interrupted.resumable():
            await interrupted._pause_and_release()  # stops time, which has run on since the dialog was answered
            await interrupted._frames.activity()
        if interrupted._connection.commits != interrupted._granted_in_commit:
            interrupted._granted = interrupted._expired  # it may be gone with its document
        if self._clock.elapsed_ms < interrupted._goal_ms:
            # To the very moment: what is left ends with what was granted before.
            await interrupted._run_to(interrupted._goal_ms)

    # A run ----------------------------------------------------------------------------------------------------------

    async def _run_to(self, goal_ms: int) -> None:
        self._goal_ms = goal_ms
        clock = self._clock
        overshoot = (1 + clock.runs % OVERSHOOTS) * OVERSHOOT_MS
        with self.resumable():
            for _ in range(MAX_STOPS):
                if await self._run_until_request(goal_ms + overshoot - clock.elapsed_ms - clock.overshoot_ms):
                    if clock.stalled:
                        await self._frames.activity()
                        if clock.elapsed_ms >= goal_ms:
                            break
                    elif clock.elapsed_ms >= self._echo_until_ms or not await self._was_echo():
                        break
                else:
                    with self._as_running():
                        stays = self._expired >= self._granted or await self._stays(self._requests.navigates_away)
                    if not stays:
                        goal_ms = self._goal_ms = await self._navigate_away()
                    with self._as_running():
                        await self._requests.wait_for_subresources()
                    await self._pause_and_release()
                    await self._frames.activity()
                    if round(goal_ms + overshoot - clock.elapsed_ms - clock.overshoot_ms, 3) <= 0:
                        break  # in the moment of the request; an empty budget would never expire
            else:
                raise BrowserHung(f"the page's time did not pass, though it was let go {MAX_STOPS:,} times")
        clock.elapsed_ms, clock.overshoot_ms = max(clock.elapsed_ms, goal_ms), overshoot
        await self._frames.wait_for_fonts()
        await self._finish_loads()

    async def _run_until_request(self, milliseconds: float) -> bool:
        """Lets time pass until it is over (True) or a script sends a request."""
        clock = self._clock
        await self._requests.wait_for_subresources()
        clock.stopped.clear()
        clock.stalled = clock.stalled and self._has_abandoned
        with self._as_running():
            while not await self._grant(milliseconds, FORCE if clock.stalled else WAIT_FOR_NETWORK):
                pass
        return self._expired >= self._granted and not (self._queue.paused or clock.awaiting_budget)

    async def _pause_and_release(self) -> None:
        """Stops time, continues the paused requests and waits for their responses.

        A response that came while time passes would cost the page 10 ms, and compete with timers that are due then.
        """
        session = self._connection.session
        pause = asyncio.ensure_future(session.send("Emulation.setVirtualTimePolicy", {"policy": "pause"}))
        pause.add_done_callback(ignore_result)
        if not self._requests.navigates_away():  # a page that navigates does not answer before it has arrived
            with self._as_running():  # nor does a script that blocks on its request
                await self._connection.guard(asyncio.wait({pause}, timeout=POLL_SECONDS))
        await self._requests.release_paused()

    async def _stays(self, gone: Callable[[], bool]) -> bool:
        """Whether the script that ran last has not made the page navigate: one that does not answer may have."""
        pending = self._pending
        reply = self._connection.session.send("Runtime.evaluate", {"expression": "0"})
        reply.add_done_callback(ignore_result)
        while not reply.done() and not gone():
            pending.changed.clear()
            change: asyncio.Future[Any] = asyncio.ensure_future(pending.changed.wait())
            first = asyncio.wait({reply, change}, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            try:
                await self._connection.guard(first)
            finally:
                changed = not change.cancel()
            if not changed and not reply.done():
                break  # it blocks on a request
        return not gone()

    async def _navigate_away(self) -> int:
        """Lets the page go to another document, for which Chromium begins the budget anew; gives when that ends.

        Time stands until the page has arrived, and it cannot be told to stop before it has.
        """
        await self._frames.activity()
        goal_ms = self._clock.elapsed_ms + round(self._budget_ms)
        expired = self._expired
        with self._as_running():
            await self._requests.release_paused()
            while self._expired == expired and not self._queue.paused and not self._connection.on_error_page:
                self._grant_others(goal_ms, WAIT_FOR_NETWORK)
                self._clock.stopped.clear()
                if not await self._connection.wait_for(self._clock.stopped, POLL_SECONDS):
                    break  # there was nothing left to begin anew
        if self._expired > expired:
            self._granted = self._expired
        return goal_ms

    async def _was_echo(self) -> bool:
        """Whether what has expired is a budget of the document before, and the present one has time left."""
        await self._frames.activity()
        echo = self._clock.elapsed_ms < self._goal_ms
        self._expired -= echo
        return echo

    async def _finish_loads(self) -> None:
        """Lets frames finish that have all they requested: what they do then, such as requesting more, is done at the
        moment at which time has stopped, but perhaps a few turns after we hear that it did."""
        pending = self._pending
        if pending.only_requested_navigations:
            await self._stays(lambda: not pending.only_requested_navigations)
        for _ in range(ROUND_TRIPS):
            if pending.open and not pending.only_requested_navigations:
                await self._requests.wait_for_responses()
            elif not pending.load_can_finish:
                break
            elif not await pending.wait_for_change(self._connection):
                pending.give_up_loads()

    @property
    def _has_abandoned(self) -> bool:
        """Whether a tab has had a response that no script reads. Chromium waits for it for ever once there was a
        dialog, and when another tab is opened."""
        return any(tab.requests.pending.abandoned for tab in self._clock.tabs)

    # Budgets --------------------------------------------------------------------------------------------------------

    async def _grant(self, milliseconds: float, policy: str = WAIT_FOR_NETWORK) -> bool:
        """Grants the page a budget of time and waits until it is spent or a request is paused.

        A budget that is granted in the moment in which the document is replaced may go down with it, unanswered; then
        this is False, and it must be granted again.
        """
        clock, connection = self._clock, self._connection
        self._requests.policy_set = True
        if connection.commits != self._granted_in_commit and self._expired < self._granted:
            # It went down with its document, and Chromium has begun it anew with the next.
            self._granted = self._expired
            self._echo_until_ms = self._goal_ms + round(self._budget_ms)
        # Every budget expires once, those that a request interrupted at the same moment as the one that follows.
        self._granted = max(self._granted, self._expired) + 1
        self._granted_in_commit = connection.commits
        self._budget_ms = max(round(milliseconds, 3), 0) + 0.0001  # Chromium cuts it to whole microseconds
        grant = self._send_budget(self._budget_ms, policy)
        clock.awaiting_budget.pop(self, None)
        stopped = asyncio.ensure_future(clock.stopped.wait())
        waited, expired = 0.0, self._expired
        try:
            if clock.awaiting_budget:
                first = asyncio.wait({grant, stopped}, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                await connection.guard(first)
                if grant.done() and not stopped.done():
                    self._grant_others(self._goal_ms, policy)
            while not stopped.done():
                await connection.guard(asyncio.wait({stopped}, timeout=POLL_SECONDS))
                waited += POLL_SECONDS
                if not stopped.done() and connection.commits != self._granted_in_commit:
                    self._granted = self._expired
                    return False
                if not stopped.done() and self._expired > expired:
                    self._granted = self._expired  # one that another tab's interrupted was due a moment after this one
                    return True
                patient = policy == WAIT_FOR_NETWORK and waited >= STALLED_AFTER
                if not stopped.done() and patient and self._has_abandoned:
                    clock.stalled = True
                    self._granted = self._expired
                    return False
                if waited > connection.hung_after:
                    raise BrowserHung(f"the page's time did not pass within {connection.hung_after:g} seconds")
        finally:
            stopped.cancel()
        return True

    def _grant_others(self, goal_ms: int, policy: str) -> None:
        """Lets documents of other tabs load while time passes in this one's name. Each waits for a budget of its own
        tab, and time waits for it; so all budgets begin, and expire, at the same moment."""
        for other in list(self._clock.awaiting_budget):
            del self._clock.awaiting_budget[other]
            other._granted += 1
            other._granted_in_commit, other._goal_ms = other._connection.commits, goal_ms
            other._send_budget(self._budget_ms, policy)

    def _send_budget(self, milliseconds: float, policy: str) -> asyncio.Future[Any]:
        budget = {"policy": policy, "budget": milliseconds}
        grant = self._connection.session.send("Emulation.setVirtualTimePolicy", budget)
        grant.add_done_callback(ignore_result)
        return grant

    # Events ---------------------------------------------------------------------------------------------------------

    def budget_expired(self) -> None:
        self._expired += 1
        if self._expired >= self._granted or self._clock.running is not self:  # whosever it was, time stands now
            self._clock.stopped.set()

    def document_committed(self) -> None:
        """A document has come. It waits for a budget of this page, unless time passes in its name."""
        if self._requests.policy_set and self._clock.running is not self:
            self._clock.awaiting_budget[self] = None
            if self._clock.running is not None:
                self._clock.stopped.set()
