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

from playwright.async_api import CDPSession, Dialog, Page
from playwright.async_api import Error as PlaywrightError

from webcosm.browser.errors import BrowserHung, BrowserLost, DialogOpen

__all__ = ["FRAME_MS", "Activity", "Pace", "PictureFormat", "Tab"]

Pace = Literal["exact", "virtual", "live"]
PictureFormat = Literal["png", "jpeg"]
T = TypeVar("T")

FRAME_MS = 16
"""Page time between two frames of an animation."""
PATIENCE = 20.0
"""Real seconds after which a browser that does not answer is called hung. The slowest honest call seen took 1.5 s."""


@dataclass(frozen=True)
class Activity:
    """What a page has done so far, as counters; two readings that are equal mean that nothing happened in between."""

    scripts: float
    layouts: float
    styles: float
    nodes: float


class Tab:
    """A page with its CDP session and its clock."""

    def __init__(self, page: Page, session: CDPSession, pace: Pace) -> None:
        self.page = page
        self.session = session
        self.pace: Pace = pace
        self.elapsed_ms = 0
        """Page time that has passed in this tab."""
        self.dialog: Dialog | None = None
        self._base = 0.0
        self._last_frame = 0.0
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._dialog_opened = asyncio.Event()
        self._expired = asyncio.Event()
        session.on("Emulation.virtualTimeBudgetExpired", lambda _: self._expired.set())
        page.on("crash", lambda _: self.lose("the page's process crashed"))
        page.on("dialog", self._on_dialog)

    async def start(self, now_ms: int) -> None:
        """Stops the page's clock at the given moment (milliseconds since 1970)."""
        if self.pace != "live":
            answer = await self.send("Emulation.setVirtualTimePolicy", policy="pause", initialVirtualTime=now_ms / 1000)
            self._base = self._last_frame = answer["virtualTimeTicksBase"]
        await self.send("Performance.enable")

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
        task.cancel()
        task.add_done_callback(_retrieve)
        if self._lost in done:
            self._lost.result()
        if dialog in done:
            raise DialogOpen("the page shows a dialog; accept or dismiss it first")
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
        self.elapsed_ms += milliseconds

    async def frame(self) -> bool:
        """Draws one frame; tells whether it differs from the one before."""
        if self.pace != "exact":
            return False
        return bool((await self._begin_frame())["hasDamage"])

    async def with_frame(self, work: Awaitable[T]) -> T:
        """Awaits input that the page may take only with its next frame (a moving mouse, a wheel)."""
        task = asyncio.ensure_future(work)
        while not task.done() and self.pace == "exact":
            await self._begin_frame()
        return await self.guard(task)

    async def _begin_frame(self, **parameters: Any) -> dict[str, Any]:
        # A frame must be later than the one before, or Chromium waits for ever.
        self._last_frame = max(self._base + self.elapsed_ms, self._last_frame + 1)
        return await self.send(
            "HeadlessExperimental.beginFrame", frameTimeTicks=self._last_frame, interval=FRAME_MS, **parameters
        )

    async def activity(self) -> Activity:
        metrics = {entry["name"]: entry["value"] for entry in (await self.send("Performance.getMetrics"))["metrics"]}
        return Activity(
            metrics["ScriptDuration"], metrics["LayoutCount"], metrics["RecalcStyleCount"], metrics["Nodes"]
        )

    # Pictures -------------------------------------------------------------------------------------------------------

    async def picture(self, format: PictureFormat = "png", *, quality: int = 80) -> bytes:
        """What the viewport shows."""
        wanted: dict[str, Any] = {"format": format}
        if format == "jpeg":
            wanted["quality"] = quality
        if self.pace == "exact":
            answer = await self._begin_frame(screenshot={**wanted, "optimizeForSpeed": True})
            if "screenshotData" not in answer:  # nothing was drawn yet in this tab
                answer = await self._begin_frame(screenshot={**wanted, "optimizeForSpeed": True})
            return base64.b64decode(answer["screenshotData"])
        answer = await self.send("Page.captureScreenshot", **wanted, optimizeForSpeed=True)
        return base64.b64decode(answer["data"])

    async def full_picture(self, format: PictureFormat = "png", *, quality: int = 80) -> bytes:
        """The whole page, also what lies below the fold."""
        size = (await self.send("Page.getLayoutMetrics"))["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        wanted = {"format": format, "clip": clip, "captureBeyondViewport": True, "optimizeForSpeed": True}
        if format == "jpeg":
            wanted["quality"] = quality
        answer = await self.with_frame(self.session.send("Page.captureScreenshot", wanted))
        return base64.b64decode(answer["data"])

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


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Marks an abandoned result as seen, so that nothing is logged about it."""
    if not future.cancelled():
        future.exception()
