"""Furniture as it is offered, and rooms with what stands in them."""

from __future__ import annotations

from ..palette import DARK, GLASS, LEAF, PAPER, STEEL, WOOD, mix, tone
from ..paths import oval, rect, smooth
from ..pen import Pen
from ..placing import dressed
from ..things.home import FURNITURE, Furnishing, Furniture, Room
from .entered import plain_spec, scene
from .ground import wall_and_floor
from .pets import places as side_by_side
from .pieces import extent_of, piece


@scene("furniture")
def furniture(p: Pen, f: Furniture, view: str) -> None:
    wall, floor = {"front": ("#E9E4DA", "#C9B79C"), "angle": ("#DCE3E6", "#B9A78C"), "detail": ("#E2DDD3", "#C9B79C"),
                   "scene": ("#D5DDD0", "#B98B5F")}[view]  # fmt: skip
    wall_and_floor(p, tone(wall).base, tone(floor).base, 70)
    if view == "scene":
        p.part(rect(8, 8, 24, 30), tone("#BFE0F0"), line=0)
        p.line(rect(8, 8, 24, 30), PAPER.base, 2, closed=True)
        p.line("M20 8 v30", PAPER.base, 1.2)
        p.fill(oval(50, 88, 46, 8), tone("#A9B7C4").base)
    w, h = extent_of(f)
    with dressed(p, plain_spec(f.color, f.pattern)):
        if view == "detail":
            place = f.wear[0].place if f.wear else "middle"
            x = {"left": -w * 0.28, "middle": 0.0, "right": w * 0.28}[place]
            with p.at(50, 56, 2.6 * min(1.0, 60 / max(w, h) + 0.3), about=(x, -h * 0.5)):
                piece(p, f)
            return
        columns = min(f.count, 3)
        rows = -(-f.count // columns)
        room = 84.0 if view != "scene" else 64.0
        scale = min(room / (w * (columns + (columns - 1) * 0.12)), room / (h * (rows + (rows - 1) * 0.1)))
        for index in range(f.count):
            row, column = divmod(index, columns)
            here = min(columns, f.count - row * columns)
            x = 50 + (column - (here - 1) / 2) * w * scale * 1.12
            foot = 90 - (rows - 1 - row) * h * scale * 1.1
            with p.at(x, foot, scale, -4 if view == "angle" else 0):
                piece(p, f)


_PIECES = {name: name for name in FURNITURE}


def _furnishing(p: Pen, each: Furnishing) -> None:
    """What is no piece of furniture, its foot at 0, 0, about 40 high."""
    c = tone(each.color)
    kind = each.kind
    if kind == "bathtub":
        p.part("M-30 -18 H30 L26 -2 H-26 Z", PAPER, "top", 0.8)
        p.part(rect(-32, -21, 64, 4, 2), c, "top", 0.6)
        p.line("M24 -21 V-30 H18", STEEL.line, 1.6)
    elif kind == "boxes":
        p.part(rect(-13, -14, 26, 14), tone("#C9A26F"), "top", 0.6)
        p.part(rect(-9, -25, 18, 11), tone("#B98B5F"), "top", 0.6)
        p.fill(rect(-2, -14, 4, 14), c.base)
    elif kind == "fridge":
        p.part(rect(-12, -62, 24, 62, 2), c, "sheen", 0.8)
        p.line("M-12 -40 h24", c.line, 0.8)
        for y in (-50, -30):
            p.part(rect(7, y, 2, 9, 0.8), STEEL, line=0.4)
    elif kind == "lamp":
        p.line("M0 0 V-40", DARK.base, 1.4)
        p.part("M-9 0 Q0 -4 9 0 Z", DARK, line=0.4)
        p.part("M-9 -38 L-5 -52 H5 L9 -38 Z", c, "top", 0.6)
    elif kind == "plant":
        for turn in (-50, -25, 0, 25, 50):
            with p.at(0, -12, 1.6, turn):
                p.part("M0 0 C-5 -7 -4 -14 0 -18 C4 -14 5 -7 0 0 Z", LEAF, line=0.5)
        p.part("M-8 -13 h16 l-2.500 13 h-11 z", c, "round", 0.6)
    elif kind == "shower":
        p.part(rect(-15, -62, 30, 62), GLASS, "glass", 0.8)
        p.line("M-8 -40 V-56 H0", STEEL.line, 1.6)
        p.part(rect(-3, -56, 6, 2), STEEL, line=0.4)
        p.part(rect(-17, -4, 34, 4), c, "top", 0.5)
    elif kind == "sink":
        p.part(rect(-14, -22, 28, 22), c, "top", 0.6)
        p.part("M-16 -30 H16 L12 -22 H-12 Z", PAPER, "top", 0.6)
        p.line("M0 -30 V-37 H5", STEEL.line, 1.4)
    elif kind == "stove":
        p.part(rect(-14, -34, 28, 34), c, "top", 0.8)
        p.part(rect(-10, -22, 20, 15, 1), DARK, "sheen", 0.6)
        for x in (-9, -3, 3, 9):
            p.part(oval(x, -28, 1.5), STEEL, line=0.35)
        p.part(rect(-14, -36, 28, 2), DARK, line=0.4)
    elif kind == "television":
        p.part(rect(-20, -12, 40, 12), tone("#8C6A4A"), "top", 0.6)
        p.part(rect(-22, -42, 44, 27, 1), DARK, line=0.6)
        p.fill(rect(-20.5, -40.5, 41, 24), mix(c.base, (20, 30, 50), 0.35))
        p.line("M0 -15 V-12", DARK.base, 3)
    elif kind == "toilet":
        p.part(rect(-9, -32, 18, 15, 2), c, "top", 0.7)
        p.part("M-10 -17 H10 Q11 -6 5 -4 V0 H-5 V-4 Q-11 -6 -10 -17 Z", c, "round", 0.7)
    elif kind == "washing machine":
        p.part(rect(-15, -36, 30, 36, 2), c, "sheen", 0.8)
        p.part(oval(0, -16, 9.5), STEEL, line=0.6)
        p.part(oval(0, -16, 7), tone("#6E93AA"), "ball", 0.5)
        p.part(rect(-12, -33, 10, 4), PAPER, line=0.4)
    elif kind == "fireplace":
        p.part(rect(-22, -42, 44, 42), c, "side", 0.8)
        p.part(rect(-25, -46, 50, 5), PAPER, "top", 0.6)
        p.fill("M-13 0 V-22 Q0 -32 13 -22 V0 Z", (40, 32, 30))
        p.fill("M-7 0 Q-9 -10 -2 -18 Q0 -10 4 -14 Q9 -6 6 0 Z", (244, 150, 40))
    else:
        raise ValueError(f"unknown furnishing {kind!r}")


def _on_wall(p: Pen, each: Furnishing, x: float) -> None:
    c = tone(each.color)
    if each.kind == "painting":
        p.part(rect(x - 9, 16, 18, 14), WOOD, line=0.6)
        p.fill(rect(x - 7.4, 17.6, 14.8, 10.8), c.base)
        p.fill(f"M{x - 7.400} 28.400 l5 -6 l4 3 l3 -4 l2.800 3 v4 z", c.light)
    elif each.kind == "mirror":
        p.part(oval(x, 26, 9, 12), c, line=0.6)
        p.part(oval(x, 26, 7.4, 10.4), GLASS, "glass", 0.4)
    else:  # curtains, at the sides of a window
        for side in (-1, 1):
            p.part(
                smooth(f"{x + side * 6},8 {x + side * 15},8 {x + side * 15},48 {x + side * 8},48 {x + side * 9},30"),
                c,
                "cloth",
                0.6,
            )


def _outlook(p: Pen, kind: str, x: float, y: float, w: float, h: float) -> None:
    box = rect(x, y, w, h)
    p.fill(box, tone("#BFE0F0").base)
    with p.clip(box):
        if kind == "sea":
            p.fill(rect(x, y + h * 0.5, w, h * 0.5), tone("#4F9CC4").base)
            p.fill(f"M{x + w * 0.6} {y + h * 0.5} l4 -8 v8 z", PAPER.base)
        elif kind == "garden":
            p.fill(rect(x, y + h * 0.66, w, h * 0.34), tone("#8DBF6A").base)
            p.fill(oval(x + w * 0.3, y + h * 0.5, w * 0.24, h * 0.26), tone("#5C9E58").base)
        elif kind == "city":
            for index in range(5):
                top = y + h * (0.2 + index * 3 % 4 * 0.12)
                p.fill(
                    rect(x + index * w / 5, top, w / 5 - 0.6, h),
                    tone(("#8FA0B0", "#A8B4C0", "#7C8C9C")[index % 3]).base,
                )
        elif kind == "wall":
            p.fill(box, tone("#B5785E").base)
            for row in range(8):
                p.line(f"M{x} {y + row * 4} h{w}", tone("#B5785E").dark, 0.5)
        else:
            p.fill(oval(x + w * 0.5, y + h * 0.4, w * 0.3, h * 0.14), PAPER.base)
    p.line(box, PAPER.base, 1.6, closed=True)
    p.line(f"M{x + w / 2} {y} v{h}", PAPER.base, 1)


def _shell(p: Pen, r: Room) -> None:
    wall, floor = tone(r.walls), tone(r.floor_color)
    wall_and_floor(p, wall.base, floor.base, 68)
    if r.floor == "tiles":
        for at in range(0, 110, 12):
            p.line(f"M{at - 8} 101 L{30 + at * 0.4} 68", floor.dark, 0.6)
        for y in (72, 78, 87, 98):
            p.line(f"M-1 {y} h102", floor.dark, 0.6)
    elif r.floor == "wood":
        for y in (73, 79, 86, 94):
            p.line(f"M-1 {y} h102", floor.dark, 0.6)
        for x, y in ((14, 73), (52, 79), (30, 86), (76, 86), (60, 68), (88, 73)):
            p.line(f"M{x} {y} v6", floor.dark, 0.6)
    elif r.floor == "carpet":
        for x in range(1, 100, 4):
            for y in (72, 78, 84, 90, 96):
                p.fill(oval(x + y % 3, y, 0.6), floor.dark)
    elif r.floor == "concrete":
        p.fill(rect(-1, 68, 102, 33), (128, 128, 130), 120)
        for x, y in ((12, 80), (37, 91), (58, 76), (83, 86)):
            p.fill(oval(x, y, 9, 2.4), floor.dark, 90)
    for index in range(r.windows):
        middles = {1: (50.0,), 2: (27.0, 73.0), 3: (18.0, 50.0, 82.0)}[r.windows]
        _outlook(p, r.outlook, middles[index] - 10, 10, 20, 30)
    if "beams" in r.features:
        for y in (-1, 5):
            p.part(rect(-2, y, 104, 3), tone("#7A5A3C"), line=0.4)
    if "skylight" in r.features:
        p.part("M62 -1 H84 L80 7 H58 Z", tone("#BFE0F0"), line=1)
    if "balcony door" in r.features:
        _outlook(p, r.outlook, 84, 14, 14, 54)
    if "stairs" in r.features:
        for step in range(7):
            p.part(rect(-2, 62 - step * 7, 26 - step * 3.4, 7), WOOD, "top", 0.5)
    if "radiator" in r.features:
        for x in range(42, 58, 3):
            p.part(rect(x, 50, 2.6, 15, 1), PAPER, line=0.4)
    if r.cabinets is not None:
        c = tone(r.cabinets)
        for x in range(0, 100, 20):
            p.part(rect(x, 44, 20, 26), c, line=0.6)
            p.part(oval(x + 17, 50, 0.9), STEEL, line=0.35)
            if r.windows == 0 or (r.windows == 1 and x != 40):  # none before a window
                p.part(rect(x, 6, 20, 18), c, line=0.6)
        p.part(rect(-2, 42, 104, 3), tone("#E3DCCE"), "top", 0.5)


@scene("room")
def room(p: Pen, r: Room, view: str) -> None:
    _shell(p, r)
    for worn in r.wear:
        x = {"left": 12.0, "middle": 50.0, "right": 88.0}[worn.place]
        if worn.kind == "crack":
            p.line(f"M{x} 2 l-3 9 l4 6 l-3 9 l5 8", (70, 64, 62), 0.9)
        elif worn.kind == "damp":
            p.fill(smooth(f"{x - 9},52 {x - 4},44 {x + 5},46 {x + 9},56 {x + 4},64 {x - 6},62"), (110, 104, 84), 130)
        else:
            p.part(smooth(f"{x - 6},16 {x},13 {x + 6},18 {x + 3},27 {x - 4},25"), tone("#CFC6B4"), line=0.5)
    hung = ("curtains", "mirror", "painting")
    spots = side_by_side([each.place for each in r.furniture])
    order = sorted(
        range(len(r.furniture)),
        key=lambda index: (r.furniture[index].kind != "rug", r.furniture[index].depth != "back"),
    )
    for index in order:
        each = r.furniture[index]
        for nth in range(each.count):
            x = spots[index] + (nth - (each.count - 1) / 2) * 13
            foot, scale = (73.0, 0.62) if each.depth == "back" else (93.0, 0.86)
            if each.kind in hung:
                _on_wall(p, each, x)
            elif each.kind == "rug":
                p.fill(oval(x, 88, 30, 7), tone(each.color).base)
                p.line(oval(x, 88, 26, 5.4), tone(each.color).light, 0.9, closed=True)
            elif each.kind in _PIECES:
                f = Furniture(
                    kind=each.kind,
                    color=each.color,
                    material="fabric" if each.kind in ("sofa", "armchair", "bed", "chair") else "wood",
                    frame="Brown",
                )
                wide, high = extent_of(f)
                size = min(scale * 0.8, 46 / wide, 58 / high)
                half = wide * size / 2
                with dressed(p, plain_spec(each.color)), p.at(min(max(x, half + 1), 99 - half), foot, size):
                    piece(p, f)
            else:
                half = 28.0 if each.kind == "bathtub" else 14.0
                with p.at(min(max(x, half), 100 - half), foot, scale):
                    _furnishing(p, each)
