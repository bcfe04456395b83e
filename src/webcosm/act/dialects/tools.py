"""JSON tool calls in the shapes that model interfaces use, one or several, in lists or inside the message around them.

* ``{"name": "click", "arguments": {"id": "a12"}}``, with ``arguments`` also as a JSON text, or called ``input``,
  ``parameters`` or ``args``;
* OpenAI's ``{"type": "function", "function": {"name": …, "arguments": "…"}}`` and ``{"type": "function_call", …}``;
* Anthropic's ``{"type": "tool_use", "name": …, "input": {…}}``;
* MCP's ``{"method": "tools/call", "params": {"name": …, "arguments": {…}}}``;
* computer-use actions, see :mod:`webcosm.act.dialects.computer`.

Parts of a message that hold a model's words or reasoning are passed over; any other part, key or repeated key that
is not understood is an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from webcosm.act.dialects import computer
from webcosm.act.dialects.drafts import Call, Draft, draft
from webcosm.act.errors import ActionError, excerpt, quoted, shown

__all__ = ["read"]

DEEPEST = 6  # wrappers around a call: message, content, part, function, arguments

_WORDS = ("text", "thinking", "redacted_thinking", "reasoning", "message", "output_text")
_ARGUMENTS = ("arguments", "input", "parameters", "args")
_ENVELOPE = {"type", "id", "call_id", "index", "status", "caller", "cache_control", "jsonrpc", "thought_signature"}
_MESSAGE = _ENVELOPE | {"role", "content", "refusal", "annotations", "audio", "model", "stop_reason", "stop_sequence"}
_MESSAGE |= {"usage", "reasoning_content", "reasoning"}


def read(text: str) -> Iterator[Draft]:
    """The tool calls of a text: one JSON value, or several with blank space between them."""
    decoder = json.JSONDecoder(object_pairs_hook=_unrepeated, parse_constant=_no_constant)
    position, end = 0, len(text)
    while position < end:
        if text[position] in " \t\r\n,;":
            position += 1
            continue
        try:
            value, after = decoder.raw_decode(text, position)
        except ActionError as error:
            yield Draft(text[position:], fault=error)
            return
        except RecursionError:
            yield Draft(text[position:], fault=ActionError("the JSON is nested too deeply.", "limit"))
            return
        except ValueError as error:
            yield Draft(text[position:], fault=_not_json(error))
            return
        yield from _drafts(value, 0)
        position = after


def _not_json(error: ValueError) -> ActionError:
    if isinstance(error, json.JSONDecodeError):
        return ActionError(f"this is not JSON: {error.msg} in line {error.lineno}, column {error.colno}.")
    return ActionError(f"this is not JSON: {excerpt(str(error))}.")


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise ActionError(f"the key {quoted(key)} stands twice in one object.", "argument", argument=key)
        values[key] = value
    return values


def _no_constant(name: str) -> NoReturn:
    raise ActionError(f"{name} is not a JSON number.")


def _drafts(value: object, depth: int) -> Iterator[Draft]:
    """The calls inside a value, each with the reason if it cannot be read."""
    if isinstance(value, list) and depth < DEEPEST:
        for part in value:
            yield from _drafts(part, depth + 1)
        return
    source = _source(value)
    if depth >= DEEPEST:
        yield Draft(source, fault=ActionError("tool calls are wrapped too deeply.", "limit"))
    elif not isinstance(value, dict):
        fault = ActionError(f"a tool call is an object with a name and arguments, not {shown(value)}.")
        yield Draft(source, fault=fault)
    elif "tool_calls" in value or ("content" in value and value.get("role") == "assistant"):
        yield from _message(value, source, depth)
    elif computer.is_computer(value):
        yield draft(source, lambda: computer.calls(value))
    elif value.get("type") in _WORDS and "name" not in value and "function" not in value:
        return
    else:
        yield draft(source, lambda: _calls(value))


def _message(value: dict[str, Any], source: str, depth: int) -> Iterator[Draft]:
    if unknown := sorted(value.keys() - _MESSAGE - {"tool_calls"}):
        yield Draft(source, fault=_unknown_key(unknown[0], "a message"))
        return
    content = value.get("content")
    if isinstance(content, list):
        yield from _drafts(content, depth + 1)
    if value.get("tool_calls") is not None:
        yield from _drafts(value["tool_calls"], depth + 1)


def _calls(value: dict[str, Any]) -> list[Call]:
    if isinstance(value.get("function"), dict):
        _refuse_unknown(value, _ENVELOPE | {"function"})
        value = value["function"]
    elif value.get("method") == "tools/call" and isinstance(value.get("params"), dict):
        _refuse_unknown(value, _ENVELOPE | {"method", "params"})
        value = value["params"]
    name = value.get("name")
    if not isinstance(name, str):
        raise ActionError(
            'it has no "name". A tool call is written {"name": "click", "arguments": {"id": "a12"}}.',
            accepted='{"name": …, "arguments": {…}}',
        )
    _refuse_unknown(value, _ENVELOPE | {"name", *_ARGUMENTS})
    given = [key for key in _ARGUMENTS if key in value]
    if len(given) > 1:
        raise ActionError(f"it has both {given[0]!r} and {given[1]!r}.")
    arguments = _arguments(value[given[0]]) if given else {}
    if name == "computer" and computer.is_computer(arguments):
        return computer.calls(arguments)
    return [Call(name, (), arguments)]


def _arguments(value: object) -> dict[str, Any]:
    """Arguments are an object, or its JSON text; an empty text means none."""
    if isinstance(value, str) and not value.strip():
        return {}
    if isinstance(value, str):
        try:
            value = json.loads(value, object_pairs_hook=_unrepeated, parse_constant=_no_constant)
        except RecursionError:
            raise ActionError("the JSON of its arguments is nested too deeply.", "limit") from None
        except ActionError:
            raise
        except ValueError as error:
            raise ActionError(f"its arguments are not JSON: {excerpt(str(error))}.") from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ActionError(f"its arguments must be an object, not {shown(value)}.")
    return value


def _refuse_unknown(value: dict[str, Any], known: set[str]) -> None:
    if unknown := sorted(value.keys() - known):
        raise _unknown_key(unknown[0], "a tool call")


def _unknown_key(key: str, where: str) -> ActionError:
    return ActionError(f"the key {quoted(key)} has no meaning in {where}.", "argument", argument=key)


def _source(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):
        return "{…}"
