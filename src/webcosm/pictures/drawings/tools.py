"""Tools and sets of them."""

from __future__ import annotations

from ..palette import DARK, PAPER, STEEL, WOOD, tone
from ..paths import arc, oval, rect
from ..pen import Pen
from ..placing import stand
from ..things.goods import Tool
from .entered import scene
from .ground import by_chance

_RUST = tone("#9A4F22")


def _set(p: Pen, t: Tool) -> None:
    """Screwdrivers or wrenches side by side in a tray, as many as there are, each a little larger than the last."""
    columns = min(t.count, 12)
    rows = -(-t.count // columns)
    p.part(rect(-46, -6 - rows * 40, 92, rows * 40 + 8, 3), DARK if t.case else tone("#D9CDB8"), "", 0.8)
    step = 88 / columns
    for index in range(t.count):
        row, column = divmod(index, columns)
        x, foot = -44 + (column + 0.5) * step, -4 - (rows - 1 - row) * 40
        size = min(1.0, step / 9) * (0.74 + 0.26 * (column + 1) / columns)
        with p.at(x, foot, size):
            if t.kind == "screwdrivers":
                p.part(rect(-1, -36 / size * 0.9, 2, 36 / size * 0.5), STEEL, "round", 0.4)
                p.part(rect(-3.4, -20, 6.8, 19, 2.6), tone(t.color), "round", 0.5)
                p.fill(rect(-3.4, -8, 6.8, 2.6), tone(t.second).base)
            else:
                p.part(
                    "M-1.600 -8 V-24 Q-4 -26 -4 -30 Q-4 -33 -2 -34 V-29 H2 V-34 Q4 -33 4 -30 Q4 -26 1.600 -24 V-8 Z",
                    tone(t.color),
                    "round",
                    0.5,
                )
                p.part(oval(0, -5, 4), tone(t.color), line=0.5)
                p.fill(oval(0, -5, 1.8), (50, 50, 56))


def _engine(p: Pen, t: Tool, x: float, y: float) -> None:
    """What drives it: a battery, a cord, a tank."""
    if t.power == "battery":
        p.part(rect(x - 6, y - 3, 12, 8, 1.4), tone(t.second), line=0.6)
        for at in range(3):
            p.fill(rect(x - 4 + at * 3, y, 2, 2), tone("Green").base)
    elif t.power == "cord":
        p.line(f"M{x} {y} q8 16 -8 20 q-22 6 -30 -2", DARK.base, 1.3)
        p.part(rect(x - 43, y + 14, 6, 6, 1), DARK, line=0.4)
    elif t.power == "gasoline":
        p.part(oval(x, y, 4.4), tone(t.second), line=0.6)
        p.part(rect(x - 2, y - 7, 4, 3), STEEL, line=0.4)


def _one(p: Pen, t: Tool) -> None:
    """A tool with its foot at 0, 0, within 84 by 84."""
    c, second = tone(t.color), tone(t.second)
    broken = any(each.kind == "broken handle" for each in t.wear)
    shop = {"hammer": "hammer", "drill": "drill", "hand saw": "saw", "toolbox": "toolbox", "wheelbarrow": "wheelbarrow",
            "rake": "rake", "shovel": "spade"}.get(t.kind)  # fmt: skip
    if shop is not None:
        stand(
            p,
            shop,
            (t.color, t.second),
            0,
            0,
            84,
            width=84,
            words=(t.brand,) if t.brand and shop in ("drill", "toolbox") else (),
        )
        if t.kind == "drill":
            _engine(p, t, 10, -6)
    elif t.kind == "axe":
        with p.at(0, -42, 1, 24):
            p.part("M-3 -34 H3 L4 40 H-4 Z", WOOD, "round")
            p.part("M-4 10 H4 L4.400 40 H-4.400 Z", second, "round")
            p.part("M-6 -38 H6 V-20 H-6 L-24 -12 Q-30 -28 -24 -44 Z", c, "top")
            p.line("M-25 -13 Q-30 -28 -25 -43", STEEL.light, 2)
    elif t.kind == "chainsaw":
        p.part(rect(2, -38, 40, 9, 4.4), STEEL, "top")
        for x in range(4, 44, 4):
            p.fill(rect(x, -39.4, 2, 1.6), DARK.base)
            p.fill(rect(x, -29.2, 2, 1.6), DARK.base)
        p.part("M-36 -16 V-42 Q-36 -46 -32 -46 H0 Q6 -46 6 -40 V-16 Z", c, "top")
        p.tube("M-34 -38 Q-44 -38 -42 -24 Q-40 -16 -32 -16", 4, second)
        p.tube("M-18 -46 Q-18 -56 -8 -56 H0 Q4 -56 2 -46", 3, second)
        _engine(p, t, -16, -24)
    elif t.kind == "circular saw":
        p.part(oval(-4, -24, 24), STEEL, line=0.7)
        for turn in range(24):
            with p.at(-4, -24, 1, turn * 15):
                p.fill("M-1.600 -23.500 L1.600 -23.500 L1 -26.500 Z", STEEL.line)
        p.part(arc(-4, -24, 26, 26, 180, 360), c, "top")
        p.part(rect(-34, -10, 66, 4), STEEL, "top")
        p.tube("M10 -44 Q30 -56 36 -40 L32 -24", 6, second)
        _engine(p, t, 32, -22)
    elif t.kind == "hedge trimmer":
        p.part("M-6 -30 H44 L42 -24 H-6 Z", STEEL, "top")
        for x in range(-4, 42, 5):
            p.part(f"M{x} -30 l2 -5 l2 5 z", STEEL, line=0.35)
            p.part(f"M{x} -24 l2 5 l2 -5 z", STEEL, line=0.35)
        p.part("M-40 -14 V-34 Q-40 -40 -34 -40 H-8 V-16 Z", c, "top")
        p.tube("M-30 -40 Q-26 -54 -10 -46", 4, second)
        _engine(p, t, -28, -18)
    elif t.kind == "ladder":
        rungs = min(max(t.count, 3), 12)
        for side in (-1, 1):
            p.part(f"M{side * 16 - 2} 0 L{side * 11 - 2} -84 h4 L{side * 16 + 2} 0 Z", c, "round")
        for index in range(rungs):
            y = -6 - index * 74 / (rungs - 1)
            half = 15 + y * 5 / 84
            p.part(rect(-half, y - 1.6, 2 * half, 3.2), second if t.second != "Black" else STEEL, "top", 0.5)
    elif t.kind == "lawn mower":
        p.tube("M-22 -24 L-44 -66 H-34", 2.6, second)
        p.part("M-30 -12 Q-30 -24 -20 -24 H26 Q38 -24 38 -10 H-30 Z", c, "top")
        p.part(rect(-12, -38, 26, 15, 3), second, "top")
        for x, r in ((-22, 9), (30, 8)):
            p.part(oval(x, -8, r), DARK, line=0.6)
            p.part(oval(x, -8, r * 0.5), STEEL, line=0.5)
        _engine(p, t, 2, -30)
    elif t.kind == "level":
        p.part(rect(-42, -34, 84, 16, 2), c, "top")
        p.part(rect(-10, -31, 20, 9, 4), tone("#D9E86A"), line=0.6)
        p.part(oval(-1, -26.500, 3.4, 2.6), PAPER, line=0.4)
        for x in (-30, 30):
            p.part(oval(x, -26, 5), tone("#D9E86A"), line=0.6)
    elif t.kind == "pliers":
        for side in (-1, 1):
            p.tube(f"M0 -50 Q{side * 16} -36 {side * 14} 0", 7, c)
            p.part(f"M0 -46 Q{side * 10} -56 {side * 6} -72 Q{side * 2} -84 0 -84 Z", STEEL, line=0.6)
        p.part(oval(0, -50, 4), STEEL, line=0.6)
    else:  # a workbench
        for x in (-36, 28):
            p.part(rect(x, -40, 8, 40), c, "round")
        p.part(rect(-36, -16, 72, 5), c, "top")
        p.part(rect(-42, -50, 84, 10, 1), WOOD, "top")
        p.part(rect(22, -60, 14, 10, 1), STEEL, "top")
        p.line("M29 -60 V-66 H37", STEEL.line, 1.8)
    if t.brand and shop is None and t.kind in ("chainsaw", "hedge trimmer", "lawn mower", "level"):
        box = {
            "chainsaw": (-32, -44, 30, 9),
            "hedge trimmer": (-38, -34, 28, 9),
            "lawn mower": (-16, -22, 40, 9),
            "level": (-40, -31, 20, 10),
        }[t.kind]
        p.write_in((t.brand,), *box, (255, 255, 255) if sum(c.base) < 430 else (30, 30, 40), 7)
    if broken:
        p.line("M-8 -18 l5 5 l-3 4 l7 6", (250, 246, 236), 1.6)


def _wear(p: Pen, t: Tool) -> None:
    for each in t.wear:
        if each.kind in ("dirt", "rust"):
            chance = by_chance(each.kind)
            colour = _RUST if each.kind == "rust" else tone("#7A6245")
            for _ in range(14):
                p.fill(
                    oval(
                        round(chance.uniform(-22, 22), 2),
                        round(chance.uniform(-56, -18), 2),
                        round(chance.uniform(0.8, 2.6), 2),
                    ),
                    colour.base,
                    210,
                )
        elif each.kind == "worn grip":
            p.fill(oval(0, -12, 4, 6), (216, 206, 190), 200)


@scene("tool")
def tool(p: Pen, t: Tool, view: str) -> None:
    wall = tone("#C9B99F" if view != "angle" else "#B9C0C4")
    p.fill(rect(-1, -1, 102, 102), wall.base)
    if view == "scene":
        for row in range(7):
            for column in range(11):
                p.fill(oval(column * 10 + 1, row * 9.5 + 5, 0.7), wall.dark)
    p.fill(rect(-1, 80, 102, 22), tone("#A87C4F").base)
    p.fill(rect(-1, 80, 102, 2), tone("#A87C4F").light)
    is_set = t.kind in ("screwdrivers", "wrenches")
    many = 1 if is_set or t.kind == "ladder" else min(t.count, 6)
    columns = many if many <= 3 else 3
    rows = -(-many // columns)
    scale = (1.0, 0.56, 0.38)[columns - 1]
    if rows == 2:
        scale = min(scale, 0.46)
    turn = 6 if view == "angle" else 0
    if view == "detail":
        with p.at(50, 52, 1.9, about=(0, -36)):
            _set(p, t) if is_set else _one(p, t)
            _wear(p, t)
        return
    if t.case and not is_set:
        p.part(rect(6, 70, 88, 24, 3), DARK, "top")
        p.part(rect(40, 66, 20, 5, 2), DARK, line=0.6)
    for index in range(many):
        row, column = divmod(index, columns)
        here = min(columns, many - row * columns)
        x = 50 + (column - (here - 1) / 2) * 92 * scale * 0.98
        foot = 92.0 - (rows - 1 - row) * 44
        with p.at(x, foot, scale * (0.8 if view == "scene" else 1), turn):
            p.shadow(0, 0, 30, 0.05)
            _set(p, t) if is_set else _one(p, t)
            _wear(p, t)
