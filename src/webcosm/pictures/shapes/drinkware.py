"""Things to drink and pour from."""

from __future__ import annotations

from ..palette import DARK, GLASS, PAPER, STEEL, WATER, WOOD, tone
from ..paths import arc, oval, rect, sym
from ..pen import Pen
from ..registry import shape

_COFFEE = tone("#5B3620")


@shape("mug", scene="kitchen", focus=(48, 45), share=0.75, parts="handle")
def mug(p: Pen) -> None:
    p.shadow(46, 84, 29)
    p.tube("M68 38 C90 34 92 68 66 69", 6.2, p.trim(p.main) if p.look.pattern == "plain" else p.main)
    p.body("M18 27 L21 77 Q22 87 32 87 H60 Q70 87 71 77 L74 27 Z", pitch=9)
    p.part(oval(46, 27, 28, 5.6), p.main, "lit")
    p.part(oval(46, 27.6, 24.5, 4.2), _COFFEE, line=0.4)
    p.words(25, 42, 42, 30, p.main)
    if p.has("lid"):
        p.part("M15 27 Q16 17 46 16 Q76 17 77 27 Q62 32 46 32 Q30 32 15 27 Z", p.trim(DARK), "round")
        p.part(rect(40, 11, 12, 6, 2), p.trim(DARK), "round")
    if p.has("spoon"):
        p.tube("M52 27 L64 6", 1.6, STEEL)


@shape("glass", scene="kitchen", focus=(50, 40), share=0.8,
       forms={"form": ("tumbler", "highball", "stackable", "ribbed")})  # fmt: skip
def glass(p: Pen) -> None:
    kind = p.form("form")
    p.shadow(50, 87, 21)
    if kind == "highball":
        p.body("M34 2 L35 84 Q36 88 40 88 H60 Q64 88 65 84 L66 2 Z", "glass")
        p.fill("M35.500 34 L36.500 81 Q37 85 40 85 H60 Q63 85 63.500 81 L64.500 34 Z", p.trim(WATER).base, 120)
        p.part(oval(50, 2, 16, 3), GLASS, "lit", 0.6)
    else:
        p.body("M27 14 L32 84 Q33 88 38 88 H62 Q67 88 68 84 L73 14 Z", "glass")
        p.fill(
            "M29.500 40 L32.500 81 Q33 84.500 38 84.500 H62 Q67 84.500 67.500 81 L70.500 40 Z", p.trim(WATER).base, 120
        )
        p.fill(oval(50, 40, 20.5, 3), p.trim(WATER).light, 170)
        p.part(oval(50, 14, 23, 3.8), GLASS, "lit", 0.6)
    if kind == "ribbed":
        for step in range(-4, 5):
            p.line(f"M{50 + step * 5} 20 L{50 + step * 3.9} 86", GLASS.line, 0.7)
    elif kind == "stackable":
        p.part("M29.600 50 h40.800 l-0.600 6 h-39.600 z", GLASS, "round", 0.8)
    p.words(34, 48, 32, 28, GLASS, 9)
    if p.has("straw"):
        p.tube("M54 66 L66 2", 2, tone("Red"))


@shape("tumbler", scene="kitchen", focus=(50, 48), parts="lid",
       forms={"lid": ("slide", "flip", "straw")})  # fmt: skip
def tumbler(p: Pen) -> None:
    p.shadow(50, 89, 20)
    if p.has("straw") or p.form("lid") == "straw":
        p.tube("M56 30 L61 -16", 2.8, GLASS)
    p.body("M26 24 L32 85 Q33 90 38 90 H62 Q67 90 68 85 L74 24 Z")
    p.part(rect(23, 14, 54, 8, 3), p.trim(DARK), "round")
    p.part("M28 14 Q29 9 36 9 H64 Q71 9 72 14 Z", p.trim(DARK), "round")
    p.part("M25.500 22 h49 l-0.500 4 h-48 z", STEEL, "round", 0.5)
    if p.form("lid") == "flip":
        p.part("M58 10 L64 -5 Q70 -6 70 0 L68 10 Z", p.trim(DARK), "round", 0.6)
    elif p.form("lid") == "slide":
        p.part(rect(42, 6.6, 16, 4, 1.6), STEEL, "top", 0.4)
    if p.has("handle"):
        p.tube("M72 36 C90 34 90 66 69 66", 5, p.trim(DARK))
    p.label(33, 42, 34, 26)


