"""Shoes, hats, bags and jewellery."""

from __future__ import annotations

import math

from ..palette import DARK, PAPER, STEEL, tone
from ..paths import arc, oval, rect, smooth, star, sym
from ..pen import Pen
from ..registry import shape


@shape("sneaker", scene="room", focus=(50, 52), share=0.6, forms={"closure": ("lace-up", "slip-on")})
def sneaker(p: Pen) -> None:
    p.shadow(50, 79, 43, 0.08)
    p.body(
        "M10 32 Q12 28 18 30 Q28 36 36 26 Q40 24 43 28 L60 46 Q66 52 80 54 Q94 57 94 70 H8 Q6 48 10 32 Z",
        "top",
        pitch=9,
    )
    p.part("M76 53.500 Q94 56 94 70 H72 Q70 60 76 53.500 Z", p.trim("White"), "top", 0.6)
    p.part("M10 32 Q12 28 18 30 L21 46 Q16 52 8.500 52 Q8 42 10 32 Z", p.trim("White"), "round", 0.6)
    p.part("M6 68 H95 Q97 70 95 76 Q94 79 90 79 H10 Q5 79 5 73 Z", p.trim("White"), "top")
    p.line("M6 74.500 H95", p.trim("White").line, 0.5)
    if p.form("closure") == "lace-up":
        for i in range(4):
            x, y = 42 + i * 5.5, 33 + i * 5.4
            p.line(f"M{x} {y} l-7 6", PAPER.line, 2)
            p.line(f"M{x} {y} l-7 6", PAPER.base, 1.3)
    else:
        p.part("M38 25 L44 29 L50 36 Q44 44 38 50 Q34 38 32 31 Z", p.trim(DARK), "cloth", 0.6)
        for shift in (0, 3, 6):
            p.line(f"M{37 + shift} {31 + shift * 1.2} l-2 12", p.trim(DARK).line, 0.5)
    p.line("M30 66 Q40 60 44 48", p.main.line, 0.8)
    p.words(18, 53, 24, 13, p.main, 6)


@shape("boot", scene="room", focus=(42, 40), share=0.7, parts="laces", forms={"height": (6, 5, 8)})
def boot(p: Pen) -> None:
    top = {5: 22, 6: 8, 8: -16}[p.number("height")]
    p.shadow(50, 91, 36, 0.08)
    p.body(f"M26 {top} H58 Q56 34 60 50 Q66 60 78 63 Q88 66 88 80 H24 Q22 40 26 {top} Z", "round", pitch=10)
    p.part(rect(24.5, top - 2, 35, 8, 3), p.trim(p.main), "side", 0.7)
    p.part("M22 79 H89 Q91 84 88 90 H46 V86 H40 V91 H22 Z", p.trim(DARK), "top")
    p.part("M76 62.500 Q88 66 88 80 H68 Q68 68 76 62.500 Z", p.main, "side", 0.6)
    for y in range(top + 12, 52, 9):
        p.line(f"M44 {y} L57 {y + 2}", p.trim("Tan").line, 2)
        p.line(f"M44 {y} L57 {y + 2}", p.trim("Tan").base, 1.3)
    p.line(f"M42 {top + 8} Q40 50 50 64", p.main.line, 0.7)


@shape("sandal", scene="room", focus=(45, 45), share=0.6, forms={"closure": ("buckle", "hook-and-loop")})
def sandal(p: Pen) -> None:
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            sole = smooth("29,6 40,12 43,30 39,50 40,72 36,90 26,92 18,84 18,62 14,40 14,20 20,9")
            p.cast(sole)
            p.part(sole, p.trim("Tan"), "sheen")
            p.line(
                smooth("29,9.5 37,14 40,30 36,50 37,72 34,86 26,88.5 21,82 21,62 17,40 17,22 22,12"),
                p.trim("Tan").line,
                0.4,
                closed=True,
            )
            p.body("M12 30 Q28 20 45 28 L44 42 Q28 33 13 44 Z", "cloth", pitch=7)
            p.body("M17 62 Q28 56 41 60 L40.500 69 Q29 64 17.500 70 Z", "cloth", pitch=7)
            if p.form("closure") == "buckle":
                p.part(rect(36, 60.5, 5, 7, 1), tone("Gold"), line=0.5)
            else:
                for y, end in ((30, 40), (61, 68)):
                    p.part(f"M24 {y - 3} h13 v{end - y} h-13 z", p.trim(DARK), "lit", 0.6)


