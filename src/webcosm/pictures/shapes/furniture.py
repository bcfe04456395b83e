"""Furniture."""

from __future__ import annotations

from ..palette import DARK, PAPER, STEEL, WOOD, tone
from ..paths import oval, rect, sym
from ..pen import Pen
from ..registry import shape
from .families import legs


@shape("chair", scene="room", focus=(50, 45), share=0.85)
def chair(p: Pen) -> None:
    p.shadow(50, 92, 27, 0.1)
    wood = p.trim(WOOD)
    legs(p, (34, 66), 58, 26, wood, 3.2)
    p.part("M29 10 h4 v46 h-4 z", wood, "round", 0.6)
    p.part("M67 10 h4 v46 h-4 z", wood, "round", 0.6)
    p.body("M31 10 Q50 5 69 10 V40 Q50 36 31 40 Z", "cloth", pitch=8)
    p.body("M28 54 H72 L78 62 Q78 66 74 66 H26 Q22 66 22 62 Z", "top", pitch=8)
    legs(p, (27, 73), 66, 26, wood, 4, 1.5)


@shape("stool", scene="room", focus=(50, 35), share=0.7)
def stool(p: Pen) -> None:
    p.shadow(50, 92, 26, 0.1)
    wood = p.trim(WOOD)
    legs(p, (42, 58), 34, 50, wood, 3, 3)
    p.tube("M31 66 H69", 2.2, wood)
    legs(p, (32, 68), 34, 58, wood, 4, 8)
    p.body("M22 26 V32 Q24 38 50 38 Q76 38 78 32 V26 Z", "round", pitch=7)
    p.body(oval(50, 25, 28, 6.4), "lit", pitch=8)


@shape("table", scene="room", focus=(24, 50), share=0.95)
def table(p: Pen) -> None:
    p.shadow(50, 84, 42, 0.08)
    legs(p, (24, 76), 46, 32, p.trim(p.main), 4)
    p.body("M16 32 H84 L96 42 H4 Z", "lit", pitch=9)
    p.body(rect(4, 42, 92, 5, 1), "top", pitch=4)
    p.part(rect(9, 47, 82, 5), p.trim(p.main), "side", 0.5)
    legs(p, (12, 88), 47, 38, p.trim(p.main), 5)


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


@shape("shelf", scene="room", focus=(45, 35), share=1.0)
def shelf(p: Pen) -> None:
    p.shadow(50, 94, 30, 0.08)
    p.part(rect(22, 8, 56, 84), p.main, "side")
    for row in range(4):
        y = 11 + row * 20.5
        x = 27.0
        for book in range(5 - row % 2):
            height, width = 12 + (book * 5 + row * 3) % 5, 4.2
            p.part(
                rect(x, y + 17.5 - height, width, height, 0.4),
                tone(("#C75B4E", "#E0A94A", "#5F8FA8", "#7FA075", "#A584B0")[(book + row) % 5]),
                "round",
                0.4,
            )
            x += width
        if row % 2:
            p.part(sym(f"M64 {y + 7} h3 q5 4 2 10.500 h-5", 64), PAPER, "round", 0.5)
        p.body(rect(20, y + 17.5, 60, 3.2), "top", pitch=3)
    for x in (19, 77):
        p.body(rect(x, 6, 4, 88, 0.8), "round", pitch=5)
    p.body(rect(18, 5, 64, 4, 0.8), "top", pitch=4)


@shape("sofa", scene="room", focus=(35, 52), share=1.1)
def sofa(p: Pen) -> None:
    p.shadow(50, 84, 45, 0.07)
    legs(p, (14, 86), 76, 8, p.trim(WOOD), 4)
    p.body("M14 58 V36 Q14 26 24 26 H76 Q86 26 86 36 V58 Z", "top", pitch=10)
    p.line("M50 28 V56", p.main.line, 0.8)
    p.body(rect(17, 52, 33, 14, 4), "top", pitch=10)
    p.body(rect(50, 52, 33, 14, 4), "top", pitch=10)
    p.body(rect(12, 64, 76, 13, 2), "top", pitch=10)
    for x in (4, 82):
        p.body(
            f"M{x} 50 Q{x} 42 {x + 7} 42 Q{x + 14} 42 {x + 14} 50 V76 Q{x + 14} 78 {x + 12} 78 H{x + 2} Q{x} 78 {x} 76 "
            "Z",
            "round",
            pitch=10,
        )
    if p.look.second or p.has("cushions"):
        p.part("M22 36 l12 -2 l2 16 l-13 1 z", p.trim("Mustard"), "cloth", 0.6)
        p.part("M78 36 l-12 -2 l-2 16 l13 1 z", p.trim("Mustard"), "cloth", 0.6)


@shape("bed", scene="room", focus=(50, 55), share=1.1)
def bed(p: Pen) -> None:
    p.shadow(50, 89, 43, 0.07)
    frame = p.trim(WOOD)
    p.part("M10 56 V22 Q10 14 18 14 H82 Q90 14 90 22 V56 Z", frame, "top")
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
    p.part(rect(5, 75, 90, 9, 2), frame, "top")
    legs(p, (10, 90), 84, 6, frame, 5)


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
