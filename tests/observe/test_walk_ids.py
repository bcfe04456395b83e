"""Element ids: stable while an element lives, new for what is new, begun anew with a new document."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.observe.helpers import BROWSER, names, one, reader_on, serve
from webcosm.observe.page import ElementGone, PageReader, UnknownElement

pytestmark = BROWSER


async def test_ids_stay_when_the_page_is_looked_at_again(page: Page, reader: PageReader) -> None:
    await page.set_content("<h1>A</h1><button>B</button><p>C <a href=x>D</a></p>")
    first, second = await reader.look(), await reader.look()
    assert [element.id for element in first] == [element.id for element in second]
    given = [element.id for element in first if element.id]
    assert len(given) == len(set(given))


async def test_ids_stay_when_elements_move_and_change(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>One</button><button>Two</button><div id=box></div>")
    before = await reader.look()
    await page.evaluate(
        "() => { const [one, two] = document.querySelectorAll('button'); box.append(one); two.textContent = 'Zwei'; }"
    )
    after = await reader.look()
    assert one(after, "button", "One").id == one(before, "button", "One").id
    assert one(after, "button", "Zwei").id == one(before, "button", "Two").id
    assert names(after, "button") == ["Zwei", "One"], "records follow the document's order, not the ids'"


async def test_new_elements_get_new_ids_and_old_ids_are_not_reused(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>Old</button>")
    old = one(await reader.look(), "button").id
    await page.evaluate("document.querySelector('button').outerHTML = '<button>New</button>'")
    new = one(await reader.look(), "button").id
    assert new != old
    with pytest.raises(ElementGone, match=old):
        await reader.locate(old)


async def test_an_element_taken_out_and_put_back_keeps_its_id(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>Back</button>")
    before = one(await reader.look(), "button").id
    await page.evaluate("kept = document.querySelector('button'); kept.remove()")
    assert names(await reader.look(), "button") == []
    with pytest.raises(ElementGone):
        await reader.locate(before)
    await page.evaluate("document.body.append(kept)")
    assert one(await reader.look(), "button").id == before


async def test_ids_begin_anew_after_navigation(page: Page, reader: PageReader) -> None:
    await serve(
        page.context, {"http://a.test/1": "<p>x</p><button>One</button>", "http://a.test/2": "<button>Two</button>"}
    )
    await page.goto("http://a.test/1")
    await reader.look()
    await page.goto("http://a.test/2")
    view = await reader.look()
    assert one(view, "button", "Two").id == "0"
    assert view.url == "http://a.test/2"


async def test_unknown_and_malformed_ids_are_told_apart_from_gone_ones(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>Go</button>")
    await reader.look()
    with pytest.raises(UnknownElement, match="999"):
        await reader.locate("999")
    with pytest.raises(UnknownElement, match="b3"):
        await reader.locate("b3")
    for malformed in ("", "12a", "A1", "-1", "x y", "1.5"):
        with pytest.raises(UnknownElement, match="ids look like"):
            await reader.locate(malformed)
        with pytest.raises(UnknownElement):
            await reader.call(malformed, "el => 1")


async def test_the_twenty_seventh_frame_gets_two_letters(page: Page, reader: PageReader) -> None:
    frames = "".join(
        f'<iframe style="width:60px;height:30px" srcdoc="<b>frame</b><button>{n}</button>"></iframe>' for n in range(30)
    )
    await page.set_content(frames)
    view = await reader.look()
    ids = [element.id for element in view if element.role == "Iframe"]
    assert ids == [*"abcdefghijklmnopqrstuvwxyz", "aA", "aB", "aC", "aD"]
    button = one(view, "button", "27")
    assert (button.frame, button.id) == ("aB", "aB0")
    assert (await reader.locate("aB0")).tag == "button"
    assert (await reader.locate("aB")).tag == "iframe"


async def test_two_tabs_have_ids_of_their_own(page: Page, reader: PageReader) -> None:
    other = await page.context.new_page()
    await page.set_content("<button>Left</button>")
    await other.set_content("<p>y</p><a href=x>Right</a>")
    theirs = await reader_on(other)
    assert one(await reader.look(), "button").id == "0"
    assert one(await theirs.look(), "link").id == "1"
    assert one(await reader.look(), "button").name == "Left"


async def test_a_long_living_page_forgets_what_is_gone(page: Page, reader: PageReader) -> None:
    await page.set_content("<main></main>")
    for start in range(0, 3000, 600):
        await page.evaluate(
            "start => { document.querySelector('main').innerHTML = Array.from({length: 600}, (_, i) =>"
            " `<button>b${start + i}</button>`).join('') }",
            start,
        )
        view = await reader.look()
    assert len(names(view, "button")) == 600
    assert (await reader.locate(one(view, "button", "b2999").id)).tag == "button"
