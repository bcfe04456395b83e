"""Food and what it is packed in."""

from __future__ import annotations

from ..palette import DARK, GLASS, KRAFT, PAPER, STEEL, tone
from ..paths import arc, oval, rect, smooth, sym
from ..pen import Pen
from ..registry import shape
from .families import bottle, carton, cylinder


@shape("box", scene="shelf", focus=(46, 50))
def box(p: Pen) -> None:
    carton(p, 14, 30, 58, 52, 14)
    p.label(22, 42, 42, 28)
    if p.has("ribbon"):
        p.part(rect(40, 30, 6, 52), p.trim("Red"), line=0.4)


@shape("carton", scene="kitchen", focus=(46, 50), share=0.9, parts="cap")
def drink_carton(p: Pen) -> None:
    carton(p, 27, 20, 38, 70, 12)
    d = 12 * p.depth
    x, y = 40 + d / 2, 20 - d * 0.275
    p.part(rect(x - 5, y - 8, 10, 7, 1), p.trim(PAPER), "round", 0.6)
    p.part(oval(x, y - 1.5, 6, 1.8), p.trim(PAPER), "round", 0.5)
    p.label(30, 28, 32, 34)
    if p.look.pattern == "plain":
        p.fill("M27 90 V76 Q36 70 46 76 Q56 82 65 75 V90 Z", (p.look.second or PAPER).base)


@shape("cereal-box", scene="kitchen", focus=(45, 55))
def cereal_box(p: Pen) -> None:
    carton(p, 22, 16, 48, 72, 9)
    p.label(26, 20, 40, 26)
    p.part("M28 66 H64 Q62 82 52 82 H40 Q30 82 28 66 Z", PAPER, "round", 0.5)
    p.part(oval(46, 66, 18, 4.4), tone("#F4EEDC"), line=0.4)
    for x, y in ((36, 65), (43, 67), (50, 64.5), (56, 66.5), (46, 62), (40, 62.6), (53, 61.6)):
        p.line(oval(x, y, 2), tone("#C98A3A").base, 1.3, closed=True)


@shape("tea-box", scene="kitchen", focus=(42, 50), share=0.85)
def tea_box(p: Pen) -> None:
    carton(p, 16, 34, 54, 48, 12)
    p.part(rect(16, 34, 54, 7), p.trim(p.main), "lit", 0.5)
    p.label(21, 44, 44, 24)
    p.fill("M36 78 C36 70 44 68 52 70 C52 77 44 81 36 78 Z", tone("Green").base)
    p.line("M36 78 Q44 74 51 70.500", tone("Green").line, 0.5)


@shape("juice-carton", scene="kitchen", focus=(46, 55))
def juice_carton(p: Pen) -> None:
    d = 11 * p.depth
    p.shadow(50 + d / 3, 89, 24)
    p.surface(f"M64 34 l{d} -4 v54 l{-d} 6 z", p.main, "side", pattern=True)
    p.part(f"M64 34 l{d} -4 L{60 + d * 0.6} 14 L64 14 Z", p.main, "side")
    p.body(rect(28, 34, 36, 56), "sheen")
    p.part("M28 34 L32 14 H62 L64 34 Z", p.main, "lit")
    p.part(f"M31 6 h{30 + d * 0.5} v8 h{-30 - d * 0.5} z", p.main, "top")
    p.part(oval(47, 25, 5, 3.6), p.trim(PAPER), "lit", 0.6)
    p.part(rect(42, 19, 10, 6, 1.4), p.trim(PAPER), "round", 0.6)
    p.label(31, 39, 30, 24)
    juice = tone("#F4A83A")
    p.part("M39 68 H53 L51 86 H41 Z", GLASS, "glass", 0.5)
    p.fill("M39.600 73 H52.400 L50.900 85.300 H41.100 Z", juice.base)
    p.line("M48 79 L52 63", tone("Red").base, 1)


@shape("egg-carton", scene="kitchen", focus=(40, 46), share=0.9)
def egg_carton(p: Pen) -> None:
    p.shadow(50, 82, 42)
    p.body("M12 42 L18 16 H82 L88 42 Z", "side")
    p.label(27, 20, 46, 18)
    for row, y in ((0, 50), (1, 57)):
        for i in range(6 - row):
            x = 17 + 13.2 * i + 6.6 * row
            p.part(oval(x, y - 2, 5.6, 8.6), tone("#F6E7D2" if (i + row) % 3 else "#E7BE94"), "ball", 0.5)
    p.part(
        "M10 58 " + " ".join("q3.300 -7 6.660 0 q3.300 7 6.660 0" for _ in range(6)) + " L86 82 H14 Z", p.main, "top"
    )


