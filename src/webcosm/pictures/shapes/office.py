"""Things for the desk, and books and music."""

from __future__ import annotations

from ..palette import DARK, GLASS, PAPER, STEEL, WOOD, Tone, mix, tone
from ..paths import arc, oval, rect, sym
from ..pen import Pen
from ..registry import shape

_MARKERS = ("#D9443F", "#F08A33", "#F4CE45", "#A9C94A", "#58A85C", "#3FA8A0", "#6FB7E8", "#3F7FC4", "#4A4FA8",
    "#7C52A8",
            "#C05AA0", "#F2A0B5", "#8A5A34")  # fmt: skip
_RAINBOW = ("#D9443F", "#F08A33", "#F4CE45", "#58A85C", "#3F7FC4", "#7C52A8")


@shape("notebook", scene="desk", focus=(45, 45), share=0.8,
       forms={"binding": ("spiral", "sewn", "glued"), "ruling": ("lined", "dotted", "squared", "blank"),
              "loop": ("no", "yes")})  # fmt: skip
def notebook(p: Pen) -> None:
    # It lies a little open, so that one sees how its pages are ruled.
    p.cast(rect(14, 8, 68, 84, 3))
    page = rect(40, 10, 48, 82, 1.5)
    p.part(page, PAPER, line=0.6)
    ruling = p.form("ruling")
    for y in range(16, 92, 6):
        if ruling in ("lined", "squared"):
            p.line(f"M70 {y} H87", tone("Sky Blue").dark, 0.5)
        elif ruling == "dotted":
            for x in (73, 79, 85):
                p.fill(oval(x, y, 0.7), (110, 112, 130))
    for x in (73, 79, 85) if ruling == "squared" else ():
        p.line(f"M{x} 11 V91", tone("Sky Blue").dark, 0.5)
    p.body("M14 8 H64 Q69 50 66 92 H14 Z", "sheen")
    binding = p.form("binding")
    if binding == "spiral":
        p.fill(rect(14, 8, 8, 84), p.main.dark)
        for i in range(10):
            y = 14 + i * 8
            p.fill(oval(19, y, 1.4), DARK.base)
            p.tube(arc(14, y, 5, 2.6, 20, -200), 1, STEEL, shine=False)
    elif binding == "sewn":
        p.part(rect(13, 7, 11, 86, 1), p.trim(p.main), "round", 0.6)
        for y in range(14, 90, 9):
            p.line(f"M18.500 {y} v4.500", PAPER.base, 0.9)
        p.part("M34 92 h4 v7 l-2 -2 l-2 2 z", tone("Red"), line=0.4)
    else:
        p.part(rect(13, 7, 7, 86, 0.6), p.trim(p.main), "side", 0.6)
    p.label(27, 24, 34, 26)
    if p.form("loop") == "yes":
        p.part(rect(84, 40, 9, 10, 3), p.trim(p.main), "round", 0.6)
        p.tube("M89 16 V80", 3, p.trim(DARK))
    if p.has("elastic") or p.has("strap"):
        p.part(rect(58, 7, 3, 86), p.trim(DARK), line=0.4)


@shape("book", scene="shelf", focus=(48, 40), share=0.75,
       forms={"binding": ("hardcover", "paperback"), "thickness": ("middle", "thin", "thick")})  # fmt: skip
def book(p: Pen) -> None:
    d = {"thin": 4, "middle": 8, "thick": 14}[p.form("thickness")] * p.depth
    p.shadow(52, 91, 30, 0.09)
    p.part(f"M70 12 l{d} -4 v76 l{-d} 6 z", PAPER, line=0.6)
    if p.form("binding") == "hardcover":
        p.part(f"M{70 + d} 5.500 h2.400 v80 l-3 2 h-2.400 z", p.main, "side", 0.5)
    for i in range(1, 5):
        p.line(f"M{70 + d * i / 5} {12 - 4 * i / 5} v77", PAPER.dark, 0.3)
    p.part(f"M20 12 l{d} -5 h50 l{-d} 5 z", p.main, "lit", 0.6)
    p.body(rect(20, 12, 50, 78, 1), "sheen")
    if p.form("binding") == "hardcover":
        p.fill(rect(20, 12, 5, 78), p.main.dark)
    else:
        p.fill("M64 90 Q68 84 70 76 V90 Z", PAPER.base)
        p.part("M60 90 Q66 84 70 74 Q66 82 68 90 Z", p.main, "lit", 0.5)
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


@shape("pen", scene="desk", focus=(34, 66), share=0.75,
       forms={"style": ("retractable", "capped"), "ink": ("black", "blue", "red")})  # fmt: skip
