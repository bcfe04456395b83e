"""A plain drawing for scenes that have none of their own yet: a tile of its colour for everything that is seen."""

from __future__ import annotations

from ..palette import brightness, tone
from ..paths import rect
from ..pen import Pen
from ..things import SCENES, Scene
from .entered import DRAWN


def plain(p: Pen, facts: Scene, view: str) -> None:
    seen = facts.seen()[:8]
    height = 96 / len(seen)
    for index, each in enumerate(seen):
        colour = tone(each.colors[0] if each.colors else "Gray")
        top = 2 + index * height
        p.part(rect(2, top, 96, height - 1, 2), colour)
        said = " · ".join((f"{each.count} {each.kind}", each.place, *each.words, *each.wear)).strip(" ·")
        ink = (255, 255, 255) if brightness(colour.base) < 140 else (40, 34, 50)
        p.write_in((said,), 5, top + 1, 90, height - 3, ink, 8)


for _name in SCENES:
    DRAWN.setdefault(_name, plain)
