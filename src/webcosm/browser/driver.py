"""Letting Playwright drive a window besides us, when somebody asks for its page.

Playwright wants a DevTools address. It gets one that shows a single window: its calls and the events it gets go through
our connection, in sessions of its own, and what would reach other windows is kept from it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Coroutine
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from webcosm.browser.cdp import ForwardedSession
from webcosm.browser.connection import ignore_result
from webcosm.browser.errors import BrowserError, ProtocolError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Playwright
    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

    from webcosm.browser.tab import Tab
    from webcosm.browser.window import Window

__all__ = ["Driver", "PlaywrightPages"]

CONTEXT_CALLS = ("Storage.", "Browser.grantPermissions", "Browser.resetPermissions", "Browser.setPermission")
"""Calls to the browser that mean the window's context, which Playwright takes for the browser's own."""
NOT_FORWARDED = ("Browser.setDownloadBehavior", "Browser.close", "Target.setDiscoverTargets")
"""Calls that are answered and not made: it must not move the downloads, nor end the browser."""


class Driver:
    """Playwright's own process, started when it is needed first."""

    def __init__(self) -> None:
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None

    async def connect(self, address: str) -> Browser:
        async with self._starting:
            if self._playwright is None:
                from playwright.async_api import async_playwright  # slow, and seldom needed

                self._playwright = await async_playwright().start()
        return await self._playwright.chromium.connect_over_cdp(address)

    async def stop(self) -> None:
        if self._playwright is not None:
            await self._playwright.stop()
            self._playwright = None


class PlaywrightPages:
    """The tabs of one window, as Playwright's pages."""

    def __init__(self, driver: Driver, window: Window) -> None:
        self._driver = driver
        self._window = window
        self._relay: _Relay | None = None
        self._browser: Browser | None = None
        self._pages: dict[str, Page] = {}
        self._connecting = asyncio.Lock()

    async def page(self, tab: Tab) -> Page:
        """A tab as Playwright's page."""
        async with self._connecting:
            await self._window.ensure_document()
            if self._browser is not None and not self._browser.is_connected():  # somebody has closed it
                await self.close()
            if self._browser is None:
                self._relay = _Relay(self._window)
                self._browser = await self._driver.connect(await self._relay.start())
                self._browser.contexts[0].on("dialog", lambda _: None)  # otherwise it would dismiss them
            while tab.target not in self._pages:
                await self._learn_pages(self._browser)
        return self._pages[tab.target]

    async def _learn_pages(self, browser: Browser) -> None:
        context = browser.contexts[0]
        known = list(self._pages.values())
        new = [page for page in context.pages if page not in known]
        for page in new or [await context.wait_for_event("page")]:
            session = await context.new_cdp_session(page)
            target = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
            await session.detach()
            await page.emulate_media(color_scheme="light", reduced_motion="reduce")  # it has a taste of its own
            self._pages[target] = page

    async def close(self) -> None:
        browser, self._browser = self._browser, None
        relay, self._relay = self._relay, None
        self._pages.clear()
        if browser is not None:
            await browser.close()
        if relay is not None:
            await relay.close()


