"""What only eyes tell: what is cut off or covered, struck out, coloured, and what the browser complains of."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.observe.helpers import BROWSER, one
from webcosm.observe.page import PageReader
from webcosm.observe.records import PageView
from webcosm.observe.text import render

pytestmark = BROWSER

LINKS = "".join(f"<a href=#{n} style='display:block;height:20px;width:80px'>Link {n}</a>" for n in range(4))


def lines(view: PageView) -> list[str]:
    return render(view).text.split("\n")[1:]


@pytest.mark.parametrize(
    "around, cut",
    [
        ("height:40.4px;overflow:hidden", [2, 3]),  # of the third, less shows than a mouse can meet
        ("height:40px;overflow:clip", [2, 3]),
        ("height:40px;overflow:auto", []),
        ("height:40px;overflow:visible", []),
        ("height:100px;overflow:hidden", []),
        ("height:40px;overflow:hidden;margin-top:3000px", [2, 3]),
    ],
)
async def test_what_is_cut_off_says_so_and_has_no_mark(
    page: Page, reader: PageReader, around: str, cut: list[int]
) -> None:
    await page.set_content(f"<div id=box style='{around}'>{LINKS}</div>")
    view = await reader.look()
    links = [element for element in view if element.role == "link"]
    assert [n for n, link in enumerate(links) if link.looks.get("obstacle") == "cut off"] == cut
    assert not any(links[n].mark or links[n].visible for n in cut)
    assert ['"Link 2" (cut off)' in line for line in lines(view) if "Link 2" in line] == [2 in cut]
    target = await reader.locate(links[3].id)
    if 3 in cut:
        assert (target.hit, target.cut_by) == (None, '<div id="box"> "Link 0Link 1Link 2Link 3"')
        assert await page.evaluate("box.scrollTop") == 0, "nobody can scroll what is hidden"
    else:
        assert target.hit is not None


async def test_what_leaves_a_clipping_box_is_not_cut_off(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<div style='height:10px;overflow:hidden'><a href=x style='position:absolute;top:90px'>Out</a>"
        "<a href=y style='position:fixed;top:120px'>Fixed</a></div>"
    )
    view = await reader.look()
    assert [dict(element.looks) for element in view if element.role == "link"] == [{}, {}]


@pytest.mark.parametrize(
    "veil, covered",
    [
        ("position:fixed;inset:0", True),
        ("position:absolute;left:0;top:0;width:400px;height:300px", True),
        ("position:fixed;left:0;right:0;top:0;height:80px", False),  # scrolling brings it out from under a bar
        ("position:fixed;inset:0;pointer-events:none", False),
    ],
)
async def test_what_stays_covered_says_so(page: Page, reader: PageReader, veil: str, covered: bool) -> None:
    await page.set_content(f"<button>Save</button><div style='{veil};background:white'>Wait</div>")
    button = one(await reader.look(), "button")
    assert button.looks.get("obstacle") == ("covered" if covered else None)


async def test_a_box_that_its_label_stands_for_is_not_called_covered(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<label style='position:relative'><input type=checkbox style='position:absolute'>"
        "<span style='position:absolute;inset:0;width:90px;height:30px;background:red'>Mine</span></label>"
    )
    assert not one(await reader.look(), "checkbox").looks


async def test_struck_out_text_and_controls(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<style>.done{text-decoration:line-through} .not s{text-decoration:none}</style>"
        "<p><s>$20.00</s> $15.00</p><p class=done>Buy <b>eggs</b></p><p class=not><s>kept</s></p>"
        "<del><a href=x>Old</a></del>"
    )
    assert lines(await reader.look()) == [
        '"~~$20.00~~ $15.00"',
        '"~~Buy eggs~~"',
        '"kept"',
        '[6] link "Old" struck out → x',
    ]


async def test_line_breaks_are_told(page: Page, reader: PageReader) -> None:
    await page.set_content("<p>Ada Lane<br>1 Quay Road<br><a href=x>Map</a></p>")
    assert lines(await reader.look()) == [r'"Ada Lane\n1 Quay Road" [1] link "Map" → x']


async def test_the_browsers_complaint_about_a_field_is_told_once_a_form_was_refused(
    page: Page, reader: PageReader
) -> None:
    await page.set_content("<form><label>Name <input required></label><button>Send</button></form>")
    assert not one(await reader.look(), "textbox").looks
    await page.click("button")
    field = one(await reader.look(), "textbox")
    assert (field.looks, field.states["focused"]) == ({"complaint": "Please fill out this field."}, True)
    assert '[2] textbox "Name" focused required invalid refused "Please fill out this field."' in lines(
        await reader.look()
    )


async def test_a_colour_is_told_where_nothing_else_tells(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<style>.dot{display:inline-block;width:12px;height:12px} .a{background:#d32f2f} .b{background:#1b7f3a}"
        ".rule{background:#ccc} .card{background:#ffe}</style>"
        "<ul><li><span class='dot a'></span> Server 1</li><li><span class='dot b'></span> Server 2</li></ul>"
        "<span class='dot rule'></span><div class='card'>words</div>"
        "<div onclick='1' class=dot style='background:orange'></div>"
        "<svg width=30 height=30><circle r=9 cx=15 cy=15 fill=blue onclick='1'></circle></svg>"
    )
    view = await reader.look()
    assert [element.looks["color"] for element in view if element.looks] == ["red", "green", "orange", "blue"]
    assert lines(view)[:2] == ['- color red "Server 1"', '- color green "Server 2"']
    assert any("clickable color orange" in line for line in lines(view))
