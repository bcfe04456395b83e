"""Things for the bathroom and the dressing table."""

from __future__ import annotations

from ..palette import DARK, GLASS, PAPER, STEEL, tone
from ..paths import arc, oval, rect, smooth, sym
from ..pen import Pen
from ..registry import shape
from .families import bottle, cylinder


@shape("tube", scene="bath", focus=(50, 50), share=0.85, parts="cap")
def tube(p: Pen) -> None:
    p.shadow(50, 92, 13)
    p.body(sym("M50 12 H70 L63 78 H50"), "round")
    p.part(rect(29.5, 7, 41, 6, 0.8), p.main, "lit", 0.6)
    for x in range(32, 70, 3):
        p.line(f"M{x} 8 v4", p.main.line, 0.3)
    p.part(sym("M50 78 H62.500 L61 92 H50"), p.trim(PAPER), "round")
    p.label(35, 24, 30, 38)


@shape("pump-bottle", scene="bath", focus=(50, 55), parts="pump")
def pump_bottle(p: Pen) -> None:
    trim = p.trim(PAPER)
    p.tube("M50 26 V14", 3, trim)
    p.part("M57 8 H38 Q28 8 26 16 L30 17 Q32 13 38 13.500 H57 Z", trim, "top", 0.6)
    p.part(rect(42, 24, 16, 8, 1), trim, "round")
    bottle(p, "M50 32 H62 Q70 34 70 44 V84 Q70 90 64 90 H50")
    p.label(33, 46, 34, 34)


@shape("dropper-bottle", scene="bath", focus=(50, 60), share=0.75, parts="dropper")
def dropper_bottle(p: Pen) -> None:
    bottle(p, "M50 42 H58 V46 Q70 48 70 57 V84 Q70 90 64 90 H50", shade="glass")
    p.part(sym("M50 6 Q56 6 56 12 V26 H50"), p.trim(DARK), "round")
    p.part(rect(40, 26, 20, 16, 1.5), p.trim("Gold"), "round")
    for x in range(43, 58, 3):
        p.line(f"M{x} 28 v12", p.trim("Gold").line, 0.3)
    p.label(33, 57, 34, 26)


@shape("spray-bottle", scene="bath", focus=(52, 60), parts="trigger")
def spray_bottle(p: Pen) -> None:
    trim = p.trim(PAPER)
    p.part("M40 28 L36 10 Q36 6 41 6 H70 Q76 7 76 13 L60 16 L59 28 Z", trim, "top")
    p.part(rect(28, 8, 9, 6, 1), tone("Red"), "top", 0.5)
    p.tube("M60 17 Q68 20 68 30", 2.2, trim)
    p.part(rect(40, 28, 20, 7, 1), trim, "round")
    bottle(p, "M50 35 H58 Q60 44 67 50 Q71 54 70 62 V86 Q70 91 65 91 H50")
    p.label(33, 57, 34, 27)


@shape("perfume", scene="bath", focus=(50, 60), share=0.75, parts="cap")
def perfume(p: Pen) -> None:
    p.shadow(50, 88, 25)
    p.part(rect(39, 10, 22, 20, 2), p.trim("Gold"), "round")
    p.part(rect(43, 30, 14, 6), STEEL, "round", 0.5)
    p.part(rect(24, 36, 52, 52, 5), GLASS, "glass")
    p.body(rect(29, 42, 42, 41, 3), "glass", line=0.5)
    p.label(34, 50, 32, 24)


@shape("nail-polish", scene="bath", focus=(50, 65), share=0.6, parts="cap brush")
def nail_polish(p: Pen) -> None:
    bottle(p, "M50 50 H58 Q72 54 72 66 V82 Q72 90 64 90 H50", shade="glass")
    p.part(sym("M50 6 H56 L60 51 H50"), p.trim(DARK), "round")
    p.label(34, 63, 32, 20)


