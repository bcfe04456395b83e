"""Cookies and local storage of a window, to be handed on to another."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from webcosm.browser.cdp import CdpSession
from webcosm.browser.connection import ignore_result

if TYPE_CHECKING:
    from webcosm.browser.window import Window

__all__ = ["COOKIE", "Storage", "StorageState"]

_TAKE = "Object.fromEntries(Object.entries(localStorage))"
_GIVE = "for (const [key, value] of Object.entries(%s)) localStorage.setItem(key, value)"
_EMPTY_PAGE = {"responseCode": 200, "responseHeaders": [{"name": "Content-Type", "value": "text/html"}]}
COOKIE = ("name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite")
"""What is handed on of a cookie; Playwright's storage states have the same."""


@dataclass(frozen=True)
class StorageState:
    cookies: list[dict[str, Any]]
    local: dict[str, dict[str, str]] = field(default_factory=dict)
    """Local storage by origin."""


class Storage:
    """That of one window. Each origin's local storage is seen only from its own pages, so where none is open, an empty
    page is shown in a tab that nobody else sees."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._origins: dict[str, None] = {}
        self._expected: asyncio.Future[CdpSession] | None = None

    def visited(self, event: dict[str, Any]) -> None:
        """A frame shows another document."""
        origin = _origin(event["frame"]["url"])
        if origin:
            self._origins[origin] = None

    def claims(self, session: CdpSession) -> bool:
        """Whether a new page is the one that we have asked for."""
        expected, self._expected = self._expected, None
        if expected is not None:
            expected.set_result(session)
        return expected is not None

    async def read(self) -> StorageState:
        return await self._window.tab.guard(self._read())

    async def _read(self) -> StorageState:
        window = self._window
        answer = await window.root.send("Storage.getCookies", window.in_context)
        cookies = [{key: cookie[key] for key in COOKIE if key in cookie} for cookie in answer["cookies"]]
        local = {_origin(tab.url): await tab.evaluate(_TAKE) for tab in window.tabs}
        # An error page is at its address, but has no storage to show.
        unseen = [origin for origin in self._origins if local.get(origin) is None]
        if unseen:
            async with self._hidden_page() as page:
                for origin in unseen:
                    await page.show(origin)
                    local[origin] = await page.run(_TAKE)
        return StorageState(cookies, {origin: items for origin, items in local.items() if origin and items})

    async def restore(self, stored: StorageState) -> None:
        await self._window.tab.guard(self._restore(stored))

    async def _restore(self, stored: StorageState) -> None:
        await self.add_cookies(stored.cookies)
        if stored.local:
            async with self._hidden_page() as page:
                for origin, items in stored.local.items():
                    self._origins[origin] = None
                    await page.show(origin)
                    await page.run(_GIVE % json.dumps(items))

    async def add_cookies(self, cookies: Iterable[Mapping[str, Any]]) -> None:
        window = self._window
        jar = [dict(cookie) for cookie in cookies]
        for cookie in jar:
            if cookie.get("expires") == -1:  # one for the session
                del cookie["expires"]
        await window.tab.guard(window.root.send("Storage.setCookies", {"cookies": jar, **window.in_context}))

    @asynccontextmanager
    async def _hidden_page(self) -> AsyncIterator[_HiddenPage]:
        window = self._window
        self._expected = asyncio.get_running_loop().create_future()
        expected = self._expected
        target = await window.create_page()
        page = _HiddenPage(await expected)
        try:
            await page.start()
            yield page
        finally:
            await window.root.send("Target.closeTarget", {"targetId": target})


class _HiddenPage:
    """Answers its own requests, with nothing."""

    def __init__(self, session: CdpSession) -> None:
        self._session = session

    async def start(self) -> None:
        self._session.on("Fetch.requestPaused", self._answer)
        await asyncio.gather(self._session.send("Fetch.enable"), self._session.send("Runtime.runIfWaitingForDebugger"))

    def _answer(self, event: dict[str, Any]) -> None:
        answered = self._session.send("Fetch.fulfillRequest", {"requestId": event["requestId"], **_EMPTY_PAGE})
        answered.add_done_callback(ignore_result)

    async def show(self, origin: str) -> None:
        await self._session.send("Page.navigate", {"url": f"{origin}/"})

    async def run(self, script: str) -> Any:
        answer = await self._session.send("Runtime.evaluate", {"expression": script, "returnByValue": True})
        return answer["result"].get("value")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else ""
