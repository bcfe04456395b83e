"""Computers, screens and what plugs into them."""

from __future__ import annotations

from ..palette import DARK, GLASS, PAPER, STEEL, tone
from ..paths import arc, oval, rect, smooth, sym
from ..pen import Pen
from ..registry import shape
from .families import screen


@shape("headphones", scene="desk", focus=(28, 62))
def headphones(p: Pen) -> None:
    p.cast(rect(12, 50, 20, 34, 8))
    p.cast(rect(68, 50, 20, 34, 8))
    p.tube(arc(50, 52, 33, 38, 180, 360), 6.4, p.main)
    p.line(arc(50, 52, 30.5, 35.5, 205, 335), p.trim(DARK).base, 2.4)
    for x, flip in ((12, False), (88, True)):
        with p.at(x, 0, flip=flip):
            p.body(rect(0, 50, 15, 34, 7), "round", pitch=6)
            p.part(rect(12, 52, 9, 30, 4), p.trim(DARK), "round")
            p.line("M7.500 57 v20", p.main.light, 1.2)
    if p.has("cable"):
        p.tube("M19 84 Q20 96 40 95", 1.4, DARK, shine=False)


@shape("earbuds", scene="desk", focus=(36, 34), share=0.75, parts="case")
def earbuds(p: Pen) -> None:
    p.shadow(50, 90, 30)
    for x, flip in ((30, False), (70, True)):
        with p.at(x, 0, flip=flip):
            p.part(rect(-2, 24, 8, 30, 4), p.main, "round")
            p.body(oval(0, 22, 11, 12), "ball")
            p.part(oval(10, 25, 5.4, 6.4), p.trim(DARK), "ball", 0.6)
            p.fill(oval(-2, 20, 2), p.main.line)
    p.body("M20 66 Q20 58 30 58 H70 Q80 58 80 66 V78 Q80 90 68 90 H32 Q20 90 20 78 Z", "round")
    p.line("M20 70 H80", p.main.line, 0.7)
    p.fill(oval(50, 65, 1.4), tone("Green").base)
    p.words(28, 72, 44, 15, p.main, 9)


@shape("speaker", scene="desk", focus=(50, 62))
def speaker(p: Pen) -> None:
    p.shadow(50, 91, 23)
    p.body(rect(26, 8, 48, 83, 7), "round")
    for y, r in ((33, 12), (65, 17)):
        p.part(oval(50, y, r), p.trim(DARK), "ball")
        p.part(oval(50, y, r * 0.72), DARK, line=0.6)
        p.part(oval(50, y, r * 0.3), STEEL, "ball", 0.5)
    p.fill(oval(50, 14.5, 1.4), tone("Green").base)
    p.words(31, 83, 38, 7, p.main, 5)


@shape("phone", scene="desk", focus=(42, 26), share=0.85)
def phone(p: Pen) -> None:
    p.cast(rect(29, 6, 42, 88, 7))
    p.body(rect(29, 6, 42, 88, 7), "round")
    p.fill(rect(31.5, 9, 37, 82, 5), (16, 18, 24))
    screen(p, 32.5, 10, 35, 80, 4.5)
    p.fill(rect(43, 12, 14, 3.2, 1.6), (16, 18, 24))
    for row in range(2):
        for column in range(4):
            colour = tone(("#F3B562", "#6BB58A", "#E36F6F", "#F5F1E6")[(row + column) % 4])
            p.fill(rect(36 + column * 7.4, 70 + row * 8.4, 5.6, 5.6, 1.4), colour.base)


@shape("phone-case", scene="desk", focus=(42, 25), share=0.85)
def phone_case(p: Pen) -> None:
    p.cast(rect(28, 6, 44, 88, 8))
    p.body(rect(28, 6, 44, 88, 8), "sheen", pitch=9)
    p.line(rect(30, 8, 40, 84, 6.5), p.main.light, 0.6, closed=True)
    p.part(rect(32.5, 11, 20, 20, 5), DARK, line=0.7)
    for x, y in ((38, 17), (47, 17), (38, 26)):
        p.part(oval(x, y, 3.2), tone("#22242A"), "ball", 0.5)
        p.fill(oval(x, y, 1.2), (70, 90, 130))
    p.fill(oval(47, 26, 1.6), PAPER.base)
    p.words(33, 46, 34, 30, p.main, 9)


@shape("tablet", scene="desk", focus=(36, 26),
       forms={"stylus": ("no", "yes")})  # fmt: skip