@shape("chocolate-bar", scene="desk", focus=(42, 55), share=0.7)
def chocolate_bar(p: Pen) -> None:
    p.cast(rect(26, 10, 48, 80, 2))
    brown = tone("#5A3320")
    p.part(rect(29, 8, 42, 40, 1.5), brown)
    for row in range(3):
        for column in range(3):
            p.part(rect(31 + column * 13.2, 10 + row * 11, 11.6, 9.4, 1), brown, "top", 0.6)
    p.fill("M26 42 l4 -4 l4 4 l4 -4 l4 4 l4 -4 l4 4 l4 -4 l4 4 l4 -4 l4 4 l4 -4 l4 4 v8 h-48 z", tone("Silver").base)
    p.body(rect(26, 46, 48, 44, 1.5), "sheen")
    p.label(30, 52, 40, 30)


@shape("bread", scene="kitchen", focus=(45, 50), share=0.85)
def bread(p: Pen) -> None:
    p.shadow(50, 80, 40)
    crust, wrap = tone("#B9743A"), p.main
    p.part(
        "M14 78 V46 Q6 42 8 34 Q12 22 30 22 H74 Q92 24 92 36 Q92 44 87 47 V78 Q87 81 84 81 H17 Q14 81 14 78 Z",
        crust,
        "top",
    )
    p.part(
        "M58 78 V46 Q52 42 54 34 Q58 22 73 22 Q90 23 92 36 Q92 44 87 47 V78 Q87 81 84 81 H61 Q58 81 58 78 Z",
        tone("#EBCB98"),
        line=0.9,
    )
    p.line("M22 26 q4 8 2 16", crust.line, 0.8)
    p.line("M36 23 q4 9 2 18", crust.line, 0.8)
    p.surface("M14 48 H52 Q56 62 52 81 H17 Q14 81 14 78 Z", wrap, "sheen", pattern=True)
    p.label(18, 53, 31, 23)


@shape("can", scene="kitchen", focus=(50, 50), share=0.75)
def can(p: Pen) -> None:
    cylinder(p, 50, 20, 25, 66)
    p.part("M25 20 V25 Q50 33 75 25 V20 Q50 28 25 20 Z", STEEL, "round", 0.5)
    p.part("M25 81 V86 Q25 92.500 50 92.500 Q75 92.500 75 86 V81 Q50 89 25 81 Z", STEEL, "round", 0.5)
    p.part(oval(50, 20, 25, 4), STEEL, "lit")
    p.part(oval(50, 20, 21, 3), STEEL, "side", 0.4)
    p.line(oval(54, 19.6, 4, 1.3), STEEL.line, 0.8, closed=True)
    p.label(30, 38, 38, 32)


@shape("jar", scene="kitchen", focus=(50, 55), share=0.75, parts="lid")
def jar(p: Pen) -> None:
    p.shadow(50, 88, 24)
    filled = p.main
    p.body("M32 26 H68 Q76 29 76 38 V80 Q76 88 68 88 H32 Q24 88 24 80 V38 Q24 29 32 26 Z", "glass", colour=filled)
    p.fill("M27 38 Q28 30 34 29 H66 Q72 30 73 38 Z", GLASS.base, 150)
    p.part(rect(29, 12, 42, 14, 2), p.trim("Gold"), "round")
    for y in (16, 19, 22):
        p.line(f"M30 {y} h40", p.trim("Gold").line, 0.3)
    p.label(28, 44, 44, 32)


@shape("spice-jar", scene="kitchen", focus=(50, 55), share=0.6, parts="lid")
def spice_jar(p: Pen) -> None:
    p.shadow(50, 90, 19)
    p.part(rect(31, 30, 38, 60, 5), GLASS, "glass")
    p.body("M33.500 42 H66.500 V84 Q66.500 87.500 63 87.500 H37 Q33.500 87.500 33.500 84 Z", "glass", line=0)
    p.part(rect(33, 8, 34, 19, 2.5), p.trim(DARK), "round")
    for x in range(37, 65, 4):
        p.line(f"M{x} 11 v13", p.trim(DARK).line, 0.4)
    p.part(rect(35, 26, 30, 5), GLASS, "round", 0.5)
    p.label(33, 48, 34, 26)


