"""Toys and games."""

from __future__ import annotations

from ..palette import DARK, PAPER, SKIN, STEEL, tone
from ..paths import arc, oval, rect, smooth, star, sym
from ..pen import Pen
from ..registry import shape
from .families import carton, wheel


def _face(p: Pen, x: float, y: float, scale: float = 1.0) -> None:
    """Two eyes and a smile."""
    with p.at(x, y, scale):
        for dx in (-6, 6):
            p.fill(oval(dx, 0, 1.7, 2.1), (38, 30, 36))
            p.fill(oval(dx - 0.5, -0.7, 0.6), (255, 255, 255))
        p.line(arc(0, 4, 4, 3.4, 20, 160), (38, 30, 36), 0.9)


@shape("teddy", scene="play", focus=(50, 32), share=0.85)
def teddy(p: Pen) -> None:
    p.shadow(50, 91, 30)
    light = p.trim("#F1DFC4")
    for x in (33, 67):
        p.part(oval(x, 15, 8), p.main, "ball")
        p.part(oval(x, 15.500, 4.4), light, line=0.5)
    for x, turn in ((24, 28), (76, -28)):
        with p.at(x, 58, 1, turn):
            p.body(oval(0, 0, 8, 15), "ball", pitch=8)
    p.body(oval(50, 66, 23, 24), "ball", pitch=9)
    p.part(oval(50, 67, 14, 15), light, "sheen", 0.6)
    for x in (32, 68):
        p.part(oval(x, 83, 11, 9.5), p.main, "ball")
        p.part(oval(x, 84, 6, 5), light, line=0.5)
    p.body(oval(50, 30, 22, 19.5), "ball", pitch=9)
    p.part(oval(50, 36, 10, 8), light, line=0.6)
    for x in (42, 58):
        p.fill(oval(x, 27, 2.2), (38, 28, 30))
        p.fill(oval(x - 0.7, 26.2, 0.7), (255, 255, 255))
    p.fill(smooth("46.5,32.5 50,31.5 53.5,32.5 50,36"), (50, 34, 34))
    p.line("M50 36 V38.500", (50, 34, 34), 0.8)
    p.line(arc(50, 37, 3.6, 3, 10, 170), (50, 34, 34), 0.8)
    if p.has("bow") or p.has("bow tie"):
        p.part("M50 50 l-9 -5 v10 z", tone("Red"), "side", 0.6)
        p.part("M50 50 l9 -5 v10 z", tone("Red"), "side", 0.6)


@shape("blocks", scene="play", focus=(50, 60), share=0.75)
def blocks(p: Pen) -> None:
    p.shadow(50, 88, 38)
    colours = [p.main, p.trim("Yellow"), tone("Sky Blue"), p.trim("Yellow"), p.main, tone("Coral")]
    spots = ((12, 62), (38, 62), (64, 62), (25, 37), (51, 37), (38, 12))
    for (x, y), colour, letter in zip(spots, colours, "ABCDEF", strict=True):
        p.surface(rect(x, y, 25, 25, 2), colour, "top", pattern=colour is p.main)
        p.part(rect(x + 4, y + 4, 17, 17, 1.5), PAPER, line=0.5)
        p.write_in((letter,), x + 5, y + 5, 15, 15, colour.line, 14)


@shape("puzzle-box", scene="play", focus=(45, 50), share=0.8)
def puzzle_box(p: Pen) -> None:
    carton(p, 12, 26, 64, 54, 10)
    p.fill(rect(18, 46, 52, 30), (176, 216, 232))
    with p.clip(rect(18, 46, 52, 30)):
        p.fill(oval(58, 53, 4), (250, 214, 110))
        p.fill("M18 76 V66 L32 52 L44 68 L54 58 L70 70 V76 Z", (104, 150, 120))
        for x in (31, 44, 57):
            p.line(f"M{x} 46 v5 q3 1 3 3 q0 2 -3 3 v5 q-3 1 -3 3 q0 2 3 3 v8", PAPER.base, 0.6)
        p.line("M18 61 h5 q1 -3 3 -3 q2 0 3 3 h9 q1 3 3 3 q2 0 3 -3 h9 q1 -3 3 -3 q2 0 3 3 h11", PAPER.base, 0.6)
    p.label(18, 29, 52, 14)
    with p.at(82, 84, 1, 20):
        p.part("M-8 -8 h6 q-2 -5 2 -5 q4 0 2 5 h6 v6 q5 -2 5 2 q0 4 -5 2 v6 h-16 z", p.trim("Yellow"), "top", 0.6)


