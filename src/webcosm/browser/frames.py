"""A page that draws when we say so, and tells what it has done.

Begin-frame control exists in Chromium's headless shell only. Other Chromiums draw when they like.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import math
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from webcosm.browser.contact import HUNG_AFTER, Contact, retrieve
from webcosm.browser.emulation import Viewport, metrics_of
from webcosm.browser.errors import BrowserHung, DialogOpen
from webcosm.browser.network import Questions
from webcosm.browser.turns import RENEWED, Turns
from webcosm.browser.wire import Session

if TYPE_CHECKING:
    from webcosm.browser.answers import Answered
    from webcosm.browser.tab import Tab

__all__ = ["FRAME_MS", "GRAIN", "STIR", "Activity", "Drawn", "Pace", "PageTime", "PictureFormat"]

Pace = Literal["exact", "virtual", "live"]
PictureFormat = Literal["png", "jpeg"]
T = TypeVar("T")

FRAME_MS = 16
"""Page time between two frames of an animation."""
GRAIN = 0.1
"""Milliseconds to which Chromium coarsens a document's time, up or down at random unless it is a multiple counted from
the document's navigation. So frames are drawn at multiples, and two at the same moment are one grain apart."""
STIR = 0.5
"""Real seconds after which a page that waits is drawn once more, in case it waits for that. Frames drawn for this
reason are the only ones that depend on the machine's speed, so it is far longer than an answer takes."""
TALLEST = 16_000
"""CSS pixels of a full picture; Chromium draws no more."""
DRAWS = 3
"""Frames in which a page takes part that can: one that waits for its scripts or styles does not. Two have been enough
in 1,800 frames on a busy machine, but for one."""
STAMPED = ("Input.dispatchMouseEvent", "Input.dispatchKeyEvent")
"""Inputs that tell when they were given."""
TRIES = 10
"""Frames within which a page must show something."""

_ANIMATIONS = """function() {
  let left = 0, endless = 0;
  for (const animation of document.getAnimations()) {
    if (animation.playState !== "running") continue;
    const end = animation.effect ? animation.effect.getComputedTiming().endTime : 0;
    if (end === Infinity) endless++;
    else left = Math.max(left, (end - (animation.currentTime || 0)) / (animation.playbackRate || 1));
  }
  return [left, endless];
}"""
_BEAT = "function() { this.play(); this.pause(); }"
_PULSE = f"(pulse => {{ ({_BEAT}).call(pulse); return pulse; }})(new Animation(new KeyframeEffect(null, null, 1)))"
_WAITS = f"function() {{ return this.pending ? null : ({_ANIMATIONS})(); }}"


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
    tabs: list[Tab] = field(default_factory=list)
    """Those that live in it."""
    elapsed_ms: int = 0
    spare: float = 0.0
    """By how much it stands behind the whole millisecond."""
    runs: int = 0
    """How often time was let pass."""
    runner: Tab | None = None
    """The tab in whose name time passes at present."""
    owner: Tab | None = None
    """The tab with a budget that a dialog interrupted."""
    stuck: bool = False
    """Whether it must be made to pass, also while it waits for answers: there is one that no script reads."""
    waiting: dict[Tab, None] = field(default_factory=dict)
    """Tabs with a document that came when time did not pass in their names."""
    held: list[tuple[Answered, str, str]] = field(default_factory=list)
    """What pages ask of the network (tab, request, question), let go one by one while time stands: so answers come in
    the order of the questions."""
    answering: asyncio.Future[None] | None = None
    """The work that does so."""
    acted: bool = False
    """Whether inputs were given since pages last rested: what they ask thereupon is answered after the last of them."""
    chained: int = 0
    """How many questions pages have asked since it last moved."""
    chained_at: int = 0
    """Where it stood then."""
    driven: bool = False
    """Whether somebody else drives the pages, and nothing is held back."""
    halted: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a run has come to its end, to a request, or to a document of another tab."""

    def stamped(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """The parameters of a call; an input is never older than the page. It is given at the machine's time, of which
        the page's may be ahead, and a document that another opened crashes if it is told of one from before itself."""
        ahead = (self.base or 0) + self.elapsed_ms - time.monotonic() * 1000
        if method not in STAMPED or ahead <= 0:
            return parameters
        # Chromium takes the moment by the clock on the wall, of which no page is told, and counts back from it.
        return {**parameters, "timestamp": time.time() + ahead / 1000}


