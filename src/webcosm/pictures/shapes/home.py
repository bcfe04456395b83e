"""Lamps, textiles and things that stand or hang about the house."""

from __future__ import annotations

import math

from ..palette import CLAY, DARK, GLASS, LEAF, PAPER, STEEL, WOOD, mix, tone
from ..paths import arc, oval, rect, ring, smooth, sym
from ..pen import Pen
from ..registry import shape
from .families import carton, cylinder


@shape("table-lamp", scene="desk", focus=(50, 28), share=0.95,
       forms={"shade": ("plain", "pleated"), "base": ("wood", "ceramic", "metal", "glass"),
              "switch": ("cord", "pull chain", "touch")})  # fmt: skip
def table_lamp(p: Pen) -> None:
    p.shadow(50, 91, 19)
    p.fill(oval(50, 46, 40, 12), (255, 240, 180), 70)
    kind = p.form("base")
    base = {"metal": STEEL, "glass": GLASS}.get(kind, p.trim(WOOD))
    p.part(sym("M50 84 H64 Q68 86 68 91 H50"), base, "round")
    foot = {
        "wood": "M50 46 H54 V85 H50",
        "metal": "M50 46 H52 V85 H50",
        "glass": "M50 46 H53 Q68 62 66 74 Q64 84 56 85 H50",
    }
    p.part(
        sym(foot.get(kind, "M50 46 H54 Q62 56 60 68 Q58 80 54 85 H50")), base, "glass" if kind == "glass" else "round"
    )
    p.body(sym("M50 8 H66 L80 48 H50"), "round", pitch=9)
    p.line("M34.500 11 H65.500", p.main.line, 0.4)
    p.line("M21.500 45 H78.500", p.main.line, 0.4)
    if p.form("shade") == "pleated":
        for x in range(-7, 8):
            p.line(f"M{50 + x * 2.2} 9 L{50 + x * 4} 47", p.main.line, 0.5)
    if p.form("switch") == "pull chain":
        p.line("M58 48 V62", tone("Gold").line, 0.8)
        p.part(oval(58, 63.5, 1.8), tone("Gold"), line=0.4)
    elif p.form("switch") == "cord":
        p.line("M64 89 Q80 94 92 88", DARK.base, 0.9)
        p.part(rect(78, 88.6, 7, 3.6, 1), DARK, line=0.3)


@shape("floor-lamp", scene="room", focus=(50, 20), share=1.15,
       forms={"design": ("straight", "arc", "tripod", "reading")})  # fmt: skip
def floor_lamp(p: Pen) -> None:
    design = p.form("design")
    p.shadow(50, 95, 14)
    if design == "tripod":
        for foot in (32, 50, 68):
            p.tube(f"M50 40 L{foot} 94", 2, p.trim(WOOD))
    elif design == "arc":
        p.part(oval(26, 94, 13, 2.6), p.trim(DARK), "round", 0.6)
        p.tube("M26 93 V44 Q28 2 58 4 Q70 6 70 16", 2, p.trim(DARK))
    elif design == "reading":
        p.part(oval(40, 94, 13, 2.6), p.trim(DARK), "round", 0.6)
        p.tube("M40 93 V30 L60 14", 2, p.trim(DARK))
        p.part(oval(40, 30, 2.4), p.trim(DARK), line=0.5)
    else:
        p.part(oval(50, 94, 13, 2.6), p.trim(DARK), "round", 0.6)
        p.tube("M50 30 V93", 1.8, p.trim(DARK))
    if design == "reading":
        p.fill("M58 26 L46 56 H86 L76 26 Z", (255, 240, 180), 60)
        p.body("M58 8 L68 10 L79 27 H54 Z", "round", pitch=5)
        return
    with p.at(20 if design == "arc" else 0, 12 if design == "arc" else 0):
        p.fill("M36 29 L24 60 H76 L64 29 Z", (255, 240, 180), 60)
        p.body(sym("M50 4 H60 L68 29 H50"), "round", pitch=7)
        p.line("M57 29 V38", p.trim(DARK).line, 0.5)
        p.fill(oval(57, 39, 1), p.trim(DARK).line)


