"""Things for pets."""

from __future__ import annotations

from ..palette import DARK, LEAF, PAPER, STEEL, WATER, WOOD, tone
from ..paths import arc, oval, rect, smooth, star, sym
from ..pen import Pen
from ..registry import shape

_BONE = "M-9 -3 Q-15 -9 -17 -3 Q-21 0 -17 3 Q-15 9 -9 3 H9 Q15 9 17 3 Q21 0 17 -3 Q15 -9 9 -3 Z"


@shape("pet-bowl", scene="room", focus=(50, 62), share=0.55)
def pet_bowl(p: Pen) -> None:
    p.shadow(50, 79, 40, 0.1)
    for x, y in ((34, 38), (42, 34), (50, 36), (58, 33), (66, 37), (46, 40), (56, 40)):
        p.part(oval(x, y, 5), tone("#A8743E"), "ball", 0.5)
    p.body("M20 44 H80 L92 74 Q92 79 86 79 H14 Q8 79 8 74 Z", "round", pitch=9)
    p.part("M18 44 Q18 39 50 39 Q82 39 82 44 Q82 49 50 49 Q18 49 18 44 Z", p.main, "lit")
    p.part(oval(50, 43.600, 27, 3), tone("#8A5E33"), line=0.5)
    if not p.words(26, 53, 48, 21, p.main, 11):
        with p.at(50, 64, 0.9):
            p.fill(_BONE, p.paper().base)


@shape("pet-bed", scene="room", focus=(45, 60), share=0.75,
       forms={"form": ("oval", "round", "rectangle")})  # fmt: skip
def pet_bed(p: Pen) -> None:
    form = p.form("form")
    p.shadow(50, 82, 44, 0.09)
    if form == "rectangle":
        p.body("M10 34 Q10 28 16 28 H84 Q90 28 90 34 L95 76 Q95 83 88 83 H12 Q5 83 5 76 Z", "round", pitch=9)
        p.part("M20 40 H80 L83 66 H17 Z", p.trim("Cream"), "sheen", 0.7)
        p.part("M8 68 Q50 74 92 68 L94 78 Q94 83 88 83 H12 Q6 83 6 78 Z", p.main, "top")
    elif form == "round":
        p.body(oval(50, 58, 40, 30), "ball", pitch=9)
        p.part(oval(50, 57, 23, 16), p.trim("Cream"), "ball", 0.7)
        for turn in range(0, 360, 30):
            with p.at(50, 58, 1, turn):
                p.line("M24 0 H29", p.main.line, 0.6)
    else:
        p.body("M6 62 Q4 36 50 34 Q96 36 94 62 Q94 82 50 83 Q6 82 6 62 Z", "round", pitch=9)
        p.part(oval(50, 55, 33, 13), p.trim("Cream"), "ball", 0.7)
        if p.look.pattern == "plain":
            p.part("M18 58 Q30 68 50 68 Q70 68 82 58 Q94 60 94 66 Q92 82 50 83 Q8 82 6 66 Q8 58 18 58 Z", p.main, "top")
    with p.at(50, 54, 0.55):
        p.fill(_BONE, p.trim("Cream").dark)
    p.words(32, 71, 36, 11, p.main, 7)


@shape("leash", scene="room", focus=(46, 45), share=0.7,
       forms={"handle": ("plain", "padded", "neoprene")})  # fmt: skip
def leash(p: Pen) -> None:
    coil = smooth("50,20 74,26 80,46 66,62 42,60 32,46 40,34 56,34 66,46 58,54 78,70 84,80", closed=False)
    p.tube(coil, 4, p.main)
    p.tube(smooth("50,20 34,10 16,16 14,34 26,38 42,28 50,20", closed=False), 4, p.main)
    if p.form("handle") != "plain":
        wide = 7 if p.form("handle") == "padded" else 5.4
        p.tube(
            smooth("24,12 16,20 15,32", closed=False), wide, DARK if p.form("handle") == "neoprene" else p.trim(DARK)
        )
    p.part(rect(46, 16, 9, 8, 2), p.trim(DARK), "round", 0.6)
    with p.at(86, 82, 1, -35):
        p.part(rect(-3, -2, 6, 7, 1.5), STEEL, "round", 0.6)
        p.tube("M0 5 Q7 7 6 13 Q3 18 -2 15", 2, STEEL, shine=False)


