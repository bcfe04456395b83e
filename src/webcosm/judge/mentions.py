"""Judging free text by the facts in it: for messages that people word as they like."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Mentions"]


@dataclass(frozen=True)
class Mentions:
    """A text that names all of these facts, in whatever words around them.

    Letters' case, spacing and commas within numbers do not count; a fact is not found inside a longer word or number.
    With ``only``, a pattern, everything in the text that looks like it must be one of the facts, so that a text
    cannot pass by naming all that might be asked for.

    >>> paid = Mentions(("101480", "$1,075.99", "refund"), only=r"\\b10\\d{4}\\b")
    >>> paid("A refund of $1075.99 for order #101480, please.")
    True
    >>> paid("A refund of $1,075.99 for order 101480 or 101481, please.")
    False
    """

    facts: tuple[str, ...]
    only: str = ""

    def __post_init__(self) -> None:
        if not self.facts or not all(_plain(fact) for fact in self.facts):
            raise ValueError(f"Mentions: facts are texts, at least one, not {self.facts!r}")
        # Reports and the comparison of outcomes read what a matcher wants from here.
        object.__setattr__(self, "__doc__", f"a text that mentions {', '.join(self.facts)}")

    def __call__(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        text, facts = _plain(value), [_plain(fact) for fact in self.facts]
        if not all(re.search(rf"(?<!\w){re.escape(fact)}(?![\w]|[.]\d)", text) for fact in facts):
            return False
        return not self.only or all(found[0] in facts for found in re.finditer(self.only, text))

    def __str__(self) -> str:
        return ", ".join(self.facts)


def _plain(text: str) -> str:
    """``A  refund of $1,075.99`` -> ``a refund of 1075.99``"""
    return re.sub(r"(?<=\d),(?=\d{3})|\$", "", " ".join(text.split()).casefold()).strip()
