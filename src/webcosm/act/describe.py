"""The part of a prompt that tells a model which actions it has and how to write them."""

from __future__ import annotations

import json
from typing import Any, Literal

from webcosm.act.actions import GROUPS, Parameter, Spec
from webcosm.act.dialects import parse
from webcosm.act.dialects.brackets import FORMS
from webcosm.act.dialects.computer import SCREEN_VERBS
from webcosm.act.sets import ActionSet
from webcosm.act.values import AnyOf, ElementId, Flag, Json, Keys, ListOf, Number, OneOf, Text, Url, ValueKind

__all__ = ["describe", "reference", "signature"]

WrittenDialect = Literal["calls", "brackets", "json", "coordinates"]


def describe(
    action_set: ActionSet,
    dialect: WrittenDialect = "calls",
    *,
    long: bool = False,
    examples: bool = True,
    answer: str = "",
) -> str:
    """The prompt text for a set of actions in one dialect.

    The short form has one line per action; the long form adds each argument, and every example with ``examples``.
    ``answer`` says in words what an answer looks like, as a goal's form does.
    """
    match dialect:
        case "calls":
            lines = _by_group(action_set, "calls", long, examples)
            rules = "Texts stand in quotes; write \\' for a quote and \\n for a new line inside them."
        case "json":
            lines = _by_group(action_set, "json", long, examples)
            rules = 'Write an action as {"name": …, "arguments": {…}}.'
        case "brackets":
            lines = _forms(action_set)
            rules = "Write an action exactly in this form. Ids are the numbers in the observation."
        case "coordinates":
            lines = _verbs(action_set, long, examples)
            rules = "Coordinates are CSS pixels from the top left corner of the view."
        case _:
            raise ValueError(
                f"there is no dialect {dialect!r} to describe; choose calls, brackets, json or coordinates"
            )
    if not lines:
        raise ValueError(f"none of the allowed actions can be written in the dialect {dialect!r}")
    if answer and "answer" in action_set:
        rules = f"{rules} An answer is {answer}."
    number = "Send one or several actions, one per line." if action_set.multiple else "Send exactly one action."
    return "\n".join([*lines, "", f"{number} {rules}", ""])


def reference() -> str:
    """A reference of every action in Markdown, with the other names that are accepted."""
    lines: list[str] = []
    for group, heading in GROUPS.items():
        lines += [f"## {group}", "", f"{heading[0].upper()}{heading[1:]}.", ""]
        for spec in (spec for spec in _ALL.specs if spec.group == group):
            lines += [f"### `{signature(spec)}`", "", spec.description, ""]
            for parameter in spec.parameters:
                also = f" Also accepted as {_code(parameter.aliases)}." if parameter.aliases else ""
                lines.append(f"- `{parameter.name}`: {parameter.description} Must be {parameter.kind.phrase}.{also}")
            lines += [""] if spec.parameters else []
            lines += [f"Also accepted as {_code(spec.aliases)}.", ""] if spec.aliases else []
            lines += [f"Example: `{spec.example}`", ""]
    return "\n".join(lines)


def signature(spec: Spec[Any]) -> str:
    """``click(id: str, button: 'left' | 'middle' | 'right' = 'left', …)``."""
    return f"{spec.name}({', '.join(_parameter(parameter) for parameter in spec.parameters)})"


def _parameter(parameter: Parameter) -> str:
    text = f"{parameter.name}: {_type(parameter.kind)}"
    if parameter.required:
        return text
    default = parameter.default
    return f"{text} = {list(default) if isinstance(default, tuple) else default!r}"


def _type(kind: ValueKind) -> str:
    match kind:
        case Json():
            return "str | JSON"
        case Text() | ElementId() | Url() | Keys():
            return "str"
        case Number(whole=whole):
            return "int" if whole else "float"
        case Flag():
            return "bool"
        case OneOf(options):
            return " | ".join(map(repr, options))
        case ListOf(item):
            return f"list[{_type(item)}]"
        case AnyOf(kinds):
            return " | ".join(map(_type, kinds))
    return "None"


def _code(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _by_group(action_set: ActionSet, dialect: Literal["calls", "json"], long: bool, examples: bool) -> list[str]:
    lines: list[str] = []
    for group, heading in GROUPS.items():
        specs = [spec for spec in action_set.specs if spec.group == group]
        if specs:
            lines += ["", f"{heading[0].upper()}{heading[1:]}:"]
        for spec in specs:
            lines += _entry(spec, dialect, long, examples)
    return lines[1:]


def _entry(spec: Spec[Any], dialect: Literal["calls", "json"], long: bool, examples: bool) -> list[str]:
    if not long:
        return [f"- {signature(spec)}: {spec.description}"]
    lines = [f"- {signature(spec)}", f"    {spec.description}"]
    lines += [f"    {parameter.name}: {parameter.description}" for parameter in spec.parameters]
    if examples:
        lines.append(f"    Example: {spec.example if dialect == 'calls' else _as_json(spec.example)}")
    return lines


def _as_json(example: str) -> str:
    """An example call as a JSON tool call."""
    return json.dumps(parse(example, _ALL, "calls").actions[0].tool_call, ensure_ascii=False)


_ALL = ActionSet(groups=tuple(GROUPS))


def _forms(action_set: ActionSet) -> list[str]:
    return [f"- {form.usage}: {form.meaning}" for form in FORMS.values() if form.actions[0] in action_set]


def _verbs(action_set: ActionSet, long: bool, examples: bool) -> list[str]:
    """Computer actions as JSON; as calls, whatever has no such form."""
    verbs = {name: verb for name, verb in SCREEN_VERBS.items() if verb.action in action_set}
    lines = [f"- {json.dumps({'action': name, **verb.fields})}: {verb.meaning}" for name, verb in verbs.items()]
    rest = [spec for spec in action_set.specs if spec.name not in {verb.action for verb in verbs.values()}]
    calls = [line for spec in rest if spec.group != "element" for line in _entry(spec, "calls", long, examples)]
    return [*lines, *(["", "As calls:"] if lines and calls else []), *calls]
