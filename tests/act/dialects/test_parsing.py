import pytest

from webcosm.act.dialects import DIALECTS, LONGEST_INPUT, MOST_CALLS, Dialect, parse
from webcosm.act.sets import ActionSet

ONE = ActionSet.preset("everything")
SEVERAL = ActionSet.preset("everything", multiple=True)


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("Some words.\n<action>click('1')</action>\nMore.", "click('1')"),
        ("<think>foo(1)</think><action>\nclick('1')\nclick('2')\n</action>", "click('1')\nclick('2')"),
        ("<action>click('1')</action> and <action>click('2')</action>", "click('1')\nclick('2')"),
        ("<action>```python\nclick('1')\n```</action>", "click('1')"),
        ("I tried foo(1).\n```python\nclick('1')\n```", "click('1')"),
        ("```click('1')```", "click('1')"),
        ("First ```click('1')``` then ```click [2]```", "click('1')\nclick('2')"),
        ("So:\n```\nfill('1', 'a ``` b')\n```\n", "fill('1', 'a ``` b')"),
        ("So:\n```go_back\n```", "go_back()"),
        ('So:\n  ```json\n{"name": "reload"}\n  ```', "reload()"),
    ],
)
def test_words_around_blocks_are_passed_over(text: str, canonical: str) -> None:
    parsed = parse(text, SEVERAL)
    assert parsed.error is None, str(parsed.error)
    assert parsed.text == canonical


@pytest.mark.parametrize(
    "text, message",
    [
        ("Then click('1')", "'Then' is not a call"),
        ("So ```click('1')", "a block opened by ``` is never closed"),
        ("So <action>click('1')", "is not a call"),
        ("click('1')\n```\nclick('2')\n```", "'```' is not a call"),
        ("So ```html\n<b>\n```", "is not a call"),
        ("So ```click('1')``` and ```clik('2')```", "call 2 of 2, clik('2')"),
        ("Nothing.\n```\n\n```", "holds no action"),
        ("# only a comment", "holds no action"),
        ("", "the text is empty"),
        (" \n\t ", "the text is empty"),
        ("click('1')\x00", "U+0000"),
        ("click('\ud800')", "U+D800"),
    ],
)
def test_nothing_else_is_dropped(text: str, message: str) -> None:
    parsed = parse(text, SEVERAL)
    assert parsed.actions == ()
    assert message in str(parsed.error)


def test_blocks_are_not_looked_for_where_text_is_taken_strictly() -> None:
    assert parse("<action>click('1')</action>", SEVERAL).error is None
    assert parse("<action>click('1')</action>", SEVERAL, lenient=False).error is not None


def test_one_wrong_call_means_no_action_at_all() -> None:
    parsed = parse("click('1')\nclick('2')\nclick()", SEVERAL)
    assert parsed.actions == ()
    assert str(parsed.error) == (
        "call 3 of 3, click(): id is missing; "
        "it must be an element id as shown in the observation, as in '12' or 'a12'."
    )


def test_a_single_call_is_not_numbered() -> None:
    assert str(parse("click()", SEVERAL).error).startswith("click(): id is missing")


def test_several_actions_need_a_set_that_allows_them() -> None:
    error = parse("click('1')\nclick('2')", ONE).error
    assert error is not None
    assert error.kind == "limit"
    assert str(error) == "the text holds several actions, but a step takes one."


def test_the_number_of_actions_is_limited() -> None:
    assert parse("reload()\n" * MOST_CALLS, SEVERAL).error is None
    assert f"more than {MOST_CALLS} actions" in str(parse("reload()\n" * (MOST_CALLS + 1), SEVERAL).error)


def test_the_length_of_a_text_is_limited() -> None:
    assert "at most 100000 are read" in str(parse("#" * (LONGEST_INPUT + 1), SEVERAL).error)
    assert "at most 50000 are taken" in str(parse(f"fill('1', '{'x' * 60_000}')", SEVERAL).error)


@pytest.mark.parametrize("value", [None, 3, b"click('1')", ["click('1')"]])
def test_anything_but_text_is_an_error(value: object) -> None:
    assert "an action is a text" in str(parse(value, ONE).error)  # type: ignore[arg-type]


def test_an_unknown_dialect_is_refused() -> None:
    with pytest.raises(ValueError, match="no dialect 'klingon'"):
        parse("reload()", ONE, "klingon")  # type: ignore[arg-type]


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect != "coordinates"])
@pytest.mark.parametrize(
    "piece",
    ["(", "[", "{", "-", "'", '"""', "click(", "click('1'", "<action>", "x```\n", "```", "type [1] [", "[" + " " * 9,
     "\\", "not ", "1+", "a.", '{"a":', '[{"name":', "#", "\n", "click('1')\n", "] [1", "click [1]\n", "'\n"],
)  # fmt: skip
def test_long_and_deep_texts_are_refused_quickly(piece: str, dialect: Dialect) -> None:
    text = (piece * LONGEST_INPUT)[: LONGEST_INPUT - 20]
    for whole in (text, f"click({text}"):
        parsed = parse(whole, SEVERAL, dialect)
        assert parsed.error is not None
        assert len(str(parsed.error)) < 2000
