"""Judging free text by the facts in it: for messages that people word as they like."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Mentions", "Says"]


STRAIGHT = str.maketrans("’‘“”", "''\"\"")


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
        if not all(_stands_in(text, fact) for fact in facts):
            return False
        return not self.only or all(found[0] in facts for found in re.finditer(self.only, text))

    def __str__(self) -> str:
        return ", ".join(self.facts)


@dataclass(frozen=True)
class Says:
    """A text that says these things, in whatever words around them, and not those: for posts, comments and messages.

    A fact may be put in several ways, one of which will do; one that ends in ``*`` may go on as it likes. A question
    is asked if ``asks``; and nobody says in ``most`` words all that might be wanted.

    >>> wish = Says((("recommend*", "suggest*"), "sourdough", "$40"), without=("rye",), asks=True)
    >>> wish("Can anybody suggest a book on sourdough for under $40?")
    True
    >>> wish("Can anybody suggest a book on sourdough or rye for under $40?")
    False
    """

    facts: tuple[str | tuple[str, ...], ...]
    without: tuple[str, ...] = ()
    only: str = ""
    """A pattern: everything that looks like it must be one of the facts."""
    asks: bool = False
    most: int = 160

    def __post_init__(self) -> None:
        if not self.facts or not all(_plain(way) for fact in self.facts for way in _ways(fact)):
            raise ValueError(f"Says: facts are texts, at least one, not {self.facts!r}")
        told = ", ".join(" or ".join(_ways(fact)) for fact in self.facts)
        # Reports and the comparison of outcomes read what a matcher wants from here.
        object.__setattr__(self, "__doc__", f"a {'question' if self.asks else 'text'} that says {told}")

    def __call__(self, value: object) -> bool:
        if not isinstance(value, str) or len(value.split()) > self.most or (self.asks and "?" not in value):
            return False
        text = _plain(value)
        if not all(any(_stands_in(text, _plain(way)) for way in _ways(fact)) for fact in self.facts):
            return False
        if any(_stands_in(text, _plain(one)) for one in self.without):
            return False
        told = {_plain(way) for fact in self.facts for way in _ways(fact)}
        return not self.only or all(found[0] in told for found in re.finditer(self.only, text))


def _ways(fact: str | tuple[str, ...]) -> tuple[str, ...]:
    return (fact,) if isinstance(fact, str) else fact


def _stands_in(text: str, fact: str) -> bool:
    """Not as a part of a longer word or number; with ``*`` at its end also as the beginning of one."""
    if fact.endswith("*"):
        return re.search(rf"(?<!\w){re.escape(fact[:-1])}", text) is not None
    return re.search(rf"(?<!\w){re.escape(fact)}(?!\w|[.,]\d)", text) is not None


def _plain(text: str) -> str:
    """``A  refund of $1,075.99`` -> ``a refund of 1075.99``"""
    text = " ".join(text.translate(STRAIGHT).split()).casefold()
    return re.sub(r"(?<=\d),(?=\d{3})|\$", "", text).strip()
