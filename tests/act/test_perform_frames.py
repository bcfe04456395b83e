"""Elements inside frames of this and other origins, nested ones, and in shadow roots."""

from __future__ import annotations

from typing import Any

import pytest

from tests.act.conftest import Stage

GONE = "element '{}' is no longer in the page; use an id from the latest observation"
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def at(fresh: Stage) -> Stage:
    return fresh


FRAMES = {
    "same": "http://stage.test/inner.html",
    "cross": "http://other.test/inner.html",
    "innermost": "http://other.test/inner.html",
}


async def inside(at: Stage, frame: str, expression: str) -> Any:
    frames = (await at.window.playwright.page(at.window.tab)).frames
    parent = {"same": "frames.html", "cross": "frames.html", "innermost": "outer.html"}[frame]
    found = [
        one for one in frames if one.url == FRAMES[frame] and one.parent_frame and one.parent_frame.url.endswith(parent)
    ]
    assert len(found) == 1
    return await found[0].evaluate(expression)


@pytest.mark.parametrize("frame", FRAMES)
async def test_every_kind_of_action_reaches_into_a_frame(at: Stage, frame: str) -> None:
    await at.open("frames.html")
    await at.act(f"click('{{{frame}:Press me}}')")
    await at.act(f"fill('{{{frame}:Name}}', 'Ada')")
    await at.act(f"type('{{{frame}:Name}}', ' L.')")
    await at.act(f"check('{{{frame}:Tick}}')")
    await at.act(f"select_option('{{{frame}:Pick}}', 'Two')")
    assert await inside(at, frame, "[document.getElementById('name').value, tick.checked, pick.value]") == [
        "Ada L.",
        True,
        "Two",
    ]
    clicks = await inside(at, frame, "seen.filter(event => event.type === 'click')")
    assert all(event["trusted"] for event in clicks)
    assert [event["on"] for event in clicks] == ["press", "name", "tick"]


async def test_actions_in_one_frame_touch_no_other(at: Stage) -> None:
    await at.open("frames.html")
    await at.act("fill('{cross:Name}', 'Ada')")
    assert await inside(at, "same", "document.getElementById('name').value") == ""
    assert await inside(at, "innermost", "document.getElementById('name').value") == ""


async def test_an_element_of_a_frame_that_left(at: Stage) -> None:
    await at.open("frames.html")
    number = (await at.element("same:Press me")).id
    await at.js("same.remove()")
    assert await at.refused(f"click('{number}')") == GONE.format(number)


async def test_shadow_roots(at: Stage) -> None:
    await at.open("shadow.html")
    await at.act("click('{Press me}')")
    await at.act("fill('{Name}', 'Ada')")
    await at.act("click('{Deep}')")
    await at.act("click('{Two}')")
    assert await at.js("inside") == [["press", True], ["deep", True]]
    assert await at.js("[root.getElementById('name').value, deep.getElementById('pick').value]") == ["Ada", "Two"]
