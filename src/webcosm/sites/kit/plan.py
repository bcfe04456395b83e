"""What a look is made of, as data: tokens (colours, type, density), slots (where navigation stands), and words.

The kit, each site and each skin have theirs in a ``look.toml``; the later ones replace entries of the earlier ones.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

__all__ = ["NAVS", "LookPlan", "read_plan"]

NAVS = ("top", "left")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_VALUE = re.compile(r"[^;{}<>\\]+")
"""What cannot end the declaration that it stands in."""


@dataclass(frozen=True)
class LookPlan:
    tokens: Mapping[str, str] = field(default_factory=dict)
    """Custom properties of CSS, without their hyphens."""
    words: Mapping[str, str] = field(default_factory=dict)
    nav: tuple[str, ...] = ()
    """Where navigation may stand, best first; empty if that is left to others."""

    def over(self, other: LookPlan) -> LookPlan:
        """The other plan with this one's entries in place of its own."""
        return LookPlan({**other.tokens, **self.tokens}, {**other.words, **self.words}, self.nav or other.nav)

    def worn_by(self, site: LookPlan) -> LookPlan:
        """A site's plan in this skin: navigation stands only where the site's layout can place it."""
        places = tuple(place for place in self.nav if place in site.nav) or site.nav
        return LookPlan({**site.tokens, **self.tokens}, {**site.words, **self.words}, places)

    def css(self, selector: str = ":root") -> str:
        """The tokens as a rule."""
        lines = "".join(f"  --{name}: {value};\n" for name, value in self.tokens.items())
        return f"{selector} {{\n{lines}}}\n" if lines else ""

    @cached_property
    def called(self) -> SimpleNamespace:
        """The words for templates: ``words.save``."""
        return SimpleNamespace(**self.words)


def read_plan(file: Path) -> LookPlan:
    """The plan in a file, or a ValueError that names what is wrong in it."""
    content = tomllib.loads(file.read_text())
    for name in content:
        if name not in ("nav", "tokens", "words"):
            raise ValueError(f"{file}: there is no entry {name!r}; there are nav, tokens, words")
    nav = tuple(content.get("nav", ()))
    for place in nav:
        if place not in NAVS:
            raise ValueError(f"{file}: navigation cannot stand at {place!r}; accepted are {', '.join(NAVS)}")
    tokens, words = content.get("tokens", {}), content.get("words", {})
    for kind, entries in (("token", tokens), ("word", words)):
        for name, value in entries.items():
            _check(file, kind, name, value)
    return LookPlan(tokens, words, nav)


def _check(file: Path, kind: str, name: str, value: Any) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{file}: a {kind} cannot be called {name!r}; accepted are lower-case letters, digits, - and _"
        )
    if not isinstance(value, str) or (kind == "token" and not _VALUE.fullmatch(value)):
        raise ValueError(f"{file}: the {kind} {name} is {value!r}; accepted is a text without ; {{ }} < > and \\")
