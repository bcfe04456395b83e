"""Small electric things."""

from __future__ import annotations

from ..palette import DARK, GLASS, PAPER, STEEL, tone
from ..paths import oval, rect, smooth, star, sym
from ..pen import Pen
from ..registry import shape


@shape("cable", scene="desk", focus=(50, 45), share=0.8,
       forms={"plugs": ("usb-c to usb-c", "usb-a to usb-c", "usb-c to micro-usb"), "jacket": ("smooth", "braided"),
              "length": (6, 3, 10)})  # fmt: skip
def cable(p: Pen) -> None:
    p.tube("M26 48 C20 70 28 78 24 92", 3, p.main)
    p.tube("M74 48 C82 66 72 78 77 90", 3, p.main)
    for r in {3: (24,), 6: (28, 24, 20), 10: (32, 28, 24, 20, 16)}[p.number("length")]:
        p.tube(oval(50, 46, r, round(r * 0.9, 2)), 3, p.main, closed=True)
        if p.form("jacket") == "braided":
            for x, y in oval(50, 46, r, round(r * 0.9, 2)).tolist():
                p.line(f"M{x - 1} {y - 1} l2 2", p.main.line, 0.5)
    p.part(rect(46, 60, 8, 14, 2), p.trim(DARK), "round", 0.6)
    ends = {"usb-c to usb-c": "cc", "usb-a to usb-c": "ac", "usb-c to micro-usb": "cm"}[p.form("plugs")]
    for x, end in zip((24, 77), ends, strict=True):
        wide = 7.0 if end == "a" else 4.5
        p.part(rect(x - wide, 80, 2 * wide, 12, 2), p.trim(DARK), "round", 0.6)
        if end == "a":
            p.part(rect(x - 5.5, 92, 11, 10, 0.4), STEEL, "round", 0.5)
            p.fill(rect(x - 3.6, 94.5, 2.6, 2.6), DARK.base)
            p.fill(rect(x + 1, 94.5, 2.6, 2.6), DARK.base)
        elif end == "c":
            p.part(rect(x - 3.4, 92, 6.8, 6, 2.2), STEEL, "round", 0.5)
        else:
            p.part(f"M{x - 3.6} 92 h7.200 l-1.400 5 h-4.400 z", STEEL, "round", 0.5)


@shape("charger", scene="desk", focus=(50, 45), share=0.75,
       forms={"ports": ("1 usb-c", "2 usb-c", "1 usb-c and 1 usb-a", "3 usb-c and 1 usb-a"), "plug": ("fixed",
              "foldable")})  # fmt: skip
def charger(p: Pen) -> None:
    p.cast(rect(27, 24, 46, 54, 8))
    for prong in (40, 56):
        p.part(rect(prong, 8, 4.4, 17, 1), STEEL, "round")
    p.body(rect(27, 24, 46, 54, 8), "round")
    p.line("M27 34 H73", p.main.line, 0.5)
    ports = {"1 usb-c": "c", "2 usb-c": "cc", "1 usb-c and 1 usb-a": "ca"}.get(p.form("ports"), "ccca")
    for nth, port in enumerate(ports):
        across = min(len(ports), 2)
        x, y = 50 + (nth % 2 - (across - 1) / 2) * 17, (66.0 if len(ports) < 3 else 62.0) + nth // 2 * 8
        p.part(rect(x - 5, y, 10, 4, 2) if port == "c" else rect(x - 5, y - 0.6, 10, 5.6, 0.4), DARK, line=0.5)
    if p.form("plug") == "foldable":
        p.part(rect(36, 22, 28, 4, 1), p.trim(DARK), line=0.5)
    p.tube("M42 78 V84 Q42 95 56 94 Q76 92 92 95", 2, p.trim(PAPER), shine=False)
    if not p.words(31, 37, 38, 24, p.main, 8):
        p.fill(
            "M52 38 l-9 13 h6 l-2 10 l9 -13 h-6 z", tone("Yellow").base if p.look.colors[0] != "Yellow" else DARK.base
        )


@shape("power-bank", scene="desk", focus=(50, 40), share=0.75,
       forms={"display": ("led", "digital"), "ports": ("usb-c and usb-a", "2 usb-c", "usb-c and 2 usb-a")})  # fmt: skip
