"""Places of the region, by season, weather and time of day."""

from __future__ import annotations

from collections.abc import Callable

from ..palette import DARK, PAPER, STEEL, WATER, WOOD, Tone, tone
from ..paths import arc, oval, rect, smooth
from ..pen import Pen
from ..things.outside import Place
from .entered import scene
from .ground import sky, tree, veil
from .outdoor_objects import outdoor_object
from .pets import places as side_by_side

_AFLOAT = ("boat", "ferry", "sailboat")
_ALOFT = ("balloon", "gull", "kite")


def _land(s: Place) -> Tone:
    if s.season == "winter" or s.sky == "snow":
        return tone("#EEF2F6")
    return tone({"spring": "#A5D27A", "autumn": "#BFAE62"}.get(s.season, "#8DBF6A"))


def _sea(p: Pen, top: float, bottom: float, colour: str = "#4F9CC4") -> None:
    p.fill(rect(-1, top, 102, bottom - top), tone(colour).base)
    for index in range(int((bottom - top) / 5)):
        y = top + 3 + index * 5
        for x in range((index % 2) * 9, 100, 22):
            p.line(f"M{x} {y} q3 -1.400 6 0", tone(colour).light, 0.5)


def _window_rows(p: Pen, x: float, y: float, columns: int, rows: int, step: float, lit: bool) -> None:
    for row in range(rows):
        for column in range(columns):
            p.part(
                rect(x + column * step, y + row * step * 1.4, step * 0.5, step * 0.7),
                tone("#FFE9A0" if lit else "#CFE4EE"),
                line=0.3,
            )


def _beach(p: Pen, s: Place) -> None:
    _sea(p, 44, 66)
    p.fill("M-1 62 Q25 57 50 62 Q76 67 101 60 V101 H-1 Z", tone("#EBD9A9").base)
    p.line("M-1 62 Q25 57 50 62 Q76 67 101 60", (255, 255, 255), 1.4)
    for index, x in enumerate((6, 16, 26)):
        p.part(rect(x, 52, 8, 12), tone(s.color) if index % 2 == 0 else PAPER, line=0.5)
        p.part(f"M{x - 1} 52 L{x + 4} 46 L{x + 9} 52 Z", tone(s.color), line=0.5)


def _bridge(p: Pen, s: Place) -> None:
    c = tone(s.color)
    p.fill(smooth("-6,60 14,44 40,54 70,42 106,56 106,70 -6,70"), tone("#8FB08A").base)
    _sea(p, 62, 101)
    for tower in (24, 74):
        p.part(rect(tower, 16, 5, 58), c, "round")
    for start, end in ((-26, 26.5), (26.5, 76.5), (76.5, 126)):
        middle = (start + end) / 2
        p.line(f"M{start} 18 Q{middle} 66 {end} 18", c.base, 1.3)
        for step in range(1, 8):
            t = step / 8
            x = start + (end - start) * t
            y = 18 * (1 - t) ** 2 + 2 * 66 * t * (1 - t) + 18 * t * t
            p.line(f"M{x} {y} V56", c.base, 0.5)
    p.part(rect(-2, 55, 104, 5), c, "top", 0.6)


def _farm(p: Pen, s: Place) -> None:
    land = _land(s)
    p.fill(rect(-1, 58, 102, 44), land.base)
    p.part(rect(58, 38, 30, 26), tone(s.color), "side")
    p.part("M55 39 L63 27 H83 L91 39 Z", tone("#6B5A50"), line=0.6)
    p.part(rect(67, 48, 12, 16), PAPER, line=0.6)
    p.line("M67 48 L79 64", tone(s.color).base, 0.8)
    p.part(rect(44, 30, 10, 34, 2), STEEL, "round")
    p.part(arc(49, 30, 5, 5, 180, 360), STEEL, line=0.5)
    for row in range(5):
        p.line(f"M-1 {72 + row * 6} Q50 {68 + row * 6} 101 {72 + row * 6}", land.dark, 0.9)
    tree(p, 12, 64, 0.9, s.season)


