"""Clicks, hovering and focus; what cannot be acted upon, and how the agent is told."""

from __future__ import annotations

import inspect

import pytest

from tests.act.conftest import Stage
from webcosm.act.actions import ACTIONS
from webcosm.act.perform import Hands

VEIL = '<div id="veil"> "Please wait"; close or move what lies upon it first'
GONE = "element '{}' is no longer in the page; use an id from the latest observation"
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_every_action_of_the_catalogue_has_hands() -> None:
    """Chat and finish are the episode's own; all others take exactly the arguments that are declared."""
    for spec in ACTIONS.values():
        if spec.group in ("chat", "finish"):
            continue
        method = getattr(Hands, f"_do_{spec.name}")
        assert list(inspect.signature(method).parameters)[1:] == [parameter.name for parameter in spec.parameters]


async def test_a_click_is_a_real_one(at: Stage) -> None:
    await at.open("buttons.html")
    await at.act("click('{Save}')")
    events = await at.seen("mousedown", "focusin", "mouseup", "click")
    assert [event["type"] for event in events] == ["mousedown", "focusin", "mouseup", "click"]
    assert all(event["on"] == "save" and event["trusted"] for event in events)


@pytest.mark.parametrize(
    "button, number, event", [("left", 0, "click"), ("middle", 1, "auxclick"), ("right", 2, "contextmenu")]
)
async def test_a_click_with_each_button(at: Stage, button: str, number: int, event: str) -> None:
    await at.open("buttons.html")
    await at.act(f"click('{{Save}}', button='{button}')")
    (seen,) = await at.seen(event)
    assert (seen["on"], seen["button"], seen["trusted"]) == ("save", number, True)


@pytest.mark.parametrize(
    "modifiers, held",
    [
        (["Alt"], "alt"),
        (["Control"], "ctrl"),
        (["ControlOrMeta"], "ctrl"),
        (["Meta"], "meta"),
        (["Shift", "Control"], "ctrl+shift"),
    ],
)
async def test_keys_are_held_during_a_click_and_no_longer(at: Stage, modifiers: list[str], held: str) -> None:
    await at.open("buttons.html")
    await at.act(f"click('{{Save}}', modifiers={modifiers})")
    await at.act("click('{Save}')")
    first, second = await at.seen("click")
    assert (first["held"], second["held"]) == (held, "")


async def test_a_double_click(at: Stage) -> None:
    await at.open("buttons.html")
    await at.act("dblclick('{Save}')")
    assert [event["type"] for event in await at.seen("click", "dblclick")] == ["click", "click", "dblclick"]
    assert all(event["trusted"] for event in await at.seen())


async def test_a_click_brings_its_element_into_view(at: Stage) -> None:
    await at.open("buttons.html")
    await at.act("click('{Far below}')")
    assert [event["on"] for event in await at.seen("click")] == ["far"]
    assert await at.js("scrollY") > 1500


async def test_hovering_opens_a_menu_whose_entry_can_be_clicked(at: Stage) -> None:
    await at.open("buttons.html")
    await at.act("hover('{Menu}')")
    assert (await at.element("Choice")).visible
    await at.act("click('{Choice}')")
    assert (await at.js("location.hash")) == "#chosen"


async def test_focus_without_a_click(at: Stage) -> None:
    await at.open("buttons.html")
    await at.act("focus('{Save}')")
    assert await at.js("document.activeElement.id") == "save"
    assert await at.seen("click") == []


async def test_what_takes_no_focus_says_so(at: Stage) -> None:
    await at.open("buttons.html")
    paragraph = next(one for one in await at.look() if one.tag == "p")
    assert await at.refused(f"focus('{paragraph.id}')") == f"element '{paragraph.id}' (p) does not take the focus"


async def test_a_key_pressed_on_an_element(at: Stage) -> None:
    await at.open("buttons.html")
    await at.act("press('{Save}', 'Enter')")
    assert [(event["type"], event["on"], event["trusted"]) for event in await at.seen("keydown", "click")] == [
        ("keydown", "save", True),
        ("click", "save", True),
    ]


REFUSALS = {
    "click('{Under}')": f"element {{Under}} is covered by {VEIL}",
    "dblclick('{Under}')": f"element {{Under}} is covered by {VEIL}",
    "hover('{Under}')": f"element {{Under}} is covered by {VEIL}",
    "click('{Dead}')": "element {Dead} is disabled",
    "press('{Dead}', 'Enter')": "element {Dead} is disabled",
    "click('{Dead inside}')": "element {Dead inside} is disabled",
    "click('{Dead by word}')": "element {Dead by word} is disabled",
    "click('{Wanders}')": "element {Wanders} is moving; wait until it stands still",
    "fill('{Save}', 'words')": "element {Save} (button) is not a field that can be edited",
    "type('{Save}', 'words')": "element {Save} (button) is not a field that can be edited",
    "clear('{Save}')": "element {Save} (button) is not a field that can be edited",
    "check('{Save}')": "element {Save} is not a check box, switch or radio button",
    "select_option('{Save}', 'One')": "element {Save} is not a select field",
}


@pytest.mark.parametrize("action", REFUSALS)
async def test_what_cannot_be_done_is_refused_at_once(at: Stage, action: str) -> None:
    await at.open("buttons.html")
    begun = at.elapsed
    assert await at.refused(action) == REFUSALS[action]
    assert at.elapsed - begun <= 20  # a frame, to see whether it moves
    assert await at.seen("click", "keydown") == []


@pytest.mark.parametrize("style", ["visibility: hidden", "display: none", "opacity: 0", "width: 0; height: 0"])
async def test_what_was_hidden_since_it_was_seen_is_refused(at: Stage, style: str) -> None:
    await at.open("buttons.html")
    number = (await at.element("Flat")).id
    await at.js(f"flat.style = 'padding: 0; border: 0; overflow: hidden; {style}'")
    assert await at.refused(f"click('{number}')") == f"element '{number}' is not visible"


async def test_an_element_that_has_left_the_page_is_refused(at: Stage) -> None:
    await at.open("buttons.html")
    number = (await at.element("Vanish")).id
    await at.do(f"click('{number}')")
    begun = at.elapsed
    assert await at.refused(f"click('{number}')") == GONE.format(number)
    assert at.elapsed == begun


@pytest.mark.parametrize("id", ["999", "b7", "abG43"])
async def test_an_id_that_was_never_shown_is_refused(at: Stage, id: str) -> None:
    await at.open("buttons.html")
    await at.look()
    reason = await at.refused(f"click('{id}')")
    assert reason == f"no element '{id}' in the page; use an id from the latest observation"


async def test_ids_of_the_page_before_are_refused(at: Stage) -> None:
    await at.open("buttons.html")
    number = (await at.element("Far below")).id
    await at.open("second.html")
    assert "use an id from the latest observation" in await at.refused(f"click('{number}')")
