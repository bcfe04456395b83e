"""Garden, sport and camping."""

from __future__ import annotations

from ..palette import DARK, LEAF, PAPER, STEEL, WOOD, mix, tone
from ..paths import arc, oval, rect, smooth, star, sym
from ..pen import Pen
from ..registry import shape
from .families import legs, wheel


@shape("watering-can", scene="garden", focus=(48, 60), share=0.75, parts="handle spout",
       forms={"spout": (12, 9, 16), "handles": (2, 1)})  # fmt: skip
def watering_can(p: Pen) -> None:
    p.shadow(46, 87, 26)
    with p.at(64, 74, {9: 0.72, 12: 1.0, 16: 1.4}[p.number("spout")], about=(64, 74)):
        p.part("M62 66 L84 30 L90 34 L68 80 Z", p.main, "round")
        p.part("M80 24 L97 34 L93 40 L78 30 Z", p.trim(p.main), "top")
    p.tube("M30 44 C22 12 62 8 58 44", 3.4, p.trim(p.main))
    if p.number("handles") == 2:
        p.tube("M24 50 C4 46 6 80 26 78", 3.4, p.trim(p.main))
    p.body("M24 44 H64 L70 82 Q70 88 64 88 H26 Q20 88 20 82 Z", "round", pitch=9)
    p.part(oval(44, 44, 20, 3.6), p.main, "side", 0.6)
    p.words(27, 54, 36, 24, p.main, 9)


def _long_handle(p: Pen, top: float) -> None:
    p.part(rect(48, top, 4, 56, 1.5), WOOD, "round")


@shape("spade", scene="garden", focus=(44, 73), share=1.0,
       forms={"grip": ("t", "d", "yd")})  # fmt: skip
def spade(p: Pen) -> None:
    with p.at(50, 50, 1, 16, about=(50, 50)):
        grip = p.form("grip")
        if grip == "t":
            p.tube("M40 11 H60", 4, p.trim(p.main))
        else:
            p.tube("M43 5 H57", 4, p.trim(p.main))
            p.tube("M43 5 Q42 16 49 19" if grip == "d" else "M43 5 L50 24", 2.6, p.trim(p.main))
            p.tube("M57 5 Q58 16 51 19" if grip == "d" else "M57 5 L50 24", 2.6, p.trim(p.main))
        _long_handle(p, 12)
        blade = "M36 60 H64 L63 80 Q60 92 50 97 Q40 92 37 80 Z"
        p.cast(blade)
        p.body(blade, "sheen", pitch=7)
        p.part("M47 54 H53 V68 Q50 72 47 68 Z", p.main, "round", 0.6)


@shape("rake", scene="garden", focus=(43, 78), share=1.0)
def rake(p: Pen) -> None:
    with p.at(50, 50, 1, 14, about=(50, 50)):
        _long_handle(p, 4)
        p.part(rect(47, 40, 6, 34, 2), WOOD, "round")
        p.tube("M50 68 L28 80", 2, p.main)
        p.tube("M50 68 L72 80", 2, p.main)
        for i in range(9):
            p.tube(f"M{24 + i * 6.5} 82 V95", 1.8, p.main, shine=False)
        p.body(rect(21, 78, 58, 6, 2), "top", pitch=4)


@shape("hose", scene="garden", focus=(46, 50), share=0.75)
def hose(p: Pen) -> None:
    p.shadow(48, 84, 38, 0.09)
    for i, y in enumerate((74, 65, 56)):
        p.tube(oval(46, y, 34 - i * 2, 13), 6, p.main, closed=True)
    p.tube("M76 52 C96 48 96 26 78 22", 6, p.main)
    with p.at(72, 20, 1, -14):
        p.part(rect(-20, -5, 26, 10, 2), p.trim("Orange"), "top")
        p.part("M-20 -6 L-32 -9 V9 L-20 6 Z", p.trim("Orange"), "top")
        p.part("M-6 4 L-2 4 L2 18 L-4 19 Z", p.trim("Orange"), "round", 0.6)
    for x, y in ((30, 8), (24, 14), (32, 20)):
        p.fill(smooth(f"{x},{y - 3} {x + 2},{y + 1} {x},{y + 3} {x - 2},{y + 1}"), (120, 190, 230))


@shape("bird-feeder", scene="garden", focus=(50, 50), share=0.75,
       forms={"ports": (4, 6, 8), "cage": ("no", "cage")})  # fmt: skip
