"""Things for the desk, and books and music."""

from __future__ import annotations

from ..palette import DARK, GLASS, PAPER, STEEL, WOOD, Tone, mix, tone
from ..paths import arc, oval, rect, sym
from ..pen import Pen
from ..registry import shape

_RAINBOW = ("#D9443F", "#F08A33", "#F4CE45", "#58A85C", "#3F7FC4", "#7C52A8")


@shape("notebook", scene="desk", focus=(45, 45), share=0.8, parts="spiral")
def notebook(p: Pen) -> None:
    p.cast(rect(22, 8, 60, 84, 3))
    p.part(rect(25, 11, 57, 82, 2), PAPER, line=0.6)
    p.body(rect(22, 8, 58, 82, 3), "sheen")
    p.fill(rect(22, 8, 8, 82), p.main.dark)
    for i in range(10):
        y = 14 + i * 8
        p.fill(oval(27, y, 1.4), DARK.base)
        p.tube(arc(22, y, 5, 2.6, 20, -200), 1, STEEL, shine=False)
    p.label(36, 24, 38, 26)
    if p.has("elastic") or p.has("strap"):
        p.part(rect(71, 7, 3, 84), p.trim(DARK), line=0.4)


@shape("book", scene="shelf", focus=(48, 40), share=0.75)
def book(p: Pen) -> None:
    d = 8 * p.depth
    p.shadow(52, 91, 30, 0.09)
    p.part(f"M70 12 l{d} -4 v76 l{-d} 6 z", PAPER, line=0.6)
    for i in range(1, 5):
        p.line(f"M{70 + d * i / 5} {12 - 4 * i / 5} v77", PAPER.dark, 0.3)
    p.part(f"M20 12 l{d} -5 h50 l{-d} 5 z", p.main, "lit", 0.6)
    p.body(rect(20, 12, 50, 78, 1), "sheen")
    p.fill(rect(20, 12, 5, 78), p.main.dark)
    ink = p.paper()
    p.line(rect(29, 16, 37, 70, 1), ink.base, 0.6, closed=True)
    if p.look.words:
        p.words(31, 20, 33, 38, p.main, 10)
    else:
        p.fill(rect(34, 26, 27, 4), ink.base)
        p.fill(rect(38, 33, 19, 3), ink.base)
    p.fill(oval(47.5, 70, 9), ink.base)
    p.fill("M40 76 l5 -9 l4 5 l3 -3 l4 7 z", p.main.base)
    p.fill(oval(52, 65, 1.8), p.main.base)


@shape("pen", scene="desk", focus=(34, 66), share=0.75)
def pen(p: Pen) -> None:
    with p.at(50, 50, 1, 42, about=(50, 50)):
        barrel = rect(44.5, 16, 11, 60, 2)
        p.cast(barrel)
        p.part("M44.500 76 H55.500 L51.500 92 H48.500 Z", p.trim("Silver"), "round", 0.6)
        p.line("M50 92 V96", DARK.base, 1.4)
        p.body(barrel, "round", pitch=6)
        p.part(rect(44, 48, 12, 3, 0.6), p.trim("Silver"), "round", 0.4)
        p.part(rect(46.5, 6, 7, 11, 2), p.trim("Silver"), "round", 0.6)
        p.part("M55 18 h4 v24 q0 3 -2 3 q-2 0 -2 -3 z", p.trim("Silver"), "round", 0.5)


@shape("pencil-set", scene="desk", focus=(50, 25), share=0.8, parts="box")
def pencil_set(p: Pen) -> None:
    for i, colour in enumerate(_RAINBOW):
        x, lift = 20 + i * 10.4, (4, 0, 3, 1, 4, 0)[i]
        paint = tone(colour)
        p.part(f"M{x} {24 + lift} L{x + 4.2} {10 + lift} L{x + 8.4} {24 + lift} Z", tone("#E8C79A"), line=0.6)
        p.fill(f"M{x + 2.5} {15.6 + lift} L{x + 4.2} {10 + lift} L{x + 5.9} {15.6 + lift} Z", paint.base)
        p.part(rect(x, 24 + lift, 8.4, 40), paint, "round", 0.6)
    p.shadow(50, 91, 36, 0.07)
    p.body(rect(14, 46, 72, 45, 3), "sheen")

    p.line("M40 46 Q50 58 60 46", p.main.line, 0.8)
    p.label(24, 60, 52, 24)