@shape("hat", scene="shelf", focus=(50, 42), share=0.75)
def hat(p: Pen) -> None:
    p.shadow(50, 76, 42, 0.12)
    p.part(oval(50, 66, 44, 13), p.main, "side")
    p.body(oval(50, 64, 44, 12), "sheen")
    p.body(sym("M50 20 Q56 24 64 22 Q72 24 75 60 Q66 67 50 67"), "round", pitch=8)
    p.part(sym("M50 67 Q66 67 75 60 L74 50 Q66 57 50 57"), p.trim(DARK), "round", 0.6)
    p.line("M42 24 Q50 32 58 24", p.main.line, 0.8)


@shape("cap", scene="shelf", focus=(42, 45), share=0.7, parts="brim")
def cap(p: Pen) -> None:
    p.shadow(50, 74, 40, 0.1)
    p.body("M12 62 Q10 26 44 24 Q74 24 76 58 Q46 54 12 62 Z", "round", pitch=9)
    p.part(
        "M52 57 Q66 54 76 56 Q94 58 97 68 Q97 72 92 71 Q74 64 50 68 Q30 70 13 68 Q10 64 12 61 Q32 56 52 57 Z",
        p.trim(p.main),
        "top",
    )
    p.line("M44 24 Q30 40 30 58", p.main.line, 0.7)
    p.line("M44 24 Q60 38 62 56", p.main.line, 0.7)
    p.part(oval(44, 23.5, 3, 2), p.trim(p.main), line=0.6)
    if not p.words(31, 34, 29, 19, p.main, 8):
        p.part(star(46, 43, 6.5, 3, 5), p.trim("White" if sum(p.main.base) < 500 else DARK), line=0.5)


@shape("belt", scene="shelf", focus=(70, 50), share=0.8, forms={"buckle": ("brass", "steel", "zinc"), "holes": (5, 7)})
def belt(p: Pen) -> None:
    p.shadow(50, 79, 40)
    metal = {"steel": STEEL, "zinc": tone("#8F949B")}.get(p.form("buckle"), tone("Gold"))
    p.part("M12 50 Q12 24 50 24 Q88 24 88 50 L80 50 Q78 32 50 32 Q22 32 20 50 Z", p.main, "side")
    p.body("M10 46 Q10 70 50 70 Q90 70 90 46 V58 Q90 82 50 82 Q10 82 10 58 Z", "sheen", pitch=7)
    p.line("M12 51 Q14 72.500 50 72.500 Q86 72.500 88 51", p.main.line, 0.4)
    p.line("M12 61 Q14 79.500 50 79.500 Q86 79.500 88 61", p.main.line, 0.4)
    for hole in range(p.number("holes")):
        x = 43 - hole * 4.2
        p.fill(oval(x, 75.8 - (43 - x) ** 2 * 0.012, 1.2), p.main.line)
    with p.at(58, 75.500, 1, -3):
        p.line(rect(-9, -10, 20, 20, 3), metal.line, 4, closed=True)
        p.line(rect(-9, -10, 20, 20, 3), metal.base, 2.8, closed=True)
        p.tube("M-9 0 H9", 1.8, metal)


@shape("handbag", scene="shelf", focus=(50, 60), share=0.8, parts="handle",
       forms={"kind": ("handbag", "tote", "shoulder"), "closure": ("snap", "zip")})  # fmt: skip