def power_bank(p: Pen) -> None:
    p.cast(rect(28, 10, 44, 80, 6))
    p.body(rect(28, 10, 44, 80, 6), "round")
    ports = {"usb-c and usb-a": "ca", "2 usb-c": "cc", "usb-c and 2 usb-a": "caa"}[p.form("ports")]
    for nth, port in enumerate(ports):
        x = 50 + (nth - (len(ports) - 1) / 2) * (38 / len(ports))
        p.part(rect(x - 4.5, 13, 9, 3, 1.5) if port == "c" else rect(x - 4.5, 12.6, 9, 5, 0.4), DARK, line=0.4)
    if p.form("display") == "digital":
        p.part(rect(40, 76, 20, 11, 1.4), DARK, line=0.4)
        p.write_in(("87%",), 40.5, 76.5, 19, 10, (120, 240, 160), 8)
    for i in range(4 if p.form("display") == "led" else 0):
        p.fill(oval(41 + i * 6, 82, 1.5), tone("#5FE08A").base if i < 3 else p.main.line)
    if not p.words(32, 28, 36, 44, p.main, 9):
        p.fill("M54 32 l-12 18 h8 l-3 14 l12 -18 h-8 z", p.trim("White" if sum(p.main.base) < 480 else DARK).base)


@shape("smartwatch", scene="desk", focus=(50, 48), share=0.75, parts="strap")
def smartwatch(p: Pen) -> None:
    strap = sym("M50 4 H59 Q62 4 62 8 L65 32 H50")
    low = sym("M50 68 H65 L61 93 Q60 97 56 97 H50")
    p.cast(strap)
    p.cast(low)
    p.body(strap, "round", pitch=6)
    p.body(low, "round", pitch=6)
    for y in (78, 83, 88):
        p.fill(oval(50, y, 1), p.main.line)
    p.part(rect(70, 44, 4, 10, 1.5), STEEL, "round", 0.5)
    p.part(rect(29, 28, 42, 44, 11), p.trim(DARK), "ball")
    p.fill(rect(32.5, 31.5, 35, 37, 8), (16, 18, 26))
    p.write_in(("10:09",), 35, 34, 30, 15, (255, 255, 255), 10)
    for x, colour in ((40, "#FF6B6B"), (50, "#6BE39A"), (60, "#6BB8FF")):
        p.line(oval(x, 58, 3.4), tone(colour).base, 1.5, closed=True)


@shape("memory-card", scene="desk", focus=(50, 55), share=0.6)
def memory_card(p: Pen) -> None:
    card = "M28 12 H64 L74 22 V86 Q74 90 70 90 H30 Q26 90 26 86 V14 Q26 12 28 12 Z"
    p.cast(card)
    p.body(card, "sheen")
    for i in range(6):
        p.part(rect(31 + i * 5.6, 16, 3.6, 13, 0.6), tone("Gold"), line=0.35)
    p.part("M26 34 h-2 v9 h2 z", p.main, line=0.4)
    p.label(32, 42, 36, 36)


@shape("light-bulb", scene="desk", focus=(50, 35), share=0.7)
def light_bulb(p: Pen) -> None:
    p.shadow(50, 92, 12)
    bulb = sym("M50 6 C72 6 80 22 78 36 C76 48 64 54 62 68 H50")
    p.body(bulb, "ball")
    p.line("M44 66 L40 42 L46 48 L50 40 L54 48 L60 42 L56 66", p.trim("Orange").base, 1)
    p.part(rect(38, 67, 24, 17, 2), STEEL, "round")
    for y in (71, 75, 79):
        p.line(f"M37.500 {y} L62.500 {y + 1.5}", STEEL.line, 0.8)
    p.part(sym("M50 84 H58 L55 91 H50"), DARK, "round", 0.5)


@shape("battery-pack", scene="desk", focus=(40, 55), share=0.75,
       forms={"size": ("aa", "aaa", "c", "d"), "pieces": (4, 8, 12, 24, 48)})  # fmt: skip
def battery_pack(p: Pen) -> None:
    p.cast(rect(16, 8, 68, 84, 3))
    p.part(rect(16, 8, 68, 84, 3), p.trim(PAPER), "sheen")
    p.part(oval(50, 14, 4), tone("Gray"), line=0.4)
    p.body(rect(16, 19, 68, 20), "sheen")
    p.words(19, 20, 62, 18, p.main, 9)
    pieces, size = p.number("pieces"), p.form("size")
    across = {4: 4, 8: 8, 12: 6, 24: 12, 48: 16}[pieces]
    rows = pieces // across
    step, high = 62 / across, 45 / rows
    wide = min(step * 0.9, high * {"aaa": 0.17, "aa": 0.23, "c": 0.27, "d": 0.31}[size])
    for nth in range(pieces):
        x = 19 + (nth % across + 0.5) * step
        y = 42 + nth // across * high
        p.part(rect(x - wide * 0.2, y, wide * 0.4, high * 0.1, 0.4), STEEL, "round", 0.3)
        p.body(rect(x - wide / 2, y + high * 0.08, wide, high * 0.84, wide * 0.12), "round", pitch=5, line=0.5)
        p.part(rect(x - wide / 2, y + high * 0.08, wide, high * 0.24, wide * 0.12), tone("Copper"), "round", 0.4)


