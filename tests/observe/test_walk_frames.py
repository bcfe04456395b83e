"""Frames: nested, of other origins, sandboxed, in other processes, and coming and going."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from tests.observe.helpers import BROWSER, names, one, reader_on, serve
from webcosm.browser.chromium import arguments, find
from webcosm.observe.html import prune_html
from webcosm.observe.page import ElementGone, PageReader
from webcosm.observe.records import Box

pytestmark = BROWSER

PAGES = {
    "http://a.test/": "<!DOCTYPE html><style>body{margin:0} iframe{border:5px solid;display:block}</style>"
    "<h1>Top</h1>"
    '<iframe title=other src="http://b.test/" style="width:400px;height:300px"></iframe>'
    '<iframe title=boxed sandbox src="http://b.test/leaf" style="width:400px;height:100px"></iframe>',
    "http://b.test/": "<style>body{margin:0}</style><button>Middle</button>"
    '<iframe title=third src="http://c.test/leaf" style="width:200px;height:150px"></iframe>',
    "http://b.test/leaf": "<button>Boxed</button><script>document.body.append('scripted')</script>",
    "http://c.test/leaf": "<style>body{margin:0}</style><button style='width:80px;height:30px'>Leaf</button>",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def isolating_browser() -> AsyncIterator[Browser]:
    """A browser that puts every site into a process of its own."""
    options = [option for option in arguments() if "isolation" not in option]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find().path, args=[*options, "--site-per-process"])
        yield browser
        await browser.close()


async def check_frames(page: Page) -> None:
    await serve(page.context, PAGES)
    await page.goto("http://a.test/")
    reader = await reader_on(page)
    view = await reader.look()
    assert [(e.id, e.frame, e.name) for e in view if e.role == "button"] == [
        ("a0", "a", "Middle"),
        ("aa0", "aa", "Leaf"),
        ("b0", "b", "Boxed"),
    ]
    assert [(e.id, e.frame) for e in view if e.role == "Iframe"] == [("a", ""), ("aa", "a"), ("b", "")]
    assert [e.frame for e in view if e.role == "RootWebArea"] == ["", "a", "aa", "b"]
    for element in view:
        if element.parent >= 0:
            assert view.elements[element.parent].depth == element.depth - 1
    leaf = one(view, "button", "Leaf")
    assert leaf.visible
    target = await reader.locate("aa0")
    assert target.box is not None
    assert leaf.box is not None
    assert target.box == pytest.approx(leaf.box, abs=0.1)
    assert (target.box.width, target.box.height) == (80, 30)
    await reader.call("aa0", "el => el.addEventListener('click', () => { el.textContent = 'Clicked' })")
    assert target.hit is not None
    await page.mouse.click(*target.hit)
    assert one(await reader.look(), "button", "Clicked").id == "aa0"
    await reader.call("aa0", "el => el.focus()")
    assert (await reader.look()).focused == "aa0"


async def test_frames_of_other_origins_in_one_process(page: Page) -> None:
    await check_frames(page)


async def test_frames_in_other_processes(isolating_browser: Browser) -> None:
    context = await isolating_browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    await check_frames(page)
    session = await context.new_cdp_session(page.frames[1])  # refused if it shared the page's process
    await session.detach()
    await context.close()


async def test_a_frame_that_navigates_to_another_process_is_seen_again(isolating_browser: Browser) -> None:
    context = await isolating_browser.new_context()
    page = await context.new_page()
    await serve(context, PAGES)
    await page.goto("http://a.test/")
    reader = await reader_on(page)
    await reader.look()
    await page.frames[1].goto("http://c.test/leaf")
    assert names(await reader.look(), "button") == ["Leaf", "Boxed"]
    await page.frames[1].goto("http://b.test/")
    assert names(await reader.look(), "button") == ["Middle", "Leaf", "Boxed"]
    await context.close()


async def test_scripts_do_not_run_in_a_sandboxed_frame_but_it_is_seen(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<iframe sandbox srcdoc=\"<button onclick='1'>Inside</button><script>document.title='x'</script>\"></iframe>"
    )
    view = await reader.look()
    assert one(view, "button", "Inside").clickable
    assert (await reader.locate("a0")).hit is not None


async def test_boxes_in_scaled_scrolled_and_padded_frames_are_in_window_coordinates(
    page: Page, reader: PageReader
) -> None:
    await page.set_content(
        "<style>body{margin:0}</style><div style='height:50px'></div>"
        "<iframe style='width:400px;height:300px;border:10px solid;padding:20px;"
        "transform:scale(.5);transform-origin:0 0'"
        " srcdoc=\"<style>body{margin:0;height:900px}</style><div style='height:200px'></div>"
        "<button style='width:100px;height:40px'>B</button><script>scrollTo(0, 100)</script>\"></iframe>"
    )
    found = one(await reader.look(), "button")
    assert found.box == Box(15, 50 + 15 + 50, 50, 20)
    target = await reader.locate(found.id)
    assert target.box == found.box
    assert target.hit == pytest.approx((40, 125))


async def test_what_lies_over_a_frame_hides_what_is_in_it(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<style>body{margin:0} iframe{width:400px;height:200px;border:0}</style>"
        '<iframe srcdoc="<style>body{margin:0} button{position:absolute;width:80px;height:40px}</style>'
        "<button style='left:20px;top:20px'>Under</button><button style='left:300px;top:20px'>Free</button>\">"
        "</iframe>"
        "<div id=cover style='position:absolute;left:0;top:0;width:200px;height:200px;background:#fff'>Cover me</div>"
    )
    view = await reader.look()
    assert not one(view, "button", "Under").visible
    assert one(view, "button", "Free").visible
    hidden, free = (
        await reader.locate(one(view, "button", "Under").id),
        await reader.locate(one(view, "button", "Free").id),
    )
    assert hidden.hit is None
    assert hidden.covered_by == '<div id="cover"> "Cover me"'
    assert (free.hit, free.covered_by) == ((340, 40), None)


async def test_an_element_far_down_in_a_frame_far_down_is_brought_into_view(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<div style='height:3000px'></div><iframe style='height:200px' srcdoc=\"<div style='height:2000px'></div>"
        "<button>Deep</button>\"></iframe><div style='height:3000px'></div>"
    )
    found = one(await reader.look(), "button")
    assert not found.visible
    target = await reader.locate(found.id)
    assert target.hit is not None
    x, y = target.hit
    assert 0 <= x < 1280
    assert 0 <= y < 720
    assert one(await reader.look(), "button").visible


async def test_a_frame_removed_while_we_look_is_left_out(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>Stays</button><iframe srcdoc='<button>Goes</button>'></iframe>")
    await reader.look()
    await page.evaluate("document.querySelector('iframe').remove()")
    with pytest.raises(ElementGone):
        await reader.locate("a0")
    assert names(await reader.look(), "button") == ["Stays"]


async def test_looking_while_frames_come_and_go_never_fails(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>Stays</button><main></main>")
    churn = """() => { window.timer = setInterval(() => {
      const main = document.querySelector('main');
      const frame = '<iframe srcdoc="<button>x</button><iframe srcdoc=y></iframe>"></iframe>';
      main.innerHTML = Math.random() < .3 ? '' : frame.repeat(3);
    }, 15) }"""
    await page.evaluate(churn)
    for _ in range(12):
        view = await reader.look()
        assert "Stays" in names(view, "button")
        assert set(names(view, "button")) <= {"Stays", "x"}
    await page.evaluate("clearInterval(timer)")


async def test_looking_while_the_page_navigates_never_fails(page: Page, reader: PageReader) -> None:
    pages = {f"http://{host}.test/": f"<title>{host}</title><button>{host}</button>" for host in "abcd"}
    await serve(page.context, pages)
    await page.goto("http://a.test/")

    async def wander() -> None:
        for host in "bcdabcd":
            await page.goto(f"http://{host}.test/")

    wandering = asyncio.create_task(wander())
    while not wandering.done():
        view = await reader.look()
        assert names(view, "button") in ([], [view.title]), "one document's records are never mixed with another's"
    await wandering
    assert names(await reader.look(), "button") == ["d"]


async def test_pruned_html_has_the_contents_of_frames_and_shadow_roots(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<p id=before>Before</p>"
        "<iframe title=outer srcdoc=\"<a href='/x'>In</a><iframe srcdoc='<b id=deep>Deep</b>'></iframe>\"></iframe>"
        "<div id=host><template shadowrootmode=open><button>Shade</button></template></div>"
    )
    await page.frame_locator("iframe").frame_locator("iframe").locator("#deep").wait_for()
    pruned = prune_html(await reader.html())
    assert [line.strip() for line in pruned.splitlines()] == [
        '<p id="before">Before</p>',
        '<iframe title="outer">',
        '<a href="/x">In</a>',
        "<iframe>",
        '<b id="deep">Deep</b>',
        "</iframe>",
        "</iframe>",
        '<div id="host">',
        "<button>Shade</button>",
        "</div>",
    ]
