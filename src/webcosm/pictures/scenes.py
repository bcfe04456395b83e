"""Places where things are shown in use. Each draws its background and says where the thing goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from .palette import CLAY, DARK, KRAFT, LEAF, PAPER, STEEL, WATER, WOOD, Tone, brightness, tone
from .paths import arc, oval, rect, smooth, star
from .pen import Pen

__all__ = ["SCENES", "Spot"]


class Spot(NamedTuple):
    """Where a thing goes: the middle of its foot (or, hung up, of its top) and the room there is for it."""

    x: float
    y: float
    room: float
    hung: bool = False


def _wall(pen: Pen, colour: str) -> Tone:
    """A wall that the thing stands out from."""
    wall = tone(colour)
    base = pen.main.base
    if abs(brightness(base) - brightness(wall.base)) < 40:
        wall = tone("#9FB4C4") if brightness(base) > 190 else tone("#E9E4D8")
    pen.fill(rect(-1, -1, 102, 102), wall.base)
    return wall


def _plant(pen: Pen, x: float, y: float, scale: float) -> None:
    with pen.at(x, y, scale):
        for turn in (-48, -20, 8, 36):
            with pen.at(0, -9, 1, turn):
                pen.part("M0 0 C-6 -7 -4 -16 0 -20 C4 -16 6 -7 0 0 Z", LEAF, line=0.5)
        pen.part("M-7 -10 h14 l-2 10 h-10 z", CLAY, "round")


def _table(pen: Pen, y: float, colour: Tone = WOOD) -> None:
    pen.fill(rect(-1, y, 102, 101 - y), colour.base)
    pen.fill(rect(-1, y, 102, 2.2), colour.light)
    pen.fill(rect(-1, 92, 102, 9), colour.dark)
    for x, grain in ((6, 78), (52, 84), (70, 76), (20, 88)):
        pen.line(f"M{x} {grain} h22", colour.dark, 0.35)


def _kitchen(pen: Pen) -> Spot:
    wall = _wall(pen, "#DCE6DF")
    for row in range(5):
        pen.line(f"M-1 {6 + row * 14} h102", wall.light, 0.5)
        for column in range(6):
            x = column * 20 + (row % 2) * 10
            pen.line(f"M{x} {6 + row * 14} v-14", wall.light, 0.5)
    pen.part(rect(58, 16, 46, 3), WOOD, line=0.4)
    for x, colour in ((64, "#D98F5C"), (75, "#8FA87A"), (86, "#C9B458")):
        pen.part(rect(x, 6, 8, 10, 1.5), tone(colour), "round", line=0.4)
        pen.part(rect(x + 1, 3.6, 6, 2.6, 0.6), PAPER, line=0.4)
    _table(pen, 70)
    _plant(pen, 13, 74, 0.95)
    pen.shadow(87, 79, 7)
    pen.part(oval(84, 77, 4), tone("#F2C230"), "ball", 0.5)
    pen.part(oval(91, 78, 4.4, 3.8), tone("#F2C230"), "ball", 0.5)
    return Spot(48, 84, 62)


def _desk(pen: Pen) -> Spot:
    _wall(pen, "#DDE3EC")
    pen.part(rect(8, 8, 26, 20), PAPER, line=0.6)
    pen.fill("M10 26 l7 -9 l5 5 l4 -6 l6 10 z", tone("#9DBBA6").base)
    _table(pen, 70, tone("#D8B48A"))
    pen.part("M84 74 v-14 h12 v14 z", tone("#7F93A8"), "round", 0.5)
    for x, colour in ((86.5, "#E0A03C"), (90, "#C9524A"), (93.5, "#4C7FB0")):
        pen.line(f"M{x} 60 l{(x - 90) * 0.4} -11", tone(colour).base, 1.4)
    pen.part("M6 93 h50 v5 h-50 z", tone("#F0D98A"), line=0.5)  # a ruler, for scale
    for tick in range(25):
        pen.line(f"M{7 + tick * 2} 93 v{2.6 if tick % 5 == 0 else 1.5}", DARK.base, 0.25)
    return Spot(50, 87, 62)


def _bath(pen: Pen) -> Spot:
    wall = _wall(pen, "#CFE3E6")
    for i in range(7):
        pen.line(f"M-1 {i * 12} h102", wall.light, 0.6)
        pen.line(f"M{i * 16 + 3} -1 v74", wall.light, 0.6)
    pen.fill(rect(-1, 72, 102, 30), tone("#F3F1EC").base)
    pen.fill(rect(-1, 72, 102, 2), tone("#FFFFFF").base)
    pen.fill(rect(-1, 91, 102, 10), tone("#DAD6CC").base)
    for row, colour in enumerate(("#E7B8A8", "#F3E3D0", "#B9CBB0")):
        pen.part(rect(74, 67.5 + row * 4.2, 24, 4.2, 2), tone(colour), line=0.4)
    _plant(pen, 11, 77, 0.8)
    return Spot(45, 84, 62)


def _room(pen: Pen) -> Spot:
    wall = _wall(pen, "#E8DFD2")
    pen.part(rect(8, 8, 25, 34), WATER, line=0)
    pen.fill("M8 42 v-10 q8 -7 14 0 q6 -5 11 1 v9 z", tone("#8DBB8B").base)
    pen.line(rect(8, 8, 25, 34), PAPER.base, 2, closed=True)
    pen.line("M20.500 8 v34", PAPER.base, 1.2)
    pen.line("M8 25 h25", PAPER.base, 1.2)
    pen.fill(rect(-1, 76, 102, 26), tone("#B98B5F").base)
    pen.fill(rect(-1, 74, 102, 2.4), wall.light)
    for y, x in ((82, 10), (88, 55), (94, 24), (85, 78)):
        pen.line(f"M{x} {y} h18", tone("#A0754D").base, 0.4)
    pen.fill(oval(54, 91, 46, 7), tone("#D9D2E0").base)
    _plant(pen, 92, 82, 1.35)
    return Spot(52, 91, 74)


def _shelf(pen: Pen) -> Spot:
    wall = _wall(pen, "#E4DCE6")
    pen.fill(rect(-1, 82, 102, 20), wall.dark)
    pen.part(rect(4, 80, 92, 4.6, 1), WOOD, "top", 0.6)
    pen.part("M14 84.600 h6 v9 z", DARK, line=0.4)
    pen.part("M80 84.600 h6 l-6 9 z", DARK, line=0.4)
    for x, height, colour in ((7, 20, "#6F8FA8"), (11.5, 17, "#D9A45B"), (15.5, 22, "#A8635A")):
        pen.part(rect(x, 80 - height, 4, height), tone(colour), "round", 0.4)
    _plant(pen, 89, 80, 0.85)
    return Spot(51, 80, 62)


def _hung(pen: Pen) -> Spot:
    wall = _wall(pen, "#DFE5DC")
    pen.fill(rect(-1, 82, 102, 20), tone("#B98B5F").base)
    pen.fill(rect(-1, 79, 102, 3.4), wall.light)
    pen.part("M2 92 v-17 q0 -4 4 -4 h88 q4 0 4 4 v17 z", tone("#8A9AA8"), "top", 0.6)
    pen.part("M5 78 h90 v8 h-90 z", tone("#9DADBA"), "top", 0.6)
    for x in (9, 88):
        pen.fill(rect(x, 92, 3, 6), WOOD.dark)
    return Spot(50, 7, 60, hung=True)


def _closet(pen: Pen) -> Spot:
    wall = _wall(pen, "#E9E1DA")
    pen.fill(rect(-1, 90, 102, 12), wall.dark)
    for x, colour in ((12, "#A9B7A0"), (88, "#C9B0B8")):
        pen.line(f"M{x} 10 v6", STEEL.line, 0.9)
        pen.part(f"M{x} 17 l11 6 l-1 48 h-20 l-1 -48 z", tone(colour), "cloth", 0.5)
    pen.tube("M-4 10 h108", 1.8, STEEL)
    pen.tube("M50 10 q4 0 4 3 q0 2.600 -4 3.600 v3", 0.9, STEEL, shine=False)
    pen.tube("M50 18 l20 9", 1.4, WOOD, shine=False)
    pen.tube("M50 18 l-20 9", 1.4, WOOD, shine=False)
    return Spot(50, 17, 66, hung=True)


def _garden(pen: Pen) -> Spot:
    pen.fill(rect(-1, -1, 102, 102), tone("#CBE7F2").base)
    pen.fill(oval(80, 16, 7), tone("#F7DE8A").base)
    for x in range(-3, 104, 9):
        pen.part(f"M{x} 70 v-26 l3.500 -5 l3.500 5 v26 z", PAPER, line=0.4)
    pen.part(rect(-2, 50, 104, 3), PAPER, line=0.4)
    pen.fill("M-1 66 q25 -4 51 0 q25 4 51 0 v40 h-102 z", tone("#8DBF6A").base)
    pen.fill("M-1 88 q50 -6 102 2 v12 h-102 z", tone("#7AAE5A").base)
    for x, y, colour in ((8, 80, "#E2607A"), (15, 86, "#F4C44E"), (90, 78, "#F4C44E"), (94, 88, "#B07CC6")):
        pen.line(f"M{x} {y} v7", LEAF.base, 0.7)
        pen.fill(star(x, y, 3, 1.6, 6), tone(colour).base)
        pen.fill(oval(x, y, 0.9), PAPER.base)
    return Spot(50, 88, 68)


def _park(pen: Pen) -> Spot:
    pen.fill(rect(-1, -1, 102, 102), tone("#D3EAF3").base)
    pen.fill(smooth("-6,62 8,44 24,52 44,38 62,50 82,40 106,56 106,72 -6,72"), tone("#A9C9B4").base)
    for x, y, r in ((10, 50, 11), (92, 47, 12)):
        pen.fill(rect(x - 1.3, y, 2.6, 22), WOOD.dark)
        pen.part(
            smooth(
                f"{x},{y - r} {x + r},{y - 2} {x + r * 0.7},{y + r * 0.8} {x - r * 0.7},{y + r * 0.8} {x - r},{y - 2}"
            ),
            tone("#6CA66B"),
            "ball",
            0.4,
        )
    pen.fill(rect(-1, 68, 102, 34), tone("#93C277").base)
    pen.fill("M-1 100 v-14 q50 -10 102 0 v14 z", tone("#D9C8A4").base)
    return Spot(50, 90, 70)


def _sky(pen: Pen) -> Spot:
    _park(pen)
    return Spot(50, 6, 60, hung=True)


def _workshop(pen: Pen) -> Spot:
    wall = _wall(pen, "#C9B99F")
    for row in range(7):
        for column in range(11):
            pen.fill(oval(column * 10 + 1, row * 9.5 + 5, 0.7), wall.dark)
    for x, length in ((10, 17), (19, 20), (84, 18), (92, 15)):
        pen.part(rect(x, 9, 3.4, length * 0.45, 1.2), tone("#B5533C"), line=0.4)
        pen.part(rect(x + 0.8, 9 + length * 0.45, 1.8, length * 0.55), STEEL, line=0.4)
    _table(pen, 71, tone("#A87C4F"))
    pen.part("M80 90 l14 -5 l1.500 2 l-14 5.500 z", tone("#E2B33C"), line=0.4)
    return Spot(50, 87, 64)


def _play(pen: Pen) -> Spot:
    _wall(pen, "#F2E3DC")
    for i in range(8):
        x = i * 14 - 2.0
        pen.fill(f"M{x} {8 + (i % 2)} h11 l-5.500 10 z", tone(("#E58A7B", "#F1C55F", "#86B5A6", "#8FA6D6")[i % 4]).base)
    pen.line(arc(50, 2, 80, 7, 180, 0), DARK.light, 0.5)
    pen.fill(rect(-1, 74, 102, 28), tone("#D2B48F").base)
    pen.fill(oval(50, 89, 48, 9), tone("#A9C8CF").base)
    pen.line(oval(50, 89, 43, 7.2), PAPER.base, 0.8, closed=True)
    for x, y, colour in ((5, 70, "#D8604F"), (12, 70, "#4F86C6"), (8.5, 62.5, "#F0B93F")):
        pen.part(rect(x, y, 7, 7, 0.8), tone(colour), "top", 0.5)
    return Spot(53, 89, 66)


def _garage(pen: Pen) -> Spot:
    wall = _wall(pen, "#CDD3D8")
    for row in range(6):
        pen.line(f"M-1 {row * 12 + 6} h102", wall.dark, 0.6)
    pen.fill(rect(-1, 72, 102, 30), tone("#8B9096").base)
    pen.fill("M-1 94 h102 v2 h-102 z", tone("#E8C84C").base)
    pen.part("M62 72 v-16 q2 -10 14 -12 h30 v28 z", tone("#5F87A8"), "top", 0.6)
    pen.part("M72 55 q2 -7 8 -8 h24 v8 z", tone("#CFE4EE"), line=0.5)
    pen.part(oval(84, 72, 8), tone("Black"), "ball")
    pen.part(oval(84, 72, 4), STEEL)
    pen.part(rect(4, 54, 18, 18, 1), KRAFT, "top", 0.5)
    return Spot(42, 88, 58)


SCENES: Mapping[str, Callable[[Pen], Spot]] = MappingProxyType(
    {
        "kitchen": _kitchen,
        "desk": _desk,
        "bath": _bath,
        "room": _room,
        "shelf": _shelf,
        "hung": _hung,
        "closet": _closet,
        "garden": _garden,
        "park": _park,
        "sky": _sky,
        "workshop": _workshop,
        "play": _play,
        "garage": _garage,
    }
)
