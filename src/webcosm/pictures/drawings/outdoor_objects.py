"""Things and creatures that are met outdoors. Each is drawn around its foot at 0, 0; a person is 20 high."""

from __future__ import annotations

from ..palette import DARK, PAPER, SKIN, STEEL, WOOD, Tone, mix, tone
from ..paths import arc, oval, rect, smooth
from ..pen import Pen

__all__ = ["outdoor_object"]


def _boat(p: Pen, c: Tone, sails: bool) -> None:
    p.part("M-13 -5 H13 L9 1 H-9 Z", c, "top", 0.5)
    if sails:
        p.line("M0 -5 V-30", WOOD.line, 0.9)
        p.part("M1 -29 V-7 H12 Z", PAPER, line=0.5)
        p.part("M-1 -26 V-7 H-8 Z", c, line=0.5)
    else:
        p.part("M-6 -5 V-11 H4 V-5 Z", PAPER, line=0.5)
        p.fill(rect(-4, -9.5, 2.5, 2.5), (90, 130, 160))


def _ferry(p: Pen, c: Tone) -> None:
    p.part("M-26 -8 H28 L23 1 H-22 Z", c, "top", 0.6)
    p.part(rect(-20, -15, 40, 7), PAPER, line=0.5)
    p.part(rect(-13, -20, 26, 5), PAPER, line=0.5)
    for x in range(-17, 18, 5):
        p.fill(rect(x, -13, 2.6, 2.6), (80, 120, 150))
    p.part(rect(-3, -27, 6, 7), c, line=0.5)


def _car(p: Pen, c: Tone, bus: bool) -> None:
    if bus:
        p.part(rect(-19, -16, 38, 14, 2), c, "top", 0.6)
        for x in range(-16, 14, 6):
            p.fill(rect(x, -13.5, 4.4, 4.6), (200, 226, 238))
    else:
        p.part("M-14 -3 V-8 L-9 -9 L-5 -14 H4 L9 -9 L14 -7 V-3 Z", c, line=0.6)
        p.fill("M-6.500 -9 L-3.800 -12.600 H3 L6 -9 Z", (200, 226, 238))
    for x in (-11, 11) if bus else (-8, 8):
        p.part(oval(x, -2.4, 3), DARK, line=0.4)
        p.fill(oval(x, -2.4, 1.2), STEEL.base)


def _person(p: Pen, c: Tone) -> None:
    p.part(rect(-2.6, -8, 2.4, 8, 0.8), tone("#3E4C6B"), line=0.4)
    p.part(rect(0.2, -8, 2.4, 8, 0.8), tone("#3E4C6B"), line=0.4)
    p.part("M-3.600 -7 V-14 Q-3.600 -16 0 -16 Q3.600 -16 3.600 -14 V-7 Z", c, line=0.5)
    p.line("M-3.400 -14 l-1.600 6", c.line, 1.4)
    p.line("M3.400 -14 l1.600 6", c.line, 1.4)
    p.part(oval(0, -18.2, 2.4), SKIN, line=0.4)
    p.fill(arc(0, -18.8, 2.5, 2.2, 180, 360), (70, 50, 40))


def _four_legs(p: Pen, kind: str, c: Tone) -> None:
    big = kind in ("cow", "deer")
    for x in (-7, -4, 4, 7):
        p.part(rect(x - 0.9, -7 if big else -5, 1.8, 7 if big else 5), c if kind != "sheep" else DARK, line=0.35)
    if kind == "sheep":
        p.part(smooth("-9,-8 -7,-13 -2,-14 4,-14 9,-11 9,-6 3,-4 -5,-4"), c, line=0.5)
        p.part(oval(10, -10, 3, 2.6), DARK, line=0.4)
    else:
        p.part(rect(-10, -14 if big else -9, 20, 8 if big else 5.5, 3), c, line=0.5)
        p.part("M8 -12 L11 -18 H15 L17 -14 L12 -12 Z" if big else "M7 -8 L9 -13 H13 L15 -10.500 L11 -8 Z", c, line=0.5)
        if kind == "cow":
            p.fill(oval(-4, -11, 3, 2), (40, 36, 38) if sum(c.base) > 330 else (250, 250, 250))
            p.line("M11 -18 l-1.500 -2.500", PAPER.line, 0.8)
        elif kind == "deer":
            p.line("M12 -18 l-2 -6 l-2 -1", WOOD.line, 0.8)
            p.line("M13 -18 l2 -6 l2.500 -1", WOOD.line, 0.8)
        else:
            p.line("M-10 -8 q-4 -2 -3 -5", c.line, 1.2)
    p.fill(oval(13 if big else 11, -15.6 if big else -11, 0.5), (20, 20, 24))


