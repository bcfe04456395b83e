"""One tab whose time we hold in our hands.

Two clocks drive a page: its timers and its frames. Both are ours. `run` lets page time pass (CDP virtual time: timers
fire as fast as the machine can, and time stands still while a request is under way), `frame` draws one frame at the
page's present moment (CDP begin-frame control: animations, observers and pictures happen then and only then). So the
same steps give the same page, to the pixel, on a fast machine and on a busy one.

Begin-frame control exists in Chromium's headless shell only. Other Chromiums keep virtual timers but draw when they
like; a headed browser for people runs on real time altogether.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from webcosm.browser.answers import TURNS, Answered
from webcosm.browser.contact import retrieve
from webcosm.browser.emulation import first_calls
from webcosm.browser.errors import BrowserHung, DialogOpen
from webcosm.browser.frames import STIR

__all__ = ["Tab"]

AFTER_INPUT = 0.5
"""Where in its millisecond the frame after an input is drawn, and the animations that it begins are counted from: after
those that the input itself took, however many a busy machine made of them."""
SPARE, SPARES = 0.001, 20
"""Milliseconds by which each run ends later than the one before, up to so many: a timer that is due when a run ends
would run before its end or after, as it happens, and a script that began where one ended may ask for such."""
STOPS = 2_000
"""How often a run may be stopped by what pages ask. One that asks every millisecond stops a run of 500 as often."""
STUCK_AFTER = 1.0
"""Real seconds in which time must have passed, if there may be a reason for which it never will."""
FLOWING = "pauseIfNetworkFetchesPending"
"""Chromium's name for time that passes, but not while it waits for an answer."""


