"""Animals by kind, pose, coat and what they wear. Each is drawn around its foot at 0, 0, about 40 high."""

from __future__ import annotations

from ..palette import RGB, Tone, mix, tone
from ..paths import Path, outline, oval, rect, smooth
from ..pen import Pen
from ..things.living import Animal

__all__ = ["animal"]

_EYE: RGB = (30, 26, 34)
_NOSE: RGB = (60, 44, 48)


def _fur(p: Pen, a: Animal, path: Path, line: float = 0.6) -> None:
    """A surface of the animal with its coat."""
    colour, second = tone(a.color), tone(a.second).base
    points = outline(path)
    p.fill(points, colour.base)
    if a.coat != "plain":
        left, top = points.min(axis=0).tolist()
        right, bottom = points.max(axis=0).tolist()
        width, height = right - left, bottom - top
        with p.clip(points):
            if a.coat == "striped":
                for step in range(1, 6):
                    x = left + width * step / 6
                    p.line(f"M{x} {top - 1} q1.500 {height * 0.3} -0.5 {height * 0.52}", second, max(0.9, width * 0.05))
            elif a.coat == "spotted":
                for index in range(12):
                    x, y = (
                        left + width * (index % 4 + 0.3 + index // 4 % 2 * 0.4) / 4,
                        top + height * (index // 4 + 0.5) / 3,
                    )
                    p.fill(oval(round(x, 2), round(y, 2), round(max(1.0, width * 0.055), 2)), second)
            else:
                p.fill(oval(left + width * 0.22, top + height * 0.3, width * 0.26, height * 0.34), second)
                p.fill(oval(left + width * 0.8, top + height * 0.8, width * 0.28, height * 0.32), second)
    p.line(points, colour.line, line, closed=True)


def _eyes(p: Pen, a: Animal, x: float, y: float, apart: float, r: float = 1.1) -> None:
    for side in (-1, 1):
        if a.asleep:
            p.line(f"M{x + side * apart - 1.4} {y} q1.400 1.200 2.800 0", _EYE, 0.6)
        else:
            p.fill(oval(x + side * apart, y, r, r * 1.15), _EYE)
            p.fill(oval(x + side * apart - 0.3, y - 0.4, 0.35), (255, 255, 255))


def _worn(p: Pen, a: Animal, x: float, neck: float, half: float, crown: float) -> None:
    """What it wears, at the neck or on the head."""
    cloth = tone(a.wears_color)
    if a.wears == "collar":
        p.tube(f"M{x - half} {neck} Q{x} {neck + 2.400} {x + half} {neck}", 1.5, cloth, shine=False)
        p.part(oval(x, neck + 2.6, 1.3), tone("Gold"), line=0.4)
    elif a.wears == "bandana":
        p.part(f"M{x - half} {neck} Q{x} {neck + 2} {x + half} {neck} L{x} {neck + 8} Z", cloth, "cloth", 0.5)
    elif a.wears == "bow tie":
        for side in (-1, 1):
            p.part(f"M{x} {neck + 1.500} l{side * 5} -2.800 v5.600 z", cloth, line=0.5)
        p.part(oval(x, neck + 1.5, 1.1), cloth, line=0.4)
    elif a.wears == "hat":
        p.part(f"M{x - 4} {crown} L{x} {crown - 9} L{x + 4} {crown} Z", cloth, "side", 0.5)
        p.part(oval(x, crown - 9.4, 1.4), tone("White"), line=0.4)
    elif a.wears == "cone":
        p.fill(
            f"M{x - half} {neck + 1} L{x - half * 2.2} {crown - 1} Q{x} {crown - 6} {x + half * 2.2} "
            f"{crown - 1} L{x + half} {neck + 1} Z",
            cloth.base,
            110,
        )
        p.line(
            f"M{x - half} {neck + 1} L{x - half * 2.2} {crown - 1} Q{x} {crown - 6} {x + half * 2.2} "
            f"{crown - 1} L{x + half} {neck + 1}",
            cloth.line,
            0.6,
        )


def _sweater(p: Pen, a: Animal, path: Path) -> None:
    if a.wears == "sweater":
        cloth = tone(a.wears_color)
        p.part(path, cloth, "cloth", 0.5)
        with p.clip(path):
            for y in range(-40, 2, 4):
                p.line(f"M-40 {y} h80", cloth.dark, 0.5)


def _head(p: Pen, a: Animal, x: float, y: float) -> None:
    """A head of a cat, dog, rabbit or guinea pig, its middle at x, y."""
    colour = tone(a.color)
    pink = tone("#E8A8A0")
    with p.at(x, y):
        if a.kind == "cat":
            for side in (-1, 1):
                _fur(p, a, f"M{side * 7.500} -3 L{side * 7} -11.500 L{side * 1.600} -7 Z")
                p.fill(f"M{side * 6.200} -4.500 L{side * 6} -9 L{side * 3} -6.600 Z", pink.base)
            _fur(p, a, oval(0, 0, 8.4, 7.2))
            _eyes(p, a, 0, -0.6, 3.2)
            p.fill("M-1 2 h2 l-1 1.200 z", pink.dark)
            for side in (-1, 1):
                for lift in (0.0, 1.4):
                    p.line(
                        f"M{side * 2.600} {2.600 + lift * 0.4} l{side * 6} {lift - 0.4}",
                        mix(colour.line, (255, 255, 255), 0.3),
                        0.35,
                    )
        elif a.kind == "dog":
            if a.ears == "pointed":
                for side in (-1, 1):
                    _fur(p, a, f"M{side * 7} -3 L{side * 7.500} -13 L{side * 1.500} -7.500 Z")
            _fur(p, a, oval(0, 0, 8.2, 7.8))
            if a.ears == "floppy":
                for side in (-1, 1):
                    p.part(
                        f"M{side * 5} -6.500 Q{side * 11} -7 {side * 11} 1 Q{side * 10.500} 7 {side * 8} 5 "
                        f"Q{side * 6} 0 {side * 5} -6.500 Z",
                        tone(a.second)
                        if a.coat != "plain"
                        else Tone(colour.dark, colour.light, colour.dark, colour.line),
                        "",
                        0.6,
                    )
            p.part(oval(0, 3.4, 4.4, 3.6), tone("#F3E6D3") if a.color != "White" else tone("#EDE2D8"), line=0.4)
            p.fill(oval(0, 1.6, 1.8, 1.3), _NOSE)
            p.line("M0 2.800 v2", _NOSE, 0.5)
            _eyes(p, a, 0, -1.8, 3.2)
        elif a.kind == "rabbit":
            for side in (-1, 1):
                if a.ears == "pointed":
                    _fur(p, a, f"M{side * 1.500} -5 Q{side * 1} -19 {side * 4} -20 Q{side * 7} -18 {side * 5.500} -5 Z")
                    p.fill(
                        f"M{side * 2.800} -6 Q{side * 2.600} -15 {side * 4} -17 Q{side * 5.500} -14 "
                        f"{side * 4.600} -6 Z",
                        pink.base,
                    )
                else:
                    _fur(
                        p,
                        a,
                        f"M{side * 3} -6 Q{side * 11} -7 {side * 10} 6 Q{side * 9} 10 {side * 7} 6 Q{side * 7} "
                        f"0 {side * 3} -6 Z",
                    )
            _fur(p, a, oval(0, 0, 6.8, 6.4))
            _eyes(p, a, 0, -1, 3)
            p.fill("M-1 1.600 h2 l-1 1.200 z", pink.dark)
            p.fill(rect(-1, 3.6, 2, 2, 0.3), (255, 255, 255))
        else:
            for side in (-1, 1):
                p.part(oval(side * 6, -4.4, 2.6, 2.2), pink, line=0.5)
            _fur(p, a, oval(0, 0, 7.6, 6.4))
            _eyes(p, a, 0, -1, 3.4)
            p.fill(oval(0, 2.4, 1.3, 0.9), pink.dark)


def _furry(p: Pen, a: Animal) -> None:
    """Cats, dogs, rabbits, guinea pigs."""
    tail_end = {"cat": "q12 -4 8 -16", "dog": "q9 -4 9 -14"}.get(a.kind)
    colour = tone(a.color)
    if a.pose == "sitting":
        if tail_end:
            p.line(f"M8 -4 {tail_end}", colour.line, 4)
            p.line(f"M8 -4 {tail_end}", colour.base, 2.8)
        elif a.kind == "rabbit":
            _fur(p, a, oval(10, -5, 3.2))
        _fur(p, a, "M-6 -24 Q-12 -10 -10 0 H11 Q14 -12 6 -24 Z")
        _sweater(p, a, "M-6 -24 Q-11 -14 -10.500 -7 H11 Q12 -14 6 -24 Z")
        for x in (-4, 3):
            _fur(p, a, rect(x - 2.2, -12, 4.4, 12, 2))
        _worn(p, a, 0, -21.5, 5.5, -36) if a.wears in ("collar", "bandana", "bow tie") else None
        _head(p, a, 0, -29)
        _worn(p, a, 0, -21.5, 5.5, -36) if a.wears in ("hat", "cone") else None
    elif a.pose == "standing":
        if tail_end:
            p.line("M-17 -18 q-7 -4 -6 -13", colour.line, 3.6)
            p.line("M-17 -18 q-7 -4 -6 -13", colour.base, 2.4)
        for x in (-15, -9, 7, 12):
            _fur(p, a, rect(x - 2, -14, 4, 14, 1.8))
        _fur(p, a, rect(-18, -23, 34, 13, 6))
        _sweater(p, a, rect(-11, -23.4, 24, 13.6, 4))
        _worn(p, a, 16, -20, 5, -34) if a.wears in ("collar", "bandana", "bow tie") else None
        _head(p, a, 18, -27)
        _worn(p, a, 18, -20, 5, -34) if a.wears in ("hat", "cone") else None
    else:
        if tail_end:
            p.line("M-20 -4 q-9 1 -12 -5", colour.line, 3.6)
            p.line("M-20 -4 q-9 1 -12 -5", colour.base, 2.4)
        body = "M-22 -2 Q-24 -15 -8 -15 H8 Q20 -14 20 -2 Q0 2 -22 -2 Z"
        _fur(p, a, body)
        _sweater(p, a, "M-14 0 Q-16 -15 -6 -15 H8 Q14 -14 14 -0.5 Q0 1.500 -14 0 Z")
        for x in (10, 20):
            _fur(p, a, rect(x, -4.4, 11, 4.4, 2.2))
        _worn(p, a, 17, -9, 5, -24) if a.wears in ("collar", "bandana", "bow tie") else None
        _head(p, a, 18, -14 if not a.asleep else -10)
        _worn(p, a, 18, -8, 5, -21) if a.wears in ("hat", "cone") else None


def _chicken(p: Pen, a: Animal) -> None:
    foot = tone("Orange")
    if a.pose != "lying":
        for x in (-2, 4):
            p.line(f"M{x} -9 V0 h3", foot.base, 1)
    lift = -7 if a.pose != "lying" else 0
    with p.at(0, lift):
        _fur(p, a, smooth("-16,-20 -12,-8 -4,-1 8,-2 13,-10 11,-20 14,-27 9,-32 4,-27 2,-19 -8,-16"))
        p.part("M6 -31 q0 -4 2 -3 q1 -3 3 0 q3 -1 2 3 z", tone("Red"), line=0.4)
        p.part("M13.500 -27 l4 1.500 l-4 1.500 z", foot, line=0.4)
        p.fill(oval(11.5, -23, 1.4, 2), tone("Red").base)
        p.fill(oval(10, -28, 0.9), _EYE)
        p.part("M-8 -13 q8 -4 12 3 q-8 5 -12 -3 z", Tone(tone(a.color).dark, *tone(a.color)[1:]), line=0.5)
        _worn(p, a, 9, -20, 3.6, -32)


def _parrot(p: Pen, a: Animal) -> None:
    _fur(p, a, "M-3 -6 L-8 6 L-1 4 Z")
    _fur(p, a, smooth("0,-34 8,-28 8,-14 2,-3 -6,-4 -8,-16 -7,-28"))
    p.part(smooth("-5,-22 2,-20 3,-8 -4,-2 -8,-10"), tone(a.second), "side", 0.5)
    p.part("M5 -30 q7 1 4 8 q-4 -1 -4 -4 z", tone("#3B3F47"), line=0.4)
    p.fill(oval(3, -28.5, 2.2), (250, 250, 250))
    _eyes(p, a, 3, -28.5, 0, 1)
    for x in (-2, 2):
        p.line(f"M{x} -3 v3", tone("Gray").base, 1.2)
    _worn(p, a, 0, -21, 6, -33)


def _tortoise(p: Pen, a: Animal) -> None:
    skin = tone("#9AA65C")
    for x in (-12, 8):
        p.part(rect(x, -5, 6, 6, 2), skin, line=0.5)
    p.part(oval(18, -10 if a.pose != "lying" else -4, 5, 4), skin, line=0.5)
    p.fill(oval(20, -11 if a.pose != "lying" else -5, 0.8), _EYE)
    shell = "M-17 -4 Q-15 -19 0 -19 Q15 -19 17 -4 Z"
    _fur(p, a, shell)
    for x in (-8, 0, 8):
        p.line(f"M{x - 3} -6 l3 -8 l3 8 z", tone(a.color).line, 0.6, closed=True)
    _worn(p, a, 16, -6, 3, -13)


def _horse(p: Pen, a: Animal) -> None:
    mane = tone(a.second) if a.coat != "plain" else tone("#3B2C22")
    low = a.pose == "lying"
    if not low:
        for x in (-15, -9, 8, 13):
            _fur(p, a, rect(x - 1.8, -20, 3.6, 20, 1.2))
            p.fill(rect(x - 1.8, -2.4, 3.6, 2.4), (50, 44, 40))
    with p.at(0, 14 if low else 0):
        p.line("M-18 -28 q-6 4 -4 16", mane.base, 3)
        _fur(p, a, rect(-19, -32, 36, 15, 7))
        _sweater(p, a, rect(-12, -32.6, 22, 16, 4))
        _fur(p, a, "M10 -26 L17 -46 Q19 -50 24 -48 L32 -38 Q33 -34 29 -34 L24 -37 L19 -20 Z")
        p.line("M12 -28 L18 -47", mane.base, 3)
        p.fill("M18 -48 l1 -5 l3 4 z", tone(a.color).base)
        p.fill(oval(24, -43, 1), _EYE)
        _worn(p, a, 17, -36, 4, -49)


def animal(p: Pen, a: Animal, x: float, foot: float, scale: float, *, flip: bool = False) -> None:
    """The animal with its foot at ``x, foot``."""
    draw = {"chicken": _chicken, "parrot": _parrot, "tortoise": _tortoise, "horse": _horse}.get(a.kind, _furry)
    grown = scale * {"small": 0.72, "middling": 1.0, "large": 1.3}[a.size]
    if a.kind == "guinea pig":
        grown *= 0.75
    with p.at(x, foot, grown, flip=flip):
        p.shadow(0, 0.5, 15, 0.1)
        draw(p, a)
