"""Our connection with one page: calls under a guard, the page's address, its dialogs.

A call to a page may never be answered: the page is gone, the browser hangs, or a dialog stops all scripts. So whoever
awaits something of the browser does so under :meth:`PageConnection.guard`, which ends the wait in each of these cases.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from webcosm.browser.cdp import CLOSED, CdpSession
from webcosm.browser.errors import BrowserHung, BrowserLost, DialogOpen, ProtocolError, ScriptFailed

__all__ = ["HUNG_AFTER", "POLL_SECONDS", "Dialog", "NetworkResponse", "PageConnection", "ignore_result"]

T = TypeVar("T")
CHANGE_SECONDS = 15
"""Real seconds in which a page must begin to change once the browser has agreed to navigate: longer than the ten by
which a world's switches can delay it."""
HUNG_AFTER = 20.0
"""Real seconds after which a browser that does not answer is called hung. The slowest honest call seen took 1.5 s."""
POLL_SECONDS = 0.5
"""Real seconds after which whoever waits for a page looks again, and draws it once more in case it waits for that.
Frames drawn for this reason are the only ones that depend on the machine's speed, so it is far longer than a response
takes."""


@dataclass(frozen=True)
class Dialog:
    """What a page asks of its user: an alert, a question, whether to leave."""

    type: str
    message: str
    default_value: str = ""


