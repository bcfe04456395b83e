"""Browsers: one process, many windows, replaced before it grows old."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright, async_playwright

from webcosm.browser.chromium import arguments, find
from webcosm.browser.contact import HUNG_AFTER
from webcosm.browser.errors import BrowserError, BrowserLost
from webcosm.browser.tab import Pace, PageTime, Viewport
from webcosm.browser.window import Window
from webcosm.browser.wire import Wire

__all__ = ["Browser", "Browsers"]

LOOK_EVERY = 0.01
"""Real seconds between two looks for a file."""
EXACT = (
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    "--disable-new-content-rendering-timeout",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
    "--disable-checker-imaging",
    "--disable-image-animation-resync",
)
"""Frames are drawn when we say so, whole, and on one thread."""


def context_settings(door: str, viewport: Viewport) -> dict[str, Any]:
    """How every window looks at the world behind a door: through it alone, and alike on all machines."""
    return {
        "proxy": {"server": door},
        "viewport": {"width": viewport.width, "height": viewport.height},
        "device_scale_factor": viewport.scale,
        "reduced_motion": "reduce",
        "locale": "en-US",
        "timezone_id": "UTC",
        "color_scheme": "light",
        "service_workers": "block",
        "accept_downloads": True,
    }


@dataclass
class Browser:
    """One running Chromium."""

    process: PlaywrightBrowser
    wire: Wire
    pace: Pace
    hung_after: float = HUNG_AFTER
    opened: int = 0
    ailing: bool = False
    """Whether a window of it has hung; it gets no further ones."""
    windows: list[Window] = field(default_factory=list)
    lost: bool = False
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    async def launch(cls, playwright: Playwright, *, headed: bool = False, hung_after: float = HUNG_AFTER) -> Browser:
        found = find()
        pace: Pace = "live" if headed else "exact" if found.headless_only else "virtual"
        if headed and found.headless_only:
            raise BrowserLost(f"{found.path} has no window to show; install a full Chromium for a headed browser")
        try:
            process = await playwright.chromium.launch(
                executable_path=found.path,
                headless=not headed,
                args=[*arguments(), *(EXACT if pace == "exact" else ()), "--remote-debugging-port=0"],
            )
            wire = await _wire_to(process)
        except PlaywrightError as error:
            raise BrowserLost(f"{found.path} did not start: {error.message.splitlines()[0]}") from error
        browser = cls(process, wire, pace, hung_after)
        process.on("disconnected", lambda _: browser._disconnected())
        return browser

    def _disconnected(self) -> None:
        self.lost = True
        for window in self.windows:
            for tab in window.tabs:
                tab.lose("the browser's process ended")

    async def open(
        self,
        door: str,
        viewport: Viewport,
        now: datetime,
        passed: Callable[[int], None],
        downloads: Path,
        storage: Any = None,
    ) -> Window:
        """A window into the world behind a door, with one empty tab whose time begins at `now`."""
        try:
            async with self._opening:  # one at a time, so that the new context can be told from the others
                before = await self._contexts()
                context = await self.process.new_context(**context_settings(door, viewport), storage_state=storage)
                made = await self._contexts() - before
            if not made:  # Playwright ends all contexts first when it closes a browser
                raise BrowserLost("the browser was closed while it opened a window")
            (context_id,) = made

            async def make_page() -> None:
                await self.wire.root.send(
                    "Target.createTarget",
                    {
                        "url": "about:blank",
                        "browserContextId": context_id,
                        "width": viewport.width,
                        "height": viewport.height,
                        "enableBeginFrameControl": self.pace == "exact",
                    },
                )

            time = PageTime(int(now.timestamp() * 1000))
            window = Window(
                context, self.wire, context_id, viewport, self.pace, make_page, time, passed, downloads, self.hung_after
            )
        except PlaywrightError as error:
            raise BrowserLost(f"the browser could not open a window: {error.message.splitlines()[0]}") from error
        self.windows.append(window)
        self.opened += 1
        try:
            await window.start()
        except (PlaywrightError, BrowserError) as error:
            await self.release(window)
            raise BrowserLost(f"the browser could not open a window: {error}") from error
        return window

    async def _contexts(self) -> set[str]:
        return set((await self.wire.root.send("Target.getBrowserContexts"))["browserContextIds"])

    async def release(self, window: Window) -> None:
        await window.close()
        shutil.rmtree(window.downloads_folder, ignore_errors=True)
        if window in self.windows:
            self.windows.remove(window)

    async def close(self) -> None:
        await self.wire.close()
        try:
            await self.process.close()
        except PlaywrightError:
            pass  # it had died before


async def _wire_to(process: PlaywrightBrowser) -> Wire:
    """Our own line to a browser that Playwright started with a port for DevTools. It wrote down which."""
    session = await process.new_browser_cdp_session()
    command: str = (await session.send("SystemInfo.getInfo"))["commandLine"]
    await session.detach()
    profile = re.search(r"--user-data-dir=(?:\"([^\"]+)\"|(\S+))", command)
    assert profile is not None, f"Playwright gives every browser a profile folder: {command}"
    return await connect_to(Path(profile[1] or profile[2]))


async def devtools_of(profile: Path) -> tuple[str, str]:
    """Port and path of a browser's DevTools. It writes them down by itself, perhaps a moment after it has started."""
    file = profile / "DevToolsActivePort"
    end = asyncio.get_running_loop().time() + HUNG_AFTER
    while not (file.exists() and len(written := file.read_text().split()) == 2):
        if asyncio.get_running_loop().time() > end:
            raise BrowserLost(f"the browser did not say within {HUNG_AFTER:g} seconds where it listens for DevTools")
        await asyncio.sleep(LOOK_EVERY)
    return written[0], written[1]


