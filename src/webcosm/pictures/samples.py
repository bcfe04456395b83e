"""Pictures to try: one of every kind of scene, and what differs from it in a single thing.

Tests hold the drawings to them, the bench times them, and the contact sheets show them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .things import SCENES, Scene

__all__ = ["Neighbour", "neighbours", "samples"]

_KIND_FIELDS = ("kind", "body", "shape")
"""What tells the kinds within a scene apart."""


def samples(scene: str) -> list[Scene]:
    """One of every kind that the scene has."""
    facts = SCENES[scene]
    given = dict(_GIVEN.get(scene, {}))
    kind_of = next((name for name in _KIND_FIELDS if name in facts.rules() and name != "shape"), None)
    if kind_of is None:
        return [facts.read(given)]
    found = []
    for kind in facts.rules()[kind_of].options:
        found.append(facts.read({**given, **_BY_KIND.get((scene, kind), {}), kind_of: kind}))
    return found


@dataclass(frozen=True)
class Neighbour:
    """A scene that differs from another in one thing."""

    changed: str
    """Which thing, and what it is now."""
    facts: Scene
    view: str


def neighbours(facts: Scene) -> Iterator[Neighbour]:
    """The scenes that differ from one in one field, for every field and every value that can be listed."""
