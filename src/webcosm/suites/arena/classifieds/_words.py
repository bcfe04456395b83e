"""What a text that somebody words freely must say and must not: messages, descriptions, comments, reports."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Says"]

AMOUNT = re.compile(r"\$ ?\d[\d,]*(?:\.\d\d)?|\b\d[\d,]*(?:\.\d\d)? ?(?:dollars|bucks|usd)\b")


@dataclass(frozen=True)
class Says:
    """A text that says all of these things, in whatever words, and none of the others.

    Each fact is a text, or several of which one will do; what begins with ``~`` is a regular expression. Case, spacing,
    straight and curly quotation marks and commas within numbers do not count. An amount of money that is not among the
    facts makes the text wrong, unless ``any_amount``; so does more than ``most`` words, since a text that names
    everything says nothing.

    >>> asks = Says((("saturday", "sat"), "~pick(?:ing)? (?:it )?up|collect"), without=(r"offer",))
    >>> asks("Hi! Could I pick it up on Saturday?")
    True
    >>> asks("Hi! Could I pick it up on Saturday for $40?"), asks("Saturday would be nice.")
    (False, False)
    """

    facts: tuple[str | tuple[str, ...], ...]
    without: tuple[str, ...] = ()
    """Regular expressions of what must not be said."""
    any_amount: bool = False
    most: int = 150

    def __post_init__(self) -> None:
        if not self.facts or any(not one for one in self.facts):
            raise ValueError(f"Says: facts are texts, at least one, not {self.facts!r}")
        object.__setattr__(self, "__doc__", f"a text that says {self}")

    def __call__(self, value: object) -> bool:
        if not isinstance(value, str) or len(value.split()) > self.most:
            return False
        text = _plain(value)
        if not all(any(_has(text, way) for way in _ways(fact)) for fact in self.facts):
            return False
        if any(re.search(pattern, text) for pattern in self.without):
            return False
        return self.any_amount or all(_amount(found[0]) in self._amounts for found in AMOUNT.finditer(text))

    @property
    def _amounts(self) -> set[float]:
        return {
            _amount(found[0])
            for fact in self.facts
            for way in _ways(fact)
            for found in re.finditer(r"\d[\d,]*(?:\.\d\d)?", _plain(way))
        }

    def __str__(self) -> str:
        return ", ".join(" or ".join(_ways(fact)) for fact in self.facts)


def _ways(fact: str | tuple[str, ...]) -> tuple[str, ...]:
    return (fact,) if isinstance(fact, str) else fact


def _has(text: str, way: str) -> bool:
    if way.startswith("~"):
        return re.search(way[1:], text) is not None
    return re.search(rf"(?<!\w){re.escape(_plain(way))}(?!\w|[.,]\d)", text) is not None


def _amount(text: str) -> float:
    return float(re.sub(r"[^\d.]", "", text) or 0)


def _plain(text: str) -> str:
    """``A  Bike’s worth $1,075.00`` -> ``a bike's worth $1075``"""
    text = " ".join(text.split()).casefold().translate(str.maketrans("’‘“”", "''\"\""))
    return re.sub(r"(?<=\d)\.00\b", "", re.sub(r"(?<=\d),(?=\d{3})", "", text))
