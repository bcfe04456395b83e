"""Select fields, check boxes, switches and radio buttons."""

from __future__ import annotations

import pytest

from tests.act.conftest import Stage
from webcosm.observe.records import Element

VEIL = '<div id="veil"> "Please wait"; close or move what lies upon it first'
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize("given", ["'Green'", "'g'", "'  green '", "['Green']"])
async def test_an_option_by_label_or_value(at: Stage, given: str) -> None:
    await at.open("choices.html")
    await at.act(f"select_option('{{Colour}}', {given})")
    assert await at.value("colour") == "g"
    assert [(event["type"], event["on"]) for event in await at.seen("input", "change")] == [
        ("input", "colour"),
        ("change", "colour"),
    ]


async def test_a_list_opens_with_a_click_and_a_choice_closes_it_and_leaves_it_the_focus(at: Stage) -> None:
    await at.open("choices.html")

    async def colour() -> Element:
        return next(element for element in await at.look() if element.name == "Colour")

    for choice in ("click('{Green}')", "select_option('{Colour}', 'Red')"):
        await at.act("click('{Colour}')")
        assert (await colour()).states["expanded"]
        await at.act(choice)
        field = await colour()
        assert (field.states["expanded"], field.states.get("focused")) == (False, True)
    assert field.value == "Red"


async def test_exactly_the_options_of_a_list_are_chosen(at: Stage) -> None:
    await at.open("choices.html")
    await at.act("select_option('{Sizes}', ['Small', 'Large'])")
    assert await at.js("[...sizes.selectedOptions].map(option => option.value)") == ["Small", "Large"]
    await at.act("select_option('{Sizes}', [])")
    assert await at.js("sizes.selectedOptions.length") == 0


SELECTING = {
    "select_option('{Colour}', 'Pink')": "element {Colour} has no option 'Pink'; it has 'Red', 'Green', 'Blue'",
    "select_option('{Colour}', 'Blue')": "element {Colour} cannot take option 'Blue': it is disabled",
    "select_option('{Colour}', ['Red', 'Green'])": "element {Colour} takes one option only",
    "select_option('{Off}', 'Two')": "element {Off} is disabled",
    "select_option('{Veiled list}', 'Two')": f"element {{Veiled list}} is covered by {VEIL}",
    "click('{Blue}')": "option {Blue} is disabled",
}


@pytest.mark.parametrize("action", SELECTING)
async def test_what_cannot_be_chosen(at: Stage, action: str) -> None:
    await at.open("choices.html")
    assert await at.refused(action) == SELECTING[action]
    assert await at.seen("input", "change") == []


async def test_a_long_list_of_options_is_told_in_part(at: Stage) -> None:
    await at.open("choices.html")
    reason = await at.refused("select_option('{Country}', 'Atlantis')")
    assert reason.startswith("element {Country} has no option 'Atlantis'; it has 'Country 1', 'Country 2'")
    assert reason.endswith("'Country 30' and 10 more")


async def test_a_click_on_an_option_chooses_it(at: Stage) -> None:
    await at.open("choices.html")
    await at.act("click('{Green}')")
    assert await at.value("colour") == "g"
    assert [event["type"] for event in await at.seen("input", "change")] == ["input", "change"]
    await at.act("click('{Large}')")
    assert await at.js("[...sizes.selectedOptions].map(option => option.value)") == ["Medium", "Large"]
    await at.act("click('{Medium}')")
    assert await at.js("[...sizes.selectedOptions].map(option => option.value)") == ["Large"]


async def test_an_option_of_a_covered_list_is_out_of_reach(at: Stage) -> None:
    await at.open("choices.html")
    view = await at.look()
    option = [one for one in view if one.tag == "option" and one.name == "Two"][-1]
    assert 'covered by <div id="veil">' in await at.refused(f"click('{option.id}')")


@pytest.mark.parametrize("name, id", [("Native", "native"), ("Styled", "styled")])
async def test_ticking_and_unticking(at: Stage, name: str, id: str) -> None:
    await at.open("choices.html")
    await at.act(f"check('{{{name}}}')")
    assert await at.js(f"{id}.checked") is True
    assert [event["trusted"] for event in await at.seen("change")] == [True]
    await at.act(f"check('{{{name}}}')")
    assert len(await at.seen("change")) == 1
    await at.act(f"uncheck('{{{name}}}')")
    assert await at.js(f"{id}.checked") is False
    await at.act(f"uncheck('{{{name}}}')")
    assert [event["trusted"] for event in await at.seen("change")] == [True, True]


async def test_a_switch_made_of_words(at: Stage) -> None:
    await at.open("choices.html")
    for action, state in (("check", "true"), ("check", "true"), ("uncheck", "false"), ("uncheck", "false")):
        await at.act(f"{action}('{{Switch}}')")
        assert await at.js("document.getElementById('switch').ariaChecked") == state
    assert [event["trusted"] for event in await at.seen("click")] == [True, True]


async def test_a_radio_button(at: Stage) -> None:
    await at.open("choices.html")
    await at.act("check('{Card}')")
    assert await at.js("[cash.checked, card.checked]") == [False, True]
    assert await at.refused("uncheck('{Card}')") == (
        "element {Card} is a radio button; it is unticked by ticking another of its group"
    )


TICKING = {
    "check('{Dead}')": "element {Dead} is disabled",
    "check('{Stubborn}')": "a click on element {Stubborn} did not tick it",
    "check('{Veiled}')": f"element {{Veiled}} is covered by {VEIL}",
    "check('{Button}')": "element {Button} is not a check box, switch or radio button",
    "uncheck('{Button}')": "element {Button} is not a check box, switch or radio button",
}


@pytest.mark.parametrize("action", TICKING)
async def test_what_cannot_be_ticked(at: Stage, action: str) -> None:
    await at.open("choices.html")
    assert await at.refused(action) == TICKING[action]
    assert await at.seen("change") == []


@pytest.mark.parametrize("page", ["choices.html", "framed.html"])
async def test_an_open_list_is_in_the_picture(fresh: Stage, page: str) -> None:
    await fresh.open(page)
    closed = await fresh.window.tab.screenshot()
    await fresh.act("click('{Colour}')")
    opened = await fresh.window.tab.screenshot()
    assert opened != closed
    assert await fresh.window.tab.screenshot() == opened
    await fresh.act("click('{Green}')")
    assert await fresh.window.tab.screenshot() not in (closed, opened)
    assert await fresh.window.tab.screenshot(full=True)
