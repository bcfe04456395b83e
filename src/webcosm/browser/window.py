"""A window: one browser context in one world, with its tabs, dialogs and downloads."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from webcosm.browser.contact import HUNG_AFTER, Answer
from webcosm.browser.downloads import Downloaded, Downloads
from webcosm.browser.driver import Driver, Hand
from webcosm.browser.emulation import Viewport
from webcosm.browser.errors import BrowserHung, BrowserLost, DialogOpen, ProtocolError
from webcosm.browser.frames import FRAME_MS, Pace, PageTime
from webcosm.browser.settle import Patience, Settled, settle
from webcosm.browser.storage import Storage, Stored
from webcosm.browser.tab import Tab
from webcosm.browser.wire import Session

__all__ = ["Refused", "Window", "check_address"]

BLANK = "about:blank"
OPENED = ("http://", BLANK)
NOWHERE = "webcosm:nowhere"
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

    root: Session
    """With the browser itself."""
    context_id: str
    """DevTools' name of the context; empty for the browser's own profile."""
    viewport: Viewport
    pace: Pace
    time: PageTime
    passed: Callable[[int], None]
    """Told how much page time has gone by since the window was opened."""
    downloads_folder: Path
    driver: Driver
    hung_after: float = HUNG_AFTER
    """Real seconds after which a browser that does not answer is called hung."""
    tabs: list[Tab] = field(default_factory=list)
    active: Tab | None = None
    met: Callable[[str], object] | None = None
    """Told of each further page (its target), for somebody who drives the window besides us."""
    storage: Storage = field(init=False)
    playwright: Hand = field(init=False)
    """Gives its tabs as Playwright's pages."""
    _arriving: list[asyncio.Task[None]] = field(default_factory=list)
    _ready: list[Tab] = field(default_factory=list)
    """Pages that have arrived since the window last rested. They become tabs when it does: not while a dialog is open,
    before which they may have come or not."""
    _asked: int = 0
    """How many windows pages have asked for."""
    _announced: deque[str] = field(default_factory=deque)
    """Those of them that have not come yet, by the addresses they are to show."""
    _opened: deque[Tab] = field(default_factory=deque)
    """Those that have come, but of which we have not heard yet why."""
    _spent: list[Tab] = field(default_factory=list)
    """Tabs that were opened for a download and have nothing else to show."""
    _led_to: Tab | None = None
    """A tab that was not the active one and was sent elsewhere since the window last rested."""
    _nowhere: str = ""
    """The page that was made with the window and shows nothing until it is sent somewhere."""
    _created: int = 0
    _newest: int = 0
    """The number of the last page that became a tab."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._downloads = Downloads(self.downloads_folder, self._news.set)
        self.storage = Storage(self)
        self.playwright = Hand(self.driver, self)

    @property
    def downloads(self) -> list[Downloaded]:
        return self._downloads.kept

    async def start(self, stored: Stored | None = None) -> None:
        """Opens the first tab, with another window's cookies and storage to begin with."""
        self.root.on("Browser.downloadWillBegin", self._downloads.begun)
        self.root.on("Browser.downloadProgress", self._downloads.progressed)
        where = {"behavior": "allowAndName", "downloadPath": str(self.downloads_folder), "eventsEnabled": True}
        saving = self.root.send("Browser.setDownloadBehavior", {**where, **self.of_context})
        await asyncio.gather(saving, self.new_tab(NOWHERE if self.pace == "exact" else BLANK))
        if stored is not None:
            await self.storage.give(stored)

    @property
    def of_context(self) -> dict[str, str]:
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
        if not self.time.tabs:
            self.time.base = None  # their process is gone with the last of them; a new one must be told the time
        try:
            target = await self.make_page(url)
        except ProtocolError as error:
            raise BrowserLost(f"the browser could not open a tab: {error.message}") from error
        if url == NOWHERE:
            self._nowhere = target
        await self._everyone_here()
        return self.tab

    async def appear(self) -> None:
        """Gives the window its first document, if it has none yet: without one it can be neither seen nor driven."""
        tab = self.active
        if tab is not None and tab.target == self._nowhere and not tab.commits:
            await self.goto(BLANK)

    async def make_page(self, url: str = BLANK) -> str:
        """Asks the browser for a page and gives its target; :meth:`meet` is told of it before."""
        # Only the headless shell gives every tab a size of its own; elsewhere they are tabs of one window.
        sized = self.pace == "exact" or not self.tabs
        size = {"width": self.viewport.width, "height": self.viewport.height} if sized else {}
        drawn = {"enableBeginFrameControl": True} if self.pace == "exact" else {}
        answer = await self.root.send("Target.createTarget", {"url": url, **size, **drawn, **self.of_context})
        target: str = answer["targetId"]
        return target

    def meet(self, session: Session, target: str, *, by_page: bool) -> None:
        """A new page, ours or one that a page opened. It waits for us before it does anything."""
        if not by_page and self.storage.claims(session):
            return
        self._created += 1
        tab = Tab(target, session, self.pace, self.time, self.viewport, self.hung_after, self._created)
        if by_page:
            tab.questions.expect(target)
            self._opened.append(tab)
            self._compare()
        self._arriving.append(asyncio.ensure_future(self._welcome(tab, by_page)))
        self._news.set()

    async def _welcome(self, tab: Tab, by_page: bool) -> None:
        """It gets its clock, and is about to become a tab."""
        session = tab.session
        session.on("closed", lambda _: self._forget(tab))
        session.on("Page.windowOpen", self._announce)
        session.on("Page.downloadWillBegin", lambda event: self._download_announced(tab, by_page, event))
        session.on("Page.frameNavigated", self.storage.visited)
        session.on("Page.frameRequestedNavigation", lambda event: self._lead_to(tab, event))
        session.on("Page.javascriptDialogOpening", lambda _: self._interrupted_by(tab))
        try:
            await tab.start()
        except ProtocolError:
            if not session.closed:
                raise
        if session.closed:
            return  # some are closed as soon as they are opened
        self.time.tabs.append(tab)
        self._ready.append(tab)
        if self.time.driven or tab.dialog is not None:
            self._admit()
        if self.met is not None:
            self.met(tab.target)

    def _admit(self) -> None:
        """Makes tabs of the pages that have arrived; the newest is shown."""
        arrived, self._ready = sorted(self._ready, key=lambda one: one.number), []
        self.tabs = sorted([*self.tabs, *arrived], key=lambda one: one.number)  # several may arrive at once
        for tab in arrived:
            if tab.number > self._newest:
                self._newest, self.active = tab.number, tab

    def _download_announced(self, tab: Tab, by_page: bool, event: dict[str, Any]) -> None:
        self._downloads.announced(event)
        if by_page and not tab.commits:
            self._spent.append(tab)

    def _announce(self, event: dict[str, Any]) -> None:
        self._asked += 1
        self._announced.append(event["url"])
        self._compare()

    def _lead_to(self, tab: Tab, event: dict[str, Any]) -> None:
        if tab is not self.active and event["disposition"] == "currentTab" and event["frameId"] == tab.target:
            self._led_to = tab

    def _interrupted_by(self, tab: Tab) -> None:
        """All pages stand while one shows a dialog, so that one is shown."""
        if tab in self._ready:
            self._admit()
        if tab in self.tabs and self.active is not tab and self.active is not None:
            self.active, before = tab, self.active
            before.interrupt()

    def _compare(self) -> None:
        """A page asks for a window, and the browser makes it; we may hear of either first."""
        while self._announced and self._opened:
            url, tab = self._announced.popleft(), self._opened.popleft()
            if not url.startswith(("http:", "https:")):
                tab.questions.expect_nothing(tab.target)

    async def _everyone_here(self) -> None:
        """Waits until every page that was announced has its tab, and every download its file."""
        while self._arriving or self._announced or self._downloads.under_way:
            self._news.clear()
            if self._arriving:
                await self._arrival(self._arriving[0])
                continue
            try:
                await asyncio.wait_for(self._news.wait(), ARRIVAL_SECONDS)
            except TimeoutError:  # the browser thought better of it
                self._announced.clear()
                self._downloads.give_up()
                break
        self._admit()
        for tab in [tab for tab in self._spent if tab in self.tabs]:
            self._spent.remove(tab)
            await self.close_tab(self.tabs.index(tab))

    async def _arrival(self, page: asyncio.Task[None]) -> None:
        """Waits for a page, which hears nobody while one that shares its process shows a dialog."""
        waiting = asyncio.wait({page}, timeout=self.hung_after)
        await (self.active.guard(waiting) if self.active is not None else waiting)
        if not page.done():
            raise BrowserHung(f"the browser did not open a page within {self.hung_after:g} seconds")
        self._arriving.remove(page)
        page.result()

    def _forget(self, tab: Tab) -> None:
        tab.lose("the page was closed")
        for pages in (self.time.tabs, self._ready):
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
        self._forget(tab)
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

    async def goto(self, url: str) -> Answer | None:
        """Opens an address in the active tab, as the address bar would; gives what came back over the network."""
        address = check_address(url)
        tab = self.tab
        tab.answer = None
        try:
            answer = await tab.navigate("Page.navigate", url=address)
        except ProtocolError as error:
            raise Refused(f"{url} could not be opened: {error.message}") from None
        if problem := answer.get("errorText"):
            why = "it is a download" if answer.get("isDownload") else problem
            raise Refused(f"{url} could not be opened: {why}")
        return tab.answer

    async def travel(self, step: int) -> None:
        """Back (-1) or forward (1) in the tab's history."""
        history = await self.tab.send("Page.getNavigationHistory")
        index = history["currentIndex"] + step
        if not 0 <= index < len(history["entries"]):
            raise ValueError(f"there is no page to go {'back' if step < 0 else 'forward'} to")
        if history["entries"][index]["url"] == BLANK:
            raise ValueError("there is no page to go back to")
        await self.tab.navigate("Page.navigateToHistoryEntry", entryId=history["entries"][index]["id"])

    async def reload(self) -> None:
        await self.tab.navigate("Page.reload")

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
            if self.tab.astray or self.tab.target not in self.tab.questions.loading:
                break
        self.passed(self.time.elapsed_ms)

    async def settle(self, patience: Patience) -> Settled:
        """Waits until the active tab is at rest, including one that the action has just opened."""
        start = self.time.elapsed_ms
        await self.appear()
        while True:
            tab = self.active
            if tab is None:  # the last page closed itself
                tab = await self.new_tab()
            try:
                await tab.rest()
                await self._everyone_here()
                if self._led_to in self.tabs and self.active is tab:
                    self.active = self._led_to  # by a link or a script of the page, as its own time has not passed yet
                if self.active is not tab:
                    continue  # it opened another, or sent one elsewhere: that one is waited for
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
            self._led_to = None
            if self.active is tab or spent >= patience.limit:
                self._downloads.keep()
                self.passed(self.time.elapsed_ms)
                return Settled(settled.reason if self.active is tab else "limit", spent)

    def _opens_another(self) -> Callable[[], bool]:
        """Whether a page has asked for a new window since now. Told by events that come before the end of a run, not by
        the new page, which comes when the browser gets round to it."""
        asked = self._asked
        return lambda: self._asked > asked

    async def close(self) -> None:
        self.root.remove_listener("Browser.downloadWillBegin", self._downloads.begun)
        self.root.remove_listener("Browser.downloadProgress", self._downloads.progressed)
        for task in self._arriving:
            task.cancel()
        await self.playwright.close()
        try:
            if self.context_id:
                await self.root.send("Target.disposeBrowserContext", self.of_context)
        except ProtocolError:
            pass  # the browser is gone already
        self._downloads.remove()
        for pages in (self.time.tabs, self._ready, self.tabs):
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
