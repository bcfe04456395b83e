"""Hand tools, kitchen tools, and things for the workshop and the car."""

from __future__ import annotations

from collections.abc import Callable

from ..palette import DARK, PAPER, RUBBER, STEEL, WOOD, brightness, tone
from ..paths import arc, oval, rect, smooth, star, sym
from ..pen import Pen
from ..registry import shape
from .families import cylinder


@shape("knife", scene="kitchen", focus=(66, 40), share=0.8,
       forms={"handle": ("wood", "resin", "rubber")})  # fmt: skip
def knife(p: Pen) -> None:
    with p.at(50, 50, 1, -32, about=(50, 50)):
        blade = "M4 44 L62 42 V58 H26 Q10 56 4 44 Z"
        p.cast(blade)
        p.part(blade, STEEL, "top")
        p.line("M12 51 H62", STEEL.light, 0.7)
        handle = "M62 41 H94 Q98 42 98 48 Q98 55 93 55 Q88 53 82 57 Q76 59 70 57 H62 Z"
        p.cast(handle)
        p.body(handle, "top", pitch=6)
        p.part(rect(60, 40, 5, 19, 1), p.trim(STEEL), "top", 0.6)
        if p.form("handle") == "rubber":
            for x in range(69, 95, 3):
                p.line(f"M{x} 43.500 v9", p.main.line, 0.9)
        for x in (72, 81, 90) if p.form("handle") == "wood" else ():
            p.fill(oval(x, 48.5, 1.4), STEEL.light)


_LAID = {16: ("knife", "fork", "spoon", "teaspoon"), 20: ("knife", "fork", "small fork", "spoon", "teaspoon"),
         24: ("knife", "small knife", "fork", "small fork", "spoon", "teaspoon")}  # fmt: skip


def _canteen(p: Pen, pieces: int) -> None:
    """A tray with cutlery for four: four of each piece, side by side."""
    p.cast(rect(2, 4, 96, 92, 2))
    p.part(rect(2, 4, 96, 92, 2), tone("#5B4A44"), "", 0.8)
    kinds = _LAID[pieces]
    column = 92 / len(kinds)
    for nth, kind in enumerate(kinds):
        for person in range(4):
            x = 4 + nth * column + (person + 0.5) * column / 4
            small = 0.62 if kind.startswith(("small", "tea")) else 0.8
            with p.at(x, 90, small, about=(0, 90)):
                p.body(rect(-1.1, 48, 2.2, 42, 1), "round", pitch=4, line=0.4)
                if kind.endswith("knife"):
                    p.part("M-1.200 50 V4 Q3.200 8 3 30 L1.200 50 Z", p.main, "round", 0.4)
                elif kind.endswith("fork"):
                    p.part(
                        "M-1 50 L-3 28 V6 H-1.600 V22 H-0.700 V6 H0.700 V22 H1.600 V6 H3 V28 L1 50 Z", p.main, "", 0.4
                    )
                else:
                    p.part(oval(0, 18, 3.4, 10), p.main, "ball", 0.4)
                    p.part(rect(-0.9, 27, 1.8, 24), p.main, "", 0.3)


@shape("cutlery", scene="kitchen", focus=(36, 50), share=0.85,
       forms={"pieces": (3, 16, 20, 24)})  # fmt: skip
def cutlery(p: Pen) -> None:
    if p.number("pieces") > 3:
        _canteen(p, p.number("pieces"))
        return
    metal = p.trim("Silver")
    for x in (22, 50, 78):
        handle = sym(f"M{x} 50 h2.500 l2.500 36 q0 6 -5 6", x)
        p.cast(handle)
        p.body(handle, "round", pitch=5)
    p.part(sym("M22 56 H25 L26 40 Q31 36 31 28 V10 H28.500 V27 H26.500 V10 H23.600 V27 H22", 22), metal, "round")
    p.part("M48 56 V10 Q57 12 56 32 Q56 42 53 44 L52.500 56 Z", metal, "round")
    p.part(sym("M78 56 H80.400 L80 38 Q87 32 87 22 Q86 9 78 9", 78), metal, "round")
    p.fill(oval(76, 21, 3, 7), metal.light)


