"""Musical instruments. Each is drawn within -44..44 by -88..0, its foot at 0, 0."""

from __future__ import annotations

from ..palette import DARK, PAPER, STEEL, WOOD, Tone, tone
from ..paths import oval, rect, smooth
from ..pen import Pen
from ..things.goods import Instrument
from .entered import scene
from .ground import wall_and_floor

_GOLD = tone("Gold")
_USUAL = {"acoustic guitar": 6, "electric guitar": 6, "bass": 4, "ukulele": 4, "violin": 4, "cello": 4}


def _strung(p: Pen, i: Instrument) -> None:
    c, second = tone(i.color), tone(i.second)
    small = {"ukulele": 0.74, "violin": 0.76}.get(i.kind, 1.0)
    strings = i.strings or _USUAL[i.kind]
    bowed = i.kind in ("violin", "cello")
    with p.at(0, 0, small):
        if i.kind == "electric guitar" or i.kind == "bass":
            body = (
                "M-16 -2 Q-26 -8 -21 -20 Q-17 -27 -20 -34 Q-19 -41 -12 -37 Q-7 -31 0 -31 Q6 -32 10 -39 Q17 "
                "-43 17 -34 Q14 -27 19 -20 Q25 -6 14 -1 Q0 3 -16 -2 Z"
            )
            bridge = -8.0
        elif bowed:
            body = (
                "M0 0 Q-17 0 -18 -9 Q-18 -17 -12 -19 Q-15 -23 -12 -26 Q-15 -36 -6 -39 H6 Q15 -36 12 -26 Q15 "
                "-23 12 -19 Q18 -17 18 -9 Q17 0 0 0 Z"
            )
            bridge = -14.0
        else:
            body = "M0 0 Q-21 0 -21 -14 Q-21 -23 -14 -27 Q-18 -37 -10 -42 H10 Q18 -37 14 -27 Q21 -23 21 -14 Q21 0 0 0 Z"
            bridge = -9.0
        p.cast(smooth("0,0 -18,-4 -19,-16 -12,-38 12,-38 19,-16 18,-4"))
        p.part(body, c, "sheen", 0.9)
        neck = -80.0 if i.kind != "bass" else -86.0
        p.part(f"M-3 {bridge - 16} L-2.200 {neck} H2.200 L3 {bridge - 16} Z", tone("#3A2A20"), "round", 0.6)
        if not bowed:
            for fret in range(9):
                p.line(f"M-2.600 {bridge - 24 - fret * 5.600} h5.200", STEEL.base, 0.4)
        if i.kind in ("acoustic guitar", "ukulele"):
            p.part(oval(0, -25, 6.6), tone("#2A1E18"), line=0.6)
            p.line(oval(0, -25, 7.8), second.base, 0.8, closed=True)
            p.part(smooth("7,-22 13,-21 13,-12 6,-15"), second, line=0.4)
        elif bowed:
            for side in (-1, 1):
                p.line(f"M{side * 7} -22 q{side * 3} 4 {side * 0.5} 10", tone("#2A1E18").base, 1.1)
        else:
            p.part(smooth("4,-30 12,-26 11,-12 3,-6 -3,-14"), second, line=0.5)
            for y in (-24, -16):
                p.part(rect(-5, y, 10, 3.4, 1), DARK, line=0.4)
        p.part(rect(-6, bridge - 1.4, 12, 2.8, 1), DARK, line=0.4)
        head = f"M-3.600 {neck} L-5 {neck - 11} H5 L3.600 {neck} Z"
        p.part(head, c if not bowed else tone("#3A2A20"), line=0.6)
        broken = any(each.kind == "broken string" for each in i.wear)
        for index in range(strings):
            x = -2.4 + 4.8 * index / max(strings - 1, 1)
            if broken and index == strings - 1:
                p.line(f"M{x} {neck} V{neck + 22} q5 2 7 9", STEEL.light, 0.5)
            else:
                p.line(f"M{x * 1.5} {bridge} L{x * 0.7} {neck}", STEEL.light, 0.45)
            side = -1 if index % 2 else 1
            p.part(oval(side * 6.2, neck - 2.4 - index // 2 * (8 / max(1, (strings + 1) // 2)), 1.3), STEEL, line=0.35)
        if i.kind == "cello":
            p.line("M0 0 V6", STEEL.line, 1.4)
        if "strap" in i.parts:
            p.line(f"M-12 -4 Q-34 -40 -3 {neck + 8}", tone("Red").base, 2)


def _keys(p: Pen, x: float, y: float, w: float, h: float, keys: int, missing: bool) -> None:
    white = max(8, round(keys * 7 / 12))
    step = w / white
    p.part(rect(x, y, w, h), PAPER, line=0.5)
    for index in range(1, white):
        p.line(f"M{x + index * step} {y} v{h}", (120, 120, 126), min(0.4, step * 0.15))
        if index % 7 not in (3, 0):
            p.fill(rect(x + index * step - step * 0.3, y, step * 0.6, h * 0.6), (20, 20, 24))
    if missing:
        p.fill(rect(x + w * 0.6, y, step * 1.4, h), (90, 70, 50))


def _keyed(p: Pen, i: Instrument) -> None:
    c = tone(i.color)
    missing = any(each.kind == "missing key" for each in i.wear)
    if i.kind == "keyboard":
        w = {25: 46.0, 37: 56.0, 49: 66.0, 61: 76.0}.get(i.keys, min(88.0, 30 + i.keys * 0.68))
        if "stand" in i.parts:
            p.line("M-22 0 L20 -34", DARK.base, 2.4)
            p.line("M22 0 L-20 -34", DARK.base, 2.4)
        y = -52 if "stand" in i.parts else -36
        p.cast(rect(-w / 2, y, w, 20, 2))
        p.part(rect(-w / 2, y, w, 20, 2), c, "top", 0.8)
        _keys(p, -w / 2 + 2, y + 8, w - 4, 11, i.keys, missing)
        p.fill(rect(-8, y + 2, 16, 4), (120, 200, 160))
        for x in (-w / 2 + 4, -w / 2 + 8, w / 2 - 8, w / 2 - 4):
            p.part(oval(x, y + 4, 1.2), STEEL, line=0.3)
        return
    if i.kind == "accordion":
        for side in (-1, 1):
            p.part(rect(side * 28 - 12, -58, 24, 52, 4), c, "round", 0.8)
        for index in range(9):
            p.part(
                rect(-16 + index * 3.6, -56, 3.6, 48),
                tone(i.second) if index % 2 else Tone(tone(i.second).dark, *tone(i.second)[1:]),
                line=0.35,
            )
        for button in range(21):
            p.part(oval(-34 + button % 3 * 5, -50 + button // 3 * 6, 1.6), PAPER, line=0.3)
        with p.at(28, -32, 1, 90):
            _keys(p, -22, -8, 44, 14, 25, missing)
        return
    if i.kind == "grand piano":
        for x in (-36, 0, 34):
            p.part(rect(x - 2, -26, 4, 26), c, "round", 0.5)
        p.part("M-42 -42 H42 V-24 H-42 Z", c, "top", 0.8)
        p.part("M-42 -42 L-34 -84 Q10 -92 34 -58 L42 -42 Z", c, "sheen", 0.8)
        p.line("M20 -42 L14 -66", WOOD.line, 1.4)
        _keys(p, -38, -38, 76, 8, 88, missing)
    else:
        p.part(rect(-38, -74, 76, 74, 1), c, "top", 0.9)
        p.part(rect(-33, -69, 66, 22), c, "sheen", 0.6)
        p.part(rect(-41, -40, 82, 10, 1), c, "top", 0.7)
        _keys(p, -37, -39, 74, 8, 88, missing)
        p.part(rect(-33, -26, 66, 22), c, "side", 0.6)
        p.part(rect(-12, -58, 24, 9), PAPER, line=0.4)
    if "stool" in i.parts:
        p.part(rect(-14, -14, 28, 5, 2), DARK, "top", 0.6)
        for x in (-11, 9):
            p.line(f"M{x} -9 V2", DARK.base, 2)


def _drums(p: Pen, i: Instrument) -> None:
    c, head = tone(i.color), tone(i.second)

    def shell(x: float, y: float, r: float, tall: float) -> None:
        p.part(f"M{x - r} {y} V{y + tall} Q{x} {y + tall + r * 0.4} {x + r} {y + tall} V{y} Z", c, "round", 0.7)
        p.part(oval(x, y, r, r * 0.34), head, line=0.7)

    for index in range(i.cymbals):
        x = (-34, 34, -20, 20)[index]
        p.line(f"M{x} 0 V-64", STEEL.line, 1)
        with p.at(x, -64 - index // 2 * 10, 1, -12 if x < 0 else 12):
            p.part(oval(0, 0, 12, 2.6), _GOLD, line=0.5)
    for index in range(i.drums - 1):
        x, y, r, tall = ((-26, -34, 10, 14), (11, -56, 9, 12), (-10, -56, 9, 12), (28, -34, 11, 24), (0, -72, 7, 9))[
            index
        ]
        if y > -40:
            for foot in (-5, 5):
                p.line(f"M{x} {y + tall} L{x + foot} 0", STEEL.line, 1)
        shell(x, y, r, tall)
    p.part(oval(0, -20, 19), c, line=0.9)
    p.part(oval(0, -20, 16), head, line=0.7)
    if i.brand:
        p.write_in((i.brand,), -13, -26, 26, 12, (40, 36, 44), 7)


def _blown(p: Pen, i: Instrument) -> None:
    c = tone(i.color)
    if i.kind == "trumpet":
        with p.at(0, -40, 1, -14):
            p.part("M26 -4 Q34 -6 42 -17 V17 Q34 6 26 4 Z", c, "top", 0.8)
            p.tube("M-42 0 H28", 3, c)
            p.tube("M-14 0 V14 Q-14 18 -10 18 H14 Q18 18 18 14 V0", 2.6, c)
            for x in (-6, 1, 8):
                p.part(rect(x, -10, 4.6, 24, 1.2), c, "round", 0.6)
                p.part(oval(x + 2.3, -12, 2.4, 1.4), tone(i.second), line=0.4)
            p.part("M-46 -3 L-41 -1.400 V1.400 L-46 3 Z", STEEL, line=0.5)
    elif i.kind == "saxophone":
        p.tube("M-14 -78 Q-2 -84 0 -72 V-24 Q0 -4 16 -6 Q30 -8 28 -34", 7, c)
        p.part("M18 -34 H38 L34 -26 H22 Z", c, "top", 0.7)
        p.part(oval(28, -34, 10, 3), Tone(c.dark, *c[1:]), line=0.6)
        p.line("M-24 -76 L-13 -78", DARK.base, 4)
        for y in range(-64, -20, 8):
            p.part(oval(0, y, 3), tone(i.second), line=0.5)
    else:
        with p.at(0, -42, 1, 58 if i.kind == "flute" else 16):
            p.tube("M0 -42 V42", 5 if i.kind == "flute" else 6, c)
            if i.kind == "clarinet":
                p.part("M-4 34 L-8 46 H8 L4 34 Z", c, "round", 0.6)
                p.part("M-2.400 -40 L-1 -52 H1.500 L2.400 -40 Z", DARK, line=0.5)
            else:
                p.part(rect(-4, -36, 8, 7, 2), c, "round", 0.5)
            for y in range(-18, 34, 7):
                p.part(oval(0, y, 2.6), STEEL if i.kind == "clarinet" else tone(i.second), line=0.5)


def _beside(p: Pen, i: Instrument) -> None:
    for part in i.parts:
        if part == "case":
            p.part("M8 92 Q4 70 16 66 Q14 44 22 42 H30 Q38 46 36 66 Q48 72 44 92 Z", tone("#33302F"), "sheen", 0.8)
            p.part(rect(3, 72, 3, 10, 1), tone("#5A5048"), line=0.5)
        elif part == "amplifier":
            p.part(rect(72, 66, 24, 26, 1), DARK, "top", 0.7)
            p.part(oval(84, 80, 9), tone("#5A5E66"), line=0.6)
            for x in (76, 80, 84, 88):
                p.part(oval(x, 69, 1.1), _GOLD, line=0.3)
        elif part == "bow":
            p.line("M78 18 Q84 54 80 90", WOOD.line, 1.6)
            p.line("M76 20 L78 88", PAPER.base, 0.8)
        elif part == "picks":
            for x, name in ((12, "Red"), (18, "Blue"), (24, "Yellow")):
                p.part(f"M{x - 3} 90 q3 -2 6 0 q-1 5 -3 6 q-2 -1 -3 -6 z", tone(name), line=0.4)
        elif part == "music stand":
            p.line("M14 92 V50", DARK.base, 1.4)
            p.part("M2 52 L6 36 H26 L28 52 Z", PAPER, line=0.6)
            for y in (41, 45, 49):
                p.line(f"M7 {y} h17", DARK.base, 0.4)
        elif part == "stand" and i.kind != "keyboard":
            p.line("M50 60 L36 94", DARK.base, 2)
            p.line("M50 60 L64 94", DARK.base, 2)


def _wear(p: Pen, i: Instrument) -> None:
    c = tone(i.color)
    for each in i.wear:
        if each.kind == "crack":
            p.line("M6 -14 l3 5 l-2 3 l4 6", (24, 20, 20), 1)
        elif each.kind == "dent":
            p.fill(oval(10, -16, 4, 3), c.dark)
            p.line("M7 -15 q3 3 6 0", c.light, 0.7)
        elif each.kind == "scratches":
            for shift in (0, 2, 4):
                p.line(f"M-14 {-14 + shift} l9 -3", (250, 246, 236) if sum(c.base) < 480 else (96, 84, 74), 0.6)
        elif each.kind == "stickers":
            for x, y, name in ((-12, -10, "Yellow"), (11, -9, "Green"), (-8, -19, "Pink")):
                p.part(oval(x, y, 3.4), tone(name), line=0.5)
        elif each.kind == "tarnish":
            for x, y in ((-6, -30), (4, -40), (8, -24), (-10, -44)):
                p.fill(oval(x, y, 3, 2), (70, 84, 60), 150)


@scene("instrument")
def instrument(p: Pen, i: Instrument, view: str) -> None:
    wall, floor = {"front": ("#DDE3EC", "#B98B5F"), "angle": ("#E8DFD2", "#A87C4F"), "detail": ("#D5DDD0", "#B98B5F"),
                   "scene": ("#E4DCE6", "#B98B5F")}[view]  # fmt: skip
    wall_and_floor(p, tone(wall).base, tone(floor).base, 76)
    if view != "detail":
        _beside(p, i)
    draw = (
        _drums
        if i.kind == "drums"
        else _strung
        if i.kind in _USUAL
        else _blown
        if i.kind in ("clarinet", "flute", "saxophone", "trumpet")
        else _keyed
    )
    turn = {"front": 0.0, "angle": 14.0 if i.kind in _USUAL else -4.0, "detail": 0.0, "scene": 0.0}[view]
    scale, about = (
        (2.1, (0.0, -20.0)) if view == "detail" else ((0.98, (0.0, 0.0)) if view != "scene" else (0.78, (0.0, 0.0)))
    )
    with p.at(50, 56 if view == "detail" else 92, scale, turn, about=about):
        draw(p, i)
        _wear(p, i)
