"""Whatever the text, the answer is actions or one error, and actions survive being written and read again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.act.actions import ACTIONS
from webcosm.act.dialects import DIALECTS, Dialect, parse
from webcosm.act.dialects.brackets import FORMS
from webcosm.act.dialects.computer import VERBS
from webcosm.act.sets import ActionSet
from webcosm.lore.rng import Rng

SEVERAL = ActionSet.preset("everything", multiple=True)
SEEDS = [
    *(spec.example for spec in ACTIONS.values()),
    *(form.usage for form in FORMS.values()),
    *(json.dumps({"action": name, **verb.fields}) for name, verb in VERBS.items()),
    *(json.dumps({"name": "fill", key: {"id": "1", "text": "x"}}) for key in ("arguments", "input", "args")),
    json.dumps({"role": "assistant", "tool_calls": [{"function": {"name": "click", "arguments": '{"id": "a12"}'}}]}),
    "<action>click('1')</action>",
    "Words.\n```python\nclick('1')\nfill('2', 'it\\'s')\n```",
    "type [7] [a [b] c] [0]",
]
SCRAPS = [*"()[]{}'\"\\,;:=#`<>+-.0129aAxé\n\r\t \x00\ud800\u2028\U0001f389", *SEEDS]
SCRAPS += ["'''", '"""', "```", "<action>", "</action>", "f'", "r'", "\\x", "\\N{", "\\ud8", "None", "true", "1e999"]
SCRAPS += ["id=", "bid=", "**", "lambda: ", "0x", "9" * 30, "NaN", '{"name":', '"arguments":', "[" * 30, "(" * 30]


def check(text: str, dialect: Dialect) -> bool:
    """Parse and hold the answer to what is promised of it; says whether there were actions."""
    parsed = parse(text, SEVERAL, dialect)
    if parsed.error is not None:
        assert parsed.actions == ()
        message = str(parsed.error)
        assert message.isprintable()
        assert 0 < len(message) < 1500
        return False
    assert parsed.actions
    assert parse(parsed.text, SEVERAL, "calls").actions == parsed.actions
    return True


def mutate(rng: Rng) -> str:
    """A text that is nearly an action: one or more seeds with pieces cut out, doubled, moved or put in."""
    text = rng.choice(("\n", " ", "; ", "")).join(rng.choice(SEEDS) for _ in range(rng.integer(1, 3)))
    for _ in range(rng.integer(0, 4)):
        start = rng.integer(0, len(text))
        end = min(len(text), start + rng.integer(0, 6))
        match rng.integer(0, 3):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                text = text[:start] + rng.choice(SCRAPS) + text[start:]
            case 3:
                text = text[:start] + rng.choice(SCRAPS) + text[end:]
    return text


@pytest.mark.parametrize(
    "count", [20_000, pytest.param(100_000, marks=pytest.mark.sweep)], ids=["quick", "a hundred thousand"]
)
def test_mutated_texts_give_actions_or_an_error(count: int) -> None:
    rng = Rng("mutations", count)
    understood = sum(check(mutate(rng), rng.choice(DIALECTS)) for _ in range(count))
    assert count * 0.02 < understood < count * 0.6, f"{understood} of {count} texts were actions: a blunt fuzzer"


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(st.text(), st.sampled_from(DIALECTS))
def test_any_text_gives_actions_or_an_error(text: str, dialect: Dialect) -> None:
    check(text, dialect)


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(SCRAPS), max_size=12).map("".join), st.sampled_from(DIALECTS))
def test_any_heap_of_scraps_gives_actions_or_an_error(text: str, dialect: Dialect) -> None:
    check(text, dialect)


KNOWN_KEYS = ("name", "arguments", "input", "function", "type", "tool_calls", "content", "role", "action", "id", "text")
KEYS = st.sampled_from(KNOWN_KEYS) | st.text(max_size=3)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["click", "left_click", "text"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=600, deadline=None, derandomize=True)
@given(JSON)
def test_any_json_gives_actions_or_an_error(value: object) -> None:
    check(json.dumps(value), "json")


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=60))
def test_any_text_can_be_written_in_a_call_and_read_again(text: str) -> None:
    action = ACTIONS["fill"]("1", text)
    parsed = parse(action.text, SEVERAL, "calls")
    assert parsed.actions == (action,)
    assert parsed.actions[0].arguments["text"] == text
    assert parse(json.dumps(action.tool_call), SEVERAL).actions == (action,)
