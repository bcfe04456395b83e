"""WebArena's bracket grammar: ``click [12]``, ``type [7] [blue lamp] [1]``, ``scroll [down]``, ``stop [answer]``.

One statement per line; a text may run over several lines and may itself hold brackets, because the outermost brackets
of a statement count. ``type`` ends with ``[1]`` (press Enter afterwards, the default) or ``[0]``; so a text whose own
end reads ``] [1`` is the one thing that cannot be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from webcosm.act.dialects.drafts import Call, Draft, draft
from webcosm.act.errors import ActionError, did_you_mean, excerpt

__all__ = ["FORMS", "Form", "begins_with_form", "read"]


@dataclass(frozen=True)
class Form:
    """One statement of the grammar."""

    usage: str
    meaning: str
    pattern: str
    make: Callable[..., Call]
    """Makes the call of the pattern's groups; the first argument is the viewport's height."""
    actions: tuple[str, ...]
    """Actions it can turn into; it is offered where the first of them is allowed."""


_ID = r"\[([^\[\]\n]*)\]"
_TEXT = r"\[(.*)\]"

FORMS: dict[str, Form] = {
    "click": Form("click [id]", "Click an element.", _ID, lambda _, id: Call("click", (id.strip(),)), ("click",)),
    "hover": Form("hover [id]", "Hover over an element.", _ID, lambda _, id: Call("hover", (id.strip(),)), ("hover",)),
    "type": Form(
        "type [id] [text] [1]",
        "Click a field and type a text at its end, then press Enter; with [0] at the end without Enter.",
        rf"{_ID} ?{_TEXT} ?\[(\d+)\]|{_ID} ?{_TEXT}",
        lambda _, *groups: _type(*groups),
        ("type",),
    ),
    "clear": Form("clear [id]", "Empty a field.", _ID, lambda _, id: Call("clear", (id.strip(),)), ("clear",)),
    "select": Form(
        "select [id] [option]",
        "Choose an option of a select field by its label or value.",
        rf"{_ID} ?{_TEXT}",
        lambda _, id, option: Call("select_option", (id.strip(), option)),
        ("select_option",),
    ),
    "upload": Form(
        "upload [id] [file]",
        "Choose a file in a file field.",
        rf"{_ID} ?{_TEXT}",
        lambda _, id, file: Call("upload_file", (id.strip(), file)),
        ("upload_file",),
    ),
    "press": Form(
        "press [keys]",
        "Press a key or a combination of keys, as in press [ctrl+a].",
        _TEXT,
        lambda _, keys: Call("keyboard_press", (keys,)),
        ("keyboard_press",),
    ),
    "scroll": Form(
        "scroll [down]",
        "Scroll by the height of the view, down or up.",
        r"\[ *(up|down) *\]|(up|down)",
        lambda height, *ways: Call("scroll", (0, height if "down" in ways else -height)),
        ("scroll",),
    ),
    "goto": Form("goto [url]", "Open an address.", _TEXT, lambda _, url: Call("goto", (url,)), ("goto",)),
    "new_tab": Form("new_tab", "Open a new tab.", "", lambda _: Call("new_tab"), ("new_tab",)),
    "tab_focus": Form(
        "tab_focus [index]",
        "Turn to a tab by its number, from 0.",
        r"\[ *(\d{1,9}) *\]",
        lambda _, index: Call("tab_focus", (int(index),)),
        ("tab_focus",),
    ),
    "close_tab": Form("close_tab", "Close this tab.", "", lambda _: Call("tab_close"), ("tab_close",)),
    "go_back": Form("go_back", "Go back in this tab.", "", lambda _: Call("go_back"), ("go_back",)),
    "go_forward": Form("go_forward", "Go forward in this tab.", "", lambda _: Call("go_forward"), ("go_forward",)),
    "none": Form("none", "Do nothing.", "", lambda _: Call("noop"), ("noop",)),
    "stop": Form(
        "stop [answer]",
        "End the episode with an answer; stop alone where none is asked for, stop [N/A: what stands"
        " in the way] if the task cannot be done.",
        rf"{_TEXT}|",
        lambda _, answer: _stop(answer),
        ("stop", "answer", "report_infeasible"),
    ),
}

_BEGINNING = re.compile(rf"[ \t]*({'|'.join(FORMS)})(?=[ \t]*(?:\[|\r?$)|[ \t]+(?:up|down)[ \t]*\r?$)", re.MULTILINE)


def begins_with_form(text: str) -> bool:
    """Whether the first line of a text begins with a statement of this grammar."""
    return _BEGINNING.match(text.lstrip()) is not None


def read(text: str, height: int) -> Iterator[Draft]:
    """The statements of a text, for a viewport of this height."""
    return (_read_one(source, height) for source in _statements(text))


def _statements(text: str) -> Iterator[str]:
    """Lines, joined where a statement's text goes on.

    A statement that opens a bracket ends with a line that ends with ``]`` and closes as many as were opened,
    or is followed by the beginning of another statement or by nothing.
    """
    held: list[str] = []
    unclosed = 0
    lines = text.rstrip().split("\n")
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        if not held and not line.strip():
            continue
        held.append(line)
        unclosed += line.count("[") - line.count("]")
        closes = line.rstrip().endswith("]")
        ends = unclosed <= 0 or following is None or _BEGINNING.match(following) is not None
        if following is None or "[" not in held[0] or (closes and ends):
            yield "\n".join(held).strip()
            held, unclosed = [], 0


def _read_one(source: str, height: int) -> Draft:
    verb = re.match(r"[^\s\[]*", source)[0]  # type: ignore[index]
    form = FORMS.get(verb)
    if form is not None:
        return draft(source, lambda: [_call(form, source[len(verb) :].strip(), height)])
    stray = not re.fullmatch(r"\w+\s*\[.*", source, re.DOTALL)
    known = ", ".join(form.usage for form in FORMS.values())
    reason = f"{excerpt(verb, 40)!r} begins no statement.{did_you_mean(verb, FORMS)} Statements: {known}."
    return Draft(source, fault=ActionError(reason, "unknown", given=verb, accepted=known), stray=stray)


def _call(form: Form, rest: str, height: int) -> Call:
    match = re.fullmatch(form.pattern, rest, re.DOTALL)
    if match is None:
        raise ActionError(f"it must be written {form.usage}.", accepted=form.usage)
    return form.make(height, *match.groups())


def _type(id: str, text: str, enter: str | None, plain_id: str, plain_text: str) -> Call:
    if enter is None:
        return Call("type", (plain_id.strip(), plain_text), {"submit": True})
    if enter not in ("0", "1"):
        raise ActionError(
            f"the last bracket is [{excerpt(enter, 20)}], but must be [1] (press Enter) or [0].",
            "argument",
            argument="submit",
            given=enter,
            accepted="0 or 1",
        )
    return Call("type", (id.strip(), text), {"submit": enter == "1"})


def _stop(answer: str | None) -> Call:
    text = (answer or "").strip()
    if not text:
        return Call("stop")
    reported = re.match(r"N/A(?:$|\s*[:;,.–—-]\s*(?=\S))", text, re.IGNORECASE)
    return Call("report_infeasible", (text[reported.end() :] or text,)) if reported else Call("answer", (text,))