@shape("spatula", scene="kitchen", focus=(62, 26), share=0.85,
       forms={"head": ("slotted", "solid", "flexible", "wide")})  # fmt: skip
def spatula(p: Pen) -> None:
    with p.at(50, 50, 1, 28, about=(50, 50)):
        kind = p.form("head")
        head = {
            "wide": "M28 8 Q28 4 32 4 H68 Q72 4 72 8 L64 34 Q62 39 56 39 H44 Q38 39 36 34 Z",
            "flexible": "M40 4 H56 Q64 6 63 20 L60 34 Q59 39 54 39 H46 Q41 39 40 34 Z",
        }.get(kind, "M37 6 Q36 4 39 4 H61 Q64 4 63 6 L60 34 Q59 39 54 39 H46 Q41 39 40 34 Z")
        p.cast(head)
        p.body(head, "sheen", pitch=7)
        if kind == "slotted":
            for x in (43.5, 49, 54.500):
                p.fill(rect(x - 1, 11, 3, 18, 1.4), p.main.line)
        p.tube("M50 40 V62", 2.4, STEEL)
        p.part(rect(46, 60, 8, 36, 4), p.trim(WOOD), "round")
        p.fill(oval(50, 91, 1.6), p.trim(WOOD).line)


@shape("whisk", scene="kitchen", focus=(50, 54), share=0.85,
       forms={"wires": (8, 10, 11, 14)})  # fmt: skip
def whisk(p: Pen) -> None:
    with p.at(50, 50, 1, 28, about=(50, 50)):
        # A wire goes up on one side and down on the other, so half as many loops are seen.
        loops = round(p.number("wires") / 2)
        for r in (1.5 + 15.5 * nth / (loops - 1) for nth in reversed(range(loops))):
            loop = f"M49 58 C{50 - r * 1.5} 36 {50 - r * 1.3} 2 50 2 C{50 + r * 1.3} 2 {50 + r * 1.5} 36 51 58"
            p.line(loop, STEEL.line, 2)
            p.line(loop, STEEL.light, 1.1)
        p.part(rect(46.5, 56, 7, 8, 1.5), STEEL, "round", 0.6)
        p.cast(rect(46, 63, 8, 34, 4))
        p.body(rect(46, 63, 8, 34, 4), "round", pitch=5)


@shape("hammer", scene="workshop", focus=(54, 36), zoom=1.7, share=0.85)
def hammer(p: Pen) -> None:
    with p.at(50, 50, 1, 24, about=(50, 50)):
        handle = "M46 24 H54 L55 92 Q55 96 50 96 Q45 96 45 92 Z"
        p.cast(handle)
        p.part(handle, WOOD, "round")
        p.body("M45.500 46 H54.500 L55.500 92 Q55 96.500 50 96.500 Q45 96.500 44.500 92 Z", "round", pitch=6)
        head = "M24 12 H30 V14 H56 Q72 12 82 24 Q70 22 62 28 H30 V30 H24 Q22 30 22 27 V15 Q22 12 24 12 Z"
        p.cast(head)
        p.part(head, p.trim(STEEL), "top")


def _upright_screwdriver(p: Pen, nth: int) -> None:
    """A screwdriver within 10 by 40, its foot at 0, 0: one blade, then a cross, and so on."""
    p.part(rect(-0.9, -40, 1.8, 22), STEEL, "round", 0.35)
    if nth % 2:
        p.fill("M-1.600 -38 L0 -42 L1.600 -38 Z", STEEL.line)
    p.body(rect(-3.2, -19, 6.4, 19, 2.6), "round", pitch=5, line=0.5)
    p.fill(rect(-3.2, -6, 6.4, 2.4), p.trim(DARK).base)


def _upright_wrench(p: Pen, nth: int) -> None:
    """A combination wrench within 10 by 40, its foot at 0, 0."""
    p.body("M-1.500 -9 V-29 Q-4.200 -31 -4.200 -35 Q-4.200 -38.500 -2 -40 V-34.500 H2 V-40 Q4.200 -38.500 4.200 "
           "-35 Q4.200 -31 1.500 -29 V-9 Z",
           "round", pitch=5, line=0.5)  # fmt: skip
    p.body(oval(0, -5, 4.2), "", pitch=5, line=0.5)
    p.fill(oval(0, -5, 2), (70, 72, 80))


