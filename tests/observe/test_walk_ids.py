"""Element ids: stable while an element lives, new for what is new, and never given to another element."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.observe.helpers import BROWSER, names, one, reader_on, serve
from webcosm.observe.ids import IdBook
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


async def test_no_id_is_given_to_an_element_of_another_document(page: Page, reader: PageReader) -> None:
    await serve(
        page.context, {"http://a.test/1": "<p>x</p><button>One</button>", "http://a.test/2": "<button>Two</button>"}
    )
    await page.goto("http://a.test/1")
    first = await reader.look()
    await page.goto("http://a.test/2")
    view = await reader.look()
    assert view.url == "http://a.test/2"
    again = []
    for _ in range(2):
        await page.reload()
        again += [element.id for element in await reader.look() if element.id]
    given = [element.id for element in (*first, *view) if element.id] + again
    assert len(given) == len(set(given))
    for gone in (one(first, "button", "One").id, one(view, "button", "Two").id):
        with pytest.raises(ElementGone, match=f"'{gone}' is no longer in the page"):
            await reader.locate(gone)
    assert (await reader.locate(again[-1])).tag == "button"


async def test_no_id_is_given_twice_when_a_frame_shows_other_documents(page: Page, reader: PageReader) -> None:
    await page.set_content("<iframe srcdoc='<button>One</button><iframe srcdoc=deep></iframe>'></iframe>")
    first = await reader.look()
    await page.evaluate("document.querySelector('iframe').srcdoc = '<button>Two</button><iframe srcdoc=x></iframe>'")
    await page.frame_locator("iframe").locator("text=Two").wait_for()
    second = await reader.look()
    assert [element.id for element in first if element.role == "Iframe"] == ["a", "aa"]
    assert [element.id for element in second if element.role == "Iframe"] == ["a", "ab"]
    assert (one(first, "button").id, one(second, "button").id) == ("a0", "a1")
    await page.set_content("<iframe srcdoc='<button>Three</button>'></iframe>")
    third = await reader.look()
    assert one(third, "Iframe").id == "b"
    assert (await reader.locate(one(third, "button").id)).tag == "button"
    with pytest.raises(ElementGone):
        await reader.locate("a1")


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


async def test_tabs_that_share_a_book_share_no_id(page: Page) -> None:
    other, book = await page.context.new_page(), IdBook()
    await page.set_content("<button>Left</button>")
    await other.set_content("<p>y</p><a href=x>Right</a>")
    ours, theirs = await reader_on(page, book), await reader_on(other, book)
    assert one(await ours.look(), "button").id == "0"
    assert one(await theirs.look(), "link").id == "2"
    await page.evaluate("document.body.append(document.createElement('button'))")
    assert [element.id for element in await ours.look() if element.id] == ["0", "3"]
    with pytest.raises(ElementGone):
        await theirs.locate("0")


async def test_a_copy_of_a_page_has_its_ids_and_new_ones_for_what_is_new(page: Page) -> None:
    book = IdBook()
    first = await reader_on(page, book)
    await page.set_content("<i>x</i>")
    await first.look()
    rows = "<button>Save</button>" + "".join(f"<p>{name} <button>Remove</button></p>" for name in "AB")
    await page.set_content(rows + "<iframe srcdoc='<button>In</button>'></iframe>")
    before = await first.look()
    copy = await page.context.new_page()
    await copy.set_content("<a href=x>News</a>" + rows + "<iframe srcdoc='<button>In</button>'></iframe>")
    second = await reader_on(copy, book.copy())
    second.expect(before)
    after = await second.look()
    known = {element.id for element in before}
    assert [(e.id, e.name) for e in after if e.role == "button"] == [
        (e.id, e.name) for e in before if e.role == "button"
    ]
    assert one(after, "link", "News").id not in known
    assert (await second.locate(one(before, "button", "In").id)).tag == "button"
    await copy.set_content(rows.replace("<p>A", "<p>A <button>Remove</button>"))
    assert {element.id for element in await second.look()} & known <= {""}, "expected once only"


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