@dataclass(frozen=True)
class NetworkResponse:
    """What came back over the network for a document."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""


class PageConnection:
    """A page, and our session with it."""

    def __init__(self, target: str, session: CdpSession, hung_after: float = HUNG_AFTER) -> None:
        self.target = target
        """DevTools' name of the page."""
        self.session = session
        self.hung_after = hung_after
        self.url = "about:blank"
        """Where it is."""
        self.dialog: Dialog | None = None
        self.commits = 0
        """How many documents it has shown."""
        self.response: NetworkResponse | None = None
        """What the network gave last for a document, even if none came of it, as of a download."""
        self.document: NetworkResponse | None = None
        """What the network gave for the document that is shown, whatever scripts made of its address since. None if
        it did not come over the network."""
        self._loader = ""
        """Which load the document came with."""
        self._arrived: dict[str, NetworkResponse] = {}
        """By load, what came for documents that are not shown yet."""
        self._navigated = asyncio.Event()
        self._interrupted: list[asyncio.Future[Any]] = []
        """What a dialog has interrupted."""
        self.lost: str | None = None
        """Why nothing can be expected of it any more."""
        self._dialogs = 0
        """How many it has shown."""
        self._waiters: dict[asyncio.Future[None], bool] = {}
        """Those who wait for an answer, and whether they do so despite a dialog."""
        session.on("Page.frameNavigated", self._committed)
        session.on("Page.navigatedWithinDocument", self._navigated_within)
        session.on("Page.javascriptDialogOpening", self._dialog_opening)
        session.on("Page.javascriptDialogClosed", lambda _: self._dialog_closed())
        session.on("Inspector.targetCrashed", lambda _: self.mark_lost("the page's process crashed"))
        session.on("closed", lambda _: self.mark_lost("the page was closed"))
        session.on("Network.responseReceived", self._response_received)

    async def second_session(self) -> CdpSession:
        """Another session with the same page, for whoever must not disturb what lives in the first. Detach it after
        use."""
        return await self.guard(self.session.connection.root.attach(self.target))

    @property
    def on_error_page(self) -> bool:
        """Whether it shows Chromium's own error page, which lives in a process with a time of its own."""
        return self.url.startswith("chrome-error:")

    # Calls ----------------------------------------------------------------------------------------------------------

    async def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A CDP call."""
        return await self.guard(self.session.send(method, parameters))

    async def evaluate(self, expression: str) -> Any:
        """What an expression of the page's own scripts would give, or None if it fails or the document goes away."""
        try:
            answer = await self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        except ProtocolError as error:
            if not error.document_gone:
                raise
            return None
        return answer["result"].get("value") if "exceptionDetails" not in answer else None

    async def run_script(self, script: str, argument: object = None) -> Any:
        """What a script gives: an expression, or a function that is called with the argument. A promise is waited for.
        Raises :class:`ScriptFailed` with what it threw."""
        call = "((it, argument) => typeof it === 'function' ? it(argument) : it)"
        answer = await self.send(
            "Runtime.evaluate",
            expression=f"{call}(({script}\n), {json.dumps(argument)})",
            returnByValue=True,
            awaitPromise=True,
        )
        if thrown := answer.get("exceptionDetails"):
            raise ScriptFailed(thrown.get("exception", {}).get("description") or thrown["text"])
        return answer["result"].get("value")

    async def guard(self, work: Awaitable[T], *, despite_dialog: bool = False) -> T:
        """Awaits work of the browser, but not for ever: a lost or hung browser, or an open dialog, ends the wait."""
        task = asyncio.ensure_future(work)
        dialogs = self._dialogs
        await self._wait(task, despite_dialog)
        if task.done():
            try:
                return task.result()
            except ProtocolError as error:
                if CLOSED in error.message:
                    raise BrowserLost(error.message) from error
                raise
        task.add_done_callback(ignore_result)
        if not despite_dialog and (self.dialog is not None or self._dialogs > dialogs):
            self._interrupted.append(task)  # it will come to its end once the dialog is answered
            raise DialogOpen("the page shows a dialog; accept or dismiss it first")
        task.cancel()
        if self.lost is not None:
            raise BrowserLost(self.lost)
        raise BrowserHung(f"the browser did not answer within {self.hung_after:g} seconds")

    async def wait_for(self, event: asyncio.Event, within: float) -> bool:
        """Whether it happens, in so many real seconds."""
        coming = asyncio.ensure_future(event.wait())
        try:
            await self.guard(asyncio.wait({coming}, timeout=within))
        finally:
            came = not coming.cancel()
        return came

    async def _wait(self, task: asyncio.Future[Any], despite_dialog: bool) -> None:
        """Waits for the task, a loss or a dialog, for as long as a browser may take."""
        if task.done() or self.lost is not None or (self.dialog is not None and not despite_dialog):
            return
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()

        def end(_: object) -> None:
            if not waiter.done():
                waiter.set_result(None)

        # By hand what asyncio.wait would do: every call comes through here.
        task.add_done_callback(end)
        self._waiters[waiter] = despite_dialog
        timer = loop.call_later(self.hung_after, end, None)
        try:
            await waiter
        finally:
            timer.cancel()
            task.remove_done_callback(end)
            del self._waiters[waiter]

    def _wake(self, *, by_dialog: bool) -> None:
        for waiter, despite_dialog in self._waiters.items():
            if not waiter.done() and not (by_dialog and despite_dialog):
                waiter.set_result(None)

    def mark_lost(self, why: str) -> None:
        if self.lost is None:
            self.lost = why
            self._wake(by_dialog=False)

    # Address --------------------------------------------------------------------------------------------------------

    def _committed(self, event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self.commits += 1
            self.url = _address(event["frame"])
            self._loader = event["frame"]["loaderId"]
            self.document = self._arrived.get(self._loader)
            for load in list(self._arrived) if self.document else ():  # those before it came to nothing
                del self._arrived[load]
                if load == self._loader:
                    break
            self._navigated.set()

    def _navigated_within(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self.target:  # a page's main frame bears its target's name
            self.url = event["url"]
            self._navigated.set()

    def _response_received(self, event: dict[str, Any]) -> None:
        if event["type"] == "Document" and event.get("frameId") == self.target:
            response = event["response"]
            headers = {name.lower(): value for name, value in response["headers"].items()}
            self.response = NetworkResponse(response["status"], headers)
            if event["loaderId"] == self._loader:
                self.document = self.response
            else:
                self._arrived[event["loaderId"]] = self.response

    async def navigate(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Makes a call that navigates and waits until the page is there."""
        self._navigated.clear()
        answer = await self.send(method, **parameters)
        if "errorText" not in answer and not (
            self._navigated.is_set() or await self.wait_for(self._navigated, CHANGE_SECONDS)
        ):
            raise ProtocolError(f"the page did not change within {CHANGE_SECONDS} seconds")
        return answer

    # Dialogs --------------------------------------------------------------------------------------------------------

    def _dialog_opening(self, event: dict[str, Any]) -> None:
        self.dialog = Dialog(event["type"], event["message"], event.get("defaultPrompt", ""))
        self.interrupt()

    def interrupt(self) -> None:
        """Ends all waiting for the page: it, or another that shares its process, shows a dialog."""
        self._dialogs += 1
        self._wake(by_dialog=True)

    def _dialog_closed(self) -> None:
        self.dialog = None

    async def answer_dialog(self, accept: bool, text: str | None = None) -> Dialog:
        """Answers the dialog and gives which it was."""
        if self.dialog is None:
            raise ValueError("there is no dialog to answer")
        dialog = self.dialog
        self._dialog_closed()
        await self.send("Page.handleJavaScriptDialog", accept=accept, promptText=text or "")
        return dialog

    async def finish_interrupted(self) -> None:
        """Waits for what the dialog has interrupted."""
        interrupted, self._interrupted = self._interrupted, []
        for task in interrupted:
            await self.guard(asyncio.wait({task}))


def _address(frame: dict[str, Any]) -> str:
    return str(frame["url"]) + str(frame.get("urlFragment", ""))


def ignore_result(future: asyncio.Future[Any]) -> None:
    """Marks an abandoned result as seen, so that nothing is logged about it."""
    if not future.cancelled():
        future.exception()
