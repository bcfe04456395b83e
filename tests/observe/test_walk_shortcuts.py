"""What the walker concludes instead of asking the browser is what the browser would have answered."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from playwright.async_api import Page

import webcosm.observe
from tests.observe.helpers import BROWSER, names, one
from webcosm.observe.page import PageReader
from webcosm.observe.page_world import WORLD_NAME

pytestmark = BROWSER

HEAD = "<!DOCTYPE html><style>body{margin:0} td,th{padding:2px 5px}</style>"
RECTS = """() => [...document.querySelectorAll("td, th")].filter((cell) => {
  const { display, visibility } = getComputedStyle(cell);
  return display !== "none" && visibility === "visible";
}).map((cell) => {
  const r = cell.getBoundingClientRect(), tenths = (value) => Math.round(value * 10) / 10 + 0;
  return [tenths(r.left), tenths(r.top), tenths(r.width), tenths(r.height)];
})"""
THREE = "<tr><td>a<td>bbb<tr><td>cc<td>d<br>d<tr><td>e<td><button>f</button>"


def in_style(rules: str, table: str = f"<table>{THREE}</table>") -> str:
    return f"<style>{rules}</style>{table}"


@pytest.mark.parametrize(
    "case, markup",
    [
        ("in a plain table", f"<table>{THREE}</table>"),
        ("in groups of rows", "<table><thead><tr><th>h<th>i<tbody><tr><td>a<td>bb<tfoot><tr><td>c<td>d</table>"),
        ("over two columns", "<table><tr><td>a<td>b<td>c<tr><td colspan=2>wide<td>d<tr><td>e<td>f<td>g</table>"),
        ("over two rows", "<table><tr><td>a<td>b<td>c<tr><td rowspan=2>tall<td>d<td>e<tr><td>f<td>g</table>"),
        ("in rows of several lengths", "<table><tr><td>a<tr><td>b<td>c<tr><td>d<td>e<td>f</table>"),
        ("with shared borders", in_style("table{border-collapse:collapse} tr:nth-child(2) td{border:9px solid}")),
        ("where a row is moved", in_style("tr:nth-child(2){position:relative;left:9px}")),
        ("where a cell is moved", in_style("tr:nth-child(2) td:first-child{position:relative;top:9px}")),
        ("where a row is shifted", in_style("tr:nth-child(2){translate:3px 2px}")),
        (
            "where a group is moved",
            in_style("tbody{position:relative;left:9px}", f"<table>{THREE}<tbody>{THREE}</table>"),
        ),
        ("that stick to the top", in_style("tr:first-child td{position:sticky;top:0}")),
        ("of a turned table", in_style("table{transform:rotate(10deg)}")),
        ("in something turned", in_style("div{rotate:10deg}", f"<div><table>{THREE}</table></div>")),
        ("in something made smaller", in_style("div{scale:.5}", f"<div><table>{THREE}</table></div>")),
        ("written downwards", in_style("table{writing-mode:vertical-rl}")),
        ("from right to left", in_style("table{direction:rtl;width:300px}")),
        ("broken into columns", in_style("div{columns:3;height:40px}", f"<div><table>{THREE}{THREE}</table></div>")),
        ("beside one that is not shown", in_style("tr:nth-child(2) td:first-child{display:none}")),
        ("beside one that is a block", in_style("tr:nth-child(2) td:first-child{display:block}")),
        ("beside generated content", in_style('tr:nth-child(2)::before{content:""}')),
        ("in a row that is a flex box", in_style("tr:nth-child(2){display:flex}")),
        ("in a table that is a block", in_style("table{display:block} tbody{display:table-row-group}")),
        ("in a collapsed row", in_style("tr:nth-child(2){visibility:collapse}")),
        ("in a collapsed column", f"<table><col><col style='visibility:collapse'>{THREE}</table>"),
        (
            "that an animation moves",
            in_style("@keyframes k{to{translate:90px}} tr:nth-child(2){animation:k 9s -3s paused}"),
        ),
        (
            "beside loose text",
            "<table id=t><tr><td>a<td>b<tr><td>c<td>d</table><script>t.rows[1].prepend('x')</script>",
        ),
        ("around another table", f"<table><tr><td>a<td><table>{THREE}</table><tr><td>b<td>c</table>"),
        ("in a scrolled box", in_style("div{overflow:auto;height:30px}", f"<div><table>{THREE}</table></div>")),
        ("of odd widths", in_style("table{width:333.3px;margin-left:1.37px;table-layout:fixed}")),
        ("in a drawing", f"<svg><foreignObject width=200 height=90 transform='skewY(20)'><table>{THREE}</table></svg>"),
    ],
)
async def test_cells_lie_where_the_browser_says(page: Page, reader: PageReader, case: str, markup: str) -> None:
    await page.set_content(HEAD + markup)
    wanted: list[Any] = await page.evaluate(RECTS)
    found = [list(cell.box) for cell in await reader.look() if cell.tag in ("td", "th") and cell.box is not None]
    assert found == wanted, f"cells {case}"


async def test_a_cell_is_asked_for_only_in_the_first_row_of_a_plain_table(page: Page, reader: PageReader) -> None:
    """Or else the shortcut that the cases above try to lead astray is never taken."""
    await page.set_content(f"{HEAD}<table>{THREE}</table>")
    world = await reader._world("")
    made = await world.session.send("Page.createIsolatedWorld", {"frameId": world.frame_id, "worldName": WORLD_NAME})
    spy = """globalThis.asked = [];
      const ask = Element.prototype.getBoundingClientRect;
      Element.prototype.getBoundingClientRect = function () { asked.push(this.innerText); return ask.call(this); };"""
    await world.session.send("Runtime.evaluate", {"contextId": made["executionContextId"], "expression": spy})
    await reader.look()
    assert await world.run("asked.filter((text) => /^(a|bbb|cc|d.d|e)$/s.test(text))") == ["a", "bbb"]


def constant(name: str) -> str:
    """The source of one of the walker's tables."""
    source = resources.files(webcosm.observe).joinpath("walk_styles.js").read_text(encoding="utf-8")
    match = re.search(rf"const {name} = (.*?);\n", source, re.DOTALL)
    assert match is not None, f"walk_styles.js has no {name}"
    return match[1]


