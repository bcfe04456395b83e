"""Tool definitions for model interfaces, all from the one declaration of each action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from webcosm.act.actions import Parameter, Spec
from webcosm.act.sets import ActionSet

__all__ = ["anthropic_tools", "json_schema", "mcp_tools", "openai_tools"]

Schema = dict[str, Any]


def json_schema(spec: Spec[Any], answer: Mapping[str, Any] | None = None) -> Schema:
    """JSON Schema (2020-12) of an action's arguments. ``answer`` is the schema of the answer that a goal asks for.

    Exact but for two things: the conversions of :mod:`webcosm.act.values` are accepted beyond it, and no text may hold
    U+0000.
    """
    asked = answer if answer is not None and spec.name == "answer" else {}
    schema: Schema = {
        "type": "object",
        "properties": {parameter.name: _property(parameter, asked) for parameter in spec.parameters},
        "required": [parameter.name for parameter in spec.parameters if parameter.required],
        "additionalProperties": False,
    }
    return schema


def openai_tools(
    action_set: ActionSet, api: Literal["chat", "responses"] = "chat", *, answer: Mapping[str, Any] | None = None
) -> list[Schema]:
    """Function tools for OpenAI's Chat Completions or Responses interface; ``answer`` as in :func:`json_schema`.

    Not in "strict" mode: that knows no optional arguments.
    """
    functions = [
        {
            "name": spec.name,
            "description": _description(spec),
            "parameters": json_schema(spec, answer),
            "strict": False,
        }
        for spec in action_set.specs
    ]
    if api == "chat":
        return [{"type": "function", "function": function} for function in functions]
    if api == "responses":
        return [{"type": "function", **function} for function in functions]
    raise ValueError(f"there is no interface {api!r}; choose 'chat' or 'responses'")


def anthropic_tools(action_set: ActionSet, *, answer: Mapping[str, Any] | None = None) -> list[Schema]:
    """Tools for Anthropic's Messages interface; ``answer`` as in :func:`json_schema`."""
    return [
        {"name": spec.name, "description": _description(spec), "input_schema": json_schema(spec, answer)}
        for spec in action_set.specs
    ]


def mcp_tools(action_set: ActionSet, *, answer: Mapping[str, Any] | None = None) -> list[Schema]:
    """Tools as a Model Context Protocol server lists them; ``answer`` as in :func:`json_schema`."""
    return [
        {
            "name": spec.name,
            "title": spec.title,
            "description": _description(spec),
            "inputSchema": json_schema(spec, answer),
            "annotations": {
                "title": spec.title,
                "readOnlyHint": spec.looks_only,
                "destructiveHint": not spec.looks_only,
                "openWorldHint": spec.unsafe,  # all else stays inside the episode's own world
            },
        }
        for spec in action_set.specs
    ]


def _property(parameter: Parameter, asked: Mapping[str, Any]) -> Schema:
    schema = {"description": parameter.description, **(asked or parameter.kind.schema())}
    if asked.get("description"):
        schema["description"] = f"{parameter.description} It is {asked['description']}."
    if not parameter.required:
        default = parameter.default
        schema["default"] = list(default) if isinstance(default, tuple) else default
    return schema


def _description(spec: Spec[Any]) -> str:
    return f"{'UNSAFE. ' if spec.unsafe else ''}{spec.description} Example: {spec.example}"