@shape("calculator", scene="desk", focus=(50, 40), share=0.7,
       forms={"kind": ("plain", "scientific"), "power": ("battery", "solar", "solar and battery")})  # fmt: skip
def calculator(p: Pen) -> None:
    p.cast(rect(25, 8, 50, 84, 5))
    p.body(rect(25, 8, 50, 84, 5), "round")
    p.part(rect(30, 14, 40, 16, 2), tone("#C9D8B6"), line=0.6)
    p.write_in(("1,284.50",), 32, 15, 36, 14, (40, 52, 40), 9)
    if p.form("power") != "battery":
        p.part(rect(52, 9.4, 18, 3.6, 0.4), tone("#3A2A33"), line=0.4)
        for x in (56.500, 61, 65.500):
            p.line(f"M{x} 9.600 v3.200", p.main.base, 0.4)
    top = 38.0
    if p.form("kind") == "scientific":
        for nth, text in enumerate(("sin", "cos", "tan", "ln", "√", "x²", "π", "e", "(", ")")):
            x, y = 30 + nth % 5 * 8.3, 33.5 + nth // 5 * 7.6
            p.part(rect(x, y, 7, 6, 1.4), DARK, "top", 0.4)
            p.write_in((text,), x, y, 7, 6, (255, 255, 255), 4.4)
        top = 50.0
    step = (88 - top) / 4
    for row in range(4):
        for column in range(4):
            last = column == 3
            x, y = 30 + column * 10.4, top + row * step
            p.part(rect(x, y, 8.4, step - 2.6, 1.6), tone("Orange") if last else p.trim(PAPER), "top", 0.4)
            text = ("789÷", "456×", "123-", "0.=+")[row][column]
            p.write_in((text,), x, y + 0.2, 8.4, step - 3, (255, 255, 255) if last else DARK.base, 6)


@shape("fan", scene="room", focus=(50, 38), share=0.8,
       forms={"control": ("knob", "touch", "remote")})  # fmt: skip
