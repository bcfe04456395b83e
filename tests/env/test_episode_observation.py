"""What an observation holds: the parts that were asked for, and ids that lead back to their elements."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.env.conftest import STAGE, Begin, element
from webcosm.browser import Tab
from webcosm.env import Look, Observation
from webcosm.env.options import PARTS, Part
from webcosm.observe.changes import applied
from webcosm.observe.page import PageReader

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COSTS: dict[Part, Counter[str]] = {
    "text": Counter(look=1),
    "screenshot": Counter(picture=1),
    "full_screenshot": Counter(full_picture=1),
    "marks": Counter(look=1, picture=1),
    "html": Counter(html=1),
    "pruned_html": Counter(html=1),
}


@pytest.mark.parametrize("part", PARTS)
async def test_nothing_that_was_not_asked_for_is_computed(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, part: Part
) -> None:
    episode = await begin("links.html", look=Look(parts=(part,)))
    calls: Counter[str] = Counter()
    look, html, picture = PageReader.look, PageReader.html, Tab.screenshot

    async def counted_look(reader: PageReader) -> Any:
        calls["look"] += 1
        return await look(reader)

    async def counted_html(reader: PageReader, *given: Any) -> Any:
        calls["html"] += 1
        return await html(reader, *given)

    async def counted_picture(tab: Tab, *given: Any, full: bool = False) -> Any:
        calls["full_picture" if full else "picture"] += 1
        return await picture(tab, *given, full=full)

    monkeypatch.setattr(PageReader, "look", counted_look)
    monkeypatch.setattr(PageReader, "html", counted_html)
    monkeypatch.setattr(Tab, "screenshot", counted_picture)
    step = await episode.act("noop()")
    assert calls == COSTS[part]
    seen = step.observation
    assert isinstance(seen, Observation)
    assert (seen.view is not None) == ("look" in calls)
    assert (seen.screenshot is not None) == ("picture" in calls)
    assert (seen.full_screenshot is not None) == ("full_picture" in calls)
    assert (seen.html is not None) == ("html" in calls)
    assert (seen.marks is not None) == (part == "marks")


async def test_pictures(begin: Begin) -> None:
    episode = await begin("scroll.html", look=Look(parts=("screenshot", "full_screenshot"), picture="jpeg"))
    seen = episode.observation
    assert seen is not None
    assert seen.screenshot is not None
    assert seen.full_screenshot is not None
    assert seen.screenshot[:3] == seen.full_screenshot[:3] == b"\xff\xd8\xff"
    assert len(seen.full_screenshot) > len(seen.screenshot)


async def test_markup(begin: Begin) -> None:
    framed = await begin("frames.html", look=Look(parts=("html",)))
    assert framed.observation is not None
    assert framed.observation.html is not None
    assert framed.observation.html.count("Press me") == 3
    episode = await begin("app.html", look=Look(parts=("pruned_html",)))
    assert episode.observation is not None
    assert episode.observation.pruned_html is not None
    assert '<button id="add">Add</button>' in episode.observation.pruned_html
    assert "localStorage" not in episode.observation.pruned_html


@pytest.mark.parametrize("format", ["webcosm", "browsergym", "webarena", "marks"])
async def test_ids_of_every_format_lead_back_to_their_elements(begin: Begin, format: Any) -> None:
    episode = await begin("links.html", look=Look(format=format))
    second = element(episode, "Second")
    assert episode.observation is not None
    shown = next(shown for shown, id in episode.observation.rendered.ids.items() if id == second)
    assert f"[{shown}]" in episode.observation.text
    said = f"click [{shown}]" if format == "webarena" else f"click('{shown}')"
    step = await episode.act(said)
    assert step.info["error"] == ""
    assert step.observation is not None
    assert step.observation.url == f"{STAGE}/second.html"


@pytest.mark.parametrize("format", ["webarena", "marks"])
async def test_a_number_that_was_not_shown_is_refused(begin: Begin, format: Any) -> None:
    episode = await begin("links.html", look=Look(format=format))
    step = await episode.act("click [999]" if format == "webarena" else "click('999')")
    assert "999" in step.info["error"]
    assert step.observation is not None
    assert step.observation.url == f"{STAGE}/links.html"


@pytest.mark.parametrize("format", ["webcosm", "browsergym", "marks"])
async def test_the_tags_in_the_marked_picture_are_what_actions_take(begin: Begin, format: Any) -> None:
    episode = await begin("links.html", look=Look(parts=("marks",), format=format))
    second = element(episode, "Second")
    assert episode.observation is not None
    assert episode.observation.marks is not None
    tag = next(tag for tag, id in episode.observation.marks.labels.items() if id == second)
    step = await episode.act(f"click('{tag}')")
    assert step.observation is not None
    assert step.observation.url == f"{STAGE}/second.html"


async def test_looks_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="there is no part 'smell' of an observation; there are text, screenshot"):
        Look(parts=("smell",))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no text format 'prose'; there are webcosm, browsergym"):
        Look(format="prose")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="take the format 'marks'"):
        Look(parts=("marks",), format="webarena")


async def test_an_open_dialog_is_all_there_is_to_see(begin: Begin) -> None:
    episode = await begin("dialogs.html", look=Look(parts=("text", "screenshot", "html")))
    field, name = element(episode, "Field"), element(episode, "Name")
    step = await episode.act(f"click('{name}')")
    seen = step.observation
    assert seen is not None
    assert seen.dialog is not None
    assert (seen.dialog.kind, seen.dialog.message, seen.dialog.default) == ("prompt", "Your name?", "Ada")
    assert (seen.text, seen.view, seen.screenshot) == ("dialog prompt: Your name?", None, None)
    assert step.info["settled"] == "dialog"
    step = await episode.act(f"fill('{field}', 'x')")
    assert "the page shows a dialog (prompt: 'Your name?')" in step.info["error"]
    step = await episode.act("accept_dialog('Grace')")
    assert step.observation is not None
    assert step.observation.dialog is None
    assert "Grace" in step.observation.text


async def test_downloads(begin: Begin) -> None:
    episode = await begin("links.html")
    step = await episode.act(f"click('{element(episode, 'Export')}')")
    assert step.observation is not None
    (download,) = step.observation.downloads
    assert (download.name, download.url, download.size) == ("export.csv", f"{STAGE}/export.csv", 19)
    assert download.path.read_text() == "name,price\nlamp,20\n"


async def test_tabs_and_focus(begin: Begin) -> None:
    episode = await begin("links.html")
    step = await episode.act(f"click('{element(episode, 'New tab')}')")
    assert step.observation is not None
    assert [(tab.title, tab.url) for tab in step.observation.tabs] == [
        ("Links", f"{STAGE}/links.html"),
        ("Second", f"{STAGE}/second.html"),
    ]
    assert step.observation.active_tab == 1
    assert step.observation.text.startswith('Tabs: 0 "Links" | 1 "Second" (current)')
    await episode.act("tab_focus(0)")
    open_button = element(episode, "Second")
    step = await episode.act(f"focus('{open_button}')")
    assert step.observation is not None
    assert step.observation.focused == open_button


async def test_a_long_page_that_only_pictures_show_may_be_scrolled_on_and_on(begin: Begin) -> None:
    """Without words, whether a page is the same is seen in the picture."""
    episode = await begin("scroll.html", look=Look(parts=("screenshot",)))
    await episode.window.tab.run_script("document.body.style.background = 'linear-gradient(red, blue)'")
    assert [(await episode.act("scroll(0, 300)")).truncated for _ in range(5)] == [False] * 5
    episode = await begin("links.html", look=Look(parts=("screenshot",)))
    assert [(await episode.act("scroll(0, 300)")).truncated for _ in range(4)] == [False, False, False, True]


async def test_a_look_at_changes_tells_what_the_step_changed_and_whole_pages_where_they_are_new(begin: Begin) -> None:
    episode = await begin("http://notes.test/new", look=Look(changes=True))
    first = episode.observation
    assert first is not None
    assert first.text == first.full_text
    title = element(episode, "Title", "textbox")
    step = await episode.act(f"fill('{title}', 'Bread')")
    seen = step.observation
    assert seen is not None
    assert seen.text.startswith("the same page, 1 of ")
    assert f'+ [{title}] textbox "Title" = "Bread"' in seen.text
    assert applied(first.full_text, seen.text) == seen.full_text
    assert (step.info["text_chars"], step.info["full_text_chars"]) == (len(seen.text), len(seen.full_text))
    assert 5 * len(seen.text) < len(seen.full_text)
    idle = await episode.act("noop()")
    assert idle.observation is not None
    assert "nothing changed" in idle.observation.text
    saved = await episode.act(f"click('{element(episode, 'Save note')}')")  # an id that the last text did not name
    assert saved.info["error"] == ""
    assert saved.observation is not None
    assert saved.observation.url != first.url
    assert saved.observation.text == saved.observation.full_text
    async with await episode.fork(exact=True) as twin:
        assert twin.observation is not None
        assert twin.observation.text == saved.observation.text


async def test_changes_are_told_from_the_step_before_and_in_the_same_tab(begin: Begin) -> None:
    episode = await begin("http://calc.test/", look=Look(changes=True))
    await episode.act("new_tab('http://calc.test/')")
    other = episode.observation
    assert other is not None
    assert other.text == other.full_text, "the same address in another tab"
    step = await episode.act("keyboard_type('1')")
    again = await episode.observe()
    assert step.observation is not None
    assert again.text == step.observation.text, "a second look in a step has the same past"


async def test_a_link_that_is_cut_off_says_so_and_why_it_cannot_be_clicked(begin: Begin) -> None:
    episode = await begin("clipped.html", look=Look(parts=("text", "marks")))
    seen = episode.observation
    assert seen is not None
    assert '"Third" (cut off)' in seen.text
    third = element(episode, "Third")
    assert seen.marks is not None
    assert third not in seen.marks.labels.values()
    step = await episode.act(f"click('{third}')")
    assert step.info["error"].startswith(
        f"click('{third}'): element '{third}' is cut off by <ul id=\"bar\"> \"FirstSecondThird\", which shows only a"
        " part of what it holds; look for a menu or button that shows the rest, or for another link to the same"
    )
