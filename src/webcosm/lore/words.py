"""Vocabularies to talk with, and a grammar over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from . import english
from .grammar import Filling, Grammar
from .rng import Rng
from .wordlists import Vocabulary, load, table

__all__ = ["Colour", "Words"]

_TOPIC = "topic."
_THREAD = "thread."


@dataclass(frozen=True, slots=True)
class Colour:
    name: str
    hex: str

    @property
    def rgb(self) -> tuple[int, int, int]:
        return int(self.hex[1:3], 16), int(self.hex[3:5], 16), int(self.hex[5:7], 16)


class Words:
    """Plain word lists, the same in every universe. ``lists`` has them all; the common ones have names."""

    @property
    def lists(self) -> Vocabulary:
        """Every list by its name, which is also the name of its slot in templates."""
        return load("words")

    @property
    def adjectives(self) -> tuple[str, ...]:
        return self.lists["adjective"]

    @property
    def nouns(self) -> tuple[str, ...]:
        return self.lists["noun"]

    @property
    def verbs(self) -> tuple[str, ...]:
        return self.lists["verb"]

    @property
    def adverbs(self) -> tuple[str, ...]:
        return self.lists["adverb"]

    @property
    def materials(self) -> tuple[str, ...]:
        return self.lists["material"]

    @property
    def interests(self) -> tuple[str, ...]:
        return load("people")["interests"]

    @cached_property
    def topics(self) -> Mapping[str, tuple[str, ...]]:
        """Nouns by topic: cooking, gardening, computing and so on."""
        return MappingProxyType(
            {name.removeprefix(_TOPIC): nouns for name, nouns in self.lists.items() if name.startswith(_TOPIC)}
        )

    @cached_property
    def threads(self) -> Mapping[str, tuple[str, ...]]:
        """Templates for titles of forum threads by kind; they need ``city`` and ``topic noun``."""
        return MappingProxyType(
            {name.removeprefix(_THREAD): lines for name, lines in self.lists.items() if name.startswith(_THREAD)}
        )

    @cached_property
    def colours(self) -> tuple[Colour, ...]:
        return tuple(Colour(name, code) for name, code in table("colours", "colours", 2))

    @cached_property
    def colour_named(self) -> Mapping[str, Colour]:
        return MappingProxyType({colour.name: colour for colour in self.colours})

    @cached_property
    def grammar(self) -> Grammar:
        return Grammar({**self.lists, "colour": tuple(colour.name for colour in self.colours)})

    def expand(self, rng: Rng, template: str, **more: Filling) -> str:
        """The template with every slot filled, as ``{opening} the {adjective} {noun|plural}``.

        ``more`` gives slots of the caller's own; a slot with a space in its name goes in as ``**{"topic noun": …}``.
        Filters: a, cap, title, upper, lower, plural, past, ing, possessive."""
        return self.grammar.expand(rng, template, **more)

    @staticmethod
    def with_article(phrase: str) -> str:
        """``an old house``, ``a unicorn``."""
        return f"{english.article(phrase)} {phrase}"