@pytest.mark.parametrize("doctype", ["<!DOCTYPE html>", ""])
async def test_assumed_displays_are_the_browsers(page: Page, doctype: str) -> None:
    await page.set_content(doctype)
    different = await page.evaluate(f"""() => {{
      const made = (tag) => document.body.appendChild(document.createElement(tag));
      const sample = (tag) => /^(html|body)$/.test(tag) ? document.querySelector(tag) : made(tag);
      const assumed = Object.entries({constant("DEFAULT_DISPLAY")});
      return assumed.filter(([tag, display]) => getComputedStyle(sample(tag)).display !== display);
    }}""")
    assert different == []


async def test_every_kind_of_input_but_hidden_is_an_inline_block(page: Page) -> None:
    kinds = (
        "button checkbox color date datetime-local email file hidden image month number password radio range reset "
        "search submit tel text time url week"
    )
    await page.set_content("".join(f"<input type={kind}>" for kind in kinds.split()))
    found = await page.evaluate(
        "() => [...document.querySelectorAll('input')].map((el) => [el.type, getComputedStyle(el).display])"
    )
    assert [kind for kind, display in found if display != "inline-block"] == ["hidden"]


async def test_elements_assumed_to_clip_nothing_do_not(page: Page) -> None:
    await page.set_content("<!DOCTYPE html><p>")
    usual = {
        "position": "static", "opacity": "1", "overflowX": "visible", "overflowY": "visible", "clip": "auto",
        "clipPath": "none", "transform": "none", "filter": "none", "perspective": "none", "backdropFilter": "none",
        "contain": "none", "willChange": "auto",
    }  # fmt: skip
    different = await page.evaluate(
        f"""(usual) => [...{constant("CLIPS_NOTHING")}].flatMap((tag) => {{
          const style = getComputedStyle(document.body.appendChild(document.createElement(tag)));
          return Object.keys(usual).filter((name) => style[name] !== usual[name]).map((name) => [tag, name]);
        }})""",
        usual,
    )
    assert different == []


FAINT = "opacity:.01"