@shape(
    "candle", scene="shelf", focus=(50, 55), share=0.65, parts="wick", forms={"wick": ("cotton", "wooden", "double")}
)
def candle(p: Pen) -> None:
    p.fill(oval(50, 20, 15, 17), (255, 236, 160), 90)
    cylinder(p, 50, 40, 24, 46, inside=tone("#FFF6DE"))
    wick = p.form("wick")
    for x in (-7, 7) if wick == "double" else (0,):
        with p.at(x, 0):
            if wick == "wooden":
                p.part(rect(45, 29, 10, 11, 0.6), WOOD, line=0.5)
            p.line("M50 40 V30", DARK.base, 1.2)
            p.part(smooth("50,8 55,20 54,28 50,31 46,28 45,20"), tone("#FFB52E"), line=0.4)
            p.fill(smooth("50,17 52.5,24 50,29 47.5,24"), (255, 244, 190))
    p.label(33, 54, 34, 26)


def _pillow(p: Pen, outline: str) -> None:
    p.cast(smooth(outline))
    p.body(smooth(outline), "cloth")


@shape("cushion", scene="room", focus=(45, 45), share=0.6,
       forms={"format": ("square", "12 x 20"), "edge": ("plain", "piping", "fringe")})  # fmt: skip
def cushion(p: Pen) -> None:
    edge, long = p.form("edge"), p.form("format") == "12 x 20"
    if long:
        outline = "4,28 27,31 50,31.5 73,31 96,28 93,40 92,50 93,60 96,72 73,69 50,68.5 27,69 4,72 7,60 8,50 7,40"
        corners = ((4, 28), (96, 28), (4, 72), (96, 72))
    else:
        outline = "12,14 30,19 50,20 70,19 88,14 84,32 82,50 84,68 88,86 70,82 50,81 30,82 12,86 16,68 18,50 16,32"
        corners = ((12, 14), (88, 14), (12, 86), (88, 86))
    if edge == "fringe":
        for y in range(int(corners[0][1]) + 3, int(corners[2][1]), 3):
            p.line(f"M{corners[0][0] + 5} {y} h-9", p.trim(p.main).line, 0.9)
            p.line(f"M{corners[1][0] - 5} {y} h9", p.trim(p.main).line, 0.9)
    _pillow(p, outline)
    if edge == "piping":
        p.line(smooth(outline), p.trim("White").line, 2.2, closed=True)
        p.line(smooth(outline), p.trim("White").base, 1.3, closed=True)
    for x, y in corners if edge == "plain" else ():
        p.line(f"M{x} {y} l{3 if x > 50 else -3} {3 if y > 50 else -3}", p.trim(p.main).line, 2.4)
    if not long:
        p.line("M24 28 q6 6 4 14", p.main.dark, 0.7)
        p.line("M76 72 q-6 -6 -4 -14", p.main.dark, 0.7)
    p.words(28, 38, 44, 24, p.main, 12)


@shape("pillow", scene="room", focus=(45, 50), share=0.65)
def pillow(p: Pen) -> None:
    _pillow(p, "8,30 26,33 50,34 74,33 92,30 89,42 88,52 89,62 93,76 74,73 50,74 26,73 7,76 11,62 12,52 11,42")
    p.line("M20 37 Q50 40 80 37", p.main.dark, 0.6)
    p.line("M24 42 q7 4 4 11", p.main.dark, 0.7)
    p.line("M76 66 q-8 -4 -5 -11", p.main.dark, 0.7)
    p.words(30, 43, 40, 22, p.main, 10)


@shape("blanket", scene="room", focus=(42, 50), share=0.75, forms={"edge": ("hemmed", "fringed", "tasseled")})
def blanket(p: Pen) -> None:
    p.shadow(50, 84, 38, 0.1)
    for i, y in enumerate((66, 50, 34)):
        p.body(
            f"M14 {y + 9} Q14 {y} 23 {y} H78 Q88 {y} 88 {y + 9} Q88 {y + 18} 78 {y + 18} H23 Q14 {y + 18} 14 {y + 9} Z",
            "top",
            pitch=9,
        )
        p.line(f"M86 {y + 9} H40", p.main.line, 0.6)
        if i == 2:
            p.part(rect(38, y - 1, 10, 20), p.trim(p.main), "top", 0.6)
    edge = p.form("edge")
    if edge == "fringed":
        for x in range(18, 86, 3):
            p.line(f"M{x} 84 v7", p.trim(p.main).line, 0.8)
    elif edge == "tasseled":
        for x in range(20, 86, 12):
            p.part(oval(x, 85.5, 2), p.trim(p.main), line=0.5)
            p.part(f"M{x - 1.6} 87 h3.200 l1.400 8 h-6 z", p.trim(p.main), "", 0.5)
    else:
        p.line("M18 82 H84", p.trim(p.main).line, 1)
    p.words(50, 36, 34, 14, p.main, 8)