@shape("teapot", scene="kitchen", focus=(45, 52), parts="lid spout handle",
       forms={"handle": ("side", "top")})  # fmt: skip
def teapot(p: Pen) -> None:
    p.shadow(48, 83, 27)
    if p.form("handle") == "top":
        p.tube("M25 40 C20 -8 76 -8 71 40", 3.6, p.trim(DARK))
    else:
        p.tube("M24 40 C2 34 2 74 26 71", 4.6, p.main)
    p.part("M68 62 Q80 58 84 40 L93 36 L94 41 Q88 72 68 76 Z", p.main, "top")
    p.body("M22 56 C22 38 34 32 48 32 C62 32 74 38 74 56 C74 72 66 84 58 84 H38 C30 84 22 72 22 56 Z", "ball", pitch=9)
    p.part("M33 33 Q34 25 48 25 Q62 25 63 33 Q48 38 33 33 Z", p.trim(p.main), "round")
    p.part(oval(48, 21.5, 4.2), p.trim(p.main), "ball")
    p.words(30, 48, 36, 24, p.main)


@shape("kettle", scene="kitchen", focus=(48, 45), parts="lid handle spout",
       forms={"body": ("steel", "glass"), "control": ("one", "4", "adjustable")})  # fmt: skip
def kettle(p: Pen) -> None:
    p.shadow(48, 88, 28)
    p.part("M66 46 L84 30 Q90 30 89 35 L76 60 Z", p.main, "top")
    p.tube("M28 40 C14 8 76 4 72 38", 5, p.trim(DARK))
    belly = "M30 34 H64 Q68 34 70 42 L77 78 Q78 84 71 84 H25 Q18 84 19 78 L26 42 Q27 34 30 34 Z"
    if p.form("body") == "glass":
        p.part(belly, GLASS, "glass")
        p.fill("M23.500 54 H72.500 L77 78 Q78 84 71 84 H25 Q18 84 19 78 Z", WATER.base, 190)
        p.body("M19 74 H77 L77.500 80 Q77 84 71 84 H25 Q18 84 18.500 80 Z", "round", pitch=5)
    else:
        p.body(belly, pitch=9)
    p.part("M33 34 Q34 28 48 28 Q62 28 63 34 Z", p.trim(DARK), "round")
    p.part(oval(48, 26, 3.4), p.trim(DARK), "ball", 0.5)
    p.part(rect(17, 83, 62, 5, 2), p.trim(DARK), "round")
    if p.look.words:
        p.words(30, 50, 36, 24, p.main, 9)
    else:
        p.part(rect(44, 44, 7, 22, 3), GLASS, "glass", 0.4)
    control = p.form("control")
    for nth in range(4 if control == "4" else 0):
        p.part(oval(36 + nth * 8, 78, 2), tone("Orange"), line=0.4)
    if control == "adjustable":
        p.part(rect(38, 70, 20, 9, 1.4), DARK, line=0.4)
        p.write_in(("185°",), 38.5, 70.4, 19, 8.2, (120, 220, 250), 7)


@shape("pitcher", scene="kitchen", focus=(48, 45), parts="handle spout",
       forms={"lid": ("none", "bamboo", "strainer", "flip", "snap-on")})  # fmt: skip
