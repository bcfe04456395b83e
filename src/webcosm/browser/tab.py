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
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from webcosm.browser.contact import retrieve
from webcosm.browser.emulation import first_calls
from webcosm.browser.errors import BrowserHung, BrowserLost, DialogOpen
from webcosm.browser.frames import STIR, Drawn, PageTime

__all__ = ["Tab"]

AFTER_INPUT = 0.5
"""Where in its millisecond the frame after an input is drawn, and the animations that it begins are counted from: after
those that the input itself took, however many a busy machine made of them."""
FLOWING = "pauseIfNetworkFetchesPending"
"""Chromium's name for time that passes, but not while it waits for an answer."""
TURNS = 20
"""Round trips through a page in which one that has everything it asked for does something with it."""
NOBODY = "http://nobody.test/"
"""An address to ask for cookies of. There are none: it is a round trip through the process that brings the answers."""
NEXT = 6
"""Round trips in which a page that has read an answer asks the next question. Two were too few for a busy machine."""


class Tab(Drawn):
    """A page whose time and frames are ours."""

    _followed = 0
    """How many of the answers that came it was given time to take."""
    _told = False
    """Whether time was ever stopped or let pass in its name; until then its documents wait for nobody."""
    _granted = 0
    _expired = 0
    _granted_at = 0
    """How many documents there had been when the last budget was granted."""
    _goal = 0
    """Where in page time it ends."""
    _budget = 0
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
            kinds = [{"resourceType": kind} for kind in ("Document", "XHR", "Fetch")]
            calls += [("Fetch.enable", {"patterns": kinds})]
        calls += [("Runtime.runIfWaitingForDebugger", {})]
        answers = await self.guard(asyncio.gather(*(self.session.send(*call) for call in calls)))
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
        await self._run_to(self.time.elapsed_ms + milliseconds)

    @contextmanager
    def _owning(self) -> Iterator[None]:
        """What a dialog interrupts here is gone on with later, in this tab's name."""
        try:
            yield
        except DialogOpen:
            self.time.owner = self
            raise

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
            await owner._run_to(owner._goal)

    async def _run_to(self, goal: int) -> None:
        self._goal = goal
        with self._owning():
            while True:
                if await self._run_until_asked(goal - self.time.elapsed_ms):
                    if self.time.elapsed_ms >= self._echo_until or not await self._was_echo():
                        break
                else:
                    await self._answer_held()
                    await self.activity()
                    if self.time.elapsed_ms >= goal and self._expired >= self._granted:
                        break  # the budget ended in the moment of the request; an empty one would never expire
        self.time.elapsed_ms = goal
        await self._fonts_here()
        await self._loads_end()

    async def _was_echo(self) -> bool:
        """Whether what has expired is a budget of the document before, and the present one has time left."""
        await self.activity()
        echo = self.time.elapsed_ms < self._goal
        self._expired -= echo
        return echo

    async def _loads_end(self) -> None:
        """Lets frames finish that have all they asked for: what they do then, such as asking for more, is done at the
        moment at which time has stopped, but perhaps a few turns after we hear that it did."""
        for _ in range(TURNS):
            if self.questions.open and not self.questions.only_leaving:
                await self.answered()
            elif self.questions.loading:
                await self._metrics()
            else:
                break

    async def _run_until_asked(self, milliseconds: int) -> bool:
        """Lets time pass until it is over (True) or a script sends a request."""
        time = self.time
        time.halted.clear()
        time.runner = self
        try:
            while not await self._grant(milliseconds):
                pass
        finally:
            time.runner = None
        return self._expired >= self._granted and not (time.held or time.waiting)

    async def _grant(self, milliseconds: int, policy: str = FLOWING) -> bool:
        """Gives the page a budget of time and waits until it is spent or a request is held.

        A budget that is given in the moment in which the document is replaced may go down with it, unanswered; then
        this is False, and it must be given again.
        """
        self._told = True
        if self.commits != self._granted_at and self._expired < self._granted:
            # It went down with its document, and Chromium has begun it anew with the next.
            self._granted = self._expired
            self._echo_until = self._goal + self._budget
        # Every budget expires once, those that a request interrupted at the same moment as the one that follows.
        self._granted = max(self._granted, self._expired) + 1
        self._granted_at = self.commits
        self._budget = max(milliseconds, 0)
        budget = {"policy": policy, "budget": self._budget}
        grant = asyncio.ensure_future(self.session.send("Emulation.setVirtualTimePolicy", budget))
        grant.add_done_callback(retrieve)
        self.time.waiting.pop(self, None)
        halted = asyncio.ensure_future(self.time.halted.wait())
        waited, expired = 0.0, self._expired
        try:
            if self.time.waiting:
                first = asyncio.wait({grant, halted}, timeout=STIR, return_when=asyncio.FIRST_COMPLETED)
                await self.guard(first)
                if grant.done() and not halted.done():
                    for tab in list(self.time.waiting):
                        tab._let_in(self._goal, budget)
            while not halted.done():
                await self.guard(asyncio.wait({halted}, timeout=STIR))
                waited += STIR
                if not halted.done() and self.commits != self._granted_at:
                    self._granted = self._expired
                    return False
                if not halted.done() and self._expired > expired:
                    self._granted = self._expired  # one that another tab's interrupted was due a moment after this one
                    return True
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

    def _let_in(self, goal: int, budget: dict[str, Any]) -> None:
        """Lets a document load while time passes in another tab's name. It waits for a budget of its own tab, and time
        waits for it; so both budgets begin, and expire, at the same moment."""
        del self.time.waiting[self]
        self._granted += 1
        self._granted_at, self._goal = self.commits, goal
        self.session.send("Emulation.setVirtualTimePolicy", budget).add_done_callback(retrieve)

    def _budget_expired(self) -> None:
        self._expired += 1
        if self._expired >= self._granted or self.time.runner is not self:  # whosever it was, time stands now
            self.time.halted.set()

    def _request_paused(self, event: dict[str, Any]) -> None:
        time, request = self.time, event["requestId"]
        # As most documents: a page on its way asks for nothing else.
        alone = event["resourceType"] == "Document" and time.runner is None and not self._answering
        if time.driven or alone or _blocks(event) or "redirectedRequestId" in event:
            self._let_go(request)
            return
        time.held.append((self, request, self.questions.hold(event)))
        if time.runner is not None:
            time.halted.set()
        else:
            self._begin_answering()

    def _let_go(self, request: str, question: str = "") -> None:
        def told(work: asyncio.Future[Any]) -> None:
            if not work.cancelled() and work.exception():  # the page has left it meanwhile
                self.questions.forget(question)

        self.session.send("Fetch.continueRequest", {"requestId": request}).add_done_callback(told)

    async def _answer_held(self) -> None:
        """Stops time, lets the held requests go and waits for their answers.

        An answer that came while time runs would cost the page 10 ms, and compete with timers that are due then.
        """
        pause = asyncio.ensure_future(self.session.send("Emulation.setVirtualTimePolicy", {"policy": "pause"}))
        pause.add_done_callback(retrieve)
        if not self._leaves():  # a page on its way does not hear us before it has arrived
            await self.guard(asyncio.wait({pause}, timeout=STIR))  # nor a script that blocks on its request
        await self._let_held_go()

    def _leaves(self) -> bool:
        """Whether a held request is for a document that is to replace this one."""
        questions = [self.questions.open.get(question) for tab, _, question in self.time.held if tab is self]
        return any(question is not None and question.frame == self.target for question in questions)

    async def _let_held_go(self) -> None:
        work = self._begin_answering()
        await self.guard(asyncio.wait({work}))
        work.result()

    @property
    def _answering(self) -> bool:
        return self.time.answering is not None and not self.time.answering.done()

    def _begin_answering(self) -> asyncio.Future[None]:
        time = self.time
        if time.answering is None or not self._answering:
            time.answering = asyncio.ensure_future(_answer(time))
            time.answering.add_done_callback(retrieve)
        return time.answering

    async def rest(self) -> None:
        """Waits, at a standing clock, for what the last input asked of the network: a new page, a script's requests."""
        if self.pace == "live":
            return
        if self.time.held:  # since a dialog interrupted us
            with self._owning():
                await self._let_held_go()
        # Chromium holds back a page's other work after an input until it has drawn; a reading is a round trip through
        # the page, after which everything that it asked for is known.
        if self._touched:
            await self._metrics()
            await self.frame(AFTER_INPUT)
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
        time.runner = self
        self._goal = time.elapsed_ms + 1
        try:
            with self._owning():
                while not await self._grant(1, "advance"):
                    pass
                while self._expired < self._granted:  # a request was told of before
                    time.halted.clear()
                    await self.guard(time.halted.wait())
        finally:
            time.runner = None
        time.elapsed_ms = max(time.elapsed_ms, self._goal)
        await self._let_held_go()

    async def answered(self, question: str | None = None, *, nudging: bool = False) -> None:
        """Waits until the page has an answer to one question, or to all that it asked and what it asked thereupon. If
        only a task that needs time is in the way, it gets some when it may be nudged."""
        questions = self.questions
        drawn_after = self._followed
        while True:
            await self._all_here(question, nudging)
            if self._followed != questions.answered:
                await self._follow()
            elif not question and self.time.held:
                await self._let_held_go()
            elif question or drawn_after == self._followed:
                break
            else:  # one frame for all of them: how many there are must not depend on how soon we hear of each
                drawn_after = self._followed
                await self.frame()
                await self.activity()

    async def _all_here(self, question: str | None, nudging: bool) -> None:
        questions = self.questions
        stirs = 0
        while question in questions.open if question else questions.open:
            if not question and questions.only_leaving:
                if not nudging:
                    return
                questions.leaving.clear()
                await self._nudge()
                continue
            questions.changed.clear()
            change = asyncio.ensure_future(questions.changed.wait())
            await self.guard(asyncio.wait({change}, timeout=STIR))
            if change.cancel():
                stirs += 1
                questions.drop_unread()
                if questions.open and stirs * STIR > self.hung_after:
                    raise BrowserHung(f"no answer within {self.hung_after:g} seconds to {questions.urls}")
                await self.frame()
            else:
                stirs = 0
            await self.activity()

    async def _follow(self) -> None:
        """Lets the page take what has come. It is handed an answer piece by piece; on a busy machine it takes a few
        turns to read it, and to ask the next."""
        questions = self.questions
        answers = questions.answered
        for _ in range(TURNS):
            if not questions.unread:
                break
            await self.send("Network.getCookies", urls=[NOBODY])
            await self._metrics()
        questions.unread.clear()  # nobody reads it
        for _ in range(NEXT):
            await self._metrics()
        self._followed = answers


def _blocks(event: dict[str, Any]) -> bool:
    """Whether a script stands still until it has the answer, and the page's time with it."""
    return bool(event["resourceType"] == "XHR" and event["request"]["initialPriority"] == "VeryHigh")


async def _answer(time: PageTime) -> None:
    """Lets held requests go, each when the one before has been answered and the page has taken the answer."""
    while time.held:
        tab, request, question = time.held[0]
        try:
            if question not in tab.questions.open:
                await tab._metrics()  # a round trip, after which we have heard of it
            tab._let_go(request, question)
            time.held.pop(0)
            await tab.answered(question)
        except BrowserLost:
            if tab._lost is None:
                raise
            time.held[:] = [held for held in time.held if held[0] is not tab]  # it was closed meanwhile
