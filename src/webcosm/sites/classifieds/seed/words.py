"""Sentences with slots, and the words that fill them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from webcosm.lore import Rng
from webcosm.lore.english import article

__all__ = ["ago_words", "fill", "filled", "grammar", "lines", "lowered", "number_words", "varied"]

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


def ago_words(years: int) -> str:
    """How long something has been with its owner."""
    return "a few months" if years == 0 else "a year" if years == 1 else f"{number_words(years)} years"


def lowered(value: str) -> str:
    """A choice as it stands in running text: ``Sky Blue`` -> ``sky blue``, while ``SUV`` and ``XL`` keep their form."""
    if any(letter.isdigit() for letter in value) or not all(word[1:].islower() for word in value.split()):
        return value
    return value.lower()


def grammar(plural: bool) -> dict[str, str]:
    """The pronouns and verbs of one thing or of several."""
    if plural:
        return {
            "It": "They", "it": "them", "is": "are", "has": "have", "was": "were", "do": "do", "does": "do",
            "its": "their",
            "works": "work", "shows": "show", "stands": "stand", "it_was": "they were", "it_is": "they are",
            "it_should": "they should",
        }  # fmt: skip
    return {
        "It": "It", "it": "it", "is": "is", "has": "has", "was": "was", "do": "does", "does": "does", "its": "its",
        "works": "works", "shows": "shows", "stands": "stands", "it_was": "it was", "it_is": "it is",
        "it_should": "it should",
    }  # fmt: skip


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
