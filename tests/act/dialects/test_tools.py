import json

import pytest

from webcosm.act.dialects import parse
from webcosm.act.sets import ActionSet

SEVERAL = ActionSet.preset("everything", multiple=True)
CLICK = {"name": "click", "arguments": {"id": "a12"}}
OPENAI = {"id": "call_1", "type": "function", "function": {"name": "click", "arguments": '{"id": "a12"}'}}
RESPONSES = {"type": "function_call", "id": "f", "call_id": "c", "status": "completed", **CLICK}
ANTHROPIC = {"type": "tool_use", "id": "t", "name": "click", "input": {"id": "a12"}}
MCP = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CLICK}


@pytest.mark.parametrize("dialect", ["auto", "json"])
@pytest.mark.parametrize(
    "value",
    [
        CLICK,
        [CLICK],
        OPENAI,
        [OPENAI],
        {"role": "assistant", "content": None, "tool_calls": [OPENAI]},
        RESPONSES,
        [{"type": "reasoning", "id": "r", "summary": []}, RESPONSES],
        ANTHROPIC,
        {"role": "assistant", "content": [{"type": "text", "text": "click('9')"}, ANTHROPIC]},
        MCP,
        {"name": "click", "parameters": {"id": "a12"}},
        {"name": "click", "args": {"bid": "a12"}},
        {"name": "click", "arguments": {"id": "a12", "button": "left", "modifiers": []}},
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_every_shape_of_a_tool_call(value: object, dialect: str) -> None:
    parsed = parse(json.dumps(value), SEVERAL, dialect)  # type: ignore[arg-type]
    assert parsed.error is None, str(parsed.error)
    assert parsed.text == "click('a12')"


@pytest.mark.parametrize(
    "text, canonical",
    [
        ('{"name": "go_back"}', "go_back()"),
        ('{"name": "go_back", "arguments": ""}', "go_back()"),
        ('{"name": "go_back", "arguments": null}', "go_back()"),
        ('{"name": "go_back"}\n{"name": "reload"}', "go_back()\nreload()"),
        ('[{"name": "go_back"}, {"name": "reload"}]', "go_back()\nreload()"),
        ('{"name": "tab_focus", "arguments": {"index": 2.0}}', "tab_focus(2)"),
        ('{"name": "new_tab", "arguments": {"url": null}}', "new_tab()"),
        ('{"name": "select_option", "arguments": {"id": "1", "options": ["a"]}}', "select_option('1', ['a'])"),
        ('Words.\n```json\n{"name": "go_back"}\n```', "go_back()"),
        ('Words. <tool_call>\n{"name": "go_back"}\n</tool_call>', "go_back()"),
    ],
)
def test_tool_calls(text: str, canonical: str) -> None:
    parsed = parse(text, SEVERAL)
    assert parsed.error is None, str(parsed.error)
    assert parsed.text == canonical


@pytest.mark.parametrize(
    "text, message",
    [
        ('{"name": "click"', "this is not JSON"),
        ('{"name": "clik", "arguments": {"id": "1"}}', "there is no action 'clik'. Did you mean 'click'?"),
        ('{"name": "click", "arguments": {"id": "1"}, "button": "right"}', "the key 'button' has no meaning"),
        ('{"name": "click", "arguments": {"id": "1", "id": "2"}}', "the key 'id' stands twice"),
        ('{"name": "click", "arguments": {"id": "1"}, "input": {"id": "2"}}', "both 'arguments' and 'input'"),
        ('{"name": "click", "arguments": "{\\"id\\": "}', "its arguments are not JSON"),
        ('{"name": "click", "arguments": ["1"]}', "its arguments must be an object, not a list of 1"),
        ('{"name": "click", "arguments": 12}', "must be an object, not the number 12"),
        ('{"name": 3, "arguments": {}}', 'it has no "name"'),
        ('{"tool": "click"}', 'it has no "name"'),
        ("{}", 'it has no "name"'),
        ('["click"]', "a tool call is an object with a name and arguments, not the text 'click'"),
        ("[]", "holds no action"),
        ('[{"type": "text", "text": "click(1)"}]', "holds no action"),
        ('{"name": "scroll", "arguments": {"dx": NaN, "dy": 0}}', "NaN is not a JSON number"),
        ('{"name": "scroll", "arguments": {"dx": 1e999, "dy": 0}}', "dx is the number inf"),
        ('{"name": "scroll", "arguments": {"dx": "1", "dy": 0}}', "Write it without quotes"),
        ('{"name": "go_back"} and more', "this is not JSON"),
        ('[{"name": "go_back"}, {"name": "clik"}, {"name": "reload"}]', "call 2 of 3, "),
        ('{"role": "assistant", "content": [], "tools": 1, "tool_calls": []}', "the key 'tools' has no meaning"),
        ('{"name": "fill", "arguments": {"id": "1", "text": "\\ud800"}}', "U+D800"),
        ("[" * 100 + "]" * 100, "wrapped too deeply"),
        ("[" * 90_000, "nested too deeply"),
        ('{"name": "click", "arguments": {"id": ' + "9" * 10_000 + "}}", "JSON"),
    ],
    ids=lambda text: text[:50],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    parsed = parse(text, SEVERAL)
    assert parsed.actions == ()
    assert message in str(parsed.error)
