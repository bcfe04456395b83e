"""Boxes, and what can really be seen and hit."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.observe.helpers import BROWSER, one, serve
from webcosm.observe.page import PageReader
from webcosm.observe.records import Box, Element

pytestmark = BROWSER


async def button(page: Page, reader: PageReader, markup: str, name: str = "B") -> Element:
    await page.set_content(f"<!DOCTYPE html><style>body{{margin:0}}</style>{markup}")
    return one(await reader.look(), "button", name)


AT = "position:absolute;left:100px;top:100px;width:100px;height:40px"


async def test_a_plain_button_is_visible_clickable_and_worth_a_mark(page: Page, reader: PageReader) -> None:
    found = await button(page, reader, f'<button style="{AT}">B</button>')
    assert found.box == Box(100, 100, 100, 40)
    assert (found.visible_fraction, found.visible, found.clickable, found.mark) == (1.0, True, True, True)


@pytest.mark.parametrize(
    "case, markup",
    [
        (
            "covered by an opaque box",
            f'<button style="{AT}">B</button><div style="position:fixed;inset:0;background:#fff"></div>',
        ),
        (
            "under a modal's dim backdrop",
            f'<button style="{AT}">B</button><div style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div>',
        ),
        ("under a picture", f'<button style="{AT}">B</button><canvas style="{AT};width:200px;height:90px"></canvas>'),
        ("transparent", f'<button style="{AT};opacity:0">B</button>'),
        ("inside something transparent", f'<div style="opacity:.01"><button style="{AT}">B</button></div>'),
        ("left of the page", '<button style="position:absolute;left:-500px">B</button>'),
        ("below the fold", '<div style="height:2000px"></div><button>B</button>'),
        ("of no size", '<button style="width:0;height:0;padding:0;border:0;overflow:hidden">B</button>'),
        (
            "scrolled out of a container",
            '<div style="height:100px;overflow:auto"><div style="height:300px"></div><button>B</button></div>',
        ),
        (
            "clipped by a container's edge",
            '<div style="position:relative;width:50px;height:50px;overflow:hidden">'
            '<button style="position:absolute;left:80px">B</button></div>',
        ),
        (
            "only for screen readers",
            '<button style="position:absolute;width:1px;height:1px;overflow:hidden;'
            'clip:rect(0 0 0 0);padding:0;border:0">B</button>',
        ),
        ("cut away by a path", f'<button style="{AT};clip-path:inset(50%)">B</button>'),
        (
            "behind a sticky header",
            '<header style="position:sticky;top:0;height:60px;background:#eee">H</header>'
            '<button style="position:absolute;top:10px;left:10px;z-index:-1">B</button>',
        ),
    ],
)
async def test_a_button_cannot_be_seen_when(page: Page, reader: PageReader, case: str, markup: str) -> None:
    found = await button(page, reader, markup)
    assert not found.visible, f"a button {case} counts as visible"
    assert not found.mark, f"a button {case} would get a mark"


@pytest.mark.parametrize(
    "case, markup",
    [
        ("half covered", f'<button style="{AT}">B</button><div style="{AT};width:60px;background:#fff"></div>'),
        (
            "under a see-through layer that lets clicks pass",
            f'<button style="{AT}">B</button>'
            f'<div style="position:fixed;inset:0;pointer-events:none;background:#fff"></div>',
        ),
        (
            "under an empty, unpainted layer",
            f'<button style="{AT}">B</button><div style="position:fixed;inset:0"></div>',
        ),
        ("that itself lets clicks pass", f'<button style="{AT};pointer-events:none">B</button>'),
        (
            "in a modal above everything",
            f'<div style="position:fixed;inset:0;background:#000"><button style="{AT}">B</button></div>',
        ),
        (
            "that escapes a clipping ancestor",
            f'<div style="overflow:hidden;width:10px;height:10px"><button style="{AT}">B</button></div>',
        ),
        (
            "fixed inside a clipping ancestor",
            f'<div style="position:relative;overflow:hidden;width:10px;height:10px">'
            f'<button style="{AT};position:fixed">B</button></div>',
        ),
        ("taller than the window", '<button style="width:100px;height:5000px">B</button>'),
        (
            "wrapped over two lines",
            '<div style="width:60px;font:16px monospace">word <button style="display:inline">B</button></div>',
        ),
    ],
)
async def test_a_button_can_be_seen_when(page: Page, reader: PageReader, case: str, markup: str) -> None:
    assert (await button(page, reader, markup)).visible, f"a button {case} counts as hidden"


async def test_a_see_through_layer_does_not_hide_but_takes_the_click(page: Page, reader: PageReader) -> None:
    found = await button(page, reader, f'<button style="{AT}">B</button><div style="position:fixed;inset:0"></div>')
    assert found.visible
    assert not found.mark


async def test_the_visible_fraction_counts_viewport_and_clips(page: Page, reader: PageReader) -> None:
    half_out = await button(
        page, reader, '<button style="position:absolute;left:-50px;top:0;width:100px;height:40px">B</button>'
    )
    assert half_out.visible_fraction == pytest.approx(0.5)
    assert half_out.box == Box(-50, 0, 100, 40)
    tall = await button(page, reader, '<button style="width:100px;height:7200px">B</button>')
    assert tall.visible_fraction == pytest.approx(0.1)
    clipped = await button(
        page, reader, '<div style="width:30px;overflow:hidden"><button style="width:120px;height:40px">B</button></div>'
    )
    assert clipped.visible_fraction == pytest.approx(0.25)


async def test_overflow_of_the_body_belongs_to_the_window(page: Page, reader: PageReader) -> None:
    assert (
        await button(
            page, reader, '<style>body{height:10px;overflow:hidden}</style><button style="margin-top:50px">B</button>'
        )
    ).visible


async def test_elements_outside_an_open_modal_dialog_are_not_in_the_tree(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<button>Behind</button><dialog><button>Front</button></dialog>"
        "<script>document.querySelector('dialog').showModal()</script>"
    )
    view = await reader.look()
    assert [element.name for element in view if element.role == "button"] == ["Front"]
    assert one(view, "button").mark


async def test_text_has_a_box_of_its_own(page: Page, reader: PageReader) -> None:
    await page.set_content('<div style="width:600px;font:20px monospace">short</div>')
    view = await reader.look()
    text, block = one(view, "StaticText", "short"), one(view, "generic")
    assert text.visible
    assert text.box is not None
    assert block.box is not None
    assert text.box.width < 100 < block.box.width


async def test_marks_go_to_the_control_and_not_to_its_wrapper(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<div onclick='1' style='cursor:pointer'><button><span onclick='2'>B</span></button></div>"
        "<label>Name <input></label><div onclick='3'>Plain</div>"
    )
    view = await reader.look()
    assert [(element.tag, element.name) for element in view if element.mark] == [
        ("button", "B"),
        ("input", "Name"),
        ("div", ""),
    ]


async def test_a_hidden_checkbox_is_marked_at_the_label_that_stands_for_it(page: Page, reader: PageReader) -> None:
    await page.set_content(
        '<label style="display:inline-block">'
        '<input type=checkbox style="opacity:0;position:absolute;width:1px">Dark</label>'
    )
    view = await reader.look()
    assert [element.tag for element in view if element.mark] == ["label"]


async def test_clickable_is_known_from_handlers_cursor_and_nature(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<div id=a onclick='1'>a</div><div id=b>b</div><div id=c style='cursor:pointer'>c</div><div id=d>d</div>"
        "<div id=e tabindex=0>e</div><button id=f disabled>f</button><svg id=g width=9 height=9><circle r=9 /></svg>"
        "<script>b.addEventListener('click', () => 1); document.querySelector('circle').onclick = () => 1</script>"
    )
    view = await reader.look()
    clickable = [element for element in view if element.clickable]
    assert [await reader.call(element.id, "el => el.id || el.localName") for element in clickable] == [
        "a",
        "b",
        "c",
        "e",
        "circle",
    ]


async def test_a_listener_that_is_taken_away_is_forgotten(page: Page, reader: PageReader) -> None:
    await page.set_content("<div id=b>b</div><script>handler = () => 1; b.addEventListener('click', handler)</script>")
    assert one(await reader.look(), "generic").clickable
    await page.evaluate("b.removeEventListener('click', handler)")
    assert not one(await reader.look(), "generic").clickable


async def test_listeners_are_known_at_the_first_look_after_navigation(page: Page, reader: PageReader) -> None:
    script = "<a id=a>no address</a><script>a.addEventListener('click', () => 1)</script>"
    await serve(page.context, {"http://a.test/1": script, "http://a.test/2": script})
    for address in ("http://a.test/1", "http://a.test/2"):
        await page.goto(address)
        assert one(await reader.look(), "link", "no address").clickable
