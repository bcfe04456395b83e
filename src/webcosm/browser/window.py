"""A window: one browser context in one world, with its tabs, dialogs and downloads."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Download, Page, Response
from playwright.async_api import Error as PlaywrightError

from webcosm.browser.contact import HUNG_AFTER
from webcosm.browser.errors import BrowserLost, DialogOpen
from webcosm.browser.settle import Patience, Settled, settle
from webcosm.browser.tab import FRAME_MS, Pace, PageTime, Tab, Viewport
from webcosm.browser.wire import Wire

__all__ = ["Downloaded", "Refused", "Window", "check_address"]

ORIGIN = (Path(__file__).parent / "origin.js").read_text()
OPENED = ("http://", "about:blank")
ARRIVAL_SECONDS = 5
"""Real seconds in which a page or download that was announced must come."""
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
    wire: Wire
    context_id: str
    """DevTools' name of the context."""
    viewport: Viewport
    pace: Pace
    make_page: Callable[[], Any]
    time: PageTime
    passed: Callable[[int], None]
    """Told how much page time has gone by since the window was opened."""
    downloads_folder: Path
    hung_after: float = HUNG_AFTER
    """Real seconds after which a browser that does not answer is called hung."""
    tabs: list[Tab] = field(default_factory=list)
    active: Tab | None = None
    downloads: list[Downloaded] = field(default_factory=list)
    _arriving: list[asyncio.Task[None]] = field(default_factory=list)
    _announced: int = 0
    """Windows that pages have asked for; told before the browser makes them."""
    _created: int = 0
    _nameless: list[str] = field(default_factory=list)
    """Pages (their targets) that Playwright has not told us of yet; a tab needs both."""
    _certain: bool = True
    """Whether a page that is told of can only be one of those."""
    _begun: int = 0
    """Downloads."""
    _kept: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        self.context.on("page", self._meet)
        self.wire.root.on("Target.targetCreated", self._target_created)
        self.wire.root.on("Target.targetDestroyed", self._target_destroyed)
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
        if not self.tabs:
            self.time.base = None  # their process is gone with the last of them; a new one must be told the time
        try:
            await self.make_page()
        except PlaywrightError as error:
            raise BrowserLost(f"the browser could not open a tab: {error.message.splitlines()[0]}") from error
        await self._everyone_here()
        return self.tab

    def _target_created(self, event: dict[str, Any]) -> None:
        target = event["targetInfo"]
        if target["type"] == "page" and self.context_id in ("", target["browserContextId"]):
            self._created += 1
            self._nameless.append(target["targetId"])
            self._news.set()

    def _target_destroyed(self, event: dict[str, Any]) -> None:
        if event["targetId"] in self._nameless:
            self._nameless.remove(event["targetId"])
            self._certain = False  # Playwright may yet tell of it
            self._news.set()

    def _meet(self, page: Page) -> None:
        self._arriving.append(asyncio.ensure_future(self._welcome(page)))
        self._news.set()

    async def _welcome(self, page: Page) -> None:
        """A new page, ours or one that a page opened, gets its clock."""
        try:
            target = await self._target_of(page)
            session = await self.wire.attach(target)
            tab = Tab(page, self.wire, target, session, self.pace, self.time, self.viewport, self.hung_after)
            session.on("closed", lambda _: self._forget(tab))
            session.on("Page.windowOpen", lambda _: self._announce())
            session.on("Page.downloadWillBegin", lambda _: self._download_begun())
            page.on("download", self._meet_download)
            await tab.start()
        except (PlaywrightError, BrowserLost) as error:
            if page.is_closed() or "has been closed" in str(error) or "No target with given id" in str(error):
                return  # some are closed as soon as they are opened
            raise
        self.tabs.append(tab)
        self.active = tab

    async def _target_of(self, page: Page) -> str:
        if self._certain and len(self._nameless) == 1:
            return self._nameless.pop()
        session = await self.context.new_cdp_session(page)
        target: str = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
        await session.detach()
        if target in self._nameless:
            self._nameless.remove(target)
        return target

    def _announce(self) -> None:
        self._announced += 1

    def _download_begun(self) -> None:
        self._begun += 1

    def _meet_download(self, download: Download) -> None:
        self._kept += 1
        self._arriving.append(asyncio.ensure_future(self._keep(download)))
        self._news.set()

    async def _everyone_here(self) -> None:
        """Waits until every page that was announced has its tab, and every download its file."""
        while self._arriving or self._nameless or self._created < self._announced or self._kept < self._begun:
            self._news.clear()
            if self._arriving:
                await self._arriving.pop(0)
                continue
            try:
                await asyncio.wait_for(self._news.wait(), ARRIVAL_SECONDS)
            except TimeoutError:  # the browser thought better of it
                self._nameless.clear()
                break
        self._created, self._kept, self._certain = self._announced, self._begun, True

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
            if not tab.session.closed:
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

    async def load(self, patience: Patience) -> None:
        """Waits until the page that was opened has all its parts. What it does then is for :meth:`settle`."""
        if self.pace == "live":
            await self.settle(patience)
            return
        start = self.time.elapsed_ms
        await self.tab.rest()
        while self.time.elapsed_ms - start < patience.limit:
            await self.tab.run(FRAME_MS)
            if await self.tab.evaluate("document.readyState") == "complete":
                break
        self.passed(self.time.elapsed_ms)

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
                self.passed(self.time.elapsed_ms)
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
        self.wire.root.remove_listener("Target.targetCreated", self._target_created)
        self.wire.root.remove_listener("Target.targetDestroyed", self._target_destroyed)
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