def handbag(p: Pen) -> None:
    p.shadow(50, 88, 36, 0.1)
    kind, zipped = p.form("kind"), p.form("closure") == "zip"
    if kind == "tote":
        p.tube("M36 40 C36 -2 64 -2 64 40", 2.8, p.trim(p.main))
        p.body("M16 36 H84 L88 84 Q88 88 84 88 H16 Q12 88 12 84 Z", "sheen", pitch=9)
        p.tube("M32 40 C32 6 68 6 68 40", 3, p.trim(p.main))
        for x in (32, 68):
            p.part(rect(x - 3, 38, 6, 12, 1), p.trim(p.main), line=0.5)
        if zipped:
            p.line("M17 39.500 H83", STEEL.line, 2)
            p.part(rect(78, 38, 6, 8, 1), STEEL, line=0.4)
        else:
            p.part(oval(50, 43, 3), tone("Gold"), "ball", 0.5)
    else:
        if kind == "shoulder":
            p.tube("M17 44 C-4 -16 104 -16 83 44", 2.6, p.trim(p.main))
        else:
            p.tube("M30 44 C30 4 70 4 70 44", 3.6, p.trim(p.main))
        p.body("M18 42 Q18 38 22 38 H78 Q82 38 82 42 L88 80 Q88 88 80 88 H20 Q12 88 12 80 Z", "sheen", pitch=9)
        if zipped:
            p.part("M18 40 Q20 38 22 38 H78 Q82 38 82 42 L82.600 46 H17.400 Z", p.trim(p.main), "top")
            p.line("M19 46 H81", STEEL.line, 2)
            p.part(rect(70, 45, 5, 10, 1), tone("Gold"), line=0.4)
        else:
            p.part("M18 40 Q20 38 22 38 H78 Q82 38 82 42 L83 52 Q66 62 50 62 Q34 62 17 52 Z", p.trim(p.main), "top")
            p.part(rect(45, 56, 10, 11, 2), tone("Gold"), "ball", 0.6)
        if kind == "handbag":
            for x in (30, 70):
                p.part(oval(x, 44, 2.8), tone("Gold"), "ball", 0.5)
    p.words(28, 69, 44, 15, p.main, 8)
    if p.has("strap"):
        p.tube("M16 44 C-2 2 102 2 84 44", 2, p.main)


@shape("backpack", scene="shelf", focus=(50, 62), share=0.85, parts="straps pocket")
def backpack(p: Pen) -> None:
    p.shadow(50, 92, 28)
    p.tube("M42 13 Q42 4 50 4 Q58 4 58 13", 3, p.trim(DARK))
    for x in (23, 77):
        p.tube(f"M{x} 34 Q{x + (50 - x) * -0.35} 54 {x} 76", 5, p.trim(DARK))
    p.body(sym("M50 10 Q76 10 77 40 V84 Q77 92 68 92 H50"), "round")
    p.line(arc(50, 46, 20, 26, 190, 350), p.main.line, 0.8)
    p.part(rect(30, 54, 40, 30, 5), p.main, "side", 0.8)
    p.line("M32 61 H68", p.trim(STEEL).base, 1.4)
    p.part(rect(62, 60, 3, 7, 1), p.trim(STEEL), line=0.4)
    if not p.words(33, 64, 34, 18, p.main, 9):
        p.part(rect(43, 69, 14, 8, 1.5), p.trim("Tan"), line=0.5)


@shape("watch", scene="desk", focus=(50, 48), share=0.7, parts="strap",
       forms={"strap": ("leather", "mesh", "link", "silicone"), "date": ("no", "yes")})  # fmt: skip
