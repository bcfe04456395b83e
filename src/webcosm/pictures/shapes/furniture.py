"""Furniture."""

from __future__ import annotations

from ..palette import DARK, PAPER, STEEL, WOOD, tone
from ..paths import oval, rect, sym
from ..pen import Pen
from ..registry import shape
from .families import legs


@shape("chair", scene="room", focus=(50, 45), share=0.85,
       forms={"seat": ("upholstered", "wooden", "woven"), "frame": ("wood", "steel")})  # fmt: skip
def chair(p: Pen) -> None:
    p.shadow(50, 92, 27, 0.1)
    steel = p.form("frame") == "steel"
    wood, seat = STEEL if steel else p.trim(WOOD), p.form("seat")
    wide = 2.0 if steel else 4.0
    legs(p, (34, 66), 58, 26, wood, wide * 0.8)
    p.part(f"M{31 - wide / 2} 10 h{wide} v46 h{-wide} z", wood, "round", 0.6)
    p.part(f"M{69 - wide / 2} 10 h{wide} v46 h{-wide} z", wood, "round", 0.6)
    if seat == "upholstered":
        p.body("M31 10 Q50 5 69 10 V40 Q50 36 31 40 Z", "cloth", pitch=8)
        p.body("M28 52 H72 L78 61 Q78 67 73 67 H27 Q22 67 22 61 Z", "top", pitch=8)
    else:
        p.body("M31 10 Q50 5 69 10 V17 Q50 12 31 17 Z", "top", pitch=8)
        if seat == "wooden":
            for x in (38, 45, 52, 59):
                p.body(rect(x, 14, 3.4, 42), "round", pitch=8)
            p.body("M28 56 H72 L78 61 V64 H22 V61 Z", "top", pitch=8)
        else:
            p.body("M33 22 H67 V46 H33 Z", "", pitch=8)
            p.body("M28 54 H72 L78 62 V65 H22 V62 Z", "top", pitch=8)
            for x in range(34, 67, 4):
                p.line(f"M{x} 22 V46", p.main.line, 0.6)
            for y in range(24, 46, 4):
                p.line(f"M33 {y} H67", p.main.dark, 0.6)
            for x in range(26, 76, 4):
                p.line(f"M{x + (50 - x) * 0.1} 55 L{x} 64", p.main.line, 0.6)
            p.line("M25 59.500 H75", p.main.dark, 0.6)
    legs(p, (27, 73), 66, 26, wood, wide, 1.5)


@shape("stool", scene="room", focus=(50, 35), share=0.7,
       forms={"seat": ("round", "saddle", "padded")})  # fmt: skip
def stool(p: Pen) -> None:
    p.shadow(50, 92, 26, 0.1)
    wood, seat = p.trim(WOOD), p.form("seat")
    legs(p, (42, 58), 34, 50, wood, 3, 3)
    p.tube("M31 66 H69", 2.2, wood)
    legs(p, (32, 68), 34, 58, wood, 4, 8)
    if seat == "saddle":
        p.body("M18 20 Q50 34 82 20 Q86 26 82 34 Q50 42 18 34 Q14 26 18 20 Z", "top", pitch=7)
    elif seat == "padded":
        p.part(rect(23, 32, 54, 6, 2), wood, "top", 0.6)
        p.body("M22 32 Q18 18 34 17 H66 Q82 18 78 32 Z", "top", pitch=8)
        for x in (38, 50, 62):
            p.fill(oval(x, 23, 1.3), p.main.line)
    else:
        p.body("M22 26 V32 Q24 38 50 38 Q76 38 78 32 V26 Z", "round", pitch=7)
        p.body(oval(50, 25, 28, 6.4), "lit", pitch=8)


@shape("table", scene="room", focus=(24, 50), share=0.95,
       forms={"top": ("rectangular", "oval", "square"), "legs": ("wood", "steel", "hairpin"), "below": ("no shelf",
              "shelf", "drawer"),
              "kind": ("table", "coffee"), "material": ("wood", "glass")})  # fmt: skip
