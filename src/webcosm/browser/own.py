"""Browsers for outside agents: each with one window, real time, and a DevTools address to connect to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from webcosm.browser.emulation import Viewport
from webcosm.browser.launch import Browser, Browsers, find_for, launch
from webcosm.browser.storage import StorageState
from webcosm.browser.window import Window

if TYPE_CHECKING:
    from webcosm.browser.devtools import DevTools

__all__ = ["OwnBrowser", "OwnBrowsers"]


@dataclass
class OwnBrowser(Browser):
    """One Chromium that sees nothing but one world, whoever drives it."""

    devtools: DevTools | None = None
    """Where outside agents connect."""


class OwnBrowsers(Browsers):
    """Gives every window a browser of its own.

    The window is the browser's own profile, so tabs that an outside agent opens are in the same world and share its
    sessions. The agent can do in its pages whatever DevTools can, and reach nothing else: see ``devtools_rules``.
    """

    def __init__(self, *, headed: bool = False) -> None:
        super().__init__(headed=headed)
        self._own: list[OwnBrowser] = []

    async def open(
        self,
        proxy: str,
        viewport: Viewport,
        now: datetime,
        on_time_passed: Callable[[int], None],
        stored: StorageState | None = None,
    ) -> tuple[Browser, Window]:
        from webcosm.browser.devtools import DevTools  # brings websockets, which nobody else needs

        through_the_proxy = (f"--proxy-server={proxy}", "--proxy-bypass-list=<-loopback>")
        process = await launch(find_for(self.headed), headed=self.headed, more=through_the_proxy)
        browser = OwnBrowser(process, "live", self._driver)
        self._own.append(browser)
        try:
            browser.devtools = DevTools(process.connection)
            await browser.devtools.start()
            return browser, await browser.start(browser.window("", viewport, now, on_time_passed), stored)
        except BaseException:  # cancelled, too: nobody else knows of it yet
            await self._end(browser)
            raise

    async def release(self, browser: Browser, window: Window) -> None:
        await super().release(browser, window)
        await self._end(browser)

    async def _end(self, browser: Browser) -> None:
        self._own = [own for own in self._own if own is not browser]
        if isinstance(browser, OwnBrowser) and browser.devtools is not None:
            await browser.devtools.close()
        await browser.close()

    async def close(self) -> None:
        for browser in list(self._own):
            for window in list(browser.windows):
                await browser.release(window)
            await self._end(browser)
        await super().close()