@shape("towel", scene="bath", focus=(50, 60), share=0.8)
def towel(p: Pen) -> None:
    p.tube("M10 16 H90", 3, STEEL)
    p.cast(rect(24, 14, 52, 74, 2))
    p.body("M24 18 Q24 12 28 12 H72 Q76 12 76 18 V88 H24 Z", "cloth", pitch=9)
    p.part(rect(24, 70, 52, 6), p.trim(p.main), "lit", 0.5)
    p.part(rect(24, 79, 52, 2.4), p.trim(p.main), "lit", 0.4)
    p.line("M62 20 V68", p.main.dark, 0.6)
    p.words(30, 36, 40, 22, p.main, 10)


@shape("rug", scene="room", focus=(40, 45), share=0.8)
def rug(p: Pen) -> None:
    p.cast(rect(12, 24, 76, 54))
    for y in range(26, 78, 3):
        p.line(f"M12 {y} h-5", p.trim("Cream").line, 1)
        p.line(f"M88 {y} h5", p.trim("Cream").line, 1)
    p.body(rect(12, 24, 76, 54), "sheen", pitch=9)
    trim = p.trim("Cream")
    p.line(rect(16, 28, 68, 46), trim.base, 1.6, closed=True)
    if p.look.pattern == "plain":
        p.line(rect(20, 32, 60, 38), trim.base, 0.6, closed=True)
        for x in (34, 50, 66):
            p.line(f"M{x} 40 l9 11 l-9 11 l-9 -11 z", trim.base, 1.2, closed=True)
            p.fill(f"M{x} 46 l4 5 l-4 5 l-4 -5 z", trim.base)


@shape("curtain", scene="hung", focus=(28, 40), share=1.0, parts="rod", forms={"heading": ("pocket", "grommet", "tab")})
def curtain(p: Pen) -> None:
    p.part(rect(26, 14, 48, 60), GLASS, "sheen")
    p.line("M50 14 V74", PAPER.base, 2)
    p.line("M26 44 H74", PAPER.base, 2)
    p.tube("M6 12 H94", 2.4, p.trim(STEEL))
    for x in (6, 94):
        p.part(oval(x, 12, 3), p.trim(STEEL), "ball", 0.6)
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.body("M10 13 H44 Q44 46 30 58 Q34 74 38 92 H8 Z", "cloth", pitch=9)
            for x, knee, end in ((17, 14, 14), (24, 18, 22), (31, 23, 28), (38, 27, 34)):
                p.line(f"M{x} 14 Q{x} 48 {knee} 58 Q{knee} 72 {end} 91", p.main.dark, 0.8)
            p.part("M9 54 L31 56 L30 61 L9 60 Z", p.trim("Gold"), line=0.6)
            for x in (14, 21, 28, 35, 42) if p.form("heading") != "pocket" else ():
                if p.form("heading") == "grommet":
                    p.part(oval(x, 16.500, 2.6), STEEL, line=0.5)
                    p.fill(oval(x, 16.500, 1.3), (60, 60, 66))
                else:
                    p.part(rect(x - 1.6, 8.5, 3.2, 8, 0.6), p.main, "lit", 0.5)
            if p.form("heading") == "pocket":
                p.body("M8 7 H46 V15 H8 Z", "top", pitch=6)


@shape("vase", scene="shelf", focus=(50, 60), share=0.8, parts="flowers",
       forms={"form": ("round", "cylinder", "bottle", "hourglass"), "finish": ("smooth", "ribbed"),
              "material": ("ceramic", "glass")})  # fmt: skip