def pitcher(p: Pen) -> None:
    p.shadow(46, 88, 24)
    p.tube("M66 28 C92 24 90 70 64 68", 5, p.trim(p.main) if p.look.pattern == "plain" else p.main)
    outline = (
        "M22 14 L16 9 Q22 7 30 8 H62 Q68 9 67 16 Q65 28 67 40 Q73 62 68 82 Q67 88 60 88 H32 Q25 88 24 82 Q19 62 25 40 "
        "Q28 26 22 14 Z"
    )
    p.body(outline, "glass" if p.look.colors[0] == "Clear" else "round")
    p.part("M18 10 Q22 7 30 8 H62 Q67 9 66 12 Q46 18 22 14 Z", p.main, "lit", 0.5)
    p.words(28, 44, 36, 30, p.main, 10)
    lid = p.form("lid")
    if p.has("lid") or lid != "none":
        p.part("M18 9 Q26 2 46 2 Q64 2 67 10 Q46 15 18 9 Z", WOOD if lid == "bamboo" else p.trim(DARK), "round")
    if lid == "bamboo":
        p.part(oval(45, 0.5, 4, 3), WOOD, "ball", 0.5)
    elif lid == "strainer":
        for x in range(20, 34, 3):
            p.line(f"M{x} 6 v6", p.trim(DARK).light, 0.7)
    elif lid == "flip":
        p.part("M44 3 L58 -8 Q64 -7 63 -2 L52 4 Z", p.trim(DARK), "round", 0.6)
    elif lid == "snap-on":
        for x in (27, 62):
            p.part(rect(x - 3, 4, 6, 11, 1.4), p.trim(DARK), "lit", 0.6)


@shape("wine-glass", scene="kitchen", focus=(50, 32),
       forms={"wine": ("red", "white", "all-purpose")})  # fmt: skip
def wine_glass(p: Pen) -> None:
    p.shadow(50, 88, 17)
    p.part(oval(50, 87, 17, 3.4), p.main, "lit", 0.6)
    p.part("M48.600 54 h2.800 l1 30 q-2.400 2 -4.800 0 z", p.main, "round", 0.5)
    kind = p.form("wine")
    # Glasses for red wine are wide, those for white wine narrow; one for all of them stands empty.
    with p.at(50, 56, {"red": 1.12, "white": 0.84}.get(kind, 1.0), about=(50, 56)):
        p.body("M31 10 C26 34 32 56 50 56 C68 56 74 34 69 10 Z", "glass")
        if kind != "all-purpose":
            wine = tone("Burgundy") if kind == "red" else tone("#EBDD8E")
            p.fill("M30 31 C31 46 38 53.500 50 53.500 C62 53.500 69 46 70 31 Z", wine.base, 205)
            p.fill(oval(50, 31, 20, 2.8), wine.light)
        p.part(oval(50, 10, 19, 3), GLASS, "lit", 0.6)
        p.fill("M35 16 q-2 16 3 26 l2.500 -1 q-4 -10 -2.500 -25 z", (255, 255, 255), 150)


@shape("thermos", scene="desk", focus=(50, 50), parts="lid",
       forms={"closure": ("cup", "screw", "push-button")})  # fmt: skip
def thermos(p: Pen) -> None:
    p.shadow(50, 92, 17)
    if p.has("handle"):
        p.tube("M64 40 C84 38 84 68 64 66", 4.4, p.trim(DARK))
    closure = p.form("closure")
    if closure == "cup":
        p.part(rect(35, 4, 30, 22, 4), p.trim(STEEL), "round")
        p.tube("M65 9 C75 9 75 21 65 21", 2.4, p.trim(STEEL))
    elif closure == "screw":
        p.part(rect(39, 13, 22, 12, 2), DARK, "round")
    else:
        p.part(rect(37, 12, 26, 13, 3), DARK, "round")
        p.part(rect(44, 5, 12, 8, 3), tone("Red"), "round", 0.6)
    p.part(rect(37, 24, 26, 5), STEEL, "round", 0.5)
    p.body("M37 29 H63 Q68 33 68 40 V86 Q68 92 62 92 H38 Q32 92 32 86 V40 Q32 33 37 29 Z")
    for x in range(41, 60, 3) if closure == "screw" else ():
        p.line(f"M{x} 14.500 v9", DARK.light, 0.5)
    p.label(35, 46, 30, 28)


@shape("coffee-maker", scene="kitchen", focus=(46, 55), share=1.1,
       forms={"carafe": ("glass", "steel"), "timer": ("no", "timer")})  # fmt: skip