@shape("marker-set", scene="desk", focus=(50, 25), share=0.8, parts="box")
def marker_set(p: Pen) -> None:
    for i, colour in enumerate(_RAINBOW[:5]):
        x = 19 + i * 12.6
        p.part(rect(x, 8, 11, 30, 2.5), tone(colour), "round", 0.6)
        p.part(rect(x + 9, 12, 2.6, 18, 1), tone(colour), "side", 0.4)
        p.part(rect(x, 36, 11, 30, 1), PAPER, "round", 0.6)
    p.shadow(50, 91, 36, 0.07)
    p.body(rect(14, 44, 72, 47, 3), "sheen")
    p.part(rect(14, 44, 72, 6, 2), p.trim(p.main), "lit", 0.5)
    p.label(24, 56, 52, 28)


@shape("stapler", scene="desk", focus=(45, 48), share=0.75)
def stapler(p: Pen) -> None:
    p.shadow(50, 76, 44, 0.07)
    p.part("M6 68 H94 Q96 68 96 71 Q96 75 92 75 H8 Q5 75 5 71 Z", p.trim(DARK), "top")
    p.part(rect(10, 64, 14, 5, 1), STEEL, line=0.5)
    p.part("M14 56 L90 60 V66 L20 62 Z", STEEL, "top", 0.6)
    p.body("M10 50 Q8 38 22 38 L70 40 Q92 42 94 58 Q94 64 88 64 L16 58 Q11 57 10 50 Z", "top", pitch=8)
    p.part(oval(84, 64, 4.4), p.trim(DARK), "ball", 0.6)
    with p.at(50, 50, 1, 3, about=(50, 50)):
        p.words(24, 42, 50, 14, p.main, 9)


@shape("binder", scene="desk", focus=(45, 50), share=0.85)
def binder(p: Pen) -> None:
    d = 14 * p.depth
    p.shadow(52, 91, 32, 0.09)
    p.part(f"M66 12 l{d} -3 v76 l{-d} 5 z", PAPER, line=0.6)
    for i in range(1, 7):
        p.line(f"M{66 + d * i / 7} {12 - 3 * i / 7} v77", PAPER.dark, 0.4)
    p.part(f"M66 10 l{d + 2} -3 v3 l{-d - 2} 3 z", p.main, "side", 0.6)
    p.body(rect(32, 10, 34, 80, 1.5), "sheen")
    p.body(rect(14, 10, 19, 80, 1.5), "side")
    p.part(rect(17, 18, 13, 30, 1), PAPER, line=0.5)
    for y in (24, 29, 34):
        p.line(f"M19.500 {y} h8", STEEL.base, 0.8)
    p.part(oval(23.5, 74, 5), STEEL, "ball", 0.6)
    p.part(oval(23.5, 74, 2.6), DARK, line=0.4)
    p.label(36, 26, 26, 34)


@shape("scissors", scene="desk", focus=(50, 50), share=0.8)
def scissors(p: Pen) -> None:
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.part("M47 56 L60 6 Q64 8 63 16 L54 58 Z", STEEL, "round")
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.tube("M53 54 L42 64", 5, p.main)
            p.tube(_finger_ring(), 5.4, p.main, closed=True)
    p.part(oval(50, 51, 2.6), p.trim(DARK), "ball", 0.5)


def _finger_ring() -> str:
    """The finger ring of a pair of scissors."""
    return "M42 64 C50 70 46 90 35 92 C22 94 18 78 26 70 C31 65 37 62 42 64 Z"


@shape("tape", scene="desk", focus=(38, 50), share=0.7)
def tape(p: Pen) -> None:
    p.shadow(46, 86, 32, 0.1)
    p.part("M40 84 L78 84 L94 80 L95 85 L80 88 H40 Z", p.main, "lit", 0.6)
    p.body(oval(44, 52, 35), "ball", pitch=8)
    p.part(oval(44, 52, 22), p.trim("#D9B98C"), "ball", 0.7)
    p.part(oval(44, 52, 18), _middle(p), line=0.6)
    for r in (26, 30):
        p.line(arc(44, 52, r, r, 150, 300), p.main.light, 0.5)
    p.words(31, 43, 26, 18, _middle(p), 7)


def _middle(p: Pen) -> Tone:
    """What shows through the middle of the roll: a label, or shade."""
    return PAPER if p.look.words else tone("#8A8594")


