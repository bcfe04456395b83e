"""The mouse and the keyboard by themselves: points, wheels, drags, keys."""

from __future__ import annotations

import pytest

from tests.act.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def middle(at: Stage, name: str) -> tuple[float, float]:
    box = (await at.element(name)).box
    assert box is not None
    return box.x + box.width / 2, box.y + box.height / 2


async def test_moving_pressing_and_letting_go(at: Stage) -> None:
    await at.open("buttons.html")
    x, y = await middle(at, "Save")
    await at.do(f"mouse_move({x}, {y})")
    assert [event["on"] for event in await at.seen("mouseover")][-1] == "save"
    assert await at.seen("mousedown") == []
    await at.do(f"mouse_down({x}, {y})")
    assert await at.seen("mouseup") == []
    await at.do(f"mouse_up({x}, {y})")
    events = await at.seen("mousedown", "mouseup", "click")
    assert [event["type"] for event in events] == ["mousedown", "mouseup", "click"]
    assert all(event["on"] == "save" and event["trusted"] for event in events)


async def test_pressing_with_another_button(at: Stage) -> None:
    await at.open("buttons.html")
    x, y = await middle(at, "Save")
    await at.do(f"mouse_down({x}, {y}, button='middle')\nmouse_up({x}, {y}, button='middle')")
    assert [event["button"] for event in await at.seen("mousedown", "mouseup", "auxclick")] == [1, 1, 1]


async def test_clicks_at_a_point(at: Stage) -> None:
    await at.open("buttons.html")
    x, y = await middle(at, "Save")
    await at.do(f"mouse_click({x}, {y}, modifiers=['Shift'])")
    await at.do(f"mouse_click({x}, {y}, button='right')")
    await at.do(f"mouse_dblclick({x}, {y})")
    events = await at.seen("click", "contextmenu", "dblclick")
    assert [event["type"] for event in events] == ["click", "contextmenu", "click", "click", "dblclick"]
    assert events[0]["held"] == "shift"
    assert all(event["on"] == "save" and event["trusted"] for event in events)


async def test_three_clicks_select_all_of_a_field(at: Stage) -> None:
    await at.open("fields.html")
    x, y = await middle(at, "Text")
    await at.do(f"mouse_tripleclick({x}, {y})\nkeyboard_type('anew')")
    assert await at.value("text") == "anew"


async def test_dragging_what_the_browser_drags(at: Stage) -> None:
    await at.open("drag.html")
    await at.act("drag_and_drop('{Card}', '{Box}')")
    assert await at.js("box.textContent") == "took the card"
    events = await at.seen("dragstart", "drop", "dragend")
    assert [(event["type"], event["on"], event["trusted"]) for event in events] == [
        ("dragstart", "card", True),
        ("drop", "box", True),
        ("dragend", "card", True),
    ]


async def test_dragging_with_the_mouse_alone(at: Stage) -> None:
    await at.open("drag.html")
    await at.act("drag_and_drop('{First}', '{Third}')")
    assert await at.js("[...list.children].map(item => item.textContent)") == ["Second", "Third", "First"]
    start, goal = await middle(at, "First"), await middle(at, "Second")
    await at.do(f"mouse_drag({start[0]}, {start[1]}, {goal[0]}, {goal[1]})")
    assert await at.js("[...list.children].map(item => item.textContent)") == ["First", "Second", "Third"]


async def test_scrolling_the_page(at: Stage) -> None:
    await at.open("scroll.html")
    await at.do("scroll(0, 500)")
    assert await at.js("[scrollX, scrollY]") == [0, 500]
    await at.do("scroll(200, -100)")
    assert await at.js("[scrollX, scrollY]") == [200, 400]
    assert all(event["trusted"] for event in await at.seen("wheel"))


async def test_scrolling_inside_an_element_leaves_the_page_where_it_is(at: Stage) -> None:
    await at.open("scroll.html")
    await at.act("scroll_element('{Box}', 0, 200)")
    assert await at.js("[box.scrollTop, scrollY]") == [200, 0]


async def test_scrolling_at_a_point(at: Stage) -> None:
    await at.open("scroll.html")
    await at.do("scroll_at(150, 150, 0, 120)")
    assert await at.js("[box.scrollTop, scrollY]") == [120, 0]
    await at.do("scroll_at(800, 600, 0, 120)")
    assert await at.js("[box.scrollTop, scrollY]") == [120, 120]


@pytest.mark.parametrize("name", ["Deep", "Inner"])
async def test_scrolling_to_an_element(at: Stage, name: str) -> None:
    await at.open("scroll.html")
    assert not (await at.element(name)).visible
    await at.act(f"scroll_to('{{{name}}}')")
    assert (await at.element(name)).visible


async def test_keys_held_down_change_what_is_typed(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("focus('{Search}')")
    await at.do(
        "keyboard_type('lamp')\nkeyboard_down('Shift')\nkeyboard_press('ArrowLeft')\nkeyboard_press('ArrowLeft')"
    )
    await at.do("keyboard_up('Shift')\nkeyboard_press('Delete')\nkeyboard_press('Control+Shift+ArrowLeft')")
    assert await at.js("[search.value, search.selectionStart, search.selectionEnd]") == ["la", 0, 2]
    assert all(event["trusted"] for event in await at.seen("keydown"))


async def test_inserting_presses_no_keys(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("focus('{Search}')")
    await at.do("keyboard_insert('Straße 7')")
    assert await at.value("search") == "Straße 7"
    assert await at.seen("keydown") == []
    assert all(event["trusted"] for event in await at.seen("input"))
