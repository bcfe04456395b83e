"""Gardens with their beds."""

from __future__ import annotations

from ..palette import GLASS, LEAF, PAPER, STEEL, WATER, WOOD, Tone, mix, tone
from ..paths import oval, rect, smooth, star
from ..pen import Pen
from ..things.outside import Bed, Garden
from .entered import scene
from .ground import sky, tree, veil
from .pets import places as side_by_side

_SOIL = tone("#7A553A")


def _plant(p: Pen, b: Bed) -> None:
    """One plant with its foot at 0, 0, about 20 high."""
    wilted = b.state == "wilted"
    leaf: Tone = tone("#A89A4A") if wilted else LEAF
    c: Tone = tone(b.color) if not wilted else Tone(mix(tone(b.color).base, (130, 110, 70), 0.5), *tone(b.color)[1:])
    lean = 34 if wilted else 0
    with p.at(0, 0, 1, lean):
        if b.kind in ("cabbage", "lettuce"):
            for turn in (-60, -30, 0, 30, 60):
                with p.at(0, 0, 1, turn):
                    p.part("M0 0 Q-5 -5 0 -10 Q5 -5 0 0 Z", leaf if b.kind == "lettuce" else tone("#7FB3A0"), line=0.4)
            if b.kind == "cabbage":
                p.part(oval(0, -4.5, 4), c, "ball", 0.4)
            else:
                p.part(smooth("-4,-2 -3,-7 0,-8 3,-7 4,-2"), c, line=0.4)
        elif b.kind == "carrots":
            for turn in (-24, -8, 8, 24):
                with p.at(0, -3, 1, turn):
                    p.line("M0 0 V-11", leaf.base, 0.9)
            p.part("M-2.600 -4 H2.600 L0 3 Z", c, line=0.4)
        elif b.kind == "pumpkin":
            p.line("M-8 0 Q0 -8 8 -1", leaf.base, 1)
            p.part(oval(0, -4, 7, 5), c, "ball", 0.5)
            for x in (-3, 0, 3):
                p.line(f"M{x * 0.5} -9 Q{x} -4 {x * 0.5} 1", c.line, 0.5)
            p.part(rect(-0.8, -11, 1.6, 2.6), leaf, line=0.3)
        elif b.kind in ("tomato", "beans"):
            p.line("M0 0 V-22", WOOD.line, 0.9)
            for y in (-6, -12, -18):
                for side in (-1, 1):
                    p.part(f"M0 {y} q{side * 5} -4 {side * 7} 0 q{side * -3} 3 {side * -7} 0 z", leaf, line=0.35)
            for x, y in ((-3, -5), (3, -9), (-3, -14), (3, -17)):
                if b.kind == "tomato":
                    p.part(oval(x, y, 1.9), c, "ball", 0.35)
                else:
                    p.line(f"M{x} {y - 3} q1 3 0 6", c.base, 1.3)
        elif b.kind == "strawberry":
            for turn in (-50, 0, 50):
                with p.at(0, 0, 1, turn):
                    p.part("M0 0 Q-4 -4 0 -8 Q4 -4 0 0 Z", leaf, line=0.4)
            for x in (-4, 3):
                p.part(f"M{x - 2} -3 h4 l-2 4.500 z", c, line=0.35)
        elif b.kind in ("hydrangea", "lavender"):
            for x, y in ((-5, -11), (0, -14), (5, -11)):
                p.line(f"M{x * 0.4} 0 L{x} {y}", leaf.base, 0.9)
                if b.kind == "hydrangea":
                    for dx, dy in ((0, 0), (-2, 1), (2, 1), (0, -2), (-1.6, -1.6), (1.6, -1.6)):
                        p.fill(oval(x + dx, y + dy, 1.5), c.base)
                else:
                    p.part(rect(x - 0.9, y - 5, 1.8, 6, 0.9), c, line=0.3)
        else:  # rose, sunflower, tulip
            tall = {"sunflower": 24, "rose": 16}.get(b.kind, 14)
            p.line(f"M0 0 V{-tall}", leaf.base, 1.1)
            for side in (-1, 1):
                p.part(f"M0 {-tall * 0.4} q{side * 6} -5 {side * 6} -1 q{side * -2} 3 {side * -6} 1 z", leaf, line=0.35)
            if b.kind == "sunflower":
                p.part(star(0, -tall, 7, 4.6, 12), c, line=0.35)
                p.part(oval(0, -tall, 3.4), tone("#5A3A1E"), line=0.3)
            elif b.kind == "rose":
                p.part(oval(0, -tall, 4), c, "ball", 0.4)
                p.line(oval(0, -tall, 2.2), c.line, 0.5, closed=True)
            else:
                p.part(
                    f"M-3.400 {-tall - 4} l1.700 2 l1.700 -3 l1.700 3 l1.700 -2 q1 7 -3.400 8 q-4.400 -1 -3.400 -8 z",
                    c,
                    line=0.4,
                )
    if b.state == "eaten":
        for x, y in ((-3, -4), (2, -7), (4, -3), (-1, -10)):
            p.fill(oval(x, y, 1.3), _SOIL.base)