def _forest(p: Pen, s: Place) -> None:
    p.fill(rect(-1, 52, 102, 50), _land(s).dark)
    for row, (foot, size) in enumerate(((56, 0.9), (64, 1.15), (74, 1.4))):
        for x in range(4 + row * 5, 100, 15 - row):
            if x % 2:
                with p.at(x, foot, size):
                    for y, half in ((-8, 8), (-16, 6.4), (-24, 4.6)):
                        p.part(f"M{-half} {y + 6} L0 {y - 5} L{half} {y + 6} Z", tone("#3F7A4F"), line=0.4)
            elif not 40 < x < 60:
                tree(p, x, foot, size, s.season)
    p.fill("M42 101 Q52 80 46 66 H56 Q60 82 66 101 Z", tone("#C9AE82").base)
    p.part(rect(70, 66, 14, 10), tone(s.color), "side", 0.5)
    p.part("M68 67 L77 59 L86 67 Z", tone("#5B4636"), line=0.5)


def _harbor(p: Pen, s: Place) -> None:
    for index, x in enumerate(range(0, 100, 14)):
        top = 30 + index * 7 % 11
        p.part(rect(x, top, 14, 60 - top), tone(("#E0B589", "#C9D3C0", "#D99A8C", "#B9C7D6")[index % 4]), line=0.4)
        p.part(f"M{x - 0.5} {top} L{x + 7} {top - 7} L{x + 14.500} {top} Z", tone(s.color), line=0.4)
        _window_rows(p, x + 3, top + 4, 2, 2, 5, s.time == "night")
    p.fill(rect(-1, 58, 102, 6), tone("#A59C8E").base)
    _sea(p, 64, 101)
    p.part("M66 101 V70 H78 V101 Z", tone("#A87C4F"), "side")
    for y in range(74, 100, 5):
        p.line(f"M66 {y} h12", tone("#A87C4F").line, 0.4)


def _lake(p: Pen, s: Place) -> None:
    p.fill(smooth("-6,58 12,34 30,48 52,28 74,46 92,34 106,54 106,66 -6,66"), tone("#8AA6A0").base)
    p.fill(rect(-1, 56, 102, 46), _land(s).base)
    p.fill(oval(50, 74, 52, 15), tone("#5FA9D0").base)
    for x in (12, 86):
        tree(p, x, 62, 0.9, s.season)
    p.part(rect(72, 50, 12, 9), tone(s.color), line=0.5)
    p.part("M70 51 L78 44 L86 51 Z", tone("#6B5A50"), line=0.5)


def _lighthouse(p: Pen, s: Place) -> None:
    c = tone(s.color)
    _sea(p, 56, 101)
    p.part(smooth("38,101 44,78 56,70 78,70 104,78 106,101"), tone("#8C8578"), line=0.6)
    tower = "M58 74 L62 30 H74 L78 74 Z"
    p.part(tower, PAPER, "round")
    with p.clip(tower):
        for y in (36, 52, 67):
            p.fill(rect(50, y, 40, 7), c.base)
    p.line(tower, PAPER.line, 0.7)
    p.part(rect(60, 27, 16, 3.4), DARK, line=0.4)
    p.part(rect(63, 18, 10, 9), tone("#FFE27A"), line=0.6)
    p.part("M61 18 L68 11 L75 18 Z", c, line=0.6)
    if s.time != "day":
        p.fill("M63 22 L-1 10 V36 Z", (255, 240, 170), 120)
    p.part(rect(80, 64, 14, 10), PAPER, line=0.5)
    p.part("M78 65 L87 58 L96 65 Z", c, line=0.5)


def _mountains(p: Pen, s: Place) -> None:
    for path, colour in (
        ("M-4 66 L22 18 L48 66 Z", "#7F92A6"),
        ("M26 66 L58 8 L94 66 Z", "#6C8097"),
        ("M66 66 L88 26 L110 66 Z", "#8B9CAE"),
    ):
        p.part(path, tone(colour), line=0.5)
    cap = s.season in ("winter", "spring") or s.sky == "snow"
    for x, y, w in ((22, 18, 8), (58, 8, 12), (88, 26, 7)):
        size = w * (1.6 if cap else 0.8)
        p.fill(
            f"M{x} {y} l{size * 0.55} {size} l{-size * 0.3} {-size * 0.2} l{-size * 0.25} {size * 0.25} "
            f"l{-size * 0.3} {-size * 0.25} l{-size * 0.25} {size * 0.2} z",
            (250, 252, 255),
        )
    p.fill(rect(-1, 62, 102, 40), _land(s).base)
    p.part(rect(64, 60, 16, 12), tone(s.color), line=0.5)
    p.part("M61 61 L72 52 L83 61 Z", tone("#5B4636"), line=0.5)
    tree(p, 16, 72, 0.9, s.season)


