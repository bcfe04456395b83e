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

_KINDS = ("kind", "body")
"""Fields that tell the kinds within a scene apart."""
_CAT: dict[str, Any] = {"scene": "pet", "pets": [{"kind": "cat", "color": "Orange"}], "setting": "sofa"}
_GIVEN: dict[str, dict[str, Any]] = {
    "before_after": {
        "before": {"scene": "house", "kind": "house", "wear": [{"kind": "peeling paint"}]},
        "after": {"scene": "house", "kind": "house", "color": "Sky Blue"},
    },
    "bicycle": {"color": "Red", "brand": "Alder"},
    "chart": {
        "title": "Visitors of the museum",
        "labels": ["Jan", "Feb", "Mar", "Apr"],
        "series": [{"name": "2025", "values": [120, 180, 90, 240], "color": "Blue"}],
        "unit": "people",
    },
    "furniture": {"color": "Teal"},
    "garden": {"beds": [{"kind": "tulip", "color": "Red", "count": 4}, {"kind": "cabbage", "place": "left"}]},
    "goods": {"shape": "mug", "colors": ["Red", "White"]},
    "infographic": {
        "title": "Water in Harbor City",
        "facts": [{"value": "38 %", "label": "of it leaks away", "icon": "drop"}, {"value": "4", "label": "wells"}],
    },
    "instrument": {"color": "Burgundy"},
    "meme": {"picture": _CAT, "top": "One does not simply", "bottom": "leave the sofa"},
    "note": {"title": "To buy", "lines": ["Milk", "12 eggs", "Bread"], "boxes": True, "ticked": [1]},
    "pet": {"pets": [{"kind": "dog", "color": "Brown"}], "setting": "lawn"},
    "place": {"name": "Harbor City"},
    "room": {"furniture": [{"kind": "plant", "place": "left"}, {"kind": "rug", "color": "Red"}]},
    "screenshot": {"title": "Order 1042", "site": "Shop", "lines": [{"text": "Mug", "value": "$12.00"}]},
    "sign": {"lines": ["Harbor Café", "closed on Monday"]},
    "things": {
        "things": [{"shape": "mug", "color": "Red", "count": 2}, {"shape": "book", "color": "Blue", "place": "left"}]
    },
    "tool": {"color": "Orange"},
    "vehicle": {"make": "Alder", "color": "Blue", "plate": "HC 1042"},
}
"""What every sample of a scene has."""


def samples(scene: str) -> list[Scene]:
    """One of every kind that the scene has."""
    facts, given = SCENES[scene], _GIVEN.get(scene, {})
    if scene == "pet":
        kinds = SCENES["pet"].rules()["pets"].of
        assert kinds is not None
        return [facts.read({**given, "pets": [{"kind": kind}]}) for kind in kinds.rules()["kind"].options]
    named = next((name for name in _KINDS if name in facts.rules()), None)
    if named is None:
        return [facts.read(given)]
    return [_fitting(facts, given, named, kind) for kind in facts.rules()[named].options]


def _fitting(facts: type[Scene], given: dict[str, Any], named: str, kind: str) -> Scene:
    """A scene of a kind; vehicles have as many doors as their body allows."""
    for further in ({}, *({"doors": doors} for doors in (5, 2, 0) if "doors" in facts.rules())):
        try:
            return facts.read({**given, **further, named: kind})
        except ValueError as error:
            refused = error
    raise refused


@dataclass(frozen=True)
class Neighbour:
    """A scene that differs from another in one field."""

    field: str
    value: Any
    facts: Scene

    @property
    def changed(self) -> str:
        return f"{self.field}: {self.value}"


def neighbours(facts: Scene) -> Iterator[Neighbour]:
    """The scenes that differ from one in one field, with one other value of each that can be tried."""
    for name, rule in facts.rules().items():
        if name == "view":
            continue
        for value in _others(rule, getattr(facts, name)):
            try:
                yield Neighbour(name, value, dataclasses.replace(facts, **{name: value}))
            except ValueError:  # not together with what it has otherwise
                continue


def _others(rule: Any, present: Any) -> list[Any]:
    """Values that a field may have instead."""
    if rule.of is not None and rule.many:
        first = rule.of.rules()
        if not rule.most or "kind" not in first or present:
            return []
        ends = {"place": first["place"].options[0]} if "place" in first else {}
        return [(rule.of.read({"kind": kind, **ends}),) for kind in first["kind"].options]
    if rule.of is not None or rule.kind in ("form", "values"):
        return []
    if rule.kind == "flag":
        return [not present]
    if rule.kind == "number":
        return [value for value in (present + 1, present - 1) if rule.low <= value <= rule.high][:1]
    if rule.kind == "words":
        return [("Mallow",)] if rule.many else ["Mallow"] if rule.high >= 6 else ["M7"]
    options = [option for option in rule.options if option != present and (not rule.many or option not in present)]
    if rule.many:
        return [(option,) for option in options]
    return options[:2] if rule.kind == "colour" else options