@shape("lipstick", scene="bath", focus=(50, 30), share=0.65)
def lipstick(p: Pen) -> None:
    p.shadow(50, 91, 14)
    p.body("M41 44 V20 Q42 10 56 8 Q59 8 59 13 V44 Z", "round")
    p.fill("M41 22 Q44 12 57 9 Q58 18 41 24 Z", p.main.light)
    p.part(rect(39, 38, 22, 16), tone("Gold"), "round")
    p.part(rect(36, 54, 28, 37, 2), p.trim(DARK), "round")
    p.words(37.5, 60, 25, 24, p.trim(DARK), 6)


@shape("compact", scene="bath", focus=(46, 68), share=0.8,
       forms={"mirror": ("mirror", "none"), "with": ("nothing", "puff", "brush")})  # fmt: skip
def compact(p: Pen) -> None:
    p.shadow(50, 88, 32)
    p.part(oval(50, 33, 30, 26), p.trim(DARK), "ball")
    if p.form("mirror") == "mirror":
        p.part(oval(50, 33, 25, 21), GLASS, "sheen", 0.6)
    else:
        p.part(oval(50, 33, 25, 21), p.trim(DARK), "side", 0.6)
    p.part(rect(42, 56, 16, 5, 1), tone("Gold"), line=0.5)
    p.part("M18 70 V76 Q20 90 50 90 Q80 90 82 76 V70 Z", p.trim(DARK), "round")
    p.part(oval(50, 70, 32, 13), p.trim(DARK), "lit")
    p.body(oval(50, 70, 26, 9.6), "sheen")
    p.words(34, 80.5, 32, 8, p.trim(DARK), 6)
    if p.form("with") == "puff":
        p.part(oval(84, 84, 12, 9), tone("#F3C9C9"), "ball")
        p.part(rect(76, 82, 16, 4, 1), tone("White"), line=0.4)
    elif p.form("with") == "brush":
        p.tube("M92 66 L76 88", 3, p.trim(DARK))
        p.part(smooth("76,84 80,88 74,98 66,94"), tone("#B98B5F"), "", 0.6)


@shape("cream-jar", scene="bath", focus=(50, 60), share=0.7, parts="lid")
def cream_jar(p: Pen) -> None:
    cylinder(p, 50, 46, 32, 34)
    p.part("M16 30 V44 Q16 51 50 51 Q84 51 84 44 V30 Z", p.trim(PAPER), "round")
    p.part(oval(50, 30, 34, 6), p.trim(PAPER), "lit")
    p.label(27, 55, 46, 25)


@shape("soap-bar", scene="bath", focus=(45, 52), share=0.7)
def soap_bar(p: Pen) -> None:
    p.shadow(50, 76, 38)
    p.part("M12 46 Q12 72 20 74 H80 Q88 72 88 46 Z", p.main, "side")
    p.body("M12 44 Q12 30 26 30 H74 Q88 30 88 44 Q88 60 74 60 H26 Q12 60 12 44 Z", "top")
    p.line("M19 44 Q19 35 28 35 H72 Q81 35 81 44 Q81 55 72 55 H28 Q19 55 19 44", p.main.line, 0.5, closed=True)
    p.words(26, 37, 48, 16, p.main, 10)
    for x, y, r in ((18, 24, 4), (26, 19, 2.6), (84, 26, 3)):
        p.part(oval(x, y, r), GLASS, "ball", 0.4)


@shape("hair-brush", scene="bath", focus=(50, 28), share=0.8,
       forms={"kind": ("oval", "paddle", "round", "vented")})  # fmt: skip
