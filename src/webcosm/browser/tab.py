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
import base64
import math
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar
from weakref import WeakKeyDictionary

from webcosm.browser.contact import HUNG_AFTER, Contact, retrieve
from webcosm.browser.emulation import Viewport, first_calls, metrics_of
from webcosm.browser.errors import BrowserHung
from webcosm.browser.wire import Session, Wire

__all__ = ["FRAME_MS", "GRAIN", "Activity", "Pace", "PageTime", "PictureFormat", "Tab", "Viewport"]

Pace = Literal["exact", "virtual", "live"]
PictureFormat = Literal["png", "jpeg"]
T = TypeVar("T")

FRAME_MS = 16
"""Page time between two frames of an animation."""
GRAIN = 0.1
"""Milliseconds to which Chromium coarsens a document's time, up or down at random unless it is a multiple counted from
the document's navigation. So frames are drawn at multiples, and two at the same moment are one grain apart."""
AFTER_INPUT = 0.5
"""Where in its millisecond the frame after an input is drawn, and the animations that it begins are counted from: after
those that the input itself took, however many a busy machine made of them."""
STIR = 0.5
"""Real seconds after which a page that waits is drawn once more, in case it waits for that. Frames drawn for this
reason are the only ones that depend on the machine's speed, so it is far longer than an answer takes."""
TALLEST = 16_000
"""CSS pixels of a full picture; Chromium draws no more."""
TURNS = 20
"""Round trips through a page in which one that has everything it asked for does something with it."""
NEXT = 6
"""Round trips in which a page that has read an answer asks the next question. Two were too few for a busy machine."""
TRIES = 10
"""Frames within which a page must show something."""


_drawing: WeakKeyDictionary[Wire, asyncio.Lock] = WeakKeyDictionary()
"""By browser: whose turn it is to draw."""

_ANIMATIONS = """(() => {
  let left = 0, endless = 0;
  for (const animation of document.getAnimations()) {
    if (animation.playState !== "running") continue;
    const end = animation.effect ? animation.effect.getComputedTiming().endTime : 0;
    if (end === Infinity) endless++;
    else left = Math.max(left, (end - (animation.currentTime || 0)) / (animation.playbackRate || 1));
  }
  return [left, endless];
})()"""


@dataclass(frozen=True)
class Activity:
    """What a page has done so far, as counters; two readings that are equal mean that nothing happened in between."""

    scripts: float
    """Seconds spent in scripts."""
    layouts: float
    """How often boxes were laid out, as after new text."""
    styles: float
    """How often styles were computed, as after a change of class, and with each frame of an animation."""