def coffee_maker(p: Pen) -> None:
    p.shadow(50, 90, 31)
    p.body("M20 12 Q20 8 24 8 H76 Q80 8 80 12 V88 Q80 90 76 90 H24 Q20 90 20 88 V82 H58 V34 H20 Z", "round")
    p.part(rect(18, 82, 64, 8, 2), p.trim(DARK), "top")
    if p.form("carafe") == "glass":
        p.part("M26 40 H52 L55 76 Q55 81 50 81 H28 Q23 81 23 76 Z", GLASS, "glass")
        p.fill("M25 56 H53.500 L54.500 76 Q54.500 80 50 80 H28 Q23.500 80 23.500 76 Z", _COFFEE.base)
    else:
        p.part("M27 40 H51 Q55 44 55 50 V76 Q55 81 50 81 H28 Q23 81 23 76 V50 Q23 44 27 40 Z", STEEL, "round")
    if p.form("timer") == "timer":
        p.part(rect(62, 36, 15, 8, 1), DARK, line=0.4)
        p.write_in(("7:30",), 62.5, 36.4, 14, 7.2, (120, 240, 160), 6)
    p.part(rect(25, 36, 28, 5, 2), p.trim(DARK), "round", 0.5)
    p.tube("M24 46 C12 46 12 70 23 70", 3, p.trim(DARK))
    p.part(rect(30, 28, 18, 6), DARK, line=0.5)
    p.part(oval(69, 50, 5), STEEL, "ball", 0.5)
    for y in (60, 66):
        p.fill(oval(69, y, 1.6), tone("Green" if y == 60 else "Red").base)
    p.words(24, 12, 52, 16, p.main, 8)


@shape("blender", scene="kitchen", focus=(50, 40), parts="lid",
       forms={"jar": ("plastic", "glass"), "speeds": (2, 5, 8, 10)})  # fmt: skip
def blender(p: Pen) -> None:
    p.shadow(50, 91, 20)
    p.tube("M66 22 C84 24 82 54 64 56", 4, p.trim(DARK))
    p.part("M31 14 H69 L64 62 H36 Z", GLASS if p.form("jar") == "glass" else tone("#DCE3E8"), "glass")
    if p.form("jar") == "plastic":
        for mark in range(22, 60, 8):
            p.line(f"M35 {mark} h7", DARK.base, 0.7)
    p.fill("M33 34 L36.500 61 H63.500 L67 34 Q50 38 33 34 Z", tone("#E58BA0").base, 190)
    p.part(rect(30, 8, 40, 7, 2), p.trim(DARK), "round")
    p.part(rect(44, 3, 12, 6, 2), p.trim(DARK), "round", 0.5)
    p.part("M44 58 l6 -5 l6 5 z", STEEL, line=0.4)
    p.body("M36 62 H64 L71 86 Q72 91 67 91 H33 Q28 91 29 86 Z")
    p.words(36, 64, 28, 9, p.main, 6)
    speeds = p.number("speeds")
    if speeds == 2:
        p.part(oval(50, 80, 5.4), STEEL, "ball", 0.6)
        p.line("M50 80 V76", DARK.base, 0.9)
    for nth in range(speeds if speeds > 2 else 0):
        across = 5
        x, y = 50 + (nth % across - 2) * 6.4, 77.5 + nth // across * 6
        p.part(rect(x - 2.4, y - 2, 4.8, 4, 1), STEEL, "top", 0.4)


@shape("toaster", scene="kitchen", focus=(46, 50), share=0.85,
       forms={"slots": (2, 4)})  # fmt: skip
