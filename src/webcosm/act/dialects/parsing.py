"""From an agent's text to actions or to one error. Nothing in a text is dropped silently.

Text around the actions is allowed only where it cannot be mistaken for them: with ``lenient`` (the default), a text
that does not itself begin with an action may hold its actions in ``<action>…</action>`` or ``<tool_call>…</tool_call>``
tags, or else in blocks fenced by three backticks. Then all such blocks are read, in order, and what lies
outside them is passed over. If any one call is wrong, no action at all is returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, get_args

from webcosm.act.actions import Action
from webcosm.act.dialects import brackets, calls, tools
from webcosm.act.dialects.drafts import Draft
from webcosm.act.errors import ActionError, shown
from webcosm.act.sets import ActionSet
from webcosm.act.values import ElementId

__all__ = ["DIALECTS", "LONGEST_INPUT", "MOST_CALLS", "Dialect", "Parsed", "parse"]

Dialect = Literal["auto", "calls", "brackets", "json", "coordinates"]
DIALECTS: Final[tuple[Dialect, ...]] = get_args(Dialect)
LONGEST_INPUT: Final = 100_000
"""Characters of one text."""
MOST_CALLS: Final = 50
"""Actions of one step."""

_TAG = re.compile(r"<(/?)(action|tool_call)>")
_FENCE = re.compile(r"(?P<own_line>^[ \t]*)?```", re.MULTILINE)
_LANGUAGE = re.compile(r"(?:python|py|json|text|txt|plaintext|action|actions|tool_code|tool_call)?[ \t]*\r?\n")


@dataclass(frozen=True)
class Parsed:
    """What a text means: its actions, or why it means none."""

    actions: tuple[Action, ...] = ()
    error: ActionError | None = None

    @property
    def text(self) -> str:
        """The actions in canonical form, one per line."""
        return "\n".join(action.text for action in self.actions)


def parse(
    text: str,
    action_set: ActionSet,
    dialect: Dialect = "auto",
    ids: Mapping[str, str] | None = None,
    *,
    lenient: bool = True,
    viewport: tuple[int, int] = (1280, 720),
) -> Parsed:
    """Read the actions of a text.

    ``ids`` gives the element id for each id the agent was shown, where those are not the same (as WebArena's numbers);
    an id that was not shown is then an error. ``viewport`` tells how far "scroll one page" goes.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"there is no dialect {dialect!r}; dialects are {', '.join(DIALECTS)}")
    try:
        _check_input(text)
        drafts = (draft for body in _bodies(text, lenient) for draft in _read(body, dialect, viewport))
        return Parsed(tuple(_build(list(islice(drafts, MOST_CALLS + 1)), action_set, ids)))
    except ActionError as error:
        return Parsed(error=error)


def _check_input(text: object) -> None:
    if not isinstance(text, str):
        raise ActionError(f"an action is a text, not {shown(text)}.")
    if len(text) > LONGEST_INPUT:
        raise ActionError(f"the text has {len(text)} characters; at most {LONGEST_INPUT} are read.", "limit")
    if bad := re.search("[\x00\ud800-\udfff]", text):
        raise ActionError(f"the text holds the character U+{ord(bad[0]):04X}, which no page can hold.")
    if not text.strip():
        raise ActionError("the text is empty; an action is written as in click('a12').", "empty")


def _bodies(text: str, lenient: bool) -> list[str]:
    """The parts of a text that hold actions: the text itself, or its tagged or fenced blocks."""
    begins = text.lstrip()[:1] in ("{", "[") or calls.begins_with_call(text) or brackets.begins_with_form(text)
    if begins or not lenient:
        return [text]
    tagged = [body for block in _tagged(text) for body in _bodies(block, lenient)]
    return tagged or list(_fenced(text)) or [text]


def _tagged(text: str) -> Iterator[str]:
    """The insides of tags, each from an opening tag to the next closing one of the same name."""
    opened: re.Match[str] | None = None
    for tag in _TAG.finditer(text):
        if opened is None and not tag[1]:
            opened = tag
        elif opened is not None and tag[1] and tag[2] == opened[2]:
            yield text[opened.end() : tag.start()]
            opened = None


def _fenced(text: str) -> Iterator[str]:
    """The insides of ``` blocks. A block that opens with a line of its own is closed by the next fence that begins a
    line, so that backticks inside it do no harm; any other is closed by the next fence."""
    begin: int | None = None
    whole_lines = False
    for fence in _FENCE.finditer(text):
        if begin is None:
            language = _LANGUAGE.match(text, fence.end())
            whole_lines = language is not None
            begin = language.end() if language else fence.end()
        elif fence["own_line"] is not None or not whole_lines:
            yield text[begin : fence.start()]
            begin = None
    if begin is not None:
        raise ActionError("a block opened by ``` is never closed.")


def _read(body: str, dialect: Dialect, viewport: tuple[int, int]) -> Iterator[Draft]:
    as_json = body.lstrip()[:1] in ("{", "[")
    if dialect == "json" or (as_json and dialect in ("auto", "coordinates")):
        return tools.read(body)
    if dialect == "brackets" or (dialect == "auto" and brackets.begins_with_form(body)):
        return brackets.read(body, viewport[1])
    return calls.read(body)


def _build(drafts: list[Draft], action_set: ActionSet, ids: Mapping[str, str] | None) -> list[Action]:
    """The actions of all drafts; the first fault in how they are written comes before any in what they say."""
    total = sum(not draft.stray for draft in drafts)
    position = 0
    for draft in drafts:
        position += not draft.stray
        if draft.fault is not None:
            raise draft.fault if draft.stray else draft.fault.at(draft.source, position, total)
    if total == 0:
        raise ActionError("the text holds no action, only words or comments.", "empty")
    if total > 1 and not action_set.multiple:
        raise ActionError("the text holds several actions, but a step takes one.", "limit")
    actions: list[Action] = []
    for position, draft in enumerate(drafts, start=1):
        try:
            for call in draft.calls:
                action = action_set.find(call.name).build(call.positional, call.keywords)
                actions.append(action if ids is None else _translated(action, ids))
        except ActionError as error:
            raise error.at(draft.source, position, total) from None
    if len(actions) > MOST_CALLS:
        raise ActionError(f"the text holds more than {MOST_CALLS} actions, the most a step takes.", "limit")
    return actions


def _translated(action: Action, ids: Mapping[str, str]) -> Action:
    """The action on the elements that the shown ids stand for."""
    arguments = dict(action.arguments)
    for parameter in action.spec.parameters:
        if isinstance(parameter.kind, ElementId):
            given = str(arguments[parameter.name])
            if given not in ids:
                raise ActionError(
                    f"{parameter.name} is {given}, but the observation shows no element {given}.",
                    "argument",
                    argument=parameter.name,
                    given=given,
                    accepted="an id shown in the observation",
                )
            arguments[parameter.name] = ids[given]
    return Action(action.name, arguments)
