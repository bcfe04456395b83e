"""The shapes by name. Shape modules enter theirs here when they are imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .pen import Pen

__all__ = ["ENTERED", "Drawing", "FormValue", "Forms", "shape"]

FormValue = str | int
Forms = Mapping[str, tuple[FormValue, ...]]
_NO_FORMS: Forms = MappingProxyType({})
DrawFunction = Callable[["Pen"], None]


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
    forms: Forms
    """In which ways such things are made differently, and which forms there are of each. The first is the usual one."""


ENTERED: dict[str, Drawing] = {}


def shape(
    *names: str,
    scene: str,
    focus: tuple[float, float] = (50, 45),
    zoom: float = 2.1,
    share: float = 1.0,
    parts: str = "",
    forms: Forms = _NO_FORMS,
) -> Callable[[DrawFunction], DrawFunction]:
    """Enter a drawing under its names. ``parts`` (separated by spaces) are those that it always has.

    ``forms`` are the ways in which such things are made: ``{"sleeves": ("short", "long"), "pockets": (2, 3, 4)}``, the
    usual one first. The drawing asks for them with :meth:`Pen.form` and :meth:`Pen.number`.
    """

    def enter(drawing: DrawFunction) -> DrawFunction:
        for name in names:
            if name in ENTERED:
                raise ValueError(f"the shape {name!r} is entered twice")
            ENTERED[name] = Drawing(name, drawing, scene, focus, zoom, share, frozenset(parts.split()), forms)
        return drawing

    return enter
