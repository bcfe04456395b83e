"""Function calls as in Python: ``click('a12')``, one or several, with comments between them.

Arguments are literals: texts in quotes (also triple-quoted or raw), numbers, True, False, None, lists and tuples.
Nothing is ever evaluated. The text is cut into tokens by one regular expression that reads each character once;
only a single text token at a time is handed to :func:`ast.literal_eval`, to resolve its escapes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from webcosm.act.dialects.drafts import Call, Draft, draft
from webcosm.act.errors import ActionError, did_you_mean, excerpt

__all__ = ["begins_with_call", "read"]

DEEPEST = 4  # nested lists; no action takes more than one level

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\f]+|\\\r?\n)
  | (?P<line>\n)
  | (?P<comment>\#[^\n]*)
  | (?P<text>(?P<prefix>[A-Za-z]{0,2})
      (?: '''(?:[^'\\]|\\.|'(?!''))*+(?:'''|\\?\Z)
        | \"""(?:[^"\\]|\\.|"(?!""))*+(?:\"""|\\?\Z)
        | '(?:[^'\\\n]|\\.)*+(?:'|(?=\n)|\\?\Z)
        | "(?:[^"\\\n]|\\.)*+(?:"|(?=\n)|\\?\Z) ))
  | (?P<number>(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[A-Za-z0-9_.]*)
  | (?P<name>[^\W\d]\w*)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_NUMERAL = re.compile(r"(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_LOOSE_ESCAPE = re.compile(r"(?:\\[\n\\'\"abfnrtvxuUN]|\\(?![4-7][0-7]{2})[0-7]{1,3}|[^\\])++|(\\)", re.DOTALL)
_CONSTANTS = {"True": True, "False": False, "None": None}
_FOREIGN_CONSTANTS = {"true": "True", "false": "False", "null": "None", "undefined": "None"}


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


_END = Token("end", "", 0, 0)


def begins_with_call(text: str) -> bool:
    """Whether the first thing in a text, after blank space and comments, is a name with a bracket right behind it."""
    return re.match(r"(?:\s|#[^\n]*(?:\n|\Z))*+[^\W\d]\w*\(", text) is not None


def read(text: str) -> Iterator[Draft]:
    """The statements of a text of calls."""
    for tokens in _statements(_tokens(text)):
        source = text[tokens[0].start : tokens[-1].end]
        if len(tokens) > 1 and tokens[0].kind == "name" and tokens[1].text == "(":
            yield draft(source, _Reader(tokens).calls)
        else:
            yield Draft(source, fault=_stray(source), stray=True)


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind not in ("space", "comment"):
            open_ended = kind == "text" and not _closed(match[0][len(match["prefix"]) :])
            yield Token("open" if open_ended else kind, match[0], match.start(), match.end())


def _statements(tokens: Iterator[Token]) -> Iterator[list[Token]]:
    """Cut into calls, each from its name to its closing bracket, and runs of anything else.

    A call that is never closed ends where a line begins with another call, since calls are never nested,
    or at the end of a line on which a text is never closed; so one fault does not hide the calls after it.
    """
    held: list[Token] = []
    depth = 0
    fresh = True  # at the beginning of a line
    for token, following in pairwise(chain(tokens, [_END])):
        if token.kind == "line" or (token.text == ";" and depth == 0):
            if held and (depth == 0 or held[-1].kind == "open"):
                yield held
                held, depth = [], 0
            fresh = True
            continue
        opens_call = token.kind == "name" and following.text == "("
        if opens_call and held and (depth == 0 or fresh):
            yield held
            held, depth = [], 0
        fresh = False
        held.append(token)
        if token.kind == "mark" and token.text in "([{":
            depth += 1
        elif token.kind == "mark" and token.text in ")]}":
            depth -= 1
            if depth <= 0:
                yield held
                held, depth = [], 0
    if held:
        yield held


def _stray(source: str) -> ActionError:
    shown = excerpt(source, 60)
    if re.fullmatch(r"[^\W\d]\w*", source):
        return ActionError(f"{shown!r} is not a call; write {shown}().")
    return ActionError(
        f"{shown!r} is not a call. Send calls alone, as in click('a12'), or put them in <action>…</action> or a "
        "block fenced by ```."
    )


class _Reader:
    """Reads one call from its tokens."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.position = 0

    @property
    def next(self) -> Token | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self, text: str) -> bool:
        found = self.next is not None and self.next.kind == "mark" and self.next.text == text
        self.position += found
        return found

    def calls(self) -> list[Call]:
        name = self.tokens[0].text
        self.position = 2
        positional: list[object] = []
        keywords: dict[str, object] = {}
        while not self.take(")"):
            key = self._keyword()
            value = self._value(0)
            if key is None and keywords:
                raise ActionError("an argument without a name stands after one with a name.")
            if key is None:
                positional.append(value)
            elif key in keywords:
                raise ActionError(f"{key} is given twice.", "argument", argument=key)
            else:
                keywords[key] = value
            self._separator(")")
        return [Call(name, tuple(positional), keywords)]

    def _keyword(self) -> str | None:
        here, after = self.next, self.tokens[self.position + 1 : self.position + 2]
        if here is not None and here.kind == "name" and after and after[0].text == "=":
            self.position += 2
            return here.text
        return None

    def _separator(self, closing: str) -> None:
        """Past the comma after a value; the closing bracket is left to be taken."""
        here = self.next
        if self.take(",") or (here is not None and here.kind == "mark" and here.text == closing):
            return
        before = self.tokens[self.position - 1]
        if here is None:
            raise ActionError(f"the bracket is never closed; {closing!r} is missing.")
        if before.kind == "text" and (here.kind in ("text", "open", "name") or before.text.endswith("'")):
            raise ActionError(
                f"a comma or {closing!r} is missing after {excerpt(before.text, 40)}. "
                "If the quote belongs to the text, write \\' or put the text in double quotes."
            )
        raise ActionError(f"a comma or {closing!r} is missing before {excerpt(here.text, 40)}.")

    def _value(self, depth: int) -> object:
        token = self.next
        if token is None:
            raise ActionError("the bracket is never closed; ')' is missing.")
        self.position += 1
        if token.kind == "text":
            return _text(token.text)
        if token.kind == "open":
            raise ActionError(
                f"the text {excerpt(token.text, 40)} is never closed. If it holds a quote, write \\' or \\\" for it; "
                "if it runs over several lines, write \\n."
            )
        if token.kind == "number":
            return _number(token.text)
        if token.kind == "name":
            return self._word(token.text)
        if token.text in "+-" and self.next is not None and self.next.kind == "number":
            number = _number(self.next.text)
            self.position += 1
            return -number if token.text == "-" else number
        if token.text in "[(":
            return self._list("]" if token.text == "[" else ")", depth + 1)
        if token.text == "{":
            raise ActionError("no action takes a dict or a set as an argument.")
        raise ActionError(f"{excerpt(token.text)!r} stands where a value should; values are texts in quotes, numbers, "
                          "True, False, None and lists of them.")  # fmt: skip

    def _list(self, closing: str, depth: int) -> list[object]:
        if depth > DEEPEST:
            raise ActionError(f"lists are nested more than {DEEPEST} deep.", "limit")
        items: list[object] = []
        while not self.take(closing):
            items.append(self._value(depth))
            self._separator(closing)
        return items

    def _word(self, word: str) -> object:
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if word in _FOREIGN_CONSTANTS:
            raise ActionError(f"{word} is not a Python value; write {_FOREIGN_CONSTANTS[word]}.")
        if self.next is not None and self.next.text == "(":
            raise ActionError(f"{excerpt(word, 40)}(…) stands inside a call; calls cannot be nested.")
        hint = did_you_mean(word, _CONSTANTS) if word[0].isupper() else ""
        raise ActionError(f"{excerpt(word, 40)} is not in quotes; write '{excerpt(word, 40)}' if it is a text.{hint}")


