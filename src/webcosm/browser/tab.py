"""One tab, whose clock and frames we control.

Two clocks drive a page: its timers and its frames. Both are ours. `advance` lets page time pass (CDP virtual time:
timers fire as fast as the machine can, and time stands still while a request is under way), `draw_frame` draws one
frame at the page's present moment (CDP begin-frame control: animations, observers and screenshots happen then and only
then). So the same steps give the same page, to the pixel, on a fast machine and on a busy one.

Begin-frame control exists in Chromium's headless shell only. Other Chromiums keep virtual timers but draw when they
like; a headed browser for people runs on real time altogether.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from webcosm.browser.connection import ignore_result
from webcosm.browser.emulation import setup_calls
from webcosm.browser.errors import BrowserHung, DialogOpen
from webcosm.browser.frames import POLL_SECONDS
from webcosm.browser.requests import ROUND_TRIPS, PageRequests

__all__ = ["Tab"]

INPUT_FRAME_OFFSET = 0.5
"""Where in its millisecond the frame after an input is drawn, and the animations that it begins are counted from: after
those that the input itself took, however many a busy machine made of them."""
OVERSHOOT_MS, OVERSHOOTS = 0.001, 20
"""Milliseconds by which each run ends later than the one before, up to so many: a timer that is due when a run ends
would run before its end or after, as it happens, and a script that began where one ended may ask for such."""
MAX_STOPS = 2_000
"""How often a run may be stopped by what pages ask. One that asks every millisecond stops a run of 500 as often."""
STALLED_AFTER = 1.0
"""Real seconds in which time must have passed, if there may be a reason for which it never will."""
RUN_UNLESS_FETCHING = "pauseIfNetworkFetchesPending"
"""Chromium's name for time that passes, but not while it waits for an answer."""


