"""Turns templates with slots into text, such as ``{adjective|a} {noun}``.

A slot names a list of words; each slot draws one entry, and an entry may hold slots of its own.
Filters follow a bar and are applied in order: ``{noun|plural|title}``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from . import english
from .rng import Rng

__all__ = ["Grammar", "GrammarError"]

Filling = str | int | Sequence[str]

_SLOT = re.compile(r"\{([^{}]*)\}")
_DEEPEST = 8

FILTERS: Mapping[str, Callable[[str], str]] = {
    "a": lambda text: f"{english.article(text)} {text}",
    "cap": lambda text: text[:1].upper() + text[1:],
    "title": english.title,
    "upper": str.upper,
    "lower": str.lower,
    "plural": english.plural,
    "past": english.past,
    "ing": english.present_participle,
    "possessive": english.possessive,
}


class GrammarError(ValueError):
    """A template that cannot be expanded; the message names the slot or the filter."""


class Grammar:
    def __init__(self, slots: Mapping[str, Sequence[str]]) -> None:
        self.slots = slots

    def expand(self, rng: Rng, template: str, **more: Filling) -> str:
        """The template with every slot filled. ``more`` adds slots, or puts others in place of the grammar's own:
        a text or number is used as it is, a sequence is drawn from."""
        return self._expand(rng, template, more, 0)

    def _expand(self, rng: Rng, template: str, more: Mapping[str, Filling], depth: int) -> str:
        if depth > _DEEPEST:
            raise GrammarError(f"the slots in {template!r} go round in circles")
        parts: list[str] = []
        for literal, slot, filters in _pieces(template):
            parts.append(literal)
            if slot is None:
                continue
            text = self._draw(rng, slot, template, more)
            if "{" in text:
                text = self._expand(rng, text, more, depth + 1)
            for name in filters:
                text = FILTERS[name](text)
            parts.append(text)
        return "".join(parts)

    def _draw(self, rng: Rng, slot: str, template: str, more: Mapping[str, Filling]) -> str:
        if slot in more:
            filling = more[slot]
            if isinstance(filling, str | int):
                return str(filling)
        elif slot in self.slots:
            filling = self.slots[slot]
        else:
            near = difflib.get_close_matches(slot, [*self.slots, *more], n=3)
            hint = f"; did you mean {english.join(near, 'or')}?" if near else ""
            raise GrammarError(f"unknown slot {slot!r} in {template!r}{hint}")
        if not filling:
            raise GrammarError(f"slot {slot!r} in {template!r} has no entries")
        return rng.choice(filling)


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str | None, tuple[str, ...]], ...]:
    """(literal text before, slot or None, filters) for each slot and for the rest of the template."""
    pieces: list[tuple[str, str | None, tuple[str, ...]]] = []
    position = 0
    for match in _SLOT.finditer(template):
        slot, *filters = (part.strip() for part in match.group(1).split("|"))
        for name in filters:
            if name not in FILTERS:
                raise GrammarError(f"unknown filter {name!r} in {template!r}; there are {', '.join(FILTERS)}")
        pieces.append((template[position : match.start()], slot, tuple(filters)))
        position = match.end()
    rest = template[position:]
    if "{" in "".join(piece[0] for piece in pieces) + rest or "}" in rest:
        raise GrammarError(f"unbalanced braces in {template!r}")
    pieces.append((rest, None, ()))
    return tuple(pieces)