def toaster(p: Pen) -> None:
    p.shadow(50, 82, 38)
    four = p.number("slots") == 4
    if four:  # the second pair stands behind the first
        for x in (38, 60):
            p.part(
                f"M{x} 34 V12 Q{x} 6 {x + 5} 6 H{x + 13} Q{x + 18} 6 {x + 18} 12 V34 Z", tone("#D9A35C"), "side", 0.7
            )
        p.part("M20 40 Q22 22 34 22 H80 Q90 22 92 34 L94 66 H86 L84 40 Z", p.main, "side")
        p.part(rect(36, 21, 46, 4, 2), DARK, line=0.4)
    for x in (30, 50):
        p.part(f"M{x} 40 V22 Q{x} 16 {x + 5} 16 H{x + 13} Q{x + 18} 16 {x + 18} 22 V40 Z", tone("#D9A35C"), line=0.7)
        p.fill(rect(x + 2.5, 19, 13, 20, 3), tone("#F0D6A4").base)
    p.body("M14 44 Q15 32 26 32 H72 Q84 32 85 44 L87 76 Q87 80 82 80 H17 Q12 80 12 76 Z", "round", pitch=9)
    p.part(rect(26, 31, 48, 4, 2), DARK, line=0.4)
    p.part(rect(15, 80, 12, 3.6, 1), DARK, line=0.4)
    p.part(rect(72, 80, 12, 3.6, 1), DARK, line=0.4)
    p.line("M79 44 V66", DARK.base, 1.2)
    p.part(rect(75.5, 46, 8, 4.4, 1.4), p.trim(DARK), "top", 0.5)
    p.part(oval(68, 68, 4), p.trim(STEEL), "ball", 0.5)
    p.words(20, 44, 42, 26, p.main, 10)


@shape("mixer", scene="kitchen", focus=(52, 40),
       forms={"head": ("tilting", "fixed")})  # fmt: skip
def mixer(p: Pen) -> None:
    p.shadow(50, 90, 34)
    p.part(rect(16, 83, 70, 7, 3), p.main, "top")
    p.part("M64 84 V44 H80 Q84 60 82 84 Z", p.main, "round")
    p.part(sym("M50 50 H62 Q62 72 52 80 H50", 38), STEEL, "round")
    p.part(rect(30, 79, 16, 4, 1), STEEL, line=0.5)
    p.line("M38 44 V60", STEEL.line, 1.6)
    p.line(arc(38, 62, 6, 10, 200, 340), STEEL.line, 0.8)
    p.body("M18 26 Q18 16 30 16 H72 Q86 17 86 32 Q86 44 76 46 H30 Q18 46 18 36 Z", "top", pitch=9)
    if p.form("head") == "tilting":
        p.part(oval(73, 46, 5.4), p.trim(STEEL), "ball", 0.6)
        p.line("M73 43 V49", DARK.base, 1.2)
    else:
        p.tube("M54 48 L58 70", 2.6, p.trim(STEEL))
        p.part(oval(58, 71, 2.8), DARK, line=0.5)
    p.part(rect(33, 44, 10, 5, 1), p.trim(STEEL), "round", 0.5)
    p.part(oval(76, 32, 4.4), p.trim(STEEL), "ball", 0.6)
    p.part(rect(14, 23, 6, 16, 2), p.trim(STEEL), "top", 0.5)
    if p.look.words:
        p.words(25, 21, 44, 20, p.main, 9)
    else:
        p.fill(rect(28, 29, 36, 3, 1.5), p.trim(PAPER).base)


@shape("pot", scene="kitchen", focus=(50, 55), share=0.9, parts="lid handles",
       forms={"lid": ("steel", "glass", "strainer")})  # fmt: skip
def pot(p: Pen) -> None:
    p.shadow(50, 84, 30)
    trim = p.trim(DARK)
    p.tube("M20 48 H9 Q6 48 6 52 Q6 56 9 56 H20", 3.4, trim)
    p.tube("M80 48 H91 Q94 48 94 52 Q94 56 91 56 H80", 3.4, trim)
    p.body("M17 40 H83 V76 Q83 85 73 85 H27 Q17 85 17 76 Z", pitch=9)
    p.part(
        "M16 40 Q18 26 50 25 Q82 26 84 40 Z",
        GLASS if p.form("lid") == "glass" else STEEL if p.form("lid") == "strainer" else p.main,
        "top",
    )
    if p.form("lid") == "glass":
        p.fill("M28 38 Q32 30 42 29 L36 38 Z", (255, 255, 255), 170)
    elif p.form("lid") == "strainer":
        for x in range(62, 80, 4):
            p.fill(oval(x, 34 + (x - 62) * 0.12, 1.3), DARK.base)
    p.part(rect(14, 38, 72, 4.6, 2), STEEL, "round", 0.6)
    p.part("M43 25 Q42 17 50 17 Q58 17 57 25 Z", trim, "round")
    p.words(30, 52, 40, 24, p.main, 10)


