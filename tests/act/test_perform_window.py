"""Waiting, addresses, tabs, dialogs and code."""

from __future__ import annotations

import pytest

from tests.act.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def at(fresh: Stage) -> Stage:
    return fresh


async def titles(at: Stage) -> list[str]:
    return [await tab.title() for tab in at.window.tabs]


def shows(at: Stage) -> str:
    """What the open dialog says."""
    return at.window.tab.dialog.message if at.window.tab.dialog else ""


# Waiting --------------------------------------------------------------------------------------------------------------


async def test_doing_nothing_lets_page_time_pass(at: Stage) -> None:
    await at.open("later.html")
    before = await at.js("Date.now()")
    await at.do("noop(30000)")
    assert await at.js("Date.now()") - before >= 30_000


async def test_waiting_for_a_text_that_appears(at: Stage) -> None:
    await at.open("later.html")
    await at.do("wait_for('your ORDER is placed')")
    assert await at.js("words.innerText") == "Your order is placed"


@pytest.mark.parametrize("text", ["No such thing", "Order hidden"])
async def test_waiting_for_a_text_that_never_appears(at: Stage, text: str) -> None:
    await at.open("later.html")
    begun = at.elapsed
    reason = await at.refused(f"wait_for('{text}', milliseconds=2000)")
    assert reason == f"'{text}' did not appear within 2000 milliseconds of page time"
    assert at.elapsed == begun + 2000


async def test_waiting_lasts_as_long_as_told(at: Stage) -> None:
    await at.open("later.html")
    before = at.elapsed
    await at.refused("wait_for('No such thing', milliseconds=300)")
    assert at.elapsed - before == 300


# Addresses ------------------------------------------------------------------------------------------------------------


async def test_going_to_an_address_back_forward_and_reloading(at: Stage) -> None:
    await at.open("links.html")
    await at.act("click('{Second}')")
    assert await titles(at) == ["Second"]
    await at.do("go_back()")
    assert await titles(at) == ["Links"]
    await at.do("go_forward()")
    assert await titles(at) == ["Second"]
    await at.do("goto('http://stage.test/links.html')")
    await at.do("reload()")
    assert (await at.js("document.body.innerText")).endswith("Loaded reload")


REFUSED_ADDRESSES = {
    "go_back()": "there is no page to go back to",
    "go_forward()": "there is no page to go forward to",
    "goto('stage.test:99999/')": "http://stage.test:99999/ could not be opened: Page.navigate failed: Cannot navigate"
    " to invalid URL",
}


@pytest.mark.parametrize("action", REFUSED_ADDRESSES)
async def test_addresses_that_cannot_be_opened(at: Stage, action: str) -> None:
    await at.open("links.html")
    assert await at.refused(action) == REFUSED_ADDRESSES[action]
    assert await titles(at) == ["Links"]


# Tabs -----------------------------------------------------------------------------------------------------------------


async def test_opening_turning_to_and_closing_tabs(at: Stage) -> None:
    await at.open("links.html")
    await at.do("new_tab('http://stage.test/second.html')")
    assert (await titles(at), at.window.tabs.index(at.window.tab)) == (["Links", "Second"], 1)
    await at.do("tab_focus(0)")
    assert at.window.tabs.index(at.window.tab) == 0
    await at.do("tab_close(1)")
    assert await titles(at) == ["Links"]
    await at.do("new_tab()\ntab_close()")
    assert await titles(at) == ["Links"]
    await at.do("tab_close()")
    assert [tab.url for tab in at.window.tabs] == ["about:blank"]


@pytest.mark.parametrize(
    "action", ["click('{New tab}')", "click('{Open}')", "click('{Second}', modifiers=['Control'])"]
)
async def test_a_tab_that_the_page_opens_is_turned_to(at: Stage, action: str) -> None:
    await at.open("links.html")
    await at.act(action)
    assert await titles(at) == ["Links", "Second"]
    assert await at.window.tab.title() == "Second"


@pytest.mark.parametrize("button", ["Close", "Close at once"])
@pytest.mark.parametrize("more", ["", ", modifiers=['Shift']"])
async def test_a_page_that_closes_its_own_tab(at: Stage, button: str, more: str) -> None:
    await at.open("links.html")
    await at.act("click('{Open}')")
    await at.act(f"click('{{{button}}}'{more})")
    assert await titles(at) == ["Links"]


async def test_a_modifier_is_let_go_in_the_tab_in_which_it_was_held(at: Stage) -> None:
    await at.open("links.html")
    tell = "(event) => { document.title = `${event.key} ${event.ctrlKey}`; }"
    await at.js(f"() => {{ document.onkeydown = document.onkeyup = {tell}; }}")
    await at.act("click('{Second}', modifiers=['Control'])")
    assert len(at.window.tabs) == 2
    await at.do("tab_focus(0)")
    assert await at.window.tab.title() == "Control false"
    await at.do("keyboard_press('x')")
    assert await at.window.tab.title() == "x false"
    await at.do("tab_close(1)")


