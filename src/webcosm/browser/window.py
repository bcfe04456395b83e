"""A window: one browser context in one world, with its tabs, dialogs and downloads."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from webcosm.browser.cdp import CdpSession
from webcosm.browser.clock import WindowClock
from webcosm.browser.connection import HUNG_AFTER, NetworkResponse
from webcosm.browser.downloads import Downloaded, Downloads
from webcosm.browser.driver import Driver, PlaywrightPages
from webcosm.browser.emulation import Viewport
from webcosm.browser.errors import BrowserHung, BrowserLost, DialogOpen, ProtocolError
from webcosm.browser.frames import FRAME_MS
from webcosm.browser.request_queue import RequestQueue
from webcosm.browser.settle import Patience, Settled, settle
from webcosm.browser.storage import Storage, StorageState
from webcosm.browser.tab import Tab

__all__ = ["Refused", "Window", "check_address"]

BLANK = "about:blank"
OPENED = ("http://", BLANK)
NO_DOCUMENT_URL = "webcosm:nowhere"
"""An address of a kind that no browser knows: the page that is to show it stays as it was made. A blank one would be a
document like any other, which every episode would pay for and leave."""
ARRIVAL_SECONDS = 5
"""Real seconds in which a page or download that was announced must come."""
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]*")


class Refused(ValueError):
    """An address that this web does not have; the message is for the agent."""


@dataclass
class Window:
    """Tabs in the order they were opened. The active one is seen and acted upon; time passes in all of them."""

    root: CdpSession
    """With the browser itself."""
    context_id: str
    """DevTools' name of the context; empty for the browser's own profile."""
    viewport: Viewport
    clock: WindowClock
    on_time_passed: Callable[[int], None]
    """Called with the page time since the window was opened, whenever that has come to rest."""
    downloads_folder: Path
    driver: Driver
    hung_after: float = HUNG_AFTER
    """Real seconds after which a browser that does not answer is called hung."""
    tabs: list[Tab] = field(default_factory=list)
    active: Tab | None = None
    on_new_page: Callable[[str], object] | None = None
    """Called with each further page (its target), for somebody who drives the window besides us."""
    storage: Storage = field(init=False)
    playwright: PlaywrightPages = field(init=False)
    """Gives its tabs as Playwright's pages."""
    _starting_pages: list[asyncio.Task[None]] = field(default_factory=list)
    _arrived: list[Tab] = field(default_factory=list)
    """Pages that have arrived since the window last rested. They become tabs when it does: not while a dialog is open,
    before which they may have come or not."""
    _windows_requested: int = 0
    """How many windows pages have asked for."""
    _expected_windows: deque[str] = field(default_factory=deque)
    """Those of them that have not come yet, by the addresses they are to show."""
    _unmatched_windows: deque[Tab] = field(default_factory=deque)
    """Those that have come, but of which we have not heard yet why."""
    _download_tabs: list[Tab] = field(default_factory=list)
    """Tabs that were opened for a download and have nothing else to show."""
    _navigated_tab: Tab | None = None
    """A tab that was not the active one and was made to navigate since the window last rested."""
    _undocumented: str = ""
    """The page that was made with the window and shows nothing until it is sent somewhere."""
    _created: int = 0
    _newest: int = 0
    """The number of the last page that became a tab."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._queue = RequestQueue(self.clock)
        self._downloads = Downloads(self.downloads_folder, self._changed.set)
        self.storage = Storage(self)
        self.playwright = PlaywrightPages(self.driver, self)

    @property
    def downloads(self) -> list[Downloaded]:
        return self._downloads.kept

    async def start(self, stored: StorageState | None = None) -> None:
        """Opens the first tab, with another window's cookies and storage to begin with."""
        self.root.on("Browser.downloadWillBegin", self._downloads.begun)
        self.root.on("Browser.downloadProgress", self._downloads.progressed)
        where = {"behavior": "allowAndName", "downloadPath": str(self.downloads_folder), "eventsEnabled": True}
        saving = self.root.send("Browser.setDownloadBehavior", {**where, **self.in_context})
        await asyncio.gather(saving, self.new_tab(NO_DOCUMENT_URL if self.clock.mode == "exact" else BLANK))
        if stored is not None:
            await self.storage.restore(stored)

    @property
    def in_context(self) -> dict[str, str]:
        """The parameter that names this window's context in calls to the browser."""
        return {"browserContextId": self.context_id} if self.context_id else {}

    @property
    def tab(self) -> Tab:
        if self.active is None:
            raise BrowserLost("the window has no open tab")
        return self.active

    # Tabs -----------------------------------------------------------------------------------------------------------

    async def new_tab(self, url: str = BLANK) -> Tab:
        """Opens an empty tab and makes it the active one."""
        if not self.clock.tabs:
            self.clock.ticks_base = (
                None  # their process is gone with the last of them; a new one must be given the time
            )
        try:
            target = await self.create_page(url)
        except ProtocolError as error:
            raise BrowserLost(f"the browser could not open a tab: {error.message}") from error
        if url == NO_DOCUMENT_URL:
            self._undocumented = target
        await self._wait_for_arrivals()
        return self.tab

    async def ensure_document(self) -> None:
        """Gives the window its first document, if it has none yet: without one it can be neither seen nor driven."""
        tab = self.active
        if tab is not None and tab.target == self._undocumented and not tab.connection.commits:
            await self.goto(BLANK)

    async def create_page(self, url: str = BLANK) -> str:
        """Asks the browser for a page and gives its target; :meth:`attach_page` is called with it before."""
        # Only the headless shell gives every tab a size of its own; elsewhere they are tabs of one window.
        sized = self.clock.mode == "exact" or not self.tabs
        size = {"width": self.viewport.width, "height": self.viewport.height} if sized else {}
        drawn = {"enableBeginFrameControl": True} if self.clock.mode == "exact" else {}
        answer = await self.root.send("Target.createTarget", {"url": url, **size, **drawn, **self.in_context})
        target: str = answer["targetId"]
        return target

    def attach_page(self, session: CdpSession, target: str, *, by_page: bool) -> None:
        """A new page, ours or one that a page opened. It waits for us before it does anything."""
        if not by_page and self.storage.claims(session):
            return
        self._created += 1
        tab = Tab(target, session, self.clock, self._queue, self.viewport, self.hung_after, self._created)
        if by_page:
            tab.requests.pending.expect_document(target)
            self._unmatched_windows.append(tab)
            self._match_windows()
        self._starting_pages.append(asyncio.ensure_future(self._start_page(tab, by_page)))
        self._changed.set()

    async def _start_page(self, tab: Tab, by_page: bool) -> None:
        """It gets its clock, and is about to become a tab."""
        session = tab.session
        session.on("closed", lambda _: self._remove(tab))
        session.on("Page.windowOpen", self._window_requested)
        session.on("Page.downloadWillBegin", lambda event: self._download_announced(tab, by_page, event))
        session.on("Page.frameNavigated", self.storage.visited)
        session.on("Page.frameRequestedNavigation", lambda event: self._note_navigation(tab, event))
        session.on("Page.javascriptDialogOpening", lambda _: self._interrupted_by(tab))
        try:
            await tab.start()
        except ProtocolError:
            if not session.closed:
                raise
        if session.closed:
            return  # some are closed as soon as they are opened
        self.clock.tabs.append(tab)
        self._arrived.append(tab)
        if self.clock.driven_externally or tab.dialog is not None:
            self._add_tabs()
        if self.on_new_page is not None:
            self.on_new_page(tab.target)

    def _add_tabs(self) -> None:
        """Makes tabs of the pages that have arrived; the newest is shown."""
        arrived, self._arrived = sorted(self._arrived, key=lambda one: one.number), []
        self.tabs = sorted([*self.tabs, *arrived], key=lambda one: one.number)  # several may arrive at once
        for tab in arrived:
            if tab.number > self._newest:
                self._newest, self.active = tab.number, tab

    def _download_announced(self, tab: Tab, by_page: bool, event: dict[str, Any]) -> None:
        self._downloads.announced(event)
        if by_page and not tab.connection.commits:
            self._download_tabs.append(tab)

    def _window_requested(self, event: dict[str, Any]) -> None:
        self._windows_requested += 1
        self._expected_windows.append(event["url"])
        self._match_windows()

    def _note_navigation(self, tab: Tab, event: dict[str, Any]) -> None:
        if tab is not self.active and event["disposition"] == "currentTab" and event["frameId"] == tab.target:
            self._navigated_tab = tab

    def _interrupted_by(self, tab: Tab) -> None:
        """All pages stand while one shows a dialog, so that one is shown."""
        if tab in self._arrived:
            self._add_tabs()
        if tab in self.tabs and self.active is not tab and self.active is not None:
            self.active, before = tab, self.active
            before.connection.interrupt()

    def _match_windows(self) -> None:
        """A page asks for a window, and the browser makes it; we may hear of either first."""
        while self._expected_windows and self._unmatched_windows:
            url, tab = self._expected_windows.popleft(), self._unmatched_windows.popleft()
            if not url.startswith(("http:", "https:")):
                tab.requests.pending.expect_no_document(tab.target)

    async def _wait_for_arrivals(self) -> None:
        """Waits until every page that was announced has its tab, and every download its file."""
        while self._starting_pages or self._expected_windows or self._downloads.under_way:
            self._changed.clear()
            if self._starting_pages:
                await self._wait_for_page(self._starting_pages[0])
                continue
            try:
                await asyncio.wait_for(self._changed.wait(), ARRIVAL_SECONDS)
            except TimeoutError:  # the browser thought better of it
                self._expected_windows.clear()
                self._downloads.give_up()
                break
        self._add_tabs()
        for tab in [tab for tab in self._download_tabs if tab in self.tabs]:
            self._download_tabs.remove(tab)
            await self.close_tab(self.tabs.index(tab))

    async def _wait_for_page(self, page: asyncio.Task[None]) -> None:
        """Waits for a page, which does not answer while one that shares its process shows a dialog."""
        waiting = asyncio.wait({page}, timeout=self.hung_after)
        await (self.active.guard(waiting) if self.active is not None else waiting)
        if not page.done():
            raise BrowserHung(f"the browser did not open a page within {self.hung_after:g} seconds")
        self._starting_pages.remove(page)
        page.result()

    def _remove(self, tab: Tab) -> None:
        tab.connection.mark_lost("the page was closed")
        for pages in (self.clock.tabs, self._arrived):
            if tab in pages:
                pages.remove(tab)
        if tab in self.tabs:
            self.tabs.remove(tab)
            if self.active is tab:
                self.active = self.tabs[-1] if self.tabs else None

    async def focus(self, index: int) -> None:
        """Makes another tab the active one."""
        if not 0 <= index < len(self.tabs):
            raise ValueError(f"there is no tab {index}; open tabs are 0 to {len(self.tabs) - 1}")
        self.active = self.tabs[index]
        await self.active.send("Page.bringToFront")

    async def close_tab(self, index: int | None = None) -> None:
        tab = self.tab if index is None else self.tabs[index] if 0 <= index < len(self.tabs) else None
        if tab is None:
            raise ValueError(f"there is no tab {index}; open tabs are 0 to {len(self.tabs) - 1}")
        try:
            await tab.guard(self._close_page(tab), despite_dialog=True)
        except (BrowserLost, ProtocolError):
            if not tab.session.closed:
                raise
        self._remove(tab)
        if not self.tabs:
            await self.new_tab()

    async def _close_page(self, tab: Tab) -> None:
        """Its session is closed when it is gone."""
        gone = asyncio.Event()
        tab.session.on("closed", lambda _: gone.set())
        await self.root.send("Target.closeTarget", {"targetId": tab.target})
        if not tab.session.closed:
            await gone.wait()

    # Addresses ------------------------------------------------------------------------------------------------------

    async def goto(self, url: str) -> NetworkResponse | None:
        """Opens an address in the active tab, as the address bar would; gives what came back over the network."""
        address = check_address(url)
        tab = self.tab
        tab.connection.response = None
        try:
            answer = await tab.connection.navigate("Page.navigate", url=address)
        except ProtocolError as error:
            raise Refused(f"{address} could not be opened: {error.message}") from None
        if problem := answer.get("errorText"):
            why = "it is a download" if answer.get("isDownload") else problem
            raise Refused(f"{address} could not be opened: {why}")
        return tab.connection.response

    async def go_in_history(self, step: int) -> None:
        """Back (-1) or forward (1) in the tab's history."""
        history = await self.tab.send("Page.getNavigationHistory")
        index = history["currentIndex"] + step
        if not 0 <= index < len(history["entries"]):
            raise ValueError(f"there is no page to go {'back' if step < 0 else 'forward'} to")
        if history["entries"][index]["url"] == BLANK:
            raise ValueError("there is no page to go back to")
        await self.tab.connection.navigate("Page.navigateToHistoryEntry", entryId=history["entries"][index]["id"])

    async def reload(self) -> None:
        await self.tab.connection.navigate("Page.reload")

    # Rest -----------------------------------------------------------------------------------------------------------

    async def load(self, patience: Patience) -> None:
        """Waits until the page that was opened has all its parts. What it does then is for :meth:`settle`."""
        if self.clock.mode == "live":
            await self.settle(patience)
            return
        start = self.clock.elapsed_ms
        await self.tab.wait_for_network()
        while self.clock.elapsed_ms - start < patience.limit:
            await self.tab.advance(FRAME_MS)
            if self.tab.on_error_page or self.tab.target not in self.tab.requests.pending.loading_frames:
                break
        self.on_time_passed(self.clock.elapsed_ms)

    async def settle(self, patience: Patience) -> Settled:
        """Waits until the active tab is at rest, including one that the action has just opened."""
        start = self.clock.elapsed_ms
        await self.ensure_document()
        while True:
            tab = self.active
            if tab is None:  # the last page closed itself
                tab = await self.new_tab()
            try:
                await tab.wait_for_network()
                await self._wait_for_arrivals()
                if self._navigated_tab in self.tabs and self.active is tab:
                    # By a link or a script of the page, as its own time has not passed yet.
                    self.active = self._navigated_tab
                if self.active is not tab:
                    continue  # it opened another, or made one navigate: that one is waited for
                settled = await settle(tab, patience, start, self._another_window())
                if settled.reason != "dialog":
                    await self._wait_for_arrivals()
            except DialogOpen:
                settled = Settled("dialog", 0)
            except BrowserLost:
                if tab in self.tabs:
                    raise
                continue  # the page closed its own window
            spent = self.clock.elapsed_ms - start
            self._navigated_tab = None
            if self.active is tab or spent >= patience.limit:
                self._downloads.keep()
                self.on_time_passed(self.clock.elapsed_ms)
                return Settled(settled.reason if self.active is tab else "limit", spent)

    def _another_window(self) -> Callable[[], bool]:
        """Whether a page has asked for a new window since now. Known from events that come before the end of a run, not
        from the new page, which comes when the browser gets round to it."""
        asked = self._windows_requested
        return lambda: self._windows_requested > asked

    async def close(self) -> None:
        self.root.remove_listener("Browser.downloadWillBegin", self._downloads.begun)
        self.root.remove_listener("Browser.downloadProgress", self._downloads.progressed)
        for task in self._starting_pages:
            task.cancel()
        await self.playwright.close()
        try:
            if self.context_id:
                await self.root.send("Target.disposeBrowserContext", self.in_context)
        except ProtocolError:
            pass  # the browser is gone already
        self._downloads.remove()
        for pages in (self.clock.tabs, self._arrived, self.tabs):
            pages.clear()
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