def vase(p: Pen) -> None:
    for x, y, colour in ((38, 12, "Coral"), (52, 6, "Yellow"), (64, 14, "Lavender")):
        p.line(f"M50 46 Q{(x + 50) / 2} 30 {x} {y}", LEAF.line, 1.2)
        for petal in range(6):
            with p.at(x, y, 1, petal * 60):
                p.part(oval(0, -4, 2.2, 3.4), tone(colour), line=0.3)
        p.fill(oval(x, y, 2), tone("Mustard").base)
    p.part("M46 34 q-12 -2 -14 -10 q12 0 14 10 z", LEAF, line=0.4)
    p.part("M54 36 q12 -2 14 -9 q-12 -1 -14 9 z", LEAF, line=0.4)
    p.shadow(50, 91, 16)
    outline = {"round": "M50 40 H60 Q57 48 62 54 Q72 62 70 74 Q68 86 62 91 H50", "cylinder": "M50 40 H63 V91 H50",
               "bottle": "M50 40 H54.500 V60 Q70 66 69 80 Q68 90 62 91 H50",
               "hourglass": "M50 40 H66 Q64 56 57 65 Q64 74 67 91 H50"}[p.form("form")]  # fmt: skip
    mouth = {"round": 10, "cylinder": 13, "bottle": 4.5, "hourglass": 16}[p.form("form")]
    p.body(sym(outline), "glass" if p.form("material") == "glass" else "round", pitch=8)
    if p.form("finish") == "ribbed":
        with p.clip(sym(outline)):
            for x in range(30, 72, 4):
                p.line(f"M{x} 42 V91", p.main.line, 0.7)
    p.part(oval(50, 40, mouth, 2.4), p.trim(p.main), "side", 0.6)
    p.words(34, 62, 32, 18, p.main, 8)


@shape("picture-frame", scene="hung", focus=(35, 50), share=0.75)
def picture_frame(p: Pen) -> None:
    p.cast(rect(16, 8, 68, 84))
    p.body(rect(16, 8, 68, 84), "sheen", pitch=6)
    p.part(rect(22, 14, 56, 72), PAPER, line=0.7)
    p.fill(rect(29, 22, 42, 56), (190, 222, 236))
    with p.clip(rect(29, 22, 42, 56)):
        p.fill(oval(60, 36, 5), (250, 216, 120))
        p.fill("M29 78 V60 L42 44 L54 62 L62 54 L71 66 V78 Z", (112, 150, 134))
        p.fill("M29 78 V70 Q50 60 71 72 V78 Z", (150, 186, 110))
    p.line(rect(29, 22, 42, 56), STEEL.line, 0.4, closed=True)


@shape("wall-clock", scene="hung", focus=(50, 50), share=0.7, forms={"numerals": ("arabic", "roman", "large")})
def wall_clock(p: Pen) -> None:
    p.cast(oval(50, 50, 40))
    p.body(oval(50, 50, 40), "ball", pitch=7)
    face = p.trim(PAPER)
    p.part(oval(50, 50, 32.5), face, line=0.7)
    for hour in range(1, 13):
        angle = math.radians(hour * 30)
        x, y = 50 + 26.5 * math.sin(angle), 50 - 26.5 * math.cos(angle)
        kind = p.form("numerals")
        text = _ROMAN[hour - 1] if kind == "roman" else str(hour)
        if kind != "large" or hour % 3 == 0:
            size = 11.0 if kind == "large" else 6.4
            p.write_in((text,), x - 6, y - 5, 12, 10, mix(face.line, (20, 20, 30), 0.6), size)
        else:
            p.fill(oval(round(x, 2), round(y, 2), 1), face.line)
    p.line("M50 50 L37 41", DARK.base, 2.2)
    p.line("M50 50 L64 30", DARK.base, 1.5)
    p.line("M46 57 L58 36", tone("Red").base, 0.6)
    p.fill(oval(50, 50, 2.2), DARK.base)
    p.words(38, 58, 24, 9, face, 5)


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_GLASSES = {
    "oval": (oval(50, 50, 31, 41), oval(50, 50, 25.5, 35.5)),
    "rectangular": (rect(20, 9, 60, 82, 1), rect(25.5, 14.5, 49, 71, 0.6)),
    "arched": (sym("M50 9 Q81 10 81 42 V91 H50"), sym("M50 15 Q75 16 75 43 V85.500 H50")),
}