def bird_feeder(p: Pen) -> None:
    p.line("M50 16 V3", DARK.base, 1)
    p.part(rect(30, 38, 40, 38), tone("#E4F0F2"), "glass")
    p.fill("M31 54 Q50 48 69 54 V75 H31 Z", tone("#C79A4E").base)
    for x, y in ((36, 60), (44, 66), (52, 58), (60, 68), (64, 60), (40, 71), (54, 71)):
        p.fill(oval(x, y, 1.6, 1), tone("#6B4A22").base)
    # Half of the ports are on the side that one sees.
    seen = p.number("ports") // 2
    for nth in range(seen):
        at = 50 + (nth - (seen - 1) / 2) * (34 / seen)
        p.part(oval(at, 66, 2.8), DARK, line=0.5)
        p.line(f"M{at - 3} 70.500 h6", WOOD.line, 1.2)
    if p.form("cage") == "cage":
        for x in range(18, 86, 6):
            p.line(f"M{x} 41 V76", DARK.base, 0.8)
        p.line("M18 52 H82", DARK.base, 0.8)
        p.line("M18 64 H82", DARK.base, 0.8)
    p.body("M50 14 L86 38 Q86 42 82 42 H18 Q14 42 14 38 Z", "top", pitch=8)
    p.body(rect(16, 75, 68, 9, 2), "top", pitch=6)
    p.part(
        smooth("80,60 88,62 90,70 84,76 74,75 70,72 66,76 68,68 74,66"),
        tone("Red") if p.look.colors[0] != "Red" else tone("Blue"),
        "ball",
        0.6,
    )
    p.fill(oval(84.500, 64.500, 0.9), (20, 20, 24))
    p.fill("M90 65 l5 1.500 l-5 1.500 z", tone("Orange").base)


@shape("wheelbarrow", scene="garden", focus=(50, 50), share=0.9, parts="wheel",
       forms={"wheels": (1, 2)})  # fmt: skip
def wheelbarrow(p: Pen) -> None:
    p.shadow(48, 88, 38, 0.08)
    p.tube("M20 76 L70 62 L98 48", 2.8, p.trim(WOOD))
    p.tube("M62 64 L68 87", 2.6, DARK)
    p.tube("M74 60 L76 87", 2.6, DARK)
    p.body("M14 38 H88 L70 66 H36 Z", "top", pitch=9)
    p.part(rect(11, 35, 80, 5, 2), p.trim(p.main), "top")
    p.part(smooth("20,35 30,24 44,22 56,18 70,24 82,35"), tone("#6B4A2E"), "", 0.6)
    p.part("M50 20 q-8 -4 -7 -13 q8 3 7 13 z", LEAF, line=0.5)
    p.part("M52 20 q8 -3 8 -11 q-8 2 -8 11 z", LEAF, line=0.5)
    if p.number("wheels") == 2:
        wheel(p, 34, 72, 11, p.trim("Yellow"))
    wheel(p, 18, 76, 12, p.trim("Yellow"))


@shape("grill", scene="garden", focus=(48, 45), share=0.9, parts="lid",
       forms={"wheels": (2, 4), "thermometer": ("none", "lid")})  # fmt: skip
def grill(p: Pen) -> None:
    p.shadow(50, 92, 30, 0.1)
    legs(p, (36, 64), 62, 30, p.trim(DARK), 3, 8)
    p.tube("M32 80 H68", 1.8, p.trim(DARK))
    p.part("M16 50 H84 Q82 70 50 71 Q18 70 16 50 Z", p.main, "round")
    p.part(rect(12, 46, 76, 5, 2), STEEL, "top")
    p.body("M16 46 Q18 16 50 15 Q82 16 84 46 Z", "round", pitch=8)
    p.part(rect(40, 9, 20, 4.6, 2), p.trim(WOOD), "top")
    p.line("M43 14 V17", DARK.base, 1.4)
    p.line("M57 14 V17", DARK.base, 1.4)
    if p.form("thermometer") == "lid":
        p.part(oval(50, 29, 4.6), PAPER, line=0.7)
        p.line("M50 29 L52.500 26.500", tone("Red").base, 0.8)
    p.part(rect(84, 46, 14, 3.4, 1), p.trim(WOOD), "top", 0.5)
    for x in (28, 72) if p.number("wheels") == 4 else (28,):  # those behind them are hidden
        wheel(p, x, 88, 5)
        if p.number("wheels") == 4:
            wheel(p, x + (7 if x < 50 else -7), 87, 4)
    p.words(30, 35, 40, 10, p.main, 7)


@shape("yoga-mat", scene="room", focus=(30, 55), share=0.7,
       forms={"strap": ("with", "without"), "thickness": (6, 4, 8, 10)})  # fmt: skip
