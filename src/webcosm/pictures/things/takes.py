"""What a field of a picture's facts takes. Read as in ``kind: str = takes.choice("cat", "dog")``."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..palette import PALETTE
from .truth import RULE, Accepts, Facts

__all__ = [
    "COLOURS",
    "choice",
    "choices",
    "colour",
    "flag",
    "form",
    "lines",
    "part",
    "parts",
    "text",
    "values",
    "whole",
]

COLOURS: tuple[str, ...] = tuple(PALETTE)
_NEEDED: Any = dataclasses.MISSING


def _field(rule: Accepts, default: Any) -> Any:
    return (
        dataclasses.field(default=default, metadata={RULE: rule})
        if default is not _NEEDED
        else dataclasses.field(metadata={RULE: rule})
    )


def choice(*options: str, default: Any = _NEEDED, none: bool = False) -> Any:
    """One of some names."""
    return _field(Accepts("one of " + ", ".join(options), "choice", options, none=none), default)


def choices(*options: str, most: int = 8) -> Any:
    """Some of the names, or none."""
    return _field(Accepts("any of " + ", ".join(options), "choice", options, many=True, most=most), ())


def colour(default: Any = _NEEDED, *, none: bool = False) -> Any:
    """A colour of the palette."""
    rule = Accepts("a color: " + ", ".join(COLOURS), "colour", COLOURS, none=none or default is None)
    return _field(rule, default)


def whole(low: int, high: int, default: Any = _NEEDED) -> Any:
    """A whole number within bounds, both included."""
    return _field(Accepts(f"a whole number from {low} to {high}", "number", low=low, high=high), default)


def text(longest: int, default: Any = _NEEDED) -> Any:
    """A text of at most so many characters. An empty one is not written."""
    return _field(Accepts(f"a text of at most {longest} characters", "words", high=longest), default)


def lines(longest: int, most: int, default: Any = ()) -> Any:
    """Lines of text, of at most so many characters each."""
    rule = Accepts(f"up to {most} texts of at most {longest} characters", "words", high=longest, many=True, most=most)
    return _field(rule, default)


def form() -> Any:
    """How a thing is made, as its shape knows it: names and values."""
    return _field(Accepts("a mapping of forms and their values", "form"), ())


def flag(*, default: bool = False) -> Any:
    """True or false."""
    return _field(Accepts("true or false", "flag"), default)


def values(least: int, most: int, low: float, high: float, default: Any = _NEEDED) -> Any:
    """So many numbers within bounds."""
    rule = Accepts(f"{least} to {most} numbers from {low:g} to {high:g}", "values", low=low, high=high, many=True,
                   least=least, most=most, whole=False)  # fmt: skip
    return _field(rule, default)


def part(of: type[Facts], default: Any = _NEEDED, *, none: bool = False) -> Any:
    """Something with fields of its own."""
    return _field(Accepts(f"{of.called()}", "facts", of=of, none=none or default is None), default)


def parts(of: type[Facts], most: int) -> Any:
    """Several things with fields of their own."""
    return _field(Accepts(f"{of.called()}s", "facts", of=of, many=True, most=most), ())