def _feature(p: Pen, name: str) -> None:
    if name == "greenhouse":
        p.part("M64 50 V30 L78 20 L92 30 V50 Z", GLASS, "glass", 0.8)
        for x in (71, 78, 85):
            p.line(f"M{x} 24 V50", STEEL.line, 0.5)
    elif name == "shed":
        p.part(rect(6, 28, 24, 24), tone("#A87C4F"), line=0.6)
        for x in (11, 16, 21, 26):
            p.line(f"M{x} 28 V52", tone("#A87C4F").line, 0.4)
        p.part("M3 29 L18 18 L33 29 Z", tone("#6B5A50"), line=0.6)
        p.part(rect(14, 36, 8, 16), tone("#7A5A3C"), line=0.5)
    elif name == "tree":
        tree(p, 46, 54, 1.1)
    elif name == "path":
        p.fill("M44 101 Q54 80 48 54 H56 Q64 80 62 101 Z", tone("#D6CBB5").base)
    elif name == "pond":
        p.part(oval(80, 62, 16, 5), WATER, line=0.8)
        p.fill(oval(76, 61, 3, 1), LEAF.base)
        p.fill(oval(85, 63, 3, 1), LEAF.base)
    elif name == "bench":
        p.part(rect(36, 50, 18, 2), WOOD, line=0.4)
        p.part(rect(36, 45, 18, 2.6), WOOD, line=0.4)
        for x in (38, 51):
            p.line(f"M{x} 46 V57", WOOD.line, 1)
    elif name == "birdbath":
        p.part("M58 46 H70 L67 49 H61 Z", tone("#B9B4AA"), line=0.5)
        p.part(rect(62.5, 49, 3, 9), tone("#B9B4AA"), line=0.5)
    elif name == "compost":
        p.part(rect(88, 48, 12, 12), tone("#8A6A45"), line=0.6)
        for y in (51, 54, 57):
            p.line(f"M88 {y} h12", tone("#8A6A45").line, 0.5)
        p.fill(smooth("88,48 91,44 95,45 100,48"), _SOIL.base)
    elif name == "gnome":
        p.part("M34 64 v-6 q3 -3 6 0 v6 z", tone("Blue"), line=0.4)
        p.part(oval(37, 56.5, 2), tone("#E3AE88"), line=0.3)
        p.fill("M35 57.500 h4 l-2 4 z", PAPER.base)
        p.part("M34.600 56 L37 49 L39.400 56 Z", tone("Red"), line=0.4)
    else:  # a wheelbarrow
        p.part("M2 62 H18 L14 70 H7 Z", tone("Green"), "top", 0.5)
        p.part(oval(5, 72, 2.6), tone("#2B2D33"), line=0.4)
        p.line("M14 70 L22 62", WOOD.line, 1)


@scene("garden")
def garden(p: Pen, g: Garden, view: str) -> None:
    sky(p, g.sky, "day", 52)
    if g.fence is not None:
        c = tone(g.fence)
        for pale in range(-3, 104, 8):
            p.part(f"M{pale} 56 v-22 l3 -4 l3 4 v22 z", c, line=0.4)
        p.part(rect(-2, 40, 104, 2.4), c, line=0.4)
    lawn = tone({"green": "#8DBF6A", "dry": "#C9B878", "overgrown": "#6FA350", "snow": "#EEF2F6"}[g.lawn])
    p.fill(rect(-1, 52, 102, 50), lawn.base)
    if g.lawn == "overgrown":
        for tuft in range(0, 101, 3):
            for y in (58, 72, 86, 99):
                p.line(f"M{tuft} {y + tuft % 4} l1 {-5 - tuft % 3} l1 {5 + tuft % 3}", lawn.dark, 0.6)
    for name in sorted(g.features, key=lambda each: each != "path"):
        _feature(p, name)
    order = sorted(range(len(g.beds)), key=lambda index: g.beds[index].depth != "back")
    spots = side_by_side([f"{each.place}" for each in g.beds])
    same = {(each.place, each.depth) for each in g.beds}
    for index in order:
        bed = g.beds[index]
        back = bed.depth == "back"
        alone = len({(each.place) for each in g.beds if each.depth == bed.depth and each.place == bed.place}) == 1
        x = (
            {"left": 20.0, "middle": 50.0, "right": 80.0}[bed.place]
            if alone and len(same) == len(g.beds)
            else spots[index]
        )
        foot, scale = (70.0, 0.72) if back else (92.0, 0.95)
        columns = min(bed.count, 4)
        wide = 26.0
        if bed.raised:
            p.part(rect(x - wide / 2 - 2, foot - 3, wide + 4, 8), WOOD, "top", 0.6)
        p.part(oval(x, foot - (3 if bed.raised else 0), wide / 2 + 1, 4), _SOIL, line=0.4)
        rows = 1 if bed.count <= 4 else 2
        for nth in range(bed.count):
            row, column = divmod(nth, columns)
            here = min(columns, bed.count - row * columns)
            at = x + (column - (here - 1) / 2) * wide / max(columns, 3)
            with p.at(
                at,
                foot - (3 if bed.raised else 0) - (1.5 if rows == 2 and row == 0 else -1.5),
                scale * (0.8 if columns > 3 else 1),
            ):
                _plant(p, bed)
    veil(p, g.sky)
