"""Begin-frame control: a page that draws when we say so, takes screenshots, and tells what it has done.

A frame is where animations, ``requestAnimationFrame``, observers and screenshots happen. Begin-frame control exists in
Chromium's headless shell only (clock mode "exact"); other Chromiums draw when they like.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import math
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from webcosm.browser.clock import WindowClock
from webcosm.browser.connection import POLL_SECONDS, PageConnection, ignore_result
from webcosm.browser.emulation import Viewport, metrics_of
from webcosm.browser.errors import BrowserHung, DialogOpen, ProtocolError
from webcosm.browser.frame_lock import RESTART_SECONDS, FrameLock
from webcosm.browser.pending import PendingRequests
from webcosm.browser.request_queue import RequestQueue

__all__ = ["FRAME_MS", "RESOLUTION_MS", "Activity", "FrameControl", "PictureFormat"]

PictureFormat = Literal["png", "jpeg"]
T = TypeVar("T")

FRAME_MS = 16
"""Page time between two frames of an animation."""
RESOLUTION_MS = 0.1
"""Milliseconds to which Chromium coarsens a document's time, up or down at random unless it is a multiple counted from
the document's navigation. So frames are drawn at multiples, and two at the same moment are one such step apart."""
MAX_HEIGHT = 16_000
"""CSS pixels of a full screenshot; Chromium draws no more."""
MAX_DRAWS = 3
"""Draws after which a page that has not taken part in a frame is taken for one that cannot: it waits for its scripts or
styles. Two have been enough in 1,800 frames on a busy machine, but for one."""
SCREENSHOT_TRIES = 10
"""Frames within which a page must show something."""
LIST_DRAWN_SECONDS = 0.05
"""Real seconds in which a list that hangs over the page is drawn after a frame; if it is not, another one follows."""

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
_LIST_OPEN = """(() => {
  let element = document.activeElement;
  while (element) {
    if (element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement;
    else if (element.localName === "iframe" || element.localName === "frame") {
      if (!element.contentDocument) return true;
      element = element.contentDocument.activeElement;
    } else break;
  }
  if (!element || !/^(select|input)$/.test(element.localName)) return false;
  try {
    return element.matches(":open");
  } catch {
    return element.localName === "select";
  }
})()"""
"""Whether a list or picker of a field may be open. It is the focus then; of another site's frame nothing is known."""
_ARM_PROBE = "function() { this.play(); this.pause(); }"
_NEW_PROBE = (
    f"(probe => {{ ({_ARM_PROBE}).call(probe); return probe; }})(new Animation(new KeyframeEffect(null, null, 1)))"
)
_READ_PROBE = f"function() {{ return this.pending ? null : ({_ANIMATIONS})(); }}"


@dataclass(frozen=True)
class Activity:
    """What a page has done so far, as counters; two readings that are equal mean that nothing happened in between."""

    scripts: float
    """Seconds spent in scripts."""
    layouts: float
    """How often boxes were laid out, as after new text."""
    styles: float
    """How often styles were computed, as after a change of class, and with each frame of an animation."""


