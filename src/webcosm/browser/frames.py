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

from webcosm.browser.cdp import CdpSession
from webcosm.browser.connection import HUNG_AFTER, PageConnection, ignore_result
from webcosm.browser.emulation import Viewport, metrics_of
from webcosm.browser.errors import BrowserHung, DialogOpen
from webcosm.browser.frame_lock import RESTART_SECONDS, FrameLock
from webcosm.browser.pending import PendingRequests

if TYPE_CHECKING:
    from webcosm.browser.requests import PageRequests
    from webcosm.browser.tab import Tab

__all__ = [
    "FRAME_MS",
    "POLL_SECONDS",
    "RESOLUTION_MS",
    "Activity",
    "ClockMode",
    "FrameControl",
    "PictureFormat",
    "WindowClock",
]

ClockMode = Literal["exact", "virtual", "live"]
PictureFormat = Literal["png", "jpeg"]
T = TypeVar("T")

FRAME_MS = 16
"""Page time between two frames of an animation."""
RESOLUTION_MS = 0.1
"""Milliseconds to which Chromium coarsens a document's time, up or down at random unless it is a multiple counted from
the document's navigation. So frames are drawn at multiples, and two at the same moment are one grain apart."""
POLL_SECONDS = 0.5
"""Real seconds after which a page that waits is drawn once more, in case it waits for that. Frames drawn for this
reason are the only ones that depend on the machine's speed, so it is far longer than an answer takes."""
MAX_HEIGHT = 16_000
"""CSS pixels of a full picture; Chromium draws no more."""
MAX_DRAWS = 3
"""Frames in which a page takes part that can: one that waits for its scripts or styles does not. Two have been enough
in 1,800 frames on a busy machine, but for one."""
TIMESTAMPED = ("Input.dispatchMouseEvent", "Input.dispatchKeyEvent")
"""Inputs that tell when they were given."""
SCREENSHOT_TRIES = 10
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


@dataclass
class WindowClock:
    """The time that all tabs of a window share, as they share a process."""

    start_ms: int
    """The moment it was stopped at, in milliseconds since 1970."""
    ticks_base: float | None = None
    """The same moment in Chromium's own ticks; None until the first tab is there."""
    tabs: list[Tab] = field(default_factory=list)
    """Those that live in it."""
    elapsed_ms: int = 0
    overshoot_ms: float = 0.0
    """By how much it stands behind the whole millisecond."""
    runs: int = 0
    """How often time was let pass."""
    running_tab: Tab | None = None
    """The tab in whose name time passes at present."""
    interrupted_tab: Tab | None = None
    """The tab with a budget that a dialog interrupted."""
    stalled: bool = False
    """Whether it must be made to pass, also while it waits for answers: there is one that no script reads."""
    awaiting_budget: dict[Tab, None] = field(default_factory=dict)
    """Tabs with a document that came when time did not pass in their names."""
    paused: list[tuple[PageRequests, str, str]] = field(default_factory=list)
    """Paused requests (tab, CDP's id of the pause, key of the request), continued one by one while time stands: so
    responses come in the order of the requests."""
    releasing: asyncio.Future[None] | None = None
    """The work that does so."""
    input_given: bool = False
    """Whether inputs were given since pages last rested: what they ask thereupon is answered after the last of them."""
    burst: int = 0
    """How many requests pages have sent since it last moved."""
    burst_at_ms: int = 0
    """Where it stood then."""
    driven_externally: bool = False
    """Whether somebody else drives the pages, and no request is paused."""
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a run has come to its end, to a request, or to a document of another tab."""

    def with_timestamp(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """The parameters of a call; an input is never older than the page. It is given at the machine's time, of which
        the page's may be ahead, and a document that another opened crashes if it is told of one from before itself."""
        ahead = (self.ticks_base or 0) + self.elapsed_ms - time.monotonic() * 1000
        if method not in TIMESTAMPED or ahead <= 0:
            return parameters
        # Chromium takes the moment by the clock on the wall, of which no page is told, and counts back from it.
        return {**parameters, "timestamp": time.time() + ahead / 1000}


