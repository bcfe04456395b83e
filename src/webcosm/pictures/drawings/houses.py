"""Homes from outside: street side, garden side, door."""

from __future__ import annotations

from ..palette import DARK, PAPER, STEEL, WATER, WOOD, Tone, mix, tone
from ..paths import oval, rect, smooth
from ..pen import Pen
from ..things.outside import House
from .entered import scene
from .ground import by_chance, sky, tree, veil

_GLASS = tone("#BFD9E4")


def _wall(p: Pen, h: House, x: float, y: float, w: float, tall: float) -> None:
    c = tone(h.color)
    p.part(rect(x, y, w, tall), c, line=0.8)
    with p.clip(rect(x, y, w, tall)):
        if h.walls == "brick":
            for row in range(int(tall / 3) + 1):
                p.line(f"M{x} {y + row * 3} h{w}", c.dark, 0.35)
                for column in range(int(w / 7) + 2):
                    p.line(f"M{x + column * 7 + row % 2 * 3.5} {y + row * 3} v3", c.dark, 0.35)
        elif h.walls == "wood":
            for row in range(int(tall / 2.6) + 1):
                p.line(f"M{x} {y + row * 2.6} h{w}", c.dark, 0.5)
        elif h.walls == "stone":
            chance = by_chance("stone")
            for _ in range(60):
                p.line(
                    oval(round(x + chance.uniform(0, w), 1), round(y + chance.uniform(0, tall), 1), 2.6, 1.8),
                    c.dark,
                    0.4,
                    closed=True,
                )


def _window(p: Pen, h: House, x: float, y: float, w: float, tall: float, *, broken: bool = False) -> None:
    p.part(rect(x - w / 2, y, w, tall), _GLASS if not broken else DARK, "sheen" if not broken else "", 0.6)
    p.line(f"M{x} {y} v{tall}", PAPER.base, 0.6)
    p.line(f"M{x - w / 2} {y + tall / 2} h{w}", PAPER.base, 0.6)
    if broken:
        p.fill(
            f"M{x - w * 0.4} {y + tall * 0.9} L{x - w * 0.1} {y + tall * 0.3} L{x + w * 0.1} {y + tall * 0.6} "
            f"L{x + w * 0.4} {y + tall * 0.1} L{x + w * 0.3} {y + tall * 0.9} Z",
            _GLASS.base,
        )
    if h.shutters is not None:
        for side in (-1, 1):
            p.part(rect(x + side * (w / 2 + 1.2) - 1.2, y, 2.4, tall), tone(h.shutters), line=0.4)


def _front_door(p: Pen, h: House, x: float, foot: float, size: float = 1.0) -> None:
    with p.at(x, foot, size):
        p.part(rect(-3.6, -13, 7.2, 13), tone(h.door_color), "round", 0.6)
        p.part(rect(-2.2, -11.4, 4.4, 4), _GLASS, line=0.4)
        p.part(oval(2.4, -5.6, 0.6), tone("Gold"), line=0.3)
        if h.number:
            p.part(rect(4.6, -12, 5.4, 3.4, 0.5), PAPER, line=0.3)
            p.write_in((h.number,), 4.8, -11.800, 5, 3, (30, 30, 40), 2.8)


def _roof(p: Pen, h: House, x: float, y: float, w: float) -> None:
    """The roof over a wall from x on."""
    c: Tone = tone(h.roof_color)
    if h.roof == "flat":
        p.part(rect(x - 2, y - 3, w + 4, 4), c, "top", 0.6)
        return
    top = y - min(20.0, w * 0.34)
    path = (
        f"M{x - 4} {y + 1} L{x + w / 2} {top} L{x + w + 4} {y + 1} Z"
        if h.roof == "gable"
        else f"M{x - 4} {y + 1} L{x + w * 0.22} {top} H{x + w * 0.78} L{x + w + 4} {y + 1} Z"
    )
    p.part(path, c, line=0.8)
    with p.clip(path):
        for row in range(int((y - top) / 3) + 1):
            p.line(f"M{x - 5} {top + row * 3} h{w + 10}", c.dark, 0.5)
        if any(each.kind == "missing tiles" for each in h.wear):
            p.fill(f"M{x + w * 0.56} {y - 7} h9 v4 h3 v4 h-8 v-3 h-4 z", (60, 50, 44))
        if "solar panels" in h.features:
            for index in range(3):
                p.part(rect(x + w * 0.28 + index * 8, y - 8, 7, 6), tone("#25365E"), line=0.4)


