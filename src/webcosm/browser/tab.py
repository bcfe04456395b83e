"""One tab, whose time and frames we control.

Two clocks drive a page: its timers and its frames. Both are ours. :meth:`Tab.advance` lets page time pass (CDP virtual
time: timers fire as fast as the machine can, and time stands still while a request is pending), :meth:`Tab.draw_frame`
draws one frame at the page's present moment (CDP begin-frame control: animations, observers and screenshots happen then
and only then). So the same steps give the same page, to the pixel, on a fast machine and on a busy one.

A tab is made of parts. Each is given only parts named before it (a paused request, in the queue, knows its page):

* ``connection``: the CDP session, under a guard against loss, hanging and dialogs
* ``clock`` and ``queue``: the time and the paused requests that all tabs of a window share
* ``frames``: drawing, screenshots, counters
* ``requests``: what the page has requested, and whether it has processed the responses
* ``virtual_time``: the budgets of time that it is granted

The order of the calls that these make is what makes pages reproducible: change it only with the tests of this room, and
`python -m tests.browser.programs`, at hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from webcosm.browser.cdp import CdpSession
from webcosm.browser.clock import WindowClock
from webcosm.browser.connection import HUNG_AFTER, Dialog, NetworkResponse, PageConnection
from webcosm.browser.emulation import Viewport, setup_calls
from webcosm.browser.frames import Activity, FrameControl, PictureFormat
from webcosm.browser.pending import PendingRequests
from webcosm.browser.request_queue import RequestQueue
from webcosm.browser.requests import PageRequests
from webcosm.browser.virtual_time import VirtualTime

__all__ = ["Tab"]

T = TypeVar("T")
INPUT_FRAME_OFFSET = 0.5
"""Where in its millisecond the frame after an input is drawn, and the animations that it begins are counted from: after
those that the input itself took, however many a busy machine made of them."""


class Tab:
    """A page and its parts. Its own methods are what the rest of the program needs of them."""

    def __init__(
        self,
        target: str,
        session: CdpSession,
        clock: WindowClock,
        queue: RequestQueue,
        viewport: Viewport,
        hung_after: float = HUNG_AFTER,
        number: int = 0,
    ) -> None:
        self.target = target
        """DevTools' name of the page."""
        self.session = session
        self.clock = clock
        self.queue = queue
        self.viewport = viewport
        self.number = number
        """Its place in the order in which the window's pages were made."""
        pending = PendingRequests()
        pending.listen(session)  # before the connection: requests are closed when others hear of a new document
        self.connection = PageConnection(target, session, hung_after)
        self.frames = FrameControl(self.connection, pending, clock, queue, viewport)
        self.requests = PageRequests(self.connection, pending, self.frames, clock, queue)
        self.virtual_time = VirtualTime(self.connection, self.requests, self.frames, clock, queue)

    async def start(self) -> None:
        """Makes the page ready and stops its clock, before any of its scripts can have looked at it."""
        clock = self.clock
        self.session.on("Emulation.virtualTimeBudgetExpired", lambda _: self.virtual_time.budget_expired())
        self.session.on("Fetch.requestPaused", self.requests.request_paused)
        self.session.on("Page.frameNavigated", lambda _: self.virtual_time.document_committed())
        virtual = clock.mode != "live"
        # The first tab sets the time; later ones find it in their process, perhaps running for another.
        first = virtual and clock.ticks_base is None
        calls = setup_calls(self.viewport, own_time=virtual, stays=first)
        self.requests.policy_set = first
        if first:
            seconds = (clock.start_ms + clock.elapsed_ms) / 1000
            calls += [("Emulation.setVirtualTimePolicy", {"policy": "pause", "initialVirtualTime": seconds})]
        if virtual:
            paused = ("Document", "XHR", "Fetch", *(() if first else ("Script",)))
            calls += [("Fetch.enable", {"patterns": [{"resourceType": kind} for kind in paused]})]
        calls += [("Runtime.runIfWaitingForDebugger", {})]
        answers = await asyncio.gather(*(self.session.send(*call) for call in calls))
        if first:
            stopped = next(answer for answer in answers if "virtualTimeTicksBase" in answer)
            clock.ticks_base = stopped["virtualTimeTicksBase"] - clock.elapsed_ms

    # The page ---------------------------------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        return self.connection.url

    @property
    def document(self) -> NetworkResponse | None:
        """What the network gave for the document that is shown."""
        return self.connection.document

    @property
    def on_error_page(self) -> bool:
        return self.connection.on_error_page

    async def title(self) -> str:
        return str(await self.evaluate("document.title") or "")

    async def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A CDP call."""
        return await self.connection.send(method, **parameters)

    async def evaluate(self, expression: str) -> Any:
        """What an expression of the page's own scripts would give, or None if it fails."""
        return await self.connection.evaluate(expression)

    async def run_script(self, script: str, argument: object = None) -> Any:
        """What a script gives: an expression, or a function that is called with the argument. A promise is waited for.
        Raises :class:`ScriptFailed` with what it threw."""
        return await self.connection.run_script(script, argument)

    async def guard(self, work: Awaitable[T], *, despite_dialog: bool = False) -> T:
        """Awaits work of the browser, but not for ever: a lost or hung browser, or an open dialog, ends the wait."""
        return await self.connection.guard(work, despite_dialog=despite_dialog)

    async def second_session(self) -> CdpSession:
        """Another session with the same page, for whoever must not disturb what lives in the first. Detach it after
        use."""
        return await self.connection.second_session()

    # Dialogs ----------------------------------------------------------------------------------------------------------

    @property
    def dialog(self) -> Dialog | None:
        return self.connection.dialog

    async def answer_dialog(self, accept: bool, text: str | None = None) -> None:
        """Answers it, and waits for what it has interrupted."""
        dialog = await self.connection.answer_dialog(accept, text)
        if dialog.type == "beforeunload" and not accept:
            self.requests.pending.cancel_navigations()
        await self.frames.resume()
        await self.connection.finish_interrupted()

    # Time and frames --------------------------------------------------------------------------------------------------

    def input(self, method: str, parameters: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """An input event, to be awaited with :meth:`guard` or :meth:`with_frame`."""
        return self.frames.input(method, parameters)

    async def with_frame(self, work: Awaitable[T]) -> T:
        """Awaits input that the page may take only with its next frame (a moving mouse, a wheel)."""
        return await self.frames.with_frame(work)

    async def draw_frame(self) -> None:
        """Draws one frame."""
        await self.frames.draw()

    async def screenshot(self, format: PictureFormat = "png", *, quality: int = 80, full: bool = False) -> bytes:
        """What the viewport shows, or with `full` the whole page."""
        return await self.frames.screenshot(format, quality=quality, full=full)

    async def activity(self) -> Activity:
        """What the page has done so far; a round trip through it."""
        return await self.frames.activity()

    async def animations(self) -> tuple[float, int]:
        """How many milliseconds the longest of the page's finite animations still has, and how many never end."""
        return await self.frames.animations()

    async def advance(self, milliseconds: int) -> None:
        """Lets page time pass. When a script sends a request, time stands until its response is here."""
        if self.clock.mode != "live":
            await self.virtual_time.advance(milliseconds)

    async def advance_freely(self, milliseconds: int) -> None:
        """Lets page time pass while somebody else drives the page: no request is paused, so nothing is exact."""
        if self.clock.mode != "live":
            await self.virtual_time.advance_freely(milliseconds)

    async def wait_for_network(self) -> None:
        """Waits, while the clock stands still, for what the last input requested: a new page, a script's fetches."""
        if self.clock.mode == "live":
            return
        frames = self.frames
        # Chromium holds back a page's other work after an input until it has drawn; a reading is a round trip through
        # the page, after which everything that it requested is known.
        if frames.input_since_frame:
            if not frames.probe_ready:
                await frames.read_metrics()
            await frames.draw(INPUT_FRAME_OFFSET)
        self.queue.input_given = False
        if self.queue.paused:
            with self.virtual_time.resumable():
                await self.requests.release_paused()
        await frames.activity()
        await self.requests.wait_for_responses(advance=self.virtual_time.advance_one_ms)