class FrameControl(PageConnection):
    """A page whose frames are ours."""

    def __init__(
        self,
        target: str,
        session: CdpSession,
        clock_mode: ClockMode,
        clock: WindowClock,
        viewport: Viewport,
        hung_after: float = HUNG_AFTER,
        number: int = 0,
    ) -> None:
        super().__init__(target, session, hung_after)
        self.number = number
        """How manieth page of its window it is."""
        self.clock_mode: ClockMode = clock_mode
        self.clock = clock
        self.viewport = viewport
        self._input_since_frame = False
        """Whether there was an input since the last frame."""
        self._navigation = 0.0
        self._last_frame = 0.0
        self._draws_at_frame = 0
        """How often it was drawn at that moment."""
        self._interrupted_frame: asyncio.Future[dict[str, Any]] | None = None
        """A frame in the midst of which a dialog came. The page goes on with it when that is answered."""
        self._lock = FrameLock.of(session.connection)
        self._gpu_restarts = self._lock.gpu_restarts
        """After how many of the restarts it has drawn."""
        self.known_animations: tuple[float, int] | None = None
        """What :meth:`animations` gives at the moment of the last frame, if that is known."""
        self._probe_commit = -1
        """How many documents there had been when its probe was made."""
        self._probe_id = ""
        """Empty where the page has put something of its own in the place of animations."""

    def input(self, method: str, parameters: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """An input event, to be awaited with :meth:`guard` or :meth:`with_frame`."""
        self._input_since_frame = self.clock.input_given = True
        return self.session.send(method, self.clock.with_timestamp(method, parameters))

    async def draw_frame(self, offset: float = 0) -> None:
        """Draws one frame; with an `offset`, that part of a millisecond after the page's present moment."""
        self._input_since_frame = False
        self.known_animations = None
        if self.clock_mode == "exact":
            await self._begin_frame(offset)
            await self._wait_for_fonts()

    async def _wait_for_fonts(self) -> None:
        """Waits for fonts that the page has asked for: page time does not, and with them its lines may break anew."""
        pending = self.pending
        end = asyncio.get_running_loop().time() + self.hung_after
        while pending.fonts:
            await self._pending_changes()
            if asyncio.get_running_loop().time() > end:
                raise BrowserHung(
                    f"no answer within {self.hung_after:g} seconds to {', '.join(pending.fonts.values())}"
                )
            if not pending.fonts:
                await self._metrics()  # a round trip, after which the page has them

    async def _pending_changes(self, pending: PendingRequests | None = None) -> bool:
        """Whether something that it or another page has asked for or shows comes to its end, before it is
        looked at again."""
        pending = pending or self.pending
        pending.changed.clear()
        return await self.wait_for(pending.changed, POLL_SECONDS)

    async def with_frame(self, work: Awaitable[T]) -> T:
        """Awaits input that the page may take only with its next frame (a moving mouse, a wheel)."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(ignore_result)
        while not task.done() and self.clock_mode == "exact":
            if not self._probe_ready:
                await self.activity()  # a round trip, after which the input waits in the page: it takes one frame
            await self.draw_frame()
            await self.guard(asyncio.wait({task}, timeout=POLL_SECONDS))
        return await self.guard(task)

    async def _begin_frame(self, offset: float = 0, **parameters: Any) -> dict[str, Any]:
        """Draws a frame that the page takes part in.

        Chromium draws without the page if its compositor has not heard yet that the page wants to take part, as for a
        callback of ``requestAnimationFrame``. So a probe of ours wants to as well, and we draw until it has had one.
        """
        await self._finish_interrupted_frame()
        probe = await self._arm_probe() if self._can_draw else ""
        moment = (self.clock.ticks_base or 0) + self.clock.elapsed_ms + offset
        grains = math.ceil((moment - self._navigation) / RESOLUTION_MS - 0.01) * RESOLUTION_MS
        self._last_frame = max(self._navigation + grains, self._last_frame + RESOLUTION_MS)
        self._draws_at_frame = 0
        return await self._draw(probe, **parameters)

    async def _draw(self, probe: str, **parameters: Any) -> dict[str, Any]:
        """Draws at the moment of the last frame until the probe, if there is one, has had its frame."""
        loop = asyncio.get_running_loop()
        end = loop.time() + RESTART_SECONDS
        for draws in itertools.count(1):
            async with self._lock.turn(self):
                gpu_restarts = self._lock.gpu_restarts
                answer = await self._send_frame(**parameters)
            if probe and not await self._missed_frame(probe):
                self._gpu_restarts = gpu_restarts
                break
            if not probe or (draws >= MAX_DRAWS and (gpu_restarts == self._gpu_restarts or loop.time() > end)):
                break
        return answer

    async def answer_dialog(self, accept: bool, text: str | None = None) -> None:
        """Answers it, and waits for what it has interrupted."""
        await self.reply(accept, text)
        if self._interrupted_frame is not None:
            await self.evaluate("0")  # the page hears it when it has done its part
            await self._finish_interrupted_frame()
            await self._draw(await self._arm_probe() if self._can_draw else "")
        await self.finish_interrupted()

    async def _finish_interrupted_frame(self) -> None:
        """Waits for the end of a frame that a dialog broke off."""
        if self._interrupted_frame is not None:
            await self.guard(asyncio.wait({self._interrupted_frame}))
            self._interrupted_frame = None

    async def _send_frame(self, **parameters: Any) -> dict[str, Any]:
        """Draws a frame at the moment of the last one: a microsecond later, or Chromium would wait for ever."""
        # Chromium cuts it to whole microseconds; without the half, sometimes to the one before the grain.
        ticks = self._last_frame + 0.0005 + self._draws_at_frame * 0.001
        self._draws_at_frame += 1
        frame = {"frameTimeTicks": ticks, "interval": FRAME_MS, **parameters}
        drawing = self.session.send("HeadlessExperimental.beginFrame", frame)
        try:
            return await self.guard(asyncio.shield(drawing))
        except DialogOpen:
            self._interrupted_frame = drawing
            raise
        finally:
            if not drawing.done():
                self._lock.leave_unfinished(drawing)

    @property
    def _can_draw(self) -> bool:
        """A page on its way elsewhere does not hear us, one that has shown nothing yet counts its frames as changes,
        and one that waits for its scripts or styles may never be done with a frame."""
        pending, frame = self.pending, self.target
        return self.commits > 0 and frame not in pending.loading_frames and not pending.is_navigating(frame)

    @property
    def _probe_ready(self) -> bool:
        """Whether its next frame begins with a round trip through the page anyway."""
        return self._probe_commit == self.commits and bool(self._probe_id) and self._can_draw

    async def _arm_probe(self) -> str:
        """Makes the present document's probe wait for a frame: an animation of nothing, which does so whenever it is to
        begin. Gives its name, if it has one."""
        if self._probe_commit != self.commits:
            self._probe_commit = self.commits
            answer = await self.send("Runtime.evaluate", expression=_NEW_PROBE)
            self._probe_id = "" if "exceptionDetails" in answer else answer["result"]["objectId"]
        elif self._probe_id:
            await self._call_probe(self._probe_id, _ARM_PROBE)
        return self._probe_id

    async def _missed_frame(self, probe: str) -> bool:
        """Whether the page has not taken part in a frame since its probe was armed; if it has, it tells what moves in
        it."""
        self.known_animations = await self._call_probe(probe, _READ_PROBE)
        return self.known_animations is None and self._can_draw

    async def _call_probe(self, probe: str, what: str) -> Any:
        """What the probe gives, unless the page goes elsewhere meanwhile."""
        parameters = {"objectId": probe, "functionDeclaration": what, "returnByValue": True}
        call = self.session.send("Runtime.callFunctionOn", parameters)
        call.add_done_callback(ignore_result)
        waited = 0.0
        while not call.done():
            await self.guard(asyncio.wait({call}, timeout=POLL_SECONDS))
            waited += POLL_SECONDS
            if self.pending.is_navigating(self.target) or waited > self.hung_after:
                return None
        return call.result()["result"].get("value") if call.exception() is None else None

    async def activity(self) -> Activity:
        metrics = await self._metrics()
        if (
            self.clock.ticks_base is not None and not self.on_error_page
        ):  # a budget that a dialog interrupted runs on after it
            exact = metrics["Timestamp"] * 1000 - self.clock.ticks_base
            self.clock.elapsed_ms = max(self.clock.elapsed_ms, round(exact))
            self.clock.overshoot_ms = exact - self.clock.elapsed_ms
        # Not the number of nodes: that is of all tabs together, and falls when Chromium collects its garbage.
        return Activity(metrics["ScriptDuration"], metrics["LayoutCount"], metrics["RecalcStyleCount"])

    async def _metrics(self) -> dict[str, float]:
        answer = await self.send("Performance.getMetrics")
        metrics: dict[str, float] = {entry["name"]: entry["value"] for entry in answer["metrics"]}
        self._navigation = metrics.get("NavigationStart", 0) * 1000
        return metrics

    async def animations(self) -> tuple[float, int]:
        """How many milliseconds the longest of the page's finite animations still has, and how many never end."""
        left, endless = self.known_animations or await self.evaluate(f"({_ANIMATIONS})()") or (0, 0)
        return left, endless

    # Pictures -------------------------------------------------------------------------------------------------------

    async def screenshot(self, format: PictureFormat = "png", *, quality: int = 80, full: bool = False) -> bytes:
        """What the viewport shows, or with `full` the whole page.

        A full picture makes the viewport as tall as the page for a moment, which the page can notice.
        """
        wanted: dict[str, Any] = {"format": format, "optimizeForSpeed": True}
        if format == "jpeg":
            wanted["quality"] = quality
        width, height = self.viewport.width, self.viewport.height
        if full:
            size = (await self.send("Page.getLayoutMetrics"))["cssContentSize"]
            width, height = max(int(size["width"]), width), min(max(int(size["height"]), height), MAX_HEIGHT)
            await self._resize(width, height)
        try:
            return await self._capture(wanted, width, height)
        finally:
            if full:
                await self._resize(self.viewport.width, self.viewport.height)

    async def _capture(self, wanted: dict[str, Any], width: int, height: int) -> bytes:
        scale = self.viewport.scale
        if self.clock_mode != "exact" or scale != 1:  # a frame's own picture knows no scale
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            shot = await self.with_frame(self.session.send("Page.captureScreenshot", wanted | {"clip": clip}))
            return base64.b64decode(shot["data"])
        for _ in range(
            SCREENSHOT_TRIES
        ):  # a tab that has not drawn anything yet has nothing to show in its first frame
            answer = await self._begin_frame(screenshot=wanted)
            if "screenshotData" in answer:
                return base64.b64decode(answer["screenshotData"])
            await self.activity()
        raise BrowserHung(f"the page drew nothing in {SCREENSHOT_TRIES} frames")

    async def _resize(self, width: int, height: int) -> None:
        await self.send("Emulation.setDeviceMetricsOverride", **metrics_of(self.viewport, width, height))
        await self.draw_frame()