@shape("board-game", scene="play", focus=(45, 50), share=0.85)
def board_game(p: Pen) -> None:
    carton(p, 12, 22, 64, 58, 9)
    p.part(rect(20, 42, 48, 34, 1), PAPER, line=0.6)
    colours = ("#E46A5E", "#F2C14E", "#6FB48C", "#5E93C9")
    for i in range(6):
        p.fill(rect(20 + i * 8, 42, 8, 7), tone(colours[i % 4]).base)
        p.fill(rect(20 + i * 8, 69, 8, 7), tone(colours[(i + 2) % 4]).base)
    for i in range(3):
        p.fill(rect(20, 49 + i * 6.7, 8, 6.7), tone(colours[(i + 3) % 4]).base)
        p.fill(rect(60, 49 + i * 6.7, 8, 6.7), tone(colours[(i + 1) % 4]).base)
    p.part(star(44, 59, 8, 4, 5), p.main, line=0.5)
    p.label(18, 25, 52, 14)
    for x, colour in ((30, "Red"), (82, "Blue")):
        p.part(sym(f"M{x} 74 q4 0 4 4 q0 2 -1.500 3.500 l4 8.500 h-6.500", x), tone(colour), "round", 0.6)
    p.part(rect(86, 80, 10, 10, 2), PAPER, "top", 0.6)
    for pip_x, pip_y in ((88.5, 82.5), (91, 85), (93.5, 87.5)):
        p.fill(oval(pip_x, pip_y, 0.9), DARK.base)


@shape("doll", scene="play", focus=(50, 28), share=0.9,
       forms={"outfit": ("dress", "overalls", "raincoat")})  # fmt: skip
def doll(p: Pen) -> None:
    p.shadow(50, 93, 20)
    hair = tone("#6B3F2A") if p.look.second is None else p.look.second
    p.part(smooth("50,5 68,12 72,30 68,46 50,44 32,46 28,30 32,12"), hair, "ball")
    for x in (43, 57):
        p.part(rect(x - 3.2, 74, 6.4, 17, 2), SKIN, "round", 0.6)
        p.part(rect(x - 4.6, 87, 9.2, 5.6, 2.4), DARK, "top", 0.6)
    for x, turn in ((33, 30), (67, -30)):
        with p.at(x, 46, 1, turn):
            p.part(rect(-3, 0, 6, 22, 3), SKIN, "round", 0.6)
    p.body(sym("M50 42 H58 Q66 42 68 50 L62 54 L74 80 Q62 85 50 85"), "cloth", pitch=8)
    outfit = p.form("outfit")
    if outfit == "overalls":
        p.part(sym("M50 56 H62 L63 86 H52 L50 74"), p.trim("Blue"), "cloth", 0.7)
        p.part(rect(42, 50, 16, 12, 1), p.trim("Blue"), "lit", 0.6)
        p.line("M42 50 L40 43", p.trim("Blue").line, 2)
        p.line("M58 50 L60 43", p.trim("Blue").line, 2)
    elif outfit == "raincoat":
        p.part(sym("M50 42 H59 Q67 43 69 51 L64 54 L70 78 H50"), tone("Yellow"), "cloth", 0.7)
        p.line("M50 44 V78", tone("Yellow").line, 0.8)
        for y in (52, 60, 68):
            p.part(oval(52.4, y, 1.3), DARK, line=0.3)
    p.part(oval(50, 27, 17, 16.5), SKIN, "ball", 0.7)
    p.part("M33 26 Q34 9 50 9 Q66 9 67 26 Q60 24 56 15 Q48 24 33 26 Z", hair, "", 0.6)
    _face(p, 50, 29)
    p.fill(oval(40, 34, 2.4, 1.6), (236, 140, 130))
    p.fill(oval(60, 34, 2.4, 1.6), (236, 140, 130))
    p.part(oval(50, 46, 2), PAPER, line=0.5)
    p.part(oval(50, 52, 1.4), PAPER, line=0.4)


@shape("toy-car", scene="play", focus=(45, 52), share=0.75)
def toy_car(p: Pen) -> None:
    p.shadow(50, 80, 42, 0.08)
    p.part("M26 50 Q30 26 42 26 H60 Q70 26 78 50 Z", p.main, "top")
    p.part("M32 47 Q35 32 42 32 H49 V47 Z", tone("Sky Blue"), "sheen", 0.6)
    p.part("M53 47 V32 H59 Q65 32 70 47 Z", tone("Sky Blue"), "sheen", 0.6)
    p.body("M6 68 Q5 50 18 49 H82 Q95 52 95 68 Q95 73 90 73 H11 Q6 73 6 68 Z", "top", pitch=8)
    p.part(oval(91, 58, 3, 3.6), tone("Yellow"), "ball", 0.5)
    p.part(rect(5, 56, 4, 6, 1), tone("Red"), line=0.5)
    p.part(rect(56, 54, 6, 2, 1), STEEL, line=0.4)
    for x in (27, 73):
        wheel(p, x, 72, 11, p.trim(STEEL))
    p.words(39, 55, 22, 13, p.main, 7)