class _Relay:
    """A DevTools address for one client and one window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self._server: Server | None = None
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._numbers: dict[int, int] = {}
        """Our numbers of the client's calls, and its own."""
        self._root: ForwardedSession | None = None
        """The client's session with the browser."""
        self._tasks: list[asyncio.Task[None]] = []
        self._attached: dict[str, asyncio.Task[None]] = {}
        """By page: that the client is attached to it."""

    async def start(self) -> str:
        from websockets.asyncio.server import serve  # slow too, and as seldom needed

        secret = f"/{secrets.token_urlsafe(16)}"

        def refuse_others(socket: ServerConnection, request: Request) -> Response | None:
            return None if request.path == secret else socket.respond(HTTPStatus.FORBIDDEN, "")

        self._server = await serve(
            self._serve,
            "127.0.0.1",
            0,
            process_request=refuse_others,
            max_size=None,
            compression=None,
            ping_interval=None,
        )
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}{secret}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        for task in (*self._tasks, *self._attached.values()):
            task.cancel()

    async def _serve(self, socket: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        root = self.window.root
        session = (await root.send("Target.attachToBrowserTarget"))["sessionId"]
        self._root = ForwardedSession(root.connection, session, self.forward)
        root.connection.replace_session(self._root)
        self.window.on_new_page = self._show
        sending = asyncio.ensure_future(self._send_queued(socket))
        try:
            async for text in socket:
                self._call(json.loads(text))
        except ConnectionClosed:
            pass
        finally:
            self.window.on_new_page = None
            sending.cancel()
            root.send("Target.detachFromTarget", {"sessionId": self._root.id}).add_done_callback(ignore_result)

    async def _send_queued(self, socket: ServerConnection) -> None:
        while True:
            await socket.send(json.dumps(await self._out.get()))

    def forward(self, message: dict[str, Any]) -> None:
        """What the browser says in one of the client's sessions."""
        assert self._root is not None
        if message.get("sessionId") == self._root.id:
            message = {key: value for key, value in message.items() if key != "sessionId"}
        if "id" in message:
            message["id"] = self._numbers.pop(message["id"])
        self._out.put_nowait(message)

    def _call(self, message: dict[str, Any]) -> None:
        """What the client says."""
        method = message["method"]
        if "sessionId" in message:
            self._make({**message, "params": self.window.clock.with_timestamp(method, message.get("params", {}))})
        elif method in NOT_FORWARDED:
            self._answer(message, {})
        elif method == "Target.setAutoAttach":
            self._begin(message, self._show_all())
        elif method == "Target.createTarget":
            self._begin(message, self._create())
        elif method in ("Target.createBrowserContext", "Target.disposeBrowserContext"):
            self._refuse(message, "there is one window only")
        else:
            if method.startswith(CONTEXT_CALLS):
                message["params"] = {**message.get("params", {}), **self.window.in_context}
            assert self._root is not None
            self._make({**message, "sessionId": self._root.id})

    def _make(self, message: dict[str, Any]) -> None:
        connection = self.window.root.connection
        number = connection.next_number()
        self._numbers[number] = message["id"]
        connection.write({**message, "id": number})

    def _answer(self, message: dict[str, Any], result: dict[str, Any]) -> None:
        self._out.put_nowait({"id": message["id"], "result": result})

    def _refuse(self, message: dict[str, Any], why: str) -> None:
        self._out.put_nowait({"id": message["id"], "error": {"code": -32000, "message": why}})

    def _begin(self, message: dict[str, Any], work: Coroutine[Any, Any, dict[str, Any]]) -> None:
        self._tasks.append(asyncio.ensure_future(self._finish(message, work)))

    async def _finish(self, message: dict[str, Any], work: Coroutine[Any, Any, dict[str, Any]]) -> None:
        try:
            self._answer(message, await work)
        except BrowserError as error:
            self._refuse(message, str(error))

    async def _show_all(self) -> dict[str, Any]:
        for tab in list(self.window.tabs):
            await self._show(tab.target)
        return {}

    async def _create(self) -> dict[str, Any]:
        tab = await self.window.new_tab()
        await self._show(tab.target)
        return {"targetId": tab.target}

    def _show(self, target: str) -> asyncio.Task[None]:
        """Attaches the client to a page of the window, which is how it learns of the page."""
        if target not in self._attached:
            self._attached[target] = asyncio.ensure_future(self._attach(target))
        return self._attached[target]

    async def _attach(self, target: str) -> None:
        assert self._root is not None
        try:
            await self._root.send("Target.attachToTarget", {"targetId": target, "flatten": True})
        except ProtocolError:
            pass  # some are closed as soon as they are opened