async def connect_to(profile: Path) -> Wire:
    """The line to the browser that lives in a profile folder and listens on a port."""
    port, path = await devtools_of(profile)
    wire = await Wire.connect(f"ws://127.0.0.1:{port}{path}")
    await wire.root.send("Target.setDiscoverTargets", {"discover": True})
    return wire


class Browsers:
    """Hands out windows from a browser that is replaced after a number of them, or when it died.

    A browser that does not answer for `hung_after` real seconds is called hung.
    """

    def __init__(self, *, headed: bool = False, recycle_after: int = 300, hung_after: float = HUNG_AFTER) -> None:
        self.headed = headed
        self.recycle_after = recycle_after
        self.hung_after = hung_after
        self._playwright: Playwright | None = None
        self._manager: Any = None
        self._current: Browser | None = None
        self._retired: list[Browser] = []
        self._starting = asyncio.Lock()
        self._downloads = tempfile.TemporaryDirectory(prefix="webcosm-downloads-")

    async def open(
        self,
        door: str,
        viewport: Viewport,
        now: datetime,
        passed: Callable[[int], None],
        storage: Any = None,
    ) -> tuple[Browser, Window]:
        """A window into the world behind a door; `storage` is another window's cookies and storage to begin with."""
        browser = await self._browser()
        folder = Path(tempfile.mkdtemp(dir=self._downloads.name))
        return browser, await browser.open(door, viewport, now, passed, folder, storage)

    def gives(self, browser: Browser) -> bool:
        """Whether the next window would come from this browser too."""
        return browser is self._current and not browser.lost and not browser.ailing

    async def release(self, browser: Browser, window: Window) -> None:
        await browser.release(window)
        if browser in self._retired and not browser.windows:
            self._retired.remove(browser)
            await browser.close()

    async def _browser(self) -> Browser:
        async with self._starting:
            if self._playwright is None:
                self._manager = async_playwright()
                self._playwright = await self._manager.start()
            old = self._current
            if old and (old.lost or old.ailing or old.opened >= self.recycle_after):
                self._current = None
                if old.windows and not old.lost:
                    self._retired.append(old)  # it ends with its last window
                else:
                    await old.close()
            if self._current is None:
                self._current = await Browser.launch(self._playwright, headed=self.headed, hung_after=self.hung_after)
            return self._current

    async def close(self) -> None:
        for browser in [*self._retired, *([self._current] if self._current else [])]:
            await browser.close()
        self._retired.clear()
        self._current = None
        if self._playwright is not None:
            await self._playwright.stop()
            self._playwright = None
        self._downloads.cleanup()