def fan(p: Pen) -> None:
    p.shadow(50, 91, 19)
    p.part(rect(47, 60, 6, 27), p.main, "round")
    p.part(sym("M50 84 H64 Q69 86 69 91 H50"), p.main, "top")
    p.part(oval(50, 37, 30), tone("#EDF2F4"), line=0)
    for turn in (0, 120, 240):
        with p.at(50, 37, 1, turn):
            p.surface("M0 0 C-16 -4 -16 -24 -2 -26 C8 -26 6 -10 0 0 Z", p.main, "", pattern=True)
    for r in (30, 23, 16):
        p.line(oval(50, 37, r), p.trim(STEEL).line, 0.7 if r < 30 else 1.6, closed=True)
    for spoke in range(12):
        with p.at(50, 37, 1, spoke * 15):
            p.line("M-30 0 H30", p.trim(STEEL).line, 0.35)
    p.part(oval(50, 37, 6), p.trim(p.main), "ball")
    control = p.form("control")
    if control == "knob":
        p.part(oval(50, 78, 3.4), STEEL, "ball", 0.5)
        p.line("M50 78 V75", DARK.base, 0.8)
    for x in (47, 50, 53) if control == "touch" else ():
        p.fill(oval(x, 87, 1), PAPER.base)
    if control == "remote":
        p.part(rect(78, 70, 12, 22, 3), DARK, "round", 0.6)
        for nth in range(6):
            p.fill(oval(81.500 + nth % 2 * 5, 75 + nth // 2 * 5, 1.3), tone("Red").base if nth == 0 else PAPER.base)


@shape("heater", scene="room", focus=(45, 45), share=0.8)
def heater(p: Pen) -> None:
    p.shadow(50, 88, 36)
    for i in range(8):
        p.body(rect(14 + i * 8.4, 20, 8, 60, 4), "round", pitch=7)
    p.part(rect(80, 24, 10, 52, 3), p.trim(DARK), "round")
    p.part(oval(85, 34, 3.4), PAPER, "ball", 0.5)
    p.part(oval(85, 45, 3.4), PAPER, "ball", 0.5)
    p.fill(oval(85, 54, 1.4), tone("Red").base)
    for x in (24, 74):
        p.part(rect(x, 80, 5, 6), DARK, line=0.5)
        p.part(oval(x + 2.5, 87, 3), DARK, line=0.5)
    for x in (30, 46, 62):
        p.line(smooth(f"{x},15 {x + 3},11 {x - 2},7 {x + 2},3", closed=False), tone("Coral").base, 1.2)


@shape("vacuum", scene="room", focus=(38, 70), share=0.9)
def vacuum(p: Pen) -> None:
    p.shadow(44, 90, 36)
    p.tube("M46 56 C46 24 62 14 72 30", 4, DARK)
    p.tube("M70 26 L86 84", 3.4, STEEL)
    p.part("M70 30 L64 16 Q63 12 67 12 L73 26 Z", p.trim(DARK), "round", 0.6)
    p.part("M74 91 Q74 83 82 82 H92 Q98 84 98 91 Z", p.trim(DARK), "top")
    p.body("M8 78 Q6 56 28 50 Q54 46 60 68 L62 84 Q62 88 58 88 H16 Q9 88 8 78 Z", "top", pitch=8)
    p.part(oval(46, 58, 6), DARK, "ball", 0.6)
    p.part(oval(24, 82, 10), DARK, "ball")
    p.part(oval(24, 82, 4.4), p.trim(STEEL), "ball", 0.5)
    p.part(oval(55, 87, 4), DARK, line=0.5)
    p.words(20, 57, 32, 15, p.main, 8)


@shape("jump-starter", scene="garage", focus=(45, 50), share=0.85)
def jump_starter(p: Pen) -> None:
    p.shadow(50, 86, 34)
    p.tube("M34 30 Q34 14 42 14 H58 Q66 14 66 30", 4.6, p.trim(DARK))
    p.tube("M22 46 C6 48 6 70 14 78", 2.4, tone("Red"))
    p.tube("M78 46 C94 48 94 70 86 78", 2.4, DARK)
    p.part("M10 76 l6 -2 l4 14 h-5 z", tone("Red"), line=0.6)
    p.part("M90 76 l-6 -2 l-4 14 h5 z", DARK, line=0.6)
    p.body(rect(20, 28, 60, 57, 6), "top")
    p.part(rect(27, 34, 22, 13, 2), tone("#2F4A3A"), line=0.5)
    p.write_in(("100%",), 28, 35, 20, 11, (120, 240, 160), 7)
    p.part(oval(66, 41, 6.4), GLASS, "ball", 0.7)
    p.label(27, 53, 46, 24)


@shape("flashlight", scene="workshop", focus=(70, 36))
def flashlight(p: Pen) -> None:
    with p.at(50, 50, 1, -28, about=(50, 50)):
        p.fill("M82 40 L104 24 V76 L82 60 Z", (255, 236, 150), 110)
        body = rect(8, 41, 54, 18, 4)
        p.cast(body)
        p.body(body, "top", pitch=6)
        for x in range(14, 34, 4):
            p.line(f"M{x} 42 v16", p.main.line, 0.6)
        p.part("M60 41 L72 33 V67 L60 59 Z", p.trim(DARK), "top")
        p.part(rect(71, 31, 11, 38, 3), p.trim(DARK), "top")
        p.part(oval(82, 50, 3.4, 17), tone("#FFF3B0"), line=0.6)
        p.part(rect(42, 43.5, 9, 5, 2), tone("Red"), "top", 0.5)
        p.fill(star(82, 50, 1.6, 0.6, 4), (255, 255, 255))


@shape("phone-mount", scene="garage", focus=(50, 40), share=0.8,
       forms={"mount": ("suction", "vent", "adhesive")})  # fmt: skip
def phone_mount(p: Pen) -> None:
    p.shadow(50, 90, 20)
    mount = p.form("mount")
    if mount == "vent":
        for y in (78, 84, 90):
            p.part(rect(14, y, 72, 3, 1), tone("#4A4D55"), "top", 0.5)
        p.part(rect(44, 74, 12, 18, 2), p.trim(DARK), "round", 0.7)
    elif mount == "adhesive":
        p.part(rect(26, 85, 48, 6, 2), p.trim(DARK), "top")
        p.part(rect(26, 90, 48, 2.4, 1), tone("Red"), line=0.4)
    else:
        p.part(sym("M50 78 H60 Q74 84 78 92 H50"), GLASS, "glass")
        p.part(sym("M50 78 H58 Q62 82 62 86 H50"), p.trim(DARK), "top")
    p.tube("M50 82 V66", 5, p.trim(DARK))
    p.part(oval(50, 66, 5.4), STEEL, "ball", 0.6)
    p.part(rect(33, 8, 34, 56, 4), DARK, "sheen")
    p.fill(rect(35.5, 11, 29, 50, 2.5), (88, 150, 190))
    p.fill("M35.500 61 V44 L46 34 L56 48 L64.500 40 V61 Z", (70, 130, 110))
    p.line("M38 56 Q50 50 50 38 Q52 26 60 20", (250, 220, 110), 1.6)
    p.body("M27 30 Q27 26 31 26 H36 V46 H31 Q27 46 27 42 Z", "round", pitch=5)
    p.body("M73 30 Q73 26 69 26 H64 V46 H69 Q73 46 73 42 Z", "round", pitch=5)
    p.body("M34 58 H66 V64 Q66 68 62 68 H38 Q34 68 34 64 Z", "top", pitch=5)
