"""Browsers for outside agents: each with one window, real time, and a DevTools address to connect to."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from webcosm.browser.chromium import arguments, find
from webcosm.browser.errors import BrowserLost
from webcosm.browser.launch import Browser, Browsers, connect_to, context_settings, devtools_of
from webcosm.browser.tab import PageTime, Viewport
from webcosm.browser.window import Window

__all__ = ["OwnBrowser", "OwnBrowsers"]


@dataclass
class OwnBrowser(Browser):
    """One Chromium that sees nothing but one world, whoever drives it."""

    profile: Path = Path()
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
        door: str,
        viewport: Viewport,
        now: datetime,
        passed: Callable[[int], None],
        storage: Any = None,
    ) -> tuple[Browser, Window]:
        if storage is not None:
            raise ValueError("an episode in a browser of its own cannot be forked: it lives in real time")
        profile = Path(tempfile.mkdtemp(prefix="webcosm-browser-"))
        try:
            context = await self._launch(profile, door, viewport)
            assert context.browser is not None
            wire = await connect_to(profile)
            port, _ = await devtools_of(profile)
            browser = OwnBrowser(context.browser, wire, "live", profile=profile, cdp_url=f"http://127.0.0.1:{port}")
            context.browser.on("disconnected", lambda _: browser._disconnected())
            self._own.append(browser)
            (first,) = context.pages
            downloads = Path(tempfile.mkdtemp(dir=self._downloads.name))
            time = PageTime(int(now.timestamp() * 1000))
            window = Window(context, wire, "", viewport, "live", context.new_page, time, passed, downloads)
            browser.windows.append(window)
            await window.start()
            await first.close()
        except PlaywrightError as error:
            shutil.rmtree(profile, ignore_errors=True)
            raise BrowserLost(f"the browser could not open a window: {error.message.splitlines()[0]}") from error
        return browser, window

    async def _launch(self, profile: Path, door: str, viewport: Viewport) -> BrowserContext:
        playwright = await self._driver()
        return await playwright.chromium.launch_persistent_context(
            profile,
            executable_path=find().path,
            headless=not self.headed,
            args=[*arguments(), "--remote-debugging-port=0"],
            **context_settings(door, viewport),
        )

    async def _driver(self) -> Playwright:
        async with self._starting:
            if self._playwright is None:
                self._playwright = await async_playwright().start()
            return self._playwright

    async def release(self, browser: Browser, window: Window) -> None:
        await super().release(browser, window)
        self._forget(browser)

    def _forget(self, browser: Browser) -> None:
        self._own = [own for own in self._own if own is not browser]
        if isinstance(browser, OwnBrowser):
            shutil.rmtree(browser.profile, ignore_errors=True)

    async def close(self) -> None:
        for browser in list(self._own):
            for window in list(browser.windows):
                await browser.release(window)
            self._forget(browser)
        await super().close()