def table(p: Pen) -> None:
    low = p.form("kind") == "coffee"
    leg, top, foot = p.form("legs"), p.form("top"), 24 if low else 38
    left = 16.0 if top == "square" else 4.0
    p.shadow(50, 47 + foot, 46 - left, 0.08)
    paint = STEEL if leg == "steel" else DARK if leg == "hairpin" else p.trim(p.main)
    glass = p.form("material") == "glass"

    def stands(xs: tuple[float, ...], y: float, h: float) -> None:
        if leg == "hairpin":
            for x in xs:
                lean = 4 if x > 50 else -4
                p.line(f"M{x - 3} {y} L{x + lean} {y + h} L{x + 4} {y}", paint.base, 1.3)
        else:
            legs(p, xs, y, h, paint, 3 if leg == "steel" else 5)

    stands((left + 20, 80 - left), 46, foot - 6)
    if p.form("below") == "shelf":
        p.body(rect(left + 6, 47 + foot * 0.55, 88 - 2 * left, 3.4, 0.8), "top", pitch=4)
    surface = tone("#CFE3EA") if glass else p.main
    if top == "oval":
        p.surface("M4 41 Q4 50 50 50 Q96 50 96 41 Z", surface, "top", pattern=not glass, pitch=4)
        p.surface(oval(50, 39, 46, 8), surface, "lit", pattern=not glass, pitch=9)
    else:
        p.surface(
            f"M{left + 12} 32 H{88 - left} L{100 - left} 42 H{left} Z", surface, "lit", pattern=not glass, pitch=9
        )
        p.surface(rect(left, 42, 100 - 2 * left, 5, 1), surface, "top", pattern=not glass, pitch=4)
    if glass:
        p.fill("M30 34 L40 34 L34 41 L22 41 Z", (255, 255, 255), 150)
    if p.form("below") == "drawer":
        p.part(rect(left + 14, 47, 72 - 2 * left, 9), p.trim(p.main), "side", 0.6)
        p.part(rect(46, 50, 8, 2.4, 1), STEEL, line=0.4)
    elif top != "oval" and leg == "wood":
        p.part(rect(left + 5, 47, 90 - 2 * left, 5), p.trim(p.main), "side", 0.5)
    stands((left + 8, 92 - left), 47, foot)


@shape("desk", scene="room", focus=(70, 55), share=0.95, parts="drawers")
def desk(p: Pen) -> None:
    p.shadow(50, 86, 44, 0.08)
    p.part("M12 30 H88 L96 38 H4 Z", p.main, "lit")
    p.body(rect(4, 38, 92, 5, 1), "top", pitch=4)
    p.part(rect(8, 43, 4.5, 44), p.trim(p.main), "round")
    p.part(rect(30, 43, 4, 36), p.trim(p.main), "side", 0.5)
    p.body(rect(60, 43, 33, 44), "sheen", pitch=9)
    for y in (46, 59.5, 73):
        p.part(rect(62.5, y, 28, 11.5, 1), p.trim(p.main), "lit", 0.6)
        p.part(rect(72, y + 4, 9, 2.6, 1.2), STEEL, line=0.4)
    p.part(rect(34, 43, 26, 8), p.trim(p.main), "side", 0.6)


@shape("shelf", scene="room", focus=(45, 35), share=1.0, forms={"shelves": (4, 5, 6), "material": ("wood", "steel")})
def shelf(p: Pen) -> None:
    p.shadow(50, 94, 30, 0.08)
    rows, steel = p.number("shelves"), p.form("material") == "steel"
    if not steel:
        p.part(rect(22, 8, 56, 84), p.main, "side")
    room = 82 / rows
    for row in range(rows):
        y = 10 + row * room
        x = 27.0
        for book in range(5 - row % 2):
            height, width = (12 + (book * 5 + row * 3) % 5) * room / 20.5, 4.2
            p.part(
                rect(x, y + room - 3 - height, width, height, 0.4),
                tone(("#C75B4E", "#E0A94A", "#5F8FA8", "#7FA075", "#A584B0")[(book + row) % 5]),
                "round",
                0.4,
            )
            x += width
        if row % 2:
            p.part(sym(f"M64 {y + room - 13.5} h3 q5 4 2 10.500 h-5", 64), PAPER, "round", 0.5)
        p.body(rect(20, y + room - 3, 60, 3.2), "top", pitch=3)
    for x in (19, 77):
        p.surface(
            rect(x, 6, 2 if steel else 4, 88, 0.8), DARK if steel else p.main, "round", pattern=not steel, pitch=5
        )
    p.body(rect(18, 5, 64, 4, 0.8), "top", pitch=4)


@shape("sofa", scene="room", focus=(35, 52), share=1.1,
       forms={"seats": (2, 1, 3, 4), "legs": ("wooden", "metal")})  # fmt: skip
