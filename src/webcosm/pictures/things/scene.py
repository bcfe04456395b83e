"""Scenes: what one picture shows. And what there is to see in it, in one form for all of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from . import takes
from .truth import Facts

__all__ = ["SCENES", "Placed", "Scene", "Seen", "Wear", "read_scene"]


@dataclass(frozen=True, kw_only=True)
class Wear(Facts):
    """A trace of use or a fault, and where it is. Scenes name their own kinds and places."""

    noun: ClassVar[str] = "wear"


@dataclass(frozen=True, kw_only=True)
class Placed(Facts):
    """Something among others: how many, and where they are."""

    color: str = takes.colour("Red")
    count: int = takes.whole(1, 6, 1)
    place: str = takes.choice("left", "middle", "right", default="middle")
    depth: str = takes.choice("front", "back", default="front")


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing in a picture, whatever the scene."""

    kind: str
    colors: tuple[str, ...] = ()
    count: int = 1
    place: str = ""
    """``left``, ``middle`` or ``right``, where the scene says so; ``depth`` likewise ``front`` or ``back``."""
    depth: str = ""
    words: tuple[str, ...] = ()
    wear: tuple[str, ...] = ()
    """Such as ``dent: rear door``."""
    attributes: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Everything else that is known of it, by the names of the fields."""


SCENES: dict[str, type[Scene]] = {}


@dataclass(frozen=True, kw_only=True)
class Scene(Facts):
    """What one picture shows."""

    scene: ClassVar[str]
    views: ClassVar[tuple[str, ...]] = ("front",)
    view: str = takes.text(12, "")
    """A view that this picture is always of, where the one who shows it asks for ``front``."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        SCENES[cls.scene] = cls
        cls.noun = cls.scene

    @classmethod
    def read(cls, given: Mapping[str, Any], where: str = "look") -> Self:
        if cls is Scene:
            return read_scene(given, where)  # type: ignore[return-value]
        name = given.get("scene", cls.scene)
        if name != cls.scene:
            raise ValueError(f"{where}['scene'] is {name!r}: here it is {cls.scene!r}")
        return super().read({key: value for key, value in given.items() if key != "scene"}, where)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.view and self.view not in self.views:
            raise ValueError(f"unknown view {self.view!r} of a {self.scene}: accepted are {', '.join(self.views)}")

    def look(self) -> dict[str, Any]:
        """The mapping that :func:`webcosm.pictures.draw` takes, ready for JSON."""
        return self.written()

    def written(self) -> dict[str, Any]:
        return {"scene": self.scene, **super().written()}

    def seen(self) -> tuple[Seen, ...]:
        """Everything that the picture shows, the scene itself first; without fields that do not show in it."""
        return tuple(_seen(self))


def _seen(facts: Facts) -> Iterator[Seen]:
    known: dict[str, Any] = {each.name: getattr(facts, each.name) for each in dataclasses.fields(facts)}  # type: ignore[arg-type]
    rules = facts.rules()
    known.pop("view", None)
    for name in facts.idle():
        del known[name]
    colours = tuple(known[name] for name in rules if rules[name].kind == "colour" and known.get(name))
    texts: list[str] = []
    for name in rules:
        if rules[name].kind == "words" and name in known and known[name]:
            texts += known[name] if isinstance(known[name], tuple) else [known[name]]
    inner: list[Facts] = []
    wear: list[str] = []
    for name, rule in rules.items():
        if rule.of is None or not known.get(name):
            continue
        for each in known[name] if rule.many else (known[name],):
            if isinstance(each, Wear):
                wear.append(": ".join(str(value) for value in each.written().values()))
            else:
                inner.append(each)
    yield Seen(
        kind=str(known.get("kind", facts.called())),
        colors=colours,
        count=int(known.get("count", 1)),
        place=str(known.get("place", "")),
        depth=str(known.get("depth", "")),
        words=tuple(texts),
        wear=tuple(wear),
        attributes={
            name: value
            for name, value in known.items()
            if rules[name].of is None and name not in ("kind", "count", "place", "depth") and value not in ("", ())
        },
    )
    for each in inner:
        yield from _seen(each)


def read_scene(given: Mapping[str, Any], where: str = "look") -> Scene:
    """The scene that a mapping describes; one with a ``shape`` is a thing of the shop."""
    name = given.get("scene", "goods" if "shape" in given else None)
    if not isinstance(name, str) or name not in SCENES:
        raise ValueError(f"unknown scene {name!r} in {where}: accepted are {', '.join(sorted(SCENES))}")
    return SCENES[name].read(given, where)
