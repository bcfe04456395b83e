"""The keyboard, as DevTools' input events: an American one, with the number pad set to numbers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from webcosm.act.keys import parts
from webcosm.browser.tab import Tab

__all__ = ["Keyboard"]

BITS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
"""DevTools' numbers of the modifiers."""
NUMBER_PAD = 3
"""Where DevTools says a key is that is there twice."""
LEFT = 1


@dataclass(frozen=True)
class _Key:
    key: str
    """What it means to pages."""
    code: str
    """Which one on the keyboard."""
    number: int
    """Its old-fashioned number."""
    text: str = ""
    """What it types."""
    shifted: str = ""
    """What it means and types with Shift, if that is different."""
    location: int = 0


def _all_keys() -> Iterator[tuple[str, _Key]]:
    """By name, and by every character that one types."""
    for letter in "abcdefghijklmnopqrstuvwxyz":
        upper = letter.upper()
        yield f"Key{upper}", _Key(letter, f"Key{upper}", ord(upper), letter, upper)
    for digit, shifted in zip("0123456789", ")!@#$%^&*(", strict=True):
        yield f"Digit{digit}", _Key(digit, f"Digit{digit}", ord(digit), digit, shifted)
        yield f"Numpad{digit}", _Key(digit, f"Numpad{digit}", 96 + int(digit), digit, location=NUMBER_PAD)
    for plain, shifted, code, number in (
        ("`", "~", "Backquote", 192),
        ("-", "_", "Minus", 189),
        ("=", "+", "Equal", 187),
        ("[", "{", "BracketLeft", 219),
        ("]", "}", "BracketRight", 221),
        ("\\", "|", "Backslash", 220),
        (";", ":", "Semicolon", 186),
        ("'", '"', "Quote", 222),
        (",", "<", "Comma", 188),
        (".", ">", "Period", 190),
        ("/", "?", "Slash", 191),
    ):
        yield code, _Key(plain, code, number, plain, shifted)
    for sign, name, number in (
        ("*", "Multiply", 106),
        ("+", "Add", 107),
        ("-", "Subtract", 109),
        (".", "Decimal", 110),
        ("/", "Divide", 111),
    ):
        yield f"Numpad{name}", _Key(sign, f"Numpad{name}", number, sign, location=NUMBER_PAD)
    yield "Space", _Key(" ", "Space", 32, " ")
    yield "Enter", _Key("Enter", "Enter", 13, "\r")
    yield "NumpadEnter", _Key("Enter", "NumpadEnter", 13, "\r", location=NUMBER_PAD)
    for name, number in (("Shift", 16), ("Control", 17), ("Alt", 18), ("Meta", 91)):
        yield name, _Key(name, f"{name}Left", number, location=LEFT)
    silent = "Backspace 8 Tab 9 Pause 19 CapsLock 20 Escape 27 PageUp 33 PageDown 34 End 35 Home 36 ArrowLeft 37"
    silent += " ArrowUp 38 ArrowRight 39 ArrowDown 40 PrintScreen 44 Insert 45 Delete 46 ContextMenu 93"
    words = silent.split()
    for name, code_number in zip(words[::2], words[1::2], strict=True):
        yield name, _Key(name, name, int(code_number))
    for number in range(1, 13):
        yield f"F{number}", _Key(f"F{number}", f"F{number}", 111 + number)


_BY_NAME = dict(_all_keys())
_BY_TEXT = {"\n": _BY_NAME["Enter"]}
for _key in _BY_NAME.values():
    if _key.text and _key.location == 0:
        _BY_TEXT[_key.text] = _key
        if _key.shifted:
            _BY_TEXT[_key.shifted] = _Key(_key.shifted, _key.code, _key.number, _key.shifted)

_MAC_COMMANDS = {"a": "selectAll", "c": "copy", "v": "paste", "x": "cut", "z": "undo"}
"""On a Mac the system, which DevTools' keys do not pass through, makes editing commands of keys with Meta."""


@dataclass
class Keyboard:
    """One tab's keyboard. It knows which keys are down."""

    tab: Tab
    held: list[str] = field(default_factory=list)
    """Modifiers that are down."""
    _down: list[str] = field(default_factory=list)
    """Codes of all keys that are."""

    @property
    def modifiers(self) -> int:
        return sum(BITS[name] for name in BITS if name in self.held)

    # A dialog that a key opens is waited for by the guard; the rest of what was begun follows when it is answered.

    async def down(self, name: str) -> None:
        await self.tab.guard(self._press_down(name))

    async def up(self, name: str) -> None:
        await self.tab.guard(self._let_up(name))

    async def press(self, names: str) -> None:
        """Modifiers and a key, joined by ``+``: down in this order, up in the other."""
        await self.tab.guard(self._strike(list(parts(names))))

    async def type(self, text: str) -> None:
        """Key after key; what no key types is put in as it is."""
        await self.tab.guard(self._type(text))

    async def insert(self, text: str) -> None:
        """Puts a text in at once, without any key."""
        await self.tab.guard(self._insert(text))

    async def _type(self, text: str) -> None:
        for character in text:
            if character in _BY_TEXT:
                await self._strike([character])
            else:
                await self._insert(character)

    async def _strike(self, names: list[str]) -> None:
        for name in names:
            await self._press_down(name)
        for name in reversed(names):
            await self._let_up(name)

    async def _press_down(self, name: str) -> None:
        key = _named(name)
        again = key.code in self._down
        if not again:
            self._down.append(key.code)
        if key.key in BITS and key.key not in self.held:
            self.held.append(key.key)
        event = self._event(key)
        text = key.shifted if "Shift" in self.held and key.shifted else key.text
        if any(held != "Shift" for held in self.held):
            text = ""  # a shortcut types nothing
        if text:
            event |= {"text": text, "unmodifiedText": text}
        if sys.platform == "darwin" and self.held == ["Meta"] and key.key in _MAC_COMMANDS:
            event["commands"] = [_MAC_COMMANDS[key.key]]
        await self._send(event | {"type": "keyDown" if text else "rawKeyDown", "autoRepeat": again})

    async def _let_up(self, name: str) -> None:
        key = _named(name)
        self._down = [code for code in self._down if code != key.code]
        self.held = [held for held in self.held if held != key.key]
        await self._send(self._event(key) | {"type": "keyUp"})

    def _event(self, key: _Key) -> dict[str, Any]:
        return {
            "key": key.shifted if "Shift" in self.held and key.shifted else key.key,
            "code": key.code,
            "windowsVirtualKeyCode": key.number,
            "location": key.location,
            "isKeypad": key.location == NUMBER_PAD,
            "modifiers": self.modifiers,
        }

    async def _send(self, event: dict[str, Any]) -> None:
        await self.tab.input("Input.dispatchKeyEvent", event)

    async def _insert(self, text: str) -> None:
        await self.tab.input("Input.insertText", {"text": text})


def _named(name: str) -> _Key:
    """By its name, or the character that it types."""
    if name == "ControlOrMeta":
        name = "Meta" if sys.platform == "darwin" else "Control"
    key = _BY_NAME.get(name) or _BY_TEXT.get(name)
    if key is None:
        raise ValueError(f"there is no key {name!r}")
    return key
