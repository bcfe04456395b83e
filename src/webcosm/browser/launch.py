"""Browsers: one process, many windows, replaced before it grows old."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from webcosm.browser.cdp import CdpConnection
from webcosm.browser.chromium import VARIABLE, Found, arguments, find, find_full
from webcosm.browser.clock import ClockMode, WindowClock
from webcosm.browser.connection import HUNG_AFTER
from webcosm.browser.driver import Driver
from webcosm.browser.emulation import Viewport
from webcosm.browser.errors import BrowserError, BrowserLost, ProtocolError
from webcosm.browser.process import Process
from webcosm.browser.storage import StorageState
from webcosm.browser.window import Window

__all__ = ["WALLS", "Browser", "Browsers", "find_for", "launch"]

UNWANTED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "CacheSharingForPervasiveResources",  # every window would compile its list of the web's best-known scripts
    "DIPS",  # a database for every window, of trackers that it bounced through
    "DeclarativePerformanceObserver",  # another one
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
"""What Chromium does for people on the web at large, and nobody needs here."""
GUARDS = ("PartitionAllocBackupRefPtr",)
"""What it does against pages that attack it, with every pointer it follows. There are none in this web."""
UNATTENDED = (
    "--accept-lang=en-US",
    "--allow-pre-commit-input",
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",  # a mouse
    "--disable-back-forward-cache",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-component-extensions-with-background-pages",
    "--disable-default-apps",
    "--disable-dev-shm-usage",  # it is tiny in many containers
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-gpu-process-crash-limit",  # it may lose the process that draws, and gets another; see frame_lock.py
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-renderer-backgrounding",
    "--disable-search-engine-choice-screen",
    "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2",  # one process less to talk to
    "--enable-unsafe-swiftshader",
    "--lang=en-US",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-angle=swiftshader-webgl",
    "--use-mock-keychain",
)
"""A browser without a person: it asks nobody, remembers nothing, and works as hard in the background."""
WHOLE_FRAMES = (
    "--run-all-compositor-stages-before-draw",
    "--disable-new-content-rendering-timeout",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
    "--disable-checker-imaging",
    "--disable-image-animation-resync",
)
"""Frames are drawn whole and on one thread. Otherwise a page whose clock stands never gets to its next one."""
WALLS = (
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # no STUN, and no announcing in the local network
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # names are the proxy's business
)
"""Against ways round the proxy. Pages are told of no other network, and no name is ever asked for."""
SWITCHES: dict[ClockMode, tuple[str, ...]] = {
    "exact": ("--enable-begin-frame-control", *WHOLE_FRAMES),  # frames are drawn when we say so
    "virtual": WHOLE_FRAMES,
    "live": (),
}


def find_for(headed: bool) -> Found:
    found = find()
    if headed and found.headless_only and found.how != VARIABLE:
        found = find_full() or found
    if headed and found.headless_only:
        raise BrowserLost(f"{found.path} has no window to show; install a full Chromium for a headed browser")
    return found


async def launch(found: Found, *, headed: bool, more: Sequence[str], trusting: bool = False) -> Process:
    """Starts a browser that has no page yet. One that is `trusting` is to show pages of this web alone."""
    head = () if headed else ("--headless",)
    without = f"--disable-features={','.join((*UNWANTED, *(GUARDS if trusting else ())))}"
    own = (*arguments(), *UNATTENDED, *WALLS, without)
    return await Process.start(found.path, [*own, "--no-startup-window", *head, *more])


@dataclass
class Browser:
    """One running Chromium."""

    process: Process
    clock_mode: ClockMode
    driver: Driver
    hung_after: float = HUNG_AFTER
    opened: int = 0
    unhealthy: bool = False
    """Whether a window of it has hung; it gets no further ones."""
    windows: list[Window] = field(default_factory=list)
    opening: int = 0
    """Windows that are asked for and not there yet."""
    lost: bool = False

    @property
    def in_use(self) -> bool:
        return bool(self.windows or self.opening)

    def __post_init__(self) -> None:
        self.connection.root.on("Target.attachedToTarget", self._attached)
        self.connection.root.on("closed", lambda _: self._disconnected())

    @classmethod
    async def launch(
        cls, driver: Driver, *, headed: bool = False, trusting: bool = False, hung_after: float = HUNG_AFTER
    ) -> Browser:
        found = find_for(headed)
        clock_mode: ClockMode = "live" if headed else "exact" if found.headless_only else "virtual"
        process = await launch(found, headed=headed, more=SWITCHES[clock_mode], trusting=trusting)
        return cls(process, clock_mode, driver, hung_after)

    @property
    def connection(self) -> CdpConnection:
        return self.process.connection

    def _attached(self, event: dict[str, Any]) -> None:
        target = event["targetInfo"]
        for window in self.windows:
            if target["type"] == "page" and window.context_id in ("", target["browserContextId"]):
                session = self.connection.session(event["sessionId"])
                window.attach_page(session, target["targetId"], by_page="openerId" in target)

    def _disconnected(self) -> None:
        self.lost = True
        for window in self.windows:
            for tab in list(window.clock.tabs):
                tab.connection.mark_lost("the browser's process ended")

    async def open(
        self,
        proxy: str,
        viewport: Viewport,
        now: datetime,
        on_time_passed: Callable[[int], None],
        stored: StorageState | None = None,
    ) -> Window:
        """A window into the world behind a proxy, with one empty tab whose time begins at `now`."""
        self.opened += 1
        self.opening += 1
        alone = {"proxyServer": proxy, "proxyBypassList": "<-loopback>", "disposeOnDetach": True}
        try:
            context = await self.connection.root.send("Target.createBrowserContext", alone)
        except ProtocolError as error:
            raise BrowserLost(f"the browser could not open a window: {error.message}") from error
        finally:
            self.opening -= 1
        return await self.start(self.window(context["browserContextId"], viewport, now, on_time_passed), stored)

    def window(self, context: str, viewport: Viewport, now: datetime, on_time_passed: Callable[[int], None]) -> Window:
        """Our view of a context; its pages are met from now on."""
        folder = self.process.folder
        clock = WindowClock(int(now.timestamp() * 1000), self.clock_mode)
        window = Window(
            self.connection.root,
            context,
            viewport,
            clock,
            on_time_passed,
            folder,
            self.driver,
            self.hung_after,
        )
        self.windows.append(window)
        return window

    async def start(self, window: Window, stored: StorageState | None = None) -> Window:
        """Opens its first tab."""
        try:
            await window.start(stored)
        except (ProtocolError, BrowserError) as error:
            await self.release(window)
            raise BrowserLost(f"the browser could not open a window: {error}") from error
        return window

    async def release(self, window: Window) -> None:
        await window.close()
        if window in self.windows:
            self.windows.remove(window)

    async def close(self) -> None:
        await self.process.end()


class Browsers:
    """Hands out windows from a browser that is replaced after a number of them, or when it died.

    A browser that does not answer for `hung_after` real seconds is called hung. One that is `trusting` must not be led
    to sites that others host.
    """

    def __init__(
        self,
        *,
        headed: bool = False,
        trusting: bool = True,
        recycle_after: int = 300,
        hung_after: float = HUNG_AFTER,
    ) -> None:
        self.headed = headed
        self.trusting = trusting
        self.recycle_after = recycle_after
        self.hung_after = hung_after
        self._current: Browser | None = None
        self._retired: list[Browser] = []
        self._driver = Driver()
        self._starting = asyncio.Lock()

    async def open(
        self,
        proxy: str,
        viewport: Viewport,
        now: datetime,
        on_time_passed: Callable[[int], None],
        stored: StorageState | None = None,
    ) -> tuple[Browser, Window]:
        """A window into the world behind a proxy; `stored` is another window's cookies and storage to begin with."""
        browser = await self._browser()
        try:
            return browser, await browser.open(proxy, viewport, now, on_time_passed, stored)
        finally:
            await self._end_if_spent(browser)

    def gives(self, browser: Browser) -> bool:
        """Whether the next window would come from this browser too."""
        return browser is self._current and not browser.lost and not browser.unhealthy

    async def release(self, browser: Browser, window: Window) -> None:
        await browser.release(window)
        await self._end_if_spent(browser)

    async def _end_if_spent(self, browser: Browser) -> None:
        if browser in self._retired and not browser.in_use:
            self._retired.remove(browser)
            await browser.close()

    async def _browser(self) -> Browser:
        async with self._starting:
            old = self._current
            if old and (old.lost or old.unhealthy or old.opened >= self.recycle_after):
                self._current = None
                if old.in_use and not old.lost:
                    self._retired.append(old)  # it ends with its last window
                else:
                    await old.close()
            if self._current is None:
                self._current = await Browser.launch(
                    self._driver, headed=self.headed, trusting=self.trusting, hung_after=self.hung_after
                )
            return self._current

    async def close(self) -> None:
        for browser in [*self._retired, *([self._current] if self._current else [])]:
            await browser.close()
        self._retired.clear()
        self._current = None
        await self._driver.stop()
