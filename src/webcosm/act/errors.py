"""How a refused action is reported: which call, which argument, what was given and what is accepted; and one that
could not be done."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal

__all__ = ["ActionError", "ActionFailed", "ErrorKind", "did_you_mean", "excerpt", "quoted", "shown"]

ErrorKind = Literal["empty", "syntax", "unknown", "forbidden", "argument", "limit"]

_EXCERPT = 100
_WIDEST_INTEGER = 64  # bits; printing much wider ones costs quadratic time and Python refuses it


class ActionFailed(Exception):
    """The action was understood but could not be done; the message tells the agent why."""


class ActionError(ValueError):
    """Why a text is not an action. Its message is written for the agent that sent the text."""

    def __init__(
        self,
        reason: str,
        kind: ErrorKind = "syntax",
        *,
        argument: str | None = None,
        given: str | None = None,
        accepted: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.kind = kind
        self.argument = argument
        """Name of the argument at fault, if one is."""
        self.given = given
        """What was given for it, in words."""
        self.accepted = accepted
        """What would have been accepted, in words."""
        self.call: str | None = None
        """Text of the call at fault, shortened to one line."""
        self.position: int | None = None
        """Which of the calls it is, from 1 to :attr:`total`."""
        self.total: int | None = None

    def at(self, call: str, position: int, total: int) -> ActionError:
        """The same error, saying in which of several calls it lies."""
        placed = ActionError(self.reason, self.kind, argument=self.argument, given=self.given, accepted=self.accepted)
        placed.call, placed.position, placed.total = excerpt(call), position, total
        return placed

    def __str__(self) -> str:
        if self.call is None:
            return self.reason
        which = f"call {self.position} of {self.total}, " if self.total and self.total > 1 else ""
        return f"{which}{self.call}: {self.reason}"


def excerpt(text: str, limit: int = _EXCERPT) -> str:
    """At most ``limit`` characters of a text on one line; what cannot be printed is escaped."""
    head = text.strip()[: limit + 1]
    if head.isprintable():
        line = head
    else:
        line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in head)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def shown(value: object) -> str:
    """A value in words that fit into a message, however large or strange it is."""
    match value:
        case None | True | False:
            return repr(value)
        case str():
            return f"the text {quoted(value)}"
        case int():
            return f"the number {value}" if value.bit_length() <= _WIDEST_INTEGER else "a number of too many digits"
        case float():
            return f"the number {value!r}"
        case list() | tuple():
            return f"a list of {len(value)}" if value else "an empty list"
        case dict():
            return "an object"
    return f"a {type(value).__name__}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`` Did you mean 'click'?``, or nothing if no known name is near."""
    folded = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name[:_EXCERPT].lower(), folded, n=1)
    return f" Did you mean {quoted(folded[near[0]])}?" if near else ""


def quoted(text: str) -> str:
    """A text in single quotes, shortened and printable."""
    return f"'{excerpt(text, 60)}'"