def tablet(p: Pen) -> None:
    p.cast(rect(20, 8, 60, 84, 5))
    p.body(rect(20, 8, 60, 84, 5), "round")
    p.fill(rect(23, 11, 54, 78, 3), (18, 20, 26))
    screen(p, 25, 14, 50, 72, 1.5)
    p.fill(oval(50, 12.4, 0.7), (90, 100, 120))
    if p.has("pen") or p.has("stylus") or p.form("stylus") == "yes":
        p.tube("M84 20 V80", 3, PAPER)


@shape("laptop", scene="desk", focus=(40, 60), share=1.1)
def laptop(p: Pen) -> None:
    p.shadow(50, 80, 45, 0.07)
    p.body(rect(16, 18, 68, 48, 3), "top")
    p.fill(rect(18.5, 20.5, 63, 43, 1.5), (18, 20, 26))
    screen(p, 20, 22, 60, 40, 0.8)
    p.part("M16 66 H84 L96 78 H4 Z", p.main, "lit")
    p.part("M20 68 H80 L84 73 H16 Z", DARK, line=0.3)
    for y in (69.600, 71.400):
        p.line(f"M19 {y} H81", p.main.dark, 0.35)
    p.part("M41 74 H59 L60.500 77 H39.500 Z", p.main, "side", 0.3)
    p.part("M4 78 H96 V80 Q96 82 93 82 H7 Q4 82 4 80 Z", p.main, "side", 0.6)


@shape("keyboard", scene="desk", focus=(35, 48),
       forms={"layout": ("full", "tenkeyless", "compact"), "backlight": ("no", "white", "rgb"),
              "connection": ("wireless", "wired")})  # fmt: skip