def outdoor_object(p: Pen, kind: str, color: str, x: float, foot: float, scale: float, season: str = "summer") -> None:
    """One of them with its foot at ``x, foot``."""
    c = tone(color)
    with p.at(x, foot, scale):
        if kind in ("boat", "sailboat"):
            _boat(p, c, kind == "sailboat")
        elif kind == "ferry":
            _ferry(p, c)
        elif kind in ("car", "bus"):
            _car(p, c, kind == "bus")
        elif kind == "person":
            _person(p, c)
        elif kind in ("cow", "deer", "dog", "sheep"):
            _four_legs(p, kind, c)
        elif kind == "tree":
            p.part("M-1.600 0 L-1 -14 H1 L1.600 0 Z", tone("#7A5A3C"), line=0.4)
            p.part(smooth("0,-34 8,-30 12,-21 8,-13 -8,-13 -12,-21 -8,-30"), c, "ball", 0.5)
        elif kind == "bench":
            for at in (-8, 8):
                p.line(f"M{at} 0 V-9", DARK.base, 1.2)
            p.part(rect(-11, -6, 22, 2), c, line=0.4)
            p.part(rect(-11, -11, 22, 3), c, line=0.4)
        elif kind == "bicycle":
            for at in (-6, 6):
                p.line(oval(at, -4.5, 4.2), DARK.base, 0.9, closed=True)
            p.line("M-6 -4.500 L-2 -10 H4 L6 -4.500 L0 -4.500 L-2 -10", c.base, 1.2)
            p.line("M4 -10 l-0.6 -3 h2.600", DARK.base, 0.9)
            p.line("M-3.500 -11 h3.400", DARK.base, 1.2)
        elif kind == "balloon":
            p.line("M-3 -6 L0 -18 L3 -6", WOOD.line, 0.5)
            p.part(smooth("0,-40 10,-36 12,-28 5,-18 -5,-18 -12,-28 -10,-36"), c, "ball", 0.5)
            p.fill("M0 -40 Q5 -30 2 -18 H-2 Q-5 -30 0 -40 Z", c.light)
            p.part(rect(-3, -6, 6, 5, 0.8), tone("#A87C4F"), line=0.4)
        elif kind == "flag":
            p.line("M0 0 V-30", STEEL.line, 1.1)
            p.part("M0.500 -30 q6 -3 10 0 q4 3 9 0 v10 q-5 3 -9 0 q-4 -3 -10 0 z", c, line=0.5)
        elif kind == "fountain":
            p.part("M-16 -5 H16 L13 1 H-13 Z", c, "top", 0.6)
            p.part(rect(-2, -15, 4, 10), c, line=0.5)
            p.part("M-8 -15 H8 L5 -12 H-5 Z", c, line=0.5)
            for at in (-7, -3, 3, 7):
                p.line(f"M0 -22 Q{at} -26 {at * 1.6} -6", (210, 236, 248), 0.9)
        elif kind == "gull":
            p.line("M-8 -3 Q-4 -8 0 -3 Q4 -8 8 -3", mix(c.base, (60, 60, 70), 0.25), 1.5)
        elif kind == "kite":
            p.line("M0 0 Q-10 10 -6 22", DARK.light, 0.4)
            p.part("M0 -12 L7 -3 L0 8 L-7 -3 Z", c, line=0.5)
            p.line("M-7 -3 H7", c.line, 0.5)
        elif kind == "lamp":
            p.line("M0 0 V-26", DARK.base, 1.4)
            p.part("M-2.500 -26 L-3.500 -32 H3.500 L2.500 -26 Z", c, line=0.5)
        elif kind == "rock":
            p.part("M-9 0 L-7 -6 L-1 -9 L6 -6 L9 0 Z", c, "side", 0.5)
        elif kind == "snowman":
            for y, r in ((-6, 6), (-14.5, 4.4), (-21, 3.2)):
                p.part(oval(0, y, r), tone("White"), "ball", 0.5)
            p.line("M-4 -17.400 Q0 -16 4 -17.400", c.base, 1.8)
            p.part(rect(-2.6, -28, 5.2, 4.5), DARK, line=0.3)
            p.fill("M0 -21 l4 0.8 l-4 0.8 z", tone("Orange").base)
        elif kind == "stall":
            p.part(rect(-13, -11, 26, 11), tone("#B98B5F"), "top", 0.5)
            for at in (-12, 11):
                p.part(rect(at, -24, 1.4, 24), WOOD, line=0.3)
            for index in range(6):
                p.part(f"M{-15 + index * 5} -26 h5 v5 q-2.500 2.500 -5 0 z", c if index % 2 == 0 else PAPER, line=0.4)
            for index in range(6):
                p.fill(oval(-10 + index * 4, -12.4, 1.8), tone(("#C92A2A", "#F4D03F", "#6BA83A")[index % 3]).base)
        elif kind == "statue":
            p.part(rect(-7, -8, 14, 8), tone("#B9B4AA"), "side", 0.5)
            with p.at(0, -8):
                p.part("M-4 0 L-3 -11 Q0 -14 3 -11 L4 0 Z", c, "round", 0.5)
                p.part(oval(0, -15.4, 2.6), c, line=0.4)
                p.line("M3 -10 L8 -17", c.base, 1.8)
        elif kind == "tent":
            p.part("M-15 0 L0 -17 L15 0 Z", c, line=0.6)
            p.fill("M-4.500 0 L0 -13 L4.500 0 Z", c.dark)
        else:  # an umbrella against the sun
            p.line("M0 0 V-20", WOOD.line, 1)
            p.part("M-14 -16 Q-12 -27 0 -27 Q12 -27 14 -16 Z", c, line=0.5)
            p.fill("M-5 -16 Q-4 -26 0 -27 Q4 -26 5 -16 Z", PAPER.base)
