"""What the records say: values, states, text, addresses, order, and the same bytes every time."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import Error as PlaywrightError

from tests.observe.agreement import fixtures, open_fixture
from tests.observe.helpers import BROWSER, names, one, reader_on
from webcosm.observe.page import FrameGone, PageReader
from webcosm.observe.records import PageView, State

pytestmark = BROWSER


def texts(view: PageView) -> list[str]:
    return names(view, "StaticText")


@pytest.mark.parametrize(
    "markup, value",
    [
        ("<input value=abc>", "abc"),
        ("<input>", ""),
        ("<input type=password value=secret>", "••••••"),
        ("<textarea>two\nlines</textarea>", "two\nlines"),
        ("<select><option>A<option selected>B</select>", "B"),
        ("<select multiple><option selected>A</select>", None),
        ("<input type=range value=7 max=10>", "7"),
        ("<input type=number value=3>", "3"),
        ("<input type=date value=2024-05-06>", "2024-05-06"),
        ("<input type=checkbox value=v>", None),
        ("<button value=v>B</button>", None),
        ("<div contenteditable>rich <b>text</b></div>", "rich text"),
        ("<div role=slider tabindex=0 aria-valuenow=4></div>", "4"),
        ("<div role=slider tabindex=0 aria-valuenow=4 aria-valuetext=four></div>", "four"),
        ("<progress value=.5></progress>", "0.5"),
        ("<progress></progress>", None),
        ("<input type=file>", "No file chosen"),
    ],
)
async def test_values_are_what_the_field_holds_now(
    page: Page, reader: PageReader, markup: str, value: str | None
) -> None:
    await page.set_content(markup)
    view = await reader.look()
    assert next(element for element in view if element.id).value == value


async def test_a_value_typed_since_is_seen_while_the_markup_is_old(page: Page, reader: PageReader) -> None:
    await page.set_content("<input value=old><input type=checkbox>")
    await reader.look()
    await page.fill("input", "new")
    await page.check("[type=checkbox]")
    view = await reader.look()
    assert one(view, "textbox").value == "new"
    assert one(view, "checkbox").states["checked"] is True
    assert await page.get_attribute("input", "value") == "old"


@pytest.mark.parametrize(
    "markup, states",
    [
        ("<input type=checkbox>", {"checked": False}),
        ("<input type=checkbox checked required>", {"checked": True, "required": True}),
        ("<div role=checkbox aria-checked=mixed tabindex=0></div>", {"checked": "mixed"}),
        ("<button aria-pressed=true>B</button>", {"pressed": True}),
        ("<button aria-pressed=mixed>B</button>", {"pressed": "mixed"}),
        ("<button disabled>B</button>", {"disabled": True}),
        ("<fieldset disabled title=f><input></fieldset>", {"disabled": True}),
        ("<button aria-expanded=false aria-haspopup=menu>B</button>", {"expanded": False, "hasPopup": "menu"}),
        ("<input required readonly>", {"required": True, "readonly": True}),
        ("<input aria-invalid=true>", {"invalid": True}),
        ("<input aria-invalid=spelling>", {"invalid": "spelling"}),
        ("<h3>H</h3>", {"level": 3}),
        ("<div role=heading>H</div>", {"level": 2}),
        ("<select multiple></select>", {"multiselectable": True}),
        ("<select></select>", {"expanded": False, "hasPopup": "menu"}),
        ("<textarea></textarea>", {"multiline": True}),
        ("<a href=x aria-current=page>A</a>", {"current": "page"}),
        ("<input type=range min=2 max=8>", {"valuemin": 2, "valuemax": 8}),
        ("<div role=alert>A</div>", {"live": "assertive"}),
        ("<div role=group aria-roledescription=slide aria-label=g></div>", {"roledescription": "slide"}),
        ("<div role=listbox aria-orientation=horizontal></div>", {"orientation": "horizontal"}),
        ("<dialog open aria-modal=true></dialog>", {"modal": True}),
        ("<div aria-busy=true>b</div>", {"busy": True}),
        ("<button>B</button>", {}),
    ],
)
async def test_only_the_states_that_apply_are_given(
    page: Page, reader: PageReader, markup: str, states: dict[str, State]
) -> None:
    await page.set_content(markup)
    assert next(element for element in await reader.look() if element.id).states == states


async def test_focus_is_known_through_shadow_roots(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<x-a></x-a><script>r=document.querySelector('x-a').attachShadow({mode:'open'});r.innerHTML='<input>'</script>"
    )
    view = await reader.look()
    assert view.focused == ""
    assert view.elements[0].states == {"focused": True}
    await page.evaluate("r.querySelector('input').focus()")
    view = await reader.look()
    assert view.focused == one(view, "textbox").id
    assert one(view, "textbox").states["focused"] is True
    assert view.elements[0].states == {}


async def test_text_is_as_shown(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<p>  Many   spaces,\n a <b>bold</b> <i>word</i> and  <br> a break </p>"
        "<p style='text-transform:uppercase'>loud</p>"
        "<pre>kept  as\n is</pre><p style='display:none'>gone</p><p><span style='visibility:hidden'>unseen"
        "</span>seen</p>"
        "<style>.q::before{content:'said: '}</style><p class=q>so</p><div>a<div>b</div>c</div>"
    )
    assert texts(await reader.look()) == [
        "Many spaces, a ", "bold ", "word", " and", "a break", "LOUD", "kept  as\n is", "seen", "said: ", "so",
        "a", "b", "c",
    ]  # fmt: skip


async def test_addresses_are_absolute(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<base href='http://a.test/shop/'><a href='item?id=1'>I</a><a href='#top'>T</a><img src='p.png' alt=P>"
        "<svg width=9 height=9><a href='/s'><text y=9>S</text></a></svg>"
        "<style>#c{content:url(http://a.test/c.png)}</style><span id=c></span>"
    )
    view = await reader.look()
    assert [element.url for element in view if element.role in ("link", "image")] == [
        "http://a.test/shop/item?id=1",
        "http://a.test/shop/#top",
        "http://a.test/shop/p.png",
        "/s",
        "http://a.test/c.png",
    ]


async def test_placeholders_and_descriptions_stand_beside_the_name(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<label>Mail <input placeholder='you@a.test' title='Your address' aria-describedby=d></label>"
        "<p id=d>Never shared</p>"
        "<button title=Tip>Named</button>"
    )
    view = await reader.look()
    field = one(view, "textbox")
    assert (field.name, field.placeholder, field.description) == ("Mail", "you@a.test", "Never shared")
    assert one(view, "button").description == "Tip"


async def test_options_hang_under_their_select(page: Page, reader: PageReader) -> None:
    await page.set_content("<select aria-label=S><option>A<optgroup label=G><option selected>B</optgroup></select>")
    view = await reader.look()
    assert [(e.depth, e.role, e.name) for e in view.elements[1:]] == [
        (1, "combobox", "S"), (2, "MenuListPopup", ""), (3, "option", "A"), (3, "group", "G"), (4, "option", "B"),
    ]  # fmt: skip
    assert one(view, "option", "B").states["selected"] is True


async def test_parents_stand_before_their_children(page: Page, reader: PageReader) -> None:
    await page.set_content("<main><ul><li>One <a href=x>two</a><li><iframe srcdoc='<p>three'></iframe></ul></main>")
    view = await reader.look()
    assert view.elements[0].parent == -1
    for index, element in enumerate(view.elements[1:], start=1):
        assert 0 <= element.parent < index
        assert view.elements[element.parent].depth == element.depth - 1


async def test_styles_are_followed_wherever_they_come_from(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<style>@media all{.a{display:none}} #b{visibility:hidden} [data-c]{display:none} x-d{display:none}"
        " @supports (display:grid){ :is(.e, .f){visibility:hidden} } .g{ & .h{display:none} }"
        " div:has(> .i){display:none}"
        " .wrap *{text-transform:uppercase} .p\\:q{display:none}</style>"
        "<p class=a>a</p><p id=b>b</p><p data-c>c</p><x-d>d</x-d><p class=e>e</p><div class=g><p class=h>h</p></div>"
        "<div><p class=i>i</p></div><p class='p:q'>pq</p><p class=wrap><b>up</b></p><p id=later>later</p><p>shown</p>"
    )
    assert texts(await reader.look()) == ["UP", "later", "shown"]
    await page.evaluate("document.styleSheets[0].insertRule('#later{display:none}')")
    assert texts(await reader.look()) == ["UP", "shown"]
    await page.evaluate("s = new CSSStyleSheet(); s.replaceSync('b{display:none}'); document.adoptedStyleSheets = [s]")
    assert texts(await reader.look()) == ["shown"]
    await page.evaluate("s.replaceSync('i{display:none}')")
    assert texts(await reader.look()) == ["UP", "shown"]


async def test_records_do_not_depend_on_whether_style_sheets_can_be_read(page: Page, reader: PageReader) -> None:
    markup = (
        "<h1 class=x>T</h1><ul><li><a href=y>l</a></ul><table><tr><th>a<td>b</table>"
        "<p><b>c</b> <label>d <input></label></p><button>e</button>"
    )
    await page.set_content(f"<style>.x{{color:red}}</style>{markup}")
    quick = await reader.look()
    # A rule for everything makes the walker ask the browser for every element's style.
    everything = "display:revert;visibility:inherit;cursor:revert;text-transform:inherit;content-visibility:visible"
    await page.set_content(f"<style>*{{{everything}}} .x{{color:red}} head,style,title{{display:none}}</style>{markup}")
    assert dump(await (await reader_on(page)).look()) == dump(quick)


def dump(view: PageView) -> str:
    return json.dumps(asdict(view), ensure_ascii=False)


async def test_the_same_page_gives_the_same_bytes_in_every_run(browser: Browser) -> None:
    chosen = [
        path
        for path in fixtures()
        if path.stem in ("forms-labels", "tables-data", "shadow-nested", "iframes", "clickable")
    ]
    assert len(chosen) == 5
    runs: list[list[str]] = []
    for _ in range(2):
        context = await browser.new_context(viewport={"width": 1280, "height": 720})
        page = await context.new_page()
        reader = await reader_on(page)
        run = []
        for path in chosen:
            await open_fixture(page, path)
            run += [dump(await reader.look()), dump(await reader.look())]
        runs.append(run)
        await context.close()
    assert runs[0] == runs[1]
    assert all(first == again for first, again in zip(runs[0][0::2], runs[0][1::2], strict=True))


async def test_looking_works_while_page_time_stands_still(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<button>Still</button><div style='height:3000px'></div><button>Far</button><iframe srcdoc='<p>in'></iframe>"
    )
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setVirtualTimePolicy", {"policy": "pause", "initialVirtualTime": 1700000000})
    view = await reader.look()
    assert names(view, "button") == ["Still", "Far"]
    assert (await reader.locate(one(view, "button", "Far").id)).hit is not None
    assert one(await reader.look(), "button", "Far").visible
    assert "Still" in await reader.html()


async def test_markup_holds_shadow_roots_frames_and_ids(page: Page, reader: PageReader) -> None:
    await page.set_content(
        "<!DOCTYPE html><title>T</title><p title='a \"q\" &amp; b'>1 &lt; 2</p><x-a></x-a><iframe srcdoc='"
        "<em>framed</em>'></iframe>"
        "<script>document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML='<button>s"
        "</button>'; let a = 1 < 2</script>"
    )
    plain = await reader.html()
    assert plain.startswith("<!DOCTYPE html><html>")
    assert '<p title="a &quot;q&quot; &amp; b">1 &lt; 2</p>' in plain
    assert '<x-a><template shadowrootmode="open"><button>s</button></template></x-a>' in plain
    assert "<em>framed</em></body></html></iframe>" in plain
    assert "let a = 1 < 2" in plain
    view = await reader.look()
    marked = await reader.html(id_attribute="bid")
    assert f'<button bid="{one(view, "button").id}">s</button>' in marked
    assert f'<em bid="{one(view, "emphasis").id}">framed</em>' in marked
    assert 'bid="a"' in marked


async def test_endless_nesting_is_cut_off_instead_of_failing(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>Near</button><main></main>")
    await page.evaluate(
        """() => { let inner = document.querySelector('main');
          for (let i = 0; i < 1200; i++) { const box = document.createElement('div'); inner.append(box); inner = box; }
          inner.append('too deep'); }"""
    )
    assert names(await reader.look(), "button") == ["Near"]
    assert "too deep" in await reader.html()


async def test_a_closed_page_is_told(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>B</button>")
    await reader.look()
    await page.close()
    with pytest.raises(FrameGone, match="closed"):
        await reader.look()


async def test_a_crashed_page_is_told_instead_of_waited_for(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>B</button>")
    button = one(await reader.look(), "button")
    with pytest.raises(PlaywrightError):
        await page.goto("chrome://crash")
    for attempt in (reader.look(), reader.locate(button.id), reader.call(button.id, "el => 1"), reader.html()):
        with pytest.raises(FrameGone, match="crashed"):
            await attempt