def yoga_mat(p: Pen) -> None:
    p.shadow(50, 80, 44, 0.07)
    p.body("M22 40 H92 Q97 40 97 58 Q97 78 92 78 H22 Z", "top", pitch=9)
    p.body(oval(22, 59, 17, 19), "ball", pitch=9)
    turns = {4: 6, 6: 4, 8: 3, 10: 2}[p.number("thickness")]
    for r in (15.0 * nth / turns for nth in range(1, turns + 1)):
        p.line(arc(22, 59, round(r, 2), round(r * 1.12, 2), 0, 330), p.main.line, 0.9)
    for x in (50, 80) if p.form("strap") == "with" else ():
        p.part(rect(x, 39, 5, 40, 1), p.trim(DARK), "top", 0.5)
    if p.form("strap") == "with":
        p.tube("M52 40 C54 18 80 18 82 40", 2, p.trim(DARK), shine=False)
    p.words(56, 48, 23, 22, p.main, 7)


@shape("soccer-ball", scene="park", focus=(45, 45), share=0.6)
def soccer_ball(p: Pen) -> None:
    p.shadow(50, 89, 26)
    disc = oval(50, 50, 38)
    other = p.trim("Black" if p.look.colors[0] != "Black" else "White")
    p.body(disc, "", line=0)
    with p.clip(disc):
        p.fill(star(50, 50, 13, 10.5, 5), other.base)
        for turn in range(5):
            with p.at(50, 50, 1, turn * 72):
                p.line("M0 -12 V-25", other.base, 1)
                p.fill("M-11 -30 L0 -25 L11 -30 L9 -42 H-9 Z", other.base)
                p.line("M10 -30 L16 -23", other.base, 1)
        p.shade((12, 12, 76, 76), "ball")
    p.line(disc, mix(p.main.line, other.base, 0.3), 0.9, closed=True)


@shape("basketball", scene="park", focus=(45, 45), share=0.6)
def basketball(p: Pen) -> None:
    p.shadow(50, 89, 26)
    disc = oval(50, 50, 38)
    p.body(disc, "ball", pitch=10)
    seam = p.trim("Black" if p.look.colors[0] != "Black" else "Gold").base
    with p.clip(disc):
        p.line("M50 10 V90", seam, 1.3)
        p.line("M10 50 Q50 44 90 50", seam, 1.3)
        p.line("M24 18 Q44 50 24 82", seam, 1.3)
        p.line("M76 18 Q56 50 76 82", seam, 1.3)
    p.line(disc, p.main.line, 0.9, closed=True)
    p.words(30, 56, 40, 18, p.main, 8)


@shape("racket", scene="park", focus=(58, 34), share=0.95,
       forms={"strings": ("16 x 19", "18 x 20")})  # fmt: skip
def racket(p: Pen) -> None:
    with p.at(50, 50, 1, 26, about=(50, 50)):
        head = oval(50, 30, 21, 27)
        p.fill(head, (255, 255, 255), 120)
        with p.clip(head):
            along, across = (int(part) for part in p.form("strings").split(" x "))
            for i in range(along):
                p.line(f"M{29 + (i + 0.5) * 42 / along} 2 v58", PAPER.line, 0.35)
            for i in range(across):
                p.line(f"M28 {3 + (i + 0.5) * 54 / across} h46", PAPER.line, 0.35)
        p.tube(head, 3.6, p.main, closed=True)
        p.tube("M42 54 L49 70", 2.4, p.main)
        p.tube("M58 54 L51 70", 2.4, p.main)
        p.body(rect(46.5, 68, 7, 30, 2), "round", colour=p.trim(DARK), pitch=4)
        for y in range(74, 97, 4):
            p.line(f"M47 {y} l6 -2.500", p.trim(DARK).line, 0.6)
    p.part(oval(18, 76, 9), tone("#D4E04A"), "ball")
    p.line(arc(10, 70, 9, 9, -10, 80), PAPER.base, 1)


@shape("tent", scene="park", focus=(50, 55), share=1.0,
       forms={"sleeps": (2, 3, 4, 6), "kind": ("ridge", "dome")})  # fmt: skip