def pen(p: Pen) -> None:
    with p.at(50, 50, 1, 42, about=(50, 50)):
        barrel = rect(44.5, 16, 11, 60, 2)
        p.cast(barrel)
        ink = {"blue": tone("Blue"), "red": tone("Red")}.get(p.form("ink"), DARK)
        if p.form("style") == "capped":
            p.body(barrel, "round", pitch=6)
            p.part("M44.500 76 H55.500 L51.500 92 H48.500 Z", p.trim("Silver"), "round", 0.6)
            p.part(rect(43.4, 12, 13.2, 26, 3), ink, "round", 0.6)
        else:
            p.part("M44.500 76 H55.500 L51.500 92 H48.500 Z", p.trim("Silver"), "round", 0.6)
            p.body(barrel, "round", pitch=6)
            p.part(rect(47.4, 3, 5.2, 14, 2), ink, "round", 0.6)
        p.line("M50 92 V97", ink.base, 1.8)
        p.part(rect(44, 48, 12, 3, 0.6), p.trim("Silver"), "round", 0.4)
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


@shape("marker-set", scene="desk", focus=(50, 25), share=0.8, parts="box",
       forms={"colors": (12, 24, 36, 48, 60)})  # fmt: skip
def marker_set(p: Pen) -> None:
    colours = p.number("colors")
    rows = colours // 12
    step = 72 / 12
    for nth in range(colours):
        row, column = divmod(nth, 12)
        x, y = 14 + column * step, 52 - (rows - row) * 9
        paint = tone(_MARKERS[(nth * 5 + row) % len(_MARKERS)])
        p.part(rect(x + 0.5, y, step - 1, 30, 1.6), paint, "round", 0.4)
    p.shadow(50, 91, 36, 0.07)
    p.body(rect(10, 50, 80, 41, 3), "sheen")
    p.part(rect(10, 50, 80, 6, 2), p.trim(p.main), "lit", 0.5)
    p.label(24, 60, 52, 26)


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


@shape("binder", scene="desk", focus=(45, 50), share=0.85,
       forms={"rings": ("d-shaped", "round")})  # fmt: skip
def binder(p: Pen) -> None:
    # It lies open, as one sees the rings.
    p.shadow(50, 91, 44, 0.07)
    p.body(rect(4, 10, 40, 80, 1.5), "sheen")
    p.part(rect(44, 10, 12, 80), p.main, "side", 0.7)
    p.body(rect(56, 10, 40, 80, 1.5), "side")
    p.part(rect(58, 14, 34, 72, 0.8), PAPER, line=0.5)
    for y in range(24, 82, 7):
        p.line(f"M66 {y} H88", STEEL.base, 0.7)
    for y in (26, 50, 74):
        ring = (
            f"M48 {y} Q50 {y - 9} 62 {y - 8} L62 {y}"
            if p.form("rings") == "d-shaped"
            else f"M48 {y} C48 {y - 12} 62 {y - 12} 62 {y}"
        )
        p.fill(oval(62, y, 1.5), DARK.base)
        p.tube(ring, 2, STEEL)
    p.label(9, 26, 30, 36)


@shape("scissors", scene="desk", focus=(50, 50), share=0.8,
       forms={"tip": ("pointed", "rounded"), "grip": ("soft", "wide loop")})  # fmt: skip
def scissors(p: Pen) -> None:
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            tip = (
                "M47 56 L60 6 Q64 8 63 16 L54 58 Z"
                if p.form("tip") == "pointed"
                else "M47 56 L56 16 Q60 9 63 14 Q65 18 63 24 L54 58 Z"
            )
            p.part(tip, STEEL, "round")
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.tube("M53 54 L42 64", 5, p.main)
            wide = p.form("grip") == "wide loop"
            with p.at(42, 64, 1.25 if wide else 1.0, about=(42, 64)):
                p.tube(_finger_ring(), 4.4 if wide else 5.4, p.main, closed=True)
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


def _wide_notes(p: Pen) -> None:
    """A pad that is wider than high, or higher than wide."""
    x, y, w, h = (8, 28, 84, 50) if p.form("format") == "3 x 5" else (22, 6, 58, 86)
    p.cast(rect(x, y, w, h))
    for i in range(5, 0, -1):
        p.part(rect(x + i * 0.9, y + i * 1.1, w - 2, h - 2), p.trim(p.main) if i % 2 else p.main, "side", 0.4)
    p.body(rect(x, y, w - 2, h - 2), "sheen", pitch=9)
    if not p.words(x + 6, y + 8, w - 14, h * 0.5, p.main, 12):
        for line in range(int(h / 10) - 1):
            p.line(f"M{x + 7} {y + 11 + line * 9} h{w - 18}", mix(p.main.line, p.main.base, 0.3), 1.1)