@shape("collar", scene="room", focus=(50, 70), share=0.6, parts="buckle tag",
       forms={"buckle": ("quick release", "metal")})  # fmt: skip
def collar(p: Pen) -> None:
    p.shadow(48, 95, 24, 0.1)
    p.part("M14 44 Q14 22 50 22 Q86 22 86 44 L80 46 Q78 30 50 30 Q22 30 20 46 Z", p.main, "side")
    p.body("M12 42 Q12 62 50 62 Q88 62 88 42 V54 Q88 74 50 74 Q12 74 12 54 Z", "round", pitch=6)
    if p.form("buckle") == "metal":
        p.line(rect(65, 53, 14, 16, 2), STEEL.line, 3, closed=True)
        p.line(rect(65, 53, 14, 16, 2), STEEL.light, 1.6, closed=True)
        p.line("M66 61 H80", STEEL.line, 1.6)
    else:
        p.part(rect(62, 53, 19, 16, 4), p.trim(DARK), "round", 0.6)
        p.line("M71.500 54 V68", p.trim(DARK).line, 1)
    p.line(oval(46, 75, 3), STEEL.line, 1.2, closed=True)
    p.part(oval(46, 86, 9), p.trim("Gold"), "ball")
    if not p.words(39, 81, 14, 10, p.trim("Gold"), 6):
        with p.at(46, 86, 0.32):
            p.fill(_BONE, p.trim("Gold").line)


@shape("pet-toy", scene="room", focus=(45, 50), share=0.55,
       forms={"material": ("rubber", "rope", "nylon")})  # fmt: skip
def pet_toy(p: Pen) -> None:
    material = p.form("material")
    if material == "rope":
        with p.at(50, 50, 1, -24):
            p.tube("M-34 0 Q-10 -6 0 0 Q10 6 34 0", 9, p.main)
            for x in range(-30, 32, 6):
                p.line(f"M{x - 2} -5 l5 10", p.main.line, 0.9)
            for x in (-26, 26):
                p.part(oval(x, 0, 9), p.trim(p.main), "ball")
            for x, way in ((-34, -1), (34, 1)):
                for y in (-6, -2, 2, 6):
                    p.line(f"M{x} {y * 0.5} l{way * 11} {y}", p.main.base, 1.8)
        return
    if material == "rubber":
        p.shadow(50, 88, 24)
        for y, r in ((24, 16), (46, 21), (70, 19)):
            p.body(oval(50, y, r, r * 0.82), "ball", pitch=7)
        p.part(oval(50, 16, 6, 3), DARK, line=0.5)
        p.words(34, 62, 32, 14, p.main, 8)
        return
    with p.at(50, 50, 2.3, -24):
        p.cast(_BONE, 0.8, 1)
        p.body(_BONE, "top", pitch=4.5, line=0.4)
        p.words(-9, -2.800, 18, 5.600, p.main, 4.4)


@shape("aquarium", scene="shelf", focus=(40, 36), share=0.85,
       forms={"filter": ("internal", "hang-on")})  # fmt: skip
