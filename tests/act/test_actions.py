import copy
import pickle
from typing import Annotated, Any

import pytest

from webcosm.act.actions import ACTIONS, GROUPS, Action, Spec, action
from webcosm.act.catalogue import click, fill, mouse_click, new_tab, noop, select_option
from webcosm.act.dialects import parse
from webcosm.act.errors import ActionError
from webcosm.act.sets import ActionSet
from webcosm.act.values import Number

ALL = ActionSet(groups=tuple(GROUPS))
EVERY_ACTION = pytest.mark.parametrize("spec", ACTIONS.values(), ids=ACTIONS)


@EVERY_ACTION
def test_every_action_is_documented(spec: Spec[Any]) -> None:
    assert spec.description.endswith("."), f"{spec.name} lacks a description"
    assert spec.group in GROUPS
    for parameter in spec.parameters:
        assert parameter.description.endswith("."), f"{spec.name}: the argument {parameter.name} lacks a description"


@EVERY_ACTION
def test_every_example_is_an_action_in_canonical_form(spec: Spec[Any]) -> None:
    parsed = parse(spec.example, ALL, "calls")
    assert parsed.error is None
    assert [found.name for found in parsed.actions] == [spec.name]
    assert parsed.text == spec.example


@EVERY_ACTION
def test_defaults_are_valid_values(spec: Spec[Any]) -> None:
    for parameter in spec.parameters:
        if not parameter.required:
            assert parameter.accept(parameter.default) == parameter.default


@pytest.mark.parametrize(
    "browsergym",
    [
        "noop(wait_ms=500)",
        "scroll(delta_x=0, delta_y=200)",
        "fill(bid='12', value='x', enable_autocomplete_menu=True)",
        "fill('12', 'x', True)",
        "select_option(bid='12', options=['a', 'b'])",
        "click(bid='a12', button='right', modifiers=['Shift'])",
        "click('a12', 'right', ['Shift'])",
        "dblclick(bid='12')",
        "hover(bid='12')",
        "press(bid='12', key_comb='Control+a')",
        "focus(bid='12')",
        "clear(bid='12')",
        "drag_and_drop(from_bid='1', to_bid='2')",
        "upload_file(bid='12', file='a.png')",
        "scroll_at(x=1, y=2, dx=3, dy=4)",
        "mouse_move(x=1, y=2)",
        "mouse_up(1, 2, 'left')",
        "mouse_down(1, 2, 'left')",
        "mouse_click(1, 2, 'left')",
        "mouse_dblclick(1, 2, 'left')",
        "mouse_drag_and_drop(from_x=1, from_y=2, to_x=3, to_y=4)",
        "mouse_upload_file(x=1, y=2, file=['a', 'b'])",
        "keyboard_down(key='Shift')",
        "keyboard_up(key='Shift')",
        "keyboard_press(key='Enter')",
        "keyboard_type(text='x')",
        "keyboard_insert_text(text='x')",
        "go_back()",
        "go_forward()",
        "goto(url='http://shop.test/')",
        "new_tab()",
        "tab_close()",
        "tab_focus(index=1)",
        "check(bid='1')",
        "uncheck(bid='1')",
        "send_msg_to_user(text='x')",
        "report_infeasible(reason='x')",
    ],
)
def test_browsergyms_primitives_are_accepted_with_their_argument_names(browsergym: str) -> None:
    assert parse(browsergym, ALL).error is None


def test_a_declared_action_is_a_constructor() -> None:
    assert click("a12", button="right").text == "click('a12', button='right')"
    assert click("a12") == Action("click", {"id": "a12"})


def test_arguments_hold_the_defaults_but_the_text_does_not() -> None:
    made = click("a12")
    assert dict(made.arguments) == {"id": "a12", "button": "left", "modifiers": ()}
    assert made.text == "click('a12')"


def test_an_alias_gives_the_action_its_own_name() -> None:
    made = Action("mouse_drag_and_drop", {"from_x": 1, "from_y": 2.5, "to_x": 3.0, "to_y": 4})
    assert made.name == "mouse_drag"
    assert made.text == "mouse_drag(1, 2.5, 3, 4)"