class Tab(Answered):
    """A page whose time and frames are ours."""

    _granted = 0
    _expired = 0
    _granted_at = 0
    """How many documents there had been when the last budget was granted."""
    _goal = 0
    """Where in page time it ends."""
    _budget = 0.0
    """How long it was."""
    _echo_until = 0
    """Until when a budget may expire that was granted to a document that is gone."""

    async def start(self) -> None:
        """Makes the page ready and stops its clock, before any of its scripts can have looked at it."""
        self.session.on("Emulation.virtualTimeBudgetExpired", lambda _: self._budget_expired())
        self.session.on("Fetch.requestPaused", self._request_paused)
        self.session.on("Page.frameNavigated", lambda _: self._document_came())
        ours = self.pace != "live"
        # The first tab sets the time; later ones find it in their process, perhaps running for another.
        first = ours and self.time.base is None
        calls = first_calls(self.viewport, own_time=ours, stays=first)
        self._told = first
        if first:
            seconds = (self.time.began_ms + self.time.elapsed_ms) / 1000
            calls += [("Emulation.setVirtualTimePolicy", {"policy": "pause", "initialVirtualTime": seconds})]
        if ours:
            held = ("Document", "XHR", "Fetch", *(() if first else ("Script",)))
            kinds = [{"resourceType": kind} for kind in held]
            calls += [("Fetch.enable", {"patterns": kinds})]
        calls += [("Runtime.runIfWaitingForDebugger", {})]
        answers = await asyncio.gather(*(self.session.send(*call) for call in calls))
        if first:
            stopped = next(answer for answer in answers if "virtualTimeTicksBase" in answer)
            self.time.base = stopped["virtualTimeTicksBase"] - self.time.elapsed_ms

    # Time -----------------------------------------------------------------------------------------------------------

    async def run(self, milliseconds: int) -> None:
        """Lets page time pass. When a script asks something of the network, time stands until the answer is here."""
        if self.pace == "live":
            return
        if self.astray:  # its time is none of the world's
            self.time.halted.clear()
            await self._grant(milliseconds)
            return
        await self._run_on()
        self.time.runs += 1
        await self._run_to(self.time.elapsed_ms + milliseconds)

    @contextmanager
    def _owning(self) -> Iterator[None]:
        """What a dialog interrupts here is gone on with later, in this tab's name."""
        try:
            yield
        except DialogOpen:
            self.time.owner = self
            raise

    @contextmanager
    def _running(self) -> Iterator[None]:
        """What pages ask meanwhile is held."""
        self.time.runner = self
        try:
            yield
        finally:
            self.time.runner = None

    async def _run_on(self) -> None:
        """Spends what a dialog left of a budget, which may be another tab's."""
        owner, self.time.owner = self.time.owner, None
        if owner is None or owner._lost is not None:
            return
        if owner._expired >= owner._granted and not self.time.held:
            return
        with owner._owning():
            await owner._answer_held()  # stops time, which has run on since the dialog was answered
            await owner.activity()
        if owner.commits != owner._granted_at:
            owner._granted = owner._expired  # it may be gone with its document
        if self.time.elapsed_ms < owner._goal:
            await owner._run_to(owner._goal)  # to the very moment: what is left ends with what was granted before

    async def _run_to(self, goal: int) -> None:
        self._goal = goal
        time = self.time
        spare = (1 + time.runs % SPARES) * SPARE
        with self._owning():
            for _ in range(STOPS):
                if await self._run_until_asked(goal + spare - time.elapsed_ms - time.spare):
                    if time.stuck:
                        await self.activity()
                        if time.elapsed_ms >= goal:
                            break
                    elif time.elapsed_ms >= self._echo_until or not await self._was_echo():
                        break
                else:
                    with self._running():
                        stays = self._expired >= self._granted or await self._stays(self._leaves)
                    if not stays:
                        goal = self._goal = await self._go_elsewhere()
                    with self._running():
                        await self._parts_here()
                    await self._answer_held()
                    await self.activity()
                    if round(goal + spare - time.elapsed_ms - time.spare, 3) <= 0:
                        break  # in the moment of the request; an empty budget would never expire
            else:
                raise BrowserHung(f"the page's time did not pass, though it was let go {STOPS:,} times")
        time.elapsed_ms, time.spare = max(time.elapsed_ms, goal), spare
        await self._fonts_here()
        await self._loads_end()

    async def _stays(self, gone: Callable[[], bool]) -> bool:
        """Whether the script that ran last has not sent the page elsewhere: one on its way does not hear us."""
        questions = self.questions
        hearing = self.session.send("Runtime.evaluate", {"expression": "0"})
        hearing.add_done_callback(retrieve)
        while not hearing.done() and not gone():
            questions.changed.clear()
            change: asyncio.Future[Any] = asyncio.ensure_future(questions.changed.wait())
            first = asyncio.wait({hearing, change}, timeout=STIR, return_when=asyncio.FIRST_COMPLETED)
            try:
                await self.guard(first)
            finally:
                changed = not change.cancel()
            if not changed and not hearing.done():
                break  # it blocks on a request
        return not gone()

    async def _go_elsewhere(self) -> int:
        """Lets the page go to another document, for which Chromium begins the budget anew; gives when that ends.

        Time stands until the page has arrived, and it cannot be told to stop before it has.
        """
        await self.activity()
        goal = self.time.elapsed_ms + round(self._budget)
        expired = self._expired
        with self._running():
            await self._let_held_go()
            while self._expired == expired and not self.time.held and not self.astray:
                self._let_others_in(goal, FLOWING)
                self.time.halted.clear()
                if not await self.comes(self.time.halted, STIR):
                    break  # there was nothing left to begin anew
        if self._expired > expired:
            self._granted = self._expired
        return goal

    @property
    def _unread(self) -> bool:
        """Whether a tab has had an answer that no script reads. Chromium waits for it for ever once there was a dialog,
        and when another tab is opened."""
        return any(tab.questions.ignored for tab in self.time.tabs)

    async def _was_echo(self) -> bool:
        """Whether what has expired is a budget of the document before, and the present one has time left."""
        await self.activity()
        echo = self.time.elapsed_ms < self._goal
        self._expired -= echo
        return echo

    async def _loads_end(self) -> None:
        """Lets frames finish that have all they asked for: what they do then, such as asking for more, is done at the
        moment at which time has stopped, but perhaps a few turns after we hear that it did."""
        if self.questions.only_leaving:
            await self._stays(lambda: not self.questions.only_leaving)
        for _ in range(TURNS):
            if self.questions.open and not self.questions.only_leaving:
                await self.answered()
            elif not self.questions.finishes:
                break
            elif not await self._changes():
                self.questions.finish_later()

    async def _run_until_asked(self, milliseconds: float) -> bool:
        """Lets time pass until it is over (True) or a script sends a request."""
        time = self.time
        await self._parts_here()
        time.halted.clear()
        time.stuck = time.stuck and self._unread
        with self._running():
            while not await self._grant(milliseconds, "advance" if time.stuck else FLOWING):
                pass
        return self._expired >= self._granted and not (time.held or time.waiting)

    async def _grant(self, milliseconds: float, policy: str = FLOWING) -> bool:
        """Gives the page a budget of time and waits until it is spent or a request is held.

        A budget that is given in the moment in which the document is replaced may go down with it, unanswered; then
        this is False, and it must be given again.
        """
        self._told = True
        if self.commits != self._granted_at and self._expired < self._granted:
            # It went down with its document, and Chromium has begun it anew with the next.
            self._granted = self._expired
            self._echo_until = self._goal + round(self._budget)
        # Every budget expires once, those that a request interrupted at the same moment as the one that follows.
        self._granted = max(self._granted, self._expired) + 1
        self._granted_at = self.commits
        self._budget = max(round(milliseconds, 3), 0) + 0.0001  # Chromium cuts it to whole microseconds
        budget = {"policy": policy, "budget": self._budget}
        grant: asyncio.Future[Any] = self.session.send("Emulation.setVirtualTimePolicy", budget)
        grant.add_done_callback(retrieve)
        self.time.waiting.pop(self, None)
        halted = asyncio.ensure_future(self.time.halted.wait())
        waited, expired = 0.0, self._expired
        try:
            if self.time.waiting:
                first = asyncio.wait({grant, halted}, timeout=STIR, return_when=asyncio.FIRST_COMPLETED)
                await self.guard(first)
                if grant.done() and not halted.done():
                    self._let_others_in(self._goal, policy)
            while not halted.done():
                await self.guard(asyncio.wait({halted}, timeout=STIR))
                waited += STIR
                if not halted.done() and self.commits != self._granted_at:
                    self._granted = self._expired
                    return False
                if not halted.done() and self._expired > expired:
                    self._granted = self._expired  # one that another tab's interrupted was due a moment after this one
                    return True
                if not halted.done() and policy == FLOWING and waited >= STUCK_AFTER and self._unread:
                    self.time.stuck = True
                    self._granted = self._expired
                    return False
                if waited > self.hung_after:
                    raise BrowserHung(f"the page's time did not pass within {self.hung_after:g} seconds")
        finally:
            halted.cancel()
        return True

    async def flow(self, milliseconds: int) -> None:
        """Lets page time pass while somebody else drives the page: no request is held back, so nothing is exact."""
        if self.pace == "live" or self.astray:
            return
        await self._run_on()
        self.time.halted.clear()
        self._goal = self.time.elapsed_ms + milliseconds
        with self._owning():
            while not await self._grant(milliseconds, "advance"):
                pass
        await self.activity()  # brings the elapsed time up to date

    def _document_came(self) -> None:
        if self._told and self.time.runner is not self:
            self.time.waiting[self] = None
            if self.time.runner is not None:
                self.time.halted.set()

    def _let_others_in(self, goal: int, policy: str) -> None:
        """Lets documents of other tabs load while time passes in this one's name. Each waits for a budget of its own
        tab, and time waits for it; so all budgets begin, and expire, at the same moment."""
        budget = {"policy": policy, "budget": self._budget}
        for tab in list(self.time.waiting):
            del self.time.waiting[tab]
            tab._granted += 1
            tab._granted_at, tab._goal = tab.commits, goal
            tab.session.send("Emulation.setVirtualTimePolicy", budget).add_done_callback(retrieve)

    def _budget_expired(self) -> None:
        self._expired += 1
        if self._expired >= self._granted or self.time.runner is not self:  # whosever it was, time stands now
            self.time.halted.set()

    async def _answer_held(self) -> None:
        """Stops time, lets the held requests go and waits for their answers.

        An answer that came while time runs would cost the page 10 ms, and compete with timers that are due then.
        """
        pause = asyncio.ensure_future(self.session.send("Emulation.setVirtualTimePolicy", {"policy": "pause"}))
        pause.add_done_callback(retrieve)
        if not self._leaves():  # a page on its way does not hear us before it has arrived
            with self._running():
                await self.guard(asyncio.wait({pause}, timeout=STIR))  # nor a script that blocks on its request
        await self._let_held_go()

    async def rest(self) -> None:
        """Waits, at a standing clock, for what the last input asked of the network: a new page, a script's requests."""
        if self.pace == "live":
            return
        # Chromium holds back a page's other work after an input until it has drawn; a reading is a round trip through
        # the page, after which everything that it asked for is known.
        if self._touched:
            if not self._beats:
                await self._metrics()
            await self.frame(AFTER_INPUT)
        self.time.acted = False
        if self.time.held:
            with self._owning():
                await self._let_held_go()
        await self.activity()
        await self.answered(nudging=True)

    async def _nudge(self) -> None:
        """Lets a millisecond pass for a task that needs time, as the one that sends a form.

        Only when it is over is the request let go: a page on its way does not hear us, and the next document would
        begin to load in what is left, or not, as it happens.
        """
        await self._run_on()
        time = self.time
        time.halted.clear()
        self._goal = time.elapsed_ms + 1
        with self._running(), self._owning():
            while not await self._grant(1, "advance"):
                pass
            while self._expired < self._granted:  # a request was told of before, or a document of another tab has come
                self._let_others_in(self._goal, "advance")
                time.halted.clear()
                await self.guard(time.halted.wait())
        time.elapsed_ms = max(time.elapsed_ms, self._goal)
        await self._let_held_go()
