"""Words for one thing or several, as listings need them."""

from __future__ import annotations

from webcosm.sites.kit.sentences import number_words

__all__ = ["ago_words", "grammar", "lowered"]


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
