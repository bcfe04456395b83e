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
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Dialog, Page
from playwright.async_api import Error as PlaywrightError

from webcosm.browser.errors import BrowserHung, BrowserLost, DialogOpen

__all__ = ["FRAME_MS", "Activity", "Pace", "PageTime", "PictureFormat", "Tab", "Viewport"]

Pace = Literal["exact", "virtual", "live"]
PictureFormat = Literal["png", "jpeg"]
T = TypeVar("T")

FRAME_MS = 16
"""Page time between two frames of an animation."""
STIR = 0.05
"""Real seconds after which a page that waits for the network is drawn once more, in case it waits for that."""
PATIENCE = 20.0
"""Real seconds after which a browser that does not answer is called hung. The slowest honest call seen took 1.5 s."""


@dataclass(frozen=True)
class Viewport:
    """The visible part of a page."""

    width: int = 1280
    height: int = 720
    scale: float = 1.0
    """Device pixels per CSS pixel."""


_drawing: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()
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
    styles: float
    nodes: float

    @property
    def shape(self) -> tuple[float, ...]:
        """What a visible change moves."""
        return (self.layouts, self.styles, self.nodes)


@dataclass
class PageTime:
    """The time that all tabs of a window share, as they share a process."""

    began_ms: int
    """The moment it was stopped at, in milliseconds since 1970."""
    base: float | None = None
    """The same moment in Chromium's own ticks; None until the first tab is there."""
    elapsed_ms: int = 0


