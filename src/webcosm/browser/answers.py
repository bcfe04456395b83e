"""A page whose questions to the network are answered one by one.

What pages ask is held back and let go while their time stands, each question when the one before was answered and the
page has taken the answer. So answers come in the order of the questions and take no page time.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Any

from webcosm.browser.contact import retrieve
from webcosm.browser.errors import BrowserHung, BrowserLost
from webcosm.browser.frames import STIR, Drawn, PageTime

__all__ = ["TURNS", "Answered"]

TURNS = 20
"""Round trips through a page in which one that has everything it asked for does something with it."""
NOBODY = "http://nobody.test/"
"""An address to ask for cookies of. There are none: it is a round trip through the process that brings the answers."""
CHAIN = 200
"""Questions that are held back at one moment; a page that asks more asks again with each answer."""
NEXT = 6
"""Round trips in which a page that has read an answer asks the next question. Two were too few for a busy machine."""


class Answered(Drawn, ABC):
    """A page whose questions are ours to answer."""

    _told = False
    """Whether time was ever stopped or let pass in its name; until then its documents wait for nobody, and its scripts
    are held back until they are waited for: one that is there before would run before time passes."""
    _followed = 0
    """How many of the answers that came it was given time to take."""
    _shown = 0
    """How many of them had been taken before the last frame was drawn."""

    async def frame(self, slot: float = 0) -> None:
        taken = self._followed
        time, acted = self.time, self.time.acted
        time.acted = True
        try:
            await super().frame(slot)
        finally:
            time.acted = acted
        self._shown = taken
        if time.held and not (acted or time.runner):
            self._begin_answering()  # not in the midst of it

    def _request_paused(self, event: dict[str, Any]) -> None:
        time, request = self.time, event["requestId"]
        if event["resourceType"] == "Document":  # most are alone: a page on its way asks for nothing else
            alone = not (time.runner or time.held or self._answering)
        else:
            alone = event["resourceType"] == "Script" and self._told
        if time.chained_at != time.elapsed_ms:
            time.chained, time.chained_at = 0, time.elapsed_ms
        time.chained += 1
        if time.driven or alone or self._endless or _blocks(event) or "redirectedRequestId" in event:
            self._let_go(request)
            return
        time.held.append((self, request, self.questions.hold(event)))
        if time.runner is not None:
            time.halted.set()
        elif not time.acted:
            self._begin_answering()

    @property
    def _endless(self) -> bool:
        """Whether there is no end of questions at this moment: then time must pass with them, 10 ms each."""
        return self.time.chained > CHAIN

    def _let_go(self, request: str, question: str = "") -> None:
        def told(work: asyncio.Future[Any]) -> None:
            if not work.cancelled() and work.exception():  # the page has left it meanwhile
                self.questions.forget(question)

        self.session.send("Fetch.continueRequest", {"requestId": request}).add_done_callback(told)

    def _leaves(self) -> bool:
        """Whether a held request is for a document that is to replace this one."""
        return any(
            tab is self and self.questions.is_document(question, self.target) for tab, _, question in self.time.held
        )

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

    async def answered(self, question: str | None = None, *, nudging: bool = False) -> None:
        """Waits until the page has an answer to one question, or to all that it asked and what it asked thereupon. If
        only a task that needs time is in the way, it gets some when it may be nudged."""
        questions = self.questions
        while not self._endless:
            await self._all_here(question, nudging)
            if self._followed != questions.answered:
                await self._follow()
            elif not question and self.time.held:
                await self._let_held_go()
            elif question or self._shown == self._followed:
                break
            else:  # one frame for all of them: how many there are must not depend on how soon we hear of each
                await self.frame()
                await self.activity()

    async def _all_here(self, question: str | None, nudging: bool) -> None:
        questions = self.questions
        stirs = 0
        while not self._endless and (question in questions.open if question else questions.open):
            if not question and questions.only_leaving:
                if not nudging:
                    return
                questions.leaving.clear()
                await self._nudge()
                continue
            if not await self._changes():
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
        questions.ignore_unread()
        for _ in range(NEXT):
            await self._metrics()
        self._followed = answers

    async def _parts_here(self) -> None:
        """Waits for parts of pages that are under way before time is stopped or let pass: one that comes while it
        passes costs a page 10 ms, and one that comes while it stands does not."""
        for questions in [self.questions, *(tab.questions for tab in self.time.tabs)]:
            while parts := questions.parts.keys() - {question for *_, question in self.time.held}:
                if not await self._changes(questions):
                    questions.forget_parts(parts)  # they take long, or we have not heard of their end

    @abstractmethod
    async def _nudge(self) -> None:
        """Lets a moment of page time pass."""


def _blocks(event: dict[str, Any]) -> bool:
    """Whether a script stands still until it has the answer, and the page's time with it."""
    return bool(event["resourceType"] == "XHR" and event["request"]["initialPriority"] == "VeryHigh")


async def _answer(time: PageTime) -> None:
    """Lets held requests go, each when the one before has been answered and the page has taken the answer."""
    while time.held:
        # What a page asks before it goes elsewhere is answered before it does, whichever we hear of first.
        held = next((held for held in time.held if not held[0].questions.is_document(held[2])), time.held[0])
        tab, request, question = held
        try:
            if question not in tab.questions.open:
                await tab._metrics()  # a round trip, after which we have heard of it
            tab._let_go(request, question)
            time.held.remove(held)
            await tab.answered(question)
        except BrowserLost:
            if tab._lost is None:
                raise
            time.held[:] = [held for held in time.held if held[0] is not tab]  # it was closed meanwhile