def keyboard(p: Pen) -> None:
    layout, light = p.form("layout"), p.form("backlight")
    # The letters have fifteen columns of keys; a narrow block of arrows and one of figures may follow.
    blocks = {"compact": (15,), "tenkeyless": (15, 3), "full": (15, 3, 4)}[layout]
    wide = 4.0 * (sum(blocks) + len(blocks) - 1) + 4
    left = 50 - wide / 2
    rows = 5 if layout == "compact" else 6
    if p.form("connection") == "wired":
        p.tube("M50 30 Q50 16 66 14 H92", 1.6, DARK, shine=False)
    p.cast(rect(left, 30, wide, rows * 6 + 4, 3))
    p.body(rect(left, 30, wide, rows * 6 + 4, 3), "top")
    keys = p.trim(PAPER if sum(p.main.base) < 480 else DARK)
    x = left + 2
    for block, columns in enumerate(blocks):
        for row in range(rows):
            for column in range(columns):
                if row == rows - 1 and block == 0 and 4 <= column <= 9:
                    continue
                if block == 1 and row in (3, 4) and not (row == 4 and column == 1):
                    continue  # between the arrows and what is above them
                at_x, at_y = x + column * 4.0, 32 + row * 6
                if light != "no":
                    glow = (
                        tone(("#FF5F6B", "#FFD24D", "#5FE08A", "#5FB6FF", "#B77BFF")[column // 3 % 5])
                        if light == "rgb"
                        else PAPER
                    )
                    p.fill(rect(at_x - 0.3, at_y - 0.3, 4.0, 5.8, 0.6), glow.base)
                p.part(rect(at_x, at_y, 3.4, 5.2, 0.7), keys, line=0.3)
        x += (columns + 1) * 4.0
    p.part(rect(left + 18, 32 + (rows - 1) * 6, 23.4, 5.2, 0.7), keys, line=0.3)
    p.fill(rect(left + 2, 32, 3.4, 5.2, 0.7), tone("Coral").base)


@shape("mouse", scene="desk", focus=(50, 35), share=0.6,
       forms={"buttons": (3, 5, 6, 8)})  # fmt: skip
def mouse(p: Pen) -> None:
    outline = sym("M50 12 C70 12 74 28 74 48 C74 76 66 88 50 88")
    if p.has("cable"):
        p.tube("M50 12 Q50 2 62 2", 1.6, DARK, shine=False)
    p.cast(outline)
    p.body(outline, "round")
    p.line("M50 13 V42", p.main.line, 0.8)
    p.line("M26.500 44 Q50 50 73.500 44", p.main.line, 0.8)
    p.part(rect(46.5, 21, 7, 16, 3.5), p.trim(DARK), "round", 0.6)
    # Two buttons and the wheel make three; the others sit below the thumb, and behind the wheel.
    more = p.number("buttons") - 3
    for nth in range(min(more, 2) + (2 if more == 5 else 0)):
        p.part(f"M26.500 {46 + nth * 8} q-0.500 3 0 6 h5 q1 -3 0 -6 z", p.trim(DARK), "round", 0.5)
    if more >= 3:
        p.part(rect(47.5, 39.5, 5, 3.6, 1), p.trim(DARK), line=0.4)
    p.words(33, 54, 34, 22, p.main, 8)


@shape("monitor", scene="desk", focus=(60, 62), share=1.2,
       forms={"screen": ("flat", "curved"), "size": (24, 22, 27, 32, 34)})  # fmt: skip
def monitor(p: Pen) -> None:
    half = {22: 36.0, 24: 40.0, 27: 44.0, 32: 48.0, 34: 56.0}[p.number("size")]
    p.shadow(50, 89, 22)
    p.part("M44 68 h12 l2 17 h-16 z", p.trim(p.main), "round")
    p.part(sym("M50 83 H68 Q72 84 72 88 H50"), p.trim(p.main), "top")
    bent = 5 if p.form("screen") == "curved" else 0
    left, right = 50 - half, 50 + half
    p.body(
        f"M{left} {15 - bent * 0.5} Q50 {15 + bent} {right} {15 - bent * 0.5} V{70 + bent * 0.5} Q50 "
        f"{70 - bent} {left} {70 + bent * 0.5} Z",
        "top",
    )
    inner = (
        f"M{left + 2.5} {18 - bent * 0.4} Q50 {18 + bent} {right - 2.5} {18 - bent * 0.4} V{64 + bent * 0.4} "
        f"Q50 {64 - bent} {left + 2.5} {64 + bent * 0.4} Z"
    )
    p.fill(inner, (18, 20, 26))
    with p.clip(inner):
        screen(p, left + 3.5, 17, 2 * half - 7, 47, 0.6)
    p.fill(oval(50, 67.4 - bent * 0.4, 1), p.main.light)


@shape("tv", scene="room", focus=(72, 58), share=1.0)
def tv(p: Pen) -> None:
    p.shadow(50, 80, 34, 0.07)
    p.part("M24 72 l-6 8 h8 l5 -8 z", p.trim(p.main), line=0.6)
    p.part("M76 72 l6 8 h-8 l-5 -8 z", p.trim(p.main), line=0.6)
    p.body(rect(4, 16, 92, 58, 3), "top")
    p.fill(rect(7.5, 19.5, 85, 50, 1), (18, 20, 26))
    screen(p, 8.5, 20.5, 83, 48, 0.5)
    p.fill(oval(88, 72, 0.8), tone("Red").base)


@shape("camera", scene="desk", focus=(52, 56),
       forms={"zoom": ("10x", "5x", "30x")})  # fmt: skip
def camera(p: Pen) -> None:
    p.shadow(50, 80, 38)
    p.part(rect(34, 22, 30, 14, 3), p.trim(DARK), "top")
    p.part(rect(16, 27, 12, 6, 2), STEEL, "round")
    p.body(rect(10, 32, 80, 47, 6), "top")
    p.part(rect(10, 46, 80, 22), p.trim(DARK), "side", 0.5)
    wide = {"5x": 0.8, "10x": 1.0, "30x": 1.24}[p.form("zoom")]
    p.part(oval(52, 56, round(21 * wide, 2)), STEEL, "ball")
    p.part(oval(52, 56, round(17 * wide, 2)), DARK, "ball")
    p.part(oval(52, 56, 11), tone("#2C4A77"), "ball", 0.6)
    p.fill(oval(48, 51, 3.2), (190, 214, 240))
    p.part(rect(72, 36, 12, 7, 1.5), GLASS, "glass", 0.5)
    p.words(13, 34, 20, 10.5, p.main, 6)


@shape("printer", scene="desk", focus=(50, 50), share=1.15,
       forms={"feeder": ("no", "yes"), "technology": ("inkjet", "laser", "tank")})  # fmt: skip
def printer(p: Pen) -> None:
    p.shadow(50, 82, 38)
    p.part("M30 42 L33 12 H67 L70 42 Z", PAPER, line=0.6)
    p.part("M22 42 L28 34 H72 L78 42 Z", p.main, "lit")
    if p.form("feeder") == "yes":
        p.part("M20 36 L26 24 H74 L80 36 Z", p.main, "top")
        p.part("M34 24 L42 10 H72 L66 24 Z", p.trim(DARK), "lit", 0.6)
    p.body(rect(12, 40, 76, 40, 5), "top")
    if p.form("technology") == "tank":
        for nth, ink in enumerate(("#22262C", "#2F7FC4", "#D2458C", "#F2C93A")):
            p.part(rect(14 + nth * 4.4, 60, 3.6, 15, 0.6), tone(ink), line=0.4)
    elif p.form("technology") == "laser":
        p.part(rect(14, 72, 72, 7, 1), p.main, "side", 0.6)
        p.part(rect(44, 74.5, 12, 2.4, 1), DARK, line=0.3)
    p.part(rect(24, 60, 52, 7, 2), DARK, line=0.5)
    p.part("M28 64 H72 L77 88 H23 Z", PAPER, line=0.6)
    for y, w in ((71, 30), (75, 36), (79, 24)):
        p.line(f"M{50 - w / 2} {y} h{w}", STEEL.base, 0.9)
    p.part(rect(66, 45, 16, 9, 1.5), tone("#35506F"), line=0.5)
    p.fill(oval(61, 49.5, 1.8), tone("Green").base)
    p.words(17, 43, 40, 14, p.main, 8)


@shape("router", scene="desk", focus=(45, 64), share=0.9,
       forms={"antennas": (2, 4, 6), "ports": (4, 3, 5)})  # fmt: skip
def router(p: Pen) -> None:
    p.shadow(50, 80, 38, 0.08)
    antennas = p.number("antennas")
    for nth in range(antennas):
        x = 16 + 68 * nth / (antennas - 1)
        p.tube(f"M{x} 60 L{x + (x - 50) * 0.24} 16", 3.2 if antennas < 5 else 2.4, p.trim(DARK))
    p.body("M14 58 Q15 54 19 54 H81 Q85 54 86 58 L90 74 Q90 79 85 79 H15 Q10 79 10 74 Z", "top")
    for i in range(p.number("ports")):
        p.part(rect(16 + i * 7, 71, 5, 5, 0.6), DARK, line=0.3)
        p.fill(oval(18.5 + i * 7, 69.6, 0.7), tone("#5FE08A").base)
    p.fill(oval(80, 73.5, 1.4), tone("Orange").base)
    p.words(22, 57, 56, 13, p.main, 8)


@shape("game-controller", scene="play", focus=(34, 45))
def game_controller(p: Pen) -> None:
    outline = smooth(
        "30,26 40,29 50,29.5 60,29 70,26 82,31 92,58 91,76 82,78 70,64 60,60 50,60 40,60 30,64 18,78 9,76 8,58 18,31"
    )
    p.cast(outline)
    p.body(outline, "top")
    trim = p.trim(DARK)
    p.part("M22 40 h4.500 v-4.500 h5 v4.500 h4.500 v5 h-4.500 v4.500 h-5 v-4.500 h-4.500 z", trim, line=0.6)
    for x, y, colour in ((72, 36, "Yellow"), (78, 42, "Red"), (66, 42, "Blue"), (72, 48, "Green")):
        p.part(oval(x, y, 2.9), tone(colour), "ball", 0.5)
    for x in (39, 61):
        p.part(oval(x, 54, 6), trim, "ball", 0.6)
        p.part(oval(x, 53.5, 4), trim, "lit", 0.4)
    p.part(rect(42, 39, 5, 2.4, 1.2), trim, line=0.4)
    p.part(rect(53, 39, 5, 2.4, 1.2), trim, line=0.4)
    p.fill(oval(50, 35.5, 1.8), tone("Green").light)


@shape("drone", scene="sky", focus=(50, 48), share=0.9,
       forms={"guards": ("no", "yes")})  # fmt: skip
def drone(p: Pen) -> None:
    p.shadow(50, 86, 26, 0.1)
    for x in (16, 84):
        p.tube(f"M50 50 L{x} 40", 3.6, p.trim(DARK))
        p.part(rect(x - 2.5, 32, 5, 10, 2), p.trim(DARK), "round", 0.5)
        p.part(oval(x, 31, 15, 2), GLASS, line=0.5)
        if p.form("guards") == "yes":
            p.line(oval(x, 31, 17, 4.4), p.trim(DARK).base, 1.4, closed=True)
        p.fill(oval(x, 31, 2), DARK.base)
    for x in (30, 70):
        p.tube(f"M50 50 L{x} 62", 3.2, p.trim(DARK))
        p.part(rect(x - 2.2, 54, 4.4, 10, 2), p.trim(DARK), "round", 0.5)
        p.part(oval(x, 53, 13, 1.8), GLASS, line=0.5)
        if p.form("guards") == "yes":
            p.line(oval(x, 53, 15, 4), p.trim(DARK).base, 1.4, closed=True)
    p.tube("M38 58 L32 78 H24", 1.6, DARK, shine=False)
    p.tube("M62 58 L68 78 H76", 1.6, DARK, shine=False)
    p.body("M30 50 Q32 40 42 38 H58 Q68 40 70 50 Q68 60 58 61 H42 Q32 60 30 50 Z", "top", pitch=7)
    p.part(oval(50, 62, 7), DARK, "ball")
    p.part(oval(50, 62, 3.4), tone("#2C4A77"), "ball", 0.4)
    p.words(34, 42, 32, 13, p.main, 7)