@dataclass
class PageTime:
    """The time that all tabs of a window share, as they share a process."""

    began_ms: int
    """The moment it was stopped at, in milliseconds since 1970."""
    base: float | None = None
    """The same moment in Chromium's own ticks; None until the first tab is there."""
    elapsed_ms: int = 0
    running: bool = False
    """Whether time passes at present, in whichever tab."""
    held: list[tuple[Tab, str, str]] = field(default_factory=list)
    """Requests made while time passed (tab, request, question); they are let go one by one while it stands."""
    halted: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a run has come to its end, or to a request."""


class Tab(Contact):
    """A page whose time and frames are ours."""

    def __init__(
        self,
        target: str,
        session: Session,
        pace: Pace,
        time: PageTime,
        viewport: Viewport,
        hung_after: float = HUNG_AFTER,
        number: int = 0,
    ) -> None:
        super().__init__(target, session, hung_after)
        self.number = number
        """How manieth page of its window it is."""
        self.pace: Pace = pace
        self.time = time
        self.viewport = viewport
        self._touched = False
        """Whether there was an input since the last frame."""
        self._navigation = 0.0
        self._last_frame = 0.0
        self._granted = self._expired = 0
        self._granted_at = 0
        """How many documents there had been when the last budget was granted."""
        self._goal = 0
        """Where in page time it ends."""
        session.on("Emulation.virtualTimeBudgetExpired", lambda _: self._budget_expired())
        session.on("Fetch.requestPaused", self._request_paused)

    async def start(self) -> None:
        """Makes the page ready and stops its clock, before any of its scripts can have looked at it."""
        ours = self.pace != "live"
        calls = first_calls(self.viewport, own_time=ours)
        # The first tab sets the time; later ones find it in their process, perhaps running for another.
        first = ours and self.time.base is None
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
        await self._run_on()
        await self._run_to(self.time.elapsed_ms + milliseconds)

    async def _run_on(self) -> None:
        """Spends what a dialog left of a budget. With another granted beside it, the first to expire would stop time,
        and the second would never be told to have expired."""
        if self._expired >= self._granted:
            return
        await self._answer_held()  # stops time, which has run on since the dialog was answered
        await self.activity()
        if self.commits != self._granted_at:
            self._granted = self._expired  # it may be gone with its document
        if self.time.elapsed_ms < self._goal:
            await self._run_to(self._goal)

    async def _run_to(self, goal: int) -> None:
        self._goal = goal
        while not await self._run_until_asked(goal - self.time.elapsed_ms):
            await self._answer_held()
            await self.activity()
            if self.time.elapsed_ms >= goal and self._expired >= self._granted:
                break  # the budget ended in the moment of the request; an empty one would never expire
        self.time.elapsed_ms = goal
        await self._fonts_here()
        await self._loads_end()

    async def _loads_end(self) -> None:
        """Lets frames finish that have all they asked for: what they do then, such as asking for more, is done at the
        moment at which time has stopped, but perhaps a few turns after we hear that it did."""
        for _ in range(TURNS):
            if self.questions.open:
                await self.answered()
            elif self.questions.loading:
                await self._metrics()
            else:
                break

    async def _run_until_asked(self, milliseconds: int) -> bool:
        """Lets time pass until it is over (True) or a script sends a request."""
        time = self.time
        time.halted.clear()
        time.running = True
        try:
            while not await self._grant(milliseconds):
                pass
        finally:
            time.running = False
        return not time.held

    async def _grant(self, milliseconds: int) -> bool:
        """Gives the page a budget of time and waits until it is spent or a request is held.

        A budget that is given in the moment in which the document is replaced may go down with it, unanswered; then
        this is False, and it must be given again.
        """
        # Every budget expires once, those that a request interrupted at the same moment as the one that follows.
        self._granted = max(self._granted, self._expired) + 1
        self._granted_at = self.commits
        budget = {"policy": "pauseIfNetworkFetchesPending", "budget": max(milliseconds, 0)}
        grant = asyncio.ensure_future(self.session.send("Emulation.setVirtualTimePolicy", budget))
        grant.add_done_callback(retrieve)
        halted = asyncio.ensure_future(self.time.halted.wait())
        waited = 0.0
        try:
            while not halted.done():
                await self.guard(asyncio.wait({halted}, timeout=STIR))
                waited += STIR
                if not halted.done() and self.commits != self._granted_at:
                    self._granted = self._expired
                    return False
                if waited > self.hung_after:
                    raise BrowserHung(f"the page's time did not pass within {self.hung_after:g} seconds")
        finally:
            halted.cancel()
        return True

    async def flow(self, milliseconds: int) -> None:
        """Lets page time pass while somebody else drives the page: no request is held back, so nothing is exact."""
        if self.pace == "live":
            return
        await self._run_on()
        self.time.halted.clear()
        self._granted += 1
        self._granted_at, self._goal = self.commits, self.time.elapsed_ms + milliseconds
        await self.send("Emulation.setVirtualTimePolicy", policy="advance", budget=milliseconds)
        await self.guard(self.time.halted.wait())
        await self.activity()  # brings the elapsed time up to date

    def _budget_expired(self) -> None:
        self._expired += 1
        if self._expired >= self._granted:
            self.time.halted.set()

    def _request_paused(self, event: dict[str, Any]) -> None:
        if self.time.running:
            self.time.held.append((self, event["requestId"], self.questions.hold(event)))
            self.time.halted.set()
        else:
            self._let_go(event["requestId"])

    def _let_go(self, request: str) -> None:
        work = self.session.send("Fetch.continueRequest", {"requestId": request})
        asyncio.ensure_future(work).add_done_callback(retrieve)  # it fails if the page has left meanwhile

    async def _answer_held(self) -> None:
        """Stops time, lets the held requests go and waits for their answers.

        An answer that came while time runs would cost the page 10 ms, and compete with timers that are due then.
        """
        pause = asyncio.ensure_future(self.session.send("Emulation.setVirtualTimePolicy", {"policy": "pause"}))
        pause.add_done_callback(retrieve)
        await self.guard(asyncio.wait({pause}, timeout=STIR))  # a script that blocks on its request cannot hear us
        while self.time.held:
            tab, request, question = self.time.held.pop(0)
            tab._let_go(request)
            await tab.answered(question)

    async def rest(self) -> None:
        """Waits, at a standing clock, for what the last input asked of the network: a new page, a script's requests."""
        if self.pace == "live":
            return
        # Chromium holds back a page's other work after an input until it has drawn; a reading is a round trip through
        # the page, after which everything that it asked for is known.
        if self._touched:
            await self._metrics()
            await self.frame(AFTER_INPUT)
        await self.activity()
        if self.questions.navigating:
            self.questions.navigating = False
            await self.run(1)  # a form is sent, and a script's change of address made, by a task that needs time
        await self.answered()

    async def answered(self, question: str | None = None) -> None:
        """Waits until the page has an answer to one question, or to all that it asked and what it asked thereupon."""
        questions = self.questions
        stirs = 0
        while question in questions.open if question else questions.open:
            questions.changed.clear()
            change = asyncio.ensure_future(questions.changed.wait())
            await self.guard(asyncio.wait({change}, timeout=STIR))
            stirred = change.cancel()
            if stirred:
                stirs += 1
                questions.drop_unread()
                if questions.open and stirs * STIR > self.hung_after:
                    raise BrowserHung(f"no answer within {self.hung_after:g} seconds to {questions.urls}")
            if stirred or not (question or questions.open):
                await self.frame()
            await self.activity()
            if not questions.open or (question and question not in questions.open):
                # The page is handed an answer piece by piece; on a busy machine it takes a few turns to read it, and to
                # ask the next.
                for _ in range(TURNS):
                    if not questions.unread:
                        break
                    await self._metrics()
                questions.unread.clear()  # nobody reads it
                for _ in range(NEXT):
                    await self._metrics()

    def input(self, method: str, parameters: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """An input event, to be awaited with :meth:`guard` or :meth:`with_frame`."""
        self._touched = True
        return self.session.send(method, parameters)

    async def frame(self, slot: float = 0) -> None:
        """Draws one frame; with a `slot`, that part of a millisecond after the page's present moment."""
        self._touched = False
        if self.pace == "exact":
            await self._begin_frame(slot)
            await self._fonts_here()

    async def _fonts_here(self) -> None:
        """Waits for fonts that the page has asked for: page time does not, and with them its lines may break anew."""
        questions = self.questions
        end = asyncio.get_running_loop().time() + self.hung_after
        while questions.fonts:
            questions.changed.clear()
            change = asyncio.ensure_future(questions.changed.wait())
            await self.guard(asyncio.wait({change}, timeout=STIR))
            change.cancel()
            if asyncio.get_running_loop().time() > end:
                raise BrowserHung(
                    f"no answer within {self.hung_after:g} seconds to {', '.join(questions.fonts.values())}"
                )
            if not questions.fonts:
                await self._metrics()  # a round trip, after which the page has them

    async def with_frame(self, work: Awaitable[T]) -> T:
        """Awaits input that the page may take only with its next frame (a moving mouse, a wheel)."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(retrieve)
        while not task.done() and self.pace == "exact":
            await self.activity()  # a round trip, after which the input waits in the page: it takes exactly one frame
            await self.frame()
            await self.guard(asyncio.wait({task}, timeout=STIR))
        return await self.guard(task)

    async def _begin_frame(self, slot: float = 0, **parameters: Any) -> dict[str, Any]:
        # Two frames at once, though of different windows, kill the process that draws for all of them.
        async with _drawing.setdefault(self.session.wire, asyncio.Lock()):
            # A frame must be later than the one before, or Chromium waits for ever.
            moment = (self.time.base or 0) + self.time.elapsed_ms + slot
            grains = math.ceil((moment - self._navigation) / GRAIN - 0.01) * GRAIN
            self._last_frame = max(self._navigation + grains, self._last_frame + GRAIN)
            return await self.send(
                "HeadlessExperimental.beginFrame", frameTimeTicks=self._last_frame, interval=FRAME_MS, **parameters
            )

    async def activity(self) -> Activity:
        metrics = await self._metrics()
        if self.time.base is not None:  # a budget that a dialog interrupted runs on after it
            self.time.elapsed_ms = max(self.time.elapsed_ms, round(metrics["Timestamp"] * 1000 - self.time.base))
        # Not the number of nodes: that is of all tabs together, and falls when Chromium collects its garbage.
        return Activity(metrics["ScriptDuration"], metrics["LayoutCount"], metrics["RecalcStyleCount"])

    async def _metrics(self) -> dict[str, float]:
        answer = await self.send("Performance.getMetrics")
        metrics: dict[str, float] = {entry["name"]: entry["value"] for entry in answer["metrics"]}
        self._navigation = metrics.get("NavigationStart", 0) * 1000
        return metrics

    async def animations(self) -> tuple[float, int]:
        """How many milliseconds the longest of the page's finite animations still has, and how many never end."""
        left, endless = await self.evaluate(_ANIMATIONS)
        return left, endless

    # Pictures -------------------------------------------------------------------------------------------------------

    async def picture(self, format: PictureFormat = "png", *, quality: int = 80, full: bool = False) -> bytes:
        """What the viewport shows, or with `full` the whole page.

        A full picture makes the viewport as tall as the page for a moment, which the page can notice.
        """
        wanted: dict[str, Any] = {"format": format, "optimizeForSpeed": True}
        if format == "jpeg":
            wanted["quality"] = quality
        width, height = self.viewport.width, self.viewport.height
        if full:
            size = (await self.send("Page.getLayoutMetrics"))["cssContentSize"]
            width, height = max(int(size["width"]), width), min(max(int(size["height"]), height), TALLEST)
            await self._resize(width, height)
        try:
            return await self._capture(wanted, width, height)
        finally:
            if full:
                await self._resize(self.viewport.width, self.viewport.height)

    async def _capture(self, wanted: dict[str, Any], width: int, height: int) -> bytes:
        scale = self.viewport.scale
        if self.pace != "exact" or scale != 1:  # a frame's own picture knows no scale
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            shot = await self.with_frame(self.session.send("Page.captureScreenshot", wanted | {"clip": clip}))
            return base64.b64decode(shot["data"])
        for _ in range(TRIES):  # a tab that has not drawn anything yet has nothing to show in its first frame
            answer = await self._begin_frame(screenshot=wanted)
            if "screenshotData" in answer:
                return base64.b64decode(answer["screenshotData"])
            await self.activity()
        raise BrowserHung(f"the page drew nothing in {TRIES} frames")

    async def _resize(self, width: int, height: int) -> None:
        await self.send("Emulation.setDeviceMetricsOverride", **metrics_of(self.viewport, width, height))
        await self.frame()