@shape("tin", scene="kitchen", focus=(50, 52), share=0.75, parts="lid")
def tin(p: Pen) -> None:
    cylinder(p, 50, 36, 34, 44)
    p.part("M15 26 V37 Q15 44 50 44 Q85 44 85 37 V26 Z", p.trim(p.main), "round")
    p.part(oval(50, 26, 35, 6), p.trim(p.main), "lit")
    p.line(oval(50, 26, 29, 4.4), p.trim(p.main).line, 0.5, closed=True)
    p.label(28, 50, 44, 26)


def _bag(p: Pen, outline: str, seal: tuple[float, float, float], label: tuple[float, float, float, float]) -> None:
    p.shadow(50, 88.500, 26)
    p.body(outline, "sheen")
    x, y, w = seal
    p.part(rect(x, y, w, 6), p.main, "lit", 0.6)
    for line in range(int(w / 2.4)):
        p.line(f"M{x + 1.4 + line * 2.4} {y + 0.8} v4.400", p.main.line, 0.25)
    p.label(*label)


@shape("pouch", scene="kitchen", focus=(50, 52))
def pouch(p: Pen) -> None:
    _bag(
        p,
        "M26 16 H74 Q72 40 78 84 Q78 88 74 88 Q50 84 26 88 Q22 88 22 84 Q28 40 26 16 Z",
        (26, 12, 48),
        (30, 34, 40, 32),
    )
    p.line("M27 25 H73", p.main.line, 0.7)
    p.line("M26 80 Q50 74 74 80", p.main.line, 0.5)