@shape("sticky-notes", scene="desk", focus=(45, 50), share=0.7,
       forms={"format": ("square", "3 x 5", "4 x 6")})  # fmt: skip
def sticky_notes(p: Pen) -> None:
    if p.form("format") != "square":
        _wide_notes(p)
        return
    p.cast(rect(16, 18, 66, 66))
    for i in range(5, 0, -1):
        p.part(rect(16 + i * 0.9, 18 + i * 1.1, 64, 64), p.trim(p.main) if i % 2 else p.main, "side", 0.4)
    p.body("M16 18 H80 V68 L66 82 H16 Z", "sheen", pitch=9)
    p.part("M80 68 L66 82 Q70 74 66 68 Q74 71 80 68 Z", p.main, "lit", 0.6)
    if not p.words(22, 28, 52, 36, p.main, 12):
        for y, w in ((34, 44), (43, 40), (52, 46), (61, 28)):
            p.line(f"M24 {y} h{w}", mix(p.main.line, p.main.base, 0.3), 1.1)


@shape("desk-organizer", scene="desk", focus=(45, 65), share=0.85,
       forms={"drawers": (2, 3, 1), "compartments": (5, 6, 8, 10), "material": ("bamboo", "mesh",
              "acrylic")})  # fmt: skip
def desk_organizer(p: Pen) -> None:
    p.shadow(50, 90, 42, 0.08)
    drawers = p.number("drawers")
    bays = p.number("compartments") - drawers  # what is no drawer is open at the top
    things = ("#F0B93F", "#D9443F", "#3F7FC4", "#58A85C", "#7C52A8")
    step = 80 / bays
    for bay in range(bays):
        x = 10 + (bay + 0.5) * step
        p.part(rect(x - 2, 18 + bay % 3 * 6, 4, 40), tone(things[bay % 5]), "round", 0.5)
        p.part(f"M{x - 2} {18 + bay % 3 * 6} l2 -6 l2 6 z", tone("#E8C79A"), line=0.4)
    kind = p.form("material")
    for bay in range(bays):
        p.surface(rect(10 + bay * step, 44 + bay % 2 * 4, step, 20), p.main, "sheen", pattern=True, pitch=8)
    high = 28 / drawers
    p.body(rect(10, 62, 80, 28, 1.5), "sheen", pitch=8)
    for nth in range(drawers):
        p.part(rect(13, 63 + nth * high, 74, high - 2, 1.2), p.trim(p.main), "lit", 0.6)
        p.part(oval(50, 63 + nth * high + (high - 2) / 2, 2), DARK, line=0.4)
    if kind == "mesh":
        for x in range(12, 90, 3):
            p.line(f"M{x} 48 V62", p.main.line, 0.4)
        for y in range(50, 62, 3):
            p.line(f"M10 {y} H90", p.main.line, 0.4)
    elif kind == "acrylic":
        p.fill(rect(10, 46, 80, 16), (255, 255, 255), 110)
    p.words(17, 48, 66, 12, p.main, 8)


@shape("vinyl-record", scene="shelf", focus=(60, 50), share=0.8,
       forms={"discs": (1, 2)})  # fmt: skip
def vinyl_record(p: Pen) -> None:
    p.cast(oval(62, 50, 34))
    for shift in (14, 0) if p.number("discs") == 2 else (0,):
        with p.at(shift, 0):
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


@shape("guitar", scene="room", focus=(50, 68), share=1.0,
       forms={"case": ("none", "bag", "hard case")})  # fmt: skip
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
    case = p.form("case")
    if case != "none":
        with p.at(22, 94, 0.86, -4):
            shell = (
                "M-10 0 Q-18 -4 -16 -16 Q-13 -24 -14 -30 Q-12 -40 -5 -42 L-4 -84 H4 L5 -42 Q12 -40 14 -30 "
                "Q13 -24 16 -16 Q18 -4 10 0 Z"
            )
            p.part(
                shell,
                tone("#2F3136" if case == "hard case" else "#5B6B78"),
                "sheen" if case == "hard case" else "cloth",
                0.9,
            )
            if case == "hard case":
                for y in (-12, -30):
                    p.part(rect(11, y, 6, 4, 1), tone("Gold"), line=0.4)
            else:
                p.line("M0 -3 Q-13 -5 -12 -16 Q-9 -24 -10 -30 L-2 -80", STEEL.light, 0.8)
                p.part(rect(-8, -18, 16, 13, 2), tone("#4A5864"), "lit", 0.5)
    if p.has("strap"):
        p.tube("M42 12 C10 30 14 80 34 90", 2.4, p.trim(DARK), shine=False)