def _closed(body: str) -> bool:
    """Whether a text token without its prefix ends with the quote it began with."""
    quote = body[:3] if body[:3] in ("'''", '"""') else body[0]
    if len(body) < 2 * len(quote) or not body.endswith(quote):
        return False
    inner = body[len(quote) : -len(quote)]
    return (len(inner) - len(inner.rstrip("\\"))) % 2 == 0  # a quote behind an odd number of backslashes is text


def _text(source: str) -> str:
    prefix = re.split("['\"]", source, maxsplit=1)[0].lower()
    if prefix not in ("", "r", "u"):
        name = {"f": "f-strings are", "b": "byte strings are"}.get(prefix, f"{prefix}'…' is")
        raise ActionError(f"{name} not accepted: {excerpt(source, 40)}; write the text itself in plain quotes.")
    if prefix != "r":
        # Unknown escapes, as in '\d', stay as they are; written out, Python does not warn of them.
        source = _LOOSE_ESCAPE.sub(lambda match: "\\\\" if match[1] else match[0], source)
    try:
        return str(ast.literal_eval(source))
    except (SyntaxError, ValueError) as error:
        why = "a null character" if "\x00" in source else str(getattr(error, "msg", error)).rpartition(") ")[2]
        raise ActionError(f"the text {excerpt(source, 40)} cannot be read: {excerpt(why)}.") from None


def _number(source: str) -> int | float:
    if len(source) > 40 or not _NUMERAL.fullmatch(source):
        hint = f" Write '{source}' if it is an element id." if re.fullmatch(r"[A-Za-z0-9]{1,40}", source) else ""
        raise ActionError(f"{excerpt(source, 40)} is not a number.{hint}")
    return int(source) if source.isdecimal() else float(source)
