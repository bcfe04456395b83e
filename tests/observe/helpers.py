"""Small things the walker's tests share."""

from __future__ import annotations

from typing import Any, cast

import pytest
from playwright.async_api import BrowserContext, CDPSession, Page, Route
from playwright.async_api import Error as PlaywrightError

from webcosm.browser import ProtocolError
from webcosm.browser.cdp import CLOSED, CdpSession
from webcosm.observe.ids import IdBook
from webcosm.observe.page import PageReader
from webcosm.observe.records import Element, PageView

BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def one(view: PageView, role: str, name: str | None = None) -> Element:
    """The only element with this role and name."""
    found = [element for element in view if element.role == role and name in (None, element.name)]
    assert len(found) == 1, f"{len(found)} elements are {role} {name!r}: {[(e.id, e.role, e.name) for e in view]}"
    return found[0]


def names(view: PageView, role: str) -> list[str]:
    return [element.name for element in view if element.role == role]


async def serve(context: BrowserContext, pages: dict[str, str]) -> None:
    """Answers each address with its markup, without a server; anything else is not found."""

    async def answer(route: Route) -> None:
        body = pages.get(route.request.url)
        await route.fulfill(
            status=404 if body is None else 200, content_type="text/html; charset=utf-8", body=body or "not found"
        )

    await context.route("**/*", answer)


async def reader_on(page: Page, book: IdBook | None = None) -> PageReader:
    """A reader of a page that Playwright drives."""
    session = await page.context.new_cdp_session(page)
    await session.send("Inspector.enable")
    tree = await session.send("Page.getFrameTree")
    return PageReader(cast(CdpSession, PlaywrightsSession(page, session)), tree["frameTree"]["frame"]["id"], book)


class PlaywrightsSession:
    """What a reader wants of a session, done with Playwright's."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session
        self.on = session.on

    @property
    def closed(self) -> bool:
        return self._page.is_closed()

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> Any:
        try:
            return await self._session.send(method, parameters)
        except PlaywrightError as error:
            closed = "closed" in error.message
            raise ProtocolError(f"{method}: {CLOSED}" if closed else error.message) from error

    async def attach(self, target: str) -> PlaywrightsSession:
        for frame in self._page.frames[1:]:
            try:
                session = await self._page.context.new_cdp_session(frame)
                tree = await session.send("Page.getFrameTree")
            except PlaywrightError:
                continue  # it shares its parent's process
            if tree["frameTree"]["frame"]["id"] == target:
                return PlaywrightsSession(self._page, session)
        raise ProtocolError(f"No target with given id found: {target}")