def _set(p: Pen, pieces: int, storage: str, one: Callable[[Pen, int], None]) -> None:
    """A set of tools side by side, from the smallest to the largest, in what they are kept in."""
    across = 12 if pieces in (12, 24) else 10 if pieces in (10, 20) else pieces
    rows = pieces // across
    high = 46.0 if rows == 2 else 62.0
    top = 50 - rows * high / 2
    if storage == "rack":
        p.part(rect(4, top - 4, 92, rows * high + 6, 2), WOOD, "top")
    elif storage == "roll":
        p.part(rect(2, top - 4, 96, rows * high + 8, 5), tone("#6B5A48"), "cloth")
        p.tube(f"M98 50 q6 {rows * 6} 2 {rows * 14}", 1.6, tone("#8A7660"), shine=False)
    elif storage == "case":
        p.part(rect(2, top - 22, 96, 22, 3), tone("#3A3D45"), "lit")
        p.part(rect(2, top - 4, 96, rows * high + 8, 3), tone("#4A4D55"), "")
        p.part(rect(42, top + rows * high + 2, 16, 5, 1.6), tone("#2A2C32"), line=0.5)
    else:
        p.part(rect(4, top - 4, 92, rows * high + 6, 2), tone("#D9CDB8"), "")
    step = 86 / across
    for nth in range(pieces):
        row, column = divmod(nth, across)
        size = min(step / 8.2, high / 44) * (0.72 + 0.28 * (nth + 1) / pieces)
        with p.at(7 + (column + 0.5) * step, top + (row + 1) * high - 4, size):
            one(p, nth)
    for row in range(rows if storage in ("rack", "roll") else 0):
        y = top + (row + 1) * high - 16
        p.part(rect(4, y, 92, 5, 1), WOOD if storage == "rack" else tone("#7C6A55"), "top", 0.5)


@shape("screwdriver", scene="workshop", focus=(38, 68), share=0.85,
       forms={"pieces": (1, 6, 8, 12, 24), "storage": ("tray", "rack", "roll", "case")})  # fmt: skip
def screwdriver(p: Pen) -> None:
    if p.number("pieces") > 1:
        _set(p, p.number("pieces"), p.form("storage"), _upright_screwdriver)
        return
    with p.at(50, 50, 1, 36, about=(50, 50)):
        p.part("M48 8 L47 4 H53 L52 8 V54 H48 Z", STEEL, "round", 0.6)
        handle = sym("M50 52 H55 Q58 56 56 60 Q61 64 60 76 Q60 96 50 96")
        p.cast(handle)
        p.body(handle, "round", pitch=6)
        for x in (45, 50, 55):
            p.line(f"M{x} 66 V90", p.main.line, 0.6)
        p.part(sym("M50 51 H54.500 L54 57 H50"), p.trim(DARK), "round", 0.6)


@shape("wrench", scene="workshop", focus=(66, 24), share=0.85,
       forms={"pieces": (1, 8, 10, 12, 20), "storage": ("tray", "roll", "rack", "case")})  # fmt: skip
def wrench(p: Pen) -> None:
    if p.number("pieces") > 1:
        _set(p, p.number("pieces"), p.form("storage"), _upright_wrench)
        return
    with p.at(50, 50, 1, 32, about=(50, 50)):
        outline = (
            "M44 32 Q36 28 36 18 Q36 8 43 4 V18 L50 22 L57 18 V4 Q64 8 64 18 Q64 28 56 32 V70 Q62 74 62 82 "
            "Q61 95 50 95 Q39 95 38 82 Q38 74 44 70 Z"
        )
        p.cast(outline)
        p.body(outline, "round", pitch=6)
        p.part(star(50, 83, 6.4, 5.6, 6), tone("#6B7078"), line=0.6)
        p.line(rect(47.5, 38, 5, 28, 2.5), p.main.line, 0.6, closed=True)


@shape("saw", scene="workshop", focus=(35, 55), share=0.9,
       forms={"handle": ("wood", "soft", "two-component")})  # fmt: skip
