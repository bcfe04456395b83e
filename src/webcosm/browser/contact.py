"""A page at the other end of our line: calls that never wait for ever, its address, its dialogs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, TypeVar

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from webcosm.browser.errors import BrowserHung, BrowserLost, DialogOpen
from webcosm.browser.network import Questions
from webcosm.browser.wire import Session, Wire

__all__ = ["HUNG_AFTER", "Contact", "Dialog", "retrieve"]

T = TypeVar("T")
HUNG_AFTER = 20.0
"""Real seconds after which a browser that does not answer is called hung. The slowest honest call seen took 1.5 s."""


@dataclass(frozen=True)
class Dialog:
    """What a page asks of the person before it: an alert, a question, whether to leave."""

    type: str
    message: str
    default_value: str = ""


class Contact:
    """A page, as Playwright knows it and as we speak with it."""

    def __init__(self, page: Page, wire: Wire, target: str, session: Session, hung_after: float = HUNG_AFTER) -> None:
        self.page = page
        self.target = target
        """DevTools' name of the page."""
        self.session = session
        self.hung_after = hung_after
        self.url = "about:blank"
        """Where it is. Playwright's ``page.url`` may learn it later."""
        self.dialog: Dialog | None = None
        self.questions = Questions()
        self.commits = 0
        """How many documents it has shown."""
        self._wire = wire
        self._held: list[asyncio.Future[Any]] = []
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._dialog_shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.questions.listen(session)
        session.on("Page.frameNavigated", self._committed)
        session.on("Page.navigatedWithinDocument", self._moved_within)
        session.on("Page.javascriptDialogOpening", self._dialog_opening)
        session.on("Page.javascriptDialogClosed", lambda _: self._dialog_closed())
        session.on("Inspector.targetCrashed", lambda _: self.lose("the page's process crashed"))
        session.on("closed", lambda _: self.lose("the page was closed"))
        page.on("dialog", lambda _: None)  # otherwise Playwright would dismiss it

    async def listen(self) -> None:
        """Lets the page tell what it does."""
        domains = ("Performance.enable", "Network.enable", "Page.enable", "Inspector.enable")
        *_, tree = await asyncio.gather(*map(self.send, domains), self.send("Page.getFrameTree"))
        self.url = _address(tree["frameTree"]["frame"])

    async def second_session(self) -> Session:
        """Another line to the same page, for whoever must not disturb what lives in the first. Detach it after use."""
        return await self.guard(self._wire.attach(self.target))

    # Calls ----------------------------------------------------------------------------------------------------------

    async def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A CDP call."""
        return await self.guard(self.session.send(method, parameters))

    async def evaluate(self, expression: str) -> Any:
        """What an expression of the page's own scripts would give, or None if it fails."""
        answer = await self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value") if "exceptionDetails" not in answer else None

    async def title(self) -> str:
        return str(await self.evaluate("document.title") or "")

    async def guard(self, work: Awaitable[T], *, despite_dialog: bool = False) -> T:
        """Awaits work of the browser, but not for ever: a lost or hung browser, or an open dialog, ends the wait."""
        task = asyncio.ensure_future(work)
        rivals: set[asyncio.Future[Any]] = {task, self._lost}
        dialog = self._dialog_shown
        if not despite_dialog:
            rivals.add(dialog)
        await asyncio.wait(rivals, timeout=self.hung_after, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            try:
                return task.result()
            except PlaywrightError as error:
                if "crashed" in error.message or "has been closed" in error.message:
                    raise BrowserLost(error.message.splitlines()[0]) from error
                raise
        task.add_done_callback(retrieve)
        if dialog.done() and not despite_dialog:
            self._held.append(task)  # it will come to its end once the dialog is answered
            raise DialogOpen("the page shows a dialog; accept or dismiss it first")
        task.cancel()
        if self._lost.done():
            self._lost.result()
        raise BrowserHung(f"the browser did not answer within {self.hung_after:g} seconds")

    def lose(self, why: str) -> None:
        if not self._lost.done():
            self._lost.set_exception(BrowserLost(why))
            self._lost.add_done_callback(retrieve)

    # Address --------------------------------------------------------------------------------------------------------

    def _committed(self, event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self.commits += 1
            self.url = _address(event["frame"])

    def _moved_within(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self.target:  # a page's main frame bears its target's name
            self.url = event["url"]

    # Dialogs --------------------------------------------------------------------------------------------------------

    def _dialog_opening(self, event: dict[str, Any]) -> None:
        self.dialog = Dialog(event["type"], event["message"], event.get("defaultPrompt", ""))
        if not self._dialog_shown.done():
            self._dialog_shown.set_result(None)

    def _dialog_closed(self) -> None:
        self.dialog = None
        if self._dialog_shown.done():
            self._dialog_shown = asyncio.get_running_loop().create_future()

    async def answer_dialog(self, accept: bool, text: str | None = None) -> None:
        if self.dialog is None:
            raise ValueError("there is no dialog to answer")
        dialog = self.dialog
        self._dialog_closed()
        await self.send("Page.handleJavaScriptDialog", accept=accept, promptText=text or "")
        if dialog.type == "beforeunload" and not accept:
            self.questions.stay()
        held, self._held = self._held, []
        for task in held:
            await self.guard(asyncio.wait({task}))


def _address(frame: dict[str, Any]) -> str:
    return str(frame["url"]) + str(frame.get("urlFragment", ""))


def retrieve(future: asyncio.Future[Any]) -> None:
    """Marks an abandoned result as seen, so that nothing is logged about it."""
    if not future.cancelled():
        future.exception()