@shape("pan", scene="kitchen", focus=(36, 50), parts="handle",
       forms={"handle": ("riveted", "one piece", "wood"), "coating": ("nonstick", "uncoated")})  # fmt: skip
def pan(p: Pen) -> None:
    disc = oval(37, 50, 33)
    p.cast(disc)
    p.cast("M66 45 L97 38 V48 L67 56 Z")
    p.part(
        "M66 44 L92 38 Q98 38 98 43 Q98 48 93 48.500 L67 55 Z",
        {"one piece": p.main, "wood": WOOD}.get(p.form("handle"), STEEL),
        "top",
    )
    p.part(oval(92, 43.4, 1.8), PAPER, line=0.5)
    p.body(disc, "ball")
    coated = p.form("coating") == "nonstick" and p.look.pattern == "plain"
    p.part(oval(37, 50, 27.5), tone("#4A4D55") if coated else p.main, "sheen", 0.6)
    if p.look.words:
        p.words(19, 38, 36, 24, tone("#4A4D55") if coated else p.main, 9)
    else:
        p.line(arc(37, 50, 20, 20, 200, 300), tone("#6B6E78").base if coated else p.main.line, 0.8)
    if p.has("lid"):
        p.part(oval(37, 50, 30), GLASS, "glass")
        p.part(oval(37, 50, 5), p.trim(DARK), "ball")


@shape("bowl", scene="kitchen", focus=(45, 55), share=0.8,
       forms={"spout": ("no", "yes"), "lid": ("not included", "included")})  # fmt: skip
def bowl(p: Pen) -> None:
    p.shadow(50, 81, 20)
    p.part(rect(36, 76, 28, 6, 2), p.main, "round")
    p.body("M10 40 C12 64 30 79 42 79 H58 C70 79 88 64 90 40 Z", "round", pitch=8)
    if p.form("spout") == "yes":
        p.part("M80 36 L99 34 Q96 42 84 47 Z", p.main, "lit")
    p.part(oval(50, 40, 40, 9.5), p.main, "lit")
    p.part(oval(50, 40.8, 35.5, 7.2), p.trim(p.main), "side", 0.5)
    if p.form("lid") == "included":
        p.part("M10 39 Q14 28 50 28 Q86 28 90 39 Q80 49 50 49 Q20 49 10 39 Z", GLASS, "glass")
        p.part(oval(50, 29, 6, 2.6), p.trim(DARK), "ball", 0.5)
    p.words(32, 53, 36, 20, p.main, 9)
    if p.has("spoon"):
        p.tube("M60 40 L88 18", 2, WOOD)


@shape("plate", scene="kitchen", focus=(38, 40), share=0.85,
       forms={"rim": ("wide", "coupe", "raised")})  # fmt: skip
def plate(p: Pen) -> None:
    disc = oval(50, 50, 40)
    p.cast(disc)
    p.body(disc, "ball")
    inner = p.look.second if p.look.second and p.look.pattern == "plain" else p.main
    p.part(oval(50, 50, {"wide": 25.0, "coupe": 37.0}.get(p.form("rim"), 31.0)), inner, "sheen", 0.6)
    if p.form("rim") == "raised":
        p.line(oval(50, 50, 37), p.main.line, 1.4, closed=True)
        p.line(oval(50, 50, 34.5), p.main.light, 1, closed=True)
    elif p.form("rim") == "wide":
        p.line(oval(50, 50, 37.5), p.main.line, 0.35, closed=True)
    p.words(31, 38, 38, 24, p.main, 9)