def saw(p: Pen) -> None:
    with p.at(50, 50, 1, -14, about=(50, 50)):
        teeth = " ".join(
            f"L{66 - i * 3.1 - 1.5:.2f} {64.5 - i * 0.42 + 3:.2f} L{66 - i * 3.1 - 3.1:.2f} {64.5 - i * 0.42:.2f}"
            for i in range(20)
        )
        blade = f"M4 46 L66 36 V64.500 {teeth} Z"
        p.cast(blade)
        p.part(blade, STEEL, "top")
        handle = "M64 34 Q74 30 86 36 Q92 40 94 50 L97 66 Q97 72 90 72 Q86 68 80 70 L66 70 Q62 68 62 62 V40 Z"
        p.cast(handle)
        p.body(handle, "top", pitch=7)
        if p.form("handle") != "wood":
            p.line("M66 37 Q76 33 85 38 Q90 42 92 51 L94 64", p.trim(DARK).base, 3.4)
        p.part("M72 44 Q80 42 84 48 L86 58 Q84 62 78 62 H73 Q70 60 70 56 V48 Z", tone("#8C8578"), line=0.6)
        for y in (42, 56):
            p.fill(oval(66.500, y, 1.2), STEEL.light)


@shape("drill", scene="workshop", focus=(45, 32), share=0.85,
       forms={"kit": ("bare", "kit"), "battery": ("2.0 ah", "1.5 ah", "4.0 ah")})  # fmt: skip
