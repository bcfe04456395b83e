"""The schemas are exact: what conforms is accepted, what does not is refused, but for the documented conversions."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.act.actions import ACTIONS, Action, Spec
from webcosm.act.dialects import parse
from webcosm.act.errors import ActionError
from webcosm.act.schema import anthropic_tools, json_schema, mcp_tools, openai_tools
from webcosm.act.sets import ActionSet

ALL = ActionSet.preset("everything")
EVERY_ACTION = pytest.mark.parametrize("spec", ACTIONS.values(), ids=ACTIONS)
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | TEXT
    | st.sampled_from(["left", "Shift", "12"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
KEYWORDS = {
    "string": {"pattern", "minLength", "maxLength", "enum"},
    "integer": {"minimum", "maximum"},
    "number": {"minimum", "maximum"},
    "boolean": set(),
    "null": set(),
    "array": {"items", "maxItems"},
}


def well_formed(schema: dict[str, Any]) -> None:
    """Every keyword belongs to its type and has a value of the right kind, as the meta-schema demands."""
    schema = {key: value for key, value in schema.items() if key not in ("description", "default")}
    if "anyOf" in schema:
        assert schema.keys() == {"anyOf"}
        assert len(schema["anyOf"]) >= 2
        for option in schema["anyOf"]:
            well_formed(option)
        return
    kind = schema.pop("type")
    assert schema.keys() <= KEYWORDS[kind], schema
    if "pattern" in schema:
        assert schema["pattern"].startswith("^")
        assert schema["pattern"].endswith("$")
        re.compile(schema["pattern"])
    if "enum" in schema:
        assert schema["enum"]
        assert len(set(schema["enum"])) == len(schema["enum"])
    for bound in ("minimum", "maximum", "minLength", "maxLength", "maxItems"):
        assert isinstance(schema.get(bound, 0), int | float)
    if kind == "array":
        well_formed(schema["items"])


def conforms(value: object, schema: dict[str, Any]) -> bool:
    """Whether a value conforms to a schema made of the keywords above."""
    if "anyOf" in schema:
        return any(conforms(value, option) for option in schema["anyOf"])
    match schema["type"]:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "string":
            return (
                isinstance(value, str)
                and value in schema.get("enum", [value])
                and schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**9)
                and re.fullmatch(schema.get("pattern", "(?s).*").removesuffix("$"), value) is not None
            )
        case "array":
            return (
                isinstance(value, list)
                and len(value) <= schema["maxItems"]
                and all(conforms(item, schema["items"]) for item in value)
            )
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if not schema["minimum"] <= value <= schema["maximum"]:
        return False
    return schema["type"] == "number" or value == int(value)


def converted(value: object, schema: dict[str, Any]) -> bool:
    """Whether a value is one of those that are accepted beyond the schema, because they are converted."""
    if "anyOf" in schema:
        return any(converted(value, option) for option in schema["anyOf"])
    if schema.get("description", "").startswith("The answer alone"):
        return True  # any JSON value is kept as its text
    pattern = schema.get("pattern", "")
    if "http" in pattern or "Control" in pattern:
        return isinstance(value, str)  # addresses without a scheme, other spellings of keys
    return pattern.startswith("^[A-Za-z]") and type(value) is int and 0 <= value < 10**12  # element ids


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that conform to a schema."""
    if "anyOf" in schema:
        return st.one_of(*(values(option) for option in schema["anyOf"]))
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "number":
            return st.integers(schema["minimum"], schema["maximum"]) | st.floats(schema["minimum"], schema["maximum"])
        case "array":
            return st.lists(values(schema["items"]), max_size=4)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    least = schema.get("minLength", 0)
    if "pattern" in schema:
        utf8 = st.characters(codec="utf-8")
        return st.from_regex(schema["pattern"][1:-1], fullmatch=True, alphabet=utf8).filter(lambda t: len(t) >= least)
    return st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=least, max_size=40)


def objects(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    properties = {name: values(inner) for name, inner in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: value for name, value in properties.items() if name in schema["required"]},
        optional={name: value for name, value in properties.items() if name not in schema["required"]},
    )


def refusal(spec: Spec[Any], arguments: dict[str, Any]) -> ActionError | None:
    try:
        Action(spec.name, arguments)
    except ActionError as error:
        return error
    return None


@EVERY_ACTION
def test_every_schema_is_well_formed(spec: Spec[Any]) -> None:
    schema = json_schema(spec)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert list(schema["properties"]) == [parameter.name for parameter in spec.parameters]
    assert schema["required"] == [parameter.name for parameter in spec.parameters if parameter.required]
    for inner in schema["properties"].values():
        assert inner["description"]
        well_formed(inner)
        if "default" in inner:
            assert conforms(inner["default"], inner)
    assert json.loads(json.dumps(schema)) == schema