def watch(p: Pen) -> None:
    strap = sym("M50 2 H58 Q61 2 61 6 L62 30 H50")
    low = sym("M50 68 H62 L60 94 Q59 98 55 98 H50")
    kind = p.form("strap")
    for piece in (strap, low):
        p.cast(piece)
        p.body(piece, "round", pitch=6)
        if kind in ("mesh", "link"):
            with p.clip(piece):
                if kind == "mesh":
                    for y in range(0, 100, 2):
                        p.line(f"M38 {y} H62", p.main.line, 0.35)
                    for x in range(39, 62, 2):
                        p.line(f"M{x} 0 V100", p.main.light, 0.35)
                else:
                    for y in range(1, 100, 6):
                        p.line(f"M36 {y} H64", p.main.line, 0.9)
                    p.line("M45 0 V100", p.main.line, 0.7)
                    p.line("M55 0 V100", p.main.line, 0.7)
    if kind in ("leather", "silicone"):
        for y in (80, 85, 90):
            p.fill(oval(50, y, 1), p.main.line)
    if kind == "leather":
        for x in (41, 59):
            p.line(f"M{x} 5 V28", p.main.light, 0.5)
            p.line(f"M{x} 70 V92", p.main.light, 0.5)
    p.part(rect(72.5, 46, 5, 7, 1.5), p.trim("Silver"), "round", 0.6)
    p.part(oval(50, 49, 24), p.trim("Silver"), "ball")
    p.part(oval(50, 49, 19.5), PAPER, line=0.6)
    for hour in range(12):
        angle = math.radians(hour * 30)
        p.line(
            f"M{50 + 17.5 * math.sin(angle):.3f} {49 - 17.5 * math.cos(angle):.3f} "
            f"L{50 + 15 * math.sin(angle):.3f} {49 - 15 * math.cos(angle):.3f}",
            DARK.base,
            1 if hour % 3 == 0 else 0.5,
        )
    if p.form("date") == "yes":
        p.part(rect(58, 46.4, 8, 5.6, 0.6), tone("White"), line=0.5)
        p.write_in(("14",), 58.4, 46.6, 7.2, 5.2, DARK.base, 4.6)
    p.line("M50 49 L41 42", DARK.base, 1.6)
    p.line("M50 49 L60 38", DARK.base, 1.1)
    p.line("M50 49 L52 62", tone("Red").base, 0.6)
    p.fill(oval(50, 49, 1.5), DARK.base)


@shape("sunglasses", scene="desk", focus=(30, 52), share=0.8,
       forms={"lens": ("dark", "gray", "brown", "green", "mirrored"), "frame": ("acetate", "metal")})  # fmt: skip
def sunglasses(p: Pen) -> None:
    p.shadow(50, 74, 40, 0.06)
    lens = {
        "gray": tone("#6B7078"),
        "brown": tone("#7A4E2C"),
        "green": tone("#3E6B48"),
        "mirrored": tone("#A9CBE0"),
    }.get(p.form("lens"), p.trim("#3A3550"))
    thin = p.form("frame") == "metal"
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.tube("M8 44 Q4 34 14 28 L34 24", 1.6 if thin else 2.8, p.main)
            p.body("M6 42 Q6 38 12 38 H40 Q46 38 46 46 Q46 70 28 70 Q9 70 6 42 Z", "top", pitch=5)
            inner = (
                "M7.600 43 Q7.600 39.500 13 39.500 H39 Q44.600 39.500 44.600 46.500 Q44.400 68.600 28 68.600 "
                "Q10.600 68.600 7.600 43 Z"
                if thin
                else "M10 44 Q10 41.500 14 41.500 H38 Q42.500 41.500 42.500 47 Q42 66.500 28 66.500 Q13 66.500 10 44 Z"
            )
            p.part(inner, lens, "sheen", 0.6)
            if p.form("lens") == "mirrored":
                p.fill("M16 60 L32 42 H37 L20 63 Z", (255, 255, 255), 150)
    p.tube("M45 43 Q50 38 55 43", 1.6 if thin else 2.6, p.main)


@shape("umbrella", scene="park", focus=(50, 32), parts="handle")
def umbrella(p: Pen) -> None:
    p.shadow(52, 95, 10)
    p.line("M50 6 V12", STEEL.line, 1.6)
    p.tube("M50 46 V84 Q50 93 57 93 Q64 93 64 85", 2.6, p.trim(DARK))
    dome = (
        "M6 50 Q8 10 50 10 Q92 10 94 50 Q87 44 79 50 Q72 44 64.500 50 Q57 44 50 50 Q43 44 35.500 50 Q28 44 21 50 "
        "Q13 44 6 50 Z"
    )
    p.body(dome, "ball", pitch=9)
    for end in (21, 35.5, 50, 64.5, 79):
        p.line(f"M50 10 Q{end * 1.25 - 12.5} 24 {end} 50", p.main.line, 0.6)


