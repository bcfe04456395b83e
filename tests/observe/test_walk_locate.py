"""Finding an element again, to act on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from tests.observe.helpers import BROWSER, one
from webcosm.observe.page import ElementGone, PageReader, WalkError

pytestmark = BROWSER


async def test_a_target_says_what_it_is(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<input type=email aria-label=mail><button disabled>off</button><div contenteditable aria-label=rich>x</div>"
        "<input readonly aria-label=fixed><div aria-disabled=true><a href=x>dim</a></div>"
    )
    view = await reader.look()
    mail = await reader.locate(one(view, "textbox", "mail").id)
    assert (mail.tag, mail.type, mail.editable, mail.disabled, mail.frame) == ("input", "email", True, False, "")
    off = await reader.locate(one(view, "button", "off").id)
    assert (off.tag, off.type, off.disabled, off.editable) == ("button", "submit", True, False)
    assert (await reader.locate(one(view, "generic", "rich").id)).editable
    assert not (await reader.locate(one(view, "textbox", "fixed").id)).editable
    assert (await reader.locate(one(view, "link", "dim").id)).disabled


async def test_the_hit_point_reaches_the_element(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<style>body{margin:0}</style><button style='position:absolute;left:0;top:0;width:200px;height:40px'>B"
        "</button>"
        "<div style='position:absolute;left:40px;top:0;width:160px;height:40px;background:#fff'></div>"
    )
    target = await reader.locate(one(await reader.look(), "button").id)
    assert target.hit is not None
    assert await page.evaluate("([x, y]) => document.elementFromPoint(x, y).localName", list(target.hit)) == "button"


async def test_a_link_that_breaks_over_lines_is_hit_on_one_of_them(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<p style='width:300px;font:16px monospace'>xxxxxxxxxxxxxxxxxxxxxxxxxx <a href=y>yy zzz</a> and so on</p>"
    )
    target = await reader.locate(one(await reader.look(), "link").id)
    assert target.hit is not None
    assert await page.evaluate("([x, y]) => document.elementFromPoint(x, y).localName", list(target.hit)) == "a"


async def test_a_covered_element_names_its_cover(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<button>B</button>"
        "<div id=veil class='modal-backdrop show fade' style='position:fixed;inset:0;background:#0008'>"
        "Please   accept our cookies</div>"
    )
    target = await reader.locate(one(await reader.look(), "button").id)
    assert target.hit is None
    assert target.covered_by == '<div id="veil" class="modal-backdrop show"> "Please accept our cookies"'
    assert not target.hidden


async def test_locating_scrolls_only_when_needed_and_only_when_asked(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<button>Near</button><div style='height:4000px'></div><button>Far</button><div style='height:900px'>"
    )
    view = await reader.look()
    near, far = one(view, "button", "Near").id, one(view, "button", "Far").id
    await reader.locate(near)
    assert await page.evaluate("scrollY") == 0
    unseen = await reader.locate(far, scroll=False)
    assert (unseen.hit, await page.evaluate("scrollY")) == (None, 0)
    seen = await reader.locate(far)
    assert seen.hit is not None
    assert 0 < seen.hit[1] < 720
    assert await page.evaluate("scrollY") > 0


async def test_scrolling_is_immediate_even_where_the_page_asks_for_smoothness(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<style>*{scroll-behavior:smooth}</style><div style='height:200px;overflow:auto'>"
        "<div style='height:3000px'></div>"
        "<button>Inner</button></div>"
    )
    target = await reader.locate(one(await reader.look(), "button").id)
    assert target.hit is not None


async def test_an_element_under_a_sticky_header_is_scrolled_clear_of_it(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<header style='position:fixed;top:0;left:0;right:0;height:100px;background:#eee'>H</header>"
        "<div style='height:1000px'></div><button>B</button><div style='height:3000px'></div>"
    )
    found = one(await reader.look(), "button")
    assert found.box is not None
    await page.evaluate("y => scrollTo(0, y)", found.box.y - 20)
    assert not one(await reader.look(), "button").visible
    target = await reader.locate(found.id)
    assert target.hit is not None
    assert target.hit[1] > 100


@pytest.mark.parametrize(
    "style", ["display:none", "visibility:hidden", "opacity:0", "width:0;height:0;padding:0;border:0;overflow:hidden"]
)
async def test_a_target_that_became_hidden_says_so(page: Page, reader: PageReader, style: str) -> None:
    await page.set_content("<button>B</button>")
    found = one(await reader.look(), "button")
    await page.evaluate("style => document.querySelector('button').style.cssText = style", style)
    assert (await reader.locate(found.id)).hidden


async def test_a_function_runs_on_the_element_with_arguments(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<input value=old><x-a></x-a>"
        "<script>document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML='<button>s</button>'"
        "</script>"
    )
    view = await reader.look()
    field, shadowed = one(view, "textbox").id, one(view, "button").id
    assert await reader.call(
        field, "(el, text, n) => { el.value = text.repeat(n); return [el.value, n + 1]; }", "ab", 2
    ) == ["abab", 3]
    assert await page.input_value("input") == "abab"
    assert await reader.call(shadowed, "el => el.textContent") == "s"
    assert await reader.call(field, "() => undefined") is None


async def test_an_error_in_a_function_is_told(page: Page, reader: PageReader) -> None:
    await page.set_content("<input>")
    field = one(await reader.look(), "textbox").id
    with pytest.raises(WalkError, match="boom"):
        await reader.call(field, "() => { throw new Error('boom') }")
    await page.evaluate("document.querySelector('input').remove()")
    with pytest.raises(ElementGone, match="no longer"):
        await reader.call(field, "el => el.value")


async def test_files_are_put_into_a_file_input(page: Page, reader: PageReader, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("hello", encoding="utf-8")
    await page.set_content("<input type=file aria-label=Upload>")
    field = one(await reader.look(), "button")
    await reader.set_files(field.id, [note])
    assert one(await reader.look(), "button").value == "note.txt"
    assert await page.evaluate("document.querySelector('input').files[0].text()") == "hello"
