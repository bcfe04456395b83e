"""The drawings of scenes by name, and what all of them start from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..palette import RGB
from ..paths import rect
from ..pen import Pen
from ..spec import PictureSpec
from ..things.scene import Scene

__all__ = ["DRAWN", "draw_scene", "plain_spec", "scene", "within"]

SceneDrawing = Callable[[Pen, Any, str], None]
DRAWN: dict[str, SceneDrawing] = {}
PAPER: RGB = (246, 243, 236)


def scene(name: str) -> Callable[[SceneDrawing], SceneDrawing]:
    """Enter the drawing of a scene: a function of the pen, the scene's facts and the view."""

    def enter(drawing: SceneDrawing) -> SceneDrawing:
        if name in DRAWN:
            raise ValueError(f"the scene {name!r} is entered twice")
        DRAWN[name] = drawing
        return drawing

    return enter


def plain_spec(color: str = "White", pattern: str = "plain", second: str | None = None) -> PictureSpec:
    """What a pen needs to know of colour and pattern, where no shape of the shop is drawn."""
    return PictureSpec("", (color,) if second is None else (color, second), pattern, 1, (), None, ())


def within(p: Pen, facts: Scene, x: float, y: float, side: float, *, height: float | None = None) -> None:
    """A picture within a picture: its upper part, where there is less height than width."""
    shown = 100.0 if height is None else 100 * height / side
    with p.at(x, y, side / 100), p.clip(rect(0, 0, 100, shown)), p.at(0, min(0.0, (shown - 100) * 0.6)):
        DRAWN[facts.scene](p, facts, facts.view or "front")


def draw_scene(facts: Scene, view: str, size: int) -> bytes:
    """A scene as PNG."""
    pen = Pen(size, plain_spec(), PAPER)
    DRAWN[facts.scene](pen, facts, view)
    return pen.png()
