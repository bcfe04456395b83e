import json

import pytest

from webcosm.act.dialects import Dialect, parse
from webcosm.act.dialects.computer import SCREEN_VERBS, VERBS
from webcosm.act.sets import ActionSet

ONE = ActionSet.preset("coordinates")


@pytest.mark.parametrize("dialect", ["auto", "json", "coordinates"])
@pytest.mark.parametrize(
    "value, canonical",
    [
        ({"action": "left_click", "coordinate": [640, 360]}, "mouse_click(640, 360)"),
        ({"action": "left_click", "coordinate": [1, 2], "text": "ctrl+shift"},
         "mouse_click(1, 2, modifiers=['Control', 'Shift'])"),
        ({"action": "right_click", "coordinate": [1, 2]}, "mouse_click(1, 2, button='right')"),
        ({"action": "middle_click", "coordinate": [1, 2]}, "mouse_click(1, 2, button='middle')"),
        ({"action": "double_click", "coordinate": [1, 2]}, "mouse_dblclick(1, 2)"),
        ({"action": "triple_click", "coordinate": [1, 2]}, "mouse_tripleclick(1, 2)"),
        ({"action": "mouse_move", "coordinate": [1, 2]}, "mouse_move(1, 2)"),
        ({"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [3, 4]}, "mouse_drag(1, 2, 3, 4)"),
        ({"action": "left_mouse_down", "coordinate": [1, 2]}, "mouse_down(1, 2)"),
        ({"action": "scroll", "coordinate": [1, 2], "scroll_direction": "left", "scroll_amount": 2},
         "scroll_at(1, 2, -200, 0)"),
        ({"action": "scroll", "scroll_direction": "down"}, "scroll(0, 300)"),
        ({"action": "key", "text": "ctrl+s"}, "keyboard_press('Control+s')"),
        ({"action": "key", "text": "Page_Down"}, "keyboard_press('PageDown')"),
        ({"action": "type", "text": "hi"}, "keyboard_type('hi')"),
        ({"action": "wait", "duration": 2.5}, "noop(milliseconds=2500)"),
        ({"action": "screenshot"}, "noop(milliseconds=0)"),
        ({"type": "click", "x": 1, "y": 2, "button": "wheel"}, "mouse_click(1, 2, button='middle')"),
        ({"type": "double_click", "x": 1, "y": 2}, "mouse_dblclick(1, 2)"),
        ({"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": -50}, "scroll_at(1, 2, 0, -50)"),
        ({"type": "keypress", "keys": ["CTRL", "A"]}, "keyboard_press('Control+A')"),
        ({"type": "type", "text": "hi"}, "keyboard_type('hi')"),
        ({"type": "move", "x": 1, "y": 2}, "mouse_move(1, 2)"),
        ({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}, "mouse_drag(1, 2, 3, 4)"),
        ({"type": "drag", "path": [[1, 2], [3, 4], [5, 6]]}, "mouse_down(1, 2)\nmouse_move(3, 4)\nmouse_up(5, 6)"),
        ({"type": "computer_call", "call_id": "c", "action": {"type": "wait"}}, "noop()"),
        ({"type": "tool_use", "id": "t", "name": "computer", "input": {"action": "key", "text": "Tab"}},
         "keyboard_press('Tab')"),
    ],
    ids=str,
)  # fmt: skip
def test_computer_actions(value: object, canonical: str, dialect: Dialect) -> None:
    parsed = parse(json.dumps(value), ONE, dialect)
    assert parsed.error is None, str(parsed.error)
    assert parsed.text == canonical


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_has_an_example_that_turns_into_its_action(name: str) -> None:
    label = "action" if name in SCREEN_VERBS else "type"
    parsed = parse(json.dumps({label: name, **VERBS[name].fields}), ONE)
    assert parsed.error is None, str(parsed.error)
    assert parsed.actions[0].name == VERBS[name].action


@pytest.mark.parametrize(
    "value, message",
    [
        ({"action": "left_clik", "coordinate": [1, 2]}, "no computer action the text 'left_clik'. Did you mean 'left"),
        ({"action": "left_click"}, '"coordinate" is missing'),
        ({"action": "left_click", "coordinate": [1]}, "coordinate is a list of 1, but must be a point [x, y]"),
        ({"action": "left_click", "coordinate": ["1", 2]}, "x is the text '1'"),
        ({"action": "left_click", "coordinate": [-1, 2]}, "x is the number -1"),
        ({"action": "left_click", "coordinate": [1, 2], "speed": 3}, "'speed' has no meaning for left_click"),
        (
            {"action": "left_click", "coordinate": [1, 2], "text": "a"},
            "text is the text 'a', but must be modifier keys",
        ),
        ({"action": "scroll", "coordinate": [1, 2], "scroll_direction": "in"}, "one of 'up', 'down', 'left', 'right'"),
        ({"action": "scroll", "coordinate": [1, 2], "scroll_direction": "up", "scroll_amount": "3"}, "a number"),
        ({"action": "scroll", "coordinate": [1, 2]}, '"scroll_direction" is missing'),
        ({"action": "key", "text": "ctrl+nokey"}, "keys is the text 'ctrl+nokey'"),
        ({"action": "type"}, '"text" is missing'),
        ({"type": "click", "x": 1}, '"y" is missing'),
        ({"type": "drag", "path": [[1, 2]]}, "a list of 2 to 50 points"),
        ({"type": "drag", "path": [[1, 2], [3]]}, "path[1] is a list of 1"),
        ({"type": "computer_call", "action": {"type": "wait"}, "extra": 1}, "'extra' has no meaning"),
        ({"action": {"action": {"action": "wait"}}}, "no computer action an object"),
        ({"action": ["left_click"]}, "no computer action a list of 1"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said(value: object, message: str) -> None:
    parsed = parse(json.dumps(value), ONE)
    assert parsed.actions == ()
    assert message in str(parsed.error)


def test_calls_are_part_of_the_coordinates_dialect() -> None:
    assert parse("mouse_click(3, 4)", ONE, "coordinates").text == "mouse_click(3, 4)"
    assert "not allowed here" in str(parse("click('a1')", ONE, "coordinates").error)
