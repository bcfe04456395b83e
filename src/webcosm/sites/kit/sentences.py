"""Sentences with slots and alternatives, as the content of sites is written.

``{name}`` is a slot; ``a {name}`` becomes ``an`` where the sound asks for it. ``[this|that|]`` draws one of its parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from webcosm.lore import Rng
from webcosm.lore.english import article

__all__ = ["Text", "fill", "filled", "lines", "number_words", "varied"]

ALTERNATIVES = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
DOTS = re.compile(r"\.\.(?!\.)")
"""After a name that ends in a dot, such as that of a company."""
SLOT = re.compile(r"(\b[Aa] )?\{(\w+)\}")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def lines(text: str) -> tuple[str, ...]:
    """The lines of a block of content."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def number_words(number: int) -> str:
    """``3`` -> ``three``; numbers above twelve stay figures."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def fill(sentence: str, slots: Mapping[str, str]) -> str | None:
    """The sentence with its slots filled and its beginning in capitals; None if a slot has no value."""
    missing = False

    def put(found: re.Match[str]) -> str:
        nonlocal missing
        value = slots.get(found[2], "")
        missing = missing or not value
        if found[1] and value:
            one = article(value)
            return f"{one.capitalize() if found[1][0] == 'A' else one} {value}"
        return f"{found[1] or ''}{value}"

    text = DOTS.sub(".", SLOT.sub(put, sentence).strip())
    return None if missing else text[:1].upper() + text[1:]


def varied(rng: Rng, sentence: str) -> str:
    """One of the alternatives for each ``[this|that|]`` of a sentence."""
    return ALTERNATIVES.sub(lambda found: rng.choice(found[1].split("|")), sentence)


def filled(rng: Rng, sentences: Sequence[str], slots: Mapping[str, str], count: int = 1) -> list[str]:
    """So many different sentences that can be filled, in drawn order; fewer if there are not as many."""
    made: list[str] = []
    for sentence in rng.shuffled(sentences):
        if len(made) == count:
            break
        if text := fill(varied(rng, sentence), slots):
            made.append(text)
    return made


# Longer texts -----------------------------------------------------------------------------------------------------

NAMED = re.compile(r"\{([A-Za-z]\w*)(?:\.(\w+))?\}")
BEFORE = re.compile(r"(?:(?:^|(?<=[\s(*_>\"“]))an?|(?:^|(?<=[.!?:>*(\"“]\s)|(?<=[\n(*_>\"“]))An?) $")
"""An article that what follows must agree with. A single capital letter inside a sentence is something else."""
MARKED = re.compile("\x01(an?|An?) ([^\x01]{1,24})", re.DOTALL)
GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
LOOSE = re.compile(r"(?<=[\w)]) (?=[.,!?;](?:\s|$))")

Value = Callable[[str, str], str]
"""Gives the value of a slot by its name and its field ("" for none)."""


class Text:
    """A text of any length, read once so that many can be made of it: alternatives may hold others, slots have fields
    (``{film.year}``), and ``{Name}`` is ``{name}`` with a capital."""

    __slots__ = ("_parts", "gaps", "slots", "source", "ways")

    def __init__(self, source: str) -> None:
        self.source = source
        self.slots: list[tuple[str, str]] = []
        """Names and fields, in order."""
        self.gaps = False
        """Whether an alternative may be empty, so that spaces must be looked after."""
        self._parts, self.ways, end = self._read(0, inside=False)
        assert end == len(source)

    def _read(self, position: int, *, inside: bool) -> tuple[tuple[_Part, ...], int, int]:
        """The parts from a position to the end of the text, or inside brackets to the next bar or bracket."""
        parts: list[_Part] = []
        ways = 1
        text = self.source
        literal = position
        while position < len(text):
            sign = text[position]
            if inside and sign in "|]":
                break
            if sign == "{" and (found := NAMED.match(text, position)):
                self._literal(parts, text[literal:position], before=True)
                name = found[1][0].lower() + found[1][1:]
                self.slots.append((name, found[2] or ""))
                parts.append(_Slot(name, found[2] or "", found[1][0].isupper()))
                literal = position = found.end()
            elif sign == "[" and _is_choice(text, position):
                self._literal(parts, text[literal:position], before=True)
                choices = []
                number = 0
                while text[position] != "]":
                    inner, some, position = self._read(position + 1, inside=True)
                    choices.append(inner)
                    number += some
                    self.gaps = self.gaps or not inner
                ways *= number
                parts.append(tuple(choices))
                literal = position = position + 1
            else:
                position += 1
        self._literal(parts, text[literal:position], before=False)
        return tuple(parts), ways, position

    @staticmethod
    def _literal(parts: list[_Part], text: str, *, before: bool) -> None:
        found = BEFORE.search(text) if before else None
        if found:
            text = f"{text[: found.start()]}\x01{text[found.start() :]}"
        if text:
            parts.append(text)

    def make(self, rng: Rng, value: Value) -> str:
        made: list[str] = []
        self._make(self._parts, rng, value, made)
        text = "".join(made)
        if self.gaps:
            text = LOOSE.sub("", GAP.sub(" ", text))
        if "\x01" in text:
            text = MARKED.sub(_agree, text)
            text = MARKED.sub(_agree, text).replace("\x01", "")  # of two next to each other the first took the second
        return text

    def _make(self, parts: tuple[_Part, ...], rng: Rng, value: Value, made: list[str]) -> None:
        for part in parts:
            if isinstance(part, str):
                if part[0] == "." and made and made[-1][-1:] in (".", "!", "?") and part[1:2] != ".":
                    part = part[1:]  # after a name that ends in a dot
                made.append(part)
            elif isinstance(part, _Slot):
                text = value(part.name, part.field)
                made.append(text[:1].upper() + text[1:] if part.capital else text)
            else:
                self._make(rng.choice(part), rng, value, made)


class _Slot:
    __slots__ = ("capital", "field", "name")

    def __init__(self, name: str, field: str, capital: bool) -> None:
        self.name = name
        self.field = field
        self.capital = capital


_Part = str | _Slot | tuple[tuple[Any, ...], ...]


def _is_choice(text: str, position: int) -> bool:
    """Whether the bracket at a position opens alternatives: it has a bar before it is closed."""
    depth = 0
    bar = False
    for sign in text[position:]:
        if sign == "[":
            depth += 1
        elif sign == "]":
            depth -= 1
            if not depth:
                return bar
        elif sign == "|" and depth == 1:
            bar = True
    return False


def _agree(found: re.Match[str]) -> str:
    rest = found[2]
    bare = rest.lstrip("*_ ")
    one = article(bare) if bare else found[1]
    return f"{one.capitalize() if found[1][0] == 'A' else one} {rest}"
