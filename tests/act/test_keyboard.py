"""The keyboard beside Playwright's: the same keys give pages the same events."""

from __future__ import annotations

from typing import Any

import pytest

from tests.act.conftest import Stage
from webcosm.act.keyboard import Keyboard
from webcosm.act.keys import KEY_NAMES

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LISTEN = """() => {
  document.body.innerHTML = "<textarea id=field></textarea>";
  field.focus();
  window.heard = [];
  for (const type of ["keydown", "keypress", "keyup"])
    field.addEventListener(type, (event) => {
      heard.push([type, event.key, event.code, event.keyCode, event.location, event.repeat,
        [event.altKey, event.ctrlKey, event.metaKey, event.shiftKey].join()]);
      if (!/^[ -~]$/.test(event.key) && event.key !== "Enter") event.preventDefault();
    });
}"""
NUMBERS = [f"Numpad{digit}" for digit in range(10)] + ["NumpadDecimal"]
"""Where the two differ: ours types numbers there, as with the number lock on."""
ALONE = [name for name in KEY_NAMES if name not in NUMBERS]
SIGNS = [chr(code) for code in range(33, 127)]
TOGETHER = ["Shift+KeyA", "Shift+A", "Shift+Digit1", "Control+a", "Alt+Shift+KeyB", "Control++", "Meta+ArrowLeft"]


async def heard(at: Stage, press: Any, names: list[str]) -> list[tuple[str, Any]]:
    """What the page heard of each, and what its field then held."""
    found = []
    for name in names:
        await at.js(LISTEN)
        await press(name)
        found.append((name, await at.js("[heard, field.value]")))
    return found


@pytest.mark.parametrize("names", [ALONE, SIGNS, TOGETHER], ids=["keys", "signs", "combinations"])
async def test_every_key_is_heard_as_playwrights_is(fresh: Stage, names: list[str]) -> None:
    await fresh.open("fields.html")
    page = await fresh.window.playwright.page(fresh.window.tab)
    ours = await heard(fresh, Keyboard(fresh.window.tab).press, names)
    theirs = await heard(fresh, page.keyboard.press, names)
    for one, other in zip(ours, theirs, strict=True):
        assert one == other


@pytest.mark.parametrize("text", ["Hello, World! 1+1=2", "two\nlines", "Straße, 東京, 🙂", "tab\tstop"])
async def test_texts_are_typed_as_playwrights_are(fresh: Stage, text: str) -> None:
    await fresh.open("fields.html")
    page = await fresh.window.playwright.page(fresh.window.tab)
    ours = await heard(fresh, Keyboard(fresh.window.tab).type, [text])
    assert ours == await heard(fresh, page.keyboard.type, [text])
    assert ours[0][1][1] == text


async def test_the_number_pad_types_numbers(fresh: Stage) -> None:
    await fresh.open("fields.html")
    await fresh.js(LISTEN)
    for name in NUMBERS:
        await Keyboard(fresh.window.tab).press(name)
    assert await fresh.js("field.value") == "0123456789."
    assert {tuple(event[2:5]) for event in await fresh.js("heard") if event[0] == "keydown"} >= {("Numpad7", 103, 3)}


async def test_shift_does_with_a_letter_or_digit_what_it_does_on_a_real_keyboard(fresh: Stage) -> None:
    await fresh.open("fields.html")
    await fresh.js(LISTEN)
    for names in ("Shift+a", "Shift+1", "a", "A"):
        await Keyboard(fresh.window.tab).press(names)
    assert await fresh.js("field.value") == "A!aA"  # Playwright, which BrowserGym uses, types a and 1 for the first two


async def test_a_key_that_is_held_repeats(fresh: Stage) -> None:
    await fresh.open("fields.html")
    await fresh.js(LISTEN)
    keyboard = Keyboard(fresh.window.tab)
    await keyboard.down("a")
    await keyboard.down("a")
    await keyboard.up("a")
    assert [(event[0], event[5]) for event in await fresh.js("heard") if event[0] != "keypress"] == [
        ("keydown", False),
        ("keydown", True),
        ("keyup", False),
    ]


async def test_a_key_that_there_is_not_is_told(fresh: Stage) -> None:
    with pytest.raises(ValueError, match="there is no key 'Entr'"):
        await Keyboard(fresh.window.tab).press("Entr")