class Tab:
    """A page with its CDP session."""

    def __init__(self, page: Page, session: CDPSession, pace: Pace, time: PageTime, viewport: Viewport) -> None:
        self.page = page
        self.session = session
        self.pace: Pace = pace
        self.time = time
        self.viewport = viewport
        self.dialog: Dialog | None = None
        self._last_frame = 0.0
        self._held: list[asyncio.Future[Any]] = []
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._dialog_opened = asyncio.Event()
        self._expired = asyncio.Event()
        self._awaited: dict[str, str] = {}
        self._asked = False
        self._answered = asyncio.Event()
        session.on("Emulation.virtualTimeBudgetExpired", lambda _: self._expired.set())
        session.on("Network.requestWillBeSent", self._request_sent)
        session.on("Network.loadingFinished", lambda event: self._answer_came(event["requestId"]))
        session.on("Network.loadingFailed", lambda event: self._answer_came(event["requestId"]))
        session.on("Page.frameRequestedNavigation", self._navigation_asked)
        session.on("Page.frameNavigated", lambda event: self._answer_came(event["frame"]["id"]))
        session.on("Page.navigatedWithinDocument", lambda event: self._answer_came(event["frameId"]))
        session.on("Page.frameStoppedLoading", lambda event: self._answer_came(event["frameId"]))
        session.on("Page.frameDetached", lambda event: self._answer_came(event["frameId"]))
        session.on("Page.downloadWillBegin", lambda event: self._answer_came(event["frameId"]))
        page.on("crash", lambda _: self.lose("the page's process crashed"))
        page.on("dialog", self._on_dialog)

    async def start(self) -> None:
        """Stops the page's clock, before any of its scripts can have looked at it."""
        await asyncio.gather(self.send("Performance.enable"), self.send("Network.enable"), self.send("Page.enable"))
        # The first tab sets the time; later ones find it in their process, perhaps running for another.
        if self.pace != "live" and self.time.base is None:
            seconds = self.time.began_ms / 1000
            await self.send("Emulation.setVirtualTimePolicy", policy="pause", initialVirtualTime=seconds)
            self.time.base = (await self._metrics())["Timestamp"] * 1000

    # Calls ----------------------------------------------------------------------------------------------------------

    async def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A CDP call."""
        answer: dict[str, Any] = await self.guard(self.session.send(method, parameters))
        return answer

    async def guard(self, work: Awaitable[T], *, despite_dialog: bool = False) -> T:
        """Awaits work of the browser, but not for ever: a lost or hung browser, or an open dialog, ends the wait."""
        task = asyncio.ensure_future(work)
        dialog = None if despite_dialog else asyncio.ensure_future(self._dialog_opened.wait())
        rivals = {task, self._lost, dialog} - {None}
        done, _ = await asyncio.wait(rivals, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)  # type: ignore[type-var]
        if dialog:
            dialog.cancel()
        if task in done:
            try:
                return task.result()
            except PlaywrightError as error:
                if "crashed" in error.message or "has been closed" in error.message:
                    raise BrowserLost(error.message.splitlines()[0]) from error
                raise
        task.add_done_callback(_retrieve)
        if dialog in done:
            self._held.append(task)  # it will come to its end once the dialog is answered
            raise DialogOpen("the page shows a dialog; accept or dismiss it first")
        task.cancel()
        if self._lost in done:
            self._lost.result()
        raise BrowserHung(f"the browser did not answer within {PATIENCE:g} seconds")

    def lose(self, why: str) -> None:
        if not self._lost.done():
            self._lost.set_exception(BrowserLost(why))
            self._lost.add_done_callback(_retrieve)

    # Time -----------------------------------------------------------------------------------------------------------

    async def run(self, milliseconds: int) -> None:
        """Lets page time pass; returns when it has, which a request under way may delay."""
        if self.pace == "live":
            return
        self._expired.clear()
        await self.send("Emulation.setVirtualTimePolicy", policy="pauseIfNetworkFetchesPending", budget=milliseconds)
        await self.guard(self._expired.wait())
        self.time.elapsed_ms += milliseconds

    async def rest(self) -> None:
        """Waits, at a standing clock, for what the last input asked of the network: a new page, or a script's requests.

        An answer that comes while time stands costs the page none; one that comes while time runs costs it 10 ms. So
        that nothing depends on how fast we are, time is started only when all answers are here.
        """
        if self.pace == "live":
            return
        # Chromium holds back a page's other work after a click until it has drawn; the reading is a round trip through
        # the page, after which everything that it asked for is known.
        await self.frame()
        await self.activity()
        if self._asked:
            self._asked = False
            await self.run(
                1
            )  # a form is sent, and a script's change of address made, by a task that needs time to pass
        stirs = 0
        while self._awaited:
            self._answered.clear()
            answer = asyncio.ensure_future(self._answered.wait())
            await self.guard(asyncio.wait({answer}, timeout=STIR))
            if answer.cancel():
                stirs += 1
                if stirs * STIR > PATIENCE:
                    raise BrowserHung(f"no answer within {PATIENCE:g} seconds to {', '.join(self._awaited.values())}")
            if not self._awaited or stirs:
                await self.frame()
                await self.activity()

    def _request_sent(self, event: dict[str, Any]) -> None:
        if event.get("type") in ("XHR", "Fetch"):  # the rest of a document cannot load while time stands
            self._awaited[event["requestId"]] = event["request"]["url"]

    def _navigation_asked(self, event: dict[str, Any]) -> None:
        if event["disposition"] == "currentTab":
            self._awaited[event["frameId"]] = event["url"]
            self._asked = True

    def _answer_came(self, key: str) -> None:
        if key in self._awaited:
            del self._awaited[key]
            self._answered.set()

    async def frame(self) -> None:
        """Draws one frame."""
        if self.pace == "exact":
            await self._begin_frame()

    async def with_frame(self, work: Awaitable[T]) -> T:
        """Awaits input that the page may take only with its next frame (a moving mouse, a wheel)."""
        task = asyncio.ensure_future(work)
        while not task.done() and self.pace == "exact":
            await self._begin_frame()
        return await self.guard(task)

    async def _begin_frame(self, **parameters: Any) -> dict[str, Any]:
        # Two frames at once, though of different windows, kill the process that draws for all of them.
        async with _drawing.setdefault(self.page.context.browser, asyncio.Lock()):
            # A frame must be later than the one before, or Chromium waits for ever.
            self._last_frame = max((self.time.base or 0) + self.time.elapsed_ms, self._last_frame + 1)
            return await self.send(
                "HeadlessExperimental.beginFrame", frameTimeTicks=self._last_frame, interval=FRAME_MS, **parameters
            )

    async def activity(self) -> Activity:
        metrics = await self._metrics()
        if self.time.base is not None:  # a budget that a dialog interrupted runs on after it
            self.time.elapsed_ms = max(self.time.elapsed_ms, round(metrics["Timestamp"] * 1000 - self.time.base))
        return Activity(
            metrics["ScriptDuration"], metrics["LayoutCount"], metrics["RecalcStyleCount"], metrics["Nodes"]
        )

    async def _metrics(self) -> dict[str, float]:
        return {entry["name"]: entry["value"] for entry in (await self.send("Performance.getMetrics"))["metrics"]}

    async def animations(self) -> tuple[float, int]:
        """How many milliseconds the longest of the page's finite animations still has, and how many never end."""
        found = await self.send("Runtime.evaluate", expression=_ANIMATIONS, returnByValue=True)
        left, endless = found["result"]["value"]
        return left, endless

    # Pictures -------------------------------------------------------------------------------------------------------

    async def picture(self, format: PictureFormat = "png", *, quality: int = 80, full: bool = False) -> bytes:
        """What the viewport shows, or with `full` the whole page.

        A full picture makes the viewport as tall as the page for a moment, which the page can notice.
        """
        wanted: dict[str, Any] = {"format": format, "optimizeForSpeed": True}
        if format == "jpeg":
            wanted["quality"] = quality
        if full:
            size = (await self.send("Page.getLayoutMetrics"))["cssContentSize"]
            await self._resize(
                max(int(size["width"]), self.viewport.width), max(int(size["height"]), self.viewport.height)
            )
        try:
            return await self._capture(wanted)
        finally:
            if full:
                await self._resize(self.viewport.width, self.viewport.height)

    async def _capture(self, wanted: dict[str, Any]) -> bytes:
        if self.pace != "exact":
            return base64.b64decode((await self.send("Page.captureScreenshot", **wanted))["data"])
        for _ in range(3):  # a tab that has not drawn anything yet has nothing to show in its first frame
            answer = await self._begin_frame(screenshot=wanted)
            if "screenshotData" in answer:
                return base64.b64decode(answer["screenshotData"])
        raise BrowserHung("the page draws nothing")

    async def _resize(self, width: int, height: int) -> None:
        await self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=min(height, 16_000),
            deviceScaleFactor=self.viewport.scale,
            mobile=False,
        )
        await self.frame()

    # Dialogs --------------------------------------------------------------------------------------------------------

    def _on_dialog(self, dialog: Dialog) -> None:
        self.dialog = dialog
        self._dialog_opened.set()

    async def answer_dialog(self, accept: bool, text: str | None = None) -> None:
        if self.dialog is None:
            raise ValueError("there is no dialog to answer")
        dialog, self.dialog = self.dialog, None
        self._dialog_opened.clear()
        work: Callable[[], Awaitable[None]] = (lambda: dialog.accept(text or "")) if accept else dialog.dismiss
        await self.guard(work())
        held, self._held = self._held, []
        for task in held:
            await self.guard(asyncio.wait({task}))


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Marks an abandoned result as seen, so that nothing is logged about it."""
    if not future.cancelled():
        future.exception()