def _ground(p: Pen, h: House, *, back: bool) -> None:
    winter = h.season == "winter" or h.sky == "snow"
    p.fill(rect(-1, 78, 102, 24), tone("#EEF2F6" if winter else {"autumn": "#BFAE62"}.get(h.season, "#8DBF6A")).base)
    if h.season == "spring" and not winter:
        for x, y, code in ((8, 88, "#F4CE45"), (18, 95, "#E88BB0"), (30, 90, "#F4CE45"), (70, 93, "#E88BB0"),
                           (82, 88, "#F4CE45"), (92, 96, "#E88BB0")):  # fmt: skip
            p.fill(oval(x, y, 1.3), tone(code).base)
    if not back:
        p.fill("M44 101 L48 79 H54 L60 101 Z", tone("#D6CBB5").base)


def _building(p: Pen, h: House, *, back: bool) -> None:
    storeys = 1 if h.kind in ("bungalow", "cabin") else h.storeys
    tall = min(15.0, 58 / storeys)
    width = {"apartments": 62, "bungalow": 66, "cabin": 44, "farmhouse": 60, "townhouse": 30}.get(h.kind, 50)
    width = min(width, 70 - h.garage * 10)
    x = 50 - width / 2 - h.garage * 7
    y = 80 - storeys * tall
    if "chimney" in h.features and h.roof != "flat":
        p.part(rect(x + width * 0.7, y - 20, 5, 14), tone("#9A5B48"), line=0.6)
    if h.kind == "townhouse":
        for side, code in ((x - 24, "#D9C59B"), (x + width, "#B9C7D6")):
            p.part(rect(side, y + 2, 24, 78 - y), tone(code), line=0.6)
            for storey in range(storeys):
                for at in (7.0, 17.0):
                    p.part(rect(side + at - 2.5, y + 5 + storey * tall, 5, tall * 0.5), _GLASS, line=0.4)
    _roof(p, h, x, y, width)
    _wall(p, h, x, y, width, 80 - y)
    if h.roof == "flat":
        _roof(p, h, x, y, width)
        if "solar panels" in h.features:
            for index in range(3):
                p.part(f"M{x + 8 + index * 9} {y - 3} l3 -5 h6 l-3 5 z", tone("#25365E"), line=0.4)
        if "chimney" in h.features:
            p.part(rect(x + width * 0.7, y - 11, 5, 9), tone("#9A5B48"), line=0.6)
    broken = any(each.kind == "broken window" for each in h.wear)
    step = width / h.across
    pane = min(step * 0.46, 7.0)
    for storey in range(storeys):
        row = y + storey * tall + tall * 0.2
        lowest = storey == storeys - 1
        for column in range(h.across):
            at = x + (column + 0.5) * step
            if lowest and not back and column == h.across // 2:
                continue
            _window(p, h, at, row, pane, tall * 0.5, broken=broken and storey == storeys - 1 and column == 0)
            if "balcony" in h.features and storey == 0 and storeys > 1 and column == h.across // 2:
                p.part(rect(at - 6, row + tall * 0.5, 12, 1.4), STEEL, line=0.4)
                for rail in range(7):
                    p.line(f"M{at - 6 + rail * 2} {row + tall * 0.5} v-4.500", DARK.base, 0.4)
                p.line(f"M{at - 6} {row + tall * 0.5 - 4.500} h12", DARK.base, 0.6)
    door = x + (h.across // 2 + 0.5) * step
    if back:
        p.part(rect(door - 7, 67, 14, 13), _GLASS, "sheen", 0.7)
        p.line(f"M{door} 67 v13", PAPER.base, 0.8)
    else:
        _front_door(p, h, door, 80, min(1.0, tall / 14))
    if "dormer" in h.features and h.roof != "flat":
        p.part(rect(50 - 5 - h.garage * 7, y - 9, 10, 9), tone(h.color), line=0.5)
        p.part(f"M{43 - h.garage * 7} {y - 8} l7 -6 l7 6 z", tone(h.roof_color), line=0.5)
        p.part(rect(47.5 - h.garage * 7, y - 7, 5, 5), _GLASS, line=0.4)
    if "porch" in h.features and not back:
        p.part(f"M{door - 12} 66 L{door} 60 L{door + 12} 66 Z", tone(h.roof_color), line=0.6)
        for side in (-10.5, 9):
            p.part(rect(door + side, 66, 1.6, 14), PAPER, line=0.4)
    for index in range(h.garage):
        gx = x + width + index * 15
        p.part(rect(gx, 62, 15, 18), tone(h.color), line=0.6)
        p.part(rect(gx - 1, 60, 17, 3), tone(h.roof_color), line=0.5)
        p.part(rect(gx + 2, 66, 11, 14), PAPER if not back else tone(h.color), line=0.5)
        if not back:
            for line in (69, 72, 75):
                p.line(f"M{gx + 2} {line} h11", PAPER.dark, 0.4)
    if "satellite dish" in h.features:
        p.part(oval(x + 3, y + 4, 3, 3.4), STEEL, line=0.5)
        p.line(f"M{x + 3} {y + 4} l4 -2", DARK.base, 0.6)
    for each in h.wear:
        if each.kind == "peeling paint":
            p.part(
                smooth(
                    f"{x + width - 14},{y + 8} {x + width - 6},{y + 6} {x + width - 3},{y + 14} "
                    f"{x + width - 9},{y + 18}"
                ),
                tone("#A89C8A"),
                line=0.4,
            )
        elif each.kind == "cracked wall":
            p.line(f"M{x + 3} {y + 4} l3 6 l-2 5 l4 7 l-1 6", (50, 46, 46), 0.8)
        elif each.kind == "ivy":
            chance = by_chance("ivy")
            for _ in range(70):
                p.fill(
                    oval(round(x + chance.uniform(-1, 10), 2), round(chance.uniform(y + 2, 80), 2), 1.6),
                    mix(tone("#3F7A4F").base, (20, 60, 30), chance.uniform(0, 0.4)),
                )


def _around(p: Pen, h: House, *, back: bool) -> None:
    features = set(h.features)
    if "tree" in features:
        tree(p, 90, 84, 1.2, h.season)
    if "hedge" in features:
        for x in range(2, 34, 6):
            p.part(oval(x, 84, 4.6), tone("#4F8A4A"), line=0.4)
    if "pool" in features and back:
        p.part("M18 96 L28 86 H74 L82 96 Z", WATER, line=1)
    if "terrace" in features and back:
        p.fill("M26 86 L30 80 H70 L74 86 Z", tone("#C9A77F").base)
    if "fence" in features:
        for x in range(-2, 104, 7):
            if not (14 if back else 40) < x < (84 if back else 62):
                p.part(f"M{x} 100 v-11 l2 -2.500 l2 2.500 v11 z", PAPER, line=0.4)
    if h.sign and not back:
        p.part(rect(15, 76, 1.8, 20), WOOD, line=0.4)
        p.part(rect(5, 72, 22, 12, 1), tone("Red"), line=0.5)
        p.write_in((h.sign,), 6, 73, 20, 10, (255, 255, 255), 6.4)


@scene("house")
def house(p: Pen, h: House, view: str) -> None:
    sky(p, h.sky, "day", 80)
    if view == "detail":
        p.fill(rect(-1, -1, 102, 102), tone(h.color).base)
        _wall(p, h, -2, -2, 104, 96)
        p.fill(rect(-1, 92, 102, 10), tone("#B9B4AA").base)
        _front_door(p, h, 38, 92, 5.2)
        veil(p, h.sky)
        return
    back = view == "back"
    _ground(p, h, back=back)
    with p.at(50, 80, 1.16, about=(50, 80)):
        _building(p, h, back=back)
    _around(p, h, back=back)
    veil(p, h.sky)