def sofa(p: Pen) -> None:
    seats = p.number("seats")
    half = 12 + 16.5 * seats  # from the middle to the outer side of an arm
    left, right = 50 - half, 50 + half
    p.shadow(50, 84, half - 1, 0.07)
    if p.form("legs") == "metal":
        for x in (left + 8, right - 8):
            p.line(f"M{x} 76 V86", STEEL.line, 1.8)
            p.line(f"M{x} 76 V86", STEEL.light, 0.8)
    else:
        legs(p, (left + 10, right - 10), 76, 8, p.trim(WOOD), 4)
    p.body(
        f"M{left + 10} 58 V36 Q{left + 10} 26 {left + 20} 26 H{right - 20} Q{right - 10} 26 {right - 10} 36 V58 Z",
        "top",
        pitch=10,
    )
    for seat in range(1, seats):
        p.line(f"M{left + 12 + 33 * seat} 28 V56", p.main.line, 0.8)
    for seat in range(seats):
        p.body(rect(left + 12 + 33 * seat, 52, 33, 14, 4), "top", pitch=10)
    p.body(rect(left + 8, 64, right - left - 16, 13, 2), "top", pitch=10)
    for x in (left, right - 14):
        p.body(
            f"M{x} 50 Q{x} 42 {x + 7} 42 Q{x + 14} 42 {x + 14} 50 V76 Q{x + 14} 78 {x + 12} 78 H{x + 2} Q{x} 78 {x} 76 "
            "Z",
            "round",
            pitch=10,
        )
    if p.look.second or p.has("cushions"):
        p.part(f"M{left + 18} 36 l12 -2 l2 16 l-13 1 z", p.trim("Mustard"), "cloth", 0.6)
        if seats > 1:
            p.part(f"M{right - 18} 36 l-12 -2 l-2 16 l13 1 z", p.trim("Mustard"), "cloth", 0.6)


@shape("bed", scene="room", focus=(50, 55), share=1.1,
       forms={"headboard": ("with", "with low", "without"), "material": ("wood", "steel", "upholstered")})  # fmt: skip
def bed(p: Pen) -> None:
    p.shadow(50, 89, 43, 0.07)
    material, board = p.form("material"), p.form("headboard")
    frame = {"steel": STEEL, "upholstered": p.trim("Gray")}.get(material, p.trim(WOOD))
    top = {"with": 14, "with low": 28, "without": 46}[board]
    if board != "without" and material == "steel":
        p.line(f"M10 56 V{top + 6} Q10 {top} 16 {top} H84 Q90 {top} 90 {top + 6} V56", frame.line, 2.6)
        for x in range(20, 90, 10):
            p.line(f"M{x} {top} V50", frame.line, 1.4)
    elif board != "without":
        p.part(f"M10 56 V{top + 8} Q10 {top} 18 {top} H82 Q90 {top} 90 {top + 8} V56 Z", frame, "top")
        if material == "upholstered":
            for x in (24, 41, 59, 76):
                p.fill(oval(x, top + 9, 1.4), frame.line)
    for x in (18, 53):
        p.part(
            f"M{x} 34 Q{x + 14.500} 29 {x + 29} 34 Q{x + 31} 42 {x + 29} 50 H{x} Q{x - 2} 42 {x} 34 Z", PAPER, "cloth"
        )
    p.body("M8 76 Q8 50 16 48 H84 Q92 50 92 76 Z", "top", pitch=11)
    p.part(
        "M9.500 60 Q10 50 16 48 H84 Q90 50 90.500 60 Q50 66 9.500 60 Z",
        tone("White") if p.look.colors[0] != "White" else tone("Beige"),
        "lit",
    )
    p.part(rect(5, 75, 90, 9 if material != "steel" else 4, 2), frame, "top")
    legs(
        p,
        (10, 90),
        84 if material != "steel" else 79,
        6 if material != "steel" else 11,
        frame,
        5 if material != "steel" else 2.4,
    )


@shape("cabinet", scene="room", focus=(50, 45), share=0.95, parts="drawers doors")
def cabinet(p: Pen) -> None:
    d = 6 * p.depth
    p.shadow(52, 90, 34, 0.08)
    legs(p, (26, 70), 84, 7, p.trim(DARK), 4)
    p.part(f"M20 18 l{d} -4 h56 l{-d} 4 z", p.main, "lit")
    p.part(f"M76 18 l{d} -4 v66 l{-d} 5 z", p.main, "side")
    p.body(rect(20, 18, 56, 67), "sheen", pitch=9)
    for x in (23, 49):
        p.line(rect(x, 36, 24, 46, 0.8), p.main.line, 0.8, closed=True)
        p.line(rect(x + 3.5, 40, 17, 38, 0.8), p.main.line, 0.5, closed=True)
    p.line(rect(23, 21, 50, 12, 0.8), p.main.line, 0.8, closed=True)
    for knob_x, knob_y in ((44.5, 58), (51.5, 58), (36, 27), (60, 27)):
        p.part(oval(knob_x, knob_y, 1.7), p.trim("Gold"), "ball", 0.4)