def hair_brush(p: Pen) -> None:
    kind = p.form("kind")
    head = {
        "paddle": "M50 4 H66 Q76 4 76 14 V46 Q76 56 64 57 H56 Q54 66 56 88 Q56 94 50 94",
        "round": "M50 4 Q60 4 60 12 V54 Q60 58 54 60 Q54 68 56 88 Q56 94 50 94",
    }.get(kind, "M50 6 C66 6 70 20 70 30 C70 44 62 50 56 54 C54 60 54 66 56 88 Q56 94 50 94")
    if kind == "round":
        for y in range(8, 56, 4):
            p.line(f"M34 {y} H66", DARK.base, 0.8)
            for x in (33.500, 66.500):
                p.fill(oval(x, y, 1), DARK.base)
    p.cast(sym(head))
    p.body(sym(head), "round")
    if kind == "round":
        for y in range(10, 56, 5):
            for x in (44, 50, 56):
                p.fill(oval(x, y, 1), DARK.base)
        return
    pad = (
        "M50 9 H64 Q71 9 71 16 V44 Q71 51 62 52 H50"
        if kind == "paddle"
        else "M50 11 C61 11 64 21 64 30 C64 40 58 46 50 47"
    )
    p.part(sym(pad), p.trim("#E9D9C6"), "sheen", 0.6)
    if kind == "vented":
        for y in (18, 25, 32, 39):
            p.part(rect(39, y, 22, 3, 1.5), DARK, line=0.3)
    wide = 7 if kind == "paddle" else 5
    for row in range(7 if kind == "paddle" else 6):
        across = wide if kind == "paddle" or row not in (0, 5) else 3
        for column in range(across):
            p.fill(
                oval(50 + (column - (across - 1) / 2) * (5.6 if kind == "paddle" else 5), 15 + row * 5.2, 1), DARK.base
            )


@shape("toothbrush", scene="bath", focus=(60, 27), share=0.8)
def toothbrush(p: Pen) -> None:
    with p.at(50, 50, 1, 24, about=(50, 50)):
        handle = sym("M50 28 H53.500 Q53 40 56 52 Q58 70 55.500 92 Q54 96 50 96")
        p.cast(handle)
        p.body(handle, "round", pitch=6)
        p.body(rect(44.5, 4, 11, 27, 4.5), "round", pitch=6)
        for row in range(6):
            for column in range(3):
                p.part(
                    rect(45.8 + column * 2.9, 6.5 + row * 3.7, 2.5, 3.2, 0.6),
                    PAPER if (row + column) % 2 else p.trim("Sky Blue"),
                    line=0.25,
                )
        p.part(sym("M50 58 H53.800 Q54.500 70 53.500 80 H50"), p.trim("White"), "side", 0.5)


@shape("razor", scene="bath", focus=(58, 26), share=0.8,
       forms={"blades": ("three", "single", "four", "five"), "refills": (0, 2, 4, 6, 10)})  # fmt: skip
def razor(p: Pen) -> None:
    with p.at(50, 50, 1, 18, about=(50, 50)):
        p.cast(rect(28, 12, 44, 14, 3))
        handle = sym("M50 28 H54 L55 44 Q58 66 54 90 Q53 94 50 94")
        p.cast(handle)
        p.body(handle, "round", pitch=6)
        for y in range(56, 80, 4):
            p.line(f"M47 {y} h6", p.main.line, 0.7)
        p.part("M44 26 h12 l-2 8 h-8 z", p.trim(DARK), "round")
        p.part(rect(28, 11, 44, 16, 3), p.trim(DARK), "top")
        blades = {"single": 1, "three": 3, "four": 4, "five": 5}[p.form("blades")]
        for blade in range(blades):
            p.part(rect(31, 12.5 + (blade + 0.5) * 13 / blades - 0.9, 38, 1.8), STEEL, line=0.3)
    for nth in range(p.number("refills")):
        x, y = 66 + nth % 2 * 17, 42 + nth // 2 * 10
        p.part(rect(x, y, 15, 7.4, 1.6), p.trim(DARK), "top", 0.5)
        for line in (2.4, 4.6):
            p.line(f"M{x + 1.500} {y + line} h12", STEEL.light, 0.7)


@shape("hair-dryer", scene="bath", focus=(40, 35),
       forms={"nozzles": ("concentrator", "diffuser", "concentrator and diffuser", "diffuser and comb")})  # fmt: skip
