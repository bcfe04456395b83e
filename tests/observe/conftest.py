"""One browser for all tests of this room; a fresh page for each."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from tests.observe.helpers import reader_on
from webcosm.browser.chromium import arguments, find
from webcosm.observe.page import PageReader


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find().path, args=arguments())
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    yield await context.new_page()
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def reader(page: Page) -> PageReader:
    return await reader_on(page)