def tent(p: Pen) -> None:
    half = {2: 34.0, 3: 40.0, 4: 46.0, 6: 58.0}[p.number("sleeps")]
    left, right = 50 - half, 50 + half
    p.shadow(50, 84, half + 2, 0.07)
    if p.form("kind") == "dome":
        p.body(f"M{left} 84 Q{left + half * 0.1} 22 50 20 Q{right - half * 0.1} 22 {right} 84 Z", "sheen", pitch=11)
        p.line(f"M{left + 4} 84 Q30 20 {50 + half * 0.5} 84", p.main.line, 1.1)
        p.line(f"M{right - 4} 84 Q70 20 {50 - half * 0.5} 84", p.main.line, 1.1)
        p.part("M38 84 Q38 52 50 50 Q62 52 62 84 Z", tone("#4A3F3A"), line=0.8)
        p.part("M38 84 Q38 52 50 50 Q44 60 43 84 Z", p.trim(p.main), "lit", 0.6)
    else:
        p.body(f"M50 20 L{right} 84 H{left} Z", "sheen", pitch=11)
        p.part("M50 24 L66 84 H34 Z", tone("#4A3F3A"), line=0.8)
        p.part("M50 24 L34 84 H25 Q38 60 50 24 Z", p.trim(p.main), "lit", 0.6)
        p.part("M50 24 L66 84 H75 Q62 60 50 24 Z", p.trim(p.main), "side", 0.6)
        p.line("M50 20 V13", WOOD.line, 1.4)
        p.part("M50 12 h10 l-3 3 l3 3 h-10 z", p.trim("Orange"), line=0.5)
    for x, end in ((left + 8, left - 6), (right - 8, right + 6)):
        p.line(f"M{x} 68 L{end} 86", PAPER.line, 0.6)


@shape("sleeping-bag", scene="park", focus=(50, 35), share=0.85,
       forms={"kind": ("mummy", "rectangular"), "zipper": ("two-way", "left", "right")})  # fmt: skip
def sleeping_bag(p: Pen) -> None:
    mummy = p.form("kind") == "mummy"
    outline = sym(
        "M50 4 Q72 5 76 28 Q80 50 70 88 Q68 96 60 96 H50" if mummy else "M50 10 H74 Q78 10 78 14 V92 Q78 96 74 96 H50"
    )
    p.cast(outline)
    p.body(outline, "round", pitch=10)
    if mummy:
        p.part(sym("M50 10 Q65 11 66 28 Q64 40 50 42"), p.trim("Orange"), "ball", 0.7)
        p.part(smooth("50,17 60,19 61,29 50,33 39,29 40,19"), PAPER, "cloth", 0.6)
    else:
        p.part(sym("M50 10 H74 Q78 10 78 14 V34 H50"), p.trim("Orange"), "lit", 0.7)
        p.part(rect(34, 14, 32, 16, 4), PAPER, "cloth", 0.6)
    side = {"left": 30, "right": 70}.get(p.form("zipper"), 50)
    p.line(f"M{side} 42 V92", STEEL.line, 1.8)
    for y in (44, 90) if p.form("zipper") == "two-way" else (44,):
        p.part(rect(side - 1.8, y - 2, 3.6, 6, 1), STEEL, line=0.4)
    if p.look.pattern == "plain":
        for y in (52, 62, 72, 82):
            p.line(f"M27 {y} Q50 {y + 5} 73 {y}", p.main.line, 0.7)


@shape("jump-rope", scene="room", focus=(30, 70), share=0.7,
       forms={"handles": ("foam", "aluminum", "wooden"), "rope": ("smooth", "beaded"), "counter": ("without",
              "digital")})  # fmt: skip
def jump_rope(p: Pen) -> None:
    rope = smooth("25,62 20,40 26,18 44,10 50,26 44,44 54,52 66,44 62,22 74,12 84,28 82,48 76,62", closed=False)
    p.tube(rope, 2.2, p.main)
    if p.form("rope") == "beaded":
        for nth, (x, y) in enumerate(rope[::2].tolist()):
            p.part(oval(round(x, 2), round(y, 2), 2.4), p.main if nth % 2 else p.trim("White"), line=0.4)
    for x, turn in ((24, 12), (76, -12)):
        with p.at(x, 62, 1, turn):
            handle = rect(-4.5, 0, 9, 30, 3)
            p.cast(handle)
            grip = {"aluminum": STEEL, "wooden": WOOD}.get(p.form("handles"), p.trim(DARK))
            p.part(handle, grip, "round")
            for y in (8, 14, 20) if p.form("handles") == "foam" else ():
                p.line(f"M-3.500 {y} h7", grip.line, 0.9)
            if p.form("counter") == "digital" and x < 50:
                p.part(rect(-3.4, 4, 6.8, 9, 1), tone("#C9D8B6"), line=0.5)
                p.write_in(("214",), -3.2, 5, 6.4, 7, (40, 52, 40), 4.4)
            p.part(rect(-3, -3, 6, 5, 1), STEEL, "round", 0.5)