@shape("mirror", scene="hung", focus=(45, 40), share=0.85, forms={"form": ("oval", "rectangular", "arched")})
def mirror(p: Pen) -> None:
    outer, inner = _GLASSES[p.form("form")]
    p.cast(outer)
    p.body(ring(outer, inner), "sheen", pitch=6, line=0)
    p.part(inner, tone("#CFE6EE"), "", 0.8)
    p.line(outer, p.main.line, 0.8, closed=True)
    with p.clip(inner):
        p.fill("M30 84 L66 10 H78 L42 88 Z", (255, 255, 255), 120)
        p.fill("M22 70 L50 10 H54 L26 74 Z", (255, 255, 255), 120)


@shape("bedding", scene="room", focus=(45, 60), share=0.85, forms={"pieces": (3, 2)})
def bedding(p: Pen) -> None:
    p.shadow(50, 86, 42, 0.08)
    for x in (12, 50) if p.number("pieces") == 3 else (31,):
        p.body(
            f"M{x + 2} 26 q17 -5 34 0 q3 10 0 20 q-17 -3 -34 0 q-3 -10 0 -20 Z",
            "cloth",
            pitch=8,
        )
    p.body("M8 84 V50 Q8 40 18 40 H82 Q92 40 92 50 V84 Q92 88 88 88 H12 Q8 88 8 84 Z", "top", pitch=10)
    p.part(
        "M8 54 V50 Q8 40 18 40 H82 Q92 40 92 50 V54 Q50 60 8 54 Z",
        p.trim("White" if p.look.colors[0] != "White" else "Beige"),
        "lit",
    )
    p.line("M30 58 Q28 74 32 87", p.main.dark, 0.8)
    p.line("M66 58 Q72 74 68 87", p.main.dark, 0.8)


@shape("basket", scene="shelf", focus=(45, 60), share=0.75,
       forms={"handles": ("bow", "two", "cut-out", "leather"), "lid": ("without", "with"), "weave": ("woven",
              "felt")})  # fmt: skip
def basket(p: Pen) -> None:
    p.shadow(50, 87, 30)
    handles = p.form("handles")
    if handles == "bow":
        p.tube("M22 44 C22 2 78 2 78 44", 3.4, p.trim(p.main))
    if p.form("lid") == "with":
        p.part("M12 40 Q20 24 50 24 Q80 24 88 40 Z", p.main, "round")
        p.part(oval(50, 23, 4), p.trim(p.main), "ball", 0.6)
    p.body("M14 42 H86 L78 82 Q77 88 70 88 H30 Q23 88 22 82 Z", "round", pitch=9)
    if p.look.pattern == "plain" and p.form("weave") == "woven":
        for row in range(6):
            for column in range(12):
                x, y = 17 + column * 6 + (row % 2) * 3, 49 + row * 6.6
                if 16 + row * 1.2 < x < 82 - row * 1.2:
                    p.line(f"M{x} {y} h3.600", p.main.line, 0.7)
    p.part(rect(12, 38, 76, 7, 3), p.trim(p.main), "round")
    for x in (28, 72) if handles != "bow" else ():
        if handles == "cut-out":
            p.part(rect(x - 8, 50, 16, 7, 3.5), DARK, line=0.6)
        else:
            p.tube(
                f"M{x - 8} 44 C{x - 8} 62 {x + 8} 62 {x + 8} 44",
                3.4,
                tone("#8A5A34") if handles == "leather" else p.trim(p.main),
            )
    p.words(34, 58, 32, 20, p.main, 8)


@shape("storage-box", scene="shelf", focus=(45, 60), share=0.75, parts="lid handle")
def storage_box(p: Pen) -> None:
    carton(p, 14, 40, 60, 46, 12)
    d = 12 * p.depth
    lid = p.trim(p.main)
    p.part(f"M11 38 l{d} {-d * 0.55} h66 l{-d} {d * 0.55} z", lid, "lit")
    p.part(f"M77 38 l{d} {-d * 0.55} v9 l{-d} {d * 0.55} z", lid, "side")
    p.part(rect(11, 38, 66, 9), lid, "sheen")
    p.part(rect(36, 74, 16, 6, 3), DARK, "side", 0.5)
    p.label(26, 51, 36, 20)