@pytest.mark.parametrize("action", ["tab_focus(3)", "tab_close(3)"])
async def test_a_tab_that_is_not_there(at: Stage, action: str) -> None:
    await at.open("links.html")
    assert await at.refused(action) == "there is no tab 3; open tabs are 0 to 0"


# Dialogs --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "button, answer, said",
    [
        ("Tell", "accept_dialog()", "told"),
        ("Tell", "dismiss_dialog()", "told"),
        ("Sure", "accept_dialog()", "deleted"),
        ("Sure", "dismiss_dialog()", "kept"),
        ("Name", "accept_dialog('Grace')", "Grace"),
        ("Name", "accept_dialog()", "Ada"),
        ("Name", "accept_dialog('')", ""),
        ("Name", "dismiss_dialog()", ""),
    ],
)
async def test_dialogs_are_left_for_the_agent_to_answer(at: Stage, button: str, answer: str, said: str) -> None:
    await at.open("dialogs.html")
    await at.act(f"click('{{{button}}}')")
    assert shows(at)
    await at.do(answer)
    assert not shows(at)
    assert await at.js("said.textContent") == said


async def test_one_dialog_after_another(at: Stage) -> None:
    await at.open("dialogs.html")
    await at.act("click('{Twice}')")
    await at.do("accept_dialog()")
    assert shows(at) == "two"
    await at.do("accept_dialog()")
    assert await at.js("said.textContent") == "both"


async def test_a_dialog_that_opens_before_the_button_is_let_go_leaves_no_button_down(at: Stage) -> None:
    await at.open("dialogs.html")
    await at.act("click('{Early}')")
    assert shows(at) == "Before the click."
    await at.do("accept_dialog()")
    await at.act("click('{Held}')")
    assert await at.js("said.textContent") == "0 1", "none while moving there, then the left one"


async def test_a_dialog_that_opens_by_itself(at: Stage) -> None:
    await at.open("dialogs.html")
    await at.act("click('{Soon}')")
    assert at.window.tab.dialog is not None
    await at.do("accept_dialog()")


ANYTHING_ELSE = ["click('1')", "fill('1', 'x')", "goto('http://stage.test/')", "keyboard_press('Enter')", "noop()"]


@pytest.mark.parametrize("action", [*ANYTHING_ELSE, "go_back()", "wait_for('x')"])
async def test_an_open_dialog_comes_first(at: Stage, action: str) -> None:
    await at.open("dialogs.html")
    await at.act("click('{Sure}')")
    begun = at.elapsed
    assert await at.refused(action) == (
        "the page shows a dialog (confirm: 'Delete it?'); answer it first with accept_dialog() or dismiss_dialog()"
    )
    assert at.elapsed == begun
    await at.do("accept_dialog()")
    assert await at.js("said.textContent") == "deleted"


@pytest.mark.parametrize("action", ["accept_dialog()", "dismiss_dialog()"])
async def test_without_a_dialog_there_is_nothing_to_answer(at: Stage, action: str) -> None:
    await at.open("dialogs.html")
    assert await at.refused(action) == "there is no dialog to answer"


async def test_a_page_that_asks_before_it_is_left(at: Stage) -> None:
    await at.open("dialogs.html")
    await at.act("click('{Careful}')")
    leave = "goto('http://stage.test/second.html')"
    await at.do(leave)
    assert at.window.tab.dialog is not None
    assert at.window.tab.dialog.type == "beforeunload"
    await at.do("dismiss_dialog()")
    assert await at.js("said.textContent") == "careful"
    await at.do(leave)
    await at.do("accept_dialog()")
    assert await titles(at) == ["Second"]


async def test_a_tab_can_be_closed_despite_its_dialog(at: Stage) -> None:
    await at.open("dialogs.html")
    await at.act("click('{Sure}')")
    await at.do("tab_close()")
    await at.open("second.html")
    assert await titles(at) == ["Second"]


# Code -----------------------------------------------------------------------------------------------------------------


async def test_code_gets_the_page(at: Stage) -> None:
    await at.open("links.html")
    await at.do("python(\"await page.evaluate('document.title = 7')\")")
    assert await titles(at) == ["7"]


@pytest.mark.parametrize(
    "code, reason",
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("page.nothing", "AttributeError: 'Page' object has no attribute 'nothing'"),
        ("if", "SyntaxError: invalid syntax (<agent>, line 2)"),
    ],
)
async def test_code_that_fails_says_why(at: Stage, code: str, reason: str) -> None:
    await at.open("links.html")
    assert await at.refused(f"python({code!r})") == reason
