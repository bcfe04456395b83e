import pytest

from webcosm.act.dialects import parse
from webcosm.act.sets import ActionSet

SEVERAL = ActionSet.preset("everything", multiple=True)


def read(text: str) -> str:
    parsed = parse(text, SEVERAL, "calls")
    assert parsed.error is None, str(parsed.error)
    return parsed.text


def error(text: str) -> str:
    parsed = parse(text, SEVERAL, "calls")
    assert parsed.actions == (), f"{text!r} must not be an action"
    return str(parsed.error)


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("click('a12')", "click('a12')"),
        ('click("a12")', "click('a12')"),
        ("  click ( 'a12' , ) ", "click('a12')"),
        ("click(id='a12', button='right')", "click('a12', button='right')"),
        ("click('a12', 'left')", "click('a12')"),
        ("click(12)", "click('12')"),
        ("click('1', modifiers=['Shift', 'Alt'])", "click('1', modifiers=['Shift', 'Alt'])"),
        ("click('1', modifiers=('Shift',))", "click('1', modifiers=['Shift'])"),
        ("click(\n  'a12',  # the button\n  button='right'\n)", "click('a12', button='right')"),
        ("click('1')\nclick('2')", "click('1')\nclick('2')"),
        ("click('1'); click('2') click('3')", "click('1')\nclick('2')\nclick('3')"),
        ("# first\nclick('1')  # and then\n\n\nreload()\r\n", "click('1')\nreload()"),
        ("scroll(0, -200.5)", "scroll(0, -200.5)"),
        ("scroll(+1e2, .5)", "scroll(100, 0.5)"),
        ("tab_focus(2.0)", "tab_focus(2)"),
        ("tab_close(None)", "tab_close()"),
        ("type('7', 'x', submit=True)", "type('7', 'x', submit=True)"),
        (r"fill('3', 'it\'s')", """fill('3', "it's")"""),
        ("""fill('3', "it's")""", """fill('3', "it's")"""),
        (r"fill('3', 'a\nb\t\x41\u00e9\N{BULLET}')", r"fill('3', 'a\nb\tAé•')"),
        (r"fill('3', '\d+\.')", r"fill('3', '\\d+\\.')"),
        (r"fill('3', 'C:\\new')", r"fill('3', 'C:\\new')"),
        (r"fill('3', r'C:\new')", r"fill('3', 'C:\\new')"),
        ("fill('3', '''two\nlines''')", r"fill('3', 'two\nlines')"),
        ('fill("3", """say "hi" """)', "fill('3', 'say \"hi\" ')"),
        ("fill('3', 'a # no comment')", "fill('3', 'a # no comment')"),
        ("fill('3', \"click('4')\")", "fill('3', \"click('4')\")"),
        ("fill('3', '```')", "fill('3', '```')"),
        ("fill('3', '<action>stop()</action>')", "fill('3', '<action>stop()</action>')"),
        ("fill('3', 'Grüße 🎉')", "fill('3', 'Grüße 🎉')"),
        ("select_option('3', [])", "select_option('3', [])"),
    ],
)
def test_calls(text: str, canonical: str) -> None:
    assert read(text) == canonical
    assert read(canonical) == canonical