def hair_dryer(p: Pen) -> None:
    p.cast("M42 44 h16 l6 44 h-16 z")
    p.part("M42 48 L60 46 L66 84 Q67 91 60 92 Q52 93 51 86 Z", p.trim(p.main), "round")
    p.tube("M59 91 Q60 97 70 96 Q84 94 92 97", 1.8, DARK, shine=False)
    p.body("M24 22 L50 16 Q78 14 80 36 Q80 56 54 56 L24 48 Z", "top", pitch=9)
    nozzles = p.form("nozzles")
    if nozzles.startswith("concentrator"):
        p.part("M8 20 Q6 35 8 50 L25 47 V23 Z", p.trim(DARK), "top")
    else:
        p.part("M2 8 Q-3 35 2 62 L18 48 L25 46 V24 L18 22 Z", p.trim(DARK), "top")
        for y in range(14, 60, 8):
            p.part(oval(1, y, 2.2), p.trim(DARK), line=0.4)
    if nozzles == "concentrator and diffuser":
        p.part(oval(18, 80, 15, 12), p.trim(DARK), "ball")
        for nth in range(5):
            p.part(oval(9 + nth * 4.5, 78 + nth % 2 * 4, 1.6), STEEL, line=0.3)
    elif nozzles == "diffuser and comb":
        p.part(rect(4, 74, 30, 7, 2), p.trim(DARK), "top", 0.6)
        for x in range(6, 34, 3):
            p.line(f"M{x} 81 v11", p.trim(DARK).base, 1.3)
    p.part(oval(71, 36, 9, 15), p.trim(DARK), "ball", 0.6)
    for y in (28, 33, 38, 43):
        p.line(f"M65 {y} h12", p.trim(DARK).line, 0.6)
    p.part(rect(51, 60, 5, 12, 2), PAPER, line=0.5)
    if not p.words(29, 26, 32, 22, p.main, 8):
        p.line(arc(45, 36, 10, 10, 200, 320), p.main.light, 1)


@shape("baby-bottle", scene="play", focus=(50, 55), share=0.8, parts="nipple cap")
def baby_bottle(p: Pen) -> None:
    p.part(smooth("50,4 54,6 54,12 62,22 38,22 46,12 46,6"), tone("#E8C79A"), "round")
    p.part(rect(34, 21, 32, 10, 2), p.main, "round")
    p.shadow(50, 91, 17)
    p.part(sym("M50 31 H64 Q69 35 67 46 Q64 58 68 70 V84 Q68 91 61 91 H50"), GLASS, "glass")
    p.body(sym("M50 52 H65.500 Q64.500 60 66.500 70 V84 Q66.500 89.500 61 89.500 H50"), "glass", line=0)
    for y in range(40, 86, 6):
        p.line(f"M60 {y} h5", GLASS.line, 0.6)
    p.words(36, 56, 23, 26, p.main, 8)


@shape("oil-can", scene="garage", focus=(50, 60), share=0.8)
def oil_can(p: Pen) -> None:
    p.shadow(50, 90, 27)
    p.part(rect(28, 10, 16, 9, 1.5), p.trim("Yellow"), "round")
    p.part(rect(31, 19, 10, 6), p.main, "round", 0.5)
    p.body("M26 25 H46 L54 16 Q72 16 76 30 V85 Q76 90 71 90 H29 Q24 90 24 85 V30 Q24 25 26 25 Z", "round")
    p.part("M56 24 Q66 24 68 32 V48 H60 V36 Q60 32 54 30 Z", DARK, "side", 0.5)
    p.label(29, 52, 42, 30)


@shape("air-freshener", scene="garage", focus=(50, 60), share=0.7)
def air_freshener(p: Pen) -> None:
    p.line("M50 22 Q40 6 50 3 Q60 6 50 22", tone("#B9A27E").base, 1)
    card = sym("M50 18 Q54 32 66 44 Q76 56 76 66 Q76 90 50 90")
    p.cast(card)
    p.body(card, "cloth")
    p.part(oval(50, 26, 1.6), PAPER, line=0.4)
    p.label(32, 52, 36, 24)
