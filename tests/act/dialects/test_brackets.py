import pytest

from webcosm.act.dialects import parse
from webcosm.act.dialects.brackets import FORMS
from webcosm.act.sets import ActionSet

SEVERAL = ActionSet.preset("everything", multiple=True)


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("click [12]", "click('12')"),
        ("click[12]", "click('12')"),
        ("click [a12]", "click('a12')"),
        ("hover [ 5 ]", "hover('5')"),
        ("type [7] [blue lamp] [1]", "type('7', 'blue lamp', submit=True)"),
        ("type [7] [blue lamp] [0]", "type('7', 'blue lamp')"),
        ("type [7] [blue lamp]", "type('7', 'blue lamp', submit=True)"),
        ("type [7][blue lamp][0]", "type('7', 'blue lamp')"),
        ("type [7] [] [0]", "type('7', '')"),
        ("type [7] [a [b] c] [0]", "type('7', 'a [b] c')"),
        ("type [7] [[x]]", "type('7', '[x]', submit=True)"),
        ("type [7] [see [1]] [0]", "type('7', 'see [1]')"),
        ("type [7] [see [1]]", "type('7', 'see [1]', submit=True)"),
        ('type [7] [it\'s "so"] [0]', "type('7', 'it\\'s \"so\"')"),
        ("type [7] [one\ntwo [three]\nfour] [0]", "type('7', 'one\\ntwo [three]\\nfour')"),
        ("press [ctrl+a]", "keyboard_press('Control+a')"),
        ("press [Enter]", "keyboard_press('Enter')"),
        ("press []]", "keyboard_press(']')"),
        ("scroll [down]", "scroll(0, 720)"),
        ("scroll [up]", "scroll(0, -720)"),
        ("scroll up", "scroll(0, -720)"),
        ("goto [http://shop.test/?q=[a]]", "goto('http://shop.test/?q=[a]')"),
        ("new_tab", "new_tab()"),
        ("tab_focus [1]", "tab_focus(1)"),
        ("close_tab", "tab_close()"),
        ("go_back", "go_back()"),
        ("go_forward", "go_forward()"),
        ("none", "noop()"),
        ("stop [The [best] one]", "answer('The [best] one')"),
        ("stop []", "stop()"),
        ("stop", "stop()"),
        ("stop [N/A]", "report_infeasible('N/A')"),
        ("stop [N/A: there is no order 7]", "report_infeasible('there is no order 7')"),
        ("stop [n/a - sold out]", "report_infeasible('sold out')"),
        ("stop [N/A is what it says]", "answer('N/A is what it says')"),
        ("clear [3]", "clear('3')"),
        ("select [3] [Red]", "select_option('3', 'Red')"),
        ("upload [3] [front.png]", "upload_file('3', 'front.png')"),
        ("click [1]\n\nclick [2]\nstop", "click('1')\nclick('2')\nstop()"),
        ("In summary, the next action is ```click [12]```", "click('12')"),
        ("Next:\n```\ntype [7] [a] [1]\n```\n", "type('7', 'a', submit=True)"),
    ],
)
@pytest.mark.parametrize("dialect", ["auto", "brackets"])
def test_statements(text: str, canonical: str, dialect: str) -> None:
    parsed = parse(text, SEVERAL, dialect)  # type: ignore[arg-type]
    assert parsed.error is None, str(parsed.error)
    assert parsed.text == canonical


@pytest.mark.parametrize(
    "text, message",
    [
        ("click [x y]", "id is the text 'x y', but must be an element id"),
        ("click []", "id is the text ''"),
        ("click", "it must be written click [id]"),
        ("click 12", "it must be written click [id]"),
        ("click [12] because it is there", "it must be written click [id]"),
        ("click [1] [2]", "it must be written click [id]"),
        ("type [7]", "it must be written type [id] [text] [1]"),
        ("type [7] [x] [2]", "the last bracket is [2], but must be [1] (press Enter) or [0]"),
        ("type [7] [x] [1", "it must be written type"),
        ("scroll [left]", "it must be written scroll [down]"),
        ("scroll", "it must be written scroll [down]"),
        ("goto [javascript:alert(1)]", "Only http: addresses of this web"),
        ("goto [https://shop.test/]", "Only http: addresses of this web"),
        ("press [a+b]", "keys is the text 'a+b'"),
        ("tab_focus [x]", "it must be written tab_focus [index]"),
        ("new_tab [x]", "it must be written new_tab"),
        ("clik [12]", "'clik' begins no statement. Did you mean 'click'?"),
        ("I would click [12]", "'I' begins no statement"),
        ("click [1]\nclik [2]\nclick [3]", "call 2 of 3, clik [2]:"),
        ("click [1]\nand then\nclick [3]", "'and' begins no statement"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    parsed = parse(text, SEVERAL, "brackets")
    assert parsed.actions == ()
    assert message in str(parsed.error)


def test_shown_numbers_stand_for_the_elements_of_the_observation() -> None:
    ids = {"1": "a12", "2": "b7"}
    assert parse("click [1]", SEVERAL, ids=ids).text == "click('a12')"
    assert "the observation shows no element 3" in str(parse("click [3]", SEVERAL, ids=ids).error)


def test_the_map_of_ids_holds_in_every_dialect() -> None:
    ids = {"1": "a12", "2": "b7"}
    assert parse("drag_and_drop('1', 2)", SEVERAL, ids=ids).text == "drag_and_drop('a12', 'b7')"
    assert parse('{"name": "click", "arguments": {"id": "2"}}', SEVERAL, ids=ids).text == "click('b7')"
    assert "no element a12" in str(parse("click('a12')", SEVERAL, ids=ids).error)


def test_a_page_is_scrolled_by_the_height_of_the_viewport() -> None:
    assert parse("scroll [down]", SEVERAL, viewport=(1280, 2048)).text == "scroll(0, 2048)"


def test_every_form_can_become_actions_that_exist() -> None:
    everything = ActionSet.preset("everything")
    for form in FORMS.values():
        assert all(name in everything for name in form.actions)


def test_every_webarena_form_is_allowed_in_the_webarena_preset() -> None:
    allowed = ActionSet.preset("visualwebarena")
    for verb, form in FORMS.items():
        assert all(name in allowed for name in form.actions) == (verb != "select")