def test_a_schema_in_full() -> None:
    assert json_schema(ACTIONS["click"]) == {
        "type": "object",
        "properties": {
            "id": {
                "description": "Id of the element.",
                "type": "string",
                "pattern": "^[A-Za-z]{0,40}[0-9]{0,12}$",
                "minLength": 1,
            },
            "button": {
                "description": "Which mouse button.",
                "type": "string",
                "enum": ["left", "middle", "right"],
                "default": "left",
            },
            "modifiers": {
                "description": "Keys held down meanwhile.",
                "type": "array",
                "items": {"type": "string", "enum": ["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]},
                "maxItems": 100,
                "default": [],
            },
        },
        "required": ["id"],
        "additionalProperties": False,
    }


def test_whole_numbers_unions_and_optional_arguments() -> None:
    assert json_schema(ACTIONS["tab_focus"])["properties"]["index"]["type"] == "integer"
    assert json_schema(ACTIONS["mouse_move"])["properties"]["x"]["type"] == "number"
    options = json_schema(ACTIONS["select_option"])["properties"]["options"]
    assert [option["type"] for option in options["anyOf"]] == ["string", "array"]
    url = json_schema(ACTIONS["new_tab"])["properties"]["url"]
    assert [option["type"] for option in url["anyOf"]] == ["string", "null"]
    assert url["default"] is None


@EVERY_ACTION
def test_what_conforms_to_the_schema_is_accepted(spec: Spec[Any]) -> None:
    @settings(max_examples=20, deadline=None, derandomize=True)
    @given(objects(json_schema(spec)))
    def holds(arguments: dict[str, Any]) -> None:
        parsed = parse(
            json.dumps({"name": spec.name, "arguments": arguments}), ActionSet(groups=(), include=(spec.name,))
        )
        assert parsed.error is None, str(parsed.error)
        assert parsed.actions == (Action(spec.name, arguments),)

    holds()


@EVERY_ACTION
def test_a_value_is_accepted_exactly_if_it_conforms_or_is_converted(spec: Spec[Any]) -> None:
    schema = json_schema(spec)

    @settings(max_examples=30, deadline=None, derandomize=True)
    @given(objects(schema), st.sampled_from(list(schema["properties"])), ANY_JSON)
    def holds(arguments: dict[str, Any], name: str, value: object) -> None:
        inner = schema["properties"][name]
        error = refusal(spec, arguments | {name: value})
        if error is None:
            assert conforms(value, inner) or converted(value, inner), f"{value!r} is accepted but does not conform"
        else:
            assert error.argument == name
            assert not conforms(value, inner), f"{value!r} conforms but is refused: {error}"

    if spec.parameters:
        holds()


@EVERY_ACTION
def test_missing_and_unknown_arguments_are_refused(spec: Spec[Any]) -> None:
    example = parse(spec.example, ActionSet(groups=(), include=(spec.name,))).actions[0].tool_call["arguments"]
    with pytest.raises(ActionError, match="there is no argument 'colour'"):
        Action(spec.name, {**example, "colour": "red"})
    for name in json_schema(spec)["required"]:
        with pytest.raises(ActionError, match=f"{name} is missing"):
            Action(spec.name, {key: value for key, value in example.items() if key != name})


def test_tools_for_openai() -> None:
    chat, responses = openai_tools(ALL), openai_tools(ALL, "responses")
    assert [tool["function"]["name"] for tool in chat] == list(ALL.names)
    for nested, flat in zip(chat, responses, strict=True):
        assert nested == {"type": "function", "function": {key: flat[key] for key in flat if key != "type"}}
        assert flat.keys() == {"type", "name", "description", "parameters", "strict"}
        assert flat["type"] == "function"
        assert flat["strict"] is False
    with pytest.raises(ValueError, match="no interface 'completions'"):
        openai_tools(ALL, "completions")  # type: ignore[arg-type]


def test_tools_for_anthropic() -> None:
    tools = anthropic_tools(ALL)
    assert [tool["name"] for tool in tools] == list(ALL.names)
    for tool in tools:
        assert tool.keys() == {"name", "description", "input_schema"}
        assert tool["input_schema"] == json_schema(ACTIONS[tool["name"]])
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool["name"])
        assert ACTIONS[tool["name"]].example in tool["description"]


def test_tools_for_mcp() -> None:
    tools = {tool["name"]: tool for tool in mcp_tools(ActionSet(include=("python",)))}
    assert tools["select_option"]["title"] == "Select option"
    assert tools["select_option"]["inputSchema"] == json_schema(ACTIONS["select_option"])
    assert tools["scroll"]["annotations"]["readOnlyHint"] is True
    assert tools["click"]["annotations"] == {
        "title": "Click",
        "readOnlyHint": False,
        "destructiveHint": True,
        "openWorldHint": False,
    }
    assert tools["python"]["annotations"]["openWorldHint"] is True
    assert tools["python"]["description"].startswith("UNSAFE.")


def test_the_tool_for_answers_takes_the_schema_of_the_goal() -> None:
    asked = {"type": "number", "description": "in US dollars and cents"}
    [tool] = [tool for tool in anthropic_tools(ALL, answer=asked) if tool["name"] == "answer"]
    shown = tool["input_schema"]["properties"]["text"]
    assert shown["type"] == "number"
    assert shown["description"].endswith("It is in US dollars and cents.")
    assert [tool for tool in anthropic_tools(ALL) if tool["name"] != "answer"] == [
        tool for tool in anthropic_tools(ALL, answer=asked) if tool["name"] != "answer"
    ]


@pytest.mark.parametrize("value, text", [(14.5, "14.5"), (["a", "b"], '["a", "b"]'), (True, "true"), ("a", "a")])
def test_an_answer_may_be_any_json_value(value: object, text: str) -> None:
    assert Action("answer", {"text": value}).arguments == {"text": text}