def test_equal_texts_are_equal_actions() -> None:
    assert mouse_click(3, 4) == mouse_click(3.0, 4.0)
    assert len({mouse_click(3, 4), mouse_click(3.0, 4.0), mouse_click(3, 5)}) == 2
    assert click("1") != "click('1')"


def test_an_action_cannot_be_changed() -> None:
    made = click("a12")
    with pytest.raises(AttributeError, match="cannot be changed"):
        made.name = "fill"
    with pytest.raises(AttributeError, match="cannot be changed"):
        del made.name
    with pytest.raises(TypeError):
        made.arguments["id"] = "7"  # type: ignore[index]


@pytest.mark.parametrize("made", [click("1"), select_option("2", ("a", "b")), new_tab(), noop(3.5)], ids=repr)
def test_an_action_can_be_copied_and_pickled(made: Action) -> None:
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.deepcopy(made) == made


def test_an_error_can_be_pickled_with_all_it_says() -> None:
    error = parse("clik('1')", ALL).error
    assert error is not None
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert (again.kind, again.call, again.position) == ("unknown", "clik('1')", 1)


def test_the_tool_call_of_an_action_is_plain_json() -> None:
    assert select_option("2", ("a", "b")).tool_call == {
        "name": "select_option",
        "arguments": {"id": "2", "options": ["a", "b"]},
    }
    assert mouse_click(3, 4.5).tool_call == {"name": "mouse_click", "arguments": {"x": 3, "y": 4.5}}


@pytest.mark.parametrize(
    "name, arguments, argument, message",
    [
        ("clik", {}, None, "there is no action 'clik'. Did you mean 'click'?"),
        ("click", {}, "id", "id is missing; it must be an element id"),
        ("click", {"id": "1", "buton": "left"}, "buton", "click takes id, button, modifiers. Did you mean 'button'?"),
        ("click", {"id": "1", "bid": "2"}, "id", "id is given twice"),
        ("click", {"id": "1", "button": "Left"}, "button", "one of 'left', 'middle', 'right'. Did you mean 'left'?"),
        ("click", {"id": "1", "modifiers": ["Shift", "Ctl"]}, "modifiers", "modifiers[1] is the text 'Ctl'"),
        ("click", {"id": "1", "modifiers": "Shift"}, "modifiers", "Put it in square brackets."),
        ("go_back", {"id": "1"}, "id", "go_back takes no arguments"),
        ("fill", {"id": "1", "text": 7}, "text", "text is the number 7, but must be a text. Put it in quotes."),
        ("noop", {"milliseconds": float("nan")}, "milliseconds", "a number from 0 to 60000"),
    ],
)
def test_a_refusal_names_the_argument_what_was_given_and_what_is_accepted(
    name: str, arguments: dict[str, object], argument: str | None, message: str
) -> None:
    with pytest.raises(ActionError) as caught:
        Action(name, arguments)
    assert message in str(caught.value)
    assert caught.value.argument == argument


def test_too_many_arguments_are_refused() -> None:
    with pytest.raises(ActionError, match="4 arguments given; fill takes id, text, autocomplete"):
        fill.build(("1", "x", False, 3), {})


def test_a_name_cannot_be_declared_twice() -> None:
    with pytest.raises(ValueError, match="'mouse_drag_and_drop' is already declared"):

        @action("mouse", "mouse_drag_and_drop()")
        def mouse_drag_and_drop() -> None: ...


def test_an_action_of_ones_own_is_parsed_and_checked_like_any_other() -> None:
    @action("page", "zoom(1.5)")
    def zoom(factor: Annotated[float, Number(0.25, 5), "How much larger."]) -> None:
        """Enlarge the page."""

    try:
        own = ActionSet(groups=(), include=("zoom",))
        assert parse("zoom(2)", own).actions == (zoom(2),)
        assert "factor is the number 9" in str(parse("zoom(9)", own).error)
    finally:
        del ACTIONS["zoom"]


def test_a_number_without_bounds_is_no_argument_type() -> None:
    with pytest.raises(TypeError, match="numbers need bounds"):

        @action("page", "zoom(1.5)")
        def zoom(factor: float) -> None: ...
