"""Browsers for outside agents: each with one window, real time, and a DevTools address to connect to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from webcosm.browser.connection import HUNG_AFTER
from webcosm.browser.emulation import Viewport
from webcosm.browser.errors import BrowserLost
from webcosm.browser.launch import Browser, Browsers, find_for, launch
from webcosm.browser.storage import StorageState
from webcosm.browser.window import Window

__all__ = ["OwnBrowser", "OwnBrowsers"]

LOOK_EVERY = 0.01
"""Real seconds between two looks for a file."""


@dataclass
class OwnBrowser(Browser):
    """One Chromium that sees nothing but one world, whoever drives it."""

    cdp_url: str = ""
    """Where DevTools clients connect, as in ``playwright.chromium.connect_over_cdp(url)``."""


class OwnBrowsers(Browsers):
    """Gives every window a browser of its own.

    The window is the browser's own profile, so tabs that an outside agent opens are in the same world and share its
    sessions. The agent can do in it whatever DevTools can, but only reach what the world serves.
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
        through_the_proxy = (f"--proxy-server={proxy}", "--proxy-bypass-list=<-loopback>")
        more = ("--remote-debugging-port=0", *through_the_proxy)
        process = await launch(find_for(self.headed), headed=self.headed, more=more)
        browser = OwnBrowser(process, "live", self._driver)
        self._own.append(browser)
        try:
            browser.cdp_url = f"http://127.0.0.1:{await _port_of(process.folder / 'profile')}"
            return browser, await browser.start(browser.window("", viewport, now, on_time_passed), stored)
        except BaseException:  # cancelled, too: nobody else knows of it yet
            await self._end(browser)
            raise

    async def release(self, browser: Browser, window: Window) -> None:
        await super().release(browser, window)
        await self._end(browser)

    async def _end(self, browser: Browser) -> None:
        self._own = [own for own in self._own if own is not browser]
        await browser.close()

    async def close(self) -> None:
        for browser in list(self._own):
            for window in list(browser.windows):
                await browser.release(window)
            await self._end(browser)
        await super().close()


async def _port_of(profile: Path) -> str:
    """A browser writes down by itself where it listens for DevTools, perhaps a moment after it has started."""
    file = profile / "DevToolsActivePort"
    end = asyncio.get_running_loop().time() + HUNG_AFTER
    while not (file.exists() and len(written := file.read_text().split()) == 2):
        if asyncio.get_running_loop().time() > end:
            raise BrowserLost(f"the browser did not say within {HUNG_AFTER:g} seconds where it listens for DevTools")
        await asyncio.sleep(LOOK_EVERY)
    return written[0]