@shape("plant-pot", scene="shelf", focus=(50, 70), share=0.8, parts="plant saucer")
def plant_pot(p: Pen) -> None:
    for turn, length in ((-55, 34), (-28, 44), (0, 48), (28, 44), (55, 34)):
        with p.at(50, 54, 1, turn):
            p.part(
                f"M0 0 C-9 {-length * 0.35} -7 {-length * 0.8} 0 {-length} C7 {-length * 0.8} 9 {-length * 0.35} 0 0 Z",
                LEAF,
                line=0.6,
            )
            p.line(f"M0 -2 V{-length * 0.85}", LEAF.line, 0.5)
    p.shadow(50, 91, 19)
    p.part(rect(28, 86, 44, 5, 2), p.trim(p.main), "round")
    p.body(sym("M50 56 H71 L65 87 H50"), "round", pitch=8)
    p.body(rect(26, 50, 48, 9, 1.5), "round", pitch=8)
    p.words(34, 62, 32, 20, p.main, 8)


@shape("trash-can", scene="room", focus=(50, 50), share=0.65, parts="lid")
def trash_can(p: Pen) -> None:
    p.shadow(50, 91, 24)
    p.body(sym("M50 26 H75 L70 88 Q70 91 66 91 H50"), "round")
    for x, end in ((37, 39), (50, 50), (63, 61)):
        if p.look.pattern == "plain" and not p.look.words:
            p.line(f"M{x} 34 L{end} 84", p.main.line, 0.9)
    p.part(sym("M50 14 Q72 14 76 26 H50"), p.trim(p.main), "round")
    p.part(rect(22, 24, 56, 5, 2), p.trim(p.main), "round")
    p.part(rect(44, 9, 12, 5, 2), p.trim(p.main), "top", 0.6)
    p.part("M42 91 h16 v4 q-8 2 -16 0 z", DARK, line=0.5)
    p.words(33, 42, 34, 30, p.main, 10)


@shape("planter", scene="garden", focus=(45, 68), share=0.85, parts="flowers")
def planter(p: Pen) -> None:
    for i, colour in enumerate(("Coral", "Yellow", "Pink", "Lavender", "Coral")):
        x = 18 + i * 16
        p.line(f"M{x} 58 V{32 + (i % 2) * 6}", LEAF.line, 1.3)
        p.part(f"M{x} 52 q-8 -2 -9 -10 q8 1 9 10 z", LEAF, line=0.4)
        p.part(f"M{x} 54 q8 -2 9 -10 q-8 1 -9 10 z", LEAF, line=0.4)
        for petal in range(6):
            with p.at(x, 30 + (i % 2) * 6, 1, petal * 60):
                p.part(oval(0, -4.4, 2.6, 3.8), tone(colour), line=0.3)
        p.fill(oval(x, 30 + (i % 2) * 6, 2.4), tone("Mustard").base)
    p.shadow(50, 88, 42, 0.08)
    p.part(rect(10, 54, 80, 6), CLAY, "side", 0.4)
    p.body("M8 58 H92 L88 86 Q88 88 86 88 H14 Q12 88 12 86 Z", "top", pitch=9)
    p.part(rect(6, 55, 88, 6, 1.5), p.trim(p.main), "top")
    p.words(30, 64, 40, 19, p.main, 10)


@shape("lantern", scene="garden", focus=(50, 55), share=0.8, parts="handle")
def lantern(p: Pen) -> None:
    p.tube(arc(50, 18, 12, 13, 180, 360), 1.8, p.main)
    p.shadow(50, 91, 23)
    p.part(sym("M50 14 Q60 16 72 30 H50"), p.main, "round")
    p.part(rect(30, 32, 40, 50), tone("#FFF1BE"), "glass")
    p.part(rect(43, 60, 14, 22, 1), PAPER, "round", 0.6)
    p.part(smooth("50,42 54,52 50,58 46,52"), tone("#FFA726"), line=0.4)
    for x in (28, 48.5, 69):
        p.part(rect(x, 32, 3, 50), p.main, line=0.4)
    p.body(rect(26, 28, 48, 5, 1), "top", pitch=4)
    p.body(rect(25, 80, 50, 11, 2), "top", pitch=6)
