"""Computer-use actions in the compact JSON of models trained on screens.

Both common families are understood: ``{"action": "left_click", "coordinate": [640, 360]}`` and
``{"type": "click", "x": 640, "y": 360, "button": "left"}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from webcosm.act.dialects.drafts import Call
from webcosm.act.errors import ActionError, did_you_mean, quoted, shown
from webcosm.act.keys import MODIFIERS, key

__all__ = ["SCREEN_VERBS", "VERBS", "Verb", "calls", "is_computer"]

NOTCH = 100  # CSS pixels that one notch of the mouse wheel scrolls
_LONGEST_PATH = 50
_ENVELOPE = {"type", "action", "id", "call_id", "status", "pending_safety_checks"}


class _Fields:
    """The fields of one action; whatever is not asked for by the end is an error."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.left = dict(values)

    def take(self, name: str) -> Any:
        if name not in self.left:
            raise ActionError(f'"{name}" is missing.', "argument", argument=name)
        return self.left.pop(name)

    def maybe(self, name: str, otherwise: Any) -> Any:
        found = self.left.pop(name, None)
        return otherwise if found is None else found

    def point(self, name: str = "coordinate") -> tuple[Any, Any]:
        """A point as ``[x, y]``, or as ``x`` and ``y``."""
        if name == "coordinate" and name not in self.left and "x" in self.left:
            return self.take("x"), self.take("y")
        return _point(self.take(name), name)

    def number(self, name: str, otherwise: float) -> float:
        value = self.maybe(name, otherwise)
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1e6 <= value <= 1e6:
            raise _wrong(name, value, "a number")
        return value

    def modifiers(self, *names: str) -> dict[str, Any]:
        """Keys held during a click, as ``"ctrl+shift"`` or ``["CTRL", "SHIFT"]``."""
        for name in names:
            value = self.maybe(name, "")
            written = value if isinstance(value, list) else str(value).split("+") if value else []
            held = [key(str(part).strip()) for part in written]
            if any(part not in MODIFIERS for part in held):
                raise _wrong(name, value, "modifier keys, as in 'ctrl+shift'")
            if held:
                return {"modifiers": held}
        return {}


def _point(value: object, name: str) -> tuple[Any, Any]:
    if isinstance(value, dict) and value.keys() == {"x", "y"}:
        return value["x"], value["y"]
    if isinstance(value, list) and len(value) == 2:
        return value[0], value[1]
    raise _wrong(name, value, "a point [x, y]")


def _wrong(name: str, value: object, accepted: str) -> ActionError:
    given = shown(value)
    return ActionError(
        f"{name} is {given}, but must be {accepted}.", "argument", argument=name, given=given, accepted=accepted
    )


def _meaningless(name: str, verb: str) -> ActionError:
    return ActionError(f"{quoted(name)} has no meaning for {verb}.", "argument", argument=name)


def _click(name: str, button: str | None = None) -> Callable[[_Fields], list[Call]]:
    def read(fields: _Fields) -> list[Call]:
        x, y = fields.point()
        chosen = button or fields.maybe("button", "left")
        return [Call(name, (x, y, "middle" if chosen == "wheel" else chosen), fields.modifiers("text", "key", "keys"))]

    return read


def _at(name: str) -> Callable[[_Fields], list[Call]]:
    return lambda fields: [Call(name, fields.point())]


def _keys(fields: _Fields) -> list[Call]:
    value = fields.take("keys") if "keys" in fields.left else fields.take("text")
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = "+".join(value)
    return [Call("keyboard_press", (value,))]


def _type(fields: _Fields) -> list[Call]:
    return [Call("keyboard_type", (fields.take("text"),))]


def _scroll(fields: _Fields) -> list[Call]:
    point = fields.point() if "coordinate" in fields.left or "x" in fields.left else ()
    if "scroll_x" not in fields.left and "scroll_y" not in fields.left:
        way = fields.take("scroll_direction")
        ways = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
        if not isinstance(way, str) or way not in ways:
            raise _wrong("scroll_direction", way, "one of 'up', 'down', 'left', 'right'")
        length = NOTCH * fields.number("scroll_amount", 3)
        delta = (ways[way][0] * length, ways[way][1] * length)
    else:
        delta = (fields.number("scroll_x", 0), fields.number("scroll_y", 0))
    return [Call("scroll_at" if point else "scroll", (*point, *delta))]