@pytest.mark.parametrize(
    "text, message",
    [
        ("click(a12)", "a12 is not in quotes; write 'a12' if it is a text."),
        ("click(12a)", "12a is not a number. Write '12a' if it is an element id."),
        ("click(007)", "007 is not a number"),
        ("scroll(0x10, 0)", "0x10 is not a number"),
        ("scroll(1_000, 0)", "1_000 is not a number"),
        ("scroll(1e999, 0)", "dx is the number inf, but must be a number from -100000 to 100000"),
        (f"scroll({'9' * 5000}, 0)", "is not a number"),
        (
            "mouse_click('10', 20)",
            "x is the text '10', but must be a number from 0 to 100000. Write it without quotes.",
        ),
        ("mouse_click(-1, 20)", "x is the number -1"),
        ("mouse_click(True, 20)", "x is True"),
        ("tab_focus(1.5)", "index is the number 1.5, but must be a whole number"),
        ("type('7', 'x', submit=true)", "true is not a Python value; write True."),
        ("fill('3', 7)", "text is the number 7, but must be a text. Put it in quotes."),
        ("fill('3', None)", "text is None, but must be a text."),
        ("fill('3', b'x')", "byte strings are not accepted"),
        ("fill('3', rb'x')", "not accepted"),
        (r"fill('3', '\x4')", "cannot be read"),
        (r"fill('3', '\N{NO SUCH}')", "cannot be read"),
        (r"fill('3', '\ud800')", "U+D800, which no page can hold"),
        (r"fill('3', '\x00')", "U+0000, which no page can hold"),
        ("fill('3', 'a' + 'b')", "a comma or ')' is missing after 'a'"),
        ("fill('3', {'a': 1})", "no action takes a dict"),
        ("fill('3', goto('x'))", "calls cannot be nested"),
        ("fill('3', text='a', text='b')", "text is given twice"),
        ("fill('3', id='4', text='b')", "id is given twice"),
        ("fill(text='a', '3')", "an argument without a name stands after one with a name"),
        ("fill('3', *x)", "'*' stands where a value should"),
        ("fill('3' 'x')", "a comma or ')' is missing after '3'"),
        ("fill('3',, 'x')", "',' stands where a value should"),
        ("fill('3', 'x'", "the bracket is never closed"),
        ("fill('3', 'x']", "a comma or ')' is missing"),
        ("fill('3', 'x", "the text 'x is never closed"),
        ("fill('3', 'x\ny')", "the text 'x is never closed"),
        ("fill('3', '''x", "is never closed"),
        ("fill('3', 'x\\", "is never closed"),
        ("fill('3', 'x'))", "')' is not a call"),
        ("select_option('3', [[[[[['a']]]]]])", "nested more than 4 deep"),
        ("select_option('3', [['a']])", "options[0] is a list of 1"),
        ("select_option('3', ['a', 2])", "options[1] is the number 2"),
        ("x = click('1')", "'x =' is not a call"),
        ("page.click('1')", "'page.' is not a call"),
        ("noop", "write noop()"),
        ("click", "write click()"),
        ("Click the button.", "is not a call"),
        ("Click('1')", "there is no action 'Click'. Did you mean 'click'?"),
        ("lambda: click('1')", "is not a call"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    assert message in error(text)


class TestCasesThatBrowserGymDropsSilently:
    def test_a_call_with_an_f_string_among_others(self) -> None:
        message = error("click('1')\nfill('2', f'x')\npress('3','Enter')")
        assert message.startswith("call 2 of 3, fill('2', f'x'): f-strings are not accepted")

    def test_a_doubled_quote(self) -> None:
        message = error("fill('3','it''s')")
        assert "a comma or ')' is missing after 'it'" in message
        assert "double quotes" in message

    def test_a_bare_quote(self) -> None:
        assert "a comma or ')' is missing after 'it'" in error("fill('3','it's')")

    def test_prose_with_something_like_a_call(self) -> None:
        assert "'I think foo(1)' is not a call" not in error("I think foo(1) is wrong, so click('3')")
        assert "'I think' is not a call" in error("I think foo(1) is wrong, so click('3')")

    def test_prose_around_a_call(self) -> None:
        assert "'I will use' is not a call" in error("I will use click('12') because it is there")
        assert "'because it is there' is not a call" in error("click('12') because it is there")


@pytest.mark.parametrize(
    "text, position",
    [
        ("click('1')\nclick(\nclick('3')", 2),
        ("click('1')\nfill('2', 'open)\nclick('3')", 2),
        ("click('1')\nclick('2')\nclick()", 3),
        ("click()\nclick('2')\nclick('3')", 1),
        ("click('1')\nclick('2'\nclick('3')", 2),
        ("click('1'); clik('2'); click('3')", 2),
    ],
)
def test_the_wrong_one_of_several_calls_is_named(text: str, position: int) -> None:
    found = parse(text, SEVERAL, "calls")
    assert found.actions == ()
    assert found.error is not None
    assert (found.error.position, found.error.total) == (position, 3)
    assert str(found.error).startswith(f"call {position} of 3, ")