def aquarium(p: Pen) -> None:
    p.shadow(50, 86, 44, 0.06)
    p.part(rect(8, 26, 84, 58, 1), WATER, "", 0.8)
    with p.clip(rect(8, 26, 84, 58)):
        p.fill(rect(8, 26, 84, 8), (236, 246, 250))
        p.fill("M8 84 V76 Q30 70 50 76 Q70 80 92 73 V84 Z", tone("#E3CE9E").base)
        for x, y in ((20, 40), (74, 34), (80, 44)):
            p.line(smooth(f"{x},84 {x - 4},{y + 32} {x + 4},{y + 20} {x - 3},{y + 8}", closed=False), LEAF.base, 2.6)
        p.part(smooth("58,82 60,72 68,70 74,76 76,83"), tone("#8C8A96"), "ball", 0.5)
        for x, y, colour, flip in ((36, 50, "Orange", False), (60, 60, "Yellow", True), (34, 66, "Coral", True)):
            with p.at(x, y, 1, flip=flip):
                p.part("M-6 0 L-13 -5 V5 Z", tone(colour), line=0.5)
                p.part(oval(0, 0, 8, 4.8), tone(colour), "top", 0.5)
                p.fill(oval(4, -1, 1), (30, 30, 34))
        for x, y, r in ((50, 42, 1.6), (53, 37, 1.1), (48, 48, 1)):
            p.line(oval(x, y, r), (255, 255, 255), 0.5, closed=True)
        p.fill("M14 26 H26 L16 84 H10 Z", (255, 255, 255), 70)
    if p.form("filter") == "internal":
        p.part(rect(76, 34, 10, 26, 2), DARK, "round", 0.6)
    else:
        p.part(rect(84, 12, 14, 30, 2), DARK, "round", 0.6)
        p.fill(rect(82, 27, 4, 12), (236, 246, 250))
    p.body(rect(5, 18, 90, 9, 2), "top", pitch=5)
    p.body(rect(5, 82, 90, 7, 2), "top", pitch=5)


@shape("cat-tree", scene="room", focus=(45, 30), share=1.0,
       forms={"levels": (3, 4, 5), "posts": (4, 6, 8)})  # fmt: skip
def cat_tree(p: Pen) -> None:
    levels, posts = p.number("levels"), p.number("posts")
    p.shadow(50, 94, 42, 0.08)
    rope = tone("#D9BC8C")
    step = 82 / levels
    # The posts are shared out between the storeys, two or three of which may have to carry more.
    base, more = divmod(posts, levels)
    for level in range(levels):
        foot = 90 - level * step
        here = base + (1 if level < more else 0)
        for nth in range(here):
            x = 47 + (nth - (here - 1) / 2) * 20 + (-6 if level % 2 else 6)
            p.part(rect(x, foot - step, 6, step), rope, "round", 0.6)
            for line in range(int(step / 3.2)):
                p.line(f"M{x} {foot - step + 2 + line * 3.2} l6 1.400", rope.line, 0.4)
    for level in range(levels):
        top = 90 - (level + 1) * step
        left = 8 if level % 2 else 28
        p.body(rect(left, top - 2, 64, 6, 2.5), "top", pitch=5)
    p.body(rect(6, 89, 88, 6, 2), "top", pitch=6)
    p.part(oval(20, 82, 7), tone("#4A4048"), line=0.7)
    top = 88 - levels * step
    with p.at(24 if levels % 2 == 0 else 44, top - 32 + 2):
        p.part(smooth("28,24 30,18 33,21 37,21 40,18 42,24 40,29 44,32 26,32 30,29"), DARK, "", 0.5)
        for eye in (32.5, 37.5):
            p.fill(oval(eye, 25, 1), (240, 220, 90))


@shape("bird-cage", scene="shelf", focus=(50, 45), share=0.85)
def bird_cage(p: Pen) -> None:
    p.line(oval(50, 7, 3), p.main.line, 1.4, closed=True)
    p.shadow(50, 90, 28)
    cage = sym("M50 11 Q76 12 78 42 V82 H50")
    p.fill(cage, (255, 255, 255), 90)
    p.tube("M50 30 V52", 0.5, DARK, shine=False)
    p.tube("M38 60 H62", 1.8, WOOD)
    p.part(
        smooth("52,38 59,40 59,48 56,58 47,66 40,72 44,60 46,46"),
        tone("Yellow") if p.look.colors[0] != "Yellow" else tone("Sky Blue"),
        "ball",
        0.6,
    )
    p.fill(oval(54.500, 43, 1), (24, 24, 28))
    p.fill("M59 43.500 l4 1.800 l-4 1.800 z", tone("Orange").base)
    for x in (22, 31, 40.5, 50, 59.5, 69, 78):
        p.line(f"M50 11 Q{x} 16 {x} 42 V82", p.main.base, 1.1)
    p.line(arc(50, 42, 28, 4, 0, 180), p.main.base, 1.3)
    p.body(rect(18, 80, 64, 10, 3), "round", pitch=6)
    p.part(star(50, 85, 2.6, 1.2, 5), p.trim(PAPER), line=0.3)