@shape("sticky-notes", scene="desk", focus=(45, 50), share=0.7)
def sticky_notes(p: Pen) -> None:
    p.cast(rect(16, 18, 66, 66))
    for i in range(5, 0, -1):
        p.part(rect(16 + i * 0.9, 18 + i * 1.1, 64, 64), p.trim(p.main) if i % 2 else p.main, "side", 0.4)
    p.body("M16 18 H80 V68 L66 82 H16 Z", "sheen", pitch=9)
    p.part("M80 68 L66 82 Q70 74 66 68 Q74 71 80 68 Z", p.main, "lit", 0.6)
    if not p.words(22, 28, 52, 36, p.main, 12):
        for y, w in ((34, 44), (43, 40), (52, 46), (61, 28)):
            p.line(f"M24 {y} h{w}", mix(p.main.line, p.main.base, 0.3), 1.1)


@shape("desk-organizer", scene="desk", focus=(45, 65), share=0.85)
def desk_organizer(p: Pen) -> None:
    p.shadow(50, 90, 38, 0.08)
    for x, colour, top in ((24, "#F0B93F", 16), (31, "#D9443F", 10), (38, "#3F7FC4", 20)):
        p.part(rect(x, top + 6, 5, 50), tone(colour), "round", 0.5)
        p.part(f"M{x} {top + 6} l2.500 -7 l2.500 7 z", tone("#E8C79A"), line=0.5)
    p.tube("M56 52 L60 18", 3, STEEL)
    p.part(rect(68, 38, 18, 22, 1), tone("#F6E58A"), line=0.5)
    p.body(rect(14, 46, 34, 44, 2), "sheen", pitch=8)
    p.body(rect(48, 58, 38, 32, 2), "sheen", pitch=8)
    p.part(rect(53, 72, 28, 13, 1.5), p.trim(p.main), "lit", 0.6)
    p.part(oval(67, 78.5, 2), DARK, line=0.4)
    p.words(17, 54, 28, 28, p.main, 8)


@shape("vinyl-record", scene="shelf", focus=(60, 50), share=0.8)
def vinyl_record(p: Pen) -> None:
    p.cast(oval(62, 50, 34))
    p.part(oval(62, 50, 34), tone("#1B1B20"), "ball")
    for r in (30, 26, 22, 18):
        p.line(oval(62, 50, r), (58, 58, 66), 0.4, closed=True)
    p.part(oval(62, 50, 11), p.trim("Orange"), line=0.5)
    p.fill(oval(62, 50, 1.6), PAPER.base)
    p.cast(rect(6, 15, 66, 70, 1))
    p.body(rect(6, 15, 66, 70, 1), "sheen", pitch=10)
    if not p.words(12, 26, 54, 44, p.main, 14):
        p.line(oval(39, 50, 20), p.trim("Orange").base, 3, closed=True)
        p.line(oval(39, 50, 11), p.trim("Orange").base, 3, closed=True)


@shape("guitar", scene="room", focus=(50, 68), share=1.0)
def guitar(p: Pen) -> None:
    with p.at(50, 50, 1, 12, about=(50, 50)):
        body = sym("M50 46 Q66 46 67 56 Q66 62 64 65 Q72 72 71 82 Q68 96 50 96")
        p.cast(body)
        p.part(rect(47, 10, 6, 50), tone("#5B3A26"), "round", 0.6)
        p.part("M45 11 L44 -3 H56 L55 11 Z", tone("#5B3A26"), "round", 0.6)
        for y in (0, 4, 8):
            for x in (42, 58):
                p.part(oval(x, y, 1.6), PAPER, line=0.4)
        p.body(body, "ball", pitch=8)
        p.line(
            sym("M50 48 Q64 48 65 56 Q64 62 62 65 Q70 72 69 82 Q66 94 50 94"), p.trim("Cream").base, 0.6, closed=True
        )
        p.part(oval(50, 66, 7.4), tone("#2E1E16"), line=0.6)
        p.line(oval(50, 66, 8.6), p.trim(WOOD).base, 0.8, closed=True)
        p.part(rect(41, 82, 18, 3.6, 1), tone("#4A2D1C"), line=0.5)
        for i in range(4):
            p.line(f"M{48 + i * 1.35} 10 V83", GLASS.base, 0.3)
        for y in range(16, 46, 5):
            p.line(f"M47 {y} h6", STEEL.base, 0.4)
    if p.has("strap"):
        p.tube("M42 12 C10 30 14 80 34 90", 2.4, p.trim(DARK), shine=False)
