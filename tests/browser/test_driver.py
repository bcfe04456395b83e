"""Playwright in a window of ours, besides us."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Error as PlaywrightError

from tests.browser.stage import BROWSER, HOME, Scene, Stage

pytestmark = BROWSER


async def test_its_page_is_the_tab(scene: Scene) -> None:
    await scene.goto("plain")
    page = await scene.window.playwright.page(scene.tab)
    assert page.url == f"{HOME}/plain"
    await page.evaluate("document.title = 'Changed'")
    assert await scene.tab.title() == "Changed"
    assert await scene.window.playwright.page(scene.tab) is page


async def test_it_sees_this_window_alone_and_changes_no_other(stage: Stage, scene: Scene) -> None:
    other = await stage.open()
    await other.goto("plain")
    await scene.goto("plain")
    page = await scene.window.playwright.page(scene.tab)
    assert [one.url for one in page.context.pages] == [f"{HOME}/plain"]
    taste = "matchMedia('(prefers-reduced-motion: reduce)').matches"
    assert [await one.evaluate(taste) for one in (scene, other)] == [True, True]
    await other.evaluate("void (document.cookie = 'whose=other')")
    await scene.evaluate("void (document.cookie = 'whose=ours')")
    assert [cookie["value"] for cookie in await page.context.cookies()] == ["ours"]
    await other.close()


async def test_tabs_that_it_opens_are_tabs_of_the_window(scene: Scene) -> None:
    page = await scene.window.playwright.page(scene.tab)
    new = await page.context.new_page()
    assert len(scene.window.tabs) == 2
    assert await scene.window.playwright.page(scene.window.tabs[1]) is new
    await scene.goto("clock")
    assert new.url == f"{HOME}/clock"
    assert await scene.date() == scene.world_ms()


async def test_tabs_that_pages_open_are_its_pages(scene: Scene) -> None:
    await scene.goto("tabs")
    page = await scene.window.playwright.page(scene.tab)
    await scene.click("#open")
    popup = await scene.window.playwright.page(scene.tab)
    assert popup is not page
    assert popup.url == f"{HOME}/clock"


async def test_dialogs_are_left_alone(scene: Scene) -> None:
    await scene.goto("dialogs")
    await scene.window.playwright.page(scene.tab)
    assert (await scene.click("#confirm")).reason == "dialog"
    await scene.tab.answer_dialog(True)
    await scene.settle()
    assert (await scene.log())[0].startswith("confirmed=true")


async def test_it_cannot_make_windows_nor_end_the_browser(scene: Scene) -> None:
    page = await scene.window.playwright.page(scene.tab)
    browser = page.context.browser
    assert browser is not None
    with pytest.raises(PlaywrightError, match="there is one window only"):
        await browser.new_context()
    await browser.close()
    await scene.goto("plain")
    assert await scene.text("#text") == "Nothing moves here."
    again = await scene.window.playwright.page(scene.tab)
    assert again.url == f"{HOME}/plain", "who comes later gets a new connection"


async def test_only_who_knows_the_address_is_let_in(scene: Scene) -> None:
    await scene.window.playwright.page(scene.tab)
    relay = scene.window.playwright._relay
    assert relay is not None
    assert relay._server is not None
    port = relay._server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"GET /guess HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert b"403" in await reader.readline()
    writer.close()