@pytest.mark.parametrize(
    "case, markup",
    [
        ("the parent is faint", f"<style>.f{{{FAINT}}}</style><p class=f><b>T</b></p>"),
        ("what holds a contents box is faint", f"<style>#f{{{FAINT}}} i{{display:contents}}</style><p id=f><i>T</i>"),
        ("a nested rule says so", f"<style>div{{ & p{{{FAINT}}} }}</style><div><p>T</p></div>"),
        ("a rule in a layer says so", f"<style>@layer a{{@supports(color:red){{p{{{FAINT}}}}}}}</style><p>T"),
        ("a rule with a scope says so", f"<style>@scope(div){{p{{{FAINT}}}}}</style><div><p>T</p></div>"),
        ("an imported sheet says so", f"<style>@import 'data:text/css,p{{{FAINT}}}';</style><p>T"),
        ("a rule for an attribute says so", f"<style>[data-x]{{{FAINT}}}</style><p data-x>T"),
        ("its own attribute says so", f"<p style='{FAINT}'><span>T</span>"),
        ("a shorthand hides the property", "<style>p{--o:hidden;overflow:var(--o);height:0}</style><p><b>T</b></p>"),
        ("overflow is written by direction", "<style>p{overflow-block:hidden;height:0}</style><p><b>T</b></p>"),
        ("a keyframe says so", f"<style>@keyframes k{{0%,to{{{FAINT}}}}} p{{animation:k 9s infinite}}</style><p>T"),
        ("a script animates it", "<p id=p>T</p><script>p.animate([{opacity:0},{opacity:0}], {duration:1e6})</script>"),
        ("a script animates what is around it",
         "<div id=p><p>T</p></div><script>p.animate({visibility:['hidden','hidden']}, {duration:1e6})</script>"),
        ("it is on its way from a class that is gone",
         "<style>p{transition:opacity 1e6s} .f{opacity:0}</style><p class=f id=p>T</p>"
         "<script>p.offsetWidth; p.className = ''</script>"),
        ("its shadow host says so",
         f"<div><template shadowrootmode=open><style>:host{{{FAINT}}}</style><p>T</p></template></div>"),
        ("a shadow root's sheet says so of what is slotted",
         f"<div><template shadowrootmode=open><style>::slotted(p){{{FAINT}}}</style><slot></slot></template><p>T</p>"),
        ("a shadow root's sheet says so of what is inside",
         "<div><template shadowrootmode=open><style>p{overflow:hidden;height:0}</style><p><b>T</b></p></template>"),
        ("something in a shadow root is animated",
         "<div id=h><template shadowrootmode=open><p>T</p></template></div><script>"
         "h.shadowRoot.querySelector('p').animate([{opacity:0},{opacity:0}], {duration:1e6})</script>"),
        ("the frame is faint", f"<style>iframe{{{FAINT}}}</style><iframe srcdoc='<p>T</p>'></iframe>"),
    ],
)  # fmt: skip
async def test_text_is_not_visible_where(page: Page, reader: PageReader, case: str, markup: str) -> None:
    await page.set_content(f"<!DOCTYPE html>{markup}")
    text = [element for element in await reader.look() if element.name == "T" and element.role == "StaticText"]
    assert not any(element.visible for element in text), f"visible although {case}"


async def test_a_child_may_be_visible_in_something_hidden(page: Page, reader: PageReader) -> None:
    await page.set_content("<style>.h{visibility:hidden} .v{visibility:visible}</style>"
                           "<div class=h>no <b>no</b><p class=v>yes <b>also</b></p></div>")  # fmt: skip
    assert [text.strip() for text in names(await reader.look(), "StaticText")] == ["yes", "also"]


async def test_contents_that_are_skipped_are_not_told(page: Page, reader: PageReader) -> None:
    await page.set_content("<style>.s{content-visibility:hidden} .a{content-visibility:auto}</style>"
                           "<div class=s>skipped <a href=#>too</a></div><div class=a>auto</div>")  # fmt: skip
    assert names(await reader.look(), "StaticText") == ["auto"]


async def test_names_inside_one_another_are_each_complete(page: Page, reader: PageReader) -> None:
    """The text of a row's contents serves its cells and their links as well."""
    await page.set_content(
        "<div role=grid><div role=row><div role=gridcell>One <a href=#><b>big</b> link</a></div>"
        "<div role=gridcell><label for=f>Field</label> <input id=f value=typed></div></div></div>"
    )
    view = await reader.look()
    assert (names(view, "row"), names(view, "gridcell"), names(view, "link"), names(view, "textbox")) == (
        ["One big link Field typed"], ["One big link", "Field typed"], ["big link"], ["Field"],
    )  # fmt: skip


async def test_a_control_in_its_own_label_is_named_alike_alone_and_inside_something(
    page: Page, reader: PageReader
) -> None:
    """Here the text that the link finds is not what the button is named by, and must not be kept for it."""
    inner = "<label for=b>Press <button id=b>B <i>or</i></button> now</label>"
    await page.set_content(inner)
    alone = one(await reader.look(), "button").name
    await page.set_content(f"<a href=#>To <span>{inner}</span></a>")
    assert one(await reader.look(), "button").name == alone


@pytest.mark.parametrize("scale, width, height", [("1e8", 3e9, 9e8), ("1e30", 1e14, 1e14), ("1e300", 1e14, 1e14)])
async def test_huge_boxes_come_through(page: Page, reader: PageReader, scale: str, width: float, height: float) -> None:
    await page.set_content(
        "<!DOCTYPE html><style>body{margin:0} p{margin:0;width:30px;height:9px;transform-origin:0 0}</style>"
        f"<p style='transform:scale({scale})'>Huge</p><p>Plain</p>"
    )
    boxes = [element.box for element in await reader.look() if element.role == "paragraph"]
    assert boxes == [(0, 0, width, height), (0, 9, 30, 9)]
