"""A window: one browser context in one world, with its tabs, dialogs and downloads."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Download, Page, Response
from playwright.async_api import Error as PlaywrightError

from webcosm.browser.errors import BrowserLost, DialogOpen
from webcosm.browser.settle import Patience, Settled, settle
from webcosm.browser.tab import HUNG_AFTER, Pace, PageTime, Tab, Viewport

__all__ = ["Downloaded", "Refused", "Window", "check_address"]

ORIGIN = (Path(__file__).parent / "origin.js").read_text()
OPENED = ("http://", "about:blank")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]*")


class Refused(ValueError):
    """An address that this web does not have; the message is for the agent."""


@dataclass(frozen=True)
class Downloaded:
    name: str
    url: str
    path: Path
    size: int


@dataclass
class Window:
    """Tabs in the order they were opened. The active one is seen and acted upon; time passes in all of them."""

    context: BrowserContext
    viewport: Viewport
    pace: Pace
    make_page: Callable[[], Any]
    time: PageTime
    passed: Callable[[int], None]
    """Told how much page time went by."""
    downloads_folder: Path
    hung_after: float = HUNG_AFTER
    """Real seconds after which a browser that does not answer is called hung."""
    tabs: list[Tab] = field(default_factory=list)
    active: Tab | None = None
    downloads: list[Downloaded] = field(default_factory=list)
    _arriving: list[asyncio.Task[None]] = field(default_factory=list)
    _announced: int = 0
    _met: int = 0

    async def start(self) -> None:
        self.context.on("page", self._meet)
        if self.pace != "live":
            await self.context.add_init_script(ORIGIN)
        await self.new_tab()

    @property
    def tab(self) -> Tab:
        if self.active is None:
            raise BrowserLost("the window has no open tab")
        return self.active

    # Tabs -----------------------------------------------------------------------------------------------------------

    async def new_tab(self) -> Tab:
        """Opens an empty tab and makes it the active one."""
        self._announced += 1
        if not self.tabs:
            self.time.base = None  # their process is gone with the last of them; a new one must be told the time
        try:
            await self.make_page()
        except PlaywrightError as error:
            raise BrowserLost(f"the browser could not open a tab: {error.message.splitlines()[0]}") from error
        await self._everyone_here()
        return self.tab

    def _meet(self, page: Page) -> None:
        self._met += 1
        self._arriving.append(asyncio.ensure_future(self._welcome(page)))

    async def _welcome(self, page: Page) -> None:
        """A new page, ours or one that a page opened, gets its clock."""
        try:
            session: CDPSession = await self.context.new_cdp_session(page)
            tab = Tab(page, session, self.pace, self.time, self.viewport, self.hung_after)
            page.on("close", lambda _: self._forget(tab))
            page.on("download", lambda download: self._arriving.append(asyncio.ensure_future(self._keep(download))))
            session.on("Page.windowOpen", lambda _: self._announce())
            await tab.start()
        except (PlaywrightError, BrowserLost):
            if not page.is_closed():
                raise
        if not page.is_closed():  # some are closed as soon as they are opened
            self.tabs.append(tab)
            self.active = tab

    def _announce(self) -> None:
        self._announced += 1

    async def _everyone_here(self) -> None:
        """Waits until every page that was announced has its tab."""
        while self._arriving or self._met < self._announced:
            if self._arriving:
                await self._arriving.pop(0)
            else:
                await self._next_page()

    async def _next_page(self) -> None:
        try:
            async with self.context.expect_event("page", timeout=5_000):
                pass
        except PlaywrightError:
            self._announced = self._met  # the browser thought better of it

    def _forget(self, tab: Tab) -> None:
        tab.lose("the page was closed")
        if tab in self.tabs:
            self.tabs.remove(tab)
            if self.active is tab:
                self.active = self.tabs[-1] if self.tabs else None

    async def focus(self, index: int) -> None:
        """Makes another tab the active one."""
        if not 0 <= index < len(self.tabs):
            raise ValueError(f"there is no tab {index}; open tabs are 0 to {len(self.tabs) - 1}")
        self.active = self.tabs[index]
        await self.active.guard(self.active.page.bring_to_front())

    async def close_tab(self, index: int | None = None) -> None:
        tab = self.tab if index is None else self.tabs[index] if 0 <= index < len(self.tabs) else None
        if tab is None:
            raise ValueError(f"there is no tab {index}; open tabs are 0 to {len(self.tabs) - 1}")
        try:
            await tab.guard(tab.page.close(run_before_unload=False), despite_dialog=True)
        except BrowserLost:
            if not tab.page.is_closed():
                raise
        self._forget(tab)
        if not self.tabs:
            await self.new_tab()

    # Addresses ------------------------------------------------------------------------------------------------------

    async def goto(self, url: str) -> Response | None:
        """Opens an address in the active tab, as the address bar would; gives what came back over the network."""
        address = check_address(url)
        try:
            return await self.tab.guard(self.tab.page.goto(address, wait_until="commit"))
        except PlaywrightError as error:
            raise Refused(f"{url} could not be opened: {_reason(error)}") from None

    async def travel(self, step: int) -> None:
        """Back (-1) or forward (1) in the tab's history."""
        history = await self.tab.send("Page.getNavigationHistory")
        index = history["currentIndex"] + step
        if not 0 <= index < len(history["entries"]):
            raise ValueError(f"there is no page to go {'back' if step < 0 else 'forward'} to")
        if history["entries"][index]["url"] == "about:blank":
            raise ValueError("there is no page to go back to")
        await self._navigate("Page.navigateToHistoryEntry", entryId=history["entries"][index]["id"])

    async def reload(self) -> None:
        await self._navigate("Page.reload")

    async def _navigate(self, method: str, **parameters: Any) -> None:
        async with self.tab.page.expect_event("framenavigated", timeout=10_000):
            await self.tab.send(method, **parameters)

    # Rest -----------------------------------------------------------------------------------------------------------

    async def settle(self, patience: Patience) -> Settled:
        """Waits until the active tab is at rest, including one that the action has just opened."""
        start = self.time.elapsed_ms
        while True:
            tab = self.active
            if tab is None:  # the last page closed itself
                tab = await self.new_tab()
            try:
                await tab.rest()
                await self._everyone_here()
                if self.active is not tab:
                    continue  # it opened another: that one is waited for
                settled = await settle(tab, patience, start, self._opens_another())
                if settled.reason != "dialog":
                    await self._everyone_here()
            except DialogOpen:
                settled = Settled("dialog", 0)
            except BrowserLost:
                if tab in self.tabs:
                    raise
                continue  # the page closed its own window
            spent = self.time.elapsed_ms - start
            if self.active is tab or spent >= patience.limit:
                self.passed(spent)
                return Settled(settled.reason if self.active is tab else "limit", spent)

    def _opens_another(self) -> Callable[[], bool]:
        """Whether a page has asked for a new window since now. Told by events that come before the end of a run, not by
        the new page, which comes when the browser gets round to it."""
        announced = self._announced
        return lambda: self._announced > announced

    async def _keep(self, download: Download) -> None:
        name = Path(download.suggested_filename).name or "download"
        path = self.downloads_folder / f"{len(self.downloads)}-{name}"
        try:
            await download.save_as(path)
        except PlaywrightError:
            return  # it was cancelled or failed; the page shows what it wants to show
        self.downloads.append(Downloaded(name, download.url, path, path.stat().st_size))

    async def close(self) -> None:
        for task in self._arriving:
            task.cancel()
        try:
            await self.context.close()
        except PlaywrightError:
            pass  # the browser is gone already
        self.tabs.clear()
        self.active = None


def check_address(url: str) -> str:
    """The address if this web could have it; otherwise Refused, with a reason an agent can act on."""
    address = url.strip()
    scheme, colon, rest = address.partition(":")
    # `play.test:80/x` names a host and a port, `mailto:x` a scheme.
    if not colon or not SCHEME.fullmatch(scheme) or rest[:1].isdecimal():
        address = f"http://{address}"
    if not address.lower().startswith(OPENED):
        https = scheme.lower() == "https"
        hint = "this web speaks plain http" if https else "only http:// addresses of this web can be opened"
        raise Refused(f"{url} cannot be opened: {hint}")
    return address


def _reason(error: PlaywrightError) -> str:
    first = error.message.splitlines()[0]
    return first.partition("Page.goto: ")[2] or first