@shape("snack-bag", scene="desk", focus=(50, 50))
def snack_bag(p: Pen) -> None:
    _bag(p, "M22 14 H78 Q70 28 75 50 Q80 72 77 86 H23 Q20 72 25 50 Q30 28 22 14 Z", (21, 9, 58), (29, 26, 42, 26))
    p.part(rect(22, 83, 56, 6), p.main, "lit", 0.6)
    window = rect(34, 57, 32, 21, 5)
    p.part(window, tone("#FFF4D6"), "", 0.6)
    with p.clip(window):
        for i in range(14):
            with p.at(37 + i % 5 * 6.5 + i // 5 * 2, 62 + i // 5 * 6, 1, i * 47):
                p.part(oval(0, 0, 4.6, 3.2), tone("#F2C45A"), "sheen", 0.4)


@shape("food-bag", scene="room", focus=(50, 45), share=0.7)
def food_bag(p: Pen) -> None:
    _bag(p, "M24 14 H76 L80 82 Q80 88 74 88 H26 Q20 88 20 82 Z", (23, 10, 54), (27, 24, 46, 26))
    paw = p.look.second or PAPER
    for x, y, r in ((40, 62, 4), (47, 57, 4.3), (54, 57, 4.3), (61, 62, 4)):
        p.fill(oval(x, y, r * 0.85, r * 1.1), paw.base)
    p.fill(smooth("50.5,65 59,74 55,80 50.5,78 46,80 42,74"), paw.base)


@shape("seed-packet", scene="garden", focus=(50, 60), share=0.6,
       forms={"crop": ("herb", "tomato", "carrot", "lettuce", "cucumber", "pepper")})  # fmt: skip
def seed_packet(p: Pen) -> None:
    p.cast(rect(24, 8, 52, 82, 1))
    p.body(rect(24, 8, 52, 82, 1), "sheen")
    p.part(rect(24, 8, 52, 8), p.main, "lit", 0.5)
    p.label(28, 20, 44, 26)
    p.part(oval(50, 67, 19), tone("#E6F0D8"), line=0.5)
    crop, green = p.form("crop"), tone("Green")
    if crop == "tomato":
        p.part(oval(50, 69, 12, 11), tone("Red"), "ball")
        p.fill("M50 60 l-7 -3 l5 -2 l2 -4 l2 4 l5 2 z", green.base)
    elif crop == "carrot":
        p.part("M42 60 Q50 56 58 60 L51 85 H49 Z", tone("Orange"), "round")
        for end in ("-7 -10", "0 -12", "7 -10"):
            p.line(f"M50 59 l{end}", green.base, 2)
    elif crop == "lettuce":
        for x, y, r in ((43, 70, 9), (57, 70, 9), (50, 64, 10), (50, 74, 9)):
            p.part(oval(x, y, r), tone("#9CCB5E"), "ball", 0.6)
    elif crop == "cucumber":
        with p.at(50, 68, 1, -34):
            p.part(rect(-16, -6, 32, 12, 6), tone("#4F8A45"), "top")
            for x in (-9, -2, 5):
                p.line(f"M{x} -3 h4", tone("#A9D08A").base, 0.9)
    elif crop == "pepper":
        p.part(smooth("50,58 60,58 63,70 57,83 50,80 43,83 37,70 40,58"), tone("Yellow"), "ball")
        p.line("M50 59 V52", green.base, 2.4)
    else:
        p.line("M50 80 V58", green.base, 1.6)
        p.fill("M50 68 q-13 0 -14 -11 q12 0 14 11 z", green.base)
        p.fill("M50 62 q12 0 14 -11 q-13 0 -14 11 z", green.base)
        p.part("M38 82 Q50 74 62 82 Q56 86 50 86 Q44 86 38 82 Z", tone("#7A5230"), line=0.4)


@shape("bottle", scene="kitchen", focus=(50, 55), parts="cap")
def glass_bottle(p: Pen) -> None:
    bottle(p, "M50 18 H57 V34 Q58 40 65 46 Q69 50 69 58 V86 Q69 91 64 91 H50")
    p.part(rect(42.5, 8, 15, 11, 1.5), p.trim(DARK), "round")
    p.part(rect(41.5, 19, 17, 3.4, 1), p.trim(DARK), "round", 0.5)
    p.label(31.5, 54, 37, 28)


@shape("baking-tray", scene="kitchen", focus=(40, 50))
def baking_tray(p: Pen) -> None:
    p.cast(rect(8, 22, 84, 58, 6))
    p.body(rect(8, 22, 84, 58, 6), "top")
    p.part(rect(13, 27, 74, 48, 3), p.main, "side", 0.6)
    for x in (28, 50, 72):
        for y in (39, 60):
            p.part(oval(x, y, 8), tone("#D9A15A"), "ball", 0.6)
            for dx, dy in ((-3, 1), (2, -3), (3, 3)):
                p.fill(oval(x + dx, y + dy, 1.2), tone("#5A3320").base)
    p.line(arc(50, 22, 8, 0.1, 180, 0), p.main.line, 0.4)


@shape("cutting-board", scene="kitchen", focus=(40, 55),
       forms={"groove": ("without", "with")})  # fmt: skip
def cutting_board(p: Pen) -> None:
    board = "M24 28 Q24 22 30 22 H42 Q44 10 50 10 Q56 10 58 22 H70 Q76 22 76 28 V84 Q76 90 70 90 H30 Q24 90 24 84 Z"
    p.cast(board)
    p.body(board, "sheen")
    p.part(oval(50, 17, 2.8), PAPER, line=0.6)
    if p.look.pattern == "plain":
        for x in (33, 41, 60, 68):
            p.line(f"M{x} 26 Q{x + 2.5} 56 {x} 87", p.main.dark, 0.5)
    if p.form("groove") == "with":
        p.line(rect(28, 27, 44, 58, 3), p.main.line, 2.2, closed=True)
        p.line(rect(28, 27, 44, 58, 3), p.main.dark, 1.2, closed=True)
    p.words(32, 42, 36, 26, p.main, 10)


@shape("paper-ream", scene="desk", focus=(42, 50), share=0.8)
def paper_ream(p: Pen) -> None:
    carton(p, 16, 30, 54, 54, 14)
    p.part(rect(16, 64, 54, 8), p.trim(PAPER), line=0.4)
    p.label(21, 37, 44, 24)


@shape("diaper-pack", scene="play", focus=(46, 50), share=0.9)
def diaper_pack(p: Pen) -> None:
    p.shadow(50, 86, 34)
    p.tube("M34 24 Q36 10 46 10 Q56 10 58 24", 2.4, p.main)
    p.body("M20 26 Q20 22 24 22 H76 Q80 22 80 26 Q84 54 80 82 Q80 87 75 87 H25 Q20 87 20 82 Q16 54 20 26 Z", "sheen")
    p.label(27, 27, 46, 24)
    p.part(sym("M50 58 H70 Q72 64 66 66 Q58 69 57 80 H50"), PAPER, "cloth", 0.6)
    for x in (32, 63):
        p.part(rect(x, 60, 5, 3, 1), tone("Sky Blue"), line=0.3)
    if p.look.pattern == "plain":
        p.fill(oval(26, 75, 3), KRAFT.light, 90)
