"""Tool definitions for model interfaces, all from the one declaration of each action."""

from __future__ import annotations

from typing import Any, Literal

from webcosm.act.actions import Parameter, Spec
from webcosm.act.sets import ActionSet

__all__ = ["anthropic_tools", "json_schema", "mcp_tools", "openai_tools"]

Schema = dict[str, Any]


def json_schema(spec: Spec[Any]) -> Schema:
    """JSON Schema (2020-12) of an action's arguments.

    Exact but for two things: the conversions of :mod:`webcosm.act.values` are accepted beyond it, and no text may hold
    U+0000.
    """
    schema: Schema = {
        "type": "object",
        "properties": {parameter.name: _property(parameter) for parameter in spec.parameters},
        "required": [parameter.name for parameter in spec.parameters if parameter.required],
        "additionalProperties": False,
    }
    return schema


def openai_tools(action_set: ActionSet, api: Literal["chat", "responses"] = "chat") -> list[Schema]:
    """Function tools for OpenAI's Chat Completions or Responses interface.

    Not in "strict" mode: that knows no optional arguments.
    """
    functions = [
        {
            "name": spec.name,
            "description": _description(spec),
            "parameters": json_schema(spec),
            "strict": False,
        }
        for spec in action_set.specs
    ]
    if api == "chat":
        return [{"type": "function", "function": function} for function in functions]
    if api == "responses":
        return [{"type": "function", **function} for function in functions]
    raise ValueError(f"there is no interface {api!r}; choose 'chat' or 'responses'")


def anthropic_tools(action_set: ActionSet) -> list[Schema]:
    """Tools for Anthropic's Messages interface."""
    return [
        {"name": spec.name, "description": _description(spec), "input_schema": json_schema(spec)}
        for spec in action_set.specs
    ]


def mcp_tools(action_set: ActionSet) -> list[Schema]:
    """Tools as a Model Context Protocol server lists them."""
    return [
        {
            "name": spec.name,
            "title": spec.title,
            "description": _description(spec),
            "inputSchema": json_schema(spec),
            "annotations": {
                "title": spec.title,
                "readOnlyHint": spec.looks_only,
                "destructiveHint": not spec.looks_only,
                "openWorldHint": spec.unsafe,  # all else stays inside the episode's own world
            },
        }
        for spec in action_set.specs
    ]


def _property(parameter: Parameter) -> Schema:
    schema = {"description": parameter.description, **parameter.kind.schema()}
    if not parameter.required:
        default = parameter.default
        schema["default"] = list(default) if isinstance(default, tuple) else default
    return schema


def _description(spec: Spec[Any]) -> str:
    return f"{'UNSAFE. ' if spec.unsafe else ''}{spec.description} Example: {spec.example}"