@shape("necklace", scene="desk", focus=(50, 72), share=0.75,
       forms={"pendant": ("stone", "bar", "locket", "leaf")})  # fmt: skip
def necklace(p: Pen) -> None:
    chain = smooth("26,8 18,30 24,52 38,66 50,70 62,66 76,52 82,30 74,8", closed=False)
    with p.at(1, 1.5):
        p.line(chain, (150, 145, 150), 1.2)
    p.tube(chain, 2, p.main, shine=False)
    for x, y in chain[::3].tolist():
        p.part(oval(round(x, 3), round(y, 3), 1.5), p.main, line=0.4)
    p.line(oval(50, 72.5, 2), p.main.line, 1, closed=True)
    pendant = p.form("pendant")
    if pendant == "stone":
        gem = p.trim("Sky Blue")
        p.part(smooth("50,73 57,84 58,91 50,97 42,91 43,84"), gem, "sheen")
        p.line("M43 86 L50 80 L57 86 L50 96 Z", gem.line, 0.5)
    elif pendant == "bar":
        p.part(rect(36, 74, 28, 7, 1.5), p.main, "top")
    elif pendant == "locket":
        p.part(oval(50, 85, 11), p.main, "ball")
        p.line(oval(50, 85, 8), p.main.line, 0.6, closed=True)
        p.line("M50 74 V96", p.main.line, 0.8)
        p.part(oval(50, 85, 2.4), p.trim("Sky Blue"), line=0.4)
    else:
        p.part("M50 73 Q64 82 50 98 Q36 82 50 73 Z", p.main, "sheen")
        p.line("M50 75 V96", p.main.line, 0.7)
        for y in (80, 85, 90):
            p.line(f"M50 {y + 2} l5 -3", p.main.line, 0.5)
            p.line(f"M50 {y + 2} l-5 -3", p.main.line, 0.5)


@shape("ring", scene="desk", focus=(50, 30), share=0.55)
def ring(p: Pen) -> None:
    p.shadow(50, 92, 18)
    p.tube(oval(50, 64, 25, 26), 6, p.main, closed=True)
    gem = p.trim("Sky Blue")
    p.part("M40 42 L46 34 H54 L60 42 Z", p.main, "round")
    p.part("M32 20 L39 10 H61 L68 20 L50 40 Z", gem, "sheen")
    p.fill("M39 10 H61 L68 20 H32 Z", gem.light)
    p.line("M32 20 H68", gem.line, 0.6)
    p.line("M42 20 L50 40 L58 20 L50 10 Z", gem.line, 0.6)


@shape("wallet", scene="desk", focus=(60, 50), share=0.75)
def wallet(p: Pen) -> None:
    p.cast(rect(12, 28, 76, 50, 5))
    p.part("M18 30 V22 H80 V34 Z", tone("#A9CBA0"), line=0.6)
    p.part(rect(22, 19, 52, 14, 2), tone("Sky Blue"), line=0.6)
    p.body(rect(12, 28, 76, 50, 5), "sheen", pitch=8)
    p.line(rect(15, 31, 70, 44, 3), p.main.line, 0.45, closed=True)
    p.part("M64 46 H90 Q93 46 93 50 V56 Q93 60 90 60 H64 Q58 53 64 46 Z", p.trim(p.main), "top", 0.7)
    p.part(oval(70, 53, 2.4), tone("Gold"), "ball", 0.5)
    p.words(18, 38, 38, 30, p.main, 9)


@shape("hanger", scene="closet", focus=(50, 45), share=0.8)
def hanger(p: Pen) -> None:
    p.tube("M42 22 Q42 12 51 12 Q60 13 59 22 Q58 28 50 31 V40", 2.2, STEEL)
    p.tube("M50 40 L12 68", 6, p.main)
    p.tube("M50 40 L88 68", 6, p.main)
    p.part("M44 40 Q50 33 56 40 L60 48 H40 Z", p.main, "round", 0.5)
    p.tube("M14 70 H86", 3, p.trim(STEEL))