@shape("skateboard", scene="park", focus=(45, 50), share=0.8)
def skateboard(p: Pen) -> None:
    with p.at(50, 50, 1, -12, about=(50, 50)):
        p.shadow(50, 72, 42, 0.06)
        for x in (27, 73):
            p.part(rect(x - 6, 55, 12, 6, 1), STEEL, "top", 0.6)
            wheel(p, x - 5, 64, 6, p.trim("Orange"))
            wheel(p, x + 6, 64, 6, p.trim("Orange"))
        p.body("M2 40 Q2 36 6 37 L20 46 H80 L94 37 Q98 36 98 40 Q96 50 82 56 H18 Q4 50 2 40 Z", "top", pitch=7)
        p.words(26, 46.500, 48, 9, p.main, 7)


@shape("bicycle", scene="park", focus=(50, 45), share=1.1,
       forms={"brakes": ("rim", "disc"), "lights": ("no", "yes"), "rack": ("no", "yes")})  # fmt: skip
def bicycle(p: Pen) -> None:
    p.shadow(50, 87, 44, 0.06)
    for x in (24, 76):
        p.line(oval(x, 66, 19), DARK.base, 2.6, closed=True)
        p.line(oval(x, 66, 17.4), STEEL.base, 0.7, closed=True)
        for spoke in range(6):
            with p.at(x, 66, 1, spoke * 30):
                p.line("M-17 0 H17", STEEL.line, 0.3)
        p.part(oval(x, 66, 2.2), STEEL, line=0.5)
    for path in ("M24 66 L46 66", "M24 66 L38 40", "M46 66 L36 34", "M38 40 L66 38", "M46 66 L67 42", "M76 66 L64 30"):
        p.tube(path, 2.8, p.main)
    p.tube("M64 30 L61 24 Q70 18 76 24", 2, p.trim(DARK), shine=False)
    p.part("M26 32 Q34 28 45 31 Q44 35 36 35 Q28 36 26 32 Z", p.trim(DARK), "top", 0.6)
    p.part(star(46, 66, 5.4, 4.6, 14), STEEL, line=0.5)
    p.line("M46 66 L51 74", DARK.base, 1.6)
    p.line("M48 74.500 H55", DARK.base, 2)
    if p.form("brakes") == "disc":
        for x in (24, 76):
            p.line(oval(x, 66, 6), STEEL.line, 1.4, closed=True)
    if p.form("rack") == "yes":
        p.tube("M8 44 H36", 1.8, DARK, shine=False)
        p.line("M14 44 L24 66", DARK.base, 1.2)
    if p.form("lights") == "yes":
        p.part(oval(70, 32, 3.4), tone("#FFF3B0"), line=0.8)
        p.part(rect(6, 40, 4, 5, 1), tone("Red"), line=0.5)
    if p.has("basket"):
        p.part("M70 26 H90 L86 42 H74 Z", WOOD, "top")


@shape("fishing-rod", scene="park", focus=(34, 66), share=1.0,
       forms={"pieces": ("1-piece", "2-piece", "telescopic")})  # fmt: skip
def fishing_rod(p: Pen) -> None:
    p.line("M92 8 L93 52", STEEL.line, 0.4)
    p.tube("M22 80 L92 8", 2, p.main, shine=False)
    p.tube("M30 72 L60 41", 3, p.main)
    if p.form("pieces") == "2-piece":
        p.tube("M54 47 L60 41", 5, STEEL)
    elif p.form("pieces") == "telescopic":
        for x, y, wide in ((44, 57.500, 5.4), (58, 43, 4.6), (72, 28.600, 3.8)):
            p.tube(f"M{x} {y} l4 -4", wide, p.trim(DARK))
    for x, y in ((52, 49), (66, 35), (80, 20.500)):
        p.line(oval(x + 1.5, y + 1.5, 2), STEEL.line, 0.7, closed=True)
    p.tube("M6 96 L28 74", 4.6, p.trim(WOOD))
    p.part(oval(37, 74, 8), p.trim(DARK), "ball")
    p.part(oval(37, 74, 4), STEEL, "ball", 0.5)
    p.tube("M40 78 L47 84", 1.4, STEEL, shine=False)
    p.part(oval(48, 85, 2.4), DARK, line=0.5)
    p.part(oval(93, 56, 3.6), tone("Red"), "ball", 0.6)
    p.fill(arc(93, 56, 3.4, 3.4, 0, 180), (255, 255, 255))
    p.line("M93 60 V66 Q93 70 90 69", STEEL.line, 0.7)