def _park(p: Pen, s: Place) -> None:
    p.fill(rect(-1, 54, 102, 48), _land(s).base)
    for x, size in ((10, 1.2), (30, 1.0), (90, 1.3)):
        tree(p, x, 62, size, s.season)
    p.fill("M30 101 Q50 80 46 66 Q44 60 52 56 H58 Q54 62 60 70 Q70 86 66 101 Z", tone("#DCCBA6").base)
    p.part("M60 62 V46 H80 V62 Z", PAPER, line=0.5)
    p.part("M57 47 Q70 32 83 47 Z", tone(s.color), line=0.6)


def _square(p: Pen, s: Place) -> None:
    for index, (x, w, top) in enumerate(((-2, 26, 26), (76, 26, 28))):
        p.part(rect(x, top, w, 40), tone(("#E0B589", "#C9D3C0")[index]), line=0.5)
        _window_rows(p, x + 4, top + 5, 3, 3, 7, s.time == "night")
    p.part(rect(24, 24, 52, 42), tone("#E9DFCB"), line=0.6)
    p.part("M22 25 L50 12 L78 25 Z", tone(s.color), line=0.6)
    p.part(rect(45, 2, 10, 22), tone("#E9DFCB"), line=0.6)
    p.part("M43 3 L50 -7 L57 3 Z", tone(s.color), line=0.6)
    p.part(oval(50, 10, 3.4), PAPER, line=0.5)
    p.line("M50 10 V7.500", DARK.base, 0.6)
    _window_rows(p, 29, 31, 5, 2, 9, s.time == "night")
    p.part(rect(46, 52, 8, 14), WOOD, line=0.5)
    p.fill(rect(-1, 65, 102, 37), tone("#C9C2B4").base if s.season != "winter" else tone("#E8EBEF").base)
    for y in (70, 77, 86, 96):
        p.line(f"M-1 {y} h102", tone("#C9C2B4").dark, 0.5)


def _station(p: Pen, s: Place) -> None:
    p.part(rect(4, 26, 62, 36), tone("#C98E73"), line=0.6)
    p.part("M0 27 L35 14 L70 27 Z", tone("#5F6670"), line=0.6)
    _window_rows(p, 10, 34, 6, 1, 9, s.time == "night")
    p.part(oval(35, 21, 3.6), PAPER, line=0.5)
    p.line("M35 21 l2 1.500", DARK.base, 0.6)
    p.fill(rect(-1, 60, 102, 10), tone("#B9B4AA").base)
    p.fill(rect(-1, 70, 102, 32), tone("#8C8578").base)
    c = tone(s.color)
    p.part("M-4 84 V58 H86 Q98 60 100 74 L100 84 Z", c, "top", 0.8)
    for x in range(0, 76, 13):
        p.part(rect(x, 62, 9, 8, 1), tone("#CFE4EE"), line=0.4)
    p.part("M84 62 Q92 63 95 71 H84 Z", tone("#CFE4EE"), line=0.4)
    p.fill(rect(-4, 75, 100, 2), (255, 255, 255))
    for x in range(4, 96, 16):
        p.part(oval(x, 85, 3.4), DARK, line=0.3)
    p.line("M-1 89 h102", STEEL.line, 1)


def _street(p: Pen, s: Place) -> None:
    for index, (x, w, top) in enumerate(((-2, 20, 16), (18, 18, 26), (36, 22, 12), (58, 18, 22), (76, 26, 14))):
        p.part(rect(x, top, w, 56), tone(("#C98E73", "#D9C59B", "#9FB2BF", "#C7A3A0", "#B5BFA0")[index]), line=0.5)
        _window_rows(p, x + 3, top + 5, int(w / 7), 3, 6.5, s.time == "night")
        for stripe in range(int(w / 3)):
            p.part(rect(x + 1 + stripe * 3, 57, 3, 5), tone(s.color) if stripe % 2 == 0 else PAPER, line=0.25)
    p.fill(rect(-1, 70, 102, 5), tone("#CFCBC2").base)
    p.fill(rect(-1, 75, 102, 27), tone("#7E8288").base)
    for x in range(-2, 102, 16):
        p.fill(rect(x, 88, 9, 1.4), (238, 236, 220))
    tree(p, 88, 73, 0.8, s.season)