@shape("toy-train", scene="play", focus=(60, 50), share=0.85,
       forms={"wagons": (1, 3, 4, 6)})  # fmt: skip
def toy_train(p: Pen) -> None:
    wagons = p.number("wagons")
    left = 40 - 36 * wagons
    p.shadow((left + 95) / 2, 84, (95 - left) / 2, 0.07)
    p.line(f"M{left - 4} 85 H100", DARK.light, 1.4)
    for nth in range(wagons):
        x = left + 36 * nth
        p.body(rect(x, 46, 28, 26, 2), "top", pitch=7)
        p.part(rect(x + 4, 50, 20, 10, 1.5), p.trim("Yellow"), "top", 0.5)
        p.line(f"M{x + 27} 70 h11", DARK.base, 2)
        for shift in (8, 21):
            wheel(p, x + shift, 77, 7, p.trim("Yellow"))
    p.body(rect(40, 34, 22, 38, 2), "top", pitch=7)
    p.part(rect(44.5, 40, 13, 13, 1.5), tone("Sky Blue"), "sheen", 0.6)
    p.part(rect(37, 29, 28, 6, 2), p.trim("Yellow"), "top")
    p.body(rect(61, 48, 31, 24, 4), "top", pitch=7)
    p.part(sym("M77 30 h7 l-2 6 v12 h-5", 77), p.trim("Yellow"), "round")
    for x, y, r in ((79, 23, 4), (86, 15, 5.6), (95, 9, 4)):
        p.fill(oval(x, y, r), PAPER.base)
    p.part(oval(92, 58, 4), tone("Yellow"), "ball", 0.5)
    p.part("M88 74 L97 80 H86 Z", DARK, line=0.5)
    for x, r in ((51, 10), (70, 7), (83, 7)):
        wheel(p, x, 84 - r, r, p.trim("Yellow"))


@shape("ball", scene="play", focus=(45, 45), share=0.6)
def ball(p: Pen) -> None:
    p.shadow(50, 88, 26)
    p.body(oval(50, 50, 38), "", line=0)
    if p.look.pattern == "plain":
        with p.clip(oval(50, 50, 38)):
            other = p.trim("White" if p.look.colors[0] != "White" else "Sky Blue")
            p.fill("M50 12 Q14 30 22 76 L8 60 L10 20 Z", other.base)
            p.fill("M50 12 Q66 50 50 88 Q90 80 80 40 Q70 20 50 12 Z", other.base)
            p.fill(oval(50, 13, 8, 4), p.main.dark)
    with p.clip(oval(50, 50, 38)):
        p.shade((12, 12, 76, 76), "ball")
    p.line(oval(50, 50, 38), p.main.line, 0.8, closed=True)
    p.words(28, 40, 44, 24, p.main, 10)


@shape("kite", scene="sky", focus=(50, 35), share=0.9)
def kite(p: Pen) -> None:
    p.line(smooth("50,66 46,74 54,82 47,90 52,97", closed=False), DARK.light, 0.7)
    for x, y in ((47, 75), (53, 82), (48, 90)):
        p.part(f"M{x} {y} l-6 -3 v6 z", p.trim("Yellow"), line=0.4)
        p.part(f"M{x} {y} l6 -3 v6 z", p.trim("Yellow"), line=0.4)
    outline = "M50 4 L80 32 L50 68 L20 32 Z"
    p.cast(outline)
    p.body(outline, "", pitch=9)
    if p.look.pattern == "plain":
        p.fill("M50 4 L80 32 H50 Z", p.trim("Yellow").base)
        p.fill("M50 68 L20 32 H50 Z", p.trim("Yellow").base)
    with p.clip(outline):
        p.fill("M50 4 L80 32 L50 68 Z", (24, 18, 40), 30)
    p.line("M50 4 V68", p.main.line, 0.9)
    p.line("M20 32 H80", p.main.line, 0.9)
    p.line(outline, p.main.line, 0.8, closed=True)