class Tab(PageRequests):
    """A page whose time and frames are ours."""

    _granted = 0
    _expired = 0
    _granted_in_commit = 0
    """How many documents there had been when the last budget was granted."""
    _goal_ms = 0
    """Where in page time it ends."""
    _budget_ms = 0.0
    """How long it was."""
    _echo_until_ms = 0
    """Until when a budget may expire that was granted to a document that is gone."""

    async def start(self) -> None:
        """Makes the page ready and stops its clock, before any of its scripts can have looked at it."""
        self.session.on("Emulation.virtualTimeBudgetExpired", lambda _: self._budget_expired())
        self.session.on("Fetch.requestPaused", self._request_paused)
        self.session.on("Page.frameNavigated", lambda _: self._document_committed())
        ours = self.clock_mode != "live"
        # The first tab sets the time; later ones find it in their process, perhaps running for another.
        first = ours and self.clock.ticks_base is None
        calls = setup_calls(self.viewport, own_time=ours, stays=first)
        self._policy_set = first
        if first:
            seconds = (self.clock.start_ms + self.clock.elapsed_ms) / 1000
            calls += [("Emulation.setVirtualTimePolicy", {"policy": "pause", "initialVirtualTime": seconds})]
        if ours:
            paused = ("Document", "XHR", "Fetch", *(() if first else ("Script",)))
            kinds = [{"resourceType": kind} for kind in paused]
            calls += [("Fetch.enable", {"patterns": kinds})]
        calls += [("Runtime.runIfWaitingForDebugger", {})]
        answers = await asyncio.gather(*(self.session.send(*call) for call in calls))
        if first:
            stopped = next(answer for answer in answers if "virtualTimeTicksBase" in answer)
            self.clock.ticks_base = stopped["virtualTimeTicksBase"] - self.clock.elapsed_ms

    # Time -----------------------------------------------------------------------------------------------------------

    async def advance(self, milliseconds: int) -> None:
        """Lets page time pass. When a script asks something of the network, time stands until the answer is here."""
        if self.clock_mode == "live":
            return
        if self.on_error_page:  # its time is none of the world's
            self.clock.stopped.clear()
            await self._grant(milliseconds)
            return
        await self._resume()
        self.clock.runs += 1
        await self._run_to(self.clock.elapsed_ms + milliseconds)

    @contextmanager
    def _resumable(self) -> Iterator[None]:
        """What a dialog interrupts here is gone on with later, in this tab's name."""
        try:
            yield
        except DialogOpen:
            self.clock.interrupted_tab = self
            raise

    @contextmanager
    def _as_running_tab(self) -> Iterator[None]:
        """Requests that pages send meanwhile are kept paused."""
        self.clock.running_tab = self
        try:
            yield
        finally:
            self.clock.running_tab = None

    async def _resume(self) -> None:
        """Spends what a dialog left of a budget, which may be another tab's."""
        interrupted, self.clock.interrupted_tab = self.clock.interrupted_tab, None
        if interrupted is None or interrupted._lost is not None:
            return
        if interrupted._expired >= interrupted._granted and not self.clock.paused:
            return
        with interrupted._resumable():
            await interrupted._pause_and_release()  # stops time, which has run on since the dialog was answered
            await interrupted.activity()
        if interrupted.commits != interrupted._granted_in_commit:
            interrupted._granted = interrupted._expired  # it may be gone with its document
        if self.clock.elapsed_ms < interrupted._goal_ms:
            # To the very moment: what is left ends with what was granted before.
            await interrupted._run_to(interrupted._goal_ms)

    async def _run_to(self, goal_ms: int) -> None:
        self._goal_ms = goal_ms
        clock = self.clock
        overshoot = (1 + clock.runs % OVERSHOOTS) * OVERSHOOT_MS
        with self._resumable():
            for _ in range(MAX_STOPS):
                if await self._run_until_request(goal_ms + overshoot - clock.elapsed_ms - clock.overshoot_ms):
                    if clock.stalled:
                        await self.activity()
                        if clock.elapsed_ms >= goal_ms:
                            break
                    elif clock.elapsed_ms >= self._echo_until_ms or not await self._was_echo():
                        break
                else:
                    with self._as_running_tab():
                        stays = self._expired >= self._granted or await self._stays_on_page(self._navigates_away)
                    if not stays:
                        goal_ms = self._goal_ms = await self._navigate_away()
                    with self._as_running_tab():
                        await self._wait_for_subresources()
                    await self._pause_and_release()
                    await self.activity()
                    if round(goal_ms + overshoot - clock.elapsed_ms - clock.overshoot_ms, 3) <= 0:
                        break  # in the moment of the request; an empty budget would never expire
            else:
                raise BrowserHung(f"the page's time did not pass, though it was let go {MAX_STOPS:,} times")
        clock.elapsed_ms, clock.overshoot_ms = max(clock.elapsed_ms, goal_ms), overshoot
        await self._wait_for_fonts()
        await self._finish_loads()

    async def _stays_on_page(self, gone: Callable[[], bool]) -> bool:
        """Whether the script that ran last has not sent the page elsewhere: one on its way does not hear us."""
        pending = self.pending
        reply = self.session.send("Runtime.evaluate", {"expression": "0"})
        reply.add_done_callback(ignore_result)
        while not reply.done() and not gone():
            pending.changed.clear()
            change: asyncio.Future[Any] = asyncio.ensure_future(pending.changed.wait())
            first = asyncio.wait({reply, change}, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            try:
                await self.guard(first)
            finally:
                changed = not change.cancel()
            if not changed and not reply.done():
                break  # it blocks on a request
        return not gone()

    async def _navigate_away(self) -> int:
        """Lets the page go to another document, for which Chromium begins the budget anew; gives when that ends.

        Time stands until the page has arrived, and it cannot be told to stop before it has.
        """
        await self.activity()
        goal_ms = self.clock.elapsed_ms + round(self._budget_ms)
        expired = self._expired
        with self._as_running_tab():
            await self._release_paused()
            while self._expired == expired and not self.clock.paused and not self.on_error_page:
                self._grant_others(goal_ms, RUN_UNLESS_FETCHING)
                self.clock.stopped.clear()
                if not await self.wait_for(self.clock.stopped, POLL_SECONDS):
                    break  # there was nothing left to begin anew
        if self._expired > expired:
            self._granted = self._expired
        return goal_ms

    @property
    def _has_abandoned(self) -> bool:
        """Whether a tab has had an answer that no script reads. Chromium waits for it for ever once there was a dialog,
        and when another tab is opened."""
        return any(tab.pending.abandoned for tab in self.clock.tabs)

    async def _was_echo(self) -> bool:
        """Whether what has expired is a budget of the document before, and the present one has time left."""
        await self.activity()
        echo = self.clock.elapsed_ms < self._goal_ms
        self._expired -= echo
        return echo

    async def _finish_loads(self) -> None:
        """Lets frames finish that have all they asked for: what they do then, such as asking for more, is done at the
        moment at which time has stopped, but perhaps a few turns after we hear that it did."""
        if self.pending.only_requested_navigations:
            await self._stays_on_page(lambda: not self.pending.only_requested_navigations)
        for _ in range(ROUND_TRIPS):
            if self.pending.open and not self.pending.only_requested_navigations:
                await self.wait_for_responses()
            elif not self.pending.load_can_finish:
                break
            elif not await self._pending_changes():
                self.pending.give_up_loads()

    async def _run_until_request(self, milliseconds: float) -> bool:
        """Lets time pass until it is over (True) or a script sends a request."""
        clock = self.clock
        await self._wait_for_subresources()
        clock.stopped.clear()
        clock.stalled = clock.stalled and self._has_abandoned
        with self._as_running_tab():
            while not await self._grant(milliseconds, "advance" if clock.stalled else RUN_UNLESS_FETCHING):
                pass
        return self._expired >= self._granted and not (clock.paused or clock.awaiting_budget)

    async def _grant(self, milliseconds: float, policy: str = RUN_UNLESS_FETCHING) -> bool:
        """Gives the page a budget of time and waits until it is spent or a request is paused.

        A budget that is given in the moment in which the document is replaced may go down with it, unanswered; then
        this is False, and it must be given again.
        """
        self._policy_set = True
        if self.commits != self._granted_in_commit and self._expired < self._granted:
            # It went down with its document, and Chromium has begun it anew with the next.
            self._granted = self._expired
            self._echo_until_ms = self._goal_ms + round(self._budget_ms)
        # Every budget expires once, those that a request interrupted at the same moment as the one that follows.
        self._granted = max(self._granted, self._expired) + 1
        self._granted_in_commit = self.commits
        self._budget_ms = max(round(milliseconds, 3), 0) + 0.0001  # Chromium cuts it to whole microseconds
        budget = {"policy": policy, "budget": self._budget_ms}
        grant: asyncio.Future[Any] = self.session.send("Emulation.setVirtualTimePolicy", budget)
        grant.add_done_callback(ignore_result)
        self.clock.awaiting_budget.pop(self, None)
        halted = asyncio.ensure_future(self.clock.stopped.wait())
        waited, expired = 0.0, self._expired
        try:
            if self.clock.awaiting_budget:
                first = asyncio.wait({grant, halted}, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                await self.guard(first)
                if grant.done() and not halted.done():
                    self._grant_others(self._goal_ms, policy)
            while not halted.done():
                await self.guard(asyncio.wait({halted}, timeout=POLL_SECONDS))
                waited += POLL_SECONDS
                if not halted.done() and self.commits != self._granted_in_commit:
                    self._granted = self._expired
                    return False
                if not halted.done() and self._expired > expired:
                    self._granted = self._expired  # one that another tab's interrupted was due a moment after this one
                    return True
                if (
                    not halted.done()
                    and policy == RUN_UNLESS_FETCHING
                    and waited >= STALLED_AFTER
                    and self._has_abandoned
                ):
                    self.clock.stalled = True
                    self._granted = self._expired
                    return False
                if waited > self.hung_after:
                    raise BrowserHung(f"the page's time did not pass within {self.hung_after:g} seconds")
        finally:
            halted.cancel()
        return True

    async def advance_freely(self, milliseconds: int) -> None:
        """Lets page time pass while somebody else drives the page: no request is paused, so nothing is exact."""
        if self.clock_mode == "live" or self.on_error_page:
            return
        await self._resume()
        self.clock.stopped.clear()
        self._goal_ms = self.clock.elapsed_ms + milliseconds
        with self._resumable():
            while not await self._grant(milliseconds, "advance"):
                pass
        await self.activity()  # brings the elapsed time up to date

    def _document_committed(self) -> None:
        if self._policy_set and self.clock.running_tab is not self:
            self.clock.awaiting_budget[self] = None
            if self.clock.running_tab is not None:
                self.clock.stopped.set()

    def _grant_others(self, goal_ms: int, policy: str) -> None:
        """Lets documents of other tabs load while time passes in this one's name. Each waits for a budget of its own
        tab, and time waits for it; so all budgets begin, and expire, at the same moment."""
        budget = {"policy": policy, "budget": self._budget_ms}
        for tab in list(self.clock.awaiting_budget):
            del self.clock.awaiting_budget[tab]
            tab._granted += 1
            tab._granted_in_commit, tab._goal_ms = tab.commits, goal_ms
            tab.session.send("Emulation.setVirtualTimePolicy", budget).add_done_callback(ignore_result)

    def _budget_expired(self) -> None:
        self._expired += 1
        if self._expired >= self._granted or self.clock.running_tab is not self:  # whosever it was, time stands now
            self.clock.stopped.set()

    async def _pause_and_release(self) -> None:
        """Stops time, lets the paused requests go and waits for their answers.

        An answer that came while time runs would cost the page 10 ms, and compete with timers that are due then.
        """
        pause = asyncio.ensure_future(self.session.send("Emulation.setVirtualTimePolicy", {"policy": "pause"}))
        pause.add_done_callback(ignore_result)
        if not self._navigates_away():  # a page on its way does not hear us before it has arrived
            with self._as_running_tab():
                await self.guard(asyncio.wait({pause}, timeout=POLL_SECONDS))  # nor a script that blocks on its request
        await self._release_paused()

    async def wait_for_network(self) -> None:
        """Waits, at a standing clock, for what the last input asked of the network: a new page, a script's requests."""
        if self.clock_mode == "live":
            return
        # Chromium holds back a page's other work after an input until it has drawn; a reading is a round trip through
        # the page, after which everything that it asked for is known.
        if self._input_since_frame:
            if not self._probe_ready:
                await self._metrics()
            await self.draw_frame(INPUT_FRAME_OFFSET)
        self.clock.input_given = False
        if self.clock.paused:
            with self._resumable():
                await self._release_paused()
        await self.activity()
        await self.wait_for_responses(may_advance=True)

    async def _advance_one_ms(self) -> None:
        """Lets a millisecond pass for a task that needs time, as the one that sends a form.

        Only when it is over is the request let go: a page on its way does not hear us, and the next document would
        begin to load in what is left, or not, as it happens.
        """
        await self._resume()
        clock = self.clock
        clock.stopped.clear()
        self._goal_ms = clock.elapsed_ms + 1
        with self._as_running_tab(), self._resumable():
            while not await self._grant(1, "advance"):
                pass
            while self._expired < self._granted:  # a request was paused before, or a document of another tab has come
                self._grant_others(self._goal_ms, "advance")
                clock.stopped.clear()
                await self.guard(clock.stopped.wait())
        clock.elapsed_ms = max(clock.elapsed_ms, self._goal_ms)
        await self._release_paused()
