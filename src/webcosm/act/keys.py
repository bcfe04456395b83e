"""The keys of a keyboard by name, and the spellings agents use for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

__all__ = ["COMBINATION_PATTERN", "KEY_NAMES", "KEY_PATTERN", "MODIFIERS", "combination", "key", "parts"]

MODIFIERS = ("Alt", "Control", "ControlOrMeta", "Meta", "Shift")

_MODIFIER = f"({'|'.join(MODIFIERS)})"
_PLAIN = (
    r"(Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|Space|CapsLock|ContextMenu|PrintScreen|Pause|Page(Up|Down)"
    r"|Arrow(Up|Down|Left|Right)|F([1-9]|1[0-2])|Key[A-Z]|Digit[0-9]|Numpad([0-9]|Add|Subtract|Multiply|Divide|Decimal"
    r"|Enter)|Backquote|Minus|Equal|BracketLeft|BracketRight|Backslash|Semicolon|Quote|Comma|Period|Slash|[!-~])"
)
KEY_PATTERN = f"({_MODIFIER}|{_PLAIN})"
"""One key: a name of :data:`KEY_NAMES` or one printable ASCII character."""
COMBINATION_PATTERN = rf"({_MODIFIER}\+)*{KEY_PATTERN}"
"""Modifiers and one key, joined by ``+``."""

KEY_NAMES: tuple[str, ...] = tuple(
    chain(
        MODIFIERS,
        (
            "Enter",
            "Tab",
            "Escape",
            "Backspace",
            "Delete",
            "Insert",
            "Home",
            "End",
            "Space",
            "CapsLock",
            "ContextMenu",
            "PrintScreen",
            "Pause",
        ),
        ("PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
        (f"F{number}" for number in range(1, 13)),
        (f"Key{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (f"Digit{digit}" for digit in range(10)),
        (f"Numpad{name}" for name in (*range(10), "Add", "Subtract", "Multiply", "Divide", "Decimal", "Enter")),
        (
            "Backquote",
            "Minus",
            "Equal",
            "BracketLeft",
            "BracketRight",
            "Backslash",
            "Semicolon",
            "Quote",
            "Comma",
            "Period",
            "Slash",
        ),
    )
)

_SPELLINGS = {
    "ctrl": "Control", "cmd": "Meta", "command": "Meta", "super": "Meta", "win": "Meta", "windows": "Meta",
    "option": "Alt", "opt": "Alt", "cmdorctrl": "ControlOrMeta", "return": "Enter", "kp_enter": "NumpadEnter",
    "esc": "Escape", "del": "Delete", "ins": "Insert", "spacebar": "Space", "up": "ArrowUp", "down": "ArrowDown",
    "left": "ArrowLeft", "right": "ArrowRight", "page_up": "PageUp", "page_down": "PageDown", "pgup": "PageUp",
    "pgdn": "PageDown", "pgdown": "PageDown", "prior": "PageUp", "next": "PageDown", "caps_lock": "CapsLock",
    "menu": "ContextMenu", "plus": "+", "hyphen": "-",
}  # fmt: skip
_BY_SPELLING = {name.lower(): name for name in KEY_NAMES} | _SPELLINGS


def key(text: str) -> str | None:
    """The key's own name, or ``None`` if there is no such key.

    One character stands for itself; names are read without regard to case, and common spellings are known.

    >>> key("enter"), key("ctrl"), key("A"), key(" "), key("Entr")
    ('Enter', 'Control', 'A', 'Space', None)
    """
    if text == " ":
        return "Space"
    if len(text) == 1:
        return text if "!" <= text <= "~" else None
    return _BY_SPELLING.get(text.lower())


def combination(text: str) -> str | None:
    """A key combination with every key by its own name, or ``None`` if it is none.

    >>> combination("ctrl+shift+a"), combination("Control++"), combination("a+b")
    ('Control+Shift+a', 'Control++', None)
    """
    names = [key(part) for part in parts(text)]
    *held, last = names or [None]
    if last is None or any(name not in MODIFIERS for name in held):
        return None
    return "+".join(name for name in names if name is not None)


def parts(text: str) -> Iterator[str]:
    """Split at each ``+`` that follows a key: ``Control++`` is Control and the plus key."""
    part = ""
    for character in text:
        if character == "+" and part:
            yield part
            part = ""
        else:
            part += character
    yield part