def _drag(fields: _Fields) -> list[Call]:
    if "path" not in fields.left:
        return [Call("mouse_drag", (*fields.point("start_coordinate"), *fields.point()))]
    path = fields.take("path")
    if not isinstance(path, list) or not 2 <= len(path) <= _LONGEST_PATH:
        raise _wrong("path", path, f"a list of 2 to {_LONGEST_PATH} points")
    first, *between, last = [_point(point, f"path[{position}]") for position, point in enumerate(path)]
    if not between:
        return [Call("mouse_drag", (*first, *last))]
    return [Call("mouse_down", first), *(Call("mouse_move", point) for point in between), Call("mouse_up", last)]


def _wait(fields: _Fields) -> list[Call]:
    return [Call("noop", (1000 * fields.number("duration", 1),))]


def _look(fields: _Fields) -> list[Call]:
    return [Call("noop", (0,))]


@dataclass(frozen=True)
class Verb:
    """One computer action."""

    action: str
    """The action it mostly turns into."""
    read: Callable[[_Fields], list[Call]]
    meaning: str
    fields: Mapping[str, object]
    """An example of its fields."""


_AT: Mapping[str, object] = {"coordinate": [640, 360]}
_DRAG = {"start_coordinate": [10, 20], "coordinate": [300, 20]}
_WHEEL = {**_AT, "scroll_direction": "down", "scroll_amount": 3}
_PATH = {"path": [{"x": 10, "y": 20}, {"x": 300, "y": 20}]}

SCREEN_VERBS: dict[str, Verb] = {
    "left_click": Verb(
        "mouse_click", _click("mouse_click", "left"), 'Click; "text": "ctrl" holds keys meanwhile.', _AT
    ),
    "right_click": Verb("mouse_click", _click("mouse_click", "right"), "Click with the right button.", _AT),
    "middle_click": Verb("mouse_click", _click("mouse_click", "middle"), "Click with the middle button.", _AT),
    "double_click": Verb("mouse_dblclick", _click("mouse_dblclick"), "Double-click.", _AT),
    "triple_click": Verb("mouse_tripleclick", _at("mouse_tripleclick"), "Click thrice; selects a field's text.", _AT),
    "left_click_drag": Verb("mouse_drag", _drag, "Drag from one point to another.", _DRAG),
    "mouse_move": Verb("mouse_move", _at("mouse_move"), "Move the mouse.", _AT),
    "left_mouse_down": Verb("mouse_down", _at("mouse_down"), "Press the left button and keep it down.", _AT),
    "left_mouse_up": Verb("mouse_up", _at("mouse_up"), "Let the left button go.", _AT),
    "scroll": Verb("scroll_at", _scroll, f"Turn the wheel; one notch is {NOTCH} pixels.", _WHEEL),
    "key": Verb("keyboard_press", _keys, "Press a key or a combination of keys.", {"text": "ctrl+a"}),
    "type": Verb("keyboard_type", _type, "Type a text where the focus is.", {"text": "blue lamp"}),
    "wait": Verb("noop", _wait, "Wait for some seconds of the page's time.", {"duration": 1}),
    "screenshot": Verb("noop", _look, "Do nothing and look again.", {}),
}
"""The verbs of the ``{"action": …}`` family, most of which the ``{"type": …}`` family shares."""
VERBS: dict[str, Verb] = SCREEN_VERBS | {
    "click": Verb("mouse_click", _click("mouse_click"), "Click.", {"x": 640, "y": 360, "button": "left"}),
    "move": Verb("mouse_move", _at("mouse_move"), "Move the mouse.", {"x": 640, "y": 360}),
    "drag": Verb("mouse_drag", _drag, "Drag along points.", _PATH),
    "keypress": Verb("keyboard_press", _keys, "Press keys together.", {"keys": ["CTRL", "A"]}),
}


def is_computer(value: Mapping[str, Any]) -> bool:
    """Whether an object is a computer-use action rather than a named tool call."""
    if "name" in value or "function" in value or "method" in value:
        return False
    return "action" in value or value.get("type") in tuple(VERBS)


def calls(value: Mapping[str, Any]) -> list[Call]:
    """The calls that a computer-use action stands for."""
    if value.get("type") == "computer_call" and isinstance(value.get("action"), dict):
        if unknown := sorted(value.keys() - _ENVELOPE):
            raise _meaningless(unknown[0], "computer_call")
        value = value["action"]
    label = "action" if "action" in value else "type"
    verb = value.get(label)
    if not isinstance(verb, str) or verb not in VERBS:
        raise ActionError(
            f"there is no computer action {shown(verb)}.{did_you_mean(str(verb)[:40], VERBS)} "
            f"Accepted: {', '.join(VERBS)}.",
            "unknown",
            given=shown(verb),
            accepted=", ".join(VERBS),
        )
    fields = _Fields({name: field for name, field in value.items() if name != label})
    found = VERBS[verb].read(fields)
    if fields.left:
        raise _meaningless(min(fields.left), verb)
    return found
