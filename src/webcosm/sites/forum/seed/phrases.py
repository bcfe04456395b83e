"""Short sentences for reports, removals, edits and all that is not a thread."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from webcosm.lore import Rng
from webcosm.sites.forum.seed.archetypes import CONTENT, Content, parse, said
from webcosm.sites.kit.sentences import Text, lines

__all__ = ["phrase", "remarks", "said_of", "trouble"]


@cache
def _phrases() -> dict[str, Any]:
    return tomllib.loads((CONTENT / "phrases.toml").read_text())


@cache
def said_of(group: str, key: str = "lines") -> tuple[Text, ...]:
    """The sentences of a group."""
    return tuple(Text(line) for line in lines(_phrases()[group].get(key, "")))


def phrase(rng: Rng, group: str, key: str = "lines", slots: Mapping[str, str] | None = None) -> str:
    """One of the sentences of a group; empty if it has none."""
    there = said_of(group, key)
    return rng.choice(there).make(rng, lambda name, _: (slots or {}).get(name, "")) if there else ""


@cache
def trouble() -> Content:
    """Posts that break a rule. Their id begins with what the rule is about; ``*`` is every forum with such a rule."""
    return parse([("trouble.txt", (CONTENT / "trouble.txt").read_text())])


@cache
def remarks() -> tuple[tuple[str, Text], ...]:
    """Comments that break a rule, with what the rule is about."""
    found = []
    for line in lines((CONTENT / "remarks.txt").read_text()):
        if line.startswith("+"):
            about, _, text = line.removeprefix("+").partition(":")
            found.append((about.strip(), said(text)))
    return tuple(found)