@shape("robot", scene="play", focus=(50, 35), share=0.8)
def robot(p: Pen) -> None:
    p.shadow(50, 92, 24)
    p.line("M50 16 V8", STEEL.line, 1.6)
    p.part(oval(50, 7, 3), tone("Red"), "ball", 0.5)
    for x in (39, 61):
        p.part(rect(x - 4, 74, 8, 14), STEEL, "round", 0.6)
        p.part(rect(x - 7, 85, 14, 7, 3), p.trim(DARK), "top", 0.6)
    for x in (20, 80):
        p.part(rect(x - 4, 46, 8, 22, 4), STEEL, "round", 0.6)
        p.part(oval(x, 71, 5), p.trim(DARK), "ball", 0.6)
    p.body(rect(26, 42, 48, 34, 4), "top", pitch=8)
    p.body(rect(31, 15, 38, 25, 5), "top", pitch=8)
    for x in (42, 58):
        p.part(oval(x, 25, 5), PAPER, line=0.6)
        p.fill(oval(x, 25, 2.4), (40, 70, 120))
    p.part(rect(41, 33, 18, 3.6, 1.5), DARK, line=0.4)
    p.part(rect(46, 39, 8, 4), STEEL, line=0.5)
    if not p.words(30, 46, 40, 26, p.main, 9):
        p.part(rect(33, 48, 20, 14, 2), tone("#9EE0D0"), "sheen", 0.6)
        for y, colour in ((50, "Red"), (57, "Yellow"), (64, "Green")):
            p.part(oval(63, y, 2.6), tone(colour), "ball", 0.4)


@shape("plush-dinosaur", scene="play", focus=(66, 34), share=0.85)
def plush_dinosaur(p: Pen) -> None:
    p.shadow(48, 90, 34, 0.1)
    spikes = p.trim("Orange")
    for x, y, turn in ((16, 62, -55), (25, 52, -42), (34, 42, -35), (43, 31, -40), (50, 19, -40), (60, 10, -10)):
        with p.at(x, y, 1, turn):
            p.part("M-6 4 L0 -8 L6 4 Z", spikes, line=0.6)
    p.body(
        smooth(
            "64,10 80,12 90,24 86,36 72,40 68,54 74,70 68,88 58,88 54,80 40,80 38,88 27,88 25,78 14,74 3,80 8,68 "
            "20,60 34,46 48,28 54,16"
        ),
        "ball",
        pitch=9,
    )
    p.fill(
        smooth("68,46 64,58 68,70 62,78 50,76 54,64 62,52"),
        p.trim("Cream").base if p.look.second is None else spikes.light,
    )
    p.fill(oval(72, 22, 2.6, 3), (34, 28, 36))
    p.fill(oval(71.2, 21, 0.9), (255, 255, 255))
    p.line(arc(78, 28, 8, 6, 20, 110), p.main.line, 0.9)
    p.fill(oval(86, 22, 0.9), p.main.line)
    p.fill(oval(74, 31, 3, 2), (240, 150, 150))
    p.part(smooth("66,56 74,55 77,60 69,62"), p.main, line=0.7)


@shape("pacifier", scene="play", focus=(50, 50), share=0.55)
def pacifier(p: Pen) -> None:
    p.tube(oval(50, 74, 15, 14), 4, p.trim(p.main), closed=True)
    p.cast(smooth("50,34 74,32 86,46 76,62 50,64 24,62 14,46 26,32"))
    p.part(smooth("50,6 60,10 60,20 57,34 43,34 40,20 40,10"), tone("#E9CFA6"), "round")
    p.body(smooth("50,34 74,30 86,46 76,62 50,64 24,62 14,46 26,30"), "top", pitch=8)
    for x in (27, 73):
        p.fill(oval(x, 47, 3.4, 5), p.main.line)
    p.part(oval(50, 50, 10), p.trim(p.main), "ball", 0.7)


@shape("stroller", scene="park", zoom=1.6, focus=(48, 50), share=0.95)
def stroller(p: Pen) -> None:
    p.shadow(50, 91, 36, 0.08)
    p.tube("M26 58 L68 84", 2.4, STEEL)
    p.tube("M66 58 L32 84", 2.4, STEEL)
    p.tube("M70 60 Q82 40 90 22 L96 22", 3, p.trim(DARK))
    p.body("M14 44 H74 Q74 66 54 68 H36 Q16 66 14 44 Z", "round", pitch=8)
    p.body("M46 44 V12 Q20 10 12 44 Z", "round", pitch=8)
    for x in (22, 34):
        p.line(f"M46 13 Q{x} 22 {x + 1} 44", p.main.line, 0.7)
    p.part(rect(12, 42, 64, 4.4, 2), p.trim(DARK), "top", 0.6)
    p.part(rect(36, 72, 26, 6, 2), p.trim(DARK), "top", 0.5)
    for x in (30, 70):
        wheel(p, x, 84, 8, spokes=3)