def drill(p: Pen) -> None:
    p.shadow(58, 93, 22)
    p.part(rect(2, 29, 16, 2.6), STEEL, "top", 0.5)
    p.part("M16 24 H28 V38 H16 Q14 31 16 24 Z", p.trim(DARK), "top")
    p.part("M54 42 L74 40 L80 74 H58 Z", p.main, "round")
    p.part("M60 48 L72 46 L76 70 H62 Z", p.trim(DARK), "round", 0.5)
    p.body("M28 20 Q28 14 36 14 H76 Q86 15 86 28 Q86 42 76 44 H36 Q28 44 28 40 Z", "top", pitch=8)
    p.part("M50 44 L56 44 L58 54 Q52 54 50 44 Z", tone("Red") if p.look.colors[0] != "Red" else DARK, line=0.6)
    large = p.form("battery") == "4.0 ah"
    p.part(rect(46 if large else 52, 74, 42 if large else 30, 22 if large else 16, 3), p.trim(DARK), "top")
    charge = p.form("battery").replace("ah", "Ah")
    p.write_in((charge,), 53, 76, 28, 12, (255, 255, 255) if brightness(p.trim(DARK).base) < 140 else DARK.base, 7)
    if p.form("kit") == "kit":
        p.part(rect(2, 70, 38, 24, 2), tone("#3A3D45"), "top", 0.7)
        for nth in range(10):
            p.part(rect(5 + nth % 5 * 6.8, 73 + nth // 5 * 10, 2.4, 8), STEEL, "round", 0.3)
    for x in (72, 76, 80):
        p.line(f"M{x} 22 V36", p.main.line, 1)
    p.words(32, 19, 36, 20, p.main, 8)


@shape("toolbox", scene="workshop", focus=(45, 60), share=0.9, parts="handle latches",
       forms={"trays": (2, 3, 5), "material": ("steel", "plastic")})  # fmt: skip
def toolbox(p: Pen) -> None:
    """Its lid is up, and the trays are lifted out one above the other."""
    trays, steel = p.number("trays"), p.form("material") == "steel"
    p.shadow(50, 91, 42, 0.08)
    lift = 6.0 if trays < 5 else 5.0
    top = 60 - trays * (lift + 1.5)
    p.part(f"M12 {top} L18 {top - 16} H82 L88 {top} Z", p.main, "lit")
    p.tube(f"M38 {top - 16} V{top - 22} H62 V{top - 16}", 3.4, p.trim(DARK))
    for nth in range(trays):
        y = top + 1 + nth * (lift + 1.5)
        p.part(rect(14, y, 72, lift, 1), STEEL if steel else p.trim(DARK), "top", 0.6)
        for x in range(20, 84, 13):
            p.fill(rect(x, y + 1.2, 7, lift - 2.6), ((60, 62, 70), (150, 110, 60))[(x + nth) % 2])
    p.body(rect(10, 60, 80, 30, 3), "top", pitch=9)
    for x in (24, 68):
        p.part(rect(x, 58, 8, 12, 1.5), STEEL if steel else p.trim(DARK), "top", 0.6)
    if steel:
        p.line("M12 63.500 H88", p.main.light, 0.8)
    p.label(36, 68, 28, 17)


@shape("tape-measure", scene="workshop", focus=(42, 45), share=0.7, parts="tape")
def tape_measure(p: Pen) -> None:
    p.shadow(46, 82, 38, 0.09)
    p.part("M56 72 H94 V80 H56 Z", tone("Yellow"), "top", 0.6)
    for i in range(11):
        p.line(f"M{66 + i * 2.5} 72.500 v{4 if i % 4 == 0 else 2.4}", DARK.base, 0.4)
    p.part("M93 70 h3 v13 h-3 z", STEEL, line=0.5)
    p.body("M12 76 V42 Q12 18 38 18 Q66 18 66 46 V80 H16 Q12 80 12 76 Z", "sheen", pitch=8)
    p.part(oval(38, 46, 18), p.trim(DARK), "ball")
    p.part(oval(38, 46, 14.5), PAPER, "sheen", 0.5)
    p.words(26, 38, 24, 16, PAPER, 7)
    p.part(rect(54, 22, 8, 5, 2), p.trim(DARK), line=0.5)


@shape("ladder", scene="workshop", focus=(45, 30), share=1.15)
def ladder(p: Pen) -> None:
    p.shadow(52, 94, 28, 0.08)
    p.tube("M58 10 L78 92", 2.6, p.trim(STEEL))
    p.tube("M50 10 L64 92", 2.2, p.trim(STEEL))
    p.line("M62 60 H71", STEEL.line, 1)
    for i in range(6):
        y = 20 + i * 12.5
        spread = (y - 8) * 0.2
        p.body(rect(39 - spread * 0.95, y, 16 + spread * 1.2, 3.6, 0.6), "top", pitch=4)
    for top, foot in ((40, 22), (54, 62)):
        p.body(f"M{top - 2} 8 h4 L{foot + 2} 93 h-4 Z", "round", pitch=5)
    p.part(rect(34, 6, 28, 5, 1.5), p.trim(DARK), "top")


@shape("paint-can", scene="workshop", focus=(50, 55), share=0.75, parts="lid handle")
def paint_can(p: Pen) -> None:
    p.tube(arc(50, 30, 31, 25, 180, 360), 1.4, STEEL, shine=False)
    cylinder(p, 50, 32, 30, 52, colour=tone("#D5D9DE"), pattern=False)
    p.body("M20 44 V74 Q20 82 50 82 Q80 82 80 74 V44 Q80 50 50 50 Q20 50 20 44 Z", "round")
    p.part(oval(50, 32, 30, 5), STEEL, "lit")
    p.part(oval(50, 32, 24.5, 3.8), p.main, "sheen", 0.5)
    p.part("M60 33 Q70 32 74 35 V50 Q72 54 70 50 V44 Q67 41 65 46 V58 Q62 62 60 57 Z", p.main, "", 0.6)
    for x in (20, 80):
        p.part(oval(x, 36, 2.6), STEEL, "ball", 0.5)
    p.label(30, 56, 34, 22)


@shape("tire", scene="garage", focus=(32, 34), share=0.85)
def tire(p: Pen) -> None:
    p.shadow(50, 90, 26)
    p.part(star(50, 50, 41, 38.5, 32), RUBBER, line=0.5)
    p.body(oval(50, 50, 37.5), "ball", pitch=7)
    p.line(oval(50, 50, 31), p.main.line, 0.6, closed=True)
    rim = p.trim("Silver")
    p.part(oval(50, 50, 23), rim, "ball")
    for turn in range(5):
        with p.at(50, 50, 1, turn * 72):
            p.part("M-5 -7 L-7.500 -19 Q0 -22 7.500 -19 L5 -7 Q0 -9 -5 -7 Z", DARK, line=0.5)
    p.part(oval(50, 50, 5.4), rim, "ball", 0.6)


@shape("car-mat", scene="garage", focus=(45, 45), share=0.8,
       forms={"pieces": (1, 2, 3, 4)})  # fmt: skip
def car_mat(p: Pen) -> None:
    pieces = p.number("pieces")
    spots = {2: ((26, 50), (74, 50)), 3: ((26, 28), (74, 28), (50, 76)), 4: ((26, 26), (74, 26), (26, 76), (74, 76))}
    for nth, (x, y) in enumerate(spots.get(pieces, ((50, 50),))):
        with p.at(x, y, 1.0 if pieces == 1 else 0.62 if pieces == 2 else 0.5, about=(50, 50)):
            _mat(p, words=nth == 0)


def _mat(p: Pen, *, words: bool) -> None:
    outline = (
        "M22 16 Q22 10 28 10 H66 Q72 10 74 16 L82 30 Q84 34 82 40 L76 84 Q75 90 69 90 H31 Q25 90 24 84 L18 30 "
        "Q18 22 22 16 Z"
    )
    p.cast(outline)
    p.body(outline, "sheen", pitch=10)
    p.line(
        "M27 18 Q27 15 31 15 H65 L77 33 L71 82 Q70 85 67 85 H33 Q30 85 29 82 L23 30 Q23 23 27 18 Z",
        p.trim(p.main).line,
        1.2,
        closed=True,
    )
    if p.look.pattern == "plain":
        for row in range(5):
            p.line(f"M31 {30 + row * 7} H69", p.main.line, 0.8)
    p.part(rect(38, 66, 24, 13, 1.5), p.trim(DARK), "top", 0.6)
    if words:
        p.words(39, 67, 22, 11, p.trim(DARK), 6)


@shape("dumbbell", scene="room", focus=(30, 50), share=0.65)
def dumbbell(p: Pen) -> None:
    p.shadow(50, 72, 42, 0.08)
    p.part(rect(30, 45, 40, 9), STEEL, "top")
    for x in range(40, 62, 3):
        p.line(f"M{x} 46 v7", STEEL.line, 0.5)
    for x, width, height in ((4, 8, 26), (12, 20, 44), (68, 20, 44), (88, 8, 26)):
        p.body(rect(x, 49.5 - height / 2, width, height, 3.5), "top", pitch=6)
    for x in (13, 69):
        p.words(x, 40, 18, 19, p.main, 7)


@shape("helmet", scene="park", focus=(40, 50), share=0.8,
       forms={"vents": (12, 18, 22), "light": ("without", "rear"), "visor": ("none", "removable")})  # fmt: skip
def helmet(p: Pen) -> None:
    p.shadow(46, 88, 26, 0.1)
    p.tube(smooth("26,62 32,80 42,88 50,84 60,66", closed=False), 1.8, DARK, shine=False)
    p.body("M8 60 Q8 18 52 16 Q92 18 94 54 Q94 62 86 63 Q56 58 26 68 Q8 70 8 60 Z", "ball", pitch=9)
    # One sees half of the vents; they stand in rows that follow the shell.
    seen = p.number("vents") // 2
    rows = 2 if seen < 8 else 3
    for nth in range(seen):
        row, column = nth % rows, nth // rows
        of = -(-seen // rows)
        x = 22 + (column + 0.5) * 60 / of + (2 if row else 0)
        y = 28 + row * (24 / rows) + abs(x - 50) * 0.16
        p.part(f"M{x - 1.600} {y} q2.400 -2 4.600 0 l0.800 {15 / rows} q-3 2 -5.400 0 z", DARK, line=0.5)
    if p.form("light") == "rear":
        p.part(rect(5, 50, 7, 9, 2), tone("Red"), "ball", 0.6)
    p.part("M8 60 Q26 64 56 58 Q80 54 94 55 Q94 63 86 64 Q56 60 26 69 Q8 71 8 60 Z", p.trim(DARK), "top", 0.6)
    if p.has("visor") or p.form("visor") == "removable":
        p.part("M80 54 L99 60 Q99 65 94 64 L78 62 Z", p.trim(DARK), line=0.6)