class FrameControl:
    """One page's frames."""

    def __init__(
        self,
        connection: PageConnection,
        pending: PendingRequests,
        clock: WindowClock,
        queue: RequestQueue,
        viewport: Viewport,
    ) -> None:
        self._connection = connection
        self._pending = pending
        self._clock = clock
        self._queue = queue
        self._viewport = viewport
        self.input_since_frame = False
        """Whether there was an input since the last frame."""
        self.known_animations: tuple[float, int] | None = None
        """What :meth:`animations` gives at the moment of the last frame, if that is known."""
        self._navigation = 0.0
        """When the present document's navigation began, in Chromium's ticks."""
        self._last_frame = 0.0
        """When the last frame was drawn, in the same."""
        self._draws_at_frame = 0
        """How often it was drawn at that moment."""
        self._interrupted_frame: asyncio.Future[dict[str, Any]] | None = None
        """A frame in the middle of which a dialog came. The page goes on with it when that is answered."""
        self._lock = FrameLock.of(connection.session.connection)
        self._gpu_restarts = self._lock.gpu_restarts
        """After how many restarts of the GPU process it has drawn."""
        self._probe_commit = -1
        """How many documents there had been when its probe was made."""
        self._probe_id = ""
        """Empty where the page has put something of its own in the place of animations."""

    # Drawing --------------------------------------------------------------------------------------------------------

    def input(self, method: str, parameters: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """An input event, to be awaited under the connection's guard or with :meth:`with_frame`."""
        self.input_since_frame = self._queue.input_given = True
        return self._connection.session.send(method, self._clock.with_timestamp(method, parameters))

    async def with_frame(self, work: Awaitable[T]) -> T:
        """Awaits input that the page may take only with its next frame (a moving mouse, a wheel)."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(ignore_result)
        while not task.done() and self._clock.mode == "exact":
            if not self.probe_ready:
                await self.activity()  # a round trip, after which the input waits in the page: it takes one frame
            await self.draw()
            await self._connection.guard(asyncio.wait({task}, timeout=POLL_SECONDS))
        return await self._connection.guard(task)

    async def draw(self, offset: float = 0) -> None:
        """Draws one frame; with an `offset`, that part of a millisecond after the page's present moment. Requests that
        the page sends meanwhile stay paused until it is drawn."""
        queue, processed = self._queue, self._pending.processed
        input_given, queue.input_given = queue.input_given, True
        self.input_since_frame = False
        self.known_animations = None
        try:
            if self._clock.mode == "exact":
                await self._begin_frame(offset)
                await self.wait_for_fonts()
        finally:
            queue.input_given = input_given
        self._pending.drawn = processed
        if queue.paused and not (input_given or self._clock.running):
            queue.start_releasing()

    async def wait_for_fonts(self) -> None:
        """Waits for fonts that the page has asked for: page time does not, and with them its lines may break anew."""
        connection, pending = self._connection, self._pending
        end = asyncio.get_running_loop().time() + connection.hung_after
        while pending.fonts:
            await pending.wait_for_change(connection)
            if asyncio.get_running_loop().time() > end:
                raise BrowserHung(
                    f"no answer within {connection.hung_after:g} seconds to {', '.join(pending.fonts.values())}"
                )
            if not pending.fonts:
                await self.read_metrics()  # a round trip, after which the page has them

    async def resume(self) -> None:
        """Finishes a frame that a dialog has interrupted, once that is answered."""
        if self._interrupted_frame is not None:
            await self._connection.evaluate("0")  # the page answers when it has done its part of the frame
            await self._finish_interrupted_frame()
            await self._draw_until_probed(await self._arm_probe() if self._can_draw else "")

    async def _finish_interrupted_frame(self) -> None:
        if self._interrupted_frame is not None:
            await self._connection.guard(asyncio.wait({self._interrupted_frame}))
            self._interrupted_frame = None

    async def _begin_frame(self, offset: float = 0, **parameters: Any) -> dict[str, Any]:
        """Draws a frame that the page takes part in.

        Chromium draws without the page if its compositor has not heard yet that the page wants to take part, as for a
        callback of ``requestAnimationFrame``. So a probe of ours, an animation of nothing, wants to take part as well,
        and we draw until it has.
        """
        await self._finish_interrupted_frame()
        probe = await self._arm_probe() if self._can_draw else ""
        moment = (self._clock.ticks_base or 0) + self._clock.elapsed_ms + offset
        since_navigation = math.ceil((moment - self._navigation) / RESOLUTION_MS - 0.01) * RESOLUTION_MS
        self._last_frame = max(self._navigation + since_navigation, self._last_frame + RESOLUTION_MS)
        self._draws_at_frame = 0
        return await self._draw_until_probed(probe, **parameters)

    async def _draw_until_probed(self, probe: str, **parameters: Any) -> dict[str, Any]:
        """Draws at the moment of the last frame until the probe, if there is one, has taken part."""
        loop = asyncio.get_running_loop()
        end = loop.time() + RESTART_SECONDS
        for draws in itertools.count(1):
            async with self._lock.turn(self._connection):
                gpu_restarts = self._lock.gpu_restarts
                answer = await self._send_frame(**parameters)
            if probe and not await self._missed_frame(probe):
                self._gpu_restarts = gpu_restarts
                break
            if not probe or (draws >= MAX_DRAWS and (gpu_restarts == self._gpu_restarts or loop.time() > end)):
                break
        return answer

    async def _send_frame(self, **parameters: Any) -> dict[str, Any]:
        """Draws at the moment of the last frame: each time a microsecond later, or Chromium would wait for ever."""
        # Chromium cuts it to whole microseconds; without the half, sometimes to the one before the step.
        ticks = self._last_frame + 0.0005 + self._draws_at_frame * 0.001
        self._draws_at_frame += 1
        frame = {"frameTimeTicks": ticks, "interval": FRAME_MS, **parameters}
        drawing = self._connection.session.send("HeadlessExperimental.beginFrame", frame)
        try:
            return await self._connection.guard(asyncio.shield(drawing))
        except DialogOpen:
            self._interrupted_frame = drawing
            raise
        finally:
            if not drawing.done():
                self._lock.leave_unfinished(drawing)

    # The probe ------------------------------------------------------------------------------------------------------

    @property
    def _can_draw(self) -> bool:
        """A page that is navigating does not answer, one that has shown nothing yet counts its frames as changes, and
        one that waits for its scripts or styles may never finish a frame."""
        pending, frame = self._pending, self._connection.target
        return self._connection.commits > 0 and frame not in pending.loading_frames and not pending.is_navigating(frame)

    @property
    def probe_ready(self) -> bool:
        """Whether its next frame begins with a round trip through the page anyway."""
        return self._probe_commit == self._connection.commits and bool(self._probe_id) and self._can_draw

    async def _arm_probe(self) -> str:
        """Makes the present document's probe wait for a frame, as an animation does whenever it is to begin. Gives its
        object id, if there is one."""
        if self._probe_commit != self._connection.commits:
            self._probe_commit = self._connection.commits
            self._probe_id = ""
            try:
                answer = await self._connection.send("Runtime.evaluate", expression=_NEW_PROBE)
            except ProtocolError as error:
                if not error.document_gone:
                    raise
                self._probe_commit = -1  # the next document gets one of its own
                return ""
            self._probe_id = "" if "exceptionDetails" in answer else answer["result"]["objectId"]
        elif self._probe_id:
            await self._call_probe(self._probe_id, _ARM_PROBE)
        return self._probe_id

    async def _missed_frame(self, probe: str) -> bool:
        """Whether the page has not taken part in a frame since its probe was armed; if it has, the probe also tells
        which animations run."""
        self.known_animations = await self._call_probe(probe, _READ_PROBE)
        return self.known_animations is None and self._can_draw

    async def _call_probe(self, probe: str, function: str) -> Any:
        """What the function gives for the probe; None if the page navigates meanwhile."""
        connection = self._connection
        parameters = {"objectId": probe, "functionDeclaration": function, "returnByValue": True}
        call = connection.session.send("Runtime.callFunctionOn", parameters)
        call.add_done_callback(ignore_result)
        waited = 0.0
        while not call.done():
            await connection.guard(asyncio.wait({call}, timeout=POLL_SECONDS))
            waited += POLL_SECONDS
            if self._pending.is_navigating(connection.target) or waited > connection.hung_after:
                return None
        return call.result()["result"].get("value") if call.exception() is None else None

    # Readings -------------------------------------------------------------------------------------------------------

    async def activity(self) -> Activity:
        """The page's counters; brings the clock up to date besides."""
        metrics = await self.read_metrics()
        if not self._connection.on_error_page:
            self._clock.read(metrics["Timestamp"] * 1000)
        # Not the number of nodes: that is of all tabs together, and falls when Chromium collects its garbage.
        return Activity(metrics["ScriptDuration"], metrics["LayoutCount"], metrics["RecalcStyleCount"])

    async def read_metrics(self) -> dict[str, float]:
        """Chromium's counters. A round trip through the page: what it did before is known to us afterwards."""
        answer = await self._connection.send("Performance.getMetrics")
        metrics: dict[str, float] = {entry["name"]: entry["value"] for entry in answer["metrics"]}
        self._navigation = metrics.get("NavigationStart", 0) * 1000
        return metrics

    async def animations(self) -> tuple[float, int]:
        """How many milliseconds the longest of the page's finite animations still has, and how many never end."""
        left, endless = self.known_animations or await self._connection.evaluate(f"({_ANIMATIONS})()") or (0, 0)
        return left, endless

    # Screenshots ----------------------------------------------------------------------------------------------------

    async def screenshot(self, format: PictureFormat = "png", *, quality: int = 80, full: bool = False) -> bytes:
        """What the viewport shows, or with `full` the whole page.

        A full screenshot makes the viewport as tall as the page for a moment, which the page can notice.
        """
        wanted: dict[str, Any] = {"format": format, "optimizeForSpeed": True}
        if format == "jpeg":
            wanted["quality"] = quality
        width, height = self._viewport.width, self._viewport.height
        if full:
            size = (await self._connection.send("Page.getLayoutMetrics"))["cssContentSize"]
            width, height = max(int(size["width"]), width), min(max(int(size["height"]), height), MAX_HEIGHT)
            await self._resize(width, height)
        try:
            if self._clock.mode == "exact" and await self._connection.evaluate(_LIST_OPEN):
                return await self._capture_with_list(wanted)
            return await self._capture(wanted, width, height)
        finally:
            if full:
                await self._resize(self._viewport.width, self._viewport.height)

    async def _capture(self, wanted: dict[str, Any], width: int, height: int) -> bytes:
        if self._clock.mode != "exact" or self._viewport.scale != 1:  # a frame's own screenshot knows no scale
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            session = self._connection.session
            shot = await self.with_frame(session.send("Page.captureScreenshot", wanted | {"clip": clip}))
            return base64.b64decode(shot["data"])
        for _ in range(SCREENSHOT_TRIES):  # a tab that has not drawn anything yet has nothing to show at first
            answer = await self._begin_frame(screenshot=wanted)
            if "screenshotData" in answer:
                return base64.b64decode(answer["screenshotData"])
            await self.activity()
        raise BrowserHung(f"the page drew nothing in {SCREENSHOT_TRIES} frames")

    async def _capture_with_list(self, wanted: dict[str, Any]) -> bytes:
        """The list of a select field is a window of its own: a frame's own screenshot would wait for that one's next
        frame, and so for ever."""
        session, guard = self._connection.session, self._connection.guard
        shot = asyncio.ensure_future(session.send("Page.captureScreenshot", wanted))
        shot.add_done_callback(ignore_result)
        end = asyncio.get_running_loop().time() + self._connection.hung_after
        while not shot.done():
            await self.draw()
            await guard(asyncio.wait({shot}, timeout=LIST_DRAWN_SECONDS))
            if asyncio.get_running_loop().time() > end:
                raise BrowserHung(f"no picture of an open list within {self._connection.hung_after:g} seconds")
        return base64.b64decode((await guard(shot))["data"])

    async def _resize(self, width: int, height: int) -> None:
        metrics = metrics_of(self._viewport, width, height)
        await self._connection.send("Emulation.setDeviceMetricsOverride", **metrics)
        await self.draw()