def _waterfall(p: Pen, s: Place) -> None:
    p.fill(rect(-1, 20, 102, 82), _land(s).dark)
    p.part("M-2 18 L20 12 L38 20 V78 H-2 Z", tone("#7C776E"), "side", 0.6)
    p.part("M62 20 L80 10 L102 18 V78 H62 Z", tone("#7C776E"), "side", 0.6)
    p.fill(rect(38, 18, 24, 62), WATER.base)
    for x in (41, 46, 51, 56, 60):
        p.line(f"M{x} 18 V80", (240, 250, 255), 1)
    p.fill(oval(50, 84, 46, 13), tone("#5FA9D0").base)
    for x in (38, 44, 50, 56, 62):
        p.fill(oval(x, 78, 5, 3), (244, 250, 253))
    tree(p, 10, 16, 0.5, s.season)
    tree(p, 90, 15, 0.5, s.season)
    p.part(rect(64, 58, 22, 2), tone(s.color), line=0.4)
    for x in (66, 74, 82):
        p.line(f"M{x} 58 v-6", tone(s.color).base, 0.9)
    p.line("M64 52 H86", tone(s.color).base, 1.1)


_PLACES: dict[str, Callable[[Pen, Place], None]] = {
    "beach": _beach, "bridge": _bridge, "farm": _farm, "forest": _forest, "harbor": _harbor, "lake": _lake,
    "lighthouse": _lighthouse, "mountains": _mountains, "park": _park, "square": _square, "station": _station,
    "street": _street, "waterfall": _waterfall,
}  # fmt: skip
_WATERLINE = {"beach": (52, 58), "bridge": (72, 90), "harbor": (72, 92), "lake": (68, 80), "lighthouse": (66, 88),
              "waterfall": (84, 92)}  # fmt: skip


@scene("place")
def place(p: Pen, s: Place, view: str) -> None:
    sky(p, s.sky, s.time, 62)
    _PLACES[s.kind](p, s)
    order = sorted(range(len(s.objects)), key=lambda index: s.objects[index].depth != "back")
    spots = side_by_side([each.place for each in s.objects])
    for index in order:
        each = s.objects[index]
        back = each.depth == "back"
        foot = (70.0 if back else 92.0) - (index % 2) * 2
        if each.kind in _AFLOAT and s.kind in _WATERLINE:
            foot = _WATERLINE[s.kind][0 if back else 1]
        elif each.kind in _ALOFT:
            foot = (26.0 if each.kind == "gull" else 42.0) + (0 if back else 8)
        scale = 0.6 if back else 1.0
        if each.count > 1:
            scale *= 0.8 if each.count <= 3 else 0.6
        wide = {"ferry": 56, "bus": 42, "car": 30, "stall": 32, "fountain": 34, "tent": 32, "umbrella": 30, "boat": 28,
                "sailboat": 28, "tree": 26, "balloon": 26, "bench": 26, "cow": 30, "deer": 30, "sheep": 24, "dog": 28,
                "person": 11, "gull": 18}.get(each.kind, 20) * scale  # fmt: skip
        columns = min(each.count, 3)
        half = columns * wide / 2
        middle = min(max(spots[index], half + 1), max(99 - half, 50.0))
        for nth in range(each.count):
            column, row = nth % columns, nth // columns
            x = middle + (column - (columns - 1) / 2) * wide
            outdoor_object(p, each.kind, each.color, x, foot - row * 14 * scale, scale, s.season)
    veil(p, s.sky, s.time)
    if s.name:
        for x in (8, 34):  # hung up in a corner, where nothing stands
            p.line(f"M{x} -1 V4", WOOD.line, 0.8)
        p.part(rect(3, 4, 36, 10, 1), tone("#F4E8CC"), line=0.6)
        p.write_in((s.name,), 4.5, 5, 33, 8, (60, 44, 30), 6)
