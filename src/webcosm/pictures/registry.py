"""The shapes by name. Shape modules enter theirs here when they are imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .pen import Pen

__all__ = ["ENTERED", "Drawing", "shape"]

DrawFunction = Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A thing that can be drawn."""

    name: str
    draw: DrawFunction
    scene: str
    """Where it is shown in use: a name in ``scenes``."""
    focus: tuple[float, float]
    """What the detail view is centred on."""
    zoom: float
    share: float
    """How much of the room it takes up in its scene, compared with a thing of middling size."""
    parts: frozenset[str]
    """Parts that it always has. Others that it can have are drawn when a look asks for them."""


ENTERED: dict[str, Drawing] = {}


def shape(
    *names: str,
    scene: str,
    focus: tuple[float, float] = (50, 45),
    zoom: float = 2.1,
    share: float = 1.0,
    parts: str = "",
) -> Callable[[DrawFunction], DrawFunction]:
    """Enter a drawing under its names. ``parts`` (separated by spaces) are those that it always has."""

    def enter(drawing: DrawFunction) -> DrawFunction:
        for name in names:
            if name in ENTERED:
                raise ValueError(f"the shape {name!r} is entered twice")
            ENTERED[name] = Drawing(name, drawing, scene, focus, zoom, share, frozenset(parts.split()))
        return drawing

    return enter