class Drawn(Contact):
    """A page whose frames are ours."""

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
        self._repeats = 0
        """How often it was drawn at that moment."""
        self._broken_off: asyncio.Future[dict[str, Any]] | None = None
        """A frame in the midst of which a dialog came. The page goes on with it when that is answered."""
        self._turns = Turns.of(session.wire)
        self._renewals = self._turns.renewals
        """After how many of the renewals it has drawn."""
        self.moving: tuple[float, int] | None = None
        """What :meth:`animations` gives at the moment of the last frame, if that is known."""
        self._pulse_of = -1
        """How many documents there had been when its pulse was made."""
        self._pulse_id = ""
        """Empty where the page has put something of its own in the place of animations."""

    def input(self, method: str, parameters: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """An input event, to be awaited with :meth:`guard` or :meth:`with_frame`."""
        self._touched = self.time.acted = True
        return self.session.send(method, self.time.stamped(method, parameters))

    async def frame(self, slot: float = 0) -> None:
        """Draws one frame; with a `slot`, that part of a millisecond after the page's present moment."""
        self._touched = False
        self.moving = None
        if self.pace == "exact":
            await self._begin_frame(slot)
            await self._fonts_here()

    async def _fonts_here(self) -> None:
        """Waits for fonts that the page has asked for: page time does not, and with them its lines may break anew."""
        questions = self.questions
        end = asyncio.get_running_loop().time() + self.hung_after
        while questions.fonts:
            await self._changes()
            if asyncio.get_running_loop().time() > end:
                raise BrowserHung(
                    f"no answer within {self.hung_after:g} seconds to {', '.join(questions.fonts.values())}"
                )
            if not questions.fonts:
                await self._metrics()  # a round trip, after which the page has them

    async def _changes(self, questions: Questions | None = None) -> bool:
        """Whether something that it or another page has asked for or shows comes to its end, before it is to be
        stirred."""
        questions = questions or self.questions
        questions.changed.clear()
        return await self.comes(questions.changed, STIR)

    async def with_frame(self, work: Awaitable[T]) -> T:
        """Awaits input that the page may take only with its next frame (a moving mouse, a wheel)."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(retrieve)
        while not task.done() and self.pace == "exact":
            if not self._beats:
                await self.activity()  # a round trip, after which the input waits in the page: it takes one frame
            await self.frame()
            await self.guard(asyncio.wait({task}, timeout=STIR))
        return await self.guard(task)

    async def _begin_frame(self, slot: float = 0, **parameters: Any) -> dict[str, Any]:
        """Draws a frame that the page takes part in.

        Chromium draws without the page if its compositor has not heard yet that the page wants to take part, as for a
        callback of ``requestAnimationFrame``. So a pulse of ours wants to as well, and we draw until it has beaten.
        """
        await self._mend()
        pulse = await self._beat() if self._takes_part else ""
        moment = (self.time.base or 0) + self.time.elapsed_ms + slot
        grains = math.ceil((moment - self._navigation) / GRAIN - 0.01) * GRAIN
        self._last_frame = max(self._navigation + grains, self._last_frame + GRAIN)
        self._repeats = 0
        return await self._draw(pulse, **parameters)

    async def _draw(self, pulse: str, **parameters: Any) -> dict[str, Any]:
        """Draws at the moment of the last frame until the pulse, if there is one, has beaten."""
        loop = asyncio.get_running_loop()
        end = loop.time() + RENEWED
        for draws in itertools.count(1):
            async with self._turns.next(self):
                renewals = self._turns.renewals
                answer = await self._present(**parameters)
            if pulse and not await self._waits(pulse):
                self._renewals = renewals
                break
            if not pulse or (draws >= DRAWS and (renewals == self._renewals or loop.time() > end)):
                break
        return answer

    async def answer_dialog(self, accept: bool, text: str | None = None) -> None:
        """Answers it, and waits for what it has interrupted."""
        await self.reply(accept, text)
        if self._broken_off is not None:
            await self.evaluate("0")  # the page hears it when it has done its part
            await self._mend()
            await self._draw(await self._beat() if self._takes_part else "")
        await self.go_on()

    async def _mend(self) -> None:
        """Waits for the end of a frame that a dialog broke off."""
        if self._broken_off is not None:
            await self.guard(asyncio.wait({self._broken_off}))
            self._broken_off = None

    async def _present(self, **parameters: Any) -> dict[str, Any]:
        """Draws a frame at the moment of the last one: a microsecond later, or Chromium would wait for ever."""
        # Chromium cuts it to whole microseconds; without the half, sometimes to the one before the grain.
        ticks = self._last_frame + 0.0005 + self._repeats * 0.001
        self._repeats += 1
        frame = {"frameTimeTicks": ticks, "interval": FRAME_MS, **parameters}
        drawing = self.session.send("HeadlessExperimental.beginFrame", frame)
        try:
            return await self.guard(asyncio.shield(drawing))
        except DialogOpen:
            self._broken_off = drawing
            raise
        finally:
            if not drawing.done():
                self._turns.leave(drawing)

    @property
    def _takes_part(self) -> bool:
        """A page on its way elsewhere does not hear us, one that has shown nothing yet counts its frames as changes,
        and one that waits for its scripts or styles may never be done with a frame."""
        questions, frame = self.questions, self.target
        return self.commits > 0 and frame not in questions.loading and not questions.departs(frame)

    @property
    def _beats(self) -> bool:
        """Whether its next frame begins with a round trip through the page anyway."""
        return self._pulse_of == self.commits and bool(self._pulse_id) and self._takes_part

    async def _beat(self) -> str:
        """Makes the present document's pulse wait for a frame: an animation of nothing, which does so whenever it is to
        begin. Gives its name, if it has one."""
        if self._pulse_of != self.commits:
            self._pulse_of = self.commits
            answer = await self.send("Runtime.evaluate", expression=_PULSE)
            self._pulse_id = "" if "exceptionDetails" in answer else answer["result"]["objectId"]
        elif self._pulse_id:
            await self._tell(self._pulse_id, _BEAT)
        return self._pulse_id

    async def _waits(self, pulse: str) -> bool:
        """Whether the page has not taken part in a frame since its pulse was to beat; if it has, it tells what moves in
        it."""
        self.moving = await self._tell(pulse, _WAITS)
        return self.moving is None and self._takes_part

    async def _tell(self, pulse: str, what: str) -> Any:
        """What the pulse gives, unless the page goes elsewhere meanwhile."""
        parameters = {"objectId": pulse, "functionDeclaration": what, "returnByValue": True}
        call = self.session.send("Runtime.callFunctionOn", parameters)
        call.add_done_callback(retrieve)
        waited = 0.0
        while not call.done():
            await self.guard(asyncio.wait({call}, timeout=STIR))
            waited += STIR
            if self.questions.departs(self.target) or waited > self.hung_after:
                return None
        return call.result()["result"].get("value") if call.exception() is None else None

    async def activity(self) -> Activity:
        metrics = await self._metrics()
        if self.time.base is not None and not self.astray:  # a budget that a dialog interrupted runs on after it
            exact = metrics["Timestamp"] * 1000 - self.time.base
            self.time.elapsed_ms = max(self.time.elapsed_ms, round(exact))
            self.time.spare = exact - self.time.elapsed_ms
        # Not the number of nodes: that is of all tabs together, and falls when Chromium collects its garbage.
        return Activity(metrics["ScriptDuration"], metrics["LayoutCount"], metrics["RecalcStyleCount"])

    async def _metrics(self) -> dict[str, float]:
        answer = await self.send("Performance.getMetrics")
        metrics: dict[str, float] = {entry["name"]: entry["value"] for entry in answer["metrics"]}
        self._navigation = metrics.get("NavigationStart", 0) * 1000
        return metrics

    async def animations(self) -> tuple[float, int]:
        """How many milliseconds the longest of the page's finite animations still has, and how many never end."""
        left, endless = self.moving or await self.evaluate(f"({_ANIMATIONS})()") or (0, 0)
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
