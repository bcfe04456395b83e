"""Pets where they like to be."""

from __future__ import annotations

from ..palette import PAPER, STEEL, WOOD, mix, tone
from ..paths import oval, rect
from ..pen import Pen
from ..things.living import Pet
from .animals import animal
from .entered import scene
from .ground import sky, tree, wall_and_floor


def _setting(p: Pen, s: Pet) -> float:
    """Draws where they are. Returns where their feet are."""
    colour = tone(s.setting_color)
    kind = s.setting
    if kind in ("lawn", "snow", "beach"):
        sky(p, "clear", "day", 58)
        if kind == "lawn":
            tree(p, 14, 60, 1.1)
            p.fill(rect(-1, 56, 102, 46), tone("#8DBF6A").base)
            for x in range(4, 100, 11):
                p.line(f"M{x} {66 + x * 7 % 28} l1 -3 l1 3", tone("#6FA350").base, 0.5)
        elif kind == "snow":
            tree(p, 14, 60, 1.1, "winter")
            p.fill(rect(-1, 56, 102, 46), (244, 247, 251))
            p.fill("M-1 84 q50 -8 102 2 v16 h-102 z", (226, 234, 244))
        else:
            p.fill(rect(-1, 48, 102, 14), tone("#5FA9D0").base)
            p.fill(rect(-1, 58, 102, 44), tone("#EBD9A9").base)
            p.line("M-1 58 q13 -2 25 0 q13 2 26 0 q13 -2 26 0 q13 2 26 0", (255, 255, 255), 1)
        return 86.0
    wall = tone("#DDE5E8") if kind != "studio" else colour
    wall_and_floor(
        p,
        mix(wall.base, (255, 255, 255), 0.15),
        tone("#BE9467").base if kind != "studio" else mix(colour.base, (40, 34, 60), 0.12),
        70,
    )
    if kind == "sofa":
        p.part("M2 72 V36 Q2 28 10 28 H90 Q98 28 98 36 V72 Z", colour, "top")
        p.part(rect(6, 60, 44, 14, 4), colour, "lit")
        p.part(rect(50, 60, 44, 14, 4), colour, "lit")
        p.part(rect(4, 72, 92, 16, 2), colour, "top")
        for x in (-4, 88):
            p.part(rect(x, 52, 16, 36, 6), colour, "round")
        return 71.0
    if kind == "bed":
        p.part(rect(4, 20, 92, 36, 4), WOOD, "top")
        for x in (12, 54):
            p.part(rect(x, 44, 34, 16, 6), PAPER, "cloth")
        p.part("M-2 101 V66 Q-2 58 8 58 H92 Q102 58 102 66 V101 Z", colour, "top")
        return 82.0
    if kind == "rug":
        p.fill(oval(50, 86, 46, 10), colour.base)
        p.line(oval(50, 86, 41, 8), colour.light, 1, closed=True)
        return 88.0
    if kind == "box":
        p.part("M12 96 L8 66 H92 L88 96 Z", tone("#C9A26F"), "side")
        return 82.0
    if kind == "window":
        p.part(rect(14, 6, 72, 56), tone("#BFE0F0"), line=0)
        p.fill("M14 62 v-14 q18 -10 36 0 q18 -8 36 2 v12 z", tone("#8DBB8B").base)
        p.line(rect(14, 6, 72, 56), PAPER.base, 3, closed=True)
        p.line("M50 6 v56", PAPER.base, 2)
        p.part(rect(6, 74, 88, 6, 1), PAPER, "top")
        return 75.0
    if kind == "kitchen":
        for x in (2, 36, 70):
            p.part(rect(x, 22, 28, 46, 1), tone("#EDE7DC"), line=0.6)
            p.part(oval(x + 24, 44, 1), STEEL, line=0.4)
        for row in range(3):
            p.line(f"M-1 {76 + row * 9} h102", tone("#A57D53").base, 0.5)
    return 88.0


def _things(p: Pen, s: Pet, foot: float) -> None:
    colour = tone(s.thing_color)
    for index, name in enumerate(s.things):
        x, y = (86, 13, 72, 28, 94, 6)[index], min(foot + 8, 96)
        if name == "ball":
            p.part(oval(x, y - 4, 4.4), colour, "ball")
            p.line(f"M{x - 4} {y - 4} q4 3 8 0", PAPER.base, 0.7)
        elif name == "bone":
            p.tube(f"M{x - 4} {y - 2} h8", 2, PAPER)
            for end in (-5, 5):
                for lift in (-3.2, -0.8):
                    p.part(oval(x + end, y + lift, 1.6), PAPER, line=0.4)
        elif name == "bowl":
            p.part(f"M{x - 8} {y - 7} H{x + 8} L{x + 10} {y} H{x - 10} Z", colour, "round")
            p.part(oval(x, y - 7, 8, 2), tone("#8A5A36"), line=0.5)
            if s.words:
                ink = (255, 255, 255) if sum(colour.base) < 420 else (50, 40, 44)
                p.write_in((s.words,), x - 8, y - 5.4, 16, 5, ink, 4.6)
        elif name == "fish toy":
            p.part(f"M{x - 6} {y - 4} q5 -5 10 0 l4 -3 v6 l-4 -3 q-5 5 -10 0 z", colour, line=0.5)
            p.fill(oval(x - 3, y - 4.6, 0.7), (30, 30, 36))
        elif name == "stick":
            p.tube(f"M{x - 8} {y} L{x + 7} {y - 5}", 1.5, tone("#7A5A3C"))
        else:
            p.part(oval(x, y - 4, 4.6), colour, "ball")
            for turn in (0, 60, 120):
                with p.at(x, y - 4, 1, turn):
                    p.line(oval(0, 0, 4.2, 1.6), colour.line, 0.4, closed=True)
            p.line(f"M{x} {y} q-8 2 -12 -1", colour.base, 0.8)


@scene("pet")
def pet(p: Pen, s: Pet, view: str) -> None:
    foot = _setting(p, s)
    alone = len(s.pets) == 1
    scale = (1.5, 1.2, 1.0, 0.82)[len(s.pets) - 1]
    for each, x in zip(s.pets, places([each.place for each in s.pets]), strict=True):
        high = 1.25 if each.kind == "horse" else 1.0
        animal(p, each, x, foot, scale / high, flip=x > 55 and not alone)
    if s.setting == "box":
        p.part("M12 98 L10 82 H90 L88 98 Z", tone("#C9A26F"), "top")
        p.part("M10 82 L-2 90 L4 92 L11 86 Z", tone("#C9A26F"), "lit", 0.5)
        p.part("M90 82 L102 90 L96 92 L89 86 Z", tone("#C9A26F"), "side", 0.5)
    _things(p, s, foot)


def places(wanted: list[str]) -> list[float]:
    """Where those stand that want to be left, in the middle or right: apart, if several want the same."""
    spots = {"left": 24.0, "middle": 50.0, "right": 76.0}
    seen: dict[str, int] = {}
    found: list[float] = []
    for each in wanted:
        many, nth = wanted.count(each), seen.get(each, 0)
        seen[each] = nth + 1
        step = min(24.0, 26.0 if len(set(wanted)) == 1 else 13.0)
        found.append(spots[each] + (nth - (many - 1) / 2) * step)
    return found
